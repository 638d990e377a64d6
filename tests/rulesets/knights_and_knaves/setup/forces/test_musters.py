"""Automatic musters of any list and size."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from banneret.core.errors import BanneretError, IllegalForce
from banneret.rulesets.knights_and_knaves.basics.state import put
from banneret.rulesets.knights_and_knaves.basics.tables import CLASSES
from banneret.rulesets.knights_and_knaves.morale import checking
from banneret.rulesets.knights_and_knaves.setup.beginning import begin
from banneret.rulesets.knights_and_knaves.setup.forces.companies import Force, may_lead, split
from banneret.rulesets.knights_and_knaves.setup.forces.names_of_men import Names, people_of, peoples
from banneret.rulesets.knights_and_knaves.setup.forces.oddities import check_force
from banneret.rulesets.knights_and_knaves.setup.forces.on_file import read_forces
from banneret.rulesets.knights_and_knaves.setup.forces.organisations import (
    read_arms,
    rows_of,
    usual_arms,
)
from banneret.rulesets.knights_and_knaves.setup.forces.raising import counts, raise_force
from rulesets.knights_and_knaves.field import field, man, retinue
from rulesets.knights_and_knaves.musters import LISTS, RAW, names_in, oddities
from rulesets.knights_and_knaves.whole import SKIRMISH


def test_kk_org_01_one_lord_and_the_rest_by_percentages() -> None:
    for key in LISTS:
        force = raise_force(key, 20)
        lords = [man for man in force.men if man.profile.class_ in {"lord", "chief"}]
        assert len(lords) == 1
        assert force.men[force.lord] is lords[0]
        for row in rows_of(key):
            low, high = row.bounds(20)
            assert low <= sum(man.row == row.name for man in force.men) <= high


def test_kk_org_01_arms_and_armour_are_typical_and_anything_else_is_told() -> None:
    """An archer in plate with an ax, or a knight among them, is odd but not refused."""
    force = raise_force("norman_conroi", 12)
    assert not [one for one in check_force(force) if one.clause == "KK-ORG-01"]
    at = next(at for at, man in enumerate(force.men) if man.row == "Archers")
    for change in ({"armor": 9}, {"weapons": ("pole_arm",)}, {"class_": "knight"}):
        archer = replace(force.men[at], profile=replace(force.men[at].profile, **change))
        odd = replace(force, men=(*force.men[:at], archer, *force.men[at + 1 :]))
        assert [one.clause for one in check_force(odd)].count("KK-ORG-01") == 1


def test_kk_org_03_bounds_are_rounded_outwards() -> None:
    """Of twenty men in a row of 20-30%, four to six are usual; eight are a warning, no refusal."""
    archers = rows_of("norman_conroi")[4]
    assert archers.bounds(20) == (4, 6)
    assert archers.bounds(17) == (3, 6)
    force = by_hand("norman_conroi", archers=8, others=11)
    assert any("Archers: 8 men, the list has 4 to 6" in text for text in oddities(force))
    assert not any("Archers" in text for text in oddities(by_hand("norman_conroi", 6, 13)))


@pytest.mark.parametrize("key", LISTS)
def test_kk_org_21_twelve_of_each_list(key: str) -> None:
    """The same twelve men every time, every unit led by a man of rank."""
    force = raise_force(key, 12)
    assert force == raise_force(key, 12)
    assert force.figures == 12
    for unit in force.units:
        assert may_lead(force.men[unit.leader].profile.class_)
        assert unit.leader in unit.members
        assert force.lord not in unit.members


def muster_by_hand(key: str, size: int) -> list[int]:
    """The ruling of KK-ORG-21 word for word, in fractions of men."""
    rows = RAW["organisation"][key]["row"]
    low = [1 if "count" in row else row["percent"][0] * size // 100 for row in rows]
    high = [1 if "count" in row else -(-row["percent"][1] * size // 100) for row in rows]
    while sum(low) > size:
        last = max(at for at, count in enumerate(low) if count)
        low[last] -= 1
    middle = [0.0 if "count" in row else sum(row["percent"]) / 2 for row in rows]
    targets = [(size - 1) * one / sum(middle) for one in middle]
    while sum(low) < size:
        open_ = [at for at in range(1, len(rows)) if low[at] < high[at]]
        best = max(open_, key=lambda at: (round(targets[at] - low[at], 9), -at))
        low[best] += 1
    return low


@pytest.mark.parametrize("key", LISTS)
def test_kk_org_21_counts_by_the_ruling(key: str) -> None:
    for size in (*range(1, 41), 100, 200):
        assert list(counts(key, size)) == muster_by_hand(key, size)


def test_kk_org_21_middle_armour_first_class_usual_arms() -> None:
    """A Norman spearman: soldier, armour 5, spear and ax, large shield, on foot."""
    force = raise_force("norman_conroi", 16)
    spearman = next(man for man in force.men if man.row == "Spearmen")
    one = spearman.profile
    assert (one.class_, one.armor, one.pieces) == ("soldier", 5, "BC")
    assert (one.weapons, one.missile, one.shield) == (("short_spear", "ax"), "", "large")
    assert spearman.horse is None
    noble = force.men[0]
    assert noble.horse is not None
    assert (noble.horse.kind, noble.horse.barding) == ("destrier", "")
    assert usual_arms(read_arms(("sword", "mace", "bow", "sling"))).weapons == ("sword",)


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(4, []), (5, [5]), (11, [11]), (12, [6, 6]), (21, [7, 7, 7]), (23, [8, 8, 7])],
)
def test_kk_org_21_bodies_are_split_evenly(count: int, sizes: list[int]) -> None:
    units = split(range(count))
    assert [len(unit) for unit in units] == sizes
    if units:
        assert [at for unit in units for at in unit] == list(range(count))


def test_kk_org_21_the_highest_rank_leads_and_else_the_first_is_raised() -> None:
    force = raise_force("english_feudal_retinue", 20)
    leaders = {unit.name: force.men[unit.leader].profile.class_ for unit in force.units}
    assert leaders == {"Horse": "knight", "Shooters": "sergeant", "Foot": "sergeant"}
    shooters = next(unit for unit in force.units if unit.name == "Shooters")
    assert shooters.leader == shooters.members[0]
    plain = [force.men[at].profile for at in shooters.members[1:]]
    assert {man.class_ for man in plain} == {"soldier"}


def test_kk_def_07_who_may_lead() -> None:
    assert [name for name in CLASSES if not may_lead(name)] == ["soldier", "yeoman", "peasant"]


def test_a_force_of_nobody_is_refused() -> None:
    for size in (0, 501):
        with pytest.raises(IllegalForce, match="expected 1 to 500"):
            raise_force("norman_conroi", size)
    with pytest.raises(BanneretError, match="unknown organisation 'romans': expected one of"):
        raise_force("romans", 10)


@settings(max_examples=60)
@given(st.sampled_from(LISTS), st.integers(1, 120))
def test_kk_comp_05_every_man_and_horse_has_his_own_name(key: str, size: int) -> None:
    force = raise_force(key, size, "hypothesis")
    names = names_in(force)
    assert len(set(names)) == len(names)
    assert all(names)
    assert force.figures == size
    assert check_force(force) == [] or size < 10


def test_kk_comp_05_names_are_of_the_people_and_of_the_force() -> None:
    """Each list has its people; two forces of a list do not share their order of names."""
    for key in LISTS:
        assert key in people_of(key).lists
    assert len(peoples()) == len(LISTS)
    one, two = (raise_force("norman_conroi", 12, key) for key in ("east", "west"))
    assert names_in(one) != names_in(two)
    taken = Names("norman_conroi", "x").man("soldier")
    assert Names("norman_conroi", "x", [taken]).man("soldier") != taken


def by_hand(key: str, archers: int, others: int) -> Force:
    """A force of a lord, so many archers and so many spearmen."""
    text = f'[[force]]\nid = "hand"\nname = "By hand"\nlist = "{key}"\n'
    text += '[[force.man]]\nclass = "lord"\nhorse = { kind = "destrier" }\n'
    text += '[[force.man]]\nclass = "soldier"\nrow = "Archers"\n' * archers
    text += '[[force.man]]\nclass = "soldier"\nrow = "Spearmen"\n' * others
    return read_forces(text.encode(), "hand.toml")[0]


def test_kk_org_19_in_battle_too() -> None:
    """Scots hate the English and give quarter; the scenario adds to it, or leaves men unpaid.

    Hatred is of those they face.
    """
    plan = replace(
        SKIRMISH,
        retinue=(
            replace(SKIRMISH.retinue[0], no_quarter=("b",), unpaid=True),
            replace(SKIRMISH.retinue[1], force="scots_in_scottish_service"),
        ),
    )
    battle = begin(plan, {}, {})
    assert [(one.hatred, one.no_quarter) for one in battle.retinues] == [((), ("b",)), (("a",), ())]
    paid = {"unreliable" not in man.profile.traits for man in battle.men if man.player == "a"}
    assert paid == {False}
    assert not any("unreliable" in man.profile.traits for man in battle.men if man.player == "b")
    facing = field("a Hal: at 10,10 | b Scot: at 10,20 | c Saxon: at 14,20")
    retinue(facing, "a").hatred = ("b",)
    hal = man(facing, "Hal")
    assert checking.faces_hated(facing, hal)
    put(facing, man(facing, "Saxon"), 10.0, 14.0, 0.0)
    assert not checking.faces_hated(facing, hal)
