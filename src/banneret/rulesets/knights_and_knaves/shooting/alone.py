"""The shooting procedures alone: a shot, its strays, and a charged man's shot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Reason
from banneret.core.errors import BadData
from banneret.tabletop.asking import headed, outcomes_of, procedure

from ..basics.options import DEFAULTS, Options
from ..basics.situation import Distance, Situation, check_stamina, named, ruled, whole
from ..morale.dice import MoraleSituation, check_nerve, facts_of, morale_tally, passes
from .aiming import Aim, AimedFacts, ShotFacts, aim, aim_tally
from .dice import NO_CHANCE, THROWS, Shot, Volley, shoot, shoot_with_strays, shot_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table


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


def fired_reasons(facts: ShotFacts, fired: Shot) -> tuple[Reason, ...]:
    """The reckoning of the shot, and of its damage if it hit: what changes the dice thrown."""
    aimed = shot_reasons(facts, fired.aim)
    if not fired.hit:
        return aimed
    rule = "KK-SHOOT-26" if facts.weapon == "composite_bow" else "KK-SHOOT-25"
    bonus = Reason(facts.weapon.replace("_", " "), fired.bonus, rule)
    tired = Reason("thrower's fatigue", -fired.fatigue, "KK-SHOOT-31")
    armor = Reason("armour", -facts.target_armor, "KK-SHOOT-27")
    return (*aimed, *headed("damage", [one for one in (bonus, tired, armor) if one.value]))


@procedure("shoot", ShotSituation, "A shot: row, column, to hit, damage.")
@clause("KK-SHOOT-02")
def shot(table: Table[None], situation: ShotSituation) -> Ruled:
    """Shoot once."""
    check_shot("", situation)
    fired = shoot(table, situation, situation.options)
    return ruled(shot_outcome(fired), fired_reasons(situation, fired))


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


def _checked_volley(
    situation: VolleySituation,
) -> tuple[list[tuple[str, ShotSituation]], Options]:
    """Every shot under its name, and the options that hold for all of them."""
    every = [("primary", situation.primary)]
    every += [(f"strays[{at}]", one) for at, one in enumerate(situation.strays)]
    for where, one in every:
        check_shot(f"{where}.", one)
    return every, one_reading(situation.options, [(at, one.options) for at, one in every])


@procedure(
    "shoot_with_strays", VolleySituation, "A shot that may strike up to two others if it misses."
)
@clause("KK-SHOOT-20")
def volley(table: Table[None], situation: VolleySituation) -> Ruled:
    """Shoot, and follow the missile if it misses."""
    every, options = _checked_volley(situation)
    flown = shoot_with_strays(table, situation.primary, situation.strays, options)
    reasons: list[Reason] = []
    for (where, facts), fired in zip(every, flown.shots, strict=False):
        reasons += headed(where, fired_reasons(facts, fired))
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


@outcomes_of(volley)
def volley_outcomes(situation: VolleySituation) -> Sequence[tuple[Ruled, int]]:
    """Whom the missile strikes and for how much; a shot follows only those that missed."""
    every, options = _checked_volley(situation)
    missed = (10 * THROWS) ** len(every)
    aimed = aim(situation.primary, options)
    reasons = headed("primary", shot_reasons(situation.primary, aimed))
    ends: list[tuple[Ruled, int]] = []
    for at, (_, facts) in enumerate(every):
        reached, missed = missed, 0
        for result, damage, weight in shot_weights(facts, options):
            share = reached * weight // (10 * THROWS)
            if result == NO_CHANCE and at == 0:
                shots = [shot_outcome(Shot(NO_CHANCE, aimed))]
                return [(Ruled({"result": NO_CHANCE, "shots": shots, "damage": 0}, reasons), 1)]
            if damage is None:
                missed += share
            elif share:
                name = "primary" if at == 0 else f"stray:{at - 1}"
                ends.append((Ruled({"result": name, "damage": damage}, reasons), share))
    if missed:
        ends.append((Ruled({"result": "none", "damage": 0}, reasons), missed))
    return ends


class ShotAtCharger(AimedFacts, frozen=True, kw_only=True):
    """A shot whose distance the shooter's nerve decides."""

    options: Options = DEFAULTS

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


def _check_charged(situation: ChargedShotSituation) -> Options:
    """Refuse what contradicts itself; the options that hold."""
    morale, near, far = situation.morale, situation.closest_distance, situation.start_distance
    if morale.kind != "check":
        raise BadData(f"morale.kind = {morale.kind!r}: expected 'check', a router does not shoot")
    if near > far:
        raise BadData(
            f"closest_distance = {near:g}: more than start_distance = {far:g} [KK-SHOOT-17]"
        )
    check_stamina("morale.", morale.stamina, morale.original_stamina)
    check_shot("shot.", situation.shot.at(near))
    inner = [("morale", morale.options), ("shot", situation.shot.options)]
    return one_reading(situation.options, inner)


@procedure("charged_shot", ChargedShotSituation, "A charged shooter's nerve, then his shot.")
@clause("KK-SHOOT-17")
def charged_shot(table: Table[None], situation: ChargedShotSituation) -> Ruled:
    """Roll for nerve, then shoot: at the closest range, or too soon."""
    options = _check_charged(situation)
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
    return ruled(outcome, (*reasons, *headed("shot", fired_reasons(target, fired))))


@outcomes_of(charged_shot)
def charged_outcomes(situation: ChargedShotSituation) -> Sequence[tuple[Ruled, int]]:
    """Each face of the nerve die, and each result of the shot it leads to."""
    options = _check_charged(situation)
    tally = morale_tally(facts_of(situation.morale))
    modified, reasons = tally.total, headed("nerve", tally.reasons)
    ends: list[tuple[Ruled, int]] = []
    for die in range(1, 11):
        steady = passes(die, modified)
        distance = situation.closest_distance if steady else situation.start_distance
        nerve = {
            "steady": steady,
            "modified": modified,
            "nerve_die": die,
            "distance": whole(distance),
        }
        shares: dict[str, int] = {}
        for result, _, weight in shot_weights(situation.shot.at(distance), options):
            shares[result] = shares.get(result, 0) + weight
        ends += [
            (Ruled({"result": one, **nerve}, reasons), share)
            for one, share in shares.items()
            if share
        ]
    return ends
