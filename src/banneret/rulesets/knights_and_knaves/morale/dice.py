"""Morale and rally: the modified value, the die, and a charged shooter's nerve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D10
from banneret.core.chance.wish import at_most
from banneret.tabletop.asking import Facts, procedure

from ..basics.columns.words import Skill
from ..basics.situation import (
    Line,
    Number,
    Permanent,
    Result,
    Situation,
    Stamina,
    check_stamina,
    line,
    lines_by_level,
    named,
    ruled,
    tally_of,
)
from ..basics.tables import TABLES
from ..melee.harm.condition import stamina_tier

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

    FigureClass = str
    Kind = str
    Role = str
else:
    FigureClass = Literal[
        "soldier",
        "yeoman",
        "peasant",
        "lord",
        "chief",
        "knight",
        "bodyguard",
        "squire",
        "man_at_arms",
        "sergeant",
        "valet",
        "berserk",
        "other",
    ]
    Kind = Literal["check", "rally"]
    Role = Literal["unit", "lord"]

Bonus = Annotated[int, Meta(ge=0, le=3)]

M = TABLES.morale_modifiers
PASSES, FAILS = M.natural_always_passes, M.natural_always_fails

COMMONERS = frozenset(("soldier", "yeoman", "peasant"))  # KK-MORALE-19
MANY = 99  # the most a situation may name

MORALE_DIE, RALLY_DIE, NERVE_DIE = D10("morale check"), D10("rally check"), D10("nerve")

ENEMY_LORD = line(
    "enemy_lord_disabled", M.enemy_lord_disabled, "enemy lord disabled", "KK-MORALE-18"
)
CAVALRY = lines_by_level(
    "attacked_by_cavalry", M.per_mounted_attacker, MANY, "attacked by cavalry", "KK-MORALE-19"
)
OWN_LORD = line("own_lord_disabled", M.own_lord_disabled, "own lord disabled", "KK-MORALE-20")
LOSSES = lines_by_level(
    "adjacent_losses", M.per_adjacent_friend_lost, MANY, "neighbours lost", "KK-MORALE-21"
)
LEADER = lines_by_level("leader_bonus", 1, 3, "leader bonus", "KK-MORALE-22")
STAMINA = (
    line("stamina", 0, "unhurt", "KK-MORALE-23"),
    line("stamina", M.stamina_below_75, "stamina below 75%", "KK-MORALE-23"),
    line("stamina", M.stamina_below_50, "stamina below 50%", "KK-MORALE-23"),
    line("stamina", M.stamina_below_25, "stamina below 25%", "KK-MORALE-23"),
)
FATIGUE = lines_by_level(
    "fatigue", M.per_permanent_fatigue, MANY, "permanent fatigue", "KK-MORALE-25"
)
HATRED = line("hatred", M.hatred_or_zeal, "hatred or zeal", "KK-MORALE-26")
COVER = line("cover", M.cover, "cover", "KK-MORALE-27")
UNIT = line("unit", M.unit_5_to_10, "unit of 5 to 10", "KK-MORALE-28")
GREAT_UNIT = line("unit", M.unit_11_or_more, "unit of 11 or more", "KK-MORALE-28")


class MoraleFacts(Facts, frozen=True):
    """All that bears on a man's morale at this moment; `leader_bonus` is the one he has."""

    morale: Skill
    figure_class: FigureClass = "soldier"
    leader_bonus: Bonus = 0
    mounted_attackers: Number = 0
    adjacent_losses: Number = 0
    unit_strength: Number = 0
    stamina: Stamina | None = None
    original_stamina: Stamina | None = None
    permanent_fatigue: Permanent = 0
    enemy_lord_disabled: bool = False
    own_lord_disabled: bool = False
    military_order: bool = False
    hatred: bool = False
    cover: bool = False


class MoraleRoll(Result, frozen=True):
    """How a check came out."""

    passed: bool
    modified: int
    die: int


@clause("KK-MORALE-15")
def leader_bonus(own_morale: int, leader_morale: int, bonus: int) -> int:
    """What a leader lends: his bonus, but no more than by how much his morale is the higher."""
    return max(min(bonus, leader_morale - own_morale), 0)


@clause("KK-MORALE-18", "KK-MORALE-19", "KK-MORALE-20", "KK-MORALE-39")
def _threats(facts: MoraleFacts) -> list[Line]:
    """What lords and riders do to him; only common men mind the horses."""
    lines: list[Line] = []
    if facts.enemy_lord_disabled:
        lines.append(ENEMY_LORD)
    if facts.mounted_attackers and facts.figure_class in COMMONERS:
        lines.append(CAVALRY[facts.mounted_attackers])
    if facts.own_lord_disabled and not facts.military_order:
        lines.append(OWN_LORD)
    return lines


@clause(
    "KK-MORALE-21",
    "KK-MORALE-22",
    "KK-MORALE-25",
    "KK-MORALE-26",
    "KK-MORALE-27",
    "KK-RALLY-02",
    "KK-RALLY-03",
    "KK-FAT-10",
)
def morale_lines(facts: MoraleFacts, rally: bool = False) -> list[Line]:
    """Everything that changes a man's morale value now; a router is outside his unit."""
    lines = _threats(facts)
    if facts.adjacent_losses and not rally:
        lines.append(LOSSES[facts.adjacent_losses])
    if facts.leader_bonus:
        lines.append(LEADER[facts.leader_bonus])
    tier = stamina_tier(facts.stamina, facts.original_stamina)
    if tier:
        lines.append(STAMINA[tier])
    if facts.permanent_fatigue:
        lines.append(FATIGUE[facts.permanent_fatigue])
    if facts.hatred:
        lines.append(HATRED)
    if facts.cover:
        lines.append(COVER)
    if not rally and facts.unit_strength >= 5:
        lines.append(unit_line(facts.unit_strength))
    return lines


@clause("KK-MORALE-28")
def unit_line(strength: int) -> Line:
    """The strength of a unit of five or more; only the higher step applies."""
    return GREAT_UNIT if strength >= 11 else UNIT


def morale_tally(facts: MoraleFacts, rally: bool = False) -> Tally:
    """The modified morale value with its reasons."""
    return tally_of(facts.morale, "morale", "KK-PROF-03", morale_lines(facts, rally))


@clause("KK-MORALE-32", "KK-MORALE-33", "KK-RALLY-04")
def passes(die: int, modified: int) -> bool:
    """Whether a die holds: lower than the value; 1 always, 10 never."""
    return die != FAILS and (die < modified or die == PASSES)


def passing_faces(modified: int) -> int:
    """How many of ten faces hold."""
    return min(max(modified - 1, 1), 9)


@clause("KK-MORALE-32")
def check_morale(
    table: Table[Any], facts: MoraleFacts, side: str | None = None, draw: D10 = MORALE_DIE
) -> MoraleRoll:
    """Roll one die under the modified value, or rout."""
    tally = morale_tally(facts)
    die = table.roll(draw, tally, side, at_most(passing_faces(tally.total)))
    return MoraleRoll(passes(die, tally.total), tally.total, die)


@clause("KK-RALLY-01")
def check_rally(table: Table[Any], facts: MoraleFacts, side: str | None = None) -> MoraleRoll:
    """Roll for a router, who has his lord's bonus but neither unit nor neighbours."""
    tally = morale_tally(facts, rally=True)
    die = table.roll(RALLY_DIE, tally, side, at_most(passing_faces(tally.total)))
    return MoraleRoll(passes(die, tally.total), tally.total, die)


@clause("KK-SHOOT-17", "KK-SHOOT-18")
def check_nerve(table: Table[Any], facts: MoraleFacts, side: str | None = None) -> MoraleRoll:
    """Roll for a charged shooter; whoever fails shoots too soon, and nothing worse."""
    return check_morale(table, facts, side, NERVE_DIE)


@clause("KK-RALLY-06")
def may_rally(failed_lord_check: bool, military_order: bool) -> bool:
    """Whether a router rolls at all: not after failing for his lord, military orders apart."""
    return military_order or not failed_lord_check


# -- alone


class LeaderNear(Facts, frozen=True):
    """A leader within reach."""

    morale: Skill
    bonus: Bonus
    role: Role = "unit"


class MoraleSituation(Situation, frozen=True, kw_only=True):
    """A man who checks his morale, or a router who rallies."""

    morale: Skill
    figure_class: FigureClass = "soldier"
    kind: Kind = "check"
    leaders: tuple[LeaderNear, ...] = ()
    enemy_lord_disabled: bool = False
    own_lord_disabled: bool = False
    military_order: bool = False
    mounted_attackers: Number = 0
    adjacent_losses: Number = 0
    stamina: Stamina | None = None
    original_stamina: Stamina | None = None
    permanent_fatigue: Permanent = 0
    hatred: bool = False
    cover: bool = False
    unit_strength: Number = 0
    failed_lord_check: bool = False


@clause("KK-MORALE-16", "KK-MORALE-17", "KK-RALLY-03")
def best_bonus(situation: MoraleSituation) -> int:
    """The largest bonus of the leaders in reach; only a lord's helps a router."""
    rally = situation.kind == "rally"
    lending = [one for one in situation.leaders if one.role == "lord" or not rally]
    return max([leader_bonus(situation.morale, one.morale, one.bonus) for one in lending] or [0])


def facts_of(situation: MoraleSituation) -> MoraleFacts:
    """What the check needs of the situation."""
    return MoraleFacts(
        morale=situation.morale,
        figure_class=situation.figure_class,
        leader_bonus=best_bonus(situation),
        mounted_attackers=situation.mounted_attackers,
        adjacent_losses=situation.adjacent_losses,
        unit_strength=situation.unit_strength,
        stamina=situation.stamina,
        original_stamina=situation.original_stamina,
        permanent_fatigue=situation.permanent_fatigue,
        enemy_lord_disabled=situation.enemy_lord_disabled,
        own_lord_disabled=situation.own_lord_disabled,
        military_order=situation.military_order,
        hatred=situation.hatred,
        cover=situation.cover,
    )


@procedure(
    "morale_check",
    MoraleSituation,
    "A morale check or a rally: one die under the modified morale value.",
)
@clause("KK-MORALE-32", "KK-RALLY-01", "KK-RALLY-06")
def morale_check(table: Table[None], situation: MoraleSituation) -> Ruled:
    """Check a man's morale, or rally a router."""
    check_stamina("", situation.stamina, situation.original_stamina)
    rally = situation.kind == "rally"
    if rally and not may_rally(situation.failed_lord_check, situation.military_order):
        return ruled({"result": "cannot_rally"})
    facts = facts_of(situation)
    roll = check_rally(table, facts) if rally else check_morale(table, facts)
    words = ("rallied", "routing") if rally else ("steady", "rout")
    outcome = {
        "result": words[not roll.passed],
        "modified": roll.modified,
        "modifiers": named(morale_lines(facts, rally)),
        "die": roll.die,
    }
    return ruled(outcome, morale_tally(facts, rally).reasons)


class LeaderBonusSituation(Situation, frozen=True, kw_only=True):
    """A man and the leader beside him."""

    own_morale: Skill
    leader_morale: Skill
    bonus: Bonus


@procedure("leader_bonus", LeaderBonusSituation, "What a leader adds to one man's morale.")
@clause("KK-MORALE-15")
def bonus_alone(_table: Table[None], situation: LeaderBonusSituation) -> Ruled:
    """What one leader lends one man."""
    own, leader, bonus = situation.own_morale, situation.leader_morale, situation.bonus
    return ruled({"result": leader_bonus(own, leader, bonus)})
