"""REST: books, battles, replays, the page itself, and refusals that are never a 500."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest

if TYPE_CHECKING:
    from server.running import Server


@pytest.fixture(scope="module")
def done(server: Server) -> dict[str, Any]:
    """A battle that is over."""
    made = server.battle("toy", "bridge", {"a": "person", "b": "captain"})
    server.browser(made["id"], made["seats"]["a"], seed=4, contribution="c0ffee").play()
    return made


def test_books_list_what_can_be_played(server: Server) -> None:
    books = {book["key"]: book for book in server.get("/api/books").json()["books"]}
    toy = books["toy"]
    assert toy["levels"] == ["green", "captain", "chance"]
    assert toy["strengths"].keys() == set(toy["levels"])
    assert toy["scenarios"][0]["forces"] == {"a": ["house", "free"], "b": ["free", "house"]}
    assert toy["options"][0]["default"] is False


def test_clauses_of_the_first_book(server: Server) -> None:
    found = server.get("/api/books/one_page_skirmish/clauses").json()["clauses"]
    assert set(found["OP-MOVE-01"]) == {"title", "kind", "text"}
    assert server.get("/api/books/toy/clauses").status_code == 404


def test_a_scenario_is_drawn_with_zones_and_forces(server: Server) -> None:
    path = "/api/books/one_page_skirmish/scenarios/crossroads/preview"
    shown = server.get(path).json()
    assert shown["zones"]["a"] == [0.0, 0.0, 48.0, 8.0]
    assert len(shown["forces"]["b"]) >= 5
    assert shown["scene"]["ground"]
    assert server.get(f"{path}?a=nobody").status_code == 400
    assert server.get("/api/books/toy/scenarios/moon/preview").status_code == 404


def test_one_click_makes_a_battle(server: Server) -> None:
    made = server.post("/api/battles/quick")
    assert made.status_code == 201
    assert list(made.json()["seats"]) == ["a"]
    assert server.post("/api/battles/quick", {"name": "Jeanne"}).status_code == 201


def test_facts_before_and_after(server: Server, done: dict[str, Any]) -> None:
    facts = server.get(f"/api/battles/{done['id']}").json()
    assert facts["status"] == "over"
    assert facts["result"]["winner"] in {"a", "b", None}
    assert [side["tincture"] for side in facts["sides"]] == ["azure", "gules"]
    fresh = server.battle("toy", "field", {"a": "person", "b": "open"})
    facts = server.get(f"/api/battles/{fresh['id']}").json()
    assert (facts["status"], facts["sides"][1]["kind"]) == ("on", "open")


def test_sides_choose_what_they_wear(server: Server) -> None:
    """Tincture and pattern apart; a pattern that is taken is refused, what is left out is given."""

    def wear(**liveries: dict[str, str]) -> Any:
        seats = {side: {"kind": "person", **liveries.get(side, {})} for side in "ab"}
        return server.post("/api/battles", {"book": "toy", "scenario": "field", "seats": seats})

    def worn(made: Any) -> list[tuple[str, str]]:
        facts = server.get(f"/api/battles/{made.json()['id']}").json()
        return [(side["tincture"], side["pattern"]) for side in facts["sides"]]

    assert worn(wear()) == [("azure", "plain"), ("gules", "saltire")]
    made = wear(a={"tincture": "gules"}, b={"tincture": "vert", "pattern": "saltire"})
    assert worn(made) == [("gules", "plain"), ("vert", "saltire")]
    b = server.browser(made.json()["id"], made.json()["seats"]["b"])
    b.until("table")
    assert [side["pattern"] for side in b.table["sides"]] == ["plain", "saltire"]
    taken = wear(a={"pattern": "cross"}, b={"pattern": "cross"})
    assert (taken.status_code, taken.json()["error"]["code"]) == (400, "taken")
    assert taken.json()["error"]["field"] == "seats.b.pattern"
    assert wear(a={"tincture": "puce"}).status_code == 400


def test_secrets_come_out_only_at_the_end(server: Server) -> None:
    made = server.battle("toy", "field", {"a": "person", "b": "person"})
    a = server.browser(made["id"], made["seats"]["a"])
    a.until_asked()
    for path in ("save", "verify", "replay?viewpoint=a", "replay?viewpoint=all"):
        answer = server.get(f"/api/battles/{made['id']}/{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_yet")
    shown = server.get(f"/api/battles/{made['id']}/replay").json()
    assert len(shown["frames"]) == 1


def test_the_save_is_a_save_file_whose_dice_can_be_checked(
    server: Server, done: dict[str, Any]
) -> None:
    save = server.get(f"/api/battles/{done['id']}/save")
    assert save.headers["content-disposition"].endswith('.banneret"')
    assert b'"contributions":["c0ffee"' in save.content
    verdict = server.get(f"/api/battles/{done['id']}/verify").json()
    assert verdict["honest"]
    assert verdict["commitment"] == done["commitment"]
    replay = httpx.post(f"{server.url}/api/replays", content=save.content, timeout=60)
    own = server.get(f"/api/battles/{done['id']}/replay?viewpoint=all")
    assert replay.json() == own.json()
    again = httpx.post(f"{server.url}/api/replays/verify", content=save.content, timeout=60)
    assert again.json() == verdict
    other = httpx.post(f"{server.url}/api/replays/verify", content=b"{}", timeout=60)
    assert other.status_code == 400


def test_viewpoints_differ(server: Server, done: dict[str, Any]) -> None:
    def oaths(viewpoint: str) -> set[str]:
        shown = server.get(f"/api/battles/{done['id']}/replay?viewpoint={viewpoint}").json()
        events = [event["event"] for frame in shown["frames"] for event in frame["events"]]
        return {e["side"] for e in events if e.get("key", "").startswith("oath")}

    assert oaths("a") == {"a"}
    assert oaths("b") == {"b"}
    assert oaths("all") == {"a", "b"}
    assert oaths("spectator") == set()
    strange = server.get(f"/api/battles/{done['id']}/replay?viewpoint=c")
    assert strange.status_code == 400


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty file"),
        (b"nonsense\n", "line 1"),
        (b'{"is":"header"}\n', "line 1"),
        (b"\xff\xfe", "line 1"),
        (b'{"is":"header","format":"banneret","sum":"000000000000"}\n', "line 1"),
    ],
)
def test_a_bad_file_is_refused_with_line_and_reason(
    server: Server, content: bytes, words: str
) -> None:
    answer = httpx.post(f"{server.url}/api/replays", content=content, timeout=30)
    assert answer.status_code == 400
    assert words in answer.json()["error"]["text"]


def test_a_cut_file_is_shown_up_to_the_cut(server: Server, done: dict[str, Any]) -> None:
    """The steps before it and the broken line are told; its dice cannot be vouched for."""
    save = server.get(f"/api/battles/{done['id']}/save").content
    rows = save.splitlines(keepends=True)
    number = next(i for i, row in enumerate(rows, 1) if b'"is":"step","number":3' in row)
    cut = b"".join(rows[: number - 1]) + rows[number - 1][:30]
    shown = httpx.post(f"{server.url}/api/replays", content=cut, timeout=60).json()
    assert [frame["step"] for frame in shown["frames"]] == [0, 1, 2]
    assert shown["broken"] == f"the file, line {number}: the line is cut off in the middle"
    assert shown["result"] is None
    whole = httpx.post(f"{server.url}/api/replays", content=save, timeout=60).json()
    assert whole["broken"] == ""
    refused = httpx.post(f"{server.url}/api/replays/verify", content=cut, timeout=60)
    assert (refused.status_code, f"line {number}" in refused.text) == (400, True)
    seats = {side: {"kind": "person"} for side in "ab"}
    wish = {"file": cut.decode(), "step": 2, "seats": seats, "dice": "server"}
    assert server.post("/api/replays/onward", wish).status_code == 201


def test_a_forged_file_is_refused(server: Server, done: dict[str, Any]) -> None:
    save = server.get(f"/api/battles/{done['id']}/save").content
    answer = httpx.post(f"{server.url}/api/replays", content=save.replace(b"bridge", b"field", 1))
    assert answer.status_code == 400
    huge = httpx.post(f"{server.url}/api/replays", content=b"x" * (9 * 1024 * 1024), timeout=60)
    assert huge.status_code == 413


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"book": "moon", "scenario": "field", "seats": {}}, 404, None),
        ({"book": "toy", "scenario": "moon", "seats": {}}, 400, None),
        ({"book": "toy", "scenario": "field", "seats": {}}, 400, "seats.a"),
        ({"book": "toy", "scenario": "field", "seats": {"a": {"kind": "god"}}}, 400, "seats"),
        ({"book": "toy", "scenario": "field", "seats": [], "x": 1}, 400, "seats"),
        (
            {"book": "toy", "scenario": "field", "options": {"moon": True}, "seats": {}},
            400,
            None,
        ),
        (
            {
                "book": "toy",
                "scenario": "field",
                "seats": {"a": {"kind": "computer", "level": "god"}, "b": {"kind": "open"}},
            },
            400,
            "seats.a.level",
        ),
    ],
)
def test_bad_battles_are_refused(
    server: Server, body: dict[str, Any], status: int, field: str | None
) -> None:
    answer = server.post("/api/battles", body)
    assert answer.status_code == status, answer.text
    problem = answer.json()["error"]
    assert problem["text"]
    if field is not None:
        assert field in str(problem.get("field")), problem


def test_a_battle_of_computers_plays_itself(server: Server) -> None:
    made = server.battle("toy", "bridge", {"a": "captain", "b": "chance"})
    assert made["seats"] == {}
    one = server.browser(made["id"], None)
    while not one.over:
        one.until("table")


def test_the_page_and_its_headers(server: Server) -> None:
    for path in ("/", "/battle/xyz"):
        page = server.get(path)
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
        policy = page.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["x-content-type-options"] == "nosniff"
        again = server.get(path, headers={"if-none-match": page.headers["etag"]})
        assert again.status_code == 304
    for path in ("/nothing.js", "/api/nothing", "/../../etc/passwd.txt", "/api"):
        missing = server.get(path)
        assert missing.status_code == 404, path
        assert missing.json()["error"]["code"] == "unknown"
    assert server.get("/api/books", headers={"host": "evil.example"}).status_code == 403
    strange = server.post("/api/battles/quick", headers={"origin": "https://evil.example"})
    assert strange.status_code == 403


def test_methods_and_bodies_that_do_not_fit(server: Server) -> None:
    assert server.post("/api/books").status_code == 405
    broken = httpx.post(f"{server.url}/api/battles", content=b"{", timeout=30)
    assert broken.status_code == 400
    assert "error" in broken.json()


def test_openapi_names_nobody_else(server: Server) -> None:
    schema = server.get("/schema/openapi.json")
    assert schema.json()["paths"]["/api/battles"]["post"]
    assert server.get("/schema/swagger").status_code == 404
