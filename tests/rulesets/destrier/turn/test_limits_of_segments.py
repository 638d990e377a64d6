"""Turns, segments, acts and spells at their limits: what begins anew, and who comes when."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from banneret.core.questions.choices import Pick
from banneret.rulesets.destrier.basics.state import SPELL, Battle, card
from banneret.rulesets.destrier.ground.contact import look_round
from banneret.rulesets.destrier.melee.stepping import calm_down
from banneret.rulesets.destrier.melee.strikes import caught_preparing
from banneret.rulesets.destrier.screen import told
from banneret.rulesets.destrier.turn import acts, casting, ending, magick, missiles
from banneret.rulesets.destrier.turn.beginning import begin_turn, initiative
from banneret.rulesets.destrier.turn.spells import (
    prepared,
    reach_of,
    spell_keys,
    spells_already,
    why_not_spell,
)
from rulesets.destrier.arena import Man, arena, man, play, thing
from rulesets.scripting import events_of


def facing(*men: Man, **more: Any) -> Battle:
    battle = arena(*men, **more)
    look_round(battle)
    return battle


def asked_of(battle: Battle, rule: Any, answer: str) -> tuple[Pick[str], Any]:
    """The one question that a rule asks, answered so."""
    seen: list[Any] = []

    def note(choice: Any) -> str:
        seen.append(choice)
        return answer

    table = play(battle, rule, [], [note])
    return seen[0], table


# -- a turn begins


def test_de_seq_01_de_mag_11_de_host_55_a_turn_begins_anew() -> None:
    battle = arena(man("squire", "a", 10, 10), half=2, card_round=3)
    squire = battle.figures[0]
    squire.prepare_lost = squire.caught_preparing = squire.warded = squire.quickened = True
    squire.free_parry_used = squire.halted = True
    squire.shots_used = squire.shots_first = 2
    squire.still_turn = False
    play(battle, begin_turn)
    assert (battle.turn, battle.half, battle.card_round, battle.initiative) == (2, 1, -1, ())
    assert not any((squire.prepare_lost, squire.caught_preparing, squire.warded))
    assert not any((squire.quickened, squire.free_parry_used, squire.halted))
    assert (squire.shots_used, squire.shots_first, squire.still_turn) == (0, 0, True)


def test_de_act_11_de_miss_05_a_phase_begins_anew() -> None:
    battle = arena(man("squire", "a", 10, 10), phase="initiative")
    squire = battle.figures[0]
    squire.acted = squire.will_move = squire.reloading = squire.moved = squire.done = True
    squire.activity, squire.activity_cost = "reload", 1.0
    play(battle, initiative, [6, 1])
    assert not any((squire.acted, squire.will_move, squire.reloading, squire.moved, squire.done))
    assert (squire.activity, squire.activity_cost) == ("", 0.0)


@pytest.mark.parametrize(
    ("surprised", "turn", "half", "winner", "dice"),
    [
        ("a", 1, 1, "b", []),
        ("b", 1, 1, "a", []),
        ("", 1, 1, "a", [6, 1]),
        ("a", 2, 1, "a", [6, 1]),
        ("a", 1, 2, "a", [6, 1]),
    ],
)
def test_de_init_03_surprise_tells_in_the_first_phase_of_the_first_turn(
    surprised: str, turn: int, half: int, winner: str, dice: list[int]
) -> None:
    battle = arena(man("squire", "a", 10, 10), half=half, phase="initiative")
    battle.scenario = msgspec.structs.replace(battle.scenario, surprised=surprised)
    battle.turn = turn
    play(battle, initiative, dice)
    assert battle.initiative[half - 1] == winner


# -- who comes when


def test_de_init_04_by_dexterity_one_segment_is_everybodys() -> None:
    """The others pass by without a question, and who has waited may act later."""
    battle = facing(
        man("archer", "a", 5, 5),
        man("skald", "b", 5, 12, 180),
        phase="spells_winner",
        dexterity_initiative=True,
    )
    play(battle, magick.spells_winner, [], [("shot", "pass")])
    assert battle.phase == "spells_winner"
    play(battle, magick.spells_winner, [], [("spell", "pass")])
    for phase, rule in (
        ("spells_loser", magick.spells_winner),
        ("missiles_winner", magick.spells_loser),
        ("missiles_loser", missiles.missiles_winner),
        ("acts_winner", missiles.missiles_loser),
    ):
        play(battle, rule)
        assert battle.phase == phase
        assert not any(one.done for one in battle.figures)


@pytest.mark.parametrize("winner", ["a", "b"])
def test_de_init_04_of_equals_the_winners_come_first(winner: str) -> None:
    battle = facing(
        man("archer", "a", 5, 5),
        man("archer", "b", 5, 15, 180),
        winner=winner,
        phase="spells_winner",
        dexterity_initiative=True,
    )
    asked, _ = asked_of(battle, magick.spells_winner, "pass")
    assert asked.side == winner


def test_de_seq_02_a_segment_goes_on_until_its_side_passes() -> None:
    battle = facing(
        man("skald", "a", 10, 10), man("squire", "b", 10, 15, 180), phase="spells_winner"
    )
    rule = partial(magick.segment, side="a")
    play(battle, rule, [100], ["0>gust@1", "stays"])
    assert battle.phase == "spells_winner"
    play(battle, rule)
    assert battle.phase == "spells_loser"


def test_de_seq_03_quick_archers_are_asked_while_they_have_shots() -> None:
    """The question says why; one who is slower than the mage is not in it."""
    battle = facing(
        man("magus", "b", 20, 20, 180),
        man("archer", "a", 20, 10),
        man("crossbowman", "a", 22, 10),
        phase="spells_loser",
    )
    mage, archer, _ = battle.figures
    archer.shots_used = archer.shots_first = 1
    asked, table = asked_of(battle, partial(magick.quick_archers, mage=mage), "pass")
    assert asked.prompt == "Magus 1 is about to cast: who shoots first?"
    assert [option.key for option in asked.options()] == ["1>shoot@0", "pass"]
    assert [option.label for option in asked.options()] == ["Archer 2 at Magus 1", "Shoot no more"]
    assert table.events


@pytest.mark.parametrize(("carry", "left"), [(False, 2), (True, 3)])
def test_de_miss_02_what_was_not_shot_is_carried_over_by_option_alone(
    carry: bool, left: int
) -> None:
    battle = arena(man("archer", "a", 10, 10), half=2, carry_unused_shots=carry)
    archer = battle.figures[0]
    archer.shots_used = archer.shots_first = 1
    assert battle.tables.host.missiles["long_bow"].rate == 4
    assert missiles.shots_left(battle, archer) == left


def test_de_miss_05_a_rider_and_his_steed_are_two_marks() -> None:
    battle = facing(
        man("archer", "a", 10, 10), man("squire", "b", 10, 20, 180, steed="mule"), phase="x"
    )
    asked, _ = asked_of(battle, lambda t: missiles.ask_shot(t, "a", battle.figures[:1]), "pass")
    assert [(one.key, one.label) for one in asked.options()] == [
        ("0>shoot@1", "Archer 1 at Squire 2"),
        ("0>shoot@1s", "Archer 1 at Squire 2's steed"),
        ("pass", "Shoot no more"),
    ]
    assert asked.prompt == "Who shoots, and at whom?"
    shares = [one.odds for one in asked.options()]
    one, two = battle.figures
    wanted = [missiles.shot_chance(battle, one, two, part).chance for part in ("man", "steed")]
    assert [dict(one or {}) for one in shares] == [*[{"hit": f"{at} %"} for at in wanted], {}]


def test_de_host_40_de_miss_06_a_shot_that_hits_is_told_and_spent() -> None:
    battle = facing(man("squire", "a", 10, 10, hand=("javelin",)), man("squire", "b", 10, 14, 180))
    one, two = battle.figures
    one.ammunition = {"javelin": 2}
    table = play(battle, partial(missiles.shoot, figure=one, target=two), [1, 100, 1])
    assert [at.hit for at in events_of(table, told.Shot)] == [True]
    assert (one.ammunition["javelin"], one.in_hand) == (1, ("javelin",))
    table = play(battle, partial(missiles.shoot, figure=one, target=two), [100])
    assert [at.hit for at in events_of(table, told.Shot)] == [False]
    assert (one.ammunition["javelin"], one.in_hand) == (0, ())
    one.in_hand, one.ammunition = ("javelin",), {"javelin": 2}
    for state in ({"in_hand": ()}, {"unloaded": {"javelin": 1}}, {"stun": 1}):
        for key, value in state.items():
            setattr(one, key, value)
        table = play(battle, partial(missiles.shoot, figure=one, target=two))
        assert [at.why for at in events_of(table, told.BlowLost)] == ["there was no shot"]
        one.in_hand = ("javelin",)


# -- spells


@pytest.mark.parametrize(
    ("spell", "attribute"),
    [("gust", "strength"), ("dazzle", "constitution"), ("slumber", "wisdom")],
)
def test_de_host_58_each_spell_is_resisted_by_its_attribute(spell: str, attribute: str) -> None:
    battle = facing(man("magus", "a", 10, 10), man("knight", "b", 10, 15, 180))
    magus, knight = battle.figures
    score, level = getattr(knight.profile, attribute), knight.profile.level
    chance = 3 * score + 2 * level
    for rolled, resisted in ((chance, True), (chance + 1, False)):
        rule = partial(casting.effect, figure=magus, spell=spell, target=knight, part="man")
        table = play(battle, rule, [rolled])
        assert table.result.resisted is resisted
    assert casting._attribute(knight, "none") == 0


def test_de_host_54_a_spell_holds_beside_a_man() -> None:
    battle = facing(man("magus", "a", 10, 10), man("squire", "b", 10, 15, 180, restrained_by=(0,)))
    magus, squire = battle.figures
    rule = partial(casting.effect, figure=magus, spell="entangle", target=squire, part="man")
    play(battle, rule, [100])
    assert squire.restrained_by == (0, SPELL)


def test_de_mag_15_a_combination_has_the_hardest_level_and_the_shortest_reach() -> None:
    battle = facing(man("magus", "a", 10, 10), man("squire", "b", 10, 15, 180))
    magus, squire = battle.figures
    both = ("flame_dart", "dazzle")
    assert reach_of(battle, both) == reach_of(battle, both[::-1]) == 10
    dart, dazzle, together = (
        casting.chance(battle, magus, spells, squire)
        for spells in (("flame_dart",), ("dazzle",), both)
    )
    assert together <= dazzle < dart


@pytest.mark.parametrize(
    ("shared", "cast_in_turn", "counts"),
    [(True, True, 3), (True, False, 2), (False, True, 2)],
)
def test_de_mag_09_the_spell_of_a_segment_counts_by_option(
    shared: bool, cast_in_turn: bool, counts: int
) -> None:
    battle = arena(man("skald", "a", 10, 10), shared_spell_allowance=shared)
    skald = battle.figures[0]
    skald.spells_cast, skald.cast_this_turn = 2, cast_in_turn
    assert spells_already(battle, skald) == counts


@pytest.mark.parametrize(
    ("profile", "state", "keys"),
    [
        ("skald", {}, {"CAST_SPELL>quicken@0", "CAST_SPELL>gust@1", "CAST_SPELL>ward@0"}),
        ("priest", {"body": 3}, {"PREPARE_SPELL>mend", "PREPARE_SPELL>ward"}),
        (
            "priest",
            {"body": 3, "prepared": ("mend",)},
            {"PREPARE_SPELL>mend", "PREPARE_SPELL>ward", "CAST_SPELL>mend@0"},
        ),
        ("priest", {"body": 3, "prepared": ("mend",), "fatigue": 1}, {"CAST_SPELL>mend@0"}),
        ("squire", {}, set()),
    ],
)
def test_de_mag_04_a_mage_prepares_before_he_casts_a_skald_does_not(
    profile: str, state: dict[str, Any], keys: set[str]
) -> None:
    battle = facing(man(profile, "a", 10, 10, **state), man("squire", "b", 10, 15, 180))
    assert set(spell_keys(battle, battle.figures[0])) == keys


def test_de_mag_03_the_spells_on_offer_say_what_they_come_to() -> None:
    """What needs no aim lands for certain; to cast nothing promises nothing."""
    battle = facing(
        man("skald", "a", 10, 10),
        man("squire", "b", 10, 15, 180, steed="mule"),
        phase="spells_winner",
    )
    asked, _ = asked_of(battle, lambda t: magick.ask_spell(t, "a", battle.figures[:1]), "pass")
    share = casting.chance(battle, battle.figures[0], ("gust",), battle.figures[1])
    assert [(one.key, one.label, dict(one.odds or {})) for one in asked.options()] == [
        ("0>quicken@0", "Skald 1: quicken on Skald 1", {"landed": "100 %"}),
        ("0>gust@1", "Skald 1: gust on Squire 2", {"landed": f"{share} %"}),
        ("0>ward@0", "Skald 1: ward on Skald 1", {"landed": "100 %"}),
        ("pass", "Cast no more", {}),
    ]
    assert asked.foresee is not None
    seen = asked.foresee("pass")
    assert (seen.legal, seen.notes) == (True, ())
    assert asked.foresee("0>gust@1").notes


# -- acts


def test_de_host_35_de_act_03_the_pinned_first_get_free() -> None:
    battle = facing(man("squire", "a", 10, 10, pinned=2, posture="prone", still_turn=True))
    squire = battle.figures[0]
    assert acts.keys_of(battle, squire) == ["0>wriggle_free"]
    play(battle, partial(acts.segment, side="a"), [], [("act", "0>wriggle_free")])
    assert (squire.pinned, squire.still_turn) == (0, False)
    assert squire.activity_cost > 0
    assert acts.keys_of(battle, squire) == []


def test_de_act_07_what_costs_nothing_leaves_rest_as_it_was() -> None:
    for still in (True, False):
        battle = facing(man("squire", "a", 10, 10, still_turn=still))
        squire = battle.figures[0]
        play(battle, partial(acts.segment, side="a"), [], [("act", "0>draw:broadsword")])
        assert (squire.still_turn, squire.activity_cost) == (still, 0.0)
        assert (squire.in_hand, squire.weapons) == (("broadsword",), ("spear",))


def test_de_act_11_the_acts_on_offer_are_named() -> None:
    battle = facing(
        man("squire", "b", 20, 11.9, 180),
        man("squire", "a", 20, 10),
        man("peasant", "a", 20.7071, 9.2929, posture="prone"),
    )
    asked, _ = asked_of(battle, partial(acts.segment, side="a"), "pass")
    named = {one.key: one.label for one in asked.options()}
    assert next(iter(named.values())) == "Nothing more"
    assert named["1>surrender@0"] == "Squire 2: surrender to Squire 1"
    assert named["1>lift_same_size@2"] == "Squire 2: lift same size Peasant 3"
    assert named["1>draw:broadsword"] == "Squire 2: draw broadsword"
    table = play(battle, partial(acts.segment, side="a"), [], ["1>lift_same_size@2"])
    assert [one.what for one in events_of(table, told.Did)] == ["lifted Peasant 3 to his feet"]


def test_de_act_11_a_door_shut_by_hand_has_the_price_of_other_acts() -> None:
    door = thing("door", (9, 11, 11, 11.25), door="open")
    battle = facing(man("squire", "a", 10, 10), things=[door])
    squire = battle.figures[0]
    play(battle, partial(acts.segment, side="a"), [], ["0>shut_door"])
    assert 0.0 < squire.activity_cost <= 1.0


def test_de_end_02_one_captor_is_named_and_no_friend() -> None:
    battle = facing(
        man("squire", "a", 20, 10),
        man("squire", "b", 20.7071, 10.7071, 180),
        man("squire", "b", 19.2929, 10.7071, 180),
        man("berserker", "a", 20.7071, 9.2929, 0, turned_on=(0,)),
    )
    assert [one.id for one in acts.captors(battle, battle.figures[0])] == [1]
    for one in battle.figures[1:3]:
        one.status = "down"
    assert acts.captors(battle, battle.figures[0]) == []


# -- a turn ends


@pytest.mark.parametrize(("body", "status"), [(1, "active"), (0, "down"), (-1, "down")])
def test_de_bers_16_who_calms_down_without_a_body_left_falls(body: int, status: str) -> None:
    battle = arena(man("berserker", "a", 10, 10, berserk=True, body=body))
    raging = battle.figures[0]
    table = play(battle, partial(calm_down, figure=raging))
    assert (raging.status, raging.berserk, raging.stupor) == (status, False, body > 0)
    assert len(events_of(table, told.Fell)) == (body <= 0)


def test_de_end_03_at_the_end_of_a_turn_only_the_active_recover() -> None:
    battle = arena(
        man("squire", "a", 10, 10, stun=2, fatigue=3),
        man("squire", "b", 30, 30, stun=2),
        man("squire", "a", 40, 10, stun=2, fatigue=3, status="down"),
    )
    play(battle, ending.end_turn)
    assert [(one.stun, one.fatigue) for one in battle.figures] == [(0, 4), (0, 34), (2, 3)]


@pytest.mark.parametrize(("last_man", "over"), [(False, True), (True, False)])
def test_de_host_63_blood_puts_the_limit_off_by_option_alone(last_man: bool, over: bool) -> None:
    battle = arena(man("squire", "a", 10, 10), man("knight", "b", 30, 30), last_man=last_man)
    battle.turn, battle.blood = battle.scenario.turn_limit, battle.scenario.turn_limit - 1
    assert (ending.decided(battle) is not None) is over


def test_de_end_03_losses_and_survivors_are_told_by_side() -> None:
    battle = arena(
        man("squire", "a", 10, 10, fatigue=3),
        man("squire", "a", 12, 10, status="down", fatigue=3),
        man("squire", "a", 14, 10, status="down"),
        man("squire", "b", 20, 10, status="dead"),
    )
    found = ending.decided(battle)
    assert found is not None
    assert (found.winner, found.losses) == ("a", {"a": 2, "b": 1})
    table = play(battle, partial(ending.finish, found=found), [1, 100])
    assert [one.how for one in events_of(table, told.Raged)] == ["lived", "died of his wounds"]
    assert [one.survived for one in battle.figures[1:]] == [True, False, False]
    assert [one.fatigue for one in battle.figures[:2]] == [battle.figures[0].fatigue_max, 3]


@pytest.mark.parametrize(
    ("levels", "left", "clause"), [(2, 1, ""), (3, 1, "DE-MAG-07"), (2, 0, "DE-MAG-07")]
)
def test_de_mag_07_spells_up_to_the_magick_level_and_one_a_blow(
    levels: int, left: int, clause: str
) -> None:
    battle = arena(man("skald", "a", 10, 10), card_round=1)
    skald = battle.figures[0]
    skald.spells_cast, skald.levels_cast, skald.blows_left = 1, levels, left
    assert battle.tables.host.spells["gust"].level == 1
    found = why_not_spell(battle, skald, card("CAST_SPELL>gust@0"))
    assert ("" if found is None else found.clause) == clause


def test_de_mag_10_another_spell_begins_its_preparation_anew() -> None:
    battle = arena(man("magus", "a", 10, 10), card_round=1, prepare_by_level=True)
    magus = battle.figures[0]
    for spell, count, ready in (
        ("dazzle", 1, ()),
        ("slumber", 1, ()),
        ("slumber", 2, ()),
        ("dazzle", 1, ()),
        ("dazzle", 0, ("dazzle",)),
    ):
        magus.hand = (f"PREPARE_SPELL>{spell}",)
        prepared(battle, magus)
        assert (magus.prepare_count, magus.prepared) == (count, ready)


@pytest.mark.parametrize(("hand", "halved"), [("PREPARE_SPELL>ward", True), ("MOVE", False)])
def test_de_mag_12_only_who_prepares_is_caught_at_it(hand: str, halved: bool) -> None:
    battle = arena(man("magus", "a", 10, 10), card_round=1, prepare_halves_blows=True)
    magus = battle.figures[0]
    magus.hand, magus.blows_left = (hand,), 3
    caught_preparing(battle, magus)
    assert (magus.caught_preparing, magus.blows_left < 3) == (halved, halved)
