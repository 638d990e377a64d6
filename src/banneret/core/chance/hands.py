"""Draws that read several dice together: as they lie, the highest or lowest, plus against minus."""

from __future__ import annotations

from typing import NamedTuple

from banneret.core.chance import counting as ways
from banneret.core.chance.draws import Draw, Faces, Outcomes


class Hand(Draw[Faces], frozen=True):
    """Several dice of one kind as they lie, in the order thrown."""

    count: int
    sides: int

    @property
    def dice(self) -> Faces:
        """Give the dice."""
        return (self.sides,) * self.count

    def read(self, faces: Faces) -> Faces:
        """Give the faces."""
        return faces


class Highest(Draw[int], frozen=True):
    """The highest of several equal dice."""

    count: int
    sides: int

    @property
    def dice(self) -> Faces:
        """Give the dice."""
        return (self.sides,) * self.count

    def read(self, faces: Faces) -> int:
        """Give the highest face."""
        return max(faces)

    def outcomes(self, fine: bool = False) -> Outcomes:
        """List every highest face, or every throw when fine."""
        return super().classes() if fine else ways.utmost(self.count, self.sides, lowest=False)


class Lowest(Highest, frozen=True):
    """The lowest of several equal dice."""

    def read(self, faces: Faces) -> int:
        """Give the lowest face."""
        return min(faces)

    def outcomes(self, fine: bool = False) -> Outcomes:
        """List every lowest face, or every throw when fine."""
        return self.classes() if fine else ways.utmost(self.count, self.sides, lowest=True)


class Balance(NamedTuple):
    """Plus dice against minus dice, each highest first; the highest of each sign counts."""

    plus: Faces
    minus: Faces
    cap: int | None = None

    @property
    def raw(self) -> int:
        """Give plus less minus before the cap."""
        return self.plus[0] - self.minus[0]

    @property
    def value(self) -> int:
        """Give plus less minus, held within the cap."""
        return self.raw if self.cap is None else max(-self.cap, min(self.cap, self.raw))

    def with_plus(self, number: int) -> Balance:
        """Put a number in place of the lowest plus die."""
        return self._replace(plus=_sorted((*self.plus[:-1], number)))

    def with_minus(self, number: int) -> Balance:
        """Put a number in place of the highest minus die."""
        return self._replace(minus=_sorted((*self.minus[1:], number)))


class PlusMinus(Draw[Balance], frozen=True):
    """Plus dice, then minus dice, of one kind: the highest of each sign, held within a cap.

    Where somebody may change a die when he has seen them, say `led`: exact odds then tell the two
    highest of each sign apart, else only plus less minus.
    """

    plus: int
    minus: int
    sides: int
    cap: int | None = None
    led: bool = False

    @property
    def dice(self) -> Faces:
        """Give the plus dice and then the minus dice."""
        return (self.sides,) * (self.plus + self.minus)

    def read(self, faces: Faces) -> Balance:
        """Part the signs."""
        return Balance(_sorted(faces[: self.plus]), _sorted(faces[self.plus :]), self.cap)

    def outcomes(self, fine: bool = False) -> Outcomes:
        """List every difference (every hand if led), or every throw when fine."""
        if fine:
            return self.classes()
        return ways.factors(self.plus, self.minus, self.sides, self.led)


def cancelled(plus: int, minus: int) -> tuple[int, int]:
    """Cancel dice of opposite signs one for one as far as each keeps one."""
    gone = min(plus, minus) - 1
    return plus - gone, minus - gone


def _sorted(faces: Faces) -> Faces:
    return tuple(sorted(faces, reverse=True))
