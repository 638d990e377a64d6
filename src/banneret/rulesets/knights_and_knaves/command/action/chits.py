"""Action chits: what they say, who gets which, who is ready to shoot (KK-COMP-02, KK-CMD, ACT-01).

Chits are face down until they are turned over in the Movement phase: everything here is asked
and rolled in secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick

from ...basics.state import ESCORTING, LYING, NOBODY, STEADY, WITHDRAWING
from ...basics.who import is_lord, standing
from ...ground import contact, fires
from ...melee import arms
from ...melee.harm import carrying
from ...morale import failing
from ...screen.events import Readied
from .. import recovery
from ..dice import readiness_needed, ready_to_shoot
from ..orders_in_play import is_crossbowman, is_team
from . import leaving_fire, special

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Man

CHITS = {  # KK-COMP-02, and how each reads to a person
    "stay": "stay put",
    "shoot": "shoot",
    "move_half": "move up to half",
    "move_full": "move up to full",
    "move_half_shoot": "move up to half and shoot",
    "move_full_shoot": "move up to full and shoot",
    "move_half_melee": "move up to half and fight",
    "move_full_melee": "move up to full and fight",
    "parry": "parry",
    "mount": "mount",
    "dismount": "dismount",
    "signal": "signal",
    "draw_weapon": "draw a weapon",
    "batter": "batter the door",
    "scale": "climb over",
    "resupply": "look for ammunition",
    "carry": "carry a fallen friend",
    "escort": "escort a captive",
    "yield": "yield",
}
SET_ALIGHT = "set a building alight"  # the signal a man gives by himself
NO_CHIT = "none"  # left without one by accident (KK-ACT-27)
SHOOTS = frozenset(("shoot", "move_half_shoot", "move_full_shoot"))
SHOOTERS_CHITS = ("shoot", "move_half_shoot", "stay")  # likely ones, of men one cannot see into
FIGHTERS_CHITS = ("move_full_melee", "move_half_melee", "stay")
FIGHTS = frozenset(("move_half_melee", "move_full_melee"))
MOVES = frozenset(chit for chit in CHITS if chit.startswith("move_"))

_ON_FOOT = tuple(chit for chit in CHITS if chit not in {"dismount", "escort"})
_RIDING = tuple(chit for chit in CHITS if chit not in {"mount", "escort"})
CANDIDATES = {  # mounted, with a missile weapon, where a building could burn
    (mounted, missile, fire): (
        *(c for c in kinds if (missile or c not in SHOOTS) and (fire or c != "signal")),
        NO_CHIT,
    )
    for mounted, kinds in ((False, _ON_FOOT), (True, _RIDING))
    for missile in (False, True)
    for fire in (False, True)
}


# -- placing


@clause("KK-ACT-01", "KK-CMD-06", "KK-CMD-22", "KK-TURN-03")
def place(table: Table[Battle]) -> None:
    """Every controlled figure gets a chit of its own, all in secret and in any order."""
    battle = table.state
    _without_asking(battle)
    asked = [man for man in standing(battle) if is_asked(man)]
    answers = table.ask_all([question(battle, man) for man in asked])
    for man, answer in zip(asked, answers, strict=True):
        man.chit = answer if answer != NO_CHIT else "stay" if man.free else ""
    _share_roles(battle)
    for man in asked:
        if man.chit in SHOOTS:
            _make_ready(table, man)
    battle.commanding = tuple([one.player for one in battle.retinues])
    battle.phase = "action"


def is_asked(man: Man) -> bool:
    """Whether his player puts a chit on him: under command or moving freely, awake, unbound."""
    return (man.in_command or man.free) and not man.chit and man.status == STEADY and not man.stun


def question(battle: Battle, man: Man) -> Pick[str]:
    """The question what he does."""
    return Pick(
        man.player,
        "chit",
        f"{man.profile.name} the {man.profile.class_.replace('_', ' ')}: what does he do?",
        CANDIDATES[man.horse != NOBODY, bool(man.profile.missile), bool(fires.can_burn(battle))],
        why_not=lambda chit: refusal(battle, man, chit),
        label=lambda chit: SET_ALIGHT if chit == "signal" else CHITS.get(chit, "no chit"),
        about=(man.id,),
    )


@clause("KK-YIELD-07", "KK-FINIS-05", "KK-CMD-18", "KK-ORDER-06")
def _without_asking(battle: Battle) -> None:
    """Captors escort, withdrawing men leave, the household sees to its lord: nobody rolls.

    Nor does who is in a burning house.
    """
    for man in standing(battle):
        if man.stun:
            continue
        if man.status == ESCORTING:
            man.chit = "escort"
        elif man.status == WITHDRAWING or leaving_fire.must_leave(battle, man):
            man.chit = "move_full"
    for retinue in battle.retinues:
        going = [man for man in standing(battle) if man.recovering and man.player == retinue.player]
        if going:
            recovery.place_chits(battle, battle.men[retinue.lord], going)


# -- what may be chosen


@clause("KK-CMD-01", "KK-CMD-26")
def refusal(battle: Battle, man: Man, chit: str) -> Refusal | None:
    """Why he cannot be given that chit."""
    if man.free and (chit in SHOOTS or chit in FIGHTS):
        return Refusal("Nobody charges or shoots in free movement.", "KK-CMD-26")
    check = _CHECKS.get(chit)
    return None if check is None else check(battle, man)


@clause("KK-AMMO-04")
def _cannot_shoot(battle: Battle, man: Man) -> Refusal | None:  # noqa: ARG001  # as all of them
    if man.out_of_ammo:
        return Refusal(f"{man.profile.name} is out of ammunition.", "KK-AMMO-04")
    if man.profile.missile in man.thrown:
        return Refusal(f"{man.profile.name} has thrown it already.", "KK-SHOOT-31")
    return None


@clause("KK-FALL-17", "KK-MOVE-28")
def _cannot_mount(battle: Battle, man: Man) -> Refusal | None:
    if special.mounts(battle, man):
        return None
    return Refusal("No horse without a rider stands beside him.", "KK-FALL-17")


@clause("KK-MELEE-13")
def _cannot_draw(battle: Battle, man: Man) -> Refusal | None:  # noqa: ARG001
    if any(weapon != man.weapon for weapon in arms.carried(man)):
        return None
    return Refusal("He has no other weapon to draw.", "KK-MELEE-13")


@clause("KK-MOVE-25", "KK-MOVE-26")
def _cannot_batter(battle: Battle, man: Man) -> Refusal | None:
    if special.lockeds(battle, man):
        return None
    return Refusal("He stands at no locked door.", "KK-MOVE-26")


@clause("KK-MOVE-21", "KK-MOVE-22")
def _cannot_scale(battle: Battle, man: Man) -> Refusal | None:
    if special.scalable(battle, man):
        return None
    return Refusal("He stands against nothing that he could climb over.", "KK-MOVE-21")


@clause("KK-AMMO-04", "KK-AMMO-08")
def _cannot_resupply(battle: Battle, man: Man) -> Refusal | None:
    if man.out_of_ammo and not contact.touching(battle, man):
        return None
    return Refusal("He is not out of ammunition, or is in melee.", "KK-AMMO-08")


@clause("KK-DIS-03", "KK-DIS-04")
def _cannot_carry(battle: Battle, man: Man) -> Refusal | None:
    if bodies_for(battle, man):
        return None
    return Refusal("Two men must touch a disabled friend to carry him.", "KK-DIS-04")


def bodies_for(battle: Battle, man: Man) -> list[int]:
    """Disabled friends whom he and another own man touch."""
    return [
        body.id
        for body in battle.men
        if body.status in LYING
        and body.side == man.side
        and carrying.may_carry(battle, man, body)
        and any(
            other.id != man.id and is_helper(other) and carrying.may_carry(battle, other, body)
            for other in standing(battle)
            if other.side == man.side
        )
    ]


def is_helper(man: Man) -> bool:
    """Whether he could lend a hand: told what to do, or seeing to his lord."""
    return not man.stun and (man.in_command or man.free or man.recovering)


@clause("KK-YIELD-05")
def _cannot_yield(battle: Battle, man: Man) -> Refusal | None:
    if failing.may_yield(battle, man):
        return None
    return Refusal("Only a wounded lord may yield, to somebody he touches.", "KK-YIELD-05")


@clause("KK-ORDER-06")
def _cannot_set_alight(battle: Battle, man: Man) -> Refusal | None:
    if contact.touching(battle, man):
        return Refusal("Nobody sets a building alight in melee.", "KK-ORDER-13")
    if fires.within_reach(battle, man):
        return None
    return Refusal("He touches no building that could be set alight.", "KK-ORDER-06")


@clause("KK-DEF-24", "KK-ACT-27")
def _cannot_be_forgotten(battle: Battle, man: Man) -> Refusal | None:
    """A player's own figure does what he wants and is never rolled for."""
    if is_lord(battle, man) and not man.free:
        return Refusal(f"{man.profile.name} is never rolled for: he needs a chit.", "KK-DEF-24")
    return None


_CHECKS: dict[str, Callable[[Battle, Man], Refusal | None]] = {
    **dict.fromkeys(SHOOTS, _cannot_shoot),
    "mount": _cannot_mount,
    "draw_weapon": _cannot_draw,
    "batter": _cannot_batter,
    "scale": _cannot_scale,
    "resupply": _cannot_resupply,
    "carry": _cannot_carry,
    "yield": _cannot_yield,
    "signal": _cannot_set_alight,
    NO_CHIT: _cannot_be_forgotten,
}


# -- readiness


@clause("KK-CMD-11", "KK-CMD-12")
def _share_roles(battle: Battle) -> None:
    """In a team who has the chit to shoot shoots and the other loads; not if both would shoot."""
    for man in standing(battle):
        man.loader = False
    for man in standing(battle):
        if man.chit in SHOOTS and is_team(battle, man):
            other = battle.men[man.partner]
            other.loader = other.chit == "stay" or (
                other.chit in MOVES and other.chit not in SHOOTS | FIGHTS and man.chit in MOVES
            )


@clause("KK-CMD-07", "KK-CMD-12", "KK-CMD-13", "KK-CMD-14")
def _make_ready(table: Table[Battle], man: Man) -> None:
    """A controlled shooter rolls when his chit is placed; failing takes the shooting alone."""
    battle = table.state
    missile = man.profile.missile
    with table.privately((man.player,)):
        roll = ready_to_shoot(table, missile, has_loader(battle, man), battle.options, man.player)
        if roll.needed:
            table.tell(Readied(man.id, roll.result))
    man.ready = roll.result == "can_shoot"
    man.loaded = man.ready and roll.die < readiness_needed(missile, False, battle.options)


@clause("KK-CMD-12")
def part_teams(battle: Battle) -> None:
    """After the moves: who is ready by his loader alone and has lost him does not shoot."""
    for man in standing(battle):
        if man.loaded and not has_loader(battle, man):
            man.ready = man.loaded = False


@clause("KK-CMD-11")
def has_loader(battle: Battle, man: Man) -> bool:
    """Whether a team mate loads for him this turn."""
    return is_crossbowman(man) and is_team(battle, man) and battle.men[man.partner].loader


def needing_chits(battle: Battle) -> Sequence[Man]:
    """Able figures on which no chit lies and for whom nothing was declared."""
    return [
        man
        for man in standing(battle)
        if man.status == STEADY and not man.stun and not man.chit and man.declared is None
    ]
