"""The reckoning of an order, target by target: the charger's blow, and what he may meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.show.overlay import Note
from banneret.tabletop.screen.words import plain

from ...basics.columns.words import speed_named
from ...basics.state import clone
from ...basics.who import held_weapon, helpless, shield_of, tall, weapon_of
from ...ground.stands import settle
from ...host.grappling import pull_rider_chance
from ...host.lances import charge_order
from ...host.steeds import hamstring_chance
from ...melee import chances
from ...melee.defences import by_cards, shield_bonus
from ...melee.grapples import riders_defence
from ...screen.reckoning import reckoned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...basics.state import Battle, Figure, Part
    from ...host.hitting import AttackChance
    from .orders import Order
    from .paths import Leg

FIRST = {
    "charger": "you strike first",
    "target": "he strikes first",
    "simultaneous": "both strike at once",
    "charger_only": "only you strike",
}


def at_leg(battle: Battle, figure: Figure, order: Order, leg: Leg) -> Battle:
    """The battle as it would be when the exchange comes."""
    twin = clone(battle)
    own = twin.figures[figure.id]
    assert own.steed is not None
    own.steed.speed = speed_named(order.speed)
    settle(twin, own, leg.there)
    return twin


def struck(
    battle: Battle,
    one: Figure,
    two: Figure,
    part: Part = "man",
    names: tuple[str, ...] = (),
    *,
    side: str = "",
    guessed: bool = False,
) -> AttackChance:
    """A plain blow of one at another, or at his steed, behind these cards.

    `side` is that of the charger's steed on which the other is.
    """
    weapon = weapon_of(battle, one)
    attack = chances.Attack(one.id, "man", two.id, part, "DELIVER_BLOW", weapon)
    defence = by_cards(battle, two, names if part == "man" else ())
    bonus = chances.side_bonus(battle, side, weapon) if side else 0
    return chances.chance(battle, attack, defence, chances.Moment(other=bonus, guessed=guessed))


def rows(battle: Battle, figure: Figure, order: Order, ridden: list[Leg]) -> tuple[Note, ...]:
    """The whole reckoning of an order, a title for each target."""
    found: list[Note] = []
    for count, leg in enumerate(ridden, 1):
        if leg.line.reaches and weapon_of(battle, figure):
            found += _leg(at_leg(battle, figure, order, leg), figure.id, leg, count)
    return tuple(found)


def _leg(battle: Battle, figure: int, leg: Leg, count: int) -> Iterator[Note]:
    own, target = battle.figures[figure], battle.figures[leg.target]
    side = "dead ahead" if leg.line.side == "centre" else f"on the {leg.line.side}"
    title = f"{count}. {target.name}, {side}"
    plain_blow = struck(battle, own, target, side=leg.line.side)
    attack = chances.Attack(own.id, "man", target.id, "man", "DELIVER_BLOW", weapon_of(battle, own))
    yield from reckoned(battle, attack, plain_blow, title, "DE-CHG-09")
    yield from _defences(battle, own, target, leg.line.side, f"{count}. If he picks, you hit")
    first = strikes_first(battle, own, target)
    yield from _answers(battle, own, target, f"{count}. His answer as you pass; {first}")


def strikes_first(battle: Battle, own: Figure, target: Figure) -> str:
    """Who of the two strikes first, in words (DE-CHG-18)."""
    order = charge_order(
        battle.tables,
        charger_weapon=weapon_of(battle, own),
        target_weapon=weapon_of(battle, target),
        target_tall=tall(target),
        target_can_reply=not helpless(target),
        charger_mount=own.steed.key if own.steed is not None else "",
        target_mount=target.steed.key if target.steed is not None else "",
    )
    return FIRST[order]


def _defences(battle: Battle, own: Figure, target: Figure, side: str, title: str) -> Iterator[Note]:
    """What each free defence he has the means for would leave of the chance (DE-CHG-33)."""
    if helpless(target) or target.berserk:
        return
    shield = shield_of(battle, target)
    offered = (
        ("shield", "ACTIVE_SHIELD_PARRY", bool(shield) and target.profile.trained),
        ("weapon parry", "WEAPON_PARRY", bool(held_weapon(battle, target))),
    )
    for said, name, may in offered:
        if may and (name == "WEAPON_PARRY" or shield_bonus(battle, target, shield).active):
            share = struck(battle, own, target, names=(name,), side=side).chance
            yield Note(said, f"{share} %", "DE-CHG-33", title=title)
    if target.steed is None and target.posture == "standing":
        dodge = ("DODGE_LEFT",)
        wrong = struck(battle, own, target, names=dodge, side=side).chance
        right = struck(battle, own, target, names=dodge, side=side, guessed=True).chance
        said = "dodge, you guess wrong · right"
        yield Note(said, f"{wrong} % · {right} %", "DE-CHG-33", title=title)


def _answers(battle: Battle, own: Figure, target: Figure, title: str) -> Iterator[Note]:
    """What he may answer, each with its chance before your own defence (DE-CHG-17)."""
    if helpless(target) or own.steed is None:
        return
    weapon = weapon_of(battle, target)
    if weapon:
        at_man = struck(battle, target, own).chance
        at_steed = struck(battle, target, own, "steed").chance
        said = f"{plain(weapon)} at you · at the horse"
        yield Note(said, f"{at_man} % · {at_steed} %", "DE-CHG-17", title=title)
    if target.steed is not None or target.posture != "standing":
        return
    pulls = pull_rider_chance(
        battle.tables,
        heavy_bonus=chances.own_bonus(battle, target, "H"),
        cat=target.profile.cat,
        speed=own.steed.speed,
        rider_defence=riders_defence(battle, target, own),
    )
    yield Note("pulls you down", f"{pulls} %", "DE-GRAP-04", title=title)
    if weapon:
        cls = battle.tables.host.weapons[weapon].cls
        ac = battle.tables.host.horses[own.steed.key].ac
        bonus = chances.own_bonus(battle, target, cls)
        cut = hamstring_chance(battle.tables, cls, ac, bonus, passing=True)
        yield Note("hamstrings the horse", f"{cut} %", "DE-HOST-37", title=title)
