"""Officers' dice: temperament, ratings, morale tests, betrayal, duels and risk (MM-OFFICER)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.chance.draws import D6, D100, Total
from banneret.core.chance.hands import Hand
from banneret.core.chance.wish import in_words, span
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import (
    BETRAYAL,
    DISABLED_ON,
    LOSS_WEIGHTS,
    LOST_ON,
    SLAIN_ON,
    TEMPER_PASS,
    TEMPERAMENT,
    Class,
    Die,
    Origin,
    Temper,
)
from ..basics.who import perceived_class
from .control import Prefer
from .dice import Led, Situation, TestDice, Tested, one_die, sides_of, value

Rating = Annotated[int, Meta(ge=1, le=6)]
Count = Annotated[int, Meta(ge=0, le=99)]


class Nothing(Situation, frozen=True, kw_only=True):
    """Nothing to tell: the dice say all."""


# -- before the battle


@procedure("temperament", Nothing, "2d6 for an officer's temperament.")
@clause("MM-OFFICER-04")
def temperament(table: Table[Any], given: Nothing) -> Ruled:
    """2 or 12 Enraged, 3 to 5 Cautious, 6 to 8 Bold, 9 to 11 Rash."""
    del given
    total = table.roll(Total("temperament", 2, 6))
    return Ruled({"total": total, "temperament": TEMPERAMENT[total], "steps": []})


class RatingsSituation(Situation, frozen=True, kw_only=True):
    """The die of most of his units."""

    die: Die = "d6"


@procedure("officer_ratings", RatingsSituation, "Three dice, the lowest dropped.")
@clause("MM-OFFICER-07")
def officer_ratings(table: Table[Any], given: RatingsSituation) -> Ruled:
    """Two scores for Leadership and Command, as the owner likes."""
    rolled: tuple[int, ...] = table.roll(Hand("ratings", 3, sides_of(given.die)))
    low, middle, high = sorted(rolled)
    return Ruled({"high": high, "low": middle, "dropped": low, "steps": []})


# -- command


class RadiusSituation(Situation, frozen=True, kw_only=True):
    """An officer's ratings."""

    leadership: Rating
    command: Rating
    regular: bool = False


@clause("MM-OFFICER-11", "MM-OFFICER-12")
def radius(leadership: int, command: int, *, regular: bool) -> int:
    """L + C inches, a Regular officer L + 2C."""
    return leadership + (2 if regular else 1) * command


@procedure("command_radius", RadiusSituation, "How far an officer's command reaches.")
def command_radius(table: Table[Any], given: RadiusSituation) -> Ruled:
    """L + C, Command twice for a Regular."""
    del table
    return value(radius(given.leadership, given.command, regular=given.regular))


class PerceivedSituation(Situation, frozen=True, kw_only=True):
    """A class and who looks at it."""

    cls: Class
    foreign: bool = False
    tribal_by_tribal: bool = False


@procedure("perceived_class", PerceivedSituation, "A unit's class in somebody's eyes.")
def perceived(table: Table[Any], given: PerceivedSituation) -> Ruled:
    """One lower for foreigners, one lower for tribes among tribes, never below D."""
    del table
    return value(
        perceived_class(given.cls, foreign=given.foreign, tribal_by_tribal=given.tribal_by_tribal)
    )


class WeightSituation(Situation, frozen=True, kw_only=True):
    """A loss in an officer's eyes."""

    temper: Temper
    perceived: Class


@clause("MM-OFFICER-25", "MM-OFFICER-26")
def weight_of(temper: str, cls: str) -> int:
    """What the loss of a unit of that perceived class weighs for a temper."""
    return LOSS_WEIGHTS[temper][cls]


@procedure("loss_weight", WeightSituation, "What a lost unit weighs for an officer.")
def loss_weight(table: Table[Any], given: WeightSituation) -> Ruled:
    """By temper and perceived class."""
    del table
    return value(weight_of(given.temper, given.perceived))


# -- morale


class OfficerMorale(Led, frozen=True, kw_only=True):
    """An officer who must test, and for how much."""

    temper: Literal["rash", "bold", "cautious"]
    weight: Count
    count: Count = 0
    command: Rating = 3
    die: Die = "d6"
    prefer: Prefer = ("pass", "down", "up")
    count_after: bool = False


@clause("MM-OFFICER-31", "MM-OFFICER-32", "MM-OFFICER-33", "MM-OFFICER-42")
def shaken_by(
    temper: str, result: str, count: int, weight: int, command: int, *, count_after: bool
) -> tuple[str, int, bool]:
    """His temper, his count and whether he snapped, after a test."""
    if result == "pass":
        return temper, count, False
    snapped = (count + weight if count_after else count) > command
    if snapped:
        temper = "enraged" if result == "up" else "shaken"
    elif result == "up" and temper == "rash":
        temper = "enraged"
    return temper, count + weight, snapped


@procedure("officer_morale", OfficerMorale, "An officer's morale test after losses.")
@clause("MM-OFFICER-30")
def officer_morale(table: Table[Any], given: OfficerMorale) -> Ruled:
    """Two of his dice, Leadership for one of them."""
    band = TEMPER_PASS[given.temper]
    draw = TestDice(
        "officer", sides_of(given.die), band, given.leadership, given.lead_use, given.prefer
    )
    tested: Tested = table.roll(draw)
    temper, count, snapped = shaken_by(
        given.temper,
        tested.result,
        given.count,
        given.weight,
        given.command,
        count_after=given.count_after,
    )
    return Ruled(
        {
            "total": tested.total,
            "result": tested.result,
            "use": tested.use,
            "temperament": temper,
            "count": count,
            "snapped": snapped,
            "steps": [f"{given.temper} passes on {band[0]} to {band[1]}: {tested.total}"],
        }
    )


# -- betrayal, duels, risk


class BetrayalSituation(Situation, frozen=True, kw_only=True):
    """The officer's own origin."""

    origin: Origin


@procedure("betrayal_roll", BetrayalSituation, "Whether an officer who snapped feels betrayed.")
@clause("MM-OFFICER-35", "MM-OFFICER-36")
def betrayal_roll(table: Table[Any], given: BetrayalSituation) -> Ruled:
    """D100 at or below 40, 60 or 80."""
    chance = BETRAYAL[given.origin]
    rolled = table.roll(D100("betrayal"), wish=in_words(f"{chance} or less: betrayed"))
    return Ruled(
        {
            "betrayed": rolled <= chance,
            "roll": rolled,
            "steps": [f"{given.origin}: {chance} in 100"],
        }
    )


class BetrayalDuel(Situation, frozen=True, kw_only=True):
    """The dice of two friends who were."""

    betrayer_die: Die = "d6"
    victim_die: Die = "d6"


@procedure("betrayal_duel", BetrayalDuel, "A betrayer meets the friend he blames.")
@clause("MM-OFFICER-37", "MM-OFFICER-38")
def betrayal_duel(table: Table[Any], given: BetrayalDuel) -> Ruled:
    """The lower is slain, the winner Shaken; a tie slays both."""
    mine = table.roll(one_die("betrayer", given.betrayer_die))
    his = table.roll(one_die("victim", given.victim_die))
    return Ruled(
        {
            "betrayer": "shaken" if mine > his else "slain",
            "victim": "shaken" if his > mine else "slain",
            "steps": [f"{mine} against {his}"],
        }
    )


class GrudgeDuel(Situation, frozen=True, kw_only=True):
    """The dice of the bearer of a grudge and of his enemy."""

    a_die: Die = "d6"
    b_die: Die = "d6"


@procedure("grudge_duel", GrudgeDuel, "Two officers with a grudge between them meet.")
@clause("MM-OFFICER-06")
def grudge_duel(table: Table[Any], given: GrudgeDuel) -> Ruled:
    """The higher slays the other; a tie changes nothing."""
    mine = table.roll(one_die("bearer of the grudge", given.a_die))
    his = table.roll(one_die("his enemy", given.b_die))
    return Ruled(
        {
            "a": "slain" if mine < his else "alive",
            "b": "slain" if his < mine else "alive",
            "steps": [f"{mine} against {his}"],
        }
    )


_RISK = in_words(f"{span(SLAIN_ON)} slays, {span(DISABLED_ON)} disables")
_LOST = in_words(f"{span(LOST_ON)}: taken or slain")


@procedure("officer_risk", Nothing, "2d6 for an officer whose unit lost elements in a melee.")
@clause("MM-OFFICER-15")
def officer_risk(table: Table[Any], given: Nothing) -> Ruled:
    """12 slain, 11 disabled for the turn."""
    del given
    total = table.roll(Total("risk to the officer", 2, 6), wish=_RISK)
    fate = "slain" if total in SLAIN_ON else "disabled" if total in DISABLED_ON else "unhurt"
    return Ruled({"total": total, "fate": fate, "steps": []})


@procedure("officer_fate", Nothing, "1d6 for an officer whose unit was destroyed.")
@clause("MM-OFFICER-15")
def officer_fate(table: Table[Any], given: Nothing) -> Ruled:
    """1 to 3 taken or slain, else he escapes."""
    del given
    lost = table.roll(D6("fate of the officer"), wish=_LOST) in LOST_ON
    return Ruled({"fate": "lost" if lost else "escapes", "steps": []})
