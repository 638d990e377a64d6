"""Kicks, spells, steps and moves at their limits within a card round."""

from __future__ import annotations

from functools import partial

import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.play.events import Rolled
from banneret.core.questions.choices import Way
from banneret.rulesets.destrier.basics.state import SPELL, Dropped
from banneret.rulesets.destrier.basics.who import stunned
from banneret.rulesets.destrier.ground.stands import put, stand
from banneret.rulesets.destrier.melee.bashes import body_bash_chance
from banneret.rulesets.destrier.melee.blows import (
    attacks_of,
    blows,
    due_step,
    strikes,
)
from banneret.rulesets.destrier.melee.cards.choosing import begin_melee
from banneret.rulesets.destrier.melee.cards.deck import activities
from banneret.rulesets.destrier.melee.cards.facing import may_meet
from banneret.rulesets.destrier.melee.chances import Attack
from banneret.rulesets.destrier.melee.grapples import (
    break_free,
    riders_defence,
    use_bash,
)
from banneret.rulesets.destrier.melee.harm import (
    fell,
    lose_shield,
    take_up,
)
from banneret.rulesets.destrier.melee.replies.counters import grant
from banneret.rulesets.destrier.melee.replies.dodging import guess
from banneret.rulesets.destrier.melee.replies.following import with_contacts
from banneret.rulesets.destrier.melee.stepping import cast
from banneret.rulesets.destrier.melee.strikes import (
    missed_kick,
    struck_kicking,
)
from banneret.rulesets.destrier.movement.held import breaks_contact
from banneret.rulesets.destrier.movement.steps import card_way
from banneret.rulesets.destrier.movement.tac import tac_move
from banneret.rulesets.destrier.screen import told
from banneret.rulesets.destrier.screen.told import ArmsLost
from banneret.rulesets.destrier.screen.wording import sentence
from banneret.rulesets.destrier.setup.mustering import force
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import foes, lay, ready
from rulesets.scripting import events_of


@pytest.mark.parametrize(("roll", "falls"), [(4, True), (5, False)])
def test_de_hth_05_a_rider_who_misses_his_kick_may_fall(roll: int, falls: bool) -> None:
    """Ten less half his Dexterity of 12; a man on foot, and his horse, risk nothing."""
    rider = man("knight", "a", 10, 10, steed="great_horse", hand=())
    battle = arena(rider, man("peasant", "b", 11.0, 10, 315), half=2, card_round=1)
    kick = Attack(0, "man", 1, "man", "KICK", "foot_kick")
    play(battle, lambda table: missed_kick(table, kick), [roll, *[1, 1] * falls])
    assert battle.figures[0].mounted is not falls
    on_foot = Attack(1, "man", 0, "man", "KICK", "foot_kick")
    for other in (kick._replace(by="steed"), kick._replace(card="PUNCH"), on_foot):
        play(battle, lambda table, one=other: missed_kick(table, one))  # type: ignore[misc]


@pytest.mark.parametrize(
    ("profile", "status", "hand", "dice"),
    [
        ("sergeant", "active", ("KICK@1",), [100]),
        ("sergeant", "active", ("PUNCH@1",), []),
        ("sergeant", "down", ("KICK@1",), []),
        ("centaur", "active", ("KICK@1",), []),
    ],
)
def test_de_hth_07_only_a_man_who_kicks_is_bashed_for_it(
    profile: str, status: str, hand: tuple[str, ...], dice: list[int]
) -> None:
    battle = arena(
        man(profile, "a", 10, 10, status=status), man("squire", "b", 10, 14), card_round=1
    )
    kicker, striker = battle.figures
    kicker.hand = hand
    play(battle, partial(struck_kicking, target=kicker, by=striker), dice)


def test_de_mag_06_who_was_stunned_meanwhile_casts_nothing() -> None:
    """Nor do his other cards cast anything."""
    for stun, hand, cast_it in (
        (0, ("CAST_SPELL>ward@0",), True),
        (1, ("CAST_SPELL>ward@0",), False),
        (0, ("PASSIVE_SHIELD_PARRY",), False),
    ):
        battle = arena(
            man("magus", "a", 10, 10, stun=stun), man("squire", "b", 20, 20), card_round=1
        )
        magus = battle.figures[0]
        magus.hand, magus.prepared = hand, ("ward",)
        table = play(battle, cast)
        assert bool(events_of(table, told.SpellCast)) is cast_it
        assert magus.warded is cast_it


def test_de_mag_11_a_spell_that_is_no_longer_ready_is_told_to_be_lost() -> None:
    battle = arena(man("magus", "a", 10, 10), man("squire", "b", 20, 20), card_round=1)
    battle.figures[0].hand = ("CAST_SPELL>ward@0",)
    table = play(battle, cast)
    assert [one.what for one in events_of(table, told.Did)] == ["was disturbed and cast nothing"]


def test_de_att_13_the_steps_are_fixed_at_the_first_and_hold() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "DELIVER_BLOW@1")
    lay(sergeant, "PASSIVE_SHIELD_PARRY")
    battle.strike_step, battle.steps = 1, {}
    play(battle, blows)
    fixed = dict(battle.steps)
    assert len(fixed) == 1
    lay(knight, "PASSIVE_SHIELD_PARRY")
    play(battle, blows)
    assert battle.steps == fixed


def test_de_dodge_05_after_the_guesses_the_first_step_of_blows_comes() -> None:
    battle, *_ = foes(card_round=1)
    battle.strike_step = 4
    play(battle, guess)
    assert (battle.phase, battle.strike_step) == ("blows", 1)


def test_de_melee_01_only_who_stands_counts_his_blows() -> None:
    battle, knight, sergeant = foes()
    sergeant.status, sergeant.blows_left = "down", 0
    play(battle, begin_melee)
    assert knight.blows_left > 0
    assert sergeant.blows_left == 0


def test_de_card_19_de_bers_17_to_halt_a_friend_is_an_activity() -> None:
    raging = man("berserker", "a", 10, 10, berserk=True)
    battle = arena(raging, man("peasant", "a", 10.7071, 10.7071, 180), card_round=1)
    found = activities(battle, battle.figures[1])
    assert [(one.detail, one.target) for one in found] == [("halt", 0)]


@pytest.mark.parametrize(("moved", "rush"), [(0.99, False), (1.0, True)])
def test_de_tacp_11_de_host_16_a_bash_is_a_rush_after_an_inch(moved: float, rush: bool) -> None:
    battle, knight, sergeant = foes()
    lay(knight, "DELIVER_BLOW@1", tac="CHARGE")
    knight.tac_moved = moved
    slow = body_bash_chance(battle, knight, sergeant)
    dice = [slow + 1, *[1] * rush]
    rule = partial(use_bash, figure=knight, target=sergeant)
    table = play(battle, rule, dice, [("body_bash", "bash")])
    assert [bool(one.result) for one in events_of(table, told.Bashed)] == [rush]


def test_de_grap_04_a_horse_that_dodges_defends_its_rider_and_one_that_kicks_does_not() -> None:
    rider = man("knight", "b", 10, 10, steed="great_horse", hand=("broadsword",))
    battle = arena(rider, man("sergeant", "a", 11.0, 10, 315), half=2, card_round=1)
    ready(battle)
    knight, sergeant = battle.figures
    lay(knight, "DELIVER_BLOW@1")
    assert knight.steed is not None
    for hand, defends in ((("DODGE_LEFT",), True), (("KICK@1",), False)):
        knight.steed.hand = hand
        assert (riders_defence(battle, sergeant, knight) > 0) is defends


def test_de_host_67_de_card_04_of_several_things_he_takes_up_the_one_he_named() -> None:
    battle = arena(man("squire", "a", 10, 10, in_hand=(), weapons=("spear",)))
    squire = battle.figures[0]
    squire.on_ground = (Dropped("mace", 10, 10), Dropped("club", 10, 10))
    take_up(squire, "club")
    assert squire.in_hand == ("club",)
    assert [one.thing for one in squire.on_ground] == ["mace"]
    take_up(squire, "spear")
    assert list(squire.in_hand) == ["club", "spear"]
    assert not squire.weapons


def test_de_card_15_every_front_one_touches_holds() -> None:
    """A step that keeps one of two enemies leaves the other: it is refused."""
    side = 0.7071
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "b", 10 - side, 10 + side, 180),
        man("sergeant", "b", 10 + side, 10 + side, 180),
        half=2,
        card_round=1,
    )
    figure = battle.figures[0]
    own = stand(figure)
    assert breaks_contact(battle, figure, own) is None
    beside = own.at(10 + side, 10 - side)
    for there, held in ((own, False), (beside, True), (own.at(10, 8), True)):
        assert (breaks_contact(battle, figure, there) is not None) is held
    refused = card_way(battle, figure, Way("step", ((10, 9),), 180.0))
    assert isinstance(refused, Refusal)


def test_de_card_21_who_moves_on_before_ones_front_is_not_followed() -> None:
    """Still in contact, and still before him: there is nothing to go after."""
    battle, knight, sergeant = foes(card_round=1)
    for one in battle.figures:
        one.blows_left = 5
    play(battle, lambda table: with_contacts(table, lambda: put(battle, knight, 10.1, 10.1, 0.0)))
    assert (knight.x, sergeant.followed) == (10.1, False)


def test_de_tac_21_without_anybody_to_go_for_a_card_goes_nowhere() -> None:
    battle = arena(man("sergeant", "a", 10, 10), half=2, card_round=0)
    assert play(battle, lambda t: tac_move(t, battle.figures[0], "CLOSE", -1)).result == 0.0


def test_de_host_61_the_figures_of_a_force_hold_the_first_of_their_weapons() -> None:
    battle = arena(man("squire", "a", 10, 10))
    profiles = battle.tables.host.profiles
    for key in battle.tables.host.forces:
        for one in force(battle.tables, key):
            assert one.in_hand == profiles[one.profile].weapons[:1]


def test_de_host_54_de_grap_12_a_spell_holds_as_its_table_has_it() -> None:
    """Weight 200 and Strength 15, whoever stands beside him."""
    needed = {}
    for holder in (SPELL, 0):
        battle = arena(man("peasant", "a", 10, 10), man("knight", "b", 11, 11, 180), card_round=1)
        knight = battle.figures[1]
        knight.restrained_by = (holder,)
        table = play(battle, partial(break_free, figure=knight), [100])
        (chance,) = [one.wish.needed for one in events_of(table, Rolled) if one.wish]
        needed[holder] = int(str(chance))
    assert needed[SPELL] < needed[0]


def test_de_def_02_a_parried_miss_is_countered_in_its_step() -> None:
    """A hit is not, though it was parried at."""
    for dice, countered in (([99, 51], 1), ([1, 99, 99, 1, 1, 99], 0)):
        battle, knight, sergeant = foes(card_round=1)
        lay(knight, "DELIVER_BLOW@1")
        lay(sergeant, "WEAPON_PARRY")
        (attack,) = attacks_of(battle, knight)
        rule = partial(strikes, step=due_step(battle, attack))
        table = play(battle, rule, dice, [("answer", "WEAPON_PARRY")] * countered)
        assert len(events_of(table, told.Countered)) == countered


@pytest.mark.parametrize(("named", "meets"), [("CLOSE@0", True), ("CLOSE@2", False)])
def test_de_mseq_13_only_who_comes_towards_him_adds_his_inches(named: str, meets: bool) -> None:
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "b", 10, 12.9, 180),
        man("sergeant", "a", 10, 16),
        half=2,
        card_round=1,
    )
    ready(battle)
    one, two, _ = battle.figures
    lay(one, "CLOSE@1", tac="CLOSE")
    lay(two, named, tac="CLOSE")
    one.tac_target, two.tac_target = 1, int(named[-1])
    assert may_meet(battle, one, 1) is meets


def test_de_def_10_a_shattered_shield_is_told() -> None:
    battle, sergeant, _ = foes("sergeant")
    table = play(battle, partial(lose_shield, figure=sergeant))
    assert [(one.thing, one.how) for one in events_of(table, ArmsLost)] == [("shield", "shattered")]


def test_de_host_56_de_host_67_the_last_turn_of_sleep_stuns_too() -> None:
    battle, knight, _ = foes()
    for asleep, stun, found in ((1, 0, True), (0, 1, True), (0, 0, False)):
        knight.asleep, knight.stun = asleep, stun
        assert stunned(knight) is found
    assert battle.card_round == 0


def test_de_con_12_de_host_54_who_falls_entangled_frees_nobody_else() -> None:
    """A spell is no man: the last but one of all figures holds on."""
    battle = arena(
        man("sergeant", "a", 10, 10, restrained_by=(SPELL,)),
        man("sergeant", "a", 20, 10, restraining=2),
        man("peasant", "b", 20.7, 10.7, restrained_by=(1,)),
        card_round=1,
    )
    play(battle, lambda table: fell(table, battle.figures[0], "down"))
    assert (battle.figures[1].restraining, battle.figures[2].restrained_by) == (2, (1,))


def test_de_grap_16_who_gets_a_chance_to_hold_is_told() -> None:
    battle, knight, sergeant = foes(card_round=3)
    table = play(battle, partial(grant, figure=knight, target=sergeant))
    assert (knight.opportunity, knight.opportunity_round) == (1, 3)
    said = [sentence(battle, one) for one in events_of(table, told.Grappled)]
    assert said == ["Knight 1 got a chance to hold Sergeant 2."]
