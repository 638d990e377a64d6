"""What a charge is met and answered with, and how a steed runs on, ridden or not."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.rulesets.destrier.basics.state import Battle, LooseSteed, Steed
from banneret.rulesets.destrier.basics.who import own_weight
from banneret.rulesets.destrier.ground.stands import put
from banneret.rulesets.destrier.horses.cards import why_not_hamstring
from banneret.rulesets.destrier.horses.charges.exchange import (
    Pass,
    _front_side,
    _named_side,
    dodge_aside,
    free_defences,
    reply,
)
from banneret.rulesets.destrier.horses.charges.meeting import mutual_pair
from banneret.rulesets.destrier.horses.charges.orders import Order, charge_speeds, paces
from banneret.rulesets.destrier.horses.charges.running import (
    Runner,
    _bashes_back,
    charge,
    next_order,
    run_loose,
)
from banneret.rulesets.destrier.horses.falls import stumble, unhorse
from banneret.rulesets.destrier.screen.events import Defended, Hamstrung, Passed, Ran
from banneret.rulesets.destrier.screen.told import Struck
from rulesets.destrier.arena import Man, arena, man, play
from rulesets.scripting import ByKey, Played, events_of


def charged(
    hand: str = "lance", foe: str = "sergeant", y: float = 7.7, *others: Man, **more: Any
) -> Battle:
    """A knight at a trot before somebody, who faces him."""
    return arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot", hand=(hand,)),
        man(foe, "b", 20, y, 180, **more),
        *others,
        phase="charges",
    )


def ride(battle: Battle, rule: Any, dice: list[int], **answers: Any) -> Played[Battle]:
    """Play a rule with written dice; questions by key."""
    by = ByKey(answers)
    table = Played(battle, ScriptedDice(*dice), {"a": by, "b": by})
    table.by = by
    rule(table)
    assert table.dice.used == len(dice)  # type: ignore[attr-defined]
    return table


# -- defences and answers


@pytest.mark.parametrize(
    ("state", "wanted"),
    [
        ({}, {"WEAPON_PARRY", "ACTIVE_SHIELD_PARRY", "PASSIVE_SHIELD_PARRY", "DODGE_BACK"}),
        ({"in_hand": ()}, {"ACTIVE_SHIELD_PARRY", "PASSIVE_SHIELD_PARRY", "DODGE_BACK"}),
        ({"shield": "none"}, {"WEAPON_PARRY", "DODGE_BACK"}),
        (
            {"posture": "kneeling"},
            {"WEAPON_PARRY", "ACTIVE_SHIELD_PARRY", "PASSIVE_SHIELD_PARRY"},
        ),
        ({"stun": 2}, {"PASSIVE_SHIELD_PARRY"}),
        ({"stun": 2, "asleep": 1}, set()),
        ({"posture": "prone"}, set()),
        ({"pinned": 1}, set()),
        ({"restrained_by": (0,)}, set()),
        ({"berserk": True}, set()),
    ],
)
def test_de_chg_33_de_host_67_what_meets_a_charge_for_nothing(
    state: dict[str, Any], wanted: set[str]
) -> None:
    battle = charged()
    for key, value in state.items():
        setattr(battle.figures[1], key, value)
    found = set(free_defences(battle, battle.figures[1]))
    assert found - {"DODGE_LEFT", "DODGE_RIGHT"} == {"NONE", *wanted}


@pytest.mark.parametrize(
    ("who", "state", "answers"),
    [
        (1, {}, True),
        (1, {"posture": "kneeling"}, False),
        (1, {"stun": 1}, False),
        (1, {"status": "down"}, False),
        (0, {"status": "down"}, False),
    ],
)
def test_de_chg_17_de_chg_34_who_still_stands_answers_who_still_rides(
    who: int, state: dict[str, Any], answers: bool
) -> None:
    battle = charged("broadsword", y=7.0)
    for key, value in state.items():
        setattr(battle.figures[who], key, value)
    made = Pass(0, 1, "left", False, "NONE", "NONE", "man", "blow")
    table = play(battle, partial(reply, made=made), [99] * answers)
    assert bool(events_of(table, Struck)) is answers


def test_de_chg_17_de_horse_12_a_cut_in_passing_needs_no_contact() -> None:
    """Half an inch beside the way he dives under the horse as it passes, at a gallop too."""
    battle = charged("broadsword", y=7.0)
    knight, sergeant = battle.figures
    assert knight.steed is not None
    knight.steed.speed = "gallop"
    put(battle, sergeant, 22.0, 5.0, 270.0)
    for speed, clause in (("trot", "DE-HORSE-12"), ("gallop", "DE-HORSE-12")):
        knight.steed.speed = speed  # type: ignore[assignment]
        refused = why_not_hamstring(battle, sergeant, knight)
        assert refused is not None
        assert refused.clause == clause
    made = Pass(0, 1, "right", False, "NONE", "NONE", "man", "hamstring")
    table = play(battle, partial(reply, made=made), [99])
    assert [one.figure for one in events_of(table, Hamstrung)] == [1]


@pytest.mark.parametrize(
    ("state", "defence", "moves"),
    [
        ({}, "DODGE_LEFT", True),
        ({}, "WEAPON_PARRY", False),
        ({"status": "down"}, "DODGE_LEFT", False),
        ({"stun": 1}, "DODGE_LEFT", False),
        ({"posture": "kneeling"}, "DODGE_LEFT", False),
    ],
)
def test_de_chg_33_a_dodger_moves_aside_if_he_still_can(
    state: dict[str, Any], defence: str, moves: bool
) -> None:
    battle = charged(**state)
    made = Pass(0, 1, "left", False, defence, "NONE", "man", "nothing")
    play(battle, partial(dodge_aside, made=made))
    assert (battle.figures[1].x != 20.0) is moves


@pytest.mark.parametrize(("facing", "side"), [(90.0, "shield"), (270.0, "sword"), (180.0, "sword")])
def test_de_chg_19_the_riders_back_is_no_advantage_to_whom_he_took_from_behind(
    facing: float, side: str
) -> None:
    """Struck from the side it is that side; from behind it counts as his sword side."""
    battle = charged(y=8.5)
    knight, sergeant = battle.figures
    put(battle, knight, 20, 12, 0.0)
    places = {90.0: (18.99, 12.0), 270.0: (21.01, 12.0), 180.0: (20.0, 10.2)}
    put(battle, sergeant, *places[facing], facing)
    assert _front_side(battle, sergeant, knight) == side


@pytest.mark.parametrize(
    ("hand", "x", "named", "gained"),
    [
        ("lance", 20.0, "left", 10),
        ("lance", 20.0, "right", -10),
        ("lance", 20.6, "left", 0),
        ("broadsword", 20.0, "left", 0),
    ],
)
def test_de_chg_25_naming_a_side_changes_a_lance_at_one_dead_ahead(
    hand: str, x: float, named: str, gained: int
) -> None:
    """Not at one who stands to a side, nor with another weapon."""
    battle = charged(hand)
    battle.figures[1].x = x
    made = Pass(0, 1, named, False, "NONE", "NONE", "man", "nothing")
    sides = battle.tables.host.lance.side
    whole = {"left": sides.left - sides.centre, "right": sides.right - sides.centre}
    assert _named_side(battle, made, hand) == (whole[named] if gained else 0)
    assert gained == 0 or (whole[named] > 0) == (gained > 0)


def test_de_chg_34_who_is_passed_untouched_answers_once_and_in_his_turn() -> None:
    """Past the first, into the second: each answers before the next is come to."""
    battle = charged("lance", "sergeant", 10.0, man("sergeant", "b", 22, 15, 180))
    table = ride(
        battle,
        partial(charge, order=Order(0, "gallop", (1, 2))),
        [99, 50, 99, 99, 50, 96, 99],
        charge_line="past, on the left",
        charge_reply="blow",
    )
    struck = [(one.figure, one.target) for one in events_of(table, Struck)]
    assert struck == [(0, 1), (1, 0), (0, 2), (2, 0)]
    assert [one.other for one in events_of(table, Passed)] == [1, 2]
    assert [one.figure for one in events_of(table, Defended)] == [1, 0, 2, 0]


def test_de_chg_17_de_chg_18_a_pike_that_struck_with_the_lance_answers_no_more() -> None:
    battle = charged("lance", "pikeman", 10.0)
    table = ride(
        battle,
        partial(charge, order=Order(0, "gallop", (1,))),
        [99, 99, 50],
        charge_line="past, on the left",
        charge_reply="blow",
    )
    assert [one.figure for one in events_of(table, Struck)] == [0, 1]


def test_de_chg_20_de_chg_33_a_charger_guards_himself_against_one_he_did_not_name() -> None:
    battle = charged("lance", "sergeant", 10.0, man("pikeman", "b", 20.0, 13.5, 180))
    table = ride(
        battle,
        partial(charge, order=Order(0, "gallop", (1,))),
        [99, 50, 96, 96, 99],
        charge_line="left",
        charge_reply=lambda choice: "blow" if choice.about[0] == 2 else "nothing",
    )
    assert [one.figure for one in events_of(table, Defended)] == [1, 0, 0]


# -- whose charge


def test_de_chg_15_when_the_winner_has_charged_the_loser_does() -> None:
    battle = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot"),
        man("squire", "b", 20, 30, 180, steed="heavy_horse", speed="trot"),
        phase="charges",
    )
    mine, his = Order(0, "trot", (1,)), Order(1, "trot", (0,))
    battle.charges = [his, mine]
    assert play(battle, next_order).result == mine
    battle.charges = [his]
    assert play(battle, next_order).result == his
    battle.charges = []
    assert play(battle, next_order).result is None


def test_de_chg_05_only_enemies_charge_each_other() -> None:
    battle = arena(
        *(man("knight", "a", x, 5, steed="great_horse", speed="trot") for x in (20, 25)),
        man("squire", "b", 20, 30, 180, steed="heavy_horse", speed="trot"),
        phase="charges",
    )
    battle.charges = [Order(0, "trot", (1,)), Order(1, "trot", (0,)), Order(2, "trot", (0,))]
    assert mutual_pair(battle) is None
    battle.charges = [Order(0, "trot", (2,)), Order(1, "trot", (2,)), Order(2, "trot", (0,))]
    pair = mutual_pair(battle)
    assert pair is not None
    assert [one.figure for one in pair] == [0, 2]


def test_de_chg_03_in_both_halves_a_charge_takes_the_whole_acceleration() -> None:
    """A heavy horse takes two steps; the second half-move has no less of a charge."""
    for half in (1, 2):
        battle = arena(
            man("knight", "a", 20, 5, steed="heavy_horse", speed="trot"), half=half, phase="charges"
        )
        assert charge_speeds(battle, battle.figures[0]) == ["trot", "canter", "gallop"]
        told = paces(battle, battle.figures[0])
        said = {one.key: one.because and one.because.reason for one in told}
        assert said == {
            "trot": None,
            "canter": None,
            "gallop": None,
            "charge": "3 steps up, 2 allowed",
        }


# -- running on


def test_de_chg_27_a_charge_is_told_with_how_far_it_went() -> None:
    battle = charged(y=30.0)
    knight = battle.figures[0]
    ride(battle, lambda table: Runner(table, knight, "canter").finish(), [])
    assert knight.moved
    assert knight.moved_inches == pytest.approx(9.0)
    assert knight.y == pytest.approx(14.0)


def test_de_chg_15_de_chg_35_who_fell_meanwhile_is_charged_by_nobody() -> None:
    """The rider runs out his movement all the same, and asks for no line at him."""
    battle = charged(y=12.0, status="down")
    table = ride(battle, partial(charge, order=Order(0, "gallop", (1,))), [])
    assert table.by.asked == []
    assert battle.figures[0].y == pytest.approx(18.0)
    assert events_of(table, Ran)


@pytest.mark.parametrize(("spare", "back"), [(0, True), (1, False)])
def test_de_chg_34_who_weighs_as_much_as_the_horse_bashes_back(spare: int, back: bool) -> None:
    battle = charged(foe="giant", y=12.0)
    knight, giant = battle.figures
    assert knight.steed is not None
    horse = battle.tables.host.horses[knight.steed.key].weight
    body = horse - spare - (own_weight(battle, giant) - giant.profile.weight)
    giant.profile = msgspec.structs.replace(giant.profile, weight=body)
    assert _bashes_back(battle, giant, knight) is back
    knight.steed = None
    assert not _bashes_back(battle, giant, knight)


def test_de_chg_36_a_riderless_steed_runs_out_its_inches_through_whom_it_meets() -> None:
    """Two inches are lost on the man it bashes; then it stands."""
    for others, dice, far in (((), [], 16.0), ((man("peasant", "b", 20, 12, 180),), [96], 14.0)):
        battle = arena(man("knight", "a", 40, 30), *others, phase="charges")
        steed = Steed("great_horse", 60, 60, speed="gallop")
        battle.loose = [LooseSteed(0, "a", steed, 20.0, 5.0, 0.0)]
        ride(battle, lambda table: run_loose(table, table.state.loose[0], 11.0, []), dice)
        assert battle.loose[0].y == pytest.approx(far, abs=0.1)
        assert steed.speed == "stand"


def test_de_chg_36_a_steed_without_its_rider_runs_once() -> None:
    """He comes off at the first exchange: the steed goes on from there, and stands."""
    battle = charged(y=40.0)
    knight = battle.figures[0]
    battle.loose = [LooseSteed(0, "b", Steed("mule", 40, 40, speed="trot"), 40.0, 30.0, 0.0)]

    def rule(table: Any) -> None:
        runner = Runner(table, knight, "gallop")
        runner.advance(3.0)
        runner.steed.hand = ("KICK@1",)
        unhorse(table, knight, (25.0, 8.0))
        assert runner.lost_rider()
        assert runner.over
        assert runner.lost_rider()

    ride(battle, rule, [1, 1])
    assert battle.loose[0].y == 30.0
    assert battle.loose[1].y == pytest.approx(18.0, abs=0.1)
    assert battle.loose[1].steed.speed == "stand"
    assert battle.loose[1].steed.hand == ()


def test_de_chg_36_a_fallen_steed_and_one_that_stood_run_nowhere() -> None:
    for state in ({"posture": "prone"}, {"speed": "stand", "melee_speed": "stand"}):
        battle = charged(y=40.0)
        knight = battle.figures[0]

        def rule(table: Any, state: dict[str, str] = state) -> None:
            runner = Runner(table, table.state.figures[0], "gallop")
            unhorse(table, table.state.figures[0], (25.0, 8.0))
            for key, value in state.items():
                setattr(table.state.loose[0].steed, key, value)
            runner.lost_rider()

        ride(battle, rule, [1, 1])
        assert battle.loose[0].y == pytest.approx(5.0)
        assert knight.steed is None


def test_de_host_34_a_steed_that_falls_is_no_longer_up() -> None:
    """To lose a speed is; and chivalry keeps the saddle where a sergeant does not."""
    for dice, up in (([1, 5], True), ([1, 8, 1], False), ([1, 10, 1, 1, 99], False)):
        battle = charged()
        battle.figures[0].steed.speed = "gallop"  # type: ignore[union-attr]
        assert play(battle, partial(stumble, figure=battle.figures[0]), dice).result is up
    seats = {}
    for profile in ("knight", "sergeant"):
        battle = arena(man(profile, "a", 20, 5, steed="great_horse", speed="gallop"))
        rider = battle.figures[0]
        rider.profile = msgspec.structs.replace(rider.profile, dexterity=12, level=2)
        chance = 85 if profile == "knight" else 70
        play(battle, partial(stumble, figure=rider), [1, 8, chance])
        seats[profile] = rider.mounted
    assert seats == {"knight": True, "sergeant": True}


def test_de_host_66_a_stun_in_the_fall_shortens_no_other() -> None:
    for before, after in ((0, 1), (99, 99)):
        battle = charged()
        knight = battle.figures[0]
        knight.stun = before
        play(battle, partial(unhorse, figure=knight, away_from=(25, 5), stunned=True), [1, 1])
        assert knight.stun == after
