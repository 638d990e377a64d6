"""The captain: a computer player for Knights & Knaves who decides on what his side may see."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, Any, ClassVar, Final

from banneret.tabletop.captains.habits import Habitual

from ..basics.state import NOBODY
from ..basics.who import retinue_of
from . import commanding, declaring, fighting, squire
from .field import setting_up
from .intent import STAY, Intent
from .outlook import Aims
from .plan import Plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.seat import Seat
    from banneret.core.questions.choices import Choice
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle

HABITS: dict[str, Callable[[Battle, Any], Any]] = {
    "order": commanding.order,
    "order.to": commanding.addressee,
    "form.men": commanding.new_unit,
    "transfer.man": commanding.who_goes,
    "transfer.unit": commanding.whither,
    "leader": setting_up.successor,
    "form.leader": setting_up.successor,
    "fight": fighting.fight,
    "champion": fighting.again,
    "step_up": fighting.steps_up,
    "yield": fighting.yields,
    "yield.to": fighting.yields_to,
    "weapon": fighting.weapon,
    "either": declaring.either,
}
SQUIRE: dict[str, Callable[[Battle, Any], Any]] = {
    **HABITS,
    "order": setting_up.order,
    "fight": squire.fight,
}
BY_LEVEL = {"captain": HABITS, "squire": SQUIRE}
SETTLED: dict[str, Any] = {
    "renew": "end",
    "command": "done",
    "signal": "none",
    "reorganise": "keep",
}
FOLLOWING: Final = frozenset(
    ("order.to", "order", "form.men", "transfer.man", "transfer.unit")
)  # from what he said he would do: nothing has changed since
INCH: Final = 0.3  # who has gone less far has not got on


class Captain(Habitual["Battle"]):
    """He has a habit for each kind of question, and keeps the plan of the turn in mind.

    The plan is made from his view when the chits are placed; without one (a battle taken up half
    way through a turn) it is made when it is wanted. What he noted about a view bears his own mark,
    so that whoever else is asked about the same view thinks for himself.
    """

    def __init__(self, side: str, level: str = "captain") -> None:
        super().__init__(side, BY_LEVEL[level], SETTLED)
        self.level = level
        self._mark = object()
        self._intents: dict[int, Intent] = {}
        self._lord = NOBODY  # his own figure, known since the plan was made
        self._aims = Aims()  # what men out of earshot are to remember
        self._places: dict[int, Point] = {}  # where those stood who were to move
        self._commanding: Battle | None = None  # as he saw it when he said what he would do
        self._errands = self._calls = level == "captain"  # whether to look if there are any

    def copy(self) -> Captain:
        """Give a fork a captain with the same plan."""
        twin = Captain(self.side, self.level)
        twin.whim, twin._mark = self.whim, self._mark
        twin._intents = dict(self._intents)
        twin._lord, twin._aims = self._lord, self._aims
        twin._places = self._places
        twin._errands, twin._calls = self._errands, self._calls
        return twin

    def decide(self, seat: Seat[Battle], choice: Choice[Any]) -> Any:
        """Answer from what the seat may know."""
        key = choice.key
        planned = self._PLANNED.get(key)
        if planned is not None:
            return planned(self, seat, choice)
        habit = self.habits.get(key)
        if habit is not None:
            seen = self._commanding if key in FOLLOWING else None
            return habit(seat.view if seen is None else seen, choice)
        return self.by_custom(choice)

    # -- what is answered without looking, or once for many

    def _chit(self, seat: Seat[Battle], choice: Any) -> str:
        view = seat.view
        known = view.memo.muster
        note = ("captain", self._mark)
        if note not in known:
            make = Plan if self.level == "captain" else squire.Plan
            plan = make(view, seat.side)
            plan.jammed = self._who_did_not_get_on(plan)
            known[note] = self._intents = plan.intents()
            self._places = {
                man.id: (man.base.x, man.base.y)
                for man in plan.men
                if self._intents.get(man.id, STAY).moves
            }
            self._aims = plan.aims()
            if self.level == "captain":
                self._errands = commanding.may_have_errands(plan)
                self._calls = commanding.may_call(plan)
            self._lord = retinue_of(view, seat.side).lord
        intent = self._intents.get(choice.about[0], STAY)
        return choice.lawful(intent.chit) or "stay"

    def _who_did_not_get_on(self, plan: Plan) -> frozenset[int]:
        """Men who were to go somewhere last turn and stand where they stood."""
        places = self._places
        return frozenset(
            man.id
            for man in plan.men
            if man.id in places and dist((man.base.x, man.base.y), places[man.id]) < INCH
        )

    def _signal(self, seat: Seat[Battle], choice: Any) -> str:
        """What he saw when the last chits were placed tells him whether to think of it at all."""
        return commanding.signal(seat.view, choice) if self._calls else SETTLED["signal"]

    def _command(self, seat: Seat[Battle], choice: Any) -> str:
        seen = self._commanding = seat.view if self._errands else None
        return SETTLED["command"] if seen is None else commanding.command(seen, choice)

    def _declare(self, seat: Seat[Battle], choice: Any) -> int:
        """Those who stand or shoot first, those who charge last: let the others commit first."""
        lord = self._own_figure(seat)
        if lord in choice.candidates:
            return lord  # he must be the first of all (KK-DECL-03)
        intents = self._intents
        found = -1
        rank = 9
        for key in choice.candidates:
            intent = intents.get(key, STAY)
            own = 2 if intent.target != NOBODY else 1 if intent.goal is not None else 0
            if own < rank and choice.lawful(key) is not None:
                found, rank = key, own
        return found

    def _declare_first(self, seat: Seat[Battle], choice: Any) -> str:
        """Let somebody else begin, an enemy if there is one."""
        others: list[str] = [key for key in choice.candidates if key != seat.side]
        return others[0] if others else seat.side

    def _target(self, seat: Seat[Battle], choice: Any) -> int:
        """Whom he was to charge, or the next best to whom a way leads (KK-DEF-22)."""
        man = choice.about[0]
        intent = self._intents.get(man, STAY)
        for foe in (intent.target, *intent.others):
            if foe != NOBODY and choice.lawful(foe) is not None:
                self._intents[man] = declaring.instead(intent, foe)
                return foe
        if intent.target != NOBODY:
            self._intents[man] = declaring.towards(intent, seat.view.men[intent.target])
        return declaring.target(seat.view, choice)

    def _way(self, seat: Seat[Battle], choice: Any) -> Any:
        intent = self._intents.pop(choice.about[0], None)
        if intent is None:  # nobody told him, this turn at least
            view = seat.view
            intent = declaring.at_large(view, view.men[choice.about[0]], self._aims)
        return declaring.way(choice, intent)

    def _deploy(self, seat: Seat[Battle], choice: Any) -> str:
        return setting_up.next_group(self._own_figure(seat), choice)

    def _place(self, seat: Seat[Battle], choice: Any) -> Any:
        custom = setting_up.CLOSE if self.level == "captain" else setting_up.PLAIN
        return setting_up.place(seat.view, choice, custom, self.whim)

    def _shot(self, seat: Seat[Battle], choice: Any) -> str | int:
        """All shots are named before any is shot (KK-SHOOT-01): two at one may be one wasted."""
        view = seat.view
        if self.level != "captain":
            return squire.shot(view, choice)
        left = view.memo.muster.setdefault(("aimed at", self._mark), {})
        return declaring.shot(view, choice, left)

    def _own_figure(self, seat: Seat[Battle]) -> int:
        if self._lord == NOBODY:
            self._lord = retinue_of(seat.view, seat.side).lord
        return self._lord

    def _meet(self, _: Seat[Battle], choice: Any) -> str:
        return fighting.meet(choice)

    _PLANNED: ClassVar[dict[str, Callable[[Captain, Seat[Battle], Any], Any]]] = {
        "chit": _chit,
        "signal": _signal,
        "command": _command,
        "deploy": _deploy,
        "deploy.place": _place,
        "declare": _declare,
        "declare.first": _declare_first,
        "target": _target,
        "way": _way,
        "shot": _shot,
        "meet": _meet,
    }


def captain(side: str, level: str = "captain") -> Captain:
    """A computer player for a side: a captain, or a squire who plans less."""
    return Captain(side, level)
