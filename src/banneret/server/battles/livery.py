"""What each side wears: a tincture and a pattern, so that no side is told by colour alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Tincture = Literal["azure", "gules", "or", "vert", "sable", "argent", "purpure", "tenne"]
Pattern = Literal[
    "plain", "saltire", "bordure", "cross", "quarterly", "seme", "chequy", "bendy"
]  # fmt: skip

# in the order sides take them
OWN: dict[Tincture, Pattern] = {
    "azure": "plain",
    "gules": "saltire",
    "or": "bordure",
    "vert": "cross",
    "sable": "quarterly",
    "argent": "seme",
    "purpure": "chequy",
    "tenne": "bendy",
}


class Livery(NamedTuple):
    """What a side wears."""

    tincture: Tincture
    pattern: Pattern


Wish = tuple[Tincture | None, Pattern | None]


class Taken(Exception):
    """Two sides wish for one pattern."""

    def __init__(self, side: str, text: str) -> None:
        super().__init__(text)
        self.side = side


def dress(sides: Sequence[str], wishes: Mapping[str, Wish]) -> dict[str, Livery]:
    """Give each side what it wishes for, else what is free; two sides never share a pattern."""
    wished = {tincture for tincture, _ in wishes.values()}
    free = iter([one for one in OWN if one not in wished])
    worn = _claimed(sides, wishes)
    found: dict[str, Livery] = {}
    for side in sides:
        colour, drawn = wishes.get(side, (None, None))
        tincture: Tincture = next(free) if colour is None else colour
        spare = (one for one in (OWN[tincture], *OWN.values()) if one not in worn)
        pattern: Pattern = next(spare) if drawn is None else drawn
        worn[pattern] = side
        found[side] = Livery(tincture, pattern)
    return found


def _claimed(sides: Sequence[str], wishes: Mapping[str, Wish]) -> dict[Pattern, str]:
    worn: dict[Pattern, str] = {}
    for side in sides:
        pattern = wishes.get(side, (None, None))[1]
        if pattern in worn:
            raise Taken(side, f"the pattern {pattern} is taken by side {worn[pattern]}")
        if pattern is not None:
            worn[pattern] = side
    return worn
