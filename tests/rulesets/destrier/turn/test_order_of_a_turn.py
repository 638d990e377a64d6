"""The order of a turn, initiative, other acts, and the end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick
from banneret.rulesets.destrier.basics.options import Options
from banneret.rulesets.destrier.basics.state import SPELL, Battle, LooseSteed, Steed
from banneret.rulesets.destrier.basics.who import active, own_weight
from banneret.rulesets.destrier.melee.harm import hurt
from banneret.rulesets.destrier.movement.doing import do
from banneret.rulesets.destrier.movement.going import why_still
from banneret.rulesets.destrier.screen import told
from banneret.rulesets.destrier.screen.scenery import pieces
from banneret.rulesets.destrier.sequence import SEQUENCE
from banneret.rulesets.destrier.turn import acts, ending
from banneret.rulesets.destrier.turn.beginning import begin_turn, initiative
from banneret.rulesets.destrier.turn.magick import by_dexterity, is_senior
from banneret.rulesets.destrier.turn.order import half_turn, next_phase
from rulesets.destrier.arena import arena, man, play
from rulesets.scripting import ByKey, events_of


def far(**more: Any) -> Battle:
    return arena(
        man("sergeant", "a", 5, 5, 0),
        man("sergeant", "b", 5, 25, 180),
        **{"phase": "turn", **more},
    )


def phases(battle: Battle, until: str, answers: dict[str, Any] | None = None) -> list[str]:
    by = ByKey(answers or {})
    table = Table(battle, RandomDice(2), {"a": by, "b": by})
    seen = []
    while battle.phase != until and battle.result is None:
        seen.append(battle.phase)
        SEQUENCE[battle.phase](table)
        assert len(seen) < 200
    return list(dict.fromkeys(seen))


def test_de_seq_01_de_seq_02_a_turn_without_charges() -> None:
    battle = far()
    seen = phases(battle, "choose", {"mover": "done", "act": "pass"})
    assert seen == [
        "turn",
        "initiative",
        "charge_orders",
        "charges",
        "spells_winner",
        "spells_loser",
        "missiles_winner",
        "missiles_loser",
        "acts_winner",
        "acts_loser",
        "moves_winner",
        "moves_loser",
        "melee",
    ]
    assert battle.half == 2
    assert len(battle.initiative) == 2


def test_de_seq_07_de_seq_08_charges_before_fire_or_after() -> None:
    battle = far()
    assert half_turn(battle)[1:3] == ("charge_orders", "charges")
    battle.options = Options(charges_after_fire=True)
    order = half_turn(battle)
    assert order.index("charges") == order.index("acts_loser") + 2
    assert order.index("charges") < order.index("moves_winner")


def test_de_init_02_initiative_is_rolled_twice() -> None:
    battle = far(phase="initiative")
    battle.initiative = ()
    play(battle, initiative, [1, 6])
    assert [*battle.initiative] == ["b"]
    battle.half, battle.phase = 2, "initiative"
    play(battle, initiative, [6, 1])
    assert [*battle.initiative] == ["b", "a"]


def test_de_init_03_surprise_gives_the_first_initiative() -> None:
    battle = far(phase="initiative")
    battle.scenario = msgspec.structs.replace(battle.scenario, surprised="a")
    battle.initiative = ()
    play(battle, initiative)
    assert [*battle.initiative] == ["b"]
    battle.half, battle.phase = 2, "initiative"
    play(battle, initiative, [6, 1])
    assert [*battle.initiative] == ["b", "a"]


def archers(**options: Any) -> Battle:
    battle = arena(
        man("archer", "a", 5, 5, 0),
        man("archer", "b", 5, 15, 180),
        man("archer", "a", 8, 5, 0),
        phase="spells_winner",
        **options,
    )
    for figure, dexterity in zip(battle.figures, (12, 14, 15), strict=True):
        figure.profile = msgspec.structs.replace(figure.profile, dexterity=dexterity)
    return battle


def test_de_init_04_by_dexterity_whatever_the_side() -> None:
    battle = archers(dexterity_initiative=True)
    order: list[int] = []

    def note(choice: Any) -> Any:
        order.append(choice.about[0])
        return "pass"

    by = ByKey({"shot": note})
    table = Table(battle, RandomDice(1), {"a": by, "b": by})
    for _ in range(3):
        by_dexterity(table)
    assert order == [2, 1, 0]


def test_de_init_04_de_seq_09_archers_of_one_dexterity_shoot_as_their_owner_likes() -> None:
    battle = archers(dexterity_initiative=True)
    one, _, third = battle.figures
    third.profile = one.profile
    asked: list[Any] = []

    def note(choice: Any) -> Any:
        asked.append(choice.about)
        return "pass"

    by = ByKey({"shot": note})
    table = Table(battle, RandomDice(1), {"a": by, "b": by})
    while battle.phase == "spells_winner":
        by_dexterity(table)
    assert asked == [(1,), (0, 2)]


def test_de_init_05_a_senior_mage_acts_first() -> None:
    battle = arena(man("magus", "a", 5, 5), man("magus", "b", 5, 15, 180), senior_mage=True)
    one, two = battle.figures
    two.profile = msgspec.structs.replace(two.profile, mkl=4)
    assert is_senior(battle, one)
    two.profile = msgspec.structs.replace(two.profile, mkl=5)
    assert not is_senior(battle, one)
    assert not is_senior(battle, two)


def test_de_init_05_no_archer_shoots_before_a_senior_mage() -> None:
    """He always has the initiative, though the archer is quicker and on the winner's side."""
    battle = arena(
        man("magus", "b", 10, 10, 0),
        man("archer", "a", 10, 18, 180),
        man("skald", "a", 30, 30, 180),
        phase="spells_winner",
        dexterity_initiative=True,
        senior_mage=True,
    )
    by = ByKey({"spell": "0>flame_dart@1"})
    table = Table(battle, RandomDice(1), {"a": by, "b": by})
    by_dexterity(table)
    assert by.keys == ["spell", "will_move"]


def test_de_tac_18_de_mag_02_de_horse_12_once_in_a_turn_begins_anew() -> None:
    battle = far()
    figure = battle.figures[0]
    figure.charged_this_turn = figure.cast_this_turn = figure.hamstrung_this_turn = True
    figure.free_parry_used = True
    play(battle, begin_turn)
    assert not figure.charged_this_turn
    assert not figure.cast_this_turn
    assert not figure.hamstrung_this_turn
    assert not figure.free_parry_used


def test_de_seq_06_the_second_phase_follows_the_first() -> None:
    battle = far(phase="moves_loser")
    next_phase(battle)
    assert (battle.half, battle.phase) == (2, "initiative")
    battle.phase = "moves_loser"
    next_phase(battle)
    assert battle.phase == "melee"


# -- other acts


def act(battle: Battle, key: str, dice: list[int] | None = None) -> None:
    battle.phase = "acts_winner"
    play(battle, acts.acts_winner, dice or [], {"a": [("act", key)]})


def test_de_act_03_de_act_09_standing_up_costs_half_the_move() -> None:
    battle = far()
    figure = battle.figures[0]
    figure.posture = "prone"
    act(battle, "0>stand_up")
    assert (figure.posture, figure.activity_cost) == ("standing", 0.5)
    figure.posture, figure.activity, figure.activity_cost = "prone", "", 0.0
    figure.encumbrance = "encumbered"
    act(battle, "0>stand_up")
    assert figure.activity_cost == 1.0


def test_de_chg_35_de_act_05_a_steed_that_lost_its_rider_in_a_charge_may_go_on_later() -> None:
    """Its charge is over with the phase, though nobody rode it when the next began."""
    battle = arena(man("squire", "a", 10, 10), man("sergeant", "b", 30, 30), phase="initiative")
    steed = Steed("medium_horse", 48, 48, charged=True)
    battle.loose.append(LooseSteed(0, "a", steed, 11.3, 10, 0.0))
    play(battle, initiative, [1, 2])
    play(battle, lambda table: do(table, battle.figures[0], "mount_steed"))
    assert why_still(battle, battle.figures[0]) is None


def test_de_act_06_dropping_costs_nothing() -> None:
    battle = far()
    act(battle, "0>fall_down")
    assert (battle.figures[0].posture, battle.figures[0].activity_cost) == ("prone", 0.0)


def test_de_act_07_a_ready_weapon_is_drawn_free() -> None:
    battle = arena(man("archer", "a", 5, 5), man("sergeant", "b", 5, 25, 180))
    archer = battle.figures[0]
    act(battle, "0>draw:short_sword")
    assert archer.in_hand == ("short_sword",)
    assert archer.weapons == ("long_bow",)
    assert archer.activity_cost == 0.0


@pytest.mark.parametrize(
    ("friend", "weight", "wanted"),
    [("hobbit", 0, 0.5), ("sergeant", 0, 0.75), ("sergeant", 100, 1.0)],
)
def test_de_act_10_lifting_a_comrade(friend: str, weight: int, wanted: float) -> None:
    battle = arena(
        man("sergeant", "a", 5, 5, 0),
        man(friend, "a", 5.6, 5.6, 180, posture="prone"),
        man("sergeant", "b", 5, 25, 180),
    )
    lifter, fallen, _ = battle.figures
    fallen.profile = msgspec.structs.replace(fallen.profile, weight=fallen.profile.weight + weight)
    what = acts.lift_of(battle, lifter, fallen)
    act(battle, f"0>{what}@1")
    assert fallen.posture == "standing"
    assert lifter.activity_cost == wanted


def test_de_act_11_de_gen_11_one_act_in_a_phase() -> None:
    battle = far()
    act(battle, "0>fall_down")
    battle.phase = "acts_winner"
    play(battle, acts.acts_winner)
    assert battle.phase == "acts_loser"


def test_de_miss_07_winding_a_crossbow_stops_all_movement() -> None:
    from banneret.rulesets.destrier.movement.going import allowance  # noqa: PLC0415

    battle = arena(
        man("crossbowman", "a", 5, 5, 0, unloaded={"heavy_crossbow": 2}),
        man("sergeant", "b", 5, 25, 180),
    )
    bowman = battle.figures[0]
    assert allowance(battle, bowman) == 3.0
    act(battle, "0>reload")
    assert bowman.unloaded == {"heavy_crossbow": 1}
    assert allowance(battle, bowman) == 0.0


def test_de_end_02_de_bers_10_surrender() -> None:
    battle = arena(man("sergeant", "a", 5, 5, 0), man("berserker", "b", 5, 6.6, 180))
    one, two = battle.figures
    assert acts.captors(battle, one) == [two]
    two.berserk = True
    assert acts.captors(battle, one) == []
    two.berserk = False
    act(battle, "0>surrender@1")
    assert one.status == "surrendered"
    assert one.in_hand == ()


def test_de_end_02_nobody_gives_himself_up_by_mistake() -> None:
    """To surrender stands aside and points at nobody; else nobody need be asked."""
    battle = arena(man("sergeant", "a", 5, 5, 0), man("sergeant", "b", 5, 6.6, 180))
    battle.phase = "acts_winner"
    asked: list[Pick[str]] = []

    def passing(choice: Pick[str]) -> str:
        asked.append(choice)
        return "pass"

    play(battle, acts.acts_winner, [], {"a": [passing]})
    [choice] = asked
    assert choice.seldom
    assert choice.aside is not None
    assert choice.aside("0>surrender@1")
    assert not choice.aside("pass")
    assert pieces(battle, choice, "0>surrender@1") == ()
    battle.phase, battle.figures[0].posture = "acts_winner", "prone"
    play(battle, acts.acts_winner, [], {"a": [passing]})
    assert not asked[-1].seldom


# -- the end


def test_de_end_01_de_host_63_the_last_active_figure_down() -> None:
    battle = far()
    battle.figures[1].posture = "prone"
    assert ending.decided(battle) is None
    battle.figures[1].status = "down"
    found = ending.decided(battle)
    assert found is not None
    assert found.winner == "a"
    battle.figures[0].asleep = 2
    assert ending.decided(battle).winner is None  # type: ignore[union-attr]


def test_de_host_63_who_is_held_by_an_enemy_is_out_by_a_friend_or_a_spell_not() -> None:
    battle = arena(
        man("knight", "a", 5, 5, 0), man("knight", "a", 9, 5, 0), man("sergeant", "b", 5, 25, 180)
    )
    held = battle.figures[0]
    for holders, counts in (((), True), ((1,), True), ((SPELL,), True), ((1, 2), False)):
        held.restrained_by = holders
        assert active(battle, held) is counts


def test_de_host_63_the_limit_and_the_last_man() -> None:
    battle = arena(man("knight", "a", 5, 5, 0), man("sergeant", "b", 5, 25, 180))
    battle.turn = battle.scenario.turn_limit
    found = ending.decided(battle)
    assert found is not None
    assert found.winner == "a"
    battle.options = Options(last_man=True)
    battle.blood = 1
    assert ending.decided(battle) is None
    battle.turn += 1
    again = ending.decided(battle)
    assert again is not None
    assert again.winner == "a"


def test_de_host_63_the_turn_in_which_anybody_is_hurt_is_noted() -> None:
    """From there the limit counts to the last man; a blow that does nothing is none."""
    battle = far()
    battle.turn = 7
    play(battle, lambda table: hurt(table, battle.figures[0], 0))
    assert battle.blood == 0
    play(battle, lambda table: hurt(table, battle.figures[0], 1))
    assert battle.blood == 7


def test_de_end_03_rest_and_recovery() -> None:
    battle = far()
    one, two = battle.figures
    one.fatigue, two.fatigue, two.still_turn = 5, 5, False
    one.body = one.body_max - 3
    ending.recover(battle, one)
    ending.recover(battle, two)
    assert (one.fatigue, two.fatigue) == (6, 5)
    assert one.body == one.body_max - 3
    two.status, two.body = "dead", -9
    one.fatigue = 1
    third = far()
    third.figures[1].status = "dead"
    down = msgspec.structs.replace(third.figures[0], id=2, status="down")
    third.figures.append(down)
    play(third, ending.end_turn, [71])
    assert third.result is not None
    assert down.survived is False
    assert third.figures[0].fatigue == third.figures[0].fatigue_max


def test_de_bers_14_de_bers_17_one_calm_roll_a_turn_without_enemies() -> None:
    battle = far()
    berserker = battle.figures[0]
    berserker.berserk = True
    play(battle, lambda table: ending.calm(table, berserker))
    battle.figures[1].status = "down"
    table = play(battle, lambda table: ending.calm(table, berserker), [41])
    assert berserker.berserk
    assert events_of(table, told.Raged)[0].how.startswith("raged on")
    play(battle, lambda table: ending.calm(table, berserker), [40])
    assert not berserker.berserk


def test_de_bers_14_de_bers_17_who_sleeps_before_him_keeps_no_berserker_raging() -> None:
    battle = arena(man("berserker", "a", 10, 10, 0), man("sergeant", "b", 10, 15, 180))
    berserker, sergeant = battle.figures
    berserker.berserk = True
    play(battle, lambda table: ending.calm(table, berserker))
    assert berserker.berserk
    sergeant.asleep, sergeant.posture = 2, "prone"
    play(battle, lambda table: ending.calm(table, berserker), [1])
    assert not berserker.berserk


def test_de_bers_15_collapse_after_rage() -> None:
    battle = far()
    berserker = battle.figures[0]
    battle.figures[1].status = "down"
    berserker.berserk, berserker.body = True, berserker.body_max // 2 - 1
    play(battle, lambda table: ending.calm(table, berserker), [1])
    assert berserker.stupor
    berserker.fatigue = berserker.fatigue_max
    ending.recover(battle, berserker)
    assert not berserker.stupor


@pytest.mark.parametrize(
    ("theirs", "lift"),
    [(199, "lift_smaller"), (200, "lift_same_size"), (300, "lift_same_size"), (301, "lift_larger")],
)
def test_de_act_10_a_friend_is_light_under_two_thirds(theirs: int, lift: str) -> None:
    """On stands of one size weight decides: the lifter weighs 300 in all."""
    battle = arena(man("peasant", "a", 10, 10), man("peasant", "a", 11, 11, posture="prone"))
    for figure, whole in zip(battle.figures, (300, theirs), strict=True):
        bare = msgspec.structs.replace(figure.profile, weight=0)
        figure.profile = bare
        figure.profile = msgspec.structs.replace(bare, weight=whole - own_weight(battle, figure))
    assert acts.lift_of(battle, *battle.figures) == lift
