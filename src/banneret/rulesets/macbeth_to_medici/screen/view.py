"""What a side may know, and what might be behind what it does not (MM-SETUP-19, 24, 27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D

from ..basics.state import HIDDEN, NOBODY, OFF_TABLE, Battle, Unit, changed, clone
from ..basics.tables import ARMS

if TYPE_CHECKING:
    from banneret.core.chance.dice import Dice
    from banneret.core.questions.asking import Chance

    from ..basics.state import Profile

UNKNOWN_ORDER = "unknown"
ORDERS = ("attack", "advance", "hold", "support", "reserve")


@clause("MM-SETUP-19", "MM-SETUP-14", "MM-SETUP-12")
def view(battle: Battle, side: str | None) -> Battle:
    """The battle without the enemy's orders, messages, notes, grudges and hidden units."""
    seen = clone(battle)
    for ward in seen.wards:
        if ward.side != side:
            ward.order, ward.aim, ward.posts = UNKNOWN_ORDER, "", {}
    for rider in seen.messengers:
        if rider.side != side:
            rider.order = rider.aim = rider.text = ""
    for officer in seen.officers:
        if officer.side != side:
            officer.grudge = NOBODY
    seen.detachments = tuple([one for one in seen.detachments if one.side == side])
    for unit in seen.units:
        if unit.side != side:
            _mask(battle, unit)
    changed(seen)
    return seen


def _mask(battle: Battle, unit: Unit) -> None:
    """Hide what the enemy may not know of a unit."""
    if unit.where in (HIDDEN, OFF_TABLE):
        unit.where = OFF_TABLE
        unit.x = unit.y = unit.heading = 0.0
        unit.files = 1
    if unit.veiled:
        unit.profile = under_branches(unit.profile)
    elif is_fogged(battle, unit):
        unit.profile = fogged(unit.profile)


def as_seen(battle: Battle, unit: Unit, side: str | None) -> Unit:
    """A unit as a side sees it, for odds that may not tell what is hidden."""
    if unit.side == side:
        return unit
    seen = msgspec.structs.replace(unit)
    _mask(battle, seen)
    return seen


@clause("MM-SETUP-27", "MM-SETUP-19")
def is_fogged(battle: Battle, unit: Unit) -> bool:
    """Whether class, experience and die are not yet known: it has not tested, fired or fought."""
    return battle.options.fog and not unit.known


def fogged(profile: Profile) -> Profile:
    """A profile as the enemy takes it for granted in the fog."""
    return msgspec.structs.replace(profile, class_="B", experience="seasoned", die="d6")


@clause("MM-SETUP-24")
def under_branches(profile: Profile) -> Profile:
    """Foot under branches: no type, class, experience or arms can be told."""
    arms = ARMS["spearmen"]
    return msgspec.structs.replace(
        fogged(profile),
        name="Foot under branches",
        type="spearmen",
        second_type="",
        mobility="foot",
        armour="light",
        mail=False,
        shield=False,
        pavise=False,
        missile=arms.missile,
        impact=arms.impact,
        melee=arms.melee,
        dual_armed=False,
        mixed_weapons=False,
        heavy_arrows=False,
        feign=False,
    )


def imagine(seen: Battle, side: str, dice: Dice) -> Battle:
    """A whole battle that fits the view: the enemy's wards have some order or other."""
    guess = clone(seen)
    for ward in guess.wards:
        if ward.side != side:
            ward.order = ORDERS[dice.throw(D("imagination", len(ORDERS)))[0] - 1]
    for rider in guess.messengers:
        if rider.side != side and not rider.order:
            rider.text = "?"
    changed(guess)
    return guess


def vary_hidden(battle: Battle, side: str | None, chance: Chance) -> Battle:
    """The same battle with other secrets kept from a side."""
    other = clone(battle)
    for ward in other.wards:
        if ward.side != side and not ward.bound:
            ward.order = ORDERS[chance.die(len(ORDERS)) - 1]
            ward.aim = "elsewhere"
    for rider in other.messengers:
        if rider.side != side:
            rider.text = f"another message {chance.die(6)}"
    for officer in other.officers:
        if officer.side != side and officer.grudge != NOBODY:
            enemies = [one.id for one in other.officers if one.side != officer.side]
            officer.grudge = enemies[chance.die(len(enemies)) - 1]
    for unit in other.units:
        if unit.side != side and unit.where == HIDDEN:
            unit.x = round(unit.x + 0.25, 3)
    changed(other)
    return other
