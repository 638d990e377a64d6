"""Contact: who touches whom, and so who is engaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.geometry import TOLERANCE, Rect, touches, within
from banneret.rulesets.one_page_skirmish.battle import ON_TABLE
from banneret.rulesets.one_page_skirmish.ground import KEEP_OFF, across_obstacle
from banneret.rulesets.one_page_skirmish.roster import on_table, standing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.rulesets.one_page_skirmish.battle import Battle, Figure, Unit

_BETWEEN = 6.5  # who stands further off cannot come between two in contact


def contact(battle: Battle, one: Figure, other: Figure) -> bool:
    """Bases touch, corners included, or both touch the same obstacle between (OP-CHARGE-16)."""
    if not within(one.base, other.base, KEEP_OFF):
        return False
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
        for key, old in memo.moved.items():
            figure = battle.figures[key]
            here = figure.base
            if (
                old is None
                or here.x != old.x
                or here.y != old.y
                or here.radius != old.radius  # who only turns comes no closer to anybody
            ):
                _look_round(battle, figure, close)
        memo.moved.clear()
    return close


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


def _look_round(battle: Battle, figure: Figure, close: dict[int, tuple[int, ...]]) -> None:
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
    for other in on_table(battle):
        if other.side != side:
            there = other.base
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
    close = close_enemies(battle).get(figure.id)
    if close is None:
        return ()
    touching = battle.memo.touching
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
    close = close_enemies(battle)
    if not close:
        return figures
    return [one for one in figures if one.id not in close or not is_engaged(battle, one)]


def any_engaged(battle: Battle, unit: Unit) -> bool:
    """Whether some figure of the unit is engaged."""
    close = close_enemies(battle)
    if not close:
        return False
    for figure in standing(battle, unit):
        if figure.id in close and is_engaged(battle, figure):
            return True
    return False
