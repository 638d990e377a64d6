"""The tables: what stands in them, and replacing the host's."""

from __future__ import annotations

import pytest

from banneret.core.errors import BanneretError
from banneret.rulesets.destrier.basics.options import SETTINGS, Options
from banneret.rulesets.destrier.basics.tables import REPLACEABLE, default, replaced
from banneret.rulesets.destrier.setup.mustering import force, muster, worth
from banneret.rulesets.destrier.setup.scenarios import Recruit


def test_de_gen_01_two_decks_and_host_tables_apart() -> None:
    tables = default()
    decks = {row.deck for row in tables.cards.values()}
    assert decks == {"TAC", "MELEE", "HORSE"}
    assert len(tables.cards) == 33
    assert set(REPLACEABLE) <= set(tables.host.__struct_fields__)


def test_de_gen_09_every_switch_can_be_set() -> None:
    entries = {one.name: one for one in default().seed.option}
    assert {one.key for one in SETTINGS} == set(entries)
    for one in SETTINGS:
        assert one.default == entries[one.key].default
        assert one.clauses == (entries[one.key].clause,)
        assert getattr(Options.read({one.key: True}), one.key) is True
    with pytest.raises(BanneretError, match="house_rule"):
        Options.read({"house_rule": True})


def test_de_host_25_rows_of_weapons() -> None:
    axe = default().host.weapons["great_axe"]
    assert (axe.cls, axe.len, axe.dice, axe.add, axe.crit, axe.bash) == ("H", 6, 2, 4, 8, 25)
    assert default().host.weapons["pike"].reach == 1.0


def test_de_host_30_de_host_31_steeds_speeds_and_turning() -> None:
    horses = default().host.horses
    assert horses["great_horse"].inches("gallop") == 13
    assert horses["mule"].inches("charge") == 0
    turning = [horses["medium_horse"].turning(speed) for speed in ("canter", "gallop", "charge")]
    assert turning == [90, 45, 20]


def test_de_host_44_foot_movement() -> None:
    move = default().host.foot.move
    assert (move.unencumbered, move.partial, move.encumbered) == (6.0, 5.0, 4.0)
    assert default().half_allowance("partial") == 2.5


def test_de_host_59_profiles_are_complete() -> None:
    tables = default()
    for key in tables.host.profiles:
        figure = muster(tables, Recruit(profile=key), "a", 0)
        assert figure.body == figure.body_max > 0
        assert figure.profile.key == key


def test_de_host_60_de_host_61_forces_and_their_points() -> None:
    tables = default()
    for key in tables.host.forces:
        total = worth(tables, force(tables, key))
        assert 150 <= total <= 210
    company = worth(tables, force(tables, "household"))
    assert company == 34 + 28 + 2 * (20 + 16) + 2 * 20


def test_de_host_64_one_table_changes_only_itself() -> None:
    own = replaced(b"[host.dodge]\nper_dexterity = 3\nconstant = -12\n", "mine.toml")
    ours = default()
    assert own.host.dodge.per_dexterity == 3
    assert own.replaced == ("dodge",)
    assert own.host.weapons == ours.host.weapons
    assert own.id != ours.id


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[host.dodge]\nper_dexterity = 'much'\nconstant = 1\n", "per_dexterity"),
        ("[host.dodge]\nconstant = 1\n", "per_dexterity"),
        ("[host.magic]\nx = 1\n", "magic"),
        ("[stands]\nx = 1\n", "stands"),
        ("name = [", "not TOML"),
        ("", "no table"),
        ("[host.steed_points]\nmule = 6\n", "steed_points"),
    ],
)
def test_de_host_64_wrong_tables_are_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(BanneretError, match=words):
        replaced(text.encode(), "mine.toml")
