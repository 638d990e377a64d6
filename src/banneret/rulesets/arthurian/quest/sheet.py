"""The sheet of a knight on a quest: a text file of its own that may be edited."""

from __future__ import annotations

from typing import Literal

import msgspec

from banneret.core.book.clauses import clause

from ..basics.tables import POISONS, PROFILES, TABLES, WEAPONS, Level
from ..fortune.checks import level_of
from ..setup.lists import scenarios

_RANGE = TABLES.quest.range
KINDS = BETTER, OTHER, SAINTS, OUTLAWS = "better", "other", "saint", "outlaw"  # AR-QUEST-04
LOST, SLEW = "lost ", "slew "  # deeds that name the dead
_NUMBERS = ("vp", "gold", "debt", "sit_out", "adventures")


class Companion(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody who goes along."""

    profile: str
    name: str
    wound: Level = "none"


class Adventure(msgspec.Struct, forbid_unknown_fields=True):
    """One entry of the chain, as the chronicle will tell it."""

    scenario: str
    title: str
    outcome: Literal["won", "lost", "drawn", "sat out"]
    reason: str = ""
    deeds: list[str] = []
    rounds: int = 0
    spared: int = 0
    refused: bool = False


class Knight(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Everything of a battle that lasts (AR-QUEST-02); nothing else does."""

    name: str
    arms: str = "azure, a chevron or"
    vp: int = TABLES.virtue.pc_start_points
    gold: int = TABLES.tests.pc_start_gold
    debt: int = 0
    wound: Level = "none"
    poison: dict[str, int] = {}
    horse: bool = True
    spare_horse: bool = False
    weapons: list[str]
    shield: bool = True
    treasures: list[str] = []
    companions: list[Companion] = []
    sit_out: int = 0
    no_arms: int = 0  # adventures for which he has sworn to bear none
    parole: list[str] = []  # to whom
    deeds: list[str] = []
    adventures: int = 4  # how long the quest is
    chain: list[Adventure] = []
    road: str = ""  # the adventure that is due
    kind: str = ""  # of the road: better, other, saint, outlaw
    dead: bool = False
    laid_down: bool = False

    @property
    def level(self) -> int:
        """His Virtue Level."""
        return level_of(self.vp)

    @property
    def dead_names(self) -> list[str]:
        """Whom he lost or slew: nobody he meets is called after them."""
        named = [one.partition(" ") for one in self.deeds if one.startswith((LOST, SLEW))]
        return list(dict.fromkeys([name for _, _, name in named]))


@clause("AR-QUEST-02")
def faults(knight: Knight) -> list[str]:
    """Values out of range, each by its name."""
    found = []
    for key in _NUMBERS:
        low, high = _RANGE[key]
        if not low <= getattr(knight, key) <= high:
            found.append(f"{key} is {getattr(knight, key)}: expected {low} to {high}")
    low, high = _RANGE["sit_out"]
    if not low <= knight.no_arms <= high:
        found.append(f"no_arms is {knight.no_arms}: expected {low} to {high}")
    low, high = _RANGE["poison"]
    found += [
        f"poison.{kind} is {many}: expected {low} to {high}, of {', '.join(POISONS)}"
        for kind, many in knight.poison.items()
        if kind not in POISONS or not low <= many <= high
    ]
    found += [f"weapons: {one} is no weapon" for one in knight.weapons if one not in WEAPONS]
    items = set(TABLES.treasure.values())
    found += [f"treasures: {one} is no treasure" for one in knight.treasures if one not in items]
    return found + _who(knight) + _where(knight)


def _who(knight: Knight) -> list[str]:
    """Names and profiles: each companion is known by a name of his own."""
    found = [] if knight.name.strip() else ["name is empty: expected who the quest is about"]
    lost = [one.profile for one in knight.companions if one.profile not in PROFILES]
    found += [f"companions: {one} is no profile" for one in lost]
    names = [knight.name, *[one.name for one in knight.companions]]
    twice = sorted({one for one in names if names.count(one) > 1})
    return found + [f"companions: {one} is named twice" for one in twice]


def _where(knight: Knight) -> list[str]:
    """The road he is on, or none yet."""
    roads = scenarios()
    found = []
    if knight.road and knight.road not in roads:
        found.append(f"road is {knight.road!r}: expected one of {', '.join(roads)}")
    if knight.kind and knight.kind not in KINDS:
        found.append(f"kind is {knight.kind!r}: expected one of {', '.join(KINDS)}")
    return found
