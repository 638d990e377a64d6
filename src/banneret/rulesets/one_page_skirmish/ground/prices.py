"""What it costs a figure on foot or a rider to cross each kind of ground (OP-MOVE-09 to 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.ground.terrain import Going

from ..basics.tables import TABLES, TERRAIN

if TYPE_CHECKING:
    from ..basics.options import Options

TALL = "impassable_tall"  # impassable ground that also blocks sight
BARRED = ("deep_water", "impassable", TALL)
CLIMB = float(TERRAIN["fence"].cost)  # OP-MOVE-11: every obstacle and outline costs the same


def _going(mounted: bool, whole_move: bool) -> Going:
    rows = TABLES.terrain
    horse_barred = [row.name for row in rows if mounted and not row.horse]
    lines = [row for row in rows if row.shape == "line"]
    areas = [row for row in rows if row.shape == "area"]
    return Going(
        costs={r.name: 1.0 if whole_move else float(r.cost) for r in areas if r.cost > 1},
        crossing={r.name: float(r.cost) for r in lines if r.cost and r.name not in horse_barred},
        barred_kinds=(*BARRED, *(r.name for r in areas if r.name in horse_barred)),
        barred_lines=[r.name for r in lines if r.name in horse_barred],
        outlines={r.name: float(r.outline_cost) for r in areas if r.outline_cost and not mounted},
        barred_outlines=[r.name for r in areas if r.name in horse_barred],
    )


FOOT, HORSE = _going(mounted=False, whole_move=False), _going(mounted=True, whole_move=False)
FOOT_WHOLE, HORSE_WHOLE = (
    _going(mounted=False, whole_move=True),
    _going(mounted=True, whole_move=True),
)


@clause("OP-MOVE-09", "OP-MOVE-10", "OP-MOVE-11", "OP-MOVE-12", "OP-MOVE-14", "OP-TERR-09")
def going(mounted: bool, options: Options) -> Going:
    """The price list for foot or horse; with terrain_halving = whole_move every inch costs 1."""
    if options.terrain_halving == "whole_move":
        return HORSE_WHOLE if mounted else FOOT_WHOLE
    return HORSE if mounted else FOOT
