"""Procedures from plain functions: the rule a battle calls is the one that is adjudicated.

The situation of a procedure is made of the function's own parameters, its result of what it
gives: a NamedTuple by its fields, anything else under the key `gives`. What a result calls its
`tally` is told as reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_type_hints

import msgspec
from msgspec import Meta

from banneret.core.book.ruleset import Procedure, Ruled
from banneret.core.chance.draws import AtMost, Draw, Total
from banneret.core.chance.odds import weigh
from banneret.core.play.table import Table

from .tables import default

if TYPE_CHECKING:
    from banneret.core.book.tally import Reason
    from banneret.core.chance.counting import Faces, Outcomes

F = TypeVar("F", bound=Callable[..., Any])

PROCEDURES: dict[str, Procedure] = {}

ArmourClass = Annotated[int, Meta(ge=0, le=9)]
Score = Annotated[int, Meta(ge=0, le=99)]
Weight = Annotated[int, Meta(ge=0, le=99999)]
Inches = Annotated[float, Meta(ge=0, le=999)]
Half = Literal[1, 2]
Phase = Literal["TAC", "MELEE"]


def procedure(summary: str, gives: str = "", name: str = "") -> Callable[[F], F]:
    """Offer a rule alone, by its own name."""

    def enter(function: F) -> F:
        key = name or function.__name__
        PROCEDURES[key] = _made(key, function, summary, gives)
        return function

    return enter


def _made(key: str, function: Callable[..., Any], summary: str, gives: str) -> Procedure:
    dice = next(iter(signature(function).parameters)) == "table"

    def rule(table: Table[None], situation: Any) -> Ruled:
        given = {name: getattr(situation, name) for name in situation.__struct_fields__}
        found = function(table, default(), **given) if dice else function(default(), **given)
        return _ruled(found, gives)

    def outcomes(situation: Any) -> list[tuple[Ruled, int]]:
        return weigh(lambda thrown: rule(Table(None, thrown, {}, log=False), situation))

    return Procedure(key, _situation(key, function), rule, None, summary, outcomes)


def _situation(key: str, function: Callable[..., Any]) -> type[msgspec.Struct]:
    hints = get_type_hints(function, include_extras=True)
    fields = [
        (one.name, hints[one.name])
        if one.default is Parameter.empty
        else (one.name, hints[one.name], one.default)
        for one in signature(function).parameters.values()
        if one.kind is Parameter.KEYWORD_ONLY
    ]
    title = "".join(part.title() for part in key.split("_"))
    return msgspec.defstruct(title, fields, frozen=True, kw_only=True, forbid_unknown_fields=True)


def _ruled(found: Any, gives: str) -> Ruled:
    if gives:
        return Ruled({gives: found})
    parts: dict[str, Any] = found._asdict()
    tally: tuple[Reason, ...] = tuple(parts.pop("tally", ()))
    return Ruled({key: value for key, value in parts.items() if value is not None}, tally)


# -- dice


class Banded(Draw[str], frozen=True):
    """One die read in bands: upper bounds, and what each band means."""

    sides: int
    bands: tuple[int, ...]
    results: tuple[str, ...]
    add: int = 0

    @property
    def dice(self) -> Faces:
        """Give the one die."""
        return (self.sides,)

    def read(self, faces: Faces) -> str:
        """Give the result of the band the die falls into."""
        value = min(faces[0] + self.add, self.sides)
        return next(
            one for most, one in zip(self.bands, self.results, strict=True) if value <= most
        )

    def classes(self) -> Outcomes:
        """List one face for each result that can come."""
        return _classes(self.sides, self.bands, self.results, self.add)


@lru_cache(maxsize=256)
def _classes(
    sides: int, bands: tuple[int, ...], results: tuple[str, ...], add: int
) -> tuple[tuple[tuple[int, ...], int], ...]:
    draw = Banded("", sides, bands, results, add)
    weights: dict[str, int] = {}
    first: dict[str, int] = {}
    for face in range(1, sides + 1):
        result = draw.read((face,))
        first.setdefault(result, face)
        weights[result] = weights.get(result, 0) + 1
    return tuple(((first[result],), weight) for result, weight in weights.items())


def percent(table: Table[Any], purpose: str, chance: int, side: str | None = None) -> bool:
    """Roll d100: the chance or less succeeds (DE-GEN-02)."""
    return table.roll(AtMost(purpose, 100, chance), None, side).passed


def sixes(table: Table[Any], purpose: str, count: int, bonus: int = 0) -> int:
    """Roll so many d6 and add them up."""
    return table.roll(Total(purpose, count, 6, bonus)) if count else bonus


def halved(value: int) -> int:
    """Half, fractions dropped toward zero (DE-HOST-01)."""
    return int(value / 2)


def steps(difference: int, size: int) -> int:
    """Whole steps in a difference, toward zero (DE-GRAP-15)."""
    return int(difference / size)


def within(value: int, least: int, most: int) -> int:
    """Keep a number within limits."""
    return max(least, min(most, value))


def plain(value: int) -> int:
    """Keep a plain percentage within 0 and 100 (DE-HOST-02)."""
    return max(0, min(100, value))


def of(table: Mapping[str, Any], what: str, key: str) -> Any:
    """Find a row by its name, or refuse the name."""
    from banneret.core.errors import unknown  # noqa: PLC0415  # only when something is wrong

    if key not in table:
        raise unknown(what, key, table)
    return table[key]


def reached(steps: Iterable[tuple[int, int]], value: int) -> int:
    """What stands at the highest step that a value reaches; nought below the first."""
    return max((step for step in steps if step[0] <= value), default=(0, 0))[1]
