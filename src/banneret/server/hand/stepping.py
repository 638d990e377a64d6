"""The rest of a step at one word: others do likewise, what is asked again goes as it is proposed.

A person who has nothing particular to say to the questions that follow in a step says so once. What
has no proposal is still put to him, and the word ends with the step: nothing is decided for later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.questions.drilling import Drill, Legs
from banneret.core.questions.picks import Pick
from banneret.server.hand.carrying import Plan, sound

if TYPE_CHECKING:
    from banneret.core.play.game import Game
    from banneret.core.questions.asking import Choice
    from banneret.core.questions.drilling import Leg
    from banneret.server.door.wire import Carry


def plan_of(said: Carry) -> Plan:
    """Take over what a person has committed: a chain of a gesture, or the rest of a step."""
    if said.others != "step":
        return Plan.of(said)
    return Onward([sound(step) for step in said.steps], set(said.unit), said.short)


class Onward(Plan):
    """Answers what is asked until the step is over: drills like the first, the rest as usual."""

    _moment = ""
    _legs: Legs | None = None

    def begin(self, game: Game[Any], choice: Choice[Any]) -> Any:
        """Give the first answer; a drill is what the others are to do as well."""
        self._moment = game.ruleset.moment(game.state, choice.side)
        answer = super().begin(game, choice)
        if isinstance(choice, Drill):
            self._legs = choice.read(answer)
        return answer

    def _next(self, game: Game[Any], choice: Choice[Any]) -> Any:
        if game.ruleset.moment(game.state, choice.side) != self._moment:
            self.finished = True
            return None
        if isinstance(choice, Drill):
            return None if self._legs is None else likewise(choice, self._legs)
        if not isinstance(choice, Pick):
            return None
        usual = choice.proposal
        return usual if usual is not None and choice.lawful(usual) is not None else None


def likewise(choice: Drill, wish: Legs) -> Legs | None:
    """Give the same legs for another body, each as far as it goes; None if it cannot even begin."""
    gait = wish.gait if wish.gait in choice.gaits else choice.gaits[0]
    legs: tuple[Leg, ...] = ()
    for leg in wish.legs:
        made = _as_far(choice, gait, legs, leg)
        if made is None:
            break
        legs = (*legs, made)
        if made != leg:
            break  # cut short: what was to follow would begin elsewhere
    found = Legs(gait, legs)
    return found if (legs or not wish.legs) and choice.lawful(found) is not None else None


def _as_far(choice: Drill, gait: str, before: tuple[Leg, ...], leg: Leg) -> Leg | None:
    if choice.lawful(Legs(gait, (*before, leg))) is not None:
        return leg
    steps = choice.preview(Legs(gait, (*before, leg))).legs
    most = steps[-1].most if steps else None
    if not most:
        return None
    cut = leg._replace(amount=most)
    return cut if choice.lawful(Legs(gait, (*before, cut))) is not None else None
