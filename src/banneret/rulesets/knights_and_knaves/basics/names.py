"""How men, units, sides and things are called."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from banneret.tabletop.screen.words import listed, plain

from ..ground.lay import area_id

if TYPE_CHECKING:
    from .state import Battle


_UNNAMED = re.compile(r" (line|area|spot) \d+$")  # what only its place in a list tells apart


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


def object_name(battle: Battle, key: str) -> str:
    """What a horse, body, house, door, obstacle or piece of baggage is called in a declaration."""
    kind, _, number = key.partition(":")
    if kind == "horse" and number:
        return horse_name(battle, int(number))
    if kind == "body" and number:
        return man_name(battle, int(number))
    return house_name(battle, key) or feature_name(battle, key)


def house_name(battle: Battle, room: str) -> str:
    """What a building is called: by its own name, or the place it stands in; "" if it is none."""
    entries = battle.scenario.area
    keys = {area_id(one.kind, one.id, at): one for at, one in enumerate(entries)}
    own = keys.get(room)
    if own is None or own.kind != "building":
        return ""
    if own.name or own.id:
        return own.name or f"the {plain(own.id)}"
    count = len(own.polygon)
    middle = sum(p[0] for p in own.polygon) / count, sum(p[1] for p in own.polygon) / count
    named = {one.id: one.name for one in entries if one.name}
    for area in battle.ground.areas:
        if area.id in named and area.holds(middle):
            return named[area.id]
    return "the house"
