"""The papers before a player: the organisational table, and the standing orders he wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.show.sheet import Sheet
from banneret.tabletop.screen.words import capital

from ..basics.state import UP
from ..basics.who import leader_of
from ..command.order_words import order_words
from ..command.orders import groups_of, name_of, order_for
from ..setup.forces.sample_table import retinue_table

if TYPE_CHECKING:
    from ..basics.state import Battle, Order

ORDER_COLUMNS = ("Unit", "Order", "Part in force", "Own words")
UNIT_COLUMNS = ("Unit", "Leader", "Men", "At first")


def sheets(battle: Battle, player: str | None) -> tuple[Sheet, ...]:
    """A player's papers; nobody else's."""
    if player is None:
        return ()
    return (_roster(battle, player), _units(battle, player), _orders(battle, player))


@clause("KK-COMP-03")
def _roster(battle: Battle, player: str) -> Sheet:
    table = retinue_table(battle, player)
    title = f"{table.name}, turn {table.turn}" if table.turn else table.name
    return Sheet(title, table.columns, table.rows, table.notes, "KK-COMP-03")


@clause("KK-DEF-02", "KK-DEF-08")
def _units(battle: Battle, player: str) -> Sheet:
    """Who leads each unit, and how many of it are up."""
    men = battle.men.__getitem__
    rows = tuple(
        (
            unit.name,
            "nobody" if (leader := leader_of(battle, unit)) is None else leader.profile.name,
            sum(man.unit == unit.id and man.status in UP for man in map(men, unit.members)),
            unit.original,
        )
        for unit in battle.units
        if unit.player == player and unit.members
    )
    return Sheet("Units", UNIT_COLUMNS, rows, (), "KK-DEF-02")


@clause("KK-COMP-04", "KK-ORDER-04")
def _orders(battle: Battle, player: str) -> Sheet:
    rows = tuple(
        (name_of(battle, group), *_written(battle, order))
        for group in groups_of(battle, player)
        for order in [order_for(battle, group)]
        if order is not None
    )
    notes = () if rows else ("No standing orders are in force.",)
    return Sheet("Standing orders", ORDER_COLUMNS, rows, notes, "KK-COMP-04")


def _written(battle: Battle, order: Order) -> tuple[str, str, str]:
    part = "the second" if order.part > 1 else "the first"
    return capital(f"{order.verb} {order_words(battle, order)}"), part, order.words
