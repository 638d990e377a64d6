"""A battle with people at its table: what each seat may do, and what it sees. No input, no output.

Everything here is plain calls; `hosting` takes the lines to disk and the messages to sockets.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from banneret.core.chance import fairness, sources
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BanneretError, Diverged, NeedsConsent
from banneret.core.play.rewind import is_by
from banneret.core.play.tape import Thrown
from banneret.core.questions.forms import EnterDice
from banneret.core.questions.placing import Move
from banneret.core.record import save
from banneret.core.record.journal import ByHand
from banneret.server.battles import beginning
from banneret.server.door.refusing import refuse, refusing
from banneret.server.door.wire import (
    Answer,
    Auto,
    Call,
    Carry,
    Commit,
    Consent,
    Draft,
    Refused,
    Undo,
    UndoOut,
)
from banneret.server.hand import stepping
from banneret.server.hand.chains import Chains
from banneret.server.hand.gestures import Gestures
from banneret.server.opponents.captaincy import Captained
from banneret.server.opponents.errands import UNTIL_THE_END, UNTIL_THE_FIRST_ROUND
from banneret.server.seen import render
from banneret.server.storage.ledger import Ledger
from banneret.server.storage.store import Memo

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.game import Game
    from banneret.core.questions.asking import Choice, Preview
    from banneret.core.record.journal import DiceSource
    from banneret.core.show.overlay import Look
    from banneret.core.show.sheet import Sheet
    from banneret.server.door.wire import LookAt, Message, Touch, Try
    from banneret.server.hand.carrying import Plan
    from banneret.server.hand.chains import Chain
    from banneret.server.opponents.puppets import Decision
    from banneret.server.storage.store import BattleRow

NOTHING = Memo()
Asked = list[tuple[int, "Choice[Any]"]]


class Room(Captained):
    """One battle in memory: the game, what was called for, and who waits for whom."""

    def __init__(self, battle: BattleRow, ruleset: Ruleset[Any], books: str) -> None:
        super().__init__(battle, ruleset, books)
        self.by_hand = battle.setup.dice == "hand"
        self.ledger = Ledger(battle.id, by_hand=self.by_hand)
        self.begun = False
        self.calls: set[tuple[str, str]] = set()
        self.version = 0  # grows with every change
        self.undo_by: str | None = None
        self._agreed: set[str] = set()
        self._undoable: dict[str, int] = {}  # the era in which each side has decided something
        self.game: Game[Any] = beginning.unbegun(battle, ruleset)
        self._source: DiceSource = ByHand()
        self._contributions: dict[str, str] = {}
        self._gestures: tuple[str, int, Gestures] | None = None
        self.plans: dict[str, Plan] = {}  # chains that are being carried out
        self._chains = Chains()
        self._deeds: dict[str, str] = {}  # what each side said last, in words for everybody

    # -- beginning and coming back

    def begin(self, battle: BattleRow, contributions: dict[str, str]) -> None:
        """Begin the battle; seats that come later still add to the dice."""
        header = beginning.header(battle, self.ruleset, contributions)
        self.game = save.begin(self.ruleset, header, players=self.puppets())
        self.ledger.write(header)
        self._attach(header.dice)
        self._contributions = {seat.side: contributions.get(seat.side, "") for seat in battle.seats}
        self.begun = True
        self._go_on()

    def contribute(self, side: str, contribution: str) -> bool:
        """Let a seat add to the dice, once; False when it has nothing to add."""
        if self.by_hand or not contribution or self._contributions.get(side, "?"):
            return False
        if self.game.result is not None:
            return False
        self._contributions[side] = contribution
        self.ledger.contribute(side, contribution)
        known = tuple(self._contributions.values())
        self.game.dice = sources.rekeyed(self.game.dice, self._source, known)
        self.version += 1
        return True

    def restore(self, battle: BattleRow, lines: Sequence[bytes]) -> None:
        """Come back to where the lines end, to drafts and commitments too."""
        record = beginning.read_back(battle.id, lines)
        dice, _ = sources.derive_dice(record)
        game = save.replay(record, self.ruleset)
        self.ledger = Ledger(
            self.id, by_hand=self.by_hand, last_sum=record.last_sum, steps=len(record.steps)
        )
        self.ledger.count(lines)
        self.game = game
        self._attach(record.header.dice)
        self._contributions = dict(record.contributions)
        if record.ended is None and game.result is not None:
            self.ledger.end(game.result, game.digest())  # killed before the last line
        game.replay_rest(record)
        self._recall(battle.memo)
        game.play_on(record, dice, game.players | self.puppets())
        self.begun = True
        self._go_on()

    def _attach(self, dice: DiceSource) -> None:
        self._source = dice
        self.ledger.secret = getattr(dice, "secret", "")
        save.attach(self.game, self.ledger)
        self.game.machine = RandomDice(fairness.fresh_seed()) if self.by_hand else None

    def _recall(self, memo: Memo) -> None:
        for side, what in memo.calls:
            self.calls.add((side, what))
            self.game.call(side, what)
        for side, phase in memo.autos.items():
            self.let_captain(side, phase)

    @property
    def memo(self) -> Memo:
        """What must be kept besides the lines."""
        if not (self.calls or self.autos):
            return NOTHING
        return Memo(tuple(sorted(self.calls)), dict(self.autos))

    # -- what seats do

    def act(self, side: str, said: Message) -> None:
        """Carry out what a seat says; Refused if it changes nothing."""
        match said:
            case Answer():
                self.answer(side, said)
            case Carry():
                self.carry(side, said)
            case Draft():
                self.draft(side, said)
            case Commit():
                self.commit(side, said)
            case Undo():
                self.undo(side)
            case Consent():
                self.consent(side, agree=said.agree)
            case Auto():
                self.auto(side, on=said.scope != "off", setup=said.scope == "setup")
            case Call():
                self.call(side, said.what, off=said.off)

    def answer(self, side: str, said: Answer) -> None:
        """Answer what is asked."""
        asked = self._asked(side, said.number)
        game = self.game
        assert game.question is not None
        if len(asked) != 1:
            raise Refused("stale", f"{len(asked)} questions are open: draft each, then commit")
        index, choice = asked[0]
        if said.tentative:
            self._refuse_final(side, said.value)
        together = game.question.together  # what is turned up later is not told by an undo
        try:
            if together:
                game.draft(index, said.value, side)
                game.commit(side)
            else:
                game.answer(said.value, side if choice.side else None)
        except BanneretError as no:
            refuse(no)
            raise
        self._deeds[side] = "" if together else _worded(choice, said.value)
        self._go_on()

    def touch(self, side: str, said: Touch) -> Chain:
        """Say what would follow from a gesture; changes nothing."""
        self._asked(side, said.number)
        return self._hand(side).propose(said)

    def _hand(self, side: str) -> Gestures:
        """Give what a side's gestures would lead to here, worked out once."""
        known = self._gestures
        if known is None or known[:2] != (side, self.version):
            try:
                known = self._gestures = (side, self.version, Gestures(self.game, side))
            except Diverged as no:
                raise Refused("busy", "nobody can tell what would follow from that here") from no
        return known[2]

    def carry(self, side: str, said: Carry) -> None:
        """Carry out a chain: its first answer now, the others as they are asked."""
        asked = self._asked(side, said.number)
        if len(asked) != 1 or (self.game.question is not None and self.game.question.together):
            raise Refused("stale", "this cannot be done in one go now")
        plan = stepping.plan_of(said)
        start, choice = self.game.asked(), asked[0][1]
        with refusing():
            answer = plan.begin(self.game, choice)
            self.game.answer(answer, side)
        self._chains.begin(side, start)
        self._deeds[side] = _worded(choice, answer)
        self.plans[side] = plan
        self._go_on()

    def _carry_on(self) -> None:
        """Give the next answers of chains under way, as far as they are asked."""
        for side, plan in list(self.plans.items()):
            while side in self.plans:
                asked = self.asked_of(side)
                if not asked:
                    break
                question = self.game.question
                if question is None or question.together or len(asked) != 1:
                    del self.plans[side]
                    break
                try:
                    choice = asked[0][1]
                    answer = plan.next(self.game, choice)
                    if answer is None:
                        if plan.finished:
                            del self.plans[side]
                        break  # a question of its own: the person answers it
                    self.game.answer(answer, side)
                except BanneretError:
                    self.plans.pop(side, None)
                    break
                self._chains.go_on(side, self.game.asked())
                if isinstance(choice, Move):
                    self._deeds[side] = _worded(choice, answer)
                self.game.advance()

    def _refuse_final(self, side: str, value: Any) -> None:
        """Refuse an answer that could not be taken back freely."""
        with refusing():
            if not self._hand(side).free(value):
                raise Refused("final", "say it again to do it: it cannot be taken back freely")

    def draft(self, side: str, said: Draft) -> None:
        """Set one of several secret answers."""
        asked = self._asked(side, said.number)
        index, _ = _at(asked, said.index)
        assert self.game.question is not None
        if not self.game.question.together:
            raise Refused("stale", "one question is asked now: answer it")
        with refusing():
            self.game.draft(index, said.value, side)
        self.version += 1

    def drafts(self, side: str) -> dict[int, Any]:
        """Give what a side has drafted, by the places of its own questions."""
        given = self.game.drafts(side)
        return {
            place: given[index]
            for place, (index, _) in enumerate(self.asked_of(side))
            if index in given
        }

    def commit(self, side: str, said: Commit) -> None:
        """Make a side's secret answers final."""
        self._asked(side, said.number)
        with refusing():
            self.game.commit(side)
        self._deeds[side] = ""
        self._go_on()

    def preview(self, side: str, said: Try) -> Preview:
        """Tell what an answer would mean; changes nothing."""
        index, choice = _at(self._asked(side, said.number), said.index)
        with refusing():
            return self.game.preview(said.value, index, side if choice.side else None)

    def look(self, side: str | None, said: LookAt) -> Look:
        """Tell what may be shown of a piece, from the side's view alone; changes nothing."""
        found = render.look_of(self.game, side, said.piece, said.other)
        if found is None:
            raise Refused("unknown", "there is no such piece on the table")
        if side is None or said.other is not None:
            return found
        return render.with_reach(found, self.asked_of(side), said.piece)

    def sheets(self, side: str) -> tuple[Sheet, ...]:
        """Give what lies written before a side, from its view alone."""
        return tuple(self.game.ruleset.sheets(self.game.view(side), side))

    def undo(self, side: str) -> None:
        """Take the side's last answer back, or ask the others to agree."""
        self._refuse_over()
        self._refuse_unbegun()
        others = [other for other in self.people if other != side]
        self.plans.pop(side, None)
        with refusing():
            try:
                self._take_back(side, agreed=not others)
            except NeedsConsent:
                self.undo_by, self._agreed = side, set()
                self.version += 1
                return
        self._go_back(side)

    def _take_back(self, side: str, *, agreed: bool) -> None:
        """Take an answer back, or all of a gesture: it was one, and no part of it is seen free."""
        game = self.game
        since = None
        if not game.has_committed(side):
            since = self._chains.holding(side, game.last_answered(side))
        game.undo(side, agreed=agreed, since=since)
        self._chains.forget(game.asked())

    def consent(self, side: str, *, agree: bool) -> None:
        """Agree, or not, to another's undo."""
        by = self.undo_by
        self._refuse_over()
        if by is None or by == side:
            raise Refused("stale", "nobody asks you to agree")
        self.version += 1
        if not agree:
            self.undo_by = None
            return
        self._agreed.add(side)
        if self._agreed >= {other for other in self.people if other != by}:
            with refusing():
                self._take_back(by, agreed=True)
            self._go_back(by)

    def call(self, side: str, what: str, *, off: bool) -> None:
        """Call for something nobody asked about, or call it off."""
        self._refuse_over()
        self._refuse_unbegun()
        (self.calls.discard if off else self.calls.add)((side, what))
        self.game.call(side, what, off=off)
        self.version += 1

    def auto(self, side: str, *, on: bool, setup: bool = False) -> None:
        """Let the captain play a side for the rest of the phase, or set it up, or no longer."""
        self._refuse_over()
        self._refuse_unbegun()
        if on and setup:
            if self.ruleset.round(self.game.state):
                raise Refused("illegal", "the battle has begun: the men are set up")
            self.let_captain(side, UNTIL_THE_FIRST_ROUND)
        elif on and (side, "concede") in self.calls:
            self.let_captain(side, UNTIL_THE_END)
        elif on:
            self.let_captain(side, self.ruleset.moment(self.game.state, side))
        elif side in self.autos:
            self.take_over(side)
        self._go_on(ask_again=True)

    # -- computers

    def decide(self, decisions: Iterable[Decision]) -> None:
        """Let computers say what was thought of elsewhere."""
        self._go_on(decisions)

    def asked_of(self, side: str) -> Asked:
        """List what a side is asked and has not committed."""
        game = self.game
        asked = render.mine(game.question, side)
        if not asked or not self.begun or side in game.players or game.has_committed(side):
            return []
        if self.closed:
            return []
        return asked

    # -- what seats see

    def can_undo(self, side: str) -> bool:
        """Whether the side has an answer to take back."""
        game = self.game
        if not self.begun or game.result is not None or self.closed:
            return False
        if self._undoable.get(side) == self.ledger.era or game.has_committed(side):
            return True
        for tape in chain((game.tape,), (s.tape for s in reversed(game.steps[game.inherited :]))):
            for entry in reversed(tape):
                if is_by(entry, side) or (self.by_hand and isinstance(entry, Thrown)):
                    self._undoable[side] = self.ledger.era  # until somebody takes something back
                    return True
        return False

    @property
    def undo_asked(self) -> UndoOut | None:
        """The taking back that waits for consent."""
        if self.undo_by is None:
            return None
        return UndoOut(self.undo_by, self._deeds.get(self.undo_by, ""))

    # -- inside

    def _asked(self, side: str, number: int) -> Asked:
        self._refuse_over()
        asked = self.asked_of(side)
        now = self.ledger.number(side)
        if number != now:
            raise Refused("stale", "that question is past")
        if not asked:
            raise Refused("wrong_side", "you are not asked anything now")
        return asked

    def _refuse_over(self) -> None:
        if self.game.result is not None:
            raise Refused("over", "the battle is over")
        if self.closed:
            raise Refused("over", "the battle was closed by whoever keeps this table")

    def _refuse_unbegun(self) -> None:
        if not self.begun:
            raise Refused("busy", "the battle has not begun")

    def _go_back(self, side: str) -> None:
        self.calls = {call for call in self.calls if call[0] != side}
        for one in list(self.autos):
            self.take_over(one)
        self._go_on()

    def _go_on(self, decisions: Iterable[Decision] = (), *, ask_again: bool = False) -> None:
        """Play on until somebody must decide who is not here."""
        self.version += 1
        self.undo_by = None
        game = self.game
        self.script.put(decisions)
        if ask_again:
            game.question = None
        game.advance()
        if self.plans:
            self._carry_on()
        if self.autos:
            self.relieve_captains()
        if game.question is not None and isinstance(game.question.choices[0], EnterDice):
            self.throw_for_captains()


def _worded(choice: Choice[Any], answer: Any) -> str:
    """Say an answer so that everybody may read it; of a secret one nothing is said."""
    if choice.audience is not None:
        return ""
    return choice.prompt if isinstance(choice, Move) else render.spoken(choice, answer)


def _at(asked: Asked, index: int) -> tuple[int, Choice[Any]]:
    if index >= len(asked):
        raise Refused("stale", f"there is no question {index} in what you are asked now")
    return asked[index]


def load(battle: BattleRow, ruleset: Ruleset[Any], books: str, lines: Sequence[bytes]) -> Room:
    """Build a room from what is kept; BanneretError says why it cannot be played on."""
    room = Room(battle, ruleset, books)
    if lines:
        room.restore(battle, lines)
    return room
