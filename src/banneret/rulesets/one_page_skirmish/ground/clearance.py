"""Keeping clear of others: enemies by an inch, every base when a figure comes to stand."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.ground.pieces import box_of
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    Rect,
    distance_point_segment,
    gap,
    gap_to_point,
    gap_to_segment,
    nearer,
    swept,
    within,
)

from ..basics.state import MOST_RADIUS, on_table, seen_enemies
from .lay import KEEP_OFF, across_obstacle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..basics.state import Battle, Figure

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
        x, y, reach = base.x, base.y, KEEP_OFF + base.radius + MOST_RADIUS
        for foe in foes(battle, figure.side):
            there = foe.base
            if -reach < there.x - x < reach and -reach < there.y - y < reach:
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


_Seen = tuple[float, float, float, float, float, Rect]


class Lanes:
    """Legs of one figure among others, judged as `touched_on_leg` has it.

    A leg is clear of those no nearer than `keep` to its lane; at nought, of those it does not
    touch. Most are judged by the circles in and around the bases.
    """

    __slots__ = ("_base", "_keep", "_others", "_seen")

    def __init__(self, base: Rect, others: Sequence[Rect], keep: float) -> None:
        self._base = base
        self._others = others
        self._keep = keep
        self._seen: dict[Point, list[_Seen]] = {}

    def is_clear(self, p: Point, q: Point) -> bool:
        """Whether a leg keeps clear of everybody."""
        dx, dy = q[0] - p[0], q[1] - p[1]
        long = sqrt(dx * dx + dy * dy)
        ux, uy = (dx / long, dy / long) if long > 0.0 else (0.0, 0.0)
        beside = self._base.hw + self._keep + 2.0 * TOLERANCE
        for soonest, ox, oy, reach, sure, there in self._seen.get(p) or self._seen_from(p):
            if soonest >= long:
                return True
            across = ox * uy - oy * ux
            if across >= reach or across <= -reach:
                continue
            t = ox * ux + oy * uy
            t = 0.0 if t < 0.0 else min(t, long)
            wide, deep = ox - ux * t, oy - uy * t
            far = wide * wide + deep * deep
            if far >= reach * reach:
                continue
            if far < sure * sure:
                return False
            # the base seen across the leg, a hair wider than it is
            c, s = abs(ux * there.ux + uy * there.uy), abs(ux * there.uy - uy * there.ux)
            if abs(across) <= beside + there.hw * c + there.hd * s and self._comes_near(
                p, q, there
            ):
                return False
        return True

    def _seen_from(self, p: Point) -> list[_Seen]:
        """Those round a point, those first whom a leg from there could come near soonest."""
        px, py = p
        around = self._base.radius + self._keep + TOLERANCE
        half = self._base.hw + max(self._keep - TOLERANCE, 0.0)
        found: list[_Seen] = []
        for there in self._others:
            ox, oy = there.x - px, there.y - py
            reach = around + there.radius
            soonest = sqrt(ox * ox + oy * oy) - reach
            found.append((soonest, ox, oy, reach, half + there.inner, there))
        found.sort(key=_soonest)
        self._seen[p] = found
        return found

    def _comes_near(self, p: Point, q: Point, there: Rect) -> bool:
        """Whether the lane of a leg touches a base, or comes nearer than is allowed."""
        base = self._base
        lane = swept(base.width, base.depth, p, q, base.facing)
        return nearer(lane, there, self._keep) if self._keep else within(lane, there, 0.0)


def _soonest(seen: _Seen) -> float:
    return seen[0]


def comes_nearer(there: Rect, p: Point, q: Point, inches: float) -> bool:
    """Whether a leg comes nearer to a base than that; mostly told by the circles of the base."""
    far = distance_point_segment((there.x, there.y), p, q)
    if inches <= 0.0 or far >= inches + there.radius:
        return False
    return far < inches + there.inner or gap_to_segment(there, p, q) < inches


def beside_leg(
    others: Sequence[Figure], base: Rect, p: Point, q: Point, inches: float
) -> list[Figure]:
    """Those whose bases might be nearer to the leg than that, by the circles around them."""
    px, py = p
    around = inches + base.radius
    near = in_box(others, p, q, around + MOST_RADIUS)
    if not near:
        return near
    dx, dy = q[0] - px, q[1] - py
    long = sqrt(dx * dx + dy * dy)
    ux, uy = (dx / long, dy / long) if long > 0.0 else (0.0, 0.0)
    found: list[Figure] = []
    for other in near:
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


def in_box(others: Sequence[Figure], p: Point, q: Point, inches: float) -> list[Figure]:
    """Those who stand in the box round a leg, made so much wider all round."""
    x0, y0, x1, y1 = box_of(p, q)
    x0, y0, x1, y1 = x0 - inches, y0 - inches, x1 + inches, y1 + inches
    return [other for other in others if x0 < other.base.x < x1 and y0 < other.base.y < y1]


@clause("OP-MOVE-21", "OP-MOVE-26")
def too_near(battle: Battle, figure: Figure, base: Rect) -> Figure | None:
    """The enemy a figure would stand too near to: within 1 inch, or nearer still than it was."""
    x, y, reach = base.x, base.y, KEEP_OFF + base.radius + MOST_RADIUS
    for foe in foes(battle, figure.side):
        there = foe.base
        if -reach < there.x - x < reach and -reach < there.y - y < reach:
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
