"""Exact odds of any procedure: run it again over every weighted outcome of its draws."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Self, TypeVar

from banneret.core.chance.draws import Reroll
from banneret.core.errors import BanneretError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from banneret.core.chance.dice import Dice
    from banneret.core.chance.draws import Draw, Faces, Outcomes

T = TypeVar("T")
Leaf = tuple[T, int, int]  # a result, the throws that lead to it, out of so many

MOST_DRAWS = 300  # in one run: a procedure with more is taken never to end


class RollAgain(Exception):
    """The last draws of this branch do not count and are thrown again; None means all of them."""

    def __init__(self, draws: int | None = None) -> None:
        super().__init__("the dice are rolled again")
        self.draws = draws


class ExactDice:
    """Dice that follow every branch of a procedure, one run after another, each with its weight."""

    __slots__ = ("_depth", "_faces", "_fine", "_forks", "_throws", "_weight", "leaves")

    def __init__(self, fine: bool = False) -> None:
        self._fine = fine
        self._depth = 0
        self._weight = 1
        self._throws = 1
        self._faces: list[Faces] = []
        self._forks: list[_Fork] = []
        self.leaves: list[Leaf[Any]] = []

    def throw(self, draw: Draw[Any]) -> Faces:
        """Give the faces of this branch; at a draw not met before, those of its first outcome."""
        depth = self._depth
        faces = self._faces
        if depth == len(faces):
            self._fork(draw)
        self._depth = depth + 1
        return faces[depth]

    def copy(self) -> Self:
        """Give these dice: all who share them follow the same branch."""
        return self

    def land(self, result: object) -> None:
        """Record where this branch ends."""
        if self._depth < len(self._faces):
            raise BanneretError("the procedure threw other dice when it was run again")
        self.leaves.append((result, self._weight, self._throws))

    def send_back(self, draws: int | None) -> None:
        """Record that this branch goes back by some draws."""
        if not self._faces:
            raise BanneretError("there is nothing to roll again before the first draw")
        fork = self._forks[0 if draws is None else max(len(self._forks) - draws, 0)]
        fork.rerolled = True
        self.leaves.append((fork, self._weight, self._throws))

    def next_branch(self) -> bool:
        """Turn to the next outcome of the last draw that has one; False when all are done."""
        self._depth = 0
        while self._forks:
            fork = self._forks[-1]
            fork.place += 1
            if fork.place < len(fork.outcomes):
                self._faces[-1], weight = fork.outcomes[fork.place]
                self._weight = fork.weight * weight
                self._throws = fork.throws_after
                return True
            self._faces.pop()
            self._forks.pop()
            if fork.rerolled:
                self._renormalise(fork)
        return False

    def _fork(self, draw: Draw[Any]) -> None:
        """Meet a new draw and take its first outcome."""
        if isinstance(draw, Reroll):
            raise RollAgain(draw.draws)
        if self._depth == MOST_DRAWS:
            raise BanneretError(
                f"{draw.purpose!r} comes after {MOST_DRAWS} other draws: a tie that is rolled "
                "again without end needs draw.again()"
            )
        outcomes = draw.outcomes(self._fine)
        fork = _Fork(outcomes, self._weight, self._throws, len(self.leaves))
        self._forks.append(fork)
        faces, weight = outcomes[0]
        self._faces.append(faces)
        self._weight *= weight
        self._throws = fork.throws_after

    def _renormalise(self, fork: _Fork) -> None:
        """Share what came back to this draw among everything else that follows from it."""
        below = self.leaves[fork.leaves :]
        back = sum(Fraction(weight, throws) for end, weight, throws in below if end is fork)
        share = 1 - back * Fraction(fork.throws, fork.weight)
        if not share:
            raise BanneretError("every outcome is rolled again, so the procedure never ends")
        self.leaves[fork.leaves :] = [
            (end, weight * share.denominator, throws * share.numerator)
            for end, weight, throws in below
            if end is not fork
        ]


class _Fork:
    """A draw on the way: its outcomes, the one being followed, and the weights before it."""

    __slots__ = ("leaves", "outcomes", "place", "rerolled", "throws", "throws_after", "weight")

    def __init__(self, outcomes: Outcomes, weight: int, throws: int, leaves: int) -> None:
        self.outcomes = outcomes
        self.place = 0
        self.weight = weight
        self.throws = throws
        self.throws_after = throws * sum([ways for _, ways in outcomes])
        self.leaves = leaves
        self.rerolled = False


def distribution(run: Callable[[Dice], T], *, fine: bool = False) -> dict[T, Fraction]:
    """Give the exact probability of every result of a procedure."""
    return _merged(_leaves(run, fine))


def marginals(
    run: Callable[[Dice], Mapping[str, Hashable]],
    keys: Iterable[str] | None = None,
    *,
    fine: bool = False,
) -> dict[str, dict[Hashable, Fraction]]:
    """Give the exact probabilities of each part of a result; a part that is missing is None."""
    leaves = _leaves(run, fine)
    names = keys if keys is not None else dict.fromkeys(key for end, _, _ in leaves for key in end)
    return {
        name: _merged([(end.get(name), weight, throws) for end, weight, throws in leaves])
        for name in names
    }


def weigh(run: Callable[[Dice], T], *, fine: bool = False) -> list[tuple[T, int]]:
    """Give every end of a procedure with its weight, all out of one number of throws."""
    leaves = _leaves(run, fine)
    throws = lcm(*{out_of for _, _, out_of in leaves})
    return [(result, weight * (throws // out_of)) for result, weight, out_of in leaves]


def shares(
    weighed: Sequence[tuple[Mapping[str, Hashable], int]],
) -> dict[str, dict[Hashable, Fraction]]:
    """Give the probabilities of each part of weighed results; a part that is missing is None."""
    total = sum([weight for _, weight in weighed])
    names = dict.fromkeys(key for result, _ in weighed for key in result)
    return {
        name: _merged([(result.get(name), weight, total) for result, weight in weighed])
        for name in names
    }


def expectation(odds: Mapping[int, Fraction] | Mapping[Fraction, Fraction]) -> Fraction:
    """Give the mean of a distribution of numbers."""
    return sum((value * share for value, share in odds.items()), Fraction(0))


def fraction_text(share: Fraction) -> str:
    """Write a probability in lowest terms: 5/12, 1, 0."""
    return str(share)


def fractions_text(odds: Mapping[T, Fraction]) -> dict[T, str]:
    """Write every probability of a distribution in lowest terms."""
    return {result: str(share) for result, share in odds.items()}


def _leaves(run: Callable[[Dice], T], fine: bool) -> list[Leaf[T]]:
    """Run a procedure once for every branch, depth first."""
    dice = ExactDice(fine)
    branches = True
    while branches:
        try:
            result = run(dice)
        except RollAgain as again:
            dice.send_back(again.draws)
        else:
            dice.land(result)
        branches = dice.next_branch()
    return dice.leaves


def _merged(leaves: list[Leaf[T]]) -> dict[T, Fraction]:
    """Add up equal results over one common denominator."""
    throws = lcm(*{out_of for _, _, out_of in leaves})
    tally: dict[T, int] = {}
    for result, weight, out_of in leaves:
        tally[result] = tally.get(result, 0) + weight * (throws // out_of)
    return {result: Fraction(weight, throws) for result, weight in tally.items()}
