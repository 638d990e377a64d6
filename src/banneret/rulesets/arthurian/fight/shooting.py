"""A shot in a battle: who may shoot at whom, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ..basics import who
from ..basics.tables import MISSILES, TABLES, THROWN
from ..fortune import virtue
from ..ground.sight import sight
from ..screen import events as e
from . import harm
from .melee import why_not_fight
from .morale import run_tests
from .shots import Shooter, Target, band_of, throw_shot

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

RAIN = -1  # AR-WILD-01


@clause("AR-SHOOT-12", "AR-TURN-03", "AR-EQUIP-10", "AR-EQUIP-11", "AR-STATE-02", "AR-EVENT-14")
def why_not_shoot(battle: Battle, model: Model, *, extra: bool = False) -> Refusal | None:
    """Why a model may not shoot at all now."""
    if not model.missile:
        return Refusal("he has no ranged weapon", "AR-SHOOT-01")
    if model.missile_state != "ok":
        word = "is broken" if model.missile_state == "broken" else "has no ammunition"
        return Refusal(f"his weapon {word}", "AR-EQUIP-11")
    if not who.can_shoot(model, extra=extra):
        return Refusal("his weapon is not loaded", "AR-EQUIP-10")
    if model.prone:
        return Refusal("he is down", "AR-STATE-02")
    if model.fumbled:
        return Refusal("he fumbled and may only defend", "AR-EVENT-14")
    if model.no_attacks == battle.round:
        return Refusal("who tried to break away makes no attacks that round", "AR-BREAK-04")
    if who.engaged(battle, model):
        return Refusal("he is engaged", "AR-TURN-03")
    return None


@clause("AR-SHOOT-12", "AR-SHOOT-04", "AR-SCALE-07", "AR-EVENT-16", "AR-STATE-05", "AR-STATE-07")
def why_not_target(battle: Battle, model: Model, target: Model) -> Refusal | None:
    """Why this enemy may not be shot at."""
    sworn = why_not_fight(model, target)
    if sworn is not None:
        return sworn
    if target.helpless:
        return Refusal(f"{target.name} is helpless", "AR-STATE-05")
    if target.hidden:
        return Refusal(f"{target.name} has found a hiding spot", "AR-EVENT-16")
    if who.engaged(battle, target):
        return Refusal(f"{target.name} is engaged with one of yours", "AR-SHOOT-12")
    if band_of(round(who.gap(model, target), 3), MISSILES[model.missile].max_band) is None:
        return Refusal(f"{target.name} is out of range", "AR-SHOOT-04")
    seen = sight(battle, model, target)
    if not seen.seen:
        return Refusal(f"{target.name} is out of sight, behind {seen.by}", "AR-SCALE-07")
    return None


def targets(battle: Battle, model: Model) -> list[Model]:
    """Whom a model could shoot at from where it stands."""
    foes = who.enemies(battle, model.side)
    return [one for one in foes if why_not_target(battle, model, one) is None]


def shooter_of(battle: Battle, model: Model, *, moves: bool) -> Shooter:
    """A model as the dice of a shot see it."""
    weapon = MISSILES[model.missile]
    return Shooter(
        rng=model.profile.rng,
        poison_ranged=model.poison.ranged,
        weapon_str=weapon.str_,
        max_band=weapon.max_band,
        wound=model.wound,
        shock=who.shocked(model),
        moved=moves,
        mod=RAIN if battle.rain else 0,
        penalty=who.own_penalty(battle, model),
        thrown=model.missile in THROWN,
    )


def target_of(battle: Battle, shooter: Model, target: Model) -> Target:
    """Whoever is shot at, as the dice see him."""
    profile = target.profile
    return Target(
        tough=profile.tough,
        armour=TABLES.armour_bonus[profile.armour],
        poison_tough=target.poison.tough,
        obscured=sight(battle, shooter, target).kind == "obscured",
        helm=profile.helm,
    )


@clause("AR-SHOOT-01", "AR-SHOOT-14", "AR-TURN-08")
def shoot(table: Table[Battle], model: Model, target: Model, *, moves: bool) -> None:
    """One shot: dice, wound and stun applied, the weapon afterwards, the tests."""
    battle = table.state
    virtue.for_meddling(table, model, target)
    shot = throw_shot(
        table,
        shooter_of(battle, model, moves=moves),
        target_of(battle, model, target),
        round(who.gap(model, target), 3),
        events=battle.options.ranged_events,
        stun=battle.stun,
        damage_rule=battle.options.wound_damage,
        side=model.side,
        fells=lambda severity: harm.would_fell(battle, target, severity),
    )
    numbers = (shot.total, shot.target_number)
    table.tell(e.Shot(model.id, target.id, shot.outcome, *numbers, shot.weapon))
    spend(model, shot.weapon)
    if shot.wound is not None:
        harm.hurt(table, target, shot.wound, model.id, "shot")
        harm.stun(table, target, shot.stun_rounds)
    run_tests(table)


@clause("AR-EQUIP-10", "AR-EQUIP-11", "AR-RANGEV-02")
def spend(model: Model, weapon: str) -> None:
    """A weapon that needs it is unloaded after the shot; one that broke or ran out is of no use."""
    if MISSILES[model.missile].reload:
        model.loaded = False
    if weapon != "ok":
        model.missile_state = "broken" if weapon == "broken" else "out"
