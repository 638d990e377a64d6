"""The dice procedures: each stands in its chapter, and is what a battle calls."""

from __future__ import annotations

from banneret.tabletop.asking import procedures_of

from ..command import control, rating, tempers
from ..ending import recovery, weariness
from ..fighting import blows, factor, shock
from ..fighting.charge import dice as flight
from ..missiles import archery, bombards, galling, protection
from ..movement import dice as movement
from ..setup import dice as setup

PROCEDURES = procedures_of(
    (
        control,
        recovery,
        factor,
        bombards,
        archery,
        protection,
        galling,
        shock,
        blows,
        weariness,
        tempers,
        rating,
        movement,
        flight,
        setup,
    )
)
