"""The front door of terrain: pieces, the ground they make, and what it costs to cross it."""

from __future__ import annotations

from banneret.tabletop.ground.going import (
    Blocked,
    Crossed,
    Going,
    Leg,
    Priced,
    Stop,
    Walked,
    leg_cost,
    price,
    walk,
)
from banneret.tabletop.ground.ground import OPEN, Ground, Stretch
from banneret.tabletop.ground.pieces import Area, Line, road_polygons

__all__ = [
    "OPEN",
    "Area",
    "Blocked",
    "Crossed",
    "Going",
    "Ground",
    "Leg",
    "Line",
    "Priced",
    "Stop",
    "Stretch",
    "Walked",
    "leg_cost",
    "price",
    "road_polygons",
    "walk",
]
