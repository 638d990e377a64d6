"""Destrier: the cards of both sides lie face down while somebody is asked something else."""

from dataclasses import replace

from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick
from seam.hands import Brawl
from seam.toy import SIDES
from seam.toys.card_hands import CARD_HANDS, choose, reveal


def held(table: Table[Brawl]) -> None:
    """The sides take turns to say how the cards are turned up."""
    side = SIDES[table.state.round % 2]
    table.ask(Pick(side, "turn", "How are they turned up?", ("boldly", "slowly")))
    reveal(table)


CARDS_HELD = replace(
    CARD_HANDS,
    key="cards_held",
    title="Cards held",
    sequence={"choose": choose, "reveal": held},
)
