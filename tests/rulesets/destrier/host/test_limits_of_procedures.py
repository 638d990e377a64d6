"""The procedures at their limits: half, nought and one off."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.destrier.basics.tables import default
from banneret.rulesets.destrier.host import cards, grappling, hitting, lances, rage, steeds
from banneret.rulesets.destrier.host.initiative import initiative
from banneret.rulesets.destrier.host.striking import blow_shares
from rulesets.destrier.arena import arena, man, play
from rulesets.scripting import events_of

TABLES = default()


def rolled(rule: Any, *dice: int) -> tuple[Any, list[Rolled]]:
    """What a procedure gives with these dice, and the throws."""
    table = play(arena(man("squire", "a", 10, 10)), partial(rule, tables=TABLES), dice)
    return table.result, events_of(table, Rolled)


@pytest.mark.parametrize(
    ("strength", "dexterity", "adds"),
    [(10, 10, 0), (11, 10, 0), (11, 11, 1), (12, 11, 1), (12, 12, 2)],
)  # fmt: skip
def test_de_host_06_one_and_a_half_hand_takes_half_of_both(
    strength: int, dexterity: int, adds: int
) -> None:
    found = hitting.hit_bonus(
        TABLES, training="creature", row="LH", level=0, strength=strength, dexterity=dexterity
    )
    assert (found.attribute, found.bonus) == (adds, adds)


@pytest.mark.parametrize(
    ("body", "body_max", "lost"),
    [(13, 26, 0), (12, 26, -1), (12, 25, -1), (7, 26, -1), (6, 26, -2)],
)  # fmt: skip
def test_de_host_13_wounds_cost_blows_below_half_and_below_a_quarter(
    body: int, body_max: int, lost: int
) -> None:
    by = TABLES.host.blows.wounds
    wanted = {0: 0, -1: by.below_half_body, -2: by.below_quarter_body}[lost]
    assert cards.wound_blows(TABLES, body, body_max) == wanted


@pytest.mark.parametrize(
    ("names", "blows"),
    [
        (("FEROCITY",), 1),
        (("GREAT_BLOW",), 2),
        (("FEROCITY", "GREAT_BLOW"), 3),
    ],
)
def test_de_card_12_the_price_of_both_together_alone(names: tuple[str, ...], blows: int) -> None:
    assert cards.cards_cost(TABLES, cards=names).blows == blows


@pytest.mark.parametrize(
    ("kind", "free"), [("lance", True), ("flail", True), ("broadsword", False)]
)
def test_de_chg_22_whose_weapon_the_speed_of_a_horse_does_not_hamper(kind: str, free: bool) -> None:
    assert (hitting.rider_speed(TABLES, weapon=kind, speed="gallop") == 0) is free


@pytest.mark.parametrize(
    ("speed", "by", "then"),
    [("gallop", 1, "canter"), ("walk", 1, "stand"), ("walk", 3, "stand"), ("stand", 1, "stand"),
     ("charge", 2, "canter")],
)  # fmt: skip
def test_de_host_34_a_steed_slows_to_a_stand_at_most(speed: Any, by: int, then: str) -> None:
    assert steeds.slower(speed, by) == then


def test_de_host_34_a_bash_makes_a_stumble_likelier() -> None:
    said: dict[str, Any] = {"dexterity": 10, "level": 0, "chivalry": False}
    for bashed, chance in ((False, 20), (True, 40)):
        rule = partial(steeds.stumble, steed="medium_horse", speed="gallop", bashed=bashed, **said)
        found, _ = rolled(rule, 100)
        assert (found.chance, found.stumbles) == (chance, False)


@pytest.mark.parametrize(("bonus", "chance"), [(0, 74), (5, 79), (-5, 69)])
def test_de_host_38_a_hit_bonus_helps_to_trample(bonus: int, chance: int) -> None:
    found, _ = rolled(partial(steeds.trample, ac=9, hit_bonus=bonus), 100)
    assert (found.chance, found.hit) == (chance, False)


def test_de_init_01_equal_dice_are_thrown_again_and_counted_as_such() -> None:
    found, throws = rolled(initiative, 3, 3, 2, 5)
    assert (found.winner, found.rolls) == ("B", [3, 3, 2, 5])
    assert len({one.side for one in throws}) == 2


@pytest.mark.parametrize(
    ("weight", "target", "chance"),
    [(200, 200, 0), (300, 200, 1), (299, 200, 0), (301, 200, 1), (200, 300, -1)],
)
def test_de_grap_10_every_hundred_of_weight_helps_a_toss(
    weight: int, target: int, chance: int
) -> None:
    seed = TABLES.seed.percent
    rule = partial(grappling.toss, bash_chance=1, weight=weight, target_weight=target)
    found, _ = rolled(rule, 100)
    assert found.flat_chance == seed.toss_flat_base + chance * seed.toss_per_100_dr


@pytest.mark.parametrize("cat", [False, True])
def test_de_grap_02_a_cat_pulls_as_its_chance_says(cat: bool) -> None:
    wanted = grappling.pull_rider_chance(
        TABLES, heavy_bonus=10, cat=cat, speed="stand", wheel=False, rider_defence=0
    )
    found, _ = rolled(partial(grappling.pull_rider, heavy_bonus=10, cat=cat), wanted, 1)
    assert (found.chance, found.pulled) == (wanted, True)
    plain = grappling.pull_rider_chance(
        TABLES, heavy_bonus=10, cat=False, speed="stand", wheel=False, rider_defence=0
    )
    assert (wanted > plain) is cat


@pytest.mark.parametrize(("dexterity", "dice"), [(19, 1), (20, 0), (25, 0)])
def test_de_hth_07_the_nimblest_are_not_rolled_for(dexterity: int, dice: int) -> None:
    found, throws = rolled(partial(grappling.kick_struck, dexterity=dexterity), *[100] * dice)
    assert (len(throws), found.bash) == (dice, False)


def test_de_bers_16_a_quarter_is_cut_off_towards_nought() -> None:
    assert [rage.quartered(TABLES, value) for value in (3, 4, 100, -3, -4)] == [0, 1, 25, 0, -1]


@pytest.mark.parametrize(
    ("body", "fallen", "blows", "move"), [(10, False, 8, 4.0), (9, True, 2, 1.0)]
)
def test_de_bers_15_a_stupor_leaves_a_quarter(
    body: int, fallen: bool, blows: int, move: float
) -> None:
    found = rage.stupor(TABLES, body=body, body_max=20, blows=8, move=4.0)
    assert tuple(found) == (fallen, blows, move)


def test_de_host_29_a_hundred_lances_are_counted() -> None:
    for aim in ("HELM", "SHIELD", "BODY"):
        for guard in ("DUCK", "STEADY", "RAISE"):
            rule = partial(lances.joust, aim=aim, guard=guard, bonus_difference=0)
            every = [rolled(rule, die)[0] for die in range(1, 101)]
            wanted = (sum(one.unhorsed for one in every), sum(one.lance_broken for one in every))
            assert lances.joust_chances(TABLES, aim, guard, 0) == wanted


@pytest.mark.parametrize(
    ("mine", "his", "first"), [("great_horse", "light_horse", "charger"),
    ("light_horse", "great_horse", "target"), ("mule", "light_horse", "simultaneous"),
    ("", "great_horse", "target"), ("great_horse", "", "simultaneous"),
    ("", "light_horse", "simultaneous")],
)  # fmt: skip
def test_de_chg_08_between_equal_lances_the_better_mount_goes_first(
    mine: str, his: str, first: str
) -> None:
    found = lances.charge_order(
        TABLES,
        charger_weapon="lance",
        target_weapon="lance",
        charger_mount=mine,
        target_mount=his,
    )
    assert found == first


def test_de_att_11_of_a_blow_only_light_parries_break_and_blades_spare_shields() -> None:
    plain: dict[str, Any] = {"chance": 100, "damage_dice": 1, "damage_add": 0, "strength_bonus": 0,
                             "crit_chance": 0}  # fmt: skip
    for cls, parry, breaks in (("H", "L", True), ("H", "LH", False), ("LH", "L", False)):
        shares = _shares(weapon_class=cls, parry_class=parry, **plain)
        assert (True in shares["broken"]) is breaks
    for cls, shatters in (("H", True), ("LH", True), ("L", False)):
        shares = _shares(weapon_class=cls, asp_shield="large", **plain)
        assert (True in shares["shattered"]) is shatters


def _shares(**given: Any) -> dict[str, Any]:
    usual = {"parry_class": "", "asp_shield": "", "bash_chance": 0, "bash_column": "foot",
             "great_blow": False}  # fmt: skip
    return blow_shares(SimpleNamespace(**{**usual, **given}))
