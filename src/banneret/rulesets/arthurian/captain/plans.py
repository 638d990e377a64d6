"""Where a captain sends a model: charges, shots, goals and places to wait, weighed alike."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from ..basics import who
from ..basics.state import NOBODY, Model
from ..basics.tables import MISSILES
from ..fight import shooting
from ..ground import ways
from ..solo.aims import scenario_goal
from ..turn.after.objects import at_feet
from . import worth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..basics.state import Battle
    from ..ground.ways import Trip

Point = tuple[float, float]
GOES_ON = 0.35  # rounds that a fight is reckoned to last beyond the first blow
IN_FIGHT = 0.15  # of a threat by others while one fights
EXPOSED = 0.65  # how much of a threat is reckoned to come true
LANCE = 0.8  # how much of a couched lance is lost by letting an enemy come too near
PER_INCH = 0.5  # what an inch nearer the goal is worth to somebody worth 30 points
ATTACKERS = {
    "ambush_in_the_wood": "a",
    "giant_on_the_hill": "a",
    "perilous_chapel": "a",
    "robbers_tower": "a",
    "saxon_raid": "b",
}


WARY = {
    "robbers_tower": 0.4,
    "giant_on_the_hill": 1.2,
    "perilous_chapel": 1.3,
}  # a PC on whom all hangs


class Plan(NamedTuple):
    """A thing to do with the move, and what it is worth."""

    worth: float
    kind: str
    trip: Trip | None = None
    target: int = NOBODY


_FIXED = ("profile", "name", "tags")
_of_model = attrgetter(*[one for one in Model.__struct_fields__ if one not in _FIXED])
_LAST: list[tuple[Any, Plan]] = []  # a captain who decides to move is asked where at once


def best(battle: Battle, model: Model, *, run: bool = False) -> Plan:
    """The best use of a move action now."""
    key = (
        *(model.id, run, battle.round, battle.scenario.id, battle.options),
        *(battle.fired, battle.lady_out, battle.rain),
        [(one.x, one.y, one.taken, one.carrier) for one in battle.tokens],
        [_of_model(one) for one in battle.models],
    )
    if not _LAST or _LAST[0][0] != key:
        _LAST[:] = [(key, _best(battle, model, run=run))]
    return _LAST[0][1]


def _best(battle: Battle, model: Model, *, run: bool) -> Plan:
    found = [Plan(_standing(battle, model, model.at) + _still(battle, model), "stay")]
    found += _goals(battle, model, run=run)
    if not run:
        found += _charges(battle, model)
    found += _places(battle, model, run=run)
    return max(found, key=lambda one: (round(one.worth, 6), one.kind == "charge"))


# -- fighting


def _charges(battle: Battle, model: Model) -> Iterator[Plan]:
    """Into contact with somebody: the blow, the fight that follows, who else is near."""
    if model.is_a("civilian"):
        return
    inches = worth.reach(model)
    for foe in who.enemies(battle, model.side):
        if worth.gap_at(model.at, model, foe) > inches:
            continue
        trip = ways.charge_way(battle, model, foe, inches)
        if trip is None:
            continue
        lance = model.in_hand == "lance" and trip.straight >= worth.LANCE_RUN
        first = worth.blow(battle, model, foe, charge=lance)
        friends = len([one for one in who.touching(battle, foe) if who.is_able(one)])
        on = GOES_ON * worth.melee_edge(battle, model, foe, friends)
        others = _others(battle, model, trip.end, foe)
        gain = first + on + 1.5 * friends - others
        yield Plan(gain + _urge(battle, model), "charge", trip, foe.id)


def _others(battle: Battle, model: Model, p: Point, foe: Model) -> float:
    """What enemies besides the one charged could do there."""
    before, foe.where = foe.where, "aside"
    try:
        return IN_FIGHT * worth.threat(battle, model, p)
    finally:
        foe.where = before


# -- places


def _places(battle: Battle, model: Model, *, run: bool) -> Iterator[Plan]:
    """Nearer the goal, a little nearer, aside and back."""
    goal = goal_of(battle, model)
    inches = worth.reach(model)
    terms = ways.Terms(no_contact="AR-TURN-02") if run else ways.Terms(no_contact="AR-MOVE-05")
    legs = ways.walker(battle, model)
    if goal is not None:
        parts = (inches, inches * 0.7, inches * 0.4)
        for trip in ways.approach_ways(battle, model, goal, parts, terms, legs=legs):
            yield _going(battle, model, trip, goal)
    for k in range(8):
        a = pi / 4 * k
        end = (model.x + inches * sin(a), model.y + inches * cos(a))
        found = ways.check_move(battle, model, (end,), inches, terms, legs=legs)
        if isinstance(found, ways.Trip):
            yield _going(battle, model, found, goal)


def _going(battle: Battle, model: Model, trip: Trip, goal: Point | None) -> Plan:
    """A move that ends in the open."""
    gain = _standing(battle, model, trip.end)
    if goal is not None:
        before = hypot(goal[0] - model.x, goal[1] - model.y)
        after = hypot(goal[0] - trip.end[0], goal[1] - trip.end[1])
        gain += (before - after) * PER_INCH * _eagerness(battle, model)
    if who.is_shooter(model) and shooting.why_not_shoot(battle, model) is None:
        gain += _shot_from(battle, model, trip.end)
    return Plan(gain, "go", trip)


def _standing(battle: Battle, model: Model, p: Point) -> float:
    """Less what could be lost there, and less a lance that could not be couched from there."""
    return -EXPOSED * worth.threat(battle, model, p) - _couching(battle, model, p)


def _couching(battle: Battle, model: Model, p: Point) -> float:
    """What a lancer loses who lets an enemy come so near that he has no run."""
    if not model.mounted or model.in_hand != "lance":
        return 0.0
    foes = [f for f in who.enemies(battle, model.side) if who.is_able(f)]
    foes = [f for f in foes if not who.engaged(battle, f)]
    foe = min(foes, key=lambda f: worth.gap_at(p, model, f), default=None)
    if foe is None:
        return 0.0
    gap = worth.gap_at(p, model, foe)
    if not gap < worth.reach(foe) + worth.LANCE_RUN:
        return 0.0
    run = worth.blow(battle, model, foe, charge=True) - worth.blow(battle, model, foe, charge=False)
    lance = foe.mounted and "lance" in foe.weapons and gap > worth.LANCE_RUN
    taken = worth.harm_of(battle, foe, model, charge=True) if lance else 0.0
    return LANCE * max(0.0, run) + 0.25 * taken * worth.value(battle, model)


def _still(battle: Battle, model: Model) -> float:
    """Who stands still may shoot better."""
    if not who.is_shooter(model) or shooting.why_not_shoot(battle, model) is not None:
        return 0.0
    targets = shooting.targets(battle, model)
    return max([worth.shot(battle, model, one, moves=False) for one in targets], default=0.0)


def _shot_from(battle: Battle, model: Model, p: Point) -> float:
    """What a shot after the move would be worth."""
    before = model.at
    model.x, model.y = p
    try:
        targets = shooting.targets(battle, model)
        return max([worth.shot(battle, model, one, moves=True) for one in targets], default=0.0)
    finally:
        model.x, model.y = before


# -- goals


def goal_of(battle: Battle, model: Model) -> Point | None:
    """Where a model wants to be: the scenario's goal, else the enemy it is best against."""
    own = _errand(battle, model)
    if own is not None:
        return own
    foes = who.enemies(battle, model.side)
    if not foes or model.is_a("civilian"):
        return None
    if battle.scenario.id == "saxon_raid" and model.side == "a":
        return _raider(battle, model, foes)
    mark = min(foes, key=lambda f: worth.gap_at(model.at, model, f) - _liking(battle, model, f))
    return mark.at


def _raider(battle: Battle, model: Model, foes: list[Model]) -> Point:
    """The Saxon who is nearest to a hut, and to him."""
    huts = [one for one in battle.scenario.terrain if one.name not in battle.fired]

    def order(foe: Model) -> float:
        near = min([one.shape.gap(foe.at) for one in huts], default=0.0)
        return near + 0.7 * worth.gap_at(model.at, model, foe)

    return min(foes, key=order).at


def _liking(battle: Battle, model: Model, foe: Model) -> float:
    """How far one would go out of his way for an enemy."""
    return 0.35 * worth.melee_edge(battle, model, foe)


def _errand(battle: Battle, model: Model) -> Point | None:
    """What the scenario wants of this model."""
    key = battle.scenario.id
    found = scenario_goal(battle, model)
    if found is not None:
        return found
    if key == "perilous_chapel" and model.side == "a" and not model.is_a("civilian"):
        relic = next((t for t in battle.tokens if t.name == "relic" and t.carrier == NOBODY), None)
        guarded = [f for f in who.enemies(battle, "a") if f.profile.id == "worm"]
        if relic is not None and not relic.taken and not guarded:
            return relic.x, relic.y
    if key == "robbers_tower" and model.side == "a" and not battle.lady_out:
        return _to_door(battle, model)
    if key == "saxon_raid" and model.side == "b":
        return _to_hut(battle, model)
    return None


def _to_door(battle: Battle, model: Model) -> Point | None:
    """The one nearest to the door goes and opens it once the others have work."""
    door = battle.scenario.token("door")
    free = [one for one in who.in_play(battle, "a") if not who.engaged(battle, one)]
    own = [one for one in free if not one.pc] or free
    first = min(own, key=lambda one: (hypot(one.x - door[0], one.y - door[1]), one.id))
    foes = [f for f in who.enemies(battle, "a") if hypot(f.x - door[0], f.y - door[1]) < 7]
    late = battle.round >= battle.scenario.rounds - 6
    if first.id == model.id and (late or len(foes) < 2):
        return door[0], door[1] - model.radius - 0.1
    return None


def _to_hut(battle: Battle, model: Model) -> Point | None:
    """The nearest hut that nobody else is nearer to."""
    huts = [one for one in battle.scenario.terrain if one.name not in battle.fired]
    friends = [one for one in who.in_play(battle, "b") if not who.engaged(battle, one)]
    ranked = sorted(huts, key=lambda one: round(one.shape.gap(model.at), 2))
    for hut in ranked:
        nearer = [f for f in friends if hut.shape.gap(f.at) < hut.shape.gap(model.at) - 0.01]
        if len(nearer) < 2:
            x, y = hut.shape.centre
            return x, y + 1.5 + model.radius
    return None


def _goals(battle: Battle, model: Model, *, run: bool) -> Iterator[Plan]:
    """Off the table, where that wins; onto a token; beside a hut or the door."""
    goal = _errand(battle, model)
    if goal is None:
        return
    if ways.edge_crossed(battle, goal):
        inches = worth.reach(model)
        for x in (model.x, goal[0]):
            trip = ways.check_move(battle, model, ((x, goal[1]),), inches)
            if isinstance(trip, ways.Trip) and trip.leaves:
                yield Plan(500.0, "leave", trip)
                return
    del run


def _eagerness(battle: Battle, model: Model) -> float:
    """How much ground matters: more for who must attack, and as time runs out."""
    base = model.profile.points / 30
    if model.pc and worth.is_key(battle, model):
        base *= WARY.get(battle.scenario.id, 1.0)
    attacker = ATTACKERS.get(battle.scenario.id)
    part = battle.round / max(1, battle.scenario.rounds)
    errand = _errand(battle, model) is not None
    if errand:
        return base * (2.5 + 5.0 * part)
    if attacker is None:
        return base * (1.0 + 1.6 * part) * (2.2 if _outshot(battle, model.side) else 1.0)
    if battle.scenario.id == "saxon_raid":
        return base * (1.2 + 2.0 * part)
    return base * (1.4 + 2.0 * part) if attacker == model.side else base * 0.5


def is_wary(battle: Battle, model: Model) -> bool:
    """Whether a PC on whom all hangs should not run ahead of his men."""
    if not model.pc or WARY.get(battle.scenario.id, 1.0) >= 1.0:
        return False
    foes = who.enemies(battle, model.side)
    return any(worth.gap_at(model.at, model, f) < 3 * worth.reach(f) for f in foes)


def _outshot(battle: Battle, side: str) -> bool:
    """Whether waiting costs more than coming on: the enemy has more bows."""
    bows = {"a": 0, "b": 0}
    for one in who.in_play(battle):
        if who.is_shooter(one) and MISSILES[one.missile].max_band != "short":
            bows[one.side] += 1
    return bows[side] < bows[who.foe(side)]


def _urge(battle: Battle, model: Model) -> float:
    """A charge is also ground gained."""
    return 2.0 + 1.5 * _eagerness(battle, model)


def beyond(battle: Battle, trip: Trip) -> Point:
    """A point over the edge a way leaves by."""
    x, y = trip.end
    wide, deep = battle.scenario.width, battle.scenario.depth
    return {
        "south": (x, -0.5),
        "north": (x, deep + 0.5),
        "west": (-0.5, y),
        "east": (wide + 0.5, y),
    }[trip.leaves]


def picks_up(battle: Battle, model: Model) -> str:
    """A token at his feet that is worth an action now."""
    pressed = any(worth.gap_at(model.at, model, f) < 3 for f in who.enemies(battle, model.side))
    for token in battle.tokens:
        free = not token.taken and token.carrier == NOBODY and at_feet(model, token)
        if free and (token.name == "relic" or not pressed):
            return f"pick:{token.id}"
    return ""
