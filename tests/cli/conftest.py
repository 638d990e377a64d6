from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from banneret import rulesets
from banneret.cli.main import main
from banneret.core.chance import fairness
from cli.toy import OTHER, TOY

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Call = Callable[..., "Said"]


class Said:
    """What a call printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


@pytest.fixture(autouse=True)
def toy_shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two small books on the shelf, a home of its own for each test, and nobody's luck."""
    books = {book.key: book for book in (TOY, OTHER)}
    monkeypatch.setattr("banneret.rulesets.RULESETS", books)
    monkeypatch.setenv("BANNERET_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    seeds = count(1)
    monkeypatch.setattr(fairness, "fresh_seed", lambda: next(seeds).to_bytes(fairness.SECRET_SIZE))


REAL_BOOKS = rulesets.RULESETS


@pytest.fixture
def real_shelf(toy_shelf: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001  # goes first
    """The books as they are shipped."""
    monkeypatch.setattr("banneret.rulesets.RULESETS", REAL_BOOKS)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call the command line as a user would."""

    def run(*arguments: str, typed: str = "") -> Said:
        import io  # noqa: PLC0415
        import sys  # noqa: PLC0415

        keyboard = io.TextIOWrapper(io.BytesIO(typed.encode()))
        monkeypatch.setattr(sys, "stdin", keyboard)
        code = main(list(arguments))
        printed = capsys.readouterr()
        return Said(code, printed.out, printed.err)

    return run
