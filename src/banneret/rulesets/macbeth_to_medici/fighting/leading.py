"""Leadership in a random factor: the owner sees the dice, then says which he replaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from .factor import Factor, Read, best_of, uses_of

if TYPE_CHECKING:
    from banneret.core.book.tally import Tally
    from banneret.core.chance.hands import Balance
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Unit

    Throws = tuple[Unit, Factor, Tally]  # who throws, what for, and what it is added to

_WORDS = {
    "none": "Leave the dice",
    "plus": "For the lowest plus",
    "minus": "For the highest minus",
}


@clause("MM-ARCH-10", "MM-ARCH-11", "MM-MELEE-33")
def ask_factor(table: Table[Battle], unit: Unit, factor: Factor, rolled: Balance) -> Read:
    """Read a roll; the owner of a led unit may put Leadership in place of one die."""
    found = uses_of(rolled, factor.leadership)
    if len(found) == 1:
        return found["none"]
    use = table.ask(
        Pick(
            unit.side,
            "factor_leadership",
            f"{unit.profile.name}, {factor.purpose}: plus {_faces(rolled.plus)}, minus "
            f"{_faces(rolled.minus)}. Leadership {factor.leadership} in place of a die?",
            tuple(found),
            label=lambda key: f"{_WORDS[key]}: {found[key].value:+d}",
            about=(unit.id,),
            usual=lambda: best_of(found).use,
        )
    )
    return found[use]


def both_factors(table: Table[Battle], one: Throws, two: Throws) -> tuple[int, int]:
    """Both throw; then who has the lower initiative reads his dice first."""
    thrown = [table.roll(factor.draw, score, unit.side) for unit, factor, score in (one, two)]
    both = [
        (unit, factor, dice) for (unit, factor, _), dice in zip((one, two), thrown, strict=True)
    ]
    if one[0].deeds.initiative < two[0].deeds.initiative:
        first, second = (ask_factor(table, *each).value for each in both)
    else:
        second, first = (ask_factor(table, *each).value for each in reversed(both))
    return first, second


def _faces(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces))
