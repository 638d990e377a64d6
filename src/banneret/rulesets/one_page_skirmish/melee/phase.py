"""The Melee phase: who fights whom, fight by fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick

from ..basics.state import (
    ON_TABLE,
    Battle,
    Figure,
    close_enemies,
    contact,
    in_combat,
    is_engaged,
    is_free,
    nobody_close,
    standing,
    touching_enemies,
)
from . import fights
from .fighters import MOST_ATTACKERS

if TYPE_CHECKING:
    from banneret.core.play.table import Table

Fights = dict[int, list[Figure]]  # an enemy who can be attacked now, and by whom


@clause("OP-MELEE-11", "OP-MELEE-02", "OP-MELEE-12", "OP-MELEE-24")
def melee(table: Table[Battle]) -> None:
    """The active player names an enemy and his attackers; when none is left the turn ends."""
    battle = table.state
    contacts = battle.contacts or contacts_at_start(battle)
    if not contacts:
        battle.phase = "turn_end"
        return
    battle.contacts = contacts
    able = fights_left(battle)
    if not able:
        battle.contacts = battle.fought = battle.struck = ()
        battle.phase = "turn_end"
        return
    foe = battle.figures[
        table.ask(
            Pick(
                battle.active,
                "melee.enemy",
                "Which enemy is attacked next?",
                tuple(able),
                label=lambda key: battle.figures[key].profile.name,
                odds=lambda key: fights.odds_of(battle, able[key], battle.figures[key]),
                usual=lambda: max(able, key=lambda key: len(able[key])),
            )
        )
    ]
    if foe.stun >= 0:
        struck = fights.strike_stunned(table, able[foe.id], foe)
    else:
        struck = _choose_attackers(table, foe, able)
        fights.fight(table, struck, foe)
    battle.fought = (*battle.fought, foe.id)
    battle.struck = (*battle.struck, *(figure.id for figure in struck))


@clause("OP-MELEE-11", "OP-MELEE-29", "OP-LEAD-12", "OP-HIDE-08", "OP-STUN-03")
def contacts_at_start(battle: Battle) -> tuple[tuple[int, int], ...]:
    """Contacts of figures that may attack: unstunned, of steady, led units that take part."""
    if nobody_close(battle):
        return ()
    close = close_enemies(battle)
    pairs: list[tuple[int, int]] = []
    for unit_id in battle.taking_part:
        unit = battle.units[unit_id]
        if is_free(battle, unit):
            for figure in standing(battle, unit):
                if figure.stun < 0 and figure.id in close:
                    pairs += [(figure.id, foe.id) for foe in touching_enemies(battle, figure)]
    return tuple(pairs)


@clause("OP-MELEE-11", "OP-MELEE-12", "OP-MELEE-33", "OP-CHARGE-21", "OP-STUN-05")
def fights_left(battle: Battle) -> Fights:
    """Enemies not yet attacked, each with the figures that have not attacked and still touch it."""
    figures = battle.figures
    able: Fights = {}
    for own, other in battle.contacts:
        if own in battle.struck or other in battle.fought:
            continue
        figure, foe = figures[own], figures[other]
        if foe.fate == ON_TABLE and _may_attack(battle, figure, foe):
            able.setdefault(other, []).append(figure)
    return able


def _may_attack(battle: Battle, figure: Figure, foe: Figure) -> bool:
    """Still in contact, no neighbour of a charged unit, and a stunned man only if no other."""
    if figure.bound_to and foe.unit not in figure.bound_to:
        return False
    if not contact(battle, figure, foe):
        return False
    return foe.stun < 0 or not is_engaged(battle, figure)


@clause("OP-MELEE-09", "OP-MELEE-24", "OP-MELEE-33")
def _choose_attackers(table: Table[Battle], foe: Figure, able: Fights) -> list[Figure]:
    """One to three attackers, in the order they strike; whoever has no other enemy must fight."""
    battle = table.state
    here = able[foe.id]
    if len(here) == 1:
        return here
    bound = [figure.id for figure in here if _has_no_other(able, figure)]
    ids = [figure.id for figure in here]

    def allows(chosen: tuple[int, ...]) -> Refusal | None:
        missing = [figure for figure in bound if figure not in chosen]
        if not missing or len(chosen) == MOST_ATTACKERS:
            return None
        name = battle.figures[missing[0]].profile.name
        return Refusal(f"{name} has no other enemy and must fight.", "OP-MELEE-24")

    def ideas() -> list[tuple[int, ...]]:
        most = tuple([*bound, *(i for i in ids if i not in bound)][:MOST_ATTACKERS])
        few = tuple(bound[:MOST_ATTACKERS] or ids[:1])
        return list(dict.fromkeys((most, few, most[::-1])))

    chosen = table.ask(
        Pick(
            battle.active,
            "melee.attackers",
            f"Who attacks {foe.profile.name}, in which order?",
            ids,
            label=lambda key: battle.figures[key].profile.name,
            least=min(max(len(bound), 1), MOST_ATTACKERS),
            most=min(len(ids), MOST_ATTACKERS),
            allows=allows,
            sets=ideas,
            about=(foe.id,),
        )
    )
    return [battle.figures[key] for key in chosen]


def _has_no_other(able: Fights, figure: Figure) -> bool:
    """Whether only one enemy is left for him to attack."""
    return sum([figure in here for here in able.values()]) == 1


@clause("OP-MELEE-23", "OP-TURN-05")
def clear_combats(battle: Battle) -> None:
    """At the end of a turn whoever touches no enemy has no combat: his next fight is a first.

    A turn of one unit alone (OP-HIDE-08, OP-OPT-01) clears that unit's only.
    """
    fighting = in_combat(battle)
    if not fighting:
        return
    alone = battle.released or battle.options.turn_cards == "group"
    for figure in fighting:
        if not (alone and figure.unit not in battle.taking_part) and (
            figure.fate != ON_TABLE or not touching_enemies(battle, figure)
        ):
            figure.combat = ""
            battle.memo.in_combat = None
