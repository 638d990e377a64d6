"""Where a battle turned: the moments that moved the chance of winning most.

From each moment the battle is played on a few times by plain computers; how often the side that
won in the end wins from there is its chance at that moment. Rounds first, then the steps of those
rounds in which it changed most.
"""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import pairwise
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

SECONDS: Final = 8.0
MOST_SECONDS: Final = 20.0  # of work, also if a single battle takes longer than all should
TRIES: Final = 12  # from each moment, if there is time
MOMENTS: Final = 14
TOLD: Final = 3
LEAST: Final = 0.12  # a smaller change is the dice's own play


class Turn(msgspec.Struct, frozen=True):
    """A moment: the step that made it, and the winner's chance before and after."""

    step: int
    round: int
    before: float
    after: float


class Turns(msgspec.Struct, frozen=True):
    """The moments in the order they came, and from how many tries they were told."""

    winner: str | None
    turns: list[Turn]
    tries: int


def turned(books: str, name: str, content: bytes) -> bytes:
    """Find where the battle of a save file turned; nothing if it was drawn."""
    with in_time():
        record, _ = read_sound(name, content)
        ruleset = find_book(books, record.header.ruleset)
        game = save.replay(record, ruleset)
    states = [step.before for step in game.steps] + [game.state]
    winner = None if game.result is None else game.result.winner
    if winner is None:
        return msgspec.json.encode(Turns(None, [], 0))
    found = _Finder(ruleset, states, winner, record.header.scenario)
    turns: list[Turn] = []
    with suppress(TooLong), in_time(MOST_SECONDS):
        turns = found.turns()
    return msgspec.json.encode(Turns(winner, turns, found.tries))


class _Finder:
    def __init__(self, ruleset: Ruleset[Any], states: list[Any], winner: str, seed: str) -> None:
        self._ruleset = ruleset
        self._states = states
        self._winner = winner
        self._seed = seed
        self._until = time.monotonic() + SECONDS
        self._known: dict[int, float] = {}
        self.tries = 0

    def turns(self) -> list[Turn]:
        """The greatest changes from round to round, each then found among its steps."""
        marks = self._rounds()
        pairs = list(pairwise(marks))
        changes = sorted(pairs, key=lambda pair: -abs(self._change(*pair)))[:TOLD]
        found = [self._narrowed(*pair) for pair in changes if abs(self._change(*pair)) >= LEAST]
        return sorted(found, key=lambda one: one.step)

    def _rounds(self) -> list[int]:
        seen: dict[int, int] = {}
        for at, state in enumerate(self._states):
            seen.setdefault(self._ruleset.round(state), at)
        marks = [*(at for number, at in seen.items() if number), len(self._states) - 1]
        while len(marks) > MOMENTS:
            marks = [one for i, one in enumerate(marks) if i % 2 == 0 or i == len(marks) - 1]
        return marks

    def _change(self, start: int, end: int) -> float:
        return self._chance(end) - self._chance(start)

    def _narrowed(self, start: int, end: int) -> Turn:
        """Halve the stretch, keeping the half in which it changed more."""
        before, after = self._chance(start), self._chance(end)
        while end - start > 1 and time.monotonic() < self._until:
            middle = (start + end) // 2
            if abs(self._change(start, middle)) >= abs(self._change(middle, end)):
                end = middle
            else:
                start = middle
        number = self._ruleset.round(self._states[end])
        return Turn(end, number, round(before, 2), round(after, 2))

    def _chance(self, at: int) -> float:
        if at == len(self._states) - 1:
            return 1.0
        if at not in self._known:
            self._known[at] = self._played(at)
        return self._known[at]

    def _played(self, at: int) -> float:
        won = tries = 0
        for n in range(TRIES):
            if tries >= 3 and time.monotonic() > self._until:
                break
            try:
                won += self._plays(at, n)
                tries += 1
            except TooLong:
                raise
            except BanneretError:
                continue
        self.tries = max(self.tries, tries)
        return won / tries if tries else 0.5

    def _plays(self, at: int, n: int) -> bool:
        ruleset = self._ruleset
        state = ruleset.clone(self._states[at])
        level = ruleset.levels[-1] if ruleset.levels else CHANCE
        players = {side: player(ruleset, side, level, n) for side in ruleset.sides(state)}
        dice = RandomDice(f"{self._seed} {at} {n}")
        game = Game(ruleset, state, dice=dice, players=players, history=False)
        game.advance()
        return game.result is not None and game.result.winner == self._winner
