"""Half-moves (DE-SEQ-05): the winner of the initiative moves his figures, then the loser."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick, Preview, Way
from banneret.core.questions.lazy import LazyMove
from banneret.core.show.overlay import Zone
from banneret.tabletop.screen.words import inches
from banneret.tabletop.shapes.bases import ahead, angle_off, bearing
from banneret.tabletop.shapes.segments import distance

from ..basics.columns.words import SPEEDS
from ..basics.state import other
from ..basics.who import enemies, of_side, on_feet
from ..ground.contact import enemies_touched
from ..ground.stands import nearest_first, settle, stand
from ..screen.events import Left, Moved, SpeedChanged
from ..turn.order import next_phase
from .driven.roaming import make_sure, prey
from .going import allowance, fast, full_half_move, motion_of, why_still
from .meeting import note_meetings
from .sliding import obstacles, run
from .squeezing import pushed_past, squeeze
from .ways import ON_FOOT, SQUEEZE, Trip, fan, gaits, trip

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure

DONE = "done"
TURNS = 0.05  # inches that turning costs, before it is worth saying


def moves_winner(table: Table[Battle]) -> None:
    """The winner of the initiative moves one figure, or has done."""
    half_move(table, table.state.winner)


def moves_loser(table: Table[Battle]) -> None:
    """The loser moves one figure, or has done."""
    half_move(table, other(table.state.winner))


@clause("DE-SEQ-05", "DE-SEQ-06", "DE-SEQ-09")
def half_move(table: Table[Battle], side: str) -> None:
    """Move one figure of a side, in the order its owner likes; then the next phase."""
    battle = table.state
    waiting = waiting_to_move(battle, side)
    if not waiting:
        finish(table, side)
        return
    offered: list[str] = [str(one.id) for one in waiting]
    if not any(must_move(battle, one) for one in waiting):
        offered.append(DONE)
    mover = waiting[0].side
    chosen = table.ask(
        Pick(
            mover,
            "mover",
            "Who moves?",
            offered,
            label=lambda key: "Move no more" if key == DONE else battle.figures[int(key)].name,
            usual=lambda: usual_mover(battle, waiting, offered),
        )
    )
    if chosen == DONE:
        for one in waiting:
            stay(table, one)
        if not battle.options.dexterity_movement:
            finish(table, side)
        return
    move(table, battle.figures[int(chosen)])


def usual_mover(battle: Battle, waiting: list[Figure], offered: list[str]) -> str | None:
    """Nobody, where all face their enemies in contact; else whoever is alone."""
    if DONE in offered and all(_stands_well(battle, one) for one in waiting):
        return DONE
    return offered[0] if len(waiting) == 1 else None


def _stands_well(battle: Battle, figure: Figure) -> bool:
    """Whether it touches an enemy, and the first that would be proposed is to stay as it is."""
    if not enemies_touched(battle, figure):
        return False
    asked = ways(battle, figure)
    found = next((asked.going(way) for way in asked.one_by_one()), None)
    return found is None or (isinstance(found, Trip) and not found.cost)


@clause("DE-INIT-04", "DE-SEQ-09")
def waiting_to_move(battle: Battle, side: str) -> list[Figure]:
    """The figures of a side that may still move; by Dexterity the quickest of both sides alone."""
    if not battle.options.dexterity_movement:
        return [one for one in of_side(battle, side) if _may_move(battle, one)]
    ready = [one for one in battle.figures if one.status == "active" and _may_move(battle, one)]
    if not ready:
        return []
    quickest = max(one.dexterity for one in ready)
    equals = [one for one in ready if one.dexterity == quickest]
    return [one for one in equals if one.side == battle.winner] or equals


def _may_move(battle: Battle, figure: Figure) -> bool:
    if figure.moved or why_still(battle, figure) is not None:
        return False
    if figure.steed is not None:
        return True
    return allowance(battle, figure) > 0.05


@clause("DE-MOVE-09", "DE-BERS-07")
def must_move(battle: Battle, figure: Figure) -> bool:
    """Whether a figure cannot stay: a fast steed that cannot slow down enough, a berserker."""
    if figure.steed is not None and all(fast(one) for one in gaits(battle, figure)):
        return bool(ways(battle, figure).first_lawful())
    if figure.berserk and not enemies_touched(battle, figure) and prey(battle, figure) is not None:
        return bool(ways(battle, figure).first_lawful())
    return False


def move(table: Table[Battle], figure: Figure) -> None:
    """Ask a figure's way, and go it."""
    battle = table.state
    asked = ways(battle, figure)
    if next(iter(asked.one_by_one()), None) is None:  # hemmed in: it cannot even stay lawfully
        stay(table, figure)
        return
    way = table.ask(asked)
    found = asked.going(way)
    assert isinstance(found, Trip), found
    go(table, figure, way, found)


class HalfMove(LazyMove, kw_only=True, eq=False):
    """The question of a half-move; what each way comes to is worked out once."""

    going: Callable[[Way], Trip | Refusal]
    averted: Callable[[Way], float]

    def describe(self) -> dict[str, Any]:
        """Say what is asked; of a rider the fastest ways are shown first, to stand comes last.

        Before them are ways that bring about whoever has the enemy behind him; over the edge last.
        """
        said = super().describe()
        if self.carries is not None:
            ranks = {gait: rank for rank, gait in enumerate(self.gaits)}
            said["ideas"] = sorted(
                self.ideas(), key=lambda way: (self.averted(way), -ranks[way.gait])
            )
        return said

    def first_lawful(self) -> Way | None:
        """The first lawful way that goes somewhere, if any."""
        return next((way for way in self.one_by_one() if way.points), None)


def ways(battle: Battle, figure: Figure) -> HalfMove:
    """Ask where a figure goes in its half-move."""
    still = why_still(battle, figure)
    allowed = {gait: allowance(battle, figure, gait) for gait in gaits(battle, figure)}

    @cache
    def going(way: Way) -> Trip | Refusal:
        return still or trip(battle, figure, way, allowed.get(way.gait))

    return HalfMove(
        figure.side,
        "half_move",
        f"Where does {figure.name} go?",
        figure.id,
        [*allowed],
        allows=lambda way: _refused(going(way)),
        allowance=max(allowed.values()),
        carries=_carries(figure, allowed),
        about=(figure.id,),
        forced=(SQUEEZE,),
        foresee=lambda way: foresee(battle, going(way), figure, way.gait),
        sketches=cache(lambda: sketches(battle, figure, going)),
        draw=lambda way: way if isinstance(going(way), Trip) else None,
        going=going,
        averted=lambda way: _averted(battle, figure, going(way)),
    )


def _averted(battle: Battle, figure: Figure, found: Trip | Refusal) -> float:
    """How far from the nearest enemy a way ends turned, for a figure that has him behind it.

    Ways over the edge come after all others.
    """
    foes = [foe for foe in enemies(battle, figure) if on_feet(foe)]
    if isinstance(found, Refusal) or not foes:
        return 0.0
    if found.left:
        return 360.0
    goal = nearest_first(figure, foes)[0]
    now, then = [
        angle_off(one.facing, bearing(one.centre, (goal.x, goal.y)))
        for one in (stand(figure), found.stand)
    ]
    return max(0.0, round(then - 90.0, 3)) if now > 90.0 else 0.0


def _refused(found: Trip | Refusal) -> Refusal | None:
    return found if isinstance(found, Refusal) else None


def foresee(battle: Battle, found: Trip | Refusal, figure: Figure, gait: str = "") -> Preview:
    """What a way would cost and whom it would meet."""
    if isinstance(found, Refusal):
        shapes = (where_to(battle, figure, gait),)
        return Preview(legal=False, because=found.reason, clause=found.clause, shapes=shapes)
    names = [battle.figures[key].name for key in found.met]
    more = found.cost - found.inches
    notes = [f"{inches(found.inches)} of way and {inches(more)} for turns"] if more > TURNS else []
    if found.squeezed is not None:
        notes.append(pushed_past(battle, figure, found.squeezed))
    if names:
        notes.append(f"meets {', '.join(names)}")
    if found.blow:
        notes.append("the turn in contact costs a blow")
    there = found.stand
    return Preview(
        legal=True,
        price=found.cost,
        notes=tuple(notes),
        leads=found.path,
        shapes=(where_to(battle, figure, gait),),
        ends=(there.x, there.y, there.facing),
    )


def where_to(battle: Battle, figure: Figure, gait: str) -> Zone:
    """Where a stand can go with one turn: the fan of its half-move."""
    return Zone(layer="turn", tone="dear", points=fan(battle, figure, gait), clause="DE-MOVE-01")


def _carries(figure: Figure, allowed: dict[str, float]) -> dict[str, float] | None:
    """The inches of each gait, where it is ridden."""
    if figure.steed is None:
        return None
    return {one: round(left, 1) for one, left in allowed.items()}


# -- going


@clause("DE-SEQ-05", "DE-CON-08", "DE-CON-13", "DE-MOVE-08")
def go(table: Table[Battle], figure: Figure, way: Way, found: Trip) -> None:
    """Carry out a half-move: speed, place, contacts, a blow for a wide turn, motion."""
    battle = table.state
    figure.moved = True
    half = full_half_move(battle, figure, way.gait)
    if figure.steed is not None:
        set_speed(table, figure, way.gait)
        figure.steed.moved = found.inches
        figure.steed.turned = round(found.turned, 1)
    settle(battle, figure, found.stand)
    met = note_meetings(battle, figure)
    owes = figure.turned_blow and not (found.inches and not enemies_touched(battle, figure))
    figure.turned_blow = found.blow or owes  # who moved off has paid in inches
    figure.moved_inches, figure.half_allowance = found.inches, half
    figure.motion = motion_of(figure, found.inches, half)
    if found.inches or found.turned:
        table.tell(
            Moved(
                figure=figure.id,
                path=found.path,
                facing=figure.facing,
                inches=found.inches,
                met=tuple(met),
            )
        )
    if found.left:
        leave_table(table, figure)
        return
    if (met or found.pulled_up) and figure.steed is not None:
        rein_in(table, figure)
    make_sure(battle, figure)
    if found.squeezed is not None:
        squeeze(table, figure, found)


@clause("DE-CON-13")
def rein_in(table: Table[Battle], figure: Figure) -> None:
    """A steed stopped by an enemy's front drops to a trot at once."""
    assert figure.steed is not None
    if fast(figure.steed.speed):
        set_speed(table, figure, "trot")


def set_speed(table: Table[Battle], figure: Figure, speed: str) -> None:
    """Have a steed go at another speed, and tell of it."""
    steed = figure.steed
    if steed is None or steed.speed == speed:
        return
    steed.speed = SPEEDS[SPEEDS.index(speed)]
    table.tell(SpeedChanged(figure=figure.id, speed=speed))


@clause("DE-END-01")
def leave_table(table: Table[Battle], figure: Figure) -> None:
    """A figure that went over its own edge has fled."""
    figure.status = "fled"
    table.tell(Left(figure=figure.id))
    note_meetings(table.state, figure)


@clause("DE-MOVE-09", "DE-HOST-41")
def stay(table: Table[Battle], figure: Figure) -> None:
    """Somebody makes no half-move: he stood still, and no steed canters on the spot."""
    figure.moved = True
    figure.motion, figure.moved_inches = "still", 0.0
    if figure.steed is not None:
        rein_in(table, figure)


@clause("DE-HOST-51", "DE-CHG-35")
def finish(table: Table[Battle], side: str) -> None:
    """End a side's movement: who did not move stood still; who had charged is dazzled still."""
    battle = table.state
    for one in of_side(battle, side):
        if one.steed is not None and one.steed.charged:
            continue
        if not one.moved:
            stay(table, one)
        one.dazed = False
    next_phase(battle)


# -- ideas


def sketches(
    battle: Battle, figure: Figure, going: Callable[[Way], Trip | Refusal]
) -> Sequence[Any]:
    """Ways worth a thought: at the nearest enemies, straight on, about, to a side, or none."""
    own = stand(figure)
    found: list[Way] = []
    for gait in gaits(battle, figure):
        if gait == SQUEEZE:
            continue
        left = allowance(battle, figure, gait)
        if figure.steed is not None and gait == "stand":
            found.append(Way(gait, (), own.facing))
            continue
        found += _at_enemies(battle, figure, gait, left, going)
        for share in (1.0, 0.5):
            end = ahead(own.centre, own.facing, left * share)
            found.append(Way(gait, (end,), own.facing))
        on = run(own, own.facing, left, obstacles(battle, figure))
        if on.hit is not None and on.hit.kind == "edge":
            found.append(Way(gait, (on.stand.centre,) if on.inches > 0.1 else (), own.facing))
        for turn in (30.0, -30.0, 60.0, -60.0, 180.0):
            found.append(_turning(figure, gait, left, turn))
    if figure.steed is None:
        found.append(Way(ON_FOOT, (), own.facing))
    return found


def _turning(figure: Figure, gait: str, left: float, turn: float) -> Way:
    """A way that turns and goes on with what is left after the turn."""
    own = stand(figure)
    share = 0.5 if abs(turn) > 90.0 else 0.74
    facing = (own.facing + turn) % 360.0
    inches = min(left * share, left - 1.0)
    if inches <= 0.1:
        return Way(gait, (), facing)
    return Way(gait, (ahead(own.centre, facing, inches),), facing)


def _at_enemies(
    battle: Battle,
    figure: Figure,
    gait: str,
    left: float,
    going: Callable[[Way], Trip | Refusal],
) -> list[Way]:
    """Ways at the three nearest enemies, as far as the turn lets them go."""
    own = stand(figure)
    near = nearest_first(figure, [foe for foe in enemies(battle, figure) if on_feet(foe)])[:3]
    goals = [(foe.x, foe.y) for foe in near]
    hunted = prey(battle, figure) if figure.berserk else None
    if hunted is not None:
        goals.insert(0, (hunted.x, hunted.y))
    found = []
    for goal in goals:
        towards = bearing(own.centre, goal)
        for spent in (0.0, max(1.0, left / 5), max(1.0, left / 4), max(1.0, left / 2)):
            inches = min(left - spent, distance(own.centre, goal))
            if inches > 0.1:
                end = ahead(own.centre, towards, inches)
                way = Way(gait, (end,), towards)
                if isinstance(going(way), Trip):
                    found.append(way)
                    break
        else:
            found.append(Way(gait, (), towards))
    return found
