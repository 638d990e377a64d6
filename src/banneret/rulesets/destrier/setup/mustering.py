"""Mustering: figures from profiles, steeds from the stable, forces from the lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData

from ..basics.columns.words import SPEEDS
from ..basics.state import NOBODY, Figure, Profile, Steed
from .scenarios import Recruit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..basics.columns.others import ProfileEntry
    from ..basics.tables import Tables

CARRIED: Final = {"javelin": 3, "throwing_axe": 3, "throwing_knife": 3, "thrown_spear": 1}


@clause("DE-HOST-59")
def profile(tables: Tables, key: str) -> Profile:
    """A figure's nature as the host lists it."""
    entry = tables.host.profiles.get(key)
    if entry is None:
        raise BadData(f"figure {key!r}: expected one of {', '.join(tables.host.profiles)}")
    return Profile(
        key=key,
        training=entry.cls,
        strength=entry.str_,
        dexterity=entry.dex,
        constitution=entry.con,
        iq=entry.iq,
        wisdom=entry.wis,
        level=entry.level,
        weight=entry.weight,
        ac=entry.ac,
        stand=entry.stand,
        kind=entry.kind,
        points=entry.points,
        trained=tables.host.training[entry.cls].trained,
        mkl=entry.mkl,
        spells=entry.spells,
        needs_prepare=entry.needs_prepare,
        base_blows=entry.blows,
        height=entry.height_feet,
        cat=entry.cat,
        trained_animal=entry.trained_animal,
        natural=tuple(one for one in entry.weapons if is_natural(tables, one)),
    )


def is_natural(tables: Tables, weapon: str) -> bool:
    """Whether a weapon is part of the body."""
    row = tables.host.weapons.get(weapon)
    return row is not None and row.kind == "natural"


@clause("DE-STAND-13", "DE-GEN-07", "DE-HOST-24")
def muster(tables: Tables, recruit: Recruit, side: str, key: int) -> Figure:
    """One figure of a recruit's kind; its number is shown on the stand and in its name."""
    entry = tables.host.profiles.get(recruit.profile)
    own = profile(tables, recruit.profile)
    assert entry is not None
    body = 5 + own.constitution + own.strength // 2
    fatigue = 2 * own.constitution + 4 * own.level
    figure = Figure(
        id=key,
        side=side,
        name=recruit.name or f"{spoken(recruit.profile)} {key + 1}",
        profile=own,
        stand=own.stand,
        steed=steed(tables, recruit),
        body=body,
        body_max=body,
        fatigue=fatigue,
        fatigue_max=fatigue,
        shield=entry.shield if recruit.shield is None else recruit.shield,
        guarding=recruit.guarding,
    )
    _arm(tables, figure, entry, recruit)
    return figure


def _arm(tables: Tables, figure: Figure, entry: ProfileEntry, recruit: Recruit) -> None:
    """Put weapons into its hands and its belt; missiles that are counted are counted."""
    listed = entry.weapons if recruit.weapons is None else recruit.weapons
    known = {**tables.host.weapons, **tables.host.missiles}
    for name in (*listed, *recruit.in_hand):
        if name not in known:
            raise BadData(f"{figure.name}: weapon {name!r}: expected one of {', '.join(known)}")
    figure.in_hand = tuple(one for one in recruit.in_hand if not is_natural(tables, one))
    figure.weapons = tuple(
        one for one in listed if not is_natural(tables, one) and one not in figure.in_hand
    )
    figure.ammunition = {one: CARRIED[one] for one in listed if one in CARRIED}


@clause("DE-HOST-65", "DE-HOST-62")
def steed(tables: Tables, recruit: Recruit) -> Steed | None:
    """The steed it rides, at a stand or a walk."""
    if not recruit.steed:
        return None
    horse = tables.host.horses.get(recruit.steed)
    if horse is None:
        raise BadData(f"steed {recruit.steed!r}: expected one of {', '.join(tables.host.horses)}")
    speed = SPEEDS[SPEEDS.index(recruit.speed)]
    return Steed(key=recruit.steed, body=horse.body, body_max=horse.body, speed=speed)


def spoken(key: str) -> str:
    """A profile's name as people say it."""
    return key.replace("_", " ").capitalize()


@clause("DE-HOST-61")
def force(tables: Tables, key: str) -> tuple[Recruit, ...]:
    """A force of the lists: each figure with the first of its weapons in hand."""
    found = []
    for name, count in tables.host.forces[key]:
        who, _, ridden = name.partition("@")
        weapons = tables.host.profiles[who].weapons
        found.append(
            Recruit(
                profile=who,
                count=count,
                steed=ridden,
                speed="walk" if ridden else "stand",
                in_hand=weapons[:1],
            )
        )
    return tuple(found)


@clause("DE-HOST-60")
def worth(tables: Tables, recruits: Sequence[Recruit]) -> int:
    """The points of a force: the sum of its figures and steeds."""
    host = tables.host
    return sum(
        one.count * (host.profiles[one.profile].points + host.steed_points.get(one.steed, 0))
        for one in recruits
    )


def enlist(tables: Tables, recruits: Sequence[Recruit], side: str, first: int) -> list[Figure]:
    """All figures of a side, numbered from `first`."""
    found: list[Figure] = []
    for recruit in recruits:
        for _ in range(recruit.count):
            found.append(muster(tables, recruit, side, first + len(found)))
    return found


def tell_loved(figures: list[Figure], recruits: Sequence[Recruit], side: str) -> None:
    """Note whose Lady, or whose Man, a figure is (DE-BERS-11)."""
    named = {one.name: one.id for one in figures if one.side == side}
    for recruit in recruits:
        for one in figures:
            if one.side == side and one.name == recruit.name:
                one.beloved_of = named.get(recruit.beloved_of, NOBODY)
