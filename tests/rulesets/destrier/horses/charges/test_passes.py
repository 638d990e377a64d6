"""One pass of a charge: defences, order of strikes, bashes, replies (CHG-06 to 22, 32 to 37)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.events import Chose, Rolled
from banneret.rulesets.destrier.basics.state import Battle, LooseSteed, Steed
from banneret.rulesets.destrier.ground.stands import stand
from banneret.rulesets.destrier.horses.charges.exchange import (
    Pass,
    free_defences,
    replies,
    reply,
    strikes_of,
)
from banneret.rulesets.destrier.horses.charges.foresight import exchange, least
from banneret.rulesets.destrier.horses.charges.meeting import (
    ask_aim,
    ask_guard,
    mutual_charge,
    tilt,
)
from banneret.rulesets.destrier.horses.charges.orders import Order, falls_short, may_charge
from banneret.rulesets.destrier.horses.charges.resolving import resolve
from banneret.rulesets.destrier.horses.charges.running import Runner, charge
from banneret.rulesets.destrier.host.lances import joust_chances
from banneret.rulesets.destrier.melee.chances import side_bonus
from banneret.rulesets.destrier.movement.going import why_still
from banneret.rulesets.destrier.movement.sliding import free_spot, lies_free, obstacles
from banneret.rulesets.destrier.screen.events import (
    CourseRun,
    Jousted,
    LanceBroken,
    Ran,
    Stumbled,
    Unhorsed,
)
from banneret.rulesets.destrier.screen.told import Bashed, Struck
from rulesets.destrier.arena import Man, arena, man, play, thing
from rulesets.scripting import ByKey, Played, events_of


def ride(battle: Battle, order: Order, dice: list[int], **answers: Any) -> Played[Battle]:
    """Carry out a charge with written dice; answers by key."""
    by = ByKey(answers)
    table = Played(battle, ScriptedDice(*dice), {"a": by, "b": by})
    table.by = by
    charge(table, order)
    assert table.dice.used == len(dice), f"{len(dice) - table.dice.used} dice left"  # type: ignore[attr-defined]
    return table


def knight_and_foot(
    hand: str = "lance", foe: str = "sergeant", y: float = 17.0, others: tuple[Man, ...] = ()
) -> Battle:
    """A knight at a trot before a man on foot, and perhaps others."""
    return arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot", hand=(hand,)),
        man(foe, "b", 20, y, 180),
        *others,
        phase="charges",
    )


MISS, NO_BREAK, NO_BASH = 98, 11, 96


def test_de_chg_34_lance_then_bash_then_reply() -> None:
    """A lance strikes at an inch, the steed bashes whom it touches, who stands may answer."""
    battle = knight_and_foot()
    table = ride(
        battle,
        Order(0, "gallop", (1,)),
        [99, 50, 96, 99],
        charge_line="left",
        charge_reply="blow",
    )
    strikes = events_of(table, Struck)
    assert [(one.figure, one.target) for one in strikes] == [(0, 1), (1, 0)]
    assert [one.figure for one in events_of(table, Bashed)] == [0]
    assert battle.figures[0].steed is not None
    assert battle.figures[0].steed.charged


def test_de_chg_20_de_chg_27_de_chg_29_contact_costs_inches_not_speed() -> None:
    """Thirteen inches at a gallop less two for the contact; the steed still gallops."""
    battle = knight_and_foot()
    ride(battle, Order(0, "gallop", (1,)), [99, 50, 96], charge_line="left", charge_reply="nothing")
    rider = battle.figures[0]
    assert rider.steed is not None
    assert rider.steed.speed == "gallop"
    ridden = ((rider.x - 20) ** 2 + (rider.y - 5) ** 2) ** 0.5
    assert ridden == pytest.approx(11.0, abs=2.5)  # he comes to rest on free ground
    table = ride(
        knight_and_foot(), Order(0, "gallop", (1,)), [99, 50], charge_line="past, on the left",
        charge_reply="nothing",
    )  # fmt: skip
    assert not events_of(table, Bashed)
    assert table.state.figures[0].y == pytest.approx(5 + 13, abs=0.5)


def test_de_chg_27_where_the_whole_line_is_taken_a_steed_rests_beside_it() -> None:
    """Men stand all along its way: it comes to rest on none of them, off the line."""
    file = tuple(man("peasant", "b", 20, 2 + 1.5 * at, posture="prone") for at in range(15))
    rider = man("knight", "a", 20, 12, steed="great_horse", speed="trot", hand=("lance",))
    battle = arena(rider, *file, phase="charges")
    one = battle.figures[0]
    there = free_spot(battle, stand(one), obstacles(battle, one))
    assert lies_free(there, obstacles(battle, one))
    assert abs(there.x - 20) == pytest.approx(1.25, abs=0.3)
    assert there.y == pytest.approx(12, abs=0.3)
    assert there.facing == one.facing


def test_de_con_10_a_charging_steed_does_not_stop_at_a_front() -> None:
    """It bashes the front it meets and runs on beyond it."""
    battle = knight_and_foot(y=12.0)
    table = ride(
        battle, Order(0, "gallop", (1,)), [99, 50, 96], charge_line="through",
        charge_side="left", charge_reply="nothing",
    )  # fmt: skip
    assert [one.figure for one in events_of(table, Bashed)] == [0]
    assert battle.figures[0].y > 13.5


def test_de_chg_25_dead_ahead_the_charger_names_the_side() -> None:
    """Exactly centred he may count the target as on his left, which suits the lance."""
    for side, chance in (("left", 85), ("right", 65)):
        battle = knight_and_foot()
        table = ride(
            battle, Order(0, "gallop", (1,)), [chance + 1, 50, 96], charge_line="through",
            charge_side=side, charge_reply="nothing",
        )  # fmt: skip
        assert not events_of(table, Struck)[0].hit


def test_de_chg_33_what_each_guard_lets_through_is_told_before_it_is_picked() -> None:
    battle = knight_and_foot()
    rider, foe = battle.figures
    shares = {key: exchange(battle, rider, foe, guard=key) for key in free_defences(battle, foe)}
    through = {
        key: int(told["struck"].split()[0]) for key, told in shares.items() if "struck" in told
    }
    assert through["ACTIVE_SHIELD_PARRY"] < int(shares["NONE"]["struck"].split()[0])
    assert through[least(shares)] == min(through.values())
    assert int(shares["DODGE_LEFT"]["if guessed"].split()[0]) > through["DODGE_LEFT"]


def test_de_chg_16_who_is_slowed_on_the_way_strikes_at_nobody_beyond_his_movement() -> None:
    """A man he did not name costs him the two inches he needed: no blow from afar, no second."""
    battle = knight_and_foot(
        y=16.0, others=(man("peasant", "b", 20.3, 10, 180), man("sergeant", "b", 24, 13, 180))
    )
    table = ride(
        battle, Order(0, "canter", (1, 3)), [96], charge_line="left", charge_reply="nothing"
    )
    assert "charge_aim" not in table.by.keys
    assert events_of(table, Struck) == []
    assert battle.figures[0].y < 12.1


def test_de_chg_27_de_chg_35_de_con_13_terrain_ends_a_run_before_the_exchange() -> None:
    """Behind a wall nobody is in reach: no lance goes through it, and the steed is pulled up."""
    wall = thing("wall", (10, 10, 30, 10.2))
    rider = man("knight", "a", 20, 5, steed="great_horse", speed="trot", hand=("lance",))
    battle = arena(rider, man("sergeant", "b", 20, 14, 180), things=[wall], phase="charges")
    assert falls_short(battle, battle.figures[0], "gallop:1")
    table = ride(battle, Order(0, "gallop", (1,)), [], charge_line="left")
    assert events_of(table, Struck) == []
    assert battle.figures[0].y < 9.1
    assert battle.figures[0].steed is not None
    assert battle.figures[0].steed.speed == "trot"
    open_ground = arena(rider, man("sergeant", "b", 20, 14, 180), phase="charges")
    assert not falls_short(open_ground, open_ground.figures[0], "gallop:1")


def test_de_chg_12_de_host_65_a_riderless_steed_in_the_way_is_run_through() -> None:
    """It costs two inches and may make the charger stumble: his lance reaches whom it hid."""
    battle = knight_and_foot(y=16.0)
    battle.loose.append(LooseSteed(7, "b", Steed("medium_horse", 48, 48), 20, 10, 90.0))
    table = ride(
        battle, Order(0, "gallop", (1,)), [100, 99, 50], charge_line="past, on the left",
        charge_reply="nothing",
    )  # fmt: skip
    assert [one.figure for one in events_of(table, Stumbled)] == [0]
    assert [one.target for one in events_of(table, Struck)] == [1]
    assert (battle.loose[0].x, battle.loose[0].y) == (20, 10)
    assert battle.figures[0].y == pytest.approx(5 + 13 - 2, abs=0.3)


def test_de_chg_03_de_chg_35_a_steed_slowed_since_sets_out_from_the_speed_it_has() -> None:
    """Brought to its knees it gets to a trot; a rider stunned in the meantime goes nowhere."""
    rider = man("knight", "a", 20, 5, steed="great_horse", speed="stand", hand=("lance",))
    battle = arena(rider, man("sergeant", "b", 20, 18, 180), phase="charges")
    battle.charges = [Order(0, "gallop", (1,), faced=True)]
    play(battle, resolve, [], [("charge_line", "ahead")])
    steed = battle.figures[0].steed
    assert steed is not None
    assert steed.speed == "trot"
    assert battle.figures[0].y == pytest.approx(11.0)
    battle = knight_and_foot(y=18.0)
    battle.figures[0].stun = 2
    battle.charges = [Order(0, "gallop", (1,), faced=True)]
    play(battle, resolve)
    assert battle.figures[0].y == 5.0


def test_de_chg_33_free_defences_cost_nothing() -> None:
    """A sergeant picks an active parry against the lance: his pool and free parry stay."""
    battle = knight_and_foot()
    foe = battle.figures[1]
    foe.blows_left = 5
    assert "ACTIVE_SHIELD_PARRY" in free_defences(battle, foe)
    assert "DODGE_LEFT" in free_defences(battle, foe)
    assert not any(one.startswith("DODGE") for one in free_defences(battle, battle.figures[0]))
    # great horse at a gallop, lance on AC 4 from the left: 47 + 28 + 10 = 85, less 33
    chance = 52
    table = ride(
        battle,
        Order(0, "gallop", (1,)),
        [chance + 1, NO_BREAK, 96],
        charge_line="left",
        charge_defence=lambda choice: "ACTIVE_SHIELD_PARRY" if choice.about[0] == 1 else "NONE",
        charge_reply="nothing",
    )
    assert not events_of(table, Struck)[0].hit
    assert (foe.blows_left, foe.free_parry_used) == (5, False)


def test_de_chg_33_a_dodge_is_guessed_and_may_clear_the_path() -> None:
    """The charger guesses a dodge; half an inch aside may spare the bash."""
    battle = knight_and_foot()
    table = ride(
        battle,
        Order(0, "gallop", (1,)),
        [99, NO_BREAK, 96],
        charge_line="left",
        charge_defence=lambda choice: "DODGE_LEFT" if choice.about[0] == 1 else "NONE",
        charge_reply="nothing",
        guess="back",
    )
    assert "guess" in table.by.keys
    assert battle.figures[1].x != 20.0


def test_de_chg_18_the_longer_reach_strikes_first() -> None:
    """A pole arm strikes before a sword in the saddle; a sword on foot after it."""
    battle = knight_and_foot("broadsword", "pikeman", 9.0)
    battle.figures[1].in_hand = ("pole_arm",)
    made = Pass(0, 1, "right", False, "NONE", "NONE", "man", "blow")
    table = play(battle, lambda table: strikes_of(table, made), [99, 99])
    assert [one.figure for one in events_of(table, Struck)] == [1, 0]
    battle.figures[1].in_hand = ("short_sword",)
    table = play(battle, lambda table: strikes_of(table, made), [99])
    assert [one.figure for one in events_of(table, Struck)] == [0]
    assert table.result  # the reply comes at closest passage


def test_de_chg_17_a_pikeman_may_keep_his_pike_and_go_for_horse_or_rider() -> None:
    """His cut or pull comes at closest passage, though the pike could have struck before."""
    for answer in ("pull", "hamstring"):
        battle = knight_and_foot("lance", "pikeman", 7.7)
        made = Pass(0, 1, "left", False, "NONE", "NONE", "man", answer)
        table = play(battle, partial(strikes_of, made=made), [99, NO_BREAK])
        assert [one.figure for one in events_of(table, Struck)] == [0]
        assert table.result


def test_de_chg_19_a_pike_taken_from_behind_answers_if_the_horse_passes_to_its_front() -> None:
    """Not at an inch, behind his back, but as the rider goes on before him, at -25."""
    battle = knight_and_foot("lance", "pikeman", 7.7)
    battle.figures[1].facing = 0.0
    made = Pass(0, 1, "left", True, "NONE", "NONE", "man", "blow")
    table = play(battle, partial(strikes_of, made=made), [99, NO_BREAK])
    assert [one.figure for one in events_of(table, Struck)] == [0]
    assert table.result


def test_de_chg_20_who_was_not_named_only_answers() -> None:
    """Nobody strikes at him: he picks no defence, the charger no aim; he may strike back."""
    other = man("pikeman", "b", 20.0, 13.5, 180)
    battle = knight_and_foot(y=10.0, others=(other,))
    table = ride(
        battle,
        Order(0, "gallop", (1,)),
        [99, NO_BREAK, 96, 96, 99],
        charge_line="left",
        charge_reply=lambda choice: "blow" if choice.about[0] == 2 else "nothing",
    )
    assert [(one.figure, one.target) for one in events_of(table, Struck)] == [(0, 1), (2, 0)]
    asked = [(choice.key, choice.about) for choice in table.by.asked if 2 in choice.about]
    assert asked == [("charge_reply", (2, 0)), ("charge_defence", (0, 2))]


def test_de_end_04_a_lance_broken_by_a_hit_counts_off_the_jousting_table_too() -> None:
    """A miss that shatters the lance counts for nobody."""
    for dice, counted in (([1, 99, 3, 3, 3, 99, 10], 1), ([99, 10], 0)):
        battle = knight_and_foot("lance", "sergeant", 7.7)
        made = Pass(0, 1, "left", False, "NONE", "NONE", "man", "nothing")
        play(battle, partial(strikes_of, made=made), dice)
        assert "lance" not in battle.figures[0].in_hand
        assert battle.lances_broken["a"] == counted


def test_de_chg_17_what_may_be_answered_with() -> None:
    """A blow, a pull or a cut at the horse; on horseback a blow."""
    battle = knight_and_foot()
    assert replies(battle, battle.figures[1], battle.figures[0]) == [
        "nothing",
        "blow",
        "blow at steed",
        "pull",
        "hamstring",
    ]
    battle.figures[1].stun = 1
    assert replies(battle, battle.figures[1], battle.figures[0]) == ["nothing"]


def test_de_chg_18_de_htac_13_a_pike_strikes_together_with_the_lance() -> None:
    """Lance against pike: both are rolled, then both carried out, even if the lance fells him."""
    battle = knight_and_foot("lance", "pikeman", 7.7)
    battle.figures[1].fatigue, battle.figures[1].body = 0, 1
    made = Pass(0, 1, "left", False, "NONE", "NONE", "man", "blow")
    dice = [1, 99, 6, 6, 99, 99, NO_BREAK]
    table = play(battle, lambda table: strikes_of(table, made), dice)
    assert [one.figure for one in events_of(table, Struck)] == [0, 1]
    assert battle.figures[1].status != "active"


def test_de_chg_11_a_lance_breaks_one_time_in_ten() -> None:
    """Hit or miss: 10 breaks it, 11 does not."""
    for roll, broken in ((10, True), (11, False)):
        battle = knight_and_foot("lance", "sergeant", 7.7)
        made = Pass(0, 1, "left", False, "NONE", "NONE", "man", "nothing")
        table = play(battle, partial(strikes_of, made=made), [99, roll])
        assert bool(events_of(table, LanceBroken)) == broken
        assert ("lance" in battle.figures[0].in_hand) != broken


def test_de_chg_37_without_a_weapon_only_the_steed_strikes() -> None:
    """A rider whose lance broke has no attack on the second target."""
    battle = knight_and_foot("lance", "sergeant", 7.7)
    battle.figures[0].in_hand = ()
    made = Pass(0, 1, "left", False, "NONE", "NONE", "man", "nothing")
    table = play(battle, lambda table: strikes_of(table, made))
    assert not events_of(table, Struck)


SECRET = {"charge_defence", "charge_reply", "charge_aim", "joust_aim", "joust_guard"}


def kept(table: Played[Battle]) -> dict[str, set[bool]]:
    """Of each kind of secret answer: whether it was told to its own side alone."""
    found: dict[str, set[bool]] = {}
    for told in table.events:
        if isinstance(told.event, Chose) and told.event.key in SECRET:
            found.setdefault(told.event.key, set()).add(told.audience == (told.event.side,))
    return found


def test_de_chg_33_what_both_pick_for_a_pass_stays_their_own() -> None:
    """Defence, answer, guard and aim are answered together, and told to nobody else."""
    battle = knight_and_foot()
    table = ride(battle, Order(0, "gallop", (1,)), [99, 50, 96, 99], charge_reply="blow")
    assert kept(table) == {
        "charge_defence": {True},
        "charge_reply": {True},
        "charge_aim": {True},
    }
    unnamed = knight_and_foot(y=10.0, others=(man("pikeman", "b", 20.0, 13.5, 180),))
    table = ride(
        unnamed,
        Order(0, "gallop", (1,)),
        [99, NO_BREAK, 96, 96, 99],
        charge_line="left",
        charge_reply=lambda choice: "blow" if choice.about[0] == 2 else "nothing",
    )
    assert kept(table)["charge_reply"] == {True}


def test_de_host_29_aim_and_guard_stay_their_own() -> None:
    table = meet(two_knights(jousting=True), [40, 40], joust_aim="HELM", joust_guard="DUCK")
    assert kept(table) == {"joust_aim": {True}, "joust_guard": {True}}


def test_de_host_29_who_aims_and_guards_sees_what_the_jousting_table_says() -> None:
    """HELM against DUCK unhorses with 96 and more; what all three guards come to stands first."""
    battle = two_knights(jousting=True)
    first, second = battle.figures[:2]
    assert joust_chances(battle.tables, "HELM", "DUCK", 0) == (5, 20)
    aimed = ask_aim(battle, first, second).odds
    kept_up = ask_guard(battle, second, first).odds
    assert aimed is not None
    assert kept_up is not None
    said = aimed("HELM")
    assert list(said)[:2] == ["unhorses", "breaks the lance"]
    assert said["unhorses, DUCK"] == "5 %"
    assert kept_up("DUCK")["stays up, HELM"] == "95 %"


def test_de_chg_19_charged_from_behind() -> None:
    """No reply unless the rider passes before the man; the charger has the rear bonus."""
    battle = knight_and_foot("broadsword", "sergeant", 7.7)
    battle.figures[1].facing = 0.0
    made = Pass(0, 1, "right", True, "NONE", "NONE", "man", "blow")
    table = play(battle, lambda table: reply(table, made))
    assert not events_of(table, Struck)
    battle.figures[0].y = 9.5
    table = play(battle, lambda table: reply(table, made), [99])
    assert [one.figure for one in events_of(table, Struck)] == [1]


def test_de_chg_19_ridden_down_from_behind_he_answers_when_the_horse_is_before_him() -> None:
    """Blow and bash from behind, then, still on his feet, his blow at -25 at the rider's back."""
    battle = knight_and_foot("broadsword", "sergeant", 10.0)
    battle.figures[1].facing = 0.0
    table = ride(
        battle, Order(0, "gallop", (1,)), [99, 96, 99], charge_line="left", charge_reply="blow"
    )
    assert [one.figure for one in events_of(table, Struck)] == [0, 1]
    reasons = {one.label: one.value for one in events_of(table, Rolled)[-1].tally}
    assert reasons["other"] == -25
    assert "from behind" not in reasons


def test_de_chg_19_a_horse_that_stops_behind_him_is_not_answered() -> None:
    """The steed has not the inches to pass him: no reply."""
    battle = knight_and_foot("broadsword", "sergeant", 10.0)
    battle.figures[1].facing = 0.0
    made = Pass(0, 1, "left", True, "NONE", "NONE", "man", "blow")

    def stop_short(table: Played[Battle]) -> None:
        runner = Runner(table, battle.figures[0], "trot")
        runner.left = 2.0
        runner.owed.append(made)
        runner.finish()

    table = play(battle, stop_short)
    assert not events_of(table, Struck)


def test_de_chg_17_a_rider_is_pulled_down_as_he_rides_a_man_down() -> None:
    """At closest passage the man is beside the horse, whichever part of it touched him."""
    battle = knight_and_foot("broadsword", "sergeant", 12.0)
    table = ride(
        battle,
        Order(0, "canter", (1,)),
        [99, 96, 1, 3],
        charge_line="left",
        charge_reply="pull",
    )
    assert events_of(table, Unhorsed)[0].why == "pulled"
    assert len(battle.loose) == 1
    assert battle.loose[0].y > 12.0  # it ran on without him (DE-CHG-36)


def test_de_att_07_who_rides_past_on_one_side_strikes_there_and_not_over_the_head() -> None:
    """The larger part of the man is beyond the flank: nothing is taken off; head on, 20 is."""
    for line, ahead in (("left", False), ("through", True)):
        table = ride(
            knight_and_foot("broadsword", "sergeant", 10.0),
            Order(0, "trot", (1,)),
            [99, 96],
            charge_line=line,
            charge_reply="nothing",
        )
        labels = [one.label for one in events_of(table, Rolled)[0].tally]
        assert ("over the horse's head" in labels) == ahead


def test_de_host_28_the_side_helps_other_weapons() -> None:
    """Left -5, right +5 when charging past; nothing for the lance."""
    battle = knight_and_foot()
    assert side_bonus(battle, "left", "broadsword") == -5
    assert side_bonus(battle, "right", "broadsword") == 5
    assert side_bonus(battle, "right", "lance") == 0


def test_de_chg_35_the_charge_is_the_half_move() -> None:
    """After a charge there is no half-move in that phase; a stretch too long ends short."""
    battle = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="stand", hand=("lance",)),
        man("sergeant", "b", 20, 30, 180),
        phase="charges",
    )
    table = ride(battle, Order(0, "trot", (1,)), [])
    rider = battle.figures[0]
    assert rider.y == pytest.approx(11.0, abs=0.05)
    refused = why_still(battle, rider)
    assert refused is not None
    assert refused.clause == "DE-CHG-35"
    assert events_of(table, Ran)[0].speed == "trot"
    assert may_charge(battle, rider) is None  # in the next phase again


def test_de_chg_36_a_steed_without_its_rider_runs_on() -> None:
    """The rider is felled: the steed finishes its line and stands there, loose."""
    battle = knight_and_foot("broadsword", "pikeman", 15.0)
    rider = battle.figures[0]
    rider.fatigue, rider.body = 0, 1
    table = ride(
        battle,
        Order(0, "gallop", (1,)),
        [1, 99, 6, 6, 99, 96],
        charge_line="left",
        charge_reply="blow",
    )
    assert rider.status != "active"
    assert len(battle.loose) == 1
    assert battle.loose[0].y > 14.0
    assert [one.figure for one in events_of(table, Struck)] == [1]


def test_de_chg_23_de_host_26_a_lance_at_a_walk_is_a_spear() -> None:
    """From a standing horse the lance has the spear's dice."""
    from banneret.rulesets.destrier.melee.chances import Attack, arm_of  # noqa: PLC0415

    battle = knight_and_foot("lance", "sergeant", 7.7)
    one, two = battle.figures
    attack = Attack(0, "man", 1, "man", "DELIVER_BLOW", "lance")
    assert one.steed is not None
    one.steed.speed = "walk"
    assert (arm_of(battle, one, two, attack).row, arm_of(battle, one, two, attack).dice) == (
        "LH",
        1,
    )
    one.steed.speed = "charge"
    assert arm_of(battle, one, two, attack).row == "lance"
    assert arm_of(battle, one, two, attack).dice == 5


# -- mutual charges


def two_knights(**more: Any) -> Battle:
    """Two knights with lances, 14 inches apart on lanes that do not touch."""
    return arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="canter", hand=("lance",)),
        man("knight", "b", 21.3, 21, 180, steed="great_horse", speed="canter", hand=("lance",)),
        phase="charges",
        **more,
    )


def meet(battle: Battle, dice: list[int], **answers: Any) -> Played[Battle]:
    """Have two knights charge each other."""
    by = ByKey({"charge_line": "ahead", **answers})
    table = Played(battle, ScriptedDice(*dice), {"a": by, "b": by})
    table.by = by
    mutual_charge(table, Order(0, "canter", (1,)), Order(1, "canter", (0,)))
    assert table.dice.used == len(dice)  # type: ignore[attr-defined]
    return table


def test_de_chg_06_de_chg_07_they_meet_and_both_lances_strike() -> None:
    """Both advance in step; at an inch both lances attack, then both ride on, winner first."""
    battle = two_knights()
    table = meet(battle, [99, 99, 11, 11])
    assert [one.figure for one in events_of(table, Struck)] == [0, 1]
    assert [one.figure for one in events_of(table, Ran)] == [0, 1]
    one, two = battle.figures
    assert one.y == pytest.approx(14.0, abs=0.1)  # nine inches each at a canter
    assert two.y == pytest.approx(12.0, abs=0.1)


def test_de_chg_06_de_chg_07_whom_a_wall_parts_do_not_meet() -> None:
    """One rides up to the wall and the other to its far side: their lances do not reach."""
    battle = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="canter", hand=("lance",)),
        man("knight", "b", 20, 22, 180, steed="great_horse", speed="canter", hand=("lance",)),
        things=[thing("wall", (10, 12, 30, 14))],
        phase="charges",
    )
    by = ByKey({})
    table = Played(battle, ScriptedDice(), {"a": by, "b": by})
    mutual_charge(table, Order(0, "canter", (1,)), Order(1, "canter", (0,)))
    assert events_of(table, Struck) == []
    assert [round(one.y, 1) for one in battle.figures] == [11.0, 15.0]


def test_de_chg_08_the_better_mount_strikes_first() -> None:
    """A great horse before a medium one: the rider felled does not strike."""
    battle = two_knights()
    two = battle.figures[1]
    assert two.steed is not None
    two.steed.key = "medium_horse"
    two.fatigue, two.body = 0, 1
    table = meet(battle, [1, 99, 6, 6, 6, 50, NO_BREAK])
    assert [one.figure for one in events_of(table, Struck)] == [0]


def test_de_chg_12_a_collision_makes_both_horses_stumble() -> None:
    """If a path crosses the other's stand both are checked; a lance goes before it."""
    battle = two_knights()
    battle.figures[1].x = 20.2
    table = meet(battle, [99, 99, 11, 11, 99, 99], charge_line="ahead")
    assert [one.figure for one in events_of(table, Stumbled)] == [0, 1]


def test_de_chg_34_horses_that_collide_lose_two_inches() -> None:
    """Nine inches each at a canter, two fewer for the contact."""
    battle = two_knights()
    battle.figures[1].x = 20.2
    meet(battle, [99, 99, 11, 11, 99, 99])
    assert battle.figures[0].y == pytest.approx(12.0, abs=0.1)


def test_de_host_34_a_steed_on_its_knees_stops() -> None:
    """The d10 says 6: it stops where they met; the other rides on."""
    battle = two_knights()
    battle.figures[1].x = 20.2
    meet(battle, [99, 99, 11, 11, 1, 6, 1, 99])
    one, two = battle.figures
    assert one.steed is not None
    assert one.steed.speed == "stand"
    assert one.y < 13.0
    assert two.y < 15.0


def test_de_chg_36_an_unhorsed_jouster_lies_where_he_fell_and_his_steed_runs_on() -> None:
    """Both lances struck: he lies beside the spot, his horse finishes its line."""
    battle = two_knights()
    two = battle.figures[1]
    table = meet(battle, [1, 99, 3, 3, 3, 1, 91, 99, 3, 3, 11, 11])
    fell = events_of(table, Unhorsed)[0]
    assert (two.x, two.y) == fell.place
    assert fell.place[1] == pytest.approx(14.0, abs=1.5)
    assert battle.loose[0].y == pytest.approx(12.0, abs=0.2)
    assert battle.figures[0].y == pytest.approx(14.0, abs=0.1)


def test_de_chg_36_a_steed_that_falls_goes_no_farther() -> None:
    """The d10 says 9: it falls there, though unhurt it is soon on its feet again."""
    battle = two_knights()
    battle.figures[1].x = 20.2
    meet(battle, [99, 99, 11, 11, 99, 1, 9, 3, 3, 99])
    assert battle.loose[0].y == pytest.approx(14.0, abs=1.5)


def test_de_chg_13_a_sword_must_survive_the_lance() -> None:
    """The swordsman strikes after the lance, if he is still in the saddle."""
    battle = two_knights()
    battle.figures[1].in_hand = ("broadsword",)
    table = meet(battle, [99, 11, 99])
    assert [one.figure for one in events_of(table, Struck)] == [0, 1]
    battle = two_knights()
    battle.figures[1].in_hand = ("broadsword",)
    battle.figures[1].fatigue, battle.figures[1].body = 0, 1
    table = meet(battle, [1, 99, 6, 6, 6, 50, NO_BREAK])
    assert [one.figure for one in events_of(table, Struck)] == [0]


def test_de_chg_10_de_host_29_a_joust_is_read_on_its_own_table() -> None:
    """Aim and guard in secret; t and 0 injure, U unhorses, a broken lance is counted."""
    battle = two_knights(jousting=True)
    table = meet(battle, [96, 40, 1, 1], joust_aim="HELM", joust_guard="DUCK")
    found = events_of(table, Jousted)
    assert [(one.figure, one.code) for one in found] == [(0, "U"), (1, "M")]
    assert battle.figures[1].steed is None


def test_de_chg_10_codes_0_and_t_are_injuries() -> None:
    """HELM against DUCK: 91 to 95 injures in the saddle, 99 unhorses and injures."""
    battle = two_knights(jousting=True)
    before = battle.figures[1].fatigue
    table = play(
        battle,
        lambda table: tilt(table, *battle.figures),
        [95, 40, 3, 3, 3],
        answers={"a": ["HELM", "STEADY"], "b": ["HELM", "DUCK"]},
    )
    assert events_of(table, Jousted)[0].code == "0"
    assert battle.figures[1].fatigue < before
    assert battle.lances_broken == {"a": 1, "b": 0}


def test_de_host_29_who_is_unhorsed_in_the_same_moment_strikes_as_hard() -> None:
    """Lances of a joust strike at once: his injures by the speed of the course."""
    battle = two_knights(jousting=True)
    before = battle.figures[0].fatigue
    play(
        battle,
        lambda table: tilt(table, *battle.figures),
        [96, 92, 1, 1, 3, 3, 3],
        answers={"a": ["HELM", "DUCK"], "b": ["HELM", "DUCK"]},
    )
    assert battle.figures[1].steed is None
    canter = battle.tables.host.lance.add.of("canter")
    assert before - battle.figures[0].fatigue == 9 + canter


def test_de_host_67_a_rider_stunned_in_the_saddle_strikes_nobody() -> None:
    """The lance wounds his head before his sword comes near: he rides on and does not strike."""
    battle = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="canter", hand=("lance",)),
        man("knight", "b", 21.3, 21, 180, steed="great_horse", speed="canter"),
        phase="charges",
    )
    battle.figures[1].in_hand = ("broadsword",)
    table = meet(battle, [1, 1, 90, 1, 1, 1, 99, 1])
    assert battle.figures[1].stun
    assert battle.figures[1].steed is not None
    assert [one.figure for one in events_of(table, Struck)] == [0]


def test_de_chg_33_de_host_67_the_stunned_may_bear_the_shield_against_a_charge() -> None:
    battle = knight_and_foot()
    foe = battle.figures[1]
    foe.stun = 2
    assert free_defences(battle, foe) == ["NONE", "PASSIVE_SHIELD_PARRY"]
    foe.shield = "none"
    assert free_defences(battle, foe) == ["NONE"]


def test_de_end_04_a_course_ends_with_both_at_their_ends() -> None:
    """After an exchange both return with whole lances, and the course is counted."""
    battle = two_knights(jousting=True, scenario="pas_darmes")
    battle.figures[0].name, battle.figures[1].name = "the defender", "the comer"
    table = meet(battle, [85, 40], joust_aim="HELM", joust_guard="DUCK")
    assert battle.course == 1
    assert battle.lances_broken == {"a": 1, "b": 0}
    assert events_of(table, CourseRun)[0].broken == (1, 0)
    assert (battle.figures[0].x, battle.figures[0].y) == (3.0, 5.25)
    assert "lance" in battle.figures[0].in_hand
    assert battle.figures[0].steed is not None
    assert battle.figures[0].steed.speed == "stand"


@pytest.mark.parametrize(
    ("course", "dice", "phase"),
    [(0, [96, 40, 1, 1], "turn_end"), (2, [85, 40], "turn_end"), (1, [85, 40], "charges")],
)
def test_de_end_04_a_joust_is_over_when_it_is_decided(
    course: int, dice: list[int], phase: str
) -> None:
    """Unhorsed, or after the third course: nobody gets time to mount again."""
    battle = two_knights(jousting=True, scenario="pas_darmes")
    battle.figures[0].name, battle.figures[1].name = "the defender", "the comer"
    battle.course = course
    battle.charges = [Order(0, "canter", (1,), True), Order(1, "canter", (0,), True)]
    by = ByKey({"charge_line": "ahead", "joust_aim": "HELM", "joust_guard": "DUCK"})
    resolve(Played(battle, ScriptedDice(*dice), {"a": by, "b": by}))
    assert battle.phase == phase


def test_de_chg_14_a_broken_order_is_released() -> None:
    """He wrote a man on foot before the knight who named him: after the meeting he takes him."""
    battle = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="canter", hand=("lance",)),
        man("knight", "b", 21.3, 14, 180, steed="great_horse", speed="canter", hand=("lance",)),
        man("sergeant", "b", 18.6, 18, 180),
        phase="charges",
    )
    by = ByKey({"charge_line": lambda choice: choice.ideas()[0]})
    table = Played(battle, ScriptedDice(99, 99, 11, 11, 99, 11, 96), {"a": by, "b": by})
    mutual_charge(table, Order(0, "charge", (2, 1)), Order(1, "canter", (0,)))
    assert [one.target for one in events_of(table, Struck)] == [1, 0, 2]


def test_de_chg_32_the_tac_charge_is_another_thing() -> None:
    """A movement charge does not use up the one TAC CHARGE of the turn."""
    battle = knight_and_foot()
    ride(battle, Order(0, "gallop", (1,)), [99, 50, 96], charge_line="left", charge_reply="nothing")
    assert not battle.figures[0].charged_this_turn


def test_de_chg_21_de_chg_22_speed_hampers_a_sword_not_a_flail() -> None:
    """At a gallop a sword is at -20; lance, flail and great sword are not."""
    from banneret.rulesets.destrier.host.hitting import rider_speed  # noqa: PLC0415

    tables = knight_and_foot().tables
    found = [rider_speed(tables, weapon=one, speed="gallop") for one in ("broadsword", "flail")]
    assert found == [-20, 0]
    assert rider_speed(tables, weapon="great_sword", speed="charge") == 0
    assert rider_speed(tables, weapon="broadsword", speed="trot") == 0


def test_a_rider_pulled_down_lies_beside_the_grappler() -> None:
    """A pull at closest passage brings the rider down (DE-CHG-17)."""
    battle = arena(
        man("knight", "a", 20, 10, steed="great_horse", speed="trot", hand=("broadsword",)),
        man("sergeant", "b", 21.207, 10, 270),
        phase="charges",
    )
    made = Pass(0, 1, "right", False, "NONE", "NONE", "man", "pull")
    table = play(battle, lambda table: reply(table, made), [1, 3])
    assert events_of(table, Unhorsed)[0].why == "pulled"
    assert battle.figures[0].posture == "prone"


def test_a_runner_keeps_count() -> None:
    """A runner begins with what the speed allows."""
    battle = knight_and_foot()

    def begin(table: Played[Battle]) -> tuple[float, float]:
        runner = Runner(table, battle.figures[0], "gallop")
        return runner.left, runner.turning

    assert play(battle, begin).result == (13.0, 40.0)


def test_de_chg_25_the_line_that_was_drawn_is_proposed() -> None:
    """Of the lines that reach him the one with the target on the lance's own side."""
    battle = knight_and_foot()
    asked: list[Any] = []

    def first(choice: Any) -> str:
        asked.append(choice)
        return str(choice.proposal)

    ride(battle, Order(0, "gallop", (1,)), [99, 50, 96], charge_line=first, charge_reply="nothing")
    (choice,) = asked
    assert choice.proposal in ("left", "past, on the left")
    assert choice.label("through") == "Into him, dead ahead"
