"""The scenarios of the book: their kinds, what they are fought for, who fights them."""

from __future__ import annotations

from typing import get_args

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players import player
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY
from banneret.rulesets.knights_and_knaves.ground import sight
from banneret.rulesets.knights_and_knaves.morale import victory
from banneret.rulesets.knights_and_knaves.screen import scene
from banneret.rulesets.knights_and_knaves.screen.events import Sacked
from banneret.rulesets.knights_and_knaves.screen.sentences import sentence
from banneret.rulesets.knights_and_knaves.setup.briefs import ODDS
from banneret.rulesets.knights_and_knaves.setup.entries import Aim, Kind, Scenario
from banneret.rulesets.knights_and_knaves.setup.forces.on_file import forces
from banneret.rulesets.knights_and_knaves.setup.scenarios import KINDS, scenarios
from rulesets.knights_and_knaves.field import field, man
from rulesets.knights_and_knaves.scripts import run
from rulesets.scripting import events_of

NAMED = {  # by the clause
    "historic",
    "ambush",
    "raid",
    "chevauchee",
    "brigands",
    "revolt",
    "tournament",
    "sortie",
}
SACK = Aim(kind="sack", side="a", feature="barn", points=40)
BARN = "field barn: 20,20..30,30"


def kinds() -> dict[str, list[Scenario]]:
    found: dict[str, list[Scenario]] = {}
    for plan in scenarios().values():
        found.setdefault(plan.kind, []).append(plan)
    return found


def test_kk_setup_07_every_kind_the_book_names() -> None:
    """There is a scenario of each, and readers are told of which kind it is."""
    assert set(kinds()) >= NAMED
    assert set(KINDS) == set(get_args(Kind))
    for key, plan in scenarios().items():
        info = RULESET.scenarios[key]
        assert info.kind == KINDS[plan.kind]
        assert info.briefing == f"{info.kind}. {plan.briefing}"


def test_kk_setup_07_each_kind_is_what_it_says() -> None:
    """Raiders sack and ride off, brigands get no quarter, peasants revolt, champions take men."""
    (ride,), (robbery,), (revolt,) = (
        kinds()[kind] for kind in ("chevauchee", "brigands", "revolt")
    )
    assert {aim.kind for aim in ride.aim if aim.side == "a"} == {"sack", "exit"}
    assert [aim.kind for aim in robbery.aim if aim.side == "a"] == ["sack"] * 3
    assert robbery.retinue[0].unpaid
    assert robbery.retinue[1].no_quarter == ("a",)
    rebels = forces()[revolt.retinue[1].force]
    common = [one for one in rebels.men if one.profile.class_ == "peasant"]
    assert len(common) * 2 > rebels.figures
    (tourney,), (event,) = kinds()["tournament"], kinds()["historic"]
    assert {aim.kind for aim in tourney.aim} == {"ransom", "slay_lord", "survive"}
    battle = RULESET.begin(tourney.id, {}, {})
    champions = [one.player for one in battle.men if "champion" in one.profile.traits]
    assert champions == ["a", "b"]  # KK-MELEE-02: one of each force
    names = [one.profile.name for one in RULESET.begin(event.id, {}, {}).men]
    assert {"Sir Hugh Calveley", "Bertrand du Guesclin", "Arnoul d'Audrehem"} <= set(names)


# -- places sacked


def test_kk_finis_09_who_holds_a_place_when_a_turn_ends_has_sacked_it() -> None:
    """One man in the barn at the end of a turn does it for good, and everybody hears of it."""
    text = "a Hal: at 25,25 | a Ned: at 5,5 | b foe: at 60,40"
    battle = field(text, terrain=BARN, aim=(SACK,), phase="end")
    assert victory.aim_points(battle) == {"a": 0, "b": 0}
    table = run(battle, "turn")
    told = events_of(table, Sacked)
    assert [sentence(battle, event) for event in told] == ["a sacked the barn."]
    assert victory.to_sack(battle, "a") == []
    man(battle, "Hal").status = "dead"
    assert victory.aim_points(battle) == {"a": 40, "b": 0}
    labels = [one.label for one in scene.scene(battle, "b").markers]
    assert labels == ["barn, sacked"]
    battle.phase = "end"
    assert not events_of(run(battle, "turn"), Sacked)


def test_who_is_still_to_come_is_not_counted_as_lost() -> None:
    """Before the first man is set down a side has all its figures; here Hal and their lord come."""
    battle = field("a Ned: at 5,5 | a Hal: coming | a Tom: dead at 6,6 | b foe: at 60,40")
    panel = dict(scene.scene(battle, "a").sides[0].lines)
    assert (panel["Figures"], panel["To come"], panel["Lost"]) == ("3 of 4", "2", "1")


@pytest.mark.parametrize("words", ["at 27,25", "at 27,25 stun=2", "routing at 27,25"])
def test_kk_finis_09_a_place_held_as_well_by_others_is_not_sacked(words: str) -> None:
    """As many of each side save it; a stunned man saves nothing, nor does one who runs."""
    battle = field(f"a Hal: at 25,25 | b foe: {words} | b Odo: at 60,40", terrain=BARN,
                   aim=(SACK,), phase="end")  # fmt: skip
    run(battle, "turn")
    assert bool(battle.sacked) is (words != "at 27,25")


def test_kk_finis_09_only_who_came_for_it_sacks_it() -> None:
    """Its owners may stand in their barn as long as they like."""
    battle = field("a Hal: at 5,5 | b foe: at 25,25", terrain=BARN, aim=(SACK,), phase="end")
    run(battle, "turn")
    assert not battle.sacked


# -- captives


RANSOM = Aim(kind="ransom", side="a", points=10)


def test_kk_finis_09_every_captive_is_worth_his_ransom() -> None:
    """Held or led off the table, each counts for his captor's side; the dead pay nobody."""
    battle = field(
        "a Hal: escorting at 25,25 | b Guy: captive at 26,25 | a Ned: gone at 30,49 | "
        "b Odo: gone routed=true at 31,49 | b Ivo: dead stamina=0 at 40,40 | b foe: at 60,40",
        aim=(RANSOM, Aim(kind="ransom", side="b", points=10)),
    )
    assert victory.aim_points(battle) == {"a": 0, "b": 0}
    for captor, captive in (("Hal", "Guy"), ("Ned", "Odo")):
        man(battle, captor).held = man(battle, captive).id
        man(battle, captive).held = man(battle, captor).id
    assert victory.aim_points(battle) == {"a": 20, "b": 0}


def test_kk_finis_08_captives_stay_lost_over_the_rest() -> None:
    """Who was led off between two fights still counts as captured, for points and ransom."""
    battle = field(
        "a Hal: escorting at 25,25 | a Ned: at 12,12 | b Guy: captive at 26,25 | b foe: at 60,40",
        aim=(RANSOM,), phase="end", turn=40, turns=40,
    )  # fmt: skip
    hal, guy = man(battle, "Hal"), man(battle, "Guy")
    hal.held, guy.held = guy.id, hal.id
    before = victory.points_lost(battle)
    run(battle, "setup", answers={"renew": "renew"})
    assert guy.status == "gone"
    assert hal.held == NOBODY
    assert victory.points_lost(battle) == before
    assert victory.aim_points(battle) == {"a": 10, "b": 0}


def test_kk_morale_31_the_bowmen_of_north_walsham_stand_behind_their_bank() -> None:
    """The carts and the bank are where the briefing puts them: before the men, and near enough."""
    players = {side: player(RULESET, side, "captain", 1) for side in ("a", "b")}
    battle = RULESET.begin("north_walsham", {}, {})
    game = Game(RULESET, battle, dice=RandomDice(1), players=players)
    game.advance()
    drawn_up = next(step.before for step in game.steps if step.before.turn == 1)
    bows = [one for one in drawn_up.men if one.side == "b" and one.profile.missile]
    covered = [one for one in bows if sight.covered(drawn_up, one)]
    assert len(covered) * 2 > len(bows) == 8


def test_a_felled_oak_is_drawn_as_one_and_fought_over_as_a_wagon() -> None:
    """What is seen is not what is reckoned with: the rules know no felled trees."""
    (oak,) = (one for one in scenarios()["weald_ambush"].spot if one.id == "felled_oak")
    state = RULESET.begin("weald_ambush", {}, {})
    seen = {one.label: one.kind for one in scene.scene(state, "a").markers}
    assert (oak.kind, seen["the felled oak"]) == ("wagon", "felled_tree")


def test_the_ground_is_called_on_the_map_as_orders_call_it() -> None:
    """An order to go to the farmhouse needs a farmhouse on the table."""
    state = RULESET.begin("market_road", {}, {})
    assert "the farmhouse" in {one.name for one in scene.scene(state, "a").ground}


def test_kk_setup_07_a_card_says_its_odds_as_far_as_they_were_fought() -> None:
    """For every side, by its first retinue, and never more than the battles there were."""
    told = {key: info.brief.end for key, info in RULESET.scenarios.items() if info.brief}
    assert told["village_raid"].endswith(" 77 went to the raiders and 23 to the thegn's men.")
    assert "20 went to Mowbray's men, 29 to Percy's men and 50 to" in told["three_lords"]
    assert "40 went to Warwick's men and their allies" in told["four_banners"]
    for key, won in ODDS.items():
        assert len(won) == len({one.side for one in scenarios()[key].retinue})
        assert sum(won) <= 100
