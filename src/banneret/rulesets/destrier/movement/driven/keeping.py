"""KEEP DISTANCE: giving way before an enemy who comes up, or standing after all (DE-TACP-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.bases import heading
from banneret.tabletop.shapes.stands import AGAINST, between, far_apart, first_within

from ...basics.state import card
from ...basics.who import enemies, helpless, on_feet, weapon_of
from ...ground.contact import engaged, reach
from ...ground.stands import stand
from ...host.cards import tac_legal
from ...melee.replies import parting
from ...screen.events import KeptDistance
from .giving_ground import flee, phase_of

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.stands import Stand

    from ...basics.state import Battle, Figure


def keeps_distance(battle: Battle, figure: Figure) -> bool:
    """Whether a figure plays KEEP DISTANCE now, faced or not, and is still free to: but once."""
    if figure.tac_done or helpless(figure) or engaged(battle, figure):
        return False
    if figure.tac:
        return figure.tac == "KEEP_DISTANCE"
    return any(card(key).name == "KEEP_DISTANCE" for key in figure.hand)


def first_keeper(
    battle: Battle, figure: Figure, own: Stand, inches: float, asked: set[int]
) -> tuple[Figure | None, float]:
    """The first keeper whom a run would bring into contact or reach, and after how many inches."""
    ux, uy = heading(own.facing)
    near = max(reach(battle, figure, weapon_of(battle, figure)), AGAINST)
    first, at = None, inches
    for foe in enemies(battle, figure):
        if foe.id in asked or not on_feet(foe) or not keeps_distance(battle, foe):
            continue
        other = stand(foe)
        if far_apart(own, other, inches + near):
            continue
        part = first_within(own, ux * inches, uy * inches, other, near)
        if part is not None and (first is None or inches * part < at):
            first, at = foe, max(0.0, inches * part - AGAINST)
    return first, at


@clause("DE-TACP-09", "DE-TAC-13", "DE-TAC-14")
def keep_distance(
    table: Table[Battle], keeper: Figure, comer: Figure, *, free: bool = False
) -> float:
    """Ask a keeper whether he gives way before somebody who comes, or stands; give the inches.

    Who may not RETREAT, or has not the blows to turn the card into movement, can only stand.
    `free` is for who picked the card as a horse closed: that costs nothing (DE-HTAC-14).
    """
    battle = table.state
    in_reach = between(stand(keeper), stand(comer)) <= reach(
        battle, comer, weapon_of(battle, comer)
    )
    offered = ["stand"]
    if may_give_way(battle, keeper, free=free):
        offered.append("retreat")
    chosen = table.ask(
        Pick(
            keeper.side,
            "keep_distance",
            f"{comer.name} comes at {keeper.name}, who keeps his distance",
            offered,
            label=str.capitalize,
            about=(keeper.id, comer.id),
        )
    )
    retreats = chosen == "retreat"
    table.tell(KeptDistance(figure=keeper.id, other=comer.id, retreats=retreats))
    if not retreats:
        return 0.0
    keeper.tac_done = True
    if phase_of(battle) == "MELEE" and not free:
        keeper.blows_left -= 1  # the second blow of a card turned into movement (DE-MELEE-10)
    if in_reach:
        parting.blow(table, comer, keeper)
    if not on_feet(keeper) or helpless(keeper):
        return 0.0
    gone = flee(table, keeper, "RETREAT")
    keeper.tac_moved += gone
    return gone


@clause("DE-TAC-14", "DE-MELEE-11")
def may_give_way(battle: Battle, keeper: Figure, *, free: bool = False) -> bool:
    """Whether a keeper may turn his card into a RETREAT."""
    if phase_of(battle) == "MELEE" and not free and keeper.blows_left < 1:
        return False
    return keeper.posture == "standing" and may_retreat(battle, keeper)


@clause("DE-TAC-05")
def may_retreat(battle: Battle, figure: Figure) -> bool:
    """RETREAT is open to all but the fully encumbered, the berserk and senseless monsters."""
    if figure.steed is not None:
        return True
    return "RETREAT" in tac_legal(
        battle.tables,
        kind=figure.profile.kind,
        encumbrance=figure.encumbrance,
        berserk=figure.berserk,
    )
