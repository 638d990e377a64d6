"""Destrier: a rider and his steed play two hands at once, paid in blows, all faced together."""

from banneret.core.book.clauses import Refusal, clause
from banneret.core.chance.draws import AtMost
from banneret.core.play.events import Faced
from banneret.core.play.table import Table
from banneret.core.questions.choices import Play
from banneret.core.show.cards import Purse
from seam.hands import HANDS, Brawl, draw, face, keys_of, pitted, vary, view
from seam.toy import NOBODY, SIDES, toy


@clause("DE-TACP-01")
def choose(table: Table[Brawl]) -> None:
    """Both sides lay cards for all their hands face down, at the same time."""
    plays = [hands_of(table.state, side) for side in SIDES]
    for play, keys in zip(plays, table.ask_all(plays), strict=True):
        for purse in play.purses:
            own = [key for key in keys if face(key).hand == purse.hand]
            table.state.down[purse.hand] = tuple(own)
    table.state.phase = "reveal"


@clause("DE-MSEQ-07")
def hands_of(brawl: Brawl, side: str) -> Play:
    """Each hand plays one card at least, and no more than it has blows for."""
    hands = [hand for hand, (owner, _) in HANDS.items() if owner == side]
    again = tuple(key for hand in hands for key in brawl.last.get(hand, ()))

    def all_play(keys: tuple[str, ...]) -> Refusal | None:
        idle = set(hands) - {face(key).hand for key in keys}
        return Refusal(f"{min(idle)} must play a card", "DE-MSEQ-07") if idle else None

    return Play(
        side,
        "melee",
        "Play cards",
        keys_of(side),
        least=2,
        most=6,
        allows=all_play,
        card=face,
        pitted=lambda: pitted(side),
        purses=[Purse(hand, brawl.blows[hand], 4, clause="DE-COST-01") for hand in hands],
        once="DE-GEN-05",
        proposed=lambda: [("As last round", again)] if again else [],
    )


@clause("DE-MSEQ-01")
def reveal(table: Table[Brawl]) -> None:
    """All cards are faced in one moment, and paid; then the blows fall."""
    brawl = table.state
    shown = [face(key) for keys in brawl.down.values() for key in keys]
    table.tell(Faced(tuple((HANDS[card.hand][1], card.title) for card in shown)))
    for card in shown:
        brawl.blows[card.hand] -= card.cost
        side = HANDS[card.hand][0]
        if card.targets and bool(table.roll(AtMost("to hit", 100, 20), side=side)):
            brawl.winner = side
    brawl.last, brawl.down, brawl.phase = brawl.down, {}, "choose"
    brawl.round += 1
    brawl.winner = brawl.winner or (NOBODY if brawl.round > 6 else "")


CARD_HANDS = toy(
    "Card hands",
    lambda: Brawl(phase="choose", blows=dict.fromkeys(HANDS, 4), down={}, last={}),
    (choose, reveal),
    faults=lambda brawl: [hand for hand, left in brawl.blows.items() if left < 0],
    view=view,
    imagine=vary,
    draw=draw,
    extras={"vary_hidden": vary},
)
