"""The book's dice procedures: each usable alone, and the same code that the battle calls."""

from __future__ import annotations

from banneret.tabletop.asking import procedures_of

from ..melee import alone as melee
from ..melee import wounds
from ..melee.charge import dice as charge
from ..melee.charge import lance_run
from ..morale import dice as morale
from ..movement import dice as movement
from ..movement import paths
from ..movement.followers import placement
from ..setup import points
from ..shooting import dice as shooting
from ..shooting import weapon_in_hand
from ..turn import allowed, new_leader, order
from ..turn.ending import victory

PROCEDURES = procedures_of(
    (
        morale,
        movement,
        paths,
        placement,
        charge,
        lance_run,
        shooting,
        weapon_in_hand,
        melee,
        wounds,
        order,
        allowed,
        new_leader,
        points,
        victory,
    )
)
