"""What happened, as small frozen records with an audience and a clause."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from banneret.core.book.tally import Reason
from banneret.core.chance.wish import Wish


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something the log should know; books add their own kinds.

    A kind that turns up something hidden says `reveals = True`: who saw it can no longer take back
    his last answer without the others' consent. One that many men give in a row and that decides
    nothing (a walk, a chit turned up) is `quiet`: a chronicle may tell several of a kind as one.
    """

    reveals: ClassVar[bool] = False

    @property
    def quiet(self) -> bool:
        """Whether it is everyday: no wound, no meeting, no flight."""
        return False


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice were thrown: what for, which, how they fell, the reckoning beside them, what was hoped.

    `total` is what several dice come to, where that counts. The table alone tells it, once for
    every throw.
    """

    purpose: str
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    tally: tuple[Reason, ...] = ()
    side: str | None = None
    wish: Wish | None = None
    total: int | UnsetType = UNSET


class Chose(Event, frozen=True, tag="chose"):
    """A side answered a question. The table alone tells it, once for every answer."""

    side: str
    key: str
    answer: Any


class Faced(Event, frozen=True, tag="faced"):
    """Cards were turned up, all of them in one moment: whose, and what they are.

    Tell one for everything that is turned together; screens turn them in the same frame.
    """

    reveals: ClassVar[bool] = True
    cards: tuple[tuple[int, str], ...]  # a piece's number, and the title of a card


class Told(NamedTuple):
    """An event as it stands in the log: under which clause, and who may read it."""

    event: Event
    clause: str
    audience: tuple[str, ...] | None  # None: everybody

    def for_side(self, side: str | None) -> bool:
        """Whether that side (None: a spectator) may know of it."""
        return self.audience is None or (side is not None and side in self.audience)
