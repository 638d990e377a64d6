"""Who must check morale and why (KK-MORALE-01 to 12): marks that checking.py works off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import CAPTIVE, LYING, NOBODY, POSTED, UNIT_GAP
from ..basics.who import foes, is_liege, is_lord, men_of, retinue_of, standing
from ..ground import contact, sight
from ..melee.harm.condition import half_or_less
from ..screen.events import LordFell

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man

LEADER, LORD, CHARGING, CHARGED = "leader", "lord", "charging", "charged"
NEIGHBOUR, WOUND = "neighbour", "wound"
NOT_LOOKING_ROUND = frozenset(("rally", "wounded"))  # KK-MORALE-42 names the other phases


@clause("KK-MORALE-11", "KK-MORALE-41", "KK-FALL-15")
def oblige(battle: Battle, man: Man, cause: str, threat: tuple[float, float] | None = None) -> None:
    """Note that a man must check for a cause; once a phase, and not who runs or lies already."""
    if man.checked or man.stun or man.status not in POSTED:
        return
    if not man.cause:
        battle.queue = (*battle.queue, man.id)
        man.cause = cause
    elif cause not in man.cause.split():
        man.cause = f"{man.cause} {cause}"
    if man.threat is None:
        man.threat = threat


@clause("KK-MORALE-07", "KK-MORALE-08", "KK-MORALE-21", "KK-DEF-15")
def neighbours(battle: Battle, man: Man) -> None:
    """Friends beside or behind a man who routs, yields or falls have lost him and must check.

    To be called where he stands, before he is moved or marked.
    """
    place = (man.base.x, man.base.y)
    for other in contact.near(battle, man, UNIT_GAP * battle.options.scale):
        if other.side == man.side and contact.adjacent(battle, other, man):
            if man.id not in other.losses_near:  # who ran and then fell is lost once
                other.losses_near = (*other.losses_near, man.id)
            oblige(battle, other, NEIGHBOUR, place)


@clause("KK-MORALE-01")
def leader_falls(battle: Battle, man: Man) -> None:
    """The figures of a unit check when their leader is disabled."""
    if man.unit == NOBODY or battle.units[man.unit].leader != man.id:
        return
    place = (man.base.x, man.base.y)
    for member in battle.units[man.unit].members:
        if member != man.id and battle.men[member].unit == man.unit:
            oblige(battle, battle.men[member], LEADER, place)


@clause("KK-MORALE-02", "KK-MORALE-18", "KK-MORALE-30", "KK-SETUP-03")
def lord_falls(table: Table[Battle], lord: Man) -> None:
    """A lord is disabled, dead or has yielded: his own will check who see him, enemies take heart.

    Who sees him is looked for when the checks of the phase are made (KK-MORALE-42).
    """
    battle = table.state
    own = retinue_of(battle, lord.player)
    own.fell = battle.turn  # also of one freed after he yielded: from here on he counts turns
    table.tell(LordFell(lord.id))
    if own.lord_fallen:
        _falls_again(battle, lord)
        return
    own.lord_fallen = True
    if not is_liege(battle, lord):
        return
    for side in {one.side for one in battle.retinues} - {lord.side}:
        if any(sight.visible(battle, man, lord) for man in standing(battle) if man.side == side):
            for one in battle.retinues:
                if one.side == side:
                    one.seen_enemy_lord_fall = True


@clause("KK-MORALE-02")
def _falls_again(battle: Battle, lord: Man) -> None:
    """Freed after he yielded and lost once more: who sees it checks, though he did the first time.

    Who never saw the first comes upon this one (KK-MORALE-03).
    """
    for man in men_of(battle, lord.player):
        if man is not lord and man.seen_lord_fall and sight.visible(battle, man, lord):
            oblige(battle, man, LORD, (lord.base.x, lord.base.y))


def down(table: Table[Battle], man: Man) -> None:
    """All that follows for others from a man who is disabled or killed, while he still stands."""
    battle = table.state
    neighbours(battle, man)
    leader_falls(battle, man)
    if is_lord(battle, man):
        lord_falls(table, man)


@clause("KK-MORALE-03", "KK-MORALE-42", "KK-MORALE-30")
def notice_lords(battle: Battle) -> None:
    """Men who see their fallen lord for the first time must check, be it turns later.

    Before anybody moves, only for a lord who fell this very turn.
    """
    for retinue in battle.retinues:
        if not retinue.lord_fallen:
            continue
        if battle.phase in NOT_LOOKING_ROUND and retinue.fell < battle.turn:
            continue
        lord = battle.men[retinue.lord]
        if lord.status not in LYING and lord.status != CAPTIVE:
            continue
        place = (lord.base.x, lord.base.y)
        for man in men_of(battle, retinue.player):
            if not man.seen_lord_fall and sight.visible(battle, man, lord):
                man.seen_lord_fall = True
                if man.checked:  # one roll for all that meets in a phase
                    man.passed_lord_check = man.status in POSTED
                oblige(battle, man, LORD, place)


@clause("KK-MORALE-09")
def notice_wounds(battle: Battle) -> None:
    """In Command Determination everybody at half his stamina or less checks (KK-CMD-26 apart)."""
    for man in standing(battle):
        if not man.free and half_or_less(man.stamina, man.profile.stamina):
            oblige(battle, man, WOUND)


@clause("KK-MORALE-10")
def notice_fresh_wounds(battle: Battle) -> None:
    """Those brought to half their stamina or less in this phase check at its end too."""
    if not battle.options.wound_check_same_phase:
        return
    for man in standing(battle):
        if man.lost_in_phase and half_or_less(man.stamina, man.profile.stamina):
            oblige(battle, man, WOUND)


@clause("KK-MORALE-39", "KK-MORALE-40")
def mounted_attackers(battle: Battle, man: Man) -> int:
    """How many riders charge him this turn or touch him, each once."""
    touching = contact.touching(battle, man)
    found = 0
    for foe in foes(battle, man.side):
        if foe.horse == NOBODY or foe.stun or foe.status not in POSTED:
            continue
        if (foe.declared is not None and foe.declared.target == man.id) or foe in touching:
            found += 1
    return found
