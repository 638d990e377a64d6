"""Blows: how many a figure has for the melee of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ...basics import who
from ...ground.contact import engaged
from ...host import cards, rage

if TYPE_CHECKING:
    from ...basics.state import Battle, Figure


@clause("DE-MELEE-01", "DE-CON-08")
def fill(battle: Battle, figure: Figure) -> None:
    """Set a figure's blows, and its steed's, at the start of the melee."""
    figure.blows_left, figure.bonus_blows = blows_of_turn(battle, figure)
    if figure.turned_blow and engaged(battle, figure):
        figure.blows_left = max(0, figure.blows_left - 1)
    figure.turned_blow = False
    figure.free_moves_left = figure.blows_left if who.agile(figure) else 0
    steed = figure.steed
    if steed is not None:
        steed.blows_left = battle.tables.host.horses[steed.key].blows
        steed.turned = 0.0
        steed.melee_speed = steed.speed


@clause("DE-HOST-12", "DE-HOST-13", "DE-HTH-09", "DE-BERS-05", "DE-BERS-16", "DE-HOST-55")
def blows_of_turn(battle: Battle, figure: Figure) -> tuple[int, int]:
    """The blows of a figure for a turn as it is now, and how many of them are a bonus."""
    found = weapon_blows(battle, figure)
    if found is None:
        blows = hand_blows(battle, figure)
        bonus = cards.bonus_blows(battle.tables, figure.profile.level, figure.dexterity)
    else:
        blows, bonus = found.blows, found.bonus
        blows = hand_blows(battle, figure, blows) if figure.mixed else blows
    if figure.stupor:
        blows = max(1, rage.quartered(battle.tables, blows))
    return blows + (2 if figure.quickened else 0), bonus


def weapon_blows(battle: Battle, figure: Figure) -> cards.Blows | None:
    """The blows of one who fights with a weapon; None for the unarmed (DE-HTH-09)."""
    weapon = fighting_weapon(battle, figure)
    if not weapon and not figure.profile.base_blows:
        return None
    row = battle.tables.host.weapons.get(weapon)
    return cards.blows(
        battle.tables,
        training=figure.profile.training,
        weapon_class=row.cls if row is not None else "unarmed",
        encumbrance=figure.encumbrance,
        level=figure.profile.level,
        dexterity=figure.dexterity,
        body=figure.body,
        body_max=figure.body_max,
        fatigue_gone=figure.fatigue <= 0 < figure.fatigue_max,
        berserk=figure.berserk,
        base_blows=figure.profile.base_blows,
    )


def fighting_weapon(battle: Battle, figure: Figure) -> str:
    """The weapon that sets a figure's blows: in hand, or an archer's at his side."""
    weapon = who.weapon_of(battle, figure)
    if weapon or not who.missile_of(battle, figure):
        return weapon
    weapons = battle.tables.host.weapons
    return next((one for one in figure.weapons if one in weapons), "")


@clause("DE-HTH-01", "DE-HTH-09")
def hand_blows(battle: Battle, figure: Figure, weapon_blows: int | None = None) -> int:
    """Hand-to-hand blows, alone or mixed with a weapon's."""
    return cards.hth_blows(
        battle.tables,
        training=figure.profile.training,
        encumbrance=figure.encumbrance,
        level=figure.profile.level,
        dexterity=figure.dexterity,
        weapon_blows=weapon_blows,
    ).blows
