"""A person at the table, in the terminal: look, answer, take back, ask why."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import msgspec
from rich.text import Text

from banneret.cli import ask, chronicle
from banneret.cli.books import clauses_of
from banneret.cli.draw import draw
from banneret.core.errors import (
    BadData,
    BanneretError,
    IllegalAnswer,
    NeedsConsent,
    UnreadableAnswer,
)
from banneret.core.play.events import Rolled
from banneret.core.questions.choices import EnterDice, Pick
from banneret.players.advice import advice

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from banneret.core.play.game import Game, Player, Question
    from banneret.core.questions.choices import Choice
    from banneret.core.show.scene import Scene

LOG_LINES = 25
HELP = """\
  a number      choose that option               undo     take your last answer back
  table         draw the table again             hint     what would the captain do?
  log [all]     what has happened                auto     the captain plays on in this phase
  why [CLAUSE]  the rule behind the last dice    concede  give up, when the rules allow it
  help          this list                        quit     leave; the battle is kept"""


SEVERAL = """\
  a number to answer that one, 2-5 ANSWER or all ANSWER for several at once,
  rest to leave what is open to the captain, done when all are as you want them"""


class Quit(Exception):
    """The person leaves the table."""


class Session:
    """One person's evening: the game, his side, and the captain who advises him."""

    def __init__(
        self, game: Game[Any], side: str, captain: Callable[[], Player], out: Console
    ) -> None:
        self.game = game
        self.side = side
        self.captain = captain
        self.out = out
        self._shown = 0
        self._auto: str | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "hint": self._hint,
            "auto": self._auto_on,
            "log": self._log,
            "why": self._why,
            "table": self._table,
            "concede": self._concede,
            "help": lambda _: self.out.print(HELP),
            "quit": self._quit,
            "exit": self._quit,
        }

    def run(self) -> bool:
        """Play until the battle is over (True) or the person leaves (False)."""
        self._shown = len(self.game.events(self.side))
        self._table("")
        try:
            while (question := self.game.advance()) is not None:
                if self._auto != self._phase():
                    self._auto = None  # the person looks on again
                self._news()
                self._take(question)
        except (Quit, EOFError, KeyboardInterrupt):
            return False
        self._news()
        self._table("")
        assert self.game.result is not None
        names = chronicle.names_of(self.game.ruleset.scene(self.game.view(self.side), self.side))
        ended = chronicle.result_text(self.game.result, self.game.ruleset.counted, names)
        self.out.print(ended, style="bold", soft_wrap=True)
        return True

    # -- asking

    def _take(self, question: Question) -> None:
        if self._auto is not None:
            self._play_as_captain(question)
            return
        mine = self._mine(question)
        if question.together and len(mine) > 1:
            self._take_several(mine)
        else:
            self._take_one(question, mine[0][0])

    def _mine(self, question: Question) -> list[tuple[int, Choice[Any]]]:
        return question.for_side(self.side) or list(enumerate(question.choices))

    def _take_one(self, question: Question, index: int) -> None:
        choice = question.choices[index]
        ask.show(self.out, choice, self._scene(choice))
        text = self._line()
        if self._command(text):
            return
        self._try(lambda: self.game.answer(self._read(choice, text), choice.side or None))

    def _take_several(self, mine: list[tuple[int, Choice[Any]]]) -> None:
        """Let several questions be answered in any order and changed until they are done."""
        drafts = self.game.drafts(self.side)
        self.out.print(f"\n{len(mine)} questions, in any order:", style="bold yellow")
        for number, (index, choice) in enumerate(mine, 1):
            said = "-"
            if index in drafts:
                said = ask.tell_answer(choice, drafts[index], self._scene(choice))
            self.out.print(f"  {number:>2}. {choice.prompt}: {said}", soft_wrap=True)
        self.out.print(SEVERAL, soft_wrap=True)
        text = self._line()
        if text == "done":
            self._try(lambda: self.game.commit(self.side))
        elif text == "rest":
            self._leave_rest()
        elif text.isdecimal() and 1 <= int(text) <= len(mine):
            self._draft(*mine[int(text) - 1])
        elif not self._command(text):
            self._try(lambda: self._draft_several(mine, text))

    def _draft_several(self, mine: list[tuple[int, Choice[Any]]], text: str) -> None:
        """Say the same to several questions; whoever cannot take it is named.

        If nobody can, what could have been said to the first is shown.
        """
        found = ask.several(text, len(mine))
        if found is None:
            raise UnreadableAnswer(f"{text!r}: expected a number from 1 to {len(mine)}, or done")
        asked = [mine[number - 1] for number in found[0]]
        refused: dict[str, list[Choice[Any]]] = {}
        for index, choice in asked:
            try:
                self._draft_typed(index, choice, found[1])
            except (IllegalAnswer, UnreadableAnswer) as no:
                refused.setdefault(str(no), []).append(choice)
        for sentence, (first, *rest) in refused.items():
            more = f" and {len(rest)} more" if rest else ""
            self._refuse(f"{first.prompt}{more}: {sentence}")
        if sum(map(len, refused.values())) == len(asked):
            ask.show(self.out, asked[0][1], self._scene(asked[0][1]))

    def _leave_rest(self) -> None:
        """What is still open of several questions is answered as the captain would."""
        question = self.game.question
        assert question is not None
        mine, drafts = question.for_side(self.side), self.game.drafts(self.side)
        for (index, _), answer in zip(mine, self._advice(question), strict=True):
            if index not in drafts:
                self.game.draft(index, answer, self.side)

    def _draft(self, index: int, choice: Choice[Any]) -> None:
        ask.show(self.out, choice, self._scene(choice))
        text = self._line()
        if not self._command(text):
            self._try(lambda: self._draft_typed(index, choice, text))

    def _draft_typed(self, index: int, choice: Choice[Any], text: str) -> None:
        self.game.draft(index, self._read(choice, text), self.side)

    def _read(self, choice: Choice[Any], text: str) -> Any:
        return ask.read(choice, text, self._scene())

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except BadData:
            raise  # the save file is in trouble: stop, do not play on unrecorded
        except BanneretError as no:
            self._refuse(str(no))

    def _line(self) -> str:
        self.out.print("> ", end="")
        self.out.file.flush()
        text = sys.stdin.readline()
        if not text:
            raise EOFError
        if not sys.stdin.isatty():
            self.out.print(text.strip())
        return text.strip()

    def _refuse(self, sentence: str) -> None:
        self.out.print(Text(f"  No: {sentence}", "red"), soft_wrap=True)

    # -- looking

    def _scene(self, choice: Choice[Any] | None = None) -> Scene:
        """What he sees, and those who are to be set down, whom nobody sees yet."""
        game = self.game
        view = game.view(self.side)
        scene = game.ruleset.scene(view, self.side)
        coming = () if choice is None else game.ruleset.figures(view, choice)
        return msgspec.structs.replace(scene, pieces=(*scene.pieces, *coming)) if coming else scene

    def _phase(self) -> str:
        return self.game.ruleset.moment(self.game.state, self.side)

    def _sentences(self) -> list[chronicle.Sentence]:
        game = self.game
        return list(chronicle.tell(game.ruleset, game.view(self.side), game.events(self.side)))

    def _news(self) -> None:
        """Tell what has happened since the person last looked; draw the table if much has."""
        game = self.game
        events = game.events(self.side)
        fresh = events[min(self._shown, len(events)) :]
        self._shown = len(events)
        told = list(chronicle.tell(game.ruleset, game.view(self.side), fresh))
        if told:
            chronicle.show(self.out, told)
            if self._auto is None and game.question is not None:
                self._table("")

    # -- commands

    def _command(self, text: str) -> bool:
        name, _, rest = text.partition(" ")
        command = self._commands.get(name.lower())
        if command is None:
            return False
        command(rest.strip())
        return True

    def _table(self, _: str) -> None:
        self.out.print(draw(self._scene(), self.out.width))

    def _log(self, rest: str) -> None:
        sentences = self._sentences()
        chronicle.show(self.out, sentences if rest == "all" else sentences[-LOG_LINES:])

    def _undo(self, rest: str) -> None:
        try:
            self.game.undo(self.side, agreed=rest == "agreed")
        except NeedsConsent as no:
            self._refuse(f"{no}; the computer does if you type: undo agreed")
        except BanneretError as no:
            self._refuse(str(no))
        else:
            self._shown = min(self._shown, len(self.game.events(self.side)))
            self.out.print("  Taken back.")

    def _advice(self, question: Question) -> list[Any]:
        wanted = len(question.for_side(self.side))
        return advice(self.game.fork(players={}), self.side, self.captain(), wanted)

    def _hint(self, _rest: str) -> None:
        question = self.game.question
        if question is None or isinstance(question.choice, EnterDice):
            self.out.print("  The dice decide here.")
            return
        answers = self._advice(question)
        for (_, choice), answer in zip(question.for_side(self.side), answers, strict=False):
            said = ask.tell_answer(choice, answer, self._scene(choice))
            self.out.print(f"  {choice.prompt}: the captain would say {said}", soft_wrap=True)

    def _auto_on(self, _: str) -> None:
        self._auto = self._phase()

    def _play_as_captain(self, question: Question) -> None:
        """Answer what is asked; what the person has drafted stands."""
        if isinstance(question.choice, EnterDice):
            self.game.answer(())
        elif question.together:
            self._leave_rest()
            self.game.commit(self.side)
        else:
            self.game.answer(self._advice(question)[0], self.side)

    def _why(self, rest: str) -> None:
        """Print the rule behind the last dice, or the clause that is named."""
        try:
            clauses = clauses_of(self.game.ruleset)
        except BadData as no:
            self._refuse(str(no))
            return
        rolled = [e for e in self.game.events(self.side) if isinstance(e.event, Rolled)]
        wanted = rest.upper() or (rolled[-1].clause if rolled else "")
        if rolled and not rest and isinstance(rolled[-1].event, Rolled):
            self.out.print(f"  {chronicle.dice_text(rolled[-1].event)}", soft_wrap=True)
        clause = clauses.get(wanted)
        if clause is None:
            self._refuse(f"there is no clause {wanted}" if wanted else "no dice have fallen yet")
            return
        self.out.print(f"  {clause.id}: {clause.title}", style="bold")
        self.out.print(f"  {' '.join(clause.text.split())}")

    def _concede(self, rest: str) -> None:
        """Choose to concede if that is among the options, else call for it unasked."""
        question = self.game.question
        choice = question.choice if question is not None else None
        if isinstance(choice, Pick):
            for key in choice.allowed():
                if "concede" in f"{key} {choice.label(key)}".lower():
                    self._try(lambda: self.game.answer(key, self.side))  # noqa: B023  # at once
                    return
        self.game.call(self.side, "concede", off=rest == "off")
        self.out.print(
            "  You fight on."
            if rest == "off"
            else "  You concede as soon as the rules let you; concede off calls it off."
        )

    def _quit(self, _: str) -> None:
        raise Quit
