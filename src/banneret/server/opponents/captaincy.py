"""Sides that nobody plays here: computers, and captains who stand in for people for a while.

They think in other processes; in the room they are puppets that say what was thought of.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from banneret.core.errors import find
from banneret.core.questions.forms import EnterDice
from banneret.players import CHANCE
from banneret.server.opponents import errands
from banneret.server.opponents.puppets import Puppet, Script
from banneret.server.seen.render import mine

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.game import Game
    from banneret.server.storage.store import BattleRow


class Captained:
    """A battle some of whose sides are played by computers and captains."""

    game: Game[Any]

    def __init__(self, battle: BattleRow, ruleset: Ruleset[Any], books: str) -> None:
        self.id = battle.id
        self.closed = battle.status == "over" and battle.result is None  # by who keeps the table
        # what chance players throw must not follow from what everybody knows
        secret = f"{battle.secret} {battle.id}".encode()
        self.private = blake2b(secret, digest_size=16, person=b"banneret mind").hexdigest()
        self.ruleset = ruleset
        self.books = books
        known = ruleset.scenarios
        self.sides = find(f"scenario of {ruleset.key}", battle.setup.scenario, known).sides
        self.levels = {seat.side: seat.level for seat in battle.seats if seat.kind == "computer"}
        self.people = [side for side in self.sides if side not in self.levels]
        self.script = Script()
        self.autos: dict[str, str] = {}  # people's sides that a captain has, until which phase ends

    def computer_to_move(self) -> bool:
        """Whether the battle waits for a computer, or for a captain who plays for a person."""
        question, players = self.game.question, self.game.players
        if question is None or question.together or self.game.result is not None or self.closed:
            return False
        return all(choice.side in players for choice in question.choices)

    def errand(self, *, by_chance: bool = False) -> bytes:
        """Pack the battle for the process that thinks."""
        levels = self.levels | dict.fromkeys(self.autos, self.captain_level)
        if by_chance:
            levels = dict.fromkeys(levels, CHANCE)
        return errands.pack(self.game, self.books, self.private, levels, dict(self.autos))

    def advice_errand(self, side: str) -> bytes:
        """Pack the battle for the process that advises a side."""
        return errands.pack(self.game, self.books, self.private, {side: self.captain_level}, {})

    @property
    def captain_level(self) -> str:
        """How good the captain is who helps people."""
        return self.ruleset.levels[0] if self.ruleset.levels else CHANCE

    def puppets(self) -> dict[str, Puppet]:
        """Give the computers' sides their players."""
        return {side: Puppet(self.script) for side in self.levels}

    def let_captain(self, side: str, phase: str) -> None:
        """Let the captain have a side for the rest of a phase."""
        self.autos[side] = phase
        self.game.seat(side, Puppet(self.script))

    def take_over(self, side: str) -> None:
        """Give a side back to its people."""
        self.autos.pop(side, None)
        self.game.seat(side, None)

    def relieve_captains(self) -> None:
        """Give sides back to people where the phase is over for which a captain had them."""
        game = self.game
        done = [
            side
            for side, until in self.autos.items()
            if game.result is not None or errands.is_over(self.ruleset, game.state, side, until)
        ]
        for side in done:
            self.take_over(side)
        if done and game.result is None:
            game.question = None
            game.advance()

    def throw_for_captains(self) -> None:
        """The machine throws where only computers and captains may know of the dice."""
        game = self.game
        while (
            (question := game.question) is not None
            and isinstance(question.choices[0], EnterDice)
            and not any(mine(question, one) for one in self.people if one not in self.autos)
        ):
            game.answer(())
            game.advance()
