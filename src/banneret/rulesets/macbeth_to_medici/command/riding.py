"""Step 1: officers ride, lead units in person, align brigades, send messengers (MM-TURN-02, 03)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.measuring import gap

from ..basics.state import ALIVE, ERRATIC, FLED, NOBODY, SLAIN, STEADY, Messenger
from ..basics.who import distance, enemies_of, is_engaged, officers_of, unbroken, units_of
from ..ground.sight import officer_sees
from ..movement.rates import is_immobile
from ..movement.riders import (
    TOUCH,
    ask_ride,
    distance_to,
    flee_home,
    ride_messenger,
    ride_to_unit,
    ride_towards,
    stand_by,
    stand_of,
    touches_unit,
)
from ..screen.deeds import Brigaded, Duel, Leads, MessengerGone, MessengerSent
from ..screen.events import ride_of
from ..setup.hiding import look_out
from .fates import become_temper, calm_down, lose_officer
from .tempers import BetrayalDuel, betrayal_duel, radius

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Officer, Unit

TOGETHER = 3.0  # inches between units of a brigade (MM-MOVE-21)
DOUBTFUL_UNTIL = 12  # inches of the enemy (MM-SETUP-23)
MESSAGES = ("attack", "advance", "hold", "support", "reserve", "withdraw")


# -- compulsory moves


@clause("MM-TURN-03", "MM-OFFICER-34", "MM-OFFICER-36", "MM-OFFICER-43", "MM-OFFICER-06")
def compulsory(table: Table[Battle]) -> None:
    """Betrayers, officers in flight, the Enraged: they move before anybody else."""
    battle = table.state
    for officer in battle.officers:
        if officer.fate != ALIVE:
            continue
        _settle_grudge(table, officer)
        if officer.betrayed:
            _ride_at_friend(table, officer)
        elif officer.fleeing:
            if flee_home(table, officer):
                lose_officer(table, officer, FLED, "fled the field")
        elif officer.temper == "enraged":
            _lead_on(table, officer)
    battle.phase = "officers"


@clause("MM-OFFICER-36", "MM-OFFICER-37", "MM-OFFICER-38")
def _ride_at_friend(table: Table[Battle], officer: Officer) -> None:
    """A betrayer rides 18 inches at the nearest friendly officer and fights him on contact."""
    battle = table.state
    friends = [o for o in officers_of(battle, officer.side) if o.id != officer.id]
    officer.leading = NOBODY
    if not friends:
        officer.betrayed = False
        return
    victim = min(friends, key=lambda o: (hypot(o.x - officer.x, o.y - officer.y), o.id))
    there = ride_towards(officer, (victim.x, victim.y))
    table.tell(ride_of(officer))
    if there:
        _duel(table, officer, victim)


@clause("MM-OFFICER-37", "MM-OFFICER-38")
def _duel(table: Table[Battle], betrayer: Officer, victim: Officer) -> None:
    """The lower is slain, the winner Shaken; a tie slays both."""
    found = betrayal_duel(
        table, BetrayalDuel(betrayer_die=betrayer.die, victim_die=victim.die)
    ).result
    betrayer.betrayed = False
    fates = (found["betrayer"], found["victim"])
    table.tell(Duel(betrayer.id, victim.id, fates, "betrayal"))
    for officer, fate in ((betrayer, fates[0]), (victim, fates[1])):
        if fate == "slain":
            lose_officer(table, officer, SLAIN, "slain by a friend")
        else:
            become_temper(table, officer, "shaken")


@clause("MM-OFFICER-18", "MM-OFFICER-34")
def _lead_on(table: Table[Battle], officer: Officer) -> None:
    """An Enraged officer who leads nobody rides to the nearest unit of his battle and leads it."""
    battle = table.state
    if officer.leading != NOBODY:
        return
    mine = [u for u in units_of(battle, officer.side) if u.ward == officer.ward]
    mine = unbroken(mine) or mine
    if not mine:
        return
    unit = min(mine, key=lambda u: (distance_to(battle, officer, u), u.number))
    there = ride_to_unit(battle, officer, unit)
    table.tell(ride_of(officer))
    if there:
        lead(table, officer, unit)


@clause("MM-OFFICER-06")
def _settle_grudge(table: Table[Battle], officer: Officer) -> None:
    """When the enemy he hated is gone, the officer is merely Rash."""
    if officer.grudge == NOBODY or table.state.officers[officer.grudge].fate == ALIVE:
        return
    officer.grudge = NOBODY
    if officer.temper == "enraged" and not officer.snapped:
        calm_down(table, officer)


# -- one officer after another


@clause("MM-TURN-02", "MM-OFFICER-13", "MM-OFFICER-14")
def officers(table: Table[Battle]) -> None:
    """The next officer rides, leads, aligns a brigade, sends a messenger."""
    battle = table.state
    if not battle.queue:
        battle.phase = "messengers"
        return
    officer = battle.officers[battle.queue[0]]
    battle.queue = battle.queue[1:]
    if officer.fate != ALIVE or officer.betrayed or officer.fleeing:
        return
    if officer.temper != "enraged":
        ask_ride(table, officer)
    if not is_doubtful(battle, officer):
        _ask_lead(table, officer)
        _ask_brigade(table, officer)
    _ask_message(table, officer)


@clause("MM-SETUP-23")
def is_doubtful(battle: Battle, officer: Officer) -> bool:
    """Whether his loyalty is in doubt and no enemy is near enough to decide him."""
    ward = battle.wards[officer.ward]
    if not ward.doubtful:
        return False
    return not any(
        distance(battle, unit, foe) <= DOUBTFUL_UNTIL
        for unit in units_of(battle, officer.side)
        if unit.ward == officer.ward
        for foe in enemies_of(battle, unit)
    )


# -- leading


@clause("MM-OFFICER-13", "MM-CONTROL-05")
def _ask_lead(table: Table[Battle], officer: Officer) -> None:
    """An officer whose stand touches friendly units may lead one of them in person."""
    battle = table.state
    if officer.temper == "enraged" and officer.leading != NOBODY:
        return
    near = [u for u in units_of(battle, officer.side) if touches_unit(battle, officer, u)]
    before = officer.leading
    officer.leading = NOBODY
    if not near:
        return
    keys = (*[str(u.id) for u in near], "none")
    usual = str(before) if str(before) in keys else keys[0]
    answer = table.ask(
        Pick(
            officer.side,
            "lead",
            f"Whom does {officer.name} lead?",
            keys,
            label=lambda key: "Nobody" if key == "none" else battle.units[int(key)].profile.name,
            about=(1000 + officer.id,),
            usual=usual,
        )
    )
    if answer != "none":
        lead(table, officer, battle.units[int(answer)])


def lead(table: Table[Battle], officer: Officer, unit: Unit) -> None:
    """Lead a unit in person: one officer for each unit, one unit for each officer."""
    battle = table.state
    for other in battle.officers:
        if other.leading == unit.id and other.id != officer.id:
            other.leading = NOBODY
    officer.leading = unit.id
    officer.led_last = unit.id
    stand_by(battle, officer, unit)
    table.tell(Leads(officer.id, unit.id, officer.side))


# -- brigades


@clause("MM-MOVE-19", "MM-MOVE-20", "MM-MOVE-21", "MM-OFFICER-11", "MM-OFFICER-16")
def brigade_refusal(battle: Battle, officer: Officer, units: tuple[int, ...]) -> Refusal | None:
    """Why these units cannot be aligned on his standard."""
    if not units:
        return None
    if len(units) == 1:
        return Refusal("one unit alone is no brigade", "MM-MOVE-21")
    if len(units) > officer.command:
        return Refusal("more units than his Command", "MM-MOVE-19")
    for key in units:
        why = unit_refusal(battle, officer, battle.units[key])
        if why is not None:
            return why
    if not _hang_together(battle, units):
        return Refusal("units of a brigade stand within 3 inches of another", "MM-MOVE-21")
    return None


def unit_refusal(battle: Battle, officer: Officer, unit: Unit) -> Refusal | None:
    """Why one unit cannot be aligned on his standard."""
    reach = radius(officer.leadership, officer.command, regular=officer.origin == "regular")
    if unit.profile.origin == "tribal":
        return Refusal("tribal units are not brigaded", "MM-MOVE-20")
    if is_immobile(unit):
        return Refusal("a bombard never moves", "MM-MOVE-10")
    if not unit.formed or unit.reforming:
        return Refusal("an unformed unit is not brigaded", "MM-UNIT-46")
    if unit.morale not in (STEADY, ERRATIC):
        return Refusal("only Steady or Erratic units are brigaded", "MM-MOVE-21")
    if is_engaged(battle, unit):
        return Refusal("engaged units are not brigaded", "MM-MOVE-21")
    if distance_to(battle, officer, unit) > reach + 0.001:
        return Refusal(f"beyond his Command Radius of {reach}", "MM-OFFICER-11")
    if not officer_sees(battle, officer, unit):
        return Refusal("out of his sight", "MM-OFFICER-11")
    if unit.ward != officer.ward and not _may_borrow(battle, officer, unit):
        return Refusal("not of his battle", "MM-OFFICER-16")
    return None


@clause("MM-OFFICER-16")
def _may_borrow(battle: Battle, officer: Officer, unit: Unit) -> bool:
    """The C-in-C may brigade units whose own officer is lost."""
    own = battle.officers[battle.wards[unit.ward].officer]
    return officer.chief and own.fate != ALIVE


def _hang_together(battle: Battle, units: tuple[int, ...]) -> bool:
    left = [battle.units[key] for key in units[1:]]
    joined = [battle.units[units[0]]]
    while left:
        near = [u for u in left if any(distance(battle, u, one) <= TOGETHER for one in joined)]
        if not near:
            return False
        joined += near
        left = [u for u in left if u not in near]
    return True


def _ask_brigade(table: Table[Battle], officer: Officer) -> None:
    battle = table.state
    free = [u for u in units_of(battle, officer.side) if unit_refusal(battle, officer, u) is None]
    taken = {key for o in battle.officers for key in o.brigade}
    free = [u for u in free if u.id not in taken]
    sets = _brigades(battle, officer, free)
    if len(sets) < 2:
        return
    units = table.ask(
        Pick(
            officer.side,
            "brigade",
            f"Who aligns on {officer.name}, to move as one body?",
            [u.id for u in free],
            label=lambda key: battle.units[key].profile.name,
            least=0,
            most=officer.command,
            allows=lambda some: brigade_refusal(battle, officer, some),
            sets=lambda: sets,
            about=(1000 + officer.id,),
            usual=max(sets, key=len),
        )
    )
    if units:
        align(table, officer, tuple(units))


def align(table: Table[Battle], officer: Officer, units: tuple[int, ...]) -> None:
    """Form a brigade for this turn."""
    officer.brigade = units
    for key in units:
        table.state.units[key].deeds.brigade = officer.id
    table.tell(Brigaded(officer.id, units, officer.side))


def _brigades(battle: Battle, officer: Officer, free: list[Unit]) -> list[tuple[int, ...]]:
    """Some brigades he could form: none, and as many as he can of those that hang together."""
    found: list[tuple[int, ...]] = [()]
    for start in free[:4]:
        some = [start]
        for unit in sorted(free, key=lambda u: distance(battle, start, u)):
            if (
                len(some) < officer.command
                and unit not in some
                and any(distance(battle, unit, one) <= TOGETHER for one in some)
            ):
                some.append(unit)
        keys = tuple(sorted(u.id for u in some))
        if len(keys) > 1 and keys not in found:
            found.append(keys)
    return found


# -- messengers


@clause("MM-SETUP-12", "MM-OFFICER-16", "MM-TURN-14")
def _ask_message(table: Table[Battle], officer: Officer) -> None:
    """The C-in-C gives orders by word of mouth, and sends one subordinate a messenger."""
    if not officer.chief:
        return
    told: set[int] = set()  # one order for each battle in a turn
    while (given := _ask_order(table, officer, told)) is not None:
        told.add(given[0])
        if not send(table, officer, *given):
            return


def _ask_order(table: Table[Battle], officer: Officer, told: set[int]) -> tuple[int, str] | None:
    """Ask for one order to a battle that has had none; None: no more."""
    battle = table.state
    out = sum([m.sender == officer.id and m.fate == "riding" for m in battle.messengers])
    orders = {
        f"{ward.id}:{order}": (ward.id, order)
        for ward in battle.wards
        if ward.side == officer.side and not ward.bound and _hears(battle, ward.officer)
        if ward.id not in told
        if out < officer.command or in_earshot(officer, battle.officers[ward.officer])
        for order in MESSAGES
    }
    if not orders:
        return None
    # The answer is read by all of them: which order a battle has shows in no number of questions.
    offered = [key for key, (ward, order) in orders.items() if battle.wards[ward].order != order]
    answer: str = table.ask(
        Pick(
            officer.side,
            "message",
            f"{officer.name} gives a new order?",
            ("none", *offered),
            label=lambda key: "No" if key == "none" else _order_words(battle, *orders[key]),
            about=(1000 + officer.id,),
            usual="none",
        ),
        (officer.side,),
    )
    return orders.get(answer)


def _hears(battle: Battle, officer: int) -> bool:
    return battle.officers[officer].fate == ALIVE


def _order_words(battle: Battle, ward: int, order: str) -> str:
    return f"{battle.wards[ward].name}: {order}"


@clause("MM-SETUP-12", "MM-SETUP-26")
def send(table: Table[Battle], officer: Officer, ward: int, order: str, text: str = "") -> bool:
    """Speak to one whose stand touches his own, or send a rider; tell whether he spoke."""
    from .messages import give_order  # noqa: PLC0415  # messages end what is begun here

    battle = table.state
    to = battle.officers[battle.wards[ward].officer]
    if in_earshot(officer, to):
        give_order(table, battle.wards[ward], order)
        return True
    rider = Messenger(
        len(battle.messengers),
        officer.side,
        officer.id,
        to.id,
        officer.x,
        officer.y,
        order=order,
        text=text,
    )
    battle.messengers.append(rider)
    table.tell(MessengerSent(rider.id, officer.id, to.id, officer.side))
    return False


@clause("MM-SETUP-12")
def in_earshot(officer: Officer, to: Officer) -> bool:
    """Whether he needs no messenger: himself, or one whose stand touches his."""
    return to.id == officer.id or gap(stand_of(officer), stand_of(to)) <= TOUCH


@clause("MM-SETUP-12", "MM-OFFICER-14")
def messengers(table: Table[Battle]) -> None:
    """All messengers ride 18 inches; near an unbroken enemy they are lost."""
    battle = table.state
    for rider in battle.messengers:
        if rider.fate != "riding":
            continue
        ride_messenger(battle, rider)
        if rider.fate != "riding":
            table.tell(MessengerGone(rider.id, rider.to, rider.fate, rider.side))
    look_out(table)
    battle.phase = "messages"
