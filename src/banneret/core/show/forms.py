"""What a piece looks like from above, and what is measured on it: bars, beads and wounds.

Without a form a piece is a rectangle that faces its front edge. Points are inches to the right
and ahead of the middle, so a form turns with its piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

Spot = tuple[float, float]


class Edge(NamedTuple):
    """One stretch of an outline: "shield", "sword", "rear ..." or another name; frontal or not."""

    name: str
    frontal: bool
    start: Spot
    end: Spot


class Form(msgspec.Struct, frozen=True, tag_field="form", omit_defaults=True):
    """The shape of a piece."""


class Round(Form, frozen=True, tag="round"):
    """A disc as wide as its piece; `faces` if it has a front after all."""

    faces: bool = False


class Outline(Form, frozen=True, tag="outline"):
    """A stand with corners, clockwise, and named edges; `corner`: its front is a corner."""

    points: tuple[Spot, ...]
    edges: tuple[Edge, ...] = ()
    corner: bool = False


class Block(Form, frozen=True, tag="block"):
    """A body of equal elements in ranks and files; the last rank may be short.

    `order` is the outline: close solid, loose dashes, open dots. Who is not `formed` stands askew;
    `gaps` are places in the last rank that losses have left empty; `way` is where it is about to
    charge.
    """

    files: int
    elements: int
    wide: float = 1.5
    deep: float = 1.0
    apart: float = 0.0
    behind: float = 0.0
    order: str = "close"
    formed: bool = True
    column: bool = False
    gaps: int = 0
    way: tuple[Spot, ...] = ()  # points of the table


class Emblem(Form, frozen=True, tag="emblem"):
    """Something that is nobody's base: it is looked at and led, but no figure.

    Kinds that have a picture: officer, messenger, lady, treasure, door, table, banner. `state` is
    a word ("open", "over", "carried"); `way` where it is going, for a messenger on his way.
    """

    kind: str
    state: str = ""
    way: tuple[Spot, ...] = ()  # points of the table


class Bar(msgspec.Struct, frozen=True, tag_field="measure", tag="bar", omit_defaults=True):
    """What is left of something: fatigue 11 of 14. `tone` is cool, hot or nothing."""

    name: str
    have: int
    most: int
    tone: str = ""


class Beads(msgspec.Struct, frozen=True, tag_field="measure", tag="beads", omit_defaults=True):
    """What has been taken, against a limit: 2 hits of 3; beyond the limit it is counted apart."""

    name: str
    have: int
    most: int


class Wound(msgspec.Struct, frozen=True, tag_field="measure", tag="wound", omit_defaults=True):
    """A wound: how bad in a word and in drops (1 to 3), and where if it is known."""

    level: str
    drops: int = 1
    place: str = ""


AnyForm = Round | Outline | Block | Emblem
Measure = Bar | Beads | Wound


def corner_square(size: float, edges: bool = True) -> Outline:
    """Give a square that faces a corner: shield side left of it, sword side right."""
    h = round(size / 2**0.5, 4)
    front, right, rear, left = (0.0, h), (h, 0.0), (0.0, -h), (-h, 0.0)
    named = (
        Edge("sword", True, front, right),
        Edge("rear right", False, right, rear),
        Edge("rear left", False, rear, left),
        Edge("shield", True, left, front),
    )
    return Outline((front, right, rear, left), named if edges else (), corner=True)


def cut(corners: Iterable[Spot], sides: Iterable[tuple[str, bool, Spot, Spot]]) -> Outline:
    """Give the outline of a stand that was cut elsewhere: corners and sides, clockwise."""
    edges = tuple([Edge(name.replace("_", " "), on, a, b) for name, on, a, b in sides])
    points = tuple([(round(x, 4), round(y, 4)) for x, y in corners])
    front = max(points, key=lambda p: p[1])
    return Outline(points, edges, corner=sum(p[1] > front[1] - 1e-6 for p in points) == 1)


def measure_text(measure: Measure) -> str:
    """Say a measure in words."""
    match measure:
        case Wound():
            return f"{measure.level} wound{f', {measure.place}' if measure.place else ''}"
        case Bar() | Beads():
            return f"{measure.name} {measure.have} of {measure.most}"


def form_text(form: AnyForm | None) -> str:
    """Say what is particular about a form; nothing of a plain base."""
    match form:
        case Block():
            ranks = -(-form.elements // max(form.files, 1))
            shape = f"{form.elements} elements, {form.files} by {ranks}, {form.order} order"
            more = [word for word, on in (("column", form.column), ("unformed", not form.formed))
                    if on]  # fmt: skip
            return ", ".join([shape, *more])
        case Emblem():
            return f"{form.kind} {form.state}".strip()
        case _:
            return ""
