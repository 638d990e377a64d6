"""What a retinue knows of enemies out of sight (KK-DEF-27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import UP
from ..basics.who import men_of, retinue_of
from .lay import ROOMS, floor_of, lay_of, room_of
from .sight import in_sight, sees, sees_place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.tabletop.shapes.bases import Rect

    from ..basics.state import Battle, Man, Retinue


@clause("KK-DEF-27")
def known_place(battle: Battle, man: Man) -> tuple[float, float] | None:
    """The nearest place where his retinue knows or suspects an enemy out of sight."""
    retinue = retinue_of(battle, man.player)
    seen = in_sight(battle, man.player)
    places = [(x, y) for key, x, y in retinue.known if key not in seen]
    if retinue.suspected:
        rooms = {one.partition(":")[0] for one in retinue.suspected}
        for area in lay_of(battle).floors:
            if area.id in rooms:
                xs = [p[0] for p in area.polygon]
                ys = [p[1] for p in area.polygon]
                places.append((sum(xs) / len(xs), sum(ys) / len(ys)))
    x, y = man.base.x, man.base.y
    return min(places, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2, default=None)


@clause("KK-DEF-27")
def sighted(battle: Battle) -> dict[str, frozenset[int]]:
    """Whom each retinue sees before the moves: if they go into a house, they were seen to."""
    if not lay_of(battle).floors:
        return {}
    return {one.player: in_sight(battle, one.player) for one in battle.retinues}


@clause("KK-DEF-27")
def remember(battle: Battle, before: Mapping[str, frozenset[int]] | None = None) -> None:
    """Bring up to date where each retinue last saw its enemies.

    Who was out of sight before the moves too goes where he likes, and nobody suspects it.
    """
    for retinue in battle.retinues:
        seen = in_sight(battle, retinue.player)
        own = men_of(battle, retinue.player)
        _still_known(battle, retinue, own, seen)
        watched = before.get(retinue.player, seen) if before else seen
        entered = [
            f"{room}:{key}"
            for key in sorted(watched - seen)
            if battle.men[key].status in UP and (room := room_of(battle, battle.men[key]))
        ]
        if retinue.suspected or entered:
            _suspect(battle, retinue, own, seen, entered)


def _still_known(
    battle: Battle, retinue: Retinue, own: Sequence[Man], seen: frozenset[int]
) -> None:
    """Note where enemies are, or were last seen if nobody sees that place empty."""
    men = battle.men
    known: dict[int, tuple[float, float]] = {}
    for key, x, y in retinue.known:
        if key in seen or men[key].status not in UP:
            continue
        if not any(sees_place(battle, man, x, y) for man in own):
            known[key] = (x, y)
    for key in seen:
        base = men[key].base
        known[key] = (base.x, base.y)
    retinue.known = tuple([(key, x, y) for key, (x, y) in sorted(known.items())])


@clause("KK-DEF-27", "KK-MORALE-35")
def ran_inside(battle: Battle, man: Man, start: Rect) -> None:
    """A router who ran into a building is suspected there by who saw him set off."""
    room = room_of(battle, man)
    if not room or room == floor_of(battle, start, ROOMS):
        return
    suspect = f"{room}:{man.id}"
    for retinue in battle.retinues:
        if (
            retinue.side != man.side
            and suspect not in retinue.suspected
            and any(sees(battle, one.base, start) for one in men_of(battle, retinue.player))
        ):
            retinue.suspected = (*retinue.suspected, suspect)


def _suspect(
    battle: Battle,
    retinue: Retinue,
    own: Sequence[Man],
    seen: frozenset[int],
    entered: Sequence[str],
) -> None:
    """A building stays suspected until one of us was inside, or its enemy is seen elsewhere."""
    inside = {room_of(battle, man) for man in own}
    kept: list[str] = []
    for one in dict.fromkeys((*retinue.suspected, *entered)):
        room, _, key = one.partition(":")
        enemy = battle.men[int(key)]
        elsewhere = enemy.id in seen and room_of(battle, enemy) != room
        if room not in inside and not elsewhere and enemy.status in UP:
            kept.append(one)
    retinue.suspected = tuple(kept)
