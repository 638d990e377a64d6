"""Battles being set up, for the tests of it."""

from __future__ import annotations

from typing import Any

from banneret.rulesets.one_page_skirmish.entries import UnitEntry
from banneret.rulesets.one_page_skirmish.lists import Force, Scenario, SidePlan, Sides
from banneret.rulesets.one_page_skirmish.setup import deploy, first_deployer, hide
from banneret.rulesets.one_page_skirmish.state import Battle
from rulesets.scripting import ByKey

STEPS = {"setup": first_deployer, "hide": hide, "deploy": deploy}


def set_up(battle: Battle, until: str = "round") -> Battle:
    """Play the setting up, everybody taking first ideas and the first of the dice."""
    from banneret.core.dice import RandomDice  # noqa: PLC0415
    from banneret.core.table import Table  # noqa: PLC0415

    players = {seat.key: ByKey({}) for seat in battle.seats}
    dice = RandomDice(1)
    while battle.phase in STEPS and battle.phase != until:
        STEPS[battle.phase](Table(battle, dice, players))
    return battle


def scenario(**changes: Any) -> Scenario:
    """A bare table with the default zones."""
    sides = Sides(
        a=SidePlan(force="free", home_edge="south", zone=(0.0, 0.0, 48.0, 8.0)),
        b=SidePlan(force="free", home_edge="north", zone=(0.0, 28.0, 48.0, 36.0)),
    )
    return Scenario(**{"id": "bare", "name": "Bare", "sides": sides, **changes})


BIG = Force(
    id="big",
    name="Big",
    unit=tuple(
        UnitEntry(
            id=f"band_{at}",
            name=f"Band {at}",
            kind="group",
            leader_rank="sergeant",
            class_="elite",
            count=12,
            armour=(),
            weapons=("hand_weapon",),
            in_hand="hand_weapon",
        )
        for at in range(2)
    ),
)
