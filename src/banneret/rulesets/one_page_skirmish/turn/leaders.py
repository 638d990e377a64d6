"""New leaders: a Knight near enough names one (OP-LEAD)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick

from ..basics.state import (
    KNIGHT,
    NOBODY,
    ON_TABLE,
    SERGEANT,
    STEADY,
    awake,
    changed,
    is_engaged,
    leaderless,
    near_unit,
)
from ..screen.events import Appointed, Detached, NoKnight
from .hidden import audience_of, reveal, secrecy

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure, Unit

APPOINT_INCHES = 6.0


@clause("OP-SETUP-02", "OP-LEAD-08")
def warn_of_no_knight(table: Table[Battle]) -> None:
    """A side without a Knight may fight, but is told what that means; in secret if it may hide."""
    battle = table.state
    for side in ("a", "b"):
        ranks = {figure.rank for figure in battle.figures if figure.side == side}
        if SERGEANT in ranks and KNIGHT not in ranks:
            with table.privately(secrecy(battle, side)):
                table.tell(NoKnight(side))


@clause("OP-LEAD-03")
def appoint_at_start(table: Table[Battle]) -> None:
    """At the start of a turn each Knight taking part may fill the posts within his reach."""
    battle = table.state
    for figure in battle.figures:
        if figure.rank == KNIGHT and figure.unit in battle.taking_part:
            appoint_after(table, figure)


@clause("OP-LEAD-01", "OP-LEAD-03", "OP-LEAD-04")
def appoint_after(table: Table[Battle], knight: Figure) -> None:
    """The Knight may name a leader for each leaderless group of his side within 6 inches."""
    battle = table.state
    for unit in leaderless(battle):
        if is_leaderless(battle, unit) and appoint_refusal(battle, knight, unit) is None:
            _appoint(table, knight, unit)


@clause("OP-LEAD-01", "OP-LEAD-08", "OP-LEAD-09")
def is_leaderless(battle: Battle, unit: Unit) -> bool:
    """A group whose leader was killed or captured; one stunned or away is not replaced."""
    return (
        unit.kind == "group"
        and unit.leader == NOBODY
        and unit.arrival_round == 0
        and bool(awake(battle, unit))
    )


@clause("OP-LEAD-04", "OP-LEAD-05", "OP-LEAD-06", "OP-SCEN-07")
def appoint_refusal(battle: Battle, knight: Figure, unit: Unit) -> Refusal | None:
    """Say why the Knight cannot name a leader for the group."""
    name = knight.profile.name
    own = battle.units[knight.unit]
    if knight.side != unit.side or knight.fate != ON_TABLE:
        return Refusal(f"{name} is not a Knight of that side on the table", "OP-LEAD-04")
    if knight.stun >= 0 or own.status != STEADY:
        return Refusal(f"{name} is stunned or {own.status}", "OP-LEAD-06")
    if is_engaged(battle, knight):
        return Refusal(f"{name} is engaged", "OP-LEAD-06")
    if not near_unit(battle, knight, unit, APPOINT_INCHES):
        return Refusal(f"{name} is more than 6 inches from {unit.name}", "OP-LEAD-05")
    return None


@clause("OP-LEAD-05", "OP-LEAD-11")
def _appoint(table: Table[Battle], knight: Figure, unit: Unit) -> None:
    """Any unstunned figure may be chosen; a group that lost a Knight may take this one instead."""
    battle = table.state
    able = [figure.id for figure in awake(battle, unit)]
    if _may_take_over(battle, knight, unit):
        able.append(knight.id)
    with table.privately(secrecy(battle, unit.side)):
        chosen = table.ask(
            Pick(
                knight.player,
                "appoint.figure",
                f"{knight.profile.name} may name a leader for {unit.name}",
                [*able, NOBODY],
                label=lambda key: "nobody" if key == NOBODY else battle.figures[key].profile.name,
                about=(knight.id, unit.id),
                usual=able[0],
            )
        )
    if chosen == NOBODY:
        return
    reveal(table, battle.units[knight.unit], "names a leader")
    if chosen == knight.id:
        join(battle, knight, unit)
    else:
        _promote(battle, battle.figures[chosen])
    unit.leader = chosen
    unit.sergeant_vacant = False
    changed(battle)
    with table.privately(audience_of(battle, unit)):
        table.tell(Appointed(knight.id, chosen, unit.id))


@clause("OP-LEAD-11")
def _may_take_over(battle: Battle, knight: Figure, unit: Unit) -> bool:
    """A Knight who leads nobody may take over a group whose Knight was lost."""
    lost_a_knight = any(battle.figures[member].rank == KNIGHT for member in unit.members)
    return (
        lost_a_knight
        and not unit.sergeant_vacant
        and not unit.hidden
        and battle.units[knight.unit].kind == "knight"
        and not any(other.leader == knight.id for other in battle.units if other.kind == "group")
    )


@clause("OP-LEAD-07")
def _promote(battle: Battle, figure: Figure) -> None:
    """The chosen man becomes a Sergeant without hits and keeps what he carries."""
    figure.rank = SERGEANT
    figure.hits = 0
    changed(battle)


def join(battle: Battle, knight: Figure, group: Unit) -> None:
    """A Knight rides with a group as its leader; his place alone is kept for him."""
    alone = battle.units[knight.unit]
    alone.home = group.id
    alone.members = ()
    knight.unit = group.id
    if knight.id not in group.members:
        group.members = (*group.members, knight.id)
    changed(battle)


def place_alone(battle: Battle, knight: Figure) -> Unit | None:
    """The unit of one kept for a Knight who leads a group."""
    return next((u for u in battle.units if u.kind == "knight" and u.leader == knight.id), None)


@clause("OP-GROUP-09", "OP-OPT-01")
def detach(table: Table[Battle], group: Unit) -> Unit:
    """The group's Knight acts alone from now on, as a unit of his own; he acts in this turn."""
    battle = table.state
    knight = battle.figures[group.leader]
    alone = place_alone(battle, knight)
    assert alone is not None, f"{knight.profile.name} has no place of his own"
    alone.home = group.id
    alone.members = (knight.id,)
    alone.acted = alone.tested = alone.had_turn = False
    alone.status = group.status
    alone.passed_this_turn = group.passed_this_turn
    alone.hidden = group.hidden
    alone.alone_this_turn = True
    knight.unit = alone.id
    changed(battle)
    if alone.id not in battle.taking_part:  # he may have begun the turn alone
        battle.taking_part = (*battle.taking_part, alone.id)
    table.tell(Detached(knight.id, group.id, alone=True))
    return alone


@clause("OP-GROUP-09")
def rejoin_if_near(table: Table[Battle], group: Unit) -> None:
    """A Knight who was away leads again once he is within 6 inches when his group acts.

    Only if he and his men are in the same heart: riding up shakes nobody and rallies nobody.
    """
    battle = table.state
    if group.kind != "group" or group.leader == NOBODY:
        return
    knight = battle.figures[group.leader]
    if knight.unit == group.id or knight.fate != ON_TABLE or knight.stun >= 0:
        return
    alone = battle.units[knight.unit]
    if alone.alone_this_turn or alone.hidden != group.hidden or alone.status != group.status:
        return
    if near_unit(battle, knight, group, APPOINT_INCHES):
        if alone.had_turn:
            knight.acted = True  # with unit cards he has had his own turn this round
        join(battle, knight, group)
        table.tell(Detached(knight.id, group.id, alone=False))
