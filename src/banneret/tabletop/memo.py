"""Answers worked out from a state, kept until what they hang on changes.

class Battle(msgspec.Struct):
    memo: Memo = msgspec.field(default_factory=Memo)

@kept("places")                       # until something moves
def touching(battle: Battle, key: int) -> list[Man]: ...

battle.memo.places.clear()            # somebody was moved
battle.memo.forget()                  # somebody came, went or is no longer what he was
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from banneret.core.digest import Derived

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.tabletop.shapes.bases import Rect

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

MOST_KEPT: Final = 50_000
_NEVER: Final = object()


class Memo(Derived):
    """`places` holds until something moves, `muster` until somebody is no longer what he was."""

    __slots__ = ("muster", "places")

    def __init__(self) -> None:
        self.places: dict[Any, Any] = {}
        self.muster: dict[Any, Any] = {}

    def forget(self) -> None:
        """Somebody is no longer what he was."""
        self.places.clear()
        self.muster.clear()


class HasMemo(Protocol):
    """A state with a memo."""

    memo: Memo


B = TypeVar("B", bound=HasMemo)


def kept(
    until: str,
) -> Callable[[Callable[Concatenate[B, P], R]], Callable[Concatenate[B, P], R]]:
    """Keep what a function answers, by what it was asked, until `places` or `muster` change."""

    def wrap(work_out: Callable[Concatenate[B, P], R]) -> Callable[Concatenate[B, P], R]:
        name = work_out.__qualname__

        @wraps(work_out)
        def ask(state: B, /, *args: P.args, **more: P.kwargs) -> R:
            known: dict[Any, Any] = getattr(state.memo, until)
            key = (name, *args, *more.items())
            found = known.get(key, _NEVER)
            if found is _NEVER:
                found = known[key] = work_out(state, *args, **more)
            answer: R = found
            return answer

        return ask

    return wrap


def keep_answer(known: dict[tuple[float, ...], T], key: tuple[float, ...], answer: T) -> T:
    """Keep what was found for good; now and then all of it is forgotten."""
    if len(known) >= MOST_KEPT:
        known.clear()
    known[key] = answer
    return answer


def both_places(a: Rect, b: Rect) -> tuple[float, ...]:
    """The key of an answer between two bases: where and how they stand, and how deep they are."""
    return (a.x, a.y, a.facing, a.hd, b.x, b.y, b.facing, b.hd)
