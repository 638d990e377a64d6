"""Coming to blows: whom a rush brings into reach, and where about an enemy there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from banneret.tabletop.shapes.bases import ahead, angle_off, bearing
from banneret.tabletop.shapes.segments import distance
from banneret.tabletop.shapes.stands import between, far_apart

from ..basics import who
from ..basics.state import NOBODY, card
from ..ground.contact import enemies_touched, reach
from ..ground.stands import gap, nearest_first, stand
from ..movement.sliding import lies_free, obstacles, run
from ..movement.tac import line_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.tabletop.shapes.segments import Point
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure

CONTACT = 0.02
OFF = 1.6  # inches from the enemy's middle where a run at him begins
ROUND = (0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0)  # bearings about an enemy
GOALS = 4  # enemies thought of
DETOUR = 2.0  # what a way round costs, roughly
BEHIND = 1.5  # how much nearer a place behind an enemy seems
WEAK = 2.0  # and a helpless enemy


class Spot(NamedTuple):
    """A free place against an enemy, and how much better than others it is, in inches."""

    at: Point
    foe: int
    better: float


def standing_foes(battle: Battle, figure: Figure) -> list[Figure]:
    """The enemies still on their feet."""
    return [one for one in who.enemies(battle, figure) if who.on_feet(one)]


def wakes(battle: Battle, key: str) -> bool:
    """Whether a shot or spell is for somebody asleep, whom one lets lie (DE-HOST-56)."""
    target = card(key).target
    return target != NOBODY and battle.figures[target].asleep > 0


def comes_within(battle: Battle, figure: Figure, foe: Figure, inches: float) -> bool:
    """Whether a straight run of so many inches brings a foe into reach."""
    near = max(reach(battle, figure, who.weapon_of(battle, figure)), CONTACT)
    if far_apart(stand(figure), stand(foe), inches + near):
        return False
    far = gap(figure, foe)
    if far <= near:
        return True
    if inches <= 0.0 or far > inches + near:
        return False
    among = obstacles(battle, figure)
    direction = line_at(battle, figure, foe)
    own = stand(figure)
    turned = own.turned(direction)
    slid = run(turned if lies_free(turned, among) else own, direction, inches, among)
    return between(slid.stand, stand(foe)) <= near


def spots(battle: Battle, figure: Figure) -> list[Spot]:
    """The free places against the nearest enemies."""
    known = battle.memo.known
    key = ("spots", figure.id)
    found: list[Spot] | None = known.get(key)
    if found is None:
        near = _nearest_foes(battle, figure)
        found = known[key] = [spot for foe in near for spot in _about(battle, figure, foe)]
    return found


def room_by_a_foe(battle: Battle, figure: Figure) -> bool:
    """Whether there is any free place against the nearest enemies."""
    return any(True for foe in _nearest_foes(battle, figure) for _ in _about(battle, figure, foe))


def _nearest_foes(battle: Battle, figure: Figure) -> list[Figure]:
    return nearest_first(figure, standing_foes(battle, figure))[:GOALS]


def _about(battle: Battle, figure: Figure, foe: Figure) -> Iterator[Spot]:
    """The free places against one enemy, tried by running at him from all sides."""
    own = stand(figure)
    far = OFF + max(own.pattern.depth, stand(foe).pattern.depth) / 2
    wide = far + own.pattern.width + own.pattern.depth
    box = (foe.x - wide, foe.y - wide, foe.x + wide, foe.y + wide)
    among = obstacles(battle, figure).about(box)
    weak = WEAK if who.helpless(foe) or foe.posture != "standing" else 0.0
    for turn in ROUND:
        start = ahead((foe.x, foe.y), foe.facing + turn, far)
        towards = (foe.facing + turn + 180.0) % 360.0
        there = own.moved(start[0] - own.x, start[1] - own.y, towards)
        if not lies_free(there, among):
            continue
        slid = run(there, towards, far, among)
        if slid.hit is not None and slid.hit.kind == "figure" and slid.hit.key == foe.id:
            behind = BEHIND if abs(turn) > 90.0 else 0.0
            yield Spot(slid.stand.centre, foe.id, weak + behind)


def farness(battle: Battle, figure: Figure, there: Stand) -> float:
    """How far it is from a place to where an enemy can be struck, ways round counted roughly."""
    free = spots(battle, figure)
    if not free:
        foes = standing_foes(battle, figure)
        return min((distance(there.centre, (one.x, one.y)) for one in foes), default=0.0) + DETOUR
    ordered = sorted(free, key=lambda one: distance(one.at, there.centre) - one.better)
    best = 1e9
    for spot in ordered[:3]:
        inches = distance(spot.at, there.centre)
        if inches - spot.better < best:
            way = inches if _clear(battle, figure, there, spot.at) else inches + DETOUR
            best = min(best, way - spot.better)
    return best


def _clear(battle: Battle, figure: Figure, there: Stand, goal: Point) -> bool:
    """Whether a stand could run straight to a place."""
    inches = distance(there.centre, goal) - 0.1
    if inches <= 0.0:
        return True
    towards = bearing(there.centre, goal)
    return run(there.turned(towards), towards, inches, obstacles(battle, figure)).hit is None


def free_to_come(battle: Battle, foe: Figure) -> bool:
    """Whether nobody holds an enemy where he is."""
    return not enemies_touched(battle, foe) and not who.helpless(foe) and foe.posture == "standing"


def facing_well(there: Stand, foe: Figure) -> float:
    """How far a stand is from showing its shield side to an enemy, in degrees."""
    return abs(angle_off(there.facing, bearing(there.centre, (foe.x, foe.y))) - 30.0)
