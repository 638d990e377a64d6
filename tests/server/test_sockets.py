"""Seats over real sockets: sitting, answering, taking back, talking, and every refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from server.running import Server

if TYPE_CHECKING:
    from server.running import Browser


def swear(*browsers: Browser) -> None:
    for one in browsers:
        one.until_asked()
        assert one.answer("gold")["type"] == "ack"


def test_a_person_plays_a_whole_battle_against_the_computer(server: Server) -> None:
    made = server.battle("toy", "bridge", {"a": "person", "b": "captain"})
    a = server.browser(made["id"], made["seats"]["a"], seed=5)
    a.play()
    assert a.over
    assert a.table["battle"]["status"] == "over"
    assert server.get(f"/api/battles/{made['id']}").json()["status"] == "over"


def test_two_people_see_their_own_secret_questions_alone(two: tuple[Browser, Browser]) -> None:
    a, b = two
    for one, side in ((a, "a"), (b, "b")):
        question = one.until_asked()
        assert question is not None
        assert question["together"]
        assert [choice["side"] for choice in question["choices"]] == [side, side]
        assert [choice["index"] for choice in question["choices"]] == [0, 1]
    assert a.table["waiting"] == ["a"]


def test_an_open_seat_is_taken_by_its_link_and_keeps_its_name(two: tuple[Browser, Browser]) -> None:
    a, _ = two
    bertrand = a.table["sides"][1]
    assert (bertrand["name"], bertrand["kind"], bertrand["present"]) == ("Bertrand", "person", True)


def test_presence_is_told_when_somebody_leaves(two: tuple[Browser, Browser]) -> None:
    a, b = two
    b.close()
    assert not a.until("table")["sides"][1]["present"]


def test_drafts_are_kept_changed_and_committed(two: tuple[Browser, Browser]) -> None:
    a, b = two
    a.until_asked()
    assert a.question is not None
    number = a.question["number"]
    a.say("draft", number=number, index=0, value="gold")
    a.until("ack")
    assert a.until("drafts") == {"type": "drafts", "number": number, "drafts": {"0": "gold"}}
    a.say("commit", number=number)
    assert a.until("refused")["code"] == "illegal"
    a.say("draft", number=number, index=1, value="fear")
    a.say("commit", number=number)
    a.until("ack")
    a.until("ack")
    table = a.until("table")
    while table["question"] is not None:
        table = a.until("table")
    assert table["waiting"] == ["b"]
    assert table["can_undo"]
    a.say("undo")  # a commitment that is not revealed yet becomes drafts again
    assert a.until("table")["question"]["choices"][1]["draft"] == "fear"
    assert b.silent()


def test_a_draft_is_told_to_its_own_seat_alone_and_in_few_words(
    server: Server, two: tuple[Browser, Browser]
) -> None:
    """Every device of the seat hears of it; a whole table comes only to who sits down anew."""
    a, b = two
    a.until_asked()
    assert a.question is not None
    number = a.question["number"]
    other = server.browser(a.address.split("/")[-2], a.seat)
    other.until_asked()
    a.until("chat")  # that his link was opened a second time
    a.say("draft", number=number, index=1, value="fear")
    a.say("draft", number=number, index=0, value="gold")
    heard = [other.next() for _ in range(2)]
    assert [one["drafts"] for one in heard] == [{"1": "fear"}, {"0": "gold", "1": "fear"}]
    assert [a.next()["type"] for _ in range(4)] == ["ack", "drafts", "ack", "drafts"]
    assert b.silent()
    other.return_to()
    assert other.question is not None
    assert [one["draft"] for one in other.question["choices"]] == ["gold", "fear"]


def test_refusals_have_their_codes_and_change_nothing(two: tuple[Browser, Browser]) -> None:
    a, b = two
    swear(a, b)
    a.until_asked()
    assert a.question is not None
    number = a.question["number"]
    here = a.question["choices"][0]["ideas"][0]
    for message, code in (
        ({"type": "answer", "number": number + 1, "value": here}, "stale"),
        ({"type": "answer", "number": number, "value": 7}, "unreadable"),
        ({"type": "answer", "number": number, "value": {"1": [0, 0, 0]}}, "illegal"),
        ({"type": "answer", "number": "x", "value": 1}, "malformed"),
        ({"type": "draft", "number": number, "index": 0, "value": here}, "stale"),
        ({"type": "draft", "number": number, "index": 9, "value": here}, "stale"),
        ({"type": "commit", "number": number}, "stale"),
        ({"type": "nonsense"}, "malformed"),
        ({"type": "sit", "seat": None}, "malformed"),
        ({"type": "consent", "agree": True}, "stale"),
        ({"type": "chat", "text": "x" * 70_000}, "too_large"),
        ({"type": "chat", "text": "x" * 700}, "malformed"),
        ({"type": "call", "what": "rain"}, "malformed"),
    ):
        a.say(**{"kind": message["type"], **{k: v for k, v in message.items() if k != "type"}})  # type: ignore[arg-type]
        said = a.until("refused", "ack", "table")
        assert said.get("code") == code, (message, said)
    b.say("answer", number=1, value=here)
    assert b.until("refused")["code"] == "wrong_side"
    a.send_raw(b"\x00\x01")
    assert a.until("refused")["code"] == "malformed"
    assert a.answer(here)["type"] == "ack"


def test_a_clause_stands_beside_what_is_illegal(two: tuple[Browser, Browser]) -> None:
    a, b = two
    swear(a, b)
    a.until_asked()
    assert a.answer({"1": [0, 0, 0]})["clause"] == "TY-PLACE-01"


def test_a_duplicate_answer_is_stale(two: tuple[Browser, Browser]) -> None:
    a, b = two
    swear(a, b)
    a.until_asked()
    assert a.question is not None
    number, idea = a.question["number"], a.question["choices"][0]["ideas"][0]
    a.say("answer", number=number, value=idea)
    a.say("answer", number=number, value=idea)
    assert a.until("ack", "refused")["type"] == "ack"
    assert a.until("ack", "refused")["code"] == "stale"


def test_a_preview_tells_price_and_law_and_changes_nothing(two: tuple[Browser, Browser]) -> None:
    a, b = two
    swear(a, b)
    a.until_asked()
    a.answer()
    a.until_asked()
    assert a.question is not None
    way = ["walk", [[6, 2.5]], 0]
    a.say("preview", id="k", number=a.question["number"], index=0, value=way)
    said = a.until("preview")
    assert (said["id"], said["legal"], said["price"]) == ("k", True, pytest.approx(0.5))
    a.say("preview", id=2, number=a.question["number"], index=0, value=["walk", [[6, 99]], 0])
    said = a.until("preview")
    assert not said["legal"]
    assert said["clause"] == "TY-WALK-01"


def test_a_look_shows_what_the_side_may_know_and_changes_nothing(
    two: tuple[Browser, Browser],
) -> None:
    """The reach of a guess becomes that of the dice when the way is asked; oaths stay secret."""
    a, b = two
    swear(a, b)
    a.until_asked()
    a.answer()
    a.until_asked()
    assert a.question is not None
    allowance = a.question["choices"][0]["allowance"]
    a.say("look", id="k", piece=1)
    said = a.until("look")
    assert said["id"] == "k"
    reach = [one for one in said["overlays"] if one["layer"] == "reach"]
    assert [(one["shape"], one["inches"]) for one in reach] == [("band", allowance)]
    assert [note["text"] for note in said["notes"]] == ["swore gold", "swore gold"]
    b.say("look", id=2, piece=1)
    said = b.until("look")
    assert [one["inches"] for one in said["overlays"] if one["shape"] == "band"] == [6.0]
    assert said["notes"] == []
    b.say("look", id=3, piece=1, other=2)
    assert b.until("look")["overlays"][0]["shape"] == "line"
    for piece in ({"piece": 77}, {"piece": 1, "other": -1}):
        b.say("look", id=4, **piece)
        assert b.until("refused")["code"] == "unknown"
    b.say("look", id=5)
    assert b.until("refused")["code"] == "malformed"
    assert a.answer()["type"] == "ack"  # the question still stands


def test_undo_is_free_until_something_is_revealed_then_asks_consent(
    two: tuple[Browser, Browser],
) -> None:
    a, b = two
    swear(a, b)
    a.until_asked()
    a.answer()  # a die falls after it
    a.until_asked()
    a.say("undo")
    assert a.until("table")["undo"]["by"] == "a"
    while b.table.get("undo") is None:
        b.until("table")
    a.say("consent", agree=True)
    assert a.until("refused")["code"] == "stale"
    b.say("consent", agree=False)
    assert a.until("refused")["code"] == "needs_consent"
    while a.table["undo"] is not None:
        a.until("table")
    a.say("undo")
    b.until("table")
    while b.table["undo"] is None:
        b.until("table")
    known = len(b.events)
    b.say("consent", agree=True)
    while a.table["era"] == 0:
        a.until("table")
    assert a.question is not None
    assert a.question["choices"][0]["key"] == "place"
    while b.table["era"] == 0:
        b.until("table")
    assert len(b.events) < known


def test_a_computer_agrees_to_every_undo(server: Server) -> None:
    made = server.battle("toy", "field", {"a": "person", "b": "captain"})
    a = server.browser(made["id"], made["seats"]["a"])
    for _ in range(3):
        a.until_asked()
        a.answer()
    a.until_asked()
    a.say("undo")
    while a.table["era"] == 0:
        a.until("table")
    assert a.table["undo"] is None
    assert a.until_asked() is not None


def test_nothing_to_undo(two: tuple[Browser, Browser]) -> None:
    a, _ = two
    a.say("undo")
    assert a.until("refused")["code"] == "nothing_to_undo"


def test_a_hint_is_a_lawful_answer(two: tuple[Browser, Browser]) -> None:
    a, b = two
    swear(a, b)
    a.until_asked()
    assert a.question is not None
    a.say("hint", number=a.question["number"])
    said = a.until("hint")
    assert said["text"].startswith("The captain would say")
    assert a.answer(said["value"])["type"] == "ack"


def test_hints_come_for_every_secret_question(two: tuple[Browser, Browser]) -> None:
    a, _ = two
    a.until_asked()
    assert a.question is not None
    a.say("hint", number=a.question["number"])
    assert [a.until("hint")["index"] for _ in range(2)] == [0, 1]


def test_the_captain_plays_the_rest_of_the_phase(two: tuple[Browser, Browser]) -> None:
    a, b = two
    a.until_asked()
    a.say("auto", scope="phase")
    while a.question is not None:
        a.until("table")
    swear(b)
    question = a.until_asked()
    assert question is not None
    assert question["choices"][0]["key"] == "place"  # the next phase is asked again
    assert not a.table["auto"]


def test_who_gives_up_is_asked_nothing_more(two: tuple[Browser, Browser]) -> None:
    """His captain goes on past the phase: the book looks for it in its own time."""
    a, b = two
    a.until_asked()
    a.say("call", what="concede")
    a.say("auto", scope="phase")
    while a.question is not None:
        a.until("table")
    swear(b)
    question = b.until_asked()
    assert question is not None
    assert question["choices"][0]["key"] == "walk", "the placing, his, is over"
    assert a.until("table")["auto"]


def test_calls_are_kept_and_seen_by_the_caller_alone(two: tuple[Browser, Browser]) -> None:
    a, b = two
    a.until_asked()
    b.until_asked()
    a.say("call", what="concede")
    assert a.until("table")["calls"] == ["concede"]
    assert b.silent()
    a.say("call", what="concede", off=True)
    assert a.until("table")["calls"] == []


def test_chat_reaches_everybody_and_newcomers(server: Server, two: tuple[Browser, Browser]) -> None:
    a, b = two
    a.say("chat", text="Well met!")
    said = b.until("chat")
    assert (said["from"], said["side"], said["text"]) == ("a", "a", "Well met!")
    battle = a.table["battle"]["id"]
    late = server.browser(battle, None)
    assert late.until("chat")["text"] == "Well met!"
