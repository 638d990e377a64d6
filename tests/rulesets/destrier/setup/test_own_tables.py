"""Tables of one's own: brought by a file, kept with the battle, used in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from banneret.core.errors import BanneretError
from banneret.core.record import save
from banneret.core.record.journal import Journal, Seeded
from banneret.core.record.reading import read
from banneret.players import player
from banneret.rulesets import RULESETS
from banneret.rulesets.destrier.basics.state import Battle
from banneret.rulesets.destrier.basics.tables import REPLACEABLE, default, replaced
from banneret.rulesets.destrier.host.cards import bonus_blows
from banneret.rulesets.destrier.host.hitting import strength_damage
from banneret.rulesets.destrier.screen.told import OwnTables

BOOK = RULESETS["destrier"]
HARDER = """[host.blows]
weapon = { L = 9, LH = 9, H = 9 }
encumbrance = { unencumbered = 0, partial = 0, encumbered = 0 }
minimum = 1
levels_per_bonus = 3
dexterity_bonus = [[15, 1]]
berserk_extra = 2
wounds = { below_half_body = -1, below_quarter_body = -2 }
fatigue_gone = -1
"""


def test_de_host_64_a_battle_is_fought_and_replayed_by_its_own_tables(tmp_path: Path) -> None:
    header = save.header_for(
        BOOK, "duel_at_the_mill", dice=Seeded(4), seats={"a": "chance"}, tables=HARDER
    )
    path = tmp_path / "battle.banneret"
    people = {side: player(BOOK, side, "chance", 3) for side in "ab"}
    game = save.begin(BOOK, header, players=people, path=path)
    assert game.state.tables.replaced == ("blows",)
    game.advance()
    said = [one.event for one in game.events() if isinstance(one.event, OwnTables)]
    assert [BOOK.sentence(game.state, one) for one in said] == [
        "Tables of your own took the place of the book's: blows."
    ]
    assert isinstance(game.journal, Journal)
    game.journal.close()
    record = read(path)
    again = save.replay(record, BOOK)
    assert again.state.tables_id == game.state.tables_id != "default"


def test_de_host_64_other_books_take_no_tables() -> None:
    other = RULESETS["one_page_skirmish"]
    scenario = next(iter(other.scenarios))
    with pytest.raises(BanneretError, match="no tables"):
        save.header_for(other, scenario, dice=Seeded(1), seats={}, tables=HARDER)


def wrong(table: str, change: Callable[[dict[str, Any]], Any]) -> str:
    """What is said of the book's own table with one thing changed in it."""
    own = msgspec.to_builtins(getattr(default().host, table))
    own = {key: list(value) if isinstance(value, tuple) else value for key, value in own.items()}
    change(own)
    with pytest.raises(BanneretError) as refused:
        replaced(msgspec.toml.encode({"host": {table: own}}), "own.toml")
    return str(refused.value)


@pytest.mark.parametrize(
    ("table", "change", "said"),
    [
        ("critical", lambda own: own["bands"].__setitem__(5, 99), "bands rising to 100"),
        ("critical", lambda own: own["bands"].reverse(), "bands rising to 100"),
        ("critical", lambda own: own["effects"].__setitem__(0, "zap"), "effects is 'zap'"),
        ("bash_result", lambda own: own["bands"].__setitem__(5, 99), "bands rising to 100"),
        ("bash_result", lambda own: own["foot"].__setitem__(0, "zap"), "foot is 'zap'"),
        ("stumble", lambda own: own["result_bands"].__setitem__(2, 9), "bands rising to 10"),
        ("bash_result", lambda own: own["rider"].pop(), "bash_result.rider has 5 entries"),
        ("critical", lambda own: own["multiplier"].pop(), "critical.multiplier has 5 entries"),
        ("joust", lambda own: own["HELM"].update(DUCK=[65, 100]), "HELM.DUCK has 2 entries"),
        ("joust", lambda own: own["codes"].__setitem__(0, "Z"), "codes is 'Z'"),
        ("missiles", lambda own: own["sling"].update(bands=[9, 8, 7, 6]), "inches that rise"),
        ("weapons", lambda own: own.pop("fist"), "weapons has no row fist"),
        ("spells", lambda own: own.update(zap=own["gust"]), "spells is 'zap'"),
        ("profiles", lambda own: own["knight"].update(stand="cloud"), "stand is 'cloud'"),
        ("profiles", lambda own: own["knight"].update(shield="door"), "shield is 'door'"),
        ("forces", lambda own: own.update(ours=[["yeti", 1]]), "forces.ours is 'yeti'"),
        ("forces", lambda own: own.update(ours=[["knight@camel", 1]]), "forces.ours is 'camel'"),
        ("steed_points", lambda own: own.pop("mule"), "steed_points has no row mule"),
        ("damage", lambda own: own.update(body_formula="constitution"), "is 'constitution'"),
        ("damage", lambda own: own.update(dead_at="nought"), "expected one of minus floor"),
        ("bash", lambda own: own.update(floor=96), "floor is 96: expected 95 at most"),
    ],
)
def test_de_host_64_tables_that_would_stop_a_battle_are_refused(
    table: str, change: Callable[[dict[str, Any]], Any], said: str
) -> None:
    """Each refusal names the field, what stands there, and what was expected."""
    found = wrong(table, change)
    assert found.startswith(f"own.toml: host.{table}")
    assert said in found
    assert "expected" in found


def test_de_host_64_the_books_own_tables_can_be_had_as_a_file() -> None:
    """All that may be replaced and nothing else; read again they change nothing."""
    text = BOOK.tables_text()
    again = replaced(text.encode(), "ours.toml")
    assert again.replaced == REPLACEABLE
    assert again.host == default().host


def test_de_host_64_own_tables_may_name_what_the_others_hold() -> None:
    """A stool for a shield, a force of footmen and riders."""
    profiles = msgspec.to_builtins(default().host.profiles)
    profiles["knight"]["shield"] = next(iter(default().host.improvised_shield))
    forces = {"ours": [["knight@mule", 1], ["knight", 2]]}
    text = msgspec.toml.encode({"host": {"profiles": profiles, "forces": forces}})
    assert replaced(text, "own.toml").host.forces["ours"]


def test_de_host_24_de_host_13_steps_count_in_whatever_order_they_stand() -> None:
    """Of several steps reached the highest gives its bonus, though it stands first."""
    damage = msgspec.to_builtins(default().host.damage)
    damage["strength"] = [[15, 2], [13, 1], [1, -1]]
    blows = msgspec.to_builtins(default().host.blows)
    blows["dexterity_bonus"] = [[18, 2], [15, 3]]
    own = replaced(msgspec.toml.encode({"host": {"damage": damage, "blows": blows}}), "own.toml")
    assert [strength_damage(own, strength=one) for one in (12, 14, 20)] == [-1, 1, 2]
    assert [bonus_blows(own, 0, one) for one in (14, 16, 18)] == [0, 3, 2]


def test_de_host_64_the_tables_in_use_lie_before_everybody() -> None:
    def begun(tables: str) -> Battle:
        scenario = "duel_at_the_mill"
        header = save.header_for(BOOK, scenario, dice=Seeded(4), seats={}, tables=tables)
        battle: Battle = save.begin(BOOK, header).state
        return battle

    assert BOOK.sheets(begun(""), "a") == ()
    battle = begun(HARDER + "[host.dodge]\nper_dexterity = 2\nconstant = -10\n")
    for side in ("a", "b"):
        (paper,) = BOOK.sheets(BOOK.view(battle, side), side)
        assert paper.rows == (
            ("blows", "weapon, encumbrance, dexterity bonus"),
            ("dodge", "nothing"),
        )
        assert paper.notes == ("The other 33 host tables are the book's.",)
