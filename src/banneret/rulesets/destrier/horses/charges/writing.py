"""Writing charges: every rider his targets, in secret (DE-CHG)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Route

from ...turn.order import next_phase
from .foresight import foresee
from .orders import NONE, course_order, falls_short, may_charge, paces, proposals, read, said

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Figure


@clause("DE-CHG-02", "DE-SEQ-07")
def write_orders(table: Table[Battle]) -> None:
    """Every rider writes his targets in order, or none; nobody sees what the others write."""
    battle = table.state
    riders = [one for one in battle.figures if may_charge(battle, one) is None]
    answers = table.ask_all([ask_order(battle, one) for one in riders])
    battle.charges = [read(one.id, key) for one, key in zip(riders, answers, strict=True)]
    next_phase(battle)


def ask_order(battle: Battle, figure: Figure) -> Route:
    """Ask a rider what he writes; along the tilt it is a course unless he says otherwise.

    Charges that would end short stand aside, but for courses, which begin far apart.
    """
    tilt = battle.scenario.courses > 0
    courses = proposals(battle, figure) if tilt else []
    return Route(
        figure.side,
        "charge",
        f"Write {figure.name}'s charge",
        lambda: [NONE, *proposals(battle, figure)],
        label=lambda key: said(battle, key),
        about=(figure.id,),
        foresee=lambda key: foresee(battle, figure, key),
        usual=course_order(battle, figure, courses) if courses else NONE,
        pace=lambda key: read(figure.id, key).speed,
        paces=lambda: paces(battle, figure),
        aside=None if tilt else lambda key: falls_short(battle, figure, key),
    )
