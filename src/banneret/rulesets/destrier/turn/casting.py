"""Casting: CAST cards, targeting and resistance, and what each spell does (DE-MAG, DE-HOST)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import ahead

from ..basics import who
from ..basics.procedures import percent
from ..basics.state import SPELL, Card, moved
from ..ground.stands import arc_towards, gap
from ..host import spells as rules
from ..host.spells import row_of
from ..melee import bashes, harm
from ..movement.driven.forced import stagger
from ..screen import told
from .spells import (
    reach_of,
    spell_level,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure

SLEEP = 3  # turns (DE-HOST-56)
BURST = 1.0  # inch (DE-HOST-57)


@clause("DE-MAG-06", "DE-MAG-07", "DE-MAG-08", "DE-MAG-11")
def cast_by_card(table: Table[Battle], figure: Figure, one: Card) -> None:
    """Carry out a CAST SPELL card, unless a spell cast before it has disturbed the caster."""
    spells = tuple(one.detail.split("+"))
    if figure.profile.needs_prepare and figure.prepared != spells:
        table.tell(told.Did(figure.id, "was disturbed and cast nothing"))
        return
    figure.prepared = ()
    figure.spells_cast += 1
    figure.levels_cast += spell_level(table.state, spells)
    cast(table, figure, spells, table.state.figures[one.target], one.part)


@clause("DE-HOST-48", "DE-MAG-15")
def chance(battle: Battle, figure: Figure, spells: Sequence[str], target: Figure) -> int:
    """The chance of a spell, or a combination, to strike home."""
    rows = [row_of(battle.tables, one) for one in spells]
    return rules.targeting(
        battle.tables,
        level=max(row.level for row in rows),
        reach=min(row.range for row in rows),
        mkl=figure.profile.mkl,
        distance=gap(figure, target),
        motion=target.motion,
        will_move=figure.will_move and battle.card_round < 0,
    )


@clause("DE-MAG-14", "DE-MAG-15", "DE-MAG-03")
def cast(
    table: Table[Battle], figure: Figure, spells: tuple[str, ...], target: Figure, part: str
) -> None:
    """Cast a spell or combination: its fatigue, its targeting, and each effect in turn."""
    battle = table.state
    figure.fatigue = max(0, figure.fatigue - spell_level(battle, spells))
    if gap(figure, target) > reach_of(battle, spells) + 1e-6 or not who.on_table(target):
        table.tell(told.SpellCast(figure.id, target.id, spells, False))
        return
    behind = target is not figure and arc_towards(figure, (target.x, target.y)) == "rear"
    targeted = any(row_of(battle.tables, one).targeted for one in spells)
    if behind or (
        targeted and not percent(table, "targeting", chance(battle, figure, spells, target))
    ):
        table.tell(told.SpellCast(figure.id, target.id, spells, False))
        return
    resisted, amount = [], 0
    for spell in spells:
        found = effect(table, figure, spell, target, part)
        amount += found.amount
        if found.resisted:
            resisted.append(spell.replace("_", " "))
    table.tell(told.SpellCast(figure.id, target.id, spells, True, tuple(resisted), amount))


def _attribute(target: Figure, resist: str) -> int:
    return int(getattr(target.profile, resist)) if resist != "none" else 0


def effect(
    table: Table[Battle], figure: Figure, spell: str, target: Figure, part: str
) -> rules.Cast:
    """Carry out one spell that struck home."""
    battle = table.state
    if spell == "fire_burst":
        return burst(table, target)
    if target.status != "active":
        return rules.Cast(True)
    row = row_of(battle.tables, spell)
    found = rules.effect(
        table,
        battle.tables,
        spell,
        attribute=_attribute(target, row.resist),
        level=target.profile.level,
    )
    if not found.resisted:
        _EFFECTS[spell](table, figure, target, found.amount if part == "man" else -found.amount)
    return found


@clause("DE-HOST-49")
def _flame_dart(table: Table[Battle], figure: Figure, target: Figure, amount: int) -> None:
    """2D6 damage; a negative amount means the steed was named."""
    if amount < 0:
        bashes.hurt_steed(table, target, -amount, (figure.x, figure.y))
    else:
        harm.hurt(table, target, amount)


@clause("DE-HOST-50")
def _gust(table: Table[Battle], figure: Figure, target: Figure, _amount: int) -> None:
    """Staggered half an inch directly away."""
    origin = (figure.x, figure.y)
    if origin == (target.x, target.y):
        origin = ahead(origin, target.facing, 1.0)
    if not stagger(table, target, origin, 0.5) and not target.mounted:
        harm.knock(table.state, target, "kneeling")


@clause("DE-HOST-51")
def _dazzle(table: Table[Battle], _figure: Figure, target: Figure, _amount: int) -> None:
    """Stunned to the end of the next card round; in a segment, no next half-move."""
    if table.state.card_round >= 0:
        harm.stun(table.state, target)
    else:
        target.dazed = True


@clause("DE-HOST-52")
def _ward(_table: Table[Battle], _figure: Figure, target: Figure, _amount: int) -> None:
    """Fifteen off every attack to the end of the turn."""
    target.warded = True


@clause("DE-HOST-53")
def _mend(_table: Table[Battle], _figure: Figure, target: Figure, amount: int) -> None:
    """Body points, not above the maximum."""
    target.body = min(target.body_max, target.body + abs(amount))


@clause("DE-HOST-54")
def _entangle(table: Table[Battle], _figure: Figure, target: Figure, _amount: int) -> None:
    """Restrained by the spell."""
    if SPELL not in target.restrained_by:
        target.restrained_by = (*target.restrained_by, SPELL)
        harm.release(table.state, target)
        moved(table.state)


@clause("DE-HOST-55")
def _quicken(table: Table[Battle], _figure: Figure, target: Figure, _amount: int) -> None:
    """Two more blows in this melee, or the next of the turn; once a turn."""
    if not target.quickened:
        target.quickened = True
        if table.state.card_round >= 0:
            target.blows_left += 2


@clause("DE-HOST-56")
def _slumber(table: Table[Battle], _figure: Figure, target: Figure, _amount: int) -> None:
    """Asleep until struck, or for three turns."""
    target.asleep = SLEEP
    if not target.mounted:
        harm.knock(table.state, target, "prone")
    harm.release(table.state, target)
    moved(table.state)


_EFFECTS = {
    "flame_dart": _flame_dart,
    "gust": _gust,
    "dazzle": _dazzle,
    "ward": _ward,
    "mend": _mend,
    "entangle": _entangle,
    "quicken": _quicken,
    "slumber": _slumber,
}


@clause("DE-HOST-57")
def burst(table: Table[Battle], target: Figure) -> rules.Cast:
    """3D6 to every stand within an inch of the point, horse and rider; each may resist for half."""
    from ..ground.stands import stand  # noqa: PLC0415  # kept beside its use

    battle = table.state
    amount = rules.amount(table, "fire_burst")
    point = (target.x, target.y)
    struck = [
        one
        for one in battle.figures
        if one.status == "active" and _near(stand(one), point) <= BURST
    ]
    for one in struck:
        found = rules.effect(
            table,
            battle.tables,
            "fire_burst",
            attribute=one.dexterity,
            level=one.profile.level,
            rolled=amount,
        )
        bashes.hurt_steed(table, one, found.amount)  # first: a dead rider parts from his steed
        harm.hurt(table, one, found.amount)
    return rules.Cast(True, False, amount)


def _near(own: object, point: tuple[float, float]) -> float:
    from banneret.tabletop.shapes.measuring import gap_to_point  # noqa: PLC0415  # for bursts

    base = getattr(own, "base", None)
    return gap_to_point(base, point) if base is not None else 99.0
