"""Step 8: skirmish fire (MM-SKIRM, MM-TURN-07)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.bodies.meeting import facing_elements, frontage_overlap

from ..basics.state import BROKEN, ON_TABLE, Aim
from ..basics.who import distance, enemies_of, is_mounted, rides
from ..command.states import test
from ..ground.sight import body_of, may_shoot_at, zone_from
from ..screen.deeds import Galled
from .galling import Galling, effect_of, range_of
from .shooting import aim_question, lock, may_act, next_aim, shows_itself
from .volleys import protection_of

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.core.questions.choices import Pick

    from ..basics.state import Battle, Unit

NEVER = ("none", "bombard", "battery_gun")


@clause("MM-SKIRM-04", "MM-SKIRM-05", "MM-TURN-07", "MM-GUN-03")
def skirmish(table: Table[Battle]) -> None:
    """Values are worked out together, then applied one by one, each with its test."""
    battle = table.state
    if battle.stage != "shots":
        battle.stage = "shots"
        locked = lock(table, lambda u: may_skirmish(battle, u), lambda u: _question(battle, u))
        battle.shooting = tuple(_aim(battle, unit, int(key)) for unit, key in locked)
        return
    aim = next_aim(battle)
    if aim is None:
        battle.phase, battle.stage, battle.queue = "reaction_moves", "", ()
        return
    _gall(table, aim)


@clause("MM-SKIRM-01", "MM-SKIRM-05", "MM-SKIRM-24", "MM-SKIRM-03", "MM-UNIT-23")
def may_skirmish(battle: Battle, unit: Unit) -> bool:
    """Anybody with light missiles who has not used archery this turn and is not in the saddle."""
    return (
        unit.profile.missile not in NEVER
        and not unit.deeds.fired
        and not unit.riding
        and may_act(battle, unit)
    )


@clause("MM-SKIRM-02", "MM-SKIRM-03", "MM-SKIRM-05")
def targets(battle: Battle, unit: Unit) -> list[Unit]:
    """The nearest enemy in range, arc and sight; several if they are equally near."""
    inches = range_of(unit.profile.mobility)
    near = [
        foe for foe in enemies_of(battle, unit) if may_shoot_at(battle, unit, foe, inches) is None
    ]
    if not near:
        return []
    least = min(distance(battle, unit, foe) for foe in near)
    return [foe for foe in near if distance(battle, unit, foe) <= least + 0.001]


def _question(battle: Battle, unit: Unit) -> Pick[str] | None:
    keys = [str(foe.id) for foe in targets(battle, unit)]
    return aim_question(battle, unit, "skirmish", f"{unit.profile.name}: skirmish with", keys)


@clause("MM-SKIRM-11", "MM-SKIRM-12", "MM-SKIRM-13", "MM-SKIRM-14", "MM-MOVE-43")
def overlaps(battle: Battle, unit: Unit, target: Unit) -> tuple[int, int]:
    """Elements of each that overlap the other; in enfilade the target shows its side."""
    zone = zone_from(battle, target, unit)
    if zone in ("left", "right"):
        shown = facing_elements(body_of(target), zone)
        return max(0, unit.files - shown), max(0, shown - unit.files)
    return frontage_overlap(body_of(unit), body_of(target))


@clause("MM-SKIRM-06", "MM-SKIRM-10", "MM-SKIRM-15", "MM-SKIRM-16", "MM-UNIT-43")
def galling_of(battle: Battle, unit: Unit, target: Unit) -> Galling:
    """Skirmish fire in the words of its rule."""
    mine, theirs = overlaps(battle, unit, target)
    level, shielded = protection_of(battle, target, unit, "skirmish")
    return Galling(
        order=unit.order,
        morale=unit.morale,
        hits=unit.hits,
        supporting_rank=unit.ranks > 1 and not unit.profile.mixed_weapons,
        overlap=mine,
        enemy_overlap=theirs,
        weapon=unit.profile.missile,  # type: ignore[arg-type]
        target_armour=level,
        target_shielded=shielded,
        target_mounted=rides(target),
        skirmish_overlap_limit=battle.options.skirmish_overlap_limit,
    )


def _aim(battle: Battle, unit: Unit, key: int) -> Aim:
    target = battle.units[key]
    phantom, slow = effect_of(galling_of(battle, unit, target))
    return Aim(unit.id, key, phantom=phantom, slow=slow)


@clause("MM-SKIRM-18", "MM-SKIRM-19", "MM-SKIRM-20", "MM-CONTROL-15")
def _gall(table: Table[Battle], aim: Aim) -> None:
    """Phantom hits for a test, and inches off the target's reaction move."""
    battle = table.state
    unit, target = battle.units[aim.shooter], battle.units[aim.target]
    unit.deeds.skirmished = True
    shows_itself(table, unit, target)
    table.tell(Galled(unit.id, target.id, aim.phantom, aim.slow, unit.side))
    if not aim.phantom or target.where != ON_TABLE:
        return
    target.deeds.slowed += aim.slow
    if target.morale != BROKEN:
        test(table, target, phantom=aim.phantom)


def in_reach(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a unit could skirmish with another from where both stand."""
    return distance(battle, unit, target) <= range_of(unit.profile.mobility) and (
        is_mounted(unit) or not unit.riding
    )
