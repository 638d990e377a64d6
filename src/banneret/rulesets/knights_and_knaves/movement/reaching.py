"""Whether a charge can arrive: a lawful way to contact within what the pace allows (KK-DEF-22)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.bases import Rect, ahead, angle_off, bearing
from banneret.tabletop.shapes.measuring import first_contact, gap
from banneret.tabletop.shapes.segments import TOLERANCE, distance

from ..basics.state import NOBODY
from ..basics.who import standing
from ..ground.contact import touching
from ..ground.sight import visible
from .allowances import allowance, gait_of, moves
from .obstacles.barriers import trimmed
from .passing import WHEEL, half_way, stands, steps_aside, way_at
from .turning import SLACK_DEGREES, charge_turn_refusal, turn_refusal, turns_freely

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Declared, Man

    Way = tuple[Point, ...]

STEP: Final = 0.1  # inches by which turning points of a ride are tried
SPARE: Final = 0.02  # places are rounded


@clause("KK-DEF-22")
def reaches(battle: Battle, man: Man, foe: Man, declared: Declared) -> bool:
    """Whether some lawful way brings him into contact this turn at the pace he declares."""
    if foe in touching(battle, man):
        return True
    if not moves(man) or man.stun:
        return False
    most = allowance(battle, man, declared)
    if gap(man.base, foe.base) > most + SPARE:
        return False
    ways = _ways(battle, man, foe, declared)
    return any(_arrives(battle, man, foe, declared, way) for way in ways)


@clause("KK-DEF-22", "KK-DECL-02")
def out_of_reach(battle: Battle, man: Man, foe: Man, paces: Sequence[Declared]) -> Refusal | None:
    """Why nobody is charged by him at any of these paces, said before he declares."""
    if any(reaches(battle, man, foe, one) for one in paces):
        return None
    name, off = foe.profile.name, gap(man.base, foe.base)
    if not moves(man):
        return Refusal(f"his action does not let him move to {name}", "KK-DEF-22")
    most = max((allowance(battle, man, one) for one in paces), default=0.0)
    if off > most:
        text = f"{name} is {off:.1f} inches off and he has {round(most, 2):g}"
    else:
        text = f"no way leads to {name} this turn, {off:.1f} inches off"
    return Refusal(text, "KK-DEF-22")


def _ways(battle: Battle, man: Man, foe: Man, declared: Declared) -> Iterator[Way]:
    """Way points from the last of which he goes straight at the enemy; his own if he named some."""
    if declared.path:
        yield declared.path
        return
    if man.horse != NOBODY and not turns_freely(battle, man):
        yield from _turned_rides(battle, man, foe, declared)
        return
    yield ()
    around = way_at(battle, man, foe)
    if around:
        yield around
    if man.horse != NOBODY:
        for off in WHEEL:
            yield (half_way(battle, man, foe, off),)
    else:
        there = (foe.base.x, foe.base.y)
        for aside in steps_aside(battle, man, there, lambda one: stands(battle, one)):
            yield (aside,)


@clause("KK-MOVE-08", "KK-MOVE-09")
def _turned_rides(battle: Battle, man: Man, foe: Man, declared: Declared) -> Iterator[Way]:
    """Straight ahead, or with the one turn at half-way, as a horse goes that did not stand."""
    here, facing = (man.base.x, man.base.y), man.base.facing
    there = (foe.base.x, foe.base.y)
    if angle_off(facing, bearing(here, there)) <= SLACK_DEGREES:
        yield ()
    most = allowance(battle, man, declared)
    before = STEP
    while before < most:
        yield (ahead(here, facing, before),)
        before += STEP


def _arrives(battle: Battle, man: Man, foe: Man, declared: Declared, way: Way) -> bool:
    here, there = (man.base.x, man.base.y), (foe.base.x, foe.base.y)
    points = (here, *way, there)
    most = allowance(battle, man, declared, points)
    whole = most if gait_of(battle, man, declared) == "gallop" else 0.0
    if man.horse != NOBODY and _cannot_turn(battle, man, foe, (here, *way), whole):
        return False
    far = 0.0
    others = _in_the_way(battle, man, foe)
    for at in range(1, len(points)):
        p, q = points[at - 1], points[at]
        leg = _leg(man, p, q, [foe.base, *others])
        if leg is None:
            far += distance(p, q)
            continue
        part, whom = leg
        far += distance(p, q) * part
        if whom:
            return False  # somebody else stops him
        kept, _ = trimmed(battle, man, points[: at + 1], far + SPARE)
        gone = sum(distance(kept[i - 1], kept[i]) for i in range(1, len(kept)))
        return far <= most + TOLERANCE and gone >= far - SPARE
    return False


def _leg(man: Man, p: Point, q: Point, bases: list[Rect]) -> tuple[float, int] | None:
    """The part of a leg after which he touches one of these, and which; None if none."""
    if distance(p, q) <= TOLERANCE:
        return None
    there = Rect(*p, bearing(p, q), man.base.width, man.base.depth)
    part, hit = first_contact(there, q[0] - p[0], q[1] - p[1], bases)
    return None if hit is None else (part, hit)


@clause("KK-MOVE-08", "KK-MOVE-09")
def _cannot_turn(battle: Battle, man: Man, foe: Man, points: Way, whole: float) -> bool:
    """Whether a horse cannot turn so; `whole` is its ride at the gallop."""
    if len(points) < 2:
        straight = (points[0], (foe.base.x, foe.base.y))
        return turn_refusal(battle, man, straight) is not None
    if turn_refusal(battle, man, points) is not None:
        return True
    return charge_turn_refusal(battle, points, foe, whole) is not None


def _in_the_way(battle: Battle, man: Man, foe: Man) -> list[Rect]:
    """Other enemies he sees, and friends who stay where they are, but none he touches already."""
    return [
        one.base
        for one in standing(battle)
        if one is not man
        and one is not foe
        and (visible(battle, man, one) if one.side != man.side else stands(battle, one))
        and gap(one.base, man.base) > TOLERANCE
    ]
