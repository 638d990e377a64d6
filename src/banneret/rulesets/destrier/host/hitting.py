"""Chances to hit: bonuses of arms and training, defences, the situation (DE-ATT-10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Reason
from banneret.core.errors import BadData

from ..basics.columns.words import Encumbrance, HitRow, Speed, StruckSide
from ..basics.procedures import ArmourClass, Score, halved, of, procedure, reached, within
from ..basics.tables import Tables

MISSILE_ROWS = ("arrow", "bolt", "thrown")
WARD: Final = 15  # per cent that a ward takes off a blow (DE-HOST-52)


class HitBonus(NamedTuple):
    """An attacker's own bonus and its parts."""

    bonus: int
    training: int
    level: int
    attribute: int


@procedure("An attacker's hit bonus from training, level and attributes.")
@clause("DE-HOST-06")
def hit_bonus(
    tables: Tables, *, training: str, row: HitRow, level: Score, strength: Score, dexterity: Score
) -> HitBonus:
    """Training for the weapon class, 2 a level, and Dexterity or Strength over ten."""
    taught = of(tables.host.training, "training", training)
    if row in MISSILE_ROWS:
        skill, attribute = taught.missile, dexterity - 10
    elif row in ("LH", "lance"):
        skill, attribute = taught.LH, halved(strength + dexterity - 20)
    elif row == "H":
        skill, attribute = taught.H, strength - 10
    else:
        skill, attribute = taught.L, dexterity - 10
    by = tables.host.skill
    attribute = within(attribute, by.attribute_hit_floor, by.attribute_hit_ceiling)
    levels = by.hit_per_level * level
    return HitBonus(skill + levels + attribute, skill, levels, attribute)


@procedure("What a weapon parry takes off.", gives="bonus")
@clause("DE-HOST-07")
def parry_bonus(tables: Tables, *, training: str, weapon: str, level: Score) -> int:
    """The weapon's parry, the training's and one a level."""
    row = of(tables.host.weapons, "weapon", weapon)
    taught = of(tables.host.training, "training", training)
    return int(row.parry + taught.parry + tables.host.skill.parry_per_level * level)


class ShieldBonus(NamedTuple):
    """What a shield is worth, active and passive, and whether one may bash with it."""

    active: int
    passive: int
    may_bash: bool


@procedure("What a shield takes off, active and passive.")
@clause("DE-HOST-09", "DE-HOST-10")
def shield_bonus(tables: Tables, *, shield: str, level: Score) -> ShieldBonus:
    """A shield by its size and one a level when active; other things by their table."""
    if shield in ("small", "large"):
        row = getattr(tables.host.shield, shield)
        active = row.active + tables.host.skill.shield_per_level * level
        return ShieldBonus(active, row.passive, row.bash)
    thing = of(tables.host.improvised_shield, "shield", shield)
    return ShieldBonus(thing.active, thing.passive, False)


@procedure("What a dodge takes off.", gives="bonus")
@clause("DE-HOST-08", "DE-DODGE-03", "DE-DODGE-04", "DE-DODGE-12")
def dodge_bonus(
    tables: Tables,
    *,
    dexterity: Score,
    level: Score,
    ac: ArmourClass,
    encumbrance: Encumbrance = "unencumbered",
    rear: bool = False,
    guessed: bool = False,
) -> int:
    """Twice Dexterity less ten and one a level, less armour and load; halved behind and guessed."""
    host = tables.host
    bonus = host.dodge.per_dexterity * dexterity + host.dodge.constant
    bonus = max(0, bonus + host.skill.dodge_per_level * level)
    bonus -= host.armour.dodge_penalty[ac]
    if encumbrance == "partial":
        bonus -= tables.seed.percent.dodge_penalty_partial
    elif encumbrance == "encumbered":
        bonus -= tables.seed.percent.dodge_penalty_encumbered
    return dodged(max(0, bonus), rear=rear, guessed=guessed)


@clause("DE-DODGE-12", "DE-HOST-01", "DE-ATT-08")
def dodged(bonus: int, *, rear: bool, guessed: bool) -> int:
    """Halve a dodge against the rear and again when it was guessed."""
    if rear:
        bonus = halved(bonus)
    return halved(bonus) if guessed else bonus


@procedure("What a steed's speed takes from its rider's blow.", gives="modifier")
@clause("DE-CHG-21", "DE-CHG-22")
def rider_speed(tables: Tables, *, weapon: str, speed: Speed) -> int:
    """Nothing for the lance, the flail and weapons of length six or more."""
    row = of(tables.host.weapons, "weapon", weapon)
    penalty = tables.seed.rider_speed_penalty
    if row.kind in ("lance", "flail") or row.len >= penalty.exempt_length:
        return 0
    return penalty.of(speed)


class AttackChance(NamedTuple):
    """A chance to hit, what it was before its limits, and every part of it."""

    chance: int
    raw: int
    terms: dict[str, int]
    tally: tuple[Reason, ...]


@procedure("The chance of a blow to hit, with every part of it.")
@clause("DE-ATT-10", "DE-HOST-02", "DE-HOST-05", "DE-HOST-11")
def attack_chance(
    tables: Tables,
    *,
    row: HitRow,
    ac: ArmourClass,
    hit_bonus: int = 0,
    matrix: int = 0,
    great_blow: bool = False,
    berserk: bool = False,
    target_berserk: bool = False,
    situation: tuple[str, ...] = (),
    side: StruckSide = "sword",
    parry: int = 0,
    active: int = 0,
    passive: int = 0,
    dodge: int = 0,
    dodge_guessed: bool = False,
    desperate: Literal["", "shield", "parry"] = "",
    ward: bool = False,
    missile: bool = False,
    other: int = 0,
    rider_weapon: str = "",
    speed: Speed = "stand",
    forward: bool = False,
    rear_in_matrix: bool = False,
) -> AttackChance:
    """Table, bonus, matrix, cards and situation, less the target's defences."""
    percent, host = tables.seed.percent, tables.host
    rear = side == "rear"
    behind = rear and not rear_in_matrix
    desperation = percent.desperate_defense if desperate and not rear else 0
    taken = rider_speed(tables, weapon=rider_weapon, speed=speed) if rider_weapon else 0
    parts = [
        Reason("hit bonus", hit_bonus, "DE-HOST-06"),
        Reason("tactical matrix", matrix, "DE-TACP-05"),
        Reason("great blow", percent.great_blow_hit * great_blow, "DE-CARD-09"),
        Reason("berserk", percent.berserk_hit * berserk, "DE-BERS-04"),
        Reason("target berserk", percent.berserk_easier_to_hit * target_berserk, "DE-BERS-04"),
        Reason("from behind", host.situation.rear_attack * behind, "DE-HOST-11"),
        *_situations(tables, situation),
        Reason(f"at a {speed}", taken, "DE-CHG-21"),
        Reason("over the horse's head", percent.rider_forward_attack * forward, "DE-ATT-07"),
        Reason("shield", -shield_defence(side, active, passive), "DE-MELEE-04"),
        Reason("weapon parry", 0 if rear or missile else -parry, "DE-DEF-01"),
        Reason("desperate defence", desperation, "DE-DEF-06"),
        Reason("dodge", -dodged(dodge, rear=rear, guessed=dodge_guessed), "DE-HOST-08"),
        Reason("ward", -WARD * ward, "DE-HOST-52"),
        Reason("other", other, "DE-ATT-10"),
    ]
    return _summed(tables, Reason("to hit", getattr(host.to_hit, row)[ac], "DE-HOST-05"), parts)


def _situations(tables: Tables, names: tuple[str, ...]) -> Iterator[Reason]:
    rows = tables.host.situation
    for name in names:
        value = getattr(rows, name, None)
        if value is None:
            known = ", ".join(rows.__struct_fields__)
            raise BadData(f"situation {name!r}: expected one of {known}")
        yield Reason(name.replace("_", " "), value, "DE-HOST-11")


def _summed(tables: Tables, base: Reason, parts: Sequence[Reason]) -> AttackChance:
    told = (base, *[one for one in parts if one.value])
    raw = sum([one.value for one in told])
    chance = within(raw, tables.host.chance_floor, tables.host.chance_ceiling)
    return AttackChance(chance, raw, {one.label: one.value for one in told}, told)


@clause("DE-ATT-08", "DE-MELEE-04", "DE-DEF-12")
def shield_defence(side: str, active: int, passive: int) -> int:
    """The shield counts once: active on any frontal side, passive on the shield side alone."""
    if side == "rear":
        return 0
    return max(active, passive) if side == "shield" else active


@procedure("The chance of a critical once a blow has hit.", gives="chance")
@clause("DE-HOST-22")
def critical_chance(
    tables: Tables,
    *,
    weapon_crit: int,
    ac: ArmourClass,
    great_blow: bool = False,
    berserk: bool = False,
) -> int:
    """The weapon's, the armour class number, ten for a great blow and ten for rage."""
    percent = tables.seed.percent
    chance = weapon_crit + tables.host.armour.critical_add[ac]
    chance += percent.great_blow_critical if great_blow else 0
    chance += percent.berserk_critical if berserk else 0
    return within(chance, 0, 95)


@procedure("What Strength adds to damage.", gives="bonus")
@clause("DE-HOST-24")
def strength_damage(tables: Tables, *, strength: Score) -> int:
    """The bonus of the highest step reached."""
    return reached(tables.host.damage.strength, strength)
