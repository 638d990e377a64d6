"""A scenario before the battle: both forces in a row and where they may deploy.

The book need not tell: the first lawful answers are given on a table nobody sees until both
sides stand, and what is placed and where it may be placed is noted.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.core.questions.choices import Place
from banneret.core.record import save
from banneret.core.record.journal import Seeded
from banneret.core.show.scene import Piece, Scene
from banneret.server.seen.render import scene_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.seat import Seat
    from banneret.core.questions.asking import Choice

MOST_ANSWERS = 200
MOST_SECONDS = 4.0
IDLE_ANSWERS = 6  # after the last piece was placed
ROW_GAP = 0.5  # inches between pieces in a row

Zone = tuple[float, float, float, float]


class PreviewOut(msgspec.Struct, frozen=True):
    """A scenario as it is shown before the battle."""

    scene: Scene
    zones: dict[str, Zone]
    forces: dict[str, list[Piece]]


class _Enough(Exception):
    """Everything worth seeing was seen."""


class _Obliging:
    """Gives the first lawful answer and watches where pieces may be placed."""

    foresees = False

    def __init__(self) -> None:
        self.zones: dict[str, list[Zone]] = {}
        self.left = MOST_ANSWERS
        self.idle = 0
        self.placed = False
        self._until = time.monotonic() + MOST_SECONDS

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:  # noqa: ARG002  # obliges all
        """Take the first idea."""
        self.left -= 1
        if isinstance(choice, Place):
            self.idle, self.placed = 0, True
            boxes = (choice.describe()["region"] or {}).get("boxes", ())
            if choice.audience is None:
                self.zones.setdefault(choice.side, []).extend(tuple(box) for box in boxes)
        else:
            self.idle += self.placed
        if self.left == 0 or self.idle > IDLE_ANSWERS or time.monotonic() > self._until:
            raise _Enough
        return choice.ideas()[0]


def preview(
    ruleset: Ruleset[Any],
    scenario: str,
    forces: Mapping[str, str],
    options: Mapping[str, Any] | None = None,
    rolls: Mapping[str, str] | None = None,
    *,
    tables: str = "",
) -> PreviewOut:
    """Draw the table, the zones and the forces."""
    header = save.header_for(
        ruleset,
        scenario,
        dice=Seeded(0),
        seats={},
        forces=forces,
        options=options,
        rolls=rolls,
        tables=tables,
    )
    state = ruleset.begin(scenario, header.options, save.mustered(ruleset, header))
    sides = ruleset.sides(state)
    empty = scene_of(ruleset, state, None)
    obliging = _Obliging()
    game = Game(ruleset, state, dice=RandomDice(0), players=dict.fromkeys(sides, obliging))
    with suppress(_Enough):
        game.advance()
    own = {
        side: [p for p in scene_of(ruleset, game.now, side).pieces if p.side == side]
        for side in sides
    }
    zones = {side: _around(boxes) for side, boxes in obliging.zones.items() if boxes}
    return PreviewOut(empty, zones, {side: _row(pieces) for side, pieces in own.items()})


def _around(boxes: list[Zone]) -> Zone:
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def _row(pieces: list[Piece]) -> list[Piece]:
    row, x = [], 0.0
    for piece in pieces:
        x += piece.width / 2
        row.append(msgspec.structs.replace(piece, x=x, y=0.0, facing=0.0))
        x += piece.width / 2 + ROW_GAP
    return row
