"""A shelf for the server's tests: a duel with oaths, secret cards, and the first book."""

from __future__ import annotations

from banneret.rulesets import RULESETS
from cli.toy import TOY
from seam.toys.average_dice import AVERAGE_DICE
from seam.toys.card_hands import CARD_HANDS
from seam.toys.chits import TWENTY_CHITS
from seam.toys.drill import DRILL
from seam.toys.flush import FLUSH
from seam.toys.odd_shapes import ODD_SHAPES
from seam.toys.quest import QUEST
from seam.toys.solo import SOLO
from seam.toys.staged_reveal import STAGED_REVEAL

TOYS = (
    TOY,
    STAGED_REVEAL,
    TWENTY_CHITS,
    SOLO,
    CARD_HANDS,
    ODD_SHAPES,
    DRILL,
    QUEST,
    AVERAGE_DICE,
    FLUSH,
)
BOOKS = {book.key: book for book in TOYS} | dict(RULESETS)
