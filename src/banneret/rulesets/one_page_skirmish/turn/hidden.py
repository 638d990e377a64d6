"""Hidden units: who knows of them, and how they come to light.

The program is the umpire: discovery needs nobody's word (OP-INFO-02).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import Rect, gap, within

from ..basics.state import (
    MOST_RADIUS,
    changed,
    enemies,
    footprint,
    hidden_units,
    on_table,
    players_of,
    standing,
)
from ..basics.tables import TABLES
from ..ground.lay import CONCEALING, sees
from ..screen.events import Revealed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure, Unit

DISCOVERY_INCHES = TABLES.geometry.discovery_inches  # OP-HIDE-05


def audience_of(battle: Battle, unit: Unit) -> tuple[str, ...] | None:
    """Who may know what the unit does: its side while it is hidden, else everybody (OP-HIDE-03)."""
    return players_of(battle, unit.side) if unit.hidden else None


@clause("OP-HIDE-03", "OP-INFO-01")
def secrecy(battle: Battle, side: str) -> tuple[str, ...] | None:
    """Who may know what a side chooses among its units, where a hidden one could be among them.

    It depends on the scenario alone and so tells nothing: None where the side cannot hide anybody.
    """
    secrets = battle.memo.secrets
    if side not in secrets:
        plan = battle.scenario.sides["a" if side == "a" else "b"]
        may_hide = plan.hidden != "none" or any(
            [unit.may_hide and unit.side == side for unit in battle.units]
        )
        secrets[side] = players_of(battle, side) if may_hide else None
    return secrets[side]


@clause("OP-HIDE-04")
def reveal(table: Table[Battle], unit: Unit, why: str) -> None:
    """The unit comes to light for the rest of the game; what follows is seen by all."""
    if not unit.hidden:
        return
    battle = table.state
    unit.hidden = False
    changed(battle)
    if table.audience == players_of(battle, unit.side):
        table.openly()
    before, table.audience = table.audience, None  # the finder's own secrets stay his
    places = {f.id: (f.base.x, f.base.y, f.base.facing) for f in standing(battle, unit)}
    table.tell(Revealed(unit.id, why, places))
    table.audience = before


@clause("OP-HIDE-04")
def reveal_if_seen(
    table: Table[Battle], unit: Unit, path: Sequence[tuple[float, float]] = ()
) -> None:
    """A hidden unit is revealed if seen outside concealing ground during or after its move."""
    if not unit.hidden:
        return
    battle = table.state
    figures = standing(battle, unit)
    places = [figure.base for figure in figures]
    if path and figures:
        mounted = figures[0].mounted
        places += [footprint(mounted, x, y, 0.0) for x, y in _inch_by_inch(path)]
    watchers = enemies(battle, unit.side)
    if any(_in_the_open_and_seen(battle, place, watchers) for place in places):
        reveal(table, unit, "seen moving")


def _in_the_open_and_seen(battle: Battle, place: Rect, watchers: Sequence[Figure]) -> bool:
    if _in_concealing_ground(battle, place):
        return False
    return any(sees(battle, watcher.base, place) for watcher in watchers)


def _in_concealing_ground(battle: Battle, place: Rect) -> bool:
    """A man is where the centre of his base is (OP-TERR-02)."""
    muster = battle.memo.muster  # those who hide stay where they are for long
    key = ("concealing", place.x, place.y)
    found: bool | None = muster.get(key)
    if found is None:
        found = muster[key] = battle.ground.kind_at((place.x, place.y)) in CONCEALING
    return found


def _inch_by_inch(path: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    points = [path[0]]
    for (x0, y0), (x1, y1) in pairwise(path):
        steps = max(1, round(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5))
        points += [
            (x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(1, steps + 1)
        ]
    return points


@clause("OP-HIDE-05")
def discover(table: Table[Battle], side: str) -> None:
    """After an action of a side, hidden enemies it came upon or sees in the open are revealed."""
    battle = table.state
    hidden = hidden_units(battle)
    if not hidden:
        return
    known = battle.memo.known
    if ("looked", side) in known:
        return  # and nothing has moved since
    for unit in hidden:
        if unit.side != side and unit.arrival_round == 0:
            watchers = enemies(battle, unit.side)
            if any(_is_discovered(battle, man, watchers) for man in standing(battle, unit)):
                reveal(table, unit, "discovered")
    known["looked", side] = True


def _is_discovered(battle: Battle, man: Figure, watchers: Sequence[Figure]) -> bool:
    here = man.base
    if _in_concealing_ground(battle, here):
        x, y, far = here.x, here.y, DISCOVERY_INCHES + 2.0 * MOST_RADIUS
        watchers = [
            one
            for one in watchers
            if -far <= one.base.x - x <= far
            and -far <= one.base.y - y <= far
            and within(one.base, here, DISCOVERY_INCHES)
        ]
    return any(sees(battle, watcher.base, here) for watcher in watchers)


def enemies_within(battle: Battle, side: str, where: Rect, inches: float) -> list[Figure]:
    """Hidden enemies nearer to a place than that: a move must stop short of them (OP-HIDE-05)."""
    return [
        figure
        for figure in on_table(battle)
        if figure.side != side
        and battle.units[figure.unit].hidden
        and within(where, figure.base, inches)
        and gap(where, figure.base) < inches - 0.001
    ]
