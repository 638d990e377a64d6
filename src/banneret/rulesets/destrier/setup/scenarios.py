"""The scenarios as they stand in `data/scenarios.toml` (DE-END-04)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData, unknown
from banneret.core.files import load_toml

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
SideKey = Literal["a", "b"]
SIDES: tuple[SideKey, SideKey] = ("a", "b")


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One piece of terrain: a box or a polygon, and what it does."""

    name: str
    blocks_move: bool
    blocks_sight: bool
    cover: Literal["none", "soft", "hard"]
    rect: Box | None = None
    polygon: tuple[Spot, ...] = ()
    furniture: bool = False
    door: Literal["", "open", "shut", "locked"] = ""

    @property
    def corners(self) -> tuple[Spot, ...]:
        """Its corners."""
        if self.rect is None:
            return self.polygon
        x0, y0, x1, y1 = self.rect
        return ((x0, y1), (x1, y1), (x1, y0), (x0, y0))


class Recruit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some figures alike: their profile, what they ride and hold, and where they stand."""

    profile: str
    count: Annotated[int, Meta(ge=1, le=40)] = 1
    name: str = ""
    steed: str = ""
    speed: str = "stand"
    weapons: tuple[str, ...] | None = None
    in_hand: tuple[str, ...] = ()
    shield: str | None = None
    guarding: bool = False
    beloved_of: str = ""
    at: Spot | None = None


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a side deploys: whole stands inside one of the boxes."""

    rect: tuple[Box, ...]


class SidePlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side: its figures or the forces it may choose, its zone, the way it faces."""

    points: int
    facing: float
    zone: Zone
    figures: tuple[Recruit, ...] = ()
    forces: tuple[str, ...] = ()


class Changed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a variant gives a side instead."""

    points: int
    figures: tuple[Recruit, ...]


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same scenario with other figures."""

    id: str
    a: Changed
    b: Changed


class Win(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to win before all enemies are out; the first that holds decides."""

    kind: Literal["figure_out", "reach", "limit", "courses"]
    side: Literal["", "a", "b"] = ""
    figure: str = ""
    count: int = 0
    rect: Box | None = None
    number: int = 0


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that only lies there."""

    name: str
    at: Spot


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole scenario."""

    id: str
    name: str
    blurb: str
    clause: str
    width: float
    depth: float
    turn_limit: int
    surprised: Literal["none", "a", "b"]
    switches: dict[str, bool]
    win: tuple[Win, ...]
    terrain: tuple[Terrain, ...]
    a: SidePlan
    b: SidePlan
    edges: dict[str, str] = {}
    tokens: tuple[Token, ...] = ()
    variant: tuple[Variant, ...] = ()

    def side(self, key: str) -> SidePlan:
        """One side's plan."""
        return self.a if key == "a" else self.b

    def edge(self, key: str) -> str:
        """The edge a side may leave by: its own unless the scenario names another, or a door."""
        return self.edges.get(key, "south" if key == "a" else "north")

    @property
    def courses(self) -> int:
        """How many courses a joust has; 0 if it is none."""
        return next((one.number for one in self.win if one.kind == "courses"), 0)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenario: tuple[Scenario, ...] = field(default=())


@cache
@clause("DE-END-04")
def scenarios() -> dict[str, Scenario]:
    """Every scenario and its variants by key; a variant is `scenario/variant`."""
    file = files("banneret.rulesets.destrier") / "data" / "scenarios.toml"
    found: dict[str, Scenario] = {}
    for one in load_toml(file, _File, "scenarios.toml").scenario:
        for whole in (one, *[_varied(one, variant) for variant in one.variant]):
            if whole.id in found:
                raise BadData(f"scenarios.toml: scenario {whole.id} stands there twice")
            found[whole.id] = whole
    return found


def _varied(one: Scenario, variant: Variant) -> Scenario:
    """A scenario with a variant's figures."""
    a, b = (
        msgspec.structs.replace(plan, points=other.points, figures=other.figures)
        for plan, other in ((one.a, variant.a), (one.b, variant.b))
    )
    name = f"{one.name}: {variant.id.replace('_', ' ')}"
    key = f"{one.id}/{variant.id}"
    return msgspec.structs.replace(one, id=key, name=name, a=a, b=b, variant=())


def scenario_named(key: str) -> Scenario:
    """The scenario of that key, or a refusal that lists them."""
    found = scenarios().get(key)
    if found is None:
        raise unknown("scenario", key, scenarios())
    return found
