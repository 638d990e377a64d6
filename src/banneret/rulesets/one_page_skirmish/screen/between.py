"""What lies between two figures: who sees whom, through what, behind what cover, and the shot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.show.overlay import Line, Look, Note, Overlay
from banneret.tabletop.screen.drawing import reckoning, sight_line, verdict
from banneret.tabletop.screen.words import capital, inches, plain
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.sight import trace

from ..ground.lay import cover_against
from ..ground.sight import OPACITY, screened
from ..shooting import archery
from ..shooting.dice import HIT_ON, to_hit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..basics.state import Battle, Figure

_COVER = {
    "none": ("no cover", ""),
    "part": ("partly in cover", "OP-SHOOT-08"),
    "whole": ("wholly in cover", "OP-SHOOT-08"),
}


@clause("OP-TERR-05", "OP-TERR-06")
def between(battle: Battle, _player: str | None, one: int, other: int) -> Look:
    """The line of sight from one figure to another, and the shot along it."""
    here, there = battle.figures[one], battle.figures[other]
    overlays: list[Overlay] = [line(battle, here, there)]
    found = [Note("Apart, base to base", inches(gap(here.base, there.base)), "OP-SCALE-03")]
    if here.side != there.side:
        found += _shot(battle, here, there)
        screen = screened(battle, here, there)
        if screen is not None:
            word = "in the way of a shot"
            overlays.append(verdict("sight", screen.id, word, "OP-TERR-06", holds=False))
    return Look(tuple(overlays), tuple(found))


def line(battle: Battle, here: Figure, there: Figure) -> Line:
    """The line between two centres, what it runs through and where it ends."""
    a, b = here.base, there.base
    p, q = (a.x, a.y), (b.x, b.y)
    return sight_line(p, q, gap(a, b), trace(battle.ground, p, q, OPACITY), "OP-TERR-05")


def _shot(battle: Battle, here: Figure, there: Figure) -> Iterator[Note]:
    """Cover, and what would be added to the die of a shot; or why there can be none."""
    cover, rule = _COVER[cover_against(battle, here.base, there.base)]
    yield Note(f"{there.profile.name}: {cover} from here", clause=rule or "OP-TERR-03")
    if here.in_hand not in archery.MISSILES:
        return
    no = archery.armed_refusal(battle, here) or archery.target_refusal(battle, here, there)
    if no is not None:
        yield Note(f"No shot: {capital(no.reason)}", clause=no.clause)
        return
    facts = archery.facts(battle, here, there, None)
    title = f"A shot with the {plain(here.in_hand)}: d10, {HIT_ON} or more hits"
    yield from reckoning(to_hit(facts, battle.options), title, base=False)
