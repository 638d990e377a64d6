"""What each spell does to whom, who casts and shoots when, and what a shot is reckoned from."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from banneret.rulesets.destrier.basics.state import SPELL, Battle
from banneret.rulesets.destrier.ground.contact import in_contact, look_round
from banneret.rulesets.destrier.ground.sight import cover
from banneret.rulesets.destrier.screen import told
from banneret.rulesets.destrier.turn import casting, magick, missiles
from banneret.rulesets.destrier.turn.missiles import (
    friend_beside,
    reload_card,
    shot_chance,
    size_of,
    spend,
    why_no_shot,
)
from banneret.rulesets.destrier.turn.spells import KIND, affordable, at_whom, repertoire, subjects
from rulesets.destrier.arena import Man, arena, man, play, thing
from rulesets.scripting import events_of


def mage_and(foe: str = "sergeant", inches: float = 5.0, **more: Any) -> Battle:
    """A magus and somebody before him; options and the moment by name."""
    state = more.pop("state", {})
    one = man("magus", "a", 10, 10)
    battle = arena(one, man(foe, "b", 10, 10 + inches, 180, **state), half=2, **more)
    look_round(battle)
    return battle


def cast_on(battle: Battle, spell: str, dice: list[int], part: str = "man") -> Any:
    mage, target = battle.figures[:2]
    return play(battle, lambda t: casting.effect(t, mage, spell, target, part), dice).result


# -- effects


@pytest.mark.parametrize(
    ("card_round", "stun", "dazed"), [(-1, 0, True), (0, 2, False), (3, 2, False)]
)
def test_de_host_51_a_dazzle_stuns_in_the_melee_and_costs_a_half_move_before(
    card_round: int, stun: int, dazed: bool
) -> None:
    battle = mage_and(card_round=card_round)
    cast_on(battle, "dazzle", [99])
    assert (battle.figures[1].stun, battle.figures[1].dazed) == (stun, dazed)


@pytest.mark.parametrize(("card_round", "gained"), [(-1, 0), (0, 2), (2, 2)])
def test_de_host_55_quickening_gives_two_blows_once(card_round: int, gained: int) -> None:
    """In a melee at once; before it with the blows that are counted then."""
    battle = mage_and(card_round=card_round)
    sergeant = battle.figures[1]
    sergeant.blows_left = 3
    for _ in range(2):
        cast_on(battle, "quicken", [])
        assert (sergeant.quickened, sergeant.blows_left) == (True, 3 + gained)


def test_de_host_54_who_is_entangled_is_held_once_and_holds_nobody() -> None:
    battle = mage_and()
    sergeant = battle.figures[1]
    sergeant.restraining, battle.figures[0].restrained_by = 0, (1,)
    for _ in range(2):
        cast_on(battle, "entangle", [99])
        assert sergeant.restrained_by == (SPELL,)
    assert sergeant.restraining == -1
    assert not battle.figures[0].restrained_by


def test_de_host_56_who_falls_asleep_lies_and_holds_nobody_but_a_rider_keeps_his_saddle() -> None:
    for steed, posture in (("", "prone"), ("mule", "standing")):
        battle = mage_and(state={"steed": steed})
        target = battle.figures[1]
        target.restraining, battle.figures[0].restrained_by = 0, (1,)
        cast_on(battle, "slumber", [99])
        assert (target.asleep, target.posture) == (3, posture)
        assert target.restraining == -1


def test_de_host_50_a_gust_drives_half_an_inch_away_from_the_caster() -> None:
    """From one who stands at the very spot, forward of where he looks; a rider is not felled."""
    battle = mage_and(inches=3.0)
    cast_on(battle, "gust", [99])
    assert (battle.figures[1].x, battle.figures[1].y) == pytest.approx((10.0, 13.5))
    battle = mage_and(inches=0.0)
    battle.figures[1].facing = 90.0
    cast_on(battle, "gust", [99])
    assert battle.figures[1].posture == "standing"
    assert (battle.figures[1].x, battle.figures[1].y) == pytest.approx((9.5, 10.0), abs=0.01)


@pytest.mark.parametrize("part", ["man", "steed"])
def test_de_host_49_de_host_65_a_dart_hits_rider_or_steed_as_it_was_named(part: str) -> None:
    battle = mage_and(state={"steed": "mule"})
    target = battle.figures[1]
    assert target.steed is not None
    before = (target.fatigue, target.steed.body)
    cast_on(battle, "flame_dart", [3, 4], part)
    lost = (before[0] - target.fatigue, before[1] - target.steed.body)
    assert lost == ((7, 0) if part == "man" else (0, 7))


def test_de_host_53_nobody_mends_above_the_maximum() -> None:
    battle = mage_and()
    target = battle.figures[1]
    for body, after in ((target.body_max - 1, target.body_max), (2, 2 + 6)):
        target.body = body
        cast_on(battle, "mend", [4])
        assert target.body == after


# -- casting


def test_de_mag_14_a_caster_worn_out_meanwhile_casts_with_what_he_has() -> None:
    battle = mage_and()
    magus, target = battle.figures
    for fatigue, after in ((1, 0), (9, 7)):
        magus.fatigue = fatigue
        play(
            battle,
            partial(casting.cast, figure=magus, spells=("dazzle",), target=target, part="man"),
            [100],
        )
        assert magus.fatigue == after


@pytest.mark.parametrize(
    ("inches", "turned", "status", "rolls"),
    [
        (11.0, 0.0, "active", True),
        (30.0, 0.0, "active", False),
        (11.0, 180.0, "active", False),
        (11.0, 0.0, "down", False),
    ],
)
def test_de_mag_03_de_host_48_a_spell_out_of_range_behind_or_at_the_fallen_is_lost(
    inches: float, turned: float, status: str, rolls: bool
) -> None:
    battle = mage_and(inches=inches)
    magus, target = battle.figures
    magus.facing, target.status = turned, status  # type: ignore[assignment]
    rule = partial(casting.cast, figure=magus, spells=("flame_dart",), target=target, part="man")
    table = play(battle, rule, [100] * rolls)
    assert [one.landed for one in events_of(table, told.SpellCast)] == [False]


def test_de_host_48_who_means_to_move_casts_worse_before_the_melee_alone() -> None:
    found = {}
    for card_round in (-1, 0, 1):
        battle = mage_and(card_round=card_round)
        battle.figures[0].will_move = True
        found[card_round] = casting.chance(
            battle, battle.figures[0], ("dazzle",), battle.figures[1]
        )
    assert found[-1] < found[0] == found[1]


def test_de_mag_15_up_to_three_basic_spells_go_together() -> None:
    battle = mage_and()
    magus = battle.figures[0]
    basic = [key for key, row in battle.tables.host.spells.items() if row.basic and key not in KIND]
    every = tuple(battle.tables.host.spells)
    magus.profile = msgspec.structs.replace(magus.profile, spells=every)
    known = repertoire(battle, magus)
    assert {len(one) for one in known} == {1, 2, 3}
    assert {spell for one in known if len(one) > 1 for spell in one} == set(basic)
    assert len(set(known)) == len(known)


def test_de_mag_14_the_last_point_of_fatigue_is_enough() -> None:
    battle = mage_and()
    magus = battle.figures[0]
    level = battle.tables.host.spells["flame_dart"].level
    for fatigue, may in ((level, True), (level - 1, False)):
        magus.fatigue = fatigue
        assert affordable(battle, magus, ("flame_dart",)) is may


def test_de_mag_14_de_mag_03_a_spell_names_whom_it_reaches_and_sees() -> None:
    """Enemies for harm, himself and friends for help; nobody mended who is whole."""
    battle = arena(
        man("magus", "a", 10, 10),
        man("sergeant", "b", 10, 15, 180),
        man("sergeant", "b", 16, 40, 180),
        man("squire", "a", 11, 10, body=3),
        man("squire", "a", 8, 10),
        size=(48, 60),
        half=2,
    )
    look_round(battle)
    magus = battle.figures[0]
    named = {
        spell: {one.id for one in subjects(battle, magus, (spell,))}
        for spell in ("flame_dart", "ward", "mend")
    }
    assert named == {"flame_dart": {1}, "ward": {0, 3, 4}, "mend": {3}}
    battle.figures[3].warded = battle.figures[3].quickened = True
    assert {one.id for one in subjects(battle, magus, ("ward",))} == {0, 4}
    assert {one.id for one in subjects(battle, magus, ("quicken",))} == {0, 4}


def test_de_host_65_only_a_dart_names_a_steed() -> None:
    battle = mage_and(state={"steed": "mule"})
    magus = battle.figures[0]
    assert at_whom(battle, magus, ("flame_dart",), "0") == ["0>flame_dart@1", "0>flame_dart@1s"]
    assert at_whom(battle, magus, ("dazzle",), "0") == ["0>dazzle@1"]


@pytest.mark.parametrize(
    ("state", "casts"),
    [
        ({}, True),
        ({"done": True}, False),
        ({"cast_this_turn": True}, False),
        ({"stun": 1}, False),
        ({"berserk": True}, False),
        ({"fatigue": 0}, False),
    ],
)
def test_de_mag_01_de_mag_02_de_mag_16_who_may_cast_in_a_segment(
    state: dict[str, Any], casts: bool
) -> None:
    battle = mage_and()
    for key, value in state.items():
        setattr(battle.figures[0], key, value)
    assert magick.ready(battle, battle.figures[0]) is casts
    assert not magick.ready(battle, battle.figures[1])


def test_de_mag_03_a_mounted_mage_casts_before_and_beside_his_horse() -> None:
    found = {}
    for where, (x, y) in {"before": (20, 26), "beside": (26, 20), "behind": (20, 14)}.items():
        rider = man("magus", "a", 20, 20, steed="mule")
        battle = arena(rider, man("sergeant", "b", x, y, 180), half=2)
        battle.figures[0].seen_this_turn = (1,)
        found[where] = bool(
            [key for key in magick.cast_keys(battle, battle.figures[0]) if key.endswith("@1")]
        )
    assert found == {"before": True, "beside": True, "behind": False}


@pytest.mark.parametrize(
    ("foes", "senior"),
    [
        (("sergeant",), False),
        (("skald",), True),
        (("skald", "sergeant"), True),
        (("skald", "magus"), False),
    ],
)
def test_de_init_05_a_senior_mage_is_two_levels_above_every_enemy_mage(
    foes: tuple[str, ...], senior: bool
) -> None:
    """Whoever else stands against him does not count; without a mage nobody is senior."""
    others = [man(foe, "b", 20 + 2 * at, 20, 180) for at, foe in enumerate(foes)]
    battle = arena(man("magus", "a", 10, 10), *others, senior_mage=True)
    assert magick.is_senior(battle, battle.figures[0]) is senior
    battle.options = type(battle.options)()
    assert not magick.is_senior(battle, battle.figures[0])


# -- shots


def archer_and(*others: Man, **more: Any) -> Battle:
    """An archer and others before him."""
    battle = arena(man("archer", "a", 10, 10), *others, **more)
    look_round(battle)
    return battle


@pytest.mark.parametrize(
    ("profile", "size"),
    [("hobbit", "small"), ("sergeant", "man"), ("centaur", "horse"), ("giant", "large")],
)
def test_de_host_41_how_large_a_mark_is_goes_by_its_stand(profile: str, size: str) -> None:
    """A rider is a man, his steed a horse."""
    battle = archer_and(man(profile, "b", 10, 20, 180), man("squire", "b", 20, 20, steed="mule"))
    assert size_of(battle.figures[1], "man") == size
    assert (size_of(battle.figures[2], "man"), size_of(battle.figures[2], "steed")) == (
        "man",
        "horse",
    )


def test_de_host_43_only_a_friend_on_his_feet_in_contact_is_endangered() -> None:
    friend = man("squire", "a", 10.7071, 19.2929, 315)
    battle = archer_and(man("sergeant", "b", 10, 20, 180), friend, man("squire", "a", 14, 20))
    archer, target, near, _ = battle.figures
    assert friend_beside(battle, archer, target) is near
    for one in (near, target):
        one.asleep = 1
        battle.memo.known.clear()
        assert friend_beside(battle, archer, target) is None
        assert not in_contact(battle, near, target)
        assert not in_contact(battle, target, near)
        one.asleep = 0


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        ({}, ""),
        ({"in_hand": ()}, "DE-CARD-01"),
        ({"stun": 1}, "DE-HOST-67"),
        ({"restraining": 1}, "DE-HOST-67"),
        ({"restraining": 0}, "DE-HOST-67"),
        ({"unloaded": {"long_bow": 1}}, "DE-CARD-01"),
        ({"shots_used": 9}, "DE-MISS-06"),
        ({"ammunition": {"long_bow": 0}}, "DE-HOST-40"),
        ({"ammunition": {"long_bow": 1}}, ""),
    ],
)
def test_de_card_01_de_miss_06_de_host_40_why_there_is_no_shot(
    state: dict[str, Any], clause: str
) -> None:
    battle = archer_and(man("sergeant", "b", 10, 20, 180))
    for key, value in state.items():
        setattr(battle.figures[0], key, value)
    found = why_no_shot(battle, *battle.figures)
    assert ("" if found is None else found.clause) == clause


@pytest.mark.parametrize(
    ("half", "card_round", "first"), [(1, -1, 1), (2, -1, 0), (1, 0, 0), (2, 1, 0)]
)
def test_de_miss_01_shots_of_the_first_half_are_counted_apart(
    half: int, card_round: int, first: int
) -> None:
    battle = archer_and(half=half, card_round=card_round)
    archer = battle.figures[0]
    spend(battle, archer, "long_bow")
    assert (archer.shots_used, archer.shots_first) == (1, first)


def test_de_card_02_de_host_40_each_step_brings_one_weapon_nearer() -> None:
    """The first that is not loaded; what is loaded stays so."""
    battle = archer_and()
    archer = battle.figures[0]
    archer.unloaded = {"long_bow": 0, "crossbow": 2, "sling": 1}
    for left in (1, 0):
        table = play(battle, partial(reload_card, figure=archer))
        assert dict(archer.unloaded) == {"long_bow": 0, "crossbow": left, "sling": 1}
        assert [one.left for one in events_of(table, told.Reloaded)] == [left]


def test_de_host_41_the_best_of_several_covers_counts() -> None:
    hedge = thing("hedge", (5, 15, 15, 16), cover="soft", blocks_move=False)
    wall = thing("wall", (5, 17, 15, 18), cover="hard")
    for things in ([hedge, wall], [wall, hedge]):
        battle = archer_and(man("sergeant", "b", 10, 20, 180), things=things)
        assert cover(battle, *battle.figures) == "hard"


def test_de_host_41_de_host_43_who_shoots_from_a_saddle_or_means_to_move() -> None:
    """A horse under way shakes him; a standing one does not, unless he will move."""

    def off(**state: Any) -> int:
        rides = {key: state.pop(key) for key in ("steed", "speed") if key in state}
        battle = arena(man("archer", "a", 10, 10, **rides), man("sergeant", "b", 10, 20, 180))
        for key, value in state.items():
            setattr(battle.figures[0], key, value)
        archer, target = battle.figures
        return shot_chance(battle, archer, target).raw

    still = off(steed="mule")
    assert off(steed="mule", will_move=True) == off(steed="mule", speed="walk") < still
    assert off(will_move=True) < off()


def test_de_seq_04_de_miss_05_who_has_passed_shoots_in_the_next_segment_again() -> None:
    battle = archer_and(man("sergeant", "b", 10, 20, 180), phase="missiles_winner")
    archer = battle.figures[0]
    archer.done = True
    play(battle, lambda table: missiles.segment(table, "a"))
    assert not archer.done


def test_de_bers_04_a_berserk_mark_is_easier_his_steed_is_not() -> None:
    battle = archer_and(man("squire", "b", 10, 20, 180, steed="mule"))
    archer, target = battle.figures
    calm = [shot_chance(battle, archer, target, part).raw for part in ("man", "steed")]
    target.berserk = True
    raging = [shot_chance(battle, archer, target, part).raw for part in ("man", "steed")]
    assert raging == [calm[0] + battle.tables.seed.percent.berserk_easier_to_hit, calm[1]]


def test_de_seq_02_de_mag_02_who_has_cast_is_not_asked_again_beside_another() -> None:
    battle = arena(
        man("magus", "a", 10, 10),
        man("magus", "a", 14, 10, cast_this_turn=True),
        man("sergeant", "b", 12, 16, 180),
        phase="spells_winner",
    )
    look_round(battle)
    asked: list[str] = []

    def nothing(choice: Any) -> str:
        asked.extend(option.key for option in choice.options())
        return "pass"

    play(battle, lambda table: magick.segment(table, "a"), [], [nothing])
    assert {key.split(">")[0] for key in asked} == {"0", "pass"}


def test_de_host_43_a_shot_that_strikes_a_friend_has_missed_its_mark() -> None:
    friend = man("squire", "a", 10.7071, 19.2929, 315)
    battle = archer_and(man("sergeant", "b", 10, 20, 180), friend)
    archer, target, squire = battle.figures
    before = squire.fatigue
    rule = partial(missiles.shoot, figure=archer, target=target)
    table = play(battle, rule, [100, 1, 1, 99, 3])
    (shot,) = events_of(table, told.Shot)
    assert (shot.hit, shot.friend) == (False, 2)
    assert squire.fatigue < before
