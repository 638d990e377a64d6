"""Ways of a half-move: each leg straight, each change of direction paid, stopped by contact."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Way
from banneret.tabletop.shapes.bases import angle_off, bearing, heading
from banneret.tabletop.shapes.segments import distance
from banneret.tabletop.shapes.stands import far_apart, first_within, settled, touching

from ..basics.who import enemies, on_feet
from ..ground.contact import touches_front
from ..ground.stands import stand
from .driven.roaming import astray
from .going import allowance, fast, full_half_move, most_turning, speeds, turn_cost, why_still
from .held import leave
from .meeting import FREE_TURN, SLACK
from .sliding import (
    NEAR,
    Slide,
    half_off,
    lies_free,
    lies_under,
    obstacles,
    off_edge,
    run,
    who_is_under,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.segments import Point
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure
    from .sliding import Hit, Obstacles

ON_FOOT = "walk"
SQUEEZE = "squeeze"  # force a way past an obstacle (DE-OBS-01)
NEARLY = 1e-4
RAYS = 24  # of a fan, to either side
BRUSH = 0.015  # inches at which a stand that runs past is against it


class Trip(NamedTuple):
    """A way as it would go: where it ends, what it costs, whom it meets."""

    stand: Stand
    path: tuple[Point, ...]
    inches: float  # moved
    cost: float  # inches paid, turns included
    turned: float  # degrees
    met: tuple[int, ...] = ()
    blow: bool = False  # a turn in contact that is paid by a blow
    left: bool = False  # off the table
    squeezed: Hit | None = None
    onward: tuple[Point, ...] = ()  # still to go after squeezing through
    pulled_up: bool = False  # a fast steed before an obstacle


class _Leg(NamedTuple):
    slide: Slide
    met: tuple[int, ...]


def gaits(battle: Battle, figure: Figure) -> list[str]:
    """How a figure may go: on foot walking or squeezing through, a steed at its speeds."""
    if figure.steed is None:
        return [ON_FOOT, SQUEEZE]
    return list(speeds(battle, figure.steed))


@clause("DE-MOVE-09")
def least_of(battle: Battle, figure: Figure, gait: str) -> float:
    """The inches a half-move goes at least: half of it at a canter or more, else none."""
    return full_half_move(battle, figure, gait) / 2 if fast(gait) else 0.0


@clause("DE-MOVE-01", "DE-MOVE-07", "DE-MOVE-09", "DE-HOST-31")
def fan(battle: Battle, figure: Figure, gait: str) -> tuple[Point, ...]:
    """Where a stand's middle can come with one turn and a straight run, on empty ground.

    A fast steed has ground before it where it may not stop.
    """
    own = stand(figure)
    allowed = allowance(battle, figure, gait)
    most = min(180.0, most_turning(battle, figure, gait))
    least = least_of(battle, figure, gait)
    turns = sorted({0.0, *(sign * most * k / RAYS for k in range(RAYS + 1) for sign in (-1, 1))})
    outer, inner = [], []
    for turn in turns:
        to = (own.facing + turn) % 360.0
        paid = turn_cost(battle, figure, allowed, own.facing, to)
        outer.append(own.ahead(max(0.0, allowed - paid), to).centre)
        inner.append(own.ahead(max(0.0, min(least, allowed) - paid), to).centre)
    return (*outer, *reversed(inner)) if least else (own.centre, *outer)


@clause("DE-MOVE-01", "DE-MOVE-07", "DE-MOVE-09", "DE-CON-01", "DE-CON-02", "DE-HOST-31")
def trip(battle: Battle, figure: Figure, way: Way, allowed: float | None = None) -> Trip | Refusal:
    """Follow a way leg by leg: what it comes to, or why it cannot be gone.

    `allowed` is the half-move, if it is known that the figure may move and how far.
    """
    if allowed is None:
        refusal = why_still(battle, figure)
        if refusal is not None:
            return refusal
        allowed = allowance(battle, figure, way.gait)
    going = _Going(battle, figure, way, allowed)
    for point in way.points:
        refusal = going.leg(point)
        if refusal is not None:
            return refusal
        if going.stopped:
            break
    refusal = None if going.squeezed else going.last_facing(way.facing)
    if refusal is not None:
        return refusal
    done = going.trip()
    return going.judge(done) or astray(battle, figure, done.stand) or done


class _Going:
    """A way under way: the stand as it is now, what has been paid, whom it has met."""

    def __init__(self, battle: Battle, figure: Figure, way: Way, allowed: float) -> None:
        self.battle, self.figure, self.way = battle, figure, way
        self.own = stand(figure)
        self.among: Obstacles = obstacles(battle, figure, may_leave=True)
        self.allowed = self.left = allowed
        self.path: list[Point] = [self.own.centre]
        self.inches = self.turned = 0.0
        self.met: tuple[int, ...] = ()
        self.blow = self.stopped = self.pulled_up = False
        self.squeezed: Hit | None = None
        self.onward: tuple[Point, ...] = ()

    def turn(self, to: float, foes: Sequence[Figure] = ()) -> Refusal | None:
        """Pay for a change of direction and make it; against an enemy the stand is slid to him."""
        off = angle_off(self.own.facing, to)
        if off <= SLACK:
            return None
        cost = turn_cost(self.battle, self.figure, self.allowed, self.own.facing, to)
        whole = not self.way.points  # may give up its whole half-move
        if cost > self.left + NEARLY and not whole:
            return Refusal(
                f"the turn costs {cost:.1f} inches, {self.left:.1f} are left", "DE-MOVE-07"
            )
        self.left = max(0.0, self.left - cost)
        self.turned += off
        turned = self.own.turned(to)
        if not lies_free(turned, self.among):
            against = (_against(self.own, to, stand(foe), self.among) for foe in foes)
            there = next((there for there in against if there is not None), None)
            if there is not None:
                turned = there
            elif not lies_under(self.own, self.among) and not self._as_flush(turned):
                under = who_is_under(turned, self.among)
                assert under is not None
                return Refusal(f"no room to turn: {under.name or 'a steed'}", "DE-CON-09")
        self.own = turned
        return None

    def _as_flush(self, turned: Stand) -> bool:
        """Whether a stand that rounding sank into its neighbour lies no deeper when turned."""
        return not lies_free(self.own, self.among) and not lies_under(turned, self.among)

    def leg(self, point: Point) -> Refusal | None:
        """Turn towards a point and go there; contact with an enemy ends the way."""
        inches = distance(self.own.centre, point)
        if inches < NEARLY:
            return None
        refusal = self.turn(_straightened(self.own.facing, bearing(self.own.centre, point)))
        if refusal is not None:
            return refusal
        if inches > self.left + 0.002:
            return Refusal(
                f"{inches:.1f} inches are too far, {self.left:.1f} are left", "DE-MOVE-01"
            )
        gone = _go(self.battle, self.figure, self.own, inches, self.among)
        blocked = self._blocked(gone.slide, point)
        if blocked is not None:
            return blocked
        self._advance(gone)
        return None

    def _advance(self, gone: _Leg) -> None:
        self.own = gone.slide.stand
        self.left = max(0.0, self.left - gone.slide.inches)
        self.inches += gone.slide.inches
        self.path.append(self.own.centre)
        if gone.met:
            self.met = gone.met
            self.stopped = True

    def _blocked(self, gone: Slide, point: Point) -> Refusal | None:
        """Refuse to run into what is no enemy, unless the way is to be forced."""
        hit = gone.hit
        if hit is None or (hit.kind == "figure" and self._is_foe(hit.key)):
            return None
        if self.way.gait == SQUEEZE and hit.kind != "edge" and self.squeezed is None:
            self.squeezed, self.stopped = hit, True
            at = self.way.points.index(point)
            self.onward = self.way.points[at:]
            return None
        if fast(self.way.gait):
            self.pulled_up = self.stopped = True  # no steed runs into a wall
            return None
        name = hit.name or "a loose steed"
        return Refusal(f"{name} is in the way", "DE-OBS-01")

    def _is_foe(self, key: int) -> bool:
        other = self.battle.figures[key]
        return other in enemies(self.battle, self.figure)

    def touched(self) -> list[Figure]:
        """The enemies it touches where it is now."""
        foes = enemies(self.battle, self.figure)
        return [foe for foe in foes if on_feet(foe) and touching(self.own, stand(foe))]

    @clause("DE-CON-08")
    def last_facing(self, facing: float) -> Refusal | None:
        """Turn at the end: in contact 45 degrees are free and more costs a blow; else as any."""
        off = angle_off(self.own.facing, facing)
        if off <= SLACK:
            return None
        foes = self.touched()
        if not self.met:  # in contact before, and free to move: a turn as any other
            return self.turn(facing % 360.0, foes)
        turned = _against(self.own, facing, stand(foes[0]), self.among)
        if turned is None:
            return Refusal("no room to turn so in contact", "DE-CON-09")
        self.own = turned
        self.blow = off > FREE_TURN + SLACK
        return None

    def trip(self) -> Trip:
        """What it has come to."""
        left = off_edge(self.battle, self.own)
        return Trip(
            self.own.snapped(),
            tuple(self.path),
            round(self.inches, 3),
            round(self.allowed - self.left, 3),
            self.turned,
            self.met,
            self.blow,
            left,
            self.squeezed,
            self.onward,
            self.pulled_up or self._at_own_edge(),
        )

    @property
    def _least(self) -> float:
        """The inches a steed goes at least."""
        return least_of(self.battle, self.figure, self.way.gait)

    @property
    def _short(self) -> float:
        """The inches by which a fast steed goes less than half its allowance."""
        return self._least - self.allowed + self.left - NEARLY if fast(self.way.gait) else 0.0

    @clause("DE-MOVE-09", "DE-END-01")
    def _at_own_edge(self) -> bool:
        """Whether a fast steed that stops short would have gone over its own edge."""
        on = run(self.own, self.own.facing, self._short, obstacles(self.battle, self.figure))
        return on.hit is not None and on.hit.kind == "edge"

    @clause("DE-CON-08")
    def _unpaid(self, done: Trip) -> bool:
        """Whether it cannot pay in inches for a wide turn in contact that leads to no melee."""
        if not self.figure.turned_blow or not done.inches or self.touched():
            return False
        price = self.battle.tables.seed.melee_cost.turn_over_45_no_melee_inches
        return done.cost + price > self.allowed + NEARLY

    def judge(self, done: Trip) -> Refusal | None:
        """Refuse to stop on the edge, and what a steed cannot do: turn too much, stop short."""
        if not done.left and half_off(self.battle, done.stand):
            return Refusal("it leaves the table wholly or not at all", "DE-END-01")
        if self._unpaid(done):
            return Refusal("the wide turn in contact still costs 2 inches", "DE-CON-08")
        steed = self.figure.steed
        if steed is None:
            return None
        gait = self.way.gait
        most = most_turning(self.battle, self.figure, gait)
        if done.turned > most + SLACK:
            return Refusal(f"at a {gait} it turns {most:.0f} degrees at most", "DE-HOST-31")
        if self._short > 0.0 and not done.met and not done.left and not done.pulled_up:
            return Refusal(f"at a {gait} it goes {self._least:.1f} inches at least", "DE-MOVE-09")
        return None


def _straightened(facing: float, to: float) -> float:
    """A direction that is the facing but for rounding is the facing."""
    return facing if angle_off(facing, to) <= SLACK else to


def _against(own: Stand, facing: float, foe: Stand, among: Obstacles) -> Stand | None:
    """A stand turned in contact and slid to touch again (DE-CON-09)."""
    there = settled(own.turned(facing), foe).snapped()
    return there if lies_free(there, among) and touching(there, foe) else None


@clause("DE-CON-01", "DE-CON-02")
def _go(battle: Battle, figure: Figure, own: Stand, inches: float, among: Obstacles) -> _Leg:
    """Run straight on until something stops it: also an enemy's front that it brushes past."""
    gone = run(own, own.facing, inches, among)
    ux, uy = heading(own.facing)
    first = gone.inches
    near = [
        (foe, other)
        for foe in enemies(battle, figure)
        if not far_apart(own, other := stand(foe), gone.inches + NEAR)
        and on_feet(foe)
        and not touching(own, other)
    ]
    for foe, other in near:
        if far_apart(own, other, gone.inches + BRUSH):
            continue
        part = first_within(own, ux * gone.inches, uy * gone.inches, other, BRUSH)
        if part is None:
            continue
        there = own.ahead(gone.inches * part)
        holds = touches_front(there, foe) and not leave(battle, figure, foe).may_move
        if holds and gone.inches * part < first:
            first = gone.inches * part
    if first < gone.inches:
        gone = Slide(own.ahead(first), first, gone.hit)
    met = tuple(foe.id for foe, other in near if touching(gone.stand, other))
    return _Leg(gone, met)
