"""Choosing among optional rules."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.book.settings import Setting, refuse_unknown
from banneret.core.errors import BanneretError

SETTINGS = (
    Setting("mud", "Mud", (False, True), ("XX-OPT-01",)),
    Setting("dice", "Dice", (2, 1), ("XX-OPT-02",)),
)


def test_what_the_book_has_is_allowed() -> None:
    refuse_unknown(SETTINGS, {"mud": True, "dice": 1})
    assert SETTINGS[1].default == 2


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"snow": True}, "unknown option 'snow': expected one of mud, dice"),
        ({"mud": 1}, "option mud = 1: expected one of false, true"),
        ({"dice": True}, "option dice = true: expected one of 2, 1"),
        ({"dice": "one"}, "option dice = one: expected one of 2, 1"),
    ],
)
def test_what_it_lacks_is_refused_by_name_and_kind(chosen: dict[str, Any], said: str) -> None:
    with pytest.raises(BanneretError, match=f"^{said}$"):
        refuse_unknown(SETTINGS, chosen)
