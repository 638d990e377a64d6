"""Battles between captains end as they ended."""

from __future__ import annotations

import pytest

from playthroughs import ends

SAMPLE = 60  # of a book's battles; `make ends` fights them all
PARTS = 4  # so that processes share them


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("book", ends.kept())
def test_captains_battles_end_as_they_ended(book: str, part: int) -> None:
    """Nothing between set-up and result changed, nor what captains thought of it."""
    sample = [*ends.read(book).items()][:SAMPLE][part::PARTS]
    other = [battle for battle, found in sample if ends.end(battle) != found]
    assert not other, f"{other} end otherwise: if that is meant, make ends WRITE=1"


@pytest.mark.parametrize("book", ends.kept())
def test_the_ends_are_those_wanted(book: str) -> None:
    """Every battle is on file once, in order."""
    assert [*ends.read(book)] == ends.wanted(book)
