"""Rounds, cards, turns and the gaps between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics.state import (
    NOBODY,
    ON_TABLE,
    SHAKEN,
    STEADY,
    changed,
    hidden_units,
    leaderless,
    players_of,
    side_of_player,
    standing,
    stunned,
)
from ..melee import phase as melee
from ..morale.checking import set_status
from ..screen.events import (
    CardDrawn,
    Conceded,
    Held,
    Lapsed,
    Recovered,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from . import leaders
from .deck import deck_for_round, draw, shown, units_of, units_of_card
from .ending import score
from .hidden import audience_of, secrecy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure, Unit

ACT, HOLD = "act", "hold"


@clause("OP-CARD-03", "OP-CARD-05")
def begin_round(table: Table[Battle]) -> None:
    """All cards go back into the deck."""
    battle = table.state
    battle.round += 1
    battle.deck = deck_for_round(battle)
    battle.drawn = ()
    for unit in battle.units:
        if unit.had_turn:
            unit.had_turn = False
    table.tell(RoundBegan(battle.round, len(battle.deck)))
    battle.phase = "draw"


@clause("OP-CARD-01", "OP-CARD-04", "OP-CARD-07")
def draw_card(table: Table[Battle]) -> None:
    """The next card gives its player a turn; the card of somebody gone is thrown away."""
    battle = table.state
    if not battle.deck:
        battle.phase = "round_end"
        return
    card = draw(table)
    player, units = units_of_card(battle, card)
    used = bool(units) or (card == player and _waits_for_units(battle, player))
    table.tell(CardDrawn(card if card == player else shown(battle, card), player, used=used))
    if used:
        battle.active = player
        battle.taking_part = units
        battle.released = False
        battle.phase = "start"


def _waits_for_units(battle: Battle, player: str) -> bool:
    """Whether he has a turn all the same, though all that is left to him is still to come."""
    return battle.options.turn_cards == "player" and bool(units_of(battle, player))


@clause("OP-TURN-03")
def begin_turn(table: Table[Battle]) -> None:
    """Stunned men stir, hidden units choose to hold, Knights near at hand name new leaders."""
    battle = table.state
    cards = battle.options.turn_cards
    if cards == "colour":
        _choose_unit_of_colour(table)
    unit = _if_open(battle, battle.taking_part[0]) if cards != "player" else None
    table.tell(TurnBegan(battle.active, battle.round, unit))
    if stunned(battle):
        _stir(table)
    if hidden_units(battle):
        _choose_holders(table)
    _make_ready(battle)
    if leaderless(battle):
        leaders.appoint_at_start(table)
    battle.phase = "morale"


def _if_open(battle: Battle, unit: int) -> int | None:
    return None if battle.units[unit].hidden else unit


@clause("OP-OPT-02")
def _choose_unit_of_colour(table: Table[Battle]) -> None:
    """The player chooses which of his units that have not acted takes this turn."""
    battle = table.state
    with table.privately(secrecy(battle, side_of_player(battle, battle.active))):
        chosen = table.ask(
            Pick(
                battle.active,
                "colour.unit",
                "Which unit takes this turn?",
                battle.taking_part,
                label=lambda key: battle.units[key].name,
            )
        )
    battle.taking_part = (chosen,)


@clause("OP-STUN-04")
def _stir(table: Table[Battle]) -> None:
    """A stunned man lies through his owner's next turn and comes to with the one after."""
    battle = table.state
    for figure in stunned(battle):
        if figure.fate == ON_TABLE and _has_this_card(battle, figure):
            figure.stun -= 1
            if figure.stun < 0:
                changed(battle)
                table.tell(Recovered(figure.id))


def _has_this_card(battle: Battle, figure: Figure) -> bool:
    if battle.options.turn_cards == "player":
        return figure.player == battle.active
    return figure.unit in battle.taking_part


@clause("OP-HIDE-01", "OP-HIDE-06", "OP-HIDE-11")
def _choose_holders(table: Table[Battle]) -> None:
    """Each hidden unit acts now or holds; one that holds takes no part in this turn."""
    battle = table.state
    for unit in hidden_units(battle):
        if unit.id not in battle.taking_part or not unit.hidden or unit.arrival_round > 0:
            continue
        with table.privately(audience_of(battle, unit)):
            answer = table.ask(
                Pick(
                    unit.player,
                    "hold",
                    f"{unit.name}: act now, or hold for later in the round?",
                    (ACT, HOLD),
                    about=(unit.id,),
                )
            )
            if answer == HOLD:
                unit.holding = True
                table.tell(Held(unit.id))
                battle.taking_part = tuple([u for u in battle.taking_part if u != unit.id])


def _make_ready(battle: Battle) -> None:
    """Clear the marks of the last turn for those who take part in this one.

    Most men have none, and to look costs a fraction of what writing does.
    """
    for unit_id in battle.taking_part:
        unit = battle.units[unit_id]
        if unit.acted:
            unit.acted = False
        if unit.tested:
            unit.tested = False
        if unit.passed_this_turn:
            unit.passed_this_turn = False
        for figure in standing(battle, unit):
            if figure.acted:
                figure.acted = False
            if figure.lance_charge:
                figure.lance_charge = False
            if figure.bound_to:
                figure.bound_to = ()
            if figure.aim != NOBODY or figure.aimed_before:
                figure.aimed_before = figure.aim != NOBODY


@clause("OP-TURN-05", "OP-MORALE-21")
def end_turn(table: Table[Battle]) -> None:
    """Shaken units that took part recover, marks are cleared, and a side may give up."""
    battle = table.state
    melee.clear_combats(battle)
    secret = _audience_of_turn(battle)
    for unit_id in battle.taking_part:
        unit = battle.units[unit_id]
        if unit.passed_this_turn:
            unit.passed_this_turn = False
        if unit.alone_this_turn:
            unit.alone_this_turn = False
        unit.had_turn = True
        if unit.status == SHAKEN:
            with table.privately(audience_of(battle, unit)):
                set_status(table, unit, STEADY)
        _forget_the_turn(standing(battle, unit))
    for unit in battle.units:
        if unit.stood_this_turn:
            unit.stood_this_turn = False
    table.tell(TurnEnded(battle.active), secret)
    battle.taking_part = ()
    battle.acting = NOBODY
    if battle.gap_passes:
        battle.gap_passes = 0
    if battle.gap_at and not battle.released:
        battle.gap_at = 0
    battle.phase = "gap"
    if table.anything_called():
        _concede(table)


def _forget_the_turn(figures: Sequence[Figure]) -> None:
    """What was good for one own turn only: an old aim (OP-SHOOT-07), the lance, a debt paid."""
    for figure in figures:
        if figure.aimed_before:
            figure.aim = NOBODY
            figure.aimed_before = False
        if figure.lance_charge:
            figure.lance_charge = False
        if figure.owes_action:
            figure.owes_action = False
        if figure.bound_to:
            figure.bound_to = ()


def _audience_of_turn(battle: Battle) -> tuple[str, ...] | None:
    """A released unit that is still hidden has its turn in secret."""
    if not battle.released or not battle.taking_part:
        return None
    return audience_of(battle, battle.units[battle.taking_part[0]])


@clause("OP-END-05")
def _concede(table: Table[Battle]) -> None:
    """A side whose players have all called for it gives up at the end of the turn."""
    battle = table.state
    for side in ("a", "b"):
        players = players_of(battle, side)
        with table.privately(players):
            given_up = all(table.called(player, "concede") for player in players)
        if given_up:
            battle.conceded = side
            battle.over = True
            table.tell(Conceded(side))
            return


@clause("OP-HIDE-07", "OP-HIDE-08", "OP-HIDE-09")
def gap(table: Table[Battle]) -> None:
    """Between turns, players with held units release one or pass until all pass in succession."""
    battle = table.state
    holders: set[str] = set()
    for unit in battle.units:
        if unit.holding and standing(battle, unit):
            holders.add(unit.player)
    if battle.gap_passes >= len(holders):
        battle.phase = "draw"
        return
    players = _in_order_of_cards(battle)
    at = battle.gap_at
    while players[at % len(players)] not in holders:
        at += 1
    battle.gap_at = at + 1
    chosen = _ask_to_release(table, players[at % len(players)])
    if chosen is None:
        battle.gap_passes += 1
    else:
        _release(table, chosen)


def _in_order_of_cards(battle: Battle) -> list[str]:
    """The players whose cards were drawn in this round, first drawn first."""
    return list(dict.fromkeys([units_of_card(battle, card)[0] for card in battle.drawn]))


def _ask_to_release(table: Table[Battle], player: str) -> Unit | None:
    battle = table.state
    units = battle.units
    held = [u.id for u in units if u.player == player and u.holding and standing(battle, u)]
    with table.privately(players_of(battle, units[held[0]].side)):
        chosen = table.ask(
            Pick(
                player,
                "release",
                "Release a unit that holds?",
                [NOBODY, *held],
                label=lambda key: "keep holding" if key == NOBODY else units[key].name,
            )
        )
    return None if chosen == NOBODY else units[chosen]


@clause("OP-HIDE-08")
def _release(table: Table[Battle], unit: Unit) -> None:
    """A released unit takes one complete turn by itself; nobody's stun wears off for it."""
    battle = table.state
    unit.holding = False
    battle.active = unit.player
    battle.taking_part = (unit.id,)
    battle.released = True
    _make_ready(battle)
    with table.privately(audience_of(battle, unit)):
        table.tell(TurnBegan(unit.player, battle.round, unit.id))
    battle.phase = "morale"


@clause("OP-TURN-06", "OP-HIDE-10")
def end_round(table: Table[Battle]) -> None:
    """Unused holds lapse, Knights may rally again, and the battle is judged."""
    battle = table.state
    for figure in battle.figures:
        if figure.rallied:
            figure.rallied = False
    for unit in battle.units:
        if unit.holding:
            unit.holding = False
            with table.privately(audience_of(battle, unit)):
                table.tell(Lapsed(unit.id))
    battle.phase = "round"
    score.judge_round(table)
