"""A figure in a fight as the procedures want it, and what may come of it (KK-MELEE-05 to 16)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import NOBODY, ROUTING
from ..basics.who import able, has
from ..ground.contact import touching
from ..ground.lay import restricted, stands_higher
from ..screen.hidden.view import with_usual_skills
from .arms import EMPTY, first_weapon, has_spear, wielded
from .dice import contest_chances, strike_factor, unopposed_faces
from .fighters import LONG, PARRY, STRIKE, Fighter, combat_factor, mode_against, weapon_row
from .ranks import seconds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..basics.state import Battle, Man


_DRAW = "draw"  # as the choice is noted, see strike_or_parry.py


@clause("KK-MELEE-08", "KK-MELEE-09")
def has_height(battle: Battle, man: Man, other: Man) -> bool:
    """Whether a horse, a slope or stairs put him above an opponent who lacks it."""
    if man.horse != NOBODY and other.horse == NOBODY:
        return True
    return stands_higher(battle, man, other)


@clause("KK-MELEE-13", "KK-MELEE-26", "KK-MELEE-31")
def is_drawing(man: Man) -> bool:
    """Whether he spends the round drawing: told to, or without a melee weapon in hand."""
    return told_to_draw(man) or (wielded(man) == EMPTY and first_weapon(man) != EMPTY)


@clause("KK-MELEE-13")
def told_to_draw(man: Man) -> bool:
    """Whether what his chit has him draw is not in his hand yet: out of contact it was at once."""
    if man.chit != "draw_weapon":
        return False
    return man.declared is None or man.declared.weapon != man.weapon


@clause("KK-MELEE-13", "KK-MELEE-19")
def chose_to_draw(battle: Battle, man: Man) -> bool:
    """Whether he said when the choices were made that he draws another weapon this round."""
    return any(key == man.id and kind.startswith(_DRAW) for key, kind, _ in battle.strikes)


@clause("KK-MELEE-05", "KK-MELEE-06", "KK-MELEE-07", "KK-MELEE-15", "KK-RANK-05")
def fighter(
    battle: Battle,
    man: Man,
    other: Man,
    mode: str,
    *,
    second: bool = False,
    known: bool = True,
    draws: bool = False,
) -> Fighter:
    """A man against one opponent; `known` false puts the usual skill of his class for his own."""
    profile = man.profile if known else with_usual_skills(man.profile)
    return Fighter(
        profile.melee,
        wielded(man),
        profile.shield,
        mode,
        other.id in man.lost_reach,
        draws or is_drawing(man) or chose_to_draw(battle, man),
        second,
        has_height(battle, man, other),
        restricted(battle, man),
        man.stamina,
        profile.stamina,
        man.temporary,
        man.permanent,
    )


@clause("KK-MELEE-32", "KK-FALL-14", "KK-MORALE-36", "KK-DIS-03", "KK-ACT-25", "KK-YIELD-11")
def fights(man: Man) -> bool:
    """Whether he may strike or parry at all: able and his hands free; berserks even in rout."""
    if man.carried != NOBODY or man.stun:
        return False
    if man.status == ROUTING:
        return has(man, "berserk")
    return able(man)


@clause("KK-MELEE-20", "KK-MELEE-21")
def is_first_round(man: Man, other: Man) -> bool:
    """Whether the two have not fought since their bases touched."""
    return other.id not in man.touched


@clause("KK-MELEE-20", "KK-MELEE-21", "KK-RANK-01")
def kept_off(battle: Battle, man: Man, other: Man) -> bool:
    """Whether a longer weapon keeps him from striking in the first round."""
    if not is_first_round(man, other) or other not in touching(battle, man):
        return False
    if not fights(other):
        return False  # what he cannot use keeps nobody off
    one = fighter(battle, man, other, STRIKE)
    against = fighter(battle, other, man, STRIKE)
    return mode_against(one, against, True, battle.options) != STRIKE


def is_long(battle: Battle, man: Man) -> bool:
    """Whether he wields a weapon of class 3, 4 or 5."""
    return weapon_row(wielded(man), battle.options).class_ in LONG


# -- the gallop


@clause("KK-DMG-04", "KK-MOVE-20")
def gallops(battle: Battle, man: Man) -> bool:
    """Whether he came into this turn's fight charging at the gallop."""
    if man.horse == NOBODY or battle.horses[man.horse].gait != "gallop":
        return False
    return any(one[0] == man.id for one in battle.charges)


@clause("KK-DMG-03", "KK-DMG-04")
def gallop_bonus(battle: Battle, man: Man, other: Man) -> bool:
    """Whether a spear or lance strikes in or against a charge at the gallop."""
    if not (has_spear(man) or man.weapon == "lance"):
        return False
    return gallops(battle, man) or gallops(battle, other)


# -- what may come of it


@clause("KK-RANK-02", "KK-RANK-05", "KK-RANK-07", "KK-MELEE-20", "KK-MELEE-21")
def strike_odds(battle: Battle, man: Man, other: Man, *, at_horse: bool) -> Mapping[str, str]:
    """The chances of a strike that is met by a strike, by a parry, or not at all.

    Of the opponent's skill his class is all that shows (KK-TURN-06).
    """
    one, against = _facing(battle, man, other, STRIKE)
    free = Fraction(unopposed_faces(strike_factor(one, battle.options).factor), 10)
    if at_horse or not fights(other):
        return {"strikes home": str(free)}
    mine = combat_factor(one, against, battle.options).factor
    his = combat_factor(against, one, battle.options).factor
    wins, _, loses = contest_chances(mine, his)
    strikes = _strikes_back(battle, man, other, one, against)
    return {
        "strikes home": str(Fraction(wins, 100)),
        "is struck": str(Fraction(loses if strikes else 0, 100)),
        "home if unopposed": str(free),
    }


def parry_odds(
    battle: Battle, man: Man, others: tuple[Man, ...], *, draws: bool = False
) -> Mapping[str, str]:
    """The chances that each of those parried gets through, by one who draws a weapon or not.

    The contests have nothing to do with one another, so that all are held off by their product.
    """
    held = Fraction(1)
    found: dict[str, str] = {}
    for other in others:
        guard, against = _facing(battle, man, other, PARRY, draws=draws)
        mine = combat_factor(guard, against, battle.options).factor
        his = combat_factor(against, guard, battle.options).factor
        strikes = _mode(battle, man, other, guard, against) == STRIKE
        through = contest_chances(mine, his)[2] if strikes else 0
        held *= 1 - Fraction(through, 100)
        found[f"{other.profile.name} gets through"] = str(Fraction(through, 100))
    return {"held off" if len(others) == 1 else "all held off": str(held), **found}


def _facing(
    battle: Battle, man: Man, other: Man, mode: str, *, draws: bool = False
) -> tuple[Fighter, Fighter]:
    """A man and the opponent who would strike at him, each in the rank he fights from."""
    rear = () if other in touching(battle, man) else seconds(battle)
    known = other.side == man.side
    return (
        fighter(battle, man, other, mode, second=man.id in rear, draws=draws),
        fighter(battle, other, man, STRIKE, second=other.id in rear, known=known),
    )


def _strikes_back(battle: Battle, man: Man, other: Man, one: Fighter, against: Fighter) -> bool:
    """Whether the other could strike at him: touching him, or from rank to rank."""
    reached = other in touching(battle, man) or against.second_rank
    return reached and _mode(battle, man, other, one, against) == STRIKE


def _mode(battle: Battle, man: Man, other: Man, one: Fighter, against: Fighter) -> str:
    """What reach leaves the other who would strike."""
    first = other in touching(battle, man) and is_first_round(man, other)
    return mode_against(against, one, first, battle.options)
