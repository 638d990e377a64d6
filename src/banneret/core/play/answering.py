"""How people answer: one question at once, or several in secret, changeable until committed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.errors import IllegalAnswer, StaleAnswer, UnreadableAnswer, WrongSide
from banneret.core.play.tape import Answered, Thrown
from banneret.core.questions.forms import EnterDice

if TYPE_CHECKING:
    from banneret.core.chance.dice import Dice
    from banneret.core.play.seat import Blind, Seated
    from banneret.core.play.steps import Journal
    from banneret.core.play.tape import Entry
    from banneret.core.questions.asking import Choice, Preview
    from banneret.core.questions.questions import Question


class Answering:
    """The side of a game that people see: what is asked, their drafts, what they call for.

    `Game` sets these up and plays on with what is on the tape.
    """

    machine: Dice | None
    journal: Journal | None
    tape: list[Entry]
    question: Question | None
    _deciders: dict[str, Seated[Any] | Blind]
    _drafts: dict[int, Any]
    _committed: dict[str, dict[int, Any]]
    _drafted: int  # the number of the question the drafts belong to
    _calls: set[tuple[str, str]]
    _noted: int
    _before: int  # entries on the tapes of finished steps

    def asked(self) -> int:
        """Count the entries so far: the number of the next question."""
        return self._before + len(self.tape)

    def answer(self, value: Any, side: str | None = None, number: int | None = None) -> None:
        """Answer the single question that is asked; IllegalAnswer says why not."""
        question = self._asked(number)
        if question.together:
            index = self._index_for(question, side)
            self.draft(index, value, side, number)
            self.commit(question.choices[index].side, number)
            return
        choice = question.choice
        self._own(choice, side)
        read = choice.check(value)
        if isinstance(choice, EnterDice):
            faces = read or self._machine_throw(choice)
            entry: Entry = Thrown(choice.draw.purpose, choice.draw.dice, faces)
        else:
            entry = Answered(choice.side, read)
        if self.journal is not None:
            self.journal.entry(entry)
        self.tape.append(entry)
        self._noted = len(self.tape)
        self.question = None

    def _machine_throw(self, choice: EnterDice) -> tuple[int, ...]:
        if self.machine is None:
            raise UnreadableAnswer(f"{choice.prompt}: expected dice, for no machine throws here")
        return self.machine.throw(choice.draw)

    def draft(
        self, index: int, value: Any, side: str | None = None, number: int | None = None
    ) -> None:
        """Set the answer to one of several questions; it may be changed until it is committed."""
        question = self._asked(number)
        if not question.together or not 0 <= index < len(question.choices):
            raise StaleAnswer(f"there is no question {index} in what is asked now")
        choice = question.choices[index]
        self._own(choice, side)
        if choice.side in self._committed:
            raise StaleAnswer(f"{choice.side} has already committed its answers")
        read = choice.check(value)
        if self.journal is not None:
            self.journal.draft(index, read)
        self._drafts[index] = read

    def commit(self, side: str, number: int | None = None) -> None:
        """Make a side's secret answers final; when all sides have, play goes on."""
        question = self._asked(number)
        if not question.together:
            raise StaleAnswer("one question is asked now: there is nothing to commit")
        mine = question.for_side(side)
        if not mine or side in self._deciders:
            raise WrongSide(f"{side} is not asked now, but {', '.join(self._people(question))}")
        missing = [i for i, _ in mine if i not in self._drafts]
        if missing:
            raise IllegalAnswer(f"{side} has {len(missing)} questions left to answer")
        if self.journal is not None:
            self.journal.commit(side)
        self._committed[side] = {i: self._drafts[i] for i, _ in mine}

    def drafts(self, side: str) -> dict[int, Any]:
        """Tell a side what it has set so far."""
        if self.question is None:
            return {}
        mine = {i for i, _ in self.question.for_side(side)}
        return {i: value for i, value in self._drafts.items() if i in mine}

    def has_committed(self, side: str) -> bool:
        """Whether a side's secret answers are final."""
        return side in self._committed

    def committed(self) -> frozenset[str]:
        """Name the sides whose secret answers are final."""
        return frozenset(self._committed)

    def preview(self, value: Any, index: int = 0, side: str | None = None) -> Preview:
        """Tell what an answer would mean; changes nothing."""
        choices = self._asked(None).choices
        if not 0 <= index < len(choices):
            raise StaleAnswer(f"there is no question {index} in what is asked now")
        self._own(choices[index], side)
        return choices[index].preview(value)

    def call(self, side: str, what: str, *, off: bool = False) -> None:
        """Call for something nobody asked about (to concede), or call it off; rules look it up."""
        if off:
            self._calls.discard((side, what))
        else:
            self._calls.add((side, what))

    def _asked(self, number: int | None) -> Question:
        question = self.question
        if question is None:
            raise StaleAnswer("nothing is asked now")
        if number is not None and number != question.number:
            raise StaleAnswer(f"question {number} is past; question {question.number} is asked now")
        return question

    def _index_for(self, question: Question, side: str | None) -> int:
        settled = self._committed.keys() | self._deciders.keys()
        mine = question.for_side(side) if side is not None else list(enumerate(question.choices))
        open_ones = [i for i, choice in mine if choice.side not in settled]
        if side is not None and not mine:
            raise WrongSide(f"{side} is not asked now, but {', '.join(self._people(question))}")
        if len(open_ones) != 1:
            raise StaleAnswer(f"{len(open_ones)} questions are open: say which one is answered")
        return open_ones[0]

    def _own(self, choice: Choice[Any], side: str | None) -> None:
        if side is not None and choice.side and side != choice.side:
            raise WrongSide(f"'{choice.prompt}' is asked of {choice.side}, not of {side}")
        if choice.side in self._deciders:
            raise WrongSide(f"'{choice.prompt}' is asked of {choice.side}, a computer player")

    def _people(self, question: Question) -> list[str]:
        return [side for side in question.sides if side not in self._deciders]

    def _waiting(self) -> bool:
        assert self.question is not None
        people = self._people(self.question)
        if not self.question.together:
            return bool(people)
        return any(side not in self._committed for side in people)

    def _ready(self) -> dict[int, Any] | None:
        """Give the secret answers that are final, if they are to what is asked next."""
        if not self._committed or self._drafted != self.asked():
            return None
        return {i: value for mine in self._committed.values() for i, value in mine.items()}
