"""Step 6: bombards and light guns shoot (MM-GUN, MM-TURN-07)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import gap

from ..basics.state import BROKEN, IMPETUOUS, ON_TABLE, SLAIN, Aim
from ..basics.tables import BATTERY_SUPPORTS, BOMBARD_RANGE, ELEMENT_WIDTH
from ..basics.who import (
    base_of,
    enemies_of,
    is_bombard,
    leader_of,
    leadership_of,
    on_table,
    units_of,
)
from ..command.control import bands, judge, tests_as
from ..command.fates import lose_officer
from ..command.states import add_hits, lose, test
from ..ground.sight import may_shoot_at
from ..screen.deeds import Bombarded
from ..screen.view import as_seen
from .bombards import Shot, roll_shot, shot_of
from .shooting import aim_question, lock, may_act, next_aim, shows_itself

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.core.questions.choices import Pick

    from ..basics.state import Battle, Unit

SHOT = "shot"
FACES = 6
SHOTS = [(value, FACES - abs(value)) for value in range(1 - FACES, FACES)]  # with weights
STATES = {BROKEN: "broken", IMPETUOUS: "Impetuous"}
_TOLD = {"hit": "hit", "explosion": "the gun bursts", "miss": "no harm", "test": "no harm"}


@clause("MM-GUN-01", "MM-GUN-03", "MM-TURN-07")
def artillery(table: Table[Battle]) -> None:
    """Targets first, then the shots one by one, each with its test."""
    battle = table.state
    if battle.stage != "shots":
        battle.stage = "shots"
        locked = lock(table, lambda u: may_bombard(battle, u), lambda u: _question(battle, u))
        battle.shooting = tuple(Aim(u.id, int(key)) for u, key in locked)
        return
    aim = next_aim(battle)
    if aim is None:
        battle.phase, battle.stage = "archery", ""
        return
    _shoot(table, battle.units[aim.shooter], battle.units[aim.target])


@clause("MM-GUN-04", "MM-GUN-07", "MM-GUN-17", "MM-MOVE-10")
def may_bombard(battle: Battle, unit: Unit) -> bool:
    """A bombard that is formed, not evading, and, if light, has not moved."""
    return (
        is_bombard(unit)
        and may_act(battle, unit)
        and unit.formed
        and unit.deeds.response != "evade"
        and unit.deeds.moved_first <= 0
    )


@clause("MM-GUN-06", "MM-GUN-16")
def targets(battle: Battle, unit: Unit) -> list[Unit]:
    """Enemies within 24 inches, in arc and sight, not in contact with friends; nearest first."""
    found = [
        foe
        for foe in enemies_of(battle, unit)
        if may_shoot_at(battle, unit, foe, BOMBARD_RANGE) is None
    ]
    base = base_of(battle, unit)
    return sorted(found, key=lambda foe: (gap(base, base_of(battle, foe)), foe.number))


def _question(battle: Battle, unit: Unit) -> Pick[str] | None:
    keys = [str(foe.id) for foe in targets(battle, unit)]
    prompt = f"{unit.profile.name}: aim at"
    return aim_question(
        battle, unit, "bombard", prompt, keys, odds=lambda key: odds(battle, unit, int(key))
    )


@clause("MM-GUN-08", "MM-GUN-10", "MM-GUN-12", "MM-GUN-14", "MM-SETUP-27")
def odds(battle: Battle, gun: Unit, target: int) -> dict[str, str]:
    """What a shot may come to, of a target as its gunners know it."""
    foe = as_seen(battle, battle.units[target], gun.side)
    led = None if foe.veiled else leadership_of(battle, foe)
    test_odds = bands(foe.profile.experience, foe.profile.die, led)
    found: dict[str, Fraction] = {}

    def add(told: str, share: Fraction) -> None:
        found[told] = found.get(told, Fraction()) + share

    for value, weight in SHOTS:
        share = Fraction(weight, FACES * FACES)
        outcome, _ = shot_of(value, gun.profile.experience)
        if outcome != "test" or foe.morale == BROKEN:
            add(_TOLD[outcome], share)
            continue
        for result, chance in test_odds.items():
            told = _shaken(battle, foe, result, value)
            add(told, share * Fraction(chance).limit_denominator(FACES * FACES))
    return {told: str(share) for told, share in found.items() if share}


@clause("MM-GUN-12", "MM-CONTROL-07")
def _shaken(battle: Battle, foe: Unit, result: str, phantom: int) -> str:
    """What a result of its test would make of a target."""
    tested = tests_as(foe.profile.experience, foe.morale, foe.hits, phantom)
    after = judge(
        "compulsory", result, foe.morale, tested, foe.hits,
        steady_failure=battle.options.steady_failure,
    )  # fmt: skip
    if after.morale != foe.morale:
        return STATES[after.morale]
    return "unformed" if after.unformed else _TOLD["miss"]


@clause("MM-GUN-08", "MM-GUN-09", "MM-GUN-18")
def _shoot(table: Table[Battle], gun: Unit, target: Unit) -> None:
    """A double hits, a positive value makes the target test, a bad one may burst the gun."""
    shot = roll_shot(table, gun.profile.experience, gun.side)
    gun.deeds.fired = SHOT
    if shot.outcome != "explosion":
        target.deeds.under_artillery = True
    _FALLS[shot.outcome](table, gun, target, shot)


def _tell(table: Table[Battle], gun: Unit, target: Unit, shot: Shot) -> None:
    table.tell(Bombarded(gun.id, target.id, shot.value, shot.outcome, gun.side))
    shows_itself(table, gun, target)


@clause("MM-GUN-10", "MM-GUN-11")
def _strike(table: Table[Battle], gun: Unit, target: Unit, shot: Shot) -> None:
    """A double is one true hit, and no test."""
    _tell(table, gun, target, shot)
    add_hits(table, target, 1, "artillery")


@clause("MM-GUN-12", "MM-CONTROL-15")
def _shake(table: Table[Battle], gun: Unit, target: Unit, shot: Shot) -> None:
    """A positive value counts as so many hits in a test at once, and in that alone."""
    _tell(table, gun, target, shot)
    if target.where == ON_TABLE and target.morale != BROKEN:
        test(table, target, phantom=shot.phantom)


@clause("MM-GUN-13")
def _miss(table: Table[Battle], gun: Unit, target: Unit, shot: Shot) -> None:
    """A negative value within the limit does nothing."""
    _tell(table, gun, target, shot)


@clause("MM-GUN-14", "MM-GUN-15")
def _burst(table: Table[Battle], gun: Unit, target: Unit, shot: Shot) -> None:
    """The gun is gone; every unit within the radius takes a hit; its officer is killed."""
    battle = table.state
    _tell(table, gun, target, shot)
    if gun.where != ON_TABLE:
        return
    assert shot.radius is not None
    base = base_of(battle, gun)
    near = [
        u
        for u in on_table(battle)
        if u.id != gun.id and gap(base, base_of(battle, u)) <= shot.radius
    ]
    leader = leader_of(battle, gun)
    if leader is not None:
        lose_officer(table, leader, SLAIN, "killed by his own gun")
    lose(table, gun, "burst")
    for unit in near:
        add_hits(table, unit, 1, "explosion")


_FALLS = {"hit": _strike, "test": _shake, "miss": _miss, "explosion": _burst}


# -- battery guns


@clause("MM-GUN-04", "MM-GUN-05")
def battery_supports(battle: Battle, unit: Unit) -> bool:
    """Whether battery guns beside it support at least half its front rank."""
    needed = -(-unit.files // 2)
    return any(
        _beside(battle, gun, unit) and gun.elements * _reach(gun) >= needed
        for gun in units_of(battle, unit.side)
        if gun.profile.missile == "battery_gun" and gun.id != unit.id
    )


def _reach(gun: Unit) -> int:
    return BATTERY_SUPPORTS[gun.profile.experience]


def _beside(battle: Battle, gun: Unit, unit: Unit) -> bool:
    """In base contact and the same line; it has not moved, is formed and not Broken."""
    still = gun.deeds.moved_first <= 0 and gun.deeds.moved_later <= 0
    if not still or not gun.formed or gun.morale == BROKEN or gun.deeds.response == "evade":
        return False
    return gap(base_of(battle, gun), base_of(battle, unit)) <= ELEMENT_WIDTH / 10
