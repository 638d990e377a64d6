"""Names for men and horses: every one has his own (KK-COMP-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.chance.dice import RandomDice
from banneret.core.files import decode_toml

from ...basics.tables import data_text

GENTLE_CLASSES = frozenset(("knight", "squire"))
LORDS = frozenset(("lord", "chief"))


class People(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The names of a people and how its betters are styled."""

    lists: tuple[str, ...]
    lords: str
    gentles: str
    given: tuple[str, ...]
    bynames: tuple[str, ...]
    places: tuple[str, ...]
    horses: tuple[str, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    people: dict[str, People]


@cache
def peoples() -> dict[str, People]:
    """Every people of the book by its name."""
    return decode_toml(data_text("names.toml"), _File, "names.toml").people


@cache
def people_of(organisation: str) -> People:
    """The people that serves in an organisation; any other force is English."""
    every = peoples()
    return next((one for one in every.values() if organisation in one.lists), every["english"])


def _dealt(names: Sequence[str], dice: RandomDice) -> list[str]:
    """The names in an order of the dice."""
    dealt = list(names)
    for last in range(len(dealt) - 1, 0, -1):
        other = dice.die(last + 1) - 1
        dealt[last], dealt[other] = dealt[other], dealt[last]
    return dealt


class Names:
    """Gives out names of one people, none twice in a force; the same seed, the same names."""

    def __init__(self, organisation: str, seed: str, taken: Sequence[str] = ()) -> None:
        self._people = people_of(organisation)
        dice = RandomDice(f"names:{organisation}:{seed}")
        self._given = _dealt(self._people.given, dice)
        self._bynames = _dealt(self._people.bynames, dice)
        self._places = _dealt(self._people.places, dice)
        self._horses = _dealt(self._people.horses, dice)
        self._taken = set(taken)
        self._named = 0
        self._styled = 0

    @clause("KK-COMP-05")
    def man(self, class_: str) -> str:
        """A name nobody in the force has: plain for common men, styled for their betters."""
        if class_ in LORDS:
            return self._first_free(self._styles(self._people.lords))
        if class_ in GENTLE_CLASSES:
            return self._first_free(self._styles(self._people.gentles))
        return self._first_free(self._plain())

    @clause("KK-COMP-05")
    def horse(self) -> str:
        """A name no man or horse in the force has."""
        return self._first_free(numbered(self._horses))

    def _plain(self) -> Iterator[str]:
        """Given names one after the other; when all are out, with a byname each."""
        while True:
            rounds, place = divmod(self._named, len(self._given))
            self._named += 1
            given = self._given[place]
            if rounds == 0:
                yield given
            elif rounds <= len(self._bynames):
                yield f"{given} {self._bynames[rounds - 1]}"
            else:
                yield f"{given} ({rounds})"

    def _styles(self, style: str) -> Iterator[str]:
        """Given names in the style of a better, each with the next place and byname."""
        for tried in count():
            rounds, place = divmod(self._named, len(self._given))
            self._named += 1
            at, self._styled = self._styled + rounds, self._styled + 1
            name = style.format(
                name=self._given[place],
                place=self._places[at % len(self._places)],
                byname=self._bynames[at % len(self._bynames)],
            )
            yield name if tried < len(self._given) else f"{name} ({tried})"

    def _first_free(self, tried: Iterator[str]) -> str:
        name = next(name for name in tried if name not in self._taken)
        self._taken.add(name)
        return name


def numbered(names: Sequence[str]) -> Iterator[str]:
    """The names themselves, then the second of each name, the third, and so on."""
    yield from names
    for number in count(2):
        for name in names:
            yield f"{name} ({number})"
