# ruff: noqa: INP001  # a script, not a package
"""Draw the picture in the README: `python scripts/picture.py [STEP]` writes docs/table.svg.

Fights one battle of the first book on the shelf and draws the table after a step.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console

from banneret import players
from banneret.cli.draw import draw
from banneret.core.record import save
from banneret.core.record.journal import Seeded
from banneret.rulesets import RULESETS

SEED = 1346
WIDTH = 110
TARGET = Path(__file__).parents[1] / "docs" / "table.svg"


def main() -> None:
    """Fight, stop after the step, draw."""
    ruleset = next(iter(RULESETS.values()))
    info = next(iter(ruleset.scenarios.values()))
    seats = dict.fromkeys(info.sides, players.names(ruleset)[0])
    header = save.header_for(ruleset, info.key, dice=Seeded(SEED), seats=seats)
    seated = {side: players.player(ruleset, side, name, SEED) for side, name in seats.items()}
    game = save.begin(ruleset, header, players=seated)
    game.advance()
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else len(game.steps) // 2
    state = game.steps[min(wanted, len(game.steps) - 1)].before
    out = Console(record=True, width=WIDTH, file=io.StringIO(), highlight=False)
    out.print(draw(ruleset.scene(state, None), WIDTH))
    picture = out.export_svg(title=f"{ruleset.title}: {info.title}")
    TARGET.write_text(without_addresses(picture), encoding="utf-8")
    sys.stdout.write(f"step {wanted} of {len(game.steps)} drawn\n")


def without_addresses(picture: str) -> str:
    """Take out the fonts Rich would fetch from elsewhere: any fixed-width font will do."""
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    return re.sub(r"<!--.*?-->", "", picture, flags=re.DOTALL)


if __name__ == "__main__":
    main()
