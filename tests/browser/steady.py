"""`banneret` with the same dice in every battle: what is tried is the page, not anybody's luck."""

from __future__ import annotations

from banneret.cli import main
from banneret.core import fairness
from banneret.server import beginning


def run() -> None:
    """Serve; each seat's page brings its own steady share (`Person`)."""
    beginning.fresh_seed = lambda: bytes(fairness.SECRET_SIZE)
    main.run()
