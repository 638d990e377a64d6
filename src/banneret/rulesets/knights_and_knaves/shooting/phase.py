"""The Shooting phase (KK-SHOOT)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.shapes.measuring import gap

from ..basics.state import NOBODY, ROUTING, STEADY, UP
from ..basics.tables import TABLES
from ..basics.who import foes, retinue_of, standing
from ..ground.contact import touching
from ..ground.lay import room_of
from ..ground.sight import sees_foe, visible
from ..melee import arms
from ..melee.harm import injuries
from ..morale import checking
from ..morale.dice import check_nerve, morale_tally, passing_faces
from ..screen.deeds import Nerve, Shot
from .aiming import ShotFacts, aim, furthest
from .cover import IN_THE_OPEN, apart, cover_between
from .dice import shoot_with_strays, shot_odds
from .strays import strays

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man

NONE: Final = "none"


# -- may he


@clause("KK-SHOOT-29", "KK-SHOOT-33", "KK-MORALE-36", "KK-ACT-26", "KK-CMD-26", "KK-PANIC-04")
def may_shoot(man: Man) -> bool:
    """Whether he has an action to shoot, is ready, and has something to shoot with in hand."""
    if not man.ready or man.chit not in arms.SHOOTS or man.status != STEADY or man.stun:
        return False
    missile = man.profile.missile
    if not missile or man.out_of_ammo or missile in man.thrown or man.shot or man.free:
        return False
    if man.loader or man.carried != NOBODY or man.panic == "bolt":
        return False
    if man.weapon not in {missile, arms.SAME_THING.get(missile, missile)}:
        return False
    return not (man.rolled and TABLES.missile[missile].row == "others")


@clause("KK-SHOOT-19", "KK-SHOOT-29")
def _melee_refusal(battle: Battle, man: Man, target: Man) -> Refusal | None:
    """Nobody shoots in melee or at figures in it, but at the charger who has just come up."""
    mine = touching(battle, man)
    if mine:
        if any(foe.id in man.touched for foe in mine):
            return Refusal("he is in melee", "KK-SHOOT-29")
        if target not in mine or not _charges(battle, target):
            return Refusal("in contact he shoots only at the charger who came up", "KK-SHOOT-19")
        return None
    if touching(battle, target):
        return Refusal(f"{target.profile.name} is in melee", "KK-SHOOT-29")
    return None


def _charges(battle: Battle, foe: Man) -> bool:
    """Whether he came as a charger this turn, at whomever (KK-MORALE-38)."""
    return any(one[0] == foe.id for one in battle.charges)


def _charge_of(battle: Battle, man: Man, foe: Man) -> tuple[int, int, float, float] | None:
    """The other's charge at him this turn, if he makes one and has not run since."""
    if foe.status == ROUTING:  # KK-MORALE-41
        return None
    return next((one for one in battle.charges if one[0] == foe.id and one[1] == man.id), None)


def _charged_by(battle: Battle, man: Man, foe: Man) -> bool:
    return _charge_of(battle, man, foe) is not None


@clause("KK-SHOOT-33", "KK-SHOOT-35", "KK-SHOOT-22", "KK-DEF-09")
def shot_refusal(battle: Battle, man: Man, target: Man, at_horse: bool) -> Refusal | None:
    """Why he may not shoot at that."""
    if target.side == man.side:
        return Refusal("that is a friend", "KK-SHOOT-35")
    if target.status not in UP:
        return Refusal("he is out of the fight", "KK-SHOOT-35")
    if at_horse and target.horse == NOBODY:
        return Refusal("he is on foot", "KK-SHOOT-33")
    no = _melee_refusal(battle, man, target)
    if no is not None:
        return no
    if _is_too_far(battle, man, target):  # most are
        return Refusal("there is no chance to hit", "KK-SHOOT-22")
    bare = facts(battle, man, target, at_horse, bare=True)
    if not aim(bare, battle.options).number:
        return Refusal("there is no chance to hit", "KK-SHOOT-22")
    if not visible(battle, man, target):
        return Refusal(f"he does not see {target.profile.name}", "KK-DEF-09")
    if cover_between(battle, man.base, target.base) == IN_THE_OPEN:
        return None
    if not aim(facts(battle, man, target, at_horse, bare.distance), battle.options).number:
        return Refusal("there is no chance to hit", "KK-SHOOT-22")
    return None


def _is_too_far(battle: Battle, man: Man, target: Man) -> bool:
    """Whether he could not hit him from so far at his best, judged by circles round the bases."""
    a, b = man.base, target.base
    profile = man.profile
    most = furthest(profile.shooting, profile.missile, battle.options) + a.radius + b.radius + 0.01
    dx, dy = b.x - a.x, b.y - a.y
    return dx * dx + dy * dy > most * most


def targets(battle: Battle, man: Man) -> Sequence[tuple[Man, bool]]:
    """What he may shoot at: enemies, each perhaps at the horse (True) too."""
    if not may_shoot(man):
        return []
    return [
        (foe, at_horse)
        for foe in foes(battle, man.side)
        for at_horse in ((False, True) if foe.horse != NOBODY else (False,))
        if shot_refusal(battle, man, foe, at_horse) is None
    ]


# -- what bears on a shot


@clause("KK-SHOOT-06", "KK-SHOOT-07", "KK-SHOOT-15", "KK-SHOOT-33", "KK-DEF-17")
def facts(
    battle: Battle,
    man: Man,
    target: Man,
    at_horse: bool,
    inches: float | None = None,
    *,
    bare: bool = False,
) -> ShotFacts:
    """All that bears on a shot from where both stand, or from so far away; bare: without cover."""
    cover, obstructed = IN_THE_OPEN if bare else cover_between(battle, man.base, target.base)
    far = apart(battle, man.base, target.base) if inches is None else inches
    horse = battle.horses[target.horse] if at_horse else None
    shield = "none" if at_horse or target.stun else target.profile.shield
    return ShotFacts(
        man.profile.shooting,
        man.profile.missile,
        horse.profile.armor if horse is not None else target.profile.armor,
        horse.stamina if horse is not None else target.stamina,
        man.moved,
        man.horse != NOBODY,
        man.permanent,
        man.temporary,
        man.stamina,
        man.profile.stamina,
        target.moved or _charged_by(battle, man, target),
        target.horse != NOBODY and not at_horse,
        shield,
        cover,
        obstructed,
        distance=round(far, 3),
    )


@clause("KK-SHOOT-02", "KK-SHOOT-17")
def odds_of(battle: Battle, man: Man, key: str | int) -> Mapping[str, str]:
    """The chances of a shot, as screens show them; at a charger both ranges weigh in."""
    if key == NONE:
        return {}
    target, at_horse = named(battle, key)
    chances: dict[str, Fraction] = {}
    for inches, share in _ranges(battle, man, target):
        shot = facts(battle, man, target, at_horse, inches)
        for result, chance in shot_odds(shot, battle.options).items():
            chances[result] = chances.get(result, Fraction(0)) + share * chance
    return {result: str(chance) for result, chance in chances.items()}


def _ranges(battle: Battle, man: Man, target: Man) -> list[tuple[float | None, Fraction]]:
    """From where he may come to shoot, and how likely that is: his nerve decides about chargers."""
    charge = _charge_of(battle, man, target)
    if charge is None:
        return [(None, Fraction(1))]
    faces = passing_faces(morale_tally(checking.facts_of(battle, man)).total)
    steady = Fraction(faces, 10)
    return [(charge[3], steady), (charge[2], 1 - steady)]


# -- naming targets


def named(battle: Battle, key: str | int) -> tuple[Man, bool]:
    """The target a question named: a figure by number, his horse as h and that number."""
    if isinstance(key, int):
        return battle.men[key], False
    return battle.men[int(key[1:])], True


def _keys(battle: Battle, side: str) -> list[str | int]:
    """Everything that could be named by one of a side, listed once."""
    muster = battle.memo.muster
    found: list[str | int] | None = muster.get(("targets", side))
    if found is None:
        found = [NONE]
        for foe in foes(battle, side):
            found.append(foe.id)
            if foe.horse != NOBODY:
                found.append(f"h{foe.id}")
        muster["targets", side] = found
    return found


@clause("KK-SHOOT-35", "KK-SHOOT-33", "KK-ACT-22", "KK-ACT-29")
def choose_targets(table: Table[Battle]) -> None:
    """Step "targets": everybody names his targets in secret; goes on with "shoot"."""
    battle = table.state
    shooters = [
        man for man in standing(battle) if man.ready and may_shoot(man) and sees_foe(battle, man)
    ]
    answers = table.ask_all([question(battle, man) for man in shooters])
    battle.shots = tuple(
        [
            (man.id, named(battle, key)[0].id, named(battle, key)[1])
            for man, key in zip(shooters, answers, strict=True)
            if key != NONE
        ]
    )
    battle.phase = "shoot"


def question(battle: Battle, man: Man) -> Pick[str | int]:
    """The question at whom he shoots."""

    def why_not(key: str | int) -> Refusal | None:
        if key == NONE:
            return None
        target, at_horse = named(battle, key)
        return shot_refusal(battle, man, target, at_horse)

    def label(key: str | int) -> str:
        if key == NONE:
            return "nobody"
        target, at_horse = named(battle, key)
        far = gap(man.base, target.base)
        name = f"the horse of {target.profile.name}" if at_horse else target.profile.name
        return f"{name}, {far:.1f} inches"

    return Pick(
        man.player,
        "shot",
        f"{man.profile.name}: at whom does he shoot?",
        _keys(battle, man.side),
        why_not=why_not,
        label=label,
        odds=lambda key: odds_of(battle, man, key),
        about=(man.id,),
    )


# -- the shots


@clause("KK-SHOOT-01", "KK-TURN-05", "KK-DIS-05")
def shoot_all(table: Table[Battle]) -> None:
    """Step "shoot": nerve, shots, strays, from the state at the start; then "shooting_end"."""
    battle = table.state
    for shooter, target, at_horse in battle.shots:
        _shoot(table, battle.men[shooter], battle.men[target], at_horse)
    battle.phase = "shooting_end"


@clause("KK-SHOOT-20", "KK-SHOOT-21", "KK-SHOOT-31", "KK-CMD-19")
def _shoot(table: Table[Battle], man: Man, target: Man, at_horse: bool) -> None:
    """One shot, and where it goes if it misses."""
    battle = table.state
    inches = _distance(table, man, target)
    shot = facts(battle, man, target, at_horse, inches)
    struck = [(target, at_horse)]

    def flies_on() -> Iterator[ShotFacts]:
        for other, horse in strays(battle, man, target, at_horse):
            struck.append((other, horse))
            yield facts(battle, man, other, horse, inches if other is target else None)

    man.shot = True
    with table.privately((man.player,)):  # the reckoning tells his skill (KK-TURN-06)
        volley = shoot_with_strays(table, shot, flies_on(), battle.options, man.player)
    for at, came in enumerate(volley.shots):
        whom, horse = struck[at]
        if whom.side != man.side and (at == 0 or came.die):  # a stray is a shot too (KK-CMD-21)
            retinue_of(battle, whom.player).shot_at = True
        told = Shot(
            man.id, whom.id, horse, man.profile.missile, came.result, came.damage, stray=at > 0
        )
        (_tell_stray if at > 0 else _tell_shot)(table, told)
    if volley.hit >= 0:
        whom, horse = struck[volley.hit]
        points = volley.shots[volley.hit].damage
        injuries.note(battle, whom, points, injuries.SHOT, man, at_horse=horse)
    _spend(battle, man)


@clause("KK-SHOOT-02")
def _tell_shot(table: Table[Battle], shot: Shot) -> None:
    table.tell(shot)


@clause("KK-SHOOT-20")
def _tell_stray(table: Table[Battle], shot: Shot) -> None:
    table.tell(shot)


@clause("KK-SHOOT-17", "KK-SHOOT-18")
def _distance(table: Table[Battle], man: Man, target: Man) -> float | None:
    """From how far he shoots at one who charges him: a steady man lets him come."""
    battle = table.state
    charge = _charge_of(battle, man, target)
    if charge is None:
        return None
    with table.privately((man.player,)):  # the reckoning tells his morale (KK-TURN-06)
        roll = check_nerve(table, checking.facts_of(battle, man), man.player)
    table.tell(Nerve(man.id, target.id, roll.passed))
    return charge[3] if roll.passed else charge[2]


@clause("KK-SHOOT-31", "KK-DEF-27")
def _spend(battle: Battle, man: Man) -> None:
    """What is thrown is out of hand; a building somebody shot from is suspected."""
    missile = man.profile.missile
    if missile in arms.HURLED:
        thing = arms.SAME_THING[missile]
        man.thrown = (*man.thrown, missile, thing)
        if man.weapon in {missile, thing}:
            man.weapon = arms.EMPTY  # KK-MELEE-27: what else he has is drawn at a reveal
    room = room_of(battle, man)
    if room:
        for retinue in battle.retinues:
            suspect = f"{room}:{man.id}"
            if retinue.side != man.side and suspect not in retinue.suspected:
                retinue.suspected = (*retinue.suspected, suspect)


@clause("KK-SHOOT-27", "KK-SHOOT-01", "KK-DIS-05", "KK-MORALE-12")
def shooting_end(table: Table[Battle]) -> None:
    """Step "shooting_end": those disabled, falls, consciousness, morale; then "choose"."""
    battle = table.state
    injuries.settle(table)
    checking.run_checks(table)
    battle.shots = ()
    battle.phase = "choose"
