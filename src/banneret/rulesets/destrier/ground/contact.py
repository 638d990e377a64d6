"""Who touches whom, through which side, and who may strike whom (CON-12, ATT-01 to 07)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.shapes.stands import (
    AGAINST,
    between,
    far_apart,
    nearest,
    share_beside,
    share_past_flanks,
    side_touched,
    side_towards,
    sides_touched,
    touching,
)

from ..basics.who import enemies, hostile, on_feet, on_table, tall
from .stands import KINDEST, arc_towards, reading, stand

if TYPE_CHECKING:
    from banneret.tabletop.shapes.stands import Edge, Stand

    from ..basics.columns.words import StruckSide
    from ..basics.state import Battle, Figure

ALL_ROUND: Final = ("head", "left", "right", "rear_left", "rear_right", "tail", "shield", "sword")
# Where beasts strike from, by weapon; others strike through every frontal side.
BEASTS: Final = {
    "bite": ("head", "shield", "sword"),
    "bite_small": ("head", "shield", "sword"),
    "claw": ("head", "shield", "sword"),
    "beak": ("head",),
    "hoof": ("head", "tail", "left", "right"),
    "great_hoof": ("head", "tail", "left", "right"),
    "dragon_tail": ALL_ROUND,
}
OVERHEAD: Final = ("lance", "spear")  # kinds that reach over the horse's head
LANCE_AHEAD: Final = 1.0
LANCE_BESIDE: Final = 0.5


@clause("DE-CON-12", "DE-STAND-12")
def in_contact(battle: Battle, one: Figure, other: Figure) -> bool:  # noqa: ARG001
    """Whether two figures are in contact: both active, their stands touching."""
    return on_feet(one) and on_feet(other) and touching(stand(one), stand(other))


@clause("DE-CON-12")
def enemies_touched(battle: Battle, figure: Figure) -> list[Figure]:
    """The active enemies in contact; with one of them a figure is engaged."""
    known = battle.memo.known
    key = ("touched", figure.id)
    found: list[Figure] | None = known.get(key)
    if found is None:
        own = stand(figure)
        found = known[key] = (
            [foe for foe in enemies(battle, figure) if on_feet(foe) and touching(own, stand(foe))]
            if on_feet(figure)
            else []
        )
    return found[:]


def engaged(battle: Battle, figure: Figure) -> bool:
    """Whether a figure is in melee."""
    return bool(enemies_touched(battle, figure))


@clause("DE-CON-01", "DE-CON-06")
def fronts_touched(battle: Battle, figure: Figure) -> list[Figure]:
    """The enemies in contact whose front the figure touches."""
    own = stand(figure)
    return [foe for foe in enemies_touched(battle, figure) if touches_front(own, foe)]


def touches_front(own: Stand, foe: Figure) -> bool:
    """Whether a stand touches a figure on its front."""
    edge = side_touched(stand(foe), own, KINDEST)
    return edge is not None and edge.frontal


@clause("DE-STAND-12", "DE-STAND-06", "DE-CON-03")
def side_struck(battle: Battle, attacker: Figure, target: Figure) -> StruckSide:  # noqa: ARG001
    """The side of the target through which an attacker comes: shield, sword or rear."""
    return side_met(stand(target), stand(attacker))


def side_met(own: Stand, other: Stand) -> StruckSide:
    """What side of a stand is towards another: shield, sword or rear."""
    return reading(side_towards(own, other, KINDEST))


def own_side(attacker: Figure, target: Figure) -> Edge:
    """The attacker's own side that is towards the target."""
    return side_towards(stand(attacker), stand(target), KINDEST)


@clause("DE-ATT-02", "DE-ATT-03", "DE-ATT-04", "DE-ATT-05")
def reach(battle: Battle, attacker: Figure, weapon: str) -> float:
    """How far a weapon strikes: pikes and lances 1 inch, spears, pole arms, flails half of it.

    Anybody over ten feet tall reaches like a pole arm.
    """
    inches = battle.tables.host.weapons[weapon].reach if weapon else 0.0
    if tall(attacker):
        return max(inches, battle.tables.seed.reach.over_10_feet_tall_any_weapon)
    return inches


@clause("DE-ATT-01", "DE-ATT-06", "DE-HOST-56")
def may_strike(
    battle: Battle, attacker: Figure, target: Figure, weapon: str, part: str = "man"
) -> Refusal | None:
    """Say why an attacker cannot strike a target from where it stands; None if it can.

    `part` is "steed" for a blow of the steed's own.
    """
    if not on_table(target):
        return Refusal(f"{target.name} is out of the fight", "DE-CON-12")
    own, other = stand(attacker), stand(target)
    if part == "man" and (rode_past(attacker, target) or rode_past(target, attacker)):
        return None
    if touching(own, other):
        return _through(battle, attacker, target, weapon, part)
    inches = reach(battle, attacker, weapon)
    if far_apart(own, other, inches) or between(own, other) > inches + 1e-6:
        return Refusal(f"{target.name} is out of reach", "DE-ATT-01")
    if attacker.steed is not None and part == "man" and weapon == "lance":
        return None if lance_reaches(own, other) else Refusal(_PAST_LANCE, "DE-HORSE-15")
    return _before(attacker, target)


@clause("DE-HORSE-02", "DE-HORSE-04", "DE-HTAC-12")
def rode_past(rider: Figure, other: Figure) -> bool:
    """Whether a fast steed came up with somebody on its way in this card round."""
    return rider.steed is not None and other.id in rider.steed.passed


@clause("DE-HTAC-12", "DE-CHG-19", "DE-HOST-28")
def side_in_passing(attacker: Figure, target: Figure) -> StruckSide | Literal[""]:
    """Through which side a blow comes between two whom a fast steed brought past each other.

    He is struck as the horse came up to him, its rider at closest passage; "" as they stand now.
    """
    if touching(stand(attacker), stand(target)):
        return ""
    steed = attacker.steed
    if steed is not None and rode_past(attacker, target):
        return dict(zip(steed.passed, steed.passed_at, strict=False)).get(target.id, "")
    if not rode_past(target, attacker):
        return ""
    left, right = share_beside(stand(target), stand(attacker))
    return "shield" if left >= right else "sword"


_PAST_LANCE = "a couched lance reaches 1 inch ahead and half an inch beside"


def _through(
    battle: Battle, attacker: Figure, target: Figure, weapon: str, part: str
) -> Refusal | None:
    """Refuse a blow in contact that no side of the attacker's allows."""
    sides = sides_touched(stand(attacker), stand(target))
    names = [edge.name for edge in sides]
    if attacker.steed is not None and part == "man":
        return _by_rider(battle, attacker, target, weapon, names)
    if not any(attacks_through(edge, weapon) for edge in sides):
        return Refusal(f"{attacker.name} does not face {target.name}", "DE-ATT-01")
    return None


@clause("DE-STAND-05")
def attacks_through(edge: Edge, weapon: str) -> bool:
    """Whether a weapon strikes through a side: men through the front, beasts by their nature."""
    allowed = BEASTS.get(weapon)
    return edge.frontal if allowed is None else edge.name in allowed


@clause("DE-STAND-07")
def _by_rider(
    battle: Battle, rider: Figure, target: Figure, weapon: str, names: list[str]
) -> Refusal | None:
    """A rider strikes to both flanks, and over the head end unless that is forbidden."""
    if "left" in names or "right" in names:
        return None
    if "head" not in names:
        return Refusal(f"{rider.name} does not face {target.name}", "DE-ATT-01")
    kind = battle.tables.host.weapons[weapon].kind if weapon else ""
    if battle.options.front_attack_forbidden and kind not in OVERHEAD:
        return Refusal("only lance or spear strike over the horse's head", "DE-STAND-07")
    return None


def _before(attacker: Figure, target: Figure) -> Refusal | None:
    """At reach the target must be before the attacker; a horse's flanks are front for this."""
    own = stand(attacker)
    if own.pattern.corner:
        ahead = arc_towards(attacker, nearest(own, stand(target))) == "front"
    else:
        ahead = side_towards(own, stand(target), KINDEST).frontal
    if not ahead:
        return Refusal(f"{target.name} is behind {attacker.name}", "DE-ATT-06")
    return None


@clause("DE-HORSE-15", "DE-HORSE-02")
def lance_reaches(own: Stand, other: Stand) -> bool:
    """Whether a couched lance reaches: 1 inch ahead of the head end, half an inch beside."""
    width, depth = own.pattern.width, own.pattern.depth
    x, y = own.spot((0.0, depth / 2 + LANCE_AHEAD / 2))
    if between(other, Rect(x, y, own.facing, width, LANCE_AHEAD)) < AGAINST:
        return True
    for sign in (-1.0, 1.0):
        x, y = own.spot((sign * (width + LANCE_BESIDE) / 2, 0.0))
        if between(other, Rect(x, y, own.facing, LANCE_BESIDE, depth)) < AGAINST:
            return True
    return False


@clause("DE-ATT-07")
def forward(battle: Battle, rider: Figure, target: Figure) -> bool:  # noqa: ARG001
    """Whether a rider strikes over the horse's head: the target is not mostly to a side of it."""
    if rider.steed is None:
        return False
    if own_side(rider, target).name != "head":
        return False
    left, right = share_past_flanks(stand(rider), stand(target))
    return left <= 0.5 and right <= 0.5


@clause("DE-STAND-14")
def known_enemies(battle: Battle, figure: Figure) -> list[Figure]:
    """The enemies a figure knows of: in contact, before or beside it, or seen this turn."""
    return [foe for foe in enemies(battle, figure) if _knows(figure, foe)]


def _knows(figure: Figure, foe: Figure) -> bool:
    if foe.id in figure.seen_this_turn or touching(stand(figure), stand(foe)):
        return True
    return arc_towards(figure, (foe.x, foe.y)) != "rear"


@clause("DE-STAND-14")
def look_round(battle: Battle) -> None:
    """Have every figure notice who is now before or beside it, until the turn ends."""
    standing = [one for one in battle.figures if on_feet(one)]
    for figure in standing:
        seen = figure.seen_this_turn
        new = [
            foe.id
            for foe in standing
            if foe.id not in seen and hostile(figure, foe) and _knows(figure, foe)
        ]
        if new:
            figure.seen_this_turn = (*seen, *new)
