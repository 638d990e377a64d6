"""What an adversary aims at: in reach, charges, approaches, retreats, cover."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.discs import length

from ..basics import who
from ..fight import chances, shooting
from ..fight.fighters import defence_value
from ..ground import ways
from ..ground.sight import cover_at, sight
from ..turn.moving import cover_goal, homeward

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..basics.state import Battle, Model
    from ..ground.ways import Trip

Point = tuple[float, float]
TOO_NEAR = 4.0  # AR-SOLO-02
HALTS = 2  # AR-SOLO-05


class Aim(NamedTuple):
    """A way, and why."""

    trip: Trip
    because: str
    clause: str
    halts: bool = False


def kind_of(model: Model) -> str:
    """Which line of the behaviour table a model follows."""
    if who.is_shooter(model):
        return "shooter"
    for tag, kind in (
        ("knight", "knight"),
        ("beast", "beast"),
        ("monster", "beast"),
        ("civilian", "civilian"),
    ):
        if model.is_a(tag):
            return kind
    return "fighter"


def inches_of(model: Model) -> float:
    """One move action."""
    return ways.allowance_of(model).inches


# -- targets


@clause("AR-SOLO-05")
def in_reach(battle: Battle, model: Model) -> dict[int, Trip]:
    """Enemies that a legal path of one move action ends in contact with, and that path."""
    found = {}
    inches = inches_of(model)
    for one in who.enemies(battle, model.side):
        if one.helpless and kind_of(model) == "knight":
            continue
        trip = ways.charge_way(battle, model, one, inches)
        if trip is not None:
            found[one.id] = trip
    return found


@clause("AR-SOLO-02")
def softest(battle: Battle, model: Model, foes: Sequence[Model]) -> Model:
    """The lowest defence value, then toughness, then id."""
    own = who.fighter(battle, model)

    def order(one: Model) -> tuple[int, int, int]:
        value = defence_value(who.fighter(battle, one), own).total
        return value, who.hardness(battle, one), one.id

    return min(foes, key=order)


@clause("AR-SOLO-02")
def best_shot(battle: Battle, model: Model, *, moves: bool) -> Model | None:
    """The target with the best exact chance of a hit, ties highest points, then id."""
    found = shooting.targets(battle, model)

    def order(one: Model) -> tuple[float, int, int]:
        hit = chances.shot_odds(battle, model, one, moves=moves).hit
        return -round(hit, 6), -one.profile.points, one.id

    best = min(found, key=order, default=None)
    if best is None or not chances.shot_odds(battle, model, best, moves=moves).hit:
        return None
    return best


def _pc_of(battle: Battle, side: str) -> Model | None:
    """The enemy PC in play."""
    return next((one for one in who.enemies(battle, side) if one.pc), None)


def _far(model: Model, one: Model) -> tuple[float, int]:
    return round(who.gap(model, one), 3), one.id


# -- ways


@clause("AR-SOLO-02", "AR-SOLO-05")
def knight(battle: Battle, model: Model) -> Aim | None:
    """Charge the PC or a knight in reach, else the nearest in reach, else ride toward the PC."""
    reach = in_reach(battle, model)
    foes = [battle[key] for key in reach]
    nobles = [one for one in foes if one.pc or one.is_a("knight")]
    if nobles or foes:
        mark = min(nobles or foes, key=lambda one: (not one.pc, *_far(model, one)))
        what = "a knight in reach" if nobles else "the nearest enemy in reach"
        return Aim(reach[mark.id], f"charges {mark.name}, {what}", "AR-SOLO-02")
    goal = goal_of(battle, model)
    return None if goal is None else _ride(battle, model, goal)


@clause("AR-SOLO-02", "AR-SOLO-05")
def goal_of(battle: Battle, model: Model) -> Model | None:
    """Whom an approach makes for: a knight for the enemy PC in play, else the nearest enemy."""
    pc = _pc_of(battle, model.side) if kind_of(model) == "knight" else None
    return pc or who.nearest(model, who.enemies(battle, model.side))


@clause("AR-SOLO-05")
def _ride(battle: Battle, model: Model, goal: Model) -> Aim | None:
    """Toward the PC; a lancer halts out of reach of enemy lancers, twice running at most."""
    aim = approach(battle, model, goal)
    if aim is None or not _has_lance(model) or model.held_back >= HALTS:
        return aim
    lancers = [one for one in who.enemies(battle, model.side) if _has_lance(one)]
    lancers = [one for one in lancers if not (one.stunned or one.helpless or one.broken)]
    if all(_is_safe(aim.trip.end, model, one) for one in lancers):
        return aim
    return _halting(battle, model, goal, lancers) or aim


def _halting(battle: Battle, model: Model, goal: Model, lancers: Sequence[Model]) -> Aim | None:
    """As far as he goes without coming within reach of a lance."""
    inches = inches_of(model)
    for part in (0.85, 0.7, 0.55, 0.4, 0.25, 0.1):
        trip = ways.approach_way(battle, model, goal.at, inches * part)
        if trip is not None and all(_is_safe(trip.end, model, one) for one in lancers):
            said = "keeps out of reach of the enemy's lances"
            return Aim(trip, said, "AR-SOLO-05", halts=True)
    return None


def _has_lance(model: Model) -> bool:
    return model.mounted and "lance" in model.weapons


def _is_safe(p: Point, model: Model, lancer: Model) -> bool:
    """Whether a place is out of a lancer's reach."""
    gap = hypot(lancer.x - p[0], lancer.y - p[1]) - lancer.radius - model.radius
    return gap > inches_of(lancer)


@clause("AR-SOLO-02")
def fighter(battle: Battle, model: Model) -> Aim | None:
    """Charge whom most friends engage already, else the weakest in reach, else approach."""
    reach = in_reach(battle, model)
    foes = [battle[key] for key in reach]
    if not foes:
        return approach(battle, model, who.nearest(model, who.enemies(battle, model.side)))
    friends = {one.id: len(who.touching(battle, one)) for one in foes}
    most = max(friends.values())
    if most:
        mark = min(foes, key=lambda one: (-friends[one.id], one.id))
        return Aim(reach[mark.id], f"joins the fight against {mark.name}", "AR-SOLO-02")
    mark = min(foes, key=lambda one: (one.profile.def_ + one.profile.tough, one.id))
    return Aim(reach[mark.id], f"charges {mark.name}, the weakest in reach", "AR-SOLO-02")


@clause("AR-SOLO-02")
def beast(battle: Battle, model: Model) -> Aim | None:
    """The nearest enemy, always."""
    mark = who.nearest(model, who.enemies(battle, model.side))
    if mark is None:
        return None
    trip = ways.charge_way(battle, model, mark, inches_of(model))
    if trip is not None:
        return Aim(trip, f"falls upon {mark.name}, the nearest", "AR-SOLO-02")
    return approach(battle, model, mark)


@clause("AR-SOLO-05")
def approach(
    battle: Battle, model: Model, goal: Model | None, terms: ways.Terms = ways.FREELY
) -> Aim | None:
    """Along the shortest legal path toward somebody."""
    if goal is None:
        return None
    trip = ways.approach_way(battle, model, goal.at, inches_of(model), terms)
    return None if trip is None else Aim(trip, f"comes on toward {goal.name}", "AR-SOLO-05")


@clause("AR-SOLO-02")
def retreat(battle: Battle, model: Model, terms: ways.Terms = ways.FREELY) -> Aim | None:
    """A move away from the nearest enemy, if there is a way back."""
    foe = who.nearest(model, who.enemies(battle, model.side))
    if foe is None:
        return None
    inches = inches_of(model)
    dx, dy = model.x - foe.x, model.y - foe.y
    far = hypot(dx, dy) or 1.0
    goal = _onto(battle, model, (model.x + dx / far * inches, model.y + dy / far * inches))
    trip = ways.approach_way(battle, model, goal, inches, terms)
    if trip is None or hypot(trip.end[0] - foe.x, trip.end[1] - foe.y) < far + 1.0:
        trip = homeward(battle, model)
        if trip is None or trip.leaves:
            return None
    if hypot(trip.end[0] - foe.x, trip.end[1] - foe.y) < far + 0.5:
        return None
    return Aim(trip, f"falls back from {foe.name}", "AR-SOLO-02")


def _onto(battle: Battle, model: Model, p: Point) -> Point:
    """The place, or the nearest on the table."""
    r = model.radius
    wide, deep = battle.scenario.width, battle.scenario.depth
    return min(max(p[0], r), wide - r), min(max(p[1], r), deep - r)


def is_pressed(battle: Battle, model: Model) -> bool:
    """Whether an enemy is within 4 inches."""
    foes = who.enemies(battle, model.side)
    return any(who.gap(model, one) <= TOO_NEAR for one in foes if who.engages(one))


@clause("AR-SOLO-02")
def shooter(battle: Battle, model: Model) -> Aim | None:
    """Fall back if pressed; to cover that gives a target; else toward the nearest enemy."""
    if is_pressed(battle, model):
        back = retreat(battle, model)
        if back is not None:
            return back
    return _to_cover(battle, model) or approach(
        battle,
        model,
        who.nearest(model, who.enemies(battle, model.side)),
        ways.Terms(no_contact="AR-SOLO-02"),
    )


def _to_cover(battle: Battle, model: Model) -> Aim | None:
    """The nearest cover within reach that gives a target."""
    inches = inches_of(model)
    found = []
    for at, one in enumerate(battle.scenario.terrain):
        if not one.cover or one.shape.gap(model.at) > inches:
            continue
        goal = cover_goal(battle, model, at)
        trip = ways.approach_way(battle, model, goal, inches, ways.Terms(into_cover=True))
        if trip is not None and _gives_target(battle, model, trip.end):
            found.append((round(trip.price, 3), at, trip))
    if not found:
        return None
    return Aim(min(found)[2], "makes for cover with a target in sight", "AR-SOLO-02")


def _gives_target(battle: Battle, model: Model, p: Point) -> bool:
    """Whether somebody could be shot at from a place."""
    before = model.at
    model.x, model.y = p
    try:
        foes = who.enemies(battle, model.side)
        return any(
            shooting.why_not_target(battle, model, one) is None
            and sight(battle, model, one).seen
            and chances.shot_odds(battle, model, one, moves=True).hit > 0
            for one in foes
        )
    finally:
        model.x, model.y = before


@clause("AR-SOLO-02")
def civilian(battle: Battle, model: Model) -> Aim | None:
    """Toward the scenario's goal, or away from the nearest enemy."""
    goal = scenario_goal(battle, model)
    inches = inches_of(model)
    if goal is not None:
        trip = _over_edge(battle, model, goal) or ways.approach_way(
            battle, model, _onto(battle, model, goal), inches, ways.Terms(no_contact="AR-SOLO-02")
        )
        if trip is not None:
            return Aim(trip, "makes for the goal", "AR-SOLO-02")
    return retreat(battle, model)


def _over_edge(battle: Battle, model: Model, goal: Point) -> Trip | None:
    """Off the table, if the goal lies beyond the edge and can be reached."""
    if not ways.edge_crossed(battle, goal):
        return None
    trip = ways.check_move(battle, model, ((model.x, goal[1]),), inches_of(model))
    return trip if isinstance(trip, ways.Trip) else None


def scenario_goal(battle: Battle, model: Model) -> Point | None:
    """Where a scenario wants somebody to go."""
    key, scenario = battle.scenario.id, battle.scenario
    if key == "ambush_in_the_wood" and model.is_a("lady"):
        return 18.0, scenario.depth + 0.5
    if key == "robbers_tower" and model.is_a("lady"):
        return model.x, -0.5
    if key == "perilous_chapel" and model.carries >= 0:
        return model.x, -0.5
    return None


@clause("AR-SCEN-04", "AR-SOLO-02")
def raider(battle: Battle, model: Model) -> Aim | None:
    """A Saxon with no enemy in reach makes for the nearest hut that is not fired."""
    if battle.scenario.id != "saxon_raid" or not model.is_a("saxon") or in_reach(battle, model):
        return None
    huts = [one for one in battle.scenario.terrain if one.name not in battle.fired]
    if not huts:
        return None
    hut = min(huts, key=lambda one: (round(one.shape.gap(model.at), 3), one.name))
    at = battle.scenario.terrain.index(hut)
    goal = cover_goal(battle, model, at)
    trip = ways.approach_way(battle, model, goal, inches_of(model))
    return None if trip is None else Aim(trip, f"makes for {hut.name}", "AR-SCEN-04")


AIMS = {
    "knight": knight,
    "fighter": fighter,
    "beast": beast,
    "shooter": shooter,
    "civilian": civilian,
}


@clause("AR-SOLO-02")
def aim_of(battle: Battle, model: Model) -> Aim | None:
    """Where the first line that applies sends a model."""
    return raider(battle, model) or AIMS[kind_of(model)](battle, model)


def runs_on(battle: Battle, model: Model) -> bool:
    """Whether an approach goes on at a run: no enemy within two moves (AR-SOLO-05)."""
    foes = who.enemies(battle, model.side)
    near = min([who.gap(model, one) for one in foes], default=0.0)
    if kind_of(model) == "civilian":
        return scenario_goal(battle, model) is not None
    return near > 2 * inches_of(model)


def in_cover(battle: Battle, model: Model) -> bool:
    """Whether he stands in cover."""
    return bool(cover_at(battle, model.at, model.radius))


def way_length(model: Model, trip: Trip) -> float:
    """How long a way is."""
    return length([model.at, *trip.points])
