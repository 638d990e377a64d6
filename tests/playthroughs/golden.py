"""Golden battles: answers and dice of whole battles on file, and where every step led.

A battle is one gzipped file of JSON lines: what it begins from, then each step with its tape, the
digest of the state after it and of what was told, then the end. It holds no player's thoughts and
no seed is needed: whoever plays better tomorrow, the tape leads to the same states.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec

from banneret import __version__
from banneret.cli import chronicle
from banneret.cli.fight import fought
from banneret.core.book.ruleset import Result, Ruleset
from banneret.core.chance.dice import HandDice
from banneret.core.digest import digest
from banneret.core.errors import Diverged
from banneret.core.play.game import Game
from banneret.core.play.tape import Entry
from banneret.core.record import save
from banneret.core.record.journal import Header, Seeded
from banneret.rulesets import RULESETS

FOLDER = Path(__file__).parent / "battles"
CHRONICLES = Path(__file__).parent / "chronicles"
SHORT = 8  # hexadecimal digits of a step's digests: enough to notice, little to keep

WHAT_TO_DO = (
    "If nothing was meant to change, the rules changed by accident: look at that step. If it was "
    "meant, raise __version__ in src/banneret/__init__.py (saved battles are played on by the "
    'engine that wrote them alone), then `make golden REASON="what changed and why"` records the '
    "battle again and notes the reason in docs/golden.md."
)


class Battle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a golden battle begins from, and who answered when it was recorded."""

    book: str
    scenario: str
    players: str
    seed: int
    options: dict[str, Any] = {}
    forces: dict[str, str] = {}

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The book it is fought by."""
        return RULESETS[self.book]

    def header(self) -> Header:
        """Put together what it begins from."""
        info = self.ruleset.scenarios[self.scenario]
        seats = save.seats_of(info, save.chosen_forces(info, self.forces))
        return save.header_for(
            self.ruleset,
            self.scenario,
            dice=Seeded(self.seed),
            seats=dict.fromkeys(seats, self.players),
            forces=self.forces,
            options=self.options,
        )


class Led(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step: its name, its tape, and the digests of the state it led to and of what was told."""

    name: str
    tape: list[Entry]
    state: str
    told: str


class Golden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle as it was recorded."""

    engine: str
    battle: Battle
    steps: list[Led]
    result: Result
    digest: str


# -- on file


def path_of(name: str) -> Path:
    """Name the file of a battle."""
    return FOLDER / f"{name}.jsonl.gz"


def write(name: str, golden: Golden) -> None:
    """Keep a battle: the same battle, the same bytes."""
    first = {"engine": golden.engine, "battle": golden.battle}
    last = {"result": golden.result, "digest": golden.digest}
    lines = [msgspec.json.encode(one) for one in (first, *golden.steps, last)]
    FOLDER.mkdir(exist_ok=True)
    path_of(name).write_bytes(gzip.compress(b"\n".join(lines) + b"\n", mtime=0))


def read(name: str) -> Golden:
    """Read a battle again."""
    first, *steps, last = gzip.decompress(path_of(name).read_bytes()).splitlines()
    begun, ended = msgspec.json.decode(first), msgspec.json.decode(last)
    return Golden(
        begun["engine"],
        msgspec.convert(begun["battle"], Battle),
        [msgspec.json.decode(step, type=Led) for step in steps],
        msgspec.convert(ended["result"], Result),
        ended["digest"],
    )


# -- playing


def fight(battle: Battle) -> Golden:
    """Fight a battle with its players, and say where every step led."""
    game = fought(battle.ruleset, battle.header())
    assert game.result is not None
    return Golden(__version__, battle, _steps(game), game.result, game.digest())


def again(golden: Golden) -> Game[Any]:
    """Play a battle again by its tapes alone; AssertionError names the first step that differs."""
    battle = golden.battle
    header = battle.header()
    state = battle.ruleset.begin(header.scenario, header.options, header.forces)
    game = Game(battle.ruleset, state, dice=HandDice())
    no = ""
    try:
        game.replay([entry for step in golden.steps for entry in step.tape])
        game.advance()
    except Diverged as diverged:
        no = str(diverged)
    except Exception as broken:  # noqa: BLE001  # other rules may break on any answer on record
        no = f"step {len(game.steps) + 1}: the rules cannot follow the record ({broken!r})"
    difference = _difference(golden, _steps(game)) or no
    if not difference and game.result != golden.result:
        difference = f"the end is {game.result}, recorded is {golden.result}"
    if not difference and game.digest() != golden.digest:
        difference = f"the last state is {game.digest()}, recorded is {golden.digest}"
    if difference:
        raise AssertionError(f"recorded with engine {golden.engine}; {difference}. {WHAT_TO_DO}")
    return game


def told_anew(golden: Golden) -> Golden:
    """The same battle by its tapes if its states are the same and only words changed; else fought.

    Nobody then plays another battle because a sentence or a die is told better.
    """
    battle = golden.battle
    header = battle.header()
    state = battle.ruleset.begin(header.scenario, header.options, header.forces)
    game = Game(battle.ruleset, state, dice=HandDice())
    try:
        game.replay([entry for step in golden.steps for entry in step.tape])
        game.advance()
    except Exception:  # noqa: BLE001  # other rules may break on any answer on record
        return fight(battle)
    steps = _steps(game)
    same = [(step.name, step.state) for step in golden.steps] == [(s.name, s.state) for s in steps]
    if not same or game.result != golden.result or game.digest() != golden.digest:
        return fight(battle)
    return Golden(__version__, battle, steps, golden.result, golden.digest)


def _steps(game: Game[Any]) -> list[Led]:
    states = [*[step.before for step in game.steps[1:]], game.state]
    return (
        [
            Led(step.name, step.tape, digest(state)[:SHORT], digest(step.events)[:SHORT])
            for step, state in zip(game.steps, states, strict=True)
        ]
        if game.steps
        else []
    )


def _difference(golden: Golden, steps: list[Led]) -> str:
    for number, (old, new) in enumerate(zip(golden.steps, steps, strict=False), 1):
        where = f"step {number} of {len(golden.steps)}"
        if old.name != new.name:
            return f"{where} is {new.name!r}, recorded is {old.name!r}"
        if old.state != new.state:
            return f"{where} ({old.name}) leads to another state"
        if old.told != new.told:
            return f"{where} ({old.name}) tells something else"
    return ""


def told(golden: Golden) -> str:
    """Tell a battle in sentences, as `banneret fight` prints it."""
    game = again(golden)
    battle = golden.battle
    title = f"{battle.ruleset.title}: {battle.ruleset.scenarios[battle.scenario].title}"
    lines = [f"{title} ({battle.players}, seed {battle.seed})"]
    for one in chronicle.tell(battle.ruleset, game.state, game.events(everything=True)):
        clause = f"  [{one.clause}]" if one.clause else ""
        lines.append(f"{'    ' if one.minor else '  '}{one.text}{clause}")
    lines.append(chronicle.result_text(golden.result, battle.ruleset.counted))
    return "\n".join(lines) + "\n"
