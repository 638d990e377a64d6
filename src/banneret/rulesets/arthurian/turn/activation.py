"""An activation: what comes by itself first, then one deed after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics import who
from ..basics.asking import ask
from ..fight import breaking, mercy, morale
from ..fortune.checks import throw_escape
from ..screen import events as e
from . import deeds, moving
from .rounds import finish

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model


@clause("AR-TURN-01", "AR-STUN-05", "AR-STUN-06", "AR-EVENT-05", "AR-STATE-06", "AR-STATE-07")
def activate(table: Table[Battle]) -> None:
    """What stops a model, or happens to it by itself, at the start of its activation."""
    battle = table.state
    assert battle.act is not None
    model = battle[battle.act.model]
    if _forfeits(table, model) or mercy.yields_of_himself(table, model):
        finish(table)
    elif model.broken:
        _broken(table, model)
    elif model.cold and who.engaged(battle, model):
        _cold_feet(table, model)
    else:
        _grant_extras(battle, model)
        battle.phase = "deed"


def _forfeits(table: Table[Battle], model: Model) -> bool:
    """Stunned, confused, surrendered or pinned: no activation; a pinned model may get free."""
    if model.stunned:
        model.stun -= 1
        table.tell(e.Idle(model.id, "was stunned and lost his turn"))
        return True
    if model.confused:
        table.tell(e.Idle(model.id, "was confused and did not act"))
        return True
    if model.surrendered:
        return True
    if model.pinned:
        _struggle(table, model)
        return True
    return False


@clause("AR-STATE-06")
def _struggle(table: Table[Battle], model: Model) -> None:
    """A pinned model rolls to get free, unless an able enemy stands over it."""
    over = [one for one in who.touching(table.state, model) if who.is_able(one)]
    if over:
        table.tell(e.Idle(model.id, f"lay pinned, {over[0].name} over him"))
        return
    if throw_escape(table, model.side):
        model.pinned = False
        table.tell(e.Stood(model.id, "got free of his horse"))
    else:
        table.tell(e.Idle(model.id, "could not get free of his horse"))


@clause("AR-TURN-04", "AR-EVENT-07", "AR-EVENT-09", "AR-EVENT-15")
def _grant_extras(battle: Battle, model: Model) -> None:
    """What events have granted comes on top, in any order."""
    act = battle.act
    assert act is not None
    act.moves += model.extra_moves
    act.actions += model.extra_actions
    act.shots += model.extra_shots


@clause("AR-MORALE-03")
def _broken(table: Table[Battle], model: Model) -> None:
    """Rally and move only, or flee; engaged, break from combat first."""
    battle = table.state
    if morale.rallies(table, model):
        assert battle.act is not None
        battle.act.actions, battle.act.only_move = 0, True
        battle.phase = "deed"
        return
    if model.fumbled:
        table.tell(e.Idle(model.id, "fumbled and only defended himself"))
    elif who.engaged(battle, model):
        _run_from_combat(table, model)
    elif model.prone:
        _get_up(table, model)
        moving.flee(table, model, ("ran",))
    else:
        moving.flee(table, model)
    finish(table)


def _get_up(table: Table[Battle], model: Model) -> None:
    model.prone = False
    table.tell(e.Stood(model.id))


def _run_from_combat(table: Table[Battle], model: Model) -> None:
    """Break from combat and move toward the own edge."""
    if model.prone:
        _get_up(table, model)
        return
    if breaking.break_away(table, model):
        trip = moving.homeward(table.state, model)
        if trip is not None:
            moving.follow(table, model, trip, "fled")
    breaking.after_break(table)


@clause("AR-EVENT-20")
def _cold_feet(table: Table[Battle], model: Model) -> None:
    """An engaged figure with cold feet must break away toward its edge."""
    model.cold = False
    _run_from_combat(table, model)
    finish(table)


# -- deeds


@clause("AR-TURN-01")
def deed(table: Table[Battle]) -> None:
    """One deed of the activation under way."""
    battle = table.state
    assert battle.act is not None
    model = battle[battle.act.model]
    found = deeds.offered(battle, model)
    if not any(one != deeds.DONE and why is None for one, why in found.items()):
        finish(table)
        return
    key = ask(table, deeds.question(battle, model, found))
    if key == deeds.DONE:
        finish(table)
        return
    deeds.carry_out(table, model, key)
    _go_on(table, model)


@clause("AR-MOVE-05", "AR-TURN-01")
def go(table: Table[Battle]) -> None:
    """The way of the move or run that was chosen."""
    battle = table.state
    assert battle.act is not None
    model = battle[battle.act.model]
    battle.phase = "deed"
    deeds.go(table, model)
    _go_on(table, model)


def _go_on(table: Table[Battle], model: Model) -> None:
    """The next deed, or the end of the activation."""
    battle = table.state
    if _is_cut_short(battle, model) or _is_used_up(battle, model):
        finish(table)


@clause("AR-TURN-09")
def _is_cut_short(battle: Battle, model: Model) -> bool:
    """Removed, stunned, pinned, broken or yielded: what he has not used is lost."""
    if battle.act is None or battle.decided:
        return False
    return not model.in_play or model.stunned or model.helpless or model.broken


def _is_used_up(battle: Battle, model: Model) -> bool:
    """Nothing is left that costs anything."""
    act = battle.act
    if act is None or battle.decided:
        return False
    del model
    return not act.going and act.moves < 1 and act.actions < 1 and act.shots < 1
