"""Exact odds: every branch weighed, ties rolled again, and play agrees."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.core.chance.dice import RandomDice
from banneret.core.chance.draws import D6, AtLeast, Check, D, Opposed, RollOff, Successes, Total
from banneret.core.chance.odds import (
    ExactDice,
    RollAgain,
    distribution,
    expectation,
    fraction_text,
    fractions_text,
    marginals,
)
from banneret.core.errors import BanneretError, WrongDice

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from banneret.core.chance.dice import Dice
    from banneret.core.chance.draws import Draw


def roll(dice: Dice, draw: Draw[Any]) -> Any:
    return draw.read(dice.throw(draw))


def shot(dice: Dice) -> str:
    """Hit on 4+ of a d10; the head on a 6; else armour saves on 5+."""
    if not roll(dice, AtLeast("to hit", 10, 4)):
        return "miss"
    if roll(dice, AtLeast("location", 6, 6)):
        return "head"
    return "saved" if roll(dice, AtLeast("armour", 6, 5)) else "down"


def volley(dice: Dice) -> int:
    """Six archers hit on 5+, armour saves on 4+."""
    hits = roll(dice, Successes("to hit", 6, 6, 5))
    saved: int = roll(dice, Successes("armour", hits, 6, 4))
    return int(hits) - saved


def melee(dice: Dice) -> int:
    """An opposed d10; the winner's margin wounds with two dice less armour."""
    margin = roll(dice, Opposed("melee", 10))
    if margin <= 0:
        return 0
    return int(max(roll(dice, Total("wound", 2, 10)) - 6, 0))


def first_move(dice: Dice) -> int:
    """Both roll; ties roll again."""
    draw = RollOff("first move", 6)
    winners = roll(dice, draw)
    while len(winners) > 1:
        winners = roll(dice, draw.again())
    return int(winners[0])


def test_a_shot() -> None:
    """Fractions of a short tree, by hand."""
    assert distribution(shot) == {
        "miss": Fraction(3, 10),
        "head": Fraction(7, 60),
        "saved": Fraction(7, 36),
        "down": Fraction(7, 18),
    }


def test_a_volley_fells_one_man() -> None:
    """Six archers hitting on 5+ against a 4+ save fell one man on average."""
    assert expectation(distribution(volley)) == 1


def test_no_dice_is_certain() -> None:
    """A procedure without dice has one result."""
    assert distribution(lambda _: "peace") == {"peace": 1}


def test_fine_odds_tell_faces_apart() -> None:
    """A check has two results, or as many as faces when fine."""

    def check(dice: Dice) -> Check:
        result: Check = roll(dice, AtLeast("a", 6, 5))
        return result

    assert sorted(distribution(check).values()) == [Fraction(1, 3), Fraction(2, 3)]
    assert distribution(check, fine=True) == {Check(f >= 5, f): Fraction(1, 6) for f in range(1, 7)}


def test_ties_are_rolled_again() -> None:
    """A roll-off without end is even."""
    assert distribution(first_move) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_only_the_tie_is_rolled_again() -> None:
    """The dice before a tie still count as they fell."""

    def run(dice: Dice) -> str:
        return "quiet" if roll(dice, D6("event")) <= 2 else f"{first_move(dice)} first"

    assert distribution(run) == {
        "quiet": Fraction(1, 3),
        "0 first": Fraction(1, 3),
        "1 first": Fraction(1, 3),
    }


def test_rolling_again_within_rolling_again() -> None:
    """A second die sends back itself on 1, and both on 2 with a high first."""
    one, two = D6("one"), D6("two")

    def run(dice: Dice) -> int:
        first, second = roll(dice, one), roll(dice, two)
        while second == 1 or (second == 2 and first > 3):
            if second == 1:
                second = roll(dice, two.again())
            else:
                first, second = roll(dice, one.again(2)), roll(dice, two)
        return int(first)

    # Low firsts always stay; high ones stay in 4 of the 5 throws of the second die that count.
    low, high = Fraction(5, 27), Fraction(4, 27)
    assert distribution(run) == {first: low if first <= 3 else high for first in range(1, 7)}


def test_a_run_may_start_over() -> None:
    """RollAgain without a number throws everything again."""

    def run(dice: Dice) -> int:
        faces = (roll(dice, D6("a")), roll(dice, D6("b")))
        if faces[0] == faces[1]:
            raise RollAgain
        return int(max(faces))

    assert distribution(run) == {high: Fraction(high - 1, 15) for high in range(2, 7)}


def test_rolling_again_needs_a_way_out() -> None:
    """Odds that never settle are refused."""

    def never(dice: Dice) -> None:
        dice.throw(D6("a"))
        raise RollAgain

    def nothing(dice: Dice) -> None:
        dice.throw(D6("a").again())

    def endless(dice: Dice) -> None:
        while len(roll(dice, RollOff("a", 6))) > 1:
            pass

    with pytest.raises(BanneretError, match="never ends"):
        distribution(never)
    with pytest.raises(BanneretError, match="nothing to roll again"):
        distribution(nothing)
    with pytest.raises(BanneretError, match=r"'a' comes after 300 other draws: .* draw.again\(\)"):
        distribution(endless)


def test_a_run_must_be_repeatable() -> None:
    """A procedure that remembers earlier runs has no odds."""
    runs = iter((1, 0))

    def run(dice: Dice) -> None:
        for _ in range(next(runs)):
            dice.throw(D6("a"))

    with pytest.raises(BanneretError, match="threw other dice when it was run again"):
        distribution(run)


def test_errors_pass_through() -> None:
    """What a procedure refuses is refused."""

    def run(dice: Dice) -> None:
        if roll(dice, D6("a")) == 6:
            raise WrongDice("no")

    with pytest.raises(WrongDice, match="no"):
        distribution(run)


def test_marginals_in_one_enumeration() -> None:
    """Each part of a result has its own odds; a part that is missing is None."""
    runs = []

    def run(dice: Dice) -> dict[str, Hashable]:
        runs.append(1)
        result = shot(dice)
        return {"hit": result != "miss"} | ({} if result == "miss" else {"where": result})

    odds = marginals(run)
    assert len(runs) == 4
    assert odds["hit"] == {True: Fraction(7, 10), False: Fraction(3, 10)}
    assert odds["where"][None] == Fraction(3, 10)
    assert odds["where"]["head"] == Fraction(7, 60)
    assert list(marginals(run, ["where"])) == ["where"]


def test_fractions_as_text() -> None:
    """Probabilities are written in lowest terms."""
    assert fraction_text(Fraction(10, 24)) == "5/12"
    assert fraction_text(Fraction(1)) == "1"
    assert fractions_text({"a": Fraction(1, 3), "b": Fraction(4, 6)}) == {"a": "1/3", "b": "2/3"}


def test_exact_dice_are_shared() -> None:
    """A copy follows the same branch."""
    dice = ExactDice()
    assert dice.copy() is dice


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 5)), max_size=2))
def test_sums_of_draws_are_draws_of_sums(parts: list[tuple[int, int]]) -> None:
    """Two derivations agree: draw by draw, and die by die."""

    def together(dice: Dice) -> int:
        return sum(roll(dice, Total("a", count, sides)) for count, sides in parts)

    def singly(dice: Dice) -> int:
        return sum(roll(dice, D("a", sides)) for count, sides in parts for _ in range(count))

    assert distribution(together) == distribution(singly)


@pytest.mark.parametrize("run", [shot, volley, melee, first_move])
def test_odds_equal_play(run: Callable[[Dice], Hashable]) -> None:
    """Over 20,000 plays every result comes within four sigma of its odds."""
    plays = 20_000
    dice = RandomDice(f"odds equal play: {run.__name__}")
    seen = Counter(run(dice) for _ in range(plays))
    odds = distribution(run)
    assert set(seen) <= set(odds)
    for result, share in odds.items():
        p = float(share)
        assert abs(seen[result] - plays * p) <= 4 * sqrt(plays * p * (1 - p)), result
