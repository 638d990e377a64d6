"""Cards: which may be played, what they cost, the matrix, first strikes, blows."""

from __future__ import annotations

from typing import Literal, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.errors import unknown

from ..basics.columns.words import Encumbrance, Kind, TacCard, WeaponClass
from ..basics.procedures import Inches, Phase, Score, of, procedure, reached
from ..basics.tables import Tables
from .spells import spell_blows

WEAPON_ATTACKS = ("DELIVER_BLOW", "GREAT_BLOW", "FEROCITY")
DODGES = ("DODGE_LEFT", "DODGE_RIGHT", "DODGE_BACK")
MOVING = ("CHARGE", "FLECHE", "CLOSE", "RETREAT", "RUN_AWAY")
REACTIONS = ("RETREAT", "RUN_AWAY", "STAND_GROUND")
Group = Literal["attack", "defence", "movement", "other"]


# -- TAC cards


@procedure("The TAC cards a figure on foot may play.", gives="cards")
@clause("DE-TAC-05", "DE-TAC-12", "DE-TAC-14", "DE-TAC-15", "DE-TAC-18", "DE-TAC-19", "DE-TAC-20")
def tac_legal(
    tables: Tables,  # noqa: ARG001  # the form of all procedures
    *,
    kind: Kind,
    encumbrance: Encumbrance = "unencumbered",
    charged: bool = False,
    charged_this_turn: bool = False,
    berserk: bool = False,
    trained: bool = False,
    guarding: bool = False,
) -> list[str]:
    """By what it is, what it carries, and what it has done."""
    if berserk:
        return ["FLECHE"] if charged_this_turn else ["CHARGE", "FLECHE"]
    cards = {"RUN_AWAY"}
    if kind != "unintelligent_monster":
        cards |= _ordinary(kind, encumbrance, charged, trained or guarding)
    monster = kind in ("intelligent_monster", "unintelligent_monster")
    beast = kind in ("animal", "agile_animal")
    may_charge = monster or beast or encumbrance == "unencumbered"
    if may_charge and not charged_this_turn:
        cards.add("CHARGE")
    if cards == {"RUN_AWAY"}:
        cards.add("CHARGE")  # DE-TAC-20: a card always exists, of no length if need be
    return sorted(cards)


def _ordinary(kind: str, encumbrance: str, charged: bool, stands: bool) -> set[str]:
    """The cards besides RUN AWAY and CHARGE."""
    cards = {"KEEP_DISTANCE"}
    thinks = kind in ("intelligent", "intelligent_monster")
    if encumbrance != "encumbered":
        cards.add("RETREAT")
    if thinks or stands:
        cards.add("STAND_GROUND")
    if thinks and encumbrance == "unencumbered":
        cards.add("FLECHE")
    if (thinks and encumbrance != "encumbered") or kind == "agile_animal":
        cards.add("CLOSE")
    if kind == "animal" and charged:
        cards.add("CLOSE")
    return cards


@procedure("The blows a TAC card costs.", gives="blows")
@clause("DE-TACP-07", "DE-MELEE-10", "DE-MELEE-11", "DE-MELEE-12")
def tac_cost(
    tables: Tables, *, card: TacCard, phase: Phase, moved: bool = False, automatic: bool = False
) -> int:
    """Nothing in the TAC phase; two for a moving card, one for another."""
    cost = tables.seed.melee_cost
    if automatic:
        return 0
    if phase == "TAC":
        return cost.tac_in_tac_phase
    moving = card in MOVING or (card == "KEEP_DISTANCE" and moved)
    return cost.tac_in_melee_moving if moving else cost.tac_in_melee_static


class MatrixCell(NamedTuple):
    """One cell of the tactical manoeuvre matrix."""

    attacker_hit: int
    defender_hit: int
    bash: Literal["att", "def", "both", "none"]
    first: Literal["att", "def", "sim", "none"]


@procedure("The cell of the tactical matrix.")
@clause("DE-HOST-14")
def matrix_cell(tables: Tables, *, attacker: TacCard, defender: TacCard) -> MatrixCell:
    """An attacker's TAC card against a defender's."""
    return MatrixCell(*tables.host.tactical_matrix.cell(attacker, defender))


@procedure("How the matrix reads a TAC card after its move.", gives="card")
@clause("DE-TACP-11")
def matrix_card(tables: Tables, *, card: TacCard, moved: Inches) -> str:
    """A rush without a run counts as CLOSE."""
    least = getattr(tables.seed.tac_move.rush_minimum, card, 0.0)
    return "CLOSE" if moved < least else card


@procedure("Who strikes first in an exchange under the matrix.", gives="first")
@clause("DE-HOST-15", "DE-CARD-11")
def first_striker(
    tables: Tables,
    *,
    attacker: TacCard,
    defender: TacCard,
    attacker_length: Score = 0,
    defender_length: Score = 0,
    attacker_great_blow: bool = False,
    defender_great_blow: bool = False,
    attacker_at_back: bool = False,
    defender_at_back: bool = False,
) -> Literal["attacker", "defender", "simultaneous", "none"]:
    """Great blows are slow, unless at a back; then the matrix; then the longer weapon."""
    quick = great_blow_order(
        attacker_great_blow, defender_great_blow, attacker_at_back, defender_at_back
    )
    if quick:
        return "attacker" if quick == "att" else "defender"
    first = tables.host.tactical_matrix.cell(attacker, defender)[3]
    if first == "none":
        return "none"
    if first != "sim":
        return "attacker" if first == "att" else "defender"
    if attacker_length == defender_length:
        return "simultaneous"
    return "attacker" if attacker_length > defender_length else "defender"


@clause("DE-CARD-11")
def great_blow_order(mine: bool, theirs: bool, at_back: bool, my_back: bool) -> str:
    """Who goes first because of a great blow: "att", "def" or "" if it does not decide."""
    if mine and at_back:
        return "" if theirs and my_back else "att"
    if theirs and my_back:
        return "def"
    if mine == theirs:
        return ""
    return "def" if mine else "att"


# -- MELEE cards


class CardsCost(NamedTuple):
    """Whether cards go together, and what they cost or why not."""

    legal: bool
    blows: int | None = None
    why: str | None = None
    clause: str | None = None


@procedure("Whether MELEE cards go together, and the blows they cost.")
@clause("DE-COST-01", "DE-COST-02", "DE-MELEE-02", "DE-GEN-05")
def cards_cost(
    tables: Tables,
    *,
    cards: tuple[str, ...],
    free_asp_left: bool = True,
    spells_already: Score = 0,
    trample_kick: bool = False,
    sheathe: bool = False,
    free_moves_left: Score = 0,
) -> CardsCost:
    """Each card once; one weapon attack; the first active parry of the turn is free."""
    why = clash(tables, cards)
    if why is not None:
        return CardsCost(False, None, *why)
    blows = 0
    for name in cards:
        row = tables.cards[name]
        cost = row.cost
        if name == "ACTIVE_SHIELD_PARRY" and free_asp_left:
            cost = 0
        elif name == "CAST_SPELL":
            cost = spell_blows(tables, spells_already)
        elif name == "TRAMPLE" and trample_kick:
            cost = row.cost_with_kick
        elif name == "DRAW_WEAPON" and sheathe:
            cost += row.cost_sheathe_extra
        elif name == "MOVE" and free_moves_left:
            cost = 0
        blows += cost
    if "FEROCITY" in cards and "GREAT_BLOW" in cards:
        rows = tables.cards
        pair = rows["FEROCITY"].cost + rows["GREAT_BLOW"].cost
        blows += rows["GREAT_BLOW"].cost_with_ferocity - pair
    return CardsCost(True, blows)


@clause("DE-GEN-05")
def clash(tables: Tables, cards: tuple[str, ...]) -> tuple[str, str] | None:
    """Why cards cannot be played together, and the clause; None if they can."""
    for name in cards:
        row = tables.cards.get(name)
        if row is None:
            raise unknown("card", name, tables.cards)
        if row.deck == "TAC":
            return f"{name} is a TAC card", "DE-TAC-01"
    if len(set(cards)) != len(cards):
        return "a deck holds one copy of each card", "DE-GEN-05"
    attacks = [name for name in cards if name in WEAPON_ATTACKS]
    if len(attacks) > 1 and set(attacks) != {"FEROCITY", "GREAT_BLOW"}:
        return f"{' and '.join(attacks)} are one attack between them", "DE-GEN-05"
    if len([name for name in cards if name in DODGES]) > 1:
        return "a figure dodges one way", "DE-DODGE-01"
    return None


@procedure("Whether a figure may play PASSIVE SHIELD PARRY once more.", gives="legal")
@clause("DE-MSEQ-10", "DE-MSEQ-11")
def passive_limit(
    tables: Tables, *, consecutive: Score, blows_left: Score, only_card: bool = True
) -> bool:
    """At most six times running, as the only card, while there are blows."""
    most = tables.seed.melee_cost.max_consecutive_passive_parries
    return not only_card or blows_left == 0 or consecutive < most


class Follow(NamedTuple):
    """Whether an enemy follows a dodger, and what the guess was worth."""

    follows: bool
    half_bonus: bool
    bash_bonus: int
    counterblow_chance: int


@procedure("Whether an enemy follows a dodger, and what his guess was worth.")
@clause("DE-DODGE-06", "DE-DODGE-07", "DE-DODGE-09", "DE-DODGE-10")
def dodge_follow(
    tables: Tables,
    *,
    card_group: Group,
    guessed: bool,
    contact_kept: bool | None = None,
    defence_played: bool = False,
) -> Follow:
    """A right guess needs an attack card, a wrong one no defence."""
    seed = tables.seed.percent
    attacks = card_group == "attack"
    follows = attacks if guessed else not (defence_played or card_group == "defence")
    kept = follows if contact_kept is None else contact_kept
    gained = guessed and attacks
    counter = seed.counterblow_after_dodge if kept and not guessed and attacks else 0
    return Follow(follows, gained, seed.dodge_guessed_weapon_bash if gained else 0, counter)


# -- blows


class Blows(NamedTuple):
    """How many blows a figure has, and how they come about."""

    blows: int
    base: int
    bonus: int


@procedure("How many blows a figure has in a melee.")
@clause("DE-HOST-12", "DE-HOST-13", "DE-MELEE-01", "DE-CARD-03", "DE-BERS-05")
def blows(
    tables: Tables,
    *,
    training: str,
    weapon_class: WeaponClass,
    encumbrance: Encumbrance,
    level: Score,
    dexterity: Score,
    body: int | None = None,
    body_max: int | None = None,
    fatigue_gone: bool = False,
    berserk: bool = False,
    fired_then_drew: bool = False,
    base_blows: Score = 0,
) -> Blows:
    """Training, weapon and load; bonus blows; less wounds and weariness; more in rage."""
    by = tables.host.blows
    taught = of(tables.host.training, "training", training)
    weapon = 0 if base_blows else int(getattr(by.weapon, weapon_class, 0))
    base = max(by.minimum, (base_blows or taught.blows) + weapon + by.encumbrance.of(encumbrance))
    bonus = bonus_blows(tables, level, dexterity)
    total = base + bonus
    if fired_then_drew:
        total -= 1 + bonus
    if not berserk:
        total += wound_blows(tables, body, body_max) + (by.fatigue_gone if fatigue_gone else 0)
    return Blows(max(1, total) + (by.berserk_extra if berserk else 0), base, bonus)


@clause("DE-HOST-13")
def bonus_blows(tables: Tables, level: int, dexterity: int) -> int:
    """One for three levels, one or two for Dexterity."""
    by = tables.host.blows
    return level // by.levels_per_bonus + reached(by.dexterity_bonus, dexterity)


def wound_blows(tables: Tables, body: int | None, body_max: int | None) -> int:
    """Blows that wounds take, as a number below nought."""
    if body is None or body_max is None or 2 * body >= body_max:
        return 0
    by = tables.host.blows.wounds
    return by.below_quarter_body if 4 * body < body_max else by.below_half_body


class HandBlows(NamedTuple):
    """Blows of one who fights hand to hand, alone or besides his weapon."""

    blows: int
    hand: int


@procedure("Blows of hand-to-hand fighting, alone or mixed with a weapon's.")
@clause("DE-HTH-01", "DE-HTH-09", "DE-HOST-12")
def hth_blows(
    tables: Tables,
    *,
    training: str,
    encumbrance: Encumbrance,
    level: Score,
    dexterity: Score,
    weapon_blows: Score | None = None,
) -> HandBlows:
    """The hand's own base; mixed, half of both together, rounded down."""
    by = tables.host.blows
    taught = of(tables.host.training, "training", training)
    hand = max(by.minimum, taught.hth_blows + by.encumbrance.of(encumbrance))
    hand += bonus_blows(tables, level, dexterity)
    return HandBlows(hand if weapon_blows is None else (weapon_blows + hand) // 2, hand)
