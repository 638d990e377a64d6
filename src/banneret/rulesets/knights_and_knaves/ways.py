"""Which ways a figure may be sent, and how far (KK-MOVE)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.core.asking import Preview
    from banneret.core.clauses import Refusal
    from banneret.rulesets.knights_and_knaves.state import Battle, Declared, Man


def refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """Why a figure with the chit he has may not be sent so."""
    raise NotImplementedError


def preview(battle: Battle, man: Man, declared: Declared) -> Preview:
    """How long the way is, what it costs, how far he could go; legal or why not."""
    raise NotImplementedError


def ideas(battle: Battle, man: Man) -> Sequence[Declared]:
    """Some lawful declarations for the chit he has, the plainest first."""
    raise NotImplementedError
