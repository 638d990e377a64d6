"""Second ranks: who strikes past whom, and who steps up (KK-RANK)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.measuring import overlaps

from ..basics.state import ESCORTING, NOBODY, ROUTING, UP, footprint, put
from ..basics.who import able, standing
from ..ground.contact import ACROSS_GAP, around, contacts, directly_behind, in_contact, touching
from ..ground.lay import between
from ..screen.deeds import Moved
from .arms import wielded
from .fighters import LONG, weapon_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man

HOLD, STEP_UP = "hold", "step_up"


@clause("KK-RANK-01", "KK-RANK-07")
def can_reach_past(battle: Battle, man: Man) -> bool:
    """Whether a man in the second rank could fight: able, hands free, with a long weapon."""
    return (
        able(man)
        and man.status != ESCORTING
        and man.carried == NOBODY
        and man.panic != "bolt"
        and man.unit != NOBODY
        and weapon_row(wielded(man), battle.options).class_ in LONG
    )


def rears_of(battle: Battle, front: Man) -> list[Man]:
    """The men of his own unit right behind a figure who could strike past him."""
    return [man for man in _behind(battle, front) if can_reach_past(battle, man)]


@clause("KK-RANK-01", "KK-GEO-02")
def _behind(battle: Battle, front: Man) -> list[Man]:
    """The men of his own unit right behind a figure who touch no enemy themselves."""
    if front.unit == NOBODY or front.status == ROUTING:  # a router is of no unit (KK-MORALE-41)
        return []
    return [
        man
        for man in around(battle, front.base, 0.5)
        if man is not front
        and man.unit == front.unit
        and man.side == front.side
        and directly_behind(battle, front, man)
        and not touching(battle, man)
    ]


def seconds(battle: Battle) -> dict[int, list[Man]]:
    """Everybody who may strike from the second rank, with those in front of him.

    Where they stand is kept; what is in their hands may change on the spot.
    """
    places = battle.memo.places
    known: dict[int, list[Man]] | None = places.get("behind")
    if known is None:
        known = places["behind"] = {}
        fallen = [battle.men[key] for key in battle.fallen]
        for front in (*standing(battle), *fallen) if fallen or contacts(battle) else ():
            if front.unit != NOBODY and _fought_by(battle, front):
                for rear in _behind(battle, front):
                    known.setdefault(rear.id, []).append(front)
    men = battle.men
    return {key: known[key] for key in known if can_reach_past(battle, men[key])}


@clause("KK-RANK-01", "KK-RANK-06", "KK-RANK-07")
def targets_past(battle: Battle, man: Man) -> Sequence[Man]:
    """Whom one in the second rank may strike: the enemy's second rank first, else their first."""
    rears: dict[int, Man] = {}
    firsts: dict[int, Man] = {}
    for front in seconds(battle).get(man.id, ()):
        for foe in _fought_by(battle, front):
            behind = rears_of(battle, foe)
            rears |= {one.id: one for one in behind}
            if not behind and foe.status in UP:
                firsts[foe.id] = foe
    return list((rears or firsts).values())


@clause("KK-TURN-05", "KK-RANK-01", "KK-DMG-04")
def _fought_by(battle: Battle, front: Man) -> Sequence[Man]:
    """Whom a front man is fighting; who fell in this phase, at the gallop, did so till now."""
    fallen = [battle.men[key] for key in battle.fallen]
    if not fallen:
        return touching(battle, front)
    near = around(battle, front.base, ACROSS_GAP) if front in fallen else touching(battle, front)
    return [
        foe for foe in (*near, *fallen) if foe.side != front.side and in_contact(battle, front, foe)
    ]


# -- stepping up


@clause("KK-RANK-07", "KK-GEO-02")
def note_ranks(battle: Battle) -> None:
    """When the Melee phase begins: who stands behind whom in a fight, and where."""
    noted: list[tuple[int, int, float, float, float]] = []
    met = contacts(battle)
    for front in standing(battle) if met else ():
        if front.unit == NOBODY or front.id not in met:
            continue
        base = front.base
        for man in around(battle, base, 0.5):
            if (
                man is not front
                and man.unit == front.unit
                and man.horse == NOBODY
                and front.horse == NOBODY
                and able(man)
                and not touching(battle, man)
                and directly_behind(battle, front, man)
            ):
                noted.append((front.id, man.id, base.x, base.y, base.facing))
                break
    battle.ranks = tuple(noted)


@clause("KK-RANK-07", "KK-RANK-05")
def step_up(table: Table[Battle]) -> None:
    """Where a front man fell or ran the man behind may take his place; that is no move."""
    battle = table.state
    for front, rear, x, y, facing in battle.ranks:
        man = battle.men[rear]
        if _still_holds(battle.men[front], x, y) or not able(man) or man.status == ESCORTING:
            continue
        there = footprint(battle, False, x, y, facing)
        if any(o is not man and overlaps(there, o.base) for o in around(battle, there, 0.0)):
            continue
        if any(wall.kind != "door" for wall in between(battle, man.base, there)):
            continue  # nobody steps over an obstacle (KK-MOVE-21)
        if _says_so(table, man, battle.men[front]):
            start = (man.base.x, man.base.y)
            put(battle, man, x, y, facing)
            table.tell(Moved(man.id, "step_up", (start, (x, y)), facing))
    battle.ranks = ()


def _still_holds(front: Man, x: float, y: float) -> bool:
    """Whether the front man is still where he fought."""
    return front.status in UP and abs(front.base.x - x) < 0.01 and abs(front.base.y - y) < 0.01


def _says_so(table: Table[Battle], man: Man, front: Man) -> bool:
    answer = table.ask(
        Pick(
            man.player,
            "step_up",
            f"{front.profile.name} is gone: does {man.profile.name} step into his place?",
            (STEP_UP, HOLD),
            label=lambda key: "step up" if key == STEP_UP else "hold back",
            about=(man.id,),
        )
    )
    return bool(answer == STEP_UP)
