"""RETREAT and RUN AWAY: struck by those it leaves, then away (DE-TAC)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.bases import bearing
from banneret.tabletop.shapes.stands import AGAINST, between

from ...basics.columns.words import TAC_CARDS
from ...basics.state import NOBODY
from ...basics.who import agile, enemies, helpless, on_feet, weapon_of
from ...ground.contact import reach
from ...ground.stands import settle, stand
from ...host.moving import tac_distance
from ...melee.replies import parting
from ...screen.events import Moved
from ..going import fast, lamed
from ..meeting import note_meetings
from ..sliding import lies_free, obstacles
from .fleeing import flight

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.stands import Stand

    from ...basics.procedures import Phase
    from ...basics.state import Battle, Figure


def phase_of(battle: Battle) -> Phase:
    """The TAC phase, or a card round of the MELEE phase."""
    return "TAC" if battle.card_round <= 0 else "MELEE"


@clause(
    "DE-HTAC-16", "DE-HTAC-05", "DE-TAC-06", "DE-TAC-09", "DE-TAC-10", "DE-HOST-46", "DE-HOST-67"
)
def distance_of(battle: Battle, figure: Figure, name: str) -> float:
    """How far a TAC card takes a figure in the phase under way; lame feet go as in a half-move."""
    steed = figure.steed
    inches: float = tac_distance(
        battle.tables,
        card=TAC_CARDS[TAC_CARDS.index(name)],
        phase=phase_of(battle),
        encumbrance=figure.encumbrance,
        steed=steed.key if steed is not None else "",
        triple=battle.options.triple_charge_bonus,
        short_retreat=battle.options.short_retreat,
        agile=agile(figure),
    )
    return lamed(figure, inches) if steed is None else inches


@clause("DE-TACP-10", "DE-CARD-18", "DE-TAC-09", "DE-TAC-21")
def give_ground(table: Table[Battle], figure: Figure, name: str) -> float:
    """RETREAT or RUN AWAY: enemies in contact or reach strike their chosen blows, then it goes."""
    battle = table.state
    for foe in threatening(battle, figure):
        parting.blow(table, foe, figure)
        if not on_feet(figure) or helpless(figure) or figure.posture != "standing":
            return 0.0
    return flee(table, figure, name)


def threatening(battle: Battle, figure: Figure) -> list[Figure]:
    """The enemies in contact with a figure, or with it in the reach of their weapons."""
    own = stand(figure)
    return [
        foe
        for foe in enemies(battle, figure)
        if on_feet(foe)
        and between(own, stand(foe)) <= max(AGAINST, reach(battle, foe, weapon_of(battle, foe)))
    ]


@clause("DE-TAC-07", "DE-TAC-08", "DE-TAC-09")
def flee(table: Table[Battle], figure: Figure, name: str) -> float:
    """Go as far as the card allows, away from the enemies it knows of."""
    battle = table.state
    gone = flight(battle, figure, distance_of(battle, figure, name))
    settle(battle, figure, gone.stand)
    rides = figure.steed is not None and fast(figure.steed.speed)  # it faces where it goes
    if name == "RUN_AWAY" and not rides:
        _face(battle, figure, _back_to(battle, gone.stand, gone.nearest))
    elif not rides:
        _face_about(table, figure, gone.nearest)
    met = note_meetings(battle, figure)
    table.tell(
        Moved(
            figure=figure.id,
            path=gone.path,
            facing=figure.facing,
            inches=round(gone.inches, 2),
            how=name,
            met=tuple(met),
        )
    )
    return gone.inches


def _back_to(battle: Battle, there: Stand, nearest: int) -> float:
    """The facing that turns the back to the enemy it fled."""
    if nearest == NOBODY:
        return there.facing
    foe = battle.figures[nearest]
    return bearing((foe.x, foe.y), there.centre)


def _face(battle: Battle, figure: Figure, facing: float) -> None:
    turned = stand(figure).turned(facing).snapped()
    if lies_free(turned, obstacles(battle, figure)):
        settle(battle, figure, turned)


@clause("DE-TAC-08")
def _face_about(table: Table[Battle], figure: Figure, nearest: int) -> None:
    """A retreat ends with any facing: ask which, of those that matter against the nearest enemy."""
    battle = table.state
    if nearest == NOBODY:
        return
    foe = battle.figures[nearest]
    towards = bearing((figure.x, figure.y), (foe.x, foe.y))
    facings = {"front": 0.0, "shield side": 45.0, "sword side": -45.0, "back": 180.0}
    chosen = table.ask(
        Pick(
            figure.side,
            "retreat_facing",
            f"{figure.name} turns to {foe.name} his",
            [*facings, "as it is"],
            label=str.capitalize,
            about=(figure.id,),
            usual="front",
        )
    )
    if chosen in facings:
        _face(battle, figure, (towards + facings[chosen]) % 360.0)
