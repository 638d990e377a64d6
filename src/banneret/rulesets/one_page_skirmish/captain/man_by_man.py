"""What single men do for their action: shoot, aim, load, change weapon, seize."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.tabletop.shapes.measuring import distance

from ..basics.state import ON_TABLE, Figure, enemy, is_engaged, seen_enemies
from ..ground.clearance import foes
from ..ground.lay import OBSTACLES
from ..shooting import archery
from ..shooting.archery import MISSILES
from ..shooting.dice import shot_weights
from ..turn import man_by_man
from .charging import nearest_gap
from .plan import must_leave, prize
from .worth import best_shot, shot_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.questions.choices import Pick
    from banneret.tabletop.shapes.measuring import Point

    from ..basics.state import Battle

TOO_CLOSE: Final = 5.0  # inches at which a bowman would rather have a sword in hand
SAFE: Final = 12.0  # at which he takes up his bow again
TO_THE_WALL: Final = 8.0  # at which a rider gets down before a wall
IN_THE_SADDLE: Final = 14.0  # and with nobody nearer than that he mounts again, not every round
FAR_OFF: Final = 99.0
TIME_TO_AIM: Final = 15.0  # nobody takes time to aim with the enemy nearer than that


# -- what there is to do


def foe_gap(battle: Battle, man: Figure) -> float:
    """How far the nearest standing enemy is."""
    known = battle.memo.known
    key = ("captain", "gap", man.id)
    found: float | None = known.get(key)
    if found is None:
        others = foes(battle, man.side)
        found = known[key] = nearest_gap(man, others) if others else FAR_OFF
    return found


def deed(battle: Battle, man: Figure) -> str:
    """Seize, shoot, draw a sword, load, mount, see to a gate, in that order of use."""
    if is_engaged(battle, man):
        return man_by_man.NOTHING
    offered = man_by_man.kinds(battle, man)
    for kind in _wishes(battle, man):
        if kind in offered and man_by_man.kind_refusal(battle, man, kind) is None:
            if kind == man_by_man.FIRE and _had_better_aim(battle, man):
                return man_by_man.AIM
            return kind
    return man_by_man.NOTHING


def _wishes(battle: Battle, man: Figure) -> list[str]:
    near = foe_gap(battle, man)
    bow = man.in_hand in MISSILES
    wishes = [man_by_man.SEIZE]
    if bow:
        wishes.append(man_by_man.FIRE)
        if near < TOO_CLOSE:
            wishes.append(man_by_man.CHANGE)
        wishes.append(man_by_man.LOAD)
    elif near > SAFE and not MISSILES.isdisjoint(man.profile.weapons):
        wishes.append(man_by_man.CHANGE)
    far = near > IN_THE_SADDLE
    if far and not must_leave(battle, man.side) and not is_walled_off(battle, man):
        wishes.append(man_by_man.MOUNT)
    if man.mounted and near < TO_THE_WALL and is_walled_off(battle, man):
        wishes.append(man_by_man.DISMOUNT)
    if prize(battle, man.side) is not None:
        wishes.append(man_by_man.OPEN)
    elif prize(battle, enemy(man.side)) is not None:
        wishes.append(man_by_man.SHUT)
    return wishes


def is_walled_off(battle: Battle, man: Figure) -> bool:
    """Whether obstacles, which no horse jumps, lie between him and every enemy near."""
    here = (man.base.x, man.base.y)
    near = [
        (foe.base.x, foe.base.y)
        for foe in foes(battle, man.side)
        if distance(here, (foe.base.x, foe.base.y)) < 2 * SAFE
    ]
    return bool(near) and all(is_fenced(battle, here, there) for there in near)


def is_fenced(battle: Battle, p: Point, q: Point) -> bool:
    """Whether a straight line crosses something a horse cannot."""
    ground = battle.ground
    if any(line.kind in OBSTACLES for _, line in ground.crossings(p, q)):
        return True
    return bool(ground.outline_crossings(p, q, ("building",)))


def is_useful(battle: Battle, man: Figure) -> bool:
    """Whether the man has something better to do where he stands than to march."""
    kind = deed(battle, man)
    if kind == man_by_man.CHANGE:
        return man.in_hand in MISSILES  # a sword is drawn in time, a bow taken up at leisure
    return kind != man_by_man.NOTHING


def marks(battle: Battle, man: Figure) -> list[Figure]:
    """The enemies he could shoot at."""
    return [
        foe
        for foe in seen_enemies(battle, man.side)
        if archery.target_refusal(battle, man, foe) is None
    ]


def _had_better_aim(battle: Battle, man: Figure) -> bool:
    """Time spent aiming pays for a slow weapon at long range, and where no plain shot would do."""
    if man.aimed_before and man.aim >= 0 and battle.figures[man.aim].fate == ON_TABLE:
        return False
    if foe_gap(battle, man) < TIME_TO_AIM or must_leave(battle, man.side):
        return False
    if man_by_man.kind_refusal(battle, man, man_by_man.AIM) is not None:
        return False
    best = max([best_shot(battle, man, foe) for foe in marks(battle, man)], default=1.0)
    if best <= 0.0:
        return True
    return man.in_hand == "crossbow" and _plain_chance(battle, man) <= 0.2


def _plain_chance(battle: Battle, man: Figure) -> float:
    """The chance of a plain hit at the best of his marks, before any save."""
    chances = []
    for foe in marks(battle, man):
        weights = shot_weights(archery.facts(battle, man, foe, None), battle.options)
        chances.append(1.0 - weights.get("miss", 0) / sum(weights.values()))
    return max(chances, default=0.0)


# -- answering


def next_man(battle: Battle, choice: Pick[Any]) -> Any:
    """The first man with something useful to do; then the rest do nothing."""
    for key in choice.candidates:
        if isinstance(key, int) and deed(battle, battle.figures[key]) != man_by_man.NOTHING:
            return key
    return man_by_man.DONE


def action(battle: Battle, choice: Pick[str]) -> str:
    """Do the most useful thing that is allowed."""
    wanted = deed(battle, battle.figures[choice.about[1]])
    return wanted if wanted in choice.candidates else man_by_man.NOTHING


def mark(battle: Battle, choice: Pick[Any]) -> Any:
    """The target that a shot can be expected to cost most; of gates and things, the first."""
    about = choice.about
    if len(about) > 2 and about[2] not in (man_by_man.FIRE, man_by_man.AIM):
        return choice.allowed()[0]
    shooter = battle.figures[about[1] if len(about) > 1 else about[0]]
    allowed = choice.allowed()
    return max(allowed, key=lambda key: best_shot(battle, shooter, archery.named(battle, key)))


def part(battle: Battle, choice: Pick[str]) -> str:
    """Rider or mount, whichever promises more."""
    shooter, target = (battle.figures[key] for key in choice.about[-2:])

    def value(key: str) -> float:
        declared = key if key in (archery.RIDER, archery.MOUNT) else None
        return shot_value(battle, shooter, target, declared)

    return max(choice.candidates, key=value)


def weapon(battle: Battle, choice: Pick[str]) -> str:
    """A hand weapon when the enemy is near, else a bow."""
    man = battle.figures[choice.about[-1]]
    close = foe_gap(battle, man) < SAFE
    liked: Sequence[str] = ("longbow", "crossbow", "lance")
    if close:
        liked = ("lance", "polearm", "hand_weapon")
    allowed = choice.allowed()
    return next((key for key in liked if key in allowed), allowed[0])
