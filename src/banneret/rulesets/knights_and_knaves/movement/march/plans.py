"""What each figure sets out to do in the Movement phase (KK-MOVE-34, KK-PANIC-04, KK-YIELD-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import Rect, bearing, heading
from banneret.tabletop.shapes.measuring import first_contact
from banneret.tabletop.shapes.segments import Point, distance

from ...basics.state import CONTACT_GAP, ESCORTING, NOBODY, ROUTING, STEADY, WITHDRAWING
from ...basics.who import loose_horses
from ...command.action.limits import leash
from ...ground.contact import around, touching
from ...ground.lay import Wall, lay_of
from ...ground.sight import nearest_foe
from ...melee.harm import carrying
from ..allowances import MELEE, allowance, gait_of, moves, uphill
from ..obstacles.barriers import first_barrier, free_inches, open_doors, trimmed, way_to
from ..turning import comes_nearer, reined
from ..ways import length, own_edge, whole_way

if TYPE_CHECKING:
    from ...basics.state import Battle, Declared, Man

STEP_ASIDE = 1.5  # inches he goes round somebody before he looks where home is
ASIDE = (30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 120.0, -120.0)
MOVERS = frozenset((STEADY, WITHDRAWING, ESCORTING))


class Plan(NamedTuple):
    """What a figure sets out to do: its way with the start, whom it runs at, how far at most."""

    points: tuple[Point, ...]
    target: int
    most: float
    ghost: bool = False
    wall: Wall | None = None


@clause("KK-MORALE-41", "KK-PANIC-04", "KK-MOVE-34")
def plan_of(battle: Battle, man: Man) -> Plan | None:
    """The way a figure goes this turn, if it goes at all."""
    if man.panic in {"bolt", "charge", "refuse"} and man.horse != NOBODY:
        return _panic_plan(battle, man)
    if man.stun or man.status not in MOVERS:
        return None
    if man.status == ESCORTING:
        return _homeward(battle, man, carrying.pace(battle, man))
    declared = man.declared
    if man.chit == "carry":
        bearers = carrying.bearers_of(battle, man)
        return _homeward(battle, man, carrying.pace(battle, man)) if bearers else None
    if man.status == WITHDRAWING:
        return _homeward(battle, man, allowance(battle, man, None))
    if declared is None or not moves(man):
        return None
    if declared.target != NOBODY and man.chit in MELEE:
        return _charge_plan(battle, man, declared)
    if not declared.path:
        return None
    points = whole_way(man, declared)
    kept, wall = trimmed(battle, man, points, allowance(battle, man, declared, points))
    return Plan(kept, NOBODY, length(kept), wall=wall) if len(kept) > 1 else None


@clause("KK-MORALE-38", "KK-DECL-04")
def _charge_plan(battle: Battle, man: Man, declared: Declared) -> Plan | None:
    """At the enemy he named, or where that one was last, by way points, as far as he can."""
    target = battle.men[declared.target]
    points = whole_way(man, declared)
    there = (target.base.x, target.base.y)
    most = min(allowance(battle, man, declared, (*points, there)), leash(battle, man, there))
    gallops = man.horse != NOBODY and gait_of(battle, man, declared) == "gallop"
    if not (gallops or declared.path or comes_nearer(battle, man, target, most)):
        return None  # he would only ride away from him, or off the table
    kept, _ = trimmed(battle, man, points, most)
    return Plan(kept, target.id, most) if most > 0.0 else None


@clause("KK-MOVE-21", "KK-YIELD-09", "KK-FINIS-05", "KK-CMD-18", "KK-ACT-22")
def barred_at_once(battle: Battle, man: Man) -> Wall | None:
    """What one who is not asked about his way already stands against, right across it."""
    if man.stun or man.panic or man.status not in MOVERS or not lay_of(battle).walls:
        return None
    here = (man.base.x, man.base.y)
    if _goes_home(battle, man):
        to = way_to(battle, man, own_edge(battle, man))[0]
    elif man.rolled and man.declared is not None and moves(man):
        way = whole_way(man, man.declared)[1:]
        target = man.declared.target
        if target != NOBODY and man.chit in MELEE:
            way = (*way, (battle.men[target].base.x, battle.men[target].base.y))
        if not way:
            return None
        to = way[0]
    else:
        return None
    halves = (man.base.hw, man.base.hd)
    far, wall = free_inches(battle, here, halves, to, open_doors(battle, man))
    return wall if far <= CONTACT_GAP * battle.options.scale else None


def _goes_home(battle: Battle, man: Man) -> bool:
    """Whether he leads, carries or withdraws towards his own edge."""
    if man.chit == "carry":
        return bool(carrying.bearers_of(battle, man))
    return man.status in {ESCORTING, WITHDRAWING}


@clause("KK-PANIC-04", "KK-PANIC-05")
def _panic_plan(battle: Battle, man: Man) -> Plan | None:
    """A horse bolts from the nearest enemy, charges him, or will not move."""
    running = man.status == ROUTING
    if man.panic == "refuse" or (running and man.panic != "bolt"):
        return None
    most = allowance(battle, man, None)
    here = (man.base.x, man.base.y)
    if man.panic == "charge":
        mark = panic_mark(battle, man)
        if mark is None or touching(battle, man):
            return None
        return Plan((here,), mark.id, uphill(battle, most, (here, (mark.base.x, mark.base.y))))
    foe = nearest_foe(battle, man)
    ux, uy = heading(man.base.facing)
    if foe is not None:
        far = distance(here, (foe.base.x, foe.base.y)) or 1.0
        ux, uy = (here[0] - foe.base.x) / far, (here[1] - foe.base.y) / far
    end = (here[0] + ux * most, here[1] + uy * most)
    most = uphill(battle, most, (here, end))
    kept, wall = trimmed(battle, man, (here, end), most)
    return Plan(kept, NOBODY, length(kept), ghost=True, wall=wall) if len(kept) > 1 else None


@clause("KK-PANIC-04", "KK-PANIC-05", "KK-MORALE-38")
def panic_mark(battle: Battle, man: Man) -> Man | None:
    """Whom his horse charges: who was nearest at the reveal and checked for it, though he ran."""
    if man.declared is not None and man.declared.target != NOBODY:
        return battle.men[man.declared.target]
    return nearest_foe(battle, man)


@clause("KK-YIELD-07", "KK-YIELD-09", "KK-FINIS-05", "KK-CMD-18", "KK-MOVE-09")
def _homeward(battle: Battle, man: Man, most: float) -> Plan | None:
    """Towards his own edge and off the table."""
    here = (man.base.x, man.base.y)
    way = _round_others(battle, man, way_to(battle, man, own_edge(battle, man)))
    if man.horse != NOBODY:
        way = reined(battle, man, way[0], most)
    kept, _ = trimmed(battle, man, (here, *way), most)
    kept, wall = trimmed(battle, man, (here, *way), uphill(battle, most, kept))
    return Plan(kept, NOBODY, length(kept), wall=wall) if len(kept) > 1 else None


@clause("KK-MOVE-19", "KK-GEO-04")
def _round_others(battle: Battle, man: Man, way: tuple[Point, ...]) -> tuple[Point, ...]:
    """A way that first steps aside if somebody stands right across it: nobody asks him to wait."""
    here = (man.base.x, man.base.y)
    straight = bearing(here, way[0])
    step = STEP_ASIDE * battle.options.scale
    if not _is_stopped(battle, man, straight, step):
        return way
    for off in ASIDE:
        ux, uy = heading(straight + off)
        side = (here[0] + ux * step, here[1] + uy * step)
        if not _is_stopped(battle, man, straight + off, step) and (
            first_barrier(battle, here, side, frozenset()) is None
        ):
            return (side, *way)
    return way


def _is_stopped(battle: Battle, man: Man, facing: float, inches: float) -> bool:
    """Whether somebody, or a horse he may not pass, stops him before he has gone so far."""
    base = man.base
    ahead = Rect(base.x, base.y, facing, base.width, base.depth)
    others = [one.base for one in around(battle, base, inches) if one is not man]
    others += [one.base for one in loose_horses(battle) if one.side != man.side]
    ux, uy = heading(facing)
    return first_contact(ahead, ux * inches, uy * inches, others)[1] is not None
