"""Battles imagined from what one side knows: what would be asked after each answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.core.chance.dice import HandDice, RandomDice
from banneret.core.play.seat import Seat
from banneret.core.questions.forms import EnterDice
from banneret.core.questions.placing import Move
from banneret.players import ChancePlayer
from banneret.server.hand.chains import Reach

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.core.play.game import Game
    from banneret.core.show.scene import Piece, Scene

MOST_CLASSES: Final = 24  # outcomes of a throw that are looked into


class Ahead:
    """What may come of one question, for one side; battles imagined once serve every drag."""

    def __init__(self, game: Game[Any], side: str) -> None:
        self.side = side
        self.ruleset = game.ruleset
        self._root = imagined(game, side)
        self._at: dict[tuple[str, ...], Game[Any]] = {}
        self._curves: dict[tuple[str, ...], tuple[Reach, ...]] = {}
        self.scene: Scene = self.ruleset.scene(game.view(side), side)
        self.pieces: dict[int, Piece] = {one.id: one for one in self.scene.pieces}

    def own(self, piece: int) -> bool:
        """Whether a piece is one of the side's own."""
        one = self.pieces.get(piece)
        return one is not None and one.side == self.side

    def free(self, value: Any) -> bool:
        """Whether an answer leads to another question of the same side, and nothing is thrown."""
        ahead = self._root.fork(dice=HandDice(), players={})
        asked = ahead.advance()
        if asked is None or asked.together:
            return False  # what is answered together is turned up together
        ahead.answer(value)
        question = ahead.advance()
        return (
            question is not None
            and ahead.result is None
            and all(choice.side == self.side for choice in question.choices)
            and not isinstance(question.choices[0], EnterDice)
        )

    def node(self, trail: tuple[str, ...], entries: Sequence[Any]) -> Game[Any]:
        """Give the imagined battle after these answers, waiting for its next question."""
        found = self._at.get(trail)
        if found is None:
            before = self._root if not trail else self._at[trail[:-1]]
            found = before.fork(dice=HandDice(), players={})
            found.advance()
            if trail:
                found.answer(entries[-1])
                found.advance()
            self._at[trail] = found
        return found

    def curve(self, trail: tuple[str, ...], game: Game[Any], throw: EnterDice) -> tuple[Reach, ...]:
        """Say how far the throw carries, by its chances; nothing if no way is asked for then."""
        found = self._curves.get(trail)
        if found is None:
            found = self._curves[trail] = tuple(_reaches(game, throw))
        return found


def imagined(game: Game[Any], side: str) -> Game[Any]:
    """Fork a battle that fits what the side knows: what is hidden from it is guessed."""
    if game.ruleset.nothing_hidden:
        return game.fork(dice=HandDice(), players={})
    seat = Seat(game, side)
    table = game._table  # noqa: SLF001  # the seat looks at the step under way
    assert table is not None, "a side that is asked is in the middle of a step"
    seat.sit(table)
    stand_in = ChancePlayer("gesture")
    players = dict.fromkeys(game.ruleset.sides(game.state), stand_in)
    found = seat.imagine(RandomDice(f"gesture {game.asked()}"), players)
    for one in list(found.players):
        found.seat(one, None)
    found.dice = HandDice()
    return found


def _reaches(game: Game[Any], throw: EnterDice) -> Iterator[Reach]:
    classes = _by_sum(throw)
    total = sum(weight for _, weight in classes)
    by_reach: dict[float, float] = {}
    for faces, weight in classes:
        ahead = game.fork(dice=HandDice(), players={})
        ahead.advance()
        ahead.answer(faces)
        question = ahead.advance()
        choice = question.choices[0] if question is not None else None
        if not isinstance(choice, Move) or choice.allowance is None:
            return
        far = round(choice.allowance, 2)
        by_reach[far] = by_reach.get(far, 0.0) + weight / total
    left = 1.0
    for far in sorted(by_reach):
        yield Reach(far, round(left, 4))
        left -= by_reach[far]


def _by_sum(throw: EnterDice) -> list[tuple[tuple[int, ...], int]]:
    """One throw for each sum that the rule reads, where it reads many more throws than that."""
    classes = list(throw.draw.classes())
    if len(classes) <= MOST_CLASSES:
        return classes
    by_sum: dict[int, tuple[tuple[int, ...], int]] = {}
    for faces, weight in classes:
        read = throw.draw.read(faces)
        plain = isinstance(read, tuple) and all(isinstance(one, int) for one in read)
        total = sum(read if plain else faces)
        first, known = by_sum.get(total, (faces, 0))
        by_sum[total] = (first, known + weight)
    return list(by_sum.values()) if len(by_sum) <= MOST_CLASSES else []
