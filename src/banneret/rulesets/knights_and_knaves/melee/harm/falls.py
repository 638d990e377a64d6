"""Falls from horses and heights (KK-FALL)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import gap_to_segment
from banneret.tabletop.shapes.segments import along, distance, nearest_on_segment

from ...basics.state import NOBODY, UP, changed, footprint, put
from ...ground.lay import STEPS, Wall, drop_feet, floor_of, height_at, lay_of, on_steps
from ...movement import riding
from ...movement.march.room import is_free
from ...screen.deeds import Fell
from . import carrying
from .disabling import disable
from .falling import check_fall, fall, must_check_fall

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man
    from .injuries import Toll

EDGE_REACH = 1.0  # KK-FALL-20
HAIR = 0.01  # inches
LANDINGS = sorted(  # inches out from right below and aside of it, the nearest first
    [(0.5 * step, aside) for step in range(12) for aside in (0.0, 1.1, -1.1, 2.2, -2.2)],
    key=lambda one: hypot(*one),
)
NEWLY = -1  # stunned in this very turn, which does not count (KK-FALL-15)


@clause("KK-FALL-01", "KK-FALL-02", "KK-FALL-03", "KK-FALL-04", "KK-FALL-05", "KK-FALL-19")
def after_blows(table: Table[Battle], man: Man, toll: Toll) -> None:
    """Whoever was struck so that he may fall checks once for all blows together."""
    battle = table.state
    if man.status not in UP:
        return
    if must_check_fall(
        man.horse != NOBODY,
        toll.before,
        toll.loss,
        toll.lanced,
        toll.speared,
        drop_feet(battle, man) > 0 or on_steps(battle, man.base),
    ):
        by = battle.men[toll.by].base if toll.by != NOBODY else None
        _check(table, man, (by.x, by.y) if by is not None else None)


@clause("KK-FALL-06", "KK-FALL-07", "KK-FALL-08")
def _check(table: Table[Battle], man: Man, blow_from: Point | None) -> None:
    """One die against the number of his gait."""
    battle = table.state
    gait = battle.horses[man.horse].gait if man.horse != NOBODY else "foot"
    if not _comes_off(table, man, gait):
        table.tell(Fell(man.id, fell=False))
        return
    land(table, man, _depth(battle, man), blow_from)


def _comes_off(table: Table[Battle], man: Man, gait: str) -> bool:
    lost = man.profile.stamina - man.stamina
    with table.privately((man.player,)):  # the reckoning tells his skill (KK-TURN-06)
        roll = check_fall(table, gait, man.profile.melee, lost, man.temporary, man.player)
    return roll.falls


@clause("KK-FALL-16")
def horse_down(table: Table[Battle], man: Man, by: Rect) -> None:
    """His horse is down: he comes off at once, and falls or lands on his feet."""
    battle, blow_from = table.state, (by.x, by.y)
    if man.status in UP and _comes_off(table, man, battle.horses[man.horse].gait):
        land(table, man, _depth(battle, man), blow_from)
        return
    riding.dismount(table, man, blow_from)
    if man.status in UP:
        table.tell(Fell(man.id, fell=False))


@clause("KK-FALL-20")
def _depth(battle: Battle, man: Man) -> int:
    """How deep he falls: on foot from where he stands, a rider only near the edge."""
    feet = drop_feet(battle, man)
    if man.horse == NOBODY or not feet:
        return feet
    reach = EDGE_REACH * battle.options.scale
    lay = lay_of(battle)
    near = any(
        wall.kind in {"edge", "precipice"} and gap_to_segment(man.base, wall.a, wall.b) <= reach
        for wall in lay.walls
    )
    return feet if near else 0


@clause("KK-FALL-09", "KK-FALL-10", "KK-FALL-13", "KK-FALL-14", "KK-FALL-15", "KK-FALL-21")
def land(table: Table[Battle], man: Man, feet: int, blow_from: Point | None = None) -> None:
    """He lies below: what it did to him, and for how long he is stunned.

    Whom it disables his neighbours see fall from where he was (KK-DEF-15).
    """
    battle = table.state
    came = fall(table, man.stamina, man.profile.stamina, feet, battle.options, man.player)
    table.tell(Fell(man.id, fell=True, result=came.result, feet=feet, stun=came.stun))
    man.lost_in_phase += man.stamina - came.stamina_left
    man.stamina = came.stamina_left
    if came.disabled:
        disable(table, man, dead=came.result == "dead", blow_from=blow_from)
    elif man.horse != NOBODY:
        riding.dismount(table, man, blow_from)
    if feet:
        _drop(battle, man)
    if not came.disabled:
        _stun(battle, man, came.stun)


@clause("KK-FALL-14", "KK-FALL-15")
def _stun(battle: Battle, man: Man, turns: int) -> None:
    """The longer of two stuns counts; he drops what he was about and what he carries."""
    lain = man.stun == man.stun_before  # then the turn under way is one of those still to lie
    if turns > man.stun - lain:
        man.stun, man.stun_before = turns, NEWLY
    if man.stun:
        man.chit, man.declared, man.rolled = "", None, ""
        man.ready = False
        if man.carried != NOBODY:
            carrying.drop(battle, man)
        changed(battle)


@clause("KK-FALL-20")
def _drop(battle: Battle, man: Man) -> None:
    """To the lower level, touching its foot directly below, or the nearest free spot."""
    facing = man.base.facing
    edge = _edge_near(battle, man)
    if edge is None:
        return
    (fx, fy), (nx, ny) = _over(man.base, edge)
    off, scale = man.base.hd + HAIR, battle.options.scale
    spots = [
        footprint(
            battle,
            False,
            fx + nx * (off + out * scale) - ny * aside * scale,
            fy + ny * (off + out * scale) + nx * aside * scale,
            facing,
        )
        for out, aside in LANDINGS
    ]
    spots = [
        there for there in spots if battle.ground.on_table(there) and is_free(battle, man, there)
    ]
    low = [there for there in spots if _is_below(battle, there)]
    for there in (*low, *spots)[:1]:
        put(battle, man, there.x, there.y, facing)


def _is_below(battle: Battle, there: Rect) -> bool:
    """Whether it is ground to lie on: no other height, no water."""
    lay, at = lay_of(battle), (there.x, there.y)
    return height_at(battle, *at) == 0 and not any(area.holds(at) for area in lay.barred)


def _edge_near(battle: Battle, man: Man) -> Wall | None:
    """The edge he goes over: the nearest of what he stands on, or of a precipice he is at."""
    lay = lay_of(battle)
    walk = floor_of(battle, man.base, frozenset(("wall_walk",)))
    edges = [
        one
        for one in lay.walls
        if (one.kind == "edge" and one.id == walk) or one.kind == "precipice"
    ]
    for area in lay.floors:
        if area.kind in STEPS and area.holds((man.base.x, man.base.y)):
            edges += [
                Wall("edge", area.ring[i - 1], area.ring[i], area.id)
                for i in range(1, len(area.ring))
            ]
    down = [one for one in edges if one.kind == "precipice" or _leads_down(battle, man, one)]
    return min(down or edges, key=lambda one: gap_to_segment(man.base, one.a, one.b), default=None)


def _leads_down(battle: Battle, man: Man, edge: Wall) -> bool:
    """Whether no other height begins right beyond, such as the wall that stairs lead up to."""
    (fx, fy), (nx, ny) = _over(man.base, edge)
    return height_at(battle, fx + nx * HAIR, fy + ny * HAIR) == 0


def _over(base: Rect, edge: Wall) -> tuple[Point, Point]:
    """Where he goes over an edge, clear of its ends, and straight out from there."""
    (ax, ay), (bx, by) = edge.a, edge.b
    long = distance(edge.a, edge.b)
    clear = min(base.hw / long, 0.5)
    ends = along(edge.a, edge.b, clear), along(edge.b, edge.a, clear)
    foot = nearest_on_segment((base.x, base.y), *ends)
    right = ((by - ay) / long, (ax - bx) / long)
    stands_right = (base.x - ax) * right[0] + (base.y - ay) * right[1] > 0.0
    if stands_right and edge.kind != "precipice":  # which has its high ground on the left
        return foot, (-right[0], -right[1])
    return foot, right
