"""Going back: what an undo takes along, what it reveals, and dice that fall again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.digest import encode
from banneret.core.errors import NothingToUndo
from banneret.core.play.events import Chose, Rolled
from banneret.core.play.tape import Answered, AnsweredAll, Thrown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.chance.dice import Dice
    from banneret.core.chance.draws import Draw
    from banneret.core.play.events import Told
    from banneret.core.play.tape import Entry


class Again:
    """Dice that remember what was taken back: the same decisions meet the same dice again.

    `lines` are courses of the battle that an undo took back, from its first entry on, `path` the
    entries of the steps that stand, `tape` those of the step under way. Whoever decides
    otherwise throws new dice, and learns nothing about those that lie on the other way.
    """

    __slots__ = ("after", "lines", "path", "tape")

    def __init__(
        self,
        lines: Sequence[Sequence[Entry]],
        after: Dice,
        path: Sequence[Entry] = (),
        tape: Sequence[Entry] = (),
    ) -> None:
        self.lines = tuple(lines)
        self.after = after
        self.path = list(path)
        self.tape = tape

    def throw(self, draw: Draw[Any]) -> tuple[int, ...]:
        """Give the throw that followed here before, if there was one; else a new one."""
        at = len(self.path) + len(self.tape)
        for line in reversed(self.lines):
            if len(line) <= at:
                continue
            there = line[at]
            if isinstance(there, Thrown) and there.dice == draw.dice and self._led_here(line):
                return there.faces
        return self.after.throw(draw)

    def _led_here(self, line: Sequence[Entry]) -> bool:
        before = len(self.path)
        return all(map(_same, line[before:], self.tape)) and all(map(_same, line, self.path))

    def course(self) -> list[Entry]:
        """Give everything that stands, from the beginning of the battle."""
        return [*self.path, *self.tape]

    def copy(self) -> Again:
        """Branch off the same future."""
        return Again(self.lines, self.after.copy(), self.path, list(self.tape))


class Fallen:
    """Dice put back by an undo of the first kind: the next of their kind fall as they fell.

    Old records are derived by it; nothing else does it any more.
    """

    __slots__ = ("after", "at", "thrown")

    def __init__(self, thrown: Sequence[Thrown], after: Dice, at: int = 0) -> None:
        self.thrown = thrown
        self.after = after
        self.at = at

    def throw(self, draw: Draw[Any]) -> tuple[int, ...]:
        """Give the next remembered throw if it is of the same dice, else forget the rest."""
        at = self.at
        if at < len(self.thrown) and self.thrown[at].dice == draw.dice:
            self.at = at + 1
            return self.thrown[at].faces
        self.at = len(self.thrown)
        return self.after.throw(draw)

    def copy(self) -> Fallen:
        """Branch off the same future."""
        return Fallen(self.thrown, self.after.copy(), self.at)


def _same(one: Entry, other: Entry) -> bool:
    """Whether two entries say the same, one of them perhaps read from a record."""
    return one == other or encode(one) == encode(other)


def then(dice: Dice, after: Dice) -> Dice:
    """Give dice that fall again as these would, but go on from another stream."""
    if isinstance(dice, Again):
        return Again(dice.lines, then(dice.after, after), dice.path, dice.tape)
    if isinstance(dice, Fallen):
        return Fallen(dice.thrown, then(dice.after, after), dice.at)
    return after


class Past:
    """Everything that came from outside and was told so far, step by step."""

    def __init__(self, tapes: list[list[Entry]], logs: list[list[Told]]) -> None:
        self.tapes = tapes
        self.logs = logs

    def last_answer(self, side: str, *, by_hand: bool) -> tuple[int, int]:
        """Find the side's last decision: its step and place; dice typed in are everybody's."""
        for at in range(len(self.tapes) - 1, -1, -1):
            for place in range(len(self.tapes[at]) - 1, -1, -1):
                entry = self.tapes[at][place]
                if is_by(entry, side) or (by_hand and isinstance(entry, Thrown) and entry.dice):
                    return at, place
        raise NothingToUndo(f"{side} has not decided anything yet")

    def back(self, entries: int) -> tuple[int, int]:
        """Find the entry that is so many from the end: its step and place."""
        for at in range(len(self.tapes) - 1, -1, -1):
            if entries <= len(self.tapes[at]):
                return at, len(self.tapes[at]) - entries
            entries -= len(self.tapes[at])
        raise NothingToUndo("nothing of this battle lies so far back")

    def since(self, at: int, place: int) -> list[Entry]:
        """List everything from one entry on."""
        later = [entry for tape in self.tapes[at + 1 :] for entry in tape]
        return [*self.tapes[at][place:], *later]

    def informed_since(self, at: int, place: int, side: str) -> bool:
        """Whether the side has learnt what it cannot unlearn: dice, answers, hidden things."""
        first, *rest = self.since(at, place)
        if any(informs(entry, side) for entry in rest):
            return True
        if not isinstance(first, Thrown) and informs(first, side):
            return True
        told = [one for later in told_after(self.tapes[at], self.logs[at])[place:] for one in later]
        told += [one for log in self.logs[at + 1 :] for one in log]
        return any(one.event.reveals and one.for_side(side) for one in told)


def is_by(entry: Entry, side: str) -> bool:
    """Whether the side decided this, alone or together with others."""
    if isinstance(entry, Answered):
        return entry.side == side
    return isinstance(entry, AnsweredAll) and side in entry.sides


def informs(entry: Entry, side: str) -> bool:
    """Whether the side learnt by this entry what it cannot unlearn: dice, or another's answer."""
    if isinstance(entry, AnsweredAll):
        return any(other != side for other in entry.sides)
    return not isinstance(entry, Answered) or entry.side != side


def told_after(tape: Sequence[Entry], events: Sequence[Told]) -> list[list[Told]]:
    """Give for each entry of a tape the events from it up to the next entry."""
    parts: list[list[Told]] = []
    singles = [s for e in tape for s in [True] + [False] * (_singles(e) - 1)]
    own = iter(singles)
    for told in events:
        if isinstance(told.event, (Chose, Rolled)) and next(own, False):
            parts.append([])
        if parts:
            parts[-1].append(told)
    return parts


def _singles(entry: Entry) -> int:
    """Count the answers or throws an entry stands for: each was told by itself."""
    return len(entry.sides) if isinstance(entry, AnsweredAll) else 1
