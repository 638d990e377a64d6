"""The dice of a shot: bands, target numbers, the roll to hit, ranged events, the wound."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D6
from banneret.core.chance.wish import at_least

from ..basics.dice import seen_die
from ..basics.procedures import Situation, helper, procedure, value
from ..basics.tables import BANDS, TABLES, Band, Helm, Level, Severity
from .fighters import Count, penalty_of
from .wounds import DamageRule, Wound, damage_added, stunned_by, throw_wound

if TYPE_CHECKING:
    from banneret.core.play.table import Table

Distance = Annotated[float, msgspec.Meta(ge=0)]


class Shooter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who shoots, and with what."""

    rng: Count = 0
    poison_ranged: Count = 0
    weapon_str: Count = 0
    max_band: Band = "long"
    wound: Level = "none"
    shock: bool = False
    moved: bool = False
    mod: int = 0
    penalty: Count | None = None
    thrown: bool = False


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who is shot at."""

    tough: Count = 0
    armour: Count = 0
    poison_tough: Count = 0
    obscured: bool = False
    helm: Helm = "none"


Weapon = Literal["ok", "broken", "out_of_ammunition"]


class Shot(NamedTuple):
    """What came of a shot."""

    outcome: Literal["no_shot", "miss", "hit", "hit_doubled"]
    band: Band | None = None
    target_number: int | None = None
    total: int | None = None
    weapon: Weapon = "ok"
    strength: int | None = None
    wound: Wound | None = None
    stun_rounds: int | None = None

    def told(self) -> dict[str, Any]:
        """The result as `adjudicate` gives it."""
        wound = self.wound
        return {
            "outcome": self.outcome,
            "band": self.band,
            "target_number": self.target_number,
            "total": self.total,
            "weapon": self.weapon,
            "strength": self.strength,
            "location": wound.location if wound is not None else None,
            "damage": wound.damage if wound is not None else None,
            "severity": wound.severity if wound is not None else None,
            "stun_rounds": self.stun_rounds,
        }


@clause("AR-SHOOT-04", "AR-SHOOT-05")
def band_of(distance: float, furthest: str = "long") -> Band | None:
    """The nearest band that holds the distance; its edge belongs to it. None: no shot."""
    for band in BANDS:
        if distance <= TABLES.shoot_band_upper_edge[band]:
            return band
        if band == furthest:
            break
    return None


class _Range(Situation, frozen=True):
    distance: Distance
    max_band: Band = "long"


@helper(_Range, "The range band of a distance; null if no shot is possible.")
@clause("AR-SHOOT-04")
def range_band(given: _Range) -> dict[str, Any]:
    """Short, medium or long."""
    return value(band_of(given.distance, given.max_band))


@clause("AR-SHOOT-02", "AR-SHOOT-08", "AR-SHOOT-09", "AR-SHOOT-10", "AR-POISON-07")
def shooting_value(shooter: Shooter, obscured: bool) -> Tally:
    """What is added to the die: Ranged, never below 0, and the modifiers, which may be."""
    known = shooter.penalty
    hurt = penalty_of(shooter.wound, shooter.shock) if known is None else known
    skill = max(0, shooter.rng - shooter.poison_ranged)
    modifiers = TABLES.ranged_modifiers
    return (
        Tally(skill, "Ranged", "AR-SHOOT-02")
        .when(hurt, -hurt, "wounds and shock", "AR-SHOOT-08")
        .when(shooter.moved, modifiers["moved_before_or_after"], "moves", "AR-SHOOT-09")
        .when(obscured, modifiers["target_partially_obscured"], "obscured", "AR-SHOOT-10")
        .when(shooter.mod, shooter.mod, "rain", "AR-WILD-01")
    )


@clause("AR-RANGEV-02", "AR-RANGEV-04")
def ranged_event(face: int, thrown: bool) -> Weapon:
    """1 breaks the weapon, 2 ends its ammunition; of thrown ones there are no more either way."""
    word = TABLES.ranged_event[str(face)]
    if word == "nothing":
        return "ok"
    return "broken" if word == "weapon breaks" and not thrown else "out_of_ammunition"


@clause("AR-SHOOT-01", "AR-SHOOT-03", "AR-SHOOT-06", "AR-SHOOT-07", "AR-SHOOT-13", "AR-SHOOT-15")
def throw_shot(
    table: Table[Any],
    shooter: Shooter,
    target: Target,
    distance: float,
    *,
    events: bool = False,
    stun: bool = False,
    damage_rule: DamageRule = "str_tough",
    side: str | None = None,
    fells: Callable[[Severity], bool] | None = None,
) -> Shot:
    """Roll to hit against 5, 7 or 9; a hit wounds with the weapon's strength, doubled if earned."""
    band = band_of(distance, shooter.max_band)
    if band is None:
        return Shot("no_shot")
    needed = TABLES.ranged_target_number[band]
    tally = shooting_value(shooter, target.obscured)
    die = seen_die(table, "to hit", tally, side, at_least(needed - tally.total))
    total = die + tally.total
    weapon: Weapon = _spoiled(table, shooter, side) if events and die == 1 else "ok"
    shot = Shot("miss", band, needed, total, weapon)
    if total < needed or weapon == "broken":
        return shot
    doubled = total >= 2 * needed
    power = shooter.weapon_str * (2 if doubled else 1)
    tough = max(0, target.tough - target.poison_tough) + target.armour
    added = damage_added(power, tough, damage_rule, shooter.weapon_str if doubled else 0)
    wound = throw_wound(table, added, side)
    return shot._replace(
        outcome="hit_doubled" if doubled else "hit",
        strength=power,
        wound=wound,
        stun_rounds=stunned_by(table, wound, target.helm, fells) if stun else None,
    )


@clause("AR-RANGEV-01", "AR-RANGEV-03")
def _spoiled(table: Table[Any], shooter: Shooter, side: str | None) -> Weapon:
    """On a natural 1, before any wound dice: the weapon may break or run out."""
    return ranged_event(table.roll(D6("ranged event"), None, side, at_least(3)), shooter.thrown)


class _RangedAttack(Situation, frozen=True):
    shooter: Shooter
    target: Target
    distance: Distance
    events: bool = False
    stun: bool = False
    damage_rule: DamageRule = "str_tough"


@procedure(_RangedAttack, "One shot: to hit, the ranged event, the wound, stun.")
@clause("AR-SHOOT-01")
def ranged_attack(table: Table[Any], given: _RangedAttack) -> Ruled:
    """The whole shot."""
    shot = throw_shot(
        table,
        given.shooter,
        given.target,
        given.distance,
        events=given.events,
        stun=given.stun,
        damage_rule=given.damage_rule,
    )
    return Ruled(shot.told(), shooting_value(given.shooter, given.target.obscured).reasons)
