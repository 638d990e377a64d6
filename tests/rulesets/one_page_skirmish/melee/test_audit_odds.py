"""Exact chances of a fight, against plain loops over every face written from the clauses alone."""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from banneret.core.book.adjudicate import adjudicate
from banneret.rulesets.one_page_skirmish.basics.procedures import PROCEDURES
from rulesets.one_page_skirmish.adjudged import no_dice

LADDER = {
    "common": ["killed"],
    "sergeant": ["wound", "killed"],
    "knight": ["flesh_wound", "wound", "killed"],
}
SWORD: dict[str, Any] = {"weapon": "hand_weapon"}
BILL: dict[str, Any] = {"weapon": "polearm", "combat": "lost"}
FORK: dict[str, Any] = {"weapon": "improvised"}
KNIGHT: dict[str, Any] = {
    "rank": "knight",
    "mounted": True,
    "weapon": "hand_weapon",
    "armour": ["mail", "plate"],
}
WORTH = {"hand_weapon": 0, "improvised": -1}


def brought(man: dict[str, Any]) -> int:
    """What a figure adds to its die, attacking or defending."""
    weapon = man["weapon"]
    fresh = man.get("combat", "first") in {"first", "won"}
    value = (1 if fresh else -1) if weapon == "polearm" else WORTH[weapon]
    value += man.get("mounted", False) + (man.get("rank") == "knight")
    wounded = (man.get("rank"), man.get("hits", 0)) in {("knight", 2), ("sergeant", 1)}
    return int(value - wounded)


def by_hand(
    men: list[dict[str, Any]], foe: dict[str, Any], reading: str, stun: list[bool]
) -> dict[str, dict[str, str]]:
    """Follow every face of every die."""
    parts: dict[str, Counter[str]] = {}
    count = len(men)
    dice = 2 * count if reading == "pairs" else count + 1
    for faces in product(range(1, 11), repeat=dice):
        attack = faces[::2] if reading == "pairs" else faces[:-1]
        defence = faces[1::2] if reading == "pairs" else faces[-1:] * count
        guard = brought(foe) - (count - 1)
        margins = [a + brought(m) - d - guard for a, d, m in zip(attack, defence, men, strict=True)]
        if reading == "best" and max(margins) >= 0:
            first = margins.index(max(margins))
            margins = [m if place == first else 0 for place, m in enumerate(margins)]
        ended = outcome(margins, foe, stun)
        for part, value in ended.items():
            parts.setdefault(part, Counter())[value] += 1
    return {
        part: {value: str(Fraction(n, 10**dice)) for value, n in values.items()}
        for part, values in parts.items()
    }


def outcome(margins: list[int], foe: dict[str, Any], stun: list[bool]) -> dict[str, str]:
    """What the margins do to the defender."""
    armour = len(foe.get("armour", []))
    hitters = [place for place, m in enumerate(margins) if m >= max(armour, 1)]
    hits, stunned, killed = foe.get("hits", 0), False, False
    for place in hitters:
        if killed:
            break
        if stun[place]:
            stunned = True
            continue
        killed = LADDER[foe.get("rank", "common")][hits] == "killed"
        hits += 1
    beaten = max(margins) > 0
    gives = "unhorsed" if foe.get("mounted") else "pushed"
    return {
        "armour": str(armour),
        "hits": str(len(hitters)),
        "defender_hits": str(hits),
        "defender": "removed" if killed else gives if beaten else "stays",
        "defender_stunned": "true" if stunned and not killed else "false",
        "defender_combat": "lost" if beaten else "won" if min(margins) < 0 else "tied",
    }


def odds(situation: dict[str, Any]) -> dict[str, dict[str, str]] | None:
    """The odds as `banneret adjudicate --odds` gives them."""
    request = {"situation": situation, "odds": True}
    return adjudicate(PROCEDURES["melee"], request, no_dice).odds


FIGHTS = [
    ([SWORD], KNIGHT, [False]),
    ([SWORD], {**KNIGHT, "hits": 2}, [True]),
    ([BILL, SWORD], {**SWORD, "rank": "sergeant", "armour": ["mail"]}, [False, True]),
    ([FORK, SWORD], {**SWORD, "rank": "sergeant", "hits": 1}, [True, False]),
    ([FORK, FORK, SWORD], KNIGHT, [False, False, False]),
    ([KNIGHT, FORK, BILL], {**KNIGHT, "hits": 1}, [True, False, False]),
]


# Three pairs are a million throws to count by hand; two show the reading.
CASES = [
    (*fight, reading)
    for fight in FIGHTS
    for reading in ("each", "pairs", "best")
    if reading != "pairs" or len(fight[0]) < 3
]


@pytest.mark.parametrize(("men", "foe", "stun", "reading"), CASES)
def test_op_melee_10_odds_are_those_of_every_face(
    men: list[dict[str, Any]], foe: dict[str, Any], stun: list[bool], reading: str
) -> None:
    """OP-MELEE-10, OP-OPT-14: one die for all, one for each pair, or only the best."""
    situation = {
        "attackers": men,
        "defender": foe,
        "stun": stun,
        "options": {"multi_attack": reading},
    }
    assert odds(situation) == by_hand(men, foe, reading, stun)


def test_op_opt_14_odds_of_three_pairs_are_not_thrown() -> None:
    """Three pairs of dice are a million throws; nobody follows them one by one."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    situation = {
        "attackers": [SWORD, BILL, FORK],
        "defender": KNIGHT,
        "options": {"multi_attack": "pairs"},
    }
    sys.setprofile(count)
    try:
        found = odds(situation)
    finally:
        sys.setprofile(None)
    assert 0 < calls < 100_000
    assert found is not None
    assert all(sum(map(Fraction, values.values())) == 1 for values in found.values())
