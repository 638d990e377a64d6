"""Dice: the stream, the script, the people at the table."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.core.chance.dice import DiceWanted, HandDice, RandomDice, ScriptedDice, dice_text
from banneret.core.chance.draws import D6, D10, Successes, Total
from banneret.core.errors import WrongDice

seeds = st.one_of(st.integers(), st.text(), st.binary())
many_sides = st.lists(st.integers(1, 70_000), min_size=1, max_size=200)


@settings(deadline=None)
@given(seeds, many_sides)
def test_same_seed_same_faces(seed: int | str | bytes, sides: list[int]) -> None:
    """Equal seeds agree die for die, and every face is on its die."""
    one, other = RandomDice(seed), RandomDice(seed)
    faces = [one.die(each) for each in sides]
    assert faces == [other.die(each) for each in sides]
    assert all(1 <= face <= each for face, each in zip(faces, sides, strict=True))


@settings(deadline=None)
@given(seeds, st.integers(0, 150), many_sides)
def test_a_copy_goes_on_alone(seed: int | str | bytes, before: int, sides: list[int]) -> None:
    """A copy gives the same next dice and leaves the first where it was."""
    dice = RandomDice(seed)
    for _ in range(before):
        dice.die(6)
    position = dice.position
    copy = dice.copy()
    ahead = [copy.die(each) for each in sides]
    assert dice.position == position
    assert [dice.die(each) for each in sides] == ahead
    assert copy.position == dice.position


@settings(deadline=None)
@given(st.integers(0, 300))
def test_a_position_can_be_returned_to(before: int) -> None:
    """The stream is the same wherever one enters it."""
    dice = RandomDice("here")
    for _ in range(before):
        dice.die(10)
    there = RandomDice("here").at(dice.position)
    assert there.position == dice.position
    assert [there.die(100) for _ in range(80)] == [dice.die(100) for _ in range(80)]


def test_a_throw_is_its_dice_in_order() -> None:
    """A throw takes the dice of its draw from the same stream."""
    dice, single = RandomDice(3), RandomDice(3)
    assert dice.throw(Total("a", 5, 6)) == tuple(single.die(6) for _ in range(5))
    assert dice.throw(D10("a")) == (single.die(10),)
    assert dice.throw(Successes("a", 0, 6, 4)) == ()
    assert dice.position == single.position


def test_seeds_of_different_kinds_differ() -> None:
    """The number 1, the text 1 and the byte 1 are three seeds."""
    streams = {tuple(RandomDice(s).die(256) for _ in range(16)) for s in (1, "1", b"1")}
    assert len(streams) == 3


@pytest.mark.parametrize("sides", [0, -7])
def test_a_die_has_sides(sides: int) -> None:
    """A die without sides is refused."""
    with pytest.raises(WrongDice, match=f"a die cannot have {sides} sides"):
        RandomDice(1).die(sides)


def test_scripted_dice_fall_as_written() -> None:
    """Each draw takes as many faces as it has dice."""
    dice = ScriptedDice(2, 6, 5)
    assert dice.throw(D6("to hit")) == (2,)
    copy = dice.copy()
    assert dice.throw(Total("charge", 2, 6)) == (6, 5)
    dice.finish()
    assert copy.throw(Total("charge", 2, 6)) == (6, 5)


def test_scripted_dice_must_fit() -> None:
    """A face the die does not have is named with its place and purpose."""
    dice = ScriptedDice(3, 4, 11)
    dice.throw(Total("to hit", 2, 10))
    with pytest.raises(WrongDice) as refused:
        dice.throw(D10("armour save"))
    assert str(refused.value) == "dice[2] for 'armour save' is 11: a d10 shows 1 to 10"


@pytest.mark.parametrize("face", [0, -1, True, 2.5, "3", None])
def test_scripted_dice_are_whole_numbers(face: object) -> None:
    """Nothing but a whole number in range is a face."""
    with pytest.raises(WrongDice, match=r"dice\[0\] for 'a' is .*: a d6 shows 1 to 6"):
        ScriptedDice(face).throw(D6("a"))  # type: ignore[arg-type]


def test_too_few_dice() -> None:
    """What is missing is named."""
    dice = ScriptedDice(3, 4)
    dice.throw(D10("attacker"))
    dice.throw(D10("attacker"))
    with pytest.raises(WrongDice) as refused:
        dice.throw(D10("defender"))
    assert str(refused.value) == "too few dice: 'defender' needs one more d10 (2 given)"
    with pytest.raises(WrongDice, match=r"^too few dice: 'morale' needs 3 more d6 \(1 given\)$"):
        ScriptedDice(1).throw(Total("morale", 4, 6))


def test_too_many_dice() -> None:
    """Faces nobody asked for are an error."""
    dice = ScriptedDice(1, 2, 3, 4, 5)
    dice.throw(Total("a", 4, 6))
    with pytest.raises(WrongDice, match=r"^too many dice: 5 given, 4 used$"):
        dice.finish()


def test_hand_dice_ask() -> None:
    """Real dice are asked for, by purpose and kind."""
    draw = Total("charge", 2, 6)
    with pytest.raises(DiceWanted, match=r"^dice are wanted for 'charge': 2 d6$") as wanted:
        HandDice().copy().throw(draw)
    assert wanted.value.draw == draw


def test_dice_are_named_as_people_do() -> None:
    """Dice of a kind are counted together."""
    assert dice_text((6, 10, 10)) == "one d6 and 2 d10"
    assert dice_text(()) == "no dice"
