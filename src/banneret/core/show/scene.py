"""What to draw: the same few shapes for every book, every screen and the terminal."""

from __future__ import annotations

import msgspec

from banneret.core.show.cards import Row
from banneret.core.show.forms import AnyForm, Measure


class Piece(msgspec.Struct, frozen=True):
    """Something that stands on the table; what is nobody's has no side."""

    id: int
    side: str
    name: str
    x: float
    y: float
    facing: float
    width: float
    depth: float
    group: str = ""
    rank: str = ""
    arms: str = ""
    mounted: bool = False
    marks: tuple[str, ...] = ()  # "shaken", "stunned", "loaded", "hits 1", ...
    profile: dict[str, str] = {}
    form: AnyForm | None = None  # without one, a rectangle that faces its front edge
    measures: tuple[Measure, ...] = ()
    tag: str = ""  # a number or a letter on the base
    note: str = ""  # a few words under the name


class Ground1(msgspec.Struct, frozen=True):
    """A piece of terrain: an area (closed) or a line (open)."""

    kind: str
    points: tuple[tuple[float, float], ...]
    closed: bool
    id: str = ""
    name: str = ""  # what it is called, if not by its id


class Marker(msgspec.Struct, frozen=True):
    """A point that matters: an objective and its radius, a loose mount."""

    kind: str
    x: float
    y: float
    radius: float = 0.0
    label: str = ""


class SideInfo(msgspec.Struct, frozen=True):
    """A side's panel: what it has lost, scored and fears."""

    key: str
    name: str
    lines: tuple[tuple[str, str], ...]
    party: str = ""  # whom it fights and wins with, where several do so together


class Scene(msgspec.Struct, frozen=True):
    """A whole table as one side may see it."""

    width: float = 0.0
    height: float = 0.0
    ground: tuple[Ground1, ...] = ()
    pieces: tuple[Piece, ...] = ()
    markers: tuple[Marker, ...] = ()
    sides: tuple[SideInfo, ...] = ()
    sequence: tuple[str, ...] = ()
    now: str = ""
    round: int = 0  # this and the next are filled in from what the ruleset says
    counted: str = "round"  # what the book calls a round
    step: str = ""  # where in the phase the table is, in a few words
    rows: tuple[Row, ...] = ()  # cards that lie before somebody
