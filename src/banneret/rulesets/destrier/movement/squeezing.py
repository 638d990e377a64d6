"""Obstructions (OBS): forcing a way past figures and furniture, and friends who step aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.bases import Rect, ahead, bearing, heading
from banneret.tabletop.shapes.segments import distance
from banneret.tabletop.shapes.stands import overlapping, touching

from ..basics.state import moved
from ..basics.who import helpless, total_weight
from ..ground.contact import engaged
from ..ground.stands import settle, stand
from ..ground.things import Thing, middle, walls_of
from ..host.bashing import bash, body_bash_chance
from ..host.moving import activity_share
from ..melee import bashes
from ..screen.events import Moved, Shoved, Squeezed, SteppedAside
from .going import allowance, motion_of
from .meeting import note_meetings
from .sliding import Hit, Obstacles, lies_free, obstacles, run

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure
    from .ways import Trip

ASIDE: Final = 0.5  # inches a friend steps (DE-OBS-03)
FURNITURE: Final = (8, 80)  # Strength and weight of light furniture (DE-OBS-02)
NEXT_TO: Final = 1.6  # inches within which the second of two obstacles stands


class Bulk(NamedTuple):
    """What an obstacle bashes with; `solid` ones cannot be moved and bash at the ceiling."""

    strength: int
    weight: int
    solid: bool = False


@clause("DE-OBS-02")
def bulk(battle: Battle, hit: Hit) -> Bulk:
    """The bash values of an obstacle: a figure's own, furniture's, or those of solid terrain."""
    if hit.kind == "figure":
        one = battle.figures[hit.key]
        strong = battle.tables.host.steed.strength if one.steed is not None else one.strength
        return Bulk(strong, total_weight(battle, one))
    if hit.kind == "steed":
        loose = next(one for one in battle.loose if one.id == hit.key)
        return Bulk(
            battle.tables.host.steed.strength, battle.tables.host.horses[loose.steed.key].weight
        )
    if battle.things[hit.key].furniture:
        return Bulk(*FURNITURE)
    return Bulk(0, 0, solid=True)


@clause("DE-OBS-01", "DE-MOVE-10")
def squeeze(table: Table[Battle], figure: Figure, found: Trip) -> None:
    """Force a way past an obstacle: both bash at once; it goes on only if the obstacle's fails."""
    battle = table.state
    assert found.squeezed is not None
    first = found.squeezed
    if _friend_yields(table, figure, first, found):
        _go_on(table, figure, found, {first}, bashes=0)
        return
    hit = _chosen(table, figure, first)
    both = {first, hit, *_second(battle, figure, first)}
    through = not _bashed_by(table, figure, hit)
    _bash(table, figure, hit, found.onward[0])
    table.tell(Squeezed(figure=figure.id, obstacle=_named(battle, hit), through=through))
    if through:
        _go_on(table, figure, found, both, bashes=1)


def _named(battle: Battle, hit: Hit) -> str:
    return hit.name or (battle.things[hit.key].name if hit.kind == "thing" else "a loose steed")


@clause("DE-OBS-01")
def _chosen(table: Table[Battle], figure: Figure, first: Hit) -> Hit:
    """Let the figure choose which of two obstacles it bashes."""
    battle = table.state
    others = _second(battle, figure, first)
    hits = {_named(battle, one): one for one in (first, *others)}
    chosen = table.ask(
        Pick(
            figure.side,
            "obstacle",
            f"{figure.name} squeezes through; which does he push against?",
            list(hits),
            about=(figure.id,),
        )
    )
    return hits[chosen]


def _second(battle: Battle, figure: Figure, first: Hit) -> list[Hit]:
    """The other obstacles so near that the way leads between them."""
    among = obstacles(battle, figure)
    own = stand(figure)
    grown = own.ahead(0.1)
    found: list[Hit] = []
    for shape, hit in zip(among.shapes, among.hits, strict=True):
        if hit == first or hit in found or hit.kind == "edge":
            continue
        if touching(grown, shape) or distance(own.centre, (shape.x, shape.y)) < NEXT_TO:
            found.append(hit)
    return found


def _bashed_by(table: Table[Battle], figure: Figure, hit: Hit) -> bool:
    """The obstacle's bash on the figure; tell whether it came off."""
    battle = table.state
    return bash_from(table, figure, resistance(battle, figure, hit), _spot(battle, hit))


@clause("DE-OBS-01")
def resistance(battle: Battle, figure: Figure, hit: Hit) -> int:
    """The chance of an obstacle's bash on who pushes past it."""
    own = bulk(battle, hit)
    if own.solid:
        return battle.tables.host.bash.ceiling
    return body_bash_chance(
        battle.tables,
        weight=own.weight,
        target_weight=total_weight(battle, figure),
        strength=own.strength,
        target_strength=figure.strength,
    )


def pushed_past(battle: Battle, figure: Figure, hit: Hit) -> str:
    """What squeezing past an obstacle would mean, in words."""
    share = resistance(battle, figure, hit)
    return f"pushes past {_named(battle, hit)}, and is thrown back with {share} %"


@clause("DE-OBS-01", "DE-OBS-02")
def _bash(table: Table[Battle], figure: Figure, hit: Hit, onward: tuple[float, float]) -> None:
    """The figure's bash on the obstacle: figures suffer it, light furniture is shoved aside."""
    battle = table.state
    target = bulk(battle, hit)
    if target.solid or hit.kind == "steed":
        return
    if hit.kind == "figure":
        bashes.body_bash(table, figure, battle.figures[hit.key])
        return
    chance = body_bash_chance(
        battle.tables,
        weight=total_weight(battle, figure),
        target_weight=target.weight,
        strength=figure.strength,
        target_strength=target.strength,
    )
    if bash(table, battle.tables, chance=chance).bashed:
        _shove(table, figure, battle.things[hit.key], onward)


def _shove(table: Table[Battle], figure: Figure, thing: Thing, onward: tuple[float, float]) -> None:
    """Push furniture square to the way until the figure can pass, if nothing is behind it."""
    battle = table.state
    own = stand(figure)
    direction = bearing(own.centre, onward)
    right, _ = own.turned(direction).local(middle(thing))
    ux, uy = heading((direction + (90.0 if right >= 0.0 else -90.0)) % 360.0)
    rect = walls_of(thing.corners)[0]
    others = [one for one in obstacles(battle, figure).shapes if one is not rect]
    for step in range(1, 16):
        dx, dy = ux * step * 0.1, uy * step * 0.1
        there = Rect(rect.x + dx, rect.y + dy, rect.facing, rect.width, rect.depth)
        if any(overlapping(there, one) for one in others):
            return
        if run(own, direction, 2.0, Obstacles([there], [Hit("thing")])).hit is None:
            thing.corners = tuple((round(x + dx, 3), round(y + dy, 3)) for x, y in thing.corners)
            moved(battle)
            table.tell(Shoved(figure=figure.id, thing=thing.name))
            return


def bash_from(table: Table[Battle], victim: Figure, chance: int, spot: tuple[float, float]) -> bool:
    """A bash by something that is no figure, from a spot; tell whether it came off."""
    column = bashes.column_of(victim, "steed")
    found = bash(table, table.state.tables, chance=chance, column=column)
    if found.bashed:
        bashes.apply_bash(table, victim, found.result, spot)
    return found.bashed


def _spot(battle: Battle, hit: Hit) -> tuple[float, float]:
    if hit.kind == "figure":
        return battle.figures[hit.key].x, battle.figures[hit.key].y
    if hit.kind == "steed":
        loose = next(one for one in battle.loose if one.id == hit.key)
        return loose.x, loose.y
    walls = walls_of(battle.things[hit.key].corners)
    return walls[0].x, walls[0].y


@clause("DE-MOVE-10", "DE-OBS-01", "DE-OBS-03", "DE-HOST-41")
def _go_on(
    table: Table[Battle], figure: Figure, found: Trip, past: set[Hit], *, bashes: int
) -> None:
    """Go the rest of the way past what gave way, a quarter of the allowance poorer by a bash."""
    battle = table.state
    share = float(activity_share(battle.tables, "body_bash_on_foot", figure.encumbrance))
    left = allowance(battle, figure) * (1.0 - share * bashes) - found.cost
    goal = found.onward[0]
    start = stand(figure)
    inches = min(left, distance(start.centre, goal))
    direction = bearing(start.centre, goal)
    among = obstacles(battle, figure)
    free = Obstacles(
        [s for s, h in zip(among.shapes, among.hits, strict=True) if h not in past],
        [h for h in among.hits if h not in past],
    )
    end = _last_free(run(start, direction, inches, free).stand, start, among)
    if end is None:
        return
    settle(battle, figure, end)
    met = note_meetings(battle, figure)
    more = distance(start.centre, end.centre)
    figure.moved_inches += more
    figure.motion = motion_of(figure, figure.moved_inches, figure.half_allowance)
    table.tell(
        Moved(
            figure=figure.id,
            path=(start.centre, end.centre),
            facing=figure.facing,
            inches=round(more, 2),
            how="squeezing through",
            met=tuple(met),
        )
    )


def _last_free(end: Stand, start: Stand, among: Obstacles) -> Stand | None:
    """The farthest spot of a run at which a stand lies on nothing."""
    inches = distance(start.centre, end.centre)
    direction = bearing(start.centre, end.centre)
    while inches > 0.05:
        x, y = ahead(start.centre, direction, inches)
        there = start.at(x, y).snapped()
        if lies_free(there, among):
            return there
        inches -= 0.1
    return None


@clause("DE-OBS-03")
def _friend_yields(table: Table[Battle], figure: Figure, hit: Hit, found: Trip) -> bool:
    """Have a friend step aside, if he is not in contact with an enemy and his owner agrees."""
    battle = table.state
    if hit.kind != "figure":
        return False
    friend = battle.figures[hit.key]
    if friend.side != figure.side or engaged(battle, friend) or helpless(friend):
        return False
    end = _aside(battle, friend, found)
    if end is None:
        return False
    agreed = table.ask(
        Pick(
            friend.side,
            "step_aside",
            f"{friend.name} is in {figure.name}'s way: does he step aside?",
            ["yes", "no"],
            label=str.capitalize,
            about=(friend.id,),
        )
    )
    if agreed != "yes":
        return False
    settle(battle, friend, end)
    note_meetings(battle, friend)
    table.tell(SteppedAside(figure=friend.id, place=(friend.x, friend.y)))
    return True


def _aside(battle: Battle, friend: Figure, found: Trip) -> Stand | None:
    """Where a friend steps so that the way is clear of him; None if half an inch is not enough."""
    direction = bearing(found.stand.centre, found.onward[0])
    among = obstacles(battle, friend)
    for turn in (90.0, -90.0):
        gone = run(stand(friend), direction + turn, ASIDE, among)
        if gone.inches < ASIDE - 0.01:
            continue
        end = gone.stand.snapped()
        if run(found.stand, direction, 2.0, Obstacles([end], [Hit("figure")])).hit is None:
            return end
    return None
