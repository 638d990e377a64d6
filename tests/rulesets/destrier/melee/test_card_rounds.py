"""Card rounds from the choosing of cards to their end."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.events import Rolled
from banneret.core.play.table import Table
from banneret.core.questions.choices import Play, Way
from banneret.rulesets.destrier.basics.state import SPELL, Battle, Card, card
from banneret.rulesets.destrier.ground.contact import enemies_touched, in_contact, own_side
from banneret.rulesets.destrier.ground.stands import put
from banneret.rulesets.destrier.melee.cards.choosing import (
    begin_melee,
    choose,
    declare,
    worth_asking,
)
from banneret.rulesets.destrier.melee.cards.facing import face, tac_first, tac_second
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.melee.cards.pairs import attacker_of, tac_card
from banneret.rulesets.destrier.melee.cards.pools import fill
from banneret.rulesets.destrier.melee.replies.counters import (
    answers,
    bash_odds,
    counterblow,
    shield_bash,
)
from banneret.rulesets.destrier.melee.replies.dodging import (
    after_dodge,
    card_group,
    dodge_of,
    dodges,
    guess,
    guess_odds,
)
from banneret.rulesets.destrier.melee.replies.following import offer_follow, with_contacts
from banneret.rulesets.destrier.melee.round_end import goes_on, keeps_open, round_end
from banneret.rulesets.destrier.melee.stepping import (
    calm_down,
    come_up,
    come_upon,
    draw,
    halt,
    move_first,
    rise,
    step,
    use,
    withheld,
)
from banneret.rulesets.destrier.screen import told
from banneret.rulesets.destrier.screen.events import Followed
from banneret.rulesets.destrier.screen.view import view
from banneret.rulesets.destrier.screen.wording import sentence
from banneret.rulesets.destrier.sequence import SEQUENCE
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import D, cards, foes, go, lay, ready
from rulesets.scripting import ByKey, events_of, first


def steps(battle: Battle, answers_by: dict[str, Any], until: str) -> tuple[list[str], Table[Any]]:
    by = ByKey(answers_by)
    table = Table(battle, RandomDice(3), {"a": by, "b": by})
    phases = []
    while battle.phase != until:
        phases.append(battle.phase)
        SEQUENCE[battle.phase](table)
        assert len(phases) < 60, phases
    return phases, table


HANDS = cards(
    f0=("CLOSE", "DELIVER_BLOW@1"), f1=("STAND_GROUND", "DELIVER_BLOW@0", "ACTIVE_SHIELD_PARRY")
)


def test_de_tacp_01_cards_lie_face_down_and_can_be_counted() -> None:
    battle, knight, sergeant = foes()
    battle.phase = "choose"
    steps(battle, {"cards": HANDS}, "tac_first")
    assert knight.hand[:2] == ("CLOSE", "DELIVER_BLOW@1")
    seen = view(battle, "a").figures[1]
    assert len(seen.hand) == len(sergeant.hand)
    assert seen.hand != sergeant.hand
    assert view(battle, "b").figures[1].hand == sergeant.hand
    assert seen.blows_left == sergeant.blows_left


def test_de_tacp_02_de_tacp_04_the_attacker_faces_first_and_melee_cards_last() -> None:
    battle, _, sergeant = foes()
    battle.phase = "choose"
    steps(battle, {"cards": HANDS}, "tac_second")
    assert "CLOSE" in view(battle, "b").figures[0].hand
    assert "STAND_GROUND" not in view(battle, "a").figures[1].hand
    steps(battle, {"cards": HANDS}, "face")
    assert "STAND_GROUND" in view(battle, "a").figures[1].hand
    assert "DELIVER_BLOW@0" not in view(battle, "a").figures[1].hand
    steps(battle, {"cards": HANDS}, "cast")
    assert view(battle, "a").figures[1].hand == sergeant.hand


def test_de_seq_01_de_mseq_01_the_order_of_the_tac_phase_and_of_a_round() -> None:
    battle, *_ = foes()
    battle.phase = "melee"
    by = {"cards": cards(f0=("STAND_GROUND",), f1=("STAND_GROUND",))}
    first, _ = steps(battle, by, "round_end")
    assert list(dict.fromkeys(first)) == [
        "melee",
        "choose",
        "tac_first",
        "tac_second",
        "face",
        "cast",
        "move_first",
        "move_second",
        "guess",
        "blows",
        "dodges",
        "withheld",
    ]
    steps(battle, by, "choose")
    second, _ = steps(battle, {}, "round_end")
    assert "tac_first" not in second
    assert second[:3] == ["choose", "face", "cast"]


def test_de_melee_01_blows_are_counted_at_the_start() -> None:
    battle, knight, _ = foes()
    knight.blows_left = 99
    play(battle, begin_melee)
    assert knight.blows_left == 7 - 1 + 1
    assert battle.card_round == 0


def test_de_bers_17_a_friend_he_turned_on_is_one_again_when_he_is_calm() -> None:
    battle = arena(
        man("berserker", "a", 10, 10, berserk=True, turned_on=(1,)),
        man("axeman", "a", 10, 11.42, 180),
        half=2,
    )
    raging, friend = battle.figures
    assert enemies_touched(battle, raging) == [friend]
    play(battle, lambda table: calm_down(table, raging))
    assert enemies_touched(battle, raging) == enemies_touched(battle, friend) == []


def test_de_con_08_de_melee_01_a_turn_paid_by_a_blow_is_one_blow_of_the_melee() -> None:
    battle, knight, _ = foes()
    whole = knight.blows_left
    knight.turned_blow = True
    fill(battle, knight)
    assert (knight.blows_left, knight.turned_blow) == (whole - 1, False)
    knight.turned_blow = True
    put(battle, knight, 20, 20, 0)  # no melee came of it
    fill(battle, knight)
    assert (knight.blows_left, knight.turned_blow) == (whole, False)


def test_de_melee_13_cards_of_the_tac_phase_cost_blows() -> None:
    battle, knight, sergeant = foes()
    lay(knight, "CLOSE", "DELIVER_BLOW@1", tac="CLOSE")
    lay(sergeant, "STAND_GROUND", tac="STAND_GROUND")
    before = knight.blows_left
    play(battle, face)
    assert knight.blows_left == before - 1


def test_de_tacp_07_de_cost_02_paid_when_faced() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "DELIVER_BLOW@1", "ACTIVE_SHIELD_PARRY", "PASSIVE_SHIELD_PARRY")
    lay(sergeant, "PASSIVE_SHIELD_PARRY")
    before = knight.blows_left
    play(battle, face)
    assert knight.blows_left == before - 1
    assert knight.free_parry_used
    lay(knight, "DELIVER_BLOW@1", "ACTIVE_SHIELD_PARRY")
    play(battle, face)
    assert knight.blows_left == before - 3


def test_de_gen_06_a_declared_side_waits_and_speaks() -> None:
    battle, knight, sergeant = foes(declared_side=True)
    battle.phase = "choose"
    by = ByKey({"cards": HANDS})
    table = Table(battle, RandomDice(1), {"a": by, "b": by})
    choose(table)
    assert battle.phase == "declare"
    assert knight.hand
    assert not sergeant.hand
    declare(table)
    assert str(sergeant.shown) == "all"
    assert view(battle, "a").figures[1].hand == sergeant.hand
    assert view(battle, "b").figures[0].hand != knight.hand


@pytest.mark.parametrize(
    "state", [{"stun": 2}, {"restrained_by": (SPELL,)}, {"posture": "prone"}, {}]
)
def test_de_host_67_who_is_stunned_or_held_meanwhile_draws_nothing(state: dict[str, Any]) -> None:
    """A spell or a bash of this round comes before the card that draws."""
    battle = arena(man("archer", "a", 10, 10), man("sergeant", "b", 10, 14, 180), card_round=1)
    archer = battle.figures[0]
    for key, value in state.items():
        setattr(archer, key, value)
    play(battle, lambda table: use(table, archer, card("DRAW_WEAPON>short_sword")))
    assert ("short_sword" in archer.in_hand) == (not state)


def test_de_card_21_who_got_away_is_not_asked_to_follow_his_follower() -> None:
    """He goes off, the other comes an inch after him and falls short: that is the end of it."""
    battle = arena(
        man("sergeant", "a", 10, 10, 180), man("sergeant", "b", 10, 11.414, 180), card_round=1
    )
    ready(battle)
    one, two = battle.figures
    by = ByKey({"follow": "step"})
    table = Table(battle, RandomDice(1), {"a": by, "b": by})
    with_contacts(table, lambda: put(battle, one, 10, 7, 180))
    assert [choice.about for choice in by.was_asked("follow")] == [(1, 0)]
    assert (one.followed, two.followed) == (False, True)


@pytest.mark.parametrize("winner", ["a", "b"])
def test_de_gen_06_de_tacp_02_what_a_side_declares_is_carried_out(winner: str) -> None:
    """Its TAC cards bring it up like cards that lay face down, and are read in the matrix."""
    battle = arena(
        man("sergeant", "a", 10, 10, 0),
        man("sergeant", "b", 10, 13.3, 180),
        phase="melee",
        half=2,
        winner=winner,
        declared_side=True,
    )
    declared = {"cards": cards(f0=("STAND_GROUND",), f1=("FLECHE@0", "DELIVER_BLOW@0"))}
    go(battle, declared)
    one, two = battle.figures
    assert in_contact(battle, one, two)
    assert tac_card(battle, two) == "FLECHE"


def test_de_tacp_03_contact_freezes_tac_movement() -> None:
    battle, knight, sergeant = foes()
    lay(knight, "FLECHE", tac="")
    lay(sergeant, "STAND_GROUND", tac="")
    where = (knight.x, knight.y)
    play(battle, tac_first)
    assert (knight.x, knight.y) == where
    play(battle, tac_second)
    assert battle.phase == "face"


# -- dodges


def test_de_dodge_05_every_enemy_in_contact_guesses_first() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "DELIVER_BLOW@1")
    lay(sergeant, "DODGE_BACK")
    sergeant.shown = "cards"
    table = play(battle, guess, [], {"a": [("guess", "left")]})
    assert battle.guesses == {"0-1": "left"}
    assert str(sergeant.shown) == "all"
    (shown,) = events_of(table, told.DodgeFaced)
    assert (shown.direction, shown.guesses) == ("back", ((0, "left"),))


def test_de_dodge_06_a_guess_says_what_it_is_worth() -> None:
    """The same whichever way is guessed: nothing of the dodge but that it is one."""
    found = []
    for way in ("LEFT", "BACK"):
        battle, knight, sergeant = foes(card_round=1)
        lay(knight, "DELIVER_BLOW@1")
        lay(sergeant, f"DODGE_{way}")
        found.append(guess_odds(battle, knight, sergeant))
    right, wrong = (int(found[0][f"hit if {how}"].split()[0]) for how in ("right", "wrong"))
    assert right > wrong
    assert found[0] == found[1]


def test_de_dodge_08_de_dodge_16_a_dodger_moves_unless_he_was_felled() -> None:
    for forced, gone in ((False, True), (True, False)):
        battle, knight, sergeant = foes(card_round=1)
        lay(knight, "PASSIVE_SHIELD_PARRY")
        lay(sergeant, "DODGE_BACK")
        sergeant.forced = forced
        where = (sergeant.x, sergeant.y)
        knight.blows_left = 0
        play(battle, dodges)
        assert ((sergeant.x, sergeant.y) != where) is gone


def test_de_dodge_08_de_dodge_16_who_was_stunned_on_his_feet_dodges_nowhere() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "PASSIVE_SHIELD_PARRY")
    lay(sergeant, "DODGE_BACK")
    knight.blows_left, sergeant.stun = 0, 2
    where = (sergeant.x, sergeant.y)
    play(battle, dodges)
    assert (sergeant.x, sergeant.y) == where


def test_de_dodge_09_de_dodge_11_followed_and_countered() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "DELIVER_BLOW@1")
    lay(sergeant, "DODGE_BACK")
    battle.guesses = {"0-1": "left"}
    assert card_group(knight) == "attack"
    assert dodge_of(sergeant) == "back"
    table = play(battle, dodges, [26], {"a": [("answer", "WEAPON_PARRY")]})
    (countered,) = events_of(table, told.Countered)
    assert (countered.figure, countered.target, countered.comes) == (1, 0, False)


def test_de_dodge_07_a_right_guess_without_an_attack_does_not_follow() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "MOVE")
    lay(sergeant, "DODGE_BACK")
    battle.guesses = {"0-1": "back"}
    knight.blows_left = 0
    where = (knight.x, knight.y)
    play(battle, dodges)
    assert (knight.x, knight.y) == where
    play(battle, lambda table: after_dodge(table, sergeant, knight))
    assert (knight.x, knight.y) == where


# -- counterblows


def test_de_def_15_each_answer_says_what_the_counterblow_hits_with() -> None:
    """A parry leaves less than a shield that is only borne; the best answer is proposed."""
    battle, knight, sergeant = foes(card_round=1)
    asked: list[Play] = []

    def answer(choice: Play) -> str:
        asked.append(choice)
        return "WEAPON_PARRY"

    play(
        battle,
        lambda table: counterblow(table, sergeant, knight, "weapon_parry"),
        [96],
        {"a": [answer]},
    )
    [choice] = asked
    shares = {one.key: one.odds for one in choice.options() if one.odds}
    found = {key: int(odds["he hits"].split()[0]) for key, odds in shares.items()}
    assert found["WEAPON_PARRY"] < found["PASSIVE_SHIELD_PARRY"]
    assert found[str(choice.proposal)] == min(found.values())


def test_de_def_02_de_def_03_a_counterblow_costs_nobody_anything() -> None:
    battle, knight, sergeant = foes(card_round=1)
    before = (knight.blows_left, sergeant.blows_left)
    play(
        battle,
        lambda table: counterblow(table, sergeant, knight, "weapon_parry"),
        [50, 100],
        {"a": [("answer", "WEAPON_PARRY")]},
    )
    assert (knight.blows_left, sergeant.blows_left) == before


def test_de_def_03_chains_only_by_option() -> None:
    battle, knight, sergeant = foes(card_round=1, chain_counterblows=True)
    table = play(
        battle,
        lambda table: counterblow(table, sergeant, knight, "weapon_parry"),
        [50, 100, 51],
        {"a": [("answer", "WEAPON_PARRY")], "b": [("answer", "WEAPON_PARRY")]},
    )
    assert len(events_of(table, told.Countered)) == 2


def test_de_def_15_which_cards_answer() -> None:
    battle, knight, _ = foes(card_round=1)
    found = answers(battle, knight)
    assert "DESPERATE_DEFENSE" not in found
    assert {"WEAPON_PARRY", "ACTIVE_SHIELD_PARRY", "PASSIVE_SHIELD_PARRY"} <= set(found)
    assert "DODGE_LEFT" not in found
    assert "DODGE_RIGHT" in found


def test_de_def_09_de_grap_06_a_failed_shield_bash_may_give_a_hold() -> None:
    battle, knight, sergeant = foes(card_round=1)
    play(
        battle,
        lambda table: shield_bash(table, sergeant, knight),
        [95, 25],
        {"b": [("shield_bash", "bash")]},
    )
    assert knight.opportunity == 1
    table = play(
        battle,
        lambda table: shield_bash(table, sergeant, knight),
        [1, 1],
        {"b": [("shield_bash", "bash")]},
    )
    assert knight.rocked
    assert events_of(table, told.Bashed)[0].result == "rocked"


def test_de_host_18_de_grap_06_a_shield_bash_is_asked_with_its_chances() -> None:
    """Also that he who is bashed in vain may find a hold; and a hold not found is told."""
    battle, knight, sergeant = foes(card_round=1)
    table = play(
        battle,
        lambda table: shield_bash(table, sergeant, knight),
        [95, 26],
        {"b": [("shield_bash", "bash")]},
    )
    share = bash_odds(battle, knight, 39)
    assert share == {"bashed": "39 %", "nothing": "45.75 %", "he may hold you": "15.25 %"}
    knight.stun = 2
    assert bash_odds(battle, knight, 39) == {"bashed": "39 %", "nothing": "61 %"}
    (roll,) = [one for one in events_of(table, Rolled) if one.purpose == "opportunity"]
    assert sentence(battle, roll) == "Nobody found a hold: 26, and 25 or less was needed."


# -- movement by cards


def test_de_card_21_de_melee_07_following_for_a_blow_once() -> None:
    battle, knight, sergeant = foes(card_round=1)
    sergeant.x += -0.4
    sergeant.y += 0.4
    battle.memo.known.clear()
    before = knight.blows_left
    rule: Any = lambda table: offer_follow(table, knight, sergeant)  # noqa: E731
    play(battle, rule, [], {"a": [("follow", "step")]})
    assert knight.blows_left == before - 1
    assert knight.followed
    play(battle, rule)


def test_de_card_21_to_follow_is_proposed_to_whom_a_blow_is_left() -> None:
    for blows, proposed in ((2, "step"), (1, "stay")):
        battle, knight, sergeant = foes(card_round=1)
        sergeant.x += -0.4
        sergeant.y += 0.4
        battle.memo.known.clear()
        knight.blows_left = blows
        by = ByKey({"follow": "stay"})
        offer_follow(Table(battle, RandomDice(1), {"a": by, "b": by}), knight, sergeant)
        (asked,) = by.was_asked("follow")
        assert asked.describe()["usual"] == proposed


def test_de_card_21_de_melee_07_who_gives_ground_may_be_followed() -> None:
    battle = arena(
        man("knight", "a", 10, 10, hand=("broadsword",)),
        man("sergeant", "b", 10, 12, 180),
        half=2,
        card_round=0,
        phase="melee",
    )
    hands = cards(f0=("CLOSE",), f1=("RETREAT",))
    _, table = steps(battle, {"cards": hands, "follow": "step"}, "cast")
    assert battle.figures[0].blows_left == 7 - 1
    assert [one.figure for one in events_of(table, Followed)] == [0]


def test_de_card_21_nobody_follows_with_blows_his_hidden_cards_will_cost() -> None:
    battle, knight, sergeant = foes(card_round=0)
    lay(knight, "CLOSE", "DELIVER_BLOW@1")
    knight.blows_left = 1
    sergeant.x, sergeant.y = sergeant.x - 0.4, sergeant.y + 0.4
    battle.memo.known.clear()
    battle.phase = "tac_second"
    by = ByKey({"follow": "stay"})
    offer_follow(Table(battle, RandomDice(1), {"a": by, "b": by}), knight, sergeant)
    refusals = by.refusals("follow", 0)
    assert refusals == {"stay": None, "step": "DE-CARD-21", "turn": "DE-CARD-21"}


def test_de_card_21_de_melee_07_who_leaves_by_a_move_card_may_be_followed_and_struck() -> None:
    battle, ogre, sergeant = foes("ogre", "sergeant", "shield", card_round=1)
    battle.phase = "choose"
    put(battle, ogre, ogre.x, ogre.y, 180.0)
    hands = cards(f0=("MOVE",), f1=("DELIVER_BLOW@0",))
    away = Way("step", ((10.0, 9.0),), 180.0)
    _, table = steps(battle, {"cards": hands, "move_card": away, "follow": "step"}, "dodges")
    assert [one.figure for one in events_of(table, Followed)] == [1]
    assert [one.figure for one in events_of(table, told.Struck)] == [1]
    assert sergeant.blows_left == 7 - 2


def test_de_card_21_de_melee_07_nobody_lets_an_enemy_get_round_behind_him() -> None:
    battle, knight, sergeant = foes(card_round=1)

    def round_him() -> None:
        put(battle, sergeant, 10 - D, 10 - D, 0.0)

    by = ByKey({"follow": "turn"})
    with_contacts(Table(battle, RandomDice(1), {"a": by, "b": by}), round_him)
    assert "step" not in by.refusals("follow", 0)
    assert own_side(knight, sergeant).frontal


def test_de_card_21_who_has_followed_still_has_his_move_card() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "MOVE>withheld")
    lay(sergeant, "PASSIVE_SHIELD_PARRY")
    knight.followed = True
    battle.phase = "withheld"
    play(battle, withheld, answers=[("move_card", first)])
    assert "MOVE>withheld" not in knight.hand


def test_de_mseq_03_de_mseq_13_withheld_moves_come_after_the_blows() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "MOVE>withheld")
    lay(sergeant, "PASSIVE_SHIELD_PARRY")
    battle.phase = "move_first"
    play(battle, move_first)
    assert battle.phase == "move_second"
    battle.phase = "withheld"
    by = ByKey({})
    table = Table(battle, RandomDice(1), {"a": by, "b": by})
    withheld(table)
    assert by.keys == ["move_card"]
    withheld(table)
    assert battle.phase == "round_end"


def test_de_card_13_de_grap_11_getting_up_by_a_move_card() -> None:
    battle, knight, _ = foes(card_round=1)
    knight.posture = "prone"
    play(battle, lambda table: use(table, knight, card("MOVE")), [5])
    assert knight.posture == "prone"
    play(battle, lambda table: use(table, knight, card("MOVE")), [4])
    assert str(knight.posture) == "standing"
    knight.posture = "kneeling"
    play(battle, lambda table: rise(table, knight))
    assert str(knight.posture) == "standing"


def test_de_host_35_a_pinned_man_wriggles_free_by_two_blows() -> None:
    battle, knight, _ = foes(card_round=1)
    knight.pinned = 2
    for _ in range(2):
        play(battle, lambda table: use(table, knight, card("MOVE")))
    assert knight.pinned == 0


def test_de_card_04_de_card_06_drawing_drops_or_sheathes() -> None:
    battle, archer, _ = foes("archer", card_round=1)
    play(battle, lambda table: draw(table, archer, "short_sword"))
    assert archer.in_hand == ("short_sword",)
    assert [one.thing for one in archer.on_ground] == ["long_bow"]
    battle, archer, _ = foes("archer", card_round=1)
    play(battle, lambda table: draw(table, archer, "short_sword+sheathe"))
    assert archer.weapons == ("long_bow",)


def test_de_card_03_who_has_shot_loses_a_blow_and_his_bonus() -> None:
    battle, archer, _ = foes("archer", card_round=1)
    archer.fired, archer.blows_left, archer.bonus_blows = True, 7, 2
    play(battle, lambda table: draw(table, archer, "short_sword"))
    assert archer.blows_left == 4


def test_de_tac_01_de_tac_02_de_tac_03_contact_made_by_a_move_card() -> None:
    battle, knight, sergeant = foes(card_round=1)
    before = sergeant.blows_left
    upon: Any = lambda table: come_upon(table, sergeant, knight)  # noqa: E731
    table = play(battle, upon, [], {"b": [("tac_when_met", "STAND_GROUND")]})
    assert sergeant.blows_left == before
    offered = [option for option in ("RETREAT", "RUN_AWAY") if option]
    assert offered
    assert table.result is None
    by = ByKey({"tac_when_met": "RUN_AWAY"})
    come_upon(Table(battle, RandomDice(1), {"a": by, "b": by}), sergeant, knight)
    assert sergeant.blows_left == before - 2
    assert by.was_asked("tac_when_met")[0].ideas() == ["STAND_GROUND", "RETREAT", "RUN_AWAY"]


def test_de_tac_02_de_htac_11_a_rider_come_upon_retreats_for_two_blows_of_his_steed() -> None:
    """Not on a running horse, nor on one that has no two blows, nor with its one card played."""
    for speed, blows, once, asked in (
        ("trot", 2, False, True),
        ("canter", 2, False, False),
        ("trot", 1, False, False),
        ("trot", 2, True, False),
    ):
        battle = arena(
            man("sergeant", "a", 20, 5),
            man("knight", "b", 20, 6.9, 180, steed="great_horse", speed=speed, blows_left=3),
            half=2,
            card_round=1,
            horse_tac_once=once,
        )
        sergeant, knight = battle.figures
        assert knight.steed is not None
        knight.steed.blows_left, knight.steed.tac_count = blows, 1
        by = ByKey({"tac_when_met": "RETREAT"})
        come_upon(Table(battle, RandomDice(1), {"a": by, "b": by}), knight, sergeant)
        assert bool(by.was_asked("tac_when_met")) is asked
        assert (knight.blows_left, knight.steed.blows_left) == (3, 0 if asked else blows)
        assert (knight.y > 8.0) is asked


def test_de_init_06_who_comes_up_by_a_move_card_attacks_in_card_rounds_alone() -> None:
    """In the TAC phase the second initiative says who attacks: here b's, who is come upon."""
    for card_round, attacker in ((0, 1), (1, 0)):
        battle = arena(
            man("sergeant", "a", 20, 5),
            man("sergeant", "b", 20, 7.3, 180),
            winner="b",
            half=2,
            card_round=card_round,
        )
        ready(battle)
        mover, other = battle.figures
        by = ByKey({"tac_on_contact": "none"})
        step(Table(battle, RandomDice(1), {"a": by, "b": by}), mover)
        assert battle.met == ("0-1",)
        assert attacker_of(battle, mover, other).id == attacker


def test_de_tac_01_de_htac_11_a_slow_steeds_move_card_is_answered_as_a_mans() -> None:
    """It pays for CLOSE with its own blows, and whom it comes upon may leave."""
    battle = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot", hand=("broadsword",)),
        man("sergeant", "b", 20, 8.4, 180),
        half=2,
        card_round=1,
        phase="move_first",
    )
    ready(battle)
    knight, sergeant = battle.figures
    assert knight.steed is not None
    knight.steed.hand = ("HORSE_MOVE",)
    _, by = go(battle, {"tac_on_contact": "CLOSE", "tac_when_met": "RETREAT"}, until="guess")
    assert by.keys == ["horse_move", "tac_on_contact", "tac_when_met", "retreat_facing"]
    assert (knight.steed.tac, knight.steed.blows_left) == ("CLOSE", 4)
    assert sergeant.y > 11.0


def test_de_tac_04_the_mover_may_play_a_tac_card_or_none() -> None:
    battle, knight, _ = foes(card_round=1)
    up: Any = lambda table: come_up(table, knight)  # noqa: E731
    play(battle, up, [], {"a": [("tac_on_contact", "none")]})
    assert knight.tac == ""
    before = knight.blows_left
    play(battle, up, [], {"a": [("tac_on_contact", "CLOSE")]})
    assert (knight.tac, knight.blows_left) == ("CLOSE", before - 2)


def test_de_bers_11_de_bers_17_halting_a_berserker() -> None:
    battle = arena(
        man("berserker", "a", 10, 10, 0, berserk=True),
        man("peasant", "a", 10.7071, 10.7071, 180),
        man("sergeant", "b", 30, 30, 180),
        half=2,
        card_round=1,
    )
    ready(battle)
    berserker, friend, _ = battle.figures
    play(battle, lambda table: halt(table, friend, berserker), [35])
    assert berserker.turned_on == (1,)
    assert berserker.halted
    play(battle, lambda table: halt(table, friend, berserker))
    berserker.halted, berserker.turned_on = False, ()
    play(battle, lambda table: halt(table, friend, berserker), [36, 35])
    assert not berserker.berserk


def test_de_bers_17_who_no_longer_touches_a_berserker_cannot_halt_him() -> None:
    """His card was chosen while they touched; the berserker has rushed off since."""
    for away, halted in ((0.0, True), (3.0, False)):
        battle = arena(
            man("berserker", "a", 10, 10 - away, 0, berserk=True),
            man("peasant", "a", 10.7071, 10.7071, 180),
            man("sergeant", "b", 30, 30, 180),
            half=2,
            card_round=1,
        )
        ready(battle)
        friend = battle.figures[1]
        play(battle, partial(use, figure=friend, one=Card("MOVE", "halt", 0)), [35] * halted)
        assert battle.figures[0].halted == halted


# -- the end of rounds and of the phase


def test_de_mseq_08_de_mseq_14_what_keeps_the_phase_open() -> None:
    battle, knight, sergeant = foes(card_round=1)
    assert play(battle, goes_on).result is True
    knight.blows_left = sergeant.blows_left = 0
    assert play(battle, goes_on).result is False
    knight.blows_left = 3
    assert keeps_open(knight)
    knight.stun = 2
    assert not keeps_open(knight)
    rider = arena(man("knight", "a", 5, 5, 0, steed="great_horse", speed="trot"))
    ready(rider)
    rider.figures[0].blows_left = 0
    assert not keeps_open(rider.figures[0])
    steed = rider.figures[0].steed
    assert steed is not None
    steed.speed = "gallop"
    assert keeps_open(rider.figures[0])


def test_de_mseq_08_de_mseq_14_unspent_blows_lapse() -> None:
    """When the melee ends nobody keeps cards or blows."""
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "PASSIVE_SHIELD_PARRY")
    knight.stun = sergeant.stun = 9
    assert knight.blows_left > 0
    play(battle, round_end)
    assert battle.phase == "turn_end"
    assert (knight.blows_left, knight.hand, sergeant.blows_left) == (0, (), 0)


def test_de_mseq_14_who_can_only_pass_does_not_keep_the_phase_open() -> None:
    """A seventh pass in a row is allowed only to one who can pay for nothing else."""
    battle, knight, sergeant = foes(card_round=8)
    sergeant.blows_left = 0
    knight.passive_run = 6
    assert play(battle, goes_on).result is True
    knight.passive_run = 7
    assert play(battle, goes_on).result is False


def test_de_mseq_12_the_phase_may_end_by_agreement() -> None:
    battle = arena(
        man("knight", "a", 5, 5, 0), man("sergeant", "b", 5, 20, 180), half=2, card_round=1
    )
    ready(battle)
    both = {"a": [("end_melee", "end")], "b": [("end_melee", "end")]}
    assert play(battle, goes_on, [], both).result is False
    one = {"a": [("end_melee", "end")], "b": [("end_melee", "go on")]}
    assert play(battle, goes_on, [], one).result is True


def test_de_mseq_12_after_a_round_of_nothing_both_may_end_it() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "PASSIVE_SHIELD_PARRY")
    lay(sergeant, "PASSIVE_SHIELD_PARRY")
    both = {"a": [("end_melee", "end")], "b": [("end_melee", "end")]}
    assert play(battle, goes_on, [], both).result is False
    one = {"a": [("end_melee", "end")], "b": [("end_melee", "go on")]}
    assert play(battle, goes_on, [], one).result is True
    lay(sergeant, "DELIVER_BLOW@0", "PASSIVE_SHIELD_PARRY")
    assert play(battle, goes_on).result is True


def test_de_mseq_11_only_rounds_of_the_passive_parry_alone_count() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "PASSIVE_SHIELD_PARRY")
    lay(sergeant, "DELIVER_BLOW@0", "PASSIVE_SHIELD_PARRY")
    knight.passive_run = sergeant.passive_run = 3
    play(battle, round_end)
    assert (knight.passive_run, sergeant.passive_run) == (4, 0)


def test_de_host_21_a_stun_lasts_to_the_end_of_the_next_round() -> None:
    from banneret.rulesets.destrier.melee.harm import stun  # noqa: PLC0415

    battle, knight, _ = foes(card_round=1)
    stun(battle, knight)
    for left in (1, 0):
        battle.phase = "round_end"
        play(battle, round_end)
        assert knight.stun == left


def test_de_mseq_07_who_has_nothing_to_choose_is_not_asked() -> None:
    battle, knight, _ = foes(card_round=1)
    knight.blows_left = 0
    knight.free_parry_used = True
    assert not worth_asking(Hand(battle, knight))
    knight.blows_left = 1
    assert worth_asking(Hand(battle, knight))


@pytest.mark.parametrize("card", ["CLOSE@1", "CLOSE"])
@pytest.mark.parametrize(("apart", "rolled"), [(2.3, True), (2.6, False)])
def test_de_mseq_13_pairs_roll_only_if_their_cards_could_bring_them_together(
    apart: float, rolled: bool, card: str
) -> None:
    """An inch of CLOSE reaches 2.3 inches between middles, not 2.6; the nearest need no name."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("squire", "b", 10, 10 + apart, 180),
        half=2,
        card_round=1,
        phase="choose",
    )
    ready(battle)
    _, table = steps(battle, {"cards": cards(f0=(card,), f1=("WEAPON_PARRY",))}, "cast")
    assert bool(events_of(table, told.PairRolled)) is rolled


@pytest.mark.parametrize("blocked", [False, True])
def test_de_mseq_06_only_closing_cards_bring_contact(blocked: bool) -> None:
    battle = arena(
        man("sergeant", "a", 10, 10, 0),
        man("sergeant", "b", 10, 12.2, 180),
        half=2,
        card_round=0,
        phase="tac_first",
    )
    ready(battle)
    one, two = battle.figures
    lay(one, "KEEP_DISTANCE" if blocked else "CLOSE@1")
    lay(two, "STAND_GROUND")
    by = ByKey({})
    table = Table(battle, RandomDice(1), {"a": by, "b": by})
    while battle.phase != "face":
        SEQUENCE[battle.phase](table)
    assert bool(one.contact_half) is not blocked


def test_de_tacp_08_an_undesignated_close_goes_for_the_nearest() -> None:
    battle = arena(
        man("sergeant", "a", 10, 10, 0),
        man("sergeant", "b", 14, 12.2, 180),
        man("sergeant", "b", 10, 12.2, 180),
        half=2,
        card_round=0,
        phase="tac_first",
    )
    ready(battle)
    lay(battle.figures[0], "CLOSE")
    by = ByKey({})
    tac_first(Table(battle, RandomDice(1), {"a": by, "b": by}))
    assert battle.figures[0].contact_half == {2: 0}
