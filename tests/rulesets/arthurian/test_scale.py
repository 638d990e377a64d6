"""Models, dice, measuring, terrain: AR-SCALE, AR-PROFILE, AR-MOVE."""

from typing import Any

import msgspec
import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.chance.dice import RandomDice
from banneret.core.chance.draws import D
from banneret.core.errors import BadData, WrongDice
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.basics import who
from banneret.rulesets.arthurian.basics.state import KILLED
from banneret.rulesets.arthurian.basics.tables import BANDS, PROFILES, TABLES
from banneret.rulesets.arthurian.fight import harm, shooting
from banneret.rulesets.arthurian.ground import horses, sight, ways
from banneret.rulesets.arthurian.ground.allowance import allowance
from banneret.rulesets.arthurian.setup.lists import read_forces
from banneret.rulesets.arthurian.turn import rounds
from rulesets.arthurian.field import acting, field, go, judged, made, play, step


def test_ar_scale_01_a_model_is_removed_alone() -> None:
    battle = field(made("brigand", "b", 10, 10), made("brigand", "b", 12, 10))
    play(battle, lambda table: harm.remove(table, battle[0], KILLED))
    assert [one.in_play for one in battle.models] == [False, True]


def test_ar_scale_02_every_die_is_uniform() -> None:
    dice = RandomDice(5)
    for sides in (2, 3, 4, 6, 7, 12, 100):
        seen = {dice.throw(D("x", sides))[0] for _ in range(sides * 40)}
        assert seen == set(range(1, sides + 1))


def test_ar_scale_03_d2_and_d3_are_recorded_as_themselves() -> None:
    assert judged("stun_roll", {}, [1, 3]) == {"rounds": 3}
    assert judged("stun_roll", {}, [2, 2]) == {"rounds": 2}


def test_ar_scale_04_a_dismounted_knight_has_a_small_base_on_the_same_spot() -> None:
    battle = field(made("pc_knight", "a", 10, 10))
    horses.dismount(battle, battle[0])
    assert (battle[0].base, battle[0].at) == (1.0, (10.0, 10.0))
    assert (battle.scenario.width, battle.scenario.depth) == (36.0, 36.0)


def test_ar_scale_05_a_model_strikes_all_round() -> None:
    for x, y in ((11, 10), (9, 10), (10, 11), (10, 9)):
        battle = acting(field(made("squire", "a", 10, 10), made("brigand", "b", x, y)))
        step(battle, [3, 3, 1, 2], ["attack:1"])


def test_ar_scale_06_contact_has_a_tolerance_and_bases_never_overlap() -> None:
    battle = field(made("squire", "a", 10, 10), made("brigand", "b", 11.04, 10))
    assert who.touch(*battle.models)
    battle[1].x = 11.06
    assert not who.touch(*battle.models)
    battle = field(made("squire", "a", 10, 10), made("squire", "a", 13, 10))
    no = ways.check_move(battle, battle[0], [(12.5, 10)], 6.0)
    assert isinstance(no, Refusal)
    assert no.clause == "AR-SCALE-06"


def test_ar_scale_07_sight_is_clear_obscured_or_none() -> None:
    at: dict[str, Any] = {"scenario": "saxon_raid"}
    battle = field(made("archer", "a", 18, 4), made("saxon_warrior", "b", 18, 5.9), **at)
    assert sight.sight(battle, *battle.models).kind == "clear"
    battle[1].x, battle[1].y = 18, 14
    assert sight.sight(battle, *battle.models).kind == "none"
    battle[1].x = 24.0  # one edge line runs past the corner of the hut
    assert sight.sight(battle, *battle.models).kind == "obscured"


def test_ar_scale_07_a_shooter_at_the_palisade_is_unaffected_by_it() -> None:
    at: dict[str, Any] = {"scenario": "robbers_tower"}
    battle = field(made("archer", "a", 12, 15), made("man_at_arms", "b", 12, 24), **at)
    assert sight.sight(battle, *battle.models).kind == "obscured"
    battle[0].y = 19.23
    assert sight.sight(battle, *battle.models).kind == "clear"


def test_ar_scale_07_three_inches_of_wood_block_sight() -> None:
    at: dict[str, Any] = {"scenario": "ambush_in_the_wood"}
    battle = field(made("archer", "a", 9, 18), made("brigand", "b", 9, 22.9), **at)
    assert sight.sight(battle, *battle.models).kind == "obscured"
    battle[1].y = 23.6
    assert sight.sight(battle, *battle.models).kind == "none"


def test_ar_scale_08_rough_ground_counts_twice_and_a_hedge_two_inches() -> None:
    wood = field(made("brigand", "b", 9, 26), scenario="ambush_in_the_wood")
    assert isinstance(ways.check_move(wood, wood[0], [(9, 29)], 6.0), ways.Trip)
    assert isinstance(ways.check_move(wood, wood[0], [(9, 29.2)], 6.0), Refusal)
    hedge = field(made("squire", "a", 12, 18), scenario="robbers_tower")
    trip = ways.check_move(hedge, hedge[0], [(12, 22)], 6.0)
    assert isinstance(trip, ways.Trip)
    assert trip.price == pytest.approx(6.0)
    assert judged("path_cost", {"open_inches": 2, "rough_inches": 2, "obstacles": 1})["value"] == 8


def test_ar_scale_09_a_rider_who_falls_in_contact_stays_in_contact() -> None:
    battle = field(made("pc_knight", "a", 10, 10), made("robber_knight", "b", 12, 10))
    horses.dismount(battle, battle[0], toward=1)
    assert who.touch(*battle.models)
    assert battle[0].base == 1.0
    assert battle[0].at == (10.5, 10.0)


def test_ar_scale_09_a_base_that_grows_is_shifted_or_cannot_grow() -> None:
    battle = field(
        made("pc_knight", "a", 10, 10, mounted=False, horse="standing", horse_x=10, horse_y=10),
        made("squire", "a", 11.2, 10),
    )
    spot = horses.room_to_mount(battle, battle[0])
    assert spot is not None
    assert spot != (10.0, 10.0)
    ring = [made("squire", "a", 10 + dx, 10 + dy) for dx in (-0.8, 0.8) for dy in (-0.8, 0.8)]
    boxed = field(made("pc_knight", "a", 10, 10, mounted=False, horse="standing"), *ring)
    assert horses.room_to_mount(boxed, boxed[0]) is None


# -- profiles


def test_ar_profile_01_every_profile_has_the_eight_values() -> None:
    for one in PROFILES.values():
        values = (one.att, one.def_, one.str_, one.tough, one.ini, one.dis, one.rng)
        assert all(value >= 0 for value in values)
        assert one.move in BANDS


def test_ar_profile_02_a_model_records_roles_and_gear() -> None:
    battle = field(made("pc_knight", "a", 5, 5), made("dwarf", "a", 8, 5))
    knight, dwarf = battle.models
    assert (knight.hero, knight.pc, knight.mounted, knight.shield) == (True, True, True, "ok")
    assert knight.weapons == ("lance", "sword", "dagger")
    assert not knight.spare_horse
    assert who.companion_kind(knight, dwarf) == "dwarf"


def test_ar_profile_03_twenty_eight_profiles_with_their_points() -> None:
    assert len(PROFILES) == 28
    bad = b'[[force]]\nid="x"\nname="x"\nmodels=[["gnome",1]]'
    with pytest.raises(Exception, match="gnome"):
        read_forces(bad, "f.toml")


def test_ar_profile_04_leadership_is_a_score_and_an_ability() -> None:
    assert (
        judged("strategic_roll", {"a": {"dis": [2], "leader": True}, "b": {"dis": [2]}}, [3, 3])[
            "a_mod"
        ]
        == 3
    )
    sides = {"option": 1, "a": [{"dis": 2, "lead": 3}], "b": [{"dis": 1}]}
    assert judged("initiative", sides, [3, 3])["a_mod"] == 3


def test_ar_profile_05_a_wolf_has_no_virtue_and_a_pc_has_luck() -> None:
    battle = field(made("wolf", "b", 5, 5), made("pc_knight", "a", 9, 9))
    assert who.virtue_of(battle[0]) is None
    assert (battle[1].luck, who.virtue_of(battle[1])) == (4, 4)


def test_ar_profile_06_a_side_without_a_pc_marks_one() -> None:
    battle = RULESET.begin("saxon_raid", {}, {})
    pcs = {side: [m for m in battle.models if m.pc and m.side == side] for side in "ab"}
    assert [len(found) for found in pcs.values()] == [1, 1]
    chief = pcs["b"][0]
    assert (chief.profile.id, chief.luck, chief.vp) == ("saxon_chieftain", 4, 12)
    alone = RULESET.begin("saxon_raid", {"solo": True}, {})
    assert not [m for m in alone.models if m.pc and m.side == "b"]


def test_ar_profile_07_a_chief_has_no_companions_among_his_brigands() -> None:
    battle = field(
        made("brigand_chief", "b", 5, 5, pc=True),
        made("brigand", "b", 8, 5),
        made("robber_knight", "b", 12, 5),
        made("squire", "b", 15, 5),
        made("lady", "b", 18, 5),
    )
    kinds = [who.companion_kind(battle[0], one) for one in battle.models]
    assert kinds == ["", "", "comrade", "man_at_arms", ""]
    assert battle.leaders["b"] == 0


# -- moving


def test_ar_move_01_only_three_bands_are_profiles() -> None:
    assert set(TABLES.move_band) == set(BANDS)
    with pytest.raises(BadData, match="band"):
        judged("move_allowance", {"band": "huge"})


def test_ar_move_02_bands_are_3_5_and_8() -> None:
    assert [TABLES.move_band[one] for one in BANDS] == [3.0, 5.0, 8.0]


def test_ar_move_03_front_to_back_adds_the_base() -> None:
    assert allowance("medium", 0, 1.0).inches == 6.0
    assert allowance("long", 0, 2.0).inches == 10.0


def test_ar_move_04_front_to_front_is_the_band_alone() -> None:
    assert allowance("medium", 1, 1.0).inches == allowance("medium", 1, 5.0).inches == 5.0


def test_ar_move_05_through_friends_not_through_enemies() -> None:
    battle = field(
        made("squire", "a", 10, 10),
        made("archer", "a", 12, 10),
        made("brigand", "b", 10, 12.5),
    )
    assert isinstance(ways.check_move(battle, battle[0], [(14, 10)], 6.0), ways.Trip)
    no = ways.check_move(battle, battle[0], [(10, 15.9)], 6.0)
    assert isinstance(no, Refusal)
    assert no.clause == "AR-MOVE-05"
    stop = ways.check_move(battle, battle[0], [(10, 12)], 6.0)
    assert isinstance(stop, ways.Trip)
    assert stop.touches == (2,)
    assert stop.end[0] == 10.0
    assert stop.end[1] == pytest.approx(11.48, abs=0.02)


def test_ar_move_06_dismounting_costs_the_move_and_mounting_the_action() -> None:
    battle = acting(field(made("pc_knight", "a", 10, 10), made("brigand", "b", 30, 30)))
    step(battle, (), ["dismount"])
    assert battle.act is not None
    assert (battle.act.moves, battle.act.actions) == (0, 1)
    assert ways.allowance_of(battle[0]).inches == 6.0
    step(battle, (), ["mount"])
    assert battle[0].mounted
    assert battle.act is None


def test_ar_move_06_a_horse_far_away_cannot_be_mounted() -> None:
    battle = field(
        made("pc_knight", "a", 10, 10, mounted=False, horse="standing", horse_x=12, horse_y=10)
    )
    no = horses.why_not_mount(battle, battle[0])
    assert no is not None
    assert no.clause == "AR-MOVE-06"


def test_ar_move_07_who_leaves_is_no_casualty_and_does_not_return() -> None:
    battle = acting(field(made("squire", "a", 10, 2), made("brigand", "b", 30, 30)))
    step(battle, (), ["move", go((10, -1))])
    assert (battle[0].in_play, battle[0].removed_how) == (False, "left")
    battle = field(made("squire", "a", 2, 10))
    no = ways.check_move(battle, battle[0], [(-1, 10)], 6.0)
    assert isinstance(no, Refusal)
    assert no.clause == "AR-MOVE-07"


def test_ar_profile_01_each_value_is_used_as_what_it_is() -> None:
    odd = msgspec.structs.replace(
        PROFILES["squire"], att=11, def_=12, str_=13, tough=14, ini=15, dis=16, rng=17
    )
    battle = field(made("squire", "a", 5, 5, missile="bow"))
    battle[0].profile = odd
    one = who.fighter(battle, battle[0])
    assert (one.att, one.def_, one.str_, one.tough, one.ini) == (11, 12, 13, 14, 15)
    assert rounds.candidate(battle, battle[0]).dis == 16
    assert shooting.shooter_of(battle, battle[0], moves=False).rng == 17


def test_ar_scale_02_poison_is_a_d4_and_a_direction_a_d12() -> None:
    with pytest.raises(WrongDice, match="d4"):
        judged("knights_fate", {"victor_vl": 1}, [1, 5])
    assert judged("random_direction", {}, [11])["degrees"] == 330
