"""What single men do: shoot, load, strike, spare, follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.geometry import gap
from banneret.rulesets.one_page_skirmish import figures, shooting
from banneret.rulesets.one_page_skirmish.captain.marching import nearest_foe_gap
from banneret.rulesets.one_page_skirmish.captain.worth import (
    exchange,
    hit_chance,
    ransom,
    shot_value,
    worth,
)
from banneret.rulesets.one_page_skirmish.procedures.wounds import effect_of_hit
from banneret.rulesets.one_page_skirmish.shooting import MISSILES
from banneret.rulesets.one_page_skirmish.state import KNIGHT, NOBODY, seen_enemies

if TYPE_CHECKING:
    from banneret.core.choices import Choice, Pick
    from banneret.rulesets.one_page_skirmish.state import Battle, Figure

TOO_CLOSE = 5.0  # inches at which a bowman would rather have a sword in hand


# -- man by man


def next_man(battle: Battle, choice: Pick[Any]) -> Any:
    """The first man with something useful to do; then the rest do nothing."""
    for key in choice.candidates:
        if isinstance(key, int) and deed(battle, battle.figures[key]) != figures.NOTHING:
            return key
    return figures.DONE


def action(battle: Battle, choice: Pick[str]) -> str:
    """Do the most useful thing that is allowed."""
    wanted = deed(battle, battle.figures[choice.about[1]])
    return wanted if wanted in choice.candidates else figures.NOTHING


def deed(battle: Battle, man: Figure) -> str:
    """Seize, shoot, draw a sword, load, mount, open a gate, in that order of use."""
    near = nearest_foe_gap(battle, man)
    order = [figures.SEIZE]
    if near < TOO_CLOSE and man.in_hand in MISSILES and not _likes_the_shot(battle, man):
        order.append(figures.CHANGE)
    order += [figures.FIRE]
    if near > TOO_CLOSE or len(man.profile.weapons) == 1:
        order.append(figures.LOAD)
    if man.in_hand not in MISSILES and near > 12.0 and not MISSILES.isdisjoint(man.profile.weapons):
        order.append(figures.CHANGE)
    if near > 3.0:
        order.append(figures.MOUNT)
    if man.side == "a":
        order.append(figures.OPEN)
    offered = figures.kinds(battle, man)
    for kind in order:
        if kind in offered and figures.kind_refusal(battle, man, kind) is None:
            return kind
    return figures.NOTHING


def _likes_the_shot(battle: Battle, man: Figure) -> bool:
    return (
        figures.FIRE in figures.kinds(battle, man)
        and figures.kind_refusal(battle, man, figures.FIRE) is None
    )


def mark(battle: Battle, choice: Pick[Any]) -> Any:
    """The target that a shot can be expected to cost most."""
    shooter = battle.figures[choice.about[1]]
    return max(
        choice.allowed(), key=lambda key: _best_shot(battle, shooter, shooting.named(battle, key))
    )


def _best_shot(battle: Battle, shooter: Figure, target: Any) -> float:
    if getattr(target, "mounted", False):
        parts: tuple[str | None, ...] = (None, shooting.RIDER, shooting.MOUNT)
        return max(shot_value(battle, shooter, target, part) for part in parts)
    return shot_value(battle, shooter, target)


def part(battle: Battle, choice: Pick[str]) -> str:
    """Rider or mount, whichever promises more."""
    shooter, target = battle.figures[choice.about[1]], battle.figures[choice.about[2]]

    def value(key: str) -> float:
        declared = None if key == shooting.EITHER else key
        return shot_value(battle, shooter, target, declared)

    return max(choice.candidates, key=value)


def weapon(battle: Battle, choice: Pick[str]) -> str:
    """A hand weapon when the enemy is near, else a bow."""
    man = battle.figures[choice.about[-1]] if choice.about else None
    close = man is not None and nearest_foe_gap(battle, man) < 12.0
    allowed = choice.allowed()
    liked = ("lance", "polearm", "hand_weapon") if close else ("longbow", "crossbow", "lance")
    return next((key for key in liked if key in allowed), allowed[0])


# -- melee


def enemy(battle: Battle, choice: Pick[int]) -> int:
    """Strike first where blood is likeliest, weighed by who bleeds."""
    side = battle.units[battle.taking_part[0]].side if battle.taking_part else "a"
    mine = [man for man in battle.figures if man.side == side and man.fate == "table"]

    def value(key: int) -> float:
        foe = battle.figures[key]
        near = [man for man in mine if gap(man.base, foe.base) < 0.01][:3]
        if foe.stun >= 0:
            return worth(battle, foe) + ransom(battle, foe)
        return sum(
            hit_chance(battle, man, foe, attackers=len(near)) * worth(battle, foe) for man in near
        )

    return max(choice.candidates, key=lambda key: (value(key), -key))


def attackers(battle: Battle, choice: Pick[int]) -> Any:
    """As many as may, the strongest first."""
    foe = battle.figures[choice.about[0]]
    sets = [tuple(one) for one in choice.ideas()]
    most = max(sets, key=len)
    return tuple(sorted(most, key=lambda key: (-hit_chance(battle, battle.figures[key], foe), key)))


def stuns(battle: Battle, choice: Choice[Any]) -> str:
    """Knock a Knight down for his ransom when nobody of his is at hand to save him."""
    mine, foe = battle.figures[choice.about[0]], battle.figures[choice.about[1]]
    if foe.rank != KNIGHT:
        return "hurt"
    friends = [
        man
        for man in battle.figures
        if man.fate == "table" and man.side == foe.side and man.id != foe.id and man.stun < 0
    ]
    alone = all(gap(man.base, foe.base) > 4.0 for man in friends)
    kills = effect_of_hit(foe.rank, foe.hits) == "killed"
    gain = ransom(battle, foe)
    if kills:
        return "stun" if alone and gain > worth(battle, mine) else "hurt"
    return "stun" if alone or gain > 12.0 else "hurt"


def mercy(_battle: Battle, choice: Pick[str]) -> str:
    """A stunned man is worth double alive."""
    return "capture" if "capture" in choice.candidates else choice.allowed()[0]


def follows(battle: Battle, choice: Pick[Any]) -> Any:
    """Close up again if the next exchange favours us."""
    mine = battle.figures[choice.about[0]]
    foes = [key for key in choice.candidates if isinstance(key, int)]
    best = max(foes, key=lambda key: exchange(battle, mine, battle.figures[key]), default=None)
    if best is None:
        return choice.candidates[0]
    foe = battle.figures[best]
    helpers = sum(
        gap(man.base, foe.base) < 0.01
        for man in battle.figures
        if man.fate == "table" and man.side == mine.side and man.id != mine.id
    )
    if foe.stun >= 0 or exchange(battle, mine, foe) + helpers > 0.0:
        return best
    return next(key for key in choice.candidates if not isinstance(key, int))


def rallies(battle: Battle, choice: Pick[int]) -> int:
    """Lend a voice to any unit that could fail."""
    from banneret.rulesets.one_page_skirmish.captain.worth import nerve  # noqa: PLC0415

    unit = battle.units[choice.about[0]]
    least = 0.65 if battle.options.rally_cost == "action" else 0.95
    if nerve(battle, unit) >= least:
        return NOBODY
    return next((key for key in choice.candidates if key != NOBODY), NOBODY)


def appoints(battle: Battle, choice: Pick[int]) -> int:
    """Name the man furthest from the enemy."""
    men = [key for key in choice.candidates if key != NOBODY]
    foes = seen_enemies(battle, battle.figures[choice.about[0]].side)

    def safety(key: int) -> float:
        return min((gap(battle.figures[key].base, foe.base) for foe in foes), default=0.0)

    return max(men, key=lambda key: (safety(key), -key))
