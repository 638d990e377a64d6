"""Two figures against each other: who attacks, what the matrix says, who strikes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import clause

from ...basics import who
from ...basics.columns.words import TAC_CARDS, tac_named
from ...basics.state import card, pair
from ...ground.contact import side_struck
from ...host import cards, initiative
from ...movement.going import fast
from ...screen.told import PairRolled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Figure


class Reading(NamedTuple):
    """What the matrix says for one figure against another; nothing if it does not apply."""

    hit: int = 0
    may_bash: bool = False
    first: str = "sim"  # me, them, sim, none
    attacks: bool = True  # whether this figure is the attacker of the pair
    applies: bool = False


PLAIN = Reading()
LONG = ("pike", "pole", "lance")


@clause("DE-INIT-06", "DE-MSEQ-04", "DE-MSEQ-05")
def attacker_of(battle: Battle, one: Figure, two: Figure) -> Figure:
    """Which of a pair is the attacker."""
    rolled = battle.pair_attackers.get(pair(one.id, two.id))
    if rolled is not None:
        return battle.figures[rolled]
    if one.side == two.side:
        return one if one.berserk else two
    half = one.contact_half.get(two.id, 0)
    side = battle.initiative[half - 1] if half else battle.attacking
    return one if one.side == side else two


@clause("DE-TACP-05", "DE-TACP-06", "DE-HTAC-07", "DE-TACP-13")
def applies(battle: Battle, one: Figure, two: Figure) -> bool:
    """Whether the matrix is read for a pair in this card round."""
    if battle.card_round == 0 or pair(one.id, two.id) in battle.met:
        return True
    return holds_card(one) or holds_card(two)


@clause("DE-HTAC-07")
def holds_card(figure: Figure) -> bool:
    """Whether its steed is fast and still counts as having its first TAC card."""
    steed = figure.steed
    return steed is not None and steed.fast and fast(steed.speed) and bool(steed.tac)


@clause("DE-TACP-11", "DE-TACP-12", "DE-HTAC-01", "DE-TAC-04", "DE-MELEE-12")
def tac_card(battle: Battle, figure: Figure) -> str:
    """The TAC card the matrix reads: a rider's is his steed's; without one, STAND GROUND."""
    steed = figure.steed
    if steed is not None:
        return steed.tac or unfaced_tac(steed.hand, figure.tac_played) or "STAND_GROUND"
    played = figure.tac or unfaced_tac(figure.hand, figure.tac_played)
    if not played or who.helpless(figure):
        return "STAND_GROUND"
    moved = figure.tac_moved
    return cards.matrix_card(battle.tables, card=tac_named(played), moved=moved)


@clause("DE-TACP-10")
def unfaced_tac(hand: Sequence[str], faced: bool) -> str:
    """The TAC card that still lies face down when an enemy gives ground before it is faced."""
    names = [] if faced else [card(key).name for key in hand]
    return next((name for name in names if name in TAC_CARDS), "")


@clause("DE-HOST-15")
def no_exchange(battle: Battle, one: Figure, two: Figure) -> bool:
    """Whether the matrix has the two give ground before each other: nobody strikes."""
    return reading(battle, one, two).first == "none"


def reading(battle: Battle, one: Figure, two: Figure, weapon: str = "") -> Reading:
    """What the matrix says for the first of two figures, who strikes with this weapon."""
    if not applies(battle, one, two):
        return PLAIN
    return read(battle, one, two, tac_card(battle, one), tac_card(battle, two), weapon=weapon)


@clause("DE-HOST-14", "DE-HOST-15")
def read(
    battle: Battle, one: Figure, two: Figure, mine: str, theirs: str, *, weapon: str = ""
) -> Reading:
    """Read the matrix for the first of two figures with these TAC cards."""
    attacks = attacker_of(battle, one, two) is one
    row, column = (mine, theirs) if attacks else (theirs, mine)
    hit, back, bash, first = battle.tables.host.tactical_matrix.cell(row, column)
    me, them = ("att", "def") if attacks else ("def", "att")
    order = {me: "me", them: "them"}.get(first, first)
    if first == "sim":
        order = longer(battle, weapon or who.weapon_of(battle, one), who.weapon_of(battle, two))
    return Reading(hit if attacks else back, bash in (me, "both"), order, attacks, True)


@clause("DE-HOST-15")
def longer(battle: Battle, mine: str, theirs: str) -> str:
    """Whose weapon is longer, where the matrix has both strike together; none has no length."""
    rows = battle.tables.host.weapons
    own, other = (rows[weapon].len if weapon else 0 for weapon in (mine, theirs))
    if own == other:
        return "sim"
    return "me" if own > other else "them"


# -- strike steps


@clause("DE-ATT-13", "DE-CARD-11", "DE-HTAC-13")
def strike_step(battle: Battle, one: Figure, two: Figure, *, great: bool, weapon: str = "") -> int:
    """The step in which the first strikes the second with this weapon: 1, 2 or 3."""
    if lance_charge(battle, one, two):
        return 1
    if lance_charge(battle, two, one):
        return 1 if holds_long_weapon(battle, one) else 3
    theirs = delivers_great_blow(two)
    at_me = theirs and strikes_at(two, one, ("GREAT_BLOW",))
    quick = cards.great_blow_order(
        great,
        at_me if great else theirs,
        great and side_struck(battle, one, two) == "rear",
        at_me and side_struck(battle, two, one) == "rear",
    )
    first = {"att": "me", "def": "them"}.get(quick) or reading(battle, one, two, weapon).first
    return {"me": 1, "them": 3}.get(first, 2)


@clause("DE-HTAC-13", "DE-HTAC-12")
def lance_charge(battle: Battle, rider: Figure, target: Figure) -> bool:
    """Whether a fast steed came at somebody this round whose rider strikes him with a lance."""
    steed = rider.steed
    if steed is None or not steed.fast or target.id not in steed.passed:
        return False
    return who.weapon_of(battle, rider) == "lance" and strikes_at(rider, target)


def holds_long_weapon(battle: Battle, figure: Figure) -> bool:
    """Whether it strikes with pike, pole arm or lance: such strike though a lance fells them."""
    weapon = who.weapon_of(battle, figure)
    long = bool(weapon) and battle.tables.host.weapons[weapon].kind in LONG
    return long or who.tall(figure)


def delivers_great_blow(figure: Figure) -> bool:
    """Whether a figure has a GREAT BLOW among its faced cards."""
    return not figure.struck and any(card(key).name == "GREAT_BLOW" for key in figure.hand)


def strikes_at(one: Figure, two: Figure, by: Sequence[str] = cards.WEAPON_ATTACKS) -> bool:
    """Whether the first has chosen one of these attacks on the second."""
    return any(card(key).name in by and card(key).target == two.id for key in one.hand)


# -- pairs that meet by cards


@clause("DE-MSEQ-04", "DE-MSEQ-05", "DE-MSEQ-13")
def settle_attackers(table: Table[Battle], movers: list[tuple[Figure, int]]) -> None:
    """Say who attacks in each pair that a TAC card of this round would bring together."""
    battle = table.state
    for mover, target in movers:
        if target < 0:
            continue
        foe = battle.figures[target]
        name = pair(mover.id, foe.id)
        if name in battle.pair_attackers or foe.id in mover.engaged_at:
            continue
        if foe.engaged_at:
            battle.pair_attackers[name] = mover.id
        elif mover.engaged_at:
            battle.pair_attackers[name] = foe.id
        else:
            roll_pair(table, mover, foe)


def roll_pair(table: Table[Battle], one: Figure, two: Figure) -> None:
    """Roll a d6 for each of two that meet: the higher attacks."""
    battle = table.state
    first, second = (one, two) if one.side == "a" else (two, one)
    won = initiative.initiative(table, battle.tables).winner
    attacker = first if won == "A" else second
    battle.pair_attackers[pair(one.id, two.id)] = attacker.id
    table.tell(PairRolled(attacker.id, second.id if attacker is first else first.id))
