"""What a unit sees from where it might stand: goals, threats, chances, company."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.core.questions.choices import Way
from banneret.tabletop.ground.paths import cheapest
from banneret.tabletop.ground.search import Route
from banneret.tabletop.setting_up import INTO
from banneret.tabletop.shapes.measuring import (
    bearing,
    distance,
    distance_point_segment,
    heading,
    polyline_length,
)

from ..basics.state import ON_TABLE, STEADY, awake, footprint, is_led
from ..basics.tables import TABLES
from ..ground.clearance import foes
from ..ground.lay import going, in_cover, on_road
from ..movement.ideas import WALK, exit_edges, facing_along
from ..movement.straight_ahead import straight
from ..movement.ways import follow
from ..shooting.archery import MISSILES
from .charging import clash, is_mounted, reach_chance
from .plan import (
    CLOSE_RANGE,
    LAST_ROUNDS,
    goal_of,
    is_missile_unit,
    must_leave,
    prize,
    rounds_left,
    stations,
    to_exit,
)

if TYPE_CHECKING:
    from banneret.tabletop.shapes.measuring import Point

    from ..basics.state import Battle, Figure, Unit

BOW_DISTANCE: Final = CLOSE_RANGE - 1.0  # where bowmen like to stand: an inch to spare
KEEP_AWAY: Final = 7.0  # and what they do not like to have near
FAN: Final = (-30.0, 30.0, -65.0, 65.0)  # degrees to either side of the way to the goal
VOICE_INCHES: Final = float(TABLES.leader.rally_within_inches)  # of a Knight
OFF_ROAD: Final = 0.25  # what an inch beside the road costs a side that wants to get away
IN_WOODS: Final = 5.0
HORSE_STANDS_OFF: Final = 12.0  # foot seldom charges so far, and horse often does
COVER_WORTH: Final = 1.0
ON_THE_WAY: Final = 0.5
CARE: Final = 0.8  # for what the enemy might do; less and less from half-time on


class Threat(NamedTuple):
    """An enemy unit as it bears on where to stand."""

    men: tuple[Point, ...]
    mounted: bool
    theirs: float  # what its charge on us would gain it
    ours: float  # what ours on it would gain us


class Outlook:
    """Everything that bears on where one unit should end its move."""

    def __init__(self, battle: Battle, unit: Unit, leader: Figure) -> None:
        self.battle = battle
        self.unit = unit
        self.leader = leader
        self.here = (leader.base.x, leader.base.y)
        self.leaves = must_leave(battle, unit.side)
        self.bows = is_missile_unit(battle, unit)
        self.mounted = is_mounted(awake(battle, unit)) if leader.fate == "table" else leader.mounted
        self.goal = goal_of(battle, unit, self.here)
        self.route = self._route()
        self.pull = _pull(battle, unit)
        self.care = CARE * min(1.0, 2.0 * rounds_left(battle) / battle.scenario.rounds)
        self.threats = _threats(battle, unit)
        self.friends = self._friends()

    def _route(self) -> tuple[Point, ...]:
        """The way to the goal where it is not open: corner by corner; empty if it is, or is none.

        Only what stands for good is gone round.
        """
        battle, leader = self.battle, self.leader
        prices = going(leader.mounted, battle.options)
        if self.leaves or leader.fate != ON_TABLE:
            return ()
        known = battle.memo.known
        key = ("captain", "route", leader.id, leader.base, leader.mounted, self.goal)
        if key not in known:
            places = stations(battle, self.unit, self.here)
            known[key] = cheapest(battle.ground, prices, self.here, places)
        found: Route | None = known[key]
        return () if found is None else found.points

    def far(self, end: Point) -> float:
        """How far the goal is from there, round corners."""
        route = self.route
        if len(route) <= 2:
            return distance(end, self.goal)
        for i in range(1, len(route)):
            if distance_point_segment(end, route[i - 1], route[i]) <= ON_THE_WAY:
                return distance(end, route[i]) + polyline_length(route[i:])
        return distance(end, route[1]) + polyline_length(route[1:]) + ON_THE_WAY

    def _friends(self) -> list[tuple[Point, float]]:
        """Groups a lone Knight should be near, those without a leader before others."""
        if self.unit.kind != "knight":
            return []
        found = []
        for other in self.battle.units:
            if other.side == self.unit.side and other.kind == "group":
                men = awake(self.battle, other)
                if men:
                    at = (
                        sum([man.base.x for man in men]) / len(men),
                        sum([man.base.y for man in men]) / len(men),
                    )
                    found.append((at, 2.0 if is_led(self.battle, other) else 5.0))
        return found

    # -- what a place is worth

    def merit(self, end: Point, facing: float) -> float:
        """What it is worth to stand there."""
        if self.leaves:
            return -self.to_go(end) - 0.3 * self._danger(end)
        near, danger, chance = self._round_about(end)
        merit = -self.pull * self.far(end) - self.care * danger + 0.6 * chance
        if in_cover(self.battle, footprint(self.leader.mounted, end[0], end[1], facing)):
            merit += COVER_WORTH * (2.0 if self.bows else 1.0)
        if self.bows:
            merit -= 0.6 * abs(near - BOW_DISTANCE) + (4.0 if near < KEEP_AWAY else 0.0)
        else:
            merit -= 0.5 * max(near, HORSE_STANDS_OFF if self.mounted else 0.0)
        return merit + self.company(end)

    def _round_about(self, end: Point) -> tuple[float, float, float]:
        """How near the enemy is, what his charges would cost, what ours would gain."""
        nearest, danger, chance = 99.0, 0.0, 0.0
        options = self.battle
        for threat in self.threats:
            near = max(min([distance(end, p) for p in threat.men]) - 1.0, 0.0)
            nearest = min(nearest, near)
            if threat.theirs > 0.0 and near < 24.0:
                reach = reach_chance(options, mounted=threat.mounted, inches=near)
                danger = max(danger, reach * threat.theirs)
            if threat.ours > 0.0 and near < 24.0:
                reach = reach_chance(options, mounted=self.mounted, inches=near)
                chance = max(chance, reach * threat.ours)
        return nearest if self.threats else 0.0, danger, chance

    def _danger(self, end: Point) -> float:
        return self._round_about(end)[1]

    def company(self, end: Point) -> float:
        """A Knight's voice carries six inches."""
        return max(
            (worth for at, worth in self.friends if distance(end, at) <= VOICE_INCHES), default=0.0
        )

    def to_go(self, end: Point) -> float:
        """What is left of the way off the table, roads and woods considered."""
        far = to_exit(self.battle, self.unit.side, end)
        road = _nearest_road(self.battle, end)
        if self.battle.ground.kind_at(end) == "woods":
            far += IN_WOODS
        return far + OFF_ROAD * road

    # -- ways

    def ahead(self, allowance: float) -> list[Way]:
        """Straight to the goal, and fanning out to either side of that."""
        aim = self.route[1] if len(self.route) > 1 else self.goal
        if self.leaves:
            aim = self._way_out()
        far = bearing(self.here, aim)
        found = []
        for turn in (0.0, *FAN):
            ux, uy = heading(far + turn)
            there = aim if turn == 0.0 else (
                self.here[0] + ux * allowance, self.here[1] + uy * allowance
            )  # fmt: skip
            stop = straight(self.battle, self.leader, there, allowance)
            if stop is not None:
                found.append(Way(WALK, (stop[0],), stop[1]))
        if len(self.route) > 2:
            points, _ = follow(self.battle, self.leader, self.route, allowance)
            if len(points) > 1:
                found.append(Way(WALK, points[1:], facing_along(points[-2], points[-1])))
        return found

    def _way_out(self) -> Point:
        x, y = self.here
        edge = exit_edges(self.battle, self.unit.side)[0]
        dx, dy = INTO[edge]
        return x - dx * 100.0, y - dy * 100.0


def _pull(battle: Battle, unit: Unit) -> float:
    """How strongly the goal draws: more towards the end, and for a thing to be seized."""
    if rounds_left(battle) < LAST_ROUNDS:
        return 2.0
    return 1.0 if prize(battle, unit.side) is not None else 0.5


def _threats(battle: Battle, unit: Unit) -> list[Threat]:
    by_unit: dict[int, list[Figure]] = {}
    for foe in foes(battle, unit.side):
        by_unit.setdefault(foe.unit, []).append(foe)
    found = []
    for key, men in by_unit.items():
        other = battle.units[key]
        able = other.status == STEADY and men[0].in_hand not in MISSILES
        found.append(
            Threat(
                tuple((man.base.x, man.base.y) for man in men),
                is_mounted(men),
                clash(battle, other, unit, 9.0) if able else 0.0,
                clash(battle, unit, other, 9.0),
            )
        )
    return found


def _nearest_road(battle: Battle, p: Point) -> float:
    """How far the nearest road is, roughly; nothing on one or where there are none."""
    if on_road(battle, p):
        return 0.0
    best = 99.0
    for piece in battle.scenario.terrain:
        if piece.width > 0.0:
            for (ax, ay), (bx, by) in zip(piece.line, piece.line[1:], strict=False):
                dx, dy = bx - ax, by - ay
                t = ((p[0] - ax) * dx + (p[1] - ay) * dy) / max(dx * dx + dy * dy, 1e-9)
                t = min(1.0, max(0.0, t))
                best = min(best, distance(p, (ax + dx * t, ay + dy * t)))
    return 0.0 if best > 90.0 else best
