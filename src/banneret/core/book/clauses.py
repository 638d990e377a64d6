"""Which rule stands behind a piece of code: stamps on rules, and the ledger's raw material."""

from __future__ import annotations

import sys
from contextlib import suppress
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType

F = TypeVar("F", bound="Callable[..., Any]")

_STAMPS: dict[int, str] = {}  # by the id of a rule's code, for a code's own hash takes long
_MARKED: list[CodeType] = []  # which keeps those ids theirs


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why something is not allowed, and the clause that says so."""

    reason: str
    clause: str


def clause(*ids: str) -> Callable[[F], F]:
    """Mark a function with the clauses it carries out; calls of it cost no more than before.

    What a rule that takes the table tells, asks and rolls is stamped with its first id.
    """

    def mark(function: F) -> F:
        with suppress(AttributeError):  # a compiled function carries no marks
            function.__dict__["clauses"] = ids
            if next(iter(signature(function).parameters), "") == "table":
                _stamp(function.__code__, ids[0])
        return function

    return mark


def no_clause(function: F) -> F:
    """Mark where a battle is played on: whoever called that, its rules alone stamp its events."""
    with suppress(AttributeError):
        _stamp(function.__code__, "")
    return function


def _stamp(code: CodeType, first: str) -> None:
    _STAMPS[id(code)] = first
    _MARKED.append(code)


def clause_under_way() -> str:
    """Name the clause of the innermost rule that is being carried out.

    It is looked up among the calls under way when an event is kept, since that is far more seldom
    than that a rule is called.
    """
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001  # `inspect` takes twice as long
    while frame is not None:
        stamp = _STAMPS.get(id(frame.f_code))
        if stamp is not None:
            return stamp
        frame = frame.f_back
    return ""
