"""Where a unit may be set up, and a few sensible ways to do it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Place1
from banneret.tabletop.crowd import box_around, first_met, meets, reaches_into
from banneret.tabletop.setting_up import INWARD
from banneret.tabletop.shapes.measuring import TOLERANCE, Rect, gap, overlaps, within
from banneret.tabletop.shapes.regions import Polygon, Zone

from ..basics.state import COHESION_INCHES, Battle, Figure, Unit, footprint, on_table, seen_enemies
from ..basics.tables import TABLES
from ..ground.lay import can_stand, in_concealment, sees
from .formations import Box, Formation, Order, formations_on

if TYPE_CHECKING:
    from .on_file import SidePlan

OFF_ENEMY_INCHES = TABLES.geometry.keep_off_enemy_inches  # OP-SETUP-04
ROOMY = 5  # a zone of so many times the bases is never full
SPACE = 0.25  # between bases of a formation
MISSILES = ("longbow", "crossbow")
_STARTS = (0.5, 0.15, 0.85)  # centre, left, right

Places = dict[int, Place1]
Bases = dict[int, Rect]


def plan_of(battle: Battle, side: str) -> SidePlan:
    """What the scenario says of a side."""
    return battle.scenario.sides[side]


# -- what is allowed


@clause("OP-SETUP-04", "OP-SETUP-06", "OP-HIDE-02")
def place_refusal(battle: Battle, unit: Unit, places: Places, *, hidden: bool) -> Refusal | None:
    """In the zone (or where hiding is allowed), near the leader, on nobody, clear of enemies."""
    bases = {key: base_of(battle.figures[key], place) for key, place in places.items()}
    leader = bases.get(unit.leader)
    near = _near(on_table(battle), bases.values())
    others = [f for f in near if f.side == unit.side and f.id not in places]
    enemies = _near(seen_enemies(battle, unit.side), bases.values())
    done: list[Rect] = []
    for key, base in bases.items():
        figure = battle.figures[key]
        refusal = (
            can_stand(battle, base, figure.mounted)
            or _ground_refusal(battle, unit, base, hidden=hidden)
            or _straggler(figure, base, leader)
            or _crowded(figure, base, done, others)
            or _near_enemy(figure, base, enemies)
        )
        if refusal is not None:
            return refusal
        done.append(base)
    return None


def _near(figures: Sequence[Figure], bases: Collection[Rect]) -> list[Figure]:
    """Those who stand so near to some bases that they could be in the way; mostly nobody does."""
    box = box_around(bases, OFF_ENEMY_INCHES)
    return [figure for figure in figures if reaches_into(figure.base, box)]


def base_of(figure: Figure, place: Place1) -> Rect:
    """The base the figure would cover there."""
    return footprint(figure.mounted, place.x, place.y, place.facing)


def _straggler(figure: Figure, base: Rect, leader: Rect | None) -> Refusal | None:
    if leader is None or within(base, leader, COHESION_INCHES):
        return None
    name, far = figure.profile.name, gap(base, leader)
    return Refusal(f'{name} would stand {far:.1f}" from his leader; 6" is the most.', "OP-SETUP-04")


def _crowded(
    figure: Figure, base: Rect, done: Sequence[Rect], others: Sequence[Figure]
) -> Refusal | None:
    name = figure.profile.name
    if meets(base, done):
        return Refusal(f"{name} would stand on a comrade.", "OP-SCALE-08")
    met = first_met(base, [man.base for man in others])
    if met is None:
        return None
    return Refusal(f"{name} would stand on {others[met].profile.name}.", "OP-SCALE-08")


def _near_enemy(figure: Figure, base: Rect, enemies: Sequence[Figure]) -> Refusal | None:
    reach = OFF_ENEMY_INCHES
    for enemy in enemies:
        if gap(base, enemy.base) < reach - TOLERANCE:
            return Refusal(
                f'{figure.profile.name} would stand within 1" of {enemy.profile.name}.',
                "OP-SETUP-04",
            )
    return None


def _ground_refusal(battle: Battle, unit: Unit, base: Rect, *, hidden: bool) -> Refusal | None:
    plan = plan_of(battle, unit.side)
    if hidden and plan.hidden_in:
        areas = [battle.scenario.piece(key).polygon for key in plan.hidden_in]
        if any(Polygon(area).contains(base) for area in areas):
            return None
        names = ", ".join(plan.hidden_in)
        return Refusal(f"Hidden men must stand wholly in {names}.", "OP-SETUP-06")
    if not Zone(*plan.zone).contains(base):
        return Refusal("That is outside the deployment zone.", "OP-SETUP-04")
    if hidden and not in_concealment(battle, base) and _seen_from_enemy_zone(battle, unit, base):
        return Refusal(
            "Hidden men stand wholly in woods or a building, or out of sight of the enemy's zone.",
            "OP-HIDE-02",
        )
    return None


def _seen_from_enemy_zone(battle: Battle, unit: Unit, base: Rect) -> bool:
    """Whether some point of the enemy's zone, tried inch by inch, sees the spot."""
    x0, y0, x1, y1 = plan_of(battle, "b" if unit.side == "a" else "a").zone
    return any(
        sees(battle, footprint(False, x, y, 0.0), base)
        for x in _inch_by_inch(x0, x1)
        for y in _inch_by_inch(y0, y1)
    )


def _inch_by_inch(low: float, high: float) -> list[float]:
    return [low + i for i in range(int(high - low) + 1)] + [high]


# -- room enough


def has_room(battle: Battle, unit: Unit) -> bool:
    """Whether the unit can be set up in its zone at all; looked into where the zone is small."""
    x0, y0, x1, y1 = plan_of(battle, unit.side).zone
    zone = (x1 - x0) * (y1 - y0)
    if zone > ROOMY * 2.0 * len(battle.figures):  # it would do for both sides
        return True
    if zone > ROOMY * 2.0 * len([1 for figure in battle.figures if figure.side == unit.side]):
        return True
    return (
        find_places(battle, unit, boxes_for(battle, unit, hidden=False), 0.5, hidden=False)
        is not None
    )


# -- sensible ways


class Ideas(Sequence[Places]):
    """Left, centre and right, each worked out when it is looked at; equal ones are left in."""

    def __init__(self, battle: Battle, unit: Unit, *, hidden: bool) -> None:
        self._battle = battle
        self._unit = unit
        self._hidden = hidden
        self._found: dict[int, tuple[Places, Bases]] = {}
        self._boxes = boxes_for(battle, unit, hidden=hidden)
        self._count = len(_STARTS) * min(len(self._boxes), 2)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> Places:  # type: ignore[override]  # nobody slices ideas
        if not 0 <= at < self._count:
            raise IndexError(at)
        if at not in self._found:
            first, start = divmod(at, len(_STARTS))
            boxes = [*self._boxes[first:], *self._boxes[:first]] if first else self._boxes
            found = _find(self._battle, self._unit, boxes, _STARTS[start], hidden=self._hidden)
            assert found is not None, f"{self._unit.name} has no room"
            self._found[at] = found
        return self._found[at][0]

    def bases(self, places: Places) -> Bases | None:
        """The bases of one of the ideas, which is lawful; None for any other places."""
        for found, bases in self._found.values():
            if found is places or found == places:
                return bases
        return None


def boxes_for(battle: Battle, unit: Unit, *, hidden: bool) -> list[Box]:
    """The boxes in which to look for places: hiding areas, or woods in the zone, or the zone."""
    plan = plan_of(battle, unit.side)
    if not hidden:
        return [plan.zone]
    if plan.hidden_in:
        return [_box(battle.scenario.piece(key).polygon) for key in plan.hidden_in]
    x0, y0, x1, y1 = plan.zone
    found = [
        (max(a.x0, x0), max(a.y0, y0), min(a.x1, x1), min(a.y1, y1))
        for a in battle.ground.areas
        if a.kind in {"woods", "building"}
    ]
    return [box for box in found if box[0] < box[2] and box[1] < box[3]] + [plan.zone]


def _box(points: Sequence[tuple[float, float]]) -> Box:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def find_places(
    battle: Battle, unit: Unit, boxes: Sequence[Box], start: float, *, hidden: bool
) -> Places | None:
    """The lawful formation nearest to a start from left to right; failing that, man by man."""
    found = _find(battle, unit, boxes, start, hidden=hidden)
    return None if found is None else found[0]


def _find(
    battle: Battle, unit: Unit, boxes: Sequence[Box], start: float, *, hidden: bool
) -> tuple[Places, Bases] | None:
    """Places for the men in the order of the unit's list, and the bases they cover there."""
    figures = battle.figures
    led = unit.leader in unit.members
    ids = _leader_first(unit) if led else unit.members
    riders = tuple([figures[key].mounted for key in ids])
    forward = False
    for key in ids:
        if figures[key].in_hand in MISSILES:
            forward = True

    def sound(bases: Sequence[Rect]) -> bool:
        return _lies_well(battle, unit, riders, bases, hidden=hidden, led=led)

    about = (unit.side, plan_of(battle, unit.side).zone, hidden, led)
    for files, space in ((6, SPACE), (3, 0.0)):
        for box in boxes:
            facing = _facing(battle, unit, box, hidden=hidden)
            order = Order(riders, files, space, box, facing, start, forward)
            for formation in formations_on(battle.ground, about, order).each(sound):
                if _has_nobody_in_it(battle, unit, formation):
                    places = dict(zip(ids, formation.places, strict=True))
                    bases = dict(zip(ids, formation.bases, strict=True))
                    if ids != unit.members:
                        places = {key: places[key] for key in unit.members}
                    return places, bases
    squeezed = _man_by_man(battle, unit, boxes, hidden=hidden)
    if squeezed is None:
        return None
    return squeezed, {key: base_of(figures[key], place) for key, place in squeezed.items()}


def _leader_first(unit: Unit) -> tuple[int, ...]:
    if unit.members[0] == unit.leader:
        return unit.members
    return (unit.leader, *[key for key in unit.members if key != unit.leader])


def _lies_well(
    battle: Battle,
    unit: Unit,
    riders: Sequence[bool],
    bases: Sequence[Rect],
    *,
    hidden: bool,
    led: bool,
) -> bool:
    """Whether the ground lets men stand so: what of `place_refusal` nobody else bears on."""
    for at, base in enumerate(bases):
        if (
            can_stand(battle, base, riders[at]) is not None
            or _ground_refusal(battle, unit, base, hidden=hidden) is not None
            or (led and not within(base, bases[0], COHESION_INCHES))
            or any(overlaps(base, other) for other in bases[:at])
        ):
            return False
    return True


def _has_nobody_in_it(battle: Battle, unit: Unit, formation: Formation) -> bool:
    """Whether no comrade stands where the men would, and no known enemy within an inch."""
    box = box_around(formation.bases, OFF_ENEMY_INCHES)
    units = battle.units
    for man in on_table(battle):
        there = man.base
        if reaches_into(there, box):
            if man.side == unit.side:
                if man.unit != unit.id and meets(there, formation.bases):
                    return False
            elif not units[man.unit].hidden and any(
                gap(base, there) < OFF_ENEMY_INCHES - TOLERANCE for base in formation.bases
            ):
                return False
    return True


def _facing(battle: Battle, unit: Unit, box: Box, *, hidden: bool) -> float:
    """Away from the home edge; hidden men face the middle of the table."""
    if not hidden:
        return INWARD[plan_of(battle, unit.side).home_edge]
    dx = battle.scenario.width - box[0] - box[2]
    dy = battle.scenario.height - box[1] - box[3]
    if abs(dy) >= abs(dx):
        return 0.0 if dy >= 0 else 180.0
    return 90.0 if dx >= 0 else 270.0


def _man_by_man(battle: Battle, unit: Unit, boxes: Sequence[Box], *, hidden: bool) -> Places | None:
    """Squeeze the unit in: the leader wherever he fits, the others beside him as they can."""
    facing = INWARD[plan_of(battle, unit.side).home_edge]
    spots = [
        Place1(x, y, facing)
        for x0, y0, x1, y1 in boxes
        for x in _half_inches(x0, x1)
        for y in _half_inches(y0, y1)
    ]
    men = sorted(unit.members, key=lambda man: man != unit.leader)
    for first in spots:
        places = {men[0]: first}
        if place_refusal(battle, unit, places, hidden=hidden) is not None:
            continue
        near = [s for s in spots if abs(s.x - first.x) < 8 and abs(s.y - first.y) < 8]
        for man in men[1:]:
            for spot in near:
                if place_refusal(battle, unit, {**places, man: spot}, hidden=hidden) is None:
                    places[man] = spot
                    break
        if len(places) == len(men):
            return places
    return None


def _half_inches(low: float, high: float) -> list[float]:
    return [low + 0.5 + i * 0.5 for i in range(int((high - low - 1.0) * 2) + 1)]
