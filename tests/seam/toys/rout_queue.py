"""Knights and Knaves: men who see friends rout test too, and may rout in their turn."""

from collections import deque

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import AtLeast
from banneret.core.play.events import Event
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick
from seam.toy import BLUE, RED, Toy, enemy, toy

SIGHT = 1  # places along the line


class Ranks(Toy, kw_only=True):
    standing: dict[str, list[int]]  # the places still held
    active: str = RED


class Routed(Event, frozen=True, tag="routed"):
    side: str
    man: int


def volley(table: Table[Ranks]) -> None:
    """The active side fells one man; whoever sees a friend go tests, until nobody is left to."""
    ranks, foe = table.state, enemy(table.state.active)
    fallen = table.ask(Pick(ranks.active, "target", "Shoot at", list(ranks.standing[foe])))
    ranks.standing[foe].remove(fallen)
    morale(table, foe, fallen)
    ranks.active = foe
    ranks.round += 1
    if len(ranks.standing[foe]) < 2:
        ranks.winner = enemy(foe)


@clause("KK-MORALE-07")
def morale(table: Table[Ranks], side: str, fallen: int) -> None:
    """Each man tests at most once for one volley; every rout adds those who see it."""
    line = table.state.standing[side]
    waiting = deque(seers(line, fallen))
    tested = set(waiting)
    while waiting:
        man = waiting.popleft()
        if holds(table, side, man):
            continue
        line.remove(man)
        table.tell(Routed(side, man))
        new = [seer for seer in seers(line, man) if seer not in tested]
        waiting.extend(new)
        tested.update(new)


@clause("KK-MORALE-32")
def holds(table: Table[Ranks], side: str, man: int) -> bool:
    """A man holds on a three; on a four when he stands at the end of the line."""
    alone = not (man - 1 in table.state.standing[side] and man + 1 in table.state.standing[side])
    needed = Tally(3, "steady man", "KK-MORALE-32").when(
        alone, 1, "no friend beside", "KK-MORALE-21"
    )
    return bool(table.roll(AtLeast("morale", 6, needed.total), needed, side))


def seers(line: list[int], place: int) -> list[int]:
    """Who stands near enough to see it, in the order of the line."""
    return [man for man in line if 0 < abs(man - place) <= SIGHT]


ROUT_QUEUE = toy(
    "Rout queue",
    lambda: Ranks(phase="volley", standing={RED: list(range(6)), BLUE: list(range(6))}),
    (volley,),
    faults=lambda ranks: [f"{men}" for men in ranks.standing.values() if sorted(set(men)) != men],
)
