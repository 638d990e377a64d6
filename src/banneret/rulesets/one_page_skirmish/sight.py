"""Who sees whom over the ground, who screens whom, and what conceals (OP-TERR-05, 06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.clauses import clause
from banneret.core.geometry import TOLERANCE, Point, Rect, distance, segment_hits_base, within
from banneret.core.pieces import box_of
from banneret.rulesets.one_page_skirmish.prices import TALL
from banneret.rulesets.one_page_skirmish.roster import on_table
from banneret.rulesets.one_page_skirmish.tables import TERRAIN

if TYPE_CHECKING:
    from banneret.core.terrain import Area, Ground
    from banneret.rulesets.one_page_skirmish.battle import Battle, Figure

CONCEALING = ("woods", "building")
WOODS_SIGHT_INCHES = TERRAIN["woods"].sight_inches


@clause("OP-TERR-05", "OP-TERR-10")
def sees(battle: Battle, one: Rect, other: Rect) -> bool:
    """Whether the straight line between two bases' centres is not blocked by terrain."""
    ground = battle.ground
    p, q = (one.x, one.y), (other.x, other.y)
    x0, y0, x1, y1 = box_of(p, q)
    woods = False
    for area in _blockers(ground):
        if area.x1 < x0 or area.x0 > x1 or area.y1 < y0 or area.y0 > y1:
            continue
        kind = area.kind
        if kind == "woods":
            woods = True
        elif kind == "hill":
            if ground.wholly_between(p, q, area):
                return False
        elif _runs_through(area, p, q):
            return False
    return not woods or _woods_between(ground, p, q) <= WOODS_SIGHT_INCHES + TOLERANCE


def _runs_through(area: Area, p: Point, q: Point) -> bool:
    """Whether a line passes through a building, or a crag, that neither end is in."""
    if area.kind == "building" and (area.holds(p) or area.holds(q)):
        return False
    return sum([t1 - t0 for t0, t1 in area.runs(p, q)]) * distance(p, q) > TOLERANCE


def _blockers(ground: Ground) -> tuple[Area, ...]:
    """The areas that can block sight, listed once for each ground."""
    known = ground.nets.get("sight")
    if isinstance(known, tuple):
        return known
    made = tuple(a for a in ground.areas if a.kind in ("woods", "building", "hill", TALL))
    ground.nets["sight"] = made
    return made


def _woods_between(ground: Ground, p: Point, q: Point) -> float:
    long = distance(p, q)
    return sum([(t1 - t0) * long for kind, t0, t1 in ground.stretches(p, q) if kind == "woods"])


@clause("OP-TERR-06")
def screened(battle: Battle, shooter: Figure, target: Figure) -> Figure | None:
    """The figure whose base lies across the line of a shot, if there is one."""
    a, b = shooter.base, target.base
    dx, dy = b.x - a.x, b.y - a.y
    long = dx * dx + dy * dy
    p, q = (a.x, a.y), (b.x, b.y)
    units = battle.units
    for other in on_table(battle):
        there = other.base
        ox, oy = there.x - a.x, there.y - a.y
        along = ox * dx + oy * dy
        if not -there.radius * long < along or along > long + there.radius * long:
            continue
        across = ox * dy - oy * dx
        if (
            across * across <= there.radius * there.radius * long
            and other is not shooter
            and other is not target
            and other.stun < 0
            and segment_hits_base(p, q, there)
            and not (other.side != shooter.side and units[other.unit].hidden)
            and not (other.unit == shooter.unit and within(a, there, 1.0))
        ):
            return other
    return None


@clause("OP-HIDE-02")
def in_concealment(battle: Battle, base: Rect) -> bool:
    """Whether the base lies wholly in woods or a building, flush with the edge included."""
    ground = battle.ground
    hair = 2.0 * TOLERANCE
    within = Rect(base.x, base.y, base.facing, base.width - hair, base.depth - hair)
    return all(ground.kind_at(p) in CONCEALING for p in ((base.x, base.y), *within.corners))
