"""The rules' refusals as typed refusals of messages."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from banneret.core.errors import (
    IllegalAnswer,
    NeedsConsent,
    NothingToUndo,
    StaleAnswer,
    UnreadableAnswer,
    WrongSide,
)
from banneret.server.wire import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what the rules refuse into a refusal; nothing of other sides' questions is told."""
    try:
        yield
    except IllegalAnswer as no:
        raise Refused("illegal", no.reason, no.clause) from no
    except UnreadableAnswer as no:
        raise Refused("unreadable", str(no)) from no
    except StaleAnswer as no:
        raise Refused("stale", "that question is past") from no
    except WrongSide as no:
        raise Refused("wrong_side", "you are not asked that") from no
    except NeedsConsent as no:
        raise Refused("needs_consent", str(no)) from no
    except NothingToUndo as no:
        raise Refused("nothing_to_undo", "you have not decided anything yet") from no
