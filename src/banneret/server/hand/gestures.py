"""One gesture, the whole chain: what follows from a figure that is dragged or pointed at.

A person touches a figure and a place, or a figure and another. The questions that would be asked
one by one are answered here on a battle that is only imagined from what his side knows, until the
gesture has its meaning: a way to that place, a blow or a shot at that enemy. No book is known here;
what is followed is the shape of the questions: which pieces an option points at, whom it is about.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from banneret.core.chance.dice import HandDice, RandomDice
from banneret.core.errors import BanneretError
from banneret.core.play.seat import Seat
from banneret.core.questions.answers import Way
from banneret.core.questions.forms import EnterDice
from banneret.core.questions.picks import Pick
from banneret.core.questions.placing import Move, Place
from banneret.players import ChancePlayer
from banneret.server.hand import dangers
from banneret.server.hand.chains import (
    Chain,
    Ghost,
    Reach,
    Step,
    Throw,
    Toggle,
    ToggleOption,
    best_odds,
    headline,
    name_of,
)
from banneret.server.seen import render

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.core.play.game import Game
    from banneret.core.questions.asking import Choice
    from banneret.core.show.scene import Piece, Scene
    from banneret.server.door.wire import Touch

Point = tuple[float, float]

MOST_NODES: Final = 48  # questions looked at for one gesture
DEEPEST: Final = 9  # questions before the one that is meant
MOST_MEN: Final = 12  # of a unit who shoot by one gesture
MOST_IDEAS: Final = 8  # of a drill that are tried
MOST_CLASSES: Final = 24  # outcomes of a throw that are looked into
_HALVINGS: Final = 7
_ASIDE: Final = (1.5, -1.5, 3.0, -3.0, 5.0, -5.0)


class Gestures:
    """The gestures of one side at one question; battles imagined once serve every drag."""

    def __init__(self, game: Game[Any], side: str) -> None:
        self.side = side
        self.ruleset = game.ruleset
        self._root = _imagined(game, side)
        self._at: dict[tuple[str, ...], Game[Any]] = {}
        self._curves: dict[tuple[str, ...], tuple[Reach, ...]] = {}
        self.scene: Scene = self.ruleset.scene(game.view(side), side)
        self.pieces: dict[int, Piece] = {one.id: one for one in self.scene.pieces}

    def propose(self, touch: Touch) -> Chain:
        """Say what follows from a touch; a chain without steps says why nothing does."""
        if touch.piece not in self.pieces:
            return Chain(because="There is no such figure on the table.")
        found = _Search(self, touch).run()
        target = self.pieces.get(-1 if touch.target is None else touch.target)
        if found.steps or target is None:
            return found
        # he cannot be shot at or charged now: towards him, as far as it goes
        near = msgspec.structs.replace(touch, target=None, place=(target.x, target.y))
        towards = _Search(self, near).run()
        if not towards.steps:
            return found
        return towards.having(because=found.because, clause=found.clause)

    def free(self, value: Any) -> bool:
        """Whether an answer leads to another question of the same side, and nothing is thrown."""
        ahead = self._root.fork(dice=HandDice(), players={})
        asked = ahead.advance()
        if asked is None or asked.together:
            return False  # what is answered together is turned up together
        ahead.answer(value)
        question = ahead.advance()
        return (
            question is not None
            and ahead.result is None
            and all(choice.side == self.side for choice in question.choices)
            and not isinstance(question.choices[0], EnterDice)
        )

    def node(self, trail: tuple[str, ...], entries: Sequence[Any]) -> Game[Any]:
        """Give the imagined battle after these answers, waiting for its next question."""
        found = self._at.get(trail)
        if found is None:
            before = self._root if not trail else self._at[trail[:-1]]
            found = before.fork(dice=HandDice(), players={})
            found.advance()
            if trail:
                found.answer(entries[-1])
                found.advance()
            self._at[trail] = found
        return found

    def curve(self, trail: tuple[str, ...], game: Game[Any], throw: EnterDice) -> tuple[Reach, ...]:
        """Say how far the throw carries, by its chances; nothing if no way is asked for then."""
        found = self._curves.get(trail)
        if found is None:
            found = self._curves[trail] = tuple(_reaches(game, throw))
        return found


def _imagined(game: Game[Any], side: str) -> Game[Any]:
    """Fork a battle that fits what the side knows: what is hidden from it is guessed."""
    if game.ruleset.nothing_hidden:
        return game.fork(dice=HandDice(), players={})
    seat = Seat(game, side)
    table = game._table  # noqa: SLF001  # the seat looks at the step under way
    if table is not None:
        seat.sit(table)
        stand_in = ChancePlayer("gesture")
        players = dict.fromkeys(game.ruleset.sides(game.state), stand_in)
        found = seat.imagine(RandomDice(f"gesture {game.asked()}"), players)
        for one in list(found.players):
            found.seat(one, None)
        found.dice = HandDice()
        return found
    return game.fork(dice=HandDice(), players={})


def _reaches(game: Game[Any], throw: EnterDice) -> Iterator[Reach]:
    classes = _by_sum(throw)
    total = sum(weight for _, weight in classes)
    by_reach: dict[float, float] = {}
    for faces, weight in classes:
        ahead = game.fork(dice=HandDice(), players={})
        ahead.advance()
        ahead.answer(faces)
        question = ahead.advance()
        choice = question.choices[0] if question is not None else None
        if not isinstance(choice, Move) or choice.allowance is None:
            return
        far = round(choice.allowance, 2)
        by_reach[far] = by_reach.get(far, 0.0) + weight / total
    left = 1.0
    for far in sorted(by_reach):
        yield Reach(far, round(left, 4))
        left -= by_reach[far]


def _by_sum(throw: EnterDice) -> list[tuple[tuple[int, ...], int]]:
    """One throw for each sum that the rule reads, where it reads many more throws than that."""
    classes = list(throw.draw.classes())
    if len(classes) <= MOST_CLASSES:
        return classes
    by_sum: dict[int, tuple[tuple[int, ...], int]] = {}
    for faces, weight in classes:
        read = throw.draw.read(faces)
        total = sum(read) if isinstance(read, tuple) else sum(faces)
        first, known = by_sum.get(total, (faces, 0))
        by_sum[total] = (first, known + weight)
    return list(by_sum.values()) if len(by_sum) <= MOST_CLASSES else []


class _Here(NamedTuple):
    """Where a search is: what was answered to get here, and the chain so far."""

    trail: tuple[str, ...] = ()
    entries: tuple[Any, ...] = ()
    chain: Chain = Chain()
    deep: int = 0

    def after(self, what: str, entry: Any, chain: Chain) -> _Here:
        """Give the place after one more answer."""
        return _Here((*self.trail, what), (*self.entries, entry), chain, self.deep + 1)


class _Search:
    """One touch followed through what is asked."""

    def __init__(self, all_of: Gestures, touch: Touch) -> None:
        self.all = all_of
        self.touch = touch
        self.side = all_of.side
        self.unit: set[int] = {touch.piece}
        self.nodes = 0
        self.because = ""
        self.clause = ""

    def run(self) -> Chain:
        found = self._follow(_Here())
        if found is None:
            why = self.because or "Nothing that is asked now is about him."
            return Chain(because=why, clause=self.clause)
        return self._told(found)

    # -- following

    def _follow(self, here: _Here) -> Chain | None:
        """Go on from here; None when the touch means nothing this way."""
        self.nodes += 1
        if self.nodes > MOST_NODES or here.deep > DEEPEST:
            return None
        try:
            game = self.all.node(here.trail, here.entries)
        except BanneretError:
            return None
        question = game.question
        if question is None or game.result is not None:
            return None
        choice = question.choices[0]
        if isinstance(choice, EnterDice):
            return self._beyond(game, choice, here)
        if question.together or len(question.choices) != 1 or choice.side != self.side:
            return None
        if any(step.name == name_of(choice) for step in here.chain.steps):
            return None  # the same again: another's turn has come
        return self._asked(game, choice, here)

    def _asked(self, game: Game[Any], choice: Choice[Any], here: _Here) -> Chain | None:
        """Answer a question of this side by its kind."""
        if isinstance(choice, Move):
            return self._way(choice, here)
        if isinstance(choice, Place):
            return self._place(choice, here)
        if isinstance(choice, Pick) and choice.least == choice.most == 1:
            return self._pick(game, choice, here)
        if isinstance(choice, Pick):
            return self._among(game, choice, here)
        return self._idea(choice, here)

    def _among(self, game: Game[Any], choice: Pick[Any], here: _Here) -> Chain | None:
        """Of several who may be named, the one who is touched."""
        view = game.view(self.side)
        for key in choice.candidates:
            points = set(self.all.ruleset.pieces(view, choice, key))
            if self.touch.piece in points and choice.lawful((key,)) is not None:
                self.unit |= points
                step = Step(name_of(choice), [key], "answer")
                ahead = here.chain.having(steps=(*here.chain.steps, step))
                return self._follow(here.after(f"{name_of(choice)} {key}", (key,), ahead))
        return None

    def _idea(self, choice: Choice[Any], here: _Here) -> Chain | None:
        """Of what the book proposes for a drill of its own, what ends nearest to the place."""
        place = self.touch.place
        if place is None or not set(choice.about) & self.unit:
            return None
        best: Chain | None = None
        for idea in list(choice.ideas())[:MOST_IDEAS]:
            step = Step(name_of(choice), _written(idea), "answer")
            ahead = here.chain.having(
                steps=(*here.chain.steps, step), title=choice.prompt, mover=self.touch.piece
            )
            found = self._after(here.after(f"idea {idea}", idea, ahead))
            at = next((one for one in found.ghosts if one.id == self.touch.piece), None)
            own = self.all.pieces[self.touch.piece] if at is None else at
            off = round(hypot(own.x - place[0], own.y - place[1]), 3)
            if best is None or off < best.miss:
                best = found.having(miss=off)
        return best

    def _beyond(
        self,
        game: Game[Any],
        throw: EnterDice,
        here: _Here,
    ) -> Chain | None:
        """Look beyond a throw, as if it went well: what is asked then is answered in advance."""
        if self.touch.place is None:
            return None
        faces = throw.draw.dice
        wish = throw.draw.wish
        if wish is not None and wish[0] == "low":
            faces = tuple(1 for _ in faces)
        reach = self.all.curve(here.trail, game, throw)
        thrown = Throw(throw.draw.purpose, throw.draw.dice)
        ahead = here.chain.having(
            throws=(*here.chain.throws, thrown), reach=reach or here.chain.reach
        )
        return self._follow(here.after(f"throw {faces}", faces, ahead))

    def _pick(
        self,
        game: Game[Any],
        choice: Pick[Any],
        here: _Here,
    ) -> Chain | None:
        view = game.view(self.side)
        points = {key: set(self.all.ruleset.pieces(view, choice, key)) for key in choice.candidates}
        if self.touch.target is not None:
            aimed = [key for key, at in points.items() if self.touch.target in at]
            if aimed:
                return self._aim(choice, aimed, here)
        own = [key for key, at in points.items() if self.touch.piece in at]
        if own:
            for key in own:
                if (no := _why_not(choice, key)) is not None:
                    self.because, self.clause = no
                    continue
                self.unit |= points[key]
                found = self._answered(choice, key, here)
                if found is not None:
                    return found
            return None
        about = set(self.all.ruleset.subjects(view, choice))
        if about and not any(self._own(one) for one in about):
            return None
        return self._branch(choice, points, here)

    def _branch(
        self,
        choice: Pick[Any],
        points: dict[Any, set[int]],
        here: _Here,
    ) -> Chain | None:
        """Try what could be said, the usual first; what comes nearest to the touch is proposed."""
        wished = self.touch.wishes.get(name_of(choice))
        keys = [key for key in choice.candidates if not points[key] - self.unit]
        usual = choice.proposal
        if usual in keys and self.touch.target is None:
            keys = [usual, *[key for key in keys if key != usual]]
        if wished in keys:
            keys = [wished]
        toggle = Toggle(
            name_of(choice), choice.prompt, None, tuple(_options(choice, points, self.unit))
        )
        best: Chain | None = None
        for key in keys:
            if (no := _why_not(choice, key)) is not None:
                if key == wished:
                    self.because, self.clause = no
                continue
            ahead = here.chain.having(toggles=(*here.chain.toggles, toggle.set_to(key)))
            found = self._answered(choice, key, here._replace(chain=ahead))
            if found is None:
                continue
            if best is None or found.miss < best.miss - 0.05:
                best = found
            if best.miss <= 0.05 and (len(keys) > 3 or key == usual) and self.touch.target is None:
                break
        return best

    def _answered(
        self,
        choice: Choice[Any],
        key: Any,
        here: _Here,
    ) -> Chain | None:
        step = Step(name_of(choice), key, "answer")
        ahead = here.chain.having(steps=(*here.chain.steps, step))
        return self._follow(here.after(f"{name_of(choice)} {key}", key, ahead))

    def _own(self, piece: int) -> bool:
        one = self.all.pieces.get(piece)
        return one is not None and one.side == self.side

    # -- meaning a place

    def _way(
        self,
        choice: Move,
        here: _Here,
    ) -> Chain | None:
        place = self.touch.place
        if place is None or choice.piece not in self.unit:
            return None
        start, goal = self._goal(choice.piece, place)
        touch = self.touch
        way = fitted(choice, start, goal, via=touch.via, wished=touch.gait, facing=touch.facing)
        if way is None:
            self.because = "There is no way there."
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
        one, touched = self.all.pieces[mover], self.all.pieces[self.touch.piece]
        goal = (
            round(one.x + place[0] - touched.x, 3),
            round(one.y + place[1] - touched.y, 3),
        )
        return (one.x, one.y), goal

    def _place(
        self,
        choice: Place,
        here: _Here,
    ) -> Chain | None:
        place = self.touch.place
        if place is None or self.touch.piece not in choice.pieces:
            return None
        ideas = list(choice.ideas())
        if not ideas:
            return None
        idea = ideas[0]
        own = idea[self.touch.piece]
        dx, dy = place[0] - own.x, place[1] - own.y
        low, high, best = 0.0, 1.0, idea
        for part in (1.0, *[None] * _HALVINGS):
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
        end = best[self.touch.piece]
        chain = here.chain.having(
            steps=(*here.chain.steps, Step(name_of(choice), _spots(best), "place")),
            title=choice.prompt,
            miss=round(hypot(end.x - place[0], end.y - place[1]), 3),
        )
        return self._after(here.after(f"place {_spots(best)}", best, chain))

    def _after(self, here: _Here) -> Chain:
        """Set down whoever follows, as the book proposes it; then see how they stand."""
        chain, game = here.chain, None
        with suppress(BanneretError):
            game = self.all.node(here.trail, here.entries)
            for _ in range(3):
                question = game.question
                choice = None if question is None or question.together else question.choices[0]
                if not isinstance(choice, Place) or choice.side != self.side:
                    break
                if not set(choice.pieces) <= {p for p in self.all.pieces if self._own(p)}:
                    break
                ideas = list(choice.ideas())
                if not ideas:
                    break
                toggle, at = _formation(choice, ideas, self.touch.wishes)
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
        view = game.view(self.side)
        scene = self.all.ruleset.scene(view, self.side)
        ghosts = tuple(
            Ghost(one.id, one.x, one.y, one.facing)
            for one in scene.pieces
            if self._own(one.id) and _moved(one, self.all.pieces.get(one.id))
        )
        moved = {one.id for one in ghosts}
        threats = dangers.of(self.all.ruleset, view, self.side, scene, moved)
        return ghosts, tuple(threats)

    # -- meaning another piece

    def _aim(
        self,
        choice: Pick[Any],
        aimed: list[Any],
        here: _Here,
    ) -> Chain | None:
        for key in aimed:
            if (no := _why_not(choice, key)) is not None:
                self.because, self.clause = no
                continue
            odds = dict(choice.odds(key)) if choice.odds is not None else None
            chain = here.chain.having(
                steps=(*here.chain.steps, Step(name_of(choice), key, "answer")),
                title=choice.prompt,
                odds=odds,
                miss=0.0 if odds else 0.5,
            )
            return self._volley(choice, key, self._tail(here.after(f"aim {key}", key, chain)))
        return None

    def _tail(self, here: _Here) -> _Here:
        """What is asked before the throw, once it is clear whom it is about: as the book proposes.

        Each answer is a toggle of the chain.
        """
        for _ in range(4):
            with suppress(BanneretError):
                question = self.all.node(here.trail, here.entries).question
                choice = None if question is None or question.together else question.choices[0]
                found = self._tailed(choice, here)
                if found is None:
                    return here
                here = found
                continue
            return here
        return here

    def _tailed(self, choice: Choice[Any] | None, here: _Here) -> _Here | None:
        chain = here.chain
        if (
            choice is None
            or choice.side != self.side
            or not choice.about
            or any(step.name == name_of(choice) for step in chain.steps)
        ):
            return None
        name = name_of(choice)
        if isinstance(choice, Move):
            ahead = chain.having(steps=(*chain.steps, Step(name, 0, "idea")))
            way = choice.ideas()[0]
            return here.after(f"{name} {way}", way, ahead)
        if isinstance(choice, Pick) and choice.most > 1:
            return self._several(choice, here)
        if not isinstance(choice, Pick) or choice.odds is not None or choice.least != 1:
            return None
        wished = self.touch.wishes.get(name)
        usual = choice.proposal
        key = next(
            (one for one in (wished, usual) if one is not None and choice.lawful(one) is not None),
            None,
        )
        if key is None:
            key = choice.first()
        points: dict[Any, set[int]] = {one: set() for one in choice.candidates}
        toggle = Toggle(name, choice.prompt, key, tuple(_options(choice, points, self.unit)))
        ahead = chain.having(
            steps=(*chain.steps, Step(name, key, "answer")), toggles=(*chain.toggles, toggle)
        )
        return here.after(f"{name} {key}", key, ahead)

    def _several(self, choice: Pick[Any], here: _Here) -> _Here | None:
        """Who takes part, where the book asks for more than one: as it proposes."""
        ideas = list(choice.ideas())
        if not ideas:
            return None
        self.unit |= {one for one in ideas[0] if isinstance(one, int) and self._own(one)}
        steps = (*here.chain.steps, Step(name_of(choice), 0, "idea"))
        return here.after(f"{name_of(choice)} 0", ideas[0], here.chain.having(steps=steps))

    def _volley(
        self,
        choice: Pick[Any],
        key: Any,
        here: _Here,
    ) -> Chain:
        """The others of his unit do likewise, each at his best odds, if the book asks them too."""
        chain = here.chain
        kinds = {_kind(step.name): step for step in chain.steps}
        shots = [self._shot(choice, key)]
        steps = list(chain.steps)
        with suppress(BanneretError):
            game = self.all.node(here.trail, here.entries).fork(dice=HandDice(), players={})
            for _ in range(MOST_MEN * 6):
                question = game.advance()
                if question is None or question.together:
                    break
                asked = question.choices[0]
                if isinstance(asked, EnterDice):
                    game.answer(_worst(asked))
                    continue
                like = kinds.get(asked.key)
                if asked.side != self.side or like is None or not isinstance(asked, Pick):
                    break
                if like is chain.steps[0] and asked.key != choice.key:
                    break  # another unit's turn
                answer = self._likewise(asked, like, choice.key)
                if answer is None:
                    break
                if asked.key == choice.key:
                    shots.append(self._shot(asked, answer))
                said = ("idea", 0) if like.how == "idea" else ("best", answer)
                steps.append(Step(name_of(asked), said[1], said[0]))
                game.answer(answer)
        if len(shots) < 2:
            return chain
        return chain.having(steps=tuple(steps), shots=tuple(shots))

    def _likewise(self, asked: Pick[Any], like: Step, aims: str) -> Any:
        wished = self.touch.wishes.get(name_of(asked))
        if wished is not None and asked.lawful(wished) is not None:
            return wished
        if like.how == "idea":
            return next(iter(asked.ideas()), None)
        if asked.key == aims:
            return best_odds(asked)
        for answer in (like.value, asked.proposal):
            if answer is not None and asked.lawful(answer) is not None:
                return answer
        return None

    def _shot(self, choice: Pick[Any], key: Any) -> dict[str, Any]:
        odds = dict(choice.odds(key)) if choice.odds is not None else None
        numbers = [one for one in choice.about if isinstance(one, int) and self._own(one)]
        return {
            "name": name_of(choice),
            "piece": numbers[-1] if numbers else self._beside(key),
            "target": key,
            "label": choice.label(key),
            "odds": odds,
            "chance": headline(odds) if odds else None,
        }

    def _beside(self, target: Any) -> int:
        """Who of his own stands nearest to another: where a book asks about nobody, he fights."""
        foe = self.all.pieces.get(target) if isinstance(target, int) else None
        if foe is None:
            return self.touch.piece
        own = [one for one in self.all.pieces.values() if one.side == self.side]
        return min(own, key=lambda one: hypot(one.x - foe.x, one.y - foe.y)).id

    # -- telling

    def _told(self, chain: Chain) -> Chain:
        unit = tuple(sorted(self.unit))
        return chain.having(unit=unit, piece=self.touch.piece, others=self._others(chain))

    def _others(self, chain: Chain) -> int:
        """How many besides him could be named where he was: they might do likewise."""
        game = self.all.node((), ())
        choice = game.question.choices[0] if game.question is not None else None
        if not isinstance(choice, Pick) or chain.steps[0].name != name_of(choice) or choice.about:
            return 0
        return len(own_options(self.all, game, choice)) - 1 if choice.most == 1 else 0


# -- small things


def own_options(all_of: Gestures, game: Game[Any], choice: Pick[Any]) -> dict[Any, int]:
    """Who of the side's own may be named, by the first of his men."""
    view, found = game.view(all_of.side), {}
    for key in choice.candidates:
        points = all_of.ruleset.pieces(view, choice, key)
        men = [one for one in points if one in all_of.pieces]
        mine = men and all_of.pieces[men[0]].side == all_of.side
        if mine and choice.lawful(key) is not None:
            found[key] = men[0]
    return found


def _kind(name: str) -> str:
    return name.split("@", 1)[0]


def _why_not(choice: Pick[Any], key: Any) -> tuple[str, str] | None:
    no = choice.why_not(key) if choice.why_not is not None else None
    return None if no is None else (no.reason, no.clause)


def _options(
    choice: Pick[Any], points: dict[Any, set[int]], unit: set[int]
) -> Iterator[ToggleOption]:
    for key in choice.candidates:
        if points[key] - unit:
            continue
        no = _why_not(choice, key)
        yield ToggleOption(key, choice.label(key), *(no or ("", "")))


def _formation(choice: Place, ideas: list[Any], wishes: dict[str, Any]) -> tuple[Toggle, int]:
    """Let whoever moves choose how his men are set down."""
    wished = wishes.get(name_of(choice))
    at = wished if isinstance(wished, int) and 0 <= wished < len(ideas) else 0
    most = min(len(ideas), render.MOST_IDEAS["place"])
    words = ("Keep order", "Close up", "Another way", "Yet another way")
    options = tuple(ToggleOption(i, words[i]) for i in range(most))
    return Toggle(name_of(choice), "Followers", at, options), at


def _worst(throw: EnterDice) -> tuple[int, ...]:
    wish = throw.draw.wish
    if wish is not None and wish[0] == "low":
        return tuple(throw.draw.dice)
    return tuple(1 for _ in throw.draw.dice)


def _moved(one: Piece, before: Piece | None) -> bool:
    return before is None or hypot(one.x - before.x, one.y - before.y) > 0.01


def _plain(way: Way) -> list[Any]:
    return [way.gait, [list(point) for point in way.points], way.facing]


def _written(value: Any) -> Any:
    """Write an answer as a browser would send it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _spots(places: dict[int, Any]) -> dict[str, list[float]]:
    return {str(key): [at.x, at.y, at.facing] for key, at in places.items()}


# -- a way


def fitted(
    choice: Move,
    start: Point,
    goal: Point,
    *,
    via: Sequence[Point] = (),
    wished: str = "",
    facing: float | None = None,
) -> Way | None:
    """Find a lawful way to a place, or as far towards it as it goes."""
    gaits = list(choice.gaits)
    if wished in gaits:
        gaits = [wished]
    for gait in gaits:
        for points in _routes(start, goal, via):
            way = _made(gait, start, points, facing)
            if choice.lawful(way) is not None:
                return way
    best: Way | None = None
    near = hypot(goal[0] - start[0], goal[1] - start[1])
    for way in [*_cut_short(choice, gaits, start, (*via, goal), facing), *choice.ideas()]:
        if wished in gaits and way.gait != wished:
            continue
        end = way.points[-1] if way.points else start
        off = hypot(end[0] - goal[0], end[1] - goal[1])
        if off < near - 1e-6:
            best, near = way, off
    return best


def _routes(start: Point, goal: Point, via: Sequence[Point]) -> Iterator[tuple[Point, ...]]:
    """Straight there, else round something that may be in the way."""
    yield (*via, goal)
    if via:
        return
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    far = hypot(dx, dy)
    if far < 1.0:
        return
    for aside in _ASIDE:
        middle = (
            round(start[0] + dx / 2 - dy / far * aside, 3),
            round(start[1] + dy / 2 + dx / far * aside, 3),
        )
        yield (middle, goal)


def _made(gait: str, start: Point, points: Sequence[Point], facing: float | None) -> Way:
    before = points[-2] if len(points) > 1 else start
    end = points[-1]
    if facing is None:
        facing = round(degrees(atan2(end[0] - before[0], end[1] - before[1])) % 360, 3)
    return Way(gait, tuple((round(x, 3), round(y, 3)) for x, y in points), facing)


def _cut_short(
    choice: Move,
    gaits: Sequence[str],
    start: Point,
    points: Sequence[Point],
    facing: float | None,
) -> Iterator[Way]:
    """The same way as far as it is lawful, at each gait."""
    for gait in gaits:
        low, high, best = 0.0, 1.0, None
        for _ in range(_HALVINGS):
            part = (low + high) / 2
            way = _made(gait, start, _part(start, points, part), facing)
            if choice.lawful(way) is not None:
                low, best = part, way
            else:
                high = part
        if best is not None:
            yield best


def _part(start: Point, points: Sequence[Point], part: float) -> tuple[Point, ...]:
    """The first part of a line."""
    line = [start, *points]
    pairs = list(pairwise(line))
    left = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairs) * part
    kept: list[Point] = []
    for a, b in pairs:
        far = hypot(b[0] - a[0], b[1] - a[1])
        if far >= left:
            by = left / far if far else 0.0
            kept.append((round(a[0] + (b[0] - a[0]) * by, 3), round(a[1] + (b[1] - a[1]) * by, 3)))
            return tuple(kept)
        kept.append(b)
        left -= far
    return tuple(kept)
