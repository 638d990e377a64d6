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


class EventOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event for the browser, without its number."""

    clause: str
    text: str | None
    private: bool
    event: Any
    phase: str = ""


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

    def update(self, game: Game[Any], view: Any, shared: dict[int, bytes] | None = None) -> int:
        """Follow the game; give how many events are still the ones told before.

        `shared` holds what other viewpoints with the same view were told of the same events.
        """
        steps, seen = game.steps, self._steps
        if seen and (len(seen) > len(steps) or seen[-1] is not steps[len(seen) - 1]):
            self._drop_undone(game)
        start = self._ends[-1] if self._ends else 0
        told: list[Told] = []
        phases: list[str] = []
        known = game.ruleset.phases
        for step in steps[len(seen) :]:
            told += self._heard(step.events)
            phases += [known.get(step.name, "")] * (len(told) - len(phases))
            seen.append(step)
            self._ends.append(start + len(told))
        closed = len(told)
        told += self._heard(_under_way(game))
        if len(told) > len(phases):
            now = known.get(game.ruleset.phase(game.state), "")
            phases += [now] * (len(told) - len(phases))
        same = _common(told, self._fresh) if self._fresh else 0
        del self._bodies[start + same :]
        for one, phase in zip(told[same:], phases[same:], strict=True):
            self._bodies.append(_body_once(game.ruleset, view, one, phase, shared))
        self._fresh = told[closed:]
        return start + same

    def since(self, known: int) -> bytes:
        """Write the events after the first `known`."""
        fresh = self._bodies[known:]
        return b"[%b]" % b",".join([b'{"n":%d,%b' % (n, one) for n, one in enumerate(fresh, known)])

    def _heard(self, events: Sequence[Told]) -> Sequence[Told]:
        if self.everything or not events:
            return events
        side = self._side
        return [one for one in events if one.audience is None or one.for_side(side)]

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


def _body_once(
    ruleset: Ruleset[Any], view: Any, told: Told, phase: str, shared: dict[int, bytes] | None
) -> bytes:
    if shared is None:
        return body(ruleset, view, told, phase)
    found = shared.get(id(told))
    if found is None:
        found = shared[id(told)] = body(ruleset, view, told, phase)
    return found


def body(ruleset: Ruleset[Any], view: Any, told: Told, phase: str = "") -> bytes:
    """Encode an event with its sentence, made from what the seat may know; a number goes before."""
    try:
        text = ruleset.sentence(view, told.event)
    except Exception:
        log.exception("no sentence for %s", type(told.event).__name__)
        text = None
    return _encode(EventOut(told.clause, text, told.audience is not None, told.event, phase))[1:]
