"""The published stream: these literal values hold on every machine and in every version."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.core.chance.dice import RandomDice, seed_key, stream_block
from banneret.core.chance.fairness import commit, dice_key, fair_dice

if TYPE_CHECKING:
    from collections.abc import Iterator

MIXED = (6, 10, 100, 1000, 2, 20, 256, 257, 3, 8) * 2


def thrown(seed: int | str | bytes, *sides: int) -> list[int]:
    die = RandomDice(seed).die
    return [die(one) for one in sides]


@pytest.mark.parametrize(
    ("seed", "key", "stream"),
    [
        (
            0,
            "f11a3b7cb1fd34465214fb95c3a4601f768d388fc3f51bef883dd03b01578c76",
            "994bd1d52e6a70d8c8b9b57526dffe32d23b4c2aa03d20da83cc1a35ee9adec1",
        ),
        (
            "banneret",
            "0ca35802c6fc3a7c076f32c90115aab50433e2c20b7bd2a131d379deb124ba9f",
            "d0032811d222969d6e12f092486116064a6cc568487892adeea044a22c5d77eb",
        ),
        (
            b"\x00\xff",
            "4715b68dc4993af8aebc217b0e5889e3eca25fb6d7e262263523ce7fdb6852b8",
            "6f56afacccc9e22e86015753b96873b81385a2c1e823a648024d31324b3c51fa",
        ),
    ],
)
def test_key_and_first_bytes(seed: int | str | bytes, key: str, stream: str) -> None:
    """The key of a seed and the first 32 bytes of its stream."""
    assert seed_key(seed).hex() == key
    assert stream_block(bytes.fromhex(key), 0)[:32].hex() == stream


def test_second_block() -> None:
    """Block 1 follows block 0."""
    assert stream_block(seed_key(0), 1)[:8].hex() == "a45976ad76180d80"


def test_first_d6() -> None:
    """Twenty six-sided dice of seed 0; one byte is rejected among them."""
    faces = [4, 4, 6, 4, 5, 5, 5, 1, 3, 6, 2, 4, 3, 2, 3, 1, 6, 5, 1, 5]
    assert thrown(0, *(6,) * 20) == faces


def test_first_d10() -> None:
    """Twenty ten-sided dice of seed 0."""
    faces = [4, 6, 10, 4, 7, 7, 3, 7, 1, 6, 2, 8, 9, 4, 1, 1, 10, 7, 3, 1]
    assert thrown(0, *(10,) * 20) == faces


def test_first_d100() -> None:
    """Twenty percentile dice of seed 0."""
    faces = [54, 76, 47, 7, 13, 86, 82, 18, 39, 51, 60, 77, 43, 61, 62, 33, 32, 27, 54, 55]
    assert thrown(0, *(100,) * 20) == faces


def test_first_mixed() -> None:
    """Dice of every size of seed "banneret", some of two bytes."""
    faces = [5, 4, 41, 563, 1, 11, 158, 166, 1, 3, 1, 8, 23, 611, 1, 18, 105, 49, 3, 6]
    assert thrown("banneret", *MIXED) == faces


def test_fair_game() -> None:
    """Commitment, key and dice of the secret 00 01 .. 1f with contributions red and blue."""
    secret = bytes(range(32))
    commitment = "dc71ce5bd001d651337f8283d6311cee39497ca4d881a4d584cd34cfcf23b9f2"
    assert commit(secret) == commitment
    key = "0cfa575d64ba53847fec5affd5792500960a2148ba8c8f917ea789b60564efd6"
    assert dice_key(secret, [b"red", b"blue"]).hex() == key
    die = fair_dice(secret, [b"red", b"blue"]).die
    faces = [1, 5, 4, 2, 6, 4, 2, 5, 5, 1, 1, 6, 2, 6, 1, 4, 6, 1, 2, 6]
    assert [die(6) for _ in range(20)] == faces


def by_the_book(seed: int, sides: list[int]) -> Iterator[int]:
    """Throw dice as docs/dice.md says, written a second time and plainly."""
    key = blake2b(b"int:%d" % seed, digest_size=32, person=b"banneret seed").digest()
    stream = (
        byte
        for number in range(10_000)
        for byte in blake2b(
            number.to_bytes(8, "little"), digest_size=64, key=key, person=b"banneret dice"
        ).digest()
    )
    for most in sides:
        size = 1
        while 256**size < most:
            size += 1
        value = limit = 256**size // most * most
        while value >= limit:
            value = sum(next(stream) << (8 * place) for place in reversed(range(size)))
        yield value % most + 1


@settings(deadline=None)
@given(st.integers(), st.lists(st.integers(1, 70_000) | st.integers(1, 300), max_size=200))
def test_the_page_describes_the_stream(seed: int, sides: list[int]) -> None:
    """An implementation from the page alone throws the same dice."""
    assert thrown(seed, *sides) == list(by_the_book(seed, sides))
