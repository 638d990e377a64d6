"""Victory: what losses are worth, which side is broken, whether it is over and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData
from banneret.tabletop.asking import Facts, procedure

from ...basics.situation import Name, Situation, ruled
from ...basics.tables import TABLES, Class, Fate, Rank

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

WORTH = TABLES.victory
DRAW, NOBODY = "draw", "none"
Many = Annotated[int, Meta(ge=1, le=999)]


class Loss(Facts, frozen=True, kw_only=True):
    """Figures of one kind lost in one way."""

    class_: Class = msgspec.field(name="class")
    rank: Rank = "common"
    fate: Fate
    count: Many = 1


class SideFacts(Facts, frozen=True, kw_only=True):
    """How a side stands at the end of a round."""

    started: Many
    losses: tuple[Loss, ...] = ()
    objective_vp: Annotated[int, Meta(ge=0, le=9999)] = 0
    nobody_left: bool = False

    @property
    def lost(self) -> int:
        """How many figures are lost."""
        return sum([loss.count for loss in self.losses])


class Judged(msgspec.Struct, frozen=True):
    """The state of the battle at the end of a round."""

    over: bool
    winner: str  # a side, draw, or none while it goes on
    vp: dict[str, int]
    broken: tuple[str, ...]


@clause("OP-SCORE-02", "OP-SCORE-03", "OP-SCORE-04")
def figure_value(class_: str, rank: str, fate: str) -> int:
    """The points a lost figure is worth to the enemy: its ransom is double its death."""
    if fate == "fled":
        return WORTH.class_[class_]
    value = WORTH.class_[class_] + WORTH.rank[rank]
    return 2 * value if fate == "captured" else value


@clause("OP-SCORE-01", "OP-SCORE-05")
def victory_points(own: SideFacts, enemy: SideFacts) -> int:
    """Enemy figures lost, and the objectives; never wounds, stuns or mounts."""
    worth = [loss.count * figure_value(loss.class_, loss.rank, loss.fate) for loss in enemy.losses]
    return own.objective_vp + sum(worth)


@clause("OP-END-02")
def is_broken(side: SideFacts) -> bool:
    """Whether more than half of the figures it started with are lost."""
    return side.lost > side.started * WORTH.broken_when_lost_more_than


def is_gone(side: SideFacts) -> bool:
    """Whether it has nobody on the table, hidden or to come."""
    return side.nobody_left or side.lost == side.started


@clause("OP-END-01", "OP-END-03", "OP-END-06")
def judge(
    round_: int, round_limit: int, sides: Mapping[str, SideFacts], exit_objective: bool
) -> Judged:
    """Look at both sides at the end of a round."""
    (one, first), (other, second) = sides.items()
    vp = {one: victory_points(first, second), other: victory_points(second, first)}
    broken = tuple(sorted(name for name, side in sides.items() if is_broken(side)))
    gone = tuple(name for name, side in sides.items() if is_gone(side))
    over = round_ >= round_limit or bool(broken) or bool(gone)
    return Judged(over, _winner(vp, broken, gone, exit_objective) if over else NOBODY, vp, broken)


@clause("OP-END-03", "OP-END-04", "OP-END-06")
def _winner(
    vp: Mapping[str, int], broken: tuple[str, ...], gone: tuple[str, ...], exit_objective: bool
) -> str:
    """A single broken side loses; else a side gone from the table without orders; else points."""
    if len(broken) == 1:
        return _other(vp, broken[0])
    if len(gone) == 1 and not exit_objective:
        return _other(vp, gone[0])
    best = max(vp.values())
    ahead = [name for name, points in vp.items() if points == best]
    return ahead[0] if len(ahead) == 1 else DRAW


def _other(vp: Mapping[str, int], side: str) -> str:
    return next(name for name in vp if name != side)


class VictorySituation(Situation, frozen=True, kw_only=True):
    """The end of a round."""

    round: Many
    round_limit: Many
    sides: Annotated[dict[Name, SideFacts], Meta(min_length=2, max_length=2)]
    exit_objective: bool = False


def check_victory(situation: VictorySituation) -> None:
    """Refuse rounds and losses that cannot be."""
    if situation.round > situation.round_limit:
        raise BadData(
            f"round = {situation.round}: the game ends with round_limit = {situation.round_limit}"
        )
    for name, side in situation.sides.items():
        if name in {DRAW, NOBODY}:
            raise BadData(f"sides: {name!r} cannot be the name of a side, it is a result")
        if side.lost > side.started:
            raise BadData(
                f"sides.{name}.losses: {side.lost} figures are lost, more than "
                f"started = {side.started}"
            )


@procedure(
    "victory",
    VictorySituation,
    "Whether the battle is over at the end of a round, and who has won.",
)
@clause("OP-END-01")
def victory(_table: Table[None], situation: VictorySituation) -> Ruled:
    """See whether the battle is over, and who has won."""
    check_victory(situation)
    judged = judge(
        situation.round, situation.round_limit, situation.sides, situation.exit_objective
    )
    return ruled(
        {
            "over": judged.over,
            "winner": judged.winner,
            "vp": judged.vp,
            "broken": list(judged.broken),
        }
    )
