"""What a lord may settle before command is measured: orders, units, teams (KK-ORDER-02, 03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.measuring import within

from ..basics.state import COMMAND_RANGE, NOBODY, UP
from ..basics.tables import TABLES
from ..basics.who import able, men_of, retinue_of
from ..screen.events import Formed, Paired
from . import forming, orders
from .hearing import commander, leader_in_range

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man

DONE, ORDER, CANCEL, FORM = "done", "order", "cancel", "form"
TRANSFER, DISSOLVE, LEAD, TEAM = "transfer", "dissolve", "lead", "team"
SAID = {
    DONE: "nothing more",
    ORDER: "give a standing order",
    CANCEL: "cancel a standing order",
    FORM: "form a unit",
    TRANSFER: "send a man to another unit, or alone",
    DISSOLVE: "dissolve a unit",
    LEAD: "name another leader",
    TEAM: "pair two crossbowmen",
}
TEAM_INCHES = 1.0  # KK-CMD-12


@clause("KK-ORDER-03", "KK-DEF-25", "KK-TURN-03")
def reform(table: Table[Battle]) -> None:
    """Each lord who can command settles one thing after another until he is done."""
    battle = table.state
    left = [player for player in battle.commanding if commander(battle, player) is not None]
    if left:  # one lord a step, so that nobody need guess what another is about
        with table.privately((left[0],)):
            answer = table.ask(_question(battle, left[0]))
            if answer == DONE:
                del left[0]
            else:
                DO[answer](table, left[0])
    battle.commanding = tuple(left)
    if not left:
        battle.phase = "measure"


def _question(battle: Battle, player: str) -> Pick[str]:
    lord = battle.men[retinue_of(battle, player).lord]
    return Pick(
        player,
        "command",
        f"{lord.profile.name}: orders to give?",
        tuple(SAID),
        why_not=lambda what: _nothing_to(battle, player, what),
        label=SAID.__getitem__,
        about=(lord.id,),
        usual=DONE,
        seldom=True,
    )


def _nothing_to(battle: Battle, player: str, what: str) -> Refusal | None:
    """Why a thing cannot be done now."""
    if what == DONE:
        return None
    if what == TEAM and not battle.options.crossbow_teams:
        return Refusal("Crossbowmen work alone in this battle.", "KK-CMD-11")
    possible, reason, clause_id = POSSIBLE[what]
    return None if possible(battle, player) else Refusal(reason, clause_id)


def _cancellable(battle: Battle, player: str) -> bool:
    return any(
        orders.order_for(battle, group) is not None and _in_range(battle, player, group)
        for group in orders.groups_of(battle, player)
    )


# -- orders


@clause("KK-ORDER-02")
def groups_in_range(battle: Battle, player: str) -> list[str]:
    """Units whose leader, and single men who, stand in the lord's command range now."""
    return [g for g in orders.groups_of(battle, player) if _in_range(battle, player, g)]


@clause("KK-ORDER-02")
def out_of_range(battle: Battle, player: str, group: str) -> Refusal | None:
    """An order can be handed only to a leader or single man within 5 inches of the lord."""
    if _in_range(battle, player, group):
        return None
    return Refusal(f"{orders.name_of(battle, group)}: out of command range.", "KK-ORDER-02")


def _in_range(battle: Battle, player: str, group: str) -> bool:
    lord = commander(battle, player)
    head = orders.head_of(battle, group)
    if lord is None or head is None:
        return False
    if not within(head.base, lord.base, COMMAND_RANGE * battle.options.scale):
        return False
    if not group.startswith("unit:"):
        return True
    return leader_in_range(battle, lord, battle.units[int(group[5:])]) is not None


def _addressee(battle: Battle, player: str, *, with_order: bool) -> Pick[str]:
    groups = [
        group
        for group in orders.groups_of(battle, player)
        if not with_order or orders.order_for(battle, group) is not None
    ]
    return Pick(
        player,
        "order.to",
        "To whom?",
        groups,
        why_not=lambda group: out_of_range(battle, player, group),
        label=lambda group: orders.name_of(battle, group),
    )


@clause("KK-ORDER-02", "KK-ORDER-03")
def _give_order(table: Table[Battle], player: str) -> None:
    """A new order replaces the old one and holds from this turn."""
    battle = table.state
    group = table.ask(_addressee(battle, player, with_order=False))
    orders.give(table, group, table.ask(orders.form(battle, player, group)))


@clause("KK-ORDER-03")
def _cancel_order(table: Table[Battle], player: str) -> None:
    """Cancelling needs command range too."""
    group = table.ask(_addressee(table.state, player, with_order=True))
    orders.give(table, group, orders.entry(orders.NONE))


# -- units


def _movable(battle: Battle, player: str) -> bool:
    """Whether anybody may go to a unit in reach, or leave his."""
    return any(
        man.unit != NOBODY or _homes(battle, player, man)
        for man in forming.reformable(battle, player)
    )


def _homes(battle: Battle, player: str, man: Man) -> list[int]:
    lord = commander(battle, player)
    return [
        unit.id
        for unit in battle.units
        if unit.player == player
        and unit.id != man.unit
        and lord is not None
        and leader_in_range(battle, lord, unit) is not None
    ]


@clause("KK-DEF-25", "KK-DEF-04")
def _transfer(table: Table[Battle], player: str) -> None:
    """A man goes over to another unit in reach, or is on his own from now on."""
    battle = table.state
    chosen = table.ask(
        Pick(
            player,
            "transfer.man",
            "Who goes?",
            [man.id for man in men_of(battle, player)],
            why_not=lambda key: _stays(battle, player, battle.men[key]),
            label=lambda key: battle.men[key].profile.name,
        )
    )
    man = battle.men[chosen]
    alone = [NOBODY] if man.unit != NOBODY else []
    unit = table.ask(
        Pick(
            player,
            "transfer.unit",
            f"Where does {man.profile.name} go?",
            [*_homes(battle, player, man), *alone],
            label=lambda key: "on his own" if key == NOBODY else battle.units[key].name,
            about=(man.id,),
        )
    )
    if unit == NOBODY:
        forming.leave(battle, man)
    else:
        forming.join(battle, man, battle.units[unit])
    members = battle.units[unit].members if unit != NOBODY else (man.id,)
    table.tell(Formed(unit, members, NOBODY))


def _stays(battle: Battle, player: str, man: Man) -> Refusal | None:
    no = forming.refuse_to_reform(battle, player, man)
    if no is None and man.unit == NOBODY and not _homes(battle, player, man):
        return Refusal("No unit's leader is in command range.", "KK-DEF-25")
    return no


def _whole_units(battle: Battle, player: str) -> list[int]:
    """Units of whom everybody still standing may be re-formed."""
    able_men = forming.reformable(battle, player)
    return [
        unit.id
        for unit in battle.units
        if unit.player == player
        and any(battle.men[key].status in UP for key in unit.members)
        and all(battle.men[key] in able_men for key in unit.members if battle.men[key].status in UP)
    ]


@clause("KK-DEF-25")
def _dissolve(table: Table[Battle], player: str) -> None:
    """A unit all of whose men are in range and steady is dissolved."""
    battle = table.state
    chosen = table.ask(
        Pick(
            player,
            "dissolve",
            "Dissolve which unit?",
            _whole_units(battle, player),
            label=lambda key: battle.units[key].name,
        )
    )
    unit = battle.units[chosen]
    members = unit.members
    unit.order = None
    unit.withdrawing = False
    for key in members:
        forming.leave(battle, battle.men[key])
    table.tell(Formed(unit.id, (), NOBODY))


def _new_leaders(battle: Battle, player: str) -> list[int]:
    """Men who could take over the unit they are in."""
    return [
        man.id
        for man in forming.reformable(battle, player)
        if man.unit != NOBODY
        and battle.units[man.unit].leader != man.id
        and forming.may_lead(man)
        and _old_leader_hears(battle, player, man)
    ]


def _old_leader_hears(battle: Battle, player: str, man: Man) -> bool:
    leader = battle.units[man.unit].leader
    return leader == NOBODY or battle.men[leader] in forming.reformable(battle, player)


@clause("KK-DEF-25", "KK-DEF-07")
def _lead(table: Table[Battle], player: str) -> None:
    """Another member of rank leads the unit from now on."""
    battle = table.state
    chosen = table.ask(
        Pick(
            player,
            "lead",
            "Who leads his unit from now on?",
            _new_leaders(battle, player),
            label=lambda key: battle.men[key].profile.name,
        )
    )
    man = battle.men[chosen]
    forming.name_leader(table, battle.units[man.unit], man)


# -- crossbow teams


@clause("KK-CMD-12")
def pairs(battle: Battle, player: str) -> list[tuple[int, int]]:
    """Crossbowmen in command range within an inch of each other who are in no team."""
    men = [
        man
        for man in forming.reformable(battle, player)
        if is_crossbowman(man) and man.partner == NOBODY
    ]
    return [
        (one.id, other.id)
        for at, one in enumerate(men)
        for other in men[at + 1 :]
        if within(one.base, other.base, TEAM_INCHES * battle.options.scale)
    ]


def is_crossbowman(man: Man) -> bool:
    """Whether he shoots with a crossbow of any kind."""
    missile = man.profile.missile
    return bool(missile) and TABLES.missile[missile].readiness == "crossbow"


@clause("KK-CMD-12")
def is_team(battle: Battle, man: Man) -> bool:
    """Whether he and his partner are both able and within an inch of each other."""
    if man.partner == NOBODY or not battle.options.crossbow_teams:
        return False
    other = battle.men[man.partner]
    return (
        other.partner == man.id
        and able(man)
        and able(other)
        and within(man.base, other.base, TEAM_INCHES * battle.options.scale)
    )


@clause("KK-CMD-11")
def _pair(table: Table[Battle], player: str) -> None:
    """Two crossbowmen work together: who has the chit to shoot shoots, the other loads."""
    battle = table.state
    found = pairs(battle, player)
    chosen = table.ask(
        Pick(
            player,
            "team",
            "Which two work together?",
            range(len(found)),
            label=lambda at: " and ".join(battle.men[key].profile.name for key in found[at]),
        )
    )
    one, other = found[chosen]
    battle.men[one].partner, battle.men[other].partner = other, one
    table.tell(Paired((one, other)))


DO = {
    ORDER: _give_order,
    CANCEL: _cancel_order,
    FORM: forming.form_unit,
    TRANSFER: _transfer,
    DISSOLVE: _dissolve,
    LEAD: _lead,
    TEAM: _pair,
}
POSSIBLE: dict[str, tuple[Callable[[Battle, str], object], str, str]] = {
    ORDER: (groups_in_range, "Nobody who could be given one is in range.", "KK-ORDER-02"),
    CANCEL: (_cancellable, "Nobody under an order is in range.", "KK-ORDER-03"),
    FORM: (forming.bodies, "No body of men in range could be a unit.", "KK-DEF-25"),
    TRANSFER: (_movable, "Nobody in range could go elsewhere.", "KK-DEF-25"),
    DISSOLVE: (_whole_units, "No whole unit is in range.", "KK-DEF-25"),
    LEAD: (_new_leaders, "Nobody else in range could lead.", "KK-DEF-07"),
    TEAM: (pairs, "No two crossbowmen stand side by side in range.", "KK-CMD-12"),
}
