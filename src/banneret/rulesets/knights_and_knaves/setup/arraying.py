"""A whole retinue drawn up for battle before the first man is set down (KK-SETUP-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.crowd import meets

from ..basics.state import NOBODY
from ..basics.who import is_lord
from . import deploying

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.bases import Rect

    from ..basics.state import Battle, Man
    from .deploying import Places

    Bodies = Sequence[Sequence[Man]]

SHIFTS = (0.0, -12.0, 12.0)  # in the middle, to the left, to the right
BEHIND = {"shot": 1.0, "foot": 2.5, "lord": 5.0, "horse": 4.0}  # inches behind the front
ROOM = 0.2  # between bodies


@clause("KK-SETUP-05", "KK-GEO-04")
def refusal(battle: Battle, bodies: Bodies, places: Places) -> Refusal | None:
    """Why they may not all stand so: each body as if it came alone, and nobody on another."""
    for body in bodies:
        no = deploying.refusal(battle, body, {man.id: places[man.id] for man in body})
        if no is not None:
            return no
    bases = [deploying.base_at(battle, man, places[man.id]) for body in bodies for man in body]
    for at, base in enumerate(bases):
        if meets(base, bases[at + 1 :]):
            return Refusal("Bases do not overlap.", "KK-GEO-04")
    return None


def ideas(battle: Battle, player: str, bodies: Bodies) -> list[Places]:
    """Shot before, foot behind it, the lord in the midst, horse on the wings; or all aside.

    Kept until somebody is set down: whether there is room for all is asked before where.
    """
    known = battle.memo.places
    key = ("arrays", player)
    found: list[Places] | None = known.get(key)
    if found is None:
        part = min(1.0, battle.scenario.table[0] / 72.0)
        arrays = [_array(battle, player, bodies, shift * part) for shift in SHIFTS]
        found = known[key] = [places for places in arrays if places]
    return found


def _array(battle: Battle, player: str, bodies: Bodies, shift: float) -> Places:
    """Each body at the free spot nearest to where its kind belongs; nothing if one finds none.

    So all of it is lawful: each body may stand where it does, clear of those before it.
    """
    places: Places = {}
    taken: list[Rect] = []
    wing = 1.0
    for body in sorted(bodies, key=lambda one: _order(battle, one)):
        kind = _kind(battle, body)
        aside = shift + (wing * 5.0 if kind == "horse" else 0.0)
        wing = -wing if kind == "horse" else wing
        near = deploying.anchors_near(battle, player, BEHIND[kind], aside)
        at = deploying.first_lawful(battle, body, near, taken=taken)
        if at is None:
            return {}
        places |= at
        taken += [_roomy(battle, man, at) for man in body]
    return places


def _kind(battle: Battle, body: Sequence[Man]) -> str:
    if any(is_lord(battle, man) for man in body):
        return "lord"
    if body[0].horse != NOBODY:
        return "horse"
    return "shot" if body[0].profile.missile else "foot"


def _order(battle: Battle, body: Sequence[Man]) -> tuple[bool, int]:
    """The lord first, then the largest bodies."""
    return _kind(battle, body) != "lord", -len(body)


def _roomy(battle: Battle, man: Man, places: Places) -> Rect:
    base = deploying.base_at(battle, man, places[man.id])
    return type(base)(base.x, base.y, base.facing, base.width + ROOM, base.depth + ROOM)
