"""The squire: shoots when he can, charges the nearest when he may, and else goes straight on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.questions.lazy import LazyPlace

from ..basics.state import NOBODY, any_engaged, awake, leader_of
from ..melee.charge import charging
from ..movement.ideas import EXIT
from ..turn import acting, man_by_man
from .charging import nearest_gap, offered
from .plan import is_missile_unit

if TYPE_CHECKING:
    from banneret.core.questions.choices import Choice, Move, Pick, Place, Way

    from ..basics.state import Battle, Unit


def kind(battle: Battle, choice: Pick[str]) -> str:
    """Fight on, shoot, charge, march: the first that is allowed."""
    unit = battle.units[choice.about[0]]
    if acting.ARRIVE in choice.candidates:
        return choice.allowed()[0]  # to wait, where the edge is barred
    wishes = [acting.PRESS, acting.CHARGE, acting.MOVE]
    if is_missile_unit(battle, unit) and _can_shoot(battle, unit):
        wishes = [acting.FIGURES]
    return next(
        (one for one in wishes if acting.kind_refusal(battle, unit, one) is None), acting.STAND
    )


def _can_shoot(battle: Battle, unit: Unit) -> bool:
    return any(
        man_by_man.kind_refusal(battle, man, one) is None
        for man in awake(battle, unit)
        for one in (man_by_man.FIRE, man_by_man.LOAD)
        if one in man_by_man.kinds(battle, man)
    )


def target(battle: Battle, choice: Pick[int]) -> int:
    """Charge the nearest."""
    leader = leader_of(battle, battle.units[choice.about[0]])
    assert leader is not None, "only a led unit charges"
    ranked = sorted(
        (nearest_gap(leader, awake(battle, battle.units[key])), key) for key in choice.candidates
    )
    unit = battle.units[choice.about[0]]
    return next(key for _, key in ranked if charging.target_refusal(battle, unit, key) is None)


def way(battle: Battle, choice: Move) -> Way:
    """Off the table if he may, else the first way: straight at the enemy."""
    ideas = list(offered(choice))
    del battle
    leaving = next((idea for idea in ideas if idea.gait == EXIT), None)
    return leaving or (ideas[0] if ideas else choice.ideas()[0])


def next_unit(battle: Battle, choice: Pick[int]) -> int:
    """Bowmen first, then as they come."""
    units = [key for key in choice.candidates if key != NOBODY]
    return max(
        units,
        key=lambda key: (
            is_missile_unit(battle, battle.units[key]),
            any_engaged(battle, battle.units[key]),
            -key,
        ),
    )


def followers(_battle: Battle, choice: Place) -> Any:
    """His men keep their order, in a charge too: few of them come to blows."""
    if isinstance(choice, LazyPlace):
        made = [places for make in choice.makers[1:2] if (places := make()) is not None]
        if made:
            return made[0]
    return choice.ideas()[0]


def hurts(_battle: Battle, _choice: Choice[Any]) -> str:
    """He thinks of no ransom."""
    return "hurt"


def stays(_battle: Battle, choice: Pick[Any]) -> Any:
    """He does not follow up, and speaks to nobody: the first answer of such questions."""
    return choice.candidates[0]


def acts(_battle: Battle, _choice: Choice[Any]) -> str:
    """Nor of ambushes."""
    return "act"
