"""TAC movement: closing, charging, giving ground, and those who keep their distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.bases import angle_off, bearing
from banneret.tabletop.shapes.stands import between

from ..basics.state import NOBODY
from ..basics.who import enemies, helpless, on_feet, shield_of
from ..ground.contact import engaged
from ..ground.stands import arc_towards, settle, stand
from ..horses.passing import ride
from ..screen.events import Moved
from .driven.forced import turned_by
from .driven.giving_ground import distance_of, give_ground
from .driven.keeping import first_keeper, keep_distance
from .going import fast
from .meeting import FREE_TURN, note_meetings, reoriented
from .sliding import lies_free, obstacles, run

if TYPE_CHECKING:
    from collections.abc import Collection

    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure

CLOSING = ("CLOSE", "FLECHE", "CHARGE")
SOME_WAY = 0.3  # inch
NEARLY = 0.02  # inch: two this near touch
LEAVING = ("RETREAT", "RUN_AWAY")


@clause("DE-TACP-03", "DE-MSEQ-06", "DE-TAC-11", "DE-TAC-16", "DE-TAC-17", "DE-HTAC-04")
def tac_move(table: Table[Battle], figure: Figure, name: str, target: int) -> float:
    """Carry out the movement of a TAC card; give the inches moved.

    Once in contact with an enemy a figure moves by RETREAT and RUN AWAY alone.
    """
    battle = table.state
    runs = figure.steed is not None and fast(figure.steed.speed)  # whatever befell its rider
    if figure.posture != "standing" or (helpless(figure) and not runs):
        return 0.0
    if name in LEAVING:
        return give_ground(table, figure, name)
    if name not in CLOSING or engaged(battle, figure):
        return 0.0
    goal = aim(battle, figure, target) or _gone(table, figure, target)
    if goal is None:
        return 0.0
    if runs:
        return ride(table, figure, line_at(battle, figure, goal), distance_of(battle, figure, name))
    return _rush(table, figure, name, goal)


@clause("DE-TACP-08", "DE-TAC-21")
def aim(battle: Battle, figure: Figure, target: int) -> Figure | None:
    """Whom a card goes for: the target named if it stands, else the nearest to front or side."""
    foes = enemies(battle, figure)
    if target != NOBODY:
        return next((foe for foe in foes if foe.id == target), None)
    seen = [foe for foe in foes if on_feet(foe) and arc_towards(figure, (foe.x, foe.y)) != "rear"]
    own = stand(figure)
    return min(seen, key=lambda foe: (between(own, stand(foe)), foe.id), default=None)


@clause("DE-TAC-21")
def _gone(table: Table[Battle], figure: Figure, target: int) -> Figure | None:
    """Whom it named is out: its owner says whether it runs on along that line all the same."""
    battle = table.state
    fallen = battle.figures[target] if target != NOBODY else None
    if fallen is None or fallen.status == "fled":
        return None
    chosen = table.ask(
        Pick(
            figure.side,
            "target_gone",
            f"{fallen.name} is out of the fight: does {figure.name} run on at that spot?",
            ["stay", "run on"],
            label=str.capitalize,
            about=(figure.id, fallen.id),
            usual="stay",
        )
    )
    return fallen if chosen == "run on" else None


def _rush(table: Table[Battle], figure: Figure, name: str, goal: Figure) -> float:
    """Run straight at an enemy; those who keep their distance may give way before it comes."""
    battle = table.state
    start = (figure.x, figure.y)
    left = distance_of(battle, figure, name)
    direction = line_at(battle, figure, goal)
    turned = _turned(battle, figure, direction)
    asked: set[int] = set()
    gone = 0.0
    while left > 0.0:
        slid = run(turned, direction, left, obstacles(battle, figure))
        keeper, inches = first_keeper(battle, figure, turned, slid.inches, asked)
        turned = turned.ahead(inches, direction)
        gone, left = gone + inches, left - inches
        settle(battle, figure, turned)
        if keeper is None:
            break
        asked.add(keeper.id)
        keep_distance(table, keeper, figure)
        if not on_feet(figure) or helpless(figure):
            break
    return _arrived(table, figure, name, start, gone)


def _turned(battle: Battle, figure: Figure, direction: float) -> Stand:
    """The stand of a figure that turns to where it runs, if there is room to."""
    turned = stand(figure).turned(direction)
    return turned if lies_free(turned.snapped(), obstacles(battle, figure)) else stand(figure)


def comes_on(battle: Battle, figure: Figure, name: str, goal: Figure) -> bool:
    """Whether a rush at somebody would come up with him as all stand, or some way at least."""
    direction, far = line_at(battle, figure, goal), distance_of(battle, figure, name)
    slid = run(_turned(battle, figure, direction), direction, far, obstacles(battle, figure))
    return slid.inches >= SOME_WAY or between(slid.stand, stand(goal)) <= NEARLY


def line_at(battle: Battle, figure: Figure, goal: Figure) -> float:
    """The line on which a figure runs at another; a steed turns 45 degrees at most before it.

    Along the tilt of a joust nobody leaves his lane (DE-END-04).
    """
    if battle.scenario.courses and figure.steed is not None:
        return figure.facing
    towards = bearing((figure.x, figure.y), (goal.x, goal.y))
    if figure.steed is None:
        return towards
    return turned_by(figure.facing, towards, FREE_TURN)


def _arrived(
    table: Table[Battle], figure: Figure, name: str, start: tuple[float, float], gone: float
) -> float:
    """Tell of a rush, and have the figure turn its stand against the enemy if the card lets it."""
    battle = table.state
    met = note_meetings(battle, figure)
    table.tell(
        Moved(
            figure=figure.id,
            path=(start, (figure.x, figure.y)),
            facing=figure.facing,
            inches=round(gone, 2),
            how=name,
            met=tuple(met),
        )
    )
    if met and name != "CHARGE":
        realign(table, figure, battle.figures[met[0]])
    return gone


@clause("DE-TAC-16", "DE-CON-08")
def realign(table: Table[Battle], figure: Figure, foe: Figure) -> None:
    """Ask which side a figure that came into contact turns to the enemy, within 45 degrees."""
    battle = table.state
    towards = bearing((figure.x, figure.y), (foe.x, foe.y))
    ends: dict[str, Stand] = {"as it is": stand(figure)}
    for key, turn in (("shield side", 45.0), ("sword side", -45.0), ("front corner", 0.0)):
        facing = turned_by(figure.facing, (towards + turn) % 360.0, FREE_TURN)
        if angle_off(facing, figure.facing) < 1.0:
            continue
        there = reoriented(battle, figure, facing)
        if there is not None:
            ends[key] = there
    chosen = table.ask(
        Pick(
            figure.side,
            "realign",
            f"{figure.name} touches {foe.name}: which side does he turn to him?",
            list(ends),
            label=str.capitalize,
            about=(figure.id,),
            usual=_best_side(battle, figure, ends),
        )
    )
    settle(battle, figure, ends[chosen])
    note_meetings(battle, figure)


def _best_side(battle: Battle, figure: Figure, ends: Collection[str]) -> str:
    """The side one mostly turns to an enemy: the shield, if there is one."""
    wanted = "shield side" if shield_of(battle, figure) else "front corner"
    return wanted if wanted in ends else "as it is"
