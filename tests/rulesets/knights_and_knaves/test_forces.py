"""Forces: the thirteen lists, automatic musters, files, names, and the organisational table."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.core.dice import ScriptedDice
from banneret.core.errors import BanneretError, IllegalForce
from banneret.core.table import Table
from banneret.rulesets.knights_and_knaves.companies import (
    Force,
    force_points,
    formed,
    may_lead,
    split,
)
from banneret.rulesets.knights_and_knaves.force_text import force_text
from banneret.rulesets.knights_and_knaves.forces import force_named, forces, read_forces
from banneret.rulesets.knights_and_knaves.listing import check_force
from banneret.rulesets.knights_and_knaves.lists import (
    ORGANISATIONS,
    read_arms,
    relation,
    rows_of,
    usual_arms,
)
from banneret.rulesets.knights_and_knaves.men import Names, people_of, peoples
from banneret.rulesets.knights_and_knaves.muster import counts, raise_force
from banneret.rulesets.knights_and_knaves.options import Options
from banneret.rulesets.knights_and_knaves.riding import dismount
from banneret.rulesets.knights_and_knaves.roster import (
    COLUMNS,
    Condition,
    organisational_table,
    retinue_table,
    sample_force,
)
from banneret.rulesets.knights_and_knaves.tables import CLASSES, data_text
from rulesets.knights_and_knaves.field import field, man

RAW: dict[str, Any] = tomllib.loads(data_text("tables.toml").decode())
LISTS = sorted(ORGANISATIONS)

LIST_CLAUSES = {
    "KK-ORG-05": "norman_conroi",
    "KK-ORG-06": "saxon_war_band",
    "KK-ORG-07": "viking_raiding_party",
    "KK-ORG-08": "lithuanian_tribal_group",
    "KK-ORG-09": "teutonic_lance",
    "KK-ORG-10": "mongol_raiding_party",
    "KK-ORG-11": "saracen_war_party",
    "KK-ORG-12": "crusader_retinue",
    "KK-ORG-13": "english_feudal_retinue",
    "KK-ORG-14": "continental_feudal_retinue",
    "KK-ORG-15": "scots_in_scottish_service",
    "KK-ORG-16": "hyw_english_lance",
    "KK-ORG-17": "hyw_french_lance",
}


def names_in(force: Force) -> list[str]:
    horses = [man.horse.name for man in force.men if man.horse is not None]
    return [man.profile.name for man in force.men] + horses


def oddities(force: Force) -> list[str]:
    return [one.text for one in check_force(force)]


# -- the lists


def written(raw: dict[str, Any]) -> str:
    """A row of a list in one line, as organisations.py keeps it."""
    low, high = raw.get("percent", (0, 0))
    cells = (
        raw["name"],
        " ".join(raw["classes"]),
        "-".join(map(str, raw["armor"])),
        f"{low}-{high}%" if high else str(raw["count"]),
        raw["horse"] or "-",
        ", ".join(raw["weapons"]),
        " ".join(raw["traits"]) or "-",
    )
    return " | ".join(cells)


def printed(key: str) -> list[str]:
    """The rows of a list as the book prints them: class, armour, share, horse, arms, traits."""
    text = (Path(__file__).parent / "printed_lists.txt").read_text()
    lists = {block.split("\n")[0]: block for block in re.split(r"\n(?=\S)", text)}
    return [line.strip() for line in lists[key].strip().split("\n")[1:]]


def list_holds(key: str) -> None:
    """Every row is as in the table, and a force of twenty raised from it has nothing odd."""
    listed = RAW["organisation"][key]["row"]
    rows = rows_of(key)
    assert [written(raw) for raw in listed] == printed(key)
    assert [row.name for row in rows] == [row["name"] for row in listed]
    for row, raw in zip(rows, listed, strict=True):
        assert list(row.classes) == raw["classes"]
        assert list(row.armor) == raw["armor"]
        assert list(row.traits) == raw["traits"]
        assert list(row.percent) == raw.get("percent", [0, 0])
        words = [word for word in raw["weapons"] if word not in {"shield", "pavise"}]
        assert len(row.arms.weapons) + len(row.arms.missiles) == len(words)
        assert (row.arms.shield == "none") == (len(words) == len(raw["weapons"]))
        assert bool(row.mounts) == bool(raw["horse"])
    force = raise_force(key, 20)
    assert force.figures == 20
    assert oddities(force) == []


def test_kk_org_05_norman_conroi() -> None:
    list_holds("norman_conroi")
    assert rows_of("norman_conroi")[1].mounts[0].kind == "destrier"


def test_kk_org_06_saxon_war_band() -> None:
    """Their horses stay behind."""
    list_holds("saxon_war_band")
    assert not any(man.mounted for man in raise_force("saxon_war_band", 20).men)


def test_kk_org_07_viking_raiding_party() -> None:
    """All of them run; the berserks are knights who are not gentle."""
    list_holds("viking_raiding_party")
    force = raise_force("viking_raiding_party", 20)
    assert all("always_run" in man.profile.traits for man in force.men)
    berserks = [man.profile for man in force.men if "berserk" in man.profile.traits]
    assert [(man.class_, "gentle" in man.traits) for man in berserks] == [("knight", False)]


def test_kk_org_08_lithuanian_tribal_group() -> None:
    list_holds("lithuanian_tribal_group")


def test_kk_org_09_teutonic_lance() -> None:
    """Lord, knights and sergeants are of the order, the hired foot is not."""
    list_holds("teutonic_lance")
    order = {
        man.row: "military_order" in man.profile.traits
        for man in raise_force("teutonic_lance", 20).men
    }
    assert [row for row, of_it in order.items() if of_it] == [
        "Master, brother knight",
        "Knights",
        "Sergeants",
    ]


def test_kk_org_10_mongol_raiding_party() -> None:
    list_holds("mongol_raiding_party")


def test_kk_org_11_saracen_war_party() -> None:
    list_holds("saracen_war_party")


def test_kk_org_12_crusader_retinue() -> None:
    list_holds("crusader_retinue")


def test_kk_org_13_english_feudal_retinue() -> None:
    list_holds("english_feudal_retinue")


def test_kk_org_14_continental_feudal_retinue() -> None:
    list_holds("continental_feudal_retinue")


def test_kk_org_15_scots_in_scottish_service() -> None:
    list_holds("scots_in_scottish_service")


def test_kk_org_16_hyw_english_lance() -> None:
    list_holds("hyw_english_lance")


def test_kk_org_17_hyw_french_lance() -> None:
    list_holds("hyw_french_lance")


def test_every_list_has_its_clause() -> None:
    assert sorted(LIST_CLAUSES.values()) == LISTS


def test_kk_org_04_odd_entries() -> None:
    """The Norman crossbow row, optional horses, a choice of barding, two classes in a row."""
    last = rows_of("norman_conroi")[-1]
    assert last.classes == ("soldier",)
    assert last.arms.missiles == ("medium_crossbow", "sling")
    assert [row.horse_optional for row in rows_of("saxon_war_band")[:3]] == [True, True, False]
    bardings = [mount.barding for mount in rows_of("hyw_english_lance")[2].mounts]
    assert bardings == ["", "J"]
    assert [mount.barding for mount in rows_of("hyw_french_lance")[2].mounts] == ["J", ""]
    assert rows_of("english_feudal_retinue")[3].classes == ("soldier", "peasant")


def test_kk_org_18_shields_and_traits_of_raised_men() -> None:
    """A shield is large; small for Mongols, Lithuanians and Highlanders; a pavise is a pavise."""

    def shields(key: str) -> dict[str, str]:
        return {man.row: man.profile.shield for man in raise_force(key, 20).men}

    assert set(shields("mongol_raiding_party").values()) == {"small"}
    assert shields("lithuanian_tribal_group")["Cavalry"] == "small"
    scots = shields("scots_in_scottish_service")
    assert (scots["Spearmen"], scots["Highlanders, Islemen"]) == ("large", "small")
    assert shields("hyw_french_lance")["Crossbowmen"] == "pavise"
    assert shields("norman_conroi")["Archers"] == "none"
    skirmishers = {
        man.row
        for man in raise_force("saracen_war_party", 20).men
        if "skirmisher" in man.profile.traits
    }
    assert skirmishers == {"Syrian cavalry", "Turcoman cavalry"}
    scots_run = {
        man.row
        for man in raise_force("scots_in_scottish_service", 20).men
        if "always_run" in man.profile.traits
    }
    assert scots_run == {"Highlanders, Islemen"}


def test_kk_org_19_presets_of_hatred_and_no_quarter() -> None:
    """Holy war both ways, Scots against English, nothing else."""
    for faithful in ("crusader_retinue", "teutonic_lance"):
        for other in ("saracen_war_party", "mongol_raiding_party", "lithuanian_tribal_group"):
            for pair in ((faithful, other), (other, faithful)):
                found = relation(*pair)
                assert (found.hatred, found.no_quarter) == (True, True)
    for english in ("english_feudal_retinue", "hyw_english_lance"):
        found = relation("scots_in_scottish_service", english)
        assert (found.hatred, found.no_quarter) == (True, False)
    others = relation("norman_conroi", "saxon_war_band")
    assert (others.hatred, others.no_quarter) == (False, False)


def test_kk_org_20_askaris_are_bodyguards() -> None:
    """Elite, but neither knights nor gentle."""
    askaris = [man for man in raise_force("saracen_war_party", 20).men if man.row == "Askaris"]
    assert {man.profile.class_ for man in askaris} == {"bodyguard"}
    assert not any("gentle" in man.profile.traits for man in askaris)


def test_kk_shoot_32_words_of_the_lists() -> None:
    words = ("bow", "crossbow", "latch", "spear", "halberd", "club", "shield")
    arms = read_arms(words)
    assert arms.missiles == ("short_bow", "medium_crossbow", "light_crossbow")
    assert arms.weapons == ("short_spear", "pole_arm", "other")
    with pytest.raises(BanneretError, match="unknown weapon 'trebuchet': expected one of sword"):
        read_arms(("trebuchet",))


# -- automatic musters


def test_kk_org_01_one_lord_and_the_rest_by_percentages() -> None:
    for key in LISTS:
        force = raise_force(key, 20)
        lords = [man for man in force.men if man.profile.class_ in {"lord", "chief"}]
        assert len(lords) == 1
        assert force.men[force.lord] is lords[0]


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


# -- files


def by_hand(key: str, archers: int, others: int) -> Force:
    """A force of a lord, so many archers and so many spearmen."""
    text = f'[[force]]\nid = "hand"\nname = "By hand"\nlist = "{key}"\n'
    text += '[[force.man]]\nclass = "lord"\nhorse = { kind = "destrier" }\n'
    text += '[[force.man]]\nclass = "soldier"\nrow = "Archers"\n' * archers
    text += '[[force.man]]\nclass = "soldier"\nrow = "Spearmen"\n' * others
    return read_forces(text.encode(), "hand.toml")[0]


MIXED = """
[[force]]
id = "band"
name = "A band"
list = "english_feudal_retinue"
[[force.man]]
name = "Sir Guy"
class = "lord"
pieces = "BCDEF"
arms = ["lance", "sword", "large shield"]
horse = { kind = "destrier", name = "Grim", barding = "JK" }
[[force.man]]
name = "Much"
class = "sergeant"
row = "Archers"
arms = ["longbow", "dagger"]
shooting = 8
unit = "bows"
leads = true
"""
BOW = '[[force.man]]\nclass = "soldier"\nrow = "Archers"\nunit = "bows"\n'


def band(text: str = "", bows: int = 4, options: Options | None = None) -> Force:
    content = (MIXED + BOW * bows + text).encode()
    return read_forces(content, "band.toml", options or Options())[0]


def refused(text: str, bows: int = 4) -> str:
    with pytest.raises(BanneretError) as no:
        band(text, bows)
    return str(no.value)


def test_a_force_by_hand_keeps_what_it_says_and_fills_in_the_rest() -> None:
    force = band()
    guy, much, bow = force.men[0], force.men[1].profile, force.men[2].profile
    assert guy.horse is not None
    assert (guy.profile.armor, guy.profile.stamina, guy.horse.armor, guy.horse.stamina) == (
        8,
        8,
        7,
        14,
    )
    assert (guy.profile.weapons, guy.profile.shield) == (("lance", "sword"), "large")
    assert (much.shooting, much.melee, much.bonus, much.weapons) == (8, 8, 1, ("dagger",))
    assert (bow.missile, bow.shooting, bow.armor, bow.morale) == ("longbow", 5, 4, 7)
    assert len(set(names_in(force))) == 7
    assert [(unit.name, unit.leader, unit.members) for unit in force.units] == [
        ("bows", 1, (1, 2, 3, 4, 5))
    ]
    assert force_points(force) == 28 + (8 + 8 + 8 + 4) + 4 * (7 + 5 + 7 + 4)


def test_kk_prof_04_guidelines_only_warn() -> None:
    """An archer of skill 7 is accepted with a word about it."""
    force = band('[[force.man]]\nname = "Hob"\nclass = "soldier"\nrow = "Archers"\nshooting = 7\n')
    assert "Hob: shooting skill 7, a soldier usually has 4 to 6" in oddities(force)


def test_oddities_against_the_row() -> None:
    force = band(
        '[[force.man]]\nname = "Hob"\nclass = "peasant"\nrow = "Knights"\narmor = 3\n'
        'arms = ["club"]\n'
    )
    found = " | ".join(oddities(force))
    assert "Hob: a peasant among Knights (knight)" in found
    assert "Hob: armour 3, Knights have 6 to 8" in found
    assert "Hob: Knights carry no other" in found
    assert "Hob: on foot, Knights ride" in found
    assert "Sir Guy: rides a gothic-barded destrier, Lord have barded destrier" in found


def test_kk_def_02_a_unit_needs_five_men() -> None:
    assert "unit 'bows' has 4 men: expected 5 or more [KK-DEF-02]" in refused("", bows=3)


def test_kk_def_06_small_followings_by_option() -> None:
    assert band("", 1, Options(min_unit_size=2)).units[0].members == (1, 2)


def test_files_are_refused_with_file_key_and_value() -> None:
    man = "[[force.man]]\n"
    assert "it has 2 lords or chiefs" in refused(man + 'class = "chief"\n')
    assert "name 'Much' is used twice" in refused(man + 'class = "soldier"\nname = "Much"\n')
    assert "man[6].class is 'bishop': expected one of bodyguard" in refused(
        man + 'class = "bishop"\n'
    )
    assert "band.toml: unknown key 'hat' in force[0].man[6]" in refused(
        man + 'class = "soldier"\nhat = 1\n'
    )
    assert "man[6].pieces[1] = 'G'" in refused(man + 'class = "soldier"\npieces = "BG"\n')
    assert "man[6].armor is 9: expected 4" in refused(
        man + 'class = "soldier"\npieces = "B"\narmor = 9\n'
    )
    assert "man[6].arms: unknown weapon 'pike'" in refused(
        man + 'class = "soldier"\narms = ["pike"]\n'
    )
    assert "man[6].row is 'Cooks': expected one of Lord" in refused(
        man + 'class = "soldier"\nrow = "Cooks"\n'
    )
    assert "man[6].shooting is 4: expected none" in refused(
        man + 'class = "soldier"\nrow = "Infantry"\nshooting = 4\n'
    )
    assert "unit 'mob' is led by a soldier" in refused(
        man + 'class = "soldier"\nunit = "mob"\nleads = true\n'
    )
    assert "unit 'mob' has 0 men with leads = true" in refused(
        man + 'class = "soldier"\nunit = "mob"\n'
    )
    assert "man[6].armor is 13" in refused(man + 'class = "soldier"\narmor = 13\n')


def test_force_lines_that_contradict_themselves() -> None:
    head = '[[force]]\nid = "x"\nname = "X"\n'
    for text, sentence in (
        (head + 'list = "romans"\nfigures = 5\n', "list is 'romans': expected one of"),
        (head + "figures = 5\n", "figures is 5: expected a list and no men"),
        (head + 'list = "norman_conroi"\nfigures = 5\n' + head, "force[1].id is 'x': it is used"),
        (head, "it has 0 lords or chiefs"),
    ):
        with pytest.raises(BanneretError) as no:
            read_forces(text.encode(), "x.toml")
        assert sentence in str(no.value)


# -- ready forces and the sheet


def test_a_ready_force_of_every_list() -> None:
    """Ten to twenty men each, nothing odd about any of them."""
    ready = forces()
    assert {force.organisation for force in ready.values()} == {"", *LISTS}
    for force in ready.values():
        assert 10 <= force.figures <= 20
        assert check_force(force) == []
        assert force.units
    assert force_named("normans_1066") is ready["normans_1066"]
    with pytest.raises(BanneretError, match="unknown force 'romans'"):
        force_named("romans")


def test_kk_roster_01_lord_bassetts_retinue() -> None:
    """Eighteen men, two horses, and every number as printed."""
    force = sample_force()
    assert force.figures == 18
    assert sum(man.mounted for man in force.men) == 2
    printed = {row["name"]: row for row in RAW["sample_roster"]}
    for trooper in force.men:
        one, row = trooper.profile, printed[trooper.profile.name]
        assert (one.class_, one.morale, one.bonus, one.melee) == (
            row["class"],
            row["morale"],
            row["morale_bonus"],
            row["melee"],
        )
        assert (one.shooting, one.armor, one.stamina) == (
            row.get("shooting", 0),
            row["armor"],
            row["stamina"],
        )
        if trooper.horse is not None:
            row = printed[trooper.horse.name]
            assert (trooper.horse.kind, trooper.horse.armor, trooper.horse.stamina) == (
                row["class"],
                row["armor"],
                row["stamina"],
            )
    assert force.men[0].profile.name == "Ralf, Lord Bassett"


def test_kk_roster_02_blank_cells_and_weapons() -> None:
    """Brian shoots nothing, Alfred a longbow; lord and squire have lances."""
    men = {man.profile.name: man for man in sample_force().men}
    assert (men["Brian"].profile.shooting, men["Brian"].profile.armor) == (0, 5)
    assert (men["Alfred"].profile.shooting, men["Alfred"].profile.armor) == (5, 7)
    assert (men["Alfred"].profile.missile, men["Alfred"].profile.weapons) == (
        "longbow",
        ("short_sword",),
    )
    assert (men["Brian"].profile.weapons, men["Brian"].profile.shield) == (
        ("short_spear",),
        "large",
    )
    assert men["Squire William"].profile.weapons == ("lance", "sword")
    assert men["Squire William"].horse is not None


def test_kk_comp_03_the_organisational_table() -> None:
    """A row for each man and each horse, nine columns, the name and the turn at its head."""
    sheet = organisational_table(
        sample_force(),
        turn=12,
        conditions={
            "Alfred": Condition(hits=2, permanent_fatigue=1, out_of_ammo=True),
            "William's horse": Condition(hits=3),
        },
    )
    assert (sheet.name, sheet.turn, sheet.columns) == ("Lord Bassett's retinue", 12, COLUMNS)
    assert len(COLUMNS) == 9
    assert len(sheet.rows) == 20
    assert all(len(row) == 9 for row in sheet.rows)
    rows = {row[0]: row for row in sheet.rows}
    assert rows["Ralf, Lord Bassett"][1:] == ("lord", 10, 3, 10, "", "10", 0, 0)
    assert rows["Clyde (Ralf's horse)"][1:] == ("destrier", "", "", "", "", "5/10", 0, 0)
    assert rows["Alfred"][1:] == ("soldier", 7, 0, 6, 5, "7", 2, 1)
    assert rows["William's horse"][7] == 3
    assert sheet.notes == ("Alfred: out of ammunition",)


def test_kk_comp_03_the_sheet_of_a_battle() -> None:
    """Hits, fatigue and empty quivers as they stand, the loose horse at the end."""
    battle = field(
        "a Ralf: lord sword stamina=6 original=8 permanent=1 at 10,10 | "
        "a Guy: knight lance mounted destrier horse.stamina=4 at 14,10 | "
        "a Hob: soldier longbow out_of_ammo=true at 20,10 | "
        "b Ann: lord sword at 40,10",
        turn=11,
    )
    dismount(Table(battle, ScriptedDice(), {}), man(battle, "Guy"), None)
    sheet = retinue_table(battle, "a")
    assert (sheet.turn, len(sheet.rows)) == (11, 4)
    assert [row[0] for row in sheet.rows][:3] == ["Ralf", "Guy", "Hob"]
    assert sheet.rows[0][7:] == (2, 1)
    assert (sheet.rows[3][1], sheet.rows[3][7]) == (
        "destrier",
        battle.horses[0].profile.stamina - 4,
    )
    assert sheet.notes == ("Hob: out of ammunition",)


@pytest.mark.parametrize("key", ["lord_bassett", "vikings_994", "mongols_1221", "crusaders_1187"])
def test_a_force_written_down_reads_back_the_same(key: str) -> None:
    force = forces()[key]
    assert read_forces(force_text(force).encode(), "again.toml") == (force,)


def test_kk_def_20_the_gentle_flag_may_be_edited() -> None:
    """A force may make its bodyguard a gentleman and its squire none, and it stays written down."""
    extra = '[[force.man]]\nname = "{}"\nclass = "{}"\n{} = ["gentle"]\n'
    force = band(
        extra.format("Ali", "bodyguard", "traits") + extra.format("Hal", "squire", "without")
    )
    traits = {man.profile.name: man.profile.traits for man in force.men}
    assert (traits["Ali"], traits["Hal"]) == (("gentle",), ("household",))
    assert read_forces(force_text(force).encode(), "again.toml") == (force,)


def test_men_without_a_body_of_five_stay_individuals() -> None:
    men = raise_force("norman_conroi", 5).men
    raised, units = formed(men, lord=0)
    assert (raised, units) == (list(men), [])
