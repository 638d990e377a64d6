"""A battle alone on the server: the book runs the other side."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from server.running import Server


def test_books_say_whom_they_run(server: Server) -> None:
    """The option, and the sides of each scenario with their clause."""
    books = {book["key"]: book for book in server.get("/api/books").json()["books"]}
    assert books["solo"]["alone"] == "solo"
    assert books["solo"]["scenarios"][0]["by_book"] == {"blue": "AR-SOLO-01"}
    assert books["toy"]["alone"] == ""


def test_a_battle_alone_is_played_out(server: Server) -> None:
    """One seat, one person; the book's side is shown as such."""
    wanted = {
        "book": "solo",
        "scenario": "toy",
        "seats": {"red": {"kind": "person"}, "blue": {"kind": "book"}},
    }
    made = server.post("/api/battles", wanted).json()
    assert list(made["seats"]) == ["red"]
    browser = server.browser(made["id"], made["seats"]["red"])
    table = browser.until("table")
    blue = next(side for side in table["sides"] if side["key"] == "blue")
    assert (blue["kind"], blue["level"]) == ("computer", "book")
    browser.play()
    assert server.get(f"/api/battles/{made['id']}").json()["status"] == "over"


def test_who_cannot_be_left_to_the_book(server: Server) -> None:
    """A side the book does not run."""
    seats = {"red": {"kind": "book"}, "blue": {"kind": "person"}}
    no = server.post("/api/battles", {"book": "solo", "scenario": "toy", "seats": seats})
    assert no.status_code == 400
    assert no.json()["error"]["field"] == "seats.red.kind"
    seats = {"a": {"kind": "person"}, "b": {"kind": "book"}}
    no = server.post("/api/battles", {"book": "toy", "scenario": "field", "seats": seats})
    assert no.json()["error"]["field"] == "seats.b.kind"
