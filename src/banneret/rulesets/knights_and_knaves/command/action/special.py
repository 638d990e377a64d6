"""Actions that are no plain move: scaling, mounting, battering, carrying, resupply (KK-MOVE-34)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.measuring import gap_to_point

from ...basics.state import DISABLED, LYING, NOBODY, Declared
from ...basics.who import loose_horses
from ...ground import fires
from ...ground.contact import at_hand
from ...ground.lay import LOCKED, lay_of
from ...melee.arms import carried
from ...movement.obstacles.barriers import against

if TYPE_CHECKING:
    from ...basics.state import Battle, Horse, Man
    from ...ground.lay import Spot


@clause("KK-MOVE-34", "KK-COMP-02")
def special_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """Why the object of a special action will not do."""
    check = _CHECKS.get(man.chit)
    return check(battle, man, declared) if check is not None else None


def _batter_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    if declared.object in lockeds(battle, man):
        return None
    return Refusal("he stands against no such locked door", "KK-MOVE-26")


def _mount_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    if declared.object in [f"horse:{one.id}" for one in mounts(battle, man)]:
        return None
    return Refusal("no such horse stands ready beside him", "KK-FALL-17")


def _dismount_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    del battle, declared
    return Refusal("he is on foot", "KK-MOVE-28") if man.horse == NOBODY else None


def _carry_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    if declared.object in [f"body:{one.id}" for one in bodies(battle, man)]:
        return None
    return Refusal("he touches no such body of a friend", "KK-DIS-04")


@clause("KK-MOVE-21", "KK-MOVE-22")
def _scale_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """He scales what he stood against when the turn began, if such as he can."""
    lay, key = lay_of(battle), declared.object
    if not any(wall.id == key for wall in against(battle, man.base)):
        return Refusal("he must stand against it when the turn begins", "KK-MOVE-21")
    who = lay.scalers.get(key, "none")
    name = lay.names.get(key, "this").replace("_", " ")
    if who == "none":
        return Refusal(f"nobody scales the {name} without a ladder", "KK-MOVE-22")
    if who == "foot" and man.horse != NOBODY:
        return Refusal(f"a horse does not get over the {name}", "KK-MOVE-22")
    if who == "mounted" and man.horse == NOBODY:
        return Refusal(f"nobody gets over the {name} on foot", "KK-MOVE-22")
    return None


@clause("KK-ORDER-06")
def _signal_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    if not declared.object or declared.object in fires.within_reach(battle, man):
        return None
    return Refusal("he touches no such building", "KK-ORDER-06")


def scalable(battle: Battle, man: Man) -> list[str]:
    """The obstacles he could scale this turn."""
    keys = dict.fromkeys(wall.id for wall in against(battle, man.base))
    return [key for key in keys if _scale_refusal(battle, man, Declared(object=key)) is None]


def lockeds(battle: Battle, man: Man) -> list[str]:
    """The locked doors he stands against."""
    return [wall.id for wall in against(battle, man.base) if wall.kind == LOCKED]


@clause("KK-FALL-17", "KK-MOVE-28")
def mounts(battle: Battle, man: Man) -> list[Horse]:
    """The riderless horses he touches and could mount, his own side's or not."""
    if man.horse != NOBODY:
        return []
    return [
        horse
        for horse in loose_horses(battle)
        if horse.stamina > 0
        and not horse.panic  # it bolts before anybody is in its saddle (KK-PANIC-04)
        and at_hand(battle, man.base, horse.base)
    ]


@clause("KK-DIS-03", "KK-DIS-04")
def bodies(battle: Battle, man: Man) -> list[Man]:
    """The disabled friends he touches."""
    return [
        body
        for body in battle.men
        if body.status == DISABLED
        and body.side == man.side
        and body.id != man.id
        and at_hand(battle, man.base, body.base)
    ]


@clause("KK-AMMO-05", "KK-AMMO-08")
def supplies(battle: Battle, man: Man) -> list[str]:
    """The baggage and the bodies he touches, by the names a declaration gives them."""
    found = [
        spot.id
        for spot in lay_of(battle).spots
        if spot.kind == "baggage" and at_hand(battle, man.base, spot.base)
    ]
    return found + [
        f"body:{body.id}"
        for body in battle.men
        if body.status in LYING and body.id != man.id and at_hand(battle, man.base, body.base)
    ]


def baggage_gap(man: Man, spot: Spot) -> float:
    """How far he is from a piece of baggage."""
    return max(gap_to_point(man.base, (spot.base.x, spot.base.y)) - spot.base.radius, 0.0)


def special_ideas(battle: Battle, man: Man) -> Sequence[Declared]:
    """The declarations that a special chit allows."""
    chit = man.chit
    objects: list[str] = []
    if chit == "scale":
        objects = scalable(battle, man)
    elif chit == "batter":
        objects = lockeds(battle, man)
    elif chit == "mount":
        objects = [f"horse:{one.id}" for one in mounts(battle, man)]
    elif chit == "carry":
        objects = [f"body:{one.id}" for one in bodies(battle, man)]
    elif chit == "signal":
        objects = fires.within_reach(battle, man)
    elif chit == "resupply":
        objects = supplies(battle, man)
    elif chit == "draw_weapon":
        return [Declared(weapon=one) for one in carried(man) if one != man.weapon] or [Declared()]
    return [Declared(object=one) for one in dict.fromkeys(objects)] or [Declared()]


_CHECKS: dict[str, Callable[[Battle, Man, Declared], Refusal | None]] = {
    "scale": _scale_refusal,
    "batter": _batter_refusal,
    "mount": _mount_refusal,
    "dismount": _dismount_refusal,
    "carry": _carry_refusal,
    "signal": _signal_refusal,
}
