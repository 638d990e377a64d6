"""Which figures a question and its options stand for, so that screens can show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..basics.state import COMING, GONE
from .deeds import HORSES_FROM

if TYPE_CHECKING:
    from banneret.core.questions.choices import Choice

    from ..basics.state import Battle

NAMING_FIGURES = frozenset(
    (
        "declare",
        "target",
        "shot",
        "blow",
        "yield.to",
        "leader",
        "body",
        "lead",
        "form.men",
        "form.leader",
        "transfer.man",
    )
)
STRIKING = frozenset(("fight", "meet", "champion"))  # "horse:3" is the horse under man 3


def pieces(battle: Battle, choice: Choice[Any], key: str | int) -> tuple[int, ...]:
    """The figures on the table an option stands for."""
    if isinstance(key, int):
        return _there(battle, key) if choice.key in NAMING_FIGURES else ()
    kind, _, number = key.partition(":")
    if kind == "horse" and number and choice.key not in STRIKING:  # one to mount, riderless
        return (HORSES_FROM + int(number),)
    parts = [part.removeprefix("h") for part in key.split(":")]  # a rider stands for his horse
    return tuple(one for part in parts if part.isdigit() for one in _there(battle, part))


def subjects(battle: Battle, choice: Choice[Any]) -> tuple[int, ...]:
    """The figures on the table the question is about."""
    return tuple(
        found for one in choice.about if isinstance(one, int) for found in _there(battle, one)
    )


def _there(battle: Battle, key: int | str) -> tuple[int, ...]:
    at = int(key)
    if 0 <= at < len(battle.men) and battle.men[at].status not in {GONE, COMING}:
        return (at,)
    return ()
