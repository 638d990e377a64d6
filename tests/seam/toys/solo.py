"""Arthurian: the adversaries of a solo game follow a table of priorities; nobody plays them."""

from typing import Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D6, AtLeast
from banneret.core.play.events import Event
from banneret.core.play.table import Table
from banneret.core.questions.choices import Field, Pick, Write
from seam.toy import ALONE, BLUE, RED, Toy, toy


class Saxon(msgspec.Struct):
    away: int
    bow: bool = False
    wounds: int = 0


class Ambush(Toy, kw_only=True):
    saxons: list[Saxon]
    oath: dict[str, Any]
    life: int = 6
    guard: bool = False


class Acted(Event, frozen=True, tag="acted"):
    saxon: int
    action: str


OATH = (Field("stance", "Stance", "word", ("bold", "wary")),
        Field("rounds", "Rounds", "number", least=3, most=6))  # fmt: skip


def swear(table: Table[Ambush]) -> None:
    """The hero swears how he will fight, and for how many rounds."""
    ideas = [{"stance": "bold", "rounds": 3}, {"stance": "wary", "rounds": 5}]
    table.state.oath = table.ask(Write(RED, "oath", "Swear", OATH, ideas=lambda: ideas))
    table.state.phase = "hero"


def hero(table: Table[Ambush]) -> None:
    """The hero strikes at one Saxon beside him or guards himself."""
    ambush = table.state
    near = [f"strike {i}" for i, saxon in enumerate(ambush.saxons) if saxon.away <= 1]
    what = table.ask(Pick(RED, "act", "What does the hero do?", [*near, "guard"]))
    ambush.guard = what == "guard"
    needed = 3 if ambush.oath["stance"] == "bold" else 4
    if not ambush.guard and table.roll(AtLeast("hero strikes", 6, needed), side=RED):
        ambush.saxons[int(what.split()[1])].wounds += 1
    ambush.phase = "saxons"


@clause("AR-SOLO-01")
def saxons(table: Table[Ambush]) -> None:
    """Each adversary does what the first line of the table tells him."""
    ambush = table.state
    for number, saxon in enumerate(ambush.saxons):
        action = next(action for action, fits in priorities(saxon) if fits)
        table.tell(Acted(number, action))
        if action in {"strike", "shoot"} and table.roll(D6(action), side=BLUE) > 3 + ambush.guard:
            ambush.life -= 1
        saxon.away = max(1, saxon.away + {"advance": -2, "flee": 3}.get(action, 0))
    ambush.round += 1
    ambush.phase = "hero"
    if ambush.life <= 0 or ambush.round > ambush.oath["rounds"]:
        ambush.winner = RED if ambush.life > 0 else BLUE


def priorities(saxon: Saxon) -> list[tuple[str, bool]]:
    return [("lie", saxon.wounds > 1), ("flee", saxon.wounds == 1), ("strike", saxon.away <= 1),
            ("shoot", saxon.bow), ("advance", True)]  # fmt: skip


SOLO = toy("Solo", lambda: Ambush(phase="swear", saxons=[Saxon(3), Saxon(5, bow=True)], oath={}),
           (swear, hero, saxons), by_book={BLUE: "AR-SOLO-01"}, alone="solo", settings=(ALONE,)
           )  # fmt: skip
