"""Movement: how far a man or horse goes, horses that panic, doors that break."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D10
from banneret.core.errors import BadData
from banneret.tabletop.asking import procedure

from ..basics.columns.words import Gait, HorseKind, Rating, Skill
from ..basics.options import DEFAULTS, Options
from ..basics.situation import (
    Level,
    Number,
    Permanent,
    Result,
    Situation,
    Stamina,
    check_stamina,
    ruled,
    whole,
)
from ..basics.tables import TABLES
from ..melee.harm.condition import half_or_less, wounded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

M, P, DOORS = TABLES.move_modifiers, TABLES.horse_panic, TABLES.doors
FOOT_ROWS = {
    rating: (row.walk, row.run)
    for row in TABLES.foot_move
    for rating in range(row.armor[0], row.armor[1] + 1)
}
WALKS: tuple[int, ...] = tuple([FOOT_ROWS[rating][0] for rating in sorted(FOOT_ROWS)])
RUNS: tuple[int, ...] = tuple([FOOT_ROWS[rating][1] for rating in sorted(FOOT_ROWS)])
GAITS = {
    "standing": 0,
    "walk": TABLES.gaits.walk,
    "trot": TABLES.gaits.trot,
    "canter": TABLES.gaits.canter,
    "gallop": TABLES.gaits.gallop,
}
PANIC_DIE, BATTER_DIE = D10("panic"), D10("batter")

# -- how far


@clause("KK-MOVE-11", "KK-MOVE-12", "KK-MOVE-13", "KK-MOVE-14", "KK-MOVE-15", "KK-FAT-10")
def modified_inches(  # noqa: PLR0917 - called by position for every figure
    inches: int, halved: bool, routing: bool, gentle: bool, steep: bool, fatigue: int
) -> float:
    """Halve for stamina, then add and take away inches; never less than none."""
    left = inches * M.half_or_less_stamina_factor if halved else float(inches)
    if routing:
        left += M.routing
    if gentle:
        left += M.gentle_slope
    if steep:
        left += M.steep_slope_ladder_stairs
    return max(left + fatigue * M.per_fatigue_level, 0.0)


@clause("KK-MOVE-01", "KK-MOVE-04", "KK-MOVE-32", "KK-MORALE-34", "KK-SCALE-07")
def foot_allowance(  # noqa: PLR0917 - called by position for every figure
    armor: int,
    run: bool = False,
    stamina: int | None = None,
    original: int | None = None,
    fatigue: int = 0,
    gentle: bool = False,
    steep: bool = False,
    routing: bool = False,
    half: bool = False,
    options: Options = DEFAULTS,
) -> float:
    """Inches of a man on foot; a router runs. A half move halves what is left at the end."""
    inches = (RUNS if run or routing else WALKS)[armor]
    left = modified_inches(inches, half_or_less(stamina, original), routing, gentle, steep, fatigue)
    return (left / 2 if half else left) * options.scale


@clause("KK-MORALE-35", "KK-PANIC-04")
def top_gait(kind: str) -> str:
    """The fastest a horse goes of itself."""
    return "gallop" if may_gallop(kind) else "canter"


@clause("KK-MOVE-03", "KK-PROF-06")
def may_gallop(kind: str) -> bool:
    """Only a trained warhorse gallops."""
    return kind == "destrier"


@clause("KK-MOVE-02", "KK-MOVE-16", "KK-MOVE-32", "KK-ACT-21", "KK-SCALE-07")
def horse_allowance(  # noqa: PLR0917 - called by position for every figure
    gait: str,
    kind: str = "horse",
    stamina: int | None = None,
    original: int | None = None,
    fatigue: int = 0,
    gentle: bool = False,
    steep: bool = False,
    routing: bool = False,
    half: bool = False,
    options: Options = DEFAULTS,
) -> float:
    """Inches of a horse by its own wounds and fatigue; a half move is a walk, a rout its top."""
    pace = top_gait(kind) if routing else "walk" if half else gait
    halved = half_or_less(stamina, original)
    return modified_inches(GAITS[pace], halved, routing, gentle, steep, fatigue) * options.scale


class MoveSituation(Situation, frozen=True, kw_only=True):
    """A figure about to move; in the saddle stamina and fatigue are the horse's."""

    mounted: bool = False
    gait: Gait = "walk"
    horse_kind: HorseKind = "horse"
    armor: Rating = 3
    run: bool = False
    half_move: bool = False
    stamina: Stamina | None = None
    original_stamina: Stamina | None = None
    routing: bool = False
    gentle_slope: bool = False
    steep_slope: bool = False
    temporary_fatigue: Level = 0
    permanent_fatigue: Permanent = 0


def _check_move(situation: MoveSituation) -> None:
    check_stamina("", situation.stamina, situation.original_stamina)
    if not situation.mounted and situation.gait != "walk":
        raise BadData(f"gait = {situation.gait!r} on foot: expected mounted = true [KK-MOVE-02]")
    if situation.mounted and situation.run:
        raise BadData("run = true in the saddle: a horse has gaits instead [KK-MOVE-02]")
    if situation.gait == "gallop" and not may_gallop(situation.horse_kind):
        raise BadData(
            f"gait = 'gallop' with horse_kind = {situation.horse_kind!r}: only a destrier gallops "
            "[KK-MOVE-03]"
        )


@procedure("move_allowance", MoveSituation, "How many inches a figure may move.")
@clause("KK-MOVE-15")
def move_allowance(_table: Table[None], situation: MoveSituation) -> Ruled:
    """How far a figure may go."""
    _check_move(situation)
    s = situation
    fatigue = s.temporary_fatigue + s.permanent_fatigue
    condition = (s.stamina, s.original_stamina, fatigue, s.gentle_slope, s.steep_slope)
    if s.mounted:
        inches = horse_allowance(
            s.gait, s.horse_kind, *condition, s.routing, s.half_move, s.options
        )
    else:
        inches = foot_allowance(s.armor, s.run, *condition, s.routing, s.half_move, s.options)
    return ruled({"result": whole(inches)})


# -- panic


class Panic(Result, frozen=True):
    """What a wounded horse does: no_check, bolt, refuse, charge or no_effect; 0: no die."""

    result: str
    total: int = 0
    die: int = 0


NO_PANIC = Panic("no_check")
TEMPER = {"horse": P.horse, "destrier": P.destrier, "nag": P.nag}


@clause("KK-PANIC-03")
def panic_of(total: int) -> str:
    """Read the total."""
    if total <= P.bolt_max:
        return "bolt"
    if total <= P.refuse_max:
        return "refuse"
    return "charge" if total <= P.charge_max else "no_effect"


def panic_tally(stamina: int, kind: str) -> Tally:
    """What a horse adds to its die."""
    stamina_left = Tally(stamina, "horse's stamina", "KK-PANIC-02")
    return stamina_left.when(TEMPER[kind], TEMPER[kind], kind, "KK-PROF-06")


@clause("KK-PANIC-01", "KK-PANIC-02", "KK-PROF-06")
def panic(
    table: Table[Any], stamina: int, original: int, kind: str, side: str | None = None
) -> Panic:
    """Roll for a wounded horse that is still up."""
    if stamina == 0 or not wounded(stamina, original):
        return NO_PANIC
    tally = panic_tally(stamina, kind)
    die = table.roll(PANIC_DIE, tally, side)
    total = die + tally.total
    return Panic(panic_of(total), total, die)


class PanicSituation(Situation, frozen=True, kw_only=True):
    """A horse before anybody moves."""

    stamina: Stamina
    original_stamina: Stamina
    kind: HorseKind = "horse"


@procedure("horse_panic", PanicSituation, "What a wounded horse does before anybody moves.")
@clause("KK-PANIC-02")
def horse_panic(table: Table[None], situation: PanicSituation) -> Ruled:
    """Roll for a horse's panic."""
    check_stamina("", situation.stamina, situation.original_stamina)
    roll = panic(table, situation.stamina, situation.original_stamina, situation.kind)
    if not roll.die:
        return ruled({"result": roll.result})
    outcome = {"result": roll.result, "total": roll.total, "die": roll.die}
    return ruled(outcome, panic_tally(situation.stamina, situation.kind).reasons)


# -- doors


class Battered(Result, frozen=True):
    """How a blow at a door came out."""

    broken: bool
    total: int
    skill: int
    die: int


def batter_tally(men: int, toughness: int, ram: bool) -> Tally:
    """What is added to the die at a door."""
    more = men - 1
    return (
        Tally(toughness, "toughness", "KK-MOVE-27")
        .when(more, more * DOORS.per_extra_man, "more men", "KK-MOVE-25")
        .when(ram, DOORS.ram, "ram", "KK-MOVE-27")
    )


@clause("KK-MOVE-25", "KK-MOVE-26", "KK-MOVE-27")
def batter(
    table: Table[Any],
    skills: Sequence[int],
    toughness: int = 0,
    ram: bool = False,
    side: str | None = None,
) -> Battered:
    """Lower than the best skill breaks; men and rams lower the die, a tough door raises it."""
    skill, tally = max(skills), batter_tally(len(skills), toughness, ram)
    die = table.roll(BATTER_DIE, tally, side)
    total = die + tally.total
    return Battered(total < skill, total, skill, die)


class DoorSituation(Situation, frozen=True, kw_only=True):
    """One to four men at a locked door."""

    skills: Annotated[tuple[Skill, ...], Meta(min_length=1, max_length=DOORS.max_men)]
    toughness: Number = 0
    ram: bool = False


@procedure("door_batter", DoorSituation, "One attempt of one to four men at a locked door.")
@clause("KK-MOVE-25")
def door_batter(table: Table[None], situation: DoorSituation) -> Ruled:
    """Batter a door."""
    men = len(situation.skills)
    if situation.ram and men < DOORS.ram_min_men:
        raise BadData(
            f"ram = true with {men} men: a ram is carried by {DOORS.ram_min_men} [KK-MOVE-27]"
        )
    blow = batter(table, situation.skills, situation.toughness, situation.ram)
    outcome = {
        "result": "broken" if blow.broken else "holds",
        "total": blow.total,
        "skill": blow.skill,
        "die": blow.die,
    }
    return ruled(outcome, batter_tally(men, situation.toughness, situation.ram).reasons)
