"""The host's dice and numbers: every rule that needs no table to stand on, usable alone."""

from __future__ import annotations

from ..basics.procedures import PROCEDURES
from . import (
    bashing,
    cards,
    grappling,
    hitting,
    initiative,
    lances,
    missiles,
    moving,
    rage,
    spells,
    steeds,
    striking,
)

__all__ = [
    "PROCEDURES",
    "bashing",
    "cards",
    "grappling",
    "hitting",
    "initiative",
    "lances",
    "missiles",
    "moving",
    "rage",
    "spells",
    "steeds",
    "striking",
]
