"""What the book shows on demand of a figure: command, reach, ranges, whom he could harm, his front.

Everything is worked out from a view: what a side does not know of cannot show here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.core.show.overlay import Arc, Look, Overlay, Tag
from banneret.tabletop.screen.drawing import band, chance, verdict
from banneret.tabletop.screen.words import capital, inches
from banneret.tabletop.shapes.measuring import gap

from ..basics.state import (
    COHESION_INCHES,
    KNIGHT,
    STEADY,
    any_engaged,
    awake,
    guide_of,
    leader_of,
    seen_enemies,
    standing,
)
from ..basics.tables import TABLES
from ..melee.charge import charging
from ..melee.wounds import is_wounded
from ..morale import checking
from ..movement.dice import movement_weights
from ..movement.measured import horse_dice
from ..movement.reaches import charge_reach, zone
from ..shooting import archery
from ..shooting.armour import FRONT_DEGREES
from .affecting import notes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..basics.state import Battle, Figure, Unit

_ARC_INCHES: Final = 6.0


def look(battle: Battle, _player: str | None, key: int) -> Look:
    """Everything there is to show of a figure, and what affects him now."""
    figure = battle.figures[key]
    unit = battle.units[figure.unit]
    found = (
        *_command(battle, unit, figure),
        *_moves(battle, unit),
        *_ranges(figure),
        *_shots(battle, figure),
        *_charges(battle, unit),
        *_front(figure),
    )
    return Look(found, notes(battle, figure))


# -- command


@clause("OP-GROUP-05", "OP-LEAD-02")
def _command(battle: Battle, unit: Unit, figure: Figure) -> Iterator[Overlay]:
    """His leader's six inches and who of the unit is within them; a Knight's own besides."""
    if figure.rank == KNIGHT:
        yield from _voice(battle, figure)
    if unit.kind != "group":
        return
    leader = guide_of(battle, unit)
    if leader is None:
        for man in standing(battle, unit):
            yield verdict("command", man.id, "nobody leads him", "OP-LEAD-02", holds=False)
        return
    label = f"command {inches(COHESION_INCHES)}"
    yield band("command", leader.base, COHESION_INCHES, label, "OP-GROUP-05")
    for man in standing(battle, unit):
        far = gap(man.base, leader.base)
        near = man is leader or far <= COHESION_INCHES + 0.001
        word = "in command" if near else f"straggler, {inches(far)} from {leader.profile.name}"
        yield verdict("command", man.id, word, "OP-GROUP-05", holds=near)


@clause("OP-MORALE-16", "OP-LEAD-05")
def _voice(battle: Battle, knight: Figure) -> Iterator[Overlay]:
    """How far a Knight's voice carries, and whom of his side he could rally now."""
    far = checking.RALLY_INCHES
    yield band("command", knight.base, far, f"rallies {inches(far)}", "OP-MORALE-16")
    for unit in battle.units:
        men = standing(battle, unit)
        if unit.side != knight.side or not men or unit.id == knight.unit:
            continue
        nearest = min(men, key=lambda man: gap(man.base, knight.base))
        no = checking.rally_refusal(battle, knight, unit)
        word = f"{unit.name}: could be rallied" if no is None else capital(no.reason)
        rule = "OP-MORALE-16" if no is None else no.clause
        yield verdict("command", nearest.id, word, rule, holds=no is None)


# -- moving


def _moves(battle: Battle, unit: Unit) -> Iterator[Overlay]:
    """Where the dice are likely to carry the unit's leader straight ahead, and how far at most."""
    leader = leader_of(battle, unit)
    if leader is None or unit.status != STEADY or any_engaged(battle, unit):
        return
    mounted = horse_dice(battle, unit, leader)
    rule = "OP-MOVE-03" if mounted else "OP-MOVE-02"
    weights = movement_weights(
        battle.options, mounted=mounted, leader_wounded=is_wounded(leader.rank, leader.hits)
    )
    whole = sum(weights.values())
    most = max(weights)
    better = {roll: sum(w for r, w in weights.items() if r >= roll) for roll in weights}
    likely = max(roll for roll, ways in better.items() if 2 * ways >= whole)
    share = round(100 * better[likely] / whole)
    word = f"{likely}″ or more, {share}%"
    yield zone(battle, leader, likely, label=word, rule=rule, tone="cheap")
    yield zone(battle, leader, most, label=f"{most}″ at most", rule=rule, tone="dear")


# -- whom he could harm


@clause("OP-SHOOT-03", "OP-SHOOT-04", "OP-SHOOT-05")
def _ranges(figure: Figure) -> Iterator[Overlay]:
    """How far the missile weapon in his hand carries."""
    row = TABLES.missiles.get(figure.in_hand)
    if row is None:
        return
    near, far, base = row.close, row.long, figure.base
    yield band("range", base, near, f"close range {inches(near)}", "OP-SHOOT-04")
    yield band("range", base, far, f"long range {inches(far)}", "OP-SHOOT-05", dear=True)


@clause("OP-SHOOT-02", "OP-SHOOT-11")
def _shots(battle: Battle, figure: Figure) -> Iterator[Tag]:
    """Whom he could shoot at with what is in his hand, with the chances; else why not."""
    if figure.in_hand not in archery.MISSILES:
        return
    unready = archery.armed_refusal(battle, figure)
    for foe in seen_enemies(battle, figure.side):
        no = unready or archery.target_refusal(battle, figure, foe)
        if no is not None:
            yield verdict("targets", foe.id, f"no shot: {no.reason}", no.clause, holds=False)
            continue
        odds = archery.odds_of(battle, figure, foe)
        yield chance("targets", foe.id, "shot", "OP-SHOOT-02", odds)


@clause("OP-CHARGE-02", "OP-CHARGE-03")
def _charges(battle: Battle, unit: Unit) -> Iterator[Overlay]:
    """How far a charge could go and whom it could reach; else why not."""
    leader = leader_of(battle, unit)
    if leader is None or unit.status != STEADY or any_engaged(battle, unit):
        return
    yield from charge_reach(leader, charging.reach(battle, unit, leader))
    for key in charging.targets(battle, unit):
        foe = min(
            awake(battle, battle.units[key]), default=None, key=lambda f: gap(leader.base, f.base)
        )
        if foe is None:
            continue
        no = charging.target_refusal(battle, unit, key)
        if no is not None:
            word = f"no charge: {no.reason}"
            yield verdict("targets", foe.id, word, no.clause, holds=False)
            continue
        odds = charging.odds_of(battle, unit, key)
        yield chance("targets", foe.id, "charge", "OP-CHARGE-02", odds)


# -- front and rear


@clause("OP-ARM-06")
def _front(figure: Figure) -> Iterator[Arc]:
    """The half-circle in which a shield counts against a shot."""
    base = figure.base
    shield = "shield" in figure.profile.armour
    half = round(FRONT_DEGREES, 2)
    for word, turn, tone in (
        ("front: the shield counts" if shield else "front", 0.0, "cheap"),
        ("rear: no shield against shots" if shield else "rear", 180.0, "dear"),
    ):
        yield Arc(
            layer="arcs",
            x=base.x,
            y=base.y,
            start=(base.facing + turn - half) % 360.0,
            end=(base.facing + turn + half) % 360.0,
            inches=_ARC_INCHES,
            label=word,
            clause="OP-ARM-06",
            tone=tone,
        )
