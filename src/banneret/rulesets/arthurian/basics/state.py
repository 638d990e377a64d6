"""The battle as plain data: models, tokens, cards, and who is to act.

What never changes (profiles, the scenario, the options) is shared between copies. Wounded values
are never stored: they are worked out from body, weapons, wounds and poison when they are used.
"""

from __future__ import annotations

import msgspec

from banneret.core.copying import copier

from ..setup.lists import Scenario
from .options import Options
from .tables import POISONS, Level, Poison, Profile

NOBODY = -1
WAITING, TABLE, RESERVE, HELD, GONE = "waiting", "table", "reserve", "held", "gone"
RIDDEN, STANDING, DEAD, NONE = "ridden", "standing", "dead", "none"
OK, BROKEN, ASIDE = "ok", "broken", "aside"

# how a model left play
KILLED, OUT, GRUESOME, SLAIN, CAPTURED, LEFT, STOPPED = (
    "killed",
    "out of action",
    "gruesome",
    "slain",
    "captured",
    "left",
    "stopped",
)
LOST = (KILLED, OUT, GRUESOME, SLAIN, CAPTURED)
DEAD_WAYS = (KILLED, GRUESOME, SLAIN)

FOOT_BASE, HORSE_BASE = 1.0, 2.0  # AR-SCALE-04


class Venom(msgspec.Struct, frozen=True):
    """Poisoned wounds by the value they lower (AR-POISON-02); they add up."""

    str_: int = msgspec.field(name="str", default=0)
    tough: int = 0
    ini: int = 0
    melee: int = 0
    ranged: int = 0
    move: int = 0

    def of(self, kind: Poison) -> int:
        """How many there are of a kind."""
        found: int = getattr(self, "str_" if kind == "str" else kind)
        return found

    def plus(self, kind: Poison, more: int = 1) -> Venom:
        """One more, or one less."""
        key = "str_" if kind == "str" else kind
        return msgspec.structs.replace(self, **{key: max(0, self.of(kind) + more)})

    @property
    def kinds(self) -> tuple[Poison, ...]:
        """The kinds there are any of."""
        return tuple(kind for kind in POISONS if self.of(kind))

    @property
    def total(self) -> int:
        """All of them."""
        return sum([self.of(kind) for kind in POISONS])


CLEAN = Venom()


class Model(msgspec.Struct, gc=False):
    """One combatant (AR-SCALE-01); `id` is its place in `Battle.models`."""

    id: int
    side: str
    name: str
    profile: Profile
    tags: tuple[str, ...]
    x: float = 0.0
    y: float = 0.0
    where: str = WAITING
    pc: bool = False
    hero: bool = False
    wound: Level = "none"
    wounds: tuple[Level, ...] = ()  # all of them, under wounds=stack
    wound_at: str = "none"  # AR-WOUND-18: shown only
    shock: int = 0  # the round at whose end it ends at the latest
    shock_new: bool = False  # it came during the model's own activation
    stun: int = 0
    prone: bool = False
    pinned: bool = False
    broken: bool = False
    surrendered: bool = False
    poison: Venom = CLEAN
    mounted: bool = False
    horse: str = NONE
    horse_x: float = 0.0
    horse_y: float = 0.0
    no_remount: bool = False  # AR-MEVENT-16
    spare_horse: bool = False
    weapons: tuple[str, ...] = ()  # unbroken ones, in order of preference
    in_hand: str = "unarmed"
    shield: str = NONE
    spare_shield: int = 0
    spare_weapon: str = ""
    fine_shield: bool = False
    blessed: bool = False  # AR-TREASURE-01: +1 ATT in this battle
    missile: str = ""
    missile_state: str = OK
    loaded: bool = True
    luck: int = 0
    vp: int = 0
    gold: int = 0
    acted: bool = False
    from_round: int = 1  # the first round in which it may act
    no_attacks: int = 0  # the round in which it tried to break away
    confused: bool = False
    fumbled: bool = False
    hidden: bool = False
    cold: bool = False
    extra_moves: int = 0
    extra_actions: int = 0
    extra_shots: int = 0
    healed_in: int = 0
    carries: int = NOBODY
    removed_how: str = ""
    removed_at: int = 0  # how many event checks its side had made
    removed_by: int = NOBODY
    fell_mounted: bool = False
    wound_before: Level = "none"
    held_back: int = 0  # rounds running in which a lancer kept his distance (AR-SOLO-05)
    exit: str = ""  # the edge it left by
    fate: str = ""
    sit_out: int = 0
    treasures: tuple[str, ...] = ()
    parole: tuple[str, ...] = ()  # names of those he may not fight again
    beaten_by: int = NOBODY  # who took his surrender
    serves: int = NOBODY  # the PC a knight in reserve waits for
    spared: int = 0  # knights helped up or spared

    @property
    def base(self) -> float:
        """The diameter of its base (AR-SCALE-04)."""
        if self.profile.mounted:
            return HORSE_BASE if self.mounted else FOOT_BASE
        return self.profile.base

    @property
    def radius(self) -> float:
        """Half of it; asked so often that it does not ask for the base."""
        profile = self.profile
        if profile.mounted:
            return HORSE_BASE / 2 if self.mounted else FOOT_BASE / 2
        return profile.base / 2

    @property
    def at(self) -> tuple[float, float]:
        """The centre."""
        return self.x, self.y

    @property
    def in_play(self) -> bool:
        """On the table."""
        return self.where == TABLE

    @property
    def helpless(self) -> bool:
        """At an enemy's mercy (AR-STATE-05)."""
        return self.pinned or self.surrendered

    @property
    def stunned(self) -> bool:
        """Cannot act for a while."""
        return self.stun > 0

    @property
    def has_shield(self) -> bool:
        """A usable shield on the arm."""
        return self.shield == OK

    def is_a(self, tag: str) -> bool:
        """Whether it bears a tag."""
        return tag in self.tags


class Token(msgspec.Struct, gc=False):
    """Something that can be carried: a discovery, or a scenario's treasure."""

    id: int
    name: str
    x: float
    y: float
    carrier: int = NOBODY
    kept_by: str = ""  # the side that carried it off the table
    taken: bool = False  # no longer to be had


class Fight(msgspec.Struct, frozen=True):
    """A choice of chivalry that holds while this fight lasts (AR-MEVENT-30)."""

    pc: int
    opponent: int
    what: str  # mounted, armed, shield
    chivalrous: bool


class Act(msgspec.Struct, gc=False):
    """What is left of the activation under way."""

    model: int
    moves: int = 1
    actions: int = 1
    shots: int = 0
    ran: bool = False
    moved: bool = False
    touched: bool = False  # a move of this activation ended in contact
    attacked: bool = False
    straight: float = 0.0  # inches straight into contact
    charged: int = NOBODY  # whom the charge ran into
    declared: str = ""  # AR-SHOOT-11: still, moving
    changed_weapon: bool = False
    going: str = ""  # a move or a run whose way is still to be asked
    only_move: bool = False  # AR-MORALE-03: rallied


class Drawn(msgspec.Struct, frozen=True):
    """A card that was drawn this round."""

    card: str
    side: str = ""
    name: str = ""
    models: tuple[int, ...] = ()
    did: str = ""  # in two words


class Ledger(msgspec.Struct, frozen=True):
    """A change of virtue (AR-VIRTUE-04)."""

    model: int
    points: int
    why: str
    clause: str


class Battle(msgspec.Struct):
    """A battle between two steps."""

    scenario: Scenario
    options: Options
    models: list[Model]
    support: dict[str, str]
    phase: str = "strategic"
    round: int = 0
    winner_of_roll: str = ""
    first: str = ""
    active: str = ""
    turn: int = 0  # which of the round's turns: 0, 1
    placed_by_player: bool = False  # AR-DEPLOY-10
    placing: int = NOBODY  # the model to be set down next
    surprised: str = "none"
    act: Act | None = None
    deck: tuple[str, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    due: tuple[int, ...] = ()  # models of the card drawn that are still to activate
    rain: bool = False
    trumpet: bool = False
    merlin: tuple[str, ...] = ()
    tokens: list[Token] = []
    fired: tuple[str, ...] = ()  # huts
    lady_out: bool = False
    fights: tuple[Fight, ...] = ()
    virtue: tuple[Ledger, ...] = ()
    checks: dict[str, int] = {}  # event checks made by each side
    started: dict[str, int] = {}
    leaders: dict[str, int] = {}
    leader_lost: tuple[str, ...] = ()
    halved: tuple[str, ...] = ()
    to_test: tuple[tuple[int, str], ...] = ()  # Discipline tests to come: model, why
    report: tuple[str, ...] = ()  # the steps after the battle, as they are done
    winner: str | None = None
    reason: str = ""
    clause: str = ""
    decided: bool = False  # fighting is over
    over: bool = False
    buried: tuple[str, ...] = ()  # names of the dead of a quest, which nobody bears again

    def __getitem__(self, key: int) -> Model:
        return self.models[key]

    def by_the_book(self, side: str) -> bool:
        """Whether a side is run by the book (AR-SOLO-01)."""
        return self.options.solo and side == "b"

    @property
    def morale(self) -> bool:
        """Whether models test their Discipline."""
        return self.options.morale == "on"

    @property
    def stun(self) -> bool:
        """Whether blows to the head stun."""
        return self.options.stun == "on"


_model, _token, _act, _battle = copier(Model), copier(Token), copier(Act), copier(Battle)


def clone(battle: Battle) -> Battle:
    """A battle of its own."""
    twin = _battle(battle)
    twin.models = [_model(one) for one in battle.models]
    twin.tokens = [_token(one) for one in battle.tokens]
    twin.act = None if battle.act is None else _act(battle.act)
    twin.checks = dict(battle.checks)
    twin.started = dict(battle.started)
    twin.leaders = dict(battle.leaders)
    return twin


def enemy_of(side: str) -> str:
    """The other side."""
    return "b" if side == "a" else "a"
