"""The ledger: every clause of a book, the code that cites it and the tests that name it."""

from __future__ import annotations

import re
from collections import defaultdict
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Annotated

import msgspec

from banneret.core.errors import BadData
from banneret.core.files import load_toml

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

CLAUSES = "clauses*.toml"  # the contract, in one file or several, is not a citation
EXAMPLES = "examples.toml"  # nor are the worked examples: those are tests


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of the book, as its contract has it."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]+-[A-Z]+-[0-9]+$")]
    title: str
    kind: str
    text: str
    source: str
    tests: str


class _File(msgspec.Struct, frozen=True):
    clause: list[Clause]


class Entry(msgspec.Struct, frozen=True):
    """A clause with where it is carried out and where it is tested."""

    id: str
    title: str
    kind: str
    code: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def done(self) -> bool:
        """Whether code and a test stand behind the clause."""
        return bool(self.code) and bool(self.tests)


def clauses(folder: Path) -> dict[str, Clause]:
    """Read the clauses of the book in this folder: together its files are one catalogue."""
    files = sorted((folder / "data").glob(CLAUSES))
    if not files:
        raise BadData(f"{folder / 'data'} has no {CLAUSES}")
    return {one.id: one for file in files for one in load_toml(file, _File).clause}


def ledger(
    known: Iterable[Clause], prefix: str, code: Path, tests: Path | None, root: Path
) -> list[Entry]:
    """Compare the clauses with the citations in the code and the names of the tests.

    A clause is cited by its id, in code, comments or data; a test names it in its own name:
    test_op_morale_08_losses_count_all_game.
    """
    cited = _citations(code, prefix, root)
    tested = _test_names(tests, prefix, root) if tests is not None else {}
    return [
        Entry(
            one.id,
            one.title,
            one.kind,
            tuple(cited.get(one.id, ())),
            tuple(tested.get(one.id, ())),
        )
        for one in known
    ]


def _citations(folder: Path, prefix: str, root: Path) -> dict[str, list[str]]:
    pattern = re.compile(rf"\b{re.escape(prefix)}-[A-Z]+-\d+\b")
    found: dict[str, list[str]] = defaultdict(list)
    for path in _sources(folder):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in dict.fromkeys(pattern.findall(line)):
                found[name].append(f"{path.relative_to(root).as_posix()}:{number}")
    return found


def _sources(folder: Path) -> list[Path]:
    every = [*folder.rglob("*.py"), *folder.rglob("*.toml")]
    return sorted(path for path in every if not _is_contract(path.name))


def _is_contract(name: str) -> bool:
    return fnmatch(name, CLAUSES) or name == EXAMPLES


def _test_names(folder: Path, prefix: str, root: Path) -> dict[str, list[str]]:
    test = re.compile(r"^\s*(?:async )?def (test_\w+)", re.MULTILINE)
    clause = re.compile(rf"(?<=_){prefix.lower()}_([a-z]+)_(\d+)(?=_|$)")
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        where = path.relative_to(root).as_posix()
        for name in test.findall(path.read_text(encoding="utf-8")):
            for section, number in dict.fromkeys(clause.findall(name)):
                found[f"{prefix}-{section.upper()}-{number}"].append(f"{where}::{name}")
    return found
