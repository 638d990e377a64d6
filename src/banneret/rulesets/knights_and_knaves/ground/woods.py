"""How deep one sees into woods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.asking import procedure

from ..basics.options import DEFAULTS, Options
from ..basics.situation import Distance, Situation, ruled
from ..basics.tables import TABLES

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

V = TABLES.visibility
EXACT = 1e-9  # sums of thirds and sixths are not quite whole


@clause("KK-DEF-11", "KK-DEF-12", "KK-DEF-13", "KK-SCALE-07")
def sees_through(
    light: float,
    heavy: float,
    observer_in_wood: bool,
    target_in_wood: bool,
    options: Options = DEFAULTS,
) -> bool:
    """Whether so many inches of wood on the line let a man be seen; twice as many looking out."""
    depth = light / V.light_woods + heavy / V.heavy_woods
    looking_out = observer_in_wood and not target_in_wood
    limit = V.looking_out_factor if looking_out else 1
    return depth <= limit * options.scale + EXACT


class WoodSituation(Situation, frozen=True, kw_only=True):
    """A line of sight with so many inches of wood on it."""

    light: Distance = 0.0
    heavy: Distance = 0.0
    observer_in_wood: bool = False
    target_in_wood: bool = True


@procedure("wood_visible", WoodSituation, "Whether a man is seen through so much wood.")
@clause("KK-DEF-13")
def wood_visible(_table: Table[None], situation: WoodSituation) -> Ruled:
    """Whether a man is seen through woods."""
    seen = sees_through(
        situation.light,
        situation.heavy,
        situation.observer_in_wood,
        situation.target_in_wood,
        situation.options,
    )
    return ruled({"result": seen})
