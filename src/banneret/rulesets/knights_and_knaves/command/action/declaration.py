"""Turning chits over: who declares first, one figure after the other, and charge checks (KK-DECL).

What is asked about a figure when its chit is turned over stands in qualifiers.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick

from ...basics import phases
from ...basics.state import ESCORTING, NOBODY, POSTED, Declared
from ...basics.who import is_lord, men_of, retinue_of, standing
from ...ground import contact
from ...melee import arms
from ...morale import causes, checking, failing
from ...movement.reaching import reaches
from ...screen.events import ChitShown, FirstDeclarer, TurnedUp
from .. import parting
from . import chits, qualifiers, uncommanded
from .by_die import declare_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Man


THE_REST = NOBODY  # he says now what he will state for everybody still face down, in roster order


# -- who begins


@clause("KK-DECL-01", "KK-DECL-06")
def roll_declaration(table: Table[Battle]) -> None:
    """The highest die declares first or makes another do so; then in seating order."""
    battle = table.state
    battle.phase = "declare"
    players = [one.player for one in battle.retinues if men_of(battle, one.player)]
    battle.declaring = tuple(players)
    if battle.options.simultaneous_declaration or len(players) < 2:
        return
    battle.first = players[declare_first(table, len(players), battle.declaring)]
    chosen = table.ask(
        Pick(
            battle.first,
            "declare.first",
            "Who declares first?",
            players,
            label=lambda key: retinue_of(battle, key).name or key,
            usual=next((one for one in players if one != battle.first), None),
        )
    )
    at = players.index(chosen)
    battle.declaring = (*players[at:], *players[:at])
    table.tell(FirstDeclarer(battle.first, chosen))


# -- one after the other


@clause("KK-DECL-02", "KK-DECL-05")
def declare(table: Table[Battle]) -> None:
    """The next player turns one chit over; with nobody left those without a chit roll."""
    battle = table.state
    if battle.options.simultaneous_declaration and _all_at_once(table):
        return
    left = list(battle.declaring)
    while left:
        men = undeclared(battle, left[0])
        if men:
            _turn_one(table, left[0], men)
            battle.declaring = (*left[1:], left[0])
            return
        del left[0]
    # who took a captive at a reveal has an escort chit to show, though he was done
    battle.declaring = tuple([p for p in checking.turn_order(battle) if undeclared(battle, p)])
    if not battle.declaring and not _forgotten(table):
        battle.phase = "charge_checks"


def undeclared(battle: Battle, player: str) -> list[Man]:
    """His figures with a chit still face down."""
    return [
        man for man in men_of(battle, player) if man.chit and man.declared is None and not man.stun
    ]


@clause("KK-DECL-02", "KK-DECL-03", "KK-DECL-04")
def _turn_one(table: Table[Battle], player: str, men: Sequence[Man]) -> None:
    """The player says which, his own figure before any other; what is declared is binding."""
    battle = table.state
    ready = _next_planned(battle, men)
    if ready is None:
        ready = _chosen(table, player, men)
    table.tell(ChitShown(ready.id, ready.chit))
    turn_over(table, ready, _made_up(ready) or qualifiers.ask(table, ready))


@clause("KK-YIELD-07")
def _made_up(man: Man) -> Declared | None:
    """What his player had made up his mind to state, unless he has taken a captive since."""
    return None if man.status == ESCORTING else man.planned


def _next_planned(battle: Battle, men: Sequence[Man]) -> Man | None:
    """Who is next of those already made up their minds for: the lord, then in roster order."""
    planned = [man for man in men if man.planned is not None]
    if not planned:
        return None
    lord = retinue_of(battle, planned[0].player).lord
    return next((man for man in planned if man.id == lord), planned[0])


def _chosen(table: Table[Battle], player: str, waiting: Sequence[Man]) -> Man:
    """Whose chit is next; or the player makes up his mind for all the rest in one go."""
    battle = table.state
    keys = [man.id for man in waiting]
    chosen: int = table.ask(
        Pick(
            player,
            "declare",
            "Whose chit is turned over?",
            [*keys, THE_REST] if len(keys) > 1 else keys,
            why_not=lambda key: _lord_first(battle, player, key),
            label=lambda key: _whose(battle, waiting, key),
            usual=lambda: next(
                (key for key in (THE_REST, *keys) if _lord_first(battle, player, key) is None), None
            ),
        )
    )
    if chosen != THE_REST:
        return battle.men[chosen]
    for man, planned in zip(waiting, qualifiers.ask_together(table, waiting), strict=True):
        man.planned = planned
    return _next_planned(battle, waiting) or waiting[0]


def _whose(battle: Battle, waiting: Sequence[Man], key: int) -> str:
    if key != THE_REST:
        return battle.men[key].profile.name
    lord = next((man for man in waiting if is_lord(battle, man)), None)
    return "all the rest" if lord is None else f"all, {lord.profile.name} first"


@clause("KK-DECL-03", "KK-CMD-20")
def _lord_first(battle: Battle, player: str, key: int) -> Refusal | None:
    """His own chit first; made up for all at once it still is, unless men go the lord's way."""
    lord = battle.men[retinue_of(battle, player).lord]
    if key == lord.id or lord.declared is not None or not lord.chit:
        return None
    if key == THE_REST and not any(man.free for man in men_of(battle, player)):
        return None
    return Refusal(f"{lord.profile.name} declares before his men.", "KK-DECL-03")


@clause("KK-DECL-02", "KK-DECL-04", "KK-COMP-02", "KK-TURN-06")
def turn_over(table: Table[Battle], man: Man, declared: Declared) -> None:
    """The chit lies open with its qualifiers, and the weapon it needs is in hand."""
    battle = table.state
    man.declared = declared
    battle.declared = (*battle.declared, man.id)
    arms.ready(battle, man)
    table.tell(
        TurnedUp(
            man.id,
            man.chit,
            declared.run,
            declared.gait,
            declared.target,
            declared.object,
            declared.weapon,
        )
    )
    parting.note_parting(battle, man)
    if man.chit == "yield":
        failing.yield_freely(table, man)


@clause("KK-DECL-05")
def _all_at_once(table: Table[Battle]) -> bool:
    """Everybody states his qualifiers in secret; then all chits are turned over together.

    Whether there were any. One player a step: nobody can tell by waiting what another is asked.
    """
    battle = table.state
    if battle.declaring:
        player, *others = battle.declaring
        with table.privately((player,)):
            _state(table, player)
        battle.declaring = tuple(others)
        return True
    every = [man for player in checking.turn_order(battle) for man in undeclared(battle, player)]
    _reveal(table, sorted(every, key=lambda man: not is_lord(battle, man)))
    return bool(every)


@clause("KK-DECL-05")
def _state(table: Table[Battle], player: str) -> None:
    """One player makes up his mind, and may think again until he is ready.

    He is asked so in any case: otherwise who has nothing to state would be known by it.
    """
    men = undeclared(table.state, player)
    stated = not men
    while not stated:
        _think(table, men)
        stated = table.ask(_ready(player)) == "ready"


def _ready(player: str) -> Pick[str]:
    return Pick(
        player,
        "declare.ready",
        "All is stated. Ready to turn the chits over with the others?",
        ("ready", "again"),
        label={"ready": "ready", "again": "think again"}.__getitem__,
        usual="ready",
    )


@clause("KK-DECL-05", "KK-CMD-19")
def _think(table: Table[Battle], men: Sequence[Man]) -> None:
    """In free movement the men must know which way their lord goes."""
    lords = [man for man in men if man.free and is_lord(table.state, man)]
    for these in (lords, [man for man in men if man not in lords]):
        for man, planned in zip(these, qualifiers.ask_together(table, these), strict=True):
            man.planned = planned


@clause("KK-DECL-05")
def _reveal(table: Table[Battle], men: Sequence[Man]) -> None:
    for man in men:
        if man.declared is None and man.status in POSTED:  # he may yield as another is turned over
            turn_over(table, man, _made_up(man) or qualifiers.ask(table, man))
        man.planned = None


@clause("KK-ACT-27")
def _forgotten(table: Table[Battle]) -> bool:
    """Figures without a chit roll at the end, one player's a step; whether there were any.

    Their chits are then turned over like the others.
    """
    battle = table.state
    men = chits.needing_chits(battle)
    if not men:
        return False
    player = men[0].player
    uncommanded.roll_for(
        table, uncommanded.in_order(battle, [man for man in men if man.player == player])
    )
    battle.declaring = (player,)
    return True


# -- morale of charges


@clause("KK-MORALE-04", "KK-MORALE-05", "KK-MORALE-06", "KK-MORALE-40", "KK-PANIC-05")
def charge_checks(table: Table[Battle]) -> None:
    """Riders against spears check first, all of them; then foot whom a rider still charges."""
    battle = table.state
    riders: list[int] = []
    for man in standing(battle):
        target = _spears_charged(battle, man)
        if target is not None:
            causes.oblige(battle, man, causes.CHARGING, (target.base.x, target.base.y))
            riders.append(man.id)
    checking.run_listed(table, riders)
    charged = _charged_foot(battle)
    for key, rider in charged.items():
        causes.oblige(battle, battle.men[key], causes.CHARGED, (rider.base.x, rider.base.y))
    checking.run_listed(table, list(charged))
    battle.phase = "move"


@clause("KK-DEF-22")
def _charged_by(battle: Battle, rider: Man) -> Man | None:
    """Whom a rider charges: the enemy he named, if he has yet to come to him and can."""
    if rider.horse == NOBODY or rider.status not in POSTED or rider.declared is None:
        return None
    if rider.declared.target == NOBODY:
        return None
    target = battle.men[rider.declared.target]
    if target in contact.touching(battle, rider):
        return None
    if rider.panic:
        return target  # the horse goes, whatever his chit says (KK-PANIC-05)
    return target if reaches(battle, rider, target, rider.declared) else None


@clause("KK-MORALE-04", "KK-DEF-21", "KK-PANIC-05")
def _spears_charged(battle: Battle, rider: Man) -> Man | None:
    """The man on foot with a spear in hand whom he charges, and not because his horse does."""
    target = _charged_by(battle, rider)
    if target is None or rider.panic or target.horse != NOBODY:
        return None
    return target if arms.has_spear(target) else None


@clause("KK-MORALE-05", "KK-MORALE-40", "KK-DEF-22")
def _charged_foot(battle: Battle) -> dict[int, Man]:
    """The men on foot whom a rider charges who has held, each with the first of them."""
    found: dict[int, Man] = {}
    for rider in standing(battle):
        target = _charged_by(battle, rider)
        if target is not None and target.horse == NOBODY:
            found.setdefault(target.id, rider)
    return found


@clause("KK-MORALE-12", "KK-MORALE-40", "KK-MORALE-42", "KK-YIELD-10", "KK-CMD-12")
def movement_checks(table: Table[Battle]) -> None:
    """At the end of movement: neighbours of those who ran, late sight of a lord, the encircled."""
    battle = table.state
    checking.run_checks(table)
    failing.surrounded_routers(table)
    checking.run_checks(table)
    chits.part_teams(battle)
    phases.open_phase(battle)
    battle.phase = "targets"
