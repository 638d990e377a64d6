"""Exact odds equal counting every throw; and the table of procedures is the contract's."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.core.book.adjudicate import adjudicate, bare_table, situation_schema, text_of
from banneret.core.chance.dice import RandomDice, ScriptedDice
from banneret.core.chance.odds import distribution
from banneret.core.errors import WrongDice
from banneret.rulesets.knights_and_knaves.basics.options import DEFAULTS
from banneret.rulesets.knights_and_knaves.basics.procedures import PROCEDURES
from banneret.rulesets.knights_and_knaves.melee.harm.damage import (
    damage_weights,
    harm_odds,
    mean_damage,
)
from banneret.rulesets.knights_and_knaves.shooting.aiming import ShotFacts
from banneret.rulesets.knights_and_knaves.shooting.dice import shoot, shot_odds
from rulesets.knights_and_knaves.adjudged import adjudge, odds

DICED = [
    "morale_check",
    "yield_acceptance",
    "shoot_readiness",
    "order_receipt",
    "order_ambiguity",
    "random_choice",
    "action_roll",
    "horse_panic",
    "declaration_roll",
    "door_batter",
    "shoot",
    "shoot_with_strays",
    "charged_shot",
    "melee_contest",
    "double_parry",
    "unopposed_strike",
    "melee_damage",
    "melee_exchange",
    "fall_check",
    "fall_effect",
    "consciousness",
    "melee_fatigue",
    "fatigue_recovery",
    "ammunition_check",
    "rob_dead",
    "unit_withdrawal",
    "after_battle",
]
UNDICED = [
    "armor_rating",
    "leader_bonus",
    "move_allowance",
    "fall_trigger",
    "points",
    "in_command",
    "wood_visible",
]


def test_every_procedure_of_the_contract() -> None:
    """Under exactly those names, each with a summary and a schema."""
    assert set(PROCEDURES) == {*DICED, *UNDICED}
    for procedure in PROCEDURES.values():
        assert procedure.summary.endswith(".")
        assert situation_schema(procedure)["properties"]["situation"]


def counted(name: str, situation: dict[str, Any], key: str = "result") -> dict[str, str]:
    """Every throw of every die, one by one: the share of each value of one part of the outcome."""
    procedure = PROCEDURES[name]
    facts = msgspec.convert(situation, procedure.situation)
    found: dict[str, Fraction] = defaultdict(Fraction)
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        try:
            ruled = procedure.rule(bare_table(ScriptedDice(*faces)), facts)
        except WrongDice:
            waiting += [(*faces, face) for face in range(1, 11)]
        else:
            found[text_of(ruled.result.get(key))] += Fraction(1, 10 ** len(faces))
    return {value: str(share) for value, share in found.items()}


SHOT = {"skill": 4, "distance": 28, "weapon": "longbow", "target_armor": 6, "target_stamina": 4}
SMALL: list[tuple[str, dict[str, Any]]] = [
    ("morale_check", {"morale": 6, "cover": True, "stamina": 1, "original_stamina": 5}),
    ("shoot_readiness", {"weapon": "handgun"}),
    ("order_ambiguity", {"melee_skill": 6, "others": 5}),
    ("action_roll", {"row": "archers", "unreliable": True}),
    ("horse_panic", {"stamina": 3, "original_stamina": 6, "kind": "nag"}),
    ("door_batter", {"skills": [5, 7]}),
    ("shoot", SHOT),
    ("shoot_with_strays", {"primary": SHOT, "strays": [{**SHOT, "target_armor": 3}]}),
    (
        "shoot_with_strays",
        {"primary": SHOT, "strays": [{**SHOT, "cover": "window"}, {**SHOT, "skill": 6}]},
    ),
    (
        "charged_shot",
        {
            "morale": {"morale": 7},
            "start_distance": 28,
            "closest_distance": 22,
            "shot": {"skill": 4, "weapon": "sling", "target_armor": 6, "target_stamina": 2},
        },
    ),
    ("melee_contest", {"a": {"skill": 8}, "b": {"skill": 7, "mode": "parry"}}),
    ("double_parry", {"parrier": {"skill": 8}, "attackers": [{"skill": 7}]}),
    (
        "double_parry",
        {
            "first_round": True,
            "parrier": {"skill": 8, "weapon": "lance"},
            "attackers": [{"skill": 9}],
        },
    ),
    ("unopposed_strike", {"skill": 6, "weapon": "long_spear"}),
    ("melee_damage", {"weapon": "mace", "target_armor": 9, "target_stamina": 4}),
    (
        "melee_exchange",
        {"a": {"skill": 8, "armor": 4}, "b": {"skill": 7, "armor": 6, "permanent_fatigue": 1}},
    ),
    (
        "melee_exchange",
        {
            "first_round": True,
            "a": {"skill": 8, "armor": 4},
            "b": {"skill": 7, "weapon": "short_spear", "armor": 6},
        },
    ),
    ("fall_check", {"gait": "trot", "melee_skill": 9, "stamina_lost": 2}),
    ("fall_effect", {"stamina": 3, "original_stamina": 9}),
    ("fatigue_recovery", {"idle": True}),
    ("unit_withdrawal", {"permanent_fatigue": 2, "losses": 5, "leader_lost": True}),
    ("after_battle", {"stamina": 2, "original_stamina": 9, "armor": 9}),
]


@pytest.mark.parametrize(
    ("name", "situation"),
    [pytest.param(n, s, id=f"{n}-{at}") for at, (n, s) in enumerate(SMALL)],
)
def test_odds_equal_counting(name: str, situation: dict[str, Any]) -> None:
    assert odds(name, situation)["result"] == counted(name, situation)


@pytest.mark.parametrize("key", ["damage", "die", "stamina_left", "raw"])
def test_odds_of_every_part_of_a_shot(key: str) -> None:
    assert odds("shoot", SHOT)[key] == counted("shoot", SHOT, key)


@pytest.mark.parametrize("key", ["steady", "distance", "nerve_die"])
def test_odds_of_the_parts_of_a_charged_shot(key: str) -> None:
    name, situation = SMALL[9]
    assert odds(name, situation)[key] == counted(name, situation, key)


def test_odds_of_a_stray_and_of_its_damage() -> None:
    name, situation = SMALL[7]
    assert odds(name, situation)["damage"] == counted(name, situation, "damage")


def test_a_shot_without_a_chance_has_one_outcome() -> None:
    walled = {**SHOT, "cover": "window"}
    assert odds("shoot_with_strays", {"primary": walled})["result"] == {"no_chance": "1"}
    assert odds("shoot", walled)["result"] == {"no_chance": "1"}


def test_kk_shoot_22_a_certain_outcome_is_told_whole_with_odds_too() -> None:
    for name, situation in (
        ("shoot", {**SHOT, "cover": "window"}),
        ("shoot_with_strays", {"primary": {**SHOT, "cover": "window"}, "strays": [SHOT]}),
    ):
        request = {"situation": situation, "odds": True}
        weighed = adjudicate(PROCEDURES[name], request, ScriptedDice)
        assert weighed.result == adjudge(name, situation)


def test_two_parries_have_nothing_to_do_with_each_other() -> None:
    """The chance that both get through is the product of each getting through alone."""
    parrier = {"skill": 8, "shield": "small"}
    attackers = [{"skill": 7, "weapon": "pole_arm"}, {"skill": 9}]
    alone = [
        Fraction(counted("double_parry", {"parrier": parrier, "attackers": [one]})["[0]"])
        for one in attackers
    ]
    both = odds("double_parry", {"parrier": parrier, "attackers": attackers})["result"]
    assert Fraction(both["[0,1]"]) == alone[0] * alone[1]
    assert Fraction(both["[1]"]) == (1 - alone[0]) * alone[1]


def test_lists_are_weighed_too() -> None:
    """The result of a double parry is a list, that of an exchange a pair."""
    even = {"skill": 7}
    found = odds("double_parry", {"parrier": even, "attackers": [even, even]})["result"]
    assert found == {
        "[0,1]": "81/400",
        "[0]": "99/400",
        "[1]": "99/400",
        "[]": "121/400",
    }
    pair = {"skill": 7, "armor": 3}
    exchange = odds("melee_exchange", {"a": pair, "b": pair})["result"]
    assert exchange['["none",0]'] == "1/10"
    assert exchange['["a",0]'] == "27/200"


@pytest.mark.parametrize("at", [7, 9, 11, 14])
def test_odds_come_with_the_reckoning_behind_them(at: int) -> None:
    """What holds however the dice fall is told with the odds, as it is with dice."""
    name, situation = SMALL[at]
    request = {"situation": situation, "odds": True}
    weighed = adjudicate(PROCEDURES[name], request, lambda: RandomDice(1))
    rolled = adjudicate(PROCEDURES[name], {"situation": situation}, lambda: RandomDice(1))
    assert weighed.tally
    assert all(reason in rolled.tally for reason in weighed.tally)


shots = st.builds(
    ShotFacts,
    skill=st.integers(1, 10),
    distance=st.floats(0, 70),
    weapon=st.sampled_from(["longbow", "handgun", "thrown_axe", "javelin"]),
    target_armor=st.integers(3, 12),
    target_stamina=st.one_of(st.none(), st.integers(1, 12)),
    shooter_temporary_fatigue=st.integers(0, 3),
    target_moved=st.booleans(),
    shield=st.sampled_from(["none", "large"]),
)


@settings(max_examples=25)
@given(shots)
def test_shot_odds_equal_playing_every_branch(facts: ShotFacts) -> None:
    played = distribution(lambda dice: shoot(bare_table(dice), facts, DEFAULTS).result)
    assert shot_odds(facts, DEFAULTS) == played
    assert sum(played.values()) == 1


@given(st.integers(1, 4), st.integers(-4, 2), st.integers(3, 12), st.integers(1, 14))
def test_damage_weights_are_whole_throws(dice: int, points: int, armor: int, stamina: int) -> None:
    weights = damage_weights(dice, points, armor)
    assert sum(weights.values()) == 10**dice
    assert sum(harm_odds(dice, points, armor, stamina).values()) == 1
    assert 0 <= mean_damage(dice, points, armor, stamina) <= stamina
    better = mean_damage(dice, points, min(armor + 1, 12), stamina)
    assert better <= mean_damage(dice, points, armor, stamina)
