"""Scales: feet and inches, seconds, bases, and the half-size game (KK-SCALE)."""

from __future__ import annotations

from banneret.core.clauses import clause
from banneret.rulesets.knights_and_knaves.options import Options
from banneret.rulesets.knights_and_knaves.tables import TABLES

S = TABLES.scales
FEET_PER_INCH = S.feet_per_inch
DIE_FACES = S.die_faces  # KK-SCALE-08; also where the print is garbled (KK-SCALE-09)
TURN_SECONDS = S.turn_seconds  # KK-SCALE-03: loose on purpose; no procedure reads it


@clause("KK-SCALE-02")
def feet(inches: float) -> float:
    """How many feet of ground so many inches of table stand for."""
    return inches * FEET_PER_INCH


@clause("KK-SCALE-02")
def inches(feet_high: float) -> float:
    """How many inches of table so many feet are."""
    return feet_high / FEET_PER_INCH


@clause("KK-SCALE-04", "KK-SCALE-05", "KK-SCALE-07")
def base_size(mounted: bool, options: Options) -> tuple[float, float]:
    """Width and depth of a base: one inch square on foot, two deep in the saddle."""
    width, depth = S.mounted_base if mounted else S.foot_base
    return width * options.scale, depth * options.scale


@clause("KK-DEF-01", "KK-SCALE-07")
def command_range(options: Options) -> float:
    """How far a lord's voice carries."""
    return S.command_range * options.scale
