"""The rules' refusals as typed refusals of messages."""

from __future__ import annotations

from sqlalchemy.exc import SQLAlchemyError

from banneret.core.errors import (
    BanneretError,
    IllegalAnswer,
    NeedsConsent,
    NothingToUndo,
    StaleAnswer,
    UnreadableAnswer,
    WrongSide,
)
from banneret.server.door.wire import Refused

FULL = (
    "the disk of the server is full: nothing was changed, and play goes on as soon as there is room"
)
UNREACHED = "the server cannot use its database now: nothing was changed; try again in a moment"
_DISK_FULL = {"SQLITE_FULL", "53100"}  # as SQLite and PostgreSQL name it


def is_full(no: BaseException) -> bool:
    """Whether the database says that there is no room."""
    said = getattr(no, "orig", no)
    named = getattr(said, "sqlite_errorname", None), getattr(said, "sqlstate", None)
    return not _DISK_FULL.isdisjoint(named)


def as_refused(no: Exception) -> Refused:
    """Give as a refusal whatever broke; what nobody there can help stands in the log alone."""
    if isinstance(no, Refused):
        return no
    if isinstance(no, BanneretError):
        return Refused("unknown", str(no)[:1000])
    if isinstance(no, SQLAlchemyError):
        return Refused("busy", FULL if is_full(no) else UNREACHED)
    return Refused("busy", "it could not be done; try again")


class refusing:  # noqa: N801  # said as a word: with refusing()
    """Turn what the rules refuse into a refusal; nothing of other sides' questions is told."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, no: BaseException | None, _trace: object) -> None:
        if no is not None:
            refuse(no)


def refuse(no: BaseException) -> None:
    """Say it as a refusal, if it is one; nothing of other sides' questions is told."""
    match no:
        case IllegalAnswer():
            raise Refused("illegal", no.reason, no.clause) from no
        case UnreadableAnswer():
            raise Refused("unreadable", str(no)) from no
        case StaleAnswer():
            raise Refused("stale", "that question is past") from no
        case WrongSide():
            raise Refused("wrong_side", "you are not asked that") from no
        case NeedsConsent():
            raise Refused("needs_consent", str(no)) from no
        case NothingToUndo():
            raise Refused("nothing_to_undo", "you have not decided anything yet") from no
