"""A chain on its way: every book takes its answers, and asks no more about the fights it named."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.core.questions.picks import Pick
from banneret.core.questions.placing import Place
from banneret.players import ChancePlayer
from banneret.rulesets import RULESETS
from banneret.server.door import wire
from banneret.server.hand.carrying import Plan
from banneret.server.hand.chains import best_odds
from banneret.server.hand.gestures import Gestures, own_options
from banneret.server.seen import render

if TYPE_CHECKING:
    from banneret.core.questions.asking import Choice
    from banneret.core.questions.questions import Question
    from banneret.server.hand.chains import Chain

QUESTIONS = 400
TOGETHER = {"macbeth_to_medici", "destrier"}  # both sides name their enemies at the same time
ENOUGH = 6  # chains that named an enemy


class Carried:
    """A side that sends its men at the nearest enemy by gestures; chance plays the rest."""

    def __init__(self, key: str) -> None:
        book = RULESETS[key]
        scenario = next(iter(book.scenarios.values()))
        self.side, *others = scenario.sides
        forces = {one: keys[0] for one, keys in scenario.forces.items() if keys}
        state = book.begin(scenario.key, book.chosen({}), forces)
        players = {one: ChancePlayer(f"{key} {one}") for one in others}
        self.game = Game(book, state, dice=RandomDice(key), players=players)
        self.chance = ChancePlayer("own").dice
        self.chains = self.fights = self.followed = 0

    def fight(self) -> None:
        for _ in range(QUESTIONS):
            question = self.game.advance()
            if question is None or self.fights >= ENOUGH:
                return
            chain = self._chain(question)
            if chain is None:
                self._anyhow(question)
            else:
                self._carry(chain)

    def _chain(self, question: Question) -> Chain | None:
        choice = question.choices[0]
        if question.together or not isinstance(choice, Pick) or choice.side != self.side:
            return None
        hand = Gestures(self.game, self.side)
        men = list(own_options(hand, self.game, choice).values()) if choice.most == 1 else []
        men += [one for one in self._about(choice) if hand.own(one)]
        foes = [one for one in hand.pieces.values() if one.side != self.side]
        if not men or not foes:
            return None
        own = hand.pieces[men[0]]
        near = min(foes, key=lambda one: hypot(one.x - own.x, one.y - own.y))
        found = hand.propose(wire.Touch(1, 0, own.id, target=near.id))
        return found if found.steps else None

    def _about(self, choice: Choice[Any]) -> set[int]:
        return set(self.game.ruleset.subjects(self.game.view(self.side), choice))

    def _named(self, choice: Choice[Any], answer: Any) -> set[int]:
        if not isinstance(choice, Pick) or answer is None:
            return set()
        keys = answer if isinstance(answer, list | tuple) else [answer]
        view = self.game.view(self.side)
        return {one for key in keys for one in self.game.ruleset.pieces(view, choice, key)}

    def _carry(self, chain: Chain) -> None:
        """Carry it out as a room does, and look at what is left to the person."""
        plan = Plan.of(wire.Carry(0, chain.steps, chain.unit))
        said = {step.name.split("@")[0] for step in chain.steps}
        named, first = set(chain.unit), True
        self.chains += 1
        while (question := self.game.advance()) is not None:
            if question.together or len(question.choices) != 1:
                return
            choice = question.choices[0]
            answer = plan.begin(self.game, choice) if first else plan.next(self.game, choice)
            first = False
            if answer is None:
                assert plan.finished or not self._obvious(choice, named)
                break
            assert choice.lawful(answer) is not None
            concerned = self._about(choice) | self._named(choice, answer)
            concerned |= set(choice.pieces) if isinstance(choice, Place) else set()
            self.followed += choice.key not in said
            assert choice.key in said or concerned & named, choice
            named |= self._named(choice, answer)
            self.game.answer(answer, self.side)
        self.fights += any(one not in chain.unit for one in named)

    def _obvious(self, choice: Choice[Any], named: set[int]) -> bool:
        """Whether the book itself would say something about those the gesture named."""
        if not isinstance(choice, Pick) or choice.most != 1:
            return False
        usual = choice.proposal if choice.proposal is not None else best_odds(choice)
        concerned = self._about(choice) | self._named(choice, usual)
        return usual is not None and bool(concerned & named)

    def _anyhow(self, question: Question) -> None:
        mine = render.mine(question, self.side)
        if question.together:
            for index, one in mine:
                self.game.draft(index, one.any(self.chance), self.side)
            self.game.commit(self.side)
        else:
            self.game.answer(mine[0][1].any(self.chance), self.side)


@pytest.mark.parametrize("key", list(RULESETS))
def test_a_gesture_answers_what_follows_of_the_fights_it_named(key: str) -> None:
    """Each answer is lawful and about its men; what is left to the person the book leaves open."""
    one = Carried(key)
    one.fight()
    assert one.chains
    assert one.fights or key in TOGETHER
