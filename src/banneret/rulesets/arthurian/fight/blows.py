"""The dice of a blow: attack and defence, counter-hits, free attacks, breaking away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D6
from banneret.core.chance.wish import HIGH

from ..basics.dice import seen_die
from ..basics.procedures import Situation, procedure
from ..basics.tables import Level, Severity
from .fighters import (
    Fighter,
    attack_value,
    defence_value,
    initiative_value,
    strength,
    toughness,
)
from .wounds import DamageRule, Wound, best_wound, damage_added, stunned_by, wounded

if TYPE_CHECKING:
    from banneret.core.play.table import Table

Victim = Literal["attacker", "defender"]
Outcome = Literal[
    "miss", "hit", "hit_double", "hit_defence_one", "counter_hit", "counter_void", "laugh"
]


class Rules(NamedTuple):
    """Which readings a fight goes by, who throws, and whom a wound would fell."""

    stun: bool = False
    natural_one: str = "always"
    damage_rule: DamageRule = "str_tough"
    free_attack: str = "no_die"
    attacker_side: str | None = None
    defender_side: str | None = None
    fells_attacker: Callable[[Severity], bool] | None = None
    fells_defender: Callable[[Severity], bool] | None = None


class Blow(NamedTuple):
    """What came of an attack."""

    outcome: Outcome
    attack_die: int
    defence_die: int
    attack_total: int | None
    defence_total: int | None
    victim: Victim | None = None
    rolls: int = 0
    wound: Wound | None = None
    strength: int | None = None
    toughness: int | None = None
    stun_rounds: int | None = None

    @property
    def event(self) -> bool:
        """Whether either die was a natural 1 (AR-MEVENT-01)."""
        return self.attack_die == 1 or self.defence_die == 1

    def told(self) -> dict[str, Any]:
        """The result as `adjudicate` gives it."""
        wound = self.wound
        return {
            "outcome": self.outcome,
            "attack_total": self.attack_total,
            "defence_total": self.defence_total,
            "victim": self.victim,
            "rolls": self.rolls,
            "location": wound.location if wound is not None else None,
            "damage": wound.damage if wound is not None else None,
            "severity": wound.severity if wound is not None else None,
            "strength": self.strength,
            "toughness": self.toughness,
            "stun_rounds": self.stun_rounds,
            "event": self.event,
        }


@clause("AR-MELEE-02", "AR-MELEE-03", "AR-MELEE-04")
def compared(attack: int, defence: int) -> tuple[Outcome, int]:
    """What the totals say: a miss, a hit, or a hit at double with two wound rolls."""
    if attack <= defence:
        return "miss", 0
    return ("hit_double", 2) if attack >= 2 * defence else ("hit", 1)


@clause("AR-MELEE-05", "AR-MELEE-06", "AR-MELEE-07", "AR-MELEE-08", "AR-MELEE-10", "AR-MELEE-17")
def outcome_of(
    dice: tuple[int, int], totals: tuple[int, int], natural_one: str, helpless: bool
) -> tuple[Outcome, int]:
    """Natural ones first, then the totals; the outcome and how many wound rolls it earns."""
    if dice == (1, 1):
        return "laugh", 0
    if dice[0] == 1:
        return ("counter_void", 0) if helpless else ("counter_hit", 1)
    if dice[1] == 1 and (natural_one == "always" or totals[0] > totals[1]):
        return "hit_defence_one", 2
    return compared(*totals) if dice[1] != 1 else ("miss", 0)


@clause("AR-MELEE-01", "AR-TURN-08")
def throw_blow(table: Table[Any], attacker: Fighter, defender: Fighter, rules: Rules) -> Blow:
    """Attack and defence dice, then wound dice for whoever is hit, then stun."""
    attack, defence = attack_value(attacker, defender), defence_value(defender, attacker)
    a = seen_die(table, "attack", attack, rules.attacker_side, HIGH)
    b = seen_die(table, "defence", defence, rules.defender_side, HIGH)
    totals = (a + attack.total, b + defence.total)
    helpless = defender.stunned or defender.prone
    outcome, rolls = outcome_of((a, b), totals, rules.natural_one, helpless)
    blow = Blow(outcome, a, b, *totals)
    if not rolls:
        return blow
    return _wounding(table, blow._replace(rolls=rolls), (attacker, defender), rules)


def _wounding(table: Table[Any], blow: Blow, pair: tuple[Fighter, Fighter], rules: Rules) -> Blow:
    """Roll the wound and stun of a hit, on the defender or, after a natural 1, on the attacker."""
    attacker, defender = pair
    counter = blow.outcome == "counter_hit"
    striker, victim = (defender, attacker) if counter else (attacker, defender)
    power, tough = strength(striker, charging=not counter), toughness(victim)
    side = rules.defender_side if counter else rules.attacker_side
    wound = best_wound(table, blow.rolls, damage_added(power, tough, rules.damage_rule), side)
    fells = rules.fells_attacker if counter else rules.fells_defender
    stun = stunned_by(table, wound, victim.helm, fells) if rules.stun else None
    return blow._replace(
        victim="attacker" if counter else "defender",
        wound=wound,
        strength=power,
        toughness=tough,
        stun_rounds=stun,
    )


class _MeleeAttack(Situation, frozen=True):
    attacker: Fighter
    defender: Fighter
    stun: bool = False
    natural_one: Literal["always", "needs_hit"] = "always"
    damage_rule: DamageRule = "str_tough"


@procedure(_MeleeAttack, "One attack in melee: attack and defence dice, wounds, stun.")
@clause("AR-MELEE-01")
def melee_attack(table: Table[Any], given: _MeleeAttack) -> Ruled:
    """The whole blow."""
    rules = Rules(given.stun, given.natural_one, given.damage_rule)
    attack = attack_value(given.attacker, given.defender)
    return Ruled(throw_blow(table, given.attacker, given.defender, rules).told(), attack.reasons)


# -- free attacks


@clause("AR-BREAK-07", "AR-BREAK-08")
def throw_free(table: Table[Any], attacker: Fighter, fleer: Fighter, rules: Rules) -> Blow:
    """A blow at a fleer: an attack die against his flat defence; a natural 1 harms nobody."""
    if rules.free_attack == "auto_hit":
        blow = Blow("hit", 0, 0, None, None, rolls=1)
        return _wounding(table, blow, (attacker, fleer), rules)
    attack, flat = attack_value(attacker, fleer), defence_value(fleer, attacker).total
    die = seen_die(table, "free attack", attack, rules.attacker_side, HIGH)
    total = die + attack.total
    outcome, rolls = compared(total, flat) if die != 1 else ("miss", 0)
    blow = Blow(outcome, die, 0, total, flat, rolls=rolls)
    unhorsed = attacker if not attacker.lance_charge else _without_charge(attacker)
    return _wounding(table, blow, (unhorsed, fleer), rules) if rolls else blow


def _without_charge(one: Fighter) -> Fighter:
    """The lance's bonus never applies to free attacks (AR-EQUIP-05)."""
    return msgspec.structs.replace(one, lance_charge=False)


class _FreeAttack(Situation, frozen=True):
    attacker: Fighter
    fleer: Fighter
    rule: Literal["no_die", "auto_hit"] = "no_die"
    stun: bool = False
    damage_rule: DamageRule = "str_tough"


@procedure(_FreeAttack, "A free attack at somebody who breaks away.")
@clause("AR-BREAK-07")
def free_attack(table: Table[Any], given: _FreeAttack) -> Ruled:
    """One attack die, no defence die."""
    rules = Rules(given.stun, damage_rule=given.damage_rule, free_attack=given.rule)
    told = throw_free(table, given.attacker, given.fleer, rules).told()
    for key in ("victim", "strength", "toughness"):
        del told[key]
    return Ruled(told)


# -- breaking away


def free_odds(attacker: Fighter, fleer: Fighter, rules: Rules) -> float:
    """The chance that a free attack hits: five faces may, a natural 1 never does."""
    if rules.free_attack == "auto_hit":
        return 1.0
    attack, flat = attack_value(attacker, fleer).total, defence_value(fleer, attacker).total
    hits = [die for die in range(2, 7) if compared(die + attack, flat)[1]]
    return len(hits) / 6


@clause("AR-BREAK-02")
def hold_odds(fleer: int, holder: int) -> float:
    """The chance that one holder is not beaten by the fleer's Initiative."""
    pairs = [(own, other) for own in range(1, 7) for other in range(1, 7)]
    return len([1 for own, other in pairs if own + fleer <= other + holder]) / len(pairs)


class Contest(NamedTuple):
    """Fleer against holders."""

    fleer: int
    holders: tuple[int, ...]

    @property
    def away(self) -> bool:
        """He must beat every holder; a tie holds him (AR-BREAK-02)."""
        return all([self.fleer > one for one in self.holders])


@clause("AR-BREAK-01", "AR-BREAK-02", "AR-BREAK-06")
def throw_contest(
    table: Table[Any],
    fleer: int,
    holders: Sequence[int],
    fleer_side: str | None = None,
    holder_side: str | None = None,
) -> Contest:
    """The fleer rolls once, each holder too; all add Initiative."""
    own = table.roll(D6("to break away"), Tally(fleer, "INI", "AR-BREAK-01"), fleer_side, HIGH)
    theirs = [
        table.roll(D6("to hold"), Tally(one, "INI", "AR-BREAK-02"), holder_side, HIGH) + one
        for one in holders
    ]
    return Contest(own + fleer, tuple(theirs))


class Opponent(Fighter, frozen=True, kw_only=True):
    """Somebody in contact with the fleer, and what he has declared."""

    choice: Literal["hold", "strike"]


class _Break(Situation, frozen=True):
    fleer: Fighter
    opponents: tuple[Opponent, ...] = ()
    level: Level | None = None
    hero: bool = False
    rule: Literal["no_die", "auto_hit"] = "no_die"
    stun: bool = False
    damage_rule: DamageRule = "str_tough"
    mode: Literal["escalate", "worst"] = "escalate"


class _Flight:
    """The fleer while free attacks are made on him."""

    def __init__(self, given: _Break) -> None:
        self.given = given
        self.level: Level = given.level if given.level is not None else given.fleer.wound
        self.shock = given.fleer.shock
        self.state: Any = "in_play"
        self.stun: int | None = None
        self.hits: list[str] = []
        self.events: list[bool] = []

    @property
    def fighter(self) -> Fighter:
        """As he is now (AR-BREAK-09)."""
        fleer = self.given.fleer
        return msgspec.structs.replace(
            fleer,
            wound=self.level,
            shock=self.shock,
            stunned=fleer.stunned or bool(self.stun),
        )

    def _hurt(self, severity: Severity) -> Any:
        given = self.given
        return wounded(self.level, severity, hero=given.hero, mode=given.mode, shock=self.shock)

    def take(self, blow: Blow) -> None:
        """Apply a free attack at once."""
        self.events.append(blow.attack_die == 1)
        self.hits.append(blow.wound.severity if blow.wound is not None else "miss")
        if blow.wound is not None:
            self.level, self.shock, self.state = self._hurt(blow.wound.severity)
        if blow.stun_rounds is not None:
            self.stun = max(self.stun or 0, blow.stun_rounds)

    def strike(self, table: Table[Any], striker: Fighter) -> None:
        """Suffer one free attack."""
        given = self.given
        rules = Rules(
            given.stun,
            damage_rule=given.damage_rule,
            free_attack=given.rule,
            fells_defender=lambda severity: self._hurt(severity).state != "in_play",
        )
        self.take(throw_free(table, striker, self.fighter, rules))


@procedure(_Break, "Breaking from combat: free attacks first, then the contest of Initiative.")
@clause("AR-BREAK-06", "AR-BREAK-09", "AR-BREAK-11")
def break_combat(table: Table[Any], given: _Break) -> Ruled:
    """Strikers in order, then fleer against holders unless he is down or stunned."""
    flight = _Flight(given)
    for one in given.opponents:
        if one.choice == "strike" and flight.state == "in_play":
            flight.strike(table, one)
    holders = [initiative_value(one) for one in given.opponents if one.choice == "hold"]
    contest: Contest | None = None
    stays = flight.state != "in_play" or flight.fighter.stunned
    if holders and not stays:
        contest = throw_contest(table, initiative_value(flight.fighter), holders)
    return Ruled(
        {
            "outcome": break_outcome(flight.state, flight.fighter.stunned, contest),
            "hits": flight.hits,
            "events": flight.events,
            "level": flight.level,
            "shock": flight.shock,
            "state": flight.state,
            "stun_rounds": flight.stun,
            "fleer_total": contest.fleer if contest is not None else None,
            "holder_totals": list(contest.holders) if contest is not None else [],
        }
    )


@clause("AR-BREAK-06", "AR-BREAK-09", "AR-BREAK-11")
def break_outcome(state: str, stunned: bool, contest: Contest | None) -> str:
    """Struck down, caught (also when stunned), or away."""
    if state != "in_play":
        return "struck_down"
    return "caught" if stunned or (contest is not None and not contest.away) else "away"
