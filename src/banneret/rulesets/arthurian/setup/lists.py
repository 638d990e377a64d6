"""Scenarios and forces as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData, unknown
from banneret.core.files import decode_toml, load_toml
from banneret.tabletop.shapes.discs import Box, Patch, Round, Shape

from ..basics.tables import PROFILES, TABLES, Level, Poison

Spot = tuple[float, float]
Four = tuple[float, float, float, float]
Three = tuple[float, float, float]
Line = Annotated[str, msgspec.Meta(max_length=100)]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a file people write."""


class Terrain(_Entry, frozen=True):
    """One piece of terrain (AR-SCALE-08)."""

    name: str
    kind: str
    class_: Literal["open", "rough", "linear", "impassable"] = msgspec.field(name="class")
    cover: bool
    sight: bool
    rect: Four | None = None
    disc: Three | None = None

    @property
    def shape(self) -> Shape:
        """Its outline."""
        return _shape(self.rect, self.disc)

    @property
    def wood(self) -> bool:
        """Rough ground that hides: a few inches of it block sight (AR-SCALE-07)."""
        return self.class_ == "rough" and self.cover


@cache
def _shape(rect: Four | None, disc: Three | None) -> Shape:
    if rect is not None:
        return Box(*map(float, rect))
    assert disc is not None
    return Round(*map(float, disc))


class Zone(_Entry, frozen=True):
    """Where a side may be placed."""

    rect: tuple[Four, ...] = ()
    disc: tuple[Three, ...] = ()

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Its parts."""
        return (*[_shape(one, None) for one in self.rect], *[_shape(None, d) for d in self.disc])


class Token(_Entry, frozen=True):
    """A named point."""

    name: str
    at: Spot


class Surprise(_Entry, frozen=True):
    """Who lies in ambush."""

    ambusher: Literal["a", "b"]


class Plan(_Entry, frozen=True):
    """What a side brings to a scenario, and where it stands."""

    zone: Zone
    force: str = ""
    models: tuple[tuple[str, int], ...] = ()
    on_foot: tuple[str, ...] = ()
    support: str = ""
    zone_of: Mapping[str, int] = {}


class Scenario(_Entry, frozen=True):
    """One scenario (AR-SCEN-07)."""

    id: str
    name: str
    clause: str
    aim: Line
    end: Line
    stronger: Line
    width: float
    depth: float
    rounds: int
    terrain: tuple[Terrain, ...]
    a: Plan
    b: Plan
    aim_b: Line = ""
    tokens: tuple[Token, ...] = ()
    held: tuple[tuple[str, int], ...] = ()
    options: Mapping[str, bool] = {}
    ignored_melee_events: tuple[int, ...] = ()
    surprise: Surprise | None = None
    alone: tuple[int, int, int] = (0, 0, 0)  # won, drawn, fought by a sensible player (AR-SOLO)
    free_forces: bool = False
    blunted: bool = False

    def plan(self, side: str) -> Plan:
        """What a side brings."""
        return self.a if side == "a" else self.b

    @property
    def briefing(self) -> str:
        """Aim, end and who is stronger."""
        return f"{self.aim} {self.end} {self.stronger}"

    def token(self, name: str) -> Spot:
        """Where a named point lies."""
        return next(one.at for one in self.tokens if one.name == name)


class _Scenarios(_Entry, frozen=True):
    scenario: tuple[Scenario, ...]


# -- forces


class Recruit(_Entry, frozen=True, kw_only=True):
    """One model, with what lasts of it from battle to battle."""

    profile: str
    name: str = ""
    number: Annotated[int, msgspec.Meta(ge=1, le=30)] = 1
    arthurian: bool = False
    pc: bool = False
    wound: Level = "none"
    poison: Mapping[Poison, Annotated[int, msgspec.Meta(ge=0, le=9)]] = {}
    horse: bool = True
    spare_horse: bool = False
    shield: bool | None = None
    weapons: tuple[str, ...] | None = None
    vp: int | None = None
    gold: int | None = None
    luck: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    treasures: tuple[str, ...] = ()
    no_arms: bool = False
    parole: tuple[str, ...] = ()  # to whom he has sworn not to fight them again


class Force(_Entry, frozen=True, kw_only=True):
    """A force: models by number, or one by one."""

    id: str
    name: str
    support: Literal["camelot", "outlaws", "saxons", "wild"] = "camelot"
    models: tuple[tuple[str, int], ...] = ()
    recruit: tuple[Recruit, ...] = ()
    points: int = 0
    buried: tuple[str, ...] = ()  # names of the dead, which nobody bears again

    @property
    def recruits(self) -> tuple[Recruit, ...]:
        """Everybody in it."""
        plain = [Recruit(profile=key, number=many) for key, many in self.models]
        return (*plain, *self.recruit)


class _Forces(_Entry, frozen=True):
    force: tuple[Force, ...]


_DATA = files("banneret.rulesets.arthurian").joinpath("data")


@cache
def scenarios() -> Mapping[str, Scenario]:
    """The book's scenarios by key."""
    found = load_toml(_DATA.joinpath("scenarios.toml"), _Scenarios, "scenarios.toml").scenario
    return {one.id: one for one in found}


@cache
def forces() -> Mapping[str, Force]:
    """The book's forces by key (AR-POINTS-03)."""
    found = load_toml(_DATA.joinpath("forces.toml"), _Forces, "forces.toml").force
    return {one.id: one for one in found}


def scenario_of(key: str) -> Scenario:
    """Find a scenario."""
    if key not in scenarios():
        raise unknown("scenario", key, scenarios())
    return scenarios()[key]


def force_of(key: str | Force) -> Force:
    """Find a force, or take one that was read from a file."""
    if isinstance(key, Force):
        return key
    if key not in forces():
        raise unknown("force", key, forces())
    return forces()[key]


@clause("AR-POINTS-03")
def force_points(force: Force) -> int:
    """The sum of its models."""
    return sum([PROFILES[one.profile].points * one.number for one in force.recruits])


def hero_points(force: Force) -> int:
    """What its Heroes are worth."""
    heroes = [one for one in force.recruits if PROFILES[one.profile].hero]
    return sum([PROFILES[one.profile].points * one.number for one in heroes])


def count(force: Force) -> int:
    """How many models it has."""
    return sum([one.number for one in force.recruits])


def read_forces(content: bytes, name: str) -> Sequence[Force]:
    """Read a file of forces; every profile, weapon and treasure in it must exist."""
    found = decode_toml(content, _Forces, name).force
    for force in found:
        for one in force.recruits:
            _known(f"{name}: force {force.id}: profile", one.profile, PROFILES)
            for weapon in one.weapons or ():
                _known(f"{name}: force {force.id}: weapon", weapon, _WEAPONS)
            for item in one.treasures:
                _known(f"{name}: force {force.id}: treasure", item, TABLES.treasure.values())
        if not force.recruits:
            raise BadData(f"{name}: force {force.id}: it has no models")
    return found


_WEAPONS = {one.id: one for one in TABLES.melee_weapon}


def _known(what: str, given: str, known: Any) -> None:
    if given not in known:
        raise unknown(what, given, known)


# -- ground that costs more


@cache
def patches(key: str) -> tuple[Patch, ...]:
    """Rough ground and obstacles of a scenario (AR-SCALE-08)."""
    found = []
    for one in scenario_of(key).terrain:
        if one.class_ == "rough":
            found.append(Patch(one.shape, each_inch=1.0))
        elif one.class_ == "linear":
            found.append(Patch(one.shape, once=2.0))
    return tuple(found)


@cache
def solids(key: str) -> tuple[Shape, ...]:
    """What nobody may pass."""
    return tuple(one.shape for one in scenario_of(key).terrain if one.class_ == "impassable")
