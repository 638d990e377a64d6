"""The control test: two dice in a band; above it too bold, below it too timid (MM-CONTROL)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.chance.odds import weigh
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.state import BROKEN, ERRATIC, IMPETUOUS, STEADY
from ..basics.tables import BONUS, CONTROL, PASS, Die, Experience, Morale
from .dice import Led, OneAndLeader, Situation, TestDice, Tested, least_of, one_die, sides_of

if TYPE_CHECKING:
    from collections.abc import Sequence

Count = Annotated[int, Meta(ge=0, le=99)]
Kind = Literal["compulsory", "charge", "stand", "evade", "feign", "pursue"]
Prefer = tuple[Literal["pass", "up", "down"], ...]

PASS_FIRST: Prefer = ("pass", "up", "down")


class ControlSituation(Led, frozen=True, kw_only=True):
    """A unit that tests, and why."""

    experience: Experience
    die: Die = "d6"
    kind: Kind = "compulsory"
    morale: Morale = "steady"
    hits: Count = 0
    phantom: Count = 0
    elements: Annotated[int, Meta(ge=1, le=99)] = 8
    prefer: Prefer = PASS_FIRST
    may_evade: bool = False
    stand_choice: Literal["evade", "stand"] = "evade"
    steady_failure: Literal["none", "unformed"] = "none"
    leadership_before_roll: bool = False


class Outcome(msgspec.Struct, gc=False):
    """What a test does to a unit, before any die of elements."""

    tested_as: str
    morale: str
    action: str = "none"
    unformed: bool = False
    for_hits: int = 0  # elements that go because it entered a state
    die_of_elements: bool = False


@clause("MM-CONTROL-06", "MM-UNIT-13", "MM-UNIT-16", "MM-CONTROL-09")
def tests_as(experience: str, morale: str, hits: int, phantom: int = 0) -> str:
    """The state a unit tests in: a Steady one over its limit, phantom hits counted, is Erratic."""
    if morale == STEADY and hits + phantom > BONUS[experience]:
        return ERRATIC
    return morale


@clause("MM-CONTROL-07", "MM-UNIT-14", "MM-UNIT-15", "MM-CONTROL-14", "MM-UNIT-18")
def state_after(tested_as: str, result: str) -> str | None:
    """The state a failure brings on; None: none."""
    if result == "pass" or tested_as in (STEADY, BROKEN):
        return None
    if result == "down":
        return BROKEN
    return IMPETUOUS if tested_as == ERRATIC else None


@clause("MM-CONTROL-08", "MM-CONTROL-16", "MM-CONTROL-20", "MM-CONTROL-22")
def judge(
    kind: str,
    result: str,
    morale: str,
    tested_as: str,
    hits: int,
    *,
    may_evade: bool = False,
    stand_choice: str = "evade",
    steady_failure: str = "none",
) -> Outcome:
    """What follows from a result; where state and test collide the new state wins."""
    found = Outcome(tested_as, morale)
    if kind == "feign":
        return _feigned(found, result, hits)
    new = state_after(tested_as, result)
    if kind != "compulsory":
        _intended(found, kind, result, may_evade=may_evade, stand_choice=stand_choice)
    elif result != "pass" and tested_as == STEADY and steady_failure == "unformed":
        found.unformed = True
    if new is not None:
        _enter(found, new, kind, hits, may_evade=may_evade)
    return found


@clause("MM-CONTROL-16", "MM-CHARGE-04", "MM-CHARGE-06", "MM-CHARGE-08", "MM-CONTROL-17")
def _intended(
    found: Outcome, kind: str, result: str, *, may_evade: bool, stand_choice: str
) -> None:
    """Charge, stand, evade and pursue: what each result does."""
    key = result
    if kind == "stand" and result == "down":
        key = "down_evade" if may_evade and stand_choice == "evade" else "down_stand"
    row = CONTROL[kind][key]
    found.action = row["action"]
    found.unformed = row["unformed"]
    found.die_of_elements = row["elements_die"]


@clause("MM-CONTROL-11", "MM-CONTROL-12", "MM-CONTROL-20", "MM-CHARGE-25", "MM-CONTROL-10")
def _enter(found: Outcome, new: str, kind: str, hits: int, *, may_evade: bool) -> None:
    """Become Impetuous or Broken: elements for true hits, and the action of that state."""
    if new == found.morale:
        return
    found.morale = new
    found.for_hits = hits
    if new == BROKEN:
        found.unformed = True
        found.action = "rout"
        found.die_of_elements = kind == "evade" or (kind == "stand" and not may_evade)
    else:
        found.die_of_elements = False
        if kind in ("charge", "stand", "evade"):
            found.action = "charge"


@clause("MM-CONTROL-18", "MM-CONTROL-19", "MM-CHARGE-10")
def _feigned(found: Outcome, result: str, hits: int) -> Outcome:
    """A feigned retreat: passed it costs nothing, up it really breaks, down it disperses."""
    row = CONTROL["feign"][result]
    found.action = row["action"]
    if result == "up":
        found.morale = BROKEN
        found.unformed = True
        found.for_hits = hits
    elif result == "down":
        found.morale = "lost"
    return found


@procedure("control_test", ControlSituation, "A control test of a unit, of any kind.")
@clause("MM-CONTROL-01", "MM-CONTROL-21")
def control_test(table: Table[Any], given: ControlSituation) -> Ruled:
    """Two dice, Leadership for one of them, and what follows."""
    tested = roll_test(table, given)
    morale = tests_as(given.experience, given.morale, given.hits)
    tested_as = tests_as(given.experience, given.morale, given.hits, given.phantom)
    found = judge(
        given.kind,
        tested.result,
        morale,
        tested_as,
        given.hits,
        may_evade=given.may_evade,
        stand_choice=given.stand_choice,
        steady_failure=given.steady_failure,
    )
    return _written(table, given, tested, found)


def _written(table: Table[Any], given: ControlSituation, tested: Tested, found: Outcome) -> Ruled:
    left = (
        0 if found.morale == "lost" else given.elements - least_of(given.elements, found.for_hits)
    )
    if found.die_of_elements and left:
        left -= least_of(left, table.roll(one_die("die of elements", given.die)))
    low, high = PASS[given.experience]
    return Ruled(
        {
            "total": tested.total,
            "result": tested.result,
            "use": tested.use,
            "tested_as": found.tested_as,
            "morale": found.morale if left else "lost",
            "hits": given.hits,
            "elements": left,
            "elements_lost": given.elements - left,
            "unformed": found.unformed,
            "action": found.action if left or found.action == "disperse" else "none",
            "steps": [
                f"{given.experience} passes on {low} to {high}: {tested.total} is {tested.result}",
                f"tested as {found.tested_as}: {found.morale}, {found.action}",
            ],
        }
    )


def roll_test(table: Table[Any], given: ControlSituation) -> Tested:
    """Roll the two dice, or the one beside Leadership that stood in before."""
    band, sides = PASS[given.experience], sides_of(given.die)
    leadership = given.leadership
    if given.leadership_before_roll and leadership is not None and _stands_in(given, band, sides):
        return table.roll(OneAndLeader("control", sides, band, leadership))
    after = None if given.leadership_before_roll else leadership
    return table.roll(TestDice("control", sides, band, after, given.lead_use, given.prefer))


@clause("MM-CONTROL-21")
def _stands_in(given: ControlSituation, band: tuple[int, int], sides: int) -> bool:
    """Whether Leadership stands in before the roll: if that makes its owner's wish likelier."""
    if given.lead_use != "best":
        return given.lead_use != "none"
    assert given.leadership is not None
    wish = given.prefer[0]
    with_leader = _chance(OneAndLeader("control", sides, band, given.leadership), wish)
    without = _chance(TestDice("control", sides, band, None, "none", given.prefer), wish)
    return with_leader > without


def _chance(draw: OneAndLeader | TestDice, wish: str) -> float:
    listed: Sequence[tuple[tuple[int, ...], int]] = draw.outcomes()
    good = sum([ways for faces, ways in listed if draw.read(faces).result == wish])
    return good / sum([ways for _, ways in listed])


def bands(experience: str, die: str, leadership: int | None) -> dict[str, float]:
    """The chances to pass, roll up and roll down, Leadership used to pass if it can."""
    found = {"pass": 0.0, "up": 0.0, "down": 0.0}
    draw = TestDice(
        "control", sides_of(die), PASS[experience], leadership, "best", PASS_FIRST, True
    )
    listed = weigh(lambda dice: draw.read(dice.throw(draw)).result)
    total = sum([weight for _, weight in listed])
    for result, weight in listed:
        found[result] += weight / total
    return found


__all__ = ["Situation", "bands", "control_test", "judge", "roll_test", "state_after", "tests_as"]
