"""What a caster may cast, and on whom; PREPARE cards (DE-MAG)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ..basics import who
from ..basics.state import Card, card, written
from ..ground.contact import known_enemies
from ..ground.sight import sees
from ..ground.stands import gap, nearest_first
from ..host.spells import row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..basics.state import Battle, Figure

KIND = ("ward", "mend", "quicken")  # cast on friends
MOST_TARGETS = 4
MOST_COMBINED = 3  # DE-MAG-01


@clause("DE-MAG-01", "DE-MAG-15")
def repertoire(battle: Battle, figure: Figure) -> list[tuple[str, ...]]:
    """The spells of a caster, and the combinations of up to three basic ones at one target."""
    known = figure.profile.spells
    basic = [one for one in known if row_of(battle.tables, one).basic and one not in KIND]
    found: list[tuple[str, ...]] = [(one,) for one in known]
    for count in range(2, MOST_COMBINED + 1):
        found += combinations(basic, count)
    return found


def reach_of(battle: Battle, spells: Sequence[str]) -> float:
    """The range of a spell, or the shortest in a combination."""
    return min(row_of(battle.tables, one).range for one in spells)


@clause("DE-MAG-14", "DE-MAG-03")
def subjects(battle: Battle, figure: Figure, spells: Sequence[str]) -> list[Figure]:
    """Whom a spell may be cast on: friends or enemies in range and in sight."""
    inches = reach_of(battle, spells)
    if spells[0] in KIND:
        some = [figure, *who.friends(battle, figure)]
    else:
        some = known_enemies(battle, figure)
    near = [one for one in some if gap(figure, one) <= inches and _useful(one, spells[0])]
    near = nearest_first(figure, near)
    seen = [one for one in near if one is figure or sees(battle, figure, one)]
    return seen[:MOST_TARGETS]


def _useful(one: Figure, spell: str) -> bool:
    if spell == "mend":
        return one.body < one.body_max
    if spell == "ward":
        return not one.warded
    return spell != "quicken" or not one.quickened


def affordable(battle: Battle, figure: Figure, spells: Sequence[str]) -> bool:
    """Whether the fatigue for a spell is there (DE-MAG-14)."""
    return figure.fatigue >= spell_level(battle, spells)


@clause("DE-MAG-09")
def spells_already(battle: Battle, figure: Figure) -> int:
    """How many spells count as cast before the next one in this melee."""
    shared = battle.options.shared_spell_allowance and figure.cast_this_turn
    return figure.spells_cast + (1 if shared else 0)


def spell_level(battle: Battle, spells: Sequence[str]) -> int:
    """The level of a spell or combination (DE-MAG-15)."""
    return sum(row_of(battle.tables, one).level for one in spells)


def spell_keys(battle: Battle, figure: Figure) -> list[str]:
    """The PREPARE and CAST cards of a caster in the melee."""
    found = []
    for spells in repertoire(battle, figure):
        name = "+".join(spells)
        if figure.profile.needs_prepare and affordable(battle, figure, spells):
            found.append(written(Card("PREPARE_SPELL", name)))
        if figure.profile.needs_prepare and figure.prepared != spells:
            continue
        found += at_whom(battle, figure, spells, "CAST_SPELL")
    return found


@clause("DE-HOST-65")
def at_whom(battle: Battle, figure: Figure, spells: Sequence[str], name: str) -> list[str]:
    """A spell with each of its subjects; a dart names the rider or the steed."""
    found = []
    for one in subjects(battle, figure, spells):
        found.append(Card(name, "+".join(spells), one.id))
        if one.steed is not None and spells == ("flame_dart",):
            found.append(Card(name, "flame_dart", one.id, "steed"))
    return [written(one) for one in found]


@clause("DE-MAG-04", "DE-MAG-05", "DE-MAG-07", "DE-MAG-14", "DE-MAG-11")
def why_not_spell(battle: Battle, figure: Figure, one: Card) -> Refusal | None:
    """Say why a caster cannot prepare or cast something by card."""
    spells = tuple(one.detail.split("+"))
    if figure.berserk:
        return Refusal("a berserk figure only closes", "DE-BERS-07")
    if not affordable(battle, figure, spells):
        return Refusal("he is too tired for this spell", "DE-MAG-14")
    if one.name == "PREPARE_SPELL":
        if figure.prepare_lost:
            return Refusal("his preparation was disturbed", "DE-MAG-11")
        return None
    if figure.profile.needs_prepare and figure.prepared != spells:
        return Refusal("the spell must first be prepared", "DE-MAG-04")
    if spells_already(battle, figure):
        levels = figure.levels_cast + spell_level(battle, spells)
        if levels > figure.profile.mkl:
            return Refusal("his magick level allows no more", "DE-MAG-07")
        if figure.blows_left < 1:
            return Refusal("no more spells than blows", "DE-MAG-07")
    return None


@clause("DE-MAG-05", "DE-MAG-10", "DE-MAG-16")
def prepared(battle: Battle, figure: Figure) -> None:
    """A preparation is done at the end of its round; by level it takes several."""
    name = next(card(key).detail for key in figure.hand if card(key).name == "PREPARE_SPELL")
    spells = tuple(name.split("+"))
    if figure.prepare_lost:
        return
    if figure.preparing != spells:
        figure.preparing, figure.prepare_count = spells, 0
    figure.prepare_count += 1
    needed = spell_level(battle, spells) if battle.options.prepare_by_level else 1
    if figure.prepare_count >= needed:
        figure.prepared, figure.preparing, figure.prepare_count = spells, (), 0
