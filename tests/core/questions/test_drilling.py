"""A drill is read, priced and refused leg by leg."""

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import IllegalAnswer, UnreadableAnswer
from banneret.core.play.game import Game
from banneret.core.questions.choices import Drill, Leg, Legs
from seam.toys.drill import DRILL


def _question() -> Drill:
    game = Game(DRILL, DRILL.begin("toy", {}, {}), dice=RandomDice(1))
    question = game.advance()
    assert question is not None
    choice = question.choices[0]
    assert isinstance(choice, Drill)
    return choice


def test_it_reads_plain_data() -> None:
    drill = _question()
    legs = drill.read(["march", [["advance", 3], ["wheel", 20, "left"], ["about"]]])
    assert legs == Legs("march", (Leg("advance", 3.0), Leg("wheel", 20.0, "left"), Leg("about")))


@pytest.mark.parametrize(
    "answer",
    [
        "march",
        ["trot", []],
        ["march", "advance"],
        ["march", [["fly", 3]]],
        ["march", [["wheel", 3, "up"]]],
        ["march", [["wheel", 3]]],
        ["march", [["advance", "far"]]],
        ["march", [[]]],
    ],
)
def test_what_is_no_drill_is_unreadable(answer: object) -> None:
    with pytest.raises(UnreadableAnswer):
        _question().read(answer)


def test_every_leg_is_shown_and_priced() -> None:
    said = _question().preview(["normal", [["advance", 3], ["frontage", 2]]])
    assert said.legal
    assert [(leg.price, leg.left) for leg in said.legs] == [(3.0, 3.0), (2.0, 1.0)]
    assert said.price == 5.0
    assert said.legs[1].bases[0][3] == 9.0  # six files


def test_the_refused_leg_is_shown_under_the_last_lawful_one() -> None:
    drill = _question()
    said = drill.preview(["march", [["advance", 3], ["advance", 3]]])
    assert not said.legal
    assert (said.because, said.clause) == ("it costs too much", "MM-MOVE-25")
    assert [leg.legal for leg in said.legs] == [True, False]
    assert said.legs[1].most == 1.0
    with pytest.raises(IllegalAnswer):
        drill.check(["march", [["advance", 30]]])


def test_a_grip_that_is_not_free_says_why() -> None:
    game = Game(DRILL, DRILL.begin("toy", {}, {}), dice=RandomDice(1))
    game.advance()
    game.answer(["march", []], "red")
    question = game.advance()
    assert question is not None
    drill = question.choices[0]
    grips = {grip["kind"]: grip for grip in drill.describe()["grips"]}
    assert grips["about"]["clause"] == "MM-MOVE-24"
    assert not grips["wheel"]["because"]
    said = drill.preview(["march", [["about"]]])
    assert (said.legal, said.clause) == (False, "MM-MOVE-24")
