"""What several tests of this book share."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.melee import gallop, phase


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who chooses nothing is struck without a parry, so that a test can throw for one man alone."""
    for chapter in (phase, gallop):
        monkeypatch.setattr(chapter, "guarded", lambda _battle, chosen: chosen)
