"""Whole battles in which every look into a list is watched: `python -m contract.looking_up BOOK`.

Nobody has a number too, and a list of figures gives its last for -1. So the books are loaded with
each `one[other]` put through a watchman, who says where a figure was asked for by such a number.
"""

from __future__ import annotations

import ast
import builtins
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType

WATCHMAN = "__looked_up__"
BOOKS = "banneret.rulesets."
noted: set[str] = set()


def watch(shelf: Any, number: Any, where: str) -> Any:
    """Give what was asked for, and note who asked for a figure by a number below nought."""
    if type(number) is int and number < 0 and type(shelf) in (list, tuple):
        noted.update([where] if shelf and isinstance(shelf[0], msgspec.Struct) else ())
    return shelf[number]


class _Watched(ast.NodeTransformer):
    """Every look-up by a reckoned number goes through the watchman; written -1 is meant."""

    def __init__(self, path: str) -> None:
        self.path = path

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        written = isinstance(node.slice, (ast.Slice, ast.Constant, ast.Tuple, ast.UnaryOp))
        if written or not isinstance(node.ctx, ast.Load):
            return node
        where = ast.Constant(f"{self.path}:{node.lineno}")
        name = ast.Name(WATCHMAN, ast.Load())
        return ast.copy_location(ast.Call(name, [node.value, node.slice, where], []), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Annotations are read by msgspec and stay what they are."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        """Read the source anew: a kept one is not watched."""
        path = self.get_filename(fullname)
        tree = _Watched(path.partition("rulesets/")[2]).visit(ast.parse(self.get_data(path)))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        """Load modules of books, and nothing else, through the watchman."""
        del target
        spec = PathFinder.find_spec(name, path) if name.startswith(BOOKS) else None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


def fight(key: str, who: str) -> int:
    """One battle of every scenario of a book, told and drawn at its end; gives how many."""
    from banneret.core.chance.dice import RandomDice  # noqa: PLC0415  # after the watchman
    from banneret.core.play.game import Game  # noqa: PLC0415
    from banneret.players import player  # noqa: PLC0415
    from banneret.rulesets import RULESETS  # noqa: PLC0415

    book = RULESETS[key]
    for name, info in book.scenarios.items():
        forces = {side: keys[0] for side, keys in info.forces.items() if keys}
        state = book.begin(name, {}, forces)
        players = {side: player(book, side, who, name) for side in book.sides(state)}
        game = Game(book, state, dice=RandomDice(name), players=players)
        game.advance()
        for told in [told for step in game.steps for told in step.events]:
            book.sentence(game.state, told.event)
        for side in (*book.sides(state), None):
            book.scene(book.view(game.state, side), side)
    return len(book.scenarios)


def main() -> None:
    """Watch the battles of a book and list who was looked up as nobody."""
    setattr(builtins, WATCHMAN, watch)
    sys.meta_path.insert(0, _Finder())
    battles = sum(fight(sys.argv[1], who) for who in ("chance", "captain"))
    sys.stdout.write(f"{battles} battles\n" + "".join(f"{one}\n" for one in sorted(noted)))


if __name__ == "__main__":
    main()
