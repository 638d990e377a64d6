"""What men do whom nobody commands: the action roll and its chit (KK-ACT).

Where that lets them go stands in bounds.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ...basics.state import NOBODY, POSTED
from ...basics.who import has, leader_of, order_of
from ...ground import contact, sight
from ...melee import arms
from ...morale.fatigue import supplies
from ...screen.events import Acts
from .. import orders
from ..dice import ActionFacts, action_row, roll_action
from ..orders_in_play import is_team
from . import chits
from .limits import EITHER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Man, Order

REJOIN, TOWARD_ENEMY = "rejoin", "toward_enemy"
WITHOUT_MELEE = {
    "move_half_melee": "move_half",
    "move_full_melee": "move_full",
    EITHER: "move_full_shoot",
}


# -- the step


@clause("KK-ACT-02", "KK-ACT-03", "KK-CMD-13")
def act(table: Table[Battle]) -> None:
    """Every figure nobody commands rolls, leaders before their men; two-way results are asked."""
    battle = table.state
    if battle.commanding:  # one player a step: what the others roll is none of his business
        roll_for(table, in_order(battle, rolling(battle, battle.commanding[0])))
    battle.commanding = battle.commanding[1:]
    if not battle.commanding:
        battle.phase = "panic"


def rolling(battle: Battle, player: str) -> list[Man]:
    """Those of his men who must roll."""
    return [
        man
        for man in chits.needing_chits(battle)
        if man.player == player and not man.in_command and not man.free
    ]


@clause("KK-ACT-03")
def in_order(battle: Battle, men: Sequence[Man]) -> list[Man]:
    """Leaders first."""
    leaders = [man for man in men if _leads(battle, man)]
    return leaders + [man for man in men if not _leads(battle, man)]


def _leads(battle: Battle, man: Man) -> bool:
    return man.unit != NOBODY and leader_of(battle, battle.units[man.unit]) is man


@clause("KK-ACT-02", "KK-ACT-30", "KK-TURN-06")
def roll_for(table: Table[Battle], men: Sequence[Man]) -> None:
    """Roll for these men in secret and mark them; who may fight or shoot is then asked which."""
    battle = table.state
    for group in dict.fromkeys([orders.group_of(man) for man in men if _settles(battle, man)]):
        orders.settle(table, group, _owner(battle, group))
    either: list[Man] = []
    for man in men:
        with table.privately((man.player,)):
            _roll(table, man)
        if man.chit == EITHER or may_search(battle, man):
            either.append(man)
    answers = table.ask_all([_which(battle, man) for man in either])
    for man, answer in zip(either, answers, strict=True):
        man.chit = answer
    for man in men:
        man.ready = man.chit in chits.SHOOTS and may_shoot(battle, man)
    for man in men:
        _load(battle, man)


@clause("KK-ORDER-24")
def _settles(battle: Battle, man: Man) -> bool:
    """Whether his group first acts on its order with him: not a straggler, nor in command range."""
    return not man.in_command and not contact.is_straggler(battle, man)


@clause("KK-ACT-29", "KK-AMMO-04")
def may_shoot(battle: Battle, man: Man) -> bool:
    """Whether a result to shoot is more than a stay: he has it in hand, and something to shoot."""
    return arms.holds_missile(man) and chits.refusal(battle, man, "shoot") is None


@clause("KK-CMD-11")
def _load(battle: Battle, man: Man) -> None:
    """Of a team only one shoots; if both could, the first of the roster or who was told to."""
    if man.ready and is_team(battle, man):
        mate = battle.men[man.partner]
        if mate.ready and (mate.id < man.id or not mate.rolled):
            man.ready, man.loader = False, True


def _owner(battle: Battle, group: str) -> str:
    kind, _, number = group.partition(":")
    return battle.units[int(number)].player if kind == "unit" else battle.men[int(number)].player


def _which(battle: Battle, man: Man) -> Pick[str]:
    if may_search(battle, man):
        plain = "move_full_melee" if man.chit == EITHER else man.chit
        key, prompt, found = "search", "looks for ammunition?", ("resupply", plain)
    else:
        key, prompt = "either", "goes forward: to fight or to shoot?"
        found = ("move_full_melee", "move_full_shoot")
    return Pick(
        man.player,
        key,
        f"{man.profile.name} {prompt}",
        found,
        label=chits.CHITS.__getitem__,
        about=(man.id,),
    )


@clause("KK-ACT-25")
def may_search(battle: Battle, man: Man) -> bool:
    """Whether one out of ammunition, beside baggage or the dead, has a result to shoot."""
    return (
        man.out_of_ammo
        and (man.chit in chits.SHOOTS or man.chit == EITHER)
        and man.rolled not in {REJOIN, TOWARD_ENEMY}
        and not contact.touching(battle, man)
        and bool(supplies_beside(battle, man))
    )


@clause("KK-ACT-02", "KK-ACT-30", "KK-ORDER-10", "KK-ORDER-21")
def _roll(table: Table[Battle], man: Man) -> None:
    """One man's die and the chit of his result."""
    battle = table.state
    order = order_of(battle, man)
    if order is not None and _may_wait(battle, man, order):
        man.rolled = man.chit = "stay"
        _note_leader(battle, man, "stay")
        return
    roll = roll_action(table, facts_of(battle, man), battle.options, man.player)
    table.tell(Acts(man.id, roll.result))
    man.rolled = roll.result
    man.chit = chit_of(battle, man, roll.result, roll.table_result, order)
    _note_leader(battle, man, roll.result)


@clause("KK-ACT-09", "KK-ACT-10", "KK-ACT-30")
def _note_leader(battle: Battle, man: Man, result: str) -> None:
    if _leads(battle, man):
        battle.units[man.unit].leader_result = result


@clause("KK-ORDER-21", "KK-ACT-17")
def _may_wait(battle: Battle, man: Man, order: Order) -> bool:
    """A defending group that sees no enemy does not roll; its stragglers come back to it."""
    if order.verb != "defend" or order.part == 2 or contact.is_straggler(battle, man):
        return False
    group = battle.units[man.unit].members if man.unit != NOBODY else (man.id,)
    return not any(
        battle.men[key].status in POSTED and sight.sees_foe(battle, battle.men[key])
        for key in group
    )


@clause("KK-ACT-11", "KK-ACT-12", "KK-ACT-13", "KK-ACT-26", "KK-PROF-09")
def facts_of(battle: Battle, man: Man) -> ActionFacts:
    """What bears on what he does."""
    order = order_of(battle, man)
    straggler = man.unit != NOBODY and contact.is_straggler(battle, man)
    leader = ""
    if man.unit != NOBODY and not _leads(battle, man) and not straggler:
        leader = battle.units[man.unit].leader_result
    return ActionFacts(
        row_of(battle, man),
        (leader if leader in RESULTS else "move_full") if leader else None,
        man.profile.class_ == "knight" or has(man, "berserk"),
        has(man, "unreliable") or man.profile.class_ == "peasant",
        man.temporary,
        man.permanent,
        order.verb if order is not None else None,
        order.part if order is not None else 1,
        order is not None and order.part == 2 and order.activated == battle.turn,
        straggler,
    )


RESULTS = frozenset((*chits.CHITS, EITHER))


@clause("KK-ACT-26", "KK-CMD-11")
def row_of(battle: Battle, man: Man) -> str:
    """The row of his main weapon; out of ammunition, or with it thrown away, the others'.

    Beside baggage or the dead it is his own again, or no result to shoot could ever let him
    search them (KK-ACT-25).
    """
    missile = "" if man.profile.missile in man.thrown else man.profile.missile
    out = man.out_of_ammo and not supplies_beside(battle, man)
    return action_row(missile, is_team(battle, man), out, battle.options)


@clause("KK-ACT-18", "KK-ACT-30", "KK-ORDER-10", "KK-ACT-25", "KK-ACT-29")
def chit_of(battle: Battle, man: Man, result: str, table_result: str, order: Order | None) -> str:
    """The chit of a result, without melee where the order keeps him from it."""
    if result == REJOIN:
        return "move_full"
    if result == TOWARD_ENEMY:
        return table_result if _fights_or_shoots(table_result) else "move_full"
    if order is not None and not _may_close(order):
        result = WITHOUT_MELEE.get(result, result)
    if result == EITHER and chits.refusal(battle, man, "shoot") is not None:
        return EITHER if man.out_of_ammo and supplies_beside(battle, man) else "move_full_melee"
    return result


def _fights_or_shoots(result: str) -> bool:
    return result in chits.SHOOTS or result in chits.FIGHTS or result == EITHER


@clause("KK-ORDER-09", "KK-ORDER-10")
def _may_close(order: Order) -> bool:
    """Harassers keep out of melee; so do second parts, unless they lead at the enemy."""
    if order.part == 2:
        return order.then == orders.NEAREST
    return order.verb != "harass"


def supplies_beside(battle: Battle, man: Man) -> list[str]:
    """Baggage and bodies he touches where he might find what he shoots with (KK-AMMO-08)."""
    return supplies.beside(battle, man)
