"""Scenes as they are sent; whatever is as it was is not written anew."""

from __future__ import annotations

from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from banneret.core.show.scene import Ground1, Piece, Scene

_encode = msgspec.json.Encoder().encode


class Drawn(msgspec.Struct, frozen=True):
    """A scene as it is sent, in parts that other scenes share; put together when it is sent."""

    before: bytes
    pieces: list[bytes]
    behind: bytes


class Drawing:
    """Writes the scenes of one viewpoint, one after the other.

    A book that draws a man who stands as he stood gives the very piece it gave before: that need
    not be looked at. What is around the pieces is compared.
    """

    __slots__ = ("_around", "_before", "_behind", "_ground", "_pieces", "_texts", "_written")

    def __init__(self) -> None:
        self._ground: tuple[Ground1, ...] = ()
        self._written = b"[]"
        self._pieces: tuple[Piece, ...] = ()
        self._texts: list[bytes] = []  # of these pieces
        self._around: tuple[Any, ...] = ()  # a scene but for its pieces
        self._before = self._behind = b""  # what is written before and behind the pieces

    def write(self, scene: Scene) -> Drawn:
        """Write a scene, as it would be written without us."""
        around = (
            scene.round,
            scene.now,
            scene.step,
            scene.sides,
            scene.markers,
            scene.ground,
            scene.width,
            scene.height,
            scene.sequence,
            scene.counted,
            scene.rows,
        )
        if around != self._around:
            self._around = around
            self._write_around(scene)
        return Drawn(self._before, self._write_pieces(scene.pieces), self._behind)

    def _write_pieces(self, pieces: tuple[Piece, ...]) -> list[bytes]:
        """Write the pieces that are new; the list that was given before stays as it is."""
        if len(pieces) == len(self._pieces):
            texts = self._texts.copy()
            for at in compress(range(len(pieces)), map(is_not, pieces, self._pieces)):
                texts[at] = _encode(pieces[at])
        else:
            known = dict(zip(map(id, self._pieces), self._texts, strict=True))
            texts = [known.get(id(piece)) or _encode(piece) for piece in pieces]
        self._pieces, self._texts = pieces, texts
        return texts

    def _write_around(self, scene: Scene) -> None:
        ground = scene.ground
        if ground is not self._ground and ground != self._ground:
            self._ground, self._written = ground, _encode(ground)
        empty = msgspec.structs.replace(scene, ground=(), pieces=())
        before, behind = _encode(empty).split(b'"ground":[],"pieces":[]', 1)
        self._before = b'%b"ground":%b,"pieces":[' % (before, self._written)
        self._behind = b"]" + behind
