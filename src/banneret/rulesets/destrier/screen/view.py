"""What a side may know: cards face down, charge orders and prepared spells are their owner's.

How many cards lie face down, and how many blows are left, is open to all (DE-TACP-01). Aims and
guards of a joust, free defences in a charge, counterblows and their answers are picked within a
step and never rest in the battle: the table itself keeps them until they are turned up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D

from ..basics.state import card, clone
from ..horses.charges.orders import Order, read
from ..horses.charges.writing import ask_order
from ..melee.cards.choosing import with_passive
from ..melee.cards.deck import CALLS, TAC_NAMES
from ..melee.cards.hands import Hand
from ..melee.cards.steeds_hands import SteedHand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.chance.dice import Dice
    from banneret.core.questions.choices import Chance

    from ..basics.state import Battle, Figure

FACE_DOWN = "?"
DODGE = "DODGE_"
PREPARE = "PREPARE_SPELL"
DODGES = ("DODGE_LEFT", "DODGE_RIGHT", "DODGE_BACK")
ALWAYS = ("PASSIVE_SHIELD_PARRY", "WEAPON_PARRY", "DESPERATE_DEFENSE", "MOVE", *DODGES)

Facing = Callable[[str, str], bool]  # whether a card lies face up once so much is shown


# -- what is shown


@clause("DE-TACP-01", "DE-TACP-02", "DE-TACP-04", "DE-CHG-02", "DE-MAG-05")
def view(battle: Battle, side: str | None) -> Battle:
    """The battle without what others keep from a side."""
    seen = clone(battle)
    for figure in seen.figures:
        if figure.side != side:
            _turn_down(figure)
    seen.charges = [
        Order(one.figure) if _is_secret(battle, one, side) else one for one in battle.charges
    ]
    return seen


def _is_secret(battle: Battle, order: Order, side: str | None) -> bool:
    return not order.faced and battle.figures[order.figure].side != side


def _turn_down(figure: Figure, faced: Facing | None = None) -> None:
    """Hide what an enemy may not see of a figure."""
    figure.hand = seen_hand(figure.hand, figure.shown, faced)
    figure.last_hand = seen_hand(figure.last_hand, "all")
    figure.prepared = (FACE_DOWN,) if figure.prepared else ()
    figure.preparing = (FACE_DOWN,) if figure.preparing else ()
    if figure.steed is not None:
        figure.steed.hand = seen_hand(figure.steed.hand, figure.shown, faced)


@clause("DE-TACP-02", "DE-TACP-04", "DE-DODGE-05")
def seen_hand(hand: Sequence[str], shown: str, faced: Facing | None = None) -> tuple[str, ...]:
    """A hand as enemies see it: faced cards first, the rest face down."""
    up = [_spell_unnamed(key) for key in hand if (faced or is_faced)(key, shown)]
    return (*up, *[FACE_DOWN] * (len(hand) - len(up)))


def is_faced(key: str, shown: str) -> bool:
    """Whether a card lies face up: TAC cards first, then all but dodges, dodges last."""
    name = card(key).name
    if shown == "all" or key == FACE_DOWN:
        return shown == "all"
    if shown == "cards":
        return not name.startswith(DODGE)
    return shown == "tac" and name in TAC_NAMES


def _spell_unnamed(key: str) -> str:
    """PREPARE is seen, the spell it names is not."""
    return PREPARE if card(key).name == PREPARE else key


# -- what might be


@clause("DE-TACP-01")
def imagine(seen: Battle, side: str, dice: Dice) -> Battle:
    """A whole battle that fits a view: hidden cards and orders are guessed among lawful ones."""
    guess = clone(seen)
    _fill(guess, side, _Drawn(dice))
    return guess


def vary_hidden(battle: Battle, side: str | None, chance: Chance) -> Battle:
    """The same battle with other secrets kept from a side: other cards, orders and spells.

    What is secret is said here a second time, not asked of `view`: what it shows by mistake
    would else not be varied, and nobody would notice.
    """
    other = clone(battle)
    for figure in other.figures:
        if figure.side != side:
            _turn_down(figure, _is_open)
    others = {figure.id for figure in battle.figures if figure.side != side}
    other.charges = [
        Order(one.figure) if one.figure in others and not one.faced else one
        for one in battle.charges
    ]
    _fill(other, side, chance, _is_open)
    return other


def _is_open(key: str, shown: str) -> bool:
    """Whether a card is no secret any more, by its kind and how far the round has come."""
    kind = "dodge" if key.startswith(DODGE) else "tac" if card(key).name in TAC_NAMES else "card"
    return kind in {"none": (), "tac": ("tac",), "cards": ("tac", "card")}.get(
        shown, ("tac", "card", "dodge")
    )


def _fill(battle: Battle, side: str | None, chance: Chance, faced: Facing | None = None) -> None:
    """Put something lawful behind everything that a side does not see."""
    for figure in battle.figures:
        if figure.side == side:
            continue
        _fill_spells(figure, chance)
        if FACE_DOWN in figure.hand:
            figure.hand = _some_hand(battle, figure, chance, faced or is_faced)
        figure.hand = _spells_named(figure, figure.hand)
        steed = figure.steed
        if steed is not None and FACE_DOWN in steed.hand:
            steed.hand = _some_steed_hand(battle, figure, chance, faced or is_faced)
    battle.charges = [
        _some_order(battle, one, chance) if _is_secret(battle, one, side) else one
        for one in battle.charges
    ]


def _fill_spells(figure: Figure, chance: Chance) -> None:
    spells = figure.profile.spells
    for name in ("prepared", "preparing"):
        if getattr(figure, name) == (FACE_DOWN,):
            chosen = (spells[chance.die(len(spells)) - 1],) if spells else ()
            setattr(figure, name, chosen)
    figure.last_hand = _spells_named(figure, figure.last_hand)


def _spells_named(figure: Figure, hand: Sequence[str]) -> tuple[str, ...]:
    spells = figure.profile.spells
    return tuple(f"{PREPARE}>{spells[0]}" if key == PREPARE and spells else key for key in hand)


def _some_hand(battle: Battle, figure: Figure, chance: Chance, faced: Facing) -> tuple[str, ...]:
    """A lawful hand of as many cards that shows what is seen of this one."""
    seen = figure.hand
    figure.hand = ()
    sets = [with_passive(battle, figure, tuple(one)) for one in Hand(battle, figure).sets()]
    figure.hand = seen
    return _fitting(seen, figure.shown, sets, chance, faced)


def _fitting(
    seen: tuple[str, ...],
    shown: str,
    sets: Sequence[tuple[str, ...]],
    chance: Chance,
    faced: Facing,
) -> tuple[str, ...]:
    """One of the sets that looks like what is seen, or else something that does."""
    fits = [one for one in sets if seen_hand(one, shown, faced) == seen]
    if fits:
        return fits[chance.die(len(fits)) - 1]
    up = [key for key in seen if key != FACE_DOWN]
    pool = [key for one in sets for key in one if card(key).name not in CALLS]
    rest: list[str] = []
    while len(up) + len(rest) < len(seen):
        names = {card(key).name for key in (*up, *rest)}
        pool = [key for key in dict.fromkeys(pool) if not faced(key, shown)]
        left = [key for key in pool if _may_lie(key, names)]
        left = left or [key for key in ALWAYS if not faced(key, shown) and key not in names]
        left = left or [DODGES[0]]
        rest.append(left[chance.die(len(left)) - 1])
    return (*up, *rest)


def _may_lie(key: str, names: set[str]) -> bool:
    """Whether a card may lie beside these."""
    name = card(key).name
    if name in names or name == PREPARE:
        return False
    return name not in TAC_NAMES or not names & set(TAC_NAMES)


def _some_steed_hand(
    battle: Battle, figure: Figure, chance: Chance, faced: Facing
) -> tuple[str, ...]:
    steed = figure.steed
    assert steed is not None
    seen = steed.hand
    steed.hand = ()
    sets = [tuple(one) for one in SteedHand(battle, figure).sets()]
    steed.hand = seen
    return _fitting(seen, figure.shown, sets, chance, faced)


def _some_order(battle: Battle, order: Order, chance: Chance) -> Order:
    """Any order this rider may have written."""
    figure = battle.figures[order.figure]
    keys: Any = ask_order(battle, figure).candidates
    return read(order.figure, keys[chance.die(len(keys)) - 1])


class _Drawn:
    """Numbers from dice, for imagining."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def die(self, sides: int) -> int:
        """Throw one."""
        return self._dice.throw(D("imagination", sides))[0]
