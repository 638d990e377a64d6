"""Computer players: chance, and each book's own captains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import unknown
from banneret.core.play.seat import Whimsical
from banneret.core.record.journal import BOOK
from banneret.players.by_book import ByTheBook
from banneret.players.chance import ChancePlayer
from banneret.players.green import Hesitant

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.game import Player

CHANCE = "chance"
GREEN = "green"  # whom a newcomer meets first
WHIMS = 5040  # divisible by every small number of equally good things


STRENGTHS = {
    GREEN: "New to the field: he lets many chances pass. Who advances together is his match.",
    "squire": "Steady, but he plays plainly: he beats who is green in two battles of three.",
    "captain": "The strongest: he weighs the odds and minds the aim; he beats most squires.",
    CHANCE: "No opponent: anything the rules allow, as the dice fall.",
}


def ladder(ruleset: Ruleset[Any]) -> dict[str, str]:
    """The same from the easiest on, each with a sentence on its strength; chance is none of them.

    A newcomer is offered the first.
    """
    found = [GREEN, *reversed(ruleset.levels), CHANCE] if ruleset.levels else [CHANCE]
    return {name: STRENGTHS.get(name, "") for name in found}


def names(ruleset: Ruleset[Any]) -> tuple[str, ...]:
    """Name the players that can sit at this book's table, the usual one first."""
    return (*ruleset.levels, GREEN, CHANCE) if ruleset.levels else (CHANCE,)


def player(
    ruleset: Ruleset[Any], side: str, name: str, seed: int | str, whim: int | str | None = None
) -> Player:
    """Give a side its computer player by name.

    What he does at a venture goes by the seed. Where nothing tells better from worse, as in setting
    up, a captain goes by the whim, which should last for a battle; it is the seed if none is given.
    """
    if name == CHANCE:
        return ChancePlayer(f"{seed} {side}")
    if name == BOOK:
        return ByTheBook()
    level = ruleset.levels[-1] if name == GREEN and ruleset.levels else name
    if level not in ruleset.levels:
        raise unknown("player", name, names(ruleset))
    captain = ruleset.captain(side, level)
    if isinstance(captain, Whimsical):
        whim = seed if whim is None else whim
        captain.whim = RandomDice(f"whim {whim} {side}").die(WHIMS) - 1
    share = ruleset.hesitates.get(name, 0)
    return Hesitant(captain, f"{seed} {side}", share) if share else captain


__all__ = [
    "BOOK",
    "CHANCE",
    "GREEN",
    "ByTheBook",
    "ChancePlayer",
    "Hesitant",
    "ladder",
    "names",
    "player",
]
