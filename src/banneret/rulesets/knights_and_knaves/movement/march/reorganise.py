"""Rearranging led units after movement (KK-MOVE-29, 30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick, Place1
from banneret.core.questions.lazy import LazyPlace, PlaceMaker
from banneret.tabletop.shapes.bases import angle_off
from banneret.tabletop.shapes.measuring import overlaps
from banneret.tabletop.shapes.segments import distance

from ...basics.state import ESCORTING, NOBODY, footprint, put
from ...basics.who import able, leader_of, loose_horses
from ...ground.contact import ACROSS_GAP, around, chained, touching, would_touch
from ...screen.deeds import Rearranged
from ..allowances import MELEE, walking
from ..obstacles.barriers import first_barrier
from ..turning import SLACK_DEGREES, may_face_about

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Man, Unit

KEEP = "keep"
CALL = "reorganise"  # a player may call for it where he would not be asked
AT_IT = frozenset(("mount", "dismount", "batter", "scale", "signal"))  # KK-MOVE-34: no other move
MARGIN = 0.5  # inches beyond the outermost bases that still count as the unit's own area


@clause("KK-MOVE-29", "KK-MOVE-30")
def reorganise(table: Table[Battle]) -> None:
    """Step "reorganise": led units may be rearranged; goes on with "batter"."""
    battle = table.state
    for player in [one.player for one in battle.retinues]:
        _player_rearranges(table, player)
    battle.phase = "batter"


def _player_rearranges(table: Table[Battle], player: str) -> None:
    """He names a unit to rearrange until he is content; with nobody to move he is not asked."""
    battle = table.state
    own = [one for one in battle.units if one.player == player]
    if table.anything_called() and table.called(player, CALL):
        units = [one for one in own if len(may_rearrange(battle, one)) > 1]
    else:
        units = [one for one in own if worth_it(battle, one)]
    while units:
        keys = [KEEP, *[str(one.id) for one in units]]
        with table.privately((player,)):  # who is of which unit is his secret (KK-TURN-06)
            answer = table.ask(
                Pick(
                    player,
                    "reorganise",
                    "Which unit is rearranged?",
                    keys,
                    label=lambda key: "none" if key == KEEP else battle.units[int(key)].name,
                    usual=KEEP,
                )
            )
        if answer == KEEP:
            return
        unit = battle.units[int(answer)]
        _rearrange(table, unit)
        units = [one for one in units if one.id != unit.id]


@clause("KK-MOVE-29", "KK-MOVE-30", "KK-MOVE-34")
def may_rearrange(battle: Battle, unit: Unit) -> list[Man]:
    """The members who may change places: able, with an able leader, not fighting or busy."""
    leader = leader_of(battle, unit)
    if leader is None or not able(leader):
        return []
    with_unit = chained(battle, unit)
    if leader not in with_unit:
        return []
    return [
        man
        for man in with_unit
        if able(man)
        and man.status != ESCORTING
        and man.panic == ""
        and man.carried == NOBODY
        and man.chit not in AT_IT
        and not touching(battle, man)
    ]


def worth_it(battle: Battle, unit: Unit) -> bool:
    """Whether to ask unasked: somebody of the unit is in a fight and two could change places."""
    if len(unit.members) < 2 or leader_of(battle, unit) is None:
        return False
    if not any(touching(battle, battle.men[key]) for key in unit.members):
        return False
    if not any(touching(battle, man) for man in chained(battle, unit)):
        return False
    return len(may_rearrange(battle, unit)) >= 2


def _rearrange(table: Table[Battle], unit: Unit) -> None:
    battle = table.state
    free = may_rearrange(battle, unit)
    with table.privately((unit.player,)):
        places = table.ask(
            LazyPlace(
                unit.player,
                "reorganise.places",
                f"{unit.name}: where does everybody stand?",
                [man.id for man in free],
                allows=lambda wanted: places_refusal(battle, unit, wanted),
                makers=makers(battle, unit, free),
                about=[man.id for man in free],
            )
        )
    settle(table, places)


@clause("KK-MOVE-30", "KK-DEF-17")
def settle(table: Table[Battle], places: dict[int, Place1]) -> None:
    """Put them there; those displaced count as moved."""
    battle = table.state
    shifted: dict[int, tuple[float, float, float]] = {}
    for key, place in places.items():
        man = battle.men[key]
        if distance((man.base.x, man.base.y), (place.x, place.y)) > 0.001:
            man.moved = True
            shifted[key] = (place.x, place.y, place.facing)
            if man.horse != NOBODY and battle.horses[man.horse].gait == "standing":
                battle.horses[man.horse].gait = "walk"  # it has not stood still (KK-FAT-08)
        put(battle, man, *place)
    if shifted:
        table.tell(Rearranged(shifted))


@clause("KK-MOVE-30", "KK-MOVE-10")
def places_refusal(battle: Battle, unit: Unit, places: dict[int, Place1]) -> Refusal | None:
    """Within the unit's area, nobody further than his walk, nobody on another or into contact."""
    box = _area(battle, unit)
    for key, (x, y, facing) in places.items():
        man = battle.men[key]
        far = distance((man.base.x, man.base.y), (x, y))
        if far > walking(battle, man) + 0.001:
            return Refusal(f"{man.profile.name} cannot walk so far", "KK-MOVE-30")
        there = footprint(battle, man.horse != NOBODY, x, y, facing)
        if far > 0.001 and not (
            box[0] <= there.x0 and there.x1 <= box[1] and box[2] <= there.y0 and there.y1 <= box[3]
        ):
            return Refusal("that is outside the area the unit occupies", "KK-MOVE-30")
        if first_barrier(battle, (man.base.x, man.base.y), (x, y), frozenset()) is not None:
            return Refusal("something is in the way", "KK-MOVE-21")
        if angle_off(man.base.facing, facing) > SLACK_DEGREES and not may_face_about(battle, man):
            return Refusal(f"the horse of {man.profile.name} was too fast to turn", "KK-MOVE-10")
    return _overlap_refusal(battle, places)


def _overlap_refusal(battle: Battle, places: dict[int, Place1]) -> Refusal | None:
    bases = {
        key: footprint(battle, battle.men[key].horse != NOBODY, *place)
        for key, place in places.items()
    }
    loose = [one.base for one in loose_horses(battle)]
    for key, base in bases.items():
        man = battle.men[key]
        if any(overlaps(base, horse) for horse in loose):
            return Refusal("nobody stands on a loose horse", "KK-FALL-17")
        for other in around(battle, base, ACROSS_GAP):
            if other.id not in bases and overlaps(base, other.base):
                return Refusal("nobody stands on another", "KK-GEO-04")
            if (
                other.side != man.side
                and man.chit not in MELEE
                and would_touch(battle, base, other.base)
            ):
                return Refusal(
                    f"{man.profile.name} has no action that lets him touch an enemy", "KK-MOVE-31"
                )
        for other_key, other_base in bases.items():
            if other_key < key and overlaps(base, other_base):
                return Refusal("nobody stands on another", "KK-GEO-04")
    return None


def _area(battle: Battle, unit: Unit) -> tuple[float, float, float, float]:
    """The box round the unit's bases and a little more: west, east, south, north."""
    off = MARGIN * battle.options.scale
    bases = [man.base for man in chained(battle, unit)]
    return (
        min(base.x0 for base in bases) - off,
        max(base.x1 for base in bases) + off,
        min(base.y0 for base in bases) - off,
        max(base.y1 for base in bases) + off,
    )


def makers(battle: Battle, unit: Unit, free: Sequence[Man]) -> list[PlaceMaker]:
    """As they stand; and each pair of neighbours exchanged, if that is lawful."""
    as_they_are = {man.id: _place(man) for man in free}

    def swapped(one: Man, other: Man) -> PlaceMaker:
        def make() -> dict[int, Place1] | None:
            places = {**as_they_are, one.id: _place(other), other.id: _place(one)}
            return places if places_refusal(battle, unit, places) is None else None

        return make

    found: list[PlaceMaker] = [lambda: as_they_are]
    for i, one in enumerate(free[:8]):
        found += [
            swapped(one, other)
            for other in free[i + 1 : i + 6]
            if (one.horse == NOBODY) == (other.horse == NOBODY)
        ]
    return found


def _place(man: Man) -> Place1:
    return Place1(man.base.x, man.base.y, man.base.facing)
