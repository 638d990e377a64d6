"""The computer's commander: he charges early with lances and obeys tempers (MM-TURN-13)."""

from typing import Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.rulesets.macbeth_to_medici import RULESET
from banneret.rulesets.macbeth_to_medici.captain import charging, moving, settling
from banneret.rulesets.macbeth_to_medici.captain.riding import _order_worth
from banneret.rulesets.macbeth_to_medici.captain.worth import clash
from banneret.rulesets.macbeth_to_medici.fighting.charge.declaring import _charges
from rulesets.macbeth_to_medici.mm_fields import Field

LANCE: dict[str, Any] = {
    "type": "heavy_lancers",
    "armour": "full",
    "horse_armour": True,
    "elements": 6,
    "files": 6,
}


def declared(temper: str, foe: dict[str, Any]) -> bool:
    field = Field()
    unit = field.unit(y=12.0, **LANCE)
    target = field.unit("b", y=22.0, **foe)
    field.battle.officers[0].temper = temper
    question = _charges(field.battle, "a")
    assert question is not None
    return f"{unit.id}>{target.id}" in charging.charges(field.battle, question, "captain")


def test_mm_turn_13_heavy_lancers_charge_early_and_beware_of_pikes() -> None:
    soft = {"experience": "green", "armour": "unarmoured", "shield": False}
    pikes = {"type": "pikemen", "order": "close", "experience": "veteran", "elements": 16}
    assert declared("bold", soft)
    assert declared("cautious", soft)
    assert not declared("bold", pikes)
    assert declared("enraged", pikes)


def test_lances_like_green_foot_better_than_pikes() -> None:
    field = Field()
    lance = field.unit(**LANCE)
    green = field.unit("b", experience="green")
    pike = field.unit("b", type="pikemen", order="close", experience="veteran")
    assert clash(lance, green) > clash(lance, pike)


def test_intent_follows_temper_and_order() -> None:
    field = Field()
    unit = field.unit(y=12.0)
    bows = field.unit(x=50.0, type="archers", missile="bow")
    field.unit("b", y=40.0)
    assert moving.intent(field.battle, unit) == "forward"
    assert moving.intent(field.battle, bows) == "shoot"
    field.battle.wards[0].order = "hold"
    assert moving.intent(field.battle, unit) == "hold"
    field.battle.officers[0].temper = "shaken"
    assert moving.intent(field.battle, unit) == "home"


def test_rallying_by_the_odds() -> None:
    field = Field()
    veteran = field.unit(experience="veteran", hits=3)
    green = field.unit(experience="green", hits=3, morale="erratic")
    assert settling._worth_testing(field.battle, veteran)
    assert not settling._worth_testing(field.battle, green)


def test_captains_fight_a_battle_to_its_end() -> None:
    players = {
        side: RULESET.captain(side, level) for side, level in (("a", "captain"), ("b", "squire"))
    }
    battle = RULESET.begin("standard_1138", {}, {})
    game = Game(RULESET, battle, dice=RandomDice(3), players=players, history=False)
    game.advance()
    assert RULESET.over(game.state) is not None
    assert RULESET.faults(game.state) == []


def test_a_captain_who_holds_attacks_when_nobody_comes() -> None:
    """To wait for the end without a lead is to draw."""
    field = Field()
    field.unit(y=5.0)
    foe = field.unit("b", y=40.0)
    ward = field.battle.wards[0]
    ward.order = "hold"
    found = {}
    for turn in (3, 6):
        field.battle.turn = turn
        found[turn] = _order_worth(field.battle, ward, "attack") > 0.5
    foe.y = 14.0
    field.battle.memo.known.clear()
    assert found == {3: False, 6: True}
    assert _order_worth(field.battle, ward, "attack") <= 0.5
