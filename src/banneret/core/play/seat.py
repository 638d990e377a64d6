"""A computer player's seat: what he may know, and how he imagines the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, runtime_checkable
from weakref import ref

from banneret.core.errors import BadPlayer, Diverged
from banneret.core.play.events import Chose, Rolled
from banneret.core.play.table import Pending, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.core.chance.dice import Dice
    from banneret.core.chance.draws import Draw
    from banneret.core.play.events import Told
    from banneret.core.play.game import Game
    from banneret.core.play.tape import Entry
    from banneret.core.questions.asking import Choice

S = TypeVar("S")

GUESSES = 50  # before a player gives up imagining a battle that fits what he saw in this step


class Player(Protocol):
    """Somebody who decides by himself; `foresees` says that he wants to try things on forks.

    A player who keeps something between decisions (his own dice, a plan) may offer `copy()`; a fork
    then plays with a copy of him.
    """

    foresees: bool

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        """Answer a question from what the seat may know."""
        ...


@runtime_checkable
class Whimsical(Protocol):
    """A player who chooses by a whim where nothing tells better from worse, as in setting up."""

    whim: int


@runtime_checkable
class Steady(Protocol):
    """A player who knows questions that nobody lets pass, be he never so green."""

    def steady(self, seat: Seat[Any], choice: Choice[Any]) -> bool:
        """Whether this is one of them."""
        ...


class Blind:
    """A player who looks at nothing but the question; the table asks him without a seat."""

    foresees = False

    def decide(self, seat: object, choice: Choice[Any]) -> Any:
        """Answer a question by what it says of itself."""
        raise NotImplementedError

    def rise(self) -> None:
        """He has never sat down."""


class Seat(Generic[S]):
    """What a player may know when he decides.

    It refers to its game weakly: a game holds its seats, and one of thousands of forks should be
    gone as soon as nobody looks at it, without waiting for the collector of cycles.
    """

    __slots__ = ("_find_game", "_looked", "_seen", "_table", "side")

    def __init__(self, game: Game[S], side: str) -> None:
        self._find_game = ref(game)
        self._table: Table[S] | None = None
        self._looked: tuple[Table[S], int, int] | None = None
        self._seen: S | None = None
        self.side = side

    @property
    def _game(self) -> Game[S]:
        game = self._find_game()
        assert game is not None, f"{self.side}: the game this seat belongs to is gone"
        return game

    @property
    def view(self) -> S:
        """The battle as this side may know it; to be read, never changed.

        Nothing changes between questions put together, so all of them are answered from one view.
        """
        table = self._table
        assert table is not None
        now = (table, table.steps, table.at)
        seen = self._seen
        if seen is None or self._looked != now:
            seen = self._seen = self._game.ruleset.view(table.state, self.side)
            self._looked = now
        return seen

    @property
    def events(self) -> list[Told]:
        """What this side has seen since the step began."""
        assert self._table is not None
        return [told for told in self._table.events if told.for_side(self.side)]

    def imagine(
        self, dice: Dice, players: Mapping[str, Player], *, history: bool = True
    ) -> Game[S]:
        """A whole game that fits what this side knows, standing at this decision.

        What is hidden is guessed by the book; secret answers and throws of the step under way are
        given anew by `players` and `dice`. A guess that would have shown this side other events
        than those it saw is dropped; Diverged says that none was found.
        """
        game, table = self._game, self._table
        assert table is not None
        assert game.keeps, f"{self.side}: a player who imagines says so with `foresees`"
        view = game.ruleset.view(game.state, self.side)
        for _ in range(GUESSES):
            guess = game.ruleset.imagine(view, self.side, dice)
            tape = list(table.tape)
            if tape and not game.ruleset.nothing_hidden:
                found = _Recall(game, table, self.side, dice, players).play(guess)
                if found is None:
                    continue
                tape = found
            return game.branch(guess, tape, dice, players, history=history)
        raise Diverged(f"{self.side} cannot imagine a battle that fits what it saw in this step")

    def sit(self, table: Table[S]) -> None:
        """Look at a table: the one where this side is asked now."""
        self._table = table

    def rise(self) -> None:
        """Leave the table; it holds who sits at it, and would never be gone by itself."""
        self._table = self._looked = None


class Seated(Generic[S]):
    """A player bound to his seat, as the table calls him."""

    __slots__ = ("_player", "_seat")

    def __init__(self, player: Player, seat: Seat[S]) -> None:
        self._player = player
        self._seat = seat

    @property
    def name(self) -> str:
        """The player's kind, for complaints about him."""
        return type(self._player).__name__

    def rise(self) -> None:
        """Let the player's seat go of the table."""
        self._seat.rise()

    def decide(self, table: Table[S], choice: Choice[Any]) -> Any:
        """Let the player decide from his seat."""
        seat = self._seat
        seat._table = table  # noqa: SLF001  # a call would cost as much as all the rest
        return self._player.decide(seat, choice)


class _Misfit(Exception):  # not an error: another guess is made
    """The imagined battle takes another course than the one that was seen."""


class _Recall(Generic[S]):
    """The step under way, played again in an imagined battle as far as one side remembers it."""

    def __init__(
        self, game: Game[S], table: Table[S], side: str, dice: Dice, players: Mapping[str, Player]
    ) -> None:
        self._game = game
        self._side = side
        self._seen = [told for told in table.events if told.for_side(side)]
        self._calls = [
            (event.side, event.answer)
            for event, *_ in self._seen
            if isinstance(event, Chose) and event.key == "call"
        ]
        self._memory = _remembered(self._seen)
        self._table: Table[S] | None = None
        self._at = 0
        self._dice = dice
        self._players = players

    def play(self, guess: S) -> list[Entry] | None:
        """Give the tape up to this decision, or None if the guess does not fit."""
        ruleset, side = self._game.ruleset, self._side
        deciders = dict.fromkeys(ruleset.sides(guess), self)
        table = self._table = Table(ruleset.clone(guess), self, deciders, calls=self._calls)
        try:
            ruleset.play_step(table)
        except Pending:
            seen = [told for told in table.events if told.for_side(side)]
            return table.tape if self._at == len(self._memory) and seen == self._seen else None
        except (_Misfit, BadPlayer):
            return None
        return None

    def decide(self, table: Table[S], choice: Choice[Any]) -> Any:
        """Answer as remembered; what this side did not see, as the players given would.

        How much was hidden is hidden too: it may be more or less here than it was.
        """
        if not self._heard(choice.audience):
            seat = Seat(self._game, choice.side)
            seat.sit(table)
            return self._players[choice.side].decide(seat, choice)
        event = self._next()
        if event is None:
            if choice.side != self._side:
                raise _Misfit
            raise Pending((), together=False)
        if not isinstance(event, Chose) or event.side != choice.side or event.key != choice.key:
            raise _Misfit
        return event.answer

    def throw(self, draw: Draw[Any]) -> tuple[int, ...]:
        """Let the dice fall as remembered; those this side did not see fall anew."""
        if self._table is not None and not self._heard(self._table.audience):
            return self._dice.throw(draw)
        event = self._next()
        if not isinstance(event, Rolled) or event.dice != draw.dice:
            raise _Misfit
        return event.faces

    def copy(self) -> _Recall[S]:
        """There is one memory."""
        return self

    def _heard(self, audience: tuple[str, ...] | None) -> bool:
        return audience is None or self._side in audience

    def _next(self) -> Chose | Rolled | None:
        """Give what comes next of what was seen; None: this is the decision."""
        if self._at == len(self._memory):
            return None
        self._at += 1
        return self._memory[self._at - 1]


def _remembered(events: Sequence[Told]) -> list[Chose | Rolled]:
    """List each single answer and throw among what a side saw."""
    return [
        event
        for event, *_ in events
        if (isinstance(event, Chose) and event.key != "call")
        or (isinstance(event, Rolled) and event.dice)
    ]
