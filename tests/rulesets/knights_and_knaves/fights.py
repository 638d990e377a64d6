"""Fights of a few men, and what each of them does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from banneret.rulesets.knights_and_knaves.basics.state import Battle
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.melee import strike_or_parry
from rulesets.knights_and_knaves.field import field, man
from rulesets.knights_and_knaves.scripts import Played, run


def duel(a: str = "sword", b: str = "sword", **more: Any) -> Battle:
    """Hugh and Odo face to face, in their second round unless told otherwise."""
    old = more.pop("old", True)
    battle = field(
        f"a Hugh: soldier {a} at 20,10 | b Odo: soldier {b} at 20,11", phase="choose", **more
    )
    if old:
        meet_before(battle, "Hugh", "Odo")
    return battle


def meet_before(battle: Battle, *names: str) -> None:
    """They have fought a round already."""
    for name in names:
        one = man(battle, name)
        one.touched = tuple(foe.id for foe in touching(battle, one))


def fight(battle: Battle, dice: Sequence[int] = (), **chosen: str) -> Played:
    """Play the Melee phase; men not named do nothing."""
    answers: dict[str, Any] = {"fight": "nothing"}
    answers |= {f"fight {name}": key(battle, words) for name, words in chosen.items()}
    answers |= {"step_up": "hold", "champion": "nothing", "meet": "nothing"}
    return run(battle, "fatigue", dice=dice, answers=answers, exact=False)


def key(battle: Battle, words: str) -> str:
    kind, _, names = words.partition(" ")
    if kind in {"draw", "nothing"}:
        return words.replace(" ", ":")
    return f"{kind}:{','.join(str(man(battle, name).id) for name in names.split('+'))}"


def clause_of(battle: Battle, name: str, words: str) -> str | None:
    """The clause that refuses a choice."""
    no = strike_or_parry.refusal(battle, man(battle, name), key(battle, words))
    return no.clause if no is not None else None
