"""What one player knows and another must not (KK-TURN-06): shown and told to nobody."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.digest import encode
from banneret.core.play.events import Chose, Rolled
from banneret.rulesets.knights_and_knaves.basics.checks import faults
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle, Declared
from banneret.rulesets.knights_and_knaves.melee.harm import injuries
from banneret.rulesets.knights_and_knaves.movement.march import reorganise
from banneret.rulesets.knights_and_knaves.screen.deeds import Rearranged
from banneret.rulesets.knights_and_knaves.screen.events import Deployed
from banneret.rulesets.knights_and_knaves.screen.hidden.varying import vary_hidden
from banneret.rulesets.knights_and_knaves.screen.hidden.view import view
from banneret.rulesets.knights_and_knaves.screen.scene import marks
from banneret.rulesets.knights_and_knaves.setup.beginning import begin
from rulesets.knights_and_knaves.field import field, man
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.knights_and_knaves.whole import SKIRMISH, chance_battle
from rulesets.scripting import first, heard

OTHERS = (
    "b Odo: lord sword at 20,40 | b bows: longbow x5 at 30,40 order=attack/signal:trumpet/lord | "
    "b spears: short_spear x6 at 40,40 | b Hal: medium_crossbow at 20,36 partner=21 | "
    "b Tom: medium_crossbow at 21.2,36 partner=20 order=defend/occupied:mill/lord | "
    "a Ralf: lord at 36,4 | a men: x6 at 30,8"
)
HIDDEN = {  # what view.py closes and a variation must open, or nothing is tested
    "man": {"profile", "unit", "chit", "rolled", "planned", "ready", "in_command", "out_of_ammo",
            "partner"},
    "unit": {"name", "members", "original", "order", "post"},
    "retinue": {"orders", "free", "known"},
}  # fmt: skip


def differing(one: Battle, other: Battle) -> dict[str, set[str]]:
    """The fields in which two battles differ, by what they are of."""
    found: dict[str, set[str]] = {}
    for kind, here, there in (
        ("man", one.men, other.men),
        ("unit", one.units, other.units),
        ("retinue", one.retinues, other.retinues),
    ):
        for a, b in zip(here, there, strict=True):
            names = {n for n in a.__struct_fields__ if getattr(a, n) != getattr(b, n)}
            found.setdefault(kind, set()).update(names)
    return found


def shown(battle: Battle, player: str | None) -> bytes:
    """All that a player is shown."""
    return encode(view(battle, player))


def test_kk_turn_06_whatever_is_hidden_is_varied_and_does_not_show() -> None:
    """Skills, chits, plans, quivers, teams, units and orders of others vary; the view is one."""
    found: dict[str, set[str]] = {"man": set(), "unit": set(), "retinue": set()}
    for phase in ("reform", "declare"):
        battle = field(OTHERS, terrain="field mill: 10,20..14,24", phase=phase)
        battle.retinues[1].known = ((0, 1.0, 2.0),)
        if phase == "declare":
            for one in battle.men:
                one.chit = "stay"
            man(battle, "spears", 1).planned = Declared(run=True)
        for seed in range(8):
            varied = vary_hidden(battle, "a", RandomDice(seed))
            assert faults(varied) == []
            assert shown(varied, "a") == shown(battle, "a")
            assert shown(varied, None) != shown(vary_hidden(battle, "b", RandomDice(seed)), "b")
            for kind, names in differing(battle, varied).items():
                found[kind] |= names
    for kind, names in HIDDEN.items():
        assert names <= found[kind], kind


def test_kk_turn_06_his_own_are_left_alone() -> None:
    """Nothing of the viewer's own retinue is varied."""
    battle = field(OTHERS, terrain="field mill: 10,20..14,24", phase="reform")
    varied = vary_hidden(battle, "b", RandomDice(1))
    for mine, kept in zip(battle.men, varied.men, strict=True):
        assert mine.player != "b" or mine == kept
    assert [one for one in varied.units if one.player == "b"] == battle.units[:2]


def hide(name: str, value: Any, whose: str) -> Battle:
    """A battle in which one hidden field has a value."""
    battle = field(OTHERS, phase="reform")
    of = {"man": man(battle, "Tom"), "unit": battle.units[0], "retinue": battle.retinues[1]}
    setattr(of[whose], name, value)
    return battle


@pytest.mark.parametrize(
    ("whose", "name", "values"),
    [
        ("man", "planned", (None, Declared(run=True))),
        ("man", "detached", (False, True)),
        ("man", "recovering", (False, True)),
        ("man", "conscious", (-1, 4)),
        ("man", "partner", (NOBODY, 3)),
        ("unit", "leader_result", ("", "stay")),
        ("unit", "withdrawing", (False, True)),
        ("unit", "first_leader", (NOBODY, 3)),
        ("retinue", "suspected", ((), ("mill:3",))),
    ],
)
def test_kk_turn_06_fields_that_are_closed(whose: str, name: str, values: tuple[Any, Any]) -> None:
    """Each of these is the same to another player whatever it is."""
    one, other = (shown(hide(name, value, whose), "a") for value in values)
    assert one == other
    own, owns = (shown(hide(name, value, whose), "b") for value in values)
    assert own != owns


def test_kk_turn_06_rearranging_shows_where_men_stand_not_whose_they_are() -> None:
    """Asked and answered in secret; the others see those who changed places and nobody else."""
    battle = field(
        "a men: short_spear x5 at 36,20 37.5,20 39,20 40.5,20 42,20 | b Hal: at 36,21.04 south",
        phase="reorganise",
    )
    swap = reorganise.makers(
        battle, battle.units[0], reorganise.may_rearrange(battle, battle.units[0])
    )
    places = next(found for make in swap[1:] if (found := make()))
    table = run(battle, "batter", answers={"reorganise": ["0"], "reorganise.places": [places]})
    assert [event for event in heard(table, "b") if isinstance(event, Chose)] == []
    moved = [event for event in heard(table, None) if isinstance(event, Rearranged)]
    assert len(moved) == 1
    assert len(moved[0].places) == 2


def test_kk_dis_02_how_long_he_stays_conscious_is_his_players_secret() -> None:
    """Neither the die nor its number is told to the other side."""
    battle = field("a Ralf: lord disabled stamina=0 at 30,16 | b Hal: at 40,40")
    battle.fallen = (man(battle, "Ralf").id,)
    table = play(battle, injuries._lords_conscious, dice=[7])
    assert man(battle, "Ralf").conscious == 7
    assert heard(table, "b") == []
    assert isinstance(heard(table, "a")[0], Rolled)


def test_kk_order_13_being_asked_for_a_signal_tells_nothing_of_orders() -> None:
    """Who could blow is asked, under orders or not; blowing for nobody is lawful and wasted."""
    for order in ("", "order=attack/signal:trumpet/lord"):
        battle = field(
            f"a Ralf: lord at 30,10 | a Pip: trumpet at 32,10 | a men: x5 at 50,10 {order} | "
            "b Hal: at 10,40",
            phase="signals",
        )
        dice = [10] if order else []
        table = run(battle, "reform", dice=dice, answers={"signal": "trumpet"})
        assert table.keys == ["signal"]
        assert man(battle, "Ralf").chit == man(battle, "Pip").chit == "signal"


def test_kk_turn_06_a_battle_of_chance_keeps_its_secrets() -> None:
    """At many moments of a battle nobody is shown anything else when the others' secrets vary."""
    game = chance_battle(3, msgspec.structs.replace(SKIRMISH, turns=5), history=True)
    orders = units = 0
    for number, step in enumerate(game.steps[::3]):
        for player in ("a", "b", None):
            varied = vary_hidden(step.before, player, RandomDice(number))
            assert shown(varied, player) == shown(step.before, player), step.name
            fields = differing(step.before, varied)
            orders += bool({"order", "orders"} & (fields["unit"] | fields["retinue"]))
            units += "members" in fields["unit"]
    assert orders > 20
    assert units > 20


def test_kk_turn_06_a_whole_array_is_drawn_up_in_secret() -> None:
    """Where everybody is going to stand is told to nobody; each is seen when he is set down."""
    battle = begin(SKIRMISH, {}, {})
    answers = {"deploy": ["all", "all"], "deploy.all": [first, first]}
    table = run(battle, "orders", dice=[9, 1], answers=answers)
    assert [told.key for told in heard(table, "b") if isinstance(told, Chose)].count(
        "deploy.all"
    ) == 1
    seen = [told for told in heard(table, None) if isinstance(told, Deployed)]
    assert {key for told in seen for key in told.places} == {one.id for one in battle.men}
    assert all(len(told.places) < len(battle.men) / 2 for told in seen)


ALLIES = (
    "a1 Ralf: lord at 20,10 | a1 men: x6 at 22,10 order=attack/signal:trumpet/lord | "
    "a2 Hugh: lord at 40,10 | a2 Wat: longbow out_of_ammo=true chit=stay at 42,10 | "
    "b Odo: lord at 30,40"
)


def test_kk_turn_06_lords_of_one_side_have_no_secrets_from_each_other() -> None:
    """What is hidden is hidden from opponents: an ally sees units, orders, skills and chits."""
    battle = field(ALLIES, phase="declare")
    for player, foe in (("a2", "b"), ("a1", "b")):
        seen, theirs = view(battle, player), view(battle, foe)
        assert seen.units[0] == battle.units[0]
        assert seen.men[:9] == battle.men[:9]
        assert theirs.units[0].members == ()
        assert all(one.profile.melee == 0 for one in theirs.men[:9])
    labels = {who: marks(view(battle, who), man(battle, "Wat"), who) for who in ("a1", "a2")}
    assert labels["a1"] == labels["a2"]
    assert "chit stay" in labels["a1"]
    assert "chit face down" in marks(view(battle, "b"), view(battle, "b").men[8], "b")


def test_kk_turn_06_only_opponents_are_varied() -> None:
    """Other secrets are other sides' secrets; an ally's stay as they are."""
    battle = field(ALLIES, phase="declare")
    varied = vary_hidden(battle, "a1", RandomDice(3))
    assert varied.men[:9] == battle.men[:9]
    assert varied.men[9] != battle.men[9]
    assert vary_hidden(battle, "b", RandomDice(3)).men[8] != battle.men[8]
