"""Charging by option, and with a Knight who goes along (OP-OPT-03, 10, 17, OP-ACT-14)."""

from __future__ import annotations

from typing import Any

from banneret.core.play.events import Rolled
from banneret.core.questions.choices import Choice, Pick
from banneret.rulesets.one_page_skirmish.basics.state import SHAKEN, STEADY
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.screen.events import Declined, Shot
from banneret.rulesets.one_page_skirmish.screen.events import Tested as TakenTest
from banneret.rulesets.one_page_skirmish.screen.pointing import subjects
from rulesets.one_page_skirmish.charges import LINE, SURE, purposes, result, rush
from rulesets.one_page_skirmish.field import field, man, unit
from rulesets.scripting import events_of, first


def test_op_act_14_success_is_the_knights_too() -> None:
    """If the group tests and passes the success is his; if it fails he has not acted."""
    units = "a sir: knight 8,10 | " + LINE.replace(SURE, "")
    battle = field(units)
    rush(battle, [5, 5, 2, 2, 3], "go", -1, first, first)
    assert unit(battle, "sir").acted
    assert unit(battle, "sir").passed_this_turn
    battle = field(units)
    rush(battle, [10], "go", -1)
    assert not unit(battle, "sir").acted
    assert unit(battle, "sir").status == STEADY


def test_op_opt_03_foot_charge_with_two_dice() -> None:
    """Only a mounted charge adds a die; foot reach 12."""
    battle = field(LINE, charge_die="horse_only")
    table = rush(battle, [5, 4, 3])
    assert len(events_of(table, Rolled)[-1].faces) == 2
    far = field("a men: x3 10,5 | b foe: x3 10,18.1 12,19 14,19", charge_die="horse_only")
    assert charging.refusal(far, unit(far, "men")) is not None


def test_op_opt_10_stand_and_shoot() -> None:
    """The owner is asked; shots are resolved before the charge dice."""
    battle = field(LINE.replace("b foe: x3", "b foe: x3 longbow"), shaken_reaction="choose")
    mark = man(battle, "men", 1).id
    other = man(battle, "men", 2).id
    shots = [first, ("figure.target", mark), first, ("figure.target", other), other]
    table = rush(battle, [10, 1, 1, 1, 2, 2, 3], ("react", "shoot"), *shots, first, first)
    assert len(events_of(table, Shot)) == 3
    assert purposes(table)[-1] == "charge"
    assert unit(battle, "foe").status == SHAKEN
    assert man(battle, "foe").base.y == 18


def test_op_opt_10_shooting_the_leader_ends_the_charge() -> None:
    """If the shots leave no leader able to lead, the charge ends there and its action is spent."""
    battle = field(
        LINE.replace("b foe: x3", "b foe: x3 longbow").replace(SURE, f"{SURE} 0.hits=1"),
        shaken_reaction="choose",
    )
    leader = man(battle, "men").id
    second, third = man(battle, "men", 1).id, man(battle, "men", 2).id
    answers = [("react", "shoot"), first, leader, first, second, third]
    table = rush(battle, [10, 9, 1, 1], *answers)
    assert result(table) == "no_charge"
    assert unit(battle, "men").acted


def test_op_opt_10_the_owner_names_each_shooter_and_sees_his_odds() -> None:
    """Shots use all normal rules: who shoots next is his choice (OP-SHOOT-19), and its chances."""
    battle = field(LINE.replace("b foe: x3", "b foe: x3 longbow"), shaken_reaction="choose")
    last, mark = man(battle, "foe", 2), man(battle, "men", 1)
    seen: list[str] = []

    def aim(choice: Choice[Any]) -> int:
        assert isinstance(choice, Pick)
        assert subjects(battle, choice) == (last.id,)
        option = next(one for one in choice.options() if one.key == mark.id)
        seen.append((option.odds or {})["killed"])
        return mark.id

    order = [("react.shooter", last.id), ("figure.target", aim), first, first, first]
    table = rush(battle, [10, 1, 1, 1, 2, 2, 3], ("react", "shoot"), *order, first, first)
    assert events_of(table, Shot)[0].shooter == last.id
    assert seen == ["3/10"]


def test_op_act_14_the_odds_of_a_way_are_those_of_the_dice_to_come() -> None:
    """A Knight on foot slows the riders he goes along with, and their previews know it."""
    battle = field(
        f"a men: x3 mounted 10,8 12,8 14,8 {SURE} | a sir: knight 8,8 | b foe: x3 10,19 12,19 14,19"
    )
    seen: list[Any] = []

    def way(choice: Choice[Any]) -> Any:
        assert choice.foresee is not None
        chosen = choice.ideas()[0]
        seen.append(choice.foresee(chosen))
        return chosen

    table = rush(battle, [1, 4, 4, 4], ("go_along", "go"), ("charge.way", way), first)
    assert len(events_of(table, Rolled)[-1].faces) == 3
    assert seen[0].price == 9.5
    assert seen[0].odds == {"reaches": "5/8", "short": "3/8"}


def test_op_opt_17_declining() -> None:
    """Declining rolls retreat dice but no morale die, and shakes; the casualty mark stays."""
    battle = field(
        LINE + " casualties_since_test=true", "woods: 2,22..30,30", receive_charge="may_decline"
    )
    table = rush(battle, [6, 6, 1, 1, 1], ("decline", "decline"), first, first, first)
    assert len(events_of(table, Declined)) == 1
    assert events_of(table, TakenTest) == []
    assert unit(battle, "foe").status == SHAKEN
    assert unit(battle, "foe").casualties_since_test
    assert purposes(table) == ["retreat", "charge"]
