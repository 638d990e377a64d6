"""Every number of the book, read from `data/` into typed tables."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec

from banneret.core.files import load_toml

Severity = Literal["nothing", "shock", "light", "serious", "critical", "killed", "gruesome"]
Level = Literal["none", "light", "serious", "critical"]
Location = Literal["leg", "arm", "body", "vitals", "head"]
Band = Literal["short", "medium", "long"]
Helm = Literal["none", "open", "enclosed"]
Side = Literal["a", "b"]
Poison = Literal["str", "tough", "ini", "melee", "ranged", "move"]

SEVERITIES: tuple[Severity, ...] = (
    "nothing",
    "shock",
    "light",
    "serious",
    "critical",
    "killed",
    "gruesome",
)
LEVELS: tuple[Level, ...] = ("none", "light", "serious", "critical")
BANDS: tuple[Band, ...] = ("short", "medium", "long")
POISONS: tuple[Poison, ...] = ("str", "tough", "ini", "melee", "ranged", "move")
SIDES: tuple[str, str] = ("a", "b")

Small = Annotated[int, msgspec.Meta(ge=0, le=20)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a table."""


class WoundRow(_Row, frozen=True):
    """One row of the Wound Table."""

    leg: Severity
    arm: Severity
    body: Severity
    vitals: Severity
    head: Severity
    min: int = -1000
    max: int = 1000


class StunRow(_Row, frozen=True):
    """One row of the stun chart."""

    rounds: Literal["0", "1", "d2", "d3"]
    min: int = -1000
    max: int = 1000


class EventRow(_Row, frozen=True):
    """One band of the d100 table; `printed_max` is the seed's own cell."""

    event: str
    min: int
    max: int
    printed_max: int = -1
    printed_min: int = -1


class LadderRow(_Row, frozen=True):
    """One step of the poison ladder, worked out for a base of one inch."""

    profile_band: Band
    poison: int
    band: str
    measure: str
    inches: float


class MeleeRow(_Row, frozen=True):
    """How many rolls on the Wound Table a pair of dice earns."""

    attack_die: int | str
    defence_die: int | str
    compare: str
    victim: str
    wound_rolls: int
    outcome: str


class MeleeWeapon(_Row, frozen=True):
    """A weapon for hand to hand fighting."""

    id: str
    str_bonus: int
    hands: int
    charge_bonus: int = 0
    note: str = ""

    @property
    def natural(self) -> bool:
        """Whether it grew there: it cannot break."""
        return self.hands == 0


class MissileWeapon(_Row, frozen=True):
    """A weapon that strikes from afar."""

    id: str
    str_: int = msgspec.field(name="str")
    max_band: Band
    reload: bool


class FateRow(_Row, frozen=True):
    """One line of Knight's Fate."""

    total: str
    fate: str
    refusable: bool
    for_npc: bool
    effect: str


class TableSize(_Row, frozen=True):
    """The usual table."""

    width: float
    depth: float
    deployment_depth: float
    reinforcement_clearance: float


class Virtue(_Row, frozen=True):
    """Points of virtue won and lost."""

    points_per_level: int
    level_min: int
    level_max: int
    pc_start_points: int
    chivalrous_choice: int
    fights_at_advantage: int
    spares_helpless_enemy: int
    slays_helpless_knight: int
    goes_back_on_choice: int
    breaks_from_single_knight: int
    interferes_in_duel: int
    refuses_fate: str


class Tests(_Row, frozen=True):
    """Target numbers."""

    discipline_target: int
    heal_target: int
    pinned_escape_target: int
    lance_breaks_on_or_below: int
    surprise_margin: int
    ambusher_bonus: int
    pc_luck_default: int
    pc_start_gold: int


class Quest(_Row, frozen=True):
    """Prices, bounds and words of a quest."""

    price: Mapping[str, int]
    range: Mapping[str, tuple[int, int]]
    worth: Mapping[str, int]


class Shield(_Row, frozen=True):
    """What a shield gives."""

    def_bonus: int


class Eligible(_Row, frozen=True):
    """Who can be picked by an event, and by whom."""

    pick: Literal["random", "player", "none"]
    who: str


class Tables(_Row, frozen=True):
    """Everything in tables.toml."""

    melee_results: tuple[MeleeRow, ...]
    location: Mapping[str, Location]
    wound_table: tuple[WoundRow, ...]
    exceptional_wounds: Mapping[str, Severity]
    wound_penalty: Mapping[str, int]
    stun_table: tuple[StunRow, ...]
    stun_helm_bonus: Mapping[str, int]
    ranged_target_number: Mapping[str, int]
    ranged_modifiers: Mapping[str, int]
    ranged_event: Mapping[str, str]
    melee_event: Mapping[str, str]
    combat_event: tuple[EventRow, ...]
    event_eligible: Mapping[str, Eligible]
    poisoned_wound: Mapping[str, str]
    move_band: Mapping[str, float]
    shoot_band_upper_edge: Mapping[str, float]
    table: TableSize
    move_ladder: tuple[LadderRow, ...]
    melee_weapon: tuple[MeleeWeapon, ...]
    missile_weapon: tuple[MissileWeapon, ...]
    armour_bonus: Mapping[str, int]
    shield: Shield
    knights_fate: tuple[FateRow, ...]
    random_knight: Mapping[str, str]
    treasure: Mapping[str, str]
    wild_card: Mapping[str, str]
    support: Mapping[str, Mapping[str, tuple[str, ...]]]
    hero_survival: Mapping[str, Mapping[str, str]]
    virtue: Virtue
    quest: Quest
    tests: Tests
    points_formula: Mapping[str, int]


class Profile(_Row, frozen=True):
    """What a model is before anything happens to it (AR-PROFILE-01, AR-PROFILE-02)."""

    id: str
    name: str
    att: Small
    def_: Annotated[int, msgspec.Meta(ge=0, le=20)] = msgspec.field(name="def")
    str_: Small = msgspec.field(name="str")
    tough: Small
    ini: Small
    dis: Small
    rng: Small
    move: Band
    base: Annotated[float, msgspec.Meta(ge=0.5, le=4.0)]
    armour: Literal["none", "padded", "leather", "haubergeon", "mail", "mail_and_plates"]
    shield: bool
    helm: Helm
    melee: tuple[str, ...]
    mounted: bool
    hero: bool
    tags: tuple[str, ...]
    points: int
    missile: tuple[str, ...] = ()
    move_on_foot: Band | None = None
    lead: int | None = None
    vl: int | None = None
    luck: int | None = None
    healer: bool = False
    venom: bool = False


class _Profiles(_Row, frozen=True):
    profile: tuple[Profile, ...]


class _Names(_Row, frozen=True):
    names: Mapping[str, tuple[str, ...]]


def data(name: str) -> bytes:
    """A file of the book's data, for whoever decodes it."""
    return files(__package__).joinpath("..", "data", name).read_bytes()


_DATA = files(__package__).joinpath("..", "data")
TABLES: Tables = load_toml(_DATA.joinpath("tables.toml"), Tables, "tables.toml")
PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        one.id: one
        for one in load_toml(_DATA.joinpath("profiles.toml"), _Profiles, "profiles.toml").profile
    }
)
NAMES: Mapping[str, tuple[str, ...]] = load_toml(
    _DATA.joinpath("names.toml"), _Names, "names.toml"
).names
WEAPONS: Mapping[str, MeleeWeapon] = {one.id: one for one in TABLES.melee_weapon}
MISSILES: Mapping[str, MissileWeapon] = {one.id: one for one in TABLES.missile_weapon}
THROWN = frozenset(("javelin", "throwing_axe", "boulder"))  # AR-RANGEV-04
FATES: Mapping[str, FateRow] = {one.fate: one for one in TABLES.knights_fate}
EVENTS: tuple[str, ...] = tuple(one.event for one in TABLES.combat_event)
PENALTY: Mapping[str, int] = {key: -value for key, value in TABLES.wound_penalty.items()} | {
    "none": 0
}
