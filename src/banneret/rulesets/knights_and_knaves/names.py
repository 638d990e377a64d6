"""How men, units, sides and things are called."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from banneret.rulesets.knights_and_knaves.state import Battle


_UNNAMED = re.compile(r" (line|area|spot) \d+$")  # what only its place in a list tells apart


@lru_cache(maxsize=1024)
def plain(key: str) -> str:
    """A key as words."""
    return key.replace("_", " ")


def man_name(battle: Battle, key: int) -> str:
    """What a man is called."""
    return battle.men[key].profile.name


def unit_name(battle: Battle, key: int) -> str:
    """What a unit is called."""
    return battle.units[key].name


def retinue_name(battle: Battle, player: str) -> str:
    """What a retinue is called."""
    for retinue in battle.retinues:
        if retinue.player == player:
            return retinue.name or player
    return player


def horse_name(battle: Battle, key: int) -> str:
    """What a horse is called."""
    return battle.horses[key].profile.name


def side_name(battle: Battle, side: str) -> str:
    """What a side is called: its retinue, or its retinues."""
    return listed(r.name or r.player for r in battle.retinues if r.side == side) or side


def feature_name(battle: Battle, key: str) -> str:
    """What a piece of the table is called."""
    scenario = battle.scenario
    named = {area.id: area.name for area in scenario.area}
    named |= {line.id: line.name for line in scenario.line}
    named |= {spot.id: spot.name for spot in scenario.spot}
    if not key:
        return "it"
    known = named.get(key)
    if known:
        return known
    kind = _UNNAMED.sub("", plain(key))
    return kind if kind.startswith("the ") else f"the {kind}"


def listed(names: Iterable[str]) -> str:
    """Names in a row: Hugh, Hal and John."""
    found = list(names)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} and {found[-1]}"


def men(count: int) -> str:
    """So many men."""
    return "one man" if count == 1 else f"{count} men"


def inches(value: float) -> str:
    """A distance with the inch sign, no longer than it needs to be."""
    return f"{round(value, 1):g}″"


def within(name: str) -> str:
    """A name within a sentence: its article is a small one."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def capital(text: str) -> str:
    """A sentence begins with a capital."""
    return text[:1].upper() + text[1:]
