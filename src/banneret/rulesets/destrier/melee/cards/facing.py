"""Facing cards: TAC cards side by side in the TAC phase, then everything but dodges, paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ...basics import who
from ...basics.state import NOBODY, card, other, pair
from ...ground.contact import enemies_touched
from ...ground.stands import gap
from ...host.cards import DODGES
from ...movement.driven.giving_ground import distance_of
from ...movement.tac import aim, tac_move
from ...screen import told
from ..harm import release
from ..replies.following import with_contacts
from .deck import CALLS, CLOSING, DROP_OUT, LET_GO, MIXED, TAC_NAMES
from .hands import Hand
from .pairs import settle_attackers
from .pools import hand_blows
from .steeds_hands import SteedHand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Card, Figure

MOVING = (*CLOSING, "RETREAT", "RUN_AWAY")


def tac_first(table: Table[Battle]) -> None:
    """TAC phase: the attacking side faces its TAC cards and moves them, one at a time."""
    _tac_of(table, table.state.attacking, "tac_second")


def tac_second(table: Table[Battle]) -> None:
    """TAC phase: then the other side."""
    _tac_of(table, other(table.state.attacking), "face")


@clause("DE-TACP-02", "DE-TACP-04", "DE-GEN-06")
def _tac_of(table: Table[Battle], side: str, then: str) -> None:
    battle = table.state
    mine = who.of_side(battle, side)
    if any(tac_of(figure) is not None and not figure.tac_played for figure in mine):
        face_tac(table, mine)  # also of a side that declared them, whose cards all know
    movers = [one for one in mine if to_move(one)]
    if not movers:
        battle.phase = then
        return
    figure = next_of(table, movers, "tac_mover", "Whose TAC card is carried out next?")
    with_contacts(table, lambda: carry_out(table, figure))
    if len(movers) == 1:
        battle.phase = then


def next_of(table: Table[Battle], some: Sequence[Figure], key: str, prompt: str) -> Figure:
    """Ask a side which of its figures comes next (DE-SEQ-09)."""
    battle = table.state
    chosen = table.ask(
        Pick(
            some[0].side,
            key,
            prompt,
            [str(one.id) for one in some],
            label=lambda one: battle.figures[int(one)].name,
            usual=str(some[0].id),
        )
    )
    return battle.figures[int(chosen)]


def tac_of(figure: Figure) -> Card | None:
    """The TAC card a figure, or its steed, has chosen."""
    keys = figure.steed.hand if figure.steed is not None else figure.hand
    return next((card(key) for key in keys if card(key).name in TAC_NAMES), None)


@clause("DE-TACP-02", "DE-HTAC-01", "DE-TACP-12")
def face_tac(table: Table[Battle], some: Sequence[Figure]) -> None:
    """Turn up the TAC cards of some figures."""
    shown = []
    for figure in some:
        one = tac_of(figure)
        if figure.shown == "none":
            figure.shown = "tac"
        if one is None:
            continue
        set_tac(figure, one)
        target = f"@{one.target}" if one.target != NOBODY else ""
        shown.append((figure.id, f"{one.name}{target}"))
    if shown:
        table.tell(told.TacFaced(some[0].side, tuple(shown)))


@clause("DE-TAC-18", "DE-HTAC-07", "DE-CHG-32")
def set_tac(figure: Figure, one: Card) -> None:
    """Put a TAC card in force: a steed's is its rider's too."""
    figure.tac, figure.tac_target, figure.tac_played = one.name, one.target, True
    if one.name == "CHARGE" and figure.steed is None:
        figure.charged_this_turn = figure.charged_this_melee = True
    if figure.steed is not None:
        figure.steed.tac = one.name
        figure.steed.tac_count += 1


def to_move(figure: Figure) -> bool:
    """Whether a TAC card is still to be carried out."""
    return figure.tac_played and not figure.tac_done and figure.tac in MOVING


@clause("DE-TACP-03", "DE-TAC-01")
def carry_out(table: Table[Battle], figure: Figure) -> None:
    """Carry out one TAC card, and note whom it brought together."""
    battle = table.state
    figure.tac_done = True
    figure.tac_moved += tac_move(table, figure, figure.tac, figure.tac_target)
    note_met(battle, figure)


@clause("DE-TACP-06", "DE-TAC-03", "DE-INIT-06", "DE-MSEQ-04")
def note_met(battle: Battle, figure: Figure) -> None:
    """Note the pairs that were not in contact when the round began and are now.

    Who comes up in the MELEE phase to somebody at grips attacks him.
    """
    for one in enemies_touched(battle, figure):
        name = pair(figure.id, one.id)
        if one.id not in figure.engaged_at and name not in battle.met:
            battle.met = (*battle.met, name)
            if battle.card_round > 0 and one.engaged_at and not figure.engaged_at:
                battle.pair_attackers.setdefault(name, figure.id)


# -- everything else


@clause("DE-TACP-04", "DE-MSEQ-01", "DE-COST-02")
def face(table: Table[Battle]) -> None:
    """Turn up all cards but dodges, and pay for them."""
    battle = table.state
    active = [one for one in battle.figures if one.status == "active"]
    if battle.card_round > 0:
        for side in (battle.attacking, other(battle.attacking)):
            mine = [one for one in active if one.side == side]
            if mine:
                face_tac(table, mine)
    for figure in active:
        _face_one(table, figure)
    if battle.card_round > 0:
        movers = [(one, _aim(battle, one)) for one in active if to_move(one)]
        settle_attackers(table, [(one, at) for one, at in movers if may_meet(battle, one, at)])
    battle.phase = "cast"


@clause("DE-TACP-08")
def _aim(battle: Battle, figure: Figure) -> int:
    """Whom a closing card goes for: the target named, or without one the nearest."""
    goal = aim(battle, figure, figure.tac_target) if figure.tac in CLOSING else None
    return NOBODY if goal is None else goal.id


@clause("DE-MSEQ-13")
def may_meet(battle: Battle, figure: Figure, target: int) -> bool:
    """Whether a TAC card could bring two together, who may both be on the way."""
    if target == NOBODY:
        return False
    foe = battle.figures[target]
    inches = distance_of(battle, figure, figure.tac)
    if to_move(foe) and _aim(battle, foe) == figure.id:
        inches += distance_of(battle, foe, foe.tac)
    return gap(figure, foe) <= inches + 0.02


def _face_one(table: Table[Battle], figure: Figure) -> None:
    battle = table.state
    paid = pay(battle, figure)
    seen = tuple(key for key in figure.hand if _faced(key))
    hidden = len([key for key in figure.hand if card(key).name in DODGES])
    figure.shown = "cards" if hidden else "all"
    figure.last_hand = figure.hand
    if seen and not (len(seen) == 1 and card(seen[0]).name == "PASSIVE_SHIELD_PARRY"):
        table.tell(told.CardsFaced(figure.id, seen, paid))
    steed = figure.steed
    if steed is not None:
        cost = pay_steed(battle, figure)
        if any(card(key).name in DODGES for key in steed.hand):
            figure.shown = "cards"
        shown = tuple(key for key in steed.hand if _faced(key))
        if shown:
            table.tell(told.CardsFaced(figure.id, shown, cost, True))


@clause("DE-COST-02", "DE-MELEE-13", "DE-DEF-08", "DE-CARD-14", "DE-HTH-09", "DE-MSEQ-11")
def pay(battle: Battle, figure: Figure) -> int:
    """Pay for the cards a figure faces, in the TAC phase as in every round.

    The first active parry of the turn is free.
    """
    names = [card(key).name for key in figure.hand]
    if MIXED in names and not figure.mixed:
        figure.mixed = True
        figure.blows_left = hand_blows(battle, figure, figure.blows_left)
    if LET_GO in names:
        release(battle, figure)
    cost = Hand(battle, figure).cost(figure.hand)
    if DROP_OUT in names:
        figure.dropped_out = True
        cost = figure.blows_left
    figure.blows_left = max(0, figure.blows_left - cost)
    if "ACTIVE_SHIELD_PARRY" in names:
        figure.free_parry_used = True
    if "MOVE" in names and figure.free_moves_left:
        figure.free_moves_left -= 1
    return cost


@clause("DE-HTAC-11")
def pay_steed(battle: Battle, figure: Figure) -> int:
    """Pay for a steed's cards out of its own blows."""
    steed = figure.steed
    assert steed is not None
    cost = SteedHand(battle, figure).cost(steed.hand)
    steed.blows_left = max(0, steed.blows_left - cost)
    return cost


def _faced(key: str) -> bool:
    name = card(key).name
    return name not in DODGES and name not in TAC_NAMES and name not in CALLS
