"""Units: who leads them, and how they are formed anew in play (KK-DEF-02 to 08, 25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.memo import kept

from ..basics.state import NOBODY, POSTED, STEADY, UP, WITHDRAWING, Unit, changed
from ..basics.who import leader_of, men_of, retinue_of
from ..ground.contact import chained, cluster, largest_bodies
from ..screen.events import Formed, LeaderNamed
from .hearing import commander, hears

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man

LEADERS = frozenset(  # KK-DEF-07
    ("lord", "chief", "knight", "bodyguard", "squire", "man_at_arms", "sergeant", "valet")
)


# -- what a unit is


@clause("KK-DEF-02", "KK-DEF-03", "KK-DEF-06", "KK-DEF-07")
def unit_refusal(battle: Battle, men: Sequence[Man], leader: Man | None) -> Refusal | None:
    """Why these men are no unit: too few, led by nobody of rank, or too far apart."""
    least = battle.options.min_unit_size
    if len(men) < least:
        return Refusal(f"A unit has {least} men or more; these are {len(men)}.", "KK-DEF-02")
    if leader is not None and not may_lead(leader):
        return Refusal(f"{leader.profile.name} may not lead: he is no sergeant.", "KK-DEF-07")
    if leader is None and not any(may_lead(man) for man in men):
        return Refusal("A unit is led by a sergeant or better.", "KK-DEF-07")
    if len(cluster(battle, leader or men[0], men)) < len(men):
        return Refusal("Each man must be within 2 inches of another of his unit.", "KK-DEF-02")
    return None


@clause("KK-DEF-07")
def may_lead(man: Man) -> bool:
    """Sergeants and everybody above them; soldiers and peasants do not lead."""
    return man.profile.class_ in LEADERS


# -- succession


@clause("KK-DEF-08")
def succession(table: Table[Battle]) -> None:
    """The owner may name a new leader for a unit that has lost its own."""
    battle = table.state
    rejoin(battle)
    for unit in battle.units:
        if unit.leader == NOBODY or leader_of(battle, unit) is None:
            _name_successor(table, unit)
            if leader_of(battle, unit) is None:
                _name_body(table, unit)
    battle.phase = "signals"


@clause("KK-DEF-08")
def heirs(battle: Battle, unit: Unit) -> list[int]:
    """Members of leader rank who neither run nor lie."""
    return [
        key
        for key in unit.members
        if battle.men[key].unit == unit.id
        and key != unit.leader
        and battle.men[key].status in {STEADY, WITHDRAWING}
        and not battle.men[key].stun
        and may_lead(battle.men[key])
    ]


def _name_successor(table: Table[Battle], unit: Unit) -> None:
    battle = table.state
    able = heirs(battle, unit)
    if not able:
        return
    with table.privately((unit.player,)):
        chosen = table.ask(
            Pick(
                unit.player,
                "leader",
                f"{unit.name} has no leader: who leads it now?",
                [*able, NOBODY],
                label=lambda key: "nobody" if key == NOBODY else battle.men[key].profile.name,
                about=unit.members,
            )
        )
        if chosen != NOBODY:
            name_leader(table, unit, battle.men[chosen])


@clause("KK-DEF-03")
def _name_body(table: Table[Battle], unit: Unit) -> None:
    """Of equal parts of a leaderless unit the owner says which is the unit; the rest straggle."""
    battle = table.state
    parts = [[man.id for man in body] for body in largest_bodies(battle, unit)]
    if len(parts) < 2 or any(unit.body in part for part in parts):
        return
    with table.privately((unit.player,)):
        unit.body = table.ask(
            Pick(
                unit.player,
                "body",
                f"The unit {unit.name} has no leader and has fallen apart: where do the rest go?",
                [part[0] for part in parts],
                label=lambda key: f"to {battle.men[key].profile.name} and those with him",
                about=unit.members,
            )
        )
    changed(battle)


def name_leader(table: Table[Battle], unit: Unit, man: Man) -> None:
    """He leads for good."""
    unit.leader, unit.body = man.id, NOBODY
    changed(table.state)
    table.tell(LeaderNamed(unit.id, man.id))


@clause("KK-RALLY-05", "KK-MORALE-41", "KK-DEF-03")
def stray(battle: Battle, man: Man) -> None:
    """A leader who ran and rallied apart from his unit is the straggler, not all the others."""
    if man.unit == NOBODY or battle.units[man.unit].leader != man.id:
        return
    unit = battle.units[man.unit]
    largest = largest_bodies(battle, unit)
    others = [body for body in largest if man not in body]
    if len(others) == len(largest) or (others and len(others[0]) == 1):
        unit.body = others[0][0].id
        changed(battle)


@clause("KK-RALLY-05")
def rejoin(battle: Battle) -> None:
    """Leaders who ran lead again once they are within 2 inches of their units."""
    for unit in battle.units:
        if NOBODY in {unit.body, unit.leader}:
            continue
        leader = battle.men[unit.leader]
        if leader.status in POSTED and leader in chained(battle, unit):
            unit.body = NOBODY
            changed(battle)


# -- forming anew


@kept("places")
@clause("KK-DEF-25")
def reformable(battle: Battle, player: str) -> list[Man]:
    """Steady men in command range at this moment, the lord too."""
    lord = commander(battle, player)
    if lord is None:
        return []
    return [
        man
        for man in men_of(battle, player)
        if man.status == STEADY and not man.stun and hears(battle, lord, man)
    ]


@clause("KK-DEF-25")
def refuse_to_reform(battle: Battle, player: str, man: Man) -> Refusal | None:
    """Only steady men in command range are put into other units."""
    if man not in reformable(battle, player):
        return Refusal(f"{man.profile.name} is not steady and in command range.", "KK-DEF-25")
    return None


@clause("KK-DEF-04", "KK-DEF-25")
def form_unit(table: Table[Battle], player: str) -> None:
    """The player says who is in a new unit, then who leads it; they leave their old ones."""
    battle = table.state
    own = [man.id for man in men_of(battle, player)]
    chosen = table.ask(
        Pick(
            player,
            "form.men",
            "Who is in the new unit?",
            own,
            why_not=lambda key: refuse_to_reform(battle, player, battle.men[key]),
            label=lambda key: battle.men[key].profile.name,
            least=min(battle.options.min_unit_size, len(own)),
            most=len(own),
            allows=lambda keys: unit_refusal(battle, [battle.men[k] for k in keys], None),
            sets=lambda: bodies(battle, player),
        )
    )
    men = [battle.men[key] for key in sorted(chosen)]
    leader = table.ask(
        Pick(
            player,
            "form.leader",
            "Who leads it?",
            [man.id for man in men],
            why_not=lambda key: unit_refusal(battle, men, battle.men[key]),
            label=lambda key: battle.men[key].profile.name,
        )
    )
    unit = new_unit(battle, player, men, leader)
    table.tell(Formed(unit.id, unit.members, leader))


@clause("KK-DEF-25")
def bodies(battle: Battle, player: str) -> list[tuple[int, ...]]:
    """Bodies that could be formed: whoever is linked to a man of rank, single men first."""
    men = reformable(battle, player)
    found: list[tuple[int, ...]] = []
    for pool in ([man for man in men if man.unit == NOBODY], men):
        placed: set[int] = set()  # in a body already: it has the same men whoever leads it
        for leader in pool:
            if leader.id not in placed and may_lead(leader):
                body = tuple(sorted(man.id for man in cluster(battle, leader, pool)))
                placed.update(body)
                if len(body) >= battle.options.min_unit_size and body not in found:
                    found.append(body)
    return found


def new_unit(battle: Battle, player: str, men: Sequence[Man], leader: int) -> Unit:
    """Make a unit of these men; its size and losses count from now on."""
    name = f"{battle.men[leader].profile.name}'s men"
    members = tuple(man.id for man in men)
    side = retinue_of(battle, player).side
    unit = Unit(len(battle.units), name, player, side, members, leader, leader, len(members))
    for man in men:
        leave(battle, man)
        _enter(battle, man, unit)
    battle.units.append(unit)
    changed(battle)
    return unit


def leave(battle: Battle, man: Man) -> None:
    """He is no longer of his unit, which counts its size and losses afresh."""
    if man.unit == NOBODY:
        return
    unit = battle.units[man.unit]
    unit.members = tuple(key for key in unit.members if key != man.id)
    if unit.leader == man.id:
        unit.leader = unit.first_leader = NOBODY
    man.unit = NOBODY
    _count_afresh(battle, unit)


def _count_afresh(battle: Battle, unit: Unit) -> None:
    unit.members = tuple(key for key in unit.members if battle.men[key].status in UP)
    unit.original = len(unit.members)
    if unit.leader not in unit.members:
        unit.leader = NOBODY
    unit.first_leader = unit.leader
    for key, man in enumerate(battle.men):
        if man.unit == unit.id and key not in unit.members:
            man.unit = NOBODY
    changed(battle)


def join(battle: Battle, man: Man, unit: Unit) -> None:
    """He goes over to a unit."""
    leave(battle, man)
    _enter(battle, man, unit)
    unit.members = tuple(sorted((*unit.members, man.id)))
    _count_afresh(battle, unit)


@clause("KK-ORDER-23")
def _enter(battle: Battle, man: Man, unit: Unit) -> None:
    """Orders belong to the group: what he was told alone is done with when he joins a unit."""
    man.unit = unit.id
    retinue = retinue_of(battle, man.player)
    retinue.orders = tuple([pair for pair in retinue.orders if pair[0] != man.id])
