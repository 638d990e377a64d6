"""The ledger compares clauses, citations and test names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from banneret.core.book.ledger import clauses, ledger
from banneret.core.errors import BadData

if TYPE_CHECKING:
    from pathlib import Path

CLAUSE = """
[[clause]]
id = "TY-MOVE-{number}"
title = "Clause {number}"
kind = "rule"
text = "Walk."
source = "page"
tests = "walk"
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "src" / "book"
    (folder / "data").mkdir(parents=True)
    text = "".join(CLAUSE.format(number=number) for number in ("01", "02", "03", "10"))
    (folder / "data" / "clauses.toml").write_text(text)
    (folder / "data" / "examples.toml").write_text('clauses = ["TY-MOVE-03"]\n')
    (folder / "data" / "tables.toml").write_text('rate = 3\nsource = "TY-MOVE-10"\n')
    (folder / "walk.py").write_text('"""Walk."""\n@clause("TY-MOVE-01", "TY-MOVE-02")\n')
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_walk.py").write_text(
        "def test_ty_move_01_walks() -> None: ...\n"
        "class TestMore:\n"
        "    def test_ty_move_02_and_ty_move_10(self) -> None: ...\n"
        "def test_ty_move_1000_is_no_clause() -> None: ...\n"
    )
    return folder


def test_code_and_tests_are_found(book: Path, tmp_path: Path) -> None:
    """Citations come with file and line, tests with their name; the contract is none."""
    known = clauses(book)
    entries = {
        e.id: e
        for e in ledger(known.values(), "TY", tmp_path / "src", tmp_path / "tests", tmp_path)
    }
    assert entries["TY-MOVE-01"].code == ("src/book/walk.py:2",)
    assert entries["TY-MOVE-01"].tests == ("tests/test_walk.py::test_ty_move_01_walks",)
    assert entries["TY-MOVE-02"].done
    assert entries["TY-MOVE-10"].code == ("src/book/data/tables.toml:2",)
    assert entries["TY-MOVE-10"].tests
    assert entries["TY-MOVE-03"].code == ()
    assert not entries["TY-MOVE-03"].done


def test_without_a_tests_folder_nothing_is_tested(book: Path, tmp_path: Path) -> None:
    """An installed package has no tests to name."""
    entries = ledger(clauses(book).values(), "TY", tmp_path / "src", None, tmp_path)
    assert not any(entry.tests for entry in entries)


def test_a_clause_with_an_unknown_key_is_refused(book: Path) -> None:
    """The contract is typed like every other file."""
    file = book / "data" / "clauses.toml"
    file.write_text(file.read_text() + 'page = "3"\n')
    with pytest.raises(BadData, match=r"unknown key 'page' in clause\[3\]"):
        clauses(book)
