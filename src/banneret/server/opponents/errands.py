"""A battle packed for a worker process: where the step under way began, and what came since."""

from __future__ import annotations

import pickle
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.play.game import Game
from banneret.tabletop.ground.ground import Ground

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.play.seat import Player

_GROUNDS_KEPT = 64
UNTIL_THE_FIRST_ROUND = "*"  # a captain sets a person's men up, and no more
UNTIL_THE_END = "."  # who gives up is asked nothing more: books look for it in their own time


def is_over(ruleset: Any, state: Any, side: str, until: str) -> bool:
    """Whether the time is over for which a captain has a side."""
    if until == UNTIL_THE_FIRST_ROUND:
        return bool(ruleset.round(state))
    if until == UNTIL_THE_END:
        return False
    return bool(ruleset.moment(state, side) != until)


class Errand(msgspec.Struct, frozen=True):
    """What worker processes need to know to play on from here."""

    books: str
    book: str
    battle: str
    levels: dict[str, str]  # computers and people's captains, by side
    autos: dict[str, str]  # until which phase a captain plays a person's side
    state: Any
    tape: list[Any]
    dice: Any
    before: int
    drafted: int
    drafts: dict[int, Any]
    committed: dict[str, dict[int, Any]]
    calls: set[tuple[str, str]]

    def game(self, ruleset: Any, players: Mapping[str, Player]) -> Game[Any]:
        """Unpack the battle, with these players."""
        game = Game(ruleset, self.state, dice=self.dice, players=players)
        game.tape = self.tape
        game._before, game._noted = self.before, len(self.tape)  # noqa: SLF001  # packed above
        game._drafted, game._drafts = self.drafted, self.drafts  # noqa: SLF001
        game._committed, game._calls = self.committed, self.calls  # noqa: SLF001
        return game


def pack(
    game: Game[Any], books: str, battle: str, levels: dict[str, str], autos: dict[str, str]
) -> bytes:
    """Pack a battle; ground is sent as a name for its bytes, so that a worker keeps one of each."""
    errand = Errand(
        books,
        game.ruleset.key,
        battle,
        levels,
        autos,
        game.state,
        game.tape,
        game.dice,
        game._before,  # noqa: SLF001  # a fork takes these along too
        game._drafted,  # noqa: SLF001
        game._drafts,  # noqa: SLF001
        game._committed,  # noqa: SLF001
        game._calls,  # noqa: SLF001
    )
    out = BytesIO()
    _Packer(out, protocol=pickle.HIGHEST_PROTOCOL).dump(errand)
    return out.getvalue()


def unpack(packed: bytes) -> Errand:
    """Open what this server packed."""
    errand: Errand = _Unpacker(BytesIO(packed)).load()
    return errand


class _Packer(pickle.Pickler):
    def persistent_id(self, obj: Any) -> bytes | None:
        return pickle.dumps(obj) if isinstance(obj, Ground) else None


class _Unpacker(pickle.Unpickler):
    def persistent_load(self, pid: bytes) -> Ground:
        return _ground(pid)


@lru_cache(maxsize=_GROUNDS_KEPT)
def _ground(packed: bytes) -> Ground:
    """Unpack a ground once; what it has worked out about itself is kept with it."""
    ground: Ground = pickle.loads(packed)  # noqa: S301  # this server packed it
    return ground
