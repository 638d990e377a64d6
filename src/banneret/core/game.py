"""A battle in progress: people and computer players at a table, with undo, forks and a journal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from banneret.core.choices import EnterDice
from banneret.core.digest import digest
from banneret.core.errors import (
    IllegalAnswer,
    NeedsConsent,
    NothingToUndo,
    StaleAnswer,
    WrongSide,
)
from banneret.core.table import Pending, Table
from banneret.core.tape import Answered, AnsweredAll, Thrown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.core.choices import Choice, Preview
    from banneret.core.dice import Dice
    from banneret.core.draws import Draw
    from banneret.core.events import Told
    from banneret.core.ruleset import Result, Ruleset
    from banneret.core.tape import Entry

S = TypeVar("S")


class Player(Protocol):
    """Somebody who decides by himself; `foresees` says that he wants to try things on forks."""

    foresees: bool

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        """Answer a question from what the seat may know."""
        ...


class Journal(Protocol):
    """Where a game is written down as it is played; each call returns when it is safe."""

    def entry(self, entry: Entry) -> None:
        """Note an answer or a throw."""
        ...

    def draft(self, index: int, answer: Any) -> None:
        """Note a secret answer that may still be changed."""
        ...

    def step(self, name: str, state_digest: str, events: Sequence[Told]) -> None:
        """Note that a step is complete."""
        ...

    def undo(self, step: int, entries: int) -> None:
        """Note that play goes on from the given step with that many of its entries kept."""
        ...

    def end(self, result: Result, state_digest: str) -> None:
        """Note the end."""
        ...


class Seat(Generic[S]):
    """What a player may know when he decides."""

    __slots__ = ("_game", "side", "table")

    def __init__(self, game: Game[S], side: str) -> None:
        self._game = game
        self.side = side
        self.table: Table[S] | None = None

    @property
    def view(self) -> S:
        """The battle as this side may know it; to be read, never changed."""
        assert self.table is not None
        return self._game.ruleset.view(self.table.state, self.side)

    def imagine(self, dice: Dice, players: Mapping[str, Player]) -> Game[S]:
        """A whole game that fits what this side knows, forked at the step under way."""
        game, table = self._game, self.table
        assert table is not None
        ruleset = game.ruleset
        guess = ruleset.imagine(ruleset.view(game.state, self.side), self.side, dice)
        ahead = Game(ruleset, guess, dice=dice, players=players)
        ahead.tape = list(table.tape)
        return ahead


class _Seated(Generic[S]):
    """A player bound to his seat, as the table calls him."""

    __slots__ = ("_player", "_seat")

    def __init__(self, player: Player, seat: Seat[S]) -> None:
        self._player = player
        self._seat = seat

    def decide(self, table: Table[S], choice: Choice[Any]) -> Any:
        self._seat.table = table
        return self._player.decide(self._seat, choice)


class Question:
    """What people must answer now: one question, or several at once in secret."""

    __slots__ = ("choices", "number", "together")

    def __init__(self, number: int, choices: Sequence[Choice[Any]], *, together: bool) -> None:
        self.number = number
        self.choices = choices
        self.together = together

    @property
    def choice(self) -> Choice[Any]:
        """The question, if it is a single one."""
        return self.choices[0]

    def for_side(self, side: str) -> list[tuple[int, Choice[Any]]]:
        """List the questions to one side with their places in the set."""
        return [(i, choice) for i, choice in enumerate(self.choices) if choice.side == side]


class Step(Generic[S]):
    """A finished step: where it began and what came from outside."""

    __slots__ = ("before", "events", "name", "tape")

    def __init__(self, name: str, before: S, tape: list[Entry], events: list[Told]) -> None:
        self.name = name
        self.before = before
        self.tape = tape
        self.events = events


class Game(Generic[S]):
    """A battle, played step by step; between steps it is plain data.

    `players` maps sides to computer players; sides left out are people, who are asked through
    `advance` and `answer`. Without people nothing can interrupt a step, so `history=False` plays
    on the state itself and keeps neither checkpoints nor events: the laboratory's way.
    """

    def __init__(
        self,
        ruleset: Ruleset[S],
        state: S,
        *,
        dice: Dice,
        players: Mapping[str, Player] | None = None,
        journal: Journal | None = None,
        history: bool = True,
    ) -> None:
        self.ruleset = ruleset
        self.state = state  # as it was when the current step began
        self.dice = dice
        self.journal = journal
        self.history = history
        self.steps: list[Step[S]] = []
        self.tape: list[Entry] = []
        self.result: Result | None = None
        self.question: Question | None = None
        self.decisions = 0
        self._table: Table[S] | None = None
        self._drafts: dict[int, Any] = {}
        self._committed: set[str] = set()
        self._noted = 0
        self.players: dict[str, Player] = {}
        self._deciders: dict[str, _Seated[S]] = {}
        for side, player in (players or {}).items():
            self.seat(side, player)

    def seat(self, side: str, player: Player | None) -> None:
        """Give a side to a computer player, or back to people."""
        if player is None:
            self.players.pop(side, None)
            self._deciders.pop(side, None)
        else:
            self.players[side] = player
            self._deciders[side] = _Seated(player, Seat(self, side))

    # -- playing on

    def advance(self) -> Question | None:
        """Play on until people must answer; None when the battle is over."""
        if self.question is not None and self._waiting():
            return self.question
        while self.result is None:
            if not self._step():
                return self.question
        return None

    def _step(self) -> bool:
        ruleset = self.ruleset
        state = ruleset.clone(self.state) if self.history else self.state
        table = Table(state, self.dice, self._deciders, self.tape, self._ready())
        self._table = table
        name = ruleset.phase(state)
        try:
            ruleset.play_step(table)
        except Pending as pending:
            self._note()
            self._wait(pending)
            return False
        self._note()
        self.question = None
        self._drafts, self._committed = {}, set()
        self._finish_step(name, table)
        return True

    def _finish_step(self, name: str, table: Table[S]) -> None:
        self.decisions += sum(type(entry) is not Thrown for entry in self.tape)
        if self.history:
            self.steps.append(Step(name, self.state, self.tape, table.events))
        self.state = table.state
        if self.journal is not None:
            self.journal.step(name, digest(self.state), table.events)
        self.tape = []
        self._noted = 0
        self._table = None
        self.result = self.ruleset.over(self.state)
        if self.result is not None and self.journal is not None:
            self.journal.end(self.result, digest(self.state))

    def _note(self) -> None:
        """Write down what came from outside since the last note."""
        if self.journal is not None:
            for entry in self.tape[self._noted :]:
                self.journal.entry(entry)
        self._noted = len(self.tape)

    def _wait(self, pending: Pending) -> None:
        number = self.asked()
        if self.question is None or self.question.number != number:
            self._drafts, self._committed = {}, set()
        self.question = Question(number, pending.choices, together=pending.together)

    def asked(self) -> int:
        """Count the entries so far: the number of the next question."""
        return sum(len(step.tape) for step in self.steps) + len(self.tape)

    # -- answering

    def answer(self, value: Any, side: str | None = None, number: int | None = None) -> None:
        """Answer the single question that is asked; IllegalAnswer says why not."""
        question = self._asked(number)
        if question.together:
            index = self._index_for(question, side)
            self.draft(index, value, side, number)
            self.commit(question.choices[index].side, number)
            return
        choice = question.choice
        self._own(choice, side)
        read = choice.check(value)
        if isinstance(choice, EnterDice):
            self.tape.append(Thrown(choice.draw.purpose, choice.draw.dice, read))
        else:
            self.tape.append(Answered(choice.side, value))
        self.question = None
        self._note()

    def draft(
        self, index: int, value: Any, side: str | None = None, number: int | None = None
    ) -> None:
        """Set the answer to one of several questions; it may be changed until it is committed."""
        question = self._asked(number)
        if not question.together or not 0 <= index < len(question.choices):
            raise StaleAnswer(f"there is no question {index} in what is asked now")
        choice = question.choices[index]
        self._own(choice, side)
        if choice.side in self._committed:
            raise StaleAnswer(f"{choice.side} has already committed its answers")
        choice.check(value)
        self._drafts[index] = value
        if self.journal is not None:
            self.journal.draft(index, value)

    def commit(self, side: str, number: int | None = None) -> None:
        """Make a side's secret answers final; when all sides have, play goes on."""
        question = self._asked(number)
        missing = [i for i, _ in question.for_side(side) if i not in self._drafts]
        if missing:
            raise IllegalAnswer(f"{side} has {len(missing)} questions left to answer")
        self._committed.add(side)

    def drafts(self, side: str) -> dict[int, Any]:
        """Tell a side what it has set so far."""
        if self.question is None:
            return {}
        mine = {i for i, _ in self.question.for_side(side)}
        return {i: value for i, value in self._drafts.items() if i in mine}

    def committed(self) -> frozenset[str]:
        """Name the sides whose secret answers are final."""
        return frozenset(self._committed)

    def preview(self, value: Any, index: int = 0) -> Preview:
        """Tell what an answer would mean; changes nothing."""
        return self._asked(None).choices[index].preview(value)

    def _asked(self, number: int | None) -> Question:
        question = self.question
        if question is None:
            raise StaleAnswer("nothing is asked now")
        if number is not None and number != question.number:
            raise StaleAnswer(f"question {number} is past; question {question.number} is asked now")
        return question

    def _index_for(self, question: Question, side: str | None) -> int:
        mine = question.for_side(side) if side is not None else list(enumerate(question.choices))
        open_ones = [i for i, choice in mine if choice.side not in self._committed]
        if len(open_ones) != 1:
            raise StaleAnswer(f"{len(open_ones)} questions are open: say which one is answered")
        return open_ones[0]

    def _own(self, choice: Choice[Any], side: str | None) -> None:
        if side is not None and choice.side and side != choice.side:
            raise WrongSide(f"'{choice.prompt}' is asked of {choice.side}, not of {side}")

    def _waiting(self) -> bool:
        assert self.question is not None
        if not self.question.together:
            return True
        people = {c.side for c in self.question.choices} - self._deciders.keys()
        return not people <= self._committed

    def _ready(self) -> dict[int, Any] | None:
        if self.question is None or not self.question.together:
            return None
        return dict(self._drafts)

    # -- looking

    @property
    def now(self) -> S:
        """The battle as it stands, in the middle of a step too; to be read, never changed."""
        return self._table.state if self._table is not None else self.state

    def view(self, side: str | None) -> S:
        """What a side (None: a spectator) may know now."""
        return self.ruleset.view(self.now, side)

    def events(self, side: str | None = None, *, everything: bool = False) -> list[Told]:
        """List what has happened so far, as one side may know it."""
        told = [event for step in self.steps for event in step.events]
        if self._table is not None:
            told += self._table.events
        return told if everything else [one for one in told if one.for_side(side)]

    def digest(self) -> str:
        """Name the state between steps."""
        return digest(self.state)

    # -- going back and branching off

    def undo(self, side: str, *, agreed: bool = False) -> None:
        """Take back the side's last answer, and everything after it."""
        at, keep = self._last_answer(side)
        tail = self._entries_from(at, keep)
        if not agreed and any(_reveals(entry, side) for entry in tail[1:]):
            raise NeedsConsent(
                "something was revealed since: the others must agree to take it back"
            )
        self._rewind_dice(tail)
        if at < len(self.steps):
            step = self.steps[at]
            self.state, self.tape = step.before, list(step.tape[:keep])
            del self.steps[at:]
        else:
            del self.tape[keep:]
        self.decisions = sum(type(e) is not Thrown for s in self.steps for e in s.tape)
        self.result, self.question, self._table = None, None, None
        self._drafts, self._committed = {}, set()
        self._noted = len(self.tape)
        if self.journal is not None:
            self.journal.undo(at, keep)

    def _last_answer(self, side: str) -> tuple[int, int]:
        tapes = [step.tape for step in self.steps] + [self.tape]
        for at in range(len(tapes) - 1, -1, -1):
            for keep in range(len(tapes[at]) - 1, -1, -1):
                if _is_by(tapes[at][keep], side):
                    return at, keep
        raise NothingToUndo(f"{side} has not decided anything yet")

    def _entries_from(self, at: int, keep: int) -> list[Entry]:
        tapes = [step.tape for step in self.steps] + [self.tape]
        return [*tapes[at][keep:], *(entry for tape in tapes[at + 1 :] for entry in tape)]

    def _rewind_dice(self, tail: Sequence[Entry]) -> None:
        """Put the thrown dice back, so that the same answer meets the same dice."""
        thrown = [entry for entry in tail if isinstance(entry, Thrown)]
        if thrown:
            self.dice = Again(thrown, self.dice)

    def fork(
        self, dice: Dice | None = None, players: Mapping[str, Player] | None = None
    ) -> Game[S]:
        """Branch off a game that shares nothing changeable with this one."""
        ahead = Game(
            self.ruleset,
            self.ruleset.clone(self.state),
            dice=self.dice.copy() if dice is None else dice,
            players=self.players if players is None else players,
        )
        ahead.tape = list(self.tape)
        ahead.result = self.result
        return ahead


class Again:
    """Dice that fall again as they fell before as long as the same dice are thrown, then as new."""

    __slots__ = ("_after", "_at", "_thrown")

    def __init__(self, thrown: Sequence[Thrown], after: Dice) -> None:
        self._thrown = thrown
        self._at = 0
        self._after = after

    def throw(self, draw: Draw[Any]) -> tuple[int, ...]:
        """Give the next remembered throw if it is of the same dice, else forget the rest."""
        at = self._at
        if at < len(self._thrown) and self._thrown[at].dice == draw.dice:
            self._at = at + 1
            return self._thrown[at].faces
        self._at = len(self._thrown)
        return self._after.throw(draw)

    def copy(self) -> Again:
        """Branch off the same future."""
        twin = Again(self._thrown, self._after.copy())
        twin._at = self._at
        return twin


def _is_by(entry: Entry, side: str) -> bool:
    if isinstance(entry, Answered):
        return entry.side == side
    return isinstance(entry, AnsweredAll) and side in entry.sides


def _reveals(entry: Entry, side: str) -> bool:
    """Whether the side learnt something by this entry that it cannot unlearn."""
    return not isinstance(entry, Answered) or entry.side != side
