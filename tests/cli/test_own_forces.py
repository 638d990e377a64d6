"""Battles with forces that people wrote down: read, refused, kept in the save, played again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cli.conftest import Call

pytestmark = pytest.mark.usefixtures("real_shelf")

BOOK, SCENARIO = "knights_and_knaves", "tourney"
FIGHT = ("fight", BOOK, SCENARIO, "--seed", "4")


@pytest.fixture
def band(call: Call, tmp_path: Path) -> Path:
    """Ten Vikings in a file."""
    path = tmp_path / "band.toml"
    call("muster", BOOK, "viking_raiding_party", "--figures", "10", "--write", str(path))
    return path


def test_a_written_force_fights_and_is_kept(call: Call, band: Path, tmp_path: Path) -> None:
    """The save holds the roll: with the file gone the battle is played again to the same end."""
    file = str(tmp_path / "x.banneret")
    told = call(*FIGHT, "--forces", f"b={band}", "--save", file)
    assert (told.code, told.err) == (0, "")
    header = json.loads(Path(file).read_bytes().split(b"\n")[0])
    assert header["forces"] == {"a": "party_within", "b": "band"}
    assert header["rolls"] == {"b": band.read_text()}
    band.unlink()
    replayed = json.loads(call("replay", file, "--verify", "--json").out)
    assert replayed["digest"] in told.out
    assert replayed["verified"]
    assert call("verify", file).code == 0


def test_forces_of_the_book_leave_no_roll(call: Call, tmp_path: Path) -> None:
    """A battle without files of anybody's own is kept as before."""
    file = tmp_path / "x.banneret"
    call(*FIGHT, "--save", str(file))
    assert "rolls" not in json.loads(file.read_bytes().split(b"\n")[0])


@pytest.mark.parametrize(("change", "reason"), [
    (('class = "lord"', 'class = "knight"'), "0 lords or chiefs: expected exactly one [KK-DEF-24]"),
    (("armor = 7", "armor = 11"), "armor is 11: expected 7, the rating of pieces 'BCDE' [KK-ARM"),
    (('class = "lord"', 'class = "pope"'), "man[0].class is 'pope': expected one of"),
])  # fmt: skip
def test_a_force_against_the_rules_is_refused(
    call: Call, band: Path, change: tuple[str, str], reason: str
) -> None:
    """File, field and value, and the clause; nothing is fought."""
    band.write_text(band.read_text().replace(*change, 1))
    told = call(*FIGHT, "--forces", f"b={band}")
    assert told.code == 2
    assert str(band) in told.err
    assert reason in told.err


def test_what_its_list_does_not_have_is_said(call: Call, band: Path) -> None:
    """KK-ORG-03 warns and does not refuse: the battle is fought, the remark has its clause."""
    band.write_text(band.read_text().replace("melee = ", "melee = 2 # was ", 1))
    told = call(*FIGHT, "--forces", f"b={band}")
    assert told.code == 0
    assert "usually has" in told.err
    assert "[KK-PROF-04]" in told.err


def test_of_several_forces_one_is_named(call: Call, band: Path) -> None:
    """A file of two needs the id after a number sign."""
    other = band.read_text().replace('id = "band"', 'id = "crew"')
    band.write_text(band.read_text() + other)
    told = call(*FIGHT, "--forces", f"b={band}")
    assert told.code == 2
    assert "it has 2 forces (band, crew)" in told.err
    found = json.loads(call(*FIGHT, "--forces", f"b={band}#crew", "--json").out)
    assert found["forces"]["b"] == "crew"
    assert call(*FIGHT, "--forces", f"b={band}#crow").code == 2


def test_too_large_or_missing(call: Call, tmp_path: Path) -> None:
    """More men than a player can lead, or no file at all."""
    path = tmp_path / "host.toml"
    line = '[[force]]\nid = "host"\nname = "Host"\nlist = "teutonic_lance"\nfigures = 90\n'
    path.write_text(line)
    told = call(*FIGHT, "--forces", f"a={path}")
    assert told.code == 2
    assert "90 figures: expected 60 or fewer in a battle [KK-SETUP-06]" in told.err
    assert call(*FIGHT, "--forces", f"a={tmp_path / 'none.toml'}").code == 2


def test_a_person_plays_with_his_own(call: Call, band: Path, tmp_path: Path) -> None:
    """Begun, left and gone on with after the file is gone."""
    file = str(tmp_path / "mine.banneret")
    begun = call("play", BOOK, SCENARIO, "--side", "a", "--terminal", "--save", file,
                 "--forces", f"a={band}", typed="quit\n")  # fmt: skip
    assert begun.code == 0
    band.unlink()
    again = call("play", "--terminal", "--save", file, typed="quit\n")
    assert again.code == 0
    assert "goes on" in again.out
