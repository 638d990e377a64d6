"""Sentences for turn and melee: who struck, cast, shot and fell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.play.events import Rolled
from banneret.tabletop.screen.words import counted, listed

from .. import told
from ..parties import within
from .cards import card_name, shown_card
from .naming import name

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...basics.state import Battle

_CRITICAL = {
    "gash": "a deep gash",
    "weapon_arm": "the weapon arm was crippled",
    "shield_arm": "the shield arm was crippled",
    "leg": "a leg was crippled",
    "head": "a blow on the head",
    "mortal": "a mortal wound",
}
_OF_A_STEED = {  # which takes the damage and nothing else (DE-HOST-65)
    "weapon_arm": "a deep wound in the shoulder",
    "shield_arm": "a deep wound in the flank",
    "leg": "a deep wound in the leg",
}
_RESULT = {
    "rocked": "was rocked",
    "staggered_5_feet": "staggered back half an inch",
    "staggered_10_feet": "staggered back an inch",
    "knees": "went to the knees",
    "flat": "was knocked flat",
    "flat_stunned": "was knocked flat and stunned",
    "stirrup_lost": "lost a stirrup",
    "unhorsed": "was unhorsed",
    "unhorsed_stunned": "was unhorsed and stunned",
    "none": "withstood it",
    "stumble": "stumbled",
    "falls": "fell",
}
_STATUS = {
    "down": "went down and was out of the fight",
    "dead": "died",
    "surrendered": "surrendered",
    "fled": "fled the field",
}


def _rolled(_battle: Battle, event: Rolled) -> str | None:
    """A hold that was looked for and not found (DE-GRAP-16); other dice stand with their deeds."""
    needed = event.wish.needed if event.wish is not None else None
    if event.purpose != "opportunity" or not isinstance(needed, int) or event.faces[0] <= needed:
        return None
    return f"Nobody found a hold: {event.faces[0]}, and {needed} or less was needed."


def _own_tables(_battle: Battle, event: told.OwnTables) -> str:
    named = ", ".join(one.replace("_", " ") for one in event.tables)
    return f"Tables of your own took the place of the book's: {named}."


def _turn(_battle: Battle, event: told.TurnBegan) -> str:
    return f"Turn {event.turn} began."


def _initiative(battle: Battle, event: told.InitiativeWon) -> str:
    why = " by surprise" if event.surprise else ""
    which = "first" if event.half == 1 else "second"
    return f"The {which} initiative{why} went to {within(battle, event.side)}."


def _pair(battle: Battle, event: told.PairRolled) -> str:
    return f"{name(battle, event.figure)} counted as attacker of {name(battle, event.other)}."


def _tac_faced(battle: Battle, event: told.TacFaced) -> str | None:
    if not event.cards:
        return None
    shown = "; ".join(f"{name(battle, who)}: {shown_card(battle, key)}" for who, key in event.cards)
    return f"TAC cards faced: {shown}."


def _cards_faced(battle: Battle, event: told.CardsFaced) -> str | None:
    if not event.cards:
        return None
    who = name(battle, event.figure) + ("'s steed" if event.steed else "")
    shown = ", ".join(shown_card(battle, key) for key in event.cards)
    paid = f" for {event.paid} {'blow' if event.paid == 1 else 'blows'}" if event.paid else ""
    return f"{who} faced {shown}{paid}."


def _dodge(battle: Battle, event: told.DodgeFaced) -> str:
    ways = dict.fromkeys(guess for _, guess in event.guesses)
    guessed = [
        f"{listed([name(battle, who) for who, guess in event.guesses if guess == way])} guessed "
        f"{'it' if way == event.direction else way}"
        for way in ways
    ]
    said = "; ".join([f"DODGE {event.direction.upper()}", *guessed])
    return f"{name(battle, event.figure)} turned up {said}."


def _struck(battle: Battle, event: told.Struck) -> str:
    one = name(battle, event.figure) + ("'s steed" if event.steed else "")
    two = name(battle, event.target) + ("'s steed" if event.part == "steed" else "")
    arm = event.weapon.replace("_", " ")
    if not event.hit:
        return f"{one} missed {two} with the {arm}."
    how = _critical(event.critical, event.part)
    return f"{one} hit {two} with the {arm} for {event.damage}{how}."


def _critical(effect: str, part: str) -> str:
    """What a critical did besides its damage, to a man or to a steed."""
    words = {**_CRITICAL, **_OF_A_STEED} if part == "steed" else _CRITICAL
    return f": {words.get(effect, effect)}" if effect else ""


def _lost(battle: Battle, event: told.BlowLost) -> str:
    return f"{name(battle, event.figure)} could not strike: {event.why}."


def _arms(battle: Battle, event: told.ArmsLost) -> str:
    return f"{name(battle, event.figure)}'s {event.thing.replace('_', ' ')} was {event.how}."


def _fell(battle: Battle, event: told.Fell) -> str:
    return f"{name(battle, event.figure)} {_STATUS[event.status]}."


def _wounded(battle: Battle, event: told.Wounded) -> str:
    return f"{name(battle, event.figure)} {event.how}."


def _bashed(battle: Battle, event: told.Bashed) -> str:
    one, two = name(battle, event.figure), name(battle, event.target)
    if not event.result:
        return f"{one} failed to bash {two} with the {event.how}."
    return f"{one} bashed {two} with the {event.how}: {two} {_RESULT[event.result]}."


def _countered(battle: Battle, event: told.Countered) -> str:
    one, two = name(battle, event.figure), name(battle, event.target)
    answer = f", who answered with {card_name(event.answer)}" if event.answer else ""
    comes = "came off" if event.comes else "did not come off"
    return f"{one} laid a counterblow against {two}{answer}; it {comes}."


def _raged(battle: Battle, event: told.Raged) -> str:
    return f"{name(battle, event.figure)} {event.how}."


def _halted(battle: Battle, event: told.Halted) -> str:
    one, two = name(battle, event.figure), name(battle, event.target)
    if event.turned_on:
        return f"{one} tried to halt {two}, who turned on him."
    return f"{one} tried to halt {two}, who {'calmed down' if event.calmed else 'raged on'}."


def _grappled(battle: Battle, event: told.Grappled) -> str:
    one, two = name(battle, event.figure), name(battle, event.target)
    if event.figure == event.target:
        if event.how == "shook off some holders" and not event.done:
            return f"{one} shook off some of those who held him, and was still held."
        return f"{one} {'broke free' if event.done else 'failed to break free'}."
    if event.how.startswith("tossed"):
        _, _, where = event.how.partition(" ")
        return f"{one} threw {two} {where}." if event.done else f"{one} failed to throw {two}."
    return f"{one} {event.how} {two}{'' if event.done else ' in vain'}."


def _rose(battle: Battle, event: told.Rose) -> str:
    return f"{name(battle, event.figure)} {'got up' if event.up else 'failed to get up'}."


def _drew(battle: Battle, event: told.Drew) -> str:
    return f"{name(battle, event.figure)} took the {event.thing.replace('_', ' ')} to hand."


def _shot(battle: Battle, event: told.Shot) -> str:
    two = name(battle, event.target) + ("'s steed" if event.part == "steed" else "")
    one, arm = name(battle, event.shooter), event.weapon.replace("_", " ")
    if event.friend >= 0:
        friend = name(battle, event.friend)
        return f"{one} missed {two} with the {arm} and hit {friend} for {event.damage}."
    if not event.hit:
        return f"{one} missed {two} with the {arm}."
    how = _critical(event.critical, event.part)
    return f"{one} hit {two} with the {arm} for {event.damage}{how}."


def _reloaded(battle: Battle, event: told.Reloaded) -> str:
    how = "loaded" if not event.left else "was still loading"
    return f"{name(battle, event.figure)} {how} the {event.weapon.replace('_', ' ')}."


def _spell(battle: Battle, event: told.SpellCast) -> str:
    said = " and ".join(one.replace("_", " ") for one in event.spells)
    whom = f" on {name(battle, event.target)}" if event.target >= 0 else ""
    if not event.landed:
        return f"{name(battle, event.figure)} cast {said}{whom}, which went astray."
    much = f" for {event.amount}" if event.amount else ""
    were = "was" if len(event.resisted) == 1 else "were"
    against = f"; {' and '.join(event.resisted)} {were} resisted" if event.resisted else ""
    return f"{name(battle, event.figure)} cast {said}{whom}{much}{against}."


def _did(battle: Battle, event: told.Did) -> str:
    return f"{name(battle, event.figure)} {event.what}."


def _surrendered(battle: Battle, event: told.Surrendered) -> str:
    return f"{name(battle, event.figure)} surrendered to {name(battle, event.target)}."


def _melee_ended(_battle: Battle, event: told.MeleeEnded) -> str:
    return f"The melee ended after {counted(event.rounds, 'card round')}."


def _ended(battle: Battle, event: told.Ended) -> str:
    who = f"Victory for {within(battle, event.winner)}" if event.winner else "A draw"
    return f"{who}: {event.reason}."


TELLERS: dict[type[Any], Callable[[Battle, Any], str | None]] = {
    Rolled: _rolled,
    told.OwnTables: _own_tables,
    told.TurnBegan: _turn,
    told.InitiativeWon: _initiative,
    told.PairRolled: _pair,
    told.TacFaced: _tac_faced,
    told.CardsFaced: _cards_faced,
    told.DodgeFaced: _dodge,
    told.Struck: _struck,
    told.BlowLost: _lost,
    told.ArmsLost: _arms,
    told.Fell: _fell,
    told.Wounded: _wounded,
    told.Bashed: _bashed,
    told.Countered: _countered,
    told.Raged: _raged,
    told.Halted: _halted,
    told.Grappled: _grappled,
    told.Rose: _rose,
    told.Drew: _drew,
    told.Shot: _shot,
    told.Reloaded: _reloaded,
    told.SpellCast: _spell,
    told.Did: _did,
    told.Surrendered: _surrendered,
    told.MeleeEnded: _melee_ended,
    told.Ended: _ended,
}
