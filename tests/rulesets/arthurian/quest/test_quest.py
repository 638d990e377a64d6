"""A quest: the chain, the sheet, what lies between, roads, the chronicle: AR-QUEST."""

from typing import Any

import msgspec
import pytest

from banneret.core.book.ruleset import Result
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BadData
from banneret.core.play.game import Game
from banneret.players import player
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.basics.state import Act, Venom
from banneret.rulesets.arthurian.fight import melee
from banneret.rulesets.arthurian.quest import SAGA, between, chronicle, roads
from banneret.rulesets.arthurian.quest.sheet import Adventure, Companion, Knight, faults
from banneret.rulesets.arthurian.setup.lists import read_forces
from banneret.rulesets.arthurian.turn import deeds
from banneret.rulesets.arthurian.turn.after import ending
from rulesets.arthurian.field import field, made, play
from rulesets.scripting import first, play_rule

GIANT = "The Giant on the Hill"
WON = [Adventure("the_ford", "The Ford", "won")]
RESULT = Result("a", "the day was won", "AR-END-01", {}, 5, {})


def knight(**changes: Any) -> Knight:
    found = SAGA.begin("Sir Owain", {}, RandomDice(1))
    return msgspec.structs.replace(found, **changes)


def fought(record: Knight, seed: int) -> Knight:
    """Fight the battle that is due, and settle it."""
    due = SAGA.due(record)
    assert due is not None
    force = {side: read_forces(text.encode(), "quest")[0] for side, text in due.rolls.items()}
    state = RULESET.begin(due.scenario, RULESET.chosen(due.options), force)
    seated = {"a": player(RULESET, "a", "captain", seed)}
    game = Game(RULESET, state, dice=RandomDice(seed), players=seated, history=False)
    game.advance()
    assert game.result is not None
    return SAGA.settle(record, game.state, game.result)


def test_ar_quest_01_a_quest_runs_to_its_chronicle() -> None:
    record = knight(adventures=3, vp=60)
    for seed in range(40):
        if SAGA.over(record):
            break
        if SAGA.due(record) is None:
            play_rule(record, ("player",), between.between, (), [first])
        else:
            record = fought(record, seed)
    assert SAGA.over(record)
    assert SAGA.story(record)[-1].title == "The end"
    assert not faults(record)


def test_ar_quest_01_imprisoned_for_2_passes_over_two_entries() -> None:
    record = knight(adventures=5, road="the_ford")
    battle = field(made("pc_knight", "a", 5, 5, fate="imprisoned", sit_out=2, wound="serious"))
    after = SAGA.settle(record, battle, RESULT)
    assert [one.outcome for one in after.chain] == ["won", "sat out", "sat out"]
    assert (after.sit_out, after.wound) == (0, "none")


def test_ar_quest_02_the_same_bytes_and_wrong_values_refused_by_name() -> None:
    kept = SAGA.new("arthurian", "Sir Owain", {}, RandomDice(1))
    written = SAGA.write(kept)
    assert SAGA.write(SAGA.read(written, "owain.toml")) == written
    with pytest.raises(BadData, match="vp"):
        SAGA.read(written.replace(b"vp = 48", b"vp = 200"), "owain.toml")
    with pytest.raises(BadData, match="hrose"):
        SAGA.read(written.replace(b"horse =", b"hrose =", 1), "owain.toml")


def test_ar_quest_02_companions_stand_in_and_others_come_besides() -> None:
    more = [Companion("squire", "Perrin"), Companion("squire", "Hewin"), Companion("dwarf", "Gann")]
    record = knight(road="robbers_tower", companions=more)
    due = roads.venture(record)
    force = read_forces(due.rolls["a"].encode(), "q")[0]
    battle = RULESET.begin(due.scenario, RULESET.chosen(due.options), {"a": force})
    own = sorted(m.profile.id for m in battle.models if m.side == "a" and m.where != "held")
    assert own == ["dwarf", "man_at_arms", "pc_knight", "squire", "squire"]
    ford = roads.venture(knight(road="the_ford", companions=more))
    force = read_forces(ford.rolls["a"].encode(), "q")[0]
    assert [one.profile for one in force.recruits] == ["pc_knight", "dwarf"]


def test_ar_quest_03_gold_is_spent_and_a_horse_is_lent() -> None:
    record = knight(gold=25, horse=False, road="", chain=list(WON))
    assert between.why_not_buy(record, "horse") is None
    assert between.why_not_buy(record, "shield") is not None
    play_rule(record, ("player",), between.between, (), ["squire"])
    assert (record.gold, record.companions[-1].profile) == (17, "squire")
    no = between.why_not_buy(record, "horse")
    assert no is not None
    assert no.clause == "AR-QUEST-03"
    poor = knight(gold=15, horse=False, road="", chain=list(WON))
    play_rule(poor, ("player",), between.between, (), ["better"])
    assert (poor.horse, poor.debt, poor.gold) == (True, 20, 15)
    battle = field(made("pc_knight", "a", 5, 5, gold=30), made("squire", "a", 8, 8, name="Perrin"))
    battle[1].where, battle[1].removed_how = "gone", "killed"
    after = SAGA.settle(poor, battle, RESULT)
    assert (after.gold, after.debt) == (10, 0)
    assert [one.name for one in after.companions] == ["Gann"]


def test_ar_quest_03_nobody_hired_bears_the_name_of_the_dead() -> None:
    record = knight(gold=25, deeds=["felled Huw", "lost Wat"])
    between.buy(record, "man_at_arms")
    assert record.companions[-1].name == "Rolf"


def test_ar_quest_02_the_sheet_says_what_each_companion_is_and_what_comes_next() -> None:
    record = knight(companions=[Companion("squire", "Perrin", "light")])
    assert ("companions", "Perrin (squire, light wound)") in SAGA.sheets(record)[0].rows
    assert SAGA.stage(record) == "0 of 4 adventures; next: The Ford"
    assert SAGA.stage(knight(road="")).endswith("next: the road divides")
    assert SAGA.stage(knight(dead=True)) == "0 of 4 adventures"


def test_ar_quest_04_a_lost_adventure_closes_the_better_road() -> None:
    lost = Adventure("the_ford", "The Ford", "lost")
    found = roads.roads(knight(chain=[lost]))
    assert [one.because is None for one in found] == [False, True]
    won = Adventure("the_ford", "The Ford", "won")
    assert all(one.because is None for one in roads.roads(knight(chain=[won])))
    assert [r.kind for r in roads.roads(knight(chain=[won], vp=60))][-1] == "saint"
    assert [r.kind for r in roads.roads(knight(chain=[won], vp=3))][-1] == "outlaw"
    saint = knight(chain=[won], vp=72, poison={"ini": 2}, road="")
    play_rule(saint, ("player",), between.between, [1, 1], ["saint"])
    assert (saint.poison["ini"], saint.road) == (0, "ambush_in_the_wood")
    outlaw = roads.venture(knight(road="giant_on_the_hill", kind="outlaw"))
    assert "rt_young" in outlaw.rolls["b"]


def test_ar_quest_05_the_worth_in_words() -> None:
    won = [Adventure("the_ford", "The Ford", "won", spared=one) for one in (1, 0, 0)]
    record = knight(vp=60, chain=won, adventures=3)
    assert chronicle.worth(record) == 9
    assert chronicle.worth_words(9) == "of the Round Table"
    words = [chronicle.worth_words(n) for n in (0, 1, 4, 5, 8)]
    assert words == ["recreant", "a knight errant", "a knight errant"] + ["a worthy knight"] * 2
    assert SAGA.over(record) == "the quest is done"
    assert SAGA.over(knight(dead=True)) == "Sir Owain is dead"
    assert SAGA.over(knight(laid_down=True))
    assert "of the Round Table" in SAGA.story(record)[-1].text


def test_ar_quest_04_the_better_road_stays_closed_after_an_adventure_sat_out() -> None:
    lost = Adventure("the_ford", "The Ford", "lost")
    missed = Adventure("", "An adventure missed", "sat out")
    assert roads.roads(knight(chain=[lost, missed], adventures=5))[0].because is not None


def test_ar_quest_02_the_ford_gives_a_dwarf_to_him_who_has_none() -> None:
    ford = roads.venture(knight(road="the_ford", companions=[Companion("squire", "Perrin")]))
    force = read_forces(ford.rolls["a"].encode(), "q")[0]
    assert [one.profile for one in force.recruits] == ["pc_knight", "dwarf"]


def test_ar_quest_02_a_fine_shield_that_was_not_needed_stays_his() -> None:
    battle = field(made("pc_knight", "a", 5, 5, fine_shield=True, treasures=("holy_relic",)))
    after = SAGA.settle(knight(road="the_ford"), battle, RESULT)
    assert after.treasures == ["holy_relic", "fine_shield"]


def test_ar_quest_05_the_chronicle_tells_wounds_and_poison() -> None:
    venom = Venom(ini=2)
    hurt = made("pc_knight", "a", 5, 5, wound="light", wound_at="head", poison=venom)
    after = SAGA.settle(knight(road="the_ford"), field(hurt), RESULT)
    told = SAGA.story(after)[0].text
    assert "was wounded in the head, light when he had rested" in told
    assert "2 poisoned wounds" in told


@pytest.mark.parametrize(
    ("changes", "field_named"),
    [
        ({"no_arms": 50}, "no_arms is 50"),
        ({"road": "nowhere"}, "road is 'nowhere'"),
        ({"kind": "odd"}, "kind is 'odd'"),
        ({"name": " "}, "name is empty"),
        (
            {"companions": [Companion("dwarf", "Gann"), Companion("squire", "Gann")]},
            "Gann is named",
        ),
    ],
)
def test_ar_quest_02_a_wrong_field_is_named(changes: Any, field_named: str) -> None:
    assert any(field_named in one for one in faults(knight(**changes)))
    assert not faults(knight())


def test_ar_quest_01_three_to_six_adventures_may_be_chosen() -> None:
    assert (
        SAGA.new("arthurian", "Sir Owain", {"adventures": 6}, RandomDice(1)).record.adventures == 6
    )
    with pytest.raises(BadData, match="adventures = 9"):
        SAGA.new("arthurian", "Sir Owain", {"adventures": 9}, RandomDice(1))


def test_ar_quest_03_no_dead_companion_s_name_comes_back() -> None:
    record = knight(road="the_ford", companions=[], deeds=["lost Gann", "slew Sir Breuse"])
    due = roads.venture(record)
    force = read_forces(due.rolls["a"].encode(), "q")[0]
    battle = RULESET.begin(due.scenario, RULESET.chosen(due.options), {"a": force})
    names = [one.name for one in battle.models]
    assert "Melot" in names
    assert not {"Gann", "Sir Breuse"} & set(names)


def test_ar_fate_02_a_knight_on_parole_may_not_fight_his_victor_again() -> None:
    record = knight(road="the_ford", parole=["Sir Breuse"])
    force = read_forces(roads.venture(record).rolls["a"].encode(), "q")[0]
    battle = RULESET.begin("the_ford", RULESET.chosen({"solo": True}), {"a": force})
    sworn = next(one for one in battle.models if one.pc)
    foe = next(one for one in battle.models if one.side == "b")
    assert melee.why_not_fight(sworn, foe) is not None
    sworn.x, sworn.y, foe.x, foe.y = 10, 10, 12, 10
    for one in (sworn, foe):
        one.where = "table"
    battle.act = Act(sworn.id)
    no = deeds.offered(battle, sworn)[f"attack:{foe.id}"]
    assert no is not None
    assert no.clause == "AR-FATE-02"
    free = melee.why_not_fight(foe, sworn)
    assert free is None


def test_ar_quest_04_the_map_shows_where_he_was_and_each_open_road() -> None:
    record = knight(road="", chain=[Adventure("the_ford", "The Ford", "lost")])
    scene = SAGA.draw(record)
    roads_ = {"Ambush in the Wood, closed", GIANT}
    assert {one.label for one in scene.markers} == {"The Ford: lost", "the last", *roads_}
    assert [one.name for one in scene.pieces[1:]] == ["Ambush in the Wood, closed", GIANT]
    assert any(one.kind == "fence" for one in scene.ground), "a bar across the closed road"
    question = between.question(record)
    assert SAGA.pieces(record, question, "other") == (scene.pieces[2].id,)
    assert SAGA.pieces(record, question, "lance") == ()
    card = question.describe()["options"][1]["card"]
    assert dict(card.facts)["With you"].startswith("Gann, Perrin")


@pytest.mark.parametrize("length", [3, 4, 5, 6])
def test_ar_quest_04_the_map_can_be_drawn_all_the_way(length: int) -> None:
    for done in range(length + 1):
        record = knight(road="", adventures=length, chain=WON * done or [], vp=72)
        scene = SAGA.draw(record)
        assert all(0 < one.x < scene.width and 0 < one.y < scene.height for one in scene.pieces)


def test_ar_quest_05_a_nameless_beast_is_told_of_in_small_letters() -> None:
    assert chronicle._listed(["slew The grey wolf", "felled Sir Breuse"]) == (
        "slew the grey wolf and felled Sir Breuse"
    )


@pytest.mark.parametrize("beaten", ["b", "ab"])
def test_ar_quest_05_the_chronicle_speaks_of_men(beaten: str) -> None:
    battle = field(*(made("pc_knight", one, 5, 5, broken=one in beaten) for one in "ab"))
    battle.phase = "round_end"
    play(battle, ending.at_round_end)
    result = msgspec.structs.replace(RESULT, reason=battle.reason)
    told = SAGA.story(SAGA.settle(knight(road="the_ford"), battle, result))[0].text
    assert "could fight on" in told
    assert "model" not in told
