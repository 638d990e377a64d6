"""Save files: readable, durable, and played on from."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from banneret.core.chance import fairness, sources
from banneret.core.errors import BadData, BadSave, Diverged
from banneret.core.questions.choices import EnterDice
from banneret.core.record import save
from banneret.core.record.journal import ByHand, Pledged
from banneret.core.record.reading import read
from cli.toy import TOY, Duel
from core.saves import (
    SECRET,
    answer,
    begun,
    close,
    fought,
    lines_of,
    resealed,
    resumed,
)

if TYPE_CHECKING:
    from banneret.core.play.game import Game

# -- what is written


def test_a_fight_is_one_readable_line_for_everything(tmp_path: Path) -> None:
    """Header first, then answers, dice and steps, the end last; each line has its checksum."""
    path = tmp_path / "x.banneret"
    game = fought(path)
    lines = lines_of(path)
    assert lines[0]["is"] == "header"
    assert lines[0]["format"] == "banneret"
    assert {line["is"] for line in lines[1:-1]} == {"answer", "answers", "dice", "step"}
    assert lines[-1]["is"] == "end"
    assert lines[-1]["digest"] == game.digest()
    assert all(len(line["sum"]) == 12 for line in lines)
    events = [event for line in lines if line["is"] == "step" for event in line["events"]]
    assert any("champion" in event.get("text", "") for event in events)


def test_replay_reaches_the_same_digest(tmp_path: Path) -> None:
    """A record played again ends in the same state, and stops after any step."""
    path = tmp_path / "x.banneret"
    game = fought(path)
    record = read(path)
    again = save.replay(record, TOY)
    assert again.digest() == game.digest()
    assert again.result == game.result
    for to in range(len(record.steps) + 1):
        part = save.replay(record, TOY, to)
        assert len(part.steps) == to
    with pytest.raises(BadData, match="step 999 is not on record: expected 0 to"):
        save.replay(record, TOY, 999)


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    """Beginning a battle in a file that exists is refused and leaves it as it is."""
    path = tmp_path / "x.banneret"
    path.write_text("precious")
    with pytest.raises(BadData, match="exists already"):
        begun(path)
    assert path.read_text() == "precious"
    with pytest.raises(BadData, match="cannot be written"):
        begun(tmp_path / "no" / "x.banneret")


def test_two_programs_cannot_play_the_same_file(tmp_path: Path) -> None:
    """A battle that is being played cannot be opened a second time."""
    path = tmp_path / "x.banneret"
    game = begun(path)
    with pytest.raises(BadData, match="is being played elsewhere"):
        resumed(path)
    close(game)
    resumed(path)


# -- playing on


def test_playing_on_equals_playing_through(tmp_path: Path) -> None:
    """Save, load and continue after every answer gives the same battle as no break at all."""
    through = begun(tmp_path / "through.banneret")
    answer(through, 100)
    path = tmp_path / "broken.banneret"
    game: Game[Duel] = begun(path)
    while game.result is None:
        answer(game)
        close(game)
        game = resumed(path)
    assert game.digest() == through.digest()
    assert path.read_bytes() == (tmp_path / "through.banneret").read_bytes()


def test_drafts_are_kept(tmp_path: Path) -> None:
    """Secret answers that are not committed yet are there after a break, and may be changed."""
    path = tmp_path / "x.banneret"
    game = begun(path)
    game.draft(0, "honour", "a")
    game.draft(0, "gold", "a")
    close(game)
    again = resumed(path)
    assert again.drafts("a") == {0: "gold"}
    again.draft(1, "fear", "a")
    again.commit("a")
    again.advance()
    assert again.state.oaths["a"] == ["gold", "fear"]


def test_undo_is_kept_and_dice_fall_again(tmp_path: Path) -> None:
    """After an undo and a break the same dice fall, and the record verifies."""
    path = tmp_path / "x.banneret"
    game = begun(path)
    answer(game, 4)
    before = game.digest(), game.asked()
    thrown = sum(line["is"] == "dice" for line in lines_of(path))
    game.undo("a", agreed=True)
    game.undo("a", agreed=True)
    close(game)
    again = resumed(path)
    answer(again, 2)
    assert (again.digest(), again.asked()) == before
    assert sum(line["is"] == "dice" for line in lines_of(path)) > thrown
    close(again)
    record = read(path)
    _, agreed = sources.derive_dice(record)
    assert agreed > thrown
    assert save.replay(record, TOY).digest() == again.digest()


@pytest.mark.slow
def test_killed_between_an_answer_and_the_end_of_its_step(tmp_path: Path) -> None:
    """Wherever the file ends after an acknowledged line, play goes on from exactly there."""
    whole = tmp_path / "whole.banneret"
    game = begun(whole)
    answer(game, 100)
    close(game)
    rows = whole.read_bytes().splitlines(keepends=True)
    for count in range(1, len(rows) + 1):
        path = tmp_path / f"{count}.banneret"
        path.write_bytes(b"".join(rows[:count]))
        again = resumed(path)
        answer(again, 100)
        close(again)
        assert again.digest() == game.digest(), count
        assert read(path).ended is not None


def test_a_torn_last_line_is_dropped_after_a_copy(tmp_path: Path) -> None:
    """Replay refuses the tail of a killed writer; playing on keeps a copy and drops it."""
    path = tmp_path / "x.banneret"
    game = begun(path)
    answer(game, 2)
    close(game)
    good = path.read_bytes()
    path.write_bytes(good + b'{"is":"answer","si')
    with pytest.raises(BadSave, match=r"line \d+: the line is cut off in the middle"):
        read(path)
    again = resumed(path)
    close(again)
    assert path.read_bytes() == good
    assert (tmp_path / "x-1.banneret").read_bytes() == good + b'{"is":"answer","si'


def test_another_engine_version_strands_nobody(tmp_path: Path) -> None:
    """What an earlier engine wrote is played on, if its record still leads where it led."""
    path = tmp_path / "x.banneret"
    close(begun(path))
    lines = lines_of(path)
    lines[0]["engine"] = "0.0.1"
    resealed(path, lines)
    assert resumed(path).question is not None


KILLED = """
import sys
from pathlib import Path
from core.saves import answer, begun
game = begun(Path(sys.argv[1]))
while game.result is None:
    answer(game)
    print(game.asked(), flush=True)
    sys.stdin.readline()
"""


@pytest.mark.slow
def test_a_killed_process_loses_no_acknowledged_answer(tmp_path: Path) -> None:
    """Kill -9 after an acknowledged answer: everything up to it is in the file."""
    tests = Path(__file__).parents[2]
    for rounds in (1, 3, 5):
        path = tmp_path / f"{rounds}.banneret"
        command = [sys.executable, "-c", KILLED, str(path)]
        with subprocess.Popen(  # noqa: S603  # our own program
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": f"{tests}:{tests.parent / 'src'}"},
        ) as process:
            assert process.stdout is not None
            assert process.stdin is not None
            acknowledged = 0
            for _ in range(rounds):
                acknowledged = int(process.stdout.readline())
                process.stdin.write("\n")
                process.stdin.flush()
            process.send_signal(signal.SIGKILL)
        assert resumed(path).asked() >= acknowledged


# -- dice


def test_pledged_dice_are_verified_against_the_commitment(tmp_path: Path) -> None:
    """The secret and the contributions give every die; another secret is found out."""
    pledge = Pledged(fairness.commit(SECRET), ("0a", "ff00"), SECRET.hex())
    path = tmp_path / "x.banneret"
    fought(path, pledge)
    record = read(path)
    _, dice = sources.derive_dice(record)
    assert dice > 0
    lines = lines_of(path)
    assert lines[-1]["secret"] == SECRET.hex()
    lines[0]["dice"]["secret"] = bytes(32).hex()
    resealed(path, lines)
    with pytest.raises(Diverged, match="the secret is not the one that was committed to"):
        sources.derive_dice(read(path))


def test_a_secret_may_be_revealed_at_the_end(tmp_path: Path) -> None:
    """A file whose header has no secret verifies once the last line reveals it."""
    path = tmp_path / "x.banneret"
    fought(path, Pledged(fairness.commit(SECRET), (), SECRET.hex()))
    lines = lines_of(path)
    del lines[0]["dice"]["secret"]
    resealed(path, lines)
    assert sources.derive_dice(read(path))[1] > 0
    lines[-1]["secret"] = ""
    resealed(path, lines)
    with pytest.raises(BadData, match="not revealed yet"):
        sources.derive_dice(read(path))
    lines[-1]["secret"] = "xyz"  # noqa: S105  # not hexadecimal
    resealed(path, lines)
    with pytest.raises(BadData, match="not hexadecimal"):
        sources.derive_dice(read(path))


def test_a_changed_die_is_found(tmp_path: Path) -> None:
    """Dice that the seed does not give are found with their line, even with right checksums."""
    path = tmp_path / "x.banneret"
    fought(path)
    lines = lines_of(path)
    number = next(i for i, line in enumerate(lines) if line["is"] == "dice")
    lines[number]["faces"] = [lines[number]["faces"][0] % lines[number]["dice"][0] + 1]
    resealed(path, lines)
    with pytest.raises(Diverged, match=rf"line {number + 1}: the dice for 'walk' are"):
        sources.derive_dice(read(path))
    with pytest.raises(Diverged, match=r"step \d+ \(walk, line \d+\)"):
        save.replay(read(path), TOY)


def test_hand_dice_are_questions_and_play_on(tmp_path: Path) -> None:
    """Real dice are typed in, kept, and there after a break; there is no seed to check."""
    path = tmp_path / "x.banneret"
    game = begun(path, ByHand())
    answer(game, 2)
    question = game.advance()
    assert question is not None
    assert isinstance(question.choice, EnterDice)
    game.answer((6,))
    close(game)
    again = resumed(path)
    assert lines_of(path)[-1]["faces"] == [6]
    assert sources.derive_dice(read(path))[1] == 0
    assert again.question is not None
    assert again.question.choice.kind == "move"
