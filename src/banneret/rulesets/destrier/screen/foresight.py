"""The odds of a card against a card, as the matrix has them: for screens and captains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..basics import who
from ..basics.state import card
from ..host import rage
from ..melee.cards.pairs import read
from ..melee.defences import by_cards
from ..melee.strikes import ATTACKS, Attack, chance, weapon_for
from ..turn.missiles import shot_chance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..basics.state import Battle, Figure

AGAINST = ("STAND_GROUND", "CLOSE", "CHARGE", "KEEP_DISTANCE", "RETREAT")


def odds(battle: Battle, figure: Figure, key: str) -> Mapping[str, str]:
    """What is known of a card's chances before anything is faced."""
    one = card(key)
    if one.name == "FEROCITY":
        nordic = figure.profile.training == "nordic_berserk"
        share = rage.ferocity_chance(battle.tables, nordic)
        return {**_hits(battle, figure, key), "berserk": f"{share} %"}
    if one.name in ATTACKS:
        return _hits(battle, figure, key)
    if one.name == "FIRE_MISSILE":
        target = battle.figures[one.target]
        return {"hit": f"{shot_chance(battle, figure, target, one.part).chance} %"}
    return {}


def _hits(battle: Battle, figure: Figure, key: str) -> dict[str, str]:
    attack = attack_of(battle, figure, key)
    if attack is None:
        return {}
    target = battle.figures[attack.target]
    names = ("PASSIVE_SHIELD_PARRY",) if who.shield_of(battle, target) else ()
    defence = (
        by_cards(battle, target, names) if attack.part == "man" else by_cards(battle, target, ())
    )
    if battle.card_round > 0:
        return {"hit": f"{chance(battle, attack, defence).chance} %"}
    found = {}
    for theirs in AGAINST:
        matrix = read(battle, figure, target, "CLOSE", theirs).hit
        share = chance(battle, attack, defence, matrix=matrix).chance
        found[f"CLOSE against {theirs.replace('_', ' ')}"] = f"{share} %"
    return found


def attack_of(battle: Battle, figure: Figure, key: str) -> Attack | None:
    """The attack that a card means, if its owner has anything to strike with."""
    one = card(key)
    weapon = weapon_for(battle, figure, "man", one.name)
    if not weapon or one.target < 0:
        return None
    great, fury = one.name == "GREAT_BLOW", one.name == "FEROCITY"
    return Attack(figure.id, "man", one.target, one.part, one.name, weapon, great, fury)
