"""Roads from one adventure to the next, and who fights beside the knight there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from banneret.core.book.clauses import Refusal, clause
from banneret.core.book.saga import Venture

from ..setup.lists import forces, scenario_of
from .sheet import BETTER, OTHER, OUTLAWS, SAINTS

if TYPE_CHECKING:
    from .sheet import Knight

FIRST = "the_ford"
PAIRS = (
    ("ambush_in_the_wood", "giant_on_the_hill"),
    ("robbers_tower", "perilous_chapel"),
    ("giant_on_the_hill", "ambush_in_the_wood"),
    ("robbers_tower", "the_ford"),
    ("ambush_in_the_wood", "perilous_chapel"),
)
SAINT, OUTLAW = 5, 0  # Virtue Levels that open a third road
KNIGHTS = (("rt_young", 2),)  # whom an outlaw meets


class Road(NamedTuple):
    """A way to an adventure."""

    kind: str
    scenario: str
    because: Refusal | None = None


@clause("AR-QUEST-04")
def roads(knight: Knight) -> list[Road]:
    """The better road first; a lost adventure closes it; virtue or its lack opens a third."""
    better, other = PAIRS[(len(knight.chain) - 1) % len(PAIRS)]
    last = next((one.outcome for one in reversed(knight.chain) if one.outcome != "sat out"), "")
    shut = Refusal("the last adventure was lost", "AR-QUEST-04") if last == "lost" else None
    found = [Road(BETTER, better, shut), Road(OTHER, other)]
    if knight.level >= SAINT:
        found.append(Road(SAINTS, better))
    if knight.level <= OUTLAW:
        found.append(Road(OUTLAWS, FIRST))
    return found


# -- who goes along


@clause("AR-QUEST-01", "AR-QUEST-02")
def venture(knight: Knight) -> Venture:
    """The battle that is due, with the knight and his companions as a force of their own."""
    rolls = {"a": _force(knight)}
    if knight.kind == OUTLAWS:
        foes: list[dict[str, Any]] = [{"profile": p, "number": many} for p, many in KNIGHTS]
        rolls["b"] = _written("knights_of_the_king", "Knights of the King", foes)
    return Venture(knight.road, "a", {"solo": True}, {}, rolls)


def _written(key: str, name: str, recruits: list[dict[str, Any]]) -> str:
    force = {"id": key, "name": name, "support": "camelot", "recruit": recruits}
    return msgspec.toml.encode({"force": [force]}).decode()


@clause("AR-QUEST-02")
def _force(knight: Knight) -> str:
    """The knight, his companions, and the scenario's own that they do not stand in for."""
    own: list[dict[str, Any]] = [
        {"profile": one.profile, "name": one.name, "wound": one.wound} for one in knight.companions
    ]
    if knight.road == FIRST:
        own = [one for one in own if one["profile"] == "dwarf"][:1]
    recruits = [_knight(knight), *own]
    for profile, many in fixed(knight.road):
        stand_ins = len([one for one in own if one["profile"] == profile])
        if many > stand_ins:
            recruits.append({"profile": profile, "number": many - stand_ins})
    return _written("quest", knight.name, recruits)


def fixed(scenario: str) -> list[tuple[str, int]]:
    """The companions a scenario gives the player knight."""
    plan = scenario_of(scenario).a
    listed = [*(forces()[plan.force].models if plan.force else ()), *plan.models]
    return [(profile, many) for profile, many in listed if profile != "pc_knight"]


def _knight(knight: Knight) -> dict[str, Any]:
    return {
        "profile": "pc_knight",
        "name": knight.name,
        "wound": knight.wound,
        "poison": {kind: many for kind, many in knight.poison.items() if many},
        "horse": knight.horse,
        "spare_horse": knight.spare_horse,
        "shield": knight.shield,
        "weapons": knight.weapons,
        "vp": knight.vp,
        "gold": knight.gold,
        "treasures": knight.treasures,
        "no_arms": knight.no_arms > 0,
    }
