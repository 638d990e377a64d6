"""Scales, armour, profiles and points: the numbers a man begins with."""

from __future__ import annotations

import tomllib
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.core.book.adjudicate import bare_table
from banneret.core.chance.dice import RandomDice, ScriptedDice
from banneret.core.chance.draws import D10, Total
from banneret.core.errors import BadData
from banneret.core.play.table import Table
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.basics.options import DEFAULTS, SETTINGS, Options
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, footprint
from banneret.rulesets.knights_and_knaves.basics.tables import (
    PHASES,
    PROFILES,
    TABLES,
    data_text,
    load,
)
from banneret.rulesets.knights_and_knaves.command.action.by_die import FACES, settle_dispute
from banneret.rulesets.knights_and_knaves.ground.lay import inches
from banneret.rulesets.knights_and_knaves.movement.dice import may_gallop
from banneret.rulesets.knights_and_knaves.movement.riding import dismount
from banneret.rulesets.knights_and_knaves.screen.reference import QUICK_REFERENCE, SECTIONS
from banneret.rulesets.knights_and_knaves.setup.forces.companies import (
    force_points,
    horse_of,
    made_sergeant,
    man_of,
    usual_traits,
)
from banneret.rulesets.knights_and_knaves.setup.forces.organisations import (
    Arms,
    Mount,
    usual_pieces,
)
from banneret.rulesets.knights_and_knaves.setup.forces.raising import raise_force
from banneret.rulesets.knights_and_knaves.shooting.aiming import column_place
from rulesets.knights_and_knaves.adjudged import adjudge, refusal, result
from rulesets.knights_and_knaves.field import field, man

SMALL = Options(scale_15mm=True)
RAW: dict[str, Any] = tomllib.loads(data_text("tables.toml").decode())


# -- scales


def base_size(mounted: bool, **options: bool) -> tuple[float, float]:
    """Width and depth of the base a figure would cover in a battle."""
    base = footprint(RULESET.begin("market_road", options, {}), mounted, 10.0, 10.0, 0.0)
    return base.width, base.depth


def test_kk_scale_01_a_horse_is_no_figure() -> None:
    """Fifteen figures are fifteen men, however many of them ride."""
    force = raise_force("teutonic_lance", 15)
    assert force.figures == 15
    assert sum(one.mounted for one in force.men) > 3


def test_kk_scale_02_an_inch_is_six_feet() -> None:
    assert inches(24) == 4
    assert inches(30) == 5
    assert '1" is 6 feet' in QUICK_REFERENCE


def test_kk_scale_03_a_turn_is_ten_to_thirty_seconds() -> None:
    """The page beside the table says so; no procedure reads it."""
    assert "A turn is 10 to 30 seconds" in QUICK_REFERENCE


def test_kk_scale_04_bases() -> None:
    """A foot base is an inch square, a mounted one an inch by two."""
    assert base_size(False) == (1, 1)
    assert base_size(True) == (1, 2)


def test_kk_scale_05_the_short_side_is_the_front() -> None:
    width, depth = base_size(True)
    assert width < depth


def test_kk_scale_06_a_rider_on_foot_is_the_same_man() -> None:
    """Out of the saddle he keeps wounds, fatigue, skills and arms; the horse stays as a piece."""
    battle = field(
        "a Guy: knight lance sword large mounted destrier stamina=4 temporary=2 at 20,20"
    )
    guy = man(battle, "Guy")
    before = (guy.profile, guy.stamina, guy.temporary, guy.weapon)
    assert (guy.base.width, guy.base.depth) == (1, 2)
    horse = dismount(Table(battle, ScriptedDice(), {}), guy, None)
    assert (guy.base.width, guy.base.depth) == (1, 1)
    assert guy.horse == NOBODY
    assert horse.rider == NOBODY
    assert (horse.base.width, horse.base.depth) == (1, 2)
    assert (guy.profile, guy.stamina, guy.temporary) == before[:3]


def test_kk_scale_07_half_size_halves_every_distance() -> None:
    """Bases, voice, moves, columns, damage bands and woods."""
    assert base_size(False, scale_15mm=True) == (0.5, 0.5)
    small = {"options": {"scale_15mm": True}}
    assert result("move_allowance", {"armor": 5, **small}) == 5
    assert result("in_command", {"own_distance": 2.5, **small}) is True
    assert result("in_command", {"own_distance": 2.6, **small}) is False
    assert result("wood_visible", {"light": 3, **small}) is True
    assert result("wood_visible", {"light": 3.1, **small}) is False
    columns = [column_place(distance, SMALL) for distance in (2, 2.1, 4, 6, 36, 36.1)]
    assert columns == [0, 1, 1, 2, 14, 15]
    shot = {"skill": 10, "weapon": "longbow", "target_armor": 3, **small}
    near = adjudge("shoot", {**shot, "distance": 2.9}, 10, 1, 1, 1)
    middle = adjudge("shoot", {**shot, "distance": 3}, 10, 1, 1)
    far = adjudge("shoot", {**shot, "distance": 10.1}, 10, 1)
    assert [one["damage_dice"] for one in (near, middle, far)] == [3, 2, 1]
    assert [one["column"] for one in (near, middle, far)] == [4, 4, 12]


def test_kk_scale_08_ten_sided_dice() -> None:
    """D10 shows 1 to 10, two of them 2 to 20."""
    assert D10("die").dice == (FACES,) == (10,)
    table = bare_table(RandomDice(5))
    assert {table.roll(D10("die")) for _ in range(500)} == set(range(1, 11))
    assert {table.roll(Total("dice", 2, 10)) for _ in range(4000)} == set(range(2, 21))


@pytest.mark.parametrize(("die", "reading"), [(1, 0), (5, 0), (6, 1), (10, 1)])
def test_kk_scale_10_a_die_settles_disputes(die: int, reading: int) -> None:
    assert settle_dispute(bare_table(ScriptedDice(die))) == reading


def test_kk_comp_06_the_reference_follows_the_turn() -> None:
    """Its sections are the phases of the turn, in their order."""
    assert tuple(name for name, _ in SECTIONS) == PHASES == tuple(RAW["turn"]["phases"])
    places = [QUICK_REFERENCE.index(name.replace("_", " ").upper()) for name in PHASES]
    assert places == sorted(places)


# -- data


def test_the_switches_are_those_of_the_contract() -> None:
    """Every switch has its default, other values, clauses and an explanation."""
    assert msgspec.structs.asdict(DEFAULTS) == RAW["options"]
    assert {one.key: one.default for one in SETTINGS} == RAW["options"]
    known = {clause["id"] for clause in tomllib.loads(data_text("clauses.toml").decode())["clause"]}
    for setting in SETTINGS:
        assert len(setting.values) > 1
        assert set(setting.clauses) <= known
        assert setting.explanation


def test_each_value_of_a_switch_is_read_and_others_refused() -> None:
    for setting in SETTINGS:
        for value in setting.values:
            assert getattr(Options.read({setting.key: value}), setting.key) == value
        with pytest.raises(BadData, match="expected one of"):
            Options.read({setting.key: "sideways"})
    assert len({setting.key for setting in SETTINGS}) == 24


def test_a_wrong_cell_is_named_with_its_place() -> None:
    broken = data_text("tables.toml").replace(b"command_range = 5.0", b'command_range = "far"')
    with pytest.raises(BadData, match=r"tables\.toml: scales\.command_range is 'far'"):
        load(broken)


# -- armour


def test_kk_armor_01_everybody_starts_at_three() -> None:
    assert adjudge("armor_rating", {"pieces": ""}) == {"result": 3, "stamina": 3}
    assert adjudge("armor_rating", {"pieces": "", "horse": True}) == {"result": 3, "stamina": 6}
    assert result("armor_rating", {"pieces": "A"}) == 3
    horse = horse_of("Dun", Mount("nag"))
    assert (horse.armor, horse.stamina) == (3, 6)
    assert horse_of("Bayard", Mount("destrier", "J")).armor > 3


def lawful(pieces: str, rows: dict[str, Any]) -> bool:
    return all(need in pieces for piece in pieces for need in rows[piece]["requires"])


@pytest.mark.parametrize("horse", [False, True])
def test_kk_armor_02_pieces_add_up(horse: bool) -> None:
    """Every lawful combination is the sum of its pieces; every other one is refused."""
    rows = {row["type"]: row for row in RAW["armor"]["piece"]}
    worn = [
        t for t, row in rows.items() if t != "A" and row["for"] == ("horse" if horse else "man")
    ]
    for count in range(len(worn) + 1):
        for chosen in combinations(worn, count):
            pieces = "".join(chosen)
            situation = {"pieces": pieces, "horse": horse}
            if lawful(pieces, rows):
                expected = 3 + sum(rows[piece]["value"] for piece in pieces)
                assert result("armor_rating", situation) == expected
            else:
                assert "which is not there" in refusal("armor_rating", situation)


def test_kk_armor_02_man_and_horse_do_not_share_pieces() -> None:
    assert "no horse wears it" in refusal("armor_rating", {"pieces": "B", "horse": True})
    assert "no man wears it" in refusal("armor_rating", {"pieces": "J"})
    assert "named twice" in refusal("armor_rating", {"pieces": "BB"})
    assert "expected one of A, B" in refusal("armor_rating", {"pieces": "Z"})


def test_kk_armor_03_hauberk_and_gothic_barding_need_something_under_them() -> None:
    assert "KK-ARMOR-03" in refusal("armor_rating", {"pieces": "BD"})
    assert "KK-ARMOR-03" in refusal("armor_rating", {"pieces": "K", "horse": True})
    assert result("armor_rating", {"pieces": "JK", "horse": True}) == 7


def test_kk_armor_04_plate_needs_all_that_came_before() -> None:
    assert "KK-ARMOR-04" in refusal("armor_rating", {"pieces": "G"})
    ratings = [result("armor_rating", {"pieces": "BCDEFGHI"[:count]}) for count in (6, 7, 8)]
    assert ratings == [9, 10, 11]


def test_kk_armor_05_stamina_is_the_rating_of_a_horse_twice_that() -> None:
    assert adjudge("armor_rating", {"pieces": "BCDF"})["stamina"] == 7
    assert adjudge("armor_rating", {"pieces": "J", "horse": True})["stamina"] == 10
    assert man_of("Hal", "soldier", 6, Arms()).stamina == 6
    assert horse_of("Clyde", Mount("destrier", "J")).stamina == 10


@given(st.integers(3, 11))
def test_kk_armor_06_the_pieces_shown_make_the_rating(rating: int) -> None:
    """A man entered by his rating wears pieces that add up to it."""
    assert result("armor_rating", {"pieces": usual_pieces(rating)}) == rating


def test_kk_armor_07_twelve_may_be_entered_by_hand() -> None:
    assert man_of("Golem", "knight", 12, Arms()).stamina == 12
    assert result("move_allowance", {"armor": 12}) == 4
    assert "armor is 13" in refusal("move_allowance", {"armor": 13})


# -- profiles


def ranges(column: str) -> dict[str, tuple[int, int]]:
    return {
        row.class_: (min(getattr(row, column)), max(getattr(row, column)))
        for row in TABLES.class_profile
    }


def test_kk_prof_01_melee_by_class() -> None:
    assert ranges("melee") == {
        "lord": (9, 10),
        "knight": (8, 9),
        "squire": (7, 9),
        "sergeant": (7, 9),
        "soldier": (6, 8),
        "peasant": (3, 5),
    }


def test_kk_prof_02_shooting_by_class_and_only_with_a_missile_weapon() -> None:
    assert ranges("shooting") == {
        "lord": (10, 10),
        "knight": (9, 10),
        "squire": (8, 10),
        "sergeant": (6, 8),
        "soldier": (4, 6),
        "peasant": (1, 3),
    }
    assert man_of("Hal", "soldier", 4, Arms(("sword",))).shooting == 0


def test_kk_prof_03_morale_and_bonus_by_class() -> None:
    assert ranges("morale") == {
        "lord": (9, 10),
        "knight": (8, 9),
        "squire": (7, 8),
        "sergeant": (7, 8),
        "soldier": (6, 7),
        "peasant": (4, 5),
    }
    bonuses = {row.class_: row.morale_bonus for row in TABLES.class_profile}
    assert bonuses == {
        "lord": 3,
        "knight": 2,
        "squire": 0,
        "sergeant": 1,
        "soldier": 0,
        "peasant": 0,
    }


@pytest.mark.parametrize(
    ("names", "values"),
    [
        (("lord", "chief"), (10, 10, 10)),
        (("knight", "bodyguard"), (9, 9, 9)),
        (("squire", "man_at_arms"), (8, 9, 7)),
        (("sergeant", "valet"), (8, 7, 8)),
        (("soldier", "yeoman"), (7, 5, 7)),
        (("peasant",), (4, 2, 4)),
    ],
)
def test_kk_prof_05_the_usual_values(names: tuple[str, ...], values: tuple[int, ...]) -> None:
    """Melee, shooting and morale of a man nobody chose otherwise; both titles of a class alike."""
    for name in names:
        one = man_of("Hal", name, 5, Arms(("sword",), ("short_bow",)))
        assert (one.melee, one.shooting, one.morale) == values
        assert PROFILES[name] is PROFILES[names[0]]


def test_kk_prof_06_three_kinds_of_horse() -> None:
    """Only a destrier gallops; it minds wounds less, a nag more."""
    assert [may_gallop(kind) for kind in ("destrier", "horse", "nag")] == [True, False, False]
    hurt = {"stamina": 5, "original_stamina": 6}
    totals = [
        adjudge("horse_panic", {**hurt, "kind": kind}, 5)["total"]
        for kind in ("destrier", "horse", "nag")
    ]
    assert totals == [13, 10, 7]


def test_kk_prof_07_traits_tell_in_their_procedures() -> None:
    """Berserks and knights +2, the unreliable -2, orders do not mind their lord's fall."""
    bare = adjudge("action_roll", {"row": "others"}, 5)["modified"]
    assert (
        adjudge("action_roll", {"row": "others", "knight_or_berserk": True}, 5)["modified"]
        == bare + 2
    )
    assert adjudge("action_roll", {"row": "others", "unreliable": True}, 5)["modified"] == bare - 2
    fallen = {"morale": 7, "own_lord_disabled": True}
    assert adjudge("morale_check", fallen, 5)["modified"] == 4
    assert adjudge("morale_check", {**fallen, "military_order": True}, 5)["modified"] == 7


def test_kk_prof_08_berserks_take_no_prisoners() -> None:
    """Nobody yields to one and lives, though he is a knight otherwise."""
    situation = {"captor_berserk": True, "captor_knight": True, "captive_is_lord": True}
    assert adjudge("yield_acceptance", situation) == {"result": "killed", "reason": "berserk"}
    assert "gentle" not in usual_traits("knight", ["berserk"])


def test_kk_prof_09_peasants_are_unreliable_once() -> None:
    assert usual_traits("peasant", []) == ("unreliable",)
    assert usual_traits("peasant", ["unreliable"]) == ("unreliable",)
    assert "unreliable" not in usual_traits("soldier", [])


def test_kk_def_20_who_is_gentle() -> None:
    """Lords, chiefs, knights and squires, and nobody else."""
    gentle = [name for name in PROFILES if "gentle" in usual_traits(name, [])]
    assert gentle == ["lord", "chief", "knight", "squire"]


def test_kk_def_23_six_classes_and_knights_are_not_bodyguards() -> None:
    """Both titles of a row share its values, but what is said of knights is said of them alone."""
    rows = [(row.class_, row.also) for row in TABLES.class_profile]
    assert rows == [
        ("lord", "chief"),
        ("knight", "bodyguard"),
        ("squire", "man_at_arms"),
        ("sergeant", "valet"),
        ("soldier", "yeoman"),
        ("peasant", ""),
    ]
    assert usual_traits("knight", []) == ("gentle", "household")
    assert usual_traits("bodyguard", []) == ()


# -- points


def test_kk_points_01_the_sum_of_four_values() -> None:
    one = {"melee": 7, "shooting": 5, "morale": 7, "stamina": 6}
    assert result("points", one) == 25
    assert result("points", {**one, "shooting": 0}) == 20


def test_kk_points_02_a_peasant_counts_half() -> None:
    peasant = {"melee": 4, "morale": 4, "stamina": 3, "peasant": True}
    assert result("points", peasant) == 5.5


def test_kk_points_03_fortifications_double() -> None:
    force = raise_force("english_feudal_retinue", 12)
    assert force_points(force, fortified=True) == 2 * force_points(force)
    assert result("points", {"melee": 7, "morale": 7, "stamina": 6, "fortified": True}) == 40


def test_kk_points_04_halves_are_kept_and_horses_free() -> None:
    rider = {"melee": 9, "morale": 9, "stamina": 8, "horse_stamina": 10}
    assert result("points", rider) == 26
    assert result("points", {**rider, "options": {"points_include_horses": True}}) == 36
    half = {"melee": 4, "morale": 4, "stamina": 3, "peasant": True, "horse_stamina": 6}
    assert result("points", {**half, "options": {"points_include_horses": True}}) == 11.5
    force = raise_force("teutonic_lance", 12)
    horses = sum(one.horse.stamina for one in force.men if one.horse is not None)
    assert force_points(force, Options(points_include_horses=True)) == force_points(force) + horses


@given(st.integers(1, 10), st.integers(0, 10), st.integers(1, 10), st.integers(3, 12))
def test_points_are_never_rounded(melee: int, shooting: int, morale: int, stamina: int) -> None:
    """Twice a peasant's points are his values, exactly."""
    one = {"melee": melee, "shooting": shooting, "morale": morale, "stamina": stamina}
    whole = result("points", one)
    assert 2 * result("points", {**one, "peasant": True}) == whole
    assert result("points", {**one, "fortified": True}) == 2 * whole


def test_kk_org_02_a_raised_man_has_a_sergeants_values() -> None:
    """The serf at the head of a leaderless unit becomes a sergeant, no longer unreliable."""
    serf = raise_force("saxon_war_band", 20).men[-1]
    raised = made_sergeant(serf).profile
    assert serf.profile.class_ == "peasant"
    assert (raised.class_, raised.morale, raised.bonus, raised.melee) == ("sergeant", 8, 1, 8)
    assert raised.shooting == 7
    assert raised.traits == ("household",)
