"""Choosing among named things: one of them or several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec

from banneret.core.errors import IllegalAnswer, UnreadableAnswer
from banneret.core.questions.answers import read_key, read_keys
from banneret.core.questions.asking import NOTHING_YET, Choice

if TYPE_CHECKING:
    from banneret.core.book.clauses import Refusal
    from banneret.core.questions.asking import Chance, Preview

K = TypeVar("K", bound="str | int")


class Option(NamedTuple):
    """One thing that may be answered, or may not and why."""

    key: str | int
    label: str
    because: Refusal | None = None
    odds: Mapping[str, str] | None = None


class Pick(Choice[Any], msgspec.Struct, Generic[K], eq=False):
    """One of several named things, or n to m of them; what is not allowed says why.

    `offered` lists them, or works them out. `why_not` refuses single things. Where things are
    refused in combination (cards that cannot be played together) `allows` judges the whole set,
    and `sets` lists some lawful ones. `usual` names the plain answer to what is asked again and
    again (of several things, a set), or works it out; screens propose it. What is `seldom` wanted
    a screen may answer so by itself, and offer to come back to it. Single answers that are lawful
    but hardly ever meant stand `aside`: a screen folds them away until they are asked for.
    """

    side: str
    key: str
    prompt: str
    offered: Sequence[K] | Callable[[], Sequence[K]]
    why_not: Callable[[K], Refusal | None] | None = None
    label: Callable[[K], str] = str
    least: int = 1
    most: int = 1
    allows: Callable[[tuple[K, ...]], Refusal | None] | None = None
    sets: Callable[[], Iterable[tuple[K, ...]]] | None = None
    about: Sequence[Any] = ()
    odds: Callable[[K], Mapping[str, str]] | None = None
    foresee: Callable[[Any], Preview] | None = None
    usual: K | tuple[K, ...] | Callable[[], K | tuple[K, ...] | None] | None = None
    seldom: bool = False
    aside: Callable[[K], bool] | None = None
    audience: tuple[str, ...] | None = None
    found: Any = NOTHING_YET

    kind = "pick"

    @property
    def candidates(self) -> Sequence[K]:
        """Everything that could be named, allowed or not."""
        found = self.offered
        if callable(found):
            found = self.offered = found()
        return found

    @property
    def proposal(self) -> K | tuple[K, ...] | None:
        """The plain answer, if there is one."""
        usual = self.usual
        return usual() if callable(usual) else usual

    @property
    def _one(self) -> bool:
        return self.least == 1 and self.most == 1

    def read(self, answer: Any) -> Any:
        """Read one key, or a list of keys."""
        if not self._one:
            return read_keys(answer, self.prompt)
        if type(answer) is int or type(answer) is str:
            return answer
        return read_key(answer, self.prompt)

    def check(self, answer: Any) -> Any:
        """Read and judge; the usual answer, one plain key that was offered, by the short way."""
        if answer is self.found:
            return answer
        if self._one and (type(answer) is int or type(answer) is str) and answer in self.candidates:
            key: Any = answer
            if self.why_not is None or self.why_not(key) is None:
                return key
        return super().check(answer)

    def refusal(self, value: Any) -> Refusal | None:
        """Refuse what was not offered, what is not allowed, and the wrong number of things."""
        if self._one:
            return self._refuse_one(value)
        if not self.least <= len(value) <= self.most or len(set(value)) != len(value):
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            raise UnreadableAnswer(
                f"{self.prompt}: expected {wanted} different keys, got {value!r}"
            )
        single = next((no for one in value if (no := self._refuse_one(one)) is not None), None)
        return single if single is not None or self.allows is None else self.allows(value)

    def _refuse_one(self, key: K) -> Refusal | None:
        if key not in self.candidates:
            offered = ", ".join(str(one) for one in self.candidates)
            raise UnreadableAnswer(f"{self.prompt}: {key!r} is not among {offered}")
        return self.why_not(key) if self.why_not is not None else None

    def options(self) -> list[Option]:
        """List everything that could be named, each with why not if it is not allowed."""
        why_not, odds = self.why_not, self.odds
        return [
            Option(
                key,
                self.label(key),
                no,
                (odds(key) or None) if odds is not None and no is None else None,
            )
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
        if self._one:
            return self.allowed()
        if self.sets is not None:
            return list(self.sets())
        allowed, allows = self.allowed(), self.allows
        if len(allowed) < self.least:
            return []
        sets = dict.fromkeys((tuple(allowed[: self.least]), tuple(allowed[: self.most])))
        return [some for some in sets if allows is None or allows(some) is None]

    def first(self) -> Any:
        """Name the first thing that is allowed, without looking at the rest."""
        if not self._one:
            return super().first() if self.sets is None else next(iter(self.sets()))
        self.found = next(key for key in self.candidates if self._is_allowed(key))
        return self.found

    def lawful(self, answer: Any) -> Any:
        """Give an answer that may be given; a single key is judged without an error."""
        if not self._one:
            return super().lawful(answer)
        if answer not in self.candidates or not self._is_allowed(answer):
            return None
        self.found = answer
        return answer

    def _is_allowed(self, key: K) -> bool:
        return self.why_not is None or self.why_not(key) is None

    def any(self, chance: Chance) -> Any:
        """Name allowed things at random without listing the rest."""
        if self.most != 1 or self.least != 1:
            return self._any_set(chance)
        candidates = self.offered
        if callable(candidates):
            candidates = self.candidates
        why_not = self.why_not
        count = len(candidates)
        at = chance.die(count) - 1
        key = candidates[at]
        if why_not is None or why_not(key) is None:
            self.found = key
            return key
        for step in range(at + 1, at + count):
            key = candidates[step % count]
            if why_not(key) is None:
                self.found = key
                return key
        raise IllegalAnswer(f"{self.prompt}: nothing is allowed")

    def _any_set(self, chance: Chance) -> Any:
        if self.allows is not None or self.sets is not None:
            return super().any(chance)
        pool = self.allowed()
        most = min(self.most, len(pool))
        if most < self.least:
            raise IllegalAnswer(f"{self.prompt}: nothing is allowed")
        wanted = self.least + chance.die(most - self.least + 1) - 1
        return tuple([pool.pop(chance.die(len(pool)) - 1) for _ in range(wanted)])

    def only(self) -> Any:
        """Give the single candidate if there is but one and one is wanted; of none, no things."""
        candidates = self.offered
        if callable(candidates):
            candidates = self.candidates
        if len(candidates) > 1:
            return None
        if not self._one:
            return () if not candidates and self.least == 0 else None
        if len(candidates) != 1:
            assert candidates, f"{self.prompt}: there is nothing to choose from"
            return None
        key = candidates[0]
        return key if self.why_not is None or self.why_not(key) is None else None

    def describe(self) -> dict[str, Any]:
        """Say what is asked and offered as plain data."""
        said = super().describe()
        said["least"] = self.least
        said["most"] = self.most
        usual = self.proposal
        if usual is not None:
            said["usual"] = usual
        if self.seldom:
            said["seldom"] = True
        if self.allows is not None and self.most > 1:
            said["whole"] = max(self.ideas(), key=len, default=())
        if self.why_not is None and self.odds is None:
            label = self.label
            said["options"] = [{"key": key, "label": label(key)} for key in self.candidates]
        else:
            said["options"] = [_described(option) for option in self.options()]
        if self.aside is not None:
            for option in said["options"]:
                if self.aside(option["key"]):
                    option["aside"] = True
        return said


def _described(option: Option) -> dict[str, Any]:
    said: dict[str, Any] = {"key": option.key, "label": option.label}
    if option.because is not None:
        said |= {"because": option.because.reason, "clause": option.because.clause}
    if option.odds:
        said["odds"] = dict(option.odds)
    return said
