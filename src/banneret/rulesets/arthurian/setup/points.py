"""Points, even forces and the other reckonings without dice."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from banneret.core.book.clauses import clause

from ..basics.procedures import Situation, helper, value
from ..basics.tables import BANDS, MISSILES, TABLES, WEAPONS, Band, Profile
from ..fight.fighters import Count

EVEN = 0.05  # AR-POINTS-02
_WORTH = TABLES.points_formula


class Priced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A profile as its price sees it."""

    att: Count = 0
    def_: Count = msgspec.field(name="def", default=0)
    str_: Count = msgspec.field(name="str", default=0)
    tough: Count = 0
    ini: Count = 0
    dis: Count = 0
    rng: Count = 0
    move: Band = "medium"
    shield: bool = False
    mounted: bool = False
    lead: int | None = None
    hero: bool = False
    healer: bool = False
    venom: bool = False
    melee_bonus: Count = 0
    armour: Count = 0
    missile_str: Count = 0


class _Points(Situation, frozen=True):
    profile: Priced


@clause("AR-POINTS-01")
def worth(one: Priced) -> int:
    """The formula, term by term."""
    weights = (
        ("att", one.att),
        ("def", one.def_),
        ("str", one.str_),
        ("best_melee_bonus", one.melee_bonus),
        ("tough", one.tough),
        ("armour", one.armour),
        ("ini", one.ini),
        ("dis", one.dis),
        ("rng_if_missile", one.rng if one.missile_str else 0),
        ("missile_str", one.missile_str),
        ("move_band_index", BANDS.index(one.move) + 1),
        ("shield", one.shield),
        ("mounted", one.mounted),
        ("leadership", one.lead is not None),
        ("hero", one.hero),
        ("healer", one.healer),
        ("venom", one.venom),
    )
    return sum([_WORTH[key] * number for key, number in weights])


@helper(_Points, "What a profile is worth.")
@clause("AR-POINTS-01")
def points(given: _Points) -> dict[str, Any]:
    """Points."""
    return value(worth(given.profile))


def priced(profile: Profile) -> Priced:
    """A profile of the book as its price sees it."""
    return Priced(
        att=profile.att,
        def_=profile.def_,
        str_=profile.str_,
        tough=profile.tough,
        ini=profile.ini,
        dis=profile.dis,
        rng=profile.rng,
        move=profile.move,
        shield=profile.shield,
        mounted=profile.mounted,
        lead=profile.lead,
        hero=profile.hero,
        healer=profile.healer,
        venom=profile.venom,
        melee_bonus=max([WEAPONS[one].str_bonus for one in profile.melee]),
        armour=TABLES.armour_bonus[profile.armour],
        missile_str=max([MISSILES[one].str_ for one in profile.missile], default=0),
    )


class _Even(Situation, frozen=True):
    a: Annotated[int, msgspec.Meta(ge=0)]
    b: Annotated[int, msgspec.Meta(ge=0)]


@clause("AR-POINTS-02")
def are_even(a: int, b: int) -> bool:
    """Within five percent of the greater."""
    return abs(a - b) <= EVEN * max(a, b)


@helper(_Even, "Whether two forces are even.")
@clause("AR-POINTS-02")
def forces_even(given: _Even) -> dict[str, Any]:
    """Yes or no."""
    return value(are_even(given.a, given.b))


class _Half(Situation, frozen=True):
    started: Count
    in_play: Count


@clause("AR-MORALE-01")
def at_half(started: int, in_play: int) -> bool:
    """Half or fewer of those it started with."""
    return 2 * in_play <= started


@helper(_Half, "Whether a side has fallen to half strength.")
@clause("AR-MORALE-01")
def half_strength(given: _Half) -> dict[str, Any]:
    """Yes or no."""
    return value(at_half(given.started, given.in_play))


class _Spot(Situation, frozen=True):
    nearest_enemy: Annotated[float, msgspec.Meta(ge=0)]


@clause("AR-EVENT-08")
def far_enough(nearest_enemy: float) -> bool:
    """Strictly more than eight inches from every enemy."""
    return nearest_enemy > TABLES.table.reinforcement_clearance


@helper(_Spot, "Whether reinforcements may come on at a spot.")
@clause("AR-EVENT-08")
def reinforcement_spot_ok(given: _Spot) -> dict[str, Any]:
    """Yes or no."""
    return value(far_enough(given.nearest_enemy))
