"""What a figure's cards take off the attacks on it (DE-ATT-08, DE-MELEE-03)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from banneret.core.book.clauses import clause

from ..basics import who
from ..basics.procedures import halved
from ..basics.state import card
from ..host import hitting
from ..host.cards import DODGES
from ..host.rage import quartered

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..basics.state import Battle, Figure

DEFENCES = ("WEAPON_PARRY", "ACTIVE_SHIELD_PARRY", "PASSIVE_SHIELD_PARRY", *DODGES)
DEFENSIVE = (*DEFENCES, "DESPERATE_DEFENSE")


class Defence(NamedTuple):
    """The defences in play against one attack, before sides are judged."""

    active: int = 0
    passive: int = 0
    parry: int = 0
    desperate: Literal["", "shield", "parry"] = ""
    dodge: int = 0
    parry_class: str = ""
    asp_shield: str = ""
    weapon: str = ""  # that parries


NONE = Defence()


def played(figure: Figure) -> tuple[str, ...]:
    """The names of the cards a figure has chosen in this card round."""
    return tuple([card(key).name for key in figure.hand])


@clause("DE-MELEE-03", "DE-MSEQ-07")
def in_play(battle: Battle, figure: Figure, part: str = "man") -> Defence:
    """What a figure's faced cards give it against every attack of the round."""
    if part == "steed":
        return steeds_own(battle, figure)
    return by_cards(battle, figure, played(figure))


@clause("DE-HOST-65", "DE-DODGE-14")
def steeds_own(battle: Battle, figure: Figure) -> Defence:
    """A steed defends itself by dodging alone."""
    steed = figure.steed
    if steed is None or not any(card(key).name in DODGES for key in steed.hand):
        return NONE
    by = battle.tables.host.steed
    row = battle.tables.host.horses[steed.key]
    bonus = hitting.dodge_bonus(battle.tables, dexterity=by.dexterity, level=by.level, ac=row.ac)
    return Defence(dodge=bonus)


@clause("DE-DEF-01", "DE-DEF-06", "DE-DEF-07", "DE-DEF-08", "DE-DEF-12", "DE-BERS-06")
def by_cards(battle: Battle, figure: Figure, names: Collection[str]) -> Defence:
    """What these cards give a figure, as it stands now."""
    able = not who.helpless(figure)
    shield = who.shield_of(battle, figure)
    bonus = shield_bonus(battle, figure, shield)
    passive = bonus.passive if "PASSIVE_SHIELD_PARRY" in names else 0
    if not able:
        return Defence(passive=passive)
    weapon = who.held_weapon(battle, figure)
    parries = "WEAPON_PARRY" in names and bool(weapon)
    active = "ACTIVE_SHIELD_PARRY" in names and bool(shield)
    desperate: Literal["", "shield", "parry"] = ""
    if "DESPERATE_DEFENSE" in names:
        desperate = "shield" if shield and figure.profile.trained else "parry"
    parry = parry_bonus(battle, figure, weapon) if parries or desperate == "parry" else 0
    return Defence(
        active=bonus.active if active or desperate == "shield" else 0,
        passive=passive,
        parry=parry,
        desperate=desperate,
        dodge=dodge_bonus(battle, figure, names),
        parry_class=battle.tables.host.weapons[weapon].cls if parries else "",
        asp_shield=shield if active and shield in ("small", "large") else "",
        weapon=weapon if parries else "",
    )


@clause("DE-HOST-09", "DE-HOST-10", "DE-HOST-67", "DE-DEF-13", "DE-DEF-14")
def shield_bonus(battle: Battle, figure: Figure, shield: str) -> hitting.ShieldBonus:
    """What a figure's shield is worth in its state; nothing to hand gives nothing."""
    if not shield:
        return hitting.ShieldBonus(0, 0, False)
    bonus = hitting.shield_bonus(battle.tables, shield=shield, level=figure.profile.level)
    if "shield_arm" in figure.crippled and not figure.berserk:
        bonus = bonus._replace(active=halved(bonus.active), passive=halved(bonus.passive))
    return bonus


@clause("DE-HOST-07", "DE-HOST-67", "DE-BERS-16")
def parry_bonus(battle: Battle, figure: Figure, weapon: str) -> int:
    """What a figure's weapon takes off, in its state."""
    if not weapon:
        return 0
    bonus = hitting.parry_bonus(
        battle.tables,
        training=figure.profile.training,
        weapon=weapon,
        level=figure.profile.level,
    )
    if "shield_arm" in figure.crippled and not figure.berserk:
        bonus = halved(bonus)
    return quartered(battle.tables, bonus) if figure.stupor else bonus


@clause("DE-DODGE-13", "DE-DODGE-15", "DE-HOST-08", "DE-HOST-67")
def dodge_bonus(battle: Battle, figure: Figure, names: Collection[str]) -> int:
    """What dodging takes off: by card, or of itself for agile beasts that do not charge."""
    cards = any(name in names for name in DODGES)
    of_itself = who.agile(figure) and figure.tac != "CHARGE"
    if figure.mounted or not (cards or of_itself):
        return 0
    return plain_dodge(battle, figure)


def plain_dodge(battle: Battle, figure: Figure) -> int:
    """A figure's dodge bonus in its state."""
    bonus = hitting.dodge_bonus(
        battle.tables,
        dexterity=figure.dexterity,
        level=figure.profile.level,
        ac=figure.profile.ac,
        encumbrance=figure.encumbrance,
    )
    if "leg" in figure.crippled and not figure.berserk:
        bonus = halved(bonus)
    return quartered(battle.tables, bonus) if figure.stupor else bonus


@clause("DE-DODGE-14")
def seen(defence: Defence, part: str, side: str) -> Defence:
    """A horse dodges whom it sees, and nobody at its rear."""
    return defence._replace(dodge=0) if part == "steed" and side == "rear" else defence


class AgainstMissiles(NamedTuple):
    """What is in the way of a missile."""

    shield: int
    dodge: int
    desperate: bool


@clause("DE-HOST-42", "DE-HOST-65")
def against_missiles(
    battle: Battle, figure: Figure, side: str, part: str, *, melee: bool
) -> AgainstMissiles:
    """The cards played but the weapon parry; outside the melee a man's passive shield alone."""
    if part == "steed":
        found = seen(steeds_own(battle, figure), part, side) if melee else NONE
    elif melee and figure.hand:
        found = in_play(battle, figure)
    else:
        found = by_cards(battle, figure, ("PASSIVE_SHIELD_PARRY",))
    rear = side == "rear"
    return AgainstMissiles(
        hitting.shield_defence(side, found.active, found.passive),
        hitting.dodged(found.dodge, rear=rear, guessed=False) if melee else 0,
        bool(found.desperate) and not rear,
    )
