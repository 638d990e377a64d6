"""Officers and messengers on the move: eighteen inches, over any ground (MM-OFFICER-02, 14)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.answers import Place1
from banneret.core.questions.choices import Pick, Place
from banneret.tabletop.shapes.bases import Rect, heading
from banneret.tabletop.shapes.measuring import gap, gap_to_point
from banneret.tabletop.shapes.segments import distance_point_segment

from ..basics.state import ALIVE, BROKEN, NOBODY
from ..basics.tables import OFFICER_INCHES
from ..basics.who import base_of, enemy, units_of
from ..ground.features import is_on_table
from ..screen.events import OfficerLost, TakenIn, ride_of

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Messenger, Officer, Unit

_STAND = 1.0
TOUCH = 0.011
_DANGER = 1.0  # inches from an unbroken enemy at which a messenger is lost
_PIECES = 1000  # officers' pieces are numbered from here
STAY, ELSEWHERE = "stay", "elsewhere"


def stand_of(officer: Officer) -> Rect:
    """An officer's stand, one inch square (MM-MOVE-38)."""
    return Rect(officer.x, officer.y, 0.0, _STAND, _STAND)


@clause("MM-OFFICER-13")
def touches_unit(battle: Battle, officer: Officer, unit: Unit) -> bool:
    """Whether his stand touches a unit."""
    return gap(stand_of(officer), base_of(battle, unit)) <= TOUCH


@clause("MM-SETUP-21", "MM-OFFICER-13")
def stand_by(battle: Battle, officer: Officer, unit: Unit) -> None:
    """Set him down touching the rear centre of a unit."""
    rect = base_of(battle, unit)
    ux, uy = heading(unit.heading)
    back = rect.depth + _STAND * 0.5 * (abs(ux) + abs(uy))
    officer.x = round(unit.x - ux * back, 3)
    officer.y = round(unit.y - uy * back, 3)
    officer.x = min(max(officer.x, 0.5), battle.scenario.width - 0.5)
    officer.y = min(max(officer.y, 0.5), battle.scenario.depth - 0.5)


def go_along(battle: Battle, unit: Unit) -> None:
    """Whoever leads a unit moves with it (MM-OFFICER-13)."""
    for officer in battle.officers:
        if officer.leading == unit.id and officer.fate == ALIVE:
            stand_by(battle, officer, unit)


def distance_to(battle: Battle, officer: Officer, unit: Unit) -> float:
    """Inches from an officer's stand to the nearest point of a unit (MM-OFFICER-12)."""
    return gap(stand_of(officer), base_of(battle, unit))


@clause("MM-OFFICER-02", "MM-OFFICER-15")
def to_nearest(battle: Battle, officer: Officer, *, army: bool = True) -> Unit | None:
    """Set him touching the nearest friendly unit of his battle, or else of his army; None: none."""
    own = [u for u in units_of(battle, officer.side) if u.ward == officer.ward]
    choices = own or (units_of(battle, officer.side) if army else [])
    if not choices:
        return None
    best = min(choices, key=lambda u: (round(distance_to(battle, officer, u), 3), u.number))
    stand_by(battle, officer, best)
    return best


@clause("MM-OFFICER-02")
def take_in(table: Table[Battle], unit: Unit) -> None:
    """An officer whom an enemy unit touches is taken in by the nearest friends, or is lost."""
    battle = table.state
    rect = base_of(battle, unit)
    for officer in battle.officers:
        if officer.fate != ALIVE or officer.side == unit.side or officer.leading != NOBODY:
            continue
        if gap(stand_of(officer), rect) > TOUCH:
            continue
        refuge = to_nearest(battle, officer)
        if refuge is None:
            officer.fate = "taken"
            officer.cause = "ridden over alone"
            table.tell(OfficerLost(officer.id, officer.cause))
        else:
            table.tell(TakenIn(officer.id, refuge.id))


@clause("MM-OFFICER-14")
def ride_towards(officer: Officer, to: Point, inches: float = 0.0) -> bool:
    """Ride straight at a point, at most eighteen inches; tell whether he got there."""
    most = inches or float(OFFICER_INCHES)
    dx, dy = to[0] - officer.x, to[1] - officer.y
    far = hypot(dx, dy)
    share = 1.0 if far <= most else most / far
    officer.x = round(officer.x + dx * share, 3)
    officer.y = round(officer.y + dy * share, 3)
    return share >= 1.0


def ride_to_unit(battle: Battle, officer: Officer, unit: Unit) -> bool:
    """Ride to a unit's rear; tell whether he touches it."""
    if reach_of(battle, officer, unit) <= OFFICER_INCHES:
        stand_by(battle, officer, unit)
        return True
    rect = base_of(battle, unit)
    ride_towards(officer, (rect.x, rect.y))
    return False


def reach_of(battle: Battle, officer: Officer, unit: Unit) -> float:
    """How far he rides to touch a unit, by the shortest way."""
    return gap(stand_of(officer), base_of(battle, unit))


@clause("MM-OFFICER-14", "MM-TURN-02", "MM-TURN-03", "MM-MOVE-13")
def ask_ride(table: Table[Battle], officer: Officer) -> None:
    """Ask where an officer rides: to one of his side's units, towards one, anywhere, or nowhere."""
    battle = table.state
    units = [u for u in units_of(battle, officer.side) if u.id != officer.leading]
    found = {
        str(u.id) if reach_of(battle, officer, u) <= OFFICER_INCHES else f"towards>{u.id}": u
        for u in units
    }

    def told(key: str) -> str:
        if key in _WORDS:
            return _WORDS[key]
        word = "Towards" if key.startswith("towards") else "To"
        return f"{word} {found[key].profile.name}"

    answer = table.ask(
        Pick(
            officer.side,
            "ride",
            f"Where does {officer.name} ride?",
            (STAY, *found, ELSEWHERE),
            label=told,
            about=(_PIECES + officer.id,),
            usual=STAY,
        )
    )
    if answer == STAY:
        return
    officer.leading = NOBODY
    if answer == ELSEWHERE:
        _ride_anywhere(table, officer)
    else:
        ride_to_unit(battle, officer, found[answer])
    table.tell(ride_of(officer))


_WORDS = {STAY: "Stay", ELSEWHERE: f"Anywhere within {OFFICER_INCHES} inches"}


@clause("MM-OFFICER-14")
def _ride_anywhere(table: Table[Battle], officer: Officer) -> None:
    battle, piece = table.state, _PIECES + officer.id
    place = table.ask(
        Place(
            officer.side,
            "ride_to",
            f"Where does {officer.name} halt?",
            (piece,),
            lambda places: halt_refusal(battle, officer, places[piece]),
            lambda: [{piece: spot} for spot in _halts(battle, officer)],
            lambda: {"near": [officer.x, officer.y, 0.0, 0.01, 0.01], "inches": OFFICER_INCHES},
            about=(piece,),
        )
    )[piece]
    officer.x, officer.y = round(place[0], 3), round(place[1], 3)


@clause("MM-OFFICER-14", "MM-OFFICER-02")
def halt_refusal(battle: Battle, officer: Officer, place: Place1) -> Refusal | None:
    """Within his ride, on the table, and touching no enemy, who would drive him off at once."""
    x, y, _ = place
    if hypot(x - officer.x, y - officer.y) > OFFICER_INCHES + 0.001:
        return Refusal(f"further than {OFFICER_INCHES} inches", "MM-OFFICER-14")
    stand = Rect(x, y, 0.0, _STAND, _STAND)
    if not is_on_table(battle, stand):
        return Refusal("off the table", "MM-OFFICER-14")
    foes = units_of(battle, enemy(officer.side))
    if any(gap(stand, base_of(battle, foe)) <= TOUCH for foe in foes):
        return Refusal("an enemy unit stands there", "MM-OFFICER-02")
    return None


def _halts(battle: Battle, officer: Officer) -> list[Place1]:
    """A few places to halt: half a ride and a whole one to each side, and where he is."""
    ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
    inches = (OFFICER_INCHES / 2, float(OFFICER_INCHES))
    spots = [
        Place1(round(officer.x + dx * far, 3), round(officer.y + dy * far, 3), 0.0)
        for far in inches
        for dx, dy in ways
    ]
    lawful = [spot for spot in spots if halt_refusal(battle, officer, spot) is None]
    return [*lawful, Place1(officer.x, officer.y, 0.0)]


@clause("MM-SETUP-12", "MM-OFFICER-14", "MM-MOVE-13")
def ride_messenger(battle: Battle, messenger: Messenger) -> None:
    """A messenger rides eighteen inches; near an unbroken enemy he is lost."""
    to = battle.officers[messenger.to]
    if to.fate != ALIVE:
        messenger.fate = "lost"
        return
    start = (messenger.x, messenger.y)
    dx, dy = to.x - messenger.x, to.y - messenger.y
    far = max(0.0, hypot(dx, dy) - 0.75)
    share = 1.0 if far <= OFFICER_INCHES else OFFICER_INCHES / hypot(dx, dy)
    if far > OFFICER_INCHES or far == 0.0:
        there = (messenger.x + dx * share, messenger.y + dy * share) if far else start
    else:
        there = (to.x, to.y)
    for one in units_of(battle, enemy(messenger.side)):
        if one.morale != BROKEN and _passes(battle, one, start, there):
            messenger.fate = "lost"
            return
    messenger.x, messenger.y = round(there[0], 3), round(there[1], 3)
    if far <= OFFICER_INCHES:
        messenger.fate = "delivered"


def _passes(battle: Battle, unit: Unit, p: Point, q: Point) -> bool:
    """Whether a straight way leads within an inch of a unit."""
    rect = base_of(battle, unit)
    if gap_to_point(rect, p) <= _DANGER or gap_to_point(rect, q) <= _DANGER:
        return True
    if any(distance_point_segment(c, p, q) <= _DANGER for c in rect.corners):
        return True
    steps = 24
    return any(
        gap_to_point(rect, (p[0] + (q[0] - p[0]) * i / steps, p[1] + (q[1] - p[1]) * i / steps))
        <= _DANGER
        for i in range(1, steps)
    )


@clause("MM-OFFICER-43")
def flee_home(table: Table[Battle], officer: Officer) -> bool:
    """A fleeing officer rides for his base edge; tell whether he has reached it."""
    battle = table.state
    edge = 0.0 if battle.base.get(officer.side, "south") == "south" else battle.scenario.depth
    officer.leading = NOBODY
    there = ride_towards(officer, (officer.x, float(edge)))
    table.tell(ride_of(officer))
    return there
