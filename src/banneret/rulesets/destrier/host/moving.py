"""Arcs, allowances, turns, who may leave, loads, and how far TAC cards go."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from banneret.core.book.clauses import clause

from ..basics.columns.words import ENCUMBRANCES, Encumbrance, TacCard
from ..basics.procedures import Inches, Phase, Score, Weight, procedure
from ..basics.tables import Tables
from .steeds import horse

Arc = Literal["front", "side", "rear"]
Activity = Literal[
    "none",
    "stand_up",
    "open_door",
    "unlock_door",
    "mount_steed",
    "fall_down",
    "draw_weapon_ready",
    "read_scroll",
    "lift_smaller",
    "lift_same_size",
    "lift_larger",
    "body_bash_on_foot",
    "turn_table_over",
    "other",
]


@procedure("Which arc a direction lies in.", gives="arc")
@clause("DE-STAND-11", "DE-STAND-10")
def arc(
    tables: Tables,  # noqa: ARG001  # the form of all procedures
    *,
    angle: float,
    shape: Literal["square", "rect"],
) -> Arc:
    """Degrees from the facing: a corner stand has front and rear, a long one sides too."""
    off = abs((angle + 180.0) % 360.0 - 180.0)
    if shape == "square":
        return "front" if off <= 90.0 else "rear"
    if off <= 45.0:
        return "front"
    return "side" if off <= 135.0 else "rear"


@procedure("What a change of direction costs.", gives="cost")
@clause("DE-MOVE-03", "DE-MOVE-04", "DE-MOVE-05", "DE-MOVE-06", "DE-TAC-10")
def turn_penalty(
    tables: Tables,
    *,
    allowance: Inches,
    to: Arc,
    literal_minimum: bool = False,
    encumbered_run: bool = False,
) -> float:
    """A fraction of the allowance, at least an inch; halved for the encumbered who run away."""
    row = getattr(tables.seed.turn_penalty, to)
    cost = allowance * float(Fraction(row.fraction))
    if to == "front" or not literal_minimum:
        cost = max(cost, row.minimum_inches)
    return cost / 2 if encumbered_run else cost


@clause(
    "DE-ACT-03",
    "DE-ACT-04",
    "DE-ACT-05",
    "DE-ACT-06",
    "DE-ACT-07",
    "DE-ACT-08",
    "DE-ACT-10",
    "DE-ACT-11",
    "DE-MOVE-10",
)
def activity_share(tables: Tables, activity: str, encumbrance: str) -> Fraction:
    """Which part of the half-move an activity costs."""
    rows = tables.seed.activity_penalty
    if activity == "none":
        return Fraction(0)
    if activity.startswith("lift_"):
        return Fraction(getattr(rows.lift_comrade, activity.removeprefix("lift_")))
    found = getattr(rows, activity)
    return Fraction(found) if isinstance(found, str) else found.of(encumbrance)


@procedure("The inches of a half-move after what was done before it.", gives="inches")
@clause("DE-GEN-08", "DE-ACT-01", "DE-ACT-02", "DE-MISS-07", "DE-ACT-09", "DE-MAG-13")
def allowance(
    tables: Tables,
    *,
    full_move: Inches,
    shot_or_cast: bool = False,
    mounted: bool = False,
    reloading_crossbow: bool = False,
    activity: Activity = "none",
    encumbrance: Encumbrance = "unencumbered",
) -> float:
    """Half the full move; half of that after shooting on foot; then the activity's part off."""
    rows = tables.seed.activity_penalty
    inches = full_move / 2
    if shot_or_cast:
        lost = rows.fire_or_cast_mounted if mounted else rows.fire_or_cast_on_foot
        inches *= 1 - float(Fraction(lost))
    if reloading_crossbow:
        inches *= 1 - float(Fraction(rows.crossbow_reloading))
    return inches * (1 - float(activity_share(tables, activity, encumbrance)))


class Leave(NamedTuple):
    """Whether a figure may move off an enemy's front, and with which part of its allowance."""

    may_move: bool
    share: float


@procedure("Whether a figure may leave an enemy's front.")
@clause("DE-CON-03", "DE-CON-04", "DE-CON-05", "DE-CON-06", "DE-STAND-15")
def may_leave(
    tables: Tables,  # noqa: ARG001  # the form of all procedures
    *,
    won_initiative: bool,
    weight: Weight,
    enemy_weight: Weight,
    encumbrance: Encumbrance,
    enemy_encumbrance: Encumbrance,
    stand_area: Inches,
    enemy_area: Inches,
) -> Leave:
    """By initiative, a less loaded body or a larger stand; by weight alone a quarter."""
    lighter_load = ENCUMBRANCES.index(enemy_encumbrance) > ENCUMBRANCES.index(encumbrance)
    if won_initiative or lighter_load or stand_area > enemy_area:
        return Leave(True, 1.0)
    return Leave(True, 0.25) if 2 * weight >= 3 * enemy_weight else Leave(False, 0.0)


@procedure("How a load encumbers.", gives="encumbrance")
@clause("DE-HOST-45")
def encumbrance(
    tables: Tables, *, strength: Score, load: Weight
) -> Literal["unencumbered", "partial", "encumbered", "impossible"]:
    """Five, seven and twelve Dr for a point of Strength."""
    by = tables.host.foot
    if load <= by.load_unencumbered_per_strength * strength:
        return "unencumbered"
    if load <= by.load_partial_per_strength * strength:
        return "partial"
    return "encumbered" if load <= by.load_limit_per_strength * strength else "impossible"


@procedure("How far a TAC card goes.", gives="inches")
@clause("DE-TAC-06", "DE-TAC-09", "DE-TAC-11", "DE-TAC-16", "DE-TAC-17", "DE-HOST-46", "DE-HOST-47")
def tac_distance(
    tables: Tables,
    *,
    card: TacCard,
    phase: Phase,
    encumbrance: Encumbrance = "unencumbered",
    steed: str = "",
    triple: bool = False,
    short_retreat: bool = False,
    agile: bool = False,
) -> float:
    """On foot by card and phase; a steed adds its MOVE."""
    if card in ("STAND_GROUND", "KEEP_DISTANCE"):
        return 0.0
    if steed:
        return _steed_distance(tables, card, steed, triple)
    rules = tables.seed.tac_move
    if card == "CLOSE":
        return rules.close
    if card == "FLECHE":
        return rules.fleche
    if card == "CHARGE":
        bonus = charge_bonus(tables, encumbrance, agile)
        return bonus if phase == "TAC" else rules.charge_in_melee_phase
    if card == "RUN_AWAY":
        return _running(tables, encumbrance, agile) + rules.run_away_extra
    half = tables.host.beast_move.agile_half_move if agile else tables.half_allowance(encumbrance)
    if phase == "MELEE":
        return min(rules.retreat_in_melee_phase, half)
    return half / 2 if short_retreat else half


@clause("DE-HTAC-04", "DE-HTAC-05", "DE-HTAC-16")
def _steed_distance(tables: Tables, card: str, steed: str, triple: bool) -> float:
    """A steed's TAC movement: MOVE counted once."""
    move = horse(tables, steed).move
    rules, bonus = tables.seed.tac_move, tables.seed.horse_charge_bonus
    charge = move * bonus.option_triple_multiplier if triple else move
    charge += 0.0 if triple else bonus.default_added_to_move_card
    return {
        "CLOSE": rules.close + move,
        "FLECHE": rules.fleche + move,
        "CHARGE": charge,
        "RUN_AWAY": charge + rules.run_away_extra,
        "RETREAT": rules.retreat_in_melee_phase + move,
    }[card]


@clause("DE-HOST-46", "DE-HOST-47")
def charge_bonus(tables: Tables, encumbrance: str, agile: bool) -> float:
    """The charge bonus on foot, or of wolves, dogs and cats."""
    if agile:
        return tables.host.beast_move.agile_charge_bonus
    return float(tables.host.foot.charge_bonus.of(encumbrance))


@clause("DE-TAC-10")
def _running(tables: Tables, encumbrance: str, agile: bool) -> float:
    """The charge bonus of one who runs away: the encumbered bear half their penalty."""
    own = charge_bonus(tables, encumbrance, agile)
    if encumbrance != "encumbered":
        return own
    return (charge_bonus(tables, "unencumbered", agile) + own) / 2
