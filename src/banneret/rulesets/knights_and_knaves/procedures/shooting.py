"""Shooting: the shot, its damage, the strays, and the charged man's shot."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from banneret.core.clauses import clause
from banneret.core.draws import D10
from banneret.core.errors import BadData
from banneret.core.tally import Reason
from banneret.rulesets.knights_and_knaves.options import DEFAULTS, Options
from banneret.rulesets.knights_and_knaves.procedures.aiming import (
    MISSILES,
    Aim,
    ShotFacts,
    aim,
    aim_tally,
    hit_faces,
)
from banneret.rulesets.knights_and_knaves.procedures.hurting import (
    DAMAGE,
    damage_through,
    harm,
    harm_odds,
    stamina_after,
)
from banneret.rulesets.knights_and_knaves.procedures.morale import (
    MoraleSituation,
    check_nerve,
    facts_of,
    morale_tally,
)
from banneret.rulesets.knights_and_knaves.procedures.situation import (
    Distance,
    Level,
    Permanent,
    Rating,
    Result,
    Situation,
    Stamina,
    check_stamina,
    headed,
    named,
    ruled,
    whole,
)
from banneret.rulesets.knights_and_knaves.tables import TABLES
from banneret.rulesets.knights_and_knaves.words import Cover, Missile, Shield, Skill

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.ruleset import Ruled
    from banneret.core.table import Table

D = TABLES.shooting_damage
POINT_BLANK, FAR = 6.0, 20.0  # KK-SHOOT-24: both are in the middle band
NO_CHANCE, MISS = "no_chance", "miss"
TO_HIT = D10("to hit")


class Shot(Result, frozen=True):
    """How a shot came out; a die of 0 was not rolled."""

    result: str
    aim: Aim
    die: int = 0
    dice: int = 0
    bonus: int = 0
    fatigue: int = 0
    raw: int = 0
    damage: int = 0
    stamina_left: int | None = None

    @property
    def hit(self) -> bool:
        """Whether it struck, hurt or not."""
        return self.dice > 0


class Volley(Result, frozen=True):
    """A shot and its strays: whom it struck (0 the target, 1.. a stray, -1 nobody)."""

    hit: int
    shots: tuple[Shot, ...]


@clause("KK-SHOOT-23", "KK-SHOOT-24", "KK-SHOOT-30", "KK-SHOOT-31", "KK-SCALE-07")
def damage_dice(weapon: str, distance: float, options: Options) -> int:
    """Dice by the true distance, or by the melee list for what is thrown by hand."""
    by_hand = MISSILES[weapon].melee_dice
    if by_hand:
        return by_hand
    inches = distance / options.scale
    if inches < POINT_BLANK:
        return D.under_6
    return D.over_20 if inches > FAR else D.from_6_to_20


@clause("KK-SHOOT-25", "KK-SHOOT-26")
def damage_bonus(weapon: str, options: Options) -> int:
    """Points that strong bows, guns and heavier crossbows add at every range."""
    if weapon == "composite_bow" and not options.composite_bow_bonus:
        return 0
    return MISSILES[weapon].bonus


@clause("KK-SHOOT-31", "KK-FAT-10")
def thrower_fatigue(facts: ShotFacts) -> int:
    """Points a tired arm takes off what it throws; bows and thongs do not mind."""
    if not MISSILES[facts.weapon].melee_dice:
        return 0
    return facts.shooter_permanent_fatigue + facts.shooter_temporary_fatigue


@clause("KK-SHOOT-02", "KK-SHOOT-22", "KK-SHOOT-27", "KK-SHOOT-34")
def shoot(
    table: Table[Any],
    facts: ShotFacts,
    options: Options = DEFAULTS,
    side: str | None = None,
) -> Shot:
    """Roll to hit, equal or higher; a hit rolls its damage. Without a number nothing is rolled."""
    aimed = aim(facts, options)
    if not aimed.number:
        return Shot(NO_CHANCE, aimed)
    die = table.roll(TO_HIT, aim_tally(facts, aimed), side)
    if die < aimed.number:
        return Shot(MISS, aimed, die)
    dice = damage_dice(facts.weapon, facts.distance, options)
    bonus, tired = damage_bonus(facts.weapon, options), thrower_fatigue(facts)
    raw = table.roll(DAMAGE[dice], None, side) + bonus - tired
    damage = damage_through(raw, facts.target_armor)
    stamina = facts.target_stamina
    return Shot(
        harm(damage, stamina),
        aimed,
        die,
        dice,
        bonus,
        tired,
        raw,
        damage,
        stamina_after(damage, stamina),
    )


@clause("KK-SHOOT-20", "KK-SHOOT-21", "KK-SHOOT-22")
def shoot_with_strays(
    table: Table[Any],
    primary: ShotFacts,
    strays: Sequence[ShotFacts],
    options: Options = DEFAULTS,
    side: str | None = None,
) -> Volley:
    """A missile that misses flies on at up to two others, the nearest first, until one is hit."""
    shots = [shoot(table, primary, options, side)]
    if shots[0].hit:
        return Volley(0, tuple(shots))
    if shots[0].result != NO_CHANCE:
        for stray in strays:
            shots.append(shoot(table, stray, options, side))
            if shots[-1].hit:
                return Volley(len(shots) - 1, tuple(shots))
    return Volley(-1, tuple(shots))


@clause("KK-SHOOT-02")
def shot_odds(facts: ShotFacts, options: Options = DEFAULTS) -> dict[str, Fraction]:
    """The exact chance of each result of a shot."""
    number = aim(facts, options).number
    if not number:
        return {NO_CHANCE: Fraction(1)}
    hits = Fraction(hit_faces(number), 10)
    dice = damage_dice(facts.weapon, facts.distance, options)
    points = damage_bonus(facts.weapon, options) - thrower_fatigue(facts)
    odds = {MISS: 1 - hits} if hits < 1 else {}
    harms = harm_odds(dice, points, facts.target_armor, facts.target_stamina)
    return odds | {result: hits * chance for result, chance in harms.items()}


# -- alone


class ShotSituation(ShotFacts, frozen=True, kw_only=True):
    """A shot."""

    options: Options = DEFAULTS


def check_shot(where: str, facts: ShotFacts) -> None:
    """Refuse what contradicts itself."""
    check_stamina(f"{where}shooter_", facts.shooter_stamina, facts.shooter_original_stamina)


def shot_outcome(fired: Shot) -> dict[str, Any]:
    """A shot as the outcome writes it."""
    aimed = fired.aim
    outcome = {
        "result": fired.result,
        "row": aimed.row,
        "column": aimed.column,
        "number": aimed.number,
        "down": named(aimed.down),
        "right": named(aimed.right),
    }
    if fired.die:
        outcome["die"] = fired.die
    if fired.hit:
        outcome |= {
            "damage_dice": fired.dice,
            "bonus": fired.bonus,
            "fatigue": fired.fatigue,
            "raw": fired.raw,
            "damage": fired.damage,
        }
        if fired.stamina_left is not None:
            outcome["stamina_left"] = fired.stamina_left
    return outcome


def shot_reasons(facts: ShotFacts, aimed: Aim) -> tuple[Reason, ...]:
    """Why the row is what it is, and how far the range was shifted."""
    shifts = tuple(one.reason for one in aimed.right)
    return (*aim_tally(facts, aimed).reasons, *headed("columns", shifts))


@clause("KK-SHOOT-02")
def shot(table: Table[None], situation: ShotSituation) -> Ruled:
    """Shoot once."""
    check_shot("", situation)
    fired = shoot(table, situation, situation.options)
    return ruled(shot_outcome(fired), shot_reasons(situation, fired.aim))


class VolleySituation(Situation, frozen=True, kw_only=True):
    """A shot and those standing by, nearest first; `options` hold for all of them."""

    primary: ShotSituation
    strays: Annotated[tuple[ShotSituation, ...], Meta(max_length=2)] = ()


def one_reading(outer: Options, inner: Sequence[tuple[str, Options]]) -> Options:
    """The options of a situation within a situation; two different ones are refused."""
    chosen = outer
    for where, options in inner:
        if options in (DEFAULTS, chosen):
            continue
        if chosen != DEFAULTS:
            raise BadData(f"{where}.options differ from those given before: expected them once")
        chosen = options
    return chosen


@clause("KK-SHOOT-20")
def volley(table: Table[None], situation: VolleySituation) -> Ruled:
    """Shoot, and follow the missile if it misses."""
    every = [("primary", situation.primary)]
    every += [(f"strays[{at}]", one) for at, one in enumerate(situation.strays)]
    for where, one in every:
        check_shot(f"{where}.", one)
    options = one_reading(situation.options, [(where, one.options) for where, one in every])
    flown = shoot_with_strays(table, situation.primary, situation.strays, options)
    reasons: list[Reason] = []
    for (where, facts), fired in zip(every, flown.shots, strict=False):
        reasons += headed(where, shot_reasons(facts, fired.aim))
    outcome = {
        "result": _struck(flown),
        "shots": [shot_outcome(one) for one in flown.shots],
        "damage": flown.shots[flown.hit].damage if flown.hit >= 0 else 0,
    }
    return ruled(outcome, reasons)


def _struck(flown: Volley) -> str:
    if flown.shots[0].result == NO_CHANCE:
        return NO_CHANCE
    if flown.hit < 0:
        return "none"
    return "primary" if flown.hit == 0 else f"stray:{flown.hit - 1}"


class ShotAtCharger(Situation, frozen=True, kw_only=True):
    """A shot whose distance the shooter's nerve decides."""

    skill: Skill
    weapon: Missile
    target_armor: Rating
    target_stamina: Annotated[int, Meta(ge=1, le=99)] | None = None
    shooter_moved: bool = False
    shooter_mounted: bool = False
    shooter_permanent_fatigue: Permanent = 0
    shooter_temporary_fatigue: Level = 0
    shooter_stamina: Stamina | None = None
    shooter_original_stamina: Stamina | None = None
    target_moved: bool = False
    target_mounted: bool = False
    shield: Shield = "none"
    cover: Cover = "none"
    obstructed: bool = False

    def at(self, distance: float) -> ShotFacts:
        """The shot at this distance."""
        own = msgspec.structs.asdict(self)
        del own["options"]
        return ShotFacts(distance=distance, **own)


class ChargedShotSituation(Situation, frozen=True, kw_only=True):
    """A shooter being charged."""

    morale: MoraleSituation
    start_distance: Distance
    closest_distance: Distance
    shot: ShotAtCharger


def _check_charged(situation: ChargedShotSituation) -> None:
    morale, near, far = situation.morale, situation.closest_distance, situation.start_distance
    if morale.kind != "check":
        raise BadData(f"morale.kind = {morale.kind!r}: expected 'check', a router does not shoot")
    if near > far:
        raise BadData(
            f"closest_distance = {near:g}: more than start_distance = {far:g} [KK-SHOOT-17]"
        )
    check_stamina("morale.", morale.stamina, morale.original_stamina)
    check_shot("shot.", situation.shot.at(near))


@clause("KK-SHOOT-17")
def charged_shot(table: Table[None], situation: ChargedShotSituation) -> Ruled:
    """Roll for nerve, then shoot: at the closest range, or too soon."""
    _check_charged(situation)
    inner = [("morale", situation.morale.options), ("shot", situation.shot.options)]
    options = one_reading(situation.options, inner)
    facts = facts_of(situation.morale)
    nerve = check_nerve(table, facts)
    distance = situation.closest_distance if nerve.passed else situation.start_distance
    target = situation.shot.at(distance)
    fired = shoot(table, target, options)
    outcome = {
        "result": fired.result,
        "steady": nerve.passed,
        "modified": nerve.modified,
        "nerve_die": nerve.die,
        "distance": whole(distance),
        "shot": shot_outcome(fired),
    }
    reasons = headed("nerve", morale_tally(facts).reasons)
    return ruled(outcome, (*reasons, *headed("shot", shot_reasons(target, fired.aim))))
