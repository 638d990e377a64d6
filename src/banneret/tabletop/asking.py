"""Dice procedures that a chapter offers alone, and ways that are judged as they are asked for.

class NerveSituation(Facts, frozen=True, kw_only=True):
    courage: int

@procedure("nerve", NerveSituation, "Whether he dares: a d6, his courage or less.")
def nerve(table: Table[None], s: NerveSituation) -> Ruled:
    return Ruled({"result": table.roll(D6("nerve")) <= s.courage})

PROCEDURES = procedures_of((nerve_module, blows_module))

way, trip = ask_way(table, check, foresee, side="a", key="move.way", prompt="Move Hal", ...)
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from banneret.core.book.clauses import Refusal
from banneret.core.book.ruleset import Procedure, Ruled
from banneret.core.book.tally import Reason
from banneret.core.chance.odds import weigh
from banneret.core.play.table import Table
from banneret.core.questions.choices import Way
from banneret.core.questions.lazy import LazyMove

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from fractions import Fraction
    from types import ModuleType

    from banneret.core.chance.dice import Dice
    from banneret.core.questions.choices import Preview

F = TypeVar("F", bound="Callable[[Table[None], Any], Ruled]")
G = TypeVar("G", bound="Callable[[Any], Sequence[tuple[Ruled, int]]]")
T = TypeVar("T")
H = TypeVar("H", bound="Callable[[Any], Mapping[str, Fraction]]")


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Part of a situation; a key it does not know is an error."""


def procedure(
    name: str,
    situation: type[msgspec.Struct],
    summary: str,
    outcomes: Callable[[Any], Sequence[tuple[Ruled, int]]] | None = None,
) -> Callable[[F], F]:
    """Offer a rule as a dice procedure of its own: `banneret adjudicate BOOK NAME`.

    Its exact odds tell apart what its result tells apart, not every throw; a rule with many dice
    may list its `outcomes` itself.
    """

    def mark(rule: F) -> F:
        found = outcomes if outcomes is not None else _weighed(rule)
        rule.__dict__["procedure"] = Procedure(
            name, situation, rule, summary=summary, outcomes=found
        )
        return rule

    return mark


def outcomes_of(rule: Callable[[Table[None], Any], Ruled]) -> Callable[[G], G]:
    """Let a function list how a procedure can come out, so that nobody need follow its dice."""

    def mark(outcomes: G) -> G:
        marked: Procedure = rule.__dict__["procedure"]
        rule.__dict__["procedure"] = replace(marked, outcomes=outcomes)
        return outcomes

    return mark


def chances(name: str, situation: type[msgspec.Struct], summary: str) -> Callable[[H], H]:
    """Offer exact chances as a procedure without dice, written as fractions."""

    def mark(distribution: H) -> H:
        def written(given: Any) -> dict[str, str]:
            return {outcome: str(chance) for outcome, chance in distribution(given).items()}

        def rule(_table: Table[None], given: Any) -> Ruled:
            return Ruled(written(given))

        distribution.__dict__["procedure"] = Procedure(name, situation, rule, written, summary)
        return distribution

    return mark


def procedures_of(modules: Iterable[ModuleType]) -> dict[str, Procedure]:
    """Gather the procedures that modules offer, in the order they stand there."""
    found = [
        vars(one)["procedure"]
        for module in modules
        for one in vars(module).values()
        if callable(one) and "procedure" in getattr(one, "__dict__", ())
    ]
    return {one.name: one for one in found}


def ask_way(
    table: Table[Any],
    check: Callable[[Way], T | Refusal],
    foresee: Callable[[T | Refusal], Preview],
    **asked: Any,
) -> tuple[Way, T]:
    """Ask for a way that the rules judge and price at once, and give it with what it came to.

    `check` refuses a way or says what it leads to, asked once for each; `foresee` makes a preview
    of that; the rest is what a `LazyMove` takes.
    """
    known: dict[Way, T | Refusal] = {}

    def judged(way: Way) -> T | Refusal:
        found = known.get(way)
        if found is None:
            found = known[way] = check(way)
        return found

    way: Way = table.ask(
        LazyMove(
            allows=lambda way: no if isinstance(no := judged(way), Refusal) else None,
            foresee=lambda way: foresee(judged(way)),
            **asked,
        )
    )
    found = judged(way)
    assert not isinstance(found, Refusal), found
    return way, found


def headed(who: str, reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Say whose reckoning it is, where one result has several."""
    return tuple([Reason(f"{who}: {one.label}", one.value, one.clause) for one in reasons])


def _weighed(
    rule: Callable[[Table[None], Any], Ruled],
) -> Callable[[Any], Sequence[tuple[Ruled, int]]]:
    """Give the outcomes of a rule by following its draws, equal results of a draw taken as one."""

    def outcomes(situation: Any) -> Sequence[tuple[Ruled, int]]:
        return weigh(lambda dice: rule(_bare(dice), situation))

    return outcomes


def _bare(dice: Dice) -> Table[None]:
    return Table(None, dice, {}, log=False)
