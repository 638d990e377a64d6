"""A battle's record in memory: the same sealed lines as a save file, handed on to be kept."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec

from banneret.core.play.tape import Answered, AnsweredAll
from banneret.core.record import reading as record
from banneret.core.record.journal import Journal, encode, seal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from banneret.core.play.tape import Entry
    from banneret.core.record.journal import Line
    from banneret.core.record.reading import Record


class _Seen(msgspec.Struct):
    """As much of a line as counting needs."""

    kind: str = msgspec.field(name="is")
    side: str = ""
    sides: tuple[str, ...] = ()


_decoder: msgspec.json.Decoder[_Seen] = msgspec.json.Decoder(_Seen)


class Ledger(Journal):
    """Collects lines until they are taken, and numbers each side's questions.

    A side's number grows with its own answers and with every undo, never by what others decide:
    so it tells nothing of them, and an answer that comes twice or late does not fit.
    """

    def __init__(self, name: str, *, by_hand: bool, last_sum: str = "", steps: int = 0) -> None:
        super().__init__(Path(name), BytesIO(), durable=False, last_sum=last_sum, steps=steps)
        self._new: list[bytes] = []
        self.length = 0
        self.era = 0
        self._by_hand = by_hand
        self._throws = 0
        self._answers: dict[str, int] = {}

    def number(self, side: str) -> int:
        """Give the number of what this side is asked next."""
        return self.era + self._throws + self._answers.get(side, 0)

    def write(self, line: Line) -> None:
        """Collect one more line."""
        sealed, self._sum = seal(encode(line), self._sum)
        self._new.append(sealed)

    def entry(self, entry: Entry) -> None:
        """Note an answer or a throw."""
        self.write(entry)
        if type(entry) is Answered:
            side = entry.side
            self._answers[side] = self._answers.get(side, 0) + 1
        elif type(entry) is AnsweredAll:
            self._count("answers", entry.sides)
        else:
            self._count("dice", ())

    def undo(self, step: int, entries: int) -> None:
        """Note that play goes on from an earlier point."""
        super().undo(step, entries)
        self._count("undo", ())

    def take(self) -> list[bytes]:
        """Hand the new lines on."""
        found, self._new = self._new, []
        self.length += len(found)
        return found

    def count(self, lines: Iterable[bytes]) -> None:
        """Follow lines that were written before."""
        for raw in lines:
            seen = _decoder.decode(raw)
            self._count(seen.kind, seen.sides or (seen.side,))
            self.length += 1

    def _count(self, kind: str, sides: tuple[str, ...]) -> None:
        if kind == "undo":
            self.era += 1
        elif kind == "dice":
            self._throws += self._by_hand
        elif kind in {"answer", "answers"}:
            for side in set(sides):
                self._answers[side] = self._answers.get(side, 0) + 1


class Scroll:
    """Lines in memory, to be read like a save file."""

    def __init__(self, name: str, content: bytes) -> None:
        self._name = name
        self._content = content

    def read_bytes(self) -> bytes:
        """Give everything."""
        return self._content

    def __str__(self) -> str:
        return self._name


def as_file(lines: Iterable[bytes]) -> bytes:
    """Put lines together as a save file has them."""
    return b"".join([line + b"\n" for line in lines])


def read(name: str, content: bytes) -> Record:
    """Read a save file from memory; BadSave names the line and the reason."""
    scroll: Any = Scroll(name, content)
    return record.read(cast("Path", scroll))


def read_sound(name: str, content: bytes) -> tuple[Record, str]:
    """Read a save file from memory up to its first broken line; say what is wrong with that."""
    scroll: Any = Scroll(name, content)
    found, broken = record.read_sound(cast("Path", scroll))
    return found, str(broken or "")
