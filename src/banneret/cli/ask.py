"""Questions in the terminal: how each kind is shown, and how a typed line answers it."""

from __future__ import annotations

import re
import shlex
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Any

from rich.text import Text

from banneret.cli.chronicle import names_of
from banneret.cli.draw import COMPASS, card_text, octant
from banneret.core.chance import kinds
from banneret.core.errors import UnreadableAnswer
from banneret.core.questions.choices import (
    Drill,
    EnterDice,
    Leg,
    Legs,
    Move,
    Pick,
    Place,
    Place1,
    Play,
    Way,
    Write,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import Console

    from banneret.core.questions.choices import Choice, Field
    from banneret.core.show.scene import Piece, Scene

MOST_IDEAS = 12
NUMBER = r"-?\d+(?:\.\d+)?"
_POINT = re.compile(rf"^({NUMBER}),({NUMBER})$")
_SEVERAL = re.compile(r"^(all|\d{1,3}(?:-\d{1,3})?(?:,\d{1,3}(?:-\d{1,3})?)*)\s+(.+)$")
_PLACE = re.compile(rf"^(\d+)=({NUMBER}),({NUMBER})(?:,({NUMBER}))?$")


def show(out: Console, choice: Choice[Any], scene: Scene) -> None:
    """Print a question with its numbered options and how to answer it."""
    out.print()
    who = names_of(scene).get(choice.side, choice.side) or "Dice"
    out.print(f"{who}: {choice.prompt}", style="bold yellow", soft_wrap=True)
    for line in _lines(choice, scene):
        out.print(line, soft_wrap=True)


def read(choice: Choice[Any], text: str, scene: Scene) -> Any:
    """Turn a typed line into an answer; UnreadableAnswer says what was expected."""
    match choice:
        case Pick():
            return _read_pick(choice, text)
        case Move():
            return _read_move(choice, text, scene)
        case Drill():
            return _read_drill(choice, text)
        case Place():
            return _read_place(choice, text)
        case Write():
            return _read_form(choice, text)
        case EnterDice():
            return _read_dice(choice, text)
    return _idea(choice.ideas(), text)


def several(text: str, count: int) -> tuple[list[int], str] | None:
    """Read `2-5,7 ANSWER` or `all ANSWER`: which of so many questions, and what is said to each."""
    found = _SEVERAL.match(text)
    if found is None:
        return None
    if found[1] == "all":
        return list(range(1, count + 1)), found[2]
    numbers: list[int] = []
    for part in found[1].split(","):
        first, _, last = part.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    wrong = [number for number in numbers if not 1 <= number <= count]
    if wrong or not numbers:
        raise UnreadableAnswer(f"{found[1]!r}: expected numbers from 1 to {count}")
    return numbers, found[2]


def tell_answer(choice: Choice[Any], answer: Any, scene: Scene) -> str:
    """Say an answer in the words of its question."""
    if isinstance(choice, Pick):
        keys = answer if isinstance(answer, list | tuple) else [answer]
        return ", ".join(choice.label(key) for key in keys) or "none"
    if isinstance(choice, Move):
        return _way_text(choice.read(answer), choice, scene)
    if isinstance(choice, Drill):
        return _drill_text(choice.read(answer))
    if isinstance(choice, Place):
        return "; ".join(
            f"{_name(scene, piece)} {_place_text(where)}"
            for piece, where in choice.read(answer).items()
        )
    if isinstance(choice, Write):
        return _form_text(choice, choice.read(answer))
    return str(answer)


# -- showing


def _lines(choice: Choice[Any], scene: Scene) -> Iterator[Text | str]:
    match choice:
        case Pick():
            yield from _pick_lines(choice)
        case Move():
            yield from _move_lines(choice, scene)
        case Drill():
            yield from _drill_lines(choice)
        case Place():
            yield from _place_lines(choice, scene)
        case Write():
            yield from _form_lines(choice)
        case EnterDice():
            yield f"  type what {_dice_words(choice)} shows, or press Enter to have it rolled"


def _pick_lines(choice: Pick[Any]) -> Iterator[Text | str]:
    for number, option in enumerate(choice.options(), 1):
        if option.because is not None:
            why = f"{option.because.reason} [{option.because.clause}]"
            yield Text(f"  {number:>2}. {option.label} - not now: {why}", "bright_black")
            continue
        chances = (option.odds or {}).items()
        odds = ", ".join(f"{what.replace('_', ' ')} {chance}" for what, chance in chances)
        yield Text.assemble(
            f"  {number:>2}. {_card(choice, option.key) or option.label}",
            (f"   {odds}" if odds else "", "cyan"),
        )
    if isinstance(choice, Play):
        yield from _purse_lines(choice)
    if _usual(choice) is not None:
        yield f"  Enter alone: {choice.label(_usual(choice))}"
    if (choice.least, choice.most) != (1, 1):
        none = ", or none" if choice.least == 0 else ""
        yield f"  name {choice.least} to {choice.most}: numbers with spaces between{none}"


def _usual(choice: Pick[Any]) -> Any:
    """The plain answer to a question with one: what Enter alone gives."""
    usual = choice.proposal if (choice.least, choice.most) == (1, 1) else None
    return usual if usual is not None and choice.lawful(usual) is not None else None


def _card(choice: Pick[Any], key: Any) -> str:
    """Say what stands on a card, and whose hand it is of."""
    if not isinstance(choice, Play) or choice.card is None:
        return ""
    card = choice.card(key)
    words = [card.hand, card_text(card), card.group, card.sentence]
    return " · ".join(filter(None, words))


def _purse_lines(choice: Play) -> Iterator[str]:
    for purse in choice.purses:
        yield f"  {purse.hand or 'to spend'}: {purse.left} {purse.unit} left"
    for name, keys in choice.proposals():
        numbers = [str(list(choice.candidates).index(key) + 1) for key in keys]
        yield f"  {name.lower()}: {' '.join(numbers)}"


def _move_lines(choice: Move, scene: Scene) -> Iterator[str]:
    if choice.allowance is not None:
        yield f"  up to {choice.allowance:g} inches"
    for number, way in enumerate(choice.ideas()[:MOST_IDEAS], 1):
        price = choice.preview(way).price
        cost = f" - costs {price:g}" if price is not None else ""
        yield f"  {number:>2}. {_way_text(way, choice, scene)}{cost}"
    yield f"  or type x,y [x,y ...] [facing] [{'|'.join(choice.gaits)}]"


def _drill_lines(choice: Drill) -> Iterator[str]:
    for number, legs in enumerate(choice.ideas()[:MOST_IDEAS], 1):
        yield f"  {number}  {_drill_text(legs)}"
    for grip in choice.grips():
        because = f" - not now: {grip.because.reason}" if grip.because else ""
        amount = f" {grip.least:g}-{grip.most:g} {grip.unit}" if grip.unit else ""
        hands = f" {'|'.join(grip.hands)}" if grip.hands else ""
        yield f"     {grip.kind}{amount}{hands}{because}"
    yield f"  a number, or: {'|'.join(choice.gaits)} leg [amount] [hand], leg ..."


def _drill_text(legs: Legs) -> str:
    said = [" ".join(filter(None, (k, f"{a:g}" if a else "", h))) for k, a, h in legs.legs]
    return f"{legs.gait}: {', '.join(said)}" if said else f"{legs.gait}: stay"


def _read_drill(choice: Drill, text: str) -> Legs:
    """Read `march wheel 30 left, advance 2` or the number of an idea."""
    if text.isdecimal():
        legs: Legs = _idea(choice.ideas(), text)
        return legs
    gait, _, rest = text.strip().partition(" ")
    found: list[Leg] = []
    for part in filter(None, (one.strip() for one in rest.split(","))):
        kind, *more = part.split()
        amount = float(more.pop(0)) if more and re.fullmatch(NUMBER, more[0]) else 0.0
        found.append(Leg(kind, amount, more[0] if more else ""))
    return Legs(gait.rstrip(":"), tuple(found))


def _place_lines(choice: Place, scene: Scene) -> Iterator[str]:
    suggestion = next(iter(choice.ideas()), {})
    for piece, where in suggestion.items():
        yield f"  {piece:>3}. {_name(scene, piece)} {_place_text(where)}"
    yield "  press Enter to place them so, or type piece=x,y,facing for those to stand elsewhere"


def _form_lines(choice: Write) -> Iterator[Text | str]:
    for field in choice.fields:
        if not field.said:
            yield Text(f"   {field.name} ({field.label}): {_wanted(field)}")
            continue
        yield Text(f"   {field.name} ({field.label}):")
        for number, word in enumerate(field.words, 1):
            no = field.why_not(word)
            reason = "" if no is None else f": not possible: {no.reason} [{no.clause}]"
            yield Text(f"      {number:>2}. {field.saying(word) or 'nothing'}{reason}")
    suggested = _form_text(choice, next(iter(choice.ideas()), {}))
    yield Text(
        f"  press Enter for the suggestion{f' ({suggested})' if suggested else ''}, "
        "or type name=value name='more words'; a number stands for its word"
    )


def _wanted(field: Field) -> str:
    """Say what a field takes."""
    if field.kind == "number":
        return f"a number from {field.least:g} to {field.most:g}"
    return "|".join(field.words) or field.kind


def _form_text(choice: Write, form: Mapping[str, Any]) -> str:
    """A filled-in form in the words of its fields; what was left empty is left out."""
    filled = [(field, form.get(field.name)) for field in choice.fields]
    return "; ".join(
        f"{field.label.lower()}: {field.saying(str(value)) or value}"
        for field, value in filled
        if value not in {None, ""}
    )


def _place_text(where: Place1) -> str:
    return f"at {where.x:g},{where.y:g}, facing {where.facing:g}"


def _name(scene: Scene, number: int) -> str:
    piece = _piece(scene, number)
    return piece.name if piece is not None and piece.name else f"piece {number}"


def _way_text(way: Way, choice: Move, scene: Scene) -> str:
    facing = f"facing {COMPASS[octant(way.facing)]}"
    if not way.points:
        return f"stay, {facing}"
    x, y = way.points[-1]
    piece = _piece(scene, choice.piece)
    towards = f"towards {_ahead(scene, piece, x, y)}, " if piece is not None else ""
    gait = f"{way.gait} " if len(choice.gaits) > 1 else ""
    return f"{gait}{towards}to {x:.1f},{y:.1f}, {facing}"


def _ahead(scene: Scene, piece: Piece, x: float, y: float) -> str:
    """Name the enemy or marker that lies most nearly ahead, else the direction."""
    course = bearing(x - piece.x, y - piece.y)
    things = [(p.name or str(p.id), p.x, p.y) for p in scene.pieces if p.side != piece.side]
    things += [(m.label or m.kind, m.x, m.y) for m in scene.markers]
    best = min(
        (
            (hypot(tx - piece.x, ty - piece.y), name)
            for name, tx, ty in things
            if abs((bearing(tx - piece.x, ty - piece.y) - course + 180) % 360 - 180) <= 15
        ),
        default=None,
    )
    return best[1] if best is not None else COMPASS[octant(course)]


def bearing(dx: float, dy: float) -> float:
    """Give a direction in degrees clockwise from north."""
    return degrees(atan2(dx, dy)) % 360.0


def _piece(scene: Scene, number: int) -> Piece | None:
    return next((piece for piece in scene.pieces if piece.id == number), None)


# -- reading


def _idea(ideas: Sequence[Any], text: str) -> Any:
    if text.isdecimal() and 1 <= int(text) <= len(ideas):
        return ideas[int(text) - 1]
    raise UnreadableAnswer(f"{text!r}: expected a number from 1 to {len(ideas)}")


def _read_pick(choice: Pick[Any], text: str) -> Any:
    options = list(choice.candidates)
    if (choice.least, choice.most) == (1, 1):
        usual = _usual(choice)
        return _one_of(choice, options, text) if text or usual is None else usual
    words = [] if text in {"", "none"} else text.replace(",", " ").split()
    return tuple(_one_of(choice, options, word) for word in words)


def _one_of(choice: Pick[Any], options: Sequence[Any], text: str) -> Any:
    if text.isdecimal():
        return _idea(options, text)
    wanted = text.lower()
    named = [key for key in options if wanted in {str(key).lower(), choice.label(key).lower()}]
    begun = [key for key in options if wanted and choice.label(key).lower().startswith(wanted)]
    found = named or begun
    if len(found) > 1:
        meant = ", ".join(choice.label(key) for key in found)
        raise UnreadableAnswer(f"{text!r} could be any of {meant}")
    if not found:
        raise UnreadableAnswer(f"{text!r}: expected a number from 1 to {len(options)}")
    return found[0]


def _read_move(choice: Move, text: str, scene: Scene) -> Way:
    words = text.split()
    if len(words) == 1 and words[0].isdecimal():
        return _as_way(_idea(choice.ideas()[:MOST_IDEAS], words[0]))
    points: list[tuple[float, float]] = []
    gait, facing = choice.gaits[0], None
    for word in words:
        if point := _POINT.match(word):
            points.append((float(point[1]), float(point[2])))
        elif word in choice.gaits:
            gait = word
        elif word != "stay":
            facing = _facing(word)
    if not words:
        raise UnreadableAnswer("expected a number, or x,y [x,y ...] [facing]")
    return Way(gait, tuple(points), _last_facing(points, choice, scene, facing))


def _as_way(idea: Any) -> Way:
    return idea if isinstance(idea, Way) else Way(*idea)


def _facing(word: str) -> float:
    if word.upper() in COMPASS:
        return COMPASS.index(word.upper()) * 45.0
    try:
        return float(word) % 360.0
    except ValueError as no:
        raise UnreadableAnswer(
            f"{word!r}: expected a point x,y, a facing in degrees or one of {', '.join(COMPASS)}"
        ) from no


def _last_facing(
    points: Sequence[tuple[float, float]], choice: Move, scene: Scene, given: float | None
) -> float:
    """Take the facing that was typed, else the direction of the last leg, else stay as it is."""
    piece = _piece(scene, choice.piece)
    if given is not None or piece is None:
        return given or 0.0
    legs = [(piece.x, piece.y), *points]
    if len(legs) == 1:
        return piece.facing
    (ax, ay), (bx, by) = legs[-2:]
    return round(bearing(bx - ax, by - ay), 3)


def _read_place(choice: Place, text: str) -> dict[int, Place1]:
    ideas = choice.ideas()
    if text.isdecimal():
        return dict(_idea(ideas, text))
    places = dict(next(iter(ideas), {}))
    for word in text.split():
        found = _PLACE.match(word)
        if found is None:
            raise UnreadableAnswer(f"{word!r}: expected piece=x,y,facing")
        piece = int(found[1])
        if piece not in choice.pieces:
            known = ", ".join(map(str, choice.pieces))
            raise UnreadableAnswer(f"{word!r}: expected one of the pieces {known}")
        before = places.get(piece, Place1(0.0, 0.0, 0.0))
        facing = float(found[4]) if found[4] else before.facing
        places[piece] = Place1(float(found[2]), float(found[3]), facing)
    return places


def _read_form(choice: Write, text: str) -> dict[str, Any]:
    form = dict(next(iter(choice.ideas()), {}))
    for word in _words(text):
        name, equals, value = word.partition("=")
        field = next((one for one in choice.fields if one.name == name), None)
        if field is None or not equals:
            names = ", ".join(one.name for one in choice.fields)
            raise UnreadableAnswer(f"{word!r}: expected name=value with one of {names}")
        form[name] = _number(value, word) if field.kind == "number" else _word(field, value)
    return form


def _words(text: str) -> list[str]:
    """The words of a line; what stands in quotation marks is one."""
    try:
        return shlex.split(text)
    except ValueError as no:
        raise UnreadableAnswer(f"{text!r}: expected a second quotation mark") from no


def _word(field: Field, text: str) -> str:
    """The word itself, or the one with that number."""
    if text in field.words or not text.isdecimal() or not 1 <= int(text) <= len(field.words):
        return text
    return field.words[int(text) - 1]


def _number(text: str, word: str) -> int | float:
    try:
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    except ValueError as no:
        raise UnreadableAnswer(f"{word!r}: expected a number") from no


def _read_dice(choice: EnterDice, text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() for word in words):
        raise UnreadableAnswer(f"{text!r}: expected what {_dice_words(choice)} shows, in numbers")
    return tuple(int(word) for word in words)


def _dice_words(choice: EnterDice) -> str:
    """Name the dice to be thrown: a d10, each of 3d6."""
    dice = choice.draw.dice
    if len(dice) == 1:
        return f"a {kinds.name(dice[0])}"
    counts = [f"{dice.count(sides)}{kinds.name(sides)}" for sides in dict.fromkeys(dice)]
    return f"each of {' and '.join(counts)}"
