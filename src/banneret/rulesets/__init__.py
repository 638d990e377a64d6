"""The books on the shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.rulesets import (
    arthurian,
    destrier,
    knights_and_knaves,
    macbeth_to_medici,
    one_page_skirmish,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.book.ruleset import Ruleset

RULESETS: Mapping[str, Ruleset[Any]] = {
    book.key: book
    for book in (
        one_page_skirmish.RULESET,
        knights_and_knaves.RULESET,
        arthurian.RULESET,
        macbeth_to_medici.RULESET,
        destrier.RULESET,
    )
}
