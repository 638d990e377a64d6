"""What the book shows on demand of a figure: command, reach, ranges, whom he could harm, his front.

Everything is worked out from a view: what a side does not know of cannot show here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.clauses import clause
from banneret.core.geometry import gap
from banneret.core.overlay import Arc, Band, Look, Overlay, Tag
from banneret.rulesets.one_page_skirmish import charge, morale, shooting
from banneret.rulesets.one_page_skirmish.affecting import notes
from banneret.rulesets.one_page_skirmish.march import horse_dice
from banneret.rulesets.one_page_skirmish.names import capital, inches
from banneret.rulesets.one_page_skirmish.procedures.armour import FRONT_DEGREES
from banneret.rulesets.one_page_skirmish.procedures.movement import movement_weights
from banneret.rulesets.one_page_skirmish.procedures.wounds import is_wounded
from banneret.rulesets.one_page_skirmish.reaches import charge_reach, zone
from banneret.rulesets.one_page_skirmish.state import (
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
from banneret.rulesets.one_page_skirmish.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.overlay import Base
    from banneret.rulesets.one_page_skirmish.state import Battle, Figure, Unit

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


def outline(figure: Figure) -> Base:
    """A base as screens take it."""
    base = figure.base
    return (base.x, base.y, base.facing, base.width, base.depth)


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
            yield _verdict("command", man, "nobody leads him", "OP-LEAD-02", holds=False)
        return
    yield Band(
        layer="command",
        base=outline(leader),
        inches=COHESION_INCHES,
        label=f"command {inches(COHESION_INCHES)}",
        clause="OP-GROUP-05",
    )
    for man in standing(battle, unit):
        far = gap(man.base, leader.base)
        near = man is leader or far <= COHESION_INCHES + 0.001
        word = "in command" if near else f"straggler, {inches(far)} from {leader.profile.name}"
        yield _verdict("command", man, word, "OP-GROUP-05", holds=near)


@clause("OP-MORALE-16", "OP-LEAD-05")
def _voice(battle: Battle, knight: Figure) -> Iterator[Overlay]:
    """How far a Knight's voice carries, and whom of his side he could rally now."""
    yield Band(
        layer="command",
        base=outline(knight),
        inches=morale.RALLY_INCHES,
        label=f"rallies {inches(morale.RALLY_INCHES)}",
        clause="OP-MORALE-16",
    )
    for unit in battle.units:
        men = standing(battle, unit)
        if unit.side != knight.side or not men or unit.id == knight.unit:
            continue
        nearest = min(men, key=lambda man: gap(man.base, knight.base))
        no = morale.rally_refusal(battle, knight, unit)
        word = f"{unit.name}: could be rallied" if no is None else capital(no.reason)
        rule = "OP-MORALE-16" if no is None else no.clause
        yield _verdict("command", nearest, word, rule, holds=no is None)


def _verdict(layer: str, man: Figure, word: str, rule: str, *, holds: bool) -> Tag:
    return Tag(layer=layer, piece=man.id, label=word, clause=rule, holds=holds)


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
    for far, word, rule, tone in (
        (row.close, "close range", "OP-SHOOT-04", "cheap"),
        (row.long, "long range", "OP-SHOOT-05", "dear"),
    ):
        yield Band(
            layer="range",
            base=outline(figure),
            inches=far,
            label=f"{word} {inches(far)}",
            clause=rule,
            tone=tone,
        )


@clause("OP-SHOOT-02", "OP-SHOOT-11")
def _shots(battle: Battle, figure: Figure) -> Iterator[Tag]:
    """Whom he could shoot at with what is in his hand, with the chances; else why not."""
    if figure.in_hand not in shooting.MISSILES:
        return
    unready = shooting.armed_refusal(battle, figure)
    for foe in seen_enemies(battle, figure.side):
        no = unready or shooting.target_refusal(battle, figure, foe)
        if no is not None:
            yield _verdict("targets", foe, f"no shot: {no.reason}", no.clause, holds=False)
            continue
        yield Tag(
            layer="targets",
            piece=foe.id,
            holds=True,
            label="shot",
            clause="OP-SHOOT-02",
            odds=dict(shooting.odds_of(battle, figure, foe)),
        )


@clause("OP-CHARGE-02", "OP-CHARGE-03")
def _charges(battle: Battle, unit: Unit) -> Iterator[Overlay]:
    """How far a charge could go and whom it could reach; else why not."""
    leader = leader_of(battle, unit)
    if leader is None or unit.status != STEADY or any_engaged(battle, unit):
        return
    yield from charge_reach(leader, charge.reach(battle, unit, leader))
    for key in charge.targets(battle, unit):
        foe = min(
            awake(battle, battle.units[key]), default=None, key=lambda f: gap(leader.base, f.base)
        )
        if foe is None:
            continue
        no = charge.target_refusal(battle, unit, key)
        if no is not None:
            word = f"no charge: {no.reason}"
            yield _verdict("targets", foe, word, no.clause, holds=False)
            continue
        yield Tag(
            layer="targets",
            piece=foe.id,
            holds=True,
            label="charge",
            clause="OP-CHARGE-02",
            odds=charge.odds_of(battle, unit, key),
        )


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
