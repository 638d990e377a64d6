"""The organisational table of a force, and the sample retinue printed as one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from banneret.core.book.clauses import clause

from ...basics.columns.fights import RosterRow
from ...basics.state import NOBODY, Battle, Horse, HorseProfile, Profile
from ...basics.tables import TABLES
from ...basics.who import retinue_of
from .companies import Force, Trooper, formed, horse_of, man_of
from .organisations import Arms, Mount

COLUMNS = (
    "Figure",
    "Class",
    "Morale",
    "Morale bonus",
    "Melee",
    "Shooting",
    "Armour/stamina",
    "Hits taken",
    "Permanent fatigue",
)
Cell = str | int


class Condition(msgspec.Struct, frozen=True):
    """What the battle has done to a man or horse so far."""

    hits: int = 0
    permanent_fatigue: int = 0
    out_of_ammo: bool = False


FRESH = Condition()


class OrganisationalTable(msgspec.Struct, frozen=True):
    """A force's sheet: its head, nine columns, a row for each man and each horse, notes."""

    name: str
    turn: int
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@clause("KK-COMP-03", "KK-AMMO-04")
def organisational_table(
    force: Force, turn: int = 1, conditions: Mapping[str, Condition] | None = None
) -> OrganisationalTable:
    """Fill in the sheet; `conditions` are by name, who is not there is fresh."""
    known = conditions or {}
    rows: list[tuple[Cell, ...]] = []
    for man in force.men:
        rows.append(_man_row(man.profile, known.get(man.profile.name, FRESH)))
        if man.horse is not None:
            rows.append(_horse_row(man.horse, known.get(man.horse.name, FRESH)))
    out = [man.profile.name for man in force.men]
    notes = [f"{name}: out of ammunition" for name in out if known.get(name, FRESH).out_of_ammo]
    return OrganisationalTable(force.name, turn, COLUMNS, tuple(rows), tuple(notes))


@clause("KK-COMP-03")
def retinue_table(battle: Battle, player: str) -> OrganisationalTable:
    """The sheet of a player's retinue as the battle stands; loose horses come last."""
    men = [man for man in battle.men if man.player == player]
    horses = [horse for horse in battle.horses if horse.player == player]
    rows: list[tuple[Cell, ...]] = []
    for man in men:
        hits = man.profile.stamina - man.stamina
        rows.append(_man_row(man.profile, Condition(hits, man.permanent)))
        rows += [_stabled(horse) for horse in horses if horse.rider == man.id]
    rows += [_stabled(horse) for horse in horses if horse.rider == NOBODY]
    out = [f"{man.profile.name}: out of ammunition" for man in men if man.out_of_ammo]
    name = retinue_of(battle, player).name
    return OrganisationalTable(name, battle.turn, COLUMNS, tuple(rows), tuple(out))


def _stabled(horse: Horse) -> tuple[Cell, ...]:
    hits = horse.profile.stamina - horse.stamina
    return _horse_row(horse.profile, Condition(hits, horse.permanent))


def _man_row(man: Profile, now: Condition) -> tuple[Cell, ...]:
    shown = str(man.armor) if man.armor == man.stamina else f"{man.armor}/{man.stamina}"
    return (
        man.name,
        man.class_.replace("_", "-"),
        man.morale,
        man.bonus,
        man.melee,
        man.shooting or "",
        shown,
        now.hits,
        now.permanent_fatigue,
    )


def _horse_row(horse: HorseProfile, now: Condition) -> tuple[Cell, ...]:
    shown = f"{horse.armor}/{horse.stamina}"
    return (horse.name, horse.kind, "", "", "", "", shown, now.hits, now.permanent_fatigue)


# -- the sample retinue

BOWMAN = Arms(("short_sword",), ("longbow",))
SPEARMAN = Arms(("short_spear",), (), "large")
LANCER = Arms(("lance", "sword"), (), "large")
SAMPLE = "lord_bassett"


@clause("KK-ROSTER-02")
def sample_arms(row: RosterRow) -> Arms:
    """The sheet has no weapons: lances for lord and squire, longbows for shooters, else spears."""
    if row.class_ in {"lord", "squire"}:
        return LANCER
    return BOWMAN if row.shooting else SPEARMAN


def _sample_man(row: RosterRow) -> Profile:
    usual = man_of(row.name, row.class_, row.armor, sample_arms(row))
    return msgspec.structs.replace(
        usual,
        morale=row.morale or usual.morale,
        bonus=row.morale_bonus,
        melee=row.melee or usual.melee,
        shooting=row.shooting or 0,
        stamina=row.stamina,
    )


def _sample_horse(row: RosterRow) -> HorseProfile:
    return horse_of(row.name, Mount(row.class_, "J" if row.armor > 3 else ""))


@cache
@clause("KK-ROSTER-01")
def sample_force() -> Force:
    """The retinue of Ralf, Lord Bassett; a horse stands under its rider's row."""
    men: list[Trooper] = []
    for row in TABLES.sample_roster:
        if row.kind == "man":
            men.append(Trooper(_sample_man(row)))
        else:
            men[-1] = msgspec.structs.replace(men[-1], horse=_sample_horse(row))
    raised, units = formed(men, lord=0)
    return Force(SAMPLE, "Lord Bassett's retinue", "", tuple(raised), tuple(units))
