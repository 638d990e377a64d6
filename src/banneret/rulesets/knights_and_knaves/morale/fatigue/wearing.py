"""What wears men down: fatigue, ammunition, the will to stay, and their wounds afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D10, Total
from banneret.core.chance.wish import at_least, at_most
from banneret.core.errors import BadData
from banneret.tabletop.asking import procedure

from ...basics.columns.words import Missile
from ...basics.options import DEFAULTS, Options
from ...basics.situation import (
    Level,
    Number,
    Permanent,
    Rating,
    Result,
    Situation,
    Stamina,
    check_stamina,
    ruled,
)
from ...basics.tables import TABLES
from ...melee.harm.condition import quarter_or_less

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

    RestGait = str
else:
    RestGait = Literal["standing", "walk", "trot", "canter", "gallop"]

FAT, AMMO, FINIS, AFTER = (
    TABLES.fatigue,
    TABLES.ammunition,
    TABLES.finis,
    TABLES.after_battle,
)
NO_CHECK = "no_check"
# KK-AMMO-01, 02: whoever brought one of these has no store of them to run out of.
WITHOUT_STORE = frozenset(("thrown_spear", "thrown_axe", "thrown_knife"))
QUIET_GAITS = frozenset(("standing", "walk"))  # KK-FAT-07
TIRE_DIE, RECOVER_DIE = D10("fatigue"), D10("recovery")
AMMO_DIE, ROB_DIE = D10("ammunition"), D10("search")
WITHDRAWAL_DICE = Total("withdrawal", FINIS.withdrawal_dice, 10)
SURVIVAL_DIE = D10("survival")

# -- fatigue


class Tired(Result, frozen=True):
    """Whether a fight tired him."""

    tired: bool
    die: int


@clause("KK-FAT-04")
def tire(table: Table[Any], wounded: bool, side: str | None = None) -> Tired:
    """A man in melee gains a temporary level on 1 or 2, wounded on 3 too."""
    tires = FAT.melee_gain_max_wounded if wounded else FAT.melee_gain_max
    die = table.roll(TIRE_DIE, None, side, at_least(tires + 1))
    return Tired(die <= tires, die)


class Recovery(Result, frozen=True):
    """Whether a temporary level is lost: no_check, recovers or stays; die 0: none was rolled."""

    result: str
    die: int = 0


NO_RECOVERY = Recovery(NO_CHECK)
RESTED = Recovery("recovers")


@clause("KK-FAT-05", "KK-FAT-06", "KK-FAT-09")
def recover(
    table: Table[Any], temporary: int, in_melee: bool, idle: bool, side: str | None = None
) -> Recovery:
    """A tired man who was not in melee recovers on 1 to 5, on 1 to 7 if he did nothing."""
    if temporary == 0 or in_melee:
        return NO_RECOVERY
    most = FAT.recover_max_idle if idle else FAT.recover_max
    die = table.roll(RECOVER_DIE, None, side, at_most(most))
    return Recovery("recovers" if die <= most else "stays", die)


@clause("KK-FAT-07", "KK-FAT-08")
def recover_horse(  # noqa: PLR0917 - called by position for every figure
    table: Table[Any],
    temporary: int,
    rider_in_melee: bool,
    gait: str,
    options: Options = DEFAULTS,
    side: str | None = None,
) -> Recovery:
    """A horse recovers only standing (as an idle man) or walking."""
    if temporary == 0 or rider_in_melee or gait not in QUIET_GAITS:
        return NO_RECOVERY
    if options.horse_recovery_automatic:
        return RESTED
    return recover(table, temporary, False, gait == "standing", side)


class TireSituation(Situation, frozen=True, kw_only=True):
    """A man who fought this turn."""

    wounded: bool = False


@procedure("melee_fatigue", TireSituation, "Whether a man in melee tires.")
@clause("KK-FAT-04")
def melee_fatigue(table: Table[None], situation: TireSituation) -> Ruled:
    """Roll for fatigue from melee."""
    roll = tire(table, situation.wounded)
    return ruled({"result": "tired" if roll.tired else "fresh", "die": roll.die})


class RecoverySituation(Situation, frozen=True, kw_only=True):
    """A man or horse at the end of a turn; a horse's gait decides whether it was idle."""

    temporary_fatigue: Level = 1
    in_melee: bool = False
    idle: bool = False
    horse: bool = False
    gait: RestGait = "standing"


@procedure("fatigue_recovery", RecoverySituation, "Whether a tired man or horse recovers a level.")
@clause("KK-FAT-05")
def fatigue_recovery(table: Table[None], situation: RecoverySituation) -> Ruled:
    """Roll for recovery."""
    s = situation
    if s.horse:
        roll = recover_horse(table, s.temporary_fatigue, s.in_melee, s.gait, s.options)
    elif s.gait != "standing":
        raise BadData(f"gait = {s.gait!r} of a man: expected horse = true [KK-FAT-07]")
    else:
        roll = recover(table, s.temporary_fatigue, s.in_melee, s.idle)
    return ruled({"result": roll.result, "die": roll.die or None})


# -- ammunition


class Ammunition(Result, frozen=True):
    """Whether a shooter has missiles left: no_check, supplied or out; die 0: none was rolled."""

    result: str
    must_exceed: int = 0
    die: int = 0


NO_AMMUNITION_CHECK = Ammunition(NO_CHECK)


@clause("KK-AMMO-01", "KK-AMMO-02", "KK-AMMO-03")
def checks_ammunition(weapon: str, permanent: int, shot: bool, options: Options) -> bool:
    """Whether he rolls this turn: from the first permanent level, whether he shot or not."""
    if permanent < AMMO.from_permanent_level or weapon in WITHOUT_STORE:
        return False
    if weapon == "handgun" and not options.handgun_ammo_check:
        return False
    return shot or not options.ammo_check_only_if_shot


@clause("KK-AMMO-01")
def check_ammunition(  # noqa: PLR0917 - called by position for every figure
    table: Table[Any],
    weapon: str,
    permanent: int,
    shot: bool,
    options: Options = DEFAULTS,
    side: str | None = None,
) -> Ammunition:
    """The die must exceed twice the permanent level."""
    if not checks_ammunition(weapon, permanent, shot, options):
        return NO_AMMUNITION_CHECK
    must_exceed = AMMO.must_exceed_per_level * permanent
    die = table.roll(AMMO_DIE, None, side, at_least(must_exceed + 1))
    return Ammunition("supplied" if die > must_exceed else "out", must_exceed, die)


class AmmunitionSituation(Situation, frozen=True, kw_only=True):
    """A shooter at the end of a turn."""

    weapon: Missile
    permanent_fatigue: Permanent
    shot_this_turn: bool = False


@procedure("ammunition_check", AmmunitionSituation, "Whether a shooter has missiles left.")
@clause("KK-AMMO-01")
def ammunition_check(table: Table[None], situation: AmmunitionSituation) -> Ruled:
    """Check for ammunition."""
    s = situation
    roll = check_ammunition(table, s.weapon, s.permanent_fatigue, s.shot_this_turn, s.options)
    outcome = {
        "result": roll.result,
        "must_exceed": roll.must_exceed or None,
        "die": roll.die or None,
    }
    return ruled(outcome)


class Robbing(Result, frozen=True):
    """What a search came to: waiting, resupplied or empty; die 0: none was rolled."""

    result: str
    die: int = 0


@clause("KK-AMMO-06", "KK-AMMO-07")
def rob(
    table: Table[Any], turns: int, options: Options = DEFAULTS, side: str | None = None
) -> Robbing:
    """After two turns at a body (one by the chart) 1 to 6 finds missiles."""
    if turns < options.rob_dead_turns:
        return Robbing("waiting")
    die = table.roll(ROB_DIE, None, side, at_most(AMMO.dead_success_max))
    return Robbing("resupplied" if die <= AMMO.dead_success_max else "empty", die)


class RobSituation(Situation, frozen=True, kw_only=True):
    """A man at a body."""

    turns_in_contact: Number


@procedure("rob_dead", RobSituation, "Whether a body yields missiles.")
@clause("KK-AMMO-06")
def rob_dead(table: Table[None], situation: RobSituation) -> Ruled:
    """Rob a body."""
    roll = rob(table, situation.turns_in_contact, situation.options)
    return ruled({"result": roll.result, "die": roll.die or None})


# -- the end


class Withdrawal(Result, frozen=True):
    """Whether a unit goes home: no_check, withdraws or stays; losses after doubling."""

    result: str
    total: int = 0
    losses: int = 0


NO_WITHDRAWAL = Withdrawal(NO_CHECK)


@clause("KK-FINIS-02", "KK-FINIS-03")
def check_withdrawal(  # noqa: PLR0917 - called by position for every figure
    table: Table[Any],
    permanent: int,
    losses: int,
    leader_lost: bool,
    in_command: bool,
    side: str | None = None,
) -> Withdrawal:
    """Two dice below its losses, doubled if the leader is among them, send a unit home."""
    if permanent < FINIS.withdrawal_from_permanent_level or in_command:
        return NO_WITHDRAWAL
    counted = losses * FINIS.leader_lost_factor if leader_lost else losses
    total = table.roll(WITHDRAWAL_DICE, None, side)
    return Withdrawal("withdraws" if total < counted else "stays", total, counted)


class WithdrawalSituation(Situation, frozen=True, kw_only=True):
    """A unit at the end of a turn."""

    permanent_fatigue: Permanent
    losses: Number
    leader_lost: bool = False
    in_command: bool = False


@procedure("unit_withdrawal", WithdrawalSituation, "Whether a unit out of command goes home.")
@clause("KK-FINIS-02")
def unit_withdrawal(table: Table[None], situation: WithdrawalSituation) -> Ruled:
    """Roll for a unit's withdrawal."""
    s = situation
    roll = check_withdrawal(table, s.permanent_fatigue, s.losses, s.leader_lost, s.in_command)
    if not roll.total:
        return ruled({"result": roll.result})
    counted = Tally(s.losses, "losses", "KK-FINIS-02").when(
        s.leader_lost, roll.losses - s.losses, "leader lost", "KK-FINIS-03"
    )
    outcome = {"result": roll.result, "total": roll.total, "losses": roll.losses}
    return ruled(outcome, counted.reasons)


class Survival(Result, frozen=True):
    """What becomes of a hurt man: no_check, recovers or dies; die 0: none was rolled."""

    result: str
    total: int = 0
    die: int = 0


NO_SURVIVAL_CHECK = Survival(NO_CHECK)


def survival_tally(disabled: bool) -> Tally:
    """What is added to a hurt man's die."""
    return Tally(0, "survival", "KK-AFTER-01").when(
        disabled, AFTER.disabled_modifier, "disabled", "KK-AFTER-02"
    )


@clause("KK-AFTER-01", "KK-AFTER-02", "KK-AFTER-03", "KK-AFTER-04")
def survive(  # noqa: PLR0917 - called by position for every figure
    table: Table[Any],
    stamina: int,
    original: int,
    armor: int,
    disabled: bool,
    side: str | None = None,
) -> Survival:
    """Lower than his armour he recovers; a natural 10 is death. The disabled have stamina 0."""
    disabled = disabled or stamina == 0
    if not disabled and not quarter_or_less(stamina, original):
        return NO_SURVIVAL_CHECK
    tally = survival_tally(disabled)
    die = table.roll(SURVIVAL_DIE, tally, side)
    total = die + tally.total
    lives = die != AFTER.natural_always_dies and total < armor
    return Survival("recovers" if lives else "dies", total, die)


class AfterSituation(Situation, frozen=True, kw_only=True):
    """A man after the battle."""

    stamina: Stamina
    original_stamina: Stamina
    armor: Rating
    disabled: bool = False


@procedure("after_battle", AfterSituation, "Whether a hurt man survives the battle.")
@clause("KK-AFTER-01")
def after_battle(table: Table[None], situation: AfterSituation) -> Ruled:
    """Roll for a hurt man's life."""
    s = situation
    check_stamina("", s.stamina, s.original_stamina)
    roll = survive(table, s.stamina, s.original_stamina, s.armor, s.disabled)
    if not roll.die:
        return ruled({"result": roll.result})
    outcome = {"result": roll.result, "total": roll.total, "die": roll.die}
    return ruled(outcome, survival_tally(s.disabled or s.stamina == 0).reasons)
