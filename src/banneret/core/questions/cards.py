"""Cards from a hand: each with its cost, group, sentence and target; several are one answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.clauses import Refusal
from banneret.core.questions.asking import Preview
from banneret.core.questions.picks import Pick
from banneret.core.show.cards import Card, Pitted, Purse

if TYPE_CHECKING:
    from banneret.core.questions.asking import Chance

Cards = tuple[str, ...]


class Play(Pick[str]):
    """Cards from a hand, or from the two hands of a rider and his steed.

    A key names a card, and its target if it has one ("blow@7"). `card` tells what stands on it,
    `purses` what is paid from: cards that cost more than a purse holds are refused, and so is one
    card at two targets. `price` reckons what a set costs a purse where that is not the sum.
    `proposed` lists sets with a name, such as "As last round"; unlawful ones are left out.
    `pitted` has the chances of card against card, a table for each enemy in reach.
    """

    card: Callable[[str], Card] | None = None
    purses: Sequence[Purse] = ()
    price: Callable[[Cards, str], int] | None = None
    proposed: Callable[[], Sequence[tuple[str, Cards]]] | None = None
    pitted: Callable[[], Sequence[Pitted]] | None = None
    once: str = ""  # the clause that refuses one card at two targets
    titled: str = ""  # whose hand it is, in a few words

    kind = "play"

    def __post_init__(self) -> None:
        """Let a card that cannot be paid even alone say so."""
        if self.purses:
            given = self.why_not
            self.why_not = lambda key: (given(key) if given else None) or self._unpaid((key,))

    def face(self, key: str) -> Card:
        """Give what stands on a card."""
        return Card(self.label(key)) if self.card is None else self.card(key)

    def cost(self, keys: Cards, purse: Purse) -> int:
        """Reckon what cards take from a purse."""
        if self.price is not None:
            return self.price(keys, purse.hand)
        faces = [self.face(key) for key in keys]
        return sum([face.cost for face in faces if face.hand in {"", purse.hand}])

    def refusal(self, value: Any) -> Refusal | None:
        """Refuse what a pick refuses, a card played twice, and what cannot be paid."""
        if not self._one:
            no = self._twice([key for key in value if key in self.candidates])
            if no is not None:
                return no
        no = super().refusal(value)
        return no if no is not None or self._one else self._unpaid(value)

    def _twice(self, keys: Sequence[str]) -> Refusal | None:
        seen = set()
        for key in keys:
            face = self.face(key)
            if (face.hand, face.title) in seen:
                return Refusal(f"{face.title} can be played once", self.once)
            seen.add((face.hand, face.title))
        return None

    def _unpaid(self, keys: Cards) -> Refusal | None:
        for purse in self.purses:
            cost = self.cost(keys, purse)
            if cost > purse.left:
                whose = f"{purse.hand} has" if purse.hand else "there are"
                reason = f"these cards cost {cost} {purse.unit} and {whose} {purse.left}"
                return Refusal(reason, purse.clause)
        return None

    def proposals(self) -> list[tuple[str, Cards]]:
        """List the named sets that may be played."""
        if self.proposed is None:
            return []
        return [(name, keys) for name, keys in self.proposed() if self.lawful(keys) is not None]

    def preview(self, answer: Any) -> Preview:
        """Tell what a set would mean, and what each purse pays."""
        seen = super().preview(answer)
        if not seen.legal or not self.purses:
            return seen
        keys = self.read(answer)
        if self._one:
            keys = (keys,)
        pays = tuple([(purse.hand, self.cost(keys, purse)) for purse in self.purses])
        return msgspec.structs.replace(seen, pays=pays)

    def ideas(self) -> Sequence[Any]:
        """List lawful sets: what is proposed, the fewest cards, each single card, the most."""
        if self._one or self.sets is not None:
            return super().ideas()
        allowed = self.allowed()
        tried = [keys for _, keys in self.proposals()]
        tried.append(self._grown((), allowed, self.least))
        if self.least <= 1 <= self.most:
            tried += [(key,) for key in allowed]
        tried.append(self._grown((), allowed, self.most))
        return [keys for keys in dict.fromkeys(tried) if self._is_lawful(keys)]

    def _grown(self, keys: Cards, pool: Sequence[str], wanted: int) -> Cards:
        """Add cards in order as long as the set can be paid and allowed."""
        for key in pool:
            if len(keys) < wanted and key not in keys and self._goes((*keys, key)):
                keys = (*keys, key)
        return keys

    def _goes(self, keys: Cards) -> bool:
        if self._twice(keys) is not None or self._unpaid(keys) is not None:
            return False
        return len(keys) < self.least or self.allows is None or self.allows(keys) is None

    def _is_lawful(self, keys: Cards) -> bool:
        return self.least <= len(keys) <= self.most and self.refusal(keys) is None

    def _any_set(self, chance: Chance) -> Any:
        """Draw cards at random as long as they go together; else any idea."""
        if self.sets is not None:
            return super()._any_set(chance)
        pool = self.allowed()
        mixed = [pool.pop(chance.die(len(pool)) - 1) for _ in range(len(pool))]
        wanted = self.least + chance.die(self.most - self.least + 1) - 1
        keys = self._grown((), mixed, wanted)
        if self._is_lawful(keys):
            return keys
        ideas = self.ideas()
        return ideas[chance.die(len(ideas)) - 1] if ideas else super()._any_set(chance)

    def describe(self) -> dict[str, Any]:
        """Say what is asked, what stands on each card, and what is paid from."""
        said = super().describe()
        if self.card is not None:
            for option in said["options"]:
                option["card"] = self.card(option["key"])
        said["purses"] = list(self.purses)
        said["titled"] = self.titled
        said["proposed"] = self.proposals()
        if self.pitted is not None:
            said["pitted"] = list(self.pitted())
        return said
