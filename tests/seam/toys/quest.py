"""Arthurian: a knight's sheet goes from battle to battle, and he spends his gold in between."""

from typing import Annotated, Any

import msgspec

from banneret.core.book.clauses import Refusal, clause
from banneret.core.book.ruleset import Result
from banneret.core.book.saga import Paragraph, Saga, Venture
from banneret.core.chance.draws import D6
from banneret.core.play.events import Event
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick
from banneret.core.show.sheet import Sheet
from seam.toy import BLUE, NOBODY, RED, Toy, toy

PRICES = {"nothing": 0, "lance": 2, "horse": 20}
LENGTH = 3


class Knight(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    gold: Annotated[int, msgspec.Meta(ge=0, le=500)] = 12
    arms: list[str] = []
    deeds: list[str] = []
    ready: bool = False
    won: int = 0


class Bought(Event, frozen=True, tag="bought"):
    what: str


@clause("AR-QUEST-03")
def between(table: Table[Knight]) -> None:
    """He buys one thing he has the gold for, finds what the road brings, and rides on."""
    knight = table.state
    dear = Refusal("he has not the gold", "AR-QUEST-03")
    poor = {what: dear for what, price in PRICES.items() if price > knight.gold}
    bought = table.ask(Pick("player", "buy", "What does he buy?", list(PRICES), why_not=poor.get))
    if bought != "nothing":
        knight.arms.append(bought)
        table.tell(Bought(bought))
    knight.gold += table.roll(D6("found on the road"), side="player") - PRICES[bought]
    knight.ready = True


def settle(knight: Knight, _battle: Any, result: Result) -> Knight:
    """What a joust leaves: a deed, and his arms."""
    knight.deeds.append("won" if result.winner == RED else "lost")
    knight.won += result.winner == RED
    knight.ready = False
    return knight


SAGA = Saga(
    key="quest",
    title="A quest",
    record=Knight,
    begin=lambda name, _options, dice: Knight(name or "Emeric", 10 + dice.throw(D6("gold"))[0]),
    between=between,
    due=lambda knight: Venture("toy", RED) if knight.ready else None,
    settle=settle,
    over=lambda knight: "the quest is done" if len(knight.deeds) == LENGTH else "",
    titled=lambda knight: f"The quest of {knight.name}",
    stage=lambda knight: f"{len(knight.deeds)} of {LENGTH} done",
    sheets=lambda knight: [Sheet(knight.name, ("gold", "won"), ((knight.gold, knight.won),))],
    story=lambda knight: [Paragraph(f"Joust {n}", f"He {d}.") for n, d in enumerate(knight.deeds)],
    faults=lambda knight: ["arms: he has three horses"] if knight.arms.count("horse") > 2 else [],
)  # fmt: skip


def joust(table: Table[Toy]) -> None:
    """Ride or rest; the die decides."""
    table.ask(Pick(RED, "ride", "Ride?", ("ride", "rest")))
    table.state.winner = {0: RED, 1: BLUE, 2: NOBODY}[table.roll(D6("joust"), side=RED) % 3]


QUEST = toy("Joust", lambda: Toy(phase="joust"), (joust,), saga=SAGA, levels=())
