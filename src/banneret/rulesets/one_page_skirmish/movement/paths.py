"""Paths: what ground and obstacles cost the leader, and where he stops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData
from banneret.tabletop.asking import Facts, procedure

from ..basics.options import Options
from ..basics.situation import Inches, Situation, ruled
from ..basics.tables import TERRAIN, TOLERANCE

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

    Area = str
    Obstacle = str
else:
    Area = Literal[
        "open",
        "road",
        "woods",
        "water",
        "deep_water",
        "building",
        "hill",
        "impassable",
        "bridge",
    ]
    Obstacle = Literal[
        "fence",
        "hedge",
        "wall",
        "gate_shut",
        "outline",
        "gate",
        "gate_open",
        "gap",
        "bridge",
    ]

BARRIERS = ("fence", "hedge", "wall", "gate_shut", "outline")  # the rest let everybody through
BARRIER_COST = TERRAIN["fence"].cost  # OP-MOVE-11; a building's outline costs as much
ROADS = ("road", "bridge")


class Leg(Facts, frozen=True, kw_only=True):
    """A stretch of ground, or an obstacle to cross."""

    terrain: Area | None = None
    length: Inches | None = None
    obstacle: Obstacle | None = None


class Walk(msgspec.Struct, kw_only=True):
    """How far a path was followed."""

    travelled: float = 0.0  # inches of ground
    left: float  # of the allowance
    obstacles_crossed: int = 0
    complete: bool = False
    stopped_by: str = "none"


@clause("OP-MOVE-09", "OP-MOVE-10", "OP-TERR-10")
def is_slow(leg: Leg) -> bool:
    """Whether movement is at half there: in woods and water, on no road or bridge through them."""
    return leg.terrain is not None and bool(leg.length) and TERRAIN[leg.terrain].cost > 1


@clause("OP-MOVE-09", "OP-OPT-04")
def halved(allowance: float, legs: Sequence[Leg], options: Options) -> float:
    """With whole_move, one slow inch on the path he sets out on halves the whole roll."""
    whole = options.terrain_halving == "whole_move"
    return allowance / 2 if whole and any(map(is_slow, legs)) else allowance


@clause("OP-MOVE-09", "OP-SCALE-07", "OP-MOVE-15")
def walk(allowance: float, legs: Sequence[Leg], options: Options, *, mounted: bool) -> Walk:
    """Follow a path as far as the allowance goes; fractions of an inch are kept."""
    walked = Walk(left=halved(allowance, legs, options))
    for leg in legs:
        stop = (
            _cross(walked, leg.obstacle, mounted)
            if leg.obstacle is not None
            else _tread(walked, leg, options, mounted)
        )
        if stop:
            walked.stopped_by = stop
            break
    walked.complete = walked.stopped_by == "none"
    walked.travelled = round(walked.travelled, 9)  # the noise of floats, far below the tolerance
    walked.left = round(walked.left, 9)
    return walked


@clause("OP-MOVE-11", "OP-MOVE-12", "OP-MOVE-13", "OP-MOVE-14", "OP-TERR-07", "OP-TERR-08")
def _cross(walked: Walk, obstacle: str, mounted: bool) -> str:
    """Cross an obstacle, or say what prevents it: a horse, or too few inches left."""
    if obstacle not in BARRIERS:
        return ""
    if mounted:
        return "horse_cannot_jump"
    if walked.left < BARRIER_COST - TOLERANCE:
        return "not_enough_left_for_obstacle"
    walked.left = max(walked.left - BARRIER_COST, 0.0)
    walked.obstacles_crossed += 1
    return ""


@clause("OP-MOVE-09", "OP-MOVE-25", "OP-TERR-09", "OP-TERR-10")
def _tread(walked: Walk, leg: Leg, options: Options, mounted: bool) -> str:
    """Cover a stretch of ground, or as much as the allowance pays for."""
    assert leg.terrain is not None  # check_path
    ground, length = TERRAIN[leg.terrain], leg.length or 0.0
    if length and (not ground.passable or (mounted and not ground.horse)):
        return "impassable"
    rate = 1 if options.terrain_halving == "whole_move" else ground.cost
    if length * rate <= walked.left + TOLERANCE:
        walked.travelled += length
        walked.left = max(walked.left - length * rate, 0.0)
        return ""
    walked.travelled += walked.left / rate
    walked.left = 0.0
    return "allowance_spent"


def check_path(legs: Sequence[Leg]) -> None:
    """Refuse a leg that is not one thing."""
    for place, leg in enumerate(legs):
        where = f"path[{place}]"
        if leg.obstacle is not None and (leg.terrain is not None or leg.length is not None):
            raise BadData(
                f"{where} is an obstacle ({leg.obstacle}) and ground at once: expected either "
                "obstacle, or terrain and length"
            )
        if leg.obstacle is None and leg.terrain is None:
            raise BadData(
                f"{where} names no ground: expected either obstacle, or terrain and length"
            )
        if leg.terrain is not None and leg.length is None:
            raise BadData(f"{where}: key 'length' is missing (inches of {leg.terrain})")


@clause("OP-MOVE-06")
def refuse_leaving_road(legs: Sequence[Leg]) -> None:
    """A road that was claimed may not be left; a fence across it is climbed on the road."""
    for place, leg in enumerate(legs):
        if leg.length and leg.terrain not in ROADS:
            raise BadData(
                f"path[{place}] is {leg.terrain}: road = true claims the road, so the whole path "
                "must stay on roads and bridges"
            )


class PathSituation(Situation, frozen=True, kw_only=True):
    """A leader with a roll and a path."""

    allowance: Inches
    path: tuple[Leg, ...]
    mounted: bool = False


@procedure("path", PathSituation, "How far along a path of ground and obstacles an allowance goes.")
@clause("OP-MOVE-09")
def path(_table: Table[None], situation: PathSituation) -> Ruled:
    """See how far along a path an allowance goes."""
    check_path(situation.path)
    walked = walk(situation.allowance, situation.path, situation.options, mounted=situation.mounted)
    return ruled(msgspec.structs.asdict(walked))
