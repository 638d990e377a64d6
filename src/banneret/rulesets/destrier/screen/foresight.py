"""The odds of a card against a card, as the matrix has them: for screens and captains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..basics import who
from ..basics.columns.words import TAC_CARDS
from ..basics.state import NOBODY, Card, card, written
from ..ground.contact import enemies_touched, in_contact
from ..host import rage
from ..melee.cards.pairs import read
from ..melee.chances import Attack, chance, weapon_for
from ..melee.defences import by_cards
from ..melee.strikes import ATTACKS
from ..turn.missiles import shot_chance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..basics.state import Battle, Figure

LEAVING = ("RETREAT", "RUN_AWAY")
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
    if one.name in TAC_CARDS:
        return _by_tac(battle, figure, one)
    if one.name == "FIRE_MISSILE":
        target = battle.figures[one.target]
        return {"hit": f"{shot_chance(battle, figure, target, one.part).chance} %"}
    return {}


def _hits(battle: Battle, figure: Figure, key: str, tac: str = "") -> dict[str, str]:
    """The chances of a blow, against each TAC card the enemy may face where the matrix is read."""
    attack = attack_of(battle, figure, key)
    if attack is None:
        return {}
    target = battle.figures[attack.target]
    names = ("PASSIVE_SHIELD_PARRY",) if who.shield_of(battle, target) else ()
    defence = (
        by_cards(battle, target, names) if attack.part == "man" else by_cards(battle, target, ())
    )
    if battle.card_round > 0 and not tac:
        return {"hit": f"{chance(battle, attack, defence).chance} %"}
    own = tac or ("STAND_GROUND" if in_contact(battle, figure, target) else "CLOSE")
    shares = {}
    for theirs in AGAINST:
        matrix = read(battle, figure, target, own, theirs).hit
        shares[theirs] = f"{chance(battle, attack, defence, matrix=matrix).chance} %"
    told = {f"against {name.replace('_', ' ')}": share for name, share in shares.items()}
    return {"hit": shares["STAND_GROUND"], **told}


def _by_tac(battle: Battle, figure: Figure, one: Card) -> dict[str, str]:
    """What a TAC card does to a plain blow: at whom it goes, or whom it touches."""
    touched = enemies_touched(battle, figure)
    at = one.target if one.target >= 0 else touched[0].id if touched else NOBODY
    if at == NOBODY or one.name in LEAVING or figure.mounted:
        return {}
    return _hits(battle, figure, written(Card("DELIVER_BLOW", "", at)), one.name)


def attack_of(battle: Battle, figure: Figure, key: str) -> Attack | None:
    """The attack that a card means, if its owner has anything to strike with."""
    one = card(key)
    weapon = weapon_for(battle, figure, "man", one.name)
    if not weapon or one.target < 0:
        return None
    great, fury = one.name == "GREAT_BLOW", one.name == "FEROCITY"
    return Attack(figure.id, "man", one.target, one.part, one.name, weapon, great, fury)
