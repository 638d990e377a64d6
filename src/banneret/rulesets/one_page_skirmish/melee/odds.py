"""Exact chances of a fight, counted over the defender's die in whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import msgspec

from ..shooting.armour import armour_rating
from .dice import ATTACKER_WINS, DEFENDER_WINS, NO_EFFECT, TIE
from .fighters import Fighter, attack_modifiers, defence_modifiers
from .wounds import hits_left

if TYPE_CHECKING:
    from ..basics.options import Options

LOSES, TIES, WINS, HITS, STANDS_BY = range(5)  # what one pair can come to, for the attacker
PAIR = (DEFENDER_WINS, TIE, ATTACKER_WINS, ATTACKER_WINS, NO_EFFECT)

Ends = tuple[int, ...]  # one of the five for each attacker
Weighed = tuple[Ends, int]


class MeleeOdds(msgspec.Struct, frozen=True, gc=False):
    """Chances of a fight, as whole numbers out of `total`."""

    total: int
    hits: tuple[int, ...]  # of no hit, one hit, two, three
    killed: int  # if no hit is turned into a stun
    beaten: int  # the defender, hit or not
    attackers_beaten: tuple[int, ...]  # each of them


def melee_odds(attackers: Sequence[Fighter], defender: Fighter, options: Options) -> MeleeOdds:
    """The chances of one fight."""
    left = hits_left(defender.rank, defender.hits)
    if defender.stunned:  # OP-STUN-05: no dice, every attacker hits
        count = len(attackers)
        hits = (0,) * count + (1,)
        return MeleeOdds(1, hits, sum(hits[left:]), 0, (0,) * count)
    total, hits, beaten, attackers_beaten = _summed(*_numbers(attackers, defender, options))
    return MeleeOdds(total, hits, sum(hits[left:]), beaten, attackers_beaten)


def ends(attackers: Sequence[Fighter], defender: Fighter, options: Options) -> tuple[Weighed, ...]:
    """Every way a fight can end, pair by pair, with its weight."""
    return _ends(*_numbers(attackers, defender, options))


def _numbers(
    attackers: Sequence[Fighter], defender: Fighter, options: Options
) -> tuple[tuple[int, ...], int, str]:
    """All that the chances depend on: each attacker's edge, the margin that hits, the reading."""
    guard = sum([line.value for line in defence_modifiers(defender, len(attackers))])
    edges = tuple([sum([r.value for r in attack_modifiers(one)]) - guard for one in attackers])
    return edges, max(armour_rating(defender.armour), 1), options.multi_attack


@lru_cache(maxsize=4096)
def _summed(
    edges: tuple[int, ...], margin: int, reading: str
) -> tuple[int, tuple[int, ...], int, tuple[int, ...]]:
    hits = [0] * (len(edges) + 1)
    lost = [0] * len(edges)
    beaten = 0
    for end, weight in _ends(edges, margin, reading):
        hits[end.count(HITS)] += weight
        if HITS in end or WINS in end:
            beaten += weight
        for place, what in enumerate(end):
            if what == LOSES:
                lost[place] += weight
    return sum(hits), tuple(hits), beaten, tuple(lost)


@lru_cache(maxsize=4096)
def _ends(edges: tuple[int, ...], margin: int, reading: str) -> tuple[Weighed, ...]:
    if reading == "best":
        return _merged(_best_ends(edges, margin))
    # Against one face of the defender's die the attackers are independent of one another.
    shares = [[_shares(edge - face, margin) for edge in edges] for face in range(1, 11)]
    if reading == "pairs":
        shares = [[_added([row[place] for row in shares]) for place in range(len(edges))]]
    return _merged(weighed for row in shares for weighed in _together(row))


def _shares(edge: int, margin: int) -> tuple[int, int, int, int]:
    """How many attacking faces lose, tie, win and hit when this is added to them."""
    lose = min(max(-edge - 1, 0), 10)
    not_win = min(max(-edge, 0), 10)
    hit = min(max(11 - (margin - edge), 0), 10)
    return lose, not_win - lose, 10 - not_win - hit, hit


def _added(rows: Sequence[tuple[int, int, int, int]]) -> tuple[int, int, int, int]:
    lose, tie, win, hit = (sum(column) for column in zip(*rows, strict=True))
    return lose, tie, win, hit


def _together(shares: Sequence[tuple[int, int, int, int]]) -> Iterator[Weighed]:
    """Combine independent pairs."""
    possible = [[(end, ways) for end, ways in enumerate(row) if ways] for row in shares]
    for combination in product(*possible):
        yield tuple([end for end, _ in combination]), prod([ways for _, ways in combination])


def _best_ends(edges: tuple[int, ...], margin: int) -> Iterator[Weighed]:
    """OP-OPT-14: only the first of the highest attackers counts, the others stand by."""
    count = len(edges)
    for best, edge in enumerate(edges):
        for face in range(1, 11):
            total = face + edge
            ways = prod(
                [
                    min(max(total - edges[other] - (other < best), 0), 10)
                    for other in range(count)
                    if other != best
                ]
            )
            for defence in range(1, 11):
                by = total - defence
                if by < 0:
                    yield (LOSES,) * count, ways
                else:
                    end = TIES if by == 0 else HITS if by >= margin else WINS
                    yield tuple([end if o == best else STANDS_BY for o in range(count)]), ways


def _merged(weighed: Iterable[Weighed]) -> tuple[Weighed, ...]:
    """Add up equal ends."""
    tally: dict[Ends, int] = {}
    for end, weight in weighed:
        if weight:
            tally[end] = tally.get(end, 0) + weight
    return tuple(tally.items())
