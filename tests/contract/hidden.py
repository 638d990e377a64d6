"""What is hidden stays hidden: checks of views, guesses and what computer players get to see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from banneret.core.book.ruleset import Ruleset
from banneret.core.chance.dice import RandomDice
from banneret.core.digest import digest, encode
from banneret.core.errors import Diverged, NeedsConsent
from banneret.core.play.events import Told
from banneret.core.play.game import Game, Seat
from banneret.core.play.peeking import seen_after
from banneret.core.play.rewind import informs
from banneret.core.play.tape import AnsweredAll, Thrown
from banneret.core.questions.questions import Question
from contract.play import Case, Chooser, ChoosingPlayer, choose, give


def secrets_do_not_show(case: Case, picks: list[int], seed: int) -> None:
    """With other secrets a side sees the same until one is revealed: view, scene, events, question.

    A ruleset with secrets offers `extras["vary_hidden"](state, side, chance)`: a state that differs
    only in what the side must not know.
    """
    vary = case.ruleset.extras.get("vary_hidden")
    assert vary is not None or case.ruleset.nothing_hidden or case.ruleset.extras.get("no_secrets")
    if vary is None:
        return
    game, chooser = case.begin(seed), case.chooser(picks, seed)
    for question in case.questions(game, chooser, seed):
        for side in case.ruleset.sides(game.state):
            varied = vary(case.ruleset.clone(game.state), side, RandomDice(seed))
            here, there = shown(case.ruleset, game.state, side), shown(case.ruleset, varied, side)
            assert there == here, f"{side} sees other secrets: {first_difference(here, there)}"
            ahead, other = _onward(game, game.state, side), _onward(game, varied, side)
            if ahead is not None and other is not None:
                assert other == ahead, (
                    f"{side} learns other secrets: {first_difference(ahead, other)}"
                )
        give(game, choose(question, chooser))


def shown(ruleset: Ruleset[Any], state: Any, side: str | None) -> list[Any]:
    """What a side sees before the step, in which something may well be revealed."""
    view = ruleset.view(state, side)
    return [encode(view), encode(ruleset.scene(view, side)), *_looks(ruleset, view, side)]


def _onward(game: Game[Any], state: Any, side: str) -> list[Any] | None:
    """What a side observes from a state, by the tape of its step, to the next question.

    None if something was revealed on the way, or if others answered what other secrets do not ask.
    """
    ahead = game.branch(game.ruleset.clone(state), list(game.tape), RandomDice(0), {}, history=True)
    try:
        question = ahead.advance()
    except (Diverged, AssertionError) as no:  # what others answered here may be unlawful there
        others = isinstance(no, Diverged) and _others_are_asked(game, no.asked, side)
        if not others and not _told_of_secrets(ahead, side) and not _others_answered(game, side):
            raise
        return None
    told = ahead.events(side)
    if _told_of_secrets(ahead, side):
        return None
    seen = [encode(ahead.view(side)), _written(told), digest(ahead.result)]
    if question is not None:
        for choice in question.choices:
            if choice.side == side:
                seen.append(encode(choice.describe()))
                seen += [encode(choice.preview(idea)) for idea in choice.ideas()]
            elif choice.audience is None or side in choice.audience:
                seen.append(encode([choice.side, choice.key]))
    return seen


def _looks(ruleset: Ruleset[Any], view: Any, side: str | None) -> list[bytes]:
    """What the book has to show of a few of the pieces, and between them."""
    pieces = [piece.id for piece in ruleset.scene(view, side).pieces]
    few = dict.fromkeys(pieces[:2] + pieces[-1:])
    return [
        *(encode(ruleset.look(view, side, one)) for one in few),
        *(encode(ruleset.between(view, side, one, pieces[-1])) for one in pieces[:2]),
    ]


def _told_of_secrets(game: Game[Any], side: str) -> bool:
    return any(one.event.reveals for one in game.events(side))


def _others_answered(game: Game[Any], side: str) -> bool:
    return any(not isinstance(entry, Thrown) and informs(entry, side) for entry in game.tape)


def first_difference(here: list[Any], there: list[Any]) -> str:
    """Show where two observations part."""
    pairs = [(str(one), str(other)) for one, other in zip(here, there, strict=False)]
    one, other = next((pair for pair in pairs if pair[0] != pair[1]), (str(here), str(there)))
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"...{one[max(0, at - 150) : at + 80]} / {other[max(0, at - 40) : at + 80]}..."


def _others_are_asked(game: Game[Any], asked: tuple[str, ...], side: str) -> bool:
    """Whether only others, who answer in secret, are asked otherwise than the tape says."""
    own = asked.count(side)
    together = [entry for entry in game.tape if isinstance(entry, AnsweredAll)]
    return own < len(asked) and any(entry.sides.count(side) == own for entry in together)


def _written(events: list[Told]) -> bytes:
    return encode(events)


def free_undo_keeps_nothing(case: Case, picks: list[int], seed: int) -> None:
    """What a side takes back freely has shown it nothing: with other secrets it saw the same."""
    vary = case.ruleset.extras.get("vary_hidden")
    if vary is None:
        return
    game, chooser, ruleset = case.begin(seed), case.chooser(picks, seed), case.ruleset
    for question in case.questions(game, chooser, seed):
        side, answers = question.choices[0].side, choose(question, chooser)
        give(game, answers)
        game.advance()
        steps, tape = list(game.steps), list(game.tape)
        if not side or question.together or game.result is not None:
            continue
        try:
            game.undo(side)
        except NeedsConsent:
            continue
        at = len(game.steps)
        tapes = [*[step.tape for step in steps[at:]], tape]
        varied = vary(ruleset.clone(game.state), side, RandomDice(seed))
        guess = ruleset.imagine(ruleset.view(game.state, side), side, RandomDice(seed))
        here, *there = [
            seen_after(ruleset, state, tapes, side) for state in (game.state, varied, guess)
        ]
        assert all(one == here for one in there), f"{side} keeps what it saw by a free undo"
        game.advance()
        give(game, answers)


def guesses_fit(case: Case, picks: list[int], seed: int) -> None:
    """Seeing is done once: a view seen again, or a whole battle guessed from it, looks the same.

    So does what any other side of the same party sees.
    """
    game, chooser, ruleset = case.begin(seed), case.chooser(picks, seed), case.ruleset
    for question in case.questions(game, chooser, seed):
        parties: dict[str | None, tuple[bytes, bytes]] = {}
        for side in ruleset.sides(game.state):
            view = ruleset.view(game.state, side)
            shown = encode(view)
            drawn = (shown, encode(ruleset.scene(view, side)))
            assert parties.setdefault(ruleset.party(game.state, side), drawn) == drawn
            assert encode(ruleset.view(view, side)) == shown
            guess = ruleset.imagine(view, side, RandomDice(seed))
            assert encode(ruleset.view(guess, side)) == shown
            assert ruleset.faults(guess) == []
            assert encode(view) == shown
        give(game, choose(question, chooser))


def players_see_views_only(case: Case, picks: list[int], seed: int) -> None:
    """A computer player gets views, never the battle; what he imagines stands at his question."""
    chooser = case.chooser(picks, seed)
    sides = case.ruleset.sides(case.begin(seed).state)
    game = case.begin(seed)
    for side in sides:
        game.seat(side, _Spy(game, chooser, sides, case))
    try:
        game.advance()
    except _SeenEnough:
        return


class _SeenEnough(Exception):  # not an error: the check has run long enough
    pass


class _Spy:
    """A player who looks at everything he can reach."""

    foresees = True

    def __init__(
        self, game: Game[Any], chooser: Chooser, sides: tuple[str, ...], case: Case
    ) -> None:
        self.game = game
        self.chooser = chooser
        self.sides = sides
        self.case = case
        self.left = case.most

    def decide(self, seat: Seat[Any], choice: Any) -> Any:
        """Look, imagine, then answer anything lawful."""
        self.left -= 1
        if not self.left:
            raise _SeenEnough
        if self.case.looks(self.left, 0):
            self._look(seat)
            if self.left // self.case.every % 3 == 0:
                self._imagine(seat, choice)
        return choose(Question(0, (choice,), together=False), self.chooser)[0][1]

    def _look(self, seat: Seat[Any]) -> None:
        game = self.game
        now = digest(game.now)
        for name in [name for name in dir(seat) if not name.startswith("_")]:
            found = getattr(seat, name)
            if not game.ruleset.nothing_hidden:
                assert found is not game.now, f"seat.{name} is the battle itself"
                assert found is not game.state, f"seat.{name} is the battle itself"
        assert all(told.for_side(seat.side) for told in seat.events)
        assert encode(seat.view) == encode(game.ruleset.view(game.now, seat.side))
        assert digest(game.now) == now

    def _imagine(self, seat: Seat[Any], choice: Any) -> None:
        now, before = digest(self.game.now), digest(self.game.state)
        others: Mapping[str, ChoosingPlayer] = {
            side: ChoosingPlayer(self.chooser.copy()) for side in self.sides
        }
        ahead = seat.imagine(RandomDice(self.left), others)
        ahead.seat(seat.side, None)
        question = ahead.advance()
        assert question is not None
        mine = [one.describe() for _, one in question.for_side(seat.side)]
        assert choice.describe() in mine
        assert (digest(self.game.now), digest(self.game.state)) == (now, before)
