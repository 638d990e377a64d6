"""A battle in progress: people and computer players at a table, with undo, forks and a journal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from banneret.core.book.clauses import no_clause
from banneret.core.chance.dice import HandDice
from banneret.core.digest import digest
from banneret.core.errors import (
    BanneretError,
    Diverged,
    NeedsConsent,
)
from banneret.core.play.answering import Answering
from banneret.core.play.peeking import keeps_knowledge
from banneret.core.play.rewind import Again, Past
from banneret.core.play.seat import Blind, Player, Seat, Seated
from banneret.core.play.steps import Journal, Step
from banneret.core.play.table import Pending, Table, Unrecorded
from banneret.core.play.tape import Thrown
from banneret.core.questions.questions import Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from banneret.core.book.ruleset import Result, Ruleset
    from banneret.core.chance.dice import Dice
    from banneret.core.play.events import Told
    from banneret.core.play.tape import Entry

__all__ = ["Again", "Game", "Journal", "Player", "Question", "Seat", "Step"]

S = TypeVar("S")

MOST_IDLE_STEPS = 10_000  # without a question or a throw; a battle with more never ends


class Game(Answering, Generic[S]):
    """A battle, played step by step; between steps it is plain data.

    `players` maps sides to computer players; sides left out are people, who are asked through
    `advance` and `answer`. Without people nothing can interrupt a step, so `history=False` plays
    on the state itself and keeps neither checkpoints nor events: the laboratory's way.
    `machine` throws for people who have real dice (`HandDice`) but leave a throw to it.
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
        machine: Dice | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.state = state  # as it was when the current step began
        self.dice = dice
        self.machine = machine
        self.journal = journal
        self.history = history
        self.steps: list[Step[S]] = []
        self.inherited = 0  # the first of them, which another battle played: they are never undone
        self.tape = []
        self.result: Result | None = None
        self.question = None
        self.decisions = 0
        self._table: Table[S] | None = None
        self._drafts = {}
        self._committed = {}
        self._drafted = -1
        self._calls = set()
        self._noted = 0
        self._before = 0
        self._idle = 0
        self.players: dict[str, Player] = {}
        self._deciders = {}
        self.keeps = history
        if players:
            for side, player in players.items():
                self.players[side] = player
                self._deciders[side] = self._seated(player, side)
                if player.foresees:
                    self.keeps = True

    def seat(self, side: str, player: Player | None) -> None:
        """Give a side to a computer player, or back to people."""
        if player is None:
            self.players.pop(side, None)
            self._deciders.pop(side, None)
        else:
            self.players[side] = player
            self._deciders[side] = self._seated(player, side)
        self.keeps = self.history or any(one.foresees for one in self.players.values())

    def _seated(self, player: Player, side: str) -> Seated[S] | Blind:
        """Whoever looks at nothing needs no seat."""
        return player if isinstance(player, Blind) else Seated(player, Seat(self, side))

    # -- playing on

    @no_clause
    def advance(self) -> Question | None:
        """Play on until people must answer; None when the battle is over."""
        if self.question is not None and self._waiting():
            return self.question
        while self.result is None:
            if not (self.keeps or self.journal or self.tape or self._committed):
                self._play_out()
            elif not self._step():
                return self.question
        return None

    def _play_out(self) -> None:
        """Play to the end: where nobody ever looks back, one table serves for every step."""
        ruleset = self.ruleset
        table = Unrecorded(self.state, self.dice, self._deciders, self._calls)
        self._table = table
        phase, sequence, ended = ruleset.phase, ruleset.sequence, ruleset.ended
        decisions, before, idle = self.decisions, self._before, self._idle
        try:
            while True:
                name = phase(table.state)
                sequence[name](table)
                if table.at:
                    idle = 0
                    before += table.at
                    table.rewind()
                else:
                    idle += 1
                    if idle > MOST_IDLE_STEPS:
                        raise _endless(name, idle)
                if ended(table.state):
                    break
        except Pending as pending:
            self._wait(pending)
        finally:
            self.decisions, self._before, self._idle, self.state = (
                decisions + table.answered,
                before,
                idle,
                table.state,
            )
        self.result = ruleset.over(table.state)
        self._table = None
        for decider in self._deciders.values():
            decider.rise()

    @no_clause  # as above; one call less to look through for every event
    def _step(self) -> bool:
        ruleset = self.ruleset
        state = ruleset.clone(self.state) if self.keeps else self.state
        log = self.keeps or self.journal is not None
        table = Table(
            state,
            self.dice,
            self._deciders,
            self.tape,
            self._ready() if self._committed else None,
            log=log,
            calls=self._calls,
        )
        self._table = table
        if type(self.dice) is Again:
            self.dice.tape = self.tape
        name = ruleset.phase(state)
        try:
            ruleset.sequence[name](table)
        except Pending as pending:
            if self._noted != len(self.tape):
                self._note()
            self._wait(pending)
            return False
        except Diverged as no:
            raise Diverged(f"step {len(self.steps) + 1} ({name}): {no}", no.asked) from no
        if table.unread():
            raise Diverged(
                f"step {len(self.steps) + 1} ({name}) is over, but the record goes on: "
                f"{self.tape[-table.unread()]}"
            )
        if self._noted != len(self.tape):
            self._note()
        self._finish_step(name, table)
        return True

    def _finish_step(self, name: str, table: Table[S]) -> None:
        self._count(name)
        if self.history:
            self.steps.append(Step(name, self.state, self.tape, table.events))
        self.state = table.state
        if self.journal is not None:
            self.journal.step(name, digest(self.state), table.events)
        if type(self.dice) is Again:
            self.dice.path += self.tape
        self.tape = []
        self._noted = 0
        self._table = None
        self.question = None
        self.result = self.ruleset.over(self.state)
        if self.result is not None and self.journal is not None:
            self.journal.end(self.result, digest(self.state))

    def _count(self, name: str) -> None:
        """Reckon up what came from outside in a step; steps in which nothing did may not go on."""
        tape = self.tape
        if tape:
            self._idle = 0
            self._before += len(tape)
            for entry in tape:
                if type(entry) is not Thrown:
                    self.decisions += 1
            return
        self._idle += 1
        if self._idle > MOST_IDLE_STEPS:
            raise _endless(name, self._idle)

    @no_clause
    def replay(self, entries: Iterable[Entry]) -> None:
        """Play on by a record: whole steps and the beginning of the next; no dice are thrown.

        Diverged says where the rules ask for something else than the record has.
        """
        rest = [*self.tape, *entries]
        while rest:
            step = f"step {len(self.steps) + 1} ({self.ruleset.phase(self.state)})"
            if self.result is not None:
                raise Diverged(f"{step}: the battle is over, but the record goes on: {rest[0]}")
            table = Table(self.ruleset.clone(self.state), HandDice(), {}, rest)
            self._table = table
            try:
                self.ruleset.play_step(table)
            except Pending:
                self.tape = rest
                break
            except Diverged as no:
                raise Diverged(f"{step}: {no}") from no
            read = len(rest) - table.unread()
            self.tape, rest = rest[:read], rest[read:]
            self._finish_step(self.ruleset.phase(self.state), table)
        self._noted, self.question = len(self.tape), None

    def _note(self) -> None:
        """Write down what came from outside since the last note."""
        count = len(self.tape)
        if self.journal is not None and self._noted < count:
            for entry in self.tape[self._noted :]:
                self.journal.entry(entry)
        self._noted = count

    def _wait(self, pending: Pending) -> None:
        if not self.history:
            sides = ", ".join(choice.side or "the dice" for choice in pending.choices)
            raise BanneretError(f"without history nobody can be waited for, but {sides} is asked")
        number = self.asked()
        if self._drafted != number:
            self._drafted, self._drafts, self._committed = number, {}, {}
        self.question = Question(number, pending.choices, together=pending.together)

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

    def last_answered(self, side: str) -> int:
        """Give the number of the question that the side answered last."""
        past, by_hand = self._past(), isinstance(self.dice, HandDice)
        return self.asked() - len(past.since(*past.last_answer(side, by_hand=by_hand)))

    def _past(self) -> Past:
        own = self.steps[self.inherited :]
        return Past(
            [*[step.tape for step in own], self.tape],
            [*[step.events for step in own], self._table.events if self._table else []],
        )

    def undo(self, side: str, *, agreed: bool = False, since: int | None = None) -> None:
        """Take back the side's last answer, and everything after it.

        With `since` all that was said from that question on goes, and all of it must be free or
        agreed. Secret answers that are committed but not yet revealed only become drafts again.
        """
        if self.question is not None and side in self._committed:
            if self.journal is not None:
                self.journal.commit(side, back=True)
            del self._committed[side]
            return
        past, by_hand = self._past(), isinstance(self.dice, HandDice)
        at, keep = past.last_answer(side, by_hand=by_hand)
        if since is not None:
            at, keep = past.back(self.asked() - since)
        if not agreed and (
            past.informed_since(at, keep, side) or keeps_knowledge(self, side, at + self.inherited)
        ):
            raise NeedsConsent(
                "something was revealed since: the others must agree to take it back"
            )
        if not by_hand:
            self._put_back(len(past.since(at, keep)), keep)
        at += self.inherited
        if at < len(self.steps):
            step = self.steps[at]
            self.state, self.tape = step.before, list(step.tape[:keep])
            self._before -= sum([len(later.tape) for later in self.steps[at:]])
            del self.steps[at:]
        else:
            del self.tape[keep:]
        self.decisions = sum(type(e) is not Thrown for s in self.steps for e in s.tape)
        self.result, self.question, self._table = None, None, None
        self._drafted, self._drafts, self._committed = -1, {}, {}
        self._calls = {call for call in self._calls if call[0] != side}
        self._noted = len(self.tape)
        if self.journal is not None:
            self.journal.undo(at, keep)

    def _put_back(self, taken: int, kept: int) -> None:
        """Remember the dice of the last entries, with what led to them."""
        dice = self.dice
        if type(dice) is Again:
            course, lines, after = [*dice.path, *self.tape], dice.lines, dice.after
        else:
            course = [entry for step in self.steps for entry in step.tape] + self.tape
            lines, after = (), dice
        standing = len(course) - taken
        if any(isinstance(entry, Thrown) for entry in course[standing:]):
            lines = (*lines, course)
        if lines:
            self.dice = Again(lines, after, course[: standing - kept])

    def fork(
        self,
        dice: Dice | None = None,
        players: Mapping[str, Player] | None = None,
        *,
        history: bool = True,
    ) -> Game[S]:
        """Branch off a game that shares nothing changeable with this one.

        A game with a history never changes the state between steps, only a copy of it; so two of
        them may look at the same one. The fork stands where this one does, in the middle of a step
        and with secret drafts too; `advance` brings it to its question. It does not remember the
        steps before.
        """
        if players is None:
            players = {side: _copy(player) for side, player in self.players.items()}
        dice = self.dice.copy() if dice is None else dice
        state = self.state if self.history and history else self.ruleset.clone(self.state)
        ahead = self.branch(state, list(self.tape), dice, players, history=history)
        ahead.machine = None if self.machine is None else self.machine.copy()
        ahead.result = self.result
        ahead._calls = set(self._calls)  # noqa: SLF001  # its own kind
        ahead._drafted = self._drafted  # noqa: SLF001  # its own kind
        ahead._drafts = dict(self._drafts)  # noqa: SLF001
        ahead._committed = dict(self._committed)  # noqa: SLF001
        return ahead

    def branch(
        self,
        state: S,
        tape: list[Entry],
        dice: Dice,
        players: Mapping[str, Player],
        *,
        history: bool,
    ) -> Game[S]:
        """Give a game at the same point with another state, tape, dice and players."""
        ahead = Game(self.ruleset, state, dice=dice, players=players, history=history)
        ahead.tape = tape
        ahead.decisions = self.decisions
        ahead._before = self._before  # its own kind
        ahead._noted = len(tape)
        return ahead


def _endless(name: str, steps: int) -> BanneretError:
    return BanneretError(f"{name}: {steps} steps without a question or a throw")


def _copy(player: Player) -> Player:
    """Give a fork its own player, if he keeps anything."""
    copy = getattr(player, "copy", None)
    twin: Player = player if copy is None else copy()
    return twin
