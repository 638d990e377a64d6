"""What a side calls for unasked, and secrets that come to light in the middle of a step."""

from __future__ import annotations

from typing import Any

import msgspec

from banneret.core.book.ruleset import Result, Ruleset, ScenarioInfo
from banneret.core.chance.dice import RandomDice
from banneret.core.play.events import Event
from banneret.core.play.game import Game
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick

SIDES = ("red", "blue")


class Duel(msgspec.Struct):
    """Red names numbers until somebody gives up."""

    phase: str = "name"
    named: int = 0
    beaten: str = ""


class Said(Event, frozen=True, tag="said_in_test"):
    word: str


def name(table: Table[Duel]) -> None:
    """Red names a number; then either side may have called to concede."""
    duel = table.state
    duel.named += table.ask(Pick("red", "name", "A number?", (1, 2)))
    for side in SIDES:
        if table.called(side, "concede"):
            duel.beaten = side
            return


def over(duel: Duel) -> Result | None:
    if not duel.beaten:
        return None
    winner = "blue" if duel.beaten == "red" else "red"
    return Result(winner, "conceded", "", {}, 1, {})


DUEL: Ruleset[Duel] = Ruleset(
    key="duel",
    title="Duel",
    state_type=Duel,
    begin=lambda _scenario, _options, _forces: Duel(),
    sequence={"name": name},
    over=over,
    sides=lambda _: SIDES,
    scenarios={"duel": ScenarioInfo("duel", "Duel", "", SIDES, {"red": (), "blue": ()})},
)


def new_game() -> Game[Duel]:
    return Game(DUEL, Duel(), dice=RandomDice(1))


def test_a_call_is_heard_where_the_rule_looks() -> None:
    """Nothing happens when a side calls, only when the rule next asks for it."""
    game = new_game()
    game.advance()
    game.call("blue", "concede")
    assert game.result is None
    game.answer(2)
    assert game.advance() is None
    assert game.result is not None
    assert game.result.winner == "red"
    assert game.state.named == 2


def test_a_call_may_be_called_off() -> None:
    """A call that was withdrawn in time leaves no trace."""
    game = new_game()
    game.advance()
    game.call("red", "concede")
    game.call("red", "concede", off=True)
    game.answer(1)
    assert game.advance() is not None
    assert game.steps[0].tape == new_tape(1)


def new_tape(answer: int) -> list[Any]:
    game = new_game()
    game.advance()
    game.answer(answer)
    game.advance()
    return game.steps[0].tape


def test_a_replay_hears_the_call_where_it_was_heard() -> None:
    """The record holds a call at the point where it told, so a replay ends at the same point."""
    game = new_game()
    for answer in (1, 2):
        game.advance()
        game.answer(answer)
    game.advance()
    game.call("red", "concede")
    game.answer(1)
    game.advance()
    again = new_game()
    again.replay([entry for step in game.steps for entry in step.tape])
    assert again.state == game.state
    assert again.result == game.result
    assert len(again.steps) == 3


def test_what_comes_to_light_ends_every_secrecy_around_it() -> None:
    """After `openly` the rest of the step is public, but a later secret is kept again."""
    table: Table[None] = Table(None, RandomDice(1), {})
    with table.privately(("red",)):
        table.tell(Said("hidden"))
        with table.privately(("red",)):
            table.openly()
            table.tell(Said("seen"))
        table.tell(Said("still seen"))
        with table.privately(("blue",)):
            with table.privately(("red",)):
                pass
            table.tell(Said("blue's own"))
    assert [told.audience for told in table.events] == [("red",), None, None, ("blue",)]
