"""The soak in small: battles of every scenario are fought, saved, replayed and compared."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from banneret.rulesets import RULESETS

SOAK = Path(__file__).parents[2] / "scripts" / "soak.py"


def soaked(*given: str) -> tuple[int, str]:
    done = subprocess.run(  # noqa: S603
        [sys.executable, str(SOAK), *given],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("book", [*RULESETS])
@pytest.mark.parametrize(("players", "every"), [("chance,chance", 2), ("captain,chance", 4)])
def test_some_battles(book: str, players: str, every: int) -> None:
    """One seed, with options and forces of its own; `make soak` fights many more."""
    scenarios = [*RULESETS[book].scenarios][::every]
    named = [word for scenario in scenarios for word in ("--scenario", scenario)]
    given = ("--book", book, "--seeds", "1", "--first", "5000", "--players", players)
    code, said = soaked(*given, *named, "--variety")
    assert code == 0, said
    assert said.count("1 of 1 in order, 0 failed") == len(scenarios)


def test_an_unknown_player_is_refused() -> None:
    """Nothing is fought for a player nobody knows."""
    code, said = soaked("--players", "chance,marshal")
    assert code == 2
    assert "marshal" in said
    assert "Traceback" not in said
