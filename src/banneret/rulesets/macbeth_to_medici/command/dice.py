"""Dice of the book: a unit's own die, and Leadership in place of one of them (LEAD)."""

from __future__ import annotations

from typing import Literal

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.chance import counting as ways
from banneret.core.chance.draws import D, Draw, Faces, Outcomes
from banneret.core.chance.kinds import AVERAGE
from banneret.core.chance.wish import Wish, in_words, span

from ..basics.tables import Die

Result = Literal["pass", "up", "down"]
Band = tuple[int, int]

_KINDS = {"d6": 6, "d5": AVERAGE}


class Situation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a procedure is told; a key it does not know is an error."""


class Led(Situation, frozen=True, kw_only=True):
    """LEAD: an officer's Leadership, and what his owner does with it after the roll."""

    leadership: int | None = None
    lead_use: Literal["best", "none", "first", "second", "plus", "minus"] = "best"


@clause("MM-UNIT-05")
def sides_of(die: Die) -> int:
    """The kind of a die: a d6, or an average die that shows 2, 3, 3, 4, 4 and 5."""
    return _KINDS[die]


def one_die(purpose: str, die: Die) -> D:
    """One die of a unit's kind."""
    return D(purpose, sides_of(die))


@clause("MM-CONTROL-01", "MM-CONTROL-02", "MM-CHARGE-01", "MM-RALLY-02", "MM-OFFICER-30")
def result_in(band: Band, total: int) -> Result:
    """Pass within the band, both ends included; above is up, below is down."""
    low, high = band
    if total > high:
        return "up"
    return "pass" if total >= low else "down"


@clause("MM-CONTROL-01", "MM-CONTROL-02")
def passes_on(band: Band, leadership: int = 0) -> Wish:
    """Tell the band; beside Leadership that stands in, what the other die must show."""
    low, high = band
    return in_words(f"{span((low - leadership, high - leadership))} passes")


class Tested(msgspec.Struct, frozen=True, gc=False):
    """Two dice that were read: their total after any Leadership, and what it means."""

    total: int
    result: Result
    use: str


@clause("MM-CONTROL-03", "MM-CONTROL-04", "MM-OFFICER-09", "MM-OFFICER-10", "MM-MELEE-33")
def readings(faces: Faces, band: Band, leadership: int | None) -> tuple[Tested, ...]:
    """The ways two dice may be read: as they lie, or with Leadership for the first or second."""
    first, second = faces
    totals = [("none", first + second)]
    if leadership is not None:
        totals += [("first", leadership + second), ("second", first + leadership)]
    return tuple([Tested(total, result_in(band, total), use) for use, total in totals])


@clause("MM-OFFICER-10")
def chosen(found: tuple[Tested, ...], use: str, prefer: tuple[str, ...]) -> Tested:
    """The reading an owner chooses; best is the first result in his order of preference."""
    if use == "best":
        return min(found, key=lambda one: prefer.index(one.result))
    return next((one for one in found if one.use == use), found[0])


class TestDice(Draw[Tested], frozen=True):
    """Two dice of one kind against a band, with Leadership read as its owner would.

    `coarse` results tell no totals apart: for those who only want to know whether it passed.
    """

    sides: int
    band: Band
    leadership: int | None
    use: str
    prefer: tuple[str, ...]
    coarse: bool = False

    @property
    def dice(self) -> Faces:
        """Give the two dice."""
        return (self.sides, self.sides)

    @property
    def wish(self) -> Wish:
        """Tell the band."""
        return passes_on(self.band)

    def read(self, faces: Faces) -> Tested:
        """Read them as the owner would."""
        return chosen(readings(faces, self.band, self.leadership), self.use, self.prefer)

    def outcomes(self, fine: bool = False) -> Outcomes:
        """List every total and use, or only every result."""
        del fine
        return _test_outcomes(self, self.coarse)


@ways.remembered
def _test_outcomes(draw: TestDice, coarse: bool) -> Outcomes:
    if coarse:
        return ways.merged(draw.dice, lambda faces: draw.read(faces).result)
    return ways.merged(draw.dice, draw.read)


class OneAndLeader(Draw[Tested], frozen=True):
    """One die beside Leadership that stood in before the roll (MM-CONTROL-21)."""

    sides: int
    band: Band
    leadership: int

    @property
    def dice(self) -> Faces:
        """Give the one die."""
        return (self.sides,)

    @property
    def wish(self) -> Wish:
        """Tell what the die must show."""
        return passes_on(self.band, self.leadership)

    def read(self, faces: Faces) -> Tested:
        """Add Leadership."""
        total = self.leadership + faces[0]
        return Tested(total, result_in(self.band, total), "first")


def value(number: object, *steps: str) -> Ruled:
    """A plain answer of a calculation without dice."""
    return Ruled({"value": number, "steps": list(steps)})


def least_of(elements: int, loss: int) -> int:
    """How many elements a loss can take: never more than there are (MM-CONTROL-17)."""
    return min(max(loss, 0), elements)
