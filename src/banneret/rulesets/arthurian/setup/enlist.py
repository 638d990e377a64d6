"""Models made from profiles and recruits, and who of them are Heroes and Player Characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.errors import IllegalForce

from ..basics.options import Options
from ..basics.state import (
    HELD,
    NONE,
    OK,
    RIDDEN,
    Battle,
    Model,
    Token,
    Venom,
)
from ..basics.tables import NAMES, PROFILES, SIDES, TABLES, WEAPONS
from .lists import (
    Force,
    Recruit,
    Scenario,
    force_of,
    force_points,
    hero_points,
    scenario_of,
)
from .points import are_even

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..basics.tables import Profile

_TESTS, _VIRTUE = TABLES.tests, TABLES.virtue


def begin(key: str, chosen: Mapping[str, Any], forces: Mapping[str, Any]) -> Battle:
    """Set up a battle: scenario, options and forces agreed."""
    scenario = scenario_of(key)
    options = Options.read(chosen, scenario.options)
    taken = {side: _force(scenario, side, forces.get(side)) for side in SIDES}
    _even(scenario, taken)
    battle = Battle(scenario, options, [], _support(scenario, taken))
    battle.buried = tuple([name for side in SIDES for name in taken[side].buried])
    for side in SIDES:
        _enlist(battle, side, taken[side])
    for profile, many in scenario.held:
        for _ in range(many):
            recruit_one(battle, profile, "a").where = HELD
    for side in SIDES:
        _mark_pc(battle, side)
    _equip_pcs(battle)
    _lay_tokens(battle)
    battle.started = {s: sum(m.side == s and m.where != HELD for m in battle.models) for s in SIDES}
    return battle


@clause("AR-SCEN-07")
def _force(scenario: Scenario, side: str, chosen: Any) -> Force:
    """A side's force: the one chosen, else the scenario's, with the models it names besides."""
    plan = scenario.plan(side)
    force = force_of(chosen or plan.force) if chosen or plan.force else None
    if force is None:
        return Force(id=f"{scenario.id}_{side}", name=scenario.name, models=plan.models)
    if chosen and not plan.force:
        return force
    more = tuple(Recruit(profile=one, number=many) for one, many in plan.models)
    extra = [one for one in more if not _brings(force, one.profile)]
    return Force(
        id=force.id,
        name=force.name,
        support=force.support,
        models=force.models,
        recruit=(*force.recruit, *extra),
        points=force.points,
        buried=force.buried,
    )


def _brings(force: Force, profile: str) -> bool:
    return any(one.profile == profile for one in force.recruits)


@clause("AR-POINTS-02")
def _even(scenario: Scenario, taken: Mapping[str, Force]) -> None:
    """In a free battle forces must be even, and Heroes at most half of each."""
    if not scenario.free_forces:
        return
    a, b = (force_points(taken[side]) for side in SIDES)
    if not are_even(a, b):
        raise IllegalForce(
            f"forces of {a} and {b} points are not even: 5 percent apart at most (AR-POINTS-02)"
        )
    for force in taken.values():
        if 2 * hero_points(force) > force_points(force) and force.recruit:
            raise IllegalForce(f"{force.id}: Heroes are more than half its points (AR-POINTS-02)")


@clause("AR-SCEN-07", "AR-SUPPORT-01")
def _support(scenario: Scenario, taken: Mapping[str, Force]) -> dict[str, str]:
    """Each side's support column: the scenario's, else its force's."""
    return {side: scenario.plan(side).support or taken[side].support or "camelot" for side in SIDES}


# -- models


def _enlist(battle: Battle, side: str, force: Force) -> None:
    on_foot = battle.scenario.plan(side).on_foot
    for one in force.recruits:
        for _ in range(one.number):
            model = recruit_one(battle, one.profile, side, one)
            if one.profile in on_foot:
                _unhorse(model)


def _unhorse(model: Model) -> None:
    model.mounted, model.horse = False, NONE
    model.in_hand = next((one for one in model.weapons if one != "lance"), "unarmed")


@clause("AR-PROFILE-02", "AR-PROFILE-03", "AR-EQUIP-03")
def recruit_one(battle: Battle, profile: str, side: str, recruit: Recruit | None = None) -> Model:
    """Add one model to a battle, with its name, weapons, horse and what lasts of it."""
    known = PROFILES[profile]
    given = recruit if recruit is not None else Recruit(profile=profile)
    model = Model(
        id=len(battle.models),
        side=side,
        name=_name(battle, known, given.name),
        profile=known,
        tags=(*known.tags, "arthurian") if given.arthurian else known.tags,
        hero=known.hero,
        pc=(given.pc or "pc" in known.tags) and not battle.by_the_book(side),
        wound=given.wound,
        wounds=(given.wound,) if given.wound != "none" else (),
        poison=_poison(given),
        mounted=known.mounted and given.horse,
        horse=RIDDEN if known.mounted and given.horse else NONE,
        spare_horse=given.spare_horse,
        weapons=_weapons(known, given),
        shield=OK if (known.shield if given.shield is None else given.shield) else NONE,
        missile=known.missile[0] if known.missile else "",
        luck=given.luck or known.luck or 0,
        vp=_virtue_points(known, given),
        gold=_TESTS.pc_start_gold if given.gold is None else given.gold,
        treasures=given.treasures,
        parole=given.parole,
    )
    _use_treasures(model)
    usable = [one for one in model.weapons if one != "lance" or model.mounted]
    model.in_hand = usable[0] if usable else "unarmed"
    battle.models.append(model)
    return model


def _weapons(known: Profile, given: Recruit) -> tuple[str, ...]:
    if given.no_arms:
        return ()
    listed = known.melee if given.weapons is None else given.weapons
    return tuple(one for one in listed if one != "unarmed")


def _poison(given: Recruit) -> Venom:
    venom = Venom()
    for kind, many in given.poison.items():
        venom = venom.plus(kind, many)
    return venom


@clause("AR-TREASURE-01")
def _use_treasures(model: Model) -> None:
    """What was found before: a blessed blade, a fine shield, a spare horse."""
    kept = []
    for item in model.treasures:
        if item == "blessed_blade" and not model.blessed:
            model.blessed = True
        elif item == "fine_shield" and not model.fine_shield:
            model.fine_shield = True
        elif item == "spare_horse" and not model.spare_horse:
            model.spare_horse = True
        else:
            kept.append(item)
    model.treasures = tuple(kept)


@clause("AR-VIRTUE-03", "AR-PROFILE-06")
def _virtue_points(known: Profile, given: Recruit) -> int:
    """A player knight starts with 48; a designated PC with 12 for each level of his profile."""
    if given.vp is not None:
        return given.vp
    if "pc" in known.tags:
        return _VIRTUE.pc_start_points
    return _VIRTUE.points_per_level * (known.vl or 0)


def _name(battle: Battle, known: Profile, given: str) -> str:
    """A name of his own, and no dead man's."""
    taken = {one.name for one in battle.models} | set(() if given else battle.buried)
    names = (given,) if given else NAMES.get(known.id, (known.name,))
    free = next((one for one in names if one not in taken), None)
    if free is not None:
        return free
    number = 2
    while f"{names[0]} {number}" in taken:
        number += 1
    return f"{names[0]} {number}"


# -- Heroes and PCs


@clause("AR-PROFILE-06", "AR-PROFILE-05")
def _mark_pc(battle: Battle, side: str) -> None:
    """A player's side without a pc profile marks one Hero, else whoever leads, as its PC."""
    own = [one for one in battle.models if one.side == side and one.where != HELD]
    if battle.by_the_book(side) or any(one.pc for one in own):
        return
    heroes = [one for one in own if one.hero]
    best = min(heroes or own, key=_standing)
    best.pc = True
    best.luck = best.luck or _TESTS.pc_luck_default


def _standing(model: Model) -> tuple[int, int, int]:
    """Highest lead, then points, then lowest id."""
    lead = model.profile.lead
    return (-(lead if lead is not None else -1), -model.profile.points, model.id)


@clause("AR-EQUIP-12")
def _equip_pcs(battle: Battle) -> None:
    """A PC's dwarf carries a spare shield and a spare of his main weapon that is no lance."""
    for pc in [one for one in battle.models if one.pc]:
        if not any(one.side == pc.side and one.is_a("dwarf") for one in battle.models):
            continue
        pc.spare_shield = 1 if pc.shield == OK else 0
        pc.spare_weapon = next(iter(_spares(pc.weapons)), "")


def _spares(weapons: Iterable[str]) -> list[str]:
    return [one for one in weapons if one != "lance" and not WEAPONS[one].natural]


def _lay_tokens(battle: Battle) -> None:
    """The scenario's own treasure lies ready; a door is no treasure."""
    for one in battle.scenario.tokens:
        if one.name == "door":
            continue
        x, y = one.at
        battle.tokens.append(Token(len(battle.tokens), one.name, float(x), float(y)))
