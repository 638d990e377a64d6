"""Pairs under the matrix, strike steps, and the blows themselves."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.destrier.basics.columns.words import StruckSide
from banneret.rulesets.destrier.basics.state import NOBODY, Battle, Counter, Figure, pair
from banneret.rulesets.destrier.ground.contact import may_strike
from banneret.rulesets.destrier.melee.bashes import apply_bash
from banneret.rulesets.destrier.melee.blows import (
    attacks,
    attacks_of,
    blows,
    due_step,
    fix_steps,
    other_attacks,
    ready_to,
    rewrite,
    shots,
    strikes,
)
from banneret.rulesets.destrier.melee.cards.facing import carry_out
from banneret.rulesets.destrier.melee.cards.pairs import (
    attacker_of,
    lance_charge,
    read,
    reading,
    settle_attackers,
    strike_step,
    tac_card,
)
from banneret.rulesets.destrier.melee.chances import Attack, chance, riding_past
from banneret.rulesets.destrier.melee.defences import NONE, by_cards, in_play
from banneret.rulesets.destrier.melee.grapples import body_bashes, break_free, exchanges, use_bash
from banneret.rulesets.destrier.melee.harm import hurt, knock
from banneret.rulesets.destrier.melee.replies.counters import resolve
from banneret.rulesets.destrier.melee.replies.parting import blow as parting_blow
from banneret.rulesets.destrier.melee.strikes import strike, struck_kicking, won_by_parry
from banneret.rulesets.destrier.screen import told
from banneret.rulesets.destrier.screen.wording import sentence
from banneret.rulesets.destrier.turn.casting import _gust
from rulesets.destrier.arena import arena, man, play, thing
from rulesets.destrier.fights import D, foes, lay, ready
from rulesets.scripting import events_of


def test_de_init_06_the_initiative_of_the_phase_they_met() -> None:
    battle, knight, sergeant = foes()
    battle.initiative = ("b", "a")
    assert attacker_of(battle, knight, sergeant) is knight
    knight.contact_half[1] = sergeant.contact_half[0] = 1
    assert attacker_of(battle, knight, sergeant) is sergeant
    assert attacker_of(battle, sergeant, knight) is sergeant


def test_de_init_06_in_the_tac_phase_a_newcomer_to_a_melee_is_no_attacker_by_that() -> None:
    """The second initiative says who attacks; in card rounds he attacks who comes up (MSEQ-04)."""
    for card_round, attacker in ((0, 0), (1, 2)):
        battle = arena(
            man("sergeant", "a", 10, 10),
            man("sergeant", "b", 10 + D, 10 + D, 180),
            man("sergeant", "b", 8.9, 11.3, 180),
            half=2,
            card_round=card_round,
        )
        ready(battle)
        mine, _, newcomer = battle.figures
        lay(newcomer, "CLOSE@0", tac="CLOSE")
        newcomer.tac_target = 0
        play(battle, partial(carry_out, figure=newcomer))
        assert battle.met == ("0-2",)
        assert attacker_of(battle, mine, newcomer).id == attacker


@pytest.mark.parametrize(
    ("rolled", "stun", "said"),
    [
        (46, 0, "Knight 1 bore the shock of the wound."),
        (99, 99, "Knight 1 was in shock to the end of the turn."),
    ],
)
def test_de_host_24_a_shock_is_told_borne_or_not(rolled: int, stun: int, said: str) -> None:
    battle, knight, _ = foes()
    knight.fatigue, knight.body = 0, (knight.body_max + 1) // 2
    table = play(battle, lambda table: hurt(table, knight, 1), dice=[rolled])
    assert knight.stun == stun
    assert [sentence(battle, one) for one in events_of(table, told.Wounded)] == [said]


def test_de_tacp_05_blows_of_the_tac_phase_use_the_matrix() -> None:
    battle, knight, sergeant = foes()
    lay(knight, "DELIVER_BLOW@1", tac="CHARGE")
    knight.tac_moved = 2.0
    lay(sergeant, "PASSIVE_SHIELD_PARRY", tac="STAND_GROUND")
    found = reading(battle, knight, sergeant)
    assert (found.hit, found.may_bash, found.first) == (15, True, "me")
    back = reading(battle, sergeant, knight)
    assert (back.hit, back.may_bash, back.first) == (10, False, "them")


def test_de_tacp_06_later_rounds_have_no_matrix() -> None:
    battle, knight, sergeant = foes(card_round=2)
    lay(knight, "DELIVER_BLOW@1", tac="")
    assert not reading(battle, knight, sergeant).applies
    battle.met = (pair(0, 1),)
    assert reading(battle, knight, sergeant).applies


def test_de_tacp_11_de_tac_04_how_the_matrix_reads_cards() -> None:
    battle, knight, _ = foes()
    lay(knight, tac="CHARGE")
    assert tac_card(battle, knight) == "CLOSE"
    knight.tac_moved = 1.0
    assert tac_card(battle, knight) == "CHARGE"
    knight.tac = ""
    assert tac_card(battle, knight) == "STAND_GROUND"


def test_de_tacp_12_the_helpless_count_as_standing() -> None:
    battle, knight, _ = foes()
    lay(knight, tac="CHARGE")
    knight.tac_moved, knight.posture = 2.0, "prone"
    assert tac_card(battle, knight) == "STAND_GROUND"


def test_de_host_14_the_cell_says_who_may_bash() -> None:
    battle, knight, sergeant = foes(card_round=0)
    for mine, theirs, bashes in (
        ("CHARGE", "STAND_GROUND", (True, False)),
        ("STAND_GROUND", "CHARGE", (False, True)),
        ("CHARGE", "CHARGE", (True, True)),
        ("CLOSE", "CLOSE", (False, False)),
    ):
        both = (
            read(battle, knight, sergeant, mine, theirs),
            read(battle, sergeant, knight, theirs, mine),
        )
        assert tuple(one.may_bash for one in both) == bashes


def test_de_tacp_13_no_exchange_without_an_attack() -> None:
    battle = arena(
        man("knight", "a", 10, 10, 0, hand=("broadsword",)),
        man("sergeant", "b", 10 - 0.7071, 10 + 0.7071, 180),
        man("sergeant", "b", 10 + 0.7071, 10 + 0.7071, 180),
        half=2,
        card_round=0,
    )
    ready(battle)
    knight, one, two = battle.figures
    lay(knight, "DELIVER_BLOW@1", tac="CLOSE")
    lay(one, "PASSIVE_SHIELD_PARRY", tac="STAND_GROUND")
    lay(two, "PASSIVE_SHIELD_PARRY", tac="RETREAT")
    assert exchanges(battle) == [(knight, one)]
    assert reading(battle, knight, one).hit == 5
    assert reading(battle, knight, two).hit == -5


def test_de_tacp_13_a_tac_card_that_names_somebody_is_no_attack_and_a_toss_is_one() -> None:
    battle = arena(
        man("ogre", "a", 10, 10, 0),
        man("sergeant", "b", 10, 11.7, 180),
        half=2,
        card_round=0,
    )
    ready(battle)
    ogre, sergeant = battle.figures
    lay(sergeant, "PASSIVE_SHIELD_PARRY", tac="STAND_GROUND")
    lay(ogre, "CHARGE@1", tac="CHARGE")
    assert exchanges(battle) == []
    lay(ogre, "CHARGE", "TOSS", tac="CHARGE")
    assert exchanges(battle) == [(ogre, sergeant)]


def test_de_mseq_04_de_mseq_05_newcomers_attack_and_others_roll() -> None:
    battle = arena(
        man("sergeant", "a", 10, 10, 0),
        man("sergeant", "b", 10, 13, 180),
        man("sergeant", "b", 20, 20, 180),
        half=2,
        card_round=1,
    )
    ready(battle)
    one, two, third = battle.figures
    play(battle, lambda table: settle_attackers(table, [(one, 1)]), [2, 2, 1, 6])
    assert battle.pair_attackers == {"0-1": 1}
    one.engaged_at = (9,)
    play(battle, lambda table: settle_attackers(table, [(third, 0)]))
    assert battle.pair_attackers["0-2"] == 2
    assert two.engaged_at == ()


# -- strike steps


def step_of(one: str = "knight", **more: object) -> int:
    battle, knight, sergeant = foes(one)
    lay(knight, str(more.get("card", "DELIVER_BLOW@1")), tac=str(more.get("tac", "CLOSE")))
    lay(sergeant, str(more.get("his", "DELIVER_BLOW@0")), tac=str(more.get("his_tac", "CLOSE")))
    return strike_step(battle, knight, sergeant, great="GREAT" in str(more.get("card", "")))


def test_de_att_13_precedence_by_matrix_and_great_blows() -> None:
    assert step_of(tac="CLOSE", his_tac="RETREAT") == 1
    assert step_of(tac="STAND_GROUND", his_tac="CLOSE", one="knight") == 1  # the longer weapon
    assert step_of(card="GREAT_BLOW@1") == 3
    assert step_of(card="GREAT_BLOW@1", his="GREAT_BLOW@0") == 1
    assert step_of(his="GREAT_BLOW@7") == 1


def test_de_host_15_length_gives_no_precedence_without_a_matrix() -> None:
    battle, knight, sergeant = foes(card_round=2)
    lay(knight, "DELIVER_BLOW@1")
    assert strike_step(battle, knight, sergeant, great=False) == 2


def test_de_card_11_a_great_blow_at_a_back_comes_first() -> None:
    battle, knight, sergeant = foes(side="rear")
    lay(knight, "GREAT_BLOW@1", tac="CLOSE")
    lay(sergeant, "DELIVER_BLOW@0", tac="STAND_GROUND")
    assert strike_step(battle, knight, sergeant, great=True) == 1


def test_de_att_13_steps_are_fixed_before_the_first_blow() -> None:
    """A sword struck from the hand gives the dagger no earlier step, nor takes its blow away."""
    battle = arena(
        man("archer", "a", 10, 10, 0, hand=("dagger",)),
        man("squire", "b", 10 - D, 10 + D, 180, hand=("broadsword",)),
        half=2,
        card_round=0,
        phase="blows",
    )
    ready(battle)
    archer, squire = battle.figures
    lay(archer, "DELIVER_BLOW@1", tac="CLOSE")
    lay(squire, "WEAPON_PARRY", tac="CLOSE")
    fix_steps(battle)
    assert battle.steps == {"0-man-DELIVER_BLOW": 3}
    squire.in_hand = ()
    assert [due_step(battle, one) for one in attacks(battle)] == [3]


def test_de_tacp_13_a_blow_that_is_turned_makes_a_pair() -> None:
    battle, knight, sergeant = foes("ogre", "sergeant", card_round=0)
    lay(knight, "DELIVER_BLOW@0")
    rewrite(knight, attacks(battle)[0], attacks(battle)[0]._replace(target=1))
    assert knight.hand == ("DELIVER_BLOW@1",)
    assert exchanges(battle) == [(knight, sergeant)]


def test_de_att_12_both_may_fall_in_one_step() -> None:
    battle, knight, sergeant = foes(card_round=2)
    for figure in (knight, sergeant):
        figure.fatigue, figure.body = 0, 1
        figure.shield = "none"
    lay(knight, "DELIVER_BLOW@1")
    lay(sergeant, "DELIVER_BLOW@0")
    play(battle, lambda table: strikes(table, 2), [1, 99, 1, 99, 1, 99, 1, 99])
    assert (knight.status, sergeant.status) == ("down", "down")


def test_de_att_13_the_felled_do_not_strike_later() -> None:
    battle, knight, sergeant = foes()
    sergeant.fatigue, sergeant.body = 0, 1
    lay(knight, "DELIVER_BLOW@1", tac="CLOSE")
    lay(sergeant, "DELIVER_BLOW@0", tac="RETREAT")
    play(battle, lambda table: strikes(table, 1), [1, 99, 1, 99])
    assert sergeant.status == "down"
    assert [one.attacker for one in attacks(battle)] == [0]


def test_de_att_14_a_blow_is_turned_on_another_or_lost() -> None:
    battle = arena(
        man("knight", "a", 10, 10, 0, hand=("broadsword",)),
        man("sergeant", "b", 10 - 0.7071, 10 + 0.7071, 180),
        man("sergeant", "b", 20, 20, 180),
        half=2,
        card_round=1,
    )
    ready(battle)
    attack = Attack(0, "man", 2, "man", "DELIVER_BLOW", "broadsword")
    turned = play(battle, lambda table: ready_to(table, attack), [], [("turn_blow", "1")])
    assert turned.result.target == 1
    lost = play(battle, lambda table: ready_to(table, attack), [], [("turn_blow", "nobody")])
    assert lost.result is None
    battle.figures[1].status = "down"
    battle.memo.known.clear()
    assert play(battle, lambda table: ready_to(table, attack)).result is None


def test_de_seq_09_de_att_13_the_attacking_side_acts_first_within_a_step() -> None:
    """A horse wheels and a man cuts at it: who attacks does so first, and the felled cut nobody."""
    for winner, dice in (("a", [50]), ("b", [99])):
        battle = arena(
            man("knight", "a", 20, 20, 0, steed="great_horse"),
            man("sergeant", "b", 21, 20, 315),
            winner=winner,
            half=2,
            card_round=1,
        )
        ready(battle)
        knight, sergeant = battle.figures
        assert knight.steed is not None
        knight.steed.hand = ("WHEEL",)
        lay(sergeant, "HAMSTRING@0")
        table = play(battle, other_attacks, dice, [("wheel", "0")])
        lost = [one.figure for one in events_of(table, told.BlowLost)]
        assert (lost == [1]) == (winner == "a")


def test_de_att_14_an_arrow_is_turned_on_another_or_lost() -> None:
    """Two archers name one man; the second finds him dead."""
    battle = arena(
        man("archer", "a", 10, 10, 0),
        man("archer", "a", 12, 10, 0),
        man("peasant", "b", 10, 14, 180, body=1, fatigue=0),
        man("peasant", "b", 12, 14, 180),
        half=2,
        card_round=1,
    )
    ready(battle)
    for archer in battle.figures[:2]:
        lay(archer, "FIRE_MISSILE@2")
    table = play(battle, shots, [1, 99, 3, 1, 99, 3], [("turn_blow", "3")])
    assert [one.target for one in events_of(table, told.Shot)] == [2, 3]
    table = play(battle, shots, [], [("turn_blow", "nobody"), ("turn_blow", "nobody")])
    assert not events_of(table, told.Shot)


def test_de_hth_07_a_rider_struck_as_he_kicks_is_bashed_in_the_saddle() -> None:
    battle = arena(
        man("knight", "a", 10, 10, 0, steed="great_horse", hand=()),
        man("peasant", "b", 11.0, 10, 315),
        half=2,
        card_round=1,
    )
    ready(battle)
    knight, peasant = battle.figures
    lay(knight, "KICK@1")
    play(battle, lambda table: struck_kicking(table, knight, peasant), [8, 95, 1, 1])
    assert not knight.mounted
    assert knight.posture == "prone"


def test_de_dodge_14_a_horse_does_not_dodge_whom_it_does_not_see() -> None:
    """Blows from its rear meet no dodge, those from its side ten."""
    battle = arena(
        man("sergeant", "a", 10, 9, 0),
        man("sergeant", "a", 11, 10.5, 315),
        man("knight", "b", 10, 10.7071, 0, steed="medium_horse"),
        half=2,
        card_round=1,
    )
    ready(battle)
    steed = battle.figures[2].steed
    assert steed is not None
    steed.hand = ("DODGE_LEFT",)
    defence = in_play(battle, battle.figures[2], "steed")
    behind, beside = (
        chance(battle, Attack(at, "man", 2, "steed", "DELIVER_BLOW", "mace"), defence).terms
        for at in (0, 1)
    )
    assert "dodge" not in behind
    assert beside["dodge"] == -10


def test_de_melee_03_a_defence_covers_every_attack() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(sergeant, "WEAPON_PARRY", "ACTIVE_SHIELD_PARRY")
    found = in_play(battle, sergeant)
    assert (found.parry, found.active) == (8 + 8 + 3, 33)
    attack = Attack(0, "man", 1, "man", "DELIVER_BLOW", "broadsword")
    plain = chance(battle, attack, NONE).raw
    assert chance(battle, attack, found).raw == plain - 19 - 33
    assert knight.status == "active"


def test_de_def_07_desperate_defence_gives_nothing_else() -> None:
    battle, _, sergeant = foes(card_round=1)
    lay(sergeant, "DESPERATE_DEFENSE")
    found = in_play(battle, sergeant)
    assert (found.active, found.desperate, found.parry_class, found.asp_shield) == (
        33,
        "shield",
        "",
        "",
    )
    attack = Attack(0, "man", 1, "man", "DELIVER_BLOW", "broadsword")
    assert won_by_parry(battle, attack, found) == []


def test_de_def_13_with_nothing_to_hand_the_passive_parry_gives_nothing() -> None:
    battle, _, peasant = foes(two="peasant", card_round=1)
    assert by_cards(battle, peasant, ("PASSIVE_SHIELD_PARRY",)).passive == 0
    peasant.shield = "table"
    assert by_cards(battle, peasant, ("PASSIVE_SHIELD_PARRY",)).passive == 10


def test_de_def_14_two_hands_no_shield_bonus() -> None:
    battle, axeman, _ = foes("axeman", card_round=1, mine={"shield": "large"})
    found = by_cards(battle, axeman, ("PASSIVE_SHIELD_PARRY", "ACTIVE_SHIELD_PARRY"))
    assert (found.passive, found.active) == (0, 0)


def test_de_def_09_de_def_11_a_large_shield_in_contact_may_bash() -> None:
    battle, _, sergeant = foes(card_round=1)
    attack = Attack(0, "man", 1, "man", "DELIVER_BLOW", "broadsword")
    large = by_cards(battle, sergeant, ("ACTIVE_SHIELD_PARRY",))
    assert [one.kind for one in won_by_parry(battle, attack, large)] == ["shield_bash"]
    sergeant.shield = "small"
    small = by_cards(battle, sergeant, ("ACTIVE_SHIELD_PARRY",))
    assert won_by_parry(battle, attack, small) == []
    sergeant.shield = "large"
    sergeant.x, sergeant.y = 10.0, 12.3
    battle.memo.known.clear()
    assert won_by_parry(battle, attack, large) == []


def test_de_att_13_a_shield_bash_comes_before_a_counterblow() -> None:
    """Whichever was won first: who is driven off by the bash has no counterblow to fear."""
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "DELIVER_BLOW@1")
    lay(sergeant, "WEAPON_PARRY", "ACTIVE_SHIELD_PARRY")
    won = [Counter("counterblow", 1, 0), Counter("shield_bash", 1, 0)]
    table = play(battle, lambda t: resolve(t, won), [1, 75], [("shield_bash", "bash")])
    assert [one.result for one in events_of(table, told.Bashed)] == ["staggered_10_feet"]
    assert not events_of(table, told.Countered)


def test_de_att_09_no_counterblow_when_struck_from_behind() -> None:
    battle, _, sergeant = foes(side="rear", card_round=1)
    attack = Attack(0, "man", 1, "man", "DELIVER_BLOW", "broadsword")
    parry = by_cards(battle, sergeant, ("WEAPON_PARRY",))
    assert won_by_parry(battle, attack, parry) == []


def test_de_dodge_13_de_dodge_15_agile_beasts_dodge_of_themselves() -> None:
    battle, wolf, _ = foes("wolf", card_round=1)
    assert in_play(battle, wolf).dodge == 23
    wolf.tac = "CHARGE"
    assert in_play(battle, wolf).dodge == 0
    wolf.tac, wolf.posture = "", "prone"
    assert in_play(battle, wolf).dodge == 0


def test_de_host_67_a_crippled_shield_arm_halves_shield_and_parry() -> None:
    battle, _, sergeant = foes(card_round=1, his={"crippled": ("shield_arm",)})
    found = by_cards(battle, sergeant, ("WEAPON_PARRY", "ACTIVE_SHIELD_PARRY"))
    assert (found.parry, found.active) == (9, 16)
    sergeant.crippled = ("leg",)
    assert by_cards(battle, sergeant, ("DODGE_BACK",)).dodge == (24 - 10 + 3) // 2


def test_de_bers_08_rage_feels_no_wounds() -> None:
    battle, berserker, _ = foes("berserker", card_round=1, mine={"crippled": ("weapon_arm",)})
    attack = Attack(0, "man", 1, "man", "FEROCITY", "battle_axe")
    hurt = chance(battle, attack, NONE).terms
    assert hurt["crippled weapon arm"] == -15
    berserker.berserk, berserker.body = True, 3
    assert "crippled weapon arm" not in chance(battle, attack, NONE).terms


def test_de_bers_05_rage_gives_two_blows_at_once() -> None:
    battle, berserker, _ = foes("berserker", card_round=1)
    before = berserker.blows_left
    attack = Attack(0, "man", 1, "man", "FEROCITY", "battle_axe", ferocity=True)
    play(battle, lambda table: strike(table, attack, NONE), [75, 100])
    assert berserker.berserk
    assert berserker.blows_left == before + 2
    play(battle, lambda table: strike(table, attack, NONE), [100])
    assert berserker.blows_left == before + 2


def test_de_horse_01_the_riders_penalty_follows_the_speed() -> None:
    for locked, wanted in ((False, None), (True, -20)):
        battle = arena(
            man("knight", "a", 10, 10, 0, steed="great_horse", speed="gallop", hand=("mace",)),
            man("sergeant", "b", 11.01, 10, 270),
            half=2,
            card_round=1,
            locked_speed_modifier=locked,
        )
        ready(battle)
        steed = battle.figures[0].steed
        assert steed is not None
        attack = Attack(0, "man", 1, "man", "DELIVER_BLOW", "mace")
        assert chance(battle, attack, NONE).terms["at a gallop"] == -20
        steed.speed = "trot"
        assert chance(battle, attack, NONE).terms.get("at a gallop") == wanted
        battle.card_round = -1  # a charge is no melee
        assert chance(battle, attack, NONE).terms.get("at a gallop") is None


# -- parting blows


def test_de_tacp_10_the_leaver_is_struck_and_strikes_nothing() -> None:
    battle, knight, sergeant = foes()
    lay(knight, "DELIVER_BLOW@1", tac="CHARGE")
    knight.tac_moved = 2.0
    lay(sergeant, "DELIVER_BLOW@0", "PASSIVE_SHIELD_PARRY", tac="RETREAT")
    table = play(battle, lambda t: parting_blow(t, knight, sergeant), [100])
    (struck,) = events_of(table, told.Struck)
    assert (struck.figure, struck.target, struck.hit) == (0, 1, False)
    rolled = table.events[0].event
    labels = {reason.label: reason.value for reason in rolled.tally}  # type: ignore[attr-defined]
    assert labels["tactical matrix"] == 5
    assert labels["shield"] == -10
    assert sergeant.struck
    assert attacks(battle) == []


def test_de_tacp_10_running_away_bares_the_back_once() -> None:
    battle, knight, sergeant = foes()
    lay(knight, "DELIVER_BLOW@1", tac="CLOSE")
    lay(sergeant, "PASSIVE_SHIELD_PARRY", tac="RUN_AWAY")
    table = play(battle, lambda t: parting_blow(t, knight, sergeant), [100])
    rolled = table.events[0].event
    labels = {reason.label: reason.value for reason in rolled.tally}  # type: ignore[attr-defined]
    assert labels["tactical matrix"] == 15
    assert "from behind" not in labels
    assert "shield" not in labels


def test_de_tacp_10_de_att_01_nobody_strikes_who_leaves_from_behind_him() -> None:
    """Nor beyond the reach of a couched lance, an inch before it and half an inch beside."""
    battle, knight, sergeant = foes(side="rear", winner="b")  # the knight is behind him
    lay(sergeant, "DELIVER_BLOW@0", tac="STAND_GROUND")
    lay(knight, tac="RETREAT")
    assert not events_of(play(battle, lambda t: parting_blow(t, sergeant, knight)), told.Struck)
    lance: dict[str, Any] = {"steed": "great_horse", "speed": "stand", "hand": ("lance",)}
    for x, y in ((10, 12.5), (11.9, 10)):
        battle = arena(man("knight", "a", 10, 10, **lance), man("sergeant", "b", x, y))
        battle.card_round = 0
        rider, leaver = battle.figures
        ready(battle)
        lay(rider, "DELIVER_BLOW@1")
        lay(leaver, tac="RETREAT")
        found = play(battle, partial(parting_blow, striker=rider, leaver=leaver), [99] * (y > 12))
        assert bool(events_of(found, told.Struck)) is (y > 12)


def test_de_tacp_10_a_card_still_face_down_is_read_for_the_parting_blow() -> None:
    """The attacker retreats before the defender's TAC card is faced: CLOSE gives -5, not -10."""
    battle, knight, sergeant = foes(winner="b")
    lay(sergeant, "PASSIVE_SHIELD_PARRY", tac="RETREAT")
    lay(knight, "CLOSE@1", "DELIVER_BLOW@1")
    table = play(battle, lambda t: parting_blow(t, knight, sergeant), [100])
    rolled = table.events[0].event
    labels = {reason.label: reason.value for reason in rolled.tally}  # type: ignore[attr-defined]
    assert labels["tactical matrix"] == -5


def test_de_host_15_who_both_give_ground_have_no_exchange() -> None:
    """RETREAT against RETREAT: no parting blow, and none if both are hemmed in."""
    battle, knight, sergeant = foes(winner="b")
    lay(sergeant, "DELIVER_BLOW@0", tac="RETREAT")
    lay(knight, "RETREAT", "DELIVER_BLOW@1")
    assert not events_of(play(battle, lambda t: parting_blow(t, knight, sergeant)), told.Struck)
    battle, knight, sergeant = foes()
    lay(sergeant, "DELIVER_BLOW@0", tac="RETREAT")
    lay(knight, "DELIVER_BLOW@1", tac="RETREAT")
    table = play(battle, lambda t: strikes(t, 2))
    assert [one.figure for one in events_of(table, told.BlowLost)] == [0, 1]


def test_de_att_14_a_blow_may_be_turned_on_a_steed() -> None:
    """Of a rider at hand either part may be struck instead."""
    battle = arena(
        man("knight", "a", 10.0, 10.0, hand=("broadsword",)),
        man("sergeant", "b", 20.0, 20.0),
        man("squire", "b", 9.0, 11.0, 180.0, steed="medium_horse"),
        card_round=2,
    )
    attack = Attack(0, "man", 1, "man", "DELIVER_BLOW", "broadsword")
    turned = play(battle, lambda table: ready_to(table, attack), [], [("turn_blow", "2 steed")])
    assert turned.result == attack._replace(target=2, part="steed")


# -- body bashes


def test_de_host_16_a_bash_the_matrix_allows_is_free_and_once() -> None:
    battle, knight, sergeant = foes()
    lay(knight, "DELIVER_BLOW@1", tac="CHARGE")
    knight.tac_moved = 2.0
    lay(sergeant, "PASSIVE_SHIELD_PARRY", tac="STAND_GROUND")
    before = knight.blows_left
    play(battle, body_bashes, [1, 1], [("body_bash", "bash")])
    assert sergeant.rocked
    assert knight.blows_left == before


def test_de_grap_16_who_waits_may_get_a_hold() -> None:
    battle, knight, sergeant = foes()
    lay(knight, "DELIVER_BLOW@1", tac="CHARGE")
    knight.tac_moved = 2.0
    lay(sergeant, "PASSIVE_SHIELD_PARRY", tac="STAND_GROUND")
    play(battle, body_bashes, [25], [("body_bash", "neither")])
    assert (knight.opportunity, knight.opportunity_round) == (1, 0)
    knight.hand = (*knight.hand, "RESTRAINT@1")
    play(battle, body_bashes, [25, 50], [("body_bash", "neither")])
    assert sergeant.restrained_by == (0,)
    assert knight.restraining == 1


def test_de_grap_09_a_toss_in_a_battle() -> None:
    battle, knight, sergeant = foes()
    lay(knight, "TOSS", "DELIVER_BLOW@1", tac="CHARGE")
    knight.tac_moved = 2.0
    play(battle, lambda t: use_bash(t, knight, sergeant), [1, 1, 20], [("body_bash", "toss")])
    assert sergeant.posture == "prone"
    assert knight.posture == "prone"


def test_de_mseq_01_the_steps_of_blows_end_with_dodges() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "PASSIVE_SHIELD_PARRY")
    lay(sergeant, "PASSIVE_SHIELD_PARRY")
    battle.phase = "blows"
    for _ in range(4):
        play(battle, blows)
    assert battle.phase == "dodges"


@pytest.mark.parametrize("wound", ["weapon_arm", "shield_arm", "leg", "head"])
def test_de_host_23_wounds_last(wound: str) -> None:
    from banneret.rulesets.destrier.melee.harm import cripple  # noqa: PLC0415

    battle, _, sergeant = foes(card_round=1)
    play(battle, lambda table: cripple(table, sergeant, wound))
    if wound == "head":
        assert sergeant.stun == 2
    else:
        assert sergeant.crippled == (wound,)
    assert sergeant.posture == ("kneeling" if wound == "leg" else "standing")


def lancer_and(foe: str) -> tuple[Battle, Figure, Figure]:
    """A galloping lancer and whom he passed in this card round, both with an attack."""
    battle = arena(
        man("knight", "a", 10, 10, steed="great_horse", speed="gallop", hand=("lance",)),
        man(foe, "b", 11.3, 10, 270),
        half=2,
        card_round=1,
        phase="blows",
    )
    ready(battle)
    rider, other = battle.figures
    assert rider.steed is not None
    rider.steed.fast, rider.steed.passed, rider.steed.tac = True, (1,), "CHARGE"
    lay(rider, "DELIVER_BLOW@1")
    lay(other, "DELIVER_BLOW@0", tac="FLECHE")
    return battle, rider, other


@pytest.mark.parametrize(("foe", "step"), [("sergeant", 3), ("pikeman", 1), ("giant", 1)])
def test_de_htac_13_a_lance_comes_first_and_only_long_weapons_with_it(foe: str, step: int) -> None:
    """A mace must survive the lance, whatever the TAC cards; a pike strikes in the same step."""
    battle, rider, other = lancer_and(foe)
    assert strike_step(battle, rider, other, great=False) == 1
    assert strike_step(battle, other, rider, great=False) == step


@pytest.mark.parametrize("side", ["shield", "sword", "rear"])
def test_de_htac_12_a_blow_in_passing_comes_from_where_the_horse_came(side: StruckSide) -> None:
    battle, rider, other = lancer_and("sergeant")
    assert rider.steed is not None
    rider.steed.passed_at = (side,)
    lay(other, "ACTIVE_SHIELD_PARRY", "PASSIVE_SHIELD_PARRY")
    table = play(battle, lambda table: strikes(table, 1), [99])
    (hit, *_) = [one for one in events_of(table, Rolled) if one.purpose == "hit"]
    labels = [one.label for one in hit.tally]
    assert ("from behind" in labels, "shield" in labels) == (side == "rear", side != "rear")


@pytest.mark.parametrize(("beside", "bonus"), [(11.3, 5), (8.7, -5)])
def test_de_host_28_de_htac_12_a_sword_gains_by_the_side_it_rides_past(
    beside: float, bonus: int
) -> None:
    battle, rider, other = lancer_and("sergeant")
    rider.in_hand, other.x = ("broadsword",), beside
    attack = Attack(0, "man", 1, "man", "DELIVER_BLOW", "broadsword")
    assert riding_past(battle, attack) == bonus
    assert riding_past(battle, attack._replace(weapon="lance")) == 0
    table = play(battle, lambda table: strikes(table, due_step(battle, attack)), [99])
    (hit, *_) = [one for one in events_of(table, Rolled) if one.purpose == "hit"]
    assert bonus in [one.value for one in hit.tally]
    assert rider.steed is not None
    rider.steed.passed = ()
    assert riding_past(battle, attack) == 0


def test_de_htac_13_a_lance_meant_for_another_holds_nobody_back() -> None:
    battle, rider, other = lancer_and("sergeant")
    assert lance_charge(battle, rider, other)
    lay(rider, "DELIVER_BLOW@5")
    assert not lance_charge(battle, rider, other)


def test_de_grap_08_a_holder_who_goes_down_lets_go_of_his_man_alone() -> None:
    """Two hold a man: one is knocked over, the other holds on."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "a", 12, 10),
        man("knight", "b", 11, 11, 180),
        half=2,
        card_round=1,
    )
    one, two, held = battle.figures
    one.restraining = two.restraining = 2
    held.restrained_by = (0, 1)
    knock(battle, one, "prone")
    assert (one.restraining, two.restraining, list(held.restrained_by)) == (-1, 2, [1])


def test_de_grap_12_who_is_rid_of_one_holder_of_two_is_told_so() -> None:
    for dice, said in (
        ([1, 1], "Knight 3 broke free."),
        ([1, 99], "Knight 3 shook off some of those who held him, and was still held."),
        ([99, 99], "Knight 3 failed to break free."),
    ):
        battle = arena(
            man("sergeant", "a", 10, 10),
            man("sergeant", "a", 12, 10),
            man("knight", "b", 11, 11, 180, restrained_by=(0, 1)),
            half=2,
            card_round=1,
        )
        for holder in battle.figures[:2]:
            holder.restraining = 2
        table = play(battle, partial(break_free, figure=battle.figures[2]), dice)
        assert [sentence(battle, one) for one in events_of(table, told.Grappled)] == [said]


def test_de_grap_08_nobody_is_held_from_afar() -> None:
    """Driven apart by a bash, or thrown from the saddle he held another from."""
    battle, sergeant, peasant = foes("sergeant", "peasant", card_round=1)
    sergeant.restraining, peasant.restrained_by = 1, (0,)
    play(battle, lambda table: apply_bash(table, sergeant, "staggered_5_feet", (11, 11)))
    assert (sergeant.restraining, peasant.restrained_by) == (1, (0,))  # along his stand
    play(battle, lambda table: apply_bash(table, peasant, "staggered_5_feet", (10, 10)))
    assert sergeant.restraining == NOBODY
    assert not peasant.restrained_by


def test_de_grap_08_de_host_66_an_unhorsed_holder_lets_go() -> None:
    battle = arena(
        man("knight", "a", 10, 10, 0, steed="great_horse", hand=()),
        man("peasant", "b", 11.0, 10, 315),
        half=2,
        card_round=1,
    )
    knight, peasant = battle.figures
    knight.restraining, peasant.restrained_by = 1, (0,)
    play(battle, lambda table: apply_bash(table, knight, "unhorsed", (9, 10)), [1, 1])
    assert knight.posture == "prone"
    assert knight.restraining == NOBODY
    assert not peasant.restrained_by


def test_de_host_21_de_host_50_who_lies_is_not_lifted_to_his_knees() -> None:
    """Whoever cannot be driven back goes to his knees, unless he lies already."""
    for posture, after in (("standing", "kneeling"), ("prone", "prone")):
        for drive in (
            lambda table: apply_bash(table, table.state.figures[0], "staggered_10_feet", (10, 11)),
            lambda table: _gust(table, table.state.figures[1], table.state.figures[0], 0),
        ):
            battle = arena(
                man("sergeant", "a", 10, 10, 0, posture=posture),
                man("skald", "b", 10, 14, 180),
                things=[thing("wall", (0, 8, 20, 9.28))],
                card_round=1,
            )
            play(battle, drive)
            assert battle.figures[0].posture == after


def test_de_att_01_a_weapon_without_reach_strikes_in_contact_alone() -> None:
    battle = arena(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 11.9, 180))
    one, two = battle.figures
    refused = may_strike(battle, one, two, "mace")
    assert refused is not None
    assert refused.clause == "DE-ATT-01"


@pytest.mark.parametrize("result", ["", "none"])
def test_de_host_21_a_bash_that_does_nothing_disturbs_nobody(result: str) -> None:
    battle = arena(man("magus", "a", 10, 10, prepared=("dazzle",)), prepare_interruptible=True)
    play(battle, lambda table: apply_bash(table, battle.figures[0], result, (10, 12)))
    assert list(battle.figures[0].prepared) == ["dazzle"]
    play(battle, lambda table: apply_bash(table, battle.figures[0], "rocked", (10, 12)))
    assert not battle.figures[0].prepared


@pytest.mark.parametrize(("y", "weapon"), [(14.7, "dragon_bite"), (5.3, "dragon_tail")])
def test_de_stand_05_a_dragon_strikes_all_round(y: float, weapon: str) -> None:
    """With its jaws before it, with its tail behind; a wolf has but jaws."""
    for profile, wanted in (("dragon", [weapon]), ("wolf", ["bite"])):
        battle = arena(
            man(profile, "a", 10, 10, 0), man("sergeant", "b", 10, y, 180), half=2, card_round=1
        )
        ready(battle)
        beast, foe = battle.figures
        lay(beast, "DELIVER_BLOW@1")
        found = attacks_of(battle, beast)
        assert [one.weapon for one in found] == wanted
        if profile == "dragon":
            assert may_strike(battle, beast, foe, weapon) is None
