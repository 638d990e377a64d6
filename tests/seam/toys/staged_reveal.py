"""Destrier: cards chosen together in secret and turned up in stages (DE-TACP-01, -02, -04)."""

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import AtMost
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick, Play
from seam.cards import Cards, secrets, turn_up
from seam.toy import BLUE, NOBODY, RED, SIDES, toy

INCHES = {"close": 3, "charge": 6, "stand": 0}
DECKS = {"tactic": tuple(INCHES), "dodge": ("left", "right")}


class Duel(Cards, kw_only=True):
    gap: int = 9


@clause("DE-TACP-01")
def choose(table: Table[Duel]) -> None:
    """Everybody chooses his cards face down, at the same time."""
    hands = [Play(side, card, card, deck) for side in SIDES for card, deck in DECKS.items()]
    faces = table.ask_all(hands)
    names = [f"{hand.side} {hand.key}" for hand in hands]
    table.state.cards = dict(zip(names, faces, strict=True))
    table.state.phase = "attack"


@clause("DE-TACP-02")
def attack(table: Table[Duel]) -> None:
    """The attacker turns and moves while the defender's cards stay hidden."""
    turn_and_move(table, RED)
    table.state.phase = "defence"


@clause("DE-TACP-02")
def defence(table: Table[Duel]) -> None:
    """Then the defender does."""
    turn_and_move(table, BLUE)
    table.state.phase = "guess"


@clause("DE-TACP-04")
def guess(table: Table[Duel]) -> None:
    """The attacker guesses the dodge before that last card is turned; guessed right, he may hit."""
    duel = table.state
    guessed = table.ask(Pick(RED, "guess", "Which way does he dodge?", DECKS["dodge"]))
    caught = guessed == turn_up(table, f"{BLUE} dodge")
    hit = caught and table.roll(AtMost("to hit", 100, 90 - 5 * duel.gap), side=RED)
    duel.winner = RED if hit else NOBODY


def turn_and_move(table: Table[Duel], side: str) -> None:
    """A tactic is turned up, and allows so many inches."""
    most = min(INCHES[turn_up(table, f"{side} tactic")], table.state.gap)
    table.state.gap -= table.ask(Pick(side, "move", "Inches to close", range(most + 1)))


STAGED_REVEAL = toy(
    "Staged reveal",
    lambda: Duel(phase="choose", cards={}, turned=[]),
    (choose, attack, defence, guess),
    faults=lambda duel: ["they ran through each other"] if duel.gap < 0 else [],
    **secrets(lambda card: DECKS[card.split()[1]]),
)
