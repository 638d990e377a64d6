"""What a side may see: secrets, guesses that fit, scenes, looks and sentences."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.digest import digest
from banneret.core.play.game import Game
from banneret.core.questions.choices import Pick
from banneret.players.chance import ChancePlayer
from banneret.rulesets.destrier import RULESET
from banneret.rulesets.destrier.basics.state import Battle
from banneret.rulesets.destrier.horses.charges.orders import Order
from banneret.rulesets.destrier.melee.cards.pools import blows_of_turn
from banneret.rulesets.destrier.screen import told
from banneret.rulesets.destrier.screen.foresight import foreseen, odds, pitted
from banneret.rulesets.destrier.screen.looks import between, look
from banneret.rulesets.destrier.screen.scenery import face, faced, pieces, scene
from banneret.rulesets.destrier.screen.view import (
    FACE_DOWN,
    imagine,
    is_faced,
    seen_hand,
    vary_hidden,
    view,
)
from banneret.rulesets.destrier.screen.wording import sentence
from rulesets.destrier.arena import arena, man


def with_cards(shown: str = "none") -> Battle:
    """Two sergeants in contact with cards before them."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "b", 10, 11.42, 180),
        card_round=0,
        half=2,
        phase="tac_first",
    )
    one, two = battle.figures
    one.blows_left = two.blows_left = 6
    one.hand = ("STAND_GROUND", "DELIVER_BLOW@1")
    two.hand = ("CLOSE@0", "DELIVER_BLOW@0", "DODGE_LEFT")
    one.shown = two.shown = shown  # type: ignore[assignment]  # a word of Shown
    return battle


def test_de_tacp_01_the_number_of_cards_is_open_not_the_cards() -> None:
    """The enemy's view shows three cards face down; one's own are seen."""
    battle = with_cards()
    seen = view(battle, "a")
    assert seen.figures[1].hand == (FACE_DOWN,) * 3
    assert seen.figures[0].hand == battle.figures[0].hand
    assert seen.figures[1].blows_left == 6
    assert view(battle, None).figures[0].hand == (FACE_DOWN,) * 2
    drawn = scene(battle, "a")
    rows = {row.name: row for row in drawn.rows}
    assert rows["Sergeant 2"].down == 3
    (purse,) = rows["Sergeant 2"].purses
    assert (purse.left, purse.most) == (6, 7)
    battle.figures[1].blows_left = 2
    (purse,) = {row.name: row for row in scene(battle, "a").rows}["Sergeant 2"].purses
    assert (purse.left, purse.most) == (2, blows_of_turn(battle, battle.figures[1])[0])
    assert not rows["Sergeant 2"].known
    assert len(rows["Sergeant 1"].known) == 2


def test_de_tacp_02_de_tacp_04_cards_are_faced_in_stages() -> None:
    """TAC cards first, then all but dodges, dodges last."""
    hand = ("CLOSE@0", "DELIVER_BLOW@0", "DODGE_LEFT")
    assert seen_hand(hand, "tac") == ("CLOSE@0", FACE_DOWN, FACE_DOWN)
    assert seen_hand(hand, "cards") == ("CLOSE@0", "DELIVER_BLOW@0", FACE_DOWN)
    assert seen_hand(hand, "all") == hand
    assert not is_faced("DODGE_LEFT", "cards")


def test_a_prepared_spell_stays_unnamed() -> None:
    """PREPARE is seen, its spell is not; what is ready is not named either (DE-MAG-05)."""
    battle = arena(man("magus", "a", 10, 10), man("sergeant", "b", 10, 20, 180), card_round=1)
    magus = battle.figures[0]
    magus.hand, magus.shown = ("PREPARE_SPELL>slumber",), "all"
    magus.prepared = ("flame_dart",)
    seen = view(battle, "b").figures[0]
    assert seen.hand == ("PREPARE_SPELL",)
    assert seen.prepared == (FACE_DOWN,)
    guess = imagine(view(battle, "b"), "b", RandomDice(1)).figures[0]
    assert guess.prepared[0] in magus.profile.spells


def test_charge_orders_are_hidden_until_faced() -> None:
    """An enemy's order looks like "none"; faced it is seen (DE-CHG-02)."""
    battle = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot"),
        man("sergeant", "b", 20, 17, 180),
        phase="charges",
    )
    battle.charges = [Order(0, "gallop", (1,))]
    assert view(battle, "b").charges == [Order(0)]
    assert view(battle, "a").charges == battle.charges
    battle.charges = [Order(0, "gallop", (1,), faced=True)]
    assert view(battle, "b").charges == battle.charges


@pytest.mark.parametrize("shown", ["none", "tac", "cards"])
def test_guesses_and_variations_fit_the_view(shown: str) -> None:
    """Whatever is put behind the cards looks the same from the other side."""
    battle = with_cards(shown)
    before = digest(view(battle, "a"))
    for seed in range(6):
        guess = imagine(view(battle, "a"), "a", RandomDice(seed))
        assert FACE_DOWN not in guess.figures[1].hand
        assert digest(view(guess, "a")) == before
        other = vary_hidden(battle, "a", ChanceOf(seed))
        assert digest(view(other, "a")) == before
    hands = {vary_hidden(battle, "a", ChanceOf(seed)).figures[1].hand for seed in range(12)}
    assert len(hands) > 1


class ChanceOf:
    """A chance made from dice."""

    def __init__(self, seed: int) -> None:
        self.own = ChancePlayer(seed)
        self.dice = RandomDice(seed)

    def die(self, sides: int) -> int:
        """Throw one."""
        from banneret.core.chance.draws import D  # noqa: PLC0415

        return self.dice.throw(D("test", sides))[0]


def test_orders_are_varied() -> None:
    """Other orders lie behind the same back."""
    battle = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot"),
        man("sergeant", "b", 20, 17, 180),
        phase="charges",
    )
    battle.charges = [Order(0, "gallop", (1,))]
    found = {vary_hidden(battle, "b", ChanceOf(seed)).charges[0] for seed in range(12)}
    assert len(found) > 1
    assert vary_hidden(battle, "a", ChanceOf(1)).charges == battle.charges


def test_the_scene_shows_stands_with_their_sides() -> None:
    """A corner stand with named edges, bars for fatigue and body, the number as a tag."""
    battle = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot"), man("wolf", "b", 20, 17, 180)
    )
    drawn = scene(battle, "a")
    knight, wolf = drawn.pieces
    assert (knight.tag, wolf.tag) == ("1", "2")
    assert knight.mounted
    assert [bar.name for bar in knight.measures if hasattr(bar, "name")] == [
        "fatigue",
        "body",
        "steed",
    ]
    assert knight.form is not None
    assert "at a trot" in knight.marks
    assert drawn.now == "First phase"
    battle.figures[1].status = "down"
    assert "down" in scene(battle, "a").pieces[1].marks


def test_looks_tell_sides_reach_and_odds() -> None:
    """A look names who stands on which side; between two it tells the odds by TAC cards."""
    battle = with_cards()
    found = look(view(battle, "a"), "a", 0)
    assert any("Sergeant 2 is on the" in note.text for note in found.notes)
    assert found.overlays
    told = between(view(battle, "a"), "a", 0, 1)
    titles = {note.title for note in told.notes}
    assert {"A plain blow", "By TAC cards"} <= titles
    battle.figures[1].status = "dead"
    assert "dead" in look(battle, "a", 1).notes[0].text


def test_options_point_at_pieces() -> None:
    """A card, a charge and a figure to be moved light up whom they mean."""
    battle = with_cards()

    def asked(key: str) -> Pick[str]:
        return Pick("a", key, "?", ["x", "y"])

    assert pieces(battle, asked("cards"), "DELIVER_BLOW@1s") == (1,)
    assert pieces(battle, asked("charge"), "gallop:5,8") == (5, 8)
    assert pieces(battle, asked("mover"), "1") == (1,)
    assert pieces(battle, asked("mover"), "done") == ()
    assert face(battle, "DELIVER_BLOW@1").at == "Sergeant 2"


@pytest.mark.parametrize("key", ["duel_at_the_mill", "pas_darmes", "brawl_at_the_boar"])
def test_every_event_of_a_battle_has_its_sentence(key: str) -> None:
    """A battle by chance tells nothing that cannot be said."""
    players: dict[str, Any] = {side: ChancePlayer(3) for side in ("a", "b")}
    game = Game(RULESET, RULESET.begin(key, {}, {}), dice=RandomDice(3), players=players)
    game.advance()
    said = [sentence(game.state, told.event) for told in game.events(everything=True)]
    assert sum(one is not None for one in said) > 10
    assert all(one is None or one.endswith(".") for one in said)


def test_de_mseq_01_what_is_turned_up_lies_in_rows() -> None:
    """A TAC card, MELEE cards and a dodge lie before whoever faced them."""
    battle = with_cards()
    tac, blows, dodge = (
        faced(battle, event)
        for event in (
            told.TacFaced("b", ((1, "CLOSE@0"),)),
            told.CardsFaced(0, ("DELIVER_BLOW@1", "ACTIVE_SHIELD_PARRY"), 2),
            told.DodgeFaced(1, "left", ()),
        )
    )
    assert [card.title for row in tac for card in row.faced] == ["CLOSE"]
    assert [card.title for card in blows[0].faced] == ["DELIVER BLOW", "ACTIVE SHIELD PARRY"]
    assert (blows[0].name, blows[0].pieces, blows[0].against) == ("Sergeant 1", (0,), (1,))
    assert dodge[0].faced[0].title == "DODGE LEFT"
    assert faced(battle, told.BlowLost(0, "out of reach")) == ()


def test_de_tac_11_who_closes_is_not_reckoned_as_struck_from_behind() -> None:
    """His back is to the enemy: standing still he is hit from the rear, closing he has turned."""
    battle = arena(
        man("sergeant", "a", 10, 10, 180), man("sergeant", "b", 10, 12.5, 180), card_round=0
    )
    one, two = battle.figures
    (table,) = pitted(battle, one, [two], ["STAND_GROUND", "CLOSE"])
    still, closing = (int(cells[2][1]) for _, cells in table.rows)
    assert closing < still


def test_de_att_01_cards_that_bring_two_not_together_have_no_odds() -> None:
    """At an inch and a half one CLOSE is too short, two are enough; the blow says so."""
    battle = arena(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 12.5, 180), card_round=0)
    one, two = battle.figures
    (table,) = pitted(battle, one, [two], ["CLOSE"])
    cells = dict(zip(table.columns, table.rows[0][1], strict=True))
    assert cells["STAND GROUND"] == ("", "")
    assert all(cells["CLOSE"])
    assert odds(battle, one, "CLOSE@1")["hit"] == f"{cells['CLOSE'][0]} %"
    rows = foreseen(battle, one, ("CLOSE@1", "DELIVER_BLOW@1")).rows
    assert rows[0].title == "Deliver blow at Sergeant 2, if Sergeant 2 closes"
    assert rows[0].value == f"{cells['CLOSE'][0]} %"


def test_de_cost_02_in_a_crowd_only_those_who_laid_cards_have_a_row() -> None:
    """Twelve without cards would hide the table; their blows stand with what affects them."""
    crowd = [man("sergeant", "ab"[i % 2], 5 + 2 * i, 10) for i in range(12)]
    battle = arena(*crowd, card_round=0, phase="choose")
    assert not scene(battle, "a").rows
    battle.figures[1].hand = ("DELIVER_BLOW@0",)
    (row,) = scene(battle, "a").rows
    assert (row.name, row.down) == ("Sergeant 2", 1)
    battle.figures[1].blows_left = 4
    notes = {one.text: one.value for one in look(battle, "a", 1).notes}
    assert notes["Blows left"] == "4"
    assert len(scene(with_cards(), "a").rows) == 2


def test_de_dodge_05_every_guess_is_told_when_a_dodge_is_turned_up() -> None:
    """Who guessed it and who did not."""
    battle = with_cards()
    event = told.DodgeFaced(0, "left", ((1, "left"),))
    assert sentence(battle, event) == "Sergeant 1 turned up DODGE LEFT; Sergeant 2 guessed it."
    event = told.DodgeFaced(0, "left", ((1, "back"),))
    assert sentence(battle, event) == "Sergeant 1 turned up DODGE LEFT; Sergeant 2 guessed back."
