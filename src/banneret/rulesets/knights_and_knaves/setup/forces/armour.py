"""Armour ratings from the pieces worn, and what a man counts in points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.errors import BadData
from banneret.tabletop.asking import procedure

from ...basics.columns.words import Skill
from ...basics.options import DEFAULTS, Options
from ...basics.situation import Number, Situation, Stamina, ruled, whole
from ...basics.tables import TABLES

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

PIECES = {piece.type: piece for piece in TABLES.armor.piece}
BASE_PIECE = "A"  # bare clothes or an unbarded horse: everybody has it
BASE = TABLES.armor.base
HORSE_STAMINA = TABLES.armor.horse_stamina_factor
POINTS = TABLES.points


@clause("KK-ARMOR-02", "KK-ARMOR-03", "KK-ARMOR-04")
def refuse_pieces(pieces: str, horse: bool) -> str:
    """Why these pieces cannot be worn together, "" if they can."""
    wearer, other = ("horse", "man") if horse else ("man", "horse")
    for place, letter in enumerate(pieces):
        piece = PIECES.get(letter)
        if piece is None:
            known = ", ".join(PIECES)
            return f"pieces[{place}] = {letter!r}: expected one of {known}"
        if letter in pieces[:place]:
            return f"pieces[{place}] = {letter!r}: it is named twice, each counts once"
        if piece.wearer == other:
            return f"pieces[{place}] = {letter!r} ({piece.name}): no {wearer} wears it"
        missing = [need for need in piece.requires if need not in pieces]
        if missing:
            rule = "KK-ARMOR-03" if letter in "DK" else "KK-ARMOR-04"
            return (
                f"pieces[{place}] = {letter!r} ({piece.name}): it goes over "
                f"{', '.join(missing)}, which is not there [{rule}]"
            )
    return ""


@clause("KK-ARMOR-01", "KK-ARMOR-02")
def armor_of(pieces: str) -> int:
    """The rating of lawful pieces: 3 and what each adds."""
    return BASE + sum([PIECES[letter].value for letter in pieces if letter != BASE_PIECE])


def armor_tally(pieces: str) -> Tally:
    """The rating of lawful pieces, piece by piece."""
    tally = Tally(BASE, PIECES[BASE_PIECE].name, "KK-ARMOR-01")
    for letter in pieces.replace(BASE_PIECE, ""):
        tally = tally.plus(PIECES[letter].value, PIECES[letter].name, "KK-ARMOR-02")
    return tally


@clause("KK-ARMOR-05")
def stamina_of(armor: int, horse: bool) -> int:
    """Original stamina: the armour rating, of a horse twice that."""
    return armor * HORSE_STAMINA if horse else armor


class ArmorSituation(Situation, frozen=True, kw_only=True):
    """A man or horse and what it wears."""

    pieces: Annotated[str, Meta(max_length=20)]
    horse: bool = False


@procedure("armor_rating", ArmorSituation, "Armour rating and stamina from the pieces worn.")
@clause("KK-ARMOR-02")
def armor_rating(_table: Table[None], situation: ArmorSituation) -> Ruled:
    """The rating and stamina of what is worn."""
    refusal = refuse_pieces(situation.pieces, situation.horse)
    if refusal:
        raise BadData(refusal)
    armor = armor_of(situation.pieces)
    outcome = {"result": armor, "stamina": stamina_of(armor, situation.horse)}
    return ruled(outcome, armor_tally(situation.pieces).reasons)


# -- points


@clause("KK-POINTS-01", "KK-POINTS-02", "KK-POINTS-04")
def man_points(  # noqa: PLR0917 - called by position for every figure
    melee: int,
    shooting: int,
    morale: int,
    stamina: int,
    peasant: bool = False,
    horse_stamina: int = 0,
    options: Options = DEFAULTS,
) -> float:
    """Skills, morale and stamina; a peasant half of it, kept exactly; horses only by option."""
    own = melee + shooting + morale + stamina
    worth = own * POINTS.peasant_factor if peasant else float(own)
    return worth + horse_stamina if options.points_include_horses else worth


@clause("KK-POINTS-03")
def fortified_points(points: float) -> float:
    """A force defending fortifications counts double."""
    return points * POINTS.fortification_factor


class PointsSituation(Situation, frozen=True, kw_only=True):
    """A man, and whether he defends fortifications."""

    melee: Skill
    shooting: Annotated[int, Meta(ge=0, le=10)] = 0
    morale: Annotated[int, Meta(ge=0, le=10)] = 0
    stamina: Stamina = 0
    peasant: bool = False
    fortified: bool = False
    horse_stamina: Number = 0


@procedure("points", PointsSituation, "What a man counts in points.")
@clause("KK-POINTS-01")
def points(_table: Table[None], situation: PointsSituation) -> Ruled:
    """What a man counts."""
    s = situation
    worth = man_points(
        s.melee, s.shooting, s.morale, s.stamina, s.peasant, s.horse_stamina, s.options
    )
    return ruled({"result": whole(fortified_points(worth) if s.fortified else worth)})
