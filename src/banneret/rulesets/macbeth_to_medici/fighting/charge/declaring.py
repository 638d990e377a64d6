"""Step 4: charges and reforming declared together, then responses (MM-CHARGE-11 to 15, 35)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick, Preview

from ...basics.state import (
    ALIVE,
    BROKEN,
    CHARGE,
    COUNTER,
    EVADE,
    FEIGN,
    HIDDEN,
    IMPETUOUS,
    NOBODY,
    ON_TABLE,
    SIDES,
    STAND,
    changed,
)
from ...basics.tables import PASS
from ...basics.who import (
    distance,
    is_bombard,
    is_engaged,
    is_gunne,
    leadership_of,
    officer_of,
    on_table,
)
from ...command.control import bands, judge, tests_as
from ...command.states import behaviour, may_ever_evade
from ...ground.advantage import behind_defences, has_advantage
from ...ground.sight import zone
from ...movement.rates import charge_reach
from ...movement.reforming import begin_reforming, why_not_reform
from ...screen.events import ChargeEnded, Declared, Responded, Sprung, Unveiled
from ...screen.view import as_seen
from ..forecast import forecast
from .aiming import aim_at, charge_targets, rush_target
from .fleeing import has_way_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Unit

KEEP = "keep"
REFORM = "reform"
_NEEDS_GROUND = ("skirmishers", "rabble", "gunnes")


# -- 4a: charges


@clause("MM-CHARGE-12", "MM-TURN-06", "MM-MOVE-29")
def declare(table: Table[Battle]) -> None:
    """Both sides choose charges and who reforms, in secret; all is shown together."""
    battle = table.state
    _enter_impetuous(battle)
    asked = [question for side in SIDES if (question := _charges(battle, side)) is not None]
    for keys in table.ask_all(asked):
        for key in keys:
            _take(table, str(key))
    told = tuple([(u.id, u.deeds.charge) for u in battle.units if u.deeds.charge != NOBODY])
    for unit_id, _ in told:
        _come_to_light(table, battle.units[unit_id])
    table.tell(Declared(told))
    for unit_id, _ in told:
        _begin(battle, battle.units[unit_id])
    _revise_opponents(battle)
    battle.stage = "respond"


@clause("MM-CHARGE-26", "MM-CHARGE-27", "MM-UNIT-18")
def _enter_impetuous(battle: Battle) -> None:
    """Impetuous units declare on the nearest enemy they may charge within reach."""
    for unit in on_table(battle):
        if unit.morale != IMPETUOUS or is_engaged(battle, unit) or is_gunne(unit):
            continue
        target = rush_target(battle, unit, charge_reach(battle, unit))
        if target is not None:
            unit.deeds.charge = target.id


def _charges(battle: Battle, side: str) -> Pick[str] | None:
    """Ask one side for all its charges and units that begin to reform."""
    offered: list[str] = []
    nearest: list[str] = []
    reforms: list[str] = []
    bound: list[str] = []
    for unit in battle.units:
        if unit.side != side or unit.where not in (ON_TABLE, HIDDEN):
            continue
        if unit.morale in (IMPETUOUS, BROKEN):
            continue
        targets = charge_targets(battle, unit)
        offered += [f"{unit.id}>{target.id}" for target in targets]
        if targets:
            nearest.append(f"{unit.id}>{targets[0].id}")
            if must_charge(battle, unit):
                bound.append(nearest[-1])
        if unit.where == ON_TABLE and why_not_reform(battle, unit) is None:
            offered.append(f"{unit.id}>{REFORM}")
            reforms.append(f"{unit.id}>{REFORM}")
    if not offered:
        return None
    free = [one for one in nearest if one not in bound]
    wishes = [[], *[[one] for one in free], free, reforms, [*free, *reforms]]
    sets = dict.fromkeys([(*bound, *wish) for wish in wishes])
    driven = {one.partition(">")[0] for one in bound}

    def allows(keys: Sequence[str]) -> Refusal | None:
        return _one_each(keys) or _all_driven(battle, keys, driven)

    return Pick(
        side,
        "charges",
        "Who charges, and who reforms?",
        tuple(offered),
        label=lambda key: _label(battle, key),
        odds=lambda key: _charge_chances(battle, key),
        least=0,
        most=len(offered),
        allows=allows,
        sets=lambda: [one for one in sets if allows(one) is None],
    )


def _if_stood(battle: Battle, unit: Unit, foes: Sequence[Unit], key: str) -> Iterator[str]:
    """What it would be to stand: how each charger would fare."""
    if key == STAND:
        yield from [_meeting(as_seen(battle, foe, unit.side), unit) for foe in foes]


@clause("MM-IMPACT-06", "MM-MELEE-01")
def _meeting(unit: Unit, foe: Unit) -> str:
    """How often a charger wins, draws and loses the impact, and the first melee."""
    told = [
        f"{name} {', '.join(f'{word}s {share:.0%}' for word, share in odds.items())}"
        for name, odds in forecast(unit, foe).items()
    ]
    return f"{unit.profile.name} on {foe.profile.name}: {'; '.join(told)}"


def _label(battle: Battle, key: str) -> str:
    who, _, what = key.partition(">")
    name = battle.units[int(who)].profile.name
    if what == REFORM:
        return f"{name} reform"
    return f"{name} charge {battle.units[int(what)].profile.name}"


def _one_each(keys: Sequence[str]) -> Refusal | None:
    who = [key.partition(">")[0] for key in keys]
    if len(set(who)) != len(who):
        return Refusal("a unit charges one enemy, or reforms", "MM-CHARGE-11")
    return None


@clause("MM-OFFICER-18", "MM-OFFICER-34", "MM-OFFICER-43")
def must_charge(battle: Battle, unit: Unit) -> bool:
    """Whether rage drives it on: its officer, still at its head, is Enraged."""
    officer = officer_of(battle, unit)
    return officer.fate == ALIVE and officer.temper == "enraged" and not officer.betrayed


def _all_driven(battle: Battle, keys: Sequence[str], driven: set[str]) -> Refusal | None:
    """Why units of an Enraged officer who could charge may not be left out."""
    charging = {who for who, _, what in [key.partition(">") for key in keys] if what != REFORM}
    for one in sorted(driven - charging, key=int):
        unit = battle.units[int(one)]
        name = officer_of(battle, unit).name
        return Refusal(f"{name} is Enraged: {unit.profile.name} must charge", "MM-OFFICER-43")
    return None


def _take(table: Table[Battle], key: str) -> None:
    who, _, what = key.partition(">")
    unit = table.state.units[int(who)]
    if what == REFORM:
        begin_reforming(table, unit)
    else:
        unit.deeds.charge = int(what)


@clause("MM-SETUP-15", "MM-SETUP-24")
def _come_to_light(table: Table[Battle], unit: Unit) -> None:
    """An ambush that charges is revealed; who carries branches throws them down."""
    if unit.where == HIDDEN:
        unit.where = ON_TABLE
        unit.deeds.ambushing = True
        changed(table.state)
        table.tell(Sprung(unit.id, "charges"))
    if unit.veiled:
        unit.veiled = False
        table.tell(Unveiled(unit.id))


@clause("MM-MOVE-08", "MM-MOVE-40", "MM-CHARGE-11", "MM-CHARGE-16")
def _begin(battle: Battle, unit: Unit) -> None:
    """Fix where a charge begins, its gap and its aim; Dismounted are afoot from now on."""
    deeds = unit.deeds
    target = battle.units[deeds.charge]
    deeds.start = (unit.x, unit.y)
    deeds.gap = round(distance(battle, unit, target), 3)
    aim = aim_at(battle, unit, target)
    if aim is not None:
        deeds.aim = aim.turn
        deeds.mixes = aim.mixes
    if unit.profile.mobility == "dismounted" and not battle.options.dismounted_ride_in:
        unit.riding = False


@clause("MM-INIT-08")
def _revise_opponents(battle: Battle) -> None:
    """Who charges or is charged has that enemy for an opponent, unless he is in contact."""
    for unit in on_table(battle):
        if is_engaged(battle, unit):
            continue
        foes = [battle.units[one] for one in chargers_of(battle, unit)]
        if unit.deeds.charge != NOBODY:
            foes.append(battle.units[unit.deeds.charge])
        if foes:
            best = max(foes, key=lambda foe: (foe.deeds.initiative, -foe.number))
            unit.deeds.opponent = best.id


def chargers_of(battle: Battle, unit: Unit) -> list[int]:
    """The enemies whose charge on a unit is still going."""
    return [
        one.id
        for one in on_table(battle)
        if one.side != unit.side and one.deeds.charge == unit.id and not one.deeds.stopped
    ]


# -- 4b: responses


@clause("MM-CHARGE-12", "MM-CHARGE-13", "MM-CHARGE-14")
def respond(table: Table[Battle]) -> None:
    """Owners of charged units choose responses in secret; all are shown together."""
    battle = table.state
    asked: list[Pick[str]] = []
    whose: list[Unit] = []
    for unit in on_table(battle):
        question = _response(battle, unit)
        if question is not None:
            asked.append(question)
            whose.append(unit)
    feints = [feint for side in SIDES if (feint := _feigners(battle, side)) is not None]
    answers = table.ask_all([*asked, *feints])
    for unit, answer in zip(whose, answers[: len(whose)], strict=True):
        _answer(table, unit, str(answer))
    for keys in answers[len(whose) :]:
        for key in keys:
            battle.units[key].deeds.response = FEIGN
    for unit in on_table(battle):
        if not unit.deeds.response and chargers_of(battle, unit) and answers_nothing(battle, unit):
            unit.deeds.response = STAND if unit.morale != BROKEN else "rout"
    told = tuple([(u.id, u.deeds.response) for u in on_table(battle) if u.deeds.response])
    table.tell(Responded(told))
    battle.stage = "response_tests"
    battle.queue = tuple([one.id for one in _in_order(battle)])


@clause("MM-CHARGE-19")
def _feigners(battle: Battle, side: str) -> Pick[int] | None:
    """Ask which units that nobody charges feign a retreat all the same."""
    able = [
        one.id
        for one in on_table(battle)
        if one.side == side
        and one.profile.feign
        and one.deeds.charge == NOBODY
        and not chargers_of(battle, one)
        and not answers_nothing(battle, one)
    ]
    if not able:
        return None
    return Pick(
        side,
        "feigners",
        "Who feigns a retreat, though nobody charges them?",
        tuple(able),
        label=lambda key: battle.units[key].profile.name,
        least=0,
        most=len(able),
        sets=lambda: [(), *[(one,) for one in able]],
        about=tuple(able),
    )


@clause("MM-CHARGE-12", "MM-TURN-03")
def _in_order(battle: Battle) -> list[Unit]:
    """Units with a response: the side that moved its officers first, each by number."""
    first = battle.first or SIDES[0]
    found = [u for u in on_table(battle) if u.deeds.response]
    return sorted(found, key=lambda u: (u.side != first, u.number))


@clause("MM-CHARGE-35")
def answers_nothing(battle: Battle, unit: Unit) -> bool:
    """Whether a charged unit makes no response: in contact, Broken, reforming, Impetuous."""
    return is_engaged(battle, unit) or unit.morale in (BROKEN, IMPETUOUS) or unit.reforming > 0


def _response(battle: Battle, unit: Unit) -> Pick[str] | None:
    """Ask for the response of a charged unit, or whether one that may feign does."""
    if unit.morale in (BROKEN, IMPETUOUS) or unit.reforming or is_engaged(battle, unit):
        return None
    foes = [battle.units[one] for one in chargers_of(battle, unit)]
    own = unit.deeds.charge
    others = [foe for foe in foes if foe.id != own]
    if not others:
        return None
    found: dict[str, Refusal | None] = {}
    if own != NOBODY:
        found[KEEP] = None
    for foe in others:
        found[f"{COUNTER}>{foe.id}"] = why_not_counter(battle, unit, foe)
    found[STAND] = why_not_stand(battle, unit, others)
    found[EVADE] = why_not_evade(battle, unit, others)
    if unit.profile.feign:
        found[FEIGN] = None
    if all(no is not None for no in found.values()):
        found = {STAND: None}  # no legal response: it stands after a test (MM-CHARGE-14)
    return _pick(battle, unit, found, others)


def _pick(
    battle: Battle, unit: Unit, found: dict[str, Refusal | None], foes: Sequence[Unit]
) -> Pick[str]:
    names = " and ".join(foe.profile.name for foe in foes)
    return Pick(
        unit.side,
        "response",
        f"{unit.profile.name}, charged by {names}",
        tuple(found),
        why_not=found.get,
        label=lambda key: _say(battle, unit, key),
        odds=lambda key: _chances(battle, unit, key.partition(">")[0]),
        about=(unit.id,),
        foresee=lambda key: Preview(legal=True, notes=tuple(_if_stood(battle, unit, foes, key))),
        usual=next(key for key, no in found.items() if no is None),
    )


@clause("MM-CONTROL-01", "MM-CONTROL-02")
def _chances(battle: Battle, unit: Unit, what: str) -> dict[str, str]:
    """The three bands of the test that a response or a charge needs; nothing if it needs none."""
    tested = (
        behaviour(unit, "charge") == "test" if what == CHARGE else needs_test(battle, unit, what)
    )
    if not tested:
        return {}
    return odds_of_test(battle, unit, "charge" if what == COUNTER else what)


@clause("MM-CONTROL-02", "MM-CONTROL-08")
def odds_of_test(battle: Battle, unit: Unit, kind: str = CHARGE) -> dict[str, str]:
    """The chances to roll down, pass and roll up, and what each would come to."""
    profile = unit.profile
    found = bands(profile.experience, profile.die, leadership_of(battle, unit))
    low, high = PASS[profile.experience]
    totals = {"down": f"under {low}", "pass": f"{low} to {high}", "up": f"over {high}"}
    return {
        f"{name}, {total}: {_comes_to(unit, kind, name)}": str(
            Fraction(found[name]).limit_denominator(36)
        )
        for name, total in totals.items()
    }


def _comes_to(unit: Unit, kind: str, result: str) -> str:
    """What a result of its test would have a unit do, in a few words."""
    tested = tests_as(unit.profile.experience, unit.morale, unit.hits)
    able = may_ever_evade(unit)
    found = judge(kind, result, tested, tested, unit.hits, may_evade=able)
    deed = _DEEDS.get(found.action, found.action)
    more = [
        "Impetuous" if found.morale == IMPETUOUS and tested != IMPETUOUS else "",
        "unformed" if found.unformed and found.morale != BROKEN else "",
        "losing elements" if found.die_of_elements or found.for_hits else "",
    ]
    return ", ".join([deed, *[one for one in more if one]])


_DEEDS = {
    "charge": "they charge",
    "stand": "they stand",
    "evade": "they evade",
    "rout": "they break and run",
    "none": "they stay",
    "feign": "they feign flight",
    "disperse": "they scatter and are lost",
}


def _charge_chances(battle: Battle, key: str) -> dict[str, str]:
    who, _, what = key.partition(">")
    return {} if what == REFORM else _chances(battle, battle.units[int(who)], CHARGE)


def _say(battle: Battle, unit: Unit, key: str) -> str:
    what, _, who = key.partition(">")
    tested = " (test)" if needs_test(battle, unit, what) else ""
    words = {
        KEEP: "Keep to its own charge",
        STAND: f"Stand{tested}",
        EVADE: f"Evade{tested}",
        FEIGN: "Feign a retreat (test)",
    }
    if what == COUNTER:
        return f"Counter-charge {battle.units[int(who)].profile.name}{tested}"
    return words[what]


def needs_test(battle: Battle, unit: Unit, what: str) -> bool:
    """Whether a response is tested: by the table, or because an ambush sprang on it."""
    if what == KEEP:
        return False
    if what == FEIGN or is_ambushed(battle, unit):
        return True
    if what == STAND and _may_not_choose_stand(unit):
        return True
    return behaviour(unit, "counter_charge" if what == COUNTER else what) == "test"


def _may_not_choose_stand(unit: Unit) -> bool:
    return behaviour(unit, STAND) == "no"


@clause("MM-SETUP-15")
def is_ambushed(battle: Battle, unit: Unit) -> bool:
    """Whether one of its chargers sprang from ambush this turn."""
    return any(battle.units[one].deeds.ambushing for one in chargers_of(battle, unit))


@clause("MM-CHARGE-15", "MM-CHARGE-17")
def why_not_counter(battle: Battle, unit: Unit, foe: Unit) -> Refusal | None:
    """Why a unit may not counter-charge a charger."""
    if behaviour(unit, "counter_charge") == "no":
        return Refusal("its type does not counter-charge", "MM-CHARGE-13")
    if zone(battle, unit, foe.deeds.start) != "front" and not can_face(unit):
        return Refusal("it is charged in flank or rear and cannot turn", "MM-CHARGE-15")
    return None


@clause("MM-CHARGE-15", "MM-MOVE-23")
def can_face(unit: Unit) -> bool:
    """Whether it can turn to face a flank: Open order, or Regulars of class A and B."""
    profile = unit.profile
    return unit.order == "open" or (
        profile.origin == "regular" and profile.class_ in "AB" and unit.formed
    )


@clause("MM-UNIT-28", "MM-CHARGE-15", "MM-GUN-19", "MM-UNIT-32")
def why_not_stand(battle: Battle, unit: Unit, foes: Sequence[Unit]) -> Refusal | None:
    """Why a unit may not choose to stand: some types need ground for it."""
    if behaviour(unit, STAND) == "no":
        return Refusal("its type does not stand", "MM-CHARGE-13")
    kinds = [one for one in (unit.profile.type, unit.profile.second_type) if one]
    if not all(kind in _NEEDS_GROUND for kind in kinds):
        return None
    if is_bombard(unit):
        if all(behind_defences(battle, unit, foe) for foe in foes):
            return None
        return Refusal("bombards stand only behind field defences", "MM-UNIT-28")
    if all(has_advantage(battle, unit, foe) for foe in foes):
        return None
    return Refusal("its type stands only with the advantage of ground", "MM-UNIT-28")


@clause("MM-UNIT-27", "MM-CHARGE-18", "MM-MOVE-10")
def why_not_evade(battle: Battle, unit: Unit, foes: Sequence[Unit]) -> Refusal | None:
    """Why a unit may not evade."""
    if not may_ever_evade(unit):
        mounted = unit.profile.mobility == "mounted" and unit.profile.class_ == "A"
        why = "class A cavalry never evade" if mounted else "its type does not evade"
        return Refusal(why, "MM-UNIT-27" if mounted else "MM-CHARGE-13")
    if is_gunne(unit):
        return None  # the crew runs and the piece is lost
    if not has_way_out(battle, unit, foes):
        return Refusal("it has no way out", "MM-CHARGE-18")
    return None


def _answer(table: Table[Battle], unit: Unit, answer: str) -> None:
    """Take a response; whoever responds drops his own charge."""
    if answer == KEEP:
        return
    what, _, who = answer.partition(">")
    deeds = unit.deeds
    if deeds.charge != NOBODY:
        deeds.charge = NOBODY
        table.tell(ChargeEnded(unit.id, "responds to a charge instead"))
    deeds.response = what
    if what == COUNTER:
        deeds.charge = int(who)
        deeds.start = (unit.x, unit.y)
        deeds.gap = round(distance(table.state, unit, table.state.units[int(who)]), 3)
        if unit.profile.mobility == "dismounted" and not table.state.options.dismounted_ride_in:
            unit.riding = False
