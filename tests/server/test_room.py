"""Rooms: numbers that tell nothing, and coming back to exactly where one was."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import msgspec
import pytest

from banneret.core.book.ruleset import all_open
from banneret.core.chance import sources
from banneret.core.errors import BadSave, Diverged
from banneret.core.play.events import Rolled
from banneret.core.questions.choices import Field, Write
from banneret.core.show.scene import Piece
from banneret.server.battles.room import Room
from banneret.server.door import wire
from banneret.server.door.wire import Refused
from banneret.server.opponents import thinking
from banneret.server.opponents.errands import pack, unpack
from banneret.server.opponents.puppets import Decision
from banneret.server.seen.chronicle import Chronicle
from banneret.server.seen.eyes import Eyes
from banneret.server.seen.render import question_of, scene_of
from banneret.server.storage.ledger import as_file, read
from server.books import BOOKS
from server.sitting import SHELF, any_value, begun, question, room_of, row, seen, written

BATTLES = [
    ("toy", "field", ("a", "b")),
    ("staged_reveal", "toy", ("red", "blue")),
    ("twenty_chits", "toy", ("red", "blue")),
    ("one_page_skirmish", "greenwood", ("a", "b")),
]


def act(room: Room, side: str, chance: Random) -> bool:
    """Let a side do one thing, if it is asked anything."""
    asked = question(room, side)
    if asked is None:
        return False
    number = asked["number"]
    if not asked["together"]:
        room.answer(side, wire.Answer(number, any_value(asked["choices"][0], chance)))
        return True
    for choice in asked["choices"]:
        if "draft" not in choice:
            said = wire.Draft(number, choice["index"], any_value(choice, chance))
            room.draft(side, said)
            return True
    room.commit(side, wire.Commit(number))
    return True


@pytest.mark.parametrize(("book", "scenario", "sides"), BATTLES)
def test_a_room_rebuilt_at_any_moment_shows_the_same_to_everybody(
    book: str, scenario: str, sides: tuple[str, str]
) -> None:
    """After every answer, draft, commitment and undo: lines and memo alone give the same room."""
    chance = Random(7)
    battle = row(book, scenario, dict.fromkeys(sides, "person"))
    room = begun(battle)
    lines: list[bytes] = []
    for turn in range(120):
        lines += room.ledger.take()
        kept = msgspec.structs.replace(battle, memo=room.memo)
        if turn % 4 == 0 or turn < 12:
            again = room_of(kept, lines)
            for view in (*sides, None):
                assert seen(again, view) == seen(room, view), (turn, view)
            assert again.ledger.length == len(lines)
        if room.game.result is not None:
            break
        if turn % 17 == 16 and room.can_undo(sides[0]):
            room.undo(sides[0])
            if room.undo_by is not None:
                room.consent(sides[1], agree=True)
            continue
        assert any(act(room, side, chance) for side in chance.sample(sides, 2))
    assert read("x", as_file(lines)).lines == len(lines)


def test_a_number_grows_with_own_answers_and_undos_alone() -> None:
    battle = row("toy", "field", {"a": "person", "b": "person"})
    room = begun(battle)
    chance = Random(1)
    for _ in range(3):
        act(room, "b", chance)
    assert room.ledger.number("a") == 0
    for _ in range(3):
        act(room, "a", chance)
    assert (room.ledger.number("a"), room.ledger.number("b")) == (1, 1)
    act(room, "a", chance)
    assert (room.ledger.number("a"), room.ledger.number("b")) == (2, 1)
    room.undo("a")
    room.consent("b", agree=True)
    assert (room.ledger.number("a"), room.ledger.number("b")) == (3, 2)


def test_a_place_question_describes_the_men_who_are_not_on_the_table() -> None:
    room = begun(row("one_page_skirmish", "greenwood", {"a": "person", "b": "person"}))
    chance = Random(1)
    while (asked := question(room, "a")) is None or asked["choices"][0]["kind"] != "place":
        assert act(room, "a", chance) or act(room, "b", chance)
    choice = asked["choices"][0]
    sight, _, _ = Eyes(room).look("a")
    shown = {piece["id"] for piece in msgspec.json.decode(written(sight.scene))["pieces"]}
    assert shown.isdisjoint(choice["pieces"])
    assert [one["id"] for one in choice["figures"]] == choice["pieces"]
    drawn = {one.name for one in msgspec.structs.fields(Piece)}
    assert all(set(one) == drawn and one["side"] == "a" for one in choice["figures"])


def test_each_seat_adds_to_the_dice_once_and_from_then_on() -> None:
    """A late seat's contribution changes every die after it, is kept, and can be checked."""

    def played(late: str) -> tuple[list[bytes], Room]:
        battle = row("toy", "bridge", {"a": "person", "b": "person"})
        room = room_of(battle)
        room.begin(battle, {"a": "aa"})
        assert not room.contribute("a", "cc")  # it has its say already
        chance = Random(5)
        lines: list[bytes] = []
        for turn in range(300):
            if turn == 5 and late:
                assert room.contribute("b", late)
                assert not room.contribute("b", "dd")
                lines += room.ledger.take()
                room = room_of(battle, lines)  # killed and built again
                assert not room.contribute("b", "dd")
            if room.game.result is not None:
                break
            assert act(room, "a", chance) or act(room, "b", chance)
            lines += room.ledger.take()
        assert room.game.result is not None
        assert not room.contribute("b", "ee")  # the battle is over
        return lines, room

    def thrown(lines: list[bytes]) -> list[bytes]:
        return [line[: line.index(b',"sum"')] for line in lines if line.startswith(b'{"is":"dice"')]

    plain, early, late = (played(text)[0] for text in ("", "bb", "b0"))
    assert thrown(plain) != thrown(early) != thrown(late)
    for lines in (plain, early, late):
        _, agreed = sources.derive_dice(read("x", as_file(lines)))
        assert agreed == len(thrown(lines)) > 0


def test_hand_dice_are_asked_of_everybody_and_count_for_everybody() -> None:
    room = begun(row("toy", "field", {"a": "person", "b": "person"}, dice="hand"))
    chance = Random(1)
    while (asked := question(room, "a")) is None or asked["choices"][0]["kind"] != "dice":
        assert act(room, "a", chance) or act(room, "b", chance)
    with pytest.raises(Refused, match="d6"):
        room.answer("a", wire.Answer(asked["number"], [7]))
    before = room.ledger.number("b")
    room.answer("a", wire.Answer(asked["number"], [4]))
    assert room.ledger.number("b") == before + 1


def test_dice_that_only_a_computer_may_know_of_are_thrown_by_the_machine() -> None:
    """Its archer's readiness is nobody else's business; the battle must not wait for such dice."""
    kinds = {"a": "person", "b": "chance"}
    room = begun(row("knights_and_knaves", "market_road", kinds, dice="hand"))
    chance = Random(3)
    while not any(
        isinstance(told.event, Rolled) and told.audience == ("b",)
        for step in room.game.steps
        for told in step.events
    ):
        if room.computer_to_move():
            room.decide(thinking.think(room.errand()))
        else:
            assert act(room, "a", chance), "nobody is asked, and nobody thinks"


def test_an_unbegun_room_shows_the_table_and_takes_no_answers() -> None:
    battle = row("toy", "field", {"a": "person", "b": "person"})
    room = room_of(battle)
    assert question(room, "a") is None
    with pytest.raises(Refused, match="not asked"):
        room.answer("a", wire.Answer(0, 1))
    with pytest.raises(Refused, match="not begun"):
        room.undo("a")


def test_a_battle_of_another_engine_is_not_played_on() -> None:
    battle = row("toy", "field", {"a": "person", "b": "person"})
    room = begun(battle)
    lines = room.ledger.take()
    with pytest.raises(BadSave, match="line 1"):
        room_of(battle, [lines[0].replace(b'"0.1.0"', b'"9.9.9"')])


# -- thinking


def play_out(battle: Any, seconds: float) -> Room:
    room = begun(battle)
    for _ in range(400):
        if not room.computer_to_move():
            break
        decisions = thinking.think(room.errand(), seconds)
        assert decisions
        room.decide(decisions)
    return room


@pytest.mark.parametrize(("book", "scenario", "sides"), BATTLES)
@pytest.mark.parametrize("seconds", [0.0, 5.0])
def test_thought_elsewhere_and_said_here_a_battle_ends(
    book: str, scenario: str, sides: tuple[str, str], seconds: float
) -> None:
    """In slices of one decision or many, the same dice fall here as in the thinking process."""
    room = play_out(row(book, scenario, dict.fromkeys(sides, "chance")), seconds)
    assert room.game.result is not None
    lines = room.ledger.take()
    assert read("x", as_file(lines)).ended is not None


def test_decisions_that_do_not_fit_are_refused() -> None:
    room = begun(row("toy", "field", {"a": "chance", "b": "chance"}))
    with pytest.raises(Diverged, match="thought about"):
        room.decide([Decision("a", "nonsense", 1)])


def test_a_captain_who_fails_is_helped_out_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        foresees = False

        def decide(self, _seat: Any, _choice: Any) -> Any:
            raise KeyError("lost")

    monkeypatch.setattr(thinking, "player_of", lambda *_: Broken())
    room = begun(row("toy", "field", {"a": "captain", "b": "captain"}))
    assert thinking.think(room.errand())


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_packs_for_other_processes(book: str) -> None:
    ruleset = BOOKS[book]
    scenario, info = next(iter(ruleset.scenarios.items()))
    room = begun(row(book, scenario, dict.fromkeys(info.sides, "person")))
    errand = unpack(pack(room.game, "", "x", {}, {}))
    game = errand.game(ruleset, {})
    assert game.digest() == room.game.digest()
    asked, here = game.advance(), room.game.question
    assert asked is not None
    assert here is not None
    assert [one.describe() for one in asked.choices] == [one.describe() for one in here.choices]


def test_an_open_book_is_told_once_for_all_until_some_alone_are_told() -> None:
    """Each viewpoint hears what it would by itself, and nothing is told twice when ways part."""
    ruleset = dataclasses.replace(BOOKS["toy"], view=all_open)
    battle = row("toy", "field", {"a": "person", "b": "person"})
    room = Room(battle, ruleset, SHELF)
    room.begin(battle, {"a": "00", "b": "00"})
    eyes, chance = Eyes(room), Random(3)
    told: dict[str | None, int] = dict.fromkeys(("a", "b", None), 0)
    together, apart = 0, 0
    for turn in range(60):
        if room.game.result is not None:
            break
        for view, known in told.items():
            _, _, stable = eyes.look(view)
            alone = Chronicle(view)
            alone.update(room.game, room.game.now)
            heard = eyes.chronicle(view)
            assert (len(heard), heard.since(0)) == (len(alone), alone.since(0))
            assert stable == known or turn % 9 == 0  # after an undo some is told again
            told[view] = len(heard)
        shared = eyes.chronicle("a") is eyes.chronicle("b")
        together, apart = together + shared, apart + (not shared)
        if turn % 9 == 8 and room.can_undo("a"):
            room.undo("a")
            if room.undo_by is not None:
                room.consent("b", agree=True)
        else:
            act(room, "a", chance) or act(room, "b", chance)
    assert together
    assert apart


def test_events_say_in_which_round_they_happened() -> None:
    """The chronicle is headed by what the book counts; who begins a round is in it."""
    room = begun(row("toy", "field", {"a": "person", "b": "person"}))
    chance = Random(4)
    while room.game.now.round < 3 and room.game.result is None:
        act(room, "a", chance) or act(room, "b", chance)
    told = Chronicle("a")
    told.update(room.game, room.game.view("a"))
    events = msgspec.json.decode(told.since(0).partition(b',"events_from"')[0])
    rounds = [one["round"] for one in events]
    assert rounds == sorted(rounds)
    assert set(rounds) == {1, 2, 3}


def test_a_form_is_sent_with_what_the_book_suggests() -> None:
    """Who has nothing to say gives it as it is."""
    silver = Field("silver", "Silver", "number", most=3)
    form = Write("a", "plan", "Plan", [silver], ideas=lambda: [{"silver": 1}, {"silver": 2}])
    said = msgspec.json.decode(question_of(BOOKS["toy"], None, [(0, form)], 1, {}, together=False))
    assert said["choices"][0]["ideas"] == [{"silver": 1}]


def test_allies_who_see_alike_are_drawn_one_table() -> None:
    """Four lords of one side have no secrets from each other; the other side and lookers-on do."""
    book = BOOKS["knights_and_knaves"]
    sides = book.sides(book.begin("four_banners", {}, {}))
    room = begun(row("knights_and_knaves", "four_banners", dict.fromkeys(sides, "person")))
    eyes = Eyes(room)
    drawn = {side: eyes.look(side)[0].scene for side in (*sides, None)}
    parties = {book.party(room.game.now, side) for side in sides}
    assert len(parties) == 2
    assert len({id(scene) for scene in drawn.values()}) == 3
    for one in sides:
        same = {two for two in sides if drawn[two] is drawn[one]}
        party = book.party(room.game.now, one)
        assert same == {two for two in sides if book.party(room.game.now, two) == party}


@pytest.mark.parametrize(
    ("book", "scenario"),
    [("one_page_skirmish", "greenwood"), ("knights_and_knaves", "market_road")],
)
def test_who_is_as_he_was_is_the_same_piece(book: str, scenario: str) -> None:
    """The server need not even compare him (`drawing`)."""
    room, chance = begun(row(book, scenario, {"a": "person", "b": "person"})), Random(4)
    before: dict[int, Piece] = {}
    same = 0
    for _ in range(40):
        act(room, "a", chance) or act(room, "b", chance)
        pieces = scene_of(room.ruleset, room.game.now, "a").pieces
        for piece in pieces:
            if piece == before.get(piece.id) and piece.arms != "none":  # no loose horse
                assert piece is before[piece.id]
                same += 1
        before = {piece.id: piece for piece in pieces}
    assert same > 40
