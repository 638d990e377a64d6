"""Who is who: active or out, friend or foe, what a figure weighs, holds and may do."""

from __future__ import annotations

from banneret.core.book.clauses import clause

from .columns.arms import Weapon
from .state import NOBODY, Battle, Figure, other
from .tables import Tables


def figure(battle: Battle, key: int) -> Figure:
    """The figure of that number."""
    return battle.figures[key]


@clause("DE-CON-12")
def on_feet(one: Figure) -> bool:
    """Whether it engages anybody: not down, dead, surrendered, fled or asleep."""
    return one.status == "active" and not one.asleep


@clause("DE-HOST-63", "DE-END-01")
def active(battle: Battle, one: Figure) -> bool:
    """Whether it counts for its side: also not held fast by an enemy."""
    if not on_feet(one):
        return False
    return not any(by >= 0 and battle.figures[by].side != one.side for by in one.restrained_by)


def on_table(one: Figure) -> bool:
    """Whether its stand is a stand, not a marker (DE-CON-12)."""
    return one.status == "active"


def of_side(battle: Battle, side: str) -> list[Figure]:
    """The figures of a side that still stand on the table."""
    return [one for one in battle.figures if one.side == side and one.status == "active"]


@clause("DE-SEQ-09")
def in_order(battle: Battle) -> list[Figure]:
    """Everybody in the order of small things in a melee: the attacking side first, by number."""
    return [*of_side(battle, battle.attacking), *of_side(battle, other(battle.attacking))]


@clause("DE-BERS-17")
def hostile(one: Figure, two: Figure) -> bool:
    """Whether two fight each other: a friend whom a berserker turned on is his enemy."""
    if one.side != two.side:
        return True
    return two.id in one.turned_on or one.id in two.turned_on


def enemies(battle: Battle, one: Figure) -> list[Figure]:
    """Everybody standing whom it fights."""
    return [
        two
        for two in battle.figures
        if two.status == "active"
        and two.id != one.id
        and (two.side != one.side or hostile(one, two))
    ]


def friends(battle: Battle, one: Figure) -> list[Figure]:
    """Everybody standing on its side but itself."""
    return [
        two
        for two in battle.figures
        if two.status == "active" and two.id != one.id and not hostile(one, two)
    ]


def helpless(one: Figure) -> bool:
    """Whether it can do no more than defend itself badly (DE-TACP-12)."""
    return (
        one.posture == "prone"
        or one.stun > 0
        or bool(one.restrained_by)
        or one.pinned > 0
        or one.asleep > 0
    )


def stunned(one: Figure) -> bool:
    """Whether it is stunned or asleep (DE-HOST-67)."""
    return one.stun > 0 or one.asleep > 0


def intelligent(one: Figure) -> bool:
    """Whether it reasons."""
    return one.profile.kind in ("intelligent", "intelligent_monster")


def agile(one: Figure) -> bool:
    """Whether it is a dog, wolf, cat or the like (DE-CARD-14)."""
    return one.profile.kind == "agile_animal"


def tall(one: Figure) -> bool:
    """Whether it is over ten feet tall (DE-ATT-05)."""
    return one.profile.height > 10


def humanoid(one: Figure) -> bool:
    """Whether it stands on a square and has hands."""
    return one.profile.kind == "intelligent" or one.profile.stand in ("ogre", "giant")


# -- arms


def weapon_row(tables: Tables, name: str) -> Weapon | None:
    """The row of a melee weapon, or none."""
    return tables.host.weapons.get(name)


@clause("DE-CARD-08")
def held_weapon(battle: Battle, one: Figure) -> str:
    """The melee weapon in its hand, which parries too; "" for none."""
    return next((name for name in one.in_hand if name in battle.tables.host.weapons), "")


def weapon_of(battle: Battle, one: Figure) -> str:
    """The melee weapon it strikes with: held in hand, or part of its body; "" for none."""
    return held_weapon(battle, one) or next(iter(one.profile.natural), "")


def missile_of(battle: Battle, one: Figure) -> str:
    """The missile weapon it holds; "" for none."""
    missiles = battle.tables.host.missiles
    return next((name for name in one.in_hand if name in missiles), "")


@clause("DE-DEF-14")
def both_hands(battle: Battle, one: Figure) -> bool:
    """Whether both hands are on a weapon, so that the shield is slung."""
    host = battle.tables.host
    for name in one.in_hand:
        row = host.weapons.get(name) or host.missiles.get(name)
        if row is not None and row.hands == 2:
            return True
    return False


def shield_of(battle: Battle, one: Figure) -> str:
    """The shield, or what serves as one, that it bears; "" for none (DE-DEF-13, 14)."""
    if one.shield == "none" or one.shield_slung or both_hands(battle, one):
        return ""
    return one.shield


# -- weights


def armour_class(battle: Battle, one: Figure, part: str = "man") -> int:
    """Its armour class, or its steed's."""
    if part == "steed" and one.steed is not None:
        return battle.tables.host.horses[one.steed.key].ac
    return one.profile.ac


@clause("DE-HOST-45")
def load(battle: Battle, one: Figure) -> int:
    """What it carries: armour, shield and weapons."""
    host = battle.tables.host
    if not humanoid(one):
        return 0
    carried = [*one.weapons, *one.in_hand]
    arms = sum(host.weapons[name].weight for name in carried if name in host.weapons)
    shield = getattr(host.shield, one.shield).weight if one.shield in ("small", "large") else 0
    return host.armour.weight[one.profile.ac] + arms + shield


def own_weight(battle: Battle, one: Figure) -> int:
    """Body and gear, without the mount (DE-HOST-19)."""
    return one.profile.weight + load(battle, one)


@clause("DE-CON-04")
def total_weight(battle: Battle, one: Figure) -> int:
    """Body, armour, gear and mount."""
    weight = own_weight(battle, one)
    if one.steed is not None:
        weight += battle.tables.host.horses[one.steed.key].weight
    return weight


def points(battle: Battle, one: Figure) -> int:
    """What it is worth, steed included (DE-HOST-60)."""
    worth = one.profile.points
    if one.steed is not None:
        worth += battle.tables.host.steed_points[one.steed.key]
    return worth


def side_points(battle: Battle, side: str) -> int:
    """What the active figures of a side are worth."""
    return sum(points(battle, one) for one in of_side(battle, side) if active(battle, one))


def holder(battle: Battle, one: Figure) -> Figure | None:
    """Whom it holds fast, if anybody."""
    return battle.figures[one.restraining] if one.restraining != NOBODY else None


def below(body: int, body_max: int, share: int) -> bool:
    """Whether fewer than so many hundredths of the body are left."""
    return 100 * body < share * body_max
