"""Cards have a cost, a group and a target; several are one answer."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import IllegalAnswer, UnreadableAnswer
from banneret.core.questions.choices import Play
from banneret.core.show.cards import Card, Purse

FACES = {
    "blow@7": Card("DELIVER BLOW", 1, "attack", "One blow.", (7,), "Thorkel", "Guy"),
    "blow@8": Card("DELIVER BLOW", 1, "attack", "One blow.", (8,), "Ulf", "Guy"),
    "great@7": Card("GREAT BLOW", 2, "attack", "", (7,), "Thorkel", "Guy"),
    "parry": Card("WEAPON PARRY", 1, "defence", hand="Guy"),
    "kick@7": Card("KICK", 2, "attack", "", (7,), hand="Bayard"),
    "pass": Card("PASS", hand="Guy"),
}


def hand(**more: Any) -> Play:
    given: dict[str, Any] = {
        "least": 1,
        "most": 3,
        "card": FACES.__getitem__,
        "purses": (Purse("Guy", 2, 6, clause="DE-COST-01"), Purse("Bayard", 2, 4)),
        "once": "DE-GEN-05",
    }
    return Play("red", "melee", "Play cards", list(FACES), **(given | more))


def test_a_set_is_one_answer() -> None:
    """Cards of both hands, each paid from its own purse; JSON reads the same."""
    play = hand()
    assert play.check(["blow@7", "parry", "kick@7"]) == ("blow@7", "parry", "kick@7")
    assert play.preview(["blow@7", "parry", "kick@7"]).pays == (("Guy", 2), ("Bayard", 2))


@pytest.mark.parametrize(
    ("keys", "reason", "clause"),
    [
        (("blow@7", "blow@8"), "DELIVER BLOW can be played once", "DE-GEN-05"),
        (("great@7", "parry"), "these cards cost 3 blows and Guy has 2", "DE-COST-01"),
    ],
)
def test_what_does_not_go_together(keys: tuple[str, ...], reason: str, clause: str) -> None:
    """One card at two targets, and more than the purse holds."""
    with pytest.raises(IllegalAnswer) as no:
        hand().check(keys)
    assert (no.value.reason, no.value.clause) == (reason, clause)


def test_unknown_cards_are_unreadable() -> None:
    """A card that is not in the hand."""
    with pytest.raises(UnreadableAnswer, match="'bash'"):
        hand().check(["bash"])


def test_a_book_may_reckon_the_price_itself() -> None:
    """The first parry is free."""
    free = hand(
        price=lambda keys, who: sum(
            FACES[k].cost for k in keys if FACES[k].hand == who and k != "parry"
        )
    )
    assert free.check(["great@7", "parry"]) == ("great@7", "parry")
    assert free.preview(["great@7", "parry"]).pays == (("Guy", 2), ("Bayard", 0))


def test_a_single_card_is_paid_too() -> None:
    """Where one card is played the answer is one key."""
    one = hand(least=1, most=1, purses=(Purse("Guy", 1),))
    assert one.check("blow@8") == "blow@8"
    with pytest.raises(IllegalAnswer, match="cost 2 blows"):
        one.check("great@7")


def test_sets_are_proposed_while_they_are_lawful() -> None:
    """As last round, unless it cannot be paid any more."""
    sets = [("As last round", ("great@7",)), ("All out", ("great@7", "parry"))]
    assert hand(proposed=lambda: sets).describe()["proposed"] == [("As last round", ("great@7",))]


def test_described_for_screens() -> None:
    """Each option with its card, and the purses; what is at its default is left out."""
    said = msgspec.to_builtins(hand(titled="Sir Guy, knight").describe())
    assert said["titled"] == "Sir Guy, knight"
    assert said["options"][0]["card"] == {
        "title": "DELIVER BLOW", "cost": 1, "group": "attack", "sentence": "One blow.",
        "targets": (7,), "at": "Thorkel", "hand": "Guy",
    }  # fmt: skip
    assert said["purses"][0] == {"hand": "Guy", "left": 2, "most": 6, "clause": "DE-COST-01"}


@pytest.mark.parametrize("least", [0, 1, 2])
def test_chance_plays_lawful_sets(least: int) -> None:
    """Whatever is drawn is allowed, all of it is drawn sometimes, and ideas are lawful."""
    chance = RandomDice(5)

    def no_pass(keys: tuple[str, ...]) -> Refusal | None:
        return Refusal("not with others", "X-A-01") if "pass" in keys and len(keys) > 1 else None

    play = hand(least=least, allows=no_pass)
    drawn = {play.any(chance) for _ in range(300)}
    for keys in (*drawn, *play.ideas()):
        play.check(keys)
    assert {key for keys in drawn for key in keys} >= set(FACES) - (
        {"pass"} if least == 2 else set()
    )
