"""Many bases on their ways at once: who meets whom, who waits, where everybody ends.

Everybody covers his way at an even pace so that all would finish together after a hundred slices
(KK-MOVE-19). Between two events nobody changes direction, so meetings are found in closed form
instead of slice by slice; only he who runs after somebody on the move turns at every slice.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import atan2, cos, sin, sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.clauses import clause
from banneret.core.segments import TOLERANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.bases import Rect
    from banneret.core.segments import Point

SLICES: Final = 100.0
STANDING, GOING, WAITING, STOPPED = 0, 1, 2, 3
MOST_TURN: Final = 0.7853981633974483  # 45 degrees (KK-MOVE-08)
_LEG, _AIM, _RETRY, _TURN, _MEET = 0, 1, 2, 3, 4
_SHARED: Final = 1e-9
_ON_THE_MOVE: Final = (1, 2)  # going, waiting
PATIENCE: Final = 3  # slices after which he who waits looks again whether the way is clear
STRAIGHT: Final = 0.9996  # the cosine of 1.6 degrees: so far off a runner need not turn yet


class Track:
    """One figure for the time of the movement; those who stay are in the way of the others.

    `points` are still to come; `target` is whom it runs at after the last of them; `short` is how
    far it keeps from enemies it may not touch; `turn_at` is how far a mount rides before its turn.
    """

    __slots__ = (
        "aims", "at", "blocker", "fixed", "ghost", "hd", "hw", "id", "left", "linked", "loose",
        "melee", "met", "mount", "near", "order", "points", "radius", "ridden", "short", "side",
        "since", "soft", "speed", "stamp", "state", "target", "turn_at", "until", "ux", "uy",
        "vx", "vy", "walled", "x", "y",
    )  # fmt: skip

    def __init__(self, id: int, side: str, base: Rect) -> None:  # noqa: A002  the figure's own
        self.id = id
        self.side = side
        self.x = base.x
        self.y = base.y
        self.ux = base.ux
        self.uy = base.uy
        self.hw = base.hw
        self.hd = base.hd
        self.radius = base.radius
        self.order = 0
        self.state = STANDING
        self.points: Sequence[Point] = ()
        self.at = 0
        self.target: Track | None = None
        self.speed = 0.0
        self.left = 0.0
        self.ridden = 0.0
        self.vx = 0.0
        self.vy = 0.0
        self.since = 0.0
        self.until = SLICES
        self.stamp = 0
        self.melee = False
        self.ghost = False
        self.soft = False  # a loose horse: no obstacle to its own side (KK-FALL-17)
        self.mount = False
        self.fixed = False  # a mount that must begin straight ahead
        self.turn_at = -1.0
        self.short = 0.0
        self.walled = False
        self.aims = False
        self.near: list[Track] = []
        self.met: list[Track] = []
        self.linked: Sequence[Track] = ()
        self.loose: set[int] = set()
        self.blocker: Track | None = None

    def place(self, t: float) -> Point:
        """Where it is at a time."""
        if self.state != GOING:
            return (self.x, self.y)
        gone = t - self.since
        return (self.x + self.vx * gone, self.y + self.vy * gone)

    def advance(self, t: float) -> None:
        """Bring it to a time."""
        if self.state == GOING:
            gone = t - self.since
            self.x += self.vx * gone
            self.y += self.vy * gone
            self.ridden += self.speed * gone
            self.left -= self.speed * gone
        self.since = t


class Field:
    """All tracks of one movement, and the events still to come."""

    __slots__ = ("_barred", "_heap", "_seq", "tracks")

    def __init__(
        self,
        tracks: Sequence[Track],
        barred: Callable[[Track, float, float, float], float] | None = None,
    ) -> None:
        self.tracks = tracks
        self._barred = barred
        self._heap: list[tuple[float, int, int, int, Track, Track, int, int]] = []
        self._seq = 0

    def run(self) -> None:
        """Play everybody's way to its end."""
        pair_up(self.tracks)
        going = [one for one in self.tracks if one.state == GOING]
        for one in going:
            self._begin(one, 0.0)
        for one in going:
            self._predict_all(one, 0.0, first=True)
        heap = self._heap
        handlers = (self._next_leg, self._aim, self._retry, self._turn)
        while heap:
            t, _, _, kind, one, other, stamp, other_stamp = heappop(heap)
            if t > SLICES:
                break
            if one.stamp != stamp or other.stamp != other_stamp:
                continue
            if kind == _MEET:
                self._meet(one, other, t)
            else:
                handlers[kind](one, t)
        for one in going:
            if one.state == GOING:
                one.advance(min(one.until, SLICES))

    # -- setting off

    def _push(self, t: float, kind: int, one: Track, other: Track) -> None:
        self._seq += 1
        heappush(self._heap, (t, one.order, self._seq, kind, one, other, one.stamp, other.stamp))

    def _begin(self, one: Track, t: float) -> None:
        """Take the direction of the next point, or of whom it runs at."""
        one.since = t
        one.stamp += 1
        if one.at < len(one.points):
            self._head_for_point(one, t)
        elif one.target is not None:
            self._head_for_target(one, t)
        else:
            self._stop(one, t)

    def _head_for_point(self, one: Track, t: float) -> None:
        x, y = one.points[one.at]
        dx, dy = x - one.x, y - one.y
        far = sqrt(dx * dx + dy * dy)
        if far <= _SHARED:
            self._next_leg(one, t)
            return
        self._go(one, dx / far, dy / far)
        far = min(far, one.left)
        one.until = t + far / one.speed
        self._push(min(one.until, SLICES + 1.0), _LEG, one, one)

    def _head_for_target(self, one: Track, t: float) -> None:
        target = one.target
        assert target is not None
        x, y = target.place(t)
        if one.mount:
            self._ride_at(one, t, x, y)
            return
        dx, dy = x - one.x, y - one.y
        far = sqrt(dx * dx + dy * dy)
        if far > _SHARED:
            self._go(one, dx / far, dy / far)
        moving = target.state in (GOING, WAITING)
        one.aims = moving
        self._run_out(one, t, _AIM if moving else _LEG)

    def _ride_at(self, one: Track, t: float, x: float, y: float) -> None:
        """A mount aims once at the start and once at half-way (KK-MOVE-08)."""
        target = one.target
        assert target is not None
        if one.fixed and one.ridden == 0.0:
            self._go(one, one.ux, one.uy)
        else:
            x, y = lead(one, target, x, y)
            dx, dy = x - one.x, y - one.y
            far = sqrt(dx * dx + dy * dy)
            if far > _SHARED:
                self._go(one, dx / far, dy / far)
        if one.turn_at > one.ridden:
            at = t + (one.turn_at - one.ridden) / one.speed
            one.until = min(at, t + self._free_inches(one) / one.speed)
            self._push(one.until, _TURN if one.until == at else _LEG, one, one)
        else:
            self._run_out(one, t, _LEG)

    def _run_out(self, one: Track, t: float, kind: int) -> None:
        """Go on as far as it can, looking again after a slice if its target moves."""
        one.until = t + self._free_inches(one) / one.speed
        if kind == _AIM:
            self._push(float(int(t) + 1), _AIM, one, one)
        self._push(min(one.until, SLICES + 1.0), _LEG, one, one)

    def _free_inches(self, one: Track) -> float:
        far = one.left
        if one.walled and self._barred is not None:
            far = min(far, self._barred(one, one.ux, one.uy, far))
        return far

    def _go(self, one: Track, ux: float, uy: float) -> None:
        one.ux, one.uy = ux, uy
        one.vx, one.vy = ux * one.speed, uy * one.speed

    # -- events

    def _next_leg(self, one: Track, t: float) -> None:
        """A point is reached, or there is no more to go."""
        one.advance(t)
        if one.at < len(one.points):
            one.at += 1
        ended = one.at >= len(one.points) and (one.target is None or one.left <= TOLERANCE)
        if ended or one.left <= TOLERANCE or self._runs_into_wall(one):
            self._stop(one, t)
            return
        self._begin(one, t)
        if one.state == GOING:
            self._predict_all(one, t)

    def _runs_into_wall(self, one: Track) -> bool:
        """Whether what ended the leg of one who runs at somebody is a wall."""
        return one.walled and one.at >= len(one.points) and self._free_inches(one) <= TOLERANCE

    def _aim(self, one: Track, t: float) -> None:
        """Turn after a target on the move, as soon as it shows."""
        target = one.target
        assert target is not None
        px, py = one.place(t)
        qx, qy = target.place(t)
        ox, oy = qx - px, qy - py
        far = sqrt(ox * ox + oy * oy)
        if target.state in _ON_THE_MOVE and ox * one.ux + oy * one.uy >= STRAIGHT * far:
            # no sooner than the target can have gone that far aside
            pause = int(0.02 * far / target.speed) if target.state == GOING else 1
            self._push(float(int(t) + max(pause, 1)), _AIM, one, one)
            return
        one.advance(t)
        one.stamp += 1
        self._head_for_target(one, t)
        self._predict_all(one, t)

    def _turn(self, one: Track, t: float) -> None:
        """The one turn of a mount that charges, at most 45 degrees."""
        one.advance(t)
        one.stamp += 1
        one.turn_at = -1.0
        target = one.target
        assert target is not None
        x, y = target.place(t)
        x, y = lead(one, target, x, y)
        here = atan2(one.uy, one.ux)
        want = atan2(y - one.y, x - one.x)
        off = (want - here + 3.141592653589793) % 6.283185307179586 - 3.141592653589793
        off = max(-MOST_TURN, min(MOST_TURN, off))
        self._go(one, cos(here + off), sin(here + off))
        self._run_out(one, t, _LEG)
        self._predict_all(one, t)

    def _stop(self, one: Track, t: float) -> None:
        """It goes no further this turn, nor does whoever it goes together with."""
        if one.state in (STANDING, STOPPED):
            return
        one.advance(t)
        one.state = STOPPED
        one.vx = one.vy = 0.0
        one.stamp += 1
        for other in one.linked:
            self._stop(other, t)
        self._predict_all(one, t)

    def _wait(self, one: Track, whom: Track, t: float) -> None:
        one.advance(t)
        one.state = WAITING
        one.blocker = whom
        one.stamp += 1
        self._push(float(int(t) + 1), _RETRY, one, one)
        self._predict_all(one, t)
        for other in one.linked:
            if other.state == GOING:
                self._wait(other, whom, t)

    def _retry(self, one: Track, t: float) -> None:
        """Go on once nobody on the move is in the way of the next step."""
        one.since = t
        if self._is_blocked(one, t):
            blocker = one.blocker
            if blocker is not None and blocker.state == WAITING and blocker.blocker is one:
                self._stop(one, t)  # they wait for each other: neither will clear the way
                return
            pause = PATIENCE if blocker is None or blocker.state == GOING else 2 * PATIENCE
            if blocker is one.target:
                pause = 1  # on his heels
            self._push(float(int(t) + pause), _RETRY, one, one)
            return
        one.state = GOING
        one.blocker = None
        self._begin(one, t)
        if one.state == GOING:
            self._predict_all(one, t)

    def _is_blocked(self, one: Track, t: float) -> bool:
        """Whether the next step would lead onto somebody who is going somewhere himself."""
        blocker = one.blocker
        if blocker is not None and blocker.state in _ON_THE_MOVE and _steps_onto(one, blocker, t):
            return True
        for mate in (one, *one.linked):
            for other in mate.near:
                if (
                    other.state in _ON_THE_MOVE
                    and _steps_onto(mate, other, t)
                    and other is not one
                    and not passes(mate, other)
                ):
                    one.blocker = other
                    return True
        return False

    @clause("KK-MOVE-19", "KK-MOVE-31", "KK-ACT-23", "KK-GEO-04")
    def _meet(self, one: Track, other: Track, t: float) -> None:
        """Two bases touch."""
        one.advance(t)
        other.advance(t)
        if one.side != other.side and other.id not in one.loose:
            one.met.append(other)
            other.met.append(one)
            self._stop(one, t)
            self._stop(other, t)
            return
        first = one.state == GOING and _steps_onto(one, other, t)
        second = other.state == GOING and _steps_onto(other, one, t)
        if not first and not second:  # corner to corner: who was declared first goes on
            second = other.state == GOING
            first = not second
        for who, whom, into in ((one, other, first), (other, one, second)):
            if into and who.state == GOING:
                if whom.state in (GOING, WAITING):
                    self._wait(who, whom, t)
                else:
                    self._stop(who, t)

    # -- foreseeing

    def _predict_all(self, one: Track, t: float, *, first: bool = False) -> None:
        for other in one.near:
            if first and other.state == GOING and other.order < one.order:
                continue  # foreseen already
            if GOING in (one.state, other.state) and not passes(one, other):
                self._predict(one, other, t)

    def _predict(self, one: Track, other: Track, t: float) -> None:  # noqa: C901  the hot loop
        until = SLICES
        px, py, qx, qy = one.x, one.y, other.x, other.y
        vx = vy = 0.0
        if one.state == GOING:
            if one.until < until:  # noqa: PLR1730  a call of min() takes three times as long
                until = one.until
            vx, vy = one.vx, one.vy
            gone = t - one.since
            px += vx * gone
            py += vy * gone
        if other.state == GOING:
            if other.until < until:  # noqa: PLR1730
                until = other.until
            gone = t - other.since
            qx += other.vx * gone
            qy += other.vy * gone
            vx -= other.vx
            vy -= other.vy
        span = until - t
        dx, dy = vx * span, vy * span
        long = dx * dx + dy * dy
        if long <= 1e-12:
            return
        ox, oy = qx - px, qy - py
        off = 0.0 if one.side == other.side else _margin(one, other)
        reach = one.radius + other.radius + off
        nearest = (ox * dx + oy * dy) / long
        if nearest <= 0.0:
            if ox * ox + oy * oy > reach * reach:
                return
        else:
            if nearest > 1.0:  # noqa: PLR1730
                nearest = 1.0
            wide_x, wide_y = ox - dx * nearest, oy - dy * nearest
            if wide_x * wide_x + wide_y * wide_y > reach * reach:
                return
        when = meeting(one, other, (ox, oy), (dx, dy), off)
        if when <= 1.0:
            order = one if one.order <= other.order else other
            self._push(t + when * span, _MEET, order, other if order is one else one)


def passes(one: Track, other: Track) -> bool:
    """Whether two never stop one another: routers, bolting horses, those who go together."""
    if one.ghost or other.ghost:
        return True
    if one.side == other.side and (one.soft or other.soft):
        return True
    return other in one.linked


def _margin(one: Track, other: Track) -> float:
    """How far apart they stop: touching, unless they are enemies and no mover may fight."""
    if one.side == other.side:
        return 0.0
    if (one.melee and one.state == GOING) or (other.melee and other.state == GOING):
        return 0.0
    return max(one.short, other.short)


def meeting(one: Track, other: Track, o: Point, d: Point, off: float) -> float:  # noqa: C901  one loop over four axes
    """The fraction of a slide by d at which one meets the other that lies at o; above 1: never.

    Brushing past is no meeting: it is decided on outlines drawn in, and timed on the true ones.
    """
    ox, oy = o
    dx, dy = d
    c = abs(one.ux * other.ux + one.uy * other.uy)
    s = abs(one.ux * other.uy - one.uy * other.ux)
    enter = true = -1e300
    leave = 1e300
    for ux, uy, full in (
        (one.ux, one.uy, one.hd + other.hw * s + other.hd * c + off),
        (one.uy, -one.ux, one.hw + other.hw * c + other.hd * s + off),
        (other.ux, other.uy, other.hd + one.hw * s + one.hd * c + off),
        (other.uy, -other.ux, other.hw + one.hw * c + one.hd * s + off),
    ):
        start = ox * ux + oy * uy
        step = dx * ux + dy * uy
        reach = full - TOLERANCE
        if -1e-12 < step < 1e-12:
            if start >= reach or start <= -reach:
                return 2.0
            continue
        if step > 0.0:
            t0 = (start - reach) / step
            t1 = (start + reach) / step
            exact = (start - full) / step
        else:
            t0 = (start + reach) / step
            t1 = (start - reach) / step
            exact = (start + full) / step
        if t0 > enter:  # noqa: PLR1730  a call of max() takes three times as long
            enter = t0
        if t1 < leave:  # noqa: PLR1730
            leave = t1
        if exact > true:  # noqa: PLR1730
            true = exact
        if enter >= leave:
            return 2.0
    if leave <= 0.0 or enter > 1.0:
        return 2.0
    if enter < 0.0:
        return 0.0 if ox * dx + oy * dy > 0.0 else 2.0
    return max(true, 0.0)


def _steps_onto(one: Track, other: Track, t: float) -> bool:
    """Whether the next slice would bring one onto the other."""
    x, y = other.place(t)
    ox, oy = x - one.x, y - one.y
    reach = one.radius + other.radius + one.speed
    if ox * ox + oy * oy > reach * reach:
        return False
    off = _margin(one, other)
    step = (one.ux * one.speed, one.uy * one.speed)
    return meeting(one, other, (ox, oy), step, off) <= 1.0


def lead(one: Track, target: Track, x: float, y: float) -> Point:
    """Where to aim so as to meet a target that goes straight on."""
    if target.state != GOING or one.speed <= 0.0:
        return (x, y)
    ox, oy = x - one.x, y - one.y
    a = target.vx * target.vx + target.vy * target.vy - one.speed * one.speed
    b = ox * target.vx + oy * target.vy
    c = ox * ox + oy * oy
    root = b * b - a * c
    if root < 0.0 or -1e-12 < a < 1e-12:
        return (x, y)
    root = sqrt(root)
    times = [t for t in ((-b - root) / a, (-b + root) / a) if t > 0.0]
    if not times:
        return (x, y)
    t = min(*times, SLICES)
    return (x + target.vx * t, y + target.vy * t)


# -- who can meet whom


def pair_up(tracks: Sequence[Track]) -> None:
    """Tell everybody who could come in his way: those whose corridors' boxes meet."""
    boxes = [(*_corridor(one), at) for at, one in enumerate(tracks)]
    boxes.sort()
    live: list[tuple[float, float, float, float, int]] = []
    for box in boxes:
        x0, _, y0, y1, at = box
        one = tracks[at]
        kept = []
        for other_box in live:
            if other_box[1] < x0:
                continue
            kept.append(other_box)
            if other_box[2] <= y1 and other_box[3] >= y0:
                other = tracks[other_box[4]]
                if GOING in (one.state, other.state):
                    one.near.append(other)
                    other.near.append(one)
        kept.append(box)
        live = kept


def _corridor(one: Track) -> tuple[float, float, float, float]:
    """The box of everywhere a base could come: west, east, south, north."""
    x0, x1, y0, y1 = _reach_box(one)
    target = one.target
    if one.state == GOING and target is not None and not one.mount:
        # he who follows somebody stays between where he is and wherever that one goes
        a0, a1, b0, b1 = (
            (target.x, target.x, target.y, target.y)
            if target.target is one and not target.mount
            else _reach_box(target)
        )
        x0, x1 = max(x0, min(one.x, a0)), min(x1, max(one.x, a1))
        y0, y1 = max(y0, min(one.y, b0)), min(y1, max(one.y, b1))
    off = one.radius + one.short + 0.05
    return (x0 - off, x1 + off, y0 - off, y1 + off)


def _reach_box(one: Track) -> tuple[float, float, float, float]:
    """The box of the points of a way, or of everything within reach of one who runs at another."""
    x0 = x1 = one.x
    y0 = y1 = one.y
    if one.state == GOING:
        if one.target is not None:
            far = one.left
            return (x0 - far, x1 + far, y0 - far, y1 + far)
        for x, y in one.points:
            x0, x1 = min(x0, x), max(x1, x)
            y0, y1 = min(y0, y), max(y1, y)
    return (x0, x1, y0, y1)
