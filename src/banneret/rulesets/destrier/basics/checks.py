"""What can never be true of a battle: looked for by tests after every step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.tabletop.shapes.stands import far_apart, overlapping

from ..ground.stands import stand
from ..setup.beginning import off_table

if TYPE_CHECKING:
    from .state import Battle, Figure

MOST_SUNK = 0.06  # inches: stands set flush may lie over each other by rounding


def faults(battle: Battle) -> list[str]:
    """List what is wrong with a battle."""
    found = [fault for one in battle.figures for fault in _of(battle, one)]
    return [*found, *_overlaps(battle)]


def _of(battle: Battle, one: Figure) -> list[str]:
    wrong = {
        "has blows below nought": one.blows_left < 0,
        "has more body than it can": one.body > one.body_max,
        "has more fatigue than it can": one.fatigue > one.fatigue_max,
        "has fatigue below nought": one.fatigue < 0,
        "is out and holds cards": one.status != "active" and bool(one.hand),
        "is down and rides": one.status in ("down", "dead") and one.steed is not None,
        "holds one who does not know it": _holds_wrongly(battle, one),
        "is held by one who does not hold it": _held_wrongly(battle, one),
        "is calm and has turned on friends": bool(one.turned_on) and not one.berserk,
        "has shown cards it does not have": one.shown != "none" and one.status != "active",
        "rides a dead steed": one.steed is not None and one.steed.body <= 0,
    }
    return [f"{one.name} {what}" for what, holds in wrong.items() if holds]


def _holds_wrongly(battle: Battle, one: Figure) -> bool:
    if one.restraining < 0:
        return False
    return one.id not in battle.figures[one.restraining].restrained_by


def _held_wrongly(battle: Battle, one: Figure) -> bool:
    holders = [battle.figures[key] for key in one.restrained_by if key >= 0]
    return any(holder.restraining != one.id for holder in holders)


def _overlaps(battle: Battle) -> list[str]:
    """Stands of standing figures that lie over each other."""
    standing = [
        one
        for one in battle.figures
        if one.status == "active" and one.posture == "standing" and not off_table(one)
    ]
    found = []
    for i, one in enumerate(standing):
        for two in standing[i + 1 :]:
            own, other = stand(one), stand(two)
            if far_apart(own, other, 0.0) or not overlapping(own, other):
                continue
            step = own.centre[0] - other.centre[0], own.centre[1] - other.centre[1]
            long = (step[0] ** 2 + step[1] ** 2) ** 0.5 or 1.0
            off = own.moved(step[0] / long * MOST_SUNK, step[1] / long * MOST_SUNK)
            if overlapping(off, other):
                found.append(f"{one.name} stands on {two.name}")
    return found
