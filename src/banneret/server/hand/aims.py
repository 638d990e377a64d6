"""A touch that means another piece: a shot or a blow at him, and what the others of the unit do."""

from __future__ import annotations

from contextlib import suppress
from math import hypot
from typing import TYPE_CHECKING, Any, Final

from banneret.core.chance.dice import HandDice
from banneret.core.errors import BanneretError
from banneret.core.questions.forms import EnterDice
from banneret.core.questions.picks import Pick
from banneret.core.questions.placing import Move
from banneret.server.hand.chains import Chain, Step, Toggle, best_odds, headline, name_of
from banneret.server.hand.touched import options, why_not

if TYPE_CHECKING:
    from banneret.core.questions.asking import Choice
    from banneret.server.hand.touched import Here, Touched

MOST_MEN: Final = 12  # of a unit who shoot by one gesture


class Aims:
    """What another piece means for the question that asks for one."""

    def __init__(self, hand: Touched) -> None:
        self.hand = hand

    def at(self, choice: Pick[Any], aimed: list[Any], here: Here) -> Chain | None:
        """Say it of the first of them who may be named; the others of the unit do likewise."""
        for key in aimed:
            if (no := why_not(choice, key)) is not None:
                self.hand.refuse(no)
                continue
            odds = dict(choice.odds(key)) if choice.odds is not None else None
            chain = here.chain.having(
                steps=(*here.chain.steps, Step(name_of(choice), key, "answer")),
                title=choice.prompt,
                odds=odds,
                miss=0.0 if odds else 0.5,
            )
            return self._volley(choice, key, self._tail(here.after(f"aim {key}", key, chain)))
        return None

    def _tail(self, here: Here) -> Here:
        """What is asked before the throw, once it is clear whom it is about: as the book proposes.

        Each answer is a toggle of the chain.
        """
        for _ in range(4):
            with suppress(BanneretError):
                question = self.hand.all.node(here.trail, here.entries).question
                choice = None if question is None or question.together else question.choices[0]
                found = self._tailed(choice, here)
                if found is None:
                    return here
                here = found
                continue
            return here
        return here

    def _tailed(self, choice: Choice[Any] | None, here: Here) -> Here | None:
        chain = here.chain
        if (
            choice is None
            or choice.side != self.hand.side
            or not choice.about
            or any(step.name == name_of(choice) for step in chain.steps)
        ):
            return None
        name = name_of(choice)
        if isinstance(choice, Move):
            ahead = chain.having(steps=(*chain.steps, Step(name, 0, "idea")))
            way = choice.ideas()[0]
            return here.after(f"{name} {way}", way, ahead)
        if isinstance(choice, Pick) and choice.most > 1:
            return self._several(choice, here)
        if not isinstance(choice, Pick) or choice.odds is not None or choice.least != 1:
            return None
        wished = self.hand.touch.wishes.get(name)
        usual = choice.proposal
        key = next(
            (one for one in (wished, usual) if one is not None and choice.lawful(one) is not None),
            None,
        )
        if key is None:
            key = choice.first()
        points: dict[Any, set[int]] = {one: set() for one in choice.candidates}
        toggle = Toggle(name, choice.prompt, key, tuple(options(choice, points, self.hand.unit)))
        ahead = chain.having(
            steps=(*chain.steps, Step(name, key, "answer")), toggles=(*chain.toggles, toggle)
        )
        return here.after(f"{name} {key}", key, ahead)

    def _several(self, choice: Pick[Any], here: Here) -> Here | None:
        """Who takes part, where the book asks for more than one: as it proposes."""
        ideas = list(choice.ideas())
        if not ideas:
            return None
        self.hand.unit |= {
            one for one in ideas[0] if isinstance(one, int) and self.hand.all.own(one)
        }
        steps = (*here.chain.steps, Step(name_of(choice), 0, "idea"))
        return here.after(f"{name_of(choice)} 0", ideas[0], here.chain.having(steps=steps))

    def _volley(self, choice: Pick[Any], key: Any, here: Here) -> Chain:
        """The others of his unit do likewise, each at his best odds, if the book asks them too."""
        chain = here.chain
        kinds = {_kind(step.name): step for step in chain.steps}
        shots = [self._shot(choice, key)]
        steps = list(chain.steps)
        with suppress(BanneretError):
            game = self.hand.all.node(here.trail, here.entries).fork(dice=HandDice(), players={})
            for _ in range(MOST_MEN * 6):
                question = game.advance()
                if question is None or question.together:
                    break
                asked = question.choices[0]
                if isinstance(asked, EnterDice):
                    game.answer(_worst(asked))
                    continue
                like = kinds.get(asked.key)
                if asked.side != self.hand.side or like is None or not isinstance(asked, Pick):
                    break
                if like is chain.steps[0] and asked.key != choice.key:
                    break  # another unit's turn
                answer = self._likewise(asked, like, choice.key)
                if answer is None:
                    break
                if asked.key == choice.key:
                    shots.append(self._shot(asked, answer))
                idea = Step(name_of(asked), 0, "idea")
                best = Step(name_of(asked), answer, "best")
                steps.append(idea if like.how == "idea" else best)
                game.answer(answer)
        if len(shots) < 2:
            return chain
        return chain.having(steps=tuple(steps), shots=tuple(shots))

    def _likewise(self, asked: Pick[Any], like: Step, aims: str) -> Any:
        wished = self.hand.touch.wishes.get(name_of(asked))
        if wished is not None and asked.lawful(wished) is not None:
            return wished
        if like.how == "idea":
            return next(iter(asked.ideas()), None)
        if asked.key == aims:
            return best_odds(asked)
        for answer in (like.value, asked.proposal):
            if answer is not None and asked.lawful(answer) is not None:
                return answer
        return None

    def _shot(self, choice: Pick[Any], key: Any) -> dict[str, Any]:
        odds = dict(choice.odds(key)) if choice.odds is not None else None
        numbers = [one for one in choice.about if isinstance(one, int) and self.hand.all.own(one)]
        return {
            "name": name_of(choice),
            "piece": numbers[-1] if numbers else self._beside(key),
            "target": key,
            "label": choice.label(key),
            "odds": odds,
            "chance": headline(odds) if odds else None,
        }

    def _beside(self, target: Any) -> int:
        """Who of his own stands nearest to another: where a book asks about nobody, he fights."""
        foe = self.hand.all.pieces.get(target) if isinstance(target, int) else None
        if foe is None:
            return self.hand.touch.piece
        own = [one for one in self.hand.all.pieces.values() if one.side == self.hand.side]
        return min(own, key=lambda one: hypot(one.x - foe.x, one.y - foe.y)).id


def _kind(name: str) -> str:
    return name.split("@", 1)[0]


def _worst(throw: EnterDice) -> tuple[int, ...]:
    wish = throw.draw.wish
    if wish is not None and wish[0] == "low":
        return tuple(throw.draw.dice)
    return tuple(1 for _ in throw.draw.dice)
