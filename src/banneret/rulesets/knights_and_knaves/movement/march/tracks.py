"""A figure on its way for the time of one movement, and when two of them meet (KK-MOVE-19)."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from banneret.tabletop.shapes import contact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point

SLICES: Final = 100.0
STANDING, GOING, WAITING, STOPPED = 0, 1, 2, 3
AT_LAST_POINT: Final = -2.0  # where a mount turns that rides at somebody by way points


class Track:
    """One figure for the time of the movement; those who stay are in the way of the others.

    `points` are still to come; `target` is whom it runs at after the last of them; `short` is how
    far it keeps from enemies it may not touch; `turn_at` is how far a mount rides before its turn.
    """

    __slots__ = (
        "ahead", "aims", "at", "bends", "blocker", "carries_on", "fixed", "ghost", "hd", "held_at",
        "hw", "id", "left", "linked", "loose", "melee", "met", "mount", "near", "order", "points",
        "radius", "ridden", "short", "side", "since", "soft", "speed", "stamp", "state", "target",
        "trail", "turn_at", "until", "ux", "uy", "vx", "vy", "walled", "x", "y",
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
        self.carries_on = False  # a mount that gallops rides its full distance (KK-MOVE-20)
        self.turn_at = -1.0
        self.bends: list[Point] = []  # where one who charges has turned (KK-MOVE-08, 19)
        self.short = 0.0
        self.walled = False
        self.aims = False
        self.near: list[Track] = []
        self.met: list[Track] = []
        self.linked: Sequence[Track] = ()
        self.loose: set[int] = set()
        self.ahead: set[int] = set()  # friends at his side who let him go first (KK-MOVE-19)
        self.blocker: Track | None = None
        self.held_at = -1  # the stamp of a blocker who waits himself, when last looked at
        self.trail: list[tuple[float, float, float, float, float]] | None = None

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
            if self.trail is not None:
                self.trail.append((t, self.x, self.y, self.ux, self.uy))
        self.since = t

    def let_go(self) -> None:
        """Hold on to no other; in rings they would be there until the collector of cycles came."""
        self.near = self.met = []
        self.linked = ()
        self.target = self.blocker = None

    def leave_trail(self) -> None:
        """From now on remember where it was when: somebody will want to know how near it came."""
        self.trail = [(0.0, self.x, self.y, self.ux, self.uy)]

    def course(self) -> list[tuple[float, float, float, float]]:
        """Where it was after each slice, and which way it faced; it must have left a trail."""
        trail = self.trail
        assert trail is not None
        before, at, last = trail[0], 0, len(trail)
        found: list[tuple[float, float, float, float]] = []
        for t in range(1, int(SLICES) + 1):
            while at < last and trail[at][0] < t:
                before = trail[at]
                at += 1
            if at == last:
                found.append(before[1:])
                continue
            then, x, y, ux, uy = trail[at]
            span = then - before[0]
            part = (t - before[0]) / span if span > 0.0 else 1.0
            px, py = before[1], before[2]
            found.append((px + (x - px) * part, py + (y - py) * part, ux, uy))
        return found


def passes(one: Track, other: Track) -> bool:
    """Whether two never stop one another: routers, bolting horses, those who go together."""
    if one.ghost or other.ghost:
        return True
    if one.side == other.side and (one.soft or other.soft):
        return True
    return other in one.linked


def margin(one: Track, other: Track) -> float:
    """How far apart they stop: touching, unless they are enemies and no mover may fight.

    Whom he touches as he sets off he may leave along his side (KK-MOVE-31).
    """
    if one.side == other.side or other.id in one.loose:
        return 0.0
    if (one.melee and one.state == GOING) or (other.melee and other.state == GOING):
        return 0.0
    return max(one.short, other.short)


def meeting(one: Track, other: Track, o: Point, d: Point, off: float) -> float:
    """The fraction of a slide by d at which one meets the other that lies at o; above 1: never."""
    met = contact.meeting(one, other, o, d, off)
    if met is None or met[0] > 1.0:
        return 2.0
    if met[0] >= 0.0:
        return max(met[1], 0.0)
    if o[0] * d[0] + o[1] * d[1] <= 0.0:
        return 2.0
    if one.side != other.side and other.id not in one.loose:
        return 0.0
    # over one another by a corner as he turned: he brushes along his neighbour or goes into him
    met = contact.meeting(one, other, o, d, off - max(one.short, other.short))
    return 2.0 if met is None or met[0] > 1.0 else max(met[1], 0.0)


def comes_near(ox: float, oy: float, dx: float, dy: float, reach: float) -> bool:
    """Whether a slide by d, however short, brings it within reach of what lies at o."""
    long = dx * dx + dy * dy
    if long <= 1e-12:
        return False
    nearest = (ox * dx + oy * dy) / long
    if nearest > 0.0:
        if nearest > 1.0:
            nearest = 1.0
        ox -= dx * nearest
        oy -= dy * nearest
    return ox * ox + oy * oy <= reach * reach


def steps_onto(one: Track, other: Track, t: float) -> bool:
    """Whether the next slice would bring one onto the other."""
    x, y = other.place(t)
    ox, oy = x - one.x, y - one.y
    reach = one.radius + other.radius + one.speed
    if ox * ox + oy * oy > reach * reach:
        return False
    off = margin(one, other)
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


def until_abreast(one: Track, t: float) -> float:
    """How far a mount rides on before it leaves its target behind."""
    target = one.target
    assert target is not None
    x, y = lead(one, target, *target.place(t))
    return max((x - one.x) * one.ux + (y - one.y) * one.uy, 0.0)


# -- who can meet whom


def pair_up(tracks: Sequence[Track]) -> None:
    """Tell everybody who could come in his way: those whose corridors' boxes meet.

    Those who never stop one another are left out; that does not change on the way.
    """
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
                if GOING in (one.state, other.state) and not passes(one, other):
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
        for x, y in one.points:  # round a house he goes by way points first (KK-ACT-22)
            a0, a1, b0, b1 = min(a0, x), max(a1, x), min(b0, y), max(b1, y)
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
