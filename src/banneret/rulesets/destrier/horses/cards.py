"""Horse cards: MOVE, WHEEL, TRAMPLE; and HAMSTRING, which is played at them (section HORSE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Move, Pick, Way
from banneret.tabletop.shapes.bases import ahead, angle_off, bearing
from banneret.tabletop.shapes.segments import distance
from banneret.tabletop.shapes.stands import between, touching

from ..basics.who import enemies, humanoid, on_feet, on_table, total_weight, weapon_of
from ..ground.stands import put, settle, stand, stand_at
from ..host import steeds
from ..melee import bashes, chances, harm, strikes
from ..melee.defences import in_play
from ..movement.driven.forced import turned_by
from ..movement.driven.roaming import astray
from ..movement.going import fast
from ..movement.held import breaks_contact
from ..movement.meeting import FREE_TURN, SLACK, note_meetings, reoriented
from ..movement.sliding import lies_free, obstacles, run
from ..movement.steps import take
from ..screen.events import Hamstrung, Moved, Trampled, Wheeled
from ..screen.told import BlowLost
from .falls import dismount, steed_falls, stumbled
from .passing import ride

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure

GO: Final = "go"
TURN: Final = "turn"
STAY: Final = "stay"
TRAMPLE_RUN: Final = 1.0  # inches (DE-HORSE-10)
MAN_SIZED: Final = 1.0  # inches of a stand (DE-HORSE-09)


# -- MOVE


@clause("DE-HORSE-06", "DE-HTAC-06")
def inches_of_move(battle: Battle, figure: Figure) -> float:
    """How far a MOVE card takes a steed."""
    steed = figure.steed
    assert steed is not None
    return steeds.horse_move_card(battle.tables, steed=steed.key, speed=steed.speed)


@clause("DE-HTAC-15", "DE-HOST-31")
def turning_left(battle: Battle, figure: Figure) -> float:
    """The degrees a steed may still turn in this MELEE phase; at a trot 45 with each MOVE."""
    steed = figure.steed
    assert steed is not None
    if not fast(steed.speed):
        return FREE_TURN
    most = battle.tables.host.horses[steed.key].turning(steed.speed)
    return min(FREE_TURN, max(0.0, most - steed.turned))


@clause("DE-HTAC-08", "DE-HORSE-06")
def play_move(table: Table[Battle], figure: Figure) -> None:
    """Ask where a steed goes by its MOVE card; a fast one must go, and passes whom it meets."""
    battle = table.state
    steed = figure.steed
    if steed is None:
        return
    swift = fast(steed.speed)
    gaits = [GO] if swift else [GO, TURN, STAY]
    way = table.ask(
        Move(
            figure.side,
            "horse_move",
            f"Where does {figure.name}'s steed go?",
            figure.id,
            gaits,
            allows=lambda way: _refused(horse_way(battle, figure, way)),
            some=lambda: horse_ways(battle, figure),
            allowance=inches_of_move(battle, figure),
            about=(figure.id,),
        )
    )
    if swift:
        _ride_on(table, figure, way)
        return
    there = horse_way(battle, figure, way)
    assert not isinstance(there, Refusal)
    take(table, figure, there, "HORSE MOVE")


def _refused(found: Stand | Refusal) -> Refusal | None:
    return found if isinstance(found, Refusal) else None


@clause("DE-HTAC-12", "DE-HTAC-15")
def _ride_on(table: Table[Battle], figure: Figure, way: Way) -> None:
    """A fast steed runs its MOVE straight on, through whoever is in the way."""
    steed = figure.steed
    assert steed is not None
    direction = _direction(figure, way)
    steed.turned = round(steed.turned + angle_off(figure.facing, direction), 1)
    ride(table, figure, direction, inches_of_move(table.state, figure))


def _direction(figure: Figure, way: Way) -> float:
    if not way.points:
        return way.facing % 360.0
    towards = bearing((figure.x, figure.y), way.points[-1])
    return figure.facing if angle_off(figure.facing, towards) <= SLACK else towards


@clause("DE-CON-09", "DE-HTAC-15", "DE-HORSE-06", "DE-BERS-07")
def horse_way(battle: Battle, figure: Figure, way: Way) -> Stand | Refusal:
    """Where a MOVE card of a steed ends, or why it cannot go so."""
    steed = figure.steed
    assert steed is not None
    own = stand(figure)
    if way.gait == STAY:
        return own
    most = turning_left(battle, figure)
    direction = _direction(figure, way)
    if way.gait == GO and angle_off(own.facing, direction) > most + SLACK:
        return Refusal(f"the steed turns {most:.0f} degrees at most now", "DE-HTAC-15")
    turned = own.turned(direction if way.gait == GO else way.facing % 360.0)
    among = obstacles(battle, figure)
    if fast(steed.speed):
        return turned
    if way.gait == TURN:
        there = reoriented(battle, figure, turned.facing)
        if there is not None:
            return there
    if not lies_free(turned.snapped(), among):
        return Refusal("there is no room to turn so", "DE-CON-09")
    if way.gait == TURN:
        return breaks_contact(battle, figure, turned.snapped()) or turned.snapped()
    inches = distance(own.centre, way.points[-1]) if way.points else 0.0
    if inches > inches_of_move(battle, figure) + 0.005:
        return Refusal(f"it goes {inches_of_move(battle, figure):g} inches", "DE-HORSE-06")
    there = run(turned, direction, inches, among).stand.snapped()
    return astray(battle, figure, there) or breaks_contact(battle, figure, there) or there


def horse_ways(battle: Battle, figure: Figure) -> list[Way]:
    """A few lawful ways for a steed's MOVE: straight on, at the nearest enemies, turns."""
    own = stand(figure)
    steed = figure.steed
    assert steed is not None
    inches, most = inches_of_move(battle, figure), turning_left(battle, figure)
    facings = [own.facing, (own.facing + most) % 360.0, (own.facing - most) % 360.0]
    near = sorted(
        (foe for foe in enemies(battle, figure) if on_feet(foe)),
        key=lambda foe: (between(own, stand(foe)), foe.id),
    )[:2]
    facings += [turned_by(own.facing, bearing(own.centre, (foe.x, foe.y)), most) for foe in near]
    ways = [Way(GO, (ahead(own.centre, one, inches),), one) for one in dict.fromkeys(facings)]
    if not fast(steed.speed):
        for foe in near:  # head on, and with either flank to him
            towards = bearing(own.centre, (foe.x, foe.y))
            ways += [Way(TURN, (), (towards + turn) % 360.0) for turn in (0.0, 90.0, -90.0)]
    found = [way for way in ways if _refused(horse_way(battle, figure, way)) is None]
    if not fast(steed.speed):
        found.append(Way(STAY, (), own.facing))
    return found or [Way(GO, (ahead(own.centre, own.facing, inches),), own.facing)]


# -- WHEEL


@clause("DE-HORSE-07", "DE-HORSE-08", "DE-HORSE-09")
def wheel(table: Table[Battle], figure: Figure) -> None:
    """A steed whirls round on the spot: everybody in contact, friend or foe, may go down."""
    battle = table.state
    steed = figure.steed
    assert steed is not None
    own = stand(figure)
    near = [
        one
        for one in battle.figures
        if one.id != figure.id and on_table(one) and touching(own, stand(one))
    ]
    victims = tuple(_victim(battle, one) for one in near)
    weight = battle.tables.host.horses[steed.key].weight
    effects = steeds.wheel(table, battle.tables, horse_weight=weight, victims=victims)
    facing = _wheel_to(table, figure)
    table.tell(
        Wheeled(
            figure=figure.id,
            facing=facing,
            effects=tuple((one.id, effect) for one, effect in zip(near, effects, strict=True)),
        )
    )
    for one, effect in zip(near, effects, strict=True):
        _suffer(table, one, effect, own.centre)
    if lies_free(own.turned(facing).snapped(), obstacles(battle, figure)):
        put(battle, figure, figure.x, figure.y, facing)
        note_meetings(battle, figure)


@clause("DE-HORSE-09")
def _victim(battle: Battle, one: Figure) -> steeds.Victim:
    """Men on stands up to an inch are man-sized; others go by weight, steeds by their own."""
    if one.steed is not None:
        return steeds.Victim(
            man_sized=False, weight=battle.tables.host.horses[one.steed.key].weight
        )
    small = stand(one).pattern.width <= MAN_SIZED and humanoid(one)
    return steeds.Victim(man_sized=small, weight=total_weight(battle, one))


def _wheel_to(table: Table[Battle], figure: Figure) -> float:
    """Ask where the steed faces after the wheel."""
    battle = table.state
    facings = {f"{turn}": (figure.facing + turn) % 360.0 for turn in range(0, 360, 45)}
    own = stand(figure)
    among = obstacles(battle, figure)
    free = [key for key, one in facings.items() if lies_free(own.turned(one).snapped(), among)]
    chosen = table.ask(
        Pick(
            figure.side,
            "wheel",
            f"{figure.name}'s steed wheels: by how many degrees to the right?",
            free or ["0"],
            about=(figure.id,),
        )
    )
    return facings[chosen]


def _suffer(table: Table[Battle], victim: Figure, effect: str, spot: tuple[float, float]) -> None:
    """Knocked down and stunned, or made to stumble; a large man goes to his knees."""
    if effect == "flat_stunned":
        harm.disturb(table, victim)
        harm.knock(table.state, victim, "prone")
        harm.stun(table.state, victim)
    elif effect == "stumble":
        if victim.steed is not None:
            stumbled(table, victim)
        else:
            bashes.apply_bash(table, victim, "knees", spot)


# -- TRAMPLE


@clause("DE-HORSE-10")
def why_not_trample(figure: Figure, target: Figure) -> Refusal | None:
    """Say why a steed cannot trample somebody; None if it can."""
    if target.posture != "prone" or not on_table(target) or target.steed is not None:
        return Refusal(f"{target.name} did not lie on the ground", "DE-HORSE-10")
    if figure.steed is None or fast(figure.steed.speed):
        return Refusal("the steed went too fast to trample", "DE-HORSE-10")
    if between(stand(figure), stand(target)) > TRAMPLE_RUN + 1e-6:
        return Refusal(f"{target.name} was more than an inch away", "DE-HORSE-10")
    return None


@clause("DE-HORSE-10", "DE-HOST-38", "DE-HORSE-11")
def trample(table: Table[Battle], figure: Figure, target: Figure, *, kick: bool = False) -> None:
    """Step onto somebody prone and trample him; a third blow adds a kick."""
    battle = table.state
    refused = why_not_trample(figure, target)
    if refused is not None:
        table.tell(BlowLost(figure.id, refused.reason))
        return
    _step_onto(table, figure, target)
    found = steeds.trample(table, battle.tables, ac=target.profile.ac)
    table.tell(Trampled(figure=figure.id, other=target.id, hit=found.hit, damage=found.damage))
    if found.hit:
        harm.hurt(table, target, found.damage)
    if kick and on_table(target):
        _kick(table, figure, target)


def _kick(table: Table[Battle], figure: Figure, target: Figure) -> None:
    """The kick that a third blow adds."""
    battle = table.state
    assert figure.steed is not None
    hoof = battle.tables.host.horses[figure.steed.key].kick
    attack = chances.Attack(figure.id, "steed", target.id, "man", "KICK", hoof)
    defence = in_play(battle, target)
    strikes.land(table, attack, strikes.strike(table, attack, defence), defence)


def _step_onto(table: Table[Battle], figure: Figure, target: Figure) -> None:
    """Move up to an inch into the place of a prone figure, as far as others leave room."""
    battle = table.state
    own = stand(figure)
    inches = min(TRAMPLE_RUN, distance(own.centre, (target.x, target.y)))
    towards = bearing(own.centre, (target.x, target.y))
    gone = run(own, towards, inches, obstacles(battle, figure, but=(target.id,)))
    settle(battle, figure, gone.stand)
    met = note_meetings(battle, figure)
    table.tell(
        Moved(
            figure=figure.id,
            path=(own.centre, (figure.x, figure.y)),
            facing=figure.facing,
            inches=round(gone.inches, 2),
            how="TRAMPLE",
            met=tuple(met),
        )
    )


# -- HAMSTRING


@clause("DE-HORSE-12", "DE-HORSE-14", "DE-CHG-17")
def why_not_hamstring(
    battle: Battle, figure: Figure, target: Figure, *, passing: bool = False
) -> Refusal | None:
    """Say why a figure cannot cut at a horse's legs; None if it can."""
    if figure.steed is not None or target.steed is None:
        return Refusal("a man on foot hamstrings a horse", "DE-HORSE-12")
    if figure.hamstrung_this_turn:
        return Refusal(f"{figure.name} has tried it this turn", "DE-HORSE-12")
    if not weapon_of(battle, figure):
        return Refusal(f"{figure.name} has no weapon in hand", "DE-CARD-08")
    if passing:
        return None
    if not touching(stand(figure), stand(target)):
        return Refusal(f"{figure.name} is not in contact with the horse", "DE-HORSE-12")
    if fast(target.steed.speed):
        return Refusal(f"the horse goes at a {target.steed.speed}", "DE-HORSE-14")
    return None


@clause("DE-HORSE-12", "DE-HORSE-13", "DE-HOST-37", "DE-HOST-66")
def hamstring(
    table: Table[Battle], figure: Figure, target: Figure, *, passing: bool = False
) -> bool:
    """Dive under a horse and cut its legs; tell whether it falls.

    Whatever comes of it the man ends prone, on the other side of the horse unless pinned.
    """
    battle = table.state
    steed = target.steed
    assert steed is not None
    weapon = battle.tables.host.weapons[weapon_of(battle, figure)]
    figure.hamstrung_this_turn = True
    found = steeds.hamstring(
        table,
        battle.tables,
        weapon_class=weapon.cls,
        horse_ac=battle.tables.host.horses[steed.key].ac,
        hit_bonus=chances.own_bonus(battle, figure, weapon.cls),
        dexterity=target.dexterity,
        level=target.profile.level,
        chivalry=target.profile.training == "chivalry",
        passing=passing,
    )
    table.tell(
        Hamstrung(figure=figure.id, other=target.id, falls=found.horse_falls, pinned=found.pinned)
    )
    horse = stand(target)
    figure.posture = "prone"
    if not found.pinned:
        _far_side(battle, figure, horse)
    if found.horse_falls:
        _brought_down(table, target, figure, thrown=found.rider_thrown)
    if found.pinned:
        figure.pinned = max(figure.pinned, 2)
        harm.hurt(table, figure, found.damage)
    return found.horse_falls


def _far_side(battle: Battle, figure: Figure, horse: Stand) -> None:
    """Lay a man on the other side of the horse from where he began."""
    right, along = horse.local((figure.x, figure.y))
    among = obstacles(battle, figure)
    sign = -1.0 if right >= 0.0 else 1.0
    for out in (1.25, 1.5, 2.0):
        for shift in (along, 0.0, 0.7, -0.7):
            x, y = horse.spot((sign * out, shift))
            there = stand_at(figure.stand, x, y, figure.facing).snapped()
            if lies_free(there, among):
                put(battle, figure, x, y, figure.facing)
                note_meetings(battle, figure)
                return


def _brought_down(table: Table[Battle], rider: Figure, by: Figure, *, thrown: bool) -> None:
    """A hamstrung horse falls and is out; a rider who keeps his seat lands kneeling, unhurt."""
    steed = rider.steed
    assert steed is not None
    steed.body = min(steed.body, 0)
    if thrown:
        steed_falls(table, rider, (by.x, by.y), out=True)
        return
    dismount(table, rider, (by.x, by.y), why="steed fell")
    rider.posture = "kneeling"
