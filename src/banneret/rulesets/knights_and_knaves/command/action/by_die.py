"""Choosing with a ten-sided die: bands of equal faces, higher faces thrown again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.chance.draws import D10, RollOff
from banneret.core.chance.wish import at_most
from banneret.tabletop.asking import outcomes_of, procedure

from ...basics.columns.words import Skill
from ...basics.situation import Result, Situation, ruled
from ...basics.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.chance.draws import Draw
    from banneret.core.play.table import Table

Options10 = Annotated[int, Meta(ge=1, le=10)]
Players = Annotated[int, Meta(ge=2, le=8)]

FACES = TABLES.scales.die_faces  # KK-SCALE-08; also where the print is garbled (KK-SCALE-09)
CHOICE: Draw[int] = D10("random choice")
CHOICE_AGAIN = CHOICE.again()
RECEIPT, AMBIGUITY = D10("receipt"), D10("ambiguity")
DISPUTE = D10("dispute")


@clause("KK-ORDER-12")
def choose_at_random(table: Table[Any], n: int, side: str | None = None) -> int:
    """One of n things: each has floor(10 / n) faces in order, the rest are thrown again."""
    if n == 1:
        return 0
    if n > FACES:  # more than a die has faces: halve them until they fit it
        half = n // 2
        first = choose_at_random(table, 2, side) == 0
        return choose_at_random(table, half if first else n - half, side) + (0 if first else half)
    band = FACES // n
    face = table.roll(CHOICE, None, side)
    while face > band * n:
        face = table.roll(CHOICE_AGAIN, None, side)
    return (face - 1) // band


@clause("KK-SCALE-10")
def settle_dispute(table: Table[Any], side: str | None = None) -> int:
    """Settle a two-way dispute: 1 to 5 the first reading (0), 6 to 10 the second (1)."""
    return int(table.roll(DISPUTE, None, side) > 5)


class Received(Result, frozen=True):
    """Whether a signal or event was understood."""

    received: bool
    die: int


@clause("KK-ORDER-14")
def receive_order(table: Table[Any], melee_skill: int, side: str | None = None) -> Received:
    """At or below his melee skill he perceives the signal and acts on it."""
    die = table.roll(RECEIPT, None, side, at_most(melee_skill))
    return Received(die <= melee_skill, die)


class Settled(Result, frozen=True):
    """Which object an ambiguous order was taken to mean: -1 the preferred, else one of others."""

    other: int
    die: int


@clause("KK-ORDER-11")
def settle_ambiguity(
    table: Table[Any], melee_skill: int, others: int, side: str | None = None
) -> Settled:
    """At or below his melee skill he takes what the player prefers, else another at random."""
    die = table.roll(AMBIGUITY, None, side)
    if die <= melee_skill:
        return Settled(-1, die)
    return Settled(choose_at_random(table, others, side), die)


@clause("KK-DECL-01", "KK-DECL-06")
def declare_first(
    table: Table[Any], players: int, of: tuple[str, ...] = (), purpose: str = "declaration"
) -> int:
    """A die each; the highest wins, those who tie for it throw again among themselves."""
    left = tuple(range(players))
    draw: Draw[tuple[int, ...]] = RollOff(purpose, 10, players, of)
    while True:
        highest = table.roll(draw)
        if len(highest) == 1:
            return left[highest[0]]
        same = len(highest) == len(left)
        left = tuple([left[place] for place in highest])
        again = RollOff(f"{purpose}, tied", 10, len(left), tuple([of[i] for i in left if of]))
        draw = again.again() if same else again


# -- alone


class ReceiptSituation(Situation, frozen=True, kw_only=True):
    """A leader to whom a signal is given."""

    melee_skill: Skill


@procedure("order_receipt", ReceiptSituation, "Whether a leader perceives a signal or event.")
@clause("KK-ORDER-14")
def order_receipt(table: Table[None], situation: ReceiptSituation) -> Ruled:
    """Roll for the receipt of an order."""
    roll = receive_order(table, situation.melee_skill)
    return ruled({"result": "received" if roll.received else "missed", "die": roll.die})


class AmbiguitySituation(Situation, frozen=True, kw_only=True):
    """An order that fits more than one object."""

    melee_skill: Skill
    others: Options10 = 1


@procedure(
    "order_ambiguity",
    AmbiguitySituation,
    "Which of several objects an ambiguous order is taken to mean.",
)
@clause("KK-ORDER-11")
def order_ambiguity(table: Table[None], situation: AmbiguitySituation) -> Ruled:
    """Settle what an ambiguous order means."""
    settled = settle_ambiguity(table, situation.melee_skill, situation.others)
    result = "preferred" if settled.other < 0 else f"other:{settled.other}"
    return ruled({"result": result, "die": settled.die})


class ChoiceSituation(Situation, frozen=True, kw_only=True):
    """Several things of which chance takes one."""

    n: Options10


@procedure("random_choice", ChoiceSituation, "One of up to ten things by a ten-sided die.")
@clause("KK-ORDER-12")
def random_choice(table: Table[None], situation: ChoiceSituation) -> Ruled:
    """Choose at random."""
    return ruled({"result": choose_at_random(table, situation.n)})


class DeclarationSituation(Situation, frozen=True, kw_only=True):
    """Players about to declare."""

    players: Players


@procedure(
    "declaration_roll", DeclarationSituation, "Who wins the declaration roll; ties throw again."
)
@clause("KK-DECL-01")
def declaration_roll(table: Table[None], situation: DeclarationSituation) -> Ruled:
    """Roll for the declaration."""
    return ruled({"result": declare_first(table, situation.players)})


@outcomes_of(declaration_roll)
@clause("KK-DECL-06")
def declaration_outcomes(situation: DeclarationSituation) -> Sequence[tuple[Ruled, int]]:
    """Every player wins as often as the next."""
    return [(Ruled({"result": place}), 1) for place in range(situation.players)]
