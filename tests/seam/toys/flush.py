"""Arthurian: a walk that ends within the tolerance is set flush, and who stands so may strike."""

from math import dist

from banneret.core.book.clauses import Refusal, clause
from banneret.core.chance.draws import AtLeast
from banneret.core.play.table import Table
from banneret.core.questions.choices import Move, Pick, Way
from banneret.core.show.forms import Round
from banneret.core.show.scene import Piece, Scene, SideInfo
from banneret.tabletop.shapes.bases import Disc
from banneret.tabletop.shapes.tolerance import Tape
from seam.toy import NOBODY, RED, SIDES, Toy, enemy, toy

TAPE, SIZE, PACE = Tape(0.05), 20.0, 4.0


class Lists(Toy, kw_only=True):
    men: list[tuple[float, float]]
    active: str = RED


def disc(place: tuple[float, float]) -> Disc:
    """The base of a man."""
    return Disc(*place, 0.5)


def stand(lists: Lists, man: int, way: Way) -> tuple[float, float]:
    """Where he comes to stand: flush if the end of his way is as good as touching."""
    end = TAPE.flush(disc((way.points or lists.men[man : man + 1])[-1]), disc(lists.men[1 - man]))
    return end.x, end.y


def why_not(lists: Lists, man: int, way: Way) -> Refusal | None:
    """He goes straight, no further than his pace, upon nobody and not off the table."""
    end, other = stand(lists, man, way), lists.men[1 - man]
    if len(way.points) > 1 or dist(lists.men[man], end) > PACE:
        return Refusal("it is further than his pace", "AR-MOVE-01")
    if dist(end, other) < 1.0 - TAPE.slack:
        return Refusal("he would stand on somebody", "AR-SCALE-06")
    inside = all(0.5 <= value <= SIZE - 0.5 for value in end)
    return None if inside else Refusal("he would leave the table", "AR-MOVE-01")


@clause("AR-SCALE-06")
def walk(table: Table[Lists]) -> None:
    """The active man walks where he likes."""
    lists, side = table.state, table.state.active
    man, (x, y) = SIDES.index(side), lists.men[SIDES.index(enemy(side))]
    some = [Way("walk", ((x, y - 1.03),), 0.0), Way("walk", (), 0.0)]
    fair = [way for way in some if why_not(lists, man, way) is None]
    way = table.ask(
        Move(side, "walk", "Walk", man, ("walk",), lambda way: why_not(lists, man, way),
             lambda: fair, PACE, [man])
    )  # fmt: skip
    lists.men[man] = stand(lists, man, way)
    lists.phase = "blow"


def blow(table: Table[Lists]) -> None:
    """In contact he may strike; then it is the other's turn."""
    lists, side = table.state, table.state.active
    asked = Pick(side, "blow", "You touch him", ("strike", "wait"))
    if TAPE.touch(*map(disc, lists.men)) and table.ask(asked) == "strike":
        lists.winner = side if table.roll(AtLeast("blow", 6, 4), side=side) else ""
    lists.phase, lists.active, lists.round = "walk", enemy(side), lists.round + 1
    lists.winner = lists.winner or (NOBODY if lists.round > 9 else "")


def draw(lists: Lists, _side: str | None) -> Scene:
    """Two men on discs."""
    pieces = [Piece(n, side, side.title(), *lists.men[n], 0.0, 1.0, 1.0, form=Round())
              for n, side in enumerate(SIDES)]  # fmt: skip
    panels = tuple(SideInfo(one, one.title(), ()) for one in SIDES)
    return Scene(SIZE, SIZE, pieces=tuple(pieces), sides=panels)


FLUSH = toy("Flush", lambda: Lists(phase="walk", men=[(10.0, 6.0), (10.0, 10.0)]),
            (walk, blow), draw=draw)  # fmt: skip
