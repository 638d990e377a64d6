"""How the book places a side it runs: shooters, then foot, then mounted and leaders."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Place1
from banneret.tabletop.shapes.discs import Box

from ..basics import who
from ..basics.asking import Decision
from ..ground.sight import cover_at
from ..setup.deploying import spots, why_not_place, zone_of

if TYPE_CHECKING:
    from banneret.core.questions.choices import Pick
    from banneret.core.questions.lazy import LazyPlace
    from banneret.tabletop.shapes.discs import Shape

    from ..basics.state import Battle, Model

Point = tuple[float, float]
APART = 2.0  # AR-SOLO-04


def rank(model: Model) -> int:
    """In which order models are placed."""
    if model.missile:
        return 0
    return 2 if model.mounted or model.profile.lead is not None else 1


@clause("AR-SOLO-04")
def deploy(battle: Battle, choice: Pick[int]) -> Decision:
    """Shooters first, then foot, mounted and leaders last; ties by id."""
    key = min(choice.candidates, key=lambda one: (rank(battle[one]), one))
    return Decision(key, f"{battle[key].name} is placed next", "AR-SOLO-04")


@clause("AR-SOLO-04")
def place(battle: Battle, choice: LazyPlace) -> Decision:
    """The lawful spot nearest to where his kind belongs; shooters in or nearest to cover."""
    model = battle[choice.pieces[0]]
    goal = wanted(battle, model)
    lawful = [p for p in (goal, *spots(battle, model)) if why_not_place(battle, model, p) is None]

    def order(p: Point) -> tuple[bool, float, float, float]:
        bare = bool(model.missile) and not cover_at(battle, p, model.radius)
        return bare, round(hypot(p[0] - goal[0], p[1] - goal[1]), 3), p[0], p[1]

    x, y = min(lawful, key=order)
    where = {model.id: Place1(x, y, 0.0)}
    return Decision(where, f"{model.name} takes his place", "AR-SOLO-04")


def wanted(battle: Battle, model: Model) -> Point:
    """Where a model of his kind belongs in the zone."""
    kind = rank(model)
    same = [m for m in battle.models if m.side == model.side and rank(m) == kind]
    at, many = same.index(model), len(same)
    shapes = zone_of(battle, model)
    box = _box(shapes[at % len(shapes)])
    front = box.y1 - model.radius if model.side == "a" else box.y0 + model.radius
    back = -1 if model.side == "a" else 1
    middle = (box.x0 + box.x1) / 2
    if kind == 0:
        x = box.x0 + (box.x1 - box.x0) * (at + 0.5) / many
    elif kind == 1:
        x, front = middle + (at - (many - 1) / 2) * (APART + model.base), front + back
    else:
        pc = next((one for one in who.enemies(battle, model.side) if one.pc), None)
        x = (pc.x if pc is not None else middle) + (at - (many - 1) / 2) * (APART + model.base)
    x = min(max(x, box.x0 + model.radius), box.x1 - model.radius)
    return round(x, 3), round(front, 3)


def _box(shape: Shape) -> Box:
    if isinstance(shape, Box):
        return shape
    x, y, r = shape
    r *= 0.7
    return Box(x - r, y - r, x + r, y + r)
