"""Where the faces come from: a reproducible stream, a script, or the people at the table."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Protocol, Self

from banneret.core.chance import kinds
from banneret.core.errors import BanneretError, WrongDice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.chance.draws import Draw, Faces

BLOCK = 64  # bytes of one BLAKE2b digest
SEED_PERSON = b"banneret seed"
STREAM_PERSON = b"banneret dice"


class Dice(Protocol):
    """Answers a draw with faces."""

    def throw(self, draw: Draw[Any]) -> Faces:
        """Throw the dice of a draw."""
        ...

    def copy(self) -> Self:
        """Give dice that go on from here on their own."""
        ...


class DiceWanted(BanneretError):
    """The people at the table must throw these dice."""

    def __init__(self, draw: Draw[Any]) -> None:
        super().__init__(f"dice are wanted for {draw.purpose!r}: {dice_text(draw.dice)}")
        self.draw = draw


class RandomDice:
    """The stream of a seed: keyed BLAKE2b in counter mode, each die by rejection (docs/dice.md)."""

    __slots__ = ("block", "blocks", "key", "used")

    def __init__(self, seed: int | str | bytes) -> None:
        self.key = seed_key(seed)
        self.blocks = 0
        self.block = b""
        self.used = BLOCK

    @classmethod
    def from_key(cls, key: bytes) -> Self:
        """Give the stream of a 32-byte key from the beginning."""
        return cls._moved(key, 0, b"", BLOCK)

    @classmethod
    def _moved(cls, key: bytes, blocks: int, block: bytes, at: int) -> Self:
        dice = cls.__new__(cls)
        dice.key = key
        dice.blocks = blocks
        dice.block = block
        dice.used = at
        return dice

    @property
    def position(self) -> int:
        """Tell how many bytes of the stream are used."""
        return BLOCK * (self.blocks - 1) + self.used

    def at(self, position: int) -> Self:
        """Give the same stream at another position."""
        blocks, used = divmod(position, BLOCK)
        if used == 0:
            return self._moved(self.key, blocks, b"", BLOCK)
        return self._moved(self.key, blocks + 1, stream_block(self.key, blocks), used)

    def copy(self) -> Self:
        """Give dice that go on from here on their own."""
        dice = self.__class__.__new__(self.__class__)
        dice.key = self.key
        dice.blocks = self.blocks
        dice.block = self.block
        dice.used = self.used
        return dice

    def die(self, sides: int) -> int:
        """Throw one die."""
        try:
            table = FACES[sides]
        except KeyError:
            return self._large_die(sides)
        while True:
            at = self.used
            if at == BLOCK:
                self._refill()
                at = 0
            self.used = at + 1
            face = table[self.block[at]]
            if face:
                return face

    def throw(self, draw: Draw[Any]) -> Faces:
        """Throw the dice of a draw, in order."""
        dice = draw.dice
        if len(dice) == 1:
            return (self.die(dice[0]),)
        faces = []
        for sides in dice:
            faces.append(self.die(sides))  # noqa: PERF401 - a comprehension costs a call in 3.11
        return tuple(faces)

    def _refill(self) -> None:
        self.block = stream_block(self.key, self.blocks)
        self.blocks += 1

    def _byte(self) -> int:
        if self.used == BLOCK:
            self._refill()
            self.used = 0
        self.used += 1
        return self.block[self.used - 1]

    def _large_die(self, sides: int) -> int:
        """Throw a die of more than 256 sides with as many bytes as it needs, highest first."""
        if sides < 1:
            raise WrongDice(f"a die cannot have {sides} sides")
        size = ((sides - 1).bit_length() + 7) // 8
        limit = 256**size - 256**size % sides
        while True:
            value = int.from_bytes([self._byte() for _ in range(size)], "big")
            if value < limit:
                return value % sides + 1


class ScriptedDice:
    """Faces written down beforehand, for tests and for dice thrown at a real table."""

    __slots__ = ("faces", "used")

    def __init__(self, *faces: int) -> None:
        self.faces = faces
        self.used = 0

    def throw(self, draw: Draw[Any]) -> Faces:
        """Take the next faces and see that the dice of the draw can show them."""
        dice = draw.dice
        faces = self.faces[self.used : self.used + len(dice)]
        for place, (face, sides) in enumerate(zip(faces, dice, strict=False), self.used):
            if not kinds.can_show(sides, face):
                raise WrongDice(
                    f"dice[{place}] for {draw.purpose!r} is {face!r}: {kinds.range_text(sides)}"
                )
        if len(faces) < len(dice):
            missing = dice_text(dice[len(faces) :], "more ")
            raise WrongDice(
                f"too few dice: {draw.purpose!r} needs {missing} ({len(self.faces)} given)"
            )
        self.used += len(dice)
        return faces

    def copy(self) -> Self:
        """Give the same script, read as far."""
        twin = type(self)(*self.faces)
        twin.used = self.used
        return twin

    def finish(self) -> None:
        """Refuse faces that nobody asked for."""
        if self.used < len(self.faces):
            raise WrongDice(f"too many dice: {len(self.faces)} given, {self.used} used")


class HandDice:
    """Real dice: every draw becomes a question to the people at the table."""

    __slots__ = ()

    def throw(self, draw: Draw[Any]) -> Faces:
        """Ask for the dice."""
        raise DiceWanted(draw)

    def copy(self) -> Self:
        """Real dice are the same for all."""
        return self


def seed_key(seed: int | str | bytes) -> bytes:
    """Derive the key of a stream; a number, a text and bytes never share one."""
    if isinstance(seed, int):
        material = b"int:" + str(int(seed)).encode()
    elif isinstance(seed, str):
        material = b"str:" + seed.encode()
    else:
        material = b"bytes:" + seed
    return blake2b(material, digest_size=32, person=SEED_PERSON).digest()


def stream_block(key: bytes, number: int) -> bytes:
    """Give 64 bytes of the stream: BLAKE2b of the block's number under the key."""
    return blake2b(number.to_bytes(8, "little"), key=key, person=STREAM_PERSON).digest()


def dice_text(dice: Faces, more: str = "") -> str:
    """Name dice as people do: one d10, 3 d6, one d6 and 2 d10."""
    return " and ".join(_groups(dice, more)) or "no dice"


def _groups(dice: Faces, more: str) -> Iterator[str]:
    for sides in dict.fromkeys(dice):
        many = dice.count(sides)
        yield f"{'one' if many == 1 else many} {more}{kinds.name(sides)}"


def _faces(sides: int) -> tuple[int, ...]:
    """Give the face each byte means, 0 when it must be drawn again."""
    fair = 256 - 256 % sides
    return tuple(byte % sides + 1 if byte < fair else 0 for byte in range(256))


def _marked(kind: int) -> tuple[int, ...]:
    """Give the number on the side each byte means, 0 when it must be drawn again."""
    sides = kinds.MARKED[kind]
    return tuple(sides[face - 1] if face else 0 for face in _faces(len(sides)))


FACES = {sides: _faces(sides) for sides in range(1, 257)}
FACES.update({kind: _marked(kind) for kind in kinds.MARKED})
