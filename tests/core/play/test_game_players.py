"""A battle in progress: players, forks, calls, the journal and the ruleset."""

from typing import Any

import pytest

from banneret.core.book.ruleset import Ruleset
from banneret.core.book.settings import Setting
from banneret.core.chance.dice import HandDice, RandomDice, ScriptedDice
from banneret.core.errors import (
    BadPlayer,
    BanneretError,
    Diverged,
    Unknown,
    WrongSide,
)
from banneret.core.play.events import Chose
from banneret.core.play.game import Game, Seat
from banneret.core.play.table import Table
from banneret.core.play.tape import Answered, AnsweredAll, Entry, Thrown
from core.races import (
    RACE,
    Lines,
    Race,
    Strides,
    Unveiled,
    answer,
    race,
    run,
)
from seam.toy import BLUE, RED, toy

# -- players


def test_a_wrong_player_is_named_and_the_battle_goes_on_without_him() -> None:
    game = race(1, 1, players={RED: Strides(), BLUE: Strides(3)})
    with pytest.raises(BadPlayer, match="Strides, playing blue, answered 'Stride' with 3"):
        game.advance()
    game.seat(BLUE, None)
    answer(game, 1)
    assert game.steps == []
    assert game.tape[0] == Answered(RED, 1)


def test_a_seat_may_be_taken_while_its_question_stands() -> None:
    game = race(1, 1, 1, players={})
    game.advance()
    game.seat(RED, Strides())
    with pytest.raises(WrongSide, match="a computer player"):
        game.answer(1)
    question = game.advance()
    assert question is not None
    assert question.choice.side == BLUE


def test_without_history_only_the_state_is_kept() -> None:
    state = RACE.begin("toy", {}, {})
    players = {RED: Strides(), BLUE: Strides()}
    game = Game(RACE, state, dice=RandomDice(1), players=players, history=False)
    assert game.advance() is None
    assert (game.state is state, game.steps, game.events()) == (True, [], [])
    whole = Game(RACE, RACE.begin("toy", {}, {}), dice=RandomDice(1), players=players)
    whole.advance()
    assert (whole.digest(), whole.decisions) == (game.digest(), game.decisions)
    assert whole.asked() == game.asked()


def test_without_history_nobody_can_be_waited_for() -> None:
    with pytest.raises(BanneretError, match="nobody can be waited for, but red is asked"):
        race(history=False).advance()
    with pytest.raises(BanneretError, match="but the dice is asked"):
        race(dice=HandDice(), players={RED: Strides(), BLUE: Strides()}, history=False).advance()


class Looks(Strides):
    """Imagines at every decision."""

    foresees = True

    def decide(self, seat: Seat[Any], choice: Any) -> Any:
        ahead = seat.imagine(RandomDice(1), {RED: Strides(), BLUE: Strides()}, history=False)
        assert ahead.advance() is None
        assert seat.view.at[RED] >= 0
        return super().decide(seat, choice)


def test_who_looks_ahead_may_do_so_without_history() -> None:
    """The state a step began with is kept for him, the steps before are not."""
    game = race(dice=RandomDice(2), players={RED: Looks(), BLUE: Looks()}, history=False)
    assert game.advance() is None
    assert game.steps == []


def test_who_did_not_say_so_cannot_look_ahead() -> None:
    blind = Looks()
    blind.foresees = False
    game = race(dice=RandomDice(2), players={RED: blind, BLUE: blind}, history=False)
    with pytest.raises(AssertionError, match="says so with `foresees`"):
        game.advance()


def test_a_battle_that_stands_still_is_stopped() -> None:
    idle = toy("Idle", lambda: Race(phase="nothing", at={}), (nothing,))
    with pytest.raises(BanneretError, match="steps without a question or a throw"):
        Game(idle, idle.begin("toy", {}, {}), dice=RandomDice(1)).advance()


def nothing(table: Table[Race]) -> None:
    """Nothing happens."""


# -- forks


def test_a_fork_in_the_middle_of_secret_answers_keeps_them() -> None:
    game = race(1, 1, phase="together")
    game.advance()
    game.draft(0, 1)
    game.draft(2, 1)
    game.commit(RED)
    game.draft(1, 2)
    ahead = game.fork()
    question = ahead.advance()
    assert question is not None
    assert (question.number, sorted(ahead.committed()), ahead.drafts(BLUE)) == (0, [RED], {1: 2})
    ahead.commit(BLUE)
    ahead.advance()
    assert ahead.now.at == {RED: 2, BLUE: 2}
    assert game.committed() == {RED}
    whole = game.fork()
    whole.advance()
    whole.commit(BLUE)
    assert whole.fork().advance() is not None


def test_a_fork_has_its_own_players_and_numbers_questions_alike() -> None:
    blue = Strides()
    game = race(1, 1, 1, 1, players={BLUE: blue})
    answer(game, 1)
    game.advance()
    ahead = game.fork()
    answer(ahead, 1)
    ahead.advance()
    assert blue.asked == 1
    assert (game.asked(), ahead.asked()) == (4, 8)
    alone = game.fork(dice=ScriptedDice(2, 2), players={}, history=True)
    assert alone.advance() is not None
    assert alone.players == {}


# -- calls


def test_a_side_may_call_for_something_unasked() -> None:
    game = race(1, 1)
    game.advance()
    game.call(RED, "concede")
    game.call(BLUE, "concede")
    game.call(RED, "concede", off=True)
    assert game.fork().fork()._calls == {(BLUE, "concede")}
    answer(game, 1, 1)
    assert game.advance() is None
    assert game.result is not None
    assert game.result.winner == RED
    assert game.events(RED)[-1].event == Chose(BLUE, "call", "concede")
    game.undo(BLUE)
    assert game.advance() is not None  # taken back, and no longer called for
    assert game.result is None


# -- journal and replay


def test_everything_is_written_down_once() -> None:
    journal = Lines()
    game = race(6, 6, 6, 6, 6, 6, phase="together", journal=journal, players={BLUE: Strides(2)})
    game.advance()
    game.draft(0, 2)
    game.draft(2, 2)
    game.commit(RED)
    game.advance()
    game.answer(1)
    game.advance()
    game.undo(RED, agreed=True)
    answer(game, 2, 2)
    assert game.advance() is None
    luck = Thrown("luck", (6,), (6,))
    assert journal.lines[-1] == ("end", RED, 32)
    assert journal.lines[:16] == [
        ("draft", 0, 2),
        ("draft", 2, 2),
        ("commit", RED, False),
        AnsweredAll((RED, BLUE, RED), (2, 2, 2)),
        ("step", "together", 32, 3),
        Answered(RED, 1),
        luck,
        Answered(BLUE, 2),
        luck,
        ("step", "run", 32, 4),
        ("undo", 1, 0),
        Answered(RED, 2),
        luck,
        Answered(BLUE, 2),
        luck,
        ("step", "run", 32, 4),
    ]


class Full(Lines):
    """A disk without room."""

    def entry(self, entry: Entry) -> None:
        raise OSError(entry)


def test_what_could_not_be_written_down_did_not_happen() -> None:
    game = race(1, journal=Full())
    question = game.advance()
    with pytest.raises(OSError, match="Answered"):
        game.answer(1)
    assert (game.tape, game.question) == ([], question)


def test_a_record_is_replayed_to_where_it_ends() -> None:
    game = race(1, 2, 3)
    answer(game, 1, 1, 1)
    game.advance()
    record = [*game.steps[0].tape, *game.tape]
    twin = race(4)
    twin.replay(record[:3])
    twin.replay(record[3:])
    assert twin.now.at == game.now.at
    assert (twin.asked(), len(twin.steps)) == (6, 1)
    question = twin.advance()
    assert question is not None
    assert question.number == 6


def test_a_record_that_differs_says_where() -> None:
    luck = Thrown("luck", (6,), (6,))
    with pytest.raises(Diverged, match=r"step 1 \(run\): 'luck' throws"):
        race().replay([Answered(RED, 1), Answered(BLUE, 1)])
    with pytest.raises(Diverged, match=r"step 3 \(run\): the battle is over, but the record"):
        race().replay([Answered(RED, 2), luck, Answered(BLUE, 2), luck] * 3)
    game = race()
    game.tape = [Answered(BLUE, 1)]
    with pytest.raises(Diverged, match=r"step 1 \(run\): 'Stride' is asked of red"):
        game.advance()
    game = race()
    game.tape = [Answered(RED, 2), luck, Answered(BLUE, 2), luck, luck]
    with pytest.raises(Diverged, match=r"step 1 \(run\) is over, but the record goes on"):
        game.advance()


# -- the ruleset


def test_a_ruleset_needs_little() -> None:
    """The defaults fit a game without secrets."""
    state = RACE.begin("toy", {}, {})
    assert RACE.view(state, RED) is state
    assert RACE.nothing_hidden
    guess = RACE.imagine(state, RED, RandomDice(1))
    assert (guess, guess is state) == (state, False)
    assert RACE.scene(state, None).pieces == ()
    assert RACE.sentence(state, Unveiled("x")) is None
    assert RACE.faults(state) == []
    with pytest.raises(Unknown, match="unknown level 'captain'"):
        RACE.captain(RED, "captain")


def test_options_are_filled_in_and_checked() -> None:
    settings = (
        Setting("fog", "Fog", (False, True), ("TOY-01",)),
        Setting("men", "Men", (3, 5), ()),
    )
    book: Ruleset[Race] = toy("Book", lambda: Race(phase="run", at={}), (run,), settings=settings)
    assert book.chosen({"men": 5}) == {"fog": False, "men": 5}
    with pytest.raises(Unknown, match="unknown option 'rain': expected one of fog, men"):
        book.chosen({"rain": True})
    with pytest.raises(BanneretError, match="option fog = 1: expected one of false, true"):
        book.chosen({"fog": 1})


def test_a_question_can_be_read_in_a_debugger() -> None:
    game = race()
    assert repr(game.advance()) == "Question(0, [Pick('red', 'stride', 'Stride')])"
