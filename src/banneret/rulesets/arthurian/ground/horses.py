"""Horses: falling, dismounting, mounting, and what a change of base does to contact."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ..basics import who
from ..basics.state import (
    DEAD,
    FOOT_BASE,
    HORSE_BASE,
    NOBODY,
    RIDDEN,
    STANDING,
)
from .ways import no_room, rounded

if TYPE_CHECKING:
    from ..basics.state import Battle, Model

Point = tuple[float, float]
NEAR = 1.0  # AR-MOVE-06
MOST_SHIFT = 1.0  # AR-SCALE-09


@clause("AR-SCALE-04", "AR-SCALE-09", "AR-MEVENT-31", "AR-EQUIP-03")
def dismount(battle: Battle, model: Model, *, dies: bool = False, toward: int = NOBODY) -> None:
    """Put a rider on his feet: the small base, drawn to an enemy it touched; a weapon for foot."""
    touched = who.touching(battle, model)
    model.horse = DEAD if dies else STANDING
    model.horse_x, model.horse_y = model.x, model.y
    model.mounted = False
    if touched:
        enemy = next((one for one in touched if one.id == toward), None) or who.nearest(
            model, touched
        )
        assert enemy is not None
        _draw_to(model, enemy)
    take_best(model)


def _draw_to(model: Model, enemy: Model) -> None:
    """Move straight toward an enemy's centre until the bases touch."""
    dx, dy = model.x - enemy.x, model.y - enemy.y
    far = hypot(dx, dy) or 1.0
    reach = FOOT_BASE / 2 + enemy.radius
    model.x, model.y = rounded((enemy.x + dx / far * reach, enemy.y + dy / far * reach))


def take_best(model: Model) -> None:
    """Keep the weapon in hand if it may be, else take the next that can be used."""
    able = who.usable(model)
    if model.in_hand not in able:
        model.in_hand = able[0]


@clause("AR-SCALE-09")
def room_to_mount(battle: Battle, model: Model) -> Point | None:
    """Where the larger base fits: here, or shifted the least, keeping contact; None if nowhere."""
    return room_at(battle, model, model.at)


def room_at(battle: Battle, model: Model, at: Point) -> Point | None:
    """Where a rider's base fits nearest a place."""
    touched = who.touching(battle, model)
    radius = HORSE_BASE / 2
    for ring in range(21):
        far = ring * MOST_SHIFT / 20
        for k in range(1 if not ring else 24):
            spot = rounded((at[0] + far * _SIN[k], at[1] + far * _COS[k]))
            if no_room(battle, model, spot, radius) is None and all(
                hypot(one.x - spot[0], one.y - spot[1]) - one.radius - radius <= who.CONTACT
                for one in touched
            ):
                return spot
    return None


def _circle() -> tuple[tuple[float, ...], tuple[float, ...]]:
    turns = [2 * pi * k / 24 for k in range(24)]
    return tuple(sin(a) for a in turns), tuple(cos(a) for a in turns)


_SIN, _COS = _circle()


@clause("AR-MOVE-06", "AR-MEVENT-16", "AR-MEVENT-31")
def why_not_mount(battle: Battle, model: Model) -> Refusal | None:
    """Only his own living horse, within an inch, unengaged, with room for the base."""
    if model.mounted:
        return Refusal("he is mounted", "AR-MOVE-06")
    if model.horse != STANDING:
        return Refusal("he has no horse standing by", "AR-MOVE-06")
    if model.no_remount:
        return Refusal("an unhorsed opponent does not remount", "AR-MEVENT-16")
    if who.engaged(battle, model):
        return Refusal("he is engaged", "AR-MOVE-06")
    far = hypot(model.horse_x - model.x, model.horse_y - model.y) - model.radius
    if far > NEAR:
        return Refusal(f"his horse is {far:.1f} inches away", "AR-MOVE-06")
    if room_to_mount(battle, model) is None:
        return Refusal("there is no room for the horse", "AR-SCALE-09")
    return None


@clause("AR-MEVENT-31", "AR-MEVENT-12")
def why_not_spare(battle: Battle, model: Model) -> Refusal | None:
    """A PC may try for his spare horse again: an action, unengaged, a Luck Test."""
    if model.mounted or not model.spare_horse:
        return Refusal("he has no spare horse to mount", "AR-MEVENT-31")
    if who.engaged(battle, model):
        return Refusal("he is engaged", "AR-MEVENT-31")
    if room_to_mount(battle, model) is None:
        return Refusal("there is no room for the horse", "AR-SCALE-09")
    return None


def mount(battle: Battle, model: Model, spot: Point | None = None, *, spare: bool = False) -> None:
    """Put a model on a horse, at a spot if named."""
    place = spot if spot is not None else room_to_mount(battle, model)
    assert place is not None
    model.x, model.y = place
    model.mounted, model.horse = True, RIDDEN
    if spare:
        model.spare_horse = False
