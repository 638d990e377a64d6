"""Two in contact, cards laid before them, and card rounds played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.table import Table
from banneret.rulesets.destrier.melee.cards.choosing import begin_round
from banneret.rulesets.destrier.melee.cards.pools import fill
from banneret.rulesets.destrier.sequence import SEQUENCE
from rulesets.destrier.arena import arena, man
from rulesets.scripting import ByKey

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.rulesets.destrier.basics.state import Battle, Figure
    from banneret.rulesets.destrier.melee.cards.hands import Hand

D = 0.7071
PLACES = {"shield": (-D, D, 180.0), "sword": (D, D, 180.0), "rear": (D, D, 0.0)}
SWORD = {"hand": ("broadsword",)}


def foes(
    one: str = "knight",
    two: str = "sergeant",
    side: str = "shield",
    *,
    card_round: int = 0,
    mine: dict[str, Any] | None = None,
    his: dict[str, Any] | None = None,
    winner: str = "a",
    **options: Any,
) -> tuple[Battle, Figure, Figure]:
    """Figure 0 of side a strikes figure 1 of side b on that side of the latter."""
    x, y, facing = PLACES[side]
    own = mine if mine is not None else (SWORD if one == "knight" else {})
    theirs = his if his is not None else (SWORD if two == "knight" else {})
    battle = arena(
        man(one, "a", 10.0, 10.0, 0.0, **own),
        man(two, "b", 10.0 + x, 10.0 + y, facing, **theirs),
        winner=winner,
        half=2,
        card_round=card_round,
        phase="choose",
        **options,
    )
    ready(battle)
    return battle, battle.figures[0], battle.figures[1]


def ready(battle: Battle) -> None:
    """Count blows and begin a card round."""
    for figure in battle.figures:
        fill(battle, figure)
    begin_round(battle)


def lay(figure: Figure, *keys: str, tac: str = "") -> None:
    """Lay cards before a figure, its TAC card in force."""
    figure.hand = keys
    figure.tac = tac
    figure.tac_played = bool(tac)


def refusal(hand: Hand, key: str) -> str:
    """The clause that refuses a card; "" if it may be chosen."""
    found = hand.why_not(key)
    return "" if found is None else found.clause


def refuses(hand: Hand, *keys: str) -> str:
    """The clause that refuses a set of cards; "" if it may be played."""
    found = hand.allows(keys)
    return "" if found is None else found.clause


def go(
    battle: Battle, answers: dict[str, Any] | None = None, until: str = "round_end", seed: int = 1
) -> tuple[Table[Battle], ByKey]:
    """Play steps with dice of chance until the battle comes to a phase."""
    by = ByKey(answers or {})
    table = Table(battle, RandomDice(seed), {"a": by, "b": by})
    for _ in range(200):
        if battle.phase == until or battle.result is not None:
            break
        table.rewind() if not table.events else None
        SEQUENCE[battle.phase](table)
    return table, by


def cards(**by_figure: tuple[str, ...]) -> Callable[[Any], Any]:
    """Answer questions for cards by the number of the figure: cards(f0=(...), f1=(...))."""

    def answer(choice: Any) -> Any:
        return by_figure.get(f"f{choice.about[0]}", ())

    return answer
