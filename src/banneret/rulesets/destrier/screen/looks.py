"""What a screen shows on demand: what affects a figure, its reach, the odds between two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.show.overlay import Arc, Band, Line, Look, Note, Tag, Zone

from ..basics import who
from ..basics.columns.words import TAC_CARDS
from ..ground.contact import (
    enemies_touched,
    forward,
    fronts_touched,
    may_strike,
    reach,
    side_struck,
)
from ..ground.sight import cover, sees
from ..ground.stands import gap, stand
from ..horses.charges.lines import Course, lines
from ..horses.charges.orders import charge_speeds, may_charge
from ..melee import chances
from ..melee.cards.pairs import read, tac_card
from ..melee.defences import by_cards
from ..movement.going import allowance, why_still
from ..movement.held import leave
from ..movement.ways import ON_FOOT, fan
from ..setup.beginning import off_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.show.overlay import Overlay

    from ..basics.state import Battle, Figure
    from ..host.hitting import AttackChance

SHOWN_AGAINST = ("STAND_GROUND", "CLOSE", "CHARGE", "FLECHE", "KEEP_DISTANCE")


def look(view: Battle, side: str | None, piece: int) -> Look:  # noqa: ARG001  # all see alike
    """What affects a figure now, where it reaches and whom it could strike."""
    figure = view.figures[piece]
    if off_table(figure) or figure.status != "active":
        return Look(notes=(Note(f"{figure.name} is {figure.status}", clause="DE-CON-12"),))
    return Look(tuple(_overlays(view, figure)), tuple(_notes(view, figure)))


def _phase_known(battle: Battle) -> bool:
    """Whether the initiative of the phase under way has been rolled."""
    return len(battle.initiative) >= battle.half


def _notes(battle: Battle, figure: Figure) -> Iterator[Note]:
    yield Note("Weight with gear", f"{who.total_weight(battle, figure)} Dr", "DE-CON-04")
    yield Note("Load", figure.encumbrance, "DE-HOST-45")
    if figure.posture != "standing":
        yield Note(f"is {figure.posture}", clause="DE-HOST-67")
    if who.stunned(figure):
        yield Note("is stunned: only the passive shield", clause="DE-HOST-67")
    if figure.rocked:
        yield Note("is rocked", "-10", "DE-HOST-21")
    if figure.berserk:
        yield Note("is berserk: strikes better, defends nothing", clause="DE-BERS-04")
    for wound in figure.crippled:
        yield Note(f"{wound.replace('_', ' ')} crippled", clause="DE-HOST-23")
    if figure.steed is not None:
        yield Note("Steed", f"{figure.steed.key.replace('_', ' ')}, {figure.steed.speed}")
    if battle.card_round >= 0:
        yield Note("Blows left", str(figure.blows_left), "DE-COST-02")
    yield from _holding(battle, figure)
    if _phase_known(battle):
        still = why_still(battle, figure)
        if still is not None:
            yield Note(still.reason, clause=still.clause)
        else:
            yield Note("Half-move", f"{allowance(battle, figure):.1f} inches", "DE-GEN-08")


def _holding(battle: Battle, figure: Figure) -> Iterator[Note]:
    """Who touches it on which side, and who holds it."""
    for foe in enemies_touched(battle, figure):
        touched = side_struck(battle, foe, figure)
        yield Note(f"{foe.name} is on the {touched} side", clause="DE-STAND-12")
    if not _phase_known(battle):
        return
    for foe in fronts_touched(battle, figure):
        if not leave(battle, figure, foe).may_move:
            yield Note(f"{foe.name} holds it", clause="DE-CON-03")


def _overlays(battle: Battle, figure: Figure) -> Iterator[Overlay]:
    own = stand(figure)
    weapon = who.weapon_of(battle, figure)
    base = own.base
    if base is not None:
        inches = reach(battle, figure, weapon) if weapon else 0.0
        where = (base.x, base.y, base.facing, base.width, base.depth)
        label = f"{weapon.replace('_', ' ')}, {inches:g} inches" if weapon else "unarmed"
        yield Band(layer="range", base=where, inches=max(inches, 0.02), label=label)
    wide = 90.0 if own.pattern.corner else 45.0
    yield Arc(
        layer="arcs",
        x=own.x,
        y=own.y,
        start=(own.facing - wide) % 360.0,
        end=(own.facing + wide) % 360.0,
        inches=3.0,
        label="front",
        clause="DE-STAND-11",
    )
    if _phase_known(battle) and why_still(battle, figure) is None:
        yield _reach(battle, figure)
    yield from _targets(battle, figure, weapon)


def _reach(battle: Battle, figure: Figure) -> Overlay:
    """The straight half-move, and a fan of what a steed may turn."""
    inches = allowance(battle, figure)
    gait = figure.steed.speed if figure.steed is not None else ON_FOOT
    points = fan(battle, figure, gait)
    return Zone(layer="reach", points=points, label=f"{inches:.1f} inches", clause="DE-MOVE-01")


def _targets(battle: Battle, figure: Figure, weapon: str) -> Iterator[Overlay]:
    for foe in who.enemies(battle, figure):
        if not who.on_feet(foe) or gap(figure, foe) > 3.0:
            continue
        no = may_strike(battle, figure, foe, weapon)
        yield Tag(
            layer="targets",
            piece=foe.id,
            holds=no is None,
            label="in reach" if no is None else no.reason,
            clause="" if no is None else no.clause,
            odds=None if no is not None or not weapon else {"hit": hit(battle, figure, foe)},
        )


def hit(battle: Battle, figure: Figure, foe: Figure) -> str:
    """The chance of a plain blow, before the target's cards."""
    return f"{_chance(battle, figure, foe).chance} %"


def _chance(battle: Battle, figure: Figure, foe: Figure, matrix: int = 0) -> AttackChance:
    weapon = who.weapon_of(battle, figure)
    attack = chances.Attack(figure.id, "man", foe.id, "man", "DELIVER_BLOW", weapon)
    return chances.chance(battle, attack, by_cards(battle, foe, ()), chances.Moment(matrix))


def between(view: Battle, side: str | None, one: int, other: int) -> Look:  # noqa: ARG001
    """How one figure stands to another: inches, sides, sight, and the odds of a blow."""
    figure, foe = view.figures[one], view.figures[other]
    if off_table(figure) or off_table(foe):
        return Look()
    clear = sees(view, figure, foe)
    line = Line(
        layer="sight",
        points=((figure.x, figure.y), (foe.x, foe.y)),
        clear=clear,
        label=f"{gap(figure, foe):.1f} inches",
        clause="DE-LOS-01",
    )
    return Look((line,), tuple(_relation(view, figure, foe, seen=clear)))


def _relation(battle: Battle, figure: Figure, foe: Figure, *, seen: bool) -> Iterator[Note]:
    yield Note("Between the stands", f"{gap(figure, foe):.2f} inches", "DE-GEN-03")
    yield Note("sees him" if seen else "does not see him", clause="DE-LOS-01")
    if not who.hostile(figure, foe) or foe.status != "active" or figure.status != "active":
        return
    yield Note("would strike his", f"{side_struck(battle, figure, foe)} side", "DE-STAND-12")
    found = cover(battle, figure, foe)
    if found != "none":
        yield Note("he has cover", found, "DE-HOST-41")
    if forward(battle, figure, foe):
        yield Note("over the horse's head", "-20", "DE-ATT-07")
    weapon = who.weapon_of(battle, figure)
    if weapon:
        yield from _odds(battle, figure, foe)
    if _phase_known(battle) and may_charge(battle, figure) is None:
        yield from _charges(battle, figure, foe)


def _odds(battle: Battle, figure: Figure, foe: Figure) -> Iterator[Note]:
    plain = _chance(battle, figure, foe)
    for reason in plain.tally:
        yield Note(reason.label, f"{reason.value:+d}", reason.clause, title="A plain blow")
    yield Note("Chance", f"{plain.chance} %", "DE-ATT-10", title="A plain blow")
    if battle.card_round > 0 or not _phase_known(battle):
        return
    mine = tac_card(battle, figure)
    for theirs in SHOWN_AGAINST:
        bonus = read(battle, figure, foe, mine if mine in TAC_CARDS else "CLOSE", theirs).hit
        share = _chance(battle, figure, foe, bonus).chance
        said = f"{mine.replace('_', ' ')} against {theirs.replace('_', ' ')}"
        yield Note(said, f"{share} %", "DE-HOST-14", title="By TAC cards")


def _charges(battle: Battle, figure: Figure, foe: Figure) -> Iterator[Note]:
    for speed in charge_speeds(battle, figure):
        found = lines(battle, figure, Course.begin(battle, figure, speed), foe)
        if not found:
            yield Note(f"at a {speed}", "no line", "DE-CHG-28", title="A charge")
            continue
        near = min(line.inches for line in found)
        said = f"{near:.1f} inches" if any(line.reaches for line in found) else "out of reach"
        yield Note(f"at a {speed}", said, "DE-CHG-26", title="A charge")
