"""Where the captain wants his men: goals, deployment, ambushes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.geometry import distance, gap
from banneret.rulesets.one_page_skirmish.aims import exit_edges, goals
from banneret.rulesets.one_page_skirmish.ground import sees
from banneret.rulesets.one_page_skirmish.shooting import MISSILES
from banneret.rulesets.one_page_skirmish.state import NOBODY, awake, seen_enemies, standing

if TYPE_CHECKING:
    from banneret.core.choices import Choice, Pick, Place
    from banneret.core.geometry import Point
    from banneret.rulesets.one_page_skirmish.state import Battle, Unit

AMBUSH_INCHES = 12.0  # close range of a longbow: spring the trap
PATIENCE = 4  # rounds before an ambush takes what it can get


def is_missile_unit(battle: Battle, unit: Unit) -> bool:
    """Whether at least half of the unit has a bow or crossbow in hand."""
    men = awake(battle, unit)
    return bool(men) and 2 * sum(man.in_hand in MISSILES for man in men) >= len(men)


def enemy_centre(battle: Battle, side: str) -> Point:
    """The middle of the enemies in sight, or of their zone before there are any."""
    seen = [foe for foe in seen_enemies(battle, side) if foe.stun < 0]
    if seen:
        count = len(seen)
        return sum(f.base.x for f in seen) / count, sum(f.base.y for f in seen) / count
    x0, y0, x1, y1 = battle.scenario.sides["b" if side == "a" else "a"].zone
    return (x0 + x1) / 2, (y0 + y1) / 2


def goal_of(battle: Battle, unit: Unit, here: Point) -> Point:
    """Where the unit should be: an objective, else the enemy."""
    places = goals(battle, unit.side, here)
    if places:
        return min(places, key=lambda p: distance(here, p))
    return enemy_centre(battle, unit.side)


def must_leave(battle: Battle, side: str) -> bool:
    """Whether the side scores by getting off the table."""
    return bool(exit_edges(battle, side))


# -- setting up


def hide(battle: Battle, choice: Pick[int]) -> int:
    """Hide whoever may be hidden, men with bows first."""
    units = [key for key in choice.allowed() if key != NOBODY]
    return max(units, key=lambda key: (is_archery(battle, battle.units[key]), -key), default=NOBODY)


def is_archery(battle: Battle, unit: Unit) -> bool:
    """Whether the men carry bows or crossbows at all."""
    return any(
        not MISSILES.isdisjoint(battle.figures[member].profile.weapons) for member in unit.members
    )


def set_up(battle: Battle, choice: Place) -> Any:
    """Of the places offered, the one nearest to what matters, in cover for men with bows."""
    unit = battle.units[choice.about[0]]
    archery = is_archery(battle, unit)

    def merit(places: Any) -> float:
        spots = [(where[0], where[1]) for where in places.values()]
        x = sum(p[0] for p in spots) / len(spots)
        y = sum(p[1] for p in spots) / len(spots)
        middle = enemy_centre(battle, unit.side)
        aim = goal_of(battle, unit, (x, y))
        return -distance((x, y), aim) - 0.5 * distance((x, y), middle) * (0.5 if archery else 1.0)

    return max(choice.ideas(), key=merit)


# -- ambush


def holds(battle: Battle, choice: Choice[Any]) -> str:
    """A hidden unit waits until an enemy is near enough to be worth showing itself for."""
    return "act" if _prey(battle, battle.units[choice.about[0]]) else "hold"


def releases(battle: Battle, choice: Pick[int]) -> int:
    """Release the first held unit that has found its prey."""
    return next(
        (key for key in choice.candidates if key != NOBODY and _prey(battle, battle.units[key])),
        NOBODY,
    )


def _prey(battle: Battle, unit: Unit) -> bool:
    """An enemy near; later in the day, any in range; in the end the ambush is given up."""
    if not unit.hidden or battle.round > battle.scenario.rounds // 2:
        return True
    men = standing(battle, unit)
    bows = is_missile_unit(battle, unit)
    reach = (AMBUSH_INCHES if battle.round < PATIENCE else 2 * AMBUSH_INCHES) if bows else 9.0
    return any(
        gap(man.base, foe.base) <= reach and sees(battle, man.base, foe.base)
        for foe in seen_enemies(battle, unit.side)
        if foe.stun < 0
        for man in men
    )
