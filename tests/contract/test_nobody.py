"""Nobody is never looked up: a list of figures would give its last man for him."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from banneret.rulesets import RULESETS
from contract import looking_up

TESTS = Path(__file__).parents[1]


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(RULESETS))
def test_nobody_is_never_looked_up(key: str) -> None:
    """In no battle of any scenario, nor when it is told and drawn."""
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-B", "-m", "contract.looking_up", key],
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == f"{2 * len(RULESETS[key].scenarios)} battles\n"


class Man(msgspec.Struct):
    """Anybody with a number."""


def test_the_watchman_sees_who_is_looked_up_as_nobody() -> None:
    """A last man asked for by a number below nought is noted, a last corner is not."""
    looking_up.noted.clear()
    looking_up.watch([(0, 1), (2, 3)], -1, "a corner")
    looking_up.watch([Man(), Man()], 1, "the last man himself")
    assert looking_up.noted == set()
    looking_up.watch([Man(), Man()], -1, "nobody")
    assert looking_up.noted == {"nobody"}
    looking_up.noted.clear()
