"""Running away: rout moves (KK-MORALE-34, 35, KK-GEO-04, KK-YIELD-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import Rect, bearing, heading
from banneret.tabletop.shapes.measuring import first_contact
from banneret.tabletop.shapes.segments import TOLERANCE, distance, snap_point

from ..basics.state import CONTACT_GAP, NOBODY, UP, footprint, put
from ..basics.who import foes, has
from ..ground.knowledge import ran_inside
from ..ground.lay import DOOR, lay_of
from ..ground.sight import nearest_foe
from ..movement.allowances import rout_allowance, uphill
from ..movement.dice import top_gait
from ..movement.march.leaving import leave_table
from ..movement.march.room import clear_inches, is_free, make_room
from ..movement.obstacles.barriers import (
    WATER,
    first_barrier,
    free_inches,
    gets_past,
    just_through,
    open_doors,
    slide,
)
from ..movement.obstacles.climbing import flee_over
from ..movement.riding import take_gait
from ..movement.ways import own_edge
from ..screen.deeds import Moved, shows

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man
    from ..ground.lay import Wall

BEND = 12  # times a router may slide along something before he gives up
BEYOND = 0.25  # inches by which he is moved on past whom he would lie on


@clause("KK-MORALE-34", "KK-MORALE-35", "KK-MORALE-41", "KK-YIELD-11")
def rout_move(table: Table[Battle], man: Man, away_from: tuple[float, float] | None) -> None:
    """Run at once from the nearest visible enemy, else from a place, else to the own edge."""
    battle = table.state
    if man.stun or man.status not in UP:
        return
    start = man.base
    ux, uy = _direction(battle, man, away_from)
    came_before = battle.phase == "rally" or not man.moved  # to what he stands against
    if came_before and flee_over(table, man, (ux, uy)):
        return
    here = (start.x, start.y)
    most = rout_allowance(battle, man)
    points = _run(battle, man, (ux, uy), most)
    slowed = uphill(battle, most, points)  # by what slopes there are on his way, bends and all
    if slowed < most:
        points = _run(battle, man, (ux, uy), slowed)
    end = points[-1]
    facing = bearing(points[-2], end) if len(points) > 1 else bearing((0.0, 0.0), (ux, uy))
    if len(points) == 1 and not is_free(
        battle, man, footprint(battle, man.horse != NOBODY, *end, facing)
    ):
        facing = start.facing  # boxed in: as he is
    put(battle, man, *end, facing)
    _past_others(battle, man, (ux, uy), points)
    ran_inside(battle, man, start)
    base = man.base
    gone = distance(here, (base.x, base.y))
    if man.horse != NOBODY and gone > CONTACT_GAP * battle.options.scale:  # KK-MOVE-17
        horse = battle.horses[man.horse]
        take_gait(horse, top_gait(horse.profile.kind))
    man.moved = man.moved or gone > TOLERANCE
    aside = (base.x, base.y) != snap_point(end)  # put past others: first he ran to where they are
    way = (*points, (base.x, base.y)) if aside else (*points[:-1], (base.x, base.y))
    if shows(way):
        table.tell(Moved(man.id, "rout", way, base.facing))
    leave_table(table, man)


@clause("KK-MORALE-35", "KK-MORALE-41")
def _direction(battle: Battle, man: Man, away_from: Point | None) -> Point:
    """Straight away from whom he fears, or home."""
    x, y = man.base.x, man.base.y
    foe = nearest_foe(battle, man)
    threat = (foe.base.x, foe.base.y) if foe is not None else away_from
    far = distance(threat, (x, y)) if threat is not None else 0.0
    if threat is None or far < 1e-6:
        ex, ey = own_edge(battle, man)
        far = distance((x, y), (ex, ey)) or 1.0
        return ((ex - x) / far, (ey - y) / far)
    return ((x - threat[0]) / far, (y - threat[1]) / far)


@clause("KK-MORALE-35", "KK-MOVE-21", "KK-MOVE-23", "KK-MOVE-24")
def _run(battle: Battle, man: Man, u: Point, most: float) -> list[Point]:
    """Straight on; along what nobody crosses; no further than a hedge or a door."""
    lay = lay_of(battle)
    points = [(man.base.x, man.base.y)]
    halves = (man.base.hw, man.base.hd)
    if has(man, "berserk"):
        most = _until_foe(battle, man, u, most)
    if not lay.walls and not lay.barred:
        return [points[0], (points[0][0] + u[0] * most, points[0][1] + u[1] * most)]
    at_doors = open_doors(battle, man)
    doors = frozenset() if man.moved else at_doors  # KK-MOVE-23: reached this turn, he stops there
    heading_for = u
    for _ in range(BEND):
        p = points[-1]
        q = (p[0] + heading_for[0] * most, p[1] + heading_for[1] * most)
        far, wall = _as_far(battle, p, q, halves, doors)
        if far > 1e-6:
            p = (p[0] + heading_for[0] * far, p[1] + heading_for[1] * far)
            points.append(p)
            most -= far
        if wall is None or most <= 0.01:
            break
        if gets_past(battle, man, wall) and (
            wall.kind != DOOR or len(points) > 1 or wall.id in at_doors
        ):
            break  # but who was at a door before and does not touch it goes on along the wall
        if wall is WATER:
            heading_for, far = _along_water(battle, p, u, most)
            if far < 0.05:
                break
        else:
            heading_for = slide(p, (p[0] + u[0], p[1] + u[1]), wall)
            if far <= 1e-6 and len(points) > 1 and heading_for == u:
                break
    return points


@clause("KK-MOVE-23", "KK-MOVE-24")
def _as_far(
    battle: Battle, p: Point, q: Point, halves: Point, doors: frozenset[str]
) -> tuple[float, Wall | None]:
    """How far he gets before something stops him; where doorways cost the turn, just through."""
    far, wall = free_inches(battle, p, halves, q, doors)
    if doors and battle.options.doorways_cost_turn:
        through = just_through(battle, p, q, doors, halves[1])
        if through < far:
            return through, None
    return far, wall


def _along_water(battle: Battle, p: Point, u: Point, most: float) -> tuple[Point, float]:
    """The least turn that leads on dry ground, and how far it does."""
    straight = bearing((0.0, 0.0), u)
    for off in (15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0, 75.0, -75.0, 90.0, -90.0):
        ux, uy = heading(straight + off)
        step = min(most, 2.0)
        if first_barrier(battle, p, (p[0] + ux * step, p[1] + uy * step), frozenset()) is None:
            return (ux, uy), step
    return u, 0.0


@clause("KK-YIELD-11")
def _until_foe(battle: Battle, man: Man, u: Point, most: float) -> float:
    """A berserk is stopped by the first enemy in his path."""
    base = man.base
    ahead = Rect(base.x, base.y, bearing((0.0, 0.0), u), base.width, base.depth)
    part, hit = first_contact(
        ahead, u[0] * most, u[1] * most, [foe.base for foe in foes(battle, man.side)]
    )
    return most if hit is None else max(most * part - CONTACT_GAP * 0.5, 0.0)


@clause("KK-GEO-04")
def _past_others(battle: Battle, man: Man, u: Point, points: list[Point]) -> None:
    """A router who would end on top of somebody is placed just beyond, or short of him."""
    if is_free(battle, man, man.base):
        return
    x, y, facing = man.base.x, man.base.y, man.base.facing
    back = distance(points[0], (x, y))
    for far in (*_beyond(battle, (x, y), u), *_before(battle, (x, y), u, back)):
        to = (x + u[0] * far, y + u[1] * far)
        if is_free(battle, man, footprint(battle, man.horse != NOBODY, *to, facing)):
            put(battle, man, *to, facing)
            return
    make_room(battle, man)


def _beyond(battle: Battle, p: Point, u: Point) -> list[float]:
    """Steps on past the others, as far as no wall is in the way."""
    far = clear_inches(battle, p, u, BEYOND * 40)
    return [BEYOND * step for step in range(1, int(far / BEYOND) + 1)]


def _before(battle: Battle, p: Point, u: Point, back: float) -> list[float]:
    """Steps back, as far as he came and no wall is in the way."""
    far = clear_inches(battle, p, (-u[0], -u[1]), back)
    return [-BEYOND * step for step in range(1, int(far / BEYOND) + 1)]
