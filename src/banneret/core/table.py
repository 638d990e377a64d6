"""The table: the only way a rule touches what is outside it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from banneret.core.choices import Choice, EnterDice
from banneret.core.dice import HandDice
from banneret.core.errors import Diverged
from banneret.core.events import Chose, Event, Rolled, Told
from banneret.core.tape import Answered, AnsweredAll, Thrown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from banneret.core.dice import Dice
    from banneret.core.draws import Draw
    from banneret.core.tally import Tally
    from banneret.core.tape import Entry

S = TypeVar("S")
T = TypeVar("T")


class Decider(Protocol):
    """Somebody who answers at once: a computer player at a seat."""

    def decide(self, table: Table[Any], choice: Choice[Any]) -> Any:
        """Give an answer to the question, as plain data."""
        ...


class Pending(Exception):  # noqa: N818  # not an error: the step waits for people
    """The step cannot go on until people have answered."""

    def __init__(self, choices: Sequence[Choice[Any]], *, together: bool) -> None:
        super().__init__("waiting for an answer")
        self.choices = choices
        self.together = together


class Table(Generic[S]):
    """A battle being played for one step: its state, its questions, its dice, its log."""

    __slots__ = (
        "_at",
        "_deciders",
        "_ready",
        "audience",
        "clause",
        "dice",
        "events",
        "state",
        "tape",
    )

    def __init__(
        self,
        state: S,
        dice: Dice,
        deciders: Mapping[str, Decider],
        tape: list[Entry] | None = None,
        ready: Mapping[int, Any] | None = None,
    ) -> None:
        self.state = state
        self.dice = dice
        self.tape: list[Entry] = [] if tape is None else tape
        self.events: list[Told] = []
        self.clause = ""
        self.audience: tuple[str, ...] | None = None
        self._at = 0
        self._deciders = deciders
        self._ready = ready

    def ask(self, choice: Choice[T]) -> T:
        """Put a question to a side and return its answer."""
        only = choice.only()
        if only is not None:
            return only
        if self.audience is not None:
            choice.audience = self.audience
        at = self._at
        if at < len(self.tape):
            entry = self.tape[at]
            if type(entry) is not Answered or entry.side != choice.side:
                raise Diverged(
                    f"'{choice.prompt}' is asked of {choice.side}, but the record has {entry}"
                )
            self._at = at + 1
            value = choice.read(entry.answer)
            answer = entry.answer
        else:
            decider = self._deciders.get(choice.side)
            if decider is None:
                raise Pending((choice,), together=False)
            answer = decider.decide(self, choice)
            value = choice.check(answer)
            self.tape.append(Answered(choice.side, answer))
            self._at = at + 1
        self.events.append(Told(Chose(choice.side, choice.key, answer), self.clause, self.audience))
        return value

    def ask_all(self, choices: Sequence[Choice[Any]]) -> list[Any]:
        """Put several questions at once and in secret; go on when all are answered."""
        if not choices:
            return []
        if self._at < len(self.tape):
            entry = self.tape[self._at]
            sides = tuple(choice.side for choice in choices)
            if type(entry) is not AnsweredAll or entry.sides != sides:
                raise Diverged(
                    f"'{choices[0].prompt}' is asked of {sides}, but the record has {entry}"
                )
            answers = entry.answers
            values = [choice.read(a) for choice, a in zip(choices, answers, strict=True)]
        else:
            answers = self._gather(choices)
            values = [choice.check(a) for choice, a in zip(choices, answers, strict=True)]
            self.tape.append(AnsweredAll(tuple(choice.side for choice in choices), answers))
        self._at += 1
        for choice, answer in zip(choices, answers, strict=True):
            told = Chose(choice.side, choice.key, answer)
            self.events.append(Told(told, self.clause, (choice.side,)))
        return values

    def _gather(self, choices: Sequence[Choice[Any]]) -> tuple[Any, ...]:
        """Collect secret answers: people's first, so that no computer player is asked twice."""
        ready = self._ready or {}
        people = [i for i, choice in enumerate(choices) if choice.side not in self._deciders]
        if any(i not in ready for i in people):
            raise Pending(choices, together=True)
        self._ready = None
        return tuple(
            ready[i] if i in ready else self._deciders[choice.side].decide(self, choice)
            for i, choice in enumerate(choices)
        )

    def roll(self, draw: Draw[T], tally: Tally | None = None, side: str | None = None) -> T:
        """Put a question to chance and return the result the rule needs."""
        at = self._at
        if at < len(self.tape):
            entry = self.tape[at]
            if type(entry) is not Thrown or entry.dice != draw.dice:
                raise Diverged(f"'{draw.purpose}' throws {draw.dice}, but the record has {entry}")
            faces = entry.faces
        else:
            if type(self.dice) is HandDice:
                raise Pending((EnterDice(side or "", draw),), together=False)
            faces = self.dice.throw(draw)
            self.tape.append(Thrown(draw.purpose, draw.dice, faces))
        self._at = at + 1
        reasons = tally.reasons if tally is not None else ()
        rolled = Rolled(draw.purpose, draw.dice, faces, reasons, side)
        self.events.append(Told(rolled, self.clause, self.audience))
        return draw.read(faces)

    def tell(self, event: Event, audience: tuple[str, ...] | None = None) -> None:
        """Note something in the log."""
        self.events.append(Told(event, self.clause, audience or self.audience))

    @contextmanager
    def privately(self, sides: tuple[str, ...] | None) -> Iterator[None]:
        """Keep everything inside to some sides alone (None: changes nothing)."""
        before = self.audience
        if sides is not None:
            self.audience = sides
        try:
            yield
        finally:
            self.audience = before
