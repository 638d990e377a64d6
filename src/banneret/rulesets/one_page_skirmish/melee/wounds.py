"""Wounds: what each hit does, and what a wound costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData
from banneret.tabletop.asking import procedure

from ..basics.situation import Situation, ruled
from ..basics.tables import TABLES, Rank

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

    from ..basics.options import Options

FLESH_WOUND, WOUND, KILLED = "flesh_wound", "wound", "killed"
STUNNED, CAPTURED = "stunned", "captured"

LADDER: dict[str, tuple[str, ...]] = {
    "common": TABLES.wounds.common,
    "sergeant": TABLES.wounds.sergeant,
    "knight": TABLES.wounds.knight,
}
RANKS = tuple(LADDER)
WOUND_MODIFIER = TABLES.wounds.wound_modifier  # OP-WOUND-05

# The number of hits at which a rank is wounded; -1: a common figure never is.
_WOUNDED_AT = {
    rank: ladder.index(WOUND) + 1 if WOUND in ladder else -1 for rank, ladder in LADDER.items()
}


@clause("OP-WOUND-01", "OP-WOUND-02", "OP-WOUND-03", "OP-WOUND-04", "OP-FIG-01")
def effect_of_hit(rank: str, hits: int) -> str:
    """What the next hit does to a figure that has taken so many."""
    return LADDER[rank][hits]


@clause("OP-WOUND-03")
def is_wounded(rank: str, hits: int) -> bool:
    """Whether he bears a wound; a Knight's flesh wound is none."""
    return hits == _WOUNDED_AT[rank]


def hits_left(rank: str, hits: int) -> int:
    """How many more hits kill him."""
    return len(LADDER[rank]) - hits


@clause("OP-WOUND-06", "OP-OPT-16")
def wound_tells_everywhere(options: Options) -> bool:
    """Whether a wound also lowers morale, movement and saves, not only melee and shooting."""
    return options.wound_scope == "all"


@clause("OP-WOUND-07", "OP-WOUND-09")
def climb(rank: str, hits: int, new_hits: int) -> tuple[str, ...]:
    """The effects of several hits, each climbing the ladder in turn, up to death."""
    return LADDER[rank][hits : hits + new_hits]


def refuse_dead(key: str, rank: str, hits: int) -> None:
    """Refuse more hits than the living have."""
    most = len(LADDER[rank]) - 1
    if hits > most:
        raise BadData(f"{key} = {hits}: a living figure of rank {rank} has at most {most}")


class WoundsSituation(Situation, frozen=True, kw_only=True):
    """A figure and the hits it takes."""

    rank: Rank
    hits: Annotated[int, Meta(ge=0, le=2)] = 0
    new_hits: Annotated[int, Meta(ge=0, le=99)] = 1


@procedure("wounds", WoundsSituation, "What hits do to a figure of a rank.")
@clause("OP-WOUND-05", "OP-WOUND-09")
def wounds(_table: Table[None], situation: WoundsSituation) -> Ruled:
    """Let a figure take hits."""
    rank = situation.rank
    refuse_dead("hits", rank, situation.hits)
    effects = climb(rank, situation.hits, situation.new_hits)
    hits = situation.hits + len(effects)
    wounded = is_wounded(rank, hits)
    return ruled(
        {
            "hits": hits,
            "effects": list(effects),
            "killed": hits == len(LADDER[rank]),
            "wounded": wounded,
            "die_modifier": WOUND_MODIFIER if wounded else 0,
        }
    )
