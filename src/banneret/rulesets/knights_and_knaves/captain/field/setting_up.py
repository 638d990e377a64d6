"""Before the battle: who stands where, and what each is told to do out of earshot."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from banneret.core.questions.answers import Place1
from banneret.tabletop.setting_up import INWARD
from banneret.tabletop.shapes.measuring import within

from ...basics.state import COMMAND_RANGE, NOBODY, footprint
from ...basics.who import is_lord, men_of, retinue_of
from ...command import orders
from ...ground import features, lay
from ...ground.contact import ADJACENT_GAP
from ...ground.lay import WOODS
from ...setup.deploying import refusal, zone_of
from ..outlook import is_groom
from . import entering

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.questions.choices import Pick, Place, Write
    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man

LOOSE: Final = 2.8  # under trees, where courage is no want: as far as a unit holds together
MOST_FILES: Final = 6
WIDTHS: Final = (4, 3)  # for large bodies where there is little room
BEHIND_FRONT: Final = 4.5  # of the zone, where the lord stands
AT_THE_DOOR: Final = 4.0
BESIDE_THE_LORD: Final = 150
UNHEARD: Final = 0.5  # men beside others rather than one who does not hear his lord
CLEAR: Final = ADJACENT_GAP + 0.1  # a little more than makes neighbours (KK-DEF-15)
WINGS: Final = (3.15, -3.15, 0.0, 6.3, -6.3)
FILES: Final = (0.0, 3.15, -3.15, 6.3, -6.3)  # beside the lord, clear of one another
ASIDE: Final = (0.0, 2.5, -2.5, 5.0, -5.0)  # by which a lord stands off the middle of his zone
ABOUT: Final = (0.0, 1.0, -1.0)  # and off the place he holds
AS_GOOD: Final = 1.0  # lairs that little worse than the best will do
UX = {"south": (0.0, 1.0), "north": (0.0, -1.0), "west": (1.0, 0.0), "east": (-1.0, 0.0)}


class Custom(NamedTuple):
    """How a player draws his men up."""

    file: float  # from man to man in the open


CLOSE: Final = Custom(1.7)  # near the lord, yet only the next on either side is beside one
PLAIN: Final = Custom(2.8)  # as far as a unit holds together


def next_group(lord: int, choice: Pick[str]) -> str:
    """The lord first: everybody else stands where he can hear him. Then those who need room."""
    keys = choice.candidates
    if f"man:{lord}" in keys:
        return f"man:{lord}"
    return next((key for key in keys if key.startswith("unit:")), keys[0])


def place(battle: Battle, choice: Place, custom: Custom, whim: int) -> dict[int, Place1]:
    """Shooters before the lord, foot beside him, horse on the wings; all in earshot.

    Which wing is the stronger, and where in the zone it all is, goes by a whim: nothing tells one
    from the other, and no battle should begin like the last.

    Bodies stand clear of each other and of the lord: who is beaten or runs shakes only those
    within two inches (KK-MORALE-07), and any check may fail, a lord's too (KK-MORALE-33).
    """
    men = [battle.men[key] for key in choice.pieces]
    if men[0].unit != NOBODY:
        leader = battle.units[men[0].unit].leader
        men.sort(key=lambda man: (man.id != leader, man.id))
    player = men[0].player
    middle = _middle(battle, player, retinue_of(battle, player).edge, whim // 2)
    hand = -1.0 if whim % 2 else 1.0
    found = _best_station(battle, men, middle, hand, custom)
    return found or _anywhere(battle, men, middle, custom) or choice.ideas()[0]


def _best_station(
    battle: Battle, men: list[Man], middle: Point, hand: float, custom: Custom
) -> dict[int, Place1] | None:
    """The first station without a flaw, else the one with the fewest."""
    player = men[0].player
    edge = retinue_of(battle, player).edge
    x0, y0 = middle
    ux, uy = UX[edge]
    scale = battle.options.scale
    fewest, found = 0.0, None
    for ahead, outward, files in _stations(battle, men, player):
        aside = outward * hand
        x = x0 + (ux * ahead + uy * aside) * scale
        y = y0 + (uy * ahead - ux * aside) * scale
        places = _block(battle, men, (x, y), aside, (files, custom.file))
        if refusal(battle, men, places) is not None:
            continue
        flaws = _flaws(battle, men, places)
        if not flaws:
            return places
        if flaws < BESIDE_THE_LORD and (found is None or flaws < fewest):
            fewest, found = flaws, places
    return found


def _anywhere(
    battle: Battle, men: list[Man], middle: Point, custom: Custom
) -> dict[int, Place1] | None:
    """The lawful place nearest to the lord's, but not beside him."""
    x, y = middle
    for dx, dy in _spiral():
        places = _block(battle, men, (x + dx, y + dy), dx, (MOST_FILES, custom.file))
        lawful = refusal(battle, men, places) is None
        if lawful and _flaws(battle, men, places) < BESIDE_THE_LORD:
            return places
    return None


@lru_cache(maxsize=1)
def _spiral() -> tuple[Point, ...]:
    reach = [step * 1.5 for step in range(-16, 17)]
    return tuple(sorted([(dx, dy) for dx in reach for dy in reach], key=lambda p: hypot(*p)))


def _middle(battle: Battle, player: str, edge: str, whim: int) -> Point:
    """Where the lord stands: at the place to be held if it is ours, else near the front."""
    x0, y0, x1, y1 = zone_of(battle, player)
    side = retinue_of(battle, player).side
    for aim in battle.scenario.aim:
        if aim.kind == "hold" and aim.side == side:
            for key in features.called(battle, aim.feature):
                x, y = features.place_of(battle, key)
                if x0 < x < x1 and y0 < y < y1:
                    return _along(edge, (x, y), ABOUT[whim % len(ABOUT)] * battle.options.scale)
                house = entering.house_of(battle, key)
                if house is not None:
                    door = entering.door_for(house, ((x0 + x1) / 2, (y0 + y1) / 2))
                    room = AT_THE_DOOR * battle.options.scale
                    aside = ASIDE[whim % len(ASIDE)] * battle.options.scale
                    x, y = _along(edge, entering.before(door, room), aside)
                    return (
                        min(max(x, x0 + room), x1 - room),
                        min(max(y, y0 + room), y1 - room),
                    )
        if aim.kind == "exit" and aim.side != side:
            return _lair(battle, (x0, y0, x1, y1), whim)
    ux, uy = UX[edge]
    back = BEHIND_FRONT * battle.options.scale
    front_x = (x1 if ux > 0 else x0) if ux else (x0 + x1) / 2
    front_y = (y1 if uy > 0 else y0) if uy else (y0 + y1) / 2
    aside = ASIDE[whim % len(ASIDE)] * battle.options.scale
    return _along(edge, (front_x - ux * back, front_y - uy * back), aside)


def _along(edge: str, at: Point, inches: float) -> Point:
    """So far from there along one's own edge."""
    ux, uy = UX[edge]
    return at[0] + uy * inches, at[1] + ux * inches


def _lair(battle: Battle, zone: tuple[float, float, float, float], whim: int) -> Point:
    """Where to lie in wait: in a wood near the middle of the zone if there is one.

    Woods are cover, in which men hold their ground when horse comes at them (KK-MORALE-27).
    """
    x0, y0, x1, y1 = zone
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    found: list[tuple[float, Point]] = []
    step = 2.0 * battle.options.scale
    kind_at = battle.ground.kind_at
    for i in range(1, int((x1 - x0) / step)):
        for j in range(1, int((y1 - y0) / step)):
            x, y = x0 + i * step, y0 + j * step
            if kind_at((x, y)) not in WOODS:
                continue
            trees = [
                (dx, dy)
                for dx in (-step, 0.0, step)
                for dy in (-step, 0.0, step)
                if kind_at((x + dx, y + dy)) in WOODS
            ]
            score = len(trees) - 0.4 * hypot(x - middle[0], y - middle[1])
            found.append((-score, (x, y)))
    if not found:
        return middle
    best = min(found)[0]
    good = [place for score, place in sorted(found) if score <= best + AS_GOOD]
    return good[whim % len(good)]


def _flaws(battle: Battle, men: list[Man], places: dict[int, Place1]) -> float:
    """What is wrong with a place: men beside the lord or others, and who cannot hear him."""
    scale = battle.options.scale
    bases = [footprint(battle, man.horse != NOBODY, *places[man.id]) for man in men]
    lord = battle.men[retinue_of(battle, men[0].player).lord]
    own = men_of(battle, men[0].player)
    if lord not in own:
        return 0
    flaws = 0.0 if within(bases[0], lord.base, COMMAND_RANGE * scale) else UNHEARD * len(men)
    if lay.in_wood(battle, lord.base.x, lord.base.y):  # he lies in wait
        flaws += len([1 for base in bases if not lay.in_wood(battle, base.x, base.y)])
    for one in own:
        beside = len([1 for base in bases if within(base, one.base, CLEAR * scale)])
        flaws += beside * (BESIDE_THE_LORD if one is lord else 1)
    return flaws


def _stations(battle: Battle, men: list[Man], player: str) -> Iterator[tuple[float, float, int]]:
    """How far ahead of the lord, how far aside, and in how many files, the best first."""
    man = men[0]
    if is_lord(battle, man):
        yield 0.0, 0.0, 1
        return
    lord = battle.men[retinue_of(battle, player).lord]
    left = -1.0 if len(men_of(battle, player)) % 2 else 1.0
    row = CLEAR + 0.05 + sum([1.0 if one.horse != NOBODY else 0.5 for one in (man, lord)])
    behind = man.horse != NOBODY or is_groom(battle, man)
    rows = (0.0, -row, row) if behind else (row, 0.0, -row)
    units = [unit for unit in battle.units if unit.player == player and unit.members]
    files = WINGS if len(men) > 1 and len(units) > 1 else FILES
    widths = [width for width in WIDTHS if width < len(men)] if len(men) > MOST_FILES else []
    for width in (min(len(men), MOST_FILES), *widths):
        for ahead in (*rows, row + FILES[1]):
            for aside in files:
                if ahead or aside:
                    yield ahead, aside * left, width


def _block(
    battle: Battle, men: list[Man], at: Point, outward: float, shape: tuple[int, float]
) -> dict[int, Place1]:
    """The first man there, the others on both sides of him or only away from the lord."""
    x, y = at
    files, apart = shape
    edge = retinue_of(battle, men[0].player).edge
    facing = INWARD[edge]
    ux, uy = UX[edge]
    scale = battle.options.scale
    hidden = battle.ground.kind_at(at) in WOODS
    wide = (LOOSE if hidden else apart) * scale * (-1.0 if outward < 0.0 else 1.0)
    deep = ((2.0 if any(man.horse != NOBODY for man in men) else 1.0) + 1.5) * scale
    places = {}
    for number, man in enumerate(men):
        rank, file = divmod(number, files)
        aside = wide * (file if outward else (file + 1) // 2 * (1 if file % 2 else -1))
        back = rank * deep
        places[man.id] = Place1(
            round(x + uy * aside - ux * back, 3), round(y - ux * aside - uy * back, 3), facing
        )
    return places


# -- standing orders


def order(battle: Battle, choice: Write) -> dict[str, Any]:
    """Fighters attack, shooters harass; when called they come back to the lord."""
    player = choice.side
    men = [battle.men[key] for key in choice.about]
    trigger = trigger_of(battle, player)
    if not trigger or not men:
        return orders.entry(orders.NONE)
    shooters = [man for man in men if man.profile.missile]
    if len(shooters) * 2 > len(men):
        wanted = orders.entry("harass", trigger, orders.LORD)
    else:
        wanted = orders.entry("attack", trigger, orders.LORD)
    return wanted if choice.allows(wanted) is None else orders.entry(orders.NONE)


def trigger_of(battle: Battle, player: str) -> str:
    """A signal if somebody can give one, else the loss of the place furthest from us."""
    for signal in orders.SIGNALS:
        if orders.may_be_given(battle, player, signal):
            return f"signal:{signal}"
    lord = battle.men[retinue_of(battle, player).lord]
    named = features.names(battle)
    if not named:
        return ""

    def far(name: str) -> float:
        x, y = features.place_of(battle, features.called(battle, name)[0])
        return hypot(x - lord.base.x, y - lord.base.y)

    return f"abandoned:{max(named, key=far)}"


def successor(battle: Battle, choice: Pick[int]) -> int:
    """The best leader among those who could."""
    able = [key for key in choice.allowed() if key != NOBODY]

    def rank(key: int) -> tuple[int, int, int]:
        profile = battle.men[key].profile
        return profile.bonus, profile.morale, -key

    return max(able, key=rank) if able else NOBODY
