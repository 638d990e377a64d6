# ruff: noqa: INP001  # a script, not a package
"""List every sentence and label a player may read, to be read aloud: of the page and of the books.

Run it with `.venv/bin/python scripts/sentences.py > sentences.txt`.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "web" / "src"
BOOKS = ROOT / "src" / "banneret"
SAID = re.compile(r">([^<>{}]*[A-Za-z]{2}[^<>{}]*)<")  # between two tags
LABEL = re.compile(r'(?:aria-label|title|placeholder|label)="([^"{}]*[A-Za-z]{2}[^"{}]*)"')
QUOTED = re.compile(r'[`"]((?:[A-Z][a-z]+|\$\{[^}]*\}),? [^`"\n]*)[`"]')
SENTENCE = re.compile(r"^[A-Z{].* .*|.*\?$")


def of_page(path: Path) -> Iterator[str]:
    """What a part or a module of the page says."""
    text = path.read_text()
    markup = text.split("</script>")[-1].split("<style>")[0] if path.suffix == ".svelte" else ""
    for pattern in (SAID, LABEL):
        yield from (found.strip() for found in pattern.findall(markup))
    yield from QUOTED.findall(text.split("<style>")[0])


def _written(node: ast.AST) -> str | None:
    """A string, with what is filled in as its name in braces."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [
            str(one.value) if isinstance(one, ast.Constant) else "{" + ast.unparse(one)[3:-2] + "}"
            for one in node.values
        ]
        return "".join(parts)
    return None


def of_code(path: Path) -> Iterator[str]:
    """What a module says: its strings that read like a sentence or a question, docstrings aside."""
    tree = ast.parse(path.read_text())
    silent = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    silent |= {
        id(part) for one in ast.walk(tree) if isinstance(one, ast.JoinedStr) for part in one.values
    }
    for node in ast.walk(tree):
        said = None if id(node) in silent else _written(node)
        if said and SENTENCE.match(said):
            yield " ".join(said.split())


def main() -> None:
    """Write them, file by file, each once."""
    seen: set[str] = set()
    files = [*sorted(PAGE.rglob("*.svelte")), *sorted(PAGE.rglob("*.ts"))]
    for path in [*files, *sorted(BOOKS.rglob("*.py"))]:
        found = of_code(path) if path.suffix == ".py" else of_page(path)
        fresh = [one for one in dict.fromkeys(found) if one and one not in seen]
        seen |= set(fresh)
        if fresh:
            lines = "\n".join(f"  {one}" for one in fresh)
            sys.stdout.write(f"{path.relative_to(ROOT)}\n{lines}\n")


if __name__ == "__main__":
    main()
