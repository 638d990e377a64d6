"""What each player knows (section INFO), guesses about the rest, and checks of whole battles."""

from __future__ import annotations

import msgspec
import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.digest import encode
from banneret.core.errors import Unknown
from banneret.core.play.game import Game
from banneret.core.play.seat import Seat
from banneret.rulesets import RULESETS
from banneret.rulesets.one_page_skirmish.basics.checks import faults
from banneret.rulesets.one_page_skirmish.basics.state import (
    COMING,
    KILLED,
    ON_TABLE,
    Battle,
    clone,
    footprint,
    put,
)
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.movement.mounts import turn_loose
from banneret.rulesets.one_page_skirmish.screen.events import Revealed
from banneret.rulesets.one_page_skirmish.screen.scene import scene
from banneret.rulesets.one_page_skirmish.screen.view import _vanish, imagine, vary_hidden, view
from banneret.rulesets.one_page_skirmish.setup.beginning import begin
from banneret.rulesets.one_page_skirmish.setup.on_file import (
    Force,
    Scenario,
    SidePlan,
    Sides,
    TerrainPiece,
)
from banneret.rulesets.one_page_skirmish.turn import hidden
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.raising import entry
from rulesets.one_page_skirmish.setting_up import set_up
from rulesets.scripting import events_of

RULESET = RULESETS["one_page_skirmish"]
WOOD = "woods copse: 5,5..15,15"
AMBUSH = "b column: x3 at 40,8 | a open: x3 at 40,2 | a bows: x4 longbow at 8,10 hidden"


def test_op_info_01_the_enemy_sees_all_but_hidden_units() -> None:
    """His view is the battle less the hidden unit; the owner and his ally see everything."""
    battle = field(AMBUSH, WOOD, deck=("a", "b"))
    seen = view(battle, "b")
    assert [one.key for one in seen.units] == ["column", "open"]
    assert seen.figures == battle.figures[:6]
    assert encode(view(battle, "a")) == encode(battle)


def test_op_info_01_a_spectator_sees_what_both_sides_see() -> None:
    """Somebody without a side sees no hidden unit of either."""
    battle = field(f"{AMBUSH} | b spies: x3 at 10,12 hidden", WOOD)
    assert [one.key for one in view(battle, None).units] == ["column", "open"]


def test_op_info_01_allies_share_what_is_hidden() -> None:
    """An ally of the owner sees his hidden unit."""
    battle = field("a2 men: x3 at 30,3 | b foe: x3 at 30,30 | a1 bows: x3 at 8,10 hidden", WOOD)
    assert encode(view(battle, "a2")) == encode(battle)
    assert len(view(battle, "b").units) == 2


def test_op_info_01_battles_that_differ_in_secrets_look_the_same() -> None:
    """Place, number, arms and deeds of hidden men leave no trace in view or scene."""
    one = field(AMBUSH, WOOD)
    other = field(
        "b column: x3 at 40,8 | a open: x3 at 40,2 | "
        "a knights: x9 knight mounted lance plate at 10,12 hidden holding 1.hits=1",
        WOOD,
    )
    other.units = other.units[:3]  # without the spare unit of a Knight who may ride alone
    other.taking_part = (*one.taking_part[:-1], 2)
    for player in ("b", None):
        assert encode(view(one, player)) == encode(view(other, player))
        assert encode(scene(one, player)) == encode(scene(other, player))


def test_op_info_01_a_blank_keeps_the_places_of_others() -> None:
    """Numbers of units in sight stay the same when a hidden one stands before them in the list."""
    battle = field("a bows: x4 at 8,10 hidden | a open: x3 at 40,2 | b foe: x3 at 40,30", WOOD)
    seen = view(battle, "b")
    assert (seen.units[0].side, seen.units[1].key) == ("", "open")
    assert seen.figures[1].fate not in {ON_TABLE, COMING, KILLED}
    assert seen.figures[man(battle, "open").id].profile.name == "Sergeant of the open"


def test_op_info_01_what_a_hidden_unit_does_is_masked() -> None:
    """A released hidden unit's turn, its figures' actions and its mounts do not show."""
    battle = field(AMBUSH, WOOD, phase="figures", acting=2, active="a", drawn=("b", "a"))
    assert (view(battle, "b").phase, view(battle, "b").acting) == ("action", -1)
    battle.released, battle.taking_part, battle.active = True, (2,), "a"
    seen = view(battle, "b")
    assert (seen.phase, seen.released, seen.taking_part) == ("gap", False, ())


def test_op_info_01_a_hidden_lord_is_not_named() -> None:
    """Open groups do not give away the hidden Knight whom they follow."""
    battle = field("a knight: knight at 8,10 hidden | a men: x3 at 40,2 | b foe: x3 at 40,30", WOOD)
    assert unit(battle, "men").lord == man(battle, "knight").id
    assert view(battle, "b").units[unit(battle, "men").id].lord == -1


def test_op_info_01_nothing_to_hide_nothing_copied() -> None:
    """Without hidden units a view shares everything with the battle."""
    battle = field("a men: x3 at 40,2 | b foe: x3 at 40,30")
    assert view(battle, "b").figures is battle.figures


def test_op_info_01_losses_and_marks_are_open() -> None:
    """Dice, losses, wounds, load and morale of units in sight are shown to all."""
    battle = field("a men: x3 crossbow at 40,2 shaken 1.load=1 | b foe: x3 at 40,30")
    play(battle, injuries.lose, man(battle, "men", 2), KILLED)
    seen = view(battle, "b")
    assert (seen.units[0].status, seen.units[0].figures_lost) == ("shaken", 1)
    assert seen.figures[1].load == 1


def test_op_info_02_discovery_needs_nobodys_word() -> None:
    """The program reveals a hidden unit that the enemy came upon; the owner is not asked."""
    battle = field("b men: x3 at 8,17 | a bows: x3 at 8,14 9,14 10,14 hidden", WOOD)
    table = play(battle, hidden.discover, "b")
    assert [event.unit for event in events_of(table, Revealed)] == [unit(battle, "bows").id]
    assert len(view(battle, "b").units) == 2


# -- guesses


def _greenwood() -> Battle:
    return set_up(begin("greenwood", {}, {}))


@pytest.mark.parametrize("seed", range(5))
def test_guesses_fit_the_view(seed: int) -> None:
    """An imagined battle has the whole list of the enemy in hiding and looks the same."""
    battle = _greenwood()
    battle.phase, battle.round = "round", 1
    seen = view(battle, "b")
    guess = imagine(seen, "b", RandomDice(seed))
    assert encode(view(guess, "b")) == encode(seen)
    assert faults(guess) == []
    assert sum(one.hidden for one in guess.units) == 3
    assert sum(figure.side == "a" and figure.fate == ON_TABLE for figure in guess.figures) == 9


def test_guesses_differ() -> None:
    """Other dice, other hiding places."""
    seen = view(_greenwood(), "b")
    guesses = {encode(imagine(seen, "b", RandomDice(seed))) for seed in range(8)}
    assert len(guesses) > 1


def test_guesses_of_the_owner_are_the_battle() -> None:
    """Who knows everything imagines nothing else."""
    battle = _greenwood()
    assert encode(imagine(view(battle, "a"), "a", RandomDice(1))) == encode(battle)


def test_guesses_while_units_are_hidden_leave_the_choice_open() -> None:
    """Before deployment the enemy's units are imagined as not yet set up."""
    battle = begin("greenwood", {}, {})
    battle.phase, battle.deployers = "hide", ("a", "b")
    guess = imagine(view(battle, "b"), "b", RandomDice(1))
    assert encode(guess) == encode(battle)


def test_guesses_about_one_hidden_unit() -> None:
    """At the ford, while the second side deploys, one of the units out of sight is hidden."""
    battle = begin("ford", {}, {})
    battle.phase, battle.deployers = "deploy", ("b", "a")
    guess = imagine(view(battle, "b"), "b", RandomDice(1))
    assert sum(one.hidden for one in guess.units) == 1
    assert encode(view(guess, "b")) == encode(view(battle, "b"))


def test_guesses_about_unknown_lists_add_nobody() -> None:
    """A force of one's own is known to nobody else, so nothing is guessed."""
    battle = field(AMBUSH, WOOD, scenario="greenwood")
    guess = imagine(view(battle, "b"), "b", RandomDice(1))
    assert encode(guess) == encode(view(battle, "b"))


def test_other_secrets_other_places() -> None:
    """The varied battle differs, but not for the side that must not know."""
    battle = _greenwood()
    varied = vary_hidden(battle, "b", RandomDice(3))
    assert encode(varied) != encode(battle)
    assert encode(view(varied, "b")) == encode(view(battle, "b"))


# -- whole battles


class Chance:
    """Answers at random."""

    foresees = False

    def __init__(self, seed: str) -> None:
        self.chance = RandomDice(seed)

    def decide(self, seat: Seat[Battle], choice: object) -> object:
        """Give any lawful answer."""
        del seat
        return choice.any(self.chance)  # type: ignore[attr-defined]


@pytest.mark.parametrize("scenario", sorted(RULESET.scenarios))
def test_whole_battles_have_no_faults_and_read_well(scenario: str) -> None:
    """A battle of random answers comes to an end without faults; its log is plain sentences."""
    game: Game[Battle] = Game(
        RULESET,
        RULESET.begin(scenario, {}, {}),
        dice=RandomDice(scenario),
        players={side: Chance(side) for side in "ab"},
    )
    assert game.advance() is None
    assert game.result is not None
    assert faults(game.state) == []
    sentences = [RULESET.sentence(game.state, told.event) for told in game.events("a")]
    told = [one for one in sentences if one is not None]
    assert told
    assert all(one[0].isupper() and one.endswith(".") and "Somebody" not in one for one in told)


# -- faults


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("1.stun=3", "stun 3"),
        ("1.load=5", "load 5"),
        ("1.hits=1", "stands with 1 hits"),
        ("1.in_hand=lance", "which it does not have"),
        ("1.mounted=true", "rides but is no horseman"),
        ("1.fate=eaten", "fate 'eaten'"),
        ("1.id=7", "its id is 7"),
        ("1.unit=1", "not among the members"),
        ("figures_lost=1", "figures_lost is 1, but 0"),
        ("lost_since_test=2", "lost_since_test is 2"),
        ("status=merry", "status 'merry'"),
        ("leader=1", "led by Men 2, a common"),
        ("hidden deployed=false", "hidden but never set up"),
        ("id=5", "its id is 5"),
    ],
)
def test_faults_are_found(words: str, told: str) -> None:
    """Each thing that cannot be is named with its figure or unit."""
    assert faults(field("a men: x3 at 10,10 | b foe: x3 at 30,30")) == []
    battle = field(f"a men: x3 at 10,10 {words} | b foe: x3 at 30,30")
    assert any(told in fault for fault in faults(battle))


def test_faults_of_places_are_found() -> None:
    """Nobody stands on another or off the table, holds a lance on foot or aims at the gone."""
    battle = field(
        "a men: x3 lance polearm sword at 10,10 0.aim=3 | b foe: x3 at 30,30 0.fate=fled | "
        "b rider: knight polearm mounted at 20,20"
    )
    put(battle, man(battle, "men", 1), 10.4, 10.0, 0.0)
    put(battle, man(battle, "men", 2), -5.0, 10.0, 0.0)
    found = " ".join(faults(battle))
    for told in ("stands on", "off the table", "lance on foot", "polearm in the", "who is gone"):
        assert told in found


# -- numbers tell nothing


BAND = entry(count=5)
LED = msgspec.structs.replace(BAND, id="led", name="Led", leader_rank="knight", count=3)
HIDERS = Force(id="hiders", name="Hiders", unit=(BAND, LED))
BOTH_HIDE = Scenario(
    id="night",
    name="Night",
    first_deployer="a",
    sides=Sides(
        a=SidePlan(
            force="free",
            home_edge="south",
            zone=(0.0, 0.0, 48.0, 8.0),
            hidden="all",
            hidden_in=("south",),
        ),
        b=SidePlan(
            force="free",
            home_edge="north",
            zone=(0.0, 28.0, 48.0, 36.0),
            hidden="all",
            hidden_in=("north",),
        ),
    ),
    terrain=(
        TerrainPiece(kind="woods", id="south", polygon=((5, 2), (40, 2), (40, 14), (5, 14))),
        TerrainPiece(kind="woods", id="north", polygon=((5, 22), (40, 22), (40, 34), (5, 34))),
    ),
)


def test_slots_are_of_one_size() -> None:
    """Units that may hide have equal room in the lists, so that gaps say nothing of their size."""
    battle = begin(BOTH_HIDE, {}, {"a": HIDERS, "b": HIDERS})
    firsts = [one.members[0] for one in battle.units if one.members]
    assert firsts == [0, 5, 10, 15]
    assert [one.key for one in battle.units if one.side == "a"] == ["band", "led", "led_alone"]
    assert faults(set_up(battle)) == []


def test_a_revealed_unit_tells_nothing_of_those_still_hidden() -> None:
    """With one unit found, the enemy cannot tell whether another was ever there."""
    battle = set_up(begin(BOTH_HIDE, {}, {"a": HIDERS, "b": HIDERS}))
    assert view(battle, None).units == []
    play(battle, hidden.reveal, unit(battle, "a.led"), "discovered")
    alone = clone(battle)
    _vanish(alone, alone.units[unit(battle, "a.band").id])
    assert encode(view(alone, "b")) == encode(view(battle, "b"))
    assert view(battle, "b").units[unit(battle, "a.led").id].key == "led"


def test_a_knight_found_alone_does_not_name_his_hidden_group() -> None:
    """A Knight who acts alone and is seen does not give his group away."""
    battle = set_up(begin(BOTH_HIDE, {}, {"a": HIDERS, "b": HIDERS}))
    group, spare = unit(battle, "a.led"), unit(battle, "a.led_alone")
    knight = battle.figures[group.leader]
    knight.unit, spare.members = spare.id, (knight.id,)
    seen = view(battle, "b")
    assert seen.units[spare.id].home == -1
    assert seen.figures[knight.id].profile.name == knight.profile.name
    assert seen.units[group.id].side == ""


def test_mounts_of_hidden_riders_are_hidden() -> None:
    """A horse left by a hidden man is not seen until he is."""
    battle = field("b foe: x3 at 40,30 | a rider: knight dismounted at 8,10 hidden", WOOD)
    turn_loose(battle, man(battle, "rider"), man(battle, "rider").base)
    assert view(battle, "b").mounts == []
    assert len(view(battle, "a").mounts) == 1


def test_guesses_without_room_leave_the_hidden_out() -> None:
    """Where nobody can hide, nobody is imagined in hiding."""
    battle = set_up(begin("greenwood", {}, {}))
    seen = view(battle, "b")
    nowhere = TerrainPiece(kind="woods", id="wood_n", polygon=((0, 0), (0.5, 0), (0, 0.5)))
    tiny = msgspec.structs.replace(nowhere, id="wood_s")
    seen.scenario = msgspec.structs.replace(seen.scenario, terrain=(nowhere, tiny))
    guess = imagine(seen, "b", RandomDice(1))
    assert not any(one.hidden for one in guess.units)
    assert encode(view(guess, "b")) == encode(seen)


def test_an_unknown_level_of_captain_is_refused() -> None:
    """Only the levels of the book are known."""
    with pytest.raises(Unknown, match="level"):
        RULESET.captain("a", "emperor")
    assert RULESET.sides(begin("crossroads", {}, {})) == ("a", "b")


def test_op_info_01_loose_horses_of_the_hidden_and_whose_answer_is_next() -> None:
    """The enemy sees neither the mounts of hidden riders nor who is to release in the gap."""
    battle = field(
        "a ambush: dismounted x3 at 20,15 hidden holding | b foe: x3 at 20,32",
        "woods: 10,10..30,20",
        phase="gap",
        gap_at=1,
        gap_passes=1,
    )
    turn_loose(battle, man(battle, "ambush"), footprint(True, 19, 15, 0))
    seen = view(battle, "b")
    assert (seen.mounts, seen.gap_at, seen.gap_passes) == ([], 0, 0)
    assert len(view(battle, "a").mounts) == 1
