"""The book's numbers, read once from data/tables.toml and data/tables_combat.toml."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from banneret.core.files import convert

if TYPE_CHECKING:  # the battle carries these words as plain text ...
    Experience: TypeAlias = str
    Order: TypeAlias = str
    Morale: TypeAlias = str
    Armour: TypeAlias = str
    Origin: TypeAlias = str
    Class: TypeAlias = str
    Type: TypeAlias = str
    Mobility: TypeAlias = str
    Die: TypeAlias = str
    Missile: TypeAlias = str
    Impact: TypeAlias = str
    Melee: TypeAlias = str
    Temper: TypeAlias = str
    Edge: TypeAlias = str
    OrderWord: TypeAlias = str
else:  # ... and msgspec holds them to the book's lists wherever data comes in
    Experience = Literal["green", "seasoned", "veteran"]  # MM-UNIT-11
    Order = Literal["open", "loose", "close"]  # MM-UNIT-02
    Morale = Literal["steady", "erratic", "impetuous", "broken"]  # MM-UNIT-12
    Armour = Literal["unarmoured", "light", "heavy", "full"]  # MM-UNIT-33
    Origin = Literal["feudal", "regular", "tribal"]  # MM-UNIT-04
    Class = Literal["A", "B", "C", "D"]  # MM-UNIT-07
    Type = Literal[  # MM-UNIT-19
        "heavy_lancers",
        "light_lancers",
        "archers",
        "skirmishers",
        "billmen",
        "spearmen",
        "pikemen",
        "rabble",
        "gunnes",
    ]
    Mobility = Literal["foot", "dismounted", "mounted"]  # MM-MOVE-01
    Die = Literal["d6", "d5"]  # MM-UNIT-05
    Missile = Literal[  # MM-UNIT-21
        "none",
        "longbow",
        "bow",
        "composite_bow",
        "crossbow",
        "heavy_crossbow",
        "handgun",
        "sling",
        "javelin",
        "bombard",
        "battery_gun",
    ]
    Impact = Literal["heavy_lance", "light_lance", "other"]
    Melee = Literal[
        "pike",
        "mounted_sword",
        "improvised",
        "sword",
        "spear",
        "light_lance",
        "swordsman",
        "halberd",
    ]
    Temper = Literal["rash", "bold", "cautious", "enraged", "shaken"]  # MM-OFFICER-03
    Edge = Literal["front", "flank", "rear"]
    OrderWord = Literal[  # MM-SETUP-10
        "attack",
        "advance",
        "hold",
        "withdraw",
        "support",
        "reserve",
        "ambush",
        "outflank",
    ]

Pair = tuple[int, int]
Numbers = dict[str, int]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table; a number it does not know is an error."""


class Behaviour(Row, frozen=True):
    """Yes, test or no for each of four actions (MM-UNIT-26)."""

    charge: Literal["yes", "test", "no"]
    counter_charge: Literal["yes", "test", "no"]
    stand: Literal["yes", "test", "no"]
    evade: Literal["yes", "test", "no"]


class Arms(Row, frozen=True):
    """What a unit of a type carries unless its entry says otherwise (MM-UNIT-21)."""

    mobility: Mobility
    missile: Missile
    impact: Impact
    melee: Melee
    shield: bool


class Rate(Row, frozen=True):
    """Inches a turn (MM-MOVE-02)."""

    foot: int
    mounted: int


class Bonus(Row, frozen=True):
    """Multiples of the Experience Bonus (MM-MOVE-06)."""

    foot: int
    dismounted: int
    mounted: int


class Feature(Row, frozen=True):
    """A row of the random terrain (MM-SETUP-06)."""

    die: Pair
    name: str
    kind: Literal["hill", "line", "area"]


class WeaponCap(Row, frozen=True):
    """The natural order of a weapon and its cap (MM-MELEE-14)."""

    order: Order
    cap: int


class Size(Row, frozen=True):
    """A table's width and depth."""

    width: int
    depth: int


def data_text(name: str) -> bytes:
    """Read a file of the book's data folder."""
    return files(__package__).joinpath("..", "data", name).read_bytes()


def _raw(name: str) -> dict[str, Any]:
    return tomllib.loads(data_text(name).decode())


_GENERAL = _raw("tables.toml")
_COMBAT = _raw("tables_combat.toml")


def _table(kind: Any, *path: str, source: dict[str, Any] | None = None) -> Any:
    """Take one table, held to its kind; a wrong cell is named with its place."""
    found: Any = _GENERAL if source is None else source
    for step in path:
        found = found[step]
    return convert(found, kind, f"tables: {'.'.join(path)}")


def _combat(kind: Any, *path: str) -> Any:
    return _table(kind, *path, source=_COMBAT)


# -- units
BONUS: Numbers = _table(Numbers, "experience_bonus")  # EB, MM-UNIT-11
CLASS_NAMES: dict[str, dict[str, str]] = _table(dict[str, dict[str, str]], "class_names")
BEHAVIOUR: dict[str, Behaviour] = _table(dict[str, Behaviour], "expected_behaviour")
ARMS: dict[str, Arms] = _table(dict[str, Arms], "type_defaults")
ARMOUR: Numbers = _table(Numbers, "armour")
ARMOUR_NAMES = tuple(ARMOUR)
FACES: dict[str, tuple[int, ...]] = _table(dict[str, tuple[int, ...]], "dice")

# -- officers
TEMPERAMENT: dict[int, str] = {
    int(total): temper for total, temper in _table(dict[str, str], "temperament_roll").items()
}
LOSS_WEIGHTS: dict[str, dict[str, int]] = {
    temper: {cls: row.get(cls, 0) for cls in "ABCD"}
    for temper, row in _GENERAL["officer_morale"].items()
}
TEMPER_PASS: dict[str, Pair] = {
    temper: (row["pass_low"], row["pass_high"])
    for temper, row in _GENERAL["officer_morale"].items()
    if "pass_low" in row
}
BETRAYAL: Numbers = _table(Numbers, "betrayal")
SLAIN_ON: tuple[int, ...] = tuple(_GENERAL["officer_risk"]["melee_2d6"]["slain"])
DISABLED_ON: tuple[int, ...] = tuple(_GENERAL["officer_risk"]["melee_2d6"]["disabled"])
LOST_ON: tuple[int, ...] = tuple(_GENERAL["officer_risk"]["unit_destroyed_d6"]["lost"])

# -- movement
RATES: dict[str, Rate] = {
    name: _table(Rate, "movement", name)
    for name in ("march", "normal", "double", "evade", "rout", "charge")
}
OFFICER_INCHES: int = _GENERAL["movement"]["officer"]
REACTION_BONUS: dict[str, Bonus] = _table(dict[str, Bonus], "reaction_bonus")
PASSING_BASE: Numbers = _table(Numbers, "interpenetration", "base_dice")
PASSING_EXTRA: Numbers = _table(Numbers, "interpenetration", "extra_dice")
ELEMENT_WIDTH: float = _GENERAL["element"]["width"]
ELEMENT_DEPTH: float = _GENERAL["element"]["depth"]
AIM: dict[str, int] = _table(Numbers, "limits", "aim_degrees")
AIM_MOST: int = _GENERAL["limits"]["aim_max_degrees"]
SQUARE_OFF: int = _GENERAL["limits"]["square_off"]
KEEP_OFF: float = _GENERAL["limits"]["keep_off"]
RECOVER_BEYOND: int = _GENERAL["limits"]["recover_steady_enemy_beyond"]
HALT_BEYOND: int = _GENERAL["limits"]["halt_rout_enemy_beyond"]
SIGHT_COVER: float = _GENERAL["limits"]["sight_through_cover"]

# -- initiative and control
INITIATIVE_EXPERIENCE: Numbers = _table(Numbers, "initiative", "experience")
INITIATIVE_ORDER: Numbers = _table(Numbers, "initiative", "order")
INITIATIVE_MOBILITY: Numbers = _table(Numbers, "initiative", "mobility")
MOUNTED_DISTANCE: int = _GENERAL["initiative"]["mounted_distance_multiplier"]
PASS: dict[str, Pair] = _combat(dict[str, Pair], "control_pass")
CONTROL: dict[str, dict[str, dict[str, Any]]] = _COMBAT["control_outcomes"]
STEPS: tuple[str, ...] = tuple(_GENERAL["turn"]["steps"])

# -- missiles
BOMBARD_RANGE: int = _COMBAT["bombard"]["range"]
EXPLODES_AT: Numbers = _combat(Numbers, "bombard", "explodes_at")
BATTERY_SUPPORTS: Numbers = _combat(Numbers, "battery_gun_supports")
BOW_RANGE: Numbers = _combat(Numbers, "bow_range")
ARCHERY_BASE: Numbers = _combat(Numbers, "archery_base")
ARCHERY_CAP: Numbers = _combat(Numbers, "archery_cap")
DEFENCE_EXPERIENCE: Numbers = _combat(Numbers, "archery_defence", "experience")
DEFENCE_ACTION: Numbers = _combat(Numbers, "archery_defence", "action")
SKIRMISH_RANGE: dict[str, float] = _combat(dict[str, float], "skirmish_range")
SKIRMISH_BASE: Numbers = _combat(Numbers, "skirmish", "base")
OVERLAP_LIMIT: int = _COMBAT["skirmish"]["overlap_limit"]
SLOW_INCHES: Numbers = _combat(Numbers, "skirmish", "slow_inches_per_hit")

# -- fights
COMBAT_BASE: Numbers = _combat(Numbers, "close_combat_base")
IMPACT_CAP: Numbers = _combat(Numbers, "impact_cap")
MELEE_CAP: dict[str, WeaponCap] = _combat(dict[str, WeaponCap], "melee_cap")
ORDER_CAP: Numbers = _combat(Numbers, "melee_order_cap")

# -- rallying and fatigue
RALLY_TESTS: Numbers = _combat(Numbers, "rally_tests")
RALLY_RESULT: dict[str, Numbers] = _combat(dict[str, Numbers], "rally_result")
FATIGUE_BASE: Numbers = _combat(Numbers, "fatigue", "base")
FATIGUE_ARMOUR: Numbers = _combat(Numbers, "fatigue", "armour")
FATIGUE_LEVEL: Numbers = _combat(Numbers, "fatigue_level")

# -- setting up and the end
POINTS: dict[str, Any] = _GENERAL["points"]
ARMY_LIMITS: dict[str, Any] = _GENERAL["army_limits"]
TABLE_SIZES: dict[str, Size] = {
    name: _table(Size, "table_sizes", name) for name in ("small", "standard", "large")
}
ZONE_DEPTH: int = _GENERAL["table_sizes"]["deployment_depth"]
SIDE_MARGIN: int = _GENERAL["table_sizes"]["side_margin"]
ATTACKER_BONUS: Numbers = _table(Numbers, "attacker_roll")
TERRAIN_SECTOR: dict[int, str] = {
    int(face): what for face, what in _table(dict[str, str], "terrain_sector").items()
}
FEATURES: dict[str, tuple[Feature, ...]] = _table(
    dict[str, tuple[Feature, ...]], "terrain_features"
)
FEATURE_BASE: int = _GENERAL["feature_size"]["base"]
LATE_NEEDS: int = _GENERAL["late_battle"]["needs"]
LATE_ALWAYS: int = _GENERAL["late_battle"]["always_from_attempt"]
DOUBTFUL: tuple[int, ...] = tuple(_GENERAL["doubtful_loyalty"]["withdraws"])
OUTFLANK_TRIES: tuple[int, ...] = tuple(_GENERAL["outflank_arrival"]["tries"])
OUTFLANK_TURN: int = _GENERAL["outflank_arrival"]["earliest_turn"]
TURN_LIMIT: int = _GENERAL["victory"]["turn_limit"]
WIN_LEAD: int = _GENERAL["victory"]["win_lead_percent"]
DECISIVE_LEAD: int = _GENERAL["victory"]["decisive_lead_percent"]
