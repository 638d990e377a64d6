"""What failing a check leads to: running, yielding, and what becomes of captives (KK-YIELD)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.measuring import gap

from ..basics.state import CAPTIVE, DEAD, ESCORTING, NOBODY, POSTED, ROUTING, changed
from ..basics.who import able, foes, has, is_liege, is_lord, men_of, retinue_of
from ..ground import contact, encircling
from ..melee.harm import carrying
from ..melee.harm.condition import wounded
from ..movement import riding
from ..screen.events import Routed, Yielded
from . import rout
from .causes import leader_falls, lord_falls, neighbours
from .yielding import accept_yield

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man

COMMAND_STEPS = {"succession", "signals", "reform", "measure", "wounded"}
FIGHT_ON, YIELD = "fight_on", "yield"


# -- failing


@clause("KK-MORALE-34", "KK-MORALE-38", "KK-YIELD-10")
def fails(
    table: Table[Battle], man: Man, cause: str, threat: tuple[float, float] | None = None
) -> None:
    """He yields if he must and somebody can take him; otherwise he turns and runs at once."""
    captors = captors_of(table.state, man)
    if captors:
        _give_up(table, man, captors, voluntary=False)
    else:
        _turn_to_run(table, man, cause, threat)


@clause("KK-MORALE-34", "KK-MORALE-41", "KK-CMD-24")
def _turn_to_run(
    table: Table[Battle], man: Man, cause: str, threat: tuple[float, float] | None
) -> None:
    """His neighbours see it, he drops what he was about, and he runs."""
    battle = table.state
    neighbours(battle, man)
    _drop_all(table, man)
    man.status = ROUTING
    man.passed_lord_check = False  # who has run goes for his lord's body no more (KK-CMD-18)
    changed(battle)
    table.tell(Routed(man.id, cause))
    rout.rout_move(table, man, threat)


def _drop_all(table: Table[Battle], man: Man) -> None:
    """He loses his chit and what he declared; nobody hears a lord who runs (KK-CMD-24)."""
    battle = table.state
    if man.carried != NOBODY:
        carrying.drop(battle, man)
    man.chit, man.rolled, man.declared = "", "", None
    man.ready = man.in_command = man.free = man.recovering = False
    if battle.phase in COMMAND_STEPS and is_lord(battle, man):
        for own in men_of(battle, man.player):
            own.in_command = False


# -- who must yield, and to whom


@clause("KK-YIELD-01", "KK-YIELD-02", "KK-YIELD-08", "KK-YIELD-10", "KK-YIELD-11", "KK-DEF-20")
def captors_of(battle: Battle, man: Man) -> Sequence[Man]:
    """Those to whom he must yield if he fails now: whom he touches, or the nearest, or nobody."""
    touching = [foe for foe in contact.touching(battle, man) if takes_captives(foe)]
    if touching and has(man, "gentle"):
        return touching
    if has(man, "berserk") or encircling.surrounded(battle, man) is None:
        return ()
    if touching:
        return touching
    able_foes = [foe for foe in foes(battle, man.side) if takes_captives(foe)]
    return (min(able_foes, key=lambda foe: gap(man.base, foe.base)),) if able_foes else ()


@clause("KK-YIELD-10", "KK-YIELD-08")
def takes_captives(foe: Man) -> bool:
    """Whether he can take a yield: able to fight, with no captive and no body in his hands."""
    return able(foe) and foe.status != ESCORTING and foe.carried == NOBODY


@clause("KK-YIELD-08")
def _give_up(table: Table[Battle], man: Man, captors: Sequence[Man], *, voluntary: bool) -> None:
    """The owner of the yielder says to whom, and the captor takes him or kills him."""
    battle = table.state
    chosen = table.ask(
        Pick(
            man.player,
            "yield.to",
            f"{man.profile.name} yields: to whom?",
            [foe.id for foe in captors],
            label=lambda key: battle.men[key].profile.name,
            about=(man.id,),
        )
    )
    give_up_to(table, man, battle.men[chosen], voluntary=voluntary)


@clause(  # precedence first, since it says which of the others decides
    "KK-YIELD-08", "KK-YIELD-03", "KK-YIELD-04", "KK-YIELD-05", "KK-YIELD-06", "KK-MORALE-08"
)
def give_up_to(table: Table[Battle], man: Man, captor: Man, *, voluntary: bool) -> None:
    """Taken or killed: his neighbours count him as routed, his people his loss."""
    battle = table.state
    lord = is_lord(battle, man)
    settled = accept_yield(
        table,
        voluntary,
        is_liege(battle, man),
        man.player in retinue_of(battle, captor.player).no_quarter,
        is_knight(captor),
        has(captor, "berserk"),
        captor.player,
    )
    ran_before = man.status == ROUTING
    if not (ran_before and settled.accepted):  # a router's yield is no news (KK-MORALE-08)
        neighbours(battle, man)
    _drop_all(table, man)
    table.tell(Yielded(man.id, captor.id, settled.accepted, settled.reason, voluntary))
    if settled.accepted:
        carrying.take(table, captor, man)
    else:
        leader_falls(battle, man)
        if man.horse != NOBODY:
            riding.dismount(table, man, None)
        man.status, man.stamina = DEAD, 0
        changed(battle)
    if lord:
        lord_falls(table, man)


def is_knight(man: Man) -> bool:
    """Whether he is of the knighthood, berserks not among them (KK-DEF-23, KK-PROF-08)."""
    return man.profile.class_ == "knight" and not has(man, "berserk")


# -- of his own will


@clause("KK-YIELD-05", "KK-YIELD-08")
def may_yield(battle: Battle, man: Man) -> bool:
    """A wounded player's figure may yield to an opponent in contact."""
    return (
        is_lord(battle, man)
        and man.status in POSTED
        and wounded(man.stamina, man.profile.stamina)
        and any(takes_captives(foe) for foe in contact.touching(battle, man))
    )


@clause("KK-YIELD-05", "KK-YIELD-08")
def offer(table: Table[Battle]) -> None:
    """At the start of the Melee phase wounded lords in contact may yield."""
    battle = table.state
    lords = [battle.men[one.lord] for one in battle.retinues]
    asked = [lord for lord in lords if may_yield(battle, lord) and not lord.stun]
    answers = table.ask_all(
        [
            Pick(
                lord.player,
                "yield",
                f"{lord.profile.name} is wounded: does he fight on or yield?",
                (FIGHT_ON, YIELD),
                label=lambda key: key.replace("_", " "),
                about=(lord.id,),
            )
            for lord in asked
        ]
    )
    for lord, answer in zip(asked, answers, strict=True):
        if answer == YIELD:
            yield_freely(table, lord)


@clause("KK-YIELD-05")
def yield_freely(table: Table[Battle], man: Man) -> None:
    """He hands his sword to somebody he touches, if anybody can still take it."""
    battle = table.state
    captors = [foe for foe in contact.touching(battle, man) if takes_captives(foe)]
    if captors and man.status in POSTED:
        _give_up(table, man, captors, voluntary=True)


# -- captives


@clause("KK-YIELD-09")
def free_captives(table: Table[Battle]) -> None:
    """At the end of a phase captives go free whose captor no longer holds them."""
    battle = table.state
    for man in battle.men:
        if man.status == CAPTIVE and man.held != NOBODY and not carrying.is_held(battle, man):
            captor = battle.men[man.held]
            if captor.held == man.id:
                captor.held = NOBODY
            carrying.set_free(table, man)


# -- routers


@clause("KK-YIELD-01", "KK-YIELD-10", "KK-YIELD-02")
def caught(table: Table[Battle], man: Man) -> bool:
    """A router yields if he is surrounded or, being gentle, in contact; whether he did."""
    captors = captors_of(table.state, man)
    if not captors:
        return False
    _give_up(table, man, captors, voluntary=False)
    return True


@clause("KK-YIELD-10")
def surrounded_routers(table: Table[Battle]) -> None:
    """At the end of the Movement phase every router who is now surrounded yields."""
    battle = table.state
    for man in list(battle.men):
        if (
            man.status == ROUTING
            and not has(man, "berserk")
            and encircling.surrounded(battle, man) is not None
        ):
            captors = captors_of(battle, man)
            if captors:
                _give_up(table, man, captors, voluntary=False)
