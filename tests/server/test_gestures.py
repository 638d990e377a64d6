"""One gesture: the chain that follows from it, carried out in one go and taken back in one go."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.server.battles.room import Room
from banneret.server.door import wire
from banneret.server.door.wire import Refused
from banneret.server.hand.chains import Step
from server.sitting import begun, question, row


def drawn_up() -> Room:
    """Both sides of the crossroads stand as the book proposes; a has the first turn."""
    room = begun(row("one_page_skirmish", "crossroads", {"a": "person", "b": "person"}))
    for _ in range(60):
        for side in ("a", "b"):
            asked = question(room, side)
            if asked is None:
                continue
            choice = asked["choices"][0]
            if choice["key"] == "action.unit":
                return room
            value = (
                choice["ideas"][0]
                if choice["kind"] == "place"
                else choice.get("usual", choice.get("options", [{}])[0].get("key"))
            )
            room.answer(side, wire.Answer(asked["number"], value))
            break
    raise AssertionError("nobody came to act")


def asked_side(room: Room) -> tuple[str, dict[str, Any]]:
    for side in ("a", "b"):
        asked = question(room, side)
        if asked is not None:
            return side, asked
    raise AssertionError("nobody is asked")


def a_unit(asked: dict[str, Any]) -> list[int]:
    return next(
        list(one["pieces"])
        for one in asked["choices"][0]["options"]
        if len(one.get("pieces", ())) > 1
    )


def placed(room: Room, side: str) -> dict[int, tuple[float, float]]:
    scene = room.ruleset.scene(room.game.view(side), side)
    return {one.id: (one.x, one.y) for one in scene.pieces}


def dragged(room: Room, side: str, asked: dict[str, Any], dy: float = 3.0) -> Any:
    man = a_unit(asked)[1]
    x, y = placed(room, side)[man]
    north = dy if y < 24 else -dy
    return room.touch(side, wire.Touch(1, asked["number"], man, place=(x, y + north)))


def test_a_drag_on_a_follower_proposes_his_whole_unit() -> None:
    """Unit, verb, way, followers: every man has his place, and the throw its chances."""
    room = drawn_up()
    side, asked = asked_side(room)
    chain = dragged(room, side, asked)
    assert [step.name.split("@")[0] for step in chain.steps][:2] == ["action.unit", "action.kind"]
    assert chain.steps[-1].how == "idea"
    assert {one.id for one in chain.ghosts} == set(a_unit(asked))
    assert chain.throws
    assert chain.reach[0].chance == 1
    assert 0 < chain.chance <= 1
    assert chain.price == pytest.approx(3.0)


def test_a_touch_changes_nothing() -> None:
    """A proposal is a look ahead on an imagined battle."""
    room = drawn_up()
    side, asked = asked_side(room)
    before = room.game.digest(), list(room.game.tape), room.version
    dragged(room, side, asked)
    assert (room.game.digest(), list(room.game.tape), room.version) == before


def test_a_chain_is_carried_out_in_one_go_and_taken_back_in_one_go() -> None:
    """One message moves the unit, one undo brings all of it back."""
    room = drawn_up()
    side, asked = asked_side(room)
    start, number = placed(room, side), room.game.asked()
    chain = dragged(room, side, asked, dy=1.5)
    room.carry(side, wire.Carry(asked["number"], chain.steps, chain.unit))
    moved = {one for one, at in placed(room, side).items() if at != start[one]}
    assert moved == set(a_unit(asked))
    assert not room.plans
    room.undo(side)
    if room.undo_by is not None:
        assert room.undo_asked is not None
        assert room.undo_asked.text == chain.title
        room.consent("b" if side == "a" else "a", agree=True)
    assert room.game.asked() == number
    assert placed(room, side) == start


def test_the_others_do_likewise_in_the_same_round_and_no_further() -> None:
    """Every unit that could be named goes the same way, by one message."""
    room = drawn_up()
    side, asked = asked_side(room)
    start = placed(room, side)
    chain = dragged(room, side, asked, dy=1.5)
    units = [one for one in asked["choices"][0]["options"] if one.get("pieces")]
    assert chain.others == len(units) - 1 > 0
    man = next(one for one in chain.ghosts if one.id == chain.piece)
    by = (0.0, man.y - start[man.id][1])
    room.carry(side, wire.Carry(asked["number"], chain.steps, chain.unit, others="way", by=by))
    moved = {one for one, at in placed(room, side).items() if at != start[one]}
    assert moved > set(chain.unit)
    gone = {one for unit in units if set(unit["pieces"]) & moved for one in unit["pieces"]}
    assert moved == gone
    assert len(gone) > len(chain.unit)
    again = asked_side(room)
    assert again[0] != side or again[1]["choices"][0]["key"] != "action.unit"


def test_a_throw_that_is_not_enough_goes_as_far_as_it_goes_or_asks() -> None:
    """What was decided in advance suits what was thrown; or the book asks after the throw."""
    for short in ("far", "throw"):
        room = drawn_up()
        side, asked = asked_side(room)
        start = placed(room, side)
        chain = dragged(room, side, asked, dy=40.0)
        room.carry(side, wire.Carry(asked["number"], chain.steps, chain.unit, short))
        _, then = asked_side(room)
        gone = {one for one, at in placed(room, side).items() if at != start[one]}
        if short == "far":
            assert gone == set(a_unit(asked))
        else:
            assert not gone
            assert then["choices"][0]["kind"] == "move"


def test_a_toggle_asks_again_with_the_same_place() -> None:
    """What the chain has answered may be answered otherwise."""
    room = drawn_up()
    side, asked = asked_side(room)
    chain = dragged(room, side, asked)
    toggle = next(one for one in chain.toggles if one.prompt == "Followers")
    other = toggle.options[-1].key
    man = a_unit(asked)[1]
    x, y = placed(room, side)[man]
    place = (x, y + (3.0 if y < 24 else -3.0))
    touch = wire.Touch(2, asked["number"], man, place=place, wishes={toggle.name: other})
    again = room.touch(side, touch)
    assert next(one for one in again.toggles if one.prompt == "Followers").value == other


def test_who_is_not_asked_about_says_so() -> None:
    """An enemy cannot be dragged, nor a number that stands for nobody."""
    room = drawn_up()
    side, asked = asked_side(room)
    foe = next(
        one.id for one in room.ruleset.scene(room.game.view(side), side).pieces if one.side != side
    )
    for piece in (foe, 9999):
        chain = room.touch(side, wire.Touch(1, asked["number"], piece, place=(24.0, 20.0)))
        assert not chain.steps
        assert chain.because


def test_only_what_can_be_taken_back_is_done_by_a_single_tap() -> None:
    """Choosing a unit is free; an answer after which others are asked is said twice."""
    room = drawn_up()
    side, asked = asked_side(room)
    options = asked["choices"][0]["options"]
    room.answer(side, wire.Answer(asked["number"], options[0]["key"], tentative=True))
    now = question(room, side)
    assert now is not None
    assert now["choices"][0]["key"] == "action.kind"
    room.undo(side)
    again = question(room, side)
    assert again is not None
    with pytest.raises(Refused, match="taken back freely"):
        room.answer(side, wire.Answer(again["number"], -1, tentative=True))


def test_a_gesture_that_threw_dice_is_not_taken_back_for_nothing() -> None:
    """The last answer of a chain may be free; the throw before it is not, so the other is asked."""
    room = drawn_up()
    side, asked = asked_side(room)
    other = "b" if side == "a" else "a"
    start, number = placed(room, side), room.game.asked()
    chain = dragged(room, side, asked, dy=4.5)
    assert chain.throws
    room.carry(side, wire.Carry(asked["number"], chain.steps, chain.unit))
    after = room.game.asked()
    room.undo(side)
    assert room.undo_by == side
    assert room.game.asked() == after
    room.consent(other, agree=True)
    assert room.game.asked() == number
    assert placed(room, side) == start


def test_steps_that_were_never_proposed_are_refused_like_answers() -> None:
    """They are the sender's fault and cost nobody the room, in whatever place they stand."""
    room = drawn_up()
    side, asked = asked_side(room)
    first = dragged(room, side, asked).steps[0]
    for how, value in (
        ("idea", "x"), ("idea", -1), ("idea", 1e400), ("way", 3),
        ("way", ["walk", [[1e300, 0]], 0]), ("way", ["walk", ["x"], 0]),
    ):  # fmt: skip
        wrong = Step("action.unit@", value, how)  # type: ignore[arg-type]
        for sent in ((first, wrong), (wrong,)):
            with pytest.raises(Refused, match="is no"):
                room.carry(side, wire.Carry(asked["number"], sent))
    odd: tuple[Any, ...] = ({"a": 1}, [[1]], [{}], None, 10**30)
    for value in odd:
        step = Step("action.unit@", value)
        with pytest.raises(Refused):
            room.carry(side, wire.Carry(asked["number"], (step,), others="way"))


def test_a_way_is_forced_only_where_it_is_wished() -> None:
    """Somebody dragged past a friend walks round him; he pushes past him when that is said."""
    room = begun(row("destrier", "brawl_at_the_boar", {"a": "person", "b": "person"}))
    side, asked = until_moved(room)
    x, y = placed(room, side)[0]
    behind = next(
        man
        for man, (left, low) in placed(room, side).items()
        if man != 0 and abs(low - y) < 0.1 and abs(left - x) < 3
    )
    past = (x + (1.5 if x > placed(room, side)[behind][0] else -1.5), y)
    touch = wire.Touch(1, asked["number"], behind, place=past)
    assert room.touch(side, touch).gait == "walk"
    pushed = room.touch(side, msgspec.structs.replace(touch, gait="squeeze"))
    assert pushed.gait == "squeeze"


def until_moved(room: Room) -> tuple[str, dict[str, Any]]:
    """Everybody is set down as proposed and does nothing else; somebody moves."""
    for _ in range(20):
        side, asked = asked_side(room)
        choice = asked["choices"][0]
        if choice["key"] == "mover":
            return side, asked
        value = choice["ideas"][0] if choice["kind"] == "place" else choice["usual"]
        room.answer(side, wire.Answer(asked["number"], value))
    raise AssertionError("nobody came to move")
