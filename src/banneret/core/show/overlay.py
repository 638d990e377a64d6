"""What a screen may show on demand about a piece: a few shapes and notes that fit every book.

A book works them out from a side's view alone; nothing here is sent before it is asked for.
"""

from __future__ import annotations

import msgspec

# A layer is switched on and off as one: `command`, `reach`, `range`, `targets`, `arcs`, `sight`.
Base = tuple[float, float, float, float, float]  # x, y, facing, width, depth
Spot = tuple[float, float]


class Overlay(msgspec.Struct, frozen=True, kw_only=True, tag_field="shape", omit_defaults=True):
    """Something drawn over the table, with its words and its clause.

    `tone` is `cheap` for what costs little or is sure, `dear` for what costs more or needs luck.
    """

    layer: str
    label: str = ""
    clause: str = ""
    tone: str = "cheap"


class Band(Overlay, frozen=True, tag="band"):
    """Everything within some inches of a base: a true offset of its edge."""

    base: Base
    inches: float


class Zone(Overlay, frozen=True, tag="zone"):
    """An area with corners, such as where a piece could go."""

    points: tuple[Spot, ...]


class Arc(Overlay, frozen=True, tag="arc"):
    """A sector from a point, between two bearings clockwise from north, so many inches deep."""

    x: float
    y: float
    start: float
    end: float
    inches: float


class Stretch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a line that runs through something, from and to in parts of the whole."""

    start: float
    end: float
    kind: str
    label: str = ""


class Line(Overlay, frozen=True, tag="line"):
    """A line from one place to another, the stretches that matter, and where it is stopped."""

    points: tuple[Spot, Spot]
    clear: bool = True
    stretches: tuple[Stretch, ...] = ()
    stop: float | None = None  # in parts of the whole


class Tag(Overlay, frozen=True, tag="tag"):
    """A verdict on a piece: it holds or not, and why; the chances if there are any."""

    piece: int
    holds: bool
    odds: dict[str, str] | None = None


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that affects a piece now: its words, its number if it has one, its clause."""

    text: str
    value: str = ""
    clause: str = ""
    title: str = ""  # several notes under one heading: a reckoning


class Look(msgspec.Struct, frozen=True):
    """Everything a book has to say about a piece, or about the line between two."""

    overlays: tuple[Overlay, ...] = ()
    notes: tuple[Note, ...] = ()


NOTHING_TO_SEE = Look()
