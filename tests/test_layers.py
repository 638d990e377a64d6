"""Imports go one way: the contracts in pyproject.toml hold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_import_contracts() -> None:
    """Core knows no rules, books know no screens, and nobody reaches into a book."""
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(  # noqa: S603  # our own linter
        [program, "--no-cache"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
