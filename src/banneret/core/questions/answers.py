"""Answers as plain data, and how they are read: lists for tuples, texts for numbered keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from banneret.core.chance import kinds
from banneret.core.errors import UnreadableAnswer

if TYPE_CHECKING:
    from banneret.core.book.clauses import Refusal

FARTHEST = 1e6  # inches; beyond it a number is a slip of the pen
LONGEST_TEXT = 1000


class Place1(NamedTuple):
    """Where one piece is set down."""

    x: float
    y: float
    facing: float


class Way(NamedTuple):
    """How a piece goes: its gait, the points it passes (the start left out) and its last facing."""

    gait: str
    points: tuple[tuple[float, float], ...]
    facing: float


class Field(NamedTuple):
    """One field of a form: its type is a number with bounds, one of some words, or text."""

    name: str
    label: str
    kind: str  # "number", "word" or "text"
    words: tuple[str, ...] = ()
    least: float = 0
    most: float = 0  # of a text: its longest length, 0 for the usual one
    said: tuple[str, ...] = ()  # how the words read to a person, where they do not speak already
    barred: tuple[tuple[str, Refusal], ...] = ()  # words that are refused whatever else is written

    def why_not(self, word: str) -> Refusal | None:
        """Say why a word cannot be written now, if it cannot."""
        return next((no for one, no in self.barred if one == word), None)

    def saying(self, word: str) -> str:
        """Say a word of this field as a person reads it."""
        return self.said[self.words.index(word)] if self.said and word in self.words else word


def read_key(value: Any, where: str) -> str | int:
    """Read the key of one thing that was offered."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise UnreadableAnswer(f"{where}: expected one key, got {value!r}")
    return value


def read_keys(value: Any, where: str) -> tuple[str | int, ...]:
    """Read the keys of several things."""
    if not isinstance(value, (list, tuple)):
        raise UnreadableAnswer(f"{where}: expected a list of keys, got {value!r}")
    return tuple([read_key(one, f"{where}[{i}]") for i, one in enumerate(value)])


def read_number(value: Any, where: str) -> float:
    """Read a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise UnreadableAnswer(f"{where}: expected a number, got {value!r}")
    if not abs(value) < FARTHEST:
        raise UnreadableAnswer(f"{where}: expected a number below {FARTHEST:g}, got {value!r}")
    return float(value)


def read_point(value: Any, where: str) -> tuple[float, float]:
    """Read [x, y]."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise UnreadableAnswer(f"{where}: expected [x, y], got {value!r}")
    return read_number(value[0], f"{where}.x"), read_number(value[1], f"{where}.y")


def read_place(value: Any, where: str) -> Place1:
    """Read [x, y, facing]."""
    if not isinstance(value, (list, tuple)) or len(value) != 3:
        raise UnreadableAnswer(f"{where}: expected [x, y, facing], got {value!r}")
    return Place1(*[read_number(part, where) for part in value])


def is_point(value: Any) -> bool:
    """Whether this is a point already read, of finite numbers."""
    if type(value) is not tuple or len(value) != 2:
        return False
    for part in value:
        if type(part) is not float or not -FARTHEST < part < FARTHEST:
            return False
    return True


def is_place(value: Any) -> bool:
    """Whether this is a place already read, of finite numbers."""
    if type(value) is not Place1:
        return False
    for part in value:
        if type(part) is not float or not -FARTHEST < part < FARTHEST:
            return False
    return True


def read_piece(key: Any, where: str) -> int:
    """Read the number of a piece, which JSON writes as a text when it is the key of a table."""
    if type(key) is int:
        return key
    if isinstance(key, str) and key.isascii() and key.removeprefix("-").isdigit():
        return int(key)
    if isinstance(key, bool) or not isinstance(key, int):
        raise UnreadableAnswer(f"{where}: expected the number of a piece, got {key!r}")
    return key


def read_field(field: Field, value: Any, where: str) -> str | float:
    """Read what was written into one field of a form."""
    where = f"{where}: {field.name}"
    if field.kind == "number":
        if not field.least <= read_number(value, where) <= field.most:
            raise UnreadableAnswer(
                f"{where}: expected {field.least:g} to {field.most:g}, got {value!r}"
            )
        number: float = value
        return number
    if not isinstance(value, str) or (field.kind == "word" and value not in field.words):
        wanted = f"one of {', '.join(field.words)}" if field.kind == "word" else "text"
        raise UnreadableAnswer(f"{where}: expected {wanted}, got {value!r}")
    longest = int(field.most) or LONGEST_TEXT
    if len(value) > longest:
        raise UnreadableAnswer(f"{where}: expected at most {longest} letters, got {len(value)}")
    return value


def read_faces(value: Any, dice: tuple[int, ...], where: str) -> tuple[int, ...]:
    """Read one face for each die thrown."""
    if not isinstance(value, (list, tuple)) or len(value) != len(dice):
        one = "a face" if len(dice) == 1 else f"{len(dice)} faces"
        raise UnreadableAnswer(f"{where}: expected {one}, got {value!r}")
    for index, (face, sides) in enumerate(zip(value, dice, strict=True)):
        if not kinds.can_show(sides, face):
            raise UnreadableAnswer(f"{where}: dice[{index}] is {face!r}: {kinds.range_text(sides)}")
    return tuple(value)
