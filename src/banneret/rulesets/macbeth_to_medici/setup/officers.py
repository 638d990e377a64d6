"""Officers before the battle: temperament, ratings, grudges (MM-SETUP-09, MM-OFFICER-03 to 08)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics.state import ALIVE, NOBODY
from ..basics.who import enemy
from ..command.fates import become_temper
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
        if not officer.die:
            officer.die = _ask_die(table, officer)
        if battle.options.rolled_temperament:
            officer.temper = temperament(table, Nothing()).result["temperament"]
        elif not officer.temper:
            officer.temper = _ask_temper(table, officer)
        if not officer.printed:
            _rate(table, officer)
        if battle.options.rolled_temperament or not officer.printed:
            table.tell(
                OfficerMade(
                    officer.id, officer.temper, officer.leadership, officer.command, officer.side
                )
            )
    battle.phase = "field"


@clause("MM-OFFICER-08")
def _ask_die(table: Table[Battle], officer: Officer) -> str:
    """As many of his units use one die as the other: the owner says which is his."""
    words = {"d6": "Normal die, 1 to 6", "d5": "Average die, 2 to 5"}
    prompt = f"Which die is {officer.name}'s?"
    found: str = table.ask(
        Pick(officer.side, "die", prompt, tuple(words), label=words.__getitem__, usual="d6")
    )
    return found


@clause("MM-OFFICER-03")
def _ask_temper(table: Table[Battle], officer: Officer) -> str:
    """A player chooses the temperament of an officer whose list prints none."""
    prompt = f"What is {officer.name}'s temper?"
    found: str = table.ask(
        Pick(officer.side, "temper", prompt, ("rash", "bold", "cautious"), usual="bold")
    )
    return found


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


@clause("MM-OFFICER-05", "MM-OFFICER-06", "MM-OFFICER-18", "MM-OFFICER-43")
def bear_grudges(table: Table[Battle]) -> None:
    """An officer who starts Enraged would slay his opposite number, and his battle attacks."""
    battle = table.state
    for officer in battle.officers:
        if officer.temper == "enraged" and officer.grudge == NOBODY and officer.fate == ALIVE:
            officer.grudge = _opposite(table, officer)
            become_temper(table, officer, "enraged")


@clause("MM-OFFICER-06")
def _opposite(table: Table[Battle], officer: Officer) -> int:
    """C-in-C against C-in-C, else the nearest enemy officer; of equals the owner picks."""
    battle = table.state
    foes = [o for o in battle.officers if o.side == enemy(officer.side) and o.fate == ALIVE]
    if officer.chief:
        chiefs = [one for one in foes if one.chief]
        if chiefs:
            return chiefs[0].id
    far = {o.id: round(hypot(o.x - officer.x, o.y - officer.y), 3) for o in foes}
    nearest = [key for key, inches in far.items() if inches == min(far.values())]
    if len(nearest) < 2:
        return nearest[0] if nearest else NOBODY
    found: int = table.ask(
        Pick(
            officer.side,
            "grudge",
            f"Whom does {officer.name} hate?",
            nearest,
            label=lambda key: battle.officers[key].name,
        ),
        (officer.side,),
    )
    return found
