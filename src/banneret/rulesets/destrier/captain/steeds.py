"""Choosing cards for a steed, beside its rider's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..basics import who
from ..basics.state import card
from ..ground.contact import enemies_touched, may_strike, own_side
from ..melee.cards.deck import CLOSING, TAC_NAMES

if TYPE_CHECKING:
    from banneret.core.questions.choices import Play

    from ..basics.state import Battle, Figure


def hand(battle: Battle, choice: Play) -> Any:
    """Choose a steed's cards: its usual TAC card, a trample or a kick if there is somebody."""
    figure = battle.figures[choice.about[0]]
    keys = [
        key for key in choice.candidates if choice.why_not is None or choice.why_not(key) is None
    ]
    tac = [key for key in keys if card(key).name in TAC_NAMES]
    own: tuple[str, ...] = ()
    if battle.card_round == 0 and tac:
        aimed = [key for key in tac if card(key).name in CLOSING and card(key).target >= 0]
        own = ((aimed or tac)[0],)
    left = kicked(battle, figure)
    for name in ("TRAMPLE", "KICK"):
        for key in keys:
            if name == "KICK" and card(key).target not in left:
                continue
            if card(key).name == name and (whole := choice.lawful((*own, key))) is not None:
                return whole
    if battle.card_round > 0 and not enemies_touched(battle, figure) and "HORSE_MOVE" in keys:
        whole = choice.lawful(("HORSE_MOVE",))
        if whole is not None:
            return whole
    return choice.lawful(own) or choice.first()


def kicked(battle: Battle, figure: Figure) -> list[int]:
    """Whom a steed may kick: nobody on the one side through which its rider strikes (DE-HTH-08)."""
    foes = enemies_touched(battle, figure)
    weapon = who.weapon_of(battle, figure) if figure.blows_left else ""
    struck = [foe for foe in foes if weapon and may_strike(battle, figure, foe, weapon) is None]
    sides = {own_side(figure, foe).name for foe in struck}
    return [foe.id for foe in foes if sides != {own_side(figure, foe).name}]
