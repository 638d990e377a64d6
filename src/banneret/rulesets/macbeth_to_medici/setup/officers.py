"""Officers before the battle: temperament, ratings, grudges (MM-SETUP-09, MM-OFFICER-03 to 08)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics.state import ALIVE, NOBODY
from ..basics.who import enemy
from ..command.tempers import Nothing, RatingsSituation, officer_ratings, temperament
from ..screen.deeds import OfficerMade

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Officer


@clause("MM-SETUP-09", "MM-OFFICER-03", "MM-OFFICER-04")
def temperaments(table: Table[Battle]) -> None:
    """Officers without printed values roll: the C-in-C first, then by battle."""
    battle = table.state
    for officer in sorted(battle.officers, key=lambda o: (o.side, not o.chief, o.ward)):
        if battle.options.rolled_temperament:
            officer.temper = temperament(table, Nothing()).result["temperament"]
        if not officer.printed:
            _rate(table, officer)
        if battle.options.rolled_temperament or not officer.printed:
            table.tell(
                OfficerMade(
                    officer.id, officer.temper, officer.leadership, officer.command, officer.side
                )
            )
    battle.phase = "field"


@clause("MM-OFFICER-07", "MM-OFFICER-08")
def _rate(table: Table[Battle], officer: Officer) -> None:
    """Three dice, the lowest dropped; the owner says which of the others is Leadership."""
    rolled = officer_ratings(table, RatingsSituation(die=officer.die)).result
    high, low = rolled["high"], rolled["low"]
    leads = table.ask(
        Pick(
            officer.side,
            "ratings",
            f"{officer.name}: {high} and {low}",
            ("leadership", "command") if high != low else ("leadership",),
            label=lambda key: (
                f"Leadership {high}, Command {low}"
                if key == "leadership"
                else f"Leadership {low}, Command {high}"
            ),
        )
    )
    officer.leadership, officer.command = (high, low) if leads == "leadership" else (low, high)


@clause("MM-OFFICER-05", "MM-OFFICER-06")
def bear_grudges(battle: Battle) -> None:
    """An officer who starts Enraged would slay his opposite number."""
    for officer in battle.officers:
        if officer.temper == "enraged" and officer.grudge == NOBODY and officer.fate == ALIVE:
            opposite = _opposite(battle, officer)
            officer.grudge = NOBODY if opposite is None else opposite.id


def _opposite(battle: Battle, officer: Officer) -> Officer | None:
    """C-in-C against C-in-C, else the nearest enemy officer."""
    foes = [o for o in battle.officers if o.side == enemy(officer.side) and o.fate == ALIVE]
    if officer.chief:
        chiefs = [one for one in foes if one.chief]
        if chiefs:
            return chiefs[0]
    if not foes:
        return None
    return min(foes, key=lambda o: (hypot(o.x - officer.x, o.y - officer.y), o.id))
