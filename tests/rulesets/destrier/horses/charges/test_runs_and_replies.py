"""Charges at their limits: who may, which line, who strikes and answers, how a run ends."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.destrier.basics.state import Battle, LooseSteed, Steed
from banneret.rulesets.destrier.basics.who import own_weight
from banneret.rulesets.destrier.horses.charges import exchange, meeting, resolving, running
from banneret.rulesets.destrier.horses.charges.exchange import (
    Pass,
    dodge_aside,
    free_defences,
    pick,
    replies,
    reply,
    strikes_of,
)
from banneret.rulesets.destrier.horses.charges.lines import Course, Line, handiest, spaced
from banneret.rulesets.destrier.horses.charges.meeting import _ride_together, _suffer, mutual_charge
from banneret.rulesets.destrier.horses.charges.orders import Order, face_orders, may_charge, paces
from banneret.rulesets.destrier.horses.charges.resolving import resolve
from banneret.rulesets.destrier.horses.charges.running import Runner
from banneret.rulesets.destrier.host.lances import Jousted
from banneret.rulesets.destrier.host.steeds import stumble_chance
from banneret.rulesets.destrier.screen.events import Dodged, Orders, Ran
from banneret.rulesets.destrier.screen.events import Jousted as Told
from banneret.rulesets.destrier.screen.told import Bashed
from banneret.rulesets.destrier.setup.scenarios import scenario_named
from rulesets.destrier.arena import arena, man, play, thing
from rulesets.destrier.horses.charges.test_answers_and_runs import charged, ride
from rulesets.destrier.horses.test_limits_of_horses import two_riders
from rulesets.scripting import events_of

# -- who may, and by which line


def test_de_chg_35_who_is_held_in_contact_does_not_charge() -> None:
    """A rider before whose horse another as heavy stands; free, he may."""
    found = {}
    for y in (7.0, 20.0):
        battle = arena(
            man("knight", "a", 20, 5, steed="great_horse", speed="trot"),
            man("knight", "b", 20, y, 180, steed="great_horse", speed="trot"),
            winner="b",
            phase="charge_orders",
        )
        refused = may_charge(battle, battle.figures[0])
        found[y] = refused.clause if refused is not None else ""
    assert found == {7.0: "DE-CHG-35", 20.0: ""}


def test_de_chg_26_de_chg_28_the_handiest_line_reaches_on_the_left_and_is_short() -> None:
    far, right, left, short = (
        Line("far", 0.0, 1.0, False, "left"),
        Line("right", 0.0, 2.0, True, "right"),
        Line("left", 0.0, 5.0, True, "left"),
        Line("short", 0.0, 4.0, True, "left"),
    )
    ordered = sorted([far, right, left, short], key=handiest)
    assert [one.name for one in ordered] == ["short", "left", "right", "far"]


@pytest.mark.parametrize(
    ("before", "side", "may"),
    [("left", "left", True), ("left", "right", False), ("left", "centre", True),
     ("centre", "right", True)],
)  # fmt: skip
def test_de_chg_24_a_target_dead_ahead_is_on_the_same_side(
    before: str, side: str, may: bool
) -> None:
    """Four inches apart: enough on one side, not on the other."""
    battle = charged("lance", "sergeant", 10.0, man("sergeant", "b", 20, 15.0, 180))
    knight, _, second = battle.figures
    course = Course.begin(battle, knight, "gallop")._replace(last=1, side=before)
    assert spaced(battle, course, second, side) is may


# -- orders turned up and carried out


def test_de_chg_02_orders_are_turned_up_once_and_together() -> None:
    battle = two_riders(20.0)
    battle.charges = [Order(0, "trot", (1,)), Order(1, "trot", (0,), faced=True)]
    table = play(battle, face_orders)
    assert [one.side for one in events_of(table, Orders)] == ["a", "b"]
    assert [one.faced for one in battle.charges] == [True, True]
    assert events_of(play(battle, face_orders), Orders) == []


def test_de_chg_05_who_met_each_other_have_ridden_and_the_others_are_still_to_come() -> None:
    battle = two_riders(30.0)
    orders = [Order(0, "trot", (1,)), Order(1, "trot", (0,))]
    other = Order(7, "trot", (0,))
    battle.charges = [*orders, other]
    ride(battle, lambda table: mutual_charge(table, *orders), [])
    assert battle.charges == [other]


def test_de_end_04_only_a_joust_is_over_with_the_first_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Elsewhere the other charges are carried out first."""
    monkeypatch.setattr(resolving, "mutual_charge", lambda *_: None)
    monkeypatch.setattr(resolving, "verdict", lambda _battle: "decided")
    phases = {}
    for scenario in ("open_field", "pas_darmes"):
        battle = two_riders(20.0)
        battle.scenario = scenario_named(scenario)
        battle.charges = [Order(0, "trot", (1,), faced=True), Order(1, "trot", (0,), faced=True)]
        play(battle, resolve)
        phases[scenario] = battle.phase
    assert phases == {"open_field": "charges", "pas_darmes": "turn_end"}


@pytest.mark.parametrize("gone", [(), (0,), (1,)])
def test_de_chg_06_who_lost_his_rider_on_the_way_meets_nobody(gone: tuple[int, ...]) -> None:
    battle = two_riders(3.0)

    def rule(table: Any) -> bool:
        runners = [Runner(table, one, "trot") for one in battle.figures]
        for one in gone:
            runners[one].over = True
        return _ride_together(table, *runners)

    assert play(battle, rule).result is not bool(gone)


def test_de_host_29_every_lance_broken_on_the_tilt_is_counted() -> None:
    battle = two_riders(3.0)
    battle.lances_broken = {}
    one, two = battle.figures
    won = Jousted(0, "B", injury=False, unhorsed=False, lance_broken=True)
    for count in (1, 2):
        play(battle, lambda t: _suffer(t, one, two, won, "trot"))
        assert battle.lances_broken == {"a": count}


# -- defences and answers


def test_de_chg_17_who_kneels_pulls_nobody_down_and_the_sleeper_answers_nothing() -> None:
    for state, found in (
        ({}, ["nothing", "blow", "blow at steed", "pull", "hamstring"]),
        ({"posture": "kneeling"}, ["nothing", "blow", "blow at steed"]),
        ({"status": "down"}, ["nothing"]),
        ({"stun": 1}, ["nothing"]),
    ):
        battle = charged(**state)
        knight, sergeant = battle.figures
        assert replies(battle, sergeant, knight) == found


def test_de_chg_33_no_dodge_where_there_is_no_room() -> None:
    battle = charged()
    battle.things = [thing("wall", (15, 8.45, 25, 10))]
    offered = free_defences(battle, battle.figures[1])
    assert "DODGE_BACK" not in offered
    assert "WEAPON_PARRY" in offered


@pytest.mark.parametrize(
    ("defence", "guess"), [("WEAPON_PARRY", []), ("DODGE_LEFT", [("guess", "left")])]
)
def test_de_chg_33_only_a_dodge_is_guessed(defence: str, guess: list[Any]) -> None:
    battle = charged()
    answers = [
        ("charge_defence", defence),
        ("charge_reply", "blow"),
        ("charge_defence", "NONE"),
        ("charge_aim", "man"),
        *guess,
    ]
    rule = partial(pick, charger=battle.figures[0], target=battle.figures[1], side="left")
    made = play(battle, rule, [], answers).result
    assert made.guessed is bool(guess)


@pytest.mark.parametrize(
    ("state", "answers"),
    [({}, 1), ({"stun": 2}, 0), ({"status": "down"}, 0), ({"posture": "prone"}, 0)],
)
def test_de_chg_18_who_was_felled_by_the_first_blow_does_not_strike_second(
    state: dict[str, Any], answers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The better mount strikes first."""
    battle = two_riders(3.0)
    two = battle.figures[1]
    assert two.steed is not None
    two.steed.key = "mule"
    told: list[str] = []

    def fells(_table: Any, _made: Any) -> None:
        told.append("charger")
        for key, value in state.items():
            setattr(two, key, value)

    monkeypatch.setattr(exchange, "_charge_blow", fells)
    monkeypatch.setattr(exchange, "reply_blow", lambda _t, _m: told.append("target"))
    made = Pass(0, 1, "left", False, "NONE", "NONE", "man", "blow")
    play(battle, lambda table: strikes_of(table, made))
    assert told == ["charger", *["target"] * answers]


def test_de_chg_17_de_horse_14_a_cut_at_a_horse_in_passing_is_harder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(exchange, "hamstring", lambda *_, passing: asked.append(passing))
    battle = charged()
    made = Pass(0, 1, "left", False, "NONE", "NONE", "man", "hamstring")
    play(battle, lambda table: reply(table, made))
    assert asked == [True]


@pytest.mark.parametrize(("steed", "dodges"), [("", True), ("mule", False)])
def test_de_chg_33_nobody_dodges_aside_with_his_horse(steed: str, dodges: bool) -> None:
    battle = charged()
    if steed:
        battle.figures[1].steed = Steed(steed, 40, 40)
    made = Pass(0, 1, "left", False, "DODGE_BACK", "NONE", "man", "nothing")
    table = play(battle, lambda t: dodge_aside(t, made))
    assert bool(events_of(table, Dodged)) is dodges


# -- running on


def test_de_chg_12_a_steed_stumbles_over_another_as_over_one_that_crosses() -> None:
    """It falls: the rider is off, and the run is over."""
    battle = charged(y=40.0)
    battle.loose = [LooseSteed(0, "b", Steed("mule", 40, 40), 20.0, 9.0, 90.0)]

    def rule(table: Any) -> Runner:
        runner = Runner(table, battle.figures[0], "trot")
        runner.cross(battle.loose[0])
        return runner

    table = play(battle, rule, [1, 10, 1, 1, 99])
    rolled = [one.wish.needed for one in events_of(table, Rolled) if one.wish is not None]
    assert rolled[0] == stumble_chance(
        battle.tables, steed="great_horse", speed="trot", crossing_horse=True
    )
    assert table.result.over


def _giant(battle: Battle, weight: int) -> None:
    giant = battle.figures[1]
    more = weight - own_weight(battle, giant)
    giant.profile = msgspec.structs.replace(giant.profile, weight=giant.profile.weight + more)


@pytest.mark.parametrize(
    ("asleep", "weight", "bashed"), [(0, 1400, [1, 0]), (0, 1000, [1]), (5, 1400, [1])]
)
def test_de_chg_34_a_giant_awake_bashes_back(asleep: int, weight: int, bashed: list[int]) -> None:
    battle = charged(foe="giant", y=7.5, asleep=asleep)
    _giant(battle, weight)
    knight, giant = battle.figures
    made = Pass(0, 1, "left", False, "NONE", "NONE", "man", "nothing")
    table = play(battle, lambda t: Runner(t, knight, "trot").meet(giant, made), [100] * len(bashed))
    assert [one.target for one in events_of(table, Bashed)] == bashed


def test_de_chg_20_who_cannot_answer_a_steed_that_brushes_him_is_not_asked() -> None:
    battle = charged(stun=2)
    knight, sergeant = battle.figures
    play(battle, lambda t: Runner(t, knight, "trot").meet(sergeant, None), [100])


@pytest.mark.parametrize(
    ("speed", "motion"), [("walk", "ran"), ("trot", "ran"), ("gallop", "gallop")]
)
def test_de_chg_27_who_charged_ran_at_least(speed: str, motion: str) -> None:
    """Whatever its steed slowed to; the run is told from end to end."""
    battle = charged(y=40.0)
    knight = battle.figures[0]
    assert knight.steed is not None

    def rule(table: Any) -> None:
        runner = Runner(table, knight, "gallop")
        runner.steed.speed = speed  # type: ignore[assignment]
        runner.finish()

    table = play(battle, rule)
    assert knight.motion == motion
    (ran,) = events_of(table, Ran)
    assert ran.path == ((20.0, 5.0), (20.0, 18.0))


def test_de_chg_36_a_rider_put_to_sleep_or_out_has_lost_his_steed() -> None:
    battle = charged(y=40.0)
    knight = battle.figures[0]

    def rule(table: Any) -> bool:
        runner = Runner(table, knight, "trot")
        assert not runner.lost_rider()
        knight.status = "down"
        return runner.lost_rider()

    assert play(battle, rule).result is True


@pytest.mark.parametrize(
    ("hand", "unhorses", "strikes"),
    [("lance", False, [0, 1]), ("lance", True, [0]), ("broadsword", False, [0])],
)
def test_de_chg_07_de_chg_13_a_lance_strikes_before_the_other_weapon(
    hand: str, unhorses: bool, strikes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whom it unhorses does not strike; two with swords strike in one exchange."""
    battle = two_riders(3.0)
    one, two = battle.figures
    one.in_hand, two.in_hand = (hand,), ("broadsword",)
    told: list[int] = []

    def strike(_table: Any, made: Pass) -> bool:
        told.append(made.charger)
        if unhorses:
            two.steed = None
        return False

    monkeypatch.setattr(meeting, "strikes_of", strike)

    def rule(table: Any) -> None:
        meeting._pas_darmes(
            table, (Runner(table, one, "trot"), Runner(table, two, "trot")), crosses=False
        )

    ride(battle, rule, [])
    assert told == strikes


def test_de_chg_27_a_rider_pulled_from_the_saddle_before_a_wall_reins_in_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whom he took from behind answers at the end of the run."""
    battle = charged(y=40.0)
    knight = battle.figures[0]
    monkeypatch.setattr(running, "reply", lambda _t, _m: setattr(knight, "steed", None))
    made = Pass(0, 1, "left", True, "NONE", "NONE", "man", "pull")

    def rule(table: Any) -> None:
        runner = Runner(table, knight, "trot")
        runner.left, runner.pulled_up = 0.0, True
        runner.owed.append(made)
        runner.finish()

    play(battle, rule)
    assert knight.steed is None


@pytest.mark.parametrize(("unhorsed", "jousts"), [(True, [0]), (False, [0, 1])])
def test_de_chg_08_whom_the_better_mount_unhorsed_does_not_joust(
    unhorsed: bool, jousts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = two_riders(3.5)
    one, two = battle.figures
    assert two.steed is not None
    two.steed.key = "mule"
    fared = Jousted(0, "U", injury=False, unhorsed=unhorsed, lance_broken=False)
    monkeypatch.setattr(meeting, "joust", lambda *_, **__: fared)
    monkeypatch.setattr(meeting, "unhorse", lambda _t, foe, _at: setattr(foe, "steed", None))
    said = [("joust_aim", "SHIELD"), ("joust_guard", "STEADY")] * 2
    table = play(battle, lambda t: meeting.tilt(t, one, two), [], said)
    assert [told.figure for told in events_of(table, Told)] == jousts


def test_de_chg_03_a_charging_steed_says_how_far_it_may_slow_down() -> None:
    battle = arena(man("knight", "a", 20, 5, steed="great_horse", speed="charge"), phase="charges")
    told = paces(battle, battle.figures[0])
    assert {one.key: one.because and one.because.reason for one in told} == {
        "trot": "3 steps down, 2 allowed",
        "canter": None,
        "gallop": None,
        "charge": None,
    }
