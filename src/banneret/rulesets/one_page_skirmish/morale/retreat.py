"""Running and falling back: the moves that morale, or want of a leader, forces on a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.moving.walking import first_inches
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    distance,
    gap,
    polyline_length,
    snap_point,
)

from ..basics.state import FLED, awake, footprint, leader_of
from ..ground.clearance import foes, too_near
from ..ground.lay import in_cover, on_road, stays_on_road
from ..melee import injuries
from ..melee.wounds import is_wounded
from ..movement.dice import highest_roll, roll_movement
from ..movement.followers import setting_down
from ..movement.ideas import edge_gap, facing_along
from ..movement.measured import go, left_over, stopped_by_hidden
from ..movement.ways import Trip, cannot_end, follow, priced
from ..screen.events import Stayed
from ..turn import handling
from ..turn.hidden import reveal_if_seen
from .nearest_cover import nearest_cover
from .running import home_edges, open_to, straight_away, way_home

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure, Unit

_STEP_BACK: Final = 0.5


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
    if any(edge_gap(battle, figure.base, edge) <= TOLERANCE for edge in home_edges(battle, unit)):
        return _flee(table, unit, figure, _no_way(figure), 0.0)
    way = way_home(battle, unit, figure, threat)
    goes_off = way is not None
    if way is None:
        way, goes_off = straight_away(battle, figure, threat)
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
        clear=open_to(battle, figure, threat),
    )
    if way is None:
        way, _ = straight_away(battle, figure, threat)
    if polyline_length(way) < 0.01:
        return _stay(table, unit, "boxed_in")
    allowance = _roll(table, unit, figure, way, maximum=False)
    return _run(
        table,
        unit,
        figure,
        threat,
        way,
        allowance=allowance,
        goes_off=False,
        mode=setting_down.RETREAT,
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
        f.mounted for f in setting_down.followers(battle, unit, figure, fleeing=True)
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
    mode: str = setting_down.ROUT,
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
    # OP-MORALE-26 does not ask it of the others
    routed_from = threat if mode == setting_down.ROUT else None
    setting_down.place_followers(
        table,
        unit,
        figure,
        was=was,
        trip=end,
        left=left_over(battle, way, end, allowance),
        allowance=allowance,
        mode=mode,
        threat=None if routed_from is None else (routed_from.base, gap(was, routed_from.base)),
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
    go(table, unit, figure, replace(trip, base=base), how=setting_down.ROUT, allowance=allowance)
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
