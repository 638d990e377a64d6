"""The battle as plain data: figures, units, loose mounts, and the few ways to move them.

What never changes in a battle (profiles, the scenario, the options) is shared between copies.
Everything that stands somewhere is moved through `put`, `bring_on`, `remount` and `take_off` alone,
so that what is worked out from positions can be kept in `memo` until something moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from banneret.core.copying import copier
from banneret.core.digest import Derived
from banneret.tabletop.ground.terrain import Ground
from banneret.tabletop.shapes.measuring import TOLERANCE, Rect, snap

from ..setup.on_file import Scenario
from .options import Options
from .tables import TABLES

NOBODY = -1

COHESION_INCHES = float(TABLES.leader.group_within_inches)  # OP-GROUP-02, 04

FOOT_BASE = TABLES.geometry.foot_base  # OP-SCALE-08: width and depth in inches
MOUNTED_BASE = TABLES.geometry.mounted_base
MOST_RADIUS = 1.12 + TOLERANCE  # half the diagonal of a mounted base

STEADY, SHAKEN, ROUTING = "steady", "shaken", "routing"
COMMON, SERGEANT, KNIGHT = "common", "sergeant", "knight"
ON_TABLE, COMING, KILLED, CAPTURED, FLED, EXITED = (
    "table",
    "coming",
    "killed",
    "captured",
    "fled",
    "exited",
)


class Memo(Derived):
    """Answers worked out from the state, each good until something moves or changes.

    `known` hangs on all places; `standing` and `awake` (by unit), `muster` and what is None until
    somebody asks only on who is on the table, in which unit and who leads it, stunned or hidden,
    which changes far less often; `fates` on who has left the table. `close` lists by figure
    the enemies near enough to be in contact, whoever has any, and `touching` those in contact; both
    are put right for those in `moved`, each with the base he had, when somebody next asks
    (`contacts.close_enemies`).
    """

    __slots__ = (
        "awake",
        "close",
        "enemies",
        "fates",
        "hidden",
        "in_combat",
        "kinds",
        "known",
        "leaderless",
        "moved",
        "muster",
        "on_table",
        "secrets",
        "standing",
        "stunned",
        "touching",
    )

    def __init__(self) -> None:
        self.known: dict[Any, Any] = {}
        self.touching: dict[int, tuple[Figure, ...]] = {}
        self.muster: dict[Any, Any] = {}
        self.standing: dict[int, list[Figure]] = {}
        self.awake: dict[int, list[Figure]] = {}
        self.enemies: dict[str, list[Figure]] = {}
        self.on_table: list[Figure] | None = None
        self.hidden: list[Unit] | None = None
        self.stunned: list[Figure] | None = None
        self.in_combat: list[Figure] | None = None
        self.leaderless: list[Unit] | None = None
        self.kinds: dict[str, dict[Any, tuple[str, ...]]] = {}
        self.fates: dict[str, Any] = {}
        self.secrets: dict[str, tuple[str, ...] | None] = {}
        self.close: dict[int, tuple[int, ...]] | None = None  # None: not worked out yet
        self.moved: dict[int, Rect | None] = {}  # None: he came or left

    def twin(self) -> Memo:
        """Give a copy of the battle what names figures by their numbers, and so is true of it."""
        own = Memo()
        if self.close is not None:
            own.close = self.close.copy()
            own.moved = self.moved.copy()
        return own

    def forget(self) -> None:
        """Somebody came, left or is no longer what he was."""
        self.known.clear()
        self.touching.clear()
        self.muster.clear()
        self.standing.clear()
        self.awake.clear()
        self.secrets.clear()
        self.kinds.clear()
        self.enemies.clear()
        self.on_table = self.hidden = self.stunned = self.in_combat = self.leaderless = None


class Profile(msgspec.Struct, frozen=True):
    """What a man brings to the battle; never changes (OP-FIG-04)."""

    name: str
    class_: str
    armour: tuple[str, ...]
    rating: int  # OP-ARM-05
    rating_without_shield: int
    weapons: tuple[str, ...]
    owns_mount: bool
    mount_armour: int


class Figure(msgspec.Struct, gc=False):  # nothing here leads back to him: copies need no collector
    """One man (OP-SCALE-02), where he is and how he is; `id` is his place in `Battle.figures`."""

    id: int
    profile: Profile
    side: str
    player: str
    unit: int
    rank: str
    base: Rect  # meaningful while `fate` is ON_TABLE
    in_hand: str
    mounted: bool
    mount_armour: int  # of the horse he rides
    fate: str = ON_TABLE
    hits: int = 0
    stun: int = -1  # -1: not stunned; 1, then 0: own turns still to lie (OP-STUN-04)
    load: int = 0  # load points of his crossbow
    aim: int = NOBODY  # the figure he aims at
    aimed_before: bool = False  # the aim was taken in an earlier own turn and may be used now
    combat: str = ""  # "", won, lost, tied: result of his last fight in this combat
    lance_charge: bool = False  # OP-MELEE-03: his lance run qualified this turn
    lance_dropped: bool = False
    acted: bool = False
    rallied: bool = False  # a Knight, this round (OP-MORALE-15)
    owes_action: bool = False  # OP-OPT-08: rallied at the price of his next action
    bound_to: tuple[int, ...] = ()  # OP-CHARGE-21: this turn he may attack these units only


class Unit(msgspec.Struct, gc=False):
    """A group, or a Knight alone. `id` is its place in `Battle.units`."""

    id: int
    name: str
    side: str
    player: str
    kind: str  # group or knight
    class_: str
    members: tuple[int, ...]  # everybody who began in it or joined it, also those lost
    leader: int  # figure, or NOBODY
    lord: int  # figure, or NOBODY (OP-GROUP-07)
    home: int = NOBODY  # of a Knight acting alone: the group he leads (OP-GROUP-09)
    figures_lost: int = 0
    lost_since_test: int = 0
    sergeants_killed: int = 0
    sergeant_vacant: bool = False
    lord_killed: bool = False
    status: str = STEADY
    passed_this_turn: bool = False
    stood_this_turn: bool = False  # OP-OPT-09: passed when charged in the turn under way
    casualties_since_test: bool = False
    hidden: bool = False
    may_hide: bool = False
    holding: bool = False
    acted: bool = False  # in this turn
    had_turn: bool = False  # in this round (OP-OPT-01, 02)
    tested: bool = False  # in this Morale phase
    arrival_round: int = 0  # 0: on the table from the start
    arrival_edge: str = ""
    deployed: bool = False
    key: str = ""  # of its entry in the force
    alone_this_turn: bool = False  # OP-GROUP-09: its Knight left his group in the turn under way


class Mount(msgspec.Struct, gc=False):
    """A riderless mount standing on the table (OP-MOUNT-01)."""

    id: int
    side: str
    player: str
    armour: int
    base: Rect
    unit: int = NOBODY  # whose rider left it: hidden as long as that unit is


class Seating(msgspec.Struct, frozen=True):
    """A player, his side and the force he chose, which is no secret."""

    key: str
    side: str
    force: str = ""


class Battle(msgspec.Struct):
    """The whole game between two steps."""

    scenario: Scenario
    options: Options
    seats: tuple[Seating, ...]
    ground: Ground
    figures: list[Figure]
    units: list[Unit]
    mounts: list[Mount]
    phase: str = "setup"
    round: int = 0
    deck: tuple[str, ...] = ()  # undrawn cards, in no order: the next is drawn by chance
    drawn: tuple[str, ...] = ()
    active: str = ""  # the player whose turn it is
    taking_part: tuple[int, ...] = ()  # units of this turn
    released: bool = False  # this is a released unit's turn (OP-HIDE-08)
    acting: int = NOBODY  # the unit whose figures are choosing their actions
    fought: tuple[int, ...] = ()  # enemies attacked in this Melee phase
    struck: tuple[int, ...] = ()  # figures that attacked in it
    contacts: tuple[tuple[int, int], ...] = ()  # at the start of the Melee phase (OP-MELEE-11)
    deployers: tuple[str, ...] = ()  # sides still to deploy, the next first
    gap_at: int = 0  # whose answer is next in the gap, among the players whose cards are drawn
    gap_passes: int = 0  # in succession
    open_gates: tuple[str, ...] = ()
    objective_points: tuple[tuple[int, str, int], ...] = ()  # objective, side, points once scored
    conceded: str = ""  # the side that gave up
    over: bool = False
    memo: Memo = msgspec.field(default_factory=Memo)


def clone(battle: Battle) -> Battle:
    """Copy what changes, share what does not."""
    twin = _copy_battle(battle)
    twin.figures = list(map(_copy_figure, battle.figures))
    twin.units = list(map(_copy_unit, battle.units))
    twin.mounts = list(map(_copy_mount, battle.mounts))
    twin.memo = battle.memo.twin()
    return twin


_copy_battle = copier(Battle)
_copy_figure = copier(Figure)
_copy_unit = copier(Unit)
_copy_mount = copier(Mount)


# -- changing where things are


def footprint(mounted: bool, x: float, y: float, facing: float) -> Rect:
    """The base a man on foot or in the saddle would cover there, on the grid of stored places."""
    width, depth = MOUNTED_BASE if mounted else FOOT_BASE
    return Rect(snap(x), snap(y), snap(facing % 360.0), width, depth)


def put(battle: Battle, figure: Figure, x: float, y: float, facing: float) -> None:
    """Set a figure down."""
    put_on(battle, figure, footprint(figure.mounted, x, y, facing))


def put_on(battle: Battle, figure: Figure, base: Rect) -> None:
    """Set a figure down on a base that `footprint` made for him."""
    old = figure.base
    figure.base = base
    memo = battle.memo
    memo.known.clear()
    memo.moved.setdefault(figure.id, old)


def bring_on(battle: Battle, figure: Figure, x: float, y: float, facing: float) -> None:
    """Set a figure down that was not on the table before."""
    bring_onto(battle, {figure.id: footprint(figure.mounted, x, y, facing)})


def bring_onto(battle: Battle, bases: Mapping[int, Rect]) -> None:
    """Set figures down, not on the table before, on bases that `footprint` made for them."""
    memo = battle.memo
    for key, base in bases.items():
        figure = battle.figures[key]
        figure.fate = ON_TABLE
        figure.base = base
        memo.moved[key] = None
    memo.forget()
    memo.fates.clear()


def remount(battle: Battle, figure: Figure, *, mounted: bool) -> None:
    """Give a figure the base of a rider or of a man on foot, on the same centre."""
    figure.mounted = mounted
    put(battle, figure, figure.base.x, figure.base.y, figure.base.facing)


def take_off(battle: Battle, figure: Figure, fate: str) -> None:
    """Take a figure from the table."""
    figure.fate = fate
    memo = battle.memo
    memo.moved[figure.id] = None
    memo.forget()
    memo.fates.clear()


def horses_changed(battle: Battle) -> None:
    """Forget what was worked out from places: a riderless mount came, went or stepped aside."""
    battle.memo.known.clear()


def changed(battle: Battle) -> None:
    """Forget what was worked out: somebody was stunned, recovered or revealed, or leads anew."""
    battle.memo.forget()
