"""Levels of computer players: named from the easiest on, and strangers to one another."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.core.questions.choices import Pick
from banneret.players import Hesitant, ladder, player
from banneret.rulesets import RULESETS

FIRST = {
    "one_page_skirmish": "crossroads",
    "knights_and_knaves": "market_road",
    "arthurian": "ambush_in_the_wood",
    "macbeth_to_medici": "dunsinane_1054",
    "destrier": "duel_at_the_mill",
}
QUESTIONS = 250  # of a battle: enough for setting up and some turns


class Enough(Exception):
    """As many questions as were wanted have been put."""


class Overheard:
    """Answers as one player, after others were asked the same from the same seat."""

    foresees = False

    def __init__(self, own: Any, others: list[Any], said: list[str]) -> None:
        self._own, self._others, self._said = own, others, said

    def decide(self, seat: Any, choice: Any) -> Any:
        if len(self._said) == QUESTIONS:
            raise Enough
        for other in self._others:
            other.decide(seat, choice)
        answer = self._own.decide(seat, choice)
        self._said.append(f"{choice.key} {answer}")
        return answer


def said(key: str, names: list[str], whim: int = 1) -> list[str]:
    """What the first of some players answers, the others being asked before him."""
    book = RULESETS[key]
    info = book.scenarios[FIRST[key]]
    forces = {side: keys[0] for side, keys in info.forces.items() if keys}
    state = book.begin(FIRST[key], {}, forces)
    found: list[str] = []
    players = {}
    for side in book.sides(state):
        own, *others = (player(book, side, name, 1, whim) for name in names)
        players[side] = Overheard(own, others, found)
    game = Game(book, state, dice=RandomDice(5), players=players, history=False)
    with suppress(Enough):
        game.advance()
    return found


@pytest.mark.parametrize("key", sorted(FIRST))
def test_players_share_nothing_through_what_they_see(key: str) -> None:
    """A captain whose squire was asked first, and the other way round, answers as he would."""
    assert said(key, ["captain", "squire"]) == said(key, ["captain"])
    assert said(key, ["squire", "captain"]) == said(key, ["squire"])


@pytest.mark.parametrize("key", ["one_page_skirmish", "knights_and_knaves"])
def test_a_second_battle_begins_differently(key: str) -> None:
    """Where the men are set up goes by the whim of their captain, and every place is lawful."""
    begun = {
        tuple(one for one in said(key, ["captain"], whim) if one.startswith("deploy.place"))
        for whim in range(6)
    }
    assert len(begun) >= 4


@pytest.mark.parametrize("key", sorted(FIRST))
def test_the_easiest_is_offered_first_and_each_tells_its_strength(key: str) -> None:
    book = RULESETS[key]
    levels = ladder(book)
    assert list(levels) == ["green", "squire", "captain", "chance"]
    assert all(sentence.endswith(".") for sentence in levels.values())
    assert len(set(levels.values())) == len(levels)
    shares = [book.hesitates.get(level, 0) for level in ("green", "squire", "captain")]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[-1] == 0


class Decided:
    """Always answers the same."""

    foresees = False

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def decide(self, seat: Any, choice: Any) -> Any:  # noqa: ARG002
        return self.answer


def test_who_hesitates_lets_a_share_of_his_chances_pass() -> None:
    """By waiting if that is an answer, else as is usual, else with what stands first."""
    waiting = Pick("a", "act", "What?", ["charge", "move", "stay"])
    usual = Pick("a", "act", "What?", ["charge", "move", "shoot"], usual="move")
    plain = Pick("a", "act", "What?", ["charge", "move", "shoot"])

    def shares(choice: Any, share: int) -> dict[str, int]:
        one = Hesitant(Decided("charge"), 1, share)
        given = [one.decide(None, choice) for _ in range(400)]  # type: ignore[arg-type]
        return {answer: given.count(answer) for answer in set(given)}

    assert shares(waiting, 0) == {"charge": 400}
    assert set(shares(waiting, 40)) == {"charge", "stay"}
    assert 120 < shares(waiting, 40)["stay"] < 200
    assert set(shares(usual, 40)) == {"charge", "move"}
    assert shares(plain, 40) == {"charge": 400}


class Sworn(Decided):
    """Knows a question that nobody lets pass."""

    def steady(self, seat: Any, choice: Any) -> bool:  # noqa: ARG002
        return bool(choice.key == "act")


def test_nobody_lets_pass_what_his_captain_calls_steady() -> None:
    one = Hesitant(Sworn("charge"), 1, 100)
    asked = {key: Pick("a", key, "What?", ["charge", "stay"]) for key in ("act", "other")}
    assert {key: one.decide(None, pick) for key, pick in asked.items()} == {  # type: ignore[arg-type]
        "act": "charge",
        "other": "stay",
    }
