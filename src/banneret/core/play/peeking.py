"""Whether a side would keep knowledge by taking its answers back.

Taking back is free when the side has seen nothing but its own doing. That is not left to events
that say so of themselves: the side's answers are given again in battles it could as well be in,
guessed from what it knew before, and what it would see there is compared with what it sees here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.chance.dice import HandDice, RandomDice
from banneret.core.digest import encode
from banneret.core.errors import BanneretError
from banneret.core.play.table import Pending, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.game import Game
    from banneret.core.play.tape import Entry

GUESSES = (
    12  # one in three finds what a step beside a wood would have met; all of them miss it rarely
)


def keeps_knowledge(game: Game[Any], side: str, at: int) -> bool:
    """Whether what the side has seen since step `at` began depends on what was hidden from it."""
    ruleset = game.ruleset
    if ruleset.nothing_hidden:
        return False
    tapes = [*[step.tape for step in game.steps[at:]], game.tape]
    before = game.steps[at].before if at < len(game.steps) else game.state
    view = ruleset.view(before, side)
    here = seen_after(ruleset, before, tapes, side)
    return any(
        seen_after(ruleset, ruleset.imagine(view, side, RandomDice(f"undo {n}")), tapes, side)
        != here
        for n in range(GUESSES)
    )


def seen_after(
    ruleset: Ruleset[Any], state: Any, tapes: Sequence[list[Entry]], side: str
) -> bytes | None:
    """What a side sees when these steps are played from a state; None: they cannot be."""
    state, told, asked = ruleset.clone(state), [], []
    for tape in tapes:
        table = Table(state, HandDice(), {}, list(tape))
        try:
            ruleset.play_step(table)
        except Pending as pending:
            asked = [choice.describe() for choice in pending.choices if choice.side == side]
        except (BanneretError, AssertionError):
            return None
        told += [one for one in table.events if one.for_side(side)]
        state = table.state
    return encode([ruleset.view(state, side), told, asked])
