"""Where men may be set down before the battle (KK-SETUP-05, 09)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from banneret.core.answers import Place1
from banneret.core.bases import heading
from banneret.core.choices import Place
from banneret.core.clauses import Refusal, clause
from banneret.core.geometry import overlaps, within
from banneret.core.segments import distance_point_segment
from banneret.rulesets.knights_and_knaves.ground import BARRED, lay_of, walls_near
from banneret.rulesets.knights_and_knaves.people import loose_horses, standing
from banneret.rulesets.knights_and_knaves.state import NOBODY, UNIT_GAP, footprint
from banneret.rulesets.knights_and_knaves.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from banneret.core.asking import Chance
    from banneret.core.bases import Rect
    from banneret.core.segments import Point
    from banneret.rulesets.knights_and_knaves.state import Battle, Man

    Zone = tuple[float, float, float, float]
    Places = dict[int, Place1]

EDGES = ("south", "north", "west", "east")  # a third side has a short edge, a fourth the other
DEPTH = TABLES.scales.default_deployment_depth
INWARD = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}
FILES = 5
LOOSE = 0.25  # between bases, in inches
STEP = 1.0
MOST_IDEAS = 4
HAIR = 0.01
NO_STABLE = frozenset(("building", "wall_walk", "stairs", "ladder"))
NOWHERE = Place1(0.0, 0.0, 0.0)
WIDER = 6.0  # inches by which a crowded zone grows


@clause("KK-SETUP-05", "KK-SETUP-09", "KK-SCALE-07")
def strip(size: tuple[float, float], edge: str, scale: float = 1.0) -> Zone:
    """The 12 inches along an edge of a table of that size; 6 for small figures."""
    width, height = size
    deep = DEPTH * scale
    return {
        "south": (0.0, 0.0, width, deep),
        "north": (0.0, height - deep, width, height),
        "west": (0.0, 0.0, deep, height),
        "east": (width - deep, 0.0, width, height),
    }[edge]


def zone_of(battle: Battle, player: str, more: float = 0.0) -> Zone:
    """Where a player sets up: as the scenario says, else the strip along his edge.

    `more` inches all round are for those who find no room in it.
    """
    muster = next(one for one in battle.scenario.retinue if one.player == player)
    x0, y0, x1, y1 = muster.zone
    if x1 <= x0 or y1 <= y0:
        x0, y0, x1, y1 = strip(battle.scenario.table, muster.edge, battle.options.scale)
    if not more:
        return x0, y0, x1, y1
    width, height = battle.scenario.table
    return max(x0 - more, 0.0), max(y0 - more, 0.0), min(x1 + more, width), min(y1 + more, height)


def more_room(battle: Battle, men: Sequence[Man]) -> float:
    """How far beyond a crowded zone these men may stand, so that there is room for them at all."""
    most = max(battle.scenario.table)
    more = 0.0
    while more < most:
        if first_lawful(battle, men, _anchors(battle, men[0].player, more), more) is not None:
            return more
        more += WIDER
    return most


@clause("KK-SETUP-05", "KK-DEF-02", "KK-GEO-04")
def refusal(
    battle: Battle, men: Sequence[Man], places: Places, more: float = 0.0
) -> Refusal | None:
    """Why they may not stand so: outside the zone, on somebody, in the water, or not together."""
    bases = {man.id: base_at(battle, man, places[man.id]) for man in men}
    zone = zone_of(battle, men[0].player, more)
    for man in men:
        base = bases[man.id]
        if not _inside(zone, base) or not battle.ground.on_table(base):
            return Refusal(f"{man.profile.name} stands outside his zone.", "KK-SETUP-05")
        no = _bad_ground(battle, man, base)
        if no is not None:
            return no
    loose = [one.base for one in loose_horses(battle)]
    every = [*bases.values(), *(one.base for one in standing(battle)), *loose]
    for at in range(len(bases)):
        if meets(every[at], every[at + 1 :]):
            return Refusal("Bases do not overlap.", "KK-GEO-04")
    if len(men) > 1 and men[0].unit != NOBODY and not _together(battle, list(bases.values())):
        return Refusal("A unit is set down with no gap of more than 2 inches.", "KK-DEF-02")
    return None


@clause("KK-SETUP-05", "KK-GEO-01", "KK-MOVE-22", "KK-MOVE-23")
def _bad_ground(battle: Battle, man: Man, base: Rect) -> Refusal | None:
    """Not in the water, not astride a wall, and on horseback not where no horse gets out of."""
    middle = (base.x, base.y)
    if lay_of(battle).barred and battle.ground.kind_at(middle) in BARRED:
        return Refusal(f"{man.profile.name} cannot stand there.", "KK-SETUP-05")
    for wall in walls_near(battle, base, 0.0):
        if distance_point_segment(middle, wall.a, wall.b) < HAIR:
            return Refusal(f"{man.profile.name} stands on neither side of the wall.", "KK-GEO-01")
    if man.horse != NOBODY and any(
        area.holds(middle) for area in battle.ground.areas if area.kind in NO_STABLE
    ):
        return Refusal(f"{man.profile.name} cannot be there on horseback.", "KK-MOVE-23")
    return None


def meets(base: Rect, others: Sequence[Rect]) -> bool:
    """Whether a base lies on any of the others."""
    x0, x1, y0, y1 = base.x0, base.x1, base.y0, base.y1
    for other in others:
        if x0 < other.x1 and other.x0 < x1 and y0 < other.y1 and other.y0 < y1:  # noqa: SIM102
            if overlaps(base, other):
                return True
    return False


def base_at(battle: Battle, man: Man, place: Place1) -> Rect:
    """The base of a man who stands there."""
    return footprint(battle, man.horse != NOBODY, place.x, place.y, place.facing)


def _inside(zone: Zone, base: Rect) -> bool:
    x0, y0, x1, y1 = zone
    slack = 1e-6
    return (
        base.x0 >= x0 - slack
        and base.y0 >= y0 - slack
        and base.x1 <= x1 + slack
        and base.y1 <= y1 + slack
    )


def _together(battle: Battle, bases: Sequence[Rect]) -> bool:
    reach = UNIT_GAP * battle.options.scale
    found, left = [bases[0]], list(bases[1:])
    for base in found:
        near = [other for other in left if within(base, other, reach)]
        found += near
        left = [other for other in left if other not in near]
    return not left


# -- made up beforehand: where he is going to stand is his base already, though he has not come


def plan(battle: Battle, man: Man, place: Place1 | None) -> None:
    """Note where a man will be set down, or that nobody knows; nobody else learns of it."""
    x, y, facing = place or NOWHERE
    man.base = footprint(battle, man.horse != NOBODY, x, y, facing)


def is_planned(man: Man) -> bool:
    """Whether his player has made up his mind; no base can be lawful round the corner itself."""
    return bool(man.base.x or man.base.y)


def place_of(man: Man) -> Place1:
    """Where he is going to stand."""
    return Place1(man.base.x, man.base.y, man.base.facing)


# -- some lawful places


def ideas(battle: Battle, men: Sequence[Man], more: float = 0.0) -> list[Places]:
    """A few places for a block of men, spread over the zone, near the front first."""
    found: list[Places] = []
    taken: list[Point] = []
    anchors = (
        (x, y)
        for x, y in _anchors(battle, men[0].player, more)
        if not any(abs(x - a) + abs(y - b) < 8.0 for a, b in taken)
    )
    for point, places in _lawful(battle, men, anchors, more):
        found.append(places)
        taken.append(point)
        if len(found) == MOST_IDEAS:
            break
    return found


class Deployment(Place, kw_only=True, eq=False):
    """Where they are set down; whoever wants any lawful place gets `one` without the others."""

    one: Callable[[Chance], Places | None]

    def any(self, chance: Chance) -> Places:
        """Look on from somewhere in the zone until they fit."""
        places = self.one(chance)
        self.found = super().any(chance) if places is None else places
        found: Places = self.found
        return found


def somewhere(
    battle: Battle, men: Sequence[Man], chance: Chance, more: float = 0.0
) -> Places | None:
    """Lawful places for a block of men, looked for from a random point of the zone on."""
    anchors = _anchors(battle, men[0].player, more)
    start = chance.die(len(anchors)) - 1
    return first_lawful(battle, men, (*anchors[start:], *anchors[:start]), more)


def first_lawful(
    battle: Battle,
    men: Sequence[Man],
    anchors: Iterable[Point],
    more: float = 0.0,
    taken: Sequence[Rect] = (),
) -> Places | None:
    """How the block stands at the first of these points where it may."""
    return next((places for _, places in _lawful(battle, men, anchors, more, taken)), None)


def _lawful(
    battle: Battle,
    men: Sequence[Man],
    anchors: Iterable[Point],
    more: float,
    taken: Sequence[Rect] = (),
) -> Iterator[tuple[Point, Places]]:
    """The points at which the block may stand, and how; most zones are shallow and most stick out.

    So only where the block's box is inside the zone, but for a hair, are the bases looked at.
    """
    x0, y0, x1, y1 = zone_of(battle, men[0].player, more)
    drawn = block(battle, men, 0.0, 0.0)
    bases = [base_at(battle, man, drawn[man.id]) for man in men]
    x0 -= min(base.x0 for base in bases) + HAIR
    y0 -= min(base.y0 for base in bases) + HAIR
    x1 -= max(base.x1 for base in bases) - HAIR
    y1 -= max(base.y1 for base in bases) - HAIR
    first = men[0]
    for x, y in anchors:
        if not (x0 <= x <= x1 and y0 <= y <= y1):
            continue
        if taken and meets(base_at(battle, first, Place1(x, y, drawn[first.id].facing)), taken):
            continue
        places = block(battle, men, x, y)
        if any(meets(base_at(battle, man, places[man.id]), taken) for man in men if taken):
            continue
        if refusal(battle, men, places, more) is None:
            yield (x, y), places


def anchors_near(battle: Battle, player: str, deep: float, aside: float) -> tuple[Point, ...]:
    """Points of the zone, those nearest to a depth behind the front and a way aside first."""
    x0, y0, x1, y1 = zone_of(battle, player)
    edge = next(one.edge for one in battle.retinues if one.player == player)
    ux, uy = heading(INWARD[edge])
    scale = battle.options.scale
    front_x = (x1 if ux > 0.5 else x0) if abs(ux) > 0.5 else (x0 + x1) / 2
    front_y = (y1 if uy > 0.5 else y0) if abs(uy) > 0.5 else (y0 + y1) / 2
    x = front_x - ux * deep * scale + uy * aside * scale
    y = front_y - uy * deep * scale - ux * aside * scale
    return _points_from((x0, y0, x1, y1), edge, STEP * scale, x, y)


@lru_cache(maxsize=256)
def _points_from(zone: Zone, edge: str, step: float, x: float, y: float) -> tuple[Point, ...]:
    points = _points(zone, edge, step)
    return tuple(sorted(points, key=lambda at: abs(at[0] - x) + abs(at[1] - y)))


def _anchors(battle: Battle, player: str, more: float = 0.0) -> tuple[Point, ...]:
    edge = next(one.edge for one in battle.retinues if one.player == player)
    return _points(zone_of(battle, player, more), edge, STEP * battle.options.scale)


@lru_cache(maxsize=64)
def _points(zone: Zone, edge: str, step: float) -> tuple[Point, ...]:
    """Points of the zone: the rows from the front, in each from the middle outwards."""
    x0, y0, x1, y1 = zone
    across = edge in {"south", "north"}
    low, high = (x0, x1) if across else (y0, y1)
    back, front = (y0, y1) if across else (x0, x1)
    if edge in {"north", "east"}:
        back, front = front, back
    rows = int(abs(front - back) / step)
    files = int((high - low) / step)
    middle = (low + high) / 2
    found: list[Point] = []
    for row in range(1, rows + 1):
        deep = front + (back - front) * row / max(rows, 1)
        for file in range(files + 1):
            side = middle + step * ((file + 1) // 2) * (1 if file % 2 else -1)
            found.append((side, deep) if across else (deep, side))
    return tuple(found)


def block(battle: Battle, men: Sequence[Man], x: float, y: float) -> Places:
    """Ranks of five behind a middle man in front, facing into the table."""
    edge = next(one.edge for one in battle.retinues if one.player == men[0].player)
    facing = INWARD[edge]
    ux, uy = heading(facing)
    scale = battle.options.scale
    wide = (1.0 + LOOSE) * scale
    mounted = any(man.horse != NOBODY for man in men)
    deep = ((2.0 if mounted else 1.0) + LOOSE) * scale
    places: Places = {}
    for at, man in enumerate(men):
        rank, file = divmod(at, FILES)
        right = ((file + 1) // 2) * (1 if file % 2 else -1) * wide
        back = rank * deep
        places[man.id] = Place1(
            round(x + uy * right - ux * back, 3), round(y - ux * right - uy * back, 3), facing
        )
    return places
