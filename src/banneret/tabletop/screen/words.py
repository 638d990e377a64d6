"""Words for sentences and screens: names in a row, numbers of men, inches, verbs that agree.

capital(f"{listed(["Hugh", "Hal", "John"])} {agree(3, "rides", "ride")} {inches(6.04)}.")
# Hugh, Hal and John ride 6″.
men(1), men(4)          # one man, 4 men
counted(2, "blow")      # 2 blows
f"{whose("James")} horse"    # James' horse
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def listed(names: Iterable[str]) -> str:
    """Names in a row: Hugh, Hal and John."""
    found = list(names)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} and {found[-1]}"


def men(count: int) -> str:
    """So many men."""
    return counted(count, "man", "men")


def counted(count: int, one: str, many: str = "") -> str:
    """So many of something: one blow, 2 blows."""
    return f"one {one}" if count == 1 else f"{count} {many or one + 's'}"


def agree(count: int, one: str, many: str) -> str:
    """The verb or pronoun that goes with so many."""
    return one if count == 1 else many


def whose(name: str) -> str:
    """The name of an owner."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def within(name: str) -> str:
    """A name within a sentence: its article is a small one."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def inches(value: float) -> str:
    """A distance with the inch sign, no longer than it needs to be."""
    return f"{round(value, 1):g}″"


@lru_cache(maxsize=1024)
def plain(key: str) -> str:
    """A key as words."""
    return key.replace("_", " ")


def capital(text: str) -> str:
    """A sentence begins with a capital."""
    return text[:1].upper() + text[1:]
