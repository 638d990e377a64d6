"""What the captain says to his men: standing orders, signals, and units formed anew."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..basics.state import NOBODY, STEADY, UP
from ..basics.who import leader_of
from ..command import forming, orders
from ..command.hearing import commander, hears, leader_in_range
from ..command.orders_in_play import DONE, FORM, ORDER, TRANSFER, out_of_range
from ..command.signals import NO_SIGNAL
from ..ground import contact, features
from ..morale import finis
from .field.setting_up import trigger_of
from .outlook import Outlook

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.core.questions.choices import Pick, Write

    from ..basics.state import Battle, Man, Order, Unit

LEAVING: Final = 3.5  # from the lord: a turn's move may take him out of earshot
CALLED: Final = 2  # men, before a lord spends his turn on a signal
CALLED_BACK: Final = 1  # and when he stands waiting anyhow
CALLED_AWAY: Final = 3  # and when he is on his way off the table
OVERWHELMED: Final = 2  # enemies more than friends about a man who is alone among them
SPRUNG: Final = {False: 8.0, True: 16.0}  # an enemy as near as that: up and at him
COMING: Final = 20.0  # an enemy further off than that is not upon us next turn
ASTRAY: Final = 8.0  # from the lord: nearer ones are soon in earshot again if he walks
WORN: Final = 4  # losses that two dice may fall short of (KK-FINIS-02)


class Errand(NamedTuple):
    """One thing to settle before command is measured."""

    what: str = DONE
    group: str = ""
    men: tuple[int, ...] = ()
    unit: int = NOBODY


NOTHING: Final = Errand()


_last_outlook: list[Outlook] = []  # not with the view it is of: a ring would outlive the battle


def outlook_of(battle: Battle, player: str) -> Outlook:
    """How things stand, thought over once for each view."""
    for last in _last_outlook:
        if last.battle is battle and last.player == player:
            return last
    found = Outlook(battle, player)
    _last_outlook[:] = [found]
    return found


# -- standing orders


def order(battle: Battle, choice: Write) -> dict[str, Any]:
    """The entry for a group's sheet."""
    outlook = outlook_of(battle, choice.side)
    wanted = _wanted(outlook, [battle.men[key] for key in choice.about])
    return wanted if choice.allows(wanted) is None else orders.entry(orders.NONE)


def _wanted(outlook: Outlook, men: list[Man]) -> dict[str, Any]:
    """Fighters attack, or wait for the signal where the captain waits; shooters harass.

    So do riders who are to leave the table, and ride on unheard; and riders who would find spears
    before them, which alone they do not stand (KK-MORALE-04): they ride back to their lord.
    """
    trigger = _trigger(outlook)
    men = [man for man in men if man.status in UP]
    if not trigger or not men:
        return orders.entry(orders.NONE)
    if outlook.post is not None and outlook.is_late():
        return _to_hold(outlook, men, trigger)
    shy = bool(outlook.exit_edge) or outlook.faces_spears
    wary = [man for man in men if man.profile.missile or (shy and man.horse != NOBODY)]
    if len(wary) * 2 > len(men):
        return orders.entry("harass", trigger, orders.LORD)
    called = trigger.startswith("signal:")
    if called and bides(outlook) and not outlook.is_late():
        return orders.entry("defend", trigger, orders.NEAREST)
    return orders.entry("attack", trigger, _rally(outlook) if called else orders.LORD)


def _to_hold(outlook: Outlook, men: list[Man], trigger: str) -> dict[str, Any]:
    """Near the end: who is in the place stays there, others come, and clear it if they must.

    Harassers go whither they are wanted (KK-ORDER-10); attackers run at the enemy they see.
    """
    inside = [man for man in men if outlook.holds(man)]
    then = _rally(outlook)
    if len(inside) * 2 > len(men):
        return orders.entry("defend", trigger, then)
    ours = [man for man in outlook.men if outlook.holds(man)]
    theirs = [foe for foe in outlook.threats if outlook.holds(foe)]
    if len(theirs) > len(ours):
        return orders.entry("attack", trigger, then, then)
    return orders.entry("harass", trigger, then)


def _trigger(outlook: Outlook) -> str:
    """What ends the first part of every order he gives now, looked up once for each view."""
    known = outlook.battle.memo.muster
    key = ("trigger", outlook.player)
    found: str | None = known.get(key)
    if found is None:
        found = known[key] = trigger_of(outlook.battle, outlook.player)
    return found


def bides(outlook: Outlook) -> bool:
    """Whether men beyond his voice should wait: he waits himself, and nobody has come yet."""
    if not outlook.waits:
        return False
    x, y = outlook.centre
    reach = COMING * outlook.scale
    return all(hypot(foe.base.x - x, foe.base.y - y) > reach for foe in outlook.threats)


def _rally(outlook: Outlook) -> str:
    """Where they come when called: the place to be held, else the lord."""
    key = outlook.feature
    if not key:
        return orders.LORD
    return f"feature:{features.called_as(outlook.battle, key)}"


def _members(battle: Battle, group: str) -> list[Man]:
    number = int(group.partition(":")[2])
    if group.startswith("unit:"):
        return [battle.men[key] for key in battle.units[number].members]
    return [battle.men[number]]


def _waits_still(told: Order | None) -> bool:
    """Whether a group has orders to stay where it is, which must not outlast their reason."""
    return told is not None and told.part == 1 and told.verb == "defend"


def _needs_order(outlook: Outlook, group: str) -> bool:
    """Whether a group about to leave his voice would do something else than he wants."""
    battle, lord = outlook.battle, outlook.lord
    head = orders.head_of(battle, group)
    if head is None:
        return False
    now = orders.order_for(battle, group)
    near = hypot(head.base.x - lord.base.x, head.base.y - lord.base.y) < LEAVING * outlook.scale
    if near and not _waits_still(now):
        return False
    wanted = _wanted(outlook, _members(battle, group))
    if wanted["verb"] == orders.NONE:
        return False
    same = (
        now is not None
        and now.part == 1
        and (now.verb, now.trigger, now.then) == (wanted["verb"], wanted["trigger"], wanted["then"])
    )
    return not same and orders.refusal(battle, outlook.player, wanted) is None


# -- units formed anew


def _own_units(outlook: Outlook) -> Iterator[Unit]:
    for unit in outlook.battle.units:
        if unit.player == outlook.player and unit.members:
            yield unit


def _is_worn(battle: Battle, unit: Unit) -> bool:
    """Whether it may soon withdraw, but has men enough for a unit."""
    lost = finis.losses(battle, unit)
    if len(unit.members) - lost < battle.options.min_unit_size:
        return False
    return lost * (2 if finis.leader_lost(battle, unit) else 1) >= WORN


def _renewed(outlook: Outlook, unit: Unit) -> Errand:
    """A worn unit is formed anew of the men it has left: its losses count from now on."""
    battle = outlook.battle
    if not _is_worn(battle, unit):
        return NOTHING
    able = forming.reformable(battle, outlook.player)
    left = [battle.men[key] for key in unit.members if battle.men[key].status in UP]
    if not all(man in able for man in left):
        return NOTHING
    leaders = [man for man in left if forming.may_lead(man)]
    if not leaders or forming.unit_refusal(battle, left, leaders[0]) is not None:
        return NOTHING
    return Errand(FORM, men=tuple([man.id for man in left]))


def _leaderless(battle: Battle, man: Man) -> bool:
    """Whether nobody in his unit leads it or could."""
    if man.unit == NOBODY:
        return False
    unit = battle.units[man.unit]
    return leader_of(battle, unit) is None and not forming.heirs(battle, unit)


def _taken_in(outlook: Outlook) -> Errand:
    """A man of a unit without a leader goes over to one beside him that has one."""
    battle, player = outlook.battle, outlook.player
    lord = commander(battle, player)
    if lord is None:
        return NOTHING
    for man in outlook.men:
        if not _leaderless(battle, man) or man not in forming.reformable(battle, player):
            continue
        for unit in _own_units(outlook):
            leader = leader_in_range(battle, lord, unit)
            if leader is not None and man in contact.cluster(
                battle, leader, [*contact.chained(battle, unit), man]
            ):
                return Errand(TRANSFER, men=(man.id,), unit=unit.id)
    return NOTHING


# -- one thing after another


def may_have_errands(outlook: Outlook) -> bool:
    """Whether it is worth looking again next turn; judged when the chits are placed."""
    battle = outlook.battle
    if any(_is_worn(battle, unit) for unit in _own_units(outlook)):
        return True
    led = any(leader_of(battle, unit) is not None for unit in _own_units(outlook))
    if led and any(_leaderless(battle, man) for man in outlook.men):
        return True
    return any(
        _waits_still(orders.order_for(battle, group)) or _needs_order(outlook, group)
        for group in orders.groups_of(battle, outlook.player)
    )


def errand(battle: Battle, player: str) -> Errand:
    """What he sees to next, nothing being the last; thought of once for each view."""
    known = battle.memo.muster
    key = ("errand", player)
    found: Errand | None = known.get(key)
    if found is None:
        found = known[key] = _errand(battle, player)
    return found


def _errand(battle: Battle, player: str) -> Errand:
    outlook = outlook_of(battle, player)
    for unit in _own_units(outlook):
        found = _renewed(outlook, unit)
        if found.what != DONE:
            return found
    found = _taken_in(outlook)
    if found.what != DONE:
        return found
    for group in orders.groups_of(battle, player):
        if _needs_order(outlook, group) and out_of_range(battle, player, group) is None:
            return Errand(ORDER, group)
    return NOTHING


def command(battle: Battle, choice: Pick[str]) -> str:
    """The next errand, if it may be done."""
    what = errand(battle, choice.side).what
    return what if choice.lawful(what) is not None else DONE


def addressee(battle: Battle, choice: Pick[str]) -> str:
    """To whom the order goes."""
    found = errand(battle, choice.side).group
    return found if found in choice.candidates else choice.first()


def new_unit(battle: Battle, choice: Pick[Any]) -> Any:
    """Who is in the new unit."""
    found = errand(battle, choice.side)
    return found.men if found.what == FORM else choice.first()


def who_goes(battle: Battle, choice: Pick[int]) -> int:
    """Who goes over to another unit."""
    found = errand(battle, choice.side)
    return found.men[0] if found.what == TRANSFER else choice.first()


def whither(battle: Battle, choice: Pick[int]) -> int:
    """To which unit."""
    found = errand(battle, choice.side).unit
    return found if found in choice.candidates else choice.first()


# -- signals


def may_call(outlook: Outlook) -> bool:
    """Whether anybody out of earshot waits for a signal."""
    battle = outlook.battle
    for group in orders.groups_of(battle, outlook.player):
        told = orders.order_for(battle, group)
        if told is not None and told.part == 1 and told.trigger.startswith("signal:"):
            head = orders.head_of(battle, group)
            if head is not None and (told.verb == "defend" or not head.in_command):
                return True
    return False


def signal(battle: Battle, choice: Pick[str]) -> str:
    """The signal that moves most men who would otherwise do the wrong thing."""
    outlook = outlook_of(battle, choice.side)
    enough = CALLED_BACK if outlook.waits else CALLED
    most = (CALLED_AWAY if outlook.exit_edge else enough) - 1
    found = NO_SIGNAL
    for key in choice.candidates:
        count = called_by(outlook, key)
        if count > most:
            found, most = key, count
    return found


def called_by(outlook: Outlook, signal_: str) -> int:
    """How many men out of earshot wait for this signal and should have it now."""
    battle = outlook.battle
    count = 0
    for group in orders.groups_of(battle, outlook.player):
        told = orders.order_for(battle, group)
        if told is None or told.part == 2 or told.trigger != f"signal:{signal_}":
            continue
        head = orders.head_of(battle, group)
        if head is not None and _is_wanted(outlook, told, head):
            count += len([man for man in _members(battle, group) if man.status == STEADY])
    return count


def _is_wanted(outlook: Outlook, told: Order, head: Man) -> bool:
    """Whether the second part of his order is better now than the first."""
    battle, lord = outlook.battle, outlook.lord
    far = hypot(head.base.x - lord.base.x, head.base.y - lord.base.y)
    if far < ASTRAY * outlook.scale or head.stun:
        return False
    if hears(battle, lord, head) or contact.touching(battle, head):
        return False
    if told.then == orders.NEAREST:
        return not bides(outlook) or _is_near_foe(outlook, head)
    if told.then != orders.LORD:
        return outlook.is_late() and not outlook.holds(head)
    if told.verb != "attack":
        return False
    return outlook.waits or bool(outlook.exit_edge) or _is_overwhelmed(outlook, head)


def _is_overwhelmed(outlook: Outlook, head: Man) -> bool:
    """Whether so many more enemies than friends are about him that he is better called back."""
    reach = SPRUNG[head.horse != NOBODY] * outlook.scale
    x, y = head.base.x, head.base.y

    def about(men: Sequence[Man]) -> int:
        return len([one for one in men if hypot(one.base.x - x, one.base.y - y) <= reach])

    return about(outlook.threats) >= about(outlook.men) + OVERWHELMED


def _is_near_foe(outlook: Outlook, head: Man) -> bool:
    reach = SPRUNG[head.horse != NOBODY] * outlook.scale
    x, y = head.base.x, head.base.y
    return any(hypot(foe.base.x - x, foe.base.y - y) <= reach for foe in outlook.threats)
