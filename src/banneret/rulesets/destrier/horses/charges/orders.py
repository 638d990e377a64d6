"""Charge orders, written in secret after the initiative and turned up together (CHG-01 to 04)."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Final

import msgspec

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pace
from banneret.tabletop.screen.words import inches

from ...basics.columns.words import SPEEDS
from ...basics.state import NOBODY, SIDES
from ...basics.who import enemies, helpless, on_feet
from ...ground.stands import gap
from ...host.steeds import accelerate, horse_tac
from ...movement.driven.giving_ground import distance_of
from ...movement.going import allowance, within_steps
from ...movement.held import freedom
from ...screen.events import Orders
from .lines import Course, follow_on, lines

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.columns.words import Speed
    from ...basics.state import Battle, Figure

NONE: Final = "none"
MOST_TARGETS: Final = 3  # named in one proposal; more are seldom in reach
UNTRAINED: Final = ("mule",)
APART: Final = 6.0  # inches from which a melee may be ended (DE-MSEQ-12)
SLOW: Final = ("stand", "walk")


class Order(msgspec.Struct, frozen=True):
    """What one rider wrote: at what speed, at whom in order; nobody is "none"."""

    figure: int
    speed: str = ""
    targets: tuple[int, ...] = ()
    faced: bool = False


@clause(
    "DE-CHG-01", "DE-CHG-31", "DE-CHG-35", "DE-CHG-04", "DE-MISS-04", "DE-HOST-51", "DE-GRAP-08"
)
def may_charge(battle: Battle, figure: Figure) -> Refusal | None:
    """Say why a figure cannot make a movement charge; None if it can."""
    steed = figure.steed
    if steed is None:
        return Refusal(f"{figure.name} is on foot", "DE-CHG-31")
    if steed.key in UNTRAINED:
        return Refusal(f"a {steed.key} is no destrier", "DE-CHG-01")
    if helpless(figure) or not on_feet(figure) or steed.posture != "standing":
        return Refusal(f"{figure.name} is in no state to charge", "DE-HOST-67")
    if figure.restraining != NOBODY:
        return Refusal(f"{figure.name} holds somebody fast", "DE-GRAP-08")
    if figure.dazed:
        return Refusal(f"{figure.name} is dazzled", "DE-HOST-51")
    if figure.acted and not figure.will_move:  # charges may come after fire (DE-SEQ-08)
        return Refusal(f"{figure.name} said that he would stay", "DE-MISS-04")
    if freedom(battle, figure) <= 0.0:
        return Refusal(f"{figure.name} is held in contact", "DE-CHG-35")
    if not charge_speeds(battle, figure):
        return Refusal("a charge needs a trot", "DE-CHG-04")
    return None


@clause("DE-CHG-03", "DE-CHG-04")
def charge_speeds(battle: Battle, figure: Figure) -> list[Speed]:
    """The speeds a charge may be ridden at: the steed's full acceleration, a trot at least."""
    steed = figure.steed
    assert steed is not None
    up = accelerate(battle.tables, steed=steed.key, half=1, charging=True)  # in either half
    return [one for one in within_steps(battle, steed, up, up) if one not in SLOW]


@clause("DE-CHG-03", "DE-CHG-04")
def paces(battle: Battle, figure: Figure) -> list[Pace]:
    """The speeds of a charge with their inches, and why the others are not to be had."""
    steed = figure.steed
    assert steed is not None
    able = charge_speeds(battle, figure)
    at = SPEEDS.index(steed.speed)
    found = []
    for i, speed in enumerate(SPEEDS):
        if speed in SLOW or not battle.tables.host.horses[steed.key].inches(speed):
            continue
        label = f"{speed.capitalize()} {inches(allowance(battle, figure, speed))}"
        way = "up" if i > at else "down"
        most = abs(SPEEDS.index(able[-1 if i > at else 0]) - at) if able else 0
        no = Refusal(f"{abs(i - at)} steps {way}, {most} allowed", "DE-CHG-03")
        if speed in able:
            found.append(Pace(speed, label, missed=_too_far_round(battle, figure, speed)))
        else:
            found.append(Pace(speed, label, no))
    return found


@clause("DE-CHG-26", "DE-CHG-28")
def _too_far_round(battle: Battle, figure: Figure, speed: Speed) -> Refusal:
    """Why a charge at this speed has no line to somebody: its turn, and its straight run."""
    turning = Course.begin(battle, figure, speed).turning
    return Refusal(f"turns {turning:.0f}° at most, then 2″ straight", "DE-CHG-28")


def said(battle: Battle, key: str) -> str:
    """An order as people read it."""
    order = read(0, key)
    if not order.targets:
        return "No charge"
    names = ", then ".join(battle.figures[one].name for one in order.targets)
    return f"{order.speed.capitalize()} at {names}"


def read(figure: int, key: str) -> Order:
    """Read an order: "gallop:5,8"."""
    if key == NONE:
        return Order(figure)
    speed, _, targets = key.partition(":")
    return Order(figure, speed, tuple(int(one) for one in targets.split(",")))


@clause("DE-CHG-24", "DE-CHG-28")
def proposals(battle: Battle, figure: Figure) -> list[str]:
    """The orders a rider may write: anybody he can turn at, then whom he can take after him.

    Those whose first target is in reach come first.
    """
    return [key for _, key in sorted(_written(battle, figure), key=itemgetter(0))]


def in_reach(battle: Battle, figure: Figure) -> list[str]:
    """Those of them that do not end short."""
    return [key for short, key in _written(battle, figure) if not short]


def _written(battle: Battle, figure: Figure) -> list[tuple[bool, str]]:
    found: list[tuple[bool, str]] = []
    foes = [one for one in enemies(battle, figure) if on_feet(one)]
    for speed in charge_speeds(battle, figure):
        start = Course.begin(battle, figure, speed)
        for foe in foes:
            ways = lines(battle, figure, start, foe)
            if not ways:
                continue
            course = follow_on(battle, figure, start, foe)
            orders = [(foe,), *_further(battle, figure, course, (foe,), foes)]
            short = not any(line.reaches for line in ways)
            written = [f"{speed}:{','.join(str(one.id) for one in order)}" for order in orders]
            found += [(short, key) for key in written]
    return found


@clause("DE-END-04")
def course_order(battle: Battle, figure: Figure, orders: list[str]) -> str:
    """What brings about a course: the fastest order by which two who ride alike meet at once.

    Else one that leaves them so far apart that no TAC card brings them past each other before it.
    """
    written = {read(figure.id, key): key for key in orders}
    for speed in reversed(charge_speeds(battle, figure)):
        card = horse_tac(battle.tables, speed=speed).default
        near = 2 * distance_of(battle, figure, card) + APART
        for order in [one for one in written if one.speed == speed]:
            apart = gap(figure, battle.figures[order.targets[0]])
            left = apart - 2 * allowance(battle, figure, speed)
            if left <= 0 or left > near:
                return written[order]
    return orders[0]


def falls_short(battle: Battle, figure: Figure, key: str) -> bool:
    """Whether an order names first whom the steed cannot reach: the charge would end short."""
    order = read(figure.id, key)
    if not order.targets:
        return False
    start = Course.begin(battle, figure, order.speed)
    first = battle.figures[order.targets[0]]
    return not any(line.reaches for line in lines(battle, figure, start, first))


def _further(
    battle: Battle,
    figure: Figure,
    course: Course | None,
    taken: tuple[Figure, ...],
    foes: list[Figure],
) -> list[tuple[Figure, ...]]:
    """Longer orders that go on from the targets taken so far, after which the charge is here."""
    found: list[tuple[Figure, ...]] = []
    if course is None or len(taken) >= MOST_TARGETS:
        return found
    for foe in foes:
        after = None if foe in taken else follow_on(battle, figure, course, foe)
        if after is not None:
            longer = (*taken, foe)
            found += [longer, *_further(battle, figure, after, longer, foes)]
    return found


@clause("DE-CHG-02")
def face_orders(table: Table[Battle]) -> None:
    """Turn up all orders together."""
    battle = table.state
    if all(order.faced for order in battle.charges):
        return
    for side in SIDES:
        own = [one for one in battle.charges if battle.figures[one.figure].side == side]
        if own:
            shown = tuple((one.figure, one.speed or NONE, one.targets) for one in own)
            table.tell(Orders(side=side, orders=shown))
    battle.charges = [msgspec.structs.replace(one, faced=True) for one in battle.charges]
