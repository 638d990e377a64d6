"""One blow from the hit to the bash, counterblows, and what damage does to a body."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any, Literal, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.chance import counting
from banneret.core.chance.draws import AtMost
from banneret.core.play.table import Table

from ..basics.columns.words import Column, WeaponClass
from ..basics.procedures import PROCEDURES, Banded, Score, percent, plain, procedure, sixes
from ..basics.tables import Tables, default

CRITICAL = "critical effect"


class Struck(NamedTuple):
    """What one blow did."""

    hit: bool
    broken: bool = False
    disarmed: bool = False
    shattered: bool = False
    critical: str = ""
    damage: int = 0
    to_body: bool = False
    bash: str = ""


@procedure("One blow: hit, breakage, disarming, shield, critical, damage and weapon bash.")
@clause("DE-ATT-11")
def blow(
    table: Table[Any],
    tables: Tables,
    *,
    chance: int,
    weapon_class: WeaponClass,
    damage_dice: Score,
    damage_add: int,
    strength_bonus: int,
    crit_chance: int,
    bash_chance: int = 0,
    bash_column: Column = "foot",
    parry_class: Literal["", "L", "LH", "H", "natural", "unarmed"] = "",
    asp_shield: Literal["", "small", "large"] = "",
    great_blow: bool = False,
) -> Struck:
    """The dice of one blow, in their order."""
    if not percent(table, "hit", chance):
        return Struck(False)
    return landed(
        table,
        tables,
        weapon_class=weapon_class,
        damage_dice=damage_dice + great_blow_dice(tables, weapon_class, great_blow),
        damage_add=damage_add + strength_bonus,
        crit_chance=crit_chance,
        bash_chance=bash_chance,
        bash_column=bash_column,
        parry_class=parry_class,
        asp_shield=asp_shield,
    )


def roll_hit(table: Table[Any], chance: int, tally: Tally | None, side: str | None) -> bool:
    """Roll whether a blow hits, with its reckoning beside it."""
    return table.roll(AtMost("hit", 100, chance), tally, side).passed


@clause("DE-ATT-11", "DE-DEF-04", "DE-DEF-05", "DE-DEF-10")
def landed(
    table: Table[Any],
    tables: Tables,
    *,
    weapon_class: str,
    damage_dice: int,
    damage_add: int,
    crit_chance: int,
    bash_chance: int,
    bash_column: Column,
    parry_class: str,
    asp_shield: str,
) -> Struck:
    """What follows once a blow has hit: parried things first, then the body."""
    seed = tables.seed.percent
    broken = disarmed = shattered = False
    if parry_class:
        if weapon_class == "H" and parry_class == "L":
            broken = percent(table, "parry weapon breaks", seed.parry_weapon_breaks_h_vs_l)
        if not broken:
            disarmed = percent(table, "disarm", seed.parry_disarm)
    if asp_shield and weapon_class in ("H", "LH"):
        shattered = percent(table, "shield shatters", shatter_chance(tables, asp_shield))
    if disarmed:
        return Struck(True, broken, True, shattered)
    critical = roll_critical(table, tables, crit_chance)
    damage = roll_damage(table, tables, damage_dice, damage_add, critical)
    bash = weapon_bash(table, tables, bash_chance, bash_column)
    return Struck(True, broken, False, shattered, critical, damage, bool(critical), bash)


@clause("DE-DEF-10")
def shatter_chance(tables: Tables, shield: str) -> int:
    """How likely a shield breaks that was struck past."""
    found: int = getattr(tables.host.shield, shield).shatter
    return found


@clause("DE-HOST-23")
def roll_critical(table: Table[Any], tables: Tables, chance: int) -> str:
    """Roll for a critical and its effect; "" for none."""
    if chance <= 0 or not percent(table, "critical", chance):
        return ""
    rows = tables.host.critical
    return table.roll(Banded(CRITICAL, 100, rows.bands, rows.effects))


@clause("DE-HOST-23", "DE-HOST-24")
def roll_damage(table: Table[Any], tables: Tables, dice: int, add: int, critical: str) -> int:
    """Roll damage: at least one, more by a gash, doubled or tripled by head and mortal."""
    rows = tables.host.critical
    place = rows.effects.index(critical) if critical else -1
    extra = rows.extra_dice[place] if critical else 0
    total = max(tables.host.damage.minimum, sixes(table, "damage", dice + extra, add))
    return total * rows.multiplier[place] if critical else total


def weapon_bash(table: Table[Any], tables: Tables, chance: int, column: Column) -> str:
    """Roll for a weapon bash and its result; "" for none."""
    if chance <= 0 or not percent(table, "weapon bash", chance):
        return ""
    return bash_result(table, tables, column, 0)


@clause("DE-HOST-20", "DE-HOST-21")
def bash_result(table: Table[Any], tables: Tables, column: Column, add: int) -> str:
    """Roll what a bash does to somebody on foot, in the saddle, or to a steed."""
    rows = tables.host.bash_result
    results: tuple[str, ...] = getattr(rows, column)
    return table.roll(Banded("bash result", 100, rows.bands, results, add))


@clause("DE-CARD-10", "DE-ATT-11")
def great_blow_dice(tables: Tables, weapon_class: str, great_blow: bool) -> int:
    """Extra dice of a great blow; none for natural and unarmed attacks."""
    return int(getattr(tables.seed.great_blow_damage, weapon_class, 0)) if great_blow else 0


@procedure("Whether a parried or dodged blow gives a counterblow.", gives="counterblow")
@clause("DE-DEF-02", "DE-DODGE-10")
def counterblow(
    table: Table[Any], tables: Tables, *, cause: Literal["weapon_parry", "dodge"]
) -> bool:
    """Even chances after a parry, one in four after a dodge."""
    seed = tables.seed.percent
    after_parry = cause == "weapon_parry"
    chance = seed.counterblow_after_weapon_parry if after_parry else seed.counterblow_after_dodge
    return percent(table, "counterblow", chance)


# -- what damage does


class Harmed(NamedTuple):
    """A body after damage."""

    fatigue: int
    body: int
    state: Literal["active", "down", "dead", "fights_on"]
    shock_roll: bool


@procedure("What damage does to fatigue and body.")
@clause("DE-HOST-24", "DE-BERS-08", "DE-BERS-09")
def apply_damage(
    tables: Tables,  # noqa: ARG001  # the form of all procedures
    *,
    fatigue: int,
    body: int,
    body_max: int,
    damage: int,
    critical: bool = False,
    constitution: Score = 10,
    berserk: bool = False,
) -> Harmed:
    """Fatigue first, unless it is a critical; then body. Down at nought, dead well below."""
    off = 0 if critical else min(fatigue, damage)
    left = body - (damage - off)
    if left <= -(constitution // 2):
        return Harmed(fatigue - off, left, "dead", False)
    if left <= 0:
        return Harmed(fatigue - off, left, "fights_on" if berserk else "down", False)
    shock = 2 * body >= body_max > 2 * left and not berserk
    return Harmed(fatigue - off, left, "active", shock)


class Shock(NamedTuple):
    """Whether a wound stuns to the end of the turn."""

    chance: int
    shock: bool


@procedure("Shock, when a hit first takes a figure below half its body.")
@clause("DE-HOST-24")
def shock(table: Table[Any], tables: Tables, *, constitution: Score) -> Shock:
    """Four times Constitution or less bears it."""
    chance = plain(tables.host.damage.shock_per_constitution * constitution)
    return Shock(chance, not percent(table, "shock", chance))


# -- exact odds of a blow, without following every die

Shares = dict[Hashable, Fraction]


def blow_shares(given: Any) -> dict[str, Shares]:
    """How likely each part of a blow comes out how: arms, wound and bash fall independently."""
    tables = default()
    hit = Fraction(max(0, min(100, given.chance)), 100)
    broken, disarmed = _parried(tables, given)
    shatters = given.asp_shield and given.weapon_class in ("H", "LH")
    shattered = shatter_chance(tables, given.asp_shield) if shatters else 0
    wounded = hit * (1 - disarmed)
    critical, damage = _wounds(tables, given, wounded)
    to_body = wounded - critical[""]
    return {
        "hit": _told({False: 1 - hit, True: hit}),
        "broken": _either(hit * broken),
        "disarmed": _either(hit * disarmed),
        "shattered": _either(hit * Fraction(shattered, 100)),
        "critical": _with_rest("", critical),
        "damage": _with_rest(0, damage),
        "to_body": _either(to_body),
        "bash": _with_rest("", _bashes(tables, given, wounded)),
    }


def _told(shares: Shares) -> Shares:
    return {value: share for value, share in shares.items() if share}


def _either(share: Fraction) -> Shares:
    return _told({False: 1 - share, True: share})


def _with_rest(value: Hashable, shares: Shares) -> Shares:
    """Give what is left of certainty to the value of a blow that did nothing of the kind."""
    others = {one: share for one, share in shares.items() if one != value}
    return _told({value: 1 - sum(others.values(), Fraction(0)), **others})


def _parried(tables: Tables, given: Any) -> tuple[Fraction, Fraction]:
    """How likely a parrying weapon breaks, or else is struck from the hand."""
    if not given.parry_class:
        return Fraction(0), Fraction(0)
    seed = tables.seed.percent
    light = given.weapon_class == "H" and given.parry_class == "L"
    breaks = Fraction(seed.parry_weapon_breaks_h_vs_l if light else 0, 100)
    return breaks, (1 - breaks) * Fraction(seed.parry_disarm, 100)


def _wounds(tables: Tables, given: Any, wounded: Fraction) -> tuple[Shares, Shares]:
    """Criticals and damage of a blow that hit."""
    rows = tables.host.critical
    crit = max(0, min(100, given.crit_chance))
    criticals: Shares = {"": wounded * Fraction(100 - crit, 100)}
    before = 0
    for most, effect in zip(rows.bands, rows.effects, strict=True):
        criticals[effect] = wounded * Fraction(crit * (most - before), 10000)
        before = most
    dice = given.damage_dice + great_blow_dice(tables, given.weapon_class, given.great_blow)
    most_dice = dice + max(rows.extra_dice)
    throws = 6**most_dice
    under = lcm(*[share.denominator for share in criticals.values()])
    found: dict[int, int] = {}
    for named, share in criticals.items():
        effect, weight = str(named), share.numerator * (under // share.denominator)
        if not weight:
            continue
        place = rows.effects.index(effect) if effect else -1
        thrown = dice + (rows.extra_dice[place] if effect else 0)
        times = rows.multiplier[place] if effect else 1
        add = given.damage_add + given.strength_bonus
        weight *= 6 ** (most_dice - thrown)
        for faces, ways in counting.sums(thrown, 6) if thrown else (((), 1),):
            damage = max(tables.host.damage.minimum, sum(faces) + add) * times
            found[damage] = found.get(damage, 0) + weight * ways
    return criticals, {one: Fraction(n, under * throws) for one, n in found.items()}


def _bashes(tables: Tables, given: Any, wounded: Fraction) -> Shares:
    share = wounded * Fraction(max(0, min(100, given.bash_chance)), 100)
    rows = tables.host.bash_result
    parts: Shares = {}
    before = 0
    for most, result in zip(rows.bands, getattr(rows, given.bash_column), strict=True):
        parts[result] = parts.get(result, Fraction(0)) + share * Fraction(most - before, 100)
        before = most
    return parts


PROCEDURES["blow"] = replace(PROCEDURES["blow"], shares=blow_shares)
