"""The book's dice procedures: each usable alone, and the same code that the battle calls."""

from __future__ import annotations

from banneret.tabletop.asking import procedures_of

from ..command import dice as command
from ..command.action import by_die
from ..ground import woods
from ..melee import alone as fights
from ..melee.harm import falling
from ..morale import dice as morale
from ..morale import yielding
from ..morale.fatigue import wearing
from ..movement import dice as movement
from ..setup.forces import armour
from ..shooting import alone as shots

PROCEDURES = procedures_of(
    (morale, yielding, command, by_die, movement, shots, fights, falling, wearing, armour, woods)
)
