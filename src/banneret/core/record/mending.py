"""Battles that outlive a version, or a damaged line: how far they agree, and going on from there.

A record is followed by the rules of today. Where all of it leads to equal digests, nobody notices
that the rules were others. Where it parts from them, or a line cannot be read, everything before
stands: the record is given an undo back to the last step that agrees, and play goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.errors import Diverged
from banneret.core.record.journal import Undone, encode, seal, unseal
from banneret.core.record.reading import read_sound
from banneret.core.record.save import replay, set_aside

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from banneret.core.book.ruleset import Ruleset
    from banneret.core.record.reading import Record


def agreeing(record: Record, ruleset: Ruleset[Any]) -> tuple[int, str]:
    """Count the finished steps that lead where the record says, and say why no more do."""
    game = replay(record, ruleset, 0)
    for number, step in enumerate(record.steps):
        try:
            game.replay_step(step, record)
        except Diverged as no:
            return number, str(no)
    try:
        game.replay_rest(record)
    except Diverged as no:
        return len(record.steps), str(no)
    return len(record.steps), ""


def mended(lines: Sequence[bytes], record: Record, ruleset: Ruleset[Any]) -> list[bytes]:
    """Give the sound lines of a battle, ending where the rules of today agree with them.

    `record` was read from them up to the first that cannot be.
    """
    sound = list(lines[: record.sound])
    steps, why = agreeing(record, ruleset)
    if why:
        before = _sum_of(sound)
        sound.append(seal(encode(Undone(steps, 0, dice=2)), before)[0])
    return sound


def _sum_of(lines: Sequence[bytes]) -> str:
    check = ""
    for line in lines:
        found = unseal(line, check)
        assert found is not None
        check = found
    return check


def mend_file(path: Path, ruleset: Ruleset[Any]) -> Path:
    """Mend a save file; what it was is kept under the name that is given back."""
    record, _ = read_sound(path)
    lines = path.read_bytes().split(b"\n")
    sound = mended(lines, record, ruleset)
    kept = set_aside(path, keep=True)
    path.write_bytes(b"".join(line + b"\n" for line in sound))
    return kept
