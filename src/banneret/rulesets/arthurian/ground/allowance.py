"""How far a move goes: bands, front to back or front to front, poison, and the price of ground."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec

from banneret.core.book.clauses import clause

from ..basics.procedures import Situation, helper, value
from ..basics.tables import BANDS, TABLES, Band
from ..fight.fighters import Count

Inches = Annotated[float, msgspec.Meta(ge=0)]
LEAST = 1.0  # AR-POISON-11
ROUGH, OBSTACLE = 2.0, 2.0  # AR-SCALE-08
LANCE_RUN = 4.0  # AR-EQUIP-05
HAIR = 1e-6


class Allowance(NamedTuple):
    """One move action: its band, how it is measured, and inches of the centre's path."""

    band: str
    measure: str
    inches: float


class _Allowance(Situation, frozen=True):
    band: Band
    poison: Count = 0
    base: Inches = 1.0


@clause(
    "AR-MOVE-01",
    "AR-MOVE-02",
    "AR-MOVE-03",
    "AR-MOVE-04",
    "AR-POISON-08",
    "AR-POISON-09",
    "AR-POISON-10",
    "AR-POISON-11",
    "AR-POISON-12",
)
def allowance(band: str, poison: int, base: float) -> Allowance:
    """Each poisoned wound first measures front to front, then takes the band away."""
    at = BANDS.index(band) - poison // 2
    if at < 0:
        return Allowance("minimum", "minimum", max(LEAST, base))
    length = TABLES.move_band[BANDS[at]]
    if poison % 2:
        return Allowance(BANDS[at], "front_to_front", length)
    return Allowance(BANDS[at], "front_to_back", length + base)


@helper(_Allowance, "How far one move action goes.")
@clause("AR-MOVE-03")
def move_allowance(given: _Allowance) -> dict[str, Any]:
    """Band, measure and inches."""
    return allowance(given.band, given.poison, given.base)._asdict()


class _Path(Situation, frozen=True):
    open_inches: Inches = 0.0
    rough_inches: Inches = 0.0
    obstacles: Count = 0


@clause("AR-SCALE-08", "AR-MOVE-05")
def price(open_inches: float, rough_inches: float, obstacles: int) -> float:
    """Rough ground counts twice, each obstacle two inches more."""
    return open_inches + ROUGH * rough_inches + OBSTACLE * obstacles


@helper(_Path, "What a path costs.")
@clause("AR-SCALE-08")
def path_cost(given: _Path) -> dict[str, Any]:
    """Inches of allowance."""
    return value(price(given.open_inches, given.rough_inches, given.obstacles))


class _Charge(Situation, frozen=True):
    straight: Inches
    mounted: bool = True
    lance: bool = True


@clause("AR-EQUIP-05")
def is_lance_charge(straight: float, mounted: bool, lance: bool) -> bool:
    """Mounted, lance in hand, four inches straight into contact."""
    return mounted and lance and straight >= LANCE_RUN - HAIR


@helper(_Charge, "Whether a move into contact is a lance charge.")
@clause("AR-EQUIP-05")
def lance_charge(given: _Charge) -> dict[str, Any]:
    """Yes or no."""
    return value(is_lance_charge(given.straight, given.mounted, given.lance))
