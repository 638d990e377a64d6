"""Places and ways whose ideas are made one at a time, so that a random player pays for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import call
from typing import Any

from banneret.core.questions.choices import Chance, Drill, Legs, Move, Place, Place1, Way

PlaceMaker = Callable[[], dict[int, Place1] | None]


class LazyPlace(Place, kw_only=True, eq=False):
    """Places for several figures; each maker gives one lawful way to set them all down.

    One of them always has one. With `draw` a maker is whatever that makes places of.
    """

    makers: Sequence[Any]
    draw: Callable[[Any], dict[int, Place1] | None] = call

    def ideas(self) -> list[dict[int, Place1]]:
        """Set them down in each of the ways, equal ones once."""
        found: list[dict[int, Place1]] = []
        for maker in self.makers:
            places = self.draw(maker)
            if places is not None and places not in found:
                found.append(places)
        return found

    def any(self, chance: Chance) -> dict[int, Place1]:
        """Set them down in a random one of the ways, or the next that works."""
        makers, draw = self.makers, self.draw
        count = len(makers)
        at = chance.die(count) - 1
        for step in range(at, at + count):
            places = draw(makers[step % count])
            if places is not None:
                if list(places) == list(self.pieces):  # as `read` would give it
                    self.found = places
                return places
        raise AssertionError(f"{self.prompt}: no way to set them down works")


class LazyMove(Move, kw_only=True, eq=False):
    """A way for one piece, drawn from a sketch; None where a sketch comes to nothing.

    A sketch is whatever `draw` makes a way of; without `draw` it is a maker, called as it stands.
    `slow` finds ways that take long to find, for those who ask for all.
    """

    sketches: Callable[[], Sequence[Any]]
    draw: Callable[[Any], Way | None] = call
    slow: Callable[[], Sequence[Way]] = tuple

    def one_by_one(self) -> Iterator[Way]:
        """Draw sketch after sketch and give what is lawful."""
        for sketch in self.sketches():
            way = self.draw(sketch)
            if way is not None and self.allows(way) is None:
                yield way

    def ideas(self) -> list[Way]:
        """Draw every sketch, look for the slow ones too, and give what is lawful, each once."""
        found = dict.fromkeys(self.one_by_one())
        for way in self.slow():
            if way not in found and self.allows(way) is None:
                found[way] = None
        return list(found)

    def first(self) -> Way:
        """Draw sketches until one is lawful."""
        for way in self.one_by_one():
            self.found = way
            return way
        return self.ideas()[0]

    def any(self, chance: Chance) -> Way:
        """Draw sketches from a random one on until one is lawful."""
        sketches = self.sketches()
        count = len(sketches)
        at = chance.die(count) - 1
        for step in range(count):
            way = self.draw(sketches[(at + step) % count])
            if way is not None and self.allows(way) is None:
                self.found = way
                return way
        return self.ideas()[0]


class LazyDrill(Drill, kw_only=True, eq=False):
    """A drill for a body; each maker gives one, or None where it comes to nothing."""

    makers: Sequence[Callable[[], Legs | None]]

    def ideas(self) -> list[Legs]:
        """Make every drill and give what is lawful, each once."""
        found = dict.fromkeys(legs for maker in self.makers if (legs := maker()) is not None)
        return [legs for legs in found if self.refusal(legs) is None]

    def first(self) -> Legs:
        """Make drills until one is lawful."""
        return self._from(0)

    def any(self, chance: Chance) -> Legs:
        """Make drills from a random one on until one is lawful."""
        return self._from(chance.die(len(self.makers)) - 1)

    def _from(self, at: int) -> Legs:
        count = len(self.makers)
        for step in range(at, at + count):
            legs = self.makers[step % count]()
            if legs is not None and self.refusal(legs) is None:
                self.found = legs
                return legs
        raise AssertionError(f"{self.prompt}: no drill is lawful")
