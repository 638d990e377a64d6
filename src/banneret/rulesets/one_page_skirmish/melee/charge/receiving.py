"""Receiving a charge: stand, fall back to cover, run; by option decline, or shoot (OP-CHARGE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ...basics.names import are
from ...basics.state import NOBODY, SHAKEN, STEADY, awake, standing
from ...morale import checking, retreat
from ...screen.events import Declined
from ...shooting import archery

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Figure, Unit


@clause("OP-CHARGE-06", "OP-CHARGE-07", "OP-CHARGE-08", "OP-CHARGE-20", "OP-CHARGE-22")
def receive(table: Table[Battle], target: Unit, charger: Unit) -> None:
    """The unit charged tests: it stands, falls back to cover shaken, or runs, all at once."""
    battle = table.state
    if _declines(table, target):
        table.tell(Declined(target.id))
        for figure in standing(battle, target):
            figure.aim = NOBODY
        checking.set_status(table, target, SHAKEN)
        _fall_back(table, target, charger)
        return
    if target.stood_this_turn and battle.options.defender_retest == "once_per_turn":
        return
    outcome = checking.test(table, target, "charged").outcome
    if outcome == "rout":
        _run(table, target, charger)
    elif outcome == "shaken":
        _fall_back(table, target, charger)


@clause("OP-OPT-17")
def _declines(table: Table[Battle], target: Unit) -> bool:
    """A steady unit may fall back without a test, if the option says so."""
    if table.state.options.receive_charge != "may_decline" or target.status != STEADY:
        return False
    answer = table.ask(
        Pick(
            target.player,
            "decline",
            f"{target.name} {are(target)} charged: receive it or fall back?",
            ("receive", "decline"),
            about=(target.id,),
        )
    )
    return bool(answer == "decline")


@clause("OP-CHARGE-10", "OP-MORALE-28")
def _run(table: Table[Battle], target: Unit, charger: Unit) -> None:
    """A unit that fails by 3 or more runs before the chargers move."""
    retreat.rout(table, target, None, charger)


@clause("OP-CHARGE-09", "OP-OPT-10")
def _fall_back(table: Table[Battle], target: Unit, charger: Unit) -> None:
    """A shaken unit goes to the nearest cover, or by the option may stand and shoot."""
    if table.state.options.shaken_reaction == "choose" and _shooters(table.state, target, charger):
        answer = table.ask(
            Pick(
                target.player,
                "react",
                f"{target.name} {are(target)} shaken: retreat, or stand and shoot?",
                ("retreat", "shoot"),
                about=(target.id, charger.id),
            )
        )
        if answer == "shoot":
            _shoot(table, target, charger)
            return
    retreat.to_cover(table, target, None, charger)


def _shooters(battle: Battle, target: Unit, charger: Unit, shot: Sequence[int] = ()) -> list[int]:
    """The figures of the unit that could shoot at one of the chargers."""
    return [
        shooter.id
        for shooter in awake(battle, target)
        if shooter.id not in shot and _marks(battle, shooter, charger)
    ]


def _marks(battle: Battle, shooter: Figure, charger: Unit) -> list[int]:
    return [
        mark.id
        for mark in standing(battle, charger)
        if archery.shot_refusal(battle, shooter, mark, reacting=True) is None
    ]


@clause("OP-OPT-10")
def _shoot(table: Table[Battle], target: Unit, charger: Unit) -> None:
    """Each figure with a loaded missile weapon in hand shoots once at the chargers."""
    battle = table.state
    shot: list[int] = []
    while able := _shooters(battle, target, charger, shot):
        shooter = _next_shooter(table, target, able)
        shot.append(shooter.id)
        mark = _name_mark(table, shooter, charger)
        declared = archery.declare(table, shooter, mark) if mark.mounted else None
        archery.fire(table, shooter, mark, declared)


@clause("OP-SHOOT-19")
def _next_shooter(table: Table[Battle], target: Unit, able: Sequence[int]) -> Figure:
    """The owner names who shoots next."""
    figures = table.state.figures
    chosen: int = table.ask(
        Pick(
            target.player,
            "react.shooter",
            f"Who of {target.name} shoots next?",
            able,
            label=lambda key: figures[key].profile.name,
            about=(target.id,),
        )
    )
    return figures[chosen]


@clause("OP-SHOOT-19")
def _name_mark(table: Table[Battle], shooter: Figure, charger: Unit) -> Figure:
    """And at whom."""
    battle = table.state
    chosen: int = table.ask(
        Pick(
            shooter.player,
            "figure.target",
            f"At whom does {shooter.profile.name} shoot?",
            _marks(battle, shooter, charger),
            label=lambda key: battle.figures[key].profile.name,
            about=(shooter.unit, shooter.id, "fire"),
            odds=lambda key: archery.odds_of(battle, shooter, battle.figures[key]),
        )
    )
    return battle.figures[chosen]
