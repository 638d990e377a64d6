"""The melee procedures alone: contest, parry, strike, damage and a whole exchange."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Reason
from banneret.tabletop.asking import headed, outcomes_of, procedure

from ..basics.columns.words import Weapon
from ..basics.options import DEFAULTS, Options
from ..basics.situation import Level, Permanent, Rating, Situation, named, ruled
from .dice import (
    NONE,
    A,
    B,
    Contest,
    Damage,
    contest_chances,
    damage_dice,
    fight_contest,
    parry_two,
    parrying,
    refuse_empty_hands,
    roll_damage,
    strike_factor,
    strike_unopposed,
)
from .fighters import STRIKE, Factor, Fighter, check_fighter, combat_factor, factor_tally, modes
from .harm.damage import damage_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table


def factor_outcome(factor: Factor) -> dict[str, Any]:
    """A combat factor as the outcome writes it."""
    return {
        "weapon_value": factor.weapon_value,
        "modifiers": named(factor.lines),
        "factor": factor.factor,
    }


def contest_outcome(fought: Contest) -> dict[str, Any]:
    """A contest as the outcome writes it."""
    return {
        "result": fought.winner,
        "a_total": fought.a_total,
        "b_total": fought.b_total,
        "a_mode": fought.a_mode,
        "b_mode": fought.b_mode,
        "a_factor": factor_outcome(fought.a_factor),
        "b_factor": factor_outcome(fought.b_factor),
        "dice": list(fought.dice),
    }


def pair_reasons(a: Fighter, b: Fighter, options: Options) -> tuple[Reason, ...]:
    """Both reckonings."""
    first = factor_tally(a, combat_factor(a, b, options)).reasons
    second = factor_tally(b, combat_factor(b, a, options)).reasons
    return (*headed("a", first), *headed("b", second))


class ContestSituation(Situation, frozen=True, kw_only=True):
    """Two men who fight each other."""

    a: Fighter
    b: Fighter
    first_round: bool = False


def _check_pair(situation: ContestSituation) -> None:
    check_fighter("a.", situation.a, situation.options)
    check_fighter("b.", situation.b, situation.options)


@procedure("melee_contest", ContestSituation, "Two men fight: the higher total strikes home.")
@clause("KK-MELEE-17")
def melee_contest(table: Table[None], situation: ContestSituation) -> Ruled:
    """Fight a contest."""
    _check_pair(situation)
    a, b = situation.a, situation.b
    fought = fight_contest(table, a, b, situation.first_round, situation.options)
    return ruled(contest_outcome(fought), pair_reasons(a, b, situation.options))


class DoubleParrySituation(Situation, frozen=True, kw_only=True):
    """One figure that parries one or two."""

    parrier: Fighter
    attackers: Annotated[tuple[Fighter, ...], Meta(min_length=1, max_length=2)]
    first_round: bool = False


def _check_parry(situation: DoubleParrySituation) -> None:
    check_fighter("parrier.", situation.parrier, situation.options)
    for at, one in enumerate(situation.attackers):
        check_fighter(f"attackers[{at}].", one, situation.options)


@procedure("double_parry", DoubleParrySituation, "One figure parries one or two attackers.")
@clause("KK-MELEE-18")
def double_parry(table: Table[None], situation: DoubleParrySituation) -> Ruled:
    """Parry up to two opponents."""
    _check_parry(situation)
    parrier, attackers = situation.parrier, situation.attackers
    fought = parry_two(table, parrier, attackers, situation.first_round, situation.options)
    outcome = {
        "result": [at for at, contest in enumerate(fought) if contest.winner == B],
        "contests": [contest_outcome(contest) for contest in fought],
    }
    return ruled(outcome, _parry_reasons(situation))


def _parry_reasons(situation: DoubleParrySituation) -> list[Reason]:
    reasons: list[Reason] = []
    for at, one in enumerate(situation.attackers):
        pair = pair_reasons(situation.parrier, one, situation.options)
        reasons += headed(f"attackers[{at}]", pair)
    return reasons


@outcomes_of(double_parry)
def double_parry_outcomes(situation: DoubleParrySituation) -> Sequence[tuple[Ruled, int]]:
    """Who gets through: the contests have nothing to do with one another."""
    _check_parry(situation)
    options = situation.options
    guard = parrying(situation.parrier)
    reasons = tuple(_parry_reasons(situation))
    shares: list[tuple[tuple[bool, int], ...]] = []
    for one in situation.attackers:
        mine, his = combat_factor(guard, one, options), combat_factor(one, guard, options)
        through = contest_chances(mine.factor, his.factor)[2]
        if modes(guard, one, situation.first_round, options)[1] != STRIKE:
            through = 0
        both = ((True, through), (False, 100 - through))
        shares.append(tuple([share for share in both if share[1]]))
    weighed: list[tuple[Ruled, int]] = []
    for ends in product(*shares):
        weight = 1
        for _, share in ends:
            weight *= share
        hits = [at for at, (hit, _) in enumerate(ends) if hit]
        weighed.append((Ruled({"result": hits}, reasons), weight))
    return weighed


class StrikeSituation(Fighter, frozen=True, kw_only=True):
    """A man who strikes at somebody who does not oppose him."""

    options: Options = DEFAULTS


@procedure("unopposed_strike", StrikeSituation, "A strike nobody opposes: 15 or more hits.")
@clause("KK-MELEE-16")
def unopposed_strike(table: Table[None], situation: StrikeSituation) -> Ruled:
    """Strike unopposed."""
    check_fighter("", situation, situation.options)
    refuse_empty_hands("", situation.weapon, situation.drawing)
    struck = strike_unopposed(table, situation, situation.options)
    reasons = factor_tally(situation, strike_factor(situation, situation.options)).reasons
    outcome = {"result": "hit" if struck.hit else "miss", "total": struck.total, "die": struck.die}
    return ruled(outcome, reasons)


class DamageSituation(Situation, frozen=True, kw_only=True):
    """A blow that struck home."""

    weapon: Weapon = "sword"
    gallop: bool = False
    temporary_fatigue: Level = 0
    permanent_fatigue: Permanent = 0
    target_armor: Rating = 3
    target_stamina: Annotated[int, Meta(ge=1, le=99)] | None = None


def damage_outcome(done: Damage) -> dict[str, Any]:
    """Damage as the outcome writes it."""
    outcome: dict[str, Any] = {
        "result": done.result,
        "damage_dice": done.dice,
        "raw": done.raw,
        "damage": done.damage,
    }
    if done.stamina_left is not None:
        outcome["stamina_left"] = done.stamina_left
    return outcome


def damage_reasons(fatigue: int, armor: int) -> tuple[Reason, ...]:
    """What is taken off the dice."""
    tired = (Reason("striker's fatigue", -fatigue, "KK-DMG-05"),) if fatigue else ()
    return (*tired, Reason("armour", -armor, "KK-DMG-06"))


@procedure("melee_damage", DamageSituation, "The damage of a blow that struck home.")
@clause("KK-DMG-01")
def melee_damage(table: Table[None], situation: DamageSituation) -> Ruled:
    """Roll for damage."""
    refuse_empty_hands("", situation.weapon)
    fatigue = situation.temporary_fatigue + situation.permanent_fatigue
    done = roll_damage(
        table,
        situation.weapon,
        situation.gallop,
        fatigue,
        situation.target_armor,
        situation.target_stamina,
    )
    return ruled(damage_outcome(done), damage_reasons(fatigue, situation.target_armor))


class ArmoredFighter(Fighter, frozen=True, kw_only=True):
    """A fighter and the armour he wears."""

    armor: Rating


class ExchangeSituation(Situation, frozen=True, kw_only=True):
    """Two men who fight each other, and the damage of the one who strikes home."""

    a: ArmoredFighter
    b: ArmoredFighter
    first_round: bool = False
    gallop: bool = False


def _check_exchange(situation: ExchangeSituation) -> None:
    for where, one in (("a.", situation.a), ("b.", situation.b)):
        check_fighter(where, one, situation.options)


@procedure("melee_exchange", ExchangeSituation, "A contest and the damage of whoever strikes home.")
@clause("KK-MELEE-17", "KK-DMG-03")
def melee_exchange(table: Table[None], situation: ExchangeSituation) -> Ruled:
    """Fight a contest and roll the winner's damage."""
    _check_exchange(situation)
    a, b = situation.a, situation.b
    fought = fight_contest(table, a, b, situation.first_round, situation.options)
    reasons = pair_reasons(a, b, situation.options)
    if fought.winner == NONE:
        return ruled({"result": [NONE, 0], "contest": contest_outcome(fought)}, reasons)
    winner, loser = (a, b) if fought.winner == A else (b, a)
    fatigue = winner.temporary_fatigue + winner.permanent_fatigue
    done = roll_damage(
        table,
        winner.weapon,
        situation.gallop,
        fatigue,
        loser.armor,
        loser.original_stamina if loser.stamina is None else loser.stamina,
    )
    outcome = {
        "result": [fought.winner, done.damage],
        "contest": contest_outcome(fought),
        "damage": damage_outcome(done),
    }
    return ruled(outcome, (*reasons, *headed("damage", damage_reasons(fatigue, loser.armor))))


@outcomes_of(melee_exchange)
def exchange_outcomes(situation: ExchangeSituation) -> Sequence[tuple[Ruled, int]]:
    """Who strikes home, and for how much: a contest out of a hundred, then the damage dice."""
    _check_exchange(situation)
    a, b, options = situation.a, situation.b, situation.options
    ways = contest_chances(combat_factor(a, b, options).factor, combat_factor(b, a, options).factor)
    allowed = modes(a, b, situation.first_round, options)
    reasons = pair_reasons(a, b, options)
    most = 10**4  # no weapon rolls more than four dice
    ends: list[tuple[Ruled, int]] = []
    nobody = 100
    for name, one, other, share, mode in (
        (A, a, b, ways[0], allowed[0]),
        (B, b, a, ways[2], allowed[1]),
    ):
        if mode != STRIKE or not share:
            continue
        nobody -= share
        dice = damage_dice(one.weapon, situation.gallop)
        fatigue = one.temporary_fatigue + one.permanent_fatigue
        for damage, weight in damage_weights(dice, -fatigue, other.armor).items():
            found = Ruled({"result": [name, damage]}, reasons)
            ends.append((found, share * weight * most // 10**dice))
    if nobody:
        ends.append((Ruled({"result": [NONE, 0]}, reasons), nobody * most))
    return ends
