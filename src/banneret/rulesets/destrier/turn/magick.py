"""Magick: the spell segments, CAST and PREPARE cards, and what each spell does."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.bases import ahead

from ..basics import who
from ..basics.procedures import percent
from ..basics.state import SPELL, Card, card, moved, other, written
from ..ground.contact import known_enemies
from ..ground.sight import sees
from ..ground.stands import arc_towards, gap
from ..host import spells as rules
from ..host.spells import row_of
from ..melee import bashes, harm
from ..movement.driven.forced import stagger
from ..screen import told
from .missiles import PASS, ask_shot, declare_move, turn_to
from .missiles import ready as ready_to_shoot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure

KIND = ("ward", "mend", "quicken")  # cast on friends
MOST_TARGETS = 4
MOST_COMBINED = 3  # DE-MAG-01
SLEEP = 3  # turns (DE-HOST-56)
BURST = 1.0  # inch (DE-HOST-57)


# -- what may be cast


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
    near.sort(key=lambda one: (gap(figure, one), one.id))
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


# -- the segments


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
    return found


@clause("DE-SEQ-02", "DE-SEQ-09")
def segment(table: Table[Battle], side: str) -> None:
    """Let one caster of a side cast, in the order its owner likes."""
    battle = table.state
    casters = [one for one in who.of_side(battle, side) if ready(battle, one)]
    if not casters or not ask_spell(table, side, casters):
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
            about=tuple(one.id for one in casters),
        )
    )
    if chosen == PASS:
        return False
    one = card(chosen)
    caster, target = battle.figures[int(one.name)], battle.figures[one.target]
    declare_move(table, caster)
    caster.cast_this_turn = True
    if side != battle.winner:
        quick_archers(table, caster)
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


@clause("DE-INIT-04", "DE-INIT-05")
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
    figure = min(waiting, key=lambda one: _turn_of(battle, one))
    acted = False
    if ready(battle, figure):
        acted = ask_spell(table, figure.side, [figure])
    if not acted and ready_to_shoot(battle, figure):
        acted = ask_shot(table, figure.side, [figure])
    if not acted:
        figure.done = True


def _turn_of(battle: Battle, one: Figure) -> tuple[bool, int, bool, int]:
    """When somebody acts: senior mages, then the quickest, then the winner's."""
    return (not is_senior(battle, one), -one.dexterity, one.side != battle.winner, one.id)


@clause("DE-INIT-05")
def is_senior(battle: Battle, figure: Figure) -> bool:
    """Whether a mage stands two magick levels above every opposing mage."""
    if not battle.options.senior_mage or not figure.profile.mkl:
        return False
    margin = battle.tables.seed.rules_of_initiative.mage_mkl_margin
    foes = [one for one in who.enemies(battle, figure) if one.profile.mkl]
    return bool(foes) and all(figure.profile.mkl >= one.profile.mkl + margin for one in foes)


# -- casting


@clause("DE-MAG-06", "DE-MAG-07", "DE-MAG-08")
def cast_by_card(table: Table[Battle], figure: Figure, one: Card) -> None:
    """Carry out a CAST SPELL card."""
    spells = tuple(one.detail.split("+"))
    figure.prepared = ()
    figure.spells_cast += 1
    figure.levels_cast += spell_level(table.state, spells)
    cast(table, figure, spells, table.state.figures[one.target], one.part)


@clause("DE-HOST-48", "DE-MAG-15")
def chance(battle: Battle, figure: Figure, spells: Sequence[str], target: Figure) -> int:
    """The chance of a spell, or a combination, to strike home."""
    rows = [row_of(battle.tables, one) for one in spells]
    return rules.targeting(
        battle.tables,
        level=max(row.level for row in rows),
        reach=min(row.range for row in rows),
        mkl=figure.profile.mkl,
        distance=gap(figure, target),
        motion=target.motion,
        will_move=figure.will_move and battle.card_round < 0,
    )


@clause("DE-MAG-14", "DE-MAG-15", "DE-MAG-03")
def cast(
    table: Table[Battle], figure: Figure, spells: tuple[str, ...], target: Figure, part: str
) -> None:
    """Cast a spell or combination: its fatigue, its targeting, and each effect in turn."""
    battle = table.state
    figure.fatigue = max(0, figure.fatigue - spell_level(battle, spells))
    if gap(figure, target) > reach_of(battle, spells) + 1e-6 or not who.on_table(target):
        table.tell(told.SpellCast(figure.id, target.id, spells, False))
        return
    behind = target is not figure and arc_towards(figure, (target.x, target.y)) == "rear"
    targeted = any(row_of(battle.tables, one).targeted for one in spells)
    if behind or (
        targeted and not percent(table, "targeting", chance(battle, figure, spells, target))
    ):
        table.tell(told.SpellCast(figure.id, target.id, spells, False))
        return
    resisted, amount = [], 0
    for spell in spells:
        found = effect(table, figure, spell, target, part)
        amount += found.amount
        if found.resisted:
            resisted.append(spell.replace("_", " "))
    table.tell(told.SpellCast(figure.id, target.id, spells, True, tuple(resisted), amount))


def _attribute(target: Figure, resist: str) -> int:
    return int(getattr(target.profile, resist, 0)) if resist != "none" else 0


def effect(
    table: Table[Battle], figure: Figure, spell: str, target: Figure, part: str
) -> rules.Cast:
    """Carry out one spell that struck home."""
    battle = table.state
    if spell == "fire_burst":
        return burst(table, target)
    if target.status != "active":
        return rules.Cast(True)
    row = row_of(battle.tables, spell)
    found = rules.effect(
        table,
        battle.tables,
        spell,
        attribute=_attribute(target, row.resist),
        level=target.profile.level,
    )
    if not found.resisted:
        _EFFECTS[spell](table, figure, target, found.amount if part == "man" else -found.amount)
    return found


@clause("DE-HOST-49")
def _flame_dart(table: Table[Battle], figure: Figure, target: Figure, amount: int) -> None:
    """2D6 damage; a negative amount means the steed was named."""
    if amount < 0:
        bashes.hurt_steed(table, target, -amount, (figure.x, figure.y))
    else:
        harm.hurt(table, target, amount)


@clause("DE-HOST-50")
def _gust(table: Table[Battle], figure: Figure, target: Figure, _amount: int) -> None:
    """Staggered half an inch directly away."""
    origin = (figure.x, figure.y)
    if origin == (target.x, target.y):
        origin = ahead(origin, target.facing, 1.0)
    if not stagger(table, target, origin, 0.5) and not target.mounted:
        harm.knock(table.state, target, "kneeling")


@clause("DE-HOST-51")
def _dazzle(table: Table[Battle], _figure: Figure, target: Figure, _amount: int) -> None:
    """Stunned to the end of the next card round; in a segment, no next half-move."""
    if table.state.card_round >= 0:
        harm.stun(table.state, target)
    else:
        target.dazed = True


@clause("DE-HOST-52")
def _ward(_table: Table[Battle], _figure: Figure, target: Figure, _amount: int) -> None:
    """Fifteen off every attack to the end of the turn."""
    target.warded = True


@clause("DE-HOST-53")
def _mend(_table: Table[Battle], _figure: Figure, target: Figure, amount: int) -> None:
    """Body points, not above the maximum."""
    target.body = min(target.body_max, target.body + abs(amount))


@clause("DE-HOST-54")
def _entangle(table: Table[Battle], _figure: Figure, target: Figure, _amount: int) -> None:
    """Restrained by the spell."""
    if SPELL not in target.restrained_by:
        target.restrained_by = (*target.restrained_by, SPELL)
        harm.release(table.state, target)
        moved(table.state)


@clause("DE-HOST-55")
def _quicken(table: Table[Battle], _figure: Figure, target: Figure, _amount: int) -> None:
    """Two more blows in this melee, or the next of the turn; once a turn."""
    if not target.quickened:
        target.quickened = True
        if table.state.card_round >= 0:
            target.blows_left += 2


@clause("DE-HOST-56")
def _slumber(table: Table[Battle], _figure: Figure, target: Figure, _amount: int) -> None:
    """Asleep until struck, or for three turns."""
    target.asleep = SLEEP
    if not target.mounted:
        harm.knock(table.state, target, "prone")
    harm.release(table.state, target)
    moved(table.state)


_EFFECTS = {
    "flame_dart": _flame_dart,
    "gust": _gust,
    "dazzle": _dazzle,
    "ward": _ward,
    "mend": _mend,
    "entangle": _entangle,
    "quicken": _quicken,
    "slumber": _slumber,
}


@clause("DE-HOST-57")
def burst(table: Table[Battle], target: Figure) -> rules.Cast:
    """3D6 to every stand within an inch of the point; each may resist for half."""
    from ..ground.stands import stand  # noqa: PLC0415  # kept beside its use

    battle = table.state
    amount = rules.amount(table, "fire_burst")
    point = (target.x, target.y)
    struck = [
        one
        for one in battle.figures
        if one.status == "active" and _near(stand(one), point) <= BURST
    ]
    for one in struck:
        found = rules.effect(
            table,
            battle.tables,
            "fire_burst",
            attribute=one.dexterity,
            level=one.profile.level,
            rolled=amount,
        )
        harm.hurt(table, one, found.amount)
        if one.steed is not None:
            bashes.hurt_steed(table, one, found.amount)
    return rules.Cast(True, False, amount)


def _near(own: object, point: tuple[float, float]) -> float:
    from banneret.tabletop.shapes.measuring import gap_to_point  # noqa: PLC0415  # for bursts

    base = getattr(own, "base", None)
    return gap_to_point(base, point) if base is not None else 99.0
