"""What steeds do by cards and in passing: moves, wheels, cuts, bashes, who strikes whom then."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.questions.choices import Way
from banneret.rulesets.destrier.ground.contact import forward, may_strike, side_in_passing
from banneret.rulesets.destrier.ground.stands import put, stand
from banneret.rulesets.destrier.horses.cards import (
    _victim,
    hamstring,
    horse_way,
    play_move,
    trample,
    turning_left,
    wheel,
    why_not_hamstring,
)
from banneret.rulesets.destrier.horses.falls import steed_falls, stumbled, unhorse
from banneret.rulesets.destrier.horses.passing import _note, _touch, answer_by_tac, ride
from banneret.rulesets.destrier.screen.events import Ran, SteedDown, Trampled, Turned, Unhorsed
from banneret.rulesets.destrier.screen.told import Bashed
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.horses.test_limits_of_horses import rider
from rulesets.scripting import events_of

# -- MOVE and WHEEL


@pytest.mark.parametrize(("speed", "gaits"), [("trot", ["go", "turn", "stay"]), ("gallop", ["go"])])
def test_de_horse_06_de_htac_08_only_a_slow_steed_may_turn_or_stay(
    speed: str, gaits: list[str]
) -> None:
    """A fast one runs its inches on, past the point it was shown, and is told of once."""
    battle = rider(speed)
    knight = battle.figures[0]
    asked: list[list[str]] = []

    def on(choice: Any) -> Way:
        asked.append(list(choice.gaits))
        return Way("go", ((20, 16),), 0.0)

    table = play(battle, partial(play_move, figure=knight), [], [on])
    assert asked == [gaits]
    assert knight.facing == 0.0
    assert knight.y == pytest.approx(18.5 if speed == "gallop" else 16.0)
    assert len(events_of(table, Ran)) == (speed == "gallop")
    assert events_of(table, Turned) == []


def test_de_horse_06_a_steed_that_stays_keeps_its_facing() -> None:
    battle = rider("trot")
    knight = battle.figures[0]
    assert horse_way(battle, knight, Way("stay", (), 90.0)) == stand(knight)


@pytest.mark.parametrize(
    ("speed", "turned", "left"),
    [("trot", 400.0, 45.0), ("gallop", 0.0, 40.0), ("gallop", 30.0, 10.0), ("gallop", 60.0, 0.0)],
)
def test_de_htac_15_a_trotting_steed_turns_with_every_move(
    speed: str, turned: float, left: float
) -> None:
    battle = rider(speed)
    knight = battle.figures[0]
    assert knight.steed is not None
    knight.steed.turned = turned
    assert turning_left(battle, knight) == left


def test_de_con_09_a_heavy_steed_turns_out_of_contact_where_it_has_room() -> None:
    """A man before it and one behind: it cannot keep both, and need not."""
    battle = rider(
        "trot",
        man("sergeant", "b", 20, 16.7072, 180),
        man("sergeant", "b", 20, 13.2928, 0),
    )
    there = horse_way(battle, battle.figures[0], Way("turn", (), 90.0))
    assert not isinstance(there, Refusal)
    assert there.facing == 90.0


def test_de_horse_07_a_steed_that_wheels_faces_where_it_is_turned() -> None:
    battle = rider("trot")
    knight = battle.figures[0]
    play(battle, partial(wheel, figure=knight), [], [("wheel", "90")])
    assert knight.facing == 90.0


@pytest.mark.parametrize(
    ("profile", "small"),
    [("sergeant", True), ("wolf", False), ("ogre", False), ("giant", False)],
)
def test_de_horse_09_men_alone_are_man_sized(profile: str, small: bool) -> None:
    battle = rider("trot", man(profile, "b", 30, 15))
    assert _victim(battle, battle.figures[1]).man_sized is small
    assert not _victim(battle, battle.figures[0]).man_sized


# -- trampling, cutting, falling


def test_de_horse_10_who_does_not_lie_there_is_not_trampled() -> None:
    battle = rider("trot", man("peasant", "b", 20, 17.4))
    table = play(battle, lambda t: trample(t, *battle.figures))
    assert events_of(table, Trampled) == []
    assert battle.figures[0].y == 15.0


def test_de_horse_10_hooves_that_miss_harm_nobody() -> None:
    battle = rider("trot", man("peasant", "b", 20, 17.4, posture="prone", asleep=2))
    peasant = battle.figures[1]
    play(battle, lambda t: trample(t, *battle.figures), [100])
    assert (peasant.asleep, peasant.body) == (2, peasant.body_max)


def test_de_horse_12_nobody_cuts_at_legs_where_there_is_no_horse() -> None:
    battle = rider("trot", man("sergeant", "b", 18.9, 15, 45), man("sergeant", "a", 18.9, 16.5))
    _, sergeant, other = battle.figures
    refused = why_not_hamstring(battle, sergeant, other, passing=True)
    assert refused is not None
    assert refused.clause == "DE-HORSE-12"


@pytest.mark.parametrize(("die", "pinned"), [(30, 2), (31, 0)])
def test_de_host_37_three_in_ten_who_cut_a_horse_down_are_pinned(die: int, pinned: int) -> None:
    battle = arena(
        man("knight", "a", 20, 15, steed="great_horse"),
        man("sergeant", "b", 21.0, 15, 315),
        card_round=1,
    )
    knight, cutter = battle.figures
    dice = [1, 1, die] + [1] * (battle.tables.host.hamstring.pinned_damage_dice if pinned else 0)
    assert play(battle, partial(hamstring, figure=cutter, target=knight), dice).result
    assert cutter.pinned == pinned
    assert (cutter.fatigue < cutter.fatigue_max or cutter.body < cutter.body_max) is bool(pinned)


def test_de_host_66_who_is_on_foot_falls_from_no_saddle() -> None:
    battle = rider("trot", man("sergeant", "b", 30, 30))
    sergeant = battle.figures[1]
    for rule in (
        partial(steed_falls, figure=sergeant),
        partial(unhorse, figure=sergeant, away_from=(30, 29)),
    ):
        table = play(battle, rule)
        assert not events_of(table, Unhorsed)
        assert not events_of(table, SteedDown)
    assert sergeant.posture == "standing"


@pytest.mark.parametrize(("x", "beside"), [(25.0, -1.0), (15.0, 1.0)])
def test_de_host_66_who_is_thrown_lies_on_the_side_away_from_the_striker(
    x: float, beside: float
) -> None:
    """Also when the steed falls."""
    battle = rider("trot")
    knight = battle.figures[0]
    play(battle, partial(steed_falls, figure=knight, away_from=(x, 15.0)), [1, 1, 100])
    assert (knight.x - 20.0) * beside > 0.0


def test_de_host_20_chivalry_keeps_the_saddle_of_a_stumbling_steed() -> None:
    """The steed goes to its knees; a seat of 15 more is a knight's alone."""
    kept = {}
    for profile in ("knight", "sergeant"):
        battle = arena(man(profile, "a", 20, 15, steed="great_horse", speed="trot"))
        one = battle.figures[0]
        one.profile = msgspec.structs.replace(one.profile, dexterity=10, level=1)
        dice = [8, 78] if profile == "knight" else [8, 78, 1, 1]
        play(battle, partial(stumbled, figure=one), dice)
        kept[profile] = one.mounted
    assert kept == {"knight": True, "sergeant": False}


# -- riding past


def test_de_htac_12_each_whom_a_steed_passes_is_struck_from_his_own_side() -> None:
    battle = rider("gallop", man("sergeant", "b", 30, 15, 180), man("sergeant", "b", 34, 15, 180))
    knight, one, two = battle.figures
    _note(knight, one, stand(one).at(one.x, one.y + 3.0))
    _note(knight, two, stand(two).at(two.x + 1.5, two.y - 1.5))
    assert [side_in_passing(knight, foe) for foe in (one, two)] == ["rear", "shield"]
    assert side_in_passing(one, two) == ""


def test_de_htac_12_the_rider_strikes_whom_he_passed_and_his_steed_does_not() -> None:
    battle = rider("gallop", man("sergeant", "b", 30, 15, 180))
    knight, sergeant = battle.figures
    assert knight.steed is not None
    knight.steed.passed, knight.steed.passed_at = (1,), ("shield",)
    assert may_strike(battle, knight, sergeant, "broadsword") is None
    kick = may_strike(battle, knight, sergeant, "great_hoof", "steed")
    assert kick is not None
    assert kick.clause == "DE-ATT-01"


def test_de_htac_09_a_steed_whose_run_ends_at_a_man_slows_by_one_speed() -> None:
    """Only before a wall it is reined in to a trot."""
    battle = rider("gallop", man("peasant", "b", 20, 17.7072, 180))
    knight = battle.figures[0]
    table = play(battle, lambda t: ride(t, knight, 0.0, 1.001), [100], [lambda c: c.ideas()[0]])
    assert knight.steed is not None
    assert [one.target for one in events_of(table, Bashed)] == [1]
    assert knight.steed.speed == "canter"


@pytest.mark.parametrize(("asleep", "bashes"), [(0, [1, 0]), (3, [1])])
def test_de_horse_05_a_giant_awake_bashes_the_horse_back(asleep: int, bashes: list[int]) -> None:
    battle = rider("gallop", man("giant", "b", 20, 17.41, 180, asleep=asleep))
    knight, giant = battle.figures
    heavier = battle.tables.host.horses["great_horse"].weight
    giant.profile = msgspec.structs.replace(giant.profile, weight=heavier)
    dice = [100] * len(bashes)
    table = play(battle, lambda t: _touch(t, knight, giant), dice)
    assert [one.target for one in events_of(table, Bashed)] == bashes


def test_de_att_07_nobody_on_foot_strikes_over_a_horses_head() -> None:
    """Not even a beast whose stand is as long."""
    battle = rider("trot", man("dragon", "b", 30, 15, 0), man("sergeant", "a", 30, 20, 180))
    knight, dragon, sergeant = battle.figures
    put(battle, sergeant, 30, 20, 180)
    assert forward(battle, dragon, sergeant) is False
    put(battle, sergeant, 20, 16.71, 180)
    assert forward(battle, knight, sergeant) is True


def test_de_att_07_over_the_tail_is_not_over_the_head() -> None:
    battle = rider("trot", man("sergeant", "b", 20, 13.29, 0))
    assert forward(battle, *battle.figures) is False


def test_de_htac_12_who_is_touched_is_struck_as_they_stand_now() -> None:
    battle = rider("gallop", man("sergeant", "b", 20, 16.7072, 180))
    knight, sergeant = battle.figures
    assert knight.steed is not None
    knight.steed.passed, knight.steed.passed_at = (1,), ("rear",)
    assert side_in_passing(knight, sergeant) == ""


def test_de_horse_02_a_lance_strikes_the_side_that_it_came_near_first() -> None:
    """Riding east it comes up behind a man who looks east, and before one who looks west."""
    sides = {}
    for facing in (90.0, 270.0):
        battle = rider("gallop", man("sergeant", "b", 24.5, 16.6, facing), hand="lance")
        knight = battle.figures[0]
        put(battle, knight, 20, 15, 90)
        play(battle, partial(ride, figure=knight, direction=90.0, inches=3.5))
        assert knight.steed is not None
        sides[facing] = knight.steed.passed_at
    assert sides == {90.0: ("rear",), 270.0: ("shield",)}


def test_de_htac_14_only_who_stands_on_foot_answers_a_closing_steed_by_a_card() -> None:
    battle = rider("gallop", man("squire", "b", 20, 25, 180, steed="mule", speed="trot"))
    knight, squire = battle.figures
    assert play(battle, lambda t: answer_by_tac(t, squire, knight)).result is False
    squire.steed = None
    answers = [("tac_as_it_closes", "STAND_GROUND")]
    play(battle, lambda t: answer_by_tac(t, squire, knight), [], answers)
    assert squire.tac == "STAND_GROUND"
