"""The speed table, from a checkout."""

from __future__ import annotations

import subprocess
import sys
from typing import Annotated

import typer

from banneret.cli.books import CHECKOUT
from banneret.core.errors import BadData


def bench(
    *, quick: Annotated[bool, typer.Option("--quick", help="Two repetitions, not five.")] = False
) -> None:
    """Measure speed side by side with peers (needs a checkout)."""
    if not (CHECKOUT / "bench" / "harness.py").is_file():
        raise BadData("bench needs a checkout of the project: there is no bench folder here")
    command = [sys.executable, "-m", "bench.harness", *(["--quick"] if quick else [])]
    done = subprocess.run(command, cwd=CHECKOUT, check=False)  # noqa: S603  # our own module
    raise typer.Exit(done.returncode)
