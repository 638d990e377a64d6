"""The secrets of Destrier, each in a battle where it is sure to lie on the table.

Battles of captains and of chance need not come to a dodge that is guessed. Here every secret is
played, exchanged for others, and must not show; and a book that lets one show is found out.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.events import Chose
from banneret.core.play.table import Table
from banneret.core.questions.choices import Choice
from banneret.rulesets.destrier import RULESET
from banneret.rulesets.destrier.basics.state import Battle, clone
from banneret.rulesets.destrier.horses.charges.orders import Order
from banneret.rulesets.destrier.screen import view as viewing
from banneret.rulesets.destrier.screen.view import is_faced
from banneret.rulesets.destrier.sequence import SEQUENCE
from contract.answers import answers_do_not_show
from contract.contract import Check
from contract.hidden import guesses_fit, players_see_views_only, secrets_do_not_show, shown
from contract.play import Case, Chooser
from rulesets.destrier.arena import arena, man
from rulesets.scripting import ByKey

TAC, BLOW, PARRY = "CLOSE@0", "DELIVER_BLOW@0", "WEAPON_PARRY"
DODGES = ("DODGE_LEFT", "DODGE_RIGHT", "DODGE_BACK")


def facing(shown: str, phase: str, *cards: str) -> Battle:
    """Two sergeants in contact; the second has these cards before him."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "b", 10, 11.42, 180),
        card_round=0,
        half=2,
        phase=phase,
    )
    one, two = battle.figures
    one.blows_left = two.blows_left = 6
    one.hand, two.hand = ("STAND_GROUND", "DELIVER_BLOW@1"), cards
    one.shown = two.shown = shown  # type: ignore[assignment]  # a word of Shown
    return battle


def mounted(*cards: str) -> Battle:
    """A rider whose steed has these cards face down."""
    battle = arena(
        man("sergeant", "a", 20, 17, 180),
        man("knight", "b", 20, 14, steed="great_horse", speed="stand"),
        card_round=0,
        half=2,
        phase="tac_first",
    )
    steed = battle.figures[1].steed
    assert steed is not None
    battle.figures[1].hand, steed.hand = ("STAND_GROUND", PARRY), cards
    return battle


def ordered(order: Order) -> Battle:
    """A rider who has written this."""
    battle = charged()
    battle.charges = [order]
    return battle


def charged() -> Battle:
    """A knight's charge at a man on foot, about to be carried out."""
    battle = arena(
        man("sergeant", "a", 20, 17, 180),
        man("knight", "b", 20, 5, steed="great_horse", speed="trot", hand=("lance",)),
        phase="charges",
        winner="b",
    )
    battle.charges = [Order(1, "gallop", (0,), faced=True)]
    return battle


def prepared(*spells: str, making: str = "slumber") -> Battle:
    """A magus with a spell ready and another in the making."""
    battle = arena(man("sergeant", "a", 10, 20, 180), man("magus", "b", 10, 10), card_round=1)
    magus = battle.figures[1]
    magus.hand, magus.shown = (f"PREPARE_SPELL>{making}",), "all"
    magus.prepared, magus.preparing = spells, (making,)
    return battle


PLAYED: dict[str, list[Battle]] = {
    "cards face down": [
        facing("none", "tac_first", TAC, BLOW, card) for card in (PARRY, "MOVE", *DODGES)
    ],
    "a TAC card face down": [
        facing("none", "tac_first", tac, BLOW, PARRY)
        for tac in (TAC, "STAND_GROUND", "KEEP_DISTANCE")
    ],
    "cards behind a TAC card": [
        facing("tac", "tac_second", TAC, BLOW, card) for card in (PARRY, "MOVE", *DODGES)
    ],
    "a dodge to be guessed": [facing("cards", "guess", TAC, BLOW, dodge) for dodge in DODGES],
    "a steed's cards": [mounted("STAND_GROUND", card) for card in ("HORSE_MOVE", "WHEEL")],
    "a charge order": [
        ordered(Order(1, *order)) for order in (("gallop", (0,)), ("canter", (0,)), ("", ()))
    ],
    "a spell": [prepared("slumber", making="flame_dart"), prepared("flame_dart")],
}


@pytest.mark.parametrize("side", ["a", None])
@pytest.mark.parametrize("secret", PLAYED)
def test_what_is_played_in_secret_does_not_show(secret: str, side: str | None) -> None:
    """View, scene and looks are the same whatever lies there; whose it is sees the difference."""
    seen = [shown(RULESET, battle, side) for battle in PLAYED[secret]]
    assert all(one == seen[0] for one in seen)
    own = [shown(RULESET, battle, "b") for battle in PLAYED[secret]]
    assert all(one != own[0] for one in own[1:])


def chosen(begin: Callable[[], Battle], step: str, key: str, answer: object) -> Battle:
    """A battle after the step in which the second figure's owner picked this."""
    battle = begin()
    by = ByKey({key: lambda choice: answer if choice.about[0] == 1 else ("STAND_GROUND",)})
    SEQUENCE[step](Table(battle, RandomDice(1), {"a": by, "b": by}))
    return battle


def to_choose() -> Battle:
    """A sergeant before two, all about to choose their cards."""
    battle = arena(
        man("sergeant", "a", 9, 10),
        man("sergeant", "b", 10, 12.5, 180),
        man("sergeant", "a", 11, 10),
        card_round=0,
        half=2,
        phase="choose",
    )
    for one in battle.figures:
        one.blows_left = 6
    return battle


def to_write() -> Battle:
    """A knight about to write his charge at one of two men."""
    battle = arena(
        man("sergeant", "a", 20, 17, 180),
        man("knight", "b", 20, 5, steed="great_horse", speed="trot", hand=("lance",)),
        man("sergeant", "a", 24, 17, 180),
        phase="charge_orders",
        winner="b",
    )
    battle.charges = []
    return battle


CHOICES: dict[str, tuple[Callable[[], Battle], str, str, tuple[object, ...]]] = {
    "cards and their targets": (
        to_choose,
        "choose",
        "cards",
        (
            (TAC, BLOW, PARRY),
            ("CLOSE@2", "FEROCITY@2", "MOVE"),
            ("CHARGE@2", "DELIVER_BLOW@2", "DODGE_BACK"),
        ),
    ),
    "a charge and its target": (
        to_write,
        "charge_orders",
        "charge",
        ("none", "canter:0", "gallop:2"),
    ),
}


@pytest.mark.parametrize("side", ["a", None])
@pytest.mark.parametrize("secret", CHOICES)
def test_what_is_chosen_leaves_no_trace(secret: str, side: str | None) -> None:
    """The step in which it is chosen notes it nowhere but where it is hidden."""
    begin, step, key, answers = CHOICES[secret]
    battles = [chosen(begin, step, key, answer) for answer in answers]
    seen = [shown(RULESET, battle, side) for battle in battles]
    assert all(one == seen[0] for one in seen)
    own = [shown(RULESET, battle, "b") for battle in battles]
    assert all(one != own[0] for one in own[1:])


def at(begin: Callable[[], Battle]) -> Case:
    """A case of the contract that begins at a moment of its own."""
    book = replace(RULESET, begin=lambda _scenario, _options, _forces: begin())
    return Case(book, "open_field", most=3)


class Dodging(Case):
    """A charge at a man who dodges to the left, whatever else is picked."""

    def chooser(self, picks: list[int], seed: int) -> Chooser:
        """Pick the line of the charge, then the dodge."""
        chooser = Chooser(picks, seed)
        chooser.lead = [("left",), ("DODGE_LEFT", "nothing", "NONE", "man")]
        return chooser


MOMENTS = {name: at(lambda name=name: clone(PLAYED[name][0])) for name in PLAYED}  # type: ignore[misc]
KEPT: list[Check] = [secrets_do_not_show, guesses_fit, players_see_views_only]


@pytest.mark.parametrize("check", KEPT, ids=lambda check: check.__name__)
@pytest.mark.parametrize("secret", PLAYED)
def test_the_contract_holds_where_it_is_played(secret: str, check: Check) -> None:
    """The contract's own checks, from that very moment."""
    for seed in range(3):
        check(MOMENTS[secret], [], seed)


def test_a_dodge_in_a_charge_is_guessed_not_known() -> None:
    """The charger is asked the same whichever way the other picked."""
    case = Dodging(*at(charged))
    answers_do_not_show(case, [], 1)


class Watching(ByKey):
    """A player who notes which of the secret picks have been told when he is asked for one."""

    def __init__(self, kept: set[str]) -> None:
        super().__init__({"charge_line": "left"})
        self.kept = kept
        self.told: list[str] = []

    def decide(self, table: Table[Battle], choice: Choice[object]) -> object:
        """Look at what has been told, then pick."""
        if choice.key in self.kept:
            events = [one.event for one in table.events]
            self.told += [e.key for e in events if isinstance(e, Chose) and e.key in self.kept]
        return super().decide(table, choice)


@pytest.mark.parametrize(
    ("jousting", "kept"),
    [
        (True, {"joust_aim", "joust_guard"}),
        (False, {"charge_defence", "charge_reply", "charge_aim"}),
    ],
)
def test_what_two_pick_together_is_told_when_both_have_picked(
    jousting: bool, kept: set[str]
) -> None:
    """Aim and guard of a joust, defence, answer and aim of a pass: nobody hears the other's."""
    battle = arena(
        man("knight", "a", 20, 17, 180, steed="great_horse", speed="trot", hand=("lance",)),
        man("knight", "b", 19, 5, steed="great_horse", speed="trot", hand=("lance",)),
        phase="charges",
        jousting=jousting,
    )
    battle.charges = [Order(key, "gallop", (1 - key,), faced=True) for key in (0, 1)]
    by = Watching(kept)
    table = Table(battle, RandomDice(1), {"a": by, "b": by})
    while battle.phase == "charges" and not kept & {one.key for one in by.asked}:
        SEQUENCE["charges"](table)
    asked = [one for one in by.asked if one.key in kept]
    assert {one.side for one in asked} == {"a", "b"}
    assert by.told == []


# -- a book that lets it show


def test_a_dodge_that_shows_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that faces dodges with the other cards fails the contract, not its own test alone."""
    monkeypatch.setattr(
        viewing, "is_faced", lambda key, shown: shown == "cards" or is_faced(key, shown)
    )
    with pytest.raises(AssertionError, match="sees other secrets"):
        secrets_do_not_show(MOMENTS["a dodge to be guessed"], [], 1)


def test_an_order_that_shows_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders rest between two steps, with no question: they are compared as they lie."""
    monkeypatch.setattr(viewing, "_is_secret", lambda _battle, _order, _side: False)
    with pytest.raises(AssertionError):
        test_what_is_played_in_secret_does_not_show("a charge order", "a")
