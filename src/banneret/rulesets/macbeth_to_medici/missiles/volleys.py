"""Step 7: archers shoot (MM-ARCH, MM-TURN-07)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.screen.words import counted

from ..basics.state import BROKEN, ON_TABLE, Aim
from ..basics.who import distance, enemies_of, is_mounted, leadership_of, rides
from ..command.states import add_hits, lose_elements, test
from ..fighting.factor import spread
from ..fighting.leading import ask_factor
from ..ground.advantage import at_halt, cover_from
from ..ground.sight import elements_shooting, may_shoot_at, zone_from
from ..screen.deeds import Shot
from ..screen.view import as_seen
from .archery import Harm, Volley, factor_of, harm, is_proof, range_of, score_of
from .protection import ProtectionSituation, protection
from .shooting import aim_question, lock, may_act, next_aim, shows_itself

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.core.questions.choices import Pick

    from ..basics.state import Battle, Unit

BOWS = ("longbow", "bow", "composite_bow")


@clause("MM-ARCH-02", "MM-GUN-03", "MM-TURN-07")
def archery(table: Table[Battle]) -> None:
    """Targets first, then the volleys one by one, each with its test."""
    battle = table.state
    if battle.stage != "shots":
        battle.stage = "shots"
        locked = lock(table, lambda u: may_volley(battle, u), lambda u: _question(battle, u))
        battle.shooting = tuple(_aim(battle, unit, key) for unit, key in locked)
        return
    aim = next_aim(battle)
    if aim is None:
        battle.phase, battle.stage = "skirmish", ""
        return
    _shoot(table, aim)


@clause("MM-UNIT-22", "MM-UNIT-23", "MM-ARCH-01", "MM-UNIT-50", "MM-UNIT-32")
def has_archery(battle: Battle, unit: Unit) -> bool:
    """Whether it is armed with bows throughout; a mixed formation only by its option."""
    profile = unit.profile
    if profile.missile not in BOWS:
        return False
    if not profile.mixed_weapons:
        return True
    both = "archers" in (profile.type, profile.second_type) and bool(profile.second_type)
    return both and battle.options.mixed_formation_archery


@clause("MM-ARCH-26", "MM-ARCH-04", "MM-MOVE-08", "MM-UNIT-25")
def may_volley(battle: Battle, unit: Unit) -> bool:
    """Whether it may shoot now; Dismounted units only afoot."""
    return (
        has_archery(battle, unit)
        and may_act(battle, unit)
        and unit.deeds.response != "evade"
        and not unit.riding
    )


@clause("MM-ARCH-03", "MM-ARCH-04", "MM-ARCH-23", "MM-UNIT-21")
def targets(battle: Battle, unit: Unit) -> list[str]:
    """Enemies in range, arc and sight, nearest first; with heavy arrows too where it has them."""
    plain = range_of(unit.profile.missile, mounted=is_mounted(unit))
    heavy = range_of(unit.profile.missile, mounted=is_mounted(unit), heavy=True)
    piercing = unit.profile.heavy_arrows and unit.profile.missile == "longbow"
    found: list[tuple[float, int, str]] = []
    for foe in enemies_of(battle, unit):
        if may_shoot_at(battle, unit, foe, plain) is not None:
            continue
        far = distance(battle, unit, foe)
        found.append((far, foe.number, str(foe.id)))
        if piercing and not is_mounted(unit) and far <= heavy:
            found.append((far, foe.number + 100, f"{foe.id}:heavy"))
    return [key for _, _, key in sorted(found)]


def _question(battle: Battle, unit: Unit) -> Pick[str] | None:
    keys = targets(battle, unit)
    prompt = f"{unit.profile.name}: shoot at"
    return aim_question(
        battle, unit, "archery", prompt, keys, odds=lambda key: odds(battle, unit, key)
    )


@clause("MM-ARCH-06", "MM-ARCH-18", "MM-SETUP-27")
def odds(battle: Battle, unit: Unit, key: str) -> dict[str, str]:
    """What a volley may come to, of a target as its shooters know it."""
    aim = _aim(battle, unit, key)
    given = volley_of(battle, aim, as_seen(battle, battle.units[aim.target], unit.side))
    if is_proof(given):
        return {"no harm": "1"}
    found: dict[str, int] = {}
    for factor, weight in spread(factor_of(given)):
        told = _told(harm(given, factor))
        found[told] = found.get(told, 0) + weight
    total = sum(found.values())
    return {told: str(Fraction(weight, total)) for told, weight in found.items()}


def _told(found: Harm) -> str:
    """Hits and elements in a few words."""
    some = [(found.hits, "hit"), (found.removed, "element")]
    return ", ".join([counted(many, one) for many, one in some if many]) or "no harm"


@clause("MM-ARCH-21", "MM-ARCH-22", "MM-ARCH-31")
def _aim(battle: Battle, unit: Unit, key: str) -> Aim:
    """Lock a volley with the elements of both as they are now."""
    target, _, heavy = key.partition(":")
    foe = battle.units[int(target)]
    inches = range_of(unit.profile.missile, mounted=is_mounted(unit), heavy=bool(heavy))
    firing = elements_shooting(battle, unit, foe, inches, all_ranks=battle.options.all_ranks_shoot)
    if unit.profile.mixed_weapons:
        firing = min(firing, -(-unit.elements // 2))  # MM-UNIT-50
    return Aim(unit.id, foe.id, bool(heavy), max(1, firing), foe.elements)


# -- a volley as its rule asks for it


@clause("MM-ARCH-13")
def initiative_over(unit: Unit, target: Unit) -> str:
    """With, drawn or without: the two ratings of this turn."""
    by = unit.deeds.initiative - target.deeds.initiative
    return "with" if by > 0 else "without" if by < 0 else "drawn"


@clause("MM-ARCH-16")
def action_of(target: Unit, shooter: Unit) -> str:
    """What the target is doing: a declaration outranks a move."""
    deeds = target.deeds
    if target.morale == BROKEN or target.feigning or deeds.response in ("evade", "feign", "rout"):
        return "falling_back"
    if (deeds.charge >= 0 and not deeds.stopped) or deeds.response == "counter_charge":
        return "advancing"
    if shooter.id in deeds.nearer:
        return "advancing"
    return "falling_back" if shooter.id in deeds.further else "standing"


@clause("MM-UNIT-39", "MM-UNIT-43", "MM-UNIT-45")
def protection_of(
    battle: Battle, target: Unit, shooter: Unit, against: str = "archery"
) -> tuple[str, bool]:
    """The level that protects a target from a shooter, and whether it counts as shielded."""
    profile = target.profile
    return protection(
        ProtectionSituation(
            armour=profile.armour,
            mounted=rides(target),
            horse_armour=profile.horse_armour,
            shield=profile.shield,
            zone=zone_from(battle, target, shooter),
            moving=not at_halt(target),
            order=target.order,
            cover=cover_from(battle, target, shooter),
            shield_limit=battle.options.shield_limit,
            against=against,  # type: ignore[arg-type]
        )
    )


def volley_of(battle: Battle, aim: Aim, seen: Unit | None = None) -> Volley:
    """A locked volley in the words of its rule; at a target as it is seen, if that is given."""
    unit, target = battle.units[aim.shooter], seen or battle.units[aim.target]
    profile = unit.profile
    return Volley(
        order=unit.order,
        experience=profile.experience,
        firing=aim.firing,
        target_experience=target.profile.experience,
        target_elements=max(1, aim.there),
        action=action_of(target, unit),  # type: ignore[arg-type]
        initiative=initiative_over(unit, target),  # type: ignore[arg-type]
        die=profile.die,
        protection=protection_of(battle, target, unit)[0],
        heavy_arrows=aim.heavy,
        leadership=leadership_of(battle, unit),
    )


# -- the volley itself


@clause("MM-ARCH-18", "MM-ARCH-21", "MM-ARCH-24", "MM-ARCH-27", "MM-ARCH-28", "MM-CONTROL-15")
def _shoot(table: Table[Battle], aim: Aim) -> None:
    """Elements go, hits are added, the state changes, then the target tests."""
    battle = table.state
    unit, target = battle.units[aim.shooter], battle.units[aim.target]
    given = volley_of(battle, aim)
    unit.deeds.fired = given.initiative
    unit.deeds.heavy = aim.heavy
    shows_itself(table, unit, target)
    if is_proof(given):
        table.tell(Shot(unit.id, target.id, 0, 0, 0, 0, True, unit.side))
        return
    factor = factor_of(given)
    rolled = table.roll(factor.draw, score_of(given, 0), unit.side)
    read = ask_factor(table, unit, factor, rolled)
    found = harm(given, read.value)
    table.tell(
        Shot(
            unit.id,
            target.id,
            found.value,
            found.defence,
            found.hits,
            found.removed,
            False,
            unit.side,
        )
    )
    if target.where != ON_TABLE:
        return
    lose_elements(table, target, found.removed, "archery")
    add_hits(table, target, found.hits, "archery")
    if found.hits and target.where == ON_TABLE and target.morale != BROKEN:
        test(table, target)
