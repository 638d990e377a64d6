"""What happens in turn and melee, as small records, and the sentence for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from banneret.core.play.events import Event
from banneret.tabletop.screen.words import counted, listed

from ..basics.state import Battle, card
from .parties import within


class TurnBegan(Event, frozen=True, tag="de.turn"):
    """A new turn."""

    turn: int


class OwnTables(Event, frozen=True, tag="de.own_tables"):
    """Tables of somebody's own are played by (DE-HOST-64)."""

    tables: tuple[str, ...]


class InitiativeWon(Event, frozen=True, tag="de.initiative"):
    """A side has the initiative of a phase."""

    side: str
    half: int
    surprise: bool = False


class PairRolled(Event, frozen=True, tag="de.pair"):
    """Two that meet by cards rolled who attacks."""

    figure: int
    other: int


class TacFaced(Event, frozen=True, tag="de.tac_faced"):
    """A side's TAC cards were turned up."""

    reveals: ClassVar[bool] = True

    side: str
    cards: tuple[tuple[int, str], ...]


class CardsFaced(Event, frozen=True, tag="de.cards_faced"):
    """The MELEE cards of a figure, or of its steed, were turned up."""

    reveals: ClassVar[bool] = True

    figure: int
    cards: tuple[str, ...]
    paid: int
    steed: bool = False


class DodgeFaced(Event, frozen=True, tag="de.dodge_faced"):
    """A dodge was turned up, after everybody guessed."""

    reveals: ClassVar[bool] = True

    figure: int
    direction: str
    guesses: tuple[tuple[int, str], ...]


class Struck(Event, frozen=True, tag="de.struck"):
    """A blow fell, or missed."""

    figure: int
    target: int
    part: str
    card: str
    weapon: str
    hit: bool
    damage: int = 0
    critical: str = ""
    steed: bool = False  # the steed struck it


class BlowLost(Event, frozen=True, tag="de.blow_lost"):
    """A figure could not strike."""

    figure: int
    why: str


class ArmsLost(Event, frozen=True, tag="de.arms_lost"):
    """A weapon or shield was broken, struck away or dropped."""

    figure: int
    thing: str
    how: str


class Fell(Event, frozen=True, tag="de.fell"):
    """A figure is down, dead or out of the fight."""

    figure: int
    status: str


class Wounded(Event, frozen=True, tag="de.wounded"):
    """A figure was crippled, stunned or shocked."""

    figure: int
    how: str


class Bashed(Event, frozen=True, tag="de.bashed"):
    """A bash with body, shield or weapon."""

    figure: int
    target: int
    how: str
    result: str  # "" for a bash that failed


class Countered(Event, frozen=True, tag="de.countered"):
    """A counterblow was laid, answered, and came off or not."""

    reveals: ClassVar[bool] = True

    figure: int
    target: int
    answer: str
    comes: bool


class Raged(Event, frozen=True, tag="de.raged"):
    """A figure went berserk, kept its head, or calmed down."""

    figure: int
    how: str


class Halted(Event, frozen=True, tag="de.halted"):
    """A friend tried to halt a berserker."""

    figure: int
    target: int
    turned_on: bool
    calmed: bool


class Grappled(Event, frozen=True, tag="de.grappled"):
    """Holding, tossing, pulling down, breaking free."""

    figure: int
    target: int
    how: str
    done: bool


class Rose(Event, frozen=True, tag="de.rose"):
    """A figure tried to get up."""

    figure: int
    up: bool


class Drew(Event, frozen=True, tag="de.drew"):
    """A figure took something to hand."""

    figure: int
    thing: str


class Shot(Event, frozen=True, tag="de.shot"):
    """A missile flew."""

    shooter: int
    target: int
    part: str
    weapon: str
    hit: bool
    damage: int = 0
    critical: str = ""
    friend: int = -1


class Reloaded(Event, frozen=True, tag="de.reloaded"):
    """A missile weapon is a step nearer to being loaded."""

    figure: int
    weapon: str
    left: int

    @property
    def quiet(self) -> bool:
        """It decides nothing by itself."""
        return True


class SpellCast(Event, frozen=True, tag="de.spell"):
    """A spell was cast, and what it did."""

    reveals: ClassVar[bool] = True

    figure: int
    target: int
    spells: tuple[str, ...]
    landed: bool
    resisted: tuple[str, ...] = ()
    amount: int = 0


class Did(Event, frozen=True, tag="de.did"):
    """A figure did something else."""

    figure: int
    what: str

    @property
    def quiet(self) -> bool:
        """It decides nothing by itself."""
        return True


class Surrendered(Event, frozen=True, tag="de.surrendered"):
    """A figure gave itself up."""

    figure: int
    target: int


class MeleeEnded(Event, frozen=True, tag="de.melee_ended"):
    """No blows are left, or nobody wants to strike."""

    rounds: int


class Ended(Event, frozen=True, tag="de.ended"):
    """The battle is over."""

    winner: str
    reason: str


# -- sentences

_CRITICAL = {
    "gash": "a deep gash",
    "weapon_arm": "the weapon arm is crippled",
    "shield_arm": "the shield arm is crippled",
    "leg": "a leg is crippled",
    "head": "a blow on the head",
    "mortal": "a mortal wound",
}
_RESULT = {
    "rocked": "is rocked",
    "staggered_5_feet": "staggers back half an inch",
    "staggered_10_feet": "staggers back an inch",
    "knees": "goes to the knees",
    "flat": "is knocked flat",
    "flat_stunned": "is knocked flat and stunned",
    "stirrup_lost": "loses a stirrup",
    "unhorsed": "is unhorsed",
    "unhorsed_stunned": "is unhorsed and stunned",
    "none": "stands it",
    "stumble": "stumbles",
    "falls": "falls",
}
_STATUS = {
    "down": "is down and out of the fight",
    "dead": "is dead",
    "surrendered": "has surrendered",
    "fled": "has fled the field",
}


def card_name(name: str) -> str:
    """A card's name as it is printed."""
    return name.replace("_", " ")


def shown_card(battle: Battle, key: str) -> str:
    """A chosen card in words: its name, what it is about, whom it names."""
    one = card(key)
    said = card_name(one.name)
    if one.detail:
        said += f" ({one.detail.replace('_', ' ').replace('+', ' and ')})"
    if one.target >= 0:
        steed = "'s steed" if one.part == "steed" else ""
        said += f" on {battle.figures[one.target].name}{steed}"
    return said


def sentence(battle: Battle, event: Event) -> str | None:
    """Say in a sentence what happened; None for what is not worth telling."""
    teller = _TELLERS.get(type(event))
    return teller(battle, event) if teller is not None else None


def _name(battle: Battle, key: int) -> str:
    return battle.figures[key].name if key >= 0 else "nobody"


def _own_tables(_battle: Battle, event: OwnTables) -> str:
    named = ", ".join(one.replace("_", " ") for one in event.tables)
    return f"Tables of your own are played by, in place of the book's: {named}."


def _turn(_battle: Battle, event: TurnBegan) -> str:
    return f"Turn {event.turn} begins."


def _initiative(battle: Battle, event: InitiativeWon) -> str:
    why = " by surprise" if event.surprise else ""
    which = "first" if event.half == 1 else "second"
    return f"The {which} initiative{why} is with {within(battle, event.side)}."


def _pair(battle: Battle, event: PairRolled) -> str:
    return f"{_name(battle, event.figure)} attacks {_name(battle, event.other)}."


def _tac_faced(battle: Battle, event: TacFaced) -> str | None:
    if not event.cards:
        return None
    shown = "; ".join(
        f"{_name(battle, who)}: {shown_card(battle, key)}" for who, key in event.cards
    )
    return f"TAC cards faced: {shown}."


def _cards_faced(battle: Battle, event: CardsFaced) -> str | None:
    if not event.cards:
        return None
    who = _name(battle, event.figure) + ("'s steed" if event.steed else "")
    shown = ", ".join(shown_card(battle, key) for key in event.cards)
    paid = f" for {event.paid} {'blow' if event.paid == 1 else 'blows'}" if event.paid else ""
    return f"{who} faces {shown}{paid}."


def _dodge(battle: Battle, event: DodgeFaced) -> str:
    right = [_name(battle, who) for who, guess in event.guesses if guess == event.direction]
    guessed = f"; {listed(right)} guessed it" if right else ""
    return f"{_name(battle, event.figure)} turns up DODGE {event.direction.upper()}{guessed}."


def _struck(battle: Battle, event: Struck) -> str:
    one = _name(battle, event.figure) + ("'s steed" if event.steed else "")
    two = _name(battle, event.target) + ("'s steed" if event.part == "steed" else "")
    arm = event.weapon.replace("_", " ")
    if not event.hit:
        return f"{one} misses {two} with the {arm}."
    how = f": {_CRITICAL.get(event.critical, event.critical)}" if event.critical else ""
    return f"{one} hits {two} with the {arm} for {event.damage}{how}."


def _lost(battle: Battle, event: BlowLost) -> str:
    return f"{_name(battle, event.figure)} cannot strike: {event.why}."


def _arms(battle: Battle, event: ArmsLost) -> str:
    return f"{_name(battle, event.figure)}'s {event.thing.replace('_', ' ')} is {event.how}."


def _fell(battle: Battle, event: Fell) -> str:
    return f"{_name(battle, event.figure)} {_STATUS[event.status]}."


def _wounded(battle: Battle, event: Wounded) -> str:
    return f"{_name(battle, event.figure)} {event.how}."


def _bashed(battle: Battle, event: Bashed) -> str:
    one, two = _name(battle, event.figure), _name(battle, event.target)
    if not event.result:
        return f"{one} fails to bash {two} with the {event.how}."
    return f"{one} bashes {two} with the {event.how}: {two} {_RESULT[event.result]}."


def _countered(battle: Battle, event: Countered) -> str:
    one, two = _name(battle, event.figure), _name(battle, event.target)
    answer = f", who answers with {card_name(event.answer)}" if event.answer else ""
    comes = "comes off" if event.comes else "does not come off"
    return f"{one} lays a counterblow against {two}{answer}; it {comes}."


def _raged(battle: Battle, event: Raged) -> str:
    return f"{_name(battle, event.figure)} {event.how}."


def _halted(battle: Battle, event: Halted) -> str:
    one, two = _name(battle, event.figure), _name(battle, event.target)
    if event.turned_on:
        return f"{one} tries to halt {two}, who turns on him."
    return f"{one} tries to halt {two}, who {'calms down' if event.calmed else 'rages on'}."


def _grappled(battle: Battle, event: Grappled) -> str:
    one, two = _name(battle, event.figure), _name(battle, event.target)
    if event.figure == event.target:
        return f"{one} {'breaks free' if event.done else 'fails to break free'}."
    if event.how.startswith("tosses"):
        _, _, where = event.how.partition(" ")
        return f"{one} throws {two} {where}." if event.done else f"{one} fails to throw {two}."
    return f"{one} {event.how} {two}{'' if event.done else ' in vain'}."


def _rose(battle: Battle, event: Rose) -> str:
    return f"{_name(battle, event.figure)} {'gets up' if event.up else 'fails to get up'}."


def _drew(battle: Battle, event: Drew) -> str:
    return f"{_name(battle, event.figure)} takes the {event.thing.replace('_', ' ')} to hand."


def _shot(battle: Battle, event: Shot) -> str:
    two = _name(battle, event.target) + ("'s steed" if event.part == "steed" else "")
    one, arm = _name(battle, event.shooter), event.weapon.replace("_", " ")
    if event.friend >= 0:
        friend = _name(battle, event.friend)
        return f"{one} misses {two} with the {arm} and hits {friend} for {event.damage}."
    if not event.hit:
        return f"{one} misses {two} with the {arm}."
    how = f": {_CRITICAL.get(event.critical, event.critical)}" if event.critical else ""
    return f"{one} hits {two} with the {arm} for {event.damage}{how}."


def _reloaded(battle: Battle, event: Reloaded) -> str:
    how = "has loaded" if not event.left else "winds"
    return f"{_name(battle, event.figure)} {how} the {event.weapon.replace('_', ' ')}."


def _spell(battle: Battle, event: SpellCast) -> str:
    said = " and ".join(one.replace("_", " ") for one in event.spells)
    whom = f" on {_name(battle, event.target)}" if event.target >= 0 else ""
    if not event.landed:
        return f"{_name(battle, event.figure)} casts {said}{whom}, which goes astray."
    much = f" for {event.amount}" if event.amount else ""
    against = f"; {' and '.join(event.resisted)} is resisted" if event.resisted else ""
    return f"{_name(battle, event.figure)} casts {said}{whom}{much}{against}."


def _did(battle: Battle, event: Did) -> str:
    return f"{_name(battle, event.figure)} {event.what}."


def _surrendered(battle: Battle, event: Surrendered) -> str:
    return f"{_name(battle, event.figure)} surrenders to {_name(battle, event.target)}."


def _melee_ended(_battle: Battle, event: MeleeEnded) -> str:
    return f"The melee ends after {counted(event.rounds, 'card round')}."


def _ended(battle: Battle, event: Ended) -> str:
    who = f"Victory for {within(battle, event.winner)}" if event.winner else "A draw"
    return f"{who}: {event.reason}."


_TELLERS: dict[type[Event], Callable[[Battle, Any], str | None]] = {
    OwnTables: _own_tables,
    TurnBegan: _turn,
    InitiativeWon: _initiative,
    PairRolled: _pair,
    TacFaced: _tac_faced,
    CardsFaced: _cards_faced,
    DodgeFaced: _dodge,
    Struck: _struck,
    BlowLost: _lost,
    ArmsLost: _arms,
    Fell: _fell,
    Wounded: _wounded,
    Bashed: _bashed,
    Countered: _countered,
    Raged: _raged,
    Halted: _halted,
    Grappled: _grappled,
    Rose: _rose,
    Drew: _drew,
    Shot: _shot,
    Reloaded: _reloaded,
    SpellCast: _spell,
    Did: _did,
    Surrendered: _surrendered,
    MeleeEnded: _melee_ended,
    Ended: _ended,
}
