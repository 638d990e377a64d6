"""A battle that begins in the middle of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from banneret.core.chance import sources
from banneret.core.errors import BadData, NothingToUndo
from banneret.core.record import save
from banneret.core.record.inherit import inheritance, sealed
from banneret.core.record.journal import Seeded
from banneret.core.record.reading import read
from cli.toy import TOY
from core.saves import answer, close, fought, header, lines_of, resumed

if TYPE_CHECKING:
    from pathlib import Path

STEPS = 3


def branched(tmp_path: Path, steps: int = STEPS, seed: int = 99) -> Path:
    """A person in a's place, from where computers stood after some steps; other dice."""
    old, new = tmp_path / "old.banneret", tmp_path / f"new{seed}.banneret"
    if not old.exists():
        fought(old)
    bodies = inheritance(read(old), TOY, steps)
    lines = sealed(header(Seeded(seed), a="person", b="captain"), bodies)
    new.write_bytes(b"".join([line + b"\n" for line in lines]))
    return new


def test_it_stands_where_the_other_stood_and_leaves_that_alone(tmp_path: Path) -> None:
    path = branched(tmp_path)
    before = (tmp_path / "old.banneret").read_bytes()
    game = resumed(path)
    there = save.replay(read(tmp_path / "old.banneret"), TOY, STEPS)
    assert game.steps[STEPS - 1].events == there.steps[-1].events
    assert read(path).steps[STEPS - 1].digest == there.digest()
    answer(game, 100)
    close(game)
    record = read(path)
    assert record.ended is not None
    assert record.inherited == STEPS
    assert save.replay(record, TOY).digest() == game.digest()
    assert (tmp_path / "old.banneret").read_bytes() == before


def test_its_dice_are_its_own_from_there_on(tmp_path: Path) -> None:
    """Equal seeds agree, others differ; only its own dice are derived from its seed."""
    faces = []
    for seed in (99, 100):
        path = branched(tmp_path, seed=seed)
        taken = len(lines_of(path))
        game = resumed(path)
        answer(game, 100)
        close(game)
        own = [line["faces"] for line in lines_of(path)[taken:] if line["is"] == "dice"]
        _, agreed = sources.derive_dice(read(path))
        assert agreed == sum(map(len, own)) > 0
        faces.append(own)
    assert faces[0] != faces[1]


def test_an_undo_does_not_reach_behind_it(tmp_path: Path) -> None:
    game = resumed(branched(tmp_path))
    question = game.question
    with pytest.raises(NothingToUndo):
        game.undo("a", agreed=True)
    answer(game, 1)
    game.undo("a", agreed=True)
    game.advance()
    assert question is not None
    assert game.question is not None
    assert (game.question.number, len(game.steps)) == (question.number, STEPS)
    close(game)


def test_refused_are_steps_that_are_not_there_and_the_end(tmp_path: Path) -> None:
    path = branched(tmp_path)
    old = read(tmp_path / "old.banneret")
    for steps in (len(old.steps), len(old.steps) + 1, -1):
        with pytest.raises(BadData):
            inheritance(old, TOY, steps)
    assert path.exists()
