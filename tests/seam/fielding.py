"""Bodies drawn on a table, for toys that drill them."""

from typing import Any

from msgspec.structs import replace

from banneret.core.show.forms import Beads, Block, Emblem
from banneret.core.show.scene import Piece, Scene, SideInfo
from banneret.tabletop.bodies.body import Body
from banneret.tabletop.shapes.bases import Rect
from seam.toy import BLUE, RED, SIDES, Toy

TABLE = 48.0
BODIES = {RED: Body(12, 12, 0, 4, 8), BLUE: Body(36, 36, 180, 5, 9)}


class Field(Toy, kw_only=True):
    bodies: dict[str, Body]
    active: str = RED


def off_table(rect: Rect) -> bool:
    """Tell whether a body would not stand on the table."""
    return not (rect.x0 >= 0 and rect.x1 <= TABLE and rect.y0 >= 0 and rect.y1 <= TABLE)


def draw_bodies(field: Any, _side: str | None) -> Scene:
    """Each side's body, as it stands."""
    pieces = []
    for number, (side, body) in enumerate(field.bodies.items()):
        rect, form = body.rect, Block(body.files, body.elements, body.wide, body.deep)
        place = (rect.x, rect.y, rect.facing, rect.width, rect.depth)
        hits = (Beads("hits", 1, 3),)
        pieces.append(Piece(number, side, f"{side} body", *place, form=form, measures=hits))
    panels = tuple(SideInfo(one, one.title(), ()) for one in SIDES)
    return Scene(TABLE, TABLE, pieces=tuple(pieces), sides=panels)


def draw_riders(field: Any, side: str | None) -> Scene:
    """The bodies, and a rider for each order on its way."""
    scene, man = draw_bodies(field, side), Emblem("messenger")
    place = (20.0, 20.0 + field.ridden, 0, 1, 1)
    on = [Piece(2 + n, o, f"{o} rider", *place, form=man) for n, o in enumerate(field.orders)]
    return replace(scene, pieces=(*scene.pieces, *on))
