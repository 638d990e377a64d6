"""What every situation shares, and how a result is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Reason, Tally
from banneret.core.errors import BadData
from banneret.tabletop.asking import Facts

from .options import DEFAULTS, Options

Stamina = Annotated[int, Meta(ge=0, le=99)]
Level = Annotated[int, Meta(ge=0, le=99)]  # of temporary fatigue: without limit (KK-FAT-04)
Permanent = Annotated[int, Meta(ge=0, le=4)]  # the fourth ends the battle (KK-FINIS-06)
Number = Annotated[int, Meta(ge=0, le=99)]
Rating = Annotated[int, Meta(ge=3, le=12)]  # KK-ARMOR-07
Distance = Annotated[float, Meta(ge=0, le=9999)]


class Result(msgspec.Struct, frozen=True, gc=False):
    """How something came out."""


class Situation(Facts, frozen=True, kw_only=True):
    """A whole situation: what is asked about, and under which options."""

    options: Options = DEFAULTS


class Line(msgspec.Struct, frozen=True, gc=False):
    """A modifier under the name the outcome gives it, with its reason."""

    key: str
    reason: Reason

    @property
    def value(self) -> int:
        """What it adds."""
        return self.reason.value


def line(key: str, value: int, label: str, clause: str) -> Line:
    """Write down a modifier."""
    return Line(key, Reason(label, value, clause))


def lines_by_level(key: str, each: int, most: int, label: str, clause: str) -> tuple[Line, ...]:
    """Write down a modifier for each number of something, from none to the most."""
    return tuple([line(key, each * count, label, clause) for count in range(most + 1)])


def total_of(lines: Iterable[Line]) -> int:
    """Add modifiers up."""
    return sum([one.reason.value for one in lines])


def named(lines: Iterable[Line]) -> dict[str, int]:
    """Give the modifiers as the outcome writes them: only what is not nought."""
    return {one.key: one.reason.value for one in lines if one.reason.value}


def tally_of(value: int, label: str, clause: str, lines: Sequence[Line]) -> Tally:
    """Add modifiers to a first value."""
    tally = Tally(value, label, clause)
    if lines:
        reasons = [one.reason for one in lines]
        tally.total = value + sum([reason.value for reason in reasons])
        tally.reasons = (*tally.reasons, *reasons)
    return tally


def ruled(outcome: dict[str, Any], reasons: Iterable[Reason] = ()) -> Ruled:
    """Give an outcome with the reckoning behind it; what was not worked out is left away."""
    return Ruled({k: v for k, v in outcome.items() if v is not None}, tuple(reasons))


def whole(value: float) -> int | float:
    """Write a whole number without its point."""
    return int(value) if value == int(value) else value


def check_stamina(where: str, stamina: int | None, original: int | None) -> None:
    """Refuse more stamina than a man or horse began with, and nobody begins with none."""
    if original == 0:
        raise BadData(f"{where}original_stamina = 0: expected 1 or more")
    if original is None and stamina == 0:
        raise BadData(f"{where}stamina = 0 without original_stamina: expected what he began with")
    if stamina is not None and original is not None and stamina > original:
        raise BadData(
            f"{where}stamina = {stamina}: more than original_stamina = {original} [KK-DEF-16]"
        )
