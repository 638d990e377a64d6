"""Keeping clear of others: enemies by an inch, every base when a figure comes to stand."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.clauses import clause
from banneret.core.geometry import (
    TOLERANCE,
    Point,
    Rect,
    gap,
    gap_to_point,
    gap_to_segment,
    swept,
    within,
)
from banneret.rulesets.one_page_skirmish.ground import KEEP_OFF, across_obstacle
from banneret.rulesets.one_page_skirmish.state import on_table, seen_enemies

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.rulesets.one_page_skirmish.state import Battle, Figure

CLEAR: Final = KEEP_OFF - TOLERANCE  # exactly 1 inch is allowed, less is not (OP-MOVE-26)
_HALVINGS: Final = 24


def foes(battle: Battle, side: str) -> Sequence[Figure]:
    """The enemies a side has to keep off: revealed and not stunned (OP-MOVE-21)."""
    muster = battle.memo.muster
    key = ("foes", side)
    found: list[Figure] | None = muster.get(key)
    if found is None:
        found = muster[key] = [f for f in seen_enemies(battle, side) if f.stun < 0]
    return found


def hidden_foes(battle: Battle, side: str) -> Sequence[Figure]:
    """Enemies on the table that a side does not know of; the umpire's list, never a player's."""
    muster = battle.memo.muster
    key = ("hidden", side)
    found: list[Figure] | None = muster.get(key)
    if found is None:
        units = battle.units
        found = muster[key] = [
            f for f in on_table(battle) if f.side != side and units[f.unit].hidden
        ]
    return found


def gap_at_start(battle: Battle, figure: Figure) -> dict[int, float]:
    """How far the figure is from each enemy nearer than 1 inch."""
    known = battle.memo.known
    key = ("near", figure.id)
    found: dict[int, float] | None = known.get(key)
    if found is None:
        found = known[key] = {}
        base = figure.base
        for foe in foes(battle, figure.side):
            there = foe.base
            dx, dy = there.x - base.x, there.y - base.y
            reach = KEEP_OFF + base.radius + there.radius
            if dx * dx + dy * dy < reach * reach:
                apart = gap(base, there)
                if apart < CLEAR:
                    found[foe.id] = apart
    return found


@clause("OP-MOVE-16", "OP-MOVE-26")
def too_near_on_leg(battle: Battle, figure: Figure, p: Point, q: Point) -> Figure | None:
    """The enemy a plain leg would come within 1 inch of, the base facing along the leg.

    An enemy nearer than that at the start is left freely, but on no leg approached again.
    """
    base = figure.base
    beside = beside_leg(foes(battle, figure.side), base, p, q, KEEP_OFF)
    if not beside:
        return None
    lane = swept(base.width, base.depth, p, q, base.facing)
    for foe in beside:
        if gap(lane, foe.base) >= CLEAR:
            continue
        if foe.id not in gap_at_start(battle, figure):
            return foe
        allowed = min(gap_to_point(foe.base, p), KEEP_OFF + base.radius)
        if gap_to_segment(foe.base, p, q) < allowed - TOLERANCE:
            return foe
    return None


@clause("OP-CHARGE-17", "OP-MORALE-33")
def touched_on_leg(
    battle: Battle, figure: Figure, p: Point, q: Point, keep: float = 0.0
) -> Figure | None:
    """The enemy whose base a leg would touch, or come nearer than `keep` to."""
    base = figure.base
    beside = beside_leg(foes(battle, figure.side), base, p, q, keep + TOLERANCE)
    if beside:
        lane = swept(base.width, base.depth, p, q, base.facing)
        for foe in beside:
            if within(lane, foe.base, keep):
                return foe
    return None


def touching_nobody(battle: Battle, figure: Figure) -> Callable[[Point, Point], bool]:
    """Give the judge of many legs of one figure: whether a leg touches no enemy's base.

    As `touched_on_leg` has it; most legs are judged by the circles in and around the bases.
    """
    base = figure.base
    width, depth, turned = base.width, base.depth, base.facing
    marks = [
        (there.x, there.y, TOLERANCE + base.radius + there.radius, base.hw + there.inner, there)
        for foe in foes(battle, figure.side)
        for there in (foe.base,)
    ]

    def is_clear(p: Point, q: Point) -> bool:
        px, py = p
        dx, dy = q[0] - px, q[1] - py
        long = sqrt(dx * dx + dy * dy)
        ux, uy = (dx / long, dy / long) if long > 0.0 else (0.0, 0.0)
        lane: Rect | None = None
        for x, y, reach, sure, there in marks:
            ox = x - px
            oy = y - py
            across = ox * uy - oy * ux
            if across >= reach or across <= -reach:
                continue
            t = ox * ux + oy * uy
            if t > 0.0:
                if t > long:
                    t = long
                ox -= ux * t
                oy -= uy * t
            far = ox * ox + oy * oy
            if far >= reach * reach:
                continue
            if far < sure * sure:
                return False
            if lane is None:
                lane = swept(width, depth, p, q, turned)
            if within(lane, there, 0.0):
                return False
        return True

    return is_clear


def beside_leg(
    others: Sequence[Figure], base: Rect, p: Point, q: Point, inches: float
) -> list[Figure]:
    """Those whose bases might be nearer to the leg than that, by the circles around them."""
    px, py = p
    dx, dy = q[0] - px, q[1] - py
    long = sqrt(dx * dx + dy * dy)
    ux, uy = (dx / long, dy / long) if long > 0.0 else (0.0, 0.0)
    around = inches + base.radius
    found: list[Figure] = []
    for other in others:
        there = other.base
        ox = there.x - px
        oy = there.y - py
        reach = around + there.radius
        if not -reach < ox * uy - oy * ux < reach:  # aside of the whole line
            continue
        t = ox * ux + oy * uy
        if t > 0.0:
            if t > long:
                t = long
            ox -= ux * t
            oy -= uy * t
        if ox * ox + oy * oy < reach * reach:
            found.append(other)
    return found


@clause("OP-MOVE-21", "OP-MOVE-26")
def too_near(battle: Battle, figure: Figure, base: Rect) -> Figure | None:
    """The enemy a figure would stand too near to: within 1 inch, or nearer still than it was."""
    x, y, around = base.x, base.y, KEEP_OFF + base.radius
    for foe in foes(battle, figure.side):
        there = foe.base
        dx, dy = there.x - x, there.y - y
        reach = around + there.radius
        if dx * dx + dy * dy < reach * reach:
            apart = gap(base, there)
            if apart < CLEAR:
                start = gap_at_start(battle, figure).get(foe.id)
                if (
                    start is None
                    or apart < start - TOLERANCE
                    or comes_against(battle, figure, base, foe)
                ):
                    return foe
    return None


@clause("OP-CHARGE-01", "OP-CHARGE-16")
def comes_against(battle: Battle, figure: Figure, base: Rect, foe: Figure) -> bool:
    """Whether a figure would come into contact with an enemy over an obstacle he did not touch."""
    return across_obstacle(battle, base, foe.base, (figure.id,)) and not across_obstacle(
        battle, figure.base, foe.base
    )


def stop_short(
    figure: Figure, p: Point, q: Point, others: Sequence[Figure], inches: float
) -> tuple[float, Figure] | None:
    """The fraction of a leg at which the base first comes nearer than that to one of them."""
    base = figure.base
    best: tuple[float, Figure] | None = None
    for other in beside_leg(others, base, p, q, inches):
        whole = swept(base.width, base.depth, p, q, base.facing)
        if gap(whole, other.base) >= inches - TOLERANCE:
            continue
        t = _first_nearer(
            swept(base.width, base.depth, p, p, whole.facing), p, q, other.base, inches
        )
        if best is None or t < best[0]:
            best = (t, other)
    return best


def _first_nearer(base: Rect, p: Point, q: Point, other: Rect, inches: float) -> float:
    """Where along the leg the gap falls below the inches; it has a single lowest point."""

    def apart(t: float) -> float:
        x, y = p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t
        return gap(Rect(x, y, base.facing, base.width, base.depth), other)

    if apart(0.0) < inches - TOLERANCE:
        return 0.0
    low, high = 0.0, 1.0
    while high - low > 1e-4 and apart(low + (high - low) * 0.5) >= inches:
        a, b = low + (high - low) * 0.4, low + (high - low) * 0.6
        if apart(a) <= apart(b):
            high = b
        else:
            low = a
    near, far = low + (high - low) * 0.5, 0.0
    for _ in range(_HALVINGS):
        middle = (near + far) * 0.5
        if apart(middle) >= inches:
            far = middle
        else:
            near = middle
    return far
