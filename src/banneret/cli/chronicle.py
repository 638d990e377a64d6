"""A battle told in sentences, with its dice and their reckoning."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import UNSET

from banneret.core.chance import kinds
from banneret.core.play.events import Rolled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rich.console import Console

    from banneret.core.book.ruleset import Result, Ruleset
    from banneret.core.play.events import Told
    from banneret.core.show.scene import Scene

NAMELESS: Mapping[str, str] = MappingProxyType({})


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
    """Say which dice fell how, and what was needed or what they come to, with the reasons.

    A number beside one die or a total is added to it, unless a face was needed: then it made that.
    """
    dice = " ".join(f"{kinds.name(s)}:{f}" for s, f in zip(rolled.dice, rolled.faces, strict=True))
    text = f"{rolled.purpose}: {dice}"
    told = [reason for reason in rolled.tally if reason.value]
    parts = ", ".join(f"{reason.value:+d} {reason.label}" for reason in told)
    needed = needed_text(rolled)
    total = rolled.total
    if total is not UNSET:
        text = f"{text}, making {total}"
    if needed:
        return f"{text}, {needed}" + (f" ({parts})" if parts else "")
    if total is UNSET and len(rolled.faces) == 1:
        total = rolled.faces[0]
    if not told:
        return text
    if total is UNSET:
        return f"{text}, with {parts}"
    return f"{text}, {parts}: {total + sum(reason.value for reason in told)} in all"


def needed_text(rolled: Rolled) -> str:
    """The face each die needs, in words; one that cannot fail or succeed says so."""
    wish = rolled.wish
    if wish is None or wish.needed is None or not rolled.dice:
        return ""
    if isinstance(wish.needed, str):
        return wish.needed
    faces = kinds.shows(rolled.dice[0])
    low, most, high = faces[0][0], faces[-1][0], wish.want == "high"
    if wish.needed <= low if high else wish.needed >= most:
        return "cannot fail"
    if wish.needed > most if high else wish.needed < low:
        return "cannot succeed"
    return f"{wish.needed} or {'more' if high else 'less'} needed"


def show(out: Console, sentences: Iterable[Sentence]) -> None:
    """Print sentences, dice dimmed and set in."""
    for one in sentences:
        clause = f"  [{one.clause}]" if one.clause else ""
        if one.minor:
            out.print(f"    {one.text}{clause}", style="dim", soft_wrap=True)
        else:
            out.print(f"  {one.text}{clause}", soft_wrap=True)


def names_of(scene: Scene) -> dict[str, str]:
    """Name sides by key, and those who win together by their party; equal names bear their keys."""
    named = [side.name for side in scene.sides]
    found: dict[str, list[str]] = {}
    for side in scene.sides:
        name = side.name or side.key
        found[side.key] = [name if named.count(side.name) == 1 else f"{name} ({side.key})"]
    for side in scene.sides:
        if side.party and side.party != side.key:
            found.setdefault(side.party, []).extend(found[side.key])
    return {key: " and ".join(names) for key, names in found.items()}


def result_text(result: Result, counted: str, names: Mapping[str, str] = NAMELESS) -> str:
    """Say how a battle ended in one sentence, rounds by the name the book has for them."""
    if not (result.score or result.losses):  # what lies between battles is won by nobody
        return f"{result.reason[:1].upper()}{result.reason[1:]}."
    score = ", ".join(f"{names.get(side, side)} {points}" for side, points in result.score.items())
    losses = ", ".join(f"{names.get(side, side)} {lost}" for side, lost in result.losses.items())
    ended = outcome_text(result.winner, result.rounds, counted, result.reason, names)
    return f"{ended} (score {score}; losses {losses})."


def outcome_text(
    winner: str | None,
    rounds: int,
    counted: str,
    reason: str,
    names: Mapping[str, str] = NAMELESS,
) -> str:
    """Say who won, when and why; a side nobody named by its key."""
    who = "A draw"
    if winner is not None:
        who = f"Victory for {names[winner]}" if winner in names else f"Side {winner} wins"
    return f"{who} after {rounds} {counted}{'' if rounds == 1 else 's'}: {reason}"
