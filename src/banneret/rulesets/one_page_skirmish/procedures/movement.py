"""Movement: the dice, and the lance run they make possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.clauses import clause
from banneret.core.draws import Pool
from banneret.core.tally import Tally
from banneret.rulesets.one_page_skirmish.options import Options
from banneret.rulesets.one_page_skirmish.procedures.situation import Inches, Situation, ruled
from banneret.rulesets.one_page_skirmish.procedures.wounds import (
    WOUND_MODIFIER,
    wound_tells_everywhere,
)
from banneret.rulesets.one_page_skirmish.tables import TABLES, TOLERANCE

if TYPE_CHECKING:
    from banneret.core.ruleset import Ruled
    from banneret.core.table import Table


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
LANCE_RUN_INCHES = TABLES.melee.lance_min_straight_inches


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
) -> Allowance:
    """Roll one set of dice for the whole unit."""
    dice, keep = movement_dice(mounted, charging, road, options)
    modifier = pace_modifier(leader_wounded, options)
    tally = Tally(modifier, "leader wounded", "OP-MOVE-23") if modifier else None
    kept = table.roll(Pool(purpose, dice, 6, keep), tally, side)
    return Allowance(max(sum(kept) + modifier, 0), kept)


class MoveSituation(Situation, frozen=True, kw_only=True):
    """A unit about to move."""

    mounted: bool = False
    charging: bool = False
    road: bool = False
    leader_wounded: bool = False


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


@clause("OP-CHARGE-14", "OP-CHARGE-15", "OP-MELEE-03", "OP-WPN-05")
def lance_bonus(
    final_straight: float,
    *,
    mounted: bool = True,
    charged_this_turn: bool = True,
    lance_in_hand: bool = True,
    crosses_slow_or_obstacle: bool = False,
) -> tuple[int, str]:
    """Whether a lance counts after this run, and why not."""
    if not mounted:
        return 0, "on_foot"
    if not charged_this_turn:
        return 0, "no_charge"
    if not lance_in_hand:
        return 0, "no_lance"
    if crosses_slow_or_obstacle:
        return 0, "ground_breaks_the_run"
    if final_straight < LANCE_RUN_INCHES - TOLERANCE:
        return 0, "run_too_short"
    return TABLES.melee.charging_with_lance, "ok"


class LanceSituation(Situation, frozen=True, kw_only=True):
    """A rider who has come to contact."""

    final_straight: Inches
    mounted: bool = True
    charged_this_turn: bool = True
    lance_in_hand: bool = True
    crosses_slow_or_obstacle: bool = False


@clause("OP-CHARGE-14")
def lance(_table: Table[None], situation: LanceSituation) -> Ruled:
    """See whether a lance run qualifies."""
    bonus, reason = lance_bonus(
        situation.final_straight,
        mounted=situation.mounted,
        charged_this_turn=situation.charged_this_turn,
        lance_in_hand=situation.lance_in_hand,
        crosses_slow_or_obstacle=situation.crosses_slow_or_obstacle,
    )
    return ruled({"bonus": bonus, "reason": reason})
