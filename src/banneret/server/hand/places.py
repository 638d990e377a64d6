"""A touch that means a place: a way there, spots to be set down at, a drill that ends near it."""

from __future__ import annotations

from contextlib import suppress
from math import hypot
from typing import TYPE_CHECKING, Any, Final

import msgspec

from banneret.core.chance.dice import HandDice
from banneret.core.errors import BanneretError
from banneret.core.questions.placing import Place
from banneret.server.hand import dangers
from banneret.server.hand.chains import Chain, Ghost, Step, Toggle, ToggleOption, name_of
from banneret.server.hand.ways import HALVINGS, Point, fitted
from banneret.server.seen import render

if TYPE_CHECKING:
    from banneret.core.play.game import Game
    from banneret.core.questions.answers import Way
    from banneret.core.questions.asking import Choice
    from banneret.core.questions.placing import Move
    from banneret.core.show.scene import Piece
    from banneret.server.hand.touched import Here, Touched

MOST_IDEAS: Final = 8  # of a drill that are tried


class Places:
    """What a place means for the question that asks for one."""

    def __init__(self, hand: Touched) -> None:
        self.hand = hand

    def way(self, choice: Move, here: Here) -> Chain | None:
        """Go there, or as far towards it as it goes."""
        place = self.hand.touch.place
        if place is None or choice.piece not in self.hand.unit:
            return None
        start, goal = self._goal(choice.piece, place)
        touch = self.hand.touch
        way = fitted(choice, start, goal, via=touch.via, wished=touch.gait, facing=touch.facing)
        if way is None:
            self.hand.refuse(("There is no way there.", self.hand.clause))
            return None
        end = way.points[-1] if way.points else start
        preview = choice.preview(way)
        chain = here.chain.having(
            steps=(*here.chain.steps, Step(name_of(choice), _plain(way), "way")),
            title=choice.prompt,
            mover=choice.piece,
            way=way.points,
            gait=way.gait,
            gaits=tuple(choice.gaits),
            price=preview.price,
            stretches=preview.stretches,
            notes=preview.notes,
            allowance=choice.allowance,
            miss=round(hypot(end[0] - goal[0], end[1] - goal[1]), 3),
        )
        short = here.chain.throws and here.chain.reach and chain.price is not None
        if short:
            needed = [one for one in here.chain.reach if one.inches >= (chain.price or 0) - 1e-6]
            chain = chain.having(chance=needed[0].chance if needed else 0.0)
        return self._after(here.after(f"way {way}", way, chain))

    def _goal(self, mover: int, place: Point) -> tuple[Point, Point]:
        """Where the mover begins and ends: who drags a follower means the same way for all."""
        one, touched = self.hand.all.pieces[mover], self.hand.all.pieces[self.hand.touch.piece]
        goal = (
            round(one.x + place[0] - touched.x, 3),
            round(one.y + place[1] - touched.y, 3),
        )
        return (one.x, one.y), goal

    def place(self, choice: Place, here: Here) -> Chain | None:
        """Set the unit down there, as the book proposes it, or as near as is lawful."""
        place = self.hand.touch.place
        if place is None or self.hand.touch.piece not in choice.pieces:
            return None
        ideas = list(choice.ideas())
        if not ideas:
            return None
        idea = ideas[0]
        own = idea[self.hand.touch.piece]
        dx, dy = place[0] - own.x, place[1] - own.y
        low, high, best = 0.0, 1.0, idea
        for part in (1.0, *[None] * HALVINGS):
            by = part if part is not None else (low + high) / 2
            moved = {
                key: at._replace(x=round(at.x + dx * by, 3), y=round(at.y + dy * by, 3))
                for key, at in idea.items()
            }
            if choice.lawful(moved) is not None:
                low, best = by, moved
                if part is not None:
                    break
            else:
                high = by
        end = best[self.hand.touch.piece]
        chain = here.chain.having(
            steps=(*here.chain.steps, Step(name_of(choice), _spots(best), "place")),
            title=choice.prompt,
            miss=round(hypot(end.x - place[0], end.y - place[1]), 3),
        )
        return self._after(here.after(f"place {_spots(best)}", best, chain))

    def _after(self, here: Here) -> Chain:
        """Set down whoever follows, as the book proposes it; then see how they stand."""
        chain, game = here.chain, None
        with suppress(BanneretError):
            game = self.hand.all.node(here.trail, here.entries)
            for _ in range(3):
                question = game.question
                choice = None if question is None or question.together else question.choices[0]
                if not isinstance(choice, Place) or choice.side != self.hand.side:
                    break
                if not set(choice.pieces) <= {
                    p for p in self.hand.all.pieces if self.hand.all.own(p)
                }:
                    break
                ideas = list(choice.ideas())
                if not ideas:
                    break
                toggle, at = _formation(choice, ideas, self.hand.touch.wishes)
                chain = chain.having(
                    steps=(*chain.steps, Step(name_of(choice), at, "idea")),
                    toggles=(*chain.toggles, toggle) if len(ideas) > 1 else chain.toggles,
                )
                game = game.fork(dice=HandDice(), players={})
                game.advance()
                game.answer(ideas[at])
                game.advance()
        if game is None:
            return chain
        ghosts, threats = self._standing(game)
        return chain.having(ghosts=ghosts, dangers=threats)

    def _standing(self, game: Game[Any]) -> tuple[tuple[Ghost, ...], tuple[Any, ...]]:
        view = game.view(self.hand.side)
        scene = self.hand.all.ruleset.scene(view, self.hand.side)
        ghosts = tuple(
            Ghost(one.id, one.x, one.y, one.facing)
            for one in scene.pieces
            if self.hand.all.own(one.id) and _moved(one, self.hand.all.pieces.get(one.id))
        )
        moved = {one.id for one in ghosts}
        threats = dangers.of(self.hand.all.ruleset, view, self.hand.side, scene, moved)
        return ghosts, tuple(threats)

    def idea(self, choice: Choice[Any], here: Here) -> Chain | None:
        """Of what the book proposes for a drill of its own, what ends nearest to the place."""
        place = self.hand.touch.place
        if place is None or not set(choice.about) & self.hand.unit:
            return None
        best: Chain | None = None
        for idea in list(choice.ideas())[:MOST_IDEAS]:
            step = Step(name_of(choice), _written(idea), "answer")
            ahead = here.chain.having(
                steps=(*here.chain.steps, step), title=choice.prompt, mover=self.hand.touch.piece
            )
            found = self._after(here.after(f"idea {idea}", idea, ahead))
            at = next((one for one in found.ghosts if one.id == self.hand.touch.piece), None)
            own = self.hand.all.pieces[self.hand.touch.piece] if at is None else at
            off = round(hypot(own.x - place[0], own.y - place[1]), 3)
            if best is None or off < best.miss:
                best = found.having(miss=off)
        return best


def _formation(choice: Place, ideas: list[Any], wishes: dict[str, Any]) -> tuple[Toggle, int]:
    """Let whoever moves choose how his men are set down."""
    wished = wishes.get(name_of(choice))
    at = wished if isinstance(wished, int) and 0 <= wished < len(ideas) else 0
    most = min(len(ideas), render.MOST_IDEAS["place"])
    words = ("Keep order", "Close up", "Another way", "Yet another way")
    options = tuple(ToggleOption(i, words[i]) for i in range(most))
    return Toggle(name_of(choice), "Followers", at, options), at


def _moved(one: Piece, before: Piece | None) -> bool:
    return before is None or hypot(one.x - before.x, one.y - before.y) > 0.01


def _plain(way: Way) -> list[Any]:
    return [way.gait, [list(point) for point in way.points], way.facing]


def _written(value: Any) -> Any:
    """Write an answer as a browser would send it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _spots(places: dict[int, Any]) -> dict[str, list[float]]:
    return {str(key): [at.x, at.y, at.facing] for key, at in places.items()}
