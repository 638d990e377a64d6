"""Second ranks, and what a blow does (KK-RANK, KK-DMG)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from banneret.core.chance.dice import Dice
from banneret.core.chance.odds import distribution
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle, Man, clone
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.melee import as_fighters, contests, ranks, strike_or_parry
from banneret.rulesets.knights_and_knaves.melee import phase as melee
from banneret.rulesets.knights_and_knaves.screen.deeds import Fought, Struck
from rulesets.knights_and_knaves.field import field, man
from rulesets.knights_and_knaves.fights import clause_of, duel, fight, key, meet_before
from rulesets.knights_and_knaves.scripts import Played, play, run
from rulesets.scripting import events_of, rolls

# -- ranks


def two_deep(rear: str = "pole_arm", foe_rear: str = "", *, foe: str = "sword") -> Battle:
    """Hugh and Ivo behind him against Odo, and perhaps Guy behind him."""
    battle = field(
        f"a men: soldier {rear} x2 at 20,10 20,9 | b foes: soldier {foe} x2 at 20,11 "
        f"{'20,12' if foe_rear else '40,12'}",
        phase="choose",
    )
    if foe_rear:
        man(battle, "foes", 1).weapon = foe_rear
    for one in battle.men:
        one.touched = tuple(enemy.id for enemy in touching(battle, one))
    return battle


def test_kk_rank_01_long_weapons_strike_past_the_front() -> None:
    """A pole arm right behind a fighting man may strike; a sword may not."""
    battle = two_deep()
    assert strike_or_parry.within_reach(battle, man(battle, "men", 1)) == [man(battle, "foes")]
    assert (
        list(strike_or_parry.within_reach(two_deep("sword"), man(two_deep("sword"), "men", 1)))
        == []
    )


def test_kk_rank_01_what_is_in_his_hand_now_decides() -> None:
    """He takes the pole arm up, and lays it down, without a step: each time it counts at once."""
    battle = two_deep()
    rear = man(battle, "men", 1)
    for weapon, reaches in (("pole_arm", True), ("sword", False), ("pole_arm", True)):
        rear.weapon = weapon
        assert bool(strike_or_parry.within_reach(battle, rear)) is reaches


def test_kk_rank_01_everybody_right_behind_may_strike() -> None:
    """Two who each stand half behind him strike past him; one behind two has the foes of both."""
    two = field("a men: pole_arm x3 at 20,10 19.5,9 20.5,9 | b Odo: sword at 20,11", phase="choose")
    for n in (1, 2):
        assert strike_or_parry.within_reach(two, man(two, "men", n)) == [man(two, "Odo")]
    assert len(strike_or_parry.attackers(two, man(two, "Odo"))) == 3
    one = field(
        "a men: pole_arm x3 at 20,10 21,10 20.5,9 | b Odo: sword at 19.6,11 | b Ivo: at 21.4,11",
        phase="choose",
    )
    assert strike_or_parry.within_reach(one, man(one, "men", 2)) == [
        man(one, "Odo"),
        man(one, "Ivo"),
    ]


def test_kk_rank_02_parry_both_or_leave_the_rear_a_free_strike() -> None:
    """The opponent parries front and rear, or strikes the front man and is open to the rear."""
    battle = two_deep()
    keys = strike_or_parry.keys_of(battle, man(battle, "foes"))
    front, rear = man(battle, "men"), man(battle, "men", 1)
    assert f"parry:{front.id},{rear.id}" in keys
    assert f"strike:{rear.id}" not in keys
    table = fight(
        battle, [5, 5, 3, 3, 3, 3], men0="strike foes", men1="strike foes", foes0="strike men"
    )
    assert [one.man for one in events_of(table, Struck)] == [rear.id]
    assert len(events_of(table, Fought)) == 1


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize(("die", "hit"), [(4, True), (3, False)])
def test_kk_rank_03_a_free_strike_from_the_rear(die: int, hit: bool) -> None:
    """Skill 7 and 4: fifteen hits."""
    battle = two_deep()
    dice = [die, *([2, 2, 2] if hit else []), 3, 3, 3]
    table = fight(battle, dice, men1="strike foes")
    assert events_of(table, Struck)[0].hit is hit


def test_kk_rank_04_against_a_parry_it_is_a_contest() -> None:
    """The parried rear man must beat the parrier's total."""
    battle = two_deep()
    foe, rear = man(battle, "foes"), man(battle, "men", 1)
    answers = {"fight": "nothing", "fight men1": f"strike:{foe.id}",
               "fight foes0": f"parry:{man(battle, 'men').id},{rear.id}"}  # fmt: skip
    table = run(battle, "fatigue", dice=[5, 5], answers=answers)
    assert events_of(table, Fought)[0].winner == NOBODY
    assert events_of(table, Struck) == []


def test_kk_rank_05_the_rear_keeps_the_higher_value() -> None:
    """A rear spear that misses still has 4 next turn."""
    battle = two_deep("short_spear")
    fight(battle, [1, 3, 3, 3], men1="strike foes")
    rear, foe = man(battle, "men", 1), man(battle, "foes")
    assert rear.lost_reach == ()
    one = as_fighters.fighter(battle, rear, foe, "strike", second=True)
    assert one.second_rank


def test_kk_rank_06_rear_fights_rear_if_there_is_one() -> None:
    """Both two deep: the rear man may strike the enemy's rear man alone."""
    battle = two_deep("pole_arm", "long_spear", foe="long_spear")
    rear = man(battle, "men", 1)
    assert list(strike_or_parry.within_reach(battle, rear)) == [man(battle, "foes", 1)]
    assert list(strike_or_parry.within_reach(battle, man(battle, "men"))) == [man(battle, "foes")]
    assert strike_or_parry.attackers(battle, rear) == [man(battle, "foes", 1)]
    short = two_deep("pole_arm", "sword", foe="sword")
    assert list(strike_or_parry.within_reach(short, man(short, "men", 1))) == [man(short, "foes")]


def test_kk_rank_06_a_rear_target_goes_before_a_front_one() -> None:
    """Two enemies before the front man, one with a spear behind him: only that spear is struck."""
    battle = field(
        "a men: pole_arm x2 at 20,10 20,9 | b foes: long_spear x3 at 19.6,11 20.7,11 19.6,12"
    )
    assert list(strike_or_parry.within_reach(battle, man(battle, "men", 1))) == [
        man(battle, "foes", 2)
    ]


def test_kk_rank_01_only_of_the_same_unit() -> None:
    """A pole arm behind a man of another unit, or of none, does not strike past him."""
    assert ranks.seconds(two_deep()) != {}
    battle = field(
        "a men: sword x2 at 20,10 30,10 | a pikes: pole_arm x2 at 20,9 30,5 | "
        "a Hal: pole_arm at 21.2,9 | b foes: sword x2 at 20,11 40,12",
        phase="choose",
    )
    assert touching(battle, man(battle, "men")) == [man(battle, "foes")]
    assert ranks.seconds(battle) == {}


def test_kk_rank_01_beside_is_not_behind() -> None:
    """A pole arm a whole base to the side of the front man's back does not reach past him."""
    battle = field("a men: pole_arm x2 at 20,10 21,9 | b Odo: soldier at 20,11")
    assert list(strike_or_parry.within_reach(battle, man(battle, "men", 1))) == []
    assert ranks.rears_of(battle, man(battle, "men")) == []


@pytest.mark.usefixtures("idle")
def test_kk_rank_07_rear_men_contest_and_step_up() -> None:
    """Two rear spearmen contest; when the front man falls the man behind takes his place."""
    battle = two_deep("pole_arm", "pole_arm", foe="pole_arm")
    table = fight(battle, [9, 5, 1, 1, 1, 3, 3, 3, 3], men1="strike foes1", foes1="strike men1")
    assert len(events_of(table, Fought)) == 1
    battle = two_deep()
    front, rear = man(battle, "men"), man(battle, "men", 1)
    front.stamina = 1
    answers = {"fight": "nothing", "fight foes0": f"strike:{front.id}", "step_up": "step_up"}
    run(battle, "fatigue", dice=[9, 9, 1, 1, 1], answers=answers, exact=False)
    assert front.status == "disabled"
    assert (rear.base.x, rear.base.y) == (20, 10)
    assert touching(battle, rear) == [man(battle, "foes")]
    assert not rear.moved


def test_kk_rank_08_striking_a_horse() -> None:
    """Skill 6 and short spear 4: a five hits the horse, less the horse's armour."""
    battle = field(
        "a Hugh: short_spear melee=6 at 20,10 | b Odo: soldier mounted horse at 20,11.5",
        phase="choose",
    )
    meet_before(battle, "Hugh", "Odo")
    odo = man(battle, "Odo")
    table = fight(battle, [5, 7, 3, 3], Hugh="horse Odo")
    assert events_of(table, Struck)[0].hit
    assert battle.horses[odo.horse].stamina == 2  # 6 less 7-3
    assert odo.stamina == 6
    miss = field(
        "a Hugh: short_spear melee=6 at 20,10 | b Odo: soldier mounted horse at 20,11.5",
        phase="choose",
    )
    meet_before(miss, "Hugh", "Odo")
    assert not events_of(fight(miss, [4, 3, 3], Hugh="horse Odo"), Struck)[0].hit


def test_kk_rank_09_a_strike_at_the_horse_opposes_nobody() -> None:
    """Footman strikes horse, rider strikes footman: both unopposed; no parry saves the horse."""
    battle = field("a Hugh: sword at 20,10 | b Odo: sword mounted horse at 20,11.5", phase="choose")
    meet_before(battle, "Hugh", "Odo")
    table = fight(battle, [1, 1, 3, 3], Hugh="horse Odo", Odo="strike Hugh")
    assert len(events_of(table, Struck)) == 2
    battle = field("a Hugh: sword at 20,10 | b Odo: sword mounted horse at 20,11.5", phase="choose")
    meet_before(battle, "Hugh", "Odo")
    table = fight(battle, [1, 3, 3], Hugh="horse Odo", Odo="parry Hugh")
    assert len(events_of(table, Struck)) == 1


# -- damage


@pytest.mark.parametrize(
    ("weapon", "count"),
    [("sword", 1), ("short_spear", 1), ("javelin", 1), ("ax", 2), ("mace", 2), ("long_spear", 2),
     ("lance", 2), ("pole_arm", 3), ("two_handed_sword", 3), ("two_handed_ax", 3)],
)  # fmt: skip
def test_kk_dmg_01_dice_by_weapon(weapon: str, count: int) -> None:
    """One die, two or three."""
    battle = duel(weapon, "armor=12")
    table = fight(battle, [10, 1, *[1] * count, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert [len(faces) for faces in rolls(table)] == [1, 1, count]


@pytest.mark.parametrize("weapon", ["dagger", "short_sword", "farm_implement", "other"])
def test_kk_dmg_02_the_rest_do_one_die(weapon: str) -> None:
    """Weapons missing from the list do one die."""
    battle = duel(weapon, "armor=12")
    table = fight(battle, [10, 1, 1, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert [len(faces) for faces in rolls(table)] == [1, 1, 1]


def test_kk_dmg_05_fatigue_takes_points_off() -> None:
    """Two levels take two points off the blow."""
    battle = duel("ax temporary=1 permanent=1", "armor=6")
    fight(battle, [10, 1, 5, 5, 3, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert man(battle, "Odo").stamina == 4  # 10 - 2 - 6


def test_kk_dmg_06_only_what_gets_through_armour_hurts() -> None:
    """Six against armour six does nothing; at nought he is disabled."""
    battle = duel()
    fight(battle, [10, 1, 6, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert man(battle, "Odo").stamina == 6
    battle = duel(b="armor=3")
    fight(battle, [10, 1, 6, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert man(battle, "Odo").status == "disabled"


@pytest.mark.usefixtures("idle")
def test_kk_dis_05_two_men_disable_each_other() -> None:
    """Each strikes the other's free side: both strikes count, and both lie there at the end."""
    battle = field(
        "a Hugh: ax at 20,10 | a Ivo: ax at 21,10 | b Odo: ax at 20,11 | b Guy: ax at 21,11",
        phase="choose",
    )
    meet_before(battle, "Hugh", "Odo", "Ivo", "Guy")
    fight(battle, [10, 9, 9, 10, 9, 9, 1, 1, 1, 1], Hugh="strike Guy", Guy="strike Ivo")
    assert man(battle, "Guy").status == man(battle, "Ivo").status == "disabled"


def test_kk_dis_01_the_disabled_do_nothing() -> None:
    """He has no chit, is no obstacle to contact and is not asked."""
    battle = duel(b="disabled")
    assert strike_or_parry.in_the_fight(battle) == []


def test_kk_dis_03_carriers_neither_strike_nor_parry() -> None:
    """Two men with a body between them are struck unopposed."""
    battle = duel()
    man(battle, "Odo").carried = 0
    battle.memo.forget()
    assert not as_fighters.fights(man(battle, "Odo"))
    table = fight(battle, [4, 1, 3, 3], Hugh="strike Odo")
    assert events_of(table, Struck)[0].hit


def test_kk_fall_14_the_stunned_do_not_parry() -> None:
    """A stunned man is struck unopposed and asked nothing."""
    battle = duel(b="stun=3")
    table = fight(battle, [4, 1, 3], Hugh="strike Odo")
    assert events_of(table, Struck)[0].hit
    assert [choice.about for choice in table.by.was_asked("fight")] == [(man(battle, "Hugh").id,)]


def test_kk_morale_37_a_router_is_struck_unopposed() -> None:
    """A router in contact does not fight back."""
    battle = duel(b="routing")
    table = fight(battle, [3, 3], Hugh="strike Odo")
    assert len(events_of(table, Struck)) == 1


@pytest.mark.parametrize("chit", ["stay", "shoot", "move_full", "move_half_shoot"])
def test_kk_move_31_who_stands_in_contact_may_always_fight(chit: str) -> None:
    """Whatever his action, as long as he is where the enemy is."""
    battle = duel(f"chit={chit}")
    assert clause_of(battle, "Hugh", "strike Odo") is None
    assert clause_of(battle, "Hugh", "parry Odo") is None


def test_kk_yield_11_a_berserk_in_rout_strikes_and_never_parries() -> None:
    """He is asked, may strike, and may not parry."""
    battle = duel("berserk routing")
    assert clause_of(battle, "Hugh", "strike Odo") is None
    assert clause_of(battle, "Hugh", "parry Odo") == "KK-YIELD-11"


def test_kk_melee_19_choices_are_secret_and_show_odds() -> None:
    """Each player sees his own question alone; odds use the usual skill of a class."""
    battle = duel(b="melee=10")
    table = play(battle, melee.choose, answers={"a": ["nothing"], "b": ["nothing"]})
    assert table.result is None
    odds = strike_or_parry.odds_of(
        duel(b="melee=10"), man(battle, "Hugh"), key(battle, "strike Odo")
    )
    assert odds["strikes home"] == "9/20"
    assert odds["home if unopposed"] == "7/10"


def test_kk_melee_20_odds_say_who_cannot_strike_back() -> None:
    """Nobody is struck by a sword kept off by his spear, nor does a router oppose him."""
    spear = duel("short_spear", old=False)
    odds = strike_or_parry.odds_of(spear, man(spear, "Hugh"), key(spear, "strike Odo"))
    assert (odds["strikes home"], odds["is struck"]) == ("9/20", "0")
    router = duel(b="routing")
    odds = strike_or_parry.odds_of(router, man(router, "Hugh"), key(router, "strike Odo"))
    assert odds == {"strikes home": "7/10"}


def test_kk_rank_07_seconds_are_found_once() -> None:
    """The list of second ranks is the same for all who ask."""
    battle = two_deep()
    assert list(ranks.seconds(battle)) == [man(battle, "men", 1).id]


# -- what is shown equals what is played


def contested(battle: Battle, one: Man, other: Man) -> dict[str, Fraction]:
    """Who strikes home how often if both strike, by the rule of the fight itself."""

    def strike(dice: Dice) -> str:
        copy = clone(battle)
        table = Played(copy, dice, {})
        came = contests.contest(table, copy.men[one.id], copy.men[other.id], "strike", "strike")
        return "" if came is None else came.profile.name

    return distribution(strike)


@pytest.mark.parametrize(
    ("battle", "one", "other"),
    [
        (duel("sword", "mace"), ("Hugh", 0), ("Odo", 0)),
        (duel("long_spear", "sword", old=False), ("Hugh", 0), ("Odo", 0)),
        (two_deep(foe_rear="long_spear"), ("men", 1), ("foes", 1)),
    ],
    ids=["a duel", "a longer weapon", "rear against rear"],
)
def test_kk_rank_07_odds_shown_are_those_of_the_fight(
    battle: Battle, one: tuple[str, int], other: tuple[str, int]
) -> None:
    """Both striking: how often he strikes home and is struck; kept off, the other never strikes."""
    mine, his = man(battle, *one), man(battle, *other)
    shown = strike_or_parry.odds_of(battle, mine, f"strike:{his.id}")
    played = contested(battle, mine, his)
    assert Fraction(shown["strikes home"]) == played[mine.profile.name]
    assert Fraction(shown["is struck"]) == played.get(his.profile.name, 0)


def test_kk_rank_02_a_front_man_can_but_parry_the_rear() -> None:
    """The man behind his opponent strikes past him and cannot be struck himself."""
    battle = two_deep()
    rear, front = man(battle, "men", 1), man(battle, "foes")
    assert strike_or_parry.odds_of(battle, rear, f"strike:{front.id}")["is struck"] == "0"


def test_kk_melee_20_who_is_kept_off_gets_through_no_parry() -> None:
    """In the first round a long spear parries a sword that cannot strike."""
    battle = duel("long_spear", "sword", old=False)
    assert (
        strike_or_parry.odds_of(battle, man(battle, "Hugh"), key(battle, "parry Odo"))["held off"]
        == "1"
    )
