"""Small decisions: the usual answer, rallying, what to do beyond beaten foot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..basics.state import ERRATIC
from ..basics.tables import BONUS
from ..basics.who import leadership_of
from ..command.control import bands
from ..ending.rallying import tests_left
from ..setup.deploying import each_array
from .charging import is_safe

if TYPE_CHECKING:
    from banneret.core.questions.asking import Choice

    from ..basics.state import Battle, Unit


def usual(choice: Choice[Any]) -> Any:
    """The plain answer to a question, or its first idea."""
    proposal = getattr(choice, "proposal", None)
    if proposal is not None:
        lawful = choice.lawful(proposal)
        if lawful is not None:
            return lawful
    return choice.first()


def nothing(battle: Battle, choice: Any, level: str) -> Any:
    """Say no."""
    del battle, level
    return "none" if "none" in choice.candidates else None


def deploy(battle: Battle, choice: Any, level: str) -> Any:
    """Draw a battle up where its place in the line is."""
    del level
    ward = battle.wards[battle.units[choice.pieces[0]].ward]
    return next(each_array(battle, ward), None)


def leave(battle: Battle, choice: Any, level: str) -> Any:
    """Rally while it is safe, and never trade."""
    del level
    unit = battle.units[choice.about[0]]
    safe = unit.morale != ERRATIC or unit.hits > BONUS[unit.profile.experience] + 1
    if "reform" in choice.candidates and is_safe(battle, unit):
        return "reform"
    return "test" if safe and "test" in choice.candidates else "done"


def rally(battle: Battle, choice: Any, level: str) -> Any:
    """Shed hits while a failure costs little; trade elements before a state is lost."""
    del level
    unit = battle.units[choice.about[0]]
    ways = choice.candidates
    limit = BONUS[unit.profile.experience]
    trades = sorted(w for w in ways if w.startswith("trade:"))
    if unit.morale == ERRATIC and unit.hits > limit and trades and unit.elements > 3:
        return trades[0]
    if "test" in ways and _worth_testing(battle, unit):
        return "test"
    return "reform" if "reform" in ways and is_safe(battle, unit) else "done"


def _worth_testing(battle: Battle, unit: Unit) -> bool:
    """Whether one more test is likelier to help than to hurt."""
    odds = bands(unit.profile.experience, unit.profile.die, leadership_of(battle, unit))
    if unit.morale == ERRATIC:
        return odds["pass"] >= 0.66 or (unit.hits >= unit.elements and tests_left(battle, unit) > 1)
    if unit.hits <= 1 and odds["pass"] < 0.5:
        return False
    return odds["pass"] + odds["up"] * 0.5 > odds["down"]


def beyond(battle: Battle, choice: Any, level: str) -> Any:
    """Turn on beaten foot, or go on into something fresh and soft."""
    del battle, level
    return "turn" if "turn" in choice.candidates else choice.candidates[0]
