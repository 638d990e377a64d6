"""What the command line prints: sentences for people, one JSON document for programs."""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec
from rich.console import Console

PIPED_WIDTH = 100


def console() -> Console:
    """Give a console on standard output: coloured for people, plain when piped."""
    piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Console(
        file=sys.stdout,
        highlight=False,
        markup=False,
        emoji=False,
        width=PIPED_WIDTH if piped else None,
    )


def say(text: str = "", style: str | None = None) -> None:
    """Print a sentence, never broken into lines by us."""
    console().print(text, style=style, soft_wrap=True)


def print_json(document: Any) -> None:
    """Print one JSON document."""
    text = msgspec.json.format(msgspec.json.encode(document), indent=2)
    sys.stdout.write(text.decode() + "\n")


def complain(sentence: str) -> None:
    """Say on standard error what is wrong."""
    sys.stderr.write(f"banneret: {' '.join(sentence.split())}\n")
