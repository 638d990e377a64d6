"""`banneret` with the same dice in every battle: what is tried is the page, not anybody's luck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.cli import main
from banneret.core.chance import fairness
from banneret.server.opponents import errands

if TYPE_CHECKING:
    from banneret.core.play.game import Game


pack = errands.pack


def packed(
    game: Game[Any], books: str, battle: str, levels: dict[str, str], autos: dict[str, str]
) -> bytes:
    """Chance, too, does the same in every battle, whatever it is called by."""
    del battle
    return pack(game, books, "steady", levels, autos)


def run() -> None:
    """Serve; each seat's page brings its own steady share (`Person`)."""
    fairness.fresh_seed = lambda: bytes(fairness.SECRET_SIZE)
    errands.pack = packed
    main.run()
