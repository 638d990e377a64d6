"""What a force and a scenario are: the tables of the book's data files and of people's own."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

SIDES = ("a", "b")
FREE = "free"  # OP-SCEN-01: any force of even points
GROUP_LEAST, GROUP_MOST = 3, 12  # OP-GROUP-01, the leader included

TroopClass = Literal["peasant", "man_at_arms", "veteran", "elite"]
Rank = Literal["common", "sergeant", "knight"]
Piece = Literal["helmet_gambeson", "shield", "mail", "plate"]
Weapon = Literal["hand_weapon", "improvised", "polearm", "lance", "longbow", "crossbow"]
Edge = Literal["north", "east", "south", "west"]
TerrainKind = Literal[
    "open",
    "road",
    "woods",
    "water",
    "deep_water",
    "building",
    "hill",
    "impassable",
    "bridge",
    "fence",
    "hedge",
    "wall",
    "gate_open",
    "gate_shut",
]
Key = Annotated[str, Meta(pattern=r"^[a-z0-9_]+$", max_length=60)]
Text = Annotated[str, Meta(min_length=1, max_length=400)]
Inches = Annotated[float, Meta(ge=0, le=500)]
Point = tuple[Inches, Inches]
Score = Annotated[int, Meta(ge=0, le=1000)]
Few = Annotated[int, Meta(ge=1, le=GROUP_MOST)]
Barding = Annotated[int, Meta(ge=0, le=2)]  # OP-ARM-08


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a file."""


# -- forces


class Others(_Data, frozen=True):
    """Men of a group who differ from the rest; what is not said is as for the rest."""

    count: Few
    class_: TroopClass | None = msgspec.field(default=None, name="class")
    armour: tuple[Piece, ...] | None = None
    weapons: tuple[Weapon, ...] | None = None
    in_hand: Weapon | None = None
    mounted: bool | None = None
    mount_armour: Barding | None = None


class Kit(NamedTuple):
    """What a man of a unit is and has."""

    class_: str
    armour: tuple[str, ...]
    weapons: tuple[str, ...]
    in_hand: str
    mounted: bool
    mount_armour: int


class UnitEntry(_Data, frozen=True):
    """A unit of a force: `count` men alike, the leader included, and perhaps `others`."""

    id: Key
    name: Text
    kind: Literal["group", "knight"]
    leader_rank: Rank
    class_: TroopClass = msgspec.field(name="class")
    count: Few
    armour: tuple[Piece, ...]
    weapons: tuple[Weapon, ...]
    in_hand: Weapon
    mounted: bool = False
    mount_armour: Barding = 0
    points: Score = 0
    lord: str = ""  # id of the unit of its Knight (OP-GROUP-07)
    others: tuple[Others, ...] = ()

    @property
    def figures(self) -> int:
        """How many men, the leader included."""
        return self.count + sum(other.count for other in self.others)

    def kits(self) -> list[Kit]:
        """What each man has, the leader first."""
        weapons = self.weapons or ("improvised",)  # OP-WPN-07
        own = Kit(self.class_, self.armour, weapons, self.in_hand, self.mounted, self.mount_armour)
        men = [own] * self.count
        for other in self.others:
            men += [_other(own, other)] * other.count
        return men


def _other(own: Kit, other: Others) -> Kit:
    """The rest's kit with what is said of these men."""
    weapons = own.weapons if other.weapons is None else other.weapons or ("improvised",)
    in_hand = other.in_hand or (own.in_hand if own.in_hand in weapons else weapons[0])
    return Kit(
        other.class_ or own.class_,
        own.armour if other.armour is None else other.armour,
        weapons,
        in_hand,
        own.mounted if other.mounted is None else other.mounted,
        own.mount_armour if other.mount_armour is None else other.mount_armour,
    )


class Force(_Data, frozen=True):
    """What one player brings to a battle."""

    id: Key
    name: Text
    unit: Annotated[tuple[UnitEntry, ...], Meta(min_length=1, max_length=30)]
    year: str = ""
    clause: str = ""
    points: int = 0
    figures: int = 0

    @property
    def knights(self) -> tuple[str, ...]:
        """Name the units led by a Knight."""
        return tuple(unit.id for unit in self.unit if unit.leader_rank == "knight")


class ForceFile(_Data, frozen=True):
    """A file of forces."""

    force: tuple[Force, ...]


# -- scenarios


class TerrainPiece(_Data, frozen=True):
    """An area (polygon), a line, or a road or bridge (a line with a width)."""

    kind: TerrainKind
    id: str = ""
    polygon: tuple[Point, ...] = ()
    line: tuple[Point, ...] = ()
    width: Inches = 0.0
    tall: bool = False  # impassable ground that blocks sight (OP-TERR-05)


NO_ZONE = (0.0, 0.0, 0.0, 0.0)  # none was said: the strip along the home edge (OP-SETUP-04)


class SidePlan(_Data, frozen=True):
    """Where a side comes from and what it may hide."""

    force: str
    home_edge: Edge
    zone: tuple[Inches, Inches, Inches, Inches] = NO_ZONE
    home_edges: tuple[Edge, ...] = ()
    hidden: Literal["none", "one_unit", "all"] = "none"
    hidden_in: tuple[str, ...] = ()
    usual: str = ""  # the force proposed first where any may be brought

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges a rout makes for (OP-MORALE-25)."""
        return self.home_edges or (self.home_edge,)


class Sides(_Data, frozen=True):
    """The plans of the two sides."""

    a: SidePlan
    b: SidePlan

    def __getitem__(self, side: str) -> SidePlan:
        return self.a if side == "a" else self.b


class Reinforcement(_Data, frozen=True):
    """Units that come on later (OP-SCEN-07)."""

    side: Literal["a", "b"]
    units: tuple[str, ...]
    round: Annotated[int, Meta(ge=1)]
    edge: Edge


class Hold(_Data, frozen=True, tag="hold", tag_field="kind"):
    """Points for a steady leader alone by the point at the end."""

    point: Point
    radius: Inches
    vp: Score
    for_: Literal["a", "b", "either"] = msgspec.field(name="for")


class Exit(_Data, frozen=True, tag="exit", tag_field="kind"):
    """Points for every figure that leaves by the edge."""

    edge: Edge
    for_: Literal["a", "b"] = msgspec.field(name="for")
    vp_per_figure: Score
    vp_knight_extra: Score = 0


class ExitDenied(_Data, frozen=True, tag="exit_denied", tag_field="kind"):
    """Points for every enemy who had not left when the game ended, lost ones included."""

    for_: Literal["a", "b"] = msgspec.field(name="for")
    vp_per_figure_not_exited: Score


class Seize(_Data, frozen=True, tag="seize", tag_field="kind"):
    """Points once for taking hold of an object: a piece of terrain, by id."""

    object: str
    for_: Literal["a", "b", "either"] = msgspec.field(name="for")
    vp: Score


class Slay(_Data, frozen=True, tag="slay", tag_field="kind"):
    """Points when the leader of the named enemy unit is killed or captured."""

    unit: str
    for_: Literal["a", "b"] = msgspec.field(name="for")
    vp: Score


class Take(_Data, frozen=True, tag="take", tag_field="kind"):
    """Points when a figure of the rank is captured."""

    rank: Rank
    for_: Literal["a", "b", "either"] = msgspec.field(name="for")
    vp: Score


Objective = Hold | Exit | ExitDenied | Seize | Slay | Take


class Scenario(_Data, frozen=True):
    """A table, its ground, the sides and what they fight for (OP-SCEN-01)."""

    id: Key
    name: Text
    sides: Sides
    briefing: str = ""
    clause: str = ""
    table: tuple[Annotated[float, Meta(ge=12, le=240)], Annotated[float, Meta(ge=12, le=240)]] = (
        48.0,
        36.0,
    )  # OP-SETUP-01
    rounds: Annotated[int, Meta(ge=1, le=100)] = 12  # OP-END-01
    first_deployer: Literal["dice", "a", "b"] = "dice"
    terrain: tuple[TerrainPiece, ...] = ()
    objective: tuple[Objective, ...] = ()
    reinforcement: tuple[Reinforcement, ...] = ()

    @property
    def width(self) -> float:
        """From west to east."""
        return self.table[0]

    @property
    def height(self) -> float:
        """From south to north."""
        return self.table[1]

    @property
    def has_exit(self) -> bool:
        """Whether a side is ordered to leave (OP-END-06)."""
        return any(isinstance(one, Exit) for one in self.objective)

    def piece(self, key: str) -> TerrainPiece:
        """The piece of terrain with that id."""
        return next(piece for piece in self.terrain if piece.id == key)


class ScenarioFile(_Data, frozen=True):
    """A file of scenarios."""

    scenario: tuple[Scenario, ...]
