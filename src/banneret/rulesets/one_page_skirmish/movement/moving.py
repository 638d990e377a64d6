"""Moving a unit: road claim, dice, the leader's way, his followers; and pressing (OP-MOVE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick, Way
from banneret.tabletop.asking import ask_way
from banneret.tabletop.shapes.measuring import TOLERANCE, snap, snap_point, within

from ..basics.state import EXITED, is_engaged, leader_of, standing, touching_enemies
from ..ground.clearance import foes
from ..ground.lay import stays_on_road
from ..melee import injuries
from ..melee.charge.approach import close_in, contact_trip
from .followers import setting_down
from .followers.lawful_places import WITH_LEADER
from .ideas import EXIT, WALK, edge_gap, exit_edges, quick_ways, slow_ways
from .measured import (
    claim_road,
    done,
    go,
    go_along,
    leave_foot_behind,
    left_over,
    nowhere,
    roll,
    stopped_by_hidden,
)
from .reaches import foresee, reach_of
from .ways import Trip, examine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure, Unit


@clause("OP-MOVE-01", "OP-MOVE-15", "OP-MOVE-22")
def move(table: Table[Battle], unit: Unit) -> None:
    """The leader goes where he likes within the roll; his followers are set down round him."""
    battle = table.state
    leader = leader_of(battle, unit)
    assert leader is not None, "only a led unit moves"
    along = go_along(table, unit, leader)
    staying = leave_foot_behind(table, unit, leader, along)
    road = claim_road(table, unit, leader)
    allowance = roll(table, unit, leader, [*along], road=road, staying=staying)
    way, trip = _ask_way(table, unit, leader, allowance, road=road, staying=staying)
    was = leader.base
    trip, met = stopped_by_hidden(table, leader, trip, allowance)
    if way.gait == EXIT and not met:
        _leave_table(table, unit, leader, trip, allowance=allowance, along=along)
    else:
        go(table, unit, leader, trip, how="move", allowance=allowance)
        setting_down.place_followers(
            table,
            unit,
            leader,
            was=was,
            trip=trip,
            left=trip.left,
            allowance=allowance,
            mode=setting_down.MOVE,
            along=along,
            staying=staying,
        )
    done(table, unit, along, trip.points)


# -- the leader's way


def _ask_way(
    table: Table[Battle],
    unit: Unit,
    leader: Figure,
    allowance: float,
    *,
    road: bool,
    staying: Sequence[Figure],
) -> tuple[Way, Trip]:
    battle = table.state
    return ask_way(
        table,
        lambda way: way_refusal(battle, leader, way, allowance, road=road, staying=staying),
        lambda trip: foresee(battle, unit, leader, trip, staying),
        side=unit.player,
        key="move.way",
        prompt=f"Move {unit.name}",
        piece=leader.id,
        gaits=(WALK, EXIT) if exit_edges(battle, unit.side) else (WALK,),
        sketches=lambda: quick_ways(battle, leader, allowance, road=road),
        slow=lambda: slow_ways(battle, leader, allowance, road=road),
        allowance=allowance,
        about=(unit.id, leader.id),
        reach=lambda: () if road else reach_of(battle, leader, allowance),
    )


@clause("OP-MOVE-08", "OP-MOVE-16", "OP-MOVE-24")
def way_refusal(
    battle: Battle,
    leader: Figure,
    way: Way,
    allowance: float,
    *,
    road: bool = False,
    staying: Sequence[Figure] = (),
) -> Trip | Refusal:
    """Price the leader's way, or say why he cannot go so."""
    base = leader.base
    facing = snap(way.facing % 360.0)
    points = ((base.x, base.y), *[snap_point(p) for p in way.points])
    width, height = battle.ground.width, battle.ground.height
    if any(not (0.0 <= x <= width and 0.0 <= y <= height) for x, y in points):
        return Refusal("the way leaves the table", "OP-MOVE-24")
    trip = examine(battle, leader, points, facing, allowance, road=road)
    if isinstance(trip, Refusal):
        return trip
    if way.gait == EXIT:
        edges = exit_edges(battle, leader.side)
        if not any(edge_gap(battle, trip.base, edge) <= TOLERANCE for edge in edges):
            names = " or ".join(edges)
            return Refusal(f"the base does not reach the {names} edge", "OP-MOVE-24")
    for man in staying:
        if way.gait == EXIT:  # all leave together (OP-MOVE-24), so he would have to move
            return Refusal(f"{man.profile.name} on foot was to stay behind", "OP-GROUP-08")
        if trip.length > 0.0 and not within(man.base, trip.base, WITH_LEADER):  # OP-ACT-05
            return Refusal(
                f"{man.profile.name} on foot would be left more than 6 inches behind",
                "OP-GROUP-08",
            )
    return trip


@clause("OP-MOVE-24")
def _leave_table(
    table: Table[Battle],
    unit: Unit,
    leader: Figure,
    trip: Trip,
    *,
    allowance: float,
    along: Sequence[Figure],
) -> None:
    """The leader reaches a permitted edge: whoever is neither engaged nor stunned leaves too."""
    battle = table.state
    go(table, unit, leader, trip, how="exit", allowance=allowance)
    leaving = [leader, *setting_down.followers(battle, unit, leader)]
    injuries.leave(table, unit, [f for f in leaving if f in standing(battle, unit)], EXITED)
    for knight in along:
        injuries.leave(table, battle.units[knight.unit], [knight], EXITED)


# -- pressing


@clause("OP-ACT-12")
def press(table: Table[Battle], unit: Unit) -> None:
    """A unit in a fight moves; its free figures may close with the enemies it already touches."""
    battle = table.state
    leader = leader_of(battle, unit)
    assert leader is not None, "only a led unit presses"
    before = {figure.id for figure in standing(battle, unit) if is_engaged(battle, figure)}
    units = setting_down.touched_units(battle, unit)
    along = go_along(table, unit, leader)
    was = leader.base
    allowance, trip = 0.0, nowhere(leader, 0.0)
    if not is_engaged(battle, leader) and _leader_presses(table, unit, leader):
        road = claim_road(table, unit, leader)
        allowance = roll(table, unit, leader, along, road=road)
        way, trip = _ask_press(table, unit, leader, allowance, road=road, units=units)
        trip, met = stopped_by_hidden(table, leader, trip, allowance)
        if way.gait == EXIT and not met:
            _leave_table(table, unit, leader, trip, allowance=allowance, along=along)
            done(table, unit, along, trip.points)
            return
        go(table, unit, leader, trip, how="press", allowance=allowance)
    setting_down.place_followers(
        table,
        unit,
        leader,
        was=was,
        trip=trip,
        left=trip.left,
        allowance=allowance,
        mode=setting_down.PRESS,
        against=units,
        along=along,
    )
    for figure in (*standing(battle, unit), *along):
        if figure.id not in before:
            bind_to(battle, figure, units)
    done(table, unit, along, trip.points)


def _leader_presses(table: Table[Battle], unit: Unit, leader: Figure) -> bool:
    answer = table.ask(
        Pick(
            unit.player,
            "press.leader",
            f"{unit.name} presses: does {leader.profile.name} move?",
            ("stand", "go"),
            about=(unit.id, leader.id),
        )
    )
    return bool(answer == "go")


def _pressed(
    battle: Battle,
    leader: Figure,
    way: Way,
    allowance: float,
    *,
    road: bool,
    units: frozenset[int],
) -> Trip | Refusal:
    """Judge a way of one who presses: an ordinary one, or up to the enemies he touched before."""
    plain = way_refusal(battle, leader, way, allowance, road=road)
    if isinstance(plain, Trip) or way.gait == EXIT:
        return plain
    here = (leader.base.x, leader.base.y)
    points = (here, *[snap_point(p) for p in way.points])
    if road and not stays_on_road(battle.ground, points):
        return plain
    closed = contact_trip(battle, leader, points, snap(way.facing % 360.0), units)
    if isinstance(closed, Trip) and closed.cost <= allowance + TOLERANCE:
        return replace(closed, left=left_over(battle, points, closed, allowance))
    return plain


def _ask_press(
    table: Table[Battle],
    unit: Unit,
    leader: Figure,
    allowance: float,
    *,
    road: bool,
    units: frozenset[int],
) -> tuple[Way, Trip]:
    battle = table.state

    def to(foe: Figure) -> Callable[[], Way | None]:
        def make() -> Way | None:
            trip = close_in(battle, leader, ((leader.base.x, leader.base.y),), foe, units)
            return None if trip is None else Way(WALK, trip.points[1:], trip.base.facing)

        return make

    enemies = [foe for foe in foes(battle, unit.side) if foe.unit in units]
    return ask_way(
        table,
        lambda way: _pressed(battle, leader, way, allowance, road=road, units=units),
        lambda trip: foresee(battle, unit, leader, trip),
        side=unit.player,
        key="move.way",
        prompt=f"Press with {unit.name}",
        piece=leader.id,
        gaits=(WALK, EXIT) if exit_edges(battle, unit.side) else (WALK,),
        sketches=lambda: [
            *[to(foe) for foe in enemies],
            *quick_ways(battle, leader, allowance, road=road),
        ],
        allowance=allowance,
        about=(unit.id, leader.id),
        reach=lambda: () if road else reach_of(battle, leader, allowance),
    )


@clause("OP-CHARGE-21")
def bind_to(battle: Battle, figure: Figure, units: frozenset[int]) -> None:
    """Who had to touch a neighbour of his enemies, awake or not, strikes only at them this turn."""
    touched = touching_enemies(battle, figure)
    allowed = dict.fromkeys([foe.unit for foe in touched if foe.unit in units and foe.stun < 0])
    beside = any(foe.unit not in units for foe in touched)
    figure.bound_to = tuple(allowed) if beside else ()
