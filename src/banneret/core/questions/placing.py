"""Setting pieces down and moving them: the rules check and price what is proposed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.errors import UnreadableAnswer
from banneret.core.questions.answers import (
    Place1,
    Way,
    is_place,
    is_point,
    read_number,
    read_piece,
    read_place,
    read_point,
)
from banneret.core.questions.asking import NOTHING_YET, Choice

if TYPE_CHECKING:
    from banneret.core.book.clauses import Refusal
    from banneret.core.questions.asking import Chance, Preview
    from banneret.core.show.overlay import Overlay


class Place(Choice[dict[int, Place1]], msgspec.Struct, eq=False):
    """A point and facing for each of several pieces; `some` lists a few lawful ways."""

    side: str
    key: str
    prompt: str
    pieces: Sequence[int]
    allows: Callable[[dict[int, Place1]], Refusal | None]
    some: Callable[[], Sequence[dict[int, Place1]]] = tuple
    region: Callable[[], Mapping[str, Any]] | None = None
    about: Sequence[Any] = ()
    foresee: Callable[[dict[int, Place1]], Preview] | None = None
    audience: tuple[str, ...] | None = None
    found: Any = NOTHING_YET

    kind = "place"

    def read(self, answer: Any) -> dict[int, Place1]:
        """Read a table from piece to [x, y, facing]."""
        if not isinstance(answer, Mapping):
            raise UnreadableAnswer(f"{self.prompt}: expected a table of places, got {answer!r}")
        places = {
            read_piece(key, self.prompt): (
                where if is_place(where) else read_place(where, f"{self.prompt}: piece {key}")
            )
            for key, where in answer.items()
        }
        if len(places) != len(answer) or set(places) != set(self.pieces):
            raise UnreadableAnswer(
                f"{self.prompt}: expected places for pieces {list(self.pieces)}, got {list(answer)}"
            )
        return {piece: places[piece] for piece in self.pieces}

    def refusal(self, value: dict[int, Place1]) -> Refusal | None:
        """Ask the rules whether the pieces may stand so."""
        return self.allows(value)

    def ideas(self) -> Sequence[dict[int, Place1]]:
        """List a few lawful ways to set the pieces down."""
        return self.some()

    def any(self, chance: Chance) -> Any:
        """Set them down in one of the ways that are known to be lawful."""
        places = super().any(chance)
        if list(places) == list(self.pieces):  # as `read` would give it
            self.found = places
        return places

    def describe(self) -> dict[str, Any]:
        """Say which pieces are placed and in what region."""
        region = dict(self.region()) if self.region is not None else None
        return {**super().describe(), "pieces": list(self.pieces), "region": region}


class Move(Choice[Way], msgspec.Struct, eq=False):
    """A way for one piece or unit: gait, points and last facing; the rules check and price it.

    `some` lists a few lawful ways; `reach` draws where it could go, for screens that ask. At a
    `forced` gait it goes only where somebody wishes it, or no other leads any nearer.
    """

    side: str
    key: str
    prompt: str
    piece: int
    gaits: Sequence[str]
    allows: Callable[[Way], Refusal | None]
    some: Callable[[], Sequence[Way]] = tuple
    allowance: float | None = None
    about: Sequence[Any] = ()
    foresee: Callable[[Way], Preview] | None = None
    reach: Callable[[], Sequence[Overlay]] | None = None
    carries: Mapping[str, float] | None = None  # the inches of each gait, where they differ
    forced: Sequence[str] = ()
    audience: tuple[str, ...] | None = None
    found: Any = NOTHING_YET

    kind = "move"

    def read(self, answer: Any) -> Way:
        """Read [gait, [[x, y], ...], facing]."""
        if not isinstance(answer, (list, tuple)) or len(answer) != 3:
            raise UnreadableAnswer(
                f"{self.prompt}: expected [gait, points, facing], got {answer!r}"
            )
        gait, points, facing = answer
        if gait not in self.gaits:
            raise UnreadableAnswer(
                f"{self.prompt}: gait {gait!r} is not among {', '.join(self.gaits)}"
            )
        if not isinstance(points, (list, tuple)):
            raise UnreadableAnswer(f"{self.prompt}: expected a list of points, got {points!r}")
        return Way(
            gait,
            tuple(
                [
                    p if is_point(p) else read_point(p, f"{self.prompt}: points[{i}]")
                    for i, p in enumerate(points)
                ]
            ),
            read_number(facing, f"{self.prompt}: facing"),
        )

    def refusal(self, value: Way) -> Refusal | None:
        """Ask the rules whether the piece may go so."""
        return self.allows(value)

    def ideas(self) -> Sequence[Way]:
        """List a few lawful ways."""
        return self.some()

    def describe(self) -> dict[str, Any]:
        """Say which piece goes, how, and how far it could."""
        said = {
            **super().describe(),
            "piece": self.piece,
            "gaits": list(self.gaits),
            "allowance": self.allowance,
        }
        return said if self.carries is None else {**said, "carries": dict(self.carries)}
