"""The books on the shelf."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruleset


class Shelf(Mapping[str, "Ruleset[Any]"]):
    """Books by their keys; to open all takes a second, so each is opened when it is taken down."""

    def __init__(self, *keys: str) -> None:
        self._keys = keys

    def __getitem__(self, key: str) -> Ruleset[Any]:
        if key not in self._keys:
            raise KeyError(key)
        book: Ruleset[Any] = import_module(f"{__name__}.{key}").RULESET
        return book

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


RULESETS: Mapping[str, Ruleset[Any]] = Shelf(
    "one_page_skirmish",
    "knights_and_knaves",
    "arthurian",
    "macbeth_to_medici",
    "destrier",
)
