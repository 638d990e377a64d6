"""Playing any ruleset with answers chosen by Hypothesis: what the contract checks are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, NamedTuple

import msgspec

from banneret.core.dice import RandomDice
from banneret.core.digest import digest, encode
from banneret.core.game import Game, Player
from banneret.core.questions import Question
from banneret.core.ruleset import Ruleset
from banneret.core.tape import Entry

Answers = list[tuple[int, Any]]  # the place of a question in what is asked, and its answer


class Case(NamedTuple):
    """One way to begin a battle; `most` bounds how many questions a check answers."""

    ruleset: Ruleset[Any]
    scenario: str
    options: Mapping[str, Any] = {}
    forces: Mapping[str, str] = {}
    most: int = 40

    @property
    def name(self) -> str:
        """A name for test reports."""
        chosen = "".join(f" {key}={value}" for key, value in self.options.items())
        return f"{self.ruleset.key} {self.scenario}{chosen}"

    def begin(self, seed: int, players: Mapping[str, Player] | None = None) -> Game[Any]:
        """Begin the battle with seeded dice; sides without players are people."""
        ruleset = self.ruleset
        state = ruleset.begin(self.scenario, ruleset.chosen(self.options), self.forces)
        return Game(ruleset, state, dice=RandomDice(seed), players=players)


class Chooser:
    """Numbers as Hypothesis chose them, then from a seed; a copy chooses the same."""

    def __init__(self, picks: list[int], seed: int) -> None:
        self.picks = picks
        self.at = 0
        self.after = RandomDice(f"chooser {seed}")

    def die(self, sides: int) -> int:
        """Give a number from 1 to `sides`."""
        if self.at < len(self.picks):
            self.at += 1
            return self.picks[self.at - 1] % sides + 1
        return self.after.die(sides)

    def copy(self) -> Chooser:
        """Give a chooser that goes on in the same way."""
        twin = copy(self)
        twin.after = self.after.copy()
        return twin


class ChoosingPlayer:
    """A computer player who answers as a chooser would."""

    foresees = False

    def __init__(self, chooser: Chooser) -> None:
        self.chooser = chooser

    def decide(self, seat: Any, choice: Any) -> Any:  # noqa: ARG002  # looks at nothing
        """Give any lawful answer."""
        return choice.any(self.chooser)


def choose(question: Question, chooser: Chooser) -> Answers:
    """Choose a lawful answer for everything that is asked."""
    return [(place, choice.any(chooser)) for place, choice in enumerate(question.choices)]


def give(game: Game[Any], answers: Answers) -> None:
    """Answer everything that is asked."""
    question = game.question
    assert question is not None
    if not question.together:
        game.answer(answers[0][1], question.choice.side or None, question.number)
        return
    for place, answer in answers:
        game.draft(place, answer, question.choices[place].side, question.number)
    for side in question.sides:
        game.commit(side, question.number)


def decisions(game: Game[Any], most: int) -> Iterator[Question]:
    """Stop at every question; whoever iterates answers it."""
    for _ in range(most):
        question = game.advance()
        if question is None:
            return
        yield question


def play(game: Game[Any], chooser: Chooser, most: int) -> Game[Any]:
    """Answer so many questions, or fewer if the battle ends."""
    for question in decisions(game, most):
        give(game, choose(question, chooser))
    game.advance()
    return game


def entries(game: Game[Any]) -> list[Entry]:
    """Everything that came from outside, in order."""
    return [entry for tape in (*(step.tape for step in game.steps), game.tape) for entry in tape]


def as_json(found: list[Entry]) -> list[Entry]:
    """Write a tape as JSON and read it again: lists for tuples, texts for keys."""
    return msgspec.json.decode(msgspec.json.encode(found), type=list[Entry])


def standing(game: Game[Any]) -> tuple[Any, ...]:
    """Everything by which two games that stand at the same point must agree."""
    return (digest(game.state), digest(game.now), encode(game.tape), asked(game), game.result)


def asked(game: Game[Any]) -> list[Any]:
    """What is asked, as every side is shown it."""
    if game.question is None:
        return []
    return [game.question.number, *[choice.describe() for choice in game.question.choices]]


def log(game: Game[Any]) -> list[bytes]:
    """All events with clause and audience, as they would be written down."""
    return [encode(told) for told in game.events(everything=True)]


def checkpoints(game: Game[Any]) -> list[str]:
    """The digest before every finished step."""
    return [digest(step.before) for step in game.steps]
