"""What has happened as one seat may know it, encoded once and numbered for that seat alone."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.events import Told
    from banneret.core.game import Game
    from banneret.core.ruleset import Ruleset
    from banneret.core.steps import Step

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode


class EventOut(msgspec.Struct, frozen=True):
    """An event for the browser, without its number."""

    clause: str
    text: str | None
    private: bool
    event: Any


class Chronicle:
    """One viewpoint's events; those of the step under way may still change."""

    def __init__(self, side: str | None, *, everything: bool = False) -> None:
        self._side = side
        self.everything = everything
        self._bodies: list[bytes] = []
        self._fresh: list[Told] = []  # those after the last finished step, as they were told
        self._steps: list[Step[Any]] = []
        self._ends: list[int] = []  # how many events there were after each of the steps

    def __len__(self) -> int:
        return len(self._bodies)

    def update(self, game: Game[Any], view: Any) -> int:
        """Follow the game; give how many events are still the ones told before."""
        self._drop_undone(game)
        steps = game.steps[len(self._steps) :]
        start = self._ends[-1] if self._ends else 0
        told: list[Told] = []
        ends = []
        for step in steps:
            told += self._heard(step.events)
            ends.append(start + len(told))
        closed = len(told)
        told += self._heard(_under_way(game))
        same = _common(told, self._fresh)
        del self._bodies[start + same :]
        self._bodies += [body(game.ruleset, view, one) for one in told[same:]]
        self._steps += steps
        self._ends += ends
        self._fresh = told[closed:]
        return start + same

    def since(self, known: int) -> msgspec.Raw:
        """Write the events after the first `known`."""
        fresh = self._bodies[known:]
        numbered = [b'{"n":%d,' % n + one[1:] for n, one in enumerate(fresh, known)]
        return msgspec.Raw(b"[" + b",".join(numbered) + b"]")

    def _heard(self, events: Sequence[Told]) -> list[Told]:
        return [one for one in events if self.everything or one.for_side(self._side)]

    def _drop_undone(self, game: Game[Any]) -> None:
        steps, seen = game.steps, self._steps
        while seen and (len(seen) > len(steps) or seen[-1] is not steps[len(seen) - 1]):
            seen.pop()
            self._ends.pop()
            self._fresh = []
        del self._bodies[(self._ends[-1] if self._ends else 0) + len(self._fresh) :]


def _under_way(game: Game[Any]) -> Sequence[Told]:
    """The events of the step that is being played."""
    table = game._table  # noqa: SLF001  # `events` would list the whole battle each time
    return [] if table is None else table.events


def _common(new: Sequence[Told], old: Sequence[Told]) -> int:
    count = 0
    for one, other in zip(new, old, strict=False):
        if one != other:
            break
        count += 1
    return count


def body(ruleset: Ruleset[Any], view: Any, told: Told) -> bytes:
    """Encode an event with its sentence, made from what the seat may know."""
    try:
        text = ruleset.sentence(view, told.event)
    except Exception:
        log.exception("no sentence for %s", type(told.event).__name__)
        text = None
    return _encode(EventOut(told.clause, text, told.audience is not None, told.event))
