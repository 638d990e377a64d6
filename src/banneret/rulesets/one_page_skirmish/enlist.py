"""Men made out of a force: every figure with a name, a profile and a place in its unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.clauses import clause
from banneret.rulesets.one_page_skirmish.state import (
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

if TYPE_CHECKING:
    from banneret.rulesets.one_page_skirmish.lists import Force, Others, UnitEntry

CLASSES = ("peasant", "man_at_arms", "veteran", "elite")  # the lowest first (OP-GROUP-06)


def enlist(battle: Battle, force: Force, player: str, side: str) -> None:
    """Give a player the units of his force, off the table as yet."""
    first = len(battle.units)
    for entry in force.unit:
        add_unit(battle, entry, player, side)
    name_lords(force, battle.units[first:])
    for group in battle.units[first:]:
        if group.kind == "group" and battle.figures[group.leader].rank == KNIGHT:
            spare_unit(battle, group)


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
    kinds: list[Others | None] = [None] * entry.count
    for other in entry.others:
        kinds += [other] * other.count
    first = len(battle.figures)
    for at, other in enumerate(kinds):
        rank = entry.leader_rank if at == 0 else COMMON
        profile = _profile(entry, other, _figure_name(unit, rank, at))
        battle.figures.append(_figure(battle, unit, profile, rank, _in_hand(entry, other)))
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
    return 1 if battle.options.reload_reading == "one_load" else 2


def _profile(entry: UnitEntry, other: Others | None, name: str) -> Profile:
    armour, weapons = entry.armour, entry.weapons
    class_, owns, barding = entry.class_, entry.mounted, entry.mount_armour
    if other is not None:
        armour = armour if other.armour is None else other.armour
        weapons = weapons if other.weapons is None else other.weapons
        class_ = other.class_ or class_
        owns = owns if other.mounted is None else other.mounted
        barding = barding if other.mount_armour is None else other.mount_armour
    pieces = tuple(dict.fromkeys(armour))
    return Profile(
        name=name,
        class_=class_,
        armour=pieces,
        rating=len(pieces),
        rating_without_shield=len(pieces) - ("shield" in pieces),
        weapons=weapons or ("improvised",),
        owns_mount=owns,
        mount_armour=barding if owns else 0,
    )


def _in_hand(entry: UnitEntry, other: Others | None) -> str:
    if other is None:
        return entry.in_hand
    weapons = (entry.weapons if other.weapons is None else other.weapons) or ("improvised",)
    return other.in_hand or (entry.in_hand if entry.in_hand in weapons else weapons[0])


@clause("OP-GROUP-07")
def name_lords(force: Force, units: list[Unit]) -> None:
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
