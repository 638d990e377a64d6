"""Movement in a card round: spells first, TAC and MOVE cards, getting up, drawing, withheld."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics import who
from ..basics.columns.words import tac_named
from ..basics.state import NOBODY, card, moved, other, pair
from ..ground.contact import enemies_touched
from ..host import grappling, rage
from ..host.cards import tac_cost
from ..movement.doing import DOINGS, do, get_up
from ..movement.doing import why_not as why_not_do
from ..movement.going import fast
from ..movement.steps import move_card
from ..movement.tac import LEAVING, tac_move
from ..screen import told
from ..screen.wording.cards import card_name
from . import harm
from .cards.deck import tac_cards, to_draw, to_halt
from .cards.facing import carry_out, next_of, note_met, set_tac, to_move
from .cards.steeds_hands import SteedHand
from .grapples import break_free
from .replies.following import with_contacts

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Card, Figure


@clause("DE-MAG-06", "DE-MSEQ-01")
def cast(table: Table[Battle]) -> None:
    """Spells resolve before all else in the exchange."""
    from ..turn.casting import cast_by_card  # noqa: PLC0415  # spells are cast in segments too

    battle = table.state
    for figure in who.in_order(battle):
        for key in figure.hand:
            if card(key).name == "CAST_SPELL" and not who.helpless(figure):
                cast_by_card(table, figure, card(key))
    for figure in battle.figures:
        figure.move_done = figure.status != "active"
    battle.phase = "move_first"


def move_first(table: Table[Battle]) -> None:
    """The attacking side's TAC moves and MOVE cards that are not withheld."""
    _moves_of(table, table.state.attacking, "move_second")


def move_second(table: Table[Battle]) -> None:
    """Then the other side's."""
    _moves_of(table, other(table.state.attacking), "guess")


@clause("DE-MSEQ-13", "DE-MSEQ-03")
def _moves_of(table: Table[Battle], side: str, then: str) -> None:
    battle = table.state
    movers = [one for one in who.of_side(battle, side) if _has_move(one)]
    if not movers:
        battle.phase = then
        return
    figure = next_of(table, movers, "mover_by_card", "Who moves next?")
    first = _before(battle, figure)
    mover = first if first is not None else figure
    with_contacts(table, lambda: _carry(table, mover))


@clause("DE-MSEQ-13")
def _before(battle: Battle, figure: Figure) -> Figure | None:
    """The attacker of a pair rolled for, who moves before its defender."""
    for name, attacker in battle.pair_attackers.items():
        if str(figure.id) in name.split("-") and attacker != figure.id:
            one = battle.figures[attacker]
            if to_move(one) and who.on_feet(one):
                return one
    return None


def _has_move(figure: Figure) -> bool:
    if figure.move_done or not who.on_feet(figure):
        return False
    if to_move(figure):
        return True
    own = any(_before_blows(card(key)) for key in figure.hand)
    steed = figure.steed
    return own or (steed is not None and any(card(key).name == "HORSE_MOVE" for key in steed.hand))


def _before_blows(one: Card) -> bool:
    if one.name == "MOVE":
        return one.detail != "withheld"
    return one.name in ("DRAW_WEAPON", "BREAK_FREE")


def _carry(table: Table[Battle], figure: Figure) -> None:
    """Carry out one figure's cards of movement."""
    if to_move(figure):
        carry_out(table, figure)
    figure.move_done = True
    for key in figure.hand:
        if who.on_feet(figure) and _before_blows(card(key)):
            use(table, figure, card(key))
    steed = figure.steed
    if steed is not None and any(card(key).name == "HORSE_MOVE" for key in steed.hand):
        from ..horses.cards import play_move  # noqa: PLC0415  # horses play cards in turn

        if fast(steed.speed):
            play_move(table, figure)
            note_met(table.state, figure)
        else:
            step(table, figure, play_move)


def use(table: Table[Battle], figure: Figure, one: Card) -> None:
    """Carry out a MOVE, DRAW WEAPON or BREAK FREE card of one who still can."""
    if not _still_able(figure, one.name):
        return
    if one.name == "DRAW_WEAPON":
        draw(table, figure, one.detail)
    elif one.name == "BREAK_FREE":
        break_free(table, figure)
    elif figure.pinned:
        wriggle(figure)
    elif figure.posture != "standing":
        rise(table, figure)
    elif one.detail in DOINGS:
        if why_not_do(table.state, figure, one.detail) is None:
            do(table, figure, one.detail)
    elif one.detail == "halt":
        if table.state.figures[one.target] in to_halt(table.state, figure):
            halt(table, figure, table.state.figures[one.target])
    else:
        step(table, figure)


@clause("DE-HOST-67", "DE-GRAP-08", "DE-MELEE-04")
def _still_able(figure: Figure, name: str) -> bool:
    """Whether spells and bashes of this round leave one able to carry out a card."""
    if who.stunned(figure):
        return False
    if figure.restrained_by:
        return name == "BREAK_FREE"
    return name != "DRAW_WEAPON" or figure.posture != "prone"


@clause("DE-GRAP-11", "DE-CARD-13")
def rise(table: Table[Battle], figure: Figure) -> None:
    """Get up: from flat on 1 to 4, from the knees at once."""
    state: Literal["flat", "knees"] = "flat" if figure.posture == "prone" else "knees"
    found = grappling.stand_up(table, table.state.tables, state=state)
    up = found.up and get_up(table, figure)
    table.tell(told.Rose(figure.id, up))


@clause("DE-HOST-35")
def wriggle(figure: Figure) -> None:
    """Get free of a fallen horse: two blows in all."""
    figure.pinned -= 1


@clause("DE-CARD-03", "DE-CARD-04", "DE-CARD-06", "DE-HOST-67")
def draw(table: Table[Battle], figure: Figure, detail: str) -> None:
    """Take a weapon or the shield to hand, dropping or sheathing what the hand held."""
    thing, _, sheathes = detail.partition("+")
    if thing not in to_draw(figure):
        table.tell(told.Did(figure.id, f"no longer had the {card_name(thing)} at his feet"))
        return
    if figure.fired:
        figure.blows_left = max(0, figure.blows_left - 1 - figure.bonus_blows)
        figure.bonus_blows = 0
        figure.fired = False
    if thing == "shield":
        figure.shield_slung = False
    else:
        _clear_hands(table, figure, thing, bool(sheathes))
        harm.take_up(figure, thing)
    harm.burden(table.state, figure)
    table.tell(told.Drew(figure.id, thing))


def _clear_hands(table: Table[Battle], figure: Figure, thing: str, sheathes: bool) -> None:
    """Empty the weapon hand for something else."""
    for held in figure.in_hand:
        if held in figure.profile.natural:
            continue
        if sheathes:
            figure.in_hand = tuple(one for one in figure.in_hand if one != held)
            figure.weapons = (*figure.weapons, held)
        elif held != thing:
            harm.drop(table, figure, held, "dropped")


# -- contact by a MOVE card


@clause("DE-CARD-13", "DE-TAC-01", "DE-TAC-02", "DE-TAC-03", "DE-TAC-04")
def step(
    table: Table[Battle],
    figure: Figure,
    move: Callable[[Table[Battle], Figure], None] = move_card,
) -> None:
    """Move an inch or turn, or have a slow steed go; contact made so lets both play TAC cards."""
    battle = table.state
    before = {one.id for one in enemies_touched(battle, figure)}
    move(table, figure)
    met = [one for one in enemies_touched(battle, figure) if one.id not in before]
    if not met:
        return
    come_up(table, figure)
    for one in met:
        name = pair(figure.id, one.id)
        if battle.card_round > 0:  # in the TAC phase the initiative says who attacks (DE-INIT-06)
            battle.pair_attackers[name] = figure.id
        battle.met = (*battle.met, name)
        come_upon(table, one, figure)


@clause("DE-HTAC-01", "DE-HTAC-11")
def later_tacs(battle: Battle, figure: Figure) -> dict[str, int]:
    """The TAC cards a figure or its steed has blows for in the MELEE phase, and what they cost."""
    steed = figure.steed
    names = tac_cards(battle, figure) if steed is None else SteedHand(battle, figure).later()
    costs = {name: tac_cost(battle.tables, card=tac_named(name), phase="MELEE") for name in names}
    return {name: cost for name, cost in costs.items() if cost <= (steed or figure).blows_left}


def play_later(figure: Figure, name: str, cost: int) -> None:
    """Pay for a TAC card that contact by a MOVE card let somebody play."""
    (figure.steed or figure).blows_left -= cost
    set_tac(figure, card(name))
    figure.tac_done = True


@clause("DE-TAC-02", "DE-TAC-04", "DE-MELEE-10")
def come_up(table: Table[Battle], figure: Figure) -> None:
    """The mover may play any TAC card it is entitled to, or none and count as standing ground.

    After the blows of the round there is nothing left for a card of his to tell on.
    """
    battle = table.state
    if figure.tac or battle.phase == "withheld":
        return
    costs = later_tacs(battle, figure)
    chosen = table.ask(
        Pick(
            figure.side,
            "tac_on_contact",
            f"{figure.name} has come up: play a TAC card?",
            ["none", *[name for name in costs if name not in LEAVING]],
            label=card_name,
            about=(figure.id,),
            usual="none",
        )
    )
    if chosen != "none":
        play_later(figure, chosen, costs[chosen])


@clause("DE-TAC-02", "DE-TAC-03", "DE-MELEE-12")
def come_upon(table: Table[Battle], figure: Figure, mover: Figure) -> None:
    """Who is come upon stands his ground free, or pays two blows to leave."""
    battle = table.state
    if figure.tac or who.helpless(figure):
        return
    costs = later_tacs(battle, figure) if figure.posture == "standing" else {}
    leaving = [name for name in LEAVING if name in costs]
    chosen = table.ask(
        Pick(
            figure.side,
            "tac_when_met",
            f"{mover.name} comes upon {figure.name}",
            ["STAND_GROUND", *leaving],
            label=card_name,
            about=(figure.id,),
            usual="STAND_GROUND",
        )
    )
    if chosen != "STAND_GROUND":
        play_later(figure, chosen, costs[chosen])
        figure.tac_moved = tac_move(table, figure, chosen, NOBODY)


# -- halting a berserker


@clause("DE-BERS-11", "DE-BERS-12", "DE-BERS-17")
def halt(table: Table[Battle], figure: Figure, berserker: Figure) -> None:
    """A friend tries to halt a berserker: he may turn on the friend, or calm down."""
    if not berserker.berserk or berserker.halted:
        return
    berserker.halted = True
    profile = berserker.profile
    found = rage.berserk_friend(
        table,
        table.state.tables,
        iq=profile.iq,
        wisdom=profile.wisdom,
        beloved=figure.beloved_of == berserker.id or berserker.beloved_of == figure.id,
    )
    table.tell(told.Halted(figure.id, berserker.id, found.attack_friend, found.calmed))
    if found.attack_friend:
        berserker.turned_on = (*berserker.turned_on, figure.id)
        moved(table.state)
    elif found.calmed:
        calm_down(table, berserker)


@clause("DE-BERS-15", "DE-BERS-16")
def calm_down(table: Table[Battle], figure: Figure) -> None:
    """Rage ends; below half his body he falls into a stupor; at nought or less he is down."""
    battle = table.state
    figure.berserk = False
    figure.turned_on = figure.visited = ()
    moved(battle)
    table.tell(told.Raged(figure.id, "calmed down"))
    if figure.body <= 0:
        harm.fell(table, figure, "down")
        return
    found = rage.stupor(
        battle.tables, body=figure.body, body_max=figure.body_max, blows=1, move=1.0
    )
    if found.stupor:
        figure.stupor = True
        table.tell(told.Raged(figure.id, "fell into a stupor"))


# -- withheld moves


@clause("DE-MSEQ-03", "DE-MSEQ-13")
def withheld(table: Table[Battle]) -> None:
    """MOVE cards that were withheld, after the blows, the attacking side's first.

    Who has followed somebody meanwhile has them all the same (DE-CARD-21).
    """
    battle = table.state
    waiting = [
        figure
        for figure in who.in_order(battle)
        if "MOVE>withheld" in figure.hand and not who.helpless(figure)
    ]
    if not waiting:
        battle.phase = "round_end"
        return
    figure = waiting[0]
    figure.hand = tuple(key for key in figure.hand if key != "MOVE>withheld")
    with_contacts(table, lambda: use(table, figure, card("MOVE")))
