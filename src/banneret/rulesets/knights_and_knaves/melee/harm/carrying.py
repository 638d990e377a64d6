"""Bodies carried off, captives led away (KK-DIS-03, 04, KK-YIELD-07, 09, KK-CMD-17, 18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.crowd import meets
from banneret.tabletop.shapes.segments import along, distance

from ...basics.state import CAPTIVE, DISABLED, ESCORTING, NOBODY, STEADY, changed, footprint, put
from ...basics.who import able, is_lord, standing
from ...ground.contact import at_hand
from ...movement.allowances import walking
from ...movement.march.room import HAIR, free_places, is_free, make_room
from ...movement.obstacles.barriers import first_barrier, on_the_line_of
from ...screen.deeds import Freed, Lifted
from ..arms import EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man

RUNAWAY = frozenset(("bolt", "charge"))  # what a horse does with its rider, not with a captive


# -- captives


@clause("KK-YIELD-07", "KK-YIELD-09")
def take(table: Table[Battle], captor: Man, captive: Man) -> None:
    """The captive has yielded and the captor escorts him from now on."""
    battle = table.state
    captor.status, captor.held = ESCORTING, captive.id
    captor.chit, captor.declared, captor.rolled = "escort", None, ""
    captor.ready = False
    captor.charge_rest = 0.0  # with a captive nobody rides on (KK-MELEE-24)
    captive.status, captive.held = CAPTIVE, captor.id
    changed(battle)


@clause("KK-YIELD-09")
def let_go(table: Table[Battle], captor: Man) -> None:
    """The captor leaves his captive, who is free."""
    battle = table.state
    if captor.held == NOBODY:
        return
    captive = battle.men[captor.held]
    captor.held = NOBODY
    if captor.status == ESCORTING:
        captor.status = STEADY
    if captive.status == CAPTIVE:
        set_free(table, captive)
    changed(battle)


@clause("KK-YIELD-09", "KK-DEF-24")
def set_free(table: Table[Battle], captive: Man) -> None:
    """He is his own master, with empty hands."""
    battle = table.state
    captive.status, captive.weapon = STEADY, EMPTY
    captive.held, captive.freed = NOBODY, True
    captive.in_command = is_lord(battle, captive)  # he is never rolled for (KK-DEF-24)
    changed(battle)
    make_room(battle, captive)
    table.tell(Freed(captive.id))


@clause("KK-YIELD-09")
def is_held(battle: Battle, captive: Man) -> bool:
    """Whether his captor still has him: neither disabled nor routing nor taken himself."""
    captor = battle.men[captive.held]
    return captor.status == ESCORTING and captor.held == captive.id


# -- bodies


@clause("KK-DIS-03", "KK-DIS-04")
def may_carry(battle: Battle, man: Man, body: Man) -> bool:
    """Whether he touches a disabled friend whom he could lift with a second man."""
    return (
        able(man)
        and body.status == DISABLED
        and body.side == man.side
        and at_hand(battle, man.base, body.base)
    )


@clause("KK-DIS-03", "KK-DIS-04", "KK-CMD-17")
def bearers_of(battle: Battle, man: Man) -> list[Man]:
    """The two who carry the same body, himself among them; nobody if there is no second man."""
    key = man.declared.object if man.declared is not None else ""
    if not key.startswith("body:"):
        return []
    body = battle.men[int(key[5:])]
    mates = [
        one
        for one in standing(battle)
        if one.chit == "carry"
        and one.declared is not None
        and one.declared.object == key
        and one.side == man.side
        and may_carry(battle, one, body)
    ][:2]
    return mates if len(mates) == 2 and man in mates else []


@clause("KK-YIELD-09", "KK-CMD-18", "KK-DIS-04")
def pace(battle: Battle, man: Man) -> float:
    """The walk of the slower one of those who go together."""
    together = [man]
    if man.status == ESCORTING and man.held != NOBODY:
        together.append(battle.men[man.held])
    together += bearers_of(battle, man)
    return min(walking(battle, one) for one in together)


@clause("KK-DIS-03")
def lift(table: Table[Battle]) -> None:
    """Before anybody moves: who carries whom this turn."""
    battle = table.state
    told: set[int] = set()
    for man in standing(battle):
        man.carried = NOBODY
        if man.chit != "carry":
            continue
        mates = bearers_of(battle, man)
        if mates and man.declared is not None:
            man.carried = int(man.declared.object[5:])
            if man.carried not in told:
                told.add(man.carried)
                table.tell(Lifted(man.carried, tuple([one.id for one in mates])))


@clause("KK-DIS-04", "KK-YIELD-09")
def follow(battle: Battle, starts: Mapping[int, Rect]) -> None:
    """Captives and bodies go the way of those who lead or carry them."""
    moved: set[int] = set()
    for key, start in starts.items():
        man = battle.men[key]
        other = man.held if man.status == ESCORTING else man.carried
        if other == NOBODY or other in moved or man.panic in RUNAWAY:
            continue
        moved.add(other)
        burden = battle.men[other]
        dx, dy = man.base.x - start.x, man.base.y - start.y
        _bring_along(battle, man, burden, (dx, dy))
        _stop_at_the_edge(battle, burden)
        if burden.status == CAPTIVE and (dx or dy):  # led along, he has not rested (KK-FAT-06)
            burden.moved = True
            if burden.horse != NOBODY:
                battle.horses[burden.horse].gait = "walk"


@clause("KK-YIELD-09", "KK-DIS-04", "KK-MOVE-21", "KK-MOVE-23")
def _bring_along(battle: Battle, man: Man, burden: Man, shift: Point) -> None:
    """Beside him as before; where water or a wall bars that, he is drawn to this side of it.

    It bars his own way, or comes between the two of them who were on one side of it.
    """
    (dx, dy), at = shift, (man.base.x, man.base.y)
    start, there = (burden.base.x, burden.base.y), (burden.base.x + dx, burden.base.y + dy)
    met = first_barrier(battle, at, there, on_the_line_of(battle, at))
    if met is not None and (
        first_barrier(battle, start, there, frozenset()) is not None
        or first_barrier(battle, (at[0] - dx, at[1] - dy), start, frozenset()) is None
    ):
        there = along(at, there, max(met[0] - HAIR / distance(at, there), 0.0))
    put(battle, burden, *there, burden.base.facing)


@clause("KK-YIELD-09", "KK-DIS-04")
def _stop_at_the_edge(battle: Battle, burden: Man) -> None:
    """Nobody leaves the table before whoever leads or carries him does."""
    base, ground = burden.base, battle.ground
    if ground.on_table(base):
        return
    x = base.x + max(-base.x0, 0.0) - max(base.x1 - ground.width, 0.0)
    y = base.y + max(-base.y0, 0.0) - max(base.y1 - ground.height, 0.0)
    put(battle, burden, x, y, base.facing)


@clause("KK-GEO-04", "KK-YIELD-09")
def give_captives_room(battle: Battle) -> None:
    """A captive on whom somebody has come to stand goes aside to the nearest free place."""
    captives = [man for man in battle.men if man.status == CAPTIVE]
    for man in captives:
        others = [one.base for one in captives if one is not man]
        if is_free(battle, man, man.base) and not meets(man.base, others):
            continue
        for place in free_places(battle, man):
            if not meets(footprint(battle, man.horse != NOBODY, *place), others):
                put(battle, man, *place)
                break


@clause("KK-YIELD-09", "KK-PANIC-04")
def run_away_with(table: Table[Battle]) -> None:
    """Captors whose horses bolted or charged have left their captives behind."""
    for man in list(standing(table.state)):
        if man.status == ESCORTING and man.panic in RUNAWAY and man.moved:
            let_go(table, man)


def taken_along(battle: Battle, man: Man) -> list[Man]:
    """Whom a man who leaves the table takes with him."""
    key = man.held if man.status == ESCORTING else man.carried
    if key == NOBODY or man.panic in RUNAWAY:
        return []
    other = battle.men[key]
    return [other] if other.status in {CAPTIVE, DISABLED} else []


def drop(battle: Battle, man: Man) -> None:
    """He lets go of the body he carries; so does the other."""
    body = man.carried
    if body == NOBODY:
        return
    for one in standing(battle):
        if one.carried == body:
            one.carried = NOBODY
    man.carried = NOBODY
