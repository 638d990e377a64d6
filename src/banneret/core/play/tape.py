"""The tape of a step: everything that came from outside, in the order it was asked for."""

from __future__ import annotations

from typing import Any

import msgspec


class Answered(msgspec.Struct, frozen=True, tag="answer", tag_field="is"):
    """A side's answer, as plain data."""

    side: str
    answer: Any


class AnsweredAll(msgspec.Struct, frozen=True, tag="answers", tag_field="is"):
    """The answers to questions put at once and in secret, in the order of the questions."""

    sides: tuple[str, ...]
    answers: tuple[Any, ...]


class Thrown(msgspec.Struct, frozen=True, tag="dice", tag_field="is"):
    """Dice as they fell."""

    purpose: str
    dice: tuple[int, ...]
    faces: tuple[int, ...]


Entry = Answered | AnsweredAll | Thrown
