"""The captain: mixtures that cannot be learnt, and battles he wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.core.questions.choices import Pick
from banneret.players import player
from banneret.rulesets.destrier import RULESET
from banneret.rulesets.destrier.basics.state import Card, card, moved, written
from banneret.rulesets.destrier.captain import LEVELS, field, worth
from banneret.rulesets.destrier.captain.approach import comes_within, spots
from banneret.rulesets.destrier.captain.cards import afar, blow_names, hand, stance_game, striking
from banneret.rulesets.destrier.captain.field import AIMS, GUARDS
from banneret.rulesets.destrier.captain.games import drawn, lot, mixture
from banneret.rulesets.destrier.captain.round_walls import waypoint
from banneret.rulesets.destrier.captain.steeds import kicked
from banneret.rulesets.destrier.ground.contact import in_contact
from banneret.rulesets.destrier.horses.charges.orders import NONE, read
from banneret.rulesets.destrier.horses.charges.writing import ask_order
from banneret.rulesets.destrier.melee.cards.choosing import proposals, question, rivals
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.movement.half_moves import ways
from banneret.rulesets.destrier.screen import foresight
from rulesets.destrier.arena import arena, man, thing
from rulesets.destrier.fights import foes, ready

if TYPE_CHECKING:
    from banneret.rulesets.destrier.basics.state import Battle


def test_a_fair_game_is_played_evenly() -> None:
    stone = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]
    assert mixture(stone, 400) == pytest.approx([1 / 3] * 3, abs=0.08)


def test_a_better_row_is_played_alone() -> None:
    assert mixture([[1.0, 2.0], [0.0, 1.0]])[0] > 0.9


def test_lots_fall_by_their_shares() -> None:
    places = [drawn([0.2, 0.5, 0.3], "lot", number) for number in range(2000)]
    assert [places.count(place) / 2000 for place in range(3)] == pytest.approx(
        [0.2, 0.5, 0.3], abs=0.05
    )
    assert 0.0 <= lot("a") < 1.0


def test_he_does_not_always_do_the_same() -> None:
    seen = set()
    for turn in range(30):
        battle, knight, _ = foes(card_round=1)
        battle.turn = turn
        seen.add(hand(battle, question(battle, knight, Hand(battle, knight))))
    assert len(seen) > 1


def test_his_joust_follows_the_table() -> None:
    battle, *_ = foes()
    aims, guards = field.joust_mixtures(battle.tables)
    assert sum(aims) == pytest.approx(1.0)
    assert sum(guards) == pytest.approx(1.0)


def test_his_first_course_differs_from_battle_to_battle() -> None:
    """He cannot be learnt: aim and guard go by his whim, not by the turn alone."""
    battle, *_ = foes()
    for choice in (Pick("a", "joust_aim", "", AIMS), Pick("a", "joust_guard", "", GUARDS)):
        seen = {field.tilt(battle, choice, whim) for whim in range(60)}
        assert len(seen) > 1


def fight(scenario: str, names: dict[str, str], seed: int) -> Battle:
    people = {side: player(RULESET, side, name, seed) for side, name in names.items()}
    battle = RULESET.begin(scenario, {}, {})
    game = Game(RULESET, battle, dice=RandomDice(seed), players=people, history=False)
    game.advance()
    return game.state


def test_he_beats_chance() -> None:
    won = 0
    for seed in range(12):
        mine, other = ("a", "b") if seed % 2 else ("b", "a")
        state = fight("duel_at_the_mill", {mine: "captain", other: "chance"}, seed)
        won += RULESET.over(state).winner == mine  # type: ignore[union-attr]
    assert won >= 8


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_fights_a_battle_to_its_end(level: str) -> None:
    state = fight("brawl_at_the_boar", {"a": level, "b": level}, 3)
    assert RULESET.over(state) is not None
    assert RULESET.faults(state) == []


def test_the_odds_of_a_card_stand_against_each_card_of_the_other() -> None:
    battle, knight, _ = foes()
    found = foresight.odds(battle, knight, "DELIVER_BLOW@1")
    assert found["against STAND GROUND"].endswith("%")
    assert found["hit"] == found["against STAND GROUND"]
    rush = foresight.odds(battle, knight, "CHARGE")
    assert int(rush["against CLOSE"].split()[0]) != int(found["against CLOSE"].split()[0])


def test_de_host_15_card_against_card_is_a_table_of_what_both_hit_with() -> None:
    """TAC card against TAC card: the same numbers as on the card, his under the other reading."""
    battle, knight, sergeant = foes()
    (table,) = foresight.pitted(battle, knight, [sergeant], ["STAND_GROUND", "CLOSE"])
    rows = {titles: dict(zip(table.columns, cells, strict=True)) for titles, cells in table.rows}
    known = foresight.odds(battle, knight, "DELIVER_BLOW@1")
    for name in table.columns:
        assert f"{rows['STAND GROUND',][name][0]} %" == known[f"against {name}"]
    back = foresight.odds(battle, sergeant, "DELIVER_BLOW@0")
    assert f"{rows['STAND GROUND',]['STAND GROUND'][1]} %" == back["against STAND GROUND"]
    assert table.target == sergeant.id


def test_de_def_01_plays_stand_against_plays_once_the_matrix_is_past() -> None:
    """A guard takes off what strikes it and strikes nobody; a dodge is told guessed and not."""
    battle, knight, sergeant = foes(card_round=1, his={"hand": ("mace",), "shield": "small"})
    (table,) = foresight.pitted(battle, knight, [sergeant], [])
    rows = {titles: dict(zip(table.columns, cells, strict=True)) for titles, cells in table.rows}
    blow = rows["DELIVER BLOW",]
    assert int(blow["WEAPON PARRY"][0]) < int(blow["DELIVER BLOW"][0])
    assert blow["WEAPON PARRY"][1] == ""
    right, wrong = blow["DODGE"][0].split(", ")
    assert int(right) > int(wrong)
    assert rows["WEAPON PARRY",]["WEAPON PARRY"] == ("", "")


def test_de_att_02_a_lance_is_weighed_against_whom_it_reaches() -> None:
    """Behind the enemy in contact stands one within the inch that a lance reaches."""
    battle = arena(
        man("knight", "a", 10, 10, 0, in_hand=("lance",)),
        man("sergeant", "b", 10, 11.42, 180),
        man("sergeant", "b", 10.2, 12.2, 180),
        card_round=1,
    )
    found = [one.id for one in rivals(Hand(battle, battle.figures[0]))]
    assert found == [1, 2]


def test_de_tacp_01_nobody_to_strike_is_proposed_no_card() -> None:
    """Far from everybody no card is proposed, so that one word plays for the whole side."""
    battle = arena(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 30, 180), card_round=1)
    battle.figures[0].blows_left = 3
    assert proposals(Hand(battle, battle.figures[0]))[0] == ("No card", ())


def test_de_tacp_01_a_man_held_but_untouched_is_proposed_to_stand_and_strike() -> None:
    """Where CLOSE may not be chosen the proposals stand their ground instead of being empty."""
    battle, knight, _ = foes()
    own = Hand(battle, knight)
    own.touched = []
    own._known[written(Card("CLOSE", "", 1))] = Refusal("held", "DE-CON-01")
    names = {card(key).name for _, keys in proposals(own) for key in keys}
    assert "STAND_GROUND" in names
    assert "CLOSE" not in names


def test_de_tac_01_a_beast_that_touches_an_enemy_is_proposed_to_close_and_strike() -> None:
    """It may not stand its ground, so that one word for the whole side would have none for it."""
    battle = arena(
        man("wolf", "a", 10, 10, hand=("bite",)), man("sergeant", "b", 10, 11.2, 180), half=2
    )
    battle.card_round, battle.phase = 0, "choose"
    wolf, sergeant = battle.figures
    while not in_contact(battle, wolf, sergeant):
        sergeant.y -= 0.05
        battle.memo.known.clear()
    wolf.blows_left = 6
    own = Hand(battle, wolf)
    assert own.touched
    assert "STAND_GROUND" not in own.offered
    names = [card(key).name for key in proposals(own)[0][1]]
    assert names[0] == "CLOSE"
    assert len(names) > 1


def test_behind_a_friend_he_keeps_his_blows_and_looks_for_room_beside_the_enemy() -> None:
    battle = arena(
        man("peasant", "a", 10.0, 9.0, 0.0),
        man("sergeant", "a", 10.0, 10.0, 0.0),
        man("sergeant", "b", 10.0, 11.0, 180.0),
        half=2,
        card_round=1,
        phase="choose",
    )
    ready(battle)
    peasant, front, foe = battle.figures
    assert not comes_within(battle, peasant, foe, 3.0)
    assert comes_within(battle, front, foe, 3.0)
    found = hand(battle, question(battle, peasant, Hand(battle, peasant)))
    assert not any(key.startswith("DELIVER_BLOW") for key in found)
    free = spots(battle, peasant)
    assert free
    assert all(one.at[1] > front.y for one in free)


def test_who_knows_his_shares_gains_little_in_the_small_game() -> None:
    """His mixture is near the value of the game, whatever is played against it."""
    battle, knight, foe = foes(card_round=1)
    mine = striking(worth.stances(worth.one_side(battle, knight, foe)))
    theirs, payoffs = stance_game(battle, knight, foe, mine)
    shares = mixture(payoffs)
    against = [
        sum(share * row[at] for share, row in zip(shares, payoffs, strict=True))
        for at in range(len(theirs))
    ]
    best = max(min(row) for row in payoffs)
    assert min(against) >= best - 0.02 * abs(best) - 0.05


@pytest.mark.parametrize("names", ["green green", "green captain", "squire green"])
def test_de_end_04_a_joust_is_ridden_whoever_jousts(names: str) -> None:
    """The easier levels write the usual course too, so a joust comes to its own end."""
    levels = dict(zip("ab", names.split(), strict=True))
    for seed in range(2):
        state = RULESET.begin("pas_darmes", {}, {})
        players = {side: player(RULESET, side, name, seed) for side, name in levels.items()}
        game = Game(RULESET, state, dice=RandomDice(seed), players=players, history=False)
        game.advance()
        assert game.state.result is not None
        assert game.state.result.clause == "DE-END-04"


def riders(*foes: tuple[float, float]) -> Battle:
    """Three knights at a trot, two abreast and one behind, before men on foot."""
    places = ((10.0, 5.0), (14.0, 5.0), (10.0, 2.0))
    lances = [
        man("knight", "a", x, y, 0.0, steed="great_horse", speed="trot", hand=("lance",))
        for x, y in places
    ]
    return arena(*lances, *[man("archer", "b", x, y, 180.0) for x, y in foes])


def written_by(battle: Battle, key: int) -> tuple[int, ...]:
    return read(key, field.charge(battle, ask_order(battle, battle.figures[key]))).targets


def test_riders_charge_each_at_another_and_nobody_through_a_friend() -> None:
    battle = riders((10.0, 15.0), (14.0, 15.0))
    first, second, third = (written_by(battle, key) for key in range(3))
    assert len({*first[:1], *second[:1]}) == 2
    assert third[:1] != (3,), "the first knight is before him"


def test_nobody_writes_a_charge_that_ends_short() -> None:
    battle = riders((10.0, 34.0))
    order = field.charge(battle, ask_order(battle, battle.figures[0]))
    assert order == NONE


def test_who_is_half_spent_strikes_in_rage() -> None:
    _, knight, _ = foes(card_round=1)
    assert blow_names(knight)[0] == "DELIVER_BLOW"
    knight.fatigue = knight.fatigue_max // 2
    assert blow_names(knight)[0] == "FEROCITY"


def test_who_has_only_to_hold_out_opens_no_door() -> None:
    battle = arena(man("pikeman", "a", 9.0, 14.0), man("orc", "b", 9.0, 17.0), scenario="the_stair")
    watch, orc = battle.figures
    assert not field.useful(battle, watch, "open_door:0")
    assert field.useful(battle, orc, "open_door:0")


def test_nobody_presses_against_the_rock_beside_the_passage() -> None:
    rocks = [thing("west", (0.0, 10.0, 7.5, 20.0)), thing("east", (10.5, 10.0, 18.0, 20.0))]
    battle = arena(
        man("orc", "b", 4.0, 20.8, 180.0),
        man("orc", "b", 9.0, 20.8, 180.0),
        man("sergeant", "a", 9.0, 5.0),
        things=rocks,
        size=(18.0, 32.0),
        winner="b",
    )
    beside, before, _ = battle.figures
    first = waypoint(battle, beside)
    assert first is not None
    assert 7.5 < first[0] < 10.5
    assert first[1] > 20.0
    assert waypoint(battle, before) is None
    choice = ways(battle, beside)
    way = field.half_move(battle, choice)
    assert way.points[-1][0] > 5.5


def test_de_hth_08_his_horse_does_not_kick_where_he_strikes() -> None:
    """That kick would be lost; one at the other flank, or under an unarmed rider, is not."""
    battle = arena(
        man("knight", "a", 20, 15, steed="great_horse", hand=("broadsword",)),
        man("sergeant", "b", 18.793, 15, 90),
        man("sergeant", "b", 21.207, 15, 270),
        half=2,
        card_round=1,
    )
    ready(battle)
    knight, left, right = battle.figures
    assert kicked(battle, knight) == [1, 2]
    right.status = "down"
    moved(battle)
    assert kicked(battle, knight) == []
    knight.in_hand = ()
    assert kicked(battle, knight) == [left.id]


def test_de_host_56_he_lets_sleepers_lie() -> None:
    """Neither arrow nor spell of his wakes whom a spell has put out of the fight."""
    battle = arena(
        man("archer", "a", 10, 10, hand=("long_bow",)),
        man("sergeant", "b", 10, 16, 180, asleep=3, posture="prone"),
        man("sergeant", "b", 14, 18, 180),
        half=2,
        card_round=1,
    )
    ready(battle)
    archer = battle.figures[0]
    asked = question(battle, archer, Hand(battle, archer))
    assert {"FIRE_MISSILE@1", "FIRE_MISSILE@2"} <= set(asked.candidates)
    assert ("FIRE_MISSILE@2",) in afar(battle, archer, asked)
    assert ("FIRE_MISSILE@1",) not in afar(battle, archer, asked)
