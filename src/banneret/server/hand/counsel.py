"""What the captain would do with a whole chain of questions, and why: a hint with its reason.

He decides in a worker, from what the side may know; where dice come first he goes on as if they
fell well, as a gesture does. The reason is read from what the book itself says of the figures
before and after: who could reach them, what affects them, how near they are to what is fought for.
"""

from __future__ import annotations

from contextlib import suppress
from math import hypot
from typing import TYPE_CHECKING, Any, Final

import msgspec

from banneret.core.chance.dice import HandDice
from banneret.core.errors import BanneretError
from banneret.core.questions.forms import EnterDice
from banneret.core.questions.picks import Pick
from banneret.core.questions.placing import Move
from banneret.server.hand import dangers
from banneret.server.hand.chains import Chain, Ghost, How, Step, best_odds, headline, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.play.game import Game
    from banneret.core.play.seat import Player, Seat
    from banneret.core.questions.asking import Choice
    from banneret.core.show.scene import Marker, Piece, Scene

MOST_STEPS: Final = 12
MOST_THROWS: Final = 2
MOST_REASONS: Final = 3


class Counsel(msgspec.Struct, frozen=True):
    """A captain's advice: the chain he would give, and why."""

    chain: Chain
    reason: str
    clauses: tuple[str, ...]


class _Enough(Exception):
    """Another unit's turn has come."""


class _Counsellor:
    """Decides as the captain would and notes the way he goes."""

    def __init__(self, captain: Player) -> None:
        self.foresees = captain.foresees
        self._captain = captain
        self.steps: list[Step] = []
        self.choices: list[tuple[Choice[Any], Any]] = []

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        """Note the captain's answer."""
        others = self.choices and (not choice.about or choice.key == self.choices[0][0].key)
        if others or len(self.steps) >= MOST_STEPS:
            raise _Enough
        answer = self._captain.decide(seat, choice)
        value = choice.check(answer)
        how: How = "way" if isinstance(choice, Move) else "answer"
        self.steps.append(Step(name_of(choice), _plain(value), how))
        self.choices.append((choice, value))
        return answer


def counsel(game: Game[Any], side: str, captain: Player) -> Counsel:
    """Say what the captain would do, and why; the game is played on for it."""
    ruleset = game.ruleset
    before = ruleset.scene(game.view(side), side)
    view = game.view(side)
    adviser = _Counsellor(captain)
    for one in ruleset.sides(game.state):
        game.seat(one, adviser if one == side else None)
    game.dice = HandDice()
    with suppress(_Enough, BanneretError):
        for _ in range(MOST_THROWS + 1):
            question = game.advance()
            throw = question.choices[0] if question is not None else None
            if not isinstance(throw, EnterDice) or any(
                isinstance(choice, Move) for choice, _ in adviser.choices
            ):
                break
            game.answer(throw.draw.dice)
    after_view = game.view(side)
    after = ruleset.scene(after_view, side)
    chain = _chain(adviser, side, before, after)
    told = _Reasons(game, side, before, after)
    reasons = list(told.of(view, after_view, adviser, chain))[:MOST_REASONS]
    return Counsel(chain, " ".join(reasons), tuple(dict.fromkeys(told.clauses)))


def _chain(adviser: _Counsellor, side: str, before: Scene, after: Scene) -> Chain:
    was = {one.id: one for one in before.pieces}
    ghosts = tuple(
        Ghost(one.id, one.x, one.y, one.facing)
        for one in after.pieces
        if one.side == side and one.id in was and _far(one, was[one.id]) > 0.01
    )
    title, mover, way = "", -1, ()
    for choice, value in adviser.choices:
        title = choice.prompt
        if isinstance(choice, Move):
            mover, way = choice.piece, value.points
            break
    unit = tuple(one.id for one in ghosts)
    piece = mover if mover in unit else next(iter(unit), -1)
    return Chain(
        steps=tuple(adviser.steps),
        title=title,
        piece=piece,
        unit=unit,
        mover=mover,
        way=way,
        ghosts=ghosts,
    )


class _Reasons:
    """Why: what would be better, read from the book's own words."""

    def __init__(self, game: Game[Any], side: str, before: Scene, after: Scene) -> None:
        self._ruleset = game.ruleset
        self._side = side
        self._before = before
        self._after = after
        self.clauses: list[str] = []

    def of(self, view: Any, after: Any, adviser: _Counsellor, chain: Chain) -> Iterator[str]:
        """Give the reasons, the weightiest first; there is always one."""
        said = False
        for reason in (
            *self._odds(adviser),
            *self._goal(chain),
            *self._danger(view, after, adviser, chain),
            *self._effects(view, after, chain),
            *self._nearness(chain),
        ):
            said = True
            yield reason
        if not said:
            yield "Nobody can reach them now, and nothing else on offer promises more."

    def _odds(self, adviser: _Counsellor) -> Iterator[str]:
        for choice, value in adviser.choices:
            if not isinstance(choice, Pick) or choice.odds is None:
                continue
            if choice.lawful(value) is None:
                continue
            for key in reversed(value) if isinstance(value, tuple) else (value,):
                odds = choice.odds(key)
                if odds:
                    best = " Nothing on offer is likelier." if best_odds(choice) == key else ""
                    yield f"{choice.label(key)}: {headline(odds):.0%}.{best}"
                    return

    def _moved(self, chain: Chain) -> set[int]:
        return {one.id for one in chain.ghosts}

    def _danger(self, view: Any, after: Any, adviser: _Counsellor, chain: Chain) -> Iterator[str]:
        men = self._moved(chain) or self._asked_about(view, adviser)
        was = dangers.of(self._ruleset, view, self._side, self._before, men)
        now = dangers.of(self._ruleset, after, self._side, self._after, men)
        old = [one for one in was if one.deed == "reach"]
        new = [one for one in now if one.deed == "reach"]
        if not chain.ghosts and old:
            self.clauses.append(old[0].clause)
            yield f"{old[0].text}."
        elif old and not new:
            self.clauses.append(old[0].clause)
            yield f"Here {old[0].text}; there nobody could."
        elif new and not old:
            self.clauses.append(new[0].clause)
            yield f"Mind: there {new[0].text}."
        elif chain.ghosts and not new:
            yield "Nobody could be on them there."

    def _asked_about(self, view: Any, adviser: _Counsellor) -> set[int]:
        found: set[int] = set()
        for choice, _ in adviser.choices:
            found |= set(self._ruleset.subjects(view, choice))
        own = {one.id for one in self._before.pieces if one.side == self._side}
        return (found & own) or own

    def _effects(self, view: Any, after: Any, chain: Chain) -> Iterator[str]:
        """What affects the leader there and did not here: cover, height, a lord's voice."""
        if chain.piece < 0 or not chain.ghosts:
            return
        with suppress(BanneretError):
            was = {n.text for n in self._ruleset.look(view, self._side, chain.piece).notes}
            for note in self._ruleset.look(after, self._side, chain.piece).notes:
                if note.text not in was and note.clause and note.value:
                    self.clauses.append(note.clause)
                    yield f"There: {note.text} {note.value}."
                    return

    def _goal(self, chain: Chain) -> Iterator[str]:
        for marker in self._before.markers:
            if marker.radius <= 0 or not chain.ghosts:
                continue
            was = min(self._off(one, marker.x, marker.y) for one in self._ours(chain))
            now = min(hypot(g.x - marker.x, g.y - marker.y) for g in chain.ghosts)
            if was - now >= 1.0:
                yield f"It brings us {was - now:.0f}″ nearer to {_called(marker)}."
                return

    def _nearness(self, chain: Chain) -> Iterator[str]:
        foes = [one for one in self._after.pieces if one.side != self._side]
        if not chain.ghosts or not foes:
            return
        was = min(_far(one, foe) for one in self._ours(chain) for foe in foes)
        now = min(hypot(g.x - f.x, g.y - f.y) for g in chain.ghosts for f in foes)
        if abs(was - now) >= 1.0:
            yield f"The nearest enemy is {was:.0f}″ away now and {now:.0f}″ then."

    def _ours(self, chain: Chain) -> list[Piece]:
        men = self._moved(chain)
        return [one for one in self._before.pieces if one.id in men]

    @staticmethod
    def _off(one: Piece, x: float, y: float) -> float:
        return hypot(one.x - x, one.y - y)


def _far(one: Piece, other: Piece) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _called(marker: Marker) -> str:
    """A goal by its name; where it only says what it is worth it is the flag."""
    return "the flag" if not marker.label or marker.label[:1].isdigit() else marker.label


def _plain(value: Any) -> Any:
    """Write an answer as a browser would send it."""
    return msgspec.json.decode(msgspec.json.encode(value))
