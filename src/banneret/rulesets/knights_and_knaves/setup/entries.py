"""What a scenario is: the tables of the book's data files and of people's own."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Edge = Literal["north", "east", "south", "west"]
AreaKind = Literal[
    "light_wood",
    "heavy_wood",
    "gentle_slope",
    "steep_slope",
    "building",  # a room: its outline is wall, pierced by doors and windows
    "wall_walk",  # the top of a wall or tower, reached by stairs and ladders
    "stairs",
    "ladder",
    "narrow",  # restricted by the scenario (KK-DEF-26)
    "water",
    "rock",
    "bridge",
    "road",
    "field",
]
LineKind = Literal[
    "hedge",
    "fence",
    "waist_wall",
    "chest_wall",
    "battlement",
    "high_wall",
    "house_wall",
    "window",
    "precipice",
]
SpotKind = Literal["tree", "bush", "wagon", "baggage", "barrel", "bonfire"]
DoorKind = Literal["light", "heavy", "gate", "open"]
Piece = Literal["trumpet", "flag"]
Kind = Literal[
    "meeting",
    "set_piece",
    "crossing",
    "historic",
    "ambush",
    "raid",
    "chevauchee",
    "brigands",
    "revolt",
    "tournament",
    "sortie",
]
Scalers = Literal["both", "foot", "mounted", "none"]
Key = Annotated[str, Meta(pattern=r"^[a-z0-9_]+$", max_length=60)]
Text = Annotated[str, Meta(min_length=1, max_length=600)]
Inches = Annotated[float, Meta(ge=-1, le=500)]
Point = tuple[Inches, Inches]
Zone = tuple[Inches, Inches, Inches, Inches]
Count = Annotated[int, Meta(ge=0, le=200)]
Feet = Annotated[int, Meta(ge=0, le=120)]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a file."""


class AreaEntry(_Data, frozen=True):
    """Ground with an outline; one with an id can be occupied and abandoned (KK-ORDER-05)."""

    kind: AreaKind
    polygon: tuple[Point, ...]
    id: str = ""
    name: str = ""
    height: Feet = 0  # of its floor above the ground (KK-MOVE-34)
    road_width: Inches = 0.0
    burns: bool = True  # of a building: it can be set alight (KK-ORDER-06)


class LineEntry(_Data, frozen=True):
    """A linear piece (KK-MOVE-21, 22)."""

    kind: LineKind
    line: tuple[Point, ...]
    id: str = ""
    name: str = ""
    scaled_by: Scalers | None = None  # None: as usual for its kind
    height: Feet = 0  # of a precipice or battlement


class DoorEntry(_Data, frozen=True):
    """A door or gate in a wall; toughness and successes as usual for its kind unless said."""

    id: Key
    kind: DoorKind
    line: tuple[Point, Point]
    locked: bool = False
    toughness: Count | None = None
    successes: Count | None = None


class SpotEntry(_Data, frozen=True):
    """A small piece: a tree, a wagon, baggage (KK-AMMO-05), a bonfire (KK-ORDER-06)."""

    kind: SpotKind
    at: Point
    radius: Inches = 0.5
    id: str = ""
    name: str = ""
    side: str = ""  # whose baggage or bonfire


class Aim(_Data, frozen=True):
    """What a side wants besides the field (KK-FINIS-09: scenario aims override)."""

    kind: Literal["hold", "sack", "exit", "slay_lord", "ransom", "survive"]
    side: str
    points: Count  # ransom: for each captive
    feature: str = ""  # hold, sack: which
    edge: Edge | None = None  # exit
    share: Annotated[float, Meta(gt=0, le=1)] = 0.5  # exit, survive: of the men


class Muster(_Data, frozen=True):
    """One retinue: who leads it, from which force, where it stands at first."""

    player: Key
    side: Key
    force: str  # of the book's forces or lists, or "free"
    edge: Edge
    zone: Zone
    name: str = ""
    figures: Count = 0  # how many are raised from the list; 0: the force as it is
    fortified: bool = False  # KK-SETUP-08
    hatred: tuple[str, ...] = ()  # of these players' men (KK-ORG-19)
    no_quarter: tuple[str, ...] = ()  # to these players' men
    unpaid: bool = False
    champion: str = ""  # his name
    signals: tuple[Piece, ...] = ()  # who is raised for it carries these (KK-ORDER-06)


class Scenario(_Data, frozen=True):
    """A scenario: the table, who meets on it and what for."""

    id: Key
    name: Text
    briefing: Text
    retinue: tuple[Muster, ...]
    kind: Kind = "meeting"  # KK-SETUP-07
    table: tuple[Inches, Inches] = (72.0, 48.0)
    turns: Count = 40
    area: tuple[AreaEntry, ...] = ()
    line: tuple[LineEntry, ...] = ()
    door: tuple[DoorEntry, ...] = ()
    spot: tuple[SpotEntry, ...] = ()
    aim: tuple[Aim, ...] = ()


class ScenarioFile(_Data, frozen=True):
    """A file of scenarios."""

    scenario: tuple[Scenario, ...]
