"""Grapples: bashes the matrix allows, tosses, holds, breaking free, pulling riders down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics import who
from ..basics.state import SPELL, card, moved, pair
from ..ground.contact import enemies_touched, in_contact, own_side, side_struck
from ..host import grappling, hitting
from ..screen import told
from . import bashes, harm
from .cards.deck import TAC_NAMES
from .cards.pairs import attacker_of, reading, tac_card
from .chances import own_bonus
from .defences import in_play, seen, steeds_own
from .replies.counters import able, grant

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure

NO_ATTACK = (*TAC_NAMES, "FIRE_MISSILE", "CAST_SPELL", "MOVE")
ENTANGLED = grappling.Holder(weight=200, strength=15)  # DE-HOST-54


# -- strike step 4


@clause("DE-ATT-13", "DE-HOST-16", "DE-TACP-13")
def body_bashes(table: Table[Battle]) -> None:
    """Body bashes and tosses that the matrix allows, the attacker's first; then holds."""
    battle = table.state
    for one, two in exchanges(battle):
        for figure, target in ((one, two), (two, one)):
            if reading(battle, figure, target).may_bash:
                use_bash(table, figure, target)
    for figure in who.in_order(battle):
        if any(card(key).name == "RESTRAINT" for key in figure.hand):
            restrain(table, figure)


@clause("DE-TACP-13")
def exchanges(battle: Battle) -> list[tuple[Figure, Figure]]:
    """The pairs of which at least one attacks the other, each with its attacker first."""
    found: dict[str, tuple[Figure, Figure]] = {}
    for figure in who.in_order(battle):
        for target in attacked(battle, figure):
            first = attacker_of(battle, figure, target)
            second = target if first is figure else figure
            found.setdefault(pair(figure.id, target.id), (first, second))
    return list(found.values())


def attacked(battle: Battle, figure: Figure) -> list[Figure]:
    """Whom a figure's cards attack, and its steed's; TOSS whomever it is in contact with.

    A TAC card that names somebody only goes up to him.
    """
    keys = (*figure.hand, *(figure.steed.hand if figure.steed is not None else ()))
    found = []
    for one in map(card, keys):
        if one.name == "TOSS":
            found += enemies_touched(battle, figure)
        elif one.target >= 0 and one.name not in NO_ATTACK:
            found.append(battle.figures[one.target])
    return [one for one in found if who.on_feet(one) and one.id != figure.id]


@clause("DE-HOST-16", "DE-HTAC-12", "DE-GRAP-09", "DE-GRAP-16")
def use_bash(table: Table[Battle], figure: Figure, target: Figure) -> None:
    """Offer a figure its body bash: bash, toss if played, or wait for a hold."""
    battle = table.state
    standing = able(figure) and figure.posture == "standing"
    if not standing or not who.on_feet(target) or not in_contact(battle, figure, target):
        return
    if figure.steed is not None and target.id in figure.steed.passed:
        return  # it has bashed him as it came at him (DE-CHG-20)
    offered = ["bash", "neither"]
    if target.steed is None and any(card(key).name == "TOSS" for key in figure.hand):
        offered.insert(0, "toss")
    chosen = table.ask(
        Pick(
            figure.side,
            "body_bash",
            f"{figure.name} may bash {target.name} with the body",
            offered,
            label=str.capitalize,
            about=(figure.id, target.id),
            usual="bash",
        )
    )
    charging = figure.tac == "CHARGE" and figure.tac_moved >= 1.0
    if chosen == "bash":
        bashes.body_bash(table, figure, target, charging=charging)
    elif chosen == "toss":
        toss(table, figure, target, charging=charging)
    elif grappling.opportunity(table, battle.tables):
        grant(table, figure, target)


@clause("DE-GRAP-09", "DE-GRAP-10")
def toss(table: Table[Battle], figure: Figure, target: Figure, *, charging: bool) -> None:
    """Throw an enemy flat or to his knees; the tosser may go down too."""
    battle = table.state
    found = grappling.toss(
        table,
        battle.tables,
        bash_chance=bashes.body_bash_chance(battle, figure, target, charging=charging),
        weight=who.total_weight(battle, figure),
        target_weight=who.total_weight(battle, target),
    )
    how = {"flat": "tossed flat", "knees": "tossed to his knees"}.get(found.target, "tossed")
    table.tell(told.Grappled(figure.id, target.id, how, found.tossed))
    if found.tossed:
        harm.disturb(table, target)
        harm.knock(battle, target, "prone" if found.target == "flat" else "kneeling")
    if found.tosser_down:
        table.tell(told.Grappled(figure.id, target.id, "went down with", True))
        harm.knock(battle, figure, "prone")


# -- holds


@clause("DE-GRAP-07", "DE-GRAP-08", "DE-GRAP-16")
def restrain(table: Table[Battle], figure: Figure) -> None:
    """Play RESTRAINT: with an opportunity of this round or the last; else it is wasted."""
    battle = table.state
    target = battle.figures[figure.opportunity] if figure.opportunity >= 0 else None
    fresh = figure.opportunity_round >= battle.card_round - 1
    if target is None or not fresh or not able(figure) or not who.on_feet(target):
        return
    if not in_contact(battle, figure, target) or figure.restraining >= 0:
        return
    figure.opportunity = -1
    found = grappling.restraint(
        table,
        battle.tables,
        strength=figure.strength,
        target_strength=target.strength,
        opportunity_known=True,
    )
    how = "held" if found.restrained else "tried to hold"
    table.tell(told.Grappled(figure.id, target.id, how, found.restrained))
    if found.restrained:
        figure.restraining = target.id
        target.restrained_by = (*target.restrained_by, figure.id)
        harm.release(battle, target)
        moved(battle)


@clause("DE-GRAP-12", "DE-HOST-54")
def break_free(table: Table[Battle], figure: Figure) -> None:
    """Roll against each holder, men and spells alike."""
    battle = table.state
    holders = figure.restrained_by
    if not holders:
        return
    rows = tuple(
        ENTANGLED
        if key == SPELL
        else grappling.Holder(
            weight=who.own_weight(battle, battle.figures[key]),
            strength=battle.figures[key].strength,
        )
        for key in holders
    )
    found = grappling.break_free(
        table,
        battle.tables,
        weight=who.own_weight(battle, figure),
        strength=figure.strength,
        holders=rows,
    )
    for key, freed in zip(holders, found.each, strict=True):
        if freed:
            shake_off(battle, figure, key)
    how = "shook off some holders" if any(found.each) else "tried to break free"
    table.tell(told.Grappled(figure.id, figure.id, how, found.free))


def shake_off(battle: Battle, figure: Figure, key: int) -> None:
    """Be rid of one holder."""
    figure.restrained_by = tuple(one for one in figure.restrained_by if one != key)
    if key >= 0:
        battle.figures[key].restraining = -1
    moved(battle)


# -- riders


@clause("DE-GRAP-02", "DE-TACP-11")
def alongside(battle: Battle, figure: Figure, rider: Figure) -> bool:
    """Whether a rider can be pulled from here: beside the horse, or tall, or a leaping cat."""
    if figure not in enemies_touched(battle, rider):
        return False
    leaping = figure.profile.cat and tac_card(battle, figure) == "CHARGE"
    return who.tall(figure) or leaping or own_side(rider, figure).name in ("left", "right")


@clause("DE-GRAP-03", "DE-GRAP-04", "DE-GRAP-05", "DE-HOST-36")
def pull_rider(table: Table[Battle], figure: Figure, rider: Figure, *, guard: str = "") -> None:
    """Drag a rider out of the saddle; `guard` is his free defence if he charges past.

    The speed that counts is that of the movement segment, though contacts have slowed the steed.
    """
    from ..horses.falls import unhorse  # noqa: PLC0415  # horses are pulled at in turn

    battle = table.state
    steed = rider.steed
    if steed is None or not (guard or alongside(battle, figure, rider)):
        table.tell(told.BlowLost(figure.id, "no rider was beside him"))
        return
    found = grappling.pull_rider(
        table,
        battle.tables,
        heavy_bonus=own_bonus(battle, figure, "H"),
        cat=figure.profile.cat,
        speed=steed.speed if guard else steed.melee_speed,
        wheel=any(card(key).name == "WHEEL" for key in steed.hand),
        rider_defence=riders_defence(battle, figure, rider, guard),
    )
    table.tell(told.Grappled(figure.id, rider.id, "pulled at", found.pulled))
    if found.pulled:
        unhorse(table, rider, (figure.x, figure.y), pulled=True)
        harm.hurt(table, rider, found.damage)
    elif found.bash:
        bashes.body_bash(table, rider, figure)


@clause("DE-GRAP-04")
def riders_defence(battle: Battle, figure: Figure, rider: Figure, guard: str = "") -> int:
    """What a rider has played against the side he is pulled from, or his horse's dodge."""
    from .defences import by_cards  # noqa: PLC0415  # kept beside its use

    found = by_cards(battle, rider, (guard,)) if guard else in_play(battle, rider)
    side = side_struck(battle, figure, rider)
    shield = hitting.shield_defence(side, found.active, found.passive)
    parry = found.parry if side != "rear" else 0
    return shield + parry + seen(steeds_own(battle, rider), "steed", side).dodge
