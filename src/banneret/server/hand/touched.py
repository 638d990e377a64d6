"""A touch that is being followed: whom it means, where it has come, why something was refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from banneret.server.hand.chains import Chain, ToggleOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.questions.picks import Pick
    from banneret.server.door.wire import Touch
    from banneret.server.hand.ahead import Ahead


class Touched:
    """One touch, and what was found out about it on the way."""

    def __init__(self, all_of: Ahead, touch: Touch) -> None:
        self.all = all_of
        self.touch = touch
        self.side = all_of.side
        self.unit: set[int] = {touch.piece}
        self.because = ""
        self.clause = ""

    def refuse(self, why: tuple[str, str]) -> None:
        """Remember why something that was meant is not allowed."""
        self.because, self.clause = why


class Here(NamedTuple):
    """Where a search is: what was answered to get here, and the chain so far."""

    trail: tuple[str, ...] = ()
    entries: tuple[Any, ...] = ()
    chain: Chain = Chain()
    deep: int = 0

    def after(self, what: str, entry: Any, chain: Chain) -> Here:
        """Give the place after one more answer."""
        return Here((*self.trail, what), (*self.entries, entry), chain, self.deep + 1)


def why_not(choice: Pick[Any], key: Any) -> tuple[str, str] | None:
    """Say why an option is not allowed, and the clause."""
    no = choice.why_not(key) if choice.why_not is not None else None
    return None if no is None else (no.reason, no.clause)


def options(
    choice: Pick[Any], points: dict[Any, set[int]], unit: set[int]
) -> Iterator[ToggleOption]:
    """Give what else could be said of the same unit."""
    for key in choice.candidates:
        if points[key] - unit:
            continue
        no = why_not(choice, key)
        yield ToggleOption(key, choice.label(key), *(no or ("", "")))
