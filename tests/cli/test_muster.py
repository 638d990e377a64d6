"""`banneret muster`: raise forces, write them down, check them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Call

pytestmark = pytest.mark.usefixtures("real_shelf")

BOOK = "knights_and_knaves"
LIST = "english_feudal_retinue"


def test_lists_are_named(call: Call) -> None:
    """Without a list the book's lists are printed."""
    assert LIST in call("muster", BOOK).out
    listed = json.loads(call("muster", BOOK, "--json").out)["lists"]
    assert len(listed) == 13
    assert all(one["title"] for one in listed)


def test_a_force_is_raised_written_and_found_in_order(call: Call, tmp_path: Path) -> None:
    """What was written is checked without a remark, points and all."""
    path = tmp_path / "my band.toml"
    raised = call("muster", BOOK, LIST, "--figures", "12", "--name", "Mine", "--write", str(path))
    assert raised.code == 0
    assert raised.out.startswith("Mine: 12 figures, ")
    checked = call("muster", BOOK, "--check", str(path), "--json")
    assert checked.code == 0
    (force,) = json.loads(checked.out)["forces"]
    assert force["name"] == "Mine"
    assert force["remarks"] == []
    assert f"{force['points']:g} points" in raised.out


def test_what_is_off_is_said_and_answers_no(call: Call, tmp_path: Path) -> None:
    """Too many of a row: exit code 1, with the clause."""
    path = tmp_path / "band.toml"
    call("muster", BOOK, LIST, "--figures", "12", "--write", str(path))
    path.write_text(path.read_text().replace("melee = ", "melee = 2 # was ", 1))
    told = call("muster", BOOK, "--check", str(path))
    assert told.code == 1
    assert "[KK-PROF-04]" in told.out


PAIR = """
[[force]]
id = "few"
name = "Few"
[[force.man]]
class = "lord"
name = "Otto"
[[force.man]]
class = "sergeant"
name = "Ulf"
unit = "Pair"
leads = true
[[force.man]]
class = "soldier"
name = "Kraft"
unit = "Pair"
"""


def test_kk_def_06_a_pair_is_mustered_and_fights_where_two_are_enough(
    call: Call, tmp_path: Path
) -> None:
    """The option holds for the check of a file, for its remarks and for the battle."""
    path = tmp_path / "few.toml"
    path.write_text(PAIR)
    small = ("--option", "min_unit_size=2")
    assert "[KK-DEF-02]" in call("muster", BOOK, "--check", str(path)).err
    assert call("muster", BOOK, "--check", str(path), *small).code == 0
    fight = ("fight", BOOK, "market_road", "--seed", "1", "--players", "chance")
    assert "[KK-DEF-02]" in call(*fight, "--forces", f"a={path}").err
    assert call(*fight, "--forces", f"a={path}", *small).code == 0


def test_kk_points_04_horses_count_where_the_option_says_so(call: Call) -> None:
    """And halves are kept."""
    assert "63.5 points" in call("muster", BOOK, "saxon_war_band", "--figures", "5").out
    raised = [
        json.loads(call("muster", BOOK, LIST, "--json", *more).out)["points"]
        for more in ((), ("--option", "points_include_horses=true"))
    ]
    assert raised[1] > raised[0]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["muster", BOOK, "nobody"], "unknown list 'nobody'"),
        (["muster", BOOK, LIST, "--figures", "0"], "expected 1 to"),
        (["muster", "one_page_skirmish", "any"], "has no lists"),
        (["muster", BOOK, "--check", "nowhere.toml"], "nowhere.toml"),
        (["muster", BOOK, "--check", "x.toml", "--write", "y.toml"], "neither a list nor --write"),
        (["muster", BOOK, "--write", "x.toml"], "--write x.toml: name the list to raise from, of"),
        (["muster", BOOK, LIST, "--write", "none/x.toml"], "there is no folder none"),
    ],
)
def test_bad_calls_are_refused_in_a_sentence(call: Call, given: list[str], says: str) -> None:
    """Exit code 2, one line, nothing on standard output."""
    refused = call(*given)
    assert refused.code == 2
    assert says in refused.err
    assert refused.out == ""


def test_a_file_is_not_replaced_unless_told(call: Call, tmp_path: Path) -> None:
    """What somebody wrote stays."""
    path = tmp_path / "band.toml"
    path.write_text("mine")
    assert call("muster", BOOK, LIST, "--write", str(path)).code == 2
    assert path.read_text() == "mine"
    forced = call("muster", BOOK, LIST, "--write", str(path), "--force", "--json")
    assert json.loads(forced.out)["figures"] == 20
    assert path.read_text() != "mine"
