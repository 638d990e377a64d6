"""Two men face to face, archers and marks: the positions the chapters of arms are tested on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from banneret.core.play.events import Rolled
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.state import Battle, Figure
from banneret.rulesets.one_page_skirmish.melee import phase as melee
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.turn import man_by_man as figures
from banneret.tabletop.shapes.measuring import gap
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.scripting import events_of


def face_off(
    ours: str = "", theirs: str = "", *, at: str = "10,10", foe_at: str = "10,11", **rest: Any
) -> Battle:
    """Two common men in contact, a's to attack, their Sergeants far away."""
    rest.setdefault("phase", "melee")
    return field(
        f"a ours: {ours} x2 at 3,3 {at} north | b theirs: {theirs} x2 at 3,33 {foe_at} south",
        **rest,
    )


def ours(battle: Battle) -> Figure:
    """Our man in the face-off."""
    return man(battle, "ours", 1)


def theirs(battle: Battle) -> Figure:
    """Their man in the face-off."""
    return man(battle, "theirs", 1)


def round_one(units: str, **rest: Any) -> Battle:
    """A Melee phase of a's turn."""
    rest.setdefault("phase", "melee")
    return field(units, **rest)


def fight(battle: Battle, *dice: int, answers: Any = ()) -> Table[Battle]:
    """One step of the Melee phase."""
    return play(battle, melee.melee, dice=dice, answers=answers)


def act(battle: Battle, key: str, *dice: int, answers: Any = ()) -> Table[Battle]:
    """One step of figure actions of a unit."""
    battle.phase = "figures"
    battle.acting = unit(battle, key).id
    return play(battle, figures.act, dice=dice, answers=answers)


def shoot(
    battle: Battle, shooter: Figure, target: Any, *dice: int, declared: str | None = None
) -> Table[Battle]:
    """One shot."""
    return play(battle, archery.fire, shooter, target, declared, dice=dice)


def lines(table: Table[Battle], throw: int) -> dict[str, int]:
    """The reckoning beside a throw, by label; lines worth nothing left out."""
    rolled = events_of(table, Rolled)[throw]
    return {reason.label: reason.value for reason in rolled.tally if reason.value}


def dice_of(table: Table[Battle]) -> list[str]:
    """What was thrown for, in order."""
    return [rolled.purpose for rolled in events_of(table, Rolled)]


def next_turn(battle: Battle, player: str, phase: str = "melee") -> None:
    """Another player's turn begins, all his units taking part."""
    battle.active = player
    battle.phase = phase
    battle.taking_part = tuple(one.id for one in battle.units if one.player == player)
    battle.contacts = battle.fought = battle.struck = ()
    for figure in battle.figures:
        if figure.player == player:
            figure.acted = figure.lance_charge = False
            figure.bound_to = ()
            figure.aimed_before = figure.aim != -1
    for one in battle.units:
        one.acted = False


def apart(one: Figure, other: Figure) -> float:
    """The gap between two figures."""
    return gap(one.base, other.base)


def places(figures: Sequence[Figure]) -> list[tuple[float, float]]:
    """Where figures stand."""
    return [(figure.base.x, figure.base.y) for figure in figures]
