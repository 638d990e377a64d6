"""Fast steeds in the MELEE phase: they run on through whoever is in the way (HTAC-07 to 15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.bases import heading
from banneret.tabletop.shapes.segments import distance
from banneret.tabletop.shapes.stands import far_apart, first_within, slide

from ..basics.who import enemies, helpless, hostile, on_feet, on_table, total_weight, weapon_of
from ..ground.contact import enemies_touched, side_met
from ..ground.stands import settle, stand
from ..host.steeds import slower
from ..melee import bashes
from ..melee.cards.deck import on_its_knees, tac_cards
from ..melee.cards.pairs import unfaced_tac
from ..movement.driven.giving_ground import give_ground
from ..movement.driven.keeping import first_keeper, keep_distance
from ..movement.going import fast
from ..movement.half_moves import rein_in
from ..movement.meeting import note_meetings
from ..movement.sliding import free_spot, obstacles, run
from ..screen.events import Ran, SpeedChanged

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure

LANCE_BESIDE: Final = 0.5
TINY: Final = 0.01


@clause("DE-HTAC-08", "DE-HTAC-09", "DE-HTAC-12", "DE-HORSE-04", "DE-HORSE-05")
def ride(table: Table[Battle], figure: Figure, direction: float, inches: float) -> float:
    """Run a fast steed straight on; each contact is a bash and slows it by a category.

    Whom it passes may be struck by its rider, and may strike him, in this card round.
    """
    battle = table.state
    start = (figure.x, figure.y)
    turned = stand(figure).turned(direction)
    settle(battle, figure, turned)
    left, walled = inches, False
    met: list[int] = []
    asked: set[int] = set()
    while left > TINY and figure.steed is not None:
        far, hit = _first(battle, figure, left, met)
        keeper, at = first_keeper(battle, figure, stand(figure), far, asked)
        if keeper is not None:
            asked.add(keeper.id)
            settle(battle, figure, stand(figure).ahead(at))
            left -= at
            keep_distance(table, keeper, figure)
            continue
        _pass_lances(battle, figure, far)
        settle(battle, figure, stand(figure).ahead(far))
        left -= far
        if hit is None:
            walled = left > TINY
            break
        if answer_by_tac(table, hit, figure):
            continue  # he gave ground before it: it may yet come up with him
        met.append(hit.id)
        _touch(table, figure, hit)
        if not _still_fast(figure):
            break
    if figure.steed is None:
        return distance(start, (figure.x, figure.y))
    _rest(battle, figure)
    note_meetings(battle, figure)
    table.tell(
        Ran(
            figure=figure.id,
            path=(start, (figure.x, figure.y)),
            facing=figure.facing,
            speed=figure.steed.speed,
        )
    )
    if walled:
        rein_in(table, figure)
    return distance(start, (figure.x, figure.y))


def _still_fast(figure: Figure) -> bool:
    return figure.steed is not None and fast(figure.steed.speed)


def _first(
    battle: Battle, figure: Figure, inches: float, met: list[int]
) -> tuple[float, Figure | None]:
    """How far it runs until it touches somebody new, or terrain ends the run."""
    own = stand(figure)
    among = obstacles(battle, figure)
    kept = [i for i, hit in enumerate(among.hits) if hit.kind != "figure"]
    ground = among.only(kept)
    clear = run(own, own.facing, inches, ground).inches
    others = [
        one for one in battle.figures if one.id != figure.id and on_table(one) and one.id not in met
    ]
    ux, uy = heading(own.facing)
    part, hit = slide(own, ux * clear, uy * clear, [stand(one) for one in others])
    return clear * part, None if hit is None else others[hit]


@clause("DE-HORSE-02")
def _pass_lances(battle: Battle, figure: Figure, inches: float) -> None:
    """Note the enemies who come within half an inch of a long side: a lance may strike them."""
    if weapon_of(battle, figure) != "lance":
        return
    own = stand(figure)
    ux, uy = heading(own.facing)
    for foe in enemies(battle, figure):
        if not on_feet(foe) or far_apart(own, stand(foe), inches + LANCE_BESIDE):
            continue
        near = first_within(own, ux * inches, uy * inches, stand(foe), LANCE_BESIDE)
        if near is not None:
            _note(figure, foe, own.moved(ux * inches * near, uy * inches * near))


@clause("DE-HTAC-12", "DE-CHG-19")
def _note(figure: Figure, foe: Figure, there: Stand) -> None:
    """Note whom it has come up with, and from which side of him."""
    steed = figure.steed
    assert steed is not None
    if foe.id not in steed.passed:
        steed.passed = (*steed.passed, foe.id)
        steed.passed_at = (*steed.passed_at, side_met(stand(foe), there))


@clause("DE-HTAC-09", "DE-HTAC-12", "DE-CHG-20", "DE-HORSE-05")
def _touch(table: Table[Battle], figure: Figure, touched: Figure) -> None:
    """A contact: the mount bashes whom it touches and slows by a category."""
    battle = table.state
    steed = figure.steed
    assert steed is not None
    if hostile(touched, figure):
        _note(figure, touched, stand(figure))
    bashes.body_bash(table, figure, touched)
    heavy = total_weight(battle, touched) >= battle.tables.host.horses[steed.key].weight
    if heavy and on_feet(touched):
        bashes.body_bash(table, touched, figure)
    if figure.steed is not None:
        steed.speed = slower(steed.speed)
        table.tell(SpeedChanged(figure=figure.id, speed=steed.speed))


@clause("DE-HTAC-12", "DE-HTAC-14", "DE-TACP-12", "DE-TAC-18")
def answer_by_tac(table: Table[Battle], target: Figure, comer: Figure) -> bool:
    """A target picks a TAC card as a fast steed closes, free of blows; tell if it gave ground.

    Already in contact with another enemy, or with a card in force or face down, it has none.
    """
    battle = table.state
    chosen = target.tac or unfaced_tac(target.hand, target.tac_played)
    if chosen or target.steed is not None or helpless(target) or not on_feet(target):
        return False
    if not hostile(target, comer):
        return False
    met = comer.id in target.engaged_at
    if met or any(foe is not comer for foe in enemies_touched(battle, target)):
        target.tac = "STAND_GROUND"
        return False
    still = tac_cards(battle, target)
    if target.posture != "standing":
        still = on_its_knees(still)
    chosen = table.ask(
        Pick(
            target.side,
            "tac_as_it_closes",
            f"{comer.name} rides at {target.name}, who",
            still or ["STAND_GROUND"],
            label=lambda key: key.replace("_", " ").lower(),
            about=(target.id, comer.id),
        )
    )
    target.tac = chosen
    if chosen == "CHARGE":
        target.charged_this_turn = target.charged_this_melee = True
    if chosen == "KEEP_DISTANCE":
        return keep_distance(table, target, comer, free=True) > 0.0
    if chosen not in ("RETREAT", "RUN_AWAY"):
        return False
    gone = give_ground(table, target, chosen)
    target.tac_moved += gone
    return gone > 0.0


def _rest(battle: Battle, figure: Figure) -> None:
    """Come to rest on free ground: on, or back, along the run."""
    own = stand(figure)
    settle(battle, figure, free_spot(battle, own, obstacles(battle, figure)))
