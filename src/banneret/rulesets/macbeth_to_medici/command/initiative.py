"""Step 3: every unit's rating and opponent for the turn (MM-INIT-01 to 08, MM-TURN-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import BROKEN, NOBODY, SIDES
from ..basics.tables import SQUARE_OFF
from ..basics.who import distance, enemies_of, leader_of, on_table, standing_of, touching
from ..ground.sight import may_see, zone_from
from ..setup.dice import roll_off
from .rating import rating, together

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Unit


@clause("MM-TURN-05", "MM-INIT-04", "MM-INIT-12")
def initiative(table: Table[Battle]) -> None:
    """Ratings and opponents are fixed for the turn, and who moves first among equals."""
    battle = table.state
    for unit in on_table(battle):
        unit.deeds.initiative = rated(battle, unit)
    for officer in battle.officers:
        if officer.brigade:
            _rate_brigade(battle, officer.id)
    for unit in on_table(battle):
        unit.deeds.opponent = opponent(battle, unit)
    one, two = (standing_of(battle, side) for side in SIDES)
    battle.ties = SIDES[roll_off(table) - 1] if one == two else "a" if one > two else "b"
    battle.queue = ()
    battle.phase = "charges"


@clause("MM-INIT-01", "MM-INIT-02", "MM-INIT-04")
def rated(battle: Battle, unit: Unit) -> int:
    """Experience, order, mobility, and the Leadership of whoever leads it."""
    leader = leader_of(battle, unit)
    profile = unit.profile
    return rating(
        profile.experience,
        unit.order,
        profile.mobility,
        0 if leader is None else leader.leadership,
    )


@clause("MM-INIT-03", "MM-INIT-04", "MM-MOVE-21")
def _rate_brigade(battle: Battle, officer: int) -> None:
    """A brigade has the worst unadjusted rating of its units, and its officer's Leadership once."""
    leader = battle.officers[officer]
    units = [battle.units[key] for key in leader.brigade]
    plain = tuple(rating(u.profile.experience, u.order, u.profile.mobility) for u in units)
    with_it = leader.leading in leader.brigade
    shared = together(plain, leader.leadership if with_it else 0)
    for unit in units:
        unit.deeds.initiative = shared


@clause("MM-INIT-08")
def opponent(battle: Battle, unit: Unit) -> int:
    """Whom it squares off against: in contact, then charging or charged, then the nearest."""
    close = touching(battle, unit)
    if not close:
        close = [
            foe
            for foe in enemies_of(battle, unit)
            if foe.deeds.charge == unit.id or unit.deeds.charge == foe.id
        ]
    if close:
        return min(close, key=lambda foe: (-foe.deeds.initiative, foe.number)).id
    return _nearest(battle, unit)


@clause("MM-INIT-08")
def _nearest(battle: Battle, unit: Unit) -> int:
    """The nearest unbroken enemy in sight within 24 inches, in its front zone if any is."""
    near = [
        foe
        for foe in enemies_of(battle, unit)
        if foe.morale != BROKEN and distance(battle, unit, foe) <= SQUARE_OFF
    ]
    near.sort(
        key=lambda foe: (round(distance(battle, unit, foe), 3), -foe.deeds.initiative, foe.number)
    )
    near.sort(key=lambda foe: zone_from(battle, unit, foe) != "front")
    return next((foe.id for foe in near if may_see(battle, unit, foe)), NOBODY)
