"""Raising forces from a book's lists, and checking forces that people wrote down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from banneret.core.show.sheet import Sheet


class Remark(msgspec.Struct, frozen=True):
    """Something about a force that its list or the book's guidelines do not have."""

    text: str
    clause: str


class Mustered(msgspec.Struct, frozen=True):
    """A force as its organiser wants it: what it is worth, its sheet, what is off, its file."""

    key: str
    name: str
    of: str  # the list, or "" for none
    figures: int
    points: float
    sheet: Sheet
    remarks: tuple[Remark, ...]
    file: str  # TOML, to be edited and read again


@dataclass(frozen=True)
class Muster:
    """How a book raises and checks forces, by the options of a battle (left out: the usual ones).

    `levy` takes the list, the number of figures, key and name; `read` a file's content and name.
    """

    lists: Mapping[str, str]
    levy: Callable[[str, int, str, str, Mapping[str, Any]], Mustered]
    read: Callable[[bytes, str, Mapping[str, Any]], tuple[Mustered, ...]]
