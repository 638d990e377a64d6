"""Riders who charge."""

from __future__ import annotations

from typing import Any

from banneret.rulesets.knights_and_knaves.basics.state import Battle
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.scripts import Played, run

GUY = "a Guy: knight lance sword mounted destrier armor=12 at 20,10 in_command"


def charge(
    others: str, dice: list[int], terrain: str = "", until: str = "fatigue", **answers: str
) -> tuple[Battle, Played]:
    """Guy gallops at Odo through movement and melee; who is not named does nothing."""
    battle = field(f"{GUY} | {others}", terrain=terrain, phase="move")
    guy = man(battle, "Guy")
    declare(guy, "move_full_melee", gait="gallop", target=man(battle, "Odo").id)
    said: dict[str, Any] = {"fight": "nothing", "step_up": "hold", "meet": "nothing"}
    for name, words in answers.items():
        kind, _, whom = words.partition(" ")
        key = kind if not whom else f"{kind}:{man(battle, whom).id}"
        said[f"{'meet' if name.startswith('meet_') else 'fight'} {name.removeprefix('meet_')}"] = (
            key
        )
    table = run(battle, until, dice=dice, answers=said, exact=False)
    return battle, table
