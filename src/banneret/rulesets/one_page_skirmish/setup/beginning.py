"""Setting up: forces take their seats, hidden units are written down, the rest deploys."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import Refusal, clause
from banneret.core.errors import BadData, IllegalForce
from banneret.core.questions.choices import Pick, Place

from ..basics.names import do_they
from ..basics.options import Options
from ..basics.state import (
    KNIGHT,
    NOBODY,
    Battle,
    Figure,
    Seating,
    Unit,
    bring_onto,
    changed,
    clone,
    enemy,
    players_of,
)
from ..ground.clearance import hidden_foes
from ..ground.lay import ground_for
from ..movement.mounts import beside, shift_aside, turn_loose
from ..screen.events import Deployed
from ..turn import hidden as hiding
from ..turn.leaders import warn_of_no_knight
from ..turn.order import roll_deployment
from .arming import arm
from .deploying import Ideas, base_of, boxes_for, find_places, has_room, place_refusal, plan_of
from .enlisting import drop_blanks, enlist, slot_for
from .on_file import (
    FREE,
    SIDES,
    Force,
    Scenario,
    checked_force,
    force_named,
    force_points,
    scenario_named,
)
from .points import are_even

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.play.table import Table

    from .deploying import Bases, Places

DEFAULT_FORCES = {"a": "english_1346", "b": "french_1346"}  # where a scenario leaves it free

# -- before anything is asked


def begin(
    scenario: str | Scenario,
    options: Mapping[str, Any],
    forces: Mapping[str, str | Force],
) -> Battle:
    """A battle about to be set up; `forces` names one for each player: a, b, or a1, a2, b1 ...

    Every force is whole: nothing carries over from an earlier battle (OP-SCORE-06).
    """
    if isinstance(scenario, str) and all(isinstance(one, str) for one in forces.values()):
        chosen = tuple((key, type(value), value) for key, value in options.items())
        if all(isinstance(value, str | int) for _, _, value in chosen):
            return clone(_by_the_book(scenario, chosen, tuple(forces.items())))
    return _mustering(scenario, options, forces)


@lru_cache(maxsize=64)
def _by_the_book(
    scenario: str,
    options: tuple[tuple[str, type, str | int], ...],
    forces: tuple[tuple[str, str | Force], ...],
) -> Battle:
    """A battle of the book's own scenarios and forces, mustered once and copied ever after."""
    return _mustering(scenario, {key: value for key, _, value in options}, dict(forces))


def _mustering(
    scenario: str | Scenario,
    options: Mapping[str, Any],
    forces: Mapping[str, str | Force],
) -> Battle:
    plan = scenario_named(scenario)
    mustered = _mustered(plan, forces)
    battle = Battle(
        scenario=plan,
        options=Options.read(options),
        seats=tuple(Seating(player, player[0], force.id) for player, force in mustered.items()),
        ground=ground_for(plan, ()),
        figures=[],
        units=[],
        mounts=[],
    )
    for side in sorted(SIDES, key=lambda side: plan_of(battle, side).hidden != "none"):
        own = {player: force for player, force in mustered.items() if player[0] == side}
        may_hide = plan_of(battle, side).hidden != "none"
        slot = slot_for(list(own.values())) if may_hide else (0, 0)
        for player, force in own.items():
            enlist(battle, force, player, side, slot)
    drop_blanks(battle)
    for unit in battle.units:
        _set_arrival(battle, unit)
        unit.may_hide = (
            unit.side != ""
            and not unit.arrival_round
            and not unit.deployed
            and plan_of(battle, unit.side).hidden != "none"
        )
    return battle


@clause("OP-SETUP-02", "OP-SETUP-03", "OP-SCEN-01")
def _mustered(plan: Scenario, forces: Mapping[str, str | Force]) -> dict[str, Force]:
    """Every side has a player and every player a force; where forces are free, even ones."""
    for player in forces:
        if not re.match(r"^[ab][1-9]?$", player):
            raise BadData(f"player {player!r}: expected a or b, or a1, a2 ... for allies")
    chosen: dict[str, Force] = {}
    for side in SIDES:
        players = sorted(player for player in forces if player[0] == side)
        if len(players) > 1 and side in players:
            raise BadData(f"players {', '.join(players)}: expected {side}1, {side}2 ... for allies")
        default = usual_force(plan, side)
        chosen |= {player: _checked(forces[player]) for player in players}
        if not players:
            chosen[side] = force_named(default)
    if all(plan.sides[side].force == FREE for side in SIDES):
        _refuse_uneven(chosen)
    _refuse_missing(plan, chosen)
    return chosen


def usual_force(plan: Scenario, side: str) -> str:
    """The force of a side that nobody brought another for."""
    own = plan.sides[side]
    return own.force if own.force != FREE else own.usual or DEFAULT_FORCES[side]


def _checked(force: str | Force) -> Force:
    if isinstance(force, Force):
        return checked_force(force, "own force")
    return force_named(force)


@clause("OP-POINTS-01")
def _refuse_uneven(chosen: Mapping[str, Force]) -> None:
    points = {
        side: sum(force_points(f) for player, f in chosen.items() if player[0] == side)
        for side in SIDES
    }
    if not are_even(points["a"], points["b"]):
        raise IllegalForce(
            f"the forces have {points['a']} and {points['b']} points: expected totals that differ "
            "by no more than a tenth of the larger [OP-POINTS-01]"
        )


def _refuse_missing(plan: Scenario, chosen: Mapping[str, Force]) -> None:
    """The units a scenario names as reinforcements must be in the force."""
    for late in plan.reinforcement:
        known = [u.id for p, force in chosen.items() if p[0] == late.side for u in force.unit]
        for key in late.units:
            if key not in known:
                raise IllegalForce(
                    f"the scenario brings on {key!r} for {late.side}: expected a force with that "
                    f"unit, not one of {', '.join(known)}"
                )


@clause("OP-SCEN-07")
def _set_arrival(battle: Battle, unit: Unit) -> None:
    """Reinforcements wait off the table for their round."""
    for late in battle.scenario.reinforcement:
        if unit.side == late.side and unit.key in late.units:
            unit.arrival_round, unit.arrival_edge = late.round, late.edge


# -- who goes first


@clause("OP-SETUP-04")
def first_deployer(table: Table[Battle]) -> None:
    """The scenario names who deploys first; if not, the lower of two dice does."""
    battle = table.state
    warn_of_no_knight(table)
    first = battle.scenario.first_deployer
    if first == "dice":
        battle.deployers = roll_deployment(table, SIDES).order
    else:
        battle.deployers = (first, enemy(first))
    battle.phase = "hide" if any(unit.may_hide for unit in battle.units) else "deploy"


# -- hidden units


@clause("OP-SETUP-06", "OP-HIDE-02")
def hide(table: Table[Battle]) -> None:
    """Before anybody deploys, units that may be hidden are written down in secret, one a step."""
    battle = table.state
    player = _next_to_hide(battle)
    assert player is not None, "somebody may hide a unit in this phase"
    side = player[0]
    with table.privately(players_of(battle, side)):
        chosen = _choose_hider(table, player)
        if chosen == NOBODY:
            _no_more_hiding(battle, player)
        else:
            unit = battle.units[chosen]
            arm(table, unit)
            name_lord(table, unit)
            set_up(table, unit, hidden=True)
            if plan_of(battle, side).hidden == "one_unit":
                for ally in players_of(battle, side):
                    _no_more_hiding(battle, ally)
    if _next_to_hide(battle) is None:
        battle.phase = "deploy"


def _next_to_hide(battle: Battle) -> str | None:
    order = [seat.key for side in battle.deployers for seat in battle.seats if seat.side == side]
    return next((player for player in order if _hiders(battle, player)), None)


def _hiders(battle: Battle, player: str) -> list[int]:
    return [u.id for u in battle.units if u.may_hide and not u.deployed and u.player == player]


def _no_more_hiding(battle: Battle, player: str) -> None:
    for key in _hiders(battle, player):
        battle.units[key].may_hide = False
    changed(battle)


def _choose_hider(table: Table[Battle], player: str) -> int:
    battle = table.state

    def why_not(key: int) -> Refusal | None:
        if key == NOBODY:
            return None
        unit = battle.units[key]
        boxes = boxes_for(battle, unit, hidden=True)
        if find_places(battle, unit, boxes, 0.5, hidden=True) is None:
            return Refusal(f"There is no hiding place for {unit.name}.", "OP-HIDE-02")
        return None

    answer: int = table.ask(
        Pick(
            player,
            "deploy.hide",
            "Which unit starts hidden?",
            [*_hiders(battle, player), NOBODY],
            why_not=why_not,
            label=lambda key: "no more" if key == NOBODY else battle.units[key].name,
        )
    )
    return answer


# -- open units


@clause("OP-SETUP-04", "OP-SETUP-05")
def deploy(table: Table[Battle]) -> None:
    """The first side sets up all its open units, one a step, then the other."""
    battle = table.state
    unit = _next_to_deploy(battle)
    if unit is not None:  # None: everybody is hidden or comes later
        arm(table, unit)
        name_lord(table, unit)
        if has_room(battle, unit):
            set_up(table, unit, hidden=False)
        else:  # whoever finds no room comes on by the home edge as soon as there is some
            unit.arrival_round, unit.arrival_edge = 1, plan_of(battle, unit.side).home_edge
            changed(battle)
    if _next_to_deploy(battle) is None:
        for late in battle.units:
            if late.arrival_round:
                name_lord(table, late)
        battle.deployers = ()
        battle.phase = "round"


def _next_to_deploy(battle: Battle) -> Unit | None:
    for side in battle.deployers:
        for unit in battle.units:
            if unit.side == side and not unit.deployed and not unit.arrival_round:
                return unit
    return None


@clause("OP-GROUP-07")
def name_lord(table: Table[Battle], unit: Unit) -> None:
    """A group of a player with several Knights names the one it follows, if its list does not."""
    battle = table.state
    if unit.kind != "group" or unit.lord != NOBODY:
        return
    knights = [f.id for f in battle.figures if f.player == unit.player and f.rank == KNIGHT]
    if knights:
        unit.lord = table.ask(
            Pick(
                unit.player,
                "deploy.lord",
                f"{unit.name}: whom {do_they(unit)} follow?",
                knights,
                label=lambda key: battle.figures[key].profile.name,
                about=(unit.id,),
            )
        )


# -- setting a unit up


@clause("OP-SETUP-04", "OP-SETUP-06")
def set_up(table: Table[Battle], unit: Unit, *, hidden: bool) -> None:
    """The unit is set down as its owner likes; whoever steps on an ambush finds it first."""
    battle = table.state
    bases = _ask_places(table, unit, hidden=hidden)
    while not hidden and (found := _stumbled_upon(battle, unit, bases)) is not None:
        hiding.reveal(table, found, "discovered")
        bases = _ask_places(table, unit, hidden=False)
    bring_onto(battle, {key: bases[key] for key in unit.members})
    if battle.mounts:
        for key in unit.members:
            shift_aside(table, bases[key])
    unit.deployed = True
    if hidden:
        unit.hidden = True
        changed(battle)
    stand_mounts(table, unit)
    spots = {f.id: (f.base.x, f.base.y, f.base.facing) for f in _men(battle, unit)}
    table.tell(Deployed(unit.id, spots, hidden))


def _men(battle: Battle, unit: Unit) -> list[Figure]:
    return [battle.figures[key] for key in unit.members]


def _ask_places(table: Table[Battle], unit: Unit, *, hidden: bool) -> Bases:
    """Ask where a unit stands; what its men cover there is known of the ideas."""
    battle = table.state
    ideas: list[Ideas] = []

    def sensible() -> Ideas:
        if not ideas:
            ideas.append(Ideas(battle, unit, hidden=hidden))
        return ideas[0]

    def allows(places: Places) -> Refusal | None:
        if ideas and ideas[0].bases(places) is not None:
            return None
        return place_refusal(battle, unit, places, hidden=hidden)

    where = "hide" if hidden else "stand"
    places = table.ask(
        Place(
            unit.player,
            "deploy.place",
            f"{unit.name}: where {do_they(unit)} {where}?",
            unit.members,
            allows=allows,
            some=sensible,
            region=lambda: {"boxes": boxes_for(battle, unit, hidden=hidden)},
            about=(unit.id,),
        )
    )
    bases = ideas[0].bases(places) if ideas else None
    if bases is None:
        bases = {key: base_of(battle.figures[key], place) for key, place in places.items()}
    return bases


def _stumbled_upon(battle: Battle, unit: Unit, bases: Bases) -> Unit | None:
    """A hidden enemy unit within an inch of where somebody is about to be placed (OP-HIDE-05)."""
    if not hidden_foes(battle, unit.side):
        return None
    for key in unit.members:
        base = bases[key]
        found = hiding.enemies_within(battle, unit.side, base, 1.0)
        if found:
            return battle.units[found[0].unit]
    return None


@clause("OP-SETUP-05")
def stand_mounts(table: Table[Battle], unit: Unit) -> None:
    """A rider who starts on foot has his mount standing beside him."""
    battle = table.state
    for key in unit.members:
        figure = battle.figures[key]
        if figure.profile.owns_mount and not figure.mounted:
            room = beside(battle, figure, figure.base.facing, most=1)
            if room:
                turn_loose(battle, figure, room[0])
            figure.mount_armour = 0
