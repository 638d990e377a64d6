"""Reinforcements come on by their edge (OP-SCEN-07)."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick, Way
from banneret.tabletop.asking import ask_way
from banneret.tabletop.setting_up import INTO, INWARD
from banneret.tabletop.shapes.measuring import Point, Rect, gap, snap, snap_point

from ..basics.names import are, do_they
from ..basics.state import MOST_RADIUS, bring_on, changed, footprint, put, standing
from ..ground.clearance import CLEAR, foes
from ..ground.lay import KEEP_OFF, can_stand, on_road
from ..melee.wounds import is_wounded
from ..movement.dice import roll_movement
from ..movement.followers import setting_down
from ..movement.ideas import edge_point
from ..movement.measured import stopped_by_hidden
from ..movement.reaches import foresee
from ..movement.ways import Trip, examine
from ..screen.events import Arrived, Moved

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure, Unit

_SPACING: Final = 1.0
_PARTS: Final = (1.0, 0.5, 0.0)  # of the roll


@clause("OP-SCEN-07")
def refusal(battle: Battle, unit: Unit) -> Refusal | None:
    """Say why a unit cannot come on now: not due, or no way in."""
    if unit.arrival_round > battle.round:
        return Refusal(f"{unit.name} {are(unit)} due in round {unit.arrival_round}", "OP-SCEN-07")
    if not _way_in(battle, unit, _entries(battle, unit)):
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
    unit.arrival_round = 0
    unit.deployed = True
    bring_on(battle, leader, *trip.points[0], INWARD[edge])
    was = leader.base
    trip, _ = stopped_by_hidden(table, leader, trip, allowance)
    put(battle, leader, trip.base.x, trip.base.y, trip.base.facing)
    facing, cost = trip.base.facing, round(trip.cost, 3)
    table.tell(Moved(unit.id, leader.id, "arrive", trip.points, facing, allowance, cost))
    setting_down.place_followers(
        table,
        unit,
        leader,
        was=was,
        trip=trip,
        left=trip.left,
        allowance=allowance,
        mode=setting_down.ARRIVE,
    )
    changed(battle)
    places = {f.id: (f.base.x, f.base.y, f.base.facing) for f in standing(battle, unit)}
    table.tell(Arrived(unit.id, edge, places))


def _claim_road(table: Table[Battle], unit: Unit) -> bool:
    """A road that meets the edge and is not barred there may be claimed before the dice."""
    battle = table.state
    if not _way_in(battle, unit, _by_road(battle, unit)):
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


def _way_in(battle: Battle, unit: Unit, entries: list[Point]) -> bool:
    leader, edge = battle.figures[unit.leader], unit.arrival_edge
    return any(_straight_in(battle, leader, edge, p, 0.0) for p in entries)


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
    twin.base = footprint(leader.mounted, start[0], start[1], INWARD[edge])
    return twin


def _straight_in(
    battle: Battle, leader: Figure, edge: str, start: Point, inches: float
) -> Way | None:
    """Straight on from a place on the edge, if that is lawful."""
    dx, dy = INTO[edge]
    far = max(inches, leader.base.hd)
    end = snap_point((start[0] + dx * far, start[1] + dy * far))
    way = Way("arrive", (start, end), INWARD[edge])
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

    def straight_in(sketch: tuple[Point, float]) -> Way | None:
        return _straight_in(battle, leader, edge, sketch[0], allowance * sketch[1])

    entries = _by_road(battle, unit) if road else _entries(battle, unit)
    _, trip = ask_way(
        table,
        lambda way: way_refusal(battle, leader, edge, way, allowance, road=road),
        lambda trip: foresee(battle, unit, leader, trip),
        side=unit.player,
        key="arrive.way",
        prompt=f"{unit.name}: where {do_they(unit)} come on?",
        piece=leader.id,
        gaits=("arrive",),
        sketches=lambda: [(entry, part) for entry in entries for part in _PARTS],
        draw=straight_in,
        allowance=allowance,
        about=(unit.id, leader.id, edge),
        reach=lambda: (),
    )
    return trip
