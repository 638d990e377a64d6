"""Carrying out charges: mutual ones first, then the winner's, then the loser's (CHG-05, 15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.bases import angle_off, heading
from banneret.tabletop.shapes.segments import distance
from banneret.tabletop.shapes.stands import between, closest_passage, slide

from ...basics.state import NOBODY, Figure, moved, other
from ...basics.who import on_feet, on_table, total_weight
from ...ground.stands import put, settle, stand, stand_at
from ...host.bashing import body_bash_chance
from ...melee import bashes
from ...movement.going import MOTIONS, fast
from ...movement.half_moves import rein_in, set_speed
from ...movement.meeting import note_meetings
from ...movement.sliding import Obstacles, free_spot, ground_only, obstacles, run
from ...movement.squeezing import bash_from
from ...screen.events import Ran
from ..falls import stumble
from .exchange import NOTHING, Pass, dodge_aside, pick, pick_reply, replies, reply, strikes_of
from .lines import Course, Line, handiest, lines, side_of, spaced, strike_range
from .orders import Order, charge_speeds, may_charge

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.stands import Stand

    from ...basics.columns.words import Speed
    from ...basics.state import Battle, LooseSteed

LONG_ENOUGH: Final = 0.01
LINES: Final = {
    "left": "Into him, on the left",
    "right": "Into him, on the right",
    "through": "Into him, dead ahead",
    "past, on the left": "Past him, on the left",
    "past, on the right": "Past him, on the right",
    "ahead": "Straight ahead",
}
ABREAST: Final = 0.05  # inches past the line of somebody's front at which a steed is before him


def may_start(battle: Battle, order: Order) -> bool:
    """Whether a rider who wrote a charge can still set out: others may have charged him first."""
    return may_charge(battle, battle.figures[order.figure]) is None


@clause("DE-CHG-15", "DE-SEQ-09")
def next_order(table: Table[Battle]) -> Order | None:
    """The next charge: the winner's, then the loser's, each side's in the order its owner likes."""
    battle = table.state
    for side in (battle.winner, other(battle.winner)):
        own: dict[int, Order] = {
            one.figure: one for one in battle.charges if battle.figures[one.figure].side == side
        }
        if len(own) > 1:
            return own[table.ask(_ask_charger(battle, side, list(own)))]
        if own:
            return next(iter(own.values()))
    return None


def _ask_charger(battle: Battle, side: str, riders: list[int]) -> Pick[int]:
    return Pick(
        side,
        "charger",
        "Whose charge comes next?",
        riders,
        label=lambda key: battle.figures[key].name,
        usual=riders[0],
    )


@clause("DE-CHG-15", "DE-CHG-27", "DE-CHG-35")
def charge(table: Table[Battle], order: Order) -> None:
    """One rider charges his targets in order and runs his steed to the end of its movement."""
    battle = table.state
    figure = battle.figures[order.figure]
    runner = Runner(table, figure, order.speed)
    for key in order.targets:
        target = battle.figures[key]
        if on_feet(target) and not runner.take(target):
            break
    runner.finish()


class Runner:
    """A charging steed under way: what movement and turning it has left, and whom it has met."""

    def __init__(self, table: Table[Battle], figure: Figure, speed: str) -> None:
        self.table, self.battle, self.figure = table, table.state, figure
        assert figure.steed is not None
        self.steed = figure.steed
        able = charge_speeds(self.battle, figure)  # it may have been slowed since (DE-CHG-03)
        speed = speed if speed in able else able[-1]
        set_speed(table, figure, speed)
        self.steed.charged = True
        course = Course.begin(self.battle, figure, speed)
        self.left, self.turning = course.inches, course.turning
        self.start = (figure.x, figure.y)
        self.path = [self.start]
        self.met: list[int] = []
        self.crossed: list[int] = []  # loose steeds
        self.owed: list[Pass] = []  # taken from behind: they answer once it is before them
        self.over = self.pulled_up = False
        self.last, self.side = NOBODY, ""

    @property
    def course(self) -> Course:
        """Where it is and what it has left."""
        return Course(stand(self.figure), self.left, self.turning, self.last, self.side)

    # -- one target

    @clause("DE-CHG-14", "DE-CHG-16", "DE-CHG-24", "DE-CHG-28", "DE-CHG-35")
    def take(self, target: Figure) -> bool:
        """Turn at a target, run at it, have the exchange; tell False if the run ends short of it.

        Who is met on the way takes inches, and terrain stops the steed.
        """
        line = self.choose_line(target)
        if line is None:
            return False
        self.turn(line.facing)
        if not line.reaches:
            return False
        self.advance(line.inches)
        if self.over or not self._at(target):
            return False
        self.pass_by(target)
        return not self.over

    def _at(self, target: Figure) -> bool:
        """Whether it has come so near that the exchange begins."""
        near = strike_range(self.battle, self.figure, target) + ABREAST
        return between(stand(self.figure), stand(target)) <= near

    def choose_line(self, target: Figure) -> Line | None:
        """Ask on which line he runs at the target, if there is more than one."""
        found = [
            line
            for line in lines(self.battle, self.figure, self.course, target)
            if spaced(self.battle, self.course, target, line.side)
        ]
        if not found:
            return None
        reaching = [line for line in found if line.reaches] or found
        named = {line.name: line for line in reaching}
        drawn = min(reaching, key=handiest)
        chosen = self.table.ask(
            Pick(
                self.figure.side,
                "charge_line",
                f"How does {self.figure.name} run at {target.name}?",
                list(named),
                label=lambda key: LINES.get(key, key),
                about=(self.figure.id, target.id),
                usual=drawn.name,
            )
        )
        return named[chosen]

    def turn(self, facing: float) -> None:
        """Turn the steed within its limit; a charge pays no inches for it."""
        off = angle_off(self.figure.facing, facing)
        if off < LONG_ENOUGH:
            return
        self.turning -= off
        put(self.battle, self.figure, self.figure.x, self.figure.y, facing)
        self.path.append((self.figure.x, self.figure.y))

    @clause("DE-CHG-16", "DE-CHG-34", "DE-CHG-25")
    def pass_by(self, target: Figure) -> None:
        """The exchange with a target, contact and bash if the stands touch, and its reply."""
        side = self.name_side(target)
        made = pick(self.table, self.figure, target, side)
        answers = strikes_of(self.table, made)
        dodge_aside(self.table, made)
        self.last, self.side = target.id, side
        if self.lost_rider():
            return
        reach = strike_range(self.battle, self.figure, target)
        near = self._to_passage(target, reach)
        self.advance(near, made if answers else None)
        if answers and target.id not in self.met:
            self._answered(made)
        self.advance(self.battle.tables.seed.charge_movement.straight_after_contact)

    @clause("DE-CHG-19", "DE-CHG-34")
    def _answered(self, made: Pass) -> None:
        """Whom it took from behind can answer only when it has passed to his front."""
        if made.rear:
            self.owed.append(made)
            return
        reply(self.table, made)
        self.lost_rider()

    def name_side(self, target: Figure) -> str:
        """The side of the steed the target is on; exactly centred the charger names it."""
        side = side_of(stand(self.figure), stand(target))
        if side != "centre":
            return side
        named: str = self.table.ask(
            Pick(
                self.figure.side,
                "charge_side",
                f"{target.name} is dead ahead: on which side does he count?",
                ["left", "right"],
                label=str.capitalize,
                about=(self.figure.id, target.id),
            )
        )
        return named

    def _to_passage(self, target: Figure, reach: float) -> float:
        """The inches to the closest passage, a hair beyond it: who is touched there is met."""
        own = stand(self.figure)
        far = reach + own.pattern.depth + 2.0
        ux, uy = heading(own.facing)
        return far * closest_passage(own, ux * far, uy * far, stand(target)) + ABREAST

    # -- running

    @clause("DE-CHG-20", "DE-CHG-27", "DE-CON-10")
    def advance(self, inches: float, made: Pass | None = None) -> None:
        """Run straight on, bashing whoever is touched, until the inches or the movement end."""
        wanted = min(inches, self.left)
        while wanted > LONG_ENOUGH and not self.over:
            if self.steed.speed == "stand":
                self.left = 0.0  # on its knees it stops (DE-HOST-34)
                return
            own = stand(self.figure)
            ground = ground_only(obstacles(self.battle, self.figure))
            clear = run(own, own.facing, wanted, ground)
            hit, far = self._first_met(own, clear.inches)
            passed, far = self._first_passed(own, far)
            self._shift(far)
            wanted -= far
            if passed is not None:
                self.owed.remove(passed)
                reply(self.table, passed)
                self.lost_rider()
            elif hit is not None:
                self._slowed()
                if isinstance(hit, Figure):
                    self.meet(hit, made)
                else:
                    self.cross(hit)
                wanted = min(wanted, self.left)
            elif clear.inches < wanted + far - LONG_ENOUGH:
                self.left, self.pulled_up = 0.0, True  # a wall: the run ends there
                return

    def _shift(self, inches: float) -> None:
        self.left = max(0.0, self.left - inches)
        settle(self.battle, self.figure, stand(self.figure).ahead(inches))

    def _slowed(self) -> None:
        lost = self.battle.tables.seed.charge_movement.inches_lost_per_contact
        self.left = max(0.0, self.left - lost)

    def _first_met(self, own: Stand, inches: float) -> tuple[Figure | LooseSteed | None, float]:
        """Whom the steed touches first on a straight run, and after how many inches."""
        others: list[Figure | LooseSteed] = [
            one
            for one in self.battle.figures
            if one.id != self.figure.id and on_table(one) and one.id not in self.met
        ]
        others += [
            one
            for one in self.battle.loose
            if one.steed.posture == "standing" and one.id not in self.crossed
        ]
        there = own.ahead(inches)
        stands = [stand(one) if isinstance(one, Figure) else stand_of(one) for one in others]
        part, hit = slide(own, there.x - own.x, there.y - own.y, stands)
        if hit is None:
            return None, inches
        return others[hit], inches * part

    def _first_passed(self, own: Stand, inches: float) -> tuple[Pass | None, float]:
        """To whose front, of those who may yet answer, it comes first on a straight run; where."""
        first, at = None, inches
        ux, uy = heading(own.facing)
        for made in self.owed:
            target = self.battle.figures[made.target]
            fx, fy = heading(target.facing)
            pace = ux * fx + uy * fy
            behind = (target.x - own.x) * fx + (target.y - own.y) * fy
            if pace > 0.0 and behind / pace + ABREAST <= at:
                first, at = made, max(0.0, behind / pace + ABREAST)
        return first, at

    @clause("DE-CHG-12", "DE-CHG-20", "DE-HOST-65")
    def cross(self, loose: LooseSteed) -> None:
        """A steed that nobody rides is in the way: it may stumble over it, and runs on."""
        self.crossed.append(loose.id)
        stumble(self.table, self.figure, crossing_horse=True)
        self.lost_rider()

    @clause("DE-CHG-20", "DE-CHG-29", "DE-CHG-34", "DE-HORSE-05")
    def meet(self, touched: Figure, made: Pass | None) -> None:
        """A contact: a body bash by the mount, and perhaps a blow as it passes."""
        self.met.append(touched.id)
        bashes.body_bash(self.table, self.figure, touched)
        if on_feet(touched) and _bashes_back(self.battle, touched, self.figure):
            bashes.body_bash(self.table, touched, self.figure)
        if self.lost_rider():
            return
        if made is not None and made.target == touched.id:
            self._answered(made)
        elif touched.side != self.figure.side and touched.id != self.last:
            self._struck_in_passing(touched)

    def _struck_in_passing(self, touched: Figure) -> None:
        """Somebody who was not named strikes back as the steed passes (DE-CHG-20)."""
        if replies(self.battle, touched, self.figure) == [NOTHING]:
            return
        side = side_of(stand(self.figure), stand(touched))
        self._answered(pick_reply(self.table, self.figure, touched, side))

    @clause("DE-CHG-36")
    def lost_rider(self) -> bool:
        """Without its rider a steed runs straight on and then stands; fallen, it stops there."""
        if self.figure.steed is not None and on_feet(self.figure):
            return False
        if not self.over:
            self.over = True
            self._run_riderless()
        return True

    @clause("DE-CHG-36")
    def _run_riderless(self) -> None:
        """The riderless steed runs out its movement, bashing what it touches."""
        loose = next((one for one in self.battle.loose if one.steed is self.steed), None)
        if loose is None or loose.steed.posture != "standing" or ran_at(loose) == "stand":
            return
        run_loose(self.table, loose, self.left, self.met)
        self.left = 0.0

    @clause("DE-CHG-27")
    def finish(self) -> None:
        """Run the rest of the allowance straight on, and come to rest on free ground."""
        if not self.lost_rider():
            self.advance(self.left)
        if self.figure.steed is None or not on_feet(self.figure):
            return
        self._rest()
        note_meetings(self.battle, self.figure)
        self.path.append((self.figure.x, self.figure.y))
        speed = self.figure.steed.speed
        self.figure.moved = True
        self.figure.moved_inches = distance(self.start, (self.figure.x, self.figure.y))
        self.figure.motion = MOTIONS[speed] if fast(speed) else "ran"
        self.table.tell(
            Ran(
                figure=self.figure.id,
                path=tuple(self.path),
                facing=self.figure.facing,
                speed=speed,
            )
        )
        for made in self.owed:
            reply(self.table, made)
        if self.pulled_up and self.figure.steed is not None:
            rein_in(self.table, self.figure)

    def _rest(self) -> None:
        """A steed that would stand on somebody goes on, or back, to the nearest free spot."""
        own = stand(self.figure)
        settle(
            self.battle,
            self.figure,
            free_spot(self.battle, own, obstacles(self.battle, self.figure)),
        )


@clause("DE-CHG-34")
def _bashes_back(battle: Battle, touched: Figure, charger: Figure) -> bool:
    """Giants and others of at least the steed's weight bash back."""
    steed = charger.steed
    if steed is None:
        return False
    return total_weight(battle, touched) >= battle.tables.host.horses[steed.key].weight


def stand_of(loose: LooseSteed) -> Stand:
    """The stand of a steed that nobody rides."""
    return stand_at("horse", loose.x, loose.y, loose.facing)


def _without_steed(among: Obstacles, key: int) -> Obstacles:
    kept = [i for i, hit in enumerate(among.hits) if not (hit.kind == "steed" and hit.key == key)]
    return among.only(kept)


@clause("DE-CHG-36", "DE-HOST-65")
def run_loose(table: Table[Battle], loose: LooseSteed, inches: float, met: list[int]) -> None:
    """A riderless steed runs straight on through whom it meets, then stands."""
    battle = table.state
    own = stand_of(loose)
    ground = ground_only(obstacles(battle, None))
    left = inches
    while left > LONG_ENOUGH:
        clear = run(own, own.facing, left, ground)
        others = [one for one in battle.figures if on_table(one) and one.id not in met]
        part, hit = slide(
            own,
            clear.stand.x - own.x,
            clear.stand.y - own.y,
            [stand(one) for one in others],
        )
        own = own.ahead(clear.inches * part)
        left -= clear.inches * part
        if hit is None:
            break
        met.append(others[hit].id)
        left -= battle.tables.seed.charge_movement.inches_lost_per_contact
        _trample_past(table, loose, others[hit])
    among = _without_steed(obstacles(battle, None), loose.id)
    loose.x, loose.y = free_spot(battle, own, among).centre
    loose.steed.speed = "stand"
    moved(battle)


def _trample_past(table: Table[Battle], loose: LooseSteed, touched: Figure) -> None:
    """A running riderless steed bashes whom it touches."""
    battle = table.state
    host = battle.tables.host
    chance = body_bash_chance(
        battle.tables,
        weight=host.horses[loose.steed.key].weight,
        target_weight=total_weight(battle, touched),
        strength=host.steed.strength,
        target_strength=bashes.strength(battle, touched),
        speed=ran_at(loose),
    )
    bash_from(table, touched, chance, (loose.x, loose.y))


def ran_at(loose: LooseSteed) -> Speed:
    """The speed at which a steed lost its rider."""
    steed = loose.steed
    return steed.speed if steed.speed != "stand" else steed.melee_speed
