"""Archery: who may shoot at whom, and what a shot does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.measuring import bearing, gap, within

from ..basics.state import (
    NOBODY,
    ON_TABLE,
    Battle,
    Figure,
    Mount,
    close_enemies,
    footprint,
    is_engaged,
    put,
    touching_enemies,
)
from ..basics.tables import TABLES
from ..ground.lay import can_stand, cover_against, screened, sees
from ..melee import injuries
from ..melee.wounds import is_wounded
from ..movement import mounts
from ..screen.events import Shot
from ..turn.hidden import reveal
from . import weapon_in_hand as weapons
from .dice import ShotFacts, Target, shoot, shot_odds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.play.table import Table

RIDER, MOUNT, EITHER = "rider", "mount", "either"
MISSILES = frozenset(TABLES.missiles)
_NOT_WITH_THIS = {
    "not_in_hand": Refusal("He has no bow or crossbow in hand.", "OP-SHOOT-11"),
    "longbow_needs_foot": Refusal("A longbow is shot on foot only.", "OP-SHOOT-11"),
    "not_loaded": Refusal("His crossbow is not loaded.", "OP-LOAD-02"),
    "nothing_to_load": Refusal("A longbow needs no loading.", "OP-LOAD-01"),
    "cannot_load_mounted": Refusal("A crossbow is not loaded on horseback.", "OP-LOAD-06"),
    "already_loaded": Refusal("His crossbow is loaded already.", "OP-LOAD-08"),
}
_OUT_OF_RANGE = Refusal("The target is out of range.", "OP-SHOOT-05")
_UNSEEN = Refusal("He does not see the target.", "OP-TERR-05")


# -- may he


@clause("OP-SHOOT-11", "OP-STUN-03", "OP-ACT-11")
def armed_refusal(battle: Battle, figure: Figure) -> Refusal | None:
    """A shooter is unengaged and unstunned, with a missile weapon in hand, ready to shoot."""
    if figure.stun >= 0:
        return Refusal("He is stunned.", "OP-STUN-03")
    if figure.in_hand not in MISSILES:
        return _NOT_WITH_THIS["not_in_hand"]
    why = weapons.fire_refusal(
        figure.in_hand,
        in_hand=True,
        mounted=figure.mounted,
        load=figure.load,
        options=battle.options,
    )
    if why is not None:
        return _NOT_WITH_THIS[why]
    if is_engaged(battle, figure):
        return Refusal("He is engaged.", "OP-ACT-11")
    return None


@clause("OP-LOAD-01", "OP-LOAD-06", "OP-LOAD-08")
def loading_refusal(battle: Battle, figure: Figure) -> Refusal | None:
    """Only a crossbow in hand, not fully loaded, is loaded, and only on foot."""
    why = weapons.load_refusal(
        figure.in_hand,
        in_hand=figure.in_hand in MISSILES,
        mounted=figure.mounted,
        load=figure.load,
        options=battle.options,
    )
    if why == "not_in_hand":
        return Refusal("He has no crossbow in hand.", "OP-LOAD-08")
    return None if why is None else _NOT_WITH_THIS[why]


@clause("OP-ACT-02", "OP-SHOOT-11", "OP-SHOOT-23")
def _turn_refusal(battle: Battle, shooter: Figure) -> Refusal | None:
    """One shot in an own turn in which the unit neither moves nor charges."""
    if shooter.unit not in battle.taking_part:
        return Refusal("Nobody shoots outside his own turn.", "OP-SHOOT-23")
    if shooter.acted:
        return Refusal("He has acted already this turn.", "OP-ACT-02")
    if battle.units[shooter.unit].acted:
        return Refusal("His unit has acted already this turn.", "OP-SHOOT-11")
    return None


@clause("OP-SHOOT-02", "OP-SHOOT-18", "OP-SHOOT-23", "OP-HIDE-03")
def shot_refusal(
    battle: Battle, shooter: Figure, target: Figure | Mount, *, reacting: bool = False
) -> Refusal | None:
    """Why this shot may not be made; `reacting` is the shot of OP-OPT-10, out of turn."""
    no = None if reacting else _turn_refusal(battle, shooter)
    return no or armed_refusal(battle, shooter) or target_refusal(battle, shooter, target)


@clause("OP-SHOOT-03", "OP-SHOOT-05", "OP-SHOOT-18", "OP-TERR-05", "OP-TERR-06")
def target_refusal(battle: Battle, shooter: Figure, target: Figure | Mount) -> Refusal | None:
    """Why this target cannot be shot at from there with the weapon in hand."""
    known = battle.memo.known
    loose = isinstance(target, Mount)
    key = ("shot", shooter.id, shooter.in_hand, target.id, loose)
    if key not in known:
        known[key] = _line_refusal(battle, shooter, target) or _melee_refusal(battle, target)
    no: Refusal | None = known[key]
    return no


def _melee_refusal(battle: Battle, target: Figure | Mount) -> Refusal | None:
    if isinstance(target, Figure) and touching_enemies(battle, target):
        return Refusal("A friend of his is in contact with the target.", "OP-SHOOT-18")
    return None


def _line_refusal(battle: Battle, shooter: Figure, target: Figure | Mount) -> Refusal | None:
    no = aim_refusal(battle, shooter, target)
    if no is not None:
        return no
    screen = screened(battle, shooter, target)  # type: ignore[arg-type]  # any piece with a base
    if screen is not None:
        return Refusal(f"{screen.profile.name} is in the way.", "OP-TERR-06")
    return None


@clause("OP-SHOOT-03", "OP-SHOOT-05", "OP-SHOOT-07", "OP-TERR-05", "OP-HIDE-03")
def aim_refusal(battle: Battle, shooter: Figure, target: Figure | Mount) -> Refusal | None:
    """One aims at a known enemy in sight and within long range."""
    if target.side == shooter.side:
        return Refusal("That is a friend.", "OP-SHOOT-02")
    if isinstance(target, Figure) and (target.fate != ON_TABLE or battle.units[target.unit].hidden):
        return _UNSEEN
    if not within(shooter.base, target.base, TABLES.missiles[shooter.in_hand].long):
        return _OUT_OF_RANGE
    return None if sees(battle, shooter.base, target.base) else _UNSEEN


# -- the shot


def named(battle: Battle, key: str | int) -> Figure | Mount:
    """The target a question named: a figure by number, a riderless mount as m and its number."""
    if isinstance(key, int):
        return battle.figures[key]
    number = int(key[1:])
    return next(mount for mount in battle.mounts if mount.id == number)


def name_of(target: Figure | Mount) -> str | int:
    """The key by which a question names a target."""
    return target.id if isinstance(target, Figure) else f"m{target.id}"


@clause("OP-SHOOT-06", "OP-SHOOT-22", "OP-ARM-06")
def facts(
    battle: Battle, shooter: Figure, target: Figure | Mount, declared: str | None
) -> ShotFacts:
    """All that bears on a shot from where both stand."""
    if isinstance(target, Figure):
        here, there = target.base, shooter.base
        off = bearing((here.x, here.y), (there.x, there.y)) - here.facing
        struck = Target(
            rank=target.rank,
            hits=target.hits,
            armour=target.profile.armour,
            bearing=off,
            mounted=target.mounted,
            mount_armour=target.mount_armour,
        )
    else:
        struck, declared = Target(mounted=True, mount_armour=target.armour), MOUNT
    return ShotFacts(
        weapon=shooter.in_hand,
        range=gap(shooter.base, target.base),
        target=struck,
        aimed=_has_aimed_at(shooter, target),
        cover=cover_against(battle, shooter.base, target.base),
        declared=declared,
        shooter_wounded=is_wounded(shooter.rank, shooter.hits),
    )


def _has_aimed_at(shooter: Figure, target: Figure | Mount) -> bool:
    """Whether he spent his last own turn aiming at just this figure."""
    return shooter.aimed_before and isinstance(target, Figure) and shooter.aim == target.id


def odds_of(
    battle: Battle, shooter: Figure, target: Figure | Mount, declared: str | None = None
) -> Mapping[str, str]:
    """The chances of a shot, as screens show them."""
    chances = shot_odds(facts(battle, shooter, target, declared), battle.options)
    return {result: str(chance) for result, chance in chances.items()}


@clause("OP-SHOOT-14", "OP-SHOOT-15")
def declare(table: Table[Battle], shooter: Figure, target: Figure) -> str | None:
    """Before the die the shooter may say rider or mount; else a die decides after a hit."""
    battle = table.state
    part: str = table.ask(
        Pick(
            shooter.player,
            "figure.declare",
            f"At {target.profile.name} or at his mount?",
            (EITHER, RIDER, MOUNT),
            label=lambda key: "as it falls" if key == EITHER else f"the {key}",
            about=(shooter.unit, shooter.id, target.id),
            odds=lambda key: odds_of(battle, shooter, target, None if key == EITHER else key),
            usual=EITHER,
        )
    )
    return None if part == EITHER else part


@clause("OP-SHOOT-01", "OP-SHOOT-11", "OP-SHOOT-19", "OP-SHOOT-20", "OP-HIDE-04", "OP-ACT-10")
def fire(
    table: Table[Battle], shooter: Figure, target: Figure | Mount, declared: str | None
) -> None:
    """The shooter comes to light, turns to his target and shoots; the dead go at once."""
    battle = table.state
    reveal(table, battle.units[shooter.unit], "shooting")
    shot_at = facts(battle, shooter, target, declared)  # before he turns: corners change ranges
    turn_towards(battle, shooter, target)
    spend(shooter)
    came = shoot(table, shot_at, battle.options, shooter.player, target.player)
    assert came.total is not None, "a shot out of range was refused"
    loose = isinstance(target, Mount)
    table.tell(
        Shot(
            shooter.id,
            target.id,
            shot_at.weapon,
            came.total,
            came.part or "",
            came.result,
            at_mount=loose,
        )
    )
    if came.result not in {"miss", "saved"}:
        _harm(table, shooter, target, came.part)


@clause("OP-LOAD-02", "OP-SHOOT-07")
def spend(shooter: Figure) -> None:
    """The crossbow is empty and the aim is used up."""
    if shooter.in_hand == "crossbow":
        shooter.load = 0
    shooter.aim = NOBODY
    shooter.aimed_before = False


@clause("OP-SHOOT-16", "OP-SHOOT-17", "OP-SHOOT-22", "OP-STUN-02")
def _harm(table: Table[Battle], shooter: Figure, target: Figure | Mount, part: str | None) -> None:
    """An unsaved hit kills the mount, or is a hit on the figure."""
    if isinstance(target, Mount):
        mounts.remove(table.state, target)
    elif part == MOUNT:
        injuries.lose_mount(table, target)
    else:
        injuries.strike(table, target, shooter)


@clause("OP-FIG-05", "OP-SHOOT-11")
def turn_towards(battle: Battle, shooter: Figure, target: Figure | Mount) -> None:
    """He turns to face the target free, unless his base would come onto another."""
    here, there = shooter.base, target.base
    facing = bearing((here.x, here.y), (there.x, there.y))
    turned = footprint(shooter.mounted, here.x, here.y, facing)
    if turned.facing != here.facing and may_turn(battle, shooter, turned.facing) is None:
        put(battle, shooter, here.x, here.y, facing)


@clause("OP-FIG-05")
def may_turn(battle: Battle, figure: Figure, facing: float) -> Refusal | None:
    """An engaged figure is not turned, and no base is turned onto another or off the table.

    Nor against an enemy: contact begins with a charge (OP-CHARGE-01).
    """
    if is_engaged(battle, figure):
        return Refusal("An engaged figure is not turned.", "OP-FIG-05")
    if (facing - figure.base.facing) % (180.0 if figure.mounted else 90.0) == 0.0:
        return None  # he covers the ground he stands on
    turned = footprint(figure.mounted, figure.base.x, figure.base.y, facing)
    if not mounts.is_clear(battle, turned, figure.side, without=figure):
        return Refusal("There is no room to turn so.", "OP-FIG-05")
    if figure.id in close_enemies(battle) and mounts.meets_enemy(battle, figure, turned):
        return Refusal("Turned so he would touch an enemy.", "OP-CHARGE-01")
    return can_stand(battle, turned, figure.mounted)
