"""Playing in the terminal, driven by typed lines."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING

import pytest
from msgspec import structs
from rich.console import Console

from banneret.cli import ask
from banneret.core.chance import sources
from banneret.core.errors import UnreadableAnswer
from banneret.core.questions.choices import Field, Pick, Write
from banneret.core.record import save
from banneret.core.record.reading import read
from banneret.core.show.scene import Scene
from cli.toy import TOY, scene

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Call

OATHS = "1\n1\n2\n1\ndone\n"  # both oaths: fear, then done
START = ["play", "toy", "field", "--side", "a", "--seed", "5"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "battle.banneret"


def test_menus_take_the_first_on_enter(call: Call, file: Path) -> None:
    """Book, battle and side are asked when they are not named; Enter takes the first."""
    said = call("play", typed="\n9\nbridge\n2\n")
    assert said.code == 0
    assert "Which book?" in said.out
    assert "No: '9': expected a number from 1 to 2" in said.out
    assert "Two champions meet at the bridge." in said.out
    header = read(file).header
    assert (header.ruleset, header.scenario) == ("toy", "bridge")
    assert header.seats == {"a": "captain", "b": "person"}


def test_without_a_command_the_battle_begins(call: Call, file: Path) -> None:
    """`banneret` alone is `banneret play`."""
    assert call(typed="\n\n\n").code == 0
    assert file.exists()


def test_a_battle_is_kept_and_goes_on(call: Call, file: Path) -> None:
    """Quit, the end of input, and coming back: the battle goes on where it was."""
    first = call(*START, typed="1\n2\nquit\n")
    assert first.code == 0
    assert f"The battle is kept in {file}" in first.out
    second = call("play", typed="2\n3\ndone\n")
    assert "The battle of field goes on" in second.out
    assert "1. Oath 1 of a: honour" in second.out
    third = call("play", "toy", typed="\n")
    assert "Take your place" in third.out
    assert save.replay(read(file), TOY).state.oaths["a"] == ["honour", "gold"]


def test_the_question_and_its_options(call: Call) -> None:
    """Moves are numbered with their price, options with odds, refused ones with the clause."""
    said = call(*START, typed=OATHS + "\n2\n1\n2\n1\n1\n")
    assert "walk towards Champion b, to 6.0," in said.out
    assert "costs" in said.out
    assert "1. Strike - not now: the foe is 8.0 inches away [TY-BLOW-02]" in said.out
    assert "No: the foe is 8.0 inches away [TY-BLOW-02]" in said.out
    assert "press Enter to place them so" in said.out


def test_typed_places_and_ways(call: Call, file: Path) -> None:
    """Places and ways may be typed; what cannot be read or is not allowed says why."""
    places = "3=1,1\n1=x\n1=9,9\n1=6.5,2.5,90\n"
    ways = "\n99\nup\n6.5,12\n6.5,2.5 6.5,3 run NE\n"
    said = call(*START, typed=OATHS + places + ways + "2\n")
    assert "'3=1,1': expected one of the pieces 1" in said.out
    assert "'1=x': expected piece=x,y,facing" in said.out
    assert "more than an inch from the mark [TY-PLACE-01]" in said.out
    assert "expected a number, or x,y [x,y ...] [facing]" in said.out
    assert "'99': expected a number from 1 to 2" in said.out
    assert "'up': expected a point x,y, a facing in degrees or one of N, NE" in said.out
    assert "inches rolled [TY-WALK-01]" in said.out
    man = save.replay(read(file), TOY, 3).state.man("a")
    assert (man.x, man.y, man.facing) == (6.5, 3.0, 45.0)


def test_hint_and_auto_play_as_the_captain(call: Call, file: Path) -> None:
    """A hint says what the captain would do; auto lets him play the phase."""
    said = call(*START, typed="hint\nauto\nhint\n\nhint\nauto\nhint\nauto\n")
    assert "Oath 1 of a: the captain would say fear" in said.out
    assert "Take your place: the captain would say Champion a at 6,2, facing 0" in said.out
    assert "Walk: the captain would say walk towards Champion b" in said.out
    assert "What will you do?: the captain would say" in said.out
    tables = said.out.count("╭─ ")
    assert tables == 9, "when he is done, the person sees the table again"
    assert len(read(file).steps) >= 4


def test_undo_needs_consent_after_dice(call: Call, file: Path) -> None:
    """Before anything is revealed undo is free; afterwards the computer is asked."""
    said = call(*START, typed="undo\n" + OATHS + "\nundo\nundo agreed\n\n2\nundo\n")
    assert "a has not decided anything yet" in said.out
    assert "the others must agree to take it back; the computer does if you type" in said.out
    assert said.out.count("Taken back.") == 2
    assert b'"is":"undo"' in file.read_bytes()
    sources.derive_dice(read(file))


def test_log_why_table_help(call: Call) -> None:
    """The log, the rule behind the dice, the table and the help can be asked for."""
    typed = OATHS + "why\n\nlog\nlog all\nwhy\nwhy XX-1\ntable\nhelp\nnonsense\n"
    said = call(*START, typed=typed)
    assert "walk: d6:" in said.out
    assert "has no clauses*.toml" in said.out  # the toy has no clauses of its own
    assert "a number      choose that option" in said.out
    assert said.out.count("House a") > 2


def test_why_prints_the_rule(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`why` gives the text of the clause of the last dice, or of the one named."""
    folder = tmp_path / "rulesets" / "toy" / "data"
    folder.mkdir(parents=True)
    (folder / "clauses.toml").write_text(
        '[[clause]]\nid = "TY-WALK-01"\ntitle = "Walking"\nkind = "rule"\n'
        'text = "A man walks\\nas far as the die."\nsource = "s"\ntests = "t"\n'
    )
    monkeypatch.setattr("banneret.cli.books.PACKAGE", tmp_path)
    said = call(*START, typed="why\n" + OATHS + "\nwhy\nwhy ty-walk-01\nwhy TY-NO-01\n")
    assert "no dice have fallen yet" in said.out
    assert said.out.count("TY-WALK-01: Walking") == 2
    assert "A man walks as far as the die." in said.out
    assert "there is no clause TY-NO-01" in said.out


def test_concede_ends_the_battle_and_the_next_begins_anew(call: Call, file: Path) -> None:
    """Conceding where it is offered loses; the finished battle is kept beside the new one."""
    said = call(*START, typed=OATHS + "concede\nconcede off\n\n2\nconcede\n")
    assert "You concede as soon as the rules let you" in said.out
    assert "You fight on." in said.out
    assert "Victory for House b after 1 round: conceded" in said.out
    assert "derives every die again" in said.out
    assert call("verify", str(file)).code == 0
    again = call(*START, typed="")
    assert "The battle before is kept as" in again.out
    assert read(file.with_name("battle-1.banneret")).ended is not None
    assert read(file).ended is None


def test_another_battle_is_not_begun_over_a_kept_one(call: Call, file: Path) -> None:
    """A kept battle is in the way of another until it is set aside."""
    call(*START, typed="")
    before = file.read_bytes()
    for wanted in (["toy", "bridge"], ["--side", "b"], ["--option", "long=true"], ["--seed", "0"]):
        said = call("play", *wanted)
        assert said.code == 2
        assert "--new sets it aside" in said.err
    assert file.read_bytes() == before
    assert call("play", "toy", "bridge", "--new", "--side", "b", typed="").code == 0
    assert file.with_name("battle-1.banneret").read_bytes() == before
    assert read(file).header.scenario == "bridge"


def test_a_torn_tail_does_not_stop_play(call: Call, file: Path) -> None:
    """The unfinished line of a killed program is dropped; a header cut short holds nothing."""
    call(*START, typed="1\n2\n")
    good = file.read_bytes()
    file.write_bytes(good + b'{"is":"dra')
    assert "1. Oath 1 of a: honour" in call("play").out
    assert file.read_bytes() == good
    file.write_bytes(good[:30])
    assert "The battle before is kept as" in call(*START).out


def test_a_damaged_battle_is_refused_and_left_alone(call: Call, file: Path) -> None:
    """An edited kept battle is refused with its line; --new begins another."""
    call(*START, typed="")
    file.write_bytes(file.read_bytes().replace(b"field", b"marsh"))
    before = file.read_bytes()
    said = call("play")
    assert said.code == 2
    assert "battle.banneret, line 1: the checksum does not fit" in said.err
    assert file.read_bytes() == before
    assert call(*START, "--new").code == 0


def test_a_fight_of_computers_cannot_be_joined(call: Call, tmp_path: Path) -> None:
    """A kept fight has no seat for a person."""
    kept = tmp_path / "x.banneret"
    call("fight", "toy", "--save", str(kept))
    rows = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join(rows[:-1]))
    said = call("play", "--save", str(kept))
    assert said.code == 2
    assert "has no person's seat" in said.err


def test_hand_dice_are_typed_in(call: Call, file: Path) -> None:
    """With real dice each throw is a question; Enter lets the machine throw."""
    start = ["play", "toy", "field", "--side", "a", "--hand"]
    said = call(*start, typed=OATHS + "\nhint\nsix\n7\n6\n1\nauto\n\n\n\n\n")
    assert "Throw for walk" in said.out
    assert "The dice decide here." in said.out
    assert "'six': expected what a d6 shows, in numbers" in said.out
    assert "No: Throw for walk" in said.out
    assert any(b'"faces":[6]' in line for line in file.read_bytes().splitlines())
    assert "thrown by hand" in call("verify", str(file)).err


def test_several_questions_refuse_nonsense(call: Call) -> None:
    """Of several questions one is chosen by number; done wants them all."""
    said = call(*START, typed="7\ndone\n1\nlog\n1\nfe\n2\nx\n2\nGOLD\ndone\n")
    assert "'7': expected a number from 1 to 2, or done" in said.out
    assert "a has 2 questions left to answer" in said.out
    assert "'x': expected a number from 1 to 3" in said.out
    assert "Take your place" in said.out


def test_several_questions_take_one_answer(call: Call) -> None:
    """`all` and a range say the same to each; whoever cannot take it is named; the rest is left."""
    said = call(*START, typed="all fe\n1-9 fe\n2 x\nall x\n1,2 gold\n1\nfear\nrest\ndone\n")
    assert "1. Oath 1 of a: fear" in said.out
    assert "2. Oath 2 of a: fear" in said.out
    assert "'1-9': expected numbers from 1 to 2" in said.out
    assert "No: Oath 2 of a: 'x': expected a number from 1 to 3" in said.out
    assert "No: Oath 1 of a and 1 more: 'x': expected a number from 1 to 3" in said.out
    assert said.out.count("2. honour") == 3, "what could be said is shown when nobody understood"
    assert "2. Oath 2 of a: gold" in said.out
    assert "Take your place" in said.out


def test_the_captain_answers_what_is_left_open(call: Call) -> None:
    """`rest` leaves alone what was said already."""
    said = call(*START, typed="1 gold\nrest\ndone\n")
    assert "1. Oath 1 of a: gold" in said.out
    assert "2. Oath 2 of a: -" in said.out
    assert "Take your place" in said.out


def test_auto_lets_what_was_said_stand(call: Call, file: Path) -> None:
    """The captain answers the rest and commits; the person's own oath stays sworn."""
    call(*START, typed="1 gold\nauto\n")
    assert save.replay(read(file), TOY, 1).state.oaths["a"] == ["gold", "fear"]


def test_auto_goes_on_while_the_phase_reads_the_same(
    call: Call, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules have finer steps than the sequence at the top of the table."""
    plain = replace(TOY, draw=lambda duel, side: structs.replace(scene(duel, side), now="Duel"))
    monkeypatch.setattr("banneret.rulesets.RULESETS", {"toy": plain})
    call(*START, typed="auto\n")
    assert save.replay(read(file), TOY).state.round == 2


def test_a_book_names_what_it_counts(call: Call, file: Path) -> None:
    """The end is told in the book's own word, at the table and when it is told again."""
    start = ["play", "toy_two", "field", "--side", "a", "--seed", "5"]
    played = call(*start, typed=OATHS + "table\n\n2\nconcede\n").out
    assert "exchange 1 · places of a" in played
    assert "Victory for House b after 1 exchange: conceded" in played
    for telling in (["replay", str(file), "--to", "2"], ["watch", str(file), "--side", "b"]):
        assert "exchange 1 · " in call(*telling).out
    assert "Victory for House b after 1 exchange: conceded." in call("replay", str(file)).out


def test_a_word_that_fits_several_options_names_them() -> None:
    """Half a label is enough when only one begins so."""
    labels = {"half": "move half", "full": "move full", "stay": "stay put"}
    choice = Pick("a", "chit", "What does he do?", tuple(labels), label=labels.__getitem__)
    scene = Scene(width=10, height=10)
    assert ask.read(choice, "st", scene) == "stay"
    with pytest.raises(UnreadableAnswer, match="could be any of move half, move full"):
        ask.read(choice, "move", scene)


def test_enter_alone_gives_the_usual_answer() -> None:
    """Where a question has one it is named; where it has none a number is asked for."""
    scene = Scene(width=10, height=10)
    usual = Pick("a", "hand", "What does he take?", ("lance", "sword"), usual="lance")
    assert ask.read(usual, "", scene) == "lance"
    assert "  Enter alone: lance" in [str(line) for line in ask._pick_lines(usual)]
    with pytest.raises(UnreadableAnswer, match="from 1 to 2"):
        ask.read(Pick("a", "hand", "What does he take?", ("lance", "sword")), "", scene)


def test_a_form_says_what_it_takes_and_suggests() -> None:
    """Bounds of numbers and what Enter would write are there to read."""
    fields = [Field("silver", "Silver", "number", least=0, most=3), Field("cry", "Cry", "text")]
    form = Write("a", "plan", "Plan", fields, ideas=lambda: [{"silver": 1, "cry": "Out, out!"}])
    paper = StringIO()
    ask.show(Console(file=paper, width=200), form, Scene())
    assert "silver (Silver): a number from 0 to 3" in paper.getvalue()
    assert "press Enter for the suggestion (silver: 1; cry: Out, out!)" in paper.getvalue()


def test_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, call: Call) -> None:
    """Without BANNERET_HOME the user's data folder is used."""
    monkeypatch.delenv("BANNERET_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    call(*START, typed="")
    assert (tmp_path / "data" / "banneret" / "battle.banneret").exists()


def test_interrupt_keeps_the_battle(
    call: Call, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C at any moment leaves the battle kept."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("banneret.cli.ask.show", interrupted)
    said = call(*START, typed="1\n")
    assert said.code == 0
    assert "The battle is kept" in said.out
    assert read(file).ended is None


def test_a_form_is_read_in_words_and_answered_by_number() -> None:
    """The player types no key he has not read; words with spaces have their numbers."""
    said = ("nothing", "the copse is occupied")
    until = Field("until", "Until", "word", ("", "occupied:the copse"), said=said)
    form = Write("a", "order", "Standing order", [until], ideas=lambda: [{"until": ""}])
    paper = StringIO()
    ask.show(Console(file=paper, width=80), form, Scene())
    assert " 2. the copse is occupied" in paper.getvalue()
    assert "occupied:" not in paper.getvalue()
    assert "press Enter for the suggestion, or" in paper.getvalue()
    assert ask.read(form, "until=2", Scene()) == {"until": "occupied:the copse"}
    assert ask.read(form, "", Scene()) == {"until": ""}
    assert ask.read(form, "until=7", Scene()) == {"until": "7"}  # the form itself refuses that
