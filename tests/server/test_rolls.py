"""Battles with forces of people's own: taken with the battle, kept in its setup and its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.core import save
from banneret.rulesets import RULESETS
from banneret.server import beginning
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
