"""Charges at the gallop: the fight, the ride on, the second fight (KK-MELEE-22 to 25, 29, 30)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.shapes.measuring import first_contact
from banneret.tabletop.shapes.segments import TOLERANCE

from ..basics.state import NOBODY, ROUTING, changed, footprint, put
from ..basics.who import able, standing
from ..ground.contact import around, is_behind, touching
from ..movement.march.room import is_free
from ..movement.obstacles.barriers import free_inches
from ..screen.deeds import Moved
from . import as_fighters, contests, strike_or_parry
from .arms import EMPTY, wielded
from .as_fighters import kept_off, parry_odds, strike_odds
from .harm import injuries
from .phase import chosen_by, guarded, still_chosen
from .strike_or_parry import DRAW, HORSE, NOTHING, PARRY, STRIKE, Chosen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man

STEP = 0.25  # inches by which he is put short of friends who are in the way
LEAST = 0.1  # inches: with less to ride he stays


@clause("KK-MELEE-24", "KK-MELEE-30")
def gallop(table: Table[Battle]) -> None:
    """Step "gallop": the next charger's fight; goes on with "fights" when none is left."""
    battle = table.state
    if not battle.gallopers:
        battle.phase = "fights"
        return
    man = battle.men[battle.gallopers[0]]
    battle.gallopers = battle.gallopers[1:]
    if able(man) and man.horse != NOBODY:
        _fight_and_ride(table, man)
    man.charge_rest = 0.0


@clause("KK-MELEE-24", "KK-MELEE-30")
def _fight_and_ride(table: Table[Battle], man: Man) -> None:
    first = list(touching(table.state, man))
    _first_fight(table, man, first)
    if rides_on(man):
        met = _ride(table, man, first)
        if met is not None:
            _second_fight(table, man, met)


@clause("KK-MELEE-24", "KK-MELEE-30", "KK-FALL-19")
def _first_fight(table: Table[Battle], man: Man, first: Sequence[Man]) -> None:
    """All strikes between him and those who touch him, with their damage and falls at once."""
    battle = table.state
    if not first:
        return
    chosen = still_chosen(battle)
    between: dict[int, Chosen] = {}
    for one in (man, *first):
        choice = chosen.get(one.id)
        if choice is not None:
            between[one.id] = choice
    pairs = [
        key
        for key, one in between.items()
        if one.kind in {STRIKE, HORSE} and (key == man.id or one.at[0] == man.id)
    ]
    for key in [key for key, one in between.items() if one.kind in {STRIKE, HORSE}]:
        if key not in pairs:
            del between[key]  # he strikes at somebody else, later
    between |= {
        key: parry
        for key, parry in guarded(battle, between).items()
        if chosen.get(key, parry).kind in {PARRY, NOTHING}  # who strikes elsewhere does not parry
    }
    contests.work_out(table, between, frozenset([man.id, *[one.id for one in first]]))
    battle.struck = (*battle.struck, *pairs)
    injuries.settle(table)


# -- riding on


@clause("KK-MELEE-23", "KK-MELEE-24")
def rides_on(man: Man) -> bool:
    """Whether he can go on: able, in the saddle, and with inches left."""
    return able(man) and man.horse != NOBODY and man.charge_rest >= LEAST


@clause("KK-MELEE-29", "KK-MOVE-20")
def hold_up(battle: Battle) -> None:
    """Chargers with a second rank behind their opponent stay, whoever of them fells him first."""
    for key in battle.gallopers:
        man = battle.men[key]
        if has_second_rank(battle, man):
            man.charge_rest = 0.0


def has_second_rank(battle: Battle, man: Man) -> bool:
    """Whether an enemy stands right behind one he touches."""
    return any(
        other.side != man.side and other is not foe and is_behind_from(battle, man, foe, other)
        for foe in touching(battle, man)
        for other in around(battle, foe.base, 0.5)
    )


@clause("KK-MELEE-29", "KK-GEO-02")
def is_behind_from(battle: Battle, man: Man, foe: Man, other: Man) -> bool:
    """Whether another enemy stands right behind the opponent, seen along the charge."""
    there = Rect(
        foe.base.x, foe.base.y, (man.base.facing + 180.0) % 360.0, foe.base.width, foe.base.depth
    )
    return is_behind(battle, foe.base, other.base) or is_behind(battle, there, other.base)


@clause("KK-MELEE-23", "KK-MELEE-24", "KK-MELEE-29")
def _ride(table: Table[Battle], man: Man, first: Sequence[Man]) -> Man | None:
    """Straight on through the opponent's place; whom he meets next, if anybody."""
    battle = table.state
    base = man.base
    start = (base.x, base.y)
    end = (base.x + base.ux * man.charge_rest, base.y + base.uy * man.charge_rest)
    far, _ = free_inches(battle, start, (base.hw, base.hd), end, frozenset())
    far = min(far, _to_edge(battle, base))
    others = [one for one in standing(battle) if one.side != man.side and one not in first]
    part, hit = first_contact(base, base.ux * far, base.uy * far, [one.base for one in others])
    met = others[hit] if hit is not None else None
    if met is not None:
        far *= part
    gone = _room(battle, man, far, met)
    if gone < LEAST:
        return None
    put(battle, man, base.x + base.ux * gone, base.y + base.uy * gone, base.facing)
    changed(battle)
    if gone < far - LEAST:
        met = None  # stopped short behind friends
    table.tell(
        Moved(
            man.id,
            "ride_on",
            (start, (man.base.x, man.base.y)),
            base.facing,
            met.id if met is not None else NOBODY,
        )
    )
    return met


@clause("KK-MELEE-24")
def _to_edge(battle: Battle, base: Rect) -> float:
    """How far he rides until his base touches the edge of the table, which stops him."""
    room = [inf]
    for low, high, u, size in (
        (base.x0, base.x1, base.ux, battle.ground.width),
        (base.y0, base.y1, base.uy, battle.ground.height),
    ):
        if abs(u) > TOLERANCE:
            room.append((low if u < 0.0 else size - high) / abs(u))
    return max(min(room), 0.0)


@clause("KK-MELEE-29", "KK-GEO-04")
def _room(battle: Battle, man: Man, far: float, met: Man | None) -> float:
    """How far he can go and stand on nobody: beyond those he passes, or short of them."""
    base = man.base
    while far >= LEAST:
        there = footprint(battle, True, base.x + base.ux * far, base.y + base.uy * far, base.facing)
        if is_free(battle, man, there, met):
            return far
        far -= STEP
    return 0.0


# -- whom he meets next


@clause("KK-MELEE-23", "KK-MELEE-25", "KK-MELEE-30", "KK-FALL-19")
def _second_fight(table: Table[Battle], man: Man, met: Man) -> None:
    """A first round for both; the one he met decides now, and there is no third."""
    battle = table.state
    answers = _choose_both(table, man, met)
    mine, his = answers
    chosen: dict[int, Chosen] = {}
    if mine != NOTHING:
        chosen[man.id] = Chosen(mine, (met.id,))
    if his != NOTHING:
        chosen[met.id] = Chosen(his, (man.id,))
    _catch(battle, man, met, his)
    elsewhere = chosen_by(battle).get(met.id)
    if elsewhere is None or elsewhere.kind not in {STRIKE, HORSE}:
        chosen = guarded(battle, chosen)
    contests.work_out(table, chosen, None)
    if his != NOTHING:
        met.fought = True
    injuries.settle(table)


@clause("KK-MELEE-30", "KK-MELEE-25")
def _catch(battle: Battle, man: Man, met: Man, his: str) -> None:
    """What the one he met had chosen gives way: a strike replaces it, a parry counts in it.

    Nor does he draw a weapon before the next Melee phase.
    """
    kept: list[tuple[int, str, tuple[int, ...]]] = []
    for key, kind, at in battle.strikes:
        if key != met.id:
            kept.append((key, kind, at))
        elif his not in {STRIKE, HORSE}:
            parries = kind.startswith((PARRY, DRAW))
            now = (man.id, *at)[: strike_or_parry.MOST_PARRIED] if parries and his == PARRY else at
            kept.append((key, PARRY if parries else kind, now))
    battle.strikes = tuple(kept)
    if his in {STRIKE, HORSE}:
        battle.struck = (*battle.struck, met.id)
    battle.caught = (*battle.caught, met.id)


def _choose_both(table: Table[Battle], man: Man, met: Man) -> list[str]:
    battle = table.state
    return table.ask_all(
        [
            _question(battle, man, met, _may_strike(battle, man, met, caught=False)),
            *(
                [_question(battle, met, man, _may_strike(battle, met, man, caught=True))]
                if as_fighters.fights(met) and met.status != ROUTING
                else []
            ),
        ]
    ) + ([] if as_fighters.fights(met) and met.status != ROUTING else [NOTHING])


@clause("KK-MELEE-25", "KK-MELEE-20", "KK-MELEE-01", "KK-MELEE-22")
def _may_strike(battle: Battle, man: Man, other: Man, *, caught: bool) -> Refusal | None:
    """Why he can only parry: no weapon in hand, kept off by a longer one, his strike used up."""
    if wielded(man) == EMPTY:
        return Refusal("without a melee weapon in hand he can only parry", "KK-MELEE-25")
    if caught and man.id in battle.struck:
        return Refusal("he has struck already this turn", "KK-MELEE-01")
    chosen = chosen_by(battle).get(man.id)
    if caught and man.fought and chosen is not None and chosen.kind == PARRY:
        return Refusal("he has parried already this turn instead of striking", "KK-MELEE-18")
    no = strike_or_parry.busy(man)
    if no is not None:
        return no
    if man.panic == "bolt":
        return Refusal("on a bolting horse he can only parry", "KK-PANIC-04")
    if kept_off(battle, man, other):
        return Refusal(f"{other.profile.name} has the longer weapon", "KK-MELEE-20")
    return None


def _question(battle: Battle, man: Man, other: Man, no: Refusal | None) -> Pick[str]:
    def odds(key: str) -> Mapping[str, str]:
        if key == PARRY:
            return parry_odds(battle, man, (other,))
        if key == NOTHING:
            return {}
        return strike_odds(battle, man, other, at_horse=key == HORSE)

    names = {
        STRIKE: f"strike {other.profile.name}",
        HORSE: f"strike the horse of {other.profile.name}",
        PARRY: f"parry {other.profile.name}",
        NOTHING: "do nothing",
    }
    keys = [STRIKE, *([HORSE] if other.horse != NOBODY else []), PARRY, NOTHING]
    return Pick(
        man.player,
        "meet",
        f"{man.profile.name} meets {other.profile.name} in the ride: strike or parry?",
        keys,
        why_not=lambda key: no if key in {STRIKE, HORSE} else None,
        label=names.__getitem__,
        odds=odds,
        about=(man.id, other.id),
    )
