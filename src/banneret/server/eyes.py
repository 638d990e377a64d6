"""What each viewpoint of a room sees now, worked out once for all who share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.ruleset import Result
from banneret.server import render
from banneret.server.chronicle import Chronicle
from banneret.server.wire import Standing

if TYPE_CHECKING:
    from banneret.server.room import Room

_encode = msgspec.json.Encoder().encode
MOST_STANDINGS = 32


class Sight(msgspec.Struct, frozen=True):
    """Everything one viewpoint sees, but for the events and who is present; as it is sent."""

    scene: bytes
    question: bytes
    standing: bytes  # the members of `wire.Standing` and the brace that ends the table
    round: int
    result: Result | None


class Everything(Chronicle):
    """What a spectator may read once the battle is over."""

    def __init__(self) -> None:
        super().__init__(None, everything=True)


class Eyes:
    """The viewpoints of one room; None is a spectator's.

    Where a book hides nothing, everybody sees the same table: it is drawn once, as for a spectator.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._chronicles: dict[str | None, Chronicle] = {}
        self._seen: dict[str | None, tuple[int, Sight]] = {}
        self._open = room.ruleset.nothing_hidden
        self._common = Chronicle(None) if self._open else None  # until some alone are told
        self._stable = 0  # of the common one
        self._version = -1  # of what is shared
        self._shared_scene: tuple[bytes, int] | None = None
        self._standings: dict[Any, bytes] = {}  # there are few

    def chronicle(self, side: str | None) -> Chronicle:
        """What has happened, as this viewpoint was told when it last looked."""
        if self._common is not None:
            return self._common
        found = self._chronicles.get(side)
        if found is None:
            found = self._chronicles[side] = Chronicle(side)
        return found

    def look(self, side: str | None) -> tuple[Sight, int]:
        """See what is to be seen; also how many events are still the ones told before."""
        room = self._room
        version = room.version
        known = self._seen.get(side)
        if known is not None and known[0] == version:
            return known[1], len(self.chronicle(side))
        if self._version != version:
            self._version = version
            self._shared_scene = None
            if self._common is not None:
                self._follow_together()
        game = room.game
        view = game.now if self._open else room.ruleset.view(game.now, side)
        stable = self._stable if self._common is not None else self._follow(side, view)
        sight = self._sight(side, view)
        self._seen[side] = (version, sight)
        return sight, stable

    def _follow_together(self) -> None:
        """Follow the game once for all, until something is told to some alone."""
        told, game = self._common, self._room.game
        assert told is not None
        if told.all_hear(game):
            self._stable = told.update(game, game.now)
            return
        self._common = None
        for side in self._seen:
            self._chronicles[side] = told.copy_for(side)

    def _follow(self, side: str | None, view: Any) -> int:
        game, told = self._room.game, self.chronicle(side)
        if side is None and game.result is not None and not told.everything:
            told = self._chronicles[None] = Everything()
        return told.update(game, view)

    def _sight(self, side: str | None, view: Any) -> Sight:
        scene, round_ = self._scene(side, view)
        result = self._room.game.result
        return Sight(scene, self._question(side, view), self._standing(side), round_, result)

    def _standing(self, side: str | None) -> bytes:
        room, game, calls = self._room, self._room.game, self._room.calls
        result = game.result
        given = (
            render.waiting(game, side, room.sides) if room.begun else (),
            result,
            room.undo_asked if room.undo_by is not None else None,
            side is not None and room.can_undo(side),
            side in room.autos,
            tuple(sorted([what for who, what in calls if who == side])) if calls else (),
            room.ledger.era,
        )
        if result is not None:  # it holds tables, which are no keys
            return _encode(Standing(*given))[1:]
        known = self._standings.get(given)
        if known is None:
            if len(self._standings) > MOST_STANDINGS:
                self._standings.clear()
            known = self._standings[given] = _encode(Standing(*given))[1:]
        return known

    def _scene(self, side: str | None, view: Any) -> tuple[bytes, int]:
        ruleset = self._room.ruleset
        if self._open:
            if self._shared_scene is None:
                scene = ruleset.scene(view, None)
                self._shared_scene = _encode(scene), scene.round
            return self._shared_scene
        if side is None and self._room.game.result is not None:
            scene = render.whole_scene(ruleset, self._room.game.now)
        else:
            scene = ruleset.scene(view, side)
        return _encode(scene), scene.round

    def _question(self, side: str | None, view: Any) -> bytes:
        room, question = self._room, self._room.game.question
        if side is None or question is None:
            return render.NULL
        asked = room.asked_of(side)
        if not asked:
            return render.NULL
        drafts = room.game.drafts(side) if question.together else {}
        number = room.ledger.number(side)
        return render.question_of(
            room.ruleset, view, asked, number, drafts, together=question.together
        )
