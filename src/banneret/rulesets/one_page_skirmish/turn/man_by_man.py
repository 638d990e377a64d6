"""Man by man: each figure of a unit that neither moves nor charges takes one action of its own."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.measuring import gap, within

from ..basics.names import are
from ..basics.state import (
    COHESION_INCHES,
    NOBODY,
    ON_TABLE,
    STEADY,
    Battle,
    Figure,
    Mount,
    Unit,
    awake,
    guide_of,
    is_engaged,
    seen_enemies,
    unengaged,
)
from ..movement import mounts
from ..screen.events import Did
from ..shooting import archery
from . import acting, handling
from .hidden import audience_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from banneret.core.play.table import Table

FIRE, AIM, LOAD, CHANGE = "fire", "aim", "load", "change_weapon"
MOUNT, DISMOUNT, OPEN, SHUT, SEIZE = "mount", "dismount", "open_gate", "shut_gate", "seize"
TURN, NOTHING, DONE = "turn", "nothing", "done"
WHEN_RESTRICTED = frozenset((FIRE, LOAD, TURN, NOTHING))  # OP-MORALE-27, OP-LEAD-02
LABELS = {
    FIRE: "shoot",
    AIM: "aim",
    LOAD: "load",
    CHANGE: "change weapon",
    MOUNT: "mount",
    DISMOUNT: "dismount",
    OPEN: "open the gate",
    SHUT: "shut the gate",
    SEIZE: "seize",
    TURN: "turn on the spot first",
    NOTHING: "nothing",
}
_label = LABELS.__getitem__


@clause("OP-ACT-03", "OP-ACT-02", "OP-TURN-04")
def act(table: Table[Battle]) -> None:
    """One figure, picked by its owner, takes its action; at the end the unit has acted."""
    battle = table.state
    unit = battle.units[battle.acting]
    if unit.hidden:
        with table.privately(audience_of(battle, unit)):
            goes_on = _one_acts(table, unit)
    else:
        goes_on = _one_acts(table, unit)
    if not goes_on:
        battle.acting = NOBODY
        battle.phase = "action"
        acting.finish(table, unit)


def _one_acts(table: Table[Battle], unit: Unit) -> bool:
    """Let one figure act, and tell whether another may after it."""
    battle = table.state
    left = able(battle, unit)
    figure = _next_figure(table, unit, left)
    if figure is None:
        return False
    _take_action(table, unit, figure)
    return _anybody_left(battle, unit, left)


@clause("OP-ACT-11", "OP-STUN-03")
def able(battle: Battle, unit: Unit) -> list[Figure]:
    """Figures that may still act: unstunned, not engaged, and not done yet."""
    left: list[Figure] = []
    for figure in unengaged(battle, awake(battle, unit)):
        if not figure.acted:
            left.append(figure)  # noqa: PERF401  # a comprehension costs a call in 3.11
    return left


def _anybody_left(battle: Battle, unit: Unit, before: Sequence[Figure]) -> bool:
    """Whether anybody may still act: mostly one of those who could before the last."""
    for figure in before:
        if (
            not figure.acted
            and figure.stun < 0
            and figure.fate == ON_TABLE
            and figure.unit == unit.id
            and not is_engaged(battle, figure)
        ):
            return True
    return bool(able(battle, unit))


def _next_figure(table: Table[Battle], unit: Unit, left: Sequence[Figure]) -> Figure | None:
    """The owner picks who acts next, or lets the rest do nothing; the last needs no picking."""
    battle = table.state
    if len(left) <= 1:
        return left[0] if left else None
    candidates: list[str | int] = [figure.id for figure in left]
    candidates.append(DONE)
    chosen: str | int = table.ask(
        Pick(
            unit.player,
            "figure.order",
            f"Who of {unit.name} acts next?",
            candidates,
            label=lambda key: (
                "the rest do nothing" if isinstance(key, str) else battle.figures[key].profile.name
            ),
            about=(unit.id,),
            usual=left[0].id,
        )
    )
    return None if isinstance(chosen, str) else battle.figures[chosen]


@clause("OP-ACT-01", "OP-ACT-04", "OP-ACT-05", "OP-FIG-05")
def _take_action(table: Table[Battle], unit: Unit, figure: Figure) -> None:
    """He does one thing; turning on the spot first costs nothing."""
    battle = table.state
    offered = kinds(battle, figure)
    kind = _ask_kind(table, unit, figure, offered)
    if kind == TURN:
        handling.turn(table, figure)
        rest = tuple([one for one in offered if one != TURN])
        kind = _ask_kind(table, unit, figure, rest)
    if kind == FIRE:
        _shoot(table, figure)
    elif kind == AIM:
        _aim(table, figure)
    else:
        if figure.aim != NOBODY:  # OP-SHOOT-07: lost by any other action
            figure.aim = NOBODY
        if figure.aimed_before:
            figure.aimed_before = False
        _DEEDS[kind](table, figure)
    figure.acted = True


def _ask_kind(table: Table[Battle], unit: Unit, figure: Figure, offered: tuple[str, ...]) -> str:
    battle = table.state
    chosen: str = table.ask(
        Pick(
            figure.player,
            "figure.action",
            f"What does {figure.profile.name} do?",
            offered,
            why_not=partial(kind_refusal, battle, figure),
            label=_label,
            about=(unit.id, figure.id),
            usual=partial(_usual, battle, figure, offered),
        )
    )
    return chosen


def _usual(battle: Battle, figure: Figure, offered: tuple[str, ...]) -> str | None:
    """Whoever has a bow shoots, or sees to it that he can."""
    for kind in (FIRE, LOAD):
        if kind in offered and may(battle, figure, kind):
            return kind
    return None


# -- what he may do


def kinds(battle: Battle, figure: Figure) -> tuple[str, ...]:
    """What a man like him could ever do, allowed now or not."""
    known = battle.memo.kinds.get(figure.side)
    if known is None:
        known = battle.memo.kinds[figure.side] = {}
    profile = figure.profile
    key = (profile.weapons, profile.owns_mount, figure.mounted)
    found = known.get(key)
    if found is None:
        gates, seizes = handling.has_gates(battle), handling.may_seize(battle, figure.side)
        found = known[key] = _kinds(*key, gates, seizes)
    return found


@lru_cache(maxsize=256)
def _kinds(
    weapons: tuple[str, ...], owns_mount: bool, mounted: bool, gates: bool, seizes: bool
) -> tuple[str, ...]:
    found: list[str] = []
    if not archery.MISSILES.isdisjoint(weapons):
        found += (FIRE, AIM)
    if "crossbow" in weapons:
        found.append(LOAD)
    if len(weapons) > 1:
        found.append(CHANGE)
    if owns_mount:
        found.append(DISMOUNT if mounted else MOUNT)
    if gates:
        found += (OPEN, SHUT)
    if seizes:
        found.append(SEIZE)
    return (*found, TURN, NOTHING)


def allowed_kinds(battle: Battle, figure: Figure) -> list[str]:
    """What he may do now."""
    return [kind for kind in kinds(battle, figure) if may(battle, figure, kind)]


def may(battle: Battle, figure: Figure, kind: str) -> bool:
    """Whether he may do that now."""
    return kind_refusal(battle, figure, kind) is None


@clause("OP-MORALE-27", "OP-LEAD-02", "OP-LEAD-09", "OP-GROUP-05", "OP-OPT-08", "OP-ACT-11")
def kind_refusal(battle: Battle, figure: Figure, kind: str) -> Refusal | None:
    """Why he may not do that: his own state, his unit's, or the thing itself."""
    if kind == NOTHING:
        return None
    if is_engaged(battle, figure):
        return Refusal("He is engaged.", "OP-ACT-11")
    if kind == TURN:
        return None
    if figure.owes_action:
        return Refusal("He rallied at the price of his action.", "OP-OPT-08")
    if kind not in WHEN_RESTRICTED:
        no = _restriction(battle, figure)
        if no is not None:
            return no
    return _REFUSALS[kind](battle, figure)


def _restriction(battle: Battle, figure: Figure) -> Refusal | None:
    """Shaken, leaderless and straying men only load, fire or do nothing."""
    unit = battle.units[figure.unit]
    if unit.status != STEADY:
        return Refusal(f"{unit.name} {are(unit)} {unit.status}.", "OP-MORALE-27")
    leader = guide_of(battle, unit)
    if leader is None:
        return Refusal(f"Nobody leads {unit.name} now.", "OP-LEAD-02")
    if leader is not figure and not within(figure.base, leader.base, COHESION_INCHES):
        return Refusal("He is more than 6 inches from his leader.", "OP-GROUP-05")
    return None


def _fire_refusal(battle: Battle, figure: Figure) -> Refusal | None:
    no = archery.armed_refusal(battle, figure)
    if no is not None:
        return no
    for target in _targets(battle, figure):
        if archery.target_refusal(battle, figure, target) is None:
            return None
    return Refusal("There is nobody he could shoot at.", "OP-SHOOT-11")


def _aim_refusal(battle: Battle, figure: Figure) -> Refusal | None:
    no = archery.armed_refusal(battle, figure)
    if no is not None:
        return no
    for target in seen_enemies(battle, figure.side):
        if archery.aim_refusal(battle, figure, target) is None:
            return None
    return Refusal("There is nobody he could aim at.", "OP-SHOOT-07")


_REFUSALS: dict[str, Callable[[Battle, Figure], Refusal | None]] = {
    FIRE: _fire_refusal,
    AIM: _aim_refusal,
    LOAD: archery.loading_refusal,
    CHANGE: handling.changing_refusal,
    MOUNT: mounts.mounting_refusal,
    DISMOUNT: mounts.dismounting_refusal,
    OPEN: lambda battle, figure: handling.gate_refusal(battle, figure, opening=True),
    SHUT: lambda battle, figure: handling.gate_refusal(battle, figure, opening=False),
    SEIZE: handling.seizing_refusal,
}


# -- shooting and aiming


def _targets(battle: Battle, figure: Figure) -> Iterator[Figure | Mount]:
    """Enemies and riderless enemy mounts on the table (OP-SHOOT-22)."""
    yield from seen_enemies(battle, figure.side)
    for mount in mounts.seen(battle, figure.side):
        if mount.side != figure.side:
            yield mount


@clause("OP-SHOOT-02", "OP-SHOOT-14", "OP-SHOOT-15", "OP-SHOOT-22")
def _shoot(table: Table[Battle], figure: Figure) -> None:
    """He names one figure (rider or mount, if he likes) and shoots."""
    battle = table.state
    unit = figure.unit
    key: str | int = table.ask(
        Pick(
            figure.player,
            "figure.target",
            f"Whom does {figure.profile.name} shoot at?",
            lambda: [archery.name_of(target) for target in _targets(battle, figure)],
            why_not=lambda key: archery.target_refusal(battle, figure, archery.named(battle, key)),
            label=lambda key: _called(battle, key),
            about=(unit, figure.id, FIRE),
            odds=lambda key: archery.odds_of(battle, figure, archery.named(battle, key)),
            usual=lambda: _nearest(battle, figure),
        )
    )
    target = archery.named(battle, key)
    declared = None
    if isinstance(target, Figure) and target.mounted:
        declared = archery.declare(table, figure, target)
    archery.fire(table, figure, target, declared)


def _nearest(battle: Battle, figure: Figure) -> str | int | None:
    """The nearest he may shoot at."""
    lawful = [
        target
        for target in _targets(battle, figure)
        if archery.target_refusal(battle, figure, target) is None
    ]
    nearest = min(lawful, key=lambda target: gap(figure.base, target.base), default=None)
    return None if nearest is None else archery.name_of(nearest)


def _called(battle: Battle, key: str | int) -> str:
    return battle.figures[key].profile.name if isinstance(key, int) else "a riderless mount"


@clause("OP-ACT-04", "OP-SHOOT-07")
def _aim(table: Table[Battle], figure: Figure) -> None:
    """He spends his action aiming at one enemy; it helps a shot at him in the next own turn."""
    battle = table.state
    target: int = table.ask(
        Pick(
            figure.player,
            "figure.target",
            f"Whom does {figure.profile.name} aim at?",
            lambda: [enemy.id for enemy in seen_enemies(battle, figure.side)],
            why_not=lambda key: archery.aim_refusal(battle, figure, battle.figures[key]),
            label=lambda key: battle.figures[key].profile.name,
            about=(figure.unit, figure.id, AIM),
        )
    )
    figure.aim = target
    figure.aimed_before = False
    archery.turn_towards(battle, figure, battle.figures[target])
    table.tell(Did(figure.id, AIM, str(target)))


# -- the quiet deeds


@clause("OP-ACT-09", "OP-LOAD-03", "OP-LOAD-05")
def _load(table: Table[Battle], figure: Figure) -> None:
    """His crossbow is one load point nearer to being ready."""
    figure.load += 1
    table.tell(Did(figure.id, LOAD, str(figure.load)))


@clause("OP-ACT-05")
def _nothing(table: Table[Battle], figure: Figure) -> None:
    """He does nothing."""
    table.tell(Did(figure.id, NOTHING))


_DEEDS: dict[str, Callable[[Table[Battle], Figure], None]] = {
    LOAD: _load,
    CHANGE: handling.change_weapon,
    MOUNT: mounts.mount_up,
    DISMOUNT: mounts.dismount,
    OPEN: handling.open_gate,
    SHUT: handling.shut_gate,
    SEIZE: handling.seize,
    NOTHING: _nothing,
}
