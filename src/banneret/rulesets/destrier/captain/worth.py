"""What an exchange of blows is worth: hits, damage and wounds from the exact chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..basics import who
from ..basics.procedures import within
from ..ground.contact import side_struck
from ..host import hitting
from ..host.striking import great_blow_dice
from ..melee.cards.deck import great_blows
from ..melee.chances import Attack, arm_of, chance
from ..melee.defences import NONE, parry_bonus, plain_dodge, shield_bonus
from ..melee.strikes import bash_chance, damage_bonus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..basics.state import Battle, Figure

FULL = 100.0
SHIELD_BASH = 0.3 * 0.1  # how often one comes off, and what it is worth


class Side(NamedTuple):
    """One of two who fight: what it strikes with and what it has against blows."""

    raw: int  # chance to hit undefended, before limits
    damage: float  # of a blow that hits, as a share of what the other can bear
    great: float  # of a great blow
    bash: float  # chance of a weapon bash
    active: int
    passive: int
    parry: int
    dodge: int
    parries: bool
    worth: float
    blows: int
    free_parry: bool
    may_great: bool
    armed: bool


def bears(figure: Figure) -> int:
    """What a figure can bear before it is down."""
    return max(1, figure.fatigue + max(0, figure.body))


def one_side(battle: Battle, figure: Figure, foe: Figure) -> Side:
    """What a figure brings against another."""
    weapon = who.weapon_of(battle, figure)
    raw, damage, great, bash = -50, 0.0, 0.0, 0.0
    if weapon:
        attack = Attack(figure.id, "man", foe.id, "man", "DELIVER_BLOW", weapon)
        raw = chance(battle, attack, NONE).raw
        arm = arm_of(battle, figure, foe, attack)
        ac = who.armour_class(battle, foe)
        crit = hitting.critical_chance(battle.tables, weapon_crit=arm.crit, ac=ac) / FULL
        mean = max(1.0, 3.5 * arm.dice + arm.add + damage_bonus(battle, figure, "man"))
        more = 3.5 * great_blow_dice(battle.tables, arm.cls, great_blow=True)
        wounds = 1.0 + 1.5 * crit
        damage = mean * wounds / bears(foe)
        great = (mean + more) * (wounds + 0.15) / bears(foe)
        bash = bash_chance(battle, attack, arm, guessed=False) / FULL
    shield = shield_bonus(battle, figure, who.shield_of(battle, figure))
    side = side_struck(battle, foe, figure)
    able = not who.helpless(figure)
    front = side != "rear" and able
    held = who.held_weapon(battle, figure) if front else ""
    return Side(
        raw,
        min(1.0, damage),
        min(1.0, great),
        bash,
        shield.active if front and figure.profile.trained else 0,
        shield.passive if side == "shield" else 0,
        parry_bonus(battle, figure, held),
        plain_dodge(battle, figure) if able and not figure.mounted else 0,
        bool(held),
        float(who.points(battle, figure)),
        figure.blows_left,
        bool(shield.active) and not figure.free_parry_used and figure.profile.trained,
        great_blows(figure),
        bool(weapon) and able,
    )


class Stance(NamedTuple):
    """What one does in a card round, in the abstract."""

    name: str
    cost: int
    attack: str = ""  # "", blow, great
    guard: str = ""  # "", active, parry, desperate, dodge


def stances(side: Side) -> list[Stance]:
    """What a figure may do with its blows."""
    active = 0 if side.free_parry else 1
    found = [Stance("wait", 0)]
    if side.active:
        found.append(Stance("active", active, "", "active"))
    if side.parries:
        found.append(Stance("parry", 1, "", "parry"))
    if side.dodge > 10:
        found.append(Stance("dodge", 1, "", "dodge"))
    found.append(Stance("desperate", 2, "", "desperate"))
    if side.armed:
        found.append(Stance("blow", 1, "blow"))
        if side.active:
            found.append(Stance("blow_active", 1 + active, "blow", "active"))
        if side.parries:
            found.append(Stance("blow_parry", 2, "blow", "parry"))
        if side.may_great:
            found.append(Stance("great", 2, "great"))
    return [one for one in found if one.cost <= side.blows]


def guarded(side: Side, stance: Stance) -> int:
    """What a stance takes off an attack on the front."""
    shield = max(side.passive, side.active if stance.guard == "active" else 0)
    if stance.guard == "parry":
        return shield + side.parry
    if stance.guard == "dodge":
        return shield + side.dodge * 2 // 3
    if stance.guard == "desperate":
        return shield + 25 + max(side.active, side.parry)
    return shield


def hit(side: Side, stance: Stance, other: Side, answer: Stance, matrix: int = 0) -> float:
    """The chance that a stance's attack hits the other's."""
    if not stance.attack:
        return 0.0
    raw = side.raw + matrix + (10 if stance.attack == "great" else 0)
    return within(raw - guarded(other, answer), 2, 98) / FULL


def gain(side: Side, stance: Stance, other: Side, answer: Stance, matrix: int = 0) -> float:
    """What a stance's attack is worth against the other's."""
    chances = hit(side, stance, other, answer, matrix)
    each = side.great if stance.attack == "great" else side.damage
    found = chances * (each + 0.06 * side.bash)
    struck = hit(other, answer, side, stance)
    if answer.attack and stance.guard == "parry":
        plain = within(side.raw - max(other.active, other.parry), 2, 98) / FULL
        found += (1.0 - struck) * 0.5 * plain * side.damage
    if answer.attack and stance.guard == "active":
        found += (1.0 - struck) * SHIELD_BASH
    if stance.attack == "great" and answer.attack:
        found *= 1.0 - 0.5 * struck * min(1.0, other.damage)
    return found


def blow_price(side: Side, other: Side) -> float:
    """What one blow is worth keeping: a plain blow against a foe who defends himself."""
    guard = max(other.passive, (other.active + other.parry) // 2)
    return 0.8 * within(side.raw - guard, 2, 98) / FULL * side.damage


def payoffs(
    me: Side, mine: Sequence[Stance], them: Side, theirs: Sequence[Stance]
) -> list[list[float]]:
    """The payoffs of each stance against each answer, blows kept counted at their price."""
    price, cost = blow_price(me, them), blow_price(them, me)
    return [
        [
            them.worth * (gain(me, one, them, two) - price * one.cost)
            - me.worth * (gain(them, two, me, one) - cost * two.cost)
            for two in theirs
        ]
        for one in mine
    ]
