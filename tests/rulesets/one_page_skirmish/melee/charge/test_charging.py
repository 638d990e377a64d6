"""Charging on the table: whom, the tests, contact or short of it (section CHARGE)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.core.play.events import Chose, Rolled
from banneret.core.questions.choices import Choice
from banneret.rulesets.one_page_skirmish.basics.state import (
    ROUTING,
    SHAKEN,
    STEADY,
    is_engaged,
    touching_enemies,
)
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.screen.events import Moved, Shot, Stayed
from banneret.rulesets.one_page_skirmish.screen.events import Tested as TakenTest
from banneret.tabletop.shapes.measuring import gap
from rulesets.one_page_skirmish.charges import LINE, SURE, purposes, result, rush, shift
from rulesets.one_page_skirmish.field import field, man, men, play, questions_of, unit
from rulesets.scripting import events_of, first

# -- whom


def test_op_charge_01_only_a_charge_begins_a_melee() -> None:
    """A plain move cannot end in contact; a charge rolls the extra die and can."""
    with pytest.raises(IllegalAnswer):
        play(
            field(LINE),
            moving.move,
            unit(field(LINE), "men"),
            dice=[6, 6],
            answers=[["move", [[10, 17]], 0]],
        )
    battle = field(LINE)
    table = rush(battle, [5, 2, 2, 3])
    assert result(table) == "contact"
    assert is_engaged(battle, man(battle, "men"))


def test_op_charge_02_eighteen_inches() -> None:
    """Foot at 18.0 may declare, at 18.1 may not; mounted to 24; a wound takes one off."""
    for gap_inches, words, allowed in (
        (18.0, "", True),
        (18.1, "", False),
        (24.0, "mounted", True),
        (24.1, "mounted", False),
        (17.5, "0.hits=1", False),
    ):
        half = 1.0 if words == "mounted" else 0.5
        y = 2 + half + gap_inches + 0.5
        battle = field(f"a men: x3 {words} 10,2 12,2 14,2 | b foe: x3 10,{y:.3f} 30,35 32,35")
        no = charging.refusal(battle, unit(battle, "men"))
        assert (no is None) is allowed, (gap_inches, words, no)


def test_op_charge_02_must_be_seen() -> None:
    """An unseen group cannot be named, nor one wholly stunned, nor by a restricted unit."""
    battle = field(LINE, "building: 2,12..25,15")
    no = charging.target_refusal(battle, unit(battle, "men"), unit(battle, "foe").id)
    assert no is not None
    assert "sees" in no.reason
    stunned = field(LINE + " 0.stun=1 1.stun=1 2.stun=1")
    assert charging.refusal(stunned, unit(stunned, "men")) is not None
    assert charging.targets(stunned, unit(stunned, "men")) == []
    shaken = field(LINE.replace(SURE, "shaken"))
    assert charging.refusal(shaken, unit(shaken, "men")) is not None
    engaged = field(LINE + " | b near: 13,11 x1")
    no = charging.refusal(engaged, unit(engaged, "men"))
    assert no is not None
    assert no.clause == "OP-CHARGE-02"
    for words, seen in (("", True), ("2.stun=1", False)):  # the third man alone sees past the house
        house = field(
            f"a men: x3 10,10 11.5,10 20,10 {words} | b foe: x3 10,18 11.5,18 13,18",
            "building: 8,12..13,15",
        )
        assert (charging.refusal(house, unit(house, "men")) is None) is seen


def test_op_charge_02_by_the_cheapest_way() -> None:
    """A target behind a long wall is in reach only by what the way round or over costs."""
    wall = "wall: 0,14 30,14"
    battle = field("a men: x3 10,10 | b foe: x3 10,25 12,25 14,25", wall)
    assert charging.refusal(battle, unit(battle, "men")) is None  # 14 and 3 for the wall
    battle = field("a men: x3 10,10 | b foe: x3 10,26.1 12,27 14,27", wall)
    assert charging.refusal(battle, unit(battle, "men")) is not None
    riders = field("a men: x3 mounted 10,10 | b foe: x3 10,20 12,20 14,20", wall)
    assert charging.refusal(riders, unit(riders, "men")) is not None
    gate = field(
        "a men: x3 mounted 10,10 | b foe: x3 10,20 12,20 14,20",
        "wall: 0,14 12,14 | wall: 16,14 30,14",
    )
    assert charging.refusal(gate, unit(gate, "men")) is None


def test_op_charge_02_the_target_is_asked() -> None:
    """Without a named target its owner is asked, and what cannot be charged says why."""
    battle = field(LINE + " | b far: x3 40,30 42,30 44,30")

    def choose(choice: Choice[Any]) -> Any:
        refused = {o.key for o in choice.options() if o.because}  # type: ignore[attr-defined]
        assert refused == {unit(battle, "far").id}
        return unit(battle, "foe").id

    play(
        battle,
        charging.charge,
        unit(battle, "men"),
        dice=[5, 2, 2, 3],
        answers=[("action.target", choose), first, first],
    )


# -- tests


def test_op_charge_11_op_charge_09_order_of_a_charge() -> None:
    """Both tests, the defender's retreat, the way, the dice, the leader and then his followers."""
    battle = field(LINE.replace(SURE, ""))
    table = rush(battle, [1, 9, 1, 1, 6, 6, 6], first, first, first)
    told = [
        told.event.key if isinstance(told.event, Chose) else type(told.event).__name__
        for told in table.events
    ]
    assert told == [
        *("ChargeDeclared", "Rolled", "Tested", "Rolled", "Tested", "StatusChanged"),
        *("Rolled", "Moved", "retreat.place", "Placed"),
        *("charge.way", "Rolled", "Moved", "followers.place", "Placed", "ChargeEnded"),
    ]
    assert [t.cause for t in events_of(table, TakenTest)] == ["charging", "charged"]


def test_op_charge_03_06_11_order_of_the_dice() -> None:
    """Attacker's d10, defender's d10, retreat dice, charge dice, in that order."""
    battle = field(LINE.replace(SURE, ""), "woods: 2,22..30,30")
    table = rush(battle, [5, 10, 2, 4, 6, 6, 5], first, first, first)
    assert purposes(table) == ["morale", "morale", "retreat", "charge"]
    assert [t.cause for t in events_of(table, TakenTest)] == ["charging", "charged"]


def test_op_charge_04_spared_by_an_earlier_success() -> None:
    """Passed in the Morale phase: the first die rolled is the defender's."""
    table = rush(field(LINE), [5, 2, 2, 3])
    assert [t.cause for t in events_of(table, TakenTest)] == ["charged"]
    for words, shown in ((LINE, {"contact"}), (LINE.replace(SURE, ""), {"dares", "reaches"})):
        battle = field(words)
        odds = charging.odds_of(battle, unit(battle, "men"), unit(battle, "foe").id)
        assert set(odds) == {"contact", *shown}


@pytest.mark.parametrize(
    ("words", "dice", "reaches"), [("", [2, 2, 3], "49/54"), ("mounted", [2, 2, 3, 1], "427/432")]
)
def test_op_move_04_a_charge_throws_one_die_more(words: str, dice: list[int], reaches: str) -> None:
    """Three on foot and four on horse, in the charge itself and in the chances shown for it."""
    battle = field(f"a men: {words} x3 10,10 12,10 14,10 | b foe: x3 10,18 12,18 14,18")
    odds = charging.odds_of(battle, unit(battle, "men"), unit(battle, "foe").id)
    assert odds["reaches"] == reaches
    table = rush(battle, [1, 5, *dice])
    assert len(events_of(table, Rolled)[-1].faces) == len(dice)


def test_op_charge_05_attackers_nerve_fails() -> None:
    """Failed by 1-2: shaken, its action still open; by 3 or more: it runs now."""
    battle = field(LINE.replace(SURE, ""))
    table = rush(battle, [10], ())
    assert result(table) == "no_charge"
    assert unit(battle, "men").status == SHAKEN
    assert not unit(battle, "men").acted
    battle = field(LINE.replace(SURE, "figures_lost=3"))
    rush(battle, [10, 2, 3], first)
    assert unit(battle, "men").status == ROUTING
    assert unit(battle, "men").acted
    assert man(battle, "men").base.y == 5


def test_op_charge_07_tests_for_every_charge() -> None:
    """Two groups charge the same group: two defender tests; by option only one."""
    units = LINE + f" | a more: x3 16,10 17.5,10 19,10 {SURE}"
    battle = field(units)
    rush(battle, [5, 2, 2, 3])
    table = rush(battle, [5, 6, 6, 6], key="more")
    assert len(events_of(table, TakenTest)) == 1
    battle = field(units, defender_retest="once_per_turn")
    rush(battle, [5, 2, 2, 3])
    table = rush(battle, [6, 6, 6], key="more")
    assert events_of(table, TakenTest) == []


def test_op_charge_08_passing_steadies() -> None:
    """A routing unit that passes when charged stands and is steady."""
    battle = field(LINE + " routing")
    rush(battle, [5, 2, 2, 3])
    assert unit(battle, "foe").status == STEADY
    assert man(battle, "foe").base.y == 18


def test_op_charge_09_back_to_cover_before_the_chargers_move() -> None:
    """In the open with cover 4 inches behind: moves up to 4 back, shaken; in woods: stays."""
    battle = field(LINE, "woods: 2,22..30,30")
    table = rush(battle, [10, 6, 6, 1, 1, 1], first, first, first)
    assert 22.0 <= man(battle, "foe").base.y < 22.1
    assert unit(battle, "foe").status == SHAKEN
    assert [m.how for m in events_of(table, Moved)] == ["retreat", "charge"]
    battle = field(LINE, "woods: 2,17..30,30")
    table = rush(battle, [10, 6, 5, 1])
    assert events_of(table, Stayed)[0].why == "in_cover"
    assert unit(battle, "foe").status == SHAKEN
    assert result(table) == "contact"


def test_op_charge_10_19_rout_is_caught() -> None:
    """The rout move comes before the charge dice; caught, the unit is simply in contact."""
    battle = field(LINE + " peasant figures_lost=2")
    table = rush(battle, [9, 1, 2, 4, 4, 3], first, first, first)
    assert purposes(table) == ["morale", "retreat", "charge"]
    assert unit(battle, "foe").status == ROUTING
    assert result(table) == "contact"


# -- the charge itself


def test_op_charge_12_leader_must_reach() -> None:
    """The leader reaches contact with distance 7 on a roll of 7; not on 6."""
    assert result(rush(field(LINE), [5, 2, 2, 3])) == "contact"
    battle = field(LINE)
    assert result(rush(battle, [5, 2, 2, 2])) == "short"
    assert not any(is_engaged(battle, f) for f in men(battle, "men"))


def test_op_charge_12_three_to_one() -> None:
    """Nobody may be placed against a figure that already has three enemies in contact."""
    battle = field(
        f"a men: x5 10,10 11.5,10 13,10 8.5,10 7,10 {SURE} | b foe: x3 10,18 24,24 26,24"
    )
    rush(battle, [5, 6, 6, 6])
    assert len(touching_enemies(battle, man(battle, "foe"))) == 3
    battle = field(
        f"a men: x5 10,10 11.5,10 13,10 8.5,10 7,10 {SURE} | b foe: x3 10,18 24,24 26,24"
    )
    crowd = shift(f1=(11, 18), f2=(9, 18), f3=(11, 17), f4=(9, 17))
    with pytest.raises(IllegalAnswer) as no:
        rush(battle, [5, 6, 6, 6], first, crowd)
    assert no.value.clause == "OP-CHARGE-12"


def test_op_charge_13_short_stops_an_inch_off() -> None:
    """Roll 6, distance 7: he moves the whole of it but stops 1 inch away; nobody fights."""
    battle = field(LINE)
    rush(battle, [5, 2, 2, 2])
    assert man(battle, "men").base.y == pytest.approx(16.0, abs=0.01)
    leader, foe = man(battle, "men").base, man(battle, "foe").base
    assert gap(leader, foe) >= 0.999
    battle = field(LINE)
    rush(battle, [5, 1, 1, 2])
    assert man(battle, "men").base.y == 14.0


def test_op_charge_20_no_free_shot() -> None:
    """Standing to receive a charge asks the defender nothing."""
    battle = field(LINE.replace("b foe: x3", "b foe: x3 longbow"))
    table = rush(battle, [5, 2, 2, 3])
    assert set(questions_of(table)) == {"charge.way", "followers.place"}
    assert events_of(table, Shot) == []


def test_op_charge_22_no_declining_by_default() -> None:
    """No choice is offered to the defender before his test."""
    assert "decline" not in questions_of(rush(field(LINE), [5, 2, 2, 3]))


@pytest.mark.parametrize("foe", ["x3 10,18", "x3 10,18 routing", "x1 10,18", "knight 10,18"])
def test_op_charge_06_whoever_is_charged_tests(foe: str) -> None:
    """A group, a routing one, a single man and a lone Knight each throw a die before the charge."""
    battle = field(f"a men: x1 10,10 {SURE} | b foe: {foe}")
    table = rush(battle, [1, 6, 6, 6], first)
    assert purposes(table) == ["morale", "charge"]
    (tested,) = events_of(table, TakenTest)
    assert (tested.unit, tested.cause) == (unit(battle, "foe").id, "charged")
    assert unit(battle, "foe").status == STEADY
