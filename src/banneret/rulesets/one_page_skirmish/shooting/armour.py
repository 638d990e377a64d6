"""Armour: the rating of a figure, what counts against a shot, and the number that saves."""

from __future__ import annotations

from collections.abc import Iterable

from banneret.core.book.clauses import clause

from ..basics.options import Options
from ..basics.tables import TABLES, TOLERANCE
from ..melee.wounds import WOUND_MODIFIER

PIECES: dict[str, int] = {name: piece.points for name, piece in TABLES.armour.items()}
FROM_BEHIND = PIECES | {"shield": 0}
FRONT_DEGREES = TABLES.geometry.shield_front_half_angle_degrees + TOLERANCE


@clause("OP-ARM-01", "OP-ARM-02", "OP-ARM-03", "OP-ARM-04", "OP-ARM-05", "OP-ARM-07")
def armour_rating(pieces: Iterable[str]) -> int:
    """The Armour Rating: the sum of the pieces, whatever is in hand."""
    rating = 0
    for piece in pieces:
        rating += PIECES[piece]
    return rating


@clause("OP-ARM-06")
def armour_against_shot(pieces: Iterable[str], from_front: bool) -> int:
    """The rating against a missile: the shield counts only to the front."""
    points = PIECES if from_front else FROM_BEHIND
    rating = 0
    for piece in pieces:
        rating += points[piece]
    return rating


@clause("OP-ARM-06")
def is_front(bearing_degrees: float) -> bool:
    """Whether a bearing off the target's facing lies in the half-circle ahead, 90 included."""
    return abs((bearing_degrees + 180.0) % 360.0 - 180.0) <= FRONT_DEGREES


@clause("OP-SHOOT-12", "OP-SHOOT-13", "OP-WOUND-06")
def save_needed(armour: int, wounded: bool, options: Options) -> int:
    """The highest face that saves; a wound lowers it by one (but never calls off the die)."""
    if wounded and options.wound_scope == "all":
        return max(armour + WOUND_MODIFIER, 0)
    return armour
