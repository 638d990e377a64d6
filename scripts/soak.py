# ruff: noqa: INP001  # a script, not a package
"""Fight many battles of every scenario; save each, replay it, and report whatever goes wrong.

`python scripts/soak.py --seeds 1000 --players chance,chance`, or `make soak`. Each battle is fought
into a file; the file is read, its dice derived from the seed, every step played again and its
digest compared, and the book must find no fault with any state. A battle that fails is told in one
line with the command that fights it again; the exit code is 1. With `--variety` each seed draws
its own options and forces too. With `--memory` nothing is written: the tapes are played again and
the ends compared, and of steps of one kind in a row the state before the last is looked at; that
is some three times as fast.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from banneret import players
from banneret.cli.books import read_options
from banneret.cli.fight import fought
from banneret.core.book.ruleset import Ruleset
from banneret.core.chance import sources
from banneret.core.chance.dice import HandDice, RandomDice
from banneret.core.errors import IllegalForce
from banneret.core.play.game import Game
from banneret.core.record import save
from banneret.core.record.journal import Header, Seeded
from banneret.rulesets import RULESETS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.core.play.steps import Step

PAIRS = ("chance,chance", "captain,captain")


def header_of(
    ruleset: Ruleset[Any],
    scenario: str,
    pair: tuple[str, ...],
    seed: int,
    *,
    variety: bool = False,
    fixed: Mapping[str, Any] | None = None,
) -> Header:
    """Say what a battle begins from; with variety the seed draws what is not fixed."""
    info = ruleset.scenarios[scenario]
    options, forces = drawn(ruleset, scenario, seed) if variety else ({}, {})
    options |= fixed or {}
    seats = save.seats_of(info, save.chosen_forces(info, forces))  # the sides by turns
    return save.header_for(
        ruleset,
        scenario,
        dice=Seeded(seed),
        seats=dict(zip(seats, cycle(pair), strict=False)),
        forces=forces,
        options=options,
    )


def drawn(ruleset: Ruleset[Any], scenario: str, seed: int) -> tuple[dict[str, Any], dict[str, str]]:
    """Draw a value for every option and a force for every side."""
    chance = RandomDice(f"variety {scenario} {seed}")
    options = {s.key: s.values[chance.die(len(s.values)) - 1] for s in ruleset.settings}
    allowed = ruleset.scenarios[scenario].forces
    forces = {side: keys[chance.die(len(keys)) - 1] for side, keys in allowed.items() if keys}
    try:
        ruleset.begin(scenario, ruleset.chosen(options), forces)
    except IllegalForce:  # the book will not have these two against each other
        forces = {}
    return options, forces


def soak_one(ruleset: Ruleset[Any], header: Header, path: Path) -> str:
    """Fight, save, read, derive the dice, play again: give how it ended, or raise."""
    game = fought(ruleset, header, path)
    if game.result is None:
        raise AssertionError("the battle has no result")
    record = save.read(path)
    sources.derive_dice(record)
    again = save.replay(record, ruleset)
    if again.digest() != game.digest():
        raise AssertionError(f"replayed to {again.digest()}, fought to {game.digest()}")
    look_at(ruleset, again.steps)
    return game.result.winner or "drawn"


def soak_in_memory(ruleset: Ruleset[Any], header: Header) -> str:
    """Fight, play the tapes again: give how it ended, or raise."""
    game = fought(ruleset, header)
    if game.result is None:
        raise AssertionError("the battle has no result")
    state = ruleset.begin(header.scenario, header.options, header.forces)
    again = Game(ruleset, state, dice=HandDice(), history=False)
    again.replay([entry for step in game.steps for entry in step.tape])
    again.advance()
    if (again.digest(), again.result) != (game.digest(), game.result):
        raise AssertionError(f"replayed to {again.digest()}, fought to {game.digest()}")
    names = [step.name for step in game.steps]
    ends = zip(game.steps, [*names[1:], ""], strict=True)
    look_at(ruleset, [step for step, following in ends if step.name != following])
    return game.result.winner or "drawn"


def look_at(ruleset: Ruleset[Any], steps: Sequence[Step[Any]]) -> None:
    """Find no fault with any state, or raise."""
    for step in steps:
        found = ruleset.faults(step.before)
        if found:
            raise AssertionError(f"before {step.name}: {'; '.join(found)}")


def soak(
    ruleset: Ruleset[Any],
    scenario: str,
    pair: tuple[str, ...],
    seeds: range,
    *,
    variety: bool = False,
    memory: bool = False,
    fixed: Mapping[str, Any] | None = None,
) -> tuple[Counter[str], list[str]]:
    """Soak one scenario: count the ends, list the failures."""
    ends: Counter[str] = Counter()
    failures = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "battle.banneret"
        for seed in seeds:
            path.unlink(missing_ok=True)
            try:
                header = header_of(ruleset, scenario, pair, seed, variety=variety, fixed=fixed)
                if memory:
                    ends[soak_in_memory(ruleset, header)] += 1
                else:
                    ends[soak_one(ruleset, header, path)] += 1
            except Exception as no:  # noqa: BLE001  # whatever it is, it is reported and the rest goes on
                where = traceback.extract_tb(no.__traceback__)[-1]
                again = f"banneret fight {ruleset.key} {scenario} --seed {seed}"
                failures.append(
                    f"{again} --players {','.join(pair)}{' (variety)' if variety else ''}: "
                    f"{type(no).__name__}: {no} ({Path(where.filename).name}:{where.lineno})"
                )
    return ends, failures


def main() -> int:
    """Soak every scenario of every book, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Plain)
    parser.add_argument("--seeds", type=int, default=100, help="how many battles of each kind")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--players", action="append", help=f"e.g. {PAIRS[0]}; repeatable")
    parser.add_argument(
        "--book", action="append", choices=[*RULESETS], help="only this; repeatable"
    )
    parser.add_argument("--scenario", action="append", help="only this one; repeatable")
    parser.add_argument("--option", action="append", default=[], help="key=value; repeatable")
    parser.add_argument("--variety", action="store_true", help="draw options and forces too")
    parser.add_argument("--memory", action="store_true", help="write no files: faster")
    given = parser.parse_args()
    failed = 0
    wanted = given.scenario or [key for book in RULESETS.values() for key in book.scenarios]
    for ruleset in [RULESETS[key] for key in given.book or RULESETS]:
        options = read_options(ruleset, given.option)
        fixed = {one.partition("=")[0]: options[one.partition("=")[0]] for one in given.option}
        for pair in given.players or PAIRS:
            names = tuple(pair.split(","))
            for name in names:
                if name not in players.names(ruleset):
                    known = ", ".join(players.names(ruleset))
                    parser.error(f"unknown player {name!r} for {ruleset.key}: expected {known}")
            for scenario in [key for key in ruleset.scenarios if key in wanted]:
                began = time.perf_counter()
                seeds = range(given.first, given.first + given.seeds)
                kind = {"variety": given.variety, "memory": given.memory, "fixed": fixed}
                ends, failures = soak(ruleset, scenario, names, seeds, **kind)
                failed += len(failures)
                told = ", ".join(f"{end} {many}" for end, many in sorted(ends.items()))
                what = " ".join([ruleset.key, scenario, pair, *given.option])
                sys.stdout.write(
                    f"{what}: {ends.total()} of {given.seeds} in order, "
                    f"{len(failures)} failed ({told}), {time.perf_counter() - began:.0f} s\n"
                )
                for failure in failures:
                    sys.stdout.write(f"  {failure}\n")
                sys.stdout.flush()
    return 1 if failed else 0


class _Plain(argparse.RawDescriptionHelpFormatter):
    """Show the description as it is written."""


if __name__ == "__main__":
    sys.exit(main())
