"""What was answered in secret within a step stays secret until it is turned up.

`vary_hidden` changes what rests in a battle. A dodge that is picked while the charger guesses it
lies on the tape alone: here the others' answers are exchanged, and the same dice follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from banneret.core.book.ruleset import Ruleset
from banneret.core.chance.dice import HandDice
from banneret.core.digest import encode
from banneret.core.errors import BanneretError
from banneret.core.play.table import Pending, Table
from banneret.core.play.tape import AnsweredAll, Entry
from banneret.core.questions.choices import Choice
from contract.hidden import first_difference, shown
from contract.play import Case, choose, give

Seen = tuple[list[tuple[str, str]], list[bytes], list[Any]]  # asked, told, seen


def answers_do_not_show(case: Case, picks: list[int], seed: int) -> None:
    """Had another side answered otherwise, who is told and asked the same sees the same."""
    game, chooser, ruleset = case.begin(seed), case.chooser(picks, seed), case.ruleset
    for question in case.questions(game, chooser, seed):
        for side in ruleset.sides(game.state):
            here = seen_by(ruleset, game.state, game.tape, side)
            for tape in _answered_otherwise(ruleset, game.state, game.tape, side):
                there = seen_by(ruleset, game.state, tape, side)
                _agree(here, there, side)
        give(game, choose(question, chooser))


def _agree(here: Seen | None, there: Seen | None, side: str) -> None:
    if here is None or there is None or (here[0], here[1]) != (there[0], there[1]):
        return
    assert there[2] == here[2], (
        f"{side} sees a secret answer: {first_difference(here[2], there[2])}"
    )


def seen_by(
    ruleset: Ruleset[Any], state: Any, tape: Sequence[Entry], side: str | None
) -> Seen | None:
    """What a side is asked, told and shown by the tape of a step; None: it cannot be played."""
    table = Table(ruleset.clone(state), HandDice(), {}, list(tape))
    asked: Sequence[Choice[Any]] = ()
    try:
        ruleset.play_step(table)
    except Pending as pending:
        asked = pending.choices
    except (BanneretError, AssertionError):
        return None
    if table.unread():
        return None
    told = [encode(one) for one in table.events if one.for_side(side)]
    mine = [choice for choice in asked if choice.side == side]
    return (
        [(one.side, one.key) for one in asked],
        told,
        [*shown(ruleset, table.state, side), *map(_put, mine)],
    )


def _put(choice: Choice[Any]) -> bytes:
    """A question as it is put, with what its answers would mean."""
    return encode([choice.describe(), [choice.preview(idea) for idea in choice.ideas()]])


def _answered_otherwise(
    ruleset: Ruleset[Any], state: Any, tape: Sequence[Entry], side: str
) -> Iterator[list[Entry]]:
    """The tape of a step with one answer of another side exchanged."""
    for at, entry in enumerate(tape):
        if not isinstance(entry, AnsweredAll):
            continue
        for place, choice in enumerate(_asked_at(ruleset, state, tape[:at])):
            if choice.side == side:
                continue
            for answer in choice.ideas():
                answers = (*entry.answers[:place], answer, *entry.answers[place + 1 :])
                yield [*tape[:at], replace(entry, answers=answers), *tape[at + 1 :]]


def _asked_at(ruleset: Ruleset[Any], state: Any, tape: Sequence[Entry]) -> Sequence[Choice[Any]]:
    try:
        ruleset.play_step(Table(ruleset.clone(state), HandDice(), {}, list(tape)))
    except Pending as pending:
        return pending.choices
    return ()
