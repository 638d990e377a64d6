"""What affects a figure now, line by line with its clause: for the card beside him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.show.overlay import Note
from banneret.tabletop.screen.drawing import reckoning
from banneret.tabletop.screen.words import plain

from ..basics.names import man_name
from ..basics.state import ESCORTING, NOBODY, ROUTING, WITHDRAWING
from ..basics.who import has, order_of
from ..command.action.chits import CHITS
from ..command.earshot import why_uncommanded
from ..command.hearing import commander, is_measured
from ..command.order_words import order_words
from ..ground import contact, sight
from ..ground.lay import height_of, inches
from ..melee.harm.condition import half_or_less
from ..morale import checking
from ..morale.dice import may_rally, morale_tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..basics.state import Battle, Horse, Man


def notes(battle: Battle, man: Man, *, own: bool) -> tuple[Note, ...]:
    """Everything that affects him now; his owner sees what is kept from others besides."""
    found = [*_turned_up(battle, man), *_seen(battle, man)]
    if own:
        found += [*_known(battle, man), *_reckoning(battle, man)]
    return tuple(found)


def _seen(battle: Battle, man: Man) -> Iterator[Note]:
    """What lies open."""
    if man.status == ROUTING:
        yield Note("Routing: runs until he rallies", clause="KK-MORALE-34")
    if man.status == WITHDRAWING:
        yield Note("Withdraws from the field", clause="KK-FINIS-05")
    if man.status == ESCORTING:
        yield Note(f"Leads {man_name(battle, man.held)} away", clause="KK-YIELD-07")
    if man.stun:
        yield Note("Stunned: lies and does nothing", f"{man.stun} turns", "KK-FALL-15")
    yield from _worn(battle, man)
    if contact.touching(battle, man):
        yield Note("In contact: does not shoot; may leave, and be followed", clause="KK-MOVE-31")
    if sight.covered(battle, man):
        yield Note("In cover", clause="KK-MORALE-31")
    feet = height_of(battle, man)
    if feet:
        yield Note("Stands high up", f'{feet} feet, {inches(feet):g}" on the table', "KK-MOVE-34")


@clause("KK-MOVE-11", "KK-FAT-10")
def _worn(battle: Battle, man: Man) -> Iterator[Note]:
    """What wounds and weariness do to him; how fast a rider goes is his horse's business."""
    if man.horse == NOBODY and _is_spent(man):
        yield Note("Half his stamina or less: moves at half speed", clause="KK-MOVE-11")
    if man.horse != NOBODY and _is_spent(battle.horses[man.horse]):
        yield Note("His horse has half its stamina or less: half speed", clause="KK-MOVE-11")
    if man.temporary + man.permanent:
        worn = f"{man.temporary + man.permanent}, {man.permanent} lasting"
        yield Note("Fatigue", worn, "KK-FAT-10")


def _is_spent(one: Man | Horse) -> bool:
    return half_or_less(one.stamina, one.profile.stamina)


def _turned_up(battle: Battle, man: Man) -> Iterator[Note]:
    """His chit with the qualifiers he is bound to."""
    declared = man.declared
    if declared is None:
        return
    said = (
        CHITS.get(man.chit, plain(man.chit)),
        "running" if declared.run else "",
        f"at the {declared.gait}" if declared.gait else "",
        f"against {man_name(battle, declared.target)}" if declared.target != NOBODY else "",
        f"with the {plain(declared.weapon)}" if declared.weapon else "",
    )
    yield Note(f"Turned up: {', '.join(one for one in said if one)}", clause="KK-DECL-04")


def _unheard(battle: Battle, man: Man) -> str:
    """That he does not hear his lord; and why, if he does not now either."""
    lord = commander(battle, man.player)
    why = why_uncommanded(battle, lord, man)[0] if lord is not None else ""
    return f"Out of command this turn{why.removeprefix('out of command')}"


def _known(battle: Battle, man: Man) -> Iterator[Note]:
    """What his owner alone knows."""
    if man.rolled:
        yield Note(f"Acts by himself: {CHITS.get(man.chit, plain(man.rolled))}", clause="KK-ACT-02")
    elif man.chit:
        yield Note(f"His chit: {CHITS.get(man.chit, plain(man.chit))}", clause="KK-COMP-02")
    if man.free:
        yield Note("Moves freely: no enemy is known", clause="KK-CMD-19")
    elif is_measured(battle) and not man.in_command:
        yield Note(_unheard(battle, man), clause="KK-CMD-24")
    if man.unit != NOBODY and contact.is_straggler(battle, man):
        yield Note("Straggler: has lost touch with his unit", clause="KK-DEF-03")
    if man.out_of_ammo:
        yield Note("Out of ammunition", clause="KK-AMMO-04")
    order = order_of(battle, man)
    if order is not None:
        yield Note(
            f"Standing order: {order.verb} {order_words(battle, order)}", clause="KK-ORDER-04"
        )


@clause("KK-MORALE-32", "KK-MORALE-41", "KK-RALLY-01", "KK-RALLY-06")
def _reckoning(battle: Battle, man: Man) -> Iterator[Note]:
    """His next check of morale; a router's is to rally, if he still may."""
    rally = man.status == ROUTING
    if rally and not may_rally(man.failed_lord_check, has(man, "military_order")):
        yield Note("Never rallies: he ran when his lord fell", clause="KK-RALLY-06")
        return
    test = morale_tally(checking.facts_of(battle, man, rally=rally), rally)
    kind = "Rally" if rally else "Morale"
    yield from reckoning(
        test, f"{kind} check: d10, less than {test.total} holds; 1 always, 10 never"
    )
