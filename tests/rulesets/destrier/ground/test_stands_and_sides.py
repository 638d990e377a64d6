"""Stands: cuts, sides, arcs, contact, who sees whom (section STAND, LOS, ATT-01 to 07)."""

from __future__ import annotations

import pytest

from banneret.rulesets.destrier.basics.procedures import plain
from banneret.rulesets.destrier.basics.state import LooseSteed, Steed, moved
from banneret.rulesets.destrier.basics.who import shield_of
from banneret.rulesets.destrier.ground.contact import (
    enemies_touched,
    forward,
    fronts_touched,
    in_contact,
    known_enemies,
    lance_reaches,
    look_round,
    may_strike,
    own_side,
    reach,
    side_struck,
)
from banneret.rulesets.destrier.ground.sight import cover, sees
from banneret.rulesets.destrier.ground.stands import (
    arc_of,
    arc_towards,
    area,
    gap,
    pattern,
    put,
    reading,
    stand,
    stand_at,
)
from rulesets.destrier.arena import arena, man, thing

SIDE = 0.7072  # from middle to middle of two inch squares that touch along a side


def test_de_stand_01_a_man_stands_on_an_inch_and_faces_a_corner() -> None:
    """A 1 inch square whose front is a corner."""
    cut = pattern("man")
    assert (cut.width, cut.depth, cut.corner) == (1.0, 1.0, True)


def test_de_stand_02_inch_sizes_are_used() -> None:
    """Ogres take 1.5, giants 2, orcs 3/4 of an inch."""
    assert [pattern(one).width for one in ("ogre", "giant", "orc")] == [1.5, 2.0, 0.75]


def test_de_stand_03_shield_left_sword_right_rear_behind() -> None:
    """Facing north: north-west shield, north-east sword, both southern sides rear."""
    battle = arena(man("knight", "a", 10, 10), man("peasant", "b", 10, 12))
    target, foe = battle.figures
    for dx, dy, side in ((-1, 1, "shield"), (1, 1, "sword"), (-1, -1, "rear"), (1, -1, "rear")):
        put(battle, foe, 10 + dx * SIDE, 10 + dy * SIDE, 0.0)
        assert side_struck(battle, foe, target) == side


def test_de_stand_04_a_horse_has_three_frontal_sides() -> None:
    """Head end and long sides are frontal, the tail end is rear."""
    cut = pattern("horse")
    assert (cut.width, cut.depth, cut.corner) == (1.0, 2.0, False)
    assert sorted(side.name for side in cut.sides if side.frontal) == ["head", "left", "right"]
    assert [side.name for side in cut.sides if not side.frontal] == ["tail"]


def test_de_stand_05_beasts_strike_where_their_weapons_are() -> None:
    """A wolf bites ahead, not aside; a horse kicks behind, a rider does not strike there."""
    battle = arena(man("wolf", "a", 10, 10), man("peasant", "b", 10, 11.21))
    wolf, foe = battle.figures
    assert may_strike(battle, wolf, foe, "bite") is None
    put(battle, foe, 10.957, 10.0, 0.0)
    assert may_strike(battle, wolf, foe, "bite") is not None
    battle = arena(man("knight", "a", 10, 10, steed="great_horse"), man("peasant", "b", 10, 8.293))
    rider, foe = battle.figures
    assert may_strike(battle, rider, foe, "great_hoof", "steed") is None
    refused = may_strike(battle, rider, foe, "broadsword")
    assert refused is not None
    assert refused.clause == "DE-ATT-01"


def test_de_stand_06_a_rider_is_struck_on_his_flanks() -> None:
    """Right long side sword, left shield, tail rear, head end shield."""
    battle = arena(man("knight", "a", 10, 10, steed="great_horse"), man("peasant", "b", 11.207, 10))
    rider, foe = battle.figures
    assert side_struck(battle, foe, rider) == "sword"
    put(battle, foe, 8.793, 10, 0.0)
    assert side_struck(battle, foe, rider) == "shield"
    put(battle, foe, 10, 11.707, 0.0)
    assert side_struck(battle, foe, rider) == "shield"
    put(battle, foe, 10, 8.293, 0.0)
    assert side_struck(battle, foe, rider) == "rear"


def test_de_stand_07_striking_over_the_horses_head_may_be_forbidden() -> None:
    """A sword strikes dead ahead, at a price; by the option only lance and spear do."""
    men = (
        man("knight", "a", 10, 10, steed="great_horse", hand=("broadsword",)),
        man("peasant", "b", 10, 11.707),
    )
    battle = arena(*men)
    rider, foe = battle.figures
    assert may_strike(battle, rider, foe, "broadsword") is None
    battle = arena(*men, front_attack_forbidden=True)
    rider, foe = battle.figures
    refused = may_strike(battle, rider, foe, "broadsword")
    assert refused is not None
    assert refused.clause == "DE-STAND-07"
    assert may_strike(battle, rider, foe, "spear") is None


def test_de_stand_08_ogres_are_larger_orcs_smaller_uruks_alike() -> None:
    """All face a corner."""
    man_size, ogre, orc, uruk = (pattern(one) for one in ("man", "ogre", "orc", "uruk_hai"))
    assert orc.area < man_size.area < ogre.area
    assert uruk == man_size
    assert all(one.corner for one in (ogre, orc, uruk))


def test_de_stand_09_dragon_and_snake() -> None:
    """A dragon's front is one end and 5 inches of both flanks; a coiled snake has no rear."""
    dragon = stand_at("dragon", 0.0, 0.0, 0.0)
    front = {e.name: abs(e.start[1] - e.end[1]) for e in dragon.edges if e.frontal}
    assert front["right"] == pytest.approx(5.0)
    assert front["left"] == pytest.approx(5.0)
    assert "head" in front
    assert all(edge.frontal for edge in stand_at("snake_coiled", 0.0, 0.0, 0.0).edges)
    assert [reading(edge) for edge in dragon.edges if not edge.frontal] == ["rear"] * 3


def test_de_stand_10_flanks_are_front_for_melee_and_side_for_turning() -> None:
    """An enemy on the long side is on the front; a direction of 90 degrees is to the side."""
    battle = arena(
        man("knight", "a", 10, 10, steed="great_horse"), man("peasant", "b", 11.207, 10, 270)
    )
    rider, foe = battle.figures
    assert own_side(rider, foe).frontal
    assert arc_towards(rider, (14.0, 10.0)) == "side"


def test_de_stand_11_arcs() -> None:
    """Men see 90 degrees each way as front; horses 45, then side to 135."""
    assert [arc_of(a, corner=True) for a in (0, 60, 90, 91)] == ["front"] * 3 + ["rear"]
    found = [arc_of(a, corner=False) for a in (45, 46, 135, 136)]
    assert found == ["front", "side", "side", "rear"]


def test_de_stand_12_the_longer_contact_is_the_side() -> None:
    """Along the shield edge by more than along the sword edge: shield; under 0.02 is contact."""
    battle = arena(man("knight", "a", 10, 10), man("peasant", "b", 10 - SIDE, 10 + SIDE))
    target, foe = battle.figures
    put(battle, foe, 10 - SIDE + 0.2, 10 + SIDE + 0.2, 0.0)  # slid along towards the corner
    assert side_struck(battle, foe, target) == "shield"
    put(battle, foe, 10, 10 + 1.4142 + 0.015, 0.0)
    assert in_contact(battle, target, foe)
    put(battle, foe, 10, 10 + 1.4142 + 0.025, 0.0)
    assert not in_contact(battle, target, foe)


def test_de_stand_14_who_is_behind_is_not_known() -> None:
    """An enemy behind is unknown unless in contact or seen earlier this turn."""
    battle = arena(man("knight", "a", 10, 10), man("peasant", "b", 10, 5))
    knight, foe = battle.figures
    assert known_enemies(battle, knight) == []
    put(battle, foe, 10, 15, 0.0)
    look_round(battle)
    put(battle, foe, 10, 5, 0.0)
    assert known_enemies(battle, knight) == [foe]
    knight.seen_this_turn = ()
    put(battle, foe, 10 - SIDE, 10 - SIDE, 0.0)
    assert known_enemies(battle, knight) == [foe]


def test_de_stand_15_stands_are_compared_by_area() -> None:
    """A man's inch is less than a horse's two."""
    battle = arena(man("knight", "a", 10, 10), man("knight", "a", 20, 10, steed="great_horse"))
    assert [area(one) for one in battle.figures] == [1.0, 2.0]  # to the hair


def test_de_gen_03_inches_between_nearest_points() -> None:
    """Two inch squares with middles 4 inches apart on a line through their corners."""
    battle = arena(man("knight", "a", 10, 10), man("knight", "b", 10, 14, 180))
    assert gap(*battle.figures) == pytest.approx(4.0 - 1.41421, abs=1e-3)


def test_de_con_12_who_is_down_engages_nobody() -> None:
    """In contact are two active enemies whose stands touch."""
    battle = arena(man("knight", "a", 10, 10), man("knight", "b", 10 - SIDE, 10 + SIDE, 180))
    one, two = battle.figures
    assert in_contact(battle, one, two)
    assert enemies_touched(battle, one) == [two]
    two.asleep = 3
    assert not in_contact(battle, one, two)
    two.asleep, two.status = 0, "down"
    moved(battle)
    assert enemies_touched(battle, one) == []


def test_de_con_06_only_fronts_engage() -> None:
    """Touching a figure's back is contact, but not with its front."""
    battle = arena(man("knight", "a", 10, 10), man("knight", "b", 10 - SIDE, 10 + SIDE, 0))
    one, two = battle.figures
    put(battle, two, two.x, two.y, 315.0)  # turns his back
    assert enemies_touched(battle, one) == [two]
    assert fronts_touched(battle, one) == []


def test_de_att_01_no_blow_without_contact() -> None:
    """Swords a tenth of an inch apart do not reach; nor does a man strike behind him."""
    battle = arena(man("knight", "a", 10, 10), man("knight", "b", 10, 11.52, 180))
    one, two = battle.figures
    assert may_strike(battle, one, two, "broadsword") is not None
    put(battle, two, 10, 11.42, 180.0)
    assert may_strike(battle, one, two, "broadsword") is None
    put(battle, two, 10 - SIDE, 10 - SIDE, 45.0)
    refused = may_strike(battle, one, two, "broadsword")
    assert refused is not None
    assert refused.clause == "DE-ATT-01"


@pytest.mark.parametrize(
    ("weapon", "inches"), [("pike", 1.0), ("spear", 0.5), ("pole_arm", 0.5), ("flail", 0.5)]
)
def test_de_att_02_de_att_03_de_att_04_reach(weapon: str, inches: float) -> None:
    """Pikes strike at an inch, spears, pole arms and flails at half of it, and no farther."""
    battle = arena(man("pikeman", "a", 10, 10), man("knight", "b", 10, 20, 180))
    one, two = battle.figures
    put(battle, two, 10, 10 + 1.4142 + inches - 0.001, 180.0)
    assert may_strike(battle, one, two, weapon) is None
    put(battle, two, 10, 10 + 1.4142 + inches + 0.01, 180.0)
    assert may_strike(battle, one, two, weapon) is not None


def test_de_att_05_giants_reach_like_pole_arms() -> None:
    """A giant with an axe strikes at half an inch, an ogre does not."""
    battle = arena(man("giant", "a", 10, 10), man("ogre", "a", 30, 10), man("knight", "b", 10, 20))
    giant, ogre, foe = battle.figures
    put(battle, foe, 10, 10 + 1.4142 + 0.7071 + 0.45, 180.0)
    assert may_strike(battle, giant, foe, "great_axe") is None
    put(battle, foe, 30, 10 + 1.0607 + 0.7071 + 0.45, 180.0)
    assert may_strike(battle, ogre, foe, "great_axe") is not None


def test_de_att_06_reach_needs_the_front() -> None:
    """A spearman with an enemy 0.4 inches behind cannot strike it."""
    battle = arena(man("squire", "a", 10, 10), man("knight", "b", 10, 10 - 1.4142 - 0.4))
    one, two = battle.figures
    refused = may_strike(battle, one, two, "spear")
    assert refused is not None
    assert refused.clause == "DE-ATT-06"


def test_de_att_07_mostly_beside_is_to_the_side() -> None:
    """Dead ahead a rider strikes over the head; with most of the target beside it he does not."""
    battle = arena(man("knight", "a", 10, 10, steed="great_horse"), man("peasant", "b", 10, 11.707))
    rider, foe = battle.figures
    assert forward(battle, rider, foe)
    put(battle, foe, 10.52, 11.69, 0.0)
    assert not forward(battle, rider, foe)


def test_de_horse_15_two_lance_reaches() -> None:
    """0.8 inches ahead of the head end: yes; 0.8 from a flank: no."""
    horse = stand_at("horse", 10.0, 10.0, 0.0)
    assert lance_reaches(horse, stand_at("man", 10.0, 11.0 + 0.8 + 0.7071, 0.0))
    assert not lance_reaches(horse, stand_at("man", 10.5 + 0.8 + 0.7071, 10.0, 0.0))
    assert lance_reaches(horse, stand_at("man", 10.5 + 0.4 + 0.7071, 10.0, 0.0))


def test_de_los_01_walls_and_stands_block_sight() -> None:
    """A wall blocks; so does a man, but not if one of the two rides."""
    hedge = thing("wall", (5, 14, 15, 14.5), blocks_sight=True)
    battle = arena(man("archer", "a", 10, 10), man("knight", "b", 10, 20), things=[hedge])
    one, two = battle.figures
    assert not sees(battle, one, two)
    battle.things.clear()
    assert sees(battle, one, two)
    battle = arena(
        man("archer", "a", 10, 10), man("knight", "b", 10, 20), man("peasant", "b", 10, 15)
    )
    one, two, _ = battle.figures
    assert not sees(battle, one, two)
    battle = arena(
        man("archer", "a", 10, 10),
        man("knight", "b", 10, 20, steed="great_horse"),
        man("peasant", "b", 10, 15),
    )
    assert sees(battle, battle.figures[0], battle.figures[1])


def test_de_los_01_de_host_65_a_riderless_steed_hides_a_man_behind_it() -> None:
    """It stands there as others do: not before an ogre, and not where it lies."""
    for far, posture, seen in (
        ("knight", "standing", False),
        ("ogre", "standing", True),
        ("knight", "prone", True),
    ):
        battle = arena(man("archer", "a", 10, 10), man(far, "b", 10, 20))
        steed = Steed("medium_horse", 48, 48)
        steed.posture = "prone" if posture == "prone" else "standing"
        battle.loose.append(LooseSteed(0, "b", steed, 10, 15, 90.0))
        assert sees(battle, *battle.figures) is seen


def test_de_host_41_cover_by_what_stands_between() -> None:
    """A hedge before the target covers him; the archer's own does not."""
    near = thing("hedge", (5, 18, 15, 18.5), cover="soft")
    battle = arena(man("archer", "a", 10, 10), man("knight", "b", 10, 20), things=[near])
    one, two = battle.figures
    assert cover(battle, one, two) == "soft"
    assert cover(battle, two, one) == "none"


def test_places_are_stored_in_thousandths() -> None:
    """What is put down is rounded, and the stand is where it was put."""
    battle = arena(man("knight", "a", 10, 10))
    figure = battle.figures[0]
    put(battle, figure, 1.23456, 2.0, 370.0)
    assert (figure.x, figure.facing) == (1.235, 10.0)
    assert stand(figure).centre == (1.235, 2.0)


def test_de_att_02_bare_hands_reach_nobody_at_a_distance() -> None:
    """Without a weapon only contact will do; a giant's arms reach half an inch."""
    battle = arena(man("peasant", "a", 5, 5), man("giant", "b", 20, 20))
    assert [reach(battle, one, "") for one in battle.figures] == [0.0, 0.5]


@pytest.mark.parametrize(
    ("x", "y", "clause"),
    [
        (10.0, 11.9, ""),
        (11.0, 11.7, ""),
        (11.723, 9.696, ""),
        (11.6, 9.2, "DE-ATT-06"),
        (10.0, 8.1, "DE-ATT-06"),
    ],
)
def test_de_att_06_at_reach_the_nearest_of_a_target_must_be_before_a_man(
    x: float, y: float, clause: str
) -> None:
    battle = arena(man("pikeman", "a", 10, 10), man("peasant", "b", x, y, 45))
    found = may_strike(battle, battle.figures[0], battle.figures[1], "pike")
    assert (found.clause if found is not None else "") == clause


@pytest.mark.parametrize(("ahead", "reaches"), [(0.02, True), (0.97, True), (1.05, False)])
def test_de_horse_15_a_couched_lance_reaches_an_inch_ahead(ahead: float, reaches: bool) -> None:
    battle = arena(
        man("knight", "a", 20, 15, steed="great_horse", hand=("lance",)),
        man("sergeant", "b", 20, 16 + SIDE + ahead, 0),
    )
    assert lance_reaches(*(stand(one) for one in battle.figures)) is reaches


def test_de_stand_14_who_was_seen_stays_known_as_others_come_into_view() -> None:
    battle = arena(
        man("knight", "a", 10, 10), man("peasant", "b", 10, 20), man("peasant", "b", 10, 2)
    )
    knight = battle.figures[0]
    for facing, seen in ((0.0, (1,)), (180.0, (1, 2))):
        put(battle, knight, 10, 10, facing)
        look_round(battle)
        assert knight.seen_this_turn == seen


def test_de_los_01_only_who_stands_hides_a_man() -> None:
    for status, seen in (("active", False), ("down", True)):
        battle = arena(
            man("archer", "a", 10, 10), man("knight", "b", 10, 20),
            man("knight", "b", 10, 15, status=status),
        )  # fmt: skip
        assert sees(battle, *battle.figures[:2]) is seen


def test_de_gen_02_de_host_02_a_plain_percentage_lies_within_its_bounds() -> None:
    assert [plain(one) for one in (-1, 0, 50, 100, 101)] == [0, 0, 50, 100, 100]


def test_de_def_13_a_slung_shield_covers_nobody() -> None:
    for slung, borne in ((True, ""), (False, "large")):
        battle = arena(man("sergeant", "a", 10, 10, shield="large", shield_slung=slung))
        assert shield_of(battle, battle.figures[0]) == borne
