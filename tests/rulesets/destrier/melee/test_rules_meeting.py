"""Two or three rules that meet in one card round."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.questions.choices import Way
from banneret.rulesets.destrier.basics.state import Dropped, card
from banneret.rulesets.destrier.captain.worth import one_side
from banneret.rulesets.destrier.ground.stands import at_feet, put
from banneret.rulesets.destrier.horses.cards import horse_way
from banneret.rulesets.destrier.horses.falls import unhorse
from banneret.rulesets.destrier.melee.blows import (
    attacks,
    attacks_of,
    due_step,
    kicks_freely,
    rewrite,
    strikes,
)
from banneret.rulesets.destrier.melee.cards.choosing import worth_asking
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.melee.cards.pairs import strike_step, tac_card
from banneret.rulesets.destrier.melee.cards.steeds_hands import SteedHand
from banneret.rulesets.destrier.melee.defences import by_cards
from banneret.rulesets.destrier.melee.harm import hurt
from banneret.rulesets.destrier.melee.replies.counters import answers
from banneret.rulesets.destrier.melee.replies.dodging import dodges
from banneret.rulesets.destrier.melee.round_end import goes_on
from banneret.rulesets.destrier.melee.stepping import cast, come_up, use
from banneret.rulesets.destrier.screen import told
from banneret.rulesets.destrier.screen.foresight import plays
from banneret.rulesets.destrier.turn import acts
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import SWORD, D, foes, go, lay, ready, refusal, refuses
from rulesets.scripting import events_of

HIT = [1, 100, 3]  # a hit, no critical, its damage


def test_de_host_21_de_att_12_who_is_rocked_as_he_strikes_suffers_for_it_next_time() -> None:
    """Both strike at once: his own blow was rolled before he was rocked, and had nothing off."""
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "DELIVER_BLOW@1")
    lay(sergeant, "DELIVER_BLOW@0")
    play(battle, partial(strikes, step=2), [*HIT, 1, 1, *HIT, 100])
    assert sergeant.rocked
    play(battle, partial(strikes, step=2), [100, 100])
    assert not sergeant.rocked


def test_de_host_21_a_kick_of_his_horse_does_not_steady_a_rider() -> None:
    """The ten off are for the next attack of his own."""
    battle = arena(
        man("knight", "a", 20, 15, steed="great_horse", rocked=True, hand=("broadsword",)),
        man("sergeant", "b", 20, 16.708, 180),
        half=2,
        card_round=1,
    )
    ready(battle)
    knight = battle.figures[0]
    assert knight.steed is not None
    knight.steed.hand = ("KICK@1",)
    play(battle, partial(strikes, step=2), [100])
    assert knight.rocked


# -- sleepers


@pytest.mark.parametrize("weapon", ["broadsword", "long_bow"])
def test_de_host_56_de_con_12_a_sleeper_holds_nobody_but_may_be_struck(weapon: str) -> None:
    """Flat and stunned: 35 more to hit; the blow wakes him, and he lies where he fell."""
    profile, blow = {
        "broadsword": ("knight", "DELIVER_BLOW@1"),
        "long_bow": ("archer", "FIRE_MISSILE@1"),
    }[weapon]
    battle = arena(
        man(profile, "a", 10, 10, 0, hand=(weapon,)),
        man("peasant", "b", 10, 11.414, 180, asleep=3, posture="prone"),
        half=2,
        card_round=1,
    )
    ready(battle)
    striker, sleeper = battle.figures
    hand = Hand(battle, striker)
    assert not hand.touched
    assert blow in hand.offered
    assert refusal(hand, blow) == ""
    lay(striker, blow)
    play(battle, partial(strikes, step=2), [*HIT, 100] if weapon == "broadsword" else HIT)
    assert (sleeper.asleep, sleeper.posture) == (0, "prone")


# -- what lies on the ground


def test_de_host_67_de_card_04_a_dropped_weapon_stays_where_it_fell() -> None:
    """He may draw it within half an inch of the spot, and no longer once he has gone."""
    battle, sergeant, _ = foes("sergeant", card_round=1)
    sergeant.in_hand = ()
    sergeant.on_ground = (Dropped("mace", sergeant.x, sergeant.y),)
    taken = "DRAW_WEAPON>mace"
    assert taken in Hand(battle, sergeant).offered
    put(battle, sergeant, sergeant.x, sergeant.y - 1.0, sergeant.facing)
    assert taken not in Hand(battle, sergeant).offered
    play(battle, partial(use, figure=sergeant, one=card(taken)))
    assert sergeant.in_hand == ()
    put(battle, sergeant, sergeant.x, sergeant.y + 0.5, sergeant.facing)
    assert at_feet(sergeant)
    play(battle, partial(use, figure=sergeant, one=card(taken)))
    assert list(sergeant.in_hand) == ["mace"]
    assert not sergeant.on_ground


# -- the end of the phase


def test_de_mseq_08_de_grap_12_the_last_man_held_may_still_break_free() -> None:
    """He is not active any more (HOST-63), but the turn is not over while he has blows."""
    battle, knight, sergeant = foes(card_round=1)
    knight.restraining, sergeant.restrained_by = 1, (0,)
    lay(knight, "PUNCH@1")
    lay(sergeant, "BREAK_FREE")
    assert play(battle, goes_on).result is True


def test_de_card_14_de_mseq_09_a_wolf_out_of_blows_still_moves_free() -> None:
    battle = arena(
        man("wolf", "a", 10, 10), man("sergeant", "b", 10, 13, 180), half=2, card_round=1
    )
    ready(battle)
    wolf = battle.figures[0]
    wolf.blows_left = 0
    assert worth_asking(Hand(battle, wolf))
    wolf.free_moves_left = 0
    assert not worth_asking(Hand(battle, wolf))


# -- whom a card names


def test_de_att_13_de_card_11_only_a_great_blow_at_him_makes_his_own_wait() -> None:
    """Who closes with him, or kicks him, and strikes his great blow at another does not."""
    battle = arena(
        man("axeman", "a", 10, 10, 0),
        man("axeman", "b", 10 - D, 10 + D, 180),
        man("axeman", "a", 10 - 2 * D, 10, 0),
        half=2,
        card_round=1,
    )
    ready(battle)
    mine, his, _ = battle.figures
    lay(mine, "GREAT_BLOW@1")
    lay(his, "GREAT_BLOW@2", "KICK@0")
    assert strike_step(battle, mine, his, great=True) == 3
    lay(his, "GREAT_BLOW@0")
    assert strike_step(battle, mine, his, great=True) == 2


def test_de_dodge_10_who_came_up_to_him_and_strikes_another_gives_no_counterblow() -> None:
    battle = arena(
        man("squire", "a", 10, 10, 0, **SWORD),
        man("sergeant", "b", 10 - D, 10 + D, 180),
        man("sergeant", "b", 10 + D, 10 + D, 180),
        half=2,
        card_round=1,
    )
    ready(battle)
    squire, dodger, _ = battle.figures
    squire.blows_left = 0
    battle.guesses = {"0-1": "back"}
    for cards, countered in ((("CLOSE@1", "DELIVER_BLOW@2"), 0), (("DELIVER_BLOW@1",), 1)):
        lay(squire, *cards)
        lay(dodger, "DODGE_LEFT")
        dodger.forced = True  # he stays in contact
        battle.dodged = ()
        table = play(
            battle, dodges, [100] * countered, [("answer", "PASSIVE_SHIELD_PARRY")] * countered
        )
        assert len(events_of(table, told.Countered)) == countered


# -- defences


def test_de_card_08_de_def_01_teeth_parry_nothing() -> None:
    """A weapon parry is for who holds a weapon: no disarming of a wolf, and no counterblow."""
    battle = arena(man("wolf", "a", 10, 10), man("centaur", "b", 10, 12, 180), half=2, card_round=1)
    ready(battle)
    wolf, centaur = battle.figures
    assert refusal(Hand(battle, wolf), "WEAPON_PARRY") == "DE-CARD-08"
    assert "WEAPON_PARRY" not in answers(battle, wolf)
    assert by_cards(battle, wolf, ("WEAPON_PARRY",)).parry_class == ""
    assert ("WEAPON_PARRY",) not in plays(battle, wolf)
    assert not one_side(battle, wolf, centaur).parries
    assert refusal(Hand(battle, centaur), "WEAPON_PARRY") == ""
    centaur.in_hand = ()
    assert refusal(Hand(battle, centaur), "WEAPON_PARRY") == "DE-CARD-08"


@pytest.mark.parametrize(("left", "may"), [(1, []), (0, ["PASSIVE_SHIELD_PARRY"])])
def test_de_bers_06_de_def_15_a_berserker_out_of_blows_bears_his_shield(
    left: int, may: list[str]
) -> None:
    battle, knight, _ = foes(card_round=1)
    knight.berserk, knight.blows_left = True, left
    assert answers(battle, knight) == may


# -- moves and spells


def test_de_tac_04_after_the_blows_nobody_pays_for_a_card_that_tells_on_nothing() -> None:
    """Who comes up by a withheld MOVE is not offered a TAC card: the next round has none of it."""
    battle, knight, _ = foes(card_round=1)
    before = knight.blows_left
    battle.phase = "withheld"
    play(battle, partial(come_up, figure=knight))
    assert (knight.tac, knight.blows_left) == ("", before)


@pytest.mark.parametrize("disturbed", [True, False])
def test_de_mag_11_de_mag_06_a_spell_hurt_out_of_his_hands_is_not_cast(disturbed: bool) -> None:
    """Both cards lie there; the attacker's dart comes first, and the other mage loses his own."""
    battle = arena(
        man("magus", "a", 10, 10, 0, prepared=("flame_dart",)),
        man("magus", "b", 10, 14, 180, prepared=("flame_dart",)),
        half=2,
        card_round=1,
        prepare_interruptible=disturbed,
    )
    ready(battle)
    one, two = battle.figures
    lay(one, "CAST_SPELL>flame_dart@1")
    lay(two, "CAST_SPELL>flame_dart@0")
    tired = two.fatigue
    table = play(battle, cast, [1, 1, 1] if disturbed else [1, 1, 1, 1, 1, 1])
    assert len(events_of(table, told.SpellCast)) == (1 if disturbed else 2)
    assert two.fatigue == tired - (2 if disturbed else 3)


# -- giving oneself up


def test_de_end_02_de_grap_08_who_is_held_may_give_himself_up() -> None:
    battle, knight, sergeant = foes(card_round=-1)
    knight.restraining, sergeant.restrained_by = 1, (0,)
    assert acts.keys_of(battle, sergeant) == ["1>surrender@0"]


def test_de_grap_12_a_duel_goes_on_when_one_is_held() -> None:
    """Whole rounds: the held man plays BREAK FREE until he is free or his blows are gone."""
    battle, knight, sergeant = foes(card_round=1)
    knight.restraining, sergeant.restrained_by = 1, (0,)
    asked: list[Any] = []

    def cards(choice: Any) -> tuple[str, ...]:
        asked.append(choice.about[0])
        held = choice.about[0] == 1 and sergeant.restrained_by
        return ("BREAK_FREE",) if held else ("PASSIVE_SHIELD_PARRY",)

    go(battle, {"cards": cards}, until="turn_end", seed=5)
    assert asked.count(1) > 1


# -- riders who can do nothing


@pytest.mark.parametrize(
    ("speed", "card", "runs"), [("trot", "STAND_GROUND", 0.0), ("gallop", "CHARGE", 5.0)]
)
def test_de_tacp_12_de_htac_08_a_fast_steed_runs_on_under_a_helpless_rider(
    speed: str, card: str, runs: float
) -> None:
    """In shock after a charge he still rides: a gallop goes on, a trot chooses no TAC card."""
    battle = arena(
        man("knight", "a", 20, 10, 0, steed="great_horse", speed=speed, stun=99),
        man("sergeant", "b", 20, 18, 180),
        phase="melee",
        half=2,
    )
    knight = battle.figures[0]
    go(battle, {"cards": ("STAND_GROUND",)}, until="face")
    assert tac_card(battle, knight) == card
    assert knight.y == 10.0 + runs


def test_de_host_15_a_hoof_is_shorter_than_the_lance_above_it() -> None:
    """Both stand: the lance strikes before the mace, the horse's kick after it."""
    battle = arena(
        man("knight", "a", 20, 15, steed="great_horse", hand=("lance",)),
        man("sergeant", "b", 20, 16.708, 180),
        half=2,
        card_round=0,
    )
    ready(battle)
    knight, sergeant = battle.figures
    assert knight.steed is not None
    knight.steed.tac, knight.steed.hand = "STAND_GROUND", ("STAND_GROUND", "KICK@1")
    lay(knight, "DELIVER_BLOW@1")
    lay(sergeant, "DELIVER_BLOW@0", tac="STAND_GROUND")
    found = {(one.attacker, one.by): due_step(battle, one) for one in attacks(battle)}
    assert found == {(0, "man"): 1, (0, "steed"): 3, (1, "man"): 3}


def test_de_hth_08_a_blow_the_rider_cannot_strike_bars_no_kick() -> None:
    """He named a man who is out of his reach on the same side: his horse may kick there."""
    battle = arena(
        man("knight", "a", 20, 15, steed="great_horse", hand=("broadsword",)),
        man("sergeant", "b", 18.793, 15, 90),
        man("sergeant", "b", 16.5, 15, 90),
        half=2,
        card_round=1,
    )
    ready(battle)
    knight, near, _ = battle.figures
    lay(knight, "DELIVER_BLOW@1")
    assert not kicks_freely(battle, knight, near)
    lay(knight, "DELIVER_BLOW@2")
    assert kicks_freely(battle, knight, near)


# -- wounds and hands


def test_de_host_24_nobody_is_shocked_twice() -> None:
    """Only the hit that first takes him below half his body; a mended man bears the next."""
    battle, knight, _ = foes(card_round=1)
    for dice in ([1], []):
        knight.fatigue, knight.body = 0, (knight.body_max + 1) // 2
        play(battle, partial(hurt, figure=knight, damage=1), dice)


def test_de_hth_09_de_grap_08_who_holds_somebody_punches_undeclared() -> None:
    """At the start of a melee too: the hold is older than its first cards."""
    battle, knight, sergeant = foes(card_round=0)
    assert refuses(Hand(battle, knight), "STAND_GROUND", "KICK@1") == "DE-HTH-09"
    knight.restraining, sergeant.restrained_by = 1, (0,)
    assert refuses(Hand(battle, knight), "KICK@1") == ""


def test_de_host_66_unhorsed_and_stunned_before_the_melee_he_misses_its_tac_phase_alone() -> None:
    """The next card round is the TAC phase, as for whoever else is stunned in a charge."""
    for card_round, stun in ((-1, 1), (1, 2)):
        battle = arena(
            man("knight", "a", 20, 15, steed="great_horse"), half=2, card_round=card_round
        )
        knight = battle.figures[0]
        play(battle, partial(unhorse, figure=knight, away_from=(20, 18), stunned=True), [1, 1])
        assert knight.stun == stun


def test_de_card_12_de_att_14_a_great_and_ferocious_blow_is_turned_as_one() -> None:
    battle, axeman, _ = foes("axeman", card_round=1)
    lay(axeman, "FEROCITY@1", "GREAT_BLOW@1", "KICK@1")
    [blow, _] = attacks_of(battle, axeman)
    rewrite(axeman, blow, blow._replace(target=2))
    assert axeman.hand == ("FEROCITY@2", "GREAT_BLOW@2", "KICK@1")


def test_de_bers_07_de_htac_01_a_berserker_does_not_ride_away() -> None:
    """Neither by a TAC card of his steed's nor by its MOVE."""
    battle = arena(
        man("knight", "a", 20, 15, 180, steed="great_horse", speed="trot"),
        man("sergeant", "b", 20, 19, 180),
        half=2,
        card_round=0,
    )
    ready(battle)
    knight = battle.figures[0]
    for rages in (False, True):
        knight.berserk = rages
        assert ("RETREAT" in SteedHand(battle, knight).offered) is not rages
        away = horse_way(battle, knight, Way("go", ((20, 13),), 180.0))
        assert isinstance(away, Refusal) is rages


def test_de_card_11_a_blow_comes_after_a_great_one_at_ones_back() -> None:
    """A dragon's tail reaches the axeman behind it, but his great blow falls first."""
    battle = arena(
        man("dragon", "a", 20, 15, 0),
        man("axeman", "b", 20, 15 - 4.708, 0),
        half=2,
        card_round=1,
    )
    ready(battle)
    dragon, axeman = battle.figures
    lay(dragon, "DELIVER_BLOW@1")
    lay(axeman, "GREAT_BLOW@0")
    assert strike_step(battle, axeman, dragon, great=True) == 1
    assert strike_step(battle, dragon, axeman, great=False) == 3


def test_de_card_04_de_card_01_nobody_shoots_with_the_bow_he_drops() -> None:
    """The card that draws comes before the shot, which would be lost."""
    battle = arena(
        man("archer", "a", 10, 10), man("sergeant", "b", 10, 14, 180), half=2, card_round=1
    )
    ready(battle)
    hand = Hand(battle, battle.figures[0])
    assert refuses(hand, "FIRE_MISSILE@1") == ""
    assert refuses(hand, "FIRE_MISSILE@1", "DRAW_WEAPON>short_sword") == "DE-CARD-04"
