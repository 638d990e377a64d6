"""The phase as players see it: rules have finer steps than the sequence of the turn shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banneret.core.ruleset import Ruleset


def shown(ruleset: Ruleset[Any], state: Any, side: str) -> str:
    """Name the phase a side reads at the top of its screen, and its round."""
    scene = ruleset.scene(ruleset.view(state, side), side)
    return f"{scene.round} {scene.now}"
