"""A number that remembers its reasons."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """One line of a reckoning."""

    label: str
    value: int
    clause: str


class Tally:
    """A sum whose every part has a label and a clause; each `when` gives a new tally."""

    __slots__ = ("reasons", "total")

    def __init__(self, value: int, label: str, clause: str) -> None:
        self.total = value
        self.reasons: tuple[Reason, ...] = (Reason(label, value, clause),)

    def when(self, condition: object, value: int, label: str, clause: str) -> Tally:
        """Add a modifier if the condition holds (and the modifier is not nought)."""
        return self.plus(value, label, clause) if condition and value else self

    def plus(self, value: int, label: str, clause: str) -> Tally:
        """Add a modifier."""
        longer = Tally.__new__(Tally)
        longer.total = self.total + value
        longer.reasons = (*self.reasons, Reason(label, value, clause))
        return longer

    def __repr__(self) -> str:
        parts = " ".join(f"{r.value:+d} {r.label}" for r in self.reasons)
        return f"Tally({self.total}: {parts})"
