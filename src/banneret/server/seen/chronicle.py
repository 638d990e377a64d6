"""What has happened as one seat may know it, encoded once and numbered for that seat alone."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from banneret.core.show.cards import Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.events import Told
    from banneret.core.play.game import Game
    from banneret.core.play.steps import Step

    News = tuple[Told, "When"]

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode


class When(NamedTuple):
    """In which phase and round something happened, and where in the sequence of the turn."""

    phase: str
    round: int
    stage: str


class EventOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event for the browser; `n` is its place among those of its viewpoint."""

    n: int
    clause: str
    text: str | None
    private: bool
    event: Any
    phase: str = ""
    round: int = 0
    stage: str = ""
    quiet: bool = False
    rows: tuple[Row, ...] = ()  # the cards it turned up


class Chronicle:
    """One viewpoint's events; those of the step under way may still change."""

    __slots__ = ("_bodies", "_ends", "_fresh", "_side", "_steps", "_texts", "count", "everything")

    def __init__(self, side: str | None, *, everything: bool = False) -> None:
        self._side = side
        self.everything = everything
        self.count = 0  # how many events there are
        self._bodies: list[bytes] = []  # each with its number, which is its place here
        self._fresh: list[News] = []  # those after the last finished step, as they were told
        self._steps: list[Step[Any]] = []
        self._ends: list[int] = []  # how many events there were after each of the steps
        self._texts: tuple[int, bytes] = (-1, b"")  # what `since` wrote last

    def __len__(self) -> int:
        return self.count

    def copy_for(self, side: str | None) -> Chronicle:
        """Give a viewpoint that was told the same so far a chronicle of its own."""
        own = Chronicle(side)
        own.count, own._bodies, own._fresh = self.count, self._bodies[:], self._fresh[:]
        own._steps, own._ends = self._steps[:], self._ends[:]
        return own

    def all_hear(self, game: Game[Any]) -> bool:
        """Whether everybody may hear what is new."""
        self._drop_undone(game)
        for step in game.steps[len(self._steps) :]:
            for one in step.events:
                if one.audience is not None:
                    return False
        under_way = _under_way(game)
        return not under_way or all(one.audience is None for one in under_way)

    def update(self, game: Game[Any], view: Any) -> int:
        """Follow the game; give how many events are still the ones told before."""
        self._drop_undone(game)
        return self.follow(game, view)

    def follow(self, game: Game[Any], view: Any) -> int:
        """Follow a game of which nothing was taken back since it was last looked at."""
        ruleset, seen, ends, steps = game.ruleset, self._steps, self._ends, game.steps
        start = ends[-1] if ends else 0
        told: list[News] = []
        for number in range(len(seen), len(steps)):
            step = steps[number]
            after = steps[number + 1].before if number + 1 < len(steps) else game.state
            when = _when(ruleset, step.name, step.before, after)
            told += [(one, when) for one in self._heard(step.events)]
            seen.append(step)
            ends.append(start + len(told))
        closed, under_way = len(told), _under_way(game)
        if under_way:
            when = _when(ruleset, ruleset.phase(game.state), game.state, game.now)
            told += [(one, when) for one in self._heard(under_way)]
        same = start
        if self._fresh:
            same += _common(told, self._fresh)
            del self._bodies[same:]
        self._write(ruleset, view, told, same - start)
        self._fresh = told[closed:]
        return same

    def _write(self, ruleset: Ruleset[Any], view: Any, told: list[News], same: int) -> None:
        """Write down what was told, but for the first, which are the same as before."""
        bodies = self._bodies
        for one, when in told[same:]:
            bodies.append(body(ruleset, view, one, when, n=len(bodies)))
        self.count = len(bodies)
        self._texts = (-1, b"")

    def since(self, known: int) -> bytes:
        """Write the events after the first `known`."""
        before, text = self._texts
        if before != known:
            text = b'[%b],"events_from":%d,' % (b",".join(self._bodies[known:]), known)
            self._texts = (known, text)
        return text

    def _heard(self, events: Sequence[Told]) -> Sequence[Told]:
        if self.everything or not events:
            return events
        side = self._side
        return [one for one in events if one.audience is None or one.for_side(side)]

    def _drop_undone(self, game: Game[Any]) -> None:
        steps, seen = game.steps, self._steps
        count = len(seen)
        if not count or (count <= len(steps) and seen[-1] is steps[count - 1]):
            return
        while seen and (len(seen) > len(steps) or seen[-1] is not steps[len(seen) - 1]):
            seen.pop()
            self._ends.pop()
            self._fresh = []
        del self._bodies[(self._ends[-1] if self._ends else 0) + len(self._fresh) :]
        self.count = len(self._bodies)


def _under_way(game: Game[Any]) -> Sequence[Told]:
    """The events of the step that is being played."""
    table = game._table  # noqa: SLF001  # `events` would list the whole battle each time
    return () if table is None else table.events


def _common(new: Sequence[News], old: Sequence[News]) -> int:
    count = 0
    for one, other in zip(new, old, strict=False):
        if one != other:
            break
        count += 1
    return count


def _when(ruleset: Ruleset[Any], step: str, before: Any, after: Any) -> When:
    stage = ruleset.stage(before) if ruleset.stage is not None else ""
    return When(ruleset.phases.get(step, ""), ruleset.round(after), stage)


def body(ruleset: Ruleset[Any], view: Any, told: Told, when: When, *, n: int) -> bytes:
    """Encode an event with its sentence, made from what the seat may know."""
    event, clause, audience = told
    text: str | None = None
    rows: tuple[Row, ...] = ()
    try:
        text, rows = ruleset.sentence(view, event), tuple(ruleset.faced(view, event))
    except Exception:
        log.exception("no sentence for %s", type(event).__name__)
    private, quiet = audience is not None, event.quiet
    return _encode(EventOut(n, clause, text, private, event, *when, quiet, rows))
