"""What lies between two figures: who sees whom, through what, behind what cover, and the shot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.clauses import clause
from banneret.core.geometry import distance, gap
from banneret.core.overlay import Line, Look, Note, Overlay, Stretch, Tag
from banneret.rulesets.one_page_skirmish import shooting
from banneret.rulesets.one_page_skirmish.ground import cover_against
from banneret.rulesets.one_page_skirmish.names import capital, inches, plain
from banneret.rulesets.one_page_skirmish.prices import TALL
from banneret.rulesets.one_page_skirmish.procedures.shooting import HIT_ON, to_hit
from banneret.rulesets.one_page_skirmish.sight import WOODS_SIGHT_INCHES, screened, sees

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.rulesets.one_page_skirmish.state import Battle, Figure

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
            overlays.append(
                Tag(
                    layer="sight",
                    piece=screen.id,
                    holds=False,
                    label="in the way of a shot",
                    clause="OP-TERR-06",
                )
            )
    return Look(tuple(overlays), tuple(found))


def line(battle: Battle, here: Figure, there: Figure) -> Line:
    """The line between two centres, what it runs through and where it ends."""
    a, b = here.base, there.base
    p, q = (a.x, a.y), (b.x, b.y)
    clear = sees(battle, a, b)
    woods, stop, blocker = _woods(battle, p, q), None, ""
    if not clear:
        stop, blocker = _stopped(battle, p, q)
    far = inches(gap(a, b))
    word = f"{far}, in sight" if clear else f"{far}, {blocker}"
    return Line(
        layer="sight",
        points=(p, q),
        clear=clear,
        stretches=woods,
        stop=stop,
        label=word,
        clause="OP-TERR-05",
        tone="cheap" if clear else "dear",
    )


def _woods(battle: Battle, p: tuple[float, float], q: tuple[float, float]) -> tuple[Stretch, ...]:
    runs = [(t0, t1) for kind, t0, t1 in battle.ground.stretches(p, q) if kind == "woods"]
    joined: list[tuple[float, float]] = []
    for t0, t1 in sorted(runs):
        if joined and t0 - joined[-1][1] < 1e-6:
            joined[-1] = (joined[-1][0], t1)
        else:
            joined.append((t0, t1))
    long = distance(p, q)
    through = sum(t1 - t0 for t0, t1 in joined) * long
    word = f"{inches(through)} in woods, sees {inches(WOODS_SIGHT_INCHES)}"
    return tuple(
        Stretch(t0, t1, "woods", word if n == 0 else "") for n, (t0, t1) in enumerate(joined)
    )


def _stopped(battle: Battle, p: tuple[float, float], q: tuple[float, float]) -> tuple[float, str]:
    """Where the line is blocked first, and by what."""
    ground = battle.ground
    found: list[tuple[float, str]] = []
    for area in ground.areas:
        runs = [run for run in area.runs(p, q) if run[1] - run[0] > 1e-9]
        if not runs:
            continue
        if area.kind == "hill" and ground.wholly_between(p, q, area):
            found.append((runs[0][0], "the hill is in the way"))
        elif area.kind == "building" and not (area.holds(p) or area.holds(q)):
            found.append((runs[0][0], "a building is in the way"))
        elif area.kind == TALL:
            found.append((runs[0][0], "high ground is in the way"))
    left = WOODS_SIGHT_INCHES
    long = distance(p, q)
    for stretch in _woods(battle, p, q):
        run = (stretch.end - stretch.start) * long
        if run > left:
            found.append((stretch.start + left / long, "too much wood in between"))
            break
        left -= run
    return min(found, default=(1.0, "not in sight"))


def _shot(battle: Battle, here: Figure, there: Figure) -> Iterator[Note]:
    """Cover, and what would be added to the die of a shot; or why there can be none."""
    cover, rule = _COVER[cover_against(battle, here.base, there.base)]
    yield Note(f"{there.profile.name}: {cover} from here", clause=rule or "OP-TERR-03")
    if here.in_hand not in shooting.MISSILES:
        return
    no = shooting.armed_refusal(battle, here) or shooting.target_refusal(battle, here, there)
    if no is not None:
        yield Note(f"No shot: {capital(no.reason)}", clause=no.clause)
        return
    facts = shooting.facts(battle, here, there, None)
    title = f"A shot with the {plain(here.in_hand)}: d10, {HIT_ON} or more hits"
    for label, value, source in to_hit(facts, battle.options).reasons:
        yield Note(label, f"{value:+d}", source, title)
