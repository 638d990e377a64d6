"""Three lines before a battle: what one wants and when it ends, from the scenario's own data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.ruleset import Brief

from .beginning import usual_force
from .entries import Exit, ExitDenied, Hold, Seize, Slay, Take
from .on_file import forces

if TYPE_CHECKING:
    from .entries import Objective, Scenario

# Of 100 battles between captains with the usual forces, those of the first side (docs/captain.md).
ODDS: Final = {"crossroads": 61, "greenwood": 46, "ford": 44, "manor": 56, "take_him_alive": 59}
_FIELD = "Kill, rout and capture: every man of theirs who is lost counts for you."


def brief(scenario: Scenario) -> Brief:
    """What each side of a scenario wants, and when the battle is over."""
    aims = {side: _aim(scenario, side) for side in ("a", "b")}
    end = f"After {scenario.rounds} rounds, or when a side has lost more than half of its men."
    return Brief(aims, end, dict.fromkeys(aims, _odds(scenario)))


def _odds(scenario: Scenario) -> str:
    """How even it is, as far as it was fought out."""
    won = ODDS.get(scenario.id)
    if won is None:
        return ""
    name = forces()[usual_force(scenario, "a")].name
    return f"Of 100 battles between equals with the usual forces {won} went to the {name}."


def _aim(scenario: Scenario, side: str) -> str:
    said = [_said(one) for one in scenario.objective if one.for_ in {side, "either"}]
    return " ".join(said) or _FIELD


def _said(one: Objective) -> str:
    match one:
        case Hold():
            return (
                f"At the end have a steady leader within {one.radius:g}″ of the flag, "
                f"and they none: {one.vp} points."
            )
        case Exit():
            knight = f", {one.vp_knight_extra} more for a Knight" if one.vp_knight_extra else ""
            return f"Leave by the {one.edge} edge: {one.vp_per_figure} points a man{knight}."
        case ExitDenied():
            return f"Stop them: {one.vp_per_figure_not_exited} point for each who does not get off."
        case Seize():
            return f"Take the {one.object.replace('_', ' ')}: {one.vp} points."
        case Slay():
            return f"Kill or capture their {one.unit.replace('_', ' ')}: {one.vp} points."
        case Take():
            return f"Capture a {one.rank}: {one.vp} points."
