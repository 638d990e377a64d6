"""What a seat sees: scene, question and who is waited for, from that seat's view alone."""

from __future__ import annotations

import logging
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.questions.choices import EnterDice, Move, Place
from banneret.core.show.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.game import Game, Question
    from banneret.core.questions.asking import Choice
    from banneret.core.show.cards import Row
    from banneret.core.show.overlay import Look

log = logging.getLogger(__name__)

NULL = b"null"
MOST_IDEAS = {"place": 4, "move": 12, "drill": 12, "write": 1}
_encode = msgspec.json.Encoder().encode


def scene_of(ruleset: Ruleset[Any], state: Any, side: str | None) -> Scene:
    """Draw the table as one side may see it."""
    return ruleset.scene(ruleset.view(state, side), side)


def whole_scene(ruleset: Ruleset[Any], state: Any) -> Scene:
    """Draw everything, by putting together what each side sees; for battles that are over."""
    sides = ruleset.sides(state)
    scenes = [scene_of(ruleset, state, side) for side in sides]
    pieces = {piece.id: piece for scene in scenes for piece in scene.pieces}
    own = {
        p.id: p for side, s in zip(sides, scenes, strict=True) for p in s.pieces if p.side == side
    }
    markers = dict.fromkeys(marker for scene in scenes for marker in scene.markers)
    panels = {panel.key: panel for scene in scenes for panel in scene.sides}
    panels |= {
        panel.key: panel
        for side, scene in zip(sides, scenes, strict=True)
        for panel in scene.sides
        if panel.key == side
    }
    return msgspec.structs.replace(
        scenes[0],
        rows=_whole_rows(sides, scenes),
        pieces=tuple((pieces | own).values()),
        markers=tuple(markers),
        sides=tuple(panels.values()),
    )


def _whole_rows(sides: Sequence[str], scenes: Sequence[Scene]) -> tuple[Row, ...]:
    """Give the cards before everybody as their owners know them."""
    rows = {(row.side, row.name, row.title): row for scene in scenes for row in scene.rows}
    for side, scene in zip(sides, scenes, strict=True):
        rows |= {(row.side, row.name, row.title): row for row in scene.rows if row.side == side}
    return tuple(rows.values())


def mine(question: Question | None, side: str) -> list[tuple[int, Choice[Any]]]:
    """List what is asked of a side, or of anybody who knows of it."""
    if question is None:
        return []
    choices = question.choices
    if len(choices) == 1 and (asked := choices[0].side):
        return [(0, choices[0])] if asked == side else []
    return [
        (i, choice)
        for i, choice in enumerate(choices)
        if choice.side == side
        or (not choice.side and (choice.audience is None or side in choice.audience))
    ]


def question_of(
    ruleset: Ruleset[Any],
    view: Any,
    asked: Sequence[tuple[int, Choice[Any]]],
    number: int,
    drafts: dict[int, Any],
    *,
    together: bool,
) -> bytes:
    """Write a side's question; its choices are counted for that side alone.

    With the side's own view nothing is pointed at that it does not see.
    """
    choices = []
    for place, (index, choice) in enumerate(asked):
        said = described(ruleset, view, choice)
        said["index"] = place
        if index in drafts:
            said["draft"] = drafts[index]
        choices.append(said)
    question = {"number": number, "together": together, "choices": choices}
    if len(asked) > 1:
        try:
            presets = ruleset.presets(view, asked[0][1].side, [choice for _, choice in asked])
        except Exception:
            log.exception("no presets for %s", asked[0][1].key)  # they are only a help
        else:
            question["presets"] = presets
    return _encode(question)


def described(ruleset: Ruleset[Any], view: Any, choice: Choice[Any]) -> dict[str, Any]:
    """Say what is asked, which pieces it points at, and a few lawful answers of many."""
    said = choice.describe()
    try:
        _point(ruleset, view, choice, said)
    except Exception:
        log.exception("nothing can be pointed at for %s", choice.key)  # it is only a help
    if choice.kind in MOST_IDEAS:
        ideas = said.get("ideas") or choice.ideas()  # in the order a question wants them seen
        said["ideas"] = list(islice(ideas, MOST_IDEAS[choice.kind]))
    return said


def _point(ruleset: Ruleset[Any], view: Any, choice: Choice[Any], said: dict[str, Any]) -> None:
    said["subjects"] = ()
    places = isinstance(choice, Place)
    if places:
        said["figures"] = ()
    find = ruleset.pieces
    for option in said.get("options", ()):
        found = find(view, choice, option["key"]) or getattr(option.get("card"), "targets", ())
        if found:
            option["pieces"] = found
    said["subjects"] = ruleset.subjects(view, choice)
    if places:
        said["figures"] = ruleset.figures(view, choice)


def look_of(game: Game[Any], side: str | None, piece: int, other: int | None) -> Look | None:
    """Say what the book has to show of a piece; None if the side's scene has no such piece.

    The scene is asked first, so that a number which stands for something hidden is as unknown as
    one that stands for nothing.
    """
    ruleset = game.ruleset
    view = game.view(side)
    seen = {one.id for one in ruleset.scene(view, side).pieces}
    if piece not in seen or (other is not None and other not in seen):
        return None
    if other is None:
        return ruleset.look(view, side, piece)
    return ruleset.between(view, side, piece, other)


def with_reach(found: Look, asked: Sequence[tuple[int, Choice[Any]]], piece: int) -> Look:
    """Put how far the piece could go in the place of guesses, where its way is asked for."""
    for _, choice in asked:
        if isinstance(choice, Move) and choice.piece == piece and choice.reach is not None:
            others = tuple(one for one in found.overlays if one.layer != "reach")
            return msgspec.structs.replace(found, overlays=(*choice.reach(), *others))
    return found


def openly_asked(game: Game[Any]) -> str | None:
    """Name the side that is asked, if it is one alone and everybody may know it."""
    question = game.question
    if question is None or game.result is not None or len(question.choices) != 1:
        return None
    only = question.choices[0]
    return only.side or None if only.audience is None else None


def waiting(game: Game[Any], side: str | None, sides: Sequence[str]) -> tuple[str, ...]:
    """Name the sides that are waited for, as far as this seat may know.

    Who is asked nothing and sees nobody asked can only conclude that it is one of the others.
    """
    question = game.question
    if question is None or game.result is not None:
        return ()
    committed = game.committed()
    seen = [
        choice.side
        for choice in question.choices
        if choice.side not in committed
        and (choice.side == side or choice.audience is None or side in choice.audience)
    ]
    if not seen:
        return tuple(other for other in sides if other != side)
    return tuple(dict.fromkeys(one for who in seen for one in ([who] if who else sides)))


def spoken(choice: Choice[Any], answer: Any) -> str:
    """Say an answer in words: a question and what was answered, or what was done."""
    said = _answered(choice, answer)
    if not said:
        return choice.prompt
    if choice.prompt.endswith("?"):
        return f"{choice.prompt} {said[:1].upper()}{said[1:]}"
    return f"{choice.prompt}: {said}"


def _answered(choice: Choice[Any], answer: Any) -> str:
    if isinstance(choice, EnterDice):
        return str(answer)
    label = getattr(choice, "label", None)
    if label is not None:
        keys = answer if isinstance(answer, tuple | list) else [answer]
        return ", ".join(str(label(key)) for key in keys) or "none"
    return str(answer[0]) if isinstance(choice, Move) else ""  # a place or a form is seen
