"""Where those go who run: home, or straight away, and nowhere nearer to the threat (OP-MORALE)."""

from __future__ import annotations

from cmath import rect
from math import cos, inf, pi, sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.ground.paths import round_base
from banneret.tabletop.moving.sliding import to_edge
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    Rect,
    along,
    distance,
    gap_to_point,
    onto_rect,
    snap_point,
)

from ..ground.clearance import CLEAR, Lanes, comes_nearer, foes, gap_at_start, stop_short
from ..ground.lay import KEEP_OFF
from ..movement.ideas import edge_point, facing_along
from ..movement.routes import route, straight_route

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..basics.state import Battle, Figure, Unit

_EDGE_SAMPLE_INCHES: Final = 2.0
_ROUND_ABOUT: Final = 0.5  # a straight way no more inches longer than the shortest will do
_DETOURS: Final = 6  # enemies gone round
_RING: Final = tuple(rect(1.04 / cos(pi / 12), (n + 0.5) * pi / 6) for n in range(12))


@clause("OP-MORALE-33")
def open_to(
    battle: Battle, figure: Figure, threat: Figure | None
) -> Callable[[Point, Point], bool]:
    """Whether a leg leads no nearer to the threat, through no enemy, past none within 1 inch."""
    base = figure.base
    here = (base.x, base.y)
    apart = 0.0 if threat is None else gap_to_point(threat.base, here) - TOLERANCE
    started_near = gap_at_start(battle, figure)
    beside: list[tuple[Rect, float]] = []
    others: list[Rect] = []
    for foe in foes(battle, figure.side):
        near = started_near.get(foe.id)
        if near is None:
            others.append(foe.base)
            continue
        touched = near <= TOLERANCE  # contact is left freely (OP-MORALE-28)
        most = base.inner if touched else KEEP_OFF + base.radius  # OP-MOVE-26
        beside.append((foe.base, min(gap_to_point(foe.base, here), most) - TOLERANCE))
    lanes = Lanes(base, others, CLEAR)
    away = (0.0, 0.0)
    if threat is not None:
        near_x, near_y = onto_rect(threat.base, here)
        away = (base.x - near_x, base.y - near_y)

    def is_open(p: Point, q: Point) -> bool:
        leaves = p == here and (q[0] - p[0]) * away[0] + (q[1] - p[1]) * away[1] >= 0.0
        if threat is not None and not leaves and comes_nearer(threat.base, p, q, apart):
            return False
        for there, least in beside:
            if comes_nearer(there, p, q, least):
                return False
        return lanes.is_clear(p, q)

    return is_open


@clause("OP-MORALE-25")
def way_home(
    battle: Battle, unit: Unit, figure: Figure, threat: Figure | None
) -> tuple[Point, ...] | None:
    """The shortest open way to the nearest home edge."""
    here = (figure.base.x, figure.base.y)
    inset = figure.base.hd
    goals: list[Point] = []
    for edge in home_edges(battle, unit):
        goals.append(edge_point(battle, here, edge, inset))
        long = battle.ground.width if edge in ("north", "south") else battle.ground.height
        count = int(long / _EDGE_SAMPLE_INCHES)
        for n in range(count):
            at = (n + 0.5) * long / count
            goals.append(edge_point(battle, (at, at), edge, inset))
    is_open = open_to(battle, figure, threat)
    best = straight_route(battle, figure, goals, is_open)
    nearest = min([distance(here, p) for p in goals])
    if best is None or best.cost > nearest + _ROUND_ABOUT:
        # round other enemies only where no way past the ground and the threat alone is open
        most = inf if best is None else best.cost
        about = _round_threat(battle, figure, threat)
        found = route(battle, figure, goals, clear=is_open, limit=most, detours=lambda: about)
        if found is None and best is None:
            found = route(
                battle,
                figure,
                goals,
                clear=is_open,
                limit=most,
                detours=lambda: [*about, *_round_foes(battle, figure)],
            )
        best = found or best
    return None if best is None else best.points


def home_edges(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The edges by which the unit's side goes home."""
    return battle.scenario.sides[unit.side].edges


def _round_threat(battle: Battle, figure: Figure, threat: Figure | None) -> list[Point]:
    """Way-points round the threat, the first on either hand square to the line to it."""
    if threat is None:
        return []
    width, height = battle.ground.width, battle.ground.height
    x, y = threat.base.x, threat.base.y
    dx, dy = figure.base.x - x, figure.base.y - y
    found: list[Point] = []
    for turn in _RING:
        px, py = x + dx * turn.real - dy * turn.imag, y + dx * turn.imag + dy * turn.real
        if 0.0 < px < width and 0.0 < py < height:
            found.append((px, py))
    return found


def _round_foes(battle: Battle, figure: Figure) -> list[Point]:
    """Way-points round the enemies that stand about."""
    here = (figure.base.x, figure.base.y)
    near = sorted(
        (distance((foe.base.x, foe.base.y), here), foe.id, foe) for foe in foes(battle, figure.side)
    )
    off = KEEP_OFF + figure.base.radius + 0.05
    return [p for _, _, foe in near[:_DETOURS] for p in round_base(foe.base, off)]


@clause("OP-MORALE-25", "OP-MORALE-26")
def straight_away(
    battle: Battle, figure: Figure, threat: Figure | None
) -> tuple[tuple[Point, ...], bool]:
    """The way straight away from the threat, and whether it leads to an edge of the table."""
    base = figure.base
    here = (base.x, base.y)
    if threat is None:
        return (here, here), False
    dx, dy = base.x - threat.base.x, base.y - threat.base.y
    long = sqrt(dx * dx + dy * dy)
    ux, uy = dx / long, dy / long
    ahead = Rect(base.x, base.y, facing_along((0.0, 0.0), (ux, uy)), base.width, base.depth)
    far = to_edge(battle.ground, ahead, (ux, uy), 1e6)
    end = (here[0] + ux * far, here[1] + uy * far)
    started_near = gap_at_start(battle, figure)
    others = [foe for foe in foes(battle, figure.side) if foe.id not in started_near]
    short = stop_short(figure, here, end, others, KEEP_OFF)
    is_open = open_to(battle, figure, threat)
    if short is not None:
        end = along(here, end, max(short[0] - TOLERANCE / max(far, 1.0), 0.0))
    if not is_open(here, end):
        return (here, here), False
    return (here, snap_point(end)), short is None
