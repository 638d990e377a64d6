"""A battle told in sentences, with its dice and their reckoning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from banneret.core.events import Rolled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from banneret.core.events import Told
    from banneret.core.ruleset import Result, Ruleset


class Sentence(NamedTuple):
    """One line of the chronicle; `minor` ones are dice and their reasons."""

    text: str
    clause: str
    minor: bool = False


def tell(ruleset: Ruleset[Any], state: Any, events: Iterable[Told]) -> Iterator[Sentence]:
    """Turn events into sentences; what has no words is left out."""
    for told in events:
        text = ruleset.sentence(state, told.event)
        if isinstance(told.event, Rolled):
            yield Sentence(text or dice_text(told.event), told.clause, minor=True)
        elif text:
            yield Sentence(text, told.clause)


def dice_text(rolled: Rolled) -> str:
    """Say which dice fell how, and the number beside them with its reasons."""
    dice = " ".join(f"d{s}:{f}" for s, f in zip(rolled.dice, rolled.faces, strict=True))
    text = f"{rolled.purpose}: {dice}"
    told = [reason for reason in rolled.tally if reason.value]
    if told:
        total = sum(reason.value for reason in told)
        parts = ", ".join(f"{reason.value:+d} {reason.label}" for reason in told)
        text += f", with {parts}: {total}"
    return text


def show(out: Console, sentences: Iterable[Sentence]) -> None:
    """Print sentences, dice dimmed and set in."""
    for one in sentences:
        clause = f"  [{one.clause}]" if one.clause else ""
        if one.minor:
            out.print(f"    {one.text}{clause}", style="dim", soft_wrap=True)
        else:
            out.print(f"  {one.text}{clause}", soft_wrap=True)


def result_text(result: Result, counted: str) -> str:
    """Say how a battle ended in one sentence, rounds by the name the book has for them."""
    score = ", ".join(f"{side} {points}" for side, points in result.score.items())
    losses = ", ".join(f"{side} {lost}" for side, lost in result.losses.items())
    ended = outcome_text(result.winner, result.rounds, counted, result.reason)
    return f"{ended} (score {score}; losses {losses})."


def outcome_text(winner: str | None, rounds: int, counted: str, reason: str) -> str:
    """Say who won, when and why."""
    who = "A draw" if winner is None else f"Side {winner} wins"
    return f"{who} after {rounds} {counted}{'' if rounds == 1 else 's'}: {reason}"
