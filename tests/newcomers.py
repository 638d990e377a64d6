"""People who play for the first time: they advance together and shoot, and read nothing."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from banneret.core.questions.choices import Play
from banneret.core.questions.picks import Pick
from banneret.core.questions.placing import Move
from banneret.server.hand.chains import best_odds

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.seat import Seat
    from banneret.core.questions.asking import Choice


class Newcomer:
    """Says to all what stands first, shoots at the best odds, plays what is proposed, goes on."""

    foresees = False

    def __init__(self, ruleset: Ruleset[Any], side: str) -> None:
        self._ruleset = ruleset
        self._side = side

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        if isinstance(choice, Pick) and choice.least == choice.most == 1:
            return self._pick(seat, choice)
        if isinstance(choice, Move):
            return self._forward(seat, choice)
        if isinstance(choice, Play) and (proposed := choice.proposals()):
            return proposed[0][1]
        return choice.ideas()[0]

    def _pick(self, seat: Seat[Any], choice: Pick[Any]) -> Any:
        presets = self._ruleset.presets(seat.view, self._side, [choice])
        if presets and presets[0].values[0] is not None:
            return presets[0].values[0]
        if choice.odds is not None and (best := best_odds(choice)) is not None:
            return best
        usual = choice.proposal
        if usual is not None and choice.lawful(usual) is not None:
            return usual
        allowed = choice.allowed()
        if "figures" in allowed and "shoot" in choice.label("figures"):
            return "figures"
        for wish in ("charge", "move", "go"):
            if wish in allowed:
                return wish
        return allowed[0]

    def _forward(self, seat: Seat[Any], choice: Move) -> Any:
        """The way of those on offer that ends nearest to an enemy."""
        scene = self._ruleset.scene(seat.view, self._side)
        foes = [(one.x, one.y) for one in scene.pieces if one.side != self._side]
        own = next(((p.x, p.y) for p in scene.pieces if p.id == choice.piece), (0.0, 0.0))

        def far(way: Any) -> float:
            x, y = way.points[-1] if way.points else own
            return min((hypot(x - fx, y - fy) for fx, fy in foes), default=0.0)

        return min(choice.ideas(), key=far)
