"""Who sees whom over the ground, who screens whom, and what conceals (OP-TERR-05, 06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import TOLERANCE, Rect, segment_hits_base, within
from banneret.tabletop.sight import Opacity, is_clear

from ..basics.tables import TERRAIN
from ..basics.who import on_table
from .prices import TALL

if TYPE_CHECKING:
    from ..basics.battle import Battle, Figure

CONCEALING = ("woods", "building")
WOODS_SIGHT_INCHES = TERRAIN["woods"].sight_inches
OPACITY = Opacity(  # OP-TERR-05
    solid={"building": "a building is in the way", TALL: "high ground is in the way"},
    inside=frozenset(("building",)),
    crest={"hill": "the hill is in the way"},
    deep={"woods": WOODS_SIGHT_INCHES},
)


@clause("OP-TERR-05", "OP-TERR-10")
def sees(battle: Battle, one: Rect, other: Rect) -> bool:
    """Whether the straight line between two bases' centres is not blocked by terrain."""
    return is_clear(battle.ground, (one.x, one.y), (other.x, other.y), OPACITY)


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
