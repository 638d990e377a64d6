"""Force files, names, ready forces and the organisational table."""

from __future__ import annotations

import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.core.errors import BanneretError
from banneret.core.play.table import Table
from banneret.rulesets.knights_and_knaves.basics.options import Options
from banneret.rulesets.knights_and_knaves.movement.riding import dismount
from banneret.rulesets.knights_and_knaves.setup.forces.companies import Force, force_points, formed
from banneret.rulesets.knights_and_knaves.setup.forces.levy import written
from banneret.rulesets.knights_and_knaves.setup.forces.oddities import check_force
from banneret.rulesets.knights_and_knaves.setup.forces.on_file import (
    force_named,
    forces,
    read_forces,
)
from banneret.rulesets.knights_and_knaves.setup.forces.raising import raise_force
from banneret.rulesets.knights_and_knaves.setup.forces.sample_table import (
    COLUMNS,
    Condition,
    organisational_table,
    retinue_table,
    sample_force,
)
from rulesets.knights_and_knaves.field import field, man
from rulesets.knights_and_knaves.musters import LISTS, RAW, names_in, oddities

# -- files

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
    assert "Hob: Knights carry no club" in found
    assert "Hob: on foot, Knights ride" in found
    assert "Sir Guy: rides a gothic-barded destrier, Lord have barded destrier" in found


def hob(*lines: str) -> str:
    return "\n".join(('[[force.man]]\nname = "Hob"', *lines, ""))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (('class = "soldier"', 'arms = ["longbow", "shield"]'), "Infantry carry no large shield"),
        (('class = "knight"', 'arms = ["pavise"]'), "Knights carry no pavise"),
        (('class = "knight"', 'arms = ["small shield"]'), "Knights carry no small shield"),
        (('class = "knight"', 'traits = ["military_order"]'), "is of a military order, Knights"),
        (('class = "soldier"', 'traits = ["skirmisher"]'), "is a skirmisher, Infantry are not"),
    ],
)
def test_kk_org_18_shields_and_traits_off_the_list_are_told(
    lines: tuple[str, ...], said: str
) -> None:
    assert any(one.startswith(f"Hob: {said}") for one in oddities(band(hob(*lines))))


def test_kk_org_18_a_trait_of_the_row_that_is_taken_away_is_told() -> None:
    head = '[[force]]\nid = "x"\nname = "X"\nlist = "teutonic_lance"\n'
    lord = '[[force.man]]\nclass = "lord"\nhorse = { kind = "destrier", barding = "J" }\n'
    assert oddities(read_forces((head + lord).encode(), "x.toml")[0]) == []
    lord = lord.replace("horse", 'name = "Ulrich"\nwithout = ["military_order"]\nhorse')
    lapsed = read_forces((head + lord).encode(), "x.toml")[0]
    assert oddities(lapsed) == ["Ulrich: is not of a military order, Master, brother knight are"]


def test_kk_prof_04_a_bonus_that_is_not_of_the_class_is_told() -> None:
    force = band(hob('class = "soldier"', "bonus = 1"))
    assert "Hob: morale bonus 1, a soldier usually has none" in oddities(force)


def test_kk_org_02_soldiers_are_raised_to_sergeant_and_knights_are_not() -> None:
    raised = band(hob('class = "valet"', 'row = "Infantry"'))
    assert not [one for one in oddities(raised) if one.startswith("Hob: a valet")]
    lowered = band(hob('class = "valet"', 'row = "Knights"'))
    assert "Hob: a valet among Knights (knight)" in oddities(lowered)


def test_kk_def_23_either_title_is_of_the_row() -> None:
    """A yeoman is of the soldiers' row, a bodyguard not of the knights'."""
    found = " | ".join(oddities(band(hob('class = "yeoman"', 'row = "Infantry"'))))
    assert "Hob: a yeoman" not in found
    found = " | ".join(oddities(band(hob('class = "bodyguard"', 'row = "Knights"'))))
    assert "Hob: a bodyguard among Knights" in found


def test_kk_comp_05_a_blank_is_no_name() -> None:
    force = band(hob('class = "soldier"').replace("Hob", "  "))
    assert all(name.strip() for name in names_in(force))
    assert "name 'Much' is used twice" in refused(hob('class = "soldier"').replace("Hob", " Much "))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('arms = ["none"]', "man[6].arms: unknown weapon 'none': expected one of sword"),
        ('arms = ["sword", "sword"]', "man[6].arms: 'sword' is named twice"),
        ('arms = ["longbow", "sling"]', "longbow and sling: expected one missile weapon at most"),
        ('arms = ["shield", "pavise"]', "shield and pavise: expected one shield at most"),
        ('row = "Archers"\nshooting = 0', "shooting is 0: expected 1 to 10, he has a missile"),
        ('horse = { barding = "K" }', "horse.barding is 'K': expected one of \"\", J, JK"),
    ],
)
def test_kk_armor_06_what_he_carries_is_what_he_has(line: str, sentence: str) -> None:
    """Nothing twice, no second bow or shield that nobody would see, and a skill with the bow."""
    assert sentence in refused(hob('class = "soldier"', line))


def test_kk_def_02_a_unit_needs_five_men() -> None:
    assert "unit 'bows' has 4 men: expected 5 or more [KK-DEF-02]" in refused("", bows=3)


def test_kk_def_06_small_followings_by_option() -> None:
    assert band("", 1, Options(min_unit_size=2)).units[0].members == (1, 2)


def test_kk_melee_02_a_force_has_one_champion() -> None:
    knights = '[[force.man]]\nclass = "knight"\nname = "{}"\ntraits = ["champion"]\n'.format
    assert "its champions are Guy, Hugh: expected one" in refused(knights("Guy") + knights("Hugh"))
    assert "champion" in band(knights("Guy")).men[-1].profile.traits


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
    assert read_forces(written(force).encode(), "again.toml") == (force,)


def test_kk_def_20_the_gentle_flag_may_be_edited() -> None:
    """A force may make its bodyguard a gentleman and its squire none, and it stays written down."""
    extra = '[[force.man]]\nname = "{}"\nclass = "{}"\n{} = ["gentle"]\n'
    force = band(
        extra.format("Ali", "bodyguard", "traits") + extra.format("Hal", "squire", "without")
    )
    traits = {man.profile.name: man.profile.traits for man in force.men}
    assert (traits["Ali"], traits["Hal"]) == (("gentle",), ("household",))
    assert read_forces(written(force).encode(), "again.toml") == (force,)


def test_men_without_a_body_of_five_stay_individuals() -> None:
    men = raise_force("norman_conroi", 5).men
    raised, units = formed(men, lord=0)
    assert (raised, units) == (list(men), [])
