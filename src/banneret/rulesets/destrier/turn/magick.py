"""The spell segments: whose turn it is, quick archers, and what is asked of a caster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick, Preview

from ..basics import who
from ..basics.state import card, other
from ..host.spells import described, row_of
from .casting import cast, chance
from .missiles import PASS, ask_shot, declare_move, turn_to, turned_to
from .missiles import ready as ready_to_shoot
from .spells import (
    affordable,
    at_whom,
    repertoire,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure


def spells_winner(table: Table[Battle]) -> None:
    """The winner's spells, one by one; by Dexterity, everybody's spells and shots."""
    battle = table.state
    if battle.options.dexterity_initiative:
        by_dexterity(table)
    else:
        segment(table, battle.winner)


def spells_loser(table: Table[Battle]) -> None:
    """The loser's spells; quick archers of the winner may shoot before a slower mage."""
    battle = table.state
    if battle.options.dexterity_initiative:
        _over(battle)
    else:
        segment(table, other(battle.winner))


def _over(battle: Battle) -> None:
    from .order import next_phase  # noqa: PLC0415  # the order knows all segments

    for one in battle.figures:
        one.done = False
    next_phase(battle)


@clause("DE-MAG-01", "DE-MAG-02", "DE-MAG-16")
def ready(battle: Battle, figure: Figure) -> bool:
    """Whether a caster may cast in this segment: once in a turn, awake and on his feet."""
    if figure.done or figure.cast_this_turn or not figure.profile.mkl:
        return False
    if who.helpless(figure) or figure.berserk or not who.on_feet(figure):
        return False
    return bool(cast_keys(battle, figure))


def cast_keys(battle: Battle, figure: Figure) -> list[str]:
    """The spells and targets a caster may choose among in a segment: "3>gust@7"."""
    found = []
    for spells in repertoire(battle, figure):
        if affordable(battle, figure, spells):
            found += at_whom(battle, figure, spells, str(figure.id))
    return [key for key in found if _faces(battle, figure, key)]


@clause("DE-MAG-03")
def _faces(battle: Battle, figure: Figure, key: str) -> bool:
    """Whether whom a spell names is before the caster, or he can turn there."""
    return not isinstance(turned_to(battle, figure, battle.figures[card(key).target]), Refusal)


@clause("DE-SEQ-02", "DE-SEQ-09")
def segment(table: Table[Battle], side: str) -> None:
    """Let one caster of a side cast, in the order its owner likes."""
    battle = table.state
    casters = [one for one in who.of_side(battle, side) if ready(battle, one)]
    if not ask_spell(table, side, casters):
        _over(battle)


def ask_spell(table: Table[Battle], side: str, casters: Sequence[Figure]) -> bool:
    """Ask who casts what on whom; tell whether anybody did."""
    battle = table.state
    offered = [key for one in casters for key in cast_keys(battle, one)]
    chosen = table.ask(
        Pick(
            side,
            "spell",
            "Who casts which spell?",
            [*offered, PASS],
            label=lambda key: _label(battle, key),
            odds=lambda key: _odds(battle, key),
            foresee=lambda key: _foreseen(battle, key),
            about=tuple(one.id for one in casters),
        )
    )
    if chosen == PASS:
        return False
    one = card(chosen)
    caster, target = battle.figures[int(one.name)], battle.figures[one.target]
    declare_move(table, caster)
    caster.cast_this_turn = True
    if side != battle.winner and not battle.options.dexterity_initiative:
        quick_archers(table, caster)  # by Dexterity their turn has come, or a senior mage's first
    if who.helpless(caster) or not who.on_feet(caster):
        return True
    turn_to(battle, caster, target)
    caster.acted = True
    spells = tuple(one.detail.split("+"))
    cast(table, caster, spells, target, one.part)
    return True


def _label(battle: Battle, key: str) -> str:
    if key == PASS:
        return "Cast no more"
    one = card(key)
    said = one.detail.replace("_", " ").replace("+", " and ")
    steed = "'s steed" if one.part == "steed" else ""
    target = battle.figures[one.target].name
    return f"{battle.figures[int(one.name)].name}: {said} on {target}{steed}"


def _foreseen(battle: Battle, key: str) -> Preview:
    """What a spell does, for whoever is about to cast it."""
    if key == PASS:
        return Preview(legal=True)
    said = described(battle.tables, card(key).detail.split("+"))
    return Preview(legal=True, odds=_odds(battle, key), notes=(said,))


def _odds(battle: Battle, key: str) -> dict[str, str]:
    if key == PASS:
        return {}
    one = card(key)
    caster, target = battle.figures[int(one.name)], battle.figures[one.target]
    spells = tuple(one.detail.split("+"))
    if not any(row_of(battle.tables, spell).targeted for spell in spells):
        return {"landed": "100 %"}
    return {"landed": f"{chance(battle, caster, spells, target)} %"}


@clause("DE-SEQ-03")
def quick_archers(table: Table[Battle], mage: Figure) -> None:
    """The winner's missile users of higher Dexterity may shoot before a mage casts."""
    battle = table.state
    quick = [
        one
        for one in who.of_side(battle, battle.winner)
        if one.dexterity > mage.dexterity and ready_to_shoot(battle, one)
    ]
    while quick and not who.helpless(mage) and who.on_feet(mage):
        why = f"{mage.name} is about to cast: who shoots first?"
        if not ask_shot(table, battle.winner, quick, why):
            return
        quick = [one for one in quick if ready_to_shoot(battle, one)]


@clause("DE-INIT-04", "DE-INIT-05", "DE-SEQ-09")
def by_dexterity(table: Table[Battle]) -> None:
    """Casters and missile users act in descending Dexterity, whatever their side."""
    battle = table.state
    waiting = [
        one
        for one in battle.figures
        if one.status == "active" and (ready(battle, one) or ready_to_shoot(battle, one))
    ]
    if not waiting:
        _over(battle)
        return
    turn = min(_turn_of(battle, one) for one in waiting)
    equals = [one for one in waiting if _turn_of(battle, one) == turn]
    casters = [one for one in equals if ready(battle, one)]
    shooters = [one for one in equals if ready_to_shoot(battle, one)]
    side = equals[0].side
    if (casters and ask_spell(table, side, casters)) or ask_shot(table, side, shooters):
        return
    for one in equals:
        one.done = True


def _turn_of(battle: Battle, one: Figure) -> tuple[bool, int, bool]:
    """When somebody acts: senior mages, then the quickest, then the winner's."""
    return (not is_senior(battle, one), -one.dexterity, one.side != battle.winner)


@clause("DE-INIT-05")
def is_senior(battle: Battle, figure: Figure) -> bool:
    """Whether a mage stands two magick levels above every opposing mage."""
    if not battle.options.senior_mage or not figure.profile.mkl:
        return False
    margin = battle.tables.seed.rules_of_initiative.mage_mkl_margin
    foes = [one for one in who.enemies(battle, figure) if one.profile.mkl]
    return bool(foes) and all(figure.profile.mkl >= one.profile.mkl + margin for one in foes)
