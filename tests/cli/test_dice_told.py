"""How a throw reads: the dice, what was needed or what they come to, and why."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.cli.chronicle import dice_text, names_of, outcome_text, result_text
from banneret.core.book.ruleset import Result
from banneret.core.book.tally import Reason, Tally
from banneret.core.chance.dice import ScriptedDice
from banneret.core.chance.draws import Draw, Pool, Total
from banneret.core.chance.wish import HIGH, Wish, at_least, at_most, in_words
from banneret.core.play.events import Rolled
from banneret.core.play.table import Table
from banneret.core.show.scene import Scene, SideInfo

SKILL, TIRED = Reason("skill", 7, "XX-01"), Reason("tired", -2, "XX-02")


@pytest.mark.parametrize(
    ("faces", "tally", "wish", "told"),
    [
        ((4,), (Reason("mounted", 1, "XX-03"),), HIGH, "blow: d10:4, +1 mounted: 5 in all"),
        ((4,), (SKILL, TIRED), None, "blow: d10:4, +7 skill, -2 tired: 9 in all"),
        ((4,), (SKILL, TIRED), at_most(5), "blow: d10:4, 5 or less needed (+7 skill, -2 tired)"),
        ((4,), (), at_least(9), "blow: d10:4, 9 or more needed"),
        ((4,), (SKILL,), at_most(10), "blow: d10:4, cannot fail (+7 skill)"),
        ((4,), (), at_least(1), "blow: d10:4, cannot fail"),
        ((4,), (), at_least(11), "blow: d10:4, cannot succeed"),
        ((4,), (), at_most(0), "blow: d10:4, cannot succeed"),
        ((4, 6), (TIRED,), HIGH, "blow: d10:4 d10:6, with -2 tired"),
        ((4, 6), (), None, "blow: d10:4 d10:6"),
        ((4, 6), (), in_words("7 to 9 passes"), "blow: d10:4 d10:6, 7 to 9 passes"),
        ((1,), (TIRED,), in_words("1 brings it"), "blow: d10:1, 1 brings it (-2 tired)"),
    ],
)
def test_a_throw_tells_its_total_or_the_number_needed(
    faces: tuple[int, ...], tally: tuple[Reason, ...], wish: Wish | None, told: str
) -> None:
    """Never the sum of the modifiers alone."""
    rolled = Rolled("blow", (10,) * len(faces), faces, tally, "a", wish)
    assert dice_text(rolled) == told


@pytest.mark.parametrize(
    ("draw", "tally", "told"),
    [
        (Total("damage", 2, 10), None, "damage: d10:4 d10:6, making 10"),
        (Total("wound", 1, 6, -1), None, "wound: d6:4, making 3"),
        (Total("lot", 1, 6), None, "lot: d6:4"),
        (Pool("move", 3, 6, 2, added=True), None, "move: d6:4 d6:6 d6:1, making 10"),
        (
            Pool("move", 3, 6, 2, added=True).again(),
            Tally(-2, "tired", "XX-02"),
            "move: d6:4 d6:6 d6:1, making 10, -2 tired: 8 in all",
        ),
        (Pool("wound", 2, 6, 2), None, "wound: d6:4 d6:6"),
    ],
)
def test_several_dice_tell_what_they_make_where_that_counts(
    draw: Draw[Any], tally: Tally | None, told: str
) -> None:
    """A sum, or the sum of those that are kept; dice that are read singly have none."""
    table = Table(None, ScriptedDice(*(4, 6, 1)[: len(draw.dice)]), {})
    table.roll(draw, tally)
    rolled = table.events[-1].event
    assert isinstance(rolled, Rolled)
    assert dice_text(rolled) == told


def test_a_victor_is_named() -> None:
    """By name; equal names bear their keys, those who win together are all named."""
    alone = [SideInfo(key, "Kent", ()) for key in ("a", "b")]
    allied = [SideInfo("c", "Wessex", (), "south"), SideInfo("d", "Sussex", (), "south")]
    names = names_of(Scene(sides=(*alone, *allied)))
    won = Result("south", "all fled", "XX-04", {"a": 1, "south": 3}, 2, {"b": 4})
    assert result_text(won, "round", names) == (
        "Victory for Wessex and Sussex after 2 rounds: all fled "
        "(score Kent (a) 1, Wessex and Sussex 3; losses Kent (b) 4)."
    )
    assert outcome_text("a", 1, "turn", "x") == "Side a wins after 1 turn: x", "nobody named it"
