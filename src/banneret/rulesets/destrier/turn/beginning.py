"""The beginning of a turn, and the initiative of each phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import other
from ..ground.contact import look_round
from ..host.initiative import initiative as roll
from ..screen import told
from .order import next_phase

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure


@clause("DE-SEQ-01", "DE-TAC-18", "DE-MAG-02", "DE-HORSE-12")
def begin_turn(table: Table[Battle]) -> None:
    """Begin a turn: what is once in a turn may be done again."""
    battle = table.state
    battle.turn += 1
    battle.half = 1
    battle.initiative = ()
    battle.card_round = -1
    for figure in battle.figures:
        if figure.status == "active":
            _refresh(figure)
    look_round(battle)
    table.tell(told.TurnBegan(battle.turn))
    battle.phase = "initiative"


def _refresh(figure: Figure) -> None:
    figure.charged_this_turn = figure.hamstrung_this_turn = False
    figure.free_parry_used = figure.halted = figure.cast_this_turn = False
    figure.prepare_lost = figure.caught_preparing = False
    figure.warded = figure.quickened = False
    figure.shots_used = figure.shots_first = 0
    figure.seen_this_turn = ()
    figure.still_turn = True
    figure.contact_half = dict.fromkeys(figure.contact_half, 0)


@clause("DE-INIT-01", "DE-INIT-02", "DE-INIT-03")
def initiative(table: Table[Battle]) -> None:
    """Roll the initiative of a phase; surprise gives the first of the battle."""
    battle = table.state
    surprised = battle.scenario.surprised
    surprise = battle.turn == 1 and battle.half == 1 and surprised in ("a", "b")
    winner = other(surprised) if surprise else roll(table, battle.tables).winner.lower()
    battle.initiative = (*battle.initiative[: battle.half - 1], winner)
    for figure in battle.figures:
        if figure.status == "active":
            _new_phase(figure)
    ridden = [one.steed for one in battle.figures if one.steed is not None]
    for steed in (*ridden, *[one.steed for one in battle.loose]):
        steed.moved, steed.turned, steed.charged = 0.0, 0.0, False
    table.tell(told.InitiativeWon(winner, battle.half, surprise))
    next_phase(battle)


def _new_phase(figure: Figure) -> None:
    figure.acted = figure.will_move = figure.reloading = False
    figure.activity_cost, figure.activity = 0.0, ""
    figure.moved = figure.done = False
