"""Scene, looks, words and sentences."""

from typing import Any

import pytest

from banneret.core.digest import encode
from banneret.players import ChancePlayer
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.basics.dice import seen_die
from banneret.rulesets.arthurian.basics.state import Drawn
from banneret.rulesets.arthurian.basics.tables import EVENTS, TABLES
from banneret.rulesets.arthurian.captain import captain
from banneret.rulesets.arthurian.fight.chances import blow_words
from banneret.rulesets.arthurian.fortune import reinforcements
from banneret.rulesets.arthurian.fortune.combat_events import fortunes_favor
from banneret.rulesets.arthurian.fortune.melee_events import chivalry_question
from banneret.rulesets.arthurian.screen import events as e
from banneret.rulesets.arthurian.screen.event_cards import combat_card
from banneret.tabletop.screen.words import plain
from rulesets.arthurian.field import acting, field, fought, made, play


@pytest.mark.parametrize("options", [{}, {"initiative": 3, "melee_events": "on"}, {"solo": True}])
def test_every_step_of_a_battle_can_be_drawn_and_told(options: Any) -> None:
    game = fought("robbers_tower", 5, {side: ChancePlayer(side) for side in "ab"}, **options)
    for one in game.steps[::3]:
        scene = RULESET.scene(one.before, "a")
        assert encode(scene)
        for piece in scene.pieces[:2]:
            assert encode(RULESET.look(one.before, "a", piece.id))
    for one in game.steps:
        for told in one.events:
            if isinstance(told.event, e.Tale):
                said = RULESET.sentence(game.state, told.event)
                assert said is None or said.endswith(".")


def test_a_disc_shows_its_wound_by_place_and_its_marks() -> None:
    battle = field(
        made("pc_knight", "a", 10, 10, wound="light", wound_at="arm", shield="broken"),
        made("brigand", "b", 11.5, 10, stun=1),
    )
    scene = RULESET.scene(battle, "a")
    knight, brigand = scene.pieces
    assert getattr(knight.measures[0], "place", "") == "arm"
    assert knight.profile["wound"] == "light wound, arm, -1"
    assert "shield broken" in knight.marks
    assert "stunned" in brigand.marks
    assert (knight.rank, knight.mounted, knight.width) == ("knight", True, 2.0)


def test_the_deck_shows_drawn_cards_and_names_to_come_never_their_order() -> None:
    game = fought("tournament", 2, {side: ChancePlayer(side) for side in "ab"}, initiative=3)
    midway = next(s.before for s in game.steps if s.before.drawn and len(s.before.deck) > 2)
    row = RULESET.scene(midway, "a").rows[0]
    assert row.down == len(midway.deck)
    assert len(row.faced) == len(midway.drawn)
    names = row.note.split(": ")[1].split(", ")
    assert names == sorted(names)


def test_the_odds_of_a_blow_are_told_worst_first() -> None:
    battle = field(made("pc_knight", "a", 10, 10), made("brigand", "b", 11.5, 10, wound="serious"))
    said = blow_words(battle, *battle.models)
    assert next(iter(said)) == "out"
    assert "you are hit instead" in said
    assert "light" not in said  # he is worse than that already


def test_an_adversary_tells_what_the_book_would_have_it_do() -> None:
    battle = field(made("pc_knight", "a", 10, 10), made("wolf", "b", 14, 10), solo=True)
    notes = RULESET.look(battle, "a", 1).notes
    plan = [note for note in notes if note.title]
    assert plan[0].clause == "AR-SOLO-02"
    look = RULESET.between(battle, "a", 0, 1)
    assert look.overlays
    assert any(note.text == "ATT" for note in look.notes)


def test_the_choice_of_chivalry_is_cards_with_virtue_and_the_next_blow() -> None:
    battle = field(
        made("pc_knight", "a", 10, 10), made("robber_knight", "b", 12, 10, shield="broken")
    )
    question = chivalry_question(battle, battle[0], battle[1], "shield")
    first, last = (option["card"] for option in question.describe()["options"])
    assert (first.title, first.badge) == ("Lay the shield aside", "+3 virtue")
    assert first.facts[0] == ("Virtue", "48 to 51, level stays 4")
    assert last.facts[0] == ("Virtue", "48 to 45, level 4 to 3")
    assert battle[0].shield == "ok"
    shares = [float(card.facts[1][1].split()[-1].rstrip("%")) for card in (first, last)]
    assert shares[0] > shares[1]


def test_a_drawn_card_tells_what_was_done() -> None:
    game = fought("robbers_tower", 3, {"a": captain("a", "captain")}, solo=True, initiative=3)
    done = {card.did for s in game.steps for card in s.before.drawn[:-1] if card.models}
    assert {"charged, struck", "struck", "moved"} <= done
    wild = {card.did for s in game.steps for card in s.before.drawn if not card.models}
    assert wild <= {plain(one) for one in TABLES.wild_card.values()}
    late = next(s.before for s in game.steps if len(s.before.drawn) > 3)
    shown = RULESET.scene(late, "a").rows[0].faced
    assert [one.group for one in shown[:2]] == [one.did for one in late.drawn[:2]]


def asked_in(battle: Any, rule: Any, dice: Any, answers: Any) -> Any:
    """The first question of a rule."""
    found: list[Any] = []

    def watched(table: Any) -> None:
        put = table.ask

        def ask(one: Any) -> Any:
            found.append(one)
            return put(one)

        table.ask = ask
        rule(table)

    play(battle, watched, dice, answers)
    return found[0]


def test_the_spot_of_reinforcements_is_asked_though_nobody_stands_there_yet() -> None:
    battle = field(made("squire", "a", 10, 10), made("brigand", "b", 30, 30))
    places = [{reinforcements.SPOT: [10, 0, 0]}]
    asked = asked_in(battle, lambda t: reinforcements.arrive(t, "a", True), [2], places)
    assert RULESET.figures(battle, asked) == ()
    assert asked.describe()["region"]["boxes"] == [[0, 0, 36, 1]]


def test_names_keep_their_capitals_in_questions() -> None:
    battle = field(made("squire", "a", 10, 10), made("brigand", "b", 30, 30))
    battle.merlin = ("a",)
    rule = lambda t: seen_die(t, "discipline of Perrin", side="a")  # noqa: E731
    assert asked_in(battle, rule, [3], ["keep"]).prompt == "Discipline of Perrin: 3. Roll it again?"
    assert e.FateFell(0, "sent_to_camelot").said(str).endswith("fate: sent to Camelot.")


def test_every_row_of_the_d100_has_a_card_with_its_sentence_and_clause() -> None:
    cards = {one: combat_card(one) for one in EVENTS}
    assert cards["fortunes_favor"].title == "Fortune's Favor"
    assert "Men of yours come" in cards["reinforcements"].sentence
    assert all(one.sentence.count(".") == 2 for one in cards.values())
    assert all("AR-EVENT-03" not in one.clauses for one in cards.values())


def test_ar_event_18_the_free_choice_proposes_an_event_and_tells_what_each_does() -> None:
    battle = field(made("pc_knight", "a", 10, 10), made("brigand", "b", 30, 30))
    asked = asked_in(battle, lambda t: fortunes_favor(t, "a", True), [], ["bravery"])
    assert asked.proposal == "seize_the_moment"
    said = [one["card"].sentence for one in asked.describe()["options"]]
    assert not any("d100" in one for one in said)


def test_ar_break_07_who_lets_go_is_told_as_people_say_it() -> None:
    assert e.Answered(0, 1, "strike").said(str) == "0 let 1 go, to strike after him."


def test_ar_init_13_no_deck_lies_on_the_table_before_it_is_made() -> None:
    battle = field(made("pc_knight", "a", 10, 10), made("brigand", "b", 30, 30), initiative=3)
    assert RULESET.scene(battle, "a").rows == ()
    battle.deck = ("1", "WILD")
    battle.drawn = (Drawn("0", "a", "Sir Emeric", (0,)),)
    acting(battle, 0)
    (row,) = RULESET.scene(battle, "a").rows
    assert row.title == "1 of 3 drawn"
    assert [(one.side, one.badge, one.now) for one in row.faced] == [("a", "1", True)]
