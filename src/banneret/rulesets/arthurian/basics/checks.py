"""What must always be true of a battle; a list of faults that is empty if all is well."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from .state import GONE, NOBODY, TABLE
from .tables import LEVELS, WEAPONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import Battle, Model

TOUCHING = 0.03


def faults(battle: Battle) -> list[str]:
    """Everything that is wrong with a battle between two steps."""
    found = []
    for at, model in enumerate(battle.models):
        found += [f"{model.name} ({at}): {no}" for no in _of(battle, at, model)]
    found += _overlaps(battle)
    for token in battle.tokens:
        if token.carrier != NOBODY and battle[token.carrier].carries != token.id:
            found.append(f"token {token.id}: its carrier does not carry it")
    return found


def _of(battle: Battle, at: int, model: Model) -> Iterator[str]:
    if model.id != at:
        yield f"its id is {model.id}"
    if model.wound not in LEVELS:
        yield f"wound {model.wound}"
    if not 0 <= model.stun <= 3:
        yield f"stun {model.stun}"
    if model.in_hand != "unarmed" and model.in_hand not in model.weapons:
        yield f"{model.in_hand} in hand, which he does not carry"
    if model.in_hand == "lance" and not model.mounted and model.where == TABLE:
        yield "a lance in hand on foot"
    if model.in_hand not in WEAPONS:
        yield f"weapon {model.in_hand}"
    if model.poison.total and not model.pc:
        yield "poison on somebody who is no PC"
    if model.where == GONE and not model.removed_how:
        yield "gone without a reason"
    if model.where == TABLE and not battle.decided:
        yield from _standing(battle, model)


def _standing(battle: Battle, model: Model) -> Iterator[str]:
    r = model.radius - 1.0
    if not (r <= model.x <= battle.scenario.width - r):
        yield f"off the table at x {model.x}"
    if not (r <= model.y <= battle.scenario.depth - r):
        yield f"off the table at y {model.y}"


def _overlaps(battle: Battle) -> list[str]:
    here = [one for one in battle.models if one.where == TABLE]
    return [
        f"{one.name} and {other.name} stand on one another"
        for at, one in enumerate(here)
        for other in here[at + 1 :]
        if hypot(one.x - other.x, one.y - other.y) < one.radius + other.radius - TOUCHING
    ]
