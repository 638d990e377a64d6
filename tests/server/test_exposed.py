"""A table in a network: guarded or said to be open, with limits, links to renew, and a keeper."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from banneret.cli.main import main
from banneret.core.errors import BadData
from banneret.server.settings import Settings, refuse_unguarded
from banneret.server.storage import store
from banneret.server.storage.admin import Admin, restore
from banneret.server.storage.database import Database
from server.questing import Quest
from server.running import Server
from server.sitting import row

if TYPE_CHECKING:
    from pathlib import Path


def test_a_network_needs_a_pass_phrase_or_a_clear_word() -> None:
    with pytest.raises(BadData, match="--open-to-all"):
        refuse_unguarded(Settings(host="0.0.0.0"))  # noqa: S104  # refused
    refuse_unguarded(Settings(host="0.0.0.0", passphrase="x"))  # noqa: S104, S106  # a toy
    refuse_unguarded(Settings(host="0.0.0.0", open_to_all=True))  # noqa: S104  # said
    refuse_unguarded(Settings())


def test_serving_a_network_unguarded_is_refused_in_a_sentence(capsys: Any) -> None:
    assert main(["serve", "--host", "0.0.0.0", "--port", "0"]) == 2  # noqa: S104
    assert "BANNERET_PASSPHRASE" in capsys.readouterr().err


def test_wrong_pass_phrases_wait_longer_each_time_and_the_schema_is_guarded(tmp_path: Path) -> None:
    with Server(tmp_path, BANNERET_PASSPHRASE="mead") as one:  # noqa: S106  # a toy
        assert one.get("/schema/openapi.json").status_code == 401
        said = [one.post("/api/login", {"passphrase": f"w{n}"}).status_code for n in range(6)]
        assert said[:3] == [401] * 3
        assert 429 in said[3:]


def test_one_address_makes_only_so_many_battles_a_minute(tmp_path: Path) -> None:
    with Server(tmp_path, BANNERET_BATTLES_A_MINUTE="2", BANNERET_MOST_BATTLES="2") as one:
        said = [one.post("/api/battles/quick").status_code for _ in range(4)]
    assert said[:2] == [201, 201]
    assert 429 in said


def test_so_many_battles_and_no_more(tmp_path: Path) -> None:
    with Server(tmp_path, BANNERET_MOST_BATTLES="1") as one:
        assert one.post("/api/battles/quick").status_code == 201
        refused = one.post("/api/battles/quick")
        assert (refused.status_code, "no room" in refused.text) == (503, True)


def test_a_link_is_renewed_and_a_second_holder_announced(server: Server) -> None:
    made = server.battle("toy", "field", {"a": "person", "b": "chance"})
    battle, seat = made["id"], made["seats"]["a"]
    first = server.browser(battle, seat)
    first.until_asked()
    second = server.browser(battle, seat)
    assert "opened a second time" in first.until("chat")["text"]
    second.close()
    fresh = server.post(f"/api/battles/{battle}/renew", {"seat": seat}).json()["seats"]["a"]
    assert server.post(f"/api/battles/{battle}/renew", {"seat": seat}).status_code == 404
    server.browser(battle, fresh).until("table")
    assert server.browser(battle, seat).until("refused")["code"] == "unknown"


def test_the_cookie_goes_over_tls_alone_where_a_proxy_ends_it(tmp_path: Path) -> None:
    with Server(tmp_path, BANNERET_PASSPHRASE="mead") as one:  # noqa: S106  # a toy
        kept = [
            one.post("/api/login", {"passphrase": "mead"}, headers=headers).headers["set-cookie"]
            for headers in ({}, {"x-forwarded-proto": "https"})
        ]
    assert ["Secure" in cookie for cookie in kept] == [False, True]


def test_names_have_no_characters_that_end_a_text(server: Server) -> None:
    refused = server.post("/api/battles/quick", {"name": "Jean\0ne"})
    assert refused.status_code == 400


def test_a_full_disk_is_said_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """The file may grow no more; then it may again."""
    with Server(tmp_path) as one:
        made = one.battle("toy", "field", {"a": "person", "b": "chance"})
        seated = one.browser(made["id"], made["seats"]["a"])
        seated.play(1)
    with Server(tmp_path, BANNERET_MOST_MEGABYTES="1") as one:
        with closing(sqlite3.connect(tmp_path / "banneret.db")) as base:
            base.execute("CREATE TABLE filling (x BLOB)")
            base.execute("INSERT INTO filling VALUES (zeroblob(2000000))")
            base.commit()
        seated.address = one.url.replace("http", "ws") + "/api" + seated.address.split("/api", 1)[1]
        seated.return_to()
        seated.until_asked()
        said = {}
        for _ in range(40):
            said = seated.answer()
            if said["type"] == "refused":
                break
            if seated.until_asked() is None:
                break
        if not seated.over:
            assert "disk of the server is full" in said["text"]
            for _ in range(60):  # while the last pages have room
                seated.say("chat", text="w" * 400)
                if (said := seated.until("refused", "chat"))["type"] == "refused":
                    break
            assert "disk of the server is full" in said["text"]
            answers = [one.post("/api/battles/quick", {}) for _ in range(25)]
            assert (answers[-1].status_code, "is full" in answers[-1].text) == (503, True)
    with Server(tmp_path) as one:
        seated.address = one.url.replace("http", "ws") + "/api" + seated.address.split("/api", 1)[1]
        seated.return_to()
        if not seated.over:
            seated.until_asked()
            assert seated.answer()["type"] == "ack"


def settings_of(home: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{home / 'banneret.db'}")


def test_a_scribbled_page_is_found_at_the_start_and_a_backup_brings_it_back(tmp_path: Path) -> None:
    with Server(tmp_path) as one:
        for _ in range(3):
            one.post("/api/battles/quick")
        admin = Admin(settings_of(tmp_path))
        admin.back_up(tmp_path / "copy.db")
        assert admin.check() == []
        admin.close_database()
    path = tmp_path / "banneret.db"
    raw = bytearray(path.read_bytes())
    raw[4096 * 3 : 4096 * 6] = b"\x5a" * (4096 * 3)
    path.write_bytes(raw)
    with pytest.raises(BadData, match=r"(damaged|malformed).*admin restore"):
        Database(settings_of(tmp_path).url)
    admin = Admin(settings_of(tmp_path))  # what can be read is still taken out of it
    assert admin.check()
    admin.close_database()
    kept = restore(settings_of(tmp_path), tmp_path / "copy.db")
    assert kept.exists()
    with Server(tmp_path) as one:
        assert httpx.get(f"{one.url}/api/health").status_code == 200


def test_nothing_but_a_backup_of_a_table_takes_its_place(tmp_path: Path) -> None:
    settings, place = settings_of(tmp_path / "home"), tmp_path / "home" / "banneret.db"
    Database(settings.url).close()
    assert place.parent.stat().st_mode & 0o077 == 0  # the secrets of the dice lie there
    admin = Admin(settings)
    copy = tmp_path / "copy.db"
    admin.back_up(copy)
    assert copy.stat().st_mode & 0o077 == 0
    with pytest.raises(BadData, match="there already"):
        admin.back_up(copy)
    with pytest.raises(BadData, match="cannot be written"):
        admin.back_up(tmp_path / "no" / "copy.db")
    admin.close_database()
    empty, strange = tmp_path / "empty.db", tmp_path / "strange.db"
    empty.touch()
    with closing(sqlite3.connect(strange)) as base:
        base.execute("CREATE TABLE bookmarks (x)")
    before = place.read_bytes()
    for wrong in (empty, strange):
        with pytest.raises(BadData, match="no sound backup"):
            restore(settings, wrong)
    with pytest.raises(BadData, match="the database itself"):
        restore(settings, place)
    assert place.read_bytes() == before
    kept = restore(settings, copy)
    assert kept.read_bytes() == before
    assert place.stat().st_mode & 0o077 == 0


def test_an_empty_file_is_not_taken_as_new(tmp_path: Path) -> None:
    (tmp_path / "banneret.db").touch()
    for alone in (True, False):  # nor by the keeper's look at it, after which it would be
        with pytest.raises(BadData, match="is empty"):
            Database(settings_of(tmp_path).url, alone=alone)


def test_the_keeper_lists_closes_exports_and_deletes(tmp_path: Path) -> None:
    with Server(tmp_path) as one:
        made = one.post("/api/battles/quick").json()
        key = made["id"]
        one.browser(key, made["seats"]["a"]).until("table")
        admin = Admin(settings_of(tmp_path))
        assert [kept.id for kept in admin.battles()] == [key]
        admin.export(key, tmp_path / "b.banneret")
        assert (tmp_path / "b.banneret").read_bytes().startswith(b'{"is":"header"')
        admin.back_up(tmp_path / "copy.db")
        with closing(sqlite3.connect(tmp_path / "copy.db")) as base:
            base.execute("DROP TABLE seats")
        partly = Admin(Settings(database_url=f"sqlite:///{tmp_path / 'copy.db'}"))
        partly.export(key, tmp_path / "c.banneret")  # what is left of a damaged one
        partly.close_database()
        admin.close(key)
        assert admin.battles()[0].status == "over"
        with pytest.raises(BadData, match="no battle"):
            admin.delete("nothing")
        admin.delete(key)
        assert admin.battles() == []
        assert admin.expire(1) == 0
        admin.close_database()


SCRIBBLES = {
    "setup": "CAST('{' AS BLOB)",
    "created": "'yesterday'",
    "status": "x'ff'",
    "round": "'many'",
    "id": "x'fe'",
}


@pytest.mark.parametrize("column", SCRIBBLES)
def test_a_scribbled_battle_hides_no_other(column: str, tmp_path: Path, capsys: Any) -> None:
    """It is named with what is wrong, `check` finds it too, and it can be deleted."""
    settings, good, bad = settings_of(tmp_path), "good", "scribbled"
    database = Database(settings.url)
    with database.engine.begin() as connection:
        for key in (good, bad):
            for statement, _ in store.new_battle(row("toy", "field", {}, key=key)):
                connection.execute(statement)
    database.close()
    admin = Admin(settings)
    with closing(sqlite3.connect(tmp_path / "banneret.db")) as base:
        base.execute(f"UPDATE battles SET {column} = {SCRIBBLES[column]} WHERE id = '{bad}'")  # noqa: S608  # our own words
        base.commit()
    first, last = admin.battles()
    assert (first.id, first.fault) == (good, "")
    assert last.fault.startswith("cannot be read: ")
    call = ["--database-url", settings.url]
    assert main(["admin", "list", *call]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[1:] == [f"{last.id}  {last.fault}", "2 battles, 1 of them cannot be read."]
    assert admin.check() == [f"{last.id}  {last.fault}"]
    if column != "id":
        admin.delete(last.id)
        assert admin.check() == []
    admin.close_database()


def test_old_battles_expire_by_their_age(tmp_path: Path) -> None:
    with Server(tmp_path) as one:
        one.post("/api/battles/quick")
    admin = Admin(settings_of(tmp_path))
    with closing(sqlite3.connect(tmp_path / "banneret.db")) as base:
        base.execute("UPDATE battles SET created = created - ?", (8 * store.DAY,))
        base.commit()
    assert admin.expire(0) == 0
    assert admin.expire(400) == 1
    admin.close_database()


def test_a_quest_left_alone_for_a_week_goes_on(tmp_path: Path) -> None:
    """Its battle stays although nobody sat down; one deleted by hand is set up again."""
    with Server(tmp_path) as one:
        quest = Quest(one, "arthurian")
        begun = quest.on().json()
    admin = Admin(settings_of(tmp_path))
    with closing(sqlite3.connect(tmp_path / "banneret.db")) as base:
        base.execute("UPDATE battles SET created = created - ?", (8 * store.DAY,))
        base.commit()
    assert admin.expire(400) == 0
    admin.close_database()
    with Server(tmp_path) as one:
        quest.server = one
        assert quest.on().json() == begun
    with closing(sqlite3.connect(tmp_path / "banneret.db")) as base:
        base.execute("DELETE FROM battles")
        base.commit()
    with Server(tmp_path) as one:
        quest.server = one
        assert quest.on().json()["battle"] != begun["battle"]
