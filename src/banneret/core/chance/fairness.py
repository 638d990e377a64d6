"""Proof that nobody chose the dice: commit, contribute, reveal, verify (docs/dice.md)."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from typing import TYPE_CHECKING

from msgspec import Struct

from banneret.core.chance import kinds
from banneret.core.chance.dice import RandomDice, dice_text
from banneret.core.errors import BanneretError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from banneret.core.chance.draws import Faces

SECRET_SIZE = 32  # bytes
COMMIT_PERSON = b"banneret commit"
KEY_PERSON = b"banneret key"


def fresh_seed() -> bytes:
    """Give dice or a computer player a seed that nobody can guess."""
    return secrets.token_bytes(SECRET_SIZE)


class Verdict(Struct, frozen=True):
    """Whether a game's dice are the promised ones, how many agree, and what is wrong."""

    honest: bool
    dice: int
    reason: str

    def __bool__(self) -> bool:
        return self.honest


class Pledge:
    """The server's side of the bargain, in its order: commitment, contributions, dice, secret."""

    __slots__ = ("_secret", "commitment", "contributions", "sealed")

    def __init__(self, secret: bytes) -> None:
        self.commitment = commit(secret)
        self.contributions: list[bytes] = []
        self.sealed = False
        self._secret = secret

    def contribute(self, contribution: bytes) -> None:
        """Add what a seat brings, before the first die is thrown."""
        if self.sealed:
            raise BanneretError("a contribution came after the first die: it cannot count")
        self.contributions.append(contribution)

    def dice(self) -> RandomDice:
        """Close the contributions and give the dice of the game."""
        self.sealed = True
        return fair_dice(self._secret, self.contributions)

    def reveal(self) -> bytes:
        """Give the secret, which ends the stream: whoever has it knows every die to come."""
        self.sealed = True
        return self._secret


def commit(secret: bytes) -> str:
    """Give the hash that binds the server to its secret without telling it, in hexadecimal."""
    _check_size(secret)
    return blake2b(secret, digest_size=32, person=COMMIT_PERSON).hexdigest()


def dice_key(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """Mix the secret and the contributions, each with its length, in the order of the seats."""
    _check_size(secret)
    mixed = blake2b(digest_size=32, key=secret, person=KEY_PERSON)
    for contribution in contributions:
        mixed.update(len(contribution).to_bytes(8, "little"))
        mixed.update(contribution)
    return mixed.digest()


def fair_dice(secret: bytes, contributions: Sequence[bytes]) -> RandomDice:
    """Give the stream that the secret and the contributions fix together."""
    return RandomDice.from_key(dice_key(secret, contributions))


def verify(
    commitment: str,
    secret: bytes,
    contributions: Sequence[bytes],
    thrown: Iterable[tuple[Faces, Faces]],
) -> Verdict:
    """Derive every die again; each throw is the sides of its dice and the faces on record."""
    if len(secret) != SECRET_SIZE or commit(secret) != commitment.lower():
        return Verdict(False, 0, "the secret is not the one that was committed to")
    dice = fair_dice(secret, contributions)
    checked = 0
    for number, (sides, faces) in enumerate(thrown, 1):
        wrong = _compare(number, sides, faces, tuple([dice.die(one) for one in sides]))
        if wrong:
            return Verdict(False, checked, wrong)
        checked += len(sides)
    return Verdict(True, checked, f"{checked} dice agree with the commitment")


def _check_size(secret: bytes) -> None:
    if len(secret) != SECRET_SIZE:
        raise BanneretError(f"the secret has {len(secret)} bytes: it must have {SECRET_SIZE}")


def _compare(number: int, sides: Faces, faces: Faces, right: Faces) -> str:
    """Say which die of a throw is not the one the stream gives; nothing when all are."""
    if len(faces) != len(sides):
        return f"throw {number} has {len(faces)} faces on record for {dice_text(sides)}"
    for place, (face, true) in enumerate(zip(faces, right, strict=True)):
        if face != true:
            die = f"die {place + 1} of throw {number} (a {kinds.name(sides[place])})"
            return f"{die} is {face} on record, but the stream gives {true}"
    return ""
