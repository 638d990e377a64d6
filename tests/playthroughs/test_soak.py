"""The soak in small: battles of every scenario are fought, saved, replayed and compared."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SOAK = Path(__file__).parents[2] / "scripts" / "soak.py"


def soaked(*given: str) -> tuple[int, str]:
    done = subprocess.run(  # noqa: S603
        [sys.executable, str(SOAK), *given],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_one_battle_of_every_scenario() -> None:
    """Every scenario ends and replays, with players who do anything lawful."""
    code, said = soaked("--seeds", "1", "--players", "chance,chance")
    assert code == 0, said
    assert said.count("1 of 1 in order, 0 failed") == 5


@pytest.mark.slow
@pytest.mark.parametrize("players", ["chance,chance", "captain,captain", "captain,chance"])
@pytest.mark.parametrize("more", [(), ("--variety",)], ids=["plain", "variety"])
def test_some_battles_of_every_scenario(players: str, more: tuple[str, ...]) -> None:
    """Many seeds, and with variety every one its own options and forces."""
    code, said = soaked("--seeds", "4", "--first", "5000", "--players", players, *more)
    assert code == 0, said
    assert said.count("4 of 4 in order, 0 failed") == 5


def test_an_unknown_player_is_refused() -> None:
    """Nothing is fought for a player nobody knows."""
    code, said = soaked("--players", "chance,marshal")
    assert code == 2
    assert "marshal" in said
    assert "Traceback" not in said
