"""Where a battle turned: the moments that moved the chance of winning most.

From each moment the battle is played on many times by plain computers; how often the side that
won in the end wins from there is its chance at that moment. Rounds first, all of them evenly; then
the steps of those rounds in which it changed most. The work is done in slices, each of which goes
on from what the slices before it found, and only changes that chance does not explain are told.
"""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

import msgspec

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BanneretError
from banneret.core.play.game import Game
from banneret.core.record import save
from banneret.players import CHANCE, player
from banneret.server.rest.clerks import TooLong, in_time
from banneret.server.settings import find_book
from banneret.server.storage.ledger import read_sound

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruleset

SECONDS: Final = 4.0  # of work in a slice
MOST_SECONDS: Final = 20.0  # also if a single battle takes longer than all should
SLICES: Final = 10
FIRST: Final = 16  # tries from every round
TRIES: Final = 40  # from moments about which it changed most, if there is time
LEAST_TRIES: Final = 8  # from fewer nothing is told
MOMENTS: Final = 14
TOLD: Final = 3
LEAST: Final = 0.12  # a smaller change moved nothing
DOUBT: Final = 1.6  # standard errors that a change must have
KEPT: Final = 0.6  # of the change, in the half of a stretch that is looked at alone


class Turn(msgspec.Struct, frozen=True):
    """A moment: the steps that made it, and the winner's chance before and after."""

    since: int
    step: int
    round: int
    before: float
    after: float


class Chance(msgspec.Struct, frozen=True):
    """How often the winner won from a step on."""

    step: int
    won: int
    tries: int


class Turns(msgspec.Struct, frozen=True):
    """The moments in the order they came, and what was played to find them."""

    winner: str | None
    turns: list[Turn] = []
    tries: int = 0  # from each moment that is told, at least
    played: int = 0
    done: bool = True
    slices: int = 0
    chances: list[Chance] = []


def turned(books: str, name: str, content: bytes, known: bytes) -> bytes:
    """Go on finding where the battle of a save file turned; nothing if it was drawn."""
    with in_time():
        record, _ = read_sound(name, content)
        ruleset = find_book(books, record.header.ruleset)
        game = save.replay(record, ruleset)
    states = [step.before for step in game.steps] + [game.state]
    winner = None if game.result is None else game.result.winner
    if winner is None:
        return msgspec.json.encode(Turns(None))
    before = msgspec.json.decode(known, type=Turns) if known else Turns(winner)
    found = _Finder(ruleset, states, winner, record.header.scenario, before)
    with suppress(TooLong), in_time(MOST_SECONDS):
        found.search()
    return msgspec.json.encode(found.told())


class _Finder:
    """Plays on from moments, as long as a slice lasts."""

    def __init__(
        self, ruleset: Ruleset[Any], states: list[Any], winner: str, seed: str, before: Turns
    ) -> None:
        self._ruleset = ruleset
        self._states = states
        self._winner = winner
        self._seed = seed
        self._until = time.process_time() + SECONDS
        self._before = before
        self._won = {one.step: one.won for one in before.chances}
        self._tries = {one.step: one.tries for one in before.chances}
        self._complete = False

    def search(self) -> None:
        """All rounds evenly, then the stretches in which it changed most."""
        marks = self._rounds()
        if not self._even(marks, FIRST):
            return
        likely = sorted(pairwise(marks), key=self._size)[-TOLD - 1 :]
        if self._even(sorted({at for pair in likely for at in pair}), TRIES):
            self._complete = all(self._narrow(*pair) is not None for pair in self._greatest(marks))

    def told(self) -> Turns:
        """Tell what is known by now."""
        marks = self._rounds()
        known = [at for at in marks if self._tried(at) >= LEAST_TRIES]
        pairs = self._greatest(marks) if known == marks else []
        stretches = sorted({self._narrow(*pair, asking=False) or pair for pair in pairs})
        slices = self._before.slices + 1
        return Turns(
            self._winner,
            [self._turn(*pair) for pair in stretches],
            min((self._tried(at) for pair in stretches for at in pair), default=0),
            sum(self._tries.values()),
            self._complete or slices >= SLICES,
            slices,
            [Chance(at, self._won[at], tries) for at, tries in sorted(self._tries.items())],
        )

    def _turn(self, start: int, end: int) -> Turn:
        number = self._ruleset.round(self._states[start])
        return Turn(start, end, number, round(self._chance(start), 2), round(self._chance(end), 2))

    def _rounds(self) -> list[int]:
        seen: dict[int, int] = {}
        for at, state in enumerate(self._states):
            seen.setdefault(self._ruleset.round(state), at)
        marks = [*(at for number, at in seen.items() if number), self._last]
        while len(marks) > MOMENTS:
            marks = [one for i, one in enumerate(marks) if i % 2 == 0 or i == len(marks) - 1]
        return marks

    @property
    def _last(self) -> int:
        return len(self._states) - 1

    def _greatest(self, marks: list[int]) -> list[tuple[int, int]]:
        pairs = sorted(pairwise(marks), key=self._size, reverse=True)
        return [pair for pair in pairs if self._counts(*pair)][:TOLD]

    def _counts(self, start: int, end: int) -> bool:
        """Whether the chance changed by more than trying so seldom explains."""
        doubt = sqrt(self._variance(start) + self._variance(end))
        return self._size((start, end)) >= max(LEAST, DOUBT * doubt)

    def _variance(self, at: int) -> float:
        if at == self._last:
            return 0.0
        tries = self._tried(at)
        share = (self._won.get(at, 0) + 1) / (tries + 2)
        return share * (1 - share) / max(1, tries)

    def _size(self, pair: tuple[int, int]) -> float:
        return abs(self._change(*pair))

    def _change(self, start: int, end: int) -> float:
        return self._chance(end) - self._chance(start)

    def _narrow(self, start: int, end: int, *, asking: bool = True) -> tuple[int, int] | None:
        """Halve the stretch as long as one half has most of its change; nothing without time."""
        while end - start > 1:
            middle = (start + end) // 2
            if (asking and not self._even([middle], TRIES)) or self._tried(middle) < LEAST_TRIES:
                return None if asking else (start, end)
            whole = self._size((start, end))
            halves = (start, middle), (middle, end)
            kept = max(halves, key=self._size)
            if self._size(kept) < KEPT * whole:
                break
            start, end = kept
        return start, end

    def _tried(self, at: int) -> int:
        return TRIES if at == self._last else self._tries.get(at, 0)

    def _chance(self, at: int) -> float:
        if at == self._last:
            return 1.0
        tries = self._tried(at)
        return self._won[at] / tries if tries else 0.5

    def _even(self, marks: list[int], tries: int) -> bool:
        """Play on from all of these equally often; whether the time sufficed."""
        for number in range(tries):
            for at in marks:
                if self._tried(at) > number:
                    continue
                if time.process_time() > self._until:
                    return False
                self._play(at, number)
        return True

    def _play(self, at: int, number: int) -> None:
        won = False
        with suppress(BanneretError):
            won = self._wins(at, number)
        self._won[at] = self._won.get(at, 0) + won
        self._tries[at] = number + 1

    def _wins(self, at: int, number: int) -> bool:
        ruleset = self._ruleset
        state = ruleset.clone(self._states[at])
        level = ruleset.levels[-1] if ruleset.levels else CHANCE
        players = {side: player(ruleset, side, level, number) for side in ruleset.sides(state)}
        dice = RandomDice(f"{self._seed} {at} {number}")
        game = Game(ruleset, state, dice=dice, players=players, history=False)
        game.advance()
        return game.result is not None and game.result.winner == self._winner
