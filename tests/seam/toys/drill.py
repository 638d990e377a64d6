"""Macbeth to Medici: a body drills leg by leg, each with its footprint, price or refusal."""

from banneret.core.book.clauses import Refusal, clause
from banneret.core.play.table import Table
from banneret.core.questions.choices import Drill, Footprint, Grip, Legs
from banneret.tabletop.bodies.body import Body
from banneret.tabletop.bodies.drill import (
    Hand,
    about_faced,
    advanced,
    refronted,
    wheel_price,
    wheeled,
)
from seam.fielding import BODIES, Field, draw_bodies, off_table
from seam.toy import BLUE, NOBODY, RED, enemy, toy

RATES = {"march": 4.0, "normal": 6.0}


@clause("MM-MOVE-22", "MM-MOVE-24")
def drilled(body: Body, legs: Legs) -> tuple[Body, list[Footprint]]:
    """Follow the legs one by one until one is refused."""
    left, steps = RATES[legs.gait], []
    for kind, amount, hand in legs.legs:
        price, after = amount, body
        if kind == "wheel":
            turn: Hand = "left" if hand == "left" else "right"
            price, after = wheel_price(body, amount), wheeled(body, turn, amount)
        elif kind == "frontage":
            after = refronted(body, body.files + int(amount))
            price = float(abs(after.files - body.files))
        elif kind == "about":
            price, after = float(body.ranks), about_faced(body)
        else:
            after = advanced(body, amount)
        rect = after.rect
        base = (rect.x, rect.y, rect.facing, rect.width, rect.depth)
        because = ("it costs too much", "MM-MOVE-25") if price > left else ("", "")
        if off_table(rect):
            because = ("it would leave the table", "MM-UNIT-48")
        steps.append(Footprint(kind, (base,), price, left - price, *because, most=left))
        if because[0]:
            break
        left, body = left - price, after
    return body, steps


def drill(table: Table[Field]) -> None:
    """The active side drills its body; a levy cannot turn about."""
    field, side = table.state, table.state.active
    body = field.bodies[side]
    levy = Refusal("a levy cannot turn about", "MM-MOVE-24") if side == BLUE else None
    grips = (
        Grip("advance", "Advance", "inches", 0, 6),
        Grip("wheel", "Wheel", "degrees", 0, 90, ("left", "right")),
        Grip("frontage", "Frontage", "files", -3, 3),
        Grip("about", "About face", because=levy),
    )
    ideas = [("normal", [("advance", 3.0)]), ("march", [("wheel", 20.0, "left")]), ("march", [])]
    question = Drill(
        side, "drill", "Drill", [0 if side == RED else 1], list(RATES),
        follow=lambda legs: drilled(body, legs)[1], grips=lambda: grips,
    )  # fmt: skip
    read = [question.read(idea) for idea in ideas]
    question.some = lambda: [legs for legs in read if question.refusal(legs) is None]
    field.bodies[side], _ = drilled(body, table.ask(question))
    field.active, field.round = enemy(side), field.round + 1
    field.winner = NOBODY if field.round > 8 else ""


DRILL = toy(
    "Drill",
    lambda: Field(phase="drill", bodies=dict(BODIES)),
    (drill,),
    draw=draw_bodies,
)
