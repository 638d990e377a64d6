"""What army lists and scenarios look like on paper (MM-SETUP-20 to 24)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..basics.tables import (
    Armour,
    Class,
    Die,
    Experience,
    Impact,
    Melee,
    Missile,
    Mobility,
    Order,
    OrderWord,
    Origin,
    Type,
)

Inches = Annotated[float, Meta(ge=-20, le=140)]
Rating = Annotated[int, Meta(ge=1, le=6)]
Side = Literal[1, 2]
Point = tuple[Inches, Inches]
SIDE_NUMBERS: dict[str, Side] = {"a": 1, "b": 2}


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something people write; what it does not know is an error that names the field."""


class UnitEntry(Entry, frozen=True):
    """A unit of an army list; what is left out takes its type's defaults (MM-SETUP-20)."""

    id: str
    name: str
    type: Type
    origin: Origin
    class_: Class = msgspec.field(name="class")
    experience: Experience
    order: Order
    elements: Annotated[int, Meta(ge=1, le=16)]
    files: Annotated[int, Meta(ge=1, le=16)] = 0
    mobility: Mobility | None = None
    armour: Armour = "light"
    die: Die | None = None
    impact: Impact | None = None
    melee: Melee | None = None
    missile: Missile | None = None
    shield: bool | None = None
    nation: str = ""
    mercenary: bool = False
    second_type: Type | None = None
    second_order: Order | None = None
    mail: bool = False
    horse_armour: bool = False
    pavise: bool = False
    stakes: Annotated[int, Meta(ge=0, le=16)] = 0
    palisade: Annotated[int, Meta(ge=0, le=16)] = 0
    light: bool = False
    dual_armed: bool = False
    mixed_weapons: bool = False
    heavy_arrows: bool = False
    feign: bool = False
    start: Literal["steady", "erratic"] = "steady"
    per_element: int | None = None
    points: int | None = None


class OfficerEntry(Entry, frozen=True):
    """An officer; without ratings he rolls them (MM-SETUP-09)."""

    name: str
    origin: Origin
    nation: str = ""
    mercenary: bool = False
    leadership: Rating | None = None
    command: Rating | None = None
    temperament: Literal["rash", "bold", "cautious"] | None = None
    c_in_c: bool = False
    points: int | None = None
    die: Die | None = None


class WardEntry(Entry, frozen=True):
    """A battle of the army: an officer and his units (MM-OFFICER-01)."""

    id: str
    name: str
    officer: OfficerEntry
    units: tuple[UnitEntry, ...]
    order: OrderWord = "attack"


class Army(Entry, frozen=True):
    """An army list."""

    id: str
    name: str
    year: int
    nation: str
    battle: tuple[WardEntry, ...]
    note: str = ""
    list: str = ""  # the list it was raised from, which may grant what free forces lack
    unit_points: int | None = None
    officer_points: int | None = None
    points: int | None = None


class ArmyFile(Entry, frozen=True):
    """A file of army lists."""

    army: tuple[Army, ...]


class SideEntry(Entry, frozen=True):
    """Which army a side of a scenario has, and its part."""

    army: str
    role: Literal["attacker", "defender"]


class Change(Entry, frozen=True):
    """Another number of elements than the list has."""

    side: Side
    unit: str
    elements: Annotated[int, Meta(ge=1, le=16)]
    files: Annotated[int, Meta(ge=1, le=16)]


class Terrain(Entry, frozen=True, omit_defaults=False):
    """A feature of the ground (MM-MOVE-12, 18).

    Written whole: a default sent to another process is a number of its own there.
    """

    name: str
    kind: Literal["area", "hill", "line", "river", "bridge", "ford", "road", "wood", "buildings"]
    class_: Annotated[int, Meta(ge=0, le=3)] = msgspec.field(name="class")
    points: tuple[Point, ...]
    height: int = 0
    width: float = 0.0
    impassable: bool = False
    cover: bool | None = None  # a wood or buildings that hide; None: by its class and name


class PlaceEntry(Entry, frozen=True):
    """Where a unit stands at the start."""

    unit: str
    x: Inches
    y: Inches
    heading: Annotated[float, Meta(ge=0, lt=360)]
    files: Annotated[int, Meta(ge=1, le=16)]


class MovingWood(Entry, frozen=True, tag_field="rule", tag="moving_wood"):
    """A foot battle that carries branches (MM-SETUP-24)."""

    side: Side
    battle: str


class DoubtfulLoyalty(Entry, frozen=True, tag_field="rule", tag="doubtful_loyalty"):
    """A battle that may go home (MM-SETUP-23)."""

    side: Side
    battle: str


class Mud(Entry, frozen=True, tag_field="rule", tag="mud"):
    """An area that is class 2 for everybody (MM-SETUP-24)."""

    area: str


class Bridge(Entry, frozen=True, tag_field="rule", tag="bridge"):
    """The only way over a river, two files wide (MM-SETUP-24)."""

    area: str


class LateBattle(Entry, frozen=True, tag_field="rule", tag="late_battle"):
    """A battle that does not come for certain (MM-SETUP-22)."""

    side: Side
    battle: str
    turn: int


Special = MovingWood | DoubtfulLoyalty | Mud | Bridge | LateBattle


class Condition(Entry, frozen=True):
    """One condition of a win entry; its kind says which fields it has (README, Scenario data)."""

    kind: Literal[
        "officer_lost",
        "officer_alive",
        "army_broken",
        "unit_gone",
        "class_share_gone",
        "holds",
        "none_on",
        "more_on",
        "none_beyond",
        "more_elements_near",
        "units_off_or_at",
    ]
    side: Side
    battle: str = ""
    unit: str = ""
    before: str = ""
    class_: str = msgspec.field(default="", name="class")
    share: float = 0.0
    area: str = ""
    line: str = ""
    no_enemy_within: float = 0.0
    point: Point | None = None
    inches: float = 0.0
    edge: Side | None = None
    count: int = 0
    not_: bool = msgspec.field(default=False, name="not")


class Win(Entry, frozen=True):
    """Who wins when (MM-SETUP-21)."""

    side: Side
    grade: Literal["win", "decisive"]
    at: Literal["any", "limit", "end"]
    says: str
    all: tuple[Condition, ...] = ()
    any: tuple[Condition, ...] = ()


class Scenario(Entry, frozen=True):
    """A battle on paper."""

    id: str
    name: str
    blurb: str
    table: dict[Literal["width", "depth"], int]
    side1: SideEntry
    side2: SideEntry
    turn_limit: Annotated[int, Meta(ge=6, le=24)] = 12
    clauses: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    arrives: dict[str, int] = {}
    special: tuple[Special, ...] = ()
    leads: dict[Literal["side1", "side2"], dict[str, str]] = {}
    terrain: tuple[Terrain, ...] = ()
    place_side1: tuple[PlaceEntry, ...] = ()
    place_side2: tuple[PlaceEntry, ...] = ()
    win: tuple[Win, ...] = ()
    count_off_table: bool = False
    free: bool = False  # the sides muster, roll for terrain and deploy (MM-SETUP-05 to 08)
    odds: str = ""  # for whom the battle leans, where it does

    @property
    def width(self) -> int:
        """Inches along the base edges."""
        return self.table["width"]

    @property
    def depth(self) -> int:
        """Inches from base edge to base edge."""
        return self.table["depth"]

    def sides(self) -> tuple[SideEntry, SideEntry]:
        """Both sides in order."""
        return self.side1, self.side2

    def places(self, side: str) -> tuple[PlaceEntry, ...]:
        """Where the units of a side (a, b) stand."""
        return self.place_side1 if side == "a" else self.place_side2

    def led(self, side: str) -> dict[str, str]:
        """Which unit the officer of each battle stands behind."""
        return self.leads.get("side1" if side == "a" else "side2", {})


class ScenarioFile(Entry, frozen=True):
    """A file of scenarios."""

    scenario: tuple[Scenario, ...]
