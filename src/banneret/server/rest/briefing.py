"""Before a battle: what each side wants, when it ends and who is stronger, in three lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.core.book.ruleset import Brief
from banneret.server.door.shapes import BriefOut

if TYPE_CHECKING:
    from banneret.core.book.ruleset import ForceInfo, Ruleset
    from banneret.server.storage.store import BattleRow

_LITTLE: Final = 0.05  # of the weaker's points
_MUCH: Final = 0.2


def brief_of(ruleset: Ruleset[Any], battle: BattleRow) -> BriefOut:
    """Brief every side of a battle."""
    info = ruleset.scenarios.get(battle.setup.scenario)
    if info is None:  # an earlier version had it
        return BriefOut({}, "", {})
    told = info.brief or Brief()
    known = {
        side: ruleset.forces[key]
        for side, key in battle.setup.forces.items()
        if key in ruleset.forces and side not in battle.setup.rolls
    }
    usual = all(info.forces[side][:1] == (one.key,) for side, one in known.items())
    stronger = {
        side: " ".join(
            filter(
                None, (_stronger(side, known, told.counted), told.edge.get(side) if usual else "")
            )
        )
        for side in info.sides
    }
    return BriefOut(dict(told.aims), told.end, stronger)


def _stronger(side: str, forces: dict[str, ForceInfo], counted: str) -> str:
    """Say who has more points, and how many men each has."""
    own = forces.get(side)
    others = [one for key, one in forces.items() if key != side]
    if own is None or not others:
        return ""
    foe = max(others, key=lambda one: one.points)
    men = f"{own.figures} {counted} against {'/'.join(str(one.figures) for one in others)}."
    if not own.points or not foe.points:
        return men
    more = abs(own.points - foe.points) / min(own.points, foe.points)
    points = f"{max(own.points, foe.points):g} points to {min(own.points, foe.points):g}"
    if more < _LITTLE:
        return f"Neither: {own.points:g} points to {foe.points:g}; {men}"
    who = "You" if own.points > foe.points else "They"
    far = ", a little" if more < _MUCH else ""
    return f"{who}{far}: {points}; {men}"
