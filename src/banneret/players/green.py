"""Lower levels: a captain who hesitates, so that one may learn by winning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.core.chance.dice import RandomDice
from banneret.core.play.seat import Steady
from banneret.core.questions.picks import Pick

if TYPE_CHECKING:
    from banneret.core.play.seat import Player, Seat
    from banneret.core.questions.asking import Choice

PASSED: Final = ("stay", "done", "pass", "none", "nothing", "stand", "hold", "keep")
KINDS: Final = frozenset(("pick", "move", "play", "drill"))


class Hesitant:
    """Decides as his captain would, or lets the moment pass, in a share of a hundred decisions.

    What he lets pass is answered with waiting if that is an answer, else as usual, else with what
    stands first. He sees all that his captain sees.
    """

    def __init__(self, captain: Player, seed: int | str, share: int) -> None:
        self.foresees = captain.foresees
        self._captain = captain
        self._steady = captain.steady if isinstance(captain, Steady) else None
        self._share = share
        self._dice = RandomDice(f"hesitant {seed}")

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        """Answer a question from what the seat may know."""
        steady = self._steady is not None and self._steady(seat, choice)
        if choice.kind in KINDS and not steady and self._dice.die(100) <= self._share:
            return _let_pass(choice)
        return self._captain.decide(seat, choice)


def _let_pass(choice: Choice[Any]) -> Any:
    if isinstance(choice, Pick) and choice.least == choice.most == 1:
        for answer in (*PASSED, choice.proposal):
            if answer is not None and choice.lawful(answer) is not None:
                return answer
    return choice.first()
