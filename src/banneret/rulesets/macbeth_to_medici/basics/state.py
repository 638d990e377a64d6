"""The state of a battle: plain data, ids instead of references (README of the book, State).

The book's word "battle" (a wing or a ward of an army, MM-OFFICER-01) is a `Ward` here, since the
whole game between two steps is the `Battle`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from banneret.core.copying import copier
from banneret.core.digest import Derived

from ..setup.entries import Scenario
from .options import Options

NOBODY = -1
SIDES = ("a", "b")  # side 1 and side 2 (MM-TURN-14)

# -- where a unit is
ON_TABLE, OFF_TABLE, HIDDEN, LOST, LEFT = "on_table", "off_table", "hidden", "lost", "left"

# -- states of morale, MM-UNIT-12
STEADY, ERRATIC, IMPETUOUS, BROKEN = "steady", "erratic", "impetuous", "broken"

# -- fates of officers
ALIVE, SLAIN, TAKEN, FLED, AWAY = "alive", "slain", "taken", "fled", "away"

# -- responses and rates
STAND, EVADE, COUNTER, FEIGN, FLEE = "stand", "evade", "counter_charge", "feign", "rout"
STANDING, MARCH, NORMAL, DOUBLE, CHARGE = "standing", "march", "normal", "double", "charge"


class Profile(msgspec.Struct, frozen=True):
    """What a unit brings to the battle; never changes (MM-UNIT-01 to 50)."""

    key: str
    name: str
    nation: str
    mercenary: bool
    type: str
    second_type: str
    origin: str
    class_: str
    experience: str
    orders: tuple[str, ...]  # one, or two with option dual_order (MM-UNIT-49)
    mobility: str
    armour: str
    mail: bool
    shield: bool
    horse_armour: bool
    pavise: bool
    stakes: int
    palisade: int
    light: bool
    missile: str
    impact: str
    melee: str
    dual_armed: bool
    mixed_weapons: bool
    heavy_arrows: bool
    feign: bool
    die: str
    start: str
    elements: int  # at the start
    points: int


class Deeds(msgspec.Struct, gc=False):
    """What a unit has done and undergone in this turn; begun afresh every turn (MM-TURN-11)."""

    initiative: int = 0  # MM-INIT-04: computed in step 3, holds for the turn
    opponent: int = NOBODY  # MM-INIT-08
    brigade: int = NOBODY  # the officer on whose standard it is aligned (MM-MOVE-21)
    rate: str = ""  # march, normal, double, charge; "" until it moves (MM-MOVE-04)
    used: float = 0.0  # inches of its rate spent so far
    moved_first: float = 0.0  # inches moved in step 5
    moved_later: float = 0.0  # inches moved in step 9
    nearer: tuple[int, ...] = ()  # enemies it came nearer to in step 5 (MM-ARCH-16)
    further: tuple[int, ...] = ()  # enemies it drew away from in step 5
    wheeled: bool = False
    extra: float = 0.0  # a march on top of a normal move (MM-MOVE-49)
    widened: int = 0  # elements by which its front was changed (MM-MOVE-22)
    chosen: int = 0  # its place among those its owner means to move in this step; 0: it stays
    remounted: bool = False  # mounted or dismounted by choice (MM-MOVE-08)
    charge: int = NOBODY  # the enemy it has declared a charge or counter-charge on
    start: tuple[float, float] = (0.0, 0.0)  # its front when its charge began (MM-MOVE-40)
    gap: float = 0.0  # to its target when the charge was declared (MM-CHARGE-16)
    aim: float = 0.0  # degrees it turns before it starts
    mixes: bool = False  # the charge needs more than its aim (MM-MOVE-27)
    planted: bool = False  # Impetuous by a response test, but it may only stand (MM-CHARGE-34)
    goaded: bool = False  # an Impetuous charge born in steps 6 to 8 (MM-CHARGE-27)
    stopped: bool = False  # its charge was given up or failed its test
    pressing: bool = False  # its target broke or feigns and it goes on (MM-CHARGE-20)
    response: str = ""  # stand, evade, counter_charge, feign, rout
    charged: bool = False
    countered: bool = False
    short: bool = False  # its charge fell short: no bonus in combat (MM-CHARGE-24)
    evaded: bool = False
    doubled: bool = False
    pursued: bool = False
    routed: bool = False  # made its rout move (MM-CHARGE-37)
    followed: bool = False
    recoiled: bool = False
    halted: bool = False  # Broken, but kept where it stands (MM-CHARGE-31)
    fired: str = ""  # with, drawn, without (initiative), or shot for a bombard
    heavy: bool = False  # the volley was of heavy arrows
    skirmished: bool = False
    under_artillery: bool = False  # MM-GUN-18
    tests: int = 0  # compulsory control tests (MM-RALLY-05)
    slowed: float = 0.0  # inches of reaction movement lost to skirmishers (MM-SKIRM-19)
    crossed: tuple[tuple[str, int], ...] = ()  # features and their classes met on the move
    hindered: int = 0  # taken off its combat score (MM-IMPACT-17)
    dice_hindered: int = 0  # the same by dice, with rolled_charge_terrain (MM-MOVE-50)
    contacted: bool = False  # reached by an enemy's initiative movement (MM-INIT-09)
    caught: bool = False  # struck while evading or feigning (MM-CHARGE-18)
    broke_off: bool = False  # MM-INIT-10
    shook_off: tuple[int, ...] = ()  # the enemies it broke off from, who may follow
    impacts: int = 0
    melees: int = 0
    ridden_by: tuple[int, ...] = ()  # pursuers that rode it down this turn (MM-CHARGE-37)
    rallied: int = 0  # voluntary tests taken
    reorganised: bool = False
    ambushing: bool = False  # it sprang on its own declaration this turn (MM-SETUP-15)
    held: bool = False  # Impetuous, but kept back by its officer (MM-CHARGE-27)
    tied: tuple[int, ...] = ()  # enemies in contact that it does not fight this turn
    strikes: tuple[tuple[int, str], ...] = ()  # enemies and the edge of theirs it struck


class Unit(msgspec.Struct, gc=False):
    """A body of identical elements (MM-UNIT-01); `id` is its place in `Battle.units`.

    `x, y` is the middle of its front edge, `heading` 0 faces +y, 90 faces +x (MM-MOVE-39).
    """

    id: int
    profile: Profile
    side: str
    ward: int
    number: int  # its place in its side's roster (MM-TURN-14)
    elements: int
    files: int
    order: str
    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0
    where: str = OFF_TABLE
    hits: int = 0
    morale: str = STEADY
    entered: int = 0  # the turn it entered its state
    formed: bool = True
    reforming: int = 0  # thirds of a turn left (MM-MOVE-29)
    riding: bool = False  # a Dismounted unit in the saddle (MM-MOVE-08)
    feigning: bool = False
    pursuing: bool = False  # ran into its enemy last turn: counts as charging (MM-CHARGE-32)
    veiled: bool = False  # carries branches (MM-SETUP-24)
    known: bool = False  # it has tested, fired or fought (MM-SETUP-27)
    arrived: int = 0  # the turn it came on
    fell: int = 0  # the turn it was first seen Broken or lost
    cause: str = ""  # why it was lost
    removed: dict[str, int] = {}  # elements by cause (MM-END-05)
    deeds: Deeds = msgspec.field(default_factory=Deeds)

    @property
    def ranks(self) -> int:
        """Elements over files, rounded up (MM-MOVE-39)."""
        return -(-self.elements // self.files)


class Officer(msgspec.Struct, gc=False):
    """The commander of a ward (MM-OFFICER-02); `id` is his place in `Battle.officers`."""

    id: int
    name: str
    side: str
    ward: int
    origin: str
    nation: str
    mercenary: bool
    die: str
    leadership: int
    command: int
    temper: str
    chief: bool  # Commander-in-chief
    points: int
    printed: bool = True  # ratings from the list: no dice
    x: float = 0.0
    y: float = 0.0
    fate: str = AWAY
    disabled: int = 0  # the turn he is disabled in (MM-OFFICER-15)
    count: int = 0  # lost units he has not got over (MM-OFFICER-31)
    snapped: bool = False
    betrayed: bool = False  # he rides at his own side (MM-OFFICER-35)
    fleeing: bool = False  # MM-OFFICER-43
    grudge: int = NOBODY  # the enemy officer he would slay (MM-OFFICER-05)
    noticed: tuple[int, ...] = ()  # class A units whose loss he knows of (MM-OFFICER-27)
    leading: int = NOBODY
    led_last: int = NOBODY
    brigade: tuple[int, ...] = ()  # units aligned on his standard this turn
    cause: str = ""  # how he was lost


class Ward(msgspec.Struct, gc=False):
    """What the book calls a battle: units under one officer with one order (MM-SETUP-10)."""

    id: int
    key: str
    name: str
    side: str
    officer: int
    order: str = "attack"
    aim: str = ""  # what the order names: an enemy ward, a place
    bound: bool = False  # Enraged or Shaken made it so: no message changes it (MM-OFFICER-43)
    arrives: int = 0  # MM-SETUP-22; 0: on the table from the start
    late: bool = False  # the special rule late_battle
    attempts: int = 0
    coming: bool = False  # its units enter in step 9 of this turn
    edge: str = ""  # by which edge it comes: "" its base edge, left, right
    routed: bool = False  # has ever had a unit routed or destroyed (MM-OFFICER-36)
    routed_turn: int = 0
    doubtful: bool = False  # MM-SETUP-23
    first_came: int = 0  # the turn its first unit came on
    posts: dict[int, tuple[float, float]] = {}  # ordered positions of its units (MM-SETUP-11)


class Detachment(msgspec.Struct, frozen=True):
    """A force written down for an ambush or an outflanking march (MM-SETUP-13 to 17)."""

    side: str
    kind: str  # ambush, outflank
    units: tuple[int, ...]
    edge: str = ""
    turn: int = 0
    attempts: int = 0
    back: int = 0  # turned back: enters by its base edge in this turn (MM-SETUP-17)
    done: bool = False
    officer: int = NOBODY  # he goes with it (MM-SETUP-14)


class Messenger(msgspec.Struct, gc=False):
    """A rider with one message (MM-SETUP-12)."""

    id: int
    side: str
    sender: int
    to: int
    x: float
    y: float
    order: str = ""
    aim: str = ""
    text: str = ""
    fate: str = "riding"  # riding, delivered, read, lost


class Loss(msgspec.Struct, frozen=True):
    """A unit routed or destroyed, or a C-in-C lost, and who saw it (MM-OFFICER-24)."""

    turn: int
    side: str
    unit: int = NOBODY
    officer: int = NOBODY
    kind: str = "routed"  # routed, destroyed, dispersed, officer
    seen: tuple[int, ...] = ()


class Defence(msgspec.Struct, frozen=True):
    """A run of stakes or palisade on the table (MM-SETUP-18)."""

    kind: str
    side: str
    points: tuple[tuple[float, float], ...]


class Fight(msgspec.Struct, gc=False):
    """Two enemy units that touch, and how they came to (MM-IMPACT-03, MM-MELEE-02)."""

    mover: int
    other: int
    since: int  # the turn contact was made
    edge: str = "front"  # of the other: front, left, right, rear
    zone: str = "front"  # where the mover came from (MM-MOVE-42)
    impact: bool = True  # still to be fought as an impact
    melee: str = ""  # "", none: not this turn, compulsory
    charging: bool = True
    fought: int = 0  # the turn of its last melee


class Aim(msgspec.Struct, frozen=True):
    """A shot that is locked: who at whom, with the numbers of the start of the step (MM-GUN-03)."""

    shooter: int
    target: int
    heavy: bool = False
    firing: int = 0  # elements that shoot
    there: int = 0  # elements of the target
    phantom: int = 0  # of skirmish fire
    slow: int = 0


class Memo(Derived):
    """What was worked out from the places of units.

    `known` is forgotten when anything moves. A base holds as long as its unit stands as it stood
    when it was made, a gap as long as both bases are the same objects.
    """

    __slots__ = ("bases", "gaps", "known")

    def __init__(self) -> None:
        self.known: dict[Any, Any] = {}
        self.bases: dict[int, tuple[Any, Any]] = {}
        self.gaps: dict[tuple[int, int], tuple[Any, Any, float]] = {}


class Battle(msgspec.Struct):
    """The whole game between two steps."""

    scenario: Scenario
    options: Options
    units: list[Unit]
    officers: list[Officer]
    wards: list[Ward]
    messengers: list[Messenger]
    defences: tuple[Defence, ...] = ()
    detachments: tuple[Detachment, ...] = ()
    fights: tuple[Fight, ...] = ()
    losses: tuple[Loss, ...] = ()
    phase: str = "officers"
    turn: int = 0
    step: int = 0  # of the thirteen, 0 before the first (MM-TURN-01)
    queue: tuple[int, ...] = ()  # units or officers still to act in this step, the next first
    stage: str = ""  # where within the step
    first: str = ""  # the side that moves its officers first this turn (MM-TURN-03)
    ties: str = ""  # the side that moves first among equal ratings (MM-INIT-12)
    shooting: tuple[Aim, ...] = ()  # of this step, locked, the next first
    attacker: str = ""
    base: dict[str, str] = {}  # each side's base edge: south or north
    deployers: tuple[str, ...] = ()
    starting: dict[str, int] = {}  # unit points of each side (MM-END-01)
    off_edge: dict[str, tuple[int, ...]] = {}  # units that left, by edge
    highlights: tuple[tuple[int, str], ...] = ()  # turning points (MM-END-05)
    names: dict[str, str] = {}  # what each side is called
    conceded: str = ""
    outcome: tuple[str, str, str, str] = ("", "", "", "")  # winner, grade, reason, clause
    over: bool = False
    memo: Memo = msgspec.field(default_factory=Memo)


def clone(battle: Battle) -> Battle:
    """Copy what changes, share what does not."""
    twin = _copy_battle(battle)
    twin.units = [_twin(unit) for unit in battle.units]
    twin.officers = list(map(_copy_officer, battle.officers))
    twin.wards = [_ward_twin(ward) for ward in battle.wards]
    twin.messengers = list(map(_copy_messenger, battle.messengers))
    twin.fights = tuple(map(_copy_fight, battle.fights))
    twin.base = battle.base.copy()
    twin.starting = battle.starting.copy()
    twin.off_edge = battle.off_edge.copy()
    twin.memo = Memo()
    twin.memo.bases, twin.memo.gaps = battle.memo.bases, battle.memo.gaps  # they say when they hold
    return twin


def _twin(unit: Unit) -> Unit:
    twin = _copy_unit(unit)
    twin.deeds = _copy_deeds(unit.deeds)
    twin.removed = unit.removed.copy()
    return twin


def _ward_twin(ward: Ward) -> Ward:
    twin = _copy_ward(ward)
    twin.posts = ward.posts.copy()
    return twin


def changed(battle: Battle) -> None:
    """Forget what was worked out: somebody moved, shrank, came or left."""
    battle.memo.known.clear()


_copy_battle = copier(Battle)
_copy_unit = copier(Unit)
_copy_deeds = copier(Deeds)
_copy_officer = copier(Officer)
_copy_ward = copier(Ward)
_copy_messenger = copier(Messenger)
_copy_fight = copier(Fight)
