"""Whole turns in tests: steps one after another, answers by the key of the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from banneret.core.chance.dice import ScriptedDice
from banneret.rulesets.one_page_skirmish.basics.state import NOBODY, Battle
from banneret.rulesets.one_page_skirmish.sequence import SEQUENCE
from rulesets import scripting

END = NOBODY  # "action.unit": nobody else acts
MOST_STEPS = 500


def run(
    battle: Battle,
    until: str | int,
    *,
    dice: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
    calls: Sequence[tuple[str, str]] = (),
    exact: bool = True,
) -> scripting.Played[Battle]:
    """Play steps until the battle comes to a phase, or that many; every die must be used."""
    by = scripting.ByKey(answers or {})
    thrown = ScriptedDice(*dice)
    table = scripting.Played(battle, thrown, {seat.key: by for seat in battle.seats}, calls=calls)
    scripting.play_steps(table, by, SEQUENCE, until, MOST_STEPS)
    if exact:
        thrown.finish()
    return table
