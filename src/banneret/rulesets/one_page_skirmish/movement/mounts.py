"""Riderless mounts: where they stand, who gets into the saddle and who out of it."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick, Place, Place1
from banneret.tabletop.shapes.measuring import TOLERANCE, Rect, overlaps, touches

from ..basics.state import (
    MOST_RADIUS,
    Battle,
    Figure,
    Mount,
    footprint,
    horses_changed,
    on_table,
    put,
    remount,
    seen_enemies,
    touching_enemies,
)
from ..ground.lay import KEEP_OFF, across_obstacle, can_stand
from ..screen.events import Did

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.play.table import Table

_BESIDE = 1.0  # centre of a man to the centre of a horse standing at his side
_BEHIND = 1.5  # centre of a man to the centre of a horse before or behind him
_RINGS = (1.0, 1.5, 2.0, 3.0)
_SPOKES = tuple(
    (x / hypot(x, y), y / hypot(x, y))
    for x, y in ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
)


def is_clear(
    battle: Battle,
    base: Rect,
    side: str,
    *,
    without: Figure | None = None,
    but: Mount | None = None,
) -> bool:
    """Whether a base would lie on no figure and no riderless mount that this side knows of."""
    units = battle.units
    x, y, radius = base.x, base.y, base.radius
    for figure in on_table(battle):
        there = figure.base
        reach = radius + there.radius
        if (
            -reach < there.x - x < reach
            and -reach < there.y - y < reach
            and figure is not without
            and overlaps(base, there)
            and (figure.side == side or not units[figure.unit].hidden)
        ):
            return False
    for mount in battle.mounts:
        there = mount.base
        reach = radius + there.radius
        if (
            -reach < there.x - x < reach
            and -reach < there.y - y < reach
            and mount is not but
            and overlaps(base, there)
            and (mount.side == side or not units[mount.unit].hidden)
        ):
            return False
    return True


def seen(battle: Battle, side: str) -> list[Mount]:
    """The riderless mounts a side knows of: those of hidden enemies are hidden too."""
    units = battle.units
    return [m for m in battle.mounts if m.side == side or not units[m.unit].hidden]


@clause("OP-CHARGE-01", "OP-CHARGE-16")
def meets_enemy(battle: Battle, figure: Figure, base: Rect) -> bool:
    """Whether a figure with his base so would be in contact with an unstunned enemy."""
    x, y, radius = base.x, base.y, base.radius
    for enemy in seen_enemies(battle, figure.side):
        there = enemy.base
        reach = radius + there.radius + KEEP_OFF
        if (
            -reach <= there.x - x <= reach
            and -reach <= there.y - y <= reach
            and enemy.stun < 0
            and (touches(base, there) or across_obstacle(battle, base, there, (figure.id,)))
        ):
            return True
    return False


def _room_for_horse(
    battle: Battle,
    base: Rect,
    side: str,
    *,
    without: Figure | None = None,
    but: Mount | None = None,
) -> bool:
    """Whether a horse may stand there."""
    return can_stand(battle, base, True) is None and is_clear(
        battle, base, side, without=without, but=but
    )


# -- riderless


@clause("OP-MOUNT-01")
def turn_loose(battle: Battle, figure: Figure, base: Rect) -> Mount:
    """The figure's mount stands riderless there and belongs to its side."""
    number = figure.id  # after the rider, so that numbers tell nothing of hidden men
    while any(mount.id == number for mount in battle.mounts):
        number += 1000
    mount = Mount(number, figure.side, figure.player, figure.mount_armour, base, figure.unit)
    battle.mounts.append(mount)
    horses_changed(battle)
    return mount


def remove(battle: Battle, mount: Mount) -> None:
    """A riderless mount is killed, ridden again or runs off."""
    battle.mounts.remove(mount)
    horses_changed(battle)


@clause("OP-MOUNT-01", "OP-MELEE-31")
def shift_aside(table: Table[Battle], base: Rect) -> None:
    """A riderless mount on which a base came to stand is shifted the least distance aside."""
    battle = table.state
    if not battle.mounts:
        return
    for mount in _under(battle, base):
        places = _aside(mount.base, base)
        spot = next(
            (spot for spot in places if _room_for_horse(battle, spot, mount.side, but=mount)), None
        )
        if spot is None:
            remove(battle, mount)
        else:
            mount.base = spot
            horses_changed(battle)


def _under(battle: Battle, base: Rect) -> list[Mount]:
    """The riderless mounts that a base lies on; mostly none is near."""
    x, y, radius = base.x, base.y, base.radius
    found: list[Mount] = []
    for mount in battle.mounts:
        there = mount.base
        reach = radius + there.radius
        if -reach < there.x - x < reach and -reach < there.y - y < reach and overlaps(base, there):
            found.append(mount)
    return found


def _aside(horse: Rect, base: Rect) -> Iterator[Rect]:
    """Where a horse could go to be off a base, the nearest place first."""
    steps = sorted(_ways_off(horse, base))
    for far, x, y in steps:
        yield _moved(horse, x * far, y * far)
    for ring in _RINGS:
        for x, y in _SPOKES:
            yield _moved(horse, x * (ring + steps[0][0]), y * (ring + steps[0][0]))


def _ways_off(horse: Rect, base: Rect) -> Iterator[tuple[float, float, float]]:
    """How far the horse must go along each edge's direction, either way, until the two part."""
    for one, other in ((horse, base), (base, horse)):
        lengthways = abs(one.ux * other.ux + one.uy * other.uy)
        across = abs(one.ux * other.uy - one.uy * other.ux)
        for x, y, half, first, second in (
            (one.ux, one.uy, one.hd, across, lengthways),
            (one.uy, -one.ux, one.hw, lengthways, across),
        ):
            full = half + other.hw * first + other.hd * second
            ahead = (horse.x - base.x) * x + (horse.y - base.y) * y
            yield full - ahead + TOLERANCE, x, y
            yield full + ahead + TOLERANCE, -x, -y


def _moved(horse: Rect, dx: float, dy: float) -> Rect:
    return footprint(True, horse.x + dx, horse.y + dy, horse.facing)


# -- beside its rider


def beside(battle: Battle, rider: Figure, facing: float, most: int = 3) -> list[Rect]:
    """Some places in contact with a man on foot where his horse has room, at his side first.

    Those that touch an enemy come only if there is no other (OP-MELEE-22).
    """
    base = rider.base
    enemies = [
        enemy.base
        for enemy in seen_enemies(battle, rider.side)
        if abs(enemy.base.x - base.x) < 5.0 and abs(enemy.base.y - base.y) < 5.0
    ]
    quiet: list[Rect] = []
    pressed: list[Rect] = []
    for spot in _round(base, facing):
        if _room_for_horse(battle, spot, rider.side):
            near_enemy = any(touches(spot, enemy) for enemy in enemies)
            (pressed if near_enemy else quiet).append(spot)
            if len(quiet) == most:
                break
    return quiet or pressed[:most]


def _round(man: Rect, facing: float) -> Iterator[Rect]:
    """Places for a horse along the four edges of a man's base, then past its corners."""
    for turned in (man.facing, man.facing + 90.0):
        at = footprint(True, man.x, man.y, turned)
        for side in (-_BESIDE, _BESIDE):
            yield _beside(at, at.uy * side, -at.ux * side, facing)
        for side in (-_BEHIND, _BEHIND):
            yield _beside(at, at.ux * side, at.uy * side, facing)
    at = footprint(True, man.x, man.y, man.facing)
    for side in (-_BESIDE, _BESIDE):
        for forward in (-1.0, 1.0):
            yield _beside(
                at, at.uy * side + at.ux * forward, -at.ux * side + at.uy * forward, facing
            )


def _beside(at: Rect, dx: float, dy: float, facing: float) -> Rect:
    """The horse there, turned round if that faces it more nearly as it stood."""
    turned = abs((at.facing - facing + 180.0) % 360.0 - 180.0) > 90.0
    return footprint(True, at.x + dx, at.y + dy, at.facing + 180.0 if turned else at.facing)


@clause("OP-MELEE-22")
def place_mount(table: Table[Battle], rider: Figure, facing: float) -> Mount | None:
    """The owner sets the mount beside its thrown rider; without room it bolts."""
    battle = table.state
    spots = beside(battle, rider, facing)
    if not spots:
        return None
    quiet = not _touches_enemy(battle, rider, spots[0])

    def allows(places: dict[int, Place1]) -> Refusal | None:
        there = footprint(True, *places[rider.id])
        if not touches(there, rider.base):
            return Refusal("The horse stays in contact with its rider.", "OP-MELEE-22")
        if quiet and _touches_enemy(battle, rider, there):
            return Refusal("The horse need not touch an enemy.", "OP-MELEE-22")
        if not is_clear(battle, there, rider.side):
            return Refusal("Somebody stands there.", "OP-MELEE-22")
        return can_stand(battle, there, True)

    if len(spots) == 1:
        return turn_loose(battle, rider, spots[0])
    place = table.ask(
        Place(
            rider.player,
            "melee.mount_place",
            f"Where does the horse of {rider.profile.name} stand?",
            (rider.id,),
            allows=allows,
            some=lambda: [{rider.id: Place1(s.x, s.y, s.facing)} for s in spots],
            about=(rider.id,),
        )
    )[rider.id]
    return turn_loose(battle, rider, footprint(True, place.x, place.y, place.facing))


def _touches_enemy(battle: Battle, rider: Figure, base: Rect) -> bool:
    x, y, reach = base.x, base.y, base.radius + MOST_RADIUS
    return any(
        [
            touches(base, enemy.base)
            for enemy in seen_enemies(battle, rider.side)
            if -reach <= enemy.base.x - x <= reach and -reach <= enemy.base.y - y <= reach
        ]
    )


# -- mounting and dismounting


def mounts_at_hand(battle: Battle, figure: Figure) -> list[Mount]:
    """Riderless mounts of his side in contact, with no enemy in contact with them (OP-ACT-06)."""
    return [
        mount
        for mount in battle.mounts
        if mount.side == figure.side
        and touches(mount.base, figure.base)
        and not _touches_enemy(battle, figure, mount.base)
    ]


@clause("OP-ACT-06", "OP-MOUNT-02")
def mounting_refusal(battle: Battle, figure: Figure) -> Refusal | None:
    """A horseman may mount any riderless mount of his side he touches, no enemy touching either."""
    if figure.mounted:
        return Refusal("He is in the saddle already.", "OP-ACT-06")
    if not figure.profile.owns_mount:
        return Refusal("He is no horseman.", "OP-MOUNT-02")
    if figure.in_hand == "polearm":
        return Refusal("A rider cannot hold a polearm in hand.", "OP-WPN-06")
    if touching_enemies(battle, figure):
        return Refusal("An enemy is upon him.", "OP-ACT-06")
    if not mounts_at_hand(battle, figure):
        return Refusal("No riderless mount of his side stands free beside him.", "OP-ACT-06")
    return None


@clause("OP-ACT-06", "OP-MOUNT-02", "OP-SCALE-08")
def mount_up(table: Table[Battle], figure: Figure) -> None:
    """He rides from now on, on his own spot if the larger base has room, else on the horse's."""
    battle = table.state
    mount = _choose_mount(table, figure)
    spots = (
        footprint(True, figure.base.x, figure.base.y, figure.base.facing),
        footprint(True, figure.base.x, figure.base.y, mount.base.facing),
    )
    spot = next(
        (
            spot
            for spot in spots
            if _room_for_horse(battle, spot, figure.side, without=figure, but=mount)
            and not meets_enemy(battle, figure, spot)
        ),
        mount.base,
    )
    remove(battle, mount)
    figure.mount_armour = mount.armour
    remount(battle, figure, mounted=True)
    put(battle, figure, spot.x, spot.y, spot.facing)
    table.tell(Did(figure.id, "mount"))


@clause("OP-MOUNT-02")
def _choose_mount(table: Table[Battle], figure: Figure) -> Mount:
    """Of several at hand he takes the one his owner likes."""
    at_hand = {f"m{mount.id}": mount for mount in mounts_at_hand(table.state, figure)}
    chosen: str = table.ask(
        Pick(
            figure.player,
            "figure.target",
            f"Which mount does {figure.profile.name} take?",
            tuple(at_hand),
            label=lambda key: _WORDS[at_hand[key].armour],
            about=(figure.unit, figure.id, "mount"),
        )
    )
    return at_hand[chosen]


_WORDS = ("a horse without armour", "a barded horse", "a horse in mail and plate")


@clause("OP-ACT-07")
def dismounting_refusal(battle: Battle, figure: Figure) -> Refusal | None:
    """A rider may dismount if there is room for man and horse side by side."""
    if not figure.mounted:
        return Refusal("He is on foot already.", "OP-ACT-07")
    if _stepped_down(battle, figure) is None:
        return Refusal("There is no room for man and horse side by side.", "OP-ACT-07")
    return None


@clause("OP-WPN-05")
def drop_lance(figure: Figure) -> None:
    """Out of the saddle a lance is lost for good and the first other weapon is in hand."""
    if "lance" not in figure.profile.weapons:
        return
    figure.lance_dropped = True
    figure.lance_charge = False
    if figure.in_hand == "lance":
        figure.in_hand = next((w for w in figure.profile.weapons if w != "lance"), "improvised")


@clause("OP-ACT-07", "OP-SCALE-08")
def dismount(table: Table[Battle], figure: Figure) -> None:
    """He stands on foot, his mount riderless beside him; a lance falls (OP-WPN-05)."""
    battle = table.state
    places = _stepped_down(battle, figure)
    assert places is not None, "dismounting was refused"
    man, horse = places
    remount(battle, figure, mounted=False)
    put(battle, figure, man.x, man.y, man.facing)
    turn_loose(battle, figure, horse)
    figure.mount_armour = 0
    drop_lance(figure)
    table.tell(Did(figure.id, "dismount"))


def _stepped_down(battle: Battle, figure: Figure) -> tuple[Rect, Rect] | None:
    """Where man and horse stand after dismounting: the man as near his old centre as may be."""
    known = battle.memo.known
    key = ("stepped down", figure.id)
    if key not in known:
        known[key] = _step_down(battle, figure)
    found: tuple[Rect, Rect] | None = known[key]
    return found


def _step_down(battle: Battle, figure: Figure) -> tuple[Rect, Rect] | None:
    saddle = figure.base
    man = footprint(False, saddle.x, saddle.y, saddle.facing)
    for horse in _round(man, saddle.facing):
        if _room_for_horse(battle, horse, figure.side, without=figure):
            return man, horse
    for side in (-_BESIDE, _BESIDE, -_BEHIND, _BEHIND):
        x, y = (saddle.ux, saddle.uy) if abs(side) == _BEHIND else (saddle.uy, -saddle.ux)
        man = footprint(False, saddle.x + x * side, saddle.y + y * side, saddle.facing)
        if (
            is_clear(battle, man, figure.side, without=figure)
            and can_stand(battle, man, False) is None
            and not meets_enemy(battle, figure, man)
        ):
            return man, saddle
    return None
