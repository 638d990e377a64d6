"""What is written down: a form with typed fields, and dice thrown by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from banneret.core.chance import kinds
from banneret.core.errors import UnreadableAnswer
from banneret.core.questions.answers import Field, read_faces, read_field
from banneret.core.questions.asking import Asked

if TYPE_CHECKING:
    from banneret.core.book.clauses import Refusal
    from banneret.core.book.tally import Reason, Tally
    from banneret.core.chance.draws import Draw
    from banneret.core.chance.wish import Wish
    from banneret.core.questions.asking import Chance, Preview


class Write(Asked[dict[str, Any]]):
    """A form with typed fields."""

    __slots__ = ("_ideas", "allows", "fields")

    kind = "write"

    def __init__(
        self,
        side: str,
        key: str,
        prompt: str,
        fields: Sequence[Field],
        *,
        ideas: Callable[[], Sequence[dict[str, Any]]],
        allows: Callable[[dict[str, Any]], Refusal | None] = lambda _: None,
        about: Sequence[Any] = (),
        foresee: Callable[[dict[str, Any]], Preview] | None = None,
    ) -> None:
        super().__init__(side, key, prompt, about, foresee)
        self.fields = fields
        self.allows = allows
        self._ideas = ideas

    def read(self, answer: Any) -> dict[str, Any]:
        """Read a table with exactly the fields of the form."""
        names = [field.name for field in self.fields]
        if not isinstance(answer, Mapping) or set(answer) != set(names):
            raise UnreadableAnswer(
                f"{self.prompt}: expected the fields {', '.join(names)}, got {answer!r}"
            )
        return {
            field.name: read_field(field, answer[field.name], self.prompt) for field in self.fields
        }

    def refusal(self, value: dict[str, Any]) -> Refusal | None:
        """Ask the rules whether the form may be filled so."""
        return self.allows(value)

    def ideas(self) -> Sequence[dict[str, Any]]:
        """List a few lawful ways to fill the form."""
        return self._ideas()

    def describe(self) -> dict[str, Any]:
        """Say which fields the form has."""
        return {**super().describe(), "fields": [field._asdict() for field in self.fields]}


class EnterDice(Asked[tuple[int, ...]]):
    """Dice thrown by hand at a real table and typed in; an empty answer lets the machine throw.

    Anybody may type them where `side` is empty; `whose` they are, the reckoning beside them and
    what is hoped for are told as they will be when the dice lie.
    """

    __slots__ = ("draw", "reasons", "whose", "wish")

    kind = "dice"

    def __init__(
        self,
        side: str,
        draw: Draw[Any],
        *,
        whose: str | None = None,
        tally: Tally | None = None,
        wish: Wish | None = None,
    ) -> None:
        purpose = draw.purpose
        throw = "Throw" if purpose.startswith("to ") else "Throw for"
        super().__init__(side, "dice", f"{throw} {purpose}")
        self.draw = draw
        self.whose = whose
        self.reasons: tuple[Reason, ...] = () if tally is None else tally.reasons
        self.wish = wish or draw.wish

    def read(self, answer: Any) -> tuple[int, ...]:
        """Read one face for each die thrown, or nothing."""
        if answer is None or (isinstance(answer, (list, tuple)) and not answer):
            return ()
        return read_faces(answer, self.draw.dice, self.prompt)

    def refusal(self, value: tuple[int, ...]) -> Refusal | None:  # noqa: ARG002  # every throw stands
        """Allow every throw the dice can show."""
        return None

    def ideas(self) -> Sequence[tuple[int, ...]]:
        """List the lowest throw; real dice give the rest."""
        return [tuple([kinds.shows(sides)[0][0] for sides in self.draw.dice])]

    def any(self, chance: Chance) -> tuple[int, ...]:
        """Throw for somebody who has no dice at hand."""
        return tuple([chance.die(sides) for sides in self.draw.dice])

    def describe(self) -> dict[str, Any]:
        """Say which dice are thrown, by whom, and what they are for."""
        return {
            **super().describe(),
            "dice": list(self.draw.dice),
            "purpose": self.draw.purpose,
            "whose": self.whose,
            "throwers": self.draw.throwers,
            "means": self.draw.means,
            "tally": self.reasons,
            "wish": self.wish,
        }
