"""A touch that is being followed: whom it means, where it has come, why something was refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from banneret.server.hand.chains import Chain, Step, ToggleOption, name_of

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


def beside(chain: Chain, choice: Pick[Any], key: Any) -> Chain:
    """Name besides him whom the book proposes: one who is taken first does not bind the others."""
    usual = choice.proposal
    several = tuple(dict.fromkeys((key, *usual))) if isinstance(usual, tuple) else ()
    if not several or choice.lawful(several) is None:
        return chain
    name = name_of(choice)
    steps = [Step(name, list(several)) if one.name == name else one for one in chain.steps]
    return chain.having(steps=tuple(steps))


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
