"""One straight look across the ground: how far it goes, through what, and what ends it.

    rule = Opacity(solid={"building": "a building is in the way"}, deep={"woods": 3.0})
    found = trace(ground, (0.0, 0.0), (12.0, 0.0), rule)
    if not found.clear: print(found.blocker, "at", found.stop)     # in parts of the whole
    for start, end, kind, label in found.stretches: ...            # what is looked through

The rule of a book and the line it draws for people ask the same trace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from banneret.tabletop.screen.words import inches, plain
from banneret.tabletop.shapes.segments import TOLERANCE, distance

if TYPE_CHECKING:
    from banneret.tabletop.ground.pieces import Area
    from banneret.tabletop.ground.terrain import Ground
    from banneret.tabletop.shapes.segments import Point

Run = tuple[float, float]


class Opacity(msgspec.Struct, frozen=True, gc=False):
    """What ends sight: by kind of area, with the words for it.

    `solid` ends it unless one of the two is `inside` such an area; `crest` ends it where it lies
    wholly between; `deep` is seen through for so many inches all in all.
    """

    solid: dict[str, str] = {}
    inside: frozenset[str] = frozenset()
    crest: dict[str, str] = {}
    deep: dict[str, float] = {}

    @property
    def kinds(self) -> frozenset[str]:
        """Every kind that matters."""
        return frozenset((*self.solid, *self.crest, *self.deep))


class Trace(NamedTuple):
    """Whether a line is clear; else where it stops, in parts of the whole, and at what."""

    clear: bool
    stop: float
    blocker: str
    stretches: tuple[tuple[float, float, str, str], ...]  # from, to, kind, words


def is_clear(ground: Ground, p: Point, q: Point, rule: Opacity) -> bool:
    """Whether nothing ends the look; quicker than a whole trace."""
    (px, py), (qx, qy) = p, q
    x0, x1 = (px, qx) if px < qx else (qx, px)
    y0, y1 = (py, qy) if py < qy else (qy, py)
    deep = False
    for area in opaque(ground, rule):
        if area.x1 < x0 or area.x0 > x1 or area.y1 < y0 or area.y0 > y1:
            continue
        if area.kind in rule.deep:
            deep = True
        elif blocks(ground, area, p, q, rule):
            return False
    return not deep or all(
        through(ground, p, q, kind) <= most + TOLERANCE for kind, most in rule.deep.items()
    )


def trace(ground: Ground, p: Point, q: Point, rule: Opacity) -> Trace:
    """Look along a line and say everything about it."""
    clear = is_clear(ground, p, q, rule)
    stretches: list[tuple[float, float, str, str]] = []
    stops: list[tuple[float, str]] = []
    long = distance(p, q)
    for kind, most in rule.deep.items():
        runs = joined([(t0, t1) for one, t0, t1 in ground.stretches(p, q) if one == kind])
        whole = sum([t1 - t0 for t0, t1 in runs]) * long
        word = f"{inches(whole)} in {plain(kind)}, sees {inches(most)}"
        stretches += [(t0, t1, kind, "" if n else word) for n, (t0, t1) in enumerate(runs)]
        if not clear:
            stops += _given_out(runs, most, long)
    if not clear:
        for area in opaque(ground, rule):
            if area.kind not in rule.deep and blocks(ground, area, p, q, rule):
                words = rule.solid.get(area.kind) or rule.crest[area.kind]
                stops.append((next((t0 for t0, t1 in area.runs(p, q) if t1 > t0), 1.0), words))
    stop, blocker = min(stops, default=(1.0, "not in sight"))
    return Trace(clear, stop, "" if clear else blocker, tuple(sorted(stretches)))


def opaque(ground: Ground, rule: Opacity) -> tuple[Area, ...]:
    """The areas that can end a look, listed once for each ground and rule."""
    key = ("opaque", id(rule))
    known = ground.nets.get(key)
    if known is None or known[0] is not rule:
        kinds = rule.kinds
        known = ground.nets[key] = (rule, tuple([a for a in ground.areas if a.kind in kinds]))
    found: tuple[Area, ...] = known[1]
    return found


def blocks(ground: Ground, area: Area, p: Point, q: Point, rule: Opacity) -> bool:
    """Whether an area that nobody sees through ends the look."""
    if area.kind in rule.crest:
        return ground.wholly_between(p, q, area)
    if area.kind in rule.inside and (area.holds(p) or area.holds(q)):
        return False
    return sum([t1 - t0 for t0, t1 in area.runs(p, q)]) * distance(p, q) > TOLERANCE


def through(ground: Ground, p: Point, q: Point, kind: str) -> float:
    """How many inches of a line run through a kind of ground."""
    long = distance(p, q)
    return sum([(t1 - t0) * long for one, t0, t1 in ground.stretches(p, q) if one == kind])


def joined(runs: list[Run]) -> list[Run]:
    """Runs along a line, those that meet taken as one."""
    found: list[Run] = []
    for t0, t1 in sorted(runs):
        if found and t0 - found[-1][1] < 1e-6:
            found[-1] = (found[-1][0], t1)
        else:
            found.append((t0, t1))
    return found


def _given_out(runs: list[Run], most: float, long: float) -> list[tuple[float, str]]:
    """Where so many inches are used up, if they are."""
    left = most
    for t0, t1 in runs:
        run = (t1 - t0) * long
        if run > left:
            return [(t0 + left / long, "too much wood in between")]
        left -= run
    return []
