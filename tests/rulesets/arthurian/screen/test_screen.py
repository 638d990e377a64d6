"""Scene, looks, words and sentences."""

from typing import Any

import pytest

from banneret.core.digest import encode
from banneret.players import ChancePlayer
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.fight.chances import blow_words
from banneret.rulesets.arthurian.fortune.melee_events import chivalry_question
from banneret.rulesets.arthurian.screen import events as e
from rulesets.arthurian.field import field, fought, made


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
