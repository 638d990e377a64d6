"""Mutual charges and the pas d'armes (CHG-05 to 14), and the courses of a joust."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.stands import between, slide

from ...basics.procedures import sixes
from ...basics.who import on_feet, weapon_of
from ...ground.stands import put, stand
from ...host.lances import charge_range, joust, joust_chances, mount_rank
from ...melee import chances, harm
from ...movement.meeting import note_meetings
from ...screen.events import CourseRun, Jousted
from ..falls import stumble, unhorse
from .exchange import Pass, break_lance, pick, strikes_of
from .lines import side_of, strike_range
from .running import Runner

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.columns.words import Speed
    from ...basics.state import Battle, Figure
    from ...host.lances import Jousted as Won
    from .orders import Order

AIMS: Final = ("HELM", "SHIELD", "BODY")
GUARDS: Final = ("DUCK", "STEADY", "RAISE")
STEPS: Final = 60  # in which a meeting is looked for
NEARLY: Final = 0.05


@clause("DE-CHG-05")
def mutual_pair(battle: Battle) -> tuple[Order, Order] | None:
    """Two riders who named each other; the winner's comes first."""
    for one in battle.charges:
        for two in battle.charges:
            mine, theirs = battle.figures[one.figure], battle.figures[two.figure]
            named = two.figure in one.targets and one.figure in two.targets
            if named and mine.side == battle.winner and theirs.side != mine.side:
                return one, two
    return None


@clause("DE-CHG-05", "DE-CHG-06", "DE-CHG-14")
def mutual_charge(table: Table[Battle], one: Order, two: Order) -> None:
    """Two riders charge each other: they meet, have their exchange, and ride on, winner first.

    Whatever else they wrote down they may take in any order they can.
    """
    battle = table.state
    battle.charges = [order for order in battle.charges if order not in (one, two)]
    first, second = battle.figures[one.figure], battle.figures[two.figure]
    runners = (Runner(table, first, one.speed), Runner(table, second, two.speed))
    for runner, foe in zip(runners, (second, first), strict=True):
        _turn_at(runner, foe)
    met = _ride_together(table, *runners)
    if met:
        _pas_darmes(table, runners, crosses=_crosses(first, second))
    for runner in runners:
        runner.lost_rider()
    for runner, order, foe in zip(runners, (one, two), (second, first), strict=True):
        _ride_on(runner, order, foe, done=met)
    if met and battle.scenario.courses:
        _end_course(table, first, second)


def _turn_at(runner: Runner, foe: Figure) -> None:
    line = runner.choose_line(foe)
    if line is not None:
        runner.turn(line.facing)


@clause("DE-CHG-06", "DE-CHG-07")
def _ride_together(table: Table[Battle], one: Runner, two: Runner) -> bool:
    """Move both in step, in proportion to their allowances, until they meet; tell whether they do.

    They meet an inch apart if one has a lance, else where their weapons reach; terrain or others
    may stop one of them before.
    """
    battle = table.state
    near = NEARLY + max(
        strike_range(battle, one.figure, two.figure), strike_range(battle, two.figure, one.figure)
    )
    mine, theirs = stand(one.figure), stand(two.figure)
    part = 1.0
    for step in range(STEPS + 1):
        share = step / STEPS
        if between(mine.ahead(one.left * share), theirs.ahead(two.left * share)) <= near:
            part = share
            break
    far = (one.left * part, two.left * part)
    one.met.append(two.figure.id)
    two.met.append(one.figure.id)
    one.advance(far[0])
    two.advance(far[1])
    if one.over or two.over:
        return False
    return between(stand(one.figure), stand(two.figure)) <= near + NEARLY


@clause("DE-CHG-07", "DE-CHG-10", "DE-CHG-12", "DE-CHG-13")
def _pas_darmes(table: Table[Battle], runners: tuple[Runner, Runner], *, crosses: bool) -> None:
    """Lances strike at an inch; then the horses may collide; then those with other weapons."""
    battle = table.state
    first, second = (one.figure for one in runners)
    lances = [charge_range(battle.tables, weapon_of(battle, one)) >= 1.0 for one in (first, second)]
    if battle.options.jousting and all(lances):
        tilt(table, first, second)
        return
    made = pick(table, first, second, side_of(stand(first), stand(second)))
    made = made._replace(reply="blow" if made.reply == "nothing" else made.reply)
    lancer = made if lances[0] else _turned(battle, made)
    if all(lances):
        strikes_of(table, made)
    elif any(lances):
        strikes_of(table, lancer._replace(reply="nothing"))
    if crosses:
        _collide(table, runners)
    if all(lances) or not (_riding(first) and _riding(second)):
        return
    strikes_of(table, _turned(battle, lancer)._replace(reply="nothing") if any(lances) else made)


def _turned(battle: Battle, made: Pass) -> Pass:
    """The same pass seen by the other rider."""
    one, two = battle.figures[made.charger], battle.figures[made.target]
    return made._replace(
        charger=two.id,
        target=one.id,
        side=side_of(stand(two), stand(one)),
        defence=made.guard,
        guard=made.defence,
        aim="steed" if made.reply == "blow at steed" else "man",
        reply="blow",
        guess="",
    )


def _riding(figure: Figure) -> bool:
    return on_feet(figure) and figure.steed is not None


def _crosses(one: Figure, two: Figure) -> bool:
    """Whether one rides on over the other's stand as they meet."""
    own = stand(one)
    there = own.ahead(6.0)
    _, hit = slide(own, there.x - own.x, there.y - own.y, [stand(two)])
    return hit is not None


@clause("DE-CHG-12", "DE-CHG-34")
def _collide(table: Table[Battle], runners: tuple[Runner, Runner]) -> None:
    """The stands touch: both lose their inches, and the horses still ridden may stumble."""
    lost = table.state.tables.seed.charge_movement.inches_lost_per_contact
    for runner in runners:
        runner.left = max(0.0, runner.left - lost)
        if _riding(runner.figure):
            stumble(table, runner.figure, crossing_horse=True)


def _ride_on(runner: Runner, order: Order, foe: Figure, *, done: bool) -> None:
    """Complete a rider's movement, and take his other targets if he can."""
    battle = runner.battle
    if not runner.over and _riding(runner.figure):
        if done:
            runner.last, runner.side = foe.id, side_of(stand(runner.figure), stand(foe))
            runner.advance(battle.tables.seed.charge_movement.straight_after_contact)
        for key in order.targets:
            target = battle.figures[key]
            if on_feet(target) and key not in runner.met and not runner.over:
                runner.take(target)
    runner.finish()


# -- the joust


@clause("DE-CHG-10", "DE-HOST-29", "DE-CHG-08")
def tilt(table: Table[Battle], first: Figure, second: Figure) -> None:
    """One exchange of lances on the jousting table: each picks an aim and a guard in secret."""
    battle = table.state
    aim_a, guard_a, aim_b, guard_b = table.ask_all(
        [
            question
            for one, foe in ((first, second), (second, first))
            for question in (ask_aim(battle, one, foe), ask_guard(battle, one, foe))
        ]
    )
    lances = [(first, second, aim_a, guard_b), (second, first, aim_b, guard_a)]
    ranks = [_rank(battle, one) for one in (first, second)]
    paces = {one.id: one.steed.speed for one in (first, second) if one.steed is not None}
    if ranks[1] < ranks[0]:
        lances.reverse()
    found = []
    for one, foe, aim, guard in lances:
        if ranks[0] != ranks[1] and not _riding(one):
            continue  # unhorsed by the better mount before he struck
        difference = _bonus(battle, one) - _bonus(battle, foe)
        result = joust(table, battle.tables, aim=aim, guard=guard, bonus_difference=difference)
        table.tell(Jousted(figure=one.id, other=foe.id, aim=aim, guard=guard, code=result.code))
        if ranks[0] == ranks[1]:
            found.append((one, foe, result))
        else:
            _suffer(table, one, foe, result, paces[one.id])
    for one, foe, result in found:
        _suffer(table, one, foe, result, paces[one.id])


def _rank(battle: Battle, figure: Figure) -> int:
    return mount_rank(battle.tables, figure.steed.key if figure.steed is not None else "")


def _bonus(battle: Battle, figure: Figure) -> int:
    return chances.own_bonus(battle, figure, "LH")


def ask_aim(battle: Battle, figure: Figure, foe: Figure) -> Pick[str]:
    """Ask where a jouster strikes."""
    return Pick(
        figure.side,
        "joust_aim",
        f"{figure.name} aims at {foe.name}'s …",
        AIMS,
        label=str.capitalize,
        about=(figure.id,),
        odds=lambda aim: _aim_odds(battle, figure, foe, aim),
    )


def ask_guard(battle: Battle, figure: Figure, foe: Figure) -> Pick[str]:
    """Ask how a jouster meets the other lance."""
    return Pick(
        figure.side,
        "joust_guard",
        f"{figure.name} meets {foe.name}'s lance",
        GUARDS,
        label=str.capitalize,
        about=(figure.id,),
        odds=lambda guard: _guard_odds(battle, figure, foe, guard),
    )


def _aim_odds(battle: Battle, figure: Figure, foe: Figure, aim: str) -> dict[str, str]:
    """What an aim comes to if all guards are alike likely, and against each."""
    more = _bonus(battle, figure) - _bonus(battle, foe)
    found = [joust_chances(battle.tables, aim, guard, more) for guard in GUARDS]
    each = {f"unhorses, {one}": f"{share[0]} %" for one, share in zip(GUARDS, found, strict=True)}
    unhorses, breaks = (round(sum(shares) / len(shares)) for shares in zip(*found, strict=True))
    return {"unhorses": f"{unhorses} %", "breaks the lance": f"{breaks} %", **each}


def _guard_odds(battle: Battle, figure: Figure, foe: Figure, guard: str) -> dict[str, str]:
    """How often a guard keeps its man in the saddle, and against each aim."""
    more = _bonus(battle, foe) - _bonus(battle, figure)
    stays = [100 - joust_chances(battle.tables, aim, guard, more)[0] for aim in AIMS]
    each = {f"stays up, {one}": f"{share} %" for one, share in zip(AIMS, stays, strict=True)}
    return {"stays up": f"{round(sum(stays) / len(stays))} %", **each}


@clause("DE-HOST-29", "DE-CHG-10")
def _suffer(table: Table[Battle], one: Figure, foe: Figure, result: Won, speed: Speed) -> None:
    """Injury is the lance's damage; unhorsed lies beside the steed; a broken lance is counted.

    The speed is that of the course: who is unhorsed in the same moment struck as hard.
    """
    battle = table.state
    if result.injury:
        row = battle.tables.host.lance
        damage = sixes(table, "lance", int(row.dice.of(speed)), int(row.add.of(speed)))
        harm.hurt(table, foe, damage)
    if result.unhorsed:
        unhorse(table, foe, (one.x, one.y))
    if result.lance_broken:
        battle.lances_broken[one.side] = battle.lances_broken.get(one.side, 0) + 1
        break_lance(table, one)


@clause("DE-END-04")
def _end_course(table: Table[Battle], first: Figure, second: Figure) -> None:
    """A course is over: both return to their ends with whole lances, if both still ride."""
    battle = table.state
    battle.course += 1
    counts = (battle.lances_broken.get("a", 0), battle.lances_broken.get("b", 0))
    table.tell(CourseRun(number=battle.course, broken=counts))
    if not (_riding(first) and _riding(second)):
        return
    for figure in (first, second):
        plan = battle.scenario.side(figure.side)
        recruit = next(one for one in plan.figures if one.name == figure.name)
        assert figure.steed is not None
        figure.steed.speed = "stand"
        x, y = recruit.at
        put(battle, figure, x, y, plan.facing)
        if "lance" not in figure.in_hand:
            figure.in_hand = ("lance", *figure.in_hand)
        note_meetings(battle, figure)
