"""Many bases on their ways at once: who meets whom, who waits, where everybody ends.

Everybody covers his way at an even pace so that all would finish together after a hundred slices
(KK-MOVE-19). Between two events nobody changes direction, so meetings are found in closed form
instead of slice by slice; only he who runs after somebody on the move turns as he goes.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import atan2, cos, sin, sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.segments import TOLERANCE

from .tracks import (
    AT_LAST_POINT,
    GOING,
    SLICES,
    STANDING,
    STOPPED,
    WAITING,
    Track,
    comes_near,
    lead,
    margin,
    meeting,
    pair_up,
    steps_onto,
    until_abreast,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST_TURN: Final = 0.7853981633974483  # 45 degrees (KK-MOVE-08)
_LEG, _AIM, _RETRY, _TURN, _MEET = 0, 1, 2, 3, 4
_SHARED: Final = 1e-9
_ON_THE_MOVE: Final = (GOING, WAITING)
ABREAST: Final = 0.9  # the cosine of 26 degrees: two who go side by side, if a little together
SPARE_STEPS: Final = 3.0  # of a slice: so far behind is he at most who waits for one he follows
STRAIGHT: Final = 0.9996  # the cosine of 1.6 degrees: so far off a runner need not turn yet


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
        _end(going)

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
        if one.turn_at == AT_LAST_POINT:
            self._turn_at_target(one, t)
        elif one.fixed or one.ridden > 0.0:  # also after waiting for a friend
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
        far = self._free_inches(one)
        if one.mount and not one.carries_on:
            far = min(far, until_abreast(one, t))
        one.until = t + far / one.speed
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
        ended = one.at >= len(one.points) and (
            one.target is None or one.left <= TOLERANCE or self._is_past(one, t)
        )
        if ended or one.left <= TOLERANCE or self._runs_into_wall(one):
            self._stop(one, t)
            return
        self._begin(one, t)
        if one.state == GOING:
            self._predict_all(one, t)

    def _runs_into_wall(self, one: Track) -> bool:
        """Whether what ended the leg of one who runs at somebody is a wall."""
        return one.walled and one.at >= len(one.points) and self._free_inches(one) <= TOLERANCE

    def _is_past(self, one: Track, t: float) -> bool:
        """Whether a mount has made its turn and would only ride away from its target."""
        if not one.mount or one.carries_on or one.turn_at > one.ridden:
            return False
        return one.turn_at != AT_LAST_POINT and until_abreast(one, t) <= TOLERANCE

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
        one.bends.append((one.x, one.y))
        one.stamp += 1
        self._head_for_target(one, t)
        self._predict_all(one, t)

    def _turn(self, one: Track, t: float) -> None:
        """The one turn of a mount that charges, at most 45 degrees."""
        one.advance(t)
        one.stamp += 1
        ux, uy = one.ux, one.uy
        self._turn_at_target(one, t)
        if one.ux * ux + one.uy * uy < STRAIGHT:
            one.bends.append((one.x, one.y))
        self._run_out(one, t, _LEG)
        self._predict_all(one, t)

    def _turn_at_target(self, one: Track, t: float) -> None:
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
        one.held_at = -1
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
            self._push(float(int(t) + 1), _RETRY, one, one)
            return
        one.state = GOING
        one.blocker = None
        self._begin(one, t)
        if one.state == GOING:
            self._predict_all(one, t)

    def _is_blocked(self, one: Track, t: float) -> bool:
        """Whether the next step would lead onto somebody who is going somewhere himself."""
        blocker = one.blocker
        if blocker is not None and blocker.state in _ON_THE_MOVE:
            if blocker.stamp == one.held_at:  # both stand as they stood when he looked last
                return True
            if steps_onto(one, blocker, t):
                one.held_at = blocker.stamp if blocker.state == WAITING else -1
                return True
        for mate in (one, *one.linked):
            for other in mate.near:
                if other.id in mate.ahead:
                    continue
                if other.state in _ON_THE_MOVE and steps_onto(mate, other, t) and other is not one:
                    one.blocker = other
                    one.held_at = -1
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
        if other.id in one.ahead and other.state == WAITING:
            return
        first = one.state == GOING and other.id not in one.ahead and steps_onto(one, other, t)
        second = other.state == GOING and steps_onto(other, one, t)
        if first and second and one.ux * other.ux + one.uy * other.uy > ABREAST:
            one.ahead.add(other.id)  # a tie: who was declared first goes on
            first = False
        elif not first and not second:  # corner to corner: likewise
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
        """Note when it will meet those who could come in its way, as everybody goes now.

        This is the hot loop of a movement: what needs no exact meeting is sorted out by circles.
        """
        going = one.state == GOING
        px, py, ux, uy, ends = one.x, one.y, 0.0, 0.0, SLICES
        if going:
            ux, uy, ends = one.vx, one.vy, min(one.until, SLICES)
            gone = t - one.since
            px += ux * gone
            py += uy * gone
        for other in one.near:
            vx, vy, until = ux, uy, ends
            qx, qy = other.x, other.y
            if other.state == GOING:
                if first and other.order < one.order:
                    continue  # foreseen already
                if other.until < until:
                    until = other.until
                gone = t - other.since
                qx += other.vx * gone
                qy += other.vy * gone
                vx -= other.vx
                vy -= other.vy
            elif not going:
                continue
            span = until - t
            dx, dy, ox, oy = vx * span, vy * span, qx - px, qy - py
            off = 0.0 if one.side == other.side else margin(one, other)
            if comes_near(ox, oy, dx, dy, one.radius + other.radius + off):
                when = meeting(one, other, (ox, oy), (dx, dy), off)
                if when <= 1.0:
                    early, late = (one, other) if one.order <= other.order else (other, one)
                    self._push(t + when * span, _MEET, early, late)


def _end(going: Sequence[Track]) -> None:
    """Time is up: everybody is where he has come to."""
    for one in going:
        if one.state == GOING:
            one.advance(min(one.until, SLICES))
    for one in going:
        if one.target is not None and one.target.id in one.loose and one.melee:
            _close_up(one, one.target)


@clause("KK-MOVE-31", "KK-MOVE-19")
def _close_up(one: Track, left: Track) -> None:
    """Who went after an enemy that left him is up with him again, if he had inches to spare.

    On the way he waited slice by slice until a whole step was free; what is left open is no more.
    """
    far = min(one.left, SPARE_STEPS * one.speed)
    if one.state == STOPPED or far <= TOLERANCE:
        return
    ox, oy = left.x - one.x, left.y - one.y
    apart = sqrt(ox * ox + oy * oy)
    if not one.mount and apart > _SHARED:
        one.ux, one.uy = ox / apart, oy / apart
    part = meeting(one, left, (ox, oy), (one.ux * far, one.uy * far), 0.0)
    if part <= 1.0:
        one.x += one.ux * far * part
        one.y += one.uy * far * part
        one.ridden += far * part
        one.left -= far * part
        one.met.append(left)
