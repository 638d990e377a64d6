"""Forces raised and changed in the browser: written down and read by the book again."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from banneret.core.errors import BadData
from banneret.rulesets import RULESETS
from banneret.server.door.shapes import LevyIn, MusterOut
from banneret.server.rest.levying import levy, written

SHELF = "banneret.rulesets:RULESETS"
WITH_LISTS = [key for key, book in RULESETS.items() if book.muster is not None]


def raised(book: str, **wanted: object) -> MusterOut:
    return msgspec.json.decode(levy(SHELF, book, LevyIn(**wanted)), type=MusterOut)  # type: ignore[arg-type]


@pytest.mark.parametrize("book", WITH_LISTS)
def test_every_list_raises_a_force_that_reads_the_same_again(book: str) -> None:
    muster = RULESETS[book].muster
    assert muster is not None
    for key in muster.lists:
        first = raised(book, list=key)
        again = raised(book, entries=first.entries)
        assert (again.points, again.figures) == (first.points, first.figures), key
        assert tomllib.loads(written(first.entries)) == first.entries


def test_a_changed_cell_is_read_and_counted() -> None:
    force = raised("knights_and_knaves", list="norman_conroi", figures=12)
    man = force.entries["force"][0]["man"][-1]
    man["melee"] += 1
    man["name"] = "Wat"
    changed = raised("knights_and_knaves", entries=force.entries)
    assert changed.points == force.points + 1
    assert any("Wat" in map(str, row) for row in changed.sheet.rows)


def test_what_cannot_exist_is_refused_in_the_books_words() -> None:
    force = raised("knights_and_knaves", list="norman_conroi", figures=12)
    force.entries["force"][0]["man"][0]["class"] = "wizard"
    with pytest.raises(BadData, match="wizard"):
        raised("knights_and_knaves", entries=force.entries)


def test_a_file_without_a_force_is_refused() -> None:
    with pytest.raises(BadData, match="expected"):
        raised("knights_and_knaves", entries={"force": []})
