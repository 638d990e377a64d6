"""Where a follower may be set down, seen from the figure that was measured (OP-MOVE-17 to 21)."""

from __future__ import annotations

from math import dist, inf, sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.crowd import meets
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    Rect,
    gap,
    nearer,
    segment_hits_base,
    touches,
    within,
)
from banneret.tabletop.shapes.segments import polyline_crossings

from ...basics.state import FOOT_BASE, MOST_RADIUS, ON_TABLE, on_table, touching_enemies
from ...basics.tables import TABLES
from ...ground.clearance import CLEAR, comes_against, foes, gap_at_start
from ...ground.lay import BARRED, CLIMB, KEEP_OFF, OBSTACLES, across_obstacle, can_stand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.tabletop.ground.terrain import Area, Ground, Line

    from ...basics.state import Battle, Figure

WITH_LEADER: Final = float(TABLES.leader.group_within_inches)  # OP-GROUP-04
BEYOND_PATH: Final = TABLES.geometry.follower_extra_over_leader_path  # OP-MOVE-18
MOST_AGAINST_ONE: Final = TABLES.melee.max_attackers_per_figure  # OP-CHARGE-12
_SURELY_ON: Final = (min(FOOT_BASE) - 0.01) ** 2  # squared; every base holds a circle so wide
_REACH: Final = 11.0  # nobody further from the leader's centre bears on a place within 6 inches

_TOO_FAR = Refusal("further than 6 inches from the leader", "OP-MOVE-17")
_SHIFTED_TOO_FAR = Refusal("shifted further than the leader's path and 6 inches", "OP-MOVE-18")
_BEYOND_ROLL = Refusal("shifted further than the roll", "OP-OPT-05")
_BLOCKED = Refusal("an enemy, water or a building lies between him and the leader", "OP-MOVE-19")
_NO_JUMP = Refusal("a rider cannot be set down across an obstacle", "OP-MOVE-19")
_NOT_PAID = Refusal("the leader has no 3 inches left for an obstacle between", "OP-MOVE-19")
_NEAR_ENEMY = Refusal("nobody is set down within 1 inch of an enemy", "OP-MOVE-21")
_NOT_TARGET = Refusal("he would touch an enemy of another unit only", "OP-CHARGE-17")
_NO_ROOM = Refusal("three figures are against that enemy already", "OP-CHARGE-12")
_TOWARDS_THREAT = Refusal("nearer to the threat than the measured figure was", "OP-MORALE-25")
_TAKEN = Refusal("nobody is set down on another base", "OP-MOVE-16")


class Slots:
    """Places found as they are looked at, for one man after another; what was found is kept."""

    __slots__ = ("_found", "_rest")

    def __init__(self, rest: Iterator[Rect]) -> None:
        self._found: list[Rect] = []
        self._rest = rest

    def __iter__(self) -> Iterator[Rect]:
        yield from self._found
        for base in self._rest:
            self._found.append(base)
            yield base


class Setting:
    """Everything that bears on where followers may be set down after one move."""

    __slots__ = (
        "battle",
        "climbed",
        "closing",
        "contact_units",
        "fleeing",
        "foes",
        "leader",
        "left",
        "limit",
        "limit_clause",
        "movers",
        "moving",
        "nobody_within",
        "obstacles",
        "open_within",
        "slots",
        "statics",
        "threat",
        "wide",
    )

    def __init__(
        self,
        battle: Battle,
        leader: Figure,
        movers: Sequence[Figure],
        *,
        limit: float,
        left: float,
        climbed: bool,
        contact_units: frozenset[int],
        closing: bool,
        fleeing: bool,
        threat: tuple[Rect, float] | None,
        reach: float = _REACH,
    ) -> None:
        self.battle = battle
        self.leader = leader
        self.movers = movers
        self.limit = limit
        self.left = left
        self.climbed = climbed
        self.contact_units = contact_units
        self.closing = closing  # a charge gone home, or a press: enemies may be neared
        self.fleeing = fleeing
        self.threat = threat
        self.limit_clause = _BEYOND_ROLL
        if battle.options.follower_placement != "measured":
            self.limit_clause = _SHIFTED_TOO_FAR
        self._look_round(battle, leader, reach)
        self.slots: dict[bool, Slots] = {}  # in close order, for riders and for men on foot
        self.wide: Setting | None = self if reach == inf else None

    def _look_round(self, battle: Battle, leader: Figure, reach: float) -> None:
        """Gather once who and what is near enough to bear on any place."""
        base = leader.base
        x, y = base.x, base.y
        moving = self.moving = {figure.id for figure in self.movers}
        units = battle.units
        side = leader.side
        self.statics: list[Rect] = []
        for other in on_table(battle):
            there = other.base
            if (
                -reach < there.x - x < reach
                and -reach < there.y - y < reach
                and other.id not in moving
                and not (other.side != side and units[other.unit].hidden)
            ):
                self.statics.append(there)
        self.foes = [
            foe
            for foe in foes(battle, side)
            if -reach < foe.base.x - x < reach and -reach < foe.base.y - y < reach
        ]
        self.nobody_within = min(
            [dist((x, y), (foe.base.x, foe.base.y)) - foe.base.radius for foe in self.foes],
            default=inf,
        )
        self.open_within, square = _to_hard_ground(battle.ground, x, y)
        self.obstacles = square <= (reach if reach == inf else WITH_LEADER + 2.0)

    def seen_from_afar(self) -> Setting:
        """The same for a straggler: whatever stands between him and the leader, however far."""
        if self.wide is None:
            self.wide = Setting(
                self.battle,
                self.leader,
                self.movers,
                limit=self.limit,
                left=self.left,
                climbed=self.climbed,
                contact_units=self.contact_units,
                closing=self.closing,
                fleeing=self.fleeing,
                threat=self.threat,
                reach=inf,
            )
        return self.wide

    # -- one figure in one place

    @clause("OP-MOVE-17", "OP-MOVE-18", "OP-MOVE-19", "OP-MOVE-21")
    def refusal(self, figure: Figure, base: Rect, *, near: bool = True) -> Refusal | None:
        """Say why a follower may not be set down there, others left out of account."""
        leader = self.leader.base
        if near and not within(leader, base, WITH_LEADER):
            return _TOO_FAR
        if figure.fate == ON_TABLE:
            dx, dy = base.x - figure.base.x, base.y - figure.base.y
            if dx * dx + dy * dy > self.limit * self.limit:
                return self.limit_clause
        far = dist((leader.x, leader.y), (base.x, base.y))
        if self.obstacles or far >= self.nobody_within:
            no = self._between(figure, base, far)
            if no is not None:
                return no
        if far + base.radius + KEEP_OFF >= self.nobody_within:
            no = self._near_enemies(figure, base)
            if no is not None:
                return no
        if self.threat is not None and gap(base, self.threat[0]) < self.threat[1] - TOLERANCE:
            return _TOWARDS_THREAT
        return can_stand(self.battle, base, figure.mounted)

    @clause("OP-MOVE-19")
    def _between(self, figure: Figure, base: Rect, far: float) -> Refusal | None:
        """Say what stands between the leader and a follower so far from him, if it matters."""
        p, q = (self.leader.base.x, self.leader.base.y), (base.x, base.y)
        if far >= self.nobody_within and self._is_foe_between(p, q):
            return _BLOCKED
        if far >= self.open_within:
            no = self._ground_between(figure, p, q)
            if no is not None:
                return no
        if self.obstacles and self.climbed and figure.mounted and self._jumps(figure, q):
            return _NO_JUMP
        return None

    def _is_foe_between(self, p: Point, q: Point) -> bool:
        """Whether an enemy's base lies on the line from one point to another."""
        x0, x1 = (p[0], q[0]) if p[0] < q[0] else (q[0], p[0])
        y0, y1 = (p[1], q[1]) if p[1] < q[1] else (q[1], p[1])
        for foe in self.foes:
            there = foe.base
            if (
                there.x0 <= x1
                and there.x1 >= x0
                and there.y0 <= y1
                and there.y1 >= y0
                and segment_hits_base(p, q, there)
            ):
                return True
        return False

    def _ground_between(self, figure: Figure, p: Point, q: Point) -> Refusal | None:
        """Say what ground bars a follower from the leader, or costs what the leader cannot pay."""
        ground = self.battle.ground
        areas, lines = ground.near(p, q)
        if not areas and not lines:
            return None
        if areas:
            for kind, t0, t1 in ground.find_stretches(p, q, areas):
                if kind in BARRED and t1 - t0 > 1e-4:
                    return _BLOCKED
        outlines = ground.outline_crossings(p, q, ("building",), areas)
        if len(outlines) > 1:
            return _BLOCKED
        crossed = ground.find_crossings(p, q, lines)
        pieces = [line.points for _, line in crossed if line.kind in OBSTACLES]
        pieces += [area.ring for _, area in outlines]
        new = sum([not self._was_beyond(figure, q, points) for points in pieces])
        if new and figure.mounted:
            return _NO_JUMP
        return _NOT_PAID if new * CLIMB > self.left + TOLERANCE else None

    def _was_beyond(self, figure: Figure, place: Point, points: Sequence[Point]) -> bool:
        """Whether a follower stood on that side of an obstacle before the move."""
        here = (figure.base.x, figure.base.y)
        return figure.fate == ON_TABLE and len(polyline_crossings(here, place, points)) % 2 == 0

    def _jumps(self, figure: Figure, place: Point) -> bool:
        """Whether a rider would have to follow his leader over an obstacle."""
        here = (figure.base.x, figure.base.y)
        crossings = self.battle.ground.crossings(here, place)
        return any(line.kind in OBSTACLES for _, line in crossings)

    def _near_enemies(self, figure: Figure, base: Rect) -> Refusal | None:
        """Say why a place is too near the enemy; in a charge or press only contact is limited."""
        x, reach = base.x, KEEP_OFF + base.radius + MOST_RADIUS
        touched: list[Figure] = []
        for foe in self.foes:
            there = foe.base
            if not (-reach < there.x - x < reach and nearer(base, there, CLEAR)):
                continue
            if self.closing and figure.fate == ON_TABLE:  # nobody charges on arrival (OP-SCEN-07)
                if self.in_contact(base, foe):
                    touched.append(foe)
            elif not self._was_as_near(figure, base, foe):
                return _NEAR_ENEMY
        if not touched:
            return None
        if not any(foe.unit in self.contact_units for foe in touched):
            return _NOT_TARGET
        return None

    def _was_as_near(self, figure: Figure, base: Rect, foe: Figure) -> bool:
        """OP-MOVE-26: he started within 1 inch and gets no nearer; a fugitive leaves contact."""
        if figure.fate != ON_TABLE:
            return False
        start = gap_at_start(self.battle, figure).get(foe.id)
        if start is None or nearer(base, foe.base, start - TOLERANCE):
            return False
        if comes_against(self.battle, figure, base, foe):
            return False
        return not (self.fleeing and start <= TOLERANCE)

    def in_contact(self, base: Rect, foe: Figure) -> bool:
        """Whether a base there would be in contact with the enemy."""
        there = foe.base
        dx = there.x - base.x
        dy = there.y - base.y
        reach = KEEP_OFF + base.radius + there.radius
        return dx * dx + dy * dy <= reach * reach and (
            touches(base, there) or across_obstacle(self.battle, base, there, self.moving)
        )

    # -- among others

    def is_free(self, base: Rect, placed: Sequence[Rect]) -> bool:
        """Whether a base lies on nobody who stays and nobody placed already."""
        return not meets(base, self.statics) and not meets(base, placed)

    @clause("OP-CHARGE-12")
    def room_against(self, base: Rect, placed: Sequence[Rect]) -> bool:
        """Whether no enemy touched there has three figures against it already."""
        for foe in self.foes:
            if self.in_contact(base, foe) and self.against(foe, placed) >= MOST_AGAINST_ONE:
                return False
        return True

    def against(self, foe: Figure, placed: Sequence[Rect]) -> int:
        """How many figures stand against an enemy, those who are yet to be placed left out."""
        moving = self.moving
        count = sum([f.id not in moving for f in touching_enemies(self.battle, foe)])
        return count + sum([self.in_contact(base, foe) for base in placed])

    def whole_refusal(
        self, figure: Figure, base: Rect, placed: Sequence[Rect], *, near: bool = True
    ) -> Refusal | None:
        """Say why a follower may not be set down there, those placed before him included."""
        if not near and self.wide is not self:
            return self.seen_from_afar().whole_refusal(figure, base, placed, near=False)
        no = self.refusal(figure, base, near=near)
        if no is not None:
            return no
        if not self.is_free(base, placed):
            return _TAKEN
        if self.closing and not self.room_against(base, placed):
            return _NO_ROOM
        return None


def is_taken(x: float, y: float, among: Sequence[Point]) -> bool:
    """Whether somebody's centre is so near that any two bases would lie on one another."""
    for ox, oy in among:
        if (ox - x) * (ox - x) + (oy - y) * (oy - y) < _SURELY_ON:
            return True
    return False


def _to_hard_ground(ground: Ground, x: float, y: float) -> tuple[float, float]:
    """How far it is to the box round anything that could come between a leader and a follower.

    As the crow flies, and along or across the table, whichever is more.
    """
    far = square = inf
    for x0, y0, x1, y1 in _hard_ground(ground):
        dx = x0 - x if x < x0 else x - x1 if x > x1 else 0.0
        dy = y0 - y if y < y0 else y - y1 if y > y1 else 0.0
        here = dx * dx + dy * dy
        if here < far:
            far = here
        if dx < square and dy < square:
            square = max(dx, dy)
    return sqrt(far), square


def _hard_ground(ground: Ground) -> tuple[tuple[float, float, float, float], ...]:
    """The boxes round obstacles, buildings and ground that nobody enters, listed once."""
    known = ground.nets.get("hard")
    if isinstance(known, tuple):
        return known
    pieces: tuple[Area | Line, ...] = (
        *[line for line in ground.lines if line.kind in OBSTACLES],
        *[area for area in ground.areas if area.kind in BARRED or area.kind == "building"],
    )
    made = tuple([(one.x0, one.y0, one.x1, one.y1) for one in pieces])
    ground.nets["hard"] = made
    return made
