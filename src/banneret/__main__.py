"""`python -m banneret` is the `banneret` command."""

from __future__ import annotations

from banneret.cli.main import run

if __name__ == "__main__":
    run()
