"""Fairness: the server cannot choose the dice, and everybody can check that."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.core.chance.fairness import Pledge, commit, dice_key, verify
from banneret.core.errors import BanneretError

SECRET = bytes(range(32))
THROWS = ((6, 6), (10,), (), (100, 6, 1000), (2,))


def played(
    secret: bytes, contributions: list[bytes]
) -> tuple[Pledge, list[tuple[tuple[int, ...], tuple[int, ...]]]]:
    """Play a short game and keep its dice."""
    pledge = Pledge(secret)
    for contribution in contributions:
        pledge.contribute(contribution)
    dice = pledge.dice()
    return pledge, [(sides, tuple(dice.die(one) for one in sides)) for sides in THROWS]


@settings(deadline=None)
@given(st.binary(min_size=32, max_size=32), st.lists(st.binary(max_size=40), max_size=4))
def test_an_honest_game_is_confirmed(secret: bytes, contributions: list[bytes]) -> None:
    """Commit, contribute, play, reveal: every die is derived again."""
    pledge, thrown = played(secret, contributions)
    verdict = verify(pledge.commitment, pledge.reveal(), contributions, thrown)
    assert verdict
    assert verdict.dice == 7
    assert verdict.reason == "7 dice agree with the commitment"


def test_a_changed_die_is_named() -> None:
    """One die turned over is found, with what it should be."""
    pledge, thrown = played(SECRET, [b"red", b"blue"])
    sides, faces = thrown[3]
    turned = faces[1] % 6 + 1
    thrown[3] = (sides, (faces[0], turned, faces[2]))
    verdict = verify(pledge.commitment, SECRET, [b"red", b"blue"], thrown)
    assert not verdict
    assert verdict.dice == 3
    reason = f"die 2 of throw 4 (a d6) is {turned} on record, but the stream gives {faces[1]}"
    assert verdict.reason == reason


def test_a_missing_die_is_named() -> None:
    """A throw with too few faces is found."""
    pledge, thrown = played(SECRET, [])
    thrown[0] = ((6, 6), thrown[0][1][:1])
    verdict = verify(pledge.commitment, SECRET, [], thrown)
    assert verdict.reason == "throw 1 has 1 faces on record for 2 d6"


@pytest.mark.parametrize("secret", [bytes(32), b"", b"x" * 31])
def test_another_secret_is_refused(secret: bytes) -> None:
    """The revealed secret must be the promised one."""
    verdict = verify(commit(SECRET), secret, [], [])
    assert verdict.reason == "the secret is not the one that was committed to"


def test_contributions_count_each_in_its_place() -> None:
    """Other contributions, another order or another cut give other dice."""
    ways: tuple[list[bytes], ...] = (
        [b"ab", b"c"],
        [b"c", b"ab"],
        [b"a", b"bc"],
        [b"abc"],
        [b"ab", b"c", b""],
        [],
    )
    assert len({dice_key(SECRET, way) for way in ways}) == len(ways)


def test_contributions_end_with_the_first_die() -> None:
    """Nobody adds anything once dice have fallen."""
    pledge = Pledge(SECRET)
    pledge.dice()
    with pytest.raises(BanneretError, match="a contribution came after the first die"):
        pledge.contribute(b"late")


def test_contributions_end_with_the_secret() -> None:
    """Nobody adds anything once the secret is known."""
    pledge = Pledge(SECRET)
    assert pledge.reveal() == SECRET
    with pytest.raises(BanneretError):
        pledge.contribute(b"late")


@pytest.mark.parametrize("secret", [b"", b"x" * 31, b"x" * 33])
def test_a_secret_has_its_size(secret: bytes) -> None:
    """A short secret could be guessed."""
    message = f"the secret has {len(secret)} bytes: it must have 32"
    with pytest.raises(BanneretError, match=message):
        commit(secret)
    with pytest.raises(BanneretError, match=message):
        dice_key(secret, [])
