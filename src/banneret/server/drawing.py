"""Scenes as they are sent; the ground, which seldom changes, is not written anew for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.scene import Scene

if TYPE_CHECKING:
    from banneret.core.scene import Ground1

_encode = msgspec.json.Encoder().encode
_Drawn: Any = msgspec.defstruct(  # a scene whose ground is written already
    "_Drawn",
    [
        (one.name, msgspec.Raw if one.name == "ground" else one.type)
        for one in msgspec.structs.fields(Scene)
    ],
)


class Drawing:
    """Writes the scenes of one battle, whoever sees them: equal ground is equal bytes."""

    __slots__ = ("_ground", "_written")

    def __init__(self) -> None:
        self._ground: tuple[Ground1, ...] = ()
        self._written = msgspec.Raw(b"[]")

    def write(self, scene: Scene) -> bytes:
        """Write a scene, as it would be written without us."""
        ground = scene.ground
        if not ground:
            return _encode(scene)
        if ground is not self._ground and ground != self._ground:
            self._ground, self._written = ground, msgspec.Raw(_encode(ground))
        return _encode(
            _Drawn(
                scene.width,
                scene.height,
                self._written,
                scene.pieces,
                scene.markers,
                scene.sides,
                scene.sequence,
                scene.now,
                scene.round,
                scene.counted,
                scene.step,
            )
        )
