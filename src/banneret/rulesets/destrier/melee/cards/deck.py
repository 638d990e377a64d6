"""The deck and who has what of it: names of cards, what is entitled, who may be named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ...basics import who
from ...basics.columns.words import TAC_CARDS
from ...basics.state import NOBODY, Card, written
from ...ground.contact import known_enemies
from ...ground.stands import at_feet, gap, nearest_first
from ...host import cards as rules
from ...movement.doing import DOINGS, blows_for
from ...movement.doing import why_not as why_not_do

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...basics.state import Battle, Figure

LEAVE_OUT = "LEAVE_OUT_PASSIVE"  # DE-MSEQ-07: the passive parry that goes with other cards
DROP_OUT = "DROP_OUT"  # DE-MSEQ-11
MIXED = "MIXED_FIGHTING"  # DE-HTH-09: declared with the first cards of the melee
LET_GO = "LET_GO"  # DE-GRAP-08
CALLS = (LEAVE_OUT, DROP_OUT, MIXED, LET_GO)  # said with the cards, but none of the deck
PASSIVE = "PASSIVE_SHIELD_PARRY"
NAMES_ONE = ("DELIVER_BLOW", "GREAT_BLOW", "FEROCITY", "PUNCH", "KICK")
GRAPPLES = ("PULL_RIDER", "RESTRAINT", "TOSS")
TAC_NAMES = TAC_CARDS
CLOSING = ("CLOSE", "FLECHE", "CHARGE")
NEAR = {True: 9.0, False: 6.0}  # inches within which somebody may be named: TAC phase or later
MOST_NAMED = 4
SIX_INCHES = 6.0
HELPLESS_CARDS = (PASSIVE, "BREAK_FREE", "MOVE")


def near_enemies(battle: Battle, figure: Figure) -> list[Figure]:
    """The enemies a card may name: known, near enough to meet this round, nearest first."""
    most = NEAR[battle.card_round <= 0]
    near = [one for one in known_enemies(battle, figure) if roughly_within(figure, one, most + 5.0)]
    return [one for one in nearest_first(figure, near)[:MOST_NAMED] if gap(figure, one) <= most]


def roughly_within(one: Figure, two: Figure, inches: float) -> bool:
    """Whether two are at all near each other, told without measuring."""
    return abs(one.x - two.x) <= inches and abs(one.y - two.y) <= inches


def aimed(names: Sequence[str], foes: Sequence[Figure]) -> Iterator[str]:
    """The keys of cards that name a target: of a mounted one, the rider or the steed."""
    for name in names:
        for foe in foes:
            yield written(Card(name, "", foe.id))
            if foe.steed is not None and name not in ("PULL_RIDER", "RESTRAINT", "HAMSTRING"):
                yield written(Card(name, "", foe.id, "steed"))


@clause("DE-TAC-01", "DE-TAC-18", "DE-TAC-20", "DE-BERS-07")
def tac_cards(battle: Battle, figure: Figure) -> list[str]:
    """The TAC cards a figure on foot is entitled to.

    Who must have some card in the TAC phase has no second CHARGE by that in later rounds.
    """
    found = rules.tac_legal(
        battle.tables,
        kind=figure.profile.kind,
        encumbrance=figure.encumbrance,
        charged=figure.charged_this_melee,
        charged_this_turn=figure.charged_this_turn,
        berserk=figure.berserk,
        trained=figure.profile.trained_animal,
        guarding=figure.guarding,
    )
    spent = battle.card_round > 0 and figure.charged_this_turn
    return [one for one in found if not (spent and one == "CHARGE")]


@clause("DE-TACP-12")
def on_its_knees(cards: Iterable[str]) -> list[str]:
    """Which TAC cards somebody kneeling may choose: those that do not move him."""
    return [one for one in cards if one in ("STAND_GROUND", "KEEP_DISTANCE")]


@clause("DE-MSEQ-02")
def may_add_tac(battle: Battle, figure: Figure, touching: bool) -> bool:
    """Whether a TAC card may go with the next MELEE card: out of contact, an enemy near."""
    if touching:
        return False
    inches = 2.0 if battle.options.contact_check_2 else battle.tables.seed.tac_move.contact_check
    foes = (one for one in who.enemies(battle, figure) if roughly_within(figure, one, inches + 5.0))
    return any(who.on_feet(one) and gap(figure, one) <= inches + 1e-6 for one in foes)


@clause("DE-CARD-09")
def great_blows(figure: Figure) -> bool:
    """Whether it is of the chivalry or a nordic."""
    return figure.profile.training in ("chivalry", "nordic", "nordic_berserk")


@clause("DE-GRAP-08", "DE-GRAP-16")
def may_restrain(battle: Battle, figure: Figure) -> bool:
    """Whether an opportunity of the last card round still stands."""
    return figure.opportunity != NOBODY and figure.opportunity_round == battle.card_round - 1


def free_hand(battle: Battle, figure: Figure) -> bool:
    """Whether a hand is free to punch."""
    host = battle.tables.host
    used = 1 if who.shield_of(battle, figure) else 0
    for name in figure.in_hand:
        row = host.weapons.get(name) or host.missiles.get(name)
        used += row.hands if row is not None else 0
    return used < 2


@clause("DE-STAND-05", "DE-HTH-08")
def may_kick(figure: Figure) -> bool:
    """Whether it kicks at all: who walks upright, and among beasts the hooved ones."""
    return who.humanoid(figure) or "hoof" in figure.profile.natural


@clause("DE-HTH-03", "DE-HTH-04", "DE-HTH-06")
def kick_refusal(figure: Figure, target: Figure, part: str) -> Refusal | None:
    """Why a kick cannot reach: riders from foot, and whoever stands above the waist."""
    if figure.mounted or part == "steed" or target.steed is None or who.tall(figure):
        return None
    if who.humanoid(figure) and figure.profile.kind == "intelligent":
        return Refusal("a man on foot cannot kick a rider", "DE-HTH-03")
    return Refusal("only who is over ten feet tall kicks a rider", "DE-HTH-06")


@clause("DE-CARD-04", "DE-CARD-05", "DE-HOST-67")
def to_draw(figure: Figure) -> list[str]:
    """What may be taken to hand: sheathed, lying at its feet, or the slung shield."""
    if not who.humanoid(figure):
        return []
    things = dict.fromkeys((*figure.weapons, *(one.thing for one in at_feet(figure))))
    if figure.shield_slung and figure.shield != "none":
        things["shield"] = None
    return [one for one in things if one not in figure.profile.natural]


def shooting_targets(battle: Battle, figure: Figure) -> list[Figure]:
    """The enemies a shooter may name, nearest first."""
    return nearest_first(figure, known_enemies(battle, figure))[:MOST_NAMED]


@clause("DE-CARD-19", "DE-BERS-17", "DE-OBS-02")
def activities(battle: Battle, figure: Figure) -> list[Card]:
    """Unusual activities a MOVE card may buy here: doors, tables, mounting, halting a friend."""
    if not who.humanoid(figure):
        return []
    found = [Card("MOVE", what) for what in DOINGS if why_not_do(battle, figure, what) is None]
    found += [Card("MOVE", "halt", one.id) for one in to_halt(battle, figure)]
    return found


@clause("DE-BERS-17")
def to_halt(battle: Battle, figure: Figure) -> list[Figure]:
    """The berserk friends in contact whom nobody has tried to halt this turn."""
    if figure.berserk:
        return []
    return [
        one
        for one in who.friends(battle, figure)
        if one.berserk and not one.halted and gap(figure, one) < 0.02
    ]


@clause("DE-CARD-19", "DE-CARD-13")
def activity_blows(figure: Figure, detail: str) -> int:
    """The blows of a MOVE card by what it is used for."""
    return blows_for(figure, detail)
