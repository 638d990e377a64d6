"""Step 9: reaction movement: routs and evades, charges, then all other moves (MM-INIT-11, 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics.state import (
    BROKEN,
    COUNTER,
    EVADE,
    FEIGN,
    HIDDEN,
    IMPETUOUS,
    ON_TABLE,
    SIDES,
    changed,
)
from ..basics.who import distance, enemies_of, is_engaged, is_gunne, is_led, leader_of, on_table
from ..command.obedience import why_not_idle
from ..command.states import lose_elements, unform
from ..fighting.charge.aiming import aim_at, rush_target, why_never
from ..fighting.charge.declaring import chargers_of
from ..fighting.charge.fleeing import (
    abandon,
    ask_halt,
    evade,
    evade_inches,
    face_after,
    may_halt,
    nearest_unbroken,
    rout,
)
from ..fighting.charge.rushing import charge_left, double_at, meet_halfway, rush, still_charging
from ..screen.events import ChargeEnded, HeldBack, Sprung
from ..setup.arrivals import enter
from ..setup.hiding import look_out
from .choosing import ask_movers, brigade_of, in_order, moves_last
from .drilling import carry_out, question
from .facing import ask_turns
from .rates import is_immobile, rate, rout_rate
from .reforming import stop_reforming, tick

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Unit

_EPS = 0.01
_FAR_FROM_ENEMY = 24.0


@clause("MM-INIT-11", "MM-INIT-12", "MM-TURN-07", "MM-TURN-08", "MM-MOVE-09")
def reaction_moves(table: Table[Battle]) -> None:
    """One unit at a time: who flees, who charges, then who else moves."""
    battle = table.state
    stage = battle.stage
    if stage == "":
        tick(table)
        _losses_every_turn(table)
        battle.queue = tuple([one.id for one in in_order(battle, _fugitives(battle))])
        battle.stage = "flights"
    elif stage == "choose":
        _choose(table)
    elif battle.queue:
        unit = battle.units[battle.queue[0]]
        battle.queue = battle.queue[1:]
        if unit.where == ON_TABLE:
            _MOVES[stage](table, unit)
            look_out(table)
    elif stage == "flights":
        battle.queue = tuple([one.id for one in in_order(battle, _chargers(battle))])
        battle.stage = "charges"
    elif stage == "charges":
        _fell_short(table)
        enter(table)
        ask_turns(table, in_order(battle, on_table(battle)))
        battle.stage = "choose"
    else:
        battle.stage = ""
        battle.phase = "impact"


@clause("MM-CHARGE-33", "MM-CHARGE-27")
def _losses_every_turn(table: Table[Battle]) -> None:
    """With the option, Impetuous and Broken units lose elements for their hits again."""
    battle = table.state
    if not battle.options.losses_every_turn:
        return
    for unit in list(on_table(battle)):
        if unit.morale in (IMPETUOUS, BROKEN) and unit.entered < battle.turn and unit.hits:
            lose_elements(table, unit, unit.hits, "melting away")


# -- flights


def _fugitives(battle: Battle) -> list[Unit]:
    return [
        one
        for one in on_table(battle)
        if (one.morale == BROKEN and not one.deeds.routed)
        or (one.deeds.response in (EVADE, FEIGN) and one.morale not in (BROKEN, IMPETUOUS))
    ]


def still_charged(battle: Battle, unit: Unit) -> bool:
    """Whether any charge on a unit is still going (MM-CHARGE-38)."""
    return any(
        battle.units[one].morale != BROKEN and not is_engaged(battle, battle.units[one])
        for one in chargers_of(battle, unit)
    )


def _flee(table: Table[Battle], unit: Unit) -> None:
    battle = table.state
    if unit.morale == BROKEN:
        pursued = still_charged(battle, unit)
        if unit.deeds.routed or (not pursued and may_halt(battle, unit) and ask_halt(table, unit)):
            return
        rout(table, unit, pursued=pursued)
    elif is_engaged(battle, unit):
        return
    elif unit.deeds.response == FEIGN:
        _feint(table, unit)
    elif unit.deeds.response == EVADE:
        _evade(table, unit)


@clause("MM-CHARGE-19")
def _feint(table: Table[Battle], unit: Unit) -> None:
    """A feigned flight moves at the rout rate away from the nearest enemy."""
    foe = nearest_unbroken(table.state, unit)
    if foe is None:
        return
    went = evade(table, unit, foe, rout_rate(unit), "feign")
    unit.deeds.evaded = True
    unit.deeds.moved_later = round(unit.deeds.moved_later + went, 3)


@clause("MM-CHARGE-18", "MM-CHARGE-38", "MM-MOVE-10")
def _evade(table: Table[Battle], unit: Unit) -> None:
    """Evade from the nearest charger; if none is still coming the owner may let it stay."""
    battle = table.state
    if is_gunne(unit):
        abandon(table, unit)
        return
    if not still_charged(battle, unit):
        answer = table.ask(
            Pick(
                unit.side,
                "evade",
                f"Nobody charges {unit.profile.name} any more",
                ("stay", "evade"),
                label={"stay": "Stay", "evade": "Evade all the same"}.__getitem__,
                about=(unit.id,),
                usual="stay",
            )
        )
        if answer == "stay":
            return
    foes = [battle.units[one] for one in chargers_of(battle, unit)]
    foe = min(foes, key=lambda one: (distance(battle, unit, one), one.number), default=None)
    foe = foe or nearest_unbroken(battle, unit)
    if foe is None:
        return
    went = evade(table, unit, foe, evade_inches(unit, 9, None))
    unit.deeds.evaded = True
    unit.deeds.used = round(unit.deeds.used + went, 3)
    unit.deeds.moved_later = round(unit.deeds.moved_later + went, 3)
    if went > 0.0 and unit.where == ON_TABLE:
        face_after(table, unit, foe)


# -- charges


def _chargers(battle: Battle) -> list[Unit]:
    found = [
        one
        for one in on_table(battle)
        if one.morale != BROKEN
        and not is_engaged(battle, one)
        and (still_charging(one) or one.morale == IMPETUOUS or _shaken_off(battle, one))
    ]
    return [one for one in found if not is_gunne(one)]


@clause("MM-INIT-10")
def _shaken_off(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that broke off from a unit this turn and that it may follow."""
    return [one for one in enemies_of(battle, unit) if unit.id in one.deeds.shook_off]


def _charge(table: Table[Battle], unit: Unit) -> None:
    battle = table.state
    if unit.morale == BROKEN or is_engaged(battle, unit):
        return
    if still_charging(unit):
        _press_home(table, unit)
        if unit.where == ON_TABLE and not is_engaged(battle, unit):
            unit.deeds.short = True
    elif unit.morale == IMPETUOUS:
        _goaded(table, unit)
    else:
        _follow(table, unit)


@clause("MM-CHARGE-16", "MM-CHARGE-17", "MM-CHARGE-38")
def _press_home(table: Table[Battle], unit: Unit) -> None:
    """Charge, or meet a counter-charge between the two."""
    battle = table.state
    target = battle.units[unit.deeds.charge]
    left = charge_left(battle, unit, 9, 0.0)
    mutual = still_charging(target) and target.deeds.charge == unit.id
    if mutual and target.where == ON_TABLE and not is_engaged(battle, target):
        one, other = (target, unit) if unit.deeds.response == COUNTER else (unit, target)
        meet_halfway(table, one, other)
        return
    if unit.deeds.response == COUNTER and target.where == ON_TABLE and target.deeds.stopped:
        left = _alone(table, unit, target, left)
    elif target.where == ON_TABLE and (target.deeds.evaded or target.deeds.routed):
        left = _chase(table, unit, target, left)
    rush(table, unit, left, 9)


@clause("MM-CHARGE-17")
def _alone(table: Table[Battle], unit: Unit, target: Unit, left: float) -> float:
    """A counter-charger whose charger stopped may go on if it can reach; else it halts halfway."""
    battle = table.state
    between = distance(battle, unit, target)
    if between > left:
        return min(left, between / 2)
    if unit.morale == IMPETUOUS:
        return left
    answer = table.ask(
        Pick(
            unit.side,
            "go_on",
            f"{target.profile.name} have stopped: do {unit.profile.name} go on?",
            ("on", "halt"),
            label={"on": "Charge home", "halt": "Halt halfway"}.__getitem__,
            about=(unit.id,),
            usual="on",
        )
    )
    return left if answer == "on" else min(left, between / 2)


@clause("MM-CHARGE-16", "MM-CHARGE-20")
def _chase(table: Table[Battle], unit: Unit, target: Unit, left: float) -> float:
    """A charger that cannot catch its target may stop after its original gap.

    Not who presses on after prey that broke, or seems to: he goes to the limit of his move.
    """
    battle = table.state
    aim = aim_at(battle, unit, target)
    driven = unit.deeds.pressing or unit.morale == IMPETUOUS
    if driven or (aim is not None and aim.inches <= left):
        return left
    least = max(0.0, min(left, unit.deeds.gap - unit.deeds.used))
    if least >= left - 0.25:
        return left
    answer = table.ask(
        Pick(
            unit.side,
            "chase",
            f"{unit.profile.name} cannot catch {target.profile.name}",
            ("full", "stop"),
            label={"full": "Run on", "stop": "Stop where they stood"}.__getitem__,
            about=(unit.id,),
            usual="stop",
        )
    )
    return left if answer == "full" else least


@clause("MM-CHARGE-27", "MM-CHARGE-26")
def _goaded(table: Table[Battle], unit: Unit) -> None:
    """An Impetuous unit charges the nearest enemy in reach, or moves straight at it."""
    battle = table.state
    if unit.deeds.planted:
        return
    left = charge_left(battle, unit, 9, 0.0)
    fresh = unit.entered == battle.turn  # others had their chance to declare in step 4
    target = rush_target(battle, unit, left) if fresh else None
    if unit.deeds.moved_first and unit.deeds.rate in ("march", "normal"):
        unform(table, unit)  # a move that turns into a charge mixes rates (MM-MOVE-27)
    if target is not None:
        deeds = unit.deeds
        deeds.charge, deeds.goaded = target.id, True
        deeds.stopped = False
        deeds.start = (unit.x, unit.y)
        deeds.gap = round(distance(battle, unit, target), 3)
        rush(table, unit, left, 9)
        return
    leader = leader_of(battle, unit)
    if leader is not None and leader.temper != "enraged" and not fresh:
        answer = table.ask(
            Pick(
                unit.side,
                "hold",
                f"{unit.profile.name} would run at the enemy",
                ("hold", "let"),
                label={"hold": f"{leader.name} holds them", "let": "Let them"}.__getitem__,
                about=(unit.id,),
                usual="hold",
            )
        )
        if answer == "hold":
            unit.deeds.held = True
            table.tell(HeldBack(unit.id))
            return
    foe = rush_target(battle, unit, 1e6) or nearest_unbroken(battle, unit)
    if foe is not None:
        double_at(table, unit, foe)


@clause("MM-INIT-10", "MM-INIT-13")
def _follow(table: Table[Battle], unit: Unit) -> None:
    """Follow an enemy that broke off, at the charge rate, if it is allowed to charge."""
    battle = table.state
    foes = [one for one in _shaken_off(battle, unit) if one.where == ON_TABLE]
    if not foes or why_never(battle, unit) is not None:
        return
    foe = min(foes, key=lambda one: (distance(battle, unit, one), one.number))
    if aim_at(battle, unit, foe) is None:
        return
    answer = table.ask(
        Pick(
            unit.side,
            "follow",
            f"{foe.profile.name} broke off: do {unit.profile.name} follow?",
            ("follow", "stay"),
            label={"follow": "Follow them", "stay": "Stay"}.__getitem__,
            about=(unit.id,),
        )
    )
    if answer == "follow":
        unit.deeds.charge = foe.id
        unit.deeds.start = (unit.x, unit.y)
        unit.deeds.gap = round(distance(battle, unit, foe), 3)
        rush(table, unit, charge_left(battle, unit, 9, 0.0), 9)


@clause("MM-CHARGE-24")
def _fell_short(table: Table[Battle]) -> None:
    """Charges that touched nobody halt where they are; they count as having charged.

    Who rode down its prey, or caught it reforming, has touched somebody.
    """
    battle = table.state
    for unit in on_table(battle):
        if still_charging(unit) and not is_engaged(battle, unit) and unit.morale != BROKEN:
            unit.deeds.stopped = True
            if unit.id not in battle.units[unit.deeds.charge].deeds.ridden_by:
                table.tell(ChargeEnded(unit.id, "falls short"))


# -- all other moves


def _choose(table: Table[Battle]) -> None:
    battle = table.state
    able = [
        one
        for one in on_table(battle)
        if moves_last(battle, one, lambda u: still_charged(battle, u))
    ]
    leads = [one for one in able if brigade_of(battle, one)[0].id == one.id]
    leads += [one for one in battle.units if one.where == HIDDEN and not is_immobile(one)]
    leads += [one for one in on_table(battle) if one.reforming and not is_immobile(one)]
    _accelerate(battle, leads)
    first = battle.first or SIDES[0]
    for side in sorted(SIDES, key=lambda one: one != first):
        mine = [one for one in leads if one.side == side]
        bound = {one.id: no for one in mine if one in able and (no := why_not_idle(battle, one))}
        ask_movers(table, side, mine, "Who moves?", bound)
    chosen = [one for one in leads if one.deeds.chosen]
    _come_out(table, chosen)
    battle.queue = tuple([one.id for one in in_order(battle, chosen)])
    for one in chosen:
        one.deeds.chosen = 0
    battle.stage = "others"


@clause("MM-SETUP-15", "MM-MOVE-29")
def _come_out(table: Table[Battle], chosen: list[Unit]) -> None:
    """An ambush that moves is revealed; a unit that would move gives up reforming."""
    for one in chosen:
        if one.reforming:
            stop_reforming(table, one)
        if one.where == HIDDEN:
            one.where = ON_TABLE
            changed(table.state)
            table.tell(Sprung(one.id, "leave their hiding place"))


@clause("MM-MOVE-47", "MM-MOVE-49")
def _accelerate(battle: Battle, leads: list[Unit]) -> None:
    """With the option, a led brigade far from every enemy adds a march to a normal move."""
    if not battle.options.accelerated_march:
        return
    for lead in leads:
        units = brigade_of(battle, lead)
        led = any(is_led(battle, one) for one in units)
        near = any(
            distance(battle, one, foe) <= _FAR_FROM_ENEMY
            for one in units
            for foe in enemies_of(battle, one)
        )
        if len(units) > 1 and led and not near:
            for one in units:
                one.deeds.extra = min(rate(u, "march") for u in units)


def _other(table: Table[Battle], unit: Unit) -> None:
    battle = table.state
    if not moves_last(battle, unit, lambda u: still_charged(battle, u)):
        return
    units = brigade_of(battle, unit)
    drill = question(battle, units, 9)
    carry_out(table, units, table.ask(drill), 9)
    for one in units:
        if one.deeds.extra and one.deeds.used > rate(one, "normal") + _EPS:
            one.deeds.doubled = True


_MOVES = {"flights": _flee, "charges": _charge, "others": _other}
