"""What save files keep of secrets: commitments, and what each seat added to the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from banneret.core.chance import fairness, sources
from banneret.core.errors import BadData, BadSave, BanneretError, Diverged
from banneret.core.record import save
from banneret.core.record.journal import Journal, Pledged
from banneret.core.record.reading import read
from cli.toy import TOY, Duel
from core.saves import OPEN, SECRET, close, header, lines_of, resealed

if TYPE_CHECKING:
    from pathlib import Path

    from banneret.core.play.game import Game
    from banneret.core.record.journal import DiceSource


def two_people(path: Path, dice: DiceSource | None = None) -> Game[Duel]:
    """A battle of two people, at its secret questions."""
    game = save.begin(TOY, header(dice, a="person", b="person"), path=path)
    OPEN.append(game)
    game.advance()
    return game


def swear(game: Game[Duel], side: str) -> None:
    question = game.question
    assert question is not None
    for index, choice in question.for_side(side):
        game.draft(index, choice.ideas()[0], side)
    game.commit(side)


def test_a_commitment_is_kept_and_so_is_its_taking_back(tmp_path: Path) -> None:
    """A side that has committed is not asked again after a break, until it takes it back."""
    path = tmp_path / "x.banneret"
    game = two_people(path)
    swear(game, "b")
    close(game)
    again = save.resume(path, TOY, {})
    OPEN.append(again)
    assert again.committed() == {"b"}
    with pytest.raises(BanneretError, match="already committed"):
        again.draft(2, "gold", "b")
    again.undo("b")
    close(again)
    third = save.resume(path, TOY, {})
    OPEN.append(third)
    assert third.committed() == frozenset()
    assert len(third.drafts("b")) == 2
    third.commit("b")
    swear(third, "a")
    question = third.advance()
    assert question is not None
    assert not question.together
    kinds = [line["is"] for line in lines_of(path)]
    assert kinds.count("commit") == 4
    assert [line.get("back", False) for line in lines_of(path) if line["is"] == "commit"] == [
        False, True, False, False,
    ]  # fmt: skip


def test_killed_after_the_last_commitment_the_battle_goes_on(tmp_path: Path) -> None:
    """All have committed, but what they said was not revealed yet when the program died."""
    path = tmp_path / "x.banneret"
    game = two_people(path)
    swear(game, "b")
    swear(game, "a")  # nobody plays on
    close(game)
    again = save.resume(path, TOY, {})
    OPEN.append(again)
    assert again.question is not None
    assert not again.question.together
    assert lines_of(path)[-2]["is"] == "answers"


def contribute(game: Game[Duel], pledge: Pledged, *all_of_them: str) -> None:
    """The second seat comes late and adds to the dice."""
    assert isinstance(game.journal, Journal)
    game.journal.contribute("b", all_of_them[1])
    game.dice = sources.rekeyed(game.dice, pledge, all_of_them)


def answer_both(game: Game[Duel], times: int) -> None:
    for _ in range(times):
        question = game.advance()
        if question is None:
            return
        if question.together:
            swear(game, "a")
            swear(game, "b")
        else:
            game.answer(question.choice.ideas()[0])
    game.advance()


@pytest.mark.parametrize("undo", [False, True])
def test_a_late_contribution_counts_from_the_next_die_on(tmp_path: Path, *, undo: bool) -> None:
    """Both streams are derived again; breaks and undo change nothing; a forger is found out."""
    pledge = Pledged(fairness.commit(SECRET), ("0a", ""), SECRET.hex())
    path = tmp_path / "x.banneret"
    game = two_people(path, pledge)
    answer_both(game, 4)
    if undo:
        game.undo("a", agreed=True)  # what was thrown falls again before the new stream begins
    contribute(game, pledge, "0a", "b0b0")
    close(game)
    again = save.resume(path, TOY, {})
    OPEN.append(again)
    answer_both(again, 100)
    assert again.result is not None
    record = read(path)
    assert record.contributions == {"a": "0a", "b": "b0b0"}
    _, dice = sources.derive_dice(record)
    at = next(i for i, line in enumerate(lines_of(path)) if line["is"] == "contribution")
    late = [line for line in lines_of(path)[at:] if line["is"] == "dice"]
    assert dice > len(late) > 0
    lines = lines_of(path)
    lines[at]["contribution"] = "b0b1"
    resealed(path, lines)
    with pytest.raises(Diverged, match="on record, but the seed gives"):
        sources.derive_dice(read(path))
    lines[at]["contribution"] = "bob"
    resealed(path, lines)
    with pytest.raises(BadData, match="not hexadecimal"):
        sources.derive_dice(read(path))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"is": "contribution", "side": "a", "contribution": "00"}, "twice, or nothing"),
        ({"is": "contribution", "side": "b", "contribution": ""}, "twice, or nothing"),
        ({"is": "contribution", "side": "c", "contribution": "00"}, "'c' adds to the dice"),
    ],
)
def test_only_a_seat_adds_to_the_dice_and_only_once(
    tmp_path: Path, line: dict[str, Any], words: str
) -> None:
    path = tmp_path / "x.banneret"
    close(two_people(path, Pledged(fairness.commit(SECRET), ("0a",), SECRET.hex())))
    resealed(path, [*lines_of(path), line])
    with pytest.raises(BadSave, match=words):
        read(path)
    close(two_people(tmp_path / "y.banneret"))  # from a seed, which nobody adds to
    resealed(tmp_path / "y.banneret", [*lines_of(tmp_path / "y.banneret"), line])
    with pytest.raises(BadSave, match="adds to the dice, but it cannot"):
        read(tmp_path / "y.banneret")
