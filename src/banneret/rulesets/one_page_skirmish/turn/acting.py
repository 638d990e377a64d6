"""The Action phase: which unit acts, and what it does as a whole (OP-ACT)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick

from ..basics.names import are, do_they
from ..basics.state import (
    KNIGHT,
    NOBODY,
    ROUTING,
    SHAKEN,
    STEADY,
    any_engaged,
    awake,
    hidden_units,
    is_engaged,
    is_led,
    leader_of,
    nobody_close,
    standing,
    touching_enemies,
    unengaged,
)
from ..melee.charge import charging
from ..morale import retreat
from ..movement import moving
from ..setup import arrivals
from ..shooting.archery import MISSILES
from . import leaders
from .hidden import audience_of, discover, reveal, secrecy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure, Unit

MOVE, CHARGE, PRESS = "move", "charge", "press"
FIGURES, TO_COVER, STAND = "figures", "retreat_to_cover", "stand"
ARRIVE, WAIT = "arrive", "wait"
KINDS = (MOVE, CHARGE, PRESS, FIGURES, TO_COVER, STAND)
ACTION_LABELS = {
    MOVE: "Move",
    CHARGE: "Charge",
    PRESS: "Press the attack",
    FIGURES: "Man by man",
    TO_COVER: "Retreat to the nearest cover",
    STAND: "Do nothing",
    ARRIVE: "Come on to the table",
    WAIT: "Wait off the table",
}
END_PHASE = NOBODY
_ALONE = (STAND, WAIT)  # done by doing nothing
_LEADING = (MOVE, CHARGE, PRESS)  # Knights may go along (OP-ACT-14)


@clause("OP-TURN-02", "OP-TURN-04")
def phase(table: Table[Battle]) -> None:
    """The player acts with one unit after another, in the order he likes, then goes on to Melee."""
    battle = table.state
    units = battle.units
    able: list[int] = []
    bound = False  # OP-MORALE-22
    for unit_id in battle.taking_part:
        unit = units[unit_id]
        if not unit.acted and (
            awake(battle, unit) if unit.arrival_round == 0 else can_act(battle, unit)
        ):
            able.append(unit_id)
            if unit.status == ROUTING:
                bound = True
    if not able:
        _go_to_melee(table)
        return
    side = units[able[0]].side
    if not bound:
        able.append(END_PHASE)
    chosen = table.ask(
        Pick(
            battle.active,
            "action.unit",
            "Which unit acts next?",
            able,
            label=lambda key: "none: on to Melee" if key < 0 else units[key].name,
        ),
        secrecy(battle, side),
    )
    if chosen == END_PHASE:
        discover(table, side)  # doing nothing is an action too (OP-ACT-05)
        _go_to_melee(table)
    else:
        act(table, units[chosen])


def _go_to_melee(table: Table[Battle]) -> None:
    """Nobody fights unseen."""
    battle = table.state
    battle.phase = "melee"
    if nobody_close(battle):
        return
    for unit in hidden_units(battle):
        if unit.id in battle.taking_part and any(
            touching_enemies(battle, man) for man in standing(battle, unit)
        ):
            reveal(table, unit, "fights")


def can_act(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has not acted and has somebody who could (OP-MORALE-35, OP-STUN-03)."""
    if unit.acted:
        return False
    if unit.arrival_round > 0:
        return unit.arrival_round <= battle.round
    return bool(awake(battle, unit))


@clause("OP-ACT-02", "OP-ACT-03")
def act(table: Table[Battle], unit: Unit) -> None:
    """The unit moves, charges or presses as a whole, or its figures act each for himself."""
    if unit.hidden:
        with table.privately(audience_of(table.state, unit)):
            done = _act(table, unit)
    else:
        done = _act(table, unit)
    if done is not None:
        kind, along = done
        finish(table, unit, along, spent=kind not in _ALONE)


def _act(table: Table[Battle], unit: Unit) -> tuple[str, Sequence[int]] | None:
    """What the unit did and who went along; None if it has not acted, or its figures are to."""
    battle = table.state
    if unit.leader != NOBODY and battle.figures[unit.leader].unit != unit.id:
        leaders.rejoin_if_near(table, unit)
    if _knight_leaves(table, unit):
        return None  # he and his group may now act in either order
    kind = _choose_kind(table, unit)
    if kind in _ALONE:
        return kind, ()
    before = [u for u in battle.taking_part if battle.units[u].acted] if kind in _LEADING else ()
    kind = _carry_out(table, unit, kind)
    if kind == FIGURES:
        battle.acting = unit.id
        battle.phase = "figures"
        return None
    if kind not in _LEADING:
        return kind, ()
    return kind, [u for u in battle.taking_part if battle.units[u].acted and u not in before]


def finish(
    table: Table[Battle], unit: Unit, along: Sequence[int] = (), *, spent: bool = False
) -> None:
    """The unit has acted: enemies it came upon are found, Knights in it may name leaders."""
    battle = table.state
    unit.acted = True
    discover(table, unit.side)
    for unit_id in dict.fromkeys((unit.id, *along)) if along else (unit.id,):
        leader = _knight_of(battle, battle.units[unit_id])
        if leader is not None:
            leader.acted = leader.acted or spent
            leaders.appoint_after(table, leader)


def _knight_of(battle: Battle, unit: Unit) -> Figure | None:
    """Its leader if he is a Knight and can lead; most are Sergeants."""
    if unit.leader == NOBODY or battle.figures[unit.leader].rank != KNIGHT:
        return None
    return leader_of(battle, unit)


@clause("OP-GROUP-09")
def _knight_leaves(table: Table[Battle], unit: Unit) -> bool:
    """A Knight who leads a group may say that he acts alone this turn."""
    battle = table.state
    leader = _knight_of(battle, unit) if unit.kind == "group" else None
    if leader is None or not _may_leave(battle, unit, leader):
        return False
    answer = table.ask(
        Pick(
            unit.player,
            "detach",
            f"Shall {leader.profile.name} act alone this turn?",
            ("stay", "alone"),
            label={"stay": "he stays with them", "alone": "he acts alone"}.__getitem__,
            about=(unit.id, leader.id),
            usual="stay",
        )
    )
    if answer == "alone":
        leaders.detach(table, unit)
    return bool(answer == "alone")


def _may_leave(battle: Battle, unit: Unit, leader: Figure) -> bool:
    return (
        unit.status == STEADY
        and unit.arrival_round == 0
        and not leader.acted
        and not leader.owes_action
        and len(standing(battle, unit)) > 1
        and not is_engaged(battle, leader)
        and leaders.place_alone(battle, leader) is not None
    )


@clause("OP-ACT-01", "OP-ACT-05")
def _choose_kind(table: Table[Battle], unit: Unit) -> str:
    """Routing units run; the rest choose among what their condition allows."""
    battle = table.state
    if unit.status == ROUTING:
        return ROUTING
    kinds = (ARRIVE, WAIT) if unit.arrival_round > 0 else KINDS
    chosen: str = table.ask(
        Pick(
            unit.player,
            "action.kind",
            f"{unit.name}: what {do_they(unit)} do?",
            kinds,
            why_not=lambda kind: kind_refusal(battle, unit, kind),
            label=lambda kind: _label(battle, unit, kind),
            about=(unit.id,),
        )
    )
    return chosen


def _label(battle: Battle, unit: Unit, kind: str) -> str:
    """What it is called; man by man also what men like these can do."""
    if kind != FIGURES:
        return ACTION_LABELS[kind]
    own = [man.profile for man in standing(battle, unit)]
    arms = {weapon for one in own for weapon in one.weapons}
    deeds = ["shoot", "aim"] if arms & MISSILES else []
    deeds += ["load"] if "crossbow" in arms else []
    deeds += ["mount or dismount"] if any(one.owns_mount for one in own) else []
    deeds += ["change weapon"] if any(len(one.weapons) > 1 for one in own) else []
    return f"{ACTION_LABELS[FIGURES]}: {', '.join(deeds or ['turn', 'see to gates and goods'])}"


def _carry_out(table: Table[Battle], unit: Unit, kind: str) -> str:
    """Do what is chosen; a unit shaken by its own charge still has its action (OP-CHARGE-05)."""
    if kind == CHARGE:
        charging.charge(table, unit)
        if unit.status != SHAKEN or unit.acted:
            return kind
        kind = _choose_kind(table, unit)
    battle = table.state
    if kind == ROUTING:
        retreat.rout(table, unit, retreat.threat_to(battle, unit, None))
    elif kind == MOVE:
        moving.move(table, unit)
    elif kind == PRESS:
        moving.press(table, unit)
    elif kind == TO_COVER:
        retreat.to_cover(table, unit, retreat.threat_to(battle, unit, None))
    elif kind == ARRIVE:
        arrivals.arrive(table, unit)
    return kind


@clause("OP-MORALE-20", "OP-MORALE-22", "OP-MORALE-27", "OP-LEAD-02", "OP-LEAD-13", "OP-LEAD-14")
def kind_refusal(battle: Battle, unit: Unit, kind: str) -> Refusal | None:
    """Say why a unit cannot do that as a whole."""
    if kind in _ALONE:
        return None
    if kind == ARRIVE:
        return arrivals.refusal(battle, unit)
    if kind == FIGURES:
        return _figures_refusal(battle, unit)
    if kind == TO_COVER:
        return _to_cover_refusal(battle, unit)
    if unit.status != STEADY:
        return Refusal(f"{unit.name} {are(unit)} {unit.status}.", "OP-MORALE-20")
    leader = leader_of(battle, unit)
    if leader is None:
        return Refusal(f"Nobody leads {unit.name} now.", "OP-LEAD-02")
    engaged = any_engaged(battle, unit)
    if kind == PRESS:
        if not engaged:
            return Refusal(f"Nobody of {unit.name} is engaged.", "OP-ACT-12")
        return None if is_engaged(battle, leader) else _spent_refusal(leader)
    if engaged:
        return Refusal(f"{unit.name} {are(unit)} engaged and can only press.", "OP-ACT-12")
    return _spent_refusal(leader) or (charging.refusal(battle, unit) if kind == CHARGE else None)


@clause("OP-ACT-02", "OP-OPT-08")
def _spent_refusal(leader: Figure) -> Refusal | None:
    """A leader whose action is gone leads nobody anywhere in this turn."""
    if leader.acted:
        return Refusal(f"{leader.profile.name} has acted already in this turn.", "OP-ACT-02")
    if leader.owes_action:
        return Refusal(f"{leader.profile.name} rallied at the price of his action.", "OP-OPT-08")
    return None


@clause("OP-ACT-11", "OP-OPT-08")
def _figures_refusal(battle: Battle, unit: Unit) -> Refusal | None:
    free = unengaged(battle, awake(battle, unit))
    if not free:
        return Refusal(f"Everybody of {unit.name} is engaged.", "OP-ACT-11")
    return _spent_refusal(free[0]) if unit.kind == "knight" else None


def _to_cover_refusal(battle: Battle, unit: Unit) -> Refusal | None:
    if unit.status != SHAKEN and is_led(battle, unit):
        return Refusal(f"{unit.name} {are(unit)} steady and led.", "OP-MORALE-20")
    leader = leader_of(battle, unit)
    return _spent_refusal(leader) if unit.kind == "knight" and leader is not None else None
