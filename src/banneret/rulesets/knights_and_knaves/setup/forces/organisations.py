"""The thirteen organisations: what their rows say in the book's terms, and who hates whom."""

from __future__ import annotations

from functools import cache

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.errors import find, unknown

from ...basics.columns.fights import ListRow, Organisation
from ...basics.tables import TABLES
from .armour import armor_of

ORGANISATIONS: dict[str, Organisation] = TABLES.organisation

LONG = frozenset(TABLES.melee_modifiers.long_classes)
LEADERS = (
    frozenset(("lord", "chief")),
    frozenset(("knight", "bodyguard")),
    frozenset(("squire", "man_at_arms")),
    frozenset(("sergeant", "valet")),
)  # KK-DEF-07, the highest first
TITLES = {"lord": "chief", "chief": "lord", "soldier": "yeoman", "yeoman": "soldier"}
MAY_LEAD = frozenset().union(*LEADERS)
GENTLE = frozenset(("lord", "chief", "knight", "squire"))  # KK-DEF-20
HOUSEHOLD = frozenset(("knight", "squire", "valet", "sergeant"))  # KK-CMD-17

# KK-SHOOT-32: what the lists call things.
MELEE_WORDS = {
    "sword": "sword",
    "mace": "mace",
    "ax": "ax",
    "two-handed sword": "two_handed_sword",
    "two-handed ax": "two_handed_ax",
    "pole arm": "pole_arm",
    "halberd": "pole_arm",
    "spear": "short_spear",
    "short spear": "short_spear",
    "javelin": "javelin",
    "lance": "lance",
    "long spear": "long_spear",
    "short sword": "short_sword",
    "dagger": "dagger",
    "farm implement": "farm_implement",
    "club": "other",
}
MISSILE_WORDS = {
    "bow": "short_bow",
    "short bow": "short_bow",
    "longbow": "longbow",
    "composite bow": "composite_bow",
    "sling": "sling",
    "latch": "light_crossbow",
    "light crossbow": "light_crossbow",
    "crossbow": "medium_crossbow",
    "medium crossbow": "medium_crossbow",
    "heavy crossbow": "heavy_crossbow",
    "handgun": "handgun",
    "javelins": "javelin",
    "thonged javelins": "javelin_thong",
    "throwing spear": "thrown_spear",
    "throwing ax": "thrown_axe",
    "throwing knife": "thrown_knife",
}
WEAPONS = frozenset(TABLES.weapon) - {"none"}  # empty hands are nothing to carry
SHIELD_WORDS = {
    "shield": "large",
    "large shield": "large",
    "small shield": "small",
    "pavise": "pavise",
}
SMALL_SHIELD_LISTS = frozenset(("mongol_raiding_party", "lithuanian_tribal_group"))
HIGHLAND_ROW = "Highlanders, Islemen"
BARDING = "J"  # KK-ORG-21: barded means J


class Mount(msgspec.Struct, frozen=True):
    """A kind of horse a row offers."""

    kind: str
    barding: str = ""


class Arms(msgspec.Struct, frozen=True):
    """What a man carries: melee weapons in the order listed, missile weapons, shield."""

    weapons: tuple[str, ...] = ()
    missiles: tuple[str, ...] = ()
    shield: str = "none"


class Row(msgspec.Struct, frozen=True):
    """A row of a list in the book's terms."""

    name: str
    classes: tuple[str, ...]
    armor: tuple[int, int]
    arms: Arms
    mounts: tuple[Mount, ...]
    horse_optional: bool
    traits: tuple[str, ...]
    percent: tuple[int, int]  # of the lord's row: none

    @property
    def is_lord(self) -> bool:
        """Whether it is the row of the lord or chief."""
        return self.classes[0] in LEADERS[0]

    @property
    def mounted(self) -> bool:
        """Whether its men ride unless somebody says otherwise."""
        return bool(self.mounts) and not self.horse_optional

    @clause("KK-DEF-23", "KK-ORG-01")
    def takes(self, class_: str) -> bool:
        """Whether men of this class are of this row, by either title."""
        return class_ in self.classes or TITLES.get(class_) in self.classes

    @clause("KK-ORG-03")
    def bounds(self, size: int) -> tuple[int, int]:
        """How few and how many men of a force of this size may be of this row."""
        if self.is_lord:
            return 1, 1
        low, high = self.percent
        return low * size // 100, -(-high * size // 100)


def organisation_named(key: str) -> Organisation:
    """Find a list by its key."""
    return find("organisation", key, ORGANISATIONS)


@cache
def rows_of(key: str) -> tuple[Row, ...]:
    """The rows of a list, the lord's first."""
    return tuple([_read(key, row) for row in organisation_named(key).row])


def _read(key: str, row: ListRow) -> Row:
    optional, mounts = read_mounts(row.horse)
    return Row(
        row.name,
        row.classes,
        row.armor,
        read_arms(row.weapons, small_shields(key, row.name)),
        mounts,
        optional,
        row.traits,
        row.percent or (0, 0),
    )


@clause("KK-ORG-18")
def small_shields(key: str, row_name: str) -> bool:
    """Whether a plain shield is a small one: Mongols, Lithuanians and Highlanders."""
    return key in SMALL_SHIELD_LISTS or row_name == HIGHLAND_ROW


@clause("KK-SHOOT-32", "KK-ORG-18", "KK-MELEE-28")
def read_arms(words: tuple[str, ...], small: bool = False) -> Arms:
    """Read the weapons column; a name of the weapon tables is as good as a word of the lists."""
    weapons: list[str] = []
    missiles: list[str] = []
    shield = "none"
    for word in words:
        plain = word.replace("_", " ")
        if plain in SHIELD_WORDS:
            shield = "small" if small and plain == "shield" else SHIELD_WORDS[plain]
        elif plain in MELEE_WORDS or word in WEAPONS:
            weapons.append(MELEE_WORDS.get(plain, word))
        elif plain in MISSILE_WORDS or word in TABLES.missile:
            missiles.append(MISSILE_WORDS.get(plain, word))
        else:
            known = [*MELEE_WORDS, *MISSILE_WORDS, *SHIELD_WORDS]
            raise unknown("weapon", word, known)
    return Arms(tuple(weapons), tuple(missiles), shield)


@clause("KK-ORG-04")
def read_mounts(words: str) -> tuple[bool, tuple[Mount, ...]]:
    """Read the horse column: whether the horse is optional, and which kinds there are."""
    if not words:
        return False, ()
    optional = words.endswith("(?)")
    parts = words.removesuffix("(?)").strip().split(" or ")
    mounts: list[Mount] = []
    kinds, coats = TABLES.horse_panic.__struct_fields__, ("barded", "unbarded")
    kind = next(word for word in words.split() if word in kinds)
    for part in parts:
        said = part.split()
        kind = next((word for word in said if word in kinds), kind)
        coat = next((word for word in said if word in coats), "unbarded")
        mounts.append(Mount(kind, BARDING if coat == "barded" else ""))
    return optional, tuple(mounts)


@clause("KK-ORG-21")
def usual_arms(arms: Arms) -> Arms:
    """The first missile weapon, the first long weapon, the first of the others, and the shield."""
    rows = TABLES.weapon
    long = [weapon for weapon in arms.weapons if rows[weapon].class_ in LONG][:1]
    short = [weapon for weapon in arms.weapons if rows[weapon].class_ not in LONG][:1]
    return Arms((*long, *short), arms.missiles[:1], arms.shield)


@clause("KK-ARMOR-02", "KK-ARMOR-04", "KK-ARMOR-06")
def usual_pieces(armor: int) -> str:
    """The pieces a man of this rating wears, from the helmet up; none beyond what can be built."""
    pieces = "BCDEFGHI"[: max(armor - armor_of(""), 0)]
    return pieces if armor_of(pieces) == armor else ""


# -- who hates whom


class Relation(msgspec.Struct, frozen=True):
    """How the men of one force look at another."""

    hatred: bool = False
    no_quarter: bool = False


FAITHFUL = frozenset(("crusader_retinue", "teutonic_lance"))
INFIDEL = frozenset(("saracen_war_party", "mongol_raiding_party", "lithuanian_tribal_group"))
SCOTS = frozenset(("scots_in_scottish_service",))
ENGLISH = frozenset(("english_feudal_retinue", "hyw_english_lance"))
INDIFFERENT, HATES, HATES_TO_DEATH = Relation(), Relation(True), Relation(True, True)


@clause("KK-ORG-19")
def relation(own: str, other: str) -> Relation:
    """The preset between two lists: holy war both ways, Scots against English, else nothing."""
    if (own in FAITHFUL and other in INFIDEL) or (own in INFIDEL and other in FAITHFUL):
        return HATES_TO_DEATH
    return HATES if own in SCOTS and other in ENGLISH else INDIFFERENT
