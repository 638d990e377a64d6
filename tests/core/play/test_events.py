from typing import ClassVar

import msgspec

from banneret.core.play.events import Chose, Event, Rolled, Told


class Unmasked(Event, frozen=True, tag="unmasked"):
    reveals: ClassVar[bool] = True
    who: str


def test_an_event_is_told_to_its_audience() -> None:
    """None is everybody, spectators too; nobody is nobody."""
    event = Chose("red", "go", 1)
    assert all(Told(event, "", None).for_side(side) for side in ("red", "blue", None))
    assert [Told(event, "", ("red",)).for_side(side) for side in ("red", "blue", None)] == [
        True,
        False,
        False,
    ]
    assert not Told(event, "", ()).for_side("red")


def test_books_add_their_own_kinds() -> None:
    """A kind has its tag in JSON, and says whether it shows something hidden."""
    assert msgspec.json.encode(Unmasked("x")) == b'{"event":"unmasked","who":"x"}'
    assert Unmasked("x").reveals
    assert not Rolled("luck", (6,), (1,)).reveals
