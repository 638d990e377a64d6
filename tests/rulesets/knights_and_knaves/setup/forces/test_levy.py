"""Forces raised, written down, read again and checked (KK-ORG, KK-COMP, KK-POINTS)."""

import pytest

from banneret.core.errors import BanneretError
from banneret.rulesets.knights_and_knaves.setup.forces.companies import force_points
from banneret.rulesets.knights_and_knaves.setup.forces.levy import MUSTER, written
from banneret.rulesets.knights_and_knaves.setup.forces.on_file import forces, read_forces
from banneret.rulesets.knights_and_knaves.setup.forces.organisations import MISSILE_WORDS
from banneret.rulesets.knights_and_knaves.setup.forces.raising import raise_force


@pytest.mark.parametrize("key", MUSTER.lists)
def test_kk_org_21_what_is_raised_fits_its_list_and_is_written_down_whole(key: str) -> None:
    """Read again it is the same force, man for man; and its own list has nothing to say."""
    force = raise_force(key, 23, "band", "A band")
    assert read_forces(written(force).encode(), "band.toml") == (force,)
    levied = MUSTER.levy(key, 23, "band", "A band", {})
    assert levied.remarks == ()
    assert levied.points == force_points(force)
    assert levied.figures == 23


@pytest.mark.parametrize("key", forces())
def test_ready_forces_are_written_down_whole(key: str) -> None:
    """Also those with trumpeters, chosen arms and units of their own."""
    force = forces()[key]
    assert read_forces(written(force).encode(), "ready.toml") == (force,)


@pytest.mark.parametrize("missile", sorted({*MISSILE_WORDS.values()}))
def test_kk_comp_03_every_missile_weapon_is_written_down_as_one(missile: str) -> None:
    """Javelins to throw too: a javelin in the hand has the same name in the tables."""
    word = next(word for word, name in MISSILE_WORDS.items() if name == missile)
    lines = f'class = "lord"\narms = ["sword"]\n[[force.man]]\nclass = "soldier"\narms = ["{word}"]'
    text = f'[[force]]\nid = "x"\nname = "X"\n[[force.man]]\n{lines}\n'
    (force,) = read_forces(text.encode(), "x.toml")
    assert force.men[1].profile.missile == missile
    assert read_forces(written(force).encode(), "x.toml") == (force,)


def test_kk_org_03_what_is_off_is_told_with_its_clause() -> None:
    """Armour beyond the row is remarked on, and the force can still be read."""
    key = next(iter(MUSTER.lists))
    text = MUSTER.levy(key, 12, "band", "", {}).file.replace("armor = ", "armor = 3 #", 1)
    (read,) = MUSTER.read(text.replace("pieces = ", 'pieces = "" #', 1).encode(), "band.toml", {})
    assert [remark.clause for remark in read.remarks] == ["KK-ORG-01"]
    assert "armour 3" in read.remarks[0].text


def test_kk_comp_03_the_sheet_has_a_row_for_every_man_and_horse() -> None:
    """Nine columns, men in the order of the roster."""
    levied = MUSTER.levy("english_feudal_retinue", 20, "band", "", {})
    horses = sum(man.horse is not None for man in raise_force("english_feudal_retinue", 20).men)
    assert len(levied.sheet.columns) == 9
    assert len(levied.sheet.rows) == 20 + horses


@pytest.mark.parametrize("figures", [0, -3, 10_000])
def test_impossible_numbers_are_refused(figures: int) -> None:
    """The sentence says how many there may be."""
    with pytest.raises(BanneretError, match="expected 1 to"):
        MUSTER.levy("english_feudal_retinue", figures, "band", "", {})
