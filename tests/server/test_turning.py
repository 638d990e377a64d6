"""Where a battle turned: found by playing on from its moments, in slices."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec
import pytest

from banneret import players
from banneret.core.record import save
from banneret.core.record.journal import Seeded
from banneret.rulesets import RULESETS
from banneret.server.rest import turning
from banneret.server.rest.turning import Turns
from core.saves import close

if TYPE_CHECKING:
    from server.running import Server

BOOK = "one_page_skirmish"
SHELF = "banneret.rulesets:RULESETS"
MANY = 20
QUICK = 1.0  # seconds: there was nothing to wait for


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a battle between plain computers."""
    ruleset = RULESETS[BOOK]
    scenario = next(iter(ruleset.scenarios))
    seats = dict.fromkeys(ruleset.scenarios[scenario].sides, "squire")
    header = save.header_for(ruleset, scenario, dice=Seeded(3), seats=seats)
    seated = {side: players.player(ruleset, side, name, 3) for side, name in seats.items()}
    path = tmp_path_factory.mktemp("turned") / "battle.banneret"
    game = save.begin(ruleset, header, players=seated, path=path, durable=False)
    game.advance()
    close(game)
    return path.read_bytes()


def slice_after(content: bytes, known: bytes) -> tuple[bytes, Turns]:
    found = turning.turned(SHELF, "battle", content, known)
    return found, msgspec.json.decode(found, type=Turns)


def test_slices_go_on_from_each_other_until_it_is_told_from_many_tries(
    fought: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is told was played from both its ends often, and chance does not explain it."""
    monkeypatch.setattr(turning, "SECONDS", 2.0)
    monkeypatch.setattr(turning, "SLICES", 40)
    monkeypatch.setattr(turning, "FIRST", 8)
    monkeypatch.setattr(turning, "TRIES", MANY)
    known, first = slice_after(fought, b"")
    assert not first.done
    told = first
    for _ in range(40):
        known, then = slice_after(fought, known)
        assert then.played >= told.played
        told = then
        if told.done:
            break
    assert told.done
    assert told.turns
    assert told.tries >= MANY
    chances = {one.step: one for one in told.chances}
    for turn in told.turns:
        assert turn.since < turn.step
        before = chances[turn.since]
        assert turn.before == round(before.won / before.tries, 2)
        assert abs(turn.after - turn.before) >= turning.LEAST / 2


def test_too_few_tries_tell_nothing(fought: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "SECONDS", 0.0)
    monkeypatch.setattr(turning, "SLICES", 2)
    known, first = slice_after(fought, b"")
    assert (first.turns, first.done) == ([], False)
    _, second = slice_after(fought, known)
    assert (second.turns, second.done) == ([], True)  # it does not go on for ever


def test_who_asks_again_is_told_from_more(server: Server) -> None:
    made = server.battle("toy", "field", {"a": "person", "b": "captain"})
    server.browser(made["id"], made["seats"]["a"], seed=4, contribution="c0ffee").play()
    place = f"/api/battles/{made['id']}/turned"
    first, then = (server.get(place).json() for _ in range(2))
    assert then["played"] > first["played"] or first["done"]


def test_nobody_waits_for_it(server: Server) -> None:
    """While the end screen plays battles on, the next one can be set up from the same place."""
    made = server.battle("toy", "field", {"a": "person", "b": "captain"})
    server.browser(made["id"], made["seats"]["a"], seed=4, contribution="c0ffee").play()
    place = f"/api/battles/{made['id']}"
    with ThreadPoolExecutor() as several:
        slow = several.submit(server.get, f"{place}/turned")
        time.sleep(0.2)
        assert server.post(f"{place}/again").status_code == 201
        early = not slow.done()
    assert early or slow.result().elapsed.total_seconds() < QUICK
