"""Loading and the options of archery and wounds (OP-LOAD, OP-OPT-12, 13, 16)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.errors import BadPlayer
from banneret.rulesets.one_page_skirmish.basics.state import Battle, put
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.movement import mounts
from banneret.rulesets.one_page_skirmish.screen.events import Shot
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.turn import man_by_man
from rulesets.one_page_skirmish.arms import act, fight, next_turn, shoot
from rulesets.one_page_skirmish.field import field, man, play
from rulesets.scripting import events_of


def _crossbow(words: str = "crossbow sword", **rest: Any) -> Battle:
    return field(f"a bow: {words} at 10,10 | b foes: x2 at 40,34 10,25", **rest)


def _turns(battle: Battle, *deeds: str) -> None:
    """One deed in each own turn of the crossbowman."""
    for deed in deeds:
        if deed == "fire":
            act(battle, "bow", 1, answers=["fire", 2])
        elif deed == "move":
            base = man(battle, "bow").base
            put(battle, man(battle, "bow"), base.x + 1, base.y, 0)
        elif deed.startswith("change"):
            act(battle, "bow", answers=["change_weapon"])
        else:
            act(battle, "bow", answers=[deed])
        next_turn(battle, "a", "action")


def test_op_load_01_longbow_shoots_every_turn() -> None:
    """Fire, fire, fire is legal with a longbow, and it is never loaded."""
    battle = _crossbow("longbow sword")
    _turns(battle, "fire", "fire", "fire")
    no = archery.loading_refusal(battle, man(battle, "bow"))
    assert no is not None
    assert no.clause == "OP-LOAD-01"
    assert man_by_man.LOAD not in man_by_man.kinds(battle, man(battle, "bow"))


def test_op_load_02_crossbow_cannot_fire_twice_running() -> None:
    """Fire, then fire is illegal."""
    battle = _crossbow()
    _turns(battle, "fire")
    with pytest.raises(BadPlayer, match="OP-LOAD-02"):
        _turns(battle, "fire")


def test_op_load_03_two_load_actions_between_shots() -> None:
    """Fire, load, load, fire is legal; fire, load, fire is not."""
    _turns(_crossbow(), "fire", "load", "load", "fire")
    battle = _crossbow()
    _turns(battle, "fire", "load")
    assert man(battle, "bow").load == 1
    with pytest.raises(BadPlayer, match="OP-LOAD-02"):
        _turns(battle, "fire")


def test_op_load_04_crossbows_begin_loaded() -> None:
    """The first action may be to fire."""
    _turns(_crossbow(), "fire")


def test_op_load_05_moving_and_waiting_keep_a_half_made_load() -> None:
    """Load, move, load, fire is legal, and so with a wait or a mount between."""
    _turns(_crossbow(), "fire", "load", "move", "load", "fire")
    _turns(_crossbow(), "fire", "load", "nothing", "load", "fire")
    battle = _crossbow("crossbow sword mounted")
    rider = man(battle, "bow")
    play(battle, mounts.dismount, rider)
    rider.load = 1
    play(battle, mounts.mount_up, rider)
    assert rider.load == 1


def test_op_load_05_melee_and_changing_weapon_lose_it() -> None:
    """Load, melee, load, fire is illegal: a round of melee sets the load back to nothing."""
    battle = field("a bow: crossbow x2 at 3,3 10,10 1.load=1 | b foes: x2 at 3,33 10,11 1.load=1")
    battle.phase = "melee"
    fight(battle, 6, 5)
    assert man(battle, "bow", 1).load == 0
    other = _crossbow()
    _turns(other, "fire", "load", "change", "change")
    assert man(other, "bow").load == 0


def test_op_load_05_defender_loses_load_and_aim_too() -> None:
    """The man attacked loses a half-made load and his aim in the fight."""
    battle = field("a men: x2 at 3,3 10,10 | b bow: crossbow x2 at 3,33 10,11 1.load=1 1.aim=1")
    battle.phase = "melee"
    fight(battle, 5, 6)
    assert (man(battle, "bow", 1).load, man(battle, "bow", 1).aim) == (0, -1)


def test_op_load_06_no_loading_on_horseback() -> None:
    """A mounted crossbowman is refused."""
    battle = _crossbow("crossbow sword mounted")
    man(battle, "bow").load = 0
    with pytest.raises(BadPlayer, match="OP-LOAD-06"):
        _turns(battle, "load")


def test_op_load_07_loaded_crossbow_stays_loaded() -> None:
    """Loaded, change weapon twice, fire: legal; a melee or a stun does not unload it either."""
    _turns(_crossbow(), "change", "change", "fire")
    battle = _crossbow()
    injuries.break_off(battle, man(battle, "bow"))
    assert man(battle, "bow").load == 2


def test_op_load_08_only_an_unloaded_crossbow_in_hand_is_loaded() -> None:
    """Full load points are refused, and so is a crossbow on the back."""
    battle = _crossbow()
    with pytest.raises(BadPlayer, match="OP-LOAD-08"):
        _turns(battle, "load")
    _turns(battle, "fire", "change")
    no = archery.loading_refusal(battle, man(battle, "bow"))
    assert no is not None
    assert no.clause == "OP-LOAD-08"


def test_op_opt_12_one_load_is_enough() -> None:
    """With reload_reading = one_load: fire, load, fire is legal, fire, fire is not."""
    _turns(_crossbow(reload_reading="one_load"), "fire", "load", "fire")
    assert man(_crossbow(reload_reading="one_load"), "bow").load == 1
    battle = _crossbow(reload_reading="one_load")
    _turns(battle, "fire")
    with pytest.raises(BadPlayer, match="OP-LOAD-02"):
        _turns(battle, "fire")


def test_op_opt_13_lucky_shot_hits_on_a_natural_ten() -> None:
    """A die of 10 at a total of 8 hits with the option on."""
    battle = field(
        "a bow: longbow at 10,10 | b foes: x2 at 40,34 10,31 1.hits=0",
        terrain="building: 8,30..12,33",
        lucky_shot=True,
    )
    table = shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 10)
    assert (events_of(table, Shot)[0].total, events_of(table, Shot)[0].result) == (8, "killed")


def test_op_opt_16_wound_tells_in_combat_alone() -> None:
    """With wound_scope = combat a wounded man saves as if unhurt but still shoots at -1."""
    position = "a bow: longbow at 10,10 0.hits=1 | b foes: helmet x2 at 10,30 40,30 0.hits=1"
    battle = field(position, wound_scope="combat")
    table = shoot(battle, man(battle, "bow"), man(battle, "foes"), 10, 1)
    assert events_of(table, Shot)[0].result == "saved"
    assert events_of(table, Shot)[0].total == 9
    usual = field(position)
    shoot(usual, man(usual, "bow"), man(usual, "foes"), 10, 1)
    assert man(usual, "foes").fate == "killed"


def test_op_load_02_nor_after_one_turn_of_loading() -> None:
    """It takes two: fire, load, fire is illegal, fire, load, load, fire is not."""
    battle = _crossbow()
    _turns(battle, "fire", "load")
    with pytest.raises(BadPlayer, match="OP-LOAD-02"):
        _turns(battle, "fire")
    battle = _crossbow()
    _turns(battle, "fire", "load", "load", "fire")
