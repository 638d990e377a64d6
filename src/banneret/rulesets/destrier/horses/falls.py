"""Stumbling steeds, riders thrown, steeds felled (DE-HOST-34, 35, 65, 66)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause

from ..basics.state import moved
from ..ground.stands import put, stand_at
from ..host import steeds
from ..melee import harm
from ..movement.meeting import note_meetings
from ..movement.sliding import lies_free, obstacles
from ..screen.events import SteedDown, Stumbled, Unhorsed

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Figure, LooseSteed

PINNED: Final = 2  # blows that free a pinned rider (DE-HOST-35)


@clause("DE-HOST-34", "DE-CHG-12")
def stumble(
    table: Table[Battle], figure: Figure, *, crossing_horse: bool = False, bashed: bool = False
) -> bool:
    """Check a steed for stumbling and apply what comes of it; tell whether it is still up."""
    steed = figure.steed
    assert steed is not None
    found = steeds.stumble(
        table,
        table.state.tables,
        steed=steed.key,
        speed=steed.speed,
        dexterity=figure.dexterity,
        level=figure.profile.level,
        chivalry=figure.profile.training == "chivalry",
        crossing_horse=crossing_horse,
        bashed=bashed,
    )
    return _apply(table, figure, found)


@clause("DE-HOST-20", "DE-HOST-66")
def stumbled(table: Table[Battle], figure: Figure) -> bool:
    """A steed is made to stumble: the d10 without the d100; tell whether it is still up."""
    if figure.steed is None:
        return True
    found = steeds.stumbling(
        table,
        table.state.tables,
        dexterity=figure.dexterity,
        level=figure.profile.level,
        chivalry=figure.profile.training == "chivalry",
    )
    return _apply(table, figure, found)


def _apply(table: Table[Battle], figure: Figure, found: steeds.Stumbled) -> bool:
    """A stumble: it loses a speed, goes to its knees and stops, or falls; the rider may fly."""
    steed = figure.steed
    assert steed is not None
    table.tell(Stumbled(figure=figure.id, result=found.result))
    if not found.stumbles:
        return True
    if found.result == "falls":
        return _falls(table, figure, found.damage, pinned=found.pinned)
    if found.result == "loses_one_speed":
        steed.speed = steeds.slower(steed.speed)
        return True
    steed.speed = "stand"
    if found.thrown:
        dismount(table, figure, (figure.x, figure.y), why="thrown")
        harm.hurt(table, figure, found.damage)
    return False


def _falls(
    table: Table[Battle],
    figure: Figure,
    damage: int,
    away_from: Point | None = None,
    *,
    pinned: bool,
) -> bool:
    """The steed falls: its rider is thrown, and may be pinned under it."""
    assert figure.steed is not None
    figure.steed.speed = "stand"  # it runs no farther without him (DE-CHG-36)
    spot = away_from or (figure.x, figure.y)
    dismount(table, figure, spot, why="steed fell", pinned=pinned)
    harm.hurt(table, figure, damage)
    return False


@clause("DE-HOST-65", "DE-HOST-66")
def steed_falls(
    table: Table[Battle], figure: Figure, away_from: Point | None = None, *, out: bool = False
) -> None:
    """A steed falls and throws its rider; at body 0 or less it is out."""
    steed = figure.steed
    if steed is None:
        return
    fell = steeds.fall(table, table.state.tables, steed_fell=True)
    if out:
        steed.body = min(steed.body, 0)
        table.tell(SteedDown(figure=figure.id))
    _falls(table, figure, fell.damage, away_from, pinned=fell.pinned)


@clause("DE-HOST-66")
def unhorse(
    table: Table[Battle],
    figure: Figure,
    away_from: Point,
    *,
    stunned: bool = False,
    pulled: bool = False,
) -> None:
    """A rider comes off: prone beside the steed, away from the striker, with the damage of a fall.

    Who was pulled down has his damage from the pull, and lies beside the grappler.
    """
    if figure.steed is None:
        return
    battle = table.state
    damage = 0 if pulled else steeds.fall(table, battle.tables).damage
    dismount(table, figure, away_from, why="pulled" if pulled else "unhorsed", towards=pulled)
    if stunned:
        harm.stun(battle, figure)
    if damage:
        harm.hurt(table, figure, damage)


def dismount(
    table: Table[Battle],
    figure: Figure,
    away_from: Point,
    *,
    why: str,
    pinned: bool = False,
    towards: bool = False,
) -> LooseSteed:
    """Part rider and steed: the steed stands (or lies) where it is, the rider lies beside it."""
    battle = table.state
    steed = figure.steed
    assert steed is not None
    steed.melee_speed, steed.speed = steed.speed, "stand"
    steed.blows_left, steed.tac = 0, ""
    steed.posture = "prone" if steed.body <= 0 else "standing"
    loose = harm.turn_loose(battle, figure)
    assert loose is not None
    harm.knock(battle, figure, "prone")
    if pinned:
        figure.pinned = PINNED
    lie_beside(battle, figure, loose, away_from, towards=towards)
    note_meetings(battle, figure)
    table.tell(Unhorsed(figure=figure.id, place=(figure.x, figure.y), why=why, pinned=pinned))
    return loose


def lie_beside(
    battle: Battle, figure: Figure, loose: LooseSteed, away_from: Point, *, towards: bool = False
) -> None:
    """Lay a thrown rider on a free spot beside his steed, on the side away from the striker."""
    steed = stand_at("horse", loose.x, loose.y, loose.facing)
    right, _ = steed.local(away_from)
    sign = 1.0 if (right < 0.0) != towards else -1.0
    among = obstacles(battle, figure)
    for side in (sign, -sign):
        for out in (1.25, 1.6, 2.0, 2.5):
            for along in (0.0, 0.8, -0.8, 1.6, -1.6):
                x, y = steed.spot((side * out, along))
                there = stand_at(figure.stand, x, y, loose.facing).snapped()
                if _on_table(battle, x, y) and lies_free(there, among):
                    put(battle, figure, x, y, loose.facing)
                    return
    moved(battle)  # no room at all: he lies where his steed stands


def _on_table(battle: Battle, x: float, y: float) -> bool:
    width, depth = float(battle.scenario.width), float(battle.scenario.depth)
    return 0.5 < x < width - 0.5 and 0.5 < y < depth - 0.5
