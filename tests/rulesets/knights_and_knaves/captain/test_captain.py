"""The captain's habits: one small position each, and that he knows no more than he may."""

from __future__ import annotations

from math import hypot
from random import Random
from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players.chance import ChancePlayer
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle, changed
from banneret.rulesets.knights_and_knaves.captain import captain
from banneret.rulesets.knights_and_knaves.captain.intent import Intent
from banneret.rulesets.knights_and_knaves.captain.plan import Plan
from banneret.rulesets.knights_and_knaves.command import hearing
from banneret.rulesets.knights_and_knaves.command.action import chits, qualifiers
from banneret.rulesets.knights_and_knaves.ground import contact
from banneret.rulesets.knights_and_knaves.melee import strike_or_parry
from banneret.rulesets.knights_and_knaves.screen.hidden.varying import vary_hidden
from banneret.rulesets.knights_and_knaves.screen.hidden.view import view
from banneret.rulesets.knights_and_knaves.setup.entries import Aim
from banneret.rulesets.knights_and_knaves.shooting import phase as shooting
from banneret.tabletop.shapes.measuring import within
from rulesets.knights_and_knaves.chair import answer, with_aims
from rulesets.knights_and_knaves.field import field, man


class Numbers:
    """Numbers from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def die(self, sides: int) -> int:
        """Give a number from 1 to `sides`."""
        return self._random.randint(1, sides)


def intents(battle: Battle, player: str = "a") -> dict[int, Intent]:
    """What everybody is meant to do, all being in earshot."""
    for one in battle.men:
        one.in_command = True
    changed(battle)
    return Plan(view(battle, player), player).intents()


def test_kk_cmd_06_bowmen_in_range_shoot_and_those_far_off_come_up() -> None:
    """A mark at ten inches is worth standing for; one at forty is not."""
    near = field("a Ralf: lord sword at 20,8 | a Wat: longbow at 20,10 | b Tom: sword at 20,21")
    assert intents(near)[man(near, "Wat").id].chit == "shoot"
    far = field("a Ralf: lord sword at 20,2 | a Wat: short_bow at 20,4 | b Tom: sword at 20,46")
    assert intents(far)[man(far, "Wat").id].chit.startswith("move")


def test_kk_def_22_a_man_charges_what_he_can_reach_and_beat() -> None:
    """At six inches a peasant is charged rather than a knight in harness."""
    battle = field(
        "a Ralf: lord sword at 20,2 | a Hob: man_at_arms sword armor=6 at 20,10 | "
        "b Guy: knight sword large armor=10 at 18,16 | b Tom: peasant dagger armor=3 at 22,16"
    )
    meant = intents(battle)[man(battle, "Hob").id]
    assert (meant.chit, meant.target) == ("move_full_melee", man(battle, "Tom").id)


def test_kk_move_20_a_destrier_is_galloped_at_swords_and_not_at_spears() -> None:
    """A spear on foot makes riders check; nobody gallops on to it."""
    text = "a Ralf: lord sword at 20,2 | a Guy: knight lance sword mounted destrier at 20,8 | "
    swords = field(text + "b Tom: soldier sword armor=4 at 20,22")
    assert intents(swords)[man(swords, "Guy").id].gait == "gallop"
    spears = field(text + "b Tom: soldier short_spear armor=4 at 20,22")
    assert intents(spears)[man(spears, "Guy").id].gait != "gallop"


def test_kk_act_25_who_is_in_a_fight_stays_in_it() -> None:
    """Nobody turns his back on a man he touches."""
    battle = field("a Ralf: lord sword at 20,2 | a Hob: sword at 20,10 | b Tom: sword at 20,11")
    assert intents(battle)[man(battle, "Hob").id].chit == "stay"


def test_kk_morale_30_the_lord_does_not_go_alone_at_the_enemy() -> None:
    """His men may charge; he comes after them."""
    battle = field(
        "a Ralf: lord sword armor=6 at 20,10 | a Hob: sword x3 loose at 50,2 | "
        "b Guy: knight sword large armor=8 x3 loose at 20,17"
    )
    assert intents(battle)[man(battle, "Ralf").id].target == NOBODY


def fight(battle: Battle, name: str) -> str:
    """What he does in the fight."""
    battle.phase = "choose"
    return str(answer(battle, strike_or_parry.question(battle, man(battle, name))))


def test_kk_melee_18_a_poor_man_between_two_good_ones_parries() -> None:
    """Striking one leaves him open to the other."""
    battle = field(
        "a Hob: soldier sword large melee=5 armor=4 at 20,10 | "
        "b Guy: knight sword large armor=8 at 20,11 | b Odo: knight sword large armor=8 at 20,9"
    )
    assert fight(battle, "Hob").startswith("parry")


def test_kk_melee_16_who_is_stunned_is_struck() -> None:
    """Nothing can come of it but good."""
    battle = field("a Hob: sword at 20,10 | b Guy: knight sword armor=5 stun=2 at 20,11")
    assert fight(battle, "Hob") == f"strike:{man(battle, 'Guy').id}"


def test_kk_melee_02_a_good_man_strikes_a_poor_one() -> None:
    """With the better hand there is no reason to wait."""
    battle = field("a Guy: knight sword armor=8 at 20,10 | b Tom: peasant dagger armor=3 at 20,11")
    assert fight(battle, "Guy") == f"strike:{man(battle, 'Tom').id}"


def test_kk_melee_13_he_changes_no_weapon_in_the_midst_of_a_fight() -> None:
    """A better one hangs at his side; he makes do with what he has."""
    battle = field(
        "a Hob: knight lance sword weapon=lance at 20,10 | b Guy: knight sword large at 20,11"
    )
    assert "draw:sword" in strike_or_parry.keys_of(battle, man(battle, "Hob"))
    assert not fight(battle, "Hob").startswith("draw")


def test_kk_shoot_28_the_man_in_his_shirt_is_the_better_mark() -> None:
    """At the same range the missile goes where it will do harm."""
    battle = field(
        "a Wat: sergeant longbow at 20,10 chit=shoot ready=true | "
        "b Guy: soldier sword armor=10 at 18,20 | b Tom: soldier sword armor=3 at 22,20",
        phase="targets",
    )
    said = answer(battle, shooting.question(battle, man(battle, "Wat")))
    assert said == man(battle, "Tom").id
    shot = answer(battle, shooting.question(battle, man(battle, "Wat")), "squire")
    assert shot in {man(battle, "Tom").id, man(battle, "Guy").id}


def test_kk_finis_09_a_side_that_must_away_goes_when_the_lane_is_clear() -> None:
    """With the enemy in the lane he fights; with the enemy aside he leaves."""
    away = Aim("exit", "a", 100, edge="north")
    text = "a Ralf: lord sword at 20,4 | a Hob: sword at 22,30 | b Tom: sword at "
    clear = with_aims(field(text + "60,10"), away)
    assert intents(clear)[man(clear, "Hob").id].off
    barred = with_aims(field(text + "22,45"), away)
    assert not intents(barred)[man(barred, "Hob").id].off


def test_kk_finis_09_he_stays_where_the_points_are_at_the_end() -> None:
    """In the last turns nobody leaves the place for an enemy far off."""
    battle = with_aims(
        field(
            "a Ralf: lord sword at 20,19 | a Hob: sword at 20,22 | b Tom: sword at 20,40",
            terrain="field green: 16,18..24,24",
            turn=19,
        ),
        Aim("hold", "a", 100, feature="green"),
    )
    assert intents(battle)[man(battle, "Hob").id].chit == "stay"


def test_kk_setup_05_everybody_is_set_down_in_earshot_of_his_lord() -> None:
    """After deployment the lord can be heard by nearly all, and stands behind his shooters."""
    battle = RULESET.begin("market_road", {}, {})
    players: dict[str, Any] = {"a": captain("a"), "b": ChancePlayer(1)}
    game = Game(RULESET, battle, dice=RandomDice(3), players=players)
    while game.state.phase in {"setup", "deploy"}:
        game._step()
    state = game.state
    lord = state.men[state.retinues[0].lord]
    own = [one for one in state.men if one.player == "a"]
    heard = [one for one in own if hearing.hears(state, lord, one)]
    assert len(heard) >= len(own) - 1
    assert all(within(one.base, lord.base, 12.0) for one in own)


@pytest.mark.parametrize("scenario", ["market_road", "old_bridge", "castle_sortie"])
def test_kk_morale_07_nobody_is_set_down_beside_his_lord(scenario: str) -> None:
    """Any check may fail, so no rout within two inches may make the lord check."""
    battle = RULESET.begin(scenario, {}, {})
    players: dict[str, Any] = {side: captain(side) for side in ("a", "b")}
    game = Game(RULESET, battle, dice=RandomDice(3), players=players)
    while game.state.phase in {"setup", "deploy"}:
        game._step()
    state = game.state
    for retinue in state.retinues:
        lord = state.men[retinue.lord]
        own = [one for one in state.men if one.player == retinue.player and one is not lord]
        assert not [one.profile.name for one in own if contact.adjacent(state, lord, one)]


def test_kk_cmd_03_the_lord_goes_where_he_is_heard_and_stands_clear() -> None:
    """He comes up behind his men, near enough for his voice and not next to anybody."""
    battle = field(
        "a Ralf: lord sword at 20,2 | a Hob: sword at 16,14 | a Wat: sword at 20,14 | "
        "a Jack: sword at 24,14 | b Tom: sword x3 loose at 20,40"
    )
    for one in battle.men:
        one.in_command = True
    plan = Plan(view(battle, "a"), "a")
    meant = plan.intents()[man(battle, "Ralf").id]
    assert meant.goal is not None
    ends = [plan.ends[man(battle, name).id] for name in ("Hob", "Wat", "Jack")]
    far = [hypot(x - meant.goal[0], y - meant.goal[1]) for x, y in ends]
    assert min(far) > 3.0
    assert min(far) < 6.5


def test_kk_cmd_15_the_lord_leaves_the_table_after_his_men() -> None:
    """While one of them is on the table he stays where they can hear him."""
    away = Aim("exit", "a", 100, edge="north", share=1.0)
    text = "a Ralf: lord sword at 20,44 | b Tom: sword at 60,4"
    alone = with_aims(field(text), away)
    assert intents(alone)[man(alone, "Ralf").id].off
    followed = with_aims(field("a Hob: sword at 20,10 | " + text), away)
    assert not intents(followed)[man(followed, "Ralf").id].off


def test_kk_move_23_men_go_into_a_house_by_its_door_a_few_at_a_time() -> None:
    """The first goes for the door, the second waits behind him, the others stay."""
    battle = with_aims(
        field(
            "a Ralf: lord sword at 30,10 | a Hob: sword at 30,18.5 | a Wat: sword at 33,14 | "
            "a Jack: sword at 36,12 | b Tom: sword at 30,46",
            terrain="building barn: 26,20..34,26 | light_door barn_door: 29.4,20 30.6,20",
        ),
        Aim("hold", "a", 100, feature="barn"),
    )
    meant = intents(battle)
    goals = [meant[man(battle, name).id].goal for name in ("Hob", "Wat")]
    assert goals[0] == pytest.approx((30.0, 21.4))
    assert goals[1] == pytest.approx((30.0, 15.8))


def test_kk_turn_06_he_decides_on_what_he_sees_alone() -> None:
    """Other chits, skills and ammunition of the enemy change nothing in his answer."""
    battle = field(
        "a Ralf: lord sword at 20,8 in_command | a bows: longbow x5 at 16,10 in_command | "
        "a Guy: knight lance mounted destrier at 24,8 in_command | "
        "b Odo: lord sword at 20,28 chit=stay | b men: short_spear x6 at 16,22 chit=stay",
        phase="chits",
    )
    asked = [one for one in battle.men if one.player == "a"]
    first = [answer(battle, chits.question(battle, one)) for one in asked]
    chance = Numbers(5)
    for _ in range(3):
        other = vary_hidden(battle, "a", chance)
        own = [one for one in other.men if one.player == "a"]
        assert [answer(other, chits.question(other, one)) for one in own] == first


def test_kk_act_19_a_man_who_rolled_for_himself_goes_as_his_result_says() -> None:
    """Uncontrolled men get a way the question allows, whatever the plan was."""
    battle = field(
        "a Ralf: lord sword at 5,5 | a Hob: sword at 40,10 chit=move_full rolled=move_full | "
        "b Tom: sword at 40,40",
        phase="declare",
    )
    choice = qualifiers._ask_way(battle, man(battle, "Hob"), qualifiers.NOTHING)
    assert choice is not None
    way = answer(battle, choice)
    assert way.points
    assert way.points[-1][1] > 10.0


@pytest.mark.parametrize("level", ["captain", "squire"])
def test_levels_are_known_by_name(level: str) -> None:
    """The book names both."""
    assert RULESET.captain("a", level).level == level  # type: ignore[attr-defined]


def test_kk_def_22_riders_out_of_reach_name_nobody_and_ride_on() -> None:
    """A charge that cannot arrive is refused, and who was told to make it would only stand."""
    battle = field(
        "a Ralf: lord sword at 20,2 | a Guy: knight lance mounted horse at 10,4 | "
        "a Odo: knight lance mounted horse at 14,4 | b Tom: soldier sword at 12,40 | "
        "b Wat: soldier sword at 30,40 | b Jack: soldier short_spear at 20,40"
    )
    meant = intents(battle)
    for one in ("Guy", "Odo"):
        intent = meant[man(battle, one).id]
        assert intent.target == NOBODY
        assert intent.goal is not None


def test_kk_move_21_nobody_charges_across_water() -> None:
    """A charge goes straight; where something bars it he marches."""
    text = "a Ralf: lord sword at 20,2 | a Hob: sword at 20,10 | b Tom: peasant dagger at 20,17"
    dry = field(text)
    assert intents(dry)[man(dry, "Hob").id].target == man(dry, "Tom").id
    wet = field(text, terrain="water: 0,12..72,14")
    assert intents(wet)[man(wet, "Hob").id].target == NOBODY


def test_kk_move_09_a_horse_at_speed_that_faces_the_wrong_way_is_halted() -> None:
    """It would have to begin straight ahead; from a stand it may turn as it likes."""
    text = (
        "a Ralf: lord sword at 20,2 | a Guy: knight lance mounted destrier at 20,10 {} "
        "horse.last_gait=canter | b Tom: soldier sword armor=4 at 20,22"
    )
    away = field(text.format("south"))
    assert intents(away)[man(away, "Guy").id].chit == "stay"
    at_him = field(text.format("north"))
    assert intents(at_him)[man(at_him, "Guy").id].target == man(at_him, "Tom").id
