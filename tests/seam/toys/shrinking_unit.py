"""Macbeth to Medici: a unit's footprint follows its elements; rear ranks go before files."""

from banneret.core.book.clauses import Refusal, clause
from banneret.core.chance.draws import Successes
from banneret.core.play.events import Event
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick, Place, Place1
from seam.toy import BLUE, NOBODY, RED, Toy, enemy, toy

FILES = 4
ZONES = {RED: 0.0, BLUE: 12.0}  # the near edge; each is six inches deep and twenty-four wide


class Units(Toy, kw_only=True):
    elements: dict[str, int]
    at: dict[str, Place1]  # the middle of the front
    active: str = RED


class Shrank(Event, frozen=True, tag="shrank"):
    side: str
    files: int
    ranks: int


def deploy(table: Table[Units]) -> None:
    """Each side sets its unit down in its zone, in secret from the other."""
    places = table.ask_all([placing(side, number) for number, side in enumerate(ZONES)])
    table.state.at = {side: places[number][number] for number, side in enumerate(ZONES)}
    table.state.phase = "shoot"


def placing(side: str, unit: int) -> Place:
    """The whole front stands on the table and in the zone."""
    near = ZONES[side]

    def outside(at: dict[int, Place1]) -> Refusal | None:
        inside = 2 <= at[unit].x <= 22 and near <= at[unit].y <= near + 6
        return None if inside else Refusal("the front is not all in the zone", "MM-SETUP-07")

    ideas = [{unit: Place1(x, near, 0.0)} for x in (6.0, 12.0)]
    return Place(side, "deploy", "Deploy", [unit], allows=outside, some=lambda: ideas)


def shoot(table: Table[Units]) -> None:
    """A die for each file of the front; fives and sixes fell an element."""
    units, foe = table.state, enemy(table.state.active)
    files, _ = footprint(units.elements[units.active])
    lose(table, foe, table.roll(Successes("shots", files, 6, 5), side=units.active))
    units.active = foe
    units.round += 1
    units.winner = enemy(foe) if not units.elements[foe] else NOBODY if units.round > 10 else ""


@clause("MM-MELEE-25")
def lose(table: Table[Units], side: str, hits: int) -> None:
    """Elements go from the rear rank; when files are lost their owner says from which flank."""
    units = table.state
    before, _ = footprint(units.elements[side])
    units.elements[side] = max(0, units.elements[side] - hits)
    files, ranks = footprint(units.elements[side])
    if 0 < files < before:
        flank = table.ask(Pick(side, "close_up", "Close up to", ("left", "right")))
        shift = (before - files) / 2 if flank == "right" else (files - before) / 2
        units.at[side] = units.at[side]._replace(x=units.at[side].x + shift)
    table.tell(Shrank(side, files, ranks))


def footprint(elements: int) -> tuple[int, int]:
    """Files along the front, and ranks behind each other."""
    return min(FILES, elements), -(-elements // FILES)


SHRINKING_UNIT = toy(
    "Shrinking unit",
    lambda: Units(phase="deploy", elements={RED: 7, BLUE: 7}, at={}),
    (deploy, shoot),
)
