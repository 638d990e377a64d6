"""Whether a charge pays: the dice to get there, the nerve to begin it, the blows to follow."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from banneret.core.questions.lazy import LazyMove
from banneret.tabletop.shapes.measuring import gap, straight_run

from ..basics.state import NOBODY, STEADY, awake, is_led, leader_of, touching_enemies
from ..ground.clearance import foes
from ..melee.charge import charging
from ..melee.charge.approach import straight_to_contact, way_to_contact
from ..melee.charge.lance_run import LANCE_RUN_INCHES
from ..movement.dice import movement_weights
from .worth import LANCE_EDGE, nerve, nerve_number, onslaught, worth

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.core.questions.choices import Move, Way

    from ..basics.options import Options
    from ..basics.state import Battle, Figure, Unit

REPLY: Final = 0.7  # of the blows to be expected in the enemy's own turn, some never come
CANNOT_REPLY: Final = 0.25  # of those a shaken or leaderless unit would strike
LOST_NERVE: Final = 1.5  # what a unit loses that does not dare
ROUT_SHARE: Final = 0.35  # of a unit's worth, if it runs
FALLS_SHORT: Final = 0.5
WORTH_TRYING: Final = 0.15  # the chance to get there
NEVER: Final = -99.0
FORESTALL: Final = 0.4  # of what they would have done to us
ROUND_ABOUT_FOR: Final = 6.0  # what a charge must promise before ways round about are looked for
RANKED: Final = 2  # targets looked into closely


# -- getting there


@lru_cache(maxsize=256)
def _reaches(options: Options, mounted: bool, inches: int) -> float:
    weights = movement_weights(options, mounted=mounted, charging=True)
    return sum([ways for roll, ways in weights.items() if roll >= inches]) / sum(weights.values())


def reach_chance(battle: Battle, *, mounted: bool, inches: float) -> float:
    """The chance that charge dice carry that far."""
    return _reaches(battle.options, mounted, max(0, -int(-inches // 1)))


def is_mounted(men: Sequence[Figure]) -> bool:
    """Whether they roll the dice of horse: every one of them rides."""
    return all([man.mounted for man in men])


def nearest_gap(man: Figure, others: Sequence[Figure]) -> float:
    """How far the nearest of some men is, by centres first and then exactly."""
    x, y = man.base.x, man.base.y
    near = min(others, key=lambda other: (other.base.x - x) ** 2 + (other.base.y - y) ** 2)
    return gap(man.base, near.base)


# -- what comes of it


def clash(battle: Battle, unit: Unit, target: Unit, far: float = 0.0) -> float:
    """What comes of a charge gone home: our blows, less those to be taken in return."""
    mine, theirs = awake(battle, unit), awake(battle, target)
    if not mine or not theirs:
        return 0.0
    lances = sum([man.in_hand == "lance" and man.mounted for man in mine])
    extra = LANCE_EDGE * lances / len(mine) if far >= LANCE_RUN_INCHES else 0.0
    given, fallen = onslaught(battle, mine, theirs, extra)
    left = theirs[int(fallen) :]
    taken = _in_return(battle, unit, left, mine)
    free = target.status == STEADY and is_led(battle, target)
    return given - taken * REPLY * (1.0 if free else CANNOT_REPLY)


def _in_return(
    battle: Battle, unit: Unit, theirs: Sequence[Figure], mine: Sequence[Figure]
) -> float:
    """What they may strike back, those whom our others hold in a fight left out of account."""
    free = [
        foe
        for foe in theirs
        if all(man.unit == unit.id or man.stun >= 0 for man in touching_enemies(battle, foe))
    ]
    return onslaught(battle, free, mine)[0]


def fright(battle: Battle, target: Unit) -> float:
    """What may come of the target's test when it is charged."""
    number = nerve_number(battle, target)
    runs = max(0, 8 - number) / 10.0
    wavers = (10 - number) / 10.0 - runs
    whole = sum([worth(battle, man) for man in awake(battle, target)])
    return runs * ROUT_SHARE * whole + wavers * 0.5


def forestalled(battle: Battle, unit: Unit, target: Unit, far: float) -> float:
    """What the target's own charge would have cost us, had we waited for it."""
    if target.status != STEADY or not is_led(battle, target):
        return 0.0
    theirs = awake(battle, target)
    can_ride_away = is_mounted(awake(battle, unit)) and not is_mounted(theirs)
    threat = clash(battle, target, unit, far)
    if threat <= 0.0 or can_ride_away:
        return 0.0
    return FORESTALL * threat * reach_chance(battle, mounted=is_mounted(theirs), inches=far)


def charge_value(battle: Battle, unit: Unit, target: Unit, far: float) -> float:
    """What declaring that charge can be expected to gain over so many inches."""
    reach = reach_chance(battle, mounted=is_mounted(awake(battle, unit)), inches=far)
    if reach < WORTH_TRYING:
        return NEVER
    courage = 1.0 if unit.passed_this_turn else nerve(battle, unit)
    home = reach * (clash(battle, unit, target, far) + forestalled(battle, unit, target, far))
    home += fright(battle, target)
    return courage * (home - (1.0 - reach) * FALLS_SHORT) - (1.0 - courage) * LOST_NERVE


def best_charge(battle: Battle, unit: Unit, least: float = 0.0) -> tuple[int, float]:
    """The charge that promises most, if it is allowed and promises more than the least."""
    leader = leader_of(battle, unit)
    if leader is None:
        return NOBODY, NEVER
    most = float(charging.reach(battle, unit, leader))
    by_unit: dict[int, list[Figure]] = {}
    for foe in foes(battle, unit.side):
        dx, dy = foe.base.x - leader.base.x, foe.base.y - leader.base.y
        span = most + leader.base.radius + foe.base.radius
        if dx * dx + dy * dy <= span * span:
            by_unit.setdefault(foe.unit, []).append(foe)
    ranked = sorted(
        [
            (charge_value(battle, unit, battle.units[key], nearest_gap(leader, men)), -key)
            for key, men in by_unit.items()
        ],
        reverse=True,
    )
    best, value = NOBODY, least
    for hoped, minus in ranked[:RANKED]:
        if hoped <= value:
            break
        target = battle.units[-minus]
        trip = straight_to_contact(battle, leader, target, most)
        if trip is None and hoped < ROUND_ABOUT_FOR:
            continue
        if charging.target_refusal(battle, unit, target.id) is not None:
            continue
        really = hoped
        trip = way_to_contact(battle, leader, target, most) or trip
        if trip is not None:
            really = charge_value(battle, unit, target, trip.cost)
        if really > value:
            best, value = -minus, really
    return (best, value) if best != NOBODY else (NOBODY, NEVER)


# -- answering


def way(battle: Battle, choice: Move) -> Way:
    """The first way to contact; for lances one with a straight run of nine inches."""
    leader = battle.figures[choice.piece]
    lance = leader.in_hand == "lance" and leader.mounted
    start = (leader.base.x, leader.base.y)
    first: Way | None = None
    for idea in offered(choice):
        if not lance or straight_run((start, *idea.points)) >= LANCE_RUN_INCHES:
            return idea
        first = first or idea
    return first or choice.ideas()[0]


def offered(choice: Move) -> Iterator[Way]:
    """The ideas of a move one at a time, none worked out before it is looked at."""
    return choice.one_by_one() if isinstance(choice, LazyMove) else iter(choice.ideas())
