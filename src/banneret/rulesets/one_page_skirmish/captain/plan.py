"""What the captain is about: goals, posture, deployment, ambushes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.core.questions.answers import Place1
from banneret.tabletop.shapes.measuring import distance, gap

from ..basics.state import NOBODY, awake, enemy, standing
from ..basics.tables import TABLES
from ..ground.clearance import foes
from ..ground.lay import sees
from ..movement.ideas import exit_edges
from ..setup.entries import Hold, Seize
from ..shooting.archery import MISSILES

if TYPE_CHECKING:
    from banneret.core.questions.choices import Choice, Pick, Place
    from banneret.tabletop.shapes.measuring import Point

    from ..basics.state import Battle, Unit

CLOSE_RANGE: Final = float(TABLES.missiles["longbow"].close)
AMBUSH_INCHES: Final = CLOSE_RANGE  # spring the trap
PATIENCE: Final = 4  # rounds before an ambush takes what it can get
LAST_ROUNDS: Final = 3  # when holding ground matters more than killing
PACE: Final = {False: 7.0, True: 10.5}  # inches a move of foot or horse is good for
ASIDE: Final = (0.0, 2.0, -2.0, 4.0, -4.0)  # by which units stand off their usual places
BY_THE_GATE: Final = (0.0, 0.7, -0.7, 1.4, -1.4)  # and a garrison off its own
COLUMNS: Final = 4  # half inches by which a column that must away may start further back
HELD_FROM: Final = 0.6  # of its radius: near enough to hold a place


# -- what sort of unit


def is_missile_unit(battle: Battle, unit: Unit) -> bool:
    """Whether at least half of the unit has a bow or crossbow in hand."""
    men = awake(battle, unit)
    return bool(men) and 2 * sum([man.in_hand in MISSILES for man in men]) >= len(men)


def is_archery(battle: Battle, unit: Unit) -> bool:
    """Whether the men carry bows or crossbows at all."""
    return any(
        not MISSILES.isdisjoint(battle.figures[member].profile.weapons) for member in unit.members
    )


# -- where to


def enemy_centre(battle: Battle, side: str) -> Point:
    """The middle of the enemies in sight, or of their zone before there are any."""
    seen = foes(battle, side)
    if seen:
        count = len(seen)
        return sum([f.base.x for f in seen]) / count, sum([f.base.y for f in seen]) / count
    x0, y0, x1, y1 = battle.scenario.sides[enemy(side)].zone
    return (x0 + x1) / 2, (y0 + y1) / 2


def _middle(battle: Battle, key: str) -> Point:
    piece = battle.scenario.piece(key)
    points = piece.polygon or piece.line
    return (
        sum([p[0] for p in points]) / len(points),
        sum([p[1] for p in points]) / len(points),
    )


def prize(battle: Battle, side: str) -> Point | None:
    """The middle of something this side can still seize."""
    done = {index for index, _, _ in battle.objective_points}
    for index, one in enumerate(battle.scenario.objective):
        if isinstance(one, Seize) and one.for_ in (side, "either") and index not in done:
            return _middle(battle, one.object)
    return None


def guarded(battle: Battle, unit: Unit) -> Point | None:
    """What a garrison on foot keeps from the enemy's hands by standing there."""
    if prize(battle, unit.side) is not None or any(
        man.mounted for man in standing(battle, unit) or ()
    ):
        return None
    point = prize(battle, enemy(unit.side))
    if point is None or exit_edges(battle, unit.side):
        return None
    x0, y0, x1, y1 = battle.scenario.sides[unit.side].zone
    return point if x0 <= point[0] <= x1 and y0 <= point[1] <= y1 else None


def holds_for(battle: Battle, side: str) -> list[Hold]:
    """The places whose holding scores for this side or keeps the other from scoring."""
    found = [one for one in battle.scenario.objective if isinstance(one, Hold)]
    own = [one for one in found if one.for_ in (side, "either")]
    return own or found


def goal_of(battle: Battle, unit: Unit, here: Point) -> Point:
    """Where the unit should be: an objective, else the enemy."""
    guard = guarded(battle, unit)
    if guard is not None:
        return guard
    own = prize(battle, unit.side)
    if own is not None:
        return own
    holds = holds_for(battle, unit.side)
    if holds:
        return min((one.point for one in holds), key=lambda p: distance(here, p))
    return quarry(battle, unit, here)


def quarry(battle: Battle, unit: Unit, here: Point) -> Point:
    """The nearest enemy; the enemy's zone before there are any."""
    seen = foes(battle, unit.side)
    if not seen:
        return enemy_centre(battle, unit.side)
    best = min(seen, key=lambda foe: (distance(here, (foe.base.x, foe.base.y)), foe.id))
    return best.base.x, best.base.y


def stations(battle: Battle, unit: Unit, here: Point) -> list[Point]:
    """Places that will do as well as the goal: anywhere well within what is to be held."""
    goal = goal_of(battle, unit, here)
    for one in holds_for(battle, unit.side):
        if one.point == goal and guarded(battle, unit) is None:
            off = one.radius * HELD_FROM
            x, y = goal
            return [goal, (x, y - off), (x, y + off), (x - off, y), (x + off, y)]
    return [goal]


def must_leave(battle: Battle, side: str) -> bool:
    """Whether the side scores by getting off the table."""
    return bool(exit_edges(battle, side))


def rounds_left(battle: Battle) -> int:
    """Rounds still to come after this one."""
    return battle.scenario.rounds - battle.round


def to_exit(battle: Battle, side: str, p: Point) -> float:
    """How far the nearest edge is by which the side may leave."""
    width, height = battle.ground.width, battle.ground.height
    far = {"west": p[0], "east": width - p[0], "south": p[1], "north": height - p[1]}
    return min(far[edge] for edge in exit_edges(battle, side))


def slack(battle: Battle, unit: Unit, p: Point, *, mounted: bool) -> float:
    """Turns to spare for a unit that has to get off the table, at an ordinary pace."""
    needed = to_exit(battle, unit.side, p) / PACE[mounted]
    return rounds_left(battle) - needed


# -- setting up


def hide(battle: Battle, choice: Pick[int]) -> int:
    """Hide whoever may be hidden, men with bows first."""
    units = [key for key in choice.allowed() if key != NOBODY]
    return max(units, key=lambda key: (is_archery(battle, battle.units[key]), -key), default=NOBODY)


def set_up(battle: Battle, choice: Place, whim: int) -> Any:
    """On the road if we must away, by what we guard, else where the ideas come nearest.

    All of them a little to the left or right by a whim: no battle should begin like the last.
    """
    unit = battle.units[choice.about[0]]
    first = choice.ideas()[0]
    guard = guarded(battle, unit)
    if guard is not None:
        spots = [*_moved(battle, unit, guard, whim, BY_THE_GATE), guard]
        shifted = _shifted(choice, unit, first, spots)
        if shifted is not None:
            return shifted
    if must_leave(battle, unit.side):
        roads = _along_roads(battle, unit.side)
        shifted = _shifted(choice, unit, first, roads[whim % COLUMNS :])
        if shifted is not None:
            return shifted
    places = _nearest_to_goal(battle, choice, unit)
    x, y, _ = places[unit.leader]
    return _shifted(choice, unit, places, _moved(battle, unit, (x, y), whim, ASIDE)) or places


def _nearest_to_goal(battle: Battle, choice: Place, unit: Unit) -> Any:
    archery = is_archery(battle, unit)

    def merit(places: Any) -> float:
        spots = [(where[0], where[1]) for where in places.values()]
        x = sum([p[0] for p in spots]) / len(spots)
        y = sum([p[1] for p in spots]) / len(spots)
        middle = enemy_centre(battle, unit.side)
        aim = goal_of(battle, unit, (x, y))
        return -distance((x, y), aim) - 0.5 * distance((x, y), middle) * (0.5 if archery else 1.0)

    return max(choice.ideas(), key=merit)


def _moved(battle: Battle, unit: Unit, at: Point, whim: int, by: tuple[float, ...]) -> list[Point]:
    """So far from there along one's own edge as the whim has it, or half as far."""
    inches = by[whim % len(by)]
    if not inches:
        return []
    upright = battle.scenario.sides[unit.side].home_edge in {"west", "east"}
    return [
        (at[0], at[1] + share * inches) if upright else (at[0] + share * inches, at[1])
        for share in (1.0, 0.5)
    ]


def _shifted(choice: Place, unit: Unit, places: Any, spots: list[Point]) -> Any:
    """The same formation with its leader on the first of some spots where that is allowed."""
    x, y, _ = places[unit.leader]
    for spot in spots:
        dx, dy = spot[0] - x, spot[1] - y
        moved = {
            key: Place1(round(at[0] + dx, 3), round(at[1] + dy, 3), at[2])
            for key, at in places.items()
        }
        if choice.allows(moved) is None:
            return moved
    return None


def _along_roads(battle: Battle, side: str) -> list[Point]:
    """Places on roads in the zone, the nearest to the way out first."""
    x0, y0, x1, y1 = battle.scenario.sides[side].zone
    found: list[Point] = []
    for piece in battle.scenario.terrain:
        if piece.width > 0.0:
            for (ax, ay), (bx, by) in zip(piece.line, piece.line[1:], strict=False):
                steps = max(1, round(distance((ax, ay), (bx, by)) * 2))
                found += [
                    (ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps)
                    for i in range(steps + 1)
                ]
    inside = [p for p in found if x0 <= p[0] <= x1 and y0 <= p[1] <= y1]
    return sorted(inside, key=lambda p: (to_exit(battle, side, p), p))


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
        for foe in foes(battle, unit.side)
        for man in men
    )
