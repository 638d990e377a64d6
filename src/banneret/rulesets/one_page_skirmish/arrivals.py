"""Reinforcements come on by their edge (OP-SCEN-07)."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final

from banneret.core.choices import Pick, Way
from banneret.core.clauses import Refusal, clause
from banneret.core.geometry import Point, Rect, gap, snap, snap_point
from banneret.core.lazy import LazyMove
from banneret.rulesets.one_page_skirmish import placing
from banneret.rulesets.one_page_skirmish.aims import edge_point
from banneret.rulesets.one_page_skirmish.clearance import CLEAR, foes
from banneret.rulesets.one_page_skirmish.events import Arrived, Moved
from banneret.rulesets.one_page_skirmish.ground import KEEP_OFF, can_stand, on_road
from banneret.rulesets.one_page_skirmish.march import stopped_by_hidden
from banneret.rulesets.one_page_skirmish.names import are, do_they
from banneret.rulesets.one_page_skirmish.procedures.movement import roll_movement
from banneret.rulesets.one_page_skirmish.procedures.wounds import is_wounded
from banneret.rulesets.one_page_skirmish.reaches import foresee
from banneret.rulesets.one_page_skirmish.state import (
    MOST_RADIUS,
    bring_on,
    changed,
    footprint,
    put,
    standing,
)
from banneret.rulesets.one_page_skirmish.ways import Trip, examine

if TYPE_CHECKING:
    from banneret.core.table import Table
    from banneret.rulesets.one_page_skirmish.state import Battle, Figure, Unit

INWARDS: Final = {
    "north": (0.0, -1.0),
    "east": (-1.0, 0.0),
    "south": (0.0, 1.0),
    "west": (1.0, 0.0),
}
FACING_IN: Final = {"north": 180.0, "east": 270.0, "south": 0.0, "west": 90.0}
_SPACING: Final = 1.0
_PARTS: Final = (1.0, 0.5, 0.0)  # of the roll


@clause("OP-SCEN-07")
def refusal(battle: Battle, unit: Unit) -> Refusal | None:
    """Say why a unit cannot come on now: not due, or no way in."""
    if unit.arrival_round > battle.round:
        return Refusal(f"{unit.name} {are(unit)} due in round {unit.arrival_round}", "OP-SCEN-07")
    leader = battle.figures[unit.leader]
    if not any(
        _straight_in(battle, leader, unit.arrival_edge, p, 0.0) for p in _entries(battle, unit)
    ):
        return Refusal(f"the {unit.arrival_edge} edge is barred by enemies", "OP-SCEN-07")
    return None


@clause("OP-SCEN-07")
def arrive(table: Table[Battle], unit: Unit) -> None:
    """The leader starts on the edge, rolls, and comes wholly on; the others are set down by him."""
    battle = table.state
    unit.acted = True
    leader = battle.figures[unit.leader]
    edge = unit.arrival_edge
    road = _claim_road(table, unit)
    rolled = roll_movement(
        table,
        battle.options,
        mounted=all(battle.figures[key].mounted for key in unit.members),
        road=road,
        leader_wounded=is_wounded(leader.rank, leader.hits),
        side=unit.player,
    )
    allowance = float(rolled.allowance)
    trip = _ask_way(table, unit, leader, allowance, road=road)
    start = trip.points[0]
    unit.arrival_round = 0
    unit.deployed = True
    bring_on(battle, leader, start[0], start[1], FACING_IN[edge])
    was = leader.base
    trip, _ = stopped_by_hidden(table, leader, trip, allowance)
    put(battle, leader, trip.base.x, trip.base.y, trip.base.facing)
    table.tell(
        Moved(
            unit.id,
            leader.id,
            "arrive",
            trip.points,
            trip.base.facing,
            allowance,
            round(trip.cost, 3),
        )
    )
    placing.place_followers(
        table,
        unit,
        leader,
        was=was,
        trip=trip,
        left=trip.left,
        allowance=allowance,
        mode=placing.ARRIVE,
    )
    changed(battle)
    places = {f.id: (f.base.x, f.base.y, f.base.facing) for f in standing(battle, unit)}
    table.tell(Arrived(unit.id, edge, places))


def _claim_road(table: Table[Battle], unit: Unit) -> bool:
    """Where a road meets the edge the unit may claim it before the dice."""
    battle = table.state
    if not _by_road(battle, unit):
        return False
    answer = table.ask(
        Pick(
            unit.player,
            "move.road",
            f"{unit.name}: come on by the road for an extra die?",
            ("road", "open"),
            about=(unit.id, unit.leader),
        )
    )
    return bool(answer == "road")


def _entries(battle: Battle, unit: Unit) -> list[Point]:
    """Places along the edge where the leader might come on, roads first; the list is shared."""
    nets, key = battle.ground.nets, ("entries", unit.arrival_edge)
    known = nets.get(key)
    if not isinstance(known, list):
        known = nets[key] = _find_entries(battle, unit)
    return known


def _find_entries(battle: Battle, unit: Unit) -> list[Point]:
    width, height = battle.ground.width, battle.ground.height
    edge = unit.arrival_edge
    long = width if edge in ("north", "south") else height
    count = int(long / _SPACING)
    spots = [edge_point(battle, ((n + 0.5) * long / count,) * 2, edge) for n in range(count)]
    ends = [
        p
        for piece in battle.scenario.terrain
        if piece.width > 0.0
        for p in (piece.line[0], piece.line[-1])
        if edge_point(battle, p, edge) == p
    ]
    return [*ends, *spots]


def _by_road(battle: Battle, unit: Unit) -> list[Point]:
    """The places among them that lie on a road; the list is shared."""
    nets, key = battle.ground.nets, ("entries by road", unit.arrival_edge)
    known = nets.get(key)
    if not isinstance(known, list):
        known = nets[key] = [p for p in _entries(battle, unit) if on_road(battle, p)]
    return known


def _at(leader: Figure, edge: str, start: Point) -> Figure:
    """The leader as he would stand on the edge, for measuring only."""
    twin = copy(leader)
    twin.base = footprint(leader.mounted, start[0], start[1], FACING_IN[edge])
    return twin


def _straight_in(
    battle: Battle, leader: Figure, edge: str, start: Point, inches: float
) -> Way | None:
    """Straight on from a place on the edge, if that is lawful."""
    dx, dy = INWARDS[edge]
    far = max(inches, leader.base.hd)
    end = snap_point((start[0] + dx * far, start[1] + dy * far))
    way = Way("arrive", (start, end), FACING_IN[edge])
    trip = way_refusal(battle, leader, edge, way, 1e6, road=False)
    return way if isinstance(trip, Trip) else None


@clause("OP-SCEN-07")
def way_refusal(
    battle: Battle, leader: Figure, edge: str, way: Way, allowance: float, *, road: bool
) -> Trip | Refusal:
    """Price the leader's way on to the table, or say why he cannot come so."""
    points = tuple([snap_point(p) for p in way.points])
    if len(points) < 2 or edge_point(battle, points[0], edge) != points[0]:
        return Refusal(f"the way begins on the {edge} edge", "OP-SCEN-07")
    width, height = battle.ground.width, battle.ground.height
    if any(not (0.0 <= x <= width and 0.0 <= y <= height) for x, y in points):
        return Refusal("the way leaves the table", "OP-MOVE-24")
    twin = _at(leader, edge, points[0])
    if _foe_near(battle, leader.side, twin.base):
        return Refusal("an enemy is within 1 inch of that place on the edge", "OP-SCEN-07")
    trip = examine(battle, twin, points, snap(way.facing % 360.0), allowance, road=road)
    if isinstance(trip, Refusal):
        return trip
    return can_stand(battle, trip.base, leader.mounted) or trip


def _foe_near(battle: Battle, side: str, base: Rect) -> bool:
    """Whether an enemy is within 1 inch of a base."""
    x, y, reach = base.x, base.y, KEEP_OFF + base.radius + MOST_RADIUS
    for foe in foes(battle, side):
        there = foe.base
        if (
            -reach < there.x - x < reach
            and -reach < there.y - y < reach
            and gap(there, base) < CLEAR
        ):
            return True
    return False


def _ask_way(
    table: Table[Battle], unit: Unit, leader: Figure, allowance: float, *, road: bool
) -> Trip:
    battle = table.state
    edge = unit.arrival_edge

    def check(way: Way) -> Trip | Refusal:
        return way_refusal(battle, leader, edge, way, allowance, road=road)

    def straight_in(sketch: tuple[Point, float]) -> Way | None:
        return _straight_in(battle, leader, edge, sketch[0], allowance * sketch[1])

    entries = _by_road(battle, unit) if road else _entries(battle, unit)
    way = table.ask(
        LazyMove(
            unit.player,
            "arrive.way",
            f"{unit.name}: where {do_they(unit)} come on?",
            leader.id,
            gaits=("arrive",),
            allows=lambda way: no if isinstance(no := check(way), Refusal) else None,
            sketches=lambda: [(entry, part) for entry in entries for part in _PARTS],
            draw=straight_in,
            allowance=allowance,
            about=(unit.id, leader.id, edge),
            foresee=lambda way: foresee(battle, unit, leader, check(way)),
            reach=lambda: (),
        )
    )
    trip = check(way)
    assert isinstance(trip, Trip), trip
    return trip
