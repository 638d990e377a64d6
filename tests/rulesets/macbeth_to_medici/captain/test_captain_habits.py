"""The computer's commander: he charges early with lances and obeys tempers (MM-TURN-13)."""

from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.core.play.table import Table
from banneret.core.questions.drilling import Leg, Legs
from banneret.rulesets.macbeth_to_medici import RULESET
from banneret.rulesets.macbeth_to_medici.basics.state import Deeds, Unit
from banneret.rulesets.macbeth_to_medici.captain import charging, moving, settling
from banneret.rulesets.macbeth_to_medici.captain.aims import aim_of
from banneret.rulesets.macbeth_to_medici.captain.crossing import gate_to
from banneret.rulesets.macbeth_to_medici.captain.riding import _order_worth
from banneret.rulesets.macbeth_to_medici.captain.worth import clash, is_barred
from banneret.rulesets.macbeth_to_medici.fighting.charge.declaring import _charges
from banneret.rulesets.macbeth_to_medici.movement.drilling import carry_out, question
from banneret.rulesets.macbeth_to_medici.setup import deploying
from banneret.rulesets.macbeth_to_medici.setup.entries import Terrain
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
    """To wait for the end without a lead is to draw; on level ground it gives away the charge."""
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
    field.battle.turn = 3
    assert _order_worth(field.battle, ward, "attack") > 0.5


def test_a_captain_with_more_bows_lets_them_come() -> None:
    field = Field()
    field.unit(y=5.0)
    field.unit(x=20.0, y=5.0, type="archers", missile="bow")
    foe = field.unit("b", y=20.0)
    field.battle.wards[0].order = "hold"
    field.battle.turn = 3
    assert _order_worth(field.battle, field.battle.wards[0], "attack") <= 0.5
    foe.y = 12.0
    field.battle.memo.known.clear()
    assert _order_worth(field.battle, field.battle.wards[0], "attack") > 0.5


def test_a_charge_with_a_sharp_turn_or_through_friends_is_worth_less() -> None:
    field = Field()
    unit = field.unit(y=12.0, **LANCE)
    ahead, aside = field.unit("b", y=22.0), field.unit("b", x=52.0, y=14.0)
    assert charging._disorder(field.battle, unit, ahead) == 0.0
    assert charging._disorder(field.battle, unit, aside) == charging.SHARP
    field.unit(y=15.0, elements=4, files=4)
    field.battle.memo.known.clear()
    assert charging._disorder(field.battle, unit, ahead) == charging.THROUGH


def test_a_captain_holds_a_hill_when_they_come() -> None:
    hill = Terrain("Hill", "hill", 1, ((0, 0), (72, 0), (72, 12), (0, 12)), height=1)
    field = Field([hill])
    field.unit(y=10.0)
    field.unit("b", y=24.0, heading=180.0)
    field.battle.wards[0].order = "hold"
    field.battle.turn = 3
    assert _order_worth(field.battle, field.battle.wards[0], "attack") <= 0.5


def test_a_charge_past_a_nearer_enemy_is_worth_less() -> None:
    field = Field()
    unit = field.unit(y=12.0, **LANCE)
    far = field.unit("b", x=50.0, y=24.0)
    before = charging.worth_of(field.battle, unit, far)
    field.unit("b", x=36.0, y=17.0)
    field.battle.memo.known.clear()
    after = charging.worth_of(field.battle, unit, far)
    assert before - after == pytest.approx(charging.EXPOSED)


def test_lances_do_not_ride_at_men_who_will_be_gone() -> None:
    field = Field()
    unit = field.unit(y=12.0, **LANCE)
    spears = field.unit("b", y=22.0)
    slingers = field.unit("b", x=50.0, y=22.0, type="skirmishers", order="open")
    assert charging._slips_away(unit, spears, "front") == 0.0
    assert charging._slips_away(unit, slingers, "front") > 0.0
    assert charging._slips_away(unit, slingers, "rear") == 0.0


def test_nobody_charges_over_deep_water() -> None:
    canal = Terrain("Canal", "river", 0, ((0, 18), (72, 18)), impassable=True)
    field = Field([canal])
    unit, foe = field.unit(y=12.0, **LANCE), field.unit("b", y=24.0)
    assert is_barred(field.battle, unit, foe)
    assert charging.worth_of(field.battle, unit, foe) == -9.0
    assert not is_barred(Field().battle, unit, foe)


def test_the_captain_minds_the_aim_when_time_runs_out() -> None:
    battle = RULESET.begin("anghiari_1440", {}, {})
    unit = next(u for u in battle.units if u.profile.name == "Florentine spears")
    battle.turn = 3
    assert aim_of(battle, unit) is None
    battle.turn = 9
    found = aim_of(battle, unit)
    assert found is not None
    assert found[:2] == (36.0, 25.0)
    assert moving.intent(battle, unit) == "aim"
    near, far = (Legs("normal", (Leg("advance", inches),)) for inches in (6.0, 1.0))
    turned = Legs("normal", (Leg("wheel", 40.0, "right"), Leg("advance", 3.0)))
    wish = moving.wish_of(battle, unit, "captain")
    worst = moving._distaste(battle, unit, far, wish)
    assert moving._distaste(battle, unit, near, wish) < worst
    assert moving._distaste(battle, unit, turned, wish) < worst


def test_who_wants_the_far_edge_goes_once_the_way_is_free() -> None:
    battle = RULESET.begin("manzikert_1071", {}, {})
    battle.turn = 2
    riders = next(u for u in battle.units if u.profile.name == "Western tagmata")
    assert aim_of(battle, riders) is None
    for foe in battle.units:
        foe.morale = "broken" if foe.side == "b" else foe.morale
    found = aim_of(battle, riders)
    assert found is not None
    assert found.y == battle.scenario.depth


def test_bowmen_keep_out_of_the_way_of_friends_who_charge() -> None:
    field = Field()
    bows = field.unit(x=20.0, y=12.0, type="archers", missile="bow")
    field.unit(x=40.0, y=10.0, **LANCE)
    field.unit("b", x=40.0, y=22.0)
    assert moving._is_in_the_way(field.battle, bows, (40.0, 15.0))
    assert not moving._is_in_the_way(field.battle, bows, (20.0, 15.0))


def test_a_way_through_friends_is_counted() -> None:
    field = Field()
    unit = field.unit(x=36.0, y=10.0)
    field.unit(x=36.0, y=13.0, elements=4, files=4)
    assert moving.jostles(field.battle, unit, (36.0, 16.0)) == 1
    assert moving.jostles(field.battle, unit, (20.0, 10.0)) == 0


def test_a_captain_draws_up_as_is_first_proposed() -> None:
    battle = RULESET.begin("hastings_1066", {"free_deployment": True}, {})
    battle.attacker = "a"
    question = deploying._question(battle, deploying.undeployed(battle, "a")[1])
    assert settling.deploy(battle, question, "captain") == question.first()


def test_a_reserve_waits_until_the_line_gives_or_a_flank_lies_open_or_it_is_late() -> None:
    """Level ground and a free messenger are no reason to send it in."""
    field = Field()
    field.ward("a")
    line, reserve = field.unit(y=16.0), field.unit(y=5.0, ward=2)
    ahead, aside = field.unit("b", y=24.0), field.unit("b", x=60.0, y=40.0)
    battle, ward = field.battle, field.battle.wards[2]

    def is_sent() -> bool:
        battle.memo.known.clear()
        return _order_worth(battle, ward, "attack") > 0.5

    for order in ("reserve", "support"):
        ward.order = order
        assert not is_sent()
        line.hits, line.morale = 4, "erratic"
        assert is_sent()
        line.hits, line.morale, line.where = 0, "steady", "lost"
        assert is_sent()
        line.where = "on_table"
        aside.x, aside.y = 46.0, 15.0
        assert is_sent()
        aside.x, aside.y = 60.0, 40.0
        ahead.y = 14.0
        assert is_sent()
        ahead.y = 24.0
        battle.turn = 7
        assert is_sent()
        battle.turn = 1
    assert reserve.y == 5.0


CANAL = Terrain("Canal", "river", 0, ((0, 24), (72, 24)), impassable=True)
BRIDGE = Terrain("Bridge", "bridge", 1, ((36, 23), (36, 25)), width=3)
FORD = Terrain("Ford", "ford", 2, ((12, 23), (12, 25)), width=6)
DRILLED: dict[str, Any] = {
    "type": "heavy_lancers", "origin": "regular", "mobility": "mounted", "elements": 5, "files": 5,
}  # fmt: skip


def marched(field: Field, unit: Unit, turns: int) -> list[tuple[int, float, bool]]:
    """Files, how far up the table, and whether in order, after each turn of a captain's moves."""
    found = []
    for turn in range(turns):
        unit.deeds = Deeds()
        field.battle.memo.known.clear()
        asked = question(field.battle, [unit], 9)
        legs = moving.drill(field.battle, asked, "captain")
        carry_out(Table(field.battle, RandomDice(turn), {}), [unit], legs, 9)
        found.append((unit.files, unit.y, unit.formed))
    return found


@pytest.mark.parametrize(
    ("x", "y", "heading"), [(36, 12, 0), (46, 12, 0), (50, 20, 0), (14, 12, 0), (30, 12, 60)]
)
def test_mm_move_18_mm_move_22_a_captain_crosses_in_column_and_forms_line_beyond(
    x: float, y: float, heading: float
) -> None:
    """He narrows his front for a bridge or ford, goes over, and is in line and in order again."""
    field = Field([CANAL, BRIDGE, FORD])
    unit = field.unit(x=x, y=y, heading=heading, **DRILLED)
    field.unit("b", x=36.0, y=46.0)
    went = marched(field, unit, 14)
    assert min(files for files, _, _ in went) <= 3
    assert all(formed for _, _, formed in went)
    assert any(files == 5 and far > 25 for files, far, _ in went)


def test_mm_move_26_undrilled_men_cross_out_of_order_only_where_nobody_could_charge_them() -> None:
    for y, crosses in ((46.0, True), (32.0, False)):
        field = Field([CANAL, BRIDGE, FORD])
        unit = field.unit(x=36.0, y=18.0)
        field.unit("b", x=36.0, y=y)
        assert (marched(field, unit, 4)[-1][1] > 25) == crosses


def test_a_captain_leaves_a_bridge_that_is_fought_for_and_goes_by_the_ford() -> None:
    field = Field([CANAL, BRIDGE, FORD])
    unit = field.unit(x=24.0, y=12.0, **DRILLED)
    friend = field.unit(x=36.0, y=25.0, files=1, elements=3)
    foe = field.unit("b", x=36.0, y=26.0)
    free = gate_to(field.battle, unit, (48.0, 40.0))
    assert free is not None
    assert free.middle == (36.0, 24.0)
    field.meet(friend, foe)
    taken = gate_to(field.battle, unit, (48.0, 40.0))
    assert taken is not None
    assert taken.middle == (12.0, 24.0)
    friend.where = "lost"
    foe.y = 24.0  # now the enemy stands on it himself
    field.battle.memo.known.clear()
    assert gate_to(field.battle, unit, (48.0, 40.0)) == taken


def test_a_captain_turns_about_to_face_the_enemy_never_away_from_him() -> None:
    for x, y, heading, turns in ((28.0, 35.0, 324.0, False), (36.0, 47.9, 0.0, True)):
        field = Field()
        unit = field.unit(x=x, y=y, heading=heading, **DRILLED)
        field.unit("b", x=36.0, y=46.0 if y < 40 else 30.0)
        legs = moving.drill(field.battle, question(field.battle, [unit], 9), "captain")
        assert ("about" in [leg.kind for leg in legs.legs]) == turns
