"""Every kind of question: how answers are read, refused, offered and described."""

import json
from typing import Any

import msgspec
import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.book.tally import Tally
from banneret.core.chance.dice import RandomDice
from banneret.core.chance.draws import AtLeast, OneOf, RollOff, Total
from banneret.core.chance.wish import Wish
from banneret.core.errors import IllegalAnswer, UnreadableAnswer
from banneret.core.questions.answers import read_piece
from banneret.core.questions.asking import Asked
from banneret.core.questions.choices import (
    Choice,
    EnterDice,
    Field,
    Move,
    Option,
    Pace,
    Pick,
    Place,
    Place1,
    Play,
    Preview,
    Route,
    Way,
    Weigh,
    Write,
)
from banneret.core.show.cards import Card

NO = Refusal("he is tired", "TOY-01")
OUT = Refusal("out of the zone", "TOY-02")
FIELDS = (
    Field("plan", "Plan", "word", ("hold", "charge")),
    Field("inches", "Inches", "number", (), 0, 12),
    Field("cry", "War cry", "text", (), 0, 8),
)


def pick(**more: Any) -> Pick[str]:
    no = {"c": NO}
    return Pick("red", "who", "Who goes", ["a", "b", "c"], why_not=no.get, **more)


def place() -> Place:
    return Place(
        "red",
        "deploy",
        "Deploy",
        [7, 3],
        allows=lambda at: OUT if at[3].y > 6 else None,
        some=lambda: [{7: Place1(1.0, 1.0, 0.0), 3: Place1(2.0, 1.0, 0.0)}],
        region=lambda: {"depth": 6},
    )


def move() -> Move:
    return Move(
        "red",
        "move",
        "Move",
        7,
        gaits=("walk", "run"),
        allows=lambda way: NO if way.gait == "run" else None,
        some=lambda: [Way("walk", ((1.0, 2.0),), 90.0)],
        allowance=6.0,
        foresee=lambda way: Preview(legal=True, price=float(len(way.points))),
    )


def form() -> Write:
    return Write(
        "red",
        "plan",
        "Plan",
        FIELDS,
        ideas=lambda: [{"plan": "hold", "inches": 3, "cry": ""}],
        allows=lambda plan: NO if plan["plan"] == "charge" else None,
    )


def dice() -> EnterDice:
    return EnterDice("red", Total("damage", 2, 10))


READ: list[tuple[Choice[Any], Any, Any]] = [
    (pick(), "a", "a"),
    (Pick("red", "n", "N", [1, 2]), 2, 2),
    (pick(least=0, most=2), ["b", "a"], ("b", "a")),
    (pick(least=0, most=2), (), ()),
    (place(), {"3": [1, 2, 90], "7": [0, 0, 0]}, {7: (0, 0, 0), 3: (1, 2, 90)}),
    (move(), ["walk", [[1, 2], [3, 4]], 90], Way("walk", ((1.0, 2.0), (3.0, 4.0)), 90.0)),
    (form(), {"cry": "", "inches": 2, "plan": "hold"}, {"plan": "hold", "inches": 2, "cry": ""}),
    (dice(), [3, 10], (3, 10)),
    (dice(), [], ()),
    (dice(), None, ()),
]  # fmt: skip


@pytest.mark.parametrize(("choice", "answer", "value"), READ, ids=repr)
def test_answers_are_read_from_plain_data(choice: Choice[Any], answer: Any, value: Any) -> None:
    """JSON and Python mean the same, and a value read again is itself."""
    assert choice.check(answer) == value
    assert choice.check(json.loads(msgspec.json.encode(choice.check(answer)))) == value
    assert choice.check(value) == value


def test_a_place_is_read_in_the_order_of_its_pieces() -> None:
    assert list(place().read({"3": [1, 2, 90], "7": [0, 0, 0]})) == [7, 3]


UNREADABLE: list[tuple[Choice[Any], Any, str]] = [
    (pick(), True, "expected one key"),
    (pick(), ["a"], "expected one key"),
    (pick(), 1.0, "expected one key"),
    (pick(), "x", "'x' is not among a, b, c"),
    (pick(least=0, most=2), "ab", "expected a list of keys"),
    (pick(least=0, most=2), [["a"]], r"Who goes\[0\]: expected one key"),
    (pick(least=0, most=2), ["a", "a"], "expected 0 to 2 different keys"),
    (pick(least=2, most=2), ["a"], "expected 2 different keys"),
    (place(), [], "expected a table of places"),
    (place(), {7: [0, 0, 0]}, "expected places for pieces"),
    (place(), {7: [0, 0, 0], 3: [0, 0, 0], 9: [0, 0, 0]}, "expected places for pieces"),
    (place(), {7: [0, 0, 0], "7": [0, 0, 0], 3: [0, 0, 0]}, "expected places for pieces"),
    (place(), {7: [0, 0], 3: [0, 0, 0]}, r"piece 7: expected \[x, y, facing\]"),
    (place(), {7: [0, 0, float("nan")], 3: [0, 0, 0]}, "expected a number below"),
    (place(), {"²": [0, 0, 0], 3: [0, 0, 0]}, "expected the number of a piece"),
    (place(), {True: [0, 0, 0], 3: [0, 0, 0]}, "expected the number of a piece"),
    (move(), "walk", r"expected \[gait, points, facing\]"),
    (move(), ["fly", [], 0], "gait 'fly' is not among walk, run"),
    (move(), [["walk"], [], 0], "is not among"),
    (move(), ["walk", 1, 0], "expected a list of points"),
    (move(), ["walk", [[1]], 0], r"points\[0\]: expected \[x, y\]"),
    (move(), ["walk", [[1, "2"]], 0], r"points\[0\].y: expected a number"),
    (move(), ["walk", [], True], "facing: expected a number"),
    (move(), ["walk", [], 1e9], "facing: expected a number below 1e\\+06"),
    (form(), [], "expected the fields plan, inches, cry"),
    (form(), {"plan": "hold", 1: 2}, "expected the fields"),
    (form(), {"plan": "sing", "inches": 1, "cry": ""}, "plan: expected one of hold, charge"),
    (form(), {"plan": "hold", "inches": 13, "cry": ""}, "inches: expected 0 to 12, got 13"),
    (form(), {"plan": "hold", "inches": 1, "cry": 5}, "cry: expected text"),
    (form(), {"plan": "hold", "inches": 1, "cry": "Montjoie!"}, "at most 8 letters, got 9"),
    (dice(), [1], "expected 2 faces"),
    (dice(), "12", "expected 2 faces"),
    (dice(), [1, 11], r"dice\[1\] is 11: a d10 shows 1 to 10"),
    (dice(), [True, 1], r"dice\[0\] is True"),
]


@pytest.mark.parametrize(("choice", "answer", "why"), UNREADABLE, ids=lambda one: repr(one)[:40])
def test_what_cannot_be_read_says_what_is_expected(
    choice: Choice[Any], answer: Any, why: str
) -> None:
    with pytest.raises(UnreadableAnswer, match=why):
        choice.check(answer)
    assert not choice.preview(answer).legal


REFUSED: list[tuple[Choice[Any], Any]] = [
    (pick(), "c"),
    (pick(least=1, most=3), ["a", "c"]),
    (pick(least=1, most=3, allows=lambda some: NO if len(some) == 2 else None), ["a", "b"]),
    (move(), ["run", [], 0]),
    (form(), {"plan": "charge", "inches": 1, "cry": ""}),
]


@pytest.mark.parametrize(("choice", "answer"), REFUSED, ids=repr)
def test_what_is_not_allowed_says_why_with_its_clause(choice: Choice[Any], answer: Any) -> None:
    with pytest.raises(IllegalAnswer, match="he is tired") as no:
        choice.check(answer)
    assert no.value.clause == "TOY-01"
    assert choice.preview(answer) == Preview(legal=False, because="he is tired", clause="TOY-01")


def test_a_place_out_of_the_zone_is_refused() -> None:
    assert place().preview({7: [0, 0, 0], 3: [0, 7, 0]}).clause == "TOY-02"


@pytest.mark.parametrize("choice", [pick(), pick(least=0, most=2), place(), move(), form(), dice()])
def test_ideas_and_chance_are_lawful(choice: Choice[Any]) -> None:
    """Whatever a question proposes, and whatever it gives by chance, it takes."""
    chance = RandomDice(5)
    for answer in [*choice.ideas(), *[choice.any(chance) for _ in range(20)]]:
        choice.check(answer)


@pytest.mark.parametrize("choice", [pick(), pick(least=0, most=2), place(), move(), form(), dice()])
def test_the_first_idea_is_had_without_the_others(choice: Choice[Any]) -> None:
    """Who wants no more than one answer gets the first of those listed."""
    assert choice.first() == choice.ideas()[0]


@pytest.mark.parametrize(
    ("choice", "good", "bad"),
    [
        (pick(), "a", ("c", "d")),
        (pick(least=0, most=2), ["a", "b"], (["c"], "a")),
        (move(), ["walk", [[1, 2]], 90], (["run", [], 0], ["fly", [], 0])),
    ],
    ids=repr,
)
def test_a_wish_is_judged_once(choice: Choice[Any], good: Any, bad: tuple[Any, ...]) -> None:
    """What was found lawful is taken as it was read; what is not is no error."""
    taken = choice.lawful(good)
    assert taken == choice.read(good)
    assert choice.check(taken) is taken
    assert [choice.lawful(one) for one in bad] == [None, None]


def test_sets_that_do_not_go_together_are_not_proposed() -> None:
    """Where sets are judged whole, the rules propose some."""
    odd = pick(least=1, most=2, allows=lambda some: NO if len(some) == 2 else None)
    assert odd.ideas() == [("a",)]
    assert odd.any(RandomDice(1)) == ("a",)
    given = pick(least=1, most=2, sets=lambda: [("b",)])
    assert given.ideas() == [("b",)]
    assert given.any(RandomDice(1)) == ("b",)


def test_nothing_allowed_is_said_plainly() -> None:
    never = Pick("red", "no", "No way", [1, 2], why_not=lambda _: NO)
    with pytest.raises(IllegalAnswer, match="nothing is allowed"):
        never.any(RandomDice(1))
    both = Pick("red", "no", "No way", [1, 2], why_not=lambda _: NO, least=2, most=2)
    assert both.ideas() == []
    with pytest.raises(IllegalAnswer, match="nothing is allowed"):
        both.any(RandomDice(1))
    empty = Place("red", "no", "No room", [1], allows=lambda _: None, some=list)
    with pytest.raises(IllegalAnswer, match="nothing is allowed"):
        empty.any(RandomDice(1))


def test_what_needs_no_decision() -> None:
    """One candidate that is allowed decides itself; none wanted of none, too."""
    assert Pick("red", "k", "P", [5]).only() == 5
    assert Pick("red", "k", "P", [5], why_not=lambda _: NO).only() is None
    assert Pick("red", "k", "P", [5, 6]).only() is None
    assert Pick("red", "k", "P", list[int], least=0, most=2).only() == ()
    assert Pick("red", "k", "P", [5], least=0, most=1).only() is None
    assert place().only() is None
    with pytest.raises(AssertionError, match="nothing to choose from"):
        Pick("red", "k", "P", list[int]).only()


def test_candidates_are_looked_for_once_and_only_when_needed() -> None:
    calls = []

    def candidates() -> list[str]:
        calls.append(1)
        return ["a", "b"]

    choice = Pick("red", "k", "P", candidates)
    assert choice.read("z") == "z"
    assert calls == []
    assert choice.allowed() == list(choice.candidates) == ["a", "b"]
    assert choice.any(RandomDice(3)) in {"a", "b"}
    assert calls == [1]


def test_descriptions_are_plain_data() -> None:
    """A screen needs no more than this."""
    described = pick(odds=lambda _: {"hit": "1/2"}, label=str.upper, about=[4]).describe()
    assert described == {
        "kind": "pick",
        "side": "red",
        "key": "who",
        "prompt": "Who goes",
        "about": [4],
        "least": 1,
        "most": 1,
        "options": [
            {"key": "a", "label": "A", "odds": {"hit": "1/2"}},
            {"key": "b", "label": "B", "odds": {"hit": "1/2"}},
            {"key": "c", "label": "C", "because": "he is tired", "clause": "TOY-01"},
        ],
    }
    assert place().describe()["region"] == {"depth": 6}
    assert move().describe()["allowance"] == 6.0
    assert [field["name"] for field in form().describe()["fields"]] == ["plan", "inches", "cry"]
    assert dice().describe()["dice"] == [10, 10]


def test_dice_by_hand_tell_whose_they_are_and_what_they_are_for() -> None:
    tally = Tally(4, "value", "TOY-01")
    said = EnterDice("", AtLeast("to hit", 6, 5), whose="blue", tally=tally).describe()
    assert (said["prompt"], said["purpose"], said["whose"]) == ("Throw to hit", "to hit", "blue")
    assert (said["tally"], said["wish"]) == (tally.reasons, Wish("high", 5))
    assert said["about"] == [], "the sides of a die are no figures"
    off = EnterDice("", RollOff("luck", 6, 2, ("red", "blue")).again()).describe()
    assert (off["prompt"], off["throwers"]) == ("Throw for luck", ("red", "blue"))
    card = OneOf("card", ("red", "blue"))
    assert EnterDice("", card).describe()["means"] == (), "what is not told is not shown"
    told = EnterDice("", OneOf("card", ("red", "blue"), told=True))
    assert told.describe()["means"] == ("red", "blue")
    assert Play("red", "card", "Card", ["x", "y"]).describe()["kind"] == "play"
    assert pick().options()[2] == Option("c", "c", NO)
    assert Place(
        "r", "d", "D", [1], allows=lambda _: None, some=list
    ).describe()["region"] is None  # fmt: skip
    assert repr(pick()) == "Pick('red', 'who', 'Who goes')"


def test_previews_tell_the_price() -> None:
    assert move().preview(["walk", [[1, 2]], 0]) == Preview(legal=True, price=1.0)
    assert pick().preview("a") == Preview(legal=True)


def test_a_kind_of_question_says_how_it_is_read() -> None:
    """The common base has no answers of its own."""
    bare: Choice[Any] = Asked("red", "k", "P")
    for call in (lambda: bare.read(1), lambda: bare.refusal(1), bare.ideas):
        with pytest.raises(NotImplementedError):
            call()


def test_numbers_of_pieces_may_be_texts() -> None:
    assert [read_piece(key, "P") for key in (3, "3", "-3")] == [3, 3, -3]


def test_a_usual_answer_is_told_to_screens_and_binds_nobody() -> None:
    """It is proposed; anything else that is offered is as good."""
    asked = Pick("a", "weapon", "Which weapon?", ["sword", "lance"], usual="lance")
    assert asked.describe()["usual"] == "lance"
    assert asked.check("sword") == "sword"
    worked_out = Pick("a", "weapon", "Which weapon?", ["sword", "lance"], usual=lambda: "sword")
    assert worked_out.proposal == "sword"
    assert "usual" not in Pick("a", "weapon", "Which weapon?", ["sword", "lance"]).describe()


def test_a_words_saying_is_for_people_and_the_word_is_the_answer() -> None:
    """Where nothing else is said the word speaks for itself."""
    spoken = Field("until", "Until", "word", ("", "signal:flag"), said=("", "the flag is waved"))
    assert spoken.saying("signal:flag") == "the flag is waved"
    assert spoken.saying("unheard of") == "unheard of"
    assert Field("plan", "Plan", "word", ("hold",)).saying("hold") == "hold"
    form = Write("a", "order", "Order", [spoken], ideas=lambda: [{"until": ""}])
    assert form.describe()["fields"][0]["said"] == ("", "the flag is waved")
    assert form.check({"until": "signal:flag"}) == {"until": "signal:flag"}


def test_answers_to_be_weighed_stand_on_cards_beside_what_brought_them() -> None:
    """A weighed choice is a pick to players, and tells screens its cards."""
    cards = {"aside": Card("Lay it aside", badge="+3 virtue"), "keep": Card("Keep it")}
    brought = Card("His shield", badge="11")
    weigh = Weigh("a", "chivalry", "Well?", tuple(cards), card=cards.__getitem__, brought=brought)
    assert isinstance(weigh, Pick)
    assert weigh.check("keep") == "keep"
    said = weigh.describe()
    assert said["kind"] == "pick"
    assert [one["card"] for one in said["options"]] == list(cards.values())
    assert said["brought"] == brought
    assert "brought" not in Weigh("a", "k", "Well?", ("x", "y")).describe()


def test_a_route_has_a_pace_for_each_answer_and_says_why_a_pace_cannot_be_had() -> None:
    """Targets in order at a pace: screens build it target by target."""
    asked = Route(
        "a",
        "charge",
        "Ride?",
        ["none", "trot:5"],
        pace=lambda key: key.partition(":")[0] if ":" in key else "",
        paces=lambda: [Pace("trot", "Trot 6″"), Pace("charge", "Charge", Refusal("no", "X-1"))],
    )
    said = asked.describe()
    assert said["kind"] == "pick"
    assert [one["pace"] for one in said["options"]] == ["", "trot"]
    assert said["paces"] == [
        {"key": "trot", "label": "Trot 6″"},
        {"key": "charge", "label": "Charge", "because": "no", "clause": "X-1"},
    ]
    assert "paces" not in Route("a", "charge", "Ride?", ["none"]).describe()
