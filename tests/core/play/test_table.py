"""One step at a table: questions, dice, secrets, the log and the tape."""

from typing import Any

import pytest

from banneret.core.book.tally import Tally
from banneret.core.chance.dice import HandDice, ScriptedDice
from banneret.core.chance.draws import D6, D10, AtMost, OneOf
from banneret.core.chance.wish import NO_WISH, Wish, at_least
from banneret.core.errors import BadPlayer, Diverged
from banneret.core.play.events import Chose, Event, Rolled
from banneret.core.play.table import Pending, Table, Unrecorded
from banneret.core.play.tape import Answered, AnsweredAll, Entry, Thrown
from banneret.core.questions.choices import Pick, Place, Place1


class Heard(Event, frozen=True, tag="heard"):
    what: str


class Says:
    """Answers the next of its answers."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def decide(self, table: Table[Any], choice: Any) -> Any:  # noqa: ARG002  # looks at nothing
        return self.answers.pop(0)


def table(*dice: int, red: tuple[Any, ...] = (), tape: list[Entry] | None = None) -> Table[None]:
    return Table(None, ScriptedDice(*dice), {"red": Says(*red)} if red else {}, tape)


def who(side: str = "red", *names: str) -> Pick[str]:
    return Pick(side, "who", "Who", names or ("a", "b"))


def test_an_answer_goes_on_the_tape_and_into_the_log() -> None:
    there = table(red=("a",))
    assert there.ask(who()) == "a"
    assert there.tape == [Answered("red", "a")]
    assert there.events == [(Chose("red", "who", "a"), "", None)]


def test_a_tape_is_read_before_anybody_is_asked() -> None:
    there = table(tape=[Answered("red", "b"), Thrown("luck", (6,), (4,))])
    assert (there.ask(who()), there.unread(), there.roll(D6("luck"))) == ("b", 1, 4)


def test_a_single_possibility_is_not_asked() -> None:
    there = table()
    assert there.ask(who("red", "a")) == "a"
    assert (there.tape, there.events) == ([], [])


def test_people_are_waited_for() -> None:
    choice = who()
    with pytest.raises(Pending) as pending:
        table().ask(choice)
    assert (pending.value.choices, pending.value.together) == ((choice,), False)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (Answered("blue", "a"), "'Who' is asked of red, but the record has"),
        (Thrown("luck", (6,), (1,)), "'Who' is asked of red, but the record has"),
        (Answered("red", ["a"]), "the record does not fit the question: Who: expected one key"),
    ],
)
def test_a_record_of_something_else_is_refused(entry: Entry, why: str) -> None:
    with pytest.raises(Diverged, match=why):
        table(tape=[entry]).ask(who())


@pytest.mark.parametrize(
    "entry",
    [
        Answered("red", "a"),
        AnsweredAll(("blue", "red"), ("a", "a")),
        AnsweredAll(("red", "blue"), ("a",)),
        AnsweredAll(("red", "blue"), ("a", 1.5)),
    ],
)
def test_a_record_of_other_secret_answers_is_refused(entry: Entry) -> None:
    with pytest.raises(Diverged):
        table(tape=[entry]).ask_all([who("red"), who("blue")])


def test_a_record_of_other_dice_is_refused() -> None:
    with pytest.raises(Diverged, match=r"'luck' throws \(6,\), but the record has"):
        table(tape=[Thrown("luck", (10,), (1,))]).roll(D6("luck"))


@pytest.mark.parametrize(("answer", "why"), [("x", "'x' is not among a, b"), (None, "one key")])
def test_a_players_wrong_answer_is_the_players_fault(answer: Any, why: str) -> None:
    """The error names the player, the side, the question and what was wrong; nothing is kept."""
    there = table(red=(answer,))
    with pytest.raises(
        BadPlayer, match=f"Says, playing red, answered 'Who' with {answer!r}.*{why}"
    ):
        there.ask(who())
    assert there.tape == []
    with pytest.raises(BadPlayer):
        table(red=(answer,)).ask_all([who()])


def test_secret_answers_are_asked_together_and_told_to_their_own_side() -> None:
    there = Table(None, ScriptedDice(), {"red": Says("a"), "blue": Says("b")})
    choices = [who("red"), who("blue")]
    assert there.ask_all(choices) == ["a", "b"]
    assert there.tape == [AnsweredAll(("red", "blue"), ("a", "b"))]
    assert [told.audience for told in there.events] == [("red",), ("blue",)]
    assert [choice.audience for choice in choices] == [("red",), ("blue",)]
    again = Table(None, ScriptedDice(), {}, list(there.tape))
    assert again.ask_all([who("red"), who("blue")]) == ["a", "b"]
    assert again.events == there.events


def test_nothing_to_ask_is_not_asked() -> None:
    assert table().ask_all([]) == []


def test_players_are_asked_only_when_all_people_have_answered() -> None:
    """Red, a person, has not answered yet: blue's player is not troubled."""
    blue = Says("b")
    none_yet: dict[int, Any] = {}
    for ready in (None, none_yet):
        with pytest.raises(Pending) as pending:
            Table(None, ScriptedDice(), {"blue": blue}, [], ready).ask_all([who(), who("blue")])
        assert pending.value.together
    assert blue.answers == ["b"]
    there = Table(None, ScriptedDice(), {"blue": blue}, [], {0: "a"})
    assert there.ask_all([who(), who("blue")]) == ["a", "b"]


def test_dice_are_logged_with_their_reckoning() -> None:
    there = table(3)
    tally = Tally(4, "value", "TOY-01")
    assert there.roll(D6("luck"), tally, "red") == 3
    assert there.events[0].event == Rolled("luck", (6,), (3,), tally.reasons, "red")
    assert there.tape == [Thrown("luck", (6,), (3,))]


def test_dice_that_cannot_differ_are_not_thrown() -> None:
    there = Table(None, HandDice(), {})
    assert there.roll(OneOf("the only one", ("x",))) == "x"
    assert there.tape == [Thrown("the only one", (), ())]


@pytest.mark.parametrize(("side", "asked"), [("red", ""), ("blue", "blue"), (None, "")])
def test_real_dice_are_asked_for(side: str | None, asked: str) -> None:
    """Red is a computer: anybody may throw for it."""
    there = Table(None, HandDice(), {"red": Says()})
    with pytest.raises(Pending) as pending, there.privately(("blue",)):
        there.roll(D6("luck"), side=side)
    choice = pending.value.choices[0]
    assert (choice.kind, choice.side, choice.audience) == ("dice", asked, ("blue",))


def test_secrecy_covers_everything_inside_and_ends() -> None:
    there = table(1, red=("a",))
    choice = who()
    with there.privately(("red",)):
        there.ask(choice)
        there.roll(D6("luck"))
        with there.privately(None):
            there.tell(Heard("still private"))
        there.tell(Heard("to both"), ("red", "blue"))
        there.tell(Heard("to nobody"), ())
    there.tell(Heard("to all"))
    audiences = [told.audience for told in there.events]
    assert audiences == [("red",), ("red",), ("red",), ("red", "blue"), (), None]
    assert choice.audience == ("red",)


def test_secrecy_ends_when_the_secret_comes_to_light() -> None:
    there = table()
    with there.privately(("red",)):
        there.tell(Heard("private"))
        with there.privately(("blue",)):
            there.openly()
        there.tell(Heard("open"))
    assert [told.audience for told in there.events] == [("red",), None]


def test_without_a_log_only_the_tape_is_kept() -> None:
    there = Table(None, ScriptedDice(1), {"red": Says("a", "b")}, log=False, calls=[("red", "x")])
    there.ask(who())
    there.ask_all([who()])
    there.roll(D6("luck"))
    there.tell(Heard("nothing"))
    assert there.called("red", "x")
    assert there.events == []
    assert len(there.tape) == 4


def test_the_record_has_its_own_copy_of_what_a_rule_may_change() -> None:
    where = {1: Place1(1.0, 2.0, 0.0)}
    there = table(red=(where,))
    answer = there.ask(Place("red", "p", "P", [1], allows=lambda _: None, some=list))
    answer.clear()
    assert there.tape == [Answered("red", where)]
    assert there.events[0].event == Chose("red", "p", where)


def test_a_call_is_heard_when_it_was_made_and_on_record_then() -> None:
    """No call leaves no trace; a call is told once the rules look for it."""
    there = Table(None, ScriptedDice(2, 2), {}, calls=[("red", "concede")])
    assert not there.called("blue", "concede")
    assert there.called("red", "concede")
    there.roll(D6("luck"))
    again = Table(None, ScriptedDice(), {}, list(there.tape))
    assert [again.called(side, "concede") for side in ("blue", "red", "red")] == [
        False,
        True,
        False,
    ]
    assert again.events == there.events[:1]


def test_a_roll_says_what_was_hoped_for() -> None:
    """The draw tells it, or the rule; luck can be read from the log alone."""
    there = table(4, 9, 2, 3)
    there.roll(AtMost("save", 10, 3), side="red")
    there.roll(D10("blow"), side="red", wish=at_least(8))
    there.roll(AtMost("part", 10, 7), side="red", wish=NO_WISH)
    there.roll(D6("card"))
    hoped = [told.event.wish for told in there.events if isinstance(told.event, Rolled)]
    assert hoped == [Wish("low", 3), Wish("high", 8), Wish(""), None]


def test_one_question_may_be_for_some_alone() -> None:
    """An audience named with a question hears of it, whatever secrecy it is asked in."""
    there = table(red=("a", "b"))
    choice = who()
    there.ask(choice, ("red",))
    there.ask(who())
    assert choice.audience == ("red",)
    assert [audience for _, _, audience in there.events] == [("red",), None]


def test_nothing_is_written_down_where_nobody_looks_back() -> None:
    """Questions, throws and calls are counted; the tape and the log stay empty."""
    there = Unrecorded(None, ScriptedDice(4), {"red": Says("a", "b", "c")}, [("red", "concede")])
    assert there.ask(who(), ("red",)) == "a"
    assert there.ask_all([]) == []
    assert there.ask_all([who("red", "b", "c"), who("red", "b", "c")]) == ["b", "c"]
    assert there.roll(D6("luck")) == 4
    assert there.called("red", "concede")
    assert not there.called("blue", "concede")
    there.tell(Heard("nobody"))
    assert (there.at, there.answered, there.tape, there.events) == (4, 3, [], [])
    there.rewind()
    assert (there.at, there.steps) == (0, 1)


def test_nobody_is_waited_for_where_nobody_looks_back() -> None:
    """People and real dice are asked for all the same, and it is for the game to refuse."""
    there = Unrecorded(None, HandDice(), {})
    with pytest.raises(Pending):
        there.ask(who())
    with pytest.raises(Pending):
        there.roll(D6("luck"))
    assert there.ask(who("red", "a")) == "a"
