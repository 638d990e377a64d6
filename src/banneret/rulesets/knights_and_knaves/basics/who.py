"""Who is who in a battle; every list here is shared: read it, do not change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import ESCORTING, NOBODY, POSTED, STEADY, UP, WITHDRAWING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import Battle, Horse, Man, Order, Retinue, Unit


def retinue_of(battle: Battle, player: str) -> Retinue:
    """A player's retinue."""
    muster = battle.memo.muster
    if "retinues" not in muster:
        muster["retinues"] = {one.player: one for one in battle.retinues}
    found: Retinue = muster["retinues"][player]
    return found


def lord_of(battle: Battle, man: Man) -> Man:
    """The lord a man owes allegiance to, whatever has become of him."""
    return battle.men[retinue_of(battle, man.player).lord]


def is_lord(battle: Battle, man: Man) -> bool:
    """Whether he is a player's own figure (KK-DEF-24)."""
    return retinue_of(battle, man.player).lord == man.id


def is_liege(battle: Battle, man: Man) -> bool:
    """Whether he is lord of a retinue, and not the commander of a body that was pooled by type.

    Such a commander is a lord to his own body alone, not to the enemy (KK-SETUP-03).
    """
    if not is_lord(battle, man):
        return False
    allies = [one for one in battle.retinues if one.side == man.side and one.player != man.player]
    return not (battle.options.group_by_type and allies)


def standing(battle: Battle) -> Sequence[Man]:
    """Every figure up on the table, captives and bodies not among them."""
    muster = battle.memo.muster
    found: list[Man] | None = muster.get("standing")
    if found is None:
        found = muster["standing"] = [man for man in battle.men if man.status in UP]
    return found


def men_of(battle: Battle, player: str) -> Sequence[Man]:
    """A player's figures up on the table, in roster order."""
    muster = battle.memo.muster
    key = ("men", player)
    found: list[Man] | None = muster.get(key)
    if found is None:
        found = muster[key] = [man for man in standing(battle) if man.player == player]
    return found


def foes(battle: Battle, side: str) -> Sequence[Man]:
    """Figures of all other sides up on the table."""
    muster = battle.memo.muster
    key = ("foes", side)
    found: list[Man] | None = muster.get(key)
    if found is None:
        found = muster[key] = [man for man in standing(battle) if man.side != side]
    return found


def loose_horses(battle: Battle) -> Sequence[Horse]:
    """Horses on the table with nobody in the saddle (KK-FALL-17)."""
    muster = battle.memo.muster
    found: list[Horse] | None = muster.get("loose")
    if found is None:
        found = muster["loose"] = [
            one for one in battle.horses if one.rider == NOBODY and not one.gone
        ]
    return found


def leader_of(battle: Battle, unit: Unit) -> Man | None:
    """The leader who is with them and holds his post: not routing, disabled, captive or gone.

    Stunned he keeps it (KK-DEF-08); one who ran has it again when he is back (KK-RALLY-05).
    """
    if unit.leader == NOBODY or unit.body != NOBODY:
        return None
    leader = battle.men[unit.leader]
    return leader if leader.status in POSTED else None


def order_of(battle: Battle, man: Man) -> Order | None:
    """The standing order he is under: his unit's, or his own if he is in none."""
    if man.unit != NOBODY:
        return battle.units[man.unit].order
    for key, order in retinue_of(battle, man.player).orders:
        if key == man.id:
            return order
    return None


def able(man: Man) -> bool:
    """Able to fight: up, not stunned, not routing, no captive (KK-YIELD-08, KK-GEO-03)."""
    return man.stun == 0 and (man.status == STEADY or man.status in {WITHDRAWING, ESCORTING})


def mounted(man: Man) -> bool:
    """Whether he sits on a horse."""
    return man.horse != NOBODY


def unit_of(battle: Battle, man: Man) -> Unit | None:
    """The unit he belongs to."""
    return None if man.unit == NOBODY else battle.units[man.unit]


def has(man: Man, trait: str) -> bool:
    """Whether he has a trait (KK-PROF-07)."""
    return trait in man.profile.traits
