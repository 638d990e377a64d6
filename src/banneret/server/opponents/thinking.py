"""What worker processes do: think for computer players, and advise people."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.table import Pending
from banneret.players import player
from banneret.players.advice import advice
from banneret.server.hand.ahead import imagined
from banneret.server.hand.counsel import counsel
from banneret.server.opponents.errands import is_over, unpack
from banneret.server.opponents.puppets import Decision
from banneret.server.settings import find_book, shelf

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.game import Game
    from banneret.core.play.seat import Player, Seat
    from banneret.core.questions.asking import Choice
    from banneret.server.hand.counsel import Counsel
    from banneret.server.opponents.errands import Errand

log = logging.getLogger(__name__)

SLICE_SECONDS = 0.4  # of thought before people are shown what was done


class Recorder:
    """Lets a player decide and notes it; a player who fails is helped out by chance."""

    def __init__(self, thought: Thought, side: str, player: Player) -> None:
        self.foresees = player.foresees
        self._thought = thought
        self._side = side
        self._player = player

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        """Decide, unless it is time to stop."""
        thought = self._thought
        if thought.stops(self._side):
            raise Pending((choice,), together=False)
        try:
            answer = self._player.decide(seat, choice)
            choice.check(answer)
        except Exception:
            log.exception("%s could not answer %s", type(self._player).__name__, choice.key)
            answer = choice.any(thought.chance)
        thought.note(Decision(self._side, choice.key, answer))
        return answer


class Thought:
    """One slice of thinking about a battle."""

    def __init__(self, errand: Errand, ruleset: Ruleset[Any], seconds: float) -> None:
        self.errand = errand
        self.ruleset = ruleset
        self.chance = RandomDice(f"{errand.battle} {errand.before + len(errand.tape)}")
        self._until = time.monotonic() + seconds
        self._noted: list[tuple[int, Decision]] = []
        seated = {
            side: Recorder(self, side, player_of(ruleset, side, errand, self.chance))
            for side in errand.levels
        }
        self.game: Game[Any] = errand.game(ruleset, seated)

    def stops(self, side: str) -> bool:
        """Whether to hand over: time is up, or a person's phase is over."""
        until = self.errand.autos.get(side)
        if until is not None and is_over(self.ruleset, self.game.state, side, until):
            return True
        settled = bool(self._noted) and self._noted[0][0] < self.game.asked()
        return settled and time.monotonic() > self._until

    def note(self, decision: Decision) -> None:
        """Keep a decision, with the place on the tape it is for."""
        self._noted.append((self.game.asked(), decision))

    def settled(self) -> list[Decision]:
        """Give the decisions that came onto the tape: secret ones only when all were in."""
        reached = self.game.asked()
        return [decision for at, decision in self._noted if at < reached]


def player_of(ruleset: Ruleset[Any], side: str, errand: Errand, chance: RandomDice) -> Player:
    """Give a side its computer player, whose whims last for the battle."""
    return player(ruleset, side, errand.levels[side], chance.key.hex(), errand.battle)


def warm(books: str) -> int:
    """Open the books, so that the first thought need not."""
    return len([*shelf(books).values()])


def think(packed: bytes, seconds: float = SLICE_SECONDS) -> list[Decision]:
    """Play on for the computers until a person is asked, the battle ends, or time is up."""
    errand = unpack(packed)
    thought = Thought(errand, find_book(errand.books, errand.book), seconds)
    thought.game.advance()
    return thought.settled()


def advise(packed: bytes, side: str, wanted: int) -> tuple[list[Any], Counsel | None]:
    """Say what the captain would answer to each question put to a side; of one, also why."""
    errand = unpack(packed)
    ruleset = find_book(errand.books, errand.book)
    chance = RandomDice(f"{errand.battle} advice {errand.before}")
    captain = player_of(ruleset, side, errand, chance)
    answers = advice(errand.game(ruleset, {}), side, captain, wanted)
    why = None
    with suppress(Exception):
        again = unpack(packed)
        captain = player_of(ruleset, side, errand, chance)
        game = again.game(ruleset, {})
        game.advance()
        # he goes on as he would, and must not meet on the way what his side cannot know
        why = counsel(imagined(game, side), side, captain)
    return answers, why
