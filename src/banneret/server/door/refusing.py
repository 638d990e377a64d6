"""The rules' refusals as typed refusals of messages."""

from __future__ import annotations

from banneret.core.errors import (
    IllegalAnswer,
    NeedsConsent,
    NothingToUndo,
    StaleAnswer,
    UnreadableAnswer,
    WrongSide,
)
from banneret.server.door.wire import Refused


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
