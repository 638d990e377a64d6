"""The house stands as it is drawn: imports go one way and in no circle, and nothing is dead."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import importing
from banneret.core.book.ledger import clauses, ledger
from banneret.rulesets import RULESETS

KNOWN = importing.modules()
LINKS = importing.imports(KNOWN)
SHELF = "banneret.rulesets"
# Started by name: the commands, the migrations, the books, which the shelf opens when asked, and
# their captains, whom a book calls when asked.
STARTED = {"banneret.__main__", "banneret.cli.main", "banneret.server.app"}
MOST = 12  # modules and folders of a folder, data too: a table of contents at a glance


def test_import_contracts() -> None:
    """Core knows no rules, books know no screens, and nobody reaches into a book."""
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(  # noqa: S603  # our own linter
        [program, "--no-cache"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _books() -> set[str]:
    return {name for name in KNOWN if name.startswith(f"{SHELF}.") and name.count(".") == 2}


def _alive() -> set[str]:
    """What a battle, a screen or a command may run; while books are under way, theirs too."""
    shelved = {f"{SHELF}.{key}" for key in RULESETS}
    waiting = _books() - shelved
    roots = STARTED | shelved | {f"{book}.captain" for book in shelved}
    roots |= {one for one in KNOWN if ".migrations" in one}
    if waiting:  # books under way, and what is written for them
        under_way = (*waiting, "banneret.tabletop", "banneret.core")
        roots |= {one for one in KNOWN if one.startswith(under_way)}
    return importing.alive(LINKS, roots)


def test_the_shelf_opens_no_book_but_the_one_taken_down() -> None:
    """To open all takes a second, and every command would wait for it."""
    look = "import sys; from banneret.rulesets import RULESETS; RULESETS['destrier']; "
    look += "print([key for key in RULESETS if f'banneret.rulesets.{key}' in sys.modules])"
    done = subprocess.run(  # noqa: S603  # our own line
        [sys.executable, "-c", look], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "['destrier']"


def test_nothing_is_imported_by_tests_alone() -> None:
    """Every module is reached from a command, the server or a book on the shelf."""
    assert sorted(set(KNOWN) - _alive()) == []


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_every_clause_is_cited_where_a_battle_runs(key: str) -> None:
    """The ledger counts no citation in a module that nothing runs."""
    root = importing.SOURCES / "banneret"
    alive = {KNOWN[name].relative_to(root).as_posix() for name in _alive()}
    folder = root / "rulesets" / key
    entries = ledger(clauses(folder).values(), RULESETS[key].prefix, folder, None, root)
    cited = {place.partition(":")[0] for entry in entries for place in entry.code}
    assert cited
    assert sorted(path for path in cited if path.endswith(".py") and path not in alive) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Not even within functions: a circle means that two chapters are one, or one lies wrong."""
    assert importing.circles(LINKS) == []


def test_folders_are_tables_of_contents() -> None:
    """No folder of core, tabletop, a book or the server has more than a dozen entries."""
    for room in ("core", "tabletop", "rulesets", "server"):
        top = importing.SOURCES / "banneret" / room
        for folder in (top, *sorted(top.rglob("*"))):
            if not folder.is_dir() or {"__pycache__", "static"} & set(folder.parts):
                continue
            entries = [one for one in folder.iterdir() if not one.name.startswith("__")]
            assert len(entries) <= MOST, f"{folder} has {len(entries)} entries"
