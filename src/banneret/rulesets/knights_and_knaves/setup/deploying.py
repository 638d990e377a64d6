"""Where men may be set down before the battle (KK-SETUP-05, 09)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.answers import Place1
from banneret.core.questions.choices import Place
from banneret.tabletop.crowd import lies_in, meets, together
from banneret.tabletop.setting_up import INWARD, in_front, in_ranks, points_of, strip, widened
from banneret.tabletop.shapes.segments import distance_point_segment

from ..basics.state import NOBODY, UNIT_GAP, footprint
from ..basics.tables import TABLES
from ..basics.who import loose_horses, standing
from ..ground.lay import BARRED, lay_of, walls_near

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from banneret.core.questions.asking import Chance
    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man

    Zone = tuple[float, float, float, float]
    Places = dict[int, Place1]

EDGES = ("south", "north", "west", "east")  # a third side has a short edge, a fourth the other
DEPTH = TABLES.scales.default_deployment_depth
FILES = 5
LOOSE = 0.25  # between bases, in inches
STEP = 1.0
MOST_IDEAS = 4
HAIR = 0.01
NO_STABLE = frozenset(("building", "wall_walk", "stairs", "ladder"))
NOWHERE = Place1(0.0, 0.0, 0.0)
WIDER = 6.0  # inches by which a crowded zone grows


@clause("KK-SETUP-05", "KK-SETUP-09", "KK-SCALE-07")
def zone_of(battle: Battle, player: str, more: float = 0.0) -> Zone:
    """Where a player sets up: as the scenario says, else the strip along his edge.

    `more` inches all round are for those who find no room in it.
    """
    muster = next(one for one in battle.scenario.retinue if one.player == player)
    x0, y0, x1, y1 = muster.zone
    if x1 <= x0 or y1 <= y0:
        deep = DEPTH * battle.options.scale
        x0, y0, x1, y1 = strip(battle.scenario.table, muster.edge, deep)
    zone = (x0, y0, x1, y1)
    return widened(zone, more, battle.scenario.table) if more else zone


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
        if not lies_in(base, zone) or not battle.ground.on_table(base):
            return Refusal(f"{man.profile.name} stands outside his zone.", "KK-SETUP-05")
        no = _bad_ground(battle, man, base)
        if no is not None:
            return no
    loose = [one.base for one in loose_horses(battle)]
    every = [*bases.values(), *(one.base for one in standing(battle)), *loose]
    for at in range(len(bases)):
        if meets(every[at], every[at + 1 :]):
            return Refusal("Bases do not overlap.", "KK-GEO-04")
    reach = UNIT_GAP * battle.options.scale
    if len(men) > 1 and men[0].unit != NOBODY and not together([*bases.values()], reach):
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


def base_at(battle: Battle, man: Man, place: Place1) -> Rect:
    """The base of a man who stands there."""
    return footprint(battle, man.horse != NOBODY, place.x, place.y, place.facing)


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
    zone = zone_of(battle, player)
    edge = next(one.edge for one in battle.retinues if one.player == player)
    scale = battle.options.scale
    x, y = in_front(zone, edge, deep * scale, aside * scale)
    return _points_from(zone, edge, STEP * scale, x, y)


@lru_cache(maxsize=256)
def _points_from(zone: Zone, edge: str, step: float, x: float, y: float) -> tuple[Point, ...]:
    points = points_of(zone, edge, step)
    return tuple(sorted(points, key=lambda at: abs(at[0] - x) + abs(at[1] - y)))


def _anchors(battle: Battle, player: str, more: float = 0.0) -> tuple[Point, ...]:
    edge = next(one.edge for one in battle.retinues if one.player == player)
    return points_of(zone_of(battle, player, more), edge, STEP * battle.options.scale)


def block(battle: Battle, men: Sequence[Man], x: float, y: float) -> Places:
    """Ranks of five behind a middle man in front, facing into the table."""
    edge = next(one.edge for one in battle.retinues if one.player == men[0].player)
    scale = battle.options.scale
    wide = (1.0 + LOOSE) * scale
    mounted = any(man.horse != NOBODY for man in men)
    deep = ((2.0 if mounted else 1.0) + LOOSE) * scale
    places = in_ranks((x, y), INWARD[edge], len(men), files=FILES, wide=wide, deep=deep)
    return dict(zip([man.id for man in men], places, strict=True))
