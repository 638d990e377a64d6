"""All three new books: discs, corner stands, horses, a body, an officer and his secret message."""

from copy import deepcopy
from typing import Any

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D6
from banneret.core.chance.hands import Highest
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick
from banneret.core.show.forms import Bar, Beads, Wound
from banneret.core.show.scene import Piece, Scene, SideInfo
from seam.forms_on_table import FORMS
from seam.toy import NOBODY, RED, SIDES, Toy, enemy, toy

ORDERS, OFFICERS = ("attack", "hold"), 7


class Field(Toy, kw_only=True):
    hits: dict[int, int]
    order: str = "attack"  # what red's messenger carries
    active: str = RED


@clause("MM-TURN-01")
def strike(table: Table[Field]) -> None:
    """The active side strikes one of the others, three hits end him; orders change in secret."""
    field, side = table.state, table.state.active
    with table.privately((RED,)):
        field.order = table.ask(Pick(RED, "order", "What shall he carry?", ORDERS))
    foes = [n for n, (owner, *_) in FORMS.items() if owner == enemy(side) and n < OFFICERS]
    chosen = table.ask(Pick(side, "foe", "Whom?", foes, label=lambda n: FORMS[n][1], about=foes))
    field.hits[chosen] += table.roll(Highest("hits", 2, 6), side=side) > 4
    field.active, field.round = enemy(side), field.round + 1
    field.winner = side if field.hits[chosen] > 3 else NOBODY if field.round > 9 else ""


def draw(field: Field, side: str | None) -> Scene:
    """Everything in a row; the message is written on red's messenger alone."""
    pieces = []
    for n, (owner, name, (wide, deep), form) in FORMS.items():
        hits = field.hits.get(n, 0)
        measures = (Beads("hits", hits, 2), Bar("body", 9 - hits, 9, "hot"), Wound("light"))
        told = (f"order {field.order}",) if n == 9 and side == RED else ()
        place = (5.0 + 8 * ((n - 1) % 4), 6.0 + 9 * ((n - 1) // 4), 30.0 * n, wide, deep)
        shown = measures if n < OFFICERS else ()
        pieces.append(Piece(n, owner, name, *place, marks=told, measures=shown, form=form))
    panels = tuple(SideInfo(one, one.title(), ()) for one in SIDES)
    return Scene(36.0, 30.0, pieces=tuple(pieces), sides=panels)


def hidden(field: Field, side: str | None, order: str = "?") -> Field:
    """Nobody but red knows the message."""
    seen = deepcopy(field)
    seen.order = field.order if side == RED else order
    return seen


def vary(field: Field, side: str, dice: Any) -> Field:
    """The same field with another message on its way."""
    return hidden(field, side, ORDERS[dice.throw(D6("a guess"))[0] % 2])


ODD_SHAPES = toy(
    "Odd shapes", lambda: Field(phase="strike", hits=dict.fromkeys(FORMS, 0)), (strike,),
    draw=draw, view=hidden, imagine=vary, extras={"vary_hidden": vary},
    pieces=lambda _view, choice, key: (key,) if choice.key == "foe" else (),
)  # fmt: skip
