"""Positions in a line, scripts for dice and answers: what every test of this book stands on.

    from rulesets.knights_and_knaves.field import field, man, play, run, unit

    battle = field(
        "a Ralf: lord sword large armor=10 at 10,10 | "
        "a bows: longbow x6 at 14,10 facing 90 | "
        "b Guy: knight lance sword mounted destrier at 30,10 west chit=move_full_melee",
        terrain="light_wood copse: 20,5..26,15 | waist_wall: 28,0 28,20 | tree: 5,5",
        phase="chits", turn=3, crossbow_teams=False,
    )

Men and units stand between bars (or on lines of their own): `PLAYER KEY: words`. The player is a,
b, c, d, or a1, a2 ... (allies of one side: the letter). The key names the man, or the unit and
(with a number) its men: `man(battle, "Ralf")`, `unit(battle, "bows")`, `man(battle, "bows", 1)`
(0, the default, is its first leader). Without a lord of his own a player has one who has not
come yet: he commands nobody and nobody minds. The words, in any order:

- a class: lord, chief, knight, bodyguard, squire, man_at_arms, sergeant, valet, soldier (default),
  yeoman, peasant; of a unit the first man is a sergeant unless `leader=CLASS`, or `leaderless`
- x6: how many; `loose`: no unit, so many individuals
- weapons and one missile weapon by their names (default: sword); what is named first is in hand
- a shield: small, large, pavise; traits by name; trumpet or flag (KK-ORDER-06)
- mounted, with destrier, horse (default) or nag, barded, full_barded
- at X,Y [X,Y ...]: where they stand, in order; those without a place stand 1.5 inches apart to the
  right of the last (mounted and foot alike), in ranks of five
- facing DEGREES, or north, east, south, west (default: a and c north, b and d south)
- steady, routing, withdrawing, escorting, disabled, dead, captive, gone, coming; in_command; free
- order=VERB/TRIGGER/THEN[/TARGET]: a standing order, as of the second part with part2
- name=value: a field of every man (stamina=3 permanent=1 chit=stay weapon=sword), of his profile
  (armor=10 morale=7 melee=8 shooting=6 bonus=2 pieces=BC; original=8 is the profile's stamina),
  of his horse (horse.stamina=4 horse.gait=gallop), or of the unit (unit.withdrawing=true)
- 1.name=value: the same of man number 1 alone

Terrain stands between bars too: `KIND [id]: points`, a box being X,Y..X,Y; `locked` and
`toughness=3 successes=2` for doors (`light_door id: X,Y X,Y`, heavy_door, gate, open_door),
`height=12`, `scaled_by=foot`; spots are a point, `radius=1`, and baggage and bonfires may have
`side=a`. Every other keyword is a field of the battle, of its scenario, or an option of the book.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from banneret.core.choices import Choice, Pick
from banneret.core.dice import ScriptedDice
from banneret.core.errors import BadPlayer, IllegalAnswer
from banneret.core.events import Event
from banneret.core.geometry import heading
from banneret.core.table import Table
from banneret.rulesets.knights_and_knaves.entries import (
    AreaEntry,
    DoorEntry,
    LineEntry,
    Muster,
    Scenario,
    SpotEntry,
)
from banneret.rulesets.knights_and_knaves.groundwork import ground_for
from banneret.rulesets.knights_and_knaves.options import BY_KEY, Options
from banneret.rulesets.knights_and_knaves.state import (
    COMING,
    NOBODY,
    Battle,
    Declared,
    Door,
    Horse,
    HorseProfile,
    Man,
    Order,
    Profile,
    Retinue,
    Unit,
    changed,
    put,
)

E = TypeVar("E", bound=Event)

CLASSES = {  # KK-PROF-03, KK-PROF-05: melee, shooting, morale, bonus
    "lord": (10, 10, 10, 3), "chief": (10, 10, 10, 3),
    "knight": (9, 9, 9, 2), "bodyguard": (9, 9, 9, 2),
    "squire": (8, 9, 7, 0), "man_at_arms": (8, 9, 7, 0),
    "sergeant": (8, 7, 8, 1), "valet": (8, 7, 8, 1),
    "soldier": (7, 5, 7, 0), "yeoman": (7, 5, 7, 0),
    "peasant": (4, 2, 4, 0),
}  # fmt: skip
GENTLE = {"lord", "chief", "knight", "squire"}
WEAPONS = {
    "sword", "mace", "ax", "two_handed_sword", "two_handed_ax", "pole_arm", "short_spear",
    "javelin", "lance", "long_spear", "short_sword", "dagger", "farm_implement", "other", "none",
}  # fmt: skip
MISSILES = {
    "short_bow", "longbow", "composite_bow", "sling", "light_crossbow", "medium_crossbow",
    "heavy_crossbow", "handgun", "javelin_thong", "throwing_javelin", "thrown_spear", "thrown_axe",
    "thrown_knife",
}  # fmt: skip
SHIELDS = {"small", "large", "pavise"}
TRAITS = {
    "always_run", "berserk", "champion", "gentle", "household", "military_order", "skirmisher",
    "unreliable",
}  # fmt: skip
STATUSES = {
    "steady", "routing", "withdrawing", "escorting", "disabled", "dead", "captive", "gone",
    "coming",
}  # fmt: skip
KINDS = ("destrier", "horse", "nag")
EDGES = {"a": "south", "b": "north", "c": "west", "d": "east"}
FACINGS = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
LINES = {"hedge", "fence", "waist_wall", "chest_wall", "battlement", "high_wall", "house_wall",
         "window", "precipice"}  # fmt: skip
SPOTS = {"tree", "bush", "wagon", "baggage", "barrel", "bonfire"}
DOORS = {"light_door": "light", "heavy_door": "heavy", "gate": "gate", "open_door": "open"}
DOOR_VALUES = {"light": (0, 1), "heavy": (3, 3), "gate": (5, 5), "open": (0, 0)}
PLACE = re.compile(r"^(-?[\d.]+),(-?[\d.]+)$")
BOX = re.compile(r"^([\d.]+),([\d.]+)\.\.([\d.]+),([\d.]+)$")
SPACING = 1.5

# -- positions


def field(
    men: str = "",
    terrain: str = "",
    *,
    table: tuple[float, float] = (72.0, 48.0),
    **rest: Any,
) -> Battle:
    """Set up a battle past deployment, in the Rally phase of turn 1 unless told otherwise."""
    options = Options.read({key: rest.pop(key) for key in list(rest) if key in BY_KEY})
    texts = [part.strip() for part in re.split(r"[|\n]", men) if part.strip()]
    players = sorted({text.split()[0] for text in texts} | {"a", "b"} - _allied(texts))
    plan = _scenario(players, terrain, table, rest)
    battle = Battle(
        scenario=plan,
        options=options,
        ground=ground_for(plan, options),
        men=[],
        horses=[],
        units=[],
        retinues=[],
        doors=[_door(entry) for entry in plan.door],
        phase="rally",
        turn=1,
    )
    for player in players:
        battle.retinues.append(
            Retinue(player, player[0], player, "free", NOBODY, EDGES[player[0]], free=False)
        )
    for text in texts:
        _muster(battle, text)
    for retinue in battle.retinues:
        _find_lord(battle, retinue)
    for name, value in rest.items():
        assert name in Battle.__struct_fields__, f"{name}: no such field, scenario part or option"
        setattr(battle, name, value)
    changed(battle)
    return battle


def _allied(texts: Sequence[str]) -> set[str]:
    """The sides whose players have numbers."""
    return {text[0] for text in texts if text.split()[0] != text[0]}


def _scenario(
    players: Sequence[str], terrain: str, table: tuple[float, float], rest: dict[str, Any]
) -> Scenario:
    width, height = table
    zones = {
        "south": (0.0, 0.0, width, 12.0),
        "north": (0.0, height - 12.0, width, height),
        "west": (0.0, 0.0, 12.0, height),
        "east": (width - 12.0, 0.0, width, height),
    }
    musters = tuple(
        Muster(
            player=player,
            side=player[0],
            force="free",
            edge=EDGES[player[0]],  # type: ignore[arg-type]
            zone=zones[EDGES[player[0]]],
        )
        for player in players
    )
    more = {key: rest.pop(key) for key in list(rest) if key in Scenario.__struct_fields__}
    pieces: dict[str, list[Any]] = {"area": [], "line": [], "door": [], "spot": []}
    for part in re.split(r"[|\n]", terrain):
        if part.strip():
            group, entry = _piece(part)
            pieces[group].append(entry)
    made: dict[str, Any] = {key: tuple(found) for key, found in pieces.items()} | more
    return Scenario(
        id="test", name="Test", briefing="A test.", retinue=musters, table=table, **made
    )


def _piece(text: str) -> tuple[str, Any]:
    head, _, body = text.partition(":")
    kind, *key = head.split()
    words = body.split()
    points = [point for word in words for point in _points(word)]
    more = {name: _value(value) for name, eq, value in (w.partition("=") for w in words) if eq}
    name = key[0] if key else ""
    if kind in DOORS:
        locked = "locked" in words
        line = (points[0], points[1])
        return "door", DoorEntry(id=name, kind=DOORS[kind], line=line, locked=locked, **more)  # type: ignore[arg-type]
    if kind in SPOTS:
        return "spot", SpotEntry(kind=kind, at=points[0], id=name, **more)  # type: ignore[arg-type]
    if kind in LINES:
        return "line", LineEntry(kind=kind, line=tuple(points), id=name, **more)  # type: ignore[arg-type]
    return "area", AreaEntry(kind=kind, polygon=tuple(points), id=name, **more)  # type: ignore[arg-type]


def _points(word: str) -> list[tuple[float, float]]:
    if box := BOX.match(word):
        x0, y0, x1, y1 = map(float, box.groups())
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    place = PLACE.match(word)
    return [(float(place[1]), float(place[2]))] if place else []


def _door(entry: DoorEntry) -> Door:
    successes = DOOR_VALUES[entry.kind][1] if entry.successes is None else entry.successes
    return Door(entry.id, entry.locked, successes, broken=entry.kind == "open")


def _muster(battle: Battle, text: str) -> None:
    """Make the men and, if they are several, their unit; then set what the words say."""
    head, _, body = text.partition(":")
    player, key = head.split()
    words = body.split()
    count = next((int(word[1:]) for word in words if re.match(r"^x\d+$", word)), 0)
    first = len(battle.men)
    led = count > 1 and "leaderless" not in words and "loose" not in words
    leader = next((word[7:] for word in words if word.startswith("leader=")), "sergeant")
    for at in range(max(count, 1)):
        name = f"{key}{at}" if count else key
        class_ = leader if led and at == 0 else _one_of(words, CLASSES, "soldier")
        _enlist(battle, player, name, class_, words)
    made = battle.men[first:]
    _stand(battle, made, words)
    if count and "loose" not in words:
        _form(battle, player, key, made, led=led)
    for word in words:
        _set_word(battle, made, word)


def _one_of(words: Sequence[str], known: Any, default: str) -> str:
    return next((word for word in words if word in known), default)


def _enlist(battle: Battle, player: str, name: str, class_: str, words: Sequence[str]) -> None:
    melee, shooting, morale, bonus = CLASSES[class_]
    arms = [word for word in words if word in WEAPONS | MISSILES] or ["sword"]
    missile = next((word for word in arms if word in MISSILES), "")
    traits = {word for word in words if word in TRAITS}
    traits |= {"gentle"} if class_ in GENTLE and "berserk" not in words else set()
    traits |= {"unreliable"} if class_ == "peasant" else set()
    profile = Profile(
        name=name,
        class_=class_,
        morale=morale,
        bonus=bonus,
        melee=melee,
        shooting=shooting if missile else 0,
        armor=6,
        stamina=6,
        pieces="BCD",
        weapons=tuple(word for word in arms if word in WEAPONS and word != "none"),
        missile="javelin" if missile == "throwing_javelin" else missile,
        shield=_one_of(words, SHIELDS, "none"),
        traits=tuple(sorted(traits)),
        signal=_one_of(words, ("trumpet", "flag"), ""),
    )
    man = Man(
        id=len(battle.men),
        profile=profile,
        player=player,
        side=player[0],
        unit=NOBODY,
        base=None,  # type: ignore[arg-type]  # set down at once
        stamina=6,
        weapon="javelin" if arms[0] == "throwing_javelin" else arms[0],
    )
    battle.men.append(man)
    if "mounted" in words:
        _saddle(battle, man, words)


def _saddle(battle: Battle, man: Man, words: Sequence[str]) -> None:
    barding = "JK" if "full_barded" in words else "J" if "barded" in words else ""
    armor = 3 + 2 * len(barding)
    kind = _one_of(words, KINDS, "horse")
    profile = HorseProfile(f"{man.profile.name}'s {kind}", kind, armor, 2 * armor, barding)
    man.horse = len(battle.horses)
    battle.horses.append(
        Horse(man.horse, profile, man.player, man.side, None, 2 * armor, rider=man.id)  # type: ignore[arg-type]
    )


def _stand(battle: Battle, made: Sequence[Man], words: list[str]) -> None:
    default = 0.0 if made[0].side in "ac" else 180.0
    facing = next((FACINGS[word] for word in words if word in FACINGS), default)
    if "facing" in words:
        facing = float(words[words.index("facing") + 1])
    places = [_points(word)[0] for word in words if PLACE.match(word)] or [(36.0, 24.0)]
    depth = 2.5 if "mounted" in words else SPACING
    for at, one in enumerate(made):
        if at < len(places):
            x, y = places[at]
        else:
            x, y = _beside(places[-1], at - len(places) + 1, facing, depth)
        put(battle, one, x, y, facing)


def _beside(
    place: tuple[float, float], at: int, facing: float, depth: float
) -> tuple[float, float]:
    rank, file = divmod(at, 5)
    ux, uy = heading(facing)
    right, back = file * SPACING, rank * depth
    return place[0] + uy * right - ux * back, place[1] - ux * right - uy * back


def _form(battle: Battle, player: str, key: str, made: Sequence[Man], *, led: bool) -> None:
    leader = made[0].id if led else NOBODY
    one = Unit(
        id=len(battle.units),
        name=key,
        player=player,
        side=player[0],
        members=tuple(man.id for man in made),
        leader=leader,
        first_leader=leader,
        original=len(made),
    )
    battle.units.append(one)
    for man in made:
        man.unit = one.id


def _set_word(battle: Battle, made: Sequence[Man], word: str) -> None:
    if word in STATUSES:
        for man in made:
            man.status = word
    elif word in {"in_command", "free"}:
        for man in made:
            setattr(man, word, True)
    elif word == "part2":
        _order(battle, made, lambda order: msgspec.structs.replace(order, part=2))
    elif word.startswith("order="):
        verb, trigger, then, *target = word[6:].split("/")
        order = Order(verb, trigger, then, target[0] if target else "")
        _order(battle, made, lambda _: order)
    elif "=" in word and not word.startswith("leader="):
        _set(battle, made, word)


def _order(battle: Battle, made: Sequence[Man], change: Callable[[Any], Order]) -> None:
    if made[0].unit != NOBODY:
        one = battle.units[made[0].unit]
        one.order = change(one.order)
        if one.leader != NOBODY:
            base = battle.men[one.leader].base
            one.post = (base.x, base.y)
        return
    retinue = next(r for r in battle.retinues if r.player == made[0].player)
    orders = dict(retinue.orders)
    for man in made:
        orders[man.id] = change(orders.get(man.id))
    retinue.orders = tuple(sorted(orders.items()))


def _set(battle: Battle, made: Sequence[Man], word: str) -> None:
    name, _, text = word.partition("=")
    if name.startswith("unit."):
        setattr(battle.units[made[0].unit], name[5:], _value(text))
        return
    at, dot, rest = name.partition(".")
    if dot and at.isdigit():
        made, name = [made[int(at)]], rest
    for man in made:
        _set_one(battle, man, name, _value(text))


def _set_one(battle: Battle, man: Man, name: str, value: Any) -> None:
    if name.startswith("horse."):
        setattr(battle.horses[man.horse], name[6:], value)
    elif name == "class":
        man.profile = msgspec.structs.replace(man.profile, class_=value)
    elif name == "original":
        man.profile = msgspec.structs.replace(man.profile, stamina=value)
    elif name in Man.__struct_fields__:
        setattr(man, name, value)
    else:
        assert name in Profile.__struct_fields__, f"{name!r}: no such field"
        man.profile = msgspec.structs.replace(man.profile, **{name: value})
        if name == "armor":
            man.profile = msgspec.structs.replace(man.profile, stamina=value)
            man.stamina = value


def _value(text: str) -> Any:
    if text in {"true", "false"}:
        return text == "true"
    if re.match(r"^-?\d+\.\d+$", text):
        return float(text)
    return int(text) if re.match(r"^-?\d+$", text) else text


def _find_lord(battle: Battle, retinue: Retinue) -> None:
    own = [man for man in battle.men if man.player == retinue.player]
    lord = next((man for man in own if man.profile.class_ in {"lord", "chief"}), None)
    if lord is None:
        _enlist(battle, retinue.player, f"Lord of {retinue.player}", "lord", ())
        lord = battle.men[-1]
        lord.status = COMING
        put(battle, lord, 0.0, 0.0, 0.0)
    retinue.lord = lord.id


# -- who is who


def unit(battle: Battle, key: str) -> Unit:
    """The unit with that key; `b.archers` where both sides have one."""
    player, dot, name = key.rpartition(".")
    return next(u for u in battle.units if u.name == name and (not dot or u.player == player))


def man(battle: Battle, key: str, at: int = 0) -> Man:
    """The man with that key, or number `at` of those written together under it."""
    player, dot, name = key.rpartition(".")
    names = (name, f"{name}{at}")
    return next(
        m for m in battle.men if m.profile.name in names and (not dot or m.player == player)
    )


def men(battle: Battle, key: str) -> list[Man]:
    """The members of a unit, whatever has become of them."""
    return [battle.men[member] for member in unit(battle, key).members]


def retinue(battle: Battle, player: str) -> Retinue:
    """A player's retinue."""
    return next(one for one in battle.retinues if one.player == player)


def declare(one: Man, chit: str, **qualifiers: Any) -> Man:
    """Give a man a chit already turned up, with its qualifiers."""
    one.chit = chit
    one.declared = Declared(**qualifiers)
    return one


# -- scripts

Answer = Any  # a plain answer, (key, answer), or a function from the choice to an answer


class Script:
    """A player who gives written answers in order.

    An item is a plain answer; a pair (key, answer), which also says what must be asked; or a
    function from the choice to an answer (`first`, `idea(1)`, `lambda choice: ...`).
    """

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = list(answers)
        self.asked: list[Choice[Any]] = []

    def decide(self, table: Table[Any], choice: Choice[Any]) -> Any:
        """Give the next answer."""
        del table
        self.asked.append(choice)
        assert self.answers, f"no answer left for {choice.key!r} to {choice.side}: {choice.prompt}"
        answer = self.answers.pop(0)
        if isinstance(answer, tuple) and len(answer) == 2 and _is_key(answer[0]):
            key, answer = answer
            assert choice.key == key, f"asked {choice.key!r} ({choice.prompt}), expected {key!r}"
        return answer(choice) if callable(answer) else answer

    def finish(self) -> None:
        """See that every answer was asked for."""
        assert not self.answers, f"answers nobody asked for: {self.answers}"


def _is_key(value: object) -> bool:
    return isinstance(value, str) and bool(re.match(r"^[a-z_]+(\.[a-z_]+)?$", value))


def first(choice: Choice[Any]) -> Any:
    """Answer with the first idea."""
    return choice.ideas()[0]


def idea(at: int) -> Callable[[Choice[Any]], Any]:
    """Answer with idea number `at`."""
    return lambda choice: choice.ideas()[at]


class Refused(IllegalAnswer, BadPlayer):
    """A scripted answer that the rules do not allow."""


class Played(Table[Battle]):
    """A table at which rules were played; `result` is what the rule gave back."""

    result: Any = None
    by: ByKey
    phases: list[str]

    @property
    def keys(self) -> list[str]:
        """The keys of the questions put, in order."""
        return self.by.keys


def play(
    battle: Battle,
    rule: Callable[..., Any],
    *args: Any,
    dice: Sequence[int] = (),
    answers: Mapping[str, Sequence[Answer]] | Sequence[Answer] = (),
    **kwargs: Any,
) -> Played:
    """Run a rule with scripted dice and answers, all of which must be used; gives the table.

    An answer that the rules refuse raises Refused, which is both IllegalAnswer (with its reason and
    clause) and BadPlayer. `answers` is one list for whoever is asked, or a list for each player.
    The rule's own result is in `table.result`.
    """
    thrown = ScriptedDice(*dice)
    players = [one.player for one in battle.retinues]
    if isinstance(answers, Mapping):
        everyone = {player: Script(answers.get(player, ())) for player in players}
    else:
        shared = Script(answers)
        everyone = dict.fromkeys(players, shared)
    table = Played(battle, thrown, everyone)
    try:
        table.result = rule(table, *args, **kwargs)
    except BadPlayer as no:  # an answer that is not allowed: say why as the rules do
        if isinstance(no.__cause__, IllegalAnswer):
            raise Refused(no.__cause__.reason, no.__cause__.clause) from no
        raise
    thrown.finish()
    for script in everyone.values():
        script.finish()
    return table


class ByKey:
    """A player who answers by the key of the question; what is not written down, by an idea.

    An answer may be a list (one after the other, then ideas), a value (always), or a function of
    the choice. `"chit Hugh"` answers the chit of Hugh alone.
    """

    def __init__(self, battle: Battle, answers: Mapping[str, Any]) -> None:
        self.battle = battle
        self.answers = {key: list(a) if isinstance(a, list) else a for key, a in answers.items()}
        self.asked: list[Choice[Any]] = []

    def decide(self, table: Table[Any], choice: Choice[Any]) -> Any:
        """Give the next answer for questions of this key."""
        del table
        self.asked.append(choice)
        answer = self.answers.get(self._key(choice), [])
        if isinstance(answer, list):
            if not answer:
                return choice.ideas()[0]
            answer = answer.pop(0)
        return answer(choice) if callable(answer) else answer

    def _key(self, choice: Choice[Any]) -> str:
        for one in choice.about:
            if isinstance(one, int) and 0 <= one < len(self.battle.men):
                named = f"{choice.key} {self.battle.men[one].profile.name}"
                if named in self.answers:
                    return named
        return choice.key

    @property
    def keys(self) -> list[str]:
        """The keys of the questions put, in order."""
        return [choice.key for choice in self.asked]

    def was_asked(self, key: str) -> list[Choice[Any]]:
        """The questions of one key."""
        return [choice for choice in self.asked if choice.key == key]

    def refusals(self, key: str, about: int) -> dict[Any, str | None]:
        """The clause that refuses each option a man was given, None for those allowed."""
        choice = next(one for one in self.was_asked(key) if one.about[0] == about)
        assert isinstance(choice, Pick)
        return {
            option.key: None if option.because is None else option.because.clause
            for option in choice.options()
        }


def run(
    battle: Battle,
    until: str | int,
    *,
    dice: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
    calls: Sequence[tuple[str, str]] = (),
    exact: bool = True,
    sequence: Mapping[str, Callable[[Table[Battle]], None]] | None = None,
) -> Played:
    """Play steps until the battle comes to a phase, or that many; every die must be used."""
    from banneret.rulesets.knights_and_knaves.sequence import SEQUENCE  # noqa: PLC0415

    steps = SEQUENCE if sequence is None else sequence
    by = ByKey(battle, answers or {})
    thrown = ScriptedDice(*dice)
    table = Played(battle, thrown, {one.player: by for one in battle.retinues}, calls=calls)
    table.by = by
    table.phases = []
    while not battle.over:
        table.phases.append(battle.phase)
        steps[battle.phase](table)
        if battle.phase == until or len(table.phases) == until:
            break
        assert len(table.phases) < 2000, f"{until!r} is never reached: {table.phases[-20:]}"
    if exact:
        thrown.finish()
    return table


def heard(table: Table[Battle], player: str | None) -> list[Any]:
    """What a player (None: a spectator) may know of what happened."""
    return [told.event for told in table.events if told.for_side(player)]


def events_of(table: Table[Battle], kind: type[E], clause: str | None = None) -> list[E]:
    """The events of one kind, in order; of one clause if named."""
    return [
        told.event
        for told in table.events
        if isinstance(told.event, kind) and clause in {None, told.clause}
    ]


def rolls(table: Table[Battle], purpose: str = "") -> list[tuple[int, ...]]:
    """The faces thrown for whatever begins with that purpose."""
    from banneret.core.events import Rolled  # noqa: PLC0415

    return [e.faces for e in events_of(table, Rolled) if e.purpose.startswith(purpose)]


# -- whole battles

SKIRMISH = Scenario(
    id="skirmish",
    name="Skirmish",
    briefing="Two retinues meet between a copse and a farm.",
    table=(36.0, 30.0),
    turns=12,
    retinue=(
        Muster(
            player="a",
            side="a",
            force="english_feudal_retinue",
            figures=12,
            edge="south",
            zone=(0.0, 0.0, 36.0, 8.0),
        ),
        Muster(
            player="b",
            side="b",
            force="continental_feudal_retinue",
            figures=12,
            edge="north",
            zone=(0.0, 22.0, 36.0, 30.0),
        ),
    ),
    area=(
        AreaEntry(
            kind="light_wood",
            polygon=((6.0, 12.0), (12.0, 12.0), (12.0, 18.0), (6.0, 18.0)),
            id="copse",
            name="the copse",
        ),
    ),
    line=(LineEntry(kind="waist_wall", line=((20.0, 15.0), (28.0, 15.0)), id="wall"),),
    spot=(
        SpotEntry(kind="baggage", at=(18.0, 2.0), id="carts", name="the carts", side="a"),
        SpotEntry(kind="bonfire", at=(30.0, 27.0), id="beacon", name="the beacon", side="b"),
    ),
)


def chance_battle(
    seed: int, plan: Scenario = SKIRMISH, *, history: bool = False, **options: Any
) -> Any:
    """Play a whole battle with chance players at every seat; gives the game when it is over."""
    from banneret.core.dice import RandomDice  # noqa: PLC0415
    from banneret.core.game import Game  # noqa: PLC0415
    from banneret.players.chance import ChancePlayer  # noqa: PLC0415
    from banneret.rulesets.knights_and_knaves.book import RULESET  # noqa: PLC0415
    from banneret.rulesets.knights_and_knaves.setup import begin  # noqa: PLC0415

    battle = begin(plan, options, {})
    players = {one.player: ChancePlayer(f"{seed}:{one.player}") for one in battle.retinues}
    game = Game(RULESET, battle, dice=RandomDice(seed), players=players, history=history)
    game.advance()
    return game
