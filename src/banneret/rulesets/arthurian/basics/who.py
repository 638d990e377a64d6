"""Who is who: in play, in contact, engaged, able, led by whom, and how strong he is now."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..fight.fighters import Fighter, initiative_value, toughness
from ..fight.wounds import stacked_penalty
from ..fortune.checks import level_of
from .state import NOBODY, RESERVE, TABLE, enemy_of
from .tables import MISSILES, TABLES, WEAPONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .state import Battle, Model

CONTACT = 0.05  # AR-SCALE-06


# -- on the table


def in_play(battle: Battle, side: str = "") -> list[Model]:
    """Models on the table, by id; of one side if named."""
    return [one for one in battle.models if one.where == TABLE and side in {"", one.side}]


def enemies(battle: Battle, side: str) -> list[Model]:
    """The other side's models on the table, by id."""
    return [one for one in battle.models if one.where == TABLE and one.side != side]


@clause("AR-SCALE-06")
def gap(one: Model, other: Model) -> float:
    """From base edge to base edge."""
    return hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius


@clause("AR-SCALE-06", "AR-SCALE-05")
def touch(one: Model, other: Model) -> bool:
    """In contact: no more than a twentieth of an inch apart, on any side: nobody has a facing."""
    return gap(one, other) <= CONTACT


def touching(battle: Battle, model: Model) -> list[Model]:
    """Enemies in contact with a model, by id."""
    return [one for one in enemies(battle, model.side) if touch(one, model)]


@clause("AR-TURN-07")
def engages(enemy: Model) -> bool:
    """Whether an enemy in contact engages: not when stunned, pinned or surrendered."""
    return not (enemy.stunned or enemy.pinned or enemy.surrendered)


@clause("AR-TURN-07")
def engaged(battle: Battle, model: Model) -> bool:
    """In contact with an enemy that engages; a prone or broken one does."""
    x, y, side = model.x, model.y, model.side
    reach = model.radius + CONTACT
    for one in battle.models:
        if (
            one.where == TABLE
            and one.side != side
            and hypot(one.x - x, one.y - y) <= reach + one.radius
            and engages(one)
        ):
            return True
    return False


@clause("AR-BREAK-06", "AR-STATE-06")
def is_able(model: Model) -> bool:
    """Able to act against somebody in contact."""
    return not (model.stunned or model.prone or model.pinned or model.broken or model.surrendered)


@clause("AR-END-01")
def counts(model: Model) -> bool:
    """An able model: in play or in reserve, neither broken, pinned nor surrendered."""
    here = model.where in {TABLE, RESERVE}
    return here and not (model.broken or model.pinned or model.surrendered)


def nearest(model: Model, others: Iterable[Model]) -> Model | None:
    """The nearest of them; ties by lowest id."""
    return min(others, key=lambda one: (round(gap(model, one), 3), one.id), default=None)


# -- ranks and roles


@clause("AR-PROFILE-07")
def leader_of(battle: Battle, side: str) -> int:
    """The model with the highest lead, ties lowest id; nobody without a lead score."""
    leaders = [one for one in in_play(battle, side) if one.profile.lead is not None]
    best = min(leaders, key=lambda one: (-(one.profile.lead or 0), one.id), default=None)
    return NOBODY if best is None else best.id


def pcs(battle: Battle, side: str) -> list[Model]:
    """A side's Player Characters."""
    return [one for one in battle.models if one.side == side and one.pc]


@clause("AR-VIRTUE-03", "AR-VIRTUE-06", "AR-PROFILE-05")
def virtue_of(model: Model) -> int | None:
    """A PC's level goes with his points, others have their profile's; None: no level at all."""
    return level_of(model.vp) if model.pc else model.profile.vl


@clause("AR-PROFILE-07", "AR-MEVENT-06")
def companion_kind(pc: Model, model: Model) -> str:
    """What a model is to a PC: comrade, dwarf, mascot, man_at_arms, or nothing."""
    if model.side != pc.side or model.id == pc.id:
        return ""
    if model.is_a("knight"):
        return "comrade"
    if not model.is_a("companion"):
        return ""
    return next((kind for kind in ("mascot", "dwarf") if model.is_a(kind)), "man_at_arms")


def dwarf_of(battle: Battle, pc: Model) -> Model | None:
    """The PC's dwarf, if he is in play and unbroken (AR-EQUIP-12)."""
    for one in in_play(battle, pc.side):
        if one.is_a("dwarf") and not one.broken:
            return one
    return None


def side_points(battle: Battle, side: str) -> int:
    """What a side has in play."""
    return sum([one.profile.points for one in in_play(battle, side)])


# -- as strong as he is now


def shocked(model: Model) -> bool:
    """Whether the mark of a shock is on him."""
    return model.shock > 0


@clause("AR-WOUND-14", "AR-WOUND-15", "AR-WOUND-17", "AR-WOUND-20")
def own_penalty(battle: Battle, model: Model) -> int | None:
    """The added penalties where all wounds are kept; else None."""
    if battle.options.wounds != "stack":
        return None
    return stacked_penalty(model.wounds, shocked(model))


@clause("AR-PROFILE-01", "AR-EQUIP-02", "AR-EQUIP-04", "AR-EQUIP-07")
def fighter(battle: Battle, model: Model, *, lance_charge: bool = False) -> Fighter:
    """A model as the dice of a fight see it."""
    profile, weapon, poison = model.profile, WEAPONS[model.in_hand], model.poison
    return Fighter(
        att=profile.att + model.blessed,
        def_=profile.def_,
        str_=profile.str_,
        tough=profile.tough,
        ini=profile.ini,
        weapon_bonus=weapon.str_bonus,
        armour=TABLES.armour_bonus[profile.armour],
        shield=model.has_shield,
        two_handed=weapon.hands == 2,
        ignores_shield=weapon.id == "flail",
        mounted=model.mounted,
        unarmed=weapon.id == "unarmed",
        lance_charge=lance_charge,
        wound=model.wound,
        shock=shocked(model),
        stunned=model.stunned,
        prone=model.prone,
        poison_melee=poison.melee,
        poison_str=poison.str_,
        poison_tough=poison.tough,
        poison_ini=poison.ini,
        helm=profile.helm,
        penalty=own_penalty(battle, model),
    )


def quickness(battle: Battle, model: Model) -> int:
    """INI after wounds, shock and poison."""
    return initiative_value(fighter(battle, model))


def hardness(battle: Battle, model: Model) -> int:
    """Toughness with armour, after poison."""
    return toughness(fighter(battle, model))


def can_break(model: Model) -> bool:
    """Whether there is a weapon in hand that can break (AR-MEVENT-10)."""
    weapon = WEAPONS[model.in_hand]
    return weapon.id != "unarmed" and not weapon.natural


@clause("AR-EQUIP-03", "AR-EQUIP-04")
def usable(model: Model) -> list[str]:
    """Weapons it could take in hand now, best preference first; a lance only while mounted."""
    found = [one for one in model.weapons if one != "lance" or model.mounted]
    return found or ["unarmed"]


@clause("AR-EQUIP-10", "AR-EQUIP-11", "AR-RANGEV-02")
def can_shoot(model: Model, *, extra: bool = False) -> bool:
    """Whether its weapon is whole, supplied and loaded; Rapid Fire needs no reload."""
    if not model.missile or model.missile_state != "ok":
        return False
    return model.loaded or extra


def needs_reload(model: Model) -> bool:
    """Whether its weapon is empty and could be readied."""
    return bool(model.missile) and model.missile_state == "ok" and not model.loaded


def is_shooter(model: Model) -> bool:
    """Somebody with a missile weapon that is of use yet."""
    return bool(model.missile) and model.missile_state == "ok"


def missile_power(model: Model) -> int:
    """The strength of its missiles."""
    return MISSILES[model.missile].str_


def own_edge(battle: Battle, side: str) -> float:
    """Where a side's edge runs."""
    return 0.0 if side == "a" else battle.scenario.depth


def foe(side: str) -> str:
    """The other side."""
    return enemy_of(side)
