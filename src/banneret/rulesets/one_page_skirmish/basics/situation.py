"""What every situation shares, and how a result is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta

from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Reason, Tally
from banneret.core.errors import BadData
from banneret.tabletop.asking import Facts

from .options import DEFAULTS, Options

Inches = Annotated[float, Meta(ge=0, le=999)]
Number = Annotated[int, Meta(ge=0, le=99)]
Name = Annotated[str, Meta(min_length=1, max_length=99)]


class Situation(Facts, frozen=True, kw_only=True):
    """A whole situation: what is asked about, and under which options."""

    options: Options = DEFAULTS


def ruled(result: dict[str, Any], *reasons: Reason) -> Ruled:
    """Give a result with the reckoning behind it, where there is one."""
    if reasons:
        result["breakdown"] = [[reason.label, reason.value] for reason in reasons]
    return Ruled(result, reasons)


def refuse_repeats(key: str, names: tuple[str, ...]) -> None:
    """Refuse a list that names something twice."""
    if len(set(names)) == len(names):
        return
    for place, name in enumerate(names):
        if name in names[:place]:
            raise BadData(f"{key}[{place}] = {name!r}: it is named twice, each counts once")


def tally_of(reasons: Iterable[Reason], nothing: str, nothing_clause: str) -> Tally:
    """Add up modifiers; where there are none, say so."""
    lines = tuple(reasons)
    tally = Tally(0, nothing, nothing_clause)
    if lines:
        tally.total = sum([line.value for line in lines])
        tally.reasons = lines
    return tally
