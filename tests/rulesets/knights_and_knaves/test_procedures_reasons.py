"""The reckoning told with a procedure adds up to what the dice come to."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.knights_and_knaves.adjudged import adjudge, refusal, result, ruling

BOW: dict[str, Any] = {"skill": 7, "distance": 12, "weapon": "longbow", "target_armor": 8}
AX = {"skill": 7, "distance": 3, "weapon": "thrown_axe", "target_armor": 3}
MAN = {"skill": 7, "armor": 5}


def added(procedure: str, situation: dict[str, Any], *faces: int, under: str = "") -> int:
    """What the reckoning under a heading comes to."""
    told = ruling(procedure, situation, *faces).tally
    return sum(one["value"] for one in told if one["label"].startswith(under))


@pytest.mark.parametrize(
    ("procedure", "situation", "faces"),
    [
        ("horse_panic", {"stamina": 6, "original_stamina": 10, "kind": "destrier"}, (4,)),
        ("horse_panic", {"stamina": 6, "original_stamina": 10, "kind": "nag"}, (4,)),
        ("door_batter", {"skills": [6, 7, 7], "toughness": 3}, (8,)),
        ("door_batter", {"skills": [6, 7, 7, 5], "ram": True}, (8,)),
        ("fall_effect", {"stamina": 3, "original_stamina": 8}, (4, 5)),
        ("after_battle", {"stamina": 0, "original_stamina": 8, "armor": 8}, (4,)),
        ("after_battle", {"stamina": 2, "original_stamina": 8, "armor": 8}, (4,)),
    ],
)
def test_what_is_added_to_the_dice_is_told(
    procedure: str, situation: dict[str, Any], faces: tuple[int, ...]
) -> None:
    total = adjudge(procedure, situation, *faces)["total"]
    assert sum(faces) + added(procedure, situation, *faces) == total


@pytest.mark.parametrize("lost", [False, True])
def test_kk_finis_03_the_losses_counted_are_told(lost: bool) -> None:
    unit = {"permanent_fatigue": 1, "losses": 4, "leader_lost": lost}
    assert added("unit_withdrawal", unit, 3, 4) == adjudge("unit_withdrawal", unit, 3, 4)["losses"]


@pytest.mark.parametrize("pieces", ["", "BCDF", "ABCDEFGHI"])
def test_kk_armor_02_the_rating_is_told_piece_by_piece(pieces: str) -> None:
    worn = {"pieces": pieces}
    assert added("armor_rating", worn) == result("armor_rating", worn)


def test_kk_shoot_27_the_damage_of_a_shot_is_told() -> None:
    """The bow's two points and the armour; what is thrown, the tired arm too; a miss nothing."""
    assert 4 + 6 + added("shoot", BOW, 10, 4, 6, under="damage") == 4
    tired = {**AX, "shooter_temporary_fatigue": 2, "shooter_permanent_fatigue": 1}
    assert 4 + 6 + added("shoot", tired, 10, 4, 6, under="damage") == 4
    assert not added("shoot", BOW, 1, under="damage")
    volley = {"primary": BOW, "strays": [BOW]}
    assert 10 + added("shoot_with_strays", volley, 1, 10, 4, 6, under="strays[0]: damage") == 4


def test_kk_dmg_06_the_damage_of_an_exchange_is_told() -> None:
    tired = {"a": {**MAN, "temporary_fatigue": 1}, "b": MAN}
    struck = adjudge("melee_exchange", tired, 9, 2, 8)
    assert struck["damage"]["damage"] == 2
    assert 8 + added("melee_exchange", tired, 9, 2, 8, under="damage") == 2


def test_kk_dmg_06_who_began_with_so_much_has_it_if_nothing_else_is_said() -> None:
    """Stamina and original stamina stand for each other where one is left out."""
    for said in ({"stamina": 4}, {"original_stamina": 4}):
        struck = adjudge("melee_exchange", {"a": MAN, "b": {**MAN, **said}}, 9, 2, 9)
        assert (struck["damage"]["result"], struck["damage"]["stamina_left"]) == ("disabled", 0)


def test_kk_rank_07_nobody_fights_from_the_second_rank_while_he_draws() -> None:
    rear = {"skill": 7, "weapon": "pole_arm", "second_rank": True}
    assert result("melee_contest", {"a": rear, "b": {"skill": 7}}, 9, 2) == "a"
    drawing = {"a": {**rear, "drawing": True}, "b": {"skill": 7}}
    assert "a.second_rank = true with drawing = true" in refusal("melee_contest", drawing, 9, 2)


def test_kk_fall_09_heights_are_measured() -> None:
    """Half a foot more than 24 kills, and so does any cliff."""
    man = {"stamina": 6, "original_stamina": 8}
    assert result("fall_effect", {**man, "height_feet": 23.5}, 1, 1) == "unhurt"
    for feet in (24.5, 240):
        assert result("fall_effect", {**man, "height_feet": feet}) == "dead"
