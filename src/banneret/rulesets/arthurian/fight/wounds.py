"""Wounds: the Wound Table, doubles, stun, and what a further wound makes of the first."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D6, Pool
from banneret.core.chance.wish import HIGH, Wish, at_least, in_words

from ..basics.dice import d
from ..basics.procedures import Situation, helper, procedure
from ..basics.tables import (
    LEVELS,
    PENALTY,
    SEVERITIES,
    TABLES,
    Helm,
    Level,
    Location,
    Severity,
)
from .fighters import Count

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table

DamageRule = Literal["str_tough", "die_only"]
STACKED_DEATH = 6  # AR-WOUND-20
RANK = {one: place for place, one in enumerate(SEVERITIES)}
FELLING: tuple[Severity, ...] = ("killed", "gruesome")


class Wound(NamedTuple):
    """One roll on the Wound Table."""

    location: Location
    damage: int | None  # None on a double
    severity: Severity
    exceptional: bool = False


# -- the table


@clause("AR-WOUND-04")
def location_of(low: int) -> Location:
    """Where the lower die strikes."""
    return TABLES.location[str(low)]


@clause("AR-WOUND-05", "AR-WOUND-06")
def severity_of(damage: int, where: Location) -> Severity:
    """Cross the row of the damage with the column of the location."""
    row = next(one for one in TABLES.wound_table if one.min <= damage <= one.max)
    found: Severity = getattr(row, where)
    return found


@lru_cache(maxsize=4096)
@clause("AR-WOUND-02", "AR-WOUND-07", "AR-WOUND-08", "AR-WOUND-09")
def read_wound(high: int, low: int, added: int) -> Wound:
    """Read two dice: a double by its own list, others with what is added to the high die.

    They are never read as tens and units.
    """
    if high == low:
        severity = TABLES.exceptional_wounds[f"{high},{low}"]
        return Wound(location_of(low), None, severity, exceptional=True)
    where = location_of(low)
    return Wound(where, high + added, severity_of(high + added, where))


@clause("AR-WOUND-03", "AR-WOUND-11")
def damage_added(strength: int, toughness: int, rule: DamageRule, doubled: int = 0) -> int:
    """What is added to the high die; the literal rule adds nothing but a doubled shot's STR."""
    return doubled if rule == "die_only" else strength - toughness


@lru_cache(maxsize=256)
@clause("AR-WOUND-02", "AR-WOUND-05")
def fells_on(added: int) -> Wish:
    """Tell from which high die on some place is hit so that he falls, and from which double on."""
    fells = [
        (high, low)
        for high in range(1, 7)
        for low in range(1, high + 1)
        if read_wound(high, low, added).severity in FELLING
    ]
    plain = [str(high) for high, low in fells if low < high]
    doubles = [f"double {high}" for high, low in fells if low == high]
    return in_words(f"{' or '.join([*plain[:1], *doubles[:1]])} may fell", HIGH.want)


@clause("AR-WOUND-01")
def throw_wound(
    table: Table[Any], added: int, side: str | None = None, purpose: str = "wound"
) -> Wound:
    """Roll once on the Wound Table."""
    tally = Tally(added, "strength less toughness", "AR-WOUND-03")
    high, low = table.roll(Pool(purpose, 2, 6, 2), tally, side, fells_on(added))
    return read_wound(high, low, added)


@clause("AR-MELEE-09")
def better(first: Wound, second: Wound) -> Wound:
    """The more severe for who rolled; of equals one to the head, else the first."""
    if RANK[first.severity] != RANK[second.severity]:
        return max(first, second, key=lambda one: RANK[one.severity])
    return second if second.location == "head" and first.location != "head" else first


@clause("AR-MELEE-08", "AR-MELEE-19")
def best_wound(table: Table[Any], rolls: int, added: int, side: str | None = None) -> Wound:
    """Roll once, or twice and keep the better; never more, and with the same strength."""
    wound = throw_wound(table, added, side)
    return better(wound, throw_wound(table, added, side, "second wound")) if rolls > 1 else wound


class _WoundRoll(Situation, frozen=True):
    strength: Count = 0
    toughness: Count = 0
    damage_rule: DamageRule = "str_tough"


@procedure(_WoundRoll, "One roll on the Wound Table.")
@clause("AR-WOUND-01")
def wound_roll(table: Table[Any], given: _WoundRoll) -> Ruled:
    """Two dice with a strength against a toughness."""
    added = damage_added(given.strength, given.toughness, given.damage_rule)
    wound = throw_wound(table, added)
    return Ruled(wound._asdict())


# -- stun


class _StunRoll(Situation, frozen=True):
    helm: Helm = "none"


@clause("AR-STUN-02", "AR-STUN-03", "AR-SCALE-03")
def throw_stun(table: Table[Any], helm: str, side: str | None = None) -> int:
    """Roll for stun: 4 and more nothing, 3 a round, 2 d2 rounds, 1 d3; helms add to the roll."""
    bonus = TABLES.stun_helm_bonus[helm]
    tally = Tally(bonus, f"{helm} helm" if helm != "none" else "no helm", "AR-STUN-03")
    roll = table.roll(D6("stun"), tally, side, at_least(4 - bonus)) + bonus
    row = next(one for one in TABLES.stun_table if one.min <= roll <= one.max)
    if row.rounds in {"0", "1"}:
        return int(row.rounds)
    return table.roll(d(int(row.rounds[1]), "rounds of stun"), None, side)


@clause("AR-STUN-01", "AR-STUN-04")
def calls_for_stun(wound: Wound, felled: bool) -> bool:
    """A blow to the head that does not fell him; the kept wound alone counts."""
    return wound.location == "head" and wound.severity not in FELLING and not felled


@procedure(_StunRoll, "The roll for stun after a blow to the head.")
@clause("AR-STUN-02")
def stun_roll(table: Table[Any], given: _StunRoll) -> Ruled:
    """One d6, and a d2 or d3 if it calls for one."""
    return Ruled({"rounds": throw_stun(table, given.helm)})


def stunned_by(
    table: Table[Any], wound: Wound, helm: str, fells: Callable[[Severity], bool] | None = None
) -> int | None:
    """Roll for stun where a wound calls for it; None where no die is rolled."""
    felled = fells is not None and fells(wound.severity)
    return throw_stun(table, helm) if calls_for_stun(wound, felled) else None


# -- what a wound does


class Hurt(NamedTuple):
    """How a model is after a wound."""

    level: Level
    shock: bool
    state: Literal["in_play", "out_of_action", "killed"]


class _Applied(Situation, frozen=True):
    severity: Severity
    level: Level = "none"
    hero: bool = False
    mode: Literal["escalate", "worst"] = "escalate"
    shock: bool = False
    spare_heroes: bool = False


@clause("AR-WOUND-21", "AR-WOUND-22")
def felled_state(severity: Severity, hero: bool, spare_heroes: bool) -> Any:
    """Killed is out of action for a Hero; a gruesome death spares nobody, unless so agreed."""
    if not hero or (severity == "gruesome" and not spare_heroes):
        return "killed"
    return "out_of_action"


@clause("AR-WOUND-10", "AR-WOUND-18", "AR-WOUND-19", "AR-WOUND-23")
def wounded(
    level: Level,
    severity: Severity,
    *,
    hero: bool = False,
    mode: str = "escalate",
    shock: bool = False,
    spare_heroes: bool = False,
) -> Hurt:
    """One level that worsens: a graver wound replaces it, a lesser one raises it by a step."""
    if severity == "nothing":
        return Hurt(level, shock, "in_play")
    if severity == "shock":
        return Hurt(level, True, "in_play")
    if severity in FELLING:
        return Hurt(level, shock, felled_state(severity, hero, spare_heroes))
    grave: Any = severity
    new, old = LEVELS.index(grave), LEVELS.index(level)
    if new > old:
        return Hurt(grave, shock, "in_play")
    if mode == "worst":
        return Hurt(level, shock, "in_play")
    if old + 1 == len(LEVELS):
        return Hurt(level, shock, felled_state("killed", hero, spare_heroes))
    return Hurt(LEVELS[old + 1], shock, "in_play")


@helper(_Applied, "What a wound makes of a model that may be wounded already.")
@clause("AR-WOUND-18")
def apply_wound(given: _Applied) -> dict[str, Any]:
    """The level, shock and state afterwards."""
    return wounded(
        given.level,
        given.severity,
        hero=given.hero,
        mode=given.mode,
        shock=given.shock,
        spare_heroes=given.spare_heroes,
    )._asdict()


class Stack(NamedTuple):
    """How a model is that keeps every wound."""

    wounds: tuple[Severity, ...]
    shock: bool
    penalty: int
    state: Literal["in_play", "out_of_action", "killed"]


class _Stacked(Situation, frozen=True):
    severity: Severity
    wounds: tuple[Level, ...] = ()
    hero: bool = False
    shock: bool = False
    spare_heroes: bool = False


def stacked_penalty(wounds: tuple[Any, ...], shock: bool) -> int:
    """The penalties of all wounds and shock added up."""
    return sum([PENALTY[one] for one in wounds]) + (PENALTY["shock"] if shock else 0)


@clause("AR-WOUND-20")
def stacked(
    wounds: tuple[Any, ...],
    severity: Severity,
    *,
    hero: bool = False,
    shock: bool = False,
    spare_heroes: bool = False,
) -> Stack:
    """Every wound is kept; six points of them fell the model."""
    shock = shock or severity == "shock"
    if severity in FELLING:
        state = felled_state(severity, hero, spare_heroes)
        return Stack(wounds, shock, stacked_penalty(wounds, shock), state)
    if severity not in {"nothing", "shock"}:
        wounds = (*wounds, severity)
    state = "in_play"
    if stacked_penalty(wounds, False) >= STACKED_DEATH:
        state = felled_state("killed", hero, spare_heroes)
    return Stack(wounds, shock, stacked_penalty(wounds, shock), state)


@helper(_Stacked, "What a wound makes of a model that keeps every wound.")
@clause("AR-WOUND-20")
def stack_wounds(given: _Stacked) -> dict[str, Any]:
    """The wounds, shock, penalty and state afterwards."""
    found = stacked(
        given.wounds,
        given.severity,
        hero=given.hero,
        shock=given.shock,
        spare_heroes=given.spare_heroes,
    )
    return {**found._asdict(), "wounds": list(found.wounds)}


# -- falls


class _Fall(Situation, frozen=True):
    toughness: Count = 0
    fixed_str: Count | None = None
    damage_rule: DamageRule = "str_tough"


class Fall(NamedTuple):
    """A fall from the saddle."""

    strength: int
    wound: Wound


@clause("AR-MEVENT-08", "AR-MEVENT-17")
def throw_fall(
    table: Table[Any], toughness: int, rule: DamageRule = "str_tough", fixed: int | None = None
) -> Fall:
    """A wound of STR d3, rolled first, against the faller's toughness; no stun, no event."""
    strength = table.roll(d(3, "strength of the fall")) if fixed is None else fixed
    return Fall(strength, throw_wound(table, damage_added(strength, toughness, rule)))


@procedure(_Fall, "The wound of a fall from a horse.")
@clause("AR-MEVENT-08")
def fall_wound(table: Table[Any], given: _Fall) -> Ruled:
    """Its strength, then two wound dice."""
    fall = throw_fall(table, given.toughness, given.damage_rule, given.fixed_str)
    wound = fall.wound
    return Ruled(
        {
            "strength": fall.strength,
            "location": wound.location,
            "damage": wound.damage,
            "severity": wound.severity,
        }
    )


# -- healing


class _Heal(Situation, frozen=True):
    level: Level = "light"
    shock: bool = False


@clause("AR-HEAL-02")
def eased(level: Level) -> Level:
    """One step better."""
    return LEVELS[max(0, LEVELS.index(level) - 1)]


@clause("AR-HEAL-02")
def throw_heal(table: Table[Any], side: str | None = None) -> bool:
    """A healing attempt: 4 or more."""
    return table.roll(D6("healing"), None, side, at_least(_HEAL)) >= _HEAL


_HEAL = TABLES.tests.heal_target


@procedure(_Heal, "A healing attempt: 4 or more removes shock and one step of the wound.")
@clause("AR-HEAL-02")
def heal(table: Table[Any], given: _Heal) -> Ruled:
    """One d6."""
    done = throw_heal(table)
    level = eased(given.level) if done else given.level
    return Ruled({"healed": done, "level": level, "shock": given.shock and not done})
