"""Cards: the order of turns in a round, held units released in the gaps, and who deploys first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D10, Draw, Shuffle
from banneret.core.chance.odds import distribution
from banneret.core.errors import BadData
from banneret.core.play.table import Table
from banneret.tabletop.asking import Facts, chances, procedure

from ..basics.situation import Name, Situation, refuse_repeats, ruled

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.chance.dice import Dice

MOST_CARDS_WEIGHED = 8  # 40,320 orders


class Hold(Facts, frozen=True, kw_only=True):
    """A hidden unit that holds, and the gap in which it is released (-1: never)."""

    unit: Name
    player: Name
    gap: Annotated[int, Meta(ge=-1, le=999)]


class TurnOrderSituation(Situation, frozen=True, kw_only=True):
    """A round: the deck as shuffled, the units that hold, the players without units."""

    deck: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=99)]
    holds: tuple[Hold, ...] = ()
    empty: tuple[Name, ...] = ()


@clause("OP-CARD-03", "OP-CARD-05")
def shuffle_deck(table: Table[Any], cards: Sequence[str]) -> tuple[str, ...]:
    """Put the cards of a round in an order left to chance, all orders equally likely."""
    return table.roll(Shuffle("turn cards", tuple(cards)))


@procedure(
    "turn_order",
    TurnOrderSituation,
    "The turns of a round from the shuffled deck, with held units in the gaps.",
)
@clause("OP-CARD-01", "OP-CARD-04", "OP-CARD-07", "OP-HIDE-01", "OP-HIDE-10")
def turn_order(_table: Table[None], situation: TurnOrderSituation) -> Ruled:
    """Follow a round from card to card and gap to gap."""
    check_turn_order(situation)
    order: list[str] = []
    for place, card in enumerate(situation.deck):
        order.append(f"no_turn:{card}" if card in situation.empty else f"turn:{card}")
        order += [f"held:{unit}" for unit in released(situation, place)]
    return ruled(
        {
            "order": order,
            "lapsed": sorted(hold.unit for hold in situation.holds if hold.gap == -1),
            "refused": sorted(h.unit for h in situation.holds if not releasable(situation, h)),
        }
    )


@clause("OP-HIDE-07", "OP-CARD-07")
def releasable(situation: TurnOrderSituation, hold: Hold) -> bool:
    """From the gap after its own player's turn up to the last gap of the round (or never).

    A card thrown away is no turn, so no gap follows it.
    """
    if hold.gap == -1:
        return True
    deck = situation.deck
    in_round = _own_turn(situation, hold) <= hold.gap < len(deck)
    return in_round and deck[hold.gap] not in situation.empty


@clause("OP-HIDE-07", "OP-HIDE-08", "OP-HIDE-09")
def released(situation: TurnOrderSituation, gap: int) -> list[str]:
    """The units that act in a gap: one of each player in the order drawn, and round again."""
    players = {_card(situation, hold): hold.player for hold in situation.holds}
    drawn = [players[card] for card in situation.deck[: gap + 1] if card in players]
    waiting: dict[str, list[str]] = {player: [] for player in drawn}
    for hold in situation.holds:
        if hold.gap == gap and releasable(situation, hold):
            waiting[hold.player].append(hold.unit)
    turns = max(map(len, waiting.values()), default=0)
    return [units[turn] for turn in range(turns) for units in waiting.values() if turn < len(units)]


@clause("OP-OPT-01", "OP-OPT-02")
def _card(situation: TurnOrderSituation, hold: Hold) -> str:
    """The card that stands for a unit: its player's, or its own where units have cards."""
    return hold.unit if situation.options.turn_cards == "group" else hold.player


def _own_turn(situation: TurnOrderSituation, hold: Hold) -> int:
    return situation.deck.index(_card(situation, hold))


@clause("OP-CARD-02", "OP-CARD-07")
def check_turn_order(situation: TurnOrderSituation) -> None:
    """Refuse cards, holds and players that do not belong together."""
    deck, empty = situation.deck, situation.empty
    if situation.options.turn_cards != "colour":
        refuse_repeats("deck", deck)
    refuse_repeats("empty", empty)
    refuse_repeats("holds", tuple(hold.unit for hold in situation.holds))
    for place, player in enumerate(empty):
        _refuse_stranger(f"empty[{place}]", player, deck)
    for place, hold in enumerate(situation.holds):
        key = "unit" if situation.options.turn_cards == "group" else "player"
        card = _card(situation, hold)
        _refuse_stranger(f"holds[{place}].{key}", card, deck)
        if card in empty:
            raise BadData(
                f"holds[{place}].{key} = {card!r}: he has no units (empty), so none holds"
            )


def _refuse_stranger(key: str, name: str, deck: Sequence[str]) -> None:
    if name not in deck:
        known = ", ".join(dict.fromkeys(deck))
        raise BadData(f"{key} = {name!r}: expected one of the deck, {known}")


@chances(
    "turn_order_distribution", TurnOrderSituation, "Exact chances of every order of the turn cards."
)
@clause("OP-CARD-03")
def turn_order_distribution(situation: TurnOrderSituation) -> dict[str, Fraction]:
    """The chance of every order in which the cards can come up."""
    check_turn_order(situation)
    deck = situation.deck
    if len(deck) > MOST_CARDS_WEIGHED:
        raise BadData(f"deck has {len(deck)} cards: at most {MOST_CARDS_WEIGHED} can be weighed")

    def run(dice: Dice) -> str:
        return "|".join(shuffle_deck(Table(None, dice, {}), deck))

    return dict(sorted(distribution(run).items()))


# -- deployment


class Deployment(msgspec.Struct, frozen=True):
    """Who deploys first, and the rolls that settled it."""

    order: tuple[str, str]
    rolls: tuple[tuple[int, int], ...]


@clause("OP-SETUP-04", "OP-SCALE-05")
def roll_deployment(table: Table[Any], sides: tuple[str, str]) -> Deployment:
    """Each side rolls a d10, ties again; the lower deploys first."""
    first: Draw[int] = D10(sides[0])
    rolls = [(table.roll(first, None, sides[0]), table.roll(D10(sides[1]), None, sides[1]))]
    while rolls[-1][0] == rolls[-1][1]:
        again = table.roll(first.again(2), None, sides[0])
        rolls.append((again, table.roll(D10(sides[1]), None, sides[1])))
    low_first = rolls[-1][0] < rolls[-1][1]
    return Deployment(sides if low_first else (sides[1], sides[0]), tuple(rolls))


class DeploymentSituation(Situation, frozen=True, kw_only=True):
    """Two sides about to deploy."""

    sides: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=2)]


@procedure(
    "deployment", DeploymentSituation, "Who deploys first: a d10 each, ties again, the lower first."
)
@clause("OP-SETUP-04")
def deployment(table: Table[None], situation: DeploymentSituation) -> Ruled:
    """Settle who deploys first."""
    refuse_repeats("sides", situation.sides)
    first, second = situation.sides
    settled = roll_deployment(table, (first, second))
    return ruled({"order": list(settled.order), "rolls": [list(pair) for pair in settled.rolls]})
