"""A side run by the book: nobody sits there, and it is never asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from banneret import players
from banneret.core.book.settings import Setting
from banneret.core.errors import BadData, BadPlayer
from banneret.core.questions.choices import Pick
from banneret.core.record import save
from banneret.core.record.journal import BOOK, Seeded
from seam.toy import BLUE, RED, SIDES, Toy, toy
from seam.toys.solo import SOLO

if TYPE_CHECKING:
    from pathlib import Path

    from banneret.core.play.table import Table
    from cli.conftest import Call


def go(table: Table[Toy]) -> None:
    """Blue is asked where it is not run by the book."""
    table.state.winner = table.ask(Pick(BLUE, "won", "Who has won?", SIDES))


@pytest.fixture(autouse=True)
def shelf(toy_shelf: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001  # goes first
    """A book that runs one side itself, and one that could."""
    could = toy(
        "Could",
        lambda: Toy(phase="go"),
        (go,),
        by_book={BLUE: "AR-SOLO-01"},
        alone="solo",
        settings=(Setting("solo", "Alone", (False, True), ("AR-SOLO-01",)),),
    )
    books = {"solo": SOLO, "could": could}
    monkeypatch.setattr("banneret.rulesets.RULESETS", books)


def test_the_header_leaves_the_side_to_the_book() -> None:
    """Whoever was named for it; without the option nobody may be the book."""
    header = save.header_for(SOLO, "toy", dice=Seeded(1), seats={RED: "chance", BLUE: "chance"})
    assert header.seats == {RED: "chance", BLUE: BOOK}
    with pytest.raises(BadData, match="red of toy cannot be left to the book"):
        save.header_for(SOLO, "toy", dice=Seeded(1), seats={RED: BOOK})
    assert SOLO.run_by_book("toy", {"solo": False}) == {}
    assert SOLO.run_by_book("toy", {"solo": True}) == {BLUE: "AR-SOLO-01"}


def test_a_question_to_the_book_is_a_fault() -> None:
    """It says which."""
    nobody = players.player(SOLO, BLUE, BOOK, 1)
    with pytest.raises(BadPlayer, match="blue is run by the book, but was asked 'Whom'"):
        nobody.decide(None, Pick(BLUE, "foe", "Whom", SIDES))  # type: ignore[arg-type]


def test_a_whole_battle_alone(call: Call, tmp_path: Path) -> None:
    """The file says who played, and every decision of the book cites its clause."""
    kept = tmp_path / "alone.banneret"
    said = call("fight", "solo", "--seed", "3", "--players", "chance", "--save", str(kept))
    assert said.code == 0, said.err
    text = kept.read_text()
    assert '"seats":{"red":"chance","blue":"book"}' in text
    assert '"saxon":0' in text
    assert '"clause":"AR-SOLO-01"' in text
    assert call("replay", str(kept), "--verify").code == 0


def test_playing_alone(call: Call) -> None:
    """The side is not offered; a book that runs none refuses."""
    said = call("play", "solo", "--alone", typed="\n1\n1\n1\n1\n1\n1\n1\n1\n1\n")
    assert said.code == 0, said.err
    assert "Which side" not in said.out
    refused = call("play", "solo", "--side", "blue", "--new", "--terminal")
    assert "unknown side of toy 'blue'" in refused.err
    two = ("play", "could", "--side", "blue", "--new", "--terminal", "--against", "chance")
    assert "Who has won?" in call(*two, typed="1\n").out
