"""What a rule may ask of chance: each draw reads its dice and lists its weighted outcomes."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from msgspec import UNSET, Struct, UnsetType

from banneret.core.chance import counting as ways
from banneret.core.chance.kinds import AVERAGE
from banneret.core.chance.wish import Wish

T = TypeVar("T")
Faces = ways.Faces
Outcomes = ways.Outcomes


class Draw(Struct, Generic[T], frozen=True, gc=False):
    """A question to chance: the dice to throw and the result they mean."""

    purpose: str

    @property
    def dice(self) -> Faces:
        """Give the sides of each die thrown, in order."""
        raise NotImplementedError

    def read(self, faces: Faces) -> T:
        """Give the result the rule needs."""
        raise NotImplementedError

    def total(self, faces: Faces) -> int | UnsetType:  # noqa: ARG002  # only some add up
        """Give what several dice come to, where that is what counts."""
        return UNSET

    @property
    def wish(self) -> Wish | None:
        """Say which faces are hoped for, if the draw itself tells."""
        return None

    @property
    def throwers(self) -> tuple[str, ...]:
        """Name whose each die is, where it is not one side that throws them all."""
        return ()

    @property
    def means(self) -> tuple[str, ...]:
        """Say what each face of the die means, where that is no number and no secret."""
        return ()

    def classes(self) -> Outcomes:
        """List one throw for each result the rule tells apart, and its weight; here every throw."""
        return ways.each_throw(self.dice)

    def outcomes(self, fine: bool = False) -> Outcomes:  # noqa: ARG002 - only checks have both
        """List one throw for each result and its weight; fine tells apart what only a log shows."""
        return self.classes()

    def again(self, draws: int = 1) -> Reroll[T]:
        """Throw this in place of the last draws, which do not count: a tie rolled again."""
        return Reroll(self.purpose, self, draws)


class Reroll(Draw[T], frozen=True):
    """A draw in place of the last ones; exact odds weigh it without following it for ever."""

    draw: Draw[T]
    draws: int = 1

    @property
    def dice(self) -> Faces:
        """Give the same dice."""
        return self.draw.dice

    @property
    def wish(self) -> Wish | None:
        """Hope for the same faces."""
        return self.draw.wish

    @property
    def throwers(self) -> tuple[str, ...]:
        """Name the same throwers."""
        return self.draw.throwers

    def read(self, faces: Faces) -> T:
        """Read the faces as the first throw was read."""
        return self.draw.read(faces)

    def total(self, faces: Faces) -> int | UnsetType:
        """Add them up as the first throw was."""
        return self.draw.total(faces)

    def outcomes(self, fine: bool = False) -> Outcomes:
        """List what the first throw could show."""
        return self.draw.outcomes(fine)


class _OneDie(Draw[int], frozen=True):
    """One die, read as it lies."""

    def read(self, faces: Faces) -> int:
        """Give the face."""
        return faces[0]


class D6(_OneDie, frozen=True):
    """One six-sided die."""

    dice = (6,)


class D10(_OneDie, frozen=True):
    """One ten-sided die, 1 to 10."""

    dice = (10,)


class D100(_OneDie, frozen=True):
    """Percentile dice, 1 to 100, as one die of a hundred sides."""

    dice = (100,)


class D(_OneDie, frozen=True):
    """One die of any number of sides."""

    sides: int

    @property
    def dice(self) -> Faces:
        """Give the one die."""
        return (self.sides,)


class D66(Draw[int], frozen=True):
    """Two six-sided dice read as tens and units, 11 to 66."""

    dice = (6, 6)

    def read(self, faces: Faces) -> int:
        """Give tens and units."""
        return 10 * faces[0] + faces[1]


class Average(_OneDie, frozen=True):
    """An average die, whose six sides show 2, 3, 3, 4, 4 and 5."""

    dice = (AVERAGE,)


class _EqualDice(Draw[T], frozen=True):
    """Several dice of one kind; fewer than none are none."""

    count: int
    sides: int

    @property
    def dice(self) -> Faces:
        """Give the dice."""
        return (self.sides,) * self.count


class Total(_EqualDice[int], frozen=True):
    """The sum of several dice and a bonus."""

    bonus: int = 0

    def read(self, faces: Faces) -> int:
        """Add them up."""
        return sum(faces, self.bonus)

    def total(self, faces: Faces) -> int | UnsetType:
        """Give the sum; one die shows it by itself."""
        return self.read(faces) if len(faces) > 1 or self.bonus else UNSET

    def classes(self) -> Outcomes:
        """List every sum."""
        return ways.sums(len(self.dice), self.sides)


class Pool(_EqualDice[Faces], frozen=True):
    """Several dice of which the highest are kept, `added` up or read singly."""

    keep: int
    added: bool = False

    def read(self, faces: Faces) -> Faces:
        """Give the kept faces, highest first."""
        return tuple(sorted(faces, reverse=True)[: max(self.keep, 0)])

    def total(self, faces: Faces) -> int | UnsetType:
        """Give the sum of the kept, if they are added up."""
        return sum(self.read(faces)) if self.added and len(faces) > 1 else UNSET

    def classes(self) -> Outcomes:
        """List every hand of kept faces."""
        return ways.kept(len(self.dice), self.sides, min(max(self.keep, 0), len(self.dice)))


class Successes(_EqualDice[int], frozen=True):
    """How many of several dice show the needed number or more."""

    needed: int

    @property
    def wish(self) -> Wish:
        """Hope for the needed number or more."""
        return Wish("high", self.needed)

    def read(self, faces: Faces) -> int:
        """Count the successes."""
        return sum([face >= self.needed for face in faces])

    def classes(self) -> Outcomes:
        """List every number of successes."""
        return ways.binomial(len(self.dice), self.sides, self.needed)


class Check(NamedTuple):
    """Whether a die passed, and the face it showed; true when it passed."""

    passed: bool
    face: int

    def __bool__(self) -> bool:
        return self.passed


class _Tested(Draw[Check], frozen=True):
    """One die against a number."""

    sides: int
    needed: int

    @property
    def dice(self) -> Faces:
        """Give the one die."""
        return (self.sides,)

    def outcomes(self, fine: bool = False) -> Outcomes:
        """List passed and not passed, or every face when fine."""
        return ways.each_throw(self.dice) if fine else self.classes()


class AtLeast(_Tested, frozen=True):
    """One die that passes on the needed number or more."""

    @property
    def wish(self) -> Wish:
        """Hope for the needed number or more."""
        return Wish("high", self.needed)

    def read(self, faces: Faces) -> Check:
        """Compare the face with the number needed."""
        return Check(faces[0] >= self.needed, faces[0])

    def classes(self) -> Outcomes:
        """List passed and not passed."""
        return ways.high_or_low(self.sides, self.needed)


class AtMost(_Tested, frozen=True):
    """One die that passes on the needed number or less."""

    @property
    def wish(self) -> Wish:
        """Hope for the needed number or less."""
        return Wish("low", self.needed)

    def read(self, faces: Faces) -> Check:
        """Compare the face with the number needed."""
        return Check(faces[0] <= self.needed, faces[0])

    def classes(self) -> Outcomes:
        """List not passed and passed."""
        return ways.high_or_low(self.sides, self.needed + 1)


class Opposed(Draw[int], frozen=True):
    """Two equal dice against each other: by how much the first beats the second."""

    sides: int

    @property
    def dice(self) -> Faces:
        """Give the first die and the second."""
        return (self.sides, self.sides)

    def read(self, faces: Faces) -> int:
        """Give the first less the second."""
        return faces[0] - faces[1]

    def classes(self) -> Outcomes:
        """List every difference."""
        return ways.differences(self.sides)


class RollOff(Draw[Faces], frozen=True):
    """One die for each side: the places, from 0, of those who rolled highest; several tie."""

    sides: int
    sides_count: int = 2
    of: tuple[str, ...] = ()

    @property
    def dice(self) -> Faces:
        """Give one die for each side."""
        return (self.sides,) * self.sides_count

    @property
    def throwers(self) -> tuple[str, ...]:
        """Name the sides, as far as they were told."""
        return self.of

    def read(self, faces: Faces) -> Faces:
        """Give the places of the highest dice."""
        return tuple(place for place, face in enumerate(faces) if face == max(faces))

    def classes(self) -> Outcomes:
        """List every set of winners."""
        return ways.highest(self.sides, self.sides_count)


class OneOf(Draw[T], frozen=True):
    """One of several things, each as likely as the next; a single thing needs no die.

    What is `told` may be known by everybody who throws: which face stands for which thing.
    """

    items: tuple[T, ...]
    told: bool = False

    @property
    def dice(self) -> Faces:
        """Give a die with a side for each thing."""
        return (len(self.items),) if len(self.items) > 1 else ()

    @property
    def means(self) -> tuple[str, ...]:
        """Name the things, if they are told."""
        return tuple([str(item) for item in self.items]) if self.told else ()

    def read(self, faces: Faces) -> T:
        """Give the thing the die points at."""
        return self.items[faces[0] - 1 if faces else 0]

    def classes(self) -> Outcomes:
        """List every different thing."""
        return ways.choices(ways.pattern(self.items))


class Shuffle(Draw[tuple[T, ...]], frozen=True):
    """Several things in an order left to chance: Fisher and Yates with dice of n, n-1 ... 2."""

    items: tuple[T, ...]

    @property
    def dice(self) -> Faces:
        """Give a die for each place from the last to the second."""
        return tuple(range(len(self.items), 1, -1))

    def read(self, faces: Faces) -> tuple[T, ...]:
        """Put the things in their order."""
        return ways.shuffled(self.items, faces)

    def classes(self) -> Outcomes:
        """List every different order."""
        return ways.orders(ways.pattern(self.items))
