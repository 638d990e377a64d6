"""Step 11: everybody in contact fights hand to hand (MM-MELEE, MM-TURN-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import ALIVE, BROKEN, NOBODY, ON_TABLE, SLAIN
from ..basics.who import is_gunne, leader_of
from ..command.fates import lose_officer
from ..command.states import add_hits, lose, lose_elements, test
from ..command.tempers import GrudgeDuel, Nothing, grudge_duel, officer_risk
from ..screen.deeds import Duel, Fought, OfficerDown
from .blows import Blows, factor_of, score_of, settle
from .charge.aftermath import break_in_fight
from .leading import both_factors
from .pairs import is_on, melee_sides, units_in

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Fight, Officer, Unit


@clause("MM-MELEE-01", "MM-MELEE-02", "MM-TURN-09")
def melee(table: Table[Battle]) -> None:
    """Grudges first, then the next melee by the higher initiative of the pair."""
    battle = table.state
    if battle.stage != "melees":
        battle.stage = "melees"
        _grudges(table)
        return
    fight = next_melee(battle)
    if fight is None:
        battle.phase, battle.stage = "officer_tests_begin", ""
        return
    fight.fought = battle.turn
    fight.impact = False
    fight_on(table, fight)


def next_melee(battle: Battle) -> Fight | None:
    """The next pair in contact that has not fought this turn and is not held off."""
    found = [
        fight
        for fight in battle.fights
        if fight.fought != battle.turn and fight.melee != "none" and is_on(battle, fight)
    ]
    return min(found, key=lambda f: _order(battle, f)) if found else None


def _order(battle: Battle, fight: Fight) -> tuple[int, str, int]:
    best = min(units_in(battle, fight), key=lambda u: (-u.deeds.initiative, u.side, u.number))
    return -best.deeds.initiative, best.side, best.number


# -- grudges


@clause("MM-OFFICER-06")
def _grudges(table: Table[Battle]) -> None:
    """An officer who leads a unit in contact with his enemy's own meets him sword in hand."""
    battle, met = table.state, set[frozenset[int]]()
    for officer in battle.officers:
        if officer.grudge == NOBODY or officer.fate != ALIVE or officer.leading == NOBODY:
            continue
        foe = battle.officers[officer.grudge]
        pair = frozenset((officer.id, foe.id))
        if foe.fate == ALIVE and pair not in met and _face_to_face(battle, officer, foe):
            met.add(pair)  # who hate each other meet but once a turn
            _duel(table, officer, foe)


def _face_to_face(battle: Battle, officer: Officer, foe: Officer) -> bool:
    pair = {officer.leading, foe.leading}
    return any({f.mover, f.other} == pair for f in battle.fights)


def _duel(table: Table[Battle], officer: Officer, foe: Officer) -> None:
    found = grudge_duel(table, GrudgeDuel(a_die=officer.die, b_die=foe.die)).result
    fates = (found["a"], found["b"])
    table.tell(Duel(officer.id, foe.id, fates, "an old grudge"))
    if fates[0] == "slain":
        lose_officer(table, officer, SLAIN, "slain in a duel")
    if fates[1] == "slain":
        lose_officer(table, foe, SLAIN, "slain in a duel")


# -- one melee


@clause("MM-MELEE-03", "MM-MELEE-28", "MM-ARCH-11")
def fight_on(table: Table[Battle], fight: Fight) -> None:
    """Both roll, both may put Leadership in, the scores decide."""
    battle = table.state
    one, two = units_in(battle, fight)
    a, b = melee_sides(battle, fight)
    mine = (one, factor_of(a, b), score_of(a, 0))
    theirs = (two, factor_of(b, a), score_of(b, 0))
    factor_a, factor_b = both_factors(table, mine, theirs)
    first_b = (two.deeds.initiative, one.side) > (one.deeds.initiative, two.side)
    found = settle(a, b, factor_a, factor_b, b_first=first_b)
    for unit in (one, two):
        unit.deeds.melees += 1
        unit.known = True
    table.tell(
        Fought(
            one.id,
            two.id,
            (found.score_a, found.score_b),
            found.winner,
            (found.hits_a, found.hits_b),
            (found.lost_a, found.lost_b),
            one.side,
        )
    )
    _carry_out(table, one, two, found)


@clause("MM-MELEE-20", "MM-MELEE-27", "MM-MELEE-28", "MM-MELEE-29", "MM-MELEE-30")
def _carry_out(table: Table[Battle], one: Unit, two: Unit, found: Blows) -> None:
    """Elements go on both sides, hits are added, officers run their risk, then losers test."""
    lost = ((one, found.lost_a), (two, found.lost_b))
    leaders = [(leader_of(table.state, unit), gone) for unit, gone in lost]
    for unit, gone in lost:
        lose_elements(table, unit, gone, "melee")
    add_hits(table, one, found.hits_a, "melee")
    add_hits(table, two, found.hits_b, "melee")
    for leader, gone in leaders:
        if leader is not None and gone and leader.fate == ALIVE and leader.leading != NOBODY:
            _risk(table, leader)
    for who in found.tests:
        unit = one if who == "a" else two
        if unit.where != ON_TABLE or unit.morale == BROKEN:
            continue
        if is_gunne(unit):
            lose(table, unit, "overrun")
            continue
        test(table, unit)
        if unit.where == ON_TABLE and unit.morale == BROKEN:
            break_in_fight(table, unit)


@clause("MM-OFFICER-15")
def _risk(table: Table[Battle], officer: Officer) -> None:
    """2d6 when the unit he leads loses elements: 12 slain, 11 out for the turn."""
    fate = officer_risk(table, Nothing()).result["fate"]
    if fate == "slain":
        lose_officer(table, officer, SLAIN, "slain in the press")
    elif fate == "disabled":
        officer.disabled = table.state.turn
        table.tell(OfficerDown(officer.id, officer.side))
