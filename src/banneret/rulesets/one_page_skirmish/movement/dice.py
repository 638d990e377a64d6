"""Movement: the dice and what they give."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import Draw, Pool
from banneret.core.chance.wish import HIGH
from banneret.tabletop.asking import chances, procedure

from ..basics.options import Options
from ..basics.situation import Situation, ruled
from ..basics.tables import TABLES, TOLERANCE
from ..melee.charge.lance_run import lance_bonus
from ..melee.grouped import grouped
from ..melee.wounds import WOUND_MODIFIER, wound_tells_everywhere
from .paths import Leg, check_path, refuse_leaving_road, walk

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

__all__ = [
    "Allowance",
    "MoveSituation",
    "ReachSituation",
    "highest_roll",
    "lance_bonus",
    "move",
    "move_distribution",
    "movement_dice",
    "movement_weights",
    "pace_modifier",
    "reach_distribution",
    "roll_movement",
    "ways_to_reach",
]


def _row(name: str) -> tuple[int, int]:
    dice = TABLES.movement[name]
    return dice.dice, dice.keep


# By mounted, charging and road: dice thrown and dice kept.
DICE: dict[tuple[bool, bool, bool], tuple[int, int]] = {
    (False, False, False): _row("foot"),
    (False, False, True): _row("foot_road"),
    (False, True, False): _row("foot_charge"),
    (False, True, True): _row("foot_charge_road"),
    (True, False, False): _row("horse"),
    (True, False, True): _row("horse_road"),
    (True, True, False): _row("horse_charge"),
    (True, True, True): _row("horse_charge_road"),
}


class Allowance(msgspec.Struct, frozen=True, gc=False):
    """A movement roll: the inches it gives, and the dice that counted, highest first."""

    allowance: int
    kept: tuple[int, ...]


@clause("OP-MOVE-02", "OP-MOVE-03", "OP-MOVE-04", "OP-MOVE-05", "OP-MOVE-07", "OP-OPT-03")
def movement_dice(mounted: bool, charging: bool, road: bool, options: Options) -> tuple[int, int]:
    """How many d6 are thrown, and how many of the highest count."""
    if charging and not mounted and options.charge_die == "horse_only":
        charging = False
    return DICE[mounted, charging, road]


@clause("OP-MOVE-23", "OP-WOUND-06")
def pace_modifier(leader_wounded: bool, options: Options) -> int:
    """What a wounded leader takes off the roll."""
    return WOUND_MODIFIER if leader_wounded and wound_tells_everywhere(options) else 0


@clause("OP-CHARGE-02")
def highest_roll(
    options: Options, *, mounted: bool, charging: bool = False, leader_wounded: bool = False
) -> int:
    """The most the dice could give; a road adds a die but no inch."""
    _, keep = movement_dice(mounted, charging, False, options)
    return 6 * keep + pace_modifier(leader_wounded, options)


@clause("OP-MOVE-01", "OP-SCALE-06")
def roll_movement(
    table: Table[Any],
    options: Options,
    *,
    mounted: bool,
    charging: bool = False,
    road: bool = False,
    leader_wounded: bool = False,
    purpose: str = "move",
    side: str | None = None,
    only_total: bool = False,
) -> Allowance:
    """Roll one set of dice for the whole unit.

    `only_total` spares exact odds the hands of dice that come to the same.
    """
    dice, keep = movement_dice(mounted, charging, road, options)
    draw: Draw[tuple[int, ...]] = Pool(purpose, dice, 6, keep, added=True)
    if only_total:
        draw = grouped(draw, sum)
    modifier = pace_modifier(leader_wounded, options)
    tally = Tally(modifier, "leader wounded", "OP-MOVE-23") if modifier else None
    kept = table.roll(draw, tally, side, HIGH)
    return Allowance(max(sum(kept) + modifier, 0), kept)


class MoveSituation(Situation, frozen=True, kw_only=True):
    """A unit about to move."""

    mounted: bool = False
    charging: bool = False
    road: bool = False
    leader_wounded: bool = False


@procedure("move", MoveSituation, "A movement roll: 2 to 5 d6, the lowest dropped on a road.")
@clause("OP-MOVE-01")
def move(table: Table[None], situation: MoveSituation) -> Ruled:
    """Roll how far a unit may move."""
    rolled = roll_movement(
        table,
        situation.options,
        mounted=situation.mounted,
        charging=situation.charging,
        road=situation.road,
        leader_wounded=situation.leader_wounded,
    )
    pace = "OP-MOVE-03" if situation.mounted else "OP-MOVE-02"
    modifier = pace_modifier(situation.leader_wounded, situation.options)
    reckoning = Tally(sum(rolled.kept), "dice kept", pace).when(
        modifier, modifier, "leader wounded", "OP-MOVE-23"
    )
    return ruled({"allowance": rolled.allowance, "kept": list(rolled.kept)}, *reckoning.reasons)


# -- exact chances


@lru_cache(maxsize=64)
def _rolls(dice: int, keep: int, modifier: int) -> Mapping[int, int]:
    """How many throws give each allowance."""
    pool = Pool("move", dice, 6, keep)
    weights: dict[int, int] = {}
    for faces, ways in pool.outcomes():
        allowance = max(sum(pool.read(faces)) + modifier, 0)
        weights[allowance] = weights.get(allowance, 0) + ways
    return MappingProxyType(dict(sorted(weights.items())))


def movement_weights(
    options: Options,
    *,
    mounted: bool,
    charging: bool = False,
    road: bool = False,
    leader_wounded: bool = False,
) -> Mapping[int, int]:
    """How many throws of the dice give each allowance, the shortest first."""
    dice, keep = movement_dice(mounted, charging, road, options)
    return _rolls(dice, keep, pace_modifier(leader_wounded, options))


@clause("OP-SCALE-04")
def ways_to_reach(
    inches: float,
    options: Options,
    *,
    mounted: bool,
    charging: bool = False,
    road: bool = False,
    leader_wounded: bool = False,
) -> tuple[int, int]:
    """How many throws give at least so many inches, and out of how many."""
    weights = movement_weights(
        options, mounted=mounted, charging=charging, road=road, leader_wounded=leader_wounded
    )
    needed = inches - TOLERANCE
    return sum([w for roll, w in weights.items() if roll >= needed]), sum(weights.values())


@chances("move_distribution", MoveSituation, "Exact chances of a movement roll by allowance.")
def move_distribution(situation: MoveSituation) -> dict[str, Fraction]:
    """The chance of each allowance."""
    weights = _weights_of(situation)
    total = sum(weights.values())
    return {str(roll): Fraction(weight, total) for roll, weight in weights.items()}


def _weights_of(situation: MoveSituation) -> Mapping[int, int]:
    return movement_weights(
        situation.options,
        mounted=situation.mounted,
        charging=situation.charging,
        road=situation.road,
        leader_wounded=situation.leader_wounded,
    )


class ReachSituation(MoveSituation, frozen=True, kw_only=True):
    """A unit about to move along a path."""

    path: tuple[Leg, ...]


@chances(
    "reach_distribution", ReachSituation, "Exact chance that a movement roll covers a whole path."
)
@clause("OP-MOVE-06", "OP-MOVE-09")
def reach_distribution(situation: ReachSituation) -> dict[str, Fraction]:
    """The chance that a roll covers a whole path."""
    check_path(situation.path)
    if situation.road:
        refuse_leaving_road(situation.path)
    weights = _weights_of(situation)
    good = sum(
        [
            weight
            for roll, weight in weights.items()
            if walk(roll, situation.path, situation.options, mounted=situation.mounted).complete
        ]
    )
    total = sum(weights.values())
    chances = {"reaches": Fraction(good, total), "short": Fraction(total - good, total)}
    return {end: chance for end, chance in chances.items() if chance}
