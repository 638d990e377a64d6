"""What a wound does to a model in a battle: level, shock, stun, removal, and tests to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from banneret.core.book.clauses import clause

from ..basics import who
from ..basics.state import (
    CAPTURED,
    DEAD_WAYS,
    GONE,
    GRUESOME,
    KILLED,
    LEFT,
    LOST,
    NOBODY,
    OUT,
    SLAIN,
    STOPPED,
)
from ..basics.tables import LEVELS
from ..fortune.checks import throw_poison
from ..screen import events as e
from .wounds import FELLING, Wound, stacked, wounded

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model
    from ..basics.tables import Level, Severity

GRAVE = ("serious", "critical")


def spares(battle: Battle, model: Model) -> bool:
    """Whether killing blows put this model out of action only (AR-SCEN-06: blunted arms)."""
    return model.hero or battle.scenario.blunted


def _state(battle: Battle, model: Model, severity: Severity) -> tuple[Level, bool, str]:
    """Level, shock and state after a wound, by the option in use."""
    options = battle.options
    hero, soft = spares(battle, model), options.gruesome_spares_heroes or battle.scenario.blunted
    shock = who.shocked(model)
    if options.wounds == "stack":
        heap = stacked(model.wounds, severity, hero=hero, shock=shock, spare_heroes=soft)
        worst = max(heap.wounds, key=LEVELS.index, default="none")
        return worst, heap.shock, heap.state  # type: ignore[return-value]
    hurt = wounded(
        model.wound, severity, hero=hero, mode=options.wounds, shock=shock, spare_heroes=soft
    )
    return hurt.level, hurt.shock, hurt.state


def would_fell(battle: Battle, model: Model, severity: Severity) -> bool:
    """Whether a wound of that severity would remove the model."""
    return _state(battle, model, severity)[2] != "in_play"


@clause("AR-WOUND-18", "AR-WOUND-21", "AR-WOUND-22", "AR-WOUND-23", "AR-WOUND-24")
def hurt(
    table: Table[Battle], model: Model, wound: Wound, by: int = NOBODY, cause: str = "blow"
) -> None:
    """Apply a wound: the level worsens, shock is marked, or the model is removed."""
    battle = table.state
    before = model.wound
    level, shock, state = _state(battle, model, wound.severity)
    model.wound_before = before
    adds = battle.options.wounds == "stack" and wound.severity in LEVELS
    stacked_more = adds and state == "in_play"  # the last one is not kept: AR-EVENT-19
    if stacked_more:
        model.wounds = (*model.wounds, cast("Level", wound.severity))
    model.wound = level
    if level != before or stacked_more:
        model.wound_at = wound.location
    if wound.severity == "shock" and shock:
        mark_shock(battle, model)
    now = level if state == "in_play" else "too much"
    table.tell(e.Wounded(model.id, wound.severity, wound.location, now, wound.damage, by, cause))
    if state != "in_play":
        gruesome = wound.severity == "gruesome" and state == "killed"
        how = GRUESOME if gruesome else KILLED if state == "killed" else OUT
        remove(table, model, how, by)
    elif level != before and level in GRAVE:
        to_test(battle, model, "wound")


@clause("AR-WOUND-13", "AR-WOUND-23")
def mark_shock(battle: Battle, model: Model) -> None:
    """A shock lasts to the end of the next activation, at the latest of the next round."""
    model.shock = battle.round + 1
    model.shock_new = battle.act is not None and battle.act.model == model.id


@clause("AR-STUN-05", "AR-STUN-06")
def stun(table: Table[Battle], model: Model, rounds: int | None) -> None:
    """A further stun sets the counter to the larger of the two."""
    if not rounds or not model.in_play:
        return
    model.stun = max(model.stun, rounds)
    table.tell(e.Stunned(model.id, rounds))


@clause("AR-POISON-01", "AR-POISON-16")
def envenom(table: Table[Battle], striker: Model, victim: Model, wound: Wound | None) -> None:
    """A venomous hit of light or worse adds a poisoned wound to a PC, and to nobody else."""
    if wound is None or not striker.profile.venom or not victim.pc:
        return
    if wound.severity in {"nothing", "shock"} or victim.removed_how in DEAD_WAYS:
        return
    poison(table, victim)


@clause("AR-POISON-02", "AR-POISON-13")
def poison(table: Table[Battle], model: Model) -> None:
    """One poisoned wound: it adds up, counts as no wound level, and never kills."""
    kind = throw_poison(table, model.side)
    model.poison = model.poison.plus(kind)
    table.tell(e.Poisoned(model.id, kind))


# -- out of play


@clause("AR-WOUND-24", "AR-SCALE-01", "AR-MOVE-07")
def remove(
    table: Table[Battle], model: Model, how: str, by: int = NOBODY, *, by_own_edge: bool = False
) -> None:
    """Take one model off the table; the spot is remembered, what it carried is dropped."""
    battle = table.state
    drop(battle, model, kept=by_own_edge and not model.broken)
    model.where = GONE
    model.removed_how, model.removed_by = how, by
    model.removed_at = battle.checks.get(model.side, 0)
    model.fell_mounted = model.mounted
    if how not in {OUT, KILLED}:
        model.mounted = model.mounted and how in {LEFT, STOPPED, CAPTURED}
    model.prone = model.pinned = False
    table.tell(e.Removed(model.id, how, by, model.at))
    end_fights(battle, model.id)
    if how in LOST:
        _leader_lost(battle, model)
        _pack_runs(table, model)


@clause("AR-EVENT-21", "AR-WOUND-24")
def drop(battle: Battle, model: Model, *, kept: bool = False) -> None:
    """Whoever is removed, breaks, yields or is pinned drops what he carries.

    Only who leaves by his own edge, unbroken, has kept it.
    """
    if model.carries == NOBODY:
        return
    token = battle.tokens[model.carries]
    if kept:
        token.kept_by, token.taken = model.side, True
        return
    token.carrier = NOBODY
    token.x, token.y = model.x, model.y
    model.carries = NOBODY


@clause("AR-MORALE-01", "AR-PROFILE-07")
def _leader_lost(battle: Battle, model: Model) -> None:
    """Once: every model of a side tests when its leader is lost, not when he merely leaves."""
    side = model.side
    if battle.leaders.get(side) != model.id or side in battle.leader_lost:
        return
    battle.leader_lost = (*battle.leader_lost, side)
    for one in who.in_play(battle, side):
        to_test(battle, one, "leader")


@clause("AR-SCEN-03")
def _pack_runs(table: Table[Battle], model: Model) -> None:
    """The giant's wolves leave the table when he dies."""
    battle = table.state
    if battle.scenario.id != "giant_on_the_hill" or model.profile.id != "giant":
        return
    for one in who.in_play(battle, model.side):
        if one.profile.id == "wolf":
            remove(table, one, LEFT)


def to_test(battle: Battle, model: Model, why: str) -> None:
    """Note a Discipline test to come (AR-TURN-08)."""
    if battle.morale and not model.pc:
        battle.to_test = (*battle.to_test, (model.id, why))


# -- fights of chivalry


@clause("AR-MEVENT-30")
def end_fights(battle: Battle, key: int) -> None:
    """A fight ends when one of the two is removed, helpless or gone; a shield is taken up again."""
    kept = []
    for one in battle.fights:
        if key in {one.pc, one.opponent}:
            _take_up(battle, one.pc)
        else:
            kept.append(one)
    battle.fights = tuple(kept)


def _take_up(battle: Battle, key: int) -> None:
    pc = battle[key]
    if pc.shield == "aside":
        pc.shield = "ok"


def over_contact(battle: Battle) -> None:
    """A round that ends with the two out of contact ends their fight too (AR-MEVENT-30)."""
    for one in battle.fights:
        if not who.touch(battle[one.pc], battle[one.opponent]):
            end_fights(battle, one.pc)


__all__ = ["FELLING", "SLAIN", "drop", "envenom", "hurt", "poison", "remove", "stun", "would_fell"]
