"""A race of two sides: a toy to try a battle in progress with."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from banneret.core.book.clauses import Refusal
from banneret.core.book.ruleset import Result
from banneret.core.chance.dice import Dice, ScriptedDice
from banneret.core.chance.draws import D6
from banneret.core.play.events import Event, Told
from banneret.core.play.game import Game, Player, Seat
from banneret.core.play.table import Table
from banneret.core.play.tape import Entry
from banneret.core.questions.choices import Pick
from seam.toy import BLUE, RED, SIDES, Toy, toy


class Race(Toy, kw_only=True):
    at: dict[str, int]
    secret: str = ""


class Unveiled(Event, frozen=True, tag="unveiled"):
    reveals: ClassVar[bool] = True
    secret: str


TOO_FAR = Refusal("three is too far", "TOY-01")


def stride(side: str) -> Pick[int]:
    no = {3: TOO_FAR}
    return Pick(side, "stride", "Stride", (1, 2, 3), why_not=no.get)


def run(table: Table[Race]) -> None:
    """Red strides, then blue, each with a die of luck in between; first to fifteen wins."""
    for side in SIDES:
        table.state.at[side] += table.ask(stride(side))
        table.state.at[side] += table.roll(D6("luck"), side=side)
        if table.called(side, "concede"):
            table.state.at[side] = -99
    ahead = max(SIDES, key=lambda side: table.state.at[side])
    table.state.winner = ahead if table.state.at[ahead] >= 15 else ""
    if min(table.state.at.values()) < 0:
        table.state.winner = ahead


def together(table: Table[Race]) -> None:
    """Both stride at once, red with both legs, and a side is rolled for in secret."""
    answers = table.ask_all([stride(RED), stride(BLUE), stride(RED)])
    for side, inches in zip((RED, BLUE, RED), answers, strict=True):
        table.state.at[side] += inches
    table.state.phase = "run"


def two_strides(table: Table[Race]) -> None:
    """Red strides twice; in between something hidden comes to light."""
    table.state.at[RED] += table.ask(stride(RED))
    table.tell(Unveiled(table.state.secret))
    table.state.at[RED] += table.ask(stride(RED))
    table.state.phase = "run"


RACE = toy("Race", lambda: Race(phase="run", at={RED: 0, BLUE: 0}), (run, together, two_strides))


class Strides:
    """A computer player who always strides the same."""

    foresees = False

    def __init__(self, inches: Any = 1) -> None:
        self.inches = inches
        self.asked = 0

    def decide(self, seat: Seat[Any], choice: Any) -> Any:  # noqa: ARG002  # looks at nothing
        self.asked += 1
        return self.inches

    def copy(self) -> "Strides":
        return Strides(self.inches)


def race(
    *faces: int,
    phase: str = "run",
    dice: Dice | None = None,
    players: Mapping[str, Player] | None = None,
    **more: Any,
) -> Game[Race]:
    state = RACE.begin("toy", {}, {})
    state.phase = phase
    dice = ScriptedDice(*faces) if dice is None else dice
    return Game(RACE, state, dice=dice, players=players, **more)


def answer(game: Game[Any], *answers: Any) -> None:
    for one in answers:
        assert game.advance() is not None
        game.answer(one)


class Lines:
    """A journal in memory."""

    def __init__(self) -> None:
        self.lines: list[Any] = []

    def entry(self, entry: Entry) -> None:
        self.lines.append(entry)

    def draft(self, index: int, answer: Any) -> None:
        self.lines.append(("draft", index, answer))

    def commit(self, side: str, *, back: bool = False) -> None:
        self.lines.append(("commit", side, back))

    def step(self, name: str, state_digest: str, events: Sequence[Told]) -> None:
        self.lines.append(("step", name, len(state_digest), len(events)))

    def undo(self, step: int, entries: int) -> None:
        self.lines.append(("undo", step, entries))

    def end(self, result: Result, state_digest: str) -> None:
        self.lines.append(("end", result.winner, len(state_digest)))
