"""Whole turns in tests: steps one after another, answers by the key of the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from banneret.core.choices import Choice
from banneret.core.dice import ScriptedDice
from banneret.core.table import Table
from banneret.rulesets.one_page_skirmish.sequence import SEQUENCE
from banneret.rulesets.one_page_skirmish.state import NOBODY, Battle

END = NOBODY  # "action.unit": nobody else acts


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
        answer = self.answers.get(choice.key, [])
        if isinstance(answer, list):
            if not answer:
                return choice.ideas()[0]
            answer = answer.pop(0)
        return answer(choice) if callable(answer) else answer

    @property
    def keys(self) -> list[str]:
        """The keys of the questions put, in order."""
        return [choice.key for choice in self.asked]

    def was_asked(self, key: str) -> list[Choice[Any]]:
        """The questions of one key."""
        return [choice for choice in self.asked if choice.key == key]


class Turns(Table[Battle]):
    """A table at which several steps were played."""

    by: ByKey
    phases: list[str]

    @property
    def keys(self) -> list[str]:
        """The keys of the questions put, in order."""
        return self.by.keys


def run(
    battle: Battle,
    until: str | int,
    *,
    dice: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
    calls: Sequence[tuple[str, str]] = (),
    exact: bool = True,
) -> Turns:
    """Play steps until the battle comes to a phase, or that many; every die must be used."""
    by = ByKey(answers or {})
    thrown = ScriptedDice(*dice)
    table = Turns(battle, thrown, {seat.key: by for seat in battle.seats}, calls=calls)
    table.by = by
    table.phases = []
    while not battle.over:
        table.phases.append(battle.phase)
        SEQUENCE[battle.phase](table)
        if battle.phase == until or len(table.phases) == until:
            break
        assert len(table.phases) < 500, f"{until!r} is never reached: {table.phases[-20:]}"
    if exact:
        thrown.finish()
    return table


def heard(table: Table[Battle], player: str | None) -> list[Any]:
    """What a player (None: a spectator) may know of what happened."""
    return [told.event for told in table.events if told.for_side(player)]
