"""`banneret serve` and where `banneret play` goes."""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING

import pytest

from banneret.cli import serve
from banneret.cli.main import main
from server.running import Server, free_port

if TYPE_CHECKING:
    from pathlib import Path


def test_wrong_calls_are_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BANNERET_HOME", str(tmp_path))
    interval = sys.getswitchinterval()
    port = str(free_port())
    for call, words in (
        (["--port", "99999"], "99999 is no port, expected 0 to 65535"),
        (["--port", port, "--database-url", "moon://x"], "neither sqlite"),
    ):
        assert main(["serve", *call]) == 2
        assert words in capsys.readouterr().err
    sys.setswitchinterval(interval)


def test_a_taken_port_is_refused(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    interval = sys.getswitchinterval()
    assert main(["serve", "--port", str(server.port)]) == 2
    assert "cannot be used" in capsys.readouterr().err
    sys.setswitchinterval(interval)


def test_a_table_that_stands_is_opened_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serve, "PORT", server.port)
    monkeypatch.setattr(f"{serve.__name__}.webbrowser.open", opened.append)
    serve.play_in_browser()
    assert opened == [f"http://localhost:{server.port}/"]


def test_a_busy_port_is_stepped_over(server: Server) -> None:
    found = serve.free_port(server.port)
    assert found != server.port
    with socket.socket() as one:
        one.bind(("127.0.0.1", found))


def test_without_a_screen_the_address_is_told_and_how_to_reach_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served: list[dict[str, object]] = []
    monkeypatch.setattr(serve, "serve", lambda **given: served.append(given))
    monkeypatch.setattr(serve, "_stands", lambda _: False)
    monkeypatch.setattr("sys.platform", "linux")
    for key in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(key, raising=False)
    serve.play_in_browser()
    assert "ssh -L" in capsys.readouterr().out
    assert served[0]["open_page"] is False


def test_ctrl_c_ends_it_without_a_word(tmp_path: Path) -> None:
    """Also while its workers are still getting ready."""
    with Server(tmp_path, fresh=True) as one:
        assert one.interrupt() == 0
    assert len(one.said().splitlines()) == 1, one.said()


def test_play_goes_to_the_browser_only_for_a_person_who_said_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "index.html"
    monkeypatch.setattr(serve, "PAGE", page)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert not serve.browser_wanted(terminal=False, said=False)
    page.touch()
    assert serve.browser_wanted(terminal=False, said=False)
    assert not serve.browser_wanted(terminal=True, said=False)
    assert not serve.browser_wanted(terminal=False, said=True)
