"""The table: the only way a rule touches what is outside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from banneret.core.book.clauses import clause_under_way
from banneret.core.chance.dice import DiceWanted
from banneret.core.errors import BadPlayer, Diverged, IllegalAnswer, UnreadableAnswer
from banneret.core.play.events import Chose, Event, Rolled, Told
from banneret.core.play.tape import Answered, AnsweredAll, Thrown
from banneret.core.questions.forms import EnterDice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from banneret.core.book.tally import Tally
    from banneret.core.chance.dice import Dice
    from banneret.core.chance.draws import Draw
    from banneret.core.chance.wish import Wish
    from banneret.core.play.tape import Entry
    from banneret.core.questions.asking import Choice

S = TypeVar("S")
T = TypeVar("T")


class Decider(Protocol):
    """Somebody who answers at once: a computer player at a seat."""

    def decide(self, table: Table[Any], choice: Choice[Any]) -> Any:
        """Give an answer to the question, as plain data."""
        ...


class Pending(Exception):  # not an error: the step waits for people
    """The step cannot go on until people have answered."""

    def __init__(self, choices: Sequence[Choice[Any]], *, together: bool) -> None:
        self.choices = choices
        self.together = together


class Table(Generic[S]):
    """A battle being played for one step: its state, its questions, its dice, its log.

    What is on the tape is read; beyond its end deciders and dice are asked and the tape grows.
    `ready` holds people's answers to the next questions put together, `calls` what sides have
    called for of their own accord; `log=False` keeps no events.
    """

    __slots__ = (
        "_calls",
        "_deciders",
        "_log",
        "_ready",
        "answered",
        "at",
        "audience",
        "dice",
        "events",
        "openings",
        "state",
        "steps",
        "tape",
    )

    def __init__(
        self,
        state: S,
        dice: Dice,
        deciders: Mapping[str, Decider],
        tape: list[Entry] | None = None,
        ready: Mapping[int, Any] | None = None,
        *,
        log: bool = True,
        calls: Collection[tuple[str, str]] = (),
    ) -> None:
        self.state = state
        self.dice = dice
        self.tape: list[Entry] = [] if tape is None else tape
        self.events: list[Told] = []
        self.audience: tuple[str, ...] | None = None
        self.at = 0  # how many entries of the tape are behind us
        self._deciders = deciders
        self._ready = ready
        self._log = log
        self._calls = calls
        self.openings = 0  # how often a secrecy was ended
        self.answered = 0  # questions that deciders have answered
        self.steps = 0  # played before this one

    def ask(self, choice: Choice[T], audience: tuple[str, ...] | None = None) -> T:
        """Put a question to a side and return its answer; some alone may hear of it, if named."""
        only = choice.only()
        if only is not None:
            return only
        if audience is None:
            audience = self.audience
        if audience is not None:
            choice.audience = audience
        at = self.at
        side = choice.side
        tape = self.tape
        if at < len(tape):
            entry = tape[at]
            if type(entry) is not Answered or entry.side != side:
                raise Diverged(f"'{choice.prompt}' is asked of {side}, but the record has {entry}")
            value = _read(choice, entry.answer)
        else:
            value = self._decide(choice)
            tape.append(Answered(side, value if type(value) is not dict else _kept(value)))
        self.at = at + 1
        if self._log:
            told = Chose(side, choice.key, value if type(value) is not dict else _kept(value))
            self.events.append(Told(told, clause_under_way(), audience))
        return value

    def _decide(self, choice: Choice[T]) -> T:
        """Have whoever plays the side answer, and check what he says."""
        side = choice.side
        if side not in self._deciders:
            raise Pending((choice,), together=False)
        decider = self._deciders[side]
        value: T = decider.decide(self, choice)
        if value is not choice.found:
            value = _decided(decider, choice, value)
        self.answered += 1
        return value

    def ask_all(self, choices: Sequence[Choice[Any]]) -> list[Any]:
        """Put several questions at once and in secret; go on when all are answered."""
        if not choices:
            return []
        sides = tuple([choice.side for choice in choices])
        for choice in choices:
            choice.audience = (choice.side,)
        if self.at < len(self.tape):
            entry = self.tape[self.at]
            if type(entry) is not AnsweredAll or entry.sides != sides:
                raise Diverged(
                    f"'{choices[0].prompt}' is asked of {sides}, but the record has {entry}", sides
                )
            if len(entry.answers) != len(sides):
                raise Diverged(f"{len(sides)} answers are asked for, but the record has {entry}")
            values = [_read(one, a) for one, a in zip(choices, entry.answers, strict=True)]
        else:
            values = self._gather(choices)
            self.answered += 1
            self.tape.append(AnsweredAll(sides, tuple([_kept(value) for value in values])))
        self.at += 1
        if self._log:
            for choice, value in zip(choices, values, strict=True):
                told = Chose(choice.side, choice.key, _kept(value))
                self.events.append(Told(told, clause_under_way(), (choice.side,)))
        return values

    def _gather(self, choices: Sequence[Choice[Any]]) -> list[Any]:
        """Collect secret answers: people's first, so that no computer player is asked twice."""
        ready, self._ready = self._ready or {}, None
        deciders = self._deciders
        if any(i not in ready and one.side not in deciders for i, one in enumerate(choices)):
            raise Pending(choices, together=True)
        values = []
        for i, choice in enumerate(choices):
            if i in ready:
                values.append(choice.check(ready[i]))
            else:
                decider = deciders[choice.side]
                value = decider.decide(self, choice)
                values.append(value if value is choice.found else _decided(decider, choice, value))
        return values

    def roll(
        self,
        draw: Draw[T],
        tally: Tally | None = None,
        side: str | None = None,
        wish: Wish | None = None,
    ) -> T:
        """Put a question to chance and return the result the rule needs.

        `side` throws and hopes for what `wish` says, or for what the draw itself tells.
        """
        at = self.at
        dice = draw.dice
        if at < len(self.tape):
            entry = self.tape[at]
            if type(entry) is not Thrown or entry.dice != dice:
                raise Diverged(f"'{draw.purpose}' throws {dice}, but the record has {entry}")
            faces = entry.faces
        else:
            try:
                faces = self.dice.throw(draw) if dice else ()
            except DiceWanted:
                raise self._by_hand(draw, tally, side, wish) from None
            self.tape.append(Thrown(draw.purpose, dice, faces))
        self.at = at + 1
        if self._log:
            reasons = tally.reasons if tally is not None else ()
            total = draw.total(faces)
            rolled = Rolled(draw.purpose, dice, faces, reasons, side, wish or draw.wish, total)
            self.events.append(Told(rolled, clause_under_way(), self.audience))
        return draw.read(faces)

    def _by_hand(
        self, draw: Draw[Any], tally: Tally | None, side: str | None, wish: Wish | None
    ) -> Pending:
        """Ask people for the dice; anybody may throw for a computer's side or for nobody's."""
        thrower = "" if side is None or side in self._deciders else side
        choice = EnterDice(thrower, draw, whose=side, tally=tally, wish=wish)
        choice.audience = self.audience
        return Pending((choice,), together=False)

    def anything_called(self) -> bool:
        """Whether some side may have called for something, so that it is worth asking what."""
        return bool(self._calls) or self.at < len(self.tape)

    def called(self, side: str, what: str) -> bool:
        """Whether a side has called for something unasked (to concede); only a yes is recorded."""
        at = self.at
        if at < len(self.tape):
            if self.tape[at] != Answered(side, {"call": what}):
                return False
        elif (side, what) in self._calls:
            self.answered += 1
            self.tape.append(Answered(side, {"call": what}))
        else:
            return False
        self.at = at + 1
        if self._log:
            self.events.append(Told(Chose(side, "call", what), clause_under_way(), self.audience))
        return True

    def tell(self, event: Event, audience: tuple[str, ...] | None = None) -> None:
        """Note something in the log, for some sides alone if an audience is named."""
        if self._log:
            heard = self.audience if audience is None else audience
            self.events.append(Told(event, clause_under_way(), heard))

    def privately(self, sides: tuple[str, ...] | None) -> Privacy | Openness:
        """Keep everything inside to some sides alone (None: changes nothing)."""
        return OPENNESS if sides is None else Privacy(self, sides)

    def openly(self) -> None:
        """End every secrecy we are in: what was kept from others has come to light."""
        self.audience = None
        self.openings += 1

    def rewind(self) -> None:
        """Begin the next step with an empty tape."""
        self.tape.clear()
        self.at = 0
        self.steps += 1

    def unread(self) -> int:
        """Count the entries of the tape that nothing has asked for."""
        return len(self.tape) - self.at


class Unrecorded(Table[S]):
    """A table at which nobody ever looks back: nothing is written down and nothing is told."""

    __slots__ = ()

    def __init__(
        self,
        state: S,
        dice: Dice,
        deciders: Mapping[str, Decider],
        calls: Collection[tuple[str, str]] = (),
    ) -> None:
        super().__init__(state, dice, deciders, log=False, calls=calls)

    def ask(self, choice: Choice[T], audience: tuple[str, ...] | None = None) -> T:
        """Put a question to a side and return its answer."""
        only = choice.only()
        if only is not None:
            return only
        if audience is None:
            audience = self.audience
        if audience is not None:
            choice.audience = audience
        value = self._decide(choice)
        self.at += 1
        return value

    def ask_all(self, choices: Sequence[Choice[Any]]) -> list[Any]:
        """Put several questions at once and in secret."""
        if not choices:
            return []
        for choice in choices:
            choice.audience = (choice.side,)
        values = self._gather(choices)
        self.at += 1
        self.answered += 1
        return values

    def roll(
        self,
        draw: Draw[T],
        tally: Tally | None = None,
        side: str | None = None,
        wish: Wish | None = None,
    ) -> T:
        """Put a question to chance and return the result the rule needs."""
        try:
            faces = self.dice.throw(draw) if draw.dice else ()
        except DiceWanted:
            raise self._by_hand(draw, tally, side, wish) from None
        self.at += 1
        return draw.read(faces)

    def called(self, side: str, what: str) -> bool:
        """Whether a side has called for something unasked."""
        if (side, what) not in self._calls:
            return False
        self.at += 1
        self.answered += 1
        return True

    def tell(self, event: Event, audience: tuple[str, ...] | None = None) -> None:
        """Tell nobody."""

    def rewind(self) -> None:
        """Begin the next step."""
        self.at = 0
        self.steps += 1


class Privacy:
    """A stretch of play that some sides alone hear of, entered by `with table.privately(...)`.

    A class of its own, because the machinery of @contextmanager costs more than a cheap question.
    """

    __slots__ = ("_before", "_openings", "_sides", "_table")

    def __init__(self, table: Table[Any], sides: tuple[str, ...]) -> None:
        self._table = table
        self._sides = sides

    def __enter__(self) -> None:
        table = self._table
        self._before = table.audience
        self._openings = table.openings
        table.audience = self._sides

    def __exit__(self, *error: object) -> None:
        table = self._table
        table.audience = self._before if self._openings == table.openings else None


class Openness:
    """A stretch of play that is heard by whoever hears the rest."""

    __slots__ = ()

    def __enter__(self) -> None:
        """Change nothing."""

    def __exit__(self, *error: object) -> None:
        """Change nothing."""


OPENNESS = Openness()


def _read(choice: Choice[T], answer: Any) -> T:
    """Read an answer on record."""
    try:
        return choice.read(answer)
    except UnreadableAnswer as no:
        raise Diverged(f"the record does not fit the question: {no}") from no


def _decided(decider: Decider, choice: Choice[T], answer: Any) -> T:
    """Check a computer player's answer; a wrong one is the player's fault, not the people's."""
    try:
        return choice.check(answer)
    except (IllegalAnswer, UnreadableAnswer) as no:
        name = getattr(decider, "name", type(decider).__name__)
        raise BadPlayer(
            f"{name}, playing {choice.side}, answered '{choice.prompt}' with {answer!r}: {no}"
        ) from no


def _kept(value: Any) -> Any:
    """Give the record its own copy of what a rule could change."""
    return value.copy() if type(value) is dict else value
