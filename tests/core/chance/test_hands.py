"""Average dice, the highest and lowest of several, and plus dice against minus dice."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import icepool
import pytest

from banneret.core.chance.dice import RandomDice, ScriptedDice, dice_text
from banneret.core.chance.draws import (
    AtLeast,
    AtMost,
    Average,
    Draw,
    Opposed,
    Pool,
    RollOff,
    Successes,
    Total,
)
from banneret.core.chance.hands import Balance, Hand, Highest, Lowest, PlusMinus, cancelled
from banneret.core.chance.kinds import AVERAGE
from banneret.core.chance.odds import distribution
from banneret.core.errors import UnreadableAnswer, WrongDice
from banneret.core.questions.forms import EnterDice

DAV = icepool.Die([2, 3, 3, 4, 4, 5])


def odds(draw: Draw[Any], fine: bool = False) -> dict[Any, Fraction]:
    return distribution(lambda dice: draw.read(dice.throw(draw)), fine=fine)


def reckoned(die: Any) -> dict[Any, Fraction]:
    return {
        result: Fraction(int(die.quantity(result)), int(die.denominator()))
        for result in die.outcomes()
        if die.quantity(result)
    }


def test_an_average_die_is_read_by_what_it_shows() -> None:
    """It throws 2 to 5, with the middle twice as likely, and never 1 or 6."""
    dice = RandomDice(3)
    thrown = Counter(Average("a").read(dice.throw(Average("a"))) for _ in range(6000))
    assert sorted(thrown) == [2, 3, 4, 5]
    assert 900 < thrown[2] < 1100
    assert 1850 < thrown[3] < 2150
    assert odds(Average("a")) == reckoned(DAV)


@pytest.mark.parametrize("face", [1, 6, 0, -3])
def test_a_face_it_has_not_is_refused(face: int) -> None:
    """Typed or written in a script."""
    with pytest.raises(WrongDice, match=f"is {face}: a dAv shows 2 to 5"):
        ScriptedDice(face).throw(Average("a"))
    with pytest.raises(UnreadableAnswer, match="a dAv shows 2 to 5"):
        EnterDice("", Average("a")).read([face])


def test_it_is_named_and_typed() -> None:
    """By the short name beside other dice; whoever has none at hand is thrown a fair one."""
    assert dice_text((AVERAGE, AVERAGE, 6)) == "2 dAv and one d6"
    asked = EnterDice("", Hand("a", 2, AVERAGE))
    assert asked.read([2, 5]) == (2, 5)
    assert asked.check(asked.ideas()[0]) == (2, 2)
    assert all(2 <= face <= 5 for face in asked.any(RandomDice(1)))


@pytest.mark.parametrize(
    ("draw", "die"),
    [
        (Total("a", 3, AVERAGE, 1), 3 @ DAV + 1),
        (Opposed("a", AVERAGE), DAV - DAV),
        (Successes("a", 4, AVERAGE, 4), 4 @ (DAV >= 4)),
        (Highest("a", 3, AVERAGE), DAV.highest(3)),
        (Lowest("a", 2, AVERAGE), DAV.lowest(2)),
        (Highest("a", 1, 6), icepool.d6),
        (Highest("a", 4, 6), icepool.d6.highest(4)),
        (Lowest("a", 5, 10), icepool.d10.lowest(5)),
    ],
)
def test_exact_odds_are_icepools(draw: Draw[Any], die: Any) -> None:
    """Every draw of one number."""
    assert odds(draw) == reckoned(die)
    assert odds(draw, fine=True) == reckoned(die)


def test_checks_and_ties_with_average_dice() -> None:
    """A check passes with its share of the sides; a roll-off ties as often as the values do."""
    assert {bool(one): p for one, p in odds(AtLeast("a", AVERAGE, 4)).items()}[True] == Fraction(
        1, 2
    )
    assert {bool(one): p for one, p in odds(AtMost("a", AVERAGE, 2)).items()}[True] == Fraction(
        1, 6
    )
    assert odds(AtLeast("a", AVERAGE, 2))[(True, 5)] == 1
    assert odds(RollOff("a", AVERAGE))[(0, 1)] == Fraction(10, 36)
    kept = reckoned(DAV.pool(3)[-2:].expand())
    assert odds(Pool("a", 3, AVERAGE, 2)) == {tuple(reversed(h)): p for h, p in kept.items()}
    assert sum(odds(Hand("a", 2, AVERAGE)).values()) == 1
    assert len(Hand("a", 2, AVERAGE).outcomes()) == 16


@pytest.mark.parametrize("sides", [6, AVERAGE])
@pytest.mark.parametrize(("plus", "minus"), [(1, 1), (2, 1), (1, 3)])
@pytest.mark.parametrize("cap", [None, 5, 3, 1])
def test_plus_against_minus(sides: int, plus: int, minus: int, cap: int | None) -> None:
    """The highest of each sign, the difference held within the cap, alike led or not."""
    die = icepool.d6 if sides == 6 else DAV
    right: dict[int, Fraction] = defaultdict(Fraction)
    for raw, share in reckoned(die.highest(plus) - die.highest(minus)).items():
        right[raw if cap is None else max(-cap, min(cap, raw))] += share
    for draw in (PlusMinus("a", plus, minus, sides, cap, led) for led in (False, True)):
        found: dict[int, Fraction] = defaultdict(Fraction)
        for balance, share in odds(draw).items():
            found[balance.value] += share
        assert found == right
    assert len(PlusMinus("a", plus, minus, 6, cap).outcomes()) == 11


def test_a_number_in_place_of_a_die() -> None:
    """The lowest plus die or the highest minus die gives way; then the highest counts again."""
    dice = PlusMinus("a", 1, 2, 6, 5, led=True).read((2, 3, 6))
    assert dice == Balance((2,), (6, 3), 5)
    assert (dice.raw, dice.with_plus(5).value, dice.with_minus(2).value) == (-4, -1, -1)
    assert dice._replace(cap=3).value == -3
    assert Balance((6, 2), (1,), 3).with_plus(4).plus == (6, 4)


@pytest.mark.parametrize("number", [1, 4, 6])
def test_odds_with_a_number_in_place(number: int) -> None:
    """Led odds are those of every throw, whatever is put in place of a die."""
    draw = PlusMinus("a", 1, 3, 6, 5, led=True)

    def best(dice: Any) -> int:
        fallen = draw.read(dice.throw(draw))
        return max(
            one.value for one in (fallen, fallen.with_plus(number), fallen.with_minus(number))
        )

    assert distribution(best) == distribution(best, fine=True)


@pytest.mark.parametrize(
    ("counts", "left"), [((5, 1), (5, 1)), ((4, 3), (2, 1)), ((3, 3), (1, 1)), ((4, 5), (1, 2))]
)
def test_dice_cancel_but_one_stays(counts: tuple[int, int], left: tuple[int, int]) -> None:
    """One for one, as far as each sign keeps one."""
    assert cancelled(*counts) == left
