"""Command: who is in range, who is ready to shoot, and what the others do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D10
from banneret.core.chance.wish import at_least
from banneret.core.errors import BadData
from banneret.tabletop.asking import Facts, procedure

from ..basics.columns.words import Missile, Result, Row
from ..basics.options import DEFAULTS, Options
from ..basics.situation import (
    Distance,
    Level,
    Line,
    Permanent,
    Situation,
    line,
    named,
    ruled,
    tally_of,
)
from ..basics.situation import Result as Outcome
from ..basics.tables import TABLES

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

    Verb = str
    OrderPart = int
else:
    Verb = Literal["attack", "defend", "harass"]
    OrderPart = Literal[1, 2]

MISSILES = TABLES.missile

# -- readiness


class Readiness(Outcome, frozen=True):
    """Whether a controlled shooter may shoot: can_shoot, prevented or misfire; 0: no die."""

    result: str
    needed: int = 0
    die: int = 0
    second_needed: int = 0
    second_die: int = 0


R = TABLES.readiness
NEEDED = {
    "bow": max(R.bow.prevented_on) + 1,
    "sling": max(R.sling.prevented_on) + 1,
    "crossbow": max(R.crossbow.prevented_on) + 1,
    "crossbow_team": max(R.crossbow_team.prevented_on) + 1,
    "handgun": R.handgun.first_needs_at_least,
}
NO_ROLL = Readiness("can_shoot")
READY, MISFIRE = D10("ready"), D10("misfire")


@clause("KK-CMD-07", "KK-CMD-08", "KK-CMD-11", "KK-CMD-14")
def readiness_needed(weapon: str, team: bool, options: Options) -> int:
    """The face a shooter needs, 0 with a thrown weapon; a team's shooter rolls as an archer."""
    group = MISSILES[weapon].readiness
    if group == "none":
        return 0
    in_team = team and group == "crossbow" and options.crossbow_teams
    return NEEDED["crossbow_team" if in_team else group]


@clause("KK-CMD-07", "KK-CMD-09", "KK-CMD-10")
def ready_to_shoot(
    table: Table[Any],
    weapon: str,
    team: bool,
    options: Options = DEFAULTS,
    side: str | None = None,
) -> Readiness:
    """Roll for readiness; a handgun that is ready may still misfire."""
    needed = readiness_needed(weapon, team, options)
    if not needed:
        return NO_ROLL
    die = table.roll(READY, None, side, at_least(needed))
    if die < needed:
        return Readiness("prevented", needed, die)
    if weapon != "handgun":
        return Readiness("can_shoot", needed, die)
    second = options.handgun_second_roll
    misfire = table.roll(MISFIRE, None, side, at_least(second))
    result = "can_shoot" if misfire >= second else "misfire"
    return Readiness(result, needed, die, second, misfire)


# -- the action table


A = TABLES.action_modifiers
ROWS: dict[str, tuple[str, ...]] = {
    "archers": TABLES.action_table.archers,
    "crossbows": TABLES.action_table.crossbows,
    "handgunners": TABLES.action_table.handgunners,
    "others": TABLES.action_table.others,
}
STAY, REJOIN, TOWARD_ENEMY = "stay", "rejoin", "toward_enemy"
LEADER_ACTS = line("leader", A.leader_not_stay, "leader did not stay put", "KK-ACT-09")
LEADER_STAYS = line("leader", A.leader_stay, "leader stayed put", "KK-ACT-09")
KNIGHT = line("knight_or_berserk", A.knight_or_berserk, "knight or berserk", "KK-ACT-11")
UNRELIABLE = line("unreliable", A.unreliable, "unreliable", "KK-ACT-12")
FIRST_PART = {
    "attack": line("order", A.attack_until_first_part, "attack until", "KK-ACT-14"),
    "defend": line("order", A.defend_until_first_part, "defend until", "KK-ACT-14"),
}
SECOND_PART = {
    "attack": line("order", A.attack_until_activated, "attack until, activated", "KK-ACT-15"),
    "defend": line("order", A.defend_until_activated, "defend until, activated", "KK-ACT-15"),
}
STILL_SECOND = {
    "attack": line("order", A.attack_until_activated, "attack until, second part", "KK-ACT-16"),
    "defend": line("order", A.defend_until_activated, "defend until, second part", "KK-ACT-16"),
}
ACTION = D10("action roll")


class ActionFacts(Facts, frozen=True):
    """All that bears on what an uncontrolled figure does."""

    row: Row
    leader_result: Result | None = None  # None: no leader rolled
    knight_or_berserk: bool = False
    unreliable: bool = False
    temporary_fatigue: Level = 0
    permanent_fatigue: Permanent = 0
    order: Verb | None = None
    order_part: OrderPart = 1
    activated_this_turn: bool = False
    straggler: bool = False


class ActionRoll(Outcome, frozen=True):
    """What an uncontrolled figure does; a straggler's table result only limits what he may do."""

    result: str
    table_result: str
    modified: int
    die: int


@clause("KK-ACT-14", "KK-ACT-15", "KK-ACT-16")
def order_line(facts: ActionFacts, options: Options) -> Line | None:
    """What a standing order adds: its first part while in force, its second when activated."""
    if facts.order is None:
        return None
    if facts.order_part == 1:
        return FIRST_PART.get(facts.order)
    if facts.activated_this_turn:
        return SECOND_PART.get(facts.order)
    return STILL_SECOND.get(facts.order) if options.second_part_modifier_persists else None


@clause("KK-ACT-09", "KK-ACT-10", "KK-ACT-11", "KK-ACT-12", "KK-ACT-13", "KK-FAT-10", "KK-PROF-08")
def action_lines(facts: ActionFacts, options: Options) -> list[Line]:
    """Everything added to the action die."""
    lines: list[Line] = []
    if facts.leader_result is not None and not facts.straggler:
        lines.append(LEADER_STAYS if facts.leader_result == STAY else LEADER_ACTS)
    if facts.knight_or_berserk:
        lines.append(KNIGHT)
    if facts.unreliable:
        lines.append(UNRELIABLE)
    fatigue = facts.temporary_fatigue + facts.permanent_fatigue
    if fatigue:
        lines.append(line("fatigue", fatigue * A.per_fatigue_level, "fatigue", "KK-ACT-13"))
    order = order_line(facts, options)
    if order is not None:
        lines.append(order)
    return lines


@clause("KK-ACT-04", "KK-ACT-05", "KK-ACT-06", "KK-ACT-07", "KK-ACT-08")
def action_of(row: str, modified: int) -> str:
    """Read the action table; totals off it read its ends."""
    return ROWS[row][(min(max(modified, 1), 10) - 1) // 2]


@clause("KK-ACT-02", "KK-ACT-17", "KK-ACT-18")
def roll_action(
    table: Table[Any],
    facts: ActionFacts,
    options: Options = DEFAULTS,
    side: str | None = None,
) -> ActionRoll:
    """Roll for an uncontrolled figure; only a natural 10 sends a straggler at the enemy."""
    tally = action_tally(facts, options)
    die = table.roll(ACTION, tally, side)
    modified = die + tally.total
    read = action_of(facts.row, modified)
    result = read if not facts.straggler else TOWARD_ENEMY if die == 10 else REJOIN
    return ActionRoll(result, read, modified, die)


def action_tally(facts: ActionFacts, options: Options) -> Tally:
    """What is added to the action die, with its reasons."""
    return tally_of(0, "action", "KK-ACT-02", action_lines(facts, options))


@clause("KK-ACT-04", "KK-ACT-05", "KK-ACT-26", "KK-CMD-11")
def action_row(missile: str, team: bool, out_of_ammo: bool, options: Options = DEFAULTS) -> str:
    """The row a figure rolls on by its main missile weapon ("": none)."""
    if not missile or out_of_ammo:
        return "others"
    row = MISSILES[missile].row
    return "archers" if row == "crossbows" and team and options.crossbow_teams else row


# -- command range


@clause("KK-DEF-01", "KK-CMD-01", "KK-CMD-02", "KK-CMD-05", "KK-SCALE-07")
def in_command(
    own_distance: float,
    leader_distance: float | None,
    member_to_leader: float = 0.0,
    chained: bool = True,
    options: Options = DEFAULTS,
) -> bool:
    """Whether a man hears his lord: himself within 5 inches, or chained to a leader who is."""
    reach = TABLES.scales.command_range * options.scale
    if own_distance <= reach:
        return True
    if leader_distance is None or leader_distance > reach or not chained:
        return False
    return not options.relay_limit or member_to_leader <= reach


# -- alone


class ReadinessSituation(Situation, frozen=True, kw_only=True):
    """A controlled shooter with an action to shoot."""

    weapon: Missile
    team: bool = False


@procedure(
    "shoot_readiness",
    ReadinessSituation,
    "Whether a controlled shooter is ready this turn; a handgun may misfire.",
)
@clause("KK-CMD-07")
def shoot_readiness(table: Table[None], situation: ReadinessSituation) -> Ruled:
    """Roll for readiness."""
    if situation.team and MISSILES[situation.weapon].readiness != "crossbow":
        raise BadData(
            f"team = true with weapon = {situation.weapon!r}: only crossbowmen work in teams "
            "[KK-CMD-11]"
        )
    roll = ready_to_shoot(table, situation.weapon, situation.team, situation.options)
    outcome = {
        "result": roll.result,
        "needed": roll.needed or None,
        "die": roll.die or None,
        "second_needed": roll.second_needed or None,
        "second_die": roll.second_die or None,
    }
    return ruled(outcome)


class ActionSituation(ActionFacts, frozen=True, kw_only=True):
    """An uncontrolled figure about to act."""

    options: Options = DEFAULTS


def check_action(facts: ActionFacts) -> None:
    """Refuse an order that cannot be."""
    if facts.order is None and facts.order_part == 2:
        raise BadData("order_part = 2 without an order: expected order attack, defend or harass")
    if facts.activated_this_turn and (facts.order is None or facts.order_part == 1):
        raise BadData(
            "activated_this_turn = true: only the second part of an order is activated: expected "
            "an order and order_part = 2 [KK-ACT-15]"
        )


@procedure("action_roll", ActionSituation, "What an uncontrolled figure does this turn.")
@clause("KK-ACT-02")
def action_roll(table: Table[None], situation: ActionSituation) -> Ruled:
    """Roll on the action table."""
    check_action(situation)
    roll = roll_action(table, situation, situation.options)
    outcome = {
        "result": roll.result,
        "table_result": roll.table_result,
        "modified": roll.modified,
        "modifiers": named(action_lines(situation, situation.options)),
        "die": roll.die,
    }
    return ruled(outcome, action_tally(situation, situation.options).reasons)


class InCommandSituation(Situation, frozen=True, kw_only=True):
    """A man, his lord, and the leader of his unit if he has one."""

    own_distance: Distance
    leader_distance: Distance | None = None
    member_to_leader: Distance = 0.0
    chained: bool = True


@procedure("in_command", InCommandSituation, "Whether a man is in command range.")
@clause("KK-DEF-01")
def in_command_alone(_table: Table[None], situation: InCommandSituation) -> Ruled:
    """Whether a man is in command."""
    within = in_command(
        situation.own_distance,
        situation.leader_distance,
        situation.member_to_leader,
        situation.chained,
        situation.options,
    )
    return ruled({"result": within})
