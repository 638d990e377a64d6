"""Falls: who checks, who falls, what it does; and how long a fallen lord stays conscious."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Reason, Tally
from banneret.core.chance.draws import D10, Total
from banneret.core.chance.wish import at_most
from banneret.core.errors import BadData
from banneret.tabletop.asking import procedure

from ...basics.columns.fights import FallBand
from ...basics.columns.words import Skill
from ...basics.options import DEFAULTS, Options
from ...basics.situation import (
    Distance,
    Level,
    Number,
    Result,
    Situation,
    Stamina,
    check_stamina,
    ruled,
)
from ...basics.tables import TABLES
from .condition import below_half

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

    FallGait = str
else:
    FallGait = Literal["foot", "standing", "walk", "trot", "canter", "gallop"]

F = TABLES.falls
NUMBERS = {
    "foot": F.foot,
    "standing": F.standing,
    "walk": F.walk,
    "trot": F.trot,
    "canter": F.canter,
    "gallop": F.gallop,
}
SKILLED = 8  # KK-FALL-07
HEAVY = round(1 / F.heavy_loss_fraction)  # KK-FALL-02: a quarter
WORSE = TABLES.fall_effect_modifier.below_half_stamina
BANDS: tuple[FallBand, ...] = tuple(
    [band for band in TABLES.fall_effect for _ in range(band.total[0], band.total[1] + 1)]
)  # by total, from 2 to 22
FALL_DIE, CONSCIOUS_DIE = D10("fall check"), D10("turns")
FALL_DICE = Total("fall effect", 2, 10)
DEAD = "dead"

# -- who checks


@clause("KK-FALL-01", "KK-FALL-02", "KK-FALL-03", "KK-FALL-04", "KK-FALL-05")
def must_check_fall(  # noqa: PLR0917 - called by position for every figure
    mounted: bool,
    stamina_at_phase_start: int,
    loss: int,
    gallop_lance: bool,
    foot_spear: bool,
    on_height: bool,
) -> bool:
    """Whether a figure checks: riders struck or badly hurt, anybody wounded on a height.

    A man brought to nought does not check. Stamina 0 stands for a number nobody gave.
    """
    if 0 < stamina_at_phase_start <= loss:
        return False
    if on_height and loss > 0:
        return True
    heavy = loss > 0 and HEAVY * loss >= stamina_at_phase_start
    return mounted and (gallop_lance or foot_spear or heavy)


class TriggerSituation(Situation, frozen=True, kw_only=True):
    """A figure at the end of a phase."""

    mounted: bool
    stamina_at_phase_start: Stamina = 0
    loss: Number = 0
    struck_by_gallop_lance: bool = False
    struck_by_foot_spear_or_polearm: bool = False
    on_height: bool = False


@procedure("fall_trigger", TriggerSituation, "Whether a figure must check for a fall.")
@clause("KK-FALL-05")
def fall_trigger(_table: Table[None], situation: TriggerSituation) -> Ruled:
    """Whether a figure must check for a fall."""
    s = situation
    told = s.struck_by_gallop_lance or s.struck_by_foot_spear_or_polearm or s.on_height
    if s.loss and s.mounted and not s.stamina_at_phase_start and not told:
        raise BadData(
            f"loss = {s.loss} without stamina_at_phase_start: expected what he had when the phase "
            "began [KK-FALL-02]"
        )
    checks = must_check_fall(
        s.mounted,
        s.stamina_at_phase_start,
        s.loss,
        s.struck_by_gallop_lance,
        s.struck_by_foot_spear_or_polearm,
        s.on_height,
    )
    return ruled({"result": checks})


# -- who falls


class FallCheck(Result, frozen=True):
    """Whether he fell."""

    falls: bool
    total: int
    number: int
    die: int


def fall_tally(melee_skill: int, stamina_lost: int, temporary_fatigue: int) -> Tally:
    """What is added to the die, with its reasons."""
    lost = stamina_lost * F.per_stamina_point_lost
    tired = temporary_fatigue * F.per_temporary_fatigue
    return (
        Tally(0, "fall", "KK-FALL-06")
        .when(melee_skill >= SKILLED, F.skill_8_or_more, "skill 8 or more", "KK-FALL-07")
        .when(stamina_lost, lost, "stamina lost", "KK-FALL-08")
        .when(temporary_fatigue, tired, "temporary fatigue", "KK-FALL-07")
    )


@clause("KK-FALL-06", "KK-FALL-07", "KK-FALL-08", "KK-FAT-10")
def check_fall(  # noqa: PLR0917 - called by position for every figure
    table: Table[Any],
    gait: str,
    melee_skill: int,
    stamina_lost: int,
    temporary_fatigue: int,
    side: str | None = None,
) -> FallCheck:
    """At or below the number of his gait he falls; points lost include the blow itself."""
    tally = fall_tally(melee_skill, stamina_lost, temporary_fatigue)
    number = NUMBERS[gait]
    die = table.roll(FALL_DIE, tally, side, at_most(number - tally.total))
    total = die + tally.total
    return FallCheck(total <= number, total, number, die)


class FallCheckSituation(Situation, frozen=True, kw_only=True):
    """A figure that checks for a fall."""

    gait: FallGait
    melee_skill: Skill
    stamina_lost: Number = 0
    temporary_fatigue: Level = 0


@procedure("fall_check", FallCheckSituation, "Whether a rider or a man on a height falls.")
@clause("KK-FALL-06")
def fall_check(table: Table[None], situation: FallCheckSituation) -> Ruled:
    """Check for a fall."""
    s = situation
    roll = check_fall(table, s.gait, s.melee_skill, s.stamina_lost, s.temporary_fatigue)
    outcome = {
        "result": "falls" if roll.falls else "keeps",
        "total": roll.total,
        "number": roll.number,
        "die": roll.die,
    }
    reasons = fall_tally(s.melee_skill, s.stamina_lost, s.temporary_fatigue).reasons
    return ruled(outcome, reasons)


# -- what it does


class Fall(Result, frozen=True):
    """What a fall did; shown 0: no dice, he is dead."""

    result: str
    shown: int
    total: int
    loss: int
    stun: int
    stamina_left: int
    disabled: bool


@clause("KK-FALL-10", "KK-FALL-11", "KK-FALL-13")
def band_of(total: int) -> FallBand:
    """Read the fall table; 19 and more is its last band."""
    return BANDS[min(total, len(BANDS) + 1) - 2]


@clause("KK-FALL-10", "KK-FALL-13")
def stun_of(band: FallBand, shown: int, total: int, options: Options) -> int:
    """Turns he lies stunned; in the second band half of what the dice show, rounded up."""
    if isinstance(band.stun, int):
        return band.stun
    return ((total if options.stun_uses_modified_total else shown) + 1) // 2


@clause("KK-FALL-10", "KK-FALL-11")
def loss_of(band: FallBand, stamina: int) -> int:
    """The share of remaining stamina lost, rounded up."""
    return -(-stamina * round(4 * band.loss) // 4)


def effect_tally(stamina: int, original: int) -> Tally:
    """What is added to the dice of a fall."""
    return Tally(0, "fall", "KK-FALL-10").when(
        below_half(stamina, original), WORSE, "less than half his stamina", "KK-FALL-12"
    )


@clause("KK-FALL-09", "KK-FALL-10", "KK-FALL-12", "KK-FALL-21")
def fall(  # noqa: PLR0917 - called by position for every figure
    table: Table[Any],
    stamina: int,
    original: int,
    height_feet: float = 0,
    options: Options = DEFAULTS,
    side: str | None = None,
) -> Fall:
    """More than 24 feet kill; otherwise two dice, worse for who had less than half left."""
    if height_feet > F.dead_above_feet:
        return Fall(DEAD, 0, 0, stamina, 0, 0, disabled=True)
    tally = effect_tally(stamina, original)
    shown = table.roll(FALL_DICE, tally, side)
    total = shown + tally.total
    band = band_of(total)
    loss = loss_of(band, stamina)
    left = stamina - loss
    stun = stun_of(band, shown, total, options)
    return Fall(band.result, shown, total, loss, stun, left, left == 0)


class FallEffectSituation(Situation, frozen=True, kw_only=True):
    """A man who has fallen."""

    stamina: Stamina
    original_stamina: Stamina
    height_feet: Distance = 0


@procedure("fall_effect", FallEffectSituation, "What a fall does.")
@clause("KK-FALL-10")
def fall_effect(table: Table[None], situation: FallEffectSituation) -> Ruled:
    """Roll for what a fall does."""
    s = situation
    check_stamina("", s.stamina, s.original_stamina)
    fell = fall(table, s.stamina, s.original_stamina, s.height_feet, s.options)
    outcome: dict[str, Any] = {"result": fell.result}
    reasons: tuple[Reason, ...] = ()
    if fell.shown:
        outcome |= {"shown": fell.shown, "total": fell.total, "stun": fell.stun}
        reasons = effect_tally(s.stamina, s.original_stamina).reasons
    outcome |= {
        "loss": fell.loss,
        "stamina_left": fell.stamina_left,
        "disabled": fell.disabled,
    }
    return ruled(outcome, reasons)


# -- consciousness


@clause("KK-DIS-02", "KK-CMD-16")
def stay_conscious(table: Table[Any], side: str | None = None) -> int:
    """How many turns a disabled lord can still give orders."""
    return table.roll(CONSCIOUS_DIE, None, side)


class ConsciousnessSituation(Situation, frozen=True, kw_only=True):
    """A disabled lord."""


@procedure(
    "consciousness", ConsciousnessSituation, "How many turns a disabled lord can still command."
)
@clause("KK-DIS-02")
def consciousness(table: Table[None], _situation: ConsciousnessSituation) -> Ruled:
    """Roll for consciousness."""
    return ruled({"result": stay_conscious(table)})
