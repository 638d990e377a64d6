"""The five scenarios (section SCEN)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from banneret.core.errors import BadData
from banneret.rulesets.one_page_skirmish import RULESET
from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS
from banneret.rulesets.one_page_skirmish.basics.state import CAPTURED, footprint
from banneret.rulesets.one_page_skirmish.basics.tables import data_text
from banneret.rulesets.one_page_skirmish.ground.lay import can_stand, going, ground_for, on_road
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.setup.beginning import begin
from banneret.rulesets.one_page_skirmish.setup.briefs import brief
from banneret.rulesets.one_page_skirmish.setup.on_file import (
    Exit,
    ExitDenied,
    Hold,
    Take,
    read_scenarios,
    scenarios,
)
from banneret.rulesets.one_page_skirmish.turn.ending import score
from banneret.tabletop.ground.terrain import price
from rulesets.one_page_skirmish.field import man, play
from rulesets.one_page_skirmish.setting_up import set_up


@pytest.mark.parametrize("key", sorted(scenarios()))
def test_op_scen_01_each_scenario_fits_its_table(key: str) -> None:
    """Terrain lies on the table, zones do not overlap, and the battle can be set up."""
    plan = scenarios()[key]
    for piece in plan.terrain:
        for x, y in (*piece.polygon, *piece.line):
            assert 0 <= x <= plan.width
            assert 0 <= y <= plan.height
    a, b = plan.sides["a"].zone, plan.sides["b"].zone
    assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    assert set_up(begin(key, {}, {})).phase == "round"


def test_op_scen_01_five_scenarios() -> None:
    """Five scenarios are given; any two even forces can be used where forces are free."""
    assert sorted(scenarios()) == ["crossroads", "ford", "greenwood", "manor", "take_him_alive"]
    for key in ("crossroads", "ford", "take_him_alive"):
        begin(key, {}, {"a": "swiss_1386", "b": "jacques_1358"})


def test_op_scen_01_every_card_says_its_odds() -> None:
    """How captains fared, by the name of the force; a scenario of one's own does not say it."""
    told = {key: info.brief.edge["b"] for key, info in RULESET.scenarios.items() if info.brief}
    assert sorted(told) == sorted(scenarios())
    assert told["ford"].endswith("44 went to the English raiders.")
    assert all("went to the" in odds for odds in told.values())
    assert not any(brief(replace(scenarios()["ford"], id="mine")).edge.values())


def test_op_scen_02_crossroads() -> None:
    """A hold objective of 10 points with radius 6 at the centre, for either side."""
    (goal,) = scenarios()["crossroads"].objective
    assert goal == Hold(point=(24.0, 18.0), radius=6.0, vp=10, for_="either")
    battle = begin("crossroads", {}, {})
    assert on_road(battle, (24.0, 18.0))


def test_op_scen_03_greenwood() -> None:
    """All outlaw units may be hidden; each figure of the column that gets off scores."""
    battle = begin("greenwood", {}, {})
    assert all(one.may_hide for one in battle.units if one.side == "a" and one.members)
    assert not any(one.may_hide for one in battle.units if one.side == "b")
    leave, denied = scenarios()["greenwood"].objective
    assert leave == Exit(edge="east", for_="b", vp_per_figure=2, vp_knight_extra=5)
    assert denied == ExitDenied(for_="a", vp_per_figure_not_exited=1)
    outlaws, sheriff = scenarios()["greenwood"].sides["a"], scenarios()["greenwood"].sides["b"]
    assert outlaws.edges == ("north", "south")
    assert set(outlaws.hidden_in) == {"wood_n", "wood_s"}
    assert sheriff.edges == ("west",)


def test_op_scen_04_ford() -> None:
    """Water slows, deep water stops, the bridge is road; the mill is worth 12 and 6."""
    battle = begin("ford", {}, {})
    ground = ground_for(battle.scenario)
    walk = going(False, DEFAULTS)
    assert price(ground, [(11.0, 15.0), (11.0, 21.0)], walk).cost == pytest.approx(6 + 4)
    assert can_stand(battle, footprint(False, 20.0, 18.0, 0.0), False) is not None
    assert on_road(battle, (33.5, 18.0))
    assert price(ground, [(33.5, 15.0), (33.5, 21.0)], walk).cost == pytest.approx(6)
    goals = [one for one in scenarios()["ford"].objective if isinstance(one, Hold)]
    assert {(one.for_, one.vp) for one in goals} == {("b", 12), ("a", 6)}
    assert scenarios()["ford"].sides["a"].hidden == "one_unit"


def test_op_scen_01_a_scenario_may_propose_a_force_where_any_may_come() -> None:
    """Yorkists come to the ford unless somebody brings others; elsewhere the usual two meet."""
    assert [one.force for one in begin("ford", {}, {}).seats] == ["english_1346", "yorkist_1461"]
    assert RULESET.scenarios["ford"].forces["b"][0] == "yorkist_1461"
    assert "french_1346" in RULESET.scenarios["ford"].forces["b"]
    brought = begin("ford", {}, {"b": "french_1346"})
    assert brought.seats[1].force == "french_1346"
    assert RULESET.scenarios["crossroads"].forces["b"][0] == "french_1346"


def test_op_scen_01_a_force_that_is_not_there_is_not_proposed() -> None:
    """The refusal names the field, its value and what would do."""
    text = data_text("scenarios.toml").replace(b'"yorkist_1461"', b'"irish_1315"')
    with pytest.raises(BadData, match="usual is 'irish_1315': expected one of english_1346"):
        read_scenarios(text, "mine.toml")


def test_op_scen_05_manor() -> None:
    """The garrison and the town start on the table; relief and bands come up behind them."""
    battle = set_up(begin("manor", {}, {}))
    late = [one for one in battle.units if one.arrival_round]
    assert {(one.key, one.arrival_round, one.arrival_edge) for one in late} == {
        ("lord", 3, "north"),
        ("retinue", 3, "north"),
        ("mob_a", 7, "south"),
        ("mob_b", 7, "south"),
    }
    wall = battle.scenario.terrain[0]
    assert any(piece.kind == "gate_shut" for piece in battle.scenario.terrain)
    assert all(one != other for one, other in pairwise(wall.line))


def test_op_scen_05_losing_the_garrison_is_not_breaking() -> None:
    """Four of nine lost do not break the manor's side."""
    battle = set_up(begin("manor", {}, {}))
    for at in range(4):
        play(battle, injuries.lose, man(battle, "garrison", at), "killed")
    battle.round = 3
    assert not score.judged(battle).over


def test_op_scen_06_take_him_alive() -> None:
    """Capture of a Knight scores double his worth plus 10, for either side."""
    (goal,) = scenarios()["take_him_alive"].objective
    assert goal == Take(rank="knight", for_="either", vp=10)
    for side, other in (("a", "b"), ("b", "a")):
        battle = set_up(begin("take_him_alive", {}, {}))
        play(battle, injuries.lose, man(battle, f"{other}.knight"), CAPTURED)
        assert score.points(battle)[side] == 18 + 10


TEXT = """
[[scenario]]
id = "mine"
name = "Mine"
table = [30, 20]
[scenario.sides.a]
force = "free"
home_edge = "south"
zone = [0, 0, 30, 6]
[scenario.sides.b]
force = "free"
home_edge = "north"
zone = [0, 14, 30, 20]
[[scenario.terrain]]
id = "copse"
kind = "woods"
polygon = [[5, 5], [9, 5], [9, 9]]
[[scenario.terrain]]
kind = "wall"
line = [[1, 1], [2, 2]]
[[scenario.terrain]]
kind = "road"
line = [[0, 1], [30, 1]]
width = 2
[[scenario.objective]]
kind = "seize"
object = "copse"
for = "a"
vp = 3
"""


def test_own_scenarios_can_be_read_and_played() -> None:
    """A scenario from a file of one's own is set up like the book's."""
    (mine,) = read_scenarios(TEXT.encode(), "mine.toml")
    assert set_up(begin(mine, {}, {})).phase == "round"


@pytest.mark.parametrize(
    ("edge", "zone"),
    [
        ("south", (0.0, 0.0, 30.0, 8.0)),
        ("north", (0.0, 12.0, 30.0, 20.0)),
        ("west", (0.0, 0.0, 8.0, 20.0)),
        ("east", (22.0, 0.0, 30.0, 20.0)),
    ],
)
def test_op_setup_04_a_zone_not_said_is_the_strip_along_the_home_edge(
    edge: str, zone: tuple[float, float, float, float]
) -> None:
    """Within 8 inches of the home edge; the zone of the other side stays as it was said."""
    text = TEXT.replace('"south"\nzone = [0, 0, 30, 6]', f'"{edge}"')
    (mine,) = read_scenarios(text.encode(), "mine.toml")
    assert mine.sides["a"].zone == zone
    assert mine.sides["b"].zone == (0.0, 14.0, 30.0, 20.0)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('kind = "woods"', 'kind = "swamp"', "kind is 'swamp': expected one of"),
        ("zone = [0, 0, 30, 6]", "zone = [0, 0, 40, 6]", "zone is [0.0, 0.0, 40.0, 6.0]: expected"),
        ('object = "copse"', 'object = "barn"', "object is 'barn': expected the id"),
        ("[9, 9]]", "[9, 99]]", "expected one on the table of 30 by 20 inches"),
        ("line = [[1, 1], [2, 2]]", "line = [[1, 1]]", "is a wall: expected a line"),
        ("polygon = [[5, 5], [9, 5], [9, 9]]", "polygon = [[5, 5]]", "expected a polygon"),
        ("width = 2", "", "is a road: expected a line and a width"),
        ('force = "free"', 'force = "mongols"', "force is 'mongols': expected one of free"),
        ('home_edge = "south"', 'home_edge = "up"', "home_edge is 'up': expected one of"),
        (
            'home_edge = "south"',
            'home_edge = "south"\nhidden_in = ["fen"]',
            "hidden_in has 'fen': expected ids of areas: copse",
        ),
        ("[scenario.sides.b]", "[scenario.sides.c]", "'c'"),
        ('kind = "seize"', 'kind = "burn"', "burn"),
    ],
)
def test_files_of_scenarios_say_what_is_wrong(old: str, new: str, told: str) -> None:
    """A wrong file is refused with its name, the key, the value and what was expected."""
    with pytest.raises(BadData) as no:
        read_scenarios(TEXT.replace(old, new, 1).encode(), "mine.toml")
    assert str(no.value).startswith("mine.toml")
    assert told in str(no.value)


def test_a_scenario_needs_both_sides() -> None:
    """A scenario with one side is refused."""
    text = TEXT[: TEXT.index("[scenario.sides.b]")]
    with pytest.raises(BadData, match=r"sides\.b' is missing"):
        read_scenarios(text.encode(), "mine.toml")
