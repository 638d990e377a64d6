"""Playing any ruleset with answers chosen by Hypothesis: what the contract checks are made of."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, NamedTuple

import msgspec

from banneret import players as computers
from banneret.core.book.ruleset import Ruleset
from banneret.core.chance.dice import RandomDice
from banneret.core.digest import digest, encode
from banneret.core.errors import IllegalAnswer, UnreadableAnswer
from banneret.core.play.events import Chose
from banneret.core.play.game import Game, Player
from banneret.core.play.tape import Answered, AnsweredAll, Entry
from banneret.core.questions.questions import Question

Answers = list[tuple[int, Any]]  # the place of a question in what is asked, and its answer

MOST_FOUGHT = 2  # battles that are kept with all their states
BATTLES = 4  # how many battles a led or late case looks into, unless it says otherwise
SHORT = 3  # options that still make a readable name
LOOKS = 40  # how many questions of a whole battle are looked at closely
WHOLE = 100_000  # more questions than any battle has


class Case(NamedTuple):
    """One way to begin a battle; `most` bounds how many questions a check answers.

    A check looks closely at one question in `every`, and has the others answered.

    With `led`, the name of a computer player, the answers are those of a battle he fought against
    himself: a check then goes through a whole sensible battle. With `late` it begins in the middle
    of such a battle instead, at any kind of question, and the answers are anybody's.
    """

    ruleset: Ruleset[Any]
    scenario: str
    options: Mapping[str, Any] = {}
    forces: Mapping[str, str] = {}
    most: int = 40
    led: str = ""
    late: bool = False
    battles: int = BATTLES
    every: int = 1

    @property
    def name(self) -> str:
        """A name for test reports."""
        chosen = "".join(f" {key}={value}" for key, value in self.options.items())
        if len(self.options) > SHORT:
            chosen = " everything else"
        return f"{self.ruleset.key} {self.scenario}{chosen}{' late' if self.late else ''}"

    def begin(
        self,
        seed: int,
        players: Mapping[str, Player] | None = None,
        *,
        dice: RandomDice | None = None,
    ) -> Game[Any]:
        """Begin the battle with seeded dice; sides without players are people."""
        state = self.moment(seed) if self.late else self.beginning()
        dice = dice or RandomDice(self.dice_seed(seed))
        return Game(self.ruleset, state, dice=dice, players=players)

    def beginning(self) -> Any:
        """Give the state a battle begins with."""
        ruleset = self.ruleset
        return ruleset.begin(self.scenario, ruleset.chosen(self.options), self.forces)

    def dice_seed(self, seed: int) -> int:
        """Give the seed of the dice: a led battle has those of the battle it follows."""
        return seed % self.battles if self.led and not self.late else seed

    def chooser(self, picks: list[int], seed: int) -> Chooser:
        """Give somebody to choose answers."""
        lead = answers_of(entries(self.fought(seed))) if self.led and not self.late else []
        return Chooser(picks, seed, lead)

    def length(self, seed: int) -> int:
        """Bound the questions a check answers: a led battle ends where the one it follows did."""
        if not self.led or self.late:
            return self.most
        return min(self.most, len(answers_of(entries(self.fought(seed)))))

    def whole(self, seed: int) -> Case:
        """Give the same to its end, looked at closely some `LOOKS` times."""
        asked = len(answers_of(entries(self.fought(seed)))) if self.led else self.most * LOOKS
        return self._replace(most=WHOLE, every=max(1, asked // LOOKS))

    def looks(self, number: int, seed: int) -> bool:
        """Whether a check looks closely at this question."""
        return (number + seed) % self.every == 0

    def questions(self, game: Game[Any], chooser: Chooser, seed: int) -> Iterator[Question]:
        """Stop at every question to look at, which whoever iterates answers."""
        for number, question in enumerate(decisions(game, self.most)):
            if self.looks(number, seed):
                yield question
            else:
                give(game, choose(question, chooser))

    def fought(self, seed: int) -> Game[Any]:
        """Give the whole battle a led or late case looks into."""
        number = seed % self.battles
        named = f"{self.name} {self.options} {sorted(self.forces.items())} {self.led} {number}"
        game = _FOUGHT.pop(named, None)
        if game is None:
            game = self._fight(number, _TAPES.get(named))
            _TAPES.setdefault(named, entries(game))
        _FOUGHT[named] = game
        if len(_FOUGHT) > MOST_FOUGHT:
            del _FOUGHT[next(iter(_FOUGHT))]
        return game

    def _fight(self, number: int, tape: list[Entry] | None) -> Game[Any]:
        """Have it fought, or played again by its tape, which needs no captain to think."""
        state, ruleset = self.beginning(), self.ruleset
        game = Game(ruleset, state, dice=RandomDice(number))
        if tape is not None:
            game.replay(tape)
        else:
            for side in ruleset.sides(state):
                game.seat(side, computers.player(ruleset, side, self.led, number))
        game.advance()
        gc.collect()  # states are not counted by the collector, which would wait for gigabytes
        return game

    def moment(self, seed: int) -> Any:
        """Give a state from the middle of a battle; rare kinds of questions are as likely as any.

        Kinds are told apart by the keys of the questions that a step asks.
        """
        steps = self.fought(seed).steps
        kinds: dict[str, list[Any]] = {}
        for step in steps:
            for key in {told.event.key for told in step.events if isinstance(told.event, Chose)}:
                kinds.setdefault(key, []).append(step.before)
        chance = RandomDice(f"moment {seed}")
        found = kinds[sorted(kinds)[chance.die(len(kinds)) - 1]]
        return self.ruleset.clone(found[chance.die(len(found)) - 1])


_FOUGHT: dict[str, Game[Any]] = {}  # the last ones: each has thousands of states
_TAPES: dict[str, list[Entry]] = {}


class Chooser:
    """Answers that lead, numbers as Hypothesis chose them, then from a seed; a copy does alike."""

    def __init__(
        self, picks: list[int], seed: int, lead: list[tuple[Any, ...]] | None = None
    ) -> None:
        self.picks = picks
        self.at = 0
        self.lead = lead or []
        self.led = 0
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
    if chooser.led < len(chooser.lead):
        chooser.led += 1
        answers = list(enumerate(chooser.lead[chooser.led - 1]))
        if _fit(question, answers):
            return answers
    return [(place, choice.any(chooser)) for place, choice in enumerate(question.choices)]


def _fit(question: Question, answers: Answers) -> bool:
    """Whether answers from another battle are lawful here: after a turn of its own none need be."""
    if len(answers) != len(question.choices):
        return False
    try:
        for place, answer in answers:
            question.choices[place].check(answer)
    except (IllegalAnswer, UnreadableAnswer):
        return False
    return True


def answers_of(found: list[Entry]) -> list[tuple[Any, ...]]:
    """Give what was answered to each question, or to several put together."""
    return [
        entry.answers if isinstance(entry, AnsweredAll) else (entry.answer,)
        for entry in found
        if isinstance(entry, Answered | AnsweredAll)
    ]


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
