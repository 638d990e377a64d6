"""Who could reach whom: read from what the book draws of every enemy, from one side's view."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, Final

from banneret.core.show.overlay import Band
from banneret.server.hand.chains import Danger

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from banneret.core.book.ruleset import Ruleset
    from banneret.core.show.scene import Piece, Scene

MOST: Final = 6
_DEEDS: Final = {
    "reach": "{who} could be on {whom}: {label}",
    "range": "{who} could shoot {whom}: {label}",
}


def of(
    ruleset: Ruleset[Any], view: Any, side: str, scene: Scene, men: Collection[int]
) -> list[Danger]:
    """List who threatens some pieces where they stand, a foe in contact's reach first."""
    ours = [one for one in scene.pieces if one.id in men]
    party = {one.key: one.party for one in scene.sides}
    with_us = party.get(side)
    foes = [
        one
        for one in scene.pieces
        if one.side != side and (not with_us or party.get(one.side) != with_us)
    ]
    if not ours or not foes:
        return []
    found = [danger for foe in foes for danger in _from(ruleset, view, side, foe, ours)]
    found.sort(key=lambda pair: (pair[1].deed != "reach", pair[0]))
    seen: set[tuple[str, str]] = set()
    kept: list[Danger] = []
    groups = {one.id: one.group or one.name for one in foes}
    for _, danger in found:
        sort = (danger.deed, groups[danger.piece])
        if sort not in seen:
            seen.add(sort)
            kept.append(danger)
    return kept[:MOST]


def _from(
    ruleset: Ruleset[Any], view: Any, side: str, foe: Piece, ours: list[Piece]
) -> Iterator[tuple[float, Danger]]:
    target = min(ours, key=lambda one: hypot(one.x - foe.x, one.y - foe.y))
    apart = hypot(target.x - foe.x, target.y - foe.y) - _half(target) - _half(foe)
    bands = [one for one in ruleset.look(view, side, foe.id).overlays if isinstance(one, Band)]
    for deed, words in _DEEDS.items():
        reaching = [one for one in bands if one.layer == deed and one.inches >= apart]
        if reaching:
            band = min(reaching, key=lambda one: one.inches)
            said = words.format(who=foe.group or foe.name, whom=target.name, label=band.label)
            yield apart, Danger(foe.id, target.id, said, band.clause, deed)


def _half(piece: Piece) -> float:
    return min(piece.width, piece.depth) / 2
