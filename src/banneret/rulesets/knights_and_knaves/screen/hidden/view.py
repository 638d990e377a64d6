"""What a player may know, and what might be behind what he does not (KK-TURN-06).

Positions, wounds, routs, losses and fatigue lie open. Of the men of another side a player does not
know the chit before it is turned over, what was rolled for it, the unit, the orders or the skills.
Only ranks that fight show themselves. Lords of one side have no secrets from each other.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D
from banneret.tabletop.memo import Memo
from banneret.tabletop.shapes.bases import Rect

from ...basics.state import COMING, NOBODY, Battle, Unit, changed, clone, copy_man, copy_retinue
from ...basics.tables import PROFILES
from ...basics.who import retinue_of
from ...command.action.chits import FIGHTERS_CHITS, SHOOTERS_CHITS
from ...ground.contact import contacts
from ...melee.ranks import seconds

if TYPE_CHECKING:
    from banneret.core.chance.dice import Dice

    from ...basics.state import Man, Profile, Retinue

FACE_DOWN = "?"
MOST_KEPT = 4096
SEEN_BY, NO_SIDE = "seen by", ""
_MELEE = frozenset(("choose", "gallop", "fights", "melee_end"))
_shown: dict[int, tuple[Profile, Profile]] = {}


# -- what is shown


@clause("KK-TURN-06", "KK-SETUP-02")
def side_of(battle: Battle, player: str | None) -> str | None:
    """Whose secrets a player shares: what is hidden is hidden from opponents."""
    return None if player is None else retinue_of(battle, player).side


@clause("KK-TURN-06", "KK-CMD-06")
def view(battle: Battle, player: str | None) -> Battle:
    """The battle without what the player may not know; to be read, never changed."""
    side = side_of(battle, player)
    if battle.memo.muster.get(SEEN_BY, NO_SIDE) == side:
        return battle  # is that already
    seen = copy(battle)
    ranks = in_ranks(battle) if battle.phase in _MELEE else frozenset()
    seen.men = [
        man if man.side == side else _masked(man, in_rank=man.id in ranks) for man in battle.men
    ]
    seen.units = [
        unit if unit.side == side else _unknown(unit.id, unit.player, unit.side)
        for unit in battle.units
    ]
    seen.retinues = [one if one.side == side else _closed(one) for one in battle.retinues]
    if any(battle.men[key].side != side for key in battle.queue):
        seen.queue = ()
    seen.memo = _plain(battle, seen.men)
    seen.memo.muster[SEEN_BY] = side
    return seen


def _plain(battle: Battle, men: list[Man]) -> Memo:
    """Who touches whom and who fights behind whom lies open: once found, it holds for all views."""
    known = Memo()
    known.places["contacts"] = {
        key: [men[foe.id] for foe in touched] for key, touched in contacts(battle).items()
    }
    if battle.phase in _MELEE:
        known.places["behind"] = {
            key: [men[front.id] for front in fronts] for key, fronts in seconds(battle).items()
        }
    return known


@clause("KK-RANK-01", "KK-TURN-06")
def in_ranks(battle: Battle) -> frozenset[int]:
    """Men who fight in two ranks: that they belong together stands on the table for all to see."""
    behind = seconds(battle)
    return frozenset(behind) | {front.id for fronts in behind.values() for front in fronts}


def _masked(man: Man, *, in_rank: bool) -> Man:
    """A man as others see him; of what is hidden most men have little, and the rest is no work."""
    shown = copy_man(man)
    shown.profile = without_skills(man.profile)
    if not in_rank:
        shown.unit = NOBODY
    if man.chit and man.declared is None:
        shown.chit = FACE_DOWN
    if man.rolled or man.planned is not None:
        shown.rolled, shown.planned = "", None
    if man.ready or man.loaded or man.in_command:
        shown.ready = shown.loaded = shown.in_command = False
    if man.free or man.detached or man.recovering:
        shown.free = shown.detached = shown.recovering = False
    if man.out_of_ammo or man.conscious != -1 or man.loader or man.partner != NOBODY:
        shown.out_of_ammo = shown.loader = False
        shown.conscious, shown.partner = -1, NOBODY
    if man.status == COMING:
        shown.base = _nowhere(man.base.width, man.base.depth)
    return shown


@lru_cache(maxsize=16)
def _nowhere(width: float, depth: float) -> Rect:
    """The base of one who has not come: where he will stand is not known."""
    return Rect(0.0, 0.0, 0.0, width, depth)


def without_skills(profile: Profile) -> Profile:
    """What the miniature shows (KK-ARMOR-06): arms and armour, not how well he uses them.

    It is kept with the profile itself, found by identity: to hash one takes as long as a mask.
    """
    known = _shown.get(id(profile))
    if known is None:
        if len(_shown) >= MOST_KEPT:
            _shown.clear()
        bare = msgspec.structs.replace(profile, morale=0, bonus=0, melee=0, shooting=0)
        known = _shown[id(profile)] = (profile, bare)
    return known[1]


@lru_cache(maxsize=256)
def _unknown(number: int, player: str, side: str) -> Unit:
    """A unit of somebody else: nothing but that its men have a name for it is known."""
    return Unit(number, "", player, side, (), NOBODY, NOBODY, 0)


def _closed(retinue: Retinue) -> Retinue:
    shown = copy_retinue(retinue)
    shown.orders = ()
    shown.known = ()
    shown.suspected = ()
    shown.free = False
    shown.ends = False
    return shown


# -- what might be


@clause("KK-TURN-06", "KK-PROF-05")
def imagine(seen: Battle, player: str, dice: Dice) -> Battle:
    """A whole battle that fits the view: usual skills, likely chits, everybody on his own."""
    guess = clone(seen)
    side = side_of(seen, player)
    for man in guess.men:
        if man.side == side:
            continue
        man.profile = with_usual_skills(man.profile)
        if man.chit == FACE_DOWN:
            likely = SHOOTERS_CHITS if man.profile.missile else FIGHTERS_CHITS
            man.chit = likely[dice.throw(D("imagination", len(likely)))[0] - 1]
    changed(guess)
    return guess


@lru_cache(maxsize=4096)
def with_usual_skills(profile: Profile) -> Profile:
    """The skills of his class, as far as they are not known (KK-PROF-05)."""
    usual = PROFILES[profile.class_]
    return msgspec.structs.replace(
        profile,
        morale=usual.default_morale,
        bonus=usual.morale_bonus,
        melee=usual.default_melee,
        shooting=usual.default_shooting if profile.missile else 0,
    )
