"""The database: migrations make exactly our tables; commits are grouped; one server each file."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError

from banneret.core.errors import BadData
from banneret.server.door.refusing import is_full
from banneret.server.settings import Settings, from_environment, home
from banneret.server.storage import store
from banneret.server.storage.database import Database, migrate
from banneret.server.storage.store import ChatRow, Store
from banneret.server.storage.tables import metadata
from banneret.server.storage.writer import Writer
from loops import run
from server.sitting import row

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    one = Database(f"sqlite:///{tmp_path / 'kept' / 'x.db'}")
    yield one
    one.close()


def test_migrations_make_the_tables_we_speak_of(database: Database) -> None:
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    migrate(database.engine)  # once more changes nothing
    assert set(metadata.tables) <= set(inspect(database.engine).get_table_names())


def test_sqlite_is_durable(database: Database) -> None:
    with database.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL


def test_one_server_for_each_sqlite_file(database: Database) -> None:
    with pytest.raises(BadData, match="served already"):
        Database(str(database.url))


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("sqlite://", "outlive"),
        ("nonsense", "cannot be read"),
        ("moon://x", "neither sqlite"),
        ("postgresql+psycopg://nobody@127.0.0.1:1/x", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_says_why(url: str, words: str) -> None:
    with pytest.raises(BadData, match=words):
        Database(url)


def test_what_is_queued_goes_into_one_transaction(database: Database) -> None:
    async def write() -> tuple[int, list[object]]:
        writer = Writer(database.engine)
        await writer.write(others=store.new_battle(row("toy", "field", {"a": "person"})))
        before = writer.commits
        jobs = [writer.write(store.new_lines("battle", n, [b"x"])) for n in range(100)]
        done = await asyncio.gather(*jobs, return_exceptions=True)
        await writer.close()
        return writer.commits - before, list(done)

    commits, done = run(write())
    assert done == [None] * 100
    assert commits == 1  # nobody else kept the loop busy
    assert len(Store(database.engine).lines("battle")) == 100


def test_a_line_that_is_there_already_is_refused_and_spoils_nothing_else(
    database: Database,
) -> None:
    async def write() -> list[object]:
        writer = Writer(database.engine)
        jobs = [
            writer.write(store.new_lines("one", 0, [b"a", b"b"])),
            writer.write(store.new_lines("one", 0, [b"another", b"third"])),
            writer.write(store.new_lines("two", 0, [b"c"])),
        ]
        done = await asyncio.gather(*jobs, return_exceptions=True)
        await writer.close()
        return list(done)

    done = run(write())
    assert done[0] is done[2] is None
    assert isinstance(done[1], IntegrityError)
    kept = Store(database.engine)
    assert kept.lines("one") == [b"a", b"b"]
    assert kept.lines("two") == [b"c"]


def test_what_a_battle_says_is_not_taken_for_a_full_disk(database: Database) -> None:
    """Only the database says that there is no room, never the words it was given."""

    async def write() -> tuple[object, ...]:
        writer = Writer(database.engine)
        jobs = [writer.write(store.new_lines("one", 0, [b"full of hope"])) for _ in range(2)]
        done = await asyncio.gather(*jobs, return_exceptions=True)
        await writer.close()
        return tuple(done)

    first, second = run(write())
    assert first is None
    assert isinstance(second, IntegrityError)
    assert "full" in str(second)
    assert not is_full(second)


def test_lines_and_facts_of_many_battles_are_one_commit_and_a_bad_one_suffers_alone(
    database: Database,
) -> None:
    """More rows than one statement takes, statements among them; then again with one that fails."""

    async def write() -> tuple[list[int], list[object]]:
        writer = Writer(database.engine)
        await writer.write(others=store.new_battle(row("toy", "field", {"a": "person"})))
        commits, done = [writer.commits], []
        for n in (0, 1):
            jobs = [
                writer.write(
                    store.new_lines(f"b{one}", 0 if one == 7 else n, [b"x"]),
                    [store.new_facts("battle", "on", n + 1, None)] if one % 50 == 0 else (),
                )
                for one in range(250)
            ]
            done += await asyncio.gather(*jobs, return_exceptions=True)
            commits.append(writer.commits)
        await writer.close()
        return commits, list(done)

    commits, done = run(write())
    assert commits[1] - commits[0] == 1
    assert [n for n, one in enumerate(done) if one is not None] == [257]
    kept = Store(database.engine)
    assert [len(kept.lines(f"b{one}")) for one in (0, 7, 249)] == [2, 1, 2]
    found = kept.battle("battle")
    assert found is not None
    assert (found.status, found.round) == ("on", 2)


def test_a_battle_comes_back_as_it_was_kept(database: Database) -> None:
    battle = row("toy", "field", {"a": "person", "b": "captain"})
    memo = store.Memo((("a", "concede"),), {"b": "walk"})

    async def write() -> None:
        writer = Writer(database.engine)
        await writer.write(others=store.new_battle(battle))
        await writer.write(others=[store.new_memo(battle.id, memo)])
        for n in range(60):
            await writer.write(others=[store.new_chat("battle", ChatRow("a", "A", str(n), 1.0))])
        await writer.close()

    run(write())
    kept = Store(database.engine)
    found = kept.battle(battle.id)
    assert found is not None
    assert (found.setup, found.seats, found.memo) == (battle.setup, battle.seats, memo)
    assert found.seat("secret a") == battle.seats[0]
    assert found.seat("secret b") is None
    assert found.seat("") is None
    assert [chat.text for chat in kept.chats("battle")] == [str(n) for n in range(10, 60)]
    assert kept.battle("another") is None


def test_settings_come_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BANNERET_DATABASE_URL", "postgres://u@h/d")
    monkeypatch.setenv("BANNERET_ORIGINS", "https://a.example, https://b.example")
    monkeypatch.setenv("BANNERET_RATE", "7")
    found = from_environment(host="127.0.0.1", port=None)
    assert found.url == "postgresql+psycopg://u@h/d"
    assert found.origins == ("https://a.example", "https://b.example")
    assert found.rate == 7
    assert "localhost" in found.hosts
    monkeypatch.setenv("BANNERET_RATE", "fast")
    with pytest.raises(BadData, match="BANNERET_RATE"):
        from_environment()
    monkeypatch.setenv("BANNERET_HOME", str(tmp_path))
    assert Settings().url == f"sqlite:///{tmp_path / 'banneret.db'}"
    monkeypatch.delenv("BANNERET_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert home() == tmp_path / "banneret"
