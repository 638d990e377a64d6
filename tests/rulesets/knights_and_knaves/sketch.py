"""Terrain from a line of words (see field.py)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from banneret.rulesets.knights_and_knaves.basics.state import Door
from banneret.rulesets.knights_and_knaves.setup.deploying import DEPTH
from banneret.rulesets.knights_and_knaves.setup.entries import (
    AreaEntry,
    DoorEntry,
    LineEntry,
    Muster,
    Scenario,
    SpotEntry,
)
from banneret.tabletop.setting_up import strip

EDGES = {"a": "south", "b": "north", "c": "west", "d": "east"}
PLACE = re.compile(r"^(-?[\d.]+),(-?[\d.]+)$")
LINES = {"hedge", "fence", "waist_wall", "chest_wall", "battlement", "high_wall", "house_wall",
         "window", "precipice"}  # fmt: skip
SPOTS = {"tree", "bush", "wagon", "baggage", "barrel", "bonfire"}
DOORS = {"light_door": "light", "heavy_door": "heavy", "gate": "gate", "open_door": "open"}
DOOR_VALUES = {"light": (0, 1), "heavy": (3, 3), "gate": (5, 5), "open": (0, 0)}
BOX = re.compile(r"^([\d.]+),([\d.]+)\.\.([\d.]+),([\d.]+)$")


def scenario_of(
    players: Sequence[str], terrain: str, table: tuple[float, float], rest: dict[str, Any]
) -> Scenario:
    musters = tuple(_muster(player, table) for player in players)
    more = {key: rest.pop(key) for key in list(rest) if key in Scenario.__struct_fields__}
    pieces: dict[str, list[Any]] = {"area": [], "line": [], "door": [], "spot": []}
    for part in re.split(r"[|\n]", terrain):
        if part.strip():
            group, entry = _piece(part)
            pieces[group].append(entry)
    made: dict[str, Any] = {key: tuple(found) for key, found in pieces.items()} | more
    return Scenario(
        id="test", name="Test", briefing="A test.", retinue=musters, table=table, **made
    )


def _muster(player: str, table: tuple[float, float]) -> Muster:
    edge = EDGES[player[0]]
    said = {"player": player, "side": player[0], "force": "free", "edge": edge}
    return msgspec.convert({**said, "zone": strip(table, edge, DEPTH)}, Muster)


def _piece(text: str) -> tuple[str, Any]:
    head, _, body = text.partition(":")
    kind, *key = head.split()
    words = body.split()
    points = [point for word in words for point in points_of(word)]
    more = {name: read_value(value) for name, eq, value in (w.partition("=") for w in words) if eq}
    name = key[0] if key else ""
    if kind in DOORS:
        more |= {"kind": DOORS[kind], "line": points[:2], "locked": "locked" in words}
        return "door", msgspec.convert({"id": name, **more}, DoorEntry)
    said = {"kind": kind, "id": name, **more}
    if kind in SPOTS:
        return "spot", msgspec.convert({**said, "at": points[0]}, SpotEntry)
    if kind in LINES:
        return "line", msgspec.convert({**said, "line": points}, LineEntry)
    return "area", msgspec.convert({**said, "polygon": points}, AreaEntry)


def points_of(word: str) -> list[tuple[float, float]]:
    if box := BOX.match(word):
        x0, y0, x1, y1 = map(float, box.groups())
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    place = PLACE.match(word)
    return [(float(place[1]), float(place[2]))] if place else []


def door_of(entry: DoorEntry) -> Door:
    successes = DOOR_VALUES[entry.kind][1] if entry.successes is None else entry.successes
    return Door(entry.id, entry.locked, successes, broken=entry.kind == "open")


def read_value(text: str) -> Any:
    if text in {"true", "false"}:
        return text == "true"
    if re.match(r"^-?\d+\.\d+$", text):
        return float(text)
    return int(text) if re.match(r"^-?\d+$", text) else text
