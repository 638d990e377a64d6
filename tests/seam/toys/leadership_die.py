"""Macbeth to Medici: dice are seen, then one may be replaced by Leadership (MM-CONTROL-03, -04)."""

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import Pool
from banneret.core.play.events import Event
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick, Preview
from seam.toy import BLUE, RED, Toy, enemy, toy

NEEDED = 8


class Line(Toy, kw_only=True):
    leadership: dict[str, int]
    steady: dict[str, int]  # units that still hold, for each side
    testing: str = RED


class Broke(Event, frozen=True, tag="broke"):
    side: str


@clause("MM-CONTROL-01")
def control(table: Table[Line]) -> None:
    """A unit of each side in turn tests its Control; the first line without units has lost."""
    line, side = table.state, table.state.testing
    if not control_test(table, side):
        line.steady[side] -= 1
        table.tell(Broke(side))
    line.testing = enemy(side)
    line.round += 1
    if not line.steady[side] or line.round > 12:
        line.winner = enemy(side)


@clause("MM-CONTROL-03", "MM-CONTROL-04")
def control_test(table: Table[Line], side: str) -> bool:
    """Two dice reach the number; their officer, seeing them, may put himself in place of one."""
    leadership = table.state.leadership[side]
    dice = table.roll(Pool("control", 2, 6, 2), Tally(NEEDED, "steady unit", "MM-CONTROL-01"), side)
    totals = {"keep": sum(dice), "high": leadership + dice[1], "low": dice[0] + leadership}
    answer = table.ask(
        Pick(
            side,
            "substitute",
            f"{dice[0]} and {dice[1]}: put Leadership {leadership} in place of a die?",
            list(totals),
            label=lambda key: f"{key}: {totals[key]}",
            foresee=lambda key: Preview(legal=True, notes=(f"{totals[key]} of {NEEDED}",)),
        )
    )
    return totals[answer] >= NEEDED


LEADERSHIP_DIE = toy(
    "Leadership die",
    lambda: Line(phase="control", leadership={RED: 4, BLUE: 2}, steady={RED: 2, BLUE: 2}),
    (control,),
    faults=lambda line: [f"{side}: {n} units" for side, n in line.steady.items() if n < 0],
)
