"""What each viewpoint of a room sees now, worked out once for all who share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.ruleset import Result
from banneret.server import render
from banneret.server.chronicle import Chronicle
from banneret.server.wire import UndoOut

if TYPE_CHECKING:
    from banneret.server.room import Room

_encode = msgspec.json.Encoder().encode


class Sight(msgspec.Struct, frozen=True):
    """Everything one viewpoint sees, but for the events and who is present."""

    scene: msgspec.Raw
    question: msgspec.Raw
    waiting: tuple[str, ...]
    round: int
    result: Result | None
    undo: UndoOut | None
    can_undo: bool
    auto: bool
    calls: tuple[str, ...]
    era: int


class Everything(Chronicle):
    """What a spectator may read once the battle is over."""

    def __init__(self) -> None:
        super().__init__(None, everything=True)


class Eyes:
    """The viewpoints of one room; None is a spectator's."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._chronicles: dict[str | None, Chronicle] = {}
        self._seen: dict[str | None, tuple[int, Sight]] = {}

    def chronicle(self, side: str | None) -> Chronicle:
        """What has happened, as this viewpoint was told when it last looked."""
        found = self._chronicles.get(side)
        if found is None:
            found = self._chronicles[side] = Chronicle(side)
        return found

    def look(self, side: str | None) -> tuple[Sight, int]:
        """See what is to be seen; also how many events are still the ones told before."""
        room = self._room
        known = self._seen.get(side)
        if known is not None and known[0] == room.version:
            return known[1], len(self.chronicle(side))
        if side is None and room.game.result is not None and not self.chronicle(None).everything:
            self._chronicles[None] = Everything()
        view = room.ruleset.view(room.game.now, side)
        stable = self.chronicle(side).update(room.game, view)
        sight = self._sight(side, view)
        self._seen[side] = (room.version, sight)
        return sight, stable

    def _sight(self, side: str | None, view: Any) -> Sight:
        room, game = self._room, self._room.game
        if side is None and game.result is not None:
            scene = render.whole_scene(room.ruleset, game.now)
        else:
            scene = room.ruleset.scene(view, side)
        return Sight(
            msgspec.Raw(_encode(scene)),
            self._question(side),
            render.waiting(game, side, room.sides) if room.begun else (),
            scene.round,
            game.result,
            room.undo_asked,
            side is not None and room.can_undo(side),
            side in room.autos,
            tuple(sorted(what for who, what in room.calls if who == side)),
            room.ledger.era,
        )

    def _question(self, side: str | None) -> msgspec.Raw:
        room, question = self._room, self._room.game.question
        if side is None or question is None:
            return render.NULL
        asked = room.asked_of(side)
        if not asked:
            return render.NULL
        drafts = room.game.drafts(side)
        number = room.ledger.number(side)
        return render.question_of(
            room.game, side, asked, number, drafts, together=question.together
        )
