"""Turns and phases: what is forgotten when one begins (KK-TURN)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..command import hearing, orders
from ..ground import knowledge
from ..melee import arms
from ..morale import checking
from ..morale.causes import notice_wounds
from ..screen.events import OutOfEarshot, TurnBegan

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from .state import Battle, Man

PHASES = {  # KK-TURN-01: the book's seven phases and the steps they are played in
    "rally": ("turn", "rally"),
    "command_determination": ("succession", "signals", "reform", "measure", "wounded"),
    "action": ("chits", "action"),
    "movement": (
        "panic",
        "roll_declaration",
        "declare",
        "charge_checks",
        "move",
        "reorganise",
        "batter",
        "movement_checks",
    ),
    "shooting": ("targets", "shoot", "shooting_end"),
    "melee": ("choose", "gallop", "fights", "melee_end"),
    "fatigue": ("fatigue", "recover", "ammunition", "withdrawal", "end"),
}


@clause("KK-TURN-01", "KK-TURN-02")
def begin(table: Table[Battle]) -> None:
    """A new turn: last turn's chits, declarations and marks are gone; where the enemy is, is not.

    He is remembered from here too (KK-DEF-27): set down, or ridden on, he may be gone by the end
    of the next movement.
    """
    battle = table.state
    battle.turn += 1
    knowledge.remember(battle)
    clear_away(battle)
    for man in battle.men:
        _take_up_arms(man)
    for horse in battle.horses:
        horse.last_gait, horse.gait = horse.gait, "standing"
    table.tell(TurnBegan(battle.turn))
    battle.phase = "rally"


@clause("KK-TURN-02", "KK-FINIS-08")
def clear_away(battle: Battle) -> None:
    """What a turn leaves on the table and in mind: chits, declarations, choices, marks."""
    for man in battle.men:
        _forget(man)
    for unit in battle.units:
        unit.leader_result = ""
    for horse in battle.horses:
        horse.panic = ""
    battle.declared = battle.declaring = ()
    battle.strikes = battle.shots = ()
    battle.struck = battle.gallopers = ()
    open_phase(battle)


def _forget(man: Man) -> None:
    man.chit = man.rolled = man.panic = ""
    man.declared = man.planned = None
    man.ready = man.loaded = man.in_command = man.free = man.recovering = False
    man.moved = man.ran = man.shot = man.fought = man.in_melee = False
    man.losses_near = ()
    man.charge_rest = 0.0
    man.stun_before = man.stun


@clause("KK-YIELD-09", "KK-MELEE-22")
def _take_up_arms(man: Man) -> None:
    """A captive who went free last turn finds a weapon, one of those he had not lost."""
    if man.freed:
        man.freed = False
        if man.weapon == arms.EMPTY:
            man.weapon = arms.first_weapon(man)


@clause("KK-MORALE-11")
def open_phase(battle: Battle) -> None:
    """In each phase a man may have to check once, and what he lost in it is counted anew."""
    battle.queue = battle.fallen = ()
    for man in battle.men:
        if man.checked or man.cause or man.threat is not None or man.lost_in_phase:
            man.checked = False
            man.cause = ""
            man.threat = None
            man.lost_in_phase = 0
    for horse in battle.horses:
        horse.lost_in_phase = 0


@clause("KK-TURN-03", "KK-CMD-24")
def measure(table: Table[Battle]) -> None:
    """Command range is measured for the whole turn; second parts that have led home are over."""
    battle = table.state
    hearing.measure(battle)
    for retinue in battle.retinues:
        unheard = hearing.out_of_earshot(battle, retinue.player)
        if unheard:
            led = hearing.commander(battle, retinue.player) is not None
            table.tell(OutOfEarshot(retinue.player, unheard, led), (retinue.player,))
    orders.end_reached(table)
    battle.phase = "wounded"


@clause("KK-MORALE-09", "KK-TURN-03", "KK-CMD-26")
def wounded(table: Table[Battle]) -> None:
    """Figures at half their stamina or less check, those in free movement apart."""
    battle = table.state
    notice_wounds(battle)
    checking.run_checks(table)
    battle.phase = "chits"
