"""Everybody set on his way for one movement (KK-MOVE-19): tracks, reins and what bars them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.moving.sliding import to_edge_turning
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.segments import TOLERANCE

from ...basics.state import NOBODY, UP
from ...basics.who import loose_horses, standing
from ...ground.contact import touching
from ...melee.harm import carrying
from ..allowances import MELEE, gait_of
from ..obstacles.barriers import free_inches, just_through, near_barriers, open_doors, trimmed
from ..turning import turns_freely
from ..ways import length
from .tracks import AT_LAST_POINT, GOING, SLICES, STANDING, Track

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man
    from .plans import Plan

STOP_SHORT = 0.1  # how far from an enemy he stops who may not enter melee (KK-MOVE-31)


def set_out(battle: Battle, plans: dict[int, Plan]) -> dict[int, Track]:
    """Everybody on the table, those who move set on their ways, loose horses in the way."""
    tracks = {man.id: Track(man.id, man.side, man.base) for man in standing(battle)}
    for horse in loose_horses(battle):
        loose = tracks[-2 - horse.id] = Track(-2 - horse.id, horse.side, horse.base)
        loose.soft = True
    orders = {key: at for at, key in enumerate(battle.declared)}
    short = STOP_SHORT * battle.options.scale
    for key, plan in plans.items():
        man, track = battle.men[key], tracks[key]
        track.order = orders.get(key, len(battle.declared) + key)
        _set_off(battle, man, track, plan, tracks)
        track.short = short
    for key, track in tracks.items():
        if key not in plans:
            track.order = len(battle.declared) + len(battle.men) + abs(key)
    _link(battle, tracks)
    return tracks


def _set_off(battle: Battle, man: Man, track: Track, plan: Plan, tracks: dict[int, Track]) -> None:
    track.state = GOING
    track.points = plan.points[1:]
    track.left = plan.most
    track.speed = plan.most / SLICES
    track.ghost = plan.ghost
    track.melee = man.chit in MELEE or man.panic == "charge"
    for foe in touching(battle, man):
        track.loose.add(foe.id)
        tracks[foe.id].loose.add(man.id)
    if plan.target == NOBODY:
        return
    track.target = tracks.get(plan.target)
    track.walled = near_barriers(battle, track.x, track.y, plan.most + 2.0)
    if track.target is None:
        _go_where_he_was(battle, track, plan)
    if man.horse != NOBODY:
        _rein(battle, man, track, plan)


@clause("KK-MORALE-38")
def _go_where_he_was(battle: Battle, track: Track, plan: Plan) -> None:
    """His mark ran off the table, yielded or lies: he goes for where that one was last."""
    mark = battle.men[plan.target]
    track.target = Track(mark.id, mark.side, mark.base)  # in nobody's way
    track.walled = True  # by the edge of the table
    man = battle.men[track.id]
    if man.horse == NOBODY or gait_of(battle, man, man.declared) != "gallop":  # KK-MOVE-20
        far = length((*plan.points, (mark.base.x, mark.base.y))) - track.hd - mark.base.hd
        track.left = min(track.left, max(far, 0.0))  # up to him, not onto him


@clause("KK-MOVE-08", "KK-MOVE-09", "KK-MOVE-10", "KK-PANIC-05")
def _rein(battle: Battle, man: Man, track: Track, plan: Plan) -> None:
    """A charging mount begins straight ahead unless it may turn, and turns once at half-way."""
    track.mount = True
    track.fixed = not man.panic and not turns_freely(battle, man)
    target = battle.men[plan.target]
    ride = plan.most
    track.carries_on = gait_of(battle, man, man.declared) == "gallop"
    if not track.carries_on:
        ride = min(ride, gap(man.base, target.base))
    track.turn_at = ride * 0.5 if not plan.points[1:] else AT_LAST_POINT


@clause("KK-CMD-17", "KK-DIS-04", "KK-PANIC-04")
def _link(battle: Battle, tracks: dict[int, Track]) -> None:
    """Those who carry one body go together, or neither does; whose horse panics goes alone."""
    for man in standing(battle):
        bearers = carrying.bearers_of(battle, man) if man.chit == "carry" else []
        if not bearers or man is not bearers[0]:
            continue
        one, two = tracks[bearers[0].id], tracks[bearers[1].id]
        calm = [tracks[each.id] for each in bearers if not each.panic]
        if [each.state for each in calm] == [GOING, GOING]:
            one.linked, two.linked = [two], [one]
            _yoke(battle, bearers, tracks)
        else:
            for each in calm:
                each.state = STANDING


@clause("KK-CMD-18", "KK-DIS-04", "KK-MOVE-21")
def _yoke(battle: Battle, bearers: Sequence[Man], tracks: dict[int, Track]) -> None:
    """In step with the first, or with the second if his way is free for both; else in file."""
    one, two = bearers
    for lead, mate in ((one, two), (two, one)):
        ahead, track = tracks[lead.id], tracks[mate.id]
        dx, dy = track.x - ahead.x, track.y - ahead.y
        abreast = [(x + dx, y + dy) for x, y in ahead.points]
        way = _as_far(battle, mate, track, abreast, ahead.left)
        if length(way) >= ahead.left - TOLERANCE:
            _set_in_step(track, way)
            return
    ahead, track = tracks[one.id], tracks[two.id]
    in_file = [(ahead.x, ahead.y), *ahead.points]
    _set_in_step(track, _as_far(battle, two, track, in_file, ahead.left))


def _as_far(
    battle: Battle, man: Man, track: Track, way: Sequence[Point], most: float
) -> tuple[Point, ...]:
    """A way with its start, as far as nothing bars it for him."""
    return trimmed(battle, man, [(track.x, track.y), *way], most)[0]


def _set_in_step(track: Track, way: tuple[Point, ...]) -> None:
    track.points, track.left = way[1:], length(way)
    track.speed = track.left / SLICES


def barrier(battle: Battle) -> Callable[[Track, float, float, float], float]:
    """How far one who runs at somebody gets before a wall stops him."""
    doors: dict[int, frozenset[str]] = {}

    def barred(track: Track, ux: float, uy: float, far: float) -> float:
        if track.id not in doors:
            doors[track.id] = open_doors(battle, battle.men[track.id])
        mark = track.target
        if mark is not None and battle.men[mark.id].status not in UP:
            far = min(
                far,
                to_edge_turning(
                    battle.ground, (track.x, track.y), track.radius, (ux, uy), track.left
                ),
            )  # KK-MORALE-38
        q = (track.x + ux * far, track.y + uy * far)
        halves, here = (track.hw, track.hd), (track.x, track.y)
        if battle.options.doorways_cost_turn and doors[track.id]:
            through = just_through(battle, here, q, doors[track.id], track.hd)
            track.left = min(track.left, through)  # KK-MOVE-24: and no further
            far = min(far, through)
            q = (track.x + ux * far, track.y + uy * far)
        return free_inches(battle, here, halves, q, doors[track.id])[0]

    return barred
