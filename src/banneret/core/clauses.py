"""Which rule stands behind a piece of code: stamps on rules, and the ledger's raw material."""

from __future__ import annotations

from contextlib import suppress
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")


class Refusal(NamedTuple):
    """Why something is not allowed, and the clause that says so."""

    reason: str
    clause: str


def clause(*ids: str) -> Callable[[F], F]:
    """Mark a function with the clauses it carries out.

    A rule that takes the table also stamps every question, roll and event inside its call with
    the first id; a pure question is only marked, at no cost per call.
    """

    def mark(function: F) -> F:
        if next(iter(signature(function).parameters), "") != "table":
            with suppress(AttributeError):  # a compiled function carries no marks
                function.__dict__["clauses"] = ids
            return function
        first = ids[0]
        if len(signature(function).parameters) == 1:
            return _stamped_step(function, ids)

        @wraps(function)
        def stamped(table: Any, *args: Any, **kwargs: Any) -> Any:
            before = table.clause
            table.clause = first
            try:
                return function(table, *args, **kwargs)
            finally:
                table.clause = before

        stamped.__dict__["clauses"] = ids
        return stamped  # type: ignore[return-value]  # wraps keeps the signature, mypy cannot see it

    return mark


def _stamped_step(function: F, ids: tuple[str, ...]) -> F:
    """Stamp a rule that takes the table alone, as every step does."""
    first = ids[0]

    @wraps(function)
    def stamped(table: Any) -> Any:
        before = table.clause
        table.clause = first
        try:
            return function(table)
        finally:
            table.clause = before

    stamped.__dict__["clauses"] = ids
    return stamped  # type: ignore[return-value]  # as above
