"""What bashes do to footing, and blows to steeds (DE-HOST)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics import who
from ..horses import falls
from ..host import bashing
from ..movement.driven.forced import stagger
from ..screen.told import Bashed
from .harm import disturb, drop_all, knock, stun

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.segments import Point

    from ..basics.columns.words import Column, Speed
    from ..basics.state import Battle, Figure


@clause("DE-HOST-65")
def hurt_steed(
    table: Table[Battle], figure: Figure, damage: int, away_from: Point | None = None
) -> None:
    """A steed takes all damage to its body; at nought it falls and is out."""
    steed = figure.steed
    if steed is None or damage <= 0:
        return
    steed.body -= damage
    if steed.body <= 0:
        falls.steed_falls(table, figure, away_from, out=True)


@clause("DE-HOST-20")
def column_of(target: Figure, part: str) -> Column:
    """The column of the bash results: foot, rider or steed."""
    if target.steed is None:
        return "foot"
    return "steed" if part == "steed" else "rider"


@clause("DE-HOST-17", "DE-HOST-65")
def body_bash_chance(
    battle: Battle, basher: Figure, target: Figure, *, charging: bool = False
) -> int:
    """The chance of a body bash of one figure on another, mounts included."""
    tables = battle.tables
    steed = basher.steed
    speed: Speed = "stand" if steed is None else steed.speed
    return bashing.body_bash_chance(
        tables,
        weight=who.total_weight(battle, basher),
        target_weight=who.total_weight(battle, target),
        strength=strength(battle, basher),
        target_strength=strength(battle, target),
        charging=charging and steed is None,
        target_kneeling=target.posture == "kneeling",
        speed=speed,
    )


def strength(battle: Battle, figure: Figure, part: str = "") -> int:
    """Its Strength in a bash of bodies: a mounted figure has its steed's (DE-HOST-17)."""
    if figure.steed is not None and part != "man":
        return battle.tables.host.steed.strength
    return figure.strength


@clause("DE-HOST-16", "DE-HOST-17")
def body_bash(
    table: Table[Battle], basher: Figure, target: Figure, *, charging: bool = False
) -> str:
    """Try to bash somebody with the body; give the result, "" if it failed."""
    battle = table.state
    part = "steed" if target.steed is not None else "man"
    found = bashing.bash(
        table,
        battle.tables,
        chance=body_bash_chance(battle, basher, target, charging=charging),
        column=column_of(target, part),
        speed="stand" if basher.steed is None else basher.steed.speed,
    )
    table.tell(Bashed(basher.id, target.id, "body", found.result))
    if found.bashed:
        apply_bash(table, target, found.result, (basher.x, basher.y))
    return found.result


@clause("DE-HOST-21", "DE-GEN-10", "DE-HOST-66")
def apply_bash(table: Table[Battle], victim: Figure, result: str, away_from: Point) -> None:
    """Carry out the result of a bash."""
    battle = table.state
    if victim.status != "active" or not result or result == "none":
        return
    disturb(table, victim)
    lost = battle.tables.host.bash_result.blows_lost.get(result, 0)
    victim.blows_left = max(0, victim.blows_left - lost)
    inches = battle.tables.host.bash_result.retreat_inches.get(result, 0.0)
    if result in ("rocked", "stirrup_lost"):
        victim.rocked = True
    elif inches:
        victim.forced = True
        if not stagger(table, victim, away_from, inches):
            knock(battle, victim, "kneeling")
    elif result == "knees":
        knock(battle, victim, "kneeling")
    elif result == "flat":
        knock(battle, victim, "prone")
    elif result == "flat_stunned":
        knock(battle, victim, "prone")
        stun(battle, victim)
        drop_all(table, victim)
    else:
        _unseat(table, victim, result, away_from)


@clause("DE-HOST-20", "DE-HOST-66")
def _unseat(table: Table[Battle], victim: Figure, result: str, away_from: Point) -> None:
    """Carry out what a bash does to a rider or a steed."""
    if result in ("unhorsed", "unhorsed_stunned"):
        falls.unhorse(table, victim, away_from, stunned=result == "unhorsed_stunned")
    elif result == "stumble":
        falls.stumbled(table, victim)
    elif result == "falls":
        falls.steed_falls(table, victim, away_from)
