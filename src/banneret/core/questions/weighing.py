"""A choice to be weighed: its answers stand on cards, beside the card that brought it about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banneret.core.questions.picks import Pick
from banneret.core.show.cards import Card


class Weigh(Pick[str]):
    """One of several things, each told on a card: what it does, costs and leaves.

    `card` tells what stands on an answer's card, `brought` what happened that it is asked at all.
    Cards of one `hand` stand together under its name. It is answered like any pick.
    """

    card: Callable[[str], Card] | None = None
    brought: Card | None = None

    def describe(self) -> dict[str, Any]:
        """Say what is asked, what stands on each card, and what brought it about."""
        said = super().describe()
        if self.card is not None:
            for option in said["options"]:
                option["card"] = self.card(option["key"])
        if self.brought is not None:
            said["brought"] = self.brought
        return said
