"""Men made out of a force: every figure with a name, a profile and a place in its unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import (
    COMING,
    COMMON,
    KNIGHT,
    NOBODY,
    SERGEANT,
    Battle,
    Figure,
    Profile,
    Unit,
    footprint,
)
from ..shooting.armour import armour_against_shot, armour_rating
from ..shooting.weapon_in_hand import load_needed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .on_file import Force, Kit, UnitEntry

CLASSES = ("peasant", "man_at_arms", "veteran", "elite")  # the lowest first (OP-GROUP-06)


def enlist(
    battle: Battle, force: Force, player: str, side: str, slot: tuple[int, int] = (0, 0)
) -> None:
    """Give a player the units of his force, off the table as yet.

    A side that may hide units gets slots of one size (figures, units), empty places filled with
    blanks, so that the numbers of those in sight tell nothing of the rest.
    """
    first = len(battle.units)
    for entry in force.unit:
        figures, units = len(battle.figures), len(battle.units)
        unit = add_unit(battle, entry, player, side)
        if unit.kind == "group" and entry.leader_rank == KNIGHT:
            spare_unit(battle, unit)
        while len(battle.figures) - figures < slot[0]:
            battle.figures.append(blank_figure(len(battle.figures)))
        while len(battle.units) - units < slot[1]:
            battle.units.append(blank_unit(len(battle.units)))
    name_lords(force, battle.units[first:])


def slot_for(forces: Sequence[Force]) -> tuple[int, int]:
    """How many figures and units every slot of a side with these forces needs."""
    entries = [entry for force in forces for entry in force.unit]
    led = any(entry.kind == "group" and entry.leader_rank == KNIGHT for entry in entries)
    return max(entry.figures for entry in entries), 2 if led else 1


NOTHING = "nothing"  # the fate of nobody
_NO_PROFILE = Profile("", "", (), 0, 0, (), False, 0)
_NO_BASE = footprint(False, 0.0, 0.0, 0.0)


def blank_figure(number: int) -> Figure:
    """Nobody, in an empty place or in that of a man one may not know of."""
    return Figure(number, _NO_PROFILE, "", "", NOBODY, COMMON, _NO_BASE, "", False, 0, fate=NOTHING)


def blank_unit(number: int) -> Unit:
    """No unit, in an empty place or in that of one that one may not know of."""
    return Unit(number, "", "", "", "", "", (), NOBODY, NOBODY, deployed=True)


def drop_blanks(battle: Battle) -> None:
    """Leave out empty places at the end of the lists; lists shared with others are not touched."""
    figures, units = len(battle.figures), len(battle.units)
    while figures and not battle.figures[figures - 1].side:
        figures -= 1
    while units and not battle.units[units - 1].side:
        units -= 1
    if figures < len(battle.figures):
        battle.figures = battle.figures[:figures]
    if units < len(battle.units):
        battle.units = battle.units[:units]


@clause("OP-FIG-04", "OP-GROUP-06", "OP-SETUP-05")
def add_unit(battle: Battle, entry: UnitEntry, player: str, side: str) -> Unit:
    """Make a unit: its leader, the men alike, then the others; the lowest class is the group's."""
    unit = Unit(
        id=len(battle.units),
        name=_distinct(battle, entry.name, player),
        side=side,
        player=player,
        kind=entry.kind,
        class_=entry.class_,
        members=(),
        leader=NOBODY,
        lord=NOBODY,
        key=entry.id,
    )
    battle.units.append(unit)
    first = len(battle.figures)
    for at, kit in enumerate(entry.kits()):
        rank = entry.leader_rank if at == 0 else COMMON
        profile = _profile(kit, _figure_name(unit, rank, at))
        battle.figures.append(_figure(battle, unit, profile, rank, kit.in_hand))
    unit.members = tuple(range(first, len(battle.figures)))
    unit.leader = first if entry.leader_rank != COMMON else NOBODY
    unit.class_ = min(
        (battle.figures[member].profile.class_ for member in unit.members), key=CLASSES.index
    )
    return unit


def _figure(battle: Battle, unit: Unit, profile: Profile, rank: str, in_hand: str) -> Figure:
    mounted = profile.owns_mount
    return Figure(
        id=len(battle.figures),
        profile=profile,
        side=unit.side,
        player=unit.player,
        unit=unit.id,
        rank=rank,
        base=footprint(mounted, 0.0, 0.0, 0.0),
        in_hand=in_hand,
        mounted=mounted,
        mount_armour=profile.mount_armour,
        fate=COMING,
        load=full_load(battle) if "crossbow" in profile.weapons else 0,
    )


def full_load(battle: Battle) -> int:
    """Load points of a crossbow ready to shoot (OP-LOAD-03, OP-OPT-12)."""
    return load_needed(battle.options)


def _profile(kit: Kit, name: str) -> Profile:
    pieces = tuple(dict.fromkeys(kit.armour))
    return Profile(
        name=name,
        class_=kit.class_,
        armour=pieces,
        rating=armour_rating(pieces),
        rating_without_shield=armour_against_shot(pieces, from_front=False),
        weapons=kit.weapons,
        owns_mount=kit.mounted,
        mount_armour=kit.mount_armour if kit.mounted else 0,
    )


@clause("OP-GROUP-07")
def name_lords(force: Force, units: Sequence[Unit]) -> None:
    """A Knight is lord of the group he leads, an only Knight of all; else as the force says."""
    leaders = {unit.key: unit.leader for unit in units}
    knights = [leaders[key] for key in force.knights]
    lords = {entry.id: entry.lord for entry in force.unit}
    for unit in units:
        if unit.kind != "group":
            continue
        if unit.leader in knights:
            unit.lord = unit.leader
        elif len(knights) == 1:
            unit.lord = knights[0]
        elif lords[unit.key]:
            unit.lord = leaders[lords[unit.key]]


@clause("OP-GROUP-09")
def spare_unit(battle: Battle, group: Unit) -> None:
    """Keep a unit of one ready for a Knight who may leave the group he leads."""
    knight = battle.figures[group.leader]
    battle.units.append(
        Unit(
            id=len(battle.units),
            name=knight.profile.name,
            side=group.side,
            player=group.player,
            kind="knight",
            class_=knight.profile.class_,
            members=(),
            leader=knight.id,
            lord=NOBODY,
            home=group.id,
            deployed=True,
            key=f"{group.key}_alone",
        )
    )


def _distinct(battle: Battle, name: str, player: str) -> str:
    """Tell apart units of the same name."""
    if all(unit.name != name for unit in battle.units):
        return name
    return f"{name} ({player})"


def _figure_name(unit: Unit, rank: str, at: int) -> str:
    """Titles for Knights and Sergeants, numbers for the rest."""
    if unit.kind == "knight":
        return unit.name
    if rank == SERGEANT:
        return f"Sergeant of the {_small(unit.name)}"
    if rank == KNIGHT:
        return f"Knight of the {_small(unit.name)}"
    return f"{_one_of(unit.name)} {at + 1}"


def _small(name: str) -> str:
    return name[:1].lower() + name[1:]


def _one_of(name: str) -> str:
    """One of several: Longbowmen, a Longbowman; Weavers, a Weaver."""
    bare, gap, tag = name.partition(" (")
    if "men-at-arms" in bare:
        bare = bare.replace("men-at-arms", "man-at-arms")
    elif bare.endswith("men"):
        bare = bare[:-3] + "man"
    elif bare.endswith("s") and not bare.endswith("ss"):
        bare = bare[:-1]
    return f"{bare}{gap}{tag}"
