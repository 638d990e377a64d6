"""Line of sight, partial cover, and who is in cover."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.discs import circle_chord

from ..basics.state import TABLE
from ..basics.who import CONTACT, in_play
from ..setup.lists import Terrain, scenario_of

if TYPE_CHECKING:
    from ..basics.state import Battle, Model

Point = tuple[float, float]
WOOD_INCHES = 3.0  # AR-SCALE-07
CLEAR, OBSCURED, BLOCKED = "clear", "obscured", "none"


class Sight(NamedTuple):
    """What a shooter sees of a target, and what stands in the way."""

    kind: str
    by: str = ""

    @property
    def seen(self) -> bool:
        """Whether there is a line of sight."""
        return self.kind != BLOCKED


@lru_cache(maxsize=65536)
def _line_blocker(key: str, p: Point, q: Point) -> str:
    """What blocks one line: a sight-blocking piece, or more than 3 inches of wood."""
    far = hypot(q[0] - p[0], q[1] - p[1])
    wood = 0.0
    for one in scenario_of(key).terrain:
        if not (one.sight or one.wood):
            continue
        chord = one.shape.chord(p, q)
        if chord is None or chord[1] - chord[0] < 1e-9:
            continue
        if one.sight:
            return one.name
        wood += (chord[1] - chord[0]) * far
        if wood > WOOD_INCHES + 1e-6:
            return one.name
    return ""


@clause("AR-SCALE-07")
def sight(battle: Battle, shooter: Model, target: Model) -> Sight:
    """Three lines from the shooter's centre: to the target's centre and its two edges."""
    key, here, there = battle.scenario.id, shooter.at, target.at
    dx, dy = there[0] - here[0], there[1] - here[1]
    far = hypot(dx, dy) or 1.0
    ox, oy = -dy / far * target.radius, dx / far * target.radius
    ends = (there, (there[0] + ox, there[1] + oy), (there[0] - ox, there[1] - oy))
    stops = [_line_blocker(key, here, end) for end in ends]
    if all(stops):
        return Sight(BLOCKED, stops[0])
    if any(stops):
        return Sight(OBSCURED, next(one for one in stops if one))
    between = _between(battle, shooter, target)
    return Sight(OBSCURED, between) if between else Sight(CLEAR)


def _between(battle: Battle, shooter: Model, target: Model) -> str:
    """Another model, or a cover feature the shooter does not touch, on the centre line."""
    here, there = shooter.at, target.at
    for one in battle.scenario.terrain:
        if not one.cover or touches(shooter, one):
            continue
        if one.shape.chord(here, there) is not None:
            return one.name
    for other in battle.models:
        if other.where != TABLE or other is shooter or other is target:
            continue
        if other.id in {shooter.id, target.id}:
            continue
        if circle_chord(here, there, other.x, other.y, other.radius) is not None:
            return other.name
    return ""


def touches(model: Model, terrain: Terrain) -> bool:
    """Whether a base touches a piece of terrain."""
    return terrain.shape.gap(model.at) <= model.radius + CONTACT


@clause("AR-SCALE-08")
def cover_at(battle: Battle, p: Point, radius: float) -> str:
    """The cover a model would have with its centre there: inside a feature, or touching a line."""
    for one in battle.scenario.terrain:
        if not one.cover:
            continue
        gap = one.shape.gap(p)
        if gap <= 0 or (one.class_ in {"linear", "impassable"} and gap <= radius + CONTACT):
            return one.name
    return ""


def in_cover(battle: Battle, model: Model) -> bool:
    """Whether a model is in cover; in the open otherwise."""
    return bool(cover_at(battle, model.at, model.radius))


def on_rough(battle: Battle, model: Model) -> bool:
    """Whether its centre is on rough ground."""
    rough = [one for one in battle.scenario.terrain if one.class_ == "rough"]
    return any(one.shape.gap(model.at) <= 0 for one in rough)


def sees_point(battle: Battle, model: Model, p: Point) -> bool:
    """Whether a model sees a place at all."""
    return not _line_blocker(battle.scenario.id, model.at, p)


@clause("AR-EVENT-24")
def features_seen(battle: Battle, side: str) -> list[int]:
    """Terrain features that a figure of the side can see, in scenario order."""
    own = in_play(battle, side)
    return [
        at
        for at, one in enumerate(battle.scenario.terrain)
        if any(_sees_feature(battle, model, one) for model in own)
    ]


def _sees_feature(battle: Battle, model: Model, terrain: Terrain) -> bool:
    """A point of it nearest the model, or its middle, in sight with nothing else before it."""
    x, y = terrain.shape.centre
    gap = max(0.0, terrain.shape.gap(model.at))
    far = hypot(x - model.x, y - model.y) or 1.0
    near = (model.x + (x - model.x) / far * gap * 0.98, model.y + (y - model.y) / far * gap * 0.98)
    return sees_point(battle, model, near)
