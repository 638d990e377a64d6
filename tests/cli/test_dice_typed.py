"""Real dice, typed by what they show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from seam.toys.average_dice import AVERAGE_DICE

if TYPE_CHECKING:
    from cli.conftest import Call


def test_average_dice_are_typed_by_what_they_show(
    toy_shelf: None,  # noqa: ARG001
    monkeypatch: pytest.MonkeyPatch,
    call: Call,
) -> None:
    """A 6 is refused by what such a die shows; a 5 is told as the 5 it is."""
    monkeypatch.setattr("banneret.rulesets.RULESETS", {"average_dice": AVERAGE_DICE})
    terminal = ("--hand", "--side", "red", "--new", "--terminal", "--against", "chance")
    said = call("play", "average_dice", *terminal, typed="6 6\n5 2\n")
    assert "a dAv shows 2 to 5" in said.out + said.err
    assert "dAv:5 dAv:2" in said.out
