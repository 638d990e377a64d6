"""What every toy shares: two sides, a phase, a round, and an end. Each toy is one rule in small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from banneret.core.book.ruleset import Result, Ruleset, ScenarioInfo
from banneret.core.book.settings import Setting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.play.table import Table

RED, BLUE = SIDES = ("red", "blue")
NOBODY = "nobody"
ALONE = Setting("solo", "Alone", (True,), ("AR-SOLO-01",), "The Saxons follow a table.")


class Toy(msgspec.Struct, kw_only=True):
    """A toy battle; `winner` is a side or nobody once it is over."""

    phase: str
    round: int = 1
    winner: str = ""


B = TypeVar("B", bound=Toy)


def enemy(side: str) -> str:
    """The other side."""
    return BLUE if side == RED else RED


def toy(
    title: str,
    start: Callable[[], B],
    steps: Sequence[Callable[[Table[B]], None]],
    by_book: dict[str, str] | None = None,
    **more: Any,
) -> Ruleset[B]:
    """Make a whole ruleset of a first state and its steps, named by their functions."""
    return Ruleset(
        key=title.lower().replace(" ", "_"),
        title=title,
        state_type=type(start()),
        begin=lambda _scenario, _options, _forces: start(),
        sequence={step.__name__: step for step in steps},
        over=over,
        sides=lambda _: SIDES,
        scenarios={
            "toy": ScenarioInfo("toy", title, "", SIDES, {RED: (), BLUE: ()}, by_book=by_book or {})
        },
        **more,
    )


def over(battle: Toy) -> Result | None:
    """The battle is over when there is a winner, or nobody can be one."""
    if not battle.winner:
        return None
    winner = None if battle.winner == NOBODY else battle.winner
    return Result(winner, "the toy is played out", "", {}, battle.round, {})
