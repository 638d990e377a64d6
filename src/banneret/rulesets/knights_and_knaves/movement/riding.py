"""Into the saddle and out of it (KK-MOVE-28, KK-FALL-17, 18, KK-SCALE-06)."""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.crowd import meets
from banneret.tabletop.shapes.bases import Rect, heading
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.segments import TOLERANCE, distance
from banneret.tabletop.shapes.tolerance import Tape

from ..basics.state import CONTACT_GAP, NOBODY, STEADY, changed, footprint, put
from ..basics.who import foes, loose_horses, standing
from ..command.action.special import mounts
from ..ground.contact import around, crowd_of
from ..ground.sight import sees
from ..screen.deeds import HORSES_FROM, Mounted, Moved
from .allowances import uphill
from .dice import horse_allowance, top_gait
from .march.room import STEP, make_room
from .obstacles.barriers import first_barrier, free_inches, on_the_line_of

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Horse, Man

PAST = 10.0  # inches a bolting horse may be moved on past those it would end on


@clause("KK-MOVE-28", "KK-DEF-17")
def act(table: Table[Battle]) -> None:
    """Men whose action it is mount or dismount; it takes them the turn and counts as moving."""
    battle = table.state
    for man in list(standing(battle)):
        if man.stun or man.status != STEADY or man.declared is None:
            continue
        if man.chit == "dismount" and man.horse != NOBODY and man.panic in {"", "refuse"}:
            dismount(table, man, None)
            man.moved = True
        elif man.chit == "mount":
            key = man.declared.object
            horse = next((one for one in mounts(battle, man) if f"horse:{one.id}" == key), None)
            if horse is not None:
                mount(table, man, horse)


@clause("KK-MOVE-28", "KK-FALL-17")
def mount(table: Table[Battle], man: Man, horse: Horse) -> None:
    """He gets into the saddle of a horse he touches; an enemy's horse is his from now on."""
    battle = table.state
    man.horse, horse.rider = horse.id, man.id
    if horse.side != man.side and not horse.taken_from:
        horse.taken_from = horse.player
    horse.player, horse.side = man.player, man.side
    base = horse.base
    put(battle, man, base.x, base.y, base.facing)
    man.moved = True
    changed(battle)
    make_room(battle, man)
    table.tell(Mounted(man.id, horse.id, up=True))


@clause("KK-SCALE-06", "KK-FALL-18", "KK-FALL-17")
def dismount(table: Table[Battle], man: Man, blow_from: Point | None) -> Horse:
    """The same man stands beside his horse, away from the blow; the horse stays."""
    battle = table.state
    horse = battle.horses[man.horse]
    man.horse, horse.rider = NOBODY, NOBODY
    man.charge_rest = 0.0
    if man.id in battle.gallopers:
        battle.gallopers = tuple([one for one in battle.gallopers if one != man.id])
    x, y = beside(battle, man, horse.base, blow_from)
    put(battle, man, x, y, horse.base.facing)
    changed(battle)
    make_room(battle, man)
    table.tell(Mounted(man.id, horse.id, up=False))
    return horse


def beside(battle: Battle, man: Man, horse: Rect, blow_from: Point | None) -> Point:
    """The free place at a horse's side furthest from the blow, out of contact if there is one."""
    half = 0.5 * battle.options.scale
    spots: list[Point] = []
    for right, forward in ((1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1)):
        across = right * (horse.hw + half) if right else 0.0
        lengthways = forward * (horse.hd + half) if not right else forward * (horse.hd - half)
        spots.append(
            (
                horse.x + across * horse.uy + lengthways * horse.ux,
                horse.y - across * horse.ux + lengthways * horse.uy,
            )
        )
    if blow_from is not None:
        spots.sort(key=lambda spot: -distance(spot, blow_from))
    best, worst = spots[0], 9
    for spot in spots:
        bad = _badness(battle, man, horse, spot)
        if bad < worst:
            best, worst = spot, bad
    return best


def _badness(battle: Battle, man: Man, horse: Rect, spot: Point) -> int:
    """Nothing for a free place; more where an enemy touches, and where there is no room."""
    base = footprint(battle, False, *spot, horse.facing)
    if not battle.ground.on_table(base):
        return 4
    here = (horse.x, horse.y)
    if first_barrier(battle, here, spot, on_the_line_of(battle, here)) is not None:
        return 3
    tape = Tape(CONTACT_GAP * battle.options.scale)
    near = [other for other in around(battle, base, tape.slack) if other is not man]
    if meets(base, [other.base for other in near]):
        return 2
    return int(any(one.side != man.side and tape.touch(base, one.base) for one in near))


@clause("KK-MOVE-07", "KK-MOVE-17")
def take_gait(horse: Horse, gait: str) -> None:
    """It has gone at this gait; a turn at the gallop costs a level, one for the whole turn."""
    if gait == "gallop" and horse.gait != "gallop":
        horse.temporary += 1
    horse.gait = gait


@clause("KK-PANIC-04")
def bolt(table: Table[Battle]) -> None:
    """Wounded horses without a rider bolt if they panicked."""
    for horse in table.state.horses:
        if horse.rider == NOBODY and not horse.gone and horse.panic == "bolt":
            bolt_loose(table, horse)


@clause("KK-PANIC-04", "KK-FALL-17")
def bolt_loose(table: Table[Battle], horse: Horse) -> None:
    """A riderless horse bolts from the nearest enemy of its side it sees, or along its nose."""
    battle = table.state
    base = horse.base
    start = (base.x, base.y)
    seen = [man for man in foes(battle, horse.side) if sees(battle, base, man.base)]
    ux, uy = heading(base.facing)
    if seen:
        foe = min(seen, key=lambda man: gap(base, man.base)).base
        far = distance(start, (foe.x, foe.y)) or 1.0
        ux, uy = (base.x - foe.x) / far, (base.y - foe.y) / far
    gait = top_gait(horse.profile.kind)
    condition = (horse.stamina, horse.profile.stamina, horse.temporary + horse.permanent)
    most = horse_allowance(gait, horse.profile.kind, *condition, options=battle.options)
    most = uphill(battle, most, (start, (base.x + ux * most, base.y + uy * most)))
    end = (base.x + ux * most, base.y + uy * most)
    far, _ = free_inches(battle, start, (base.hw, base.hd), end, frozenset())
    run = _clear_of_others(battle, horse, (ux, uy), far)
    x, y = start
    if run is not None:  # else it is boxed in, and stays as it is
        x, y = base.x + ux * run, base.y + uy * run
        horse.base = footprint(battle, True, x, y, degrees(atan2(ux, uy)))
        if run > TOLERANCE:
            take_gait(horse, gait)
    battle.memo.places.clear()
    table.tell(Moved(HORSES_FROM + horse.id, "bolt", (start, (x, y)), horse.base.facing))
    if not battle.ground.on_table(horse.base):
        horse.gone = True
        changed(battle)


@clause("KK-GEO-04")
def _clear_of_others(battle: Battle, horse: Horse, u: Point, far: float) -> float | None:
    """How far it runs so as to end on nobody: just beyond him, or short of him at a wall.

    None if it has not even room to turn.
    """
    base = horse.base
    facing = degrees(atan2(u[0], u[1]))
    reach = (base.x + u[0] * (far + PAST), base.y + u[1] * (far + PAST))
    most, _ = free_inches(battle, (base.x, base.y), (base.hw, base.hd), reach, frozenset())
    beyond = [far + STEP * n for n in range(int((most - far) / STEP) + 1)]
    short = [far - STEP * n for n in range(1, int(far / STEP) + 1)]
    for inches in (*beyond, *short):
        there = footprint(battle, True, base.x + u[0] * inches, base.y + u[1] * inches, facing)
        if not battle.ground.on_table(there) or not _lies_on(battle, horse, there):
            return inches
    return None


def _lies_on(battle: Battle, horse: Horse, there: Rect) -> bool:
    """Whether it would stand there on a figure or on another loose horse."""
    others = [one.base for one in loose_horses(battle) if one is not horse]
    return bool(crowd_of(battle).on(there)) or meets(there, others)
