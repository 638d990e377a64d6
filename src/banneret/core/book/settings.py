"""The optional rules of a book: what may be chosen, and whether a choice is one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.errors import BadData, unknown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Setting(msgspec.Struct, frozen=True):
    """One optional rule: its values, the default first, what they mean, and their clauses."""

    key: str
    title: str
    values: tuple[str | bool | int, ...]
    clauses: tuple[str, ...]
    explanation: str = ""

    @property
    def default(self) -> str | bool | int:
        """The value that holds unless another is chosen."""
        return self.values[0]


def refuse_unknown(settings: Sequence[Setting], chosen: Mapping[str, Any]) -> None:
    """Refuse options that the book lacks, and values they do not have: true is not 1."""
    known = {setting.key: setting for setting in settings}
    for key, value in chosen.items():
        if key not in known:
            raise unknown("option", key, known)
        values = known[key].values
        if not any(value == one and type(value) is type(one) for one in values):
            allowed = ", ".join(map(_written, values))
            raise BadData(f"option {key} = {_written(value)}: expected one of {allowed}")


def _written(value: object) -> str:
    """Write a value as it stands in a settings file."""
    return str(value).lower() if isinstance(value, bool) else str(value)
