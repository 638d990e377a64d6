"""What must always be true of a battle; a list of faults that is empty if all is well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.tabletop.crowd import overlapping

from ..melee.wounds import hits_left
from ..setup.enlisting import NOTHING, full_load
from .state import (
    CAPTURED,
    COMING,
    COMMON,
    EXITED,
    FLED,
    KILLED,
    NOBODY,
    ON_TABLE,
    ROUTING,
    SHAKEN,
    STEADY,
    Battle,
    Figure,
    Unit,
    on_table,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FATES = (ON_TABLE, COMING, KILLED, CAPTURED, FLED, EXITED, NOTHING)


def faults(battle: Battle) -> list[str]:
    """Everything that is wrong with a battle between two steps."""
    found: list[str] = []
    for at, figure in enumerate(battle.figures):
        if figure.fate == NOTHING:
            continue
        found += [f"figure {at} ({figure.profile.name}): {no}" for no in _of(battle, at, figure)]
    for at, unit in enumerate(battle.units):
        if unit.side:
            found += [f"unit {at} ({unit.name}): {no}" for no in _of_unit(battle, at, unit)]
    found += _overlapping(battle)
    return found


def _of(battle: Battle, at: int, figure: Figure) -> Iterator[str]:
    if figure.id != at:
        yield f"its id is {figure.id}"
    if figure.fate not in FATES:
        yield f"fate {figure.fate!r}"
    if at not in battle.units[figure.unit].members:
        yield f"not among the members of unit {figure.unit}"
    if figure.side != battle.units[figure.unit].side:
        yield "not of its unit's side"
    if not -1 <= figure.stun <= 1:
        yield f"stun {figure.stun}"
    if not 0 <= figure.load <= full_load(battle):
        yield f"load {figure.load}"
    if figure.in_hand not in (*figure.profile.weapons, "improvised"):
        yield f"holds {figure.in_hand!r}, which it does not have"
    if figure.fate == ON_TABLE:
        yield from _standing(battle, figure)


def _standing(battle: Battle, figure: Figure) -> Iterator[str]:
    if not battle.ground.on_table(figure.base):
        yield f"off the table at {figure.base.x:g}, {figure.base.y:g}"
    if figure.hits < 0 or hits_left(figure.rank, figure.hits) < 1:
        yield f"stands with {figure.hits} hits"
    if figure.mounted and not figure.profile.owns_mount:
        yield "rides but is no horseman"
    if figure.base.depth != (2.0 if figure.mounted else 1.0):
        yield f"base of {figure.base.depth} inches"
    if figure.in_hand == "lance" and not figure.mounted:
        yield "holds a lance on foot"
    if figure.in_hand == "polearm" and figure.mounted:
        yield "holds a polearm in the saddle"
    if figure.aim != NOBODY and battle.figures[figure.aim].fate != ON_TABLE:
        yield f"aims at {figure.aim}, who is gone"


def _of_unit(battle: Battle, at: int, unit: Unit) -> Iterator[str]:
    men = [battle.figures[member] for member in unit.members]
    if unit.id != at:
        yield f"its id is {unit.id}"
    if unit.status not in {STEADY, SHAKEN, ROUTING}:
        yield f"status {unit.status!r}"
    if unit.leader != NOBODY:
        leader = battle.figures[unit.leader]
        if leader.rank == COMMON or leader.side != unit.side:
            yield f"led by {leader.profile.name}, a {leader.rank} of {leader.side}"
    if unit.hidden and not unit.deployed:
        yield "hidden but never set up"
    if unit.kind == "group" and not unit.hidden:
        lost = sum(man.fate in {KILLED, CAPTURED} for man in men if _counts_for(battle, man, unit))
        if lost != unit.figures_lost:
            yield f"figures_lost is {unit.figures_lost}, but {lost} are killed or captured"
    if not 0 <= unit.lost_since_test <= max(unit.figures_lost, 0):
        yield f"lost_since_test is {unit.lost_since_test} of {unit.figures_lost}"


def _counts_for(battle: Battle, man: Figure, unit: Unit) -> bool:
    """A Knight who rode alone is a loss of the group he leads."""
    return man.unit == unit.id or battle.units[man.unit].home == unit.id


def _overlapping(battle: Battle) -> list[str]:
    figures = on_table(battle)
    return [
        f"{figures[one].profile.name} stands on {figures[other].profile.name}"
        for one, other in overlapping([figure.base for figure in figures])
    ]
