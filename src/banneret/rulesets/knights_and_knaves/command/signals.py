"""Signals and events that set off the second part of an order (KK-ORDER-13 to 19, 23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.measuring import gap_to_point

from ..basics.state import COMMAND_RANGE, STEADY, WITHDRAWING, Declared
from ..basics.who import men_of, retinue_of
from ..ground import contact, features, sight
from ..morale.checking import turn_order
from ..screen.events import Received, Signalled
from . import orders, torching
from .action.by_die import receive_order
from .hearing import commander, hears

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man, Order

NO_SIGNAL = "none"


@clause("KK-ORDER-13", "KK-ORDER-17", "KK-TURN-03")
def signals(table: Table[Battle]) -> None:
    """Lords may signal, leaders make it out or not; then what was seen on the ground."""
    battle = table.state
    for retinue in battle.retinues:
        retinue.signalled = ""
    able = {one.player: _signals_of(battle, one.player) for one in battle.retinues}
    asked = [(player, found) for player, found in able.items() if found]
    answers = table.ask_all([_question(battle, player, found) for player, found in asked])
    given = {p: a for (p, _), a in zip(asked, answers, strict=True) if a != NO_SIGNAL}
    for player in turn_order(battle):
        if player in given:
            _signal(table, player, given[player], able[player][given[player]])
        _notice_fires(table, player)
        _notice_events(table, player)
    battle.commanding = tuple([p for p in turn_order(battle) if commander(battle, p) is not None])
    battle.phase = "reform"


def _question(battle: Battle, player: str, found: dict[str, Man]) -> Pick[str]:
    lord = battle.men[retinue_of(battle, player).lord]
    return Pick(
        player,
        "signal",
        f"{lord.profile.name}: give a signal? It is all he does this turn.",
        (NO_SIGNAL, *found),
        label=lambda key: "no signal" if key == NO_SIGNAL else key,
        about=(lord.id,),
        usual=NO_SIGNAL,
    )


# -- giving


@clause("KK-ORDER-13", "KK-ORDER-15", "KK-ORDER-19", "KK-ORDER-23", "KK-CMD-23")
def _signals_of(battle: Battle, player: str) -> dict[str, Man]:
    """The signals he could give now, and who would give each.

    Whether an order waits for one makes no difference: that he is asked must not tell of it.
    """
    lord = battle.men[retinue_of(battle, player).lord]
    if not is_free_to_signal(battle, lord):
        return {}
    givers = {signal: signaller(battle, lord, signal) for signal in orders.SIGNALS}
    return {signal: giver for signal, giver in givers.items() if giver is not None}


def is_free_to_signal(battle: Battle, man: Man) -> bool:
    """On his feet, awake, in no melee and bound to no captive (KK-YIELD-07)."""
    return (
        man.status in {STEADY, WITHDRAWING} and not man.stun and not contact.touching(battle, man)
    )


@clause("KK-ORDER-06", "KK-ORDER-19")
def signaller(battle: Battle, lord: Man, signal: str) -> Man | None:
    """The lord himself or a figure in his command range who has the piece and no melee."""
    reach = COMMAND_RANGE * battle.options.scale
    if signal == "fire":
        return lord if bonfires(battle, lord, reach) else None
    for man in (lord, *men_of(battle, lord.player)):
        if (
            man.profile.signal == signal
            and is_free_to_signal(battle, man)
            and hears(battle, lord, man)
        ):
            return man
    return None


def bonfires(battle: Battle, man: Man, reach: float) -> list[tuple[float, float]]:
    """Where his bonfires within reach stand."""
    return [
        spot.at
        for spot in battle.scenario.spot
        if spot.kind == "bonfire"
        and spot.side in {"", man.side, man.player}
        and gap_to_point(man.base, spot.at) - spot.radius <= reach
    ]


@clause("KK-ORDER-13", "KK-ORDER-14", "KK-ORDER-19")
def _signal(table: Table[Battle], player: str, signal: str, giver: Man) -> None:
    """It always works and is all the lord and his signaller do; each group addressed rolls."""
    battle = table.state
    retinue = retinue_of(battle, player)
    lord = battle.men[retinue.lord]
    retinue.signalled = signal
    for man in (lord, giver):
        man.chit = "signal"
        man.declared = Declared()
    table.tell(Signalled(player, signal, giver.id))
    for group in orders.groups_of(battle, player):
        order = orders.order_for(battle, group)
        if order is not None and order.part == 1 and order.trigger == f"signal:{signal}":
            head = orders.head_of(battle, group)
            if head is None or head.stun or not _perceives(battle, head, signal, giver):
                continue
            if head is giver:
                activate(battle, group, order)  # nobody overhears his own trumpet
            else:
                _receive(table, group, order, head)


@clause("KK-ORDER-19")
def _perceives(battle: Battle, head: Man, signal: str, giver: Man) -> bool:
    """A trumpet is heard anywhere; a flag or a fire must be seen."""
    if signal == "trumpet" or head.id == giver.id:
        return True
    if signal == "flag":
        return sight.visible(battle, head, giver)
    reach = COMMAND_RANGE * battle.options.scale
    return any(sight.sees_place(battle, head, x, y) for x, y in bonfires(battle, giver, reach))


# -- receiving


@clause("KK-ORDER-14", "KK-ORDER-16", "KK-ORDER-23")
def _receive(table: Table[Battle], group: str, order: Order, head: Man) -> None:
    """At or below his melee skill he acts on it, with his unit, from this turn on."""
    with table.privately((head.player,)):
        roll = receive_order(table, head.profile.melee, head.player)
        table.tell(Received(head.id, roll.received))
    if roll.received:
        activate(table.state, group, order)


@clause("KK-ORDER-16", "KK-ACT-15")
def activate(battle: Battle, group: str, order: Order) -> None:
    """The second part is in force."""
    orders.set_order(
        battle, group, replace(order, part=2, activated=battle.turn, heard=False, chosen="")
    )


@clause("KK-ORDER-06", "KK-ORDER-15", "KK-ORDER-19")
def _notice_fires(table: Table[Battle], player: str) -> None:
    """A house his own men set alight is a signal each turn, for who sees it and waits for fire."""
    battle = table.state
    own = [fire for fire in battle.fires if battle.men[fire.by].player == player]
    if not own or retinue_of(battle, player).signalled == "fire":
        return
    for group in orders.groups_of(battle, player):
        order = orders.order_for(battle, group)
        if order is None or order.part == 2 or order.trigger != "signal:fire":
            continue
        head = orders.head_of(battle, group)
        if head is None or head.stun:
            continue
        if any(fire.by == head.id for fire in own):
            activate(battle, group, order)  # he need not look for what he did himself
        elif any(torching.sees_fire(battle, head, fire) for fire in own):
            _receive(table, group, order, head)


@clause("KK-ORDER-18", "KK-ORDER-05", "KK-ORDER-23")
def _notice_events(table: Table[Battle], player: str) -> None:
    """A place occupied or abandoned in a leader's sight: he rolls each turn until he takes it in.

    Once seen it holds, though the place should change hands again.
    """
    battle = table.state
    for group in orders.groups_of(battle, player):
        order = orders.order_for(battle, group)
        if order is None or order.part == 2 or order.trigger.startswith("signal:"):
            continue
        head = orders.head_of(battle, group)
        looked = _looked(battle, order, head)
        if looked != order:
            order = looked
            orders.set_order(battle, group, order)
        if not order.heard or head is None or head.stun:
            continue
        if battle.options.terrain_trigger_automatic:
            activate(battle, group, order)
        else:
            _receive(table, group, order, head)


@clause("KK-ORDER-18")
def _looked(battle: Battle, order: Order, head: Man | None) -> Order:
    """Compare who stands in the place with who stood there, and whether the leader sees it."""
    event, _, name = order.trigger.partition(":")
    pieces = features.called(battle, name)
    now = {side for key in pieces for side in features.sides_in(battle, key)}
    was = set(order.was)
    if event == "occupied":
        true, was = bool(now - was), was & now
    else:
        true, was = bool(was - now), was | now
    seen = true and head is not None and not head.stun and any(
        features.seen_by(battle, head, key) for key in pieces
    )  # fmt: skip
    return replace(order, heard=order.heard or seen, was=tuple(sorted(was)))
