"""The table drawn with characters: ground, figures with their facing, a legend, a panel a side."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from math import cos, radians, sin
from operator import itemgetter
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from banneret.core.show.forms import Block, Emblem, Round, form_text, measure_text
from banneret.core.show.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from banneret.core.show.cards import Card
    from banneret.core.show.scene import Ground1, Piece

COLOURS = ("bright_blue", "bright_red", "yellow", "green", "magenta", "cyan")
ARROWS = "↑↗→↘↓↙←↖"
LEADERS = "⇑⇗⇒⇘⇓⇙⇐⇖"
EMBLEMS = {"officer": "¶", "messenger": "»", "lady": "&", "treasure": "$", "door": "Π",
           "table": "≡", "banner": "¶"}  # fmt: skip
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
GROUND = {
    "wood": ("♣", "green"),
    "water": ("≈", "blue"),
    "deep": ("≋", "blue"),
    "stream": ("≈", "blue"),
    "ford": ("~", "cyan"),
    "hill": ("∩", "yellow"),
    "burning": ("▓", "red"),
    "building": ("▓", "white"),
    "road": ("·", "white"),
    "bridge": ("=", "white"),
    "hedge": ("%", "green"),
    "fence": ("+", "yellow"),
    "wall": ("#", "white"),
    "gate": ("Π", "yellow"),
    "gap": (" ", "white"),
    "field": ("'", "yellow"),
    "rough": (":", "yellow"),
    "impassable": ("▲", "white"),
}
COLUMNS_PER_INCH = 2.0
Cell = tuple[str, str]


class Canvas:
    """A grid of characters over the table; north is up, a row is twice as deep as a column."""

    def __init__(self, scene: Scene, width: int) -> None:
        self.scene = scene
        self.scale = min(COLUMNS_PER_INCH, (width - 4) / max(scene.width, 1.0))
        self.columns = max(1, round(scene.width * self.scale))
        self.rows = max(1, round(scene.height * self.scale / 2))
        self.cells: list[list[Cell]] = [[(" ", "")] * self.columns for _ in range(self.rows)]

    def put(self, x: float, y: float, text: str, style: str) -> None:
        """Write characters around a point of the table."""
        column = min(max(int(x * self.scale), 0), self.columns - len(text))
        row = min(max(int((self.scene.height - y) * self.scale / 2), 0), self.rows - 1)
        for offset, letter in enumerate(text):
            self.cells[row][column + offset] = (letter, style)

    def ground(self, ground: Ground1) -> None:
        """Fill an area, or follow a line."""
        glyph = glyph_of(ground.kind)
        if ground.closed:
            self._fill(ground.points, glyph)
            return
        for start, end in zip(ground.points, ground.points[1:], strict=False):
            steps = max(1, int(max(abs(end[0] - start[0]), abs(end[1] - start[1])) * self.scale))
            for step in range(steps + 1):
                part = step / steps
                x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
                self.put(x, y, *glyph)

    def _fill(self, points: Sequence[tuple[float, float]], glyph: Cell) -> None:
        for row in range(self.rows):
            y = self.scene.height - (row + 0.5) * 2 / self.scale
            for column in range(self.columns):
                if inside((column + 0.5) / self.scale, y, points):
                    self.cells[row][column] = glyph

    def piece(self, piece: Piece, text: str, style: str) -> None:
        """Write a piece; a body of elements has a letter on each of them."""
        if isinstance(piece.form, Block):
            for x, y in block_spots(piece, piece.form):
                self.put(x, y, text[0], style)
        self.put(piece.x, piece.y, text, style)

    def text(self) -> Text:
        """Give the drawing."""
        drawn = Text(no_wrap=True)
        for row in self.cells:
            for style, run in groupby(row, key=itemgetter(1)):
                drawn.append("".join([letter for letter, _ in run]), style or None)
            drawn.append("\n")
        drawn.right_crop()
        return drawn


def draw(scene: Scene, width: int) -> RenderableType:
    """Draw a whole table with its legend and the panels of the sides."""
    canvas = Canvas(scene, width)
    canvas.cells = [list(row) for row in _bare(scene.width, scene.height, scene.ground, width)]
    for marker in scene.markers:
        canvas.put(marker.x, marker.y, "*", "bold yellow")
    letters = letters_of(scene)
    for piece in scene.pieces:
        canvas.piece(piece, token(piece, letters), side_style(scene, piece.side))
    title = f"{scene.counted} {scene.round} · {scene.now}" if scene.round else scene.now
    board = Panel(canvas.text(), title=title, title_align="left", padding=0, expand=False)
    parts: list[RenderableType] = [
        board,
        _ground_legend(scene),
        _pieces_legend(scene, letters),
        _sides(scene),
    ]
    parts += [_measured(scene)] if any(p.form or p.measures for p in scene.pieces) else []
    return Group(*parts, *([_rows(scene)] if scene.rows else []))


@lru_cache(maxsize=8)
def _bare(
    wide: float, high: float, grounds: tuple[Ground1, ...], width: int
) -> tuple[tuple[Cell, ...], ...]:
    """Draw the ground alone, which seldom changes."""
    canvas = Canvas(Scene(width=wide, height=high), width)
    for ground in grounds:
        canvas.ground(ground)
    return tuple(tuple(row) for row in canvas.cells)


def glyph_of(kind: str) -> Cell:
    """Choose the character of a kind of ground by the first word that fits."""
    found = next((glyph for word, glyph in GROUND.items() if word in kind), None)
    return found or (kind[:1].lower() or "?", "white")


def inside(x: float, y: float, points: Sequence[tuple[float, float]]) -> bool:
    """Tell whether a point lies in an area."""
    within = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
    return within


def octant(facing: float) -> int:
    """Give the nearest of the eight directions, 0 for north, clockwise."""
    return round(facing / 45.0) % 8


def token(piece: Piece, letters: dict[tuple[str, str], str]) -> str:
    """Give the two characters of a figure: its group's letter, and its facing (doubled: leader).

    What has no facing shows a ring, what is no figure its own sign.
    """
    form = piece.form
    if isinstance(form, Emblem):
        return letters[piece.side, piece.group] + EMBLEMS.get(form.kind, "*")
    if isinstance(form, Round) and not form.faces:
        return letters[piece.side, piece.group] + ("o" if piece.rank in {"", "common"} else "O")
    arrows = ARROWS if piece.rank in {"", "common"} else LEADERS
    return letters[piece.side, piece.group] + arrows[octant(piece.facing)]


def block_spots(piece: Piece, block: Block) -> list[tuple[float, float]]:
    """Give the middle of each element of a body on the table."""
    turn = radians(piece.facing)
    ux, uy = sin(turn), cos(turn)
    found = []
    for place in range(block.elements):
        rank, file = divmod(place, max(block.files, 1))
        count = min(block.files, block.elements - rank * block.files)
        right = (file - (count - 1) / 2) * (block.wide + block.apart)
        ahead = (piece.depth - block.deep) / 2 - rank * (block.deep + block.behind)
        found.append((piece.x + right * uy + ahead * ux, piece.y - right * ux + ahead * uy))
    return found


def letters_of(scene: Scene) -> dict[tuple[str, str], str]:
    """Give each group a letter: capitals for the first side, small ones for the others."""
    letters: dict[tuple[str, str], str] = {}
    for number, side in enumerate(dict.fromkeys([s.key for s in scene.sides] + _owners(scene))):
        groups = dict.fromkeys(piece.group for piece in scene.pieces if piece.side == side)
        for place, group in enumerate(groups):
            letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[place % 26]
            letters[side, group] = letter if number == 0 else letter.lower()
    return letters


def side_style(scene: Scene, side: str) -> str:
    """Give the colour of a side."""
    if not side:
        return "bold white"
    sides = list(dict.fromkeys([s.key for s in scene.sides] + _owners(scene)))
    return f"bold {COLOURS[sides.index(side) % len(COLOURS)]}"


def _owners(scene: Scene) -> list[str]:
    return [piece.side for piece in scene.pieces]


def _ground_legend(scene: Scene) -> Text:
    kinds = sorted({ground.kind for ground in scene.ground})
    legend = Text()
    for kind in kinds:
        glyph, style = glyph_of(kind)
        legend.append(f"{glyph} {kind.replace('_', ' ')}   ", style)
    for marker in scene.markers:
        legend.append(f"* {marker.label or marker.kind} ({marker.x:g},{marker.y:g})   ", "yellow")
    return legend


def _pieces_legend(scene: Scene, letters: dict[tuple[str, str], str]) -> Table:
    legend = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for (side, group), letter in letters.items():
        members = [p for p in scene.pieces if (p.side, p.group) == (side, group)]
        marks = sorted({mark for piece in members for mark in piece.marks})
        leaders = [piece.name for piece in members if piece.rank not in {"", "common"}]
        numbers = ",".join(str(piece.id) for piece in members)
        legend.add_row(
            Text(letter, side_style(scene, side)),
            f"{side} {group or _alone(side, letters)}",
            f"{len(members)}: {numbers}",
            ", ".join(leaders),
            ", ".join(sorted({piece.arms for piece in members if piece.arms})),
            ", ".join(marks),
        )
    return legend


def _measured(scene: Scene) -> Text:
    """Tell, a line each, what is particular about a piece's form and measured on it."""
    found = Text()
    for piece in scene.pieces:
        told = [form_text(piece.form), *map(measure_text, piece.measures)]
        if any(told):
            found.append(f"{piece.name or piece.id}: ", side_style(scene, piece.side))
            found.append(", ".join(filter(None, told)) + "\n")
    found.right_crop()
    return found


def _alone(side: str, letters: dict[tuple[str, str], str]) -> str:
    """Say of who has no group that he is alone, where others of his side have one."""
    return "alone" if any(other == side and group for other, group in letters) else ""


def _rows(scene: Scene) -> Table:
    """Show the cards that lie before everybody."""
    found = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for row in scene.rows:
        down = f"{row.down} face down" if row.down else ""
        own = ", ".join(card_text(card) for card in row.known)
        found.add_row(
            Text(row.name, side_style(scene, row.side)),
            ", ".join(f"{p.left} of {p.most or p.left} {p.unit} left" for p in row.purses),
            row.title,
            ", ".join(card_text(card) for card in row.faced),
            f"{down} ({own})" if own else down,
            row.note,
        )
    return found


def card_text(card: Card) -> str:
    """Say a card in a few words: its title, its target, its cost."""
    at = f" at {card.at}" if card.at else ""
    return f"{card.title}{at}{f' [{card.cost}]' if card.cost else ''}"


def _sides(scene: Scene) -> Columns:
    return Columns(
        [
            Panel(
                "\n".join(f"{label}: {value}" for label, value in side.lines),
                title=f"{side.key}: {side.name}",
                border_style=side_style(scene, side.key),
            )
            for side in scene.sides
        ]
    )
