"""What to draw: the table as one player may see it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Place
from banneret.core.show.scene import Marker, Piece, Scene, SideInfo
from banneret.tabletop.screen.drawing import draw_ground, middle, outline
from banneret.tabletop.screen.words import plain

from ..basics.names import man_name, side_name
from ..basics.state import (
    COMING,
    KNIGHT,
    NOBODY,
    ON_TABLE,
    STEADY,
    footprint,
    is_led,
    is_straggler,
    on_table,
)
from ..setup.enlisting import full_load
from ..setup.on_file import SIDES, Hold, Seize
from ..turn.ending.score import LOST, points
from .view import view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.questions.choices import Choice
    from banneret.tabletop.shapes.measuring import Rect

    from ..basics.state import Battle, Figure, Profile, Unit

SEQUENCE = ("Morale", "Action", "Melee")
PHASES = {
    "setup": "Setting up",
    "hide": "Hiding",
    "deploy": "Deployment",
    "round": "New round",
    "draw": "Turn card",
    "start": "Start of turn",
    "morale": "Morale",
    "action": "Action",
    "figures": "Action",
    "melee": "Melee",
    "turn_end": "End of turn",
    "gap": "Between turns",
    "round_end": "End of round",
}


def scene(battle: Battle, player: str | None) -> Scene:
    """The ground, the men and what they are marked with, and how each side stands."""
    seen = view(battle, player)
    return Scene(
        width=seen.scenario.width,
        height=seen.scenario.height,
        ground=draw_ground(seen.ground),
        pieces=tuple(_piece(seen, figure) for figure in on_table(seen)),
        markers=_markers(seen),
        sides=tuple(_side(seen, side) for side in SIDES),
        sequence=SEQUENCE,
        now=PHASES.get(seen.phase, plain(seen.phase)),
    )


def _piece(battle: Battle, figure: Figure) -> Piece:
    return _drawn(battle, figure, figure.base, marks(battle, figure))


def _drawn(battle: Battle, figure: Figure, base: Rect, markers: tuple[str, ...]) -> Piece:
    where = outline(base)
    who = (figure.id, figure.side, battle.units[figure.unit].name)
    how = (figure.rank, figure.in_hand, figure.mounted)
    return _man(who, figure.profile, where, how, markers)


@lru_cache(maxsize=16_384)
def _man(
    who: tuple[int, str, str],
    profile: Profile,
    where: tuple[float, float, float, float, float],
    how: tuple[str, str, bool],
    markers: tuple[str, ...],
) -> Piece:
    """Who is as he was is the same piece: it need not be written anew for those who look on."""
    (key, side, group), (rank, in_hand, mounted) = who, how
    return Piece(
        key,
        side,
        profile.name,
        *where,
        group=group,
        rank=rank,
        arms=plain(in_hand),
        mounted=mounted,
        marks=markers,
        profile=_profile(profile, rank, in_hand),
    )


def figures(battle: Battle, choice: Choice[Any]) -> tuple[Piece, ...]:
    """Who is to be set down, also before he stands on the table; `battle` is the asked side's view.

    A place of somebody who is not on the table means nothing.
    """
    if not isinstance(choice, Place):
        return ()
    draw = _horse if choice.key == "melee.mount_place" else _comer
    return tuple(draw(battle, battle.figures[key]) for key in choice.pieces)


def _comer(battle: Battle, figure: Figure) -> Piece:
    if figure.fate == ON_TABLE:
        return _piece(battle, figure)
    base = footprint(figure.mounted, 0.0, 0.0, 0.0)
    return _drawn(battle, figure, base, _own_marks(battle, figure))


def _horse(battle: Battle, rider: Figure) -> Piece:
    """The mount he was thrown from."""
    base = footprint(True, rider.base.x, rider.base.y, rider.base.facing)
    return Piece(
        id=rider.id,
        side=rider.side,
        name=f"horse of {rider.profile.name}",
        x=base.x,
        y=base.y,
        facing=base.facing,
        width=base.width,
        depth=base.depth,
        group=battle.units[rider.unit].name,
        mounted=True,
    )


@clause("OP-SCALE-10")
def marks(battle: Battle, figure: Figure) -> tuple[str, ...]:
    """The markers that stand beside a figure."""
    unit = battle.units[figure.unit]
    return (*_of_unit(battle, unit), *_of_man(battle, figure))


def _of_unit(battle: Battle, unit: Unit) -> Iterator[str]:
    if unit.hidden:
        yield "hidden"
    if unit.holding:
        yield "held"
    if unit.status != STEADY:
        yield unit.status
    if not is_led(battle, unit):
        yield "leaderless"


def _of_man(battle: Battle, figure: Figure) -> Iterator[str]:
    if figure.hits:
        yield f"hits {figure.hits}"
    if figure.stun >= 0:
        yield "stunned"
    yield from _of_crossbow(battle, figure)
    if figure.aim != NOBODY:
        yield f"aiming at {man_name(battle, figure.aim)}"
    if figure.combat:
        yield f"combat {figure.combat}"
    if figure.rallied:
        yield "has rallied"
    if is_straggler(battle, figure):
        yield "straggler"


def _of_crossbow(battle: Battle, figure: Figure) -> Iterator[str]:
    if "crossbow" in figure.profile.weapons:
        yield f"load {figure.load} of {full_load(battle)}"


def _own_marks(battle: Battle, figure: Figure) -> tuple[str, ...]:
    """The markers of a man apart from his unit's, for whom the rest is not on the table either."""
    hits = (f"hits {figure.hits}",) if figure.hits else ()
    return (*hits, *_of_crossbow(battle, figure))


@lru_cache(maxsize=4096)
def _profile(profile: Profile, rank: str, in_hand: str) -> dict[str, str]:
    """It is told of everybody at every table, and seldom changes; to be read, never changed."""
    known = {
        "class": plain(profile.class_),
        "rank": rank,
        "armour": ", ".join(map(plain, profile.armour)) or "none",
        "armour rating": str(profile.rating),
        "weapons": ", ".join(map(plain, profile.weapons)),
        "in hand": plain(in_hand),
    }
    if profile.owns_mount:
        known["mount"] = f"armour {profile.mount_armour}"
    return known


def _markers(battle: Battle) -> tuple[Marker, ...]:
    found = [
        Marker("mount", mount.base.x, mount.base.y, label="riderless mount")
        for mount in battle.mounts
    ]
    for objective in battle.scenario.objective:
        if isinstance(objective, Hold):
            x, y = objective.point
            found.append(Marker("hold", x, y, objective.radius, f"{objective.vp} points"))
        elif isinstance(objective, Seize):
            piece = battle.scenario.piece(objective.object)
            spots = piece.polygon or piece.line
            x, y = middle(spots)
            found.append(Marker("seize", x, y, label=f"{objective.vp} points"))
    return tuple(found)


def _side(battle: Battle, side: str) -> SideInfo:
    own = [figure for figure in battle.figures if figure.side == side]
    if not own:
        return SideInfo(side, side_name(battle, side), (("Figures", "none seen yet"),))
    lost = sum(figure.fate in LOST for figure in own)
    coming = sum(figure.fate == COMING for figure in own)
    knights = sum(f.rank == KNIGHT and f.fate not in LOST for f in own)
    lines = [
        ("Points", str(points(battle)[side])),
        ("Figures", f"{len(own) - lost} of {len(own)}"),
        ("Lost", f"{lost}; broken above {len(own) // 2}"),
        ("Knights", str(knights)),
    ]
    if coming:
        lines.append(("To come", str(coming)))
    return SideInfo(side, side_name(battle, side), tuple(lines))
