"""Simultaneous movement, pro-rated (KK-MOVE-18 to 20, 31, 33)."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees, inf
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import gap, within
from banneret.tabletop.shapes.segments import (
    TOLERANCE,
    along,
    distance,
    distance_point_segment,
    snap_point,
)

from ...basics.state import CONTACT_GAP, NOBODY, ROUTING, footprint, put
from ...basics.who import standing
from ...command import forming
from ...command.action.charges import follow, note_charges, starts_of
from ...ground import knowledge
from ...ground.contact import ACROSS_GAP, around, in_contact, touching
from ...ground.lay import SCALED_BY, lay_of
from ...melee import arms
from ...melee.harm import carrying
from ...screen.deeds import Moved, StoppedAt, shows
from .. import riding
from ..allowances import MELEE, QUIET, allowance, gait_of, runs
from ..obstacles import climbing
from ..obstacles.barriers import against
from .leaving import leave_table
from .plans import plan_of
from .room import clear_inches, footing, free_places, is_free, make_room
from .setting_off import barrier, set_out
from .strides import Field
from .tracks import Track

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man
    from .plans import Plan
    from .room import Spot

STEPPED_BACK = 0.01  # inches: less is rounding
STEPPED_ASIDE = 0.02  # inches: no way told as straight leads further past where he went
STEP_BACK = 0.05
_STEPS_BACK, _NUDGES = 59, 6


@clause("KK-MOVE-18", "KK-MOVE-19", "KK-MOVE-34")
def movement(table: Table[Battle]) -> None:
    """Step "move": play all declared moves to their end; goes on with "reorganise"."""
    battle = table.state
    watched = knowledge.sighted(battle)
    _prepare(battle)
    riding.act(table)
    carrying.lift(table)
    climbers = climbing.compelled(battle)
    plans = {
        man.id: made
        for man in standing(battle)
        if man.id not in climbers
        and (made := plan_of(battle, man)) is not None
        and made.most > TOLERANCE
    }
    seen_from = starts_of(battle)
    tracks: dict[int, Track] = {}
    if plans:
        tracks = set_out(battle, plans)
        follow(seen_from, tracks)
        Field(list(tracks.values()), barrier(battle)).run()
        _finish(table, plans, tracks)
    _turn_on_the_spot(battle, plans)
    carrying.run_away_with(table)
    riding.bolt(table)
    climbing.act(table, climbers)
    note_charges(battle, seen_from, tracks)
    for track in tracks.values():
        track.let_go()
    knowledge.remember(battle, watched)
    forming.rejoin(battle)
    battle.phase = "reorganise"


def _prepare(battle: Battle) -> None:
    """Weapons in hand; nothing scaled or charged yet."""
    for man in standing(battle):
        man.scaling = ""
        man.charge_rest = 0.0
        if man.chit:
            arms.ready(battle, man)
    battle.charges = battle.gallopers = ()


# -- where they come to stand


def _finish(table: Table[Battle], plans: dict[int, Plan], tracks: dict[int, Track]) -> None:
    battle = table.state
    starts = {key: battle.men[key].base for key in plans}
    ordered = sorted(plans, key=lambda key: tracks[key].order)
    gone = [key for key in ordered if tracks[key].ridden > TOLERANCE]
    for key in gone:
        _put_down(battle, battle.men[key], tracks[key])
    for key in ordered:
        if tracks[key].ridden <= TOLERANCE:
            _stay(battle, battle.men[key], tracks[key])
    gone.sort(key=lambda key: bool(tracks[key].met))  # who met an enemy gives way last
    crowded = [key for key in gone if not is_free(battle, battle.men[key], battle.men[key].base)]
    for key in crowded:
        _nudge(battle, battle.men[key], tracks[key])
    back = {key: _inches_back(battle, battle.men[key], tracks[key]) for key in crowded}
    gone.sort(key=lambda key: (bool(tracks[key].met), back.get(key, 0.0)))
    for key in gone:
        if key in crowded or _unbidden(battle, battle.men[key], tracks[key]):
            _keep_clear(battle, battle.men[key], tracks[key], starts[key])
    carrying.follow(battle, starts)
    for key in ordered:
        _part(battle, key, tracks[key], starts)
    for key in ordered:
        man, track, start = battle.men[key], tracks[key], starts[key]
        _book(table, man, track, plans[key], start)
    for key in ordered:
        leave_table(table, battle.men[key])


@clause("KK-MELEE-07", "KK-MELEE-21")
def _part(battle: Battle, key: int, track: Track, starts: dict[int, Rect]) -> None:
    """Who left an enemy he touched has parted from him, though he be caught again this turn."""
    man = battle.men[key]
    for foe_key in track.loose:
        foe = battle.men[foe_key]
        mine, his = starts[key], starts.get(foe_key, foe.base)
        reach = max(CONTACT_GAP * battle.options.scale, gap(mine, his)) + TOLERANCE
        if not within(man.base, his, reach) and not within(mine, foe.base, reach):
            for one, other in ((man, foe_key), (foe, key)):
                one.touched = tuple([each for each in one.touched if each != other])
                one.lost_reach = tuple([each for each in one.lost_reach if each != other])


def _put_down(battle: Battle, man: Man, track: Track) -> None:
    """Set a figure down where its way ended, facing as it came or as it was told."""
    if track.target is not None and lay_of(battle).climbs:
        _slow_down(battle, man, track)
    put(battle, man, track.x, track.y, _facing(battle, man, track))
    if track.target is not None and not battle.ground.on_table(man.base):
        _pull_up(battle, man, track)


@clause("KK-MOVE-13", "KK-MOVE-15", "KK-MORALE-38")
def _slow_down(battle: Battle, man: Man, track: Track) -> None:
    """Whose mark led him up a slope that nobody could foresee goes no further than it lets him."""
    way = ((man.base.x, man.base.y), *track.points[: track.at], *track.bends, (track.x, track.y))
    most = allowance(battle, man, man.declared, way)
    gone = 0.0
    for at, (p, q) in enumerate(pairwise(way), start=1):
        leg = distance(p, q)
        if gone + leg > most + TOLERANCE:
            track.x, track.y = along(p, q, (most - gone) / leg)
            track.ux, track.uy = (q[0] - p[0]) / leg, (q[1] - p[1]) / leg
            track.points, track.at, track.bends = way[1:at], at - 1, []
            track.ridden, track.left = most, 0.0
            return
        gone += leg


@clause("KK-MORALE-38", "KK-MOVE-33")
def _pull_up(battle: Battle, man: Man, track: Track) -> None:
    """Nobody is carried off the table by his charge, after one who leaves it."""
    base, ground = man.base, battle.ground
    over_x = max(-base.x0, base.x1 - ground.width, 0.0) / max(abs(track.ux), TOLERANCE)
    over_y = max(-base.y0, base.y1 - ground.height, 0.0) / max(abs(track.uy), TOLERANCE)
    back = min(max(over_x, over_y), track.ridden)
    track.x -= track.ux * back
    track.y -= track.uy * back
    put(battle, man, track.x, track.y, base.facing)


@clause("KK-GEO-04", "KK-MOVE-31")
def _stay(battle: Battle, man: Man, track: Track) -> None:
    """Who never got going turns if there is room; those who came too near step back from him."""
    before = man.base
    turned = (before.x, before.y, _facing(battle, man, track))
    if is_free(battle, man, footprint(battle, man.horse != NOBODY, *turned)):
        put(battle, man, *turned)
        if _unbidden(battle, man, track):
            put(battle, man, before.x, before.y, before.facing)


@clause("KK-MOVE-10")
def _facing(battle: Battle, man: Man, track: Track) -> float:
    declared = man.declared
    came = degrees(atan2(track.ux, track.uy)) % 360.0
    if track.met or declared is None or declared.facing < 0.0 or man.panic:
        return came
    if man.horse != NOBODY and gait_of(battle, man, declared) not in QUIET:
        return came
    return declared.facing


@clause("KK-GEO-04", "KK-MOVE-19")
def _nudge(battle: Battle, man: Man, track: Track) -> None:
    """Bases that turned over one another as they met part by a hair, along the way of either.

    So those who stopped on touching still touch.
    """
    base = man.base
    if track.ghost or not battle.ground.on_table(base) or is_free(battle, man, base):
        return
    back, short = (-track.ux, -track.uy), STEP_BACK * battle.options.scale
    crowd = footing(battle, man, base, short * _NUDGES)
    for x, y in _steps(battle, base, back, short, _NUDGES):
        place = (x, y, base.facing)
        if crowd.taken(x, y):
            continue
        if is_free(battle, man, footprint(battle, man.horse != NOBODY, *place)):
            put(battle, man, *place)
            return


@clause("KK-GEO-04", "KK-MOVE-19")
def _inches_back(battle: Battle, man: Man, track: Track) -> float:
    """How far back along his way he would have room: who follows gives way, not who is ahead."""
    base, short = man.base, STEP_BACK * battle.options.scale
    most = min(_STEPS_BACK, int(track.ridden / short))
    back = (-track.ux, -track.uy)
    crowd = footing(battle, man, base, short * _STEPS_BACK)
    for at, (x, y) in enumerate(((base.x, base.y), *_steps(battle, base, back, short, most))):
        if not crowd.taken(x, y):
            return at * short
    return inf


@clause("KK-GEO-04", "KK-MOVE-31")
def _keep_clear(battle: Battle, man: Man, track: Track, start: Rect) -> None:
    """Nobody ends on another: he turns aside, goes beyond whom he went through, or steps back.

    Nor does he come into a contact for which his action gives no leave.
    """
    if not battle.ground.on_table(man.base):
        return
    if is_free(battle, man, man.base) and not _unbidden(battle, man, track):
        return
    second: Spot | None = None
    for place in _places(battle, man, track, start):
        if not is_free(battle, man, footprint(battle, man.horse != NOBODY, *place)):
            continue
        if place != (man.base.x, man.base.y, man.base.facing):
            put(battle, man, *place)
        if not _unbidden(battle, man, track):
            return
        second = second or place
    _squeeze_in(battle, man, track, start, second)


@clause("KK-GEO-04", "KK-MOVE-15")
def _squeeze_in(battle: Battle, man: Man, track: Track, start: Rect, second: Spot | None) -> None:
    """Others closed his way back: the nearest place where he meets nobody, or one that is free.

    Places further from where he began than he may go come last.
    """
    put(battle, man, track.x, track.y, man.base.facing)
    most = track.ridden + track.left
    here = (start.x, start.y)
    near = sorted(free_places(battle, man), key=lambda one: distance(here, one[:2]) > most)
    for place in near:
        put(battle, man, *place)
        if not _unbidden(battle, man, track):
            return
    if second is not None:
        put(battle, man, *second)
    else:
        put(battle, man, track.x, track.y, man.base.facing)
        make_room(battle, man)


def _places(battle: Battle, man: Man, track: Track, start: Rect) -> Iterator[Spot]:
    """Where he could come to stand: at the end of his way, turned, further back or beyond.

    Steps that would surely bring him onto somebody are passed over.
    """
    base = man.base
    came = degrees(atan2(track.ux, track.uy)) % 360.0
    yield (base.x, base.y, base.facing)
    for facing in () if man.horse != NOBODY else (came, start.facing, 0.0, 90.0):
        yield (base.x, base.y, facing)
    short = STEP_BACK * battle.options.scale
    crowd = footing(
        battle,
        man,
        footprint(battle, man.horse != NOBODY, base.x, base.y, came),
        2.0 * short * _STEPS_BACK,
    )
    if track.ghost:
        for x, y in _steps(battle, base, (track.ux, track.uy), 2.0 * short, _STEPS_BACK):
            if not crowd.taken(x, y):
                yield (x, y, came)
    most = min(_STEPS_BACK, int(track.ridden / short))
    for x, y in _steps(battle, base, (-track.ux, -track.uy), short, most):
        if not crowd.taken(x, y):
            yield (x, y, came)
    yield (start.x, start.y, start.facing)  # he had room where he came from


def _steps(battle: Battle, base: Rect, u: Point, stride: float, most: int) -> Iterator[Point]:
    """Places straight on from a base, so many strides and no further than a wall or water."""
    far = clear_inches(battle, (base.x, base.y), u, stride * most) + TOLERANCE
    for step in range(1, min(most, int(far / stride)) + 1):
        yield (base.x + u[0] * stride * step, base.y + u[1] * stride * step)


def _unbidden(battle: Battle, man: Man, track: Track) -> bool:
    """Whether he touches an enemy though neither of them may enter melee."""
    if track.melee or track.ghost:
        return False
    reach = ACROSS_GAP * battle.options.scale
    return any(
        other.side != man.side
        and other.id not in track.loose
        and other.chit not in MELEE
        and not other.panic
        and within(man.base, other.base, reach)
        and in_contact(battle, man, other)
        for other in around(battle, man.base, reach)
    )


@clause(
    "KK-MOVE-19", "KK-MOVE-04", "KK-MOVE-07", "KK-MOVE-17", "KK-MOVE-20", "KK-MELEE-24", "KK-DEF-17"
)
def _book(table: Table[Battle], man: Man, track: Track, plan: Plan, start: Rect) -> None:
    """What the move made of him: moved, tired, stopped at a wall, in a gallop charge."""
    battle = table.state
    base = man.base
    moved = abs(base.x - start.x) > TOLERANCE or abs(base.y - start.y) > TOLERANCE
    # a charger may have come to stand against a friend and the enemy at once
    met = touching(battle, man) if track.met or plan.target != NOBODY else ()
    man.moved = man.moved or moved
    pace = "walk"
    if man.horse != NOBODY:
        horse = battle.horses[man.horse]
        # no more than the breadth of a touch is standing still (KK-MOVE-17)
        if distance((start.x, start.y), (base.x, base.y)) > CONTACT_GAP * battle.options.scale:
            pace = gait_of(battle, man, man.declared)
            riding.take_gait(horse, pace)
        if pace == "gallop" and plan.target != NOBODY and met:
            man.charge_rest = round(max(plan.most - track.ridden, 0.0), 3)
            battle.gallopers = (*battle.gallopers, man.id)
    elif moved and runs(man, man.declared):
        pace = "run"
        man.ran = True
        man.temporary += 1
    if moved:
        path = _as_gone((start.x, start.y), track, (base.x, base.y))
        how = man.panic or pace
        if met or shows(path):
            table.tell(Moved(man.id, how, path, base.facing, met[0].id if met else NOBODY, True))
    _note_stop(table, man)


def _as_gone(start: Point, track: Track, end: Point) -> tuple[Point, ...]:
    """The way he went with its start; who stepped back along it did not go beyond.

    Who was put aside went there from where he could without going further than he went.
    """
    way: tuple[Point, ...] = (start, *track.points[: track.at])
    way = (*way, *map(snap_point, _bends(way[-1], track)))
    if distance((track.x, track.y), end) < STEPPED_BACK:
        return (*way, end)
    legs = (*way, (track.x, track.y))
    for at in range(len(legs) - 1, 0, -1):
        if distance_point_segment(end, legs[at - 1], legs[at]) < STEPPED_BACK:
            return (*legs[:at], end)
    legs = tuple(map(snap_point, legs))
    for at in range(len(legs), 1, -1):
        told = (*legs[:at], end)
        if sum(distance(p, q) for p, q in pairwise(told)) <= track.ridden + STEPPED_BACK:
            return told
    return (start, end)


def _bends(start: Point, track: Track) -> list[Point]:
    """Where a charge turned; a man on foot turns all the time, so only as often as it shows."""
    if track.mount:
        return track.bends
    kept: list[Point] = []
    passed: list[Point] = []
    for bend, after in pairwise((*track.bends, (track.x, track.y))):
        passed.append(bend)
        last = kept[-1] if kept else start
        if any(distance_point_segment(p, last, after) > STEPPED_ASIDE for p in passed):
            kept.append(bend)
            passed = []
    return kept


@clause("KK-MOVE-21", "KK-MOVE-23")
def _note_stop(table: Table[Battle], man: Man) -> None:
    """Remember what he came to stand against, to scale it or go through it next turn."""
    if not man.moved:
        return
    walls = against(table.state, man.base)
    # what one can get over or through comes before plain wall beside it
    walls.sort(key=lambda wall: wall.kind not in SCALED_BY and not wall.kind.startswith("door"))
    man.stopped_at = walls[0].id if walls else ""
    if walls:
        table.tell(StoppedAt(man.id, walls[0].id))


@clause("KK-MOVE-10", "KK-MOVE-31", "KK-DEF-17")
def _turn_on_the_spot(battle: Battle, plans: dict[int, Plan]) -> None:
    """Who does not go may turn where he stands; that is no move."""
    for man in standing(battle):
        declared = man.declared
        if (
            man.id in plans
            or declared is None
            or declared.facing < 0.0
            or man.stun
            or man.status == ROUTING
            or man.panic
        ):
            continue
        before, foes = man.base, touching(battle, man)
        turned = footprint(battle, man.horse != NOBODY, before.x, before.y, declared.facing)
        if not is_free(battle, man, turned):
            continue
        put(battle, man, before.x, before.y, declared.facing)
        if man.chit not in MELEE and any(foe not in foes for foe in touching(battle, man)):
            put(battle, man, before.x, before.y, before.facing)
