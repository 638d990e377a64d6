"""Charging on the table: from the declared target to the followers' places (section CHARGE)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.choices import Choice
from banneret.core.errors import IllegalAnswer
from banneret.core.events import Rolled
from banneret.core.geometry import gap, touches
from banneret.rulesets.one_page_skirmish import charge, movement
from banneret.rulesets.one_page_skirmish.events import (
    ChargeEnded,
    Declined,
    Left,
    Moved,
    Revealed,
    Shot,
    Stayed,
)
from banneret.rulesets.one_page_skirmish.events import (
    Tested as TakenTest,
)
from banneret.rulesets.one_page_skirmish.ground import across_obstacle
from banneret.rulesets.one_page_skirmish.state import (
    ROUTING,
    SHAKEN,
    STEADY,
    Battle,
    is_engaged,
    touching_enemies,
)
from rulesets.one_page_skirmish.field import Played, field, man, men, play, questions_of, unit
from rulesets.scripting import events_of, first, idea

PASS = "passed_this_turn=true"  # noqa: S105 - no password


def rush(
    battle: Battle, dice: list[int], *answers: Any, key: str = "men", target: str = "foe"
) -> Played:
    given = [] if answers == ((),) else list(answers) or [first, first]
    return play(
        battle, charge.charge, unit(battle, key), unit(battle, target), dice=dice, answers=given
    )


def result(table: Played) -> str:
    return events_of(table, ChargeEnded)[-1].result


def purposes(table: Played) -> list[str]:
    return [rolled.purpose for rolled in events_of(table, Rolled)]


def shift(**places: tuple[float, float]) -> Any:
    """The last idea, with some figures elsewhere: f3=(x, y)."""

    def answer(choice: Choice[Any]) -> Any:
        found = dict(choice.ideas()[-1])
        for key, (x, y) in places.items():
            found[int(key[1:])] = (x, y, 0.0)
        return found

    return answer


LINE = f"a men: x3 10,10 11.5,10 13,10 {PASS} | b foe: x3 10,18 11.5,18 13,18"


# -- whom


def test_op_charge_01_only_a_charge_begins_a_melee() -> None:
    """A plain move cannot end in contact; a charge rolls the extra die and can."""
    with pytest.raises(IllegalAnswer):
        play(
            field(LINE),
            movement.move,
            unit(field(LINE), "men"),
            dice=[6, 6],
            answers=[["move", [[10, 17]], 0]],
        )
    battle = field(LINE)
    table = rush(battle, [5, 2, 2, 3])
    assert result(table) == "contact"
    assert is_engaged(battle, man(battle, "men"))


def test_op_charge_02_eighteen_inches() -> None:
    """Foot at 18.0 may declare, at 18.1 may not; mounted to 24; a wound takes one off."""
    for gap_inches, words, allowed in (
        (18.0, "", True),
        (18.1, "", False),
        (24.0, "mounted", True),
        (24.1, "mounted", False),
        (17.5, "0.hits=1", False),
    ):
        half = 1.0 if words == "mounted" else 0.5
        y = 2 + half + gap_inches + 0.5
        battle = field(f"a men: x3 {words} 10,2 12,2 14,2 | b foe: x3 10,{y:.3f} 30,35 32,35")
        no = charge.refusal(battle, unit(battle, "men"))
        assert (no is None) is allowed, (gap_inches, words, no)


def test_op_charge_02_must_be_seen() -> None:
    """An unseen group cannot be named, nor one wholly stunned, nor by a restricted unit."""
    battle = field(LINE, "building: 2,12..25,15")
    no = charge.target_refusal(battle, unit(battle, "men"), unit(battle, "foe").id)
    assert no is not None
    assert "sees" in no.reason
    stunned = field(LINE + " 0.stun=1 1.stun=1 2.stun=1")
    assert charge.refusal(stunned, unit(stunned, "men")) is not None
    shaken = field(LINE.replace(PASS, "shaken"))
    assert charge.refusal(shaken, unit(shaken, "men")) is not None


def test_op_charge_02_by_the_cheapest_way() -> None:
    """A target behind a long wall is in reach only by what the way round or over costs."""
    wall = "wall: 0,14 30,14"
    battle = field("a men: x3 10,10 | b foe: x3 10,25 12,25 14,25", wall)
    assert charge.refusal(battle, unit(battle, "men")) is None  # 14 and 3 for the wall
    battle = field("a men: x3 10,10 | b foe: x3 10,26.1 12,27 14,27", wall)
    assert charge.refusal(battle, unit(battle, "men")) is not None
    riders = field("a men: x3 mounted 10,10 | b foe: x3 10,20 12,20 14,20", wall)
    assert charge.refusal(riders, unit(riders, "men")) is not None
    gate = field(
        "a men: x3 mounted 10,10 | b foe: x3 10,20 12,20 14,20",
        "wall: 0,14 12,14 | wall: 16,14 30,14",
    )
    assert charge.refusal(gate, unit(gate, "men")) is None


def test_op_charge_02_the_target_is_asked() -> None:
    """Without a named target its owner is asked, and what cannot be charged says why."""
    battle = field(LINE + " | b far: x3 40,30 42,30 44,30")

    def choose(choice: Choice[Any]) -> Any:
        refused = {o.key for o in choice.options() if o.because}  # type: ignore[attr-defined]
        assert refused == {unit(battle, "far").id}
        return unit(battle, "foe").id

    play(
        battle,
        charge.charge,
        unit(battle, "men"),
        dice=[5, 2, 2, 3],
        answers=[("action.target", choose), first, first],
    )


# -- tests


def test_op_charge_03_06_11_order_of_the_dice() -> None:
    """Attacker's d10, defender's d10, retreat dice, charge dice, in that order."""
    battle = field(LINE.replace(PASS, ""), "woods: 2,22..30,30")
    table = rush(battle, [5, 10, 2, 4, 6, 6, 5], first, first, first)
    assert purposes(table) == ["morale", "morale", "retreat", "charge"]
    assert [t.cause for t in events_of(table, TakenTest)] == ["charging", "charged"]


def test_op_charge_04_spared_by_an_earlier_success() -> None:
    """Passed in the Morale phase: the first die rolled is the defender's."""
    table = rush(field(LINE), [5, 2, 2, 3])
    assert [t.cause for t in events_of(table, TakenTest)] == ["charged"]


def test_op_charge_05_attackers_nerve_fails() -> None:
    """Failed by 1-2: shaken, its action still open; by 3 or more: it runs now."""
    battle = field(LINE.replace(PASS, ""))
    table = rush(battle, [10], ())
    assert result(table) == "no_charge"
    assert unit(battle, "men").status == SHAKEN
    assert not unit(battle, "men").acted
    battle = field(LINE.replace(PASS, "figures_lost=3"))
    rush(battle, [10, 2, 3], first)
    assert unit(battle, "men").status == ROUTING
    assert unit(battle, "men").acted
    assert man(battle, "men").base.y == 5


def test_op_charge_07_tests_for_every_charge() -> None:
    """Two groups charge the same group: two defender tests; by option only one."""
    units = LINE + f" | a more: x3 16,10 17.5,10 19,10 {PASS}"
    battle = field(units)
    rush(battle, [5, 2, 2, 3])
    table = rush(battle, [5, 6, 6, 6], key="more")
    assert len(events_of(table, TakenTest)) == 1
    battle = field(units, defender_retest="once_per_turn")
    rush(battle, [5, 2, 2, 3])
    table = rush(battle, [6, 6, 6], key="more")
    assert events_of(table, TakenTest) == []


def test_op_charge_08_passing_steadies() -> None:
    """A routing unit that passes when charged stands and is steady."""
    battle = field(LINE + " routing")
    rush(battle, [5, 2, 2, 3])
    assert unit(battle, "foe").status == STEADY
    assert man(battle, "foe").base.y == 18


def test_op_charge_09_back_to_cover_before_the_chargers_move() -> None:
    """In the open with cover 4 inches behind: moves up to 4 back, shaken; in woods: stays."""
    battle = field(LINE, "woods: 2,22..30,30")
    table = rush(battle, [10, 6, 6, 1, 1, 1], first, first, first)
    assert 22.0 <= man(battle, "foe").base.y < 22.1
    assert unit(battle, "foe").status == SHAKEN
    assert [m.how for m in events_of(table, Moved)] == ["retreat", "charge"]
    battle = field(LINE, "woods: 2,17..30,30")
    table = rush(battle, [10, 6, 5, 1])
    assert events_of(table, Stayed)[0].why == "in_cover"
    assert unit(battle, "foe").status == SHAKEN
    assert result(table) == "contact"


def test_op_charge_10_19_rout_is_caught() -> None:
    """The rout move comes before the charge dice; caught, the unit is simply in contact."""
    battle = field(LINE + " peasant figures_lost=2")
    table = rush(battle, [9, 1, 2, 4, 4, 3], first, first, first)
    assert purposes(table) == ["morale", "retreat", "charge"]
    assert unit(battle, "foe").status == ROUTING
    assert result(table) == "contact"


# -- the charge itself


def test_op_charge_12_leader_must_reach() -> None:
    """The leader reaches contact with distance 7 on a roll of 7; not on 6."""
    assert result(rush(field(LINE), [5, 2, 2, 3])) == "contact"
    battle = field(LINE)
    assert result(rush(battle, [5, 2, 2, 2])) == "short"
    assert not any(is_engaged(battle, f) for f in men(battle, "men"))


def test_op_charge_12_three_to_one() -> None:
    """Nobody may be placed against a figure that already has three enemies in contact."""
    battle = field(
        f"a men: x5 10,10 11.5,10 13,10 8.5,10 7,10 {PASS} | b foe: x3 10,18 24,24 26,24"
    )
    rush(battle, [5, 6, 6, 6])
    assert len(touching_enemies(battle, man(battle, "foe"))) == 3
    battle = field(
        f"a men: x5 10,10 11.5,10 13,10 8.5,10 7,10 {PASS} | b foe: x3 10,18 24,24 26,24"
    )
    crowd = shift(f1=(11, 18), f2=(9, 18), f3=(11, 17), f4=(9, 17))
    with pytest.raises(IllegalAnswer) as no:
        rush(battle, [5, 6, 6, 6], first, crowd)
    assert no.value.clause == "OP-CHARGE-12"


def test_op_charge_13_short_stops_an_inch_off() -> None:
    """Roll 6, distance 7: he moves the whole of it but stops 1 inch away; nobody fights."""
    battle = field(LINE)
    rush(battle, [5, 2, 2, 2])
    assert man(battle, "men").base.y == pytest.approx(16.0, abs=0.01)
    leader, foe = man(battle, "men").base, man(battle, "foe").base
    assert gap(leader, foe) >= 0.999
    battle = field(LINE)
    rush(battle, [5, 1, 1, 2])
    assert man(battle, "men").base.y == 14.0


def test_op_charge_14_15_lance_run() -> None:
    """A straight clean run of 9.0 counts, 8.9 does not; woods on it spoil it; foot never."""
    for run, terrain, counts in ((9.0, "", True), (8.9, "", False), (11.0, "woods", False)):
        y = 5 + 1 + run + 0.5
        battle = field(
            f"a sir: knight mounted lance 10,5 {PASS} | b foe: x3 10,{y:.3f} 30,30 32,30",
            "woods: 2,8..30,9" if terrain else "",
        )
        rush(battle, [5, 6, 6, 6, 6], first, key="sir")
        assert man(battle, "sir").lance_charge is counts, run


def test_op_charge_15_followers_run_for_themselves() -> None:
    """A follower shifted 9.5 inches qualifies; one shifted 8 does not, though its leader rode."""
    units = f"a men: x3 mounted lance 10,5 12,6.0 14,9.0 {PASS} | b foe: x3 10,18 12,18 14,18"
    battle = field(units)
    near = shift(f1=(12, 16.5), f2=(14, 16.5))
    rush(battle, [5, 6, 6, 6, 6], first, near)
    assert man(battle, "men").lance_charge
    assert man(battle, "men", 1).lance_charge
    assert not man(battle, "men", 2).lance_charge


def test_op_charge_15_a_bend_breaks_the_run() -> None:
    """Only the last straight stretch of the leader's path counts."""
    units = f"a sir: knight mounted lance 10,5 {PASS} | b foe: x3 10,20 30,30 32,30"
    battle = field(units)
    bent = ["charge", [[12, 12], [10, 18.5]], 0]
    straight = ["charge", [[10, 18.5]], 0]
    rush(battle, [5, 6, 6, 6, 6], bent, key="sir")
    assert not man(battle, "sir").lance_charge
    battle = field(units)
    rush(battle, [5, 6, 6, 6, 6], straight, key="sir")
    assert man(battle, "sir").lance_charge


def test_op_charge_16_men_lining_a_wall() -> None:
    """A charge against men lining a wall needs only the distance to the wall, even mounted."""
    units = f"a men: x3 WORDS 10,5 12,5 14,5 {PASS} | b foe: x3 10,10.5 12,10.5 14,10.5"
    for words, dice in (("", [5, 1, 2, 2]), ("mounted", [5, 1, 1, 1, 1])):
        battle = field(units.replace("WORDS", words), "wall: 2,10 30,10")
        table = rush(battle, dice)
        assert result(table) == "contact"
        assert man(battle, "men").base.y < 10


def test_op_charge_16_contact_across() -> None:
    """Both bases touch the wall from opposite sides: contact; not if one stands off it."""
    battle = field("a men: 10,9.5 | b foe: 10.8,10.5 x1", "wall: 2,10 30,10")
    one, other = man(battle, "men").base, man(battle, "foe").base
    assert touches(one, other) or across_obstacle(battle, one, other)
    turned = field("a men: 10,9.293 facing 45 | b foe: 10.9,10.5 x1", "wall: 2,10 30,10")
    assert not touches(man(turned, "men").base, man(turned, "foe").base)
    assert is_engaged(turned, man(turned, "men"))
    off = field("a men: 10,9.2 facing 45 | b foe: 10.9,10.5 x1", "wall: 2,10 30,10")
    assert not is_engaged(off, man(off, "men"))
    bare = field("a men: 10,9.293 facing 45 | b foe: 10.9,10.5 x1")
    assert not is_engaged(bare, man(bare, "men"))


def test_op_charge_16_outline_of_a_building() -> None:
    """A figure inside and one outside may fight across the outline."""
    house = "building: 5,10..15,20"
    battle = field(f"a men: x3 10,5 12,5 14,5 {PASS} | b foe: x3 10,10.5 12,10.5 14,10.5", house)
    assert result(rush(battle, [5, 1, 2, 2])) == "contact"
    assert man(battle, "men").base.y < 10


def test_op_charge_17_not_through_another_unit() -> None:
    """The named path may not touch a figure of another enemy unit on the way."""
    battle = field(LINE + " | b third: x3 10,14 30,30 32,30")
    with pytest.raises(IllegalAnswer) as no:
        rush(battle, [5], ["charge", [[10, 17]], 0])
    assert no.value.clause == "OP-CHARGE-17"
    assert result(rush(field(LINE + " | b third: x3 10,14 30,30 32,30"), [5, 6, 6, 6])) == "contact"


def test_op_charge_17_followers_and_third_units() -> None:
    """A follower cannot be placed against a third unit unless it also touches the target."""
    units = LINE + " | b third: x3 15,17 30,30 32,30"
    with pytest.raises(IllegalAnswer) as no:
        rush(field(units), [5, 6, 6, 6], first, shift(f1=(15, 16)))
    assert no.value.clause == "OP-CHARGE-17"


def test_op_charge_21_neighbours_may_be_touched() -> None:
    """A Knight base to base with his group does not shield the man beside him."""
    battle = field(
        f"a men: x3 10.5,10 12,10 14,10 {PASS} | b foe: x3 10,18 30,30 32,30 | b sir: knight 11,18"
    )
    rush(battle, [5, 6, 6, 6], -1, ["charge", [[10.5, 17]], 0], idea(1))
    leader = man(battle, "men")
    assert {f.unit for f in touching_enemies(battle, leader)} == {
        unit(battle, "foe").id,
        unit(battle, "sir").id,
    }
    assert leader.charged_unit == unit(battle, "foe").id


def test_op_charge_18_target_fled_off_the_table() -> None:
    """Target fled: the dice are rolled and the charger stops anywhere along the path."""
    near = f"a men: x3 10,22 11.5,22 13,22 {PASS} | b foe: x3 10,32 11.5,32 13,32"
    battle = field(near + " peasant figures_lost=3")
    table = rush(battle, [9, 6, 6, 3, 3, 3], ("charge.way", idea(1)), first)
    assert events_of(table, Left)[0].fate == "fled"
    assert purposes(table)[-1] == "charge"
    assert 22 < man(battle, "men").base.y < 31
    assert result(table) == "short"


def test_op_charge_18_only_towards_where_it_stood() -> None:
    """He does not turn aside once the target is gone."""
    near = f"a men: x3 10,22 11.5,22 13,22 {PASS} | b foe: x3 10,32 11.5,32 13,32"
    battle = field(near + " peasant figures_lost=3")
    with pytest.raises(IllegalAnswer) as no:
        rush(battle, [9, 6, 6, 3, 3, 3], ["charge", [[15, 22]], 0])
    assert no.value.clause == "OP-CHARGE-18"


def test_op_charge_20_no_free_shot() -> None:
    """Standing to receive a charge asks the defender nothing."""
    battle = field(LINE.replace("b foe: x3", "b foe: x3 longbow"))
    table = rush(battle, [5, 2, 2, 3])
    assert set(questions_of(table)) == {"charge.way", "followers.place"}
    assert events_of(table, Shot) == []


def test_op_charge_22_no_declining_by_default() -> None:
    """No choice is offered to the defender before his test."""
    assert "decline" not in questions_of(rush(field(LINE), [5, 2, 2, 3]))


def test_op_charge_23_no_way_left() -> None:
    """No legal path to contact after the retreat: he rolls, goes towards them, stops 1 inch off."""
    battle = field(
        f"a men: x3 10,10 11.5,10 13,10 {PASS} | b foe: x1 10,18 | "
        "b shield: x8 8,20 9,20 10,20 11,20 12,20 13,20 14,20 7,20",
        "woods: 8,21.2..12,22.5 | deep_water: 5,23..30,30 | deep_water: 0,15..6,30"
        " | deep_water: 15,15..30,30",
    )
    table = rush(battle, [10, 6, 6, 6, 6, 6], first)
    assert man(battle, "foe").base.y > 21
    assert purposes(table)[-1] == "charge"
    assert result(table) == "short"
    leader = man(battle, "men").base
    assert min(gap(leader, f.base) for f in men(battle, "shield")) == pytest.approx(1, abs=0.01)


def test_op_hide_05_ambush_found_in_mid_charge() -> None:
    """A charge that would come within 1 inch of a hidden figure stops short and reveals it."""
    battle = field(LINE + " | b ambush: x3 hidden 10,14.5 12,15 14,15")
    table = rush(battle, [5, 6, 6, 6])
    assert events_of(table, Revealed)[0].unit == unit(battle, "ambush").id
    assert result(table) == "short"
    assert man(battle, "men").base.y <= 12.5


def test_op_hide_04_charging_reveals() -> None:
    """A hidden unit that charges is revealed first."""
    battle = field(LINE.replace(PASS, f"{PASS} hidden"))
    table = rush(battle, [5, 2, 2, 3])
    assert events_of(table, Revealed)[0].why == "charges"


def test_op_act_14_success_is_the_knights_too() -> None:
    """If the group tests and passes the success is his; if it fails he has not acted."""
    units = "a sir: knight 8,10 | " + LINE.replace(PASS, "")
    battle = field(units)
    rush(battle, [5, 5, 2, 2, 3], "go", -1, first, first)
    assert unit(battle, "sir").acted
    assert unit(battle, "sir").passed_this_turn
    battle = field(units)
    rush(battle, [10], "go", -1)
    assert not unit(battle, "sir").acted
    assert unit(battle, "sir").status == STEADY


# -- options


def test_op_opt_03_foot_charge_with_two_dice() -> None:
    """Only a mounted charge adds a die; foot reach 12."""
    battle = field(LINE, charge_die="horse_only")
    table = rush(battle, [5, 4, 3])
    assert len(events_of(table, Rolled)[-1].faces) == 2
    far = field("a men: x3 10,5 | b foe: x3 10,18.1 12,19 14,19", charge_die="horse_only")
    assert charge.refusal(far, unit(far, "men")) is not None


def test_op_opt_10_stand_and_shoot() -> None:
    """The owner is asked; shots are resolved before the charge dice."""
    battle = field(LINE.replace("b foe: x3", "b foe: x3 longbow"), shaken_reaction="choose")
    mark = man(battle, "men", 1).id
    shots = [("figure.target", mark)] + [("figure.target", man(battle, "men", 2).id)] * 2
    table = rush(battle, [10, 1, 1, 1, 2, 2, 3], ("react", "shoot"), *shots, first, first)
    assert len(events_of(table, Shot)) == 3
    assert purposes(table)[-1] == "charge"
    assert unit(battle, "foe").status == SHAKEN
    assert man(battle, "foe").base.y == 18


def test_op_opt_10_shooting_the_leader_ends_the_charge() -> None:
    """If the shots leave no leader able to lead, the charge ends there and its action is spent."""
    battle = field(
        LINE.replace("b foe: x3", "b foe: x3 longbow").replace(PASS, f"{PASS} 0.hits=1"),
        shaken_reaction="choose",
    )
    leader = man(battle, "men").id
    answers = [("react", "shoot"), leader, man(battle, "men", 1).id, man(battle, "men", 2).id]
    table = rush(battle, [10, 9, 1, 1], *answers)
    assert result(table) == "no_charge"
    assert unit(battle, "men").acted


def test_op_opt_17_declining() -> None:
    """Declining rolls retreat dice but no morale die, and shakes; the casualty mark stays."""
    battle = field(
        LINE + " casualties_since_test=true", "woods: 2,22..30,30", receive_charge="may_decline"
    )
    table = rush(battle, [6, 6, 1, 1, 1], ("decline", "decline"), first, first, first)
    assert len(events_of(table, Declined)) == 1
    assert events_of(table, TakenTest) == []
    assert unit(battle, "foe").status == SHAKEN
    assert unit(battle, "foe").casualties_since_test
    assert purposes(table) == ["retreat", "charge"]
