"""The battle as plain data: men, horses, units, retinues, doors, and the few ways to move them.

What never changes in a battle (profiles, the scenario, the options, the ground) is shared between
copies. A *figure* is a man, with the horse under him if he rides; it is known by the man's id.
Whatever stands somewhere is moved through `put`, and whoever comes, goes, falls, routs or changes
hands through `changed`, so that what is worked out from it can be kept in `memo` until then.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.copying import copier
from banneret.tabletop.ground.terrain import Ground
from banneret.tabletop.memo import Memo
from banneret.tabletop.shapes.measuring import Rect
from banneret.tabletop.shapes.segments import snap

from ..setup.entries import Scenario
from .options import Options
from .tables import TABLES

NOBODY = 1_000_000  # the number of no figure: who looks it up stumbles, he does not find another

COMMAND_RANGE = TABLES.scales.command_range  # KK-DEF-01
UNIT_GAP = TABLES.scales.unit_gap  # KK-DEF-02
CONTACT_GAP = 0.05  # KK-DEF-19

FOOT_BASE = TABLES.scales.foot_base  # width and depth in inches
MOUNTED_BASE = TABLES.scales.mounted_base
WIDEST = 1.2  # inches from the middle of a base to its corner, at most

# What has become of a man.
STEADY, ROUTING, WITHDRAWING, ESCORTING = "steady", "routing", "withdrawing", "escorting"
DISABLED, DEAD, CAPTIVE, GONE, COMING = "disabled", "dead", "captive", "gone", "coming"
UP = frozenset((STEADY, ROUTING, WITHDRAWING, ESCORTING))  # he stands on the table as himself
POSTED = frozenset((STEADY, WITHDRAWING, ESCORTING))  # under his lord's eyes, not running
LYING = frozenset((DISABLED, DEAD))  # a body on the table, unless it was carried off


class Profile(msgspec.Struct, frozen=True):
    """What a man brings to the battle; never changes."""

    name: str
    class_: str  # lord, chief, knight, bodyguard, squire, man_at_arms, sergeant, valet, soldier, …
    morale: int
    bonus: int  # as a leader (KK-PROF-03)
    melee: int
    shooting: int  # 0: none
    armor: int
    stamina: int
    pieces: str  # letters of ARMOR-02
    weapons: tuple[str, ...]  # melee weapons, in the order he would draw them
    missile: str  # "" or a name of [missile]
    shield: str  # none, small, large, pavise
    traits: tuple[str, ...]  # sorted: always_run, berserk, champion, gentle, household, …
    signal: str = ""  # "", trumpet, flag (KK-ORDER-06)


class HorseProfile(msgspec.Struct, frozen=True):
    """What a horse brings to the battle."""

    name: str
    kind: str  # destrier, horse, nag
    armor: int
    stamina: int
    barding: str = ""  # "", J, JK


class Declared(msgspec.Struct, frozen=True):
    """The qualifiers stated when a chit was turned over (KK-COMP-02, KK-DECL-02)."""

    run: bool = False
    gait: str = ""  # of a horse: "", walk, trot, canter, gallop
    path: tuple[tuple[float, float], ...] = ()  # way points after where he stands
    facing: float = -1.0  # at the end; -1: as he comes
    target: int = NOBODY  # the figure he charges (KK-DEF-22)
    object: str = ""  # the door, obstacle, horse, body, baggage or captive it is about
    weapon: str = ""  # in hand from now on; "": as before


class Order(msgspec.Struct, frozen=True):
    """A standing order (KK-ORDER-04, KK-COMP-04)."""

    verb: str  # attack, defend, harass
    trigger: str  # signal:trumpet, signal:flag, signal:fire, occupied:FEATURE, abandoned:FEATURE
    then: str  # second part: lord, nearest_enemy, feature:NAME
    target: str = ""  # first part's object: "", enemy:UNIT NAME, feature:NAME
    words: str = ""  # as the player wrote it
    part: int = 1
    activated: int = 0  # the turn the second part began
    chosen: str = (
        ""  # which of several objects he took it to mean, for the part in force (ORDER-24)
    )
    heard: bool = False  # the terrain event was seen and is still to be received (ORDER-18)
    was: tuple[str, ...] = ()  # sides in the trigger's feature when last it was as before
    post: tuple[float, float] | None = None  # where it was given (ORDER-10)


class Man(msgspec.Struct, gc=False):  # nothing here leads back to him: copies need no collector
    """One man (KK-SCALE-01); `id` is his place in `Battle.men`."""

    id: int
    profile: Profile
    player: str  # whose retinue
    side: str
    unit: int  # NOBODY: an individual
    base: Rect  # of the figure: the horse's base if he rides
    stamina: int
    weapon: str  # in hand: a melee weapon, his missile weapon, or none
    horse: int = NOBODY  # the horse under him
    status: str = STEADY
    stun: int = 0  # whole turns still to lie, the present one not counted (KK-FALL-15)
    stun_before: int = 0  # the same when this turn began
    conscious: int = -1  # of a disabled lord: turns he can still command; -1: not rolled
    temporary: int = 0
    permanent: int = 0
    stopped_at: str = ""  # door or obstacle he stood against when the turn began (MOVE-21, 23)
    scaling: str = ""  # obstacle he is climbing over
    in_command: bool = False  # this turn (KK-CMD-24)
    free: bool = False  # in free movement this turn (KK-CMD-19)
    detached: bool = False  # went his own way in free movement (KK-CMD-20)
    recovering: bool = False  # of the household, goes for his lord's body (KK-CMD-18)
    chit: str = ""
    rolled: str = ""  # his result on the action table: "" if he was controlled
    ready: bool = False  # may shoot this turn as far as readiness goes
    loaded: bool = False  # ready only because his mate loads for him (KK-CMD-12)
    declared: Declared | None = None  # None: chit face down or none
    planned: Declared | None = None  # what his player will state when his turn comes (DECL-02)
    moved: bool = False
    ran: bool = False
    shot: bool = False
    fought: bool = False  # struck or parried this turn
    in_melee: bool = False  # when the Melee phase began
    checked: bool = False  # morale, in this phase (KK-MORALE-11)
    cause: str = ""  # why he must check morale: words with blanks between; "": he need not
    threat: tuple[float, float] | None = None  # where that happened (KK-MORALE-35)
    losses_near: tuple[int, ...] = ()  # adjacent friends routed or disabled this turn (MORALE-21)
    lost_in_phase: int = 0  # stamina lost in this phase
    panic: str = ""  # what his horse does instead: "", bolt, refuse, charge
    seen_lord_fall: bool = False
    passed_lord_check: bool = False
    failed_lord_check: bool = False
    lance_lost: bool = False
    thrown: tuple[str, ...] = ()  # weapons no longer with him
    out_of_ammo: bool = False
    resupply: int = 0  # consecutive turns at it
    searches: str = ""  # the baggage or body at which they were spent
    partner: int = NOBODY  # of a crossbow team (KK-CMD-11)
    loader: bool = False
    touched: tuple[int, ...] = ()  # enemies met in an earlier round of this contact (MELEE-20)
    lost_reach: tuple[int, ...] = ()  # enemies against whom he is down to his second value
    held: int = NOBODY  # his captor, or his captive
    routed: bool = False  # ran, was led or carried off the table (KK-FINIS-09)
    freed: bool = False  # was a captive this turn; armed again from the next (KK-YIELD-09)
    carried: int = NOBODY  # the body he helps to carry
    charge_rest: float = 0.0  # of a gallop charge: inches left to ride (KK-MELEE-24)


class Horse(msgspec.Struct, gc=False):
    """A horse, ridden or not; `id` is its place in `Battle.horses`."""

    id: int
    profile: HorseProfile
    player: str
    side: str
    base: Rect
    stamina: int
    rider: int = NOBODY
    temporary: int = 0
    permanent: int = 0
    gait: str = "standing"  # this turn
    last_gait: str = "standing"  # the turn before (KK-MOVE-09)
    lost_in_phase: int = 0
    panic: str = ""  # of a riderless one: "", bolt
    gone: bool = False
    taken_from: str = ""  # the player who brought it, once another side has ridden it


class Unit(msgspec.Struct, gc=False):
    """A declared unit (KK-DEF-02); `id` is its place in `Battle.units`."""

    id: int
    name: str
    player: str
    side: str
    members: tuple[int, ...]  # in roster order, those lost too
    leader: int
    first_leader: int
    original: int
    order: Order | None = None
    withdrawing: bool = False
    post: tuple[float, float] = (0.0, 0.0)  # where it was told to defend (ORDER-10)
    leader_result: str = ""  # what its uncontrolled leader rolled this turn (ACT-09)
    body: int = NOBODY  # no leader with them: a man of the part that is the unit (DEF-03, RALLY-05)


class Retinue(msgspec.Struct):
    """A player's force: what he owes nobody but himself (KK-SETUP-02)."""

    player: str
    side: str
    name: str
    force: str  # the key of the force it was raised from
    lord: int
    edge: str
    hatred: tuple[str, ...] = ()
    no_quarter: tuple[str, ...] = ()  # given to these players' men
    fortified: bool = False
    lord_fallen: bool = False  # disabled, dead or yielded (KK-MORALE-30)
    fell: int = 0  # the turn in which he did
    seen_enemy_lord_fall: bool = False
    free: bool = True  # no enemy in sight, nobody shot at us (KK-CMD-19)
    shot_at: bool = False  # in the turn under way
    signalled: str = ""  # this turn
    orders: tuple[tuple[int, Order], ...] = ()  # of individuals, by man
    known: tuple[tuple[int, float, float], ...] = ()  # enemies out of sight, last seen (DEF-27)
    suspected: tuple[str, ...] = ()  # buildings, each with the enemy in it: ROOM:MAN
    ends: bool = False  # would stop the battle (KK-FINIS-09)


class Door(msgspec.Struct, gc=False):
    """A door or gate."""

    id: str
    locked: bool
    successes: int  # still needed to break it
    broken: bool = False


class Fire(msgspec.Struct, frozen=True):
    """A building set alight; it burns to the end of the battle (KK-ORDER-06)."""

    room: str  # the building's id
    by: int  # who did it: his player's orders may wait for it
    turn: int


class Battle(msgspec.Struct):
    """The whole game between two steps."""

    scenario: Scenario
    options: Options
    ground: Ground
    men: list[Man]
    horses: list[Horse]
    units: list[Unit]
    retinues: list[Retinue]  # in seating order
    doors: list[Door]
    phase: str = "setup"
    turn: int = 0
    deployers: tuple[str, ...] = ()  # players still to deploy, the next first
    commanding: tuple[str, ...] = ()  # players still giving orders this turn
    first: str = ""  # who won the declaration roll
    declaring: tuple[str, ...] = ()  # players still declaring, the next first
    declared: tuple[int, ...] = ()  # figures in the order they were declared
    queue: tuple[int, ...] = ()  # figures still to check morale, where a step ends in between
    fallen: tuple[int, ...] = ()  # disabled in this phase, in order
    struck: tuple[int, ...] = ()  # figures that have used up their strike this Melee phase
    caught: tuple[int, ...] = ()  # whom a charger met who rode on, until the next Melee (MELEE-25)
    strikes: tuple[
        tuple[int, str, tuple[int, ...]], ...
    ] = ()  # figure, strike/parry/horse, at whom
    shots: tuple[tuple[int, int, bool], ...] = ()  # shooter, target, at the horse
    gallopers: tuple[int, ...] = ()  # gallop charges still to be fought (KK-MELEE-30)
    charges: tuple[
        tuple[int, int, float, float], ...
    ] = ()  # this turn: charger, charged, inches at the start or first sight, at the closest
    hurt: tuple[
        tuple[int, int, int, str, int], ...
    ] = ()  # blows still to be applied: figure, horse or -1, points, how struck, by whom
    ranks: tuple[
        tuple[int, int, float, float, float], ...
    ] = ()  # of this Melee phase: front man, man behind him, the front man's place and facing
    features: tuple[tuple[str, str], ...] = ()  # which sides stand in which named feature
    searched: tuple[int, ...] = ()  # bodies robbed once (KK-AMMO-08)
    sacked: tuple[tuple[str, str], ...] = ()  # which side has sacked which named feature
    fires: tuple[Fire, ...] = ()  # in the order they were lit
    deaths: tuple[int, ...] = ()  # men who died of their wounds after the battle
    renewals: int = 0  # KK-FINIS-07
    conceded: str = ""  # the side that gave up
    over: bool = False
    ended_by: str = ""
    memo: Memo = msgspec.field(default_factory=Memo)


def clone(battle: Battle) -> Battle:
    """Copy what changes, share what does not."""
    twin = copy(battle)
    twin.men = list(map(copy_man, battle.men))
    twin.horses = list(map(copy_horse, battle.horses))
    twin.units = list(map(copy_unit, battle.units))
    twin.retinues = list(map(copy_retinue, battle.retinues))
    twin.doors = list(map(copy_door, battle.doors))
    twin.memo = Memo()
    return twin


copy_man = copier(Man)
copy_horse = copier(Horse)
copy_unit = copier(Unit)
copy_retinue = copier(Retinue)
copy_door = copier(Door)


# -- changing where things are


@clause("KK-SCALE-04", "KK-SCALE-05", "KK-SCALE-07")
def footprint(battle: Battle, mounted: bool, x: float, y: float, facing: float) -> Rect:
    """The base a man on foot or in the saddle would cover there, on the grid of stored places."""
    return _footprint(mounted, x, y, facing, battle.options.scale)


@lru_cache(maxsize=1024)
def _footprint(mounted: bool, x: float, y: float, facing: float, scale: float) -> Rect:
    """A base never changes, and a place is mostly asked about several times before it is taken."""
    width, depth = MOUNTED_BASE if mounted else FOOT_BASE
    turned = snap(facing % 360.0) % 360.0  # a hair west of north is north
    return Rect(snap(x), snap(y), turned, width * scale, depth * scale)


def put(battle: Battle, man: Man, x: float, y: float, facing: float) -> None:
    """Set a figure down; the horse under him goes with it."""
    man.base = footprint(battle, man.horse != NOBODY, x, y, facing)
    if man.horse != NOBODY:
        battle.horses[man.horse].base = man.base
    battle.memo.places.clear()


def changed(battle: Battle) -> None:
    """Forget what was worked out: somebody is no longer what he was."""
    battle.memo.forget()
