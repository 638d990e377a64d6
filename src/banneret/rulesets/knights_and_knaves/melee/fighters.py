"""Fighters: weapon values, reach, and what changes a combat factor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.errors import BadData
from banneret.tabletop.asking import Facts

from ..basics.columns.fights import WeaponRow
from ..basics.columns.words import Shield, Skill, Weapon
from ..basics.options import Options
from ..basics.situation import (
    Level,
    Line,
    Permanent,
    Result,
    Stamina,
    check_stamina,
    line,
    lines_by_level,
    tally_of,
)
from ..basics.tables import TABLES
from .harm.condition import stamina_tier

if TYPE_CHECKING:
    Mode = str
else:
    Mode = Literal["strike", "parry"]

M = TABLES.melee_modifiers
STRIKE, PARRY, EMPTY = "strike", "parry", "none"
LONG = frozenset(M.long_classes)  # classes with reach (KK-MELEE-20)
WEAPONS: dict[str, WeaponRow] = dict(TABLES.weapon)
# KK-MELEE-28: the other reading makes the two-handed ax an ax, though it still takes two hands.
LIKE_AN_AX = WeaponRow(
    class_=WEAPONS["ax"].class_,
    values=WEAPONS["ax"].values,
    dice=WEAPONS["two_handed_ax"].dice,
    two_handed=True,
    spear=False,
)

HEIGHT = line("height", M.height, "height", "KK-MELEE-08")
RESTRICTED = line("restricted", M.restricted, "restricted ground", "KK-MELEE-10")
SHIELDS = {
    "small": line("shield", M.opponent_small_shield, "opponent's small shield", "KK-MELEE-11"),
    "large": line("shield", M.opponent_large_shield, "opponent's large shield", "KK-MELEE-11"),
}
STAMINA = (
    line("stamina", 0, "unhurt", "KK-MELEE-14"),
    line("stamina", M.stamina_below_75, "stamina below 75%", "KK-MELEE-14"),
    line("stamina", M.stamina_below_50, "stamina below 50%", "KK-MELEE-14"),
    line("stamina", M.stamina_below_25, "stamina below 25%", "KK-MELEE-14"),
)
FATIGUE = lines_by_level("fatigue", M.per_fatigue_level, 200, "fatigue", "KK-MELEE-15")


class Fighter(Facts, frozen=True):
    """A man in a fight; `mode` is what he wants, `shield` his own."""

    skill: Skill
    weapon: Weapon = "sword"
    shield: Shield = "none"
    mode: Mode = "strike"
    lost_reach: bool = False
    drawing: bool = False
    second_rank: bool = False
    height: bool = False
    restricted: bool = False
    stamina: Stamina | None = None
    original_stamina: Stamina | None = None
    temporary_fatigue: Level = 0
    permanent_fatigue: Permanent = 0


class Factor(Result, frozen=True):
    """A modified combat factor: what the die is added to."""

    weapon_value: int
    lines: tuple[Line, ...]
    factor: int


@clause("KK-MELEE-04", "KK-MELEE-28")
def weapon_row(weapon: str, options: Options) -> WeaponRow:
    """The class, values and dice of a weapon."""
    if weapon == "two_handed_ax" and options.two_handed_ax_class == 2:
        return LIKE_AN_AX
    return WEAPONS[weapon]


@clause("KK-MELEE-06", "KK-MELEE-13", "KK-MELEE-26", "KK-RANK-05")
def weapon_value(
    weapon: str, lost_reach: bool, second_rank: bool, drawing: bool, options: Options
) -> int:
    """First value, or the second once he failed to strike home; none while he draws.

    The second rank always has the first value.
    """
    if drawing:
        return 0
    return weapon_row(weapon, options).values[lost_reach and not second_rank]


@clause("KK-MELEE-20", "KK-MELEE-21", "KK-MELEE-12")
def has_reach(fighter: Fighter, options: Options) -> bool:
    """Whether he wields a long weapon; nobody does while drawing."""
    return not fighter.drawing and weapon_row(fighter.weapon, options).class_ in LONG


@clause("KK-MELEE-13", "KK-MELEE-20", "KK-MELEE-21", "KK-MELEE-28")
def mode_against(one: Fighter, other: Fighter, first_round: bool, options: Options) -> str:
    """What reach, drawing and empty hands leave him of what he wants."""
    if one.mode == PARRY or one.drawing or one.weapon == EMPTY:
        return PARRY
    kept_off = (
        first_round
        and not other.second_rank
        and has_reach(other, options)
        and not has_reach(one, options)
    )
    return PARRY if kept_off else STRIKE


def modes(a: Fighter, b: Fighter, first_round: bool, options: Options) -> tuple[str, str]:
    """What each of two may do."""
    return mode_against(a, b, first_round, options), mode_against(b, a, first_round, options)


@clause("KK-MELEE-11", "KK-MELEE-12")
def shield_line(bearer: Fighter, options: Options) -> Line | None:
    """What a man's shield costs whoever fights him; a pavise nothing, nor one on his back."""
    if bearer.shield not in SHIELDS:
        return None
    if not bearer.drawing and weapon_row(bearer.weapon, options).two_handed:
        return None
    return SHIELDS[bearer.shield]


@clause("KK-MELEE-08", "KK-MELEE-09", "KK-MELEE-10")
def place_lines(one: Fighter) -> list[Line]:
    """What his ground does for him."""
    lines = [HEIGHT] if one.height else []
    if one.restricted:
        lines.append(RESTRICTED)
    return lines


@clause("KK-MELEE-14", "KK-MELEE-15", "KK-FAT-10")
def body_lines(one: Fighter) -> list[Line]:
    """What wounds and fatigue do to him."""
    tier = stamina_tier(one.stamina, one.original_stamina)
    lines = [STAMINA[tier]] if tier else []
    fatigue = one.temporary_fatigue + one.permanent_fatigue
    if fatigue:
        lines.append(FATIGUE[fatigue])
    return lines


@clause("KK-MELEE-05")
def combat_factor(one: Fighter, other: Fighter, options: Options) -> Factor:
    """Skill plus weapon value plus everything that changes it against this opponent."""
    value = weapon_value(one.weapon, one.lost_reach, one.second_rank, one.drawing, options)
    lines = place_lines(one)
    shield = shield_line(other, options)
    if shield is not None:
        lines.append(shield)
    lines += body_lines(one)
    total = one.skill + value + sum([each.reason.value for each in lines])
    return Factor(value, tuple(lines), total)


WEAPON_LINES = {
    (name, value): line("weapon", value, f"weapon value, {name.replace('_', ' ')}", "KK-MELEE-04")
    for name, row in (*WEAPONS.items(), ("two_handed_ax", LIKE_AN_AX))
    for value in row.values
    if value
}


def factor_tally(one: Fighter, factor: Factor) -> Tally:
    """A combat factor with its reasons."""
    lines = factor.lines
    if factor.weapon_value:
        lines = (WEAPON_LINES[one.weapon, factor.weapon_value], *lines)
    return tally_of(one.skill, "melee skill", "KK-MELEE-05", lines)


@clause("KK-RANK-01", "KK-RANK-07")
def check_fighter(where: str, fighter: Fighter, options: Options) -> None:
    """Refuse a fighter who cannot be."""
    check_stamina(where, fighter.stamina, fighter.original_stamina)
    if fighter.second_rank and not has_reach(fighter, options):
        held = "drawing = true" if fighter.drawing else f"weapon = {fighter.weapon!r}"
        raise BadData(
            f"{where}second_rank = true with {held}: only weapons of class 3, 4 or 5 reach from "
            "the second rank [KK-RANK-01]"
        )
