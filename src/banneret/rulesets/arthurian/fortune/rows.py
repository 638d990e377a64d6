"""The melee combat events, row by row: the dice and what they do to whoever is on the stage.

A `Stage` holds the PC and his opponent. The battle's own changes its models; the one of
`adjudicate` only notes what would happen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Protocol

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.chance.draws import D6, Total
from banneret.core.chance.wish import NO_WISH, in_words

from ..basics.procedures import Nothing, Situation, procedure
from ..basics.tables import TABLES
from ..fight.fighters import Count
from ..fight.wounds import FELLING, Wound, throw_fall
from .checks import Vl, throw_luck, throw_virtue

if TYPE_CHECKING:
    from banneret.core.play.table import Table

PC, OPPONENT = "pc", "opponent"
BREAKS_TO = 3
PINNED_ON = 1
_BREAKS, _PINNED = in_words(f"{BREAKS_TO} or less: lost"), in_words(f"{PINNED_ON}: pinned")


class Companion(NamedTuple):
    """One of the PC's companions at event 2."""

    key: int
    kind: str  # man_at_arms, dwarf, comrade, mascot
    arthurian: bool = False
    vl: int | None = None


class Combatant(NamedTuple):
    """What the rows ask of either of the two."""

    mounted: bool
    shield: bool
    armed: bool  # with something that can break
    toughness: int
    weapon_bonus: int = 0


class Stage(Protocol):
    """Whoever an event happens to."""

    def who(self, which: str) -> Combatant:
        """The PC or the opponent, as he is now."""
        ...

    def note(self, effect: str, which: str = "") -> None:
        """Let something happen."""
        ...

    def falls(self, which: str, wound: Wound) -> bool:
        """Take the wound of a fall; true if it removes the rider."""
        ...

    def tries_luck(self, what: str) -> bool:
        """Whether the PC can and will test his Luck for a shield, weapon, spare horse, remount."""
        ...

    def wants_peace(self) -> bool:
        """Whether the PC would stop the fight."""
        ...

    @property
    def luck(self) -> int:
        """The PC's Luck."""
        ...

    @property
    def fixed_fall(self) -> int | None:
        """A fixed strength of the PC's fall in event 6."""
        ...

    @property
    def damage_rule(self) -> Any:
        """How damage is reckoned."""
        ...

    @property
    def knightly(self) -> bool:
        """Whether the opponent is a knightly one."""
        ...

    @property
    def next_bonus(self) -> int | None:
        """The bonus of the opponent's next weapon; None: he has none left."""
        ...

    def companions(self) -> Sequence[Companion]:
        """The PC's companions, by id."""
        ...

    def enemies(self) -> Sequence[int | None]:
        """Virtue Levels: the opponent's, then those of his side who are still hostile, by id."""
        ...

    def choose_chivalry(self, why: str) -> None:
        """Put the choice of chivalry, which arose for this reason."""
        ...


Row = Callable[["Table[Any]", Stage], None]
ROWS: dict[int, Row] = {}


def _row(number: int) -> Callable[[Row], Row]:
    def kept(rule: Row) -> Row:
        ROWS[number] = rule
        return rule

    return kept


def _breaks(table: Table[Any], what: str) -> bool:
    return table.roll(D6(what), None, None, _BREAKS) <= BREAKS_TO


@clause("AR-MEVENT-01", "AR-MEVENT-04")
def throw_row(table: Table[Any]) -> int:
    """2d6 on the table; where table and explanation differ the explanation is followed."""
    return table.roll(Total("melee combat event", 2, 6), None, None, NO_WISH)


# -- 2 to 6: what befalls the PC


@_row(2)
@clause("AR-MEVENT-05", "AR-MEVENT-06")
def companions_leave(table: Table[Any], stage: Stage) -> None:
    """Men-at-arms and dwarf leave unless Arthurian; comrades check their virtue; a mascot stays."""
    companions = stage.companions()
    if not companions:
        stage.note("no_effect")
    for one in companions:
        stays = one.arthurian
        if one.kind == "comrade":
            stays = throw_virtue(table, one.vl, None, "a comrade")
        elif one.kind == "mascot":
            stays = True
        stage.note(f"{one.kind}_{'stays' if stays else 'leaves'}", str(one.key))


@_row(3)
@clause("AR-MEVENT-07", "AR-MEVENT-10")
def pc_shield(table: Table[Any], stage: Stage) -> None:
    """The PC's shield breaks on 1 to 3; Luck may bring his dwarf's spare."""
    if not stage.who(PC).shield or not _breaks(table, "shield"):
        stage.note("no_effect")
        return
    stage.note("pc_shield_broken")
    if stage.tries_luck("shield"):
        stage.note("new_shield" if throw_luck(table, stage.luck) else "no_new_shield")


@_row(4)
@clause("AR-MEVENT-09", "AR-MEVENT-10")
def pc_weapon(table: Table[Any], stage: Stage) -> None:
    """The PC's weapon breaks on 1 to 3; he takes another or tries his dwarf."""
    if not stage.who(PC).armed or not _breaks(table, "weapon"):
        stage.note("no_effect")
        return
    stage.note("pc_weapon_broken")
    if stage.tries_luck("weapon"):
        stage.note("new_weapon" if throw_luck(table, stage.luck) else "no_new_weapon")


def _fall(table: Table[Any], stage: Stage, which: str, fixed: int | None = None) -> bool:
    """A fall wound; true if it removes the rider, after which nothing follows."""
    fall = throw_fall(table, stage.who(which).toughness, stage.damage_rule, fixed)
    stage.note(f"{which}_fall_{fall.wound.severity}")
    return stage.falls(which, fall.wound)


def _pinned(table: Table[Any]) -> bool:
    return table.roll(D6("pinned"), None, None, _PINNED) == PINNED_ON


@_row(5)
@clause("AR-MEVENT-11", "AR-MEVENT-12", "AR-MEVENT-13")
def pc_horse(table: Table[Any], stage: Stage) -> None:
    """The PC's horse dies: fall, perhaps pinned; else Luck may put him on his spare horse."""
    if not stage.who(PC).mounted:
        stage.note("no_effect")
        return
    stage.note("pc_horse_killed")
    if _fall(table, stage, PC):
        return
    if _pinned(table):
        stage.note("pc_pinned")
    elif stage.tries_luck("spare_horse") and throw_luck(table, stage.luck):
        stage.note("on_spare_horse")
    else:
        stage.note("on_foot")


@_row(6)
@clause("AR-MEVENT-14", "AR-MEVENT-15", "AR-MEVENT-16", "AR-MEVENT-17")
def pc_unhorsed(table: Table[Any], stage: Stage) -> None:
    """The PC is thrown on 1 to 3; the horse lives, and Luck may put him back in the saddle."""
    if not stage.who(PC).mounted or not _breaks(table, "in the saddle"):
        stage.note("no_effect")
        return
    stage.note("pc_unhorsed")
    if _fall(table, stage, PC, stage.fixed_fall):
        return
    back = stage.tries_luck("remount") and throw_luck(table, stage.luck)
    stage.note("remounted" if back else "on_foot")


# -- 7: peace


@_row(7)
@clause("AR-MEVENT-18", "AR-MEVENT-19")
def peace(table: Table[Any], stage: Stage) -> None:
    """If the PC wishes it the opponent checks his virtue; the others only after he has stopped."""
    opponent, *others = stage.enemies()
    if opponent is None or not stage.wants_peace() or not throw_virtue(table, opponent):
        stage.note("fight_goes_on")
        return
    stage.note("fight_stops")
    for number, vl in enumerate(others, 1):
        stops = throw_virtue(table, vl, None, "another")
        stage.note(f"other_{number}_{'stops' if stops else 'fights_on'}")


# -- 8 to 11: what befalls the opponent


@clause("AR-MEVENT-26")
def _advantage(stage: Stage, exists: bool, why: str) -> None:
    """The choice of chivalry: only against knightly opponents, only with an advantage."""
    if exists and stage.knightly:
        stage.choose_chivalry(why)


@_row(8)
@clause("AR-MEVENT-21", "AR-MEVENT-16")
def opponent_unhorsed(table: Table[Any], stage: Stage) -> None:
    """The opponent is thrown on 1 to 3 and stays on foot for good."""
    if not stage.who(OPPONENT).mounted or not _breaks(table, "in the saddle"):
        stage.note("no_effect")
        return
    stage.note("opponent_unhorsed")
    if not _fall(table, stage, OPPONENT):
        _advantage(stage, stage.who(PC).mounted, "mounted")


@_row(9)
@clause("AR-MEVENT-22")
def opponent_horse(table: Table[Any], stage: Stage) -> None:
    """The opponent's horse dies: fall, perhaps pinned, else he fights on foot."""
    if not stage.who(OPPONENT).mounted:
        stage.note("no_effect")
        return
    stage.note("opponent_horse_killed")
    if _fall(table, stage, OPPONENT):
        return
    if _pinned(table):
        stage.note("opponent_pinned")
        return
    stage.note("opponent_on_foot")
    _advantage(stage, stage.who(PC).mounted, "mounted")


@_row(10)
@clause("AR-MEVENT-23", "AR-MEVENT-24", "AR-MEVENT-10", "AR-LUCK-02")
def opponent_weapon(table: Table[Any], stage: Stage) -> None:
    """The opponent's weapon breaks on 1 to 3; he takes up another if he has one, without Luck."""
    if not stage.who(OPPONENT).armed or not _breaks(table, "weapon"):
        stage.note("no_effect")
        return
    left = stage.next_bonus
    stage.note("opponent_weapon_broken")
    stage.note("opponent_unarmed" if left is None else "opponent_changes_weapon")
    _advantage(stage, left is None or left < stage.who(PC).weapon_bonus, "armed")


@_row(11)
@clause("AR-MEVENT-25")
def opponent_shield(table: Table[Any], stage: Stage) -> None:
    """The opponent's shield breaks on 1 to 3."""
    if not stage.who(OPPONENT).shield or not _breaks(table, "shield"):
        stage.note("no_effect")
        return
    stage.note("opponent_shield_broken")
    _advantage(stage, stage.who(PC).shield, "shield")


# -- 12: a knight


@clause("AR-MEVENT-28")
def throw_knight(table: Table[Any]) -> str:
    """Which knight of the Round Table: 1-3 young, 4-5 famed, 6 peerless."""
    return TABLES.random_knight[str(table.roll(D6("which knight"), None, None, NO_WISH))]


@procedure(Nothing, "Which knight of the Round Table comes.")
@clause("AR-MEVENT-28")
def random_knight(table: Table[Any], given: Nothing) -> Ruled:
    """One d6."""
    del given
    return Ruled({"profile": throw_knight(table)})


@_row(12)
@clause("AR-MEVENT-27", "AR-MEVENT-28")
def knight_joins(table: Table[Any], stage: Stage) -> None:
    """A random knight comes to the PC's aid."""
    stage.note(f"knight_joins_{throw_knight(table)}")


# -- the procedure alone


class _Pc(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    mounted: bool = False
    shield: bool = False
    luck: Annotated[int, msgspec.Meta(ge=0, le=6)] = TABLES.tests.pc_luck_default
    tough_total: Count = 0
    weapon_bonus: Count = 0
    armed: bool = True
    dwarf_in_play: bool = False
    spare_shield: bool = False
    spare_weapon: bool = False
    spare_horse: bool = False


class _Opponent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    mounted: bool = False
    shield: bool = False
    vl: Vl | None = None
    tough_total: Count = 0
    armed: bool = True
    knightly: bool = True
    next_bonus: Count | None = None


class _Follower(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    kind: Literal["man_at_arms", "dwarf", "comrade", "mascot"]
    arthurian: bool = False
    vl: Vl | None = None


class _MeleeEvent(Situation, frozen=True):
    pc: _Pc
    opponent: _Opponent
    companions: tuple[_Follower, ...] = ()
    other_opponents: tuple[Vl | Literal["none"], ...] = ()
    unhorsed_str: Literal["d3", "1"] = "d3"
    pc_stops: bool = True
    pc_tries_luck: bool = True
    damage_rule: Literal["str_tough", "die_only"] = "str_tough"


class _Noted:
    """A stage on which nothing changes but what the rows themselves change."""

    def __init__(self, given: _MeleeEvent) -> None:
        self.given = given
        self.effects: list[str] = []
        self.damage_rule = given.damage_rule
        self.knightly = given.opponent.knightly
        self.next_bonus = given.opponent.next_bonus
        self.luck = given.pc.luck
        self.fixed_fall = 1 if given.unhorsed_str == "1" else None

    def who(self, which: str) -> Combatant:
        """As the situation says."""
        one = self.given.pc if which == PC else self.given.opponent
        bonus = self.given.pc.weapon_bonus if which == PC else 0
        return Combatant(one.mounted, one.shield, one.armed, one.tough_total, bonus)

    def note(self, effect: str, which: str = "") -> None:
        """Remember it."""
        del which
        self.effects.append(effect)

    def falls(self, which: str, wound: Wound) -> bool:
        """Killed is removed."""
        del which
        return wound.severity in FELLING

    def tries_luck(self, what: str) -> bool:
        """As the situation says, if there is anything to be had."""
        pc = self.given.pc
        there = {
            "shield": pc.dwarf_in_play and pc.spare_shield,
            "weapon": pc.dwarf_in_play and pc.spare_weapon,
            "spare_horse": pc.spare_horse,
            "remount": True,
        }
        return self.given.pc_tries_luck and there[what]

    def wants_peace(self) -> bool:
        """As the situation says."""
        return self.given.pc_stops

    def companions(self) -> list[Companion]:
        """As listed."""
        return [
            Companion(at, one.kind, one.arthurian, one.vl)
            for at, one in enumerate(self.given.companions)
        ]

    def enemies(self) -> list[int | None]:
        """The opponent, then the others."""
        others = [None if one == "none" else int(one) for one in self.given.other_opponents]
        return [self.given.opponent.vl, *others]

    def choose_chivalry(self, why: str) -> None:
        """The question would be put."""
        del why
        self.effects.append("chivalry_choice")


@procedure(_MeleeEvent, "A melee combat event: 2d6 and the row it comes to.", lists=True)
@clause("AR-MEVENT-01")
def melee_event(table: Table[Any], given: _MeleeEvent) -> Ruled:
    """Two d6, then the dice of the row."""
    stage = _Noted(given)
    number = throw_row(table)
    ROWS[number](table, stage)
    return Ruled({"event": number, "effects": stage.effects})
