"""The Action phase: which unit acts, and what it does as a whole (OP-ACT)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.choices import Pick
from banneret.core.clauses import Refusal, clause
from banneret.rulesets.one_page_skirmish import arrivals, charge, leaders, movement, retreat
from banneret.rulesets.one_page_skirmish.hidden import audience_of, discover
from banneret.rulesets.one_page_skirmish.state import (
    KNIGHT,
    NOBODY,
    ROUTING,
    SHAKEN,
    STEADY,
    any_engaged,
    awake,
    is_engaged,
    is_led,
    leader_of,
    standing,
)

if TYPE_CHECKING:
    from banneret.core.table import Table
    from banneret.rulesets.one_page_skirmish.state import Battle, Unit

MOVE, CHARGE, PRESS = "move", "charge", "press"
FIGURES, TO_COVER, STAND = "figures", "retreat_to_cover", "stand"
ARRIVE, WAIT = "arrive", "wait"
KINDS = (MOVE, CHARGE, PRESS, FIGURES, TO_COVER, STAND)
ACTION_LABELS = {
    MOVE: "Move",
    CHARGE: "Charge",
    PRESS: "Press the attack",
    FIGURES: "Act man by man (fire, load, aim, mount, change weapon ...)",
    TO_COVER: "Retreat to the nearest cover",
    STAND: "Do nothing",
    ARRIVE: "Come on to the table",
    WAIT: "Wait off the table",
}
END_PHASE = NOBODY


@clause("OP-TURN-02", "OP-TURN-04")
def phase(table: Table[Battle]) -> None:
    """The player acts with one unit after another, in the order he likes, then goes on to Melee."""
    battle = table.state
    able = [unit_id for unit_id in battle.taking_part if can_act(battle, battle.units[unit_id])]
    if not able:
        battle.phase = "melee"
        return
    bound = any(battle.units[unit_id].status == ROUTING for unit_id in able)
    chosen = table.ask(
        Pick(
            battle.active,
            "action.unit",
            "Which unit acts next?",
            able if bound else [*able, END_PHASE],
            label=lambda key: "none: on to Melee" if key == END_PHASE else battle.units[key].name,
        )
    )
    if chosen == END_PHASE:
        battle.phase = "melee"
        return
    act(table, battle.units[chosen])


def can_act(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has not acted and has somebody who could."""
    if unit.acted:
        return False
    if unit.arrival_round > 0:
        return unit.arrival_round <= battle.round
    return bool(awake(battle, unit))


@clause("OP-ACT-02", "OP-ACT-03")
def act(table: Table[Battle], unit: Unit) -> None:
    """The unit moves, charges or presses as a whole, or its figures act each for himself."""
    battle = table.state
    leaders.rejoin_if_near(table, unit)
    with table.privately(audience_of(battle, unit)):
        _offer_detaching(table, unit)
        kind = _choose_kind(table, unit)
        if kind == FIGURES:
            battle.acting = unit.id
            battle.phase = "figures"
            return
        _carry_out(table, unit, kind)
        if kind == CHARGE and unit.status == SHAKEN and not unit.acted:
            return  # OP-CHARGE-05: it may still load, fire or retreat to cover, as its action now
    finish(table, unit)


def finish(table: Table[Battle], unit: Unit) -> None:
    """The unit has acted: enemies it came upon are found, its Knight may name a leader."""
    battle = table.state
    unit.acted = True
    discover(table, unit.side)
    leader = leader_of(battle, unit)
    if leader is not None and leader.rank == KNIGHT:
        leaders.appoint_after(table, leader)


@clause("OP-GROUP-09")
def _offer_detaching(table: Table[Battle], unit: Unit) -> None:
    """A Knight who leads a group may act alone this turn."""
    battle = table.state
    leader = leader_of(battle, unit)
    if (
        unit.kind != "group"
        or leader is None
        or leader.rank != KNIGHT
        or unit.status != STEADY
        or unit.arrival_round > 0
        or len(standing(battle, unit)) == 1
        or is_engaged(battle, leader)
        or leader.owes_action
        or not any(other.kind == "knight" and other.home == unit.id for other in battle.units)
    ):
        return
    answer = table.ask(
        Pick(
            unit.player,
            "detach",
            f"Shall {leader.profile.name} act alone this turn?",
            ("stay", "alone"),
            about=(unit.id, leader.id),
        )
    )
    if answer == "alone":
        leaders.detach(table, unit)


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
            f"What does {unit.name} do?",
            kinds,
            why_not=lambda kind: kind_refusal(battle, unit, kind),
            label=ACTION_LABELS.__getitem__,
            about=(unit.id,),
        )
    )
    return chosen


def _carry_out(table: Table[Battle], unit: Unit, kind: str) -> None:
    battle = table.state
    if kind == ROUTING:
        retreat.rout(table, unit, retreat.threat_to(battle, unit, None))
    elif kind == MOVE:
        movement.move(table, unit)
    elif kind == CHARGE:
        charge.charge(table, unit)
    elif kind == PRESS:
        movement.press(table, unit)
    elif kind == TO_COVER:
        retreat.to_cover(table, unit, retreat.threat_to(battle, unit, None))
    elif kind == ARRIVE:
        arrivals.arrive(table, unit)


@clause("OP-MORALE-20", "OP-MORALE-22", "OP-MORALE-27", "OP-LEAD-02", "OP-LEAD-13", "OP-LEAD-14")
def kind_refusal(battle: Battle, unit: Unit, kind: str) -> Refusal | None:
    """Say why a unit cannot do that as a whole."""
    if kind in (STAND, FIGURES, ARRIVE, WAIT):
        return None
    if kind == TO_COVER:
        return _to_cover_refusal(battle, unit)
    if unit.status != STEADY:
        return Refusal(f"{unit.name} is {unit.status}", "OP-MORALE-20")
    leader = leader_of(battle, unit)
    if leader is None:
        return Refusal(f"{unit.name} has no leader able to lead", "OP-LEAD-02")
    if leader.owes_action:
        return Refusal(f"{leader.profile.name} rallied at the price of his action", "OP-OPT-08")
    engaged = any_engaged(battle, unit)
    if kind == PRESS:
        return None if engaged else Refusal(f"nobody of {unit.name} is engaged", "OP-ACT-12")
    if engaged:
        return Refusal(f"{unit.name} is engaged: it can only press", "OP-ACT-12")
    if kind == CHARGE:
        return charge.refusal(battle, unit)
    return None


def _to_cover_refusal(battle: Battle, unit: Unit) -> Refusal | None:
    if unit.status == SHAKEN or not is_led(battle, unit):
        return None
    return Refusal(f"{unit.name} is steady and led", "OP-MORALE-20")
