"""Which unit acts, how, and where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from banneret.core.choices import Way
from banneret.core.geometry import distance, gap, straight_run
from banneret.rulesets.one_page_skirmish import actions, charge, figures
from banneret.rulesets.one_page_skirmish.aims import EXIT, exit_edges
from banneret.rulesets.one_page_skirmish.captain.plan import (
    goal_of,
    is_missile_unit,
    must_leave,
)
from banneret.rulesets.one_page_skirmish.captain.worth import charge_value
from banneret.rulesets.one_page_skirmish.entries import Hold
from banneret.rulesets.one_page_skirmish.ground import in_cover, on_road
from banneret.rulesets.one_page_skirmish.state import (
    NOBODY,
    STEADY,
    any_engaged,
    awake,
    footprint,
    is_engaged,
    is_led,
    leader_of,
    seen_enemies,
)

if TYPE_CHECKING:
    from banneret.core.choices import Choice, Move, Pick
    from banneret.core.geometry import Point, Rect
    from banneret.rulesets.one_page_skirmish.state import Battle, Figure, Unit

SHOOT, CHARGE, PRESS, MARCH, STAND = 5, 4, 3, 2, 0  # shoot before you charge, march last
WORTH_CHARGING = 0.5
WORTH_STOPPING_FOR = 4.0  # to a side that has to get away
LAST_ROUNDS = 3  # when holding ground matters more than killing
USEFUL = frozenset((figures.FIRE, figures.LOAD, figures.SEIZE, figures.MOUNT, figures.OPEN))
BOW_DISTANCE = 11.0  # where men with bows like to stand: close range, with an inch to spare
KEEP_AWAY = 7.0  # and what they do not like to have near


class Intent(NamedTuple):
    """What the captain has in mind for a unit."""

    urgency: float
    kind: str
    target: int = NOBODY


def next_unit(battle: Battle, choice: Pick[int]) -> int:
    """The unit with the most pressing thing to do; none if nothing is worth doing."""
    units = [key for key in choice.candidates if key != NOBODY]
    intents = {key: intent(battle, battle.units[key]) for key in units}
    best = max(units, key=lambda key: (intents[key].urgency, -key))
    if intents[best].urgency <= STAND and NOBODY in choice.candidates:
        return NOBODY
    return best


def intent(battle: Battle, unit: Unit) -> Intent:
    """Shoot if there is a target, charge if it pays, else close up to the goal."""
    if unit.arrival_round > 0:
        return Intent(MARCH, actions.ARRIVE)
    if unit.status != STEADY or not is_led(battle, unit):
        return _restricted(battle, unit)
    if any_engaged(battle, unit):
        return _in_a_fight(battle, unit)
    ready = sum(_has_deed(battle, man) for man in awake(battle, unit))
    target, value = _best_charge(battle, unit)
    if must_leave(battle, unit.side) and value < WORTH_STOPPING_FOR:
        return Intent(MARCH, actions.MOVE)
    if ready and (is_missile_unit(battle, unit) and value < 2.0):
        return Intent(SHOOT, actions.FIGURES)
    if value > WORTH_CHARGING and not _should_hold(battle, unit):
        return Intent(CHARGE, actions.CHARGE, target)
    if ready:
        return Intent(SHOOT, actions.FIGURES)
    if _in_place(battle, unit):
        return Intent(STAND, actions.STAND)
    return Intent(MARCH, actions.MOVE)


def _restricted(battle: Battle, unit: Unit) -> Intent:
    if any(_has_deed(battle, man) for man in awake(battle, unit)):
        return Intent(SHOOT, actions.FIGURES)
    men = awake(battle, unit)
    threatened = any(
        gap(man.base, foe.base) < 12.0 for foe in seen_enemies(battle, unit.side) for man in men
    )
    if threatened and not any(in_cover(battle, man.base) for man in men):
        return Intent(MARCH, actions.TO_COVER)
    return Intent(STAND, actions.STAND)


def _in_a_fight(battle: Battle, unit: Unit) -> Intent:
    idle = [man for man in awake(battle, unit) if not is_engaged(battle, man)]
    if any(_can_shoot(battle, man) for man in idle):
        return Intent(SHOOT, actions.FIGURES)
    return Intent(PRESS, actions.PRESS) if idle else Intent(STAND, actions.STAND)


def _can_shoot(battle: Battle, man: Figure) -> bool:
    return (
        figures.FIRE in figures.kinds(battle, man)
        and figures.kind_refusal(battle, man, figures.FIRE) is None
    )


def _has_deed(battle: Battle, man: Figure) -> bool:
    """Whether the man has something useful to do where he stands."""
    if is_engaged(battle, man):
        return False
    return any(
        kind in USEFUL
        and _wanted(battle, man, kind)
        and figures.kind_refusal(battle, man, kind) is None
        for kind in figures.kinds(battle, man)
    )


def _wanted(battle: Battle, man: Figure, kind: str) -> bool:
    if kind == figures.OPEN:
        return bool(battle.scenario.objective) and man.side == "a"
    if kind == figures.LOAD:
        return nearest_foe_gap(battle, man) > 4.0
    return True


def nearest_foe_gap(battle: Battle, man: Figure) -> float:
    """How far the nearest standing enemy is."""
    return min(
        (gap(man.base, foe.base) for foe in seen_enemies(battle, man.side) if foe.stun < 0),
        default=99.0,
    )


def _best_charge(battle: Battle, unit: Unit) -> tuple[int, float]:
    best, most = NOBODY, -9.0
    for key in charge.targets(battle, unit):
        if charge.target_refusal(battle, unit, key) is None:
            value = charge_value(battle, unit, battle.units[key])
            if value > most:
                best, most = key, value
    return best, most


def _should_hold(battle: Battle, unit: Unit) -> bool:
    """In the last rounds a leader who stands where the points are stays there."""
    if battle.scenario.rounds - battle.round >= LAST_ROUNDS - 1:
        return False
    leader = leader_of(battle, unit)
    assert leader is not None
    here = (leader.base.x, leader.base.y)
    return any(
        isinstance(one, Hold)
        and one.for_ in (unit.side, "either")
        and distance(here, one.point) <= one.radius
        for one in battle.scenario.objective
    )


def _in_place(battle: Battle, unit: Unit) -> bool:
    """A leader who holds an objective alone, or bowmen at their distance, may as well stay."""
    leader = leader_of(battle, unit)
    assert leader is not None
    here = (leader.base.x, leader.base.y)
    for one in battle.scenario.objective:
        if isinstance(one, Hold) and one.for_ in (unit.side, "either"):
            near = distance(here, one.point) <= one.radius - 1.0
            others = any(
                distance((foe.base.x, foe.base.y), one.point) < 16.0
                for foe in seen_enemies(battle, unit.side)
            )
            if near and (not others or is_missile_unit(battle, unit)):
                return True
    return False


# -- answering


def kind(battle: Battle, choice: Pick[str]) -> str:
    """Do what was intended, or the next best thing that is allowed."""
    unit = battle.units[choice.about[0]]
    if actions.ARRIVE in choice.candidates:
        return actions.ARRIVE
    wanted = intent(battle, unit).kind
    for one in (wanted, actions.MOVE, actions.FIGURES, actions.STAND):
        if one in choice.candidates and actions.kind_refusal(battle, unit, one) is None:
            return one
    return actions.STAND


def target(battle: Battle, choice: Pick[int]) -> int:
    """Charge the unit that promises most."""
    unit = battle.units[choice.about[0]]
    return max(
        choice.allowed(), key=lambda key: (charge_value(battle, unit, battle.units[key]), -key)
    )


def charge_way(battle: Battle, choice: Move) -> Way:
    """The first way to contact; for lances one with a straight run of nine inches."""
    ideas = list(choice.ideas())
    leader = battle.figures[choice.piece]
    if leader.in_hand == "lance" and leader.mounted:
        start = (leader.base.x, leader.base.y)
        straight = [way for way in ideas if straight_run((start, *way.points)) >= 9.0]
        return (straight or ideas)[0]
    return ideas[0]


def road(battle: Battle, choice: Choice[Any]) -> str:
    """Keep to the road only to get off the table, or when the goal lies on it."""
    unit = battle.units[choice.about[0]]
    leader = battle.figures[choice.about[1]]
    here = (leader.base.x, leader.base.y)
    goal = goal_of(battle, unit, here)
    far = distance(here, goal) > 6.0
    return "road" if far and (must_leave(battle, unit.side) or on_road(battle, goal)) else "open"


def way(battle: Battle, choice: Move) -> Way:
    """Of the ways offered, the one that ends in the best place."""
    leader = battle.figures[choice.piece]
    unit = battle.units[leader.unit]
    ideas = list(choice.ideas())
    leaving = next((idea for idea in ideas if idea.gait == EXIT), None)
    if leaving is not None:
        return leaving
    bows = is_missile_unit(battle, unit)
    return max(ideas, key=lambda idea: _merit(battle, unit, leader, idea, bows=bows))


def _merit(battle: Battle, unit: Unit, leader: Figure, idea: Way, *, bows: bool) -> float:
    x, y = idea.points[-1] if idea.points else (leader.base.x, leader.base.y)
    base = footprint(leader.mounted, x, y, idea.facing)
    if must_leave(battle, unit.side):
        return -_to_edge(battle, unit.side, (x, y))
    near = _nearest(battle, unit.side, base)
    merit = 1.0 if in_cover(battle, base) else 0.0
    last = battle.scenario.rounds - battle.round < LAST_ROUNDS
    merit -= (2.0 if last else 0.5) * distance((x, y), goal_of(battle, unit, (x, y)))
    if bows:
        merit -= 0.6 * abs(near - BOW_DISTANCE) + (4.0 if near < KEEP_AWAY else 0.0)
    else:
        merit -= 0.7 * near
    return merit


def _nearest(battle: Battle, side: str, base: Rect) -> float:
    return min(
        (gap(base, foe.base) for foe in seen_enemies(battle, side) if foe.stun < 0), default=0.0
    )


def _to_edge(battle: Battle, side: str, p: Point) -> float:
    width, height = battle.ground.width, battle.ground.height
    far = {"west": p[0], "east": width - p[0], "south": p[1], "north": height - p[1]}
    return min(far[edge] for edge in exit_edges(battle, side))


def goes_along(battle: Battle, choice: Choice[Any]) -> str:
    """A Knight on foot keeps with a group that closes with the enemy."""
    unit, knight = battle.units[choice.about[0]], battle.figures[choice.about[1]]
    if knight.mounted or knight.in_hand in ("longbow", "crossbow"):
        return "stay"
    return "stay" if is_missile_unit(battle, unit) else "go"
