"""What every measured move has in common: who goes, the dice, the going itself (OP-MOVE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.measuring import snap_point, within

from ..basics.state import STEADY, is_engaged, leader_of, put_on
from ..ground.clearance import hidden_foes, stop_short
from ..ground.lay import KEEP_OFF, on_road
from ..melee.wounds import is_wounded
from ..screen.events import Moved
from ..turn.deck import join_turn, may_join_turn
from ..turn.hidden import reveal, reveal_if_seen, secrecy
from . import mounts
from .dice import roll_movement
from .followers import setting_down
from .followers.lawful_places import WITH_LEADER
from .ideas import facing_along
from .ways import Trip, cannot_end, priced, scale_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Figure, Unit

_BACK: Final = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)


# -- before the dice


@clause("OP-ACT-14")
def go_along(
    table: Table[Battle],
    unit: Unit,
    leader: Figure,
    *,
    on_foot: Callable[[], bool] = lambda: True,
) -> list[Figure]:
    """A lone Knight near the leader may go along as one of the followers, said before any die."""
    battle = table.state
    if unit.kind != "group" or battle.released:
        return []
    found: list[Figure] = []
    for other in battle.units:
        if other.kind != "knight" or other.player != unit.player or other.status != STEADY:
            continue
        knight = leader_of(battle, other)
        if (
            knight is not None
            and within(knight.base, leader.base, WITH_LEADER)
            and (knight.mounted or on_foot())
            and not knight.owes_action
            and may_join_turn(battle, other)
            and not is_engaged(battle, knight)
            and _says_he_goes(table, unit, knight)
        ):
            found.append(knight)
    return found


def _says_he_goes(table: Table[Battle], unit: Unit, knight: Figure) -> bool:
    with table.privately(secrecy(table.state, unit.side)):  # he may be hidden
        answer: str = table.ask(
            Pick(
                unit.player,
                "go_along",
                f"Shall {knight.profile.name} go along with {unit.name}?",
                ("stay", "go"),
                about=(unit.id, knight.id),
            )
        )
    return answer == "go"


@clause("OP-GROUP-08")
def leave_foot_behind(
    table: Table[Battle], unit: Unit, leader: Figure, along: Sequence[Figure]
) -> list[Figure]:
    """A mounted leader may go with his riders alone, if the men on foot stay near him."""
    if not leader.mounted or any(not knight.mounted for knight in along):
        return []
    on_foot = [f for f in setting_down.followers(table.state, unit, leader) if not f.mounted]
    if not on_foot:
        return []
    answer = table.ask(
        Pick(
            unit.player,
            "move.riders",
            f"{unit.name}: do the men on foot go too?",
            ("all", "riders"),
            label=_WHO_GOES.__getitem__,
            about=(unit.id,),
        )
    )
    return on_foot if answer == "riders" else []


_WHO_GOES = {
    "all": "all go, at the pace of men on foot",
    "riders": "the riders alone, staying within 6 inches of the men on foot",
}


@clause("OP-MOVE-06")
def claim_road(table: Table[Battle], unit: Unit, leader: Figure) -> bool:
    """A leader on a road may claim it before the dice; his whole way must then stay on it."""
    if not on_road(table.state, (leader.base.x, leader.base.y)):
        return False
    answer = table.ask(
        Pick(
            unit.player,
            "move.road",
            f"{unit.name}: keep to the road for an extra die?",
            ("road", "open"),
            about=(unit.id, leader.id),
        )
    )
    return bool(answer == "road")


@clause("OP-GROUP-08")
def horse_dice(
    battle: Battle,
    unit: Unit,
    leader: Figure,
    along: Sequence[Figure] = (),
    staying: Sequence[Figure] = (),
) -> bool:
    """Whether everybody who is going to move is mounted."""
    return leader.mounted and all(
        figure.mounted
        for figure in (*setting_down.followers(battle, unit, leader), *along)
        if figure not in staying
    )


@clause("OP-MOVE-01", "OP-MOVE-23")
def roll(
    table: Table[Battle],
    unit: Unit,
    leader: Figure,
    along: Sequence[Figure] = (),
    *,
    road: bool = False,
    staying: Sequence[Figure] = (),
) -> float:
    """Roll for a plain move of the unit."""
    battle = table.state
    rolled = roll_movement(
        table,
        battle.options,
        mounted=horse_dice(battle, unit, leader, along, staying),
        road=road,
        leader_wounded=is_wounded(leader.rank, leader.hits),
        side=unit.player,
    )
    return float(rolled.allowance)


@clause("OP-HIDE-05")
def stopped_by_hidden(
    table: Table[Battle], figure: Figure, trip: Trip, allowance: float
) -> tuple[Trip, bool]:
    """A way that would come within 1 inch of a hidden enemy stops 1 inch short and reveals it."""
    battle = table.state
    hidden = hidden_foes(battle, figure.side)
    if not hidden:
        return trip, False
    points = trip.points
    for i in range(1, len(points)):
        p, q = points[i - 1], points[i]
        short = stop_short(figure, p, q, hidden, KEEP_OFF)
        if short is None:
            continue
        shorter = _back_from(battle, figure, points[:i], q, short[0])
        reveal(table, battle.units[short[1].unit], "somebody came within an inch of it")
        again, _ = stopped_by_hidden(
            table, figure, shorter or nowhere(figure, allowance), allowance
        )
        return replace(again, left=left_over(battle, points, again, allowance)), True
    return trip, False


@clause("OP-MOVE-19", "OP-OPT-04")
def left_over(battle: Battle, way: tuple[Point, ...], trip: Trip, allowance: float) -> float:
    """What is left of the roll to a figure who set out on a way and went so far along it."""
    spent = trip.cost / scale_of(battle, trip.points)
    return max(allowance / scale_of(battle, way) - spent, 0.0)


def _back_from(
    battle: Battle, figure: Figure, points: tuple[Point, ...], q: Point, t: float
) -> Trip | None:
    """The last place before a point of the leg where the figure may stand."""
    p = points[-1]
    dx, dy = q[0] - p[0], q[1] - p[1]
    long = (dx * dx + dy * dy) ** 0.5
    for back in _BACK:
        far = t * long - back
        if far <= 0.0:
            break
        end = snap_point((p[0] + dx * far / long, p[1] + dy * far / long))
        trip = priced(battle, figure, (*points, end), facing_along(p, end), 1e6)
        if isinstance(trip, Trip) and cannot_end(battle, figure, trip.base) is None:
            return trip
    return None


def nowhere(figure: Figure, allowance: float) -> Trip:
    """The way of a figure that stays where it is."""
    base = figure.base
    return Trip(((base.x, base.y),), base, 0.0, 0.0, allowance, climbed=False)


def go(
    table: Table[Battle], unit: Unit, figure: Figure, trip: Trip, *, how: str, allowance: float
) -> None:
    """Put the measured figure at the end of its way; a loose horse there steps aside."""
    battle = table.state
    base = trip.base
    if base != figure.base:
        put_on(battle, figure, base)
        if battle.mounts:
            mounts.shift_aside(table, figure.base)
    table.tell(
        Moved(unit.id, figure.id, how, trip.points, base.facing, allowance, round(trip.cost, 3))
    )


def done(table: Table[Battle], unit: Unit, along: Sequence[Figure], path: Sequence[Point]) -> None:
    """The unit, and the Knights with it, have acted; hidden ones may have been seen."""
    battle = table.state
    unit.acted = True
    reveal_if_seen(table, unit, path)
    for knight in along:
        own = battle.units[knight.unit]
        join_turn(battle, own)
        reveal_if_seen(table, own)
