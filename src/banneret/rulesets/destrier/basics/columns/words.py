"""The words of the tables, and the shapes that many of them have."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Speed = Literal["stand", "walk", "trot", "canter", "gallop", "charge"]
Encumbrance = Literal["unencumbered", "partial", "encumbered"]
Motion = Literal["still", "walked", "ran", "canter", "gallop", "charge"]
TacCard = Literal[
    "CHARGE", "FLECHE", "CLOSE", "STAND_GROUND", "KEEP_DISTANCE", "RETREAT", "RUN_AWAY"
]
WeaponClass = Literal["L", "LH", "H", "natural", "unarmed"]
HitRow = Literal["L", "LH", "H", "lance", "natural", "unarmed", "arrow", "bolt", "thrown"]
Kind = Literal[
    "intelligent", "animal", "agile_animal", "intelligent_monster", "unintelligent_monster"
]
StruckSide = Literal["sword", "shield", "rear"]
Column = Literal["foot", "rider", "steed"]
Attribute = Literal["none", "strength", "dexterity", "constitution", "wisdom"]
SPEEDS: tuple[Speed, ...] = ("stand", "walk", "trot", "canter", "gallop", "charge")
ENCUMBRANCES: tuple[Encumbrance, ...] = ("unencumbered", "partial", "encumbered")
TAC_CARDS: tuple[TacCard, ...] = (
    "CHARGE",
    "FLECHE",
    "CLOSE",
    "STAND_GROUND",
    "KEEP_DISTANCE",
    "RETREAT",
    "RUN_AWAY",
)


def tac_named(name: str) -> TacCard:
    """A TAC card by its name."""
    return TAC_CARDS[TAC_CARDS.index(name)]


def speed_named(name: str) -> Speed:
    """A speed by its name."""
    return SPEEDS[SPEEDS.index(name)]


Percent = Annotated[int, Meta(ge=-100, le=100)]
Count = Annotated[int, Meta(ge=0, le=9999)]
Inches = Annotated[float, Meta(ge=0, le=999)]
ByClass = Annotated[tuple[Percent, ...], Meta(min_length=10, max_length=10)]
Bands = tuple[int, ...]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table; a word it does not know is an error."""


class BySpeed(Row, frozen=True):
    """A number for each speed of a steed."""

    stand: float
    walk: float
    trot: float
    canter: float
    gallop: float
    charge: float

    def of(self, speed: str) -> Any:
        """The number for one speed."""
        return getattr(self, speed)


class WholeBySpeed(Row, frozen=True):
    """A whole number for each speed of a steed."""

    stand: int
    walk: int
    trot: int
    canter: int
    gallop: int
    charge: int

    def of(self, speed: str) -> int:
        """The number for one speed."""
        found: int = getattr(self, speed)
        return found


class ByLoad(Row, frozen=True):
    """Something for each encumbrance."""

    unencumbered: float
    partial: float
    encumbered: float

    def of(self, encumbrance: str) -> Any:
        """The number for one encumbrance."""
        return getattr(self, encumbrance)


class WholeByLoad(Row, frozen=True):
    """A whole number for each encumbrance."""

    unencumbered: int
    partial: int
    encumbered: int

    def of(self, encumbrance: str) -> int:
        """The number for one encumbrance."""
        found: int = getattr(self, encumbrance)
        return found


class ShareByLoad(Row, frozen=True):
    """A fraction for each encumbrance."""

    unencumbered: str
    partial: str
    encumbered: str

    def of(self, encumbrance: str) -> Fraction:
        """The fraction for one encumbrance."""
        return Fraction(getattr(self, encumbrance))


class ByMotion(Row, frozen=True):
    """A modifier for each way a target moved."""

    still: int
    walked: int
    ran: int
    canter: int
    gallop: int
    charge: int

    def of(self, motion: str) -> int:
        """The modifier for one motion."""
        found: int = getattr(self, motion)
        return found
