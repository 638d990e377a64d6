"""Doors, tables, loose steeds, one's own feet: what a figure may do (ACT-04, OBS-02, CARD-19)."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.bases import bearing, heading
from banneret.tabletop.shapes.contact import first_contact
from banneret.tabletop.shapes.stands import between

from ..basics.state import moved
from ..basics.who import on_table, total_weight
from ..ground.stands import put, settle, stand, stand_at
from ..ground.things import Thing, in_contact, lies_on, middle, walls_of
from ..host.bashing import body_bash_chance
from ..screen.events import DoorMoved, Mounted, Moved, TableTurned
from .held import free_to_move, freedom
from .meeting import note_meetings
from .sliding import half_off, lies_free, lies_under, obstacles, run
from .squeezing import FURNITURE, bash_from

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure, LooseSteed

AT_HAND: Final = 0.5  # inches from which a door or a steed can be reached
DOINGS: Final = ("open_door", "unlock_door", "shut_door", "turn_table_over", "mount_steed")
DOORS: Final = {  # what is done with a door: from which state, into which
    "open_door": ("shut", "open"),
    "unlock_door": ("locked", "shut"),
    "shut_door": ("open", "shut"),
}
ROLL: Final = 0.25  # inches by which a place beside is looked for
FURTHEST: Final = 10  # such steps: beyond a horse's length and his own
BEARINGS: Final = range(0, 360, 15)
MOUNTING: Final = {"unencumbered": 2, "partial": 3, "encumbered": 4}


@clause("DE-CARD-19")
def blows_for(figure: Figure, what: str) -> int:
    """The blows an activity costs by MOVE card."""
    if what == "mount_steed":
        return MOUNTING[figure.encumbrance]
    return {"unlock_door": 2, "put_out_fire": 2}.get(what, 1)


def door_at(battle: Battle, figure: Figure, state: str) -> Thing | None:
    """A door in that state within reach of a figure."""
    own = stand(figure)
    return next(
        (one for one in battle.things if one.door == state and in_contact(own, one, AT_HAND)), None
    )


def table_at(battle: Battle, figure: Figure) -> Thing | None:
    """A table in contact with a figure that has not been turned over: stools are not turned."""
    own = stand(figure)
    return next(
        (
            one
            for one in battle.things
            if one.furniture and not one.turned and one.cover != "none" and in_contact(own, one)
        ),
        None,
    )


@clause("DE-HOST-65")
def steed_at(battle: Battle, figure: Figure) -> LooseSteed | None:
    """A loose steed of its own side, on its feet, beside a figure."""
    own = stand(figure)
    for one in battle.loose:
        there = stand_at("horse", one.x, one.y, one.facing)
        able = one.side == figure.side and one.steed.body > 0 and one.steed.posture == "standing"
        if able and between(own, there) <= AT_HAND:
            return one
    return None


@clause("DE-ACT-04", "DE-ACT-05", "DE-ACT-11", "DE-CARD-19")
def why_not(battle: Battle, figure: Figure, what: str) -> Refusal | None:
    """Say why a figure cannot do something where it stands; None if it can."""
    if what in DOORS:
        return _door_refused(battle, figure, what)
    if what == "turn_table_over":
        found: object = table_at(battle, figure)
        return None if found else Refusal("no table is in contact", "DE-OBS-02")
    if what == "mount_steed":
        if figure.steed is not None or figure.profile.kind != "intelligent":
            return Refusal(f"{figure.name} cannot mount", "DE-ACT-05")
        if steed_at(battle, figure) is None:
            return Refusal("no loose steed is at hand", "DE-ACT-05")
        return _held(battle, figure)
    return Refusal(f"nobody knows how to {what}", "DE-ACT-11")


@clause("DE-CON-03", "DE-CARD-15")
def _held(battle: Battle, figure: Figure) -> Refusal | None:
    """Who is held in contact does not leave it for a saddle."""
    if battle.card_round >= 0:
        return free_to_move(battle, figure)
    if freedom(battle, figure) > 0.0:
        return None
    return Refusal(f"{figure.name} is held in contact", "DE-CON-03")


@clause("DE-ACT-04", "DE-ACT-11")
def _door_refused(battle: Battle, figure: Figure, what: str) -> Refusal | None:
    """Refuse a door that is not at hand, and to shut one in which somebody stands."""
    was = DOORS[what][0]
    door = door_at(battle, figure, was)
    if door is None:
        return Refusal(f"no {was} door is at hand", "DE-ACT-04")
    stands = [stand(one) for one in battle.figures if on_table(one)]
    stands += [stand_at("horse", one.x, one.y, one.facing) for one in battle.loose]
    if what == "shut_door" and any(lies_on(one, door) for one in stands):
        return Refusal(f"somebody stands in the {door.name}", "DE-ACT-11")
    return None


def do(table: Table[Battle], figure: Figure, what: str) -> None:
    """Do it; the price is paid by whoever asked for it."""
    battle = table.state
    if what == "turn_table_over":
        turn_table(table, figure)
    elif what == "mount_steed":
        mount(table, figure)
    else:
        was, now = DOORS[what]
        door = door_at(battle, figure, was)
        assert door is not None
        door.door = now
        moved(battle)
        table.tell(DoorMoved(figure=figure.id, thing=door.name, door=now, was=was))


@clause("DE-ACT-05", "DE-HOST-65")
def mount(table: Table[Battle], figure: Figure) -> None:
    """Mount a loose steed: the rider stands where it stands."""
    battle = table.state
    loose = steed_at(battle, figure)
    assert loose is not None
    battle.loose.remove(loose)
    figure.steed = loose.steed
    figure.steed.speed = "stand"
    put(battle, figure, loose.x, loose.y, loose.facing)
    note_meetings(battle, figure)
    table.tell(Mounted(figure=figure.id, place=(figure.x, figure.y)))


@clause("DE-OBS-02")
def turn_table(table: Table[Battle], figure: Figure) -> None:
    """Turn a table over: it comes to lie its own depth further off and gives hard cover.

    A stand that it falls against stops it, and is bashed by it once.
    """
    battle = table.state
    thing = table_at(battle, figure)
    assert thing is not None
    dx, dy = _push(figure, thing)
    others = [one for one in battle.figures if on_table(one) and one.id != figure.id]
    bases = [stand(one).base or walls_of(thing.corners)[0] for one in others]
    part, hit = first_contact(walls_of(thing.corners)[0], dx, dy, bases)
    thing.corners = tuple(
        (round(x + dx * part, 3), round(y + dy * part, 3)) for x, y in thing.corners
    )
    thing.turned, thing.cover = True, "hard"
    moved(battle)
    table.tell(TableTurned(figure=figure.id, thing=thing.name))
    if hit is not None:
        _fall_against(table, others[hit], thing)


def _push(figure: Figure, thing: Thing) -> tuple[float, float]:
    """The way a table goes over: square to the side it is pushed at, by its own depth."""
    rect = walls_of(thing.corners)[0]
    ux, uy = heading(bearing((figure.x, figure.y), middle(thing)))
    across = abs(ux) * rect.depth > abs(uy) * rect.width
    if across:
        return (rect.width if ux > 0 else -rect.width, 0.0)
    return (0.0, rect.depth if uy > 0 else -rect.depth)


def _fall_against(table: Table[Battle], victim: Figure, thing: Thing) -> None:
    """A table falls against a stand: it bashes it once."""
    battle = table.state
    strength, weight = FURNITURE
    chance = body_bash_chance(
        battle.tables,
        weight=weight,
        target_weight=total_weight(battle, victim),
        strength=strength,
        target_strength=victim.strength,
    )
    bash_from(table, victim, chance, middle(thing))


# -- getting up: who was trampled comes up beside the horse


@clause("DE-GRAP-11", "DE-HORSE-10")
def place_to_rise(battle: Battle, figure: Figure) -> Stand | None:
    """Where a figure stands when it gets up; None if everything around is taken.

    Only somebody trampled lies beneath another stand: he rolls out to the nearest free place.
    """
    own = stand(figure)
    among = obstacles(battle, figure)
    if not lies_under(own, among):
        return own
    for out in range(1, FURTHEST + 1):
        found = []
        for towards in BEARINGS:
            there = own.ahead(ROLL * out, float(towards))
            if lies_free(there, among) and not half_off(battle, there):
                back = run(there, (towards + 180.0) % 360.0, ROLL * out, among)
                found.append((-back.inches, towards, back.stand))
        if found:
            return min(found)[2]
    return None


def get_up(table: Table[Battle], figure: Figure) -> bool:
    """Bring a figure to its feet; tell False if there is no room for it to stand."""
    battle = table.state
    own, there = stand(figure), place_to_rise(battle, figure)
    if there is None:
        return False
    figure.posture = "standing"
    moved(battle)
    if there is own:
        return True
    settle(battle, figure, there)
    met = tuple(note_meetings(battle, figure))
    place, inches = (figure.x, figure.y), dist(own.centre, (figure.x, figure.y))
    path = (own.centre, place)
    table.tell(
        Moved(figure.id, path, figure.facing, inches=round(inches, 3), how="roll out", met=met)
    )
    return True
