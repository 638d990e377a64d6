"""What blows and bashes do to bodies, arms and footing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics import who
from ..basics.state import END_OF_TURN, NOBODY, WOUNDS, Dropped, LooseSteed, card, moved
from ..ground.stands import at_feet, stand
from ..host import striking
from ..movement.meeting import let_go
from ..movement.sliding import free_spot, obstacles
from ..screen.told import ArmsLost, Fell, Wounded

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure, Posture, Status


@clause("DE-HOST-24", "DE-HOST-23", "DE-BERS-08", "DE-BERS-09")
def hurt(
    table: Table[Battle],
    figure: Figure,
    damage: int,
    *,
    to_body: bool = False,
    critical: str = "",
) -> None:
    """Take damage: fatigue, then body; a critical straight to body, with its effect."""
    if figure.status in ("dead", "fled"):
        return
    found = striking.apply_damage(
        table.state.tables,
        fatigue=figure.fatigue,
        body=figure.body,
        body_max=figure.body_max,
        damage=damage,
        critical=to_body,
        constitution=figure.profile.constitution,
        berserk=figure.berserk,
    )
    figure.fatigue, figure.body = found.fatigue, found.body
    if damage > 0:
        table.state.blood = table.state.turn
        disturb(table, figure)
        wake(table.state, figure)
    if found.state in ("down", "dead"):
        fell(table, figure, "dead" if found.state == "dead" else "down")
        return
    cripple(table, figure, critical)
    if found.shock_roll and not figure.shocked:
        figure.shocked = True
        constitution = figure.profile.constitution
        if striking.shock(table, table.state.tables, constitution=constitution).shock:
            figure.stun = END_OF_TURN
            release(table.state, figure)
            table.tell(Wounded(figure.id, "was in shock to the end of the turn"))
        else:
            table.tell(Wounded(figure.id, "bore the shock of the wound"))


@clause("DE-HOST-23", "DE-BERS-08", "DE-HOST-67")
def cripple(table: Table[Battle], figure: Figure, critical: str) -> None:
    """Carry out a critical on a man who still fights; rage does not feel it."""
    if not critical or figure.berserk or figure.status != "active":
        return
    if critical in WOUNDS:
        wound = WOUNDS[WOUNDS.index(critical)]
        if wound not in figure.crippled:
            figure.crippled = (*figure.crippled, wound)
        if critical == "leg" and figure.steed is None and figure.posture == "standing":
            knock(table.state, figure, "kneeling")
    elif critical == "head":
        stun(table.state, figure)


@clause("DE-HOST-21", "DE-HOST-67")
def stun(battle: Battle, figure: Figure) -> None:
    """Stun to the end of the next card round."""
    figure.stun = max(figure.stun, 2 if battle.card_round >= 0 else 1)
    release(battle, figure)
    moved(battle)


@clause("DE-HOST-56")
def wake(battle: Battle, figure: Figure) -> None:
    """Whoever sleeps is woken by a blow."""
    if figure.asleep:
        figure.asleep = 0
        moved(battle)


@clause("DE-MAG-11")
def disturb(table: Table[Battle], figure: Figure) -> None:
    """An injury or bash loses a preparation, if that option is played."""
    if not table.state.options.prepare_interruptible:
        return
    at_work = any(card(key).name == "PREPARE_SPELL" for key in figure.hand)
    if at_work or figure.prepared or figure.preparing or figure.prepare_count:
        figure.prepared = figure.preparing = ()
        figure.prepare_count = 0
        figure.prepare_lost = True


@clause("DE-CON-12", "DE-HOST-24")
def fell(table: Table[Battle], figure: Figure, status: Status) -> None:
    """Take a figure out of the fight: it stays as a marker and holds nobody."""
    battle = table.state
    figure.status = status
    figure.posture = "prone"
    figure.hand = ()
    figure.tac = ""
    figure.shown = "none"
    figure.berserk = False
    figure.turned_on = ()
    release(battle, figure)
    for key in figure.restrained_by:
        if key >= 0:
            battle.figures[key].restraining = NOBODY
    for other in battle.figures:
        other.contact_half.pop(figure.id, None)
    figure.contact_half.clear()
    figure.restrained_by = ()
    turn_loose(battle, figure)
    moved(battle)
    table.tell(Fell(figure.id, status))


@clause("DE-HOST-65", "DE-CHG-36")
def turn_loose(battle: Battle, figure: Figure) -> LooseSteed | None:
    """Part a rider from his steed, which stands where it is, riderless; on nobody, as it ran."""
    steed = figure.steed
    if steed is None:
        return None
    there = free_spot(battle, stand(figure), obstacles(battle, figure))
    figure.steed = None
    steed.hand = ()
    key = 1 + max((one.id for one in battle.loose), default=-1)
    loose = LooseSteed(key, figure.side, steed, there.x, there.y, there.facing)
    battle.loose.append(loose)
    moved(battle)
    return loose


@clause("DE-GRAP-08")
def release(battle: Battle, figure: Figure) -> None:
    """End a hold: the holder was knocked over, stunned, held himself, felled, or lets go."""
    if figure.restraining == NOBODY:
        return
    let_go(figure, battle.figures[figure.restraining])
    moved(battle)


def knock(battle: Battle, figure: Figure, posture: Posture) -> None:
    """Bring a figure to its knees or down flat; nothing of the kind lifts who lies."""
    figure.posture = "prone" if figure.posture == "prone" else posture
    figure.forced = True
    release(battle, figure)
    moved(battle)


# -- arms


@clause("DE-HOST-67")
def drop(table: Table[Battle], figure: Figure, thing: str, how: str) -> None:
    """Lose what is held: broken things are gone, dropped ones lie where the figure stood."""
    if thing in figure.in_hand:
        figure.in_hand = tuple(one for one in figure.in_hand if one != thing)
    else:
        figure.weapons = tuple(one for one in figure.weapons if one != thing)
    if how != "broken":
        figure.on_ground = (*figure.on_ground, Dropped(thing, figure.x, figure.y))
    burden(table.state, figure)
    table.tell(ArmsLost(figure.id, thing, how))


@clause("DE-HOST-67", "DE-CARD-04")
def take_up(figure: Figure, thing: str) -> None:
    """Take a thing to hand, out of its sheath or from the ground."""
    if thing in figure.weapons:
        at = figure.weapons.index(thing)
        figure.weapons = figure.weapons[:at] + figure.weapons[at + 1 :]
    else:
        taken = next(one for one in at_feet(figure) if one.thing == thing)
        figure.on_ground = tuple(one for one in figure.on_ground if one is not taken)
    figure.in_hand = (*figure.in_hand, thing)


@clause("DE-DEF-10")
def lose_shield(table: Table[Battle], figure: Figure) -> None:
    """A shield shatters."""
    figure.shield = "none"
    burden(table.state, figure)
    table.tell(ArmsLost(figure.id, "shield", "shattered"))


@clause("DE-HOST-45")
def burden(battle: Battle, figure: Figure) -> None:
    """Reckon anew how encumbered a figure is."""
    from ..host.moving import encumbrance  # noqa: PLC0415  # a name that fields have too

    found = encumbrance(battle.tables, strength=figure.strength, load=who.load(battle, figure))
    figure.encumbrance = "encumbered" if found == "impossible" else found


def drop_all(table: Table[Battle], figure: Figure) -> None:
    """Drop what is held, but for what is part of the body."""
    for thing in figure.in_hand:
        if thing not in figure.profile.natural:
            drop(table, figure, thing, "dropped")
