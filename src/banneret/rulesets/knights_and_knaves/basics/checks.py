"""What must always be true of a battle; a list of faults that is empty if all is well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.tabletop.crowd import overlapping

from ..command.action.chits import CHITS
from ..ground.contact import contacts
from ..ground.lay import BARRED, lay_of
from ..melee.arms import EMPTY
from .clearing import kept_by, left_over
from .state import (
    CAPTIVE,
    COMING,
    DEAD,
    DISABLED,
    ESCORTING,
    GONE,
    LYING,
    NOBODY,
    ROUTING,
    STEADY,
    UP,
    WITHDRAWING,
    footprint,
)
from .who import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.tabletop.shapes.bases import Rect

    from .state import Battle, Horse, Man, Retinue, Unit

STATUSES = frozenset(
    (STEADY, ROUTING, WITHDRAWING, ESCORTING, DISABLED, DEAD, CAPTIVE, GONE, COMING)
)
HERE = UP | LYING | {CAPTIVE}  # he is on the table, whatever has become of him
GAITS = frozenset(("standing", "walk", "trot", "canter", "gallop"))
MOST_PERMANENT = 4
DEEP = 0.005  # inches


def faults(battle: Battle) -> list[str]:
    """Everything that is wrong with a battle between two steps."""
    found: list[str] = []
    for at, man in enumerate(battle.men):
        found += [f"man {at} ({man.profile.name}): {no}" for no in _of_man(battle, at, man)]
    for at, horse in enumerate(battle.horses):
        found += [f"horse {at} ({horse.profile.name}): {no}" for no in _of_horse(battle, at, horse)]
    for at, unit in enumerate(battle.units):
        found += [f"unit {at} ({unit.name}): {no}" for no in _of_unit(battle, at, unit)]
    found += [
        f"retinue {one.player}: {no}" for one in battle.retinues for no in _of_lord(battle, one)
    ]
    return [*found, *left_over(battle), *_one_sided(battle), *_overlapping(battle)]


def _of_man(battle: Battle, at: int, man: Man) -> Iterator[str]:
    if man.id != at:
        yield f"his id is {man.id}"
    if man.status not in STATUSES:
        yield f"status {man.status!r}"
    if man.chit and man.chit not in CHITS and man.chit != "?":
        yield f"chit {man.chit!r}"
    if not 0 <= man.stamina <= man.profile.stamina:
        yield f"stamina {man.stamina} of {man.profile.stamina}"
    if man.stamina == 0 and man.status in UP:
        yield "stands with no stamina left"
    if not 0 <= man.permanent <= MOST_PERMANENT or man.temporary < 0 or man.stun < 0:
        yield f"fatigue {man.temporary} and {man.permanent}, stun {man.stun}"
    if (
        man.unit != NOBODY
        and battle.units[man.unit].members
        and (at not in battle.units[man.unit].members)
    ):
        yield f"not among the members of unit {man.unit}"
    if man.horse != NOBODY and battle.horses[man.horse].rider != at:
        yield "sits on a horse that has another rider"
    if man.status in HERE:
        yield from _of_place(battle, man.base, mounted=man.horse != NOBODY)
    yield from _of_arms(man)
    yield from _of_saddle(battle, man)
    yield from _of_bonds(battle, man)
    yield from kept_by(battle, man)


def _of_place(battle: Battle, base: Rect, *, mounted: bool) -> Iterator[str]:
    """On the table, on ground that bears him, with the base of a man or of a rider."""
    if not battle.ground.on_table(base):
        yield f"off the table at {base.x:g}, {base.y:g}"
    elif _in_water(battle, base):
        yield f"in the water at {base.x:g}, {base.y:g}"
    if base != footprint(battle, mounted, base.x, base.y, base.facing):
        yield f"a base of {base.width:g} by {base.depth:g}, {'' if mounted else 'not '}mounted"


def _in_water(battle: Battle, base: Rect) -> bool:
    """Deeper than places are rounded, and on no bridge."""
    x, y = base.x, base.y
    return any(area.holds((x, y)) for area in lay_of(battle).barred) and all(
        battle.ground.kind_at(at) in BARRED
        for at in ((x, y), (x + DEEP, y), (x - DEEP, y), (x, y + DEEP), (x, y - DEEP))
    )


def _of_arms(man: Man) -> Iterator[str]:
    """In hand is what he brought and has not thrown."""
    own = man.profile
    if man.weapon not in {EMPTY, own.missile, *own.weapons}:
        yield f"holds {man.weapon!r}, which he never had"
    if man.weapon in man.thrown or (man.weapon == "lance" and man.lance_lost):
        yield f"holds {man.weapon!r}, which is gone"


def _of_saddle(battle: Battle, man: Man) -> Iterator[str]:
    """A rider's horse is where he is: on the table or off it; the fallen have none."""
    if man.horse == NOBODY:
        return
    horse = battle.horses[man.horse]
    if man.status in LYING:
        yield f"{man.status} in the saddle"
    if horse.gone != (man.status == GONE):
        yield f"{man.status} on a horse that is {'gone' if horse.gone else 'not gone'}"


def _of_bonds(battle: Battle, man: Man) -> Iterator[str]:
    """Captors and captives hold each other; who lost his captor is free when the phase ends.

    So do the mates of a team, and a body is carried by its friends.
    """
    if man.partner != NOBODY and battle.men[man.partner].partner != man.id:
        yield f"his mate {man.partner} is another's"
    if man.carried != NOBODY and man.status in UP:
        body = battle.men[man.carried]
        if body.side != man.side or body.status in UP | {CAPTIVE}:
            yield f"carries {man.carried}, who is {body.status}"
    if man.status not in {CAPTIVE, ESCORTING}:
        return
    other = battle.men[man.held] if man.held != NOBODY else None
    lost = other is not None and man.status == CAPTIVE and other.status != ESCORTING
    if not lost and (other is None or other.held != man.id):
        yield f"{man.status}, but nobody holds him or is held"


def _of_horse(battle: Battle, at: int, horse: Horse) -> Iterator[str]:
    if horse.id != at:
        yield f"its id is {horse.id}"
    if not 0 <= horse.stamina <= horse.profile.stamina:
        yield f"stamina {horse.stamina}"
    if horse.gait not in GAITS or horse.last_gait not in GAITS or horse.temporary < 0:
        yield f"gait {horse.gait!r} after {horse.last_gait!r}, fatigue {horse.temporary}"
    if not horse.gone and not horse.stamina:
        yield "stands with no stamina left"
    if not horse.gone and horse.rider == NOBODY:
        yield from _of_place(battle, horse.base, mounted=True)
    if horse.rider != NOBODY:
        rider = battle.men[horse.rider]
        if rider.horse != at:
            yield f"its rider {horse.rider} sits elsewhere"
        elif rider.base is not horse.base and rider.status in UP and rider.base != horse.base:
            yield "not where its rider is"


def _of_unit(battle: Battle, at: int, unit: Unit) -> Iterator[str]:
    if unit.id != at:
        yield f"its id is {unit.id}"
    if not unit.members:
        return
    if unit.leader != NOBODY and unit.leader not in unit.members:
        yield f"led by {unit.leader}, who is not of it"
    for key in unit.members:
        if battle.men[key].unit != at:
            yield f"{key} is a member but belongs to {battle.men[key].unit}"
        if battle.men[key].player != unit.player:
            yield f"{key} serves another"


def _of_lord(battle: Battle, retinue: Retinue) -> Iterator[str]:
    lord = battle.men[retinue.lord]
    if lord.player != retinue.player or lord.side != retinue.side:
        yield f"its lord {lord.profile.name} serves another"


def _one_sided(battle: Battle) -> list[str]:
    """Who touches somebody is touched by him, and he is an enemy (KK-DEF-18)."""
    met = contacts(battle)
    return [
        f"{battle.men[key].profile.name} touches {foe.profile.name}, who does not touch him"
        for key, foes in met.items()
        for foe in foes
        if foe.side == battle.men[key].side
        or battle.men[key].id not in [one.id for one in met.get(foe.id, ())]
    ]


def _overlapping(battle: Battle) -> list[str]:
    """Nobody stands on another, a captive or a loose horse (KK-GEO-04, KK-FALL-17)."""
    figures = [*standing(battle), *[man for man in battle.men if man.status == CAPTIVE]]
    loose = [one for one in battle.horses if one.rider == NOBODY and not one.gone]
    names = [man.profile.name for man in figures] + [horse.profile.name for horse in loose]
    bases = [man.base for man in figures] + [horse.base for horse in loose]
    return [f"{names[one]} stands on {names[other]}" for one, other in overlapping(bases)]
