"""Macbeth to Medici: average dice, plus against minus with a cap, Leadership in place of one."""

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.chance.hands import Balance, Hand, PlusMinus, cancelled
from banneret.core.chance.kinds import AVERAGE
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick
from seam.toy import BLUE, NOBODY, RED, SIDES, Toy, toy

DIE = {RED: AVERAGE, BLUE: 6}
LEADERSHIP = {RED: 4, BLUE: 2}
CAP = 3


class Melee(Toy, kw_only=True):
    hits: dict[str, int]


@clause("MM-MELEE-01", "MM-ARCH-09")
def melee(table: Table[Melee]) -> None:
    """Both sides throw plus and minus dice, officers look at them, the higher score hits."""
    line = table.state
    line.round += 1
    plus, minus = cancelled(1 + line.hits[BLUE], 1 + line.hits[RED])
    dice = {
        RED: factor(table, RED, plus, minus),
        BLUE: factor(table, BLUE, minus, plus),
    }
    scores = {side: led(table, side, dice[side]).value for side in SIDES}
    if scores[RED] != scores[BLUE]:
        line.hits[min(SIDES, key=lambda side: scores[side])] += 1
    if max(line.hits.values()) == 3 or line.round > 8:
        line.phase = "last"


def factor(table: Table[Melee], side: str, plus: int, minus: int) -> Balance:
    """Throw a side's random factor."""
    draw = PlusMinus(f"{side} factor", plus, minus, DIE[side], CAP, led=True)
    return table.roll(draw, Tally(0, "even", "MM-MELEE-01"), side)


@clause("MM-ARCH-11")
def led(table: Table[Melee], side: str, dice: Balance) -> Balance:
    """The officer puts his Leadership in place of a die, or leaves them."""
    ways = {
        "none": dice,
        "plus": dice.with_plus(LEADERSHIP[side]),
        "minus": dice.with_minus(LEADERSHIP[side]),
    }
    prompt = f"{dice.plus} against {dice.minus}: put {LEADERSHIP[side]} in place of a die?"
    options = list(dict.fromkeys(ways))
    answer = table.ask(
        Pick(side, "lead", prompt, options, label=lambda key: f"{key}: {ways[key].value:+d}")
    )
    return ways[answer]


@clause("MM-CONTROL-01")
def last(table: Table[Melee]) -> None:
    """The side with fewer hits has won if it keeps its head: two dice of its kind within 6 to 8."""
    line = table.state
    side = min(SIDES, key=lambda one: line.hits[one])
    thrown: tuple[int, ...] = table.roll(Hand("control", 2, DIE[side]), None, side)
    total = sum(thrown)
    line.winner = side if 6 <= total <= 8 else NOBODY


AVERAGE_DICE = toy(
    "Average dice",
    lambda: Melee(phase="melee", hits={RED: 0, BLUE: 0}),
    (melee, last),
    faults=lambda line: [f"{side}: {n} hits" for side, n in line.hits.items() if n > 3],
)
