"""Dice and answers written down before, and what came of them: for the tests of every book."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from banneret.core.chance.dice import ScriptedDice
from banneret.core.errors import BadPlayer, IllegalAnswer
from banneret.core.play.events import Event, Rolled
from banneret.core.play.table import Table
from banneret.core.questions.choices import Choice, Pick

S = TypeVar("S")
E = TypeVar("E", bound=Event)
Answer = Any  # a plain answer, (key, answer), or a function from the choice to an answer


class Script:
    """A player who gives written answers in order.

    An item is a plain answer; a pair (key, answer), which also says what must be asked; or a
    function from the choice to an answer (`first`, `idea(1)`, `lambda choice: ...`).
    """

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = list(answers)
        self.asked: list[Choice[Any]] = []

    def decide(self, table: Table[Any], choice: Choice[Any]) -> Any:
        """Give the next answer."""
        del table
        self.asked.append(choice)
        assert self.answers, f"no answer left for {choice.key!r} to {choice.side}: {choice.prompt}"
        answer = self.answers.pop(0)
        if isinstance(answer, tuple) and len(answer) == 2 and _is_key(answer[0]):
            key, answer = answer
            assert choice.key == key, f"asked {choice.key!r} ({choice.prompt}), expected {key!r}"
        return answer(choice) if callable(answer) else answer

    def finish(self) -> None:
        """See that every answer was asked for."""
        assert not self.answers, f"answers nobody asked for: {self.answers}"


def _is_key(value: object) -> bool:
    return isinstance(value, str) and bool(re.match(r"^[a-z_]+(\.[a-z_]+)?$", value))


def first(choice: Choice[Any]) -> Any:
    """Answer with the first idea."""
    return choice.ideas()[0]


def idea(at: int) -> Callable[[Choice[Any]], Any]:
    """Answer with idea number `at`."""
    return lambda choice: choice.ideas()[at]


class ByKey:
    """A player who answers by the key of the question; what is not written down, by an idea.

    An answer may be a list (one after the other, then ideas), a value (always), or a function of
    the choice.
    """

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers = {key: list(a) if isinstance(a, list) else a for key, a in answers.items()}
        self.asked: list[Choice[Any]] = []

    def decide(self, table: Table[Any], choice: Choice[Any]) -> Any:
        """Give the next answer for questions of this key."""
        del table
        self.asked.append(choice)
        answer = self.answers.get(self.key_of(choice), [])
        if isinstance(answer, list):
            if not answer:
                return choice.ideas()[0]
            answer = answer.pop(0)
        return answer(choice) if callable(answer) else answer

    def key_of(self, choice: Choice[Any]) -> str:
        """Under which key the answer is written; a book may have finer ones."""
        return choice.key

    @property
    def keys(self) -> list[str]:
        """The keys of the questions put, in order."""
        return [choice.key for choice in self.asked]

    def was_asked(self, key: str) -> list[Choice[Any]]:
        """The questions of one key."""
        return [choice for choice in self.asked if choice.key == key]

    def refusals(self, key: str, about: int) -> dict[Any, str | None]:
        """The clause that refuses each option a man was given, None for those allowed."""
        choice = next(one for one in self.was_asked(key) if one.about[0] == about)
        assert isinstance(choice, Pick)
        return {
            option.key: None if option.because is None else option.because.clause
            for option in choice.options()
        }


class Refused(IllegalAnswer, BadPlayer):
    """A scripted answer that the rules do not allow."""


class Played(Table[S]):
    """A table at which a rule was played, or several steps.

    `result` is what the rule gave back; `by` is who answered in the steps, `phases` are theirs.
    """

    result: Any = None
    by: ByKey
    phases: list[str]

    @property
    def keys(self) -> list[str]:
        """The keys of the questions put, in order."""
        return self.by.keys


def play_rule(
    battle: S,
    sides: Iterable[str],
    rule: Callable[[Played[S]], Any],
    dice: Sequence[int],
    answers: Mapping[str, Sequence[Answer]] | Sequence[Answer],
) -> Played[S]:
    """Run a rule with scripted dice and answers, all of which must be used; gives the table.

    An answer that the rules refuse raises Refused, which is both IllegalAnswer (with its reason and
    clause) and BadPlayer. `answers` is one list for whoever is asked, or a list for each player.
    """
    thrown = ScriptedDice(*dice)
    if isinstance(answers, Mapping):
        everyone = {side: Script(answers.get(side, ())) for side in sides}
    else:
        shared = Script(answers)
        everyone = dict.fromkeys(sides, shared)
    table = Played(battle, thrown, everyone)
    try:
        table.result = rule(table)
    except BadPlayer as no:  # an answer that is not allowed: say why as the rules do
        if isinstance(no.__cause__, IllegalAnswer):
            raise Refused(no.__cause__.reason, no.__cause__.clause) from no
        raise
    thrown.finish()
    for script in everyone.values():
        script.finish()
    return table


def play_steps(
    table: Played[S],
    by: ByKey,
    steps: Mapping[str, Callable[[Table[S]], None]],
    until: str | int,
    most: int,
) -> None:
    """Play steps until the battle comes to a phase, or that many."""
    battle: Any = table.state
    table.by = by
    table.phases = []
    while not battle.over:
        table.phases.append(battle.phase)
        steps[battle.phase](table)
        if battle.phase == until or len(table.phases) == until:
            break
        assert len(table.phases) < most, f"{until!r} is never reached: {table.phases[-20:]}"


# -- what came of it


def heard(table: Table[Any], player: str | None) -> list[Any]:
    """What a player (None: a spectator) may know of what happened."""
    return [told.event for told in table.events if told.for_side(player)]


def events_of(table: Table[Any], kind: type[E], clause: str | None = None) -> list[E]:
    """The events of one kind, in order; of one clause if named."""
    return [
        told.event
        for told in table.events
        if isinstance(told.event, kind) and clause in {None, told.clause}
    ]


def needs(table: Table[Any]) -> list[str]:
    """What was told of each throw to be needed, in words; nothing where it is one face."""
    told = [one.wish and one.wish.needed for one in events_of(table, Rolled)]
    return [one if isinstance(one, str) else "" for one in told]


def rolls(table: Table[Any], purpose: str = "") -> list[tuple[int, ...]]:
    """The faces thrown for whatever begins with that purpose."""
    return [e.faces for e in events_of(table, Rolled) if e.purpose.startswith(purpose)]
