"""The table message: what a seat sees, put together for one socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.server import wire

if TYPE_CHECKING:
    from banneret.core.ruleset import Ruleset
    from banneret.server.chronicle import Chronicle
    from banneret.server.connections import Connection
    from banneret.server.eyes import Sight
    from banneret.server.store import BattleRow


def show(
    one: Connection,
    sight: Sight,
    told: Chronicle,
    facts: wire.BattleOut,
    sides: tuple[wire.SideOut, ...],
) -> None:
    """Send somebody the table with the events he does not know, unless nothing is new to him."""
    known, one.known = one.known, len(told)
    if one.last == (sight, sides) and known == len(told):
        return
    one.last = (sight, sides)
    one.send(
        wire.write(
            wire.TableOut(
                facts,
                one.side,
                sides,
                sight.scene,
                sight.question,
                sight.waiting,
                told.since(known),
                known,
                sight.result,
                sight.undo,
                sight.can_undo,
                sight.auto,
                sight.calls,
                sight.era,
            )
        )
    )


def facts(battle: BattleRow, ruleset: Ruleset[Any], sight: Sight) -> wire.BattleOut:
    """Say which battle it is and how far it has come."""
    setup = battle.setup
    return wire.BattleOut(
        battle.id,
        setup.book,
        ruleset.title,
        setup.scenario,
        ruleset.scenarios[setup.scenario].title,
        sight.round,
        "on" if sight.result is None else "over",
        battle.commitment,
    )


def sides(battle: BattleRow, here: set[str | None]) -> tuple[wire.SideOut, ...]:
    """Say who plays, and who is there."""
    worn = battle.liveries()
    return tuple(
        wire.SideOut(
            seat.side,
            seat.name,
            seat.kind,
            *worn[seat.side],
            seat.kind == "computer" or seat.side in here,
            seat.level or None,
        )
        for seat in battle.seats
    )
