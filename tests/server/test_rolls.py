"""Battles with forces of people's own: taken with the battle, kept in its setup and its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.core.record import save
from banneret.rulesets import RULESETS
from banneret.server.battles import beginning
from server.sitting import row

if TYPE_CHECKING:
    from server.running import Server

BOOK, SCENARIO = "knights_and_knaves", "market_road"
ROLL = '[[force]]\nid = "mine"\nname = "Mine"\nlist = "teutonic_lance"\nfigures = 11\n'


def test_a_battle_begins_with_the_roll_of_its_setup() -> None:
    """Laid out to be looked at, and in the header from which it is played again."""
    battle = row(BOOK, SCENARIO, {"a": "person", "b": "person"})
    forces = {"a": "mine", "b": "english_feudal_retinue"}
    setup = msgspec.structs.replace(battle.setup, forces=forces, rolls={"a": ROLL})
    battle = msgspec.structs.replace(battle, setup=setup)
    game = beginning.unbegun(battle, RULESETS[BOOK])
    assert [one.player for one in game.state.men].count("a") == 11
    header = beginning.header(battle, RULESETS[BOOK], {})
    assert header.rolls == {"a": ROLL}
    assert save.mustered(RULESETS[BOOK], header)["a"].name == "Mine"


def test_rolls_are_taken_and_refused(server: Server) -> None:
    """A force file in the message makes a battle; a bad one is a 400 that says why."""
    seats = {"a": {"kind": "person"}, "b": {"kind": "computer"}}
    wanted = {"book": BOOK, "scenario": SCENARIO, "seats": seats}
    assert server.post("/api/battles", {**wanted, "rolls": {"a": ROLL}}).status_code == 201
    for bad, said in (
        (ROLL.replace("11", "99"), "KK-SETUP-06"),
        (ROLL.replace("teutonic_lance", "martians"), "list is 'martians'"),
        ("figures = ", "the roll of a"),
        ("x" * 100_001, ""),
    ):
        no = server.post("/api/battles", {**wanted, "rolls": {"a": bad}})
        assert no.status_code == 400
        assert said in no.text
    assert server.post("/api/battles", {**wanted, "rolls": {"z": ROLL}}).status_code == 400


def test_a_force_file_is_read_before_the_battle(server: Server) -> None:
    """What it is worth and what strays from its list; a bad one is refused in its book's words."""
    path = f"/api/books/{BOOK}/roll"
    man = '[[force.man]]\nclass = "lord"\nname = "Otto"\n'
    text = ROLL + '[[force]]\nid = "one"\nname = "One man"\nlist = "teutonic_lance"\n' + man
    mine, one = server.post(path, {"text": text, "name": "my.toml"}).json()["forces"]
    assert (mine["key"], mine["title"], mine["figures"], mine["remarks"]) == (
        "mine",
        "Mine",
        11,
        [],
    )
    assert mine["points"] > one["points"] > 0
    assert all(remark["text"] and remark["clause"] for remark in one["remarks"])
    assert one["remarks"]
    no = server.post(path, {"text": ROLL.replace("teutonic_lance", "martians"), "name": "my.toml"})
    assert no.status_code == 400
    assert (
        "my.toml: force 'mine': list is 'martians': expected one of" in no.json()["error"]["text"]
    )
    assert server.post("/api/books/toy/roll", {"text": ROLL}).status_code == 400
    own = {one["key"]: one["own_forces"] for one in server.get("/api/books").json()["books"]}
    assert own[BOOK]
    assert not own["toy"]


def test_a_force_is_read_and_reckoned_by_the_options_of_the_battle(server: Server) -> None:
    """A pair is a unit if two are enough (KK-DEF-06); halves and horses count (KK-POINTS-04)."""
    men = "".join(
        f'[[force.man]]\nclass = "{kind}"\nname = "{name}"\n{unit}'
        for kind, name, unit in (
            ("lord", "Otto", ""),
            ("sergeant", "Ulf", 'unit = "Pair"\nleads = true\n'),
            ("soldier", "Kraft", 'unit = "Pair"\n'),
        )
    )
    small = {"text": f'[[force]]\nid = "few"\nname = "Few"\n{men}'}
    path = f"/api/books/{BOOK}/roll"
    assert "KK-DEF-02" in server.post(path, small).json()["error"]["text"]
    read = server.post(path, {**small, "options": {"min_unit_size": 2}}).json()
    assert read["forces"][0]["remarks"] == []
    band = {"text": '[[force]]\nid = "b"\nname = "B"\nlist = "saxon_war_band"\nfigures = 5\n'}
    assert server.post(path, band).json()["forces"][0]["points"] == 63.5
    mine = {"text": ROLL}
    plain = server.post(path, mine).json()["forces"][0]["points"]
    counted = server.post(path, {**mine, "options": {"points_include_horses": True}}).json()
    assert counted["forces"][0]["points"] > plain


def test_a_scenario_is_drawn_with_a_roll_and_for_every_ally(server: Server) -> None:
    """The row of a side shows the men of its file, and any of eight lords' forces can be seen."""
    path = f"/api/books/{BOOK}/scenarios/%s/preview"
    drawn = server.post(path % SCENARIO, {"forces": {"a": "mine"}, "rolls": {"a": ROLL}})
    assert len(drawn.json()["forces"]["a"]) == 11
    no = server.post(path % SCENARIO, {"rolls": {"a": ROLL.replace("11", "99")}})
    assert no.status_code == 400
    assert "the roll of a" in no.text
    allied = server.post(path % "four_banners", {"forces": {"b4": "lord_bassett"}}).json()
    assert {man["name"] for man in allied["forces"]["b4"]} != {
        man["name"] for man in server.get(path % "four_banners").json()["forces"]["b4"]
    }
    assert server.post(path % "moon", {}).status_code == 404


def test_tables_are_read_before_the_battle(server: Server) -> None:
    """The book's as a file; what one of people's own replaces; a bad one by field and value."""
    path = "/api/books/destrier/tables"
    ours = server.get(path)
    assert "attachment" in ours.headers["content-disposition"]
    dodge = "[host.dodge]\nper_dexterity = 9\nconstant = -10\n"
    assert "[host.dodge]" in ours.text
    assert server.post(path, {"text": dodge}).json() == {"replaced": ["dodge"]}
    no = server.post(path, {"text": dodge.replace("9", '"many"'), "name": "my.toml"})
    assert no.status_code == 400
    said = no.json()["error"]["text"]
    assert "my.toml" in said
    assert "per_dexterity" in said
    own = {one["key"]: one["own_tables"] for one in server.get("/api/books").json()["books"]}
    assert own["destrier"]
    assert not own["toy"]
    assert server.get("/api/books/toy/tables").status_code == 404
    assert server.post("/api/books/toy/tables", {"text": dodge}).status_code == 400
    drawn = "/api/books/destrier/scenarios/duel_at_the_mill/preview"
    assert server.post(drawn, {"tables": dodge}).status_code == 200
    assert server.post(drawn, {"tables": "[host.zap]"}).status_code == 400
