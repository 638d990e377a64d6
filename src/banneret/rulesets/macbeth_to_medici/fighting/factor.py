"""The random factor: plus dice against minus dice, cancelled, the highest of each, capped.

Every random factor starts with one plus and one minus die; Veterans add a plus die, Green units a
minus die, causes of each table one more; extras cancel one for one (MM-ARCH-09).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.chance import counting as ways
from banneret.core.chance.hands import Balance, PlusMinus, cancelled
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import Die, Experience
from ..command.dice import Led, sides_of

if TYPE_CHECKING:
    from collections.abc import Callable

Cause = tuple[str, str]  # what it is, and the clause that says so
USES = ("none", "plus", "minus")


class Factor(msgspec.Struct, frozen=True, gc=False):
    """A random factor about to be rolled: how many dice of each sign, their kind, its cap."""

    purpose: str
    plus: int
    minus: int
    die: str
    cap: int
    leadership: int | None = None

    @property
    def draw(self) -> PlusMinus:
        """The dice to throw."""
        led = self.leadership is not None
        return PlusMinus(self.purpose, self.plus, self.minus, sides_of(self.die), self.cap, led)


class Read(NamedTuple):
    """A random factor that was read."""

    value: int
    raw: int
    use: str


@clause("MM-ARCH-06", "MM-ARCH-07", "MM-ARCH-08", "MM-ARCH-09", "MM-IMPACT-06")
def dice_for(experience: str, plus: int, minus: int) -> tuple[int, int]:
    """The plus and minus dice left after cancelling, Green and Veteran dice included."""
    return cancelled(1 + plus + (experience == "veteran"), 1 + minus + (experience == "green"))


@clause("MM-ARCH-10", "MM-ARCH-11", "MM-MELEE-33")
def uses_of(rolled: Balance, leadership: int | None) -> dict[str, Read]:
    """What Leadership would make of a roll, in place of the lowest plus or highest minus die."""
    found = {"none": Read(rolled.value, rolled.raw, "none")}
    if leadership is not None:
        for use, other in (
            ("plus", rolled.with_plus(leadership)),
            ("minus", rolled.with_minus(leadership)),
        ):
            found[use] = Read(other.value, other.raw, use)
    return found


@clause("MM-ARCH-11")
def best_of(found: dict[str, Read]) -> Read:
    """The highest capped factor; ties: none, then plus, then minus."""
    return max(found.values(), key=lambda one: (one.value, -USES.index(one.use)))


def read_as(rolled: Balance, leadership: int | None, use: str) -> Read:
    """Read a roll as its owner says."""
    found = uses_of(rolled, leadership)
    return best_of(found) if use == "best" else found.get(use, found["none"])


@ways.remembered
def readings(factor: Factor, use: str = "best") -> tuple[tuple[Read, int], ...]:
    """Every way a factor can be read with its weight, Leadership used as said."""
    draw = factor.draw
    found: dict[Read, int] = {}
    for faces, weight in draw.outcomes():
        read = read_as(draw.read(faces), factor.leadership, use)
        found[read] = found.get(read, 0) + weight
    return tuple(found.items())


@ways.remembered
def spread(factor: Factor, use: str = "best") -> tuple[tuple[int, int], ...]:
    """Every value of a factor with its weight, Leadership used as said."""
    found: dict[int, int] = {}
    for read, weight in readings(factor, use):
        found[read.value] = found.get(read.value, 0) + weight
    return tuple(found.items())


def pairs(
    one: tuple[Factor, str], other: tuple[Factor, str], settle: Callable[[int, int], Any]
) -> list[tuple[Any, int]]:
    """Everything that two opposed factors can come to, with its weight."""
    return [
        (settle(mine, theirs), weight * against)
        for mine, weight in spread(*one)
        for theirs, against in spread(*other)
    ]


class FactorSituation(Led, frozen=True, kw_only=True):
    """Dice alone; the extras do not include the Green or Veteran die."""

    experience: Experience
    die: Die = "d6"
    extra_plus: Annotated[int, Meta(ge=0, le=9)] = 0
    extra_minus: Annotated[int, Meta(ge=0, le=9)] = 0
    cap: Annotated[int, Meta(ge=0, le=9)] = 5


def factor_of(given: FactorSituation) -> Factor:
    """The dice of a situation."""
    plus, minus = dice_for(given.experience, given.extra_plus, given.extra_minus)
    return Factor("random factor", plus, minus, given.die, given.cap, given.leadership)


def factor_odds(given: FactorSituation) -> list[tuple[Ruled, int]]:
    """Every way the dice can be read."""
    factor = factor_of(given)
    return [(_ruled(factor, read), weight) for read, weight in readings(factor, given.lead_use)]


@procedure("random_factor", FactorSituation, "Plus dice against minus dice, capped.", factor_odds)
@clause("MM-ARCH-09")
def random_factor(table: Table[Any], given: FactorSituation) -> Ruled:
    """Roll, put Leadership in, cap."""
    factor = factor_of(given)
    return _ruled(factor, read_as(table.roll(factor.draw), given.leadership, given.lead_use))


def _ruled(factor: Factor, read: Read) -> Ruled:
    dice = f"{factor.plus} plus dice, {factor.minus} minus dice"
    return Ruled(
        {
            "factor": read.value,
            "raw": read.raw,
            "use": read.use,
            "plus_dice": factor.plus,
            "minus_dice": factor.minus,
            "steps": [f"{dice}: {read.raw}, cap {factor.cap}"],
        }
    )
