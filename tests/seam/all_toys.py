"""Every toy, in the order of docs/seam.md."""

from typing import Any

from banneret.core.book.ruleset import Ruleset
from seam.toys.average_dice import AVERAGE_DICE
from seam.toys.card_hands import CARD_HANDS
from seam.toys.cards_held import CARDS_HELD
from seam.toys.chits import TWENTY_CHITS
from seam.toys.drill import DRILL
from seam.toys.flush import FLUSH
from seam.toys.interrupts import INTERRUPTS
from seam.toys.leadership_die import LEADERSHIP_DIE
from seam.toys.odd_shapes import ODD_SHAPES
from seam.toys.quest import QUEST
from seam.toys.rider_and_horse import RIDER_AND_HORSE
from seam.toys.rout_queue import ROUT_QUEUE
from seam.toys.sealed_orders import SEALED_ORDERS
from seam.toys.shrinking_unit import SHRINKING_UNIT
from seam.toys.solo import SOLO
from seam.toys.staged_reveal import STAGED_REVEAL

TOYS: tuple[Ruleset[Any], ...] = (
    STAGED_REVEAL,
    LEADERSHIP_DIE,
    INTERRUPTS,
    TWENTY_CHITS,
    ROUT_QUEUE,
    SOLO,
    RIDER_AND_HORSE,
    SHRINKING_UNIT,
    AVERAGE_DICE,
    DRILL,
    CARD_HANDS,
    CARDS_HELD,
    ODD_SHAPES,
    SEALED_ORDERS,
    FLUSH,
    QUEST,
)
