"""The command line: answers on stdout, refusals in one sentence on stderr, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from banneret import __version__
from banneret.cli import books

if TYPE_CHECKING:
    from cli.conftest import Call


def document(text: str) -> Any:
    """Read the one JSON document a call printed."""
    return json.loads(text)


# -- games, fight


def test_games_lists_the_books(call: Call) -> None:
    """Books with scenarios, forces and options, as text and as JSON."""
    said = call("games", "--json")
    assert said.code == 0
    first = document(said.out)["books"][0]
    assert first["key"] == "toy"
    assert first["title"] == "The Toy Duel"
    assert first["scenarios"][0]["key"] == "field"
    assert first["scenarios"][0]["title"] == "The field"
    assert [force["key"] for force in first["forces"]] == ["house", "free"]
    assert first["options"][0]["default"] is False
    assert "option long=false|true" in call("games").out


def test_fight_tells_a_chronicle_and_a_summary(call: Call) -> None:
    """Plain text tells the battle; --json sums it up; equal seeds agree."""
    told = call("fight", "toy", "bridge", "--seed", "4")
    assert told.code == 0
    assert "The Toy Duel: The bridge (seed 4)" in told.out
    assert " or more needed (+6 to hit" in told.out
    summary = document(call("fight", "toy", "bridge", "--seed", "4", "--json").out)
    assert summary["digest"] in told.out
    assert {"winner", "reason", "rounds", "losses", "score", "decisions"} <= set(summary)
    assert summary["book"] == "toy"
    assert summary["scenario"] == "bridge"
    assert summary["seed"] == 4
    assert summary == document(call("fight", "toy", "bridge", "--seed", "4", "--json").out)


def test_fight_takes_players_forces_and_options(call: Call) -> None:
    """What is chosen is in the summary."""
    said = call(
        *["fight", "toy", "--players", "captain,chance", "--forces", "a=free,b=house"],
        *["--option", "long=true", "--option", "start=second", "--json"],
    )
    summary = document(said.out)
    assert summary["players"] == {"a": "captain", "b": "chance"}
    assert summary["forces"] == {"a": "free", "b": "house"}
    assert summary["options"] == {"long": True, "start": "second"}


def test_the_help_says_each_command_in_a_whole_sentence(call: Call) -> None:
    """No sentence is cut short to fit its line."""
    said = call("--help").out
    assert "Rule on one procedure alone" in said
    assert "..." not in said.partition("Commands:")[2]


WRONG_CALLS = [
    (["fight", "chess"], "unknown book 'chess': expected one of toy, toy_two"),
    (["fight", "toy", "moon"], "unknown scenario of toy 'moon': expected one of field, bridge"),
    (
        ["fight", "toy", "--players", "god"],
        "unknown player 'god': expected one of captain, green, chance",
    ),
    (
        ["fight", "toy", "--players", "chance,chance,chance"],
        "expected 2 names, one for each of a, b",
    ),
    (["fight", "toy", "--forces", "c=house"], "unknown side of field 'c': expected one of a, b"),
    (["fight", "toy", "--forces", "a=elves"], "'elves': expected one of house, free"),
    (["fight", "toy", "--forces", "a"], "--forces a: expected key=value"),
    (["fight", "toy", "--option", "wind=3"], "unknown option of toy 'wind'"),
    (["fight", "toy", "--option", "long=3"], "long"),
    (["fight", "toy", "--option", "long"], "--option long: expected key=value"),
    (["fight", "toy", "--option", "long=true", "--option", "long=false"], "long was given before"),
    (["fight", "toy", "--forces", "a=house,a=free"], "a has a force already"),
    (["fight", "toy", "--forces", "a=gone.toml"], "gone.toml cannot be read: no such file"),
    (["fight", "toy", "--seed", "x"], "'--seed': 'x' is not a whole number"),
    (["fight"], "Missing argument 'book': expected `banneret fight [OPTIONS] {book} [scenario]`"),
    (["fight", "toy", "field", "here"], "(here): expected `banneret fight [OPTIONS] {book}"),
    (["fight", "toy", "--save", "none/x.banneret"], "none/x.banneret cannot be written: there"),
    (["fight", "toy", "--save", ".", "--force"], ". is a folder: expected a file in it"),
    (["dance"], "No such command 'dance': expected one of games, muster, play, fight,"),
    (["games", "--loud"], "No such option: --loud: expected one of --json, --help"),
    (["serve", "--port", "x"], "'--port': 'x' is not a whole number"),
    (["serve", "--port", "99999"], "'--port': 99999 is no port, expected 0 to 65535"),
    (["watch", "gone.banneret", "--pace", "slow"], "'--pace': 'slow' is not a number of seconds"),
    (["watch", "gone.banneret", "--pace", "nan"], "'--pace': 'nan' seconds cannot be waited"),
    (["adjudicate", "toy"], "name a procedure of toy: blow, flat"),
    (["adjudicate", "toy", "parry"], "unknown procedure of toy 'parry'"),
    (["adjudicate", "toy", "parry", "--schema"], "unknown procedure of toy 'parry'"),
    (["adjudicate", "toy", "blow", "--dice", "1,x"], "'x' is not a face"),
    (["adjudicate", "toy", "blow", "--dice=1,--5"], "'--5' is not a face"),
    (["adjudicate", "toy", "blow", "--dice", "9" * 5000], "is not a face"),
    (["adjudicate", "toy", "blow", "--in", "gone.json"], "gone.json cannot be read"),
    (["adjudicate", "toy", "--batch", "gone.jsonl"], "gone.jsonl cannot be read"),
    (["adjudicate", "toy", "--batch", "gone.jsonl", "--odds"], "--batch takes"),
    (["replay", "gone.banneret"], "gone.banneret cannot be read: no such file"),
    (["verify", "gone.banneret"], "gone.banneret cannot be read: no such file"),
    (["watch", "gone.banneret"], "gone.banneret cannot be read: no such file"),
    (["clauses", "chess"], "unknown book 'chess'"),
    (["clauses", "toy"], "has no clauses*.toml"),
    (["play", "chess"], "unknown book 'chess'"),
    (["play", "toy", "moon"], "unknown scenario of toy 'moon'"),
    (["play", "toy", "--side", "c"], "unknown side of field 'c'"),
    (["play", "toy", "--against", "god"], "unknown player 'god'"),
    (["play", "toy", "--browser"], "--browser goes alone"),
    (["play", "--terminal", "--browser"], "--browser goes alone"),
    (["play", "toy", "--hand", "--seed", "3"], "--hand with --seed 3: expected one of them"),
    (["play", "toy", "--save", "none/x.banneret"], "there is no folder none"),
]


@pytest.mark.parametrize(("arguments", "sentence"), WRONG_CALLS)
def test_wrong_calls_are_one_sentence(
    call: Call, tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    """Exit code 2, one line on stderr, nothing on stdout, nothing on disk."""
    said = call(*arguments)
    assert said.code == 2
    assert said.out == ""
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_save_never_overwrites_unless_forced(call: Call, tmp_path: Path) -> None:
    """--save refuses an existing file; --force replaces it, but a wrong call never harms it."""
    file = tmp_path / "x.banneret"
    file.write_text("precious")
    assert "give --force" in call("fight", "toy", "--save", str(file)).err
    assert call("fight", "toy", "moon", "--save", str(file), "--force").code == 2
    assert file.read_text() == "precious"
    assert call("fight", "toy", "--save", str(file), "--force").code == 0
    assert call("replay", str(file), "--verify").code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["x.banneret"]


# -- adjudicate


def test_adjudicate_reads_stdin_file_and_flags(call: Call, tmp_path: Path) -> None:
    """The request comes from standard input, a file, or flags; the answer is one document."""
    request = '{"situation": {"skill": 5}, "dice": [9]}'
    (tmp_path / "r.json").write_text(request)
    answers = [
        call("adjudicate", "toy", "blow", typed=request),
        call("adjudicate", "toy", "blow", "--in", "-", typed=request),
        call("adjudicate", "toy", "blow", "--in", "r.json"),
        call("adjudicate", "toy", "blow", "--dice", "9", typed='{"situation": {"skill": 5}}'),
    ]
    assert len({answer.out for answer in answers}) == 1
    assert document(answers[0].out)["result"]["hit"] is False
    odds = call("adjudicate", "toy", "blow", "--odds", typed='{"situation": {"skill": 5}}')
    assert document(odds.out)["odds"]["hit"] == {"true": "1/2", "false": "1/2"}
    assert document(call("adjudicate", "toy", "flat").out)["result"]["skill"] == 0


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("{", "standard input: not a JSON document"),
        ("[]", "the request is []"),
        ('{"situation": {"skill": 5}, "dice": [3]}', "too few dice"),
        ('{"situation": {"skill": 5}, "dice": [9, 9]}', "too many dice"),
        ('{"situation": {"skill": 5}, "dice": [12]}', "a d10 shows 1 to 10"),
        ('{"situation": {"skill": 50}}', "skill is 50"),
        ('{"situation": {"skill": 5, "x": 1}}', "unknown key 'x'"),
        ('{"situation": {"skill": 5}, "x": 1}', "unknown key of the request 'x'"),
    ],
)
def test_adjudicate_refuses_wrong_requests(call: Call, typed: str, sentence: str) -> None:
    """One sentence on stderr and exit code 2."""
    said = call("adjudicate", "toy", "blow", typed=typed)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_adjudicate_batch_list_and_schema(call: Call, tmp_path: Path) -> None:
    """Many requests in one process, errors as lines; names and schemas can be asked for."""
    lines = ['{"procedure": "blow", "situation": {"skill": 5}, "dice": [9]}', "{", "{}", "7"]
    lines += ['{"procedure": "parry"}', '{"procedure": ["blow"]}']
    (tmp_path / "b.jsonl").write_text("\n".join(lines) + "\n")
    said = call("adjudicate", "toy", "--batch", "b.jsonl")
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert said.code == 0
    wrong = [answer.get("error", "") for answer in answers]
    assert [one.partition(":")[0] for one in wrong] == ["", *(f"line {n}" for n in range(2, 7))]
    assert wrong[2:4] == [
        "line 3: key 'procedure' is missing",
        "line 4: the request is 7: expected an object",
    ]
    assert wrong[4].startswith("line 5: unknown procedure of toy 'parry': expected one of blow,")
    assert wrong[5] == "line 6: procedure is ['blow']: expected a name"
    assert call("adjudicate", "toy", "--batch", "-", typed="\n".join(lines)).out == said.out
    assert "blow               One blow." in call("adjudicate", "toy", "--list").out
    listed = document(call("adjudicate", "toy", "--list", "--json").out)
    assert listed["procedures"][1] == {"name": "flat", "summary": "No dice."}
    assert document(call("adjudicate", "toy", "blow", "--schema").out)["title"] == "blow"


# -- replay, verify, watch


@pytest.fixture
def kept(call: Call, tmp_path: Path) -> Path:
    file = tmp_path / "x.banneret"
    assert call("fight", "toy", "--seed", "3", "--save", str(file)).code == 0
    return file


def test_replay_tells_and_verifies(call: Call, kept: Path) -> None:
    """Replay tells the battle from the file; --verify plays it again; --to stops and draws."""
    summary = document(call("fight", "toy", "--seed", "3", "--json").out)
    told = call("replay", str(kept))
    assert "hits champion" in told.out
    assert summary["digest"] in told.out
    verified = document(call("replay", str(kept), "--verify", "--json").out)
    assert verified["verified"] is True
    assert verified["finished"] is True
    assert verified["digest"] == summary["digest"]
    assert verified["dice"] > 0
    assert "played again to equal digests" in call("replay", str(kept), "--verify").out
    part = call("replay", str(kept), "--to", "4")
    assert "After step 4 of 18." in part.out
    assert "a⇓" in part.out
    assert document(call("replay", str(kept), "--to", "4", "--json").out)["steps"] == 4
    assert call("replay", str(kept), "--to", "99").code == 2


def test_verify_derives_the_dice(call: Call, kept: Path) -> None:
    """Every die comes from the seed; a loaded one is a no, exit code 1."""
    assert "all are as recorded" in call("verify", str(kept)).out
    assert document(call("verify", str(kept), "--json").out)["honest"] is True
    load_die(kept)
    said = call("verify", str(kept))
    assert said.code == 1
    assert "but the seed gives" in said.err
    answer = call("verify", str(kept), "--json")
    assert answer.code == 1
    assert document(answer.out)["honest"] is False
    assert call("replay", str(kept), "--verify").code == 1
    assert document(call("replay", str(kept), "--verify", "--json").out)["verified"] is False


def load_die(file: Path) -> None:
    """Change a die and mend the checksums, as a careful cheat would."""
    from core.saves import lines_of, resealed  # noqa: PLC0415

    lines = lines_of(file)
    die = next(line for line in lines if line["is"] == "dice")
    die["faces"] = [die["faces"][0] % 6 + 1]
    resealed(file, lines)


def test_damaged_files_are_refused_by_line(call: Call, kept: Path) -> None:
    """Cut or edited: line and reason, exit code 2."""
    good = kept.read_bytes()
    for content in (good[:-20], good.replace(b"strike", b"praise", 1), good[: len(good) // 2]):
        kept.write_bytes(content)
        for command in (["replay", "--verify"], ["replay"], ["verify"], ["watch"]):
            said = call(*command, str(kept))
            assert (said.code, said.out) == (2, "")
            assert ", line " in said.err
            assert said.err.count("\n") == 1


def test_watch_plays_the_stored_events(call: Call, kept: Path) -> None:
    """With this engine the table is drawn; with another only the words are there."""
    said = call("watch", str(kept))
    assert said.code == 0
    assert "step 4: blows" in said.out
    assert "♣" in said.out
    from core.saves import lines_of, resealed  # noqa: PLC0415

    lines = lines_of(kept)
    lines[0]["engine"] = "0.0.1"
    resealed(kept, lines)
    old = call("watch", str(kept), "--side", "a")
    assert old.code == 0
    assert "♣" not in old.out
    assert "hits champion" in old.out
    nobody = call("watch", str(kept), "--side", "z")
    assert nobody.code == 2
    assert "'z': expected one of a, b" in nobody.err
    assert f"this is {__version__}" in old.err


# -- clauses, bench, the program itself


def test_clauses_list_code_and_tests(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clauses with citations and tests; --missing exits 1 while there are any."""
    folder = tmp_path / "src" / "rulesets" / "toy"
    (folder / "data").mkdir(parents=True)
    clause = (
        '[[clause]]\nid = "TY-BLOW-0{}"\ntitle = "t"\nkind = "rule"\ntext = "x"\n'
        'source = "s"\ntests = "t"\n'
    )
    data = folder / "data" / "clauses.toml"
    data.write_text(clause.format(1) + clause.format(2))
    (folder / "blow.py").write_text("# TY-BLOW-01 TY-BLOW-02\n")
    (tmp_path / "tests").mkdir()
    test = tmp_path / "tests" / "test_blow.py"
    test.write_text("def test_ty_blow_01_x(): ...\n")
    for module in ("books", "clauses"):
        monkeypatch.setattr(f"banneret.cli.{module}.PACKAGE", tmp_path / "src")
        monkeypatch.setattr(f"banneret.cli.{module}.CHECKOUT", tmp_path)
    said = call("clauses", "toy")
    assert said.code == 0
    assert said.out.splitlines()[-1] == "2 clauses, 1 with code and test, 1 missing"
    assert "    code src/rulesets/toy/blow.py:1" in said.out
    listed = document(call("clauses", "toy", "--json").out)
    assert listed["clauses"][0]["tests"] == ["tests/test_blow.py::test_ty_blow_01_x"]
    assert listed["missing"] == ["TY-BLOW-02"]
    lacking = call("clauses", "toy", "--missing")
    assert lacking.code == 1
    assert "lacks a test that names it" in lacking.out
    test.write_text("def test_ty_blow_01_and_ty_blow_02(): ...\n")
    done = call("clauses", "toy", "--missing")
    assert done.code == 0
    assert done.out == "2 clauses, 2 with code and test, 0 missing\n"


def test_bench_needs_a_checkout(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside a checkout there is nothing to measure with."""
    monkeypatch.setattr("banneret.cli.bench.CHECKOUT", tmp_path)
    assert "needs a checkout" in call("bench").err
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "harness.py").write_text("raise SystemExit(1)\n")
    assert call("bench", "--quick").code == 1


def test_the_version(call: Call) -> None:
    """--version prints name and version."""
    assert call("--version").out == f"banneret {__version__}\n"


def test_help_names_every_command(call: Call) -> None:
    """The help lists what there is."""
    said = call("--help")
    assert said.code == 0
    for name in ("games", "fight", "adjudicate", "replay", "verify", "watch", "clauses", "play"):
        assert name in said.out


@pytest.mark.slow
def test_exit_codes_from_the_shell() -> None:
    """The installed program gives its exit code; a reader who leaves is no complaint."""
    program = Path(sys.executable).with_name("banneret")
    wrong = subprocess.run(  # noqa: S603  # our own program
        [program, "fight", "no_such_book"], capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr.startswith("banneret: unknown book 'no_such_book'")
    reader, writer = os.pipe()
    os.close(reader)
    gone = subprocess.run(  # noqa: S603
        [program, "games"], stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writer)
    assert gone.stderr == ""


def test_the_checkout_is_found() -> None:
    """The ledger looks for tests beside the source."""
    assert (books.CHECKOUT / "tests" / "cli").is_dir()
