"""Going back: what an undo takes along, what it reveals, and dice that fall again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.errors import NothingToUndo
from banneret.core.events import Chose, Rolled
from banneret.core.tape import Answered, AnsweredAll, Thrown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.dice import Dice
    from banneret.core.draws import Draw
    from banneret.core.events import Told
    from banneret.core.tape import Entry


class Again:
    """Dice that fall again as they fell before as long as the same dice are thrown, then as new."""

    __slots__ = ("_after", "_at", "_thrown")

    def __init__(self, thrown: Sequence[Thrown], after: Dice) -> None:
        self._thrown = thrown
        self._at = 0
        self._after = after

    def throw(self, draw: Draw[Any]) -> tuple[int, ...]:
        """Give the next remembered throw if it is of the same dice, else forget the rest."""
        at = self._at
        if at < len(self._thrown) and self._thrown[at].dice == draw.dice:
            self._at = at + 1
            return self._thrown[at].faces
        self._at = len(self._thrown)
        return self._after.throw(draw)

    def copy(self) -> Again:
        """Branch off the same future."""
        twin = Again(self._thrown, self._after.copy())
        twin._at = self._at
        return twin


def then(dice: Dice, after: Dice) -> Dice:
    """Give dice that fall again as these would, but go on from another stream."""
    if not isinstance(dice, Again):
        return after
    twin = Again(dice._thrown, then(dice._after, after))  # noqa: SLF001  # its own kind
    twin._at = dice._at  # noqa: SLF001
    return twin


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
