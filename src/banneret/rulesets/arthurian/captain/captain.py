"""The captain: weighs blows, places and choices by what they are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from banneret.core.questions.choices import Move, Pick, Way

from ..basics import who
from ..basics.tables import WEAPONS
from ..fight.chances import shot_odds
from ..solo import aims
from ..solo.decisions import by_the_book
from ..turn.moving import GO, STAY
from . import plans, worth

if TYPE_CHECKING:
    from banneret.core.play.seat import Seat
    from banneret.core.questions.choices import Choice

    from ..basics.state import Battle, Model


class Captain:
    """Answers by worth; what he has no opinion of, by the book."""

    foresees = False

    def __init__(self, side: str) -> None:
        self.side = side

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        """Answer a question."""
        battle: Battle = seat.view
        answer = ANSWERS.get(choice.key)
        if answer is not None:
            found = answer(battle, choice)
            if found is not None:
                return found
        return by_the_book(battle, choice).answer


# -- whose turn


def choose(battle: Battle, choice: Pick[str]) -> Any:
    """Shooters first, then who can strike best, then the rest; leaders after their men."""
    keys = [key for key in choice.candidates if key.isdigit()]

    def order(key: str) -> tuple[int, float, int]:
        model = battle[int(key)]
        if model.broken or model.pinned:
            return 4, 0.0, model.id
        if who.engaged(battle, model):
            foes = [f for f in who.touching(battle, model) if not f.helpless]
            gain = max([worth.blow(battle, model, f) for f in foes], default=0.0)
            return 1, -round(gain, 3), model.id
        if who.is_shooter(model):
            return 0, 0.0, model.id
        return 2, float(worth.is_key(battle, model)), model.id

    return min(keys, key=order)


# -- deeds


def deed(battle: Battle, choice: Pick[str]) -> Any:
    """The best deed for this model."""
    model = battle[choice.about[0]]
    able = choice.allowed()
    for line in _LINES:
        found = line(battle, model, able)
        if found is not None:
            return found
    return "done"


def _at_once(battle: Battle, model: Model, able: list[str]) -> str | None:
    """What is always right: getting up, opening the door, firing a hut, taking the relic."""
    for key in ("stand", "open"):
        if key in able:
            return key
    fire = next((key for key in able if key.startswith("fire:")), None)
    if fire is not None:
        return fire
    pick = plans.picks_up(battle, model)
    return pick if pick in able else None


def _mercy(battle: Battle, model: Model, able: list[str]) -> str | None:
    """A knight's surrender is taken, for virtue; others are slain."""
    helpless = [key for key in able if key.startswith("take:")]
    if not helpless:
        return None
    target = battle[int(helpless[0].split(":")[1])]
    kind = "take" if target.is_a("knight") or model.pc else "slay"
    return f"{kind}:{target.id}"


def _weapon(battle: Battle, model: Model, able: list[str]) -> str | None:
    """The best weapon for the fight he is in."""
    weapons = [key for key in able if key.startswith("weapon:")]
    if not weapons or not who.engaged(battle, model):
        return None
    act = battle.act
    if model.in_hand == "lance" and act is not None and act.straight >= worth.LANCE_RUN:
        return None
    best = max(weapons, key=lambda key: WEAPONS[key.split(":")[1]].str_bonus)
    gain = WEAPONS[best.split(":")[1]].str_bonus - WEAPONS[model.in_hand].str_bonus
    return best if gain > 0 else None


def _attack(battle: Battle, model: Model, able: list[str]) -> str | None:
    """Strike where it is worth most; break away if the fight is a bad one."""
    foes = [battle[int(key.split(":")[1])] for key in able if key.startswith("attack:")]
    if not foes:
        return None
    if "break" in able and _flees(battle, model, foes):
        return "break"
    mark = max(foes, key=lambda f: (round(worth.blow(battle, model, f), 4), -f.id))
    return f"attack:{mark.id}"


def _flees(battle: Battle, model: Model, foes: list[Model]) -> bool:
    """Shooters, civilians and the precious leave a fight they lose, if they are quick enough."""
    precious = model.is_a("civilian") or (who.is_shooter(model) and model.profile.att <= 2)
    edge = sum([worth.melee_edge(battle, model, f) for f in foes])
    if not precious or edge > -1.0:
        return False
    quick = all(who.quickness(battle, model) >= who.quickness(battle, f) for f in foes)
    return quick or model.is_a("lady")


def _heal(battle: Battle, model: Model, able: list[str]) -> str | None:
    """The worst hurt of those worth most."""
    del model
    sick = [battle[int(key.split(":")[1])] for key in able if key.startswith("heal:")]
    if not sick:
        return None
    mark = max(sick, key=lambda m: (worth.LOSS[m.wound] * worth.value(battle, m), -m.id))
    return f"heal:{mark.id}"


def _fetch(battle: Battle, model: Model, able: list[str]) -> str | None:
    """A spare shield or horse while nobody is near."""
    near = [f for f in who.enemies(battle, model.side) if who.gap(model, f) < 6]
    if near:
        return None
    return next(
        (key for key in able if key.startswith("fetch:") or key in {"mount", "spare"}), None
    )


def _shoot(battle: Battle, model: Model, able: list[str]) -> str | None:
    """The best target; a plan to move first comes before, if it is better."""
    shots = [battle[int(key.split(":")[1])] for key in able if key.startswith("shoot:")]
    act = battle.act
    moved = act is not None and act.moved
    if "move" in able and not moved:
        plan = plans.best(battle, model)
        if plan.kind != "stay":
            return "move"
    targets = [f for f in shots if shot_odds(battle, model, f, moves=moved).hit > 0]
    if targets:
        mark = max(
            targets, key=lambda f: (round(worth.shot(battle, model, f, moves=moved), 4), -f.id)
        )
        return f"shoot:{mark.id}"
    return "reload" if "reload" in able else None


def _move(battle: Battle, model: Model, able: list[str]) -> str | None:
    if "move" not in able:
        return None
    return "move" if plans.best(battle, model).kind != "stay" else None


def _run(battle: Battle, model: Model, able: list[str]) -> str | None:
    """Run on where nothing better is left to do."""
    act = battle.act
    if "run" not in able or act is None or not act.moved or plans.is_wary(battle, model):
        return None
    return "run" if plans.best(battle, model, run=True).kind in {"go", "leave"} else None


_LINES: tuple[Callable[[Battle, Model, list[str]], str | None], ...] = (
    _at_once,
    _mercy,
    _weapon,
    _attack,
    _heal,
    _fetch,
    _shoot,
    _move,
    _run,
)


# -- ways


def way(battle: Battle, choice: Move) -> Any:
    """Where the best plan leads."""
    if STAY not in choice.gaits:
        return None
    model = battle[choice.piece]
    act = battle.act
    running = act is not None and act.model == model.id and act.ran
    plan = plans.best(battle, model, run=running)
    if plan.trip is not None:
        points = plan.trip.points
        if plan.trip.leaves:
            points = (*points[:-1], plans.beyond(battle, plan.trip))
        going = Way(GO, points, 0.0)
        if choice.allows(going) is None:
            return going
    stay = Way(STAY, (), 0.0)
    return stay if choice.allows(stay) is None else None


# -- choices


def hold(battle: Battle, choice: Pick[str]) -> Any:
    """Hold whom one beats, if the odds are even; else strike."""
    own, fleer = battle[choice.about[0]], battle[choice.about[1]]
    if choice.lawful("strike") is None:
        return "hold"
    edge = who.quickness(battle, own) - who.quickness(battle, fleer)
    free = worth.harm_of(battle, own, fleer, charge=False)
    held = {-3: 0.08, -2: 0.17, -1: 0.28, 0: 0.58, 1: 0.72, 2: 0.83, 3: 0.92}
    chance = held[max(-3, min(3, edge))]
    again = 1.6 * worth.harm_of(battle, own, fleer, charge=False)
    return "hold" if chance * again > 1.35 * free else "strike"


def peace(battle: Battle, choice: Pick[str]) -> Any:
    """An enemy who lays down his arms is gone; in a duel only who is losing wants that."""
    if battle.scenario.id not in {"the_ford", "giant_on_the_hill"}:
        return "stop"
    pc, foe = battle[choice.about[0]], battle[choice.about[1]]
    losing = worth.LOSS[pc.wound] > worth.LOSS[foe.wound]
    return "stop" if losing and worth.melee_edge(battle, pc, foe) < 0 else "fight"


def chivalry(battle: Battle, choice: Pick[str]) -> Any:
    """Virtue, unless the fight hangs on the advantage."""
    pc, foe = battle[choice.about[0]], battle[choice.about[1]]
    worse = worth.LOSS[pc.wound] > worth.LOSS[foe.wound]
    duel = worth.is_key(battle, pc) or battle.scenario.blunted
    return "advantage" if worse or (duel and choice.about[2] != "armed") else "chivalrous"


def merlin(battle: Battle, choice: Pick[str]) -> Any:
    """A natural 1 or a failed test is thrown again."""
    del battle
    return "again" if choice.about[1] <= 2 else "keep"


def luck(battle: Battle, choice: Pick[str]) -> Any:
    """There is nothing to lose."""
    del battle, choice
    return "try"


def refuse(battle: Battle, choice: Pick[str]) -> Any:
    """A knight keeps his word."""
    del battle, choice
    return "accept"


def ransom(battle: Battle, choice: Pick[str]) -> Any:
    """Pay if one can."""
    del battle
    return "pay" if "pay" in choice.candidates else "prison"


def fate(battle: Battle, choice: Pick[str]) -> Any:
    """Gold, and virtue for sparing him."""
    del battle, choice
    return "ransom"


def relic(battle: Battle, choice: Pick[str]) -> Any:
    """Heal what is poisoned, else take the virtue."""
    del battle
    return next((key for key in choice.candidates if key.startswith("heal:")), "virtue")


def placer(battle: Battle, choice: Pick[str]) -> Any:
    """The book knows where they belong."""
    del battle, choice
    return "book"


def declare(battle: Battle, choice: Pick[str]) -> Any:
    """Stand still, unless an enemy is so near that one must go after the shot."""
    model = battle[choice.about[0]]
    return "moving" if aims.is_pressed(battle, model) else "still"


ANSWERS: dict[str, Callable[[Battle, Any], Any]] = {
    "choose": choose,
    "deed": deed,
    "way": way,
    "hold": hold,
    "peace": peace,
    "chivalry": chivalry,
    "merlin": merlin,
    "luck": luck,
    "refuse": refuse,
    "ransom": ransom,
    "fate": fate,
    "relic": relic,
    "placer": placer,
    "declare": declare,
}
