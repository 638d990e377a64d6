"""What a book has on file, by key, and what people bring in files of their own.

FORCES: Shelf[Force] = Shelf("force", Force, lambda: read_forces(DATA, "forces.toml"))
FORCES.own()                  # the book's, by key; read once
FORCES.named("outlaws")       # one of them, or a refusal that lists them; a Force is taken as is
refuse_repeats("force", [one.id for one in found], "my.toml")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from banneret.core.errors import BadData, BanneretError, find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


class Keyed(Protocol):
    """Whatever has a key."""

    @property
    def id(self) -> str:
        """Its key."""
        ...


T = TypeVar("T", bound=Keyed)


class Shelf(Generic[T]):
    """Entries of one kind: the book's own by key, read when somebody first asks."""

    def __init__(self, what: str, kind: type[T], read: Callable[[], Iterable[T]]) -> None:
        self._what = what
        self._kind = kind
        self._read = read
        self._own: dict[str, T] | None = None

    def own(self) -> Mapping[str, T]:
        """The book's own, by key."""
        if self._own is None:
            self._own = {one.id: one for one in self._read()}
        return self._own

    def named(self, key: str | T) -> T:
        """Find one by its key, or take it as it is."""
        return key if isinstance(key, self._kind) else find(self._what, str(key), self.own())


def refuse_repeats(
    what: str, keys: Sequence[str], name: str, error: type[BanneretError] = BadData
) -> None:
    """Refuse a file in which two entries have the same key."""
    for at, key in enumerate(keys):
        if key in keys[:at]:
            raise error(f"{name}: {what}[{at}].id is {key!r}: it is used twice")
