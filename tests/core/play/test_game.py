"""A battle in progress: answers, drafts, undo and dice by hand."""

from collections.abc import Callable
from typing import Any

import pytest

from banneret.core.book.ruleset import Result, sides_of
from banneret.core.chance.dice import HandDice, ScriptedDice
from banneret.core.chance.draws import D6, OneOf
from banneret.core.errors import (
    BanneretError,
    IllegalAnswer,
    NeedsConsent,
    NothingToUndo,
    StaleAnswer,
    UnreadableAnswer,
    WrongSide,
)
from banneret.core.play.events import Chose
from banneret.core.play.game import Game
from banneret.core.play.rewind import Fallen
from banneret.core.play.tape import Answered, AnsweredAll, Thrown
from core.races import (
    Lines,
    Strides,
    answer,
    race,
)
from seam.toy import BLUE, RED

# -- answering


def test_people_are_asked_in_turn_and_the_battle_ends() -> None:
    game = race(6, 6, 6, 6)
    answer(game, 2, 2, 2)
    question = game.advance()
    assert question is not None
    assert (question.number, question.choice.side, game.decisions) == (6, BLUE, 2)
    game.answer(1)
    assert game.advance() is None
    assert game.result == Result(RED, "the toy is played out", "", {}, 1, {})
    assert game.decisions == 4
    with pytest.raises(StaleAnswer, match="nothing is asked now"):
        game.answer(1)


@pytest.mark.parametrize(
    ("call", "error", "why"),
    [
        (lambda game: game.answer(3), IllegalAnswer, r"three is too far \[TOY-01\]"),
        (lambda game: game.answer(9), UnreadableAnswer, "9 is not among 1, 2, 3"),
        (lambda game: game.answer(1, BLUE), WrongSide, "'Stride' is asked of red, not of blue"),
        (lambda game: game.answer(1, RED, 7), StaleAnswer, "7 is past; question 0 is asked now"),
        (lambda game: game.draft(0, 1), StaleAnswer, "no question 0"),
        (lambda game: game.commit(RED), StaleAnswer, "nothing to commit"),
        (lambda game: game.preview(1, 4), StaleAnswer, "no question 4"),
        (lambda game: game.preview(1, 0, BLUE), WrongSide, "not of blue"),
        (lambda game: game.undo(RED), NothingToUndo, "red has not decided anything"),
    ],
)
def test_what_is_refused_changes_nothing(
    call: Callable[[Game[Any]], None], error: type[BanneretError], why: str
) -> None:
    journal = Lines()
    game = race(6, journal=journal)
    question = game.advance()
    with pytest.raises(error, match=why):
        call(game)
    assert (game.question, game.tape, journal.lines) == (question, [], [])


def test_answers_are_kept_as_they_were_read() -> None:
    """A list handed in is not the record's; events say what the rules got."""
    game = race(phase="together")
    game.advance()
    assert game.preview(2).legal
    for place, inches in enumerate((1, 2, 2)):
        game.draft(place, inches)
    game.commit(RED)
    game.commit(BLUE)
    game.advance()
    assert game.steps[0].tape == [AnsweredAll((RED, BLUE, RED), (1, 2, 2))]
    assert [told.event for told in game.events(BLUE)] == [Chose(BLUE, "stride", 2)]


# -- drafts


def test_drafts_may_be_changed_until_they_are_committed() -> None:
    game = race(phase="together")
    assert game.drafts(RED) == {}
    question = game.advance()
    assert question is not None
    assert question.sides == sides_of(question.choices) == (RED, BLUE)
    with pytest.raises(IllegalAnswer, match="red has 2 questions left"):
        game.commit(RED)
    game.draft(2, 1, RED)
    game.draft(2, 2, RED)
    game.draft(0, 1, RED)
    with pytest.raises(WrongSide):
        game.draft(1, 1, RED)
    game.commit(RED)
    with pytest.raises(StaleAnswer, match="red has already committed"):
        game.draft(0, 2, RED)
    assert (game.drafts(RED), sorted(game.committed())) == ({2: 2, 0: 1}, [RED])
    assert game.advance() is question
    game.undo(RED)
    game.draft(0, 2, RED)
    game.commit(RED)
    game.answer(1, BLUE)
    game.advance()
    assert game.now.at == {RED: 4, BLUE: 1}
    assert game.drafts(RED) == {}


def test_sides_that_are_not_asked_cannot_answer() -> None:
    game = race(phase="together", players={BLUE: Strides()})
    game.advance()
    calls: list[Callable[[], None]] = [
        lambda: game.commit("green"),
        lambda: game.commit(BLUE),
        lambda: game.draft(1, 1),
        lambda: game.answer(1, "green"),
    ]
    for call in calls:
        with pytest.raises(WrongSide):
            call()
    with pytest.raises(StaleAnswer, match="2 questions are open"):
        game.answer(1)


def test_a_computer_player_is_asked_once_however_often_people_change_their_minds() -> None:
    blue = Strides(2)
    game = race(phase="together", players={BLUE: blue})
    game.advance()
    game.draft(0, 1)
    game.advance()
    game.draft(0, 2)
    game.draft(2, 2)
    game.advance()
    assert blue.asked == 0
    game.commit(RED)
    game.advance()
    assert blue.asked == 1
    assert game.now.at == {RED: 4, BLUE: 2}


def test_one_open_question_of_a_set_needs_no_place() -> None:
    game = race(6, phase="together", players={RED: Strides()})
    game.advance()
    game.answer(2)
    game.advance()
    assert game.state.at == {RED: 2, BLUE: 2}


# -- undo


def test_undo_is_free_until_something_is_revealed() -> None:
    game = race(4, 5)
    answer(game, 1)
    game.undo(RED)
    answer(game, 2)
    game.advance()
    with pytest.raises(NeedsConsent, match="the others must agree"):
        game.undo(RED)
    game.undo(RED, agreed=True)
    assert game.advance() is not None
    assert game.now.at[RED] == 0


def test_undo_goes_back_over_steps_players_and_dice_and_the_dice_fall_again() -> None:
    game = race(1, 2, 3, 4, 5, players={BLUE: Strides(2)})
    answer(game, 1, 1)
    game.advance()
    before = (game.now.at, game.asked(), game.decisions, [step.tape for step in game.steps])
    game.undo(RED, agreed=True)
    game.undo(RED, agreed=True)
    assert (game.asked(), game.decisions, game.steps) == (0, 0, [])
    answer(game, 1, 1)
    game.advance()
    assert (game.now.at, game.asked(), game.decisions, [s.tape for s in game.steps]) == before


def test_undo_past_the_end_takes_up_the_battle_again() -> None:
    game = race(6, 6, 6, 6, 6)
    answer(game, 2, 2, 2, 2)
    assert game.advance() is None
    game.undo(BLUE, agreed=True)
    assert game.result is None
    answer(game, 1)
    assert game.advance() is None


def test_secret_answers_that_were_revealed_need_consent() -> None:
    """Red has seen what blue did at the same time."""
    game = race(phase="together", players={BLUE: Strides()})
    game.advance()
    game.draft(0, 1)
    game.draft(2, 1)
    game.commit(RED)
    game.advance()
    with pytest.raises(NeedsConsent):
        game.undo(RED)


def test_hidden_things_that_came_to_light_need_consent() -> None:
    game = race(phase="two_strides")
    answer(game, 1)
    game.advance()
    with pytest.raises(NeedsConsent):
        game.undo(RED)
    answer(game, 1)
    game.undo(RED)
    assert game.tape == [Answered(RED, 1)]
    answer(game, 2)
    game.advance()
    game.undo(RED)
    assert game.tape == [Answered(RED, 1)]


def test_undo_is_no_second_throw_whatever_was_tried_in_between() -> None:
    """Move, undo, stand, undo, move: the same decision meets the same dice, another one new."""
    game = race(1, 2, 3, 4, 5, 6)
    fell = []
    for stride in (1, 2, 1, 2, 1):
        answer(game, stride)
        game.advance()
        fell.append([*game.tape, *[entry for step in game.steps for entry in step.tape]])
        game.undo(RED, agreed=True)
    assert fell[0] == fell[2] == fell[4]
    assert fell[1] == fell[3]
    assert fell[0] != fell[1]


def test_old_records_put_dice_back_by_kind() -> None:
    """An undo of the first kind let the next dice of the same kind fall as they fell."""
    dice = Fallen([Thrown("luck", (6,), (1,)), Thrown("luck", (6,), (2,))], ScriptedDice(9, 5))
    twin = dice.copy()
    assert dice.throw(D6("luck")) == (1,)
    assert dice.throw(OneOf("other", tuple(range(10)))) == (9,)
    assert dice.throw(D6("luck")) == (5,)
    assert twin.throw(D6("luck")) == (1,)


# -- dice by hand


def test_dice_thrown_by_hand_are_typed_in() -> None:
    game = race(dice=HandDice(), players={BLUE: Strides()})
    answer(game, 1)
    question = game.advance()
    assert question is not None
    assert question.choice.describe()["dice"] == [6]
    with pytest.raises(UnreadableAnswer, match="a d6 shows 1 to 6"):
        game.answer([7])
    with pytest.raises(UnreadableAnswer, match="no machine throws here"):
        game.answer([])
    with pytest.raises(WrongSide):
        game.answer([3], BLUE)
    game.answer([3], RED)
    question = game.advance()
    assert question is not None
    assert question.for_side(RED) == question.for_side(BLUE) == [(0, question.choice)]
    game.answer([4], RED)  # blue is a computer: red throws for it
    game.advance()
    assert game.now.at == {RED: 4, BLUE: 5}


def test_an_empty_answer_lets_the_machine_throw() -> None:
    game = race(dice=HandDice(), machine=ScriptedDice(2, 6))
    answer(game, 1, [])
    ahead = game.fork()
    answer(game, 1, [])
    answer(ahead, 1, None)
    assert game.tape[-1] == ahead.tape[-1] == Thrown("luck", (6,), (6,))


def test_a_slip_in_typing_dice_can_be_taken_back() -> None:
    game = race(dice=HandDice())
    answer(game, 1, [5])
    game.advance()
    game.undo(BLUE)
    answer(game, [2])
    game.advance()
    assert game.now.at[RED] == 3
