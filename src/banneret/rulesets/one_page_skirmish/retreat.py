"""Running and falling back: the moves that morale, or want of a leader, forces on a unit."""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from banneret.core.choices import Pick
from banneret.core.clauses import clause
from banneret.core.geometry import (
    TOLERANCE,
    Point,
    Rect,
    along,
    distance,
    gap,
    gap_to_point,
    gap_to_segment,
    polyline_length,
    snap_point,
    swept,
)
from banneret.core.paths import round_base
from banneret.rulesets.one_page_skirmish import handling, injuries, placing
from banneret.rulesets.one_page_skirmish.aims import edge_gap, edge_point, facing_along
from banneret.rulesets.one_page_skirmish.clearance import (
    CLEAR,
    beside_leg,
    foes,
    gap_at_start,
    stop_short,
    too_near,
)
from banneret.rulesets.one_page_skirmish.cover import nearest_cover
from banneret.rulesets.one_page_skirmish.events import Stayed
from banneret.rulesets.one_page_skirmish.ground import KEEP_OFF, in_cover, on_road, stays_on_road
from banneret.rulesets.one_page_skirmish.hidden import reveal_if_seen
from banneret.rulesets.one_page_skirmish.march import go, left_over, stopped_by_hidden
from banneret.rulesets.one_page_skirmish.procedures.movement import highest_roll, roll_movement
from banneret.rulesets.one_page_skirmish.procedures.wounds import is_wounded
from banneret.rulesets.one_page_skirmish.state import FLED, awake, footprint, leader_of
from banneret.rulesets.one_page_skirmish.ways import (
    Trip,
    cannot_end,
    first_inches,
    follow,
    priced,
    route,
    straight_route,
    to_edge,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.table import Table
    from banneret.rulesets.one_page_skirmish.state import Battle, Figure, Unit

EDGES: Final = ("north", "east", "south", "west")
_STEP_BACK: Final = 0.5
_EDGE_SAMPLE_INCHES: Final = 3.0
_ROUND_ABOUT: Final = 1.3  # a straight way so much longer than the shortest is not looked beyond
_DETOURS: Final = 6  # enemies gone round


# -- from whom, and who is measured


@clause("OP-MORALE-33")
def threat_to(battle: Battle, unit: Unit, charger: Unit | None) -> Figure | None:
    """The nearest figure of the chargers, or the nearest enemy neither hidden nor stunned."""
    figure = leader_of(battle, unit) or next(iter(awake(battle, unit)), None)
    return None if figure is None else threat_from(battle, figure, charger)


def threat_from(battle: Battle, figure: Figure, charger: Unit | None) -> Figure | None:
    """The threat as measured from one figure."""
    best, found = 1e9, None
    for foe in foes(battle, figure.side):
        if charger is not None and foe.unit != charger.id:
            continue
        far = gap(figure.base, foe.base)
        if far < best:
            best, found = far, foe
    return found


@clause("OP-MORALE-35", "OP-LEAD-10")
def measured_figure(table: Table[Battle], unit: Unit) -> Figure | None:
    """The leader; without one able to lead, whichever unstunned figure the owner picks."""
    battle = table.state
    leader = leader_of(battle, unit)
    if leader is not None:
        return leader
    able = [figure.id for figure in awake(battle, unit)]
    if not able:
        return None
    chosen: int = table.ask(
        Pick(
            unit.player,
            "retreat.measured",
            f"Which man of {unit.name} is measured?",
            able,
            label=lambda key: battle.figures[key].profile.name,
            about=(unit.id,),
        )
    )
    return battle.figures[chosen]


# -- the two moves


@clause("OP-MORALE-22", "OP-MORALE-24", "OP-MORALE-25")
def rout(
    table: Table[Battle], unit: Unit, threat: Figure | None, charger: Unit | None = None
) -> float:
    """The unit runs for its home edge by its whole roll; tells the inches of movement used."""
    battle = table.state
    figure = measured_figure(table, unit)
    if figure is None:
        return 0.0
    threat = _threat_now(battle, unit, figure, threat, charger)
    if any(edge_gap(battle, figure.base, edge) <= TOLERANCE for edge in _home(battle, unit)):
        return _flee(table, unit, figure, _no_way(figure), 0.0)
    way = _way_home(battle, unit, figure, threat)
    goes_off = way is not None
    if way is None:
        way, goes_off = _straight_away(battle, figure, threat)
    if polyline_length(way) < 0.01:
        return _stay(table, unit, "boxed_in")
    allowance = _roll(table, unit, figure, way, maximum=battle.options.max_retreat != "roll")
    return _run(table, unit, figure, threat, way, allowance=allowance, goes_off=goes_off)


@clause("OP-MORALE-26")
def to_cover(
    table: Table[Battle], unit: Unit, threat: Figure | None, charger: Unit | None = None
) -> float:
    """The unit falls back to the nearest cover that is no nearer to the threat."""
    battle = table.state
    figure = measured_figure(table, unit)
    if figure is None:
        return 0.0
    if in_cover(battle, figure.base):
        return _stay(table, unit, "in_cover")
    threat = _threat_now(battle, unit, figure, threat, charger)
    way = nearest_cover(
        battle,
        figure,
        None if threat is None else (threat.base, gap(figure.base, threat.base)),
        clear=_open_to(battle, figure, threat),
    )
    if way is None:
        way, _ = _straight_away(battle, figure, threat)
    if polyline_length(way) < 0.01:
        return _stay(table, unit, "boxed_in")
    allowance = _roll(table, unit, figure, way, maximum=False)
    return _run(
        table, unit, figure, threat, way, allowance=allowance, goes_off=False, mode=placing.RETREAT
    )


def _threat_now(
    battle: Battle, unit: Unit, figure: Figure, threat: Figure | None, charger: Unit | None
) -> Figure | None:
    """The threat as seen from the figure that was picked to be measured."""
    if charger is None and leader_of(battle, unit) is not None:
        return threat
    return threat_from(battle, figure, charger)


@clause("OP-MORALE-34")
def _stay(table: Table[Battle], unit: Unit, why: str) -> float:
    """Boxed in, or in cover already: nobody moves."""
    table.tell(Stayed(unit.id, why))
    return 0.0


@clause("OP-MORALE-24", "OP-OPT-11")
def _roll(
    table: Table[Battle], unit: Unit, figure: Figure, way: tuple[Point, ...], *, maximum: bool
) -> float:
    """A normal movement roll, or the most the dice could show."""
    battle = table.state
    mounted = figure.mounted and all(
        f.mounted for f in placing.followers(battle, unit, figure, fleeing=True)
    )
    most = highest_roll(battle.options, mounted=mounted)
    if maximum:
        return float(most)
    rolled = roll_movement(
        table,
        battle.options,
        mounted=mounted,
        road=_runs_on_road(battle, way, most),
        leader_wounded=figure.id == unit.leader and is_wounded(figure.rank, figure.hits),
        purpose="retreat",
        side=unit.player,
    )
    return float(rolled.allowance)


def _runs_on_road(battle: Battle, way: tuple[Point, ...], most: float) -> bool:
    """Whether a way begins on a road and keeps to it to its end or as far as any roll reaches."""
    if not on_road(battle, way[0]):
        return False
    return stays_on_road(battle.ground, first_inches(way, most))


# -- where to


@clause("OP-MORALE-33")
def _open_to(
    battle: Battle, figure: Figure, threat: Figure | None
) -> Callable[[Point, Point], bool]:
    """Whether a leg leads no nearer to the threat, through no enemy, past none within 1 inch."""
    base = figure.base
    here = (base.x, base.y)
    apart = 0.0 if threat is None else gap_to_point(threat.base, here)
    started_near = gap_at_start(battle, figure)
    others = foes(battle, figure.side)

    def is_open(p: Point, q: Point) -> bool:
        if threat is not None and gap_to_segment(threat.base, p, q) < apart - TOLERANCE:
            return False
        lane = None
        for foe in beside_leg(others, base, p, q, KEEP_OFF):
            if gap_to_segment(foe.base, p, q) >= KEEP_OFF + base.radius:
                continue
            near = started_near.get(foe.id)
            if near is not None:
                touched = near <= TOLERANCE  # contact is left freely (OP-MORALE-28)
                most = base.inner if touched else KEEP_OFF + base.radius  # OP-MOVE-26
                least = min(gap_to_point(foe.base, here), most)
                if gap_to_segment(foe.base, p, q) < least - TOLERANCE:
                    return False
                continue
            lane = lane or swept(base.width, base.depth, p, q, base.facing)
            if gap(lane, foe.base) < CLEAR:
                return False
        return True

    return is_open


@clause("OP-MORALE-25")
def _way_home(
    battle: Battle, unit: Unit, figure: Figure, threat: Figure | None
) -> tuple[Point, ...] | None:
    """The shortest open way to the nearest home edge."""
    here = (figure.base.x, figure.base.y)
    inset = figure.base.hd
    goals: list[Point] = []
    for edge in _home(battle, unit):
        goals.append(edge_point(battle, here, edge, inset))
        long = battle.ground.width if edge in ("north", "south") else battle.ground.height
        count = int(long / _EDGE_SAMPLE_INCHES)
        for n in range(count):
            at = (n + 0.5) * long / count
            goals.append(edge_point(battle, (at, at), edge, inset))
    is_open = _open_to(battle, figure, threat)
    best = straight_route(battle, figure, goals, is_open)
    nearest = min([distance(here, p) for p in goals])
    if best is None or best.cost > nearest * _ROUND_ABOUT + 1.0:
        # round enemies only where no way past the ground alone is open
        most = inf if best is None else best.cost
        found = route(battle, figure, goals, clear=is_open, limit=most) or route(
            battle,
            figure,
            goals,
            clear=is_open,
            limit=most,
            detours=lambda: _round_foes(battle, figure),
        )
        best = found or best
    return None if best is None else best.points


def _home(battle: Battle, unit: Unit) -> tuple[str, ...]:
    return battle.scenario.sides[unit.side].edges


def _round_foes(battle: Battle, figure: Figure) -> list[Point]:
    """Way-points round the enemies that stand about."""
    here = (figure.base.x, figure.base.y)
    near = sorted(
        (distance((foe.base.x, foe.base.y), here), foe.id, foe) for foe in foes(battle, figure.side)
    )
    off = KEEP_OFF + figure.base.radius + 0.05
    return [p for _, _, foe in near[:_DETOURS] for p in round_base(foe.base, off)]


@clause("OP-MORALE-25", "OP-MORALE-26")
def _straight_away(
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
    far = to_edge(battle.ground, ahead, ux, uy, 1e6)
    end = (here[0] + ux * far, here[1] + uy * far)
    started_near = gap_at_start(battle, figure)
    others = [foe for foe in foes(battle, figure.side) if foe.id not in started_near]
    short = stop_short(figure, here, end, others, KEEP_OFF)
    is_open = _open_to(battle, figure, threat)
    if short is not None:
        end = along(here, end, max(short[0] - TOLERANCE / max(far, 1.0), 0.0))
    if not is_open(here, end):
        return (here, here), False
    return (here, snap_point(end)), short is None


# -- running


def _run(
    table: Table[Battle],
    unit: Unit,
    figure: Figure,
    threat: Figure | None,
    way: tuple[Point, ...],
    *,
    allowance: float,
    goes_off: bool,
    mode: str = placing.ROUT,
) -> float:
    """Follow the way by the roll; off the table, or into place with the followers round him."""
    battle = table.state
    was = figure.base
    points, spent = follow(battle, figure, way, allowance)
    if goes_off and distance(points[-1], way[-1]) <= TOLERANCE:
        trip = Trip(points, was, spent, polyline_length(points), 0.0, climbed=False)
        return _flee(table, unit, figure, trip, allowance)
    end = _place_to_stop(battle, figure, points, threat)
    if end is None:
        return _stay(table, unit, "boxed_in")
    end, _ = stopped_by_hidden(table, figure, end, allowance)
    go(table, unit, figure, end, how=mode, allowance=allowance)
    if _facing_tells(figure):
        handling.turn(table, figure)
    apart = None
    if threat is not None and mode == placing.ROUT:  # OP-MORALE-26 does not ask it of the others
        apart = (threat.base, gap(was, threat.base))
    placing.place_followers(
        table,
        unit,
        figure,
        was=was,
        path_length=end.length,
        left=left_over(battle, way, end, allowance),
        allowance=allowance,
        climbed=end.climbed,
        mode=mode,
        threat=apart,
    )
    reveal_if_seen(table, unit, end.points)
    return end.cost


@clause("OP-FIG-05", "OP-ARM-06")
def _facing_tells(figure: Figure) -> bool:
    """Whether it matters which way he turns after running: he has a shield, or a long base."""
    return figure.mounted or "shield" in figure.profile.armour


def _no_way(figure: Figure) -> Trip:
    here = (figure.base.x, figure.base.y)
    return Trip((here, here), figure.base, 0.0, 0.0, 0.0, climbed=False)


@clause("OP-MORALE-25", "OP-MORALE-34")
def _flee(table: Table[Battle], unit: Unit, figure: Figure, trip: Trip, allowance: float) -> float:
    """The measured figure is at the edge: everybody who is not stunned has fled."""
    battle = table.state
    end = trip.points[-1]
    facing = facing_along(trip.points[-2], end) if trip.length > 0.0 else figure.base.facing
    base = footprint(figure.mounted, end[0], end[1], facing)
    go(table, unit, figure, replace(trip, base=base), how=placing.ROUT, allowance=allowance)
    injuries.leave(table, unit, awake(battle, unit), FLED)
    return trip.cost


def _place_to_stop(
    battle: Battle, figure: Figure, points: tuple[Point, ...], threat: Figure | None
) -> Trip | None:
    """The furthest place on the way where the figure can stand."""
    apart = 0.0 if threat is None else gap(figure.base, threat.base)
    whole = polyline_length(points)
    back = 0.0
    while whole - back > 0.01:
        part = first_inches(points, whole - back) if back else points
        end = snap_point(part[-1])
        part = (*part[:-1], end)
        for facing in (facing_along(part[-2], end), figure.base.facing):
            trip = priced(battle, figure, part, facing, 1e6)
            if (
                isinstance(trip, Trip)
                and cannot_end(battle, figure, trip.base) is None
                and too_near(battle, figure, trip.base) is None
                and (threat is None or gap(trip.base, threat.base) >= apart - TOLERANCE)
            ):
                return trip
        back += _STEP_BACK
    return None
