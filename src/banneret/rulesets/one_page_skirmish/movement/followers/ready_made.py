"""Ready-made ways to set followers down: in their old order, closed up, against the enemy.

Each is lawful as it stands. A man for whom nothing lawful is left near the leader comes as near
as he can, or stays: a straggler (OP-MOVE-18).
"""

from __future__ import annotations

from math import atan2, cos, sin
from typing import TYPE_CHECKING, Final

from banneret.tabletop.crowd import meets
from banneret.tabletop.shapes.measuring import TOLERANCE, Rect, distance, gap, within

from ...basics.state import FOOT_BASE, MOST_RADIUS, MOUNTED_BASE, ON_TABLE, footprint
from ...ground.clearance import too_near
from ...ground.lay import free_spot, in_cover
from ...melee.charge.landing import flush_against
from .lawful_places import WITH_LEADER, Setting, Slots, is_taken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...basics.state import Figure

Bases = dict[int, Rect]
_ROOM: Final = 0.05  # between neighbours in close order
_PASSES: Final = 4
_ARC_STEP: Final = 0.5


def _ring(mounted: bool) -> tuple[tuple[float, float], ...]:
    """Steps to the right and ahead of a leader, the nearest first, those behind him before."""
    width, depth = MOUNTED_BASE if mounted else FOOT_BASE
    wide, deep = width + _ROOM, depth + _ROOM
    most = WITH_LEADER + 1.2
    steps = [
        (right * wide, ahead * deep)
        for right in range(-8, 9)
        for ahead in range(-8, 9)
        if (right or ahead) and (right * wide) ** 2 + (ahead * deep) ** 2 <= most * most
    ]
    steps.sort(
        key=lambda step: (round(step[0] ** 2 + step[1] ** 2, 6), step[1], abs(step[0]), step)
    )
    return tuple(steps)


RING: Final = {False: _ring(mounted=False), True: _ring(mounted=True)}


# -- a place for one man


def find_place(setting: Setting, figure: Figure, placed: Sequence[Rect]) -> Rect | None:
    """The first lawful place in close order round the leader."""
    slots = setting.slots.get(figure.mounted)
    if slots is None:
        slots = setting.slots[figure.mounted] = Slots(_free_slots(setting, figure.mounted))
    return _first_lawful(setting, figure, slots, placed)


def _free_slots(setting: Setting, mounted: bool) -> Iterator[Rect]:
    """Places in close order round the leader that nobody stands on."""
    leader = setting.leader.base
    x, y, ux, uy = leader.x, leader.y, leader.ux, leader.uy
    taken = [(other.x, other.y) for other in setting.statics]
    for right, ahead in RING[mounted]:
        px, py = x + right * uy + ahead * ux, y - right * ux + ahead * uy
        if not is_taken(px, py, taken):
            base = footprint(mounted, px, py, leader.facing)
            if not meets(base, setting.statics):
                yield base
    if setting.threat is not None:
        for base in _round_the_threat(setting.threat, leader, mounted=mounted):
            if not meets(base, setting.statics):
                yield base


def _round_the_threat(threat: tuple[Rect, float], leader: Rect, *, mounted: bool) -> Iterator[Rect]:
    """Places beside the leader just as far from the threat as they must be (OP-MORALE-25).

    After a short run they are all that is left, and close order has few of them.
    """
    start, apart = threat
    own = footprint(mounted, leader.x, leader.y, leader.facing)
    far = apart + start.radius + own.radius
    towards = atan2(leader.y - start.y, leader.x - start.x)
    for n in range(2, int((WITH_LEADER + own.radius) / _ARC_STEP)):
        for turn in (n * _ARC_STEP / far, -n * _ARC_STEP / far):
            x, y = start.x + far * cos(towards + turn), start.y + far * sin(towards + turn)
            yield footprint(mounted, x, y, leader.facing)


def _first_lawful(
    setting: Setting,
    figure: Figure,
    slots: Iterable[Rect],
    placed: Sequence[Rect],
) -> Rect | None:
    """The first of some places free of those who stay that a man may take."""
    old, limit = figure.base, setting.limit * setting.limit
    on_table = figure.fate == ON_TABLE
    used = set(map(id, placed))
    for base in slots:
        dx, dy = base.x - old.x, base.y - old.y
        if (
            id(base) not in used
            and (not on_table or dx * dx + dy * dy <= limit)
            and not meets(base, placed)
            and setting.refusal(figure, base) is None
            and (not setting.closing or setting.room_against(base, placed))
        ):
            return base
    return None


def _in_step(
    setting: Setting, figure: Figure, placed: Sequence[Rect], dx: float, dy: float
) -> Rect | None:
    """The place that keeps him where he was beside the leader, turned with him if there is room."""
    old = figure.base
    for facing in (setting.leader.base.facing, old.facing):
        base = footprint(figure.mounted, old.x + dx, old.y + dy, facing)
        if setting.whole_refusal(figure, base, placed) is None:
            return base
    return None


def as_near_as_he_can(setting: Setting, figure: Figure, placed: Sequence[Rect]) -> Rect:
    """A straggler's place: towards the leader by as much as is lawful, or where he stands."""
    old, leader = figure.base, setting.leader.base
    far = distance((old.x, old.y), (leader.x, leader.y))
    for part in (1.0, 0.75, 0.5, 0.25):
        step = min(setting.limit, far) * part / max(far, TOLERANCE)
        x, y = old.x + (leader.x - old.x) * step, old.y + (leader.y - old.y) * step
        base = footprint(figure.mounted, x, y, old.facing)
        if may_straggle_at(setting, figure, base, placed):
            return base
    return old


def may_straggle_at(setting: Setting, figure: Figure, base: Rect, placed: Sequence[Rect]) -> bool:
    """Whether a man left behind may come as far as that: nearer than he was, lawful but for it."""
    battle, leader = setting.battle, setting.leader
    moving = [mover.id for mover in setting.movers]
    return (
        gap(base, leader.base) < gap(figure.base, leader.base) - TOLERANCE
        and setting.whole_refusal(figure, base, placed, near=False) is None
        and free_spot(battle, base, moving, figure.side)
        and (setting.closing or too_near(battle, figure, base) is None)
    )


# -- places for all


def keep_order(setting: Setting, was: Rect, start: Bases | None = None) -> Bases:
    """Everybody goes with the leader as he stood beside him; who cannot finds another place."""
    leader = setting.leader.base
    dx, dy = leader.x - was.x, leader.y - was.y
    found: Bases = dict(start or {})
    placed = list(found.values())
    for figure in setting.movers:
        if figure.id in found:
            continue
        base = None
        if figure.fate == ON_TABLE:
            base = _in_step(setting, figure, placed, dx, dy)
        if base is None:
            base = find_place(setting, figure, placed)
        if base is None:
            return _with_stragglers(setting, dx, dy)
        found[figure.id] = base
        placed.append(base)
    return found


def close_up(setting: Setting, was: Rect) -> Bases:
    """Everybody as near to the leader as can be."""
    found: Bases = {}
    placed: list[Rect] = []
    for figure in setting.movers:
        base = find_place(setting, figure, placed)
        if base is None:
            return keep_order(setting, was)
        found[figure.id] = base
        placed.append(base)
    return found


def stay(setting: Setting, was: Rect) -> Bases:
    """Whoever is near enough stays; the others come up."""
    keep = {
        figure.id: figure.base
        for figure in setting.movers
        if figure.fate == ON_TABLE
        and within(setting.leader.base, figure.base, WITH_LEADER)
        and setting.is_free(figure.base, ())
        and setting.refusal(figure, figure.base) is None
    }
    return keep_order(setting, was, keep)


def into_cover(setting: Setting, was: Rect) -> Bases:
    """As many as possible into cover, the others in step (OP-MORALE-26)."""
    found: Bases = {}
    placed: list[Rect] = []
    slots: dict[bool, Slots] = {}
    for figure in setting.movers:
        mounted = figure.mounted
        if mounted not in slots:
            free = _free_slots(setting, mounted)
            slots[mounted] = Slots(base for base in free if in_cover(setting.battle, base))
        base = _first_lawful(setting, figure, slots[mounted], placed)
        if base is not None:
            found[figure.id] = base
            placed.append(base)
    return keep_order(setting, was, found)


def _with_stragglers(setting: Setting, dx: float, dy: float) -> Bases:
    """Nobody takes another's old place, so that whoever finds none better can keep his own."""
    found: Bases = {f.id: f.base for f in setting.movers if f.fate == ON_TABLE}
    settled: set[int] = set()
    for _ in range(_PASSES):
        again = False
        for figure in setting.movers:
            if figure.id in settled:
                continue
            others = [base for key, base in found.items() if key != figure.id]
            base = None
            if figure.fate == ON_TABLE:
                base = _in_step(setting, figure, others, dx, dy)
            base = base or find_place(setting, figure, others)
            if base is not None:
                found[figure.id] = base
                settled.add(figure.id)
                again = True
        if not again:
            break
    for figure in setting.movers:
        if figure.id not in settled and figure.fate == ON_TABLE:
            others = [base for key, base in found.items() if key != figure.id]
            found[figure.id] = as_near_as_he_can(setting, figure, others)
    return found


def against_the_enemy(setting: Setting, was: Rect) -> Bases:
    """As many as possible in contact, three to one at most, the worst armoured enemies first."""
    found: Bases = {}
    placed: list[Rect] = []
    slots: dict[bool, Slots] = {}
    for figure in setting.movers:
        if figure.fate != ON_TABLE:
            continue
        if figure.mounted not in slots:
            slots[figure.mounted] = Slots(_contact_slots(setting, mounted=figure.mounted))
        base = _first_lawful(setting, figure, slots[figure.mounted], placed)
        if base is not None:
            found[figure.id] = base
            placed.append(base)
    return keep_order(setting, was, found)


def _contact_slots(setting: Setting, *, mounted: bool) -> Iterator[Rect]:
    """Places flush against the enemies who may be attacked, facing them, that nobody stands on."""
    leader = setting.leader.base
    among = [(other.x, other.y) for other in setting.statics]
    targets = [foe for foe in setting.foes if foe.unit in setting.contact_units]
    targets.sort(key=lambda foe: (foe.profile.rating, gap(foe.base, leader), foe.id))
    for foe in targets:
        if within(leader, foe.base, WITH_LEADER + 2.0 * MOST_RADIUS):
            for base in flush_against(foe.base, mounted=mounted, among=among):
                if within(leader, base, WITH_LEADER) and not meets(base, setting.statics):
                    yield base
