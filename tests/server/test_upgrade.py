"""A new version strands nobody, nor does a damaged line."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from banneret.rulesets import RULESETS
from server.questing import Quest
from server.running import Browser, Server

if TYPE_CHECKING:
    from pathlib import Path


def under_way(server: Server, book: str, scenario: str, answers: int) -> Browser:
    """A battle against chance, some answers on."""
    made = server.battle(book, scenario, {"a": "person", "b": "chance"})
    one = server.browser(made["id"], made["seats"]["a"])
    one.play(answers)
    one.until_asked()
    return one


def refusal(one: Browser) -> dict[str, Any]:
    """Sit down and be refused."""
    one.close()
    one._socket = one._connect()
    return one.until("refused")


def moved(one: Browser, to: Server) -> None:
    """Look for the battle at another server."""
    one.address = to.url.replace("http", "ws") + "/api" + one.address.split("/api", 1)[1]


def mend(server: Server, one: Browser, how: str) -> Any:
    battle = one.address.split("/")[-2]
    return server.post(f"/api/battles/{battle}/mend", {"seat": one.seat, "how": how})


@pytest.mark.slow
def test_battles_of_every_book_go_on_under_a_new_version(tmp_path: Path) -> None:
    """Their record replays to equal digests: nobody notices; a quest goes on too."""
    with Server(tmp_path, entry="server.elder") as elder:
        seats = [
            under_way(elder, key, next(iter(book.scenarios)), 4) for key, book in RULESETS.items()
        ]
        quest = Quest(elder, "arthurian")
        begun, sheet = quest.on().json(), quest.look()
    with Server(tmp_path) as today:
        quest.server = today
        assert (quest.on().json(), quest.look()) == (begun, sheet)
        for one in seats:
            asked = one.question
            one.return_to(today.url)
            one.until_asked()
            assert one.question == asked
            one.play(1)


def test_where_the_rules_changed_it_goes_on_from_the_last_step_that_agrees(tmp_path: Path) -> None:
    with Server(tmp_path, entry="server.elder", BANNERET_BOOKS="server.elder:BOOKS") as elder:
        one = under_way(elder, "toy", "field", 3)
        assert not one.over
    with Server(tmp_path) as today:
        moved(one, today)
        said = refusal(one)
        assert said["code"] == "stranded"
        assert "version 0.0.9" in said["text"]
        assert "agrees up to step" in said["text"]
        assert mend(today, one, "on").status_code == 200
        one.events.clear()
        one.return_to()
        assert one.until_asked() is not None
        one.play(1)


def damage(home: Path, which: str) -> None:
    """Change a letter of the first or the last row of lines."""
    with closing(sqlite3.connect(home / "banneret.db")) as base:
        order = {"first": "id", "last": "id DESC"}[which]
        key, line = base.execute(f"SELECT id, line FROM lines ORDER BY {order}").fetchone()  # noqa: S608
        base.execute("UPDATE lines SET line = ? WHERE id = ?", (line.replace(b"a", b"b", 1), key))
        base.commit()


def test_a_damaged_line_does_not_end_a_battle(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        one = under_way(server, "toy", "field", 3)
    damage(tmp_path, "last")
    with Server(tmp_path) as server:
        moved(one, server)
        said = refusal(one)
        assert (said["code"], "damaged" in said["text"]) == ("stranded", True)
        assert mend(server, one, "close").json()["status"] == "over"
        battle = one.address.split("/")[-2]
        assert server.get(f"/api/battles/{battle}/save").status_code == 200
        assert server.get(f"/api/battles/{battle}/replay?viewpoint=all").json()["broken"]
        said = refusal(one)
        assert (said["code"], "damaged" in said["text"], "saved" in said["text"]) == (
            "over", True, True,
        )  # fmt: skip


@pytest.mark.parametrize("how", ["on", "close"])
def test_a_battle_whose_first_line_is_damaged_begins_anew_or_is_closed(
    tmp_path: Path, how: str
) -> None:
    with Server(tmp_path) as server:
        one = under_way(server, "toy", "field", 3)
    damage(tmp_path, "first")
    with Server(tmp_path) as server:
        moved(one, server)
        said = refusal(one)
        assert (said["code"], "line 1" in said["text"]) == ("stranded", True)
        assert mend(server, one, how).status_code == 200
        if how == "close":
            assert refusal(one)["code"] == "over"
            battle = one.address.split("/")[-2]
            assert server.get(f"/api/battles/{battle}/save").status_code == 200
        else:
            one.events.clear()
            one.return_to()
            one.until_asked()
            one.play(3)


def test_a_battle_of_a_scenario_that_is_gone_is_closed_and_saved(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        one = under_way(server, "toy", "field", 3)
    with Server(tmp_path, BANNERET_BOOKS="server.elder:WITHOUT_FIELD") as server:
        moved(one, server)
        said = refusal(one)
        assert (said["code"], "field" in said["text"]) == ("stranded", True)
        assert mend(server, one, "on").status_code == 400
        assert mend(server, one, "close").json()["status"] == "over"
        battle = one.address.split("/")[-2]
        assert server.get(f"/api/battles/{battle}/save").status_code == 200
        assert refusal(one)["code"] == "over"
