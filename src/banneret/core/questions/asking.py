"""A question to one side: what every kind of question has in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from banneret.core.errors import IllegalAnswer, UnreadableAnswer
from banneret.core.show.overlay import Note, Overlay, Stretch

if TYPE_CHECKING:
    from banneret.core.book.clauses import Refusal

T = TypeVar("T")

NOTHING_YET = object()
_NONE_OF_ITS_OWN = ()  # slots: kinds of questions bring theirs


class Chance(Protocol):
    """A source of numbers for players who choose at random; never the battle's own dice."""

    def die(self, sides: int) -> int:
        """Give a number from 1 to `sides`."""
        ...


class Preview(msgspec.Struct, frozen=True):
    """What an answer would mean: lawful or why not, its price, its chances; nothing is changed."""

    legal: bool
    because: str = ""
    clause: str = ""
    price: float | None = None
    odds: dict[str, str] | None = None
    notes: tuple[str, ...] = ()
    stretches: tuple[Stretch, ...] = ()  # of a way: where it costs more than its length
    leads: tuple[tuple[float, float], ...] = ()  # of a way without points: where it goes
    legs: tuple[Any, ...] = ()  # of a drill: the footprint of each leg
    pays: tuple[tuple[str, int], ...] = ()  # of cards: what each purse pays
    rows: tuple[Note, ...] = ()  # the reckoning; a row without words is the sum of its title
    shapes: tuple[Overlay, ...] = ()  # what is drawn over the table while it is in hand
    ends: tuple[float, float, float] | None = None  # where and how its piece would stand


class Choice(Generic[T]):
    """A question to one side; `key` names its kind and `about` its subjects.

    `audience` names the sides that may know of the question at all (None: everybody); the table
    sets it from the secrecy the rule asks in. `found` is the answer that the question itself has
    found lawful when it was asked for any; that very answer need not be read and judged again.
    """

    __slots__ = _NONE_OF_ITS_OWN

    kind = "choice"

    side: str
    key: str
    prompt: str
    about: Sequence[Any]
    foresee: Callable[[Any], Preview] | None
    audience: tuple[str, ...] | None
    found: Any

    def read(self, answer: Any) -> T:
        """Turn plain data into the typed answer, or say what form is expected."""
        raise NotImplementedError

    def refusal(self, value: T) -> Refusal | None:
        """Say why a well-formed answer is not allowed, or None."""
        raise NotImplementedError

    def ideas(self) -> Sequence[Any]:
        """List lawful answers: all of them if they can be listed, else a sensible few."""
        raise NotImplementedError

    def first(self) -> Any:
        """Give the first of the lawful answers that `ideas` lists."""
        return self.ideas()[0]

    def lawful(self, answer: Any) -> T | None:
        """Give the answer as it would be taken, not to be judged again; None if it may not be."""
        try:
            self.found = self.check(answer)
        except (IllegalAnswer, UnreadableAnswer):
            return None
        own: T = self.found
        return own

    def any(self, chance: Chance) -> Any:
        """Give a lawful answer at random."""
        ideas = self.ideas()
        if not ideas:
            raise IllegalAnswer(f"{self.prompt}: nothing is allowed")
        return ideas[chance.die(len(ideas)) - 1]

    def only(self) -> T | None:
        """Give the one possible answer if there is nothing to decide."""
        return None

    def check(self, answer: Any) -> T:
        """Read an answer and make sure that it is allowed."""
        if answer is self.found:
            own: T = answer
            return own
        value = self.read(answer)
        refusal = self.refusal(value)
        if refusal is not None:
            raise IllegalAnswer(refusal.reason, refusal.clause)
        return value

    def preview(self, answer: Any) -> Preview:
        """Tell what an answer would mean without giving it."""
        try:
            value = self.check(answer)
        except IllegalAnswer as no:
            return Preview(legal=False, because=no.reason, clause=no.clause)
        except UnreadableAnswer as no:
            return Preview(legal=False, because=str(no))
        return self.foresee(value) if self.foresee is not None else Preview(legal=True)

    def describe(self) -> dict[str, Any]:
        """Say what is asked as plain data, for screens."""
        return {
            "kind": self.kind,
            "side": self.side,
            "key": self.key,
            "prompt": self.prompt,
            "about": list(self.about),
        }

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.side!r}, {self.key!r}, {self.prompt!r})"


class Asked(Choice[T]):
    """A question that is put together by hand; `Pick`, asked most of all, is a Struct instead."""

    __slots__ = ("about", "audience", "foresee", "found", "key", "prompt", "side")

    def __init__(
        self,
        side: str,
        key: str,
        prompt: str,
        about: Sequence[Any] = (),
        foresee: Callable[[T], Preview] | None = None,
    ) -> None:
        self.side = side
        self.key = key
        self.prompt = prompt
        self.about = about
        self.foresee = foresee
        self.audience = None
        self.found = NOTHING_YET
