"""The field of a free battle: who attacks, what stands there, whose edge is which."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import msgspec

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.answers import Place1
from banneret.core.questions.choices import Pick, Place

from ..basics.state import SIDES
from ..basics.tables import FEATURES
from ..basics.who import chief_of, enemy
from ..screen.deeds import FieldRolled
from .dice import bonus_of, roll_off, roll_sector
from .entries import Terrain

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle

SECTOR = 24
SHIFT = 6.0
_SHIFTS = ((0.0, 0.0), (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0))
SPOT = 3000  # the number of the piece that is set down for a feature


@clause("MM-SETUP-01", "MM-SETUP-05", "MM-SETUP-06")
def field(table: Table[Battle]) -> None:
    """Roll for attacker and terrain where the scenario leaves them open."""
    battle = table.state
    if battle.scenario.free:
        _roll_attacker(table)
        _lay_terrain(table)
        _choose_edge(table)
    battle.phase = "detach"


def _roll_attacker(table: Table[Battle]) -> None:
    battle = table.state
    bonus = []
    for side in SIDES:
        chief = chief_of(battle, side)
        bonus.append(0 if chief is None else bonus_of(chief.command, chief.temper))
    battle.attacker = SIDES[roll_off(table, *bonus) - 1]


@clause("MM-SETUP-06")
def _lay_terrain(table: Table[Battle]) -> None:
    """Each sector may hold a feature; the defender shifts it by up to 6 inches."""
    battle = table.state
    found: list[Terrain] = []
    wide, deep = battle.scenario.width // SECTOR, max(2, battle.scenario.depth // SECTOR)
    for row in range(deep):
        for column in range(wide):
            terrain, feature, size = roll_sector(table)
            if feature is None or size is None:
                continue
            at = (SECTOR * (column + 0.5), battle.scenario.depth / deep * (row + 0.5))
            x, y = _shifted(table, feature, size, at)
            found.append(_feature(terrain, feature, size, (x, y), len(found) + 1))
    battle.scenario = msgspec.structs.replace(battle.scenario, terrain=tuple(found))
    table.tell(FieldRolled(battle.attacker, tuple(one.name for one in found)))


@clause("MM-SETUP-06")
def _shifted(
    table: Table[Battle], feature: str, size: int, at: tuple[float, float]
) -> tuple[float, float]:
    """Where the defender lets a feature lie: anywhere within 6 inches of its sector's middle."""

    def refusal(places: dict[int, Place1]) -> Refusal | None:
        x, y, _ = places[SPOT]
        if hypot(x - at[0], y - at[1]) > SHIFT + 0.001:
            return Refusal(f"moved by more than {SHIFT:g} inches", "MM-SETUP-06")
        return None

    x, y, _ = table.ask(
        Place(
            enemy(table.state.attacker),
            "shift",
            f"Where does the {feature} lie, {size} inches across?",
            (SPOT,),
            refusal,
            lambda: [
                {SPOT: Place1(at[0] + SHIFT * dx, at[1] + SHIFT * dy, 0.0)} for dx, dy in _SHIFTS
            ],
            lambda: {"near": [*at, 0.0, 0.01, 0.01], "inches": SHIFT},
            about=(str(size),),
        )
    )[SPOT]
    return round(x, 3), round(y, 3)


def _feature(terrain: str, name: str, size: int, at: tuple[float, float], number: int) -> Terrain:
    """A feature of that many inches across: an area, a hill, or a line through its middle."""
    cls = int(terrain[-1])
    kind = next(row.kind for row in FEATURES[terrain] if row.name == name)
    half = size * 0.5
    x, y = at
    called = f"{name} {number}"
    if kind == "line":
        points: tuple[tuple[float, float], ...] = ((x - half, y), (x + half, y))
    else:
        points = (
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        )
    height = cls if kind == "hill" else 0
    return Terrain(called, kind, cls, points, height=height)


@clause("MM-SETUP-05")
def _choose_edge(table: Table[Battle]) -> None:
    """The attacker chooses his base edge."""
    battle = table.state
    edge = table.ask(
        Pick(
            battle.attacker,
            "edge",
            "Which edge is yours?",
            ("south", "north"),
            usual="south" if battle.attacker == "a" else "north",
        )
    )
    other = "north" if edge == "south" else "south"
    battle.base = {battle.attacker: edge, enemy(battle.attacker): other}
