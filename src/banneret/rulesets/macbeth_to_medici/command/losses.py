"""The end of step 11: officers test for what they saw, snap, feel betrayed (MM-OFFICER)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.chance.hands import Hand
from banneret.core.questions.choices import Pick

from ..basics.state import ALIVE, BROKEN, ON_TABLE
from ..basics.tables import TEMPER_PASS
from ..basics.who import seen_by_officer
from ..ground.sight import officer_sees
from ..screen.deeds import Betrayed, OfficerTested
from .dice import chosen, passes_on, readings, sides_of
from .fates import become_temper
from .tempers import BetrayalSituation, betrayal_roll, shaken_by, weight_of

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Loss, Officer
    from .dice import Tested

PREFER = ("pass", "down", "up")


@clause("MM-OFFICER-29", "MM-TURN-09")
def begin_tests(table: Table[Battle]) -> None:
    """Line up the officers: the C-in-C first, then by L + C."""
    battle = table.state
    order = sorted(
        [o for o in battle.officers if o.fate == ALIVE],
        key=lambda o: (o.side, not o.chief, -(o.leadership + o.command), o.id),
    )
    for officer in order:
        notice(battle, officer)
    battle.queue = tuple(o.id for o in order)
    battle.phase = "officer_tests"


@clause("MM-OFFICER-24", "MM-OFFICER-29", "MM-OFFICER-41")
def officer_tests(table: Table[Battle]) -> None:
    """The next officer tests, if he saw something that weighs on him."""
    battle = table.state
    if not battle.queue:
        battle.losses = tuple(loss for loss in battle.losses if loss.turn > battle.turn)
        battle.phase = "rally_begin"
        return
    officer = battle.officers[battle.queue[0]]
    battle.queue = battle.queue[1:]
    if officer.fate != ALIVE or officer.temper in ("enraged", "shaken"):
        return
    weights = weights_on(battle, officer)
    if not weights:
        return
    if not battle.options.test_each_loss:
        weights = [sum(weights)]
    for weight in weights:
        if officer.temper not in ("enraged", "shaken"):
            test_officer(table, officer, weight)


# -- what weighs on him


@clause("MM-OFFICER-27", "MM-OFFICER-28", "MM-UNIT-08")
def notice(battle: Battle, officer: Officer) -> None:
    """Class A units in his eyes whose loss he has seen keep counting until they rally."""
    seen = list(officer.noticed)
    for loss in battle.losses:
        if officer.id in loss.seen and loss.unit >= 0 and loss.kind != "dispersed":
            unit = battle.units[loss.unit]
            if unit.ward == officer.ward and seen_by_officer(officer, unit) == "A":
                seen.append(loss.unit)
    for unit in battle.units:
        routing = unit.where == ON_TABLE and unit.morale == BROKEN and unit.ward == officer.ward
        if (
            routing
            and seen_by_officer(officer, unit) == "A"
            and officer_sees(battle, officer, unit)
        ):
            seen.append(unit.id)
    officer.noticed = tuple(
        key
        for key in dict.fromkeys(seen)
        if battle.units[key].where != ON_TABLE or battle.units[key].morale == BROKEN
    )


@clause("MM-OFFICER-24", "MM-OFFICER-25", "MM-OFFICER-26", "MM-OFFICER-27")
def weights_on(battle: Battle, officer: Officer) -> list[int]:
    """Every significant loss of this turn that he saw, and every class A one he knows of."""
    found: list[int] = []
    counted: set[int] = set()
    for loss in battle.losses:
        weight = _weight(battle, officer, loss)
        if weight and loss.unit not in counted:
            found.append(weight)
            counted.add(loss.unit)  # broken and then destroyed is one unit lost
    found += [weight_of(officer.temper, "A") for _ in officer.noticed]
    return [weight for weight in found if weight]


def _weight(battle: Battle, officer: Officer, loss: Loss) -> int:
    if officer.id not in loss.seen or loss.side != officer.side or loss.kind == "dispersed":
        return 0
    if loss.kind == "officer":
        return 0 if officer.chief else weight_of(officer.temper, "A")
    unit = battle.units[loss.unit]
    if unit.ward != officer.ward or unit.id in officer.noticed:
        return 0
    return weight_of(officer.temper, seen_by_officer(officer, unit))


# -- the test


@clause("MM-OFFICER-30", "MM-OFFICER-31", "MM-OFFICER-32", "MM-OFFICER-09")
def test_officer(table: Table[Battle], officer: Officer, weight: int) -> None:
    """Two of his dice; his Leadership may replace one; what it does to him."""
    battle = table.state
    tested = _roll(table, officer, weight)
    temper, count, snapped = shaken_by(
        officer.temper,
        tested.result,
        officer.count,
        weight,
        officer.command,
        count_after=battle.options.count_after,
    )
    officer.count = count
    officer.snapped = officer.snapped or snapped
    changed = temper != officer.temper
    table.tell(
        OfficerTested(
            officer.id, weight, tested.total, tested.result, temper, snapped, officer.side
        )
    )
    if changed:
        become_temper(table, officer, temper)
    if snapped and temper == "enraged":
        _feel_betrayed(table, officer)


def _roll(table: Table[Battle], officer: Officer, weight: int) -> Tested:
    band = TEMPER_PASS[officer.temper]
    draw = Hand(f"{officer.name} bears his losses", 2, sides_of(officer.die))
    faces: tuple[int, ...] = table.roll(draw, side=officer.side, wish=passes_on(band))
    able = officer.disabled != table.state.turn
    found = readings(tuple(faces), band, officer.leadership if able else None)
    told = {one.use: f"{_USES[one.use]}: {one.total}, {one.result}" for one in found}
    use = table.ask(
        Pick(
            officer.side,
            "officer_leadership",
            f"{officer.name} tests for {weight}: {faces[0]} and {faces[1]}, "
            f"Leadership {officer.leadership}",
            tuple(told),
            label=lambda key: told[key],
            about=(1000 + officer.id,),
            usual=lambda: chosen(found, "best", PREFER).use,
        )
    )
    return chosen(found, use, PREFER)


_USES = {"none": "As they lie", "first": "For the first die", "second": "For the second die"}


@clause("MM-OFFICER-35", "MM-OFFICER-36")
def _feel_betrayed(table: Table[Battle], officer: Officer) -> None:
    """If nobody else of his side has lost a unit he may feel betrayed."""
    battle = table.state
    others = [w for w in battle.wards if w.side == officer.side and w.id != officer.ward]
    friends = [
        o
        for o in battle.officers
        if o.side == officer.side and o.id != officer.id and o.fate == ALIVE
    ]
    if not friends or any(w.routed for w in others):
        return
    betrayed = betrayal_roll(table, BetrayalSituation(origin=officer.origin)).result["betrayed"]
    officer.betrayed = betrayed
    table.tell(Betrayed(officer.id, betrayed, officer.side))
    if betrayed:
        battle.highlights += ((battle.turn, f"{officer.name} feels betrayed"),)
