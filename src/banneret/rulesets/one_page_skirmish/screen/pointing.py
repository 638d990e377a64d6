"""Which figures a question and its options stand for, so that screens can show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..basics.state import ON_TABLE, standing

if TYPE_CHECKING:
    from banneret.core.questions.choices import Choice

    from ..basics.state import Battle

NAMING_UNITS = frozenset(
    ("morale.order", "action.unit", "action.target", "release", "colour.unit", "deploy.hide")
)
NAMING_FIGURES = frozenset(
    (
        "rally",
        "appoint.figure",
        "figure.order",
        "figure.target",
        "react.shooter",
        "melee.enemy",
        "melee.attackers",
        "melee.push_from",
        "follow_up",
        "retreat.measured",
    )
)
ABOUT_FIGURES = ("melee.", "follow_up", "appoint.")  # the first number is a figure
BLOWS = frozenset(("melee.stun", "melee.stunned"))  # about him who strikes and him who is struck
ABOUT_UNIT_AND_FIGURE = ("figure.", "move.", "go_along", "press.")  # the second is


def pieces(battle: Battle, choice: Choice[Any], key: str | int) -> tuple[int, ...]:
    """The figures on the table an option stands for."""
    if isinstance(key, str) or key < 0:
        return ()
    if choice.key in NAMING_UNITS:
        return tuple(figure.id for figure in standing(battle, battle.units[key]))
    if choice.key in NAMING_FIGURES and battle.figures[key].fate == ON_TABLE:
        return (key,)
    return ()


def subjects(battle: Battle, choice: Choice[Any]) -> tuple[int, ...]:
    """The figures on the table the question is about: the man, or else the whole unit."""
    numbers = [one for one in choice.about if isinstance(one, int) and one >= 0]
    if not numbers:
        return ()
    if choice.key in BLOWS:
        return tuple(one for key in numbers for one in _if_standing(battle, key))
    if choice.key.startswith(ABOUT_FIGURES):
        return _if_standing(battle, numbers[0])
    if len(numbers) > 1 and choice.key.startswith(ABOUT_UNIT_AND_FIGURE):
        return _if_standing(battle, numbers[1])
    return tuple(figure.id for figure in standing(battle, battle.units[numbers[0]]))


def _if_standing(battle: Battle, key: int) -> tuple[int, ...]:
    return (key,) if battle.figures[key].fate == ON_TABLE else ()
