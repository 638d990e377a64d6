"""What each figure sets out to do in the Movement phase (KK-MOVE-34, KK-PANIC-04, KK-YIELD-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from banneret.core.bases import heading
from banneret.core.clauses import clause
from banneret.core.segments import distance
from banneret.rulesets.knights_and_knaves import carrying
from banneret.rulesets.knights_and_knaves.allowances import MELEE, allowance, moves, uphill
from banneret.rulesets.knights_and_knaves.barriers import (
    free_inches,
    open_doors,
    trimmed,
    way_to,
)
from banneret.rulesets.knights_and_knaves.contact import touching
from banneret.rulesets.knights_and_knaves.ground import lay_of
from banneret.rulesets.knights_and_knaves.sight import nearest_foe
from banneret.rulesets.knights_and_knaves.state import (
    CONTACT_GAP,
    ESCORTING,
    GONE,
    NOBODY,
    ROUTING,
    STEADY,
    WITHDRAWING,
)
from banneret.rulesets.knights_and_knaves.ways import length, own_edge, whole_way

if TYPE_CHECKING:
    from banneret.core.segments import Point
    from banneret.rulesets.knights_and_knaves.ground import Wall
    from banneret.rulesets.knights_and_knaves.state import Battle, Declared, Man

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
    if man.status == WITHDRAWING and (declared is None or not declared.path):
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


def _charge_plan(battle: Battle, man: Man, declared: Declared) -> Plan | None:
    """At the enemy he named, by the way points he named, as far as he can."""
    target = battle.men[declared.target]
    if target.status == GONE:
        return None
    points = whole_way(man, declared)
    most = allowance(battle, man, declared, (*points, (target.base.x, target.base.y)))
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
    elif (man.rolled or man.status == WITHDRAWING) and man.declared is not None and moves(man):
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
    leaves = man.status == WITHDRAWING and (man.declared is None or not man.declared.path)
    return man.status == ESCORTING or leaves


@clause("KK-PANIC-04", "KK-PANIC-05")
def _panic_plan(battle: Battle, man: Man) -> Plan | None:
    """A horse bolts from the nearest enemy, charges him, or will not move."""
    running = man.status == ROUTING
    if man.panic == "refuse" or (running and man.panic != "bolt"):
        return None
    most = allowance(battle, man, None)
    foe = nearest_foe(battle, man)
    here = (man.base.x, man.base.y)
    if man.panic == "charge":
        if foe is None or touching(battle, man):
            return None
        return Plan((here,), foe.id, uphill(battle, most, (here, (foe.base.x, foe.base.y))))
    ux, uy = heading(man.base.facing)
    if foe is not None:
        far = distance(here, (foe.base.x, foe.base.y)) or 1.0
        ux, uy = (here[0] - foe.base.x) / far, (here[1] - foe.base.y) / far
    end = (here[0] + ux * most, here[1] + uy * most)
    most = uphill(battle, most, (here, end))
    kept, wall = trimmed(battle, man, (here, end), most)
    return Plan(kept, NOBODY, length(kept), ghost=True, wall=wall) if len(kept) > 1 else None


@clause("KK-YIELD-07", "KK-YIELD-09", "KK-FINIS-05", "KK-CMD-18")
def _homeward(battle: Battle, man: Man, most: float) -> Plan | None:
    """Towards his own edge and off the table."""
    here = (man.base.x, man.base.y)
    way = way_to(battle, man, own_edge(battle, man))
    kept, _ = trimmed(battle, man, (here, *way), most)
    kept, wall = trimmed(battle, man, (here, *way), uphill(battle, most, kept))
    return Plan(kept, NOBODY, length(kept), wall=wall) if len(kept) > 1 else None
