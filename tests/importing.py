"""Who imports whom in the package, read from its sources."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"


def module_name(path: Path) -> str:
    """Name the module a file is."""
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, Path]:
    """Every module of the package by its name."""
    return {module_name(path): path for path in sorted((SOURCES / "banneret").rglob("*.py"))}


def imports(known: dict[str, Path]) -> dict[str, set[str]]:
    """Say what each module imports when it runs: not for types alone, but within functions too."""
    return {name: _imported(name, path, known) for name, path in known.items()}


def _imported(name: str, path: Path, known: dict[str, Path]) -> set[str]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in _running(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            up = package.rsplit(".", node.level - 1)[0] if node.level else ""
            base = ".".join(part for part in (up, node.module) if part)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                found.add(inner if inner in known else base)
    return {one for one in found if one in known and one != name}


def _running(node: ast.AST) -> list[ast.AST]:
    """Every import, those for the type checker left out."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            continue
        if isinstance(child, ast.Import | ast.ImportFrom):
            found.append(child)
        found += _running(child)
    return found


def alive(links: dict[str, set[str]], roots: set[str]) -> set[str]:
    """What is imported, directly or not, from these; a package comes with each of its modules."""
    found: set[str] = set()
    todo = [*roots]
    while todo:
        name = todo.pop()
        if name in found or name not in links:
            continue
        found.add(name)
        todo += links[name]
        todo.append(name.rpartition(".")[0])
    return found


def circles(links: dict[str, set[str]]) -> list[list[str]]:
    """Modules that reach themselves again, each such company once."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        for other in sorted(links[name]):
            if other not in number:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], number[other])
        if low[name] == number[name]:
            at = stack.index(name)
            company, stack[at:] = stack[at:], []
            if len(company) > 1:
                found.append(sorted(company))

    for name in sorted(links):
        if name not in number:
            visit(name)
    return found
