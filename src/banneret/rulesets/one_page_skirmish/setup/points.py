"""Points: what a figure costs, and when two forces are even."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.errors import BadData
from banneret.tabletop.asking import procedure

from ..basics.situation import Situation, refuse_repeats, ruled
from ..basics.tables import TABLES, Armour, Class, Rank, Weapon
from ..shooting.armour import armour_rating

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

PRICES = TABLES.points
EVEN_PER_CENT = round(100 * PRICES.balance.max_difference_of_larger)


@clause("OP-POINTS-01", "OP-POINTS-02", "OP-POINTS-03", "OP-POINTS-04", "OP-POINTS-05")
def figure_points(
    class_: str,
    rank: str = "common",
    *,
    armour: Sequence[str] = (),
    weapons: Sequence[str] = (),
    mounted: bool = False,
    mount_armour: int = 0,
) -> Tally:
    """Class, rank, armour, every weapon carried, and the mount it owns with its barding."""
    ar = armour_rating(armour)
    arms = sum([PRICES.weapon[weapon] for weapon in weapons])
    mount = PRICES.mount.mount + mount_armour * PRICES.mount.per_barding_point
    return (
        Tally(PRICES.class_[class_], "class", "OP-POINTS-02")
        .plus(PRICES.rank[rank], "rank", "OP-POINTS-03")
        .plus(ar * PRICES.armour.per_ar_point, "armour", "OP-POINTS-04")
        .plus(arms, "weapons", "OP-POINTS-05")
        .plus(mount if mounted else 0, "mount", "OP-POINTS-06")
    )


@clause("OP-POINTS-01", "OP-SCEN-01")
def are_even(one: int, other: int) -> bool:
    """Whether two totals differ by no more than a tenth of the larger."""
    return 100 * abs(one - other) <= EVEN_PER_CENT * max(one, other)


class PointsSituation(Situation, frozen=True, kw_only=True):
    """A figure to be paid for."""

    class_: Class = msgspec.field(name="class")
    rank: Rank = "common"
    armour: tuple[Armour, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    mounted: bool = False  # owns a mount
    mount_armour: Annotated[int, Meta(ge=0, le=2)] = 0


@procedure("points", PointsSituation, "What a figure costs.")
@clause("OP-POINTS-01")
def points(_table: Table[None], situation: PointsSituation) -> Ruled:
    """Price a figure."""
    refuse_repeats("armour", situation.armour)
    refuse_repeats("weapons", situation.weapons)
    if situation.mount_armour and not situation.mounted:
        raise BadData(f"mount_armour = {situation.mount_armour}: the figure owns no mount")
    price = figure_points(
        situation.class_,
        situation.rank,
        armour=situation.armour,
        weapons=situation.weapons,
        mounted=situation.mounted,
        mount_armour=situation.mount_armour,
    )
    parts = {reason.label: reason.value for reason in price.reasons}
    return ruled({"points": price.total, "parts": parts}, *price.reasons)
