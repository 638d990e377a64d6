"""What affects a figure now, line by line with its clause: for the card beside him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.show.overlay import Note
from banneret.tabletop.screen.drawing import reckoning

from ..basics.names import man_name
from ..basics.state import NOBODY, ROUTING, SHAKEN, is_engaged, is_led, is_straggler
from ..ground.lay import in_cover
from ..melee import fights
from ..melee.fighters import attack_tally, defence_tally
from ..melee.wounds import is_wounded
from ..morale import checking
from ..morale.dice import morale_target
from ..setup.enlisting import full_load
from ..shooting import archery

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..basics.state import Battle, Figure, Unit


def notes(battle: Battle, figure: Figure) -> tuple[Note, ...]:
    """Everything that affects him now, then what he and his unit would roll with."""
    unit = battle.units[figure.unit]
    return (
        *_of_the_unit(battle, unit, figure),
        *_of_the_man(battle, figure),
        *_of_his_arms(battle, figure),
        *_reckonings(battle, unit, figure),
    )


def _of_the_unit(battle: Battle, unit: Unit, figure: Figure) -> Iterator[Note]:
    if unit.status == SHAKEN:
        yield Note("Shaken: may only load, shoot or fall back to cover", clause="OP-MORALE-20")
    if unit.status == ROUTING:
        yield Note("Routing: runs until a test is passed", clause="OP-MORALE-22")
    if not is_led(battle, unit):
        yield Note("Nobody leads them: may only load, shoot or fall back", clause="OP-LEAD-02")
    elif is_straggler(battle, figure):
        yield Note("Straggler: more than 6″ from his leader", clause="OP-GROUP-05")
    if unit.casualties_since_test:
        yield Note("Lost men since the last test: must test its morale", clause="OP-MORALE-01")
    if unit.hidden:
        yield Note("Hidden: the enemy does not know of him", clause="OP-HIDE-03")
    if unit.holding:
        yield Note("Held back for later in the round", clause="OP-HIDE-08")


def _of_the_man(battle: Battle, figure: Figure) -> Iterator[Note]:
    if figure.stun >= 0:
        yield Note("Stunned: does nothing, and may be struck or taken", clause="OP-STUN-03")
    if is_engaged(battle, figure):
        yield Note("Engaged: neither shoots nor moves away", clause="OP-ACT-11")
    if is_wounded(figure.rank, figure.hits):
        yield Note("Wounded", "-1", "OP-WOUND-06")
    elif figure.hits:
        yield Note("A flesh wound, without effect", clause="OP-WOUND-02")
    if in_cover(battle, figure.base):
        yield Note("Stands in or behind cover", clause="OP-TERR-02")
    if figure.rallied:
        yield Note("Has rallied somebody this round", clause="OP-MORALE-15")
    if figure.acted:
        yield Note("Has acted this turn", clause="OP-ACT-02")


def _of_his_arms(battle: Battle, figure: Figure) -> Iterator[Note]:
    if "crossbow" in figure.profile.weapons and figure.load < full_load(battle):
        loaded = f"{figure.load} of {full_load(battle)}"
        yield Note("His crossbow is not loaded", loaded, "OP-LOAD-02")
    if figure.aim != NOBODY:
        yield Note(f"Aims at {man_name(battle, figure.aim)}", "+1", "OP-SHOOT-06")
    if figure.in_hand in archery.MISSILES:
        no = archery.armed_refusal(battle, figure)
        if no is not None and no.clause not in {"OP-STUN-03", "OP-ACT-11", "OP-LOAD-02"}:
            yield Note(no.reason, clause=no.clause)
    if figure.lance_charge:
        yield Note("Charges with the lance", "+1", "OP-MELEE-03")


def _reckonings(battle: Battle, unit: Unit, figure: Figure) -> Iterator[Note]:
    options = battle.options
    test = morale_target(checking.facts_of(battle, unit), options)
    yield from reckoning(test, f"Morale test: d10, {test.total} or less")
    fighter = fights.fighter(figure)
    attack = attack_tally(fighter, options)
    guard = defence_tally(fighter, 1, options)
    if attack.reasons == guard.reasons:
        yield from reckoning(attack, f"In melee: d10 {attack.total:+d}", base=False)
    else:
        yield from reckoning(attack, f"Attacking: d10 {attack.total:+d}", base=False)
        yield from reckoning(guard, f"Defending: d10 {guard.total:+d}", base=False)
    margin = max(figure.profile.rating, 1)  # OP-ARM-09: without armour any win is enough
    yield Note("Hit only if beaten by this much", str(margin), "OP-MELEE-17", "Armour")
