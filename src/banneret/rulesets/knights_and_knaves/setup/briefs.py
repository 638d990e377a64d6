"""Three lines before a battle: what one wants and when it ends, from the scenario's own data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.ruleset import Brief

if TYPE_CHECKING:
    from .entries import Aim, Scenario

_FIELD = "Hold the field: have men left to fight when they have none, or lose fewer points."


def brief(scenario: Scenario) -> Brief:
    """What each player of a scenario wants, and when the battle is over."""
    aims = {
        one.player: " ".join(_said(aim) for aim in scenario.aim if aim.side == one.side) or _FIELD
        for one in scenario.retinue
    }
    end = f"After {scenario.turns} turns, or when one side alone has men who can still fight."
    return Brief(aims, end)


def _said(aim: Aim) -> str:
    place = aim.feature.replace("_", " ")
    share = f"{round(aim.share * 100)}%"
    said = {
        "hold": f"Hold the {place} at the end",
        "sack": f"Sack the {place}",
        "exit": f"Bring {share} off by the {aim.edge} edge",
        "slay_lord": "Slay or take their lord",
        "ransom": "For each captive",
        "survive": f"Keep {share} on their feet",
    }
    return f"{said[aim.kind]}: {aim.points} points."
