"""The rest of a step at one word: others likewise, everything else as it is proposed."""

from __future__ import annotations

from typing import Any

from banneret.core.questions.drilling import Footprint, Grip, Leg, Legs
from banneret.core.questions.lazy import LazyDrill
from banneret.server.battles.room import Room
from banneret.server.door import wire
from banneret.server.hand.chains import Step
from banneret.server.hand.stepping import likewise
from server.sitting import begun, question, row


def at_the_standard() -> Room:
    return begun(row("macbeth_to_medici", "standard_1138", {"a": "person", "b": "person"}))


def asked(room: Room) -> tuple[str, dict[str, Any]]:
    for side in ("a", "b"):
        found = question(room, side)
        if found is not None:
            return side, found
    raise AssertionError("nobody is asked")


def say(room: Room, value: Any, others: str = "") -> None:
    side, now = asked(room)
    choice = now["choices"][0]
    name = f"{choice['key']}@{','.join(str(one) for one in choice['about'])}"
    steps = (Step(name, value),)
    if others:
        room.carry(side, wire.Carry(now["number"], steps, others=others))  # type: ignore[arg-type]
    elif now["together"]:
        room.draft(side, wire.Draft(now["number"], 0, value))
        room.commit(side, wire.Commit(now["number"]))
    else:
        room.answer(side, wire.Answer(now["number"], value))


def test_one_word_for_the_officers_of_a_side() -> None:
    """All ride, lead, align and send as proposed; with the step the word is over."""
    room = at_the_standard()
    side, first = asked(room)
    assert first["choices"][0]["key"] == "ride"
    say(room, "stay", "step")
    other, now = asked(room)
    assert other != side
    assert now["choices"][0]["key"] == "ride"
    led = {one.leading for one in room.game.state.officers if one.side == side}
    aligned = [one.brigade for one in room.game.state.officers if one.side == side]
    assert -1 not in led
    assert all(len(one) == 2 for one in aligned), aligned
    say(room, "stay", "step")
    _, then = asked(room)
    assert then["choices"][0]["key"] not in ("ride", "lead", "brigade", "message")


def test_one_word_is_taken_back_in_one_go() -> None:
    room = at_the_standard()
    side, first = asked(room)
    say(room, "stay", "step")
    room.undo(side)
    again, now = asked(room)
    assert (again, now["choices"]) == (side, first["choices"])


def test_others_drill_likewise() -> None:
    """The second brigade advances as far as the first; what it had moved before is its own."""
    room = at_the_standard()
    before = {one.id: one.y for one in room.game.state.units}
    side = ""
    for _ in range(40):
        side, now = asked(room)
        choice = now["choices"][0]
        if choice["kind"] == "drill" and side == "a":
            break
        free = choice["kind"] == "drill" or choice["least"] == 0
        empty = [choice["gaits"][0], []] if choice["kind"] == "drill" else []
        usual = choice.get("usual") if room.game.state.phase != "initiative_moves" else []
        say(room, usual if usual is not None else empty if free else choice["options"][0]["key"])
    bodies = {one.deeds.brigade for one in room.game.state.units if one.side == side}
    assert len(bodies) == 2
    say(room, ["normal", [["advance", 2.0, "ahead"]]], "step")
    after = {one.id: abs(one.y - before[one.id]) for one in room.game.state.units}
    moved = [after[one.id] for one in room.game.state.units if one.side == side]
    assert all(abs(far - 2.0) < 0.01 for far in moved), moved


def line(room_ahead: float) -> LazyDrill:
    """A body that may advance so far, and wheel not at all."""

    def follow(legs: Legs) -> list[Footprint]:
        found = []
        for leg in legs.legs:
            no = "too far" if leg.kind == "advance" and leg.amount > room_ahead else ""
            most = room_ahead if no else None
            found.append(Footprint(leg.kind, (), leg.amount, because=no, most=most))
        return found

    return LazyDrill(
        "a",
        "drill",
        "How?",
        [1],
        ["march"],
        follow=follow,
        grips=lambda: [Grip("advance", "Advance", "inches", 0.0, 9.0), Grip("about", "About")],
        makers=[lambda: Legs("march", ())],
    )


def test_likewise_goes_as_far_as_it_can_or_asks() -> None:
    wish = Legs("double", (Leg("advance", 4.0), Leg("about")))
    assert likewise(line(6.0), wish) == Legs("march", wish.legs)
    assert likewise(line(2.5), wish) == Legs("march", (Leg("advance", 2.5),))
    assert likewise(line(0.0), wish) is None
    assert likewise(line(0.0), Legs("march", ())) == Legs("march", ())
