"""The same battle with other secrets: for the test that nothing hidden shows (KK-TURN-06).

What is varied here fits everything that lies open. Left as it is stays what would change the
moment at which somebody else must answer, for that cannot be hidden: which of his rolls leave him
a choice, whether a unit is without a leader, which unit has a trumpeter or flag, who of his men
still has to shoot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...basics.state import NOBODY, STEADY, Declared, Order, changed, clone
from ...basics.who import leader_of
from ...command.action.chits import FIGHTERS_CHITS, SHOOTERS_CHITS, SHOOTS
from ...command.hearing import commander
from ...command.orders_in_play import is_crossbowman
from .view import side_of

if TYPE_CHECKING:
    from banneret.core.questions.choices import Chance

    from ...basics.state import Battle, Man, Retinue, Unit

# Where what a unit or an order leads to is asked or rolled at once, or ranks show themselves.
_ACTION = frozenset(("chits", "action"))
_RANKS = frozenset((
    "charge_checks", "move", "reorganise", "batter", "movement_checks", "targets", "shoot",
    "shooting_end", "choose", "gallop", "fights", "melee_end",
))  # fmt: skip
_LAID = frozenset(("panic", "roll_declaration", "declare"))


def vary_hidden(battle: Battle, player: str | None, chance: Chance) -> Battle:
    """The same battle with other secrets kept from a player."""
    other = clone(battle)
    side = side_of(battle, player)
    for man in other.men:
        if man.side != side:
            _skills(man, chance)
            _chit(other, man, chance)
    if any(commander(other, one.player) is not None for one in other.retinues):
        for retinue in other.retinues:
            if retinue.side != side:
                _retinue(other, retinue, chance)
    changed(other)
    return other


def _skills(man: Man, chance: Chance) -> None:
    profile = man.profile
    man.profile = msgspec.structs.replace(
        profile,
        morale=1 + chance.die(9),
        melee=1 + chance.die(9),
        shooting=chance.die(10) if profile.missile else 0,
        bonus=chance.die(4) - 1,
    )


def _chit(battle: Battle, man: Man, chance: Chance) -> None:
    """Another chit face down, rolled for or not, and what would be said of it."""
    if not man.chit or man.declared is not None or man.status != STEADY:
        return
    kinds = SHOOTERS_CHITS if man.profile.missile else FIGHTERS_CHITS
    man.chit = kinds[chance.die(len(kinds)) - 1]
    if battle.phase not in _LAID:
        return
    man.ready = bool(man.profile.missile) and _coin(chance)
    man.loaded = False
    man.rolled = man.chit if _coin(chance) else ""
    man.in_command = not man.rolled
    man.free = False
    if man.planned is not None:
        man.planned = Declared(run=man.horse == NOBODY and _coin(chance))


def _retinue(battle: Battle, retinue: Retinue, chance: Chance) -> None:
    """Other units under other orders, other quivers, and another idea of where the enemy is."""
    own = [man for man in battle.men if man.player == retinue.player]
    units = [unit for unit in battle.units if unit.player == retinue.player and unit.members]
    if battle.phase not in _ACTION and not _will_roll(battle, own):
        _quivers(own, chance)
        _orders(retinue, own, units, chance)
        if battle.phase not in _RANKS:
            _members(battle, units, chance)
    retinue.free = _coin(chance)
    retinue.known = retinue.suspected = ()


def _will_roll(battle: Battle, men: list[Man]) -> bool:
    """Whether somebody left without a chit rolls for his action before the next question."""
    return battle.phase in _LAID and any(not man.chit and man.declared is None for man in men)


def _quivers(men: list[Man], chance: Chance) -> None:
    """Who has arrows left, and who loads for whom."""
    at_work = {key for man in men if man.loaded for key in (man.id, man.partner)}
    for man in men:
        if man.profile.missile and not man.resupply and man.chit not in SHOOTS:
            man.out_of_ammo = _coin(chance)
        if is_crossbowman(man) and man.id not in at_work:
            man.partner, man.loader = NOBODY, False


def _orders(retinue: Retinue, men: list[Man], units: list[Unit], chance: Chance) -> None:
    for unit in units:
        unit.order = _order(unit.order, chance)
        unit.name = f"body {chance.die(99)}"
        unit.original = unit.original + chance.die(3) - 1
        unit.post = (float(chance.die(40)), float(chance.die(40)))
    orders = dict(retinue.orders)
    single = [man.id for man in men if man.unit == NOBODY and man.id != retinue.lord]
    for key in single:
        order = _order(orders.pop(key, None), chance)
        if order is not None:
            orders[key] = order
    retinue.orders = tuple(sorted(orders.items()))


def _order(order: Order | None, chance: Chance) -> Order | None:
    """Another order, or none; one that waits for an event goes on waiting, dice for dice."""
    signal = ("signal:trumpet", "signal:flag", "signal:fire")[chance.die(3) - 1]
    if order is not None and order.part == 1 and order.verb == "defend":  # may spare him the die
        then = ("lord", "nearest_enemy")[chance.die(2) - 1]
        trigger = signal if order.trigger.startswith("signal:") else order.trigger
        return msgspec.structs.replace(order, trigger=trigger, then=then, words="otherwise")
    if order is not None and order.part == 1 and not order.trigger.startswith("signal:"):
        return msgspec.structs.replace(order, then="lord", words="otherwise")
    if _coin(chance):
        return None
    verb = ("attack", "harass")[chance.die(2) - 1]
    part, turn = (2, chance.die(9)) if _coin(chance) else (1, 0)
    return Order(verb, signal, "lord", words="otherwise", part=part, activated=turn)


def _members(battle: Battle, units: list[Unit], chance: Chance) -> None:
    """Some men are of another unit than they seem, or of none; led units stay led."""
    led = [unit for unit in units if _is_led(battle, unit) and not _signals(battle, unit)]
    for unit in led:
        for key in unit.members:
            man = battle.men[key]
            if key != unit.leader and man.status == STEADY and _coin(chance):
                _send(battle, man, [NOBODY, *(one.id for one in led)][chance.die(len(led) + 1) - 1])


def _is_led(battle: Battle, unit: Unit) -> bool:
    return leader_of(battle, unit) is not None and not unit.withdrawing


def _signals(battle: Battle, unit: Unit) -> bool:
    """Whether its cohesion decides if the lord can signal, which he is then asked (KK-ORDER-19)."""
    return any(battle.men[key].profile.signal for key in unit.members)


def _send(battle: Battle, man: Man, to: int) -> None:
    old = battle.units[man.unit]
    old.members = tuple([key for key in old.members if key != man.id])
    man.unit = to
    if to != NOBODY:
        new = battle.units[to]
        new.members = tuple(sorted((*new.members, man.id)))


def _coin(chance: Chance) -> bool:
    return chance.die(2) == 1
