"""Setting followers down once the measured figure stands in his new place (OP-MOVE-17 to 21)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from banneret.core.choices import Place1
from banneret.core.clauses import Refusal, clause
from banneret.core.geometry import TOLERANCE, Rect, nearer, within
from banneret.core.lazy import LazyPlace
from banneret.rulesets.one_page_skirmish import mounts, orders
from banneret.rulesets.one_page_skirmish.clearance import CLEAR, hidden_foes
from banneret.rulesets.one_page_skirmish.events import Placed
from banneret.rulesets.one_page_skirmish.ground import in_cover
from banneret.rulesets.one_page_skirmish.hidden import reveal
from banneret.rulesets.one_page_skirmish.places import BEYOND_PATH, WITH_LEADER, Setting
from banneret.rulesets.one_page_skirmish.state import (
    COMING,
    ON_TABLE,
    bring_on,
    footprint,
    is_engaged,
    put_on,
    touching_enemies,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.table import Table
    from banneret.rulesets.one_page_skirmish.state import Battle, Figure, Unit
    from banneret.rulesets.one_page_skirmish.ways import Trip

MOVE, PRESS, CHARGE, SHORT, ROUT, RETREAT, ARRIVE = (
    "move",
    "press",
    "charge",
    "short",
    "rout",
    "retreat",
    "arrive",
)
FLEEING = (ROUT, RETREAT)
CLOSING = (CHARGE, PRESS)
Places = dict[int, Place1]
Order = "Callable[[Setting, Rect], orders.Bases]"

_LEFT_BEHIND = Refusal("there is room for him within 6 inches of the leader", "OP-MOVE-18")


@clause("OP-MOVE-17", "OP-GROUP-02", "OP-CHARGE-17", "OP-ACT-12")
def place_followers(
    table: Table[Battle],
    unit: Unit,
    measured: Figure,
    *,
    was: Rect,
    trip: Trip,
    left: float,
    allowance: float,
    mode: str,
    against: frozenset[int] = frozenset(),
    along: Sequence[Figure] = (),
    threat: tuple[Rect, float] | None = None,
    staying: Sequence[Figure] = (),
) -> None:
    """The owner sets the other figures down within 6 inches of the measured one.

    `against` are the enemy units they may be put against: the target of a charge gone home, or
    those a pressing unit touched before it moved (OP-ACT-12, OP-CHARGE-17).
    """
    battle = table.state
    movers = [*followers(battle, unit, measured, fleeing=mode in FLEEING), *along]
    if staying:
        movers = [figure for figure in movers if figure not in staying]
    if not movers:
        return
    limit = displacement_limit(battle, trip.length, allowance, mode)
    while True:
        setting = Setting(
            battle,
            measured,
            movers,
            limit=limit + TOLERANCE,
            left=left,
            climbed=trip.climbed,
            contact_units=against,
            closing=mode in CLOSING,
            fleeing=mode in FLEEING,
            threat=threat,
        )
        bases = _ask(table, unit, setting, was, mode)
        met = _hidden_met(battle, unit.side, setting, bases)
        if not met:
            break
        for other in met:
            reveal(table, other, "a figure was about to be set down beside it")
    _set_down(table, unit, movers, bases)


@clause("OP-MOVE-20", "OP-STUN-03", "OP-MORALE-28", "OP-MORALE-34", "OP-SCEN-07")
def followers(
    battle: Battle, unit: Unit, measured: Figure, *, fleeing: bool = False
) -> list[Figure]:
    """Whoever goes along: not the stunned, nor the engaged unless they flee; and the late."""
    figures = battle.figures
    found: list[Figure] = []
    for member in unit.members:
        figure = figures[member]
        if figure is measured or figure.unit != unit.id or figure.stun >= 0:
            continue
        if (figure.fate == ON_TABLE and (fleeing or not is_engaged(battle, figure))) or (
            figure.fate == COMING and not fleeing
        ):
            found.append(figure)
    return found


@clause("OP-MOVE-18", "OP-OPT-05")
def displacement_limit(battle: Battle, path_length: float, allowance: float, mode: str) -> float:
    """How far a follower may be shifted: the leader's path and 6 inches, or as the roll."""
    if mode == ARRIVE:
        return inf
    if battle.options.follower_placement == "measured" and allowance > 0.0:
        return allowance
    return path_length + BEYOND_PATH


def touched_units(battle: Battle, unit: Unit) -> frozenset[int]:
    """The enemy units that figures of the unit are fighting already (OP-ACT-12)."""
    figures = battle.figures
    return frozenset(
        enemy.unit
        for member in unit.members
        if figures[member].fate == ON_TABLE and figures[member].unit == unit.id
        for enemy in touching_enemies(battle, figures[member])
        if enemy.stun < 0
    )


# -- the question


def _ask(
    table: Table[Battle], unit: Unit, setting: Setting, was: Rect, mode: str
) -> dict[int, Rect]:
    made: list[tuple[Places, orders.Bases]] = []

    def maker(order: Callable[[Setting, Rect], orders.Bases]) -> Callable[[], Places | None]:
        def make() -> Places:
            bases = order(setting, was)
            places = {
                f.id: Place1((b := bases[f.id]).x, b.y, b.facing)
                for f in setting.movers
                if f.id in bases
            }
            made.append((places, bases))
            return places

        return make

    makers = [maker(order) for order in _orders(mode)]
    setting.movers = _with_room(setting, makers[0])
    if not setting.movers:
        return {}
    choice = LazyPlace(
        unit.player,
        "retreat.place" if mode in FLEEING else "followers.place",
        f"{unit.name}: set the others down round their leader",
        [figure.id for figure in setting.movers],
        allows=lambda places: (
            None
            if any(places == found for found, _ in made)
            else refusal(setting, places)
            or (cover_refusal(setting, was, places) if mode == RETREAT else None)
        ),
        makers=makers,
        about=(unit.id, setting.leader.id, mode),
        region=lambda: _region(setting),
    )
    places = table.ask(choice)
    for found, bases in made:
        if places is found:
            return bases
    return {figure.id: footprint(figure.mounted, *places[figure.id]) for figure in setting.movers}


def _with_room(setting: Setting, make: Callable[[], Places | None]) -> Sequence[Figure]:
    """Late comers for whom there is no room wait for a later turn (OP-SCEN-07)."""
    if not any(figure.fate == COMING for figure in setting.movers):
        return setting.movers
    places = make() or {}
    return [figure for figure in setting.movers if figure.id in places]


def _orders(mode: str) -> tuple[Callable[[Setting, Rect], orders.Bases], ...]:
    if mode in CLOSING:
        return (orders.against_the_enemy, orders.keep_order)
    if mode == RETREAT:
        return (orders.into_cover,)
    if mode in (ARRIVE, ROUT):
        return (orders.keep_order,)
    return (orders.keep_order, orders.close_up, orders.stay)


def _region(setting: Setting) -> dict[str, object]:
    """Where the figures may go, for screens."""
    base = setting.leader.base
    return {"near": [base.x, base.y, base.facing, base.width, base.depth], "inches": WITH_LEADER}


@clause("OP-MOVE-17", "OP-MOVE-18", "OP-MOVE-19", "OP-MOVE-21", "OP-CHARGE-12")
def refusal(setting: Setting, places: Places) -> Refusal | None:
    """Say why the followers cannot be set down so."""
    bases = {figure.id: footprint(figure.mounted, *places[figure.id]) for figure in setting.movers}
    for figure in setting.movers:
        base = bases[figure.id]
        others = [bases[other.id] for other in setting.movers if other is not figure]
        no = setting.whole_refusal(figure, base, others)
        if no is not None and not _may_straggle(setting, figure, base, others):
            name = figure.profile.name
            if within(setting.leader.base, base, WITH_LEADER) or _has_none(setting, figure, others):
                return Refusal(f"{name}: {no.reason}", no.clause)
            return Refusal(f"{name}: {_LEFT_BEHIND.reason}", _LEFT_BEHIND.clause)
    return None


@clause("OP-MORALE-26")
def cover_refusal(setting: Setting, was: Rect, places: Places) -> Refusal | None:
    """In a retreat as many as possible are set down in the cover."""
    battle = setting.battle
    most = sum(in_cover(battle, base) for base in orders.into_cover(setting, was).values())
    bases = [footprint(figure.mounted, *places[figure.id]) for figure in setting.movers]
    covered = sum(in_cover(battle, base) for base in bases)
    if covered >= most:
        return None
    return Refusal(f"{most} of them can be in cover, not only {covered}", "OP-MORALE-26")


def _has_none(setting: Setting, figure: Figure, others: Sequence[Rect]) -> bool:
    return orders.find_place(setting, figure, others) is None


@clause("OP-MOVE-18", "OP-MORALE-34")
def _may_straggle(setting: Setting, figure: Figure, base: Rect, others: Sequence[Rect]) -> bool:
    """A man without a lawful place near the leader stays, or comes as near as he can."""
    if figure.fate != ON_TABLE:
        return False
    stays = base.x == figure.base.x and base.y == figure.base.y
    if stays and not setting.is_free(base, others):
        return False
    if not stays and not orders.may_straggle_at(setting, figure, base, others):
        return False
    return _has_none(setting, figure, others)


# -- putting them there


@clause("OP-HIDE-05")
def _hidden_met(battle: Battle, side: str, setting: Setting, bases: dict[int, Rect]) -> list[Unit]:
    """Hidden enemy units within 1 inch of somebody's new place."""
    met: list[Unit] = []
    for foe in hidden_foes(battle, side):
        unit = battle.units[foe.unit]
        if unit not in met and any(
            nearer(bases[figure.id], foe.base, CLEAR)
            for figure in setting.movers
            if bases[figure.id] != figure.base
        ):
            met.append(unit)
    return met


def _set_down(
    table: Table[Battle], unit: Unit, movers: Sequence[Figure], bases: dict[int, Rect]
) -> None:
    """Put the figures where their owner wants them; loose horses step aside."""
    battle = table.state
    moved: dict[int, tuple[float, float, float]] = {}
    for figure in movers:
        base = bases.get(figure.id)
        if base is None or (base == figure.base and figure.fate == ON_TABLE):
            continue
        if figure.fate == ON_TABLE:
            put_on(battle, figure, base)
        else:
            bring_on(battle, figure, base.x, base.y, base.facing)
        moved[figure.id] = (figure.base.x, figure.base.y, figure.base.facing)
    if battle.mounts:
        for key in moved:
            mounts.shift_aside(table, battle.figures[key].base)
    if moved:
        table.tell(Placed(unit.id, moved))
