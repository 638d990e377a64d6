"""Save files that are not right are refused with line and reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from banneret.core.chance import fairness, sources
from banneret.core.errors import BadData, BadSave, BanneretError, Diverged
from banneret.core.record import save
from banneret.core.record.journal import Journal, Pledged, Seeded
from banneret.core.record.reading import read, read_sound
from cli.toy import TOY
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


def test_what_stands_before_a_broken_line_can_be_read(tmp_path: Path) -> None:
    """Cut or edited somewhere: the steps before it, and which line is broken; never the header."""
    path = tmp_path / "x.banneret"
    fought(path)
    rows = path.read_bytes().splitlines(keepends=True)
    whole, nothing = read_sound(path)
    assert nothing is None
    assert whole.ended is not None
    number = whole.steps[1].line + 1
    for rest in (
        rows[number - 1][:-9],  # in the middle of a line
        rows[number - 1].replace(b'"', b"'", 1) + b"".join(rows[number:]),
    ):
        path.write_bytes(b"".join(rows[: number - 1]) + rest)
        record, broken = read_sound(path)
        assert record.steps == whole.steps[:2]
        assert str(broken).startswith(f"{path}, line {number}: ")
        with pytest.raises(BadSave, match=f"line {number}: "):
            read(path)
    path.write_bytes(rows[0][:-9])
    with pytest.raises(BadSave, match="line 1: "):
        read_sound(path)


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
    (lambda lines: lines.insert(1, {"is": "inherited", "steps": 1}), "they are not there"),
    (
        lambda lines: lines.__setitem__(
            slice(3, 3),
            [{"is": "inherited", "steps": 1}, {"is": "undo", "steps": 0, "entries": 0}],
        ),
        "an undo back into the 1 steps",
    ),
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
    real = sources.derive_dice

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
