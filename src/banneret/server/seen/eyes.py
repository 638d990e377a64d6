"""What each viewpoint of a room sees now, worked out once for all who share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.ruleset import Result
from banneret.server.door.wire import Standing
from banneret.server.seen import render
from banneret.server.seen.chronicle import Chronicle
from banneret.server.seen.drawing import Drawing, Drawn

if TYPE_CHECKING:
    from banneret.server.battles.room import Room

_encode = msgspec.json.Encoder().encode
MOST_STANDINGS = 32
_NULL = render.NULL


class Sight(msgspec.Struct, frozen=True):
    """Everything one viewpoint sees, but for the events and who is present; as it is sent."""

    scene: Drawn
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
        # what all are told alike, until some alone are told something
        self._common = Chronicle(None, everything=True) if self._open else None
        self._stable = 0  # of the common one
        self._version = -1  # of what is shared
        self._asked: str | None = None  # the one side that is asked, if all may know that
        self._usual = False  # nothing waits, is called for or is left to a captain
        self._shared: tuple[Any, Drawn, int] = (None, Drawn(b"", [], b""), 0)  # as below
        self._drawn: dict[str | None, tuple[Any, Drawn, int]] = {}  # by party: view, scene, round
        self._drawings: dict[str | None, Drawing] = {}  # by party, too
        self._standings: dict[Any, bytes] = {}  # there are few

    def chronicle(self, side: str | None) -> Chronicle:
        """What has happened, as this viewpoint was told when it last looked."""
        if self._common is not None:
            return self._common
        found = self._chronicles.get(side)
        if found is None:
            found = self._chronicles[side] = Chronicle(side)
        return found

    def look(self, side: str | None) -> tuple[Sight, Chronicle, int]:
        """See what is to be seen and told; also how much of that was told before."""
        room = self._room
        version, known = room.version, self._seen.get(side)
        if known is not None and known[0] == version:
            told = self.chronicle(side)
            return known[1], told, told.count
        if self._version != version:
            self._turn_to(version)
        view, scene, round_ = self._shared if self._open else self._as_party(side)
        stable = self._stable if self._common is not None else self._follow(side, view)
        asked = self._asked is None or self._asked == side
        question = self._question(side, view) if asked else _NULL
        sight = Sight(scene, question, self._standing(side), round_, room.game.result)
        self._seen[side] = (version, sight)
        return sight, self.chronicle(side), stable

    def _turn_to(self, version: int) -> None:
        """Look once at what is the same for everybody."""
        self._version = version
        self._drawn.clear()
        room, game = self._room, self._room.game
        self._asked = render.openly_asked(game)
        self._usual = not (game.result or room.undo_by or room.autos or room.calls)
        if self._open:
            now = game.now
            scene = room.ruleset.scene(now, None)
            self._shared = (now, self._drawing(None).write(scene), scene.round)
            if self._common is not None:
                self._follow_together(self._common, now)

    def _follow_together(self, told: Chronicle, now: Any) -> None:
        """Follow the game once for all, until something is told to some alone."""
        game = self._room.game
        if told.all_hear(game):
            self._stable = told.follow(game, now)
            return
        self._common = None
        for side in self._seen:
            self._chronicles[side] = told.copy_for(side)

    def _follow(self, side: str | None, view: Any) -> int:
        game, told = self._room.game, self.chronicle(side)
        if side is None and game.result is not None and not told.everything:
            told = self._chronicles[None] = Everything()
        return told.update(game, view)

    def _standing(self, side: str | None) -> bytes:
        room = self._room
        waiting: tuple[str, ...] = ()
        if room.begun:
            asked = self._asked
            waiting = (asked,) if asked else render.waiting(room.game, side, room.sides)
        can_undo = side is not None and room.can_undo(side)
        if not self._usual:
            calls = tuple(sorted([what for who, what in room.calls if who == side]))
            return _written(room, waiting, can_undo=can_undo, auto=side in room.autos, calls=calls)
        key = (waiting, can_undo, room.ledger.era)
        known = self._standings.get(key)
        if known is None:
            if len(self._standings) > MOST_STANDINGS:
                self._standings.clear()
            known = self._standings[key] = _written(room, waiting, can_undo=can_undo)
        return known

    def _as_party(self, side: str | None) -> tuple[Any, Drawn, int]:
        """What the side sees, looked at once for all who see alike."""
        ruleset, now = self._room.ruleset, self._room.game.now
        party = ruleset.party(now, side)
        drawn = self._drawn.get(party)
        if drawn is None:
            view = ruleset.view(now, side)
            drawn = self._drawn[party] = (view, *self._scene(side, view, party))
        return drawn

    def _drawing(self, party: str | None) -> Drawing:
        found = self._drawings.get(party)
        if found is None:
            found = self._drawings[party] = Drawing()
        return found

    def _scene(self, side: str | None, view: Any, party: str | None) -> tuple[Drawn, int]:
        ruleset = self._room.ruleset
        if side is None and self._room.game.result is not None:
            scene = render.whole_scene(ruleset, self._room.game.now)
        else:
            scene = ruleset.scene(view, side)
        return self._drawing(party).write(scene), scene.round

    def _question(self, side: str | None, view: Any) -> bytes:
        room, question = self._room, self._room.game.question
        if side is None or question is None:
            return _NULL
        asked = room.asked_of(side)
        if not asked:
            return _NULL
        together = question.together
        drafts = room.game.drafts(side) if together else {}
        number = room.ledger.number(side)
        return render.question_of(room.ruleset, view, asked, number, drafts, together=together)


def _written(
    room: Room,
    waiting: tuple[str, ...],
    *,
    can_undo: bool,
    auto: bool = False,
    calls: tuple[str, ...] = (),
) -> bytes:
    standing = Standing(
        waiting, room.game.result, room.undo_asked, can_undo, auto, calls, room.ledger.era
    )
    return _encode(standing)[1:]
