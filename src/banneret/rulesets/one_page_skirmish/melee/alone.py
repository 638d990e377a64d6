"""Melee, alone: one fight and its exact chances; the parts stand in fighters, fight, melee_odds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Reason
from banneret.core.errors import BadData
from banneret.tabletop.asking import chances, headed, outcomes_of, procedure

from ..basics.situation import Situation, refuse_repeats, ruled
from ..shooting.armour import armour_rating
from .dice import Fight, fight, settle, strike_stunned
from .fighters import (
    MOST_ATTACKERS,
    Fighter,
    attack_modifiers,
    attack_tally,
    defence_modifiers,
    defence_tally,
)
from .odds import HITS, LOSES, PAIR, TIES, WINS, MeleeOdds, ends, melee_odds
from .wounds import refuse_dead

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

    AgainstStunned = str
    Unhorsing = str
else:
    AgainstStunned = Literal["hit", "capture", "leave"]
    Unhorsing = Literal["unhorse", "push"]

__all__ = [
    "Fight",
    "Fighter",
    "MeleeOdds",
    "MeleeSituation",
    "attack_tally",
    "defence_tally",
    "fight",
    "melee",
    "melee_distribution",
    "melee_odds",
    "melee_outcomes",
    "melee_summary",
]

STUNNED_KEYS = ("pairs", "effects", "defender_hits", "defender", "attackers")
KEYS = (
    "attack_totals",
    "defend_totals",
    "armour",
    "pairs",
    "hits",
    "effects",
    "defender_hits",
    "defender",
    "defender_stunned",
    "attackers",
    "attackers_combat",
    "defender_combat",
)
END_KEYS = tuple(key for key in KEYS if key not in {"attack_totals", "defend_totals"})


class MeleeSituation(Situation, frozen=True, kw_only=True):
    """One fight: one to three attackers on a defender, and what the winners would choose."""

    attackers: Annotated[tuple[Fighter, ...], Meta(min_length=1, max_length=MOST_ATTACKERS)]
    defender: Fighter
    stun: Annotated[tuple[bool, ...], Meta(max_length=MOST_ATTACKERS)] = ()
    against_stunned: Annotated[tuple[AgainstStunned, ...], Meta(max_length=MOST_ATTACKERS)] = ()
    unhorse_choice: Unhorsing | None = None  # none: unhorse

    def stuns(self, attacker: int) -> bool:
        """Whether this attacker turns his hit into a stun."""
        return attacker < len(self.stun) and self.stun[attacker]

    def unhorses(self, _beaten: int | None) -> str:
        """What winners do with a beaten rider."""
        return self.unhorse_choice or "unhorse"

    def finishes(self, attacker: int) -> str:
        """What this attacker does to a stunned man."""
        chosen = self.against_stunned
        return chosen[attacker] if attacker < len(chosen) else "hit"


# -- what is refused


@clause("OP-MELEE-09", "OP-STUN-03", "OP-WPN-05", "OP-WPN-06")
def check_melee(situation: MeleeSituation) -> None:
    """Refuse figures and choices that cannot be."""
    count = len(situation.attackers)
    for place, attacker in enumerate(situation.attackers):
        _check_fighter(f"attackers[{place}]", attacker)
        if attacker.stunned:
            raise BadData(f"attackers[{place}].stunned = true: a stunned figure does not attack")
    _check_fighter("defender", situation.defender)
    for key, given in (("stun", situation.stun), ("against_stunned", situation.against_stunned)):
        if len(given) > count:
            raise BadData(
                f"{key} has {len(given)} entries: expected at most {count}, one an attacker"
            )


def _check_fighter(key: str, fighter: Fighter) -> None:
    refuse_dead(f"{key}.hits", fighter.rank, fighter.hits)
    refuse_repeats(f"{key}.armour", fighter.armour)
    weapon = fighter.weapon
    if weapon == "polearm" and fighter.mounted:
        raise BadData(f"{key}.weapon = 'polearm': a mounted figure cannot hold a polearm")
    if weapon == "lance" and not fighter.mounted:
        raise BadData(f"{key}.weapon = 'lance': only a mounted figure can hold a lance")
    if fighter.lance_charge and weapon != "lance":
        raise BadData(f"{key}.lance_charge = true: the weapon in hand is not a lance")


# -- the procedures


@procedure("melee", MeleeSituation, "One fight of one to three attackers against a defender.")
@clause("OP-MELEE-01")
def melee(table: Table[None], situation: MeleeSituation) -> Ruled:
    """Fight one fight."""
    check_melee(situation)
    fought = fight(
        table,
        situation.attackers,
        situation.defender,
        situation.options,
        stun=situation.stuns,
        unhorse=situation.unhorses,
        against_stunned=situation.finishes,
    )
    return _ruled(situation, fought, STUNNED_KEYS if situation.defender.stunned else KEYS)


def _ruled(situation: MeleeSituation, fought: Fight, keys: tuple[str, ...]) -> Ruled:
    result = {key: getattr(fought, key) for key in keys}
    plain = {key: list(v) if isinstance(v, tuple) else v for key, v in result.items()}
    return ruled(plain, *([] if situation.defender.stunned else _reckoning(situation)))


def _reckoning(situation: MeleeSituation) -> list[Reason]:
    """Every modifier of every figure."""
    lines: list[Reason] = []
    for place, attacker in enumerate(situation.attackers, 1):
        lines += headed(f"attacker {place}", attack_modifiers(attacker))
    guard = defence_modifiers(situation.defender, len(situation.attackers))
    return [*lines, *headed("defender", guard)]


@chances(
    "melee_distribution",
    MeleeSituation,
    "Exact chances of a fight: defender, last effect, each attacker.",
)
def melee_distribution(situation: MeleeSituation) -> dict[str, Fraction]:
    """The chance of every end: defender, last effect or none, each attacker."""
    weights: dict[str, int] = {}
    for fought, weight in _fights(situation):
        name = _end_name(fought)
        weights[name] = weights.get(name, 0) + weight
    total = sum(weights.values())
    return {name: Fraction(weight, total) for name, weight in weights.items()}


@outcomes_of(melee)
def melee_outcomes(situation: MeleeSituation) -> list[tuple[Ruled, int]]:
    """Every way the fight can end, without the totals that the faces decide."""
    keys = STUNNED_KEYS if situation.defender.stunned else END_KEYS
    return [(_ruled(situation, fought, keys), weight) for fought, weight in _fights(situation)]


def _fights(situation: MeleeSituation) -> Iterator[tuple[Fight, int]]:
    """Every way the fight can end, pair by pair, and its weight."""
    check_melee(situation)
    attackers, defender = situation.attackers, situation.defender
    if defender.stunned:
        yield strike_stunned(attackers, defender, situation.finishes), 1
        return
    for end, weight in ends(attackers, defender, situation.options):
        fought = settle(
            attackers,
            defender,
            tuple([PAIR[what] for what in end]),
            tuple([place for place, what in enumerate(end) if what == HITS]),
            situation.options,
            stun=situation.stuns,
            unhorse=situation.unhorses,
        )
        fought.armour = armour_rating(defender.armour)
        yield fought, weight


def _end_name(fought: Fight) -> str:
    effect = fought.effects[-1] if fought.effects else "none"
    return "|".join((fought.defender, effect, *fought.attackers))


SUMMARY = {HITS: "hit", WINS: "pushed", TIES: "tie", LOSES: "attacker_loses"}


@chances(
    "melee_summary", MeleeSituation, "Exact chances of a duel: hit, pushed, tie, attacker loses."
)
def melee_summary(situation: MeleeSituation) -> dict[str, Fraction]:
    """The four ways a duel can go."""
    check_melee(situation)
    count = len(situation.attackers)
    if count != 1:
        raise BadData(f"attackers has {count} entries: a summary is of one attacker")
    if situation.defender.stunned:
        raise BadData("defender.stunned = true: a stunned figure is struck without dice")
    weights = {
        end[0]: weight
        for end, weight in ends(situation.attackers, situation.defender, situation.options)
    }
    total = sum(weights.values())
    return {name: Fraction(weights[end], total) for end, name in SUMMARY.items() if end in weights}
