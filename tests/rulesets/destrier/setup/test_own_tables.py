"""Tables of one's own: brought by a file, kept with the battle, used in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from banneret.core.errors import BanneretError
from banneret.core.record import save
from banneret.core.record.journal import Journal, Seeded
from banneret.core.record.reading import read
from banneret.players import player
from banneret.rulesets import RULESETS

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
