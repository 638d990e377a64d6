"""Which unit acts next, and what it does as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from banneret.tabletop.shapes.measuring import distance, gap

from ..basics.state import (
    COMMON,
    KNIGHT,
    NOBODY,
    STEADY,
    any_engaged,
    awake,
    is_engaged,
    is_led,
    leader_of,
    seen_enemies,
    touching_enemies,
)
from ..ground.clearance import foes
from ..ground.lay import in_cover
from ..turn import acting
from .charging import best_charge, nearest_gap
from .man_by_man import is_useful, marks
from .plan import (
    LAST_ROUNDS,
    PACE,
    goal_of,
    guarded,
    holds_for,
    is_missile_unit,
    must_leave,
    rounds_left,
    slack,
    to_exit,
)
from .worth import best_shot, ransom, worth

if TYPE_CHECKING:
    from banneret.core.questions.choices import Choice, Pick
    from banneret.tabletop.shapes.measuring import Point

    from ..basics.state import Battle, Figure, Unit

SHOOT, CHARGE, PRESS, MARCH = 5.0, 4.0, 3.0, 2.0  # shoot before you charge, march last
WORTH_CHARGING: Final = 0.0
BOWS_CHARGE_FOR: Final = 1.5  # men with bows have better things to do
SHOTS_FORGONE: Final = 2.0  # volleys, before they have their bows in hand again
NOTHING_WILL_DO: Final = 99.0
GARRISON_CHARGES_FOR: Final = 3.0
WORTH_STOPPING_FOR: Final = 2.0  # to a side that has to get away
TURNS_TO_SPARE: Final = 1.0  # before such a side thinks of anything else
AT_POST_INCHES: Final = 2.5
IN_REACH: Final = {False: 14.0, True: 20.0}  # inches at which a charge is thought of
BREAK_THROUGH: Final = -0.5  # what breaking through may cost a side that has to get away
AHEAD_INCHES, LANE_INCHES = 9.0, 2.5
EASY_PREY: Final = 4.0
THREAT_INCHES: Final = 12.0
CONTESTED_INCHES: Final = 16.0


class Intent(NamedTuple):
    """What the captain has in mind for a unit."""

    kind: str
    target: int = NOBODY


# -- who


def next_unit(battle: Battle, choice: Pick[int]) -> int:
    """Bowmen first, then those who may charge, then those in a fight; the foremost march first."""
    units = [key for key in choice.candidates if key != NOBODY]
    return max(units, key=lambda key: (_urgency(battle, battle.units[key]), -key))


def _urgency(battle: Battle, unit: Unit) -> float:
    leader = leader_of(battle, unit)
    if unit.arrival_round > 0 or leader is None:
        return MARCH
    if is_missile_unit(battle, unit):
        return SHOOT
    others = foes(battle, unit.side)
    near = nearest_gap(leader, others) if others else 99.0
    if unit.status == STEADY and any_engaged(battle, unit):
        return PRESS
    if near <= IN_REACH[leader.mounted]:
        return CHARGE - near / 100.0 - (0.5 if leader.rank == KNIGHT else 0.0)
    here = (leader.base.x, leader.base.y)
    return MARCH - distance(here, goal_of(battle, unit, here)) / 100.0


# -- what


def intent(battle: Battle, unit: Unit) -> Intent:
    """Shoot if there is a target, charge if it pays, else close up to the goal."""
    if unit.status != STEADY or not is_led(battle, unit):
        return _restricted(battle, unit)
    if has_prisoner(battle, unit):
        return Intent(acting.FIGURES if _anybody_useful(battle, unit) else acting.STAND)
    if any_engaged(battle, unit):
        return _in_a_fight(battle, unit)
    leader = leader_of(battle, unit)
    if leader is None:
        return Intent(acting.FIGURES)
    if prey_for(battle, unit, leader) is not None:
        return Intent(acting.MOVE)
    if must_leave(battle, unit.side):
        return _leaving(battle, unit, leader)
    ready = _anybody_useful(battle, unit)
    target, _ = best_charge(battle, unit, _least(battle, unit, leader))
    if target != NOBODY:
        return Intent(acting.CHARGE, target)
    if ready:
        return Intent(acting.FIGURES)
    return Intent(acting.STAND if _in_place(battle, unit, leader) else acting.MOVE)


def _anybody_useful(battle: Battle, unit: Unit) -> bool:
    return any(is_useful(battle, man) for man in awake(battle, unit))


def has_prisoner(battle: Battle, unit: Unit) -> bool:
    """Whether a man stands over a stunned enemy, whom he can take in the Melee phase."""
    return any(
        any(foe.stun >= 0 for foe in touching_enemies(battle, man)) and not is_engaged(battle, man)
        for man in awake(battle, unit)
    )


def prey_for(battle: Battle, unit: Unit, leader: Figure) -> Figure | None:
    """A stunned enemy of rank near enough to be run up to, with nobody of ours beside him yet."""
    found: Figure | None = None
    for foe in seen_enemies(battle, unit.side):
        if foe.stun < 0 or (foe.rank == COMMON and gap(foe.base, leader.base) > EASY_PREY):
            continue
        if gap(foe.base, leader.base) > PACE[leader.mounted]:
            continue
        if any(not is_engaged(battle, man) for man in touching_enemies(battle, foe)):
            continue
        if found is None or _price(battle, foe) > _price(battle, found):
            found = foe
    return found


def _price(battle: Battle, foe: Figure) -> float:
    return worth(battle, foe) + ransom(battle, foe)


def _least(battle: Battle, unit: Unit, leader: Figure) -> float:
    """What a charge must promise."""
    if _should_hold(battle, unit, leader):
        return NOTHING_WILL_DO
    if guarded(battle, unit) is not None:
        return GARRISON_CHARGES_FOR
    if is_missile_unit(battle, unit):
        return BOWS_CHARGE_FOR + SHOTS_FORGONE * _volley(battle, unit)
    return WORTH_CHARGING


def _volley(battle: Battle, unit: Unit) -> float:
    """What shooting now would gain, as the first man's best shot goes."""
    able = [man for man in awake(battle, unit) if _is_loaded(man) and marks(battle, man)]
    if not able:
        return 0.0
    best = max(best_shot(battle, able[0], foe) for foe in marks(battle, able[0]))
    return best * len(able)


def _restricted(battle: Battle, unit: Unit) -> Intent:
    """Shaken or without a leader: shoot if nobody threatens, else make for cover."""
    men = awake(battle, unit)
    others = foes(battle, unit.side)
    near = min((nearest_gap(man, others) for man in men), default=99.0) if others else 99.0
    exposed = not any(in_cover(battle, man.base) for man in men)
    if near < THREAT_INCHES and exposed and not any_engaged(battle, unit):
        return Intent(acting.TO_COVER)
    if _anybody_useful(battle, unit):
        return Intent(acting.FIGURES)
    return Intent(acting.STAND)


def _in_a_fight(battle: Battle, unit: Unit) -> Intent:
    idle = [man for man in awake(battle, unit) if not is_engaged(battle, man)]
    if is_missile_unit(battle, unit) and any(is_useful(battle, man) for man in idle):
        return Intent(acting.FIGURES)
    return Intent(acting.PRESS if idle else acting.STAND)


def _leaving(battle: Battle, unit: Unit, leader: Figure) -> Intent:
    """Away, unless somebody bars the way or there is time for something worth while."""
    here = (leader.base.x, leader.base.y)
    spare = slack(battle, unit, here, mounted=leader.mounted)
    barred = is_barred(battle, unit, here)
    least = NOTHING_WILL_DO
    if spare >= TURNS_TO_SPARE:
        least = WORTH_STOPPING_FOR
    if barred:
        least = BREAK_THROUGH
    target, _ = best_charge(battle, unit, least)
    if target != NOBODY:
        return Intent(acting.CHARGE, target)
    shots = spare >= TURNS_TO_SPARE and is_missile_unit(battle, unit)
    if shots and any(_is_loaded(man) and marks(battle, man) for man in awake(battle, unit)):
        return Intent(acting.FIGURES)
    return Intent(acting.MOVE)


def _is_loaded(man: Figure) -> bool:
    return man.in_hand == "longbow" or (man.in_hand == "crossbow" and man.load > 1)


def is_barred(battle: Battle, unit: Unit, here: Point) -> bool:
    """Whether an enemy stands in the lane ahead."""
    now = to_exit(battle, unit.side, here)
    for foe in foes(battle, unit.side):
        there = (foe.base.x, foe.base.y)
        ahead = now - to_exit(battle, unit.side, there)
        aside = (max(0.0, distance(here, there) ** 2 - ahead**2)) ** 0.5
        if 0.0 < ahead <= AHEAD_INCHES and aside <= LANE_INCHES:
            return True
    return False


def _should_hold(battle: Battle, unit: Unit, leader: Figure) -> bool:
    """In the last rounds a leader who stands where the points are stays there."""
    if rounds_left(battle) >= LAST_ROUNDS - 1:
        return False
    here = (leader.base.x, leader.base.y)
    return any(distance(here, one.point) <= one.radius for one in holds_for(battle, unit.side))


def _in_place(battle: Battle, unit: Unit, leader: Figure) -> bool:
    """A garrison at its post, or a leader who holds an objective undisturbed, may as well stay."""
    here = (leader.base.x, leader.base.y)
    guard = guarded(battle, unit)
    if guard is not None:
        return distance(here, guard) <= AT_POST_INCHES
    for one in holds_for(battle, unit.side):
        if distance(here, one.point) <= one.radius - 1.0:
            disputed = any(
                distance((foe.base.x, foe.base.y), one.point) < CONTESTED_INCHES
                for foe in foes(battle, unit.side)
            )
            if not disputed or is_missile_unit(battle, unit):
                return True
    return False


# -- answering


def kind(battle: Battle, choice: Pick[str]) -> str:
    """Do what was intended, or the next best thing that is allowed."""
    if acting.ARRIVE in choice.candidates:
        return choice.allowed()[0]  # to wait, where the edge is barred
    unit = battle.units[choice.about[0]]
    wanted = intent(battle, unit).kind
    for one in (wanted, acting.MOVE, acting.FIGURES):
        if one in choice.candidates and acting.kind_refusal(battle, unit, one) is None:
            return one
    return acting.STAND


def target(battle: Battle, choice: Pick[int]) -> int:
    """Charge whom we meant to charge; failing that the best there is."""
    unit = battle.units[choice.about[0]]
    meant = intent(battle, unit)
    if meant.kind == acting.CHARGE and meant.target in choice.candidates:
        return meant.target
    best, _ = best_charge(battle, unit, -99.0)
    return best if best in choice.candidates else choice.allowed()[0]


def goes_along(battle: Battle, choice: Choice[Any]) -> str:
    """A Knight charges with a group near him, and marches with it unless he has a charge."""
    unit, knight = battle.units[choice.about[0]], battle.figures[choice.about[1]]
    if knight.in_hand in ("longbow", "crossbow") or is_missile_unit(battle, unit):
        return "stay"
    leader = leader_of(battle, unit)
    if must_leave(battle, unit.side) and leader is not None and knight.mounted != leader.mounted:
        return "stay"
    own = battle.units[knight.unit]
    if own.acted or any_engaged(battle, own):
        return "stay"
    if intent(battle, unit).kind == acting.CHARGE:
        return "go"
    target, _ = best_charge(battle, own, WORTH_CHARGING)
    return "go" if target == NOBODY else "stay"
