"""How battles between captains end: one line each, `scenario seed digest`, for every book kept so.

Where a golden battle says at which step something changed, this says whether anything did, in many
more battles and with the captains' own thoughts in it. Odd seeds draw options and forces too.
`make ends` fights them all and compares; `make ends WRITE=1 BOOK=...` writes them anew.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from banneret.core.chance.dice import RandomDice
from banneret.core.chance.sources import dice_of
from banneret.core.play.game import Game
from banneret.core.record import save
from banneret.core.record.journal import Header, Seeded
from banneret.players import player
from banneret.rulesets import RULESETS

FOLDER = Path(__file__).parent / "ends"
BATTLES = 200  # of each book
SHORT = 16  # hexadecimal digits kept of an end's digest

End = tuple[str, str, int]  # book, scenario, seed


def kept() -> list[str]:
    """Name the books whose ends are on file."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def wanted(book: str) -> list[End]:
    """Name the battles: the scenarios by turns."""
    scenarios = [*RULESETS[book].scenarios]
    return [
        (book, scenarios[number % len(scenarios)], 1 + number // len(scenarios))
        for number in range(BATTLES)
    ]


def read(book: str) -> dict[End, str]:
    """Read how the battles of a book ended."""
    lines = (FOLDER / f"{book}.txt").read_text("utf-8").splitlines()
    words = [line.split() for line in lines]
    return {(book, scenario, int(seed)): found for scenario, seed, found in words}


def end(battle: End) -> str:
    """Fight a battle between captains and give the digest of how it ended."""
    book, scenario, seed = battle
    ruleset, begun = RULESETS[book], header(battle)
    state = ruleset.begin(scenario, begun.options, save.mustered(ruleset, begun))
    seated = {side: player(ruleset, side, name, seed) for side, name in begun.seats.items()}
    game = Game(
        ruleset, state, dice=dice_of(begun.dice), players=seated, history=False
    )  # nobody looks at what was between
    game.advance()
    assert game.result is not None, f"{scenario} {seed} has no end"
    return game.digest()[:SHORT]


def header(battle: End) -> Header:
    """Say what a battle begins from."""
    book, scenario, seed = battle
    ruleset = RULESETS[book]
    info = ruleset.scenarios[scenario]
    options: dict[str, Any] = {}
    forces: dict[str, str] = {}
    if seed % 2:
        chance = RandomDice(f"ends {scenario} {seed}")
        options = {s.key: s.values[chance.die(len(s.values)) - 1] for s in ruleset.settings}
        forces = {
            side: keys[chance.die(len(keys)) - 1] for side, keys in info.forces.items() if keys
        }
    seats = save.seats_of(info, save.chosen_forces(info, forces))
    return save.header_for(
        ruleset,
        scenario,
        dice=Seeded(seed),
        seats=dict.fromkeys(seats, "captain"),
        forces=forces,
        options=options,
    )


def main() -> int:
    """Fight all of them; say which end otherwise, or write them anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", action="append", default=[], help="these books alone")
    parser.add_argument("--write", action="store_true", help="write the ends anew")
    parser.add_argument("--every", type=int, default=1, help="each so manieth battle alone")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    given = parser.parse_args()
    other = 0
    for book in given.book or kept():
        battles = wanted(book)[:: given.every]
        with ProcessPoolExecutor(given.processes) as pool:
            found = dict(zip(battles, pool.map(end, battles), strict=True))
        if given.write:
            lines = [f"{scenario} {seed} {led}\n" for (_, scenario, seed), led in found.items()]
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / f"{book}.txt").write_text("".join(lines), "utf-8")
            continue
        known = read(book)
        changed = [battle for battle in battles if known.get(battle) != found[battle]]
        other += len(changed)
        for _, scenario, seed in changed:
            sys.stdout.write(f"{book} {scenario} {seed} ends otherwise\n")
        sys.stdout.write(f"{book}: {len(battles) - len(changed)} of {len(battles)} end as before\n")
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
