"""Save files: readable, durable, and refused with line and reason when they are not right."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from banneret.core import fairness, save
from banneret.core.choices import EnterDice
from banneret.core.errors import BadData, BadSave, BanneretError, Diverged
from banneret.core.journal import ByHand, Header, Journal, Pledged, Seeded, seal
from banneret.core.record import read
from banneret.players import player
from cli.toy import TOY, Duel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.game import Game, Player
    from banneret.core.journal import DiceSource

SECRET = bytes(range(32))


def header(dice: DiceSource | None = None, **seats: str) -> Header:
    return save.header_for(TOY, "field", dice=dice or Seeded(5), seats=seats)


def players(**seats: str) -> dict[str, Player]:
    return {side: player(TOY, side, name, 1) for side, name in seats.items() if name != "person"}


def fought(path: Path, dice: DiceSource | None = None) -> Game[Duel]:
    """A whole fight between computers, kept in a file."""
    seats = {"a": "chance", "b": "captain"}
    game = save.begin(
        TOY, header(dice, **seats), players=players(**seats), path=path, durable=False
    )
    game.advance()
    close(game)
    return game


def begun(path: Path, dice: DiceSource | None = None) -> Game[Duel]:
    """A battle of a person (a) against the captain, at its first question."""
    seats = {"a": "person", "b": "captain"}
    game = save.begin(TOY, header(dice, **seats), players=players(b="captain"), path=path)
    OPEN.append(game)
    game.advance()
    return game


def resumed(path: Path) -> save.Restored[Duel]:
    game = save.resume(path, TOY, players(b="captain"))
    OPEN.append(game)
    return game


OPEN: list[Game[Duel]] = []


@pytest.fixture(autouse=True)
def _closed_files() -> Iterator[None]:
    """Close every file a test left open."""
    yield
    while OPEN:
        close(OPEN.pop())


def close(game: Game[Duel]) -> None:
    assert isinstance(game.journal, Journal)
    game.journal.close()


def answer(game: Game[Duel], times: int = 1) -> None:
    """Answer a few questions with the first thing that is lawful."""
    for _ in range(times):
        question = game.advance()
        if question is None:
            return
        if question.together:
            for index, choice in question.for_side("a"):
                game.draft(index, choice.ideas()[0], "a")
            game.commit("a")
        else:
            game.answer(question.choice.ideas()[0])
    game.advance()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]


def resealed(path: Path, lines: list[dict[str, Any]]) -> None:
    """Write lines with right checksums, as a careful forger would."""
    before, out = "", b""
    for line in lines:
        body = {key: value for key, value in line.items() if key != "sum"}
        sealed, before = seal(msgspec.json.encode(body), before)
        out += sealed + b"\n"
    path.write_bytes(out)


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
    _, agreed = save.derive_dice(record)
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


def test_another_engine_version_is_for_watching_only(tmp_path: Path) -> None:
    """Only the engine that wrote a battle plays it on."""
    path = tmp_path / "x.banneret"
    close(begun(path))
    lines = lines_of(path)
    lines[0]["engine"] = "0.0.1"
    resealed(path, lines)
    with pytest.raises(BadSave, match=r"written by engine 0\.0\.1: play on with that version"):
        resumed(path)


KILLED = """
import sys
from pathlib import Path
from core.test_save import answer, begun
game = begun(Path(sys.argv[1]))
while game.result is None:
    answer(game)
    print(game.asked(), flush=True)
    sys.stdin.readline()
"""


@pytest.mark.slow
def test_a_killed_process_loses_no_acknowledged_answer(tmp_path: Path) -> None:
    """Kill -9 after an acknowledged answer: everything up to it is in the file."""
    tests = Path(__file__).parents[1]
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
    _, dice = save.derive_dice(record)
    assert dice > 0
    lines = lines_of(path)
    assert lines[-1]["secret"] == SECRET.hex()
    lines[0]["dice"]["secret"] = bytes(32).hex()
    resealed(path, lines)
    with pytest.raises(Diverged, match="the secret is not the one that was committed to"):
        save.derive_dice(read(path))


def test_a_secret_may_be_revealed_at_the_end(tmp_path: Path) -> None:
    """A file whose header has no secret verifies once the last line reveals it."""
    path = tmp_path / "x.banneret"
    fought(path, Pledged(fairness.commit(SECRET), (), SECRET.hex()))
    lines = lines_of(path)
    del lines[0]["dice"]["secret"]
    resealed(path, lines)
    assert save.derive_dice(read(path))[1] > 0
    lines[-1]["secret"] = ""
    resealed(path, lines)
    with pytest.raises(BadData, match="not revealed yet"):
        save.derive_dice(read(path))
    lines[-1]["secret"] = "xyz"  # noqa: S105  # not hexadecimal
    resealed(path, lines)
    with pytest.raises(BadData, match="not hexadecimal"):
        save.derive_dice(read(path))


def test_a_changed_die_is_found(tmp_path: Path) -> None:
    """Dice that the seed does not give are found with their line, even with right checksums."""
    path = tmp_path / "x.banneret"
    fought(path)
    lines = lines_of(path)
    number = next(i for i, line in enumerate(lines) if line["is"] == "dice")
    lines[number]["faces"] = [lines[number]["faces"][0] % lines[number]["dice"][0] + 1]
    resealed(path, lines)
    with pytest.raises(Diverged, match=rf"line {number + 1}: the dice for 'walk' are"):
        save.derive_dice(read(path))
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
    assert save.derive_dice(read(path))[1] == 0
    assert again.question is not None
    assert again.question.choice.kind == "move"


# -- what is refused


def damaged(path: Path, number: int, old: bytes, new: bytes) -> None:
    rows = path.read_bytes().splitlines(keepends=True)
    assert old in rows[number - 1]
    rows[number - 1] = rows[number - 1].replace(old, new, 1)
    path.write_bytes(b"".join(rows))


def test_every_edited_byte_is_found(tmp_path: Path) -> None:
    """Change any one byte of a file and it is refused with a line, never accepted or a crash."""
    path = tmp_path / "x.banneret"
    fought(path)
    good = path.read_bytes()
    for at in range(0, len(good), 37):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        with pytest.raises(BadSave, match=r"line \d+: "):
            read(path)


def test_every_cut_is_found(tmp_path: Path) -> None:
    """Cut a fight anywhere: in a line or between lines, it is refused with a line."""
    path = tmp_path / "x.banneret"
    fought(path)
    good = path.read_bytes()
    for at in [*range(0, len(good) - 1, 41), len(good) - 1]:
        path.write_bytes(good[:at])
        with pytest.raises(BadSave, match=r"line \d+: "):
            read(path).refuse_if_cut()
    rows = good.splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:-3]))
    with pytest.raises(BadSave, match="the file was cut short"):
        read(path).refuse_if_cut()


def test_lines_taken_out_or_swapped_are_found(tmp_path: Path) -> None:
    """The checksums are a chain."""
    path = tmp_path / "x.banneret"
    fought(path)
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*rows[:3], *rows[4:]]))
    with pytest.raises(BadSave, match="line 4: the checksum does not fit"):
        read(path)
    path.write_bytes(b"".join([*rows[:3], rows[4], rows[3], *rows[5:]]))
    with pytest.raises(BadSave, match="line 4: the checksum does not fit"):
        read(path)


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"hello\n", b"{}\n", b"\x00\xff\n", b'{"is":"answer"}\n', b"PK\x03\x04" * 9],
)
def test_foreign_files_are_refused(tmp_path: Path, content: bytes) -> None:
    """A file of another kind is refused at line 1."""
    path = tmp_path / "x.banneret"
    path.write_bytes(content)
    with pytest.raises(BadSave, match="line 1: expected the header of a Banneret save file"):
        read(path)


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    """No file, or a folder, is a sentence."""
    with pytest.raises(BadData, match="cannot be read: no such file"):
        read(tmp_path / "x.banneret")
    with pytest.raises(BadData, match="cannot be read: is a directory"):
        read(tmp_path)


def forged(kind: str, **changes: Any) -> Any:
    """Change the first line of a kind."""

    def change(lines: list[dict[str, Any]]) -> None:
        next(line for line in lines if line["is"] == kind).update(changes)

    return change


FORGERIES = [
    (forged("header", version=99), "line 1: format banneret 99: this program reads banneret 1"),
    (forged("header", colour="red"), "line 1: not a line of a battle"),
    (forged("header", dice={"from": "cards"}), "line 1: not a line of a battle"),
    (forged("header", scenario="moon"), "moon"),
    (forged("header", options={"wind": 1}), "line 1: unknown option 'wind'"),
    (forged("header", forces={"a": "elves"}), "line 1: unknown force for a in field 'elves'"),
    (forged("step", number=7), "step 7 where step 1 belongs"),
    (forged("step", name="walk"), "the rules are at 'oaths' here"),
    (forged("step", digest="00"), "step 1 (oaths, line 3): the state is"),
    (forged("step", events=[]), "what happens differs from the events on record"),
    (forged("dice", faces=[1, 2]), "2 faces for 1 dice"),
    (forged("dice", dice=[20]), "step 3"),
    (forged("answer", side="b"), "step 2"),
    (forged("answer", answer=None), "step 2"),
    (forged("answer", answer={"1": [1e300, 0, 0]}), "step 2"),
    (forged("answers", answers=[1]), "step 1"),
    (forged("end", winner="c"), "the record ends with c"),
    (forged("end", digest="00"), "the end does not follow from the last step"),
    (lambda lines: lines.insert(1, lines[0]), "line 2: a second header"),
    (lambda lines: lines.append(lines[1]), "the battle was over on an earlier line"),
    (lambda lines: lines.insert(1, {"is": "undo", "steps": 4, "entries": 0}), "not there"),
    (lambda lines: lines.insert(1, {"is": "undo", "steps": 0, "entries": 4}), "not there"),
    (lambda lines: lines.insert(1, {"is": "boast"}), "line 2: not a line of a battle"),
    (lambda lines: lines.insert(3, lines[1]), "step 2"),
]


@pytest.mark.parametrize(("change", "sentence"), FORGERIES)
def test_forgeries_with_right_checksums_are_refused(
    tmp_path: Path, change: Any, sentence: str
) -> None:
    """What reads well but does not follow the rules is refused with its place."""
    path = tmp_path / "x.banneret"
    fought(path)
    lines = lines_of(path)
    change(lines)
    resealed(path, lines)
    with pytest.raises(BanneretError) as no:
        save.replay(read(path), TOY)
    assert sentence in str(no.value)


def test_what_a_battle_begins_from_is_checked() -> None:
    """Unknown scenario, side, force, seat or option: refused with what there is."""
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"scenario": "moon"}, "unknown scenario of toy 'moon': expected one of field, bridge"),
        ({"forces": {"c": "house"}}, "unknown side of field 'c'"),
        ({"forces": {"a": "elves"}}, "unknown force for a in field 'elves'"),
        ({"seats": {"c": "person"}}, "unknown seat of field 'c'"),
        ({"options": {"long": 3}}, "long"),
    ]
    for changes, sentence in wrong:
        call: Any = {"scenario": "field", "dice": Seeded(1), "seats": {}, **changes}
        with pytest.raises(BanneretError) as no:
            save.header_for(TOY, **call)
        assert sentence in str(no.value)


def test_allies_have_seats_of_their_own() -> None:
    """Forces for a1 and a2 make two seats of side a; b keeps its usual force."""
    info = TOY.scenarios["field"]
    forces = save.chosen_forces(info, {"a2": "free", "a1": "house"})
    assert forces == {"a1": "house", "a2": "free", "b": "free"}
    assert save.seats_of(info, forces) == ("a1", "a2", "b")
    assert save.seats_of(info, {}) == ("a", "b")


def test_a_record_that_goes_on_after_the_end_differs(tmp_path: Path) -> None:
    """A battle that the rules end before the record does is found out."""
    path = tmp_path / "x.banneret"
    fought(path)
    lines = lines_of(path)
    step = next(line for line in reversed(lines) if line["is"] == "step")
    lines[-1:] = [{**step, "number": step["number"] + 1}]
    resealed(path, lines)
    with pytest.raises(Diverged, match="the battle is over, but the record goes on"):
        save.replay(read(path), TOY)


def test_a_record_with_too_little_differs(tmp_path: Path) -> None:
    """A step that is closed before its questions are answered is found out."""
    path = tmp_path / "x.banneret"
    fought(path)
    lines = [line for line in lines_of(path) if line["is"] != "answers"]
    resealed(path, lines)
    with pytest.raises(Diverged, match="the rules ask for more than the record has"):
        save.replay(read(path), TOY)


def test_rules_that_break_on_a_record_are_no_traceback(tmp_path: Path) -> None:
    """Whatever a rule raises over a record is told with step and line."""
    path = tmp_path / "x.banneret"
    fought(path)

    def broken(_table: Any) -> None:
        raise ZeroDivisionError

    book = replace(TOY, sequence={**TOY.sequence, "walk": broken})
    with pytest.raises(Diverged, match=r"step 3 \(walk, line \d+\): the rules cannot follow"):
        save.replay(read(path), book)


def test_a_full_disk_is_a_sentence(tmp_path: Path) -> None:
    """A line that cannot be written stops the battle with a sentence; the file stays whole."""
    game = begun(tmp_path / "x.banneret")
    journal = game.journal
    assert isinstance(journal, Journal)
    close(game)
    with Path("/dev/full").open("wb", buffering=0) as full:
        journal._file = full
        with pytest.raises(BadData, match="cannot be written: No space left on device"):
            game.draft(0, "fear", "a")
    assert game.drafts("a") == {}
    journal._file = (tmp_path / "y").open("wb")


def test_a_file_that_cannot_be_appended_to_is_refused(tmp_path: Path) -> None:
    """Playing on needs a file that can be written."""
    with pytest.raises(BadData, match="cannot be written"):
        Journal.go_on(tmp_path / "none" / "x.banneret", last_sum="", steps=0)


def test_a_pledged_battle_plays_on(tmp_path: Path) -> None:
    """Committed dice go on after a break, and the end reveals the secret."""
    path = tmp_path / "x.banneret"
    close(begun(path, Pledged(fairness.commit(SECRET), (), SECRET.hex())))
    again = resumed(path)
    answer(again, 100)
    assert lines_of(path)[-1]["secret"] == SECRET.hex()


def test_a_file_that_grows_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else writing between reading and locking is noticed."""
    path = tmp_path / "x.banneret"
    close(begun(path))
    real = save.derive_dice

    def meanwhile(record: Any) -> Any:
        path.write_bytes(path.read_bytes() + b"x")
        return real(record)

    monkeypatch.setattr(save, "derive_dice", meanwhile)
    with pytest.raises(BadSave, match="changed while it was read"):
        resumed(path)


def test_set_aside_finds_a_free_name(tmp_path: Path) -> None:
    """Older battles are never overwritten."""
    path = tmp_path / "x.banneret"
    for text in ("one", "two"):
        path.write_text(text)
        save.set_aside(path)
    assert (tmp_path / "x-1.banneret").read_text() == "one"
    assert (tmp_path / "x-2.banneret").read_text() == "two"
