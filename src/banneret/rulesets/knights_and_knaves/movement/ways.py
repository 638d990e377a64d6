"""Which ways a figure may be sent, and how far (KK-MOVE).

What `Declared.object` says: an obstacle or door by its id (scale, batter), `horse:ID` (mount),
`body:ID` (carry, resupply), a baggage piece by its id (resupply).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.asking import Preview
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.segments import TOLERANCE, distance, snap_point

from ..basics.state import NOBODY, UP, Declared
from ..basics.who import has, retinue_of
from ..command.action import limits
from ..command.action.special import special_ideas, special_refusal
from ..ground import fires
from ..ground.contact import touching
from ..ground.lay import lay_of
from ..ground.sight import foes_at, nearest_foe, visible
from ..melee.arms import carried, may_draw
from .allowances import GAITS, MELEE, QUIET, allowance, gait_of, halved, moves, runs
from .dice import may_gallop
from .obstacles.barriers import WATER, trimmed, way_to
from .passing import way_at, way_past
from .reaching import reaches
from .turning import charge_turn_refusal, comes_nearer, turn_refusal, turns_freely

if TYPE_CHECKING:
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man
    from ..ground.lay import Wall

MOST_CHARGES = 3
SHARES = (1.0, 0.5, -0.5)  # of the allowance, towards the enemy or away from him
AT_THE_EDGE = 3.0  # inches from the far edge there is nobody ahead of him
OUTSIDE = 3.0  # how far beyond the edge a way may end: he leaves the table (KK-MOVE-33)


# -- may he


@clause("KK-MOVE-04", "KK-MOVE-17", "KK-MOVE-31", "KK-DEF-22")
def refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """Why a figure with the chit he has may not be sent so."""
    return (
        _pace_refusal(battle, man, declared)
        or _weapon_refusal(battle, man, declared)
        or special_refusal(battle, man, declared)
        or _target_refusal(battle, man, declared)
        or _path_refusal(battle, man, declared)
        or limits.direction_refusal(battle, man, declared)
    )


@clause("KK-MOVE-03", "KK-MOVE-04", "KK-MOVE-17", "KK-ACT-22", "KK-ACT-21")
def _pace_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    if declared.run:
        if man.horse != NOBODY:
            return Refusal("a horse does not run; it has gaits", "KK-MOVE-02")
        if not (man.in_command or man.free) and not has(man, "always_run"):
            return Refusal("only men in command range are made to run", "KK-MOVE-04")
    if not declared.gait:
        return None
    if man.horse == NOBODY:
        return Refusal("a man on foot has no gait", "KK-MOVE-02")
    if declared.gait not in GAITS:
        return Refusal(f"{declared.gait!r} is no gait", "KK-MOVE-02")
    if declared.gait == "gallop" and not may_gallop(battle.horses[man.horse].profile.kind):
        return Refusal("only a destrier gallops", "KK-MOVE-03")
    if man.rolled and declared.gait == "gallop":
        return Refusal("nobody gallops out of command", "KK-ACT-22")
    if halved(man) and declared.gait != "walk":
        return Refusal("half a horse's move is a walk", "KK-ACT-21")
    return None


@clause("KK-MELEE-13", "KK-MELEE-25", "KK-MELEE-31", "KK-MELEE-27")
def _weapon_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    if not declared.weapon:
        return None
    if declared.weapon not in carried(man) and declared.weapon != man.profile.missile:
        return Refusal(f"he has no {declared.weapon.replace('_', ' ')}", "KK-MELEE-31")
    if man.rolled:
        return Refusal("out of command he keeps what he holds", "KK-MELEE-31")
    if touching(battle, man):
        if man.chit != "draw_weapon":
            return Refusal("in contact he draws in the fight itself", "KK-MELEE-13")
    elif declared.weapon != man.weapon and not may_draw(battle, man):
        return Refusal("a rider has just gone through him: he cannot draw yet", "KK-MELEE-25")
    return None


@clause("KK-DEF-22", "KK-MOVE-31", "KK-CMD-26")
def _target_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """A charge needs an action with melee and an enemy in sight."""
    if declared.target == NOBODY:
        return None
    if not 0 <= declared.target < len(battle.men):
        return Refusal("there is no such figure", "KK-DEF-22")
    target = battle.men[declared.target]
    if man.chit not in MELEE:
        return Refusal("his action does not include melee", "KK-MOVE-31")
    if man.free:
        return Refusal("nobody charges in free movement", "KK-CMD-26")
    if target.side == man.side:
        return Refusal("that is a friend", "KK-DEF-22")
    if target.status not in UP:
        return Refusal("he is out of the fight", "KK-DEF-19")
    if not visible(battle, man, target):
        return Refusal(f"he does not see {target.profile.name}", "KK-DEF-22")
    return None


@clause("KK-MOVE-15", "KK-MOVE-21", "KK-MOVE-33", "KK-MOVE-10")
def _path_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    if not declared.path:
        return _facing_refusal(battle, man, declared, moved=False)
    if not moves(man):
        return Refusal("his action does not let him move", "KK-COMP-02")
    points = whole_way(man, declared)
    no = _off_table(battle, points)
    if no is not None:
        return no
    long = length(points)
    most = allowance(battle, man, declared, points)
    if long > most + TOLERANCE:
        return Refusal(
            f"the way is {long:.1f} inches long; he has {round(most, 2):g}", "KK-MOVE-15"
        )
    kept, wall = trimmed(battle, man, points, most + TOLERANCE)
    if wall is not None and length(kept) < long - TOLERANCE:
        return _stopped(battle, wall)
    if man.horse != NOBODY:
        no = turn_refusal(battle, man, points)
        if no is None and declared.target != NOBODY:
            whole = most if gait_of(battle, man, declared) == "gallop" else 0.0
            target = battle.men[declared.target]
            no = charge_turn_refusal(battle, points, target, whole)
        if no is not None:
            return no
    return _facing_refusal(battle, man, declared, moved=True)


def _off_table(battle: Battle, points: Sequence[Point]) -> Refusal | None:
    """Only the end of a way may lie beyond the edge."""
    width, height = battle.ground.width, battle.ground.height
    for at, (x, y) in enumerate(points):
        off = OUTSIDE if at == len(points) - 1 else 0.0
        if not (-off <= x <= width + off and -off <= y <= height + off):
            return Refusal("the way leaves the table and goes on", "KK-MOVE-33")
    return None


def _stopped(battle: Battle, wall: Wall) -> Refusal:
    """Say what is in the way and what could be done about it."""
    name = lay_of(battle).names.get(wall.id, wall.kind).replace("_", " ")
    if wall is WATER:
        return Refusal("nobody goes through water or rock", "KK-MOVE-22")
    if wall.kind == "door" and fires.leads_into_fire(battle, wall):
        return Refusal("the house burns: nobody goes in", "KK-ORDER-06")
    if wall.kind == "door":
        return Refusal(f"he must stop at the {name} first", "KK-MOVE-23")
    if wall.kind == "door_locked":
        return Refusal(f"the {name} is locked", "KK-MOVE-25")
    return Refusal(f"he stops on touching the {name}", "KK-MOVE-21")


@clause("KK-MOVE-10")
def _facing_refusal(battle: Battle, man: Man, declared: Declared, *, moved: bool) -> Refusal | None:
    """A horse faces any way at the end only if it stands or walks this turn."""
    if declared.facing < 0.0 or man.horse == NOBODY or not moved:
        return None
    if gait_of(battle, man, declared) not in QUIET:
        return Refusal("only a horse that stood or walked ends facing as you like", "KK-MOVE-10")
    return None


def whole_way(man: Man, declared: Declared) -> tuple[Point, ...]:
    """The way with its start, on the grid of stored places."""
    return ((man.base.x, man.base.y), *[snap_point(p) for p in declared.path])


def length(points: Sequence[Point]) -> float:
    """How long a way is."""
    return sum(distance(points[i - 1], points[i]) for i in range(1, len(points)))


# -- what it would mean


@clause("KK-MOVE-15", "KK-DECL-02")
def preview(battle: Battle, man: Man, declared: Declared) -> Preview:
    """How long the way is, what it costs, how far he could go; legal or why not."""
    no = refusal(battle, man, declared)
    if no is not None:
        return Preview(legal=False, because=no.reason, clause=no.clause)
    points = whole_way(man, declared)
    most = allowance(battle, man, declared, points)
    notes = [f"may go {round(most, 2):g} inches"] if moves(man) else []
    if runs(man, declared):
        notes.append("running costs a level of fatigue")
    if man.horse != NOBODY and moves(man):
        gait = gait_of(battle, man, declared)
        notes.append(f"at a {gait}" + (", which tires the horse" if gait == "gallop" else ""))
    price = length(points)
    leads: tuple[Point, ...] = ()
    if declared.target != NOBODY:
        target = battle.men[declared.target]
        off = gap(man.base, target.base)
        price = min(off, most)
        reached = _reached(battle, man, target, declared)
        notes.append(f"{target.profile.name} is {off:.1f} inches off, {reached}")
        leads = () if declared.path else ((target.base.x, target.base.y),)
    return Preview(legal=True, price=round(price, 3), notes=tuple(notes), leads=leads)


@clause("KK-DEF-22", "KK-DECL-02")
def _reached(battle: Battle, man: Man, target: Man, declared: Declared) -> str:
    """Tell before he declares whether the one he names is charged."""
    if reaches(battle, man, target, declared):
        return "within reach"
    if not declared.path and not comes_nearer(
        battle, man, target, allowance(battle, man, declared)
    ):
        return "but his horse must begin straight ahead and comes no nearer: he is not charged"
    return "out of reach so: he is not charged"


# -- some of them


@clause("KK-DECL-02")
def ideas(battle: Battle, man: Man) -> Sequence[Declared]:
    """Some lawful declarations for the chit he has, the plainest first."""
    if not moves(man) or man.chit in {"escort", "carry", "resupply"}:
        return special_ideas(battle, man)
    charges = [one for one in _charges(battle, man) if refusal(battle, man, one) is None]
    made = [drawn(battle, man, one) for one in sketches(battle, man)]
    found = [one for one in made if one is not None and refusal(battle, man, one) is None]
    return list(dict.fromkeys((*charges, *found))) or [Declared()]


def _charges(battle: Battle, man: Man) -> list[Declared]:
    """Straight at the nearest enemies."""
    if man.chit not in MELEE or man.free:
        return []
    return [
        Declared(run=run, gait=gait, target=foe.id)
        for foe in nearest_foes(battle, man, 1 if man.rolled else MOST_CHARGES)
        for run, gait in _paces(battle, man)
        if reaches(battle, man, foe, Declared(run=run, gait=gait))
    ]


class Sketch(NamedTuple):
    """A way worth proposing, drawn when somebody wants it.

    `share` is of the allowance, towards the enemy or away from him; 0: at the target, or he stays.
    """

    run: bool = False
    gait: str = ""
    share: float = 0.0
    target: int = NOBODY
    ordered: bool = False  # not towards the enemy but where his order leads
    out: bool = False  # of a burning house


def sketches(battle: Battle, man: Man, target: int = NOBODY) -> list[Sketch]:
    """Ways worth proposing; at a target straight at it."""
    paces = _paces(battle, man)
    if target != NOBODY:
        return [Sketch(run, gait, target=target) for run, gait in paces]
    if limits.held_by_noble(battle, man) is not None:
        return [Sketch()]
    return [*[Sketch(run, gait, share) for run, gait in paces for share in SHARES], Sketch()]


def drawn(battle: Battle, man: Man, sketch: Sketch) -> Declared | None:
    """What a sketch means here and now, if anything."""
    pace = Declared(run=sketch.run, gait=sketch.gait)
    if sketch.target != NOBODY:
        return _charge(battle, man, battle.men[sketch.target], pace)
    if not sketch.share:
        return pace
    goal = limits.goal_of(battle, man) or middle_of_enemies(battle, man)
    return _past(battle, man, goal, sketch.share, pace) or towards(
        battle, man, goal, sketch.share, pace
    )


@clause("KK-DEF-22", "KK-DECL-02")
def _charge(battle: Battle, man: Man, foe: Man, pace: Declared) -> Declared:
    """At an enemy past walls and friends, or straight if there is no such way."""
    plain = replace(pace, target=foe.id)
    bends = way_at(battle, man, foe)
    if bends:
        here = (man.base.x, man.base.y)
        made = _cut(battle, man, (here, *bends), plain, 1.0)
        if made is not None:
            made = replace(made, target=foe.id)
            if refusal(battle, man, made) is None:
                return made
    return plain


def _past(battle: Battle, man: Man, goal: Point, share: float, pace: Declared) -> Declared | None:
    """Towards a place round friends who stand in the way, if any do."""
    if share < 0.0 or (man.horse != NOBODY and not turns_freely(battle, man)):
        return None
    way = way_past(battle, man, goal)
    if man.horse != NOBODY:
        way = way[:1]
    made = _cut(battle, man, ((man.base.x, man.base.y), *way), pace, share)
    return made if made is not None and refusal(battle, man, made) is None else None


def paces(battle: Battle, man: Man) -> list[Declared]:
    """The same as declarations of nothing else."""
    return [Declared(run=run, gait=gait) for run, gait in _paces(battle, man)]


@clause("KK-MOVE-05", "KK-MOVE-17")
def _paces(battle: Battle, man: Man) -> list[tuple[bool, str]]:
    """The speeds worth proposing: run and gait."""
    if man.horse != NOBODY:
        if man.rolled or halved(man):
            return [(False, "")]
        kind = battle.horses[man.horse].profile.kind
        return [
            (False, "canter"),
            (False, "walk"),
            *([(False, "gallop")] if may_gallop(kind) else []),
        ]
    if has(man, "always_run"):
        return [(True, ""), (False, "")] if man.in_command or man.free else [(False, "")]
    if (man.in_command or man.free) and not man.rolled:
        return [(False, ""), (True, "")]
    return [(False, "")]


def nearest_foes(battle: Battle, man: Man, most: int) -> list[Man]:
    """The nearest enemies he sees."""
    if most == 1:
        foe = nearest_foe(battle, man)
        return [foe] if foe is not None else []
    base = man.base
    x, y = base.x, base.y
    spots = foes_at(battle, man.side)
    ranked = sorted([((a - x) * (a - x) + (b - y) * (b - y), key, one) for a, b, key, one in spots])
    found: list[Man] = []
    for _, _, one in ranked:
        if visible(battle, man, one):
            found.append(one)
            if len(found) == most:
                break
    return found


def middle_of_enemies(battle: Battle, man: Man) -> Point:
    """Where to go with nobody in sight: across the table from the own edge, and back from there."""
    width, height = battle.ground.width, battle.ground.height
    x, y = man.base.x, man.base.y
    edge = retinue_of(battle, man.player).edge
    across = {
        "south": (x, height),
        "north": (x, 0.0),
        "west": (width, y),
        "east": (0.0, y),
    }[edge]
    if distance((x, y), across) > AT_THE_EDGE * battle.options.scale:
        return across
    return (width / 2.0, height / 2.0)


def towards(
    battle: Battle, man: Man, goal: Point, share: float, declared: Declared
) -> Declared | None:
    """A way of so much of the allowance towards a place, or away from it if the share is below 0.

    It stops short of walls, and of leaving the table.
    """
    here = (man.base.x, man.base.y)
    if man.horse != NOBODY and not turns_freely(battle, man):
        return _straight_on(battle, man, declared, abs(share))
    if share < 0.0:
        way: tuple[Point, ...] = ((2.0 * here[0] - goal[0], 2.0 * here[1] - goal[1]),)
    else:
        way = way_to(battle, man, goal)
    if man.horse != NOBODY:
        way = way[:1]
    if distance(here, way[0]) < 0.05:
        return None
    return _cut(battle, man, (here, *way), declared, abs(share))


def _straight_on(battle: Battle, man: Man, declared: Declared, share: float) -> Declared | None:
    base = man.base
    far = 30.0
    way = ((base.x, base.y), (base.x + base.ux * far, base.y + base.uy * far))
    return _cut(battle, man, way, declared, share)


def _cut(
    battle: Battle, man: Man, points: tuple[Point, ...], declared: Declared, share: float
) -> Declared | None:
    most = allowance(battle, man, declared, points) * share
    kept, _ = trimmed(battle, man, points, most - 0.002)
    kept = _kept_on_table(battle, man, kept)
    if length(kept) < 0.05:
        return None
    path = tuple([snap_point(p) for p in kept[1:]])
    return Declared(run=declared.run, gait=declared.gait, path=path)


def _kept_on_table(battle: Battle, man: Man, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Shorten a way so that the base stays on the table."""
    width, height, off = battle.ground.width, battle.ground.height, man.base.radius + 0.01
    kept = [points[0]]
    for x, y in points[1:]:
        if off <= x <= width - off and off <= y <= height - off:
            kept.append((x, y))
            continue
        px, py = kept[-1]
        t = 1.0
        for start, end, low, high in ((px, x, off, width - off), (py, y, off, height - off)):
            if end < low:
                t = min(t, max((start - low) / (start - end), 0.0) if start > end else 0.0)
            elif end > high:
                t = min(t, max((high - start) / (end - start), 0.0) if end > start else 0.0)
        if t > 0.0:
            kept.append((px + (x - px) * t, py + (y - py) * t))
        break
    return tuple(kept)


def own_edge(battle: Battle, man: Man) -> Point:
    """A point beyond his own table edge, straight from where he stands."""
    width, height = battle.ground.width, battle.ground.height
    x, y = man.base.x, man.base.y
    off = sqrt(man.base.radius) + 1.0
    return {
        "south": (x, -off),
        "north": (x, height + off),
        "west": (-off, y),
        "east": (width + off, y),
    }[retinue_of(battle, man.player).edge]
