"""What a player may know, and what might be behind what he does not."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D
from banneret.tabletop.shapes.measuring import within

from ..basics.state import (
    NOBODY,
    ON_TABLE,
    Battle,
    Memo,
    Unit,
    bring_on,
    changed,
    clone,
    on_table,
    put,
    side_of_player,
)
from ..ground.lay import sees
from ..setup.beginning import begin
from ..setup.deploying import base_of, boxes_for, find_places, plan_of
from ..setup.enlisting import blank_figure, blank_unit, drop_blanks
from ..setup.on_file import forces
from ..turn.deck import shown, units_of_card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.chance.dice import Dice
    from banneret.core.questions.choices import Chance

    from ..setup.deploying import Places

SETTING_UP = ("setup", "hide", "deploy")

# -- what is shown


def is_concealed(battle: Battle, unit: Unit) -> bool:
    """Whether the other side may not know of it: hidden, or perhaps about to be hidden."""
    if unit.hidden:
        return True
    if unit.home != NOBODY and not _has_men(battle, unit):
        return is_concealed(battle, battle.units[unit.home])
    return (
        not unit.deployed
        and not unit.arrival_round
        and battle.phase in SETTING_UP
        and plan_of(battle, unit.side).hidden != "none"
    )


def _has_men(battle: Battle, unit: Unit) -> bool:
    return any(battle.figures[member].unit == unit.id for member in unit.members)


@clause("OP-INFO-01", "OP-HIDE-03", "OP-SETUP-06")
def view(battle: Battle, player: str | None) -> Battle:
    """The battle without the units the player may not know of; to be read, never changed.

    Blanks stand in their places, and places at the end are left out, so that battles which differ
    in hidden things alone have the same view. With nothing to hide the view shares everything.
    """
    side = None if player is None else side_of_player(battle, player)
    secret = [
        unit.id
        for unit in battle.units
        if unit.side and unit.side != side and is_concealed(battle, unit)
    ]
    if not secret:
        seen = copy(battle)
    else:
        seen = clone(battle)
        seen.memo = Memo()
        _blank_out(battle, seen, secret)
        _mask_turn(battle, seen, secret, side)
    drop_blanks(seen)
    return seen


def _blank_out(battle: Battle, seen: Battle, secret: Sequence[int]) -> None:
    """Put blanks for secret units, their men and mounts; nobody left refers to them."""
    gone = set(secret)
    lost = {figure.id for figure in battle.figures if figure.unit in gone}
    for key in secret:
        seen.units[key] = blank_unit(key)
    for figure in battle.figures:
        if figure.id in lost:
            seen.figures[figure.id] = blank_figure(figure.id)
    for unit in seen.units:
        unit.lord = NOBODY if unit.lord in lost else unit.lord
        unit.leader = NOBODY if unit.leader in lost else unit.leader
        unit.home = NOBODY if unit.home in gone else unit.home
        if any(member in lost for member in unit.members):
            unit.members = tuple(member for member in unit.members if member not in lost)
    for figure in seen.figures:
        figure.aim = NOBODY if figure.aim in lost else figure.aim
    seen.mounts = [mount for mount in seen.mounts if mount.unit not in gone]


def _mask_turn(battle: Battle, seen: Battle, secret: Sequence[int], side: str | None) -> None:
    """Hide that a secret unit acts, or that it may be released."""
    seen.deck = tuple(sorted([shown(battle, card, side) for card in battle.deck]))
    seen.drawn = tuple(shown(battle, card, side) for card in battle.drawn)
    seen.taking_part = tuple(key for key in battle.taking_part if key not in secret)
    seen.gap_at = seen.gap_passes = 0
    if battle.acting in secret:
        seen.acting = NOBODY
        seen.phase = "action"
    if battle.released and battle.taking_part and not seen.taking_part:
        seen.released = False
        seen.phase = "gap"
        seen.active = units_of_card(battle, battle.drawn[-1])[0] if battle.drawn else ""


# -- what might be


@clause("OP-INFO-01")
def imagine(seen: Battle, player: str, dice: Dice) -> Battle:
    """A whole battle that fits the view: units of the enemy's list out of sight are in hiding."""
    guess = clone(seen)
    chance = _Drawn(dice)
    side = side_of_player(seen, player)
    if all(plan_of(seen, other).hidden == "none" for other in "ab" if other != side):
        return guess
    if any(seat.force not in forces() for seat in seen.seats):
        return guess
    whole = begin(
        seen.scenario,
        {key: getattr(seen.options, key) for key in seen.options.__struct_fields__},
        {seat.key: seat.force for seat in seen.seats},
    )
    guess.memo = Memo()
    for unit in _in_hiding(guess, _fill_in(guess, whole, side)):
        _hide_somewhere(guess, unit, chance)
    changed(guess)
    return guess


def _in_hiding(guess: Battle, missing: Sequence[Unit]) -> list[Unit]:
    """Whoever is not in sight, from deployment on; before that as many as may hide."""
    if guess.phase in {"setup", "hide"}:
        return []
    found = [unit for unit in missing if unit.may_hide]
    if guess.phase == "deploy":
        for late in found:
            late.may_hide = False
        found = [u for u in found if plan_of(guess, u.side).hidden == "all" or u is found[0]]
    return found


def _fill_in(guess: Battle, whole: Battle, side: str) -> list[Unit]:
    """Take units and men the view lacks from a fresh muster."""
    missing: list[Unit] = []
    for unit in whole.units:
        absent = unit.id >= len(guess.units) or not guess.units[unit.id].side
        own = unit if absent and unit.side != side else blank_unit(unit.id)
        if unit.id >= len(guess.units):
            guess.units.append(own)
        elif absent:
            guess.units[unit.id] = own
        if absent and own.side:
            missing.append(own)
    wanted = {member for unit in missing for member in unit.members}
    for figure in whole.figures:
        man = figure if figure.id in wanted else blank_figure(figure.id)
        if figure.id >= len(guess.figures):
            guess.figures.append(man)
        elif figure.id in wanted:
            guess.figures[figure.id] = man
    return missing


def _hide_somewhere(guess: Battle, unit: Unit, chance: Chance) -> None:
    places = _hiding_place(guess, unit, chance)
    if places is None:  # there is no room for it to hide
        _vanish(guess, unit)
        return
    for member, place in places.items():
        bring_on(guess, guess.figures[member], place.x, place.y, place.facing)
    unit.deployed = unit.hidden = True
    changed(guess)


def _hiding_place(guess: Battle, unit: Unit, chance: Chance) -> Places | None:
    """A random hiding place out of the enemy's sight if there is one, else any."""
    boxes = boxes_for(guess, unit, hidden=True)
    found: Places | None = None
    for _ in range(6):
        first = chance.die(len(boxes)) - 1
        start = (chance.die(21) - 1) / 20
        places = find_places(guess, unit, [*boxes[first:], *boxes[:first]], start, hidden=True)
        if places is None:
            return None
        found = places
        if not _is_seen(guess, unit, places):
            return places
    return found


def _is_seen(guess: Battle, unit: Unit, places: Places) -> bool:
    watchers = [f for f in on_table(guess) if f.side != unit.side]
    for key, place in places.items():
        base = base_of(guess.figures[key], place)
        if any(within(w.base, base, 6.0) and sees(guess, w.base, base) for w in watchers):
            return True
    return False


class _Drawn:
    """Numbers from dice, for imagining."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def die(self, sides: int) -> int:
        """Throw one."""
        return self._dice.throw(D("imagination", sides))[0]


# -- for the test that nothing leaks


def vary_hidden(battle: Battle, player: str | None, chance: Chance) -> Battle:
    """The same battle with other secrets kept from a player: hidden men elsewhere, armed better."""
    other = clone(battle)
    side = None if player is None else side_of_player(battle, player)
    for unit in other.units:
        if unit.side and unit.side != side and unit.hidden:
            _vary(other, unit, chance)
    changed(other)
    return other


def _vary(battle: Battle, unit: Unit, chance: Chance) -> None:
    men = [battle.figures[key] for key in unit.members if battle.figures[key].fate == ON_TABLE]
    places = _hiding_place(battle, unit, chance)
    for man in men:
        if places is not None:
            put(battle, man, *places[man.id])
        name = f"Another {man.profile.name}"
        man.profile = msgspec.structs.replace(man.profile, name=name, rating=4)


def _vanish(battle: Battle, unit: Unit) -> None:
    """As if the unit had never been there."""
    for member in unit.members:
        battle.figures[member] = blank_figure(member)
    for one in battle.units:
        one.lord = NOBODY if one.lord in unit.members else one.lord
    battle.mounts = [mount for mount in battle.mounts if mount.unit != unit.id]
    battle.taking_part = tuple(key for key in battle.taking_part if key != unit.id)
    battle.units[unit.id] = blank_unit(unit.id)
