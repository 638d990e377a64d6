"""Lances in a charge, who strikes first, the joust, and the lawful path of a charge."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D100
from banneret.core.play.table import Table

from ..basics.columns.words import Column, Speed
from ..basics.procedures import ArmourClass, Inches, of, percent, procedure, within
from ..basics.tables import Tables
from .striking import Struck, landed

Side = Literal["left", "centre", "right"]
Aim = Literal["HELM", "SHIELD", "BODY"]
Guard = Literal["DUCK", "STEADY", "RAISE"]
SLOW = ("stand", "walk")


class LanceChance(NamedTuple):
    """A lance's chance, and what it was before its limits."""

    chance: int
    raw: int


@procedure("The chance of a lance.")
@clause("DE-HOST-26", "DE-CHG-09", "DE-CHG-19", "DE-CHG-23", "DE-HORSE-03")
def lance_chance(
    tables: Tables,
    *,
    ac: ArmourClass,
    hit_bonus: int,
    speed: Speed,
    side: Side,
    rear: bool = False,
    defence: int = 0,
) -> LanceChance:
    """The lance row, or a spear's from a slow horse; speed, side, and the target's defences."""
    host = tables.host
    row = host.to_hit.LH if speed in SLOW else host.to_hit.lance
    raw = row[ac] + hit_bonus + host.lance.hit.of(speed) + getattr(host.lance.side, side)
    raw += tables.seed.charge_movement.rear_attack_bonus if rear else 0
    raw -= defence
    return LanceChance(within(raw, host.chance_floor, host.chance_ceiling), raw)


class Lanced(NamedTuple):
    """What a lance did, and whether it broke."""

    chance: int
    hit: bool
    disarmed: bool = False
    shattered: bool = False
    critical: str = ""
    damage: int = 0
    to_body: bool = False
    bash: str = ""
    lance_broken: bool = False


@procedure("A lance charge from the hit to the broken lance.")
@clause("DE-HOST-27", "DE-CHG-11")
def lance_charge(
    table: Table[Any],
    tables: Tables,
    *,
    ac: ArmourClass,
    hit_bonus: int,
    speed: Speed,
    side: Side,
    strength_bonus: int = 0,
    rear: bool = False,
    defence: int = 0,
    bash_chance: int | None = None,
    bash_column: Column = "rider",
    parry_class: Literal["", "L", "LH", "H", "natural", "unarmed"] = "",
    asp_shield: Literal["", "small", "large"] = "",
    ac_plus_numeric: bool = False,
) -> Lanced:
    """The dice of a lance, in their order."""
    lance = tables.host.lance
    found = lance_chance(
        tables, ac=ac, hit_bonus=hit_bonus, speed=speed, side=side, rear=rear, defence=defence
    )
    chance = found.chance
    if not percent(table, "hit", chance):
        return Lanced(chance, False, lance_broken=lance_breaks(table, tables))
    struck = landed(
        table,
        tables,
        weapon_class="LH",
        damage_dice=lance.dice.of(speed),
        damage_add=lance.add.of(speed) + strength_bonus,
        crit_chance=within(lance.crit.of(speed) + tables.host.armour.critical_add[ac], 0, 95),
        bash_chance=lance.bash.of(speed) if bash_chance is None else bash_chance,
        bash_column=bash_column,
        parry_class=parry_class,
        asp_shield=asp_shield,
    )
    sure = bool(struck.critical) and always_shatters(tables, ac, ac_plus_numeric)
    return _home(chance, struck, broken=sure or lance_breaks(table, tables))


def _home(chance: int, struck: Struck, *, broken: bool) -> Lanced:
    return Lanced(
        chance,
        True,
        struck.disarmed,
        struck.shattered,
        struck.critical,
        struck.damage,
        struck.to_body,
        struck.bash,
        broken,
    )


@clause("DE-CHG-11")
def always_shatters(tables: Tables, ac: int, numeric: bool) -> bool:
    """Whether a critical on that armour shatters the lance without a roll."""
    if numeric:
        return ac >= tables.seed.charge_movement.lance_always_breaks_on_critical_vs_ac
    return tables.host.armour.shatters_lance[ac]


def lance_breaks(table: Table[Any], tables: Tables) -> bool:
    """Roll whether the lance breaks, hit or miss (DE-CHG-11)."""
    return percent(table, "lance breaks", tables.seed.charge_movement.lance_break_percent)


# -- the joust


class Jousted(NamedTuple):
    """How one jouster fared by the other's lance."""

    value: int
    code: str
    injury: bool
    unhorsed: bool
    lance_broken: bool


@procedure("One lance in a joust: aim against guard.")
@clause("DE-HOST-29", "DE-CHG-10")
def joust(
    table: Table[Any], tables: Tables, *, aim: Aim, guard: Guard, bonus_difference: int
) -> Jousted:
    """A d100 and the difference of bonuses, read on the jousting table."""
    return _read(tables, aim, guard, bonus_difference, table.roll(D100("joust")))


def _read(tables: Tables, aim: str, guard: str, difference: int, rolled: int) -> Jousted:
    rows = tables.host.joust
    value = within(rolled + within(difference, -rows.bonus_cap, rows.bonus_cap), 1, 100)
    bands: tuple[int, ...] = getattr(getattr(rows, aim), guard)
    code = next(code for most, code in zip(bands, rows.codes, strict=True) if value <= most)
    return Jousted(value, code, code in "0t", code in "Ut", code in "B0Ut")


@clause("DE-HOST-29")
def joust_chances(tables: Tables, aim: str, guard: str, difference: int) -> tuple[int, int]:
    """In a hundred lances, how many unhorse and how many break."""
    every = [_read(tables, aim, guard, difference, rolled) for rolled in range(1, 101)]
    return sum(one.unhorsed for one in every), sum(one.lance_broken for one in every)


# -- who strikes first


@procedure("Who strikes first when a rider charges.", gives="first")
@clause("DE-CHG-08", "DE-CHG-16", "DE-CHG-17", "DE-CHG-18", "DE-CHG-30")
def charge_order(
    tables: Tables,
    *,
    charger_weapon: str,
    target_weapon: str,
    target_tall: bool = False,
    target_can_reply: bool = True,
    charger_mount: str = "",
    target_mount: str = "",
) -> Literal["charger", "target", "simultaneous", "charger_only"]:
    """Longer reach first; equals at once, unless one has the better mount or is on foot."""
    if not target_can_reply:
        return "charger_only"
    mine = charge_range(tables, charger_weapon)
    theirs = target_range(tables, target_weapon, target_tall)
    if mine != theirs:
        return "charger" if mine > theirs else "target"
    if not target_mount:
        return "simultaneous" if mine > 0 else "charger"
    one, two = mount_rank(tables, charger_mount), mount_rank(tables, target_mount)
    if one == two:
        return "simultaneous"
    return "charger" if one < two else "target"


def _range(tables: Tables, weapon: str, ranges: Any) -> float:
    if not weapon:
        return 0.0
    kind = of(tables.host.weapons, "weapon", weapon).kind
    return float(getattr(ranges, "pole_arm" if kind == "pole" else kind, ranges.other))


@clause("DE-CHG-16", "DE-CHG-30")
def charge_range(tables: Tables, weapon: str) -> float:
    """From how far a charging rider strikes."""
    return _range(tables, weapon, tables.seed.charge_movement.strike_range)


@clause("DE-CHG-17")
def target_range(tables: Tables, weapon: str, tall: bool) -> float:
    """From how far somebody who is charged strikes."""
    ranges = tables.seed.charge_movement.target_strike_range
    found = _range(tables, weapon, ranges)
    return max(found, ranges.pole_arm) if tall else found


@clause("DE-CHG-08")
def mount_rank(tables: Tables, mount: str) -> int:
    """The rank of a mount: lower strikes first."""
    ranks = tables.seed.charge_movement.first_strike_mount_rank
    if not mount:
        return ranks.other
    of(tables.host.horses, "mount", mount)
    return int(getattr(ranks, mount, ranks.other))


# -- the path of a charge


@procedure("Whether a charger may take his next target.", gives="legal")
@clause("DE-CHG-24")
def charge_spacing(tables: Tables, *, distance: Inches, same_side: bool) -> bool:
    """Three inches on the same side of the steed, six on the other."""
    rules = tables.seed.charge_movement
    least = rules.next_target_same_side if same_side else rules.next_target_other_side
    return distance >= least


@procedure("Whether a charge runs straight before and after contact.", gives="legal")
@clause("DE-CHG-26")
def charge_path(
    tables: Tables,
    *,
    straight_before: Inches,
    straight_after: Inches,
    movement_left_after: Inches,
) -> bool:
    """Two inches before; one after, if so much movement is left."""
    rules = tables.seed.charge_movement
    after = min(rules.straight_after_contact, movement_left_after)
    return straight_before >= rules.straight_before_contact and straight_after >= after
