"""What things are worth to a captain: models, blows, shots, and standing somewhere."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from ..basics import who
from ..basics.tables import LEVELS, MISSILES, SEVERITIES, TABLES
from ..fight import chances
from ..fight.fighters import attack_value, defence_value, strength, toughness
from ..fight.wounds import damage_added
from ..ground import ways

if TYPE_CHECKING:
    from ..basics.state import Battle, Model

Point = tuple[float, float]
LOSS = {"none": 0.0, "light": 0.2, "serious": 0.42, "critical": 0.68}
SHOCK = 0.06
LANCE_RUN = 4.0
TWICE = 0.15  # an enemy who goes second and then first moves twice before one can answer
CHARGED_BY = 2  # how many enemies one reckons with at once
KEY = {  # whose loss decides a scenario
    "the_ford": ("knight",),
    "ambush_in_the_wood": ("lady",),
    "giant_on_the_hill": ("giant", "pc"),
    "perilous_chapel": ("pc", "worm"),
    "robbers_tower": ("pc", "lady"),
}


def value(battle: Battle, model: Model) -> float:
    """What a model is worth: its points, and much more if the scenario hangs on it."""
    worth = float(model.profile.points)
    if is_key(battle, model):
        worth *= 1.7
    elif model.pc:
        worth *= 1.3
    return worth * 0.5 if model.broken else worth


def is_key(battle: Battle, model: Model) -> bool:
    """Whether the scenario hangs on a model."""
    for one in KEY.get(battle.scenario.id, ()):
        if model.is_a(one) or model.profile.id == one or (one == "pc" and model.pc):
            return True
    return False


def loss(battle: Battle, model: Model, severities: tuple[float, ...]) -> float:
    """The part of a model that chances of wounds would take."""
    made = chances.levels(battle, model, severities)
    now = LOSS[model.wound]
    gone = made["out"] * (1.0 - now * 0.5)
    for level in LEVELS[1:]:
        gone += made[level] * max(0.05, LOSS[level] - now)
    return gone + severities[SEVERITIES.index("shock")] * SHOCK


def blow(battle: Battle, model: Model, target: Model, *, charge: bool = False) -> float:
    """What one attack is worth: harm done less harm taken through a natural 1."""
    found = chances.odds_of(battle, model, target, charge=charge)
    gain = loss(battle, target, found.defender) * value(battle, target)
    return gain - loss(battle, model, found.attacker) * value(battle, model)


def harm_of(battle: Battle, model: Model, target: Model, *, charge: bool) -> float:
    """The part of a target that one attack of a model takes."""
    one, other = who.fighter(battle, model, lance_charge=charge), who.fighter(battle, target)
    rule = battle.options.wound_damage
    found = chances.blow_odds(
        attack_value(one, other).total,
        defence_value(other, one).total,
        (damage_added(strength(one), toughness(other), rule), 0),
        battle.options.natural_one,
        other.stunned or other.prone,
    )
    return loss(battle, target, found.defender)


def shot(battle: Battle, model: Model, target: Model, *, moves: bool) -> float:
    """What a shot is worth."""
    found = chances.shot_odds(battle, model, target, moves=moves)
    return loss(battle, target, found.severities) * value(battle, target)


def reach(model: Model) -> float:
    """How far a move goes."""
    return ways.allowance_of(model).inches


def gap_at(p: Point, model: Model, other: Model) -> float:
    """Between bases, if the model stood there."""
    return hypot(other.x - p[0], other.y - p[1]) - other.radius - model.radius


def threat(battle: Battle, model: Model, p: Point) -> float:
    """What enemies could take of a model that stands somewhere, before it acts again."""
    blows, shots = [], 0.0
    careful = is_key(battle, model)
    for foe in who.enemies(battle, model.side):
        if not who.is_able(foe) and not foe.prone:
            continue
        gap = gap_at(p, model, foe)
        if gap > who.CONTACT and who.engaged(battle, foe):
            continue
        if gap <= reach(foe):
            lance = foe.mounted and "lance" in foe.weapons and gap >= LANCE_RUN
            blows.append(harm_of(battle, foe, model, charge=lance))
        elif careful and gap <= 2 * reach(foe):
            lance = foe.mounted and "lance" in foe.weapons
            blows.append(TWICE * harm_of(battle, foe, model, charge=lance))
        elif who.is_shooter(foe) and _in_range(foe, gap):
            shots += _shot_at(battle, foe, model, gap)
    blows.sort(reverse=True)
    return (sum(blows[:CHARGED_BY]) + shots) * value(battle, model)


def _in_range(foe: Model, gap: float) -> bool:
    return gap <= TABLES.shoot_band_upper_edge[MISSILES[foe.missile].max_band]


def _shot_at(battle: Battle, foe: Model, model: Model, gap: float) -> float:
    """Roughly what a shot at that distance takes."""
    number = 5 if gap <= 8 else 7 if gap <= 16 else 9
    hit = max(0, min(6, 7 - number + foe.profile.rng)) / 6
    added = who.missile_power(foe) - who.hardness(battle, model)
    return hit * loss(battle, model, chances.wound_odds(added, 1))


def melee_edge(battle: Battle, model: Model, foe: Model, friends: int = 0) -> float:
    """Who gains in a fight that goes on: what he takes each round less what he loses.

    A foe strikes at one of those about him.
    """
    mine = harm_of(battle, model, foe, charge=False) * value(battle, foe)
    his = harm_of(battle, foe, model, charge=False) * value(battle, model)
    return mine - his / (1 + friends)
