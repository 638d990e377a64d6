"""The end of a turn: rage, recovery, and who has won (END, HOST-63)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Result

from ..basics import who
from ..basics.procedures import percent
from ..basics.state import SIDES, moved, other
from ..ground.contact import enemies_touched, fronts_touched
from ..ground.sight import sees
from ..host import rage
from ..melee.stepping import calm_down
from ..movement.driven.roaming import make_sure
from ..screen import told
from ..setup.winning import verdict

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure


@clause("DE-SEQ-01", "DE-END-01")
def end_turn(table: Table[Battle]) -> None:
    """Calm berserkers, recover, and see whether the battle is over."""
    battle = table.state
    battle.card_round = -1
    hear_concessions(table)
    for figure in battle.figures:
        if figure.status == "active":
            calm(table, figure)
    for figure in battle.figures:
        if figure.status == "active":
            recover(battle, figure)
    moved(battle)
    found = decided(battle)
    if found is None:
        battle.phase = "turn"
    else:
        finish(table, found)


@clause("DE-END-02")
def hear_concessions(table: Table[Battle]) -> None:
    """A side may give up as a whole: all its figures lay down their arms."""
    if not table.anything_called():
        return
    for side in SIDES:
        if table.called(side, "concede"):
            table.state.conceded = side
            return


@clause("DE-BERS-13", "DE-BERS-14", "DE-BERS-17")
def calm(table: Table[Battle], figure: Figure) -> None:
    """A berserker with no enemy in sight or standing may calm down."""
    battle = table.state
    if not figure.berserk:
        return
    make_sure(battle, figure)
    foes = [one for one in who.enemies(battle, figure) if who.on_feet(one)]
    if any(sees(battle, figure, one) for one in foes):
        return
    profile = figure.profile
    if rage.calm(table, battle.tables, iq=profile.iq, wisdom=profile.wisdom).calmed:
        calm_down(table, figure)
    else:
        table.tell(told.Raged(figure.id, "raged on among the fallen"))


@clause("DE-END-03", "DE-HOST-24", "DE-HOST-52", "DE-HOST-56", "DE-CON-13", "DE-MAG-05")
def recover(battle: Battle, figure: Figure) -> None:
    """What lasts to the end of a turn ends; rest gives a point of fatigue."""
    figure.stun = 0
    figure.rocked = figure.warded = figure.quickened = False
    figure.prepared = figure.preparing = ()
    figure.prepare_count = 0
    if figure.asleep:
        figure.asleep -= 1
    touched = enemies_touched(battle, figure)
    if figure.still_turn and not touched and figure.fatigue < figure.fatigue_max:
        figure.fatigue += 1
    if figure.stupor and figure.fatigue >= figure.fatigue_max:
        figure.stupor = False
    steed = figure.steed
    if steed is not None:
        steed.fast = False
        if fronts_touched(battle, figure):
            steed.speed = "stand"


# -- the end of the battle


@clause("DE-HOST-63", "DE-END-01", "DE-END-04")
def decided(battle: Battle) -> Result | None:
    """The result of the battle, if it is over."""
    if battle.conceded:
        return _result(battle, other(battle.conceded), "the enemy gave up", "DE-END-02")
    own = verdict(battle)
    if own is not None:
        return _result(battle, own.winner, own.reason, own.clause)
    standing = {side: _stands(battle, side) for side in SIDES}
    if not any(standing.values()):
        return _result(battle, None, "nobody is left standing", "DE-HOST-63")
    for side in SIDES:
        if not standing[side]:
            return _result(battle, other(side), "no enemy is left active", "DE-END-01")
    if battle.turn - _counted_from(battle) < battle.scenario.turn_limit:
        return None
    points = {side: who.side_points(battle, side) for side in SIDES}
    if points["a"] == points["b"]:
        return _result(battle, None, "the turns are over with equal points", "DE-HOST-63")
    winner = "a" if points["a"] > points["b"] else "b"
    return _result(battle, winner, "more points are active when the turns are over", "DE-HOST-63")


@clause("DE-HOST-63")
def _counted_from(battle: Battle) -> int:
    """The turn from which the limit counts: to the last man, the last that saw anybody hurt."""
    return battle.blood if battle.options.last_man else 0


def _stands(battle: Battle, side: str) -> bool:
    return any(one.side == side and who.active(battle, one) for one in battle.figures)


def _result(battle: Battle, winner: str | None, reason: str, of: str) -> Result:
    score: dict[str, int] = {side: who.side_points(battle, side) for side in SIDES}
    losses: dict[str, int] = {
        side: len([one for one in battle.figures if one.side == side and one.status != "active"])
        for side in SIDES
    }
    return Result(winner, reason, of, score, battle.turn, losses)


@clause("DE-END-03")
def finish(table: Table[Battle], found: Result) -> None:
    """End the battle: the winner's fallen may live, and everybody gets his breath back."""
    battle = table.state
    battle.result = found
    battle.phase = "over"
    for figure in battle.figures:
        if figure.status == "down" and figure.side == found.winner:
            chance = min(100, 5 * figure.profile.constitution)
            figure.survived = percent(table, "survives", chance)
            table.tell(told.Raged(figure.id, "lived" if figure.survived else "died of his wounds"))
        elif figure.status in ("down", "dead"):
            figure.survived = False
        if figure.status == "active":
            figure.fatigue = figure.fatigue_max
    table.tell(told.Ended(found.winner or "", found.reason))


def over(battle: Battle) -> Result | None:
    """How the battle ended, if it has."""
    found: Result | None = battle.result
    return found
