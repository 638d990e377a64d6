"""The book's dice procedures, each usable alone: `banneret adjudicate`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from banneret.core.book.adjudicate import bare_table
from banneret.core.book.ruleset import Procedure, Ruled
from banneret.core.chance.odds import weigh

if TYPE_CHECKING:
    from banneret.core.play.table import Table

S = TypeVar("S", bound=msgspec.Struct)

PROCEDURES: dict[str, Procedure] = {}


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a procedure is told."""


class Nothing(Situation, frozen=True):
    """A procedure that needs to know nothing."""


def procedure(
    situation: type[S],
    summary: str,
    name: str = "",
    outcomes: Callable[[S], Sequence[tuple[Ruled, int]]] | None = None,
    *,
    lists: bool = False,
) -> Callable[[Callable[[Table[Any], S], Ruled]], Callable[[Table[Any], S], Ruled]]:
    """Offer a rule by its own name.

    `outcomes` weighs its ends where dice alone cannot; with `lists` the odds tell its lists too.
    """

    def offer(rule: Callable[[Table[Any], S], Ruled]) -> Callable[[Table[Any], S], Ruled]:
        known = name or rule.__name__
        weighed = _lists(rule) if lists else outcomes
        PROCEDURES[known] = Procedure(known, situation, rule, summary=summary, outcomes=weighed)
        return rule

    return offer


def _lists(
    rule: Callable[[Table[Any], S], Ruled],
) -> Callable[[S], Sequence[tuple[Ruled, int]]]:
    """Weigh every throw of a rule; lists of the result are written as one text each."""

    def weighed(given: S) -> Sequence[tuple[Ruled, int]]:
        found = weigh(lambda dice: rule(bare_table(dice), given), fine=True)
        return [(Ruled(_written(one.result), one.tally), many) for one, many in found]

    return weighed


def _written(result: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: ", ".join(map(str, one)) or "none" if isinstance(one, list | tuple) else one
        for key, one in result.items()
    }


def helper(
    situation: type[S], summary: str, name: str = ""
) -> Callable[[Callable[[S], dict[str, Any]]], Callable[[S], dict[str, Any]]]:
    """Offer a reckoning without dice by its own name."""

    def offer(rule: Callable[[S], dict[str, Any]]) -> Callable[[S], dict[str, Any]]:
        known = name or rule.__name__

        def played(_table: Table[None], given: S) -> Ruled:
            return Ruled(rule(given))

        PROCEDURES[known] = Procedure(known, situation, played, summary=summary)
        return rule

    return offer


def value(found: object) -> dict[str, Any]:
    """The answer of a helper that gives one thing."""
    return {"value": found}
