"""Missiles: the segments of both sides, and the shot itself, also from FIRE cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.bases import bearing

from ..basics import who
from ..basics.procedures import percent
from ..basics.state import Card, card, other, written
from ..ground.contact import in_contact, known_enemies, side_struck
from ..ground.sight import cover, sees
from ..ground.stands import arc_towards, area, gap, nearest_first, settle
from ..host import missiles as rules
from ..host.hitting import strength_damage
from ..host.missiles import row_of
from ..host.moving import turn_penalty
from ..host.striking import roll_hit
from ..melee import bashes, harm
from ..melee.chances import own_bonus
from ..melee.defences import against_missiles
from ..melee.strikes import reckoned, struck_kicking
from ..movement.going import full_half_move
from ..movement.held import freedom
from ..movement.meeting import reoriented
from ..screen import told

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure, Part
    from ..host.missiles import MissileChance, Size

PASS = "pass"  # noqa: S105  # no secret: the answer of who does nothing
MOST_TARGETS = 4
THROWN = {"javelin": 3, "throwing_axe": 3, "throwing_knife": 3, "thrown_spear": 1}  # DE-HOST-40


# -- who may shoot whom


@clause("DE-CARD-01", "DE-MISS-06", "DE-HOST-40")
def why_no_shot(battle: Battle, figure: Figure, target: Figure) -> Refusal | None:
    """Say why a figure cannot shoot at another; None if it can."""
    weapon = who.missile_of(battle, figure)
    if not weapon:
        return Refusal("there is no missile weapon in hand", "DE-CARD-01")
    if who.helpless(figure) or figure.restraining >= 0:
        return Refusal(f"{figure.name} cannot shoot now", "DE-HOST-67")
    if figure.unloaded.get(weapon, 0):
        return Refusal(f"the {weapon.replace('_', ' ')} is not loaded", "DE-CARD-01")
    if figure.shots_used >= row_of(battle.tables, weapon).rate:
        return Refusal("all shots of the turn are spent", "DE-MISS-06")
    if figure.ammunition.get(weapon, 1) <= 0:
        return Refusal("nothing is left to throw", "DE-HOST-40")
    inches = gap(figure, target)
    if rules.missile_band(battle.tables, weapon=weapon, distance=inches).band == "out":
        return Refusal(f"{target.name} is out of range", "DE-HOST-39")
    if not sees(battle, figure, target):
        return Refusal(f"{figure.name} does not see {target.name}", "DE-LOS-01")
    return None


def targets(battle: Battle, figure: Figure) -> list[Figure]:
    """The nearest enemies a figure can shoot at."""
    if not who.missile_of(battle, figure):
        return []
    near = nearest_first(figure, known_enemies(battle, figure))
    found = []
    for one in near:
        if why_no_shot(battle, figure, one) is None:
            found.append(one)
        if len(found) == MOST_TARGETS:
            break
    return found


@clause("DE-MISS-01", "DE-MISS-02")
def shots_left(battle: Battle, figure: Figure) -> int:
    """The shots a figure has left in this half-turn."""
    weapon = who.missile_of(battle, figure)
    if not weapon:
        return 0
    allowed = rules.shots(
        battle.tables,
        rate=row_of(battle.tables, weapon).rate,
        half=1 if battle.half == 1 else 2,
        used_first=figure.shots_first,
        carry_unused=battle.options.carry_unused_shots,
    )
    used = figure.shots_used - (figure.shots_first if battle.half == 2 else 0)
    return allowed - used


def ready(battle: Battle, figure: Figure) -> bool:
    """Whether a figure may shoot in this segment."""
    if figure.done or figure.berserk or not who.on_feet(figure):
        return False
    return shots_left(battle, figure) > 0 and bool(marks(battle, figure))


def marks(battle: Battle, figure: Figure) -> list[Figure]:
    """The targets of a segment: those before a shooter, or to whom he can turn."""
    near = targets(battle, figure)
    return [one for one in near if not isinstance(turned_to(battle, figure, one), Refusal)]


# -- the segments


def missiles_winner(table: Table[Battle]) -> None:
    """The winner's missiles, shot by shot."""
    segment(table, table.state.winner)


def missiles_loser(table: Table[Battle]) -> None:
    """The loser's missiles: always after the winner's spells."""
    segment(table, other(table.state.winner))


@clause("DE-SEQ-02", "DE-SEQ-04", "DE-SEQ-09", "DE-MISS-05")
def segment(table: Table[Battle], side: str) -> None:
    """Let one figure of a side shoot, in the order its owner likes."""
    from .order import next_phase  # noqa: PLC0415  # the order knows all segments

    battle = table.state
    shooters = [one for one in who.of_side(battle, side) if ready(battle, one)]
    if battle.options.dexterity_initiative or not ask_shot(table, side, shooters):
        for one in who.of_side(battle, side):
            one.done = False
        next_phase(battle)


def keys_of(battle: Battle, figure: Figure) -> list[str]:
    """The shots a figure may choose among: "3>@7", or "3>@7s" at a steed."""
    found = []
    for one in marks(battle, figure):
        found.append(written(Card(str(figure.id), "shoot", one.id)))
        if one.steed is not None:
            found.append(written(Card(str(figure.id), "shoot", one.id, "steed")))
    return found


def ask_shot(table: Table[Battle], side: str, shooters: list[Figure], why: str = "") -> bool:
    """Ask who shoots at whom; tell whether anybody did."""
    if not shooters:
        return False
    battle = table.state
    offered = [key for one in shooters for key in keys_of(battle, one)]
    chosen = table.ask(
        Pick(
            side,
            "shot",
            why or "Who shoots, and at whom?",
            [*offered, PASS],
            label=lambda key: _label(battle, key),
            odds=lambda key: _odds(battle, key),
            about=tuple(one.id for one in shooters),
        )
    )
    if chosen == PASS:
        return False
    one = card(chosen)
    shooter = battle.figures[int(one.name)]
    declare_move(table, shooter)
    turn_to(battle, shooter, battle.figures[one.target])
    shooter.acted = True
    shoot(table, shooter, battle.figures[one.target], one.part)
    return True


def _label(battle: Battle, key: str) -> str:
    if key == PASS:
        return "Shoot no more"
    one = card(key)
    steed = "'s steed" if one.part == "steed" else ""
    names = battle.figures
    return f"{names[int(one.name)].name} at {names[one.target].name}{steed}"


def _odds(battle: Battle, key: str) -> dict[str, str]:
    if key == PASS:
        return {}
    one = card(key)
    shooter, target = battle.figures[int(one.name)], battle.figures[one.target]
    return {"hit": f"{shot_chance(battle, shooter, target, one.part).chance} %"}


@clause("DE-MISS-04", "DE-ACT-01", "DE-ACT-02")
def declare_move(table: Table[Battle], figure: Figure) -> None:
    """Ask whether a shooter or caster means to move, which tells on his aim.

    A steed under way moves on.
    """
    if figure.acted:
        return
    if figure.steed is not None and figure.steed.speed != "stand":
        figure.will_move = True
        return
    asked = Pick(
        figure.side,
        "will_move",
        f"Does {figure.name} mean to move in this phase?",
        ["stays", "moves"],
        label=str.capitalize,
        about=(figure.id,),
        usual="stays",
    )
    figure.will_move = table.ask(asked) == "moves"


@clause("DE-MISS-03", "DE-MAG-03")
def turn_to(battle: Battle, figure: Figure, target: Figure) -> None:
    """Turn to a target that is not before the figure, and pay for it from the coming half-move."""
    there = turned_to(battle, figure, target)
    if there is None or isinstance(there, Refusal):
        return
    half = full_half_move(battle, figure) / 2  # what shooting and casting leave (DE-ACT-01)
    if half > 0:
        arc = arc_towards(figure, (target.x, target.y))
        literal = battle.options.literal_turn_minimum
        cost = turn_penalty(battle.tables, allowance=half, to=arc, literal_minimum=literal)
        figure.activity_cost = min(1.0, round(figure.activity_cost + cost / half, 3))
    settle(battle, figure, there)


@clause("DE-MISS-03", "DE-CON-03", "DE-CON-09")
def turned_to(battle: Battle, figure: Figure, target: Figure) -> Stand | Refusal | None:
    """How a figure stands once turned to a target; None if it need not turn.

    Who is held in contact has no half-move to pay with, and a stand that turns in contact is slid.
    No mount turns for a shot or spell.
    """
    if target is figure or before(figure, target):
        return None
    if figure.mounted:
        return Refusal(f"{target.name} is behind the steed", "DE-MISS-03")
    if freedom(battle, figure) <= 0.0:
        return Refusal(f"{figure.name} is held and cannot turn to {target.name}", "DE-CON-03")
    towards = bearing((figure.x, figure.y), (target.x, target.y))
    there = reoriented(battle, figure, towards)
    return there or Refusal(f"there is no room to turn to {target.name}", "DE-CON-09")


@clause("DE-MISS-03")
def before(figure: Figure, target: Figure) -> bool:
    """Whether a shot needs no turn: to a rider both flanks of his mount are front."""
    arc = arc_towards(figure, (target.x, target.y))
    return arc == "front" or (figure.mounted and arc == "side")


# -- the shot


@clause("DE-HOST-41")
def size_of(target: Figure, part: str) -> Size:
    """How large what is aimed at is."""
    if part == "steed":
        return "horse"
    if target.steed is not None:
        return "man"
    surface = area(target)
    if surface < 1.0:
        return "small"
    if surface < 2.0:
        return "man"
    return "horse" if surface <= 2.001 else "large"


@clause("DE-HOST-41", "DE-HOST-42", "DE-HOST-43", "DE-BERS-04")
def shot_chance(
    battle: Battle,
    figure: Figure,
    target: Figure,
    part: str = "man",
    *,
    melee: bool = False,
    at_friend: bool = False,
) -> MissileChance:
    """The chance of a shot, with its reasons."""
    weapon = who.missile_of(battle, figure)
    side = side_struck(battle, figure, target)
    defence = against_missiles(battle, target, side, part, melee=melee)
    bonus = own_bonus(battle, figure, row_of(battle.tables, weapon).row)
    raging = target.berserk and part == "man"
    rides = figure.steed is not None
    moves = figure.will_move and not melee
    return rules.missile_chance(
        battle.tables,
        weapon=weapon,
        distance=gap(figure, target),
        ac=who.armour_class(battle, target, part),
        hit_bonus=bonus + (battle.tables.seed.percent.berserk_easier_to_hit if raging else 0),
        motion=target.motion,
        size=size_of(target, part),
        cover=cover(battle, figure, target),  # type: ignore[arg-type]  # a cover's name
        will_move=moves and not rides,
        mounted_moving=figure.steed is not None and (moves or figure.steed.speed != "stand"),
        in_melee=not at_friend and friend_beside(battle, figure, target) is not None,
        shield=defence.shield,
        dodge=defence.dodge,
        desperate=defence.desperate,
        ward=target.warded,
    )


def friend_beside(battle: Battle, figure: Figure, target: Figure) -> Figure | None:
    """A friend of the shooter's in contact with the target (DE-HOST-43)."""
    friends = who.friends(battle, figure)
    return next((one for one in friends if in_contact(battle, one, target)), None)


@clause("DE-CARD-01", "DE-HOST-43", "DE-HTH-07", "DE-MISS-06")
def shoot(
    table: Table[Battle],
    figure: Figure,
    target: Figure,
    part: Part = "man",
    *,
    melee: bool = False,
) -> None:
    """Shoot once: a miss into a melee may find a friend."""
    battle = table.state
    weapon = who.missile_of(battle, figure)
    if not weapon or why_no_shot(battle, figure, target) is not None:
        table.tell(told.BlowLost(figure.id, "there was no shot"))
        return
    if not before(figure, target):  # in the melee a MOVE card turns him, no half-move does
        table.tell(told.BlowLost(figure.id, f"{target.name} was behind him"))
        return
    found = shot_chance(battle, figure, target, part, melee=melee)
    friend = friend_beside(battle, figure, target)
    spend(battle, figure, weapon)
    if roll_hit(table, found.chance, reckoned(found.tally), figure.side):
        strike_home(table, figure, target, part, weapon)
        return
    share = battle.tables.host.missile_modifier.friend_hit_percent
    if friend is not None and percent(table, "friend endangered", share):
        astray = shot_chance(battle, figure, friend, melee=melee, at_friend=True)
        if percent(table, "friend", astray.chance):
            critical, damage = wound(table, figure, weapon, friend.profile.ac)
            table.tell(
                told.Shot(figure.id, target.id, part, weapon, False, damage, critical, friend.id)
            )
            harm.hurt(table, friend, damage, to_body=bool(critical), critical=critical)
            struck_kicking(table, friend, figure)
            return
    table.tell(told.Shot(figure.id, target.id, part, weapon, False))


def strike_home(
    table: Table[Battle], figure: Figure, target: Figure, part: Part, weapon: str
) -> None:
    """A shot hits: its critical and its damage."""
    battle = table.state
    ac = who.armour_class(battle, target, part)
    critical, damage = wound(table, figure, weapon, ac)
    table.tell(told.Shot(figure.id, target.id, part, weapon, True, damage, critical))
    if part == "steed":
        bashes.hurt_steed(table, target, damage, (figure.x, figure.y))
    else:
        harm.hurt(table, target, damage, to_body=bool(critical), critical=critical)
        struck_kicking(table, target, figure)


@clause("DE-HOST-24", "DE-MISS-05")
def wound(table: Table[Battle], figure: Figure, weapon: str, ac: int) -> tuple[str, int]:
    """The critical and damage of a shot: the arm's Strength goes with what is hurled by hand."""
    tables = table.state.tables
    bonus = strength_damage(tables, strength=figure.strength) if weapon in THROWN else 0
    return rules.wound(table, tables, weapon, ac, bonus)


@clause("DE-HOST-40", "DE-MISS-01")
def spend(battle: Battle, figure: Figure, weapon: str) -> None:
    """Count a shot: crossbows must be wound again, thrown things are gone."""
    figure.shots_used += 1
    if battle.half == 1 and battle.card_round < 0:
        figure.shots_first += 1
    reload = row_of(battle.tables, weapon).reload
    if reload:
        figure.unloaded = {**figure.unloaded, weapon: reload}
    if weapon in THROWN:
        left = figure.ammunition.get(weapon, THROWN[weapon]) - 1
        figure.ammunition = {**figure.ammunition, weapon: left}
        if left <= 0:
            figure.in_hand = tuple(one for one in figure.in_hand if one != weapon)


@clause("DE-CARD-02", "DE-HOST-40", "DE-MISS-07")
def reload_card(table: Table[Battle], figure: Figure) -> None:
    """Bring a missile weapon one step nearer to being loaded."""
    for weapon, left in figure.unloaded.items():
        if left:
            figure.unloaded = {**figure.unloaded, weapon: left - 1}
            table.tell(told.Reloaded(figure.id, weapon, left - 1))
            return
