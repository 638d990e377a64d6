"""Who has won (KK-FINIS-09): the scenario's aims, else the field, else the fewer points lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Result

from ..basics.names import side_name
from ..basics.state import CAPTIVE, COMING, DEAD, DISABLED, ESCORTING, GONE, NOBODY, STEADY
from ..basics.who import retinue_of, standing
from ..ground import features
from ..setup.forces.armour import fortified_points, man_points

if TYPE_CHECKING:
    from ..basics.state import Battle, Horse, Man, Retinue
    from ..setup.entries import Aim

OUT = frozenset((DISABLED, DEAD, CAPTIVE))


def sides(battle: Battle) -> list[str]:
    """The sides in the order of their seats."""
    return list(dict.fromkeys(one.side for one in battle.retinues))


@clause("KK-FINIS-09")
def sides_fighting(battle: Battle) -> list[str]:
    """Sides with somebody on the table who is able and neither runs nor withdraws."""
    found = {
        man.side for man in standing(battle) if man.status in {STEADY, ESCORTING} and not man.stun
    }
    return [side for side in sides(battle) if side in found]


@clause("KK-FINIS-09", "KK-POINTS-01", "KK-POINTS-03", "KK-SETUP-08")
def points_of(battle: Battle, man: Man) -> float:
    """What a man counts without a horse, twice so behind fortifications."""
    profile = man.profile
    worth = man_points(
        profile.melee,
        profile.shooting,
        profile.morale,
        profile.stamina,
        profile.class_ == "peasant",
    )
    return fortified_points(worth) if retinue_of(battle, man.player).fortified else worth


@clause("KK-FINIS-09")
def is_lost(man: Man) -> bool:
    """Dead, disabled, captured or routed off the table; who walked off is not lost."""
    return man.status in OUT or (man.status == GONE and man.routed)


def points_lost(battle: Battle) -> dict[str, float]:
    """What each side has lost."""
    found = dict.fromkeys(sides(battle), 0.0)
    for man in battle.men:
        if is_lost(man):
            found[man.side] += points_of(battle, man)
    if battle.options.points_include_horses:
        for horse in battle.horses:
            owner = retinue_of(battle, horse.taken_from or horse.player)
            if _horse_is_lost(battle, horse, owner):
                worth = float(horse.profile.stamina)
                found[owner.side] += fortified_points(worth) if owner.fortified else worth
    return found


@clause("KK-POINTS-04", "KK-FINIS-09")
def _horse_is_lost(battle: Battle, horse: Horse, owner: Retinue) -> bool:
    """Down, in the hands of another side, run off the table, or lost with its rider."""
    if horse.stamina <= 0 or horse.side != owner.side:
        return True
    return horse.gone if horse.rider == NOBODY else is_lost(battle.men[horse.rider])


# -- aims


@clause("KK-FINIS-09")
def aim_points(battle: Battle) -> dict[str, int]:
    """What each side has of what it came for."""
    found = dict.fromkeys(sides(battle), 0)
    for aim in battle.scenario.aim:
        if aim.side in found:
            found[aim.side] += aim.points * _times(battle, aim)
    return found


def _times(battle: Battle, aim: Aim) -> int:
    """How often it counts: for each captive, anything else once."""
    if aim.kind == "ransom":
        return len([man for man in battle.men if _captor_side(battle, man) == aim.side])
    return int(_reached(battle, aim))


@clause("KK-YIELD-09", "KK-MOVE-33")
def _captor_side(battle: Battle, man: Man) -> str:
    """Who has him, here or led off the table; nobody if he is no captive."""
    led_off = man.status == GONE and man.routed
    if man.held == NOBODY or not (man.status == CAPTIVE or led_off):
        return ""
    return battle.men[man.held].side


def to_sack(battle: Battle, side: str) -> list[str]:
    """Places a side came to sack and has not yet."""
    return [
        aim.feature
        for aim in battle.scenario.aim
        if aim.kind == "sack" and aim.side == side and (side, aim.feature) not in battle.sacked
    ]


@clause("KK-FINIS-09")
def is_unhindered(battle: Battle, side: str) -> bool:
    """Whether it was left alone on the field with time in hand: then it does what it came to do."""
    early = battle.over and battle.turn < battle.scenario.turns
    return early and sides_fighting(battle) == [side]


def _reached(battle: Battle, aim: Aim) -> bool:
    own = [man for man in battle.men if man.side == aim.side and man.status != COMING]
    free = is_unhindered(battle, aim.side)
    if aim.kind == "slay_lord":
        return any(one.lord_fallen for one in battle.retinues if one.side != aim.side)
    if aim.kind == "exit":
        out = [
            man
            for man in own
            if (man.status == GONE and _left_by(battle, man, aim.edge))
            or (free and man.status in {STEADY, ESCORTING})
        ]
        return len(out) >= aim.share * len(own)
    if aim.kind == "survive":
        return len([man for man in own if not is_lost(man)]) >= aim.share * len(own)
    if aim.kind == "sack":
        return free or (aim.side, aim.feature) in battle.sacked
    return holds(battle, aim.side, aim.feature)


def _left_by(battle: Battle, man: Man, edge: str | None) -> bool:
    """Whether he went off by that edge, not in rout and in nobody's hands."""
    if man.routed:
        return False
    width, height = battle.scenario.table
    base = man.base
    return {
        "south": base.y0 <= 0.0,
        "north": base.y1 >= height,
        "west": base.x0 <= 0.0,
        "east": base.x1 >= width,
    }[edge or retinue_of(battle, man.player).edge]


def holds(battle: Battle, side: str, feature: str) -> bool:
    """Whether more of its able men stand there than of any other side."""
    count = dict.fromkeys(sides(battle), 0)
    for key in features.called(battle, feature):
        for man in features.occupiers(battle, key):
            if man.status == STEADY and not man.stun:
                count[man.side] += 1
    others = [number for other, number in count.items() if other != side]
    return count[side] > max(others, default=0)


# -- the result


@clause("KK-FINIS-09", "KK-FINIS-06")
def over(battle: Battle) -> Result | None:
    """How the battle ended, once it has."""
    if not battle.over:
        return None
    winner, reason = _winner(battle)
    lost = points_lost(battle)
    aims = aim_points(battle)
    score = {
        side: aims[side] + round(sum(v for other, v in lost.items() if other != side))
        for side in sides(battle)
    }
    losses = {
        side: len([m for m in battle.men if m.side == side and is_lost(m)])
        for side in sides(battle)
    }
    return Result(winner, reason, "KK-FINIS-09", score, battle.turn, losses)


def _winner(battle: Battle) -> tuple[str | None, str]:
    """Aims first, then the field, then the points; who gave up has no part in it."""
    left = [side for side in sides(battle) if side != battle.conceded]
    if len(left) == 1:
        return left[0], f"{side_name(battle, battle.conceded)} gave up"
    aims = {side: points for side, points in aim_points(battle).items() if side in left}
    best = max(aims.values())
    if best and list(aims.values()).count(best) == 1:
        winner = max(aims, key=aims.__getitem__)
        return winner, f"{side_name(battle, winner)} did what they came for"
    fighting = [side for side in sides_fighting(battle) if side in left]
    if len(fighting) == 1:
        return fighting[0], f"{side_name(battle, fighting[0])} hold the field"
    lost = {side: points for side, points in points_lost(battle).items() if side in left}
    least = min(lost.values())
    if list(lost.values()).count(least) == 1:
        winner = min(lost, key=lost.__getitem__)
        return winner, f"{side_name(battle, winner)} lost fewer points"
    return None, "the losses are equal"
