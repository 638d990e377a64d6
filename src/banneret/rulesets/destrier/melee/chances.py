"""The chance of an attack: with what it strikes, in what situation, against which defences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from banneret.core.book.clauses import clause

from ..basics import who
from ..ground.contact import forward, may_strike, rode_past, side_struck
from ..ground.stands import stand
from ..host import hitting, rage
from .defences import seen

if TYPE_CHECKING:
    from ..basics.columns.arms import Weapon
    from ..basics.columns.words import HitRow, Speed, StruckSide
    from ..basics.state import Battle, Figure, Part
    from ..host.hitting import AttackChance
    from .defences import Defence

HANDS = {"PUNCH": "fist", "KICK": "foot_kick"}


class Attack(NamedTuple):
    """One attack of one figure, or of its steed, on another or on that one's steed."""

    attacker: int
    by: Part
    target: int
    part: Part
    card: str
    weapon: str
    great: bool = False
    ferocity: bool = False


class Moment(NamedTuple):
    """What an attack owes to the moment it falls in, beside the cards of both."""

    matrix: int = 0
    other: int = 0
    rear_in_matrix: bool = False
    guessed: bool = False  # the dodge it meets
    side: StruckSide | Literal[""] = ""  # struck; "" is where the attacker stands


PLAIN = Moment()


@clause("DE-HTH-02", "DE-HTH-03", "DE-HORSE-11", "DE-STAND-05")
def weapon_for(
    battle: Battle, figure: Figure, by: str, name: str, target: Figure | None = None
) -> str:
    """What a card strikes with: the weapon in hand, a fist, a foot, a hoof.

    A beast with several weapons uses the first that reaches its target: a dragon its tail behind.
    """
    if by == "steed" and figure.steed is not None:
        return battle.tables.host.horses[figure.steed.key].kick
    if name == "KICK" and "hoof" in figure.profile.natural:
        return "hoof"
    usual = HANDS.get(name) or who.weapon_of(battle, figure)
    own = figure.profile.natural
    if target is None or usual not in own:
        return usual
    reaching = (one for one in own if may_strike(battle, figure, target, one) is None)
    return next(reaching, usual)


@clause("DE-ATT-10", "DE-HOST-65")
def own_bonus(battle: Battle, figure: Figure, row: HitRow, by: str = "man") -> int:
    """An attacker's hit bonus; a steed's is that of all steeds; in stupor a quarter."""
    if by == "steed":
        return battle.tables.host.steed.hit_bonus
    profile = figure.profile
    bonus = hitting.hit_bonus(
        battle.tables,
        training=profile.training,
        row=row,
        level=profile.level,
        strength=profile.strength,
        dexterity=profile.dexterity,
    ).bonus
    return rage.quartered(battle.tables, bonus) if figure.stupor else bonus


@clause("DE-HOST-11", "DE-BERS-08")
def situation(figure: Figure, target: Figure, attack: Attack) -> list[str]:
    """The situation of an attack, by the names of the host's table."""
    found = []
    if attack.part == "man":
        found += target_situation(target)
    if attack.by == "steed":
        return found
    if figure.posture == "kneeling":
        found.append("attacker_kneeling")
    if figure.rocked:
        found.append("attacker_rocked")
    if figure.mounted and not target.mounted and not couches(figure, attack.weapon):
        found.append("mounted_vs_foot")
    elif target.mounted and not figure.mounted and attack.part == "man":
        found.append("foot_vs_mounted")
    return found if figure.berserk else [*found, *wounds(figure)]


def wounds(figure: Figure) -> list[str]:
    """What wounds do to an attacker."""
    found = []
    if who.below(figure.body, figure.body_max, 25):
        found.append("attacker_below_quarter_body")
    elif who.below(figure.body, figure.body_max, 50):
        found.append("attacker_below_half_body")
    if "weapon_arm" in figure.crippled:
        found.append("crippled_weapon_arm")
    return found


@clause("DE-CHG-09", "DE-CHG-23")
def couches(figure: Figure, weapon: str) -> bool:
    """Whether a lance is couched, from a trot upward: its chance is its own row, speed and side."""
    slow = figure.steed is None or figure.steed.speed in ("stand", "walk")
    return weapon == "lance" and not slow


def target_situation(target: Figure) -> list[str]:
    """What is easy about a target."""
    found = []
    if target.posture == "prone" or target.asleep:
        found.append("target_prone")
    elif target.posture == "kneeling":
        found.append("target_kneeling")
    if who.stunned(target):
        found.append("target_stunned")
    if target.restrained_by:
        found.append("target_restrained")
    return found


class Arm(NamedTuple):
    """The numbers of a weapon in somebody's hand: a couched lance's go by speed."""

    row: HitRow
    cls: str
    dice: int
    add: int
    crit: int
    bash: int
    hit: int = 0  # what a couched lance adds by speed and side
    couched: bool = False


@clause("DE-HOST-25", "DE-HOST-26", "DE-HOST-27", "DE-CHG-23", "DE-HORSE-03")
def arm_of(battle: Battle, figure: Figure, target: Figure, attack: Attack) -> Arm:
    """The row of a weapon; a lance from a trot upward is couched, slower or on foot a spear."""
    host = battle.tables.host
    row: Weapon = host.weapons[attack.weapon]
    if row.kind != "lance" or attack.by == "steed":
        return Arm(row.cls, row.cls, row.dice, row.add, row.crit, row.bash)
    speed: Speed = "stand" if figure.steed is None else figure.steed.speed
    lance = host.lance
    slow = speed in ("stand", "walk")
    hit = lance.hit.of(speed) + (0 if slow else lance_side(battle, figure, target))
    return Arm(
        "LH" if slow else "lance",
        "LH",
        lance.dice.of(speed),
        lance.add.of(speed),
        lance.crit.of(speed),
        lance.bash.of(speed),
        hit,
        not slow,
    )


@clause("DE-HORSE-03", "DE-CHG-25")
def lance_side(battle: Battle, figure: Figure, target: Figure) -> int:
    """What the side of the horse does to a lance: the left is the lance's own."""
    from banneret.tabletop.shapes.stands import share_beside  # noqa: PLC0415  # riders alone need it

    sides = battle.tables.host.lance.side
    left, right = share_beside(stand(figure), stand(target))
    if abs(left - right) < 1e-6:
        return sides.centre
    return sides.left if left > right else sides.right


@clause("DE-HOST-28")
def side_bonus(battle: Battle, side: str, weapon: str) -> int:
    """What the side of the steed does to a weapon other than the lance."""
    if battle.tables.host.weapons[weapon].kind == "lance":
        return 0
    bonus = battle.tables.host.side_bonus
    return bonus.left if side == "left" else bonus.right


@clause("DE-HOST-28", "DE-HTAC-12")
def riding_past(battle: Battle, attack: Attack) -> int:
    """What the side does to the blow of a rider at whom his fast steed passed in this card round.

    Dead ahead is neither side.
    """
    from banneret.tabletop.shapes.stands import share_beside  # noqa: PLC0415  # riders alone need it

    figure, target = battle.figures[attack.attacker], battle.figures[attack.target]
    if attack.by == "steed" or not rode_past(figure, target):
        return 0
    left, right = share_beside(stand(figure), stand(target))
    if abs(left - right) < 1e-6:
        return 0
    return side_bonus(battle, "left" if left > right else "right", attack.weapon)


@clause("DE-ATT-10", "DE-ATT-08", "DE-BERS-04", "DE-HOST-52", "DE-HORSE-01")
def chance(
    battle: Battle,
    attack: Attack,
    defence: Defence,
    moment: Moment = PLAIN,
) -> AttackChance:
    """The chance of an attack to hit against the defences in play."""
    figure, target = battle.figures[attack.attacker], battle.figures[attack.target]
    arm = arm_of(battle, figure, target, attack)
    weapon, ahead = _from_saddle(battle, figure, target, attack)
    side = moment.side or side_struck(battle, figure, target)
    defence = seen(defence, attack.part, side)
    return hitting.attack_chance(
        battle.tables,
        row=arm.row,
        ac=who.armour_class(battle, target, attack.part),
        hit_bonus=own_bonus(battle, figure, arm.row, attack.by),
        matrix=moment.matrix,
        great_blow=attack.great,
        berserk=figure.berserk and attack.by == "man",
        target_berserk=target.berserk and attack.part == "man",
        situation=tuple(situation(figure, target, attack)),
        side=side,
        parry=defence.parry,
        active=defence.active,
        passive=defence.passive,
        dodge=defence.dodge,
        dodge_guessed=moment.guessed,
        desperate=defence.desperate,
        ward=target.warded,
        other=moment.other + arm.hit,
        rider_weapon=weapon,
        speed=rider_speed(battle, figure),
        forward=ahead,
        rear_in_matrix=moment.rear_in_matrix,
    )


def _from_saddle(
    battle: Battle, figure: Figure, target: Figure, attack: Attack
) -> tuple[str, bool]:
    """The weapon a rider's speed tells on, and whether he strikes over his horse's head."""
    if figure.steed is None or attack.by != "man":
        return "", False
    kind = battle.tables.host.weapons[attack.weapon].kind
    return attack.weapon, kind not in ("lance", "spear") and forward(battle, figure, target)


@clause("DE-HORSE-01")
def rider_speed(battle: Battle, figure: Figure) -> Speed:
    """The speed that hampers a rider: his steed's now, or when the melee began."""
    steed = figure.steed
    if steed is None:
        return "stand"
    locked = battle.options.locked_speed_modifier and battle.card_round >= 0
    return steed.melee_speed if locked else steed.speed
