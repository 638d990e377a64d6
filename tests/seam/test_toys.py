"""What each toy is there to show, told as a short game."""

from typing import Any

import pytest

from banneret.core.book.ruleset import Ruleset
from banneret.core.chance.dice import ScriptedDice
from banneret.core.errors import IllegalAnswer, NeedsConsent, WrongSide
from banneret.core.play.events import Chose, Rolled
from banneret.core.play.game import Game, Question
from seam.cards import Turned
from seam.toy import BLUE, RED
from seam.toys.chits import MEN, TWENTY_CHITS
from seam.toys.flush import FLUSH
from seam.toys.interrupts import INTERRUPTS
from seam.toys.leadership_die import LEADERSHIP_DIE
from seam.toys.rider_and_horse import HORSE, RIDER, RIDER_AND_HORSE
from seam.toys.rout_queue import ROUT_QUEUE, Routed
from seam.toys.shrinking_unit import SHRINKING_UNIT, Shrank, footprint
from seam.toys.solo import SOLO, Acted
from seam.toys.staged_reveal import STAGED_REVEAL


def begin(toy: Ruleset[Any], *dice: int) -> Game[Any]:
    return Game(toy, toy.begin("toy", {}, {}), dice=ScriptedDice(*dice))


def asked(game: Game[Any]) -> Question:
    question = game.advance()
    assert question is not None
    return question


def answer(game: Game[Any], *answers: Any) -> None:
    for one in answers:
        asked(game)
        game.answer(one)
    game.advance()


def told(game: Game[Any], kind: type[Any], side: str | None = RED) -> list[Any]:
    return [told.event for told in game.events(side) if isinstance(told.event, kind)]


# -- staged reveal


def duel() -> Game[Any]:
    """Red charges, blue closes and dodges left; only red's tactic is turned."""
    game = begin(STAGED_REVEAL, 7)
    asked(game)
    for place, card in enumerate(("charge", "left", "close", "left")):
        game.draft(place, card)
    game.commit(RED)
    game.commit(BLUE)
    game.advance()
    return game


def test_defenders_cards_stay_hidden_while_the_attacker_moves() -> None:
    game = duel()
    assert told(game, Turned, BLUE) == [Turned("red tactic", "charge")]
    assert game.view(RED).cards["blue tactic"] == "?"
    assert game.view(BLUE).cards["blue tactic"] == "close"
    assert set(game.view(None).cards.values()) == {"charge", "?"}
    answer(game, 6)
    assert told(game, Turned, RED)[-1] == Turned("blue tactic", "close")
    assert game.view(RED).cards["blue dodge"] == "?"


def test_the_last_card_is_guessed_before_it_is_turned() -> None:
    game = duel()
    answer(game, 6, 0)
    assert asked(game).choice.key == "guess"
    answer(game, "left")
    assert game.result is not None
    assert game.result.winner == RED


def test_secret_choices_are_never_told_to_the_other_side() -> None:
    game = duel()
    assert {one.side for one in told(game, Chose, RED)} == {RED}
    assert told(game, Chose, None) == []


def test_what_was_turned_up_cannot_be_unseen() -> None:
    game = duel()
    answer(game, 6)
    with pytest.raises(NeedsConsent):
        game.undo(RED)
    game.undo(RED, agreed=True)
    assert asked(game).choice.key == "move"


# -- leadership die


def test_the_officer_decides_after_he_has_seen_the_dice() -> None:
    game = begin(LEADERSHIP_DIE, 5, 1)
    choice = asked(game).choice
    assert choice.prompt == "5 and 1: put Leadership 4 in place of a die?"
    assert [option["label"] for option in choice.describe()["options"]] == [
        "keep: 6",
        "high: 5",
        "low: 9",
    ]
    assert game.preview("low").notes == ("9 of 8",)
    assert told(game, Rolled)[0].faces == (5, 1)


@pytest.mark.parametrize(("put", "left"), [("keep", 1), ("high", 1), ("low", 2)])
def test_the_result_is_fixed_by_his_answer(put: str, left: int) -> None:
    game = begin(LEADERSHIP_DIE, 5, 1, 6, 6)
    answer(game, put)
    assert game.now.steady[RED] == left


# -- interrupts


def test_the_other_side_breaks_into_a_move() -> None:
    game = begin(INTERRUPTS, 90)
    answer(game, 4, 4)
    question = asked(game)
    assert (question.choice.side, question.choice.key, game.now.gap) == (RED, "keep_distance", 3)
    with pytest.raises(WrongSide):
        game.answer("stand", BLUE)
    game.answer("retreat", RED)
    assert asked(game).choice.key == "keep_distance"  # he comes on, and is asked again
    game.answer("stand", RED)
    game.advance()
    assert game.now.gap == 2


def test_a_blow_is_answered_by_a_card_and_a_counterblow_by_another() -> None:
    game = begin(INTERRUPTS, 50, 30, 11)
    answer(game, 4, 2, "stand")
    assert [(c.side, c.key) for c in asked(game).choices] == [(RED, "parry")]
    answer(game, "parry")
    assert [(c.side, c.key) for c in asked(game).choices] == [(BLUE, "parry")]
    answer(game, "none")
    assert game.now.hurt == {RED: 0, BLUE: 1}
    assert game.now.parries == {RED: 0, BLUE: 2}


def test_a_card_that_is_spent_is_refused_with_its_clause() -> None:
    game = begin(INTERRUPTS, 50)
    game.state.parries[RED] = 0
    answer(game, 4, 2, "stand")
    with pytest.raises(IllegalAnswer, match=r"no parry is left in the hand \[DE-GEN-05\]"):
        game.answer("parry")


# -- twenty chits


def marking() -> Game[Any]:
    return begin(TWENTY_CHITS, 1, 1, 10, 3, 7)


def test_chits_are_marked_in_any_order_and_changed_until_committed() -> None:
    game = marking()
    question = asked(game)
    mine = [place for place, _ in question.for_side(BLUE)]
    assert len(question.choices) == 2 * (len(MEN) - 1)
    for place in reversed(mine):
        game.draft(place, "stay", BLUE)
    game.draft(mine[0], "shoot", BLUE)
    game.commit(BLUE)
    assert game.drafts(BLUE)[mine[0]] == "shoot"
    assert game.drafts(RED) == {}
    for place, _ in question.for_side(RED):
        game.draft(place, "shoot", RED)
    game.commit(RED)
    assert asked(game).choice.key == "turn"
    assert game.now.cards["blue 0"] == "shoot"


def test_rolls_in_private_are_seen_by_their_own_side() -> None:
    game = marking()
    asked(game)
    assert [rolled.side for rolled in told(game, Rolled, RED)] == [RED, RED]
    assert told(game, Rolled, None) == []
    assert game.view(BLUE).cards["red wild"] == "?"


# -- rout queue


def test_the_queue_grows_while_it_is_worked_off() -> None:
    game = begin(ROUT_QUEUE, 1, 6, 3, 4)  # the men at 1 and 3 test, then at 0, who saw 1 go
    answer(game, 2)
    assert told(game, Routed) == [Routed(BLUE, 1), Routed(BLUE, 0)]
    assert game.now.standing[BLUE] == [3, 4, 5]
    assert [roll.tally[-1].label for roll in told(game, Rolled)] == ["no friend beside"] * 3


# -- solo


def test_adversaries_follow_the_table_and_nobody_is_asked_for_them() -> None:
    game = begin(SOLO, 1, 6, 1, 1, 1)
    answer(game, {"stance": "bold", "rounds": 4})  # guards: nobody is near, there is no choice
    assert [one.action for one in told(game, Acted)] == ["advance", "shoot"]
    answer(game, "strike 0")
    assert [one.action for one in told(game, Acted)][2:4] == ["flee", "shoot"]
    assert {one.side for one in told(game, Chose)} == {RED}


# -- rider and horse


def test_rider_and_horse_move_as_one_part_and_join_again() -> None:
    game = begin(RIDER_AND_HORSE, 1, 5, 3, 1, 1)
    answer(game, "go", "rider")
    assert [figure.at for figure in game.now.figures] == [4, 4]
    answer(game, "stay", "rider")  # unhorsed, and the horse bolts two inches on
    assert (game.now.figures[HORSE].carries, game.now.figures[HORSE].at) == (None, 6)
    with pytest.raises(IllegalAnswer, match="too far"):
        game.answer("mount")
    answer(game, "go", "horse", "mount", "rider")
    assert game.now.figures[HORSE].carries == RIDER


# -- shrinking unit


def test_a_unit_shrinks_from_the_rear_and_then_along_its_front() -> None:
    game = begin(SHRINKING_UNIT, 6, 6, 6, 1, 1, 1, 1, 1, 6, 6, 1, 1, 1, 1, 6, 1, 1, 1)
    asked(game)
    with pytest.raises(IllegalAnswer, match="not all in the zone"):
        game.draft(0, {0: (1, 1, 0)})
    game.draft(0, {"0": [6, 3, 0]})
    game.draft(1, {1: [6, 12, 0]})
    game.commit(RED)
    game.commit(BLUE)
    game.advance()
    assert told(game, Shrank)[0] == Shrank(BLUE, 4, 1)
    assert asked(game).choice.key == "close_up"
    answer(game, "left")
    assert told(game, Shrank)[2] == Shrank(BLUE, *footprint(2))
    assert game.now.at[BLUE].x == pytest.approx(5.0)


# -- a tolerance


@pytest.mark.parametrize(("end", "stands"), [(8.96, 9.0), (8.9, 8.9)])
def test_a_walk_within_the_tolerance_is_set_flush(end: float, stands: float) -> None:
    game = begin(FLUSH)
    answer(game, ["walk", [[10.0, end]], 0.0])
    assert game.state.men[0] == pytest.approx((10.0, stands))
    assert asked(game).choice.key == ("walk" if end == stands else "blow")


def test_a_walk_upon_somebody_is_refused() -> None:
    game = begin(FLUSH)
    asked(game)
    with pytest.raises(IllegalAnswer, match="stand on somebody"):
        game.answer(["walk", [[10.0, 9.5]], 0.0])
