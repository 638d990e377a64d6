"""The battle as plain data: figures, their steeds, the cards before them, and the table.

A mounted pair is one `Figure` with a `Steed` of its own body and blows (DE-GEN-07). Cards that
were chosen lie in `hand` as keys ("DELIVER_BLOW@7"); `shown` says how much of them is faced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from banneret.core.copying import copier
from banneret.core.digest import Derived

from .columns.words import Encumbrance, Kind, Motion, Speed, StruckSide
from .options import Options
from .tables import Tables

NOBODY = -1
SPELL = -2  # restrained by a spell, not by a man (DE-HOST-54)
END_OF_TURN = 99  # card rounds that a stun to the end of the turn outlasts

Side = Literal["a", "b"]
Posture = Literal["standing", "kneeling", "prone"]
Status = Literal["active", "down", "dead", "surrendered", "fled"]
Wound = Literal["weapon_arm", "shield_arm", "leg"]
WOUNDS: tuple[Wound, ...] = ("weapon_arm", "shield_arm", "leg")
Part = Literal["man", "steed"]
Shown = Literal["none", "tac", "cards", "all"]
Direction = Literal["left", "right", "back"]
SIDES: tuple[Side, Side] = ("a", "b")


class Card(NamedTuple):
    """A card as it was chosen: which, what it is about, and whom it names."""

    name: str
    detail: str = ""
    target: int = NOBODY
    part: Part = "man"


@lru_cache(maxsize=4096)
def card(key: str) -> Card:
    """Read the key of a chosen card: "CARD>detail@7s" names the steed of figure 7."""
    rest, _, target = key.partition("@")
    name, _, detail = rest.partition(">")
    if not target:
        return Card(name, detail)
    part: Part = "steed" if target.endswith("s") else "man"
    return Card(name, detail, int(target.rstrip("s")), part)


@lru_cache(maxsize=4096)
def written(one: Card) -> str:
    """Write a card as its key."""
    detail = f">{one.detail}" if one.detail else ""
    target = f"@{one.target}{'s' if one.part == 'steed' else ''}" if one.target != NOBODY else ""
    return f"{one.name}{detail}{target}"


class Dropped(NamedTuple):
    """A thing on the ground, where somebody dropped it."""

    thing: str
    x: float
    y: float


class Profile(msgspec.Struct, frozen=True):
    """What a figure is by nature; it never changes in a battle (DE-HOST-59)."""

    key: str
    training: str
    strength: int
    dexterity: int
    constitution: int
    iq: int
    wisdom: int
    level: int
    weight: int
    ac: int
    stand: str
    kind: Kind
    points: int
    trained: bool  # by training (DE-HOST-06)
    mkl: int = 0
    spells: tuple[str, ...] = ()
    needs_prepare: bool = True
    base_blows: int = 0  # a creature's own
    height: int = 6
    cat: bool = False
    trained_animal: bool = False
    natural: tuple[str, ...] = ()  # weapons that are part of the body


class Steed(msgspec.Struct, gc=False):
    """The animal a figure rides: its own body, speed, blows and cards (DE-HTAC-11, DE-HOST-65)."""

    key: str  # of host.horses
    body: int
    body_max: int
    speed: Speed = "stand"
    posture: Posture = "standing"
    blows_left: int = 0
    hand: tuple[str, ...] = ()
    tac: str = ""  # TAC card in force, also the rider's
    tac_count: int = 0  # TAC cards played this turn (DE-HTAC-10)
    turned: float = 0.0  # degrees in this half-move, or in this MELEE phase
    fast: bool = False  # cantered or faster in the movement segment (DE-HTAC-07)
    moved: float = 0.0  # inches in this half-move
    charged: bool = False  # made a movement charge in this phase (DE-CHG-35)
    melee_speed: Speed = "stand"  # when the melee began (option locked_speed_modifier)
    passed: tuple[int, ...] = ()  # whom it has met in this card round
    passed_at: tuple[StruckSide, ...] = ()  # and which side of each it came up to


class LooseSteed(msgspec.Struct, gc=False):
    """A riderless steed: it stands, or lies, where it stopped."""

    id: int
    side: str
    steed: Steed
    x: float
    y: float
    facing: float


class Figure(msgspec.Struct, gc=False):
    """One character, beast, or rider with his mount; `id` is its place in `Battle.figures`."""

    id: int
    side: str
    name: str
    profile: Profile
    x: float = 0.0
    y: float = 0.0
    facing: float = 0.0
    stand: str = "man"  # of the man himself; a rider stands on his horse's
    steed: Steed | None = None
    status: Status = "active"
    posture: Posture = "standing"
    # body
    body: int = 0
    body_max: int = 0
    fatigue: int = 0
    fatigue_max: int = 0
    crippled: tuple[Wound, ...] = ()
    stun: int = 0  # card rounds it still lasts; END_OF_TURN
    dazed: bool = False  # loses its next half-move (DE-HOST-51)
    rocked: bool = False
    asleep: int = 0  # turns
    pinned: int = 0  # blows that free it (DE-HOST-35)
    shocked: bool = False  # has rolled for shock
    # arms
    weapons: tuple[str, ...] = ()  # sheathed or slung
    in_hand: tuple[str, ...] = ()
    shield: str = "none"
    shield_slung: bool = False
    on_ground: tuple[Dropped, ...] = ()  # where it dropped them
    ammunition: Mapping[str, int] = {}
    unloaded: Mapping[str, int] = {}  # reload steps still to do, by weapon
    shots_used: int = 0
    shots_first: int = 0
    encumbrance: Encumbrance = "unencumbered"
    # the melee
    blows_left: int = 0
    bonus_blows: int = 0
    free_parry_used: bool = False
    free_moves_left: int = 0
    passive_run: int = 0
    dropped_out: bool = False
    mixed: bool = False  # hand-to-hand and weapon (DE-HTH-09)
    fired: bool = False  # played FIRE or RELOAD in this melee (DE-CARD-03)
    hand: tuple[str, ...] = ()
    last_hand: tuple[str, ...] = ()
    shown: Shown = "none"
    tac: str = ""  # TAC card in force this card round; "" none
    tac_target: int = NOBODY
    tac_moved: float = 0.0
    tac_played: bool = False  # chosen and paid, not automatic
    charged_this_turn: bool = False
    charged_this_melee: bool = False
    hamstrung_this_turn: bool = False
    followed: bool = False  # in this card round (DE-CARD-21)
    engaged_at: tuple[int, ...] = ()  # with whom it was in melee when the round began
    struck: bool = False  # its attack of this card round is behind it
    forced: bool = False  # driven back or knocked over in this card round (DE-DODGE-16)
    tac_done: bool = False  # its TAC card has been carried out
    move_done: bool = False  # its MOVE card has been carried out
    turned_blow: bool = False  # a reorienting paid by a blow (DE-CON-08)
    # grapples
    restrained_by: tuple[int, ...] = ()
    restraining: int = NOBODY
    opportunity: int = NOBODY  # whom it may restrain
    opportunity_round: int = -1
    # rage
    berserk: bool = False
    stupor: bool = False
    halted: bool = False  # somebody tried to halt it this turn
    turned_on: tuple[int, ...] = ()  # friends it takes for enemies
    visited: tuple[int, ...] = ()  # enemy bodies made sure of
    guarding: bool = False
    beloved_of: int = NOBODY
    # magick
    prepared: tuple[str, ...] = ()
    preparing: tuple[str, ...] = ()
    prepare_count: int = 0
    prepare_lost: bool = False
    caught_preparing: bool = False
    spells_cast: int = 0  # in this melee
    levels_cast: int = 0
    cast_this_turn: bool = False  # in a segment
    warded: bool = False
    quickened: bool = False
    # the phase
    acted: bool = False  # shot or cast
    will_move: bool = False
    reloading: bool = False
    activity_cost: float = 0.0  # part of the half-move
    activity: str = ""
    moved: bool = False  # has made its half-move
    moved_inches: float = 0.0
    half_allowance: float = 0.0  # of the last half-move, to judge its motion
    motion: Motion = "still"  # in the last movement phase
    done: bool = False  # passed in the segment under way
    contact_half: dict[int, int] = {}  # by enemy: the phase in which they met
    seen_this_turn: tuple[int, ...] = ()
    still_turn: bool = True  # neither moved nor touched this turn (DE-END-03)
    survived: bool = True  # after the battle (DE-END-03)

    @property
    def strength(self) -> int:
        """Its Strength."""
        return self.profile.strength

    @property
    def dexterity(self) -> int:
        """Its Dexterity."""
        return self.profile.dexterity

    @property
    def mounted(self) -> bool:
        """Whether it rides."""
        return self.steed is not None


class Counter(NamedTuple):
    """A counterblow or shield bash won in a strike step, to be resolved at its end."""

    kind: Literal["shield_bash", "counterblow"]
    figure: int
    against: int
    cause: Literal["weapon_parry", "dodge"] = "weapon_parry"


class Memo(Derived):
    """Answers worked out from where everybody stands, good until somebody moves."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: dict[Any, Any] = {}


class Battle(msgspec.Struct):
    """The whole game between two steps."""

    scenario: Any
    options: Options
    tables: Tables
    tables_id: str
    figures: list[Figure]
    loose: list[LooseSteed] = []
    things: list[Any] = []  # terrain and furniture (ground/things.py)
    phase: str = "setup"
    turn: int = 0
    half: int = 1
    initiative: tuple[str, ...] = ()  # winners of the first and the second phase
    deployers: tuple[str, ...] = ()
    acting: str = ""  # the side whose segment or movement it is
    charges: list[Any] = []  # written orders (horses/charges/orders.py)
    course: int = 0
    lances_broken: dict[str, int] = {}
    card_round: int = -1  # -1: no melee; 0: the TAC phase; then card rounds
    pair_attackers: dict[str, int] = {}  # "3-8": who attacks, by a pair's own roll
    guesses: dict[str, str] = {}  # "enemy-dodger": direction
    met: tuple[str, ...] = ()  # pairs that TAC cards brought together this card round
    strike_step: int = 1  # of the card round (DE-ATT-13)
    steps: dict[str, int] = {}  # the step of each attack, fixed before the first blow
    dodged: tuple[int, ...] = ()  # whose dodge has been carried out this card round
    blood: int = 0  # the last turn in which anybody was hurt (DE-HOST-63)
    conceded: str = ""
    result: Any = None
    memo: Memo = msgspec.field(default_factory=Memo)

    @property
    def host(self) -> Any:
        """The host tables in use."""
        return self.tables.host

    @property
    def winner(self) -> str:
        """The side with the initiative of the phase under way."""
        return self.initiative[self.half - 1]

    @property
    def attacking(self) -> str:
        """The side with the second initiative, which attacks in the melee (DE-INIT-06)."""
        return self.initiative[-1]


def pair(one: int, two: int) -> str:
    """The name of two figures together."""
    return f"{min(one, two)}-{max(one, two)}"


def other(side: str) -> str:
    """The other side."""
    return "b" if side == "a" else "a"


_copy_battle = copier(Battle)
_copy_figure: Callable[[Figure], Figure] = copier(Figure)
_copy_steed: Callable[[Steed], Steed] = copier(Steed)
_copy_loose: Callable[[LooseSteed], LooseSteed] = copier(LooseSteed)


def _twin(figure: Figure) -> Figure:
    own = _copy_figure(figure)
    if figure.steed is not None:
        own.steed = _copy_steed(figure.steed)
    own.contact_half = figure.contact_half.copy()
    return own


def _twin_loose(loose: LooseSteed) -> LooseSteed:
    own = _copy_loose(loose)
    own.steed = _copy_steed(loose.steed)
    return own


def clone(battle: Battle) -> Battle:
    """Copy what changes, share what does not."""
    twin = _copy_battle(battle)
    twin.figures = [_twin(one) for one in battle.figures]
    twin.loose = [_twin_loose(one) for one in battle.loose]
    twin.things = [one.__copy__() for one in battle.things]
    twin.charges = list(battle.charges)
    twin.lances_broken = battle.lances_broken.copy()
    twin.pair_attackers = battle.pair_attackers.copy()
    twin.guesses = battle.guesses.copy()
    twin.steps = battle.steps.copy()
    twin.memo = Memo()
    return twin


def moved(battle: Battle) -> None:
    """Forget what was worked out from places and postures."""
    battle.memo.known.clear()
