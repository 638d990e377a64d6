"""Setting up: forces are raised, sides deploy, orders are written (KK-SETUP)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.clauses import Refusal, clause
from banneret.core.errors import BadData, unknown
from banneret.core.questions.choices import Pick, Place

from ..basics.options import Options
from ..basics.state import (
    COMING,
    NOBODY,
    STEADY,
    Battle,
    Door,
    Horse,
    Man,
    Retinue,
    Unit,
    changed,
    footprint,
    put,
)
from ..command import orders
from ..command.action.by_die import declare_first
from ..ground.lay import DOOR_VALUES
from ..ground.laying_out import ground_for
from ..screen.events import Deployed, FirstDeployer
from . import arraying, deploying
from .entries import Muster, Scenario
from .forces import by_troop_type
from .forces.companies import Force, Trooper, champion_of
from .forces.on_file import forces as ready_forces
from .forces.organisations import relation
from .forces.raising import raise_force

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table
    from banneret.core.questions.answers import Place1

USUAL_FORCE = "english_feudal_retinue"  # where a scenario leaves it free
USUAL_FIGURES = 12  # KK-SETUP-06: what beginners should take
USUAL_SIZES = (10, 20)
MOST_LED = 30
MOST_PLAYERS = 8
EVERYBODY = "all"


# -- before anything is asked


@clause("KK-SETUP-01", "KK-SETUP-02", "KK-COMP-01")
def begin(plan: Scenario, options: Mapping[str, Any], brought: Mapping[str, str | Force]) -> Battle:
    """A battle about to be set up; `brought` names forces for those who do not take their own."""
    chosen = Options.read(options)
    players = [one.player for one in plan.retinue]
    if not 2 <= len(players) <= MOST_PLAYERS or len({one.side for one in plan.retinue}) < 2:
        raise BadData(f"{plan.id}: expected 2 to {MOST_PLAYERS} players on two sides or more")
    for player in brought:
        if player not in players:
            raise unknown("player", player, players)
    battle = Battle(
        scenario=plan,
        options=chosen,
        ground=ground_for(plan, chosen),
        men=[],
        horses=[],
        units=[],
        retinues=[],
        doors=[_door(entry.kind, entry.id, entry.locked, entry.successes) for entry in plan.door],
    )
    mustered = {one.player: _force_for(one, brought.get(one.player)) for one in plan.retinue}
    if chosen.group_by_type:
        mustered = by_troop_type.pooled(plan, mustered)
    for entry in plan.retinue:
        _enlist(battle, entry, mustered[entry.player])
    _set_relations(battle, plan, mustered)
    changed(battle)
    return battle


def _door(kind: str, key: str, locked: bool, successes: int | None) -> Door:
    needed = DOOR_VALUES[kind][1] if successes is None else successes
    return Door(key, locked, needed, broken=kind == "open")


def _force_for(entry: Muster, given: str | Force | None) -> Force:
    if isinstance(given, Force):
        return given
    key = given or entry.force
    key = USUAL_FORCE if key == "free" else key
    if key in ready_forces():
        return ready_forces()[key]
    figures = entry.figures or USUAL_FIGURES
    return _raised(key, figures, entry.player, entry.name, tuple(entry.signals))


_raised = lru_cache(maxsize=64)(raise_force)  # the same men every time, and nothing changes them


@clause("KK-SETUP-01", "KK-DEF-04", "KK-SCALE-01")
def _enlist(battle: Battle, entry: Muster, force: Force) -> None:
    """The men of a force, their horses and units, as a player's retinue."""
    first = len(battle.men)
    champion = champion_of(force, entry.champion) if battle.options.champion else NOBODY
    for at, trooper in enumerate(force.men):
        _add(battle, entry, trooper, champion=at == champion)
    for company in force.units:
        members = tuple(first + at for at in company.members)
        leader = first + company.leader
        unit = Unit(
            len(battle.units),
            company.name,
            entry.player,
            entry.side,
            members,
            leader,
            leader,
            len(members),
        )
        battle.units.append(unit)
        for key in members:
            battle.men[key].unit = unit.id
    battle.retinues.append(
        Retinue(
            entry.player,
            entry.side,
            entry.name or force.name,
            force.id,
            first + force.lord,
            entry.edge,
            entry.hatred,
            entry.no_quarter,
            entry.fortified,
        )
    )


def _add(battle: Battle, entry: Muster, trooper: Trooper, *, champion: bool) -> None:
    profile = trooper.profile
    traits = set(profile.traits)
    if entry.unpaid:
        traits.add("unreliable")  # KK-ACT-12
    if champion or (entry.champion and profile.name == entry.champion):
        traits.add("champion")
    if traits != set(profile.traits):
        profile = msgspec.structs.replace(profile, traits=tuple(sorted(traits)))
    in_hand = profile.missile or (profile.weapons[0] if profile.weapons else "none")
    man = Man(
        len(battle.men),
        profile,
        entry.player,
        entry.side,
        NOBODY,
        footprint(battle, trooper.horse is not None, 0.0, 0.0, 0.0),
        profile.stamina,
        in_hand,
        status=COMING,
    )
    if trooper.horse is not None:
        man.horse = len(battle.horses)
        battle.horses.append(
            Horse(
                man.horse,
                trooper.horse,
                entry.player,
                entry.side,
                man.base,
                trooper.horse.stamina,
                man.id,
            )
        )
    battle.men.append(man)


@clause("KK-ORG-19", "KK-YIELD-06")
def _set_relations(battle: Battle, plan: Scenario, mustered: Mapping[str, Force]) -> None:
    """Whom each retinue hates and gives no quarter: as the scenario says, and by their lists."""
    del plan
    for own in battle.retinues:
        for other in battle.retinues:
            if own.side == other.side:
                continue
            between = relation(
                mustered[own.player].organisation, mustered[other.player].organisation
            )
            if between.hatred and other.player not in own.hatred:
                own.hatred = (*own.hatred, other.player)
            if between.no_quarter and other.player not in own.no_quarter:
                own.no_quarter = (*own.no_quarter, other.player)


@clause("KK-SETUP-06")
def size_advice(figures: int) -> str:
    """What the book says to a force of that size; nothing to one that anybody can lead."""
    if figures < USUAL_SIZES[0]:
        return f"A force has {USUAL_SIZES[0]} to {USUAL_SIZES[1]} figures as a rule."
    if figures <= USUAL_FIGURES:
        return ""
    if figures <= USUAL_SIZES[1]:
        return f"Beginners should take {USUAL_FIGURES} figures or fewer."
    return f"More than {USUAL_SIZES[1]} figures are for experienced players, up to {MOST_LED}."


# -- deployment


@clause("KK-SETUP-05")
def first_deployer(table: Table[Battle]) -> None:
    """The highest die sets down the first unit; then they take turns in seating order."""
    battle = table.state
    players = tuple([one.player for one in battle.retinues])
    at = declare_first(table, len(players), players, "setting up first")
    battle.deployers = (*players[at:], *players[:at])
    table.tell(FirstDeployer(players[at]))
    battle.phase = "deploy"


@clause("KK-SETUP-05", "KK-SETUP-09")
def deploy(table: Table[Battle]) -> None:
    """The next player sets down one unit or single man."""
    battle = table.state
    waiting = [player for player in battle.deployers if _to_come(battle, player)]
    if not waiting:
        battle.deployers = ()
        battle.phase = "orders"
        return
    player = waiting[0]
    group = _planned(battle, player) or _next_group(table, player)
    men = _members(battle, group)
    if deploying.is_planned(men[0]):
        _stand(table, player, {man.id: deploying.place_of(man) for man in men})
    else:
        _set_down(table, player, men)
    battle.deployers = (*waiting[1:], player)


def _next_group(table: Table[Battle], player: str) -> str:
    """Who is next; or the player makes up his mind where everybody still to come will stand."""
    battle = table.state
    groups = _to_come(battle, player)
    group: str = table.ask(
        Pick(
            player,
            "deploy",
            "Who is set down next?",
            [*groups, EVERYBODY] if len(groups) > 1 else groups,
            why_not=lambda key: _no_array(battle, player) if key == EVERYBODY else None,
            label=lambda key: (
                "all, drawn up for battle" if key == EVERYBODY else orders.name_of(battle, key)
            ),
            usual=EVERYBODY if len(groups) > 1 else None,
        )
    )
    if group != EVERYBODY:
        return group
    _draw_up(table, player, groups)
    return _planned(battle, player) or groups[0]


@clause("KK-SETUP-05")
def _draw_up(table: Table[Battle], player: str, groups: Sequence[str]) -> None:
    """Where everybody is going to stand; they are still set down one group at a time, in turn."""
    battle = table.state
    bodies = [_members(battle, group) for group in groups]
    men = [man for body in bodies for man in body]
    zone = deploying.zone_of(battle, player)
    with table.privately((player,)):  # the others see them when they are set down
        places = table.ask(
            Place(
                player,
                "deploy.all",
                "Where do they all stand?",
                [man.id for man in men],
                allows=lambda found: arraying.refusal(battle, bodies, found),
                some=lambda: arraying.ideas(battle, player, bodies),
                region=lambda: {"boxes": [zone]},
                about=[man.id for man in men],
            )
        )
    for man in men:
        deploying.plan(battle, man, places[man.id])


def _planned(battle: Battle, player: str) -> str:
    """The next group whose places are made up, if they are still free."""
    for group in _to_come(battle, player):
        men = _members(battle, group)
        if not deploying.is_planned(men[0]):
            continue
        if deploying.refusal(battle, men, {man.id: deploying.place_of(man) for man in men}) is None:
            return group
        for man in men:
            deploying.plan(battle, man, None)  # somebody else came first
    return ""


def _no_array(battle: Battle, player: str) -> Refusal | None:
    bodies = [_members(battle, group) for group in _to_come(battle, player)]
    if arraying.ideas(battle, player, bodies):
        return None
    return Refusal("There is no room for all of them in the zone.", "KK-SETUP-05")


def _to_come(battle: Battle, player: str) -> list[str]:
    """His units and single men still to be set down."""
    coming = [man for man in battle.men if man.player == player and man.status == COMING]
    return list(dict.fromkeys([orders.group_of(man) for man in coming]))


def _members(battle: Battle, group: str) -> list[Man]:
    kind, _, number = group.partition(":")
    keys = battle.units[int(number)].members if kind == "unit" else (int(number),)
    return [battle.men[key] for key in keys if battle.men[key].status == COMING]


def _set_down(table: Table[Battle], player: str, men: Sequence[Man]) -> None:
    battle = table.state
    more = cache(lambda: deploying.more_room(battle, men))  # who fits into the zone needs no more

    def refusal(found: dict[int, Place1]) -> Refusal | None:
        no = deploying.refusal(battle, men, found)
        return no and deploying.refusal(battle, men, found, more())

    places = table.ask(
        deploying.Deployment(
            player,
            "deploy.place",
            f"Where do they stand: {', '.join(man.profile.name for man in men)}?",
            [man.id for man in men],
            allows=refusal,
            one=lambda chance: deploying.somewhere(battle, men, chance, more()),
            some=lambda: deploying.ideas(battle, men, more()),
            region=lambda: {"boxes": [deploying.zone_of(battle, player, more())]},
            about=[man.id for man in men],
        )
    )
    _stand(table, player, places)


def _stand(table: Table[Battle], player: str, places: Mapping[int, Place1]) -> None:
    battle = table.state
    for key, place in places.items():
        man = battle.men[key]
        man.status = STEADY
        put(battle, man, *place)
    changed(battle)
    table.tell(Deployed(player, {key: (p.x, p.y, p.facing) for key, p in places.items()}))
