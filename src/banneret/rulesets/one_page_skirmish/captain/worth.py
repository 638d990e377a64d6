"""What men, blows and shots are worth to the captain, in victory points."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..basics.state import KNIGHT, Figure
from ..melee.fighters import LANCE, MOST_ATTACKERS, Fighter, own_modifiers
from ..melee.wounds import hits_left
from ..morale.checking import facts_of
from ..morale.dice import morale_target
from ..setup.entries import Slay, Take
from ..shooting import archery
from ..shooting.dice import shot_weights
from ..turn.ending.victory import figure_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..basics.state import Battle, Mount, Unit

LEADER_BONUS: Final = 2.0  # a group without its Sergeant is half a group
DISMAY: Final = 0.05  # of his comrades' worth: every loss tells on their nerve
BREAKING: Final = 20.0  # what breaking a side is worth, shared out among half its men
DEAREST: Final = 4.0
MOUNT_WORTH: Final = 1.5  # a rider on foot is slower and has lost his +1
CHARGER_WORTH: Final = 4.0  # and a Knight on foot is only half a Knight
HURT_SHARE: Final = 0.4  # of a Knight's or Sergeant's worth, for a hit he survives
PACK: Final = MOST_ATTACKERS  # the most who can set on one man
_FACES: Final = range(1, 11)


def worth(battle: Battle, figure: Figure) -> float:
    """What losing the man costs his side."""
    value = figure_value(figure.profile.class_, figure.rank, "killed") + _share(battle, figure.side)
    unit = battle.units[figure.unit]
    if unit.leader == figure.id:
        value += LEADER_BONUS
    if unit.kind == "group":
        value += DISMAY * len(unit.members) * value
    for one in battle.scenario.objective:
        if isinstance(one, Slay) and one.for_ != figure.side and figure.rank == KNIGHT:
            value += one.vp
    return value


def _share(battle: Battle, side: str) -> float:
    """What each man lost adds to the breaking of his side: dear where there are few."""
    known = battle.memo.known
    key = ("captain", "share", side)
    found: float | None = known.get(key)
    if found is None:
        started = sum([figure.side == side for figure in battle.figures])
        found = known[key] = min(DEAREST, BREAKING / (started // 2 + 1))
    return found


def ransom(battle: Battle, figure: Figure) -> float:
    """What taking him prisoner gains, over killing him."""
    extra = float(figure_value(figure.profile.class_, figure.rank, "killed"))
    for one in battle.scenario.objective:
        if isinstance(one, Take) and one.rank == figure.rank and one.for_ != figure.side:
            extra += one.vp
    return extra


# -- blows


@lru_cache(maxsize=512)
def _edge(rank: str, hits: int, mounted: bool, weapon: str, combat: str) -> int:
    man = Fighter(
        rank=rank,
        hits=hits,
        mounted=mounted,
        weapon=weapon,
        combat=combat,
    )
    return sum([reason.value for reason in own_modifiers(man)])


def edge(figure: Figure) -> int:
    """What he adds to his die in a fight, lance and numbers left out."""
    return _edge(figure.rank, figure.hits, figure.mounted, figure.in_hand, figure.combat or "first")


@lru_cache(maxsize=2048)
def pack_odds(better: int, margin: int, pack: int) -> tuple[float, float]:
    """The chance that some of a pack hit their man, and the hits to be expected.

    `better` is an attacker's edge over the man; each attacker over one makes it greater by one.
    """
    better += pack - 1
    some = many = 0.0
    for guard in _FACES:
        hit = sum(face + better - guard >= margin for face in _FACES) / 10.0
        some += 1.0 - (1.0 - hit) ** pack
        many += hit * pack
    return some / 10.0, many / 10.0


def set_upon(battle: Battle, better: int, foe: Figure, pack: int) -> tuple[float, float]:
    """What a pack gains from one man in one fight, and the chance that he falls."""
    some, many = pack_odds(better, max(1, foe.profile.rating), pack)
    left = hits_left(foe.rank, foe.hits)
    if left == 1:
        return some * worth(battle, foe), some
    return many * HURT_SHARE * worth(battle, foe), max(0.0, many - left + 1) / PACK


def onslaught(
    battle: Battle, ours: Sequence[Figure], theirs: Sequence[Figure], extra: float = 0.0
) -> tuple[float, float]:
    """What one side's blows gain in one turn, and how many they fell.

    Two set on one man where they can, three where they are many; the likeliest victims first.
    """
    if not ours or not theirs:
        return 0.0, 0.0
    count = len(ours)
    pack = min(PACK, count, max(2, -(-count // len(theirs))))
    strike = sum([edge(man) for man in ours]) / count + extra
    gains = sorted(
        [set_upon(battle, round(strike - edge(foe)), foe, pack) for foe in theirs], reverse=True
    )
    packs = gains[: -(-count // pack)]
    return sum([gain for gain, _ in packs]), sum([fallen for _, fallen in packs])


def exchange(battle: Battle, mine: Figure, theirs: Figure, *, first: bool) -> float:
    """What a duel promises: a blow given and one taken, the first counting more."""
    given = set_upon(battle, edge(mine) - edge(theirs), theirs, 1)[0]
    taken = set_upon(battle, edge(theirs) - edge(mine), mine, 1)[0]
    return given - 0.8 * taken if first else 0.8 * given - taken


LANCE_EDGE: Final = LANCE.value

# -- shots


def shot_value(
    battle: Battle, shooter: Figure, target: Figure | Mount, declared: str | None = None
) -> float:
    """What a shot can be expected to take from the enemy."""
    weights = shot_weights(archery.facts(battle, shooter, target, declared), battle.options)
    total = sum(weights.values())
    if not isinstance(target, Figure):
        return 0.3 * weights.get("mount_killed", 0) / total
    man = worth(battle, target)
    prices = {
        "killed": man,
        "wound": man * HURT_SHARE,
        "flesh_wound": man * HURT_SHARE,
        "mount_killed": CHARGER_WORTH if target.rank == KNIGHT else MOUNT_WORTH,
    }
    return sum([prices.get(result, 0.0) * ways for result, ways in weights.items()]) / total


def best_shot(battle: Battle, shooter: Figure, target: Figure | Mount) -> float:
    """What a shot at him is worth, at rider or mount, whichever is better."""
    if isinstance(target, Figure) and target.mounted:
        parts = (None, archery.RIDER, archery.MOUNT)
        return max([shot_value(battle, shooter, target, part) for part in parts])
    return shot_value(battle, shooter, target)


# -- nerve


def nerve_number(battle: Battle, unit: Unit) -> int:
    """What the unit must not roll over in a morale test now."""
    known = battle.memo.known
    wounds = battle.figures[unit.leader].hits if unit.leader >= 0 else 0
    key = ("captain", "nerve", unit.id, unit.figures_lost, unit.lost_since_test, unit.status,
           unit.sergeant_vacant, unit.lord_killed, wounds)  # fmt: skip
    found: int | None = known.get(key)
    if found is None:
        target = morale_target(facts_of(battle, unit), battle.options).total
        found = known[key] = min(10, max(0, target))
    return found


def nerve(battle: Battle, unit: Unit) -> float:
    """The chance that the unit passes a morale test now."""
    return nerve_number(battle, unit) / 10.0
