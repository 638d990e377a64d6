"""What can go wrong, each with a sentence a person can act on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")
SHOWN = 60  # characters of a wrong value that a refusal repeats


class BanneretError(Exception):
    """Anything Banneret refuses; its text is one clear sentence."""


class BadData(BanneretError):
    """A file or message does not hold what it should: names file, key, value and expectation."""


class BadSave(BadData):
    """A save file is cut, edited or foreign: names the line and the reason."""


class IllegalForce(BanneretError):
    """A force breaks the rules of its book."""


class UnreadableAnswer(BanneretError):
    """An answer is not of the form the question asks for."""


class IllegalAnswer(BanneretError):
    """An answer is well formed but the rules do not allow it here."""

    def __init__(self, reason: str, clause: str = "") -> None:
        super().__init__(f"{reason} [{clause}]" if clause else reason)
        self.reason = reason
        self.clause = clause


class StaleAnswer(BanneretError):
    """An answer to a question that is no longer asked."""


class WrongSide(BanneretError):
    """A side answers a question that was put to another."""


class BadPlayer(BanneretError):
    """A computer player gave an answer that cannot be read or is not allowed: names both."""


class NeedsConsent(BanneretError):
    """Undoing past something revealed needs the other side's agreement."""


class NothingToUndo(BanneretError):
    """There is no earlier decision of that side."""


class WrongDice(BanneretError):
    """Too few, too many or impossible dice."""


class Diverged(BanneretError):
    """A replay does not do what the record says; names the step, and who was asked together."""

    def __init__(self, message: str, asked: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.asked = asked


class Unknown(BanneretError):
    """A name that is not in the list; the sentence gives the list."""


def unknown(what: str, given: object, known: object) -> Unknown:
    """Refuse a name, saying which names there are."""
    names = ", ".join(str(name) for name in known) if hasattr(known, "__iter__") else str(known)
    return Unknown(f"unknown {what} {shown(str(given))}: expected one of {names}")


def find(what: str, key: str, known: Mapping[str, T]) -> T:
    """Find something by its name, or refuse the name."""
    if key not in known:
        raise unknown(what, key, known)
    return known[key]


def shown(value: object) -> str:
    """Repeat a wrong value in a refusal, as JSON names it, and not at any length."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    try:
        text = repr(value)
    except RecursionError:
        text = "something nested too deeply to show"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
