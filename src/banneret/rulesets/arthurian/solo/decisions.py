"""Every decision of a side run by the book, by the key of the question."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Move, Pick, Place, Place1, Way

from ..basics import who
from ..basics.asking import Decision, run_by
from ..basics.tables import WEAPONS
from ..fortune.combat_events import eligible
from ..fortune.reinforcements import SPOT, stretches
from ..ground.ways import Terms
from ..turn.moving import GO, STAY
from . import aims, placing

if TYPE_CHECKING:
    from banneret.core.questions.choices import Choice

    from ..basics.state import Battle, Model

Answer = Callable[["Battle", Any], Decision]
MERCIFUL = 1  # AR-SOLO-02: Virtue Level
LOW_DIE = 2


@run_by
@clause("AR-SOLO-01", "AR-SOLO-02", "AR-SOLO-03")
def by_the_book(battle: Battle, choice: Choice[Any]) -> Decision:
    """Answer a question as the book has it; given the same board, always the same."""
    answer = ANSWERS.get(choice.key)
    if answer is None:
        return Decision(choice.first(), "takes the first thing allowed", "AR-SOLO-01")
    return answer(battle, choice)


# -- order and deeds


@clause("AR-SOLO-02")
def choose(battle: Battle, choice: Pick[str]) -> Decision:
    """Engaged first, then chargers, then shooters, then others; ties by id."""
    keys = [key for key in choice.candidates if key.isdigit()]
    key = min(keys, key=lambda one: (_turn_of(battle, battle[int(one)]), int(one)))
    return Decision(key, f"{battle[int(key)].name} acts next", "AR-SOLO-02")


def _turn_of(battle: Battle, model: Model) -> int:
    if who.engaged(battle, model):
        return 0
    if aims.kind_of(model) == "shooter":
        return 2
    return 1 if aims.in_reach(battle, model) else 3


@clause("AR-SOLO-02", "AR-SOLO-03", "AR-SOLO-05")
def deed(battle: Battle, choice: Pick[str]) -> Decision:
    """The first line of the behaviour that applies."""
    model = battle[choice.about[0]]
    able = choice.allowed()
    for line in _LINES:
        found = line(battle, model, able)
        if found is not None:
            return found
    act = battle.act
    idle = act is None or not (act.moved or act.attacked or act.actions < 1)
    return Decision("done", f"{model.name} stays as he is" if idle else "", "AR-SOLO-02")


def _stand(battle: Battle, model: Model, able: list[str]) -> Decision | None:
    del battle
    if "stand" not in able:
        return None
    return Decision("stand", f"{model.name} gets up", "AR-SOLO-02")


@clause("AR-SOLO-02")
def _mercy(battle: Battle, model: Model, able: list[str]) -> Decision | None:
    """A knight of Virtue Level 1 or more takes the surrender, others slay."""
    helpless = [key for key in able if key.startswith("take:")]
    if not helpless:
        return None
    level = who.virtue_of(model)
    target = battle[int(helpless[0].split(":")[1])]
    mild = model.is_a("knight") and level is not None and level >= MERCIFUL
    mild = mild or f"slay:{target.id}" not in able  # blunted arms
    word = "takes the surrender of" if mild else "slays"
    key = f"{'take' if mild else 'slay'}:{target.id}"
    return Decision(key, f"{model.name} {word} {target.name}", "AR-SOLO-02")


@clause("AR-SOLO-03")
def _break(battle: Battle, model: Model, able: list[str]) -> Decision | None:
    """Only shooters and civilians break away, unless alone against a civilian."""
    if "break" not in able or aims.kind_of(model) not in {"shooter", "civilian"}:
        return None
    foes = [one for one in who.touching(battle, model) if who.engages(one)]
    if len(foes) == 1 and foes[0].is_a("civilian"):
        return None
    return Decision("break", f"{model.name} is no match in melee and breaks away", "AR-SOLO-03")


@clause("AR-SOLO-02")
def _attack(battle: Battle, model: Model, able: list[str]) -> Decision | None:
    """Engaged: the enemy in contact with the lowest defence value."""
    foes = [battle[int(key.split(":")[1])] for key in able if key.startswith("attack:")]
    if not foes:
        return None
    mark = aims.softest(battle, model, foes)
    return Decision(f"attack:{mark.id}", f"{model.name} strikes at {mark.name}", "AR-SOLO-02")


@clause("AR-SOLO-05")
def _weapon(battle: Battle, model: Model, able: list[str]) -> Decision | None:
    """Unarmed, he takes his next best weapon."""
    if model.in_hand != "unarmed":
        return None
    weapons = [key for key in able if key.startswith("weapon:")]
    if not weapons:
        return None
    best = max(weapons, key=lambda key: WEAPONS[key.split(":")[1]].str_bonus)
    del battle
    return Decision(best, f"{model.name} takes another weapon", "AR-SOLO-05")


@clause("AR-SCEN-04", "AR-SCEN-05")
def _scenario(battle: Battle, model: Model, able: list[str]) -> Decision | None:
    """What the scenario itself calls for: huts are fired."""
    del battle
    fire = next((key for key in able if key.startswith("fire:")), None)
    if fire is None:
        return None
    return Decision(fire, f"{model.name} fires the hut", "AR-SCEN-04")


@clause("AR-SOLO-02", "AR-SOLO-05")
def _shoot(battle: Battle, model: Model, able: list[str]) -> Decision | None:
    """Pressed: back first. A target in range: shoot at the best chance. Else reload."""
    if "move" in able and aims.kind_of(model) == "shooter" and aims.is_pressed(battle, model):
        back = aims.retreat(battle, model)
        if back is not None:
            return Decision("move", f"{model.name} {back.because}", back.clause)
    act = battle.act
    moves = act is not None and act.moved
    shots = [key for key in able if key.startswith("shoot:")]
    mark = aims.best_shot(battle, model, moves=moves) if shots else None
    if mark is not None and f"shoot:{mark.id}" in shots:
        said = f"{model.name} shoots at {mark.name}, the best chance"
        return Decision(f"shoot:{mark.id}", said, "AR-SOLO-02")
    if "reload" in able and not aims.is_pressed(battle, model):
        return Decision("reload", f"{model.name} reloads", "AR-SOLO-05")
    return None


@clause("AR-SOLO-02", "AR-SOLO-05")
def _move(battle: Battle, model: Model, able: list[str]) -> Decision | None:
    """Go where the behaviour sends him; who stands at a helpless or stunned enemy stays."""
    act = battle.act
    if "move" not in able or act is None:
        return None
    if aims.kind_of(model) not in {"shooter", "civilian"} and who.touching(battle, model):
        return None
    aim = aims.aim_of(battle, model)
    if aim is None:
        return None
    return Decision("move", f"{model.name} {aim.because}", aim.clause)


@clause("AR-SOLO-05")
def _run(battle: Battle, model: Model, able: list[str]) -> Decision | None:
    """After the move, run on if no enemy is within two moves."""
    act = battle.act
    if "run" not in able or act is None or not act.moved or not aims.runs_on(battle, model):
        return None
    if model.held_back:
        return None
    return Decision("run", f"{model.name} runs on", "AR-SOLO-05")


_LINES: tuple[Callable[[Battle, Model, list[str]], Decision | None], ...] = (
    _stand,
    _mercy,
    _break,
    _weapon,
    _attack,
    _scenario,
    _shoot,
    _move,
    _run,
)


# -- ways


@clause("AR-SOLO-02", "AR-SOLO-05")
def way(battle: Battle, choice: Move) -> Decision:
    """Where he goes: the aim of his behaviour, if this move allows it."""
    model = battle[choice.piece]
    act = battle.act
    running = act is not None and act.model == model.id and act.ran
    if STAY not in choice.gaits:
        return _flight(battle, choice, model)
    aim = _running(battle, model) if running else aims.aim_of(battle, model)
    if aim is not None:
        going = Way(GO, aim.trip.points, 0.0)
        if choice.allows(going) is None:
            said = f"{model.name} {aim.because}"
            return Decision(going, said, aim.clause, aim.halts)
    if choice.allows(Way(STAY, (), 0.0)) is None:
        return Decision(Way(STAY, (), 0.0), f"{model.name} stays", "AR-SOLO-05")
    return Decision(choice.first(), f"{model.name} goes as he can", "AR-SOLO-05")


def _running(battle: Battle, model: Model) -> aims.Aim | None:
    """A run goes on toward the same goal, never into contact."""
    if aims.kind_of(model) == "civilian":
        return aims.civilian(battle, model)
    goal = aims.goal_of(battle, model)
    return aims.approach(battle, model, goal, Terms(no_contact="AR-TURN-02"))


def _flight(battle: Battle, choice: Move, model: Model) -> Decision:
    """Having broken away: as far from the enemy as a move goes."""
    foes = who.enemies(battle, model.side)

    def safety(one: Way) -> float:
        end = one.points[-1]
        return min([hypot(f.x - end[0], f.y - end[1]) for f in foes], default=0.0)

    best = max(choice.ideas(), key=lambda one: round(safety(one), 3))
    return Decision(best, f"{model.name} gets away", "AR-SOLO-03")


# -- decisions in procedures


@clause("AR-SOLO-03")
def hold(battle: Battle, choice: Pick[str]) -> Decision:
    """Hold if his Initiative is at least the fleer's, otherwise strike."""
    own, fleer = battle[choice.about[0]], battle[choice.about[1]]
    quick = who.quickness(battle, own) >= who.quickness(battle, fleer)
    if quick or choice.lawful("strike") is None:
        return Decision("hold", f"{own.name} is quick enough to hold him", "AR-SOLO-03")
    return Decision("strike", f"{own.name} is slower, and strikes", "AR-SOLO-03")


def declare(battle: Battle, choice: Pick[str]) -> Decision:
    """He stands still to shoot."""
    name = battle[choice.about[0]].name
    return Decision("still", f"{name} stands still to shoot", "AR-SOLO-02")


def merlin(battle: Battle, choice: Pick[str]) -> Decision:
    """A low die is rolled again."""
    del battle
    low = choice.about[1] <= LOW_DIE
    key = "again" if low else "keep"
    return Decision(key, "rolls a low die again" if low else "keeps the die", "AR-SOLO-03")


@clause("AR-SOLO-05")
def figure(battle: Battle, choice: Pick[str]) -> Decision:
    """An extra move or action for the model that can attack soonest; else the dearest model."""
    keys = [key for key in choice.candidates if key.isdigit()]
    event = choice.about[0]
    if event in {"furious_assault", "seize_the_moment"}:
        key = min(keys, key=lambda one: (_soonest(battle, battle[int(one)]), int(one)))
        return Decision(key, f"{battle[int(key)].name} can attack soonest", "AR-SOLO-05")
    harmful = event in {"confused", "accident", "fumbled", "cold_feet", "spooked_horses"}
    sign = 1 if harmful else -1
    key = min(keys, key=lambda one: (sign * battle[int(one)].profile.points, int(one)))
    return Decision(key, f"{battle[int(key)].name} is picked by his points", "AR-SOLO-03")


def _soonest(battle: Battle, model: Model) -> float:
    if not who.is_able(model):
        return 1e6
    foes = who.enemies(battle, model.side)
    return min([round(who.gap(model, one), 3) for one in foes], default=1e6)


def event(battle: Battle, choice: Pick[str]) -> Decision:
    """Fortune's Favor: the best gain by points."""
    side = choice.side
    for key in ("just_a_scratch", "bravery"):
        if eligible(battle, side, key):
            return Decision(key, f"takes {key.replace('_', ' ')}", "AR-SOLO-03")
    return Decision("reinforcements", "calls for reinforcements", "AR-SOLO-03")


def spot(battle: Battle, choice: Place) -> Decision:
    """Reinforcements come on where they are nearest to the enemy's PC."""
    foes = who.enemies(battle, choice.side)
    mark = next((one for one in foes if one.pc), foes[0] if foes else None)
    x = mark.x if mark is not None else battle.scenario.width / 2
    free = stretches(battle, choice.side)
    near = min([max(first, min(last, x)) for first, last in free], key=lambda one: abs(one - x))
    place = Place1(round(near, 3), who.own_edge(battle, choice.side), 0.0)
    return Decision({SPOT: place}, "comes on nearest the enemy", "AR-SOLO-03")


def dearest(battle: Battle, choice: Pick[str]) -> Decision:
    """The model worth most."""
    keys = [key for key in choice.candidates if key.isdigit()]
    key = min(keys, key=lambda one: (-battle[int(one)].profile.points, int(one)))
    return Decision(key, f"{battle[int(key)].name} is worth most", "AR-SOLO-03")


def trumpet(battle: Battle, choice: Pick[str]) -> Decision:
    """Somebody who can reach an enemy, the dearest first."""
    keys = [key for key in choice.candidates if key.isdigit()]
    ready = [key for key in keys if aims.in_reach(battle, battle[int(key)])]
    if not ready:
        return Decision("nobody", "nobody can reach an enemy", "AR-SOLO-05")
    key = min(ready, key=lambda one: (-battle[int(one)].profile.points, int(one)))
    return Decision(key, f"{battle[int(key)].name} can reach an enemy", "AR-SOLO-05")


def first(battle: Battle, choice: Pick[str]) -> Decision:
    """First, unless the side has more shooters."""
    own = [one for one in battle.models if one.side == choice.side and who.is_shooter(one)]
    theirs = [one for one in battle.models if one.side != choice.side and who.is_shooter(one)]
    key = "second" if len(own) > len(theirs) else "first"
    return Decision(key, f"goes {key}", "AR-SOLO-03")


def fate(battle: Battle, choice: Pick[str]) -> Decision:
    """A beaten knight is held to ransom."""
    del battle
    key = "ransom" if "ransom" in choice.candidates else choice.first()
    return Decision(key, "asks a ransom", "AR-SOLO-03")


ANSWERS: dict[str, Answer] = {
    "choose": choose,
    "deed": deed,
    "way": way,
    "hold": hold,
    "declare": declare,
    "merlin": merlin,
    "figure": figure,
    "event": event,
    "spot": spot,
    "wind": dearest,
    "trumpet": trumpet,
    "first": first,
    "fate": fate,
    "deploy": placing.deploy,
    "place": placing.place,
}
