"""Shooting: to hit, rider or mount, the armour save, and the exact chances of it all."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Reason, Tally
from banneret.core.chance.draws import D10, AtMost
from banneret.core.chance.wish import at_least, in_words
from banneret.core.errors import BadData
from banneret.tabletop.asking import Facts, chances, procedure

from ..basics.options import DEFAULTS, Options
from ..basics.situation import Inches, refuse_repeats, ruled, tally_of
from ..basics.tables import TABLES, TOLERANCE, Armour, Class, Cover, Missile, Rank
from ..melee.wounds import effect_of_hit, is_wounded, refuse_dead
from .armour import armour_against_shot, is_front, save_needed

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

    Part = str
else:
    Part = Literal["rider", "mount"]

ARCHERY = TABLES.archery
HIT_ON = ARCHERY.hit_on
CLOSE: dict[str, float] = {name: row.close + TOLERANCE for name, row in TABLES.missiles.items()}
LONG: dict[str, float] = {name: row.long + TOLERANCE for name, row in TABLES.missiles.items()}
MOUNT_FACES = len(TABLES.hit_location.mount)  # 1 to 7; the rest of the die is the rider
_MOUNT = in_words(f"{MOUNT_FACES} or less: the mount")

CLOSE_RANGE = Reason("close range", ARCHERY.close_range, "OP-SHOOT-04")
LONG_RANGE = Reason("long range", ARCHERY.long_range, "OP-SHOOT-05")
AIMED = Reason("aimed", ARCHERY.aim, "OP-SHOOT-06")
COVER = {
    "part": Reason("target partly in cover", ARCHERY.cover_part, "OP-SHOOT-08"),
    "whole": Reason("target wholly in cover", ARCHERY.cover_whole, "OP-SHOOT-08"),
}
WOUNDED = Reason("shooter wounded", ARCHERY.shooter_wounded, "OP-SHOOT-10")


class Target(Facts, frozen=True, kw_only=True):
    """The figure shot at; a riderless mount is a mounted target of which the mount is declared."""

    class_: Class = msgspec.field(name="class", default="man_at_arms")  # OP-FIG-02: no effect
    rank: Rank = "common"
    hits: Annotated[int, Meta(ge=0, le=2)] = 0
    armour: tuple[Armour, ...] = ()
    bearing: Annotated[float, Meta(ge=-360, le=360)] | None = None  # degrees off its facing
    from_front: bool | None = None  # unless said, by the bearing; without one, yes
    mounted: bool = False
    mount_armour: Annotated[int, Meta(ge=0, le=2)] = 0


ANYBODY = Target()


class ShotFacts(Facts, frozen=True, kw_only=True):
    """All that bears on a shot."""

    weapon: Missile
    range: Inches
    target: Target = ANYBODY
    aimed: bool = False
    cover: Cover = "none"
    declared: Part | None = None
    shooter_wounded: bool = False


class Shot(msgspec.Struct, frozen=True, gc=False):
    """How a shot came out; what was never asked is None."""

    roll: int | None
    total: int | None
    part: str | None
    armour: int | None
    save_needed: int | None
    result: str


OUT_OF_RANGE = Shot(None, None, None, None, None, "out_of_range")


@clause("OP-SHOOT-03", "OP-SHOOT-05", "OP-SCALE-04")
def in_range(weapon: str, inches: float) -> bool:
    """Whether the weapon carries so far."""
    return inches <= LONG[weapon]


@clause("OP-SHOOT-04", "OP-SHOOT-05", "OP-SHOOT-06", "OP-SHOOT-08", "OP-SHOOT-10")
def hit_modifiers(facts: ShotFacts) -> list[Reason]:
    """Everything added to the to-hit die."""
    lines = [CLOSE_RANGE if facts.range <= CLOSE[facts.weapon] else LONG_RANGE]
    if facts.aimed:
        lines.append(AIMED)
    if facts.cover != "none":
        lines.append(COVER[facts.cover])
    if facts.shooter_wounded:
        lines.append(WOUNDED)
    return lines


def to_hit(facts: ShotFacts, options: Options) -> Tally:  # noqa: ARG001 - asked like every tally
    """What is added to the d10; 9 or better hits."""
    return tally_of(hit_modifiers(facts), "long range", "OP-SHOOT-05")


@clause("OP-SHOOT-01", "OP-SHOOT-09", "OP-OPT-13")
def hits(roll: int, total: int, options: Options) -> bool:
    """Whether the arrow strikes: a natural 10 is nothing special, unless shots may be lucky."""
    return total >= HIT_ON or (options.lucky_shot and roll == 10)


@clause("OP-SHOOT-01", "OP-SHOOT-21", "OP-SCALE-06")
def shoot(
    table: Table[Any],
    facts: ShotFacts,
    options: Options,
    side: str | None = None,
    target_side: str | None = None,
) -> Shot:
    """To hit, then rider or mount if nobody said, then the save if there is armour.

    `side` throws to hit; the save is thrown by `target_side`, or by `side` if none is named.
    """
    if not in_range(facts.weapon, facts.range):
        return OUT_OF_RANGE
    tally = to_hit(facts, options)
    needed = HIT_ON - tally.total
    wish = at_least(min(needed, 10) if options.lucky_shot else needed)
    roll = table.roll(D10("to hit"), tally, side, wish)
    total = roll + tally.total
    if not hits(roll, total, options):
        return Shot(roll, total, None, None, None, "miss")
    part = _part_struck(table, facts, side)
    armour, needed = _protection(facts.target, part, options)
    saver = target_side or side
    saved = armour > 0 and table.roll(AtMost("armour save", 10, needed), None, saver).passed
    result = "saved" if saved else _harm(facts.target, part)
    return Shot(roll, total, part, armour, needed, result)


@clause("OP-SHOOT-14", "OP-SHOOT-15", "OP-SCALE-05")
def _part_struck(table: Table[Any], facts: ShotFacts, side: str | None) -> str:
    """Rider or mount: as declared before the shot, else by a die after it."""
    if not facts.target.mounted:
        return "figure"
    if facts.declared is not None:
        return facts.declared
    struck_mount = table.roll(AtMost("rider or mount", 10, MOUNT_FACES), None, side, _MOUNT)
    return "mount" if struck_mount else "rider"


@clause("OP-ARM-06", "OP-ARM-08", "OP-ARM-09", "OP-SHOOT-13")
def _protection(target: Target, part: str, options: Options) -> tuple[int, int]:
    """The AR that counts and the number that saves; barding covers a mount from every side."""
    if part == "mount":
        return target.mount_armour, target.mount_armour
    armour = armour_against_shot(target.armour, from_front(target))
    return armour, save_needed(armour, is_wounded(target.rank, target.hits), options)


@clause("OP-ARM-06")
def from_front(target: Target) -> bool:
    """Whether the shot comes from the target's front."""
    if target.bearing is not None:
        return is_front(target.bearing)
    return target.from_front is not False


@clause("OP-SHOOT-16", "OP-SHOOT-17", "OP-SHOOT-22", "OP-WOUND-01", "OP-WOUND-07")
def _harm(target: Target, part: str) -> str:
    """What an unsaved hit does: kill the mount, or climb the figure's ladder."""
    return "mount_killed" if part == "mount" else effect_of_hit(target.rank, target.hits)


# -- exact chances, factored: hit faces x part faces x save faces, a thousand in all


def shot_weights(facts: ShotFacts, options: Options) -> dict[str, int]:
    """How many of a thousand equal chances fall to each result; none without chance."""
    if facts.range > LONG[facts.weapon]:
        return {"out_of_range": 1000}
    faces = 11 - HIT_ON
    for line in hit_modifiers(facts):
        faces += line.value
    if faces < 1:
        faces = 1 if options.lucky_shot else 0
    elif faces > 10:
        faces = 10
    weights = {"miss": (10 - faces) * 100} if faces < 10 else {}
    if not faces:
        return weights
    target = facts.target
    on_mount, on_figure = _tenths(facts)
    barding = target.mount_armour
    _, save = _protection(target, "figure", options)
    saved = on_mount * barding + on_figure * save
    if saved:
        weights["saved"] = faces * saved
    if on_mount:
        weights[_harm(target, "mount")] = faces * on_mount * (10 - barding)
    if on_figure and save < 10:
        weights[_harm(target, "figure")] = faces * on_figure * (10 - save)
    return weights


def _tenths(facts: ShotFacts) -> tuple[int, int]:
    """How many of ten hits strike the mount, and how many the figure."""
    if not facts.target.mounted:
        return 0, 10
    if facts.declared is None:
        return MOUNT_FACES, 10 - MOUNT_FACES
    return (10, 0) if facts.declared == "mount" else (0, 10)


THOUSANDTHS = tuple(Fraction(n, 1000) for n in range(1001))


def shot_odds(facts: ShotFacts, options: Options) -> dict[str, Fraction]:
    """The exact chance of each result."""
    return {result: THOUSANDTHS[n] for result, n in shot_weights(facts, options).items()}


# -- alone


class ShotSituation(ShotFacts, frozen=True, kw_only=True):
    """A shot."""

    options: Options = DEFAULTS


def check_shot(facts: ShotFacts) -> None:
    """Refuse what contradicts itself."""
    target = facts.target
    if target.hits:
        refuse_dead("target.hits", target.rank, target.hits)
    if target.armour:
        refuse_repeats("target.armour", target.armour)
    if facts.declared is not None and not target.mounted:
        raise BadData(
            f"declared = {facts.declared!r}: only a mounted target has a rider and a mount"
        )
    front = target.from_front
    if front is not None and target.bearing is not None and front != is_front(target.bearing):
        raise BadData(
            f"target.from_front = {str(front).lower()}: target.bearing = {target.bearing:g} says "
            "otherwise (up to 90 degrees is the front)"
        )


@procedure("shot", ShotSituation, "A shot: to hit, rider or mount, armour save.")
@clause("OP-SHOOT-01")
def shot(table: Table[None], situation: ShotSituation) -> Ruled:
    """Shoot once."""
    check_shot(situation)
    fired = shoot(table, situation, situation.options)
    reasons = () if fired is OUT_OF_RANGE else to_hit(situation, situation.options).reasons
    return ruled(msgspec.structs.asdict(fired), *reasons)


@chances("shot_distribution", ShotSituation, "Exact chances of a shot by result.")
def shot_distribution(situation: ShotSituation) -> dict[str, Fraction]:
    """The exact chance of each result of a shot."""
    check_shot(situation)
    return shot_odds(situation, situation.options)
