"""How a battle begins: its header, its dice, and who had a hand in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.errors import BadSave, BanneretError
from banneret.core.record import save
from banneret.core.record.journal import PERSON, ByHand, Pledged
from banneret.core.record.mending import agreeing, mended
from banneret.server.storage.ledger import as_file, read, read_sound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.game import Game
    from banneret.core.record.journal import DiceSource, Header
    from banneret.core.record.reading import Record
    from banneret.server.storage.store import BattleRow


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
        tables=setup.tables,
    )


def _dice(battle: BattleRow, contributions: dict[str, str]) -> DiceSource:
    if battle.setup.dice == "hand":
        return ByHand()
    brought = tuple(contributions.get(seat.side, "") for seat in battle.seats)
    return Pledged(battle.commitment, brought, battle.secret)


def read_back(name: str, lines: Sequence[bytes]) -> Record:
    """Read the lines of a battle."""
    return read(name, as_file(lines))


def stranding(name: str, lines: Sequence[bytes], ruleset: Ruleset[Any]) -> str:
    """Say how far a battle can be followed that cannot be followed to its end, and why no further.

    Empty if nothing is wrong with it.
    """
    try:
        record, broken = read_sound(name, as_file(lines))
        steps, why = agreeing(record, ruleset)
    except BanneretError as no:
        return f"This battle cannot simply go on: its beginning cannot be followed ({no})."
    if not broken and not why:
        return ""
    whole = steps + (0 if broken else len(record.steps) - steps)
    reached = f"It agrees up to step {steps}" + (f" of {whole}" if not broken else "")
    if why:
        by = f"the rules have changed since version {record.header.engine} ({why})"
    else:
        by = f"what is kept of it is damaged ({broken})"
    return f"This battle cannot simply go on: {by}. {reached}."


def beginning_again(name: str, lines: Sequence[bytes], ruleset: Ruleset[Any]) -> list[bytes]:
    """Give the lines with which such a battle goes on; none if not even its first can be read.

    It is then set up as it once was, and begins anew.
    """
    try:
        record, _ = read_sound(name, as_file(lines))
    except BadSave:
        return []
    return mended(lines, record, ruleset)
