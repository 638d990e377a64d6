"""What men, blows, shots and charges are worth to the captain, in victory points."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from banneret.core.geometry import gap
from banneret.rulesets.one_page_skirmish import fights, shooting
from banneret.rulesets.one_page_skirmish.entries import Slay, Take
from banneret.rulesets.one_page_skirmish.procedures.fighters import attack_tally, defence_tally
from banneret.rulesets.one_page_skirmish.procedures.morale import morale_target
from banneret.rulesets.one_page_skirmish.procedures.movement import movement_weights
from banneret.rulesets.one_page_skirmish.procedures.shooting import shot_weights
from banneret.rulesets.one_page_skirmish.procedures.victory import figure_value
from banneret.rulesets.one_page_skirmish.state import KNIGHT, Mount, awake, leader_of

if TYPE_CHECKING:
    from banneret.rulesets.one_page_skirmish.state import Battle, Figure, Unit

LEADER_BONUS: Final = 2.0  # a group without its Sergeant is half a group
MOUNT_WORTH: Final = 1.5  # a rider on foot is slower and has lost his +1
HURT_SHARE: Final = 0.45  # of a Knight's or Sergeant's worth, for a hit he survives


def worth(battle: Battle, figure: Figure) -> float:
    """What losing the man costs his side."""
    value = float(figure_value(figure.profile.class_, figure.rank, "killed"))
    if battle.units[figure.unit].leader == figure.id:
        value += LEADER_BONUS
    for one in battle.scenario.objective:
        if isinstance(one, Slay) and one.for_ != figure.side and figure.rank == KNIGHT:
            value += one.vp
    return value


def ransom(battle: Battle, figure: Figure) -> float:
    """What taking him prisoner gains, over killing him."""
    extra = float(figure_value(figure.profile.class_, figure.rank, "killed"))
    for one in battle.scenario.objective:
        if isinstance(one, Take) and one.rank == figure.rank:
            extra += one.vp
    return extra


# -- blows


@lru_cache(maxsize=64)
def chance_to_beat(edge: int, margin: int) -> float:
    """The chance that one d10 and its edge beat another d10 by the margin."""
    ways = sum(x + edge - y >= margin for x in range(1, 11) for y in range(1, 11))
    return ways / 100.0


def hit_chance(
    battle: Battle, attacker: Figure, defender: Figure, *, attackers: int = 1, lance: bool = False
) -> float:
    """The chance that one attacker of several draws blood."""
    strike = attack_tally(fights.fighter(attacker), battle.options).total + lance
    guard = defence_tally(fights.fighter(defender), attackers, battle.options).total
    return chance_to_beat(strike - guard, max(1, defender.profile.rating))


def exchange(battle: Battle, mine: Figure, theirs: Figure, *, lance: bool = False) -> float:
    """What I can expect from a blow given and, in his turn, one taken."""
    given = hit_chance(battle, mine, theirs, lance=lance) * worth(battle, theirs)
    taken = hit_chance(battle, theirs, mine) * worth(battle, mine)
    return given - 0.6 * taken


# -- shots


def shot_value(
    battle: Battle, shooter: Figure, target: Figure | Mount, declared: str | None = None
) -> float:
    """What a shot can be expected to take from the enemy."""
    weights = shot_weights(shooting.facts(battle, shooter, target, declared), battle.options)
    total = sum(weights.values())
    if isinstance(target, Mount):
        return 0.3 * weights.get("mount_killed", 0) / total
    man = worth(battle, target)
    prices = {
        "killed": man,
        "wound": man * HURT_SHARE,
        "flesh_wound": man * HURT_SHARE,
        "mount_killed": MOUNT_WORTH + (1.0 if target.rank == KNIGHT else 0.0),
    }
    return sum(prices.get(result, 0.0) * ways for result, ways in weights.items()) / total


# -- charges


def nerve(battle: Battle, unit: Unit) -> float:
    """The chance that the unit passes a morale test now."""
    from banneret.rulesets.one_page_skirmish.morale import facts_of  # noqa: PLC0415

    target = morale_target(facts_of(battle, unit), battle.options).total
    return min(10, max(0, target)) / 10.0


def reach_chance(battle: Battle, *, mounted: bool, inches: float) -> float:
    """The chance that charge dice carry that far."""
    weights = movement_weights(battle.options, mounted=mounted, charging=True)
    total = sum(weights.values())
    return sum(ways for rolled, ways in weights.items() if rolled >= inches) / total


def charge_value(battle: Battle, unit: Unit, target: Unit) -> float:
    """What charging that unit can be expected to gain."""
    leader = leader_of(battle, unit)
    mine, theirs = awake(battle, unit), awake(battle, target)
    if leader is None or not theirs:
        return 0.0
    far = min(gap(leader.base, foe.base) for foe in theirs)
    mounted = all(man.mounted for man in mine)
    reach = reach_chance(battle, mounted=mounted, inches=far)
    courage = 1.0 if unit.passed_this_turn else nerve(battle, unit)
    foe = min(theirs, key=lambda man: (man.profile.rating, man.rank == KNIGHT, man.id))
    packed = min(3, max(1, len(mine) // len(theirs)))
    fighting = min(len(mine), 3 * len(theirs))
    blow = 0.0
    for man in mine[:fighting]:
        lance = man.in_hand == "lance" and man.mounted and far >= 9.0
        given = hit_chance(battle, man, foe, attackers=packed, lance=lance) * worth(battle, foe)
        taken = hit_chance(battle, foe, man) * worth(battle, man) / packed
        blow += given - 0.6 * taken
    lost_nerve = (1.0 - courage) * 1.5
    fright = 1.0 - nerve(battle, target)  # they may run instead
    return reach * courage * (blow + fright) - lost_nerve - (1.0 - reach) * 0.5
