"""Withdrawal, the end of the battle, renewing it, and the wounded afterwards (KK-FINIS, AFTER)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.measuring import within

from ..basics import phases
from ..basics.state import (
    CAPTIVE,
    COMING,
    COMMAND_RANGE,
    DEAD,
    DISABLED,
    GONE,
    NOBODY,
    ROUTING,
    STEADY,
    UP,
    WITHDRAWING,
    changed,
)
from ..basics.tables import TABLES
from ..basics.who import able, is_lord, leader_of, standing
from ..command.hearing import commander
from ..ground import contact
from ..movement.march.leaving import be_gone
from ..screen.events import BattleEnded, Conceded, Renewed, Sacked, Survived, Withdraws
from . import victory
from .fatigue import tiring
from .fatigue.wearing import check_withdrawal, survive

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man, Unit

LOST = frozenset((DISABLED, DEAD, CAPTIVE, GONE, ROUTING))
LAST_LEVEL = TABLES.finis.battle_ends_at_permanent_level
WORN_OUT, AGREED, FIELD, TIME = "worn_out", "agreed", "field", "time"
GIVEN_UP = "conceded"
END, RENEW = "end", "renew"


# -- withdrawal


@clause("KK-FINIS-02", "KK-FINIS-05", "KK-TURN-04")
def withdrawal(table: Table[Battle]) -> None:
    """Units whose leader is out of their lord's reach may have had enough."""
    battle = table.state
    for unit in battle.units:
        men = _able_members(battle, unit)
        if men and not unit.withdrawing:
            _roll(table, unit, men)
    battle.phase = "end"


def _able_members(battle: Battle, unit: Unit) -> list[Man]:
    return [
        battle.men[key]
        for key in unit.members
        if battle.men[key].unit == unit.id and able(battle.men[key])
    ]


@clause("KK-FINIS-02", "KK-FINIS-03", "KK-FINIS-05")
def _roll(table: Table[Battle], unit: Unit, men: list[Man]) -> None:
    """Two dice below its losses, and it leaves the field; a lord in it need not (KK-DEF-24)."""
    battle = table.state
    leader = leader_of(battle, unit)
    with table.privately((unit.player,)):
        roll = check_withdrawal(
            table,
            (leader or men[0]).permanent,
            losses(battle, unit),
            leader_lost(battle, unit),
            in_reach(battle, unit),
            unit.player,
        )
    if roll.result == "withdraws":
        unit.withdrawing = True
        leaving = [man for man in men if man.status == STEADY and not is_lord(battle, man)]
        for man in leaving:
            man.status = WITHDRAWING
        changed(battle)
        table.tell(Withdraws(tuple(man.id for man in leaving)))


@clause("KK-FINIS-05")
def losses(battle: Battle, unit: Unit) -> int:
    """Its men who are disabled, dead, captured, off the table or routing now."""
    return len([key for key in unit.members if battle.men[key].status in LOST])


@clause("KK-FINIS-03", "KK-FINIS-05", "KK-DEF-08")
def leader_lost(battle: Battle, unit: Unit) -> bool:
    """Whether the leader it started with is disabled, dead or captured, led or carried off too."""
    if unit.first_leader == NOBODY:
        return False
    first = battle.men[unit.first_leader]
    taken = first.status == GONE and first.routed and (first.held != NOBODY or not first.stamina)
    return taken or first.status in {DISABLED, DEAD, CAPTIVE}


@clause("KK-FINIS-05", "KK-CMD-24")
def in_reach(battle: Battle, unit: Unit) -> bool:
    """Whether the lord has it in range now: its leader, or without one any of its largest body.

    A stunned leader brings nobody under control, but range is range (KK-DEF-01).
    """
    lord = commander(battle, unit.player)
    if lord is None:
        return False
    leader = leader_of(battle, unit)
    heads = contact.chained(battle, unit) if leader is None else (leader,)
    reach = COMMAND_RANGE * battle.options.scale
    return any(within(man.base, lord.base, reach) for man in heads)


# -- the end of a turn


@clause("KK-TURN-04", "KK-FINIS-09")
def end(table: Table[Battle]) -> None:
    """Permanent fatigue, counters, and whether the battle is over."""
    battle = table.state
    sack(table)
    tiring.wear(table)
    tiring.count_down(table)
    why = reason_to_end(table)
    if not why:
        battle.phase = "turn"
        return
    battle.ended_by = why
    battle.phase = "renew" if _may_renew(battle) else "after"


@clause("KK-FINIS-09")
def sack(table: Table[Battle]) -> None:
    """Who holds a place he came to sack when the turn ends has sacked it for good."""
    battle = table.state
    for side in victory.sides(battle):
        for feature in victory.to_sack(battle, side):
            if victory.holds(battle, side, feature):
                battle.sacked = (*battle.sacked, (side, feature))
                table.tell(Sacked(side, feature))


@clause("KK-FINIS-06", "KK-FINIS-09")
def reason_to_end(table: Table[Battle]) -> str:
    """One side has the field, all are worn out or agree to stop, or the scenario's time is up."""
    battle = table.state
    if len(victory.sides_fighting(battle)) < 2:
        return FIELD
    if any(man.permanent >= LAST_LEVEL for man in standing(battle)):
        return WORN_OUT
    if _gives_up(table):
        return GIVEN_UP
    if _all_agree(table):
        return AGREED
    return TIME if battle.turn >= battle.scenario.turns else ""


@clause("KK-FINIS-01", "KK-FINIS-09")
def _gives_up(table: Table[Battle]) -> bool:
    """A side whose players have all called for it gives up."""
    battle = table.state
    if not table.anything_called():
        return False
    for side in dict.fromkeys(one.side for one in battle.retinues):
        players = tuple(one.player for one in battle.retinues if one.side == side)
        with table.privately(players):
            given_up = all(table.called(player, "concede") for player in players)
        if given_up:
            battle.conceded = side
            table.tell(Conceded(side))
            return True
    return False


@clause("KK-FINIS-09")
def _all_agree(table: Table[Battle]) -> bool:
    """Every player has called for a stop."""
    battle = table.state
    if not table.anything_called():
        return False
    for one in battle.retinues:
        if not one.ends:
            with table.privately((one.player,)):
                one.ends = table.called(one.player, "stop")
    return all(one.ends for one in battle.retinues)


# -- renewing


@clause("KK-FINIS-07")
def _may_renew(battle: Battle) -> bool:
    """Only where nobody has won the field can it be fought for again."""
    return battle.ended_by != GIVEN_UP and len(victory.sides_fighting(battle)) > 1


@clause("KK-FINIS-07")
def renew(table: Table[Battle]) -> None:
    """If all want it they rest for 180 turns, or as if they had, and begin again."""
    battle = table.state
    players = [one.player for one in battle.retinues]
    answers = table.ask_all(
        [
            Pick(
                player,
                "renew",
                "The fighting dies down. End it here, or begin again after a rest?",
                (END, RENEW),
                label=lambda key: "end the battle" if key == END else "rest, and fight on",
            )
            for player in players
        ]
    )
    if all(answer == RENEW for answer in answers):
        _rest(table)
    else:
        battle.phase = "after"


@clause("KK-FINIS-08")
def _rest(table: Table[Battle]) -> None:
    """Fatigue is gone and quivers are full; wounds remain, and those who left stay gone."""
    battle = table.state
    phases.clear_away(battle)
    battle.caught = battle.charges = ()  # the fight they belong to is over (KK-MELEE-25)
    for man in battle.men:
        man.temporary = man.permanent = 0
        man.out_of_ammo = False
        man.stun = man.resupply = 0
        man.searches = man.stopped_at = man.scaling = ""
        man.thrown = ()
        man.detached = False
        man.carried = NOBODY
        man.conscious = min(man.conscious, 0)  # no lord speaks for 180 turns (KK-DIS-02)
        man.touched = man.lost_reach = ()
        if man.status in UP:
            man.status = COMING
    for man in battle.men:
        if man.status == CAPTIVE:
            be_gone(battle, man, routed=True)  # led off in the meantime (KK-YIELD-09)
        elif man.status != GONE:
            man.held = NOBODY
    for horse in battle.horses:
        horse.temporary = horse.permanent = 0
        horse.gait = horse.last_gait = "standing"
    for unit in battle.units:
        unit.withdrawing = False
    for retinue in battle.retinues:
        retinue.ends = retinue.shot_at = False
        retinue.fell = 0  # in no turn of the fight to come (KK-MORALE-42)
        retinue.known, retinue.suspected = (), ()
    battle.renewals += 1
    battle.turn = 0
    battle.ended_by = battle.first = ""
    changed(battle)
    table.tell(Renewed(battle.renewals))
    battle.phase = "setup"


# -- afterwards


@clause("KK-AFTER-01", "KK-AFTER-04", "KK-FINIS-06")
def after(table: Table[Battle]) -> None:
    """The badly wounded of both sides live or die; then it is over."""
    battle = table.state
    for man in battle.men:
        if man.status in {DEAD, COMING}:
            continue
        disabled = man.status == DISABLED or man.stamina == 0
        roll = survive(
            table,
            0 if disabled else man.stamina,
            man.profile.stamina,
            man.profile.armor,
            disabled,
            man.player,
        )
        if roll.die:
            lives = roll.result == "recovers"
            if not lives:
                battle.deaths = (*battle.deaths, man.id)
            table.tell(Survived(man.id, lives))
    battle.over = True
    _announce(table)


@clause("KK-FINIS-09")
def _announce(table: Table[Battle]) -> None:
    result = victory.over(table.state)
    assert result is not None, "the battle was just ended"
    table.tell(BattleEnded(result.winner, result.reason))
