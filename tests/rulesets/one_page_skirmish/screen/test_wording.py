"""Sentences and scenes: what people read and see."""

from __future__ import annotations

import inspect

import pytest

from banneret.core.play.events import Chose, Event, Rolled
from banneret.rulesets.one_page_skirmish.movement.mounts import turn_loose
from banneret.rulesets.one_page_skirmish.screen import events as e
from banneret.rulesets.one_page_skirmish.screen.scene import scene
from banneret.rulesets.one_page_skirmish.screen.sentences import sentence
from banneret.rulesets.one_page_skirmish.setup.beginning import begin
from rulesets.one_page_skirmish.field import field
from rulesets.one_page_skirmish.setting_up import set_up

BATTLE = begin("crossroads", {}, {})  # units 0-2 English, 3-5 French; figures 0, 1-4, 5-8, 9 ...

SENTENCES: list[tuple[Event, str | None]] = [
    (e.RoundBegan(2, 2), "Round 2 began with 2 cards in the deck."),
    (e.CardDrawn("a", "a"), "English raiders: their card came up."),
    (e.CardDrawn("a", "a", used=False), "English raiders: their card came up and was void."),
    (e.TurnBegan("a", 1), None),
    (e.TurnBegan("a", 1, 1), "Longbowmen began a turn of their own."),
    (e.TurnEnded("a"), None),
    (
        e.NoKnight("a"),
        "English raiders came without a Knight: a group whose Sergeant falls will stay leaderless.",
    ),
    (e.Deployed(1, {}), "Longbowmen were set up."),
    (e.Deployed(0, {}, hidden=True), "Banneret was hidden."),
    (e.Held(1), "Longbowmen held for later in the round."),
    (e.Lapsed(1), "Longbowmen waited in vain and lost this round's turn."),
    (e.Revealed(1, "seen moving", {}), "Longbowmen were revealed, seen moving."),
    (e.Appointed(0, 2, 1), "Banneret named Longbowman 2 Sergeant of Longbowmen."),
    (e.Appointed(0, 0, 1), "Banneret took over Longbowmen."),
    (e.Rallied(0, 1), "Banneret rallied Longbowmen: +2."),
    (
        e.Tested(1, "casualties", 8, 9, "shaken", 1),
        "Longbowmen tested morale after losses, rolling 9, 8 or less needed: shaken.",
    ),
    (e.Declined(1), "Longbowmen fell back before the charge."),
    (e.StatusChanged(1, "steady"), "Longbowmen were steady again."),
    (e.StatusChanged(0, "routing"), "Banneret was now routing."),
    (e.Moved(1, 1, "move", (), 0.0, 9.0, 7.25), "Longbowmen moved 7.2″ of 9″."),
    (e.Moved(0, 0, "charge", (), 0.0, 14, 12), "Banneret charged 12″ of 14″."),
    (e.Placed(1, {}), None),
    (e.Turned(1, 90.0), None),
    (e.ChargeDeclared(0, 5), "Banneret declared a charge on Hired crossbowmen."),
    (e.ChargeEnded(0, 5, "short"), "The charge of Banneret on Hired crossbowmen fell short."),
    (e.Stayed(1, "boxed_in"), "Longbowmen stayed where they stood, with nowhere to go."),
    (e.Stayed(1, "in_cover"), "Longbowmen stayed where they stood, in cover."),
    (
        e.Shot(2, 9, "longbow", 9, "mount", "mount_killed"),
        "Longbowman 2 shot at Chevalier (mount) with a longbow and killed the mount: 9, 9 needed.",
    ),
    (
        e.Shot(2, 0, "longbow", 4, "mount", "miss", at_mount=True),
        "Longbowman 2 shot at a riderless mount with a longbow and missed: 4, 9 needed.",
    ),
    (e.Did(2, "load"), "Longbowman 2 loaded."),
    (e.Did(2, "nothing"), None),
    (
        e.Did(2, "change_weapon", "hand_weapon"),
        "Longbowman 2 took the hand weapon in hand.",
    ),
    (e.Did(2, "seize", "hall"), "Longbowman 2 took hold of the hall."),
    (e.GateMoved("gate", True, 2), "Longbowman 2 opened the gate."),
    (e.GateMoved("gate", False, 2), "Longbowman 2 shut the gate."),
    (e.Scored("a", 10, "exit"), "English raiders scored 10 points for men who left as ordered."),
    (
        e.Scored("b", 1, "exit_denied"),
        "French men-at-arms scored one point for enemies who did not get away.",
    ),
    (
        e.Fought((0, 2), 9, (8, 4), (5, 5), 4, ("attacker_wins", "defender_wins")),
        (
            "Banneret and Longbowman 2 attacked Chevalier. "
            "Banneret won, 8 against 5; Longbowman 2 lost, 4 against 5."
        ),
    ),
    (
        e.Fought((0,), 9, (), (), 4, ("automatic",)),
        "Banneret struck at Chevalier, who lay stunned.",
    ),
    (e.Hurt(9, "wound", 0), "Chevalier was wounded by Banneret."),
    (e.Hurt(9, "killed"), "Chevalier was killed."),
    (e.Recovered(9), "Chevalier came to."),
    (e.Pushed(2, (0, 0, 0)), "Longbowman 2 was pushed back."),
    (e.Unhorsed(9, (0, 0, 0), None), "Chevalier was unhorsed."),
    (
        e.Unhorsed(9, (0, 0, 0), None, "mount_killed"),
        "Chevalier's mount was killed, and he stood on foot.",
    ),
    (e.FollowedUp(0, (0, 0, 0)), "Banneret followed up."),
    (e.Left(1, (1, 2), "fled"), "Longbowmen: 2 men fled from the table."),
    (e.Left(0, (0,), "exited"), "Banneret: one man left the table under orders."),
    (e.Arrived(1, "north", {}), "Longbowmen came on by the north edge."),
    (e.Detached(0, 1, alone=True), "Banneret rode off alone."),
    (e.Detached(0, 1, alone=False), "Banneret rejoined Longbowmen."),
    (e.Conceded("a"), "English raiders gave up."),
    (
        e.BattleEnded("a", "French men-at-arms broke"),
        "English raiders won: French men-at-arms broke.",
    ),
    (e.BattleEnded(None, "points 3 to 3"), "The battle was drawn: points 3 to 3."),
    (Rolled("morale", (10,), (3,)), None),
    (Chose("a", "hold", "act"), None),
]


@pytest.mark.parametrize(("event", "told"), SENTENCES)
def test_every_event_has_its_sentence(event: Event, told: str | None) -> None:
    """Names first, the result last, distances with the inch sign; quiet things say nothing."""
    assert sentence(BATTLE, event) == told


def test_no_kind_of_event_is_forgotten() -> None:
    """Every kind of event of the book stands in the list above."""
    kinds = {
        kind
        for _, kind in inspect.getmembers(e, inspect.isclass)
        if issubclass(kind, Event) and kind is not Event
    }
    assert kinds <= {type(event) for event, _ in SENTENCES}


def test_who_is_not_in_the_view_is_not_named() -> None:
    """A sentence about men out of sight says somebody and a unit."""
    assert sentence(BATTLE, e.Recovered(99)) == "Somebody came to."
    assert sentence(BATTLE, e.Held(99)) == "A unit held for later in the round."


def test_the_same_force_on_both_sides_is_told_apart() -> None:
    """Names of the second player's units carry his seat."""
    battle = begin("crossroads", {}, {"a": "outlaws", "b": "outlaws"})
    names = [one.name for one in battle.units]
    assert len(set(names)) == len(names)
    assert sentence(battle, e.Conceded("b")) == "Outlaws of the greenwood (B) gave up."


def test_allies_are_named_by_their_seats() -> None:
    """A card of an allied player says whose it is; sides without a list go by their letter."""
    battle = field("a1 one: x3 at 5,5 | a2 two: x3 at 20,5 | b foe: x3 at 20,30")
    assert sentence(battle, e.CardDrawn("a2", "a2")) == "Side A, a2: their card came up."


def test_the_scene_shows_men_ground_and_goals() -> None:
    """Pieces bear names, groups, arms and profiles; goals, mounts and panels are there."""
    drawn = scene(set_up(begin("manor", {}, {})), "a")
    assert (drawn.width, drawn.height, drawn.now) == (48.0, 36.0, "New round")
    kinds = {one.kind for one in drawn.ground}
    assert {"wall", "gate_shut", "building", "woods", "fence"} <= kinds
    assert [marker.kind for marker in drawn.markers] == ["seize", "hold"]
    captain = next(piece for piece in drawn.pieces if piece.rank == "knight")
    assert (captain.group, captain.arms) == ("Captain", "hand weapon")
    assert captain.profile["armour rating"] == "2"
    panel = dict(drawn.sides[1].lines)
    assert (panel["To come"], panel["Figures"]) == ("5", "9 of 9")


def test_the_scene_shows_holdings_and_loose_mounts() -> None:
    """A point to be held has its radius; a riderless mount is marked."""
    battle = begin("crossroads", {}, {})
    knight = battle.figures[0]
    turn_loose(battle, knight, knight.base)
    drawn = scene(battle, None)
    assert [(one.kind, one.radius) for one in drawn.markers] == [("mount", 0.0), ("hold", 6.0)]
    assert "mount" in scene(set_up(battle), None).pieces[0].profile
