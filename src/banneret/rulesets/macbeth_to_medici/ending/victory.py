"""The end: points lost, armies that break, and what scenarios ask for (MM-END, MM-SETUP-21)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Result

from ..basics.state import BROKEN, LOST, ON_TABLE, SIDES
from ..basics.tables import DECISIVE_LEAD, WIN_LEAD
from ..basics.who import enemy
from ..screen.deeds import ArmyBroke, BattleEnded
from .breaking import loser_by_breaking, lost_points, share_lost
from .conditions import holds

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle
    from ..setup.entries import Win


# -- the end of a turn


@clause("MM-TURN-11", "MM-END-01", "MM-END-02", "MM-END-03", "MM-SETUP-21")
def end_turn(table: Table[Battle]) -> None:
    """Per-turn matters are put away and the victory is looked at."""
    battle = table.state
    _put_away(battle)
    for side in SIDES:
        if table.called(side, "concede"):
            battle.conceded = side
    if not _is_over(table):
        battle.phase = "dawn"


def _put_away(battle: Battle) -> None:
    for fight in battle.fights:
        fight.melee = ""
        fight.impact = False
    for unit in battle.units:
        if unit.pursuing and not unit.deeds.pursued:
            unit.pursuing = False
        gone = unit.where == LOST or (unit.where == ON_TABLE and unit.morale == BROKEN)
        if gone and not unit.fell:
            unit.fell = battle.turn


def _is_over(table: Table[Battle]) -> bool:
    """Look at everything that ends a battle, in order."""
    battle = table.state
    if battle.conceded:
        finish(table, enemy(battle.conceded), "win", "the other side concedes", "MM-END-03")
        return True
    win = first_win(battle, ("any",))
    if win is not None:
        finish(table, SIDES[win.side - 1], win.grade, win.says, "MM-SETUP-21")
        return True
    loser = loser_by_breaking(battle)
    limit = battle.turn >= battle.scenario.turn_limit
    if loser is None and not limit:
        return False
    if loser:
        table.tell(ArmyBroke(loser, percent(share_lost(battle, loser))))
    win = first_win(battle, ("limit", "end") if limit and loser is None else ("end",))
    if win is not None:
        finish(table, SIDES[win.side - 1], win.grade, win.says, "MM-SETUP-21")
    elif loser is not None:
        _by_breaking(table, loser)
    else:
        _by_shares(table)
    return True


def first_win(battle: Battle, moments: tuple[str, ...]) -> Win | None:
    """The first win entry of the scenario that holds at this moment."""
    for win in battle.scenario.win:
        if win.at in moments:
            every = [holds(battle, one) for one in win.all]
            some = [holds(battle, one) for one in win.any]
            if all(every) and (not win.any or any(some)):
                return win
    return None


@clause("MM-END-01")
def _by_breaking(table: Table[Battle], loser: str) -> None:
    if loser:
        finish(table, enemy(loser), "win", "the enemy's army has broken", "MM-END-01")
    else:
        finish(table, "", "", "both armies broke alike", "MM-END-01")


_RAN_OUT = "the turns ran out, and"


@clause("MM-END-02")
def _by_shares(table: Table[Battle]) -> None:
    """At the limit a lead of 25 points in the hundred is decisive, of 10 a win, less a draw."""
    battle = table.state
    by = 100 * (share_lost(battle, "b") - share_lost(battle, "a"))
    winner = "a" if by > 0 else "b"
    if abs(by) < WIN_LEAD:
        finish(table, "", "", f"{_RAN_OUT} neither lost much more than the other", "MM-END-02")
    else:
        grade = "decisive" if abs(by) >= DECISIVE_LEAD else "win"
        finish(table, winner, grade, f"{_RAN_OUT} the enemy lost the greater share", "MM-END-02")


def finish(table: Table[Battle], winner: str, grade: str, reason: str, clause_id: str) -> None:
    """It is over."""
    battle = table.state
    battle.outcome = (winner, grade, reason, clause_id)
    battle.over = True
    battle.phase = "over"
    table.tell(BattleEnded(winner, grade, reason))


def percent(share: Fraction) -> str:
    """A share in the hundred."""
    return f"{float(100 * share):.0f} %"


# -- as the house asks for it


def over(battle: Battle) -> Result | None:
    """The result, once there is one; the score is what each side took from the other."""
    if not battle.over:
        return None
    winner, grade, reason, clause_id = battle.outcome
    told = f"{reason} ({grade} victory)" if grade == "decisive" else reason
    return Result(
        winner or None,
        told,
        clause_id,
        {side: round(lost_points(battle, enemy(side))) for side in SIDES},
        battle.turn,
        {side: elements_lost(battle, side) for side in SIDES},
    )


@clause("MM-END-05")
def elements_lost(battle: Battle, side: str) -> int:
    """All elements removed, by whatever cause."""
    return sum([sum(u.removed.values()) for u in battle.units if u.side == side])


@clause("MM-END-05")
def causes(battle: Battle, side: str) -> dict[str, int]:
    """Elements removed by cause."""
    found: dict[str, int] = {}
    for unit in battle.units:
        if unit.side == side:
            for cause, many in unit.removed.items():
                found[cause] = found.get(cause, 0) + many
    return found
