"""Initiative as a number: of a unit, of a formation, and the inches it is worth (MM-INIT)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import (
    INITIATIVE_EXPERIENCE,
    INITIATIVE_MOBILITY,
    INITIATIVE_ORDER,
    MOUNTED_DISTANCE,
    Experience,
    Mobility,
    Order,
)
from .dice import Situation, value


@clause("MM-INIT-01", "MM-INIT-02", "MM-UNIT-02")
def rating(experience: str, order: str, mobility: str, leadership: int = 0) -> int:
    """Experience, order and mobility, and the Leadership of whoever leads it."""
    return (
        INITIATIVE_EXPERIENCE[experience]
        + INITIATIVE_ORDER[order]
        + INITIATIVE_MOBILITY[mobility]
        + leadership
    )


@clause("MM-INIT-03", "MM-INIT-04", "MM-MOVE-21")
def together(ratings: tuple[int, ...], leadership: int = 0) -> int:
    """The worst of a formation's unadjusted ratings, and its officer's Leadership once."""
    return min(ratings) + leadership


@clause("MM-INIT-05")
def head_start(mine: int, theirs: int, *, mounted: bool) -> int:
    """Inches one may move before the other reacts: the difference, doubled if mounted."""
    return max(0, mine - theirs) * (MOUNTED_DISTANCE if mounted else 1)


class RatingSituation(Situation, frozen=True, kw_only=True):
    """A unit, and who leads it."""

    experience: Experience
    order: Order
    mobility: Mobility
    leadership: int = 0


@procedure("initiative", RatingSituation, "A unit's initiative rating.")
def initiative(table: Table[Any], given: RatingSituation) -> Ruled:
    """The sum of three ratings and Leadership."""
    del table
    return value(rating(given.experience, given.order, given.mobility, given.leadership))


class FormationSituation(Situation, frozen=True, kw_only=True):
    """The ratings of a brigade's units."""

    ratings: Annotated[tuple[int, ...], Meta(min_length=1)]
    leadership: int = 0


@procedure("formation_initiative", FormationSituation, "The initiative of a brigade.")
def formation_initiative(table: Table[Any], given: FormationSituation) -> Ruled:
    """The worst, and Leadership once."""
    del table
    return value(together(given.ratings, given.leadership))


class DistanceSituation(Situation, frozen=True, kw_only=True):
    """Two ratings."""

    mine: int
    theirs: int
    mounted: bool = False


@procedure("initiative_distance", DistanceSituation, "Inches of initiative movement.")
def initiative_distance(table: Table[Any], given: DistanceSituation) -> Ruled:
    """The difference, doubled if mounted."""
    del table
    return value(head_start(given.mine, given.theirs, mounted=given.mounted))
