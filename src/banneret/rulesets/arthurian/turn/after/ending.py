"""How a battle ends: able models, rounds, and each scenario's own conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Result

from ...basics import who
from ...basics.state import (
    HELD,
    LEFT,
    LOST,
    STOPPED,
    enemy_of,
)
from ...basics.tables import SIDES
from ...fight import harm
from ...screen import events as e
from ...screen.words import side_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Model

Verdict = tuple[str, str]  # who has won, and why
HUTS_TO_WIN = 2


def decide(table: Table[Battle], winner: str | None, reason: str, rule: str) -> None:
    """The fighting is over."""
    battle = table.state
    if battle.decided:
        return
    battle.decided = True
    battle.winner, battle.reason, battle.clause = winner, reason, rule
    battle.act = None
    battle.phase = "after_fates"
    table.tell(e.BattleEnded(winner, reason))


@clause("AR-END-01")
def looks(table: Table[Battle]) -> bool:
    """After every activation and event: the scenario's own conditions; both at once is a draw."""
    battle = table.state
    if battle.decided:
        return True
    judge = AT_ONCE.get(battle.scenario.id)
    found = judge(battle) if judge is not None else []
    if not found:
        return False
    winners = {one for one, _ in found}
    rule = battle.scenario.clause
    if len(winners) > 1:
        decide(table, None, "both sides met their conditions in the same moment", rule)
    else:
        decide(table, *found[0], rule)
    return True


@clause("AR-END-01", "AR-MEVENT-20")
def at_round_end(table: Table[Battle]) -> bool:
    """A side without an able model has lost; conditions tied to rounds; then the limit."""
    battle = table.state
    if looks(table) or _nobody_able(table):
        return True
    if battle.round < battle.scenario.rounds:
        return False
    judge = AT_LIMIT.get(battle.scenario.id)
    verdict = judge(battle) if judge is not None else None
    rule = battle.scenario.clause
    if verdict is not None:
        decide(table, *verdict, rule)
    else:
        decide(table, None, f"{battle.round} rounds have passed", "AR-END-01")
    return True


def _nobody_able(table: Table[Battle]) -> bool:
    battle = table.state
    able = {side: [m for m in battle.models if m.side == side and who.counts(m)] for side in SIDES}
    beaten = [side for side in SIDES if not able[side]]
    if not beaten:
        return False
    if len(beaten) == 2:
        decide(table, None, "neither side has an able model left", "AR-END-01")
    elif any(m.side == beaten[0] and m.removed_how == STOPPED for m in battle.models):
        decide(table, None, "the last of them laid down their arms, honourably", "AR-MEVENT-20")
    else:
        winner = enemy_of(beaten[0])
        loser = side_name(battle, beaten[0]).replace("The ", "the ")
        decide(table, winner, f"no able model is left to {loser}", "AR-END-01")
    return True


@clause("AR-END-02")
def concedes(table: Table[Battle], side: str) -> bool:
    """A player may give up the field at the start of his turn; his models leave unharmed."""
    if not table.anything_called() or not table.called(side, "concede"):
        return False
    table.tell(e.Conceded(side))
    for one in who.in_play(table.state, side):
        harm.remove(table, one, LEFT)
    decide(table, enemy_of(side), "the other side conceded", "AR-END-02")
    return True


# -- the scenarios' own conditions


def _is_beaten(model: Model) -> bool:
    """Killed, out of action or captured."""
    return model.removed_how in LOST


def _pc_beaten(battle: Battle) -> list[Verdict]:
    """B wins when A's PC is killed, out of action or captured."""
    lost = [one for one in who.pcs(battle, "a") if _is_beaten(one)]
    return [("b", f"{lost[0].name} is beaten")] if lost else []


@clause("AR-SCEN-01")
def the_ford(battle: Battle) -> list[Verdict]:
    """A knight who yields, is pinned, goes out of action, dies or leaves has lost."""
    found = []
    for side in SIDES:
        first = next(m for m in battle.models if m.side == side and m.is_a("knight"))
        if _is_beaten(first) or first.helpless or first.removed_how == LEFT:
            found.append((enemy_of(side), f"{first.name} has lost the duel"))
    return found


@clause("AR-SCEN-02")
def ambush(battle: Battle) -> list[Verdict]:
    """The lady leaves by the far edge, or is lost, or leaves by another."""
    lady = next(m for m in battle.models if m.is_a("lady") and m.side == "a")
    if _is_beaten(lady):
        return [("b", f"{lady.name} is lost")]
    if lady.removed_how != LEFT:
        return []
    far = lady.exit == "north"
    return [("a", f"{lady.name} is through")] if far else [("b", f"{lady.name} was driven off")]


@clause("AR-SCEN-03")
def giant(battle: Battle) -> list[Verdict]:
    """The giant is killed, or the PC beaten."""
    dead = [m for m in battle.models if m.profile.id == "giant" and _is_beaten(m)]
    found = [("a", "the giant is dead")] if dead else []
    return found + _pc_beaten(battle)


@clause("AR-SCEN-05")
def chapel(battle: Battle) -> list[Verdict]:
    """The relic goes over A's edge, or the PC is beaten."""
    found = [
        ("a", "the relic is safe")
        for one in battle.tokens
        if one.name == "relic" and one.kept_by == "a"
    ]
    return found + _pc_beaten(battle)


@clause("AR-SCEN-06")
def tournament(battle: Battle) -> list[Verdict]:
    """The last side with a knight in play wins; captured knights are out."""
    left = {
        side: [m for m in who.in_play(battle, side) if m.is_a("knight") and not m.helpless]
        for side in SIDES
    }
    return [
        (enemy_of(side), f"side {side.upper()} has no knight left in play")
        for side in SIDES
        if not left[side]
    ]


@clause("AR-SCEN-08")
def tower(battle: Battle) -> list[Verdict]:
    """The lady leaves by A's edge, or is lost, or the PC is beaten."""
    lady = next((m for m in battle.models if m.is_a("lady") and m.where != HELD), None)
    found = _pc_beaten(battle)
    if lady is not None and _is_beaten(lady):
        found.append(("b", f"{lady.name} is lost"))
    if lady is not None and lady.removed_how == LEFT:
        found.append(("a", f"{lady.name} is free"))
    return found


AT_ONCE: dict[str, Callable[[Battle], list[Verdict]]] = {
    "the_ford": the_ford,
    "ambush_in_the_wood": ambush,
    "giant_on_the_hill": giant,
    "perilous_chapel": chapel,
    "tournament": tournament,
    "robbers_tower": tower,
}


@clause("AR-SCEN-04")
def _raid(battle: Battle) -> Verdict | None:
    """After the last round: two huts or more, none, or one."""
    huts = len(battle.fired)
    if huts >= HUTS_TO_WIN:
        return "b", f"{huts} huts were fired"
    return None if huts else ("a", "no hut was fired")


AT_LIMIT: dict[str, Callable[[Battle], Verdict | None]] = {
    "ambush_in_the_wood": lambda _: ("b", "the lady did not get through in time"),
    "perilous_chapel": lambda _: ("b", "the relic was not brought out in time"),
    "saxon_raid": _raid,
}


@clause("AR-MOVE-07", "AR-SCEN-02")
def left_by(table: Table[Battle], model: Model, edge: str) -> None:
    """Remember by which edge somebody left, where it matters."""
    del table
    model.exit = edge


# -- the result


def over(battle: Battle) -> Result | None:
    """The result, once everything after the battle is settled."""
    if not battle.over:
        return None
    losses = {s: sum(m.side == s and m.removed_how in LOST for m in battle.models) for s in SIDES}
    score = {
        side: sum(
            m.profile.points for m in battle.models if m.side != side and m.removed_how in LOST
        )
        for side in SIDES
    }
    return Result(battle.winner, battle.reason, battle.clause, score, battle.round, losses)
