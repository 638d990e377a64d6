"""Compare the compiled build with the interpreted package: the same battles, the same digests.

    make compiled                    # builds it in .venv-compiled, then runs this
    python -m bench.compiled         # compares again

Both environments play the same seeds of every scenario of every book in turn, chance against
chance, and report the digest of each final state. One that differs is an error; the speeds are
only reported.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players.chance import ChancePlayer
from banneret.rulesets import RULESETS
from banneret.tabletop.shapes import measuring as geometry

INTERPRETED, COMPILED = Path(".venv/bin/python"), Path(".venv-compiled/bin/python")
SEEDS = {"one_page_skirmish": 8, "knights_and_knaves": 2}  # of each scenario
TURNS = 5  # of each environment, one after the other


def play(book: str) -> dict[str, Any]:
    """Play all seeds of all scenarios in this environment; the first battle warms it up."""
    ruleset = RULESETS[book]
    digests: list[str] = []
    decisions, spent = 0, 0.0
    for number in range(-1, SEEDS[book]):
        for scenario in ruleset.scenarios:
            start = time.process_time()
            battle = ruleset.begin(scenario, {}, {})
            players = {side: ChancePlayer(f"{side}{number}") for side in ruleset.sides(battle)}
            game = Game(ruleset, battle, dice=RandomDice(number), players=players, history=False)
            game.advance()
            if number >= 0:
                spent += time.process_time() - start
                decisions += game.decisions
                digests.append(game.digest())
    return {"module": geometry.__file__, "digests": digests, "speed": decisions / spent}


def report(python: Path, book: str) -> dict[str, Any]:
    """Let an environment play and report."""
    command = [str(python), "-m", "bench.compiled", "--play", book]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def compare(book: str) -> str:
    """Play a book in both and say how they compare; what is wrong ends it all."""
    pairs = [(report(INTERPRETED, book), report(COMPILED, book)) for _ in range(TURNS)]
    plain, compiled = pairs[0]
    if not compiled["module"].endswith(".so"):
        sys.exit(f"{COMPILED} runs {compiled['module']}, which is not compiled")
    if any(one["digests"] != plain["digests"] for pair in pairs for one in pair):
        sys.exit(f"{book}: the compiled build plays other battles than the interpreted package")
    ratios = sorted(after["speed"] / before["speed"] for before, after in pairs)
    return (
        f"{book}: {len(plain['digests'])} battles, all digests equal; compiled over interpreted "
        f"{median(ratios):.2f} ({ratios[0]:.2f}..{ratios[-1]:.2f}) decisions per second\n"
    )


def main() -> int:
    """Compare, or play one side of the comparison."""
    if "--play" in sys.argv:
        sys.stdout.write(json.dumps(play(sys.argv[-1])))
        return 0
    if not COMPILED.exists():
        sys.stderr.write("there is no compiled build here: make compiled\n")
        return 2
    for book in SEEDS:
        sys.stdout.write(compare(book))
    return 0


if __name__ == "__main__":
    sys.exit(main())
