"""Each card by itself: why a figure may not choose it now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ...basics import who
from ...ground.stands import gap
from ...movement.driven.forced import room_to_dodge
from ...movement.going import fast
from ...turn.spells import why_not_spell
from .deck import (
    DROP_OUT,
    PASSIVE,
    SIX_INCHES,
    free_hand,
    great_blows,
    kick_refusal,
    roughly_within,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...basics.state import Card
    from .hands import Hand


@clause("DE-CARD-07", "DE-CARD-08", "DE-CARD-09", "DE-CARD-20", "DE-BERS-01", "DE-BERS-03")
def weapon_card(hand: Hand, one: Card) -> Refusal | None:
    """DELIVER BLOW, GREAT BLOW and FEROCITY need a weapon, and somebody to strike."""
    figure = hand.figure
    if not hand.weapon:
        return Refusal("there is no weapon in hand", "DE-CARD-08")
    if one.name == "FEROCITY" and not figure.profile.trained:
        return Refusal("only trained fighters strike with ferocity", "DE-BERS-01")
    nordic = figure.profile.training == "nordic_berserk"
    if one.name == "DELIVER_BLOW" and figure.berserk and nordic:
        return Refusal("in his frenzy he strikes with FEROCITY", "DE-BERS-03")
    if one.name == "GREAT_BLOW":
        if not great_blows(figure):
            return Refusal("great blows are for chivalry and nordics", "DE-CARD-09")
        if hand.battle.tables.host.weapons[hand.weapon].kind == "lance":
            return Refusal("no great blow with the lance", "DE-CARD-20")
    return _names_steed(hand, one)


def _names_steed(hand: Hand, one: Card) -> Refusal | None:
    """Only who rides has a steed to strike at."""
    target = hand.battle.figures[one.target]
    if one.part == "steed" and target.steed is None:
        return Refusal(f"{target.name} has no steed", "DE-ATT-14")
    return None


@clause("DE-HTH-02", "DE-HTH-03", "DE-HTH-06", "DE-HTH-09", "DE-CARD-08")
def hand_card(hand: Hand, one: Card) -> Refusal | None:
    """PUNCH and KICK: by the unarmed, the grappled, and those who declared it."""
    figure, battle = hand.figure, hand.battle
    target = battle.figures[one.target]
    if hand.undeclared and not hand.first:
        return Refusal("hand-to-hand was not declared", "DE-HTH-09")
    if one.name == "PUNCH" and not free_hand(battle, figure) and not figure.mixed:
        return Refusal("there is no free hand", "DE-HTH-02")
    if one.name == "KICK":
        refused = kick_refusal(figure, target, one.part)
        if refused is not None:
            return refused
    return _names_steed(hand, one)


@clause("DE-CARD-08", "DE-BERS-06")
def parry(hand: Hand, one: Card) -> Refusal | None:
    """A weapon parry needs a weapon in hand; teeth and claws parry nothing."""
    if not who.held_weapon(hand.battle, hand.figure):
        return Refusal("there is no weapon in hand", "DE-CARD-08")
    return defence(hand, one)


@clause("DE-BERS-06")
def defence(hand: Hand, one: Card) -> Refusal | None:
    """Who is berserk does not defend himself."""
    figure = hand.figure
    if figure.berserk and (one.name != PASSIVE or figure.blows_left > 0):
        return Refusal("a berserk figure forswears defence", "DE-BERS-06")
    return None


@clause("DE-DEF-08")
def active(hand: Hand, one: Card) -> Refusal | None:
    """ACTIVE SHIELD PARRY needs training and a shield."""
    if not hand.figure.profile.trained:
        return Refusal("only trained fighters parry with the shield", "DE-DEF-08")
    if not hand.shield:
        return Refusal("there is no shield on the arm", "DE-DEF-14")
    return defence(hand, one)


@clause("DE-DODGE-01", "DE-DODGE-14")
def dodge(hand: Hand, one: Card) -> Refusal | None:
    """Dodges need feet and half an inch of room."""
    if hand.figure.mounted:
        return Refusal("men on horseback cannot dodge", "DE-DODGE-14")
    direction = one.name.removeprefix("DODGE_").lower()
    if not room_to_dodge(hand.battle, hand.figure, direction):
        return Refusal("there is no half inch of room", "DE-DODGE-01")
    return defence(hand, one)


@clause("DE-GRAP-02")
def pull(hand: Hand, one: Card) -> Refusal | None:
    """Only riders are pulled down."""
    target = hand.battle.figures[one.target]
    if target.steed is None:
        return Refusal(f"{target.name} does not ride", "DE-GRAP-02")
    return None


@clause("DE-HORSE-12", "DE-HORSE-14")
def hamstring(hand: Hand, one: Card) -> Refusal | None:
    """HAMSTRING: once a turn, with a weapon, at a slow horse in contact."""
    figure, target = hand.figure, hand.battle.figures[one.target]
    if figure.hamstrung_this_turn:
        return Refusal("one attempt in a turn", "DE-HORSE-12")
    if not hand.weapon:
        return Refusal("there is no weapon in hand", "DE-CARD-08")
    if target.steed is None or target not in hand.touched:
        return Refusal("it must be in contact with the horse", "DE-HORSE-12")
    if fast(target.steed.speed):
        return Refusal("the horse is too fast", "DE-HORSE-14")
    return None


@clause("DE-GRAP-16")
def restraint(hand: Hand, one: Card) -> Refusal | None:
    """RESTRAINT needs somebody to hold, and a cool head."""
    if hand.figure.berserk:
        return Refusal("a berserk figure takes no prisoner", "DE-BERS-10")
    return None if one.target >= 0 else Refusal("there is nobody to hold", "DE-GRAP-06")


@clause("DE-CARD-01", "DE-MISS-06")
def fire(hand: Hand, one: Card) -> Refusal | None:
    """FIRE MISSILE by the rules of shooting."""
    from ...turn.missiles import why_no_shot  # noqa: PLC0415  # shooting is a segment too

    if hand.figure.berserk:
        return Refusal("a berserk figure only closes", "DE-BERS-07")
    return why_no_shot(hand.battle, hand.figure, hand.battle.figures[one.target])


@clause("DE-CARD-02")
def reload(hand: Hand, _one: Card) -> Refusal | None:
    """RELOAD MISSILE needs something to load."""
    if not any(hand.figure.unloaded.values()):
        return Refusal("the weapon is loaded", "DE-CARD-02")
    return None


@clause("DE-CARD-13")
def move(hand: Hand, _one: Card) -> Refusal | None:
    """MOVE is for those on foot."""
    if hand.figure.mounted:
        return Refusal("the steed moves, not its rider", "DE-HORSE-06")
    return None


def magic(hand: Hand, one: Card) -> Refusal | None:
    """Spells by the rules of magick."""
    return why_not_spell(hand.battle, hand.figure, one)


@clause("DE-MSEQ-11")
def drop_out(hand: Hand, _one: Card) -> Refusal | None:
    """Nobody drops out with an enemy within six inches."""
    figure, battle = hand.figure, hand.battle
    foes = [one for one in who.enemies(battle, figure) if roughly_within(figure, one, 12.0)]
    if any(who.on_feet(one) and gap(figure, one) <= SIX_INCHES for one in foes):
        return Refusal("an enemy is within six inches", "DE-MSEQ-11")
    return None


RULES: dict[str, Callable[[Hand, Card], Refusal | None]] = {
    "DELIVER_BLOW": weapon_card,
    "GREAT_BLOW": weapon_card,
    "FEROCITY": weapon_card,
    "PUNCH": hand_card,
    "KICK": hand_card,
    "WEAPON_PARRY": parry,
    "DESPERATE_DEFENSE": defence,
    "ACTIVE_SHIELD_PARRY": active,
    PASSIVE: defence,
    "DODGE_LEFT": dodge,
    "DODGE_RIGHT": dodge,
    "DODGE_BACK": dodge,
    "PULL_RIDER": pull,
    "HAMSTRING": hamstring,
    "RESTRAINT": restraint,
    "FIRE_MISSILE": fire,
    "RELOAD_MISSILE": reload,
    "MOVE": move,
    "PREPARE_SPELL": magic,
    "CAST_SPELL": magic,
    DROP_OUT: drop_out,
}
