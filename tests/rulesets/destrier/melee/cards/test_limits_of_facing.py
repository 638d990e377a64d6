"""Cards turned up and paid, who goes first by them, and how many blows there are to pay with."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.rulesets.destrier.basics.state import NOBODY, card, pair
from banneret.rulesets.destrier.melee.cards.facing import (
    face,
    next_of,
    pay,
    set_tac,
    tac_of,
    to_move,
)
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.melee.cards.pairs import (
    attacker_of,
    longer,
    roll_pair,
    settle_attackers,
    strikes_at,
)
from banneret.rulesets.destrier.melee.cards.pools import blows_of_turn, fill
from banneret.rulesets.destrier.screen import told
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import foes, lay, ready, refusal, refuses
from rulesets.scripting import events_of


def test_de_seq_09_one_comes_at_once_of_several_the_owner_names_one() -> None:
    battle = arena(*[man("squire", "b", 5 + 5 * at, 10) for at in range(3)])
    rule = partial(next_of, some=battle.figures, key="mover_by_card", prompt="Who?")
    for name in ("0", "1", "2"):
        table = play(battle, rule, [], {"b": [("mover_by_card", name)]})
        assert table.result.id == int(name)


@pytest.mark.parametrize(
    ("tac", "played", "done", "goes"),
    [
        ("CLOSE", True, False, True),
        ("RUN_AWAY", True, False, True),
        ("CLOSE", True, True, False),
        ("CLOSE", False, False, False),
        ("STAND_GROUND", True, False, False),
        ("KEEP_DISTANCE", True, False, False),
    ],
)
def test_de_tacp_03_which_tac_cards_are_still_to_be_carried_out(
    tac: str, played: bool, done: bool, goes: bool
) -> None:
    knight = foes()[1]
    knight.tac, knight.tac_played, knight.tac_done = tac, played, done
    assert to_move(knight) is goes


@pytest.mark.parametrize(("steed", "tac", "spent"), [("", "CHARGE", True), ("", "CLOSE", False),
    ("mule", "CHARGE", False)])  # fmt: skip
def test_de_tac_18_de_htac_07_a_charge_on_foot_is_spent_a_steeds_is_counted(
    steed: str, tac: str, spent: bool
) -> None:
    battle = arena(man("squire", "a", 10, 10, steed=steed), man("squire", "b", 10, 16))
    squire = battle.figures[0]
    lay(squire, "DELIVER_BLOW@1", f"{tac}@1")
    if squire.steed is not None:
        squire.hand, squire.steed.hand = squire.hand[:1], squire.hand[1:]
    found = tac_of(squire)
    assert found == card(f"{tac}@1")
    set_tac(squire, card(f"{tac}@1"))
    assert (squire.charged_this_turn, squire.charged_this_melee) == (spent, spent)
    assert (squire.tac, squire.tac_target, squire.tac_played) == (tac, 1, True)
    assert squire.steed is None or (squire.steed.tac, squire.steed.tac_count) == (tac, 1)
    squire.hand = ("DELIVER_BLOW@1",)
    assert squire.steed is not None or tac_of(squire) is None


def test_de_tacp_04_de_dodge_05_what_is_turned_up_but_dodges_and_what_it_costs() -> None:
    """TAC cards lie open already, calls are no cards, a passive parry alone is not told."""
    rider = man("squire", "a", 20, 20, steed="mule", speed="trot", hand=("broadsword",))
    battle = arena(rider, man("squire", "b", 20, 23, 180), man("squire", "b", 30, 30), card_round=0)
    ready(battle)
    one, two, three = battle.figures
    assert one.steed is not None
    one.hand = ("DELIVER_BLOW@1", "LEAVE_OUT_PASSIVE")
    one.steed.hand = ("CLOSE@1", "WHEEL")
    two.hand = ("STAND_GROUND", "DODGE_LEFT", "WEAPON_PARRY")
    three.hand = ("RETREAT", "PASSIVE_SHIELD_PARRY")
    faced = events_of(play(battle, face), told.CardsFaced)
    assert [(at.figure, at.cards, at.steed) for at in faced] == [
        (0, ("DELIVER_BLOW@1",), False),
        (0, ("WHEEL",), True),
        (1, ("WEAPON_PARRY",), False),
    ]
    assert [at.shown for at in battle.figures] == ["all", "cards", "all"]
    one.steed.hand = ("DODGE_BACK",)
    play(battle, face)
    assert one.shown == "cards"


def test_de_grap_08_only_who_says_so_lets_go() -> None:
    battle, knight, sergeant = foes(card_round=1)
    for hand, held in (("PUNCH@1",), (0,)), (("LET_GO", "PUNCH@1"), ()):
        knight.restraining, sergeant.restrained_by, knight.hand = 1, (0,), hand
        pay(battle, knight)
        assert sergeant.restrained_by == held


def test_de_mseq_11_who_drops_out_pays_all_he_has() -> None:
    battle, knight, _ = foes(card_round=1)
    knight.hand = ("DROP_OUT",)
    for left in (4, 0):
        knight.blows_left = left
        assert pay(battle, knight) == left
        assert (knight.blows_left, knight.dropped_out) == (0, True)


# -- who goes first


@pytest.mark.parametrize(("mine", "theirs", "first"), [("pike", "mace", "me"),
    ("dagger", "pike", "them"), ("mace", "mace", "sim"), ("", "", "sim"), ("mace", "", "me"),
    ("fist", "", "sim"), ("", "dagger", "them")])  # fmt: skip
def test_de_host_15_the_longer_weapon_goes_first(mine: str, theirs: str, first: str) -> None:
    assert longer(foes()[0], mine, theirs) == first


def test_de_card_11_he_strikes_at_whom_one_of_his_cards_names() -> None:
    _, knight, sergeant = foes()
    for hand, at_him in (
        (("ACTIVE_SHIELD_PARRY", "DELIVER_BLOW@1", "MOVE"), True),
        (("KICK@1", "DELIVER_BLOW@2"), False),
        ((), False),
    ):
        knight.hand = hand
        assert strikes_at(knight, sergeant) is at_him


@pytest.mark.parametrize(
    ("before", "mine", "his", "attacker", "rolls"),
    [
        ({}, (), (), 0, [5, 2]),
        ({}, (), (), 1, [2, 5]),
        ({}, (), (7,), 0, []),
        ({}, (7,), (), 1, []),
        ({}, (1,), (0,), None, []),
        ({"0-1": 1}, (), (7,), 1, []),
    ],
)
def test_de_mseq_04_de_mseq_05_de_mseq_13_who_attacks_of_two_that_meet(
    before: dict[str, int],
    mine: tuple[int, ...],
    his: tuple[int, ...],
    attacker: int | None,
    rolls: list[int],
) -> None:
    """The newcomer to one at grips; else a die each; what was settled stays."""
    battle = arena(man("squire", "a", 10, 10), man("squire", "b", 10, 13), card_round=1)
    one, two = battle.figures
    one.engaged_at, two.engaged_at = mine, his
    battle.pair_attackers = dict(before)
    table = play(battle, partial(settle_attackers, movers=[(one, 1), (one, NOBODY)]), rolls)
    assert battle.pair_attackers.get(pair(0, 1)) == attacker
    said = [(at.figure, at.other) for at in events_of(table, told.PairRolled)]
    assert said == ([] if not rolls else [(0, 1)] if attacker == 0 else [(1, 0)])
    assert attacker is None or attacker_of(battle, two, one).id == attacker


def test_de_mseq_05_the_sides_dice_are_told_apart_whoever_moves() -> None:
    battle = arena(man("squire", "b", 10, 10), man("squire", "a", 10, 13), card_round=1)
    one, two = battle.figures
    for figures in ((one, two), (two, one)):
        table = play(battle, partial(roll_pair, one=figures[0], two=figures[1]), [6, 1])
        assert [(at.figure, at.other) for at in events_of(table, told.PairRolled)] == [(1, 0)]


# -- blows


@pytest.mark.parametrize(
    ("profile", "state", "blows"),
    [
        ("knight", {"hand": ("broadsword",)}, (7, 1)),
        ("knight", {"hand": ()}, (5, 1)),
        ("ogre", {"hand": ()}, (8, 1)),
        ("wolf", {}, (6, 1)),
        ("archer", {}, (6, 0)),
        ("archer", {"weapons": ("javelin", "short_sword")}, (6, 0)),
        ("archer", {"weapons": ("javelin", "great_axe")}, (4, 0)),
        ("archer", {"weapons": ()}, (5, 0)),
        ("squire", {"body": 12, "hand": ("broadsword",)}, (7, 0)),
        ("squire", {"body": 11, "hand": ("broadsword",)}, (6, 0)),
        ("squire", {"fatigue": 0, "hand": ("broadsword",)}, (6, 0)),
        ("squire", {"quickened": True, "hand": ("broadsword",)}, (9, 0)),
        ("squire", {"stupor": True, "hand": ("broadsword",)}, (1, 0)),
        ("squire", {"encumbrance": "encumbered", "hand": ()}, (3, 0)),
    ],
)
def test_de_host_12_de_host_13_de_hth_09_blows_of_a_turn(
    profile: str, state: dict[str, Any], blows: tuple[int, int]
) -> None:
    """By the weapon in hand, an archer's by the first at his side, else by fist and foot."""
    load = state.pop("encumbrance", None) if "encumbrance" in (state := dict(state)) else None
    battle = arena(man(profile, "a", 10, 10, **state))
    if load is not None:
        battle.figures[0].encumbrance = load
    assert blows_of_turn(battle, battle.figures[0]) == blows


def test_de_con_08_a_turn_is_paid_with_a_blow_only_while_engaged() -> None:
    battle = arena(man("squire", "a", 10, 10, turned_blow=True), man("squire", "b", 10, 13, 180))
    squire = battle.figures[0]
    fill(battle, squire)
    assert squire.blows_left == blows_of_turn(battle, squire)[0]
    assert not squire.turned_blow


def test_de_card_14_agile_beasts_move_free() -> None:
    battle = arena(man("wolf", "a", 10, 10), man("sergeant", "b", 10, 14, 180), card_round=1)
    ready(battle)
    wolf, sergeant = battle.figures
    assert (wolf.free_moves_left, sergeant.free_moves_left) == (wolf.blows_left, 0)
    wolf.hand = sergeant.hand = ("MOVE",)
    left = wolf.blows_left
    assert (pay(battle, wolf), pay(battle, sergeant)) == (0, 1)
    assert (wolf.blows_left, wolf.free_moves_left) == (left, left - 1)


# -- one card more


@pytest.mark.parametrize(
    ("unloaded", "refused"),
    [({}, "DE-CARD-02"), ({"sling": 0}, "DE-CARD-02"), ({"sling": 0, "heavy_crossbow": 2}, "")],
)
def test_de_card_02_any_weapon_unloaded_is_reloaded(unloaded: dict[str, int], refused: str) -> None:
    battle = arena(man("crossbowman", "a", 10, 10, unloaded=unloaded), card_round=1)
    assert refusal(Hand(battle, battle.figures[0]), "RELOAD_MISSILE") == refused


@pytest.mark.parametrize(("inches", "refused"), [(6.0, "DE-MSEQ-11"), (6.02, "")])
def test_de_mseq_11_one_enemy_within_six_inches_is_enough_to_stay(
    inches: float, refused: str
) -> None:
    far = man("squire", "b", 40, 30)
    near = man("squire", "b", 10, 10 + 2**0.5 + inches - 1e-6, 180)
    battle = arena(man("squire", "a", 10, 10), near, far, card_round=1)
    assert refusal(Hand(battle, battle.figures[0]), "DROP_OUT") == refused


@pytest.mark.parametrize(
    ("left", "cast", "keys", "refused"),
    [
        (0, 0, ("CAST_SPELL>ward@0",), ""),
        (0, 1, ("CAST_SPELL>ward@0",), "DE-COST-02"),
        (0, 0, ("CAST_SPELL>ward@0", "MOVE"), "DE-COST-02"),
        (0, 0, ("CLOSE@1", "CAST_SPELL>ward@0"), "DE-COST-02"),
    ],
)
def test_de_mag_07_one_spell_alone_is_cast_without_a_blow(
    left: int, cast: int, keys: tuple[str, ...], refused: str
) -> None:
    battle = arena(man("skald", "a", 10, 10), man("squire", "b", 10, 13.5, 180), card_round=1)
    ready(battle)
    skald = battle.figures[0]
    skald.blows_left, skald.spells_cast = left, cast
    hand = Hand(battle, skald)
    assert refuses(hand, *keys) == refused
    assert (hand.cost(keys) == 0) is (refused == "")


def test_de_bers_06_only_who_rages_may_not_be_desperate() -> None:
    battle, knight, _ = foes(card_round=1)
    for berserk, refused in ((False, ""), (True, "DE-BERS-06")):
        knight.berserk = berserk
        assert refuses(Hand(battle, knight), "DESPERATE_DEFENSE") == refused
