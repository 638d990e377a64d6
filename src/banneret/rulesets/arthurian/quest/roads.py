"""Roads from one adventure to the next, and who fights beside the knight there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from banneret.core.book.clauses import Refusal, clause
from banneret.core.book.saga import Venture

from ..basics.tables import PROFILES
from ..setup.lists import forces, scenario_of
from .sheet import BETTER, OTHER, OUTLAWS, SAINTS

if TYPE_CHECKING:
    from .sheet import Companion, Knight

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
        rolls["b"] = _written("knights_of_the_king", "Knights of the King", foes, knight.dead_names)
    return Venture(knight.road, "a", {"solo": True}, {}, rolls)


def _written(key: str, name: str, recruits: list[dict[str, Any]], dead: list[str]) -> str:
    force = {
        "id": key,
        "name": name,
        "support": "camelot",
        "recruit": recruits,
        "buried": dead,
    }
    return msgspec.toml.encode({"force": [force]}).decode()


@clause("AR-QUEST-02")
def _force(knight: Knight) -> str:
    """The knight, his companions, and the scenario's own that they do not stand in for."""
    own = [
        {"profile": one.profile, "name": one.name, "wound": one.wound}
        for one in along(knight, knight.road)
    ]
    others = [{"profile": one, "number": many} for one, many in besides(knight, knight.road)]
    return _written("quest", knight.name, [_knight(knight), *own, *others], knight.dead_names)


@clause("AR-QUEST-02")
def along(knight: Knight, scenario: str) -> list[Companion]:
    """The companions who go along; to single combat only the dwarf."""
    if scenario == FIRST:
        return [one for one in knight.companions if one.profile == "dwarf"][:1]
    return knight.companions


@clause("AR-QUEST-02")
def besides(knight: Knight, scenario: str) -> list[tuple[str, int]]:
    """Those a scenario gives him, less those for whom his own stand in."""
    own = [one.profile for one in along(knight, scenario)]
    left = [(profile, many - own.count(profile)) for profile, many in fixed(scenario)]
    return [(profile, many) for profile, many in left if many > 0]


def company(knight: Knight, scenario: str) -> str:
    """Who goes along, in words."""
    own = [one.name for one in along(knight, scenario)]
    return f"{', '.join([*own, *counted(besides(knight, scenario))]) or 'Nobody'}."


def counted(models: list[tuple[str, int]]) -> list[str]:
    """Models by their profiles: "wolf (3)"."""
    named = [(PROFILES[key].name.lower(), many) for key, many in models]
    return [name if many == 1 else f"{name} ({many})" for name, many in named]


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
        "parole": knight.parole,
    }
