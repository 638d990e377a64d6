"""One who knows how often the captain plays what, and answers with what does best against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.rulesets.destrier.captain import HABITS, SETTLED, cards
from banneret.rulesets.destrier.ground.stands import gap
from banneret.tabletop.captains.habits import Habitual

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.rulesets.destrier.basics.state import Battle, Figure
    from banneret.rulesets.destrier.captain.worth import Stance


def best_against(payoffs: Sequence[Sequence[float]], shares: Sequence[float]) -> list[float]:
    """All weight on the row that gains most against known frequencies."""
    gains = [sum(one * share for one, share in zip(row, shares, strict=True)) for row in payoffs]
    best = max(range(len(gains)), key=gains.__getitem__)
    return [float(at == best) for at in range(len(gains))]


def stances(battle: Battle, figure: Figure, foe: Figure, mine: Sequence[Stance]) -> list[float]:
    """The best stance against those the captain will take, at his own shares."""
    theirs, payoffs = cards.stance_game(battle, figure, foe, mine)
    his = cards.striking(theirs)
    known = cards.BLUFF.stances(battle, foe, figure, his)
    shares = dict(zip(his, known, strict=True))
    return best_against(payoffs, [shares.get(one, 0.0) for one in theirs])


def tacs(battle: Battle, figure: Figure, foe: Figure, mine: Sequence[str]) -> list[float]:
    """The best TAC card against the captain's, at his own shares."""
    inches = gap(figure, foe)
    every = cards.cards_of(battle, foe)
    his = [name for name in every if cards.sensible(battle, foe, name, inches)] or every
    known = cards.BLUFF.tacs(battle, foe, figure, his)
    return best_against(cards.tac_table(battle, figure, foe, mine, his), known)


def hand(battle: Battle, choice: Any) -> Any:
    """Choose cards as the captain does, but knowing him."""
    return cards.hand(battle, choice, cards.Wits(stances, tacs))


def knowing(side: str) -> Habitual[Battle]:
    """The counter-player of a side."""
    return Habitual(side, {**HABITS, "cards": hand}, SETTLED)
