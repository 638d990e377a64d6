"""What is stated when a chit is turned over: whom he charges, how fast, which way (KK-DECL-02)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick, Way
from banneret.tabletop.memo import kept
from banneret.tabletop.shapes.segments import distance, snap_point

from ...basics import names
from ...basics.state import ESCORTING, NOBODY, STEADY, WITHDRAWING, Declared
from ...basics.who import foes, has, lord_of
from ...ground import contact, fires, sight
from ...melee import arms
from ...morale.fatigue import supplies
from ...movement import allowances, way_to_place, ways
from ...movement.dice import may_gallop
from ...movement.led_move import LedMove
from ...movement.reaching import out_of_reach
from ...movement.turning import reined, turns_freely
from .. import parting, recovery
from . import bounds, charges, chits, leaving_fire, limits, special, uncommanded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table
    from banneret.core.questions.asking import Choice

    from ...basics.state import Battle, Man

NOTHING = Declared()
HAIR = 0.002  # inches: places are rounded


def ask(table: Table[Battle], man: Man) -> Declared:
    """Ask for one figure's qualifiers, as far as there is anything to say."""
    battle = table.state
    declared = without_asking(battle, man)
    if declared is not None:
        return declared
    declared = _to_begin_with(battle, man)
    for question, read in _QUESTIONS:
        choice = question(battle, man, declared)
        if choice is not None:
            declared = read(battle, man, declared, table.ask(choice))
    return declared


@clause("KK-DECL-05")
def ask_together(table: Table[Battle], men: Sequence[Man]) -> list[Declared]:
    """Ask for everybody's qualifiers at once and in secret, one kind of question at a time."""
    battle = table.state
    found = {man.id: without_asking(battle, man) for man in men}
    open_men = [man for man in men if found[man.id] is None]
    stated = {man.id: _to_begin_with(battle, man) for man in open_men}
    for question, read in _QUESTIONS:
        asked: list[tuple[Man, Choice[Any]]] = []
        for man in open_men:
            choice = question(battle, man, stated[man.id])
            if choice is None:
                continue
            only = choice.only()
            if only is not None:
                stated[man.id] = read(battle, man, stated[man.id], only)
            else:
                asked.append((man, choice))
        answers = table.ask_all([choice for _, choice in asked])
        for (man, _), answer in zip(asked, answers, strict=True):
            stated[man.id] = read(battle, man, stated[man.id], answer)
    return [found[man.id] or stated[man.id] for man in men]


# -- what needs no asking


@clause("KK-PANIC-04", "KK-YIELD-07", "KK-FINIS-05", "KK-CMD-18", "KK-ACT-17", "KK-ACT-22")
def without_asking(battle: Battle, man: Man) -> Declared | None:
    """What a figure does that has no say in it; None: ask."""
    if man.panic and (man.rolled or man.status != STEADY or man.recovering):
        return _panicking(battle, man)
    if man.status in {ESCORTING, WITHDRAWING}:
        return Declared(path=(ways.own_edge(battle, man),))
    if man.recovering:
        return _recovering(battle, man)
    if man.chit not in _ASKED and man.rolled != uncommanded.TOWARD_ENEMY:
        return _to_begin_with(battle, man)
    if man.rolled:
        return _driven(battle, man)
    return None


_ASKED = frozenset(
    (*chits.MOVES, "mount", "draw_weapon", "batter", "scale", "resupply", "carry", "signal")
)


@clause("KK-PANIC-04", "KK-PANIC-05")
def _to_begin_with(battle: Battle, man: Man) -> Declared:
    """What his horse leaves him no say in; of the rest he is asked, as which weapon he takes."""
    return _panicking(battle, man) if man.panic else NOTHING


@clause("KK-PANIC-04", "KK-PANIC-05")
def _panicking(battle: Battle, man: Man) -> Declared:
    """A charging horse goes at the nearest enemy seen, unless it touches one already."""
    if man.panic == "charge" and not contact.touching(battle, man):
        foe = sight.nearest_foe(battle, man)
        if foe is not None:
            return Declared(gait=allowances.gait_of(battle, man, None), target=foe.id)
    return NOTHING


@clause("KK-CMD-18")
def _recovering(battle: Battle, man: Man) -> Declared:
    lord = lord_of(battle, man)
    body = f"body:{lord.id}"
    if man.chit == "carry":
        return Declared(object=body, path=(ways.own_edge(battle, man),))
    if man.chit == "move_full":
        return _toward(battle, man, recovery.station_of(battle, man, lord))
    return NOTHING


@clause("KK-ACT-17", "KK-ACT-18", "KK-ACT-22", "KK-ACT-24")
def _driven(battle: Battle, man: Man) -> Declared | None:
    """Stragglers go back, melee results go at the nearest; who fights a noble stays."""
    if limits.held_by_noble(battle, man) is not None:
        return NOTHING
    if man.rolled == uncommanded.REJOIN:
        place = bounds.way_back(battle, man)
        return NOTHING if place is None else _toward(battle, man, place)
    foe = bounds.compelled(battle, man)
    if foe is None:
        return None
    return Declared(target=foe.id, path=charges.way_round(battle, man, foe))


@clause("KK-ACT-17", "KK-MOVE-09")
def _toward(battle: Battle, man: Man, place: tuple[float, float]) -> Declared:
    """As far as he gets; a horse that must begin straight ahead stands if that leads it away."""
    if man.horse == NOBODY or turns_freely(battle, man):
        return ways.towards(battle, man, place, 1.0, NOTHING) or NOTHING
    far = distance((man.base.x, man.base.y), place)
    way = reined(battle, man, place, min(far, allowances.allowance(battle, man, NOTHING) - HAIR))
    made = Declared(path=tuple([snap_point(point) for point in way]))
    return made if way and ways.refusal(battle, man, made) is None else NOTHING


# -- what is asked


@clause("KK-DEF-22", "KK-MOVE-31")
def _ask_target(battle: Battle, man: Man, _: Declared) -> Pick[int] | None:
    """Whom a figure that may fight charges; nobody is an answer, and nobody stays unasked."""
    if man.chit not in chits.FIGHTS or man.free or man.panic:
        return None
    return Pick(
        man.player,
        "target",
        f"{man.profile.name}: whom does he charge?",
        _whom(battle, man.side),
        label=lambda key: "nobody" if key == NOBODY else battle.men[key].profile.name,
        why_not=lambda key: _target_refusal(battle, man, key),
        about=(man.id,),
    )


@kept("muster")
def _whom(battle: Battle, side: str) -> Sequence[int]:
    """Nobody, or any enemy; who is out of sight is refused when he is named. Shared."""
    return [NOBODY, *(foe.id for foe in foes(battle, side))]


def _target_refusal(battle: Battle, man: Man, key: int) -> Refusal | None:
    if key == NOBODY:
        return None
    declared = Declared(target=key)
    return (
        ways.refusal(battle, man, declared)
        or bounds.way_refusal(battle, man, declared)
        or out_of_reach(battle, man, battle.men[key], ways.paces(battle, man))
    )


@clause("KK-MELEE-27", "KK-MELEE-31", "KK-MELEE-13")
def _ask_weapon(battle: Battle, man: Man, _: Declared) -> Pick[str] | None:
    """Which of several weapons a commanded man takes in hand, out of contact or drawing."""
    left = list(arms.carried(man))
    drawing = man.chit == "draw_weapon"
    if drawing:
        left = [one for one in left if one != man.weapon]
    fighting = bool(contact.touching(battle, man))
    wants = drawing or (man.chit in chits.FIGHTS and not fighting)
    if not (fighting or arms.may_draw(battle, man)):
        return None
    if man.rolled or not wants or len(left) < (1 if drawing else 2):
        return None
    if man.weapon in left:  # what he holds first, as the plainest answer
        left = [man.weapon, *(one for one in left if one != man.weapon)]
    return Pick(
        man.player,
        "weapon",
        f"{man.profile.name}: which weapon is in his hand?",
        left,
        label=lambda key: key.replace("_", " "),
        about=(man.id,),
        usual=man.weapon if man.weapon in left else None,
    )


@clause("KK-CMD-20")
def _ask_object(battle: Battle, man: Man, declared: Declared) -> Pick[str] | None:
    """What a special action is about, if there are several things it could be.

    In free movement nothing that would lead him away from his lord out of his range.
    """
    found = [
        key
        for key in _objects(battle, man)
        if parting.parting_refusal(battle, man, _with_object(battle, man, declared, key)) is None
    ]
    if not found:
        return None
    return Pick(
        man.player,
        "object",
        f"{man.profile.name}: {chits.CHITS[man.chit]}: which?",
        found,
        label=lambda key: names.object_name(battle, key),
        about=(man.id,),
    )


@clause("KK-PANIC-04")
def _objects(battle: Battle, man: Man) -> list[str]:
    """What his action may be about; on a horse that will not move he may still search."""
    if man.panic and not (man.panic == "refuse" and man.chit == "resupply"):
        return []
    if man.chit == "mount":
        return [f"horse:{horse.id}" for horse in special.mounts(battle, man)]
    if man.chit == "batter":
        return list(dict.fromkeys(special.lockeds(battle, man)))
    if man.chit == "scale":
        return special.scalable(battle, man)
    if man.chit == "signal":
        return fires.within_reach(battle, man)
    if man.chit == "carry":
        return [f"body:{body}" for body in chits.bodies_for(battle, man)]
    if man.chit == "resupply" and (man.rolled or man.panic):
        return uncommanded.supplies_beside(battle, man)
    if man.chit == "resupply":
        reach = allowances.allowance(battle, man, NOTHING)
        return [key for key, inches in supplies.sources(battle, man) if inches <= reach]
    return []


@clause("KK-MOVE-34", "KK-AMMO-08", "KK-DIS-04")
def _with_object(battle: Battle, man: Man, declared: Declared, key: str) -> Declared:
    """He first walks to where he searches; a body is carried toward the own edge."""
    if man.chit == "resupply":
        there = _toward(battle, man, supplies.place_of(battle, key))
        return replace(declared, object=key, path=there.path)
    if man.chit == "carry":
        return replace(declared, object=key, path=(ways.own_edge(battle, man),))
    return replace(declared, object=key)


def _ask_way(battle: Battle, man: Man, declared: Declared) -> LedMove | None:
    """How fast and along which points he goes."""
    if man.panic or (man.chit not in chits.MOVES and man.rolled != uncommanded.TOWARD_ENEMY):
        return None
    return LedMove(
        man.player,
        "way",
        f"{man.profile.name}: {chits.CHITS[man.chit]}: which way?",
        man.id,
        gaits=gaits(battle, man),
        allows=lambda way: way_refusal(battle, man, _with_way(battle, man, declared, way)),
        sketches=lambda: _sketches(battle, man, declared),
        draw=lambda sketch: _drawn(battle, man, sketch),
        lead=lambda gait, place, off: way_to_place.way_to(battle, man, gait, place, off=off),
        furthest=lambda: allowances.allowance(battle, man, NOTHING),
        about=(man.id,),
        foresee=lambda way: ways.preview(battle, man, _with_way(battle, man, declared, way)),
    )


def gaits(battle: Battle, man: Man) -> tuple[str, ...]:
    """The paces he could go at."""
    if man.horse != NOBODY:
        if allowances.halved(man):
            return ("walk",)
        if man.rolled:
            return ("canter",)
        kind = battle.horses[man.horse].profile.kind
        return allowances.GAITS if may_gallop(kind) else allowances.GAITS[:-1]
    told = man.in_command or man.free
    if has(man, "always_run") and not told:
        return ("run",)
    return ("walk", "run") if told else ("walk",)


def _with_way(_: Battle, man: Man, declared: Declared, way: Way) -> Declared:
    mounted = man.horse != NOBODY
    run = not mounted and way.gait == "run"
    gait = way.gait if mounted else ""
    facing = way.facing if way.facing >= 0.0 else -1.0
    return replace(declared, run=run, gait=gait, path=way.points, facing=facing)


def _sketches(battle: Battle, man: Man, declared: Declared) -> list[ways.Sketch]:
    """Ways the ground suggests, where an order leads, and staying put; out of a fire first."""
    found = ways.sketches(battle, man, declared.target)
    if leaving_fire.must_leave(battle, man):
        found.insert(0, _OUT)
    if man.rolled and declared.target == NOBODY:
        found += _WHERE_ORDERED
    found.append(_STAYING)
    return found


_STAYING, _OUT = ways.Sketch(), ways.Sketch(share=1.0, out=True)
_WHERE_ORDERED = [ways.Sketch(share=share, ordered=True) for share in (1.0, 0.5)]


def _drawn(battle: Battle, man: Man, sketch: ways.Sketch) -> Way | None:
    if sketch.out:
        one = next(iter(leaving_fire.ways_out(battle, man)), None)
    elif not sketch.ordered:
        one = ways.drawn(battle, man, sketch)
    else:
        place = bounds.goal(battle, man) or limits.post_of(battle, man)
        one = None if place is None else ways.towards(battle, man, place, sketch.share, NOTHING)
    return None if one is None else _as_way(battle, man, one)


def _as_way(battle: Battle, man: Man, declared: Declared) -> Way:
    if man.horse != NOBODY:
        gait = allowances.gait_of(battle, man, declared)
    else:
        runs = declared.run or (has(man, "always_run") and gaits(battle, man) == ("run",))
        gait = "run" if runs else "walk"
    return Way(gait, declared.path, declared.facing)


@clause("KK-DECL-02", "KK-CMD-19")
def way_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """Why he may not be sent so: the ground, his result and orders, or the others' direction."""
    return (
        ways.refusal(battle, man, declared)
        or bounds.way_refusal(battle, man, declared)
        or parting.parting_refusal(battle, man, declared)
        or leaving_fire.way_refusal(battle, man, declared)
    )


# -- in this order

Question = Callable[["Battle", "Man", Declared], "Choice[Any] | None"]
Reading = Callable[["Battle", "Man", Declared, Any], Declared]


def _with_target(_: Battle, __: Man, declared: Declared, key: int) -> Declared:
    return replace(declared, target=key)


def _with_weapon(_: Battle, __: Man, declared: Declared, key: str) -> Declared:
    return replace(declared, weapon=key)


_QUESTIONS: tuple[tuple[Question, Reading], ...] = (
    (_ask_target, _with_target),
    (_ask_weapon, _with_weapon),
    (_ask_object, _with_object),
    (_ask_way, _with_way),
)
