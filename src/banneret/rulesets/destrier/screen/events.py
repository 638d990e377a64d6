"""What happens on the table, as small records; the words for them are in `wording`."""

from __future__ import annotations

from typing import ClassVar

from banneret.core.play.events import Event

Spot = tuple[float, float]
Place = tuple[float, float, float]


class Deployed(Event, frozen=True, tag="de.deployed"):
    """A side has set its figures down."""

    side: str
    figures: tuple[int, ...]


class Moved(Event, frozen=True, tag="de.moved"):
    """A figure went some way and faces another, or the same, way now."""

    figure: int
    path: tuple[Spot, ...]
    facing: float
    inches: float
    how: str = "half-move"
    met: tuple[int, ...] = ()

    @property
    def quiet(self) -> bool:
        """A walk that meets nobody decides nothing."""
        return not self.met


class Turned(Event, frozen=True, tag="de.turned"):
    """A figure turned on the spot."""

    figure: int
    facing: float
    place: Spot

    @property
    def quiet(self) -> bool:
        """It decides nothing by itself."""
        return True


class Staggered(Event, frozen=True, tag="de.staggered"):
    """A figure was driven back, or found no room to go."""

    figure: int
    place: Spot
    inches: float


class Dodged(Event, frozen=True, tag="de.dodged"):
    """A dodger moved, or found his way closed."""

    figure: int
    direction: str
    place: Spot
    room: bool


class Followed(Event, frozen=True, tag="de.followed"):
    """A figure went after another."""

    figure: int
    other: int
    place: Spot
    facing: float
    paid: bool


class KeptDistance(Event, frozen=True, tag="de.kept_distance"):
    """A figure that keeps its distance gave way before somebody, or stood."""

    figure: int
    other: int
    retreats: bool


class Left(Event, frozen=True, tag="de.left"):
    """A figure left the table."""

    figure: int


class TableTurned(Event, frozen=True, tag="de.table_turned"):
    """Somebody turned a table over."""

    figure: int
    thing: str


class DoorMoved(Event, frozen=True, tag="de.door"):
    """Somebody opened, shut or unlocked a door."""

    figure: int
    thing: str
    door: str
    was: str = ""


class Squeezed(Event, frozen=True, tag="de.squeezed"):
    """Somebody tried to force his way past an obstacle."""

    figure: int
    obstacle: str
    through: bool


class Shoved(Event, frozen=True, tag="de.shoved"):
    """Furniture was pushed out of the way."""

    figure: int
    thing: str


class SteppedAside(Event, frozen=True, tag="de.stepped_aside"):
    """A friend made room."""

    figure: int
    place: Spot


class Orders(Event, frozen=True, tag="de.orders"):
    """The charge orders of a side were turned up."""

    reveals: ClassVar[bool] = True

    side: str
    orders: tuple[tuple[int, str, tuple[int, ...]], ...]  # who, at what speed, whom


class Ran(Event, frozen=True, tag="de.ran"):
    """A charging steed ran on."""

    figure: int
    path: tuple[Spot, ...]
    facing: float
    speed: str


class Passed(Event, frozen=True, tag="de.passed"):
    """A charger came up with somebody, on one side of the steed."""

    figure: int
    other: int
    side_of_steed: str
    defence: str


class Defended(Event, frozen=True, tag="de.defended"):
    """A figure's free defence in a charge was turned up."""

    reveals: ClassVar[bool] = True

    figure: int
    defence: str
    guess: str = ""


class LanceBroken(Event, frozen=True, tag="de.lance_broken"):
    """A lance shattered."""

    figure: int


class Jousted(Event, frozen=True, tag="de.jousted"):
    """One lance of a course: aim, guard and what came of it."""

    reveals: ClassVar[bool] = True

    figure: int
    other: int
    aim: str
    guard: str
    code: str


class CourseRun(Event, frozen=True, tag="de.course"):
    """A course was run; both return to their ends with whole lances."""

    number: int
    broken: tuple[int, int]


class Stumbled(Event, frozen=True, tag="de.stumbled"):
    """A steed stumbled, or kept its feet."""

    figure: int
    result: str


class Unhorsed(Event, frozen=True, tag="de.unhorsed"):
    """A rider came off his steed."""

    figure: int
    place: Spot
    why: str
    pinned: bool = False


class SteedDown(Event, frozen=True, tag="de.steed_down"):
    """A steed fell and is out."""

    figure: int


class Wheeled(Event, frozen=True, tag="de.wheeled"):
    """A steed wheeled on the spot, among others."""

    figure: int
    facing: float
    effects: tuple[tuple[int, str], ...]


class Trampled(Event, frozen=True, tag="de.trampled"):
    """A steed trampled somebody."""

    figure: int
    other: int
    hit: bool
    damage: int


class Hamstrung(Event, frozen=True, tag="de.hamstrung"):
    """Somebody dived under a horse to cut its legs."""

    figure: int
    other: int
    falls: bool
    pinned: bool


class SpeedChanged(Event, frozen=True, tag="de.speed"):
    """A steed goes at another speed."""

    figure: int
    speed: str

    @property
    def quiet(self) -> bool:
        """It decides nothing by itself."""
        return True


class Mounted(Event, frozen=True, tag="de.mounted"):
    """Somebody mounted a loose steed."""

    figure: int
    place: Spot
