"""How a battle begins: its header, its dice, and who had a hand in them."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from banneret import __version__
from banneret.core import fairness, save
from banneret.core.errors import BadSave
from banneret.core.journal import PERSON, ByHand, Pledged
from banneret.server.ledger import as_file, read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.game import Game
    from banneret.core.journal import DiceSource, Header
    from banneret.core.record import Record
    from banneret.core.ruleset import Ruleset
    from banneret.server.store import BattleRow


def fresh_seed() -> bytes:
    """Give dice a seed that nobody can guess."""
    return secrets.token_bytes(fairness.SECRET_SIZE)


def unbegun(battle: BattleRow, ruleset: Ruleset[Any]) -> Game[Any]:
    """Lay a battle out to be looked at."""
    return save.begin(ruleset, msgspec.structs.replace(header(battle, ruleset, {}), dice=ByHand()))


def header(battle: BattleRow, ruleset: Ruleset[Any], contributions: dict[str, str]) -> Header:
    """Put together what the battle begins from, with what seats have brought to the dice so far."""
    setup = battle.setup
    return save.header_for(
        ruleset,
        setup.scenario,
        dice=_dice(battle, contributions),
        seats={s.side: s.level if s.kind == "computer" else PERSON for s in battle.seats},
        forces=setup.forces,
        options=setup.options,
        rolls=setup.rolls,
    )


def _dice(battle: BattleRow, contributions: dict[str, str]) -> DiceSource:
    if battle.setup.dice == "hand":
        return ByHand()
    brought = tuple(contributions.get(seat.side, "") for seat in battle.seats)
    return Pledged(battle.commitment, brought, battle.secret)


def read_back(name: str, lines: Sequence[bytes]) -> Record:
    """Read the lines of a battle that this engine can play on."""
    record = read(name, as_file(lines))
    if record.header.engine != __version__:
        raise BadSave(
            f"this battle was played with engine {record.header.engine}, this is {__version__}: "
            "it can be watched, not played on"
        )
    return record
