"""A battle in progress: answers, drafts, undo, forks, players, hand dice and the journal."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import pytest

from banneret.core.choices import Pick
from banneret.core.clauses import Refusal
from banneret.core.dice import Dice, HandDice, RandomDice, ScriptedDice
from banneret.core.draws import D6, OneOf
from banneret.core.errors import (
    BadPlayer,
    BanneretError,
    Diverged,
    IllegalAnswer,
    NeedsConsent,
    NothingToUndo,
    StaleAnswer,
    Unknown,
    UnreadableAnswer,
    WrongSide,
)
from banneret.core.events import Chose, Event, Told
from banneret.core.game import Again, Game, Player, Seat
from banneret.core.ruleset import Result, Ruleset, Setting, sides_of
from banneret.core.table import Table
from banneret.core.tape import Answered, AnsweredAll, Entry, Thrown
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
    game = race(6, 6, 6, 6)
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


def test_dice_that_fall_again_are_new_when_others_are_thrown() -> None:
    dice = Again([Thrown("luck", (6,), (1,)), Thrown("luck", (6,), (2,))], ScriptedDice(9, 5))
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


class Lines:
    """A journal in memory."""

    def __init__(self) -> None:
        self.lines: list[Any] = []

    def entry(self, entry: Entry) -> None:
        self.lines.append(entry)

    def draft(self, index: int, answer: Any) -> None:
        self.lines.append(("draft", index, answer))

    def step(self, name: str, state_digest: str, events: Sequence[Told]) -> None:
        self.lines.append(("step", name, len(state_digest), len(events)))

    def undo(self, step: int, entries: int) -> None:
        self.lines.append(("undo", step, entries))

    def end(self, result: Result, state_digest: str) -> None:
        self.lines.append(("end", result.winner, len(state_digest)))


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
    assert journal.lines[:15] == [
        ("draft", 0, 2),
        ("draft", 2, 2),
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
