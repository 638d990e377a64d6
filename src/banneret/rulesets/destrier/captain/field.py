"""On the field: moving, charging, shooting, casting and small choices."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from banneret.core.questions.choices import Way
from banneret.tabletop.shapes.bases import ahead, angle_off, bearing
from banneret.tabletop.shapes.segments import distance, distance_point_segment

from ..basics import who
from ..basics.state import card
from ..ground.contact import enemies_touched
from ..ground.stands import gap, nearest_first, stand
from ..horses.charges.orders import NONE, in_reach, may_charge, read
from ..host.lances import target_range
from ..movement.driven.forced import room_to_dodge
from ..movement.going import turn_cost
from ..movement.steps import ONE_INCH
from ..movement.ways import Trip
from ..turn.casting import chance as spell_chance
from ..turn.missiles import shot_chance
from . import worth
from .approach import facing_well, farness, spots, standing_foes, wakes
from .games import drawn, lot, mixture
from .round_walls import waypoint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.questions.choices import Move, Pick
    from banneret.tabletop.shapes.segments import Point
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure
    from ..basics.tables import Tables
    from ..movement.half_moves import HalfMove

PASS = "pass"  # noqa: S105  # no secret: the answer of who does nothing
DONE = "done"
AIMS = ("HELM", "SHIELD", "BODY")
GUARDS = ("DUCK", "STEADY", "RAISE")
LANE = 1.4  # inches beside the middle line of a charge in which friends are ridden down
MOST_ORDERS = 60  # that he weighs
SPARE_BLOWS = 3  # with fewer he keeps them to strike and parry with
CODE_WORTH = {"M": 0.0, "G": 0.0, "B": 1.0, "0": 2.0, "U": 6.0, "t": 7.0}


# -- moving


def shooter(battle: Battle, figure: Figure) -> bool:
    """Whether a figure fights from afar."""
    return bool(who.missile_of(battle, figure)) or figure.profile.mkl > 3


def mover(battle: Battle, choice: Pick[str]) -> str:
    """Move those who fight hand to hand, the nearest to the enemy first; archers stay."""
    keys = [key for key in choice.candidates if key != DONE]
    wanting = [key for key in keys if wants(battle, battle.figures[int(key)])]
    if not wanting:
        return DONE if DONE in choice.candidates else keys[0]
    return min(wanting, key=lambda key: (_nearest(battle, battle.figures[int(key)]), int(key)))


def _nearest(battle: Battle, figure: Figure) -> float:
    foes = [one for one in who.enemies(battle, figure) if who.on_feet(one)]
    return gap(figure, nearest_first(figure, foes)[0]) if foes else 99.0


def wants(battle: Battle, figure: Figure) -> bool:
    """Whether a figure has a reason to move."""
    if figure.guarding:
        return _nearest(battle, figure) < 6.0
    if shooter(battle, figure):
        return not who.missile_of(battle, figure) and _nearest(battle, figure) > 10.0
    return True


def half_move(battle: Battle, choice: HalfMove) -> Any:
    """Go where the enemy is best met: near, from behind, with the shield side to him."""
    figure = battle.figures[choice.about[0]]
    best, most = None, -1e9
    for way in [*choice.ideas(), *round_about(battle, figure, choice)]:
        found = choice.going(way)
        if not isinstance(found, Trip):
            continue
        value = place_worth(battle, figure, found) + 0.001 * lot(way.points, way.facing)
        if value > most:
            best, most = way, value
    return best if best is not None else choice.first()


def round_about(battle: Battle, figure: Figure, choice: Move) -> list[Way]:
    """Ways on foot to free places about the enemies, and aside where friends bar the way."""
    if figure.steed is not None or shooter(battle, figure) or enemies_touched(battle, figure):
        return []
    left = choice.allowance or 0.0
    own = stand(figure)
    near = sorted(spots(battle, figure), key=lambda one: distance(one.at, own.centre) - one.better)
    first = waypoint(battle, figure)
    places = [one.at for one in near[:4]] if first is None else [first]
    goals = [bearing(own.centre, one) for one in places]
    far = [distance(one, own.centre) for one in places] + [left] * 4
    if goals:
        goals += [(goals[0] + turn) % 360.0 for turn in (50.0, -50.0, 90.0, -90.0)]
    found = []
    for towards, inches in zip(goals, far, strict=False):
        cost = turn_cost(battle, figure, left, own.facing, towards)
        gone = min(inches, left - cost)
        if gone > 0.1:
            found.append(Way("walk", (ahead(own.centre, towards, gone),), towards))
    return found


def place_worth(battle: Battle, figure: Figure, found: Trip) -> float:
    """How good it is to end a half-move there."""
    there = found.stand
    foes = standing_foes(battle, figure)
    if not foes:
        return -found.inches
    if found.left:
        return -50.0
    first = waypoint(battle, figure)
    if first is not None and not found.met:
        return -distance(there.centre, first)
    goal = min(foes, key=lambda one: (distance((one.x, one.y), there.centre) - _weak(one), one.id))
    inches = distance(there.centre, (goal.x, goal.y))
    if shooter(battle, figure):
        off = angle_off(there.facing, bearing(there.centre, (goal.x, goal.y)))
        return min(inches, 8.0) - 0.01 * off
    value = -0.01 * facing_well(there, goal) - (2.0 if found.blow else 0.0)
    if goal.id in found.met:
        behind = angle_off(goal.facing, bearing((goal.x, goal.y), there.centre)) > 90.0
        value += 3.0 + (3.0 if behind else 0.0)
    value -= inches if figure.steed is not None or found.met else farness(battle, figure, there)
    crowd = len([one for one in foes if distance((one.x, one.y), there.centre) < 2.0])
    return value - 0.5 * max(0, crowd - 1)


def _weak(figure: Figure) -> float:
    """How much nearer a weak enemy seems."""
    return 2.0 if who.helpless(figure) or figure.posture != "standing" else 0.0


def small_move(battle: Battle, choice: Move) -> Any:
    """Use a MOVE card to come nearer to where an enemy can be struck, or to face him."""
    figure = battle.figures[choice.about[0]]
    foes = standing_foes(battle, figure)
    ideas = list(choice.ideas())
    if not foes or not ideas:
        return choice.first()
    own = stand(figure)
    stays = [way for way in ideas if not way.points and way.gait == "stay"]
    if shooter(battle, figure) and stays:
        return stays[0]
    if figure.steed is None and not enemies_touched(battle, figure):
        ideas += [way for way in _steps_aside(battle, figure) if choice.allows(way) is None]
    goal = nearest_first(figure, foes)[0]
    touched = bool(enemies_touched(battle, figure))
    first = None if touched else waypoint(battle, figure)
    straight = touched or figure.steed is not None

    @cache
    def prospect(end: Point) -> tuple[float, float]:
        """How far it is from a place, and which way to look there."""
        if first is not None:
            return distance(end, first), bearing(end, first)
        there = own.moved(end[0] - own.x, end[1] - own.y)
        left = distance(end, (goal.x, goal.y)) if straight else farness(battle, figure, there)
        return left, _ahead_of(battle, figure, there, goal)

    def value(way: Way) -> float:
        left, towards = prospect(way.points[-1] if way.points else own.centre)
        return -left - 0.01 * angle_off(way.facing, towards)

    return max(ideas, key=value)


def _steps_aside(battle: Battle, figure: Figure) -> list[Way]:
    """An inch to either side of straight on, and turns to free places."""
    own = stand(figure)
    found = []
    for turn in (45.0, -45.0, 22.0, -22.0):
        facing = (own.facing + turn) % 360.0
        found.append(Way("step", (ahead(own.centre, facing, 1.0),), facing))
    near = sorted(spots(battle, figure), key=lambda one: distance(one.at, own.centre))[:2]
    first = waypoint(battle, figure)
    goals = [one.at for one in near] if first is None else [first]
    return found + [Way("turn", (), bearing(own.centre, one)) for one in goals]


def _ahead_of(battle: Battle, figure: Figure, there: Stand, goal: Figure) -> float:
    """Which way to look from a place: at the nearest free place by an enemy, else at the enemy."""
    free = spots(battle, figure)
    if not free or enemies_touched(battle, figure):
        return bearing(there.centre, (goal.x, goal.y))
    near = min(free, key=lambda one: distance(one.at, there.centre) - one.better)
    if distance(near.at, there.centre) < 0.3:
        foe = battle.figures[near.foe]
        return bearing(there.centre, (foe.x, foe.y))
    return bearing(there.centre, near.at)


# -- charges


def charge(battle: Battle, choice: Pick[str]) -> str:
    """Write a charge at whom a lance or a sword strikes best, or none.

    Off the tilt nobody writes a charge that ends short: it only brings him before the enemy alone.
    Along it one rides the course that is proposed.
    """
    if choice.aside is None:
        return str(choice.proposal)
    figure = battle.figures[choice.about[0]]
    keys = [NONE, *reaching(battle, figure)]
    return best_charge(battle, figure, keys[:MOST_ORDERS], taken(battle, figure))


def reaching(battle: Battle, figure: Figure) -> list[str]:
    """The charges a rider may write that do not end short; friends reckon with them too."""
    known = battle.memo.known
    key = ("charges", figure.id)
    found: list[str] | None = known.get(key)
    if found is None:
        found = known[key] = in_reach(battle, figure)
    return found


def best_charge(battle: Battle, figure: Figure, keys: Sequence[str], spoken: list[int]) -> str:
    """The best of some orders of a rider, his friends having written theirs already."""
    best, most = NONE, 0.0
    for key in keys:
        order = read(figure.id, key)
        if not order.targets or _friend_between(battle, figure, order.targets):
            continue
        value = sum(_charge_worth(battle, figure, one, order.speed) for one in order.targets)
        value *= 0.4 ** len([one for one in order.targets if one in spoken])
        if value > most:
            best, most = key, value
    return best


def taken(battle: Battle, figure: Figure) -> list[int]:
    """Whom the riders of his side with lower numbers charge: each reckons what those will write."""
    found: list[int] = []
    for friend in battle.figures[: figure.id]:
        if friend.side != figure.side or may_charge(battle, friend) is not None:
            continue
        keys = reaching(battle, friend)
        found += read(friend.id, best_charge(battle, friend, keys, found)).targets
    return found


def _friend_between(battle: Battle, figure: Figure, targets: Sequence[int]) -> bool:
    """Whether a friend would be ridden down on the way from target to target."""
    places = [
        (figure.x, figure.y),
        *[(battle.figures[one].x, battle.figures[one].y) for one in targets],
    ]
    return any(
        distance_point_segment((friend.x, friend.y), start, end) < LANE
        for friend in who.friends(battle, figure)
        for start, end in pairwise(places)
    )


def _charge_worth(battle: Battle, figure: Figure, key: int, speed: str) -> float:
    target = battle.figures[key]
    host = battle.tables.host
    weapon = who.weapon_of(battle, figure)
    lance = bool(weapon) and host.weapons[weapon].kind == "lance"
    quick = {"trot": 0.5, "canter": 0.8, "gallop": 1.0, "charge": 1.1}.get(speed, 0.3)
    value = (2.0 if lance else 0.4) * quick
    answer = target_range(battle.tables, who.weapon_of(battle, target), who.tall(target))
    if answer >= 1.0:
        value -= 0.8
    elif answer > 0.0:
        value -= 0.3
    if target.posture != "standing":
        value -= 0.5
    return value * who.points(battle, target) / 20.0


def charge_defence(_battle: Battle, choice: Pick[str]) -> str:
    """Take the best guard there is, dodging now and then."""
    order = ("ACTIVE_SHIELD_PARRY", "DODGE", "DODGE_BACK", "WEAPON_PARRY", "PASSIVE_SHIELD_PARRY")
    return next((key for key in order if key in choice.candidates), choice.candidates[0])


def charge_reply(_battle: Battle, choice: Pick[str]) -> str:
    """Strike back."""
    key = "DELIVER_BLOW"
    return key if key in choice.candidates else choice.candidates[-1]


@lru_cache(maxsize=8)
def joust_mixtures(tables: Tables) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """How often to aim and guard each way, by the jousting table."""
    rows = tables.host.joust
    table = []
    for aim in AIMS:
        line = []
        for guard in GUARDS:
            bands = getattr(getattr(rows, aim), guard)
            before, value = 0, 0.0
            for most, code in zip(bands, rows.codes, strict=True):
                value += (most - before) / 100.0 * CODE_WORTH.get(code, 0.0)
                before = most
            line.append(value)
        table.append(line)
    turned = [[-table[i][j] for i in range(3)] for j in range(3)]
    return tuple(mixture(table, 200)), tuple(mixture(turned, 200))


def tilt(battle: Battle, choice: Pick[str], whim: int) -> str:
    """Aim and guard by the mixtures; by his whim too, for all first courses look alike."""
    aims, guards = joust_mixtures(battle.tables)
    about = (battle.turn, battle.half, choice.about, choice.key, whim)
    if choice.key == "joust_aim":
        return AIMS[drawn(aims, *about)]
    return GUARDS[drawn(guards, *about)]


# -- shots, spells and acts


def shot(battle: Battle, choice: Pick[str]) -> str:
    """Shoot where it tells most; not at all if it is hopeless or a friend is in the way."""
    best, most = PASS, 0.05
    for key in choice.candidates:
        if key == PASS or wakes(battle, key):
            continue
        one = card(key)
        shoots, target = battle.figures[int(one.name)], battle.figures[one.target]
        found = shot_chance(battle, shoots, target, one.part)
        value = found.chance / 100.0 * who.points(battle, target) / worth.bears(target)
        if one.part == "steed":
            value *= 0.6
        if any(reason.label == "into a melee" for reason in found.tally):
            value -= 0.3
        if value > most:
            best, most = key, value
    return best


_SPELLS = {"flame_dart": 1.0, "dazzle": 0.8, "slumber": 2.5, "fire_burst": 2.0, "entangle": 1.8}
_SPELLS |= {"gust": 0.3, "ward": 0.3, "mend": 0.5, "quicken": 0.6}


def spell(battle: Battle, choice: Pick[str]) -> str:
    """Cast what does most for its fatigue."""
    best, most = PASS, 0.25
    for key in choice.candidates:
        if key == PASS or wakes(battle, key):
            continue
        one = card(key)
        caster, target = battle.figures[int(one.name)], battle.figures[one.target]
        spells = one.detail.split("+")
        hits = spell_chance(battle, caster, spells, target) / 100.0
        value = sum(_SPELLS.get(name, 0.2) for name in spells) * hits
        value *= who.points(battle, target) / 15.0
        if spells[0] == "fire_burst":
            value *= _caught(battle, caster, target)
        if caster.side == target.side and _nearest(battle, target) > 6.0:
            value = 0.0
        if value > most:
            best, most = key, value
    return best


def _caught(battle: Battle, caster: Figure, target: Figure) -> float:
    """How many enemies, less twice the friends, a burst would catch."""
    near = [
        one
        for one in battle.figures
        if one.status == "active" and distance((one.x, one.y), (target.x, target.y)) < 1.7
    ]
    enemies = len([one for one in near if one.side != caster.side])
    return max(0.0, enemies - 2.0 * (len(near) - enemies)) / 2.0


def act(battle: Battle, choice: Pick[str]) -> str:
    """Get up, get free, take the right weapon to hand, reload, open doors in the way."""
    for key in choice.candidates:
        if key == PASS:
            continue
        one = card(key)
        figure = battle.figures[int(one.name)]
        if useful(battle, figure, one.detail):
            return key
    return PASS


def useful(battle: Battle, figure: Figure, detail: str) -> bool:
    """Whether an act is worth its while."""
    what, _, thing = detail.partition(":")
    near = _nearest(battle, figure)
    if what in ("stand_up", "wriggle_free"):
        return True
    if what == "reload":
        return near > 4.0
    if what == "open_door":
        return not shooter(battle, figure) and not holds_out(battle, figure.side)
    if what == "draw":
        weapons = battle.tables.host.weapons
        armed = bool(who.weapon_of(battle, figure))
        return thing in weapons and not armed and near < 3.0
    return what.startswith("lift_") and near > 2.0


def holds_out(battle: Battle, side: str) -> bool:
    """Whether a side wins by holding until the turns are over: it opens no door to the enemy."""
    return any(win.kind == "limit" and win.side == side for win in battle.scenario.win)


def guess(battle: Battle, choice: Pick[str]) -> str:
    """Guess a dodge: any way there is room for, none more likely than another."""
    dodger = battle.figures[choice.about[-1]]
    ways = [key for key in choice.candidates if room_to_dodge(battle, dodger, _way(key))]
    ways = ways or list(choice.candidates)
    spot = lot(battle.turn, battle.card_round, *choice.about, dodger.x, dodger.y, "guess")
    return ways[int(spot * len(ways)) % len(ways)]


def _way(key: str) -> str:
    """The direction that a guess names, by its card or plainly."""
    return key.removeprefix("DODGE_").lower()


def answer(_battle: Battle, choice: Pick[str]) -> str:
    """Answer a counterblow with the best guard."""
    order = ("ACTIVE_SHIELD_PARRY", "WEAPON_PARRY", "DODGE_BACK", "DODGE_LEFT", "DODGE_RIGHT")
    return next((key for key in order if key in choice.candidates), choice.candidates[0])


def follow(battle: Battle, choice: Pick[str]) -> str:
    """Follow whom an inch brings back into contact, while there are blows to strike with."""
    figure, mover = (battle.figures[key] for key in choice.about)
    idle = figure.blows_left < SPARE_BLOWS or shooter(battle, figure)
    if idle or gap(figure, mover) > ONE_INCH:
        return "stay"
    lawful = [key for key in choice.candidates if choice.refusal(key) is None]
    return "step" if "step" in lawful else lawful[-1]


def keep_distance(battle: Battle, choice: Pick[str]) -> str:
    """Archers and mages give way; others stand."""
    figure = battle.figures[choice.about[0]]
    away = shooter(battle, figure) and "retreat" in choice.candidates
    return "retreat" if away else "stand"


def realign(battle: Battle, choice: Pick[str]) -> str:
    """Turn to the enemy as one mostly does: the shield side, if there is a shield."""
    del battle
    return str(choice.usual)
