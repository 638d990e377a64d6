"""Questions to a side: one small vocabulary that every screen and computer player understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from banneret.core.errors import IllegalAnswer, UnreadableAnswer

if TYPE_CHECKING:
    from banneret.core.clauses import Refusal
    from banneret.core.draws import Draw

T = TypeVar("T")
K = TypeVar("K", bound="str | int")


class Chance(Protocol):
    """A source of numbers for players who choose at random; never the battle's own dice."""

    def die(self, sides: int) -> int:
        """Give a number from 1 to `sides`."""
        ...


class Option(NamedTuple):
    """One thing that may be answered, or may not and why."""

    key: str | int
    label: str
    because: Refusal | None = None
    odds: Mapping[str, str] | None = None


class Preview(msgspec.Struct, frozen=True):
    """What an answer would mean: lawful or why not, its price, its chances; nothing is changed."""

    legal: bool
    because: str = ""
    clause: str = ""
    price: float | None = None
    odds: dict[str, str] | None = None
    notes: tuple[str, ...] = ()


class Place1(NamedTuple):
    """Where one piece is set down."""

    x: float
    y: float
    facing: float


class Way(NamedTuple):
    """How a piece goes: its gait, the points it passes (the start left out) and its last facing."""

    gait: str
    points: tuple[tuple[float, float], ...]
    facing: float


class Choice(Generic[T]):
    """A question to one side; `key` names its kind and `about` its subjects."""

    __slots__ = ("about", "audience", "foresee", "key", "prompt", "side")

    kind = "choice"

    def __init__(
        self,
        side: str,
        key: str,
        prompt: str,
        about: Sequence[Any] = (),
        foresee: Callable[[T], Preview] | None = None,
    ) -> None:
        self.side = side
        self.key = key
        self.prompt = prompt
        self.about = about
        self.foresee = foresee
        self.audience: tuple[str, ...] | None = None

    def read(self, answer: Any) -> T:
        """Turn plain data into the typed answer, or say what form is expected."""
        raise NotImplementedError

    def refusal(self, value: T) -> Refusal | None:
        """Say why a well-formed answer is not allowed, or None."""
        raise NotImplementedError

    def ideas(self) -> Sequence[Any]:
        """List lawful answers: all of them if they can be listed, else a sensible few."""
        raise NotImplementedError

    def any(self, chance: Chance) -> Any:
        """Give a lawful answer at random."""
        ideas = self.ideas()
        return ideas[chance.die(len(ideas)) - 1]

    def only(self) -> T | None:
        """Give the one possible answer if there is nothing to decide."""
        return None

    def check(self, answer: Any) -> T:
        """Read an answer and make sure that it is allowed."""
        value = self.read(answer)
        refusal = self.refusal(value)
        if refusal is not None:
            raise IllegalAnswer(refusal.reason, refusal.clause)
        return value

    def preview(self, answer: Any) -> Preview:
        """Tell what an answer would mean without giving it."""
        try:
            value = self.check(answer)
        except IllegalAnswer as no:
            return Preview(legal=False, because=no.reason, clause=no.clause)
        except UnreadableAnswer as no:
            return Preview(legal=False, because=str(no))
        return self.foresee(value) if self.foresee is not None else Preview(legal=True)

    def describe(self) -> dict[str, Any]:
        """Say what is asked as plain data, for screens."""
        return {
            "kind": self.kind,
            "side": self.side,
            "key": self.key,
            "prompt": self.prompt,
            "about": list(self.about),
        }


class Pick(Choice[Any], Generic[K]):
    """One of several named things, or n to m of them; what is not allowed says why."""

    __slots__ = ("_candidates", "label", "least", "most", "odds", "why_not")

    kind = "pick"

    def __init__(
        self,
        side: str,
        key: str,
        prompt: str,
        candidates: Sequence[K] | Callable[[], Sequence[K]],
        *,
        why_not: Callable[[K], Refusal | None] | None = None,
        label: Callable[[K], str] = str,
        least: int = 1,
        most: int = 1,
        about: Sequence[Any] = (),
        odds: Callable[[K], Mapping[str, str]] | None = None,
        foresee: Callable[[Any], Preview] | None = None,
    ) -> None:
        super().__init__(side, key, prompt, about, foresee)
        self._candidates = candidates
        self.why_not = why_not
        self.label = label
        self.least = least
        self.most = most
        self.odds = odds

    @property
    def candidates(self) -> Sequence[K]:
        """Everything that could be named, allowed or not."""
        found = self._candidates
        if callable(found):
            found = self._candidates = found()
        return found

    def read(self, answer: Any) -> Any:
        """Read one key, or a list of keys."""
        if self.most == 1 and self.least == 1:
            if isinstance(answer, bool) or not isinstance(answer, str | int):
                raise UnreadableAnswer(f"{self.prompt}: expected one key, got {answer!r}")
            return answer
        if not isinstance(answer, list | tuple):
            raise UnreadableAnswer(f"{self.prompt}: expected a list of keys, got {answer!r}")
        return tuple(answer)

    def refusal(self, value: Any) -> Refusal | None:
        """Refuse what was not offered, what is not allowed, and the wrong number of things."""
        if self.most == 1 and self.least == 1:
            return self._refuse_one(value)
        if not self.least <= len(value) <= self.most or len(set(value)) != len(value):
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            raise UnreadableAnswer(
                f"{self.prompt}: expected {wanted} different keys, got {value!r}"
            )
        return next((no for one in value if (no := self._refuse_one(one)) is not None), None)

    def _refuse_one(self, key: K) -> Refusal | None:
        if key not in self.candidates:
            offered = ", ".join(str(one) for one in self.candidates)
            raise UnreadableAnswer(f"{self.prompt}: {key!r} is not among {offered}")
        return self.why_not(key) if self.why_not is not None else None

    def options(self) -> list[Option]:
        """List everything that could be named, each with why not if it is not allowed."""
        why_not, odds = self.why_not, self.odds
        return [
            Option(key, self.label(key), no, odds(key) if odds is not None and no is None else None)
            for key in self.candidates
            for no in (why_not(key) if why_not is not None else None,)
        ]

    def allowed(self) -> list[K]:
        """List what may be named."""
        why_not = self.why_not
        if why_not is None:
            return list(self.candidates)
        return [key for key in self.candidates if why_not(key) is None]

    def ideas(self) -> Sequence[Any]:
        """List the lawful answers; of several things, the smallest and the largest sets."""
        allowed = self.allowed()
        if self.most == 1 and self.least == 1:
            return allowed
        few = [tuple(allowed[: self.least])]
        many = tuple(allowed[: self.most])
        return few if many == few[0] else [*few, many]

    def any(self, chance: Chance) -> Any:
        """Name allowed things at random without listing the rest."""
        candidates = self.candidates
        count = len(candidates)
        if self.most == 1 and self.least == 1:
            why_not = self.why_not
            at = chance.die(count) - 1
            for step in range(count):
                key = candidates[(at + step) % count]
                if why_not is None or why_not(key) is None:
                    return key
            raise IllegalAnswer(f"{self.prompt}: nothing is allowed")
        pool = self.allowed()
        most = min(self.most, len(pool))
        wanted = self.least + chance.die(most - self.least + 1) - 1
        return tuple(pool.pop(chance.die(len(pool)) - 1) for _ in range(wanted))

    def only(self) -> Any:
        """Give the single candidate if there is but one and one is wanted."""
        if self.most == 1 and self.least == 1 and len(self.candidates) == 1:
            return self.candidates[0]
        return None

    def describe(self) -> dict[str, Any]:
        """Say what is asked and offered as plain data."""
        return {
            **super().describe(),
            "least": self.least,
            "most": self.most,
            "options": [
                {
                    "key": o.key,
                    "label": o.label,
                    **(
                        {"because": o.because.reason, "clause": o.because.clause}
                        if o.because
                        else {}
                    ),
                    **({"odds": dict(o.odds)} if o.odds else {}),
                }
                for o in self.options()
            ],
        }


class Place(Choice[dict[int, Place1]]):
    """A point and facing for each of several pieces."""

    __slots__ = ("_ideas", "allows", "pieces", "region")

    kind = "place"

    def __init__(
        self,
        side: str,
        key: str,
        prompt: str,
        pieces: Sequence[int],
        *,
        allows: Callable[[dict[int, Place1]], Refusal | None],
        ideas: Callable[[], Sequence[dict[int, Place1]]],
        region: Callable[[], Mapping[str, Any]] | None = None,
        about: Sequence[Any] = (),
        foresee: Callable[[dict[int, Place1]], Preview] | None = None,
    ) -> None:
        super().__init__(side, key, prompt, about, foresee)
        self.pieces = pieces
        self.allows = allows
        self._ideas = ideas
        self.region = region

    def read(self, answer: Any) -> dict[int, Place1]:
        """Read a table from piece to [x, y, facing]."""
        if not isinstance(answer, Mapping):
            raise UnreadableAnswer(f"{self.prompt}: expected a table of places, got {answer!r}")
        places = {
            _piece(key): _place(where, f"{self.prompt}: piece {key}")
            for key, where in answer.items()
        }
        strange = [piece for piece in places if piece not in self.pieces]
        missing = [piece for piece in self.pieces if piece not in places]
        if strange or missing:
            raise UnreadableAnswer(
                f"{self.prompt}: expected places for pieces {list(self.pieces)}, got {sorted(places)}"
            )
        return places

    def refusal(self, value: dict[int, Place1]) -> Refusal | None:
        """Ask the rules whether the pieces may stand so."""
        return self.allows(value)

    def ideas(self) -> Sequence[dict[int, Place1]]:
        """List a few lawful ways to set the pieces down."""
        return self._ideas()

    def describe(self) -> dict[str, Any]:
        """Say which pieces are placed and in what region."""
        region = dict(self.region()) if self.region is not None else None
        return {**super().describe(), "pieces": list(self.pieces), "region": region}


class Move(Choice[Way]):
    """A way for one piece or unit: gait, points and last facing; the rules check and price it."""

    __slots__ = ("_ideas", "allowance", "allows", "gaits", "piece")

    kind = "move"

    def __init__(
        self,
        side: str,
        key: str,
        prompt: str,
        piece: int,
        *,
        gaits: Sequence[str],
        allows: Callable[[Way], Refusal | None],
        ideas: Callable[[], Sequence[Way]],
        allowance: float | None = None,
        about: Sequence[Any] = (),
        foresee: Callable[[Way], Preview] | None = None,
    ) -> None:
        super().__init__(side, key, prompt, about, foresee)
        self.piece = piece
        self.gaits = gaits
        self.allows = allows
        self._ideas = ideas
        self.allowance = allowance

    def read(self, answer: Any) -> Way:
        """Read [gait, [[x, y], ...], facing]."""
        if not isinstance(answer, list | tuple) or len(answer) != 3:
            raise UnreadableAnswer(
                f"{self.prompt}: expected [gait, points, facing], got {answer!r}"
            )
        gait, points, facing = answer
        if gait not in self.gaits:
            raise UnreadableAnswer(
                f"{self.prompt}: gait {gait!r} is not among {', '.join(self.gaits)}"
            )
        if not isinstance(points, list | tuple):
            raise UnreadableAnswer(f"{self.prompt}: expected a list of points, got {points!r}")
        return Way(
            gait,
            tuple(_point(p, f"{self.prompt}: points[{i}]") for i, p in enumerate(points)),
            _number(facing, f"{self.prompt}: facing"),
        )

    def refusal(self, value: Way) -> Refusal | None:
        """Ask the rules whether the piece may go so."""
        return self.allows(value)

    def ideas(self) -> Sequence[Way]:
        """List a few lawful ways."""
        return self._ideas()

    def describe(self) -> dict[str, Any]:
        """Say which piece goes, how, and how far it could."""
        return {
            **super().describe(),
            "piece": self.piece,
            "gaits": list(self.gaits),
            "allowance": self.allowance,
        }


class Play(Pick[str]):
    """Cards from a hand."""

    __slots__ = ()

    kind = "play"


class Field(NamedTuple):
    """One field of a form: its type is a number with bounds, one of some words, or text."""

    name: str
    label: str
    kind: str  # "number", "word" or "text"
    words: tuple[str, ...] = ()
    least: float = 0
    most: float = 0


class Write(Choice[dict[str, Any]]):
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
    ) -> None:
        super().__init__(side, key, prompt, about)
        self.fields = fields
        self.allows = allows
        self._ideas = ideas

    def read(self, answer: Any) -> dict[str, Any]:
        """Read a table with exactly the fields of the form."""
        names = [field.name for field in self.fields]
        if not isinstance(answer, Mapping) or sorted(answer) != sorted(names):
            raise UnreadableAnswer(
                f"{self.prompt}: expected the fields {', '.join(names)}, got {answer!r}"
            )
        return {field.name: _field(field, answer[field.name], self.prompt) for field in self.fields}

    def refusal(self, value: dict[str, Any]) -> Refusal | None:
        """Ask the rules whether the form may be filled so."""
        return self.allows(value)

    def ideas(self) -> Sequence[dict[str, Any]]:
        """List a few lawful ways to fill the form."""
        return self._ideas()

    def describe(self) -> dict[str, Any]:
        """Say which fields the form has."""
        return {**super().describe(), "fields": [field._asdict() for field in self.fields]}


class EnterDice(Choice[tuple[int, ...]]):
    """Dice thrown by hand at a real table and typed in."""

    __slots__ = ("draw",)

    kind = "dice"

    def __init__(self, side: str, draw: Draw[Any]) -> None:
        super().__init__(side, "dice", f"Throw for {draw.purpose}", draw.dice)
        self.draw = draw

    def read(self, answer: Any) -> tuple[int, ...]:
        """Read one face for each die thrown."""
        dice = self.draw.dice
        if not isinstance(answer, list | tuple) or len(answer) != len(dice):
            raise UnreadableAnswer(f"{self.prompt}: expected {len(dice)} dice, got {answer!r}")
        for index, (face, sides) in enumerate(zip(answer, dice, strict=True)):
            if type(face) is not int or not 1 <= face <= sides:
                raise UnreadableAnswer(
                    f"{self.prompt}: dice[{index}] is {face!r}: a d{sides} shows 1 to {sides}"
                )
        return tuple(answer)

    def refusal(self, value: tuple[int, ...]) -> Refusal | None:  # noqa: ARG002  # every throw stands
        """Allow every throw the dice can show."""
        return None

    def ideas(self) -> Sequence[tuple[int, ...]]:
        """List the lowest throw; real dice give the rest."""
        return [(1,) * len(self.draw.dice)]

    def any(self, chance: Chance) -> tuple[int, ...]:
        """Throw for somebody who has no dice at hand."""
        return tuple(chance.die(sides) for sides in self.draw.dice)


def _number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e6:
        raise UnreadableAnswer(f"{where}: expected a number, got {value!r}")
    return float(value)


def _point(value: Any, where: str) -> tuple[float, float]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise UnreadableAnswer(f"{where}: expected [x, y], got {value!r}")
    return _number(value[0], f"{where}.x"), _number(value[1], f"{where}.y")


def _place(value: Any, where: str) -> Place1:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise UnreadableAnswer(f"{where}: expected [x, y, facing], got {value!r}")
    x, y, facing = (_number(part, where) for part in value)
    return Place1(x, y, facing)


def _piece(key: Any) -> int:
    if isinstance(key, str) and key.isdigit():
        return int(key)
    if isinstance(key, bool) or not isinstance(key, int):
        raise UnreadableAnswer(f"expected the number of a piece, got {key!r}")
    return key


def _field(field: Field, value: Any, prompt: str) -> Any:
    where = f"{prompt}: {field.name}"
    if field.kind == "number":
        number = _number(value, where)
        if not field.least <= number <= field.most:
            raise UnreadableAnswer(
                f"{where}: expected {field.least:g} to {field.most:g}, got {value!r}"
            )
        return value
    if not isinstance(value, str) or (field.kind == "word" and value not in field.words):
        wanted = f"one of {', '.join(field.words)}" if field.kind == "word" else "text"
        raise UnreadableAnswer(f"{where}: expected {wanted}, got {value!r}")
    return value
