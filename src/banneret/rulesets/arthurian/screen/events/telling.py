"""What every event of the chronicle is: a tale with its sentence; and what the book decided."""

from __future__ import annotations

from collections.abc import Callable

from banneret.core.play.events import Event

Who = Callable[[int], str]
Spot = tuple[float, float]
NOBODY = -1


class Tale(Event, frozen=True):
    """Something worth a line of the chronicle."""

    def said(self, who: Who) -> str | None:
        """The sentence: names first, the result last."""
        raise NotImplementedError


class Decided(Tale, frozen=True, tag="decided"):
    """The book decided for a side it runs."""

    side: str
    key: str
    figure: int
    because: str
    rule: str

    @property
    def quiet(self) -> bool:
        """Where somebody is placed, or who is next, decides little."""
        return self.key in {"deploy", "place", "choose", "way", "declare"}

    def said(self, who: Who) -> str | None:
        """The reason and its clause; a deed's own line follows."""
        del who
        if self.key in {"deploy", "choose", "way"}:
            return None
        return f"By the book ({self.rule}): {self.because}."
