"""A player in the middle of a step imagines what he did not see, and nothing else."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.chance.draws import D6, OneOf
from banneret.core.errors import Diverged
from banneret.core.play.events import Event
from banneret.core.play.game import Game, Seat
from banneret.core.play.seat import _Recall
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick
from contract.play import Chooser, ChoosingPlayer
from seam.cards import Cards, secrets, turn_up
from seam.toy import BLUE, RED, toy

NUMBERS = ("1", "2", "3", "4", "5", "6")


class Hint(Event, frozen=True, tag="hint"):
    high: bool


def bluff(table: Table[Cards]) -> None:
    """One long step: cards in secret, a secret die, an open die, a hint, and then red's bet."""
    cards = table.state.cards
    cards["red card"], cards["blue card"] = table.ask_all(
        [Pick(side, "card", "Card", NUMBERS) for side in (RED, BLUE)]
    )
    with table.privately((BLUE,)):
        for _ in range(int(cards["blue card"])):  # how often is as secret as the card
            cards["blue die"] = str(table.roll(D6("blue's own"), side=BLUE))
        table.roll(OneOf("no die at all", ("x",)))
        if table.ask(Pick(BLUE, "swap", "Swap die and card?", ("no", "yes"))) == "yes":
            cards["blue card"], cards["blue die"] = cards["blue die"], cards["blue card"]
    table.called(RED, "double")
    table.state.round = table.roll(D6("open"))
    high = int(cards["blue card"]) > 3
    if high:
        table.roll(D6("only with a high card"))
    else:
        table.ask(Pick(BLUE, "sigh", "Only with a low card", ("oh", "ah")))
    table.tell(Hint(high))
    bet = table.ask(Pick(RED, "bet", "His card", NUMBERS))
    table.state.winner = RED if bet == turn_up(table, "blue card") else BLUE


BLUFF = toy(
    "Bluff",
    lambda: Cards(phase="bluff", cards={}, turned=[]),
    (bluff,),
    **secrets(lambda _: NUMBERS),
)


class Imagines(ChoosingPlayer):
    """Imagines many games when it comes to the bet."""

    foresees = True

    def __init__(self, seed: int) -> None:
        super().__init__(Chooser([], seed))
        self.guesses: Counter[tuple[str, str]] = Counter()

    def decide(self, seat: Seat[Any], choice: Any) -> Any:
        if choice.key == "bet":
            for number in range(60):
                self.imagine(seat, RandomDice(number))
        return super().decide(seat, choice)

    def imagine(self, seat: Seat[Any], dice: RandomDice) -> None:
        others = {side: ChoosingPlayer(Chooser([], dice.die(1000))) for side in (RED, BLUE)}
        ahead = seat.imagine(dice, others)
        ahead.seat(RED, None)
        question = ahead.advance()
        assert question is not None
        assert question.choice.key == "bet"
        assert ahead.now.round == seat.view.round  # the open die fell for everybody
        assert ahead.now.cards["red card"] == seat.view.cards["red card"]
        assert ahead.events(RED) == seat.events
        self.guesses[ahead.now.cards["blue card"], ahead.now.cards["blue die"]] += 1


def battle(book: Any, red: Any, seed: int) -> Game[Any]:
    game = Game(
        book,
        book.begin("toy", {}, {}),
        dice=RandomDice(seed),
        players={RED: red, BLUE: ChoosingPlayer(Chooser([], seed))},
    )
    game.call(RED, "double")
    return game


@pytest.mark.parametrize("seed", range(4))
def test_guesses_fit_what_was_seen_and_nothing_more(seed: int) -> None:
    """All cards the hint allows are imagined, none that it excludes, the true one no more often."""
    red = Imagines(seed)
    game = battle(BLUFF, red, seed)
    assert game.advance() is None
    hint = next(t.event for t in game.steps[0].events if isinstance(t.event, Hint))
    cards = Counter(card for card, _ in red.guesses.elements())
    assert set(cards) == set(NUMBERS[3:] if hint.high else NUMBERS[:3])
    assert max(cards.values()) < 40
    assert len({die for _, die in red.guesses}) == 6


def test_a_memory_is_not_multiplied() -> None:
    """Whoever copies the dice of a remembered step remembers the same step."""
    table: Table[Any] = Table(None, RandomDice(1), {})
    game = battle(BLUFF, Imagines(1), 1)
    memory: _Recall[Any] = _Recall(game, table, RED, RandomDice(1), {})
    assert memory.copy() is memory


def test_a_player_who_finds_no_guess_is_told_so() -> None:
    """A book whose guesses never fit what was seen is at fault, and says so."""

    def too_late(view: Any, side: str, dice: Any) -> Any:  # noqa: ARG001
        over = BLUFF.begin("toy", {}, {})
        over.phase = "over"
        return over

    def do_nothing(table: Table[Any]) -> None:
        """The imagined step asks nothing."""

    broken = replace(BLUFF, imagine=too_late, sequence={"bluff": bluff, "over": do_nothing})
    with pytest.raises(Diverged, match="red cannot imagine a battle that fits"):
        battle(broken, Imagines(1), 1).advance()
