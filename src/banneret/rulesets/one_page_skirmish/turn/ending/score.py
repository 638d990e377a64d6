"""Points while they are won, and the end of the battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Result
from banneret.tabletop.shapes.measuring import TOLERANCE, gap_to_point

from ...basics.names import side_name
from ...basics.state import (
    CAPTURED,
    COMING,
    EXITED,
    FLED,
    KILLED,
    KNIGHT,
    ON_TABLE,
    STEADY,
    Battle,
    Figure,
    changed,
    enemy,
    leader_of,
)
from ...screen.events import BattleEnded, Scored
from ...setup.on_file import SIDES, Exit, ExitDenied, Hold, Objective, Seize, Slay, Take
from .victory import DRAW, Judged, Loss, SideFacts, is_broken, is_gone, judge

if TYPE_CHECKING:
    from banneret.core.play.table import Table

LOST = (KILLED, CAPTURED, FLED)  # OP-END-02

# -- how the sides stand


@clause("OP-END-02", "OP-END-06")
def side_facts(battle: Battle, side: str, extra: int = 0) -> SideFacts:
    """What a side started with, what it has lost and how, and its points from objectives."""
    called = _roll_call(battle, side)
    return SideFacts(
        started=called.started,
        losses=called.losses,
        objective_vp=extra + sum([vp for _, who, vp in battle.objective_points if who == side]),
        nobody_left=called.nobody_left,
    )


def _roll_call(battle: Battle, side: str) -> SideFacts:
    """How many a side began with, whom it has lost, and whether nobody is left to it."""
    fates = battle.memo.fates
    found: SideFacts | None = fates.get(side)
    if found is None:
        own = [figure for figure in battle.figures if figure.side == side]
        losses: dict[tuple[str, str, str], int] = {}
        for figure in own:
            if figure.fate in LOST:
                kind = (figure.profile.class_, figure.rank, figure.fate)
                losses[kind] = losses.get(kind, 0) + 1
        lost = [
            Loss(class_=class_, rank=rank, fate=fate, count=count)
            for (class_, rank, fate), count in losses.items()
        ]
        nobody_left = not any(figure.fate in (ON_TABLE, COMING) for figure in own)
        found = fates[side] = SideFacts(
            started=len(own), losses=tuple(lost), nobody_left=nobody_left
        )
    return found


def judged(battle: Battle) -> Judged:
    """The battle as it would be judged if this were the end of the round."""
    return judge(
        battle.round,
        battle.scenario.rounds,
        {side: side_facts(battle, side) for side in SIDES},
        battle.scenario.has_exit,
    )


@clause("OP-SCORE-01")
def points(battle: Battle) -> dict[str, int]:
    """Points so far; what is counted at the end only (hold, exit_denied) comes with the end."""
    return dict(judged(battle).vp)


def losses(battle: Battle) -> dict[str, int]:
    """How many figures each side has lost: killed, captured or fled."""
    return {side: side_facts(battle, side).lost for side in SIDES}


# -- objectives


def scores_for(objective: Objective, side: str) -> bool:
    """Whether the side can score by this objective."""
    return objective.for_ in {side, "either"}


@clause("OP-SCORE-05")
def note_loss(table: Table[Battle], figure: Figure, fate: str) -> None:
    """A figure that left the table may be worth points: as one slain, taken or got away."""
    battle = table.state
    for index, objective in enumerate(battle.scenario.objective):
        other = enemy(figure.side)
        if isinstance(objective, Exit):
            if fate == EXITED and scores_for(objective, figure.side):
                extra = objective.vp_knight_extra if figure.rank == KNIGHT else 0
                _score(table, index, figure.side, objective.vp_per_figure + extra, figure)
        elif isinstance(objective, Slay):
            if (
                fate in {KILLED, CAPTURED}
                and scores_for(objective, other)
                and _is_named(battle, figure, objective.unit)
            ):
                _score(table, index, other, objective.vp, figure)
        elif isinstance(objective, Take) and (
            fate == CAPTURED and scores_for(objective, other) and figure.rank == objective.rank
        ):
            _score(table, index, other, objective.vp, figure)


def _is_named(battle: Battle, figure: Figure, key: str) -> bool:
    """Whether he began as the leader of the unit the objective names."""
    return any(
        unit.key == key
        and unit.side == figure.side
        and figure.id in (unit.members[:1] or (unit.leader,))  # no members: he took over a group
        for unit in battle.units
    )


@clause("OP-SCORE-05")
def seize(table: Table[Battle], figure: Figure, thing: str) -> None:
    """Points once for the side whose figure takes hold of the object."""
    battle = table.state
    done = {index for index, _, _ in battle.objective_points}
    for index, objective in enumerate(battle.scenario.objective):
        if (
            isinstance(objective, Seize)
            and objective.object == thing
            and scores_for(objective, figure.side)
            and index not in done
        ):
            _score(table, index, figure.side, objective.vp, figure)


def _score(
    table: Table[Battle], index: int, side: str, vp: int, figure: Figure | None = None
) -> None:
    """Write points down; points once scored are kept."""
    battle = table.state
    before = sum(v for i, s, v in battle.objective_points if (i, s) == (index, side))
    others = tuple(one for one in battle.objective_points if one[:2] != (index, side))
    battle.objective_points = (*others, (index, side, before + vp))
    changed(battle)  # what is seized can no longer be
    kind = objective_kind(battle.scenario.objective[index])
    table.tell(Scored(side, vp, kind, None if figure is None else figure.id))


def objective_kind(objective: Objective) -> str:
    """Name the kind of an objective as the book does."""
    tag = objective.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


@clause("OP-SCORE-05")
def end_points(battle: Battle) -> list[tuple[int, str, int]]:
    """What hold and exit_denied give if the battle ends now: objective, side, points."""
    found: list[tuple[int, str, int]] = []
    for index, objective in enumerate(battle.scenario.objective):
        if isinstance(objective, Hold):
            side = holder(battle, objective)
            if side and scores_for(objective, side):
                found.append((index, side, objective.vp))
        elif isinstance(objective, ExitDenied):
            other = enemy(objective.for_)
            kept = [f for f in battle.figures if f.side == other and f.fate != EXITED]
            found.append((index, objective.for_, len(kept) * objective.vp_per_figure_not_exited))
    return [one for one in found if one[2]]


def holder(battle: Battle, objective: Hold) -> str:
    """The side whose steady, unstunned leaders alone are by the point; empty if none or both."""
    sides = {
        unit.side
        for unit in battle.units
        if unit.status == STEADY
        and (leader := leader_of(battle, unit)) is not None
        and gap_to_point(leader.base, objective.point) <= objective.radius + TOLERANCE
    }
    return sides.pop() if len(sides) == 1 else ""


# -- the end


def _is_decided(battle: Battle) -> bool:
    """Whether `judged` would call the battle over; told without counting points."""
    if battle.round >= battle.scenario.rounds:
        return True
    for side in SIDES:
        facts = _roll_call(battle, side)
        if (facts.losses or facts.nobody_left) and (is_broken(facts) or is_gone(facts)):
            return True
    return False


@clause("OP-END-01", "OP-END-02", "OP-END-03", "OP-END-06")
def judge_round(table: Table[Battle]) -> None:
    """At the end of a round the battle may be over: last round, a broken side, nobody left."""
    battle = table.state
    if not _is_decided(battle):
        return
    for index, side, vp in end_points(battle):
        _score(table, index, side, vp)
    battle.over = True
    result = over(battle)
    assert result is not None, "the battle was judged over"
    table.tell(BattleEnded(result.winner, result.reason))


@clause("OP-END-03", "OP-END-04", "OP-END-05", "OP-END-06")
def over(battle: Battle) -> Result | None:
    """How the battle ended, or None while it goes on."""
    if not battle.over:
        return None
    verdict = judged(battle)
    winner, reason, rule = _verdict(battle, verdict)
    return Result(winner, reason, rule, dict(verdict.vp), battle.round, losses(battle))


def _verdict(battle: Battle, verdict: Judged) -> tuple[str | None, str, str]:
    if battle.conceded:
        return enemy(battle.conceded), f"{side_name(battle, battle.conceded)} gave up", "OP-END-05"
    winner = None if verdict.winner == DRAW else verdict.winner
    tally = " to ".join(str(verdict.vp[side]) for side in SIDES)
    if len(verdict.broken) == 1:
        return winner, f"{side_name(battle, verdict.broken[0])} broke", "OP-END-03"
    gone = [side for side in SIDES if side_facts(battle, side).nobody_left]
    if len(gone) == 1 and not battle.scenario.has_exit:
        return winner, f"{side_name(battle, gone[0])} had nobody left", "OP-END-06"
    if verdict.broken:
        return winner, f"both sides broke, points {tally}", "OP-END-04"
    if gone:
        names = " or ".join(side_name(battle, side) for side in gone)
        return winner, f"nobody was left of {names}, points {tally}", "OP-END-06"
    return winner, f"the last round was over, points {tally}", "OP-END-04"
