"""Working out fights: who opposes whom, who strikes home (KK-MELEE-16 to 19, 22, KK-RANK)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import NOBODY, UP
from ..ground.contact import touching
from ..screen.deeds import Fought, LanceLost, Struck
from . import ranks
from .arms import EMPTY, has_lance, has_spear, wielded
from .as_fighters import fighter, gallop_bonus, gallops, is_first_round
from .dice import FIRST_DIE, SECOND_DIE, roll_damage, strike_unopposed, struck_home
from .fighters import combat_factor, factor_tally, modes
from .harm import injuries
from .strike_or_parry import HORSE, PARRY, STRIKE, Chosen

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from banneret.core.book.tally import Tally
    from banneret.core.chance.draws import D10
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man


@clause("KK-MELEE-19", "KK-MELEE-32", "KK-RANK-09")
def opposes(choices: Mapping[int, Chosen], other: int, man: int) -> bool:
    """Whether what the other chose meets this man's strike: striking him back, or parrying him."""
    chosen = choices.get(other)
    return chosen is not None and chosen.kind in {STRIKE, PARRY} and man in chosen.at


@clause("KK-MELEE-01", "KK-MELEE-16", "KK-MELEE-19", "KK-RANK-02", "KK-RANK-08", "KK-RANK-09")
def work_out(
    table: Table[Battle], choices: Mapping[int, Chosen], only: frozenset[int] | None
) -> None:
    """All strikes among the choices, or those between the figures in `only`, damage noted.

    Two who strike each other contest once; a parrier throws fresh dice for each he parries.
    """
    battle = table.state
    done: set[tuple[int, int]] = set()
    for key, chosen in choices.items():
        if chosen.kind not in {STRIKE, HORSE}:
            continue
        other = chosen.at[0]
        if only is not None and not (key in only and other in only):
            continue
        man, target = battle.men[key], battle.men[other]
        if man.status not in UP or target.status not in UP:
            continue
        if chosen.kind == STRIKE and opposes(choices, other, key):
            pair = (min(key, other), max(key, other))
            if pair not in done:
                done.add(pair)
                contest(table, man, target, STRIKE, choices[other].kind)
        else:
            strike_free(table, man, target, at_horse=chosen.kind == HORSE)
            if not _strikes(choices, other, key) and target in touching(battle, man):
                _note_reach(target, man, None)  # dice between the two, and he struck not home


def _strikes(choices: Mapping[int, Chosen], man: int, other: int) -> bool:
    """Whether he chose to strike the other, or the other's horse."""
    chosen = choices.get(man)
    return chosen is not None and chosen.kind in {STRIKE, HORSE} and other in chosen.at


# -- one contest


@clause("KK-MELEE-17", "KK-MELEE-18", "KK-RANK-04", "KK-MELEE-20")
def contest(table: Table[Battle], man: Man, other: Man, mode: str, other_mode: str) -> Man | None:
    """A die each; who struck home, if anybody, deals his damage."""
    battle = table.state
    rear = ranks.seconds(battle)
    in_contact = other in touching(battle, man)
    second, other_second = _rank_of(rear, man, in_contact), _rank_of(rear, other, in_contact)
    one = fighter(battle, man, other, mode, second=second)
    against = fighter(battle, other, man, other_mode, second=other_second)
    first = in_contact and is_first_round(man, other)
    options = battle.options
    mine, his = combat_factor(one, against, options), combat_factor(against, one, options)
    my_mode, his_mode = modes(one, against, first, options)
    my_die = _secretly(table, man, FIRST_DIE, factor_tally(one, mine))
    his_die = _secretly(table, other, SECOND_DIE, factor_tally(against, his))
    man.fought = other.fought = True
    home = struck_home(mine.factor + my_die, his.factor + his_die, my_mode, his_mode)
    winner = {"a": man, "b": other}.get(home)
    loser = None if winner is None else other if winner is man else man
    points = 0
    if winner is not None and loser is not None:
        points = strike_home(table, winner, loser, at_horse=False)
    table.tell(
        Fought(
            man.id, other.id, winner.id if winner is not None else NOBODY, points, (my_die, his_die)
        )
    )
    if in_contact:
        _note_reach(man, other, winner)
        _note_reach(other, man, winner)
    return winner


def _secretly(table: Table[Battle], man: Man, die: D10, tally: Tally) -> int:
    """A die whose reckoning tells his skill, which is nobody else's business (KK-TURN-06)."""
    with table.privately((man.player,)):
        return table.roll(die, tally, man.player)


def _rank_of(rear: Container[int], man: Man, in_contact: bool) -> bool:
    return not in_contact and man.id in rear


@clause("KK-MELEE-06", "KK-MELEE-07")
def _note_reach(man: Man, other: Man, winner: Man | None) -> None:
    """Who did not strike home is down to his second value against this opponent."""
    if winner is not man and other.id not in man.lost_reach:
        man.lost_reach = (*man.lost_reach, other.id)


# -- one strike nobody opposes


@clause("KK-MELEE-16", "KK-RANK-03", "KK-RANK-08", "KK-MORALE-37")
def strike_free(table: Table[Battle], man: Man, target: Man, *, at_horse: bool) -> bool:
    """Skill, weapon and a die; fifteen hits."""
    battle = table.state
    if wielded(man) == EMPTY:
        return False
    in_contact = target in touching(battle, man)
    second = _rank_of(ranks.seconds(battle), man, in_contact)
    one = fighter(battle, man, target, STRIKE, second=second)
    with table.privately((man.player,)):  # the reckoning tells his skill (KK-TURN-06)
        came = strike_unopposed(table, one, battle.options, man.player)
    man.fought = True
    points = strike_home(table, man, target, at_horse=at_horse) if came.hit else 0
    table.tell(Struck(man.id, target.id, at_horse, came.hit, points, came.die))
    if in_contact:
        _note_reach(man, target, man if came.hit else None)
    return came.hit


# -- striking home


@clause("KK-DMG-01", "KK-DMG-03", "KK-DMG-05", "KK-DMG-06", "KK-MELEE-22")
def strike_home(table: Table[Battle], man: Man, target: Man, *, at_horse: bool) -> int:
    """Roll the damage and note it; a lance that strikes at the gallop is lost."""
    battle = table.state
    horse = battle.horses[target.horse] if at_horse else None
    armor = horse.profile.armor if horse is not None else target.profile.armor
    left = horse.stamina if horse is not None else target.stamina
    done = roll_damage(
        table,
        wielded(man),
        gallop_bonus(battle, man, target),
        man.temporary + man.permanent,
        armor,
        left,
        man.player,
    )
    injuries.note(battle, target, done.damage, how_struck(battle, man), man, at_horse=at_horse)
    if has_lance(man) and gallops(battle, man):
        _lose_lance(table, man)
    return done.damage


@clause("KK-MELEE-22")
def _lose_lance(table: Table[Battle], man: Man) -> None:
    """A lance that strikes home at the gallop is lost."""
    man.weapon, man.lance_lost = EMPTY, True
    table.tell(LanceLost(man.id))


@clause("KK-FALL-01", "KK-FALL-03", "KK-DEF-21")
def how_struck(battle: Battle, man: Man) -> str:
    """How a blow may unseat a rider: a lance at the gallop, a foot spear or halberd."""
    if has_lance(man) and gallops(battle, man):
        return injuries.LANCED
    if man.horse == NOBODY and (has_spear(man) or man.weapon == "pole_arm"):
        return injuries.SPEARED
    return injuries.STRUCK
