"""One gesture, the whole chain: what follows from a figure that is dragged or pointed at.

A person touches a figure and a place, or a figure and another. The questions that would be asked
one by one are answered here on a battle that is only imagined from what his side knows, until the
gesture has its meaning: a way to that place, a blow or a shot at that enemy. No book is known here;
what is followed is the shape of the questions: which pieces an option points at, whom it is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from banneret.core.errors import BanneretError
from banneret.core.questions.forms import EnterDice
from banneret.core.questions.picks import Pick
from banneret.core.questions.placing import Move, Place
from banneret.server.hand.ahead import Ahead
from banneret.server.hand.aims import Aims
from banneret.server.hand.chains import Chain, Step, Throw, Toggle, name_of
from banneret.server.hand.places import Places
from banneret.server.hand.touched import Here, Touched, beside, options, why_not

if TYPE_CHECKING:
    from banneret.core.play.game import Game
    from banneret.core.questions.asking import Choice
    from banneret.server.door.wire import Touch

MOST_NODES: Final = 48  # questions looked at for one gesture
UNMEANT: Final = "Nothing that is asked now is about him."
OUT_OF_IT: Final = "Nothing can be done to him now, and no way leads any nearer to him."
DEEPEST: Final = 9  # questions before the one that is meant


class Gestures(Ahead):
    """The gestures of one side at one question."""

    def propose(self, touch: Touch) -> Chain:
        """Say what follows from a touch; a chain without steps says why nothing does."""
        if touch.piece not in self.pieces:
            return Chain(because="There is no such figure on the table.")
        found = _Search(self, touch).run()
        target = self.pieces.get(-1 if touch.target is None else touch.target)
        if found.steps or target is None:
            return found
        # he cannot be shot at or charged now: towards him, as far as it goes
        near = msgspec.structs.replace(touch, target=None, place=(target.x, target.y))
        towards = _Search(self, near).run()
        if not towards.steps or found.because == OUT_OF_IT:
            return towards if towards.steps else found
        return towards.having(because=found.because, clause=found.clause)


class _Search:
    """One touch followed through what is asked."""

    def __init__(self, all_of: Gestures, touch: Touch) -> None:
        self.hand = Touched(all_of, touch)
        self.places = Places(self.hand)
        self.aims = Aims(self.hand)
        self.nodes = 0

    def run(self) -> Chain:
        found = self._follow(Here())
        if found is None:
            why = self.hand.because or (UNMEANT if self.hand.touch.target is None else OUT_OF_IT)
            return Chain(because=why, clause=self.hand.clause)
        return self._told(found)

    def _follow(self, here: Here) -> Chain | None:
        """Go on from here; None when the touch means nothing this way."""
        self.nodes += 1
        if self.nodes > MOST_NODES or here.deep > DEEPEST:
            return None
        try:
            game = self.hand.all.node(here.trail, here.entries)
        except BanneretError:
            return None
        question = game.question
        if question is None or game.result is not None:
            return None
        choice = question.choices[0]
        if isinstance(choice, EnterDice):
            return self._beyond(game, choice, here)
        if question.together or len(question.choices) != 1 or choice.side != self.hand.side:
            return None
        if any(step.name == name_of(choice) for step in here.chain.steps):
            return None  # the same again: another's turn has come
        return self._asked(game, choice, here)

    def _asked(self, game: Game[Any], choice: Choice[Any], here: Here) -> Chain | None:
        """Answer a question of this side by its kind."""
        if isinstance(choice, Move):
            return self.places.way(choice, here)
        if isinstance(choice, Place):
            return self.places.place(choice, here)
        if isinstance(choice, Pick) and choice.least == choice.most == 1:
            return self._pick(game, choice, here)
        if isinstance(choice, Pick):
            return self._among(game, choice, here)
        return self.places.idea(choice, here)

    def _among(self, game: Game[Any], choice: Pick[Any], here: Here) -> Chain | None:
        """Of several who may be named, the one who is touched."""
        view = game.view(self.hand.side)
        for key in choice.candidates:
            points = set(self.hand.all.ruleset.pieces(view, choice, key))
            if self.hand.touch.piece in points and choice.lawful((key,)) is not None:
                self.hand.unit |= points
                step = Step(name_of(choice), [key], "answer")
                ahead = here.chain.having(steps=(*here.chain.steps, step))
                found = self._follow(here.after(f"{name_of(choice)} {key}", (key,), ahead))
                return found and beside(found, choice, key)
        return None

    def _beyond(self, game: Game[Any], throw: EnterDice, here: Here) -> Chain | None:
        """Look beyond a throw, as if it went well: what is asked then is answered in advance."""
        if self.hand.touch.place is None:
            return None
        faces = throw.draw.dice
        wish = throw.draw.wish
        if wish is not None and wish[0] == "low":
            faces = tuple(1 for _ in faces)
        reach = self.hand.all.curve(here.trail, game, throw)
        thrown = Throw(throw.draw.purpose, throw.draw.dice)
        ahead = here.chain.having(
            throws=(*here.chain.throws, thrown), reach=reach or here.chain.reach
        )
        return self._follow(here.after(f"throw {faces}", faces, ahead))

    def _pick(self, game: Game[Any], choice: Pick[Any], here: Here) -> Chain | None:
        view = game.view(self.hand.side)
        points = {
            key: set(self.hand.all.ruleset.pieces(view, choice, key)) for key in choice.candidates
        }
        if self.hand.touch.target is not None:
            aimed = [key for key, at in points.items() if self.hand.touch.target in at]
            if aimed:
                return self.aims.at(choice, aimed, here)
        own = [key for key, at in points.items() if self.hand.touch.piece in at]
        if own:
            for key in own:
                if (no := why_not(choice, key)) is not None:
                    self.hand.refuse(no)
                    continue
                self.hand.unit |= points[key]
                found = self._answered(choice, key, here)
                if found is not None:
                    return found
            return None
        about = set(self.hand.all.ruleset.subjects(view, choice))
        if about and not any(self.hand.all.own(one) for one in about):
            return None
        return self._branch(choice, points, here)

    def _branch(self, choice: Pick[Any], points: dict[Any, set[int]], here: Here) -> Chain | None:
        """Try what could be said, the usual first; what comes nearest to the touch is proposed."""
        touch = self.hand.touch
        wished = touch.wishes.get(name_of(choice))
        keys = [key for key in choice.candidates if not points[key] - self.hand.unit]
        usual = choice.proposal
        if usual in keys and touch.target is None:
            keys = [usual, *[key for key in keys if key != usual]]
        if wished in keys:
            keys = [wished]
        toggle = Toggle(
            name_of(choice), choice.prompt, None, tuple(options(choice, points, self.hand.unit))
        )
        best: Chain | None = None
        for key in keys:
            if (no := why_not(choice, key)) is not None:
                if key == wished:
                    self.hand.refuse(no)
                continue
            ahead = here.chain.having(toggles=(*here.chain.toggles, toggle.set_to(key)))
            found = self._answered(choice, key, here._replace(chain=ahead))
            if found is None:
                continue
            if best is None or found.miss < best.miss - 0.05:
                best = found
            if best.miss <= 0.05 and (len(keys) > 3 or key == usual) and touch.target is None:
                break
        return best

    def _answered(self, choice: Choice[Any], key: Any, here: Here) -> Chain | None:
        step = Step(name_of(choice), key, "answer")
        ahead = here.chain.having(steps=(*here.chain.steps, step))
        return self._follow(here.after(f"{name_of(choice)} {key}", key, ahead))

    def _told(self, chain: Chain) -> Chain:
        unit = tuple(sorted(self.hand.unit))
        return chain.having(unit=unit, piece=self.hand.touch.piece, others=self._others(chain))

    def _others(self, chain: Chain) -> int:
        """How many besides him could be named where he was: they might do likewise."""
        game = self.hand.all.node((), ())
        choice = game.question.choices[0] if game.question is not None else None
        if not isinstance(choice, Pick) or chain.steps[0].name != name_of(choice) or choice.about:
            return 0
        return len(own_options(self.hand.all, game, choice)) - 1 if choice.most == 1 else 0


def own_options(all_of: Ahead, game: Game[Any], choice: Pick[Any]) -> dict[Any, int]:
    """Who of the side's own may be named, by the first of his men."""
    view, found = game.view(all_of.side), {}
    for key in choice.candidates:
        points = all_of.ruleset.pieces(view, choice, key)
        men = [one for one in points if one in all_of.pieces]
        mine = men and all_of.pieces[men[0]].side == all_of.side
        if mine and choice.lawful(key) is not None:
            found[key] = men[0]
    return found
