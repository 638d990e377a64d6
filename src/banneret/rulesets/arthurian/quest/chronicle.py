"""The end of a quest, its worth, the chronicle, and the sheet as it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.book.saga import Paragraph
from banneret.core.show.sheet import Sheet
from banneret.tabletop.screen.words import plain

from ..basics.tables import TABLES
from ..setup.lists import scenario_of

if TYPE_CHECKING:
    from .sheet import Adventure, Companion, Knight

WORDS = {
    "recreant": "recreant",
    "errant": "a knight errant",
    "worthy": "a worthy knight",
    "round_table": "of the Round Table",
}


@clause("AR-QUEST-05")
def worth(knight: Knight) -> int:
    """Virtue points / 12, and 1 for each adventure won and knight spared, less fates refused."""
    won = sum([one.outcome == "won" for one in knight.chain])
    spared = sum([one.spared for one in knight.chain])
    refused = sum([one.refused for one in knight.chain])
    return knight.vp // TABLES.virtue.points_per_level + won + spared - refused


@clause("AR-QUEST-05")
def worth_words(points: int) -> str:
    """The worth in words."""
    known = [(least, key) for key, least in TABLES.quest.worth.items() if points >= least]
    return WORDS[max(known)[1]] if known else WORDS["recreant"]


@clause("AR-QUEST-05")
def over(knight: Knight) -> str:
    """After the last adventure, at his death, or when the quest is laid down."""
    if knight.dead:
        return f"{knight.name} is dead"
    if knight.laid_down:
        return "the quest was laid down"
    return "the quest is done" if len(knight.chain) >= knight.adventures else ""


@clause("AR-QUEST-05")
def story(knight: Knight) -> list[Paragraph]:
    """A paragraph an adventure, and the worth in words at the end."""
    found = [Paragraph(one.title, _told(knight, one), _facts(one)) for one in knight.chain]
    if over(knight):
        points = worth(knight)
        text = f"So {over(knight)}. {knight.name} is remembered as {worth_words(points)}."
        found.append(Paragraph("The end", text, f"worth {points}"))
    return found


def _facts(one: Adventure) -> str:
    """The grey line below."""
    return one.outcome if one.outcome == "sat out" else f"{one.outcome} in round {one.rounds}"


_CAME = {
    "the_ford": "met a knight who let nobody cross the ford unfought",
    "ambush_in_the_wood": "led a lady through a wood full of outlaws",
    "giant_on_the_hill": "rode against the giant on his hill",
    "robbers_tower": "came to the robber's tower, where a lady was held",
    "perilous_chapel": "went into the perilous chapel for its relic",
}
_ENDED = {
    "won": "The day was his: {}.",
    "lost": "The day was lost: {}.",
    "drawn": "They parted without a victor: {}.",
}


def _told(knight: Knight, one: Adventure) -> str:
    """What he came for, what he did there, and how it ended."""
    if one.outcome == "sat out":
        return f"{knight.name} took no part: {one.reason}."
    came = _CAME.get(one.scenario, f"fought the battle called {one.title}")
    deeds = f" He {_listed(one.deeds)}." if one.deeds else ""
    spared = " He gave quarter to a knight who yielded." if one.spared else ""
    refused = " He broke his word rather than bear his fate." if one.refused else ""
    ended = _ENDED[one.outcome].format(_plainly(one.reason))
    return f"{knight.name} {came}.{deeds}{spared} {ended}{refused}"


def _plainly(reason: str) -> str:
    """A chronicle knows men, not models."""
    return reason.replace("no able model is left to", "nobody could fight on for").replace(
        "neither side has an able model left", "nobody on either side could fight on"
    )


def _listed(deeds: list[str]) -> str:
    """Several deeds in one sentence; a nameless one ("The grey wolf") is no name in it."""
    said = [one.replace(" The ", " the ") for one in deeds]
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


@clause("AR-QUEST-02")
def sheets(knight: Knight) -> list[Sheet]:
    """The sheet in the order of the book."""
    rows = (
        ("virtue", f"{knight.vp}, level {knight.level}"),
        ("gold", f"{knight.gold}{f', owes {knight.debt}' if knight.debt else ''}"),
        ("wound", knight.wound),
        ("poison", ", ".join([f"{k} {n}" for k, n in knight.poison.items() if n]) or "none"),
        ("horse", "yes" if knight.horse else "none"),
        ("spare horse", "yes" if knight.spare_horse else "none"),
        ("weapons", ", ".join(map(plain, knight.weapons)) or "none"),
        ("shield", "yes" if knight.shield else "none"),
        ("treasures", ", ".join(map(plain, knight.treasures)) or "none"),
        ("companions", ", ".join(map(_companion, knight.companions)) or "none"),
        ("adventures to sit out", str(knight.sit_out)),
        ("oaths", _oaths(knight)),
        ("deeds", "; ".join(one.replace(" The ", " the ") for one in knight.deeds) or "none yet"),
    )
    return [Sheet(f"{knight.name}: {knight.arms}", ("", ""), rows, clause="AR-QUEST-02")]


def _companion(one: Companion) -> str:
    hurt = f", {one.wound} wound" if one.wound != "none" else ""
    return f"{one.name} ({plain(one.profile)}{hurt})"


@clause("AR-QUEST-01")
def stage(knight: Knight) -> str:
    """How many adventures are done, and what waits for him."""
    done = f"{len(knight.chain)} of {knight.adventures} adventures"
    if over(knight):
        return done
    return f"{done}; next: {scenario_of(knight.road).name if knight.road else 'the road divides'}"


def _oaths(knight: Knight) -> str:
    found = [f"parole to {one}" for one in knight.parole]
    if knight.no_arms:
        found.append(f"bears no arms for {knight.no_arms}")
    return ", ".join(found) or "none"
