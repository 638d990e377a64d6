"""How scenarios are won where that is not by felling every enemy (DE-END-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import clause
from banneret.tabletop.screen.words import counted

from ..basics.state import SIDES, other
from ..basics.who import active

if TYPE_CHECKING:
    from ..basics.state import Battle, Figure
    from .scenarios import Box, Win


class Verdict(NamedTuple):
    """Who has won (None: nobody), and why."""

    winner: str | None
    reason: str
    clause: str


@clause("DE-END-04")
def verdict(battle: Battle) -> Verdict | None:
    """The first of the scenario's ways to win that holds at the end of a turn, or of a course."""
    for win in battle.scenario.win:
        found = _JUDGES[win.kind](battle, win)
        if found is not None:
            return found
    return None


def _figure_out(battle: Battle, win: Win) -> Verdict | None:
    gone = [one for one in battle.figures if one.name == win.figure and not active(battle, one)]
    if not gone:
        return None
    return Verdict(win.side, f"{win.figure} is out of the fight", "DE-END-04")


def _reach(battle: Battle, win: Win) -> Verdict | None:
    assert win.rect is not None
    box = win.rect
    through = [
        one
        for one in battle.figures
        if one.side == win.side and active(battle, one) and _stands_in(one, box)
    ]
    if len(through) < win.count:
        return None
    return Verdict(win.side, f"{len(through)} figures have broken through", "DE-END-04")


def _stands_in(figure: Figure, box: Box) -> bool:
    x0, y0, x1, y1 = box
    return x0 <= figure.x <= x1 and y0 <= figure.y <= y1


def _limit(battle: Battle, win: Win) -> Verdict | None:
    if battle.turn < battle.scenario.turn_limit:
        return None
    return Verdict(win.side, f"they held for {battle.turn} turns", "DE-END-04")


@clause("DE-END-04")
def _courses(battle: Battle, win: Win) -> Verdict | None:
    """A joust: unhorsed or out loses; after the last course the more lances broken win."""
    fallen = [side for side in SIDES if not any(_in_saddle(battle, side))]
    if len(fallen) == len(SIDES):
        return Verdict(None, "both lie on the ground", "DE-END-04")
    if fallen:
        loser = next(one for one in battle.figures if one.side == fallen[0])
        how = "was unhorsed" if active(battle, loser) else "is out of the fight"
        return Verdict(other(fallen[0]), f"{loser.name} {how}", "DE-END-04")
    if battle.course < win.number:
        return None
    a, b = (battle.lances_broken[side] for side in SIDES)
    if a == b:
        return Verdict(None, f"each broke {counted(a, 'lance')}", "DE-END-04")
    broken = f"{counted(max(a, b), 'lance')} broken to {min(a, b)}"
    return Verdict("a" if a > b else "b", broken, "DE-END-04")


def _in_saddle(battle: Battle, side: str) -> list[bool]:
    return [
        active(battle, one) and one.steed is not None for one in battle.figures if one.side == side
    ]


_JUDGES = {"figure_out": _figure_out, "reach": _reach, "limit": _limit, "courses": _courses}
