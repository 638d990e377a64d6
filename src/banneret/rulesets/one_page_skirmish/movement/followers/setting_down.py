"""Setting followers down once the measured figure stands in his new place (OP-MOVE-17 to 21)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Place1
from banneret.core.questions.lazy import LazyPlace
from banneret.tabletop.shapes.measuring import TOLERANCE, Rect, nearer, within

from ...basics.state import (
    COMING,
    ON_TABLE,
    bring_on,
    footprint,
    is_engaged,
    put_on,
    touching_enemies,
)
from ...ground.clearance import CLEAR, hidden_foes
from ...ground.lay import in_cover
from ...screen.events import Placed
from ...turn.hidden import reveal
from .. import mounts
from . import ready_made
from .lawful_places import BEYOND_PATH, WITH_LEADER, Setting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Figure, Unit
    from ..ways import Trip

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
    """The owner sets the others down within 6 inches, `against` those charged or pressed alone."""
    battle = table.state
    led = [*followers(battle, unit, measured, fleeing=mode in FLEEING), *along]
    movers = [figure for figure in led if figure not in staying] if staying else led
    if not movers:
        return
    limit = displacement_limit(battle, trip.length, allowance, mode)

    def setting() -> Setting:
        return Setting(
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

    _set_down(table, unit, movers, _ask_until_free(table, unit, setting, was, mode))


def _ask_until_free(
    table: Table[Battle], unit: Unit, make: Callable[[], Setting], was: Rect, mode: str
) -> dict[int, Rect]:
    """Ask, and ask again when somebody hidden turns out to be where a figure was to stand."""
    while True:
        setting = make()
        bases = _ask(table, unit, setting, was, mode)
        met = _hidden_met(table.state, unit.side, setting, bases)
        if not met:
            return bases
        for other in met:
            reveal(table, other, "a figure was about to be set down beside it")


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


Made = list[tuple[Places, ready_made.Bases]]  # what was proposed, with the bases it came from


def _maker(
    setting: Setting,
    was: Rect,
    order: Callable[[Setting, Rect], ready_made.Bases],
    made: Made,
) -> Callable[[], Places | None]:
    """An order of setting down, worked out when it is wanted and noted with its bases."""

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


def _ask(
    table: Table[Battle], unit: Unit, setting: Setting, was: Rect, mode: str
) -> dict[int, Rect]:
    made: Made = []
    makers = [_maker(setting, was, order, made) for order in _orders(mode)]
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


def _orders(mode: str) -> tuple[Callable[[Setting, Rect], ready_made.Bases], ...]:
    if mode in CLOSING:
        return (ready_made.against_the_enemy, ready_made.keep_order)
    if mode == RETREAT:
        return (ready_made.into_cover,)
    if mode in (ARRIVE, ROUT):
        return (ready_made.keep_order,)
    return (ready_made.keep_order, ready_made.close_up, ready_made.stay)


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
    most = sum(in_cover(battle, base) for base in ready_made.into_cover(setting, was).values())
    bases = [footprint(figure.mounted, *places[figure.id]) for figure in setting.movers]
    covered = sum(in_cover(battle, base) for base in bases)
    if covered >= most:
        return None
    return Refusal(f"{most} of them can be in cover, not only {covered}", "OP-MORALE-26")


def _has_none(setting: Setting, figure: Figure, others: Sequence[Rect]) -> bool:
    return ready_made.find_place(setting, figure, others) is None


@clause("OP-MOVE-18", "OP-MORALE-34")
def _may_straggle(setting: Setting, figure: Figure, base: Rect, others: Sequence[Rect]) -> bool:
    """A man without a lawful place near the leader stays, or comes as near as he can."""
    if figure.fate != ON_TABLE:
        return False
    stays = base.x == figure.base.x and base.y == figure.base.y
    if stays and not setting.is_free(base, others):
        return False
    if not stays and not ready_made.may_straggle_at(setting, figure, base, others):
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
