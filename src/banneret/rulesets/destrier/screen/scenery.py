"""What to draw: stands with their sides, terrain, the cards before everybody, the sides."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Place
from banneret.core.show import cards as shown
from banneret.core.show.forms import Bar, Outline, cut
from banneret.core.show.scene import Ground1, Marker, Piece, Scene, SideInfo

from ..basics import who
from ..basics.state import SIDES, card
from ..ground.contact import engaged
from ..ground.stands import cut as cut_of
from ..ground.stands import pattern
from ..melee.cards.hands import Hand
from ..melee.cards.steeds_hands import SteedHand
from ..setup.beginning import off_table
from ..turn.acts import hardly_meant
from . import told
from .faces import GROUPS, purse, sentence
from .parties import capital, party
from .view import FACE_DOWN, is_faced, view
from .wording.cards import card_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.core.play.events import Event
    from banneret.core.questions.choices import Choice

    from ..basics.state import Battle, Figure, Profile
    from ..ground.things import Thing

SEQUENCE: Final = ("First phase", "Second phase", "TAC", "Melee", "End of turn")
STEPS: Final = {
    "setup": "setting up",
    "deploy": "deploying",
    "initiative": "initiative",
    "charge_orders": "write charges",
    "charges": "charges",
    "spells_winner": "spells",
    "spells_loser": "spells",
    "missiles_winner": "missiles",
    "missiles_loser": "missiles",
    "acts_winner": "other acts",
    "acts_loser": "other acts",
    "moves_winner": "half-moves",
    "moves_loser": "half-moves",
    "choose": "choose cards",
    "declare": "declare",
    "tac_first": "TAC cards faced",
    "tac_second": "TAC cards faced",
    "face": "cards faced",
    "cast": "spells",
    "move_first": "moves",
    "move_second": "moves",
    "guess": "guess",
    "blows": "blows",
    "dodges": "dodges",
    "withheld": "withheld moves",
    "round_end": "end of the round",
}
MANY_ROWS: Final = 10
INDOORS: Final = ("brawl_at_the_boar",)
KINDS: Final = (
    ("hedge", "hedge"),
    ("wall", "wall"),
    ("palisade", "wall"),
    ("rock", "rock"),
    ("boulder", "rock"),
    ("well", "rock"),
    ("millstones", "rock"),
    ("cave", "wall"),
    ("tilt", "fence"),
    ("race", "river"),
    ("mill", "building"),
    ("wagon", "wagon"),
    ("cart", "wagon"),
    ("hearth", "hearth"),
    ("willow", "wood"),
    ("thicket", "wood"),
    ("copse", "wood"),
    ("thorns", "wood"),
)


def phase_name(battle: Battle) -> str:
    """The phase a reader knows: which half of the turn, TAC, melee or its end."""
    if battle.phase in ("setup", "deploy"):
        return "Setting up"
    if battle.card_round == 0:
        return "TAC"
    if battle.card_round > 0:
        return "Melee"
    if battle.phase in STEPS:
        return "First phase" if battle.half == 1 else "Second phase"
    return "End of turn"


PHASES: Final = {key: capital(said) for key, said in STEPS.items()}


def scene(battle: Battle, side: str | None) -> Scene:
    """The table as one side may see it."""
    seen = view(battle, side)
    pieces = [_piece(seen, one) for one in seen.figures if _drawn(one)]
    return Scene(
        width=seen.scenario.width,
        height=seen.scenario.depth,
        ground=(*_floor(seen), *(_ground(one) for one in seen.things)),
        pieces=tuple(pieces),
        markers=tuple(_markers(seen)),
        sides=tuple(_side(seen, key) for key in SIDES),
        sequence=SEQUENCE,
        now=phase_name(seen),
        step=_step(seen),
        rows=_told_rows(tuple(_rows(battle, seen, side))),
    )


def _drawn(figure: Figure) -> bool:
    return figure.status != "fled" and not off_table(figure)


def _step(battle: Battle) -> str:
    step = STEPS.get(battle.phase, battle.phase.replace("_", " "))
    if battle.card_round > 0:
        return f"card round {battle.card_round}, {step}"
    return step.removeprefix("TAC ") if battle.card_round == 0 else step


@clause("DE-STAND-13")
def _piece(battle: Battle, figure: Figure) -> Piece:
    """A figure: its number on the stand, its sides in their colours, what it is marked with."""
    where = (figure.x, figure.y, figure.facing)
    steed = figure.steed
    ridden = steed.key if steed is not None else ""
    body = (figure.fatigue, figure.fatigue_max, figure.body, figure.body_max)
    horse = (steed.body, steed.body_max) if steed is not None else (0, 0)
    arms = who.weapon_of(battle, figure) or who.missile_of(battle, figure)
    how = (cut_of(figure), ridden, arms, figure.shield)
    who_is = (figure.id, figure.side, figure.name)
    return _man(who_is, figure.profile, where, how, (body, horse), marks(battle, figure))


@lru_cache(maxsize=8192)
def _man(  # noqa: PLR0917  # what a piece is drawn from, each hashed
    who_is: tuple[int, str, str],
    profile: Profile,
    where: tuple[float, float, float],
    how: tuple[str, str, str, str],
    bodies: tuple[tuple[int, int, int, int], tuple[int, int]],
    markers: tuple[str, ...],
) -> Piece:
    """Who is as he was is the same piece."""
    key, side, name = who_is
    kind, ridden, arms, shield = how
    body, horse = bodies
    size = pattern(kind)
    bars = [
        Bar("fatigue", body[0], body[1], "cool"),
        Bar("body", max(body[2], 0), body[3], "hot"),
    ]
    if ridden:
        bars.append(Bar("steed", max(horse[0], 0), horse[1]))
    return Piece(
        key,
        side,
        name,
        *where,
        width=size.width,
        depth=size.depth,
        rank="knight" if profile.training == "chivalry" else "",
        arms=arms.replace("_", " "),
        mounted=bool(ridden),
        marks=markers,
        profile=_profile(profile, ridden, arms, shield),
        form=outline(kind),
        measures=tuple(bars),
        tag=str(key + 1),
    )


@lru_cache(maxsize=64)
def outline(kind: str) -> Outline:
    """The outline of a stand with its named sides."""
    size = pattern(kind)
    return cut(size.corners, size.sides)


@lru_cache(maxsize=1024)
def _profile(profile: Profile, ridden: str, arms: str, shield: str) -> dict[str, str]:
    known = {
        "kind": profile.key.replace("_", " "),
        "training": profile.training.replace("_", " "),
        "level": str(profile.level),
        "Strength, Dexterity, Constitution": (
            f"{profile.strength}, {profile.dexterity}, {profile.constitution}"
        ),
        "armour class": str(profile.ac),
        "in hand": arms.replace("_", " ") or "nothing",
        "shield": shield,
        "points": str(profile.points),
    }
    if ridden:
        known["steed"] = ridden.replace("_", " ")
    if profile.mkl:
        known["magick"] = f"level {profile.mkl}: {', '.join(profile.spells)}".replace("_", " ")
    return known


def marks(battle: Battle, figure: Figure) -> tuple[str, ...]:
    """What is marked beside a figure."""
    return tuple(_marks(battle, figure))


def _marks(battle: Battle, figure: Figure) -> Iterator[str]:
    if figure.status != "active":
        yield figure.status
        return
    if figure.posture != "standing":
        yield figure.posture
    yield from (word for word, on in _states(figure) if on)
    yield from (wound.replace("_", " ") for wound in figure.crippled)
    if any(figure.unloaded.values()):
        yield "unloaded"
    if figure.steed is not None:
        yield f"at a {figure.steed.speed}"
    if engaged(battle, figure):
        yield "engaged"


def _states(figure: Figure) -> tuple[tuple[str, object], ...]:
    return (
        ("stunned", figure.stun),
        ("asleep", figure.asleep),
        ("pinned", figure.pinned),
        ("held", figure.restrained_by),
        ("berserk", figure.berserk),
    )


def _floor(battle: Battle) -> tuple[Ground1, ...]:
    """Boards under the feet of those who fight in a house."""
    if battle.scenario.id not in INDOORS:
        return ()
    x, y = battle.scenario.width, battle.scenario.depth
    return (Ground1("floor", ((0, 0), (x, 0), (x, y), (0, y)), True, "thing-floor"),)


def _ground(thing: Thing) -> Ground1:
    return _drawn_thing(thing.id, thing.name, thing.corners, thing.door, thing.turned)


@lru_cache(maxsize=512)
def _drawn_thing(
    key: int, name: str, corners: tuple[tuple[float, float], ...], door: str, turned: bool
) -> Ground1:
    if door:
        return Ground1(f"gate {door}", corners, True, f"thing-{key}", f"{name}, {door}")
    kind = next((word for part, word in KINDS if part in name), "")
    said = f"{name}, over" if turned else name
    return Ground1(kind or "furniture", corners, True, f"thing-{key}", said)


def _markers(battle: Battle) -> Iterator[Marker]:
    for one in battle.loose:
        lying = "" if one.steed.posture == "standing" else ", down"
        yield Marker("loose mount", one.x, one.y, 0.5, f"{one.steed.key}{lying}".replace("_", " "))
    for token in battle.scenario.tokens:
        x, y = token.at
        yield Marker(token.name, x, y, 0.3, token.name)


def _side(battle: Battle, side: str) -> SideInfo:
    own = [one for one in battle.figures if one.side == side]
    able = [one for one in own if who.active(battle, one)]
    lines = [
        ("Active", f"{len(able)} of {len(own)}"),
        ("Points", str(who.side_points(battle, side))),
    ]
    if battle.scenario.courses:
        lines.append(("Lances broken", str(battle.lances_broken.get(side, 0))))
        lines.append(("Courses", f"{battle.course} of {battle.scenario.courses}"))
    if battle.initiative and battle.phase not in ("setup", "deploy"):
        halves = zip(("first", "second"), battle.initiative, strict=False)
        won = [half for half, winner in halves if winner == side]
        lines.append(("Initiative", " and ".join(won) or "none"))
    return SideInfo(side, party(battle, side), tuple(lines))


# -- cards


def _told_rows(rows: tuple[shown.Row, ...]) -> tuple[shown.Row, ...]:
    """Where there are many, those who have laid no card stand aside: the table needs the room."""
    if len(rows) <= MANY_ROWS:
        return rows
    return tuple([row for row in rows if row.faced or row.down])


@clause("DE-TACP-01")
def _rows(battle: Battle, seen: Battle, side: str | None) -> Iterator[shown.Row]:
    """The cards before everybody: faced ones, how many lie face down, and one's own."""
    for figure in seen.figures:
        if figure.status != "active" or seen.card_round < 0:
            continue
        own = battle.figures[figure.id]
        mine = figure.side == side
        yield _row(seen, figure, own.hand if mine else figure.hand, mine=mine, steed=False)
        if figure.steed is not None and own.steed is not None:
            hand = own.steed.hand if mine else figure.steed.hand
            yield _row(seen, figure, hand, mine=mine, steed=True)


def _row(
    battle: Battle, figure: Figure, hand: Sequence[str], *, mine: bool, steed: bool
) -> shown.Row:
    faced = [key for key in hand if key != FACE_DOWN and is_faced(key, figure.shown)]
    down = [key for key in hand if key not in faced]
    paid = purse(battle, figure, steed=steed)
    priced = (SteedHand if steed else Hand)(battle, figure)
    foes = [int(card(key).target) for key in faced if card(key).target >= 0]
    return shown.Row(
        side=figure.side,
        name=paid.hand,
        pieces=(figure.id,),
        faced=tuple(face(battle, key) for key in faced),
        down=len(down),
        known=tuple(face(battle, key, priced) for key in down) if mine else (),
        purses=(paid,),
        against=tuple(dict.fromkeys(foes)),
    )


def faced(battle: Battle, event: Event) -> tuple[shown.Row, ...]:
    """The cards that an event turns up."""
    if isinstance(event, told.TacFaced):
        return tuple([_turned(battle, who, (key,)) for who, key in event.cards])
    if isinstance(event, told.CardsFaced):
        return (_turned(battle, event.figure, event.cards, steed=event.steed),)
    if isinstance(event, told.DodgeFaced):
        return (_turned(battle, event.figure, (f"DODGE_{event.direction.upper()}",)),)
    return ()


def _turned(battle: Battle, figure: int, keys: Sequence[str], *, steed: bool = False) -> shown.Row:
    one = battle.figures[figure]
    foes = [card(key).target for key in keys if card(key).target >= 0]
    return shown.Row(
        side=one.side,
        name=f"{one.name}'s steed" if steed else one.name,
        pieces=(one.id,),
        faced=tuple(face(battle, key) for key in keys),
        against=tuple(dict.fromkeys(foes)),
    )


def face(battle: Battle, key: str, hand: Hand | SteedHand | None = None) -> shown.Card:
    """A card as every screen knows it; what it will cost as long as it is not paid."""
    one = card(key)
    row = battle.tables.cards.get(one.name)
    at = ""
    if one.target >= 0:
        at = battle.figures[one.target].name + ("'s steed" if one.part == "steed" else "")
    return shown.Card(
        card_name(one.name),
        cost=hand.cost((key,)) if hand is not None else 0,
        group=GROUPS.get(row.group, row.group) if row is not None else "",
        sentence=sentence(battle, key) if row is not None else "",
        targets=(one.target,) if one.target >= 0 else (),
        at=at,
    )


# -- pointing


def figures(battle: Battle, choice: Choice[Any]) -> tuple[Piece, ...]:
    """Who is to be set down, also before he stands on the table."""
    if not isinstance(choice, Place):
        return ()
    return tuple(_piece(battle, battle.figures[key]) for key in choice.pieces)


def pieces(battle: Battle, choice: Choice[Any], key: str | int) -> tuple[int, ...]:  # noqa: ARG001
    """The pieces an option means: the target of a card or a charge, a figure to be moved."""
    said = str(key)
    if choice.key == "mover":
        return (int(said),) if said.isdigit() else ()
    if choice.key == "charge":
        _, _, targets = said.partition(":")
        return tuple(int(one) for one in targets.split(",")) if targets else ()
    if choice.key == "act" and hardly_meant(said):
        return ()  # nobody gives himself up by a tap on the enemy before him
    _, mark, target = said.partition("@")
    digits = target.rstrip("s")
    return (int(digits),) if mark and digits.isdigit() else ()
