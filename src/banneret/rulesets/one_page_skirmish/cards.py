"""The turn deck: who gets a card, and what a card gives (OP-CARD, OP-OPT-01, OP-OPT-02)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.clauses import clause
from banneret.rulesets.one_page_skirmish.state import standing

if TYPE_CHECKING:
    from banneret.rulesets.one_page_skirmish.state import Battle, Unit

UNIT_CARD = "unit "  # a card of the group deck: "unit 3"


def in_play(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is on the table, hidden or not, or still to come (OP-GROUP-10)."""
    return unit.arrival_round > 0 or bool(standing(battle, unit))


def has_units(battle: Battle, player: str) -> bool:
    """Whether the player has anything left to play with (OP-CARD-07)."""
    return any(unit.player == player and in_play(battle, unit) for unit in battle.units)


def may_act_this_round(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is on the table or due to arrive by now."""
    return in_play(battle, unit) and unit.arrival_round <= battle.round


@clause("OP-CARD-02", "OP-CARD-06", "OP-CARD-07", "OP-OPT-01", "OP-OPT-02")
def deck_for_round(battle: Battle) -> tuple[str, ...]:
    """One card a player; or one a unit; or for each player as many as he has units."""
    kind = battle.options.turn_cards
    players = [seat.key for seat in battle.seats if has_units(battle, seat.key)]
    if kind == "player":
        return tuple(players)
    units = [unit for unit in battle.units if may_act_this_round(battle, unit)]
    if kind == "group":
        return tuple(f"{UNIT_CARD}{unit.id}" for unit in units)
    return tuple(player for player in players for unit in units if unit.player == player)


@clause("OP-CARD-04", "OP-CARD-07")
def units_of_card(battle: Battle, card: str) -> tuple[str, tuple[int, ...]]:
    """The player a card belongs to and the units it lets act; none if it is void."""
    if card.startswith(UNIT_CARD):
        unit = battle.units[int(card.removeprefix(UNIT_CARD))]
        alive = may_act_this_round(battle, unit) and not unit.had_turn
        return unit.player, (unit.id,) if alive else ()
    mine = tuple(
        unit.id
        for unit in battle.units
        if unit.player == card and may_act_this_round(battle, unit) and not unit.had_turn
    )
    return card, mine
