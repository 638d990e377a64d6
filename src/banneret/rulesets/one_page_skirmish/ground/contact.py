"""Contact: who touches whom, and so who is engaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.tabletop.shapes.measuring import TOLERANCE, Rect, touches

from ..basics.battle import MOST_RADIUS, ON_TABLE
from ..basics.who import enemies, on_table, standing
from .lay import KEEP_OFF, across_obstacle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..basics.battle import Battle, Figure, Unit

_BETWEEN = 6.5  # who stands further off cannot come between two in contact
_CLOSE = 2.0 * MOST_RADIUS + KEEP_OFF + TOLERANCE  # from centre to centre


def contact(battle: Battle, one: Figure, other: Figure) -> bool:
    """Bases touch, corners included, or both touch the same obstacle between (OP-CHARGE-16)."""
    return touches(one.base, other.base) or across_obstacle(battle, one.base, other.base)


def close_enemies(battle: Battle) -> Mapping[int, tuple[int, ...]]:
    """By figure the enemies so close that there might be contact, hidden ones included.

    Whoever has none is left out; mostly that is everybody.
    """
    memo = battle.memo
    close = memo.close
    if close is None:
        close = memo.close = {}
        memo.moved.update([(figure.id, None) for figure in on_table(battle)])
    if memo.moved:
        if memo.touching:
            _part(battle)
        moved: list[Figure] = []
        for key, old in memo.moved.items():
            figure = battle.figures[key]
            here = figure.base
            if (
                old is None
                or here.x != old.x
                or here.y != old.y
                or here.radius != old.radius  # who only turns comes no closer to anybody
            ):
                moved.append(figure)
        memo.moved.clear()
        if moved:
            one = moved[0].side
            both = any([figure.side != one for figure in moved])
            foes = on_table(battle) if both else enemies(battle, one)
            near = _around(foes, moved) if len(moved) > 1 else foes
            for figure in moved:
                _look_round(figure, near, close)
    return close


def _around(figures: Sequence[Figure], moved: Sequence[Figure]) -> Sequence[Figure]:
    """Whoever stands in the box round those who were moved, or so near that he may touch one."""
    x0 = x1 = moved[0].base.x
    y0 = y1 = moved[0].base.y
    for figure in moved:
        here = figure.base
        if here.x < x0:
            x0 = here.x
        elif here.x > x1:
            x1 = here.x
        if here.y < y0:
            y0 = here.y
        elif here.y > y1:
            y1 = here.y
    x0, x1, y0, y1 = x0 - _CLOSE, x1 + _CLOSE, y0 - _CLOSE, y1 + _CLOSE
    return [
        figure for figure in figures if x0 <= (there := figure.base).x <= x1 and y0 <= there.y <= y1
    ]


def _part(battle: Battle) -> None:
    """Forget the contacts of everybody near to whom somebody stood, or stands, who was moved."""
    memo = battle.memo
    places: list[Rect] = []
    for key, old in memo.moved.items():
        places.append(battle.figures[key].base)
        if old is not None:
            places.append(old)
    for key in list(memo.touching):
        here = battle.figures[key].base
        x0, x1 = here.x - _BETWEEN, here.x + _BETWEEN
        y0, y1 = here.y - _BETWEEN, here.y + _BETWEEN
        for place in places:
            if x0 < place.x < x1 and y0 < place.y < y1:
                del memo.touching[key]
                break


def _look_round(figure: Figure, near: Sequence[Figure], close: dict[int, tuple[int, ...]]) -> None:
    """Put right who is close to a figure that was moved, brought on or taken off."""
    own = figure.id
    for key in close.pop(own, ()):
        rest = tuple([other for other in close[key] if other != own])
        if rest:
            close[key] = rest
        else:
            del close[key]
    if figure.fate != ON_TABLE:
        return
    x, y, side = figure.base.x, figure.base.y, figure.side
    around = figure.base.radius + KEEP_OFF + TOLERANCE
    found: list[int] = []
    x0, x1 = x - _CLOSE, x + _CLOSE
    for other in near:
        there = other.base
        if x0 <= there.x <= x1 and other.side != side:
            reach = around + there.radius
            dx, dy = there.x - x, there.y - y
            if dx * dx + dy * dy <= reach * reach:
                found.append(other.id)
    if found:
        close[own] = tuple(found)
        for key in found:
            close[key] = tuple(sorted((*close.get(key, ()), own)))


def touching_enemies(battle: Battle, figure: Figure) -> tuple[Figure, ...]:
    """Revealed enemies in contact, stunned ones included."""
    memo = battle.memo
    all_close = memo.close if memo.close is not None and not memo.moved else close_enemies(battle)
    close = all_close.get(figure.id)
    if close is None:
        return ()
    touching = memo.touching
    found = touching.get(figure.id)
    if found is None:
        figures, units = battle.figures, battle.units
        near: list[Figure] = []
        for key in close:
            other = figures[key]
            if not units[other.unit].hidden and contact(battle, figure, other):
                near.append(other)
        found = touching[figure.id] = tuple(near)
    return found


def is_engaged(battle: Battle, figure: Figure) -> bool:
    """In contact with an unstunned, revealed enemy (OP-ACT-15); worked out, never stored."""
    memo = battle.memo
    if not memo.moved and memo.close is not None and figure.id not in memo.close:
        return False  # mostly there is nobody, and this is asked most of all
    for other in touching_enemies(battle, figure):
        if other.stun < 0:
            return True
    return False


def nobody_close(battle: Battle) -> bool:
    """Whether no two enemies are so close that anybody could be engaged."""
    memo = battle.memo
    return not (memo.close if memo.close is not None and not memo.moved else close_enemies(battle))


def unengaged(battle: Battle, figures: list[Figure]) -> list[Figure]:
    """Those of some figures who are not engaged; the list given may come back."""
    memo = battle.memo
    close = memo.close if memo.close is not None and not memo.moved else close_enemies(battle)
    if not close:
        return figures
    return [one for one in figures if one.id not in close or not is_engaged(battle, one)]


def any_engaged(battle: Battle, unit: Unit) -> bool:
    """Whether some figure of the unit is engaged."""
    memo = battle.memo
    close = memo.close if memo.close is not None and not memo.moved else close_enemies(battle)
    if not close:
        return False
    for figure in standing(battle, unit):
        if figure.id in close and is_engaged(battle, figure):
            return True
    return False
