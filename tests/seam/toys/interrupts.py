"""Destrier: the other side breaks into a move, and a blow is answered by a card (DE-TACP-09)."""

from banneret.core.book.clauses import Refusal, clause
from banneret.core.chance.draws import AtMost
from banneret.core.play.events import Event
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick, Play
from seam.toy import BLUE, NOBODY, RED, Toy, enemy, toy

REACH = 2
NO_CARD = "none"


class Fight(Toy, kw_only=True):
    parries: dict[str, int]
    hurt: dict[str, int]
    gap: int = 8
    active: str = RED


class Moved(Event, frozen=True, tag="moved"):
    side: str
    gap: int


def approach(table: Table[Fight]) -> None:
    """The active side closes by up to four inches, then strikes if it stands in reach."""
    fight, side = table.state, table.state.active
    inches = table.ask(Pick(side, "approach", "Inches to close", range(min(4, fight.gap) + 1)))
    close_up(table, side, inches)
    if fight.gap <= REACH:
        blow(table, side, enemy(side), 50)
    fight.active = enemy(side)
    fight.round += 1
    fallen = [one for one, wounds in fight.hurt.items() if wounds >= 2]
    fight.winner = enemy(fallen[0]) if fallen else NOBODY if fight.round > 8 else ""


@clause("DE-TACP-09")
def close_up(table: Table[Fight], side: str, inches: int) -> None:
    """Before it comes into reach the other side may retreat; what is left of the move is made."""
    fight = table.state
    while inches and fight.gap:
        if fight.gap == REACH + 1:
            reply = table.ask(Pick(enemy(side), "keep_distance", "He comes", ("stand", "retreat")))
            fight.gap += 2 if reply == "retreat" else 0
        fight.gap -= 1
        inches -= 1
        table.tell(Moved(side, fight.gap))


@clause("DE-ATT-10")
def blow(table: Table[Fight], striker: str, target: str, chance: int) -> None:
    """A blow hits, or is parried by a card; a parry gives a counterblow, which may be parried."""
    fight = table.state
    if not table.roll(AtMost("to hit", 100, chance), side=striker):
        return
    if card(table, target) == NO_CARD:
        fight.hurt[target] += 1
    else:
        fight.parries[target] -= 1
        blow(table, target, striker, chance - 20)


def card(table: Table[Fight], side: str) -> str:
    """A parry needs a card in the hand."""
    empty = Refusal("no parry is left in the hand", "DE-GEN-05")
    out = {"parry": empty if not table.state.parries[side] else None, NO_CARD: None}
    return str(table.ask(Play(side, "parry", "Parry the blow?", list(out), why_not=out.get)))


INTERRUPTS = toy(
    "Interrupts",
    lambda: Fight(phase="approach", parries={RED: 1, BLUE: 2}, hurt={RED: 0, BLUE: 0}),
    (approach,),
    faults=lambda fight: ["a card was played twice"] if min(fight.parries.values()) < 0 else [],
)
