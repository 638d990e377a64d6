"""The turn deck (OP-CARD) and the two other decks (OP-OPT-01, OP-OPT-02)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from banneret.core.chance.dice import Dice
from banneret.core.chance.odds import distribution
from banneret.core.play.events import Rolled
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.state import (
    KILLED,
    SHAKEN,
    STEADY,
    Battle,
    take_off,
)
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.screen.events import CardDrawn, RoundBegan, TurnBegan
from banneret.rulesets.one_page_skirmish.screen.view import view
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.turn import deck, rounds
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.turns import END, run
from rulesets.scripting import events_of, first, heard

TWO = "a bows: longbow x3 at 10,5 | b spears: polearm x3 at 10,30"
THREE = "a1 bows: x3 at 10,5 | a2 bills: x3 at 30,5 | b spears: x3 at 10,30"
FIVE = """a bows: x3 at 5,5
          a knight: knight at 20,5
          a bills: x3 at 30,5
          b spears: x3 at 5,30
          b lord: knight at 30,30"""


def wipe_out(battle: Battle, key: str) -> None:
    for member in unit(battle, key).members:
        take_off(battle, battle.figures[member], KILLED)


def drawn_order(battle: Battle, dice: Dice) -> tuple[str, ...]:
    table = Table(battle, dice, {})
    rounds.begin_round(table)
    while battle.deck:
        rounds.draw_card(table)
    return battle.drawn


def test_op_card_01_order_comes_from_the_deck() -> None:
    """Whoever's card comes up has the turn."""
    for face, player in ((1, "a"), (2, "b")):
        battle = field(TWO, phase="round")
        run(battle, "start", dice=[face])
        assert battle.active == player


def test_op_card_02_two_players_two_cards() -> None:
    """The deck holds one card for each player."""
    battle = field(FIVE, phase="round")
    table = play(battle, rounds.begin_round)
    assert sorted(battle.deck) == ["a", "b"]
    assert events_of(table, RoundBegan)[0].cards == 2


def test_op_card_03_every_order_is_as_likely() -> None:
    """With two players each order has chance 1/2, with three 1/6."""
    two = distribution(lambda dice: drawn_order(field(TWO, phase="round"), dice))
    assert two == {("a", "b"): Fraction(1, 2), ("b", "a"): Fraction(1, 2)}
    three = distribution(lambda dice: drawn_order(field(THREE, phase="round"), dice))
    assert three == dict.fromkeys(permutations(("a1", "a2", "b")), Fraction(1, 6))


def test_op_card_03_next_card_waits_for_turn_and_gap() -> None:
    """The second card is drawn only after the first turn and its gap."""
    battle = field(TWO, phase="draw", deck=("a", "b"))
    table = run(battle, "round_end", dice=[1], answers={"action.unit": END})
    first = ["draw", "start", "morale", "action", "melee", "turn_end", "gap"]
    assert table.phases == [*first, *first, "draw"]


def test_op_card_04_a_card_is_a_turn_for_all_units_of_the_player() -> None:
    """Drawing a's card lets every unit of a act that does not hold, and none of b or an ally."""
    battle = field(FIVE, phase="draw", deck=("a",))
    run(battle, "start")
    assert [battle.units[u].key for u in battle.taking_part] == ["bows", "knight", "bills"]
    held = "a hidden_bows: x3 at 15,5 hidden holding"
    battle = field(f"{FIVE} | {held}", phase="draw", deck=("a",), turn_cards="colour")
    run(battle, "start")
    assert [battle.units[u].key for u in battle.taking_part] == ["bows", "knight", "bills"]
    battle = field(THREE, phase="draw", deck=("a1",))
    run(battle, "start")
    assert [battle.units[u].key for u in battle.taking_part] == ["bows"]


def test_op_card_05_two_turns_running() -> None:
    """Drawn last in one round and first in the next, a player has two turns in succession."""
    battle = field(TWO, phase="round", round=0)
    run(battle, "round_end", dice=[1], answers={"action.unit": END})
    table = run(battle, "round", answers={"action.unit": END})
    more = run(battle, "round_end", dice=[2], answers={"action.unit": END})
    del table
    assert battle.drawn == ("b", "a")
    assert [event.player for event in events_of(more, TurnBegan)] == ["b", "a"]


def test_op_card_06_allies_have_separate_cards() -> None:
    """Four players, two a side, have four cards."""
    battle = field(
        "a1 one: x3 at 5,5 | a2 two: x3 at 20,5 | b1 three: x3 at 5,30 | b2 four: x3 at 20,30",
        phase="round",
    )
    play(battle, rounds.begin_round)
    assert sorted(battle.deck) == ["a1", "a2", "b1", "b2"]


def test_op_card_07_wiped_out_player_has_an_empty_draw_then_no_card() -> None:
    """A card of a player with nobody left is thrown away, then left out of the deck."""
    battle = field(TWO, phase="draw", deck=("b",))
    wipe_out(battle, "spears")
    table = play(battle, rounds.draw_card)
    assert events_of(table, CardDrawn) == [CardDrawn("b", "b", used=False)]
    assert battle.phase == "draw"
    play(battle, rounds.begin_round)
    assert battle.deck == ("a",)


def test_op_card_07_units_to_come_keep_the_card() -> None:
    """A player whose units are all still to arrive has his card, and an empty turn."""
    battle = field(
        "a bows: x3 at 10,5 | b late: x3 off arrival_round=3 arrival_edge=north", phase="round"
    )
    play(battle, rounds.begin_round)
    assert sorted(battle.deck) == ["a", "b"]
    run(battle, "start", dice=[2])
    assert (battle.active, battle.taking_part) == ("b", ())


def test_op_card_08_order_of_undrawn_cards_is_known_to_nobody() -> None:
    """The same deck gives either card: the order is not in the state, so in nobody's view."""
    drawn = set()
    for face in (1, 2, 3):
        battle = field(THREE, phase="draw", deck=("a1", "a2", "b"))
        table = play(battle, rounds.draw_card, dice=[face])
        drawn.add(events_of(table, CardDrawn)[0].card)
        assert table.events[-1].audience is None
    assert drawn == {"a1", "a2", "b"}


# -- one card a unit


def test_op_opt_01_five_units_give_five_cards() -> None:
    """One card for each unit; the card drawn lets that unit alone act."""
    battle = field(FIVE, phase="round", turn_cards="group")
    play(battle, rounds.begin_round)
    assert len(battle.deck) == 5
    table = run(battle, "start", dice=[3])
    assert [battle.units[u].key for u in battle.taking_part] == ["bills"]
    del table


def test_op_opt_01_end_of_turn_clears_that_unit_only() -> None:
    """A shaken unit recovers at the end of its own card, not of another of its player's."""
    battle = field(
        "a bows: x3 at 5,5 shaken 0.combat=won | a bills: x3 at 30,5 shaken 0.combat=won "
        "| b foe: x3 at 5,30",
        phase="turn_end",
        turn_cards="group",
        taking_part=(0,),
        drawn=("unit 0",),
    )
    play(battle, rounds.end_turn)
    assert (unit(battle, "bows").status, unit(battle, "bills").status) == (STEADY, SHAKEN)
    assert (man(battle, "bows").combat, man(battle, "bills").combat) == ("", "won")


def test_op_opt_01_stun_counts_the_units_own_turns() -> None:
    """Another card of the same player leaves a stunned man lying."""
    battle = field(
        "a bows: x3 at 5,5 1.stun=0 | a bills: x3 at 30,5 1.stun=0 | b foe: x3 at 5,30",
        phase="start",
        turn_cards="group",
        taking_part=(0,),
    )
    play(battle, rounds.begin_turn)
    assert man(battle, "bows", 1).stun == -1
    assert man(battle, "bills", 1).stun == 0


def test_op_opt_01_detached_knight_gets_a_card_at_the_next_shuffle() -> None:
    """He shares his group's card until he has left it."""
    battle = field(
        "a spears: knight group x4 at 10,5 | b foe: x3 at 10,30", phase="round", turn_cards="group"
    )
    play(battle, rounds.begin_round)
    assert list(battle.deck) == ["unit 0", "unit 1"]
    battle.phase, battle.taking_part, battle.active = "action", (0,), "a"
    run(battle, "gap", answers={"action.unit": [0, END], "detach": ["alone"]})
    play(battle, rounds.begin_round)
    assert list(battle.deck) == ["unit 0", "unit 1", "unit 2"]


def test_op_opt_01_going_along_makes_his_own_card_void() -> None:
    """A Knight who went along with a group has had his turn for this round."""
    battle = field(
        "a bows: x3 at 5,5 | a knight: knight at 8,5 | b foe: x3 at 5,30",
        phase="action",
        turn_cards="group",
        taking_part=(0,),
    )
    knight = unit(battle, "knight")
    assert deck.may_join_turn(battle, knight)
    deck.join_turn(battle, knight)
    assert knight.id in battle.taking_part
    assert deck.units_of_card(battle, f"unit {knight.id}") == ("a", ())
    battle.taking_part = ()
    assert not deck.may_join_turn(battle, knight)


def test_op_opt_01_going_along_loses_the_aim() -> None:
    """It is an action like any other (OP-SHOOT-07), though no turn of his own begins or ends."""
    battle = field(
        "a men: x3 at 5,5 | a sir: knight longbow at 8,5 | b foe: x3 at 5,25",
        phase="action",
        turn_cards="group",
        taking_part=(0,),
    )
    sir, foe = man(battle, "sir"), man(battle, "foe")
    sir.aim = foe.id
    way = ["move", [[5, 7]], 0]
    play(battle, moving.move, unit(battle, "men"), dice=[3, 3], answers=["go", way, first])
    play(battle, rounds.end_turn)
    battle.taking_part = (unit(battle, "sir").id,)
    rounds._make_ready(battle)
    assert not archery.facts(battle, sir, foe, None).aimed


def test_op_opt_01_card_of_a_unit_gone_is_thrown_away() -> None:
    """Its unit wiped out since the shuffle, a card does nothing."""
    battle = field(FIVE, phase="draw", turn_cards="group", deck=("unit 3",))
    wipe_out(battle, "spears")
    table = play(battle, rounds.draw_card)
    assert events_of(table, CardDrawn) == [CardDrawn("unit 3", "b", used=False)]


def test_op_opt_01_a_unit_due_to_arrive_gets_a_card() -> None:
    """From its arrival round on, not before."""
    battle = field(
        "a bows: x3 at 5,5 | b late: x3 off arrival_round=3 arrival_edge=north",
        phase="round",
        turn_cards="group",
        round=1,
    )
    play(battle, rounds.begin_round)
    assert list(battle.deck) == ["unit 0"]
    play(battle, rounds.begin_round)
    assert list(battle.deck) == ["unit 0", "unit 1"]


def test_op_opt_01_leaders_are_named_in_the_knights_own_turn() -> None:
    """The leaderless group's card brings no appointment, the Knight's does."""
    text = "a bows: leaderless x3 at 10,5 | a lord: knight at 12,8 | b foe: x3 at 5,30"
    battle = field(text, phase="start", turn_cards="group", taking_part=(0,))
    assert "appoint.figure" not in run(battle, "morale").keys
    battle = field(text, phase="start", turn_cards="group", taking_part=(1,))
    assert "appoint.figure" in run(battle, "morale").keys


def test_op_opt_01_a_hidden_units_card_tells_only_whose_it_is() -> None:
    """Others see neither which hidden unit's card was drawn nor its number."""
    seen = []
    for which in (1, 2):
        battle = field(
            "a bows: x3 at 5,5 hidden | a bills: x3 at 30,5 hidden | b foe: x3 at 5,30",
            phase="draw",
            turn_cards="group",
            deck=("unit 0", "unit 1", "unit 2"),
        )
        table = run(battle, "start", dice=[2, which])
        assert battle.taking_part == (which - 1,)
        seen.append(heard(table, "b"))
        assert "unit 0" not in view(battle, "b").deck + view(battle, "b").drawn
    assert seen[0] == seen[1]
    assert [type(event) for event in seen[0]] == [Rolled, CardDrawn]
    assert seen[0][1] == CardDrawn("hidden a", "a")


# -- as many cards as units


def test_op_opt_02_three_units_against_two() -> None:
    """The deck has five cards, three of them the first player's."""
    battle = field(FIVE, phase="round", turn_cards="colour")
    play(battle, rounds.begin_round)
    assert sorted(battle.deck) == ["a", "a", "a", "b", "b"]


def test_op_opt_02_the_player_chooses_among_unacted_units() -> None:
    """One unit takes a whole turn; it is not offered again in that round."""
    battle = field(FIVE, phase="draw", turn_cards="colour", deck=("a", "a"))
    bills = unit(battle, "bills").id
    table = run(battle, "gap", dice=[1], answers={"colour.unit": [bills], "action.unit": END})
    assert table.by.was_asked("colour.unit")[0].candidates == (0, 1, 2)  # type: ignore[attr-defined]
    battle.phase = "draw"
    again = run(battle, "gap", answers={"action.unit": END})
    assert again.by.was_asked("colour.unit")[0].candidates == (0, 1)  # type: ignore[attr-defined]


def test_op_opt_02_a_card_may_be_laid_aside_for_a_hidden_unit() -> None:
    """The hidden unit holds: released later, and not chosen for another card."""
    battle = field(
        "a bows: x3 at 5,5 hidden | a bills: x3 at 30,5 | b foe: x3 at 5,30",
        phase="draw",
        turn_cards="colour",
        deck=("a", "a"),
        drawn=(),
    )
    run(battle, "gap", dice=[1], answers={"colour.unit": [0], "hold": ["hold"]})
    assert unit(battle, "bows").holding
    assert deck.units_of_card(battle, "a") == ("a", (1,))
    table = run(battle, "action", answers={"release": [0]})
    assert battle.released
    assert table.keys == ["release"]


def test_op_opt_02_no_unacted_unit_left() -> None:
    """A card drawn when all his units have acted is thrown away."""
    battle = field(FIVE, phase="draw", turn_cards="colour", deck=("b",))
    for one in battle.units:
        one.had_turn = one.player == "b"
    table = play(battle, rounds.draw_card)
    assert events_of(table, CardDrawn) == [CardDrawn("b", "b", used=False)]


def test_op_card_06_allies_take_separate_turns() -> None:
    """The card of one ally gives the units of the other nothing to do."""
    battle = field(THREE, phase="draw", deck=("a1", "a2", "b"))
    play(battle, rounds.draw_card, dice=[1])
    assert (battle.active, battle.taking_part) == ("a1", (unit(battle, "bows").id,))


def test_op_card_07_the_hidden_keep_the_card() -> None:
    """A player all of whose men are hidden is still in the deck, and has his turn."""
    battle = field("a ambush: x3 at 5,5 hidden | b spears: x3 at 10,30", phase="round", round=0)
    play(battle, rounds.begin_round)
    assert sorted(battle.deck) == ["a", "b"]
