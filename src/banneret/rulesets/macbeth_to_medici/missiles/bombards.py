"""A bombard's shot: one plus die, one minus die, and perhaps the gun itself (MM-GUN)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.chance.draws import D6, Opposed
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import EXPLODES_AT, PASS, Die, Experience, Morale
from ..command.control import PASS_FIRST, Prefer, judge, tests_as
from ..command.dice import Situation, TestDice, least_of, sides_of

Count = Annotated[int, Meta(ge=0, le=99)]


class Shot(msgspec.Struct, frozen=True, gc=False):
    """How a shot fell."""

    value: int
    outcome: Literal["hit", "test", "miss", "explosion"]
    radius: int | None = None

    @property
    def phantom(self) -> int:
        """Extra hits for the target's test alone."""
        return self.value if self.outcome == "test" else 0


class ShotSituation(Situation, frozen=True, kw_only=True):
    """The gun's experience."""

    experience: Experience


@clause("MM-GUN-08", "MM-GUN-10", "MM-GUN-12", "MM-GUN-13", "MM-GUN-14")
def shot_of(value: int, experience: str) -> tuple[str, bool]:
    """What a firing value means, and whether the gun explodes."""
    if value == 0:
        return "hit", False
    if value > 0:
        return "test", False
    explodes = value <= EXPLODES_AT[experience]
    return "explosion" if explodes else "miss", explodes


@clause("MM-GUN-08", "MM-GUN-09", "MM-GUN-14", "MM-UNIT-40", "MM-GUN-21")
def roll_shot(table: Table[Any], experience: str, side: str | None = None) -> Shot:
    """2d6, plus less minus, whatever the gunners' own die; no armour counts."""
    value = table.roll(Opposed("bombard", 6), side=side)
    outcome, explodes = shot_of(value, experience)
    radius = table.roll(D6("explosion radius"), side=side) if explodes else None
    return Shot(value, outcome, radius)  # type: ignore[arg-type]


@procedure("bombard_shot", ShotSituation, "A bombard's shot.")
@clause("MM-GUN-18")
def bombard_shot(table: Table[Any], given: ShotSituation) -> Ruled:
    """A hit, a test, a miss, or an explosion."""
    shot = roll_shot(table, given.experience)
    return Ruled(
        {
            "value": shot.value,
            "outcome": shot.outcome,
            "hits": int(shot.outcome == "hit"),
            "phantom": shot.phantom,
            "radius": shot.radius,
            "test": shot.outcome == "test",
            "marks_target": shot.outcome != "explosion",
            "steps": [f"firing value {shot.value:+d}: {shot.outcome}"],
        }
    )


class AtTarget(Situation, frozen=True, kw_only=True):
    """A gun and its target."""

    gun: Experience
    experience: Experience
    die: Die = "d6"
    morale: Morale = "steady"
    hits: Count = 0
    elements: Annotated[int, Meta(ge=1, le=99)] = 8
    leadership: int | None = None
    prefer: Prefer = PASS_FIRST
    steady_failure: Literal["none", "unformed"] = "none"


@procedure("bombard_at_target", AtTarget, "A bombard's shot and the target's control test.")
@clause("MM-GUN-11", "MM-GUN-12", "MM-CONTROL-09", "MM-CONTROL-10")
def bombard_at_target(table: Table[Any], given: AtTarget) -> Ruled:
    """Phantom hits count in the test and cost no elements."""
    shot = roll_shot(table, given.gun)
    hits = given.hits + (shot.outcome == "hit")
    morale = tests_as(given.experience, given.morale, hits)
    result, unformed, left = None, False, given.elements
    if shot.outcome == "test" and given.morale != "broken":
        result, unformed, left, morale = _shaken(table, given, shot, morale)
    return Ruled(
        {
            "outcome": shot.outcome,
            "hits": hits,
            "result": result,
            "morale": morale if left else "lost",
            "elements": left,
            "unformed": unformed,
            "radius": shot.radius,
            "steps": [f"firing value {shot.value:+d}: {shot.outcome}"],
        }
    )


def _shaken(
    table: Table[Any], given: AtTarget, shot: Shot, morale: str
) -> tuple[str, bool, int, str]:
    draw = TestDice(
        "control",
        sides_of(given.die),
        PASS[given.experience],
        given.leadership,
        "best",
        given.prefer,
        True,
    )
    result = table.roll(draw).result
    tested_as = tests_as(given.experience, given.morale, given.hits, shot.phantom)
    after = judge(
        "compulsory", result, morale, tested_as, given.hits, steady_failure=given.steady_failure
    )
    left = given.elements - least_of(given.elements, after.for_hits)
    return result, after.unformed, left, after.morale
