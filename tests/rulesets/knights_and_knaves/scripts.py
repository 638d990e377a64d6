"""Dice and answers written down before, and what came of them, with men named in the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.table import Table
from banneret.core.questions.choices import Choice
from banneret.rulesets.knights_and_knaves.basics.state import Battle
from banneret.rulesets.knights_and_knaves.sequence import SEQUENCE
from rulesets import scripting
from rulesets.scripting import Answer

MOST_STEPS = 2000
Played = scripting.Played[Battle]


def play(
    battle: Battle,
    rule: Callable[..., Any],
    *args: Any,
    dice: Sequence[int] = (),
    answers: Mapping[str, Sequence[Answer]] | Sequence[Answer] = (),
    **kwargs: Any,
) -> Played:
    """Run a rule with scripted dice and answers, all of which must be used; gives the table."""
    players = [one.player for one in battle.retinues]
    return scripting.play_rule(
        battle, players, lambda table: rule(table, *args, **kwargs), dice, answers
    )


class ByKey(scripting.ByKey):
    """Answers by the key of the question; `"chit Hugh"` answers the chit of Hugh alone."""

    def __init__(self, battle: Battle, answers: Mapping[str, Any]) -> None:
        super().__init__(answers)
        self.battle = battle

    def key_of(self, choice: Choice[Any]) -> str:
        """The man's own answer, if one is written."""
        for one in choice.about:
            if isinstance(one, int) and 0 <= one < len(self.battle.men):
                named = f"{choice.key} {self.battle.men[one].profile.name}"
                if named in self.answers:
                    return named
        return choice.key


def run(
    battle: Battle,
    until: str | int,
    *,
    dice: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
    calls: Sequence[tuple[str, str]] = (),
    exact: bool = True,
    sequence: Mapping[str, Callable[[Table[Battle]], None]] = SEQUENCE,
) -> Played:
    """Play steps until the battle comes to a phase, or that many; every die must be used."""
    by = ByKey(battle, answers or {})
    thrown = ScriptedDice(*dice)
    table = Played(battle, thrown, {one.player: by for one in battle.retinues}, calls=calls)
    scripting.play_steps(table, by, sequence, until, MOST_STEPS)
    if exact:
        thrown.finish()
    return table
