"""One fight: the dice, who is beaten, who is hit and what becomes of everybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D10
from banneret.core.chance.wish import HIGH

from ..shooting.armour import armour_rating
from .fighters import Fighter, attack_tally, defence_tally
from .wounds import CAPTURED, KILLED, STUNNED, effect_of_hit

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.options import Options

ATTACKER_WINS, TIE, DEFENDER_WINS = "attacker_wins", "tie", "defender_wins"
NO_EFFECT, AUTOMATIC = "no_effect", "automatic"


class Fight(msgspec.Struct, kw_only=True):
    """Everything that came of one fight."""

    attack_totals: tuple[int, ...] = ()
    defend_totals: tuple[int, ...] = ()
    armour: int = 0
    margins: tuple[int, ...] = ()
    pairs: tuple[str, ...] = ()
    hitters: tuple[int, ...] = ()  # attackers whose margin reached the AR, in listed order
    effects: tuple[str, ...] = ()
    effects_by: tuple[int, ...] = ()  # the attacker behind each effect
    defender_hits: int = 0
    defender: str = "stays"
    defender_stunned: bool = False
    attackers: tuple[str, ...] = ()
    attackers_combat: tuple[str, ...] = ()
    defender_combat: str = ""

    @property
    def hits(self) -> int:
        """How many margins reached the AR, those beyond death included."""
        return len(self.hitters)


def no_stun(_attacker: int) -> bool:
    """Every hit is meant to hurt."""
    return False


def always_unhorse(_beaten: int | None) -> str:
    """A beaten rider is thrown."""
    return "unhorse"


def always_hit(_attacker: int) -> str:
    """A stunned man is struck."""
    return "hit"


@clause("OP-MELEE-01", "OP-MELEE-02", "OP-MELEE-32", "OP-SCALE-06")
def fight(
    table: Table[Any],
    attackers: Sequence[Fighter],
    defender: Fighter,
    options: Options,
    *,
    stun: Callable[[int], bool] = no_stun,
    unhorse: Callable[[int | None], str] = always_unhorse,
    against_stunned: Callable[[int], str] = always_hit,
    attacker_side: str | None = None,
    defender_side: str | None = None,
) -> Fight:
    """Fight it out: dice, comparisons, hits in listed order, beaten attackers, the defender.

    `stun(i)` is asked when attacker i's hit counts; `unhorse(i)` when a mounted figure is beaten
    and the winner may choose ("push" or "unhorse"; None: the defender); `against_stunned(i)` is
    "hit", "capture" or "leave".
    """
    if defender.stunned:
        return strike_stunned(attackers, defender, against_stunned)
    attack, defend = _roll(
        table,
        attackers,
        defender,
        options,
        attacker_side=attacker_side,
        defender_side=defender_side,
    )
    margins = tuple([a - d for a, d in zip(attack, defend, strict=True)])
    pairs = compare(attack, margins, options)
    struck = hitters(margins, pairs, armour_rating(defender.armour))
    fought = settle(attackers, defender, pairs, struck, options, stun=stun, unhorse=unhorse)
    fought.attack_totals = attack
    fought.defend_totals = defend
    fought.armour = armour_rating(defender.armour)
    fought.margins = margins
    return fought


@clause("OP-MELEE-10", "OP-OPT-14")
def _roll(
    table: Table[Any],
    attackers: Sequence[Fighter],
    defender: Fighter,
    options: Options,
    *,
    attacker_side: str | None,
    defender_side: str | None,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One die for each attacker, one for the defender against them all (or one for each pair)."""
    guard = defence_tally(defender, len(attackers), options)
    attack: list[int] = []
    defend: list[int] = []
    for place, attacker in enumerate(attackers, 1):
        tally = attack_tally(attacker, options)
        roll = table.roll(D10(f"attacker {place}"), tally, attacker_side, HIGH)
        attack.append(roll + tally.total)
        if options.multi_attack == "pairs" or place == len(attackers):
            roll = table.roll(D10("defender"), guard, defender_side, HIGH)
            defend.append(roll + guard.total)
    if options.multi_attack != "pairs":
        defend *= len(attackers)
    return tuple(attack), tuple(defend)


@clause("OP-MELEE-10", "OP-MELEE-13", "OP-MELEE-14", "OP-OPT-14")
def compare(attack: Sequence[int], margins: Sequence[int], options: Options) -> tuple[str, ...]:
    """Each attacker against the defender; with `best` only the first of the highest counts."""
    each = tuple([ATTACKER_WINS if m > 0 else DEFENDER_WINS if m < 0 else TIE for m in margins])
    if options.multi_attack != "best" or max(margins) < 0:
        return each
    best = attack.index(max(attack))
    return tuple([pair if place == best else NO_EFFECT for place, pair in enumerate(each)])


@clause("OP-MELEE-17", "OP-MELEE-18", "OP-MELEE-30", "OP-ARM-02", "OP-ARM-06", "OP-ARM-09")
def hitters(margins: Sequence[int], pairs: Sequence[str], armour: int) -> tuple[int, ...]:
    """The attackers who draw blood: they win by the AR or more. Defenders never do."""
    return tuple(
        [
            place
            for place, margin in enumerate(margins)
            if pairs[place] == ATTACKER_WINS and margin >= armour
        ]
    )


@clause("OP-MELEE-19", "OP-MELEE-30", "OP-MELEE-32")
def settle(
    attackers: Sequence[Fighter],
    defender: Fighter,
    pairs: tuple[str, ...],
    struck: tuple[int, ...],
    options: Options,
    *,
    stun: Callable[[int], bool],
    unhorse: Callable[[int | None], str],
) -> Fight:
    """What the comparisons come to: hits or stuns, then beaten attackers, then the defender."""
    fought = Fight(pairs=pairs, hitters=struck, defender_hits=defender.hits)
    _hurt(fought, defender, stun)
    fought.attackers = tuple(
        [
            _beaten(attackers[place].mounted, place, options, unhorse)
            if pair == DEFENDER_WINS
            else "stays"
            for place, pair in enumerate(pairs)
        ]
    )
    if KILLED in fought.effects:
        fought.defender = "removed"
    elif ATTACKER_WINS in pairs:
        fought.defender = _beaten(defender.mounted, None, options, unhorse)
    fought.attackers_combat = tuple([RESULT_FOR_ATTACKER[pair] for pair in pairs])
    fought.defender_combat = defender_result(pairs)
    return fought


@clause("OP-STUN-01", "OP-STUN-02", "OP-STUN-08", "OP-WOUND-09")
def _hurt(fought: Fight, defender: Fighter, stun: Callable[[int], bool]) -> None:
    """Each hit stuns or climbs the ladder; death voids the rest, and any stun."""
    for attacker in fought.hitters:
        if stun(attacker):
            effect = STUNNED
        else:
            effect = effect_of_hit(defender.rank, fought.defender_hits)
            fought.defender_hits += 1
        fought.effects += (effect,)
        fought.effects_by += (attacker,)
        fought.defender_stunned = effect != KILLED and STUNNED in fought.effects
        if effect == KILLED:
            return


@clause("OP-MELEE-15", "OP-MELEE-16", "OP-OPT-15")
def _beaten(
    mounted: bool, who: int | None, options: Options, unhorse: Callable[[int | None], str]
) -> str:
    """A beaten figure on foot is pushed back, a rider unhorsed, unless the winner may choose."""
    if not mounted:
        return "pushed"
    if options.unhorse == "winner_choice" and unhorse(who) == "push":
        return "pushed"
    return "unhorsed"


RESULT_FOR_ATTACKER = {
    ATTACKER_WINS: "won",
    DEFENDER_WINS: "lost",
    TIE: "tied",
    NO_EFFECT: "tied",  # OP-OPT-14
}


@clause("OP-MELEE-23")
def defender_result(pairs: Sequence[str]) -> str:
    """Lost if anybody beat him, else won if he beat anybody, else tied."""
    if ATTACKER_WINS in pairs:
        return "lost"
    return "won" if DEFENDER_WINS in pairs else "tied"


@clause("OP-STUN-05", "OP-STUN-06")
def strike_stunned(
    attackers: Sequence[Fighter], defender: Fighter, choice: Callable[[int], str]
) -> Fight:
    """Without dice each attacker hits a stunned man, takes him, or leaves him alone."""
    fought = Fight(
        pairs=(AUTOMATIC,) * len(attackers),
        attackers=("stays",) * len(attackers),
        defender_hits=defender.hits,
        defender_stunned=True,
    )
    for attacker in range(len(attackers)):
        what = choice(attacker)
        if what == "leave":
            continue
        effect = CAPTURED
        if what == "hit":
            effect = effect_of_hit(defender.rank, fought.defender_hits)
            fought.defender_hits += 1
        fought.effects += (effect,)
        fought.effects_by += (attacker,)
        if effect in {CAPTURED, KILLED}:
            fought.defender = "removed"
            fought.defender_stunned = False
            break
    return fought
