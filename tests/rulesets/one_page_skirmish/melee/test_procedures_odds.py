"""Exact chances: the closed forms agree with playing every branch, and with other derivations."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import icepool
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.core.book.adjudicate import bare_table
from banneret.core.chance.dice import Dice, RandomDice
from banneret.core.chance.odds import distribution
from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS, Options
from banneret.rulesets.one_page_skirmish.basics.procedures import PROCEDURES
from banneret.rulesets.one_page_skirmish.melee.alone import Fighter, fight, melee_odds
from banneret.rulesets.one_page_skirmish.movement.dice import movement_weights
from banneret.rulesets.one_page_skirmish.shooting.dice import (
    ShotFacts,
    Target,
    shot_odds,
    shot_weights,
)
from rulesets.one_page_skirmish.adjudged import adjudge, refusal

SWORD: dict[str, Any] = {"weapon": "hand_weapon"}
ALL = ["helmet_gambeson", "shield", "mail", "plate"]


def played(procedure: str, situation: dict[str, Any], name: Any) -> dict[str, str]:
    """Play every branch of a procedure and weigh the results by name."""
    rule = PROCEDURES[procedure].rule
    facts = msgspec.convert(situation, PROCEDURES[procedure].situation)

    def run(dice: Dice) -> str:
        return str(name(rule(bare_table(dice), facts).result))

    return {end: str(chance) for end, chance in distribution(run).items()}


# -- morale


@given(
    st.sampled_from(["peasant", "man_at_arms", "veteran", "elite"]),
    st.integers(0, 12),
    st.booleans(),
    st.sampled_from(["steady", "routing"]),
)
def test_morale_distribution(class_: str, lost: int, rally: bool, status: str) -> None:
    facts = {"class": class_, "figures_lost": lost, "knight_rallying": rally, "status": status}
    assert adjudge("morale_distribution", facts) == played(
        "morale", facts, lambda result: result["outcome"]
    )


def test_outcomes_without_chance_are_left_out() -> None:
    assert adjudge("morale_distribution", {"class": "elite"}) == {"success": "1"}
    assert adjudge("morale_distribution", {"class": "man_at_arms"}) == {
        "success": "4/5",
        "shaken": "1/5",
    }


# -- movement


@pytest.mark.parametrize("mounted", [False, True])
@pytest.mark.parametrize("charging", [False, True])
@pytest.mark.parametrize("road", [False, True])
@pytest.mark.parametrize("wounded", [False, True])
def test_move_distribution(mounted: bool, charging: bool, road: bool, wounded: bool) -> None:
    """By play and by Icepool: the highest of a pool, less one for a wound."""
    facts = {"mounted": mounted, "charging": charging, "road": road, "leader_wounded": wounded}
    chances = adjudge("move_distribution", facts)
    assert chances == played("move", facts, lambda result: result["allowance"])
    keep = 2 + mounted + charging
    other = icepool.d6.highest(keep + road, keep) - int(wounded)
    assert chances == {str(roll): str(chance) for roll, chance in zip(*_of(other), strict=True)}


def _of(die: Any) -> tuple[list[int], list[Fraction]]:
    return list(die.outcomes()), [Fraction(die.quantity(o), die.denominator()) for o in die]


def test_chances_of_allowances_come_shortest_first() -> None:
    chances = adjudge("move_distribution", {})
    assert list(chances) == [str(roll) for roll in range(2, 13)]
    assert chances["7"] == "1/6"
    with pytest.raises(TypeError):
        movement_weights(DEFAULTS, mounted=False)[7] = 0  # type: ignore[index]


def test_reach_distribution() -> None:
    """9 inches on foot need 9 or more: 10 of 36; woods at half; what no roll reaches is short."""
    open_ground = [{"terrain": "open", "length": 9}]
    assert adjudge("reach_distribution", {"path": open_ground}) == {
        "reaches": "5/18",
        "short": "13/18",
    }
    woods = [{"terrain": "woods", "length": 4.5}]
    assert adjudge("reach_distribution", {"path": woods})["reaches"] == "5/18"
    assert adjudge("reach_distribution", {"path": [{"terrain": "woods", "length": 7}]}) == {
        "short": "1"
    }
    assert adjudge("reach_distribution", {"path": [{"terrain": "open", "length": 2}]}) == {
        "reaches": "1"
    }
    fence = [{"obstacle": "fence"}]
    assert adjudge("reach_distribution", {"path": fence, "mounted": True}) == {"short": "1"}
    assert "key 'path' is missing" in refusal("reach_distribution", {})


# -- charge


CHARGES: list[dict[str, Any]] = [
    {},
    {"cover_distance": 4},
    {"cover_distance": 0},
    {"distance": 25},
    {"distance": 17, "attacker": {"class": "elite", "road": True, "leader_wounded": True}},
    {"attacker": {"class": "elite", "mounted": True}, "attacker_passed": True},
    {"attacker_passed": True, "options": {"charge_die": "horse_only"}},
    {"defender": {"class": "peasant", "figures_lost": 5, "mounted": True, "road": True}},
    {"defender": {"class": "peasant", "figures_lost": 3, "status": "routing"}},
    {"defender": {"class": "peasant", "figures_lost": 3, "leader_wounded": True}},
    {"options": {"max_retreat": "dice_maximum"}, "defender": {"class": "peasant"}},
    {"defender_passed": True, "options": {"defender_retest": "once_per_turn"}},
    {"defender_declines": True, "options": {"receive_charge": "may_decline"}},
    {"stands_anyway": True, "options": {"shaken_reaction": "choose"}},
]


@pytest.mark.parametrize("facts", CHARGES)
def test_charge_distribution(facts: dict[str, Any]) -> None:
    """The factored chances are those of playing every branch."""

    def name(result: dict[str, Any]) -> str:
        if result["result"] == "out_of_reach":
            return "out_of_reach"
        if result["result"] == "no_charge":
            return f"attacker_{result['attacker_test']}"
        return f"{result['defender_test']}/{result['result']}"

    party = {"class": "peasant", "figures_lost": 2}
    situation = {"distance": 10, "attacker": party, "defender": party, **facts}
    chances = adjudge("charge_distribution", situation)
    assert chances == played("charge", situation, name)
    assert sum(Fraction(chance) for chance in chances.values()) == 1


# -- shooting


TARGETS = st.builds(
    Target,
    rank=st.just("knight"),
    hits=st.integers(0, 2),
    armour=st.sampled_from([(), ("shield",), ("mail",), ("shield", "mail", "plate"), tuple(ALL)]),
    bearing=st.sampled_from([None, 0, 90, 91, 180]),
    mounted=st.booleans(),
    mount_armour=st.integers(0, 2),
)
SHOTS = st.builds(
    ShotFacts,
    weapon=st.sampled_from(["longbow", "crossbow"]),
    range=st.sampled_from([5, 9, 12, 15, 18, 20, 24, 30]),
    target=TARGETS,
    aimed=st.booleans(),
    cover=st.sampled_from(["none", "part", "whole"]),
    shooter_wounded=st.booleans(),
)
SHOT_OPTIONS = st.builds(
    Options, lucky_shot=st.booleans(), wound_scope=st.sampled_from(["all", "combat"])
)


@given(SHOTS, st.sampled_from([None, "rider", "mount"]), SHOT_OPTIONS)
def test_shot_odds(facts: ShotFacts, declared: str | None, options: Options) -> None:
    """A thousand equal chances, and the same as playing every branch."""
    if facts.target.mounted:
        facts = msgspec.structs.replace(facts, declared=declared)
    weights = shot_weights(facts, options)
    assert sum(weights.values()) == 1000
    assert all(weights.values())
    situation = msgspec.to_builtins(facts) | {"options": msgspec.to_builtins(options)}
    chances = {result: str(chance) for result, chance in shot_odds(facts, options).items()}
    assert adjudge("shot_distribution", situation) == chances
    assert chances == played("shot", situation, lambda result: result["result"])


def test_shot_distribution_by_hand() -> None:
    """Long range, AR 2: a fifth hits, a fifth of those is saved."""
    target = {"armour": ["mail", "plate"]}
    assert adjudge("shot_distribution", {"weapon": "longbow", "range": 20, "target": target}) == {
        "miss": "4/5",
        "saved": "1/25",
        "killed": "4/25",
    }
    assert adjudge("shot_distribution", {"weapon": "longbow", "range": 30}) == {"out_of_range": "1"}


# -- melee


FIGHTERS = st.builds(
    dict[str, Any],
    rank=st.sampled_from(["common", "knight"]),
    weapon=st.sampled_from(["hand_weapon", "improvised", "polearm"]),
    combat=st.sampled_from(["first", "lost"]),
)
DEFENDERS = st.builds(
    dict[str, Any],
    rank=st.sampled_from(["common", "sergeant", "knight"]),
    weapon=st.sampled_from(["hand_weapon", "improvised"]),
    mounted=st.booleans(),
    armour=st.sampled_from([[], ["mail"], ["mail", "plate"], ALL]),
)
MELEES = st.fixed_dictionaries(
    {
        "attackers": st.lists(FIGHTERS, min_size=1, max_size=2),
        "defender": DEFENDERS,
        "stun": st.sampled_from([[], [True], [False]]),
        "unhorse_choice": st.sampled_from(["push", "unhorse", None]),
        "options": st.fixed_dictionaries(
            {
                "multi_attack": st.sampled_from(["each", "best"]),
                "unhorse": st.sampled_from(["always", "winner_choice"]),
            }
        ),
    }
)


def end_name(result: dict[str, Any]) -> str:
    effect = result["effects"][-1] if result["effects"] else "none"
    return "|".join([result["defender"], effect, *result["attackers"]])


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(MELEES)
def test_melee_distribution(situation: dict[str, Any]) -> None:
    """The counted chances are those of playing every branch."""
    assert adjudge("melee_distribution", situation) == played("melee", situation, end_name)


def test_melee_distribution_of_one_on_one() -> None:
    """Every branch of a duel with every chance of a knight on his horse."""
    situation = {
        "attackers": [SWORD],
        "defender": {"rank": "knight", "mounted": True, "armour": ["mail", "plate"], **SWORD},
    }
    assert adjudge("melee_distribution", situation) == played("melee", situation, end_name)


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["each", "best"])
def test_melee_distribution_of_three_on_one(reading: str) -> None:
    situation = {
        "attackers": [SWORD, {"weapon": "improvised"}, {"weapon": "polearm", "combat": "tied"}],
        "defender": {"rank": "knight", "mounted": True, "armour": ["mail", "plate"], **SWORD},
        "options": {"multi_attack": reading},
    }
    assert adjudge("melee_distribution", situation) == played("melee", situation, end_name)


@pytest.mark.slow
def test_op_opt_14_pairs_are_independent() -> None:
    """By play for two attackers; for three by multiplying duels at the same modifiers."""
    two = {
        "attackers": [SWORD, {"weapon": "polearm"}],
        "defender": {"rank": "sergeant", "armour": ["mail", "shield"], **SWORD},
        "options": {"multi_attack": "pairs"},
    }
    assert adjudge("melee_distribution", two) == played("melee", two, end_name)
    three = {**two, "attackers": [SWORD] * 3}
    chances = adjudge("melee_distribution", three)
    wins = sum(face - (other - 2) > 0 for face, other in product(range(1, 11), repeat=2))
    ties = sum(face - (other - 2) == 0 for face, other in product(range(1, 11), repeat=2))
    beaten_all = Fraction(100 - wins - ties, 100) ** 3
    assert Fraction(chances["stays|none|pushed|pushed|pushed"]) == beaten_all


def test_melee_distribution_of_a_stunned_man_is_certain() -> None:
    situation = {"attackers": [SWORD], "defender": {"rank": "knight", "stunned": True}}
    assert adjudge("melee_distribution", situation) == {"stays|flesh_wound|stays": "1"}


@pytest.mark.parametrize("armour", range(5))
@pytest.mark.parametrize("knight", [False, True])
def test_melee_summary_by_counting(armour: int, knight: bool) -> None:
    """A second derivation, from the two dice alone."""
    defender = {**SWORD, "armour": ALL[:armour], "rank": "knight" if knight else "common"}
    counted: Counter[str] = Counter()
    for attack, guard in product(range(1, 11), repeat=2):
        margin = attack - guard - knight
        if margin >= max(armour, 1):
            counted["hit"] += 1
        elif margin > 0:
            counted["pushed"] += 1
        else:
            counted["tie" if margin == 0 else "attacker_loses"] += 1
    chances = {end: str(Fraction(ways, 100)) for end, ways in counted.items()}
    assert adjudge("melee_summary", {"attackers": [SWORD], "defender": defender}) == chances


def test_melee_summary_is_of_one_duel_with_dice() -> None:
    assert "one attacker" in refusal("melee_summary", {"attackers": [SWORD] * 2, "defender": SWORD})
    stunned = {"attackers": [SWORD], "defender": {"stunned": True}}
    assert "without dice" in refusal("melee_summary", stunned)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(MELEES)
def test_melee_odds_agree_with_fights(situation: dict[str, Any]) -> None:
    """Hits, death, beating: each as whole numbers out of every throw."""
    attackers = [Fighter(**one) for one in situation["attackers"]]
    defender = msgspec.convert(situation["defender"], Fighter)
    options = msgspec.convert(situation["options"], Options)
    odds = melee_odds(attackers, defender, options)
    fights = distribution(
        lambda dice: _outline(fight(bare_table(dice), attackers, defender, options))
    )

    def chance(test: Any) -> Fraction:
        return sum((p for end, p in fights.items() if test(end)), Fraction(0))

    assert [Fraction(hits, odds.total) for hits in odds.hits] == [
        chance(lambda end, many=many: end[0] == many) for many in range(len(attackers) + 1)
    ]
    assert Fraction(odds.killed, odds.total) == chance(lambda end: end[1])
    assert Fraction(odds.beaten, odds.total) == chance(lambda end: "attacker_wins" in end[2])
    for place, lost in enumerate(odds.attackers_beaten):
        assert Fraction(lost, odds.total) == chance(
            lambda end, place=place: end[2][place] == "defender_wins"
        )


def _outline(fought: Any) -> tuple[int, bool, tuple[str, ...]]:
    return fought.hits, "killed" in fought.effects, fought.pairs


def test_melee_odds_of_a_stunned_man() -> None:
    """Two automatic hits kill a Sergeant, one does not."""
    down = Fighter(rank="sergeant", stunned=True)
    two = melee_odds([Fighter(), Fighter()], down, DEFAULTS)
    assert (two.hits, two.killed, two.total) == ((0, 0, 1), 1, 1)
    assert (two.beaten, two.attackers_beaten) == (0, (0, 0))
    assert melee_odds([Fighter()], down, DEFAULTS).killed == 0


# -- deployment and play


def test_deployment_is_fair() -> None:
    """Ties are rolled again, so each side is first half the time."""
    odds = played("deployment", {"sides": ["a", "b"]}, lambda result: result["order"][0])
    assert odds == {"a": "1/2", "b": "1/2"}


def test_play_agrees_with_the_odds() -> None:
    """Three thousand fights with a fixed seed, within four sigma of the exact chances."""
    situation = {
        "attackers": [{"weapon": "improvised"}] * 3,
        "defender": {"rank": "knight", "mounted": True, "armour": ALL, **SWORD},
    }
    rule = PROCEDURES["melee"].rule
    facts = msgspec.convert(situation, PROCEDURES["melee"].situation)
    table = bare_table(RandomDice("melee"))
    many = 3000
    seen = Counter(end_name(rule(table, facts).result) for _ in range(many))
    for end, text in adjudge("melee_distribution", situation).items():
        chance = float(Fraction(text))
        sigma = sqrt(many * chance * (1 - chance))
        assert abs(seen[end] - many * chance) <= 4 * sigma + 1


def test_a_distribution_is_a_procedure_like_any_other() -> None:
    """Played on a table it gives the same fractions, and throws nothing."""
    facts = msgspec.convert({"class": "veteran"}, PROCEDURES["morale_distribution"].situation)
    table = bare_table(RandomDice(1))
    ruled = PROCEDURES["morale_distribution"].rule(table, facts)
    assert ruled.result == {"success": "9/10", "shaken": "1/10"}
    assert table.events == []
