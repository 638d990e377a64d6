"""How far a figure goes in a half-move, and what turning costs (MOVE, ACT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.bases import angle_off

from ..basics.columns.words import SPEEDS
from ..basics.who import agile, helpless
from ..ground.stands import arc_of, stand
from ..host.moving import allowance as left_of
from ..host.moving import turn_penalty
from ..host.steeds import accelerate
from .held import freedom
from .meeting import SLACK

if TYPE_CHECKING:
    from ..basics.columns.words import Motion, Speed
    from ..basics.procedures import Half
    from ..basics.state import Battle, Figure, Steed


@clause("DE-GEN-08", "DE-HOST-44", "DE-HOST-47", "DE-MOVE-09", "DE-HOST-30")
def full_half_move(battle: Battle, figure: Figure, speed: str = "") -> float:
    """The half-move before anything is taken from it: on foot by load, a steed's by its speed."""
    host = battle.tables.host
    if figure.steed is not None:
        return host.horses[figure.steed.key].inches(speed or figure.steed.speed)
    if agile(figure):
        inches = host.beast_move.agile_half_move
    elif figure.profile.kind == "intelligent":
        inches = battle.tables.half_allowance(figure.encumbrance)
    else:
        inches = battle.tables.half_allowance("unencumbered")
    return lamed(figure, inches)


@clause("DE-HOST-23", "DE-HOST-67", "DE-BERS-16")
def lamed(figure: Figure, inches: float) -> float:
    """Movement on foot with a crippled leg is halved, in a stupor quartered."""
    if "leg" in figure.crippled and not figure.berserk:
        inches /= 2
    return inches / 4 if figure.stupor else inches


@clause("DE-ACT-01", "DE-ACT-02", "DE-ACT-09", "DE-MISS-04", "DE-MISS-07", "DE-CON-05")
def allowance(battle: Battle, figure: Figure, speed: str = "") -> float:
    """The half-move left after shooting, casting, other acts, and enemies who hold it.

    Who shot or cast has none unless he said that he would move, and on foot half of it.
    """
    if figure.acted and not figure.will_move:
        return 0.0
    inches = left_of(
        battle.tables,
        full_move=2 * full_half_move(battle, figure, speed),
        shot_or_cast=figure.acted,
        mounted=figure.steed is not None,
        reloading_crossbow=figure.reloading,
    )
    return inches * (1.0 - figure.activity_cost) * freedom(battle, figure)


@clause("DE-HOST-67", "DE-HOST-51", "DE-CON-03", "DE-CHG-35")
def why_still(battle: Battle, figure: Figure) -> Refusal | None:
    """Say why a figure makes no half-move at all; None if it may."""
    if figure.steed is not None and figure.steed.charged:
        return Refusal(f"{figure.name} has charged in this phase", "DE-CHG-35")
    if helpless(figure) or figure.posture != "standing":
        return Refusal(f"{figure.name} is not on his feet", "DE-HOST-67")
    if figure.dazed:
        return Refusal(f"{figure.name} is dazzled", "DE-HOST-51")
    if figure.restraining >= 0:
        return Refusal(f"{figure.name} holds somebody fast", "DE-GRAP-08")
    if figure.acted and not figure.will_move:
        return Refusal(f"{figure.name} said that he would stay", "DE-MISS-04")
    if freedom(battle, figure) <= 0.0:
        return Refusal(f"{figure.name} is held in contact", "DE-CON-03")
    return None


@clause("DE-MOVE-03", "DE-MOVE-04", "DE-MOVE-05", "DE-MOVE-06", "DE-MOVE-07")
def turn_cost(battle: Battle, figure: Figure, inches: float, facing: float, to: float) -> float:
    """What a change of direction costs, off the phase's allowance; none if it is no change."""
    angle = angle_off(facing, to)
    if angle <= SLACK:
        return 0.0
    arc = arc_of(round(angle, 1), corner=stand(figure).pattern.corner)
    literal = battle.options.literal_turn_minimum
    return turn_penalty(battle.tables, allowance=inches, to=arc, literal_minimum=literal)


@clause("DE-MOVE-08", "DE-HOST-32")
def speeds(battle: Battle, steed: Steed) -> list[Speed]:
    """The speeds a steed may take in a half-move: half its categories either way.

    Fractions are rounded up in the first half-move, down in the second.
    """
    half: Half = 1 if battle.half == 1 else 2
    steps = accelerate(battle.tables, steed=steed.key, half=half)
    return within_steps(battle, steed, steps, steps)


def within_steps(battle: Battle, steed: Steed, up: int, down: int) -> list[Speed]:
    """The speeds so many categories above and below a steed's own that its kind has."""
    horse = battle.tables.host.horses[steed.key]
    at = SPEEDS.index(steed.speed)
    near = SPEEDS[max(0, at - down) : at + up + 1]
    return [one for one in near if one == "stand" or horse.inches(one) > 0.0]


@clause("DE-HOST-31")
def most_turning(battle: Battle, figure: Figure, speed: str) -> float:
    """The degrees a figure may turn in a half-move: on foot any, a steed by its speed."""
    if figure.steed is None:
        return 1e9
    return battle.tables.host.horses[figure.steed.key].turning(speed)


MOTIONS: Final[dict[Speed, Motion]] = {
    "stand": "still",
    "walk": "walked",
    "trot": "ran",
    "canter": "canter",
    "gallop": "gallop",
    "charge": "charge",
}


@clause("DE-HOST-41")
def motion_of(figure: Figure, inches: float, half_move: float) -> Motion:
    """How a figure moved in the phase, for those who aim at it."""
    if inches <= 0.0:
        return "still"
    if figure.steed is None:
        return "walked" if inches <= half_move / 2 + 1e-6 else "ran"
    return MOTIONS[figure.steed.speed]


def fast(speed: str) -> bool:
    """Whether a steed goes at a canter or faster."""
    return speed in ("canter", "gallop", "charge")
