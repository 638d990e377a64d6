"""Which cards, what they cost, blows, distances and loads."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.errors import BanneretError
from rulesets.destrier.adjudged import ruled


def legal(**given: Any) -> set[str]:
    return set(ruled("tac_legal", **given)["cards"])


MAN = {"RETREAT", "RUN_AWAY", "CLOSE", "KEEP_DISTANCE", "STAND_GROUND", "FLECHE", "CHARGE"}


def test_de_tac_05_retreat_is_not_for_the_encumbered() -> None:
    assert legal(kind="intelligent") == MAN
    assert "RETREAT" not in legal(kind="intelligent", encumbrance="encumbered")
    assert "CHARGE" in legal(kind="animal", encumbrance="partial")
    assert legal(kind="animal") == {"RETREAT", "RUN_AWAY", "CHARGE", "KEEP_DISTANCE"}


def test_de_tac_12_who_may_close() -> None:
    assert "CLOSE" in legal(kind="intelligent", encumbrance="partial")
    assert "CLOSE" not in legal(kind="intelligent", encumbrance="encumbered")
    assert "CLOSE" in legal(kind="agile_animal")
    assert "CLOSE" not in legal(kind="animal")
    assert "CLOSE" in legal(kind="animal", charged=True)


def test_de_tac_14_who_may_keep_distance() -> None:
    assert "KEEP_DISTANCE" in legal(kind="intelligent", encumbrance="encumbered")
    assert "KEEP_DISTANCE" not in legal(kind="unintelligent_monster")


def test_de_tac_15_who_may_stand_ground() -> None:
    assert "STAND_GROUND" not in legal(kind="agile_animal")
    assert "STAND_GROUND" in legal(kind="agile_animal", trained=True)
    assert "STAND_GROUND" in legal(kind="agile_animal", guarding=True)


def test_de_tac_17_de_tac_18_who_may_charge_and_once() -> None:
    assert "CHARGE" not in legal(kind="intelligent", encumbrance="partial")
    assert "CHARGE" in legal(kind="intelligent_monster", encumbrance="partial")
    assert "CHARGE" not in legal(kind="intelligent", charged_this_turn=True)


def test_de_tac_19_de_bers_07_berserkers_charge_whatever_they_carry() -> None:
    raging = {"kind": "intelligent", "berserk": True, "encumbrance": "encumbered"}
    assert legal(**raging) == {"CHARGE", "FLECHE"}
    assert legal(**raging, charged_this_turn=True) == {"FLECHE"}


def test_de_tac_20_a_card_always_exists() -> None:
    assert legal(kind="unintelligent_monster") == {"CHARGE", "RUN_AWAY"}
    assert legal(kind="unintelligent_monster", charged_this_turn=True) == {"CHARGE", "RUN_AWAY"}


def inches(card: str, phase: str, **more: Any) -> float:
    return float(ruled("tac_distance", card=card, phase=phase, **more)["inches"])


def test_de_tac_06_how_far_a_retreat_goes() -> None:
    assert inches("RETREAT", "TAC") == inches("RETREAT", "MELEE") == 3.0
    assert inches("RETREAT", "TAC", encumbrance="partial") == 2.5
    assert inches("RETREAT", "TAC", short_retreat=True) == 1.5


def test_de_tac_09_de_tac_10_how_far_one_runs_away() -> None:
    assert inches("RUN_AWAY", "TAC") == inches("RUN_AWAY", "MELEE") == 6.0
    assert inches("RUN_AWAY", "TAC", encumbrance="encumbered") == 5.0
    assert inches("RUN_AWAY", "TAC", encumbrance="partial") == 5.5
    half = ruled("turn_penalty", allowance=3.0, to="rear", encumbered_run=True)["cost"]
    assert half == 0.75


def test_de_tac_11_de_tac_16_close_and_fleche() -> None:
    assert inches("CLOSE", "TAC") == 1.0
    assert inches("FLECHE", "MELEE") == 2.0


def test_de_tac_13_de_tac_15_two_cards_go_nowhere_mounted_or_not() -> None:
    for card in ("STAND_GROUND", "KEEP_DISTANCE"):
        assert inches(card, "TAC") == inches(card, "MELEE", steed="great_horse") == 0.0


def test_de_host_46_de_host_47_charge_bonus() -> None:
    assert inches("CHARGE", "TAC") == 4.0
    assert inches("CHARGE", "MELEE") == 3.0
    assert inches("CHARGE", "TAC", encumbrance="partial") == 3.5
    assert inches("CHARGE", "TAC", agile=True) == 6.0


def test_de_htac_04_de_htac_05_de_htac_16_steeds_count_move_once() -> None:
    assert inches("CLOSE", "TAC", steed="medium_horse") == 2.5
    assert inches("CHARGE", "TAC", steed="medium_horse") == 4.5
    assert inches("CHARGE", "TAC", steed="great_horse") == 5.0
    assert inches("CHARGE", "TAC", steed="great_horse", triple=True) == 6.0
    assert inches("RUN_AWAY", "TAC", steed="great_horse") == 7.0
    assert inches("RETREAT", "MELEE", steed="great_horse") == 5.0


def cost(card: str, phase: str = "MELEE", **more: Any) -> int:
    return int(ruled("tac_cost", card=card, phase=phase, **more)["blows"])


def test_de_tacp_07_tac_cards_are_free_in_the_tac_phase() -> None:
    assert cost("CHARGE", "TAC") == 0


def test_de_melee_10_de_melee_11_de_melee_12_tac_costs_in_the_melee() -> None:
    assert [cost(card) for card in ("CLOSE", "STAND_GROUND", "KEEP_DISTANCE")] == [2, 1, 1]
    assert cost("KEEP_DISTANCE", moved=True) == 2
    assert cost("STAND_GROUND", automatic=True) == 0


def test_de_host_14_cells_of_the_matrix() -> None:
    found = ruled("matrix_cell", attacker="CHARGE", defender="STAND_GROUND")
    assert found == {"attacker_hit": 15, "defender_hit": 10, "bash": "att", "first": "att"}


def test_de_tacp_11_a_rush_needs_a_run() -> None:
    def read(card: str, moved: float) -> str:
        return str(ruled("matrix_card", card=card, moved=moved)["card"])

    assert (read("CHARGE", 0.99), read("CHARGE", 1.0)) == ("CLOSE", "CHARGE")
    assert (read("FLECHE", 0.49), read("FLECHE", 0.5)) == ("CLOSE", "FLECHE")
    assert read("STAND_GROUND", 0.0) == "STAND_GROUND"


def first(attacker: str, defender: str, **more: Any) -> str:
    return str(ruled("first_striker", attacker=attacker, defender=defender, **more)["first"])


def test_de_host_15_the_longer_weapon_where_the_matrix_has_both() -> None:
    assert first("CLOSE", "CLOSE", attacker_length=4, defender_length=6) == "defender"
    assert first("CLOSE", "CLOSE", attacker_length=4, defender_length=4) == "simultaneous"
    assert first("CHARGE", "CLOSE", attacker_length=1, defender_length=10) == "attacker"
    assert first("RETREAT", "RETREAT") == "none"


def test_de_card_11_great_blows_are_slow() -> None:
    assert first("CHARGE", "CLOSE", attacker_great_blow=True) == "defender"
    both = first("CHARGE", "CLOSE", attacker_great_blow=True, defender_great_blow=True)
    assert both == "attacker"
    back = first("CLOSE", "CHARGE", attacker_great_blow=True, attacker_at_back=True)
    assert back == "attacker"


@pytest.mark.parametrize(
    ("mine", "theirs", "at_his_back", "at_mine", "who"),
    [
        (True, True, True, False, "attacker"),
        (True, True, False, True, "defender"),
        (True, True, True, True, "attacker"),
        (True, False, True, True, "attacker"),
        (False, True, False, True, "defender"),
        (False, True, True, True, "defender"),
        (False, True, False, False, "attacker"),
        (False, False, True, True, "attacker"),
    ],
)
def test_de_card_11_a_great_blow_at_a_back_comes_first(
    mine: bool, theirs: bool, at_his_back: bool, at_mine: bool, who: str
) -> None:
    """Under CHARGE and STAND GROUND the attacker would strike first; two at backs leave it so."""
    given = {"attacker_great_blow": mine, "defender_great_blow": theirs}
    backs = {"attacker_at_back": at_his_back, "defender_at_back": at_mine}
    assert first("CHARGE", "STAND_GROUND", **given, **backs) == who


def price(*cards: str, **more: Any) -> dict[str, Any]:
    return ruled("cards_cost", cards=list(cards), **more)


def test_de_gen_05_one_copy_and_one_weapon_attack() -> None:
    assert price("DELIVER_BLOW", "DELIVER_BLOW")["legal"] is False
    assert price("DELIVER_BLOW", "GREAT_BLOW")["legal"] is False
    assert price("FEROCITY", "GREAT_BLOW")["legal"] is True


def test_de_cost_01_costs_of_single_cards() -> None:
    wanted = {
        "WEAPON_PARRY": 1,
        "DODGE_LEFT": 1,
        "DESPERATE_DEFENSE": 2,
        "PUNCH": 1,
        "KICK": 1,
        "RESTRAINT": 1,
        "TOSS": 1,
        "BREAK_FREE": 1,
        "PULL_RIDER": 2,
        "WHEEL": 2,
        "HAMSTRING": 2,
        "FEROCITY": 1,
        "GREAT_BLOW": 2,
    }
    assert {name: price(name)["blows"] for name in wanted} == wanted


def test_de_melee_02_several_cards_together() -> None:
    assert price("DELIVER_BLOW", "ACTIVE_SHIELD_PARRY", free_asp_left=False)["blows"] == 2


def test_de_def_08_the_first_active_parry_is_free() -> None:
    assert price("ACTIVE_SHIELD_PARRY")["blows"] == 0
    assert price("ACTIVE_SHIELD_PARRY", free_asp_left=False)["blows"] == 1


def test_de_card_04_de_card_06_drawing_and_sheathing() -> None:
    assert price("DRAW_WEAPON")["blows"] == 2
    assert price("DRAW_WEAPON", sheathe=True)["blows"] == 4


def test_de_card_12_great_blow_with_ferocity() -> None:
    assert price("FEROCITY", "GREAT_BLOW")["blows"] == 3


def test_de_card_14_agile_beasts_move_free() -> None:
    assert price("MOVE", free_moves_left=1)["blows"] == 0
    assert price("MOVE", free_moves_left=0)["blows"] == 1


def test_de_horse_10_a_trample_with_a_kick() -> None:
    assert price("TRAMPLE")["blows"] == 2
    assert price("TRAMPLE", trample_kick=True)["blows"] == 3


def test_unknown_cards_are_refused_by_name() -> None:
    with pytest.raises(BanneretError, match="STAND_GUARD"):
        price("STAND_GUARD")


def test_de_mseq_10_de_mseq_11_the_seventh_passive_parry() -> None:
    def may(consecutive: int, blows: int, **more: Any) -> bool:
        given = {"consecutive": consecutive, "blows_left": blows, **more}
        return bool(ruled("passive_limit", **given)["legal"])

    assert may(5, 3)
    assert not may(6, 3)
    assert may(6, 0)
    assert may(6, 3, only_card=False)


def follow(group: str, guessed: bool, **more: Any) -> dict[str, Any]:
    return ruled("dodge_follow", card_group=group, guessed=guessed, **more)


def test_de_dodge_06_guessed_and_attacked() -> None:
    found = follow("attack", True)
    assert (found["follows"], found["half_bonus"], found["bash_bonus"]) == (True, True, 35)


def test_de_dodge_07_guessed_without_attacking() -> None:
    assert follow("movement", True) == {
        "follows": False,
        "half_bonus": False,
        "bash_bonus": 0,
        "counterblow_chance": 0,
    }


def test_de_dodge_09_who_follows() -> None:
    assert follow("attack", False)["follows"]
    assert not follow("attack", False, defence_played=True)["follows"]
    assert follow("attack", True, defence_played=True)["follows"]


def test_de_dodge_10_counterblow_after_a_wrong_guess() -> None:
    assert follow("attack", False)["counterblow_chance"] == 25
    assert follow("attack", False, contact_kept=False)["counterblow_chance"] == 0
    assert follow("attack", True)["counterblow_chance"] == 0


# -- blows


def blows(**more: Any) -> int:
    base: dict[str, Any] = {
        "training": "chivalry",
        "weapon_class": "LH",
        "encumbrance": "partial",
        "level": 5,
        "dexterity": 12,
    }
    return int(ruled("blows", **{**base, **more})["blows"])


def test_de_host_12_blows_of_a_knight() -> None:
    assert blows() == 7
    assert blows(weapon_class="H") == 6
    assert blows(weapon_class="L", encumbrance="unencumbered") == 9
    assert blows(training="mage", weapon_class="H", encumbrance="encumbered", level=0) == 1
    assert blows(training="creature", base_blows=5, encumbrance="unencumbered", level=1) == 5


def test_de_host_13_bonus_blows_and_losses() -> None:
    found = ruled(
        "blows",
        training="chivalry",
        weapon_class="LH",
        encumbrance="unencumbered",
        level=6,
        dexterity=15,
    )
    assert found["bonus"] == 3
    assert blows(body=12, body_max=26) == 6
    assert blows(body=6, body_max=26) == 5
    assert blows(fatigue_gone=True) == 6
    assert blows(berserk=True, body=6, body_max=26, fatigue_gone=True) == 9


def test_de_card_03_an_archer_who_shot_and_draws() -> None:
    archer = {"training": "yeoman", "weapon_class": "L", "encumbrance": "unencumbered"}
    assert blows(**archer, level=3, dexterity=15) == 8
    assert blows(**archer, level=3, dexterity=15, fired_then_drew=True) == 5


def test_de_hth_01_de_hth_09_mixing_weapon_and_hands() -> None:
    def mixed(weapon: int) -> int:
        given = {
            "training": "sergeant",
            "encumbrance": "unencumbered",
            "level": 0,
            "dexterity": 10,
            "weapon_blows": weapon,
        }
        return int(ruled("hth_blows", **given)["blows"])

    assert mixed(7) == 6
    assert mixed(6) == 5


def test_de_host_12_de_host_13_bonus_blows_count_hand_to_hand_too() -> None:
    given = {"training": "sergeant", "encumbrance": "unencumbered"}
    plain = ruled("hth_blows", **given, level=0, dexterity=10)["hand"]
    assert ruled("hth_blows", **given, level=3, dexterity=10)["hand"] == plain + 1


# -- moving


def test_de_stand_11_arcs_of_both_shapes() -> None:
    def arcs(shape: str, *angles: float) -> list[str]:
        return [ruled("arc", angle=angle, shape=shape)["arc"] for angle in angles]

    assert arcs("square", 0, 60, 90, 91) == ["front", "front", "front", "rear"]
    assert arcs("rect", 45, 46, 135, 136) == ["front", "side", "side", "rear"]


def turn(allowance: float, to: str, **more: bool) -> float:
    return float(ruled("turn_penalty", allowance=allowance, to=to, **more)["cost"])


def test_de_move_03_de_move_04_de_move_05_prices_of_turns() -> None:
    assert (turn(10, "front"), turn(3, "front")) == (2.0, 1.0)
    assert turn(12, "side") == 3.0
    assert turn(3, "rear") == 1.5


def test_de_move_06_at_least_an_inch() -> None:
    assert turn(3, "side") == 1.0
    assert turn(3, "side", literal_minimum=True) == 0.75


def left(**more: Any) -> float:
    return float(ruled("allowance", **{"full_move": 6.0, **more})["inches"])


def test_de_gen_08_movement_is_the_half_move() -> None:
    assert left(full_move=12.0) == 6.0
    assert left(full_move=12.0, activity="body_bash_on_foot") == 4.5


def test_de_act_01_de_mag_13_shooting_or_casting_halves_movement() -> None:
    assert left(shot_or_cast=True) == 1.5
    assert left(shot_or_cast=True, activity="open_door") == 0.75


def test_de_act_02_not_in_the_saddle() -> None:
    assert left(shot_or_cast=True, mounted=True) == 3.0


@pytest.mark.parametrize(
    ("activity", "lost"),
    [
        ("stand_up", [0.5, 0.5, 1.0]),
        ("mount_steed", [0.25, 0.5, 1.0]),
        ("open_door", [0.5, 0.5, 0.5]),
        ("unlock_door", [1.0, 1.0, 1.0]),
        ("fall_down", [0.0, 0.0, 0.0]),
        ("draw_weapon_ready", [0.0, 0.0, 0.0]),
        ("read_scroll", [1.0, 1.0, 1.0]),
        ("lift_smaller", [0.5, 0.5, 0.5]),
        ("lift_same_size", [0.75, 0.75, 0.75]),
        ("lift_larger", [1.0, 1.0, 1.0]),
        ("turn_table_over", [0.5, 0.5, 0.5]),
        ("other", [0.5, 0.5, 0.5]),
    ],
)
def test_de_act_03_de_act_04_de_act_05_de_act_06_de_act_07_de_act_08_de_act_10_de_act_11_costs(
    activity: str, lost: list[float]
) -> None:
    loads = ("unencumbered", "partial", "encumbered")
    assert [1 - left(activity=activity, encumbrance=load) / 3.0 for load in loads] == lost


def test_de_miss_07_no_movement_while_winding_a_crossbow() -> None:
    assert left(reloading_crossbow=True) == 0.0


def leaves(**more: Any) -> tuple[bool, float]:
    base: dict[str, Any] = {
        "won_initiative": False,
        "weight": 200,
        "enemy_weight": 200,
        "encumbrance": "partial",
        "enemy_encumbrance": "partial",
        "stand_area": 1.0,
        "enemy_area": 1.0,
    }
    found = ruled("may_leave", **{**base, **more})
    return found["may_move"], found["share"]


def test_de_con_03_each_condition_alone_frees() -> None:
    assert leaves() == (False, 0.0)
    assert leaves(won_initiative=True) == (True, 1.0)
    assert leaves(enemy_encumbrance="encumbered") == (True, 1.0)
    assert leaves(stand_area=2.0) == (True, 1.0)


def test_de_con_04_de_con_05_weight_alone_gives_a_quarter() -> None:
    assert leaves(weight=300) == (True, 0.25)
    assert leaves(weight=299) == (False, 0.0)


def test_de_host_45_loads() -> None:
    found = [
        ruled("encumbrance", strength=12, load=load)["encumbrance"] for load in (60, 61, 84, 85)
    ]
    assert found == ["unencumbered", "partial", "partial", "encumbered"]
    assert ruled("encumbrance", strength=12, load=145)["encumbrance"] == "impossible"


def test_de_init_01_ties_are_rolled_again() -> None:
    found = ruled("initiative", [4, 4, 2, 5])
    assert found == {"winner": "B", "rolls": [4, 4, 2, 5]}
