"""The turn deck: who gets a card, and what a card gives (OP-CARD, OP-OPT-01, OP-OPT-02)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import OneOf

from ..basics.state import NOBODY, standing
from .hidden import audience_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Unit

UNIT_CARD = "unit "  # a card of the group deck: "unit 3"
HIDDEN_CARD = "hidden "  # how others see the card of a hidden unit: "hidden a"


def in_play(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is on the table, hidden or not, or still to come (OP-GROUP-10)."""
    return unit.arrival_round > 0 or bool(standing(battle, unit))


def units_of(battle: Battle, player: str) -> Sequence[Unit]:
    """The units a player has left to play with (OP-CARD-07)."""
    muster = battle.memo.muster
    key = ("in play", player)
    found: list[Unit] | None = muster.get(key)
    if found is None:
        found = muster[key] = [
            unit for unit in battle.units if unit.player == player and in_play(battle, unit)
        ]
    return found


def may_act_this_round(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is on the table or due to arrive by now."""
    if unit.arrival_round > 0:
        return unit.arrival_round <= battle.round
    return bool(standing(battle, unit))


@clause("OP-CARD-02", "OP-CARD-06", "OP-CARD-07", "OP-OPT-01", "OP-OPT-02")
def deck_for_round(battle: Battle) -> tuple[str, ...]:
    """One card a player; or one a unit; or for each player as many as he has units."""
    kind = battle.options.turn_cards
    players = [seat.key for seat in battle.seats if units_of(battle, seat.key)]
    if kind == "player":
        return tuple(players)
    units = [unit for unit in battle.units if may_act_this_round(battle, unit)]
    if kind == "group":
        return tuple(f"{UNIT_CARD}{unit.id}" for unit in units)
    return tuple(player for player in players for unit in units if unit.player == player)


@clause("OP-CARD-04", "OP-CARD-07", "OP-OPT-02")
def units_of_card(battle: Battle, card: str) -> tuple[str, tuple[int, ...]]:
    """The player a card belongs to and the units it lets act; none if it is void."""
    unit = unit_of_card(battle, card)
    if unit is not None:
        return unit.player, _unacted(battle, (unit,) if in_play(battle, unit) else ())
    return card, _unacted(battle, units_of(battle, card))


def _unacted(battle: Battle, units: Sequence[Unit]) -> tuple[int, ...]:
    """Of some units in play those that have this turn: whoever is late waits for his round."""
    now = battle.round
    return tuple(
        [
            unit.id
            for unit in units
            if not unit.had_turn and not unit.holding and unit.arrival_round <= now
        ]
    )


def unit_of_card(battle: Battle, card: str) -> Unit | None:
    """The unit a card names; a player's own card names none."""
    if not card.startswith(UNIT_CARD):
        return None
    return battle.units[int(card.removeprefix(UNIT_CARD))]


# -- drawing


@clause("OP-CARD-03", "OP-CARD-08")
def draw(table: Table[Battle]) -> str:
    """Take a card by chance out of those left, each as likely as any other."""
    battle = table.state
    card = _draw_unit(table) if battle.options.turn_cards == "group" else _draw_player(table)
    rest = list(battle.deck)
    rest.remove(card)
    battle.deck = tuple(rest)
    battle.drawn = (*battle.drawn, card)
    return card


def _draw_player(table: Table[Battle]) -> str:
    deck = table.state.deck
    if len(deck) == 1:
        return deck[0]
    return table.roll(_one_of(deck))


@lru_cache(maxsize=256)
def _one_of(deck: tuple[str, ...]) -> OneOf[str]:
    return OneOf("turn card", tuple(sorted(deck)), told=True)


@clause("OP-CARD-03", "OP-CARD-08", "OP-OPT-01")
def _draw_unit(table: Table[Battle]) -> str:
    """Cards of hidden units lie together: the die tells others whose card it was, no more."""
    battle = table.state
    deck = battle.deck
    if len(deck) > 1:
        deck = tuple(sorted(deck, key=lambda card: _shown_face(battle, card)))
    card = table.roll(OneOf("turn card", deck)) if len(deck) > 1 else deck[0]
    seen = shown(battle, card)
    if seen != card:
        alike = tuple([other for other in deck if shown(battle, other) == seen != other])
        if len(alike) > 1:
            with table.privately(_who_knows(battle, card)):
                card = table.roll(OneOf("hidden unit's card", alike))
    return card


def _shown_face(battle: Battle, card: str) -> tuple[str, int]:
    """Sort by what is seen: players' cards, open units by number, hidden ones by player."""
    unit = unit_of_card(battle, card)
    if unit is None:
        return card, 0
    return (f"~{unit.player}", 0) if unit.hidden else ("", unit.id)


def _who_knows(battle: Battle, card: str) -> tuple[str, ...] | None:
    unit = unit_of_card(battle, card)
    return None if unit is None else audience_of(battle, unit)


@clause("OP-HIDE-03", "OP-CARD-08", "OP-OPT-01")
def shown(battle: Battle, card: str, side: str | None = None) -> str:
    """What a side may see of a card: of a hidden enemy unit's, only the player."""
    unit = unit_of_card(battle, card)
    if unit is None or not unit.hidden or unit.side == side:
        return card
    return f"{HIDDEN_CARD}{unit.player}"


# -- a Knight who goes along (OP-ACT-14)


@clause("OP-ACT-14", "OP-OPT-01")
def may_join_turn(battle: Battle, unit: Unit) -> bool:
    """Whether a lone Knight has his action of this turn left, or with unit cards of this round."""
    if unit.id in battle.taking_part:
        return not unit.acted
    return battle.options.turn_cards != "player" and not unit.had_turn and not unit.holding


@clause("OP-ACT-14", "OP-OPT-01")
def join_turn(battle: Battle, unit: Unit) -> None:
    """Going along is the Knight's action: he has his turn with the group, his own card is void."""
    unit.acted = True
    if unit.id not in battle.taking_part:
        battle.taking_part = (*battle.taking_part, unit.id)
        unit.had_turn = True
        battle.figures[unit.leader].aim = NOBODY  # no turn of his own will clear it (OP-SHOOT-07)
