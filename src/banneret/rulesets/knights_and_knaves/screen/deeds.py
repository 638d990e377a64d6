"""What men and horses do and suffer in movement and combat, as records."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from banneret.core.play.events import Event
from banneret.tabletop.shapes.segments import distance

from ..basics.state import NOBODY

Point = tuple[float, float]


GAITS = frozenset({"walk", "run", "trot", "canter", "gallop"})  # at his own will
HORSES_FROM = 1000  # numbers of horses that nobody rides, where pieces are told of


def shows(way: Sequence[tuple[float, float]]) -> bool:
    """Whether a way is long enough to be told: a tenth of an inch, rounded."""
    return sum(distance(one, other) for one, other in pairwise(way)) >= 0.05


class Moved(Event, frozen=True, tag="moved"):
    """A figure went a way: walk, run, a gait, rout, bolt, ride_on, step_up, carried."""

    man: int
    how: str
    path: tuple[Point, ...]  # with the start
    facing: float
    met: int = NOBODY  # the enemy it came into contact with
    at_once: bool = False  # with all who move in this phase (KK-TURN-05)

    @property
    def quiet(self) -> bool:
        """Whether he went his own way and met nobody."""
        return self.how in GAITS and self.met == NOBODY


class Left(Event, frozen=True, tag="left"):
    """A figure left the table for good."""

    man: int
    edge: str
    status: str  # as what he left: steady, routing, captive, disabled


class StoppedAt(Event, frozen=True, tag="stopped_at"):
    """A figure came to stand against an obstacle, a door or a wall."""

    man: int
    object: str

    @property
    def quiet(self) -> bool:
        """It is the end of a walk."""
        return True


class Scaled(Event, frozen=True, tag="scaled"):
    """A figure climbed over an obstacle, or hangs on it if there is no room beyond."""

    man: int
    object: str
    over: bool


class Battered(Event, frozen=True, tag="battered"):
    """Men battered a door."""

    door: str
    men: tuple[int, ...]
    broken: bool  # the blow counted
    open: bool  # the door is through


class SetAlight(Event, frozen=True, tag="set_alight"):
    """A man set fire to a building."""

    man: int
    room: str


class Burned(Event, frozen=True, tag="burned"):
    """A man did not get out of a burning building."""

    man: int


class Mounted(Event, frozen=True, tag="mounted"):
    """A man got into a saddle, or out of it."""

    man: int
    horse: int
    up: bool


class Rearranged(Event, frozen=True, tag="rearranged"):
    """Men of a unit changed places."""

    reveals: ClassVar[bool] = True  # that they belong together

    places: dict[int, tuple[float, float, float]]


class Nerve(Event, frozen=True, tag="nerve"):
    """A charged shooter waited for the charger, or shot too soon."""

    reveals: ClassVar[bool] = True

    man: int
    charger: int
    waits: bool


class Shot(Event, frozen=True, tag="shot"):
    """A shot, or a stray that went on to somebody else."""

    reveals: ClassVar[bool] = True

    man: int
    target: int
    at_horse: bool
    weapon: str
    result: str  # no_chance, miss, no_damage, wounded, disabled
    damage: int = 0
    stray: bool = False


class Held(Event, frozen=True, tag="held"):
    """What a figure does in the Melee phase."""

    man: int
    choice: str  # strike, horse, parry, draw, nothing
    at: tuple[int, ...] = ()


class Fought(Event, frozen=True, tag="fought"):
    """Two figures contested."""

    reveals: ClassVar[bool] = True

    one: int
    other: int
    winner: int  # who struck home, -1: nobody
    damage: int = 0
    dice: tuple[int, int] = (0, 0)


class Struck(Event, frozen=True, tag="struck"):
    """A strike that nobody opposed."""

    reveals: ClassVar[bool] = True

    man: int
    at: int
    at_horse: bool
    hit: bool
    damage: int = 0
    die: int = 0


class LanceLost(Event, frozen=True, tag="lance_lost"):
    """A lance broke or stayed in its victim."""

    man: int


class Drew(Event, frozen=True, tag="drew"):
    """A figure has another weapon in hand."""

    man: int
    weapon: str


class Disabled(Event, frozen=True, tag="disabled"):
    """A man is out of the fight."""

    man: int
    dead: bool = False


class HorseDown(Event, frozen=True, tag="horse_down"):
    """A horse is down for good."""

    horse: int
    man: int  # its rider, or -1


class Fell(Event, frozen=True, tag="fell"):
    """A man fell from his horse or from a height; or kept his seat or footing."""

    reveals: ClassVar[bool] = True

    man: int
    fell: bool
    result: str = ""
    feet: int = 0
    stun: int = 0


class Conscious(Event, frozen=True, tag="conscious"):
    """For how many turns a disabled lord goes on giving orders."""

    man: int
    turns: int


class Freed(Event, frozen=True, tag="freed"):
    """A captive is free."""

    man: int


class Lifted(Event, frozen=True, tag="lifted"):
    """Two men carry a body."""

    body: int
    men: tuple[int, ...]
