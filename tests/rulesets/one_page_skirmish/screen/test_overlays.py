"""What is shown on demand: command, reach, ranges, targets, fronts, lines of sight."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from banneret.core.show.overlay import Arc, Band, Line, Look, Tag, Zone
from banneret.rulesets import RULESETS
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.movement.reaches import foresee
from banneret.rulesets.one_page_skirmish.movement.ways import examine
from banneret.tabletop.shapes.measuring import distance
from rulesets.one_page_skirmish.field import field, man, unit

if TYPE_CHECKING:
    from banneret.rulesets.one_page_skirmish.basics.state import Battle

BOOK = RULESETS["one_page_skirmish"]


def look(battle: Battle, side: str, key: int) -> Look:
    return BOOK.look(BOOK.view(battle, side), side, key)


def between(battle: Battle, side: str, one: int, other: int) -> Look:
    return BOOK.between(BOOK.view(battle, side), side, one, other)


def tags(found: Look, layer: str) -> dict[int, Tag]:
    return {one.piece: one for one in found.overlays if isinstance(one, Tag) and one.layer == layer}


def bands(found: Look, layer: str) -> list[float]:
    return [one.inches for one in found.overlays if isinstance(one, Band) and one.layer == layer]


def line(found: Look) -> Line:
    return next(one for one in found.overlays if isinstance(one, Line))


def test_op_group_05_command_names_stragglers_and_how_far_they_are() -> None:
    """The circle is a true 6 inches round the leader; who is out of it is named with his gap."""
    battle = field("a spears: x3 at 10,10 12,10 20,10")
    found = look(battle, "a", man(battle, "spears").id)
    assert bands(found, "command") == [6.0]
    near, far = man(battle, "spears", 1), man(battle, "spears", 2)
    said = tags(found, "command")
    assert said[near.id].holds
    assert not said[far.id].holds
    assert "9″" in said[far.id].label
    assert said[far.id].clause == "OP-GROUP-05"


def test_op_lead_02_nobody_leads_a_leaderless_group() -> None:
    """Without a leader there is no circle, and everybody is out of command."""
    battle = field("a spears: leaderless x2 at 10,10 12,10")
    found = look(battle, "a", man(battle, "spears", 1).id)
    assert bands(found, "command") == []
    assert {tag.clause for tag in tags(found, "command").values()} == {"OP-LEAD-02"}
    assert any(note.clause == "OP-LEAD-02" for note in found.notes)


def test_op_morale_16_a_knight_sees_whom_he_could_rally() -> None:
    """His own circle says which unit he could rally, and why not another."""
    battle = field("a lord: knight at 10,10 | a near: x2 at 14,10 | a far: x2 at 30,10")
    said = tags(look(battle, "a", man(battle, "lord").id), "command")
    assert said[man(battle, "near").id].holds
    assert not said[man(battle, "far").id].holds
    assert said[man(battle, "far").id].clause == "OP-MORALE-16"


def test_op_move_02_reach_is_what_half_the_rolls_give_and_the_most() -> None:
    """On foot 7 inches or more are likely and 12 the most; woods cost double."""
    battle = field("a spears: x1 at 20,20", terrain="woods: 10,21..30,40")
    found = look(battle, "a", man(battle, "spears").id)
    zones = [one for one in found.overlays if isinstance(one, Zone)]
    assert [zone.label for zone in zones] == ["7″ or more, 58%", "12″ at most"]
    likely = zones[0].points
    north = max(likely, key=lambda p: p[1])
    south = min(likely, key=lambda p: p[1])
    assert abs(distance((20, 20), south) - 7.0) < 0.01
    assert distance((20, 20), north) < 5.0


def test_op_shoot_03_ranges_and_exact_odds_of_every_shot() -> None:
    """A longbow's two ranges; each target with the odds of the question, or the reason."""
    battle = field(
        "a bows: longbow x1 at 10,10 | b spears: mail x2 at 10,20 10,44",
        terrain="wall: 8,21 12,21",
    )
    found = look(battle, "a", man(battle, "bows").id)
    assert bands(found, "range") == [12.0, 24.0]
    shot = [
        one for one in found.overlays if isinstance(one, Tag) and not one.label.startswith("no ch")
    ]
    near, far = (next(t for t in shot if t.piece == man(battle, "spears", n).id) for n in (0, 1))
    assert near.odds is not None
    assert sum(Fraction(chance) for chance in near.odds.values()) == 1
    assert near.odds["miss"] == "7/10"  # 9 or more with +1 at close range
    assert far.odds is None
    assert far.clause == "OP-SHOOT-05"


def test_op_charge_02_whom_a_unit_could_charge_and_with_what_chance() -> None:
    """That they dare and that the dice reach; a unit out of reach has its reason."""
    battle = field("a spears: x1 at 10,10 | b near: x1 at 10,21 | b far: x1 at 10,46")
    spears = unit(battle, "spears")
    said = tags(look(battle, "a", man(battle, "spears").id), "targets")
    near, far = said[man(battle, "near").id], said[man(battle, "far").id]
    assert near.odds == {"contact": "1/2", "dares": "4/5", "reaches": "5/8"}  # 8; 3d6
    assert near.odds == charging.odds_of(battle, spears, unit(battle, "near").id)
    assert not far.holds
    assert far.clause == "OP-CHARGE-02"


def test_op_arm_06_front_and_rear_are_half_circles() -> None:
    """The shield counts in the half-circle ahead."""
    battle = field("a spears: shield x1 at 10,10 facing 90")
    found = look(battle, "a", man(battle, "spears").id)
    front, rear = (one for one in found.overlays if isinstance(one, Arc))
    assert (front.start, front.end) == (0.0, 180.0)
    assert (rear.start, rear.end) == (180.0, 0.0)
    assert "shield" in front.label


def test_op_terr_05_a_line_says_how_much_wood_it_crosses_and_where_it_ends() -> None:
    """Little wood is named, too much stops the line in it; a building stops it at its wall."""
    battle = field(
        "a bows: longbow x1 at 10,10 | b one: x1 at 10,14 | b two: x1 at 30,10 | "
        "b three: x1 at 10,30",
        terrain="woods: 5,11..15,12.5 | building: 18,5..22,15 | woods: 5,18..15,26",
    )
    bows = man(battle, "bows").id
    seen = line(between(battle, "a", bows, man(battle, "one").id))
    assert seen.clear
    assert seen.stretches[0].label.startswith("1.5″ in woods")
    walled = line(between(battle, "a", bows, man(battle, "two").id))
    assert (walled.clear, walled.stop) == (False, 0.4)
    assert "building" in walled.label
    wooded = line(between(battle, "a", bows, man(battle, "three").id))
    assert not wooded.clear
    assert wooded.stop is not None
    assert 8 / 20 < wooded.stop < 16 / 20


def test_op_terr_06_who_is_in_the_way_of_a_shot_is_tagged() -> None:
    """He is in sight, but somebody stands in between."""
    battle = field("a bows: longbow x1 at 10,10 | b one: x1 at 10,20 | b two: x1 at 10,15")
    found = between(battle, "a", man(battle, "bows").id, man(battle, "one").id)
    assert line(found).clear
    assert tags(found, "sight")[man(battle, "two").id].clause == "OP-TERR-06"
    assert any("in the way" in note.text for note in found.notes)


def test_op_shoot_08_the_shot_is_reckoned_line_by_line() -> None:
    """Range and cover stand in the notes with their clauses."""
    battle = field("a bows: longbow x1 at 10,10 | b one: x1 at 10,20", terrain="hedge: 8,19 12,19")
    found = between(battle, "a", man(battle, "bows").id, man(battle, "one").id)
    assert [(n.value, n.clause) for n in found.notes if n.title] == [
        ("+1", "OP-SHOOT-04"),
        ("-1", "OP-SHOOT-08"),
    ]


def test_op_hide_03_what_is_hidden_shows_nowhere() -> None:
    """An ambush is no target, no screen and no straggler of what the enemy is shown."""
    battle = field(
        "a bows: longbow x1 at 10,10 | b one: x1 at 10,20 | b ambush: x2 hidden at 10,15 12,15",
        terrain="woods: 5,14..15,16",
    )
    hidden = {figure.id for figure in (man(battle, "ambush"), man(battle, "ambush", 1))}
    for found in (
        look(battle, "a", man(battle, "bows").id),
        look(battle, "a", man(battle, "one").id),
        between(battle, "a", man(battle, "bows").id, man(battle, "one").id),
    ):
        assert hidden.isdisjoint(one.piece for one in found.overlays if isinstance(one, Tag))


def test_notes_say_what_a_man_would_roll_with() -> None:
    """Morale, melee and armour are reckoned as the rules reckon them."""
    battle = field("a lord: knight mounted mail 0.hits=2 at 10,10")
    found = look(battle, "a", man(battle, "lord").id)
    titles = {note.title for note in found.notes if note.title}
    assert "Morale test: d10, 9 or less" in titles  # elite, but his leader (he) is wounded
    assert "In melee: d10 +1" in titles  # Knight and mounted, less the wound
    assert any(note.clause == "OP-WOUND-06" for note in found.notes if not note.title)


def test_op_group_05_a_way_names_whom_it_leaves_out_of_command() -> None:
    """A stunned man does not come along; the preview of his leader's way says so."""
    battle = field("a spears: x2 1.stun=1 at 10,10 12,10 | b foe: x1 at 40,30")
    spears, leader = unit(battle, "spears"), man(battle, "spears")
    far = examine(battle, leader, ((10.0, 10.0), (10.0, 20.0)), 0.0, 12.0)
    near = examine(battle, leader, ((10.0, 10.0), (10.0, 13.0)), 0.0, 12.0)
    (note,) = foresee(battle, spears, leader, far).notes
    assert "stays, 9.1″ from his leader" in note
    assert foresee(battle, spears, leader, near).notes == ()


def test_op_move_09_the_price_is_drawn_on_the_way() -> None:
    """Woods are a stretch of the way, a wall a point on it."""
    battle = field("a spears: x1 at 10,10", terrain="woods: 5,12..15,14 | wall: 5,16 15,16")
    leader = man(battle, "spears")
    trip = examine(battle, leader, ((10.0, 10.0), (10.0, 18.0)), 0.0, 20.0)
    found = foresee(battle, unit(battle, "spears"), leader, trip)
    assert found.price == 13.0
    assert [(one.kind, one.start, one.end) for one in found.stretches] == [
        ("woods", 0.25, 0.5),
        ("wall", 0.75, 0.75),
    ]
