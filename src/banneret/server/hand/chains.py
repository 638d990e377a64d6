"""A chain of answers as plain data: what is proposed for one gesture, and what is sent back."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from banneret.core.show.overlay import Stretch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.questions.asking import Choice
    from banneret.core.questions.picks import Pick


How = Literal["answer", "way", "place", "idea", "best"]


class Step(msgspec.Struct, frozen=True):
    """One answer of a chain: to which question, what, and how it suits what is then asked.

    `answer` is said as it stands, `way` goes there or as far as it goes, `idea` takes the book's
    proposal of that number, `best` says it if it may be said and else what has the best odds.
    """

    name: str
    value: Any
    how: How = "answer"


class ToggleOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """One value of a toggle, or why it is not free."""

    key: Any
    label: str
    because: str = ""
    clause: str = ""


class Toggle(msgspec.Struct, frozen=True):
    """A question on the way that was answered by the chain and may be answered otherwise."""

    name: str
    prompt: str
    value: Any
    options: tuple[ToggleOption, ...]

    def set_to(self, value: Any) -> Toggle:
        """Give the same toggle at a value."""
        return msgspec.structs.replace(self, value=value)


class Throw(msgspec.Struct, frozen=True):
    """Dice that are thrown on the way."""

    purpose: str
    dice: tuple[int, ...]


class Reach(msgspec.Struct, frozen=True):
    """The chance that a throw carries at least so far."""

    inches: float
    chance: float


class Ghost(msgspec.Struct, frozen=True):
    """Where a piece would stand."""

    id: int
    x: float
    y: float
    facing: float


class Danger(msgspec.Struct, frozen=True, omit_defaults=True):
    """An enemy who could reach a piece where it would stand."""

    piece: int  # the enemy
    at: int  # whom he threatens
    text: str
    clause: str = ""
    deed: str = "reach"  # or "range"


class Chain(msgspec.Struct, frozen=True, omit_defaults=True):
    """What follows from a gesture; without steps nothing does, `because` says why."""

    steps: tuple[Step, ...] = ()
    because: str = ""
    clause: str = ""
    title: str = ""
    piece: int = -1
    unit: tuple[int, ...] = ()
    mover: int = -1
    way: tuple[tuple[float, float], ...] = ()
    gait: str = ""
    gaits: tuple[str, ...] = ()
    price: float | None = None
    allowance: float | None = None
    stretches: tuple[Stretch, ...] = ()
    notes: tuple[str, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    toggles: tuple[Toggle, ...] = ()
    throws: tuple[Throw, ...] = ()
    reach: tuple[Reach, ...] = ()
    chance: float | None = None  # that the throw is enough
    odds: dict[str, str] | None = None
    shots: tuple[dict[str, Any], ...] = ()
    dangers: tuple[Danger, ...] = ()
    others: int = 0  # who could do likewise after this
    miss: float = 0.0  # inches from what was pointed at

    def having(self, **changes: Any) -> Chain:
        """Give the same chain with something more."""
        return msgspec.structs.replace(self, **changes)


class Chains:
    """From which question to which each side's chains answered: one gesture is one undo."""

    def __init__(self) -> None:
        self._of: dict[str, list[tuple[int, int]]] = {}

    def begin(self, side: str, start: int) -> None:
        """A chain gives its first answer."""
        self._of.setdefault(side, []).append((start, start + 1))

    def go_on(self, side: str, end: int) -> None:
        """The last chain has come this far."""
        start, _ = self._of[side][-1]
        self._of[side][-1] = (start, end)

    def holding(self, side: str, number: int) -> int | None:
        """Say where the chain began that answered this question, if one did."""
        for start, end in reversed(self._of.get(side, ())):
            if start <= number < end:
                return start
        return None

    def forget(self, number: int) -> None:
        """Everything from this question on was taken back."""
        for side, known in self._of.items():
            self._of[side] = [(a, min(b, number)) for a, b in known if a < number]


def name_of(choice: Choice[Any]) -> str:
    """Name a question so that it is known again: its kind and whom it is about."""
    return f"{choice.key}@{','.join(str(one) for one in choice.about)}"


_HITS = ("hit", "success", "contact", "pass", "strikes home", "held off", "all held off")


def _share(text: str) -> Fraction:
    """Read a chance as books write it: "1/6", "0.25", "24 %"."""
    if text.endswith("%"):
        return Fraction(text[:-1].strip()) / 100
    return Fraction(text)


def headline(odds: Mapping[str, str]) -> float:
    """Give the chance to show big: of a hit that is named, else that anything happens at all."""
    found = {name.replace("_", " "): _share(text) for name, text in odds.items()}
    for name, chance in found.items():
        if name.startswith(_HITS):
            return float(chance)
    if "miss" in found:
        return float(1 - found["miss"])
    return float(max(found.values(), default=Fraction()))


def _harm(odds: Mapping[str, str]) -> tuple[float, float]:
    found = {name.replace("_", " "): _share(text) for name, text in odds.items()}
    mild = ("miss", "saved", "nothing", "none", "no ")
    harm = sum((c for name, c in found.items() if not name.startswith(mild)), Fraction())
    return float(harm), headline(odds)


def best_odds(choice: Pick[Any]) -> Any:
    """Give the answer that most likely harms somebody; the usual one if none has odds."""
    best, most = None, (-1.0, -1.0)
    for option in choice.options():
        if option.because is None and option.odds:
            worth = _harm(option.odds)
            if worth > most:
                best, most = option.key, worth
    if best is not None:
        return best
    usual = choice.proposal
    return usual if usual is not None and choice.lawful(usual) is not None else None
