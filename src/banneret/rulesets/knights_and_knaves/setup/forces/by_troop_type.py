"""Commands by troop type: the lances of a side pooled and divided anew (KK-SETUP-03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.core.book.clauses import clause

from .companies import Force, Trooper, formed
from .names_of_men import numbered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..entries import Scenario

KINDS = 3  # horse, foot, shooters


@clause("KK-SETUP-03")
def pooled(plan: Scenario, mustered: Mapping[str, Force]) -> dict[str, Force]:
    """A side's lances are pooled and divided by kind; each player's figure commands one body."""
    found = dict(mustered)
    for side in dict.fromkeys(one.side for one in plan.retinue):
        players = [one.player for one in plan.retinue if one.side == side]
        if len(players) > 1:
            found |= _divided(players, [mustered[player] for player in players])
    return found


def _divided(players: Sequence[str], forces: Sequence[Force]) -> dict[str, Force]:
    lords = [force.men[force.lord] for force in forces]
    rest = [man for force in forces for man in force.men if man is not force.men[force.lord]]
    kinds = [[man for man in rest if kind_of(man) == kind] for kind in range(KINDS)]
    bodies = bodies_of([kind for kind in kinds if kind], len(players))
    found: dict[str, Force] = {}
    for lord, body, player, force in zip(lords, bodies, players, forces, strict=True):
        raised, units = formed(told_apart([lord, *body]), lord=0)
        found[player] = msgspec.structs.replace(force, men=tuple(raised), units=tuple(units))
    return found


def bodies_of(kinds: list[list[Trooper]], wanted: int) -> list[list[Trooper]]:
    """So many bodies, of one kind each: the largest is split, or the two smallest are joined."""
    bodies = list(kinds) or [[]]  # of lords alone there is nobody to pool
    while len(bodies) > wanted:
        bodies.sort(key=len, reverse=True)
        bodies[-2:] = [bodies[-2] + bodies[-1]]
    while len(bodies) < wanted:
        most = max(range(len(bodies)), key=lambda at: (len(bodies[at]), -at))
        body = bodies[most]
        half = (len(body) + 1) // 2
        bodies[most : most + 1] = [body[:half], body[half:]]
    return bodies


def kind_of(man: Trooper) -> int:
    """Horse, then foot, then those who shoot."""
    if man.horse is not None:
        return 0
    return 2 if man.profile.missile else 1


@clause("KK-COMP-05")
def told_apart(men: Sequence[Trooper]) -> list[Trooper]:
    """The same men and horses; who has the name of somebody before him is the second of it."""
    taken: set[str] = set()
    found: list[Trooper] = []
    for man in men:
        profile, horse = man.profile, man.horse
        profile = msgspec.structs.replace(profile, name=_free_name(profile.name, taken))
        if horse is not None:
            horse = msgspec.structs.replace(horse, name=_free_name(horse.name, taken))
        found.append(msgspec.structs.replace(man, profile=profile, horse=horse))
    return found


def _free_name(name: str, taken: set[str]) -> str:
    free = next(one for one in numbered([name]) if one not in taken)
    taken.add(free)
    return free
