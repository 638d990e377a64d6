"""Dice of movement: terrain, turning, reforming, passing through friends (MM-MOVE)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.chance.draws import Draw, Faces
from banneret.core.chance.hands import Highest, Lowest
from banneret.core.chance.kinds import AVERAGE
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import BONUS, PASSING_BASE, PASSING_EXTRA, Die, Experience
from ..basics.who import rides
from ..command.dice import Situation, one_die, sides_of, value

if TYPE_CHECKING:
    from ..basics.state import Unit

Speed = Literal["standing", "march", "normal", "faster"]


# -- terrain


class DeductionSituation(Situation, frozen=True, kw_only=True):
    """A class of terrain."""

    terrain_class: Literal[1, 2, 3]
    mounted: bool = False


class Deduction(Draw[int], frozen=True):
    """Two average dice: their difference, the lower or the higher, by class."""

    cls: int
    dice = (AVERAGE, AVERAGE)

    def read(self, faces: Faces) -> int:
        """Give the inches before doubling."""
        low, high = sorted(faces)
        return (high - low, low, high)[self.cls - 1]


@lru_cache
def tolls(cls: int) -> tuple[tuple[int, float], ...]:
    """Inches before doubling that a class of terrain takes, with their chances."""
    draw = Deduction("", cls)
    throws = list(draw.outcomes())
    whole = sum(weight for _, weight in throws)
    found: dict[int, float] = {}
    for faces, weight in throws:
        found[draw.read(faces)] = found.get(draw.read(faces), 0.0) + weight / whole
    return tuple(sorted(found.items()))


@clause("MM-MOVE-12")
def roll_deduction(table: Table[Any], side: str | None, cls: int, *, mounted: bool) -> int:
    """Inches off a move for one feature, doubled for mounted."""
    rolled = table.roll(Deduction(f"terrain of class {cls}", cls), side=side)
    return rolled * (2 if mounted else 1)


@procedure("terrain_deduction", DeductionSituation, "What a feature takes off a move.")
def terrain_deduction(table: Table[Any], given: DeductionSituation) -> Ruled:
    """Difference, lower or higher of two average dice."""
    inches = roll_deduction(table, None, given.terrain_class, mounted=given.mounted)
    rolled = inches // 2 if given.mounted else inches
    return Ruled({"inches": inches, "rolled": rolled, "steps": []})


# -- turning


class AboutFace(Situation, frozen=True, kw_only=True):
    """How deep a unit stands."""

    ranks: Annotated[int, Meta(ge=1, le=16)]
    die: Die = "d6"


@clause("MM-MOVE-24")
def roll_about_face(table: Table[Any], unit: Unit) -> int:
    """Inches that turning about costs a unit: one die for each rank."""
    return unit.ranks * table.roll(one_die("about face", unit.profile.die), side=unit.side)


@procedure("about_face", AboutFace, "What turning about costs.")
@clause("MM-MOVE-24")
def about_face(table: Table[Any], given: AboutFace) -> Ruled:
    """One die times the ranks."""
    inches = given.ranks * table.roll(one_die("about face", given.die))
    return Ruled({"inches": inches, "steps": []})


class TurnSituation(Situation, frozen=True, kw_only=True):
    """The unit's die."""

    die: Die = "d5"


@clause("MM-MOVE-23")
def roll_turn(table: Table[Any], unit: Unit) -> int:
    """Inches that a turn to the flank by element costs."""
    return table.roll(one_die("turn to flank", unit.profile.die), side=unit.side)


@procedure("turn_to_flank", TurnSituation, "What a turn to the flank by element costs.")
@clause("MM-MOVE-23")
def turn_to_flank(table: Table[Any], given: TurnSituation) -> Ruled:
    """One die."""
    return Ruled({"inches": table.roll(one_die("turn to flank", given.die)), "steps": []})


class ThirdsSituation(Situation, frozen=True, kw_only=True):
    """A unit that would reform."""

    elements: Annotated[int, Meta(ge=1, le=99)]
    experience: Experience


@clause("MM-MOVE-28")
def thirds(elements: int, experience: str) -> int:
    """Elements over the Experience Bonus, rounded up, in thirds of a turn."""
    return -(-elements // BONUS[experience])


@procedure("reform_thirds", ThirdsSituation, "How long reforming takes.")
def reform_thirds(table: Table[Any], given: ThirdsSituation) -> Ruled:
    """In thirds of a turn."""
    del table
    return value(thirds(given.elements, given.experience))


# -- passing through friends


class Passer(Situation, frozen=True, kw_only=True):
    """One of two friends that pass through each other."""

    experience: Experience
    mounted: bool = False
    speed: Speed = "normal"
    die: Die = "d6"


class Passed(Passer, frozen=True, kw_only=True):
    """The slower of the two."""

    speed: Speed = "standing"


class PassingSituation(Situation, frozen=True, kw_only=True):
    """The faster and the slower."""

    fast: Passer
    slow: Passed


class Passage(msgspec.Struct, frozen=True, gc=False):
    """How two friends fared."""

    difference: int
    dice_fast: int
    dice_slow: int
    hits_fast: int
    hits_slow: int

    @property
    def clean(self) -> bool:
        """Whether nobody was put out."""
        return self.difference == 0


@clause("MM-MOVE-30")
def passing_dice(speed: str, *, mounted: bool) -> int:
    """Dice before cancelling: two if mounted, and more the faster."""
    return PASSING_BASE["mounted" if mounted else "other"] + PASSING_EXTRA[speed]


@clause("MM-MOVE-30", "MM-MOVE-31", "MM-MOVE-32")
def passing(table: Table[Any], fast: Passer, slow: Passer, side: str | None = None) -> Passage:
    """Dice cancel until one side has one; highest of the faster against lowest of the slower."""
    mine = passing_dice(fast.speed, mounted=fast.mounted)
    theirs = passing_dice(slow.speed, mounted=slow.mounted)
    gone = min(mine, theirs) - 1
    mine, theirs = mine - gone, theirs - gone
    high = table.roll(Highest("passing through", mine, sides_of(fast.die)), side=side)
    low = table.roll(Lowest("letting pass", theirs, sides_of(slow.die)), side=side)
    by = abs(high - low)
    return Passage(by, mine, theirs, _jostled(by, fast.experience), _jostled(by, slow.experience))


def _jostled(by: int, experience: str) -> int:
    """1 hit above the Experience Bonus, 2 above twice that."""
    bonus = BONUS[experience]
    return (by > bonus) + (by > 2 * bonus)


@clause("MM-MOVE-30", "MM-MOVE-31", "MM-MOVE-36")
def roll_passing(table: Table[Any], fast: Unit, slow: Unit, speeds: tuple[str, str]) -> Passage:
    """Two friendly units of a battle pass through each other at these speeds."""
    return passing(table, _passer(fast, speeds[0]), _passer(slow, speeds[1]), fast.side)


def _passer(unit: Unit, speed: Any) -> Passer:
    profile = unit.profile
    return Passer(experience=profile.experience, mounted=rides(unit), speed=speed, die=profile.die)


@procedure("interpenetration", PassingSituation, "Friends pass through each other.")
def interpenetration(table: Table[Any], given: PassingSituation) -> Ruled:
    """Clean if the two scores are equal."""
    found = passing(table, given.fast, given.slow)
    return Ruled(
        {
            "clean": found.clean,
            "difference": found.difference,
            "dice_fast": found.dice_fast,
            "dice_slow": found.dice_slow,
            "hits_fast": found.hits_fast,
            "hits_slow": found.hits_slow,
            "unformed": not found.clean,
            "steps": [f"{found.dice_fast} dice against {found.dice_slow}"],
        }
    )
