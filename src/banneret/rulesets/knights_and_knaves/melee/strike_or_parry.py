"""Strike or parry: what a figure in a fight may choose, in secret (KK-MELEE-18 to 21, 32)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick

from ..basics.state import ESCORTING, NOBODY, ROUTING, UP
from ..basics.who import standing
from ..ground.contact import contacts, touching
from . import ranks
from .arms import EMPTY, carried, wielded
from .as_fighters import fights, is_drawing, kept_off, parry_odds, strike_odds, told_to_draw

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..basics.state import Battle, Man

STRIKE, HORSE, PARRY, DRAW, NOTHING = "strike", "horse", "parry", "draw", "nothing"
MOST_PARRIED = 2
NO_STRIKE = frozenset(("mount", "dismount", "parry"))  # KK-MOVE-28, KK-COMP-02


class Chosen(NamedTuple):
    """What a figure does in the Melee phase, and to or against whom."""

    kind: str
    at: tuple[int, ...] = ()
    weapon: str = ""


# -- who has a say


def in_the_fight(battle: Battle) -> list[Man]:
    """Everybody who is asked, in roster order: those in contact and those right behind them."""
    met, rear = contacts(battle), ranks.seconds(battle)
    return [man for man in standing(battle) if (man.id in met or man.id in rear) and fights(man)]


# -- what he may do


@clause("KK-MELEE-19", "KK-RANK-01", "KK-RANK-06", "KK-MELEE-32")
def within_reach(battle: Battle, man: Man) -> Sequence[Man]:
    """Whom he could strike: those he touches, or those his rank reaches."""
    near = touching(battle, man)
    if near:
        return near
    return ranks.targets_past(battle, man)


@clause("KK-MELEE-18", "KK-RANK-02", "KK-RANK-06")
def attackers(battle: Battle, man: Man) -> list[Man]:
    """Who could strike at him: those he touches and those who reach past them."""
    rear = ranks.seconds(battle)
    near = [foe for foe in touching(battle, man) if fights(foe)]
    for foe in touching(battle, man):
        for behind in ranks.rears_of(battle, foe):
            if behind not in near and man in ranks.targets_past(battle, behind):
                near.append(behind)
    if not near:
        near += [foe for foe in ranks.targets_past(battle, man) if foe.id in rear]
    return near


def keys_of(battle: Battle, man: Man) -> list[str]:
    """Everything he could choose, as words."""
    found: list[str] = []
    for foe in within_reach(battle, man):
        found.append(f"{STRIKE}:{foe.id}")
        if foe.horse != NOBODY and foe in touching(battle, man):
            found.append(f"{HORSE}:{foe.id}")
    against = attackers(battle, man)
    if len(against) <= MOST_PARRIED:
        if against:
            found.append(_key(PARRY, against))
    else:
        found += [_key(PARRY, some) for some in combinations(against, MOST_PARRIED)]
    if against and not is_drawing(man) and touching(battle, man):
        found += [f"{DRAW}:{one}" for one in carried(man) if one != man.weapon]
    return [*found, NOTHING]  # the likeliest first: who asks for no more takes that


def _key(kind: str, men: Sequence[Man]) -> str:
    return f"{kind}:{','.join(str(one.id) for one in men)}"


def read(battle: Battle, man: Man, key: str, against: Sequence[Man] | None = None) -> Chosen:
    """The choice a key stands for; `against` are his attackers, if they are known already."""
    kind, _, rest = key.partition(":")
    if kind == NOTHING:
        return Chosen(NOTHING)
    if kind == DRAW:
        first = (attackers(battle, man) if against is None else against)[:MOST_PARRIED]
        return Chosen(PARRY, tuple([one.id for one in first]), rest)
    return Chosen(kind, tuple([int(one) for one in rest.split(",")]))


@clause("KK-MELEE-20", "KK-MELEE-21", "KK-MELEE-13", "KK-MOVE-28", "KK-MELEE-32", "KK-YIELD-11")
def refusal(battle: Battle, man: Man, key: str) -> Refusal | None:
    """Why he may not choose that."""
    kind, _, whom = key.partition(":")
    if kind in {STRIKE, HORSE}:
        return _strike_refusal(battle, man, battle.men[int(whom)])
    if kind != NOTHING and man.status == ROUTING:
        return Refusal("a berserk in rout strikes and never parries", "KK-YIELD-11")
    return None


def _strike_refusal(battle: Battle, man: Man, other: Man) -> Refusal | None:
    if other.status not in UP:
        return Refusal("he is out of the fight", "KK-MELEE-32")
    no = busy(man) or _unprovoked(battle, man)
    if no is not None:
        return no
    if man.panic == "bolt":
        return Refusal("on a bolting horse he can only parry", "KK-PANIC-04")
    if is_drawing(man) or wielded(man) == EMPTY:
        return Refusal("without a weapon in hand he can only parry", "KK-MELEE-13")
    if kept_off(battle, man, other):
        return Refusal(
            f"{other.profile.name} has the longer weapon: in the first round he only parries",
            "KK-MELEE-20",
        )
    return None


@clause("KK-MOVE-28", "KK-MELEE-13", "KK-PANIC-04")
def busy(man: Man) -> Refusal | None:
    """Why his action leaves him nothing but to parry, unless his horse has charged with him."""
    if told_to_draw(man):
        return Refusal("who draws a weapon can only parry", "KK-MELEE-13")
    if man.chit not in NO_STRIKE or man.panic == "charge":
        return None
    if man.chit == "parry":
        return Refusal("he was told to parry", "KK-COMP-02")
    return Refusal("who mounts or dismounts can only parry", "KK-MOVE-28")


@clause("KK-YIELD-07")
def _unprovoked(battle: Battle, man: Man) -> Refusal | None:
    """A captor fights only if he is attacked: not routers or the stunned beside his way."""
    if man.status != ESCORTING or attackers(battle, man):
        return None
    return Refusal("with a captive he fights only who attacks him", "KK-YIELD-07")


# -- the question


def question(battle: Battle, man: Man) -> Pick[str]:
    """The question what he does in the fight."""
    return Pick(
        man.player,
        "fight",
        f"{man.profile.name}: strike or parry?",
        lambda: keys_of(battle, man),
        why_not=lambda key: refusal(battle, man, key),
        label=lambda key: label(battle, man, key),
        odds=lambda key: odds_of(battle, man, key),
        about=(man.id,),
    )


def label(battle: Battle, man: Man, key: str) -> str:
    """A choice as a person reads it."""
    kind, _, rest = key.partition(":")
    if kind == NOTHING:
        return "do nothing"
    if kind == DRAW:
        return f"draw the {rest.replace('_', ' ')} and parry"
    chosen = read(battle, man, key)
    names = " and ".join(battle.men[one].profile.name for one in chosen.at)
    return f"strike the horse of {names}" if kind == HORSE else f"{kind} {names}"


def odds_of(battle: Battle, man: Man, key: str) -> Mapping[str, str]:
    """The chances of a choice."""
    chosen = read(battle, man, key)
    if chosen.kind in {STRIKE, HORSE}:
        target = battle.men[chosen.at[0]]
        return strike_odds(battle, man, target, at_horse=chosen.kind == HORSE)
    if chosen.kind == PARRY:
        others = tuple([battle.men[one] for one in chosen.at])
        return parry_odds(battle, man, others, draws=bool(chosen.weapon))
    return {}
