"""What every ruleset must keep, whatever is answered.

Each check takes a `Case` and numbers chosen by Hypothesis, plays some of a battle and asserts one
promise of the seam. `CHECKS` lists them; `covers` makes a test of all of them:

    test_contract = covers([Case(ruleset, "scenario", options, forces), ...])

and `goes_through` one that follows whole battles from the first question to the last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.core.chance.dice import RandomDice
from banneret.core.chance.draws import Draw
from banneret.core.digest import encode
from banneret.core.errors import IllegalAnswer, UnreadableAnswer
from banneret.core.play.game import Game
from banneret.core.play.tape import Thrown
from banneret.core.questions.choices import Choice, Pick
from contract.hidden import (
    free_undo_keeps_nothing,
    guesses_fit,
    players_see_views_only,
    secrets_do_not_show,
)
from contract.play import (
    Case,
    Chooser,
    as_json,
    checkpoints,
    choose,
    decisions,
    entries,
    give,
    log,
    play,
    standing,
)
from contract.saving import saved_goes_on

Check = Callable[[Case, list[int], int], None]

JUNK: tuple[Any, ...] = (None, True, 1.5, float("nan"), "no such key", -987654, [[]], {"": 0}, [{}])


def no_faults(case: Case, picks: list[int], seed: int) -> None:
    """The book finds no fault with any state it leads to, and asks nobody whom it runs itself."""
    game, chooser = case.begin(seed), case.chooser(picks, seed)
    assert case.ruleset.faults(game.state) == []
    steps = 0
    run = case.ruleset.run_by_book(case.scenario, case.ruleset.chosen(case.options))
    for question in decisions(game, case.most):
        assert not [choice for choice in question.choices if choice.side in run]
        for step in game.steps[steps:]:
            assert case.ruleset.faults(step.before) == []
        steps = len(game.steps)
        give(game, choose(question, chooser))
    game.advance()
    assert case.ruleset.faults(game.state) == []


def replay_agrees(case: Case, picks: list[int], seed: int) -> None:
    """The tape alone, written as JSON and read again, leads to the same states and events."""
    game = play(case.begin(seed), case.chooser(picks, seed), case.most)
    twin = case.begin(seed, dice=RandomDice(seed + 1))
    twin.replay(as_json(entries(game)))
    twin.advance()
    assert checkpoints(twin) == checkpoints(game)
    assert log(twin) == log(game)
    assert standing(twin) == standing(game)


def loaded_goes_on(case: Case, picks: list[int], seed: int) -> None:
    """A battle put together from its tape and seed goes on as the one that was not interrupted."""
    game, chooser = case.begin(seed), case.chooser(picks, seed)
    play(game, chooser, seed % max(1, case.length(seed) // 2))
    loaded = case.begin(seed)
    loaded.replay(as_json(entries(game)))
    for entry in entries(game):
        if isinstance(entry, Thrown) and entry.dice:
            assert loaded.dice.throw(_Same(entry.purpose, entry.dice)) == entry.faces
    play(loaded, chooser.copy(), case.most // 2)
    play(game, chooser, case.most // 2)
    assert log(loaded) == log(game)
    assert standing(loaded) == standing(game)


def forks_stand_alone(case: Case, picks: list[int], seed: int) -> None:
    """A fork, in the middle of a step or a set of secret answers, changes nothing here."""
    game, chooser = case.begin(seed), case.chooser(picks, seed)
    for question in case.questions(game, chooser, seed):
        answers = choose(question, chooser)
        if question.together:
            game.draft(*answers[0])
        before, drafts = standing(game), game.drafts(question.choices[0].side)
        ahead = game.fork()
        ahead.advance()
        assert standing(ahead) == before
        assert ahead.drafts(question.choices[0].side) == drafts
        play(ahead, chooser.copy(), 2)
        assert standing(game) == before
        give(game, answers)


def forks_go_on_alike(case: Case, picks: list[int], seed: int) -> None:
    """A fork with the same dice and answers goes where its source goes."""
    game, chooser = case.begin(seed), case.chooser(picks, seed)
    play(game, chooser, seed % case.length(seed))
    seen = len(log(game)) - len(game._table.events if game._table is not None else [])
    ahead = play(game.fork(), chooser.copy(), case.most // 4)
    play(game, chooser, case.most // 4)
    assert standing(ahead) == standing(game)
    assert log(ahead) == log(game)[seen:]


def undo_everywhere(case: Case, picks: list[int], seed: int) -> None:
    """Answer, undo, answer at every question leads to the same battle as answering once."""
    plain = play(case.begin(seed), case.chooser(picks, seed), case.most)
    game, chooser = case.begin(seed), case.chooser(picks, seed)
    for question in case.questions(game, chooser, seed):
        before, answers = standing(game), choose(question, chooser)
        give(game, answers)
        game.advance()
        game.undo(question.choice.side, agreed=True)
        game.advance()
        assert standing(game) == before
        give(game, answers)
    game.advance()
    assert checkpoints(game) == checkpoints(plain)
    assert log(game) == log(plain)
    assert standing(game) == standing(plain)


def offers_hold(case: Case, picks: list[int], seed: int) -> None:
    """Whatever is offered is accepted; what is refused says why, and changes nothing."""
    game, chooser = case.begin(seed), case.chooser(picks, seed)
    for question in case.questions(game, chooser, seed):
        before = standing(game)
        for place, choice in enumerate(question.choices[:3]):
            _ideas_are_taken(game, place, choice, chooser)
            _others_are_refused(game, place, choice)
        assert standing(game) == before
        give(game, choose(question, chooser))


def _ideas_are_taken(game: Game[Any], place: int, choice: Choice[Any], chooser: Chooser) -> None:
    ideas = list(choice.ideas())
    assert ideas, f"{choice}: a question without a lawful answer"
    first = chooser.copy().die(len(ideas)) - 1
    for idea in [*ideas[first:], *ideas[:first]][:4]:
        assert game.preview(idea, place).legal, f"{choice}: {idea!r} is offered and not lawful"
        ahead = game.fork()
        question = ahead.advance()
        assert question is not None
        answers = choose(question, chooser.copy())
        answers[place] = (place, idea)
        give(ahead, answers)
        ahead.advance()


def _others_are_refused(game: Game[Any], place: int, choice: Choice[Any]) -> None:
    for junk in [one for one in JUNK if not _readable(choice, one)]:
        with pytest.raises((UnreadableAnswer, IllegalAnswer), match=r"\w"):
            _set(game, place, junk)
        assert not game.preview(junk, place).legal
    if isinstance(choice, Pick) and choice.least == choice.most == 1:
        for option in [one for one in choice.options() if one.because is not None][:4]:
            with pytest.raises(IllegalAnswer) as refused:
                _set(game, place, option.key)
            assert refused.value.reason
            assert refused.value.clause, f"{choice}: {option.key} is refused without a clause"


def _readable(choice: Choice[Any], answer: Any) -> bool:
    try:
        choice.check(answer)
    except (UnreadableAnswer, IllegalAnswer):
        return False
    return True


def _set(game: Game[Any], place: int, value: Any) -> None:
    assert game.question is not None
    if game.question.together:
        game.draft(place, value)
    else:
        game.answer(value)


def looking_changes_nothing(case: Case, picks: list[int], seed: int) -> None:
    """Views, scenes, descriptions, previews and ideas leave everything as it was."""
    game, chooser, ruleset = case.begin(seed), case.chooser(picks, seed), case.ruleset
    for question in case.questions(game, chooser, seed):
        before, future = standing(game), game.dice.copy()
        for side in (*ruleset.sides(game.now), None):
            view = game.view(side)
            assert encode(view)
            assert encode(ruleset.scene(view, side))
            for told in game.events(side)[-3:]:
                ruleset.sentence(view, told.event)
        for place, choice in enumerate(question.choices):
            msgspec.json.encode(choice.describe())
            for idea in list(choice.ideas())[:3]:
                msgspec.json.encode(game.preview(idea, place))
        answers = choose(question, chooser.copy())
        assert answers == choose(question, chooser)
        assert standing(game) == before
        probe = _Same("probe", (1000,) * 8)
        assert game.dice.copy().throw(probe) == future.throw(probe)
        give(game, answers)


def seeds_agree_in_lock_step(case: Case, picks: list[int], seed: int) -> None:
    """Two battles with equal seeds and answers agree at every question."""
    games = [case.begin(seed), case.begin(seed)]
    choosers = [case.chooser(picks, seed), case.chooser(picks, seed)]
    for number, question in enumerate(decisions(games[0], case.most)):
        games[1].advance()
        if case.looks(number, seed):
            assert standing(games[1]) == standing(games[0])
        give(games[0], choose(question, choosers[0]))
        assert games[1].question is not None
        give(games[1], choose(games[1].question, choosers[1]))
    for game in games:
        game.advance()
    assert standing(games[1]) == standing(games[0])
    assert log(games[1]) == log(games[0])


class _Same(Draw[tuple[int, ...]], frozen=True):
    """Any dice, for themselves."""

    thrown: tuple[int, ...]

    @property
    def dice(self) -> tuple[int, ...]:
        return self.thrown


CHECKS: tuple[Check, ...] = (
    no_faults,
    replay_agrees,
    loaded_goes_on,
    saved_goes_on,
    forks_stand_alone,
    forks_go_on_alike,
    undo_everywhere,
    offers_hold,
    looking_changes_nothing,
    seeds_agree_in_lock_step,
    secrets_do_not_show,
    free_undo_keeps_nothing,
    guesses_fit,
    players_see_views_only,
)


def covers(
    cases: Sequence[Case],
    share: float = 1.0,
    checks: Sequence[Check] = CHECKS,
    *,
    each: int | None = None,
) -> Callable[..., None]:
    """Make a test of every check on every case, with a share of the profile's examples.

    With `each` a case has so many of the checks, and they take turns.
    """
    examples = max(2, round(settings.default.max_examples * share)) if settings.default else 10

    def test(case: Case, check: Check) -> None:
        @settings(max_examples=examples)
        @given(st.lists(st.integers(0, 59), max_size=40), st.integers(0, 10_000))
        def holds(picks: list[int], seed: int) -> None:
            check(case, picks, seed)

        holds()

    return _parametrized(test, _by_turns(cases, checks, each or len(checks)))


def goes_through(
    kinds: Sequence[Sequence[Case]],
    seed: int,
    checks: Sequence[Check] = CHECKS,
    *,
    each: int | None = None,
) -> Callable[..., None]:
    """Make a test of every check over a whole battle of each row; kinds of cases take turns.

    With `each` a row has so many of the checks, and they take turns too.
    """
    rows = list(zip(*kinds, strict=True))
    firsts = _by_turns([row[0] for row in rows], checks, each or len(checks))
    row_of = {row[0].name: (at, row) for at, row in enumerate(rows)}
    pairs = []
    for case, check in firsts:
        at, row = row_of[case.name]
        pairs.append((row[(at + checks.index(check)) % len(row)], check))

    def test(case: Case, check: Check) -> None:
        check(case.whole(seed), [], seed)

    return _parametrized(test, pairs)


def _by_turns(
    cases: Sequence[Case], checks: Sequence[Check], each: int
) -> list[tuple[Case, Check]]:
    """Deal the checks out: books with few cases have more on each, so that none is left out."""
    dealt: list[tuple[Case, Check]] = []
    for book in {case.ruleset.key: case.ruleset for case in cases}.values():
        own = [case for case in cases if case.ruleset is book]
        many = min(len(checks), max(each, -(-len(checks) // len(own))))
        for at, case in enumerate(own):
            dealt += [(case, checks[(at * many + turn) % len(checks)]) for turn in range(many)]
    return dealt


def _parametrized(
    test: Callable[[Case, Check], None], pairs: Sequence[tuple[Case, Check]]
) -> Callable[..., None]:
    named = [pytest.param(*pair, id=f"{pair[0].name}-{pair[1].__name__}") for pair in pairs]
    covered: Callable[..., None] = pytest.mark.parametrize(("case", "check"), named)(test)
    return covered


__all__ = ["CHECKS", "Case", "Check", "covers", "goes_through"]
