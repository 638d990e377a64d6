"""Knights and Knaves: twenty chits marked in secret, in any order, then turned up alternately."""

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D10, OneOf
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick
from seam.cards import Cards, secrets, turn_up
from seam.toy import NOBODY, RED, SIDES, enemy, toy

CHITS = ("stay", "shoot", "parry")
MEN = tuple(str(man) for man in range(10))


class Muster(Cards, kw_only=True):
    score: dict[str, int]
    active: str = RED


@clause("KK-TURN-03")
def wild(table: Table[Muster]) -> None:
    """One man a side is out of command; only his own side sees who, and rolls his action."""
    for side in SIDES:
        with table.privately((side,)):
            cards = table.state.cards
            cards[f"{side} wild"] = table.roll(OneOf("who is out of command", MEN), side=side)
            cards[f"{side} action"] = table.roll(OneOf("his action", CHITS), side=side)
    table.state.phase = "mark"


@clause("KK-COMP-02")
def mark(table: Table[Muster]) -> None:
    """All other men are marked at once, each side its own in any order."""
    cards = table.state.cards
    men = [(side, man) for side in SIDES for man in MEN if man != cards[f"{side} wild"]]
    chits = table.ask_all([Pick(side, "chit", f"Man {man}", CHITS) for side, man in men])
    marked = dict(zip(men, chits, strict=True))
    for side in SIDES:
        for man in MEN:
            cards[f"{side} {man}"] = marked.get((side, man), cards[f"{side} action"])
    table.state.phase = "reveal"


@clause("KK-TURN-06")
def reveal(table: Table[Muster]) -> None:
    """The sides turn up one chit after the other; a shot scores on a seven."""
    muster, side = table.state, table.state.active
    left = [man for man in MEN if f"{side} {man}" not in muster.turned]
    man = table.ask(Pick(side, "turn", "Turn up", left))
    if turn_up(table, f"{side} {man}") == "shoot" and table.roll(D10("shot"), side=side) >= 7:
        muster.score[side] = muster.score.get(side, 0) + 1
    muster.active = enemy(side)
    if len(muster.turned) == 2 * len(MEN):
        red, blue = (muster.score.get(one, 0) for one in SIDES)
        muster.winner = NOBODY if red == blue else SIDES[red < blue]


TWENTY_CHITS = toy(
    "Twenty chits",
    lambda: Muster(phase="wild", cards={}, turned=[], score={}),
    (wild, mark, reveal),
    faults=lambda muster: [f"{chit} for a chit" for chit in chits_of(muster) if chit not in CHITS],
    **secrets(lambda card: MEN if card.endswith("wild") else CHITS),
)


def chits_of(muster: Muster) -> list[str]:
    return [chit for card, chit in muster.cards.items() if not card.endswith("wild")]
