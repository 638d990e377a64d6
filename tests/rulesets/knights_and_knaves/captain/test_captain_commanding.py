"""The captain's voice: standing orders, signals, units formed anew, and who carries a trumpet."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.core.errors import BadData
from banneret.core.play.table import Table
from banneret.core.questions.asking import Choice
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.basics.state import Battle
from banneret.rulesets.knights_and_knaves.basics.who import order_of
from banneret.rulesets.knights_and_knaves.command import forming, orders, orders_in_play, signals
from banneret.rulesets.knights_and_knaves.screen.hidden.varying import vary_hidden
from banneret.rulesets.knights_and_knaves.setup.entries import Aim
from banneret.rulesets.knights_and_knaves.setup.forces.on_file import forces, read_forces
from banneret.rulesets.knights_and_knaves.setup.forces.organisations import ORGANISATIONS
from banneret.rulesets.knights_and_knaves.setup.forces.raising import raise_force
from rulesets.knights_and_knaves.captain.test_captain import Numbers
from rulesets.knights_and_knaves.chair import answer, with_aims
from rulesets.knights_and_knaves.field import field, man, men, unit

RESERVE = "order=defend/signal:trumpet/nearest_enemy"
GREEN = Aim("hold", "a", 100, feature="green")


def signal(battle: Battle, level: str = "captain") -> str:
    """What player a says when his lord may signal."""
    battle.phase = "signals"
    found = signals._signals_of(battle, "a")
    return str(answer(battle, signals._question(battle, "a", found), level))


def command(battle: Battle, level: str = "captain") -> str:
    """What player a settles first."""
    battle.phase = "reform"
    return str(answer(battle, orders_in_play._question(battle, "a"), level))


class Asked:
    """Player a, who answers as a captain does."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.keys: list[str] = []

    def decide(self, table: Table[Any], choice: Choice[Any]) -> Any:
        """Answer from what he may see."""
        del table
        self.keys.append(choice.key)
        return answer(self.battle, choice)


def settle(battle: Battle) -> list[str]:
    """Let the captain of a settle everything; the keys of what he was asked."""
    battle.phase, battle.commanding = "reform", ("a",)
    asked = Asked(battle)
    table = Table(battle, ScriptedDice(), {"a": asked})
    while battle.phase == "reform":
        orders_in_play.reform(table)
    return asked.keys


# -- the means


def test_kk_order_06_a_trumpet_goes_to_a_man_who_can_be_spared() -> None:
    """Neither the lord nor a leader nor a bowman carries it while a spearman stands alone."""
    force = raise_force("english_feudal_retinue", 12, signals=("trumpet", "flag"))
    given = {one.profile.signal: at for at, one in enumerate(force.men) if one.profile.signal}
    assert set(given) == {"trumpet", "flag"}
    for at in given.values():
        assert not force.men[at].profile.missile
        assert not force.men[at].mounted
        assert at not in {force.lord, *(company.leader for company in force.units)}
    for key, size in product(ORGANISATIONS, (6, 9, 12)):
        raised = raise_force(key, size, signals=("trumpet",))
        (bearer,) = [at for at, one in enumerate(raised.men) if one.profile.signal]
        assert bearer not in {raised.lord, *(company.leader for company in raised.units)}
    plain = raise_force("english_feudal_retinue", 12)
    assert [one.profile.name for one in plain.men] == [one.profile.name for one in force.men]


def test_kk_order_06_scenarios_and_forces_have_the_pieces() -> None:
    """Trumpets in the sortie, banners for all eight lords, a beacon that is the warden's alone."""
    sortie = RULESET.begin("castle_sortie", {}, {})
    banners = RULESET.begin("four_banners", {}, {})
    for battle, piece in ((sortie, "trumpet"), (banners, "flag")):
        for one in battle.retinues:
            carried = [m.profile.signal for m in battle.men if m.player == one.player]
            assert [signal for signal in carried if signal] == [piece]
    reive = RULESET.begin("border_reive", {}, {})
    assert orders.may_be_given(reive, "b", "fire")
    assert not orders.may_be_given(reive, "a", "fire")
    carried = [one.profile.signal for one in forces()["english_1356"].men]
    assert carried.count("trumpet") == 1


def test_kk_order_06_men_written_down_carry_their_own() -> None:
    """`signals` is for men raised by number."""
    text = b'[[force]]\nid = "x"\nname = "X"\nsignals = ["flag"]\n[[force.man]]\nclass = "lord"\n'
    with pytest.raises(BadData, match="signals"):
        read_forces(text, "x.toml")


# -- signals


def ambush(foe: str, more: str = "") -> Battle:
    """A lord with a trumpet and bows who waits on his green, and a reserve far from his voice."""
    return with_aims(
        field(
            f"a Ralf: lord sword trumpet at 20,10 | a men: x5 at 36,10 {RESERVE} {more} | "
            f"b Odo: lord sword at {foe} | a Wat: longbow x5 loose at 18,12",
            terrain="field green: 16,8..24,14",
        ),
        GREEN,
    )


def test_kk_order_13_he_signals_when_the_enemy_is_in_the_ambush() -> None:
    """Far off: they lie still. Come up: the trumpet. A squire never thinks of it."""
    assert signal(ambush("36,44")) == "none"
    assert signal(ambush("36,18")) == "trumpet"
    assert signal(ambush("36,18"), "squire") == "none"


def test_kk_order_14_at_his_trumpet_the_reserve_goes_at_the_enemy() -> None:
    """The sergeant hears it on an eight; the lord has done what he does this turn."""
    battle = ambush("36,18")
    battle.phase = "signals"
    table = Table(battle, ScriptedDice(8), {"a": Asked(battle)})
    signals.signals(table)
    told = unit(battle, "men").order
    assert told is not None
    assert (told.part, told.then) == (2, "nearest_enemy")
    assert man(battle, "Ralf").chit == "signal"


def test_kk_order_13_nobody_is_called_who_hears_or_fights_or_was_called() -> None:
    """The signal costs the lord his turn, and is for those who can do something with it."""
    fighting = ambush("36,11")
    assert signal(fighting) == "none"
    called = ambush("36,18", "part2")
    assert signal(called) == "none"
    near = field(
        f"a Ralf: lord sword trumpet at 36,7 | a men: x5 at 36,10 {RESERVE} | b Odo: lord at 36,18"
    )
    assert signal(near) == "none"


def test_kk_order_07_at_the_end_those_out_of_voice_are_sent_where_the_points_are() -> None:
    """Their order names the place; the signal comes in the last turns, not before."""
    for turn, said in ((5, "none"), (17, "trumpet")):
        battle = field(
            "a Ralf: lord sword trumpet at 20,19 | b Odo: lord at 60,40 | "
            "a men: x5 at 50,10 order=attack/signal:trumpet/feature:green",
            terrain="field green: 16,18..24,24",
            turn=turn,
        )
        assert signal(with_aims(battle, Aim("hold", "a", 100, feature="green"))) == said


# -- standing orders


def test_kk_order_01_in_ambush_they_are_told_to_wait_for_the_trumpet() -> None:
    """With the enemy still to come they defend; with nothing to wait for they attack."""
    battle = ambush("36,44")
    told = answer(battle, orders.form(battle, "a", "unit:0"))
    assert (told["verb"], told["trigger"], told["then"]) == (
        "defend", "signal:trumpet", "nearest_enemy",
    )  # fmt: skip
    open_field = with_aims(ambush("36,44"))
    told = answer(open_field, orders.form(open_field, "a", "unit:0"))
    assert (told["verb"], told["then"]) == ("attack", "lord")


def test_kk_order_02_who_is_about_to_leave_his_voice_is_told_what_to_do() -> None:
    """At four inches he gets an order, once; at the lord's side there is time."""
    text = "a Ralf: lord sword trumpet at 20,10 | b Odo: lord at 20,30 | a Hob: sword at "
    near = field(text + "20,12")
    assert command(near) == "done"
    leaving = field(text + "20,14")
    assert command(leaving) == "order"
    assert command(leaving, "squire") == "done"
    assert "order" in settle(leaving)
    told = order_of(leaving, man(leaving, "Hob"))
    assert told is not None
    assert (told.verb, told.trigger) == ("attack", "signal:trumpet")
    assert command(leaving) == "done"


# -- units


def test_kk_def_25_a_worn_unit_is_formed_anew() -> None:
    """Its dead are forgotten; four of nine would have counted at the withdrawal roll."""
    battle = field("a Ralf: lord sword at 20,10 | a men: x9 at 18,12 | b Odo: lord at 20,40")
    left, fallen = men(battle, "men")[:5], men(battle, "men")[5:]
    for one in fallen:
        one.status = "dead"
    assert command(battle) == "form"
    settle(battle)
    new = battle.units[-1]
    assert new.id != 0
    assert new.members == tuple(one.id for one in left)
    assert new.original == 5
    assert forming.may_lead(battle.men[new.leader])
    assert command(battle) == "done"


def test_kk_def_08_a_man_whose_unit_has_no_leader_goes_to_one_that_has() -> None:
    """He stands beside them and hears the lord; far from them he stays what he is."""
    text = "a Ralf: lord sword at 20,10 | a men: x5 at 17,12 | b Odo: lord at 20,40 | "
    beside = field(text + "a lost: x5 leaderless at 17,14")
    lost = men(beside, "lost")
    assert command(beside) == "transfer"
    settle(beside)
    assert {one.unit for one in lost} == {unit(beside, "men").id}
    apart = field(text + "a lost: x5 leaderless at 20,6")
    assert command(apart) != "transfer"


def test_kk_turn_06_his_voice_depends_on_what_he_sees_alone() -> None:
    """What is hidden of the enemy changes neither signal nor command."""
    battle = ambush("36,18")
    first = (signal(battle), command(battle))
    chance = Numbers(7)
    for _ in range(3):
        other = vary_hidden(battle, "a", chance)
        assert (signal(other), command(other)) == first
