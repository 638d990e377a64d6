"""Hands of cards with targets and costs, for toys that play and show them."""

from copy import deepcopy
from typing import Any

import msgspec

from banneret.core.show.cards import Card, Pitted, Purse, Row
from banneret.core.show.scene import Piece, Scene, SideInfo
from seam.toy import BLUE, RED, SIDES, Toy

HANDS = {"Guy": (RED, 1), "Bayard": (RED, 1), "Thorkel": (BLUE, 2), "Ulf": (BLUE, 3)}
FACES = {
    "blow": Card("DELIVER BLOW", 1, "attack", "One normal blow."),
    "great": Card("GREAT BLOW", 2, "attack", "Slow, and hits harder."),
    "parry": Card("WEAPON PARRY", 1, "defence", "Half the time a counterblow."),
    "move": Card("MOVE", 0, "movement", "One inch."),
}


AGAINST = [  # two blows against whoever strikes or parries
    (("DELIVER BLOW",), (("20", "20"), ("10", ""))),
    (("GREAT BLOW",), (("30", "20"), ("15", ""))),
]


class Brawl(Toy, kw_only=True):
    blows: dict[str, int]
    down: dict[str, tuple[str, ...]]  # cards face down, by hand
    last: dict[str, tuple[str, ...]]  # those of the round before, which all have seen


def face(key: str) -> Card:
    """What stands on a card, whose hand it is of, and at whom it is aimed."""
    hand, _, card = key.partition(":")
    card, _, foe = card.partition("@")
    return msgspec.structs.replace(FACES[card], hand=hand, targets=(int(foe),) if foe else ())


def keys_of(side: str) -> list[str]:
    """Every card of a side's hands with every target: "Guy:blow@2"."""
    foes = sorted({piece for one, piece in HANDS.values() if one != side})
    attacks = [f"{c}@{foe}" for c, card in FACES.items() for foe in foes if card.group == "attack"]
    mine = [hand for hand, (owner, _) in HANDS.items() if owner == side]
    return [f"{hand}:{card}" for hand in mine for card in (*attacks, "parry", "move")]


def pitted(side: str) -> list[Pitted]:
    """Card against card, a table for each enemy."""
    names = ("DELIVER BLOW", "WEAPON PARRY")
    foes = {piece: hand for hand, (owner, piece) in HANDS.items() if owner != side}
    return [Pitted(foe, f"Against {hand}", names, tuple(AGAINST)) for foe, hand in foes.items()]


def view(brawl: Brawl, side: str | None) -> Brawl:
    """The others' cards face down are only counted."""
    seen = deepcopy(brawl)
    seen.down = {h: k if HANDS[h][0] == side else ("?",) * len(k) for h, k in seen.down.items()}
    return seen


def vary(brawl: Brawl, side: str, _dice: Any) -> Brawl:
    """The same battle with other cards in the enemy's hands, as many of them."""
    other = deepcopy(brawl)
    for hand, keys in brawl.down.items():
        if (owner := HANDS[hand][0]) != side:
            own = [key for key in keys_of(owner) if face(key).hand == hand]
            cheapest = sorted(own, key=lambda key: face(key).cost)  # so that he can pay for them
            other.down[hand] = tuple(cheapest[: len(keys)])
    return other


def draw(brawl: Brawl, side: str | None) -> Scene:
    """Everybody's cards lie before him: backs, and those of the last round faced."""
    rows = []
    for hand, (owner, piece) in HANDS.items():
        down = brawl.down.get(hand, ())
        known = tuple(face(key) for key in down) if owner == side else ()
        faced = tuple(face(key) for key in brawl.last.get(hand, ()))
        purse = Purse(hand, brawl.blows[hand], 4)
        rows.append(Row(owner, hand, (piece,), "", faced, len(down), known, (purse,)))
    stands = {n: Piece(n, o, h, 4.0 * n, 4, 90, 1, 1) for h, (o, n) in reversed(HANDS.items())}
    panels = tuple(SideInfo(one, one.title(), ()) for one in SIDES)
    return Scene(16.0, 8.0, pieces=tuple(stands.values()), rows=tuple(rows), sides=panels)
