"""What lies between two figures: sight, wood, cover, the shot and the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.show.overlay import NOTHING_TO_SEE, Line, Look, Note
from banneret.tabletop.screen.drawing import reckoning, sight_line
from banneret.tabletop.screen.words import capital, inches, plain
from banneret.tabletop.shapes.measuring import distance, gap
from banneret.tabletop.sight import Trace

from ..basics.state import NOBODY, UP
from ..basics.tables import TABLES
from ..basics.who import able
from ..ground.lay import crosses, lay_of
from ..ground.sight import visible
from ..melee.as_fighters import fighter, is_first_round, kept_off
from ..melee.fighters import STRIKE, combat_factor, factor_tally, mode_against
from ..shooting import phase as shooting
from ..shooting.aiming import aim, aim_tally
from ..shooting.cover import cover_between

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man

    Stretch = tuple[float, float, str, str]

_SHOOTING = frozenset(("targets", "shoot", "shooting_end"))
_MELEE = frozenset(("choose", "gallop", "fights", "melee_end"))
_COVER = {
    "none": "no cover from here",
    "waist_wall": "behind something waist high",
    "chest_wall": "behind something chest high",
    "window": "at a window",
}


def between(battle: Battle, player: str | None, one: int, other: int) -> Look:
    """The line from one figure to another, and what the first could do to the second."""
    count = len(battle.men)
    if not (0 <= one < count and 0 <= other < count):
        return NOTHING_TO_SEE
    here, there = battle.men[one], battle.men[other]
    found = [Note("Apart, base to base", inches(gap(here.base, there.base)), "KK-DEF-17")]
    fit = here.status in UP and there.status in UP
    if fit and here.side != there.side and here.player == player:
        if battle.phase not in _MELEE:
            found += _shot(battle, here, there)
        if battle.phase not in _SHOOTING:
            found += _fight(battle, here, there)
    return Look((line(battle, here, there),), tuple(found))


# -- sight


@clause("KK-DEF-09", "KK-DEF-11", "KK-DEF-12")
def line(battle: Battle, here: Man, there: Man) -> Line:
    """The line between two centres, the wood on it and where it ends."""
    a, b = here.base, there.base
    p, q = (a.x, a.y), (b.x, b.y)
    clear = visible(battle, here, there)
    stop, blocker = (1.0, "") if clear else _stopped(battle, p, q)
    found = Trace(clear, stop, blocker, _woods(battle, p, q))
    return sight_line(p, q, gap(a, b), found, "KK-DEF-09")


def _woods(battle: Battle, p: Point, q: Point) -> tuple[Stretch, ...]:
    long = distance(p, q)
    depth = TABLES.visibility
    found = []
    for area in lay_of(battle).woods:
        light = area.kind == "light_wood"
        sees = (depth.light_woods if light else depth.heavy_woods) * battle.options.scale
        kind = "light wood" if light else "heavy wood"
        for t0, t1 in area.runs(p, q):
            word = f"{inches((t1 - t0) * long)} in {kind}, sees {inches(sees)}"
            found.append((t0, t1, "woods", word))
    return tuple(sorted(found))


def _stopped(battle: Battle, p: Point, q: Point) -> tuple[float, str]:
    """Where the line is blocked first, and by what."""
    lay = lay_of(battle)
    found: list[tuple[float, str]] = []
    for wall in lay.opaque:
        at = crosses(wall, *p, *q)
        if at >= 0.0:
            found.append((at, f"{plain(lay.names.get(wall.id, wall.kind))} in the way"))
    for area in lay.barred:
        found += [(t0, f"{plain(area.kind)} in the way") for t0, t1 in area.runs(p, q) if t1 > t0]
    if not found:
        woods = _woods(battle, p, q)
        return (woods[-1][1] if woods else 1.0), "too much wood in between"
    return min(found)


# -- what he could do to him


@clause("KK-SHOOT-02", "KK-SHOOT-08")
def _shot(battle: Battle, here: Man, there: Man) -> Iterator[Note]:
    """Cover, and the row and column of a shot; or why there can be none."""
    missile = here.profile.missile
    if not missile:
        return
    cover, obstructed = cover_between(battle, here.base, there.base)
    yield Note(f"{there.profile.name}: {_COVER[cover]}", clause="KK-SHOOT-36")
    if obstructed:
        yield Note("Something is in the way of the shot", clause="KK-SHOOT-06")
    no = shooting.shot_refusal(battle, here, there, False)
    if no is not None:
        yield Note(f"No shot: {no.reason}", clause=no.clause)
        return
    yield from _aimed(battle, here, there, False)
    if there.horse != NOBODY and shooting.shot_refusal(battle, here, there, True) is None:
        yield from _aimed(battle, here, there, True)


def _aimed(battle: Battle, here: Man, there: Man, at_horse: bool) -> Iterator[Note]:
    """The row and column of a shot at a man, or at the horse under him."""
    facts = shooting.facts(battle, here, there, at_horse)
    aimed = aim(facts, battle.options)
    whom = "At the horse" if at_horse else "At the rider" if there.horse != NOBODY else "A shot"
    title = (
        f"{whom} with the {plain(here.profile.missile)}: row {aimed.row}, column {aimed.column}, "
        f"{aimed.number} or more hits"
    )
    yield from reckoning(aim_tally(facts, aimed), title)
    for one in aimed.right:
        shifted = one.reason
        yield Note(shifted.label, f"{shifted.value} right", shifted.clause, title)


@clause("KK-MELEE-05", "KK-MELEE-20", "KK-MELEE-21")
def _fight(battle: Battle, here: Man, there: Man) -> Iterator[Note]:
    """Who strikes first, and both combat factors; of the other's skill his class is all we know."""
    if not able(here) or not able(there):
        return
    mine = fighter(battle, here, there, STRIKE)
    his = fighter(battle, there, here, STRIKE, known=False)
    name = there.profile.name
    options = battle.options
    if is_first_round(here, there):
        if kept_off(battle, here, there) or mode_against(mine, his, True, options) != STRIKE:
            word = f"{name} has the longer weapon: in the first round we only parry"
            yield Note(word, clause="KK-MELEE-20")
        elif mode_against(his, mine, True, options) != STRIKE:
            yield Note(
                f"Ours is the longer weapon: {name} can only parry at first", "", "KK-MELEE-20"
            )
        else:
            yield Note("Neither weapon keeps the other off", clause="KK-MELEE-21")
    if there.horse != NOBODY:
        word = "A strike at the horse is not parried; the rider's own then comes home unopposed"
        yield Note(word, clause="KK-RANK-09")
    ours, theirs = combat_factor(mine, his, options), combat_factor(his, mine, options)
    title = f"In melee: d10 + {ours.factor} against d10 + {theirs.factor}, as far as is known"
    yield from reckoning(factor_tally(mine, ours), capital(title))
    yield from reckoning(factor_tally(his, theirs), f"{name}, if he is as good as his class")
