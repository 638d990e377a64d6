"""What screens show on demand, and the ground, drawn the same way by every book.

yield band("command", lord.base, 5.0, "lord's command", "KK-CMD-01")
yield verdict("command", man.id, "in command", "KK-CMD-01", holds=True)
yield chance("targets", foe.id, "shot", "KK-SHOOT-02", odds)
yield from reckoning(tally, "Morale check: d10, less than 6 holds")
scene = Scene(ground=draw_ground(battle.ground, looks={"water": "deep_water"}), ...)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.show.overlay import Band, Line, Note, Stretch, Tag
from banneret.core.show.scene import Ground1
from banneret.tabletop.screen.words import inches as said

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from banneret.core.book.tally import Tally
    from banneret.core.show.overlay import Base
    from banneret.tabletop.ground.terrain import Ground
    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point
    from banneret.tabletop.sight import Trace

CHEAP, DEAR = "cheap", "dear"


def outline(base: Rect) -> Base:
    """A base as screens take it."""
    return (base.x, base.y, base.facing, base.width, base.depth)


def band(
    layer: str, base: Rect, far: float, label: str, clause: str, *, dear: bool = False
) -> Band:
    """Everything within some inches of a base."""
    return Band(
        layer=layer,
        base=outline(base),
        inches=far,
        label=label,
        clause=clause,
        tone=DEAR if dear else CHEAP,
    )


def verdict(layer: str, piece: int, label: str, clause: str, *, holds: bool) -> Tag:
    """That something holds of a piece, or why it does not."""
    return Tag(layer=layer, piece=piece, label=label, clause=clause, holds=holds)


def chance(layer: str, piece: int, label: str, clause: str, odds: Mapping[str, str]) -> Tag:
    """What could be done to a piece, with the chances."""
    return Tag(layer=layer, piece=piece, holds=True, label=label, clause=clause, odds=dict(odds))


def reckoning(tally: Tally, title: str, *, base: bool = True) -> Iterator[Note]:
    """A sum line by line; its first line is what the others change, unless there is no base."""
    for n, (label, value, clause) in enumerate(tally.reasons):
        yield Note(label, str(value) if base and n == 0 else f"{value:+d}", clause, title)


def sight_line(p: Point, q: Point, apart: float, trace: Trace, clause: str) -> Line:
    """A line of sight as it was traced: what it runs through, and where it ends."""
    word = "in sight" if trace.clear else trace.blocker
    return Line(
        layer="sight",
        points=(p, q),
        clear=trace.clear,
        stretches=tuple([Stretch(*one) for one in trace.stretches]),
        stop=None if trace.clear else trace.stop,
        label=f"{said(apart)}, {word}",
        clause=clause,
        tone=CHEAP if trace.clear else DEAR,
    )


def draw_ground(
    ground: Ground, looks: Mapping[str, str] | None = None, names: Mapping[str, str] | None = None
) -> tuple[Ground1, ...]:
    """The pieces of terrain: areas first, then lines; some kinds look like another."""
    look, name = looks or {}, names or {}
    areas = [
        Ground1(look.get(a.kind, a.kind), tuple(a.polygon), True, a.id, name.get(a.id, ""))
        for a in ground.areas
    ]
    return (*areas, *[Ground1(one.kind, one.points, False, one.id) for one in ground.lines])


def middle(points: Sequence[Point]) -> Point:
    """The middle of some corners, where a marker is drawn."""
    count = len(points)
    return sum(p[0] for p in points) / count, sum(p[1] for p in points) / count
