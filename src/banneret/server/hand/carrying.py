"""A chain on its way: each answer is given when its question comes, suited to what has happened.

Where the book throws before it asks, the later answer was decided in advance ("there, or as far as
it goes"); what cannot be said any more ends the chain, and the question is put to the person.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec

from banneret.core.questions.picks import Pick
from banneret.core.questions.placing import Move, Place
from banneret.server.door.wire import Coordinate, Index, Refused, Short, Spot, Touch
from banneret.server.hand.chains import best_odds, name_of
from banneret.server.hand.gestures import Gestures, own_options
from banneret.server.hand.ways import fitted

if TYPE_CHECKING:
    from banneret.core.play.game import Game
    from banneret.core.questions.asking import Choice
    from banneret.server.door.wire import Carry
    from banneret.server.hand.chains import Chain, Step

_Points = Annotated[tuple[Spot, ...], msgspec.Meta(max_length=200)]
_SHAPES: Final[dict[str, Any]] = {"way": tuple[Short, _Points, Coordinate], "idea": Index}


class Likewise:
    """What the others do in this round: the same way, or each at the enemy nearest to him."""

    def __init__(self, how: str, by: tuple[float, float], first: Any) -> None:
        self.how, self.by = how, by
        self._done = [first]  # as somebody sent it: perhaps nothing that can be a key
        self._round: int | None = None

    def began(self, round_: int) -> None:
        """Remember in which round it was said: it is not meant for the next."""
        self._round = round_

    def chain(self, game: Game[Any], choice: Pick[Any]) -> Chain | None:
        """Give the chain of the next of them; None when nobody is left who can."""
        hand = Gestures(game, choice.side)
        if game.ruleset.round(game.view(choice.side)) != self._round:
            return None
        for key, piece in own_options(hand, game, choice).items():
            if key in self._done:
                continue
            self._done.append(key)
            found = self._of(hand, piece)
            if found.steps:
                return found
        return None

    def _of(self, hand: Gestures, piece: int) -> Chain:
        own = hand.pieces[piece]
        touch = Touch(id=0, number=0, piece=piece)
        if self.how == "way":
            place = (own.x + self.by[0], own.y + self.by[1])
            return hand.propose(msgspec.structs.replace(touch, place=place))
        foes = [one for one in hand.pieces.values() if one.side != hand.side]
        if not foes:
            return hand.propose(msgspec.structs.replace(touch, place=(own.x, own.y)))
        near = min(foes, key=lambda one: hypot(one.x - own.x, one.y - own.y))
        return hand.propose(msgspec.structs.replace(touch, target=near.id))


def sound(step: Step) -> Step:
    """Take a step over as it may be sent; what a proposal cannot have said is refused."""
    shape = _SHAPES.get(step.how)
    if shape is None:
        return step
    try:
        return msgspec.structs.replace(step, value=msgspec.convert(step.value, shape))
    except msgspec.ValidationError as no:
        raise Refused("malformed", f"{step.name} is no {step.how}: {no}") from no


def _idea(choice: Choice[Any], at: int) -> Any:
    """Give the book's proposal of that number, or its first."""
    ideas = list(choice.ideas())
    return ideas[at if at < len(ideas) else 0] if ideas else None


def _kind(step: Step) -> str:
    return step.name.split("@", 1)[0]


class Plan:
    """What is still to be said of a chain."""

    def __init__(
        self, steps: list[Step], unit: set[int], short: str, others: Likewise | None = None
    ) -> None:
        self._steps = steps
        self._unit = unit
        self._short = short
        self._others = others
        self.finished = False
        self._root = _kind(steps[0])
        self._kinds = {_kind(step): step for step in steps}

    @classmethod
    def of(cls, said: Carry) -> Plan:
        """Take over what a person has committed."""
        others = Likewise(said.others, said.by, said.steps[0].value) if said.others else None
        return cls([sound(step) for step in said.steps], set(said.unit), said.short, others)

    def begin(self, game: Game[Any], choice: Choice[Any]) -> Any:
        """Give the first answer of all, and remember when it was."""
        if self._others is not None:
            self._others.began(game.ruleset.round(game.view(choice.side)))
        answer = self.first(choice)
        if choice.lawful(answer) is not None:
            self._name(game, choice, answer)
        return answer

    def first(self, choice: Choice[Any]) -> Any:
        """Give the first answer, as it was proposed: nothing has happened since."""
        step = self._steps.pop(0)
        return step.value if step.how != "idea" else _idea(choice, step.value)

    def next(self, game: Game[Any], choice: Choice[Any]) -> Any:
        """Give the next answer; None when the chain has nothing more to say."""
        answer = self._next(game, choice)
        self._name(game, choice, answer)
        return answer

    def _name(self, game: Game[Any], choice: Choice[Any], answer: Any) -> None:
        """Whom the chain names, friend or enemy, it is about: what comes of it is asked of them."""
        if isinstance(choice, Pick):
            view = game.view(choice.side)
            for key in _keys(answer):
                self._unit.update(game.ruleset.pieces(view, choice, key))

    def _next(self, game: Game[Any], choice: Choice[Any]) -> Any:
        name = name_of(choice)
        for at, step in enumerate(self._steps):
            if step.name == name:
                del self._steps[: at + 1]
                return self._suited(game, choice, step)
        if not choice.about and not self._repeats(choice):
            return self._another(game, choice)
        answer = self._likewise(choice)
        return self._onward(game, choice) if answer is None else answer

    def _repeats(self, choice: Choice[Any]) -> bool:
        """Whether the chain was to say the same again and again, each time at the best odds."""
        like = self._kinds.get(choice.key)
        return like is not None and like.how == "best"

    def _another(self, game: Game[Any], choice: Choice[Any]) -> Any:
        """Another's turn: he does likewise if that was said, else the chain is at its end."""
        chain = None
        if self._others is not None and choice.key == self._root and isinstance(choice, Pick):
            chain = self._others.chain(game, choice)
        if chain is None:
            self.finished = True
            return None
        self._steps = list(chain.steps)
        self._unit.update(chain.unit)  # those before him were sent by the same gesture
        self._kinds = {_kind(step): step for step in chain.steps}
        return self.first(choice)

    def _suited(self, game: Game[Any], choice: Choice[Any], step: Step) -> Any:
        if step.how == "way" and isinstance(choice, Move):
            return self._way(game, choice, step.value)
        if step.how == "idea":
            return _idea(choice, step.value)
        if choice.lawful(step.value) is not None:
            return step.value
        if isinstance(choice, Pick):
            return best_odds(choice) if step.how == "best" else None
        return None

    def _way(self, game: Game[Any], choice: Move, value: Any) -> Any:
        if self._short == "throw":
            return None
        if choice.lawful(value) is not None:
            return value
        if self._short == "stay":
            return None
        gait, points, _ = value
        scene = game.ruleset.scene(game.view(choice.side), choice.side)
        start = next(((p.x, p.y) for p in scene.pieces if p.id == choice.piece), None)
        if start is None or not points:
            return None
        found = fitted(choice, start, tuple(points[-1]), via=tuple(map(tuple, points[:-1])))
        if found is None and gait in choice.gaits:
            return None
        return found

    def _likewise(self, choice: Choice[Any]) -> Any:
        """Another of the unit is asked what the chain has said to others: he does as they do."""
        like = self._kinds.get(choice.key)
        if like is None or not isinstance(choice, Pick):
            return None
        if like.how == "idea":
            return next(iter(choice.ideas()), None)
        if like.how == "best" and (best := best_odds(choice)) is not None:
            return best
        usual = choice.proposal
        for answer in (usual, like.value):
            if answer is not None and choice.lawful(answer) is not None:
                return answer
        return best_odds(choice)

    def _onward(self, game: Game[Any], choice: Choice[Any]) -> Any:
        """All is said: what the book still asks of the same men is answered as it proposes."""
        view = game.view(choice.side)
        about = set(game.ruleset.subjects(view, choice))
        if isinstance(choice, Pick):
            answer = _proposed(choice)
            named = about.union(*(game.ruleset.pieces(view, choice, key) for key in _keys(answer)))
            return answer if named & self._unit else None
        if not (set(choice.pieces) if isinstance(choice, Place) else about) & self._unit:
            return None
        return next(iter(choice.ideas()), None)


def _proposed(choice: Pick[Any]) -> Any:
    """What a book would say itself: of one its usual answer, of several its first set."""
    usual = choice.proposal
    if usual is not None:
        return usual
    if choice.most > 1:
        return next(iter(choice.ideas()), None) if choice.sets is not None else None
    return best_odds(choice)


def _keys(answer: Any) -> tuple[Any, ...]:
    if answer is None:
        return ()
    return tuple(answer) if isinstance(answer, list | tuple) else (answer,)
