"""Over obstacles (KK-MOVE-21, 22, 34, KK-GEO-05)."""

from __future__ import annotations

from math import atan2, degrees, sqrt
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.segments import along, nearest_on_segment

from ...basics.state import CONTACT_GAP, NOBODY, STEADY, changed, footprint, put
from ...basics.who import standing
from ...command.action.special import scalable
from ...ground.contact import touching
from ...melee.harm import carrying
from ...screen.deeds import Scaled
from ..march.plans import barred_at_once
from ..march.room import is_free
from .barriers import against, first_barrier, free_inches, open_doors

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man
    from ...ground.lay import Wall

LOOK = 4.0  # inches ahead: more than any base is deep
ASIDE = (0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5)  # inches along the wall to look for room


@clause("KK-MOVE-21", "KK-MOVE-22")
def compelled(battle: Battle) -> dict[int, str]:
    """Who must climb, though nobody told him to, because his way leads over it; before moves."""
    found: dict[int, str] = {}
    for man in standing(battle):
        wall = barred_at_once(battle, man)
        if wall is not None and wall.id in scalable(battle, man) and not touching(battle, man):
            found[man.id] = wall.id
    return found


@clause("KK-MOVE-21", "KK-MOVE-22", "KK-MOVE-34")
def act(table: Table[Battle], unasked: Mapping[int, str]) -> None:
    """Those who scale come to stand touching the far side, and go no further this turn."""
    battle = table.state
    starts = {key: battle.men[key].base for key in unasked}
    for key, wall in unasked.items():
        _scale(table, battle.men[key], wall)
    carrying.follow(battle, starts)
    for man in list(standing(battle)):
        if man.chit != "scale" or man.stun or man.status != STEADY or man.declared is None:
            continue
        if man.panic in {"bolt", "charge", "refuse"} or man.declared.object not in scalable(
            battle, man
        ):
            continue
        _scale(table, man, man.declared.object)


@clause("KK-MORALE-35", "KK-MOVE-21")
def flee_over(table: Table[Battle], man: Man, u: Point) -> bool:
    """A router who stands against what bars his flight gets over it if he can; whether he did."""
    battle = table.state
    here, base = (man.base.x, man.base.y), man.base
    ahead = (here[0] + u[0] * LOOK, here[1] + u[1] * LOOK)
    far, wall = free_inches(battle, here, (base.hw, base.hd), ahead, open_doors(battle, man))
    if wall is None or far > CONTACT_GAP * battle.options.scale:
        return False
    if wall.id not in scalable(battle, man):
        return False
    _scale(table, man, wall.id)
    return not man.scaling


@clause("KK-MOVE-22", "KK-GEO-05", "KK-MOVE-31")
def _scale(table: Table[Battle], man: Man, key: str) -> None:
    """Over it, or hanging on it while there is no room beyond but in a new contact."""
    battle = table.state
    wall = next(one for one in against(battle, man.base) if one.id == key)
    start, fought = man.base, touching(battle, man)
    for there in [beyond(battle, man, wall, aside) for aside in ASIDE]:
        if not (battle.ground.on_table(there) and is_free(battle, man, there)):
            continue
        if not _open(battle, wall, there):
            continue
        put(battle, man, there.x, there.y, there.facing)
        if all(foe in fought for foe in touching(battle, man)):
            _is_over(table, man, key)
            return
    put(battle, man, start.x, start.y, start.facing)
    man.scaling = key
    changed(battle)
    table.tell(Scaled(man.id, key, over=False))


def _is_over(table: Table[Battle], man: Man, key: str) -> None:
    man.moved = True
    man.stopped_at = ""
    if man.horse != NOBODY:
        table.state.horses[man.horse].gait = "walk"
    table.tell(Scaled(man.id, key, over=True))


def _open(battle: Battle, wall: Wall, there: Rect) -> bool:
    """Whether nothing else bars the spot beyond, such as water or the wall of a house."""
    foot = nearest_on_segment((there.x, there.y), wall.a, wall.b)
    past = along(foot, (there.x, there.y), 0.01)  # a hair beyond what he climbs
    return first_barrier(battle, past, (there.x, there.y), frozenset()) is None


def beyond(battle: Battle, man: Man, wall: Wall, aside: float) -> Rect:
    """The base against the far side of a wall, opposite or so many inches along it."""
    (ax, ay), (bx, by) = wall.a, wall.b
    long = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    ex, ey = (bx - ax) / long, (by - ay) / long
    nx, ny = ey, -ex
    if (man.base.x - ax) * nx + (man.base.y - ay) * ny > 0.0:
        nx, ny = -nx, -ny
    fx, fy = nearest_on_segment((man.base.x, man.base.y), wall.a, wall.b)
    off = man.base.hd + 0.01
    aside *= battle.options.scale
    return footprint(
        battle,
        man.horse != NOBODY,
        fx + nx * off + ex * aside,
        fy + ny * off + ey * aside,
        degrees(atan2(nx, ny)),
    )
